/* The canonical move text of a record, written while the record is judged. */
#pragma once

#include "notation/base/buffer.h"
#include "validators/replay/judge.h"
#include "validators/replay/move_reader.h"

/* One move text being built. A number precedes each move of the first player, each move of the
   second player that does not directly follow the first player's, and each move of a playout.
   Unplayable moves, the rest of their line of play, and wrong annotations stay as written. */
struct formatted_text {
    struct buffer text; /* without the last line end; its first byte precedes the first word */
    size_t width;

    /* The current word is kept on one line: parentheses, number, move, glyphs. It is at the end of
       the text, after a byte that becomes a blank or a line end when the word is complete. */
    size_t word;           /* the offset of that byte; the end of the text: no word yet */
    size_t column;         /* characters of the current line, without the current word */
    bool word_complete;    /* the word has its move */
    bool free_text;        /* it may contain non-ASCII characters and line ends */
    bool has_glyph;        /* the last move has a glyph */
    bool number_wanted;    /* the next move needs its number, whichever side makes it */
    uint32_t numbered;     /* the turn of the last move or gift */
    bool break_wanted;     /* a comment to the line's end has been written */
    bool numbers_kept;     /* a number named the other side: numbers stay as they are */
    struct text held;      /* a number that waits for its move */
    const char *bad_end;   /* the end, in the record, of the last unreadable token */
    bool comma;            /* a comma directly followed the last move, so no glyph may follow */
    bool faulty;           /* some token is unreadable: as a sequence the text would change */
    bool comments_changed; /* with one line per text: a comment had to change */
};

/* The canonical texts of a record; starts zeroed. */
struct formatter {
    struct formatted_text moves, playout;

    /* The finished texts of moves and playout, valid until the next record. at == NULL: absent, or
       a sequence with an item that is not a move, which must remain a sequence. */
    struct text text[KEYS];
};

/* Prepares for a record with lines of at most `width` characters. 0: one line per text; line ends
   in comments are removed, and line comments are put in braces. */
void zi_formatter_begin(struct formatter *c, size_t width);

/* For struct observer; the context is the formatter. */
void zi_formatter_see(void *formatter, const struct move_reader *in, enum token token);
void zi_formatter_see_move(void *formatter, const struct move_reader *in,
                           const struct move *canonical, const struct effect *effect);

/* Whether a comment in the text that `in` reads had to change. */
bool zi_formatter_changed_comments(const struct formatter *c, const struct move_reader *in);

/* Whether memory ran out, so that the texts are incomplete. */
bool zi_formatter_failed(const struct formatter *c);

void zi_formatter_free(struct formatter *c);
