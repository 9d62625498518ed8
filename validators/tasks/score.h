/* What the files of the task `score` share. */
#ifndef ZET_VALIDATORS_TASKS_SCORE_H
#define ZET_VALIDATORS_TASKS_SCORE_H

#include "validators/archive/query.h"
#include "validators/scores/score.h"
#include "validators/scores/score_write.h"
#include "validators/scores/standings.h"
#include "validators/tasks/judging.h"
#include "validators/tasks/naming.h"
#include "validators/tasks/stream_copy.h"

enum { SCORE_TEXT, SCORE_JSON, SCORE_CSV, SCORE_HTML };

struct score_task {
    unsigned format;
    bool table, solve, write, include_invalid, color;
    uint64_t nanoseconds, nodes, seed; /* of a record's search */
    struct solver_stock *solvers;      /* with `solve` */
    struct standings_view view;
    const struct rules *game; /* NULL: any */
    struct buffer event;      /* folded; counts with event_given, else any */
    struct text claims, claims_name;
    struct naming naming; /* of tables */
    bool claims_given, limit_given, event_given;
    const char *table_option; /* the last option given that only tables have; NULL: none */
    const char *score_option; /* that tables do not have */

    /* With `table`. */
    struct standings standings;
    uint64_t aside; /* valid, but no game of the table */

    uint64_t left_out, wrong, changed; /* wrong: valid but for the points that they claim */
    struct stream_copy copy;           /* with `write` */
    bool too_long; /* the present stream has a record that cannot be rewritten */
};

struct score_worker {
    struct judging judging;
    struct scorer scorer;
    struct observer observer;
    uint64_t deadline; /* of the present search, by the caller's clock; 0: it has not begun */
    struct zet_task *task;
    struct score_writer writer; /* with `write` */
    struct buffer folded;       /* of zet_query_text_fits */
};

/* The standings of a tournament: the functions of struct task_kind. */
bool zet_standings_document(struct task_worker *w, const struct task_document *d);
bool zet_standings_merge(struct zet_task *task, struct task_result *result, zet_error *error);
bool zet_standings_finish(struct zet_task *task, zet_error *error);

/* Appends the beginning of a message: `FILE:LINE: SEVERITY: `. */
void zet_score_message(struct buffer *out, struct text file, uint64_t line, const char *severity);

#endif
