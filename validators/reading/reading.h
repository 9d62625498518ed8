/* Reads the moves of one game as people wrote them: looks for the line of legal moves that explains
   the text at the least cost, and weighs all evidence in one score. */
#pragma once

#include "notation/base/arena.h"
#include "notation/base/buffer.h"
#include "validators/games/ruleset.h"
#include "validators/report/meant.h"

/* Costs are hundredths; 100 is about a factor of ten in likelihood. */
enum {
    READING_MARGIN = 150,          /* a reading is sure if every other one costs this much more, */
    READING_DEPARTURE = 340,       /* and if no single departure costs more than this; */
    READING_MARGIN_LARGE = 220,    /* or if other readings cost this much more, */
    READING_DEPARTURE_LARGE = 420, /* and no departure more than this */
};

/* States that the searches for the readings of a stream may have: those of a document, by its
   length, and more for a part of its documents. */
struct reading_purse {
    uint32_t own;  /* of this document, for all its searches together */
    uint32_t left; /* of the stream; a search may use a part */
};
enum { PURSE_FULL = 120000 };
void zi_purse_begin(struct reading_purse *p, size_t document_bytes);

/* The text of a game's moves, and what else is known about the game. Starts zeroed. */
struct reading_source {
    const struct ruleset *ruleset;
    const struct setup *start; /* NULL: the start position of the game */

    /* The parts of the source that have moves, in their order, each with whole lines. Remarks
       between the moves belong to them; headings and the result before or after the moves do
       not. */
    const struct text *part;
    size_t parts;

    bool notation; /* the text is move text: parentheses are variations, `;` begins a comment */
    bool items;    /* each part is one move, or empty */
    bool turned;   /* the cells are those of the board seen from the other side */

    struct text result;   /* the key `result` of a record; empty: unknown */
    bool by_rules;        /* the source says that the rules ended the game */
    bool ended_otherwise; /* the source says that something else ended the game */

    struct text other;           /* the moves of the other sheet of the game; empty: none */
    struct reading_purse *purse; /* limits the search; NULL: only the default does */
};

/* Looks for the best reading. False when out of memory. */
bool zi_reading_find(const struct reading_source *source, struct arena *arena, struct reading *out);

/* Writes the moves of the reading as canonical move text: numbers, moves, glyphs, and remarks as
   comments; a line for each pair of moves. `plies`: only those of the first ones. */
void zi_reading_write(const struct reading *r, uint32_t plies, struct buffer *out);

/* What a line of text contains, by its characters alone. False when out of memory. */
struct line_look {
    uint32_t moves;  /* words that are moves, or parts of moves */
    uint32_t words;  /* other words with letters */
    uint32_t number; /* the first number of a move; 0: none */
    bool prose;      /* it is a remark that may name cells */
};
bool zi_reading_look(struct text line, const struct ruleset *rs, struct line_look *out);
