#include "notation/words/values.h"

enum { WORDS_MAX = 64 };

static const struct {
    const char *canonical, *words[WORDS_MAX]; /* ends with NULL */
} values[] =
    {
/* of records */
#define VALUE(canonical, ...) {canonical, {__VA_ARGS__}},
#define PHRASE(canonical, ...)
#include "notation/words/values.def"
#undef PHRASE
},
  phrases[] = {
#define PHRASE VALUE
#include "notation/words/values.def"
#undef PHRASE
#undef VALUE
};
enum { VALUES = sizeof values / sizeof *values, PHRASES = sizeof phrases / sizeof *phrases };

struct text zi_value_unquoted(struct text t) {
    /* in German, English and French, and in singles */
    static const char *const quotes[][2] = {{"\xE2\x80\x9E", "\xE2\x80\x9C"},
                                            {"\xE2\x80\x9E", "\xE2\x80\x9D"},
                                            {"\xE2\x80\x9C", "\xE2\x80\x9D"},
                                            {"\xC2\xAB", "\xC2\xBB"},
                                            {"\xE2\x80\x98", "\xE2\x80\x99"}};
    for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++) {
        struct text open = text_of(quotes[i][0]), close = text_of(quotes[i][1]);
        size_t both = open.len + close.len;
        if (t.len > both && !memcmp(t.at, open.at, open.len) &&
            !memcmp(t.at + t.len - close.len, close.at, close.len))
            return (struct text){t.at + open.len, t.len - both};
    }
    return t;
}

/* `8x8` for `8 x 8`, with any sign for times, in `room`; another text as it is. */
static struct text plain_size(struct text t, char room[16]) {
    struct writer w = {room, 16, 0};
    for (size_t i = 0; i < t.len; i++) {
        bool times = t.at[i] == '*' || (t.len - i > 1 && !memcmp(t.at + i, "\xC3\x97", 2));
        if (t.at[i] != ' ')
            write_char(&w, times ? 'x' : t.at[i]);
        i += times && t.at[i] != '*';
    }
    return t.len && is_digit(*t.at) && w.len <= w.cap ? written(&w) : t;
}

const char *zi_value_meant(struct text t, const char *const *words) {
    char room[16];
    enum { LONGEST = 40 };
    t = plain_size(zi_value_unquoted(t), room);
    const char *meant = text_in_any_case(t, words);
    if (!t.len || t.len > LONGEST)
        return meant;
    for (size_t i = 0; i < VALUES && !meant; i++)
        if (text_in_any_case(t, values[i].words) &&
            text_is_one_of(text_of(values[i].canonical), words))
            meant = values[i].canonical;
    return meant;
}

/* Makes `word` the longest one that the text begins with. */
static bool is_longer(struct text t, const char *word, size_t *length) {
    const char *const words[] = {word, NULL};
    if (!t.len || (*t.at ^ *word) & ~0x20)
        return false;
    size_t n = strlen(word);
    bool ends = n == t.len || (n < t.len && t.at[n] && strchr(" \t(),.;:![]", t.at[n]));
    bool longer = ends && n > *length && text_in_any_case((struct text){t.at, n}, words);
    *length = longer ? n : *length;
    return longer;
}

const char *zi_value_begins(struct text t, const char *const *words, size_t *length) {
    const char *meant = NULL;
    *length = 0;
    for (const char *const *word = words; *word; word++)
        if (is_longer(t, *word, length))
            meant = *word;
    for (size_t i = 0; i < PHRASES; i++) {
        if (!text_is_one_of(text_of(phrases[i].canonical), words))
            continue;
        for (const char *const *word = phrases[i].words; *word; word++)
            if (is_longer(t, *word, length))
                meant = phrases[i].canonical;
    }
    return meant;
}

bool zi_value_word(size_t index, struct text *word, const char **canonical) {
    for (size_t i = 0; i < VALUES; i++)
        for (const char *const *at = values[i].words; *at; at++) {
            *canonical = values[i].canonical;
            *word = text_of(*at);
            if (!index--)
                return true;
        }
    return false;
}

static bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

struct text zi_value_unconfused(struct text t, char room[64]) {
    static const char letters[] = "lI|OoSBZ", digits[] = "11100582";
    struct writer w = {room, 64, 0};
    bool changed = false;
    for (size_t i = 0; i < t.len && t.len <= w.cap;) {
        size_t from = i, sure = 0, likely = 0;
        for (; i < t.len && ((is_digit(t.at[i]) || (t.at[i] && strchr(letters, t.at[i])))); i++)
            is_digit(t.at[i]) ? sure++ : likely++;
        bool apart = (!from || !is_letter(t.at[from - 1])) && (i == t.len || !is_letter(t.at[i]));
        bool number = apart && likely && (sure || likely == 1);
        for (size_t k = from; k < i; k++) {
            const char *letter = is_digit(t.at[k]) ? NULL : strchr(letters, t.at[k]);
            write_char(&w, number && letter ? digits[letter - letters] : t.at[k]);
        }
        changed |= number;
        bool rn = i == from && t.len - i > 1 && (t.at[i] | 0x20) == 'r' && t.at[i + 1] == 'n';
        if (i == from)
            write_char(&w, rn ? 'm' : t.at[i]);
        i += i == from ? 1 + rn : 0;
        changed |= rn;
    }
    return changed && w.len <= w.cap ? written(&w) : NO_TEXT;
}
