/* Judges the records of a stream, one after another, in four stages: its header is read
   (zi_record_read, or zi_record_take for other formats), its rules are chosen (zi_choose), its
   moves are replayed (zi_play), and the header is compared with the replay (zi_verdict_compare). */
#pragma once

#include "validators/replay/choose.h"
#include "validators/replay/row.h"

/* The state of one thread that judges records, one after another. */
struct validator;

/* NULL when out of memory. */
struct validator *zi_validator_new(void);
void zi_validator_free(struct validator *v);

/* Sets the observer of the tokens of moves and playout (move_reader.h), or NULL. `observer` must
   outlive its use. */
struct observer;
void zi_validator_observe(struct validator *v, const struct observer *observer);

/* Sets where the defaults of each record are found; *defaults may be NULL. */
void zi_validator_default(struct validator *v, const struct defaults *const *defaults);

/* Whether the defaults give the game of a record that has none. */
bool zi_validator_has_game(const struct validator *v);

/* Judges a record from zi_record_read. The findings go to the record; the caller finalizes it
   afterwards. *out contains no pointer into the record. */
void zi_validate(struct validator *v, struct record *r, struct verdict *out);

/* The state of one thread. It must not move between _open and _close. */
struct judge {
    struct validator *validator;
    struct record record; /* the last record read, and its verdict */
    struct verdict verdict;
};

/* Returns false when out of memory; it must be closed nevertheless. */
bool zi_judge_open(struct judge *j, const struct observer *observer);
void zi_judge_close(struct judge *j);

/* Reads and judges the record of a YAML document; the caller finalizes its findings. Returns false
   if the document is other YAML (j->record.foreign), or only the rest of a broken record.
   j->record.out_of_memory is set when out of memory. */
bool zi_judge_read(struct judge *j, const struct document *document);

/* Makes the record that represents a stream without records, with one finding. */
void zi_judge_empty(struct judge *j);

/* The facts of a game that its record states or proves, for tables, statistics and searches. */

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
