/* What is said of a score, and how a playout is written. */
#include "tests/unit/unit.h"

#include "notation/base/buffer.h"
#include "validators/scores/score.h"

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

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_are_said),
        cmocka_unit_test(playouts_are_written),
    };
    return cmocka_run_group_tests_name("score", tests, NULL, NULL);
}
