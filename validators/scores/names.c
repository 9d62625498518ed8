/* Behind this file is the only user of GLib, for what Unicode says of letters. */
#include "validators/scores/names.h"

#include <glib.h>
#include <stdlib.h>

#include "notation/base/buffer.h"

/* Characters of a name from which on one slip, and two slips, are not another name. */
enum { ONE_SLIP = 4, TWO_SLIPS = 8 };

static bool is_apostrophe(gunichar c) {
    return c == '\'' || c == '`' || c == 0xB4 || c == 0x2BC || c == 0x2018 || c == 0x2019;
}

/* Letters and digits, with a blank for whatever else parts words. */
static void fold_letters(const char *folded, struct buffer *out) {
    for (const char *p = folded; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        if (g_unichar_ismark(c) || is_apostrophe(c))
            continue;
        if (g_unichar_isalnum(c))
            buffer_text(out, (struct text){p, (size_t)(g_utf8_next_char(p) - p)});
        else if (out->len && out->at[out->len - 1] != ' ')
            buffer_char(out, ' ');
    }
    if (out->len && out->at[out->len - 1] == ' ')
        out->len--;
}

static void fold(struct text name, struct buffer *out) {
    struct buffer clean = {0}; /* GLib ends texts at a NUL */
    for (size_t i = 0; i < name.len; i++)
        buffer_char(&clean, name.at[i] ? name.at[i] : ' ');
    char *plain =
        clean.failed ? NULL : g_utf8_normalize(clean.at, (gssize)clean.len, G_NORMALIZE_ALL);
    char *folded = plain ? g_utf8_casefold(plain, -1) : NULL;
    if (folded)
        fold_letters(folded, out);
    out->failed |= clean.failed;
    g_free(folded);
    g_free(plain);
    zet_buffer_free(&clean);
}

static int by_bytes(const void *a, const void *b) {
    const struct text *x = a, *y = b;
    size_t shorter = x->len < y->len ? x->len : y->len;
    int order = shorter ? memcmp(x->at, y->at, shorter) : 0;
    return order ? order : (x->len > y->len) - (x->len < y->len);
}

/* The words of a folded name, sorted; NULL when memory runs out. */
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
    return word.len && (size_t)(g_utf8_next_char(word.at) - word.at) == word.len &&
           !g_unichar_isdigit(g_utf8_get_char(word.at));
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
    uint32_t *at = zet_arena_alloc(arena, (count + 1) * sizeof *at);
    const char *p = t.at;
    for (unsigned i = 0; at && i < count; i++, p = g_utf8_next_char(p))
        at[i] = g_utf8_get_char(p);
    return at;
}

static bool accept_digits(struct text written, struct arena *arena, struct name_fold *out) {
    struct buffer digits = {0};
    bool failed = false;
    for (const char *p = written.at; p < written.at + written.len; p = g_utf8_next_char(p))
        if (g_unichar_isdigit(g_utf8_get_char(p)))
            buffer_text(&digits, (struct text){p, (size_t)(g_utf8_next_char(p) - p)});
    out->digits = zet_arena_copy(arena, buffered(&digits), &failed);
    failed |= digits.failed;
    zet_buffer_free(&digits);
    return !failed;
}

static bool take(struct text written, struct arena *arena, struct name_fold *out) {
    struct buffer sorted = {0};
    bool failed = false;
    size_t words;
    failed |= !join_words(written, &sorted, &words);
    struct text all = zet_arena_copy(arena, buffered(&sorted), &failed);
    zet_buffer_free(&sorted);
    if (failed || !accept_digits(written, arena, out))
        return false;
    out->words = (struct text){all.at, words};
    out->initials = (struct text){all.at + words, all.len - words};
    glong count = g_utf8_strlen(written.at, (gssize)written.len);
    if (count > NAME_CHARACTERS_MAX)
        return true;
    out->count = (unsigned)count;
    out->sorted = characters(out->words, arena, out->count);
    out->written = characters(written, arena, out->count);
    for (unsigned i = 0; out->written && i < out->count; i++)
        out->letters |= (uint64_t)1 << (out->written[i] & 63);
    return out->sorted && out->written;
}

bool zet_name_fold(struct text name, struct arena *arena, struct name_fold *out) {
    struct buffer written = {0};
    *out = (struct name_fold){.words = {"", 0}};
    fold(name, &written);
    bool fine = !written.failed && (!written.len || take(buffered(&written), arena, out));
    zet_buffer_free(&written);
    return fine;
}

bool zet_name_same(const struct name_fold *a, const struct name_fold *b) {
    return a->words.len && text_same(a->words, b->words);
}

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

/* Whether the edit distance, in which two characters in the other order count as one slip, is at
   most `slips`. Only the diagonals that a near name can be on are looked at. */
static bool is_within(const uint32_t *a, unsigned a_count, const uint32_t *b, unsigned b_count,
                      unsigned slips) {
    enum { FAR = 2 * NAME_CHARACTERS_MAX };
    unsigned rows[3][NAME_CHARACTERS_MAX + 2], least_before = 0;
    unsigned *before = rows[0], *last = rows[1], *row = rows[2];
    for (unsigned j = 0; j <= NAME_CHARACTERS_MAX + 1; j++)
        before[j] = last[j] = row[j] = j <= slips ? j : FAR;
    for (unsigned i = 1; i <= a_count; i++) {
        unsigned from = i > slips ? i - slips : 1, to = least(i + slips, b_count);
        unsigned least_here = row[from - 1] = from == 1 && i <= slips ? i : FAR;
        for (unsigned j = from; j <= to; j++) {
            unsigned other = a[i - 1] != b[j - 1];
            row[j] = least(least(row[j - 1], last[j]) + 1, last[j - 1] + other);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
            least_here = least(least_here, row[j]);
        }
        row[to + 1] = FAR;
        if (least_here > slips && least_before > slips)
            return false;
        least_before = least_here;
        unsigned *oldest = before;
        before = last;
        last = row;
        row = oldest;
    }
    return last[b_count] <= slips;
}

bool zet_name_near(const struct name_fold *a, const struct name_fold *b) {
    if (!a->written || !b->written)
        return false;
    unsigned longer = a->count > b->count ? a->count : b->count;
    unsigned shorter = least(a->count, b->count);
    unsigned slips = longer < ONE_SLIP ? 0 : longer < TWO_SLIPS ? 1 : 2;
    /* a slip changes at most two of the bits */
    if (longer - shorter > slips ||
        (unsigned)__builtin_popcountll(a->letters ^ b->letters) > 2 * slips)
        return false;
    if (!text_same(a->digits, b->digits) ||
        (a->initials.len && b->initials.len && !text_same(a->initials, b->initials)))
        return false;
    return is_within(a->sorted, a->count, b->sorted, b->count, slips) ||
           is_within(a->written, a->count, b->written, b->count, slips);
}
