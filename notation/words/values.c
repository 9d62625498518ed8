#include "notation/words/values.h"

/* `words` with `|` between them. */
static const struct {
    const char *canonical, *words;
} values[] = {
#define VALUE(canonical, words) {canonical, words},
#include "notation/words/values.def"
#undef VALUE
};
enum { VALUES = sizeof values / sizeof *values };

/* The next of the words at *at, which is moved past it. False past the last one. */
static bool next_word(const char **at, struct text *word) {
    size_t length = strcspn(*at, "|");
    *word = (struct text){*at, length};
    *at += length + ((*at)[length] == '|');
    return length > 0;
}

static bool is_same(struct text t, struct text word) {
    for (size_t i = 0; i < t.len && i < word.len; i++) {
        char c = t.at[i];
        if (c >= 'A' && c <= 'Z')
            c |= 0x20;
        if (c != word.at[i])
            return false;
    }
    return t.len == word.len;
}

struct text zet_value_unquoted(struct text t) {
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

const char *zet_value_meant(struct text t, const char *const *words) {
    char room[16];
    t = plain_size(zet_value_unquoted(t), room);
    const char *meant = text_in_any_case(t, words);
    struct text word;
    for (size_t i = 0; i < VALUES && !meant; i++) {
        if (!text_is_one_of(text_of(values[i].canonical), words))
            continue;
        for (const char *at = values[i].words; next_word(&at, &word);)
            if (is_same(t, word))
                meant = values[i].canonical;
    }
    return meant;
}

bool zet_value_word(size_t index, struct text *word, const char **canonical) {
    for (size_t i = 0; i < VALUES; i++)
        for (const char *at = values[i].words; next_word(&at, word);) {
            *canonical = values[i].canonical;
            if (!index--)
                return true;
        }
    return false;
}
