/* Akron's rules, position by position. Black links the south to the north, White the west to the
 * east. */
#include "tests/unit/unit.h"

#include "tests/naive.h"

/* A black block of four with a stone on it, and one beside it. */
#define BLOCK "8/8/8/3bb3/3bbb2/8/8/8 b"
#define CROWNED "8/8/8/3bb3/3bb3/8/8/8|7/7/7/3w3/7/7/7 b"

/* Three levels: nine stones, four on them, one on these. */
#define PYRAMID "8/8/8/2bbb3/2bbb3/2bbb3/8/8|7/7/7/2bb3/2bb3/7/7|6/6/6/2w3/6/6 b"

/* Black's 2a1 and 3a1 fall when a1 leaves; all stones beside 3a1 are White's. */
#define HIGH_CORNER "5/5/wwww1/wwww1/bwww1|4/4/www1/bww1|3/3/b2 b"

/* White's row a2-d2 is cut between b2 and c2 by the black 2b1 and 2b2. */
#define CUT_ROW "4/1bb1/wwww/1bb1|3/1b1/1b1 b"

static const struct play_row rows[] = {
    /* A1, A7 */
    {"A7 Black places the first stone", "akron", NULL, "d4", "legal", "8/8/8/8/3b4/8/8/8 w"},
    {"A7 a stone does not go on an occupied cell", "akron", NULL, "d4 d4", "occupied", NULL},
    {"A7 a new stone does not go on level 2", "akron", BLOCK, "2d4", "not-on-board-level", NULL},
    {"A7 a supply of two stones is used up by two", "akron supply=2", "4w3/8/8/3b4/3b4/8/8/8 b",
     "f6", "no-stones-left", NULL},
    {"A7 a supply of two stones allows two placements", "akron supply=2", NULL, "d4 e5 f6", "legal",
     NULL},
    {"C5 an occupied cell comes before an empty supply", "akron supply=2",
     "4w3/8/8/3b4/3b4/8/8/8 b", "e8", "occupied", NULL},
    {"A1 a board of size 3 has nine cells", "akron size=3", NULL, "c3", "legal", "2b/3/3 w"},

    /* A8 */
    {"A8 a stone goes to an empty cell beside its chain", "akron", "8/8/8/3b4/3b4/8/8/w7 b",
     "d4-e5", "legal", "8/8/8/3bb3/8/8/8/w7 w"},
    {"A8 a stone goes onto four stones", "akron", BLOCK, "f4-2d4", "legal",
     "8/8/8/3bb3/3bb3/8/8/8|7/7/7/3b3/7/7/7 w"},
    {"A8 a stone rests on stones of any color", "akron", "8/8/8/3wbb2/3bw3/8/8/8 b", "f5-2d4",
     "legal", "8/8/8/3wb3/3bw3/8/8/8|7/7/7/3b3/7/7/7 w"},
    {"A8 a stone does not rest on three stones", "akron", "8/8/8/3b4/3bbb2/8/8/8 b", "f4-2d4",
     "not-supported", NULL},
    {"A8 a stone does not go to an occupied cell", "akron", BLOCK, "f4-e5", "occupied", NULL},
    {"A8 a stone does not go to an occupied place above", "akron",
     "8/8/8/3bb3/3bbb2/8/8/8|7/7/7/3w3/7/7/7 b", "f4-2d4", "occupied", NULL},
    {"A8 a stone does not rest on itself", "akron", BLOCK, "d4-2d4", "uses-falling-stone", NULL},
    {"A8 nothing moves from an empty cell", "akron", BLOCK, "a1-a2", "empty-origin", NULL},
    {"A8 nothing moves from an empty place above", "akron", BLOCK, "2d4-a2", "empty-origin", NULL},
    {"A8 a stone of the opponent stays where it is", "akron", "8/8/8/8/3bw3/8/8/8 b", "e4-e5",
     "not-own-piece", NULL},

    /* A9 */
    {"A9 a lone stone has no chain to touch", "akron", "7w/8/8/8/3b4/8/8/8 b", "d4-d5",
     "not-touching-chain", NULL},
    {"A9 a diagonal neighbor is no touch", "akron", "8/8/8/3b4/3b4/8/8/w7 b", "d4-e6",
     "not-touching-chain", NULL},
    {"A9 a chain of another origin is not enough", "akron", "8/6b1/8/3b4/3b4/8/8/w7 b", "d4-g8",
     "not-touching-chain", NULL},
    {"A5 a touch under two stones of the opponent is cut", "akron",
     "8/8/8/2ww4/2bbb3/2ww4/8/8|7/7/7/2w4/2w4/7/7 b", "e4-b4", "not-touching-chain", NULL},
    {"A5 a touch under one stone is not cut", "akron",
     "8/8/8/2ww4/2bbb3/2ww4/8/8|7/7/7/2w4/7/7/7 b", "e4-b4", "legal", NULL},

    {"A9 a stone of the third level that falls cannot be touched", "akron size=5", HIGH_CORNER,
     "a1-3b1", "not-touching-chain", NULL},

    /* A10 */
    {"A10 the stone on the leaving one falls into the gap", "akron", CROWNED, "d4-c5v2d4", "legal",
     "8/8/8/2bbb3/3wb3/8/8/8 w"},
    {"A10 the fall need not be written", "akron", CROWNED, "d4-c5", "legal",
     "8/8/8/2bbb3/3wb3/8/8/8 w"},
    {"A10 a stone under two of one level is pinned", "akron",
     "8/8/8/2bbb3/2bbb3/8/8/8|7/7/7/2ww3/7/7/7 b", "d4-b4", "pinned", NULL},
    {"A10 a stone under four is pinned", "akron", PYRAMID, "d4-b4", "pinned", NULL},
    {"A10 a corner of a pyramid lets its edge fall", "akron", PYRAMID, "c3-b4v2c3v3c3", "legal",
     "8/8/8/2bbb3/1bbbb3/2bbb3/8/8|7/7/7/2bb3/2wb3/7/7 w"},
    {"A10 a side of a pyramid is pinned", "akron", PYRAMID, "d3-b4", "pinned", NULL},
    {"A10 the moved stone does not take the place that a falling stone leaves", "akron", CROWNED,
     "d4-2d4", "takes-falling-place", NULL},
    {"A10 the moved stone does not take the place that a falling stone takes", "akron", CROWNED,
     "d4-d4", "takes-falling-place", NULL},
    {"A8 a stone does not rest on one that falls", "akron",
     "8/8/8/2bbb3/2bbb3/2bbb3/8/8|7/7/7/2bb3/2bb3/7/7 b", "c3-3c3", "uses-falling-stone", NULL},
    {"C5 pinned comes before an occupied destination", "akron",
     "8/8/8/2bbb3/2bbb3/8/8/8|7/7/7/2ww3/7/7/7 b", "d4-e5", "pinned", NULL},
    {"C5 a place on too few stones comes before a chain not touched", "akron",
     "7w/8/8/8/3b4/8/8/8 b", "d4-2d4", "not-supported", NULL},

    /* A11 */
    {"A11 a player with neither placement nor relocation draws", "akron size=3 supply=1", NULL,
     "a1 c3", "draw no-moves", NULL},
    {"A11 a player who can place need not pass", "akron", NULL, "--", "must-not-pass", NULL},

    /* A12 */
    {"A12 a link after one's own move does not win yet", "akron size=3", "3/1b1/1b1 b", "b3",
     "legal", NULL},
    {"A12 a link that is still there after the opponent's move wins", "akron size=3", "3/1b1/1b1 b",
     "b3 a1", "black connection", NULL},
    {"A12 White links the west to the east", "akron size=3", "3/ww1/3 w", "c2 a1",
     "white connection", NULL},
    {"A12 Black's row from the west to the east is no link", "akron size=3", "3/bb1/3 b", "c2 a1",
     "legal", NULL},
    {"A12 stones that lie diagonally are no link", "akron size=3", "3/1b1/1b1 b", "c3 a1", "legal",
     NULL},
    {"A2 a corner cell belongs to both its sides", "akron size=3", "3/b2/b2 b", "a3 c1",
     "black connection", NULL},
    {"A5 a link that is cut does not win", "akron size=4", CUT_ROW, "", "legal", NULL},
    {"A12 a link that the opponent's move has uncut wins", "akron size=4", CUT_ROW, "2b2-a3",
     "white connection", NULL},
    {"C4 a link of the player to move has won in a start position", "akron size=3", "1b1/1b1/wb1 b",
     "", "black connection", NULL},
    {"C4 a link of the player not to move has not won in a start position", "akron size=3",
     "1b1/1b1/wb1 w", "", "legal", NULL},
    {"A12 a link over level 2 wins", "akron size=4", "w3/1wb1/1bw1/1b2|3/1b1/3 b", "c4 d1",
     "black connection", NULL},

    /* A13 */
    {"A13 by default there is no swap", "akron", NULL, "d4 swap", "no-swap", NULL},
    {"A13 White's first turn may be a swap, and White moves again", "akron swap=true", NULL,
     "d4 swap", "legal", "8/8/8/8/3b4/8/8/8 w"},
    {"A13 White places after the swap", "akron swap=true", NULL, "d4 swap e4", "legal",
     "8/8/8/8/3bw3/8/8/8 b"},
    {"A13 Black does not swap", "akron swap=true", NULL, "swap", "no-swap", NULL},
    {"A13 nobody swaps twice", "akron swap=true", NULL, "d4 swap swap", "no-swap", NULL},
    {"A13 White's second turn is no swap", "akron swap=true", NULL, "d4 e4 d5 swap", "no-swap",
     NULL},

    /* A14 */
    {"A9 the touched stone belonged to the chain before the move", "akron",
     "8/8/8/3wb3/3bw3/8/8/8|7/7/7/3b3/7/7/7 b", "d4-f5v2d4", "legal", NULL},
    {"A14 the touched stone must stay with the cell that was left", "akron touch=stay",
     "8/8/8/3wb3/3bw3/8/8/8|7/7/7/3b3/7/7/7 b", "d4-f5v2d4", "not-touching-chain", NULL},
    {"A14 a touched stone that stays with that cell is enough", "akron touch=stay",
     "8/8/8/3wb3/3bb3/8/8/8|7/7/7/3b3/7/7/7 b", "d4-f5v2d4", "legal", NULL},
    {"A14 the cell that was left counts as the mover's own", "akron touch=stay", CROWNED,
     "d4-c5v2d4", "legal", NULL},
    {"A14 without a fall nothing changes", "akron touch=stay", "8/8/8/3b4/3b4/8/8/w7 b", "d4-e5",
     "legal", NULL},

    /* A15 */
    {"A15 a full board goes on by default", "akron size=3", "bwb/bwb/wb1 w", "c1", "legal", NULL},
    {"A15 with the option a full board is a draw", "akron size=3 full-board=draw", "bwb/bwb/wb1 w",
     "c1", "draw full-board", NULL},
    {"A15 a link comes before the full board", "akron size=3 full-board=draw", "wbw/wbw/wb1 w",
     "c1", "black connection", NULL},

    /* C4 */
    {"C4 a stone that hangs in the air is a bad position", "akron",
     "8/8/8/3b4/3bb3/8/8/8|7/7/7/3b3/7/7/7 b", "", "bad-position", NULL},
    {"C4 more stones than the supply are a bad position", "akron supply=1", "8/8/8/8/3bb3/8/8/8 b",
     "", "bad-position", NULL},
    {"C4 more white stones than the supply are one too", "akron supply=1", "8/8/8/8/3ww3/8/8/8 b",
     "", "bad-position", NULL},
    {"C4 as many stones as the supply are none", "akron supply=2", "8/8/8/8/3ww3/8/8/3bb3 b",
     "d1-e2", "legal", NULL},
    {"C4 each stone of the largest board is one of the supply", "akron size=16 supply=5",
     "16/16/16/16/16/16/16/16/16/16/16/16/16/16/bb14/bb14|15/15/15/15/15/15/15/15/15/15/15/15/15/"
     "15/b14 w",
     "p16 2a1-a3", "legal", NULL},
    {"C1 the third occurrence is a draw where the record says so", "akron repetition=3",
     "8/8/8/3b2w1/3b2w1/8/8/8 b", "d4-d6 g4-g6 d6-d4 g6-g4 d4-d6 g4-g6 d6-d4 g6-g4",
     "draw repetition", NULL},
};

/* The fewest stones that link the two sides of the player to move, from the south or the west. */
static const struct linked {
    const char *name, *rules, *position, *link;
} links[] = {
    {"a column", "akron size=3", "1b1/1b1/wb1 b", "b1 b2 b3"},
    {"a row", "akron size=3", "3/www/3 w", "a2 b2 c2"},
    {"a row that does not end", "akron size=3", "3/ww1/3 w", ""},
    {"the link of the other player", "akron size=3", "3/www/3 b", ""},
    {"the shorter one in the west", "akron size=4", "b2b/b2b/b1bb/b1b1 b", "a1 a2 a3 a4"},
    {"the shorter one in the east", "akron size=4", "b2b/b2b/bb1b/1b1b b", "d1 d2 d3 d4"},
    {"the shorter one in the south", "akron size=4", "wwww/1b1b/3w/wwww w", "a1 b1 c1 d1"},
    {"there and back", "akron size=4", "bbbb/b3/bbbb/3b b", "d1 d2 c2 b2 a2 a3 a4"},
    {"over level 2", "akron size=4", "w1b1/1wb1/1bw1/1b2|3/1b1/3 b", "b1 b2 2b2 c3 c4"},
    {"over level 2 to the east", "akron size=4", "4/1bww/wwb1/4|3/1w1/3 w", "a2 b2 2b2 c3 d3"},
    {"over level 2 to the west", "akron size=4", "1b2/1bw1/1wb1/2b1|3/1b1/3 b", "c1 c2 2b2 b3 b4"},
    {"two steps on level 2", "akron size=5", "3b1/3b1/1wwb1/1bww1/1b3|4/4/1bb1/4 b",
     "b1 b2 2b2 2c2 d3 d4 d5"},
    {"around a cut", "akron size=4", "4/1ww1/wwww/1bb1|3/1b1/1b1 w", "a2 b2 b3 c3 c2 d2"},
    {"around a covered stone", "akron size=5", "2b2/1bbb1/1bbw1/1bbb1/2b2|4/1ww1/1ww1/4|3/1w1/3 b",
     "c1 c2 b2 b3 b4 c4 c5"},
    {"on a large board", "akron size=9", "8b/8b/8b/8b/8b/8b/8b/8b/8b b",
     "i1 i2 i3 i4 i5 i6 i7 i8 i9"},
    {"on a large board, over level 2", "akron size=9",
     "9/9/9/9/3bwwwww/wwwwb4/9/9/9|8/8/8/8/3w4/8/8/8 w", "a4 b4 c4 d4 2d4 e5 f5 g5 h5 i5"},
};

static void the_link_is_found(void **state) {
    const struct linked *row = *state;
    struct ruleset rs;
    struct replay replay = {0};
    cell at[CELLS_MAX];
    char got[UNIT_TEXT_MAX] = "";
    size_t used = 0;
    unit_ruleset(&rs, row->rules);
    assert_null(unit_start(&replay, &rs, row->position));
    unsigned count = rs.rules->link(&replay.position, at);
    assert_int_equal(count > 0,
                     replay.outcome.result == RESULT_WIN_0 + rs.rules->turn(&replay.position));
    for (unsigned i = 0; i < count; i++)
        used += (size_t)snprintf(got + used, sizeof got - used, "%s%s%c%u", i ? " " : "",
                                 cell_level(at[i]) ? "2" : "", 'a' + (int)cell_file(at[i]),
                                 cell_rank(at[i]) + 1U);
    assert_string_equal(got, row->link);
    zi_replay_close(&replay);
}

/* Heaps as high as the board allows, and few stones on large boards, compared with the literal
 * rules (naive.h). */

static const struct heap {
    const char *rules;
    unsigned positions, gaps; /* one place in `gaps` stays empty */
} heaps[] = {
    {"akron size=3", 200, 12},
    {"akron size=4 touch=stay", 200, 12},
    {"akron size=5 touch=stay supply=20", 60, 30},
    {"akron size=6 full-board=draw", 30, 99},
    {"akron size=7 swap=true", 20, 60},
    {"akron size=8 touch=stay", 20, 60},
    {"akron size=9 touch=stay", 40, 16},
    {"akron size=10", 20, 20},
    {"akron size=13 touch=stay", 8, 9},
    {"akron size=16", 6, 9},
    {"akron size=16", 1, 1 << 30}, /* all 16 levels */
};

/* Fills level after level; a side has no more than its supply. */
static void heap_up(struct naive *n, struct dice *d, unsigned gaps) {
    unsigned size = n->rules->board.files, stones[2] = {0};
    uint32_t supply = 0;
    if (!naive_number(n->rules, "supply", &supply) || !supply)
        supply = CELLS_MAX;
    memset(&n->now, 0, sizeof n->now);
    n->now.turn = (uint8_t)dice_below(d, 2);
    for (unsigned level = 0; level < size; level++)
        for (unsigned i = 0; i < (size - level) * (size - level); i++) {
            unsigned file = i % (size - level), rank = i / (size - level), held = 0;
            for (unsigned k = 0; level && k < 4; k++)
                held += n->now.at[cell_at(level - 1, file + k % 2, rank + k / 2)] != 0;
            unsigned side = dice_below(d, 2);
            if ((level && held < 4) || dice_one_in(d, gaps) || stones[side] == supply)
                continue;
            stones[side]++;
            n->now.at[cell_at(level, file, rank)] = side ? ZI_CELL_WHITE : ZI_CELL_BLACK;
        }
}

static void assert_same_play(const struct ruleset *rs, const union position *pos,
                             const struct naive *naive, const struct move *m) {
    union position after = *pos, tried = *pos, fresh;
    struct attempt attempt = {.work = 0};
    struct naive other = *naive;
    struct effect effect = {0}, due = {0};
    struct setup setup;
    rs->rules->play(&after, m, &effect);
    naive_akron.play(&other, m, &due);
    rs->rules->describe(&after, &setup);
    assert_memory_equal(setup.at, other.now.at, sizeof setup.at);
    assert_int_equal(rs->rules->outcome(&after).result, naive_akron.outcome(&other).result);
    assert_int_equal(effect.falls, due.falls);
    assert_memory_equal(effect.fall, due.fall, due.falls * sizeof *due.fall);
    struct move written = *m;
    rs->rules->annotate(&written, &effect);
    assert_true(rs->rules->agrees(&written, &effect));
    assert_int_equal(written.annotated, due.falls > 0);
    assert_memory_equal(written.cell + 2, due.fall, due.falls * sizeof *due.fall);
    assert_null(rs->rules->try_play(&tried, m, &attempt));
    assert_memory_equal(&tried, &after, rs->rules->position_size);
    assert_int_equal(attempt.outcome.result, naive_akron.outcome(&other).result);
    assert_null(rs->rules->start(&fresh, rs, &other.now));
    assert_int_equal(rs->rules->key(&after), rs->rules->key(&fresh));
}

static void assert_same_rules(const struct ruleset *rs, const struct naive *naive, struct dice *d) {
    union position pos;
    cell at[CELLS_MAX];
    assert_null(rs->rules->start(&pos, rs, &naive->now));
    bool open = naive_akron.outcome(naive).result == RESULT_OPEN;
    assert_int_equal(rs->rules->outcome(&pos).result, naive_akron.outcome(naive).result);
    assert_true(naive_akron.is_link(naive, at, rs->rules->link(&pos, at)));
    struct unit_choice moves = {.number = UINT64_MAX};
    rs->rules->moves(&pos, unit_choose, &moves);
    assert_int_equal(moves.visits, open ? naive_akron.choices(naive, NULL, 0) : 0);
    for (unsigned i = 0; i < 60; i++) {
        struct move m;
        naive_akron.stray(naive, d, &m);
        const struct reason *reason = rs->rules->check(&pos, &m);
        const char *due = naive_akron.check(naive, &m);
        assert_string_equal(reason ? reason->code : "legal", due ? due : "legal");
        if (!reason)
            assert_same_play(rs, &pos, naive, &m);
    }
}

static void heaps_are_played_by_the_rules(void **state) {
    (void)state;
    struct dice d = {.state = 1};
    struct ruleset small;
    struct naive corner = {.rules = &small};
    size_t fault;
    unit_ruleset(&small, "akron size=5");
    assert_null(
        small.rules->notation->read_setup(text_of(HIGH_CORNER), &small.board, &corner.now, &fault));
    assert_same_rules(&small, &corner, &d);
    for (size_t i = 0; i < sizeof heaps / sizeof *heaps; i++) {
        struct ruleset rs;
        struct naive naive = {.rules = &rs};
        unit_ruleset(&rs, heaps[i].rules);
        for (unsigned n = 0; n < heaps[i].positions; n++) {
            heap_up(&naive, &d, heaps[i].gaps);
            assert_same_rules(&rs, &naive, &d);
        }
    }
}

int main(void) {
    enum { LINKS = sizeof links / sizeof *links };
    struct CMUnitTest more[LINKS + 1] = {cmocka_unit_test(heaps_are_played_by_the_rules)};
    for (size_t i = 0; i < LINKS; i++)
        more[i + 1] = (struct CMUnitTest){links[i].name, the_link_is_found, NULL, NULL,
                                          (void *)(uintptr_t)&links[i]};
    return unit_run("akron", rows, sizeof rows / sizeof *rows, more, LINKS + 1);
}
