#include "notation/games/setup_text.h"

#include "notation/base/wide.h"
#include "notation/games/grid.h"

/* What is added at once. */
typedef uint16_t lanes __attribute__((vector_size(16)));
enum { LANES = sizeof(lanes) / sizeof(uint16_t) };

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
   or one above it, has changed; `most` levels up to the highest one have. */
static unsigned levels_of(const struct setup_text *t, const struct board *board, unsigned most) {
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
    unsigned number = ranks_before(board, t->levels), length = t->start[number];
    if (levels < t->levels)
        length = t->start[ranks_before(board, levels)];
    else if (t->levels)
        t->text[length - 1] = '|';
    for (unsigned level = t->levels; level < levels; level++) {
        for (unsigned rank = level; rank < board->ranks; rank++) {
            t->start[number++] = (uint16_t)length;
            t->text[length++] = '/';
            t->changed[level] |= (uint16_t)(1U << (rank - level));
        }
        t->text[length - 1] = '|';
    }
    t->start[ranks_before(board, levels)] = (uint16_t)length;
    t->text[length - 1] = ' ';
    t->levels = levels;
}

/* Adds to where the ranks from `first` to `last` begin, and to those of some behind them, of which
   the text has none. */
static void shift_starts(struct setup_text *t, unsigned first, unsigned last, unsigned more) {
    uint16_t by = (uint16_t)more;
    lanes some, all = {by, by, by, by, by, by, by, by};
    for (unsigned i = first; i <= last; i += LANES) {
        memcpy(&some, t->start + i, sizeof some);
        some += all;
        memcpy(t->start + i, &some, sizeof some);
    }
}

/* Writes the rank of that number, of `count` in the text. */
static void write_rank(struct setup_text *t, unsigned number, unsigned count,
                       const struct notation *n, const uint8_t *at, unsigned width) {
    char room[RANK_BYTES_MAX], *to = t->text + t->start[number];
    unsigned length = (unsigned)(n->write_rank(room, at, width) - room);
    unsigned behind = t->start[number + 1] - 1U, end = t->start[count];
    unsigned more = t->start[number] + length - behind; /* or less: modulo 2^32 */
    if (more) {
        memmove(to + length, t->text + behind, end - behind);
        shift_starts(t, number + 1, count, more);
    }
    memcpy(to, room, length);
}

/* How many levels there are up to the highest one that has changed. */
static unsigned most_of(unsigned changed) {
    return changed ? 32U - (unsigned)__builtin_clz(changed) : 0;
}

struct text zet_setup_text(struct setup_text *t, const struct notation *n,
                           const struct board *board) {
    unsigned changed = changed_levels(t, board);
    unsigned levels = levels_of(t, board, most_of(changed)), count = ranks_before(board, levels);
    if (t->elsewhere)
        memcpy(t->text, t->elsewhere, t->start[ranks_before(board, t->levels)]);
    t->elsewhere = NULL;
    if (levels != t->levels) {
        set_levels(t, board, levels);
        changed = changed_levels(t, board);
    }
    for (; changed; changed &= changed - 1) {
        unsigned level = (unsigned)__builtin_ctz(changed), left = t->changed[level];
        if (level >= levels)
            break;
        unsigned last = ranks_before(board, level + 1) - 1;
        for (; left; left &= left - 1) {
            unsigned rank = (unsigned)__builtin_ctz(left);
            write_rank(t, last - rank, count, n, t->setup.at + cell_at(level, 0, rank),
                       board->files - level);
        }
    }
    memset(t->changed, 0, sizeof t->changed);
    t->text[t->start[count]] = n->sides[t->setup.turn];
    return (struct text){t->text, t->start[count] + 1U};
}

enum { PART = 64 };

/* Whether `n` bytes are the same. `ample`: of `a` as many bytes can be looked at as of `b`, which
   ends at `end`. What the length is cannot be predicted, so that no branch depends on it where
   there are few. */
static inline bool same_part(const char *a, const char *b, size_t n, const char *end, bool ample) {
    if (!ample || (size_t)(end - b) < n + PART)
        return wide_same(a, b, n);
    for (;; a += PART, b += PART, n -= PART) {
        uint64_t same = 0;
        for (unsigned i = 0; i < PART; i += WIDE)
            same |= (uint64_t)wide_bits((bytes16)(wide_load(a + i) == wide_load(b + i))) << i;
        if (n < PART)
            return !(~same & ((1ULL << n) - 1));
        if (~same)
            return false;
    }
}

/* Whether the text at `p` is the last one but for the ranks that have changed, when the levels
   stay. Where a rank begins is then where it begins there. */
static bool meet_ranks(struct setup_text *t, const struct notation *n, const struct board *board,
                       unsigned changed, const char *p, const char *end) {
    const char *before = t->elsewhere ? t->elsewhere : t->text; /* less what `p` has more so far */
    unsigned count = ranks_before(board, t->levels), at = 0;
    size_t room_left = (size_t)(end - p);
    bool ample = t->elsewhere != NULL;
    for (; changed; changed &= changed - 1) {
        unsigned level = (unsigned)__builtin_ctz(changed), left = t->changed[level];
        unsigned last = ranks_before(board, level + 1) - 1;
        while (left) { /* in the order of the text */
            unsigned rank = 31U - (unsigned)__builtin_clz(left), number = last - rank;
            unsigned begin = t->start[number], behind = t->start[number + 1] - 1U;
            const uint8_t *cells = t->setup.at + cell_at(level, 0, rank);
            char room[RANK_BYTES_MAX];
            unsigned length = (unsigned)(n->write_rank(room, cells, board->files - level) - room);
            left ^= 1U << rank;
            if (room_left < begin + length ||
                !same_part(before + at, p + at, begin - at, end, ample) ||
                !wide_same(room, p + begin, length))
                return false;
            at = begin + length;
            before += (ptrdiff_t)behind - (ptrdiff_t)at;
            if (at != behind)
                shift_starts(t, number + 1, count, at - behind);
        }
    }
    unsigned length = t->start[count];
    return room_left > length && same_part(before + at, p + at, length - at, end, ample) &&
           p[length] == n->sides[t->setup.turn];
}

const char *zet_setup_text_meet(struct setup_text *t, const struct notation *n,
                                const struct board *board, const char *p, const char *end) {
    unsigned changed = changed_levels(t, board);
    if (t->levels && levels_of(t, board, most_of(changed)) == t->levels) {
        if (!meet_ranks(t, n, board, changed, p, end))
            return NULL;
        memset(t->changed, 0, sizeof t->changed);
    } else {
        struct text right = zet_setup_text(t, n, board);
        if ((size_t)(end - p) < right.len || !wide_same(right.at, p, right.len))
            return NULL;
    }
    t->elsewhere = p;
    return p + t->start[ranks_before(board, t->levels)] + 1;
}
