/* Compares names of people: whether two spellings may be one person. */
#pragma once

#include "notation/base/arena.h"
#include "notation/base/text.h"

/* A name without irrelevant differences of spelling: lowercase words without accents. Lives in the
   arena that it was folded into. */
struct name_fold {
    struct text words;    /* in byte order, separated by blanks */
    struct text digits;   /* all, in their original order */
    struct text initials; /* the words of one letter, in byte order */
    uint64_t letters;     /* a bit for each character, by its low 6 bits */

    /* The characters with the words in byte order, and in their original order. NULL if there are
       more than NAME_CHARACTERS_MAX. */
    const uint32_t *sorted, *written;
    unsigned count;
};

/* Names with more characters are not compared by their edit distance. */
enum { NAME_CHARACTERS_MAX = 64 };

/* Folds a name, which may be any bytes, into the arena. False when out of memory. */
bool zi_name_fold(struct text name, struct arena *arena, struct name_fold *out);

/* Whether the names differ only in case, accents, punctuation, blanks and word order. */
bool zi_name_same(const struct name_fold *a, const struct name_fold *b);

/* Whether a typing slip turns one into the other: a character inserted, deleted or replaced, or two
   swapped; in names of eight characters or more, two such slips. Different digits or initials are
   not slips. */
bool zi_name_near(const struct name_fold *a, const struct name_fold *b);

/* How alike two names are; lower is more alike. SAME: byte for byte. ALIKE: the same person by
   zi_name_same or zi_name_near. UNKNOWN: one is missing. */
enum likeness { NAMES_SAME, NAMES_ALIKE, NAMES_UNKNOWN, NAMES_OTHER };

/* Resets `scratch`, which only these calls use. Sets *failed and returns OTHER when out of
   memory. */
enum likeness zi_names_likeness(struct text a, struct text b, struct arena *scratch, bool *failed);

/* Finds the intended word for a misspelt one. */

/* Returns the entry of `names` (ends with NULL) nearest to `word` by edit distance, case-sensitive;
   the first if several are equally near. NULL if none is near enough: within a third of its
   characters, at least one, but fewer than it has. */
const char *zi_nearest(struct text word, const char *const *names);

/* Edit distance between spellings. */

enum {
    EDITS_MAX = 15,            /* the largest bound on a distance */
    EDIT_CHARACTERS_MAX = 256, /* longer texts are not compared */
};

/* The minimum number of edits that turn one text into the other: insert, delete or replace a
   character, or swap two neighbors (optimal string alignment). Returns most + 1 if it exceeds
   `most`, which is at most EDITS_MAX. Takes time proportional to the longer length times `most`. */
unsigned zi_edit_distance(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count,
                          unsigned most);

/* The same by the characters of two texts; most + 1 if either has more than EDIT_CHARACTERS_MAX
   bytes. */
unsigned zi_text_distance(struct text a, struct text b, unsigned most);
