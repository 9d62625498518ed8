#include <stddef.h>

#include "notation/games/notation.h"
#include "validators/games/key.h"
#include "validators/games/rules.h"
#include "validators/games/symmetry.h"

/* Stones are stored in bit planes, one for each level and side: bit rank * stride + file. Boards up
 * to 8x8 have planes of one word and ranks of 8 bits; larger boards have four words and ranks of 16
 * bits. All levels have the same stride, so the cells above and below a cell are found by the same
 * shifts on every level. A bit that a shift carries into the next rank lands on a file that the
 * level lacks, or is masked out. */
enum { WORDS_MAX = 4, NARROW_MAX = 8, SIZE_LEAST = 3, SIZE_MOST = 16, SIZE_USUAL = 8 };

/* Two levels more than a board has, so that looking up from the top level finds nothing. */
enum { PLANES = LEVELS_MAX + 2 };

struct akron {
    uint64_t key;
    uint32_t supply;    /* A7; 0: unlimited */
    uint16_t stones[2]; /* on the board, of each side */
    uint16_t ground;    /* occupied cells of level 1 */
    uint8_t size;
    uint8_t levels; /* occupied levels; 1 on an empty board */
    uint8_t turn;
    bool wide;
    bool swap_open;            /* A13: White has not had a turn */
    bool stay;                 /* A14 */
    bool full_draw;            /* A15 */
    bool linked;               /* A12: the two sides of the player to move are linked */
    uint64_t floor[WORDS_MAX]; /* the cells of level 1 */
    uint64_t own[PLANES][2][WORDS_MAX];
};

_Static_assert(sizeof(struct akron) <= POSITION_BYTES_MAX, "a position is small");

/* The two kinds of planes. Functions with a shape parameter are inlined, so the shape is a constant
 * in them. */
struct shape {
    unsigned words;
    unsigned stride;
    uint64_t inner; /* of each word: all files but the last */
    uint64_t outer; /* all files but the first */
};

#define NARROW ((struct shape){1, 8, 0x7f7f7f7f7f7f7f7fU, 0xfefefefefefefefeU})
#define WIDE ((struct shape){WORDS_MAX, 16, 0x7fff7fff7fff7fffU, 0xfffefffefffefffeU})

#ifdef __OPTIMIZE_SIZE__
#define SHAPED static
#else
#define SHAPED static inline __attribute__((always_inline))
#endif

/* Rare code stays out of line, so that the rest needs little stack. */
#define RARE static __attribute__((noinline))

/* A set of cells. Only the occupied levels are used. */
struct planes {
    uint64_t at[LEVELS_MAX][WORDS_MAX];
};

/* The touches of one side's stones (A4, A5). */
struct web {
    struct planes live;  /* its stones, except those cut off from all touches */
    struct planes east;  /* of these, the ones that touch the stone to the east */
    struct planes north; /* ... the one to the north */
};

/* The falls of a relocation (A10). */
struct falls {
    unsigned count;
    cell from[LEVELS_MAX]; /* lowest first */
};

/* Word i of `plane` moved up by one rank. */
SHAPED uint64_t moved_north(const uint64_t *plane, unsigned i, struct shape s) {
    return plane[i] << s.stride | (i > 0 ? plane[i - 1] >> (64 - s.stride) : 0);
}

SHAPED uint64_t moved_south(const uint64_t *plane, unsigned i, struct shape s) {
    return plane[i] >> s.stride | (i + 1 < s.words ? plane[i + 1] << (64 - s.stride) : 0);
}

/* Word i of the cells orthogonally adjacent to those of `plane`. */
SHAPED uint64_t beside(const uint64_t *plane, unsigned i, struct shape s) {
    return (plane[i] << 1 & s.outer) | (plane[i] >> 1 & s.inner) | moved_north(plane, i, s) |
           moved_south(plane, i, s);
}

/* Word i of the cells one level up that rest on cells of `plane`. */
SHAPED uint64_t over(const uint64_t *plane, unsigned i, struct shape s) {
    uint64_t both = plane[i] | moved_south(plane, i, s);
    return both | both >> 1;
}

/* Word i of the cells one level down that support cells of `plane`. */
SHAPED uint64_t under(const uint64_t *plane, unsigned i, struct shape s) {
    uint64_t both = plane[i] | moved_north(plane, i, s);
    return both | both << 1;
}

SHAPED uint64_t stones_at(const struct akron *pos, unsigned level, unsigned i) {
    return pos->own[level][0][i] | pos->own[level][1][i];
}

SHAPED bool planes_meet(const uint64_t *a, const uint64_t *b, struct shape s) {
    uint64_t both = 0;
    for (unsigned i = 0; i < s.words; i++)
        both |= a[i] & b[i];
    return both != 0;
}

SHAPED void planes_clear(struct planes *p, unsigned levels, struct shape s) {
    for (unsigned n = 0; n < levels; n++)
        for (unsigned i = 0; i < s.words; i++)
            p->at[n][i] = 0;
}

static inline struct shape shape_of(const struct akron *pos) { return pos->wide ? WIDE : NARROW; }

/* The word of a cell in a plane, and its bit there. */
SHAPED unsigned word_of(cell c, struct shape s) {
    return s.words > 1 ? cell_rank(c) * s.stride / 64 : 0;
}

SHAPED uint64_t bit_of(cell c, struct shape s) {
    return (uint64_t)1 << ((cell_rank(c) * s.stride + cell_file(c)) % 64);
}

/* The lowest cell of word i of a level's plane. */
SHAPED cell cell_of(unsigned level, unsigned i, uint64_t word, struct shape s) {
    unsigned bit = i * 64 + (unsigned)__builtin_ctzll(word);
    return cell_at(level, bit % s.stride, bit / s.stride);
}

/* Sets a plane of the level of `c` to contain only `c`. */
SHAPED void spot_set(uint64_t *plane, cell c, struct shape s) {
    for (unsigned i = 0; i < s.words; i++)
        plane[i] = i == word_of(c, s) ? bit_of(c, s) : 0;
}

SHAPED void planes_add(struct planes *p, cell c, struct shape s) {
    p->at[cell_level(c)][word_of(c, s)] |= bit_of(c, s);
}

SHAPED void planes_drop(struct planes *p, cell c, struct shape s) {
    p->at[cell_level(c)][word_of(c, s)] &= ~bit_of(c, s);
}

SHAPED bool holds(const struct akron *pos, unsigned side, cell c, struct shape s) {
    return pos->own[cell_level(c)][side][word_of(c, s)] & bit_of(c, s);
}

SHAPED bool occupied(const struct akron *pos, cell c, struct shape s) {
    return stones_at(pos, cell_level(c), word_of(c, s)) & bit_of(c, s);
}

/* For all cells of four levels. */
#define KEYS_LEVELS(n, c)                                                                          \
    KEYS_256((n) << 8, c), KEYS_256(((n) + 1U) << 8, c), KEYS_256(((n) + 2U) << 8, c),             \
        KEYS_256(((n) + 3U) << 8, c)
#define KEYS_ALL(c) KEYS_LEVELS(0U, c), KEYS_LEVELS(4U, c), KEYS_LEVELS(8U, c), KEYS_LEVELS(12U, c)

/* A table is faster, but has 64 KiB that do not compress. */
#ifdef __OPTIMIZE_SIZE__
static uint64_t key_at(unsigned side, cell c) {
    return key_of(c, side ? ZI_CELL_WHITE : ZI_CELL_BLACK);
}
#else
static const uint64_t keys[2][CELLS_MAX] = {{KEYS_ALL(ZI_CELL_BLACK)}, {KEYS_ALL(ZI_CELL_WHITE)}};

static inline uint64_t key_at(unsigned side, cell c) { return keys[side][c]; }
#endif

SHAPED void put(struct akron *pos, unsigned side, cell c, struct shape s) {
    unsigned level = cell_level(c);
    pos->own[level][side][word_of(c, s)] |= bit_of(c, s);
    pos->key ^= key_at(side, c);
    pos->stones[side]++;
    pos->ground = (uint16_t)(pos->ground + (level == 0));
    if (level >= pos->levels)
        pos->levels = (uint8_t)(level + 1);
}

/* Removes a stone, but does not lower pos->levels. */
SHAPED void take(struct akron *pos, unsigned side, cell c, struct shape s) {
    unsigned level = cell_level(c);
    pos->own[level][side][word_of(c, s)] &= ~bit_of(c, s);
    pos->key ^= key_at(side, c);
    pos->stones[side]--;
    pos->ground = (uint16_t)(pos->ground - (level == 0));
}

/* Lowers pos->levels past empty levels. */
SHAPED void levels_settle(struct akron *pos, struct shape s) {
    for (; pos->levels > 1; pos->levels--)
        for (unsigned i = 0; i < s.words; i++)
            if (stones_at(pos, pos->levels - 1U, i))
                return;
}

/* The touches within one level. */
SHAPED void web_make_level(struct web *web, const struct akron *pos, unsigned side, unsigned n,
                           struct shape s) {
    uint64_t above[WORDS_MAX], high[WORDS_MAX];
    for (unsigned i = 0; i < s.words; i++) {
        above[i] = stones_at(pos, n + 1, i);
        high[i] = stones_at(pos, n + 2, i);
    }
    for (unsigned i = 0; i < s.words; i++)
        web->live.at[n][i] = pos->own[n][side][i] & ~(moved_north(high, i, s) << 1);
    for (unsigned i = 0; i < s.words; i++) {
        const uint64_t *live = web->live.at[n];
        uint64_t cut_east = above[i] & moved_north(above, i, s);
        uint64_t cut_north = above[i] & above[i] << 1;
        web->east.at[n][i] = live[i] & live[i] >> 1 & s.inner & ~cut_east;
        web->north.at[n][i] = live[i] & moved_south(live, i, s) & ~cut_north;
    }
}

SHAPED void web_make(struct web *web, const struct akron *pos, unsigned side, struct shape s) {
    for (unsigned n = 0; n < pos->levels; n++)
        web_make_level(web, pos, side, n, s);
}

/* Grows `x` within a level by a touch in each direction. Returns the cells added. */
SHAPED uint64_t level_step(uint64_t *x, const uint64_t *east, const uint64_t *north,
                           struct shape s) {
    uint64_t more = 0, below = 0; /* bits going north from the previous word */
    for (unsigned i = 0; i < s.words; i++) {
        uint64_t v = x[i], up = v & north[i];
        uint64_t grown = v | (v & east[i]) << 1 | (v >> 1 & east[i]) | up << s.stride | below |
                         (moved_south(x, i, s) & north[i]);
        below = up >> (64 - s.stride);
        more |= grown ^ v;
        x[i] = grown;
    }
    return more;
}

/* Grows `x` within a level as far as the touches lead, or until it meets `goal`; true if it does.
 * Checks that only after every few steps, because their number is unpredictable. */
SHAPED bool level_grow(uint64_t *x, const uint64_t *east, const uint64_t *north,
                       const uint64_t *goal, struct shape s) {
    for (uint64_t more = 1; more != 0;) {
        level_step(x, east, north, s);
        level_step(x, east, north, s);
        more = level_step(x, east, north, s);
        if (planes_meet(x, goal, s))
            return true;
    }
    return false;
}

/* Grows `x` to the chains (A6) that it meets, or until it meets `goal`; true if it does. */
SHAPED bool flood(struct planes *x, const struct web *web, const struct planes *goal,
                  unsigned levels, struct shape s) {
    for (uint64_t more = 1; more != 0;) {
        more = 0;
        for (unsigned n = 0; n < levels; n++) {
            if (level_grow(x->at[n], web->east.at[n], web->north.at[n], goal->at[n], s))
                return true;
            for (unsigned i = 0; i < s.words && n + 1 < levels; i++)
                x->at[n + 1][i] |= web->live.at[n + 1][i] & over(x->at[n], i, s);
        }
        for (unsigned n = levels - 1; n-- > 0;)
            for (unsigned i = 0; i < s.words; i++) {
                uint64_t down = web->live.at[n][i] & under(x->at[n + 1], i, s);
                more |= down & ~x->at[n][i];
                x->at[n][i] |= down;
            }
    }
    return false;
}

/* Sets the first and the second of the two board sides of `side` (A2). */
SHAPED void edges(const struct akron *pos, unsigned side, uint64_t *first, uint64_t *second,
                  struct shape s) {
    unsigned last = pos->size - 1U;
    uint64_t file_a = s.stride == 8 ? 0x0101010101010101U : 0x0001000100010001U;
    uint64_t rank = ((uint64_t)1 << pos->size) - 1, by_file = (uint64_t)0 - side;
    for (unsigned i = 0; i < s.words; i++) {
        unsigned low = i * 64 / s.stride; /* the first rank of the word */
        unsigned shift = (last - low) * s.stride;
        uint64_t south = i == 0 ? rank : 0;
        uint64_t north = last >= low && shift < 64 ? rank << (shift & 63) : 0;
        first[i] = (file_a & by_file) | (south & ~by_file);
        second[i] = (file_a << last & by_file) | (north & ~by_file);
    }
}

/* The cells of level 1 that carry a stone of `side`, directly or through other stones. Only for
 * boards with planes of one word. */
static inline uint64_t footprint(const struct akron *pos, unsigned side) {
    uint64_t out = 0;
    for (unsigned n = pos->levels; n-- > 0;)
        out = under(&out, 0, NARROW) | pos->own[n][side][0];
    return out;
}

/* Whether a footprint connects each rank with the next one, for Black, or each file with the next
 * one, for White; any link needs this. It is rarely true, and is found without a branch. */
static inline bool crosses(uint64_t ground, unsigned side, unsigned size) {
    if (side) {
        uint64_t east = ground & ground >> 1, all = ((uint64_t)1 << (size - 1)) - 1;
        for (unsigned by = 32; by >= 8; by /= 2)
            east |= east >> by;
        return (east & all) == all;
    }
    uint64_t north = ground & ground >> 8;
    uint64_t all = 0x0101010101010101U & (((uint64_t)1 << (size - 1) * 8) - 1);
    for (unsigned by = 4; by > 0; by /= 2)
        north |= north >> by;
    return (north & all) == all;
}

SHAPED bool link_find_in(const struct akron *pos, unsigned side, struct shape s) {
    uint64_t first[WORDS_MAX], second[WORDS_MAX];
    struct web web;
    struct planes x, goal;
    edges(pos, side, first, second, s);
    web_make(&web, pos, side, s);
    planes_clear(&x, pos->levels, s);
    planes_clear(&goal, pos->levels, s);
    for (unsigned i = 0; i < s.words; i++) {
        x.at[0][i] = web.live.at[0][i] & first[i];
        goal.at[0][i] = web.live.at[0][i] & second[i];
    }
    return flood(&x, &web, &goal, pos->levels, s);
}

/* Whether a chain of `side` links its two sides. */
RARE bool link_find(const struct akron *pos, unsigned side) {
    return pos->wide ? link_find_in(pos, side, WIDE) : link_find_in(pos, side, NARROW);
}

/* A10: finds the stones that fall when the one on `from` leaves. False if it is pinned. */
SHAPED bool falls_find(const struct akron *pos, cell from, struct falls *falls, struct shape s) {
    falls->count = 0;
    for (cell at = from; cell_level(at) + 1U < pos->levels;) {
        uint64_t spot[WORDS_MAX], all = 0, many = 0;
        unsigned level = cell_level(at) + 1;
        spot_set(spot, at, s);
        for (unsigned i = 0; i < s.words; i++) {
            uint64_t resting = stones_at(pos, level, i) & over(spot, i, s);
            many |= (all && resting) | (resting & (resting - 1));
            if (resting)
                at = cell_of(level, i, resting, s);
            all |= resting;
        }
        if (many)
            return false;
        if (!all)
            break;
        falls->from[falls->count++] = at;
    }
    return true;
}

static bool falls_touch_place(const struct falls *falls, cell from, cell place) {
    bool hit = place == from;
    for (unsigned i = 0; i < falls->count; i++)
        hit |= place == falls->from[i];
    return falls->count > 0 && hit;
}

static bool rests_on(cell stone, cell support) {
    return cell_level(stone) == cell_level(support) + 1U &&
           cell_file(support) - cell_file(stone) <= 1U &&
           cell_rank(support) - cell_rank(stone) <= 1U;
}

/* Whether four stones lie under a place of a higher level. */
SHAPED bool supported(const struct akron *pos, cell place, struct shape s) {
    uint64_t spot[WORDS_MAX], missing = 0;
    spot_set(spot, place, s);
    for (unsigned i = 0; i < s.words; i++)
        missing |= under(spot, i, s) & ~stones_at(pos, cell_level(place) - 1U, i);
    return !missing;
}

/* Finds the stones of `side` that a stone on `place` would touch (A4), except the stone that leaves
 * and those that fall. False if there are none. */
SHAPED bool touched_find(const struct akron *pos, unsigned side, cell from, cell place,
                         const struct falls *falls, struct planes *out, struct shape s) {
    unsigned level = cell_level(place);
    uint64_t spot[WORDS_MAX], any = 0;
    planes_clear(out, pos->levels, s);
    spot_set(spot, place, s);
    for (unsigned i = 0; i < s.words; i++) {
        out->at[level][i] = pos->own[level][side][i] & beside(spot, i, s);
        if (level > 0)
            out->at[level - 1][i] = pos->own[level - 1][side][i] & under(spot, i, s);
    }
    planes_drop(out, from, s);
    for (unsigned i = 0; i < falls->count; i++)
        planes_drop(out, falls->from[i], s);
    for (unsigned n = 0; n < pos->levels; n++)
        for (unsigned i = 0; i < s.words; i++)
            any |= out->at[n][i];
    return any != 0;
}

/* Lets the stones fall after the one on `from` has left. */
SHAPED void falls_apply(struct akron *pos, cell from, const struct falls *falls, struct shape s) {
    for (unsigned i = 0; i < falls->count; i++) {
        unsigned side = holds(pos, 1, falls->from[i], s);
        take(pos, side, falls->from[i], s);
        put(pos, side, i ? falls->from[i - 1] : from, s);
    }
    levels_settle(pos, s);
}

/* A14: finds the chain of `from` after the fall. Its stone may stay: the cell counts as one of
 * `side`. If the chain meets `goal`, the rest of it may be missing; true if it does. */
SHAPED bool chain_after(const struct akron *pos, unsigned side, cell from,
                        const struct falls *falls, const struct planes *goal, struct planes *chain,
                        struct shape s) {
    struct akron after;
    struct web web;
    /* Nothing looks more than two levels above the highest occupied one. */
    memcpy(&after, pos, offsetof(struct akron, own) + (pos->levels + 2U) * sizeof *pos->own);
    falls_apply(&after, from, falls, s);
    take(&after, !side, from, s);
    web_make(&web, &after, side, s);
    planes_clear(chain, pos->levels, s);
    planes_add(chain, from, s);
    return flood(chain, &web, goal, after.levels, s);
}

/* A9: whether the place touches the chain of the stone on `from` through stones on its level that
 * are linked to it within the level: the common case, which is quick to check. None of these stones
 * falls. */
SHAPED bool level_is_touched(const struct akron *pos, unsigned side, cell from, cell place,
                             struct shape s) {
    unsigned level = cell_level(from);
    uint64_t x[WORDS_MAX], spot[WORDS_MAX], goal[WORDS_MAX];
    struct web web;
    if (cell_level(place) != level && cell_level(place) != level + 1)
        return false;
    spot_set(spot, place, s);
    spot_set(x, from, s);
    for (unsigned i = 0; i < s.words; i++) {
        uint64_t near = cell_level(place) == level ? beside(spot, i, s) : under(spot, i, s);
        goal[i] = near & pos->own[level][side][i] & ~x[i];
    }
    web_make_level(&web, pos, side, level, s);
    return level_grow(x, web.east.at[level], web.north.at[level], goal, s);
}

/* A9, A14: whether the place touches the chain of the stone on `from`. */
SHAPED bool chain_is_touched_in(const struct akron *pos, unsigned side, cell from, cell place,
                                const struct falls *falls, struct shape s) {
    struct web web;
    struct planes chain, goal, none;
    if (!touched_find(pos, side, from, place, falls, &goal, s))
        return false;
    web_make(&web, pos, side, s);
    planes_clear(&chain, pos->levels, s);
    planes_add(&chain, from, s);
    if (!pos->stay || falls->count == 0)
        return flood(&chain, &web, &goal, pos->levels, s);
    planes_clear(&none, pos->levels, s);
    flood(&chain, &web, &none, pos->levels, s);
    for (unsigned n = 0; n < pos->levels; n++)
        for (unsigned i = 0; i < s.words; i++)
            goal.at[n][i] &= chain.at[n][i];
    return chain_after(pos, side, from, falls, &goal, &chain, s);
}

RARE bool chain_is_touched(const struct akron *pos, unsigned side, cell from, cell place,
                           const struct falls *falls) {
    return pos->wide ? chain_is_touched_in(pos, side, from, place, falls, WIDE)
                     : chain_is_touched_in(pos, side, from, place, falls, NARROW);
}

static bool supply_left(const struct akron *pos) {
    return pos->supply == 0 || pos->stones[pos->turn] < pos->supply;
}

/* A7: whether the player to move can place a stone anywhere. */
static bool placement_exists(const struct akron *pos) {
    return pos->ground < pos->size * pos->size && supply_left(pos);
}

static bool swap_allowed(const struct akron *pos) { return pos->swap_open && pos->turn == 1; }

/* Finds the stones that a relocation from `from` may touch (A9, A14). */
SHAPED void anchors_find(const struct akron *pos, cell from, const struct falls *falls,
                         const struct web *web, struct planes *anchors, struct shape s) {
    struct planes after, none;
    planes_clear(&none, pos->levels, s);
    planes_clear(anchors, pos->levels, s);
    planes_add(anchors, from, s);
    flood(anchors, web, &none, pos->levels, s);
    if (pos->stay && falls->count > 0) {
        chain_after(pos, pos->turn, from, falls, &none, &after, s);
        for (unsigned n = 0; n < pos->levels; n++)
            for (unsigned i = 0; i < s.words; i++)
                anchors->at[n][i] &= after.at[n][i];
    }
    planes_drop(anchors, from, s);
    for (unsigned i = 0; i < falls->count; i++)
        planes_drop(anchors, falls->from[i], s);
}

/* Finds the places where the mover's stone on `from`, which is not pinned, may go (A8 to A10, A14).
 * Returns the number of levels filled. */
SHAPED unsigned places_find(const struct akron *pos, cell from, const struct falls *falls,
                            const struct web *web, struct planes *places, struct shape s) {
    struct planes anchors, gone = {0};
    anchors_find(pos, from, falls, web, &anchors, s);
    planes_add(&gone, from, s);
    for (unsigned i = 0; i < falls->count; i++)
        planes_add(&gone, falls->from[i], s);
    unsigned top = pos->levels < pos->size ? pos->levels + 1U : pos->levels;
    for (unsigned n = 0; n < top; n++) {
        uint64_t stays[WORDS_MAX];
        for (unsigned i = 0; i < s.words && n > 0; i++)
            stays[i] = stones_at(pos, n - 1, i) & ~gone.at[n - 1][i];
        for (unsigned i = 0; i < s.words; i++) {
            uint64_t reach = 0, ground = pos->floor[i];
            if (n < pos->levels)
                reach = beside(anchors.at[n], i, s);
            if (n > 0) {
                uint64_t both = stays[i] & moved_south(stays, i, s);
                reach |= over(anchors.at[n - 1], i, s);
                ground = both & both >> 1 & s.inner;
            }
            places->at[n][i] = reach & ground & ~stones_at(pos, n, i);
        }
    }
    return top;
}

/* Visits the relocations of the stone on `from`. */
SHAPED bool relocations_of(const struct akron *pos, cell from, const struct web *web,
                           move_visitor *visit, void *context, struct shape s) {
    struct falls falls;
    if (!falls_find(pos, from, &falls, s))
        return true;
    struct planes places;
    struct move m;
    m.kind = MOVE_RELOCATE;
    m.annotated = falls.count > 0;
    m.count = (uint16_t)(2 + falls.count);
    m.cell[0] = from;
    for (unsigned i = 0; i < falls.count; i++)
        m.cell[2 + i] = falls.from[i];
    unsigned top = places_find(pos, from, &falls, web, &places, s);
    for (unsigned n = 0; n < top; n++)
        for (unsigned i = 0; i < s.words; i++)
            for (uint64_t left = places.at[n][i]; left; left &= left - 1) {
                m.cell[1] = cell_of(n, i, left, s);
                if (!visit(context, &m))
                    return false;
            }
    return true;
}

SHAPED bool relocations_in(const struct akron *pos, move_visitor *visit, void *context,
                           struct shape s) {
    struct web web;
    web_make(&web, pos, pos->turn, s);
    for (unsigned n = 0; n < pos->levels; n++)
        for (unsigned i = 0; i < s.words; i++)
            for (uint64_t left = pos->own[n][pos->turn][i]; left; left &= left - 1)
                if (!relocations_of(pos, cell_of(n, i, left, s), &web, visit, context, s))
                    return false;
    return true;
}

static bool relocations(const struct akron *pos, move_visitor *visit, void *context) {
    return pos->wide ? relocations_in(pos, visit, context, WIDE)
                     : relocations_in(pos, visit, context, NARROW);
}

static bool stop_at_first(void *context, const struct move *m) {
    (void)context;
    (void)m;
    return false;
}

static bool relocation_exists(const struct akron *pos) {
    return !relocations(pos, stop_at_first, NULL);
}

SHAPED void relocate(struct akron *pos, cell from, cell to, const struct falls *falls,
                     struct effect *effect, struct shape s) {
    take(pos, pos->turn, from, s);
    falls_apply(pos, from, falls, s);
    put(pos, pos->turn, to, s);
    for (unsigned i = 0; i < falls->count; i++)
        effect->fall[i] = falls->from[i];
    effect->falls = (uint16_t)falls->count;
}

/* A12: judges whether the player to move has won. */
static inline void link_judge(struct akron *pos) {
    pos->linked = (pos->wide || crosses(footprint(pos, pos->turn), pos->turn, pos->size)) &&
                  link_find(pos, pos->turn);
}

/* Ends a turn after the stones have moved. */
static inline void turn_end(struct akron *pos, const struct move *m) {
    pos->swap_open &= pos->turn == 0;
    if (m->kind != MOVE_SWAP) {
        pos->turn ^= 1;
        pos->key ^= KEY_TURN;
    }
    link_judge(pos);
}

SHAPED void play_in(struct akron *pos, const struct move *m, struct effect *effect,
                    struct shape s) {
    struct falls falls;
    if (m->kind == MOVE_PLACE) {
        put(pos, pos->turn, m->cell[0], s);
    } else if (m->kind == MOVE_RELOCATE) {
        falls_find(pos, m->cell[0], &falls, s);
        relocate(pos, m->cell[0], m->cell[1], &falls, effect, s);
    }
    turn_end(pos, m);
}

static void play(void *position, const struct move *m, struct effect *effect) {
    struct akron *pos = position;
    if (pos->wide)
        play_in(pos, m, effect, WIDE);
    else
        play_in(pos, m, effect, NARROW);
}

SHAPED const struct reason *check_place(const struct akron *pos, cell to, struct shape s) {
    if (cell_level(to) > 0)
        return REASON_OF(NOT_ON_BOARD_LEVEL);
    if (occupied(pos, to, s))
        return REASON_OF(OCCUPIED);
    return supply_left(pos) ? NULL : REASON_OF(NO_STONES_LEFT);
}

/* If the move is legal, *falls has the stones that fall. */
SHAPED const struct reason *check_relocate(const struct akron *pos, cell from, cell to,
                                           struct falls *falls, struct shape s) {
    unsigned side = pos->turn;
    if (!holds(pos, side, from, s))
        return holds(pos, !side, from, s) ? REASON_OF(NOT_OWN_PIECE) : REASON_OF(EMPTY_ORIGIN);
    if (!falls_find(pos, from, falls, s))
        return REASON_OF(PINNED);
    if (falls_touch_place(falls, from, to))
        return REASON_OF(TAKES_FALLING_PLACE);
    if (occupied(pos, to, s))
        return REASON_OF(OCCUPIED);
    if (cell_level(to) > 0) {
        if (!supported(pos, to, s))
            return REASON_OF(NOT_SUPPORTED);
        bool uses = rests_on(to, from);
        for (unsigned i = 0; i < falls->count; i++)
            uses |= rests_on(to, falls->from[i]);
        if (uses)
            return REASON_OF(USES_FALLING_STONE);
    }
    bool touched = ((falls->count == 0) | !pos->stay) && level_is_touched(pos, side, from, to, s);
    return touched || chain_is_touched(pos, side, from, to, falls) ? NULL
                                                                   : REASON_OF(NOT_TOUCHING_CHAIN);
}

/* Checks moves that are neither placements nor relocations. */
static const struct reason *check_other(const struct akron *pos, const struct move *m) {
    if (m->kind == MOVE_SWAP)
        return swap_allowed(pos) ? NULL : REASON_OF(NO_SWAP);
    return REASON_OF(MUST_NOT_PASS); /* A11: without a move the game is over */
}

static const struct reason *check(const void *position, const struct move *m) {
    const struct akron *pos = position;
    struct falls falls;
    switch (m->kind) {
    case MOVE_PLACE: return check_place(pos, m->cell[0], shape_of(pos));
    case MOVE_RELOCATE:
        return pos->wide ? check_relocate(pos, m->cell[0], m->cell[1], &falls, WIDE)
                         : check_relocate(pos, m->cell[0], m->cell[1], &falls, NARROW);
    default: return check_other(pos, m);
    }
}

/* Blames the stones under the place that move or fall. */
static void blame(const void *position, const struct move *m, const struct reason *reason,
                  struct blame *out) {
    const struct akron *pos = position;
    struct falls falls = {0};
    cell left = m->cell[0], to = m->cell[1];
    if (reason != REASON_OF(USES_FALLING_STONE))
        return;
    if (pos->wide)
        falls_find(pos, left, &falls, WIDE);
    else
        falls_find(pos, left, &falls, NARROW);
    if (rests_on(to, left))
        out->at[out->count++] = left;
    for (unsigned i = 0; i < falls.count; i++)
        if (rests_on(to, falls.from[i]))
            out->at[out->count++] = falls.from[i];
}

static inline struct outcome outcome_of(const struct akron *pos) {
    if (pos->linked)
        return (struct outcome){result_win(pos->turn), "connection"};
    if (pos->full_draw && pos->ground == pos->size * pos->size)
        return (struct outcome){RESULT_DRAW, "full-board"};
    if (!placement_exists(pos) && !relocation_exists(pos))
        return (struct outcome){RESULT_DRAW, "no-moves"};
    return (struct outcome){RESULT_OPEN, NULL};
}

static struct outcome outcome(const void *position) { return outcome_of(position); }

SHAPED const struct reason *try_play_in(struct akron *pos, const struct move *m,
                                        struct effect *effect, struct shape s) {
    const struct reason *reason;
    struct falls falls;
    effect->loot = effect->stages = 0;
    effect->falls = 0;
    if (m->kind == MOVE_PLACE) {
        if ((reason = check_place(pos, m->cell[0], s)))
            return reason;
        put(pos, pos->turn, m->cell[0], s);
    } else if (m->kind == MOVE_RELOCATE) {
        if ((reason = check_relocate(pos, m->cell[0], m->cell[1], &falls, s)))
            return reason;
        relocate(pos, m->cell[0], m->cell[1], &falls, effect, s);
    } else if ((reason = check_other(pos, m))) {
        return reason;
    }
    turn_end(pos, m);
    return NULL;
}

/* Out of line because it is rare. */
RARE const struct reason *try_play_wide(struct akron *pos, const struct move *m,
                                        struct effect *effect) {
    return try_play_in(pos, m, effect, WIDE);
}

static const struct reason *try_play(void *position, const struct move *m,
                                     struct attempt *attempt) {
    struct akron *pos = position;
    const struct reason *reason = pos->wide ? try_play_wide(pos, m, &attempt->effect)
                                            : try_play_in(pos, m, &attempt->effect, NARROW);
    if (reason)
        return reason;
    attempt->outcome = outcome_of(pos);
    attempt->key = pos->key;
    return NULL;
}

static bool agrees(const struct move *m, const struct effect *effect) {
    return !m->annotated ||
           (m->count == 2 + effect->falls &&
            memcmp(m->cell + 2, effect->fall, effect->falls * sizeof *effect->fall) == 0);
}

static void annotate(struct move *m, const struct effect *effect) {
    if (m->kind != MOVE_RELOCATE)
        return;
    m->count = (uint16_t)(2 + effect->falls);
    memcpy(m->cell + 2, effect->fall, effect->falls * sizeof *effect->fall);
    m->annotated = effect->falls > 0;
}

static bool moves(const void *position, move_visitor *visit, void *context) {
    const struct akron *pos = position;
    struct shape s = shape_of(pos);
    struct move m;
    if (outcome(pos).result != RESULT_OPEN)
        return true;
    m.kind = MOVE_SWAP;
    m.annotated = false;
    m.count = 0;
    if (swap_allowed(pos) && !visit(context, &m))
        return false;
    m.kind = MOVE_PLACE;
    m.count = 1;
    for (unsigned rank = 0; rank < pos->size && supply_left(pos); rank++)
        for (unsigned file = 0; file < pos->size; file++) {
            m.cell[0] = cell_at(0, file, rank);
            if (!occupied(pos, m.cell[0], s) && !visit(context, &m))
                return false;
        }
    return relocations(pos, visit, context);
}

enum option_index { REPETITION, SIZE, SUPPLY, SWAP, TOUCH, FULL_BOARD, OPTIONS };

static const char *const swap_words[] = {"false", "true", NULL};
static const char *const touch_words[] = {"before", "stay", NULL};
static const char *const full_board_words[] = {"play", "draw", NULL};

static const struct rule_option options[OPTIONS] = {
    [REPETITION] = {.name = "repetition",
                    .about = "the game is drawn when a position occurs this many times; 0: never",
                    .min = 2,
                    .max = OPTION_NUMBER_MAX,
                    .zero = true},
    [SIZE] = {.name = "size",
              .about = "files and ranks of the board (A1)",
              .min = SIZE_LEAST,
              .max = SIZE_MOST,
              .fallback = SIZE_USUAL},
    /* The fallback 0 means an unlimited supply; a record cannot have it. */
    [SUPPLY] = {.name = "supply",
                .about = "stones of each side (A7)",
                .min = 1,
                .max = OPTION_NUMBER_MAX},
    [SWAP] = {.name = "swap",
              .about = "true: White's first turn may exchange the colors (A13)",
              .words = swap_words,
              .fallback = OPTION_WORD(0)},
    [TOUCH] = {.name = "touch",
               .about = "before: a stone that moves must touch its former chain (A9); stay: after "
                        "a fall, that chain must also hold the place that the stone left (A14)",
               .words = touch_words,
               .fallback = OPTION_WORD(0)},
    [FULL_BOARD] = {.name = "full-board",
                    .about = "draw: a board without an empty cell on level 1 draws the game (A15)",
                    .words = full_board_words,
                    .fallback = OPTION_WORD(0)},
};

static void board(struct ruleset *rs) {
    uint8_t size = (uint8_t)rs->option[SIZE];
    rs->board = (struct board){.files = size, .ranks = size, .levels = size};
}

/* Puts the stones of `from` on the empty board, level by level; false if one lacks support. */
static bool stones_put(struct akron *pos, const struct setup *from) {
    struct shape s = shape_of(pos);
    for (unsigned level = 0; level < pos->size; level++)
        for (unsigned rank = 0; rank + level < pos->size; rank++)
            for (unsigned file = 0; file + level < pos->size; file++) {
                cell c = cell_at(level, file, rank);
                if (from->at[c] == ZI_CELL_EMPTY)
                    continue;
                if (level > 0 && !supported(pos, c, s))
                    return false;
                put(pos, from->at[c] - ZI_CELL_BLACK, c, s);
            }
    return true;
}

static const char *start(void *position, const struct ruleset *rs, const struct setup *from) {
    struct akron *pos = position;
    memset(pos, 0, sizeof *pos);
    pos->size = (uint8_t)rs->option[SIZE];
    pos->wide = pos->size > NARROW_MAX;
    pos->supply = rs->option[SUPPLY];
    pos->swap_open = rs->option[SWAP] == OPTION_WORD(1);
    pos->stay = rs->option[TOUCH] == OPTION_WORD(1);
    pos->full_draw = rs->option[FULL_BOARD] == OPTION_WORD(1);
    pos->levels = 1;
    struct shape s = shape_of(pos);
    for (unsigned rank = 0; rank < pos->size; rank++) {
        cell c = cell_at(0, 0, rank);
        pos->floor[word_of(c, s)] |= (((uint64_t)1 << pos->size) - 1) * bit_of(c, s);
    }
    if (!from)
        return NULL;
    if (!stones_put(pos, from))
        return "a stone is not supported by four stones";
    if (pos->supply && (pos->stones[0] > pos->supply || pos->stones[1] > pos->supply))
        return "a side has more stones than the supply";
    pos->turn = from->turn;
    if (pos->turn)
        pos->key ^= KEY_TURN;
    link_judge(pos);
    return NULL;
}

static unsigned turn(const void *position) { return ((const struct akron *)position)->turn; }

static uint64_t key(const void *position) { return ((const struct akron *)position)->key; }

/* Requires that all levels above the occupied ones are empty. */
SHAPED void fill_in(const struct akron *pos, struct setup *out, struct shape s) {
    out->turn = pos->turn;
    for (unsigned level = 0; level < pos->levels; level++)
        for (unsigned side = 0; side < 2; side++)
            for (unsigned i = 0; i < s.words; i++)
                for (uint64_t left = pos->own[level][side][i]; left; left &= left - 1)
                    out->at[cell_of(level, i, left, s)] = (uint8_t)(side + ZI_CELL_BLACK);
}

static void describe_next(const void *position, struct setup *out) {
    const struct akron *pos = position;
    bool any = true;
    for (unsigned level = 0; level < LEVELS_MAX && any; level++) { /* stones rest on stones (A8) */
        uint8_t *cells = out->at + cell_at(level, 0, 0);
        any = memchr(cells, ZI_CELL_BLACK, (size_t)CELLS_MAX / LEVELS_MAX) ||
              memchr(cells, ZI_CELL_WHITE, (size_t)CELLS_MAX / LEVELS_MAX);
        if (any)
            memset(cells, 0, (size_t)CELLS_MAX / LEVELS_MAX);
    }
    if (pos->wide)
        fill_in(pos, out, WIDE);
    else
        fill_in(pos, out, NARROW);
}

static void describe(const void *position, struct setup *out) {
    memset(out, 0, sizeof *out);
    describe_next(position, out);
}

static bool count_falls(const struct move *m, const struct effect *effect, uint32_t *amount) {
    (void)m;
    *amount = effect->falls;
    return true;
}

static const struct measure falls = {
    .name = "falls", .words = "falls", .a_game = true, .count = count_falls};
static const struct measure *const measures[] = {&falls, NULL};

SHAPED bool has(const struct planes *p, cell c, struct shape s) {
    return p->at[cell_level(c)][word_of(c, s)] & bit_of(c, s);
}

/* Finds the stones that touch the one on `c`; returns their number. */
SHAPED unsigned touched(const struct akron *pos, const struct web *web, cell c, cell out[12],
                        struct shape s) {
    unsigned level = cell_level(c), count = 0;
    unsigned file = cell_file(c), rank = cell_rank(c);
    if (has(&web->east, c, s))
        out[count++] = (cell)(c + 1);
    if (has(&web->north, c, s))
        out[count++] = (cell)(c + 16);
    if (file && has(&web->east, (cell)(c - 1), s))
        out[count++] = (cell)(c - 1);
    if (rank && has(&web->north, (cell)(c - 16), s))
        out[count++] = (cell)(c - 16);
    for (unsigned i = 0; i < 4; i++) {
        unsigned east = i & 1, north = i >> 1;
        if (level + 1U < pos->levels && file >= east && rank >= north &&
            has(&web->live, cell_at(level + 1, file - east, rank - north), s))
            out[count++] = cell_at(level + 1, file - east, rank - north);
        if (level && has(&web->live, cell_at(level - 1, file + east, rank + north), s))
            out[count++] = cell_at(level - 1, file + east, rank + north);
    }
    return count;
}

/* Finds the fewest stones that link the two sides. The search starts at the second side, so that
 * the path is in order. */
SHAPED unsigned link_in(const struct akron *pos, cell out[CELLS_MAX], struct shape s) {
    static const cell none = CELLS_MAX;
    unsigned side = pos->turn, last = pos->size - 1U, count = 0, begin = 0, end = 0;
    cell came[CELLS_MAX], queue[CELLS_MAX], next[12];
    struct web web;
    web_make(&web, pos, side, s);
    for (unsigned c = 0; c < CELLS_MAX; c++)
        came[c] = none;
    for (unsigned i = 0; i <= last; i++) {
        cell c = side ? cell_at(0, last, i) : cell_at(0, i, last);
        if (has(&web.live, c, s))
            came[queue[end++] = c] = c;
    }
    for (; begin < end; begin++) {
        cell c = queue[begin];
        if (!cell_level(c) && !(side ? cell_file(c) : cell_rank(c)))
            break;
        for (unsigned i = touched(pos, &web, c, next, s); i-- > 0;)
            if (came[next[i]] == none)
                came[queue[end++] = next[i]] = c;
    }
    for (cell c = begin < end ? queue[begin] : none; c != none; c = came[c] == c ? none : came[c])
        out[count++] = c;
    return count;
}

RARE unsigned link(const void *position, cell out[CELLS_MAX]) {
    const struct akron *pos = position;
    return pos->wide ? link_in(pos, out, WIDE) : link_in(pos, out, NARROW);
}

/* A2: Black links south and north, White west and east. */
static const struct look look = {.cells = LOOK_SQUARES, .south = 0, .border = {1, 2, 1, 2}};

/* A2: those that exchange files and ranks also exchange the sides to link. Only White swaps (A13).
 */
static uint32_t symmetries(const struct ruleset *rs) {
    uint32_t set = 0;
    for (unsigned flips = 0; flips <= (FLIP_FILES | FLIP_RANKS); flips++)
        set |= (flips ? SYMMETRY(flips) : 0) |
               (rs->option[SWAP] == OPTION_WORD(1) ? 0 : SYMMETRY(flips | TRANSPOSE | EXCHANGE));
    return set;
}

const struct rules zi_akron_rules = {
    .name = "akron",
    .title = "Akron",
    .about = "a connection game with stones that are stacked and fall",
    .notation = &zi_akron_notation,
    .look = &look,
    .sides = {WORD("black"), WORD("white")},
    .options = options,
    .option_count = OPTIONS,
    .measures = measures,
    .position_size = sizeof(struct akron),
    .board = board,
    .start = start,
    .check = check,
    .blame = blame,
    .play = play,
    .try_play = try_play,
    .agrees = agrees,
    .annotate = annotate,
    .moves = moves,
    .outcome = outcome,
    .link = link,
    .symmetries = symmetries,
    .turn = turn,
    .describe = describe,
    .describe_next = describe_next,
    .key = key,
};
