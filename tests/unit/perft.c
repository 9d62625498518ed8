/* The number of move sequences from the start position (MOVES.md, canonical moves): a
   line of tests/perft/numbers.txt is `game variant|- rules|- depth count`, rules separated by
   commas. What a game's naive rules know is counted, too. */
#include "tests/naive.h"
#include "tests/unit/unit.h"

#include "validators/replay/replay.h"

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
    assert_int_equal(zi_perft(&replay, depth, &never), count);
    assert_int_equal(replay.ply, 0);
    zi_replay_close(&replay);
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
        assert_int_equal(zi_perft(&replay, 2, &never), 0);
        assert_int_equal(zi_perft(&replay, 1, &never), 2);
    }
    assert_int_equal(replay.outcome.result, RESULT_OPEN);
    assert_int_equal(replay.ply, 0);
    assert_int_equal(zi_replay_mark(&replay), 1);
    unit_position_text(&replay, after);
    assert_string_equal(after, position);
    zi_replay_close(&replay);
}

static void set_up(struct ruleset *rs, struct replay *r, const char *rules, const char *position) {
    *r = (struct replay){0};
    unit_ruleset(rs, rules);
    assert_null(unit_start(r, rs, position));
}

/* A man each; both can be back after four plies, which then draws. */
static void repetition_ends_sequences(void **state) {
    static const char position[] = "12/12/12/12/4w7/12/12/12/6b5/12/12/12/12 w";
    struct ruleset rs[2];
    static struct replay off, twice;
    (void)state;
    set_up(&rs[0], &off, "hogga repetition=0", position);
    set_up(&rs[1], &twice, "hogga repetition=2", position);
    for (unsigned depth = 1; depth <= 5; depth++) {
        uint64_t all = zi_perft(&off, depth, &never), ended = zi_perft(&twice, depth, &never);
        assert_true(depth < 5 ? ended == all : ended < all);
    }
    zi_replay_close(&off);
    zi_replay_close(&twice);
}

/* Nobody has a piece: the second pass brings the position back (C2, M9). */
static void passes_end_sequences(void **state) {
    struct ruleset rs;
    static struct replay r;
    (void)state;
    set_up(&rs, &r, "halma 8x8 repetition=2", "8/8/8/8/8/8/8/8 w");
    for (unsigned depth = 1; depth <= 4; depth++)
        assert_int_equal(zi_perft(&r, depth, &never), depth <= 2);
    zi_replay_close(&r);
}

/* The same number, of moves that are visited and played, without repetition. */
struct visits {
    const struct replay *replay;
    const union position *position;
    unsigned depth;
    uint64_t count;
};

static uint64_t count_by_visits(const struct replay *r, const union position *from, unsigned depth);

static bool visit_move(void *context, const struct move *m) {
    struct visits *v = context;
    const struct rules *rules = v->replay->ruleset->rules;
    union position after = *v->position;
    struct effect effect = {0};
    rules->play(&after, m, &effect);
    v->count += count_by_visits(v->replay, &after, v->depth - 1);
    return true;
}

static uint64_t count_by_visits(const struct replay *r, const union position *from,
                                unsigned depth) {
    struct visits v = {r, from, depth, depth == 0};
    if (depth)
        r->ruleset->rules->moves(from, visit_move, &v);
    return v.count;
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
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset rs;
        static struct replay r;
        set_up(&rs, &r, rows[i].rules, rows[i].position);
        for (unsigned depth = 1; depth <= rows[i].depth; depth++)
            assert_int_equal(zi_perft(&r, depth, &never), count_by_visits(&r, &r.position, depth));
        zi_replay_close(&r);
    }
}

static bool count_one(void *context, const struct move *m) {
    (void)m;
    ++*(uint64_t *)context;
    return true;
}

/* Who plays on alone (H13) has the move for good, though the game is over. */
static void one_who_plays_alone_moves_on(void **state) {
    struct ruleset rs;
    static struct replay r;
    uint64_t listed = 0;
    (void)state;
    set_up(&rs, &r, "hogga", "12/6w5/12/4w7/12/12/12/12/6b5/7b4/6b5/12/12 b");
    rs.rules->solo(&r.position, 1);
    rs.rules->moves(&r.position, count_one, &listed);
    assert_int_equal(zi_perft(&r, 1, &never), listed);
    assert_true(zi_perft(&r, 2, &never) > listed);
    zi_replay_close(&r);
}

/* Lines of the numbers that the naive rules know; returns how many lines there are then. */
static size_t add_known(size_t count) {
    for (size_t g = 0; g < zi_game_count; g++) {
        const struct naive_game *naive = naive_find(zi_games[g]->name);
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
        {"repetition ends sequences", repetition_ends_sequences, NULL, NULL, NULL},
        {"passes end sequences", passes_end_sequences, NULL, NULL, NULL},
        {"sequences of few pieces", sequences_of_few_pieces, NULL, NULL, NULL},
        {"one who plays alone moves on", one_who_plays_alone_moves_on, NULL, NULL, NULL},
    };
    memcpy(tests + count, more, sizeof more);
    count += sizeof more / sizeof *more;
    return _cmocka_run_group_tests("perft", tests, count, NULL, NULL);
}
