/* Judging a record: replay, result, points; the order of the checks. */
#ifndef ZET_VALIDATORS_REPLAY_VALIDATE_H
#define ZET_VALIDATORS_REPLAY_VALIDATE_H

#include "notation/games/movetext.h"
#include "notation/record/record.h"
#include "validators/replay/replay.h"

enum { VARIATION_DEPTH_MAX = 32, GAMES_MAX = 16 };

/* What is said of a record beside its findings. Its positions point to its ruleset, so it is not to
   be copied. */
struct verdict {
    const struct rules *rules; /* NULL where the game cannot be known */
    struct ruleset ruleset;
    bool positioned;         /* `position` is known */
    union position position; /* after the last move replayed, the playout's included */
    uint32_t plies;          /* main-line moves replayed */
    struct outcome outcome;
    int64_t points; /* -1: none, or unknown */

    /* The first illegal move, if there is one: the position that it was meant for, and the move. */
    bool has_fault;
    size_t fault_offset; /* of its finding */
    union position fault_position;
    struct move fault_move;
};

/* What one thread needs to judge records, one after the other. */
struct validator;

/* NULL when memory runs out. */
struct validator *zet_validator_new(void);
void zet_validator_free(struct validator *v);

/* Who sees the tokens of moves and playout as they are judged (reading.h); NULL: nobody. `observer`
   must stay. */
struct observer;
void zet_validator_observe(struct validator *v, const struct observer *observer);

/* Judges what zet_record_read has read. The findings go to the record; finalize it after this. *out
   holds no pointer into the record. */
void zet_validate(struct validator *v, struct record *r, struct verdict *out);

/* The final position as text, in `room`. Requires v->positioned. */
struct text zet_verdict_position(const struct verdict *v, char room[CELLS_MAX]);

/* The outcome in a word: a side, "draw", or "*" where the game is open or not known. */
const char *zet_verdict_result(const struct verdict *v);

#endif
