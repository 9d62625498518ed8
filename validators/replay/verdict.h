/* The result of judging a record, apart from its findings. */
#pragma once

#include "notation/games/movetext.h"
#include "notation/record/record.h"
#include "validators/replay/replay.h"

enum { VARIATION_DEPTH_MAX = 32, GAMES_MAX = 16, REPETITIONS_SHOWN = 16 };

/* It must not be copied, because its positions point to its ruleset. */
struct verdict {
    const struct rules *rules; /* NULL if the game is unknown */
    struct ruleset ruleset;
    bool positioned;         /* `position` is known */
    union position position; /* after the last move replayed, the playout's included */
    uint32_t plies;          /* main-line moves replayed */
    struct outcome outcome;
    int64_t points; /* -1: none, or unknown */

    /* If a repetition ended the game (H12): how often its position occurred in the main line, and
       the first plies after which it did, ascending. */
    struct {
        uint32_t count; /* 0: no repetition ended the game */
        uint32_t ply[REPETITIONS_SHOWN];
    } repetition;

    /* The first illegal move, if any, and the position in which it was made. */
    bool has_fault;
    size_t fault_offset; /* of its finding */
    union position fault_position;
    struct move fault_move;
    struct blame fault; /* the cells at fault */
};

/* The results of the replay that are compared with the header. */
struct proof {
    bool stopped;  /* a fault ended the main line: nothing is compared */
    bool faulty;   /* a fault ended the playout: the points cannot be judged */
    int64_t least; /* the minimum number of points (H14); 0: unknown */
    bool stops_early;

    /* The result at the end of the moves, as in struct move_reader. */
    const char *result;
    bool resigned;
    size_t result_offset;
};

/* Compares result, termination and points of the record with the replay. A result at the end of the
   moves becomes the record's if its header has none. */
void zi_verdict_compare(struct record *r, const struct verdict *v, const struct proof *proof);

/* The outcome in a word: a side, "draw", or "*" if the game is open or unknown. */
const char *zi_verdict_result(const struct verdict *v);
