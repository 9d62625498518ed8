#include "notation/base/table.h"

#include <stdlib.h>

#include "notation/base/safe_text.h"
#include "notation/base/unicode.h"

/* Text. */

bool zi_grid_open(struct grid *g, size_t columns, size_t rows) {
    *g = (struct grid){.columns = columns,
                       .end = calloc(columns * rows + 1, sizeof *g->end),
                       .width = calloc(columns + 1, sizeof *g->width),
                       .left = calloc(columns + 1, sizeof *g->left)};
    return g->end && g->width && g->left;
}

static struct text cell_text(const struct grid *g, size_t cell, size_t end) {
    size_t start = cell ? g->end[cell - 1] : 0;
    return (struct text){g->text.at ? g->text.at + start : "", end - start};
}

void zi_grid_end_cell(struct grid *g) {
    if (g->text.failed)
        return;
    size_t *most = &g->width[g->cells % g->columns];
    size_t width = zi_text_columns(cell_text(g, g->cells, g->text.len));
    *most = width > *most ? width : *most;
    g->end[g->cells++] = g->text.len;
}

void zi_grid_add(struct grid *g, const struct value *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        zi_buffer_add(&g->text, &values[i], 1);
        zi_grid_end_cell(g);
    }
}

static void write_grid(const struct grid *g, struct buffer *out) {
    size_t pending = g->margin; /* blanks not yet written; none end a line */
    for (size_t i = 0; i < g->cells; i++) {
        size_t column = i % g->columns;
        struct text text = cell_text(g, i, g->end[i]);
        size_t padding = g->width[column] - zi_text_columns(text);
        pending += g->left[column] ? 0 : padding;
        if (text.len)
            buffer_chars(out, ' ', pending);
        buffer_text(out, text);
        pending = (text.len ? 0 : pending) + 2 + (g->left[column] ? padding : 0);
        if (column + 1 == g->columns) {
            buffer_char(out, '\n');
            pending = g->margin;
        }
    }
}

void zi_grid_close(struct grid *g, struct buffer *out) {
    out->failed |= g->text.failed || !g->end || !g->width || !g->left;
    if (!out->failed)
        write_grid(g, out);
    zi_buffer_free(&g->text);
    free(g->end);
    free(g->width);
    free(g->left);
}

void zi_table_text(const struct table *t, struct buffer *out) {
    struct value cell[TABLE_COLUMNS_MAX];
    struct grid g;
    bool opened = zi_grid_open(&g, t->columns, t->rows + 1);
    for (size_t i = 0; opened && i < t->columns; i++) {
        g.left[i] = t->column[i].left;
        grid_add(&g, t->column[i].heading);
    }
    for (size_t row = 0; opened && row < t->rows; row++) {
        t->row(t->context, row, cell);
        for (size_t i = 0; i < t->columns; i++)
            if (zi_value_is_none(&cell[i]))
                grid_add(&g, t->none);
            else
                zi_grid_add(&g, &cell[i], 1);
    }
    zi_grid_close(&g, out);
}

/* For programs. */

void zi_table_csv(const struct table *t, struct buffer *out) {
    struct value cell[TABLE_COLUMNS_MAX];
    for (size_t i = 0; i < t->columns; i++)
        buffer_add(out, i ? "," : "", t->column[i].key);
    if (t->more)
        t->more(t->context, SIZE_MAX, out);
    buffer_string(out, "\r\n");
    for (size_t row = 0; row < t->rows; row++) {
        t->row(t->context, row, cell);
        for (size_t i = 0; i < t->columns; i++) {
            buffer_string(out, i ? "," : "");
            if (cell[i].kind == VALUE_TEXT || cell[i].kind == VALUE_LINE)
                zi_csv_text(out, cell[i].text);
            else
                zi_buffer_add(out, &cell[i], 1);
        }
        if (t->more)
            t->more(t->context, row, out);
        buffer_string(out, "\r\n");
    }
}

static void write_key(struct json_out *j, const char *key) {
    zi_json_value(j);
    buffer_char(j->to, '"');
    for (; *key; key++)
        buffer_char(j->to, *key == '-' ? '_' : *key);
    buffer_string(j->to, "\":");
    j->comma = false;
}

void zi_table_json(const struct table *t, struct json_out *j) {
    struct value cell[TABLE_COLUMNS_MAX];
    zi_json_open(j, '[');
    for (size_t row = 0; row < t->rows; row++) {
        t->row(t->context, row, cell);
        zi_json_line(j);
        zi_json_open(j, '{');
        for (size_t i = 0; i < t->columns; i++) {
            write_key(j, t->column[i].key);
            zi_json_put(j, &cell[i]);
        }
        zi_json_close(j, '}');
    }
    zi_json_close(j, ']');
}

/* HTML. */

void zi_html_cell(struct buffer *out, const char *kind, struct value v) {
    bool heading = *kind == 'h' || *kind == 'c';
    buffer_string(out, heading ? "<th" : "<td");
    for (; *kind && *kind != ' '; kind++)
        switch (*kind) {
        case 'd': break;
        case 't': buffer_string(out, " class=\"t\""); break;
        case 's': buffer_string(out, " class=\"s\""); break;
        case 'h': buffer_string(out, " class=\"t\" scope=\"row\""); break;
        case 'c': buffer_string(out, " scope=\"col\""); break;
        default: buffer_add(out, " colspan=\"", text_between(kind, kind + 1), "\"");
        }
    buffer_add(out, ">", v, heading ? "</th>" : "</td>");
}

void zi_html_row(struct buffer *out, const char *kinds, const struct value *values, size_t count) {
    buffer_string(out, "<tr>");
    for (size_t i = 0; i < count; i++) {
        if (values[i].kind != VALUE_NONE)
            zi_html_cell(out, kinds, values[i]);
        kinds += strcspn(kinds, " ");
        kinds += *kinds == ' ';
    }
    buffer_string(out, "</tr>\n");
}
