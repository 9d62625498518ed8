#include "validators/games/hops.h"

#include "validators/games/key.h"
#include "validators/games/symmetry.h"

enum { FILES = 12, RANKS = 13, MEN = 12, HOGGAS = 3 };

static const struct rule_option options[] = {
    {.name = "repetition",
     .about = "the game is drawn when a position occurs this many times; 0: never (H12)",
     .min = 2,
     .max = OPTION_NUMBER_MAX,
     .zero = true,
     .fallback = 3}, /* H12 */
};

/* H2: the dotted cells are a10-f13 and g1-l4. */
static bool is_dotted(unsigned file, unsigned rank) {
    return (file < 6 && rank >= 9) || (file >= 6 && rank < 4);
}

/* H4: the zones of a dotted cell; a cell is dark when file number + rank is even. */
static uint8_t zone_of(unsigned file, unsigned rank) {
    unsigned dotted_for = (file + rank) % 2; /* 0: a black dot */
    bool south = file >= 6;
    uint8_t zone = (uint8_t)(ZONE_FORBIDDEN << !dotted_for);
    if (south == (dotted_for == 0))
        zone |= (uint8_t)(ZONE_GOAL << dotted_for);
    return zone;
}

/* H3: the piece on a cell at the start. */
static uint8_t start_piece(unsigned file, unsigned rank) {
    bool dark = (file + rank) % 2 == 0;
    if (!is_dotted(file, rank) || dark != (file < 6))
        return ZI_CELL_EMPTY;
    if (file < 6)
        return rank == 9 ? ZI_CELL_BLACK_HOGGA : ZI_CELL_BLACK;
    return rank == 3 ? ZI_CELL_WHITE_HOGGA : ZI_CELL_WHITE;
}

static void board(struct ruleset *rs) {
    rs->board = (struct board){.files = FILES, .ranks = RANKS, .levels = 1};
    for (unsigned rank = 0; rank < RANKS; rank++)
        for (unsigned file = 0; file < FILES; file++)
            if (is_dotted(file, rank))
                rs->zone[cell_at(0, file, rank)] = zone_of(file, rank);
}

static const char *start(void *position, const struct ruleset *rs, const struct setup *from) {
    struct hops *pos = position;
    unsigned hoggas[2] = {0, 0};
    memset(pos, 0, sizeof *pos);
    pos->ruleset = rs;
    pos->long_hops = true;
    for (unsigned rank = 0; rank < RANKS; rank++)
        for (unsigned file = 0; file < FILES; file++) {
            cell c = cell_at(0, file, rank);
            uint8_t piece = from ? from->at[c] : start_piece(file, rank);
            if (!piece)
                continue;
            zi_hops_place(pos, c, piece);
            hoggas[0] += piece == ZI_CELL_BLACK_HOGGA;
            hoggas[1] += piece == ZI_CELL_WHITE_HOGGA;
        }
    pos->turn = from ? from->turn : 0; /* H5 */
    if (pos->turn)
        pos->key ^= KEY_TURN;
    for (unsigned side = 0; side < 2; side++) {
        if (pos->men[side] > MEN)
            return "a side has more than 12 pieces";
        if (hoggas[side] > HOGGAS)
            return "a side has more than 3 Hoggas";
    }
    return NULL;
}

static void solo(void *position, unsigned side) {
    struct hops *pos = position;
    if (pos->turn != side)
        pos->key ^= KEY_TURN;
    pos->turn = (uint8_t)side;
    pos->solo = true;
}

static bool solo_done(const void *position) {
    const struct hops *pos = position;
    return hops_home(pos, pos->turn) == pos->men[pos->turn];
}

static uint32_t solo_away(const void *position) {
    const struct hops *pos = position;
    return (uint32_t)(pos->men[pos->turn] - hops_home(pos, pos->turn));
}

_Static_assert(sizeof(struct hops) <= POSITION_BYTES_MAX, "a position must fit");

static const struct look look = {.cells = LOOK_CIRCLES, .halves = true, .south = 1};

/* H2: a half turn maps each side's cells to the other's. */
static uint32_t symmetries(const struct ruleset *rs) {
    (void)rs;
    return SYMMETRY(FLIP_FILES | FLIP_RANKS | EXCHANGE);
}

const struct rules zi_hogga_rules = {
    .name = "hogga",
    .title = "Hogga",
    .about = "a Halma relative with long hops and pieces that cannot be hopped over",
    .notation = &zi_hogga_notation,
    .look = &look,
    .ground = zi_hops_ground,
    .sides = {WORD("black"), WORD("white")},
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .measures = zi_hops_measures,
    .position_size = sizeof(struct hops),
    .board = board,
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
    .solo = solo,
    .solo_done = solo_done,
    .solo_away = solo_away,
};
