/* The reader's language: words around boards, on pages, score sheets and sites. Reports, help and
   formats stay English. The catalogues are po/TAG.po, as gettext has them; the build makes tables
   of them, so that nothing is read when the program runs. */
#pragma once

#include "notation/base/buffer.h"

enum language {
    LANGUAGE_ENGLISH,
#define LANGUAGE(name, tag, other) LANGUAGE_##name,
#include "notation/words/languages.def"
#undef LANGUAGE
    LANGUAGES
};

/* Their tags, as `lang` of HTML has them. */
extern const char *const zi_language_tags[LANGUAGES];

/* Reads a tag: `nl`, `nl-BE`, `nb_NO`, in any letter case. False if zet does not know the language.
 */
bool zi_language_read(struct text tag, enum language *to);

/* One text of a catalogue, in as many forms as the language has; form[0] alone if there is no
   number. */
enum { WORD_FORMS_MAX = 4 };
struct word_entry {
    const char *english;
    const char *form[WORD_FORMS_MAX];
};

#ifdef ZET_WORDS_COME_LATER
/* Makes this the catalogue of a language, ascending by `english`. It is of programs that are built
   without catalogues; until then their words are English. */
void zi_words_take(enum language l, const struct word_entry *entry, size_t count);
#endif

/* Marks a string that zi_word will get, so that xgettext finds it. */
#define WORD(english) english

/* The text in that language; in English, where a catalogue lacks it. Up to a `|` the English text
   is not shown: it tells apart what English says with one word (`side|black`). Static. */
const char *zi_word(enum language l, const char *english);

/* Appends the text with its `%s`, or `%1$s`, `%2$s`, ..., replaced by the values. */
void zi_words_put(struct buffer *out, enum language l, const char *english,
                  const struct text *values, size_t count);

/* The same with one value. */
void zi_words_put_one(struct buffer *out, enum language l, const char *english, struct text value);

/* Appends a day, `2026-03-01`, as readers write it: `1 March 2026`; any other text as it is. */
void zi_words_date(struct buffer *out, enum language l, struct text date);

/* Appends a text with a number, its `%d`, in the form that the language has for that number. */
void zi_words_count(struct buffer *out, enum language l, unsigned long long n, const char *one,
                    const char *many);
