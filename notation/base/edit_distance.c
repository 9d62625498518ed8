#include "notation/base/edit_distance.h"

#include "notation/base/sizes.h"
#include "notation/base/unicode.h"

/* Three rows of the distance table. Only cells near the diagonal can be within the bound: cell j of
   row i is at [j + most - i], with a border on both sides. */
enum { BAND = 2 * EDITS_MAX + 3 };

struct band {
    unsigned rows[3][BAND];
    unsigned *before, *last, *row; /* rows i - 2, i - 1, i */
};

/* Fills row i and returns its minimum. */
static unsigned fill_row(struct band *band, const uint32_t *a, size_t i, const uint32_t *b,
                         size_t b_count, unsigned most) {
    unsigned best = most + 1;
    for (size_t k = 0; k < 2 * (size_t)most + 3; k++)
        band->row[k] = most + 1;
    size_t from = i > most ? i - most : 0, to = size_min(i + most, b_count);
    for (size_t j = from; j <= to; j++) {
        size_t k = j + most + 1 - i;
        unsigned here = j == 0 ? (unsigned)i : most + 1;
        if (j) {
            unsigned replaced = band->last[k] + (a[i - 1] != b[j - 1]);
            unsigned edited = (unsigned)size_min(band->row[k - 1], band->last[k + 1]) + 1;
            here = (unsigned)size_min(replaced, edited);
        }
        if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            here = (unsigned)size_min(here, band->before[k] + 1);
        band->row[k] = here;
        best = (unsigned)size_min(best, here);
    }
    return best;
}

unsigned zi_edit_distance(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count,
                          unsigned most) {
    size_t apart = a_count > b_count ? a_count - b_count : b_count - a_count;
    if (apart > most)
        return most + 1;
    for (; a_count && b_count && *a == *b; a_count--, b_count--)
        a++, b++; /* common prefixes and suffixes cost nothing */
    while (a_count && b_count && a[a_count - 1] == b[b_count - 1])
        a_count--, b_count--;
    if (!a_count || !b_count)
        return (unsigned)apart;
    if (most == 0)
        return 1;
    if (most == 1 && (apart || a_count > 2)) /* both ends differ */
        return 2;
    struct band band = {.before = band.rows[0], .last = band.rows[1], .row = band.rows[2]};
    unsigned best_before = 0;
    for (size_t k = 0; k < BAND; k++) /* row 0 has cell j at [j + most + 1] */
        band.before[k] = band.last[k] =
            k > most && k <= 2 * (size_t)most + 1 ? (unsigned)(k - most - 1) : most + 1;
    for (size_t i = 1; i <= a_count; i++) {
        unsigned best = fill_row(&band, a, i, b, b_count, most);
        if (best > most && best_before > most)
            return most + 1;
        best_before = best;
        unsigned *oldest = band.before;
        band.before = band.last;
        band.last = band.row;
        band.row = oldest;
    }
    return (unsigned)size_min(band.last[b_count + most + 1 - a_count], most + 1);
}

/* Requires at most EDIT_CHARACTERS_MAX bytes. */
static size_t characters_of(struct text t, uint32_t *out) {
    size_t count = 0;
    while (t.len) {
        for (; t.len && (unsigned char)*t.at < 0x80; t.at++, t.len--)
            out[count++] = (unsigned char)*t.at;
        if (t.len)
            zi_character_next(&t, &out[count++]);
    }
    return count;
}

unsigned zi_text_distance(struct text a, struct text b, unsigned most) {
    uint32_t x[EDIT_CHARACTERS_MAX], y[EDIT_CHARACTERS_MAX];
    if (a.len > EDIT_CHARACTERS_MAX || b.len > EDIT_CHARACTERS_MAX)
        return most + 1;
    size_t x_count = characters_of(a, x);
    return zi_edit_distance(x, x_count, y, characters_of(b, y), most);
}
