/* Reads a move text and plays it by the rules: the main branch, its variations, a playout. */
#pragma once

#include "notation/base/arena.h"
#include "notation/games/marks.h"
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
    bool said_plies;    /* a note says that they count plies */
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

/* The moves of a record as a tree, for drawing and conversion. */

/* The result of a move. Only the first `effect.falls` elements of `effect.fall` exist. */
struct turn_result {
    struct outcome outcome; /* open in a playout */
    struct effect effect;
};

/* One move as written in the record: a turn, or stones given before a turn. A record can have very
   many, so texts are stored compactly as an address and a length. */
struct turn {
    const struct move *move; /* canonical, with its annotations; NULL if it was not played */
    const struct turn_result *result; /* no effect and an open outcome if it was not played */
    const char *at;                   /* as written in the record */
    uint32_t length;
    uint32_t glyphs_from, glyphs_length; /* relative to `at` */
    uint32_t offset;                     /* bytes of the document */
    uint32_t before;                     /* the index of the turn after which it was made */
    uint32_t ply;                        /* in its line, from 1; in a playout: its number there */
    uint32_t number;                     /* its number in canonical text; `dots`: with three dots */
    bool dots;
    bool played;   /* if false, only its text is known */
    uint8_t depth; /* of variations; 0: the main line, or the playout */
    bool playout;  /* it is in the playout */
    uint8_t side;  /* the side that made it, if it was played */
    uint8_t part;  /* enum part; PART_VARIATION also in a variation of a playout */
};

static inline struct text turn_written(const struct turn *t) {
    return (struct text){t->at, t->length};
}

static inline struct text turn_glyphs(const struct turn *t) {
    return (struct text){t->at + t->glyphs_from, t->glyphs_length};
}

/* An item of the text of moves and playout, in its order. A record can have a million items. */
struct turn_item {
    const char *at; /* its text as written in the record; a comment with its brackets */
    uint32_t length;
    uint32_t turn;   /* MOVE: its index */
    uint32_t offset; /* bytes of the document */
    uint8_t token;   /* MOVE, COMMENT, GLYPH, OPEN, CLOSE or BAD */
    bool playout;
};

static inline struct text turn_item_text(const struct turn_item *item) {
    return (struct text){item->at, item->length};
}

/* A comment with marks: the turn whose position they annotate, and the item. */
struct turn_marks {
    uint32_t turn, item;
};

/* The turns of one record, in the order of its text. at[0] is the start position: not a move, with
   `before` 0. Starts zeroed. */
struct turns {
    struct turn *at;
    size_t count, cap;
    struct turn_item *item;
    size_t item_count, item_cap;
    uint32_t last;             /* the last turn played in the main line; 0: none */
    uint32_t playout_last;     /* the same for the playout */
    struct turn_marks *marked; /* marked_count comments with marks, by their turns */
    size_t marked_count, marked_cap;
    struct turn_result *result; /* the last result stored: most moves share it */
    struct arena arena;
    bool failed; /* memory ran out */

    /* During reading, by depth: the last turn played, and the one before it. */
    uint32_t line[VARIATION_DEPTH_MAX + 1][2];
};

/* Forgets the previous record. */
void zi_turns_begin(struct turns *t);
void zi_turns_free(struct turns *t);

/* As struct observer's see; the context is the struct turns. */
void zi_turns_see(void *context, const struct move_reader *in, enum token token);

/* Adds the marks in the comments on the position after a turn. The record was read to its end. */
void zi_turns_add_marks(const struct turns *t, uint32_t turn, const struct board *board,
                        struct marks *marks);

/* Traverses the turns that were played, with their positions. It is large: 33 lines of play. */
struct turns_walk {
    const struct turns *turns;
    const struct verdict *verdict;
    uint32_t turn;                        /* the current turn; 0: the start */
    const union position *before, *after; /* of the current turn; equal at the start */

    /* By depth: the positions after and before the last turn played there. */
    union position line[VARIATION_DEPTH_MAX + 1][2];
    uint32_t at[VARIATION_DEPTH_MAX + 1]; /* the last turn played there */
};

/* The position that the record begins with. Requires verdict->positioned. */
void zi_turns_first(union position *out, const struct verdict *verdict, const struct record *r);

/* Goes to the start position. Requires verdict->positioned; the record's texts must still exist. */
void zi_turns_start(struct turns_walk *w, const struct turns *t, const struct verdict *verdict,
                    const struct record *r);

/* Advances to the next turn or gift that was played; with `main_line` only in the main line.
   Returns false at the end. */
bool zi_turns_next(struct turns_walk *w, bool main_line);
