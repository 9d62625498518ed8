# zet: `make try` and `make test` work from a fresh clone on a bare Debian machine; `make help` lists the targets.

# In another folder, run make -f SOURCE/Makefile: the output goes to that folder.
SOURCE := $(patsubst %/,%,$(dir $(realpath $(firstword $(MAKEFILE_LIST)))))
ifneq ($(SOURCE),$(realpath .))

GOALS = $(or $(MAKECMDGOALS),all)
.PHONY: $(GOALS)
$(GOALS):
	@$(MAKE) --no-print-directory -C '$(SOURCE)' B='$(CURDIR)/build' PROGRAM='$(CURDIR)/zet' $@

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
docdir = $(datadir)/doc/zet
mandir = $(datadir)/man
pkgconfigdir = $(libdir)/pkgconfig
INSTALL = install
# make DEV=1 turns warnings into errors; make V=1 shows the commands
Q = $(if $(V),,@)
SAY = $(if $(V),@:,@echo '  ')
B = build
PROGRAM = ./zet

# $(call supported,FLAG...): the flags that the compiler supports.
supported = $(foreach f,$1,$(shell $(CC) -Werror $f -E -x c /dev/null >/dev/null 2>&1 && echo '$f'))
HARDENING := $(call supported,-fstack-protector-strong -fstack-clash-protection -fcf-protection) \
    $(if $(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
PIE = -pie
HARDENING_LINK = -Wl,-z,relro -Wl,-z,now -Wl,-z,defs
# make LTO=1: link-time optimization within the library, in a folder of its own. `make install`, the release and the Debian
# packages have it. Installed files contain only machine code.
LTO =
LTO_FLAGS := $(if $(LTO),$(if $(shell $(CC) -dM -E -x c /dev/null 2>/dev/null | grep __clang__),,-flto=auto))
O = $B/$(if $(LTO),lto,release)

# The version is defined only in the header.
API = validators/zet.h
version = $(shell sed -n 's/^\#define ZET_VERSION_$1 //p' validators/zet.h)
ABI := $(call version,MAJOR)
VERSION := $(ABI).$(call version,MINOR).$(call version,PATCH)

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror=implicit -Werror=int-conversion $(if $(DEV),-Werror)
BASE = -std=c17 -D_GNU_SOURCE $(WARNINGS) -I. -Ivalidators -I$B/made -MMD -MP
# Keeps the names of folders out of the output. An absolute B gives the same output as a relative one.
PREFIX_MAP = -ffile-prefix-map=$(CURDIR)=. $(if $(filter /%,$B),-ffile-prefix-map=$B=build)
RELEASE = $(BASE) -fPIC -fvisibility=hidden $(PREFIX_MAP) $(HARDENING) $(CPPFLAGS) $(CFLAGS)
SANITIZE = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
SANITIZE_STATIC = -static-libasan
MODULES = yaml-0.1 libpcre2-8 libutf8proc
LIBS := $(shell $(PKG_CONFIG) --libs $(MODULES) 2>/dev/null) -pthread -lm
# For the programs only: the library takes text.
ARCHIVE_LIBS := $(shell $(PKG_CONFIG) --libs sqlite3 2>/dev/null)
LSP_LIBS := $(shell $(PKG_CONFIG) --libs jansson 2>/dev/null)
CLI_LIBS = $(ARCHIVE_LIBS) $(LSP_LIBS)

LIB_SOURCES = $(wildcard $(addsuffix /*.c,notation/* validators/* formats diagrams tournaments))
LIB_OBJECTS = $(LIB_SOURCES:%.c=%.o)
# Games that exist only in the tests.
GAME_SOURCES = $(wildcard tests/games/*.c)
EXTRA_GAMES = -DZET_EXTRA_GAMES='"tests/games/games.def"'
# zet, and the programs that it runs for the commands of an archive and of an editor.
ZET_SOURCES = $(wildcard cli/*.c)
ARCHIVE_SOURCES = $(wildcard cli/archive/*.c)
LSP_SOURCES = $(wildcard cli/lsp/*.c)
# All commands in one program: for other systems, and for tests that look into it.
CLI_SOURCES = $(filter-out cli/apart.c cli/archive/program.c cli/lsp/program.c,$(ZET_SOURCES) $(ARCHIVE_SOURCES) $(LSP_SOURCES))
SOURCES = $(LIB_SOURCES) $(ZET_SOURCES) $(ARCHIVE_SOURCES) $(LSP_SOURCES)
UNIT_SOURCES = $(wildcard tests/unit/*.c)
NAIVE_SOURCES = $(wildcard tests/naive_*.c)
TOOL_SOURCES = $(wildcard tests/tools/*.c)

.DELETE_ON_ERROR:

# ONE_PROGRAM=1: all commands in one program, for other systems.
PROGRAMS = $(if $(ONE_PROGRAM),,$(PROGRAM)-archive $(PROGRAM)-lsp)

.PHONY: all
all: $(PROGRAM) $(PROGRAMS) $B/libzet.a $B/libzet.so $B/zet.pc

# Most symbols are libc's. The loader searches the libraries in order, so this saves a sixth of the start.
LIBC_FIRST = -lc

LINK = $(CC) $(CFLAGS) $(PREFIX_MAP) $(HARDENING) $(HARDENING_LINK) -Wl,--as-needed $(LDFLAGS)

# The program and the library. With LTO=1 the library is one object, optimized as a whole; the archive and the
# shared library are made from it. Internal functions begin with zi_ and are hidden. With more than one
# partition, link-time optimization would make static functions global.

LIBRARY = $(if $(LTO),$B/zet.o,$(LIB_OBJECTS:%=$O/%))

PROGRAM_FOLDER = $(libexecdir)/zet
$O/cli/apart.o $B/clang/cli/apart.o: BASE += -DPROGRAM_FOLDER='"$(PROGRAM_FOLDER)"'
$O/cli/apart.o: $B/places

$(PROGRAM): $(patsubst %.c,$O/%.o,$(if $(ONE_PROGRAM),$(CLI_SOURCES),$(ZET_SOURCES))) $B/libzet.a $B/linked | $(PROGRAMS)
	$(SAY) $@
	$(Q)$(LINK) $(PIE) -o $@ $(filter %.o %.a,$^) $(LIBC_FIRST) $(if $(ONE_PROGRAM),$(CLI_LIBS)) $(LIBS)

# The other programs take what they use of zet's own files.
$B/cli.a: $(filter-out %/apart.o,$(ZET_SOURCES:%.c=$O/%.o)) $B/linked
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $(filter %.o,$^)

$(PROGRAM)-archive: $(ARCHIVE_SOURCES:%.c=$O/%.o)
$(PROGRAM)-archive: OWN_LIBS = $(ARCHIVE_LIBS) $(LSP_LIBS)
$(PROGRAM)-lsp: $(LSP_SOURCES:%.c=$O/%.o)
$(PROGRAM)-lsp: OWN_LIBS = $(LSP_LIBS)
$(PROGRAM)-archive $(PROGRAM)-lsp: $O/cli/main.o $B/cli.a $B/libzet.a $B/linked
	$(SAY) $@
	$(Q)$(LINK) $(PIE) -o $@ $(filter %.o,$^) $B/cli.a $B/libzet.a $(LIBC_FIRST) $(OWN_LIBS) $(LIBS)

$B/zet.o: $(LIB_OBJECTS:%=$O/%) $B/linked
	$(SAY) $@
	$(Q)$(CC) $(CFLAGS) $(HARDENING) -fPIC $(PREFIX_MAP) $(if $(LTO_FLAGS),$(LTO_FLAGS) -flto-partition=one -flinker-output=nolto-rel) -nostdlib -r -o $@ $(filter %.o,$^)

$B/api.txt: $(API)
	@mkdir -p $(@D)
	$(Q)tests/tools/api_functions $^ >$@

$B/libzet.a: $(LIBRARY) $B/linked
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $(filter %.o,$^)

# The manual pages, from the tables of the program. RUN starts a program built for another machine.

RUN =
DATE = $(shell sed -n 's/^\#\# [0-9.]* (\(.*\))/\1/p' CHANGELOG.md | head -n 1)
COMMANDS = $(shell sed -n 's/^COMMAND(\(.*\))/\1/p' cli/commands.def)
MANUAL = $B/man/zet.1 $(COMMANDS:%=$B/man/zet-%.1) $B/man/zet-record.5

$B/manual: $(patsubst %.c,$O/%.o,$(filter-out cli/main.c,$(CLI_SOURCES)) cli/manual/manual.c) $B/libzet.a
	$(SAY) $@
	$(Q)$(LINK) $(PIE) -o $@ $^ $(CLI_LIBS) $(LIBS)

$B/man/zet.1: $B/manual
	@mkdir -p $(@D)
	$(Q)$(RUN) $B/manual zet $(DATE) >$@

$B/man/zet-%: $B/manual
	@mkdir -p $(@D)
	$(Q)$(RUN) $B/manual $* $(DATE) >$@

.PHONY: man
man: $(MANUAL)

# Completion for shells, from the same tables.

COMPLETIONS = $B/completion/zet.bash $B/completion/zet.zsh $B/completion/zet.fish
bashcompletiondir = $(datadir)/bash-completion/completions
zshcompletiondir = $(datadir)/zsh/site-functions
fishcompletiondir = $(datadir)/fish/vendor_completions.d

$B/completion/zet.%: $(PROGRAM)
	@mkdir -p $(@D)
	$(Q)$(RUN) $(PROGRAM) completion $* >$@

# JSON Schemas for editors and other programs.

SCHEMAS = schemas/record.schema.json schemas/findings.schema.json schemas/settings.schema.json

# The files that `zet index --export` writes besides its tables.

ENGINE = $B/made/cli/archive/engine.def
$(foreach d,release lto asan clang fuzz/objects wasm/zet,$B/$d/cli/archive/export.o): $(ENGINE)
$(ENGINE): cli/archive/schema.sql cli/archive/engine.sql
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(call embed,schema engine)

# The shell functions that `zet completion` prints besides its tables.

COMPLETION_ASSETS = $B/made/cli/completion.def
$(foreach d,release lto asan clang fuzz/objects wasm/zet,$B/$d/cli/completion.o): $(COMPLETION_ASSETS)
$(COMPLETION_ASSETS): $(addprefix cli/completion/functions.,bash zsh fish)
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(call embed,bash zsh fish)

# $(call embed,NAME...): the files as lines ASSET(name, bytes).
embed = set -- $^; for name in $1; do \
    echo "ASSET($$name,"; od -An -v -tu1 $$1 | sed 's/  */,/g; 1s/^,//'; echo ')'; shift; \
    done >$@

$B/zet.map: $B/api.txt
	$(Q)(echo 'ZET_$(ABI) {'; echo 'global:'; sed 's/$$/;/' $<; echo 'local: *;'; echo '};') >$@

$B/libzet.so.$(VERSION): $(LIBRARY) $B/zet.map $B/linked
	$(SAY) $@
	$(Q)$(LINK) -shared -Wl,-soname,libzet.so.$(ABI) -Wl,--version-script=$B/zet.map \
	    -Wl,--as-needed -o $@ $(filter %.o,$^) $(LIBS)

$B/libzet.so: $B/libzet.so.$(VERSION)
	$(Q)ln -sf libzet.so.$(VERSION) $B/libzet.so.$(ABI)
	$(Q)ln -sf libzet.so.$(ABI) $@

# The libraries for static linking are named here: for a required package, pkg-config would also need its flags.
$B/zet.pc: PC = 'Name: zet' 'Description: $(DESCRIPTION)' 'Libs: -L$${libdir} -lzet' 'Libs.private: $(LIBS)'
$B/zet.pc: $(API) $B/places
	@mkdir -p $(@D)
	$(Q)printf '%s\n' 'prefix=$(prefix)' 'exec_prefix=$(exec_prefix:$(prefix)%=$${prefix}%)' \
	    'libdir=$(libdir:$(exec_prefix)%=$${exec_prefix}%)' 'includedir=$(includedir:$(prefix)%=$${prefix}%)' '' \
	    $(PC) 'Version: $(VERSION)' 'Cflags: -I$${includedir}' >$@
DESCRIPTION = reads, checks, converts and draws game records of Hogga, Halma, Akron and HusBao

.PHONY: FORCE

# What the objects, the linked files and the places were made with: a change makes them again.
define track
ifneq ($$(file <$1),$2)
$$(shell mkdir -p $(dir $1))$$(file >$1,$2)
endif
$1: ;
endef
$(eval $(call track,$O/flags,$(strip $(CC) $(filter-out -Werror,$(RELEASE)) $(LTO_FLAGS))))
$(eval $(call track,$B/linked,$(strip $(LTO) $(LINK) $(CLI_LIBS) $(LIBS))))
$(eval $(call track,$B/places,$(prefix) $(exec_prefix) $(libdir) $(libexecdir) $(includedir)))

$O/%.o: %.c $O/flags
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(CC) $(RELEASE) $(if $(LTO_FLAGS),$(if $(filter cli/% tests/% packages/%,$<),,$(LTO_FLAGS) -frandom-seed=$<)) -c -o $@ $<

$B/asan/%.o: %.c
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(CC) $(BASE) $(EXTRA_GAMES) $(SANITIZE) -c -o $@ $<

$B/clang/%.o: %.c
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)clang $(BASE) -O1 -c -o $@ $<

# The words of other languages, as a table for words.c.

WORDS = $B/made/notation/words/catalogues.def
$(foreach d,release lto asan clang fuzz/objects,$B/$d/notation/words/words.o): $(WORDS)
$(WORDS): notation/words/catalogues.awk $(wildcard notation/words/po/*.po)
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)set -e; for po in $(filter %.po,$^); do \
	    awk -v tag=$$(basename $$po .po) -f $< $$po >$@.part; LC_ALL=C sort $@.part; \
	done | cut -d "$$(printf '\001')" -f 2- >$@; rm $@.part

# The files included in every page, and the hash of its script.

PAGE_SCRIPT = $B/made/zet-board.js
PAGE_STYLE = $B/made/page.css
PAGE_DARK = $B/made/page_dark.css
PAGE_HASH = $B/made/zet-board.js.sha256
PAGE_FILES = $(PAGE_SCRIPT) diagrams/embed.js $(PAGE_HASH) diagrams/site.css $(PAGE_STYLE) $(PAGE_DARK)
PAGE_ASSETS = $B/made/diagrams/page_assets.def
$(foreach d,release lto asan clang fuzz/objects,$B/$d/diagrams/page.o): $(PAGE_ASSETS)
$(PAGE_ASSETS): $(PAGE_FILES)
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(call embed,script embed hash site style dark)

# Minified by esbuild; without it, only indentation, empty lines and comment lines are removed.
ESBUILD = $(shell command -v esbuild)
vpath zet-board.js packages/board
vpath page%.css diagrams
$(PAGE_SCRIPT) $(PAGE_STYLE) $(PAGE_DARK): $B/made/%: %
	@mkdir -p $(@D)
	$(Q)$(if $(ESBUILD),$(ESBUILD) --minify --log-level=warning $< >$@,sed -e 's/^ *//' -e '/^\/\/ /d' -e '/^\/\*.*\*\/$$/d' -e '/^$$/d' $< >$@)

$(PAGE_HASH): $(PAGE_SCRIPT)
	@mkdir -p $(@D)
	$(Q)sha256sum <$< | cut -c 1-64 | tr a-f A-F | basenc -d --base16 | base64 | tr -d '\n' >$@

# The rules that `zet explain` shows.

RULINGS = $B/made/cli/rulings.def
$(foreach d,release lto asan clang fuzz/objects wasm/zet,$B/$d/cli/explain.o): $(RULINGS)
$(RULINGS): cli/rulings.awk docs/spec/RULES.md
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)awk -f $^ >$@

-include $(shell find $B -type f -name '*.d' 2>/dev/null)

# The first steps of a new user.

.PHONY: try
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

DEJAVU = /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
.PHONY: install-build install-test install-test-all
install-build:
	@.ci/install gcc:gcc /usr/include/stdio.h:libc6-dev /usr/include/yaml.h:libyaml-dev \
	    /usr/include/pcre2.h:libpcre2-dev /usr/include/jansson.h:libjansson-dev \
	    /usr/include/utf8proc.h:libutf8proc-dev \
	    /usr/include/sqlite3.h:libsqlite3-dev \
	    pkg-config:pkgconf $(DEJAVU):fonts-dejavu-core

# Without Chromium, TeX, LLVM and npm.
install-test: install-build
	@.ci/install g++:g++ /usr/include/cmocka.h:libcmocka-dev /usr/include/csv.h:libcsv-dev pandoc:pandoc valgrind:valgrind groff:groff mandoc:mandoc nvim:neovim zsh:zsh fish:fish \
	    python3:python3 mypy:mypy readelf:binutils pdftotext:poppler-utils rsvg-convert:librsvg2-bin strace:strace \
	    /usr/lib/python3/dist-packages/yaml/__init__.py:python3-yaml xz:xz-utils zstd:zstd jq:jq msgcmp:gettext git:git
install-test-all: install-test install-filter
	@.ci/install clang:clang clang-format:clang-format chromium:chromium chromedriver:chromium-driver node:nodejs npm:npm unzip:unzip \
	    esbuild:esbuild pre-commit:pre-commit convert:imagemagick
	@! apt-cache show firefox-esr >/dev/null 2>&1 || .ci/install firefox-esr:firefox-esr
	@! apt-cache show clickhouse-server >/dev/null 2>&1 || \
	    .ci/install clickhouse-client:clickhouse-client /usr/sbin/clickhouse-server:clickhouse-server

# Tests. The last line is `N passed, N failed`.

.PHONY: test test-all
test: install-test
	@$(MAKE) -s --no-print-directory -j2 DEV=1 test-programs
	@tests/run
test-all: install-test-all
	@$(MAKE) -s --no-print-directory -j2 DEV=1 test-programs with-clang
	@tests/run --all

# Every source without a warning of clang.
.PHONY: with-clang
with-clang: $(SOURCES:%.c=$B/clang/%.o)

UNIT_PROGRAMS = $(UNIT_SOURCES:tests/unit/%.c=$B/test/unit-%)

.PHONY: test-programs
test-programs: all $B/planted $B/zet-asan $B/test/contract $B/test/spec-limits $(UNIT_PROGRAMS) $B/check-corpus-asan \
    $B/generate $B/generate-asan $B/archive-scan $B/zet-segments $B/manual $(patsubst tests/fuzz/%.c,$B/test/fuzz-%,$(wildcard tests/fuzz/*.c)) $B/test/fuzz-planted

# Small blocks, so that memory can run out wherever a record allocates some, and writes beyond an
# item are detected.
$B/asan/notation/base/arena.o: BASE += -DARENA_BLOCK_BYTES=16

# Tests see the inside of the library. An archive, so that each test links only the parts that it uses.
ASAN_OBJECTS = $B/asan/tests/leaks.o $B/libzet-asan.a

$B/libzet-asan.a: $(LIB_OBJECTS:%=$B/asan/%) $(GAME_SOURCES:%.c=$B/asan/%.o)
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $^

# dlopen is resolved for the program, not for the sanitizer's library.
$B/zet-asan: $(CLI_SOURCES:%.c=$B/asan/%.o) $(ASAN_OBJECTS)
	$(SAY) $@
	$(Q)$(CC) $(SANITIZE) $(LDFLAGS) $(SANITIZE_STATIC) -o $@ $^ $(CLI_LIBS) $(LIBS)

$B/test/contract: $B/asan/tests/contract.o $(NAIVE_SOURCES:%.c=$B/asan/%.o) $(ASAN_OBJECTS)
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(CC) $(SANITIZE) $(LDFLAGS) -o $@ $^ $(LIBS) $(LSP_LIBS) -lcsv -lcmocka

$B/test/unit-%: $B/asan/tests/unit/%.o $(NAIVE_SOURCES:%.c=$B/asan/%.o) $(ASAN_OBJECTS)
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(CC) $(SANITIZE) $(LDFLAGS) -o $@ $^ $(LIBS) $(LSP_LIBS) -lcsv -lcmocka

# In these tests memory runs out on purpose.
$B/test/unit-api $B/test/unit-api_game $B/test/unit-memory $B/test/unit-yaml_write: LIBS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup

$B/check-corpus: $O/tests/tools/check_corpus.o $B/libzet.a
	$(SAY) $@
	$(Q)$(LINK) -o $@ $^ $(LIBS)

# The table of limits of the specification.
$B/test/spec-limits: tests/spec/limits.c
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(CC) $(BASE) -o $@ $<

$B/check-corpus-asan: $B/asan/tests/tools/check_corpus.o $(ASAN_OBJECTS)
	$(SAY) $@
	$(Q)$(CC) $(SANITIZE) $(LDFLAGS) -o $@ $^ $(LIBS)

# The rules' examples and the records of the corpus, for other programs.

.PHONY: conformance
conformance: install-build
	@.ci/install python3:python3
	@$(MAKE) -s --no-print-directory zet
	@tests/tools/conformance corpus/conformance

# Large streams: make corpus-big GAME=hogga COUNT=100000 [VARIANT=...] [SEED=1] [OUT=FILE]

GAME ?= hogga
COUNT ?= 10000
SEED ?= 1
OUT = $B/big-$(GAME)$(VARIANT).yaml

$B/generate: $O/tests/tools/generate.o $B/libzet.a
	$(SAY) $@
	$(Q)$(LINK) -o $@ $^ $(LIBS)

$B/generate-asan: $B/asan/tests/tools/generate.o $(ASAN_OBJECTS)
	$(SAY) $@
	$(Q)$(CC) $(SANITIZE) -o $@ $^ $(LIBS)

# zet explore as a full scan, for tests/archive.
$B/archive-scan: $O/tests/archive/scan.o $B/libzet.a
	$(SAY) $@
	$(Q)$(LINK) -o $@ $^ $(LIBS)

# zet with small segments, which tests/archive interrupts.
$B/segments.o: cli/archive/segment.c $(wildcard cli/archive/*.h)
	$(Q)$(CC) $(RELEASE) -DSEGMENT_POSITIONS=3000 -c -o $@ $<
$B/zet-segments: $(filter-out %/archive/segment.o,$(CLI_SOURCES:%.c=$O/%.o)) $B/segments.o $B/libzet.a
	$(SAY) $@
	$(Q)$(LINK) $(PIE) -o $@ $^ $(LIBC_FIRST) $(CLI_LIBS) $(LIBS)

.PHONY: test-archive
test-archive: install-test
	@$(MAKE) -s --no-print-directory DEV=1 $B/zet-asan $B/generate $B/archive-scan $B/zet-segments
	@ROUNDS=100 KILLS=100 FLIPS=300 tests/archive/run

.PHONY: corpus-big
corpus-big: $B/generate
	$B/generate --game $(GAME) $(if $(VARIANT),--variant $(VARIANT)) --count $(COUNT) --seed $(SEED) > $(OUT).part
	mv $(OUT).part $(OUT)
	@ls -l $(OUT)

# The rulebook: the rules of the four games as a book, made from corpus/rulebook and the examples of the rules.

TEXMF = /usr/share/texlive/texmf-dist/tex
BOOK_SOURCES = $(wildcard corpus/rulebook/*) corpus/conformance/rulings.jsonl docs/spec/RULES.md cli/pandoc/zet.lua

.PHONY: rulebook install-filter install-rulebook test-rulebook
rulebook: install-rulebook
	@$(MAKE) -s --no-print-directory $B/rulebook/rulebook.pdf

$B/rulebook/rulebook.pdf: $(BOOK_SOURCES) $(PROGRAM)
	$(SAY) $@
	$(Q)ZET='$(abspath $(PROGRAM))' corpus/rulebook/build $(@D)

# Requirements of zet's filter for pandoc for PDF, and of the book.
install-filter: install-build
	@.ci/install pandoc:pandoc pdflatex:texlive-latex-base $(TEXMF)/latex/pgf/frontendlayer/tikz.sty:texlive-pictures \
	    $(TEXMF)/latex/koma-script/scrartcl.cls:texlive-latex-recommended /usr/share/texmf/tex/latex/lm/lmodern.sty:lmodern

install-rulebook: install-filter
	@.ci/install python3:python3 $(TEXMF)/luatex/luaotfload/luaotfload.sty:texlive-luatex pdftoppm:poppler-utils \
	    /usr/share/fonts/opentype/linux-libertine/LinLibertine_R.otf:fonts-linuxlibertine

# The book as a whole: its pages, its EPUB, its page in Chromium.
test-rulebook: rulebook
	@.ci/install java:default-jre-headless epubcheck:epubcheck chromium:chromium chromedriver:chromium-driver npm:npm
	@$(MAKE) -s --no-print-directory $B/axe/node_modules/axe-core/axe.min.js
	@B=$B tests/book/run

# Boards of pages by their pixels, in two browsers: make test-pixels [make site web before it: those pages too]
.PHONY: test-pixels
test-pixels: $(PROGRAM)
	@.ci/install python3:python3 convert:imagemagick chromium:chromium chromedriver:chromium-driver firefox-esr:firefox-esr
	@tests/pixels/run

# Drawings in the programs that show SVG, and TikZ under the languages of babel.
.PHONY: test-raster test-latex
test-raster: $(PROGRAM)
	@.ci/install python3:python3 rsvg-convert:librsvg2-bin inkscape:inkscape convert:imagemagick chromium:chromium \
	    chromedriver:chromium-driver $(DEJAVU):fonts-dejavu-core
	@ZET='$(abspath $(PROGRAM))' tests/raster/run

BABEL = /usr/share/texlive/texmf-dist/tex/generic/babel
test-latex: $(PROGRAM) install-filter
	@.ci/install python3:python3 pdftoppm:poppler-utils $(BABEL)-dutch/dutch.ldf:texlive-lang-european \
	    $(BABEL)-polish/polish.ldf:texlive-lang-polish $(BABEL)-german/german.ldf:texlive-lang-german \
	    $(BABEL)-french/french.ldf:texlive-lang-french $(BABEL)-spanish/spanish.ldf:texlive-lang-spanish
	@ZET='$(abspath $(PROGRAM))' tests/latex/run

# Finds accessibility faults of pages.
$B/axe/node_modules/axe-core/axe.min.js:
	@mkdir -p $B/axe
	$(Q)npm install --prefix $B/axe --silent --no-audit --no-fund --no-save axe-core@4.10

# The site of the documents, and its test. (`zet site` makes the pages of a tournament.)

.PHONY: site test-site
site: install-filter web
	@.ci/install python3:python3 cc:gcc xz:xz-utils
	@$(MAKE) -s --no-print-directory all man python
	@mkdir -p $B/rulebook
	@ZET='$(abspath $(PROGRAM))' corpus/rulebook/build $B/rulebook html
	@ZET='$(abspath $(PROGRAM))' B='$(abspath $B)' packages/site/build $B/site $B
	@echo '$B/site/index.html'

test-site: site
	@.ci/install chromium:chromium chromedriver:chromium-driver npm:npm
	@$(MAKE) -s --no-print-directory $B/axe/node_modules/axe-core/axe.min.js
	@B=$B tests/documents/run

# Speed: validation compared with libyaml's bare event loop over the same bytes.

$B/measure: $O/tests/tools/measure.o
	$(SAY) $@
	$(Q)$(LINK) -o $@ $^

$B/bare-yaml: $O/tests/tools/bare_yaml.o
	$(SAY) $@
	$(Q)$(LINK) -o $@ $^ -lyaml

# make bench [FULL=1] [PGN=../shared/peers/chess/games-1500.pgn.xz] [SAMPLE=FOLDER]; saved results
# are in tests/bench/RESULTS.md.

# Recipes for many machines, each with its engine.

.PHONY: test-clusters
test-clusters: install-build
	@.ci/install parallel:parallel /usr/sbin/sshd:openssh-server ssh:openssh-client /usr/sbin/slurmctld:slurmctld \
	    /usr/sbin/slurmd:slurmd sbatch:slurm-client /usr/sbin/munged:munge
	@$(MAKE) -s --no-print-directory zet $B/generate
	@tests/clusters/parallel
	@tests/clusters/slurm

.PHONY: bench install-bench
install-bench:
	@.ci/install python3:python3 valgrind:valgrind /usr/games/pgn-extract:pgn-extract /usr/games/tkscid:scid xz:xz-utils

bench: install-build install-bench
	@$(MAKE) -s --no-print-directory LTO=1 zet $B/generate $B/bare-yaml $B/measure
	@mkdir -p $B; tests/bench/run >$B/RESULTS.md && cat $B/RESULTS.md

# Fuzzing with libFuzzer: make fuzz [SECONDS=60] [TARGETS="rules moves"]; each target in turn, for this time. Findings
# are in build/fuzz/. make fuzz-corpus: updates the inputs in tests/fuzz/corpus-TARGET from those found by make fuzz.

# $(call clang-runtime,FILE,SUFFIX): installs the package of the current clang that contains the file.
clang-runtime = .ci/install "$$(clang -print-resource-dir)/lib/$1:libclang-rt-$$(clang -dumpversion | cut -d. -f1)-dev$2"

SECONDS = 60
FUZZ = $(wildcard tests/fuzz/*.c)
TARGETS = $(FUZZ:tests/fuzz/%.c=%)
SEEDS = $(filter-out corpus/conformance/,$(wildcard corpus/*/ tests/cli/convert-*/ tests/fuzz/seeds/))
FUZZ_LIBRARY = $B/fuzz/libzet.a

.PHONY: fuzz fuzz-programs fuzz-corpus
fuzz: install-test-all
	@$(call clang-runtime,linux/libclang_rt.fuzzer-x86_64.a)
	@$(MAKE) -s --no-print-directory fuzz-programs
	@tests/fuzz/hunt $(SECONDS) $(TARGETS) -- $(SEEDS)

fuzz-programs: $(TARGETS:%=$B/fuzz/%) $B/fuzz/planted

fuzz-corpus: install-test-all
	@$(MAKE) -s --no-print-directory fuzz-programs
	@tests/fuzz/minimise $(TARGETS)

# The library is compiled once for all targets.
$B/fuzz/objects/%.o: %.c
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(FUZZ_CC) $(BASE) $(EXTRA_GAMES) $(FUZZ_FLAGS) -c -o $@ $<
FUZZ_CC = clang
FUZZ_FLAGS = -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all

$(FUZZ_LIBRARY): $(patsubst %.c,$B/fuzz/objects/%.o,$(LIB_SOURCES) $(GAME_SOURCES))
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $^

$B/fuzz/%: $B/fuzz/objects/tests/fuzz/%.o $B/fuzz/objects/tests/leaks.o $(FUZZ_LIBRARY)
	$(SAY) $@
	$(Q)clang -fsanitize=fuzzer,address,undefined -o $@ $^ $(LIBS) $(LSP_LIBS)

$B/fuzz/planted: tests/fuzz/driver/planted.c
	@mkdir -p $(@D)
	$(Q)$(FUZZ_CC) -fsanitize=fuzzer,address -g -o $@ $<

# The same targets without libFuzzer, for the tests.
$B/test/fuzz-%: $B/asan/tests/fuzz/%.o $B/asan/tests/fuzz/driver/main.o $(ASAN_OBJECTS)
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(CC) $(SANITIZE) $(LDFLAGS) -o $@ $^ $(LIBS) $(LSP_LIBS)

$B/test/fuzz-planted: $B/asan/tests/fuzz/driver/planted.o $B/asan/tests/fuzz/driver/main.o
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(CC) $(SANITIZE) $(LDFLAGS) -o $@ $^

# Branches of the rules and of the notation that no test takes, as counted by clang.

COVERAGE = -O1 -g -fprofile-update=atomic -fprofile-instr-generate=$(SOURCE)/$B/coverage/profiles/%2m.profraw -fcoverage-mapping
COVERED = $(addprefix $B/coverage/,planted zet-asan check-corpus-asan generate-asan test/contract $(UNIT_SOURCES:tests/unit/%.c=test/unit-%) \
    $(FUZZ:tests/fuzz/%.c=test/fuzz-%))

.PHONY: coverage
coverage: install-test-all
	@.ci/install llvm-cov:llvm
	@$(call clang-runtime,linux/libclang_rt.profile-x86_64.a)
	@$(MAKE) -s --no-print-directory -j2 B=$B/coverage CC=clang SANITIZE='$(COVERAGE)' PLANTED_FLAGS='$(COVERAGE)' SANITIZE_STATIC= \
	    ASAN_OBJECTS='$(addprefix $B/coverage/,asan/tests/leaks.o asan/tests/coverage/unsanitized.o libzet-asan.a)' $(COVERED)
	@B=$B/coverage tests/coverage/run

# Changes to the program that no test detects: make mutants [COUNT=50] [SEED=1] [FILES='GLOB...']

MUTANTS = $(addprefix $B/mutants/,zet-asan check-corpus-asan generate-asan test/contract test/spec-limits $(UNIT_SOURCES:tests/unit/%.c=test/unit-%) \
    $(FUZZ:tests/fuzz/%.c=test/fuzz-%))

.PHONY: mutants
mutants: export MUTANT_FLAGS = $(subst -I$B/made,-I$B/mutants/made,$(filter-out -MMD -MP,$(BASE))) $(EXTRA_GAMES)
mutants: export MUTANT_LIBS = $(LIBS)
mutants: install-test-all
	@.ci/install strip:binutils
	@$(MAKE) -s --no-print-directory -j2 B=$B/mutants SANITIZE='-O0 -fPIC' SANITIZE_STATIC= \
	    ASAN_OBJECTS='$(addprefix $B/mutants/,libunsanitized.so libzet-asan.so)' $(MUTANTS)
	@echo '$(addprefix $B/mutants/asan/,$(LIB_OBJECTS) $(GAME_SOURCES:.c=.o))' >$B/mutants/objects
	@tests/mutants/run

$B/libzet-asan.so: $(LIB_OBJECTS:%=$B/asan/%) $(GAME_SOURCES:%.c=$B/asan/%.o)
	$(Q)$(CC) $(SANITIZE) -shared -Wl,-soname,$(@F) -o $@ $^ $(LIBS)

# A shared library, so that a preloaded sanitizer precedes it.
$B/libunsanitized.so: $B/asan/tests/coverage/unsanitized.o
	$(Q)$(CC) $(SANITIZE) -shared -Wl,-soname,$(@F) -o $@ $^

# Every allocation and every system call on files fails, one at a time, in every command.

.PHONY: faults install-faults
faults: install-build install-faults
	@$(MAKE) -s --no-print-directory zet $B/faults/inject.so $B/planted
	@tests/faults/run

# The output of commands after kills, signals, planted links and power loss: make test-output [CASES='PATTERN...']

.PHONY: test-output
test-output: install-build install-faults
	@$(MAKE) -s --no-print-directory zet $B/planted
	@tests/output/run --long $(CASES)

# Planted faults, which the harnesses must detect first.
$B/planted: tests/planted.c
	$(SAY) $@
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c17 $(WARNINGS) $(PLANTED_FLAGS) -o $@ $< -pthread
PLANTED_FLAGS = -O0 -g

install-faults:
	@.ci/install python3:python3 strace:strace

$B/faults/inject.so: tests/faults/inject.c
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(CC) -std=c17 $(WARNINGS) $(CFLAGS) -fPIC -shared -o $@ $<

# Races: all threaded code, as tests/jobs compares it, in a separate program.

TSAN = -O1 -g -fsanitize=thread

# The cost of hostile inputs of every kind, in every command and format: make limits [LIMITS='PATTERN...']

.PHONY: limits
limits: install-build
	@.ci/install python3:python3
	@$(MAKE) -s --no-print-directory zet $B/planted
	@tests/limits $(LIMITS)

# Uninitialized or freed memory that is read, in the program as released.

.PHONY: valgrind
valgrind: install-build
	@.ci/install python3:python3 valgrind:valgrind
	@$(MAKE) -s --no-print-directory zet $B/planted
	@tests/valgrind

.PHONY: tsan tsan-program
tsan: install-build
	@$(MAKE) -s --no-print-directory B=$B/tsan PROGRAM=$B/tsan/zet SANITIZE='$(TSAN)' PLANTED_FLAGS='$(TSAN)' tsan-program $B/tsan/planted
	@$(MAKE) -s --no-print-directory $B/generate
	@PLANTED=$(abspath $B/tsan/planted) ZET=$(abspath $B/tsan/zet-asan) GENERATE=$(abspath $B/generate) COUNT=10 JOBS=8 tests/tsan

tsan-program: $(CLI_SOURCES:%.c=$B/asan/%.o) $(LIB_OBJECTS:%=$B/asan/%) $(GAME_SOURCES:%.c=$B/asan/%.o)
	$(Q)$(CC) $(SANITIZE) $(LDFLAGS) -o $B/zet-asan $^ $(CLI_LIBS) $(LIBS)

# The narrow tests of one file: the unit tests and the goldens that concern it. make check-file FILE=validators/games/halma.c

.PHONY: check-file
check-file:
	@$(MAKE) -s --no-print-directory DEV=1 zet $$(tests/narrow '$(FILE)' programs)
	@tests/narrow '$(FILE)' run

# Style and arrows.

.PHONY: lint format
lint:
	@tests/lint

.PHONY: lines
lines:
	@tests/lint lines

format:
	clang-format -i $$(git ls-files '*.c' '*.h')

.PHONY: install uninstall install-files
install:
	+@$(MAKE) --no-print-directory LTO=$(if $(filter command%,$(origin LTO)),$(LTO),1) install-files
install-files: all man $(SCHEMAS) $(COMPLETIONS)
	$(INSTALL) -d $(addprefix '$(DESTDIR)',$(bindir) $(PROGRAM_FOLDER) $(libdir) $(pkgconfigdir) $(includedir) $(datadir)/zet $(bashcompletiondir) $(zshcompletiondir) $(fishcompletiondir) $(mandir)/man1 $(mandir)/man5)
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
	rm -f '$(DESTDIR)$(bindir)/zet' $(addprefix '$(DESTDIR)$(PROGRAM_FOLDER)'/,zet-archive zet-lsp) $(addprefix '$(DESTDIR)$(libdir)'/,libzet.a libzet.so libzet.so.$(ABI) libzet.so.$(VERSION)) \
	    $(addprefix '$(DESTDIR)$(pkgconfigdir)'/,zet.pc) $(addprefix '$(DESTDIR)$(includedir)'/,$(notdir $(API))) $(addprefix '$(DESTDIR)$(datadir)'/zet/,zet.lua problem-matcher.json $(notdir $(SCHEMAS))) \
	    '$(DESTDIR)$(bashcompletiondir)/zet' '$(DESTDIR)$(zshcompletiondir)/_zet' '$(DESTDIR)$(fishcompletiondir)/zet.fish' \
	    $(addprefix '$(DESTDIR)$(mandir)'/,$(addprefix man1/,$(notdir $(filter %.1,$(MANUAL)))) man5/zet-record.5)
	-rmdir '$(DESTDIR)$(datadir)/zet' '$(DESTDIR)$(PROGRAM_FOLDER)' 2>/dev/null

# The extension for VS Code.

.PHONY: vscode
vscode: install-wasm
	@.ci/install npm:npm
	@$(MAKE) -s --no-print-directory $(NPM)
	rm -rf $B/vscode && mkdir -p $B && cp -r editors/vscode $B/vscode && mkdir $B/vscode/program
	cp $(addprefix $B/npm/,cli.js host.js program.wasm package.json THIRD-PARTY.txt) $B/vscode/program
	cd $B/vscode && npm install --omit=dev --no-audit --no-fund && npx --yes @vscode/vsce package --out ../zet.vsix

include packages/packages.mk

# The package with the client and the tokenizer of VS Code, but without VS Code.

.PHONY: test-vscode
test-vscode: install-build vscode
	@.ci/install node:nodejs npm:npm python3:python3
	@$(MAKE) -s --no-print-directory zet
	@tests/vscode/run

# For other machines, under qemu.

.PHONY: test-cross
test-cross: install-build
	@.ci/install qemu-aarch64:qemu-user aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu /usr/aarch64-linux-gnu/include/stdio.h:libc6-dev-arm64-cross \
	    s390x-linux-gnu-gcc:gcc-s390x-linux-gnu /usr/s390x-linux-gnu/include/stdio.h:libc6-dev-s390x-cross
	@$(MAKE) -s --no-print-directory zet
	@tests/cross/run arm64 s390x

# Releases: a tarball of the committed files, and the Debian packages made from it.

DIST = $B/zet-$(VERSION).tar.xz
DEB = $B/debian

.PHONY: dist deb test-package
dist: $(DIST)

$(DIST): FORCE
	@mkdir -p $(@D)
	$(Q)git archive --prefix=zet-$(VERSION)/ HEAD | xz -T1 >$@.part
	$(Q)mv $@.part $@
	@ls -l $@

# Debian's list of exported functions. A function keeps the version that introduced it; a removed function is an error.
.PHONY: symbols
symbols: $B/api.txt
	$(Q)awk -v version=$(VERSION) -v abi=$(ABI) 'FILENAME == ARGV[1] { if (NR > 2) known[$$1] = $$2; next } \
	    { name = $$1 "@ZET_" abi; found[name] = 1; print " " name, (name in known ? known[name] : version) } \
	    END { for (name in known) if (!(name in found) && name !~ /^ZET_/) { print name " is gone" >"/dev/stderr"; exit 1 } }' \
	    debian/libzet$(ABI).symbols $< >$B/symbols
	$(Q)(sed 2q debian/libzet$(ABI).symbols; echo ' ZET_$(ABI)@ZET_$(ABI) $(ABI).0.0'; LC_ALL=C sort $B/symbols) >$B/symbols.new && mv $B/symbols.new debian/libzet$(ABI).symbols

deb: $(DIST)
	.ci/install dh:debhelper dh_python3:dh-python dpkg-buildpackage:dpkg-dev@ fakeroot:fakeroot
	rm -rf $(DEB) && mkdir -p $(DEB)
	tar -xf $(DIST) -C $(DEB)
	cd $(DEB)/zet-$(VERSION) && dpkg-buildpackage -us -uc -j2
	ls -l $(DEB)/*.deb

# All files that can be published, built twice and compared: make release [PARTS='source wheels']. test-release validates the list of
# libraries with the validator of CycloneDX, and the formula's syntax.
PARTS = source deb musl aarch64 windows wheels npm
.PHONY: release test-release
release: install-build
	@.ci/install git:git python3:python3 xz:xz-utils
	@packages/release/release $B/release-files $(PARTS)

test-release:
	@.ci/install npm:npm node:nodejs ruby:ruby python3:python3
	@packages/release/test

# Slow tests of packages: built twice, checked by lintian, installed, used and removed.
test-package: install-test-all
	.ci/install dh:debhelper dh_python3:dh-python dpkg-buildpackage:dpkg-dev@ fakeroot:fakeroot lintian:lintian autopkgtest:autopkgtest
	@tests/package

.PHONY: clean
clean:
	rm -rf $B $(PROGRAM) $(PROGRAM)-archive $(PROGRAM)-lsp

.PHONY: help
help:
	@echo 'make            build ./zet, $B/libzet.a and $B/libzet.so [DEV=1: warnings are errors] [LTO=1: optimized as installed]'
	@echo 'make check-file FILE=F'
	@echo '                the unit tests and the goldens that concern the source file F'
	@echo 'make try        install missing packages, build, and check a good and a bad record'
	@echo 'make test       install missing packages, run the tests that need no browser, TeX, LLVM or npm'
	@echo 'make test-all   install missing packages, run all tests of tests/run'
	@echo 'make rulebook   the rules as a book with every example drawn, $B/rulebook/rulebook.{pdf,epub,html}'
	@echo 'make test-rulebook'
	@echo '                its pages, with epubcheck and in Chromium'
	@echo 'make test-raster'
	@echo '                drawings in librsvg, Chromium and Inkscape'
	@echo 'make test-pixels'
	@echo '                boards of pages by their pixels, in Chromium and Firefox'
	@echo 'make test-latex TikZ drawings under the languages of babel'
	@echo 'make site       the site of the documents, $B/site/index.html'
	@echo 'make test-site  its links, and its pages in Chromium'
	@echo 'make conformance'
	@echo '                generate corpus/conformance from the rules and the corpus'
	@echo 'make bench      measure the speed of validation and conversion'
	@echo 'make test-clusters'
	@echo '                zet validate with GNU parallel over ssh to two hosts, one of which dies, and with a Slurm array'
	@echo 'make fuzz       fuzz reading, converting and rewriting, each in turn [SECONDS=60]'
	@echo 'make faults     fail every allocation and system call of every command, one at a time'
	@echo 'make test-output'
	@echo '                what commands write after kills, signals, planted links, a loss of power [CASES=PATTERN]'
	@echo 'make limits     what hostile inputs cost in every command [LIMITS=PATTERN]'
	@echo 'make valgrind   the corpus and hostile inputs in every command, under memcheck'
	@echo 'make tsan       races, under ThreadSanitizer'
	@echo 'make coverage   branches of the rules and the notation that no test takes'
	@echo 'make mutants    changes of the program that no test notices [COUNT=50] [SEED=1] [FILES=]'
	@echo 'make corpus-big GAME=G COUNT=N [VARIANT=V] [SEED=S] [OUT=FILE]'
	@echo '                generate a large stream of records'
	@echo 'make lint       style, that no include points backwards, and lines by folder; make lines prints them'
	@echo 'make format     clang-format everything'
	@echo 'make install    under prefix=$(prefix) [DESTDIR=] [bindir= libdir= includedir= datadir=]'
	@echo 'make uninstall  removes what it installed'
	@echo 'make vscode     the extension for VS Code, $B/zet.vsix'
	@echo 'make npm        the package for npm, $B/zet-npm-$(VERSION).tgz; make test-npm installs and tests it'
	@echo 'make wheels     packages for Python, $B/wheels; make test-wheels installs them'
	@echo 'make test-vscode'
	@echo '                that package with the client of VS Code, its tokenizer and zet lsp'
	@echo 'make test-cross zet for arm64 and s390x under qemu: its reports are those of ./zet'
	@echo 'make musl       zet as one static file, $B/musl/zet; make test-musl tests it'
	@echo 'make windows    zet for Windows, $B/windows/zet.exe, likewise; make test-windows compares it with ./zet under wine'
	@echo 'make test-bundlers'
	@echo '                the npm package in Vite, webpack, Rollup and esbuild, in Chromium'
	@echo 'make test-program'
	@echo '                the program of the npm package against ./zet, byte for byte'
	@echo 'make web        a page that judges, plays, converts and draws records, $B/web; make test-web tests it'
	@echo 'make dist       $B/zet-$(VERSION).tar.xz of what is committed'
	@echo 'make deb        Debian packages of it, in $B/debian; make symbols adds new functions to debian/libzet$(ABI).symbols'
	@echo 'make release    all files that can be published, built twice and compared, with checksums and an SBOM, in $B/release-files [PARTS=]'
	@echo 'make test-release'
	@echo '                the SBOM by its schema, the formula, the steps of the Dockerfile'
	@echo 'make test-package'
	@echo '                build it in two folders, compare, and use the Debian packages'

endif
