/* Splits a move text into the words that the search for its reading uses. */
#pragma once

#include "notation/base/arena.h"
#include "notation/games/movetext.h"

enum { WORDS_MAX = 4096 };

enum word_kind {
    WORD_MOVE,   /* a readable turn: `move` */
    WORD_GIFT,   /* stones given before a turn: `move` */
    WORD_UNREAD, /* any other text */
    WORD_BLANK,  /* a sign for an illegible move, such as `???` */
    WORD_GLYPH,  /* a glyph or sign that belongs to the previous move */
    WORD_NUMBER, /* `number`, `dots` */
    WORD_NOISE   /* a sign between moves, such as `/` */
};

struct word {
    struct text text; /* without glyphs and a comma */
    enum word_kind kind;
    uint32_t number;
    bool dots;
    bool foreign;            /* not a token of the notation */
    bool comma;              /* a comma follows the text directly */
    const struct move *move; /* NULL: unreadable */
};

struct words {
    struct word *at; /* in the arena */
    size_t count;
    bool too_many; /* more than WORDS_MAX */
};

/* The words of the main line, without comments and variations. The texts are parts of `text`, the
   moves are in the arena. False when out of memory. */
bool zi_words_cut(struct grammar *grammar, const struct board *board, struct text text,
                  const size_t *items, size_t item_count, struct arena *arena, struct words *out);

/* Reads the whole text as a move. Returns false if it is not one. */
bool zi_word_read(struct grammar *grammar, const struct board *board, struct text text,
                  struct move *to);

/* A copy of the move in the arena, always with a first cell; NULL when out of memory. */
const struct move *zi_word_keep(const struct move *m, struct arena *arena);
