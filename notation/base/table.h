/* Tables: described once, written as text, CSV or JSON; and tables of HTML, by rows. */
#pragma once

#include "notation/base/buffer.h"
#include "notation/base/value.h"

struct table_column {
    const char *key;     /* in CSV; in JSON, with `_` for `-` */
    const char *heading; /* in text */
    bool left;           /* in text: left-aligned */
};

struct table {
    const struct table_column *column;
    size_t columns, rows;
    void (*row)(const void *context, size_t row, struct value *cells);
    void (*more)(const void *context, size_t row, struct buffer *out); /* or NULL; in CSV: further
                                        cells, each after a comma; row SIZE_MAX: their headings */
    const void *context;
    const char *none; /* in text: for cells without a value; or NULL */
};

enum { TABLE_COLUMNS_MAX = 32 }; /* not counting columns that a caller writes cell by cell */

/* Write a line of headings and one line per row: in aligned columns separated by two blanks; as RFC
   4180, with texts made safe for spreadsheets; as an array of objects, one per line. */
void zi_table_text(const struct table *t, struct buffer *out);
void zi_table_csv(const struct table *t, struct buffer *out);
void zi_table_json(const struct table *t, struct json_out *j);

/* A text table, written cell by cell: append a cell to `text`, then end it. */
struct grid {
    struct buffer text;
    size_t *end; /* of each cell in `text` */
    size_t cells, columns;
    size_t *width;
    bool *left;
    size_t margin; /* blanks before each line */
};
bool zi_grid_open(struct grid *g, size_t columns, size_t rows);
void zi_grid_end_cell(struct grid *g);
void zi_grid_close(struct grid *g, struct buffer *out);

/* Appends cells, one per value. */
#define grid_add(g, ...) zi_grid_add(g, VALUES(__VA_ARGS__))
void zi_grid_add(struct grid *g, const struct value *values, size_t count);

/* HTML: `HTML_TABLE` or another start, the caption, HTML_HEAD, a row of headings, HTML_BODY, rows,
   and HTML_END. */
#define HTML_TABLE "<table>\n<caption>"
#define HTML_HEAD "</caption>\n<thead>\n"
#define HTML_BODY "</thead>\n<tbody>\n"
#define HTML_END "</tbody>\n</table>\n"

/* Appends a cell. Its kind is a list of characters: `d` for a number, `t` for a text, `s` for a
   shaded cell, a digit for a cell that spans that many columns, `h` for the heading of a row, `c`
   for the heading of a column. */
void zi_html_cell(struct buffer *out, const char *kind, struct value v);

/* Appends a row of cells. `kinds` has their kinds, separated by blanks. A value of the kind
   VALUE_NONE has no cell. */
#define html_row(out, kinds, ...) zi_html_row(out, kinds, VALUES(__VA_ARGS__))
void zi_html_row(struct buffer *out, const char *kinds, const struct value *values, size_t count);
