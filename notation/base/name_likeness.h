/* Names of people as different hands write them: whether two spellings may be one person. */
#pragma once

#include "notation/base/arena.h"

/* A name as far as its spelling does not matter: small letters without accents, in words. Lives in
   the arena that it was folded into. */
struct name_fold {
    struct text words;    /* in byte order, a blank between them */
    struct text digits;   /* all of them, in their order */
    struct text initials; /* the words of one letter, in byte order */
    uint64_t letters;     /* a bit for each character that occurs, by its low 6 bits */

    /* The characters with the words in byte order, and as they were written. NULL if there are
       more than NAME_CHARACTERS_MAX. */
    const uint32_t *sorted, *written;
    unsigned count;
};

/* Names with more characters are not compared by their edit distance. */
enum { NAME_CHARACTERS_MAX = 64 };

/* Folds a name, of any bytes, into the arena. False when out of memory. */
bool zi_name_fold(struct text name, struct arena *arena, struct name_fold *out);

/* Whether both are the same but for case, accents, punctuation, blanks and the order of words. */
bool zi_name_same(const struct name_fold *a, const struct name_fold *b);

/* Whether a slip of the pen makes one of the other: a character more, less, another, or two in the
   other order; two such slips in a name of eight characters or more. Other digits and other
   initials are no slips. */
bool zi_name_near(const struct name_fold *a, const struct name_fold *b);

/* How two names are to each other, the more alike the lower. SAME: byte for byte. ALIKE: the same
   person by zi_name_same or zi_name_near. UNKNOWN: one of them is not given. */
enum likeness { NAMES_SAME, NAMES_ALIKE, NAMES_UNKNOWN, NAMES_OTHER };

/* Resets `scratch`, which only these calls use. *failed is set when out of memory, and the names
   are then OTHER. */
enum likeness zi_names_likeness(struct text a, struct text b, struct arena *scratch, bool *failed);
