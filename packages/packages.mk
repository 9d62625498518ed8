# The library in WebAssembly, and what is made of it. Included by ../Makefile.

WASM_CC = clang --target=wasm32-wasi
WASM_PACKAGES = libyaml pcre2 jansson utf8proc libcsv
WASM_FROM = $B/wasm/sources
WASM_SHIM = packages/npm/wasm
WASM_SOURCES = $(addprefix libyaml/src/,api.c dumper.c emitter.c loader.c parser.c reader.c scanner.c writer.c) \
    $(addprefix jansson/src/,dump.c error.c hashtable.c hashtable_seed.c load.c memory.c pack_unpack.c strbuffer.c strconv.c utf.c value.c) \
    $(addprefix pcre2/src/pcre2_,auto_possess.c chartables.c compile.c config.c context.c error.c extuni.c find_bracket.c jit_compile.c \
    match.c match_data.c newline.c ord2utf.c script_run.c string_utils.c study.c tables.c ucd.c valid_utf.c xclass.c) \
    utf8proc/utf8proc.c libcsv/libcsv.c
WASM_OBJECTS = $(WASM_SOURCES:%.c=$B/wasm/libraries/%.o) $(LIB_OBJECTS:%=$B/wasm/zet/%) \
    $(patsubst %.c,$B/wasm/zet/%.o,$(wildcard $(WASM_SHIM)/*.c))

# Of the libraries' configure scripts.
WASM_DEFINES = -DYAML_VERSION_STRING='"0.2.5"' -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5 \
    -DHAVE_CONFIG_H -DUTF8PROC_STATIC -DPCRE2_CODE_UNIT_WIDTH=8 -DPCRE2_STATIC
WASM_LIBRARY_INCLUDES = -I$(WASM_SHIM)/include $(addprefix -I$(WASM_FROM)/,libyaml/include jansson/src pcre2/src utf8proc libcsv)
WASM_INCLUDES = -include zet_wasm.h $(subst -I,-isystem ,$(WASM_LIBRARY_INCLUDES))
WASM_FLAGS = -Oz -flto -Wno-conversion -DNDEBUG -ffile-prefix-map=$(CURDIR)=.

.PHONY: install-wasm npm
install-wasm:
	@.ci/install clang:clang wasm-ld:lld dpkg-source:dpkg-dev /usr/include/wasm32-wasi/stdio.h:wasi-libc \
	    /usr/lib/llvm-14/lib/clang/14.0.6/lib/wasi/libclang_rt.builtins-wasm32.a:libclang-rt-14-dev-wasm32

$(WASM_FROM)/ready: $(WASM_SHIM)/fetch
	$(SAY) $(@D)
	$(Q)$(WASM_SHIM)/fetch '$(abspath $(@D))' $(WASM_PACKAGES)
	$(Q)cd $(WASM_FROM)/pcre2/src && cp pcre2.h.generic pcre2.h && cp config.h.generic config.h && cp pcre2_chartables.c.dist pcre2_chartables.c
	$(Q)touch $@

$(addprefix $(WASM_FROM)/,$(WASM_SOURCES)): $(WASM_FROM)/ready ;

$B/wasm/libraries/%.o: $(WASM_FROM)/%.c
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(WASM_CC) $(WASM_FLAGS) -w $(WASM_DEFINES) $(WASM_LIBRARY_INCLUDES) -c -o $@ $<

$B/wasm/zet/%.o: %.c | $(WASM_FROM)/ready
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(WASM_CC) $(filter-out -I.,$(BASE)) -iquote . $(WASM_FLAGS) $(WASM_INCLUDES) -c -o $@ $<

$B/wasm/zet/notation/words/words.o: $(WORDS)

$(LIB_ASSETS:%.S=$B/wasm/zet/%.o): $(LIB_ASSETS) $(PAGE_FILES)
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(WASM_CC) $(PAGE_DEFINES) -c -o $@ $<

# What is not used is left out. The stack is below everything else, so that its end is the memory's.
WASM_LINK = $(WASM_CC) -mexec-model=reactor -Wl,--gc-sections,--strip-all,--stack-first,-z,stack-size=2097152,--import-memory
$B/wasm/zet.wasm: $(WASM_OBJECTS)
	$(SAY) $@
	$(Q)$(WASM_LINK) -o $@ $^

# For the page, with few tasks and formats, which make it smaller.
$B/wasm/page/%.o: BASE += -DZET_TASK_LIST='"packages/web/tasks.def"' -DZET_FORMAT_LIST='"packages/web/formats.def"'
$B/wasm/page/%.o: %.c packages/web/tasks.def packages/web/formats.def | $(WASM_FROM)/ready
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(WASM_CC) $(filter-out -I.,$(BASE)) -iquote . $(WASM_FLAGS) $(WASM_INCLUDES) -c -o $@ $<

WASM_PAGE_SOURCES = $(filter validators/tasks/% validators/api/catalogue.c validators/formats/converter.c,$(LIB_SOURCES))
WASM_PAGE = $(WASM_PAGE_SOURCES:%.c=$B/wasm/page/%.o) $(filter-out $(WASM_PAGE_SOURCES:%.c=$B/wasm/zet/%.o),$(WASM_OBJECTS))
$B/wasm/page.wasm: $(WASM_PAGE)
	$(SAY) $@
	$(Q)$(WASM_LINK) -o $@ $^

# The npm package. Its name is in package.json, its version is the library's.

NPM_NAME = $(shell sed -n 's/^ *"name": "\(.*\)",/\1/p' packages/npm/package.json)
NPM_FILES = $(addprefix packages/npm/,zet.js node.js web.js index.d.ts make.d.ts) LICENSE $B/wasm/zet.wasm
NPM = $B/zet-npm-$(VERSION).tgz

npm: install-wasm install-npm
	@$(MAKE) -s --no-print-directory $(NPM)
	@ls -l $(NPM)

.PHONY: install-npm test-npm
install-npm:
	@.ci/install node:nodejs npm:npm

$B/npm/THIRD-PARTY.txt: $(WASM_FROM)/ready
	@mkdir -p $(@D)
	$(Q)for library in $(WASM_PACKAGES); do \
	    printf '==== %s ====\n\n' $$library; cat $(WASM_FROM)/$$library/debian/copyright; echo; done >$@
	$(Q)printf '==== wasi-libc ====\n\n' >>$@; cat /usr/share/doc/wasi-libc/copyright >>$@
	$(Q)printf '==== LGPL 2.1 (libcsv) ====\n\n' >>$@; cat /usr/share/common-licenses/LGPL-2.1 >>$@

$(NPM): $(NPM_FILES) packages/npm/README.md packages/npm/package.json $(API) $B/npm/THIRD-PARTY.txt
	$(SAY) $@
	$(Q)cp $(NPM_FILES) $B/npm
	$(Q)sed 's|@NAME@|$(NPM_NAME)|g' packages/npm/README.md >$B/npm/README.md
	$(Q)sed 's|@VERSION@|$(VERSION)|' packages/npm/package.json >$B/npm/package.json
	$(Q)cd $B/npm && npm pack --silent --pack-destination .. >/dev/null
	$(Q)mv $B/$(subst /,-,$(NPM_NAME:@%=%))-$(VERSION).tgz $@

test-npm: install-build install-wasm install-npm
	@$(MAKE) -s --no-print-directory zet $(NPM)
	@packages/npm/test $(NPM) zet

# The page: static files.

WEB = $B/web
WEB_FILES = $(addprefix packages/web/,index.html style.css strings.js main.js engine.js elements.js editor.js findings.js \
    writing.js board.js tools.js share.js worker.js viewer.js icon.svg page.webmanifest)
WEB_EXAMPLES = hogga:corpus/hogga/complete-1.yaml halma:corpus/halma/complete-1.yaml akron:corpus/akron/complete-1.yaml \
    husbao:corpus/husbao/complete-basic.yaml

.PHONY: web test-web install-web
web: install-build install-wasm
	@$(MAKE) -s --no-print-directory zet $(WEB)/service.js
	@ls -l $(WEB) $(WEB)/zet

# The service worker is the last: it names all files, and the sum of them is its version.
$(WEB)/service.js: $(WEB_FILES) $(addprefix packages/web/,service.js viewer.html build) packages/npm/zet.js $B/wasm/page.wasm $B/wasm/zet.wasm $(PROGRAM)
	$(SAY) $(WEB)
	$(Q)rm -rf $(WEB) && mkdir -p $(WEB)/zet $(WEB)/examples
	$(Q)cp $(WEB_FILES) LICENSE $(WEB)
	$(Q)cp packages/npm/zet.js $B/wasm/page.wasm $B/wasm/zet.wasm $(WEB)/zet
	$(Q)$(foreach e,$(WEB_EXAMPLES),cp $(lastword $(subst :, ,$e)) $(WEB)/examples/$(firstword $(subst :, ,$e)).yaml;)
	$(Q)packages/web/build $(WEB) $(PROGRAM)

install-web:
	@.ci/install node:nodejs npm:npm chromium:chromium chromedriver:chromium-driver python3:python3

test-web: install-web web
	@$(MAKE) -s --no-print-directory $B/axe/node_modules/axe-core/axe.min.js
	@packages/web/test
