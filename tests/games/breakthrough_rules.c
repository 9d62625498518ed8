/* Breakthrough on 8x8 (Dan Troyka, 2000). White, in the south, begins. A man moves one cell
   forward, straight onto an empty cell, or diagonally onto an empty cell or an opponent's man,
   which is captured. Who reaches the last rank or captures all men wins. */
#include "validators/games/key.h"
#include "validators/games/rules.h"

enum { SIZE = 8, MEN = 2 * SIZE };
enum { BLACK, WHITE };

/* Sets of cells: bit rank * 8 + file. */
struct breakthrough {
    uint64_t men[2];
    uint8_t turn;
};

#define LAST_RANK(side) ((side) == WHITE ? (uint64_t)0xff << 56 : (uint64_t)0xff)
#define FIRST_RANKS(side) ((side) == WHITE ? (uint64_t)0xffff : (uint64_t)0xffff << 48)

static unsigned bit_of(cell c) { return cell_rank(c) * SIZE + cell_file(c); }
static cell cell_of(unsigned bit) { return cell_at(0, bit % SIZE, bit / SIZE); }

static bool holds(const struct breakthrough *pos, unsigned side, cell c) {
    return pos->men[side] >> bit_of(c) & 1;
}

static void board(struct ruleset *rs) {
    rs->board = (struct board){.files = SIZE, .ranks = SIZE, .levels = 1};
}

static const char *start(void *position, const struct ruleset *rs, const struct setup *from) {
    struct breakthrough *pos = position;
    (void)rs;
    memset(pos, 0, sizeof *pos);
    pos->turn = from ? from->turn : WHITE;
    for (unsigned side = 0; side < 2; side++) {
        pos->men[side] = from ? 0 : FIRST_RANKS(side);
        for (unsigned bit = 0; from && bit < SIZE * SIZE; bit++)
            if (from->at[cell_of(bit)] == ZI_CELL_BLACK + side)
                pos->men[side] |= (uint64_t)1 << bit;
        if (__builtin_popcountll(pos->men[side]) > MEN)
            return "a side has more than 16 men";
    }
    return NULL;
}

/* A player whose turn it is in an open game has a move: nothing of their own is in front of the
   foremost man, so that it has a diagonal. */
static const struct reason *check(const void *position, const struct move *m) {
    const struct breakthrough *pos = position;
    if (m->kind == MOVE_PASS)
        return REASON_OF(MUST_NOT_PASS);
    cell from = m->cell[0], to = m->cell[1];
    unsigned side = pos->turn, sideways = cell_file(to) - cell_file(from) + 1;
    if (!holds(pos, side, from))
        return holds(pos, !side, from) ? REASON_OF(NOT_OWN_PIECE) : REASON_OF(EMPTY_ORIGIN);
    if (cell_rank(to) - cell_rank(from) != (side == WHITE ? 1U : -1U) || sideways > 2)
        return REASON_OF(NO_ROUTE);
    bool straight = sideways == 1;
    return holds(pos, side, to) || (straight && holds(pos, !side, to)) ? REASON_OF(OCCUPIED) : NULL;
}

static void play(void *position, const struct move *m, struct effect *effect) {
    struct breakthrough *pos = position;
    uint64_t from = (uint64_t)1 << bit_of(m->cell[0]), to = (uint64_t)1 << bit_of(m->cell[1]);
    effect->loot = (pos->men[!pos->turn] & to) != 0;
    pos->men[!pos->turn] &= ~to;
    pos->men[pos->turn] ^= from | to;
    pos->turn = !pos->turn;
}

/* The player not to move comes first (C4). */
static struct outcome outcome(const void *position) {
    const struct breakthrough *pos = position;
    for (unsigned i = 0; i < 2; i++) {
        unsigned side = i ? pos->turn : !pos->turn;
        if (pos->men[side] & LAST_RANK(side))
            return (struct outcome){result_win(side), "goal"};
        if (!pos->men[!side])
            return (struct outcome){result_win(side), "no-moves"};
    }
    return (struct outcome){RESULT_OPEN, NULL};
}

static const struct reason *try_play(void *position, const struct move *m,
                                     struct attempt *attempt) {
    const struct reason *reason = check(position, m);
    if (reason)
        return reason;
    attempt->effect.stages = 0;
    attempt->effect.falls = 0;
    play(position, m, &attempt->effect);
    attempt->outcome = outcome(position);
    return NULL;
}

static bool agrees(const struct move *m, const struct effect *effect) {
    return !m->annotated || effect->loot;
}

static void annotate(struct move *m, const struct effect *effect) {
    m->annotated = effect->loot > 0;
}

static unsigned captures(const struct ruleset *rs, const struct move *m,
                         const struct effect *effect, const struct setup *before,
                         const struct setup *after, cell out[CAPTURES_MAX]) {
    (void)rs;
    (void)before;
    (void)after;
    out[0] = m->cell[1];
    return effect->loot;
}

static bool moves(const void *position, move_visitor *visit, void *context) {
    const struct breakthrough *pos = position;
    struct move m = {.kind = MOVE_WALK, .count = 2};
    if (outcome(pos).result != RESULT_OPEN)
        return true;
    for (uint64_t left = pos->men[pos->turn]; left; left &= left - 1) {
        m.cell[0] = cell_of((unsigned)__builtin_ctzll(left));
        unsigned rank = cell_rank(m.cell[0]) + (pos->turn == WHITE ? 1U : -1U);
        for (unsigned i = 0; i < 3; i++) {
            unsigned file = cell_file(m.cell[0]) + i - 1;
            if (file >= SIZE)
                continue;
            m.cell[1] = cell_at(0, file, rank);
            m.annotated = holds(pos, !pos->turn, m.cell[1]);
            if (!check(pos, &m) && !visit(context, &m))
                return false;
        }
    }
    return true;
}

static unsigned turn(const void *position) { return ((const struct breakthrough *)position)->turn; }

static void describe(const void *position, struct setup *out) {
    const struct breakthrough *pos = position;
    memset(out, 0, sizeof *out);
    out->turn = pos->turn;
    for (unsigned side = 0; side < 2; side++)
        for (uint64_t left = pos->men[side]; left; left &= left - 1)
            out->at[cell_of((unsigned)__builtin_ctzll(left))] = (uint8_t)(ZI_CELL_BLACK + side);
}

static uint64_t key(const void *position) {
    const struct breakthrough *pos = position;
    return key_mix(key_mix(pos->men[BLACK]) ^ pos->men[WHITE]) ^ (pos->turn ? KEY_TURN : 0);
}

static bool count_captured(const struct move *m, const struct effect *effect, uint32_t *amount) {
    (void)m;
    *amount = effect->loot;
    return true;
}

static const struct measure captured = {.name = "men_captured",
                                        .words = "men captured",
                                        .a_game = true,
                                        .a_move = true,
                                        .count = count_captured};
static const struct measure *const measures[] = {&captured, NULL};

static const struct look look = {.cells = LOOK_SQUARES, .south = WHITE};

const struct rules zi_breakthrough_rules = {
    .name = "breakthrough",
    .title = "Breakthrough",
    .about = "a game that only the tests have",
    .notation = &zi_breakthrough_notation,
    .look = &look,
    .sides = {"black", "white"},
    .measures = measures,
    .position_size = sizeof(struct breakthrough),
    .board = board,
    .start = start,
    .check = check,
    .play = play,
    .try_play = try_play,
    .agrees = agrees,
    .annotate = annotate,
    .captures = captures,
    .moves = moves,
    .outcome = outcome,
    .turn = turn,
    .describe = describe,
    .key = key,
};
