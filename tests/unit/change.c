/* Changes of a record's keys and moves: each row is a document, one change, and the document after
   it, which differs nowhere else. */
#include "tests/unit/unit.h"

#include "notation/record/change.h"
#include "notation/record/yaml.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define NO_MOVE                                                                                    \
    { NULL, 0 }
#define TEXT_IS(literal)                                                                           \
    { literal, sizeof(literal) - 1 }

static struct record record;

/* Without a NUL after it, so that a read beyond its end is detected. */
static char *document;

static void begin(struct changes *c, const char *yaml) {
    size_t length = strlen(yaml);
    document = malloc(length ? length : 1);
    assert_non_null(document);
    memcpy(document, yaml, length);
    const struct document d = {.text = {document, length}, .line = 1};
    assert_true(zi_record_read(&record, &d));
    assert_false(record.broken);
    *c = (struct changes){.record = &record};
}

/* `after` is NULL where the document does not allow the change. */
static void end(struct changes *c, const char *after) {
    struct buffer out = {0};
    assert_false(c->failed);
    zi_edits_apply(&c->edits, record.text, &out);
    if (!c->why == !after)
        fail_msg("%s", after ? "it is refused" : "it is not refused");
    buffer_char(&out, '\0');
    if (after)
        assert_string_equal(out.at, after);
    zi_buffer_free(&out);
    zi_changes_free(c);
    free(document);
}

/* Keys. */

static const struct set_row {
    const char *before, *key, *value, *after; /* a value of NULL: the key is removed */
} keys[] = {
    /* Added in their order. */
    {"game: hogga\nmoves: ''\n", "event", "A", "game: hogga\nevent: A\nmoves: ''\n"},
    {"game: hogga\nmoves: ''\n", "comment", "A", "game: hogga\nmoves: ''\ncomment: A\n"},
    {"game: hogga\nmoves: ''\n", "zet", "1", "game: hogga\nzet: 1\nmoves: ''\n"},
    {"game: hogga\nmoves: ''\n", "x-a", "true", "game: hogga\nmoves: ''\nx-a: \"true\"\n"},
    {"moves: ''\ngame: hogga\n", "event", "A", "moves: ''\ngame: hogga\nevent: A\n"},
    {"game: hogga\nx-a: 1\nmoves: ''\n", "event", "A",
     "game: hogga\nevent: A\nx-a: 1\nmoves: ''\n"},
    {"game: hogga\nx-a: 1\nmoves: ''\n", "x-b", "2", "game: hogga\nx-a: 1\nmoves: ''\nx-b: 2\n"},
    {"event: A\nx-a: 1\nsite: B\nmoves: ''\n", "round", "2",
     "event: A\nx-a: 1\nsite: B\nround: 2\nmoves: ''\n"},
    {"x-a: 1\ngame: hogga\nmoves: ''\n", "event", "A",
     "x-a: 1\ngame: hogga\nevent: A\nmoves: ''\n"},
    {"game: hogga\nmoves: ''\nevent: A\n", "site", "B",
     "game: hogga\nsite: B\nmoves: ''\nevent: A\n"},
    {"event: A\nsite: B\nmoves: ''\n", "date", "2026-05-17",
     "event: A\nsite: B\ndate: 2026-05-17\nmoves: ''\n"},
    {"  game: hogga\n  moves: ''\n", "event", "A", "  game: hogga\n  event: A\n  moves: ''\n"},
    {"? game\n: hogga\n", "event", "A", NULL},
    {"? [a]\n: b\ngame: hogga\nmoves: ''\n", "event", "A",
     "? [a]\n: b\ngame: hogga\nevent: A\nmoves: ''\n"},
    /* Line ends. */
    {"game: hogga\r\nmoves: ''\r\n", "event", "A", "game: hogga\r\nevent: A\r\nmoves: ''\r\n"},
    {"game: hogga\rmoves: ''\r", "event", "A", "game: hogga\revent: A\rmoves: ''\r"},
    {"game: hogga\nmoves: ''\r\n", "event", "A", "game: hogga\nevent: A\nmoves: ''\r\n"},
    {"game: hogga\rmoves: ''\n", "event", "A", "game: hogga\revent: A\rmoves: ''\n"},
    {"game: hogga\r\nmoves: ''", "event", "A", "game: hogga\r\nevent: A\r\nmoves: ''"},
    {"game: hogga\nmoves: ''", "comment", "A", "game: hogga\nmoves: ''\ncomment: A"},
    {"game: hogga\r\nmoves: ''", "comment", "A", "game: hogga\r\nmoves: ''\r\ncomment: A"},
    {"game: hogga\rmoves: ''", "comment", "A", "game: hogga\rmoves: ''\rcomment: A"},
    {"moves: ''", "comment", "A", "moves: ''\ncomment: A"},
    {"moves: '' # a", "comment", "A", "moves: '' # a\ncomment: A"},
    /* Comments. */
    {"game: hogga # a\n# b\nmoves: ''\n", "event", "A",
     "game: hogga # a\nevent: A\n# b\nmoves: ''\n"},
    {"event: A # why\n# b\n", "event", "B", "event: B # why\n# b\n"},
    {"event: # why\nmoves: ''\n", "event", "B", "# why\nevent: B\nmoves: ''\n"},
    {"rules: # a\n  hops: long # b\n  # c\nmoves: ''\n", "rules", "x",
     "# a\n# b\nrules: x\n  # c\nmoves: ''\n"},
    {"# z\r\nrules: # a\r\n  hops: long # b\r\nmoves: '' # c\r\n", "rules", "x",
     "# z\r\n# a\r\n# b\r\nrules: x\r\nmoves: '' # c\r\n"},
    {"{rules: {a: 1, # x\n b: 2}, moves: ''}", "rules", "x", NULL},
    /* Empty values at the end. */
    {"game: hogga\nevent:", "event", "A", "game: hogga\nevent: A"},
    {"game: hogga\nevent: ", "event", "A", "game: hogga\nevent: A"},
    {"event:", "site", "B", "event:\nsite: B"},
    {"x-a:\n  - 1\n  -\nmoves: ''\n", "x-a", "b", "x-a: b\nmoves: ''\n"},
    {"x-a:\n- 1\n-\n- # a\nmoves: ''\n", "x-a", "b", "# a\nx-a: b\nmoves: ''\n"},
    {"x-a:\n  - 1\n  -\nx-b: 2\n", "x-a", NULL, "x-b: 2\n"},
    {"x-a:\n  b:\n    c:\n    d:\nx-b: 2\n", "x-a", "b", "x-a: b\nx-b: 2\n"},
    {"x-a:\n  - b:\n    -\nx-b: 2\n", "x-c", "3", "x-a:\n  - b:\n    -\nx-b: 2\nx-c: 3\n"},
    {"x-a:\n  - b:\n    -\n", "x-c", "3", "x-a:\n  - b:\n    -\nx-c: 3\n"},
    /* In mappings. */
    {"players:\n  black: A\nmoves: ''\n", "players.white", "B",
     "players:\n  black: A\n  white: B\nmoves: ''\n"},
    {"players:\n  black: A\nmoves: ''\n", "players.black", "B",
     "players:\n  black: B\nmoves: ''\n"},
    {"players:\n  black: A\nmoves: ''\n", "players.black.id", "7",
     "players:\n  black: {name: A, id: 7}\nmoves: ''\n"},
    {"players:\n  black:\n    name: A\nmoves: ''\n", "players.black.id", "7",
     "players:\n  black:\n    name: A\n    id: 7\nmoves: ''\n"},
    {"players:\n  black:\n    name: A\nmoves: ''\n", "players.black", "B",
     "players:\n  black:\n    name: B\nmoves: ''\n"},
    {"players:\n  black:\n    id: 7\nmoves: ''\n", "players.black", "B",
     "players:\n  black:\n    id: 7\n    name: B\nmoves: ''\n"},
    {"players:\n  black:\n    id: 7\n  white: B\n", "players.black.club", "C",
     "players:\n  black:\n    id: 7\n    club: C\n  white: B\n"},
    {"game: akron\nmoves: ''\n", "players.black", "A",
     "game: akron\nplayers:\n  black: A\nmoves: ''\n"},
    {"game: akron\r\nmoves: ''\r\n", "players.black.id", "7",
     "game: akron\r\nplayers:\r\n  black:\r\n    id: 7\r\nmoves: ''\r\n"},
    {"game: halma\nmoves: ''\n", "rules.hops", "long",
     "game: halma\nrules:\n  hops: long\nmoves: ''\n"},
    {"players:\nmoves: ''\n", "players.black", "A", "players: {black: A}\nmoves: ''\n"},
    {"players:\nmoves: ''\n", "players.black.id", "7", "players: {black: {id: 7}}\nmoves: ''\n"},
    {"players:\n  black:\nmoves: ''\n", "players.black.id", "7",
     "players:\n  black: {id: 7}\nmoves: ''\n"},
    {"players: A\nmoves: ''\n", "players.black", "B", NULL},
    {"rules: A\nmoves: ''\n", "rules.hops", "long", NULL},
    {"players:\n  black: [A]\nmoves: ''\n", "players.black.id", "7", NULL},
    {"rules:\n  hops: long\nmoves: ''\n", "rules.hops", "short",
     "rules:\n  hops: short\nmoves: ''\n"},
    {"rules:\n  black:\n    a: 1\nmoves: ''\n", "rules.black", "x",
     "rules:\n  black: x\nmoves: ''\n"},
    /* In brackets. */
    {"{game: hogga, moves: ''}", "event", "A", "{game: hogga, event: A, moves: ''}"},
    {"{game: hogga,\n moves: '' }", "comment", "A", "{game: hogga,\n moves: '', comment: A }"},
    {"{game: hogga, moves: ''}", "event", "a, b", "{game: hogga, event: \"a, b\", moves: ''}"},
    {"game: hogga\nmoves: ''\n", "event", "a, b", "game: hogga\nevent: a, b\nmoves: ''\n"},
    {"{}", "game", "hogga", "{game: hogga}"},
    {"players: {}\n", "players.black", "A", "players: {black: A}\n"},
    {"players: {black: A}\n", "players.white", "a, b", "players: {black: A, white: \"a, b\"}\n"},
    {"players: {black: A}\n", "players.black", "a, b", "players: {black: \"a, b\"}\n"},
    {"players: {black: A}\n", "players.black.id", "7", "players: {black: {name: A, id: 7}}\n"},
    {"{players: {black: A}, moves: ''}", "players.black", "B", "{players: {black: B}, moves: ''}"},
    {"{game: akron, moves: ''}", "players.black.id", "7",
     "{game: akron, players: {black: {id: 7}}, moves: ''}"},
    {"{\"game\":\"hogga\",\"moves\":\"\"}", "event", "A",
     "{\"game\":\"hogga\", \"event\": \"A\",\"moves\":\"\"}"},
    {"{\"game\":\"hogga\",\"moves\":\"\"}", "round", "2",
     "{\"game\":\"hogga\", \"round\": 2,\"moves\":\"\"}"},
    {"{\"game\":\"hogga\",\"moves\":\"\"}", "players.black", "A",
     "{\"game\":\"hogga\", \"players\": {\"black\": \"A\"},\"moves\":\"\"}"},
    {"{game, moves: ''}", "game", "hogga", NULL},
    {"{moves: '',\n x-a}", "x-a", "1", NULL},
    {"{moves: '', x-a, x-b}", "x-a", NULL, "{moves: '', x-b}"},
    {"{moves: '', x-a, x-b}", "x-b", NULL, "{moves: '', x-a}"},
    {"{x-a, x-b: 1}", "x-b", NULL, "{x-a}"},
    {"{x-a}", "moves", "a", "{x-a, moves: a}"},
    {"{event: , moves: ''}", "event", "A", "{event: A , moves: ''}"},
    /* In the manner of the old value. */
    {"event: 'A'\n", "event", "B", "event: 'B'\n"},
    {"event: \"A\"\n", "event", "B", "event: \"B\"\n"},
    {"event: 'A'\n", "event", "it's", "event: it's\n"},
    {"event: 'A'\n", "event", "'a", "event: \"'a\"\n"},
    {"event: A\n", "event", "a, b", "event: a, b\n"},
    {"{event: A}\n", "event", "a, b", "{event: \"a, b\"}\n"},
    {"date: '2025'\n", "date", "2026", "date: 2026\n"},
    {"x-a: '1'\n", "x-a", "2", "x-a: '2'\n"},
    {"event: 'A'\n", "event", "a \"b\"", "event: 'a \"b\"'\n"},
    {"event: \"A\"\n", "event", "it's", "event: \"it's\"\n"},
    {"event: \"A\"\n", "event", "a \"b\"", "event: a \"b\"\n"},
    {"event: 'A'\n", "event", "a\\b", "event: a\\b\n"},
    {"event: 'A'\n", "event", "~ \x7E", "event: '~ ~'\n"},
    {"event: 'A'\n", "event", "\xC3\xA9", "event: \xC3\xA9\n"},
    {"event: 'A'\n", "event", "a\x7F", "event: \"a\\x7F\"\n"},
    {"event: 'A'\n", "event", "", "event: ''\n"},
    {"event: \"A\"\n", "event", "", "event: \"\"\n"},
    {"event: A\n", "event", "", "event: \"\"\n"},
    {"event: ''  # x\n", "event", "A", "event: 'A'  # x\n"},
    {"event: ~\n", "event", "A", "event: A\n"},
    {"event:\n", "event", "A", "event: A\n"},
    {"event \t:  \nmoves: ''\n", "event", "A", "event \t: A\nmoves: ''\n"},
    {"event: a\n  b\nsite: c\n", "event", "d", "event: d\nsite: c\n"},
    {"event: |\n  a\n\n  b\n\nsite: c\n", "event", "d", "event: d\n\nsite: c\n"},
    {"event:\n- a\nsite: c\n", "event", "d", "event: d\nsite: c\n"},
    {"x-a: {b: c}\n", "x-a", "d", "x-a: d\n"},
    {"x-a: [b, c] # e\n", "x-a", "d", "# e\nx-a: d\n"},
    {"x-a: [b,\n  c]\nx-b: 1\n", "x-b", NULL, "x-a: [b,\n  c]\n"},
    {"rules: {a: 1}\nmoves: ''\n", "event", "A", "rules: {a: 1}\nevent: A\nmoves: ''\n"},
    {"{\"rules\":{\"a\":1},\"moves\":[]}", "event", "A",
     "{\"rules\":{\"a\":1}, \"event\": \"A\",\"moves\":[]}"},
    {"? game", "game", "hogga", NULL},
    {"? game\n? moves", "moves", "a", NULL},
    {"event: >-\n  a\nsite: c\n", "event", "d", "event: d\nsite: c\n"},
    {"event:\n- a\n- b\nsite: c\n", "event", "d", "event: d\nsite: c\n"},
    {"x-a:\n  b:\n    c:\n\nsite: d\n", "x-a", "e", "x-a: e\n\nsite: d\n"},
    {"round: '3'\n", "round", "4", "round: '4'\n"},
    {"points: '3'\n", "points", "4", "points: 4\n"},
    {"game: 'hogga'\n", "game", "akron", "game: 'akron'\n"},
    /* Removed. */
    {"game: hogga\nevent: A\nmoves: ''\n", "game", NULL, "event: A\nmoves: ''\n"},
    {"game: hogga\nevent: A\nmoves: ''\n", "event", NULL, "game: hogga\nmoves: ''\n"},
    {"game: hogga\nevent: A\nmoves: ''\n", "moves", NULL, "game: hogga\nevent: A\n"},
    {"game: hogga\nevent: A\nmoves: ''", "moves", NULL, "game: hogga\nevent: A\n"},
    {"game: hogga\r\nevent: A\r\nmoves: ''\r\n", "event", NULL, "game: hogga\r\nmoves: ''\r\n"},
    {"game: hogga\revent: A\rmoves: ''\r", "event", NULL, "game: hogga\rmoves: ''\r"},
    {"game: hogga\nmoves: ''\n", "event", NULL, "game: hogga\nmoves: ''\n"},
    {"game: hogga\nmoves: ''\n", "rules.hops", NULL, "game: hogga\nmoves: ''\n"},
    {"rules:\n  hops: long\n", "rules.stuck", NULL, "rules:\n  hops: long\n"},
    {"event: |\n  a\n\n  b\n\nmoves: ''\n", "event", NULL, "\nmoves: ''\n"},
    {"event: A # a\nsite: B # b\nmoves: ''\n", "event", NULL, "# a\nsite: B # b\nmoves: ''\n"},
    {"# z\nevent: A\n# a\nsite: B\n", "event", NULL, "# z\n# a\nsite: B\n"},
    {"players:\n  black: A # a\n  white: B\n", "players.black", NULL,
     "players:\n  # a\n  white: B\n"},
    {"rules:\n  a: 1\n  b: 2\nmoves: ''\n", "rules.a", NULL, "rules:\n  b: 2\nmoves: ''\n"},
    {"rules:\n  a: 1\n  b: 2\nmoves: ''\n", "rules.b", NULL, "rules:\n  a: 1\nmoves: ''\n"},
    {"rules:\n  a: 1\n  b: 2\nmoves: ''\n", "rules", NULL, "moves: ''\n"},
    {"rules:\n  a: 1\nmoves: ''\n", "rules.a", NULL, "moves: ''\n"},
    {"players:\n  black:\n    id: 7\n  white: B\n", "players.black.id", NULL,
     "players:\n  white: B\n"},
    {"players:\n  white: B\n  black:\n    id: 7\n", "players.black.id", NULL,
     "players:\n  white: B\n"},
    {"players:\n  black:\n    id: 7\nmoves: ''\n", "players.black.id", NULL, "moves: ''\n"},
    {"players:\n  black:\n    id: 7\n    club: C\nmoves: ''\n", "players.black.id", NULL,
     "players:\n  black:\n    club: C\nmoves: ''\n"},
    {"event: A\n", "event", NULL, ""},
    {"{game: hogga, event: A, moves: ''}", "game", NULL, "{event: A, moves: ''}"},
    {"{game: hogga, event: A, moves: ''}", "event", NULL, "{game: hogga, moves: ''}"},
    {"{game: hogga, event: A, moves: '' }", "moves", NULL, "{game: hogga, event: A }"},
    {"{ event: A }", "event", NULL, "{  }"},
    {"{rules: {a: 1}, moves: ''}", "rules.a", NULL, "{moves: ''}"},
    {"rules: {a: 1, b: 2} # c\n", "rules.a", NULL, "rules: {b: 2} # c\n"},
    {"{game: hogga, # a\n event: A}", "event", NULL, NULL},
    {"{event: A, # a\n game: hogga}", "event", NULL, NULL},
};

static void keys_are_changed(void **state) {
    const struct set_row *row = *state;
    struct key_path path = zi_key_path(text_of(row->key));
    struct changes c;
    begin(&c, row->before);
    if (row->value)
        zi_change_set(&c, &path, text_of(row->value));
    else
        zi_change_remove(&c, &path);
    assert_int_equal(c.changed_count, 1);
    assert_true(text_same(c.changed[0], path.key[0]));
    end(&c, row->after);
}

static void paths_are_cut_at_dots(void **state) {
    static const struct {
        const char *name, *keys[PATH_MAX_KEYS + 1];
    } rows[] = {{"event", {"event"}},
                {"players", {"players"}},
                {"players.black", {"players", "black"}},
                {"players.black.id", {"players", "black", "id"}},
                {"players.black.id.x", {"players", "black", "id.x"}},
                {"players.", {"players", ""}},
                {"players..id", {"players", "", "id"}},
                {"rules.hops", {"rules", "hops"}},
                {"player.black", {"player.black"}},
                {"x-a.b", {"x-a.b"}},
                {".players", {".players"}}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct key_path path = zi_key_path(text_of(rows[i].name));
        size_t count = 0;
        for (; rows[i].keys[count]; count++)
            assert_true(count < path.count && text_is(path.key[count], rows[i].keys[count]));
        assert_int_equal(path.count, count);
    }
}

/* Several changes of one record. */
static void changes_are_in_the_order_of_their_places(void **state) {
    static const char *const names[] = {"site", "event", "comment", "game", "date", NULL};
    struct changes c;
    (void)state;
    begin(&c, "game: hogga\nmoves: ''\n");
    for (size_t i = 0; names[i]; i++) {
        struct key_path path = zi_key_path(text_of(names[i]));
        zi_change_set(&c, &path, TEXT("akron"));
    }
    for (size_t i = 1; i < c.edits.count; i++)
        assert_true(c.edits.at[i - 1].at <= c.edits.at[i].at);
    end(&c, "game: akron\nsite: akron\nevent: akron\ndate: akron\nmoves: ''\ncomment: akron\n");
}

/* What is added in the place of something that was removed before comes before that. */
static void what_is_added_comes_first(void **state) {
    struct key_path event = zi_key_path(TEXT("event")), variant = zi_key_path(TEXT("variant"));
    struct changes c;
    (void)state;
    begin(&c, "game: hogga\nevent: A\nmoves: ''\n");
    zi_change_remove(&c, &event);
    zi_change_set(&c, &variant, TEXT("a"));
    zi_change_set(&c, &event, TEXT("B")); /* the old one is still there */
    assert_int_equal(c.edits.count, 3);
    assert_int_equal(c.edits.at[0].end, 12);
    assert_int_equal(c.edits.at[1].end, 21);
    free(document);
    zi_changes_free(&c);
}

/* Of more keys than are kept, the first are. */
static void many_keys_are_noted(void **state) {
    struct changes c;
    (void)state;
    begin(&c, "game: hogga\n");
    for (size_t i = 0; i < CHANGED_KEYS_MAX + 2; i++) {
        struct key_path path = {{{"abcdefghijklmnop" + i, 1}}, 1};
        zi_change_remove(&c, &path);
        assert_int_equal(c.changed_count, i < CHANGED_KEYS_MAX ? i + 1 : CHANGED_KEYS_MAX);
    }
    end(&c, "game: hogga\n");
}

/* What else is the same. */
static void what_is_not_changed_is_kept(void **state) {
    static const struct {
        const char *before, *after, *changed;
        bool kept;
    } rows[] = {
        {"a: 1\nb: 2\n", "{a: '1', b: 2}", "c", true},
        {"a: 1\nb: 2\n", "a: 1\nb: 3\n", "c", false},
        {"a: 1\nb: 2\n", "a: 0\nb: 2\n", "c", false},
        {"a: 1\nb: 2\n", "a: 1\nb: 3\n", "b", true},
        {"a: 1\nb: 2\n", "a: 1\n", "b", true},
        {"a: 1\nb: 2\n", "b: 2\n", "a", true},
        {"a: 1\nb: 2\n", "a: 1\n", "c", false},
        {"a: 1\n", "a: 1\nb: 2\n", "c", false},
        {"a: 1\n", "a: 1\nb: 2\n", "b", true},
        {"a: 1\nb: 2\n", "b: 2\na: 1\n", "c", false},
        {"a: 1\n", "b: 1\n", "c", false},
        {"a: [1, 2]\n", "a: [1, 2]\n", "c", true},
        {"a: [1, 2]\n", "a: [1]\n", "c", false},
        {"a: [1]\n", "a: [1, 2]\n", "c", false},
        {"a: [1, 2]\n", "a: [1, 3]\n", "c", false},
        {"a: [1]\n", "a: {1: 1}\n", "c", false},
        {"a: {b: [c]}\n", "a: {b: [d]}\n", "c", false},
        {"a: b\n", "a: |\n  b\n", "c", true},
        {"a: |\n  b\n", "a: b\n", "c", true},
        {"a: \"b\\r\"\n", "a: \"b\\n\\n\"\n", "c", true},
        {"'': 1\n", "'': 2\n", "c", false},
        {"a: \"b \"\n", "a: b\n", "c", false},
        {"a: \"\\n\"\n", "a: ''\n", "c", true},
        {"? [a]\n: 1\n", "? [a]\n: 1\n", "a", true},
        {"? [a]\n: 1\n", "? [b]\n: 1\n", "a", false},
    };
    struct record after;
    (void)state;
    zi_record_open(&after);
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct document d = {.text = text_of(rows[i].after), .line = 1};
        struct changes c;
        begin(&c, rows[i].before);
        c.changed[c.changed_count++] = text_of(rows[i].changed);
        assert_true(zi_record_read(&after, &d));
        if (zi_changes_keep(&c, &after) != rows[i].kept)
            fail_msg("from `%s` to `%s`", rows[i].before, rows[i].after);
        after.broken = true;
        assert_false(zi_changes_keep(&c, &after));
        zi_changes_free(&c);
        free(document);
    }
    zi_record_close(&after);
}

/* Moves. */

static const struct move_row {
    const char *before, *after;
    size_t from;
    struct change_move moves[4];
    bool new_lines, whole;
} moves[] = {
    /* In a scalar. */
    {"moves: 1. a b\n", "moves: 1. a b c\n", 6, {{TEXT_IS("c"), 0, false}}, 0, false},
    {"moves: 1. a b # c\n", "moves: 1. a 2. d # c\n", 4, {{TEXT_IS("d"), 2, false}}, 0, false},
    {"moves: 1. a b\n", "moves: 1. a\n", 4, {{NO_MOVE, 0, false}}, 0, false},
    {"moves: 'a b'\n", "moves: 'a b c'\n", 3, {{TEXT_IS("c"), 0, false}}, 0, false},
    {"moves: 'a b'\n",
     "moves: 'a c d'\n",
     1,
     {{TEXT_IS("c"), 0, false}, {TEXT_IS("d"), 0, false}},
     0,
     false},
    {"moves: \"a b\"\n", "moves: \"a 12. c\"\n", 1, {{TEXT_IS("c"), 12, false}}, 0, false},
    {"moves: \"a b\"\n", "moves: \"a it's:#\"\n", 1, {{TEXT_IS("it's:#"), 0, false}}, 0, false},
    {"{moves: \"a b\"}\n", "{moves: \"a c\"}\n", 1, {{TEXT_IS("c"), 0, false}}, 0, false},
    {"moves: 'a'\n", "moves: |\n  a\n  it's\n", 1, {{TEXT_IS("it's"), 0, false}}, 0, false},
    {"moves: \"a\"\n", "moves: |\n  a\n  \"\n", 1, {{TEXT_IS("\""), 0, false}}, 0, false},
    {"moves: a\n", "moves: |\n  a\n  b:\n", 1, {{TEXT_IS("b:"), 0, false}}, 0, false},
    {"moves: a\n", "moves: |\n  a\n  {b}\n", 1, {{TEXT_IS("{b}"), 0, false}}, 0, false},
    {"moves: a\n", "moves: |\n  1. b\n", 0, {{TEXT_IS("b"), 1, false}}, 0, false},
    {"moves: 'a'\n", "moves: |\n  a\n  {x\n  y}\n", 1, {{TEXT_IS("{x\ny}"), 0, true}}, 0, false},
    {"moves: 'a'\n", "moves: \"a\\n\\x7F\"\n", 1, {{TEXT_IS("\x7F"), 0, false}}, 0, false},
    {"moves: \"a \\x62\"\n", "moves: |\n  a b\n  c\n", 3, {{TEXT_IS("c"), 0, false}}, 0, false},
    {"game: a\nevent: b\nmoves: a\n",
     "game: a\nevent: b\nmoves: |\n  b\n",
     0,
     {{TEXT_IS("b"), 0, false}},
     0,
     false},
    {"  game: a\n  moves: 'a'\n",
     "  game: a\n  moves: |\n    a\n    it's\n",
     1,
     {{TEXT_IS("it's"), 0, false}},
     0,
     false},
    {"moves: a b\n", "moves: |\n  a\n  c\n", 1, {{TEXT_IS("c"), 0, false}}, 0, true},
    {"moves: a b\n", "moves: \"\"\n", 0, {{NO_MOVE, 0, false}}, 0, false},
    {"moves: a\n  b\n", "moves: |\n  a b\n  c\n", 3, {{TEXT_IS("c"), 0, false}}, 0, false},
    {"moves: a\n  b\n", "moves: a c\n", 1, {{TEXT_IS("c"), 0, false}}, 0, false},
    /* In a block. */
    {"moves: |\n  1. a b\n", "moves: |\n  1. a b c\n", 6, {{TEXT_IS("c"), 0, false}}, 0, false},
    {"moves: |\n  1. a b\n\nx-a: 1\n",
     "moves: |\n  1. a b 2. c d\n\nx-a: 1\n",
     6,
     {{TEXT_IS("c"), 2, false}, {TEXT_IS("d"), 0, false}},
     0,
     false},
    {"moves: |\n  1. a b\n",
     "moves: |\n  1. a b\n  c d\n",
     6,
     {{TEXT_IS("c"), 0, false}, {TEXT_IS("d"), 0, false}},
     true,
     false},
    {"moves: |\r\n  a\r\n",
     "moves: |\r\n  a\r\n  b\r\n",
     1,
     {{TEXT_IS("b"), 0, false}},
     true,
     false},
    {"moves: |\n  a ; b\n", "moves: |\n  a ; b\n  c\n", 5, {{TEXT_IS("c"), 0, false}}, 0, false},
    {"moves: |\n  ; b\n  a\n", "moves: |\n  ; b\n  a c\n", 5, {{TEXT_IS("c"), 0, false}}, 0, false},
    {"moves: |\n  a b\n  c\n", "moves: |\n  a\n", 1, {{NO_MOVE, 0, false}}, 0, false},
    {"moves: |\n  a b\n  c\n", "moves: |\n  a\n", 1, {{NO_MOVE, 0, false}}, true, false},
    {"moves: |\n  a b", "moves: |\n  a b c", 3, {{TEXT_IS("c"), 0, false}}, 0, false},
    {"moves: |\n  a\n",
     "moves: |\n  a {x\n  y} b\n",
     1,
     {{TEXT_IS("{x\ny}"), 0, true}, {TEXT_IS("b"), 0, false}},
     0,
     false},
    /* In a sequence. */
    {"moves: [a, b]\n", "moves: [a, c]\n", 1, {{TEXT_IS("c"), 0, false}}, 0, false},
    {"moves: [a, b]\n",
     "moves: [a, b, c, d]\n",
     3,
     {{TEXT_IS("c"), 0, false}, {TEXT_IS("d"), 0, false}},
     0,
     false},
    {"moves: [a, b]\n", "moves: [a]\n", 1, {{NO_MOVE, 0, false}}, 0, false},
    {"moves: [a, 'b', c]\n", "moves: [a, 'b', 'd']\n", 3, {{TEXT_IS("d"), 0, false}}, 0, false},
    {"moves: [a, b]\n", NULL, 0, {{TEXT_IS("c"), 0, false}}, 0, false},
    {"moves: [a, b] # x\n", "moves: [a, c] # x\n", 1, {{TEXT_IS("c"), 0, false}}, 0, false},
    {"moves: [a, b]\n", "moves: [a, b x]\n", 3, {{TEXT_IS("x"), 0, true}}, 0, false},
    {"moves: [a, b]\n", "moves: [a, \"b {x, y}\"]\n", 3, {{TEXT_IS("{x, y}"), 0, true}}, 0, false},
    {"moves: [a, b]\n",
     "moves: [a, b, \"c {x, y}\"]\n",
     3,
     {{TEXT_IS("c {x, y}"), 0, false}},
     0,
     false},
    {"moves:\n- a\n- b\n",
     "moves:\n- a\n- b {x, y}\n",
     3,
     {{TEXT_IS("{x, y}"), 0, true}},
     0,
     false},
    {"moves:\n- a\n", "moves:\n- a\n- b {x, y}\n", 1, {{TEXT_IS("b {x, y}"), 0, false}}, 0, false},
    {"moves: [a, \"\\x62\"]\n",
     "moves: [a, \"\\x62\", \"c\"]\n",
     3,
     {{TEXT_IS("c"), 0, false}},
     0,
     false},
    {"moves:\n- a\n# x\n- b\n", "moves:\n- a\n# x\n- c\n", 1, {{TEXT_IS("c"), 0, false}}, 0, false},
    {"moves: [a b, c]\n", NULL, 1, {{TEXT_IS("c"), 0, false}}, 0, false},
    {"moves: [a, # x\n b]\n", NULL, 1, {{TEXT_IS("c"), 0, false}}, 0, false},
    {"moves:\n- a\n- b\n", "moves:\n- a\n- b\n- c\n", 3, {{TEXT_IS("c"), 0, false}}, 0, false},
    {"moves:\n  - a\n  - b\nx-a: 1\n",
     "moves:\n  - a\n  - c\n  - d\nx-a: 1\n",
     1,
     {{TEXT_IS("c"), 0, false}, {TEXT_IS("d"), 0, false}},
     0,
     false},
    {"moves:\n- a\n- b", "moves:\n- a\n- b\n- c", 3, {{TEXT_IS("c"), 0, false}}, 0, false},
    {"moves:\r\n- a\r\n", "moves:\r\n- a\r\n- b\r\n", 1, {{TEXT_IS("b"), 0, false}}, 0, false},
    {"moves:\n- a # x\n- b # y\n# z\n",
     "moves:\n- a # x\n# y\n- c\n# z\n",
     1,
     {{TEXT_IS("c"), 0, false}},
     0,
     false},
    {"moves:\n  - a # x\n  - b # y\n",
     "moves:\n  - a # x\n  # y\n",
     1,
     {{NO_MOVE, 0, false}},
     0,
     false},
    {"moves:\n- a\n- b\n",
     "moves:\n- a b! c!\n- d e!\n",
     1,
     {{TEXT_IS("b!"), 0, true},
      {TEXT_IS("c!"), 0, true},
      {TEXT_IS("d"), 0, false},
      {TEXT_IS("e!"), 0, true}},
     0,
     false},
    {"moves: ['a', b]\n",
     "moves: ['a x', 'c']\n",
     1,
     {{TEXT_IS("x"), 0, true}, {TEXT_IS("c"), 0, false}},
     0,
     false},
    {"moves:\n- a\n- |\n  b\n", NULL, 3, {{TEXT_IS("c"), 0, false}}, 0, false},
    /* Without a key. */
    {"game: hogga\npoints: 1\n",
     "game: hogga\nmoves: |\n  1. a\npoints: 1\n",
     0,
     {{TEXT_IS("a"), 1, false}},
     0,
     false},
    {"event: A\ngame: hogga\npoints: 1\n",
     "event: A\ngame: hogga\nmoves: |\n  a\npoints: 1\n",
     0,
     {{TEXT_IS("a"), 0, false}},
     0,
     false},
    {"{game: hogga, points: 1}",
     "{game: hogga, moves: \"1. a b\", points: 1}",
     0,
     {{TEXT_IS("a"), 1, false}, {TEXT_IS("b"), 0, false}},
     0,
     false},
};

static void moves_are_changed(void **state) {
    const struct move_row *row = *state;
    struct changes c;
    size_t count = 0;
    while (count < COUNT(row->moves) && row->moves[count].text.at)
        count++;
    begin(&c, row->before);
    c.new_lines = row->new_lines;
    c.whole = row->whole;
    zi_change_moves(&c, KEY_MOVES, row->from, row->moves, count);
    assert_int_equal(c.changed_count, 1);
    assert_true(text_is(c.changed[0], "moves"));
    end(&c, row->after);
}

/* Lines are as wide as the canonical form has them, and no wider. */
static void lines_are_wrapped(void **state) {
    (void)state;
    for (int width = CANONICAL_WIDTH - 3; width <= CANONICAL_WIDTH + 3; width++) {
        const struct change_move added[] = {{TEXT("bcd\xC3\xA9"), 0, false}};
        char before[200], after[200];
        struct changes c;
        int length = width - 2 - 5; /* without the indent, a blank and the move */
        snprintf(before, sizeof before, "moves: |\n  \xC3\xA9%0*d\n", length - 1, 0);
        snprintf(after, sizeof after, "moves: |\n  \xC3\xA9%0*d%sbcd\xC3\xA9\n", length - 1, 0,
                 width > CANONICAL_WIDTH ? "\n  " : " ");
        begin(&c, before);
        zi_change_moves(&c, KEY_MOVES, (size_t)length + 1, added, 1);
        end(&c, after);
    }
}

/* The same for a second move, after a comment of several lines, and in a text that is rewritten. */
static void all_lines_are_wrapped(void **state) {
    (void)state;
    for (int width = CANONICAL_WIDTH - 2; width <= CANONICAL_WIDTH + 2; width++) {
        const char *between = width > CANONICAL_WIDTH ? "\n  " : " ";
        char word[200], before[300], after[300];
        int length = width - 2 - 5;
        struct changes c;
        snprintf(word, sizeof word, "%0*d", length, 0);
        const struct change_move two[] = {{text_of(word), 0, false},
                                          {TEXT("bcd\xC3\xA9"), 0, false}};
        snprintf(after, sizeof after, "moves: |\n  a\n  %s%sbcd\xC3\xA9\n", word, between);
        begin(&c, "moves: a\n");
        c.whole = true;
        zi_change_moves(&c, KEY_MOVES, 1, two, 2);
        end(&c, after);

        snprintf(after, sizeof after, "moves: |\n  %s b%sbcd\xC3\xA9\n", word + 2, between);
        const struct change_move last[] = {{TEXT("b"), 0, false}, {TEXT("bcd\xC3\xA9"), 0, false}};
        snprintf(before, sizeof before, "moves: |\n  %s\n", word + 2);
        begin(&c, before);
        zi_change_moves(&c, KEY_MOVES, (size_t)length - 2, last, 2);
        end(&c, after);

        snprintf(word, sizeof word, "%0*d", width - 5, 0);
        const struct change_move lines[] = {{TEXT("{x\n\xC3\xA9}"), 0, true},
                                            {text_of(word), 0, false}};
        snprintf(after, sizeof after, "moves: |\n  a {x\n  \xC3\xA9}%s%s\n", between, word);
        begin(&c, "moves: |\n  a\n");
        zi_change_moves(&c, KEY_MOVES, 1, lines, 2);
        end(&c, after);
    }
}

/* Keys that the user sets by options are not in the document. */
static void said_keys_are_not_there(void **state) {
    static const struct said_key said[] = {{KEY_EVENT, "A"}, {KEYS, NULL}};
    static const char *const names[] = {"site", "event", "comment"};
    (void)state;
    record.said = said;
    for (size_t i = 0; i < COUNT(names); i++) {
        struct key_path path = zi_key_path(text_of(names[i]));
        char after[80];
        struct changes c;
        snprintf(after, sizeof after,
                 i < 2 ? "game: hogga\n%s: B\nmoves: ''\n" : "game: hogga\nmoves: ''\n%s: B\n",
                 names[i]);
        begin(&c, "game: hogga\nmoves: ''\n");
        zi_change_set(&c, &path, TEXT("B"));
        end(&c, after);
    }
    record.said = NULL;
}

static void no_text_is_written(void **state) {
    struct buffer out = {0};
    (void)state;
    zi_change_write_alike(&out, WRITTEN_SINGLE_QUOTED, false, NO_TEXT);
    assert_true(text_is(buffered(&out), "''"));
    out.len = 0;
    zi_change_write_alike(&out, WRITTEN_PLAIN, false, NO_TEXT);
    assert_true(text_is(buffered(&out), "\"\""));
    zi_buffer_free(&out);
}

/* A row's name: its number, and what is changed. */
static const char *name_of(size_t number, const char *what) {
    static char names[COUNT(keys) + COUNT(moves)][40];
    static size_t count;
    snprintf(names[count], sizeof *names, "row %zu: %s", number, what);
    return names[count++];
}

int main(void) {
    static struct CMUnitTest tests[COUNT(keys) + COUNT(moves) + 9];
    size_t count = 0;
    for (size_t i = 0; i < COUNT(keys); i++)
        tests[count++] = (struct CMUnitTest){name_of(i, keys[i].key), keys_are_changed, NULL, NULL,
                                             (void *)(uintptr_t)&keys[i]};
    for (size_t i = 0; i < COUNT(moves); i++)
        tests[count++] = (struct CMUnitTest){name_of(i, "moves"), moves_are_changed, NULL, NULL,
                                             (void *)(uintptr_t)&moves[i]};
    const struct CMUnitTest others[] = {
        cmocka_unit_test(paths_are_cut_at_dots),
        cmocka_unit_test(changes_are_in_the_order_of_their_places),
        cmocka_unit_test(what_is_not_changed_is_kept),
        cmocka_unit_test(lines_are_wrapped),
        cmocka_unit_test(all_lines_are_wrapped),
        cmocka_unit_test(said_keys_are_not_there),
        cmocka_unit_test(no_text_is_written),
        cmocka_unit_test(what_is_added_comes_first),
        cmocka_unit_test(many_keys_are_noted),
    };
    for (size_t i = 0; i < COUNT(others); i++)
        tests[count++] = others[i];
    zi_record_open(&record);
    int failed = _cmocka_run_group_tests("change", tests, count, NULL, NULL);
    zi_record_close(&record);
    return failed;
}
