# zet: build, install, check, release. `make help` lists the targets of this file, tests/Makefile and packages/Makefile.

ifeq ($(wildcard validators/zet.h),)

# In another folder, make -f SOURCE/Makefile: the output goes to that folder.
GOALS = $(or $(MAKECMDGOALS),all)
.PHONY: $(GOALS)
$(GOALS):
	$(if $(word 2,$(CURDIR)),$(error the path of a folder for output has no blanks))
	@$(MAKE) --no-print-directory -C "$$(dirname "$$(echo '$(MAKEFILE_LIST)' | sed 's/^ *//')")" B='$(CURDIR)/build' PROGRAM='$(CURDIR)/zet' $@

else

# Variables that users and packagers may set: make CC=clang CFLAGS=-O3 prefix=/usr ...

CC = gcc
AR = ar
PKG_CONFIG = pkg-config
CFLAGS = -O2 -g
PREFIX = /usr/local
prefix = $(PREFIX)
exec_prefix = $(prefix)
bindir = $(exec_prefix)/bin
libdir = $(exec_prefix)/lib
libexecdir = $(exec_prefix)/libexec
includedir = $(prefix)/include
datadir = $(prefix)/share
mandir = $(datadir)/man
pkgconfigdir = $(libdir)/pkgconfig
bashcompletiondir = $(datadir)/bash-completion/completions
zshcompletiondir = $(datadir)/zsh/site-functions
fishcompletiondir = $(datadir)/fish/vendor_completions.d
INSTALL = install
# DEV=1: warnings are errors. V=1 shows the commands. LTO=1: link-time optimization within the library, in a folder of
# its own; `make install`, the release and the Debian packages have it, and installed files contain only machine code.
Q = $(if $(V),,@)
SAY = $(if $(V),@:,@echo '  ')
LTO =
B = build
O = $B/$(if $(LTO),lto,release)
PROGRAM = ./zet
# ONE_PROGRAM=1: all commands in one program, for other systems.
PROGRAMS = $(if $(ONE_PROGRAM),,$(PROGRAM)-archive $(PROGRAM)-lsp)

# Sources.

API = validators/zet.h
LIB_SOURCES = $(wildcard $(addsuffix /*.c,notation/* validators/* formats diagrams tournaments))
LIB_OBJECTS = $(LIB_SOURCES:%.c=%.o)
# zet, and the programs that it runs for the commands of an archive and of an editor.
ZET_SOURCES = $(wildcard cli/*.c)
ARCHIVE_SOURCES = $(wildcard cli/archive/*.c)
LSP_SOURCES = $(wildcard cli/lsp/*.c)
# All commands in one program: for other systems, and for tests that look into it.
CLI_SOURCES = $(filter-out cli/apart.c cli/archive/program.c cli/lsp/program.c,$(ZET_SOURCES) $(ARCHIVE_SOURCES) $(LSP_SOURCES))
SOURCES = $(LIB_SOURCES) $(ZET_SOURCES) $(ARCHIVE_SOURCES) $(LSP_SOURCES)
SCHEMAS = schemas/record.schema.json schemas/findings.schema.json schemas/settings.schema.json

.PHONY: all
all: $(PROGRAM) $(PROGRAMS) $B/libzet.a $B/libzet.so $B/zet.pc
.DELETE_ON_ERROR:

# $(call track,FILE,TEXT): the file changes when the text does. What depends on it is then made again.
define track
ifneq ($$(file <$1),$2)
$$(shell mkdir -p $(dir $1))$$(file >$1,$2)
endif
$1: ;
endef

# What the compiler and pkg-config know, asked once; the version, which only the header defines; the commands.

MODULES = yaml-0.1 libpcre2-8 libutf8proc
MAYBE = -fstack-protector-strong -fstack-clash-protection -fcf-protection
$(eval $(call track,$B/toolchain,$(strip $(CC) $(PKG_CONFIG) $(MODULES) $(MAYBE))))
$B/config.mk: $B/toolchain validators/zet.h cli/commands.def
	@{ printf 'FOUND_FLAGS ='; for f in $(MAYBE); do $(CC) -Werror $$f -E -x c /dev/null >/dev/null 2>&1 && printf ' %s' $$f; done; echo; \
	echo "FOUND_LTO = $$($(CC) -dM -E -x c /dev/null 2>/dev/null | grep -q __clang__ || echo -flto=auto)"; \
	for set in 'LIBS $(MODULES)' 'ARCHIVE_LIBS sqlite3' 'LSP_LIBS jansson'; do \
	    found=$$($(PKG_CONFIG) --libs $${set#* } 2>/dev/null) && echo "FOUND_$${set%% *} = $$found" || echo 'ASK_AGAIN = 1'; done; \
	sed -n 's/^#define ZET_VERSION_\([A-Z]*\) /\1 = /p' validators/zet.h; \
	echo "COMMANDS =" $$(sed -n 's/^COMMAND(\(.*\))/\1/p' cli/commands.def); } >$@
include $B/config.mk
# A library that is missing may be there the next time.
$(if $(ASK_AGAIN),$(shell rm -f $B/config.mk))

ABI = $(MAJOR)
VERSION = $(MAJOR).$(MINOR).$(PATCH)

# Flags.

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror=implicit -Werror=int-conversion $(if $(DEV),-Werror)
BASE = -std=c17 -D_GNU_SOURCE $(WARNINGS) -I. -Ivalidators -I$B/made -MMD -MP
# Keeps the names of folders out of the output. An absolute B gives the same output as a relative one.
PREFIX_MAP = '-ffile-prefix-map=$(CURDIR)=.' $(if $(filter /%,$B),-ffile-prefix-map=$B=build)
HARDENING = $(FOUND_FLAGS) $(if $(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
HARDENING_LINK = -Wl,-z,relro -Wl,-z,now -Wl,-z,defs
RELEASE = $(BASE) -fPIC -fvisibility=hidden $(PREFIX_MAP) $(HARDENING) $(CPPFLAGS) $(CFLAGS)
LTO_FLAGS = $(if $(LTO),$(FOUND_LTO))
PIE = -pie
LINK = $(CC) $(CFLAGS) $(PREFIX_MAP) $(HARDENING) $(HARDENING_LINK) -Wl,--as-needed $(LDFLAGS)
LIBS = $(FOUND_LIBS) -pthread -lm
# For the programs only: the library takes text.
ARCHIVE_LIBS = $(FOUND_ARCHIVE_LIBS)
LSP_LIBS = $(FOUND_LSP_LIBS)
CLI_LIBS = $(ARCHIVE_LIBS) $(LSP_LIBS)
# Most symbols are libc's. The loader searches the libraries in order, so this saves a sixth of the start.
LIBC_FIRST = -lc
PROGRAM_FOLDER = $(libexecdir)/zet
# What the library is linked of. With LTO=1 it is one object, optimized as a whole. Internal functions begin with zi_ and
# are hidden. With more than one partition, link-time optimization would make static functions global.
LIBRARY = $(if $(LTO),$B/zet.o,$(LIB_OBJECTS:%=$O/%))

$(eval $(call track,$O/flags,$(strip $(CC) $(filter-out -Werror,$(RELEASE)) $(LTO_FLAGS))))
$(eval $(call track,$B/linked,$(strip $(LTO) $(LINK) $(CLI_LIBS) $(LIBS) $(LIB_SOURCES) $(CLI_SOURCES))))
$(eval $(call track,$B/places,$(prefix) $(exec_prefix) $(libdir) $(libexecdir) $(includedir)))

$O/%.o: %.c $O/flags
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(CC) $(RELEASE) $(if $(LTO_FLAGS),$(if $(filter cli/% tests/% packages/%,$<),,$(LTO_FLAGS) -frandom-seed=$<)) -c -o $@ $<

$O/cli/apart.o $B/clang/cli/apart.o: BASE += -DPROGRAM_FOLDER='"$(PROGRAM_FOLDER)"'
$O/cli/apart.o: $B/places

-include $(patsubst %.c,$O/%.d,$(SOURCES))

# The programs.

$(PROGRAM): $(patsubst %.c,$O/%.o,$(if $(ONE_PROGRAM),$(CLI_SOURCES),$(ZET_SOURCES))) $B/libzet.a $B/linked | $(PROGRAMS)
	$(SAY) $@
	$(Q)$(LINK) $(PIE) -o $@ $(filter %.o %.a,$^) $(LIBC_FIRST) $(if $(ONE_PROGRAM),$(CLI_LIBS)) $(LIBS)

# The other programs take what they use of zet's own files.
$B/cli.a: $(filter-out %/apart.o,$(ZET_SOURCES:%.c=$O/%.o)) $B/linked
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $(filter %.o,$^)

$(PROGRAM)-archive: $(ARCHIVE_SOURCES:%.c=$O/%.o)
$(PROGRAM)-archive: OWN_LIBS = $(ARCHIVE_LIBS)
$(PROGRAM)-lsp: $(LSP_SOURCES:%.c=$O/%.o)
$(PROGRAM)-lsp: OWN_LIBS = $(LSP_LIBS)
$(PROGRAM)-archive $(PROGRAM)-lsp: $O/cli/main.o $B/cli.a $B/libzet.a $B/linked
	$(SAY) $@
	$(Q)$(LINK) $(PIE) -o $@ $(filter %.o,$^) $B/cli.a $B/libzet.a $(LIBC_FIRST) $(OWN_LIBS) $(LIBS)

# The library.

$B/zet.o: $(LIB_OBJECTS:%=$O/%) $B/linked
	$(SAY) $@
	$(Q)$(CC) $(CFLAGS) $(HARDENING) -fPIC $(PREFIX_MAP) $(if $(LTO_FLAGS),$(LTO_FLAGS) -flto-partition=one -flinker-output=nolto-rel) -nostdlib -r -o $@ $(filter %.o,$^)

$B/libzet.a: $(LIBRARY) $B/linked
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $(filter %.o,$^)

$B/api.txt: $(API)
	@mkdir -p $(@D)
	$(Q)tests/tools/api_functions $^ >$@

$B/zet.map: $B/api.txt
	$(Q)(echo 'ZET_$(ABI) {'; echo 'global:'; sed 's/$$/;/' $<; echo 'local: *;'; echo '};') >$@

$B/libzet.so.$(VERSION): $(LIBRARY) $B/zet.map $B/linked
	$(SAY) $@
	$(Q)$(LINK) -shared -Wl,-soname,libzet.so.$(ABI) -Wl,--version-script=$B/zet.map -o $@ $(filter %.o,$^) $(LIBS)

$B/libzet.so: $B/libzet.so.$(VERSION)
	$(Q)ln -sf libzet.so.$(VERSION) $B/libzet.so.$(ABI)
	$(Q)ln -sf libzet.so.$(ABI) $@

# The libraries for static linking are named here: for a required package, pkg-config would also need its flags.
$B/zet.pc: $(API) $B/places
	$(Q)printf '%s\n' 'prefix=$(prefix)' 'exec_prefix=$(exec_prefix:$(prefix)%=$${prefix}%)' \
	    'libdir=$(libdir:$(exec_prefix)%=$${exec_prefix}%)' 'includedir=$(includedir:$(prefix)%=$${prefix}%)' '' \
	    'Name: zet' 'Description: reads, checks, converts and draws game records of Hogga, Halma, Akron and HusBao' \
	    'Libs: -L$${libdir} -lzet' 'Libs.private: $(LIBS)' 'Version: $(VERSION)' 'Cflags: -I$${includedir}' >$@

# Files that are compiled in. $(call made,FILE,OBJECT): objects need it, in every folder of objects.

made = $(foreach d,release lto asan clang fuzz/objects wasm/zet,$B/$d/$2): $1

# $(call embed,NAME...): the files as lines ASSET(name, bytes).
embed = set -- $^; for name in $1; do \
    echo "ASSET($$name,"; od -An -v -tu1 $$1 | sed 's/  */,/g; 1s/^,//'; echo ')'; shift; \
    done >$@

# What `zet index --export` writes besides its tables.
ENGINE = $B/made/cli/archive/engine.def
$(call made,$(ENGINE),cli/archive/export.o)
$(ENGINE): cli/archive/schema.sql cli/archive/engine.sql
	@mkdir -p $(@D)
	$(Q)$(call embed,schema engine)

# The shell functions that `zet completion` prints besides its tables.
COMPLETION_ASSETS = $B/made/cli/completion.def
$(call made,$(COMPLETION_ASSETS),cli/completion.o)
$(COMPLETION_ASSETS): $(addprefix cli/completion/functions.,bash zsh fish)
	@mkdir -p $(@D)
	$(Q)$(call embed,bash zsh fish)

# The rules that `zet explain` shows.
RULINGS = $B/made/cli/rulings.def
$(call made,$(RULINGS),cli/explain.o)
$(RULINGS): cli/rulings.awk docs/spec/RULES.md
	@mkdir -p $(@D)
	$(Q)awk -f $^ >$@

# The words of other languages, as a table.
WORDS = $B/made/notation/words/catalogues.def
$(call made,$(WORDS),notation/words/words.o)
$(WORDS): notation/words/catalogues.awk $(wildcard notation/words/po/*.po)
	@mkdir -p $(@D)
	$(Q)set -e; for po in $(filter %.po,$^); do \
	    awk -v tag=$$(basename $$po .po) -f $< $$po >$@.part; LC_ALL=C sort $@.part; \
	done | cut -d "$$(printf '\001')" -f 2- >$@; rm $@.part

# What every page includes, and the hash of its script. esbuild minifies; without it, only indentation, empty lines and
# comment lines are removed.
PAGE_MADE = $(addprefix $B/made/,zet-board.js page.css page_dark.css)
PAGE_HASH = $B/made/zet-board.js.sha256
PAGE_ASSETS = $B/made/diagrams/page_assets.def
$(call made,$(PAGE_ASSETS),diagrams/page.o)
$(PAGE_ASSETS): $B/made/zet-board.js diagrams/embed.js $(PAGE_HASH) diagrams/site.css $B/made/page.css $B/made/page_dark.css
	@mkdir -p $(@D)
	$(Q)$(call embed,script embed hash site style dark)

vpath zet-board.js packages/board
vpath page%.css diagrams
$(PAGE_MADE): $B/made/%: %
	@mkdir -p $(@D)
	$(Q)if command -v esbuild >/dev/null; then esbuild --minify --log-level=warning $< >$@; \
	    else sed -e 's/^ *//' -e '/^\/\/ /d' -e '/^\/\*.*\*\/$$/d' -e '/^$$/d' $< >$@; fi

$(PAGE_HASH): $B/made/zet-board.js
	$(Q)sha256sum <$< | cut -c 1-64 | tr a-f A-F | basenc -d --base16 | base64 | tr -d '\n' >$@

# The manual pages and the completion, from the tables of the program. RUN starts a program built for another machine.

RUN =
DATE = $(shell date -u +%F -d "$$(sed -n 's/^ -- .*>  //p' debian/changelog | head -n 1)")
MANUAL = $B/man/zet.1 $(COMMANDS:%=$B/man/zet-%.1) $B/man/zet-record.5
COMPLETIONS = $B/completion/zet.bash $B/completion/zet.zsh $B/completion/zet.fish

$B/manual: $(patsubst %.c,$O/%.o,$(filter-out cli/main.c,$(CLI_SOURCES)) cli/manual/manual.c) $B/libzet.a
	$(SAY) $@
	$(Q)$(LINK) $(PIE) -o $@ $^ $(CLI_LIBS) $(LIBS)

$(MANUAL): $B/man/%: $B/manual
	@mkdir -p $(@D)
	$(Q)$(RUN) $B/manual $(if $(filter zet.1,$*),zet,$(patsubst zet-%,%,$*)) $(DATE) >$@

$(COMPLETIONS): $B/completion/zet.%: $(PROGRAM)
	@mkdir -p $(@D)
	$(Q)$(RUN) $(PROGRAM) completion $* >$@

.PHONY: man
man: $(MANUAL)

# Installation.

.PHONY: install uninstall install-files
install:
	+@$(MAKE) --no-print-directory LTO=$(if $(filter command%,$(origin LTO)),$(LTO),1) install-files
install-files: all man $(SCHEMAS) $(COMPLETIONS)
	for folder in '$(bindir)' '$(PROGRAM_FOLDER)' '$(libdir)' '$(pkgconfigdir)' '$(includedir)' '$(datadir)/zet' '$(bashcompletiondir)' \
	    '$(zshcompletiondir)' '$(fishcompletiondir)' '$(mandir)/man1' '$(mandir)/man5'; do $(INSTALL) -d '$(DESTDIR)'"$$folder" || exit; done
	$(INSTALL) -m 755 $(PROGRAM) '$(DESTDIR)$(bindir)/zet'
	$(INSTALL) -m 755 $(PROGRAM)-archive '$(DESTDIR)$(PROGRAM_FOLDER)/zet-archive'
	$(INSTALL) -m 755 $(PROGRAM)-lsp '$(DESTDIR)$(PROGRAM_FOLDER)/zet-lsp'
	$(INSTALL) -m 644 $B/libzet.a '$(DESTDIR)$(libdir)/libzet.a'
	$(INSTALL) -m 644 $B/libzet.so.$(VERSION) '$(DESTDIR)$(libdir)/libzet.so.$(VERSION)'
	ln -sf libzet.so.$(VERSION) '$(DESTDIR)$(libdir)/libzet.so.$(ABI)'
	ln -sf libzet.so.$(ABI) '$(DESTDIR)$(libdir)/libzet.so'
	$(INSTALL) -m 644 $B/zet.pc '$(DESTDIR)$(pkgconfigdir)'
	$(INSTALL) -m 644 $(API) '$(DESTDIR)$(includedir)'
	$(INSTALL) -m 644 cli/pandoc/zet.lua editors/github/problem-matcher.json $(SCHEMAS) '$(DESTDIR)$(datadir)/zet'
	$(INSTALL) -m 644 $B/completion/zet.bash '$(DESTDIR)$(bashcompletiondir)/zet'
	$(INSTALL) -m 644 $B/completion/zet.zsh '$(DESTDIR)$(zshcompletiondir)/_zet'
	$(INSTALL) -m 644 $B/completion/zet.fish '$(DESTDIR)$(fishcompletiondir)/zet.fish'
	$(INSTALL) -m 644 $(filter %.1,$(MANUAL)) '$(DESTDIR)$(mandir)/man1'
	$(INSTALL) -m 644 $(filter %.5,$(MANUAL)) '$(DESTDIR)$(mandir)/man5'

uninstall:
	cd '$(DESTDIR)$(bindir)' && rm -f zet
	cd '$(DESTDIR)$(PROGRAM_FOLDER)' && rm -f zet-archive zet-lsp
	cd '$(DESTDIR)$(libdir)' && rm -f libzet.a libzet.so libzet.so.$(ABI) libzet.so.$(VERSION)
	rm -f '$(DESTDIR)$(pkgconfigdir)/zet.pc' '$(DESTDIR)$(includedir)/zet.h' '$(DESTDIR)$(bashcompletiondir)/zet' \
	    '$(DESTDIR)$(zshcompletiondir)/_zet' '$(DESTDIR)$(fishcompletiondir)/zet.fish'
	cd '$(DESTDIR)$(datadir)/zet' && rm -f zet.lua problem-matcher.json $(notdir $(SCHEMAS))
	cd '$(DESTDIR)$(mandir)' && rm -f $(patsubst $B/man/%,man1/%,$(filter %.1,$(MANUAL))) man5/zet-record.5
	-rmdir '$(DESTDIR)$(datadir)/zet' '$(DESTDIR)$(PROGRAM_FOLDER)' 2>/dev/null

# The first steps of a new user. .ci/install installs what is missing, and asks before it uses sudo.

.PHONY: try install-build
install-build:
	@.ci/install build
try: install-build
	@echo 'building ./zet, which takes a minute or two'
	@$(MAKE) -s --no-print-directory SAY=@: zet
	@for record in hogga bad; do \
	    printf '\n$$ ./zet validate examples/%s.yaml\n' $$record; ./zet validate --color never examples/$$record.yaml; done; true
	@echo
	@echo 'The first record is valid. The second is not, and zet found what was meant. Next:'
	@echo '  ./zet fix --diff examples/bad.yaml      shows the repairs'
	@echo '  ./zet diagram examples/hogga.yaml       draws a board'
	@echo '  ./zet help                              lists the commands'
	@echo '  docs/tutorial.md                        your first record, in ten minutes'
	@echo '  make test; sudo make install            tests it; installs it under $(prefix)'

# A tarball of the committed files.

.PHONY: dist FORCE
DIST = $B/zet-$(VERSION).tar.xz
dist: $(DIST)
$(DIST): FORCE
	@mkdir -p $(@D)
	$(Q)git archive --prefix=zet-$(VERSION)/ HEAD | xz -T1 >$@.part
	$(Q)mv $@.part $@
	@ls -l $@

.PHONY: clean help
clean:
	rm -rf $B $(PROGRAM) $(PROGRAM)-archive $(PROGRAM)-lsp

help:
	@sed -n 's/^## //p' Makefile tests/Makefile packages/Makefile

## make            build ./zet and the library in build/ [DEV=1: warnings are errors] [LTO=1: optimized as installed]
## make try        install missing packages, build, and check a good and a bad record
## make check      build and run the tests, without installing packages
## make install    under prefix=/usr/local [DESTDIR=] [bindir= libdir= includedir= datadir=]
## make uninstall  remove what it installed
## make dist       a tarball of what is committed

# The other targets.

ifndef PART
TESTS = bench check check-file conformance corpus-big coverage faults format fuzz fuzz-corpus limits lines lint \
    mutants test test-all test-more test-archive test-clusters test-cross test-latex test-output test-pixels \
    test-raster tsan valgrind with-clang
PACKAGES = deb install-npm install-wasm install-web musl npm python python-wheel release rulebook site symbols test-bundlers test-musl \
    test-npm test-package test-program test-release test-rulebook test-site test-vscode test-web test-wheels \
    test-windows vscode web wheels windows
.PHONY: $(TESTS) $(PACKAGES)
$(TESTS):
	+@$(MAKE) --no-print-directory -f tests/Makefile $@
$(PACKAGES):
	+@$(MAKE) --no-print-directory -f packages/Makefile $@
$B/test/% $B/asan/%.o: FORCE
	+@$(MAKE) --no-print-directory -f tests/Makefile $@
$(addprefix $B/,zet-asan generate check-corpus archive-scan zet-segments): FORCE
	+@$(MAKE) --no-print-directory -f tests/Makefile $@
endif

# $(call clang-runtime,FILE,SUFFIX): installs the package of the current clang that contains the file.
clang-runtime = .ci/install "$$(clang -print-resource-dir)/lib/$1:libclang-rt-$$(clang -dumpversion | cut -d. -f1)-dev$2"

endif
