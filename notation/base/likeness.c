#include "notation/base/likeness.h"

#include <stdlib.h>

#include "notation/base/list.h"
#include "notation/base/unicode.h"

/* Minimum length at which names with one slip, or two, can be the same. */
enum { ONE_SLIP = 4, TWO_SLIPS = 8 };

static bool is_apostrophe(uint32_t c) {
    return c == '\'' || c == '`' || c == 0xB4 || c == 0x2BC || c == 0x2018 || c == 0x2019;
}

/* Appends letters and digits, with one blank for any other separator of words. Apostrophes are
   removed first, because folding decomposes some of them. Folding removes marks. */
static void fold(struct text name, struct buffer *out) {
    struct buffer folded = {0};
    uint32_t c;
    while (name.len) {
        struct text character = zi_character_next(&name, &c);
        if (!is_apostrophe(c))
            zi_text_fold(&folded, character);
    }
    for (struct text rest = buffered(&folded); rest.len;) {
        struct text character = zi_character_next(&rest, &c);
        if (zi_character_is_alphanumeric(c))
            buffer_text(out, character);
        else if (!is_apostrophe(c) && out->len && out->at[out->len - 1] != ' ')
            buffer_char(out, ' ');
    }
    if (out->len && out->at[out->len - 1] == ' ')
        out->len--;
    out->failed |= folded.failed;
    zi_buffer_free(&folded);
}

static int by_bytes(const void *a, const void *b) {
    return text_order(*(const struct text *)a, *(const struct text *)b);
}

/* Returns the sorted words of a folded name that has some; NULL when out of memory. */
static struct text *sort_words(struct text t, size_t *count) {
    size_t most = 1;
    for (size_t i = 0; i < t.len; i++)
        most += t.at[i] == ' ';
    struct text *word = calloc(most, sizeof *word);
    *count = 0;
    while (word && t.len)
        word[(*count)++] = text_next_part(&t, ' ');
    if (word)
        qsort(word, *count, sizeof *word, by_bytes);
    return word;
}

static bool is_one_letter(struct text word) {
    uint32_t c;
    zi_character_next(&word, &c);
    return !word.len && !zi_character_is_digit(c);
}

/* Sets the words, their initials and the digits. */
static bool fold_words(struct text name, struct arena *arena, struct name_fold *out) {
    size_t count;
    struct text *word = sort_words(name, &count);
    struct writer words = {zi_arena_alloc(arena, name.len), name.len, 0};
    struct writer others = {zi_arena_alloc(arena, name.len), name.len, 0};
    bool fine = word && words.at && others.at;
    for (size_t i = 0; fine && i < count; i++) {
        if (i)
            write_char(&words, ' ');
        write_text(&words, word[i]);
        if (is_one_letter(word[i]))
            write_text(&others, word[i]);
    }
    free(word);
    out->words = written(&words);
    out->initials = written(&others);
    while (fine && name.len) {
        uint32_t c;
        struct text character = zi_character_next(&name, &c);
        if (zi_character_is_digit(c))
            write_text(&others, character);
    }
    out->digits = text_between(text_end(out->initials), text_end(written(&others)));
    return fine;
}

static const uint32_t *characters(struct text t, struct arena *arena, unsigned count) {
    uint32_t *at = zi_arena_alloc(arena, (count + 1) * sizeof *at);
    for (unsigned i = 0; at && i < count; i++)
        zi_character_next(&t, &at[i]);
    return at;
}

/* Sets the characters for the edit distance, if the name is not too long. */
static bool fold_characters(struct text written, struct arena *arena, struct name_fold *out) {
    size_t count = zi_text_characters(written);
    if (count > NAME_CHARACTERS_MAX)
        return true;
    out->count = (unsigned)count;
    out->sorted = characters(out->words, arena, out->count);
    out->written = characters(written, arena, out->count);
    for (unsigned i = 0; out->written && i < out->count; i++)
        out->letters |= (uint64_t)1 << (out->written[i] & 63);
    return out->sorted && out->written;
}

bool zi_name_fold(struct text name, struct arena *arena, struct name_fold *out) {
    struct buffer folded = {0};
    *out = (struct name_fold){.words = {"", 0}};
    fold(name, &folded);
    struct text t = buffered(&folded);
    bool fine =
        !folded.failed && (!t.len || (fold_words(t, arena, out) && fold_characters(t, arena, out)));
    zi_buffer_free(&folded);
    return fine;
}

bool zi_name_same(const struct name_fold *a, const struct name_fold *b) {
    return a->words.len && text_same(a->words, b->words);
}

bool zi_name_near(const struct name_fold *a, const struct name_fold *b) {
    if (!a->written || !b->written)
        return false;
    unsigned longer = a->count > b->count ? a->count : b->count;
    unsigned shorter = a->count < b->count ? a->count : b->count;
    unsigned slips = longer < ONE_SLIP ? 0 : longer < TWO_SLIPS ? 1 : 2;
    /* a slip changes at most two of the bits */
    if (longer - shorter > slips ||
        (unsigned)__builtin_popcountll(a->letters ^ b->letters) > 2 * slips)
        return false;
    if (!text_same(a->digits, b->digits) ||
        (a->initials.len && b->initials.len && !text_same(a->initials, b->initials)))
        return false;
    return zi_edit_distance(a->sorted, a->count, b->sorted, b->count, slips) <= slips ||
           zi_edit_distance(a->written, a->count, b->written, b->count, slips) <= slips;
}

enum likeness zi_names_likeness(struct text a, struct text b, struct arena *scratch, bool *failed) {
    struct name_fold x, y;
    if (!a.len || !b.len || text_same(a, b))
        return a.len == b.len ? NAMES_SAME : NAMES_UNKNOWN;
    zi_arena_reset(scratch);
    if (!zi_name_fold(a, scratch, &x) || !zi_name_fold(b, scratch, &y)) {
        *failed = true;
        return NAMES_OTHER;
    }
    return zi_name_same(&x, &y) || zi_name_near(&x, &y) ? NAMES_ALIKE : NAMES_OTHER;
}

const char *zi_nearest(struct text word, const char *const *names) {
    const char *best = NULL;
    size_t characters = 0;
    uint32_t c;
    for (struct text rest = word; rest.len; characters++)
        zi_character_next(&rest, &c);
    size_t third = characters / 3, allowed = third ? third : characters > 1;
    unsigned most = (unsigned)(allowed < EDITS_MAX ? allowed : EDITS_MAX);
    for (; *names; names++) {
        unsigned distance = zi_text_distance(word, text_of(*names), most);
        if (distance > most)
            continue;
        best = *names;
        if (!distance)
            break;
        most = distance - 1;
    }
    return best;
}

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
