/* Move text cut into tokens: moves, numbers, comments, glyphs, variations. */
#pragma once

#include "notation/games/notation.h"

/* The patterns of one game's move text. One thread at a time may read with a grammar. */
struct grammar {
    const struct notation *notation;
    struct pattern *token; /* one token of any kind, in its usual forms; NULL until it is needed */
    struct pattern *other; /* a token in its other lenient forms; the same */
};

void zi_grammar_open(struct grammar *g, const struct notation *notation);

/* The pattern of all tokens; NULL when memory runs out. */
struct pattern *zi_grammar_token(struct grammar *g);
void zi_grammar_close(struct grammar *g);

enum token {
    TOKEN_END,
    TOKEN_NUMBER, /* `number`, `dots` */
    TOKEN_MOVE,   /* `move`, `style`, `glyphs` */
    TOKEN_GLYPH,  /* a glyph that is separated from its move: `style` */
    TOKEN_COMMENT,
    TOKEN_OPEN,   /* a variation begins */
    TOKEN_CLOSE,  /* a variation ends */
    TOKEN_RESULT, /* at the very end of the text: `said`, `style` */
    TOKEN_BAD     /* `parse_error` */
};

/* What a result at the end of the text says. */
enum said { SAID_FIRST, SAID_SECOND, SAID_DRAW, SAID_OPEN, SAID_RESIGNS };

struct movetext {
    struct grammar *grammar;
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
    bool comma;      /* directly after the move and its glyphs */
    bool plain;      /* a move that was written as notation->write writes it */
    struct text due; /* the number before it, after zi_movetext_next_plain; at is NULL: not read */
    enum said said;
    unsigned style;
    const struct parse_error *parse_error;
    bool out_of_memory; /* some token could not be recognized for want of memory; stays */
    struct move move;
};

/* `grammar`, `board`, `text` and `items` must outlive *m. */
void zi_movetext_open(struct movetext *m, struct grammar *grammar, const struct board *board,
                      struct text text, const size_t *items, size_t item_count);

/* Reads the next token; after TOKEN_END it stays there. After TOKEN_BAD reading continues after
   the bad token. */
enum token zi_movetext_next(struct movetext *m);

/* Whether a variation may come before the next move, after the token read last. True if that is
   not easily seen. */
static inline bool movetext_may_vary(const struct movetext *m) {
    const char *p = m->text.at + m->at, *end = m->text.at + m->text.len;
    while (p < end && (is_space(*p) || is_digit(*p) || *p == '.'))
        p++;
    return p < end && !(*p >= 'a' && *p <= 'z');
}

/* The number that is due before a move, as it is written: "12." Starts zeroed. */
struct due {
    char text[8];
    uint64_t word; /* the text as load_eight loads it, which waits where a byte was just stored */
    unsigned length;
    uint32_t number;
};

/* `number`, from 1, has at most six digits. Costs little where it was that number, or one less. */
void zi_due_write(struct due *due, uint32_t number);
static inline void due_set(struct due *due, uint32_t number) {
    unsigned last = due->length - 2; /* digit */
    if (due->number == number)
        return;
    if (!due->number || due->number + 1 != number || due->text[last] == '9') {
        zi_due_write(due, number);
        return;
    }
    due->text[last]++;
    due->word += (uint64_t)1 << 8 * last;
    due->number++;
}

/* The common case of the above: reads a plain move and, unless `due` is NULL, this number if it is
   before the move. False if neither a plain move nor number and plain move are next, or not easily
   seen to be; then the number may have been read, but no move has. */
bool zi_movetext_next_plain(struct movetext *m, const struct due *due);

/* Whether the comment read last goes to the end of its line and has a move in it that can be read,
   other than a pass. */
bool zi_movetext_comment_has_move(struct movetext *m);
