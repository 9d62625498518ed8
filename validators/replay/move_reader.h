/* Reads a move text and plays it by the rules: the main branch, its variations, a playout. */
#pragma once

#include "validators/replay/verdict.h"

/* A line of play that is being read: the main branch, a variation, or a playout. */
struct branch {
    union position before; /* before the last turn; kept only if variations or gifts need it */
    uint32_t before_ply;
    bool played;  /* a turn has been played, so a variation can replace it */
    bool stopped; /* nothing more is played: after an illegal move or error, or without replay */
    bool gift;    /* stones were given, and their move is still to come */
    struct text open; /* the bracket that began the variation */
    size_t mark;      /* positions counted before it */
    struct text gift_text;

    /* The state of the outer line, restored after the variation. */
    union position after;
    uint32_t after_ply, after_turn;
    struct outcome after_outcome;
};

/* The state shared by all lines of one text, and that of each line by its depth. */
struct branches {
    struct replay replay;
    struct branch branch[VARIATION_DEPTH_MAX + 1];
};

struct move_reader;

/* A part of the library that follows the reader. `see` is called once for each token, in order,
   after the token was judged; the reader's state has the details. `see_move` is optional and
   faster: it is called instead of `see` for most turns of main lines whose token is the canonical
   form of the move. For these, and for correct canonical numbers before moves, `see` is not called.
   In `see_move` only these parts of the reader's state are valid: the token, `side`, `turn`,
   `verdict`, `record` and the replay, which is past the turn. */
struct observer {
    void (*see)(void *context, const struct move_reader *in, enum token token);
    void *context;
    void (*see_move)(void *context, const struct move_reader *in, const struct move *canonical,
                     const struct effect *effect);
};

/* The state of a reader of one move text. The caller sets `branches` (with a replay that has been
   started), `record`, `field`, `verdict`, `part`, `playout`, `start` and `observer`, and zeroes the
   rest. */
struct move_reader {
    struct branches *branches;
    struct record *record;
    const struct field *field;
    struct verdict *verdict;
    struct movetext text;
    enum part part;  /* of the outermost line */
    bool variations; /* the text has variations */
    unsigned depth;  /* of variations */
    size_t too_deep; /* variations open beyond the limit */
    uint32_t turn;   /* of the current branch, from 1: the number of the next move */
    struct due due;  /* the last number that was due before a turn */
    bool playout;
    uint32_t solo_moves;       /* played in a playout */
    bool stopped;              /* a fault ended the outermost line; the rest is not judged */
    const struct setup *start; /* the record's own position, or NULL */

    /* A result at the end of the text that the header does not contradict: its word, whether it
       means that the player to move resigned, and its place in the document. Else NULL: the
       observer sees TOKEN_BAD instead. */
    const char *result;
    bool resigned;
    size_t result_offset;

    /* For an observer, about the last move or gift read: whether it was played; if so, its side,
       its canonical form (wrong annotations are kept) and its effect. The replay is past the move,
       but `turn` is still that of the move. */
    const struct observer *observer; /* NULL: no observer */
    bool played, agrees;             /* agrees: the annotation is correct */
    bool as_written;                 /* the token is its canonical form */
    uint8_t side;
    struct move canonical;
    struct effect effect;
    bool other_side; /* the last number names the side that is not to move */
    enum { NUMBERS_UNKNOWN, NUMBERS_OF_PLIES, NUMBERS_OF_PAIRS } numbers; /* what they count */
    int64_t shift;      /* the last wrong number is ahead of the right one by this many turns */
    struct text passed; /* with see_move: the number before this token, for which `see` was not
                           called; at is NULL: none */
};

/* Whether nothing more is played in the current line. */
static inline bool move_reader_stopped(const struct move_reader *in) {
    return in->branches->branch[in->depth].stopped;
}

/* The number before a turn, and whether it has three dots. */
static inline uint32_t move_number(uint32_t turn, bool playout, bool *dots) {
    *dots = !playout && turn % 2 == 0;
    return playout ? turn : (turn + 1) / 2;
}

/* The same for the current turn. */
static inline uint32_t move_reader_number(const struct move_reader *in, bool *dots) {
    return move_number(in->turn, in->playout, dots);
}

/* The canonical form of the last move read, which must have been played: the token itself, or text
   written to `w`. */
static inline struct text move_reader_canonical(const struct move_reader *in, struct writer *w) {
    if (in->as_written)
        return in->text.token;
    in->text.grammar->notation->write(w, &in->canonical);
    return written(w);
}

/* Reads the field's text from the current position of the replay. Findings go to the record, the
   first illegal move to the verdict; the replay ends at the end of the outermost line. With `idle`
   only the syntax is judged; the replay need not be started. */
void zi_read_moves(struct move_reader *in, struct grammar *grammar, const struct board *board,
                   bool idle);
