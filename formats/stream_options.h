/* Shared by the tasks that read streams of any format: options that supply what a source omits. */
#pragma once

#include "formats/converter.h"
#include "formats/csv_table.h"
#include "formats/utf16.h"
#include "notation/base/option.h"
#include "validators/api/judging.h"

/* Starts zeroed. */
struct stream_options {
    const struct format *from; /* NULL: not given */
    struct format_options options;
    struct arena texts;    /* of the option values */
    const char **rules;    /* lists of the options */
    struct said_key *keys; /* ends with KEYS */
    struct csv_map *maps;
    size_t rule_count, key_count;
    unsigned encoding, from_word, dates_word;
    bool folder; /* streams probably include files without records */

    size_t skipped; /* streams skipped */
    bool skips;     /* the current stream is skipped */

    /* Of the current stream. */
    const struct format *format;
    struct utf16 utf16;
};

/* The format names by index; NULL past the end. */
const char *zi_stream_format(size_t index);

/* Read the value of an option: a text, a rule, a key or a column. */
bool zi_stream_read_text(const zet_option *row, void *values, const char *value, zet_error *error);
bool zi_stream_read_rule(const zet_option *row, void *values, const char *value, zet_error *error);
bool zi_stream_read_key(const zet_option *row, void *values, const char *value, zet_error *error);
bool zi_stream_read_map(const zet_option *row, void *values, const char *value, zet_error *error);
extern const char *const zi_stream_dates[];
extern const char *const zi_stream_encodings[];
enum { AKRON_SIZE_MIN = 3, AKRON_SIZE_MAX = 16 };

/* stream_options.def has the option rows of a task kind whose state begins with a struct
 * stream_options.
 */

/* Checks the options after all are set. */
bool zi_stream_open(struct stream_options *r, struct zet_task *task);
void zi_stream_close(struct stream_options *r);

/* The format of a stream, guessed from its first bytes. */
const struct format *zi_stream_recognise(struct source *source);

/* Suggests a command for a stream that looks like another format than records, or like none (NULL):
 * `zet convert`, and `zet VERB FORMAT` if the verb is not NULL; else `zet fix` after it. */
void zi_stream_hint(struct zet_task *task, const struct format *looks_like, const char *verb);

/* Begins a stream: r->format is the given or the detected format. */
void zi_stream_begin(struct stream_options *r, struct source *source);

/* For `next` of a task: cuts by that format. */
bool zi_stream_next(struct zet_task *task, struct source *source, struct document *out);

/* Whether to skip the task's stream, which has begun. If so, it is drained and a message reports
 * it. */
bool zi_stream_skips(struct stream_options *r, struct zet_task *task, struct source *source);

/* Reports how many streams were skipped, if any. */
void zi_stream_finish(const struct stream_options *r, struct zet_task *task);
