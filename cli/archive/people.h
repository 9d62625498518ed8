/* The people in the games of an index. */
#pragma once

#include "cli/archive/archive.h"
#include "tournaments/people.h"

/* A name with an id, as records have it. */
struct spelling {
    int64_t id; /* in the table person */
    struct text name, key, path;
    uint64_t games, line; /* the path and the line of the first record that has it */
};

/* Calls `see` with each name that satisfies `who` (SQL on person) of the games selected by `which`
   (SQL on game; NULL: all), in the order of their first games. `others`: includes people on neither
   side. Returns false, after a message, on failure; `see` returns false if memory runs out. */
typedef bool person_visitor(void *context, const struct spelling *found);
bool people_visit(const struct archive *a, const char *which, const char *who, bool others,
                  person_visitor *see, void *context);

/* Numbers the people of these games, joins those who are one person, and makes their labels, which
   the SQL function zet_label(NAME, ID) then has. Returns false, after a message, on failure. */
bool people_number(const struct archive *a, const char *which, struct people *p);
