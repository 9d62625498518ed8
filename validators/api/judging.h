/* Shared by the tasks that gather data from judged records. */
#pragma once

#include "validators/api/names_file.h"
#include "validators/api/task.h"
#include "validators/reading/repairer.h"
#include "validators/replay/judge.h"
#include "validators/report/report.h"

/* The state of one thread. */
struct judging {
    struct judge judge;
    struct facts facts; /* of the record judged last */
};

enum judged {
    JUDGED_RECORD,
    JUDGED_REST,  /* the document is other YAML, or only the remainder of a broken record */
    JUDGED_FAILED /* out of memory */
};

/* Makes a judge that was opened use the settings of the worker's task. */
void zi_judging_default(struct judge *j, struct task_worker *w);

/* Opens a judge with the settings of the worker's task. False when out of memory; close it even
 * then. */
bool zi_judging_open(struct judge *j, struct task_worker *w, const struct observer *observer);

/* A report on the record of the document. */
static inline struct report report_of(const struct task_document *d, const struct record *r,
                                      const struct verdict *v) {
    return (struct report){.file = d->file, .number = d->number, .record = r, .verdict = v};
}

/* Judges and finalizes the document's record and gathers its facts. Without a document, judges the
 * record of a stream that has none. Nothing else counts the record in w->result.records. */
enum judged zi_judging_next(struct judging *j, struct task_worker *w,
                            const struct task_document *d);

/* Appends a line with the record's first error and its fate, such as `is omitted`. */
void zi_judging_report(const struct judging *j, const struct task_document *d, const char *fate,
                       struct buffer *out);

/* Whether a document is a record, perhaps a broken one. Without `game` and a default for it, it is
 * other YAML, which must not be rewritten. If not, a message is appended. */
bool zi_judging_is_record(const struct record *r, struct task_worker *w,
                          const struct task_document *d);

/* The names file of a task, attached as `names`. Starts zeroed. */
struct naming {
    bool given;
    struct names_file file;
};

static inline const struct names_file *naming_file(const struct naming *n) {
    return n->given ? &n->file : NULL;
}

/* Like attach of struct task_kind, for a task that accepts no other text. */
bool zi_naming_attach(struct naming *n, struct zet_task *task, const char *what, struct text name,
                      struct text text);
