/* The lines of score sheets: moves, and headers in the languages of readers. */
#pragma once

#include "formats/headings.h"
#include "validators/reading/reading.h"
#include "validators/replay/endings.h"

#define COLUMN_BIT(column) ((uint64_t)1 << (column))

/* What lines say before the moves. Texts are slices of the lines. */
struct sheet_head {
    struct text line;
    struct text value[CSV_COLUMNS];
    uint64_t has;         /* COLUMN_BITs of the values that are not empty */
    struct text named[2]; /* players, where a line has both, in their order */
    size_t side[2];       /* their columns; CSV_COLUMNS: not said */
    struct said_ending ending;
    bool weak_game;    /* the name of a game is a part of other text, such as `Open Hogga` */
    bool numbered;     /* it says which game of the file this is */
    bool failed;       /* out of memory */
    struct text other; /* what could not be read; the whole line where there are several */
};

/* Whether the text has a letter beside a digit. */
bool zi_sheet_has_cell(struct text t);

/* What a line contains by its characters, in any game. False when out of memory. */
bool zi_sheet_look(struct text line, struct line_look *out);

/* `1. ...` of `Moves: 1. ...`; nothing of `moves: |`. */
struct text zi_sheet_without_key(struct text line);

/* Reads a line that has no moves. */
void zi_sheet_head(struct text line, struct sheet_head *out, const struct names *names);

/* Whether the word is a move, or the text some of them. *failed is set when out of memory. */
bool zi_sheet_is_move(struct text word, bool *failed);
bool zi_sheet_is_moves(struct text t, bool *failed);
