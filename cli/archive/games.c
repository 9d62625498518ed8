#include "cli/archive/games.h"
#include "validators/api/archive.h"

#include <stdlib.h>
#include <string.h>

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
    static const char select[] = /* in the order of games_next and read_entry */
        "SELECT game.id, game.file, file.path, file.whole, number, line, offset, length, valid, "
        "marks, game.rules, rules.text, result, by_rules, ending.text, plies, "
        "coalesce(points, claimed, -1), p0.name, p0.key, p1.name, p1.key, event.text, site.text, "
        "round, date, termination.text, moves, given, opening, %s, %s FROM %s " SQL_TEXTS
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

/* The rules of a word; NULL if it has none, or if memory ran out, which is reported. */
static const zet_rules *rules_of(struct games *g, int64_t word, zet_text text) {
    size_t slot = (size_t)word % RULES_KEPT;
    zet_error error = {0};
    if (!text.length)
        return NULL;
    if (g->known[slot].rules && g->known[slot].word == word)
        return g->known[slot].rules;
    zet_rules_free(g->known[slot].rules);
    g->known[slot].word = word;
    g->known[slot].rules = rules_of_text(text.at, &error);
    if (!g->known[slot].rules && error.status == ZET_OUT_OF_MEMORY)
        database_no_memory(g->archive->db);
    return g->known[slot].rules;
}

/* The next column of the current row. */
static int64_t number(struct games *g) { return sqlite3_column_int64(g->rows, g->column++); }
static zet_text text(struct games *g) { return database_text(g->rows, g->column++); }

static void read_entry(struct games *g, struct indexed_game *out) {
    zet_entry *e = &out->entry;
    int64_t word = number(g);
    out->rules = text(g);
    e->rules = rules_of(g, word, out->rules);
    e->result = (zet_result)(number(g) & 3);
    bool by_rules = number(g) != 0;
    zet_text ending = text(g);
    e->plies = (uint32_t)number(g);
    e->points = number(g);
    for (int side = 0; side < 2; side++) {
        e->players[side] = text(g);
        e->ids[side] = text(g);
    }
    e->event = text(g);
    e->site = text(g);
    e->round = text(g);
    e->date = text(g);
    zet_text termination = text(g);
    e->termination = by_rules ? zet_text_of("rules") : termination;
    e->reason = by_rules ? ending : zet_text_of("");
}

/* Reads the path of the game's file. Returns false if memory runs out. */
static bool read_path(struct games *g, int64_t file, zet_text name) {
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
    out->at.file = zet_text_of(g->path);
    out->at.number = (uint64_t)number(g);
    out->at.line = (uint64_t)number(g);
    out->place.offset = (uint64_t)number(g);
    out->length = (uint64_t)number(g);
    out->valid = number(g) != 0;
    out->unmarked = number(g) & 1;
    read_entry(g, out);
    out->copied = (zet_copied){.tag = out->id};
    out->copied.line_key = (uint64_t)number(g);
    out->copied.given = (uint32_t)number(g);
    out->opening = (uint32_t)number(g);
    out->holds = number(g) != 0;
    out->ply = number(g);
    return !g->archive->db->failed;
}

bool games_end(struct games *g) {
    sqlite3_finalize(g->rows);
    free(g->path);
    for (size_t i = 0; i < RULES_KEPT; i++)
        zet_rules_free(g->known[i].rules);
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
