# The library in WebAssembly and for Python, and what is made of it; the program as one static file. Included by ../Makefile.

# The declarations of zet.h for other languages are made of the header.
BINDINGS = packages/bindings/generate
PYTHON_FILES = $(patsubst packages/python/%,$B/python/%,$(wildcard packages/python/zet/*)) $B/python/zet/_raw.py $B/python/zet/_raw.pyi

.PHONY: python
python: $(PYTHON_FILES)

$B/python/zet/_raw.%: $(BINDINGS) $(API)
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(BINDINGS) $(patsubst py,python,$*) $(API) >$@

$B/python/zet/%: packages/python/zet/%
	@mkdir -p $(@D)
	$(Q)cp $< $@

# Libraries that Debian has for its own C library only, from Debian's sources.

LIBRARIES = $B/libraries
CORE = libyaml pcre2 jansson utf8proc
CORE_SOURCES = $(addprefix libyaml/src/,api.c dumper.c emitter.c loader.c parser.c reader.c scanner.c writer.c) \
    $(addprefix jansson/src/,dump.c error.c hashtable.c hashtable_seed.c load.c memory.c pack_unpack.c strbuffer.c strconv.c utf.c value.c) \
    $(addprefix pcre2/src/pcre2_,auto_possess.c chartables.c compile.c config.c context.c error.c extuni.c find_bracket.c jit_compile.c \
    match.c match_data.c newline.c ord2utf.c script_run.c string_utils.c study.c tables.c ucd.c valid_utf.c xclass.c) \
    utf8proc/utf8proc.c

# Of their configure scripts.
CORE_DEFINES = -DYAML_VERSION_STRING='"0.2.5"' -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5 \
    -DHAVE_CONFIG_H -DUTF8PROC_STATIC -DPCRE2_CODE_UNIT_WIDTH=8 -DPCRE2_STATIC
CORE_INCLUDES = -Ipackages/libraries $(addprefix -I$(LIBRARIES)/core/,libyaml/include jansson/src pcre2/src utf8proc)

# $B/libraries/NAME/ready: the sources of the packages in it.
$(LIBRARIES)/core/ready: FETCHED = $(CORE)
$(LIBRARIES)/%/ready: packages/libraries/fetch
	$(SAY) $(@D)
	$(Q)packages/libraries/fetch '$(abspath $(@D))' $(FETCHED)
	$(Q)touch $@

$(LIBRARIES)/core/configured: $(LIBRARIES)/core/ready
	$(Q)cd $(<D)/pcre2/src && cp pcre2.h.generic pcre2.h && cp config.h.generic config.h && cp pcre2_chartables.c.dist pcre2_chartables.c
	$(Q)touch $@

$(addprefix $(LIBRARIES)/core/,$(CORE_SOURCES)): $(LIBRARIES)/core/configured ;

# The program for other systems. packages/platform has what they lack of POSIX.

platform = -include packages/platform/platform.h -isystem packages/platform/include/$1
# Sources of the program for a system on which it cannot start others.
CLI_PLAIN = $(filter-out cli/filter.c cli/rsvg.c,$(CLI_SOURCES)) packages/platform/filter.c packages/platform/rsvg.c

# Wheels for Python, with the library and all that it needs in one file: for Linux with glibc, for Windows, and without a
# library for other systems.

WHEELS = $B/wheels
$(WHEELS)/libzet.so.$(ABI): $B/zet.o $B/zet.map $B/linux/core.a
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(LINK) -shared -s -Wl,-soname,$(@F) -Wl,--version-script=$B/zet.map -o $@ $B/zet.o $B/linux/core.a -pthread -lm

$(WHEELS)/zet.dll: $B/zet.o $B/windows/core.a $B/api.txt
	@mkdir -p $(@D)
	$(call for-windows,$B/windows/build/zet.o)
	$(SAY) $@
	$(Q)(echo EXPORTS; cat $B/api.txt) >$B/wheels/zet.def
	$(Q)x86_64-w64-mingw32-gcc-posix -shared -s -static -Wl,--no-insert-timestamp -o $@ $B/wheels/zet.def $B/windows/build/zet.o \
	    $B/windows/build/release/packages/platform/libc.o $B/windows/core.a -lpthread -lm

.PHONY: wheels test-wheels
wheels: install-build
	@.ci/install dpkg-source:dpkg-dev readelf:binutils python3:python3 x86_64-w64-mingw32-gcc-posix:gcc-mingw-w64-x86-64-posix tclsh:tcl
	+@$(MAKE) -s --no-print-directory LTO=1 python $(WHEELS)/libzet.so.$(ABI) $(WHEELS)/zet.dll $(WHEELS)/THIRD-PARTY.txt
	@for library in '' $(WHEELS)/libzet.so.$(ABI) $(WHEELS)/zet.dll; do \
	    packages/python/wheel $(WHEELS) $(VERSION) $(DATE) $B/python/zet $(WHEELS)/THIRD-PARTY.txt $$library || exit 1; done

test-wheels: wheels
	@.ci/install wine:wine wine64:wine64 /usr/lib/python3/dist-packages/_distutils_hack/__init__.py:python3-venv
	@packages/python/test-wheels $(WHEELS)

# WebAssembly.

WASM_CC = clang --target=wasm32-wasi
WASM_SHIM = packages/npm/wasm
WASM_CORE = $(CORE_SOURCES:%.c=$B/wasm/libraries/%.o) $(LIB_OBJECTS:%=$B/wasm/zet/%) $B/wasm/zet/packages/platform/libc.o
WASM_OBJECTS = $(WASM_CORE) $B/wasm/zet/$(WASM_SHIM)/libc.o $B/wasm/zet/shim.o

# What JavaScript calls are the functions of zet.h; what these call of JavaScript is generated.
JS_SOURCES = packages/npm/zet.js packages/npm/raw.js
$B/wasm/zet/shim.c: $(BINDINGS) $(API) $(JS_SOURCES)
	@mkdir -p $(@D)
	$(Q)(echo '#include <stddef.h>'; $(BINDINGS) shim $(API) $(JS_SOURCES); $(BINDINGS) check $(API)) >$@
$B/wasm/zet/shim.o: $B/wasm/zet/shim.c
	$(Q)$(WASM_CC) $(filter-out -I.,$(BASE)) $(WASM_FLAGS) -c -o $@ $<

JS = $B/js
$(JS)/zet_h.js $(JS)/zet_h.d.ts: $(JS)/zet_h.%: $(BINDINGS) $(API)
	@mkdir -p $(@D)
	$(Q)$(BINDINGS) $* $(API) >$@

# For the page with what it uses alone.
$(JS)/page/zet_h.js: $(BINDINGS) $(API) $(JS_SOURCES)
	@mkdir -p $(@D)
	$(Q)$(BINDINGS) js $(API) $(JS_SOURCES) >$@

# One file of the sources and the declarations.
$(JS)/zet.js $(JS)/page/zet.js: %/zet.js: $(JS_SOURCES) %/zet_h.js
	$(SAY) $@
	$(Q)cp $(JS_SOURCES) $(@D)
	$(Q)esbuild --log-level=warning --bundle $(if $(findstring page,$@),--minify) --format=esm $@ --outfile=$@ --allow-overwrite

WASM_INCLUDES = $(call platform,wasi) -D_WASI_EMULATED_SIGNAL $(subst -I,-isystem ,$(CORE_INCLUDES))
WASM_FLAGS = -Oz -flto -Wno-conversion -DNDEBUG -ffile-prefix-map=$(CURDIR)=.

.PHONY: install-wasm npm
install-wasm:
	@.ci/install tclsh:tcl esbuild:esbuild clang:clang wasm-ld:lld dpkg-source:dpkg-dev wasm-opt:binaryen cc:gcc /usr/include/wasm32-wasi/stdio.h:wasi-libc
	@$(call clang-runtime,wasi/libclang_rt.builtins-wasm32.a,-wasm32)

$B/wasm/libraries/%.o: $(LIBRARIES)/core/%.c
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(WASM_CC) $(WASM_FLAGS) -w $(CORE_DEFINES) $(CORE_INCLUDES) -c -o $@ $<

# utf8proc's tables are made anew with what zet asks of them, and the answers compared.
CHARACTERS = $B/wasm/characters
$(CHARACTERS)/utf8proc.c: $(WASM_SHIM)/tables/characters.c $(LIBRARIES)/core/configured
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)cp $(LIBRARIES)/core/utf8proc/utf8proc*.[ch] $(@D)
	$(Q)$(CC) -w -O1 -DUTF8PROC_STATIC -I$(@D) -o $(@D)/before $<
	$(Q)$(@D)/before >$(@D)/made && mv $(@D)/made $(@D)/utf8proc_data.c
	$(Q)$(CC) -w -O1 -DUTF8PROC_STATIC -I$(@D) -o $(@D)/after $<
	$(Q)$(@D)/before answers >$(@D)/answers && $(@D)/after answers | cmp - $(@D)/answers && rm $(@D)/answers
	$(Q)touch $@

$B/wasm/libraries/utf8proc/utf8proc.o: $(CHARACTERS)/utf8proc.c
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(WASM_CC) $(WASM_FLAGS) -w $(CORE_DEFINES) -I$(CHARACTERS) -c -o $@ $<

$B/wasm/zet/%.o: %.c | $(LIBRARIES)/core/configured
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(WASM_CC) $(filter-out -I.,$(BASE)) -iquote . $(WASM_FLAGS) $(WASM_INCLUDES) -c -o $@ $<

$B/wasm/zet/notation/words/words.o $B/wasm/page/notation/words/words.o: $(WORDS)
# libc, which comes after the optimizer, calls it.
$B/wasm/zet/$(WASM_SHIM)/libc.o: WASM_FLAGS += -fno-lto

$B/wasm/zet/diagrams/page.o $B/wasm/page/diagrams/page.o: $(PAGE_ASSETS)

# What is not used is omitted. The stack is below everything else, so that its end is the memory's.
WASM_LINK = $(WASM_CC) -mexec-model=reactor -Wl,--gc-sections,--strip-all,--stack-first,-z,stack-size=2097152,--import-memory
define wasm_link
	$(SAY) $@
	$(Q)$(WASM_LINK) $(EXPORTED:%=-Wl,--export=%) -o $@.part $^
	$(Q)wasm-opt -Oz --converge -o $@ $@.part && rm $@.part
endef

$B/wasm/zet.wasm: EXPORTED = malloc free $(shell $(BINDINGS) exports $(API))
$B/wasm/zet.wasm: $(WASM_OBJECTS)
	$(wasm_link)

# The program: a command of WASI, which packages/npm/host.js runs.
$(patsubst %.c,$B/wasm/zet/%.o,$(CLI_PLAIN) packages/platform/wasi.c): WASM_INCLUDES += -isystem $B/wasi/libraries/include
$(patsubst %.c,$B/wasm/zet/%.o,$(CLI_PLAIN) packages/platform/wasi.c): | $B/wasi/libraries/ready
WASM_PROGRAM = $(patsubst %.c,$B/wasm/zet/%.o,$(CLI_PLAIN) packages/platform/wasi.c) $(WASM_CORE)
$B/wasm/program.wasm: $(WASM_PROGRAM)
	$(SAY) $@
	$(Q)clang --target=wasm32-wasi -Wl,--gc-sections,--strip-all,--stack-first,-z,stack-size=4194304 -o $@.part $^ \
	    $(patsubst %,$B/wasi/libraries/lib/lib%.a,sqlite3) -lwasi-emulated-signal
	$(Q)wasm-opt -O2 -o $@ $@.part && rm $@.part

# For the page, without tasks, formats and languages, which make it smaller.
$B/wasm/page/%.o: BASE += -DZET_DRAWING_LIST='"packages/web/drawings.def"' -DZET_WORDS_COME_LATER
$B/wasm/page/%.o: %.c packages/web/drawings.def | $(LIBRARIES)/core/configured
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(WASM_CC) $(filter-out -I.,$(BASE)) -iquote . $(WASM_FLAGS) $(WASM_INCLUDES) -c -o $@ $<

# The page has the script of boards as a file.
PAGE_BARE = $B/made/page/diagrams/page_assets.def
$B/wasm/page/diagrams/page.o: $(PAGE_BARE)
$B/wasm/page/diagrams/page.o: BASE += -iquote $B/made/page
$(PAGE_BARE): $(PAGE_ASSETS)
	@mkdir -p $(@D)
	$(Q)awk '/^ASSET/ { bare = /\(script,/; if (bare) print "ASSET(script, 10)" } !bare' $< >$@

WASM_PAGE_SOURCES = $(filter diagrams/% notation/words/%,$(LIB_SOURCES))
WASM_PAGE = $B/wasm/page/packages/web/page.o $(WASM_PAGE_SOURCES:%.c=$B/wasm/page/%.o) $(filter-out $(WASM_PAGE_SOURCES:%.c=$B/wasm/zet/%.o),$(WASM_OBJECTS))
# What the page needs at once; all else is loaded later.
$B/wasm/page.wasm: EXPORTED = malloc free zet_version zet_side_name $(addprefix zet_output_,new free flush) \
    $(addprefix zet_rules_,new free game variant text) $(addprefix zet_position_,new free play begin_playout moves suggest text turn ply last_move outcome) \
    $(addprefix zet_moves_,free count text) $(addprefix zet_diagram_options_,new free set check) $(addprefix zet_diagrams_,new free next) zet_diagram_write \
    $(addprefix zet_reader_,new free keep_moves set_strict open_text next) $(addprefix zet_record_,number line rules value finding report_json) \
    $(addprefix zet_walk_,new free next position)
$B/wasm/page.wasm: $(WASM_PAGE)
	$(wasm_link)

# The npm package. Its name is in package.json, its version is the library's.

NPM_NAME = $(shell sed -n 's/^ *"name": "\(.*\)",/\1/p' packages/npm/package.json)
NPM_FILES = $(JS)/zet.js $(JS)/zet_h.d.ts $(addprefix packages/npm/,node.js node.cjs web.js init.js cli.js host.js index.d.ts make.d.ts init.d.ts inline.d.ts) LICENSE $B/wasm/zet.wasm $B/wasm/program.wasm
NPM = $B/zet-npm-$(VERSION).tgz

npm: install-wasm install-npm
	@$(MAKE) -s --no-print-directory $(NPM)
	@ls -l $(NPM)

.PHONY: install-npm test-npm
install-npm:
	@.ci/install node:nodejs npm:npm esbuild:esbuild

# $(call licenses,LIBRARY..., PACKAGE...): of libraries in their sources, and of installed packages.
licenses = (for library in $1; do \
    printf '==== %s ====\n\n' $${library\#*/}; cat $(LIBRARIES)/$$library/debian/copyright; echo; done; \
    for package in $2; do printf '==== %s ====\n\n' $$package; cat /usr/share/doc/$$package/copyright; done) >$@

$B/npm/THIRD-PARTY.txt: $(LIBRARIES)/core/configured $(LIBRARIES)/cli/ready
	@mkdir -p $(@D)
	$(Q)$(call licenses,$(CORE:%=core/%) cli/sqlite3,wasi-libc)

# gcc's and mingw's runtimes are in the DLL.
$(WHEELS)/THIRD-PARTY.txt: $(LIBRARIES)/core/configured
	@mkdir -p $(@D)
	$(Q)$(call licenses,$(CORE:%=core/%),mingw-w64-common gcc-12-base)

$(NPM): $(NPM_FILES) packages/npm/README.md packages/npm/package.json $(API) $B/npm/THIRD-PARTY.txt
	$(SAY) $@
	$(Q)cp $(NPM_FILES) $B/npm
	$(Q)esbuild --log-level=warning --format=cjs $(JS)/zet.js --outfile=$B/npm/zet.cjs
	$(Q)(echo 'import { make } from "./zet.js";'; echo 'export { IllegalMoveError, OutOfMemoryError, RefusedError, ZetError } from "./zet.js";'; \
	    printf 'const wasm = "'; base64 -w 0 $B/wasm/zet.wasm; echo '";'; echo 'let made;'; \
	    echo 'export const init = () => (made ??= WebAssembly.compile(Uint8Array.from(atob(wasm), (c) => c.charCodeAt(0))).then((m) => make(m)));') >$B/npm/inline.js
	$(Q)sed 's|@NAME@|$(NPM_NAME)|g' packages/npm/README.md >$B/npm/README.md
	$(Q)sed 's|@VERSION@|$(VERSION)|' packages/npm/package.json >$B/npm/package.json
	$(Q)cd $B/npm && npm pack --silent --pack-destination .. >/dev/null
	$(Q)mv $B/$(subst /,-,$(NPM_NAME:@%=%))-$(VERSION).tgz $@

# Besides the machine's own.
NODES = 22 24 26
test-npm: install-build install-wasm install-npm
	@.ci/install pre-commit:pre-commit
	@$(MAKE) -s --no-print-directory zet $(NPM)
	@packages/npm/test $(NPM) zet
	@ZET='$(abspath zet)' tests/hooks $(NPM)
	@for version in $(NODES); do \
	    npm install --silent --no-audit --no-fund --prefix $B/node-$$version node@$$version >/dev/null && \
	    ZET_NO_TYPES=1 PATH="$(abspath $B)/node-$$version/node_modules/node/bin:$$PATH" packages/npm/test $(NPM) zet || exit 1; \
	done

# In bundlers, which come from npm.
.PHONY: test-bundlers
test-bundlers: install-wasm install-npm
	@.ci/install chromium:chromium
	@$(MAKE) -s --no-print-directory $(NPM)
	@packages/npm/bundlers $(NPM)

# The page: static files.

WEB = $B/web
WEB_FILES = $(addprefix packages/web/,index.html style.css strings.js main.js engine.js elements.js editor.js findings.js \
    tools.js share.js worker.js icon.svg page.webmanifest) packages/board/zet-board.js
WEB_EXAMPLES = hogga:corpus/hogga/complete-1.yaml halma:corpus/halma/complete-1.yaml akron:corpus/akron/complete-1.yaml \
    husbao:corpus/husbao/complete-basic.yaml

.PHONY: web test-web install-web
web: install-build install-wasm
	@$(MAKE) -s --no-print-directory zet $(WEB)/service.js
	@ls -l $(WEB) $(WEB)/zet

# The service worker is the last: it names all files, and the sum of them is its version.
$(WEB)/service.js: $(WEB_FILES) $(addprefix packages/web/,service.js build) $(wildcard packages/web/po/*.po notation/words/po/*.po) \
    notation/words/languages.def notation/words/catalogues.awk $(JS)/page/zet.js $B/wasm/page.wasm $B/wasm/zet.wasm $(PROGRAM)
	$(SAY) $(WEB)
	$(Q)rm -rf $(WEB) && mkdir -p $(WEB)/zet $(WEB)/examples
	$(Q)cp $(WEB_FILES) LICENSE $(WEB)
	$(Q)cp $(JS)/page/zet.js $B/wasm/page.wasm $B/wasm/zet.wasm $(WEB)/zet
	$(Q)$(foreach e,$(WEB_EXAMPLES),cp $(lastword $(subst :, ,$e)) $(WEB)/examples/$(firstword $(subst :, ,$e)).yaml;)
	$(Q)packages/web/build $(WEB)

install-web:
	@.ci/install node:nodejs npm:npm chromium:chromium chromedriver:chromium-driver python3:python3

test-web: install-web web
	@$(MAKE) -s --no-print-directory $B/axe/node_modules/axe-core/axe.min.js
	@packages/web/test

# The program for other systems.

# What the program alone needs; $B/SYSTEM/libraries/ready: built for it.
$(LIBRARIES)/cli/ready: FETCHED = sqlite3
SYSTEMS = musl aarch64 windows wasi
$(SYSTEMS:%=$B/%/libraries/ready): $B/%/libraries/ready: $(LIBRARIES)/cli/ready packages/libraries/build
	@mkdir -p $(@D)
	$(SAY) $(@D)
	$(Q)packages/libraries/build $* '$(abspath $(LIBRARIES)/cli)' '$(abspath $(@D))' >$(@D).log 2>&1 || { tail -n 40 $(@D).log; exit 1; }
	$(Q)touch $@

# $(call core,SYSTEM,COMPILER,AR): the libraries of the core, in $B/SYSTEM/core.a.
define core
$B/$1/core/%.o: $(LIBRARIES)/core/%.c
	@mkdir -p $$(@D)
	$(SAY) $$@
	$(Q)$2 -O2 -w $(CORE_DEFINES) $(CORE_INCLUDES) -c -o $$@ $$<

$B/$1/core.a: $(CORE_SOURCES:%.c=$B/$1/core/%.o)
	$(Q)rm -f $$@
	$(Q)$3 rcs $$@ $$^
endef
$(eval $(call core,linux,$(CC) -fPIC,$(AR)))
$(eval $(call core,musl,musl-gcc -fPIC,ar))
$(eval $(call core,aarch64,aarch64-linux-gnu-gcc -fPIC,aarch64-linux-gnu-ar))
$(eval $(call core,windows,x86_64-w64-mingw32-gcc-posix -DYAML_DECLARE_STATIC,x86_64-w64-mingw32-ar))

# $(call other,SYSTEM): makes the program of the system with these variables, and the check of the corpus where there is fts.h;
# or instead its part that $6 names, of the library.
other = +@$(MAKE) -s --no-print-directory $(if $6,,$B/$1/libraries/ready) $B/$1/core.a $(WORDS) $(PAGE_ASSETS) && \
    $(MAKE) -s --no-print-directory B=$B/$1/build PROGRAM=$B/$1/$2 ONE_PROGRAM=1 LTO= \
    CPPFLAGS='$(subst -I,-isystem ,$(CORE_INCLUDES)) -isystem $B/$1/libraries/include -DPCRE2_STATIC -DUTF8PROC_STATIC $4 $(CPPFLAGS)' \
    CLI_LIBS='$(patsubst %,$B/$1/libraries/lib/lib%.a,sqlite3 $5)' $3 \
    $(or $6,$B/$1/$2 $(if $(filter windows,$1),,$B/$1/build/check-corpus))

.PHONY: musl test-musl aarch64 windows test-windows
musl:
	@.ci/install gcc:gcc musl-gcc:musl-tools dpkg-source:dpkg-dev tclsh:tcl
	$(call other,musl,zet,CC=musl-gcc LDFLAGS='-static -Wl$(comma)-z$(comma)stack-size=1048576 $(LDFLAGS)' \
	    LIBS='$B/musl/core.a -pthread -lm')
	@ls -l $B/musl/zet
comma = ,

test-musl: install-build musl
	@.ci/install readelf:binutils python3:python3 xz:xz-utils zstd:zstd
	@$(MAKE) -s --no-print-directory zet
	@tests/cross/run musl
	@ZET='$(abspath $B/musl/zet)' tests/record

aarch64:
	@.ci/install aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu /usr/aarch64-linux-gnu/include/stdio.h:libc6-dev-arm64-cross \
	    dpkg-source:dpkg-dev tclsh:tcl
	$(call other,aarch64,zet,CC=aarch64-linux-gnu-gcc LDFLAGS='-static $(LDFLAGS)' \
	    HARDENING= PIE= LIBS='$B/aarch64/core.a -pthread -lm')
	@ls -l $B/aarch64/zet

# $(call for-windows,PART): all, or this part.
for-windows = $(call other,windows,zet.exe,CC=x86_64-w64-mingw32-gcc-posix HARDENING= HARDENING_LINK= PIE= LIBC_FIRST= \
	    CLI_SOURCES='$(CLI_PLAIN)' LDFLAGS='-static -Wl$(comma)--stack$(comma)8388608 -Wl$(comma)--no-insert-timestamp $(LDFLAGS)' LIBS='$B/windows/build/release/packages/platform/windows.o $B/windows/build/release/packages/platform/libc.o $B/windows/core.a -lpthread -lm' \
	    $B/windows/build/release/packages/platform/windows.o $B/windows/build/release/packages/platform/libc.o,$(call platform,windows) -D_FILE_OFFSET_BITS=64 -D_POSIX_THREAD_SAFE_FUNCTIONS -Wno-conversion -Wno-format -Wno-attributes -DYAML_DECLARE_STATIC,,$1)
windows:
	@.ci/install x86_64-w64-mingw32-gcc-posix:gcc-mingw-w64-x86-64-posix dpkg-source:dpkg-dev tclsh:tcl
	$(for-windows)
	@ls -l $B/windows/zet.exe

test-windows: install-build windows
	@.ci/install wine:wine wine64:wine64 python3:python3
	@$(MAKE) -s --no-print-directory zet
	@WINEDEBUG=-all tests/systems/run windows '$(abspath $(PROGRAM))' wine '$(abspath $B/windows/zet.exe)'

# The program of the npm package, against the native one.
.PHONY: test-program
test-program: install-build install-wasm install-npm
	@.ci/install python3:python3
	@$(MAKE) -s --no-print-directory zet $(NPM)
	@tests/systems/run wasm '$(abspath $(PROGRAM))' node '$(abspath $B/npm/cli.js)'
