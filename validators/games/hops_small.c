#include "validators/games/hops_small.h"

#include <endian.h>

#include "validators/games/key.h"

#define INLINED static inline __attribute__((always_inline))

/* A set of cells is one word, in one of two orders. Plain: bit rank * 8 + file. Folded: a hop goes
   two cells on, so a chain stays among the cells whose file and rank are odd or even as those of
   its origin. These 16 cells are a lane of the word, from bit 16 * (file % 2 + rank % 2 * 2) on,
   and bit rank / 2 * 4 + file / 2 in it. */

#define NOT_FILE_A 0xfefefefefefefefeU
#define NOT_FILE_H 0x7f7f7f7f7f7f7f7fU

#define EACH_BYTE 0x0101010101010101U
#define EACH_LANE 0x0001000100010001U
#define EVEN_FILES 0x0000ffff0000ffffU
#define EVEN_RANKS 0x00000000ffffffffU

/* Cells of a lane from which a hop to the east, north, north-east or north-west stays on it. */
#define HOPS_EAST (EACH_LANE * 0x7777U)
#define HOPS_NORTH (EACH_LANE * 0x0fffU)
#define HOPS_NORTH_EAST (EACH_LANE * 0x0777U)
#define HOPS_NORTH_WEST (EACH_LANE * 0x0eeeU)

enum { DIRECTIONS = 8, PIECES = 10, ROUNDS = 4, ROUNDS_MAX = 12 };

/* By how much a step changes the bit of a cell. */
static const int8_t step_by[DIRECTIONS] = {1, -1, 8, -8, 9, 7, -7, -9};

/* The folded order of a set in plain order. */
INLINED uint64_t fold(uint64_t x) {
    uint64_t even = x & 0x5555555555555555U, odd = x >> 1 & 0x5555555555555555U, t;
    even = (even | even >> 1) & 0x3333333333333333U;
    odd = (odd | odd >> 1) & 0x3333333333333333U;
    even = (even | even >> 2) & 0x0f0f0f0f0f0f0f0fU;
    odd = (odd | odd >> 2) & 0x0f0f0f0f0f0f0f0fU;
    x = even | odd << 4; /* four by four half bytes, to be turned about their diagonal */
    t = (x ^ x >> 12) & 0x0000f0f00000f0f0U;
    x ^= t ^ t << 12;
    t = (x ^ x >> 24) & 0x00000000ff00ff00U;
    return x ^ t ^ t << 24;
}

INLINED unsigned fold_bit(unsigned bit) {
    return (bit & 1) << 4 | (bit & 6) >> 1 | (bit & 8) << 2 | (bit & 48) >> 2;
}

INLINED unsigned unfold_bit(unsigned bit) {
    return (bit & 16) >> 4 | (bit & 3) << 1 | (bit & 32) >> 2 | (bit & 12) << 2;
}

/* Both sides' pieces. */
struct small {
    uint64_t plain[2], folded[2];
};

/* The moves of a position. Steps: for each direction the cells that they lead to, plain. Chains:
   the pieces in rounds, at most one of each lane in a round, and where they lead, both folded. The
   rounds come in fours. */
struct reach {
    uint64_t step[DIRECTIONS], from[ROUNDS_MAX], to[ROUNDS_MAX];
    uint64_t steps_to; /* steps of the directions up to each one: a byte each */
    uint64_t chains_to[ROUNDS_MAX / ROUNDS]; /* of four rounds, up to each one: 16 bits each */
    unsigned steps, total;
};

/* The same code is compiled twice, once for processors that have wider registers and can count bits
   and scatter them. */
#if defined __x86_64__ && defined __GNUC__
#define HAS_WIDE 1
#define WIDE __attribute__((target("avx2,popcnt,bmi,bmi2")))
static inline WIDE uint64_t scatter(uint64_t bits, uint64_t mask) {
    return __builtin_ia32_pdep_di(bits, mask);
}
#else
#define HAS_WIDE 0
#define WIDE
#define scatter(bits, mask) ((void)(bits), (mask))
#endif

INLINED unsigned bits_count(uint64_t x, bool wide) {
    if (wide)
        return (unsigned)__builtin_popcountll(x);
    x -= x >> 1 & 0x5555555555555555U;
    x = (x & 0x3333333333333333U) + (x >> 2 & 0x3333333333333333U);
    return (unsigned)(((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fU) * 0x0101010101010101U >> 56);
}

/* Bit number n of those that are set, from 0. */
INLINED unsigned nth_bit(uint64_t x, unsigned n, bool wide) {
    if (wide)
        return (unsigned)__builtin_ctzll(scatter((uint64_t)1 << n, x));
    for (; n; n--)
        x &= x - 1;
    return (unsigned)__builtin_ctzll(x);
}

/* The cells that are one step from these in the folded order: `odd` is the step of the lanes where
   it leads to the next column or row. */
INLINED uint64_t lanes_of(uint64_t x, uint64_t y, uint64_t first) {
    return (x & first) | (y & ~first);
}

typedef uint64_t rounds __attribute__((vector_size(8 * ROUNDS)));

/* Where hops over pieces lead west, south, south-west, south-east, then where those back lead. */
INLINED void hop_edges(uint64_t full, rounds edge[8]) {
    const rounds zero = {0}, empty = zero + ~full;
    uint64_t beside = lanes_of(full >> 16, full << 16, EVEN_FILES);
    uint64_t above = full >> 32 | full << 32, corner = beside >> 32 | beside << 32;
    uint64_t right = lanes_of(corner, corner >> 1, EVEN_FILES);
    uint64_t left = lanes_of(corner << 1, corner, EVEN_FILES);
    rounds east = zero + (lanes_of(beside, beside >> 1, EVEN_FILES) & HOPS_EAST);
    rounds north = zero + (lanes_of(above, above >> 4, EVEN_RANKS) & HOPS_NORTH);
    rounds rising = zero + (lanes_of(right, right >> 4, EVEN_RANKS) & HOPS_NORTH_EAST);
    rounds falling = zero + (lanes_of(left, left >> 4, EVEN_RANKS) & HOPS_NORTH_WEST);
    edge[0] = east & empty;
    edge[1] = north & empty;
    edge[2] = rising & empty;
    edge[3] = falling & empty;
    edge[4] = east << 1 & empty;
    edge[5] = north << 4 & empty;
    edge[6] = rising << 5 & empty;
    edge[7] = falling << 3 & empty;
}

/* Adds to four sets, all at once, where hops lead to: first along ranks and files, then from there
   too along diagonals. The edges are by direction, then those from the other end. */
INLINED void hop_on(rounds *set, const rounds edge[8]) {
    rounds x = *set;
    x |= (x << 1 & edge[4]) | (x >> 1 & edge[0]) | (x << 4 & edge[5]) | (x >> 4 & edge[1]);
    *set = x | (x << 5 & edge[6]) | (x >> 5 & edge[2]) | (x << 3 & edge[7]) | (x >> 3 & edge[3]);
}

/* The lowest piece of each lane; takes them away from *left. */
INLINED uint64_t next_round(uint64_t *left) {
    const uint64_t top = EACH_LANE << 15;
    uint64_t x = *left, less = ((x | top) - EACH_LANE) ^ (~x & top);
    *left = x & less;
    return x & ~less;
}

INLINED bool differ(const rounds *a, const rounds *b) {
    rounds change = *a ^ *b;
    return change[0] | change[1] | change[2] | change[3];
}

/* Finds the chains of the next four rounds; takes their pieces away from *left. Returns their
   number. */
INLINED unsigned find_chains(uint64_t *left, const rounds edge[8], uint64_t from[ROUNDS],
                             uint64_t to[ROUNDS], uint64_t *sums, bool wide) {
    uint64_t first = next_round(left), second = next_round(left), third = next_round(left);
    rounds start = {first, second, third, next_round(left)}, now = start, before;
    do {
        hop_on(&now, edge);
        before = now;
        hop_on(&now, edge);
    } while (differ(&before, &now));
    now ^= start;
    memcpy(from, &start, sizeof start);
    memcpy(to, &now, sizeof now);
    *sums = EACH_LANE * (bits_count(now[0], wide) | (uint64_t)bits_count(now[1], wide) << 16 |
                         (uint64_t)bits_count(now[2], wide) << 32 |
                         (uint64_t)bits_count(now[3], wide) << 48);
    return (unsigned)(*sums >> 48);
}

/* Counts the steps. */
INLINED unsigned count_steps(struct reach *r, bool wide) {
    uint64_t low = bits_count(r->step[0], wide) | bits_count(r->step[1], wide) << 8 |
                   bits_count(r->step[2], wide) << 16 | bits_count(r->step[3], wide) << 24;
    uint64_t high = bits_count(r->step[4], wide) | bits_count(r->step[5], wide) << 8 |
                    bits_count(r->step[6], wide) << 16 | bits_count(r->step[7], wide) << 24;
    r->steps_to = EACH_BYTE * (low | high << 32);
    return (unsigned)(r->steps_to >> 56);
}

INLINED void find_moves(const struct small *s, unsigned side, struct reach *r, bool wide) {
    uint64_t own = s->plain[side], empty = ~(own | s->plain[!side]);
    uint64_t full = s->folded[side] | s->folded[!side], left = s->folded[side];
    rounds edge[8];
    r->step[0] = own << 1 & NOT_FILE_A & empty;
    r->step[1] = own >> 1 & NOT_FILE_H & empty;
    r->step[2] = own << 8 & empty;
    r->step[3] = own >> 8 & empty;
    r->step[4] = own << 9 & NOT_FILE_A & empty;
    r->step[5] = own << 7 & NOT_FILE_H & empty;
    r->step[6] = own >> 7 & NOT_FILE_A & empty;
    r->step[7] = own >> 9 & NOT_FILE_H & empty;
    hop_edges(full, edge);
    r->total = r->steps = count_steps(r, wide);
    for (unsigned n = 0; left; n++)
        r->total += find_chains(&left, edge, r->from + n * ROUNDS, r->to + n * ROUNDS,
                                &r->chains_to[n], wide);
}

/* Of the fields of `bits` bits each in `sums`, ascending: how many are at most n. All are less than
   half of what a field holds. */
INLINED unsigned fields_up_to(uint64_t sums, uint64_t n, uint64_t each, unsigned bits, bool wide) {
    uint64_t top = each << (bits - 1);
    return bits_count(((n * each | top) - sums) & top, wide);
}

/* Move number n, below r->total, as plain bits. */
INLINED void pick_move(const struct reach *r, unsigned n, unsigned *from, unsigned *to, bool wide) {
    if (n < r->steps) {
        unsigned d = fields_up_to(r->steps_to, n, EACH_BYTE, 8, wide);
        n -= (unsigned)(r->steps_to << 8 >> 8 * d & 0xff);
        *to = nth_bit(r->step[d], n, wide);
        *from = (unsigned)((int)*to - step_by[d]);
        return;
    }
    unsigned i = 0, round, bit;
    for (n -= r->steps; n >= r->chains_to[i] >> 48; i++)
        n -= (unsigned)(r->chains_to[i] >> 48);
    round = fields_up_to(r->chains_to[i], n, EACH_LANE, 16, wide);
    n -= (unsigned)(r->chains_to[i] << 16 >> 16 * round & 0xffff);
    bit = nth_bit(r->to[i * ROUNDS + round], n, wide);
    *to = unfold_bit(bit);
    *from = unfold_bit(
        (unsigned)__builtin_ctzll(r->from[i * ROUNDS + round] & (uint64_t)0xffff << (bit & 48)));
}

/* A bit for each of eight bytes' lowest bits. */
INLINED uint64_t gather(uint64_t bytes) {
    return (bytes & 0x0101010101010101U) * 0x0102040810204080U >> 56;
}

/* The same of all ranks, for one bit of each cell. */
static uint64_t cells_with(const uint8_t at[HOPS_CELLS], unsigned bit) {
    uint64_t cells = 0, w;
    for (unsigned rank = 0; rank < 8; rank++) {
        memcpy(&w, at + rank * 16, sizeof w);
        cells |= gather(le64toh(w) >> bit) << rank * 8;
    }
    return cells;
}

static void begin(const struct hops *pos, struct small *s) {
    for (unsigned side = 0; side < 2; side++) { /* the contents are 1 and 2 */
        s->plain[side] = cells_with(pos->at, side);
        s->folded[side] = fold(s->plain[side]);
    }
}

bool zet_hops_is_small(const struct hops *pos) {
    const struct board *board = &pos->ruleset->board;
    return board->files == 8 && !pos->long_hops && !pos->one_way && !pos->forced;
}

INLINED unsigned count(const struct hops *pos, uint64_t draw, struct move *pick, bool wide) {
    struct small s;
    struct reach r;
    begin(pos, &s);
    find_moves(&s, pos->turn, &r, wide);
    if (pick && r.total) {
        unsigned from, to;
        pick_move(&r, (unsigned)key_below(draw, r.total), &from, &to, wide);
        *pick = (struct move){.kind = MOVE_WALK, .count = 2};
        pick->cell[0] = cell_at(0, from % 8, from / 8);
        pick->cell[1] = cell_at(0, to % 8, to / 8);
    }
    return r.total;
}

/* What a random game needs to know of the rules. */
struct aims {
    uint64_t goal[2], yard[2];
    uint32_t evacuation;
    bool occupied; /* M13 */
};

/* As zet_hops_outcome, after a move of `side`, its move number `made`. */
INLINED enum result result_of(const struct aims *a, const struct small *s, unsigned side,
                              uint32_t made) {
    uint64_t own = s->plain[side], goal = a->goal[side];
    bool there = a->occupied ? !(goal & ~(own | s->plain[!side])) : !(own & ~goal);
    if (there && own & goal)
        return result_win(side);
    if (a->evacuation && made > a->evacuation && own & a->yard[side])
        return result_win(!side);
    return RESULT_OPEN;
}

INLINED void random_game(const struct hops *pos, struct random_game *game, bool wide) {
    struct small s;
    struct aims aims = {.evacuation = pos->evacuation, .occupied = pos->goal_occupied};
    uint32_t made[2] = {pos->made[0], pos->made[1]}, turns = 0;
    unsigned side = pos->turn;
    uint64_t choices = 0, dice = game->dice;
    enum result result = RESULT_OPEN;
    begin(pos, &s);
    for (unsigned i = 0; i < 2; i++) {
        aims.goal[i] = cells_with(pos->ruleset->zone, i); /* ZONE_GOAL << side */
        aims.yard[i] = cells_with(pos->ruleset->zone, 2 + i);
    }
    for (; result == RESULT_OPEN && turns < game->plies; turns++, side = !side) {
        struct reach r;
        uint64_t draw = key_mix(dice += KEY_TURN);
        find_moves(&s, side, &r, wide);
        choices += r.total ? r.total : 1; /* C2: a pass */
        if (r.total) {
            unsigned from, to;
            pick_move(&r, (unsigned)key_below(draw, r.total), &from, &to, wide);
            s.plain[side] ^= (uint64_t)1 << from | (uint64_t)1 << to;
            s.folded[side] ^= (uint64_t)1 << fold_bit(from) | (uint64_t)1 << fold_bit(to);
        }
        result = result_of(&aims, &s, side, ++made[side]);
    }
    game->turns = game->counted = turns;
    game->choices = choices;
    game->result = result;
}

static WIDE unsigned count_wide(const struct hops *pos, uint64_t draw, struct move *pick) {
    return count(pos, draw, pick, HAS_WIDE);
}

static WIDE void random_game_wide(const struct hops *pos, struct random_game *game) {
    random_game(pos, game, HAS_WIDE);
}

static bool is_wide(void) {
#if HAS_WIDE
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}

unsigned zet_hops_small_count(const struct hops *pos, uint64_t draw, struct move *pick) {
    return is_wide() ? count_wide(pos, draw, pick) : count(pos, draw, pick, false);
}

void zet_hops_small_game(const struct hops *pos, struct random_game *game) {
    if (is_wide())
        random_game_wide(pos, game);
    else
        random_game(pos, game, false);
}
