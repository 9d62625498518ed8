/* The score of one record, and how it is determined (H13, H14, B11). */
#pragma once

#include "notation/base/buffer.h"
#include "validators/replay/judge.h"
#include "validators/replay/move_reader.h"
#include "validators/solver/solver_stock.h"

enum score_kind {
    SCORE_UNKNOWN, /* the game is unknown */
    SCORE_RESULT,  /* won, drawn, lost or open: no points */
    SCORE_STONES,  /* the winner's stones */
    SCORE_PLAYED,  /* the playout is complete */
    SCORE_BRACKET  /* the playout is missing or stops early */
};

struct score {
    enum score_kind kind;
    int64_t points;    /* -1: unknown */
    int64_t low, high; /* bounds; -1: unknown */
    bool exact;        /* both bounds are known and equal */
    bool never;        /* proved: the loser cannot come home */
    uint32_t played;   /* moves of the playout */
    uint32_t away;     /* the loser's men that are not home after it */
    int64_t claim;     /* the points that the record claims; -1: none */
    uint32_t found;    /* moves at the end of `playout` that the search found */

    /* The complete playout in canonical form, `1. b10-b9 2. b9-b8`; empty if there is none. Valid
       until the scorer sees another record. */
    struct text playout;
};

/* Starts zeroed. */
struct scorer {
    struct buffer playout;
    uint32_t played;
    bool failed; /* memory ran out */
};

/* Forgets the previous record. */
void zi_scorer_begin(struct scorer *s);
void zi_scorer_free(struct scorer *s);

/* As struct observer's see; the context is the struct scorer. */
void zi_scorer_see(void *context, const struct move_reader *in, enum token token);

/* The score of the record `r`, which was judged while the scorer observed it. With `solvers` the
   missing part of the playout is searched within `limits`. */
void zi_score(struct scorer *s, const struct record *r, const struct facts *f,
              const struct verdict *v, struct solver_stock *solvers,
              const struct solver_limits *limits, struct score *out);

/* Appends a sentence: "hogga: black (A. Player) wins by goal; 2 points: the playout has 2
   moves". */
void zi_score_text(struct buffer *out, const struct facts *f, const struct score *score);

/* Whether the claimed points are the only error in the record. */
bool zi_score_only_points(const struct record *r);

/* Removes the next move and its number from a playout. */
struct text zi_score_next_move(struct text *playout, struct text *number);

/* Appends a playout in lines that begin with two blanks. */
void zi_score_playout(struct buffer *out, struct text playout);

/* Appends a JSON object and a line end. `record` is numbered from 1. */
void zi_score_json(struct buffer *out, struct text file, size_t record, const struct facts *f,
                   const struct score *score);
