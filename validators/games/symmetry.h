/* Symmetries of boards. */
#pragma once

#include "notation/games/notation.h"

/* The image of a cell: exchanges file and rank, then mirrors files, then ranks. EXCHANGE swaps the
 * sides. */
enum { FLIP_FILES = 1, FLIP_RANKS = 2, TRANSPOSE = 4, EXCHANGE = 8, SYMMETRIES = 16 };

/* The bit in a set of symmetries. */
#define SYMMETRY(how) (1U << (how))

/* The inverse symmetry. */
static inline unsigned symmetry_back(unsigned how) {
    unsigned flips = how & (FLIP_FILES | FLIP_RANKS);
    if (how & TRANSPOSE && (flips == FLIP_FILES || flips == FLIP_RANKS))
        flips ^= FLIP_FILES | FLIP_RANKS;
    return (how & (TRANSPOSE | EXCHANGE)) | flips;
}

static inline cell cell_image(const struct board *board, cell c, unsigned how) {
    unsigned level = cell_level(c);
    unsigned file = how & TRANSPOSE ? cell_rank(c) : cell_file(c);
    unsigned rank = how & TRANSPOSE ? cell_file(c) : cell_rank(c);
    if (how & FLIP_FILES)
        file = board->files - 1U - level - file;
    if (how & FLIP_RANKS)
        rank = board->ranks - 1U - level - rank;
    return cell_at(level, file, rank);
}

/* The image of a man or a stone. */
static inline uint8_t content_image(uint8_t content, unsigned how) {
    return content && how & EXCHANGE ? (uint8_t)(((content - 1) ^ 1) + 1) : content;
}
