/* What a thread has read of a piece of a file: the rows of its games and their positions. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zet.h>

enum { MEASURES_KEPT = 2, OPENING_PLIES = 10 };

/* The texts of a game's row. */
enum row_text {
    ROW_RULES, /* effective: zet_rules_text */
    ROW_ENDING,
    ROW_EVENT,
    ROW_SITE,
    ROW_ROUND,
    ROW_DATE,
    ROW_TABLE,
    ROW_TERMINATION,
    ROW_FIRST, /* the first move */
    ROW_NAME,  /* of side 0, and of side 1 */
    ROW_ID = ROW_NAME + 2,
    ROW_RATING = ROW_ID + 2,
    ROW_FAULT = ROW_RATING + 2, /* of a record that is not valid: its first error */
    ROW_REPLAY,                 /* what replays the game, where its file cannot be read in parts */
    ROW_TEXTS
};

struct row_span {
    uint32_t at, length;
};

struct row {
    struct row_span text[ROW_TEXTS];       /* of the batch's text */
    uint64_t offset, line, number;         /* in the piece */
    uint64_t length;                       /* with what is but the rest of it, where it is broken */
    uint64_t content, line_key, final_key; /* hashes */
    uint32_t opening;                      /* of the first OPENING_PLIES moves; 0: fewer */
    uint32_t plies;
    int64_t points, claimed; /* -1: none */
    uint32_t given;          /* zet_record_given */
    uint32_t fault_line, fault_column;
    zet_amount amount[MEASURES_KEPT];
    int level;      /* zet_record_level */
    int64_t ply;    /* where `found`: of the search */
    uint8_t result; /* zet_result */
    bool found, valid, by_rules, unmarked, too_long, broken;
    bool marked; /* its document begins with `---` */
};

/* A position that a game reaches for the first time, and the move that comes next. */
struct reached {
    uint64_t key;
    uint32_t game; /* the row's number */
    uint32_t move; /* where its text begins in `moves`, terminated; empty at the end of the game */
};

/* A player of neither side of the game, or of a record whose game is not known. */
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

/* What rows are read for. */
struct batch_wish {
    unsigned gather;    /* ZET_GATHER_...: what depends on the moves too */
    bool positions;     /* the positions too; with ZET_GATHER_STEPS */
    bool replays;       /* ROW_REPLAY too */
    zet_search *search; /* or NULL: whether it holds; the reader shows its records to it */
};

/* Appends the row of a record, of which the reader gathers what is wished. False if memory ran
   out. */
bool batch_add(struct batch *b, const zet_record *record, const struct batch_wish *wish,
               zet_output *scratch);

/* What the reader has passed over belongs to the last record, and one that is too long ends where
   the next one begins: both by their offsets in the piece. */
void batch_close_last(struct batch *b, uint64_t rest_end, uint64_t next);

/* Forgets what it has. */
void batch_clear(struct batch *b);

/* 64 bits of a text. */
uint64_t batch_hash(zet_text text);
