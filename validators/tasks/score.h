/* What the files of the task `score` share. */
#pragma once

#include "validators/archive/query.h"
#include "validators/scores/score.h"
#include "validators/scores/score_write.h"
#include "validators/scores/tournament.h"
#include "validators/tasks/judging.h"
#include "validators/tasks/rewrite.h"

enum {
#define FORMAT(name, writer) SCORE_##name,
#include "validators/scores/formats.def"
#undef FORMAT
};

struct score_task {
    unsigned format, game_word;
    bool table, solve, write, include_invalid, color;
    uint64_t nanoseconds, nodes, seed; /* of a record's search */
    struct solver_stock *solvers;      /* with `solve` */
    struct standings_view view;
    const struct rules *game; /* NULL: any */
    struct buffer event;      /* folded; counts with event_given, else any */
    struct text claims, claims_name;
    struct naming naming; /* of tables */
    bool claims_given, event_given, tournament_given;
    bool event_of_file, game_of_file; /* no option says it */
    const char *table_only;           /* what was attached that only tables have; NULL: nothing */

    /* With `table`. */
    struct standings standings;
    struct tournament tournament;
    struct tournament_scratch scratch;

    /* Where a row continues after its facts: takes that off, with the game's index in the table or
       -1. NULL: it does not. False as a kind's function. */
    bool (*take)(struct zet_task *task, struct row_reader *rows, const struct facts *f,
                 uint64_t line, int64_t game);
    uint64_t aside;  /* valid, but no game of the table */
    uint64_t others; /* of these: of other games, or of other events and players */

    uint64_t left_out, wrong, changed; /* wrong: valid but for the points that they claim */
    struct rewrite rewrite;            /* with `write` */

    /* Of the present stream. */
    bool rewrites; /* it has a copy */
    bool too_long; /* a record in it cannot be rewritten */
};

struct score_worker {
    struct judging judging;
    struct scorer scorer;
    struct observer observer;
    uint64_t deadline; /* of the present search, by the caller's clock; 0: it has not begun */
    struct zet_task *task;
    struct score_writer writer; /* with `write` */
    struct buffer folded;       /* of zi_query_text_fits */
};

/* The row of a record that was judged; false if it does not come into question. */
bool zi_standings_row(struct task_worker *w, const struct task_document *d);

/* The standings of a tournament: the functions of struct task_kind. */
bool zi_standings_document(struct task_worker *w, const struct task_document *d);
bool zi_standings_merge(struct zet_task *task, struct task_result *result);
bool zi_standings_finish(struct zet_task *task);

/* Takes the text of a tournament file. */
bool zi_tournament_attach(struct zet_task *task, struct text name, struct text text);

/* What the tournament file says of the table, once all options are known. False when out of
   memory. */
bool zi_tournament_open(struct score_task *t);

/* Makes the table, with messages about what looks wrong in it. False as a kind's function. */
bool zi_standings_make(struct zet_task *task);

/* Whether the tournament file has errors, so that there is no table: they are told. */
bool zi_tournament_is_faulty(struct zet_task *task);

void zi_standings_close(struct score_task *t);
