/* What the files of `zet score` share. */
#ifndef ZET_CLI_SCORE_H
#define ZET_CLI_SCORE_H

#include <time.h>

#include "cli/cli.h"
#include "cli/rewrite.h"
#include "validators/scores/score.h"
#include "validators/scores/standings.h"

enum score_format { SCORE_TEXT, SCORE_JSON, SCORE_CSV, SCORE_HTML };

struct score_options {
    enum score_format format;
    bool table, solve, write, include_invalid, color;
    double seconds; /* a record's search */
    uint64_t seed;
    struct standings_view view; /* --cross, --rounds */
    const struct rules *game;
    const char *event, *claims;   /* NULL: not given */
    const char *standings_option; /* the last option given that only tables have; NULL: none */
    const char *score_option;     /* that tables do not have */
};

struct score_run {
    struct score_options options;
    struct validator *validator;
    struct solver *solver; /* NULL: nothing is searched */
    struct scorer scorer;
    struct observer observer;
    struct record record;
    struct verdict verdict;
    struct facts facts;
    struct buffer out; /* a line in the making */
    struct timespec deadline;
    struct standings table;

    /* For --write. */
    struct rewriter rewriter;
    struct record written; /* the record as it will be */
    struct verdict written_verdict;
    struct buffer text;

    size_t number;   /* of the record in its file, from 1 */
    size_t records;  /* of all files */
    size_t left_out; /* not valid */
    size_t aside;    /* valid, but no game of the table */
    size_t wrong;    /* valid but for the points that they claim */
    size_t changed;
    bool invalid, had_error;
};

/* Judges a record that has been read, and gathers its facts; with `scorer` it sees the playout. */
void zet_score_judge(struct score_run *run, struct scorer *scorer);

/* Whether nothing but the points that the record claims is wrong with it. */
bool zet_score_only_points(const struct record *r);

/* Puts what the score proves into the record. NULL, or a static text why that cannot be done. */
const char *zet_score_write(struct score_run *run, struct rewriting *w, const struct document *d,
                            const struct score *score);

/* `FILE:LINE: SEVERITY: WORDS`, to stderr. */
void zet_score_say(struct score_run *run, const char *file, size_t line, const char *severity,
                   const char *words);

/* The record is not valid: it is named with its first error. */
void zet_score_leave_out(struct score_run *run, const char *file);

/* `zet score --table`. An exit status. */
int zet_score_standings(struct score_run *run, int count, char **arguments);

#endif
