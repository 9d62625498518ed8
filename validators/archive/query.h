/* What a stream of records is searched for: conditions on what a record says, on the positions
   that occur in it, and on its moves. */
#pragma once

#include "validators/archive/facts.h"
#include "validators/archive/names_file.h"
#include "validators/archive/position_pattern.h"
#include "validators/replay/move_reader.h"

/* The kinds of conditions. Of several values of one kind one must hold; every kind must. */
enum condition {
    CONDITION_PLAYER, /* on either side */
    CONDITION_BLACK,
    CONDITION_WHITE,
    CONDITION_A,
    CONDITION_B,
    CONDITION_ID, /* of either player */
    CONDITION_EVENT,
    CONDITION_SITE,
    CONDITION_ROUND,
    CONDITION_FROM,
    CONDITION_TO,
    CONDITION_RESULT,
    CONDITION_TERMINATION,
    CONDITION_REASON,
    CONDITION_GAME,
    CONDITION_VARIANT,
    CONDITION_RULE, /* of several rules with one key one must hold */
    CONDITION_PLIES,
    CONDITION_POINTS,
    CONDITION_POSITION,
    CONDITION_MOVE,
    CONDITIONS
};
extern const char *const zi_conditions[CONDITIONS]; /* by enum condition: `player`, ... */

enum { CONDITION_BYTES_MAX = 1000 }; /* of a value other than a position's */

/* A condition that cannot be meant. */
struct query_fault {
    enum condition condition;
    const char *value, *why;
    bool has_place;
    size_t place; /* bytes of the value, from 0 */
};

struct condition_value {
    struct condition_value *next;
    struct text given;
    struct text text;         /* as given; of a move in lower case; of a name or text folded */
    int64_t low, high;        /* of a range; of a day, as YYYYMMDD */
    struct pattern_fit *fits; /* of a position */
    bool has_witness;         /* the present position does not fit: look at the witness */
    cell witness;
};

/* Starts zeroed. */
struct query {
    bool negated;                   /* the records that it does not hold for */
    bool variations;                /* positions and moves may stand in variations too */
    const struct names_file *names; /* or NULL; a name is also any other one of its person */

    struct condition_value *value[CONDITIONS];
    struct arena arena;
    bool out_of_memory;

    /* Of the current record, where `found`: the first ply, in the order of the text. */
    bool position_found, move_found;
    uint32_t position_ply, move_ply;
    struct setup setup;

    struct buffer folded; /* the text that is compared; `failed` when memory runs out */
};

/* Adds a condition. The value must stay. False if it cannot be meant, or q->out_of_memory. */
bool zi_query_add(struct query *q, enum condition c, const char *value, struct query_fault *fault);

/* Once, after the last condition: finds the boards that the positions are on. False as above. */
bool zi_query_ready(struct query *q, struct query_fault *fault);

bool zi_query_is_empty(const struct query *q);
void zi_query_free(struct query *q);

/* Before a record is judged. */
void zi_query_begin(struct query *q);

/* As struct observer's see and see_move; the context is the query. Only a query with positions or
   moves has to see anything. */
void zi_query_see(void *context, const struct move_reader *in, enum token token);
void zi_query_see_move(void *context, const struct move_reader *in, const struct move *canonical,
                       const struct effect *effect);

/* Whether the record is looked for, once it has been judged. *ply: the first ply at which a
   position, else a move, that is looked for occurs; 0 is the start; -1: none is looked for. */
bool zi_query_holds(struct query *q, const struct facts *f, const struct record *r,
                    const struct verdict *v, int64_t *ply);

/* Whether it can hold for a record of which only the facts are known; the points are those that it
   proves, else those that it claims. */
bool zi_query_may_hold(struct query *q, const struct facts *f);

/* Whether some condition of that kind holds for an event or a site, or for a player. */
bool zi_query_fits_value(struct query *q, enum condition c, struct text text, struct text id);

/* Whether it has conditions on positions or moves. */
bool zi_query_sees_moves(const struct query *q);

/* Whether the text is what the pattern says: `*` is any text, also none, and upper and lower case
   of ASCII are the same; with `one`, `?` is any one byte. */
bool zi_query_fits(struct text pattern, struct text text, bool one);

/* Folds a pattern (zi_text_fold) into the arena. False when memory runs out. */
bool zi_query_fold(struct text pattern, struct arena *arena, struct text *out);

/* The same for a pattern that was folded, without `one`: case, accents and the form of characters
   do not matter, in any script. room->failed is set when memory runs out. */
bool zi_query_text_fits(struct text folded_pattern, struct text text, struct buffer *room);

/* Whether a day of a date, which may have unknown parts, can lie in the range; days as YYYYMMDD. An
   empty date never does. */
bool zi_query_date(struct text date, int64_t from, int64_t to);
