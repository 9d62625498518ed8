/* Names of people as different hands write them. */
#ifndef ZET_VALIDATORS_SCORES_NAMES_H
#define ZET_VALIDATORS_SCORES_NAMES_H

#include "notation/base/arena.h"

/* A name as far as its spelling does not matter: small letters without accents, in words. */
struct name_fold {
    struct text words;    /* in byte order, a blank between them */
    struct text digits;   /* all of them, in their order */
    struct text initials; /* the words of one letter, in byte order */
    uint64_t letters;     /* a bit for each character that occurs, by its low 6 bits */

    /* The characters with the words in byte order, and as they were written. NULL where there are
       more than NAME_CHARACTERS_MAX. */
    const uint32_t *sorted, *written;
    unsigned count;
};

/* Names with more characters are not compared by their edit distance. */
enum { NAME_CHARACTERS_MAX = 64 };

/* Folds a name into the arena. False when memory runs out. */
bool zet_name_fold(struct text name, struct arena *arena, struct name_fold *out);

/* Whether both are the same but for case, accents, punctuation, blanks and the order of words. */
bool zet_name_same(const struct name_fold *a, const struct name_fold *b);

/* Whether a slip of the pen makes one of the other: a character more, less, another, or two in the
   other order; two such slips in a name of eight characters or more. Other digits and other
   initials are no slips. */
bool zet_name_near(const struct name_fold *a, const struct name_fold *b);

#endif
