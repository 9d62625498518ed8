/* Tables: described once, written as text, CSV or JSON. */
#pragma once

#include "notation/base/value.h"

struct table_column {
    const char *key;     /* in CSV, and in JSON, where `-` is written as `_` */
    const char *heading; /* in text */
    bool left;           /* in text: texts, which begin below each other */
};

struct table {
    const struct table_column *column;
    size_t columns, rows;
    void (*row)(const void *context, size_t row, struct value *cells);
    void (*more)(const void *context, size_t row, struct buffer *out); /* or NULL; of CSV: further
                                        cells, each after a comma; row SIZE_MAX: their headings */
    const void *context;
    const char *none; /* in text: of cells without a value; or NULL */
};

enum { TABLE_COLUMNS_MAX = 32 }; /* of those but the ones that a caller writes cell by cell */

/* A line of headings and one of each row: in columns of one width, with two blanks between them; as
   RFC 4180 has it, texts being made safe for spreadsheets; an array of objects, one a line. */
void zi_table_text(const struct table *t, struct buffer *out);
void zi_table_csv(const struct table *t, struct buffer *out);
void zi_table_json(const struct table *t, struct json_out *j);

/* The same as text, cell by cell: a cell is appended to `text` and ended. */
struct grid {
    struct buffer text;
    size_t *end; /* of each cell in the text */
    size_t cells, columns;
    size_t *width;
    bool *left;
    size_t margin; /* blanks before each line */
};
bool zi_grid_open(struct grid *g, size_t columns, size_t rows);
void zi_grid_end_cell(struct grid *g);
void zi_grid_close(struct grid *g, struct buffer *out);

/* Cells, each a value. */
#define grid_add(g, ...) zi_grid_add(g, VALUES(__VA_ARGS__))
void zi_grid_add(struct grid *g, const struct value *values, size_t count);
