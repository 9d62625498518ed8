/* The sentences about scores, playouts as text, and records with a score written into them. */
#include "tests/unit/unit.h"

#include "notation/base/buffer.h"
#include "tournaments/standings.h"
#include "validators/solver/score_write.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define OPEN_SCORE .points = -1, .low = -1, .high = -1, .claim = -1

static const struct sentence {
    struct score score;
    enum result result;
    const char *termination, *said;
} sentences[] = {
    {{.kind = SCORE_UNKNOWN}, RESULT_OPEN, "", "the game cannot be known"},
    {{.kind = SCORE_RESULT, OPEN_SCORE}, RESULT_OPEN, "unfinished", "hogga: unfinished"},
    {{.kind = SCORE_RESULT, OPEN_SCORE}, RESULT_OPEN, "", "hogga: no result"},
    {{.kind = SCORE_RESULT, OPEN_SCORE}, RESULT_DRAW, "agreement", "hogga: a draw by agreement"},
    {{.kind = SCORE_RESULT, OPEN_SCORE}, RESULT_WIN_1, "unknown", "hogga: white (Bo) wins"},
    {{.kind = SCORE_RESULT, OPEN_SCORE}, RESULT_WIN_0, "time", "hogga: black wins by time"},
    {{.kind = SCORE_RESULT, .claim = 4}, RESULT_WIN_0, "time", "hogga: black wins by time"},
    {{.kind = SCORE_PLAYED, .points = 2, .claim = 2},
     RESULT_WIN_0,
     "time",
     "hogga: black wins by time; 2 points: the playout has 2 moves"},
    {{.kind = SCORE_PLAYED, .points = 1, .claim = 0},
     RESULT_WIN_0,
     "time",
     "hogga: black wins by time; 1 point: the playout has 1 move; the record claims 0 points"},
    {{.kind = SCORE_BRACKET, .points = -1, .low = 5, .high = -1, .away = 1, .claim = -1},
     RESULT_WIN_0,
     "time",
     "hogga: black wins by time; at least 5 points: there is no playout; 1 man is not home"},
    {{.kind = SCORE_BRACKET,
      .points = -1,
      .low = 5,
      .high = -1,
      .played = 1,
      .away = 4,
      .claim = 3},
     RESULT_WIN_0,
     "time",
     "hogga: black wins by time; at least 5 points: the playout stops after 1 move; 4 men are not "
     "home; the record claims 3 points"},
    {{.kind = SCORE_BRACKET, .points = -1, .low = 5, .high = 9, .played = 3, .claim = -1},
     RESULT_WIN_0,
     "time",
     "hogga: black wins by time; 5 to 9 points: the playout stops after 3 moves; a line home of "
     "6 moves was found, none has less than 2"},
    {{.kind = SCORE_BRACKET, .points = 7, .low = 7, .high = 7, .exact = true, .claim = -1},
     RESULT_WIN_0,
     "time",
     "hogga: black wins by time; 7 points: there is no playout; the shortest way home has 7 "
     "moves"},
    {{.kind = SCORE_BRACKET, .points = -1, .low = 2, .high = -1, .never = true, .claim = -1},
     RESULT_WIN_0,
     "time",
     "hogga: black wins by time; no points can be proved: there is no playout; no line leads "
     "home"},
};

static void scores_are_said(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(sentences); i++) {
        const struct sentence *s = &sentences[i];
        struct buffer out = {0};
        const struct facts f = {.rules = &zi_hogga_rules,
                                .players = {NO_TEXT, TEXT("Bo")},
                                .result = s->result,
                                .termination = text_of(s->termination),
                                .points = -1};
        zi_score_text(&out, &f, &s->score);
        if (!text_is(buffered(&out), s->said))
            fail_msg("%.*s\nnot %s", (int)out.len, out.at, s->said);
        zi_buffer_free(&out);
    }
}

/* A number and the moves up to the next one stay together, in lines of 80 columns. */
static void playouts_are_written(void **state) {
#define WORDS_19 "1. abcdef-ghijkl-mn"
    static const struct {
        const char *playout, *written;
    } cases[] = {
        {"1. a1-a2", "  1. a1-a2\n"},
        {"1. a1-a2 2. a2-a3", "  1. a1-a2 2. a2-a3\n"},
        {"", "\n"},
        {WORDS_19 " " WORDS_19 " " WORDS_19 " 4. abcdefghijklmno",
         "  " WORDS_19 " " WORDS_19 " " WORDS_19 " 4. abcdefghijklmno\n"}, /* 80 */
        {WORDS_19 " " WORDS_19 " " WORDS_19 " 4. abcdefghijklmnop",
         "  " WORDS_19 " " WORDS_19 " " WORDS_19 "\n  4. abcdefghijklmnop\n"},
        {WORDS_19 " " WORDS_19 " " WORDS_19 " " WORDS_19 " " WORDS_19,
         "  " WORDS_19 " " WORDS_19 " " WORDS_19 "\n  " WORDS_19 " " WORDS_19 "\n"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct buffer out = {0};
        zi_score_playout(&out, text_of(cases[i].playout));
        if (!text_is(buffered(&out), cases[i].written))
            fail_msg("%.*s\nnot %s", (int)out.len, out.at, cases[i].written);
        zi_buffer_free(&out);
    }
}

/* Numbers, in parts of 1/10000. */
static void scores_are_read(void **state) {
    static const struct {
        const char *text;
        int64_t parts;
    } numbers[] = {{"0", 0},
                   {"3", 30000},
                   {"+3", 30000},
                   {"-12", -120000},
                   {"2.5", 25000},
                   {"2.0625", 20625},
                   {"0.00010", 1},
                   {"1/2", 5000},
                   {"-1/2", -5000},
                   {"\xC2\xBC", 2500},
                   {"\xC2\xBD", 5000},
                   {"1\xC2\xBE", 17500},
                   {"-2\xC2\xBD", -25000},
                   {"123456789012", 1234567890120000}};
    static const char *const others[] = {"",
                                         "-",
                                         "+",
                                         ".",
                                         "2.",
                                         "1.2.3",
                                         "0.00001",
                                         "x",
                                         "1x",
                                         "x1",
                                         "1 ",
                                         "--1",
                                         "1/3",
                                         "1/2x",
                                         "21/2",
                                         "\xC2\xBD\x31",
                                         "1.\xC2\xBD",
                                         "1.5\xC2\xBD",
                                         "\xC2",
                                         "1\xC2\xBF",
                                         "1234567890123"};
    int64_t parts;
    (void)state;
    for (size_t i = 0; i < COUNT(numbers); i++)
        if (!zi_score_read(text_of(numbers[i].text), &parts) || parts != numbers[i].parts)
            fail_msg("%s", numbers[i].text);
    for (size_t i = 0; i < COUNT(others); i++)
        if (zi_score_read(text_of(others[i]), &parts))
            fail_msg("%s", others[i]);
    static const char half[] = "\xC2\xBDx";
    assert_false(zi_score_read(text_between(half + 1, half + 2), &parts));
    assert_true(zi_score_read(text_between(half, half + 2), &parts) && parts == 5000);
    assert_false(zi_score_read(NO_TEXT, &parts));
}

/* Values in hundredths, in the order win, draw, loss, forfeit-win, forfeit-loss, bye, half-bye,
   zero-bye, double-forfeit: a forfeit and a bye are a win, a half-point bye is a draw, a double
   forfeit is a lost one, the others are 0. */
static void scorings_are_read(void **state) {
    static const struct {
        const char *text;
        int worth[SCORING_VALUES];
    } scorings[] = {{"1-0.5-0", {100, 50, 0, 100, 0, 100, 50, 0}},
                    {"3-1-0", {300, 100, 0, 300, 0, 300, 100, 0}},
                    {"100-0-0.25", {10000, 0, 25, 10000, 0, 10000, 0, 0}},
                    {"1-1/2-0", {100, 50, 0, 100, 0, 100, 50, 0}},
                    {"points", {0}},
                    {"win=3", {300, 50, 0, 300, 0, 300, 50, 0}},
                    {"win=3,draw=1", {300, 100, 0, 300, 0, 300, 100, 0}},
                    {"draw=0.33", {100, 33, 0, 100, 0, 100, 33, 0}},
                    {"loss=1", {100, 50, 100, 100, 0, 100, 50, 0}},
                    {"forfeit-win=2,forfeit-loss=1", {100, 50, 0, 200, 100, 100, 50, 0, 100}},
                    {"forfeit-loss=1,double-forfeit=0.5", {100, 50, 0, 100, 100, 100, 50, 0, 50}},
                    {"bye=0,half-bye=2,zero-bye=1", {100, 50, 0, 100, 0, 0, 200, 100}},
                    {"zero-bye=8,half-bye=7,bye=6,forfeit-loss=5,forfeit-win=4,loss=3,draw=2,win=1",
                     {100, 200, 300, 400, 500, 600, 700, 800, 500}}};
    static const struct {
        const char *text, *fault, *why;
    } others[] = {{"", "", "is not a scoring;"},
                  {"3", "3", "is not a scoring;"},
                  {"3-1", "3-1", "is not a scoring;"},
                  {"3-1-0-0", "3-1-0-0", "is not a scoring;"},
                  {"3-1-", "3-1-", "is not a scoring;"},
                  {"-1-1-0", "-1-1-0", "is not a scoring;"},
                  {"101-1-0", "101-1-0", "is not a scoring;"},
                  {"Points", "Points", "is not a scoring;"},
                  {"win=3,won=1", "won=1", "not a value of a scoring"},
                  {"=1", "=1", "not a value of a scoring"},
                  {"win=3,", "", "not a value of a scoring"},
                  {"win=3,draw=1,win=3", "win=3", "twice"},
                  {"win=100.01", "win=100.01", "from 0 to 100"},
                  {"win=-1", "win=-1", "from 0 to 100"},
                  {"win=0.001", "win=0.001", "from 0 to 100"},
                  {"win=3,draw", "draw", "from 0 to 100"},
                  {"win=", "win=", "from 0 to 100"}};
    struct scoring s;
    const char *why;
    struct text fault;
    (void)state;
    for (size_t i = 0; i < COUNT(scorings); i++) {
        if (!zi_scoring_read(&s, text_of(scorings[i].text), &why, &fault))
            fail_msg("%s", scorings[i].text);
        assert_int_equal(s.by_points, !strcmp(scorings[i].text, "points"));
        for (size_t k = 0; k < SCORING_VALUES; k++)
            if (s.worth[k] != (int64_t)scorings[i].worth[k] * SCORE_CENT)
                fail_msg("%s: %s", scorings[i].text, zi_scoring_names[k]);
    }
    for (size_t i = 0; i < COUNT(others); i++) {
        if (zi_scoring_read(&s, text_of(others[i].text), &why, &fault) ||
            !text_is(fault, others[i].fault) || !strstr(why, others[i].why))
            fail_msg("%s", others[i].text);
    }
}

/* The same in JSON, for record 3 of x.yaml. */
static void scores_are_written_as_json(void **state) {
    static const struct {
        struct score score;
        const char *json; /* after the game */
    } cases[] = {
        {{.kind = SCORE_RESULT, OPEN_SCORE}, "\"points\":null,\"bounds\":null,\"exact\":false"},
        {{.kind = SCORE_RESULT, .points = -1, .low = -1, .high = -1, .claim = 4},
         "\"points\":null,\"bounds\":null,\"exact\":false"},
        {{.kind = SCORE_STONES, .exact = true, .claim = -1},
         "\"points\":0,\"bounds\":[0,0],\"exact\":true"},
        {{.kind = SCORE_BRACKET, .points = -1, .low = 5, .high = -1, .claim = 0},
         "\"points\":null,\"bounds\":[5,null],\"exact\":false,\"claim\":0"},
        {{.kind = SCORE_PLAYED,
          .points = 1,
          .low = 1,
          .high = 1,
          .exact = true,
          .claim = 1,
          .playout = {"1. a1-a2", 8}},
         "\"points\":1,\"bounds\":[1,1],\"exact\":true,\"playout\":\"1. a1-a2\""},
    };
    const struct facts f = {.rules = &zi_hogga_rules}, unknown = {0};
    const struct score none = {.kind = SCORE_UNKNOWN, OPEN_SCORE};
    struct buffer out = {0}, wanted = {0};
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        zi_score_json(&out, TEXT("x.yaml"), 3, &f, &cases[i].score);
        buffer_add(&wanted, "{\"file\":\"x.yaml\",\"record\":3,\"game\":\"hogga\",", cases[i].json);
        buffer_string(&wanted, strstr(cases[i].json, "playout") ? "}\n" : ",\"playout\":null}\n");
    }
    zi_score_json(&out, TEXT("x.yaml"), 3, &unknown, &none);
    buffer_string(&wanted, "{\"file\":\"x.yaml\",\"record\":3,\"game\":null,\"points\":null,"
                           "\"bounds\":null,\"exact\":false,\"playout\":null}\n");
    buffer_char(&out, '\0');
    buffer_char(&wanted, '\0');
    assert_string_equal(out.at, wanted.at);
    zi_buffer_free(&out);
    zi_buffer_free(&wanted);
}

/* A record can be scored if only its points are wrong. */
static void only_other_errors_prevent_a_score(void **state) {
    struct finding points = {.code = FINDING_POINTS_MISMATCH, .severity = SEVERITY_ERROR},
                   other = {.code = FINDING_RESULT_MISMATCH, .severity = SEVERITY_ERROR},
                   warning = {.code = FINDING_RESULT_MISMATCH, .severity = SEVERITY_WARNING},
                   note = {.code = FINDING_STYLE, .severity = SEVERITY_NOTE};
    const struct {
        struct finding at[2];
        size_t count, dropped;
        bool only;
    } cases[] = {
        {.count = 0, .only = true},      {.count = 0, .dropped = 1},
        {{points}, 1, 0, true},          {{other}, 1, 0, false},
        {{warning, note}, 2, 0, true},   {{other, points}, 2, 0, false},
        {{points, other}, 2, 0, false},  {{points, warning}, 2, 0, true},
        {{points, points}, 2, 1, false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct finding at[2] = {cases[i].at[0], cases[i].at[1]};
        const struct record r = {
            .findings = {.at = at, .count = cases[i].count, .dropped = cases[i].dropped}};
        if (zi_score_only_points(&r) != cases[i].only)
            fail_msg("case %zu", i);
    }
}

/* Scores of records. Only one man is not home. In BLACK it is White's man at g12, one move away. In
   WHITE it is Black's man at g5, two or three moves away. */

#define BLACK(more)                                                                                \
    "game: hogga\nposition: 12/6w5/12/4w7/12/12/12/12/6b5/7b4/6b5/12/12 b\nmoves: 1. g5^i3\n" more
#define ONE "  1. g12-f11\n"
#define NAME_40 "a123456789b123456789c123456789d123456789"
#define CUT "the form of this record does not allow an insertion"

static const struct scored {
    const char *record, *said; /* by the end of the sentence, and the lines of a playout */
    const char *written;       /* the changed record, or why not; NULL: unchanged */
    bool solve;
    int64_t replaced; /* claimed points plus 1; 0: none */
} scored[] = {
    {BLACK(""), "at least 1 point: there is no playout; 1 man is not home", NULL, false, 0},
    {BLACK(""), "1 point: there is no playout; the shortest way home has 1 move\n" ONE,
     BLACK("playout: |\n  1. g12-f11\npoints: 1\n"), true, 0},
    {BLACK("playout: 1. g12-g13 {a} (1. g12-f11) 2. g13-f13\n"),
     "2 points: the playout has 2 moves",
     BLACK("playout: 1. g12-g13 {a} (1. g12-f11) 2. g13-f13\npoints: 2\n"), true, 0},
    {BLACK("playout: 1. g12-g13 (1. g12-f11)\n"),
     "2 points: the playout stops after 1 move; the shortest way home has 1 move\n"
     "  1. g12-g13 2. g13-f13\n",
     BLACK("playout: 1. g12-g13 (1. g12-f11) 2. g13-f13\npoints: 2\n"), true, 0},
    /* claims: fewer points than possible, the right number, and more, which may have been played */
    {BLACK("points: 0\n"),
     "1 point: there is no playout; the shortest way home has 1 move; the record claims 0 "
     "points\n" ONE,
     BLACK("playout: |\n  1. g12-f11\npoints: 1\n"), true, 1},
    {BLACK("points: 1\n"), "1 point: there is no playout; the shortest way home has 1 move\n" ONE,
     BLACK("playout: |\n  1. g12-f11\npoints: 1\n"), true, 0},
    {BLACK("points: 2\n"),
     "1 point: there is no playout; the shortest way home has 1 move; the record claims 2 "
     "points\n" ONE,
     "the record claims more points than the shortest playout gives, and they may have been played",
     true, 0},
    {BLACK("playout: 1. g12-f11\npoints: 2\n"),
     "1 point: the playout has 1 move; the record claims 2 points",
     BLACK("playout: 1. g12-f11\npoints: 1\n"), true, 3},
    {BLACK("playout: 1. g12-f11\npoints: 1\n"), "1 point: the playout has 1 move", NULL, true, 0},
    /* empty playouts, and blanks after a playout */
    {BLACK("playout:\n"), "1 point: there is no playout; the shortest way home has 1 move\n" ONE,
     BLACK("playout: |\n  1. g12-f11\npoints: 1\n"), true, 0},
    {BLACK("playout: ' '\n"),
     "1 point: there is no playout; the shortest way home has 1 move\n" ONE,
     BLACK("playout: |\n  1. g12-f11\npoints: 1\n"), true, 0},
    {BLACK("playout: '1. g12-g13  '\n"),
     "2 points: the playout stops after 1 move; the shortest way home has 1 move\n"
     "  1. g12-g13 2. g13-f13\n",
     BLACK("playout: '1. g12-g13 2. g13-f13'\npoints: 2\n"), true, 0},
    /* the rest of the line is a comment of the playout */
    {BLACK("playout: 1. g12-g13 ; x\n"),
     "2 points: the playout stops after 1 move; the shortest way home has 1 move\n"
     "  1. g12-g13 2. g13-f13\n",
     CUT, true, 0},
    /* no points */
    {"game: hogga\nresult: white\ntermination: time\nmoves: 1. b10-b9\n", "white wins by time",
     NULL, true, 0},
    {"game: hogga\nresult: draw\ntermination: agreement\npoints: 3\nmoves: 1. b10-b9\n",
     "a draw by agreement", NULL, true, 0},
    {"game: hogga\nresult: white\ntermination: time\npoints: 3\nmoves: 1. b10-b9\n",
     "white wins by time", NULL, true, 0},
    {"game: akron\nrules: {size: 4}\nmoves: b4 c3 c2 a3 b3 d3 d1 c3-d4 b4-b2 a2 b2-d2 a1 d2-c3 "
     "a3-b1 "
     "c2-b2 d4-d2 b3-c2 b4 c2-2a1 a2-c1v2a1 a2-c2 a1-2b1 b2-2c1v2b1 c1-a1v2c1 c4 b3\n",
     "akron: black wins by connection", NULL, true, 0},
    {"game: chess\nresult: white\n", "the game cannot be known", NULL, true, 0},
    {"game: hogga\nplayers: {black: " NAME_40 ", white: " NAME_40 "1}\nresult: black\n"
     "termination: time\nmoves: 1. b10-b9\n",
     "black (" NAME_40 ") wins by time", NULL, false, 0},
    {"game: hogga\nplayers: {black: " NAME_40 ", white: " NAME_40 "1}\nresult: white\n"
     "termination: time\nmoves: 1. b10-b9\n",
     "white (a123456789b123456789c123456789d123456...) wins by time", NULL, false, 0},
    /* stones */
    {"game: husbao\nposition: 1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/2,0,0,0,0,0,0,0/1,1,1,0,0,0,0,0 a\n"
     "moves: a2+\n",
     "5 points: the winner's stones",
     "game: husbao\nposition: 1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/2,0,0,0,0,0,0,0/1,1,1,0,0,0,0,0 a\n"
     "moves: a2+\npoints: 5\n",
     true, 0},
    {"game: husbao\nposition: 0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0/1,1,1,0,0,0,0,0 a\n"
     "moves: ''\n",
     "husbao basic: b wins by no-moves; 0 points: the winner's stones",
     "game: husbao\nposition: 0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0/1,1,1,0,0,0,0,0 a\n"
     "moves: ''\npoints: 0\n",
     true, 0},
};

struct scoring_one {
    struct judge judge;
    struct scorer scorer;
    struct facts facts;
    struct score score;
    struct score_writer writer;
    struct document document;
    struct observer observer;
};

/* Judges and scores a record. */
static void score(struct scoring_one *s, struct text record, uint64_t nodes,
                  struct solver_stock *solvers) {
    const struct solver_limits limits = {.nodes = nodes};
    *s = (struct scoring_one){.document = {.text = record, .line = 1}};
    s->observer = (struct observer){.see = zi_scorer_see, .context = &s->scorer};
    assert_true(zi_judge_open(&s->judge, &s->observer) && zi_score_writer_open(&s->writer));
    zi_scorer_begin(&s->scorer);
    assert_true(zi_judge_read(&s->judge, &s->document));
    zi_record_finalize(&s->judge.record, false);
    zi_facts(&s->facts, &s->judge.record, &s->judge.verdict);
    zi_score(&s->scorer, &s->judge.record, &s->facts, &s->judge.verdict, nodes ? solvers : NULL,
             &limits, &s->score);
    assert_false(s->scorer.failed || s->judge.record.out_of_memory);
    if (s->score.kind == SCORE_UNKNOWN || s->score.kind == SCORE_RESULT)
        assert_true(s->score.points == -1 && s->score.low == -1 && s->score.high == -1);
    if (!zi_facts_value(&s->judge.record, KEY_POINTS).len)
        assert_true(s->score.claim == -1);
}

static void end_score(struct scoring_one *s) {
    zi_score_writer_close(&s->writer);
    zi_scorer_free(&s->scorer);
    zi_judge_close(&s->judge);
}

static void expect_said(const struct scored *row, const struct scoring_one *s) {
    struct buffer said = {0};
    zi_score_text(&said, &s->facts, &s->score);
    if (s->score.found) {
        buffer_char(&said, '\n');
        zi_score_playout(&said, s->score.playout);
    }
    buffer_char(&said, '\0');
    size_t length = strlen(row->said);
    if (said.len <= length || strcmp(said.at + said.len - 1 - length, row->said))
        fail_msg("%s%s\nnot %s", row->record, said.at, row->said);
    zi_buffer_free(&said);
}

static void expect_written(const struct scored *row, struct scoring_one *s) {
    const char *why = zi_score_write(&s->writer, &s->judge.record, &s->document, &s->score);
    bool refused = row->written && strncmp(row->written, "game", 4);
    struct text text = buffered(&s->writer.text);
    assert_false(s->judge.record.out_of_memory);
    if (!why == refused)
        fail_msg("%s%s", row->record, why ? why : "is written");
    assert_int_equal(s->writer.changes.edits.count > 0, row->written && !refused);
    if (refused)
        assert_string_equal(why, row->written);
    else if (row->written && !text_is(text, row->written))
        fail_msg("%.*s\nnot %s", (int)text.len, text.at, row->written);
    if (!refused)
        assert_int_equal(s->writer.replaced, row->replaced - 1);
}

static void records_are_scored(void **state) {
    struct solver_stock *solvers = zi_solver_stock_new(1, 4 << 20);
    (void)state;
    assert_non_null(solvers);
    for (size_t i = 0; i < COUNT(scored); i++) {
        struct scoring_one s;
        score(&s, text_of(scored[i].record), scored[i].solve ? 100000 : 0, solvers);
        expect_said(&scored[i], &s);
        expect_written(&scored[i], &s);
        end_score(&s);
    }
    zi_solver_stock_free(solvers);
}

/* From h12 the nearest home cell is two steps away, and there is no piece to hop over. A search of
   one position does not bring twelve men home from afar. */
static void a_search_proves_bounds(void **state) {
    static const char near[] = BLACK("playout: 1. g12-h12\n"),
                      far[] = "game: hogga\nposition: 12/12/12/12/12/12/12/12/w1w1w2b4/1w1w1w3b2/"
                              "w1w1w1b1b1b1/1w1w1w1b1b1b/6b1b1b1 b\nmoves: h5-h4\n";
    struct solver_stock *solvers = zi_solver_stock_new(1, 4 << 20);
    struct scoring_one s;
    (void)state;
    assert_non_null(solvers);
    score(&s, text_of(near), 100000, solvers);
    assert_true(s.score.exact && s.score.low == 3 && s.score.high == 3 && s.score.points == 3);
    assert_true(s.score.played == 1 && s.score.away == 1 && s.score.found == 2);
    end_score(&s);
    score(&s, text_of(far), 1, solvers);
    assert_true(!s.score.exact && s.score.high == -1 && s.score.points == -1);
    assert_true(s.score.away == 12 && s.score.low >= 12 && !s.score.playout.len);
    assert_null(zi_score_write(&s.writer, &s.judge.record, &s.document, &s.score));
    assert_int_equal(s.writer.changes.edits.count, 0);
    end_score(&s);
    zi_solver_stock_free(solvers);
}

/* With a mark and a line end, a record has at most 1 MiB. */
static void a_record_is_not_made_too_long(void **state) {
    static const char head[] = BLACK("playout: 1. g12-f11\ncomment: "), added[] = "points: 1\n";
    size_t most = 1024 * 1024 - 5 - (sizeof added - 1);
    char *record = malloc(most + 1);
    (void)state;
    assert_non_null(record);
    memset(record, 'a', most + 1);
    memcpy(record, head, sizeof head - 1);
    for (size_t length = most; length <= most + 1; length++) {
        struct scoring_one s;
        record[length - 1] = '\n';
        score(&s, text_between(record, record + length), 0, NULL);
        const char *why = zi_score_write(&s.writer, &s.judge.record, &s.document, &s.score);
        if (length == most)
            assert_null(why);
        else
            assert_string_equal(why, "the record would be longer than 1 MiB");
        end_score(&s);
        record[length - 1] = 'a';
    }
    free(record);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_are_said),
        cmocka_unit_test(playouts_are_written),
        cmocka_unit_test(scores_are_read),
        cmocka_unit_test(scorings_are_read),
        cmocka_unit_test(scores_are_written_as_json),
        cmocka_unit_test(only_other_errors_prevent_a_score),
        cmocka_unit_test(records_are_scored),
        cmocka_unit_test(a_search_proves_bounds),
        cmocka_unit_test(a_record_is_not_made_too_long),
    };
    return cmocka_run_group_tests_name("score", tests, NULL, NULL);
}
