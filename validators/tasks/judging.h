/* What the tasks that gather something from judged records share. */
#pragma once

#include "validators/archive/facts.h"
#include "validators/archive/names_file.h"
#include "validators/formats/converter.h"
#include "validators/replay/repairer.h"
#include "validators/report/report.h"
#include "validators/tasks/task.h"

/* One thread's part. */
struct judging {
    struct judge judge;
    struct facts facts; /* of the record that was judged last */
};

enum judged {
    JUDGED_RECORD,
    JUDGED_REST,  /* the document is only the rest of a broken record */
    JUDGED_FAILED /* out of memory */
};

/* Opens a judge that goes by the settings of the worker's task. False when out of memory; it must
   be closed nevertheless. */
bool zi_judging_open(struct judge *j, struct task_worker *w, const struct observer *observer);

/* A report of the record that was read from the document. */
static inline struct report report_of(const struct task_document *d, const struct record *r,
                                      const struct verdict *v) {
    return (struct report){.file = d->file, .number = d->number, .record = r, .verdict = v};
}

/* Judges and finalizes the document's record and gathers its facts. Without a document there is the
   record of a stream that has none. Counts the record in w->result.records, and nowhere else. */
enum judged zi_judging_next(struct judging *j, struct task_worker *w,
                            const struct task_document *d);

/* Appends a line with the record's first error and what becomes of it: `is omitted`. */
void zi_judging_report(const struct judging *j, const struct task_document *d, const char *fate,
                       struct buffer *out);

/* Whether a document that was read is a record, or a broken one: one without `game`, and without a
   default for it, is other YAML, which nothing may rewrite. Says so where it is not. */
bool zi_judging_is_record(const struct record *r, struct task_worker *w,
                          const struct task_document *d);

/* Reads sheets for a repairer, by the settings of a task. Starts zeroed. */
struct rereading {
    struct converter converter; /* opened where it is needed */
    struct buffer text;         /* of the document, for it */
    const struct defaults *const *defaults;
};

/* Opens a repairer that goes by the settings of the worker's task and reads sheets. False when out
   of memory; both must be closed all the same. */
bool zi_rereading_open(struct rereading *x, struct repairer *p, struct task_worker *w);
void zi_rereading_close(struct rereading *x, struct repairer *p);

/* The names file of a task, which its caller attaches as `names`. Starts zeroed. */
struct naming {
    bool given;
    struct names_file file;
};

static inline const struct names_file *naming_file(const struct naming *n) {
    return n->given ? &n->file : NULL;
}

/* As struct task_kind's attach, of a task that takes no other text. */
bool zi_naming_attach(struct naming *n, struct zet_task *task, const char *what, struct text name,
                      struct text text);
