/* The list of the persons in records, with the spellings of their names. */
#pragma once

#include "validators/archive/people.h"

/* One name with one id, as they come in records. */
struct spelling {
    struct text name, id, file_name; /* the file and the line of the first record that has it */
    uint64_t line, count;
    uint32_t file, person; /* numbers, which it is given */
};

/* A person as they are written. */
struct listed {
    uint32_t person;
    struct text name;    /* canonical, else the spelling that comes most often */
    size_t first, count; /* their spellings, in order */
    uint64_t games;
};

/* Starts zeroed but for people.file. */
struct names_list {
    struct people people;
    struct spelling *spelling;
    size_t spelling_count, spelling_cap;
    struct map files;

    struct listed *at; /* at the end */
    size_t count;
};

/* Adds a spelling, each once. Its texts are copied. False when out of memory. */
bool zi_names_list_add(struct names_list *t, struct spelling s);

/* After the last one: appends the list as "text", "json", "players" or "yaml". False when out of
   memory. */
bool zi_names_list_write(struct names_list *t, const char *format, uint64_t records,
                         struct buffer *out);

void zi_names_list_free(struct names_list *t);
