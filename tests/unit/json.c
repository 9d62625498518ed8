/* JSON: every value and key has its place, what is no JSON is told with one, and what is written
   is read as the same. */
#include "tests/unit/unit.h"

#include "notation/record/json.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct record record;

/* The tree of a text; NULL where it is not one. */
static const struct node *read_text(struct text t) {
    const struct document d = {.text = t, .line = 1};
    zi_record_begin(&record, &d);
    return zi_json_read(&record);
}

/* Places. */

/* What a node is: its texts as they are written, in their order, a collection before what it holds;
   and the values of its scalars. */
static const struct placed {
    const char *name, *json;
    const char *written[16], *values[16];
} placed[] = {
    {"a number alone", " 12 ", {"12"}, {"12"}},
    {"a text alone", "\"a b\"", {"\"a b\""}, {"a b"}},
    {"null and truth values",
     "[null,true,false]",
     {"[null,true,false]", "null", "true", "false"},
     {NULL, "null", "true", "false"}},
    {"the largest numbers",
     "[9223372036854775807,-9223372036854775808,1e308,1e-999]",
     {"[9223372036854775807,-9223372036854775808,1e308,1e-999]", "9223372036854775807",
      "-9223372036854775808", "1e308", "1e-999"},
     {NULL, "9223372036854775807", "-9223372036854775808", "1e308", "1e-999"}},
    {"numbers of every kind, as they are written",
     "[0, -1,2.50 ,1e5,-0.0, 1E-2]",
     {"[0, -1,2.50 ,1e5,-0.0, 1E-2]", "0", "-1", "2.50", "1e5", "-0.0", "1E-2"},
     {NULL, "0", "-1", "2.50", "1e5", "-0.0", "1E-2"}},
    {"an empty object and an empty array",
     "[{},[ ] , { }]",
     {"[{},[ ] , { }]", "{}", "[ ]", "{ }"},
     {0}},
    {"keys and values, with blanks around the colon",
     "{\"a\" : 1 ,\n\"b\":\"c\"}",
     {"{\"a\" : 1 ,\n\"b\":\"c\"}", "\"a\"", "1", "\"b\"", "\"c\""},
     {NULL, "a", "1", "b", "c"}},
    {"nested collections",
     "{\"a\":[1,{\"b\":[]}],\"c\":{}}",
     {"{\"a\":[1,{\"b\":[]}],\"c\":{}}", "\"a\"", "[1,{\"b\":[]}]", "1", "{\"b\":[]}", "\"b\"",
      "[]", "\"c\"", "{}"},
     {NULL, "a", NULL, "1", NULL, "b", NULL, "c", NULL}},
    {"signs of JSON in texts",
     "[\"],}\",{\"{[:,\":\"\\\\\"},\"x\"]",
     {"[\"],}\",{\"{[:,\":\"\\\\\"},\"x\"]", "\"],}\"", "{\"{[:,\":\"\\\\\"}", "\"{[:,\"",
      "\"\\\\\"", "\"x\""},
     {NULL, "],}", NULL, "{[:,", "\\", "x"}},
    {"quotes in texts",
     "[\"\\\"\",\"a\\\\\\\"b\",\"c\"]",
     {"[\"\\\"\",\"a\\\\\\\"b\",\"c\"]", "\"\\\"\"", "\"a\\\\\\\"b\"", "\"c\""},
     {NULL, "\"", "a\\\"b", "c"}},
    {"escapes of one sign",
     "[\"\\b\\f\\n\\r\\t\\/\",0]",
     {"[\"\\b\\f\\n\\r\\t\\/\",0]", "\"\\b\\f\\n\\r\\t\\/\"", "0"},
     {NULL, "\b\f\n\r\t/", "0"}},
    {"escapes of four digits, and a pair of them",
     "{\"\\u00e9\":\"\\u20AC\\ud83d\\ude00\",\"b\":1}",
     {"{\"\\u00e9\":\"\\u20AC\\ud83d\\ude00\",\"b\":1}", "\"\\u00e9\"", "\"\\u20AC\\ud83d\\ude00\"",
      "\"b\"", "1"},
     {NULL, "\xC3\xA9", "\xE2\x82\xAC\xF0\x9F\x98\x80", "b", "1"}},
    {"signs of several bytes as they are",
     "[\"\xC3\xA9\",\"\xF0\x9F\x98\x80\",2]",
     {"[\"\xC3\xA9\",\"\xF0\x9F\x98\x80\",2]", "\"\xC3\xA9\"", "\"\xF0\x9F\x98\x80\"", "2"},
     {NULL, "\xC3\xA9", "\xF0\x9F\x98\x80", "2"}},
    {"keys that look like values",
     "{\"1\":\"2\",\"null\":null}",
     {"{\"1\":\"2\",\"null\":null}", "\"1\"", "\"2\"", "\"null\"", "null"},
     {NULL, "1", "2", "null", "null"}},
};

struct walk {
    const struct placed *row;
    size_t seen;
    uint32_t behind; /* where the last node began */
};

static void walk(struct walk *w, const struct node *n) {
    const struct placed *row = w->row;
    if (w->seen == COUNT(row->written) || !row->written[w->seen])
        fail_msg("there are more than %zu nodes", w->seen);
    struct text there = {record.text.at + n->span.start, n->span.end - n->span.start};
    if (!text_is(there, row->written[w->seen]))
        fail_msg("node %zu stands at `%.*s`", w->seen, (int)there.len, there.at);
    if (n->kind == NODE_SCALAR && !text_is(n->text, row->values[w->seen]))
        fail_msg("node %zu is `%.*s`", w->seen, (int)n->text.len, n->text.at);
    assert_int_equal(n->kind == NODE_MAPPING, *there.at == '{');
    assert_int_equal(n->kind == NODE_SEQUENCE, *there.at == '[');
    assert_true(w->seen == 0 || n->span.start > w->behind);
    w->behind = n->span.start;
    w->seen++;
    for (const struct node *child = node_first(n); child; child = child->next)
        walk(w, child);
}

static void every_value_and_key_has_its_place(void **state) {
    struct walk w = {.row = *state};
    const struct node *root = read_text(text_of(w.row->json));
    assert_non_null(root);
    assert_int_equal(record.findings.count, 0);
    walk(&w, root);
    assert_true(w.seen == COUNT(w.row->written) || !w.row->written[w.seen]);
}

/* A text with a NUL in it, which C's own texts cannot have. */
static void a_nul_is_read(void **state) {
    (void)state;
    const struct node *root = read_text(TEXT("[\"a\\u0000b\", 1]"));
    assert_non_null(root);
    assert_true(text_same(root->first->text, TEXT("a\0b")));
    assert_int_equal(root->first->next->span.start, 13);
    assert_null(read_text(TEXT("[\"a\\\0\"]"))); /* it is no escape */
    assert_null(read_text(TEXT("{}\0")));
    assert_null(read_text(TEXT("[\0]")));
}

/* Bytes of a text of moves, from the start of the document: each is found after the escapes. */
static void moves_are_found_behind_escapes(void **state) {
    static const char json[] = "{\"game\":\"hogga\",\"moves\":\"1. b10\\u002db9 {\\ud83d\\ude00 "
                               "\\\"\xC3\xA9\\n\\\\} \\u006b4-k5\\t2. a13^a9\"}";
    static const struct {
        const char *value, *document; /* what begins there */
    } marks[] = {{"1. ", "1. b10\\u"}, {"b10", "b10\\u"},          {"-b9", "\\u002db9"},
                 {"b9 ", "b9 {"},      {"\"\xC3", "\\\"\xC3\xA9"}, {"k4", "\\u006b4"},
                 {"4-k5", "4-k5\\t"},  {"2. ", "2. a13"},          {"a9", "a9\"}"}};
    (void)state;
    const struct node *root = read_text(text_of(json));
    assert_non_null(root);
    zi_record_take(&record, root);
    const struct field *f = &record.field[KEY_MOVES];
    assert_int_equal(f->state, FIELD_GIVEN);
    for (size_t i = 0; i < COUNT(marks); i++) {
        const char *at = memmem(f->text.at, f->text.len, marks[i].value, strlen(marks[i].value));
        assert_non_null(at);
        size_t place = zi_field_offset(&record, f, (size_t)(at - f->text.at));
        if (strncmp(json + place, marks[i].document, strlen(marks[i].document)) != 0)
            fail_msg("`%s` is said to stand at `%s`", marks[i].value, json + place);
    }
}

/* What is no JSON. */

static const struct broken {
    const char *name, *json;
    enum finding_code code;
    const char *at; /* what begins at the finding's place; NULL: it may be anywhere */
} broken[] = {
    {"a key twice", "{\"a\":1,\"b\":2,\"a\":3}", FINDING_DUPLICATE_KEY, "\"a\":3}"},
    {"a key twice, the second with an escape", "{\"a\":1, \"\\u0061\":3}", FINDING_DUPLICATE_KEY,
     "\"\\u0061\":3}"},
    {"a key twice in an inner object", "{\"a\":1,\"b\":{\"a\":1,\"c\":2,\"c\":3}}",
     FINDING_DUPLICATE_KEY, "\"c\":3}}"},
    {"a whole number that is too large", "[1, 99999999999999999999]", FINDING_LIMIT,
     "99999999999999999999]"},
    {"a real that is too large", "[1, 1e999]", FINDING_LIMIT, "1e999]"},
    {"no colon", "{\"a\" 1}", FINDING_FORMAT, "1}"},
    {"no comma", "[1 2]", FINDING_FORMAT, "2]"},
    {"a comma too many", "[1,]", FINDING_FORMAT, "]"},
    {"a word that JSON does not have", "[nul]", FINDING_FORMAT, "nul]"},
    {"a number with a leading zero", "[012]", FINDING_FORMAT, NULL},
    {"an escape that JSON does not have", "[\"\\x\"]", FINDING_FORMAT, NULL},
    {"half of a pair", "[\"a\\ud83d\"]", FINDING_FORMAT, "\\ud83d\"]"},
    {"the second half of a pair alone", "[\"\\ude00\"]", FINDING_FORMAT, "\\ude00\"]"},
    {"half of a pair before another escape", "[\"\\ud83d\\u0041\"]", FINDING_FORMAT,
     "\\ud83d\\u0041\"]"},
    {"an escape without its digits", "[\"\\u12g4\"]", FINDING_FORMAT, "\\u12g4\"]"},
    {"an escape that is cut", "[\"\\u12", FINDING_FORMAT, NULL},
    {"a whole number of 64 bits and one more", "[-9223372036854775809]", FINDING_LIMIT,
     "-9223372036854775809]"},
    {"a point without digits", "[1.]", FINDING_FORMAT, "1.]"},
    {"an exponent without digits", "[1e+]", FINDING_FORMAT, "1e+]"},
    {"a line end in a text", "[\"a\nb\"]", FINDING_FORMAT, NULL},
    {"a control in a text", "[\"a\x01\"]", FINDING_FORMAT, NULL},
    {"a control that a text begins with", "[\"\x01\"]", FINDING_FORMAT, NULL},
    {"a control in a key", "{\"a\x01\": 1}", FINDING_FORMAT, NULL},
    {"a bracket that is never closed", "[1", FINDING_FORMAT, ""},
    {"a bracket that is never closed, before blanks", "[1 \n ", FINDING_FORMAT, " \n "},
    {"a comma at the end", "[1,  ", FINDING_FORMAT, "  "},
    {"half of a word at the end", "[1 tru", FINDING_FORMAT, "tru"},
    {"half of a word before blanks", "[1, tru ", FINDING_FORMAT, "tru "},
    {"nothing", "", FINDING_FORMAT, ""},
    {"blanks", " \n", FINDING_FORMAT, " \n"},
    {"a text that is never closed", "[\"a", FINDING_FORMAT, NULL},
    {"an escape that is never ended", "[\"a\\", FINDING_FORMAT, NULL},
    {"something behind the value", "{} {}", FINDING_FORMAT, "{}"},
    {"a byte that is no UTF-8", "[\"a\xFF\"]", FINDING_ENCODING, "\xFF\"]"},
    {"a surrogate in UTF-8", "[\"\xED\xA0\x80\"]", FINDING_ENCODING, "\xED\xA0\x80\"]"},
};

static void what_is_no_json_is_told(void **state) {
    const struct broken *row = *state;
    assert_null(read_text(text_of(row->json)));
    assert_true(record.broken);
    assert_int_equal(record.findings.count, 1);
    const struct finding *f = &record.findings.at[0];
    if (f->code != row->code)
        fail_msg("it is called %s", zi_findings[f->code].code);
    assert_true(f->offset <= strlen(row->json));
    if (row->at)
        assert_string_equal(row->json + f->offset, row->at);
    bool missing = row->json[strspn(row->json, " \n")] == '\0';
    assert_int_equal(!strncmp(f->sentence, "a value, a comma", 16), missing);
}

/* `depth` arrays inside each other. */
static void nest(struct buffer *b, unsigned depth) {
    b->len = 0;
    buffer_chars(b, '[', depth);
    buffer_chars(b, ']', depth);
}

static void nesting_has_a_limit(void **state) {
    struct buffer b = {0};
    (void)state;
    nest(&b, YAML_DEPTH_MAX);
    const struct node *deep = read_text(buffered(&b));
    nest(&b, YAML_DEPTH_MAX + 1);
    const struct node *deeper = read_text(buffered(&b));
    enum finding_code code = record.findings.count ? record.findings.at[0].code : FINDING_CODES;
    size_t offset = record.findings.count ? record.findings.at[0].offset : 0;
    nest(&b, 100000);
    const struct node *deepest = read_text(buffered(&b));
    bool told = record.findings.count == 1 && record.findings.at[0].code == FINDING_LIMIT;
    zi_buffer_free(&b);
    assert_non_null(deep);
    assert_null(deeper);
    assert_int_equal(code, FINDING_LIMIT);
    assert_int_equal(offset, YAML_DEPTH_MAX);
    assert_null(deepest);
    assert_true(told);
}

/* Only a scalar has a text, and only a suggestion has a word that was meant. */
static void what_is_asked_for_may_lack(void **state) {
    static const char *const words[] = {"game", "result", NULL};
    (void)state;
    const struct node *root = read_text(TEXT("{\"a\":[1],\"b\":\"c\"}"));
    assert_non_null(root);
    assert_int_equal(zi_node_text(root, "a").len, 0);
    assert_int_equal(zi_node_text(root, "d").len, 0);
    assert_true(text_is(zi_node_text(root, "b"), "c"));
    assert_null(zi_node_get(NULL, "a"));
    assert_null(zi_node_get(root->last, "a"));
    struct node *n = zi_record_collection(&record, NODE_MAPPING, root->span);
    struct node *child = zi_record_copy(&record, root->last);
    zi_node_add(NULL, child);
    zi_node_add(n, NULL);
    zi_node_add_pair(n, child, NULL);
    zi_node_add_pair(n, NULL, child);
    assert_null(n->first);
    assert_int_equal(zi_record_meant(TEXT("a sentence of some length, which suggests none")).len,
                     0);
    assert_int_equal(zi_record_meant(TEXT("short")).len, 0);
    assert_true(
        text_is(zi_record_meant(zi_record_did_you_mean(&record, TEXT("resutl"), words)), "result"));
}

/* Writing. */

static const struct text nothing[KEYS] = {{NULL, 0}};

/* A record in YAML, and the same in JSON; or what is lost. */
static const struct pair_of_forms {
    const char *name, *yaml, *json, *lost;
} forms[] = {
    {"truth values in capitals", "x-a: [True, FALSE]\n", "{\"x-a\":[true,false]}", NULL},
    {"a real that needs sixteen digits for its bits", "x-a: 9.95\n", "{\"x-a\":9.95}", NULL},
    {"a real of fifteen digits", "x-a: 0.123456789012345", "{\"x-a\":0.123456789012345}", NULL},
    {"numbers that programs write so",
     "x-a: [0.0, -0.5, 100.0, 1e20, 1.5e-7, 0.0001, 9223372036854775807, 12345678901234.5]",
     "{\"x-a\":[0.0,-0.5,100.0,1e20,1.5e-7,0.0001,9223372036854775807,12345678901234.5]}", NULL},
    {"keys are written in their order", "result: draw\nx-b: 1\nmoves: ''\ngame: hogga\nx-a: 2\n",
     "{\"game\":\"hogga\",\"result\":\"draw\",\"moves\":\"\",\"x-b\":1,\"x-a\":2}", NULL},
    {"plain scalars are what they mean, quoted ones are texts",
     "x-a: [1, '1', true, 'true', null, ~, 'null', -2, 1.5, no, 2011-03-04]",
     "{\"x-a\":[1,\"1\",true,\"true\",null,null,\"null\",-2,1.5,\"no\",\"2011-03-04\"]}", NULL},
    {"signs that need an escape", "x-a: \"\\\"\\\\\\n\\t\\a\\0\"",
     "{\"x-a\":\"\\\"\\\\\\n\\t\\u0007\\u0000\"}", NULL},
    {"signs that need none", "x-a: \xC3\xA9\xF0\x9F\x98\x80/",
     "{\"x-a\":\"\xC3\xA9\xF0\x9F\x98\x80/\"}", NULL},
    {"nested collections", "x-a:\n- {b: [], c: {}}\n- []\n", "{\"x-a\":[{\"b\":[],\"c\":{}},[]]}",
     NULL},
    {"a number that JSON spells otherwise is lost as a number", "x-a: 007", "{\"x-a\":\"007\"}",
     "007"},
    {"a plus sign is lost as a number", "x-a: +5", "{\"x-a\":\"+5\"}", "+5"},
    {"a number of fifty digits is lost as a number",
     "x-a: 11111111111111111111111111111111111111111111111111",
     "{\"x-a\":\"11111111111111111111111111111111111111111111111111\"}",
     "11111111111111111111111111111111111111111111111111"},
    {"a number with more digits than a number has room for is lost as one",
     "x-a: "
     "111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111"
     "111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111",
     "{\"x-a\":\""
     "111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111"
     "111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111"
     "\"}",
     "111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111"
     "11111111111111111111111111111111111111111111111111111111111111111111111111111111111111111"
     "1"},
    {"a zero at the end of a real is lost as a number", "x-a: 0.50", "{\"x-a\":\"0.50\"}", "0.50"},
    {"a capital exponent is lost as a number", "x-a: 1E20", "{\"x-a\":\"1E20\"}", "1E20"},
    {"a plus in an exponent is lost as a number", "x-a: 1e+20", "{\"x-a\":\"1e+20\"}", "1e+20"},
    {"a small exponent is lost as a number", "x-a: 1e5", "{\"x-a\":\"1e5\"}", "1e5"},
    {"many zeros is lost as a number", "x-a: 0.00001", "{\"x-a\":\"0.00001\"}", "0.00001"},
    {"sixteen digits is lost as a number", "x-a: 1.234567890123456",
     "{\"x-a\":\"1.234567890123456\"}", "1.234567890123456"},
    {"a negative zero is lost as a number", "x-a: -0", "{\"x-a\":\"-0\"}", "-0"},
    {"more than 64 bits is lost as a number", "x-a: 9223372036854775808",
     "{\"x-a\":\"9223372036854775808\"}", "9223372036854775808"},
    {"no digit before the point is lost as a number", "x-a: .5", "{\"x-a\":\".5\"}", ".5"},
    {"a mantissa of two digits is lost as a number", "x-a: 15e20", "{\"x-a\":\"15e20\"}", "15e20"},
    {"a key that is a number is lost as one", "x-a: {1: 2}", "{\"x-a\":{\"1\":2}}", "1"},
    {"a key that is a collection is lost", "x-a: {? [b] : 1, c: 2}", "{\"x-a\":{\"c\":2}}", ""},
    {"a key with NUL in it is lost", "x-a: {\"b\\0\": 1, c: 2}", "{\"x-a\":{\"c\":2}}", ""},
    {"a key that appears twice is lost", "x-a: {b: 1, c: 3, b: 2}", "{\"x-a\":{\"b\":1,\"c\":3}}",
     "b"},
    {"a key of the record that appears twice is lost", "x-a: 1\nx-b: 2\nx-a: 3\nx-c: 4\n",
     "{\"x-a\":1,\"x-b\":2,\"x-c\":4}", "x-a"},
    {"a known key that appears twice is lost", "event: A\nsite: B\nevent: C\n? [event]\n: D\n",
     "{\"event\":\"A\",\"site\":\"B\"}", ""},
};

static void records_are_written(void **state) {
    const struct pair_of_forms *row = *state;
    const struct document d = {.text = text_of(row->yaml), .line = 1};
    struct buffer out = {0};
    char got[UNIT_TEXT_MAX], lost[UNIT_TEXT_MAX] = "";
    assert_true(zi_record_read(&record, &d));
    size_t before = record.findings.count;
    zi_json_write(&record, nothing, &out);
    snprintf(got, sizeof got, "%.*s", (int)out.len, out.at);
    zi_buffer_free(&out);
    assert_int_equal(record.findings.count > before, row->lost != NULL);
    for (size_t i = before; i < record.findings.count; i++) {
        const struct finding *f = &record.findings.at[i];
        assert_int_equal(f->code, FINDING_LOSS);
        snprintf(lost, sizeof lost, "%.*s", (int)f->detail.len, f->detail.at);
        if (!*lost)
            assert_string_equal(f->sentence, strstr(row->yaml, "\\0")
                                                 ? "a key in JSON cannot contain NUL"
                                                 : "a key in JSON must be a single text");
        assert_true(f->offset < d.text.len);
        assert_int_equal(strncmp(row->yaml + f->offset, lost, strlen(lost)), 0);
    }
    size_t length = strlen(got);
    assert_true(length && got[length - 1] == '\n');
    got[length - 1] = '\0';
    assert_string_equal(got, row->json);
    assert_string_equal(lost, row->lost ? row->lost : "");
}

/* 300 keys, of which the last are there before: among those that are met by their bits, and by the
   map. Each is found once, and a key that is no scalar never. */
static void many_keys_are_met(void **state) {
    static const char *const again[] = {"k5", "k299", "", NULL};
    struct buffer yaml = {0}, out = {0};
    size_t lost = 0;
    char key[40];
    (void)state;
    buffer_string(&yaml, "x-a: {? [k5] : 1, '': 1");
    for (unsigned i = 0; i < 300; i++) {
        snprintf(key, sizeof key, ", k%u: %u", i, i);
        buffer_string(&yaml, key);
    }
    buffer_string(&yaml, ", ? [k5] : 1, new: 2, k5: 3, k299: 4, '': 5}");
    const struct document d = {.text = buffered(&yaml), .line = 1};
    assert_true(zi_record_read(&record, &d));
    size_t before = record.findings.count;
    zi_json_write(&record, nothing, &out);
    for (size_t i = before; i < record.findings.count; i++) {
        const struct finding *f = &record.findings.at[i];
        if (f->code == FINDING_LOSS && strstr(f->sentence, "duplicate"))
            assert_true(text_is(f->detail, again[lost++]));
    }
    assert_int_equal(lost, 3);
    buffer_char(&out, '\0');
    assert_non_null(strstr(out.at, "\"k5\":5,"));
    assert_non_null(strstr(out.at, "\"k299\":299,\"new\":2}"));
    zi_buffer_free(&out);
    zi_buffer_free(&yaml);
}

/* `"name": value`, as objects that hold records by name have it. */
static void names_of_records_are_read(void **state) {
    static const struct {
        const char *json, *name;
        size_t behind; /* the colon */
    } rows[] = {{"\"a\":{}", "a", 4},
                {" \n\"a\" \t: {}", "a", 8},
                {"\"a\\u0062\\\"\":1", "ab\"", 12},
                {"\"\":1", "", 3},
                {"", NULL, 0},
                {"  ", NULL, 0},
                {"{}", NULL, 0},
                {"\"a\"", NULL, 0},
                {"\"a\"  ", NULL, 0},
                {"\"a\" {}", NULL, 0},
                {"\"a", NULL, 0},
                {"\"a\\q\":1", NULL, 0},
                {"\"a\xFF\":1", NULL, 0},
                {"\"a\":\"\xFF\"", NULL, 0}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct document d = {.text = text_of(rows[i].json), .line = 1};
        zi_record_begin(&record, &d);
        const struct node *name = zi_json_name(&record);
        if (!name != !rows[i].name || (name && !text_is(name->text, rows[i].name)))
            fail_msg("%s", rows[i].json);
        if (name)
            assert_int_equal(record.start_offset, rows[i].behind);
    }
}

/* Rewritten moves replace those of the record. */
static void rewritten_moves_are_written(void **state) {
    static const struct text rewritten[KEYS] = {[KEY_MOVES] = {"b", 1}, [KEY_PLAYOUT] = {"c", 1}};
    const struct document d = {.text = TEXT("x-a: 1\nmoves: a\nevent: e\n"), .line = 1};
    struct buffer out = {0};
    (void)state;
    assert_true(zi_record_read(&record, &d));
    zi_json_write(&record, rewritten, &out);
    assert_true(text_is(buffered(&out), "{\"event\":\"e\",\"moves\":\"b\",\"x-a\":1}\n"));
    zi_buffer_free(&out);
}

static uint64_t draw(uint64_t *state) {
    uint64_t x = *state += 0x9e3779b97f4a7c15U;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
    x = (x ^ x >> 27) * 0x94d049bb133111ebU;
    return x ^ x >> 31;
}

/* Texts that are hard to write, and plain values. */
#define TEXT_ROW(literal)                                                                          \
    { literal, sizeof(literal) - 1 }
static const struct text texts[] = {TEXT_ROW(""),
                                    TEXT_ROW("a"),
                                    TEXT_ROW("two words "),
                                    TEXT_ROW("null"),
                                    TEXT_ROW("12"),
                                    TEXT_ROW("\""),
                                    TEXT_ROW("\\"),
                                    TEXT_ROW("\\u0041"),
                                    TEXT_ROW("a\nb\r\n\t"),
                                    TEXT_ROW("\0"),
                                    TEXT_ROW("a\0b"),
                                    TEXT_ROW("\x01\x1F\x7F"),
                                    TEXT_ROW("{}[],:"),
                                    TEXT_ROW("\xC3\xA9"),
                                    TEXT_ROW("\xE2\x80\xA8"),
                                    TEXT_ROW("\xEF\xBB\xBF"),
                                    TEXT_ROW("\xF0\x9F\x98\x80")};
static const char *const plain[] = {"null", "true",        "false", "0",
                                    "-1",   "12345678901", "1.5",   "-0.25"};

static struct node *random_node(struct record *r, uint64_t *state, unsigned depth) {
    unsigned kind = (unsigned)(draw(state) % (depth < 5 ? 4 : 2));
    unsigned count = (unsigned)(draw(state) % 5);
    if (kind == 0)
        return zi_record_scalar(r, text_of(plain[draw(state) % COUNT(plain)]),
                                span_at(0, 0, WRITTEN_PLAIN));
    if (kind == 1)
        return zi_record_scalar(r, texts[draw(state) % COUNT(texts)],
                                span_at(0, 0, WRITTEN_DOUBLE_QUOTED));
    struct node *n = zi_record_collection(r, kind == 2 ? NODE_SEQUENCE : NODE_MAPPING,
                                          span_at(0, 0, WRITTEN_PLAIN));
    for (unsigned i = 0; i < count; i++) {
        char key[] = {'k', (char)('a' + i), '\0'};
        struct node *child = random_node(r, state, depth + 1);
        if (kind == 2)
            zi_node_add(n, child);
        else
            zi_record_put(r, n, key, child);
    }
    return n;
}

static bool is_same_tree(const struct node *a, const struct node *b) {
    if (a->kind != b->kind)
        return false;
    if (a->kind == NODE_SCALAR)
        return text_same(a->text, b->text) &&
               (a->span.as == WRITTEN_PLAIN) == (b->span.as == WRITTEN_PLAIN);
    const struct node *x = a->first, *y = b->first;
    for (; x && y; x = x->next, y = y->next) {
        bool key = a->kind == NODE_MAPPING && x->kind == NODE_SCALAR;
        if (key ? !text_same(x->text, y->text) : !is_same_tree(x, y))
            return false;
        if (key) {
            x = x->next;
            y = y->next;
            if (!is_same_tree(x, y))
                return false;
        }
    }
    return !x && !y;
}

static void every_tree_comes_back(void **state) {
    struct record made;
    struct buffer text = {0}, again = {0};
    uint64_t seed = 20261121;
    (void)state;
    zi_record_open(&made);
    for (unsigned i = 0; i < 5000; i++) {
        const struct document none = {.text = {"", 0}, .line = 1};
        zi_record_begin(&made, &none);
        made.by_bytes = true;
        const struct node *tree = random_node(&made, &seed, 0);
        text.len = again.len = 0;
        zi_json_write_node(&made, tree, &text);
        assert_int_equal(text.at[text.len - 1], '\n');
        const struct node *back = read_text(buffered(&text));
        if (!back || !is_same_tree(tree, back) || made.findings.count)
            fail_msg("tree %u does not come back from:\n%.*s", i, (int)text.len, text.at);
        zi_json_write_node(&record, back, &again);
        if (!text_same(buffered(&text), buffered(&again)))
            fail_msg("tree %u is written in two ways:\n%.*s\nand\n%.*s", i, (int)text.len, text.at,
                     (int)again.len, again.at);
    }
    zi_record_close(&made);
    zi_buffer_free(&text);
    zi_buffer_free(&again);
}

/* A text of any length has its value and its place, with escapes or without. */
static void strings_of_any_length_are_read(void **state) {
    (void)state;
    for (int length = 1; length < 300; length++) {
        char json[1300], value[700];
        int n = snprintf(json, sizeof json, "[\"%0*d\",\"\\u00e9%*s\\n\"]", length, 0, length, "x");
        const struct node *root = read_text(text_of(json));
        assert_non_null(root);
        assert_int_equal(root->first->text.len, length);
        snprintf(value, sizeof value, "\xC3\xA9%*s\n", length, "x");
        assert_true(text_is(root->last->text, value));
        assert_int_equal(root->last->span.end, n - 1);
        json[n - 1] = '!'; /* instead of the bracket */
        assert_null(read_text(text_of(json)));
        assert_int_equal(record.findings.at[0].offset, n - 1);
        json[n - 2] = '\0'; /* no closing quote */
        assert_null(read_text(text_of(json)));
        assert_int_equal(record.findings.at[0].offset, n - 2);
    }
}

/* Keys are compared one by one, and looked up once they are many. */
static void keys_are_compared_with_all_others(void **state) {
    (void)state;
    for (unsigned count = 1; count < 40; count++)
        for (unsigned again = 0; again < count; again++) {
            struct buffer b = {0};
            buffer_char(&b, '{');
            for (unsigned i = 0; i < count; i++)
                buffer_add(&b, "\"k", i, "\":1,");
            size_t open = b.len;
            buffer_string(&b, "\"k\":1}");
            assert_non_null(read_text(buffered(&b)));
            b.len = open;
            buffer_add(&b, "\"k", again, "\":1}");
            assert_null(read_text(buffered(&b)));
            assert_int_equal(record.findings.at[0].code, FINDING_DUPLICATE_KEY);
            assert_int_equal(record.findings.at[0].offset, open);
            zi_buffer_free(&b);
        }
}

/* Streams. */

struct stream {
    struct text left;
    bool fails; /* at its end */
};

static long read_stream(void *context, char *to, size_t cap) {
    struct stream *s = context;
    size_t n = s->left.len < cap ? s->left.len : cap;
    if (!n)
        return s->fails ? -1 : 0;
    memcpy(to, s->left.at, n);
    s->left = (struct text){s->left.at + n, s->left.len - n};
    return (long)n;
}

/* What a stream is cut into: each value, and what is broken up to where the next one can begin. */
static const struct cut {
    const char *name, *json, *values[4];
} cuts[] = {
    {"values in lines", "1\n\"a\" {}", {"1", "\"a\"", "{}"}},
    {"a value in lines that begin with braces",
     "{\"a\":[\n{\"b\":1},\n{\"c\":2}]} 3",
     {"{\"a\":[\n{\"b\":1},\n{\"c\":2}]}", "3"}},
    {"a value that is broken before its end",
     "{\"a\": 1 2 \"}b{\", 3} {\"c\":1}",
     {"{\"a\": 1 2 \"}b{\", 3}", "{\"c\":1}"}},
    {"a key that is no text", "{\"a\":1, b} {\"c\":1}", {"{\"a\":1, b}", "{\"c\":1}"}},
    {"a value that does not end before a line that begins with a brace",
     "{\"a\":[1,\n{\"b\":2}",
     {"{\"a\":[1,\n", "{\"b\":2}"}},
    {"a line end in a text", "{\"a\":\"b\n{\"c\":1}", {"{\"a\":\"b\n", "{\"c\":1}"}},
    {"a control in a key and in a text", "{\"a\x01\":\"\x02\"} 1", {"{\"a\x01\":\"\x02\"}", "1"}},
    {"no key after a comma", "{\"a\":1,b} {\"c\":1}", {"{\"a\":1,b}", "{\"c\":1}"}},
};

static void streams_are_cut(void **state) {
    const struct cut *row = *state;
    struct stream in = {text_of(row->json), false};
    struct source source;
    struct document d;
    size_t i = 0;
    zi_source_open(&source, read_stream, &in);
    for (; zi_json_next(&source, &d, false); i++) {
        assert_true(i < COUNT(row->values) && row->values[i]);
        if (!text_is(d.text, row->values[i]))
            fail_msg("`%.*s`, not `%s`", (int)d.text.len, d.text.at, row->values[i]);
    }
    assert_true(i == COUNT(row->values) || !row->values[i]);
    zi_source_close(&source);
}

/* `count` lines of an array, the first of which are of text and the others of braces. */
static void many_lines(struct buffer *b, size_t count) {
    buffer_string(b, "{\"a\":[0");
    for (size_t i = 0; i < count; i++)
        buffer_string(b, i < count / 2 ? ",\n\"twenty bytes of text\""
                                       : ",\n{\"a line\": \"a brace\"}");
}

/* Of a value that is too long the start is kept, and the next value is read. */
static void a_long_value_is_passed(void **state) {
    struct buffer b = {0};
    (void)state;
    many_lines(&b, JSON_BYTES_MAX / 20);
    size_t open = b.len;
    for (int broken_end = 0; broken_end < 3; broken_end++) {
        int whole = broken_end > 0;
        b.len = open;
        buffer_string(&b, broken_end > 1 ? "!]}\n{\"b\":1}" : "]}\n{\"b\":1}");
        struct stream in = {{b.at, whole ? b.len : open}, false};
        struct source source;
        struct document d;
        zi_source_open(&source, read_stream, &in);
        assert_true(zi_json_next(&source, &d, false));
        assert_true(d.too_long);
        assert_memory_equal(d.text.at, b.at, d.text.len);
        assert_true(zi_json_next(&source, &d, false) == whole);
        if (whole)
            assert_true(text_is(d.text, "{\"b\":1}"));
        zi_source_close(&source);
    }
    zi_buffer_free(&b);
}

/* An object holds records by name if its first key, which is not too long, has an object. */
static void names_are_looked_at_for_long(void **state) {
    static const size_t lengths[] = {10, 60000, 200000};
    (void)state;
    for (size_t i = 0; i < COUNT(lengths); i++) {
        struct buffer b = {0};
        struct source source;
        struct document d;
        buffer_string(&b, "{\"");
        buffer_chars(&b, 'k', lengths[i]);
        buffer_string(&b, "\":{\"x\":1}}");
        struct stream in = {buffered(&b), false};
        zi_source_open(&source, read_stream, &in);
        assert_true(zi_json_next(&source, &d, true));
        bool by_name = lengths[i] < 100000;
        assert_int_equal(d.text.len, by_name ? b.len - 2 : b.len);
        zi_source_close(&source);
        zi_buffer_free(&b);
    }
}

/* A stream that cannot be read to its end has no value missing there. */
static void a_stream_that_fails_ends(void **state) {
    struct source source;
    struct document d;
    (void)state;
    for (int fails = 0; fails < 2; fails++) {
        struct stream in = {TEXT("[1,"), fails};
        zi_source_open(&source, read_stream, &in);
        assert_true(zi_json_next(&source, &d, false));
        assert_true(zi_json_next(&source, &d, false) == !fails);
        assert_true(source.failed == fails);
        zi_source_close(&source);
    }
}

int main(void) {
    static struct CMUnitTest tests[COUNT(placed) + COUNT(broken) + COUNT(forms) + COUNT(cuts) + 13];
    size_t count = 0;
    for (size_t i = 0; i < COUNT(placed); i++)
        tests[count++] = (struct CMUnitTest){placed[i].name, every_value_and_key_has_its_place,
                                             NULL, NULL, (void *)(uintptr_t)&placed[i]};
    for (size_t i = 0; i < COUNT(broken); i++)
        tests[count++] = (struct CMUnitTest){broken[i].name, what_is_no_json_is_told, NULL, NULL,
                                             (void *)(uintptr_t)&broken[i]};
    for (size_t i = 0; i < COUNT(forms); i++)
        tests[count++] = (struct CMUnitTest){forms[i].name, records_are_written, NULL, NULL,
                                             (void *)(uintptr_t)&forms[i]};
    for (size_t i = 0; i < COUNT(cuts); i++)
        tests[count++] = (struct CMUnitTest){cuts[i].name, streams_are_cut, NULL, NULL,
                                             (void *)(uintptr_t)&cuts[i]};
    const struct CMUnitTest others[] = {
        cmocka_unit_test(keys_are_compared_with_all_others),
        cmocka_unit_test(a_long_value_is_passed),
        cmocka_unit_test(names_are_looked_at_for_long),
        cmocka_unit_test(a_stream_that_fails_ends),
        cmocka_unit_test(a_nul_is_read),
        cmocka_unit_test(moves_are_found_behind_escapes),
        cmocka_unit_test(nesting_has_a_limit),
        cmocka_unit_test(what_is_asked_for_may_lack),
        cmocka_unit_test(many_keys_are_met),
        cmocka_unit_test(names_of_records_are_read),
        cmocka_unit_test(rewritten_moves_are_written),
        cmocka_unit_test(every_tree_comes_back),
        cmocka_unit_test(strings_of_any_length_are_read),
    };
    for (size_t i = 0; i < COUNT(others); i++)
        tests[count++] = others[i];
    zi_record_open(&record);
    int failed = _cmocka_run_group_tests("json", tests, count, NULL, NULL);
    zi_record_close(&record);
    return failed;
}
