/* What is said of diagrams: which positions of a record, in which format, how they look. */
#pragma once

#include "notation/base/arena.h"
#include "validators/base/error.h"
#include "validators/diagrams/formats.h"
#include "validators/diagrams/score_sheet.h"
#include "validators/options/option.h"

enum { PLIES_ASKED_MAX = 4096 };

/* Which positions of a record. AT_MOVES: after the moves of the ranges, a figure each. */
enum at { AT_DEFAULT, AT_FINAL, AT_START, AT_PLIES, AT_EVERY, AT_MOVES };

/* Plies, from 1. */
struct ply_range {
    uint32_t from, to;
};
enum { VIEW_BOARD, VIEW_LEVELS, VIEW_PILE };
enum { MARK_LISTS = 7 }; /* mark, cross, square, triangle, fill, arrow, label */
enum { RANGES_MAX = 256, MOVES_SHOWN_MAX = 1000 };

struct zet_diagram_options {
    const struct drawing_format *format; /* NULL: not said */
    struct drawing_options drawing;      /* its canvas is not set here; theme THEMES: not said */
    enum at at;
    uint32_t plies[PLIES_ASKED_MAX]; /* AT_PLIES: ascending, each once; AT_EVERY: the step */
    size_t ply_count;
    struct ply_range ranges[RANGES_MAX]; /* ascending, apart from each other */
    size_t range_count;
    uint32_t split;       /* moves of a figure at most; 0: not said */
    uint32_t number_from; /* the number of the first move shown; 0: its ply */
    bool flip, compact, no_coordinates, no_names, no_turn;
    unsigned view;                       /* VIEW_... */
    enum paper sheet;                    /* PAPER_NONE: diagrams */
    uint32_t rows;                       /* of an empty sheet; 0: not said */
    bool before;                         /* beside it, the position before the last move */
    struct text assets;                  /* a folder as written; empty: none */
    struct text crop, marks[MARK_LISTS]; /* as written, in the order of their rows; or empty */
    struct text caption;
    uint32_t figure; /* 0: none */
    struct arena arena;
};

extern const zet_option zi_diagram_option_rows[];

/* What has been said, or else what is usual for the format. */
const struct drawing_format *zi_diagram_drawing_format(const struct zet_diagram_options *o);
struct drawing_options zi_diagram_options_drawing(const struct zet_diagram_options *o);
enum at zi_diagram_options_at(const struct zet_diagram_options *o);

/* What the options say of a board's cells, for a board of that game. False with *error. */
bool zi_diagram_options_marks(const struct zet_diagram_options *o, const struct board *board,
                              const char *game, struct marks *marks, struct view *view,
                              zet_error *error);
