/* Searches a stream of records: conditions on what a record says, on the positions that occur in
 * it, and on its moves. */
#pragma once

#include "cli/archive/position_pattern.h"
#include "notation/base/text_order.h"
#include "validators/api/names_file.h"
#include "validators/replay/judge.h"
#include "validators/replay/move_reader.h"

/* The kinds of conditions. Every kind must hold; of several values of one kind, one must hold. */
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
    CONDITION_RULE, /* of several rules with the same key, one must hold */
    CONDITION_PLIES,
    CONDITION_POINTS,
    CONDITION_RATING, /* of either player */
    CONDITION_POSITION,
    CONDITION_MOVE,
    CONDITIONS
};
extern const char *const condition_names[CONDITIONS]; /* by enum condition: `player`, ... */

enum { CONDITION_BYTES_MAX = 1000 }; /* of any value but a position */

/* An invalid condition. */
struct query_fault {
    enum condition condition;
    const char *value, *why;
    bool has_place;
    size_t place; /* byte offset in the value */
};

struct condition_value {
    struct condition_value *next;
    struct text given;
    struct text text;         /* as given; a move in lower case; a name or text folded */
    int64_t low, high;        /* of a range; dates as YYYYMMDD */
    struct pattern_fit *fits; /* of a position */
};

/* Starts zeroed. */
struct query {
    bool negated;                   /* match records for which it does not hold */
    bool variations;                /* positions and moves may also be in variations */
    const struct names_file *names; /* or NULL; a name also matches the person's other names */

    struct condition_value *value[CONDITIONS];
    struct arena arena;
    bool out_of_memory;

    /* Of the current record, if `found`: the first ply, in text order. */
    bool position_found, move_found;
    uint32_t position_ply, move_ply;
    struct setup setup;

    struct buffer folded; /* the text to compare; `failed` when memory runs out */
};

/* Adds a condition. The value must outlive the query. False if invalid, or q->out_of_memory. */
bool query_add(struct query *q, enum condition c, const char *value, struct query_fault *fault);

/* Call once after the last condition: finds the boards that the positions fit. False as above. */
bool query_ready(struct query *q, struct query_fault *fault);

bool query_is_empty(const struct query *q);
void query_free(struct query *q);

/* The same for another thread: *to starts zeroed. False if memory runs out. */
bool query_copy(struct query *to, const struct query *from);

/* Whether the last answers may be wrong, because memory ran out. */
bool query_failed(const struct query *q);

/* Call before a record is judged. */
void query_begin(struct query *q);

/* An observer of the records, for a query with positions or moves. */
struct observer query_observer(struct query *q);
void query_see(void *context, const struct move_reader *in, enum token token);
void query_see_move(void *context, const struct move_reader *in, const struct move *canonical,
                    const struct effect *effect);

/* Whether the conditions on positions and moves hold for a judged record. *ply: the first ply with
 * a matching position, else with a matching move; 0 is the start; -1: none. */
bool query_holds(struct query *q, const struct record *r, const struct verdict *v, int64_t *ply);

/* Whether a condition of that kind holds for a text: an event, site, round, termination, reason or
 * date; or a player's name and id. */
bool query_fits_value(struct query *q, enum condition c, struct text text, struct text id);

/* Whether a condition of that kind holds for the rules: a game, a variant or a rule. */
bool query_fits_rules(const struct query *q, enum condition c, const struct ruleset *rs);

/* Whether the query has conditions on positions or moves. */
bool query_sees_moves(const struct query *q);

/* Whether a date, which may have unknown parts, can be in the range; range ends as YYYYMMDD. An
 * empty date never is. */
bool query_date(struct text date, int64_t from, int64_t to);
