#include "notation/words/words.h"

#include <stdlib.h>

struct catalogue {
    const struct word_entry *entry; /* ascending by `english` */
    size_t count;
    unsigned (*plural)(unsigned long long n); /* the form for a number */
};

/* BEGIN(tag), ENTRY(english, forms...), ..., PLURAL(tag, an expression of n): from po/TAG.po */
#ifdef ZET_WORDS_COME_LATER
#define BEGIN(tag)
#define ENTRY(english, ...)
#define END
#define ENTRIES(tag) NULL, 0
#define CONST
#else
#define BEGIN(tag) static const struct word_entry entries_##tag[] = {
#define ENTRY(english, ...) {english, {__VA_ARGS__}},
#define END                                                                                        \
    }                                                                                              \
    ;
#define ENTRIES(tag) entries_##tag, sizeof entries_##tag / sizeof *entries_##tag
#define CONST const
#endif
#define PLURAL(tag, expression)                                                                    \
    END static unsigned plural_##tag(unsigned long long n) { return (unsigned)(expression); }
#include "notation/words/catalogues.def"
#undef BEGIN
#undef ENTRY
#undef END
#undef PLURAL

static CONST struct catalogue catalogues[LANGUAGES] = {
#define LANGUAGE(name, tag, other) [LANGUAGE_##name] = {ENTRIES(tag), plural_##tag},
#include "notation/words/languages.def"
#undef LANGUAGE
};
#undef ENTRIES
#undef CONST

#ifdef ZET_WORDS_COME_LATER
void zi_words_take(enum language l, const struct word_entry *entry, size_t count) {
    catalogues[l].entry = entry;
    catalogues[l].count = count;
}
#endif

const char *const zi_language_tags[LANGUAGES] = {
    [LANGUAGE_ENGLISH] = "en",
#define LANGUAGE(name, tag, other) [LANGUAGE_##name] = #tag,
#include "notation/words/languages.def"
#undef LANGUAGE
};

/* Other subtags, with a blank before and after each. */
static const char *const others[LANGUAGES] = {
    [LANGUAGE_ENGLISH] = "  ",
#define LANGUAGE(name, tag, other) [LANGUAGE_##name] = " " other " ",
#include "notation/words/languages.def"
#undef LANGUAGE
};

static char lower(char c) { return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

bool zi_language_read(struct text tag, enum language *to) {
    char subtag[8] = " ";
    size_t n = 0;
    for (; n < tag.len && tag.at[n] != '-' && tag.at[n] != '_'; n++) {
        if (n + 3 > sizeof subtag - 1 || lower(tag.at[n]) < 'a' || lower(tag.at[n]) > 'z')
            return false;
        subtag[n + 1] = lower(tag.at[n]);
    }
    const struct text word = {subtag + 1, n};
    subtag[n + 1] = ' ';
    for (unsigned l = 0; n && l < LANGUAGES; l++)
        if (text_is(word, zi_language_tags[l]) || strstr(others[l], subtag)) {
            *to = (enum language)l;
            return true;
        }
    return false;
}

static int by_english(const void *key, const void *entry) {
    return strcmp(key, ((const struct word_entry *)entry)->english);
}

static const struct word_entry *find(enum language l, const char *english) {
    const struct catalogue *c = &catalogues[l];
    return c->count ? bsearch(english, c->entry, c->count, sizeof *c->entry, by_english) : NULL;
}

/* The English text without its context. */
static const char *shown(const char *english) {
    const char *bar = strchr(english, '|');
    return bar ? bar + 1 : english;
}

const char *zi_word(enum language l, const char *english) {
    const struct word_entry *e = find(l, english);
    return e ? e->form[0] : shown(english);
}

/* The index of the value for the placeholder at `%`, from 0; *end is after it. */
static size_t value_at(const char *percent, size_t next, const char **end) {
    const char *at = percent + 1;
    if (is_digit(*at)) { /* and `$`, as msgfmt has checked */
        next = (size_t)(at[0] - '1');
        at += 2;
    }
    *end = at + (*at != '\0');
    return next;
}

static void fill(struct buffer *out, const char *pattern, const struct value *values,
                 size_t count) {
    size_t next = 0;
    for (const char *percent; (percent = strchr(pattern, '%')) != NULL;) {
        buffer_text(out, (struct text){pattern, (size_t)(percent - pattern)});
        size_t value = value_at(percent, next, &pattern);
        next++;
        if (value < count)
            zi_buffer_add(out, &values[value], 1);
    }
    buffer_string(out, pattern);
}

void zi_words_put(struct buffer *out, enum language l, const char *english,
                  const struct value *values, size_t count) {
    fill(out, zi_word(l, english), values, count);
}

void zi_words_count(struct buffer *out, enum language l, unsigned long long n, const char *one,
                    const char *many) {
    const struct word_entry *e = find(l, one);
    const char *form = shown(n == 1 ? one : many);
    unsigned which = e ? catalogues[l].plural(n) : 0; /* below WORD_FORMS_MAX */
    if (e && e->form[which])
        form = e->form[which];
    fill(out, form, VALUES(n));
}
