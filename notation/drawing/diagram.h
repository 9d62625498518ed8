/* What a diagram shows: a position with its decorations, in words that need no rule. The layout
   makes a figure of it, the text writer writes it as it is. Whoever makes one fills in all of it;
   validators/diagrams/describe.h does so for a position of a game. */
#pragma once

#include "notation/base/arena.h"
#include "notation/games/look.h"
#include "notation/games/setup.h"
#include "notation/words/words.h"

enum { MARKS_MAX = 256, LABEL_BYTES_MAX = 8 };

/* Corners of a frame, a filled ground, a sign on the cell or in its stone. */
enum mark_kind { MARK_FRAME, MARK_FILL, MARK_CROSS, MARK_SQUARE, MARK_TRIANGLE };

struct marked_cell {
    enum mark_kind kind;
    cell at;
};

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
    struct marked_cell mark[MARKS_MAX];
    struct marked_arrow arrow[MARKS_MAX];
    struct marked_label label[MARKS_MAX];
};

enum shown_kind {
    SHOWN_NOTHING,  /* it leaves no trace on the board */
    SHOWN_WALK,     /* along a path, the origin first */
    SHOWN_PLACE,    /* on one cell */
    SHOWN_RELOCATE, /* from one cell to another, then others fall */
    SHOWN_SOW       /* from a pit; the path is that of the stones, at most once around */
};
enum { STAGES_SHOWN_MAX = 32 };

/* A move that the diagram shows as it was played. What it points to lives as long as the
   diagram. */
struct shown_move {
    enum shown_kind kind;
    uint8_t side;
    uint32_t number;  /* drawn at its end; 0: none, it is the last move */
    struct text text; /* canonical */
    const char *note; /* said after its side's name where it is the last move, in English for
                         zi_word; or NULL */
    const cell *path; /* path_count of them */
    size_t path_count;
    const cell *falls; /* the cells that stones fell from, lowest first */
    size_t fall_count;
    const cell *captured; /* the cells where it captured, ascending */
    size_t captured_count;
    const cell *ends; /* where the stages of a sowing ended, at most STAGES_SHOWN_MAX of them; */
    size_t end_count;
    uint32_t stages; /* of so many */
    bool faulty;     /* it breaks a rule and was not played: */
    unsigned leg;    /* this leg of its path does, from 1; 0: the last */
};

/* The cell where a move that has cells is numbered: its end; of a sowing its beginning. */
static inline cell zi_shown_move_end(const struct shown_move *m) {
    return m->path[m->kind == SHOWN_SOW ? 0 : m->path_count - 1];
}

/* Whether it goes from cell to cell of its path. */
static inline bool shown_move_is_line(const struct shown_move *m) {
    return m->kind == SHOWN_WALK || m->kind == SHOWN_RELOCATE;
}

struct view {
    bool flip; /* the board is turned by 180 degrees */
    bool no_coordinates, no_names, no_turn;
    bool isolate; /* names whose letters run from right to left have their own direction */
    double least; /* no text of a figure is lower than this; 0: as it looks best */
    bool levels;  /* a small grid a level beside the board, where it has levels; */
    bool pile;    /* or the pile, seen from above a corner */
    bool stacked; /* what would be beside the board is below it */
    bool compact; /* in text: one glyph a cell, and in words what is not on it */
    bool cropped;
    cell low, high; /* the corners of what is shown, files and ranks ascending */
};

enum ending { ENDING_OPEN, ENDING_WIN_0, ENDING_WIN_1, ENDING_DRAW };

static inline enum ending ending_win(unsigned side) { return side ? ENDING_WIN_1 : ENDING_WIN_0; }

struct diagram {
    const char *game, *variant; /* variant: or NULL */
    enum language language;     /* of all words that are drawn */
    const char *sides[2];       /* what they are called: "black", "white" */
    char letters[2];            /* of the sides' men in text */
    bool counts;                /* cells hold numbers of stones, else men */
    struct board board;
    struct look look;
    struct setup setup;
    const struct setup *before; /* shown beside it with the moves, or NULL */
    enum ending ending;
    const char *reason;             /* why it ended, in English for zi_word; or NULL */
    const struct shown_move *moves; /* move_count of them, in the order of play */
    size_t move_count;
    const cell *chain; /* chain_count cells: the chain that won, from side to side; or NULL */
    size_t chain_count;
    const struct marks *marks; /* or NULL */
    struct view view;
    struct text players[2]; /* names, or empty */
    struct text caption;    /* or empty */
    uint32_t figure;        /* its number; 0: none */
    uint32_t ply;           /* turns played; */
    bool has_ply;           /* of a record, so that its ply is known */

    /* How wide a text of that height is in the format's own font; NULL: by zi_text_width. */
    double (*measure)(void *context, struct text t, double height);
    void *measure_context;
};

/* A word of zet's in the diagram's language. */
static inline const char *diagram_word(const struct diagram *d, const char *english) {
    return zi_word(d->language, english);
}

/* What a side is called, with a capital: `Black`. */
void zi_diagram_side_name(struct buffer *out, const struct diagram *d, unsigned side);

/* `wins: connection`, or `draw`: how the game ended, which it has. */
void zi_diagram_outcome(struct buffer *out, const struct diagram *d);

/* What a side is called in a diagram: `Black: A. Player`; lives in `a`. */
struct text zi_diagram_side(const struct diagram *d, unsigned side, struct arena *a, bool *failed);

/* `Figure 3: caption`, or as much of it as there is; lives in `a`. */
struct text zi_diagram_caption(const struct diagram *d, struct arena *a, bool *failed);

/* The title, such as `Hogga, position after ply 12, Black to move`, and the position in words; they
   live in `a`. */
struct text zi_diagram_title(const struct diagram *d, struct arena *a, bool *failed);
struct text zi_diagram_words(const struct diagram *d, struct arena *a, bool *failed);

/* Whether the cell is one of the chain that won. */
bool zi_diagram_is_of_chain(const struct diagram *d, cell c);

/* Whether the part of the board that is shown has the cell, of a higher level by its center; and an
   arrow, or a part of it. */
bool zi_diagram_shows(const struct diagram *d, cell c);
bool zi_diagram_shows_arrow(const struct diagram *d, const struct marked_arrow *a);

/* Whether a stone stands straight above the cell, so that what is on it is not seen. */
bool zi_diagram_is_covered(const struct diagram *d, cell c);

/* Appends the numbers of the moves that are numbered on the same cell as move `i`. False if an
   earlier one has them. */
bool zi_diagram_numbers(struct buffer *out, const struct diagram *d, size_t i,
                        const char *separator);

/* Appends the numbers of the stages that end in the pit of stage `i`, from 0. False if an
   earlier one has them. */
bool zi_shown_stages(struct buffer *out, const struct shown_move *m, size_t i);

/* Appends `t at c`, after what is there. */
void zi_diagram_say_at(struct buffer *out, const struct diagram *d, struct text t, cell c);
