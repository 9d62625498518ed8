/* Replaying: a position, the line of turns that led to it, and the outcome by the rules. */
#pragma once

#include "validators/games/rules.h"
#include <stdatomic.h>
#include <stddef.h>

#include "validators/games/ruleset.h"

/* The maximum number of turns in a line of play; exceeding it is reported with code `limit`. */
enum { PLIES_MAX = 65535 };

/* The reason of an outcome by H12. */
#define REPETITION "repetition"

/* The word for an outcome: a side or "draw"; NULL if the game is open. */
static inline const char *outcome_word(const struct rules *rules, const struct outcome *outcome) {
    return outcome->result == RESULT_OPEN   ? NULL
           : outcome->result == RESULT_DRAW ? "draw"
                                            : rules->sides[outcome->result - RESULT_WIN_0];
}

/* Room for a position of any game. */
union position {
    max_align_t align;
    unsigned char bytes[POSITION_BYTES_MAX];
};

/* The occurrences of each position of the line (H12): its positions in the order of play, and an
   open-addressing table that finds the first position with a key. */
struct history {
    struct passed {
        uint64_t key;
        uint32_t count; /* in the first position with this key: their number */
    } * path;
    uint32_t *slots; /* numbers of positions, from 1, with their generation */
    size_t length;
    size_t cap, mask; /* of slots; `path` has half as many entries */
    uint32_t generation;
};

/* The last start position made, which most records of a stream share. Starts zeroed. */
struct opening {
    const struct ruleset *at; /* the ruleset that the position refers to; NULL: none was made */
    struct ruleset ruleset;   /* a copy of it */
    union position position;
};

struct replay {
    const struct ruleset *ruleset;
    union position position;
    uint32_t ply; /* turns played */
    struct outcome outcome;
    struct attempt attempt;
    struct history history;
    struct opening *opening; /* reused for the next record; or NULL */
    uint32_t repetition;     /* 0: positions are not counted */
};

/* Prepares for a game of at most `plies` turns (PLIES_MAX is always enough), from `from` or the
   game's start position. Returns NULL, or why the position cannot be played; *failed is set when
   out of memory. */
const char *zi_replay_start(struct replay *r, const struct ruleset *rs, const struct setup *from,
                            size_t plies, bool *failed);
void zi_replay_close(struct replay *r);

/* Plays a legal turn in an open game with ply < PLIES_MAX, or gives stones (which is no turn). */
void zi_replay_play(struct replay *r, const struct move *m, struct effect *effect);

/* Plays a turn, not a gift, in an open game with ply < PLIES_MAX if it is legal. Returns NULL, or
   the reason why not. Its effect is in r->attempt, where `exhausted` means that it could not be
   judged. */
const struct reason *zi_replay_try(struct replay *r, const struct move *m);

/* Leaving and resuming a line, for variations. _mark returns the number of counted positions,
   _rewind forgets those counted since, _again counts the current position once more. */
size_t zi_replay_mark(const struct replay *r);
void zi_replay_rewind(struct replay *r, size_t mark);
void zi_replay_again(struct replay *r);

/* How often the current position has occurred in the line (at least once if positions are counted);
   stores the first `most` plies after which it did in `plies`. */
uint32_t zi_replay_occurrences(const struct replay *r, uint32_t *plies, uint32_t most);

/* Makes *to, which starts zeroed, a replay at the same point, for another thread or line of
   play; its ruleset is the same. False when out of memory. */
bool zi_replay_copy(struct replay *to, const struct replay *from);

/* The legal moves of a position as texts. */

/* A move and its terminated text, in one allocation: the text follows the used part of `move`. */
struct listed_move {
    const char *text;
    struct move move;
};

/* NULL if memory runs out. */
struct listed_move *zi_listed_move(const struct move *m, struct text text);

/* In canonical form, terminated, in byte order. */
struct move_list {
    struct listed_move **at;
    size_t count, cap;
    bool failed; /* memory ran out */
};

/* Without `texts` the texts are empty and the order is that of the rules. */
struct move_list zi_move_list(const struct ruleset *rs, const void *position, bool texts);
void zi_move_list_free(struct move_list *list);

/* Counts move sequences (MOVES.md, canonical moves). */

/* The maximum number of threads. */
enum { PERFT_JOBS_MAX = 256 };

/* A request to end a count early. */
struct perft_stop {
    bool (*asked)(void *context); /* or NULL; each thread calls it some hundred times a second */
    void *context;
    atomic_bool stopped;
};

/* The number of move sequences of `depth` plies from the position of *r, which is restored
   afterwards; arbitrary if the count is stopped. The history must have room for `depth` more
   positions. */
uint64_t zi_perft(struct replay *r, unsigned depth, struct perft_stop *stop);

/* The same for each first move, on `jobs` threads, from 1 to PERFT_JOBS_MAX. Requires depth > 0.
   The caller frees *moves, which is empty if none exist, and *counts, in their order. False, with
   nothing to free, when out of memory. */
bool zi_perft_divide(const struct replay *r, unsigned depth, unsigned jobs, struct perft_stop *stop,
                     struct move_list *moves, uint64_t **counts);
