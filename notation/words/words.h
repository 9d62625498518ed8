/* The reader's language: words around boards, on pages, score sheets and sites. Reports, help and
   formats are always in English. The catalogues are gettext files, po/TAG.po; the build compiles
   them to tables, so nothing is loaded at run time. */
#pragma once

#include "notation/base/value.h"

enum language {
    LANGUAGE_ENGLISH,
#define LANGUAGE(name, tag, other) LANGUAGE_##name,
#include "notation/words/languages.def"
#undef LANGUAGE
    LANGUAGES
};

/* Their tags, as in HTML's `lang`. */
extern const char *const zi_language_tags[LANGUAGES];

/* Reads a tag in any case, such as `nl`, `nl-BE`, `nb_NO`. False for a language without words. */
bool zi_language_read(struct text tag, enum language *to);

/* An entry of a catalogue, with all plural forms of the language, as offsets in its texts; only
   form[0] if it has no number, and the others are empty. */
enum { WORD_FORMS_MAX = 4 };
struct word_entry {
    uint32_t english;
    uint32_t form[WORD_FORMS_MAX];
};

#ifdef ZET_WORDS_COME_LATER
/* Sets the catalogue of a language, ascending by `english`. For programs built without catalogues;
   until then their words are English. */
void zi_words_take(enum language l, const char *texts, const struct word_entry *entry,
                   size_t count);
#endif

/* Marks a string passed to zi_word, so that xgettext finds it. */
#define WORD(english) english

/* Translates a text; returns the English text if the catalogue lacks it. The part of it up to a `|`
   is not shown: it separates the meanings of an English word (`side|black`). Static. */
const char *zi_word(enum language l, const char *english);

/* Appends the text with its `%s`, or `%1$s`, `%2$s`, ..., replaced by the values. */
#define words_put(out, l, english, ...) zi_words_put(out, l, english, VALUES(__VA_ARGS__))
void zi_words_put(struct buffer *out, enum language l, const char *english,
                  const struct value *values, size_t count);

/* Appends a date, `2026-03-01`, as readers write it: `1 March 2026`; any other text unchanged. */
void zi_words_date(struct buffer *out, enum language l, struct text date);

/* Appends a text with a number, its `%d`, in the language's plural form for that number. */
void zi_words_count(struct buffer *out, enum language l, unsigned long long n, const char *one,
                    const char *many);
