/* The list of the people in records, with the spellings of their names. */
#pragma once

#include "tournaments/people.h"

/* One name with one id, as found in records. */
struct spelling {
    struct text name, id, file_name; /* the file and the line of the first record that has it */
    uint64_t line, count;
    uint32_t file, person; /* indexes, set by zi_names_list_add */
};

/* A person, as written. */
struct listed {
    uint32_t person;
    struct text name;    /* canonical, else the most frequent spelling */
    size_t first, count; /* the person's spellings, in order */
    uint64_t games;
};

/* Starts zeroed except for people.file. */
struct names_list {
    struct people people;
    struct spelling *spelling;
    size_t spelling_count, spelling_cap;
    struct map files;

    struct listed *at; /* when writing */
    size_t count;
};

/* Adds a spelling, which must be new, and copies its texts. False when out of memory. */
bool zi_names_list_add(struct names_list *t, struct spelling s);

/* Call after the last one: appends the list as "text", "json", "players" or "yaml". False when out
 * of memory. */
bool zi_names_list_write(struct names_list *t, const char *format, uint64_t records,
                         struct buffer *out);

void zi_names_list_free(struct names_list *t);
