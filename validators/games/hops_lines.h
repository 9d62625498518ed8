/* Steps and hops as tables. Judging a walk needs no branch on where the pieces are, which would be
 * unpredictable. */
#pragma once

#include "notation/games/cell.h"

enum { HOPS_CELLS = 256 };

/* The lines for hops: ranks, files, and the two kinds of diagonals. */
enum { LINE_RANK, LINE_FILE, LINE_RISING, LINE_FALLING, LINE_KINDS, LINES_MAX = 32 };

/* A Hogga's value on a line; another piece has the value 1. */
#define LINE_HOGGA 0x10001U

/* The lines of a cell in one word: byte k is the cell's bit on its line of kind k, byte LINE_KINDS
 * + k is the number of that line in `line` of struct hops. */
#define LINES_OF_CELL(file, rank)                                                                  \
    ((uint64_t)(file) | (uint64_t)(rank) << 8 | (uint64_t)(file) << 16 | (uint64_t)(file) << 24 |  \
     (uint64_t)(rank) << 32 | (uint64_t)(LINES_MAX * LINE_FILE + (file)) << 40 |                   \
     (uint64_t)(LINES_MAX * LINE_RISING + RANKS_MAX - 1 + (file) - (rank)) << 48 |                 \
     (uint64_t)(LINES_MAX * LINE_FALLING + (file) + (rank)) << 56)

/* For two bits of a line: the mask of the pieces strictly between them, and the required value: one
 * piece in the middle, not a Hogga; for a step nothing. If no leg of a walk connects the two bits,
 * it is NO_LEG, which no mask includes. */
struct gap {
    uint32_t between, wanted;
};
enum { NO_LEG = 1 };

#define GAP_BETWEEN(low, high) (((1U << (high)) - (2U << (low))) * LINE_HOGGA)
#define GAP_WANTED(low, high, step)                                                                \
    ((high) - (low) == 1 ? (step) : ((high) - (low)) % 2 ? NO_LEG : 1U << ((low) + (high)) / 2)
#define GAP(to, from, step)                                                                        \
    {                                                                                              \
        (from) < (to)   ? GAP_BETWEEN(from, to)                                                    \
        : (to) < (from) ? GAP_BETWEEN(to, from)                                                    \
                        : 0,                                                                       \
            (from) < (to)   ? GAP_WANTED(from, to, step)                                           \
            : (to) < (from) ? GAP_WANTED(to, from, step)                                           \
                            : NO_LEG                                                               \
    }
#define GAP_IN_CHAIN(to, from) GAP(to, from, NO_LEG)
#define GAP_OR_STEP(to, from) GAP(to, from, 0)

/* A table of 256 entries; of(x, y) is entry number 16 * y + x. */
#define TABLE_4(of, x, y) of(x, y), of((x) + 1, y), of((x) + 2, y), of((x) + 3, y)
#define TABLE_16(of, y) TABLE_4(of, 0, y), TABLE_4(of, 4, y), TABLE_4(of, 8, y), TABLE_4(of, 12, y)
#define TABLE_64(of, y)                                                                            \
    TABLE_16(of, y), TABLE_16(of, (y) + 1), TABLE_16(of, (y) + 2), TABLE_16(of, (y) + 3)
#define TABLE_256(of)                                                                              \
    { TABLE_64(of, 0), TABLE_64(of, 4), TABLE_64(of, 8), TABLE_64(of, 12) }

static const uint64_t lines_of_cell[HOPS_CELLS] = TABLE_256(LINES_OF_CELL);

/* For a leg of a chain, and for a walk of two cells, which may be a step. */
static const struct gap gaps[2][16 * 16] = {TABLE_256(GAP_IN_CHAIN), TABLE_256(GAP_OR_STEP)};

static inline unsigned line_bit(uint64_t lines, unsigned kind) {
    return (uint8_t)(lines >> 8 * kind);
}
static inline unsigned line_number(uint64_t lines, unsigned kind) {
    return (uint8_t)(lines >> 32 >> 8 * kind);
}

/* The kind of the line that two cells share, times 8; LINE_KINDS times 8 if they share none. Line
 * numbers are below 128, so the lowest bit set is always correct. */
static inline unsigned line_in_common(uint64_t from, uint64_t to) {
    uint64_t differ = (from ^ to) >> 32, common = (differ - 0x01010101U) & 0x80808080U;
    _Static_assert(LINE_KINDS * LINES_MAX <= 128, "the numbers of lines must be small");
    return (unsigned)__builtin_ctzll(common | (uint64_t)0x80 << 32) & ~7U;
}

/* Whether a lifted piece may go from one cell to an empty one: by a hop, with one hurdle, in the
 * middle; or by a step if the gaps allow steps. Without a common line both numbers are 0, and the
 * entry of equal bits requires NO_LEG. */
static inline bool leg_is_legal(const uint32_t line[LINE_KINDS * LINES_MAX], const struct gap *gap,
                                uint64_t from, uint64_t to) {
    unsigned shift = line_in_common(from, to);
    uint64_t bits = (uint32_t)(from << 4 | to);
    gap += (uint8_t)(bits >> shift);
    return (line[(uint8_t)(from >> 32 >> shift)] & gap->between) == gap->wanted;
}
