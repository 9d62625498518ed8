/* The canonical move text of a record, written while the record is judged. */
#pragma once

#include "notation/base/buffer.h"
#include "validators/replay/judge.h"
#include "validators/replay/move_reader.h"

/* One move text being built. Numbers are before the first player's moves, and before the second
   player's where something is between; a playout's before every move. What cannot be played, and
   what follows it in its line of play, is left as it was written, and so is a wrong annotation. */
struct formatted_text {
    struct buffer text; /* without the last line end; its first byte is before the first word */
    size_t width;

    /* The current word is kept on one line: parentheses, number, move, glyphs. It is at the end of
       the text, after a byte that becomes a blank or a line end when the word is complete. */
    size_t word;         /* where that byte is; the end of the text: there is no word yet */
    size_t column;       /* characters of the current line, without the current word */
    bool word_complete;  /* the word has its move */
    bool free_text;      /* it may have more than ASCII, and line ends */
    bool has_glyph;      /* the move read last */
    bool number_wanted;  /* the next move needs its number, whoever makes it */
    uint32_t numbered;   /* the turn whose number has been written */
    bool break_wanted;   /* a comment to the line's end has been written */
    struct text held;    /* a number whose move has not come yet */
    const char *bad_end; /* where the last token that could not be read ends in the record */
    bool comma;  /* one was directly after the move read last: a glyph after it would be another */
    bool faulty; /* some token could not be read: as a sequence the text would be another */
    bool comments_changed; /* in one line: a comment could not stay as it was */
};

/* The canonical texts of a record; starts zeroed. */
struct formatter {
    struct formatted_text moves, playout;

    /* Of moves and playout, once they have been read: valid until the next record. at == NULL:
       absent, or a sequence with an item that is not a move, which must remain a sequence. */
    struct text text[KEYS];
};

/* Prepares for a record whose lines are to have at most `width` characters. 0: one line per
   text, in which comments lose their line ends and comments to the line's end are put in braces. */
void zi_formatter_begin(struct formatter *c, size_t width);

/* As struct observer's see. */
void zi_formatter_see(struct formatter *c, const struct move_reader *in, enum token token);

/* As struct observer's see_move. */
void zi_formatter_see_move(struct formatter *c, const struct move_reader *in);

/* Whether a comment of the text that `in` reads could not stay as it was. */
bool zi_formatter_changed_comments(const struct formatter *c, const struct move_reader *in);

/* Whether memory ran out, so that the texts are incomplete. */
bool zi_formatter_failed(const struct formatter *c);

void zi_formatter_free(struct formatter *c);
