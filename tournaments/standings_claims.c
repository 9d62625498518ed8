/* Compares claimed standings with those computed from the games. */
#include <stdlib.h>

#include "notation/base/list.h"
#include "notation/base/value.h"
#include "notation/record/side_document.h"
#include "tournaments/standings.h"

enum { NAME_COLUMNS = 60, VALUE_COLUMNS = 30 };

struct claims {
    const struct standings *table;
    struct side_document *document;
    struct text file;
    struct buffer *out;
    struct map names; /* of the players */
    uint32_t *row;    /* by number of the name */
    bool *claimed;    /* by row */
    size_t differences;
};

#define error_at(c, at, ...) say(c, zi_side_line((c)->document, at), "error", VALUES(__VA_ARGS__))
static void say(struct claims *c, size_t line, const char *severity, const struct value *values,
                size_t count) {
    buffer_place(c->out, c->file, line, severity);
    zi_buffer_add(c->out, values, count);
    buffer_char(c->out, '\n');
    c->differences += *severity == 'e';
}

/* Whether a key equals the name, with hyphens or, as in JSON, underscores. */
static bool is_named(struct text key, const char *name) {
    size_t i = 0;
    for (; i < key.len && name[i]; i++)
        if (key.at[i] != name[i] && !(name[i] == '-' && key.at[i] == '_'))
            return false;
    return i == key.len && !name[i];
}

static bool has_games_won(const struct node *row) {
    return zi_node_get(row, "games-won") || zi_node_get(row, "games_won");
}

/* The column of a key of the row, or -1. Before version 1 `wins` was `games-won`, and `rounds-won`
   was `wins`. */
static int column_of(const struct node *row, struct text key) {
    if (is_named(key, "rounds-won"))
        return COLUMN_TIE + TIE_WINS;
    if (text_is(key, "points"))
        return COLUMN_POINTS_FOR;
    if (text_is(key, "wins") && !has_games_won(row))
        return COLUMN_GAMES_WON;
    for (unsigned kind = 0; kind < COLUMNS_MAX; kind++)
        if (is_named(key, zi_columns[kind].name))
            return (int)kind;
    return -1;
}

static void compare_value(struct claims *c, const struct standings_row *s, const struct node *row,
                          const struct node *key) {
    const struct node *value = key->next;
    int64_t claim, right;
    int column = column_of(row, key->text);
    if (column < 0) {
        if (text_begins(key->text, "x-"))
            return;
        say(c, zi_side_line(c->document, key), "warning",
            VALUES(value_quoted(key->text, VALUE_COLUMNS),
                   " is not a column of the table; it is not compared"));
        return;
    }
    if (column == COLUMN_NAME || node_is_null(value))
        return;
    bool number = value->kind == NODE_SCALAR && zi_score_read(value->text, &claim);
    bool known = zi_standings_value(s, (unsigned)column, &right);
    if (number && known && claim == right)
        return;
    error_at(c, value, value_quoted(s->name, NAME_COLUMNS), ": ",
             value_line(key->text, VALUE_COLUMNS), " is ",
             value->kind == NODE_SCALAR ? value_quoted(value->text, VALUE_COLUMNS)
                                        : value_string("no number"),
             " here, and ", known ? value_decimal(right, 4) : value_string("nothing"),
             " by the games");
}

static void compare_row(struct claims *c, const struct node *row) {
    struct text name = zi_node_text(row, "name");
    if (row->kind != NODE_MAPPING || !name.at) {
        error_at(c, row, "a row of the claimed standings must be a mapping with a `name`");
        return;
    }
    int64_t number = zi_map_find(&c->names, name);
    if (number < 0 || c->claimed[c->row[number]]) {
        error_at(c, row, value_quoted(name, NAME_COLUMNS),
                 number < 0 ? " has played no game" : " has a row already");
        return;
    }
    c->claimed[c->row[number]] = true;
    for (const struct node *key = row->first; key; key = key->next->next)
        if (key->kind == NODE_SCALAR)
            compare_value(c, &c->table->standing[c->row[number]], row, key);
}

static void compare_rows(struct claims *c, const struct node *rows) {
    for (const struct node *row = rows->first; row; row = row->next)
        compare_row(c, row);
    for (size_t i = 0; i < c->table->players; i++)
        if (!c->claimed[i])
            error_at(c, rows, value_quoted(c->table->standing[i].name, NAME_COLUMNS),
                     " has no row in the claimed standings");
}

static void compare_tree(struct claims *c, const struct node *root) {
    const struct node *rows = root;
    if (root && root->kind == NODE_MAPPING)
        rows = zi_node_get(root, "standings");
    if (rows && rows->kind == NODE_SEQUENCE) {
        compare_rows(c, rows);
    } else if (root) {
        error_at(c, rows ? rows : root,
                 "claimed standings must be a sequence of rows, or a mapping with `standings`");
    } else {
        zi_side_fault(c->document, c->file, c->out);
        c->differences++;
    }
}

bool zi_standings_claims(struct standings *t, struct text text, struct text file,
                         struct buffer *out, uint64_t *count) {
    struct side_document document;
    struct claims c = {.table = t,
                       .document = &document,
                       .file = file,
                       .out = out,
                       .row = zi_list_zeroed(t->players, sizeof *c.row),
                       .claimed = zi_list_zeroed(t->players, sizeof *c.claimed)};
    bool fine = zi_side_open(&document, text, "claimed standings must have at most 1 MiB") &&
                c.row && c.claimed;
    for (size_t i = 0; fine && i < t->players; i++)
        c.row[zi_map_number(&c.names, t->standing[i].name)] = (uint32_t)i;
    fine = fine && !c.names.failed;
    if (fine)
        compare_tree(&c, document.root);
    fine = fine && !document.record.out_of_memory && !out->failed;
    *count += c.differences;
    zi_side_close(&document);
    zi_map_free(&c.names);
    free(c.row);
    free(c.claimed);
    return fine;
}
