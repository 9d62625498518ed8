/* The result of judging a record, apart from its findings. */
#pragma once

#include "notation/games/movetext.h"
#include "notation/record/record.h"
#include "validators/replay/replay.h"

enum { VARIATION_DEPTH_MAX = 32, GAMES_MAX = 16, REPETITIONS_SHOWN = 16 };

/* Its positions point to its ruleset, so it must not be copied. */
struct verdict {
    const struct rules *rules; /* NULL if the game cannot be known */
    struct ruleset ruleset;
    bool positioned;         /* `position` is known */
    union position position; /* after the last move replayed, the playout's included */
    uint32_t plies;          /* main-line moves replayed */
    struct outcome outcome;
    int64_t points; /* -1: none, or unknown */

    /* Where a repetition ended the game (H12): how often its position occurred in the main line,
       and after which plies, the first of them, ascending. */
    struct {
        uint32_t count; /* 0: it did not */
        uint32_t ply[REPETITIONS_SHOWN];
    } repetition;

    /* The first illegal move, if there is one: the position that it was meant for, and the move. */
    bool has_fault;
    size_t fault_offset; /* of its finding */
    union position fault_position;
    struct move fault_move;
};

/* What replaying leaves to compare with the header. */
struct proof {
    bool stopped;  /* a fault ended the main line: nothing is compared */
    bool faulty;   /* a fault ended the playout: the points cannot be judged */
    int64_t least; /* the points cannot be less (H14); -1: unknown */
    bool stops_early;

    /* The result at the end of the moves, as struct move_reader has it. */
    const char *result;
    bool resigned;
    size_t result_offset;
};

/* Compares result, termination and points of the record with what was played. A result at the end
   of the moves becomes the record's, where the record has none. */
void zi_verdict_compare(struct record *r, const struct verdict *v, const struct proof *proof);

/* The outcome in a word: a side, "draw", or "*" where the game is open or not known. */
const char *zi_verdict_result(const struct verdict *v);
