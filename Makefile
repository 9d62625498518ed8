# zet: `make try` and `make test` work from a fresh clone on a bare Debian machine; `make help` lists the targets.

CC = gcc
AR = $(if $(findstring gcc,$(CC)),gcc-ar,ar)
CFLAGS = -O2 -g $(if $(findstring gcc,$(CC)),-flto=auto -ffat-lto-objects)
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
BASE = -std=c17 -D_GNU_SOURCE $(WARNINGS) -I. -Ivalidators -MMD -MP
SANITIZE = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
LIBS = -pthread -lyaml -lpcre2-8 -ljansson -lcsv -lutf8proc -lm
PREFIX = /usr/local
# make V=1 shows the commands
Q = $(if $(V),,@)
SAY = $(if $(V),@:,@echo '  ')
B = build

DRAW_SOURCES = $(wildcard validators/draw/*.c)
LIB_SOURCES = $(filter-out $(DRAW_SOURCES),$(wildcard notation/*/*.c validators/*/*.c))
LIB_ASSETS = validators/diagrams/page_assets.S
LIB_OBJECTS = $(LIB_SOURCES:%.c=%.o) $(LIB_ASSETS:%.S=%.o)
ASAN_OBJECTS = $(LIB_OBJECTS:%=$B/asan/%) $B/asan/tests/leaks.o
CLI_SOURCES = $(wildcard cli/*.c)
SOURCES = $(LIB_SOURCES) $(DRAW_SOURCES) $(CLI_SOURCES)
UNIT_SOURCES = $(wildcard tests/unit/*.c)
NAIVE_SOURCES = $(wildcard tests/naive_*.c)
TOOL_SOURCES = $(wildcard tests/tools/*.c)
HEADERS = $(wildcard notation/*/*.h notation/*/*.def validators/*/*.h validators/*/*.def)

.PHONY: all
all: zet

# Drawing to PDF and PNG is a library of its own, which the program loads when it draws one. It
# needs nothing of libzet but zet.h. The program looks for it in build/ beside itself and where it is
# installed.

DRAW_SONAME = libzet_draw.so.0
DRAW_LIBRARY = $B/$(DRAW_SONAME)
DRAW_RUNPATH = -Wl,--enable-new-dtags '-Wl,-rpath,$$ORIGIN/build:$$ORIGIN/../lib:$(PREFIX)/lib'
# System headers, so that our warnings do not apply to them; and only what is looked for when needed.
DRAW_CFLAGS = $(subst -I,-isystem ,$(shell pkg-config --cflags pangocairo)) -fPIC -fvisibility=hidden
DRAW_LIBS = $(shell pkg-config --libs pangocairo)
DRAW_OBJECTS = $(DRAW_SOURCES:%.c=$B/release/%.o)

$(DRAW_OBJECTS) $(DRAW_SOURCES:%.c=$B/asan/%.o) $(DRAW_SOURCES:%.c=$B/clang/%.o): BASE += $(DRAW_CFLAGS)

$(DRAW_LIBRARY): $(DRAW_OBJECTS)
	$(SAY) $@
	$(Q)$(CC) -shared $(CFLAGS) $(LDFLAGS) -Wl,-soname,$(DRAW_SONAME) -Wl,-z,defs -o $@ $^ $(DRAW_LIBS)

# Tests that draw PDF and PNG in their own process.
DRAW_TESTS = $(addprefix $B/test/unit-,drawing stats)
$(DRAW_TESTS): $(DRAW_SOURCES:%.c=$B/asan/%.o)
$(DRAW_TESTS): LIBS += $(DRAW_LIBS)

# The program and the library.

zet: $(CLI_SOURCES:%.c=$B/release/%.o) $B/libzet.a | $(DRAW_LIBRARY)
	$(SAY) $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(DRAW_RUNPATH) -o $@ $^ $(LIBS)

$B/libzet.a: $(LIB_OBJECTS:%=$B/release/%)
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $^

$B/release/%.o: %.c
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(CC) $(BASE) $(CFLAGS) -c -o $@ $<

$B/asan/%.o: %.c
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(CC) $(BASE) $(SANITIZE) -c -o $@ $<

$B/clang/%.o: %.c
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)clang $(BASE) -O1 -c -o $@ $<

# What is part of every page, and the hash of its script.

PAGE_HASH = $B/page.js.sha256
PAGE_FILES = validators/diagrams/page.js validators/diagrams/page.css $(PAGE_HASH)
PAGE_OBJECTS = $(foreach d,release asan,$(LIB_ASSETS:%.S=$B/$d/%.o))
$(PAGE_OBJECTS): $(LIB_ASSETS) $(PAGE_FILES)
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(CC) -DPAGE_HASH='"$(PAGE_HASH)"' -c -o $@ $<

$(PAGE_HASH): validators/diagrams/page.js
	@mkdir -p $(@D)
	$(Q)sha256sum <$< | cut -c 1-64 | tr a-f A-F | basenc -d --base16 | base64 | tr -d '\n' >$@

-include $(shell find $B -name '*.d' 2>/dev/null)

# What a new user does first.

.PHONY: try
try: install-build
	@$(MAKE) -s --no-print-directory zet $B/check-corpus
	@echo; echo '$$ ./zet validate corpus   (what a user sees; the corpus has broken records on purpose)'
	@./zet validate --no-color corpus > $B/corpus.txt; status=$$?; \
	    tail -n 40 $B/corpus.txt; echo "(the last 40 lines of $B/corpus.txt; exit status $$status)"
	@echo; $B/check-corpus corpus/index.tsv

.PHONY: install-build install-test
install-build:
	@.ci/install gcc:gcc /usr/include/stdio.h:libc6-dev /usr/include/yaml.h:libyaml-dev \
	    /usr/include/pcre2.h:libpcre2-dev /usr/include/jansson.h:libjansson-dev /usr/include/csv.h:libcsv-dev \
	    /usr/include/utf8proc.h:libutf8proc-dev \
	    pkg-config:pkgconf /usr/include/cairo/cairo.h:libcairo2-dev /usr/include/pango-1.0/pango/pangocairo.h:libpango1.0-dev \
	    /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf:fonts-dejavu-core

install-test: install-build install-rulebook
	@.ci/install clang:clang clang-format:clang-format /usr/include/cmocka.h:libcmocka-dev \
	    chromium:chromium chromedriver:chromium-driver python3:python3 xmllint:libxml2-utils pdftotext:poppler-utils unzip:unzip

# Tests. The last line is `N passed, N failed`.

.PHONY: test
test: install-test
	@$(MAKE) -s --no-print-directory -j2 test-programs
	@tests/run

UNIT_PROGRAMS = $(UNIT_SOURCES:tests/unit/%.c=$B/test/unit-%)

.PHONY: test-programs
test-programs: zet $B/zet-asan $B/test/contract $(UNIT_PROGRAMS) $B/check-corpus-asan \
    $B/generate $(SOURCES:%.c=$B/clang/%.o)

# -static-libasan: dlopen is looked up for the program, not for the sanitizer's library.
$B/zet-asan: $(CLI_SOURCES:%.c=$B/asan/%.o) $(ASAN_OBJECTS) | $(DRAW_LIBRARY)
	$(SAY) $@
	$(Q)$(CC) $(SANITIZE) -static-libasan $(DRAW_RUNPATH) '-Wl,-rpath,$$ORIGIN' -o $@ $^ $(LIBS)

$B/test/contract: $B/asan/tests/contract.o $(NAIVE_SOURCES:%.c=$B/asan/%.o) $(ASAN_OBJECTS)
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(CC) $(SANITIZE) -o $@ $^ $(LIBS) -lcmocka

$B/test/unit-%: $B/asan/tests/unit/%.o $(NAIVE_SOURCES:%.c=$B/asan/%.o) $(ASAN_OBJECTS)
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)$(CC) $(SANITIZE) -o $@ $^ $(LIBS) -lcmocka

$B/check-corpus: $B/release/tests/tools/check_corpus.o $B/libzet.a
	$(SAY) $@
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

$B/check-corpus-asan: $B/asan/tests/tools/check_corpus.o $(ASAN_OBJECTS)
	$(SAY) $@
	$(Q)$(CC) $(SANITIZE) -o $@ $^ $(LIBS)

# Large streams: make corpus-big GAME=hogga COUNT=100000 [VARIANT=...] [SEED=1] [OUT=FILE]

GAME = hogga
COUNT = 10000
SEED = 1
OUT = $B/big-$(GAME)$(VARIANT).yaml

$B/generate: $B/release/tests/tools/generate.o $B/libzet.a
	$(SAY) $@
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

.PHONY: corpus-big
corpus-big: $B/generate
	$B/generate --game $(GAME) $(if $(VARIANT),--variant $(VARIANT)) --count $(COUNT) --seed $(SEED) > $(OUT).part
	mv $(OUT).part $(OUT)
	@ls -l $(OUT)

# A rulebook with figures, as a page and in print.

TEXMF = /usr/share/texlive/texmf-dist/tex

.PHONY: rulebook install-rulebook
rulebook: install-rulebook
	@$(MAKE) -s --no-print-directory $B/rulebook.html $B/rulebook.pdf

install-rulebook: install-build
	@.ci/install pandoc:pandoc pdflatex:texlive-latex-base $(TEXMF)/latex/pgf/frontendlayer/tikz.sty:texlive-pictures \
	    $(TEXMF)/latex/koma-script/scrartcl.cls:texlive-latex-recommended /usr/share/texmf/tex/latex/lm/lmodern.sty:lmodern

$B/rulebook.%: corpus/rulebook.md cli/pandoc/zet.lua zet
	$(SAY) $@
	@mkdir -p $(@D)
	$(Q)ZET=./zet pandoc --lua-filter cli/pandoc/zet.lua --standalone --output $@ $<

# Speed: validation beside libyaml's bare event loop over the same bytes.

$B/bare-yaml: $B/release/tests/tools/bare_yaml.o
	$(SAY) $@
	$(Q)$(CC) $(CFLAGS) -o $@ $^ -lyaml

.PHONY: bench
bench: install-build
	@$(MAKE) -s --no-print-directory zet $B/generate $B/bare-yaml
	@tests/bench

# Fuzzing with libFuzzer: make fuzz [SECONDS=60]; each target in turn, so long

SECONDS = 60
FUZZ = $(wildcard tests/fuzz/*.c)
SEEDS = $(wildcard corpus/*/ tests/cli/convert-*/)

.PHONY: fuzz
fuzz: install-test
	@.ci/install /usr/lib/llvm-14/lib/clang/14.0.6/lib/linux/libclang_rt.fuzzer-x86_64.a:libclang-rt-14-dev
	@$(MAKE) -s --no-print-directory $(FUZZ:tests/fuzz/%.c=$B/fuzz/%)
	@for f in $(FUZZ:tests/fuzz/%.c=%); do \
	    mkdir -p $B/fuzz/corpus-$$f; \
	    $B/fuzz/$$f -max_total_time=$(SECONDS) -max_len=20000 -timeout=10 -artifact_prefix=$B/fuzz/ \
	        -dict=tests/fuzz/words.dict $B/fuzz/corpus-$$f $(SEEDS) || exit 1; \
	done

$B/fuzz/%: tests/fuzz/%.c tests/leaks.c $(LIB_SOURCES) $(DRAW_SOURCES) $(LIB_ASSETS) | $(PAGE_HASH)
	@mkdir -p $(@D)
	$(SAY) $@
	$(Q)clang -std=c17 -D_GNU_SOURCE -I. -Ivalidators $(DRAW_CFLAGS) -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -DPAGE_HASH='"$(PAGE_HASH)"' -o $@ $^ $(LIBS) $(DRAW_LIBS)

# Style and arrows.

.PHONY: lint format
lint:
	@tests/lint
format:
	clang-format -i $$(git ls-files '*.c' '*.h')

.PHONY: install
install: zet
	install -D -m 755 zet $(DESTDIR)$(PREFIX)/bin/zet
	install -D -m 644 $B/libzet.a $(DESTDIR)$(PREFIX)/lib/libzet.a
	install -D -m 755 $(DRAW_LIBRARY) $(DESTDIR)$(PREFIX)/lib/$(DRAW_SONAME)
	ln -sf $(DRAW_SONAME) $(DESTDIR)$(PREFIX)/lib/libzet_draw.so
	install -D -m 644 cli/pandoc/zet.lua $(DESTDIR)$(PREFIX)/share/zet/zet.lua
	for h in $(HEADERS); do install -D -m 644 $$h $(DESTDIR)$(PREFIX)/include/zet/$$h; done

.PHONY: clean
clean:
	rm -rf $B zet

.PHONY: help
help:
	@echo 'make            build ./zet and $B/libzet.a'
	@echo 'make try        install what is missing, build, judge the corpus'
	@echo 'make test       install what is missing, run all tests'
	@echo 'make rulebook   the illustrated rules, $B/rulebook.html and $B/rulebook.pdf'
	@echo 'make bench      measure the speed of validation and conversion'
	@echo 'make fuzz       fuzz reading, converting and rewriting, each in turn [SECONDS=60]'
	@echo 'make corpus-big GAME=G COUNT=N [VARIANT=V] [SEED=S] [OUT=FILE]'
	@echo '                generate a large stream of records'
	@echo 'make lint       style, and that no include points backwards'
	@echo 'make format     clang-format everything'
	@echo 'make install    to PREFIX=$(PREFIX)'
