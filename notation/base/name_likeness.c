#include "notation/base/name_likeness.h"

#include <stdlib.h>

#include "notation/base/edit_distance.h"
#include "notation/base/unicode.h"

/* Characters of a name from which on one slip, and two slips, are not another name. */
enum { ONE_SLIP = 4, TWO_SLIPS = 8 };

static bool is_apostrophe(uint32_t c) {
    return c == '\'' || c == '`' || c == 0xB4 || c == 0x2BC || c == 0x2018 || c == 0x2019;
}

/* Letters and digits, with a blank for everything else that separates words. The apostrophes come
   before folding, which takes some of them apart. It leaves no marks. */
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
    const struct text *x = a, *y = b;
    size_t shorter = x->len < y->len ? x->len : y->len;
    int order = memcmp(x->at, y->at, shorter);
    return order ? order : (x->len > y->len) - (x->len < y->len);
}

/* The words of a folded name, which has some, sorted; NULL when memory runs out. */
static struct text *sort_words(struct text t, size_t *count) {
    size_t most = 1, start = 0;
    for (size_t i = 0; i < t.len; i++)
        most += t.at[i] == ' ';
    struct text *word = calloc(most, sizeof *word);
    *count = 0;
    for (size_t i = 0; word && i <= t.len; i++)
        if (i == t.len || t.at[i] == ' ') {
            word[(*count)++] = (struct text){t.at + start, i - start};
            start = i + 1;
        }
    if (word)
        qsort(word, *count, sizeof *word, by_bytes);
    return word;
}

static bool is_one_letter(struct text word) {
    uint32_t c;
    zi_character_next(&word, &c);
    return !word.len && !zi_character_is_digit(c);
}

/* The words joined, and their initials after that. */
static bool join_words(struct text written, struct buffer *out, size_t *words) {
    size_t count;
    struct text *word = sort_words(written, &count);
    for (size_t i = 0; word && i < count; i++) {
        if (i)
            buffer_char(out, ' ');
        buffer_text(out, word[i]);
    }
    *words = out->len;
    for (size_t i = 0; word && i < count; i++)
        if (is_one_letter(word[i]))
            buffer_text(out, word[i]);
    bool fine = word != NULL && !out->failed;
    free(word);
    return fine;
}

static const uint32_t *characters(struct text t, struct arena *arena, unsigned count) {
    uint32_t *at = zi_arena_alloc(arena, (count + 1) * sizeof *at);
    for (unsigned i = 0; at && i < count; i++)
        zi_character_next(&t, &at[i]);
    return at;
}

static size_t count_characters(struct text t) {
    size_t count = 0;
    uint32_t c;
    for (; t.len; count++)
        zi_character_next(&t, &c);
    return count;
}

static bool fold_digits(struct text written, struct arena *arena, struct name_fold *out) {
    struct buffer digits = {0};
    bool failed = false;
    while (written.len) {
        uint32_t c;
        struct text character = zi_character_next(&written, &c);
        if (zi_character_is_digit(c))
            buffer_text(&digits, character);
    }
    out->digits = zi_arena_copy(arena, buffered(&digits), &failed);
    failed |= digits.failed;
    zi_buffer_free(&digits);
    return !failed;
}

static bool fold_words(struct text written, struct arena *arena, struct name_fold *out) {
    struct buffer sorted = {0};
    bool failed = false;
    size_t words;
    failed |= !join_words(written, &sorted, &words);
    struct text all = zi_arena_copy(arena, buffered(&sorted), &failed);
    zi_buffer_free(&sorted);
    if (failed || !fold_digits(written, arena, out))
        return false;
    out->words = (struct text){all.at, words};
    out->initials = (struct text){all.at + words, all.len - words};
    size_t count = count_characters(written);
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
    struct buffer written = {0};
    *out = (struct name_fold){.words = {"", 0}};
    fold(name, &written);
    bool fine = !written.failed && (!written.len || fold_words(buffered(&written), arena, out));
    zi_buffer_free(&written);
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
