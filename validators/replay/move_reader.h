/* Reading a move text against the rules: the main branch, its variations, a playout. */
#pragma once

#include "validators/replay/verdict.h"

/* One line of play while it is read: the main branch, a variation, or a playout. */
struct branch {
    union position before; /* before the last turn; kept only where variations or gifts need it */
    uint32_t before_ply;
    bool played;  /* a turn has been played, so a variation can replace it */
    bool stopped; /* nothing more is played, after an illegal move or an error, or without a replay
                   */
    bool gift;    /* stones were given, their move has not come yet */
    struct text open; /* the bracket that began the variation */
    size_t mark;      /* positions counted before it */
    struct text gift_text;

    /* What the outer line continues with after the variation. */
    union position after;
    uint32_t after_ply, after_turn;
    struct outcome after_outcome;
};

/* What all lines of one text share, and each of them by its depth. */
struct branches {
    struct replay replay;
    struct branch branch[VARIATION_DEPTH_MAX + 1];
};

struct move_reader;

/* Another part of the library that follows the reader. `see` is called once for each token, in
   order, after the token was judged; the reader's state says everything else. An observer that has
   `see_move` gets most turns of main lines by that, which is faster, where the token is the
   canonical form of the move; of these, and of right and canonical numbers before moves, it gets no
   tokens. Of the reader's state the token, `side`, `turn`, `verdict`, `record` and the replay are
   said then, which is past the turn. */
struct observer {
    void (*see)(void *context, const struct move_reader *in, enum token token);
    void *context;
    void (*see_move)(void *context, const struct move_reader *in, const struct move *canonical,
                     const struct effect *effect);
};

/* The state of reading one move text. The caller sets `lines` (with a replay that has been
   started), `record`, `field`, `verdict`, `part`, `playout`, `start` and `observer`, and zeroes the
   rest. */
struct move_reader {
    struct branches *branches;
    struct record *record;
    const struct field *field;
    struct verdict *verdict;
    struct movetext text;
    enum part part;  /* of the outermost line */
    bool variations; /* the text has any */
    unsigned depth;  /* of variations */
    size_t too_deep; /* variations open beyond the limit */
    uint32_t turn;   /* of the present branch, from 1: what the next move is numbered */
    struct due due;  /* the number last due before a turn */
    bool playout;
    uint32_t solo_moves; /* played in a playout */
    bool stopped;        /* a fault ended the outermost line: nothing after the fault is judged */
    const struct setup *start; /* the record's own position, or NULL */

    /* A result at the end of the text that the header does not contradict: the word for it, whether
       it is that the player to move resigned, and its place in the document. Else NULL: the
       observer sees TOKEN_BAD in its place. */
    const char *result;
    bool resigned;
    size_t result_offset;

    /* For an observer, at the last move or gift read: whether it was played; if so, who made it,
       its canonical form (what a wrong annotation says is left) and its effect. The replay is past
       it, but `turn` is still its own. */
    const struct observer *observer; /* NULL: no observer */
    bool played, agrees;             /* agrees: its annotation is true */
    bool as_written;                 /* the token is its canonical form */
    uint8_t side;
    struct move canonical;
    struct effect effect;
    struct text passed; /* with see_move: the number before this token, which was no token of its
                           own; at is NULL: none */
};

/* Whether nothing more is played in the current line. */
static inline bool move_reader_stopped(const struct move_reader *in) {
    return in->too_deep || in->branches->branch[in->depth].stopped;
}

/* The number that is before a turn, and whether with three dots. */
static inline uint32_t move_number(uint32_t turn, bool playout, bool *dots) {
    *dots = !playout && turn % 2 == 0;
    return playout ? turn : (turn + 1) / 2;
}

/* The same of the current turn. */
static inline uint32_t move_reader_number(const struct move_reader *in, bool *dots) {
    return move_number(in->turn, in->playout, dots);
}

/* The canonical form of the move read last, which was played: the token itself, or written into
   `w`. */
static inline struct text move_reader_canonical(const struct move_reader *in, struct writer *w) {
    if (in->as_written)
        return in->text.token;
    in->text.grammar->notation->write(w, &in->canonical);
    return written(w);
}

/* Reads the field's text from the present position of the replay. The findings go to the record,
   the first illegal move to the verdict; the replay ends where the outermost line does. With `idle`
   nothing is played and only the syntax is judged; then the replay need not be started. */
void zi_read_moves(struct move_reader *in, struct grammar *grammar, const struct board *board,
                   bool idle);
