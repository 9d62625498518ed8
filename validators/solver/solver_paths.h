/* Hops on sets of cells, a word at a time. */
#pragma once

#include "validators/solver/solver_board.h"

/* Hops of one length and direction in a word of cells: from these cells to those `by` bits on, and
   back, if a pawn is half way: `right` less `left` bits on in the word `middle`. The other cells
   of the way are open. */
struct solo_path {
    uint64_t from;
    uint8_t by, middle, left, right;
};

enum { SOLO_PATHS = LINE_KINDS * (SOLO_LINE / 2) };

/* All of them in a set of open cells, by word; `known` tells of which words. */
struct solo_paths {
    struct solo_cells open;
    uint8_t known, count[HOPS_CELLS / 64];
    struct solo_path path[HOPS_CELLS / 64][SOLO_PATHS];
};

/* Finds them in one word. Of *p only that changes. */
void zi_solo_find_paths(struct solo_paths *p, unsigned word);

/* What has been found for other positions. The sets of open cells of one playout differ only in the
   goal cells; so a few places serve for most. It saves time and changes no answer. */
enum { SOLO_MEMO_BITS = 7 };

struct solo_memo {
    uint8_t last; /* the cell of the man who did not come home */
    struct solo_paths paths[1 << SOLO_MEMO_BITS];
};

/* The paths of the open cells, in one word at least; until the next call. */
static inline const struct solo_paths *solo_paths_of(struct solo_memo *m,
                                                     const struct solo_cells *open, unsigned word) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < HOPS_CELLS / 64; i++)
        sum = (sum ^ open->word[i]) * 0x9e3779b97f4a7c15u;
    struct solo_paths *p = &m->paths[sum >> (64 - SOLO_MEMO_BITS)];
    if (memcmp(&p->open, open, sizeof *open) != 0) {
        p->open = *open;
        p->known = 0;
    }
    if (!(p->known >> word & 1))
        zi_solo_find_paths(p, word);
    return p;
}

/* Hops over given hurdles. */
struct solo_hops {
    unsigned count;
    struct {
        uint64_t from;
        unsigned by;
    } hop[SOLO_PATHS];
};

static inline void solo_list_hops(const struct solo_paths *p, unsigned word,
                                  const struct solo_cells *hurdle, struct solo_hops *hops) {
    unsigned count = 0;
    for (unsigned i = 0; i < p->count[word]; i++) {
        const struct solo_path *path = &p->path[word][i];
        hops->hop[count].from =
            path->from & hurdle->word[path->middle] << path->left >> path->right;
        hops->hop[count].by = path->by;
        count += hops->hop[count].from != 0;
    }
    hops->count = count;
}

/* Where one of the hops leads from cells of the set. */
static inline uint64_t solo_hop(const struct solo_hops *hops, unsigned i, uint64_t set) {
    uint64_t from = hops->hop[i].from;
    unsigned by = hops->hop[i].by;
    return (set & from) << by | (set >> by & from);
}

/* Where one hop leads. */
static inline uint64_t solo_hop_once(const struct solo_hops *hops, uint64_t set) {
    uint64_t to = 0;
    for (unsigned i = 0; i < hops->count; i++)
        to |= solo_hop(hops, i, set);
    return to;
}

/* Adds where chains lead. */
static inline uint64_t solo_hop_on(const struct solo_hops *hops, uint64_t set) {
    for (uint64_t before = 0; before != set;) {
        before = set;
        for (unsigned i = 0; i < hops->count; i++)
            set |= solo_hop(hops, i, set);
    }
    return set;
}
