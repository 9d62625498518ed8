/* The lines of score sheets: moves, and headers in the languages of readers. */
#pragma once

#include "formats/headings.h"
#include "validators/replay/endings.h"
#include "validators/replay/signs.h"

#define COLUMN_BIT(column) ((uint64_t)1 << (column))

/* What lines say before the moves. Texts are slices of the lines. */
struct sheet_head {
    struct text line;
    struct text value[CSV_COLUMNS];
    uint64_t has;         /* COLUMN_BITs of the values that are not empty */
    struct text named[2]; /* players, where a line has both, in their order */
    size_t side[2];       /* their columns; CSV_COLUMNS: not said */
    struct said_ending ending;
    bool numbered;     /* it says which game of the file this is */
    bool message;      /* it is the head of a message in the export of a chat */
    struct text other; /* what could not be read; the whole line where there are several */
};

enum sheet_line_kind { LINE_BLANK, LINE_RULE, LINE_MOVES, LINE_HEAD };
struct sheet_line {
    enum sheet_line_kind kind;
    struct text moves;         /* without what is after them */
    struct said_ending ending; /* that */
    uint32_t first, last;      /* numbers of moves; 0: none. first: of the line's first move */
    bool falls;                /* a number is lower than one before it */
};

/* Classifies a line. `before` is the number of the last move before it, 0 if there is none;
 *braces: it begins in a comment. */
void zi_sheet_line(struct text line, uint32_t before, bool *braces, struct sheet_line *out,
                   const struct names *names);

/* Reads a line that has no moves. */
void zi_sheet_head(struct text line, struct sheet_head *out, const struct names *names);

/* Whether the word is a move, or the text some of them. */
bool zi_sheet_is_move(struct text word);
bool zi_sheet_is_moves(struct text t);
