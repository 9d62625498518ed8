/* The number of move sequences from the start position (NOTATION.md, legal moves and perft): a
   line of tests/perft/numbers.txt is `game variant|- rules|- depth count`, rules separated by
   commas. What a game's naive rules know is counted, too. */
#include "tests/naive.h"
#include "tests/unit/unit.h"

#include "validators/games/key.h"
#include "validators/replay/perft.h"

enum { LINES_MAX = 256, LINE_MAX = 128 };

struct branch {
    char text[LINE_MAX];
};

static struct branch lines[LINES_MAX];
static struct CMUnitTest tests[LINES_MAX + 2];

static void count_agrees(void **state) {
    const struct branch *line = *state;
    char game[32], variant[32], rules[64], words[136];
    unsigned depth;
    unsigned long long count;
    struct ruleset rs;
    struct replay replay = {0};
    assert_int_equal(
        sscanf(line->text, "%31s %31s %63s %u %llu", game, variant, rules, &depth, &count), 5);
    snprintf(words, sizeof words, "%s %s %s", game, variant[0] == '-' ? "" : variant,
             rules[0] == '-' ? "" : rules);
    for (char *c = words; *c; c++)
        if (*c == ',')
            *c = ' ';
    unit_ruleset(&rs, words);
    assert_null(unit_start(&replay, &rs, NULL));
    assert_int_equal(zet_perft(&replay, depth), count);
    assert_int_equal(replay.ply, 0);
    zet_replay_close(&replay);
}

/* The replay is left as it was found, though every move ended the game: B7, for B's one stone moves
   nowhere. */
static void the_replay_is_left_as_it_was(void **state) {
    static const char position[] =
        "1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,0 a";
    (void)state;
    struct ruleset rs;
    struct replay replay = {0};
    char after[UNIT_TEXT_MAX];
    unit_ruleset(&rs, "husbao repetition=2");
    assert_null(unit_start(&replay, &rs, position));
    for (unsigned round = 0; round < 2; round++) {
        assert_int_equal(zet_perft(&replay, 2), 0);
        assert_int_equal(zet_perft(&replay, 1), 2);
    }
    assert_int_equal(replay.outcome.result, RESULT_OPEN);
    assert_int_equal(replay.ply, 0);
    assert_int_equal(zet_replay_mark(&replay), 1);
    unit_position_text(&replay, after);
    assert_string_equal(after, position);
    zet_replay_close(&replay);
}

/* Rules with a short way, and the same under which repetitions that never come are counted, which
   takes the general way: move by move. */
static const char *const ways[][2] = {
    {"husbao", "husbao repetition=999999999"},
    {"husbao bis", "husbao bis repetition=999999999"},
    {"husbao front", "husbao front repetition=999999999"},
    {"husbao bis endless=draw", "husbao bis endless=draw repetition=999999999"},
    {"husbao endless=3", "husbao endless=3 repetition=999999999"},
    {"husbao front direction=ccw", "husbao front direction=ccw repetition=999999999"},
};

static void the_short_way_is_the_general_one(void **state) {
    uint64_t counted = 0, dice = 1;
    (void)state;
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++)
        for (unsigned game = 0; game < 12; game++) {
            struct ruleset rs[2];
            struct replay replay[2] = {0};
            for (unsigned way = 0; way < 2; way++) {
                unit_ruleset(&rs[way], ways[i][way]);
                assert_null(unit_start(&replay[way], &rs[way], NULL));
            }
            for (unsigned ply = 0; ply < 60 && replay[0].outcome.result == RESULT_OPEN; ply++) {
                struct move move = {0};
                struct effect effect = {0};
                for (unsigned depth = 1; depth <= (ply % 20 ? 2 : 3); depth++) {
                    uint64_t count = zet_perft(&replay[0], depth);
                    assert_int_equal(count, zet_perft(&replay[1], depth));
                    counted += count;
                }
                rs[0].rules->count(&replay[0].position, key_mix(++dice), &move);
                for (unsigned way = 0; way < 2; way++)
                    zet_replay_play(&replay[way], &move, &effect);
            }
            zet_replay_close(&replay[0]);
            zet_replay_close(&replay[1]);
        }
    assert_true(counted > 100000);
}

/* Lines of the numbers that the naive rules know; returns how many lines there are then. */
static size_t add_known(size_t count) {
    for (size_t g = 0; g < zet_game_count; g++) {
        const struct naive_game *naive = naive_find(zet_games[g]->name);
        for (unsigned i = 0; naive && i < NAIVE_PERFT_MAX && naive->perft[i]; i++)
            if (count < LINES_MAX)
                snprintf(lines[count++].text, LINE_MAX, "%s - - %u %llu", naive->name, i + 1,
                         (unsigned long long)naive->perft[i]);
    }
    return count;
}

int main(void) {
    size_t count = 0;
    FILE *in = fopen("tests/perft/numbers.txt", "r");
    if (!in) {
        perror("tests/perft/numbers.txt");
        return 1;
    }
    while (count < LINES_MAX && fgets(lines[count].text, LINE_MAX, in)) {
        lines[count].text[strcspn(lines[count].text, "\n")] = '\0';
        count++;
    }
    fclose(in);
    count = add_known(count);
    for (size_t i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){lines[i].text, count_agrees, NULL, NULL, &lines[i]};
    tests[count++] = (struct CMUnitTest){"the replay is left as it was",
                                         the_replay_is_left_as_it_was, NULL, NULL, NULL};
    tests[count++] = (struct CMUnitTest){"the short way is the general one",
                                         the_short_way_is_the_general_one, NULL, NULL, NULL};
    return _cmocka_run_group_tests("perft", tests, count, NULL, NULL);
}
