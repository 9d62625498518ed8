#include "cli/archive/games.h"

#include <stdlib.h>
#include <string.h>

#include "notation/base/error.h"

zet_rules *rules_of_text(const char *text, zet_error *error) {
    const char *options[64], *variant = NULL, *word;
    size_t count = 0;
    char *copy = strdup(text), *rest = NULL;
    char *game = copy ? strtok_r(copy, " ", &rest) : NULL;
    while (game && (word = strtok_r(NULL, " ", &rest)) && count + 1 < 64) {
        if (strchr(word, '='))
            options[count++] = word;
        else
            variant = word;
    }
    options[count] = NULL;
    zet_rules *rules = game ? zet_rules_new(game, variant, options, error) : NULL;
    free(copy);
    return rules;
}

bool games_begin(struct games *g, struct archive *a, const struct games_wish *wish) {
    static const char select[] = /* in the order of games_next */
        "SELECT game.id, game.file, file.path, file.whole, number, line, offset, length, valid, "
        "marks, p0.name, p0.key, p1.name, p1.key, %s, %s FROM %s " SQL_TEXTS
        "WHERE length > 0 AND (%s) ORDER BY %s";
    *g = (struct games){.archive = a, .file = -1};
    char from[160] = "file CROSS JOIN game ON game.file = file.id";
    if (wish->table || wish->few || !a->root)
        snprintf(from, sizeof from, "%s%s%s CROSS JOIN file ON file.id = file",
                 wish->table ? "temp." : "game", wish->table ? wish->table : "",
                 wish->table ? " AS chosen CROSS JOIN game ON game.id = chosen.game" : "");
    const char *order = wish->few && a->root ? "+file.seen, +number"
                        : a->root            ? "file.seen, number"
                                             : "game.id";
    g->rows =
        database_prepare(a->db, select, wish->holds ? wish->holds : "1", wish->table ? "ply" : "-1",
                         from, wish->which, wish->order ? wish->order : order);
    return g->rows;
}

/* The next column of the current row. */
static int64_t number(struct games *g) { return sqlite3_column_int64(g->rows, g->column++); }
static struct text text(struct games *g) { return text_from(database_text(g->rows, g->column++)); }

/* Reads the path of the game's file. Returns false if memory runs out. */
static bool read_path(struct games *g, int64_t file, struct text name) {
    if (g->file == file)
        return true;
    free(g->path);
    g->path = archive_path(g->archive, name.at);
    g->file = file;
    return g->path || database_no_memory(g->archive->db);
}

bool games_next(struct games *g, struct indexed_game *out) {
    if (!database_row(g->archive->db, g->rows))
        return false;
    g->column = 0;
    *out = (struct indexed_game){.id = number(g)};
    out->place.file = number(g);
    if (!read_path(g, out->place.file, text(g)))
        return false;
    out->place.path = g->path;
    out->place.whole = number(g) != 0;
    out->number = (uint64_t)number(g);
    out->line = (uint64_t)number(g);
    out->place.offset = (uint64_t)number(g);
    out->length = (uint64_t)number(g);
    out->valid = number(g) != 0;
    out->unmarked = number(g) & 1;
    for (int side = 0; side < 2; side++) {
        out->players[side] = text(g);
        out->ids[side] = text(g);
    }
    out->holds = number(g) != 0;
    out->ply = number(g);
    return !g->archive->db->failed;
}

bool games_end(struct games *g) {
    sqlite3_finalize(g->rows);
    free(g->path);
    return !g->archive->db->failed;
}

/* zet_variant(RULES): the second word, unless it is an option. */
static void variant_of(sqlite3_context *to, int count, sqlite3_value **values) {
    const char *rules = (const char *)sqlite3_value_text(values[0]);
    const char *at = rules && count ? strchr(rules, ' ') : NULL;
    size_t length = at ? strcspn(at + 1, " ") : 0;
    if (at && !memchr(at + 1, '=', length))
        sqlite3_result_text(to, at + 1, (int)length, SQLITE_TRANSIENT);
}

bool games_add_functions(struct database *db) {
    return database_add_function(db, "zet_variant", 1, variant_of, NULL);
}
