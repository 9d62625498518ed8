/* Records whose rules, position or result are unusual or wrong: the verdict and the findings. Each
   is judged after a game that Black has won, of which nothing may remain. */
#include "tests/unit/unit.h"

#include "validators/replay/endings.h"
#include "validators/replay/judge.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Black can bring his last piece home: H11. */
#define WON "position: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\n"

/* Black brings his last piece home; a man of White is one move from home. */
#define LAST "game: hogga\nposition: 12/6w5/12/4w7/12/12/12/12/6b5/7b4/6b5/12/12 b\nmoves: g5^i3\n"

/* `known` has the game and the variant, the plies, the result and the points; `-` if unknown.
   `found` has `CODE DETAIL` for each finding, with `; ` between them. */
static const struct row {
    const char *game, *variant; /* defaults */
    const char *yaml, *known, *found;
} rows[] = {
    /* the game */
    {"", "", "game: hogga\nmoves: b10-b9\n", "hogga 1 * -", ""},
    {"", "", "moves: b10-b9\n", "- 0 * -", "missing-key "},
    {"", "", "game: [a]\nmoves: b10-b9\n", "- 0 * -", "bad-value "},
    {"", "", "game: chess\n", "- 0 * -",
     "missing-key ; bad-value known are hogga, halma, akron, husbao and breakthrough"},
    {"", "", "game: hoga\nmoves: ''\n", "- 0 * -", "bad-value did you mean `hogga`?"},
    {"", "", "game: Hogga\nmoves: b10-b9\n", "hogga 1 * -", "style canonical: hogga"},
    {"akron", "", "moves: d4\n", "akron 1 * -", "style akron"},
    {"akron", "", "game: hogga\nmoves: b10-b9\n", "hogga 1 * -", ""},
    {"", "8x8", "moves: d4\n", "- 0 * -", "missing-key "},
    /* the variant */
    {"", "", "game: halma\nmoves: h3^f3\n", "halma 8x8 0 * -", "missing-key "},
    {"", "", "game: halma\nvariant: 10x10\nmoves: ''\n", "halma 10x10 0 * -", ""},
    {"", "", "game: halma\nvariant: 10X10\nmoves: ''\n", "halma 10x10 0 * -",
     "style canonical: 10x10"},
    {"", "", "game: halma\nvariant: 9x9\nmoves: h3^f3\n", "halma 8x8 0 * -",
     "bad-value known are 8x8, 10x10 and 16x16"},
    {"", "", "game: halma\nvariant: [a]\nmoves: h3^f3\n", "halma 8x8 0 * -", "bad-value "},
    {"", "", "game: husbao\nmoves: c1-x2\n", "husbao basic 1 * -", ""},
    {"", "", "game: husbao\nvariant: bis\nmoves: c1-x4\n", "husbao bis 1 * -", ""},
    {"", "", "game: hogga\nvariant: 8x8\nmoves: b10-b9\n", "hogga 0 * -", "bad-value "},
    {"", "10x10", "game: halma\nmoves: ''\n", "halma 10x10 0 * -", "style 10x10"},
    {"", "9x9", "game: halma\nmoves: h3^f3\n", "halma 8x8 0 * -", "missing-key "},
    {"", "10x10", "game: hogga\nmoves: b10-b9\n", "hogga 1 * -", ""},
    {"halma", "10x10", "game: halma\nmoves: ''\n", "halma 10x10 0 * -", "style 10x10"},
    {"halma", "16x16", "moves: ''\n", "halma 16x16 0 * -", "style halma; style 16x16"},
    {"hogga", "10x10", "game: halma\nmoves: h3^f3\n", "halma 8x8 0 * -", "missing-key "},
    {"husbao", "bis", "moves: c1-x4\n", "husbao bis 1 * -", "style husbao; style bis"},
    /* options: a value that looks like a number has no quotes */
    {"", "", "game: akron\nrules: {size: 5}\nmoves: e5\n", "akron 1 * -", ""},
    {"", "", "game: akron\nrules: {size: '5'}\nmoves: e5\n", "akron 0 * -", "bad-value size"},
    {"", "", "game: akron\nrules: {swap: \"true\"}\nmoves: ''\n", "akron 0 * -", "bad-value swap"},
    {"", "", "game: akron\nrules: {swap: 'false'}\nmoves: ''\n", "akron 0 * -", "bad-value swap"},
    {"", "", "game: akron\nrules: {swap: ''}\nmoves: ''\n", "akron 0 * -", "bad-value swap"},
    {"", "", "game: akron\nrules: {swap: [a], size: 99, x: 1}\nmoves: ''\n", "akron 0 * -",
     "bad-value ; bad-value size; "
     "bad-value it has repetition, size, supply, swap, touch and full-board"},
    {"", "", "game: akron\nrules: a\nmoves: d4\n", "akron 0 * -", "bad-value "},
    {"", "", "game: halma\nvariant: 8x8\nrules: {hops: Long}\nmoves: ''\n", "halma 8x8 0 * -",
     "style canonical: long"},
    {"", "", "game: halma\nvariant: 8x8\nrules: {hops: 'long'}\nmoves: ''\n", "halma 8x8 0 * -",
     ""},
    {"", "", "game: hogga\nrules: {repetition: 1}\nmoves: b10-b9\n", "hogga 0 * -",
     "bad-value repetition"},
    /* the position */
    {"", "", "game: hogga\nposition: x\nmoves: b10-b9\n", "hogga 0 * -", "bad-position "},
    {"", "", "game: hogga\nposition: [a]\nmoves: b10-b9\n", "hogga 0 * -", "bad-value "},
    {"", "", "game: hogga\n" WON "moves: h5-h4\n", "hogga 1 black -", ""},
    /* the end: after the same position three times; with a move left for the last man of White,
       which proves the points only if it is made; in husbao, by the stones that A holds */
    {"", "",
     "game: halma\nvariant: 8x8\nrules: {repetition: 3}\nposition: 8/8/8/8/8/8/1w6/b6b b\n"
     "moves: h1-h2 b2-b3 h2-h1 b3-b2 h1-h2 b2-b3 h2-h1 b3-b2\n",
     "halma 8x8 8 draw -", ""},
    {"", "", LAST "points: 0\n", "hogga 1 black -", "points-mismatch it is at least 1"},
    {"", "", LAST "points: 1\n", "hogga 1 black -", "points-unproved "},
    {"", "", LAST "points: 1\nplayout: ''\n", "hogga 1 black -",
     "points-unproved the playout stops early"},
    {"", "", LAST "points: 0\nplayout: ''\n", "hogga 1 black -",
     "points-mismatch it is at least 1"},
    {"", "", LAST "points: 2\nplayout: g12-f11\n", "hogga 1 black 1", "points-mismatch it is 1"},
    {"", "", LAST "points: 1\nplayout: g12-f11\n", "hogga 1 black 1", ""},
    {"", "", LAST "points: 1\nplayout: g12-a1\n", "hogga 1 black -", "illegal-move "},
    {"", "", "game: hogga\nmoves: b10-b9\nplayout: k4-k5\n", "hogga 1 * -", "result-mismatch "},
    {"", "",
     "game: husbao\nposition: 1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,0 a\n"
     "moves: h2+\n",
     "husbao basic 1 a 2", ""},
    /* the players */
    {"", "", "game: hogga\nplayers: {black: A, white: B}\nmoves: ''\n", "hogga 0 * -", ""},
    {"", "", "game: hogga\nplayers: {blck: A, a: B}\nmoves: ''\n", "hogga 0 * -",
     "unknown-key did you mean `black`?; unknown-key "},
    /* the result; a position may have the other side to move first than the rules */
    {"", "", "game: hogga\nresult: '*'\nmoves: ''\n", "hogga 0 * -", ""},
    {"", "", "game: hogga\nresult: Draw\ntermination: time\nmoves: ''\n", "hogga 0 * -",
     "style canonical: draw"},
    {"", "", "game: hogga\nresult: 1-0\ntermination: time\nmoves: ''\n", "hogga 0 * -",
     "style canonical: black"},
    {"", "", "game: halma\nvariant: 8x8\nresult: 1-0\ntermination: time\nmoves: ''\n",
     "halma 8x8 0 * -", "style canonical: white"},
    {"", "", "game: hogga\nresult: 0-1\ntermination: time\nmoves: ''\n", "hogga 0 * -",
     "style canonical: white"},
    {"", "", "game: hogga\nresult: blak\nmoves: ''\n", "hogga 0 * -",
     "bad-value did you mean `black`?"},
    {"", "", "game: hogga\nresult: 7-7\nmoves: ''\n", "hogga 0 * -",
     "bad-value known are black, white, draw, * and scores such as 1-0"},
    {"", "",
     "game: hogga\nposition: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 w\n"
     "result: 1-0\ntermination: time\nmoves: ''\n",
     "hogga 0 * -", "bad-value "},
    {"", "", "game: hogga\nposition: x\nresult: 1-0\ntermination: time\nmoves: ''\n", "hogga 0 * -",
     "bad-position ; style canonical: black"},
};

static void judge(struct judge *j, const char *yaml) {
    const struct document d = {.text = text_of(yaml), .line = 1};
    assert_true(zi_judge_read(j, &d));
    zi_record_finalize(&j->record, false);
}

static void rules_are_chosen(void **state) {
    const struct row *row = *state;
    const struct defaults given = {text_of(row->game), text_of(row->variant)}, *defaults = &given;
    static struct judge j;
    char known[80], points[24] = "-", found[400] = "";
    assert_true(zi_judge_open(&j, NULL));
    judge(&j, "game: hogga\nresult: black\n" WON "moves: h5-h4\n");
    zi_validator_default(j.validator, &defaults);
    judge(&j, row->yaml);
    const struct verdict *v = &j.verdict;
    bool varies = v->rules && v->rules->variants;
    if (v->points >= 0)
        snprintf(points, sizeof points, "%d", (int)v->points);
    snprintf(known, sizeof known, "%s%s%s %u %s %s", v->rules ? v->rules->name : "-",
             varies ? " " : "", varies ? v->rules->variants[v->ruleset.variant] : "", v->plies,
             outcome_word(v->rules ? v->rules : zi_games[0], &v->outcome)
                 ? outcome_word(v->rules, &v->outcome)
                 : "*",
             points);
    for (size_t i = 0; i < j.record.findings.count; i++) {
        const struct finding *f = &j.record.findings.at[i];
        size_t used = strlen(found);
        snprintf(found + used, sizeof found - used, "%s%s %.*s", i ? "; " : "",
                 zi_findings[f->code].code, (int)f->detail.len, f->detail.at);
    }
    assert_string_equal(known, row->known);
    assert_string_equal(found, row->found);
    bool repeated = v->outcome.result == RESULT_DRAW;
    assert_int_equal(v->repetition.count, repeated ? 3 : 0);
    for (uint32_t i = 0; i < v->repetition.count; i++)
        assert_int_equal(v->repetition.ply[i], 4 * i);
    zi_judge_close(&j);
}

/* Ways to write the end of a game of Black, Ann, who moves first, and White, Bob. */
static void endings_are_read(void **state) {
    static const struct {
        const char *text, *result, *termination; /* NULL: no ending */
    } rows_of[] = {
        {"1-0", "black", NULL},
        {"1 - 0", "black", NULL},
        {"0:1", "white", NULL},
        {"1\xE2\x80\x93"
         "0",
         "black", NULL},
        {"0 \xE2\x80\x94 1", "white", NULL},
        {"0.5\xE2\x88\x92"
         "0.5",
         "draw", NULL},
        {"\xC2\xBD", "draw", NULL},
        {"\xC2\xBD:\xC2\xBD", "draw", NULL},
        {"1/2-1/2", "draw", NULL},
        {"\xEF\xBC\x91-\xEF\xBC\x90", "black", NULL},
        {"+:-", "black", "forfeit"},
        {"-/+", "white", "forfeit"},
        {"-:-", "*", "forfeit"},
        {"1-0F", "black", "forfeit"},
        {"1-0 (time forfeit)", "black", "time"},
        {"0-1 kontumaz", "white", "forfeit"},
        {"Bob resigns", "black", "resignation"},
        {"Wei\xC3\x9F gewinnt, Schwarz gab auf", "white", "resignation"},
        {"", NULL, NULL},
        {"1", NULL, NULL},
        {"1/2 - 1/2 and more", NULL, NULL},
        {"1-0, White wins", NULL, NULL},
    };
    static const char *const sides[] = {"black", "white"};
    const struct names names = {{TEXT("Ann"), TEXT("Bob")}, {SIDE_BLACK, SIDE_WHITE}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows_of); i++) {
        struct conclusion c = {0};
        bool read = zi_ending_of_value(text_of(rows_of[i].text), &names, sides, &c);
        const char *got[] = {read ? c.result : NULL, read ? c.termination : NULL},
                   *want[] = {rows_of[i].result, rows_of[i].termination};
        for (size_t k = 0; k < 2; k++)
            if (got[k] ? !want[k] || strcmp(got[k], want[k]) != 0 : want[k] != NULL)
                fail_msg("`%s`: %s", rows_of[i].text, got[k] ? got[k] : "nothing");
    }
}

int main(void) {
    static char names[COUNT(rows)][48];
    static struct CMUnitTest tests[COUNT(rows) + 1];
    for (size_t i = 0; i < COUNT(rows); i++) {
        snprintf(names[i], sizeof *names, "row %zu: %.*s", i, (int)strcspn(rows[i].yaml, "\n"),
                 rows[i].yaml);
        tests[i] = (struct CMUnitTest){names[i], rules_are_chosen, NULL, NULL,
                                       (void *)(uintptr_t)&rows[i]};
    }
    tests[COUNT(rows)] = (struct CMUnitTest)cmocka_unit_test(endings_are_read);
    return _cmocka_run_group_tests("choosing", tests, COUNT(tests), NULL, NULL);
}
