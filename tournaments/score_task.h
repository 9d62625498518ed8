/* Shared by the files of the task `score`. */
#pragma once

#include "notation/base/text_order.h"
#include "tournaments/tournament.h"
#include "validators/api/judging.h"
#include "validators/api/rewrite.h"
#include "validators/solver/score.h"
#include "validators/solver/score_write.h"

enum {
#define FORMAT(name, writer) SCORE_##name,
#include "tournaments/formats.def"
#undef FORMAT
};

struct score_task {
    unsigned format, game_word;
    bool table, solve, write, include_invalid, only_valid, color;
    uint64_t nanoseconds, nodes, seed; /* of a record's search */
    struct solver_stock *solvers;      /* with `solve` */
    struct standings_view view;
    const struct rules *game; /* NULL: any */
    struct buffer event;      /* folded; used with event_given, else any */
    struct text claims, claims_name;
    struct buffer after;  /* the last round of the table; empty: all rounds */
    struct naming naming; /* of tables */
    bool claims_given, event_given, tournament_given;
    bool event_of_file, game_of_file; /* from the tournament file, not from an option */
    const char *table_only;           /* something attached that only tables use; or NULL */

    /* With `table`. */
    struct standings standings;
    struct tournament tournament;
    struct tournament_scratch scratch;

    /* If a row continues after its facts, reads that part, with the game's index in the table or
     * -1. May be NULL. Returns false like a task kind's function. */
    bool (*take)(struct zet_task *task, struct row_reader *rows, const struct facts *f,
                 uint64_t line, int64_t game);
    uint64_t aside;  /* valid, but not a game of the table */
    uint64_t others; /* among these: of other games, or of other events and players */

    uint64_t left_out, wrong, changed; /* wrong: valid except for the points claimed */
    struct rewrite rewrite;            /* with `write` */

    /* Of the current stream. */
    bool rewrites; /* it has a copy */
    bool too_long; /* a record in it cannot be rewritten */
};

struct score_worker {
    struct judging judging;
    struct scorer scorer;
    struct observer observer;
    uint64_t deadline; /* of the current search, by the caller's clock; 0: not begun */
    struct zet_task *task;
    struct score_writer writer; /* with `write` */
    struct buffer folded;       /* of zi_glob_text_fits */
};

/* Appends the row of a judged record; false if the record is not eligible. */
bool zi_standings_row(struct task_worker *w, const struct task_document *d);

/* The standings of a tournament: functions for struct task_kind. */
bool zi_standings_document(struct task_worker *w, const struct task_document *d);
bool zi_standings_merge(struct zet_task *task, struct task_result *result);
bool zi_standings_finish(struct zet_task *task);

/* Attaches the text of a tournament file. */
bool zi_tournament_attach(struct zet_task *task, struct text name, struct text text);

/* Applies the tournament file once all options are known. False when out of memory. */
bool zi_tournament_open(struct score_task *t);

/* Makes the table and warns about what looks wrong. Returns false like a task kind's function. */
bool zi_standings_make(struct zet_task *task);

/* Whether the tournament file has errors, so that there is no table. Reports them. */
bool zi_tournament_is_faulty(struct zet_task *task);

void zi_standings_close(struct score_task *t);
