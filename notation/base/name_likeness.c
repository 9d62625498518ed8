#include "notation/base/name_likeness.h"

#include <stdlib.h>

#include "notation/base/edit_distance.h"
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
