#include "notation/games/setup_text.h"

#include "notation/base/wide.h"
#include "notation/games/grid.h"

/* What is added at once. */
typedef uint16_t lanes __attribute__((vector_size(16)));
enum { LANES = sizeof(lanes) / sizeof(uint16_t) };

enum { BITS = sizeof(uint16_t) }; /* of changed_levels */
_Static_assert(LEVELS_MAX * sizeof(uint16_t) == 2 * WIDE, "changed_levels looks at all levels");

/* How many ranks come before a level. */
static unsigned ranks_before(const struct board *board, unsigned level) {
    return level * board->ranks - level * (level - 1) / 2;
}

/* The levels that have changed: BITS bits for each. */
static uint32_t changed_levels(const struct setup_text *t) {
    bytes16 first = wide_load((const char *)t->changed);
    bytes16 second = wide_load((const char *)t->changed + WIDE);
    return ~(wide_bits(wide_is(first, 0)) | wide_bits(wide_is(second, 0)) << WIDE);
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

struct text zet_setup_text(struct setup_text *t, const struct notation *n,
                           const struct board *board) {
    uint32_t changed = changed_levels(t);
    unsigned most = changed ? (BITS + 31U - (unsigned)__builtin_clz(changed)) / BITS : 0;
    unsigned levels = levels_of(t, board, most), count = ranks_before(board, levels);
    if (levels != t->levels) {
        set_levels(t, board, levels);
        changed = changed_levels(t);
    }
    while (changed) {
        unsigned level = (unsigned)__builtin_ctz(changed) / BITS, left = t->changed[level];
        changed &= ~0U << level * BITS << BITS;
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
