/* Parts: what a task makes of some of its streams, as JSON lines that zet merge joins with other
   parts. validators/archive/MANY-MACHINES.md has the form. */
#ifndef ZET_VALIDATORS_TASKS_PART_H
#define ZET_VALIDATORS_TASKS_PART_H

#include "validators/tasks/task.h"

/* Moves what was made of one document from the result to its lines. `before`: what the result was
   before that document. `empty`: the stream has no record. */
void zet_part_document(const struct task_result *before, struct task_result *r, bool empty);

/* At both ends of a stream, and at the end of the part. They write to the task's output. */
bool zet_part_stream(struct zet_task *task, zet_error *error);
bool zet_part_stream_end(struct zet_task *task, uint64_t lines, zet_error *error);
bool zet_part_end(struct zet_task *task, zet_error *error);

/* The first line of a part of that task, without its line end. */
void zet_part_head(struct buffer *out, const struct zet_task *task);

enum { PART_VERSION = 1 };

/* Rows with keys are split into sets, each of which can be merged for itself. */
enum { KEY_SETS_MAX = 65536 };
struct key_set {
    uint32_t number, count; /* from 0; of so many, 0: all keys */
};
static inline uint32_t key_set_of(uint32_t key, uint32_t count) { return key % count; }

/* Reads K/N. */
bool zet_key_set_read(const char *value, struct key_set *to, zet_error *error);

/* Whether the line is of a record of its own with a key, and has nothing else but a row; such a
   line need not be read to know that it is of another set. */
bool zet_part_line_key(struct text line, uint32_t *key);

/* The words of counts in parts; NULL: not in parts. */
extern const char *const zet_part_counts[ZET_COUNTS];

#endif
