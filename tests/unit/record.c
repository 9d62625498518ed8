/* Records: the value of each key, and the places of characters, items and comments. */
#include "tests/unit/unit.h"

#include "notation/record/record.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct record record;

/* Without a NUL after it, so that a read beyond its end is detected. */
static char *document;

static void copy_document(struct text t) {
    free(document);
    document = malloc(t.len ? t.len : 1);
    assert_non_null(document);
    memcpy(document, t.at, t.len);
}

static void read_text(struct text t) {
    copy_document(t);
    const struct document d = {.text = {document, t.len}, .line = 1};
    record.broken = false;
    assert_true(zi_record_read(&record, &d));
}

static void read_yaml(const char *yaml) { read_text(text_of(yaml)); }

/* The bytes of characters, after a question for any other character. */
static void characters_have_bytes(void **state) {
    static const char text[] = "\xC3\xA9"
                               "a\xE2\x82\xAC\xF0\x9F\x98\x80"
                               "bc\xC3\xA9";
    static const size_t bytes[] = {0, 2, 3, 6, 10, 11, 12, 14, 14, 14};
    (void)state;
    copy_document((struct text){text, sizeof text - 1});
    for (size_t before = 0; before < COUNT(bytes); before++)
        for (size_t chars = 0; chars < COUNT(bytes); chars++) {
            const struct document d = {.text = {document, sizeof text - 1}, .line = 1};
            zi_record_begin(&record, &d);
            assert_int_equal(zi_record_byte(&record, before), bytes[before]);
            assert_int_equal(zi_record_byte(&record, chars), bytes[chars]);
            record.by_bytes = true;
            assert_int_equal(zi_record_byte(&record, chars), chars);
            assert_int_equal(zi_record_byte(&record, 99), sizeof text - 1);
        }
}

/* The bytes of a value: `at` is in the value, `place` in the document. */
static void bytes_of_values_have_places(void **state) {
    static const struct {
        const char *yaml;
        size_t at, place;
    } rows[] = {
        {"event: abc\n", 0, 7},
        {"event: abc\n", 2, 9},
        {"event: abc\n", 3, 10},
        {"event: abc\n", 9, 10},
        {"event: 'a''b' # c\n", 1, 9},
        {"event: 'a''b' # c\n", 2, 11},
        {"event: \"\xC3\xA9\\x41\xC3\xA9\" # c\n", 0, 8},
        {"event: \"\xC3\xA9\\x41\xC3\xA9\" # c\n", 2, 10},
        {"event: \"\xC3\xA9\\x41\xC3\xA9\" # c\n", 3, 14},
        {"event: a\n  b\n", 2, 11},
        {"event: a\n  b\n", 0, 7},
        {"event: ''\n", 0, 8},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        for (size_t before = 0; before < 4; before++) {
            read_yaml(rows[i].yaml);
            const struct field *f = &record.field[KEY_EVENT];
            zi_field_offset(&record, f, before);
            assert_int_equal(zi_field_offset(&record, f, rows[i].at), rows[i].place);
            record.unseen = true;
            assert_int_equal(zi_field_offset(&record, f, rows[i].at), 0);
            record.unseen = false;
        }
    read_yaml("event: abc\n");
    struct field *f = &record.field[KEY_EVENT];
    f->span.as = WRITTEN_DERIVED;
    assert_int_equal(zi_field_offset(&record, f, 2), 7);
}

/* Items of a sequence, joined by line ends. The end of an item is its own. */
static void items_have_places(void **state) {
    static const char yaml[] = "moves: [ab, 'c''d', [x], \"e\\x66\", gh,\n 'i  j' ]\n";
    static const char value[] = "ab\nc'd\nef\ngh\ni  j";
    static const size_t places[] = {8, 9, 10, 13, 14, 16, 17, 26, 27, 31, 34, 35, 36, 40};
    (void)state;
    for (size_t before = 0; before < COUNT(places); before++)
        for (size_t at = 0; at < COUNT(places); at++) {
            read_yaml(yaml);
            const struct field *f = &record.field[KEY_MOVES];
            assert_true(text_is(f->text, value));
            assert_int_equal(f->item_count, 5);
            assert_int_equal(zi_field_offset(&record, f, before), places[before]);
            assert_int_equal(zi_field_offset(&record, f, at), places[at]);
        }
    read_yaml(yaml);
    assert_int_equal(zi_field_offset(&record, &record.field[KEY_MOVES], 16), 43); /* j */
    read_yaml("moves: []\n");
    assert_int_equal(record.field[KEY_MOVES].span.start, 7);
    assert_int_equal(record.field[KEY_MOVES].state, FIELD_GIVEN);
    assert_int_equal(record.field[KEY_MOVES].text.len, 0);
}

static void sequences_have_a_limit(void **state) {
    struct buffer b = {0};
    (void)state;
    for (size_t more = 0; more < 2; more++) {
        b.len = 0;
        buffer_string(&b, "moves: [");
        for (size_t i = 0; i < SEQUENCE_MOVES_MAX + more; i++)
            buffer_string(&b, "a,");
        buffer_string(&b, "]\n");
        read_text(buffered(&b));
        assert_int_equal(record.broken, more);
        assert_int_equal(record.field[KEY_MOVES].item_count, more ? 0 : SEQUENCE_MOVES_MAX);
        assert_null(record.field[KEY_MOVES].text.at && more ? "" : NULL);
        assert_int_equal(record.findings.count, more);
        if (more) {
            assert_int_equal(record.findings.at[0].code, FINDING_LIMIT);
            assert_int_equal(record.findings.at[0].offset, 8 + 2 * SEQUENCE_MOVES_MAX);
        }
    }
    zi_buffer_free(&b);
}

/* A record with too many keys has no value, not even one that the user sets. */
static void nothing_is_left_of_a_broken_record(void **state) {
    static const struct said_key said[] = {{KEY_SITE, "S"}, {KEYS, NULL}};
    struct buffer b = {0};
    char key[16];
    (void)state;
    for (unsigned count = MAPPING_KEYS_MAX; count <= MAPPING_KEYS_MAX + 1; count++) {
        b.len = 0;
        buffer_string(&b, "event: A\nrules: {a: 1}\nplayers: {b: A}\n");
        for (unsigned i = 4; i < count; i++) {
            snprintf(key, sizeof key, "x-%u: 1\n", i);
            buffer_string(&b, key);
        }
        buffer_string(&b, "comment: C\n");
        bool many = count > MAPPING_KEYS_MAX;
        record.said = said;
        read_text(buffered(&b));
        record.said = NULL;
        assert_int_equal(record.broken, many);
        assert_int_equal(!record.root, many);
        assert_int_equal(record.rules.count, !many);
        assert_int_equal(record.rules.state, many ? FIELD_ABSENT : FIELD_GIVEN);
        assert_int_equal(record.players.count, !many);
        assert_int_equal(record.field[KEY_EVENT].state, many ? FIELD_ABSENT : FIELD_GIVEN);
        assert_int_equal(record.field[KEY_SITE].state, many ? FIELD_ABSENT : FIELD_GIVEN);
        assert_int_equal(record.field[KEY_COMMENT].state, many ? FIELD_ABSENT : FIELD_GIVEN);
    }
    zi_buffer_free(&b);
}

static void inner_mappings_have_a_limit(void **state) {
    static const char *const begins[] = {"rules: {", "players: {", "players: {black: {name: A,"};
    struct buffer b = {0};
    char key[16];
    (void)state;
    for (size_t i = 0; i < 2 * COUNT(begins); i++) {
        unsigned many = i % 2, names = i / 2 == 2;
        b.len = 0;
        buffer_string(&b, begins[i / 2]);
        for (unsigned k = names; k < MAPPING_KEYS_MAX + many; k++) {
            snprintf(key, sizeof key, "a%u: 1,", k);
            buffer_string(&b, key);
        }
        buffer_string(&b, names ? "}, white: B}\n" : "}\n");
        read_text(buffered(&b));
        assert_int_equal(record.broken, many);
        assert_int_equal(record.rules.count + record.players.count, many    ? 0
                                                                    : names ? 2
                                                                            : MAPPING_KEYS_MAX);
        if (many)
            assert_int_equal(record.findings.at[0].code, FINDING_LIMIT);
    }
    zi_buffer_free(&b);
}

static void numbers_and_playouts_are_read(void **state) {
    (void)state;
    read_yaml("points: 5\nplayout: ~\n");
    assert_int_equal(record.field[KEY_POINTS].number, 5);
    assert_int_equal(record.field[KEY_PLAYOUT].state, FIELD_ABSENT);
    read_yaml("points: 999999999\nplayout: a\n");
    assert_int_equal(record.field[KEY_POINTS].number, 999999999);
    assert_int_equal(record.field[KEY_PLAYOUT].state, FIELD_GIVEN);
    read_yaml("points: a\n");
    assert_int_equal(record.field[KEY_POINTS].number, 0);
}

static void options_set_missing_keys(void **state) {
    static const struct said_key said[] = {
        {KEY_EVENT, "A"}, {KEY_GAME, "hogga"}, {KEY_MOVES, "m"}, {KEYS, NULL}};
    struct pair pairs[MAPPING_KEYS_MAX];
    (void)state;
    record.said = said;
    read_yaml("game: akron\nsite: S\nmoves:\n");
    record.said = NULL;
    assert_true(text_is(record.field[KEY_GAME].text, "akron"));
    assert_true(text_is(record.field[KEY_EVENT].text, "A"));
    assert_int_equal(record.field[KEY_EVENT].state, FIELD_GIVEN);
    assert_int_equal(record.field[KEY_EVENT].span.as, WRITTEN_DERIVED);
    assert_int_equal(record.field[KEY_EVENT].span.start, 20); /* the place of the moves */
    assert_int_equal(record.field[KEY_EVENT].key.start, 20);
    assert_true(record.field[KEY_EVENT].node && !record.field[KEY_EVENT].node->next);
    assert_int_equal(record.field[KEY_MOVES].text.len, 0);
    assert_int_equal(zi_record_pairs(&record, pairs), 4);
    assert_true(text_is(zi_node_text(record.root, "event"), "A"));
}

/* Players and rules. */
static void entries_have_values(void **state) {
    static const struct {
        const char *yaml;
        enum field_state list, player;
        const char *name; /* of the first player; NULL: there is none */
    } rows[] = {
        {"players: {black: A, white: B}\n", FIELD_GIVEN, FIELD_GIVEN, "A"},
        {"players: {black: {name: A, id: 7}}\n", FIELD_GIVEN, FIELD_GIVEN, "A"},
        {"players: {black: {id: 7, name: A, club: C}}\n", FIELD_GIVEN, FIELD_GIVEN, "A"},
        {"players: {black: {name: A, name: B}}\n", FIELD_GIVEN, FIELD_GIVEN, "A"},
        {"players: {black: {id: 7}}\n", FIELD_GIVEN, FIELD_GIVEN, ""},
        {"players: {black: {}}\n", FIELD_GIVEN, FIELD_GIVEN, ""},
        {"players: {black: ~}\n", FIELD_GIVEN, FIELD_GIVEN, ""},
        {"players: {black: [A]}\n", FIELD_GIVEN, FIELD_BROKEN, ""},
        {"players: {black: A, black: B}\n", FIELD_GIVEN, FIELD_GIVEN, "A"},
        {"players: {x-a: A, black: B}\n", FIELD_GIVEN, FIELD_GIVEN, "B"},
        {"players: A\n", FIELD_BROKEN, FIELD_ABSENT, NULL},
        {"players: {}\n", FIELD_GIVEN, FIELD_ABSENT, NULL},
        {"event: A\n", FIELD_ABSENT, FIELD_ABSENT, NULL},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        read_yaml(rows[i].yaml);
        assert_int_equal(record.players.state, rows[i].list);
        assert_int_equal(record.field[KEY_PLAYERS].state, rows[i].list);
        assert_int_equal(record.field[KEY_PLAYERS].span.start, rows[i].list == FIELD_GIVEN ? 9 : 0);
        assert_int_equal(record.players.count > 0, rows[i].name != NULL);
        if (!rows[i].name)
            continue;
        const struct field *f = &record.players.at[0].value;
        assert_int_equal(f->state, rows[i].player);
        assert_true(text_is(f->text, rows[i].name));
        assert_true(f->span.start >= 17 && f->key.start >= 10);
    }
}

static void records_begin_at_their_first_key(void **state) {
    static const struct {
        const char *yaml;
        size_t line;
    } rows[] = {{"game: a\n", 1},
                {"\ngame: a\n", 2},
                {"# b\n\n\ngame: a\n", 4},
                {"{game: a}\n", 1},
                {"---\ngame: a\n", 1}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        read_yaml(rows[i].yaml);
        assert_int_equal(record.start_line, rows[i].line);
    }
}

static void a_record_must_be_a_mapping(void **state) {
    static const struct {
        const char *yaml, *sentence;
        size_t offset;
    } rows[] = {{"- a\n", "a record must be a mapping", 0},
                {"--- a\n", "a record must be a mapping", 4},
                {"--- ~\n", "this document is empty; a record must be a mapping", 4}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        read_yaml(rows[i].yaml);
        assert_true(record.broken);
        assert_int_equal(record.findings.count, 1);
        assert_int_equal(record.findings.at[0].code, FINDING_BAD_VALUE);
        assert_string_equal(record.findings.at[0].sentence, rows[i].sentence);
        assert_int_equal(record.findings.at[0].offset, rows[i].offset);
    }
}

/* Documents that are not even parsed. */
static void documents_are_refused(void **state) {
    static const struct {
        struct document document;
        enum finding_code code;
        size_t offset;
        const char *detail;
    } rows[] = {
        {{.text = {"a: b", 4}, .too_long = true}, FINDING_LIMIT, 0, ""},
        {{.text = {"a: b", 4}, .unmarked = true}, FINDING_YAML, 0, ""},
        {{.text = {"a: \xFF", 4}, .unmarked = true}, FINDING_ENCODING, 3, "save the file as UTF-8"},
        {{.text = {"\xFF\xFE"
                   "a",
                   3}},
         FINDING_ENCODING,
         0,
         "the file is UTF-16; save it as UTF-8"},
        {{.text = {"\xFE\xFF", 2}}, FINDING_ENCODING, 0, "the file is UTF-16; save it as UTF-8"},
        {{.text = {"\xFF", 1}}, FINDING_ENCODING, 0, "save the file as UTF-8"},
        {{.text = {"\xFF"
                   "a",
                   2}},
         FINDING_ENCODING,
         0,
         "save the file as UTF-8"},
        {{.text = {"\xFE"
                   "a",
                   2}},
         FINDING_ENCODING,
         0,
         "save the file as UTF-8"},
        {{.text = {"a\xFF\xFE", 3}}, FINDING_ENCODING, 1, "save the file as UTF-8"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct document d = rows[i].document;
        copy_document(d.text);
        d.text.at = document;
        record.broken = false;
        assert_true(zi_record_read(&record, &d));
        for (unsigned tree = 0; tree < 2; tree++) {
            assert_true(record.broken && !record.root);
            assert_int_equal(record.findings.count, 1);
            assert_int_equal(record.findings.at[0].code, rows[i].code);
            assert_int_equal(record.findings.at[0].offset, rows[i].offset);
            assert_true(text_is(record.findings.at[0].detail, rows[i].detail));
            if (d.unmarked)
                break;
            assert_null(zi_record_tree(&record, &d, "it is too long"));
        }
        if (d.too_long)
            assert_string_equal(record.findings.at[0].sentence, "it is too long");
        d.unmarked = true;
        assert_false(zi_record_read(&record, &d)); /* the rest of a broken record */
    }
}

/* The comments of a record: OFFSET, `+` if on a line of its own, else a blank, and the text. */
static void comments_are_found(void **state) {
    static const struct {
        const char *yaml, *comments;
    } rows[] = {
        {"a: b\n", ""},
        {"a: 'b # c'\n", ""},
        {"a: b#c\n", ""},
        {"# a\nb: c # d\n", "0+# a;9 # d;"},
        {"#\nb: c #  \n", "0+#;7 #;"},
        {"  # a\nb: c\t# d\t \n  # e", "2+# a;11 # d;19+# e;"},
        {"b: [c,\n\t# d\n \t # e\n f]\n", "8+# d;15+# e;"},
        {"a: # b\n  c: d # e\n  # f\n", "3 # b;14 # e;20+# f;"},
        {"a: | # b\n  # c\nd: 'e # f' # g # h\n", "5 # b;26 # g # h;"},
        {"a: [b, # c\n  'd # e', # f\n]", "7 # c;22 # f;"},
        {"? a # b\n: c # d # e\n", "4 # b;12 # d # e;"},
        {"a: \xC3\xA9 # \xC3\xA9\nb: \"\\x41 # \" # c\n", "6 # \xC3\xA9;24 # c;"},
        {"a: b # c\r\n# d\r\n", "5 # c;10+# d;"},
        {"a: [] # b\nc: {} # d\n", "6 # b;16 # d;"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char got[120] = "";
        read_yaml(rows[i].yaml);
        if (record.broken)
            fail_msg("%s", rows[i].yaml);
        struct yaml_comments found = zi_record_comments(&record);
        for (size_t k = 0, used = 0; k < found.count; k++)
            used += (size_t)snprintf(got + used, sizeof got - used, "%zu%s%.*s;",
                                     found.at[k].offset, found.at[k].own_line ? "+" : " ",
                                     (int)found.at[k].text.len, found.at[k].text.at);
        assert_string_equal(got, rows[i].comments);
        record.is_yaml = false;
        found = zi_record_comments(&record);
        assert_true(!found.count && !found.at);
    }
    read_yaml("[a # b\n");
    assert_int_equal(zi_record_comments(&record).count, 0);
}

/* Keys in their order, with `!` if the same key occurs earlier. */
static void keys_are_listed_in_order(void **state) {
    static const struct {
        const char *yaml, *keys;
    } rows[] = {
        {"game: a\nmoves: b\n", "game,moves,"},
        {"moves: b\ngame: a\nzet: 1\n", "zet,game,moves,"},
        {"comment: a\nzet: 1\ngame: b\n", "zet,game,comment,"},
        {"x-a: 1\nzet: 1\ngame: b\n", "zet,game,x-a,"},
        {"x-b: 1\nevent: A\nx-a: 1\nsite: B\n", "event,site,x-b,x-a,"},
        {"zet: 1\nzet: 1\nevent: A\nx-a: 1\nevent: B\nx-a: 2\n", "zet,zet!,event,event!,x-a,x-a!,"},
        {"x-a: 1\nx-b: 1\nx-a: 2\nx-b: 3\nx-c: 4\n", "x-a,x-b,x-a!,x-b!,x-c,"},
        {"x-a: 1\nx-b: 1\n? [a]\n: 1\n? [a]\n: 1\nx-b: 2\n", "x-a,x-b,?,?,x-b!,"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char got[120] = "";
        read_yaml(rows[i].yaml);
        struct pair *pairs = malloc(MAPPING_KEYS_MAX * sizeof *pairs);
        assert_non_null(pairs);
        size_t count = zi_record_pairs(&record, pairs);
        for (size_t k = 0, used = 0; k < count; k++) {
            struct text key = pairs[k].key->kind == NODE_SCALAR ? pairs[k].key->text : TEXT("?");
            used += (size_t)snprintf(got + used, sizeof got - used, "%.*s%s,", (int)key.len, key.at,
                                     pairs[k].again ? "!" : "");
            assert_ptr_equal(pairs[k].value, pairs[k].key->next);
        }
        assert_string_equal(got, rows[i].keys);
        free(pairs);
    }
}

static void nodes_are_made(void **state) {
    static const char *const words[] = {"game", "result", NULL};
    (void)state;
    read_yaml("event: a\nsite: b\n");
    const struct node *old = record.root->first;
    struct node *copy = zi_record_copy(&record, old);
    assert_true(text_is(copy->text, "event") && !copy->next && old->next);
    struct node *mapping = zi_record_collection(&record, NODE_MAPPING, old->span);
    assert_true(mapping->kind == NODE_MAPPING && !mapping->first && !mapping->last);
    zi_record_put(&record, mapping, "key", NULL);
    assert_null(mapping->first);
    zi_record_put(&record, NULL, "key", copy);
    zi_record_put(&record, mapping, "key", copy);
    assert_true(text_is(zi_node_text(mapping, "key"), "event"));
    assert_int_equal(mapping->first->span.as, WRITTEN_DERIVED);
    struct field *f = &record.field[KEY_EVENT];
    zi_record_restate(&record, f, "b");
    assert_true(text_is(f->said, "a") && text_is(f->text, "b") && text_is(f->node->text, "b"));
    assert_int_equal(record.findings.at[0].code, FINDING_STYLE);
    assert_true(text_is(record.findings.at[0].detail, "canonical: b"));
    assert_null(zi_record_meant(TEXT("did you mean ``?")).at);
    assert_true(text_is(zi_record_meant(TEXT("did you mean `a`?")), "a"));
    record.unseen = true;
    assert_null(zi_record_did_you_mean(&record, TEXT("resutl"), words).at);
    record.unseen = false;
    struct text said = zi_record_did_you_mean(&record, TEXT("resutl"), words);
    assert_true(text_is(said, "did you mean `result`?"));
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_have_bytes),
        cmocka_unit_test(bytes_of_values_have_places),
        cmocka_unit_test(items_have_places),
        cmocka_unit_test(sequences_have_a_limit),
        cmocka_unit_test(nothing_is_left_of_a_broken_record),
        cmocka_unit_test(inner_mappings_have_a_limit),
        cmocka_unit_test(numbers_and_playouts_are_read),
        cmocka_unit_test(options_set_missing_keys),
        cmocka_unit_test(entries_have_values),
        cmocka_unit_test(records_begin_at_their_first_key),
        cmocka_unit_test(a_record_must_be_a_mapping),
        cmocka_unit_test(documents_are_refused),
        cmocka_unit_test(comments_are_found),
        cmocka_unit_test(keys_are_listed_in_order),
        cmocka_unit_test(nodes_are_made),
    };
    zi_record_open(&record);
    int failed = cmocka_run_group_tests_name("record", tests, NULL, NULL);
    zi_record_close(&record);
    free(document);
    return failed;
}
