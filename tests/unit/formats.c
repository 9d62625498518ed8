/* The formats of other programs: what a pit or a cell is called in them, how a stream is recognised
   and cut. */
#include "tests/feed.h"
#include "tests/unit/unit.h"

#include "formats/abstractplay.h"
#include "formats/converter.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct format_options nothing_said;

static struct validator *validator;

/* What the document becomes, in `out`; "refused" where the target cannot hold it. */
static void convert(const struct format *from, const struct format *to, const char *text,
                    char out[UNIT_TEXT_MAX]) {
    struct converter c;
    const struct document d = {.text = text_of(text), .line = 1};
    assert_true(zi_converter_open(&c, to, &nothing_said));
    c.conversion.file = TEXT("a.yaml");
    c.conversion.number = 1;
    assert_true(zi_converter_attempt(&c, from, &d, 0));
    assert_false(c.record.broken);
    struct text written = zi_converter_write(&c) ? buffered(&c.out) : TEXT("refused");
    snprintf(out, UNIT_TEXT_MAX, "%.*s", (int)written.len, written.at);
    zi_converter_close(&c);
}

/* The moves that a document is read as, with single moves of a sequence in lines. */
static void read_moves(const struct format *from, const char *text,
                       const struct format_options *options, char out[UNIT_TEXT_MAX]) {
    struct record r;
    const struct document d = {.text = text_of(text), .line = 1};
    zi_record_open(&r);
    assert_true(from->read(&r, &d, options, 0));
    assert_false(r.broken);
    const struct text moves = r.field[KEY_MOVES].text;
    snprintf(out, UNIT_TEXT_MAX, "%.*s", (int)moves.len, moves.at ? moves.at : "");
    zi_record_close(&r);
}

/* Pits of husbao. Both programs count from the owner's left: A's left is file a, B's is file h. */
static const struct pits {
    const char *name, *zet, *kiba, *agsteiner;
    bool front;
} rows[] = {
    {"A's back row", "a1 b1 c1 d1 e1 f1 g1 h1", "B1 B2 B3 B4 B5 B6 B7 B8", "1 2 3 4 5 6 7 8",
     false},
    {"A's front row", "a2 b2 c2 d2 e2 f2 g2 h2", "A1 A2 A3 A4 A5 A6 A7 A8",
     "16 15 14 13 12 11 10 9", true},
    {"B's front row", "a3 b3 c3 d3 e3 f3 g3 h3", "a8 a7 a6 a5 a4 a3 a2 a1",
     "9 10 11 12 13 14 15 16", true},
    {"B's back row", "a4 b4 c4 d4 e4 f4 g4 h4", "b8 b7 b6 b5 b4 b3 b2 b1", "8 7 6 5 4 3 2 1",
     false},
};

/* Word `i` of words with one blank between. */
static const char *word_of(const char *words, size_t i, char room[8]) {
    for (; i; i--)
        words = strchr(words, ' ') + 1;
    snprintf(room, 8, "%.*s", (int)strcspn(words, " "), words);
    return room;
}

/* A position with two stones in the pit on `row`, where only the owner of that row can move, and
   he has nothing but that pit. */
static void position_with(size_t row, size_t file, char out[UNIT_TEXT_MAX]) {
    static const char *const others[2] = {"2,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0", /* B's rows */
                                          "0,0,0,0,0,0,0,0/2,0,0,0,0,0,0,0"};
    char own[2][16] = {"0,0,0,0,0,0,0,0", "0,0,0,0,0,0,0,0"}; /* the northern row first */
    bool is_b = row >= 2;
    own[row % 2 == 0][2 * file] = '2';
    if (is_b)
        snprintf(out, UNIT_TEXT_MAX, "%s/%s/%s b", own[0], own[1], others[1]);
    else
        snprintf(out, UNIT_TEXT_MAX, "%s/%s/%s a", others[0], own[0], own[1]);
}

/* `>` is to the owner's right. His right in his front row is with the clock, in his back row
   against it. */
static char arrow_of(const struct pits *p, char direction) {
    return (direction == '+') == p->front ? '>' : '<';
}

static void pits_are_written(void **state) {
    const struct pits *p = *state;
    char position[UNIT_TEXT_MAX], record[2 * UNIT_TEXT_MAX], got[UNIT_TEXT_MAX], expected[64];
    char zet[8], own[8];
    for (size_t file = 0; file < 8; file++)
        for (const char *direction = "+-"; *direction; direction++) {
            position_with((size_t)(p - rows), file, position);
            snprintf(record, sizeof record, "game: husbao\nposition: %s\nmoves: %s%c\n", position,
                     word_of(p->zet, file, zet), *direction);
            convert(&zi_format_zet, &zi_format_kiba, record, got);
            snprintf(expected, sizeof expected, "1. %s%c\n", word_of(p->kiba, file, own),
                     arrow_of(p, *direction));
            assert_string_equal(got, expected);
            convert(&zi_format_zet, &zi_format_agsteiner, record, got);
            snprintf(expected, sizeof expected, "1. %s%c\n", word_of(p->agsteiner, file, own),
                     *direction);
            assert_string_equal(got, expected);
        }
}

/* Holes of agsteiner are the mover's: B's stand at the second place of a line. */
static void pits_are_read(void **state) {
    const struct pits *p = *state;
    char line[64], got[UNIT_TEXT_MAX], expected[64], zet[8], own[8];
    for (size_t file = 0; file < 8; file++)
        for (const char *direction = "+-"; *direction; direction++) {
            word_of(p->zet, file, zet);
            snprintf(line, sizeof line, "1. %s%c", word_of(p->kiba, file, own),
                     arrow_of(p, *direction));
            snprintf(expected, sizeof expected, "%s%c", zet, *direction);
            read_moves(&zi_format_kiba, line, &nothing_said, got);
            assert_string_equal(got, expected);
            bool is_b = p - rows >= 2;
            snprintf(line, sizeof line, "%s%s%c", is_b ? "1+ " : "",
                     word_of(p->agsteiner, file, own), *direction);
            snprintf(expected, sizeof expected, "%s%s%c", is_b ? "a1+\n" : "", zet, *direction);
            read_moves(&zi_format_agsteiner, line, &nothing_said, got);
            assert_string_equal(got, expected);
        }
}

/* AbstractPlay's cells of Akron are places of a grid of half steps, which counts from 1: a stone
   lies over the middle of the four places that it rests on. */
struct place_of {
    unsigned file, rank; /* half steps, from 0 */
};

static struct place_of over_the_middle(unsigned level, unsigned file, unsigned rank) {
    if (level == 0)
        return (struct place_of){2 * file, 2 * rank};
    struct place_of west = over_the_middle(level - 1, file, rank);
    struct place_of east = over_the_middle(level - 1, file + 1, rank);
    struct place_of north = over_the_middle(level - 1, file, rank + 1);
    return (struct place_of){(west.file + east.file) / 2, (west.rank + north.rank) / 2};
}

static void half_steps(unsigned level, unsigned file, unsigned rank, char out[16]) {
    struct place_of p = over_the_middle(level, file, rank);
    snprintf(out, 16, "%u%c%u", level + 1, (char)('a' + p.file), p.rank + 1);
}

static void own_cell(unsigned level, unsigned file, unsigned rank, char out[16]) {
    if (level)
        snprintf(out, 16, "%u%c%u", level + 1, (char)('a' + file), rank + 1);
    else
        snprintf(out, 16, "%c%u", (char)('a' + file), rank + 1);
}

/* Both directions, as a placement and as a relocation to the south-west corner of the level. */
static void half_steps_are_cells(void **state) {
    const unsigned size = *(const unsigned *)*state;
    char theirs[16], corner[16], own[16], own_corner[16], text[160], expected[64];
    char got[UNIT_TEXT_MAX];
    for (unsigned level = 0; level < size; level++)
        for (unsigned file = 0; file + level < size; file++)
            for (unsigned rank = 0; rank + level < size; rank++) {
                half_steps(level, file, rank, theirs);
                own_cell(level, file, rank, own);
                half_steps(level, 0, 0, corner);
                own_cell(level, 0, 0, own_corner);
                snprintf(text, sizeof text,
                         "{\"game\":\"akron\",\"size\":%u,\"moves\":[\"%s\",\"%s-%s\"]}", size,
                         theirs, theirs, corner);
                snprintf(expected, sizeof expected, "%s\n%s-%s", own, own, own_corner);
                read_moves(&zi_format_abstractplay, text, &nothing_said, got);
                assert_string_equal(got, expected);

                struct move m = {.kind = MOVE_RELOCATE, .count = 2};
                struct writer w = {got, UNIT_TEXT_MAX - 1, 0};
                m.cell[0] = cell_at(level, file, rank);
                m.cell[1] = cell_at(level, 0, 0);
                zi_ap_write_move(&w, &m, true);
                got[w.len] = '\0';
                snprintf(expected, sizeof expected, "%s-%s", theirs, corner);
                assert_string_equal(got, expected);
            }
}

/* From the description of the format: `2b2` rests on 1a1 1c1 1a3 1c3; size 8 runs from 1a1 to 1o15.
 */
static void half_steps_of_the_description(void **state) {
    (void)state;
    char got[UNIT_TEXT_MAX];
    read_moves(&zi_format_abstractplay,
               "{\"game\":\"akron\",\"size\":8,\"moves\":[\"1a1\",\"1c1\",\"1a3\",\"1c3\",\"2b2\","
               "\"1o15\",\"1e1-2b2\",\"3c3\"]}",
               &nothing_said, got);
    assert_string_equal(got, "a1\nb1\na2\nb2\n2a1\nh8\nc1-2a1\n3a1");
}

/* Between the places of a level there are none of it. */
static void half_steps_between_places_are_no_moves(void **state) {
    static const char *const wrong[] = {
        "1b1", "1a2", "2a2", "2b1", "2c3", "3a1", "3c1",  "3d3",  "1a1-1b1",     "0a1",
        "a1",  "1a",  "1",   "",    "1a0", "2b0", "1a1-", "-1a1", "1a1-1c1-1e1", "1{1"};
    struct record r;
    char text[96];
    zi_record_open(&r);
    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        struct verdict verdict;
        const struct document d = {.text = {text, 0}, .line = 1};
        struct document filled = d;
        snprintf(text, sizeof text, "{\"game\":\"akron\",\"size\":8,\"moves\":[\"%s\"]}", wrong[i]);
        filled.text.len = strlen(text);
        assert_true(zi_format_abstractplay.read(&r, &filled, &nothing_said, 0));
        zi_validate(validator, &r, &verdict);
        if (!r.findings.has_error || verdict.plies)
            fail_msg("`%s` was read as a move", wrong[i]);
    }
    zi_record_close(&r);
}

/* A lone hop looks like a step in AbstractPlay's Halma; two cells apart it is one. */
static void abstractplay_halma_moves_get_their_signs(void **state) {
    (void)state;
    char got[UNIT_TEXT_MAX];
    read_moves(&zi_format_abstractplay,
               "{\"game\":\"halma\",\"moves\":[\"p5-o6\",\"o3-m5\",\"o3-o5-o7\",\"a1-b2-d4\"]}",
               &nothing_said, got);
    assert_string_equal(got, "p5-o6\no3^m5\no3^o5^o7\na1^b2^d4");
}

/* Recognition. */

/* The first bytes of a stream, blanks at the front omitted. */
static const struct head {
    const char *format, *bytes;
} heads[] = {
    {"zet", "game: hogga\nmoves: |\n"},
    {"zet", "---\ngame: hogga\n"},
    {"zet", "%YAML 1.1\n---\n"},
    {"zet", "# a comment\ngame: hogga\n"},
    {"zet", "{game: hogga, moves: ''}\n"},
    {"zet", ""},
    {"zet", "a"},
    {"zet", "a: 1\n"},
    {"zet", "a1: b2\n"},
    {"zet", "game"},
    {"zet", "moves: a1-a2\n"},
    {"zet", "- a1-a2\n"},
    {"json", "{\"game\":\"hogga\"}"},
    {"json", "{ \"moves\" : [] , \"game\" : \"akron\" }"},
    {"json", "[{\"zet\":1,\"game\":\"hogga\"}]"},
    {"json", "[\n  {\"x-key\": {\"header\": {}}, \"game\": \"akron\"}]"},
    {"json", "{\"comment\":\"\\\"header\\\":\",\"game\":\"hogga\"}"},
    {"json", "{\"players\":{\"black\":\"A\"},\"game\":\"hogga\"}"},
    {"abstractplay", "{\"header\":{\"game\":{\"name\":\"Akron\"}},\"moves\":[]}"},
    {"abstractplay", "[ {\"header\" : {}} ]"},
    {"abstractplay", "{\"first\":{\"header\":{}},\"second\":{}}"},
    {"abstractplay", "{\"game\":\"akron\",\"size\":8,\"moves\":[\"1g13\"]}"},
    {"abstractplay", "{\"moves\":[[\"1g13\"]],\"header\":{}}"},
    {"ludii", "game=/lud/board/race/reach/Halma.lud\nSTART GAME OPTIONS\n"},
    {"ludii", "game="},
    {"csv", "record,ply,player,move,captured,position\n1,1,black,a1,,\n"},
    {"csv", "\"ply\",\"move\"\r\n"},
    {"csv", "Move,Ply\n"},
    {"kiba", "1. A4> a4< 2. B1>\n"},
    {"kiba", "b8<"},
    {"kiba", "1.A4>"},
    {"text", "1. b10-b9 k4-k5\n"},
    {"text", "a13^a9 h1^h5\n"},
    {"text", "d4 e5 d4-2e5v2d4\n"},
    {"text", "2d4-e5"},
    {"text", "d2+x7 a4-\n"},
    {"text", "1. %skip\n"},
    {"text", "%give:a4*2,c3:e1*3 a1+\n"},
    {"text", "c3..e7"},
    {"text", "1... k4-k5"},
    /* hostile ones: nothing is read beyond the end, and what is no other format is zet's own */
    {"zet", "{"},
    {"zet", "["},
    {"zet", "[{"},
    {"zet", "{{{{{{{{{{{{{{{{"},
    {"zet", "[[[[[[[[[[[[[[[["},
    {"zet", "}"},
    {"zet", "]]]]"},
    {"zet", "\""},
    {"zet", "\\"},
    {"zet", ","},
    {"zet", ",,,,,,,,,,,,\n"},
    {"zet", "record\n"},
    {"zet", "gam="},
    {"zet", "1."},
    {"zet", "1............"},
    {"zet", "99999999999999999999999999"},
    {"zet", "%"},
    {"zet", "%giv"},
    {"zet", "A"},
    {"text", "A4"}, /* a placement of akron in upper case */
    {"zet", "A9>"},
    {"zet", "\xEF\xBB"},
    {"zet", "\x80\xFF\xFE"},
    {"json", "{\""},
    {"json", "{\"game\":\"\\"},
    {"json", "{\"a\":[[[[[[[[[[[["},
    {"json", "{\"a\":}}}}]]]],,,"},
    {"abstractplay", "{\"header\":"},
};

/* The bytes stand at the end of what can be read, so that a look beyond them is seen. */
static void recognises(void **state) {
    const struct head *h = *state;
    size_t length = strlen(h->bytes);
    char *bytes = malloc(length + (length == 0));
    assert_non_null(bytes);
    memcpy(bytes, h->bytes, length);
    bool failed = false;
    const struct format *format = zi_format_recognise((struct text){bytes, length}, &failed);
    free(bytes);
    assert_false(failed);
    assert_string_equal(format->name, h->format);
}

/* Any head may be cut anywhere, and have a NUL at any place. */
static void every_cut_head_is_recognised_as_something(void **state) {
    (void)state;
    for (size_t n = 0; n < COUNT(heads); n++)
        for (size_t length = 0; length <= strlen(heads[n].bytes); length++)
            for (unsigned with_nul = 0; with_nul < 2; with_nul++) {
                char *bytes = malloc(length + 1);
                assert_non_null(bytes);
                memcpy(bytes, heads[n].bytes, length);
                if (with_nul && length)
                    bytes[length / 2] = '\0';
                char *exact = realloc(bytes, length + (length == 0));
                bool failed = false;
                assert_non_null(zi_format_recognise((struct text){exact, length}, &failed));
                assert_false(failed);
                free(exact);
            }
}

/* Cutting: however the bytes come in, the documents are the same. */

static struct buffer whole, pieces;

/* The documents of a stream, each between `<` and `>` after its line and offset. */
static void cut(const struct format *f, struct text bytes, size_t step, struct buffer *out) {
    struct feed feed = {bytes.at, bytes.len, step};
    struct source source;
    struct document d;
    out->len = 0;
    zi_source_open(&source, feed_read, &feed);
    while (f->next(&source, &d)) {
        zi_buffer_number(out, d.line);
        buffer_char(out, ' ');
        zi_buffer_number(out, d.offset);
        buffer_string(out, d.too_long ? " too long <" : " <");
        buffer_text(out, d.text);
        buffer_string(out, ">\n");
    }
    assert_false(source.failed || source.out_of_memory);
    zi_source_close(&source);
}

static const struct stream {
    const char *name;
    const struct format *format;
    const char *bytes;
    const char *documents; /* what is between `<` and `>`, with `|` between them */
} streams[] = {
    {"JSON: an object a line", &zi_format_json, "{\"a\":1}\n{\"b\":2}\n", "{\"a\":1}|{\"b\":2}"},
    {"JSON: values without anything between", &zi_format_json, "{}{\"b\":[2]}[]1 2\"x\"",
     "{}|{\"b\":[2]}|1|2|\"x\""},
    {"JSON: an array", &zi_format_json, " [ {\"a\":[1,{}]} ,\r\n{\"b\":\"]},[\"}, 7 ] ",
     "{\"a\":[1,{}]}|{\"b\":\"]},[\"}|7"},
    {"JSON: two arrays and a value", &zi_format_json, "[1][{}]\n[]{\"a\":null}",
     "1|{}|{\"a\":null}"},
    {"JSON: strings with quotes and brackets in them", &zi_format_json,
     "{\"a\":\"\\\"}\\\\\"}{\"b\":\"{[\"}", "{\"a\":\"\\\"}\\\\\"}|{\"b\":\"{[\"}"},
    {"JSON: a byte order mark", &zi_format_json, "\xEF\xBB\xBF{\"a\":1}", "{\"a\":1}"},
    {"JSON: a broken value up to its bracket, and the next", &zi_format_json,
     "{\"a\" 1}\n{\"b\":2}", "{\"a\" 1}|{\"b\":2}"},
    {"JSON: a value that is never closed, up to the next line with a brace", &zi_format_json,
     "{\"a\":[1,2\n{\"b\":2}\n", "{\"a\":[1,2\n|{\"b\":2}"},
    {"JSON: a comma is missing", &zi_format_json, "[{} {}]", "{}||{}"},
    {"JSON: a bracket is missing", &zi_format_json, "[{}", "{}|"},
    {"JSON: a comma too many", &zi_format_json, "[{},]", "{}|]"},
    {"JSON: nothing", &zi_format_json, " \n\t ", ""},
    {"AbstractPlay: records by name", &zi_format_abstractplay,
     "{\"one\":{\"header\":{}},\n \"two\" : {\"header\":{}}}",
     "\"one\":{\"header\":{}}|\"two\" : {\"header\":{}}"},
    {"AbstractPlay: a record is no folder of records", &zi_format_abstractplay,
     "{\"header\":{\"a\":1},\"moves\":[]}", "{\"header\":{\"a\":1},\"moves\":[]}"},
    {"Lines: blank ones are none", &zi_format_text, "a1-a2\n\n \t\r\n b\rc\r\n",
     "a1-a2\n| b\r|c\r\n"},
    {"Lines: the last without an end", &zi_format_kiba,
     "\n\xEF\xBB\xBF"
     "A4>",
     "\xEF\xBB\xBF"
     "A4>"},
    {"Ludii: a trial begins with its game", &zi_format_ludii,
     "game=A\nMove=[x]\ngame=B\r\nwinner=1\r\n", "game=A\nMove=[x]\n|game=B\r\nwinner=1\r\n"},
};

static void cuts(void **state) {
    const struct stream *s = *state;
    struct text bytes = text_of(s->bytes);
    char got[UNIT_TEXT_MAX] = "";
    cut(s->format, bytes, bytes.len + 1, &whole);
    for (size_t step = 1; step <= bytes.len; step++) {
        cut(s->format, bytes, step, &pieces);
        if (!text_same(buffered(&whole), buffered(&pieces)))
            fail_msg("in pieces of %zu bytes:\n%.*s\nat once:\n%.*s", step, (int)pieces.len,
                     pieces.at, (int)whole.len, whole.at);
    }
    struct feed feed = {bytes.at, bytes.len, bytes.len + 1};
    struct source source;
    struct document d;
    zi_source_open(&source, feed_read, &feed);
    for (bool first = true; s->format->next(&source, &d); first = false) {
        struct text there = {bytes.at + d.offset, d.text.len};
        assert_true(d.offset + d.text.len <= bytes.len && text_same(there, d.text));
        size_t used = strlen(got);
        snprintf(got + used, sizeof got - used, "%s%.*s", first ? "" : "|", (int)d.text.len,
                 d.text.at);
    }
    zi_source_close(&source);
    assert_string_equal(got, s->documents);
}

/* The pieces of any stream are the same, the more so where it is broken. */
static void any_bytes_are_cut_the_same_way(void **state) {
    static const char signs[] = "{}[]\",:\\ \n\r1ax\xEF";
    static const struct format *const cutters[] = {&zi_format_json, &zi_format_abstractplay,
                                                   &zi_format_text, &zi_format_csv,
                                                   &zi_format_ludii};
    uint64_t seed = 20090430;
    char bytes[48];
    (void)state;
    for (unsigned i = 0; i < 4000; i++) {
        size_t length = i % sizeof bytes;
        for (size_t k = 0; k < length; k++) {
            seed = seed * 6364136223846793005U + 1442695040888963407U;
            bytes[k] = signs[(seed >> 33) % (sizeof signs - 1)];
        }
        const struct format *f = cutters[i % COUNT(cutters)];
        struct text t = {bytes, length};
        cut(f, t, length + 1, &whole);
        for (size_t step = 1; step < length; step += 1 + step / 3) {
            cut(f, t, step, &pieces);
            if (!text_same(buffered(&whole), buffered(&pieces)))
                fail_msg("%s, in pieces of %zu bytes:\n%.*s\nat once:\n%.*s", f->name, step,
                         (int)pieces.len, pieces.at, (int)whole.len, whole.at);
        }
    }
}

int main(void) {
    static const unsigned sizes[] = {7, 8, 9, 11};
    static char names[2 * COUNT(rows) + COUNT(sizes) + COUNT(heads)][96];
    static struct CMUnitTest tests[COUNT(names) + COUNT(streams) + 8];
    size_t count = 0;
#define ROW(function, row, ...)                                                                    \
    do {                                                                                           \
        snprintf(names[count], sizeof *names, __VA_ARGS__);                                        \
        tests[count] =                                                                             \
            (struct CMUnitTest){names[count], function, NULL, NULL, (void *)(uintptr_t)(row)};     \
        count++;                                                                                   \
    } while (0)
    for (size_t i = 0; i < COUNT(rows); i++)
        ROW(pits_are_written, &rows[i], "%s is written as kiba and agsteiner call it",
            rows[i].name);
    for (size_t i = 0; i < COUNT(rows); i++)
        ROW(pits_are_read, &rows[i], "%s is read as kiba and agsteiner call it", rows[i].name);
    for (size_t i = 0; i < COUNT(sizes); i++)
        ROW(half_steps_are_cells, &sizes[i], "AbstractPlay's half steps are cells on size %u",
            sizes[i]);
    for (size_t i = 0; i < COUNT(heads); i++)
        ROW(recognises, &heads[i], "head %zu is of the format %s", i, heads[i].format);
    for (size_t i = 0; i < COUNT(streams); i++)
        tests[count++] =
            (struct CMUnitTest){streams[i].name, cuts, NULL, NULL, (void *)(uintptr_t)&streams[i]};
    const struct CMUnitTest others[] = {
        cmocka_unit_test(half_steps_of_the_description),
        cmocka_unit_test(half_steps_between_places_are_no_moves),
        cmocka_unit_test(abstractplay_halma_moves_get_their_signs),
        cmocka_unit_test(every_cut_head_is_recognised_as_something),
        cmocka_unit_test(any_bytes_are_cut_the_same_way),
    };
    for (size_t i = 0; i < COUNT(others); i++)
        tests[count++] = others[i];
    validator = zi_validator_new();
    int failed = _cmocka_run_group_tests("formats", tests, count, NULL, NULL);
    zi_validator_free(validator);
    zi_buffer_free(&whole);
    zi_buffer_free(&pieces);
    return failed;
}
