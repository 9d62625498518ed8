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

const char *zet_value_meant(struct text t, const char *const *words) {
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
