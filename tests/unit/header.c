/* Headers: what is said of every spelling of a key's value, and where. */
#include "tests/unit/unit.h"

#include "notation/record/record.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct record record;

static void read_header(const char *yaml) {
    const struct document d = {.text = text_of(yaml), .line = 1};
    record.broken = false;
    assert_true(zi_record_read(&record, &d));
    zi_record_finalize(&record, false);
}

/* `CODE LINE:COLUMN-LINE:COLUMN DETAIL` for each finding, with `; ` between them. */
static const struct row {
    const char *yaml, *found;
} rows[] = {
    {"game: hogga\nevent:\nsite: ''\nround: 3\ntable: ~\ncomment: null\nmoves:\n", ""},
    /* Kinds of values. */
    {"game: [hogga]\n", "bad-value 1:7-1:14 "},
    {"game:\n", "bad-value 1:6-1:6 "},
    {"game: ~\n", "bad-value 1:7-1:8 "},
    {"variant: {a: b}\n", "bad-value 1:10-1:13 "},
    {"event: [a]\n", "bad-value 1:8-1:11 "},
    {"moves: {a: 1}\n", "bad-value 1:8-1:11 "},
    {"moves: [a, b]\n", ""},
    {"moves: []\n", ""},
    {"moves: [a, [b], [c]]\n", "bad-value 1:12-1:16 "},
    {"moves: [[a], b]\nevent: [c]\n", "bad-value 1:9-1:13 ; bad-value 2:8-2:11 "},
    {"playout: ~\n", ""},
    {"playout: [a, b]\n", ""},
    {"playout: {a: b}\n", "bad-value 1:10-1:13 "},
    {"rules: a\n", "bad-value 1:8-1:9 "},
    {"rules: [a]\n", "bad-value 1:8-1:11 "},
    {"rules: {a: 1, b: 'c'}\n", ""},
    {"rules: {}\nplayers: {}\n", ""},
    {"rules: {a: , b: [c]}\n", "bad-value 1:12-1:13 ; bad-value 1:17-1:21 "},
    {"players: a\n", "bad-value 1:10-1:11 "},
    {"players: {black: , white: ~}\n", ""},
    {"players: {black: [a]}\n", "bad-value 1:18-1:22 "},
    {"players: {black: {name: a, id: 1, rating: 2, club: b, x-a: [c]}}\n", ""},
    {"players: {black: {name: [a], id: {b: c}, x-a: {}}}\n",
     "bad-value 1:25-1:29 ; bad-value 1:34-1:37 "},
    {"players: {black: {name: , id: ~}}\n", ""},
    /* Keys. */
    {"? [a]\n: b\n", "bad-value 1:3-1:6 "},
    {"rules: {? [a] : b, c: d}\n", "bad-value 1:11-1:14 "},
    {"players: {black: {? {} : b}}\n", "bad-value 1:21-1:23 "},
    {"x-a: 1\nx-: 2\nx-b: [c]\n", ""},
    {"x: 1\n", "unknown-key 1:1-1:2 "},
    {"xa: 1\n", "unknown-key 1:1-1:3 "},
    {"y-a: 1\n", "unknown-key 1:1-1:4 "},
    {"black: Ann\n",
     "unknown-key 1:1-1:6 a player belongs in `players`, as in `players: {black: Ann, "
     "white: Bob}`"},
    {"winner: 1\n", "unknown-key 1:1-1:7 write the winner under `result`, as in `result: black`"},
    {"date: 3-5-2024\n", "bad-value 1:7-1:15 2024-05-03 if the day comes first, 2024-03-05 if the "
                         "month does"},
    {"date: 13.5.2024\n", "bad-value 1:7-1:16 2024-05-13"},
    {"date: 5/13/2024\n", "bad-value 1:7-1:16 2024-05-13"},
    {"date: 3-5-24\n", "bad-value 1:7-1:13 3-5-24"},
    {"date: 3-5-2024-1\n", "bad-value 1:7-1:17 3-5-2024-1"},
    {"evnt: 1\n", "unknown-key 1:1-1:5 did you mean `event`?"},
    {"rules: {x-a: [1], x-b: {}}\nplayers: {x-a: {b: c}}\n", ""},
    {"players: {black: {nam: a}}\n", "unknown-key 1:19-1:22 did you mean `name`?"},
    {"event: a\nevent: b\n", "duplicate-key 2:1-2:6 event"},
    {"foo: a\nfoo: b\n", "unknown-key 1:1-1:4 ; duplicate-key 2:1-2:4 foo"},
    {"x-a: a\nx-a: b\n", "duplicate-key 2:1-2:4 x-a"},
    {"rules: {a: b, a: c}\n", "duplicate-key 1:15-1:16 a"},
    {"players: {black: {id: 1, id: [2]}}\n", "duplicate-key 1:26-1:28 id; bad-value 1:30-1:35 "},
    {"moves: a\ngame: hogga\nzet: 1\nevent: b\n", ""},
    {"comment: a\nzet: 1\ngame: hogga\n", ""},
    /* Where it is. */
    {"event: a\n\n# b\ndate: c\n", "bad-value 4:7-4:8 c"},
    {"event: a\r\n\r\ndate: c\r\n", "bad-value 3:7-3:8 c"},
    {"{event: \"\xC3\xA9\xE2\x82\xAC\", date: c}", "bad-value 1:21-1:22 c"},
    {"date: 'c d'  # e\n", "bad-value 1:8-1:11 c d"},
    {"date: c d  # e\n", "bad-value 1:7-1:10 c d"},
    {"date: |\n  c\n  d\n\nevent: a\n", "bad-value 2:3-3:4 c\nd\n"},
    {"date: c\n  d\nevent: a\n", "bad-value 1:7-2:4 c d"},
    {"date: c\npoints: d\n", "bad-value 1:7-1:8 c; bad-value 2:9-2:10 d"},
    {"date: c\nmoves: [[a]]\npoints: d\n",
     "bad-value 1:7-1:8 c; bad-value 2:9-2:13 ; bad-value 3:9-3:10 d"},
    {"--- # a\ndate: c\n...\n", "bad-value 2:7-2:8 c"},
    /* Numbers. */
    {"zet: 1\npoints: 0\n", ""},
    {"points: 999999999\n", ""},
    {"points: 1000000000\n", "bad-value 1:9-1:19 1000000000"},
    {"points: 0000000001\n", "bad-value 1:9-1:19 0000000001"},
    {"points: 000000001\n", ""},
    {"points: -1\n", "bad-value 1:9-1:11 -1"},
    {"points: 1.5\n", "bad-value 1:9-1:12 1.5"},
    {"points: '5'\n", "bad-value 1:10-1:11 5"},
    {"points: 'a'\n", "bad-value 1:10-1:11 a"},
    {"points:\n", "bad-value 1:8-1:8 "},
    {"zet: 0\n", "bad-value 1:6-1:7 0"},
    {"zet: 2\n", "bad-value 1:6-1:7 2"},
    {"zet: 01\n", "bad-value 1:6-1:8 01"},
    {"zet: a\n", "bad-value 1:6-1:7 a"},
    {"zet: '1'\n", "bad-value 1:7-1:8 1"},
    {"zet: 11\n", "bad-value 1:6-1:8 11"},
    /* Words. */
    {"termination: rules\n", ""},
    {"termination: resignation\n", ""},
    {"termination: time\n", ""},
    {"termination: agreement\n", ""},
    {"termination: forfeit\n", ""},
    {"termination: adjudication\n", ""},
    {"termination: unfinished\n", ""},
    {"termination: agrement\n", "bad-value 1:14-1:22 did you mean `agreement`?"},
    {"termination: qqqqqqqqqq\n", "bad-value 1:14-1:24 "},
};

static void headers_are_judged(void **state) {
    const struct row *row = *state;
    char found[512] = "";
    size_t used = 0;
    read_header(row->yaml);
    for (size_t i = 0; i < record.findings.count; i++) {
        const struct finding *f = &record.findings.at[i];
        used += (size_t)snprintf(found + used, sizeof found - used, "%s%s %zu:%zu-%zu:%zu %.*s",
                                 i ? "; " : "", zi_findings[f->code].code, f->line, f->column,
                                 f->end_line, f->end_column, (int)f->detail.len, f->detail.at);
    }
    assert_string_equal(found, row->found);
}

/* Dates, with `_` for `?`, which could be a trigraph; and what is said of each: how the sentence
   begins, `has` for days that a month does not have, or NULL. */
static const struct date_row {
    const char *date, *said;
} dates[] = {
    {"2026-05-17", NULL},       {"0000-02-29", NULL},      {"9999-12-31", NULL},
    {"____-__-__", NULL},       {"2026-__-__", NULL},      {"2026-02-__", NULL},
    {"2026-__-31", NULL},       {"____-01-01", NULL},      {"20__-05-17", "write a"},
    {"__26-05-17", "write a"},  {"2026-00-01", "a month"}, {"2026-13-01", "a month"},
    {"2026-99-01", "a month"},  {"2026-00-__", "a month"}, {"2026-00-00", "a month"},
    {"2026-12-01", NULL},       {"2026-01-00", "a day"},   {"2026-01-32", "a day"},
    {"2026-__-32", "a day"},    {"2026-__-00", "a day"},   {"2024-02-29", NULL},
    {"2000-02-29", NULL},       {"2400-02-29", NULL},      {"____-02-29", NULL},
    {"1900-02-29", "has"},      {"2100-02-29", "has"},     {"2026-02-29", "has"},
    {"2024-02-30", "has"},      {"____-02-30", "has"},     {"2026-01-31", NULL},
    {"2026-02-28", NULL},       {"2026-03-31", NULL},      {"2026-04-30", NULL},
    {"2026-04-31", "has"},      {"2026-05-31", NULL},      {"2026-06-30", NULL},
    {"2026-06-31", "has"},      {"2026-07-31", NULL},      {"2026-08-31", NULL},
    {"2026-09-30", NULL},       {"2026-09-31", "has"},     {"2026-10-31", NULL},
    {"2026-11-30", NULL},       {"2026-11-31", "has"},     {"2026-12-31", NULL},
    {"2026-5-17", "write a"},   {"2026/05-17", "write a"}, {"2026-05/17", "write a"},
    {"2026-05-171", "write a"}, {"2026-05-1", "write a"},  {"2026-0a-17", "write a"},
    {"2026-a0-17", "write a"},  {"a026-05-17", "write a"}, {"2a26-05-17", "write a"},
    {"202a-05-17", "write a"},  {"2026-_5-17", "write a"}, {"2026-5_-17", "write a"},
    {"2026-05-_1", "write a"},  {"2026-05-1_", "write a"}, {"2026-05-1:", "write a"},
    {"2026-05-/1", "write a"},  {"20260517", "write a"},   {"", "write a"},
    {"_026-05-17", "write a"},  {"2__6-05-17", "write a"}, {"aa__-05-17", "write a"},
    {"__aa-05-17", "write a"},  {"0001-02-29", "has"},     {"0400-02-29", NULL},
};

/* The date that the text means, in its form, or the text. */
static const char *date_of(const char *text) {
    static const char *const of[][2] = {{"2026-5-17", "2026-05-17"},
                                        {"2026/05-17", "2026-05-17"},
                                        {"2026-05/17", "2026-05-17"},
                                        {"2026-05-1", "2026-05-01"},
                                        {"2026-05-/1", NULL}};
    for (size_t i = 0; of[i][1]; i++)
        if (!strcmp(text, of[i][0]))
            return of[i][1];
    return text;
}

static void dates_are_judged(void **state) {
    const struct date_row *row = *state;
    char date[16], yaml[64], has[64];
    snprintf(date, sizeof date, "%s", row->date);
    for (char *p; (p = strchr(date, '_'));)
        *p = '?';
    snprintf(yaml, sizeof yaml, "date: \"%s\"\n", date);
    read_header(yaml);
    assert_int_equal(record.findings.count, row->said ? 1 : 0);
    assert_int_equal(record.field[KEY_DATE].state, row->said ? FIELD_BROKEN : FIELD_GIVEN);
    if (!row->said)
        return;
    const struct finding *f = &record.findings.at[0];
    assert_int_equal(f->code, FINDING_BAD_VALUE);
    bool month = !strcmp(row->said, "has");
    const char *begins = month ? "the month" : row->said;
    if (strncmp(f->sentence, begins, strlen(begins)) != 0)
        fail_msg("%s", f->sentence);
    unsigned days = strstr(date, "-02-") ? 28 : 30;
    days += days == 28 && (!strncmp(date, "2024", 4) || date[0] == '?');
    snprintf(has, sizeof has, "%.7s has %u days", date, days);
    assert_true(text_is(f->detail, month ? has : date_of(date)));
}

static const char *name_of(size_t number, const char *what) {
    static char names[COUNT(rows) + COUNT(dates)][48];
    static size_t count;
    snprintf(names[count], sizeof *names, "row %zu: %.*s", number, (int)strcspn(what, "\r\n#"),
             what);
    return names[count++];
}

int main(void) {
    static struct CMUnitTest tests[COUNT(rows) + COUNT(dates)];
    size_t count = 0;
    for (size_t i = 0; i < COUNT(rows); i++)
        tests[count++] = (struct CMUnitTest){name_of(i, rows[i].yaml), headers_are_judged, NULL,
                                             NULL, (void *)(uintptr_t)&rows[i]};
    for (size_t i = 0; i < COUNT(dates); i++)
        tests[count++] = (struct CMUnitTest){name_of(i, dates[i].date), dates_are_judged, NULL,
                                             NULL, (void *)(uintptr_t)&dates[i]};
    zi_record_open(&record);
    int failed = _cmocka_run_group_tests("header", tests, count, NULL, NULL);
    zi_record_close(&record);
    return failed;
}
