#include "notation/games/setup_text.h"

#include "notation/base/wide.h"
#include "notation/games/grid.h"

/* How many ranks come before a level. */
static unsigned ranks_before(const struct board *board, unsigned level) {
    return level * board->ranks - level * (level - 1) / 2;
}

/* A bit for each level that has changed. */
static unsigned changed_levels(const struct setup_text *t, const struct board *board) {
    unsigned changed = 0;
    for (unsigned level = 0; level < board->levels; level++)
        changed |= (unsigned)(t->changed[level] > 0) << level;
    return changed;
}

/* How many levels are to be written. They can be others only where the highest one that is written,
   or one above it, has changed. */
static unsigned levels_of(const struct setup_text *t, const struct board *board, unsigned changed) {
    unsigned most = changed ? 32U - (unsigned)__builtin_clz(changed) : 0;
    unsigned levels = most > t->levels ? most : t->levels;
    if (!t->levels)
        return zet_grid_levels(board, &t->setup);
    while (levels > 1 && (levels > t->levels || t->changed[levels - 1]) &&
           zet_grid_level_is_empty(board, &t->setup, levels - 1))
        levels--;
    return levels;
}

/* Leaves levels out, or adds them, with ranks that have no text yet. */
static void set_levels(struct setup_text *t, const struct board *board, unsigned levels) {
    unsigned both = levels < t->levels ? levels : t->levels;
    if (both) {
        unsigned last = ranks_before(board, both) - 1;
        t->rank[last][t->length[last] - 1] = both < levels ? '|' : ' ';
    }
    for (unsigned level = both; level < levels; level++)
        t->changed[level] = (uint16_t)((1U << (board->ranks - level)) - 1);
    t->levels = levels;
}

/* Writes the ranks of a level that have changed. */
static void write_ranks(struct setup_text *t, const struct notation *n, const struct board *board,
                        unsigned level) {
    unsigned last = ranks_before(board, level + 1) - 1;
    for (unsigned left = t->changed[level]; left; left &= left - 1) {
        unsigned rank = (unsigned)__builtin_ctz(left);
        char *text = t->rank[last - rank];
        char *to = n->write_rank(text, t->setup.at + cell_at(level, 0, rank), board->files - level);
        *to++ = rank ? '/' : level + 1 < t->levels ? '|' : ' ';
        t->length[last - rank] = (uint8_t)(to - text);
    }
    t->changed[level] = 0;
}

/* Writes what has changed. Returns how many ranks there are. */
static unsigned update(struct setup_text *t, const struct notation *n, const struct board *board) {
    unsigned changed = changed_levels(t, board), levels = levels_of(t, board, changed);
    if (levels != t->levels) {
        set_levels(t, board, levels);
        changed = changed_levels(t, board);
    }
    for (; changed; changed &= changed - 1) {
        unsigned level = (unsigned)__builtin_ctz(changed);
        if (level < levels)
            write_ranks(t, n, board, level);
        t->changed[level] = 0;
    }
    return ranks_before(board, levels);
}

/* How many bytes of a rank are looked at: lengths cannot be predicted, so that no branch depends on
   them. */
static unsigned bytes_of(const struct notation *n, const struct board *board) {
    return !n->counts && board->files < WIDE ? (unsigned)WIDE : (unsigned)RANK_ROOM;
}

struct text zet_setup_text(struct setup_text *t, const struct notation *n,
                           const struct board *board) {
    unsigned count = update(t, n, board), bytes = bytes_of(n, board);
    char *to = t->text;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned at = 0; at < bytes; at += WIDE) {
            bytes16 v = wide_load(t->rank[i] + at);
            memcpy(to + at, &v, sizeof v);
        }
        to += t->length[i];
    }
    *to++ = n->sides[t->setup.turn];
    return (struct text){t->text, (size_t)(to - t->text)};
}

/* Behind the ranks at `p`, if they are the same; else NULL. Of each, `bytes` can be looked at. */
static inline const char *meet_ranks(const struct setup_text *t, unsigned count, const char *p,
                                     unsigned bytes) {
    uint64_t other = 0;
    for (unsigned i = 0; i < count; i++) {
        uint64_t same = 0;
        for (unsigned at = 0; at < bytes; at += WIDE) {
            bytes16 v = wide_load(p + at), is = wide_load(t->rank[i] + at);
            same |= (uint64_t)wide_bits((bytes16)(v == is)) << at;
        }
        other |= ~same & ((1ULL << t->length[i]) - 1);
        p += t->length[i];
    }
    return other ? NULL : p;
}

const char *zet_setup_text_meet(struct setup_text *t, const struct notation *n,
                                const struct board *board, const char *p, const char *end) {
    unsigned count = update(t, n, board), bytes = bytes_of(n, board);
    if ((size_t)(end - p) <= (size_t)count * bytes) {
        struct text right = zet_setup_text(t, n, board);
        bool same = (size_t)(end - p) >= right.len && wide_same(right.at, p, right.len);
        return same ? p + right.len : NULL;
    }
    if (bytes == WIDE)
        p = meet_ranks(t, count, p, WIDE);
    else
        p = meet_ranks(t, count, p, bytes);
    return p && *p == n->sides[t->setup.turn] ? p + 1 : NULL;
}
