/* A names file: a person's list of which names belong to which player (docs/reference/names.md). */
#pragma once

#include "notation/base/buffer.h"
#include "notation/base/map.h"
#include "validators/zet.h"

#define NAMES_NOBODY UINT32_MAX

/* Texts, each with the person it belongs to. */
struct names_owned {
    struct map texts;
    uint32_t *owner; /* by the text's index; NAMES_SEVERAL: more than one person has it */
    size_t cap;
};
#define NAMES_SEVERAL (UINT32_MAX - 1)

/* Gives a text to a person. If another person has it, it then belongs to several. False when memory
 * runs out. */
bool zi_names_own(struct names_owned *o, struct text t, uint32_t person);
uint32_t zi_names_owner(const struct names_owned *o, struct text t); /* or NAMES_NOBODY */
void zi_names_owned_free(struct names_owned *o);

/* Starts zeroed. After reading, any number of threads may look people up. */
struct names_file {
    struct listed_person {
        struct text name; /* canonical */
        struct text id;   /* the first one, or empty */
    } * at;
    size_t count, cap;
    struct names_owned ids, names, folded; /* names: canonical ones and aliases, as written */
    struct arena arena;
};

/* Reads a names file. If invalid, false with *error, which begins with `NAME:LINE:COLUMN: `. */
bool zi_names_file_read(struct names_file *n, struct text file_name, struct text text,
                        zet_error *error);
void zi_names_file_free(struct names_file *n);

/* The person with that name and id (empty: not given), or NAMES_NOBODY. An id in the file decides.
 * Otherwise a name or alias does, regardless of case and accents, if it belongs to one person only;
 * a person with ids does not match another id. `room` is scratch; room->failed is set when memory
 * runs out. */
uint32_t zi_names_file_find(const struct names_file *n, struct text name, struct text id,
                            struct buffer *room);
