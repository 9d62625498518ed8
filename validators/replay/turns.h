/* The moves of a record as a tree, for drawing and conversion. */
#pragma once

#include "notation/base/arena.h"
#include "notation/games/marks.h"
#include "validators/replay/judge.h"
#include "validators/replay/move_reader.h"

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
