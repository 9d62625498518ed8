/* What a diagram shows: a position with its decorations. The layout makes a figure of it, the text
   writer writes it as it is. */
#ifndef ZET_NOTATION_DRAWING_DIAGRAM_H
#define ZET_NOTATION_DRAWING_DIAGRAM_H

#include "notation/drawing/figure.h"
#include "notation/drawing/theme.h"
#include "validators/replay/turns.h"

enum { MARKS_MAX = 256, LABEL_BYTES_MAX = 8 };

struct marked_arrow {
    cell from, to;
};

struct marked_label {
    cell at;
    char text[LABEL_BYTES_MAX + 1]; /* UTF-8, terminated */
};

/* What an author adds to every diagram. */
struct marks {
    size_t mark_count, arrow_count, label_count; /* at most MARKS_MAX each */
    cell mark[MARKS_MAX];
    struct marked_arrow arrow[MARKS_MAX];
    struct marked_label label[MARKS_MAX];
};

/* A move that the diagram shows as it was played. */
struct shown_move {
    const struct move *move; /* canonical */
    struct effect effect;
    uint8_t side;
    uint32_t number; /* drawn at its end; 0: none, it is the last move */
    uint8_t captured[CELLS_MAX / 8 / LEVELS_MAX]; /* level 1: a bit for each cell emptied by it */
};

/* Whether the move emptied the cell of the other side (counts only). */
static inline bool is_captured(const struct shown_move *m, cell c) {
    return cell_level(c) == 0 && m->captured[c / 8] & 1U << c % 8;
}

struct view {
    bool flip;   /* the board is turned by 180 degrees */
    bool levels; /* a small grid a level beside the board, where it has levels */
    bool cropped;
    cell low, high; /* the corners of what is shown, files and ranks ascending */
};

struct diagram {
    const struct ruleset *ruleset;
    struct setup setup;
    struct outcome outcome;
    const struct shown_move *moves; /* move_count of them, in the order of play */
    size_t move_count;
    const struct marks *marks; /* or NULL */
    struct view view;
    struct text players[2]; /* names, or empty */
    struct text caption;    /* or empty */
    uint32_t figure;        /* its number; 0: none */
    uint32_t ply;           /* turns played; */
    bool has_ply;           /* of a record, so that its ply is known */
};

/* What a side is called in a diagram: `Black: A. Player`; lives in `a`. */
struct text zet_diagram_side(const struct diagram *d, unsigned side, struct arena *a, bool *failed);

/* `Figure 3: caption`, or as much of it as there is; lives in `a`. */
struct text zet_diagram_caption(const struct diagram *d, struct arena *a, bool *failed);

/* The title, such as `Hogga, position after ply 12, Black to move`, and the position in words; they
   live in `a`. */
struct text zet_diagram_title(const struct diagram *d, struct arena *a, bool *failed);
struct text zet_diagram_words(const struct diagram *d, struct arena *a, bool *failed);

/* Whether the part of the board that is shown has the cell; of a higher level by its centre. */
bool zet_diagram_shows(const struct diagram *d, cell c);

/* Fills the shown move of a turn from the positions before and after it. */
void zet_shown_move(struct shown_move *out, const struct ruleset *rs, const struct turn *turn,
                    const struct setup *before, const struct setup *after);

#endif
