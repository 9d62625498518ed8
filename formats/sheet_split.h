/* Splits score sheets into games: classifies lines, and finds where each game begins. */
#pragma once

#include "formats/sheet_lines.h"
#include "notation/base/list.h"

enum line_kind {
    LINE_BLANK,
    LINE_RULE,    /* `-----` */
    LINE_MOVES,   /* it has moves, or numbers of moves alone */
    LINE_COMMENT, /* within braces */
    LINE_HEAD,    /* it says something of a game, such as who plays */
    LINE_END,     /* it says how the game ended */
    LINE_TEXT     /* anything else */
};

struct line {
    struct text text; /* without its end */
    struct text who;  /* who wrote the message; empty: unknown */
    struct text body; /* what follows the head of a message, or the whole text */
    enum line_kind kind;
    bool ends;       /* a line with moves: a result follows them */
    bool tag;        /* `[White "Ann"]` */
    bool told;       /* the head of a message is before the body */
    bool pair;       /* of heads: both players */
    uint32_t number; /* the first number of a move; 0: none */
    bool second;     /* which is that of the second player: `1...` */
    uint64_t has;    /* of heads: COLUMN_BITs */
};

struct lines {
    struct line *at;
    size_t count, cap;
    bool failed;  /* out of memory */
    bool below;   /* the players of each game are after its moves, */
    bool unclear; /* or that is not clear */
    bool tagged;  /* the last tag is that of a game whose moves are as PGN has them */
};

/* Classifies the lines of a text, whose last line is whole, and makes them plain in place. */
void zi_lines_read(struct lines *l, char *text, size_t length);

/* The line at which the game that begins at line `from` ends, so that the next one begins there. */
size_t zi_lines_game(const struct lines *l, size_t from);

/* The lines of that game with moves and those between: *first is the first one, the result is after
   the last one. Both are `to` if there are none. */
size_t zi_lines_moves(const struct lines *l, size_t from, size_t to, size_t *first);

/* The words at the end of a line with moves that say how the game ended; empty: none. *failed is
   set when out of memory. */
struct text zi_line_ending(struct text line, struct said_ending *out, const struct names *names,
                           bool *failed);

/* Whether the line says how the game ended, and nothing else before that. */
bool zi_line_ends_game(struct text line, struct said_ending *out, const struct names *names);
