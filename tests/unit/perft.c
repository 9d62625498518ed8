/* The number of move sequences from the start position (NOTATION.md, legal moves and perft): a
   line of tests/perft/numbers.txt is `game variant|- rules|- depth count`, rules separated by
   commas. What a game's naive rules know is counted, too. */
#include "tests/naive.h"
#include "tests/unit/unit.h"

#include "validators/games/key.h"
#include "validators/replay/perft.h"

static struct perft_stop never;

enum { LINES_MAX = 256, LINE_MAX = 128 };

struct branch {
    char text[LINE_MAX];
};

static struct branch lines[LINES_MAX];
static struct CMUnitTest tests[LINES_MAX + 6];

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
    assert_int_equal(zet_perft(&replay, depth, &never), count);
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
        assert_int_equal(zet_perft(&replay, 2, &never), 0);
        assert_int_equal(zet_perft(&replay, 1, &never), 2);
    }
    assert_int_equal(replay.outcome.result, RESULT_OPEN);
    assert_int_equal(replay.ply, 0);
    assert_int_equal(zet_replay_mark(&replay), 1);
    unit_position_text(&replay, after);
    assert_string_equal(after, position);
    zet_replay_close(&replay);
}

/* Rules with a short way. */
static const char *const short_ways[] = {"hogga",
                                         "halma 8x8",
                                         "halma 8x8 hops=long",
                                         "halma 16x16 hops=long",
                                         "halma 8x8 forced=forward yards=one-way",
                                         "halma 8x8 forced=forward",
                                         "halma 8x8 evacuation=3",
                                         "husbao",
                                         "husbao bis",
                                         "husbao front",
                                         "husbao bis endless=draw",
                                         "husbao endless=3",
                                         "husbao front direction=ccw"};

/* Two replays from the position: one has the game's rules, the other the same without the short
   way. */
struct both {
    struct ruleset rs[2];
    struct rules general;
    struct replay replay[2];
};

static void set_up_both(struct both *b, const char *rules, const char *position) {
    memset(b, 0, sizeof *b);
    for (unsigned way = 0; way < 2; way++) {
        unit_ruleset(&b->rs[way], rules);
        b->general = *b->rs[0].rules;
        b->general.perft = NULL;
        if (way)
            b->rs[way].rules = &b->general;
        assert_null(unit_start(&b->replay[way], &b->rs[way], position));
    }
}

static uint64_t count_both(struct both *b, unsigned depth) {
    uint64_t count = zet_perft(&b->replay[0], depth, &never);
    assert_int_equal(count, zet_perft(&b->replay[1], depth, &never));
    return count;
}

static void tear_down_both(struct both *b) {
    zet_replay_close(&b->replay[0]);
    zet_replay_close(&b->replay[1]);
}

static void the_short_way_is_the_general_one(void **state) {
    static struct both b;
    uint64_t dice = 1;
    (void)state;
    for (unsigned i = 0; i < sizeof short_ways / sizeof *short_ways; i++) {
        uint64_t counted = 0;
        for (unsigned game = 0; game < 4; game++) {
            set_up_both(&b, short_ways[i], NULL);
            for (unsigned ply = 0; ply < 50 && b.replay[0].outcome.result == RESULT_OPEN; ply++) {
                struct move move = {0};
                struct effect effect = {0};
                for (unsigned depth = 1; depth <= (ply % 8 ? 1 : 2); depth++)
                    counted += count_both(&b, depth);
                b.rs[0].rules->count(&b.replay[0].position, key_mix(++dice), &move);
                for (unsigned way = 0; way < 2; way++)
                    zet_replay_play(&b.replay[way], &move, &effect);
            }
            tear_down_both(&b);
        }
        assert_true(counted > 2000);
    }
}

/* A man each; both can be back after four plies, which then draws. */
static void repetition_ends_sequences(void **state) {
    static const char position[] = "12/12/12/12/4w7/12/12/12/6b5/12/12/12/12 w";
    static struct both off, twice;
    (void)state;
    set_up_both(&off, "hogga repetition=0", position);
    set_up_both(&twice, "hogga repetition=2", position);
    for (unsigned depth = 1; depth <= 5; depth++) {
        uint64_t all = count_both(&off, depth), ended = count_both(&twice, depth);
        assert_true(depth < 5 ? ended == all : ended < all);
    }
    tear_down_both(&off);
    tear_down_both(&twice);
}

/* Nobody has a piece: the second pass brings the position back (C2, M9). */
static void passes_end_sequences(void **state) {
    static struct both b;
    (void)state;
    set_up_both(&b, "halma 8x8 repetition=2", "8/8/8/8/8/8/8/8 w");
    for (unsigned depth = 1; depth <= 4; depth++)
        assert_int_equal(count_both(&b, depth), depth <= 2);
    tear_down_both(&b);
}

/* What counts far ahead: one side alone has men, so that the other one passes (C2); every move ends
   the game (B7); a move of several does not end (B9), and may not be made or is drawn; a hand goes
   round the board more than twice. */
static void sequences_of_few_pieces(void **state) {
    static const struct {
        const char *rules, *position;
        unsigned depth;
    } rows[] = {
        {"hogga repetition=0", "12/12/12/12/4w7/12/12/12/12/12/12/12/12 w", 5},
        {"halma 8x8 repetition=0", "8/8/8/3w4/8/8/8/8 b", 5},
        {"husbao", "1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,0 a", 3},
        {"husbao", "2,0,3,3,2,2,2,0/0,0,0,0,0,0,0,0/3,2,1,2,3,2,3,2/1,2,2,3,0,3,4,1 a", 3},
        {"husbao endless=draw", "2,0,3,3,2,2,2,0/0,0,0,0,0,0,0,0/3,2,1,2,3,2,3,2/1,2,2,3,0,3,4,1 a",
         3},
        {"husbao front", "2,0,0,0,0,0,0,2/0,0,0,0,0,0,0,0/0,2,0,2,0,0,0,0/0,2,0,0,0,0,0,2 a", 3},
        {"husbao front", "2,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,2,0,2,0,0,0,0/0,2,0,0,0,0,0,2 a", 3},
        {"husbao", "40,0,0,0,0,0,0,2/0,0,2,0,0,0,0,0/0,0,0,1,0,0,0,0/2,0,0,0,0,0,0,1 a", 4},
    };
    static struct both b;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        set_up_both(&b, rows[i].rules, rows[i].position);
        for (unsigned depth = 1; depth <= rows[i].depth; depth++)
            count_both(&b, depth);
        tear_down_both(&b);
    }
}

static bool count_one(void *context, const struct move *m) {
    (void)m;
    ++*(uint64_t *)context;
    return true;
}

/* Who plays on alone (H13) has the move for good, though the game is over. */
static void one_who_plays_alone_moves_on(void **state) {
    static struct both b;
    uint64_t listed = 0;
    (void)state;
    set_up_both(&b, "hogga", "12/6w5/12/4w7/12/12/12/12/6b5/7b4/6b5/12/12 b");
    for (unsigned way = 0; way < 2; way++)
        b.rs[way].rules->solo(&b.replay[way].position, 1);
    b.general.moves(&b.replay[0].position, count_one, &listed);
    assert_int_equal(count_both(&b, 1), listed);
    assert_true(count_both(&b, 2) > listed);
    tear_down_both(&b);
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
    static const struct CMUnitTest more[] = {
        {"the replay is left as it was", the_replay_is_left_as_it_was, NULL, NULL, NULL},
        {"the short way is the general one", the_short_way_is_the_general_one, NULL, NULL, NULL},
        {"repetition ends sequences", repetition_ends_sequences, NULL, NULL, NULL},
        {"passes end sequences", passes_end_sequences, NULL, NULL, NULL},
        {"sequences of few pieces", sequences_of_few_pieces, NULL, NULL, NULL},
        {"one who plays alone moves on", one_who_plays_alone_moves_on, NULL, NULL, NULL},
    };
    memcpy(tests + count, more, sizeof more);
    count += sizeof more / sizeof *more;
    return _cmocka_run_group_tests("perft", tests, count, NULL, NULL);
}
