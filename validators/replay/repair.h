/* Unambiguous repairs of a record, as edits of its document. */
#pragma once

#include "notation/base/buffer.h"
#include "notation/record/change.h"
#include "validators/replay/judge.h"
#include "validators/replay/move_reader.h"

/* The repairs of one record, sorted by place after zi_repair_end. Their texts live as long as the
   record. */
struct repair {
    struct edits edits;

    bool moves_sound, playout_sound; /* read to the end without a fault */
    struct text last;   /* the last move with its glyphs, or the last glyph, in its field's text */
    bool has_glyph;     /* that move already has a glyph */
    struct edit result; /* removes the result at the end of the moves; `old` is empty if absent */
};

/* Forgets the collected repairs. The list starts zeroed and can be reused until zi_repair_free. */
void zi_repair_begin(struct repair *p);
void zi_repair_free(struct repair *p);

/* As struct observer's see. `context` is the struct repair. Collects wrong numbers, non-canonical
   moves, missing or wrong annotations, and separated glyphs; nothing after the line is no longer
   played. */
void zi_repair_see(void *context, const struct move_reader *in, enum token token);

/* As struct observer's see_move. Such a move needs no repair. */
void zi_repair_see_move(void *context, const struct move_reader *in, const struct move *canonical,
                        const struct effect *effect);

/* To be called after the record was judged. Collects a result, termination or points that differ
   from those the rules prove, non-canonical words, and a result at the end of the moves, which
   belongs in the header. r->out_of_memory is set when out of memory. */
void zi_repair_end(struct repair *p, struct record *r, const struct verdict *verdict);

/* Collects unambiguous repairs that turn an invalid YAML document into a record, after
   zi_repair_begin. */
void zi_repair_form(struct repair *p, struct record *r);

/* Adds an edit before zi_repair_end. */
void zi_repair_add(struct repair *p, struct record *r, struct edit e);

/* The edit that replaces a part of a field's text on one line. A token contains no escape, so its
   last byte is known without a search. */
struct edit zi_repair_edit(struct record *r, const struct field *f, struct text old,
                           struct text with, const char *what);

/* Replaces the whole document, a sheet, by the equivalent record. */
void zi_repair_whole(struct repair *p, struct record *r, struct text with);

/* After zi_repair_end, any number of times: replaces the text of a scalar of the record's tree. The
   caller then sorts with zi_edits_sort. `flow`: the scalar is in brackets. */
void zi_repair_scalar(struct repair *p, struct record *r, const struct node *scalar, bool flow,
                      struct text with, const char *what);

/* The canonical move text of a record, written while the record is judged. */

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
