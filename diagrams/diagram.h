/* The content of a diagram: a position with its decorations, independent of the rules. The layout
   turns it into a figure; the text writer writes it directly. Its creator sets every member;
   diagrams/describe.h does so for a position of a game. */
#pragma once

#include "notation/base/arena.h"
#include "notation/games/marks.h"
#include "notation/words/words.h"

enum shown_kind {
    SHOWN_NOTHING,  /* it leaves no trace on the board */
    SHOWN_WALK,     /* along a path, the origin first */
    SHOWN_PLACE,    /* on one cell */
    SHOWN_RELOCATE, /* from one cell to another, then others fall */
    SHOWN_SOW       /* from a pit; the path of the stones, at most once around */
};
enum { STAGES_SHOWN_MAX = 32 };

/* A move that was played, for display. Its pointers are valid as long as the diagram. */
struct shown_move {
    enum shown_kind kind;
    uint8_t side;
    uint32_t number;  /* drawn at its end; 0: no number, the last move */
    struct text text; /* canonical */
    const char *note; /* added after its side's name if it is the last move, in English for zi_word;
                         or NULL */
    const cell *path; /* path_count of them */
    size_t path_count;
    const cell *falls; /* the cells that stones fell from, lowest first */
    size_t fall_count;
    const cell *captured; /* the cells of captures, ascending */
    size_t captured_count;
    const cell *ends; /* where the stages of a sowing ended, at most STAGES_SHOWN_MAX of them */
    size_t end_count;
    uint32_t stages;    /* the number of stages */
    bool faulty;        /* it breaks a rule and was not played */
    const cell *guilty; /* guilty_count cells where it breaks the rule */
    size_t guilty_count;
};

/* The cell with the number of a move that has cells: its end, or the start of a sowing. */
static inline cell zi_shown_move_end(const struct shown_move *m) {
    return m->path[m->kind == SHOWN_SOW ? 0 : m->path_count - 1];
}

/* Whether an illegal move ends on an empty cell that is not at fault. */
bool zi_shown_fault_has_target(const struct shown_move *m, const struct setup *setup);

/* Whether the move is a line from cell to cell of its path. */
static inline bool shown_move_is_line(const struct shown_move *m) {
    return m->kind == SHOWN_WALK || m->kind == SHOWN_RELOCATE;
}

struct view {
    bool flip; /* the board is turned by 180 degrees */
    bool no_coordinates, no_names, no_turn;
    bool isolate; /* right-to-left names get their own direction */
    double least; /* the minimum height of text in a figure; 0: the best looking */
    bool levels;  /* a small grid per level next to a board that has levels */
    bool pile;    /* or the pile, seen from above a corner */
    bool stacked; /* items next to the board are below it instead */
    bool compact; /* in text: one glyph per cell; other information is in words */
    bool cropped;
    cell low, high; /* the corners of the visible part, files and ranks ascending */
};

enum ending { ENDING_OPEN, ENDING_WIN_0, ENDING_WIN_1, ENDING_DRAW };

static inline enum ending ending_win(unsigned side) { return side ? ENDING_WIN_1 : ENDING_WIN_0; }

struct diagram {
    const char *game, *variant; /* variant may be NULL */
    enum language language;     /* of all words in the drawing */
    const char *sides[2];       /* their names: "black", "white" */
    char letters[2];            /* of the sides' men, in text */
    bool counts;                /* cells contain numbers of stones, not men */
    struct board board;
    struct look look;
    struct setup setup;

    /* Shown before the setup: the position before all moves, with them; in a strip the position
       before each move, with that move. before_count 0: only the setup, with the moves. */
    const struct setup *before;
    size_t before_count;
    uint32_t strip; /* the number of a strip's first move; 0: no strip */

    enum ending ending;
    const char *reason;             /* why the game ended, in English for zi_word; or NULL */
    const struct shown_move *moves; /* move_count of them, in playing order */
    size_t move_count;
    const cell *chain; /* chain_count cells: the winning chain, from side to side; or NULL */
    size_t chain_count;
    const struct marks *marks; /* or NULL */
    struct view view;
    struct text players[2]; /* names, or empty */
    struct text caption;    /* or empty */
    uint32_t figure;        /* its number, or 0 */
    uint32_t ply;           /* turns played */
    bool has_ply;           /* its record's ply is known */
};

/* A word of zet in the diagram's language. */
static inline const char *diagram_word(const struct diagram *d, const char *english) {
    return zi_word(d->language, english);
}

/* Appends a side's name, capitalized: `Black`. */
void zi_diagram_side_name(struct buffer *out, const struct diagram *d, unsigned side);

/* Appends how the game ended, which it must have: `wins: connection`, or `draw`. */
void zi_diagram_outcome(struct buffer *out, const struct diagram *d);

/* Position `i` of a diagram of several, as a diagram of its own without a caption, and its heading:
   `before`, or in a strip `5. A: a1-`. The last position is the setup. */
struct diagram zi_diagram_frame(const struct diagram *d, size_t i);
void zi_diagram_heading(struct buffer *out, const struct diagram *d, size_t i);

/* A side's name in a diagram: `Black: A. Player`; lives in `a`. */
struct text zi_diagram_side(const struct diagram *d, unsigned side, struct arena *a, bool *failed);

/* `Figure 3: caption`, or the parts that exist; lives in `a`. */
struct text zi_diagram_caption(const struct diagram *d, struct arena *a, bool *failed);

/* The title, such as `Hogga, position after ply 12, Black to move`, and the position in words; they
   live in `a`. */
struct text zi_diagram_title(const struct diagram *d, struct arena *a, bool *failed);
struct text zi_diagram_words(const struct diagram *d, struct arena *a, bool *failed);

/* Whether the visible part of the board, or a board that is not cropped, contains any part of the
   move. */
bool zi_diagram_shows_move(const struct diagram *d, const struct shown_move *m);

/* Whether the visible part of the board contains the cell (by its center on a higher level), or any
   part of the arrow. */
bool zi_diagram_shows(const struct diagram *d, cell c);
bool zi_diagram_shows_arrow(const struct diagram *d, const struct marked_arrow *a);

/* Whether a stone straight above the cell hides its content. */
bool zi_diagram_is_covered(const struct diagram *d, cell c);

/* Appends the numbers of the moves numbered on the same cell as move `i`. False if an earlier move
   lists them. */
bool zi_diagram_numbers(struct buffer *out, const struct diagram *d, size_t i,
                        const char *separator);

/* Appends the numbers of the stages that end in the same pit as stage `i`, from 0. False if an
   earlier stage lists them. */
bool zi_shown_stages(struct buffer *out, const struct shown_move *m, size_t i);

/* Appends `t at c` to a list. */
void zi_diagram_say_at(struct buffer *out, const struct diagram *d, struct text t, cell c);
