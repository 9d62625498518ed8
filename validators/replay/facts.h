/* The facts of a game that its record states or proves, for tables, statistics and searches. */
#pragma once

#include "validators/replay/judge.h"
#include "validators/replay/row.h"

/* The texts live as long as the record. Unknown facts are empty, 0, or as noted. */
struct facts {
    const struct rules *rules;     /* NULL: the game is unknown, and so is everything below */
    const struct ruleset *ruleset; /* NULL if the facts come from a row */
    const char *variant;           /* NULL: the game has none */
    bool valid;                    /* the record has no error */
    struct text players[2];        /* names, side 0 first */
    struct text ids[2];            /* of the players */
    struct text event, site, date, round, table;
    unsigned year;

    /* The rules' outcome if they end the game, else the record's. OPEN: neither has one, or the
     * record has `*`. */
    enum result result;
    bool by_rules;
    struct text termination; /* `rules` if they end the game, else the record's */
    struct text reason;      /* given by the rules: `goal`, ... */
    uint32_t plies;          /* of the replayed main line */
    int64_t points;          /* proved by the record (H13, B11); -1: unknown */
    unsigned first;          /* for facts from a row: the side that moves first by the rules */
};

/* Gathers the facts of a judged and finalized record. Both arguments must outlive them. */
void zi_facts(struct facts *f, const struct record *r, const struct verdict *v);

/* Writes and reads facts as a part of a row. The facts read point into the row. */
void zi_facts_write(struct buffer *row, const struct facts *f);
void zi_facts_read(struct row_reader *row, struct facts *f);

/* A key's value as a text, empty if not given. */
struct text zi_facts_value(const struct record *r, enum key key);

/* The name of that side's player, empty if not given. */
struct text zi_facts_player(const struct record *r, const char *side);

/* A key of that player, such as "id", if the player is given as a mapping. */
struct text zi_facts_player_key(const struct record *r, const char *side, const char *key);

/* How the game ended, as a word: the rules' reason, else the termination, else `unknown`. */
struct text zi_facts_ending(const struct facts *f);
