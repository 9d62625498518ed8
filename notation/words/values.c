#include "notation/words/values.h"

#include "notation/base/map.h"

/* The canonical word, its words, and NULL. */
enum { WORDS_MAX = 64 };
static const char *const values[][WORDS_MAX] =
    {
/* for records */
#define VALUE(...) {__VA_ARGS__},
#define PHRASE(...)
#include "notation/words/values.def"
#undef PHRASE
},
                         *const phrases[][WORDS_MAX] = {
#define PHRASE VALUE
#include "notation/words/values.def"
#undef PHRASE
#undef VALUE
};
static struct by_letter values_by_letter = {.words = values[0],
                                            .count = sizeof values / sizeof **values},
                        phrases_by_letter = {.words = phrases[0],
                                             .count = sizeof phrases / sizeof **phrases};

struct text zi_value_unquoted(struct text t) {
    /* in German, English and French, and single quotes */
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

/* Writes `8x8` for `8 x 8`, with any sign for times, to `room`; returns other texts unchanged. */
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
    for (size_t i = 0; !meant && zi_by_letter_next(&values_by_letter, t, &i);) {
        const char *canonical = values[(i - 1) / WORDS_MAX][0];
        if (text_in_any_case(t, (const char *const[]){values_by_letter.words[i - 1], NULL}) &&
            text_is_one_of(text_of(canonical), words))
            meant = canonical;
    }
    return meant;
}

/* Whether the text begins with `word` and this is longer than *length, which it then updates. */
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
    for (size_t characters = t.len < 2 ? t.len : 2; characters; characters--)
        for (size_t i = 0;
             zi_by_letter_next(&phrases_by_letter, (struct text){t.at, characters}, &i);) {
            const char *canonical = phrases[(i - 1) / WORDS_MAX][0];
            size_t longest = *length;
            if (!is_longer(t, phrases_by_letter.words[i - 1], &longest) ||
                !text_is_one_of(text_of(canonical), words))
                continue;
            meant = canonical;
            *length = longest;
        }
    return meant;
}

/* The digit that a character may be mistaken for; 0 if none. */
static char digit_of(char c) {
    switch (c) {
    case 'l':
    case 'I':
    case '|': return '1';
    case 'O':
    case 'o': return '0';
    case 'S': return '5';
    case 'B': return '8';
    case 'Z': return '2';
    default: return is_digit(c) ? c : 0;
    }
}

struct text zi_value_unconfused(struct text t, char room[64]) {
    struct writer w = {room, 64, 0};
    bool changed = false;
    for (size_t i = 0; i < t.len && t.len <= w.cap;) {
        size_t from = i, sure = 0;
        for (; i < t.len && digit_of(t.at[i]); i++)
            sure += is_digit(t.at[i]);
        size_t likely = i - from - sure;
        bool apart = (!from || !is_letter(t.at[from - 1])) && (i == t.len || !is_letter(t.at[i]));
        bool number = apart && likely && (sure || likely == 1);
        for (size_t k = from; k < i; k++)
            write_char(&w, number ? digit_of(t.at[k]) : t.at[k]);
        changed |= number;
        bool rn = i == from && t.len - i > 1 && (t.at[i] | 0x20) == 'r' && t.at[i + 1] == 'n';
        if (i == from)
            write_char(&w, rn ? 'm' : t.at[i]);
        i += i == from ? 1 + rn : 0;
        changed |= rn;
    }
    return changed && w.len <= w.cap ? written(&w) : NO_TEXT;
}
