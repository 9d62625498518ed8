#include "notation/words/words.h"

#include <stdlib.h>

struct catalogue {
    const char *texts;
    const struct word_entry *entry; /* ascending by `english` */
    size_t count;
    unsigned (*plural)(unsigned long long n); /* the form for a number */
};

/* BEGIN(tag), ENTRY(english, forms...), ..., PLURAL(tag, an expression of n): from po/TAG.po.
   All texts are members of one structure and entries have their offsets, because the loader would
   have to relocate thousands of pointers at each start. A line of the list has one entry. */
#ifdef ZET_WORDS_COME_LATER
#define BEGIN(tag)
#define ENTRY(english, ...)
#define END
#define ENTRIES(tag) NULL, NULL, 0
#define CONST
#else
#define JOINED(name, line) JOINED_NOW(name, line)
#define JOINED_NOW(name, line) name##line
#define BEGIN(tag)
#define PLURAL(tag, expression)
#define ENTRY(...) ENTRY_OF(__VA_ARGS__, "", "", "", )
#define ENTRY_OF(english, form_0, form_1, form_2, form_3, ...)                                     \
    char JOINED(e, __LINE__)[sizeof english], JOINED(f0_, __LINE__)[sizeof form_0],                \
        JOINED(f1_, __LINE__)[sizeof form_1], JOINED(f2_, __LINE__)[sizeof form_2],                \
        JOINED(f3_, __LINE__)[sizeof form_3];
static const struct texts {
#include "notation/words/catalogues.def"
#undef ENTRY_OF
#define ENTRY_OF(english, form_0, form_1, form_2, form_3, ...)                                     \
    english, form_0, form_1, form_2, form_3,
} texts = {
#include "notation/words/catalogues.def"
};
#undef BEGIN
#undef PLURAL
#undef ENTRY_OF
#define AT(name) (uint32_t) offsetof(struct texts, JOINED(name, __LINE__))
#define ENTRY_OF(...) {AT(e), {AT(f0_), AT(f1_), AT(f2_), AT(f3_)}},
#define BEGIN(tag) static const struct word_entry entries_##tag[] = {
#define END                                                                                        \
    }                                                                                              \
    ;
#define ENTRIES(tag)                                                                               \
    (const char *)&texts, entries_##tag, sizeof entries_##tag / sizeof *entries_##tag
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
void zi_words_take(enum language l, const char *texts, const struct word_entry *entry,
                   size_t count) {
    catalogues[l].texts = texts;
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

static const struct word_entry *find(const struct catalogue *c, const char *english) {
    size_t low = 0, high = c->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(english, c->texts + c->entry[middle].english);
        if (!order)
            return &c->entry[middle];
        *(order < 0 ? &high : &low) = middle + (order > 0);
    }
    return NULL;
}

/* The English text without its context. */
static const char *shown(const char *english) {
    const char *bar = strchr(english, '|');
    return bar ? bar + 1 : english;
}

const char *zi_word(enum language l, const char *english) {
    const struct catalogue *c = &catalogues[l];
    const struct word_entry *e = find(c, english);
    return e ? c->texts + e->form[0] : shown(english);
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
    const struct catalogue *c = &catalogues[l];
    const struct word_entry *e = find(c, one);
    const char *form = shown(n == 1 ? one : many);
    const char *own = e ? c->texts + e->form[c->plural(n)] : ""; /* below WORD_FORMS_MAX */
    if (*own)
        form = own;
    fill(out, form, VALUES(n));
}
