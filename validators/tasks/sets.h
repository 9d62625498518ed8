/* Parts split by key: one part for each set of keys, in files of their own. */
#ifndef ZET_VALIDATORS_TASKS_SETS_H
#define ZET_VALIDATORS_TASKS_SETS_H

#include "validators/tasks/part.h"

/* Starts zeroed but for `count`. Lines go to the task's spool as they come, since a folder takes
   one file at a time. */
struct sets {
    uint32_t count;
    struct set_text {
        struct buffer text; /* not in the spool yet */
        uint64_t told;      /* of `records`, those that it has a line for or counts */
    } * at;                 /* `count` of them, once there was a line */
    struct set_piece {
        uint64_t offset; /* in the spool */
        uint32_t set, length;
    } * piece;
    size_t piece_count, cap;
    uint64_t bytes;   /* in the spool */
    uint64_t records; /* with keys, so far */
};

/* The first line of a part of all keys, without its line end. */
bool zet_sets_head(struct sets *s, struct zet_task *task, struct text line, zet_error *error);

/* A line of a record with that key; a line that all sets have. */
bool zet_sets_record(struct sets *s, struct zet_task *task, uint32_t key, struct text line,
                     zet_error *error);
bool zet_sets_line(struct sets *s, struct zet_task *task, struct text line, zet_error *error);

/* Writes the files set-1.part, set-2.part, ... into the task's folder. */
bool zet_sets_finish(struct sets *s, struct zet_task *task, zet_error *error);

void zet_sets_free(struct sets *s);

#endif
