/* Players as persons. An id is a person's identity, under whatever names; a name without an id is
   the person of that name. A names file says more. */
#pragma once

#include "validators/archive/names_file.h"

#define PEOPLE_NOBODY UINT32_MAX

struct person {
    struct text name; /* canonical, else the first spelling; if none exists the id */
    uint32_t same;    /* once joined: the person that this one is */
};

/* Persons by numbers from 0 in the order of their coming. Starts zeroed but for `file`. */
struct people {
    const struct names_file *file; /* or NULL */
    struct person *at;             /* keys.count of them */
    struct text *label;            /* what tells them from the others */
    struct map keys;               /* identities */
    struct names_owned spelled;    /* names that came with an id: whose they are */
    struct buffer room;
    size_t cap;
    size_t bytes; /* of all names and ids kept */
    bool failed;  /* memory ran out */
};

/* The number of the person of that name and id, who may be new; PEOPLE_NOBODY where both are
   empty, or who is new and `add` is false. */
uint32_t zi_people_number(struct people *p, struct text name, struct text id, bool add);

/* Whether the names and ids of two are those of one person. */
bool zi_people_is_one(struct people *p, const struct text names[2], const struct text ids[2]);

/* The id of a person, or an empty text. */
struct text zi_people_id(const struct people *p, uint32_t person);

/* Whether the names file has them. */
bool zi_people_is_listed(const struct people *p, uint32_t person);

/* Whether both are known as two: each of them has an id or is in the names file. */
bool zi_people_are_two(const struct people *p, uint32_t a, uint32_t b);

/* After the last person: who came by a name without an id is the one with an id whose name it is
   too, if there is exactly one, and has that number in `same`. */
void zi_people_join(struct people *p);

/* After that: two who were joined are not, because they have met. */
void zi_people_part(struct people *p, uint32_t a, uint32_t b);

/* After that: makes the labels, names, and `NAME (ID)` where others have the same name. */
void zi_people_make_labels(struct people *p);

void zi_people_free(struct people *p);
