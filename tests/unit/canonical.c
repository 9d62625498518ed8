/* The canonical form: it is judged as the record that it was made of, it is its own canonical form,
   and whatever a tree holds comes back from it. */
#include <glob.h>

#include "tests/unit/judged.h"

static long read_stream(void *context, char *to, size_t cap) {
    return (long)fread(to, 1, cap, context);
}

static size_t check_file(const char *path) {
    static struct judged once, again;
    struct source source;
    struct document d;
    size_t records = 0;
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    zi_source_open(&source, read_stream, in);
    while (zi_source_next(&source, &d)) {
        if (!judge(&once, &d))
            continue;
        records++;
        const struct document canonical = {.text = buffered(&once.text), .line = 1};
        if (!judge(&again, &canonical))
            fail_msg("%s: line %zu: the canonical form cannot be read", path,
                     once.record.start_line);
        require_same_verdict(&once, &again, path);
        if (!text_same(buffered(&once.text), buffered(&again.text)))
            fail_msg("%s: line %zu: the canonical form has another one", path,
                     once.record.start_line);
    }
    zi_source_close(&source);
    fclose(in);
    forget(&once);
    forget(&again);
    return records;
}

static void the_canonical_form_is_judged_as_the_record(void **state) {
    (void)state;
    glob_t files;
    size_t records = 0;
    assert_int_equal(glob("corpus/*/*.yaml", 0, NULL, &files), 0);
    assert_int_equal(glob("tests/findings/*.yaml", GLOB_APPEND, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        records += check_file(files.gl_pathv[i]);
    globfree(&files);
    assert_true(records > 500);
}

/* Trees of any shape with texts that are hard to write. */

static uint64_t draw(uint64_t *state) {
    uint64_t x = *state += 0x9e3779b97f4a7c15U;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
    x = (x ^ x >> 27) * 0x94d049bb133111ebU;
    return x ^ x >> 31;
}

static const char *const words[] = {
    "",
    "a",
    "two words",
    " led",
    "trailed ",
    "null",
    "~",
    "true",
    "False",
    "no",
    "Off",
    "12",
    "-3",
    "1.50",
    "1e5",
    "0x1F",
    ".inf",
    "007",
    "a: b",
    "a:b",
    "#c",
    "a #c",
    "- a",
    "-",
    "--",
    "---",
    "...",
    "? a",
    "?",
    "[a]",
    "{a}",
    "a, b",
    "]",
    "}",
    "*a",
    "&a",
    "!t",
    "|",
    ">",
    "%a",
    "@a",
    "`a",
    "'",
    "it's",
    "\"",
    "say \"a\"",
    "\\",
    "\t",
    "a\tb",
    "a\nb",
    "a\n",
    "a\n\n",
    "\na",
    "\n",
    " a\nb",
    "a\n  b\n",
    "a\n\nb",
    "a \nb",
    "a\r\nb",
    "\x07",
    "\x7F",
    "\xC2\x85",
    "\xE2\x80\xA8",
    "\xC3\xA9",
    "\xC5\x81",
    "\xEF\xBB\xBF",
    "\xF0\x9F\x98\x80",
    "2009-04-30",
    "1:30",
    "=",
    "<<",
    "a\n# b\nc",
    "a\n---\nb",
    "\xE2\x80\xA9",
    "\xEF\xBF\xBD",
    "\xE2\x80\xAE",
    "a\xD8\x9C",
    "\xD8\xA7",
    "a\xE2\x81\xA6: #\xE2\x81\xA9\"",
    "a\n\xE2\x80\x8F.",
    "\xEF\xBB\xBB",
    "\xEF\xAC\x81",
    "\xC2\xA0",
    "\xE0\xA0\x80",
    "a\n\x7F",
    "a\nb\x1F",
    "a\nb\r",
    "a\n\xC2\x80",
    "a\n\xC2\x85",
    "a\n\xC2\xA0.",
    "a\n\xE2\x80\xA7.",
    "a\n\xE2\x80\xA9",
    "a\n\xEF\xBB\xBB.",
    "a\n\xEF\xBB\xBF",
    "a\n\xEF\xBF\xBD",
    "a\n\xEF\xBF\xBE",
    "a\n\xEF\xBF\xBF",
    "a\n\xEF\xAC\x81",
    "a\n\tb",
    "\ta\nb",
    "a\\b: #",
    "a\tb: #",
    "a\"b: #",
    "it's: #",
    "a key of more than a hundred and twenty characters has to be written in the explicit form, "
    "with "
    "a question mark before it",
    "a long text that goes on and on, with colons: and commas, until a line of eighty is full",
};

static struct node *random_scalar(struct record *r, uint64_t *state) {
    struct text t = text_of(words[draw(state) % (sizeof words / sizeof *words)]);
    enum meaning m = zi_text_meaning(t);
    bool plain = m != MEANS_TEXT && t.len && draw(state) % 2;
    return zi_record_scalar(r, t, span_at(0, 0, plain ? WRITTEN_PLAIN : WRITTEN_DERIVED));
}

static struct node *random_node(struct record *r, uint64_t *state, unsigned depth) {
    unsigned kind = (unsigned)(draw(state) % (depth < 4 ? 3 : 1)),
             count = (unsigned)(draw(state) % 5);
    if (kind == 0)
        return random_scalar(r, state);
    struct node *n = zi_record_collection(r, kind == 1 ? NODE_SEQUENCE : NODE_MAPPING,
                                          span_at(0, 0, WRITTEN_PLAIN));
    for (unsigned i = 0; i < count; i++) {
        if (kind == 2)
            zi_node_add(n, draw(state) % 8 ? random_scalar(r, state)
                                           : random_node(r, state, depth + 1));
        zi_node_add(n, random_node(r, state, depth + 1));
    }
    return n;
}

/* What a plain scalar means stays, and so does every text; a null or a truth value has one
   spelling. */
static bool is_same_tree(const struct node *a, const struct node *b) {
    if (a->kind != b->kind)
        return false;
    if (a->kind == NODE_SCALAR) {
        enum meaning m = a->span.as == WRITTEN_PLAIN ? zi_text_meaning(a->text) : MEANS_TEXT;
        enum meaning n = b->span.as == WRITTEN_PLAIN ? zi_text_meaning(b->text) : MEANS_TEXT;
        return m == n && (m == MEANS_NULL || m == MEANS_TRUTH || text_same(a->text, b->text));
    }
    const struct node *x = a->first, *y = b->first;
    for (; x && y && is_same_tree(x, y); x = x->next)
        y = y->next;
    return !x && !y;
}

/* What turns the direction of text is escaped. */
static void require_no_turns(struct text t) {
    static const char *const turns[] = {"\u200F", "\u202E", "\u2066", "\u2069", "\u061C"};
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++)
        if (memmem(t.at, t.len, turns[i], strlen(turns[i])))
            fail_msg("it is written raw in:\n%.*s", (int)t.len, t.at);
}

static void every_tree_comes_back(void **state) {
    (void)state;
    const struct text nothing[KEYS] = {{NULL, 0}};
    uint64_t seed = 20261121;
    struct record made, read;
    struct buffer text = {0}, again = {0};
    zi_record_open(&made);
    zi_record_open(&read);
    for (unsigned i = 0; i < 3000; i++) {
        const struct document none = {.text = {"", 0}, .line = 1};
        zi_record_begin(&made, &none);
        made.by_bytes = true;
        struct node *root = zi_record_collection(&made, NODE_MAPPING, span_at(0, 0, WRITTEN_PLAIN));
        zi_record_put(&made, root, "x-tree", random_node(&made, &seed, 0));
        zi_record_take(&made, root);
        text.len = again.len = 0;
        zi_yaml_write(&made, nothing, &text);
        const struct document d = {.text = buffered(&text), .line = 1};
        zi_record_read(&read, &d);
        require_no_turns(buffered(&text));
        if (read.broken || !is_same_tree(made.root, read.root))
            fail_msg("tree %u does not come back from:\n%.*s", i, (int)text.len, text.at);
        zi_yaml_write(&read, nothing, &again);
        if (!text_same(buffered(&text), buffered(&again)))
            fail_msg("tree %u is written in two ways:\n%.*s\nand\n%.*s", i, (int)text.len, text.at,
                     (int)again.len, again.at);
    }
    zi_record_close(&made);
    zi_record_close(&read);
    zi_buffer_free(&text);
    zi_buffer_free(&again);
}

/* Comments where lines break, and where there is but one line (width 0): there a comment to the end
   of a line gets braces, and a brace in it becomes a parenthesis. */
static void comments_keep_their_lines_or_lose_them(void **state) {
    static const struct {
        const char *moves;
        size_t width;
        const char *expected;
    } rows[] = {
        {"|\n  b10-b9 ; a } b \t \n  k4-k5\n", 0, "1. b10-b9 { a ) b} 1... k4-k5"},
        {"|\n  b10-b9 ; a } b \t \n  k4-k5\n", 80, "1. b10-b9 ; a } b\n1... k4-k5"},
        {"|\n  b10-b9 {a\n  b} k4-k5\n", 0, "1. b10-b9 {a b} 1... k4-k5"},
        {"|\n  b10-b9 {a\n  b\n  c} k4-k5\n", 80, "1. b10-b9 {a\nb\nc} 1... k4-k5"},
        {"b10-b9 (a13^a9 k4-k5) k4-k5", 14, "1. b10-b9\n(1. a13^a9\nk4-k5)\n1... k4-k5"},
        {"b10-b9 k4-k6, b9-b8", 80, "1. b10-b9 k4-k6, b9-b8"},
        {"b10-b9 {a} k4-k5", 0, "1. b10-b9 {a} 1... k4-k5"},
        {"b10-b9 8{x} k4-k5", 80, "1. b10-b9 8{x} k4-k5"},
        {"|\n  b10-b9 8;x\n  k4-k5\n", 80, "1. b10-b9 8;x\nk4-k5"},
        {"|\n  b10-b9 8;x\n  k4-k5\n", 0, "1. b10-b9 8{x} k4-k5"},
        {"b10-b9 8{x", 80, "1. b10-b9 8{x"},
        {"b10-b9,$1 k4-k5", 80, "1. b10-b9, $1 k4-k5"},
        /* words that just fit their line, or do not */
        {"b10-b9 k4-k5 b9-b8", 15, "1. b10-b9 k4-k5\n2. b9-b8"},
        {"b10-b9 k4-k5 b9-b8", 14, "1. b10-b9\nk4-k5 2. b9-b8"},
        {"b10-b9 k4-k5 b9-b8", 13, "1. b10-b9\nk4-k5\n2. b9-b8"},
        {"b10-b9 k4-k5 b9-b8", 1, "1. b10-b9\nk4-k5\n2. b9-b8"},
        {"b10-b9 {\u00E9} k4-k5", 13, "1. b10-b9 {\u00E9}\n1... k4-k5"},
        {"b10-b9 {\u00E9} k4-k5", 12, "1. b10-b9\n{\u00E9}\n1... k4-k5"},
        {"'{\u00E9} b10-b9'", 13, "{\u00E9} 1. b10-b9"},
        {"|\n  b10-b9 {a\n  bb} k4-k5\n", 14, "1. b10-b9 {a\nbb} 1... k4-k5"},
        {"|\n  b10-b9 {a\n  bb} k4-k5\n", 13, "1. b10-b9 {a\nbb}\n1... k4-k5"},
        {"|\n  b10-b9 {a\n  bb} k4-k5\n", 11, "1. b10-b9\n{a\nbb}\n1... k4-k5"},
        {"|\n  b10-b9 {aaaaaa\n  b\n  ccc} k4-k5\n", 17, "1. b10-b9 {aaaaaa\nb\nccc} 1... k4-k5"},
        {"|\n  b10-b9 {aaaaaa\n  b\n  ccc} k4-k5\n", 16, "1. b10-b9\n{aaaaaa\nb\nccc} 1... k4-k5"},
        {"|\n  b10-b9 ;a\n  (d10-d9 ;b\n  ) k4-k5 ;c\n", 80,
         "1. b10-b9 ;a\n(1. d10-d9 ;b\n) 1... k4-k5 ;c"},
        /* glyphs */
        {"b10-b9! ? $3 k4-k5 ? ! $4", 80, "1. b10-b9! ?$3 k4-k5? !$4"},
        {"b10-b9 k4-k6 ! ?", 80, "1. b10-b9 k4-k6! ?"},
        {"b10-b9 k4-k6! ?", 80, "1. b10-b9 k4-k6! ?"},
        {"b10-b9! {a} ?", 80, "1. b10-b9! {a} ?"},
        /* unreadable text and its number stay; blanks at its end go */
        {"|\n  b10-b9 1...  zz 2. b9-b8 7.\n  k4-k5 {x  \n", 80,
         "1. b10-b9 1... zz 2. b9-b8 7. k4-k5 {x"},
        {"b10-b9 (1. zz 2. {a} b9-b8) 1... k4-k5 2. (1... zz)", 80,
         "1. b10-b9 (1. zz 2. {a} b9-b8) 1... k4-k5 (1... zz)"},
    };
    static struct judged j;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[200];
        const struct observer observer = {.see = zi_formatter_see, .context = &j.formatter};
        snprintf(text, sizeof text, "game: hogga\nmoves: %s", rows[i].moves);
        const struct document d = {.text = text_of(text), .line = 1};
        assert_true(zi_record_read(&j.record, &d));
        zi_formatter_begin(&j.formatter, rows[i].width);
        zi_validator_observe(validator, &observer);
        zi_validate(validator, &j.record, &j.verdict);
        zi_validator_observe(validator, NULL);
        struct text got = j.formatter.text[KEY_MOVES];
        if (!text_is(got, rows[i].expected))
            fail_msg("`%.*s`, not `%s`", (int)got.len, got.at, rows[i].expected);
        const struct move_reader moves = {.playout = false}, playout = {.playout = true};
        bool changed = !rows[i].width && strpbrk(rows[i].moves, ";\n");
        assert_int_equal(zi_formatter_changed_comments(&j.formatter, &moves), changed);
        assert_false(zi_formatter_changed_comments(&j.formatter, &playout));
    }
    forget(&j);
}

/* The canonical text of the record, where canonical moves are seen as moves or as tokens. */
static struct text format_moves(struct judged *j, const char *record, size_t width, bool by_move) {
    const struct observer observer = {
        .see = zi_formatter_see, .context = &j->formatter, .see_move = by_move ? see_move : NULL};
    const struct document d = {.text = text_of(record), .line = 1};
    assert_true(zi_record_read(&j->record, &d));
    zi_formatter_begin(&j->formatter, width);
    zi_validator_observe(validator, &observer);
    zi_validate(validator, &j->record, &j->verdict);
    zi_validator_observe(validator, NULL);
    assert_false(zi_formatter_failed(&j->formatter));
    return j->formatter.text[KEY_MOVES];
}

/* Texts in which runs begin, end and are interrupted in every way. */
static void runs_are_written_as_their_moves(void **state) {
    static const char *const moves[] = {
        "|\n  1. f10-e9 k4-k5 2. b10-a9 g2-f1 3. e9-f9 g4-f5\n",
        "|\n  f10-e9 k4-k5 b10-a9 g2-f1 e9-f9 g4-f5\n",
        "|\n  1.f10-e9 k4-k5 2.b10-a9 g2-f1 3. e9-f9\n  g4-f5\n",
        "|\n  1. f10-e9 1... k4-k5 2. b10-a9 2... g2-f1 3. e9-f9 g4-f5\n",
        "|\n  1. 1. f10-e9 k4-k5 02. b10-a9 g2-f1 4. e9-f9 g4-f5\n",
        "|\n  1.\n  f10-e9\n  k4-k5\n  2.\n  b10-a9\n  g2-f1 3. e9-f9 g4-f5 4.\n",
        "|\n  1.  f10-e9 k4-k5  2. b10-a9 g2-f1   3. e9-f9  g4-f5\n",
        "|\n  1. f10-e9 {a b} 1... k4-k5 2. b10-a9! g2-f1 $3 3. e9-f9 ; c\n  g4-f5\n",
        "|\n  1. f10-e9 {a b} k4-k5 2. b10-a9 ?! g2-f1 3. {a} e9-f9 {b} g4-f5\n",
        "|\n  {a} 1. f10-e9 k4-k5 2. B10-a9 g2-f1, 3. e9-f9 g4:f5\n",
        "|\n  1. f10-e9 k4-k5 2. ; what goes to the end\n  b10-a9 g2-f1 3. e9-f9 g4-f5 ;\n",
        "|\n  1. f10-e9 k4-k5 2. b10-a10 g2-f1 3. e9-f9 g4-f5\n",
        "|\n  1. f10-e9 k4-k5 2. b10-a9 what. is this 3. e9-f9 g4-f5\n",
        "|\n  f10-e9 1... k4-k5 2. b10-a9 3. g2-f1 3... e9-f9 4. g4-f5 resigns\n",
        "[f10-e9, k4-k5, b10-a9, 2... g2-f1, '3. e9-f9', g4-f5]",
        "[f10-e9, k4-k5, b10-a9, g2-f1, e9-f9, g4-f5]",
        "[f10-e9, k4-k5, b10-a9, '', g2-f1, e9-f9, g4-f5]",
        "[f10-e9, k4-k5, 'b10-a9 ', ' g2-f1', \"e9-f9\\n\", g4-f5!, e9-e8]",
        "[f10-e9, k4-k5 g2-g3, b10-a9, g2-f1]",
        "['1. f10-e9', k4-k5, b10-a9, g2-f1, e9-f9, g4-f5]",
        "|\n  1. f10-e9 k4-k5 {a} b10-a9 g2-f1 e9-f9 g4-f5 4. e9-e8\n",
        "|\n  1. f10-e9 {a} k4-k5 b10-a9 g2-f1 e9-f9 g4-f5\n",
        "|\n  f10-e9 1... k4-k5 b10-a9 g2-f1 3. e9-f9 g4-f5\n",
        "|\n  f10-e9 k4-k5 2. b10-a9 g2-f1 e9-f9 g4-f5\n",
        "\"1. f10-e9\\tk4-k5\\t2. b10-a9 g2-f1\\r3. e9-f9 g4-f5\"",
        "|\n  1. f10-e9 (1. b10-a9) k4-k5 2. b10-a9 g2-f1\n",
        "\"1.\\tf10-e9 k4-k5 2.\\rb10-a9 g2-f1\"",
        "f10-e9",
        "\"\"",
    };
    static struct judged j;
    (void)state;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        for (size_t width = 0; width <= 80; width++) {
            char record[300], expected[300];
            snprintf(record, sizeof record, "game: hogga\nmoves: %s", moves[i]);
            struct text text = format_moves(&j, record, width, false);
            snprintf(expected, sizeof expected, "%.*s", (int)text.len, text.at);
            text = format_moves(&j, record, width, true);
            if (!text_is(text, expected))
                fail_msg("width %zu: `%.*s`, not `%s`", width, (int)text.len, text.at, expected);
        }
    assert_true(moves_seen > 1000);
    forget(&j);
}

/* A glyph belongs to the move or the gift that it follows. Wrong loot stays as it was written: d1-
   takes loot of 4. h2+ takes none, which a canonical move does not write. */
static void gifts_and_loot_stay(void **state) {
    static const char *const rows[][2] = {
        {"%give:a4:a1! %skip", "1. %give:a4:a1! %skip"},
        {"%give:a4:a1 ! %skip", "1. %give:a4:a1! %skip"},
        {"1. %give:a4:a1! %skip", "1. %give:a4:a1! %skip"},
        {"D1-x4", "1. d1-x4"},
        {"D1-x7", "1. d1-x7"},
        {"D1-X0", "1. D1-X0"},
        {"d1\u2013x0 {a}", "1. d1\u2013x0 {a}"},
        {"d1\u2013x0 {ab}", "1. d1\u2013x0\n{ab}"},
        {"h2+x0", "1. h2+"},
    };
    static struct judged j;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned by_move = 0; by_move < 2; by_move++) {
            char record[200];
            bool last = rows[i][0][0] == 'h', narrow = strchr(rows[i][0], '{');
            snprintf(record, sizeof record, "game: husbao\n%smoves: |\n  %s\n",
                     last ? "position: 1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,2/"
                            "0,0,0,0,0,0,0,0 a\n"
                          : "",
                     rows[i][0]);
            struct text got = format_moves(&j, record, narrow ? 12 : 80, by_move);
            if (!text_is(got, rows[i][1]))
                fail_msg("`%.*s`, not `%s`", (int)got.len, got.at, rows[i][1]);
        }
    forget(&j);
}

/* What is after the last turn that a line of play may have stays as it was written. */
static void runs_end_at_the_limit(void **state) {
    enum { TURNS = 65535 };
    static char record[20 * TURNS], moves[12 * TURNS];
    static struct judged j;
    (void)state;
    struct writer w = {record, sizeof record, 0};
    write_string(&w, "game: hogga\nrules: {repetition: 0}\nmoves: >-\n ");
    for (unsigned i = 0; i < TURNS + 3; i++) {
        static const char *const shuffle[] = {" b10-b9", " k4-k5", " b9-b10", " k5-k4"};
        write_string(&w, i <= TURNS ? shuffle[i % 4] : " B10-b9");
    }
    write_string(&w, "\n");
    record[written(&w).len] = '\0';
    struct text one = format_moves(&j, record, 0, false);
    assert_int_equal(j.verdict.plies, TURNS);
    assert_true(one.len > 10 && one.len < sizeof moves);
    size_t length = one.len;
    memcpy(moves, one.at, length);
    one = format_moves(&j, record, 0, true);
    assert_true(text_same(one, (struct text){moves, length}));
    assert_int_equal(j.verdict.plies, TURNS);
    assert_memory_equal(one.at + one.len - 13, "B10-b9 B10-b9", 13);
    forget(&j);
}

/* B9: a's c1 with the clock does not end. 1,000 such variations are what a record may ask for,
   which is told once. */
static void variations_end_at_the_limit(void **state) {
    static char record[40000];
    static struct judged j;
    struct writer w = {record, sizeof record - 1, 0};
    unsigned told = 0;
    (void)state;
    write_string(&w, "game: husbao\nposition: 2,0,3,3,2,2,2,0/0,0,0,0,0,0,0,0/3,2,1,2,3,2,3,2/"
                     "1,2,2,3,0,3,4,1 a\nmoves: |\n  a2-\n");
    for (unsigned i = 0; i < 1100; i++)
        write_string(&w, "  (c1+)\n");
    record[written(&w).len] = '\0';
    format_moves(&j, record, 80, true);
    for (size_t i = 0; i < j.record.findings.count; i++)
        told += j.record.findings.at[i].code == FINDING_LIMIT;
    assert_int_equal(told, 1);
    forget(&j);
}

/* What can be copied of a header, and what looks so but has another canonical form. */
static void headers_are_copied_only_where_they_are_canonical(void **state) {
    static const struct {
        const char *header, *expected;
    } rows[] = {
        {"event: A b, c: d\nsite: E", NULL}, /* no YAML */
        {"event: A b, c\nsite: E\n", "event: A b, c\nsite: E\n"},
        {"event: A\nx-a: B\nx-b::: C\n", "event: A\nx-a: B\n\"x-b::\": C\n"},
        {"event:  A\nsite: B \n", "event: A\nsite: B\n"},
        {"site: B\nevent: A\n", "event: A\nsite: B\n"},
        {"event: 'A'\nsite: \"B\"\n", "event: A\nsite: B\n"},
        {"event: A\n  b\nsite: B\n", "event: A b\nsite: B\n"},
        {"event: A\n\nsite: B\n", "event: A\nsite: B\n"},
        {"event: A\nx-a: TRUE\nx-b: Null\nx-c: no\nx-d: nobody\n",
         "event: A\nx-a: true\nx-b: null\nx-c: \"no\"\nx-d: nobody\n"},
        {"event: A\nx-a: \"*\"\nx-b: '[a'\n", "event: A\nx-a: \"*\"\nx-b: \"[a\"\n"},
        {"event: A\nsite: \xE2\x80\x8E"
         "B\nround: 1\n",
         "event: A\nsite: \"\\u200EB\"\nround: 1\n"},
        {"event: A # c\nsite: B\n", "event: A  # c\nsite: B\n"},
        {"? event\n: A\nsite: B\n", "event: A\nsite: B\n"},
    };
    static struct judged j;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[300], expected[300];
        snprintf(text, sizeof text, "game: hogga\n%smoves: b10-b9\n", rows[i].header);
        const struct document d = {.text = text_of(text), .line = 1};
        bool written = judge(&j, &d);
        assert_int_equal(written, rows[i].expected != NULL);
        if (!written)
            continue;
        const char *more = strstr(rows[i].expected, "x-");
        size_t known = more ? (size_t)(more - rows[i].expected) : strlen(rows[i].expected);
        snprintf(expected, sizeof expected, "---\ngame: hogga\n%.*smoves: |\n  1. b10-b9\n%s",
                 (int)known, rows[i].expected, more ? more : "");
        if (!text_is(buffered(&j.text), expected))
            fail_msg("`%.*s`, not `%s`", (int)j.text.len, j.text.at, expected);
    }
    forget(&j);
}

/* Values and comments of each kind, and the one way in which they are written. */
static void values_have_one_form(void **state) {
    static const char *const rows[][2] = {
        {"event: \"a  b\"\nsite: 'abc-'\nround: \"abcdefghijklmno  p\"\n",
         "event: a  b\nsite: abc-\nround: abcdefghijklmno  p\n"},
        {"x-a: '*\u00F8'\nx-b: \"\\0a\"\nx-c: \"\\n\"\nx-d: |\n\n", /* signs, a NUL, line ends */
         "x-a: \"*\u00F8\"\nx-b: \"\\0a\"\nx-c: \"\\n\"\nx-d: \"\"\n"},
        {"x-a: |+\n  a\n\nx-b: |\n  b\n", "x-a: |+\n  a\n\nx-b: |\n  b\n"},
        {"x-a:\n- "
         "\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8"
         "\u00F8\u00F8"
         "\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8"
         "\u00F8\u00F8\u00F8\u00F8"
         "\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\n", /* 40 columns, 80 bytes */
         "x-a: "
         "[\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8"
         "\u00F8\u00F8"
         "\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8"
         "\u00F8\u00F8\u00F8\u00F8"
         "\u00F8\u00F8\u00F8\u00F8\u00F8\u00F8]\n"},
        {"players: {}\n", "players: {}\n"},
        {"event: A\rsite: B\r", "event: A\nsite: B\n"},
        {"event:\tA\nsite: B\n", "event: A\nsite: B\n"},
        {"x-a: [a, b] # c\n", "x-a: [a, b]  # c\n"},
        {"event: A\n# c\nx-a: []\n", "event: A\n# c\nx-a: []\n"},
        {"x-a: A\t# c\nx-b: A # c \t\n", "x-a: A  # c\nx-b: A  # c\n"},
        {"x-a: 1 # at the end", "x-a: 1  # at the end\n"},
        {"{event: A,site: B}\n", "event: A\nsite: B\n"},
        {"{event:\nA,site: B}\n", "event: A\nsite: B\n"},
        {"x-a:\n  k: [] # c\n", "x-a:\n  k: []  # c\n"},
        {"x-a: # b\n  # c\n  k: v\n", "x-a:  # b\n  # c\n  k: v\n"},
        {"x-a:\n  # c\n- a\n", "x-a:\n  # c\n  - a\n"},
        {"x-a: [a, b # c\n ]\n", "x-a:\n  - a\n  - b  # c\n"},
        {"? [b]\n: 3\nx-a: 1\nx-a: 2\n? [b]\n: 4\n", "? [b]\n: 3\nx-a: 1\nx-a: 2\n? [b]\n: 4\n"},
    };
    static struct judged j;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char expected[300];
        const struct document d = {.text = text_of(rows[i][0]), .line = 1};
        assert_true(judge(&j, &d));
        snprintf(expected, sizeof expected, "---\n%s", rows[i][1]);
        if (!text_is(buffered(&j.text), expected))
            fail_msg("`%.*s`, not `%s`", (int)j.text.len, j.text.at, expected);
    }
    forget(&j);
}

/* A key of more than 120 bytes has a line of its own. */
static void long_keys_are_explicit(void **state) {
    static struct judged j;
    (void)state;
    for (int length = 119; length < 122; length++) {
        char text[300], expected[300];
        snprintf(text, sizeof text, "event: A\nx%0*d: B\nx-c: D\n", length, 0);
        const struct document d = {.text = text_of(text), .line = 1};
        assert_true(judge(&j, &d));
        snprintf(expected, sizeof expected,
                 length < 120 ? "---\nevent: A\nx%0*d: B\nx-c: D\n"
                              : "---\nevent: A\n? x%0*d\n: B\nx-c: D\n",
                 length, 0);
        if (!text_is(buffered(&j.text), expected))
            fail_msg("`%.*s`, not `%s`", (int)j.text.len, j.text.at, expected);
    }
    forget(&j);
}

/* Nothing is written for long behind what makes the form too long. */
static void a_form_that_is_too_long_ends(void **state) {
    enum { ITEMS = 250000, LINE_BYTES = sizeof "  - a" };
    static struct judged j;
    struct buffer b = {0};
    (void)state;
    buffer_string(&b, "x-a: [a");
    for (size_t i = 1; i < ITEMS; i++)
        buffer_string(&b, ",a");
    buffer_string(&b, "]\n");
    const struct document d = {.text = buffered(&b), .line = 1};
    assert_true(judge(&j, &d));
    assert_in_range(j.text.len, RECORD_BYTES_MAX + 1, RECORD_BYTES_MAX + 10 * LINE_BYTES);
    zi_buffer_free(&b);
    forget(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_form_that_is_too_long_ends),
        cmocka_unit_test(long_keys_are_explicit),
        cmocka_unit_test(values_have_one_form),
        cmocka_unit_test(comments_keep_their_lines_or_lose_them),
        cmocka_unit_test(runs_are_written_as_their_moves),
        cmocka_unit_test(runs_end_at_the_limit),
        cmocka_unit_test(variations_end_at_the_limit),
        cmocka_unit_test(gifts_and_loot_stay),
        cmocka_unit_test(headers_are_copied_only_where_they_are_canonical),
        cmocka_unit_test(the_canonical_form_is_judged_as_the_record),
        cmocka_unit_test(every_tree_comes_back),
    };
    validator = zi_validator_new();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    zi_validator_free(validator);
    return failed;
}
