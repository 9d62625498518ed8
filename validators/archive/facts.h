/* What a record says and proves of its game: what tables, statistics and searches go by. */
#pragma once

#include "validators/archive/row.h"
#include "validators/replay/judge.h"

/* The texts live as long as the record. What is not known is empty, 0, or as said. */
struct facts {
    const struct rules *rules;     /* NULL: the game cannot be known, and nothing below is */
    const struct ruleset *ruleset; /* NULL if the facts come from a row */
    const char *variant;           /* NULL: the game has none */
    bool valid;                    /* the record has no error */
    struct text players[2];        /* names, side 0 first */
    struct text ids[2];            /* of the players */
    struct text event, site, date, round, table;
    unsigned year;

    /* The rules' outcome where they end the game, else what the record says. OPEN: neither does, or
       the record says `*`. */
    enum result result;
    bool by_rules;
    struct text termination; /* `rules` where they end the game, else what the record says */
    struct text reason;      /* of the rules: `goal`, ... */
    uint32_t plies;          /* of the main line, replayed */
    int64_t points;          /* proved by the record (H13, B11); -1: none */
    unsigned first;          /* of facts from a row: the side that moves first by the rules */
};

/* Gathers the facts of a record that was judged and finalized. Both must stay. */
void zi_facts(struct facts *f, const struct record *r, const struct verdict *v);

/* The facts as a part of a row. Those that are read point into the row. */
void zi_facts_write(struct buffer *row, const struct facts *f);
void zi_facts_read(struct row_reader *row, struct facts *f);

/* A key's value as a text, empty where it is not given. */
struct text zi_facts_value(const struct record *r, enum key key);

/* The name of the player of that side, empty where there is not one. */
struct text zi_facts_player(const struct record *r, const char *side);

/* A key of the same player, such as "id", where he is given as a mapping. */
struct text zi_facts_player_key(const struct record *r, const char *side, const char *key);

/* How the game ended in a word: the rules' reason, else the termination, else `unknown`. */
struct text zi_facts_ending(const struct facts *f);
