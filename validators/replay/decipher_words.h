/* The words of a text of moves, as a search for its reading takes them. */
#pragma once

#include "notation/base/arena.h"
#include "notation/games/movetext.h"

enum { WORDS_MAX = 4096 };

enum word_kind {
    WORD_MOVE,   /* a turn that can be read: `move` */
    WORD_GIFT,   /* stones given before a turn: `move` */
    WORD_UNREAD, /* something that is not a move as it is written */
    WORD_BLANK,  /* a sign that a move cannot be read, such as `???` */
    WORD_GLYPH,  /* a glyph that belongs to the move before it, or such a sign */
    WORD_NUMBER, /* `number`, `dots` */
    WORD_NOISE   /* a sign between moves, such as `/` */
};

struct word {
    struct text text; /* without glyphs and a comma */
    enum word_kind kind;
    uint32_t number;
    bool dots;
    bool foreign;            /* no token of the notation */
    bool comma;              /* one is directly after the text */
    const struct move *move; /* NULL: it cannot be read */
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

/* The move that the text is as a whole; false if it is not one. */
bool zi_word_read(struct grammar *grammar, const struct board *board, struct text text,
                  struct move *to);

/* A copy of the move in the arena, with a first cell in any case; NULL when out of memory. */
const struct move *zi_word_keep(const struct move *m, struct arena *arena);
