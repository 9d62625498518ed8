/* Move text cut into tokens: moves, numbers, comments, glyphs, variations. */
#ifndef ZET_NOTATION_GAMES_MOVETEXT_H
#define ZET_NOTATION_GAMES_MOVETEXT_H

#include "notation/games/notation.h"

/* The pattern of one game's move text. */
struct grammar {
    const struct notation *notation;
    struct pattern *token; /* one token of any kind */
};

/* False when memory runs out; then there is nothing to close. */
bool zet_grammar_open(struct grammar *g, const struct notation *notation);
void zet_grammar_close(struct grammar *g);

enum token {
    TOKEN_END,
    TOKEN_NUMBER, /* `number`, `dots` */
    TOKEN_MOVE,   /* `move`, `style`, `glyphs` */
    TOKEN_GLYPH,  /* a glyph that is separated from its move: `style` */
    TOKEN_COMMENT,
    TOKEN_OPEN,  /* a variation begins */
    TOKEN_CLOSE, /* a variation ends */
    TOKEN_BAD    /* `parse_error` */
};

struct movetext {
    const struct grammar *grammar;
    const struct board *board;
    struct text text;
    size_t at;       /* the next token is read from here */
    size_t move_end; /* where the last move or its glyphs ended; 0: no move yet */

    /* Where the text was a sequence of single moves, joined by line ends: where each ended, else
       NULL. */
    const size_t *items;
    size_t item_count, item;
    bool item_move, item_filled; /* the item has had its move; or a move or a gift of stones */

    /* The token read last. */
    struct text token;
    uint32_t number; /* saturating */
    bool dots;       /* `12...` */
    struct text glyphs;
    unsigned style;
    const struct parse_error *parse_error;
    struct move move;
};

/* `grammar`, `board`, `text` and `items` must outlive *m. */
void zet_movetext_open(struct movetext *m, const struct grammar *grammar, const struct board *board,
                       struct text text, const size_t *items, size_t item_count);

/* Reads the next token; after TOKEN_END it stays there. After TOKEN_BAD reading continues after
   the bad token. */
enum token zet_movetext_next(struct movetext *m);

#endif
