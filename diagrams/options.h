/* Options of diagrams: the positions of a record, the format, the appearance. */
#pragma once

#include "diagrams/formats.h"
#include "notation/base/arena.h"
#include "notation/base/error.h"
#include "notation/base/option.h"

enum { PLIES_ASKED_MAX = 4096 };

/* The positions to draw. AT_MOVES: one figure per range. */
enum at { AT_DEFAULT, AT_FINAL, AT_START, AT_PLIES, AT_EVERY, AT_MOVES };

/* Plies, from 1. */
struct ply_range {
    uint32_t from, to;
};
enum { VIEW_BOARD, VIEW_LEVELS, VIEW_PILE };
enum { MARK_LISTS = 7 }; /* mark, cross, square, triangle, fill, arrow, label */
enum { RANGES_MAX = 256, MOVES_SHOWN_MAX = 1000 };

struct zet_diagram_options {
    const struct drawing_format *format; /* NULL: unset */
    struct drawing_options drawing;      /* theme THEMES: unset */
    enum at at;
    uint32_t plies[PLIES_ASKED_MAX]; /* AT_PLIES: ascending, each once; AT_EVERY: the step */
    size_t ply_count;
    struct ply_range ranges[RANGES_MAX]; /* ascending, disjoint */
    size_t range_count;
    uint32_t split;       /* maximum number of moves per figure; 0: unset */
    uint32_t number_from; /* the number of the first move shown; 0: its ply */
    struct view view;     /* without its crop, levels and pile */
    unsigned beside;      /* the board: VIEW_... */
    bool illegal;         /* only the attempt that the rules forbid, with its reason */
    bool before;          /* also draw the position before the last move, beside it */
    struct text assets;   /* a folder as written; empty: none */
    struct text crop, marks[MARK_LISTS]; /* as written, in the order of their options; or empty */
    struct text caption;
    uint32_t figure; /* 0: none */
    struct arena arena;
};

extern const zet_option zi_diagram_option_rows[];

/* The options given, or else the defaults of the format. */
const struct drawing_format *zi_diagram_drawing_format(const struct zet_diagram_options *o);
struct drawing_options zi_diagram_options_drawing(const struct zet_diagram_options *o);
enum at zi_diagram_options_at(const struct zet_diagram_options *o);

/* Applies the options that concern cells to a board of that game. Returns false and sets *error on
   failure. */
bool zi_diagram_options_marks(const struct zet_diagram_options *o, const struct board *board,
                              const char *game, struct marks *marks, struct view *view,
                              zet_error *error);
