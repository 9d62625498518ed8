/* What is said of a score, and how a playout is written. */
#include "tests/unit/unit.h"

#include "notation/base/buffer.h"
#include "validators/scores/score.h"
#include "validators/scores/standings.h"

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
}

/* Values in hundredths, in the order win, draw, loss, forfeit-win, forfeit-loss, bye, half-bye,
   zero-bye: a forfeit and a bye are a win, a half-point bye is a draw, the others are 0. */
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
                    {"forfeit-win=2,forfeit-loss=1", {100, 50, 0, 200, 100, 100, 50, 0}},
                    {"bye=0,half-bye=2,zero-bye=1", {100, 50, 0, 100, 0, 0, 200, 100}},
                    {"zero-bye=8,half-bye=7,bye=6,forfeit-loss=5,forfeit-win=4,loss=3,draw=2,win=1",
                     {100, 200, 300, 400, 500, 600, 700, 800}}};
    static const struct {
        const char *text, *fault, *why;
    } others[] = {{"", "", "neither"},
                  {"3", "3", "neither"},
                  {"3-1", "3-1", "neither"},
                  {"3-1-0-0", "3-1-0-0", "neither"},
                  {"3-1-", "3-1-", "neither"},
                  {"-1-1-0", "-1-1-0", "neither"},
                  {"101-1-0", "101-1-0", "neither"},
                  {"Points", "Points", "neither"},
                  {"win=3,won=1", "won=1", "no value of a scoring"},
                  {"=1", "=1", "no value of a scoring"},
                  {"win=3,", "", "no value of a scoring"},
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

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_are_said),
        cmocka_unit_test(playouts_are_written),
        cmocka_unit_test(scores_are_read),
        cmocka_unit_test(scorings_are_read),
    };
    return cmocka_run_group_tests_name("score", tests, NULL, NULL);
}
