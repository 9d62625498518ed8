/* Hops on sets of cells, one word at a time. */
#pragma once

#include "validators/solver/solver_board.h"

/* Hops of one length and direction in a word of cells: from these cells to those `by` bits higher,
 * and back, if a pawn is half way: `right` less `left` bits higher in the word `middle`. The other
 * cells on the way are open. */
struct solo_path {
    uint64_t from;
    uint8_t by, middle, left, right;
};

enum { SOLO_PATHS = LINE_KINDS * (SOLO_LINE / 2) };

/* All paths in a set of open cells, by word; `known` is the set of words done. */
struct solo_paths {
    struct solo_cells open;
    uint8_t known, count[HOPS_CELLS / 64];
    struct solo_path path[HOPS_CELLS / 64][SOLO_PATHS];
};

/* Finds the paths in one word. Changes nothing else in *p. */
void zi_solo_find_paths(struct solo_paths *p, unsigned word);

/* Results for other positions. The sets of open cells of one playout differ only in the goal cells,
 * so a few entries are enough. This saves time and changes no answer. */
enum { SOLO_MEMO_BITS = 7 };

struct solo_memo {
    struct solo_paths paths[1 << SOLO_MEMO_BITS];
};

/* The paths for the open cells, at least for that word; valid until the next call. */
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

/* The cells that one of the hops reaches from the set. */
static inline uint64_t solo_hop(const struct solo_hops *hops, unsigned i, uint64_t set) {
    uint64_t from = hops->hop[i].from;
    unsigned by = hops->hop[i].by;
    return (set & from) << by | (set >> by & from);
}

/* The cells that a single hop reaches. */
static inline uint64_t solo_hop_once(const struct solo_hops *hops, uint64_t set) {
    uint64_t to = 0;
    for (unsigned i = 0; i < hops->count; i++)
        to |= solo_hop(hops, i, set);
    return to;
}

/* Adds the cells that chains reach. */
static inline uint64_t solo_hop_on(const struct solo_hops *hops, uint64_t set) {
    for (uint64_t before = 0; before != set;) {
        before = set;
        for (unsigned i = 0; i < hops->count; i++)
            set |= solo_hop(hops, i, set);
    }
    return set;
}
