/* What the tasks share that read streams of any format: the options that say what a source does not
   say itself. */
#pragma once

#include "validators/formats/converter.h"
#include "validators/formats/csv_table.h"
#include "validators/formats/utf16.h"
#include "validators/tasks/task.h"

/* Starts zeroed. */
struct reading {
    const struct format *from; /* NULL: not said */
    struct format_options options;
    struct arena texts;    /* of what is said */
    const char **rules;    /* lists of the options */
    struct said_key *keys; /* ends with KEYS */
    struct csv_map *maps;
    size_t rule_count, key_count;
    unsigned encoding, from_word, dates_word;
    bool folder; /* names of files without records are likely among those of the streams */

    size_t skipped; /* streams */
    bool skips;     /* the current one */

    /* Of the present stream. */
    const struct format *format;
    struct utf16 utf16;
};

/* The formats' names by their numbers, NULL past the end. */
const char *zi_reading_format(size_t index);

/* Values: a text, a rule, a key and a column. */
bool zi_reading_read_text(const zet_option *row, void *values, const char *value, zet_error *error);
bool zi_reading_read_rule(const zet_option *row, void *values, const char *value, zet_error *error);
bool zi_reading_read_key(const zet_option *row, void *values, const char *value, zet_error *error);
bool zi_reading_read_map(const zet_option *row, void *values, const char *value, zet_error *error);
extern const char *const zi_reading_dates[];
extern const char *const zi_reading_encodings[];
enum { AKRON_SIZE_MIN = 3, AKRON_SIZE_MAX = 16 };

/* The rows of a kind whose state begins with a struct reading are in reading.def. */

/* Checks the options, after the last one was set. */
bool zi_reading_open(struct reading *r, struct zet_task *task);
void zi_reading_close(struct reading *r);

/* The format that a stream is likely to be in, by its first bytes. */
const struct format *zi_reading_recognise(struct source *source);

/* Says what to do with a stream that looks like another format than records, or like none (NULL):
   `zet convert`, and `zet VERB FORMAT` where the verb is not NULL; else `zet fix` after it. */
void zi_reading_hint(struct zet_task *task, const struct format *looks_like, const char *verb);

/* Begins a stream: r->format is what it is in, said or recognised. */
void zi_reading_begin(struct reading *r, struct source *source);

/* Whether the task's stream, which has begun, is to be skipped: it then has nothing more, and a
   message says so. */
bool zi_reading_skips(struct reading *r, struct zet_task *task, struct source *source);

/* Says how many streams were skipped, if any were. */
void zi_reading_finish(const struct reading *r, struct zet_task *task);
