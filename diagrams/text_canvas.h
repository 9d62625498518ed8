/* A small grid of characters for text boards: signs, and lines that join in ASCII or as box
   characters. */
#pragma once

#include "notation/base/buffer.h"

/* The largest board has 16 x 16 cells of 4 columns and 2 lines. */
enum { TEXT_COLUMNS = 79, CANVAS_COLUMNS = 80, CANVAS_LINES = 40 };

/* Directions, clockwise from the east. */
enum { EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST, NORTH, NORTH_EAST, DIRECTIONS };

/* One character of at most CANVAS_BYTES bytes; or nothing. */
enum { CANVAS_BYTES = 4 };
struct canvas_sign {
    char at[CANVAS_BYTES];
    uint8_t len;
};

static inline struct canvas_sign canvas_sign(struct text t) {
    struct canvas_sign s = {.len = (uint8_t)(t.len < CANVAS_BYTES ? t.len : CANVAS_BYTES)};
    memcpy(s.at, t.at, s.len);
    return s;
}

/* One position. The first of these is visible: text, lines, ground, dashes, edges. A canvas is
   small, because it is cleared for every board of a report. */
struct canvas_spot {
    struct canvas_sign text, ground;
    uint16_t owner;               /* the cell of the text, from 1; 0: none */
    uint8_t lines, dashes, edges; /* bits of directions */
    bool landing;                 /* a line stops here and continues */
    bool man;                     /* the text is part of a man */
};

struct text_canvas {
    bool unicode;
    struct canvas_spot spot[CANVAS_LINES][CANVAS_COLUMNS];
};

/* The spot at a position, or NULL outside the canvas. */
static inline struct canvas_spot *canvas_spot(struct text_canvas *c, int column, int line) {
    bool inside = column >= 0 && column < CANVAS_COLUMNS && line >= 0 && line < CANVAS_LINES;
    return inside ? &c->spot[line][column] : NULL;
}

/* The columns and lines from one node to the next in a direction. */
static inline int direction_columns(unsigned direction) {
    static const int8_t columns[DIRECTIONS] = {2, 2, 0, -2, -2, -2, 0, 2};
    return columns[direction];
}
static inline int direction_lines(unsigned direction) {
    static const int8_t lines[DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
    return lines[direction];
}

/* Puts a text, one character per spot, as part of the content of a cell (`owner`) or of none. */
void zi_canvas_put(struct text_canvas *c, int column, int line, struct text t, uint16_t owner);

/* Appends a line of the canvas, at most TEXT_COLUMNS wide and without trailing blanks. */
void zi_canvas_write(struct buffer *out, const struct text_canvas *c, int line);
bool zi_canvas_is_blank(const struct text_canvas *c, int line);

/* An ASCII character as a static text. */
struct text zi_canvas_ascii(char c);

/* The head of an arrow in that direction. */
struct text zi_canvas_head(const struct text_canvas *c, unsigned direction);

/* The visible text of a spot, or a blank. It lives as long as the spot. */
struct text zi_canvas_seen(const struct text_canvas *c, const struct canvas_spot *s);
