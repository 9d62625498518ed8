/* What a thread has read of a piece of a file: the rows of its games and their positions. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zet.h>

#include "cli/archive/query.h"
#include "validators/api/records.h"

enum { MEASURES_KEPT = 2, OPENING_PLIES = 10 };

/* The texts of a game's row. */
enum row_text {
    ROW_RULES, /* effective rules: zet_rules_text */
    ROW_ENDING,
    ROW_EVENT,
    ROW_SITE,
    ROW_ROUND,
    ROW_DATE,
    ROW_TABLE,
    ROW_TERMINATION,
    ROW_FIRST, /* the first move */
    ROW_NAME,  /* of side 0 and side 1 */
    ROW_ID = ROW_NAME + 2,
    ROW_RATING = ROW_ID + 2,
    ROW_FAULT = ROW_RATING + 2, /* the first error of an invalid record */
    ROW_REPLAY, /* text that replays the game, if its file can only be read as a whole */
    ROW_TEXTS
};

struct row_span {
    uint32_t at, length;
};

struct row {
    struct row_span text[ROW_TEXTS];       /* in the batch's text */
    uint64_t offset, line, number;         /* in the piece */
    uint64_t length;                       /* with the unreadable rest, if it is broken */
    uint64_t content, line_key, final_key; /* hashes */
    uint32_t opening;                      /* hash of the first OPENING_PLIES moves; 0: fewer */
    uint32_t plies;
    int64_t points, claimed; /* -1: none */
    uint32_t given;          /* zet_record_given */
    uint32_t fault_line, fault_column;
    zet_amount amount[MEASURES_KEPT];
    int level;      /* zet_record_level */
    int64_t ply;    /* if `found`: the ply of the match */
    uint8_t result; /* zet_result */
    bool found, valid, by_rules, unmarked, too_long, broken;
    bool marked; /* its document begins with `---` */
};

/* A position that a game reaches for the first time, and the move that follows it. */
struct reached {
    uint64_t key;
    uint32_t game; /* the row's number */
    uint32_t move; /* offset of its terminated text in `moves`; empty at the end of the game */
};

/* A player on neither side of the game, or of a record whose game is unknown. */
struct other_player {
    uint32_t game; /* the row's number */
    struct row_span name, id;
};

/* Starts zeroed. */
struct batch {
    struct row *row;
    size_t row_count, row_cap;
    struct reached *reached;
    size_t reached_count, reached_cap;
    struct other_player *other;
    size_t other_count, other_cap;
    char *text, *moves;
    size_t text_used, text_cap, moves_used, moves_cap;
    bool out_of_memory;
};

void batch_free(struct batch *b);

/* The data to gather for rows. */
struct batch_wish {
    unsigned gather;     /* ZET_GATHER_...: also data that depends on the moves */
    bool positions;      /* also the positions; needs ZET_GATHER_STEPS */
    bool replays;        /* also ROW_REPLAY */
    struct query *query; /* or NULL: whether it matches; it observes the reader */
};

/* Appends the row of a record; the reader gathers the data requested by `wish`. Returns false if
   memory runs out. */
bool batch_add(struct batch *b, const zet_record *record, const struct batch_wish *wish,
               zet_output *scratch);

/* Adds the text that the reader skipped to the last record, up to `rest_end`; a record that is too
   long ends at `next`. Both are offsets in the piece. */
void batch_close_last(struct batch *b, uint64_t rest_end, uint64_t next);

/* Removes the last record. */
void batch_drop_last(struct batch *b);

/* Empties the batch. */
void batch_clear(struct batch *b);

/* A 64-bit hash of a text. */
uint64_t batch_hash(zet_text text);
