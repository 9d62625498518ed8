/* Identifies people among players. An id identifies a person under any name; a name without an id
 * identifies the person with that name. A names file adds more. */
#pragma once

#include "validators/api/names_file.h"

#define PEOPLE_NOBODY UINT32_MAX

struct person {
    struct text name; /* canonical, else the first spelling, else the id */
    uint32_t same;    /* after joining: the person that this one is */
};

/* People by number from 0, in order of first appearance. Starts zeroed except for `file`. */
struct people {
    const struct names_file *file; /* or NULL */
    struct person *at;             /* keys.count of them */
    struct text *label;            /* distinguishes each from the others */
    struct map keys;               /* identities */
    struct names_owned spelled;    /* names seen with an id, and their owners */
    struct buffer room;
    size_t cap;
    size_t bytes; /* of all stored names and ids */
    bool failed;  /* memory ran out */
};

/* The number of the person with that name and id, who may be new; PEOPLE_NOBODY if both are empty,
 * or if the person is new and `add` is false. */
uint32_t zi_people_number(struct people *p, struct text name, struct text id, bool add);

/* Whether two names and ids belong to one person. */
bool zi_people_is_one(struct people *p, const struct text names[2], const struct text ids[2]);

/* The id of a person, or an empty text. */
struct text zi_people_id(const struct people *p, uint32_t person);

/* Whether the names file lists the person. */
bool zi_people_is_listed(const struct people *p, uint32_t person);

/* Whether these are known to be two people: each has an id or is in the names file. */
bool zi_people_are_two(const struct people *p, uint32_t a, uint32_t b);

/* Call after the last person. A name without an id joins the person with an id and that name, if
 * there is exactly one: `same` is set to that person's number. */
void zi_people_join(struct people *p);

/* Call after that: undoes the joining of two people, because they have met. */
void zi_people_part(struct people *p, uint32_t a, uint32_t b);

/* Call after that: makes the labels: names, and `NAME (ID)` if others have the same name. */
void zi_people_make_labels(struct people *p);

void zi_people_free(struct people *p);
