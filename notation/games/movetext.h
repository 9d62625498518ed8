/* Splits move text into tokens: moves, numbers, comments, glyphs, variations. */
#pragma once

#include "notation/games/notation.h"

/* The patterns of one game's move text. Only one thread at a time may read with a grammar. */
struct grammar {
    const struct notation *notation;
    struct pattern *token; /* any token in its usual forms; NULL until needed */
    struct pattern *other; /* any token in its other lenient forms; NULL until needed */
};

void zi_grammar_open(struct grammar *g, const struct notation *notation);

/* The pattern of all tokens; NULL when out of memory. */
struct pattern *zi_grammar_token(struct grammar *g);
void zi_grammar_close(struct grammar *g);

enum token {
    TOKEN_END,
    TOKEN_NUMBER, /* `number`, `dots` */
    TOKEN_MOVE,   /* `move`, `style`, `glyphs` */
    TOKEN_GLYPH,  /* a glyph separated from its move: `style` */
    TOKEN_COMMENT,
    TOKEN_OPEN,   /* a variation begins */
    TOKEN_CLOSE,  /* a variation ends */
    TOKEN_RESULT, /* at the very end of the text: `said`, `style` */
    TOKEN_BAD     /* `parse_error` */
};

/* The meaning of a result at the end of the text. */
enum said { SAID_FIRST, SAID_SECOND, SAID_DRAW, SAID_OPEN, SAID_RESIGNS };

struct movetext {
    struct grammar *grammar;
    const struct board *board;
    struct text text;
    size_t at;       /* offset of the next token */
    size_t move_end; /* the end of the last move or its glyphs; 0: no move yet */

    /* The ends of the items, if the text was a sequence of single moves, joined by line ends; else
       NULL. */
    const size_t *items;
    size_t item_count, item;
    bool item_move, item_filled; /* the item has had its move; has had a move or a gift */

    /* The last token. */
    struct text token;
    uint32_t number; /* saturating */
    bool dots;       /* `12...` */
    struct text glyphs;
    bool comma;      /* directly after the move and its glyphs */
    bool plain;      /* a move written as notation->write writes it */
    struct text due; /* the number before it, after zi_movetext_next_plain; at is NULL: not read */
    enum said said;
    unsigned style;
    const struct parse_error *parse_error;
    bool out_of_memory; /* a token could not be recognized for lack of memory; stays set */
    struct move move;
};

/* `grammar`, `board`, `text` and `items` must outlive *m. */
void zi_movetext_open(struct movetext *m, struct grammar *grammar, const struct board *board,
                      struct text text, const size_t *items, size_t item_count);

/* Reads the next token; stays at TOKEN_END. Continues after the bad token of a TOKEN_BAD. */
enum token zi_movetext_next(struct movetext *m);

/* Whether a variation may come between the last token and the next move. True if this is not easy
   to see. */
static inline bool movetext_may_vary(const struct movetext *m) {
    const char *p = m->text.at + m->at, *end = m->text.at + m->text.len;
    while (p < end && (is_space(*p) || is_digit(*p) || *p == '.'))
        p++;
    return p < end && !(*p >= 'a' && *p <= 'z');
}

/* The expected number before a move, as written: "12." Starts zeroed. */
struct due {
    char text[8];
    bool dots;     /* two more dots must follow the text; the caller sets it */
    uint64_t word; /* the text as load_eight loads it; loading right after a store would stall */
    unsigned length;
    uint32_t number;
};

/* `number`, from 1, has at most six digits. */
void zi_due_write(struct due *due, uint32_t number);

/* The same, but fast if `due` has that number or the one before it. */
static inline void due_set(struct due *due, uint32_t number) {
    unsigned last = due->length - 2; /* the last digit */
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

/* The common case of the above: reads a plain move and, unless `due` is NULL, this number if it
   precedes the move. False if the next tokens are not a plain move, with or without the number, or
   are not easily seen to be; the number may then have been read, but no move. */
bool zi_movetext_next_plain(struct movetext *m, const struct due *due);

/* zi_movetext_next after zi_movetext_next_plain has returned false. */
enum token zi_movetext_next_unplain(struct movetext *m);

/* Whether the last comment runs to the end of its line and contains a readable move other than a
   pass. */
bool zi_movetext_comment_has_move(struct movetext *m);
