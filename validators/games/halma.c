#include "validators/games/hops.h"

#include "validators/games/key.h"
#include "validators/games/symmetry.h"

enum { VARIANT_8X8, VARIANT_10X10, VARIANT_16X16 };
static const char *const variants[] = {"8x8", "10x10", "16x16", NULL};

/* M2: size of the board and the pieces in each rank of a yard, from the corner. M7: the number of
 * moves to leave the yard. */
static const struct {
    uint8_t size, men;
    uint8_t yard[5];
    uint8_t evacuation;
} shapes[] = {
    [VARIANT_8X8] = {8, 10, {4, 3, 2, 1}, 30},
    [VARIANT_10X10] = {10, 15, {5, 4, 3, 2, 1}, 50},
    [VARIANT_16X16] = {16, 19, {5, 5, 4, 3, 2}, 0},
};

enum {
    OPTION_REPETITION,
    OPTION_FIRST,
    OPTION_EVACUATION,
    OPTION_HOPS,
    OPTION_YARDS,
    OPTION_FORCED,
    OPTION_GOAL
};
enum { EVACUATION_OF_VARIANT = OPTION_NUMBER_MAX + 1 };

static const char *const first_words[] = {"black", "white", NULL};
static const char *const hops_words[] = {"short", "long", NULL};
static const char *const yards_words[] = {"free", "one-way", NULL};
static const char *const forced_words[] = {"no", "forward", NULL};
static const char *const goal_words[] = {"all", "occupied", NULL};

static const struct rule_option options[] = {
    [OPTION_REPETITION] =
        {"repetition", "the game is drawn when a position occurs this many times; 0: never (M9)",
         .min = 2, .max = OPTION_NUMBER_MAX, .zero = true},
    [OPTION_FIRST] = {"first", "the side that moves first", .words = first_words,
                      .fallback = OPTION_WORD(1)},
    [OPTION_EVACUATION] = {"evacuation",
                           "a side with a piece in its yard after more than this many of its moves "
                           "has lost; 0: no limit (M7)",
                           NULL, 1, OPTION_NUMBER_MAX, true, EVACUATION_OF_VARIANT},
    [OPTION_HOPS] =
        {"hops", "short: hops over a neighbor; long: also over a distant piece, as in Hogga (M10)",
         .words = hops_words, .fallback = OPTION_WORD(0)},
    [OPTION_YARDS] =
        {"yards",
         "one-way: no step or hop leads into a side's own yard or out of the opponent's (M11)",
         .words = yards_words, .fallback = OPTION_WORD(0)},
    [OPTION_FORCED] = {"forced",
                       "forward: a hop forward out of a side's own yard over an opponent's piece "
                       "is compulsory (M12)",
                       .words = forced_words, .fallback = OPTION_WORD(0)},
    [OPTION_GOAL] = {"goal",
                     "all: a side with all its pieces in the opponent's yard wins (M6); occupied: "
                     "a side wins when that yard is full and holds one of its pieces (M13)",
                     .words = goal_words, .fallback = OPTION_WORD(0)},
};

/* Sets up the yards: White's in the south-east, Black's rotated by 180 degrees. */
static void board(struct ruleset *rs) {
    unsigned size = shapes[rs->variant].size;
    rs->board = (struct board){.files = (uint8_t)size, .ranks = (uint8_t)size, .levels = 1};
    for (unsigned rank = 0; rank < 5; rank++)
        for (unsigned i = 0; i < shapes[rs->variant].yard[rank]; i++) {
            rs->zone[cell_at(0, size - 1 - i, rank)] = ZONE_YARD << 1 | ZONE_GOAL;
            rs->zone[cell_at(0, i, size - 1 - rank)] = ZONE_YARD | ZONE_GOAL << 1;
        }
}

static uint32_t option(const struct ruleset *rs, size_t index) {
    uint32_t value = rs->option[index];
    return index == OPTION_EVACUATION && value == EVACUATION_OF_VARIANT
               ? shapes[rs->variant].evacuation
               : value;
}

static const char *start(void *position, const struct ruleset *rs, const struct setup *from) {
    struct hops *pos = position;
    unsigned variant = rs->variant;
    memset(pos, 0, sizeof *pos);
    pos->ruleset = rs;
    pos->goals = shapes[variant].men;
    pos->long_hops = rs->option[OPTION_HOPS] == OPTION_WORD(1);
    pos->one_way = rs->option[OPTION_YARDS] == OPTION_WORD(1);
    pos->forced = rs->option[OPTION_FORCED] == OPTION_WORD(1);
    pos->goal_occupied = rs->option[OPTION_GOAL] == OPTION_WORD(1);
    pos->unusual = pos->one_way | pos->forced | pos->goal_occupied;
    pos->evacuation = option(rs, OPTION_EVACUATION);
    unsigned size = shapes[variant].size;
    for (unsigned rank = 0; rank < size; rank++)
        for (unsigned file = 0; file < size; file++) {
            cell c = cell_at(0, file, rank);
            uint8_t zone = rs->zone[c];
            uint8_t yard = zone & ZONE_YARD ? ZI_CELL_BLACK : zone ? ZI_CELL_WHITE : ZI_CELL_EMPTY;
            uint8_t piece = from ? from->at[c] : yard;
            if (piece)
                zi_hops_place(pos, c, piece);
        }
    pos->turn = from ? from->turn : (uint8_t)(rs->option[OPTION_FIRST] & 1);
    if (pos->turn)
        pos->key ^= KEY_TURN;
    if (pos->men[0] > pos->goals || pos->men[1] > pos->goals)
        return "a side has more pieces than its yard has cells";
    return NULL;
}

static const struct look look = {.cells = LOOK_SQUARES, .south = 1};

/* M2: the reflection across the diagonal between the yards keeps both yards and the forward
 * directions (M12); a half turn and the other diagonal exchange them. */
static uint32_t symmetries(const struct ruleset *rs) {
    (void)rs;
    return SYMMETRY(FLIP_FILES | FLIP_RANKS | TRANSPOSE) |
           SYMMETRY(FLIP_FILES | FLIP_RANKS | EXCHANGE) | SYMMETRY(TRANSPOSE | EXCHANGE);
}

const struct rules zi_halma_rules = {
    .name = "halma",
    .title = "Halma",
    .about = "pieces cross the board by steps and chains of hops",
    .notation = &zi_halma_notation,
    .look = &look,
    .ground = zi_hops_ground,
    .sides = {WORD("black"), WORD("white")},
    .variants = variants,
    .variant_required = true,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .measures = zi_hops_measures,
    .position_size = sizeof(struct hops),
    .board = board,
    .option = option,
    .start = start,
    .check = zi_hops_check,
    .blame = zi_hops_blame,
    .complete = zi_hops_complete,
    .play = zi_hops_play,
    .try_play = zi_hops_try_play,
    .agrees = zi_hops_agrees,
    .annotate = zi_hops_annotate,
    .moves = zi_hops_moves,
    .outcome = zi_hops_outcome,
    .symmetries = symmetries,
    .turn = zi_hops_turn,
    .describe = zi_hops_describe,
    .describe_next = zi_hops_describe_next,
    .key = zi_hops_key,
};
