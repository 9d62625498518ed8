/* The plain reader reads what it takes exactly as libyaml does: over a table, the corpus, and
   mutations of both. */
#include "tests/unit/unit.h"

#include <glob.h>

#include "tests/feed.h"
#include "tests/same_tree.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Documents that show what the reader takes, so that it cannot pass by taking nothing. */
static const struct taken {
    const char *name, *text;
    const char *values[20]; /* of its scalars */
} taken[] = {
    {"a key and a value", "a: b\n", {"a", "b"}},
    {"a comment in a line of its own, and at the end of one",
     "# x\n---  # y\n\n  # z\na: b c  # d\n#\n",
     {"a", "b c"}},
    {"an empty document", "---\n", {""}},
    {"an empty document among comments", "\n# a\n--- # b\n\n  # c\n", {""}},
    {"signs in a plain scalar", "a: b#c:d - ? [x], {y} '\"|>\n", {"a", "b#c:d - ? [x], {y} '\"|>"}},
    {"signs in a flow collection", "a: [b:#c, d::e, f#g]\n", {"a", "b:#c", "d::e", "f#g"}},
    {"a pass", "a: --\nb:\n- --\n- -x\n", {"a", "--", "b", "--", "-x"}},
    {"quoted scalars", "a: 'b'\n'd': \"e f\"\n\"g\" : 'h'\n", {"a", "b", "d", "e f", "g", "h"}},
    {"characters beside those that are refused",
     "a: \xC2\xA0\xDF\xBF\xE0\xA0\x80\xE2\x80\xA7\xE2\x80\xAA\xED\x9F\xBF\xEE\x80\x80\xEF\xBB\xBE"
     "\xEF\xBC\x80\xEF\xBF\xBD\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\n",
     {"a",
      "\xC2\xA0\xDF\xBF\xE0\xA0\x80\xE2\x80\xA7\xE2\x80\xAA\xED\x9F\xBF\xEE\x80\x80\xEF\xBB\xBE"
      "\xEF\xBC\x80\xEF\xBF\xBD\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"}},
    {"the directive of YAML 1.1", "%YAML 1.1  # x\n\n--- # y\na: b\n", {"a", "b"}},
    {"a document's end", "---\na: b\n... # x\n\n# y\n", {"a", "b"}},
    {"a document's end after a missing value", "a:\n...\n", {"a", ""}},
    {"a plain scalar of several lines",
     "a: b  c\n   d  \n\n\n e\nf: g\n",
     {"a", "b  c d\n\ne", "f", "g"}},
    {"plain items of several lines", "a:\n- b\n c\n-  d\n  e # f\n", {"a", "b c", "d e"}},
    {"a plain scalar of several lines below its key", "a:\n  b\n c\n", {"a", "b c"}},
    {"a comment after a plain scalar of several lines",
     "a: b\n  c # d\n  # e\nf: g\n",
     {"a", "b c", "f", "g"}},
    {"quoted scalars of several lines",
     "a: 'b  \n c '\nd: \"  e\n\n\n  f\\n\n  g\"\n",
     {"a", "b c ", "d", "  e\n\nf\n g"}},
    {"quotes in single quotes", "'a''': '''b'''\nc: ''''\n", {"a'", "'b'", "c", "'"}},
    {"escapes",
     "a: \"\\x41\\u00e9\\U0001F600\\t\\/\\L\\_\\ \"\n\"\\x62\": c\n",
     {"a", "A\xC3\xA9\xF0\x9F\x98\x80\t/\xE2\x80\xA8\xC2\xA0 ", "b", "c"}},
    {"escapes of one letter",
     "a: \"\\a\\b\\t\\n\\v\\f\\r\\e\\ \\\"\\/\\\\\\N\\_\\P\"\n",
     {"a", "\a\b\t\n\v\f\r\x1B \"/\\\xC2\x85\xC2\xA0\xE2\x80\xA9"}},
    {"escapes that are shorter than what they mean",
     "a: \"\\L\\L\\L\\L\"\n",
     {"a", "\xE2\x80\xA8\xE2\x80\xA8\xE2\x80\xA8\xE2\x80\xA8"}},
    {"folded blocks",
     "a: >\n b\n c\n\n d\nb: >-\n\n  e\n\n\n   f\n  g\n\n",
     {"a", "b c\nd\n", "b", "\ne\n\n\n f\ng"}},
    {"a folded block that keeps its end", "a: >+2\n   b\n  c\n\n\n", {"a", " b\nc\n\n\n"}},
    {"a literal block of one line", "a: |\n  b  c\nd: e\n", {"a", "b  c\n", "d", "e"}},
    {"a literal block of several lines",
     "a: |\n\n  b\n   c\n\n  # d\n\n#\n",
     {"a", "\nb\n c\n\n# d\n"}},
    {"blocks that keep and strip their end",
     "a: |+\n b\n\nc: |-\n d\ne: |2-\n   f\n",
     {"a", "b\n\n", "c", "d", "e", " f"}},
    {"an empty block", "a: |\nb: c\n", {"a", "", "b", "c"}},
    {"flow collections over several lines",
     "a: [b, 'c',\n# d\n  {e: f, \"g\":h}]\n",
     {"a", "b", "c", "e", "f", "g", "h"}},
    {"empty flow collections", "a: []\nb: { }\n", {"a", "b"}},
    {"sequences at both columns", "a:\n- b\n-   c\nd:\n  - e\n", {"a", "b", "c", "d", "e"}},
    {"nested mappings", "a:\n   b:\n     c: d\n   e: f\n", {"a", "b", "c", "d", "e", "f"}},
    {"a value in the next line", "a:\n  b\nd:\n  'e'\n", {"a", "b", "d", "e"}},
    {"missing values", "a:\nb: # x\nc:\n\n", {"a", "", "b", "", "c", ""}},
    {"the last characters of Unicode",
     "a: \xF4\x8F\xBF\xBD\xF0\x90\x80\x80\n",
     {"a", "\xF4\x8F\xBF\xBD\xF0\x90\x80\x80"}},
    {"three signs that are not a marker", "aaa : b~\na-- : c\n", {"aaa", "b~", "a--", "c"}},
    {"text beyond ASCII",
     "\xC5\x81: \xF0\x9F\x98\x80 \xE2\x82\xAC\n",
     {"\xC5\x81", "\xF0\x9F\x98\x80 \xE2\x82\xAC"}},
};

/* Documents that are for libyaml: wrong ones, and what records hardly have. */
static const struct left {
    const char *name, *text;
} left[] = {
    {"nothing", ""},
    {"no line end", "a: b"},
    {"a tab", "a:\tb\n"},
    {"CR LF", "a: b\r\nc: d\r\n"},
    {"a CR", "a: b\r"},
    {"a CR before no LF", "a: b\rc\n"},
    {"two CRs", "a: b\r\r\n"},
    {"a CR at the end", "a: b\r\nc: d\r"},
    {"a control character", "a: \x01\n"},
    {"DEL", "a: \x7F\n"},
    {"NEL", "a: b\xC2\x85"
            "c\n"},
    {"a C1 control character", "a: b\xC2\x9B\n"},
    {"LS", "a: b\xE2\x80\xA8\n"},
    {"PS", "a: b\xE2\x80\xA9\n"},
    {"a byte order mark", "\xEF\xBB\xBF"
                          "a: b\n"},
    {"a surrogate", "a: \xED\xA0\x80\n"},
    {"a sequence too long", "a: \xC1\x81\n"},
    {"a sequence that is cut", "a: \xE2\x82\n"},
    {"an overlong sequence of three", "a: \xE0\x9F\xBF\n"},
    {"an overlong sequence of four", "a: \xF0\x8F\xBF\xBF\n"},
    {"a character beyond Unicode", "a: \xF4\x90\x80\x80\n"},
    {"U+FFFE", "a: \xEF\xBF\xBE\n"},
    {"an anchor", "a: &x b\n"},
    {"an alias", "a: *\n"},
    {"a tag", "a: !!str b\n"},
    {"a directive without a marker", "%YAML 1.1\na: b\n"},
    {"another version", "%YAML 1.3\n---\na: b\n"},
    {"a directive of tags", "%TAG ! x\n---\na: b\n"},
    {"a complex key", "? a\n: b\n"},
    {"no colon", "a \"b\"\n"},
    {"a line that is not indented", "a: |\n  b\nc\n"},
    {"a colon in a value", "a: b: c\n"},
    {"a key twice as far in", "a: b\n  c: d\n"},
    {"a key that is not far enough in", "a:\n  b: c\n d: e\n"},
    {"no end of a quoted scalar", "a: \"b\n"},
    {"an unknown escape", "a: \"\\q\"\n"},
    {"a surrogate as an escape", "a: \"\\uD800\"\n"},
    {"a marker in a quoted scalar", "a: 'b\n---\n'\n"},
    {"a marker in a flow collection", "a: [b,\n--- c]\n"},
    {"a document's end in a flow collection", "a: [b,\n... c]\n"},
    {"a directive in a flow collection", "a: [b,\n% c]\n"},
    {"an escape without its digits", "a: \"\\xA\"\n"},
    {"an escape beyond Unicode", "a: \"\\U00110000\"\n"},
    {"a backslash at the end of a line", "a: \"b\\\n  c\"\n"},
    {"a key of two lines", "\"a\n b\": c\n"},
    {"a document's end in a quoted scalar", "a: \"b\n... c\"\n"},
    {"a second `...`", "a: b\n...\n...\n"},
    {"a second document", "a: b\n---\nc: d\n"},
    {"a marker that looks like a key", "a: b\n--- : c\n"},
    {"a document's end that looks like a key", "a: b\n... : c\n"},
    {"a marker after a missing value", "a:\n--- : c\n"},
    {"a deeper line after a comment", "a: b # c\n  d\n"},
    {"a deeper line after an item in quotes", "a:\n  b:\n  - 'c'\n    d: e\n"},
    {"something after the end", "a: b\n... c\n"},
    {"no end of a flow collection", "a: [b, c\n"},
    {"a block that is indented by less than blanks", "a: |\n    \n  b\n"},
    {"a block of only blanks", "a: |\n \n"},
    {"no mapping", "- a\n"},
    {"a value behind a marker", "--- x\na: b\n"},
    {"a value behind a marker that is one line with the next", "--- xa: b\n"},
};

static void write_values(const struct node *n, struct writer *w) {
    if (n->kind == NODE_SCALAR) {
        write_text(w, n->text);
        write_char(w, '\x1F');
        return;
    }
    for (const struct node *child = n->first; child; child = child->next)
        write_values(child, w);
}

static void takes(void **state) {
    const struct taken *row = *state;
    static struct record r;
    char expected[UNIT_TEXT_MAX], got[UNIT_TEXT_MAX];
    struct writer e = {expected, sizeof expected, 0}, g = {got, sizeof got, 0};
    const struct document d = {.text = text_of(row->text), .line = 1};
    for (size_t i = 0; row->values[i]; i++) {
        write_string(&e, row->values[i]);
        write_char(&e, '\x1F');
    }
    zi_record_begin(&r, &d);
    const struct node *root = zi_plain_read(&r);
    assert_non_null(root);
    write_values(root, &g);
    assert_true(text_same(written(&e), written(&g)));
    assert_int_equal(compare_trees(d.text), SAME_TREE);
    zi_record_close(&r);
}

static void leaves(void **state) {
    const struct left *row = *state;
    assert_int_equal(compare_trees(text_of(row->text)), LEFT_TO_AUTHORITY);
}

/* Short documents to mutate: those of the tables and of the files. */

enum { DOCUMENTS_MAX = 4096, MUTATED_BYTES_MAX = 1200, MUTATIONS = 100000 };
enum { TAKEN = 15892 };

static struct text documents[DOCUMENTS_MAX];
static size_t document_count;

static void keep_document(struct text t) {
    char *at = malloc(t.len + 1);
    assert_non_null(at);
    memcpy(at, t.at, t.len);
    if (t.len <= MUTATED_BYTES_MAX && document_count < DOCUMENTS_MAX)
        documents[document_count++] = (struct text){at, t.len};
    else
        free(at);
}

static void read_tables(void) {
    for (size_t i = 0; i < COUNT(taken); i++)
        keep_document(text_of(taken[i].text));
    for (size_t i = 0; i < COUNT(left); i++)
        keep_document(text_of(left[i].text));
}

/* Compares every document of a file. */
static void compare_file(const char *path, size_t *all, size_t *same) {
    static char bytes[1 << 20];
    struct source source;
    struct document d;
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    struct feed feed = {bytes, fread(bytes, 1, sizeof bytes, in), sizeof bytes};
    fclose(in);
    zi_source_open(&source, feed_read, &feed);
    while (zi_source_next(&source, &d)) {
        enum sameness s = compare_trees(d.text);
        if (s == OTHER_TREE)
            fail_msg("%s:%zu: libyaml builds another tree", path, d.line);
        ++*all;
        *same += s == SAME_TREE;
        keep_document(d.text);
    }
    zi_source_close(&source);
}

static void files_are_the_same(void **state) {
    static const char *const patterns[] = {"corpus/*/*.yaml", "tests/findings/*.yaml",
                                           "tests/cli/*/*.yaml"};
    size_t all = 0, same = 0, corpus_all = 0, corpus_same = 0;
    (void)state;
    for (size_t i = 0; i < COUNT(patterns); i++) {
        glob_t found;
        assert_int_equal(glob(patterns[i], 0, NULL, &found), 0);
        for (size_t k = 0; k < found.gl_pathc; k++)
            compare_file(found.gl_pathv[k], &all, &same);
        globfree(&found);
        if (i == 0) {
            corpus_all = all;
            corpus_same = same;
        }
    }
    print_message("# %zu of %zu documents of the corpus, %zu of %zu of all files\n", corpus_same,
                  corpus_all, same, all);
    assert_true(corpus_all > 200 && corpus_same * 10 > corpus_all * 9);
}

static uint64_t random_state = 1;

static size_t random_below(size_t n) {
    random_state = random_state * 6364136223846793005U + 1442695040888963407U;
    return (size_t)(random_state >> 33) % n;
}

/* What YAML is made of. */
static const char *const pieces[] = {
    "\n",
    " ",
    "  ",
    "\n  ",
    "\n\n",
    " \n",
    ":",
    ": ",
    ":\n",
    "- ",
    "\n- ",
    "#",
    " #",
    "'",
    "\"",
    "''",
    "\\",
    "\\\"",
    "\\n",
    "\\x41",
    "|\n ",
    ">-\n  ",
    ">\n  a\n  b\n",
    "\\L",
    "\\\n",
    "\n ...",
    "|+2",
    "[",
    "]",
    "{",
    "}",
    ", ",
    ",",
    "---\n",
    "...\n",
    "--",
    "-",
    "?",
    "? ",
    "&a",
    "*",
    "!",
    "%",
    "@",
    "`",
    "\t",
    "\r",
    "\r\n",
    "\r\n  ",
    "a",
    "1",
    ".",
    "\xC3\xA9",
    "\xC2\x85",
    "\xE2\x80\xA8",
    "\xEF\xBB\xBF",
    "\xF0\x9F\x98\x80",
    "\x80",
    "\x7F",
    "k: v\n",
    "\n  k: v\n",
};

/* Replaces up to a few bytes of *t by a piece, a part of another document or nothing. */
static void mutate(char *bytes, size_t *length) {
    size_t at = random_below(*length + 1), left_over = *length - at;
    size_t gone = random_below(3) ? 0 : random_below(12);
    struct text in = text_of(pieces[random_below(COUNT(pieces))]);
    unsigned kind = (unsigned)random_below(8);
    if (kind == 0) {
        struct text other = documents[random_below(document_count)];
        size_t from = random_below(other.len + 1), n = random_below(80);
        in = (struct text){other.at + from, n < other.len - from ? n : other.len - from};
    } else if (kind < 3) {
        in.len = 0;
        gone += 1;
    }
    gone = gone < left_over ? gone : left_over;
    if (*length - gone + in.len > 2 * MUTATED_BYTES_MAX)
        return;
    memmove(bytes + at + in.len, bytes + at + gone, left_over - gone);
    memcpy(bytes + at, in.at, in.len);
    *length += in.len;
    *length -= gone;
}

/* How many mutations of the documents the plain reader takes. */
static size_t compare_mutations(size_t count) {
    size_t same = 0;
    random_state = 1;
    for (size_t i = 0; i < count; i++) {
        char work[2 * MUTATED_BYTES_MAX];
        struct text from = documents[random_below(document_count)];
        size_t length = from.len;
        memcpy(work, from.at, length);
        for (size_t n = 1 + random_below(4); n > 0; n--)
            mutate(work, &length);
        char *bytes = malloc(length ? length : 1); /* its own, so that reading too far is seen */
        assert_non_null(bytes);
        memcpy(bytes, work, length);
        enum sameness s = compare_trees((struct text){bytes, length});
        if (s == OTHER_TREE)
            fail_msg("mutation %zu: libyaml builds another tree of\n%.*s", i, (int)length, bytes);
        same += s == SAME_TREE;
        free(bytes);
    }
    print_message("# %zu of %zu mutations\n", same, count);
    return same;
}

/* Mutations of the table only. TAKEN is the number that the plain reader read when this was
   written. A reader that leaves more of them to libyaml is slower; one that reads more changes this
   number. */
static void as_much_is_taken(void **state) {
    size_t all = document_count;
    (void)state;
    document_count = COUNT(taken);
    assert_int_equal(compare_mutations(MUTATIONS), TAKEN);
    document_count = all;
}

/* Writes lines of pieces that YAML changes in scalars; `begin` starts each line. */
static void scalar_lines(struct buffer *b, const char *begin, const char *const *words,
                         size_t count) {
    for (size_t lines = 1 + random_below(4); lines; lines--) {
        for (size_t n = random_below(5); n; n--)
            buffer_string(b, words[random_below(count)]);
        if (lines > 1)
            buffer_string(b, random_below(5) ? begin : random_below(2) ? "\n" : " \n ");
    }
}

/* Writes a key with a value in any form that spans lines or is quoted. */
static void spelled_pair(struct buffer *b, size_t number) {
    static const char *const plain[] = {"a", "b", " ", " ", "#", "'", "1.", ":c", " # d"};
    static const char *const single[] = {"a", " ", "''", "\"", "\\", "#", ": ", "\xC3\xA9"};
    static const char *const twice[] = {"a",           " ",     "'",   "\\\"", "\\\\",
                                        "\\n",         "\\x41", "\\ ", "\\L",  "\\u00e9",
                                        "\\U0001F600", "\\/",   "#"};
    static const char *const block[] = {"a", "b", " ", "# c", ": ", "'", "\"", "  "};
    static const char *const heads[] = {">\n  ",       ">-\n  ", ">+\n  ", ">2\n  ",
                                        ">-1 # e\n  ", "|\n  ",  "|+\n  "};
    static const char *const begins[] = {"\n ", "\n  ", "\n   ", "\n\n  "};
    const char *begin = begins[random_below(COUNT(begins))];
    buffer_char(b, 'k');
    zi_buffer_number(b, number);
    buffer_string(b, random_below(4) ? ": " : ":\n  ");
    switch (random_below(4)) {
    case 0:
        buffer_char(b, 'a');
        scalar_lines(b, begin, plain, COUNT(plain));
        break;
    case 1:
        buffer_char(b, '\'');
        scalar_lines(b, begin, single, COUNT(single));
        buffer_char(b, '\'');
        break;
    case 2:
        buffer_char(b, '"');
        scalar_lines(b, begin, twice, COUNT(twice));
        buffer_char(b, '"');
        break;
    default:
        buffer_string(b, heads[random_below(COUNT(heads))]);
        scalar_lines(b, random_below(3) ? "\n  " : begin, block, COUNT(block));
    }
    buffer_string(b, random_below(6) ? "\n" : "\n\n# x\n");
}

/* Documents made of all forms of scalars, and of what may follow and precede them. */
static void spellings_are_the_same(void **state) {
    enum { SPELLINGS = 60000 };
    static const char *const ends[] = {"...\n", "... # x\n\n", "...\n# y\n", "... \n"};
    size_t same = 0;
    (void)state;
    random_state = 1;
    for (size_t i = 0; i < SPELLINGS; i++) {
        struct buffer b = {0};
        if (!random_below(4))
            buffer_string(&b, random_below(2) ? "%YAML 1.1\n---\n" : "--- # x\n");
        for (size_t n = 0, pairs = 1 + random_below(3); n < pairs; n++)
            spelled_pair(&b, n);
        if (!random_below(3))
            buffer_string(&b, ends[random_below(COUNT(ends))]);
        struct text t = buffered(&b);
        char *bytes = malloc(t.len); /* its own, so that reading too far is seen */
        assert_non_null(bytes);
        memcpy(bytes, t.at, t.len);
        enum sameness s = compare_trees((struct text){bytes, t.len});
        if (s == OTHER_TREE)
            fail_msg("spelling %zu: libyaml builds another tree of\n%.*s", i, (int)t.len, t.at);
        same += s == SAME_TREE;
        free(bytes);
        zi_buffer_free(&b);
    }
    print_message("# %zu of %d spellings\n", same, SPELLINGS);
    assert_true(same > SPELLINGS / 2);
}

static void mutations_are_the_same(void **state) {
    (void)state;
    assert_true(document_count > 300);
    assert_true(compare_mutations(MUTATIONS) > MUTATIONS / 10);
}

/* A key has at most 1,024 characters in YAML; what is about as long is for libyaml to judge. */
static void long_keys_are_left(void **state) {
    static const char *const around[][2] = {{"", ": b\n"}, {"a: {", ": b}\n"}};
    static const size_t lengths[] = {1000, 1001, 1024, 1025, 2000};
    (void)state;
    for (size_t i = 0; i < COUNT(around); i++)
        for (size_t k = 0; k < COUNT(lengths); k++) {
            struct buffer b = {0};
            buffer_string(&b, around[i][0]);
            buffer_chars(&b, 'k', lengths[k]);
            buffer_string(&b, around[i][1]);
            assert_int_equal(compare_trees(buffered(&b)), k ? LEFT_TO_AUTHORITY : SAME_TREE);
            zi_buffer_free(&b);
        }
}

/* Nested collections count, siblings do not. */
static void deep_documents_are_left(void **state) {
    enum { DEPTH_MAX = 16, BESIDE = 40 };
    (void)state;
    for (unsigned form = 0; form < 3; form++)
        for (unsigned depth = DEPTH_MAX - 1; depth <= DEPTH_MAX + 1; depth++) {
            struct buffer b = {0};
            buffer_string(&b, "a:");
            for (unsigned i = 1; i < depth; i++) {
                buffer_string(&b, form == 0 ? "\n" : form == 1 ? " [" : " {a: ");
                buffer_chars(&b, ' ', form == 0 ? i : 0);
                buffer_string(&b, form == 0 ? "a:" : "");
            }
            buffer_string(&b, form == 0 ? " b" : "b");
            buffer_chars(&b, form == 1 ? ']' : '}', form == 0 ? 0 : depth - 1);
            buffer_string(&b, "\n");
            for (unsigned i = 0; i < BESIDE; i++) {
                zi_buffer_number(&b, i);
                buffer_string(&b, ":\n  - {c: [d]}\n");
                zi_buffer_number(&b, BESIDE + i);
                buffer_string(&b, ":\n  c:\n    d: e\n");
            }
            assert_int_equal(compare_trees(buffered(&b)),
                             depth <= DEPTH_MAX ? SAME_TREE : LEFT_TO_AUTHORITY);
            zi_buffer_free(&b);
        }
}

/* A block of one line is a slice of the document, not a copy. */
static void one_line_is_a_part_of_the_document(void **state) {
    static const struct {
        const char *text;
        bool part;
    } blocks[] = {{"a: |\n  b\n", true},    {"a: |-\n  b\n\n", true},  {"a: |1\n  b\n\n", true},
                  {"a: |\n\n  b\n", false}, {"a: |+\n  b\n\n", false}, {"a: |\n  b\n  c\n", false}};
    static struct record r;
    (void)state;
    for (size_t i = 0; i < COUNT(blocks); i++) {
        const struct document d = {.text = text_of(blocks[i].text), .line = 1};
        zi_record_begin(&r, &d);
        const struct node *root = zi_plain_read(&r);
        assert_non_null(root);
        uintptr_t offset = (uintptr_t)root->last->text.at - (uintptr_t)d.text.at;
        assert_int_equal(offset < d.text.len, blocks[i].part);
    }
    zi_record_close(&r);
}

/* Where much is left of a document, blocks are read otherwise. */
static void long_documents_are_the_same(void **state) {
    enum { COMMENT_BYTES = 20000 };
    size_t same = 0;
    (void)state;
    for (size_t i = 0; i < document_count; i++) {
        struct text from = documents[i];
        char *bytes = malloc(from.len + COMMENT_BYTES);
        assert_non_null(bytes);
        memcpy(bytes, from.at, from.len);
        memset(bytes + from.len, '#', COMMENT_BYTES);
        bytes[from.len + COMMENT_BYTES - 1] = '\n';
        enum sameness s = compare_trees((struct text){bytes, from.len + COMMENT_BYTES});
        if (s == OTHER_TREE)
            fail_msg("libyaml builds another tree of\n%.*s", (int)from.len, from.at);
        same += s == SAME_TREE;
        free(bytes);
    }
    assert_true(same > document_count / 2);
}

static int clear_documents(void **state) {
    (void)state;
    while (document_count)
        free((char *)(uintptr_t)documents[--document_count].at);
    return 0;
}

int main(void) {
    static struct CMUnitTest tests[COUNT(taken) + COUNT(left) + 8];
    size_t count = 0;
    for (size_t i = 0; i < COUNT(taken); i++)
        tests[count++] = (struct CMUnitTest){.name = taken[i].name,
                                             .test_func = takes,
                                             .initial_state = (void *)(uintptr_t)&taken[i]};
    for (size_t i = 0; i < COUNT(left); i++)
        tests[count++] = (struct CMUnitTest){.name = left[i].name,
                                             .test_func = leaves,
                                             .initial_state = (void *)(uintptr_t)&left[i]};
    read_tables();
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(as_much_is_taken);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(files_are_the_same);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(mutations_are_the_same);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(spellings_are_the_same);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(long_documents_are_the_same);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(long_keys_are_left);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(deep_documents_are_left);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(one_line_is_a_part_of_the_document);
    return _cmocka_run_group_tests("plain reader", tests, count, NULL, clear_documents);
}
