#include "cli/archive/games.h"

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

enum {
    COLUMN_ID,
    COLUMN_FILE,
    COLUMN_PATH,
    COLUMN_WHOLE,
    COLUMN_NUMBER,
    COLUMN_LINE,
    COLUMN_OFFSET,
    COLUMN_LENGTH,
    COLUMN_VALID,
    COLUMN_MARKS,
    COLUMN_RULES_WORD,
    COLUMN_RULES,
    COLUMN_RESULT,
    COLUMN_BY_RULES,
    COLUMN_ENDING,
    COLUMN_PLIES,
    COLUMN_POINTS,
    COLUMN_NAME,
    COLUMN_KEY = COLUMN_NAME + 2,
    COLUMN_EVENT = COLUMN_KEY + 2,
    COLUMN_SITE,
    COLUMN_ROUND,
    COLUMN_DATE,
    COLUMN_TERMINATION,
    COLUMN_MOVES,
    COLUMN_GIVEN,
    COLUMN_OPENING,
    COLUMN_PLY
};

bool games_are_in_order(const struct archive *a) {
    return !a->root ||
           database_number(
               a->db, 1,
               "SELECT count(*) FROM (SELECT first, lag(last) OVER (ORDER BY seen) AS before FROM "
               "(SELECT seen, (SELECT id FROM game WHERE file = file.id ORDER BY number LIMIT 1) "
               "AS first, (SELECT id FROM game WHERE file = file.id ORDER BY number DESC LIMIT 1) "
               "AS last FROM file) WHERE first IS NOT NULL) WHERE first < before") == 0;
}

bool games_begin(struct games *g, struct archive *a, const char *which, const char *order,
                 const char *table) {
    static const char select[] =
        "SELECT game.id, game.file, file.path, file.whole, number, line, offset, length, valid, "
        "marks, game.rules, rules.text, result, by_rules, ending.text, plies, "
        "coalesce(points, claimed, -1), p0.name, p1.name, p0.key, p1.key, event.text, site.text, "
        "round, date, termination.text, moves, given, opening, %s FROM %s " SQL_TEXTS
        "WHERE length > 0 AND (%s) ORDER BY %s";
    *g = (struct games){.archive = a, .file = -1};
    bool ordered = order || games_are_in_order(a);
    char from[160] = "file CROSS JOIN game ON game.file = file.id";
    if (table || ordered)
        snprintf(from, sizeof from, "%s%s%s CROSS JOIN file ON file.id = file",
                 table ? "temp." : "game", table ? table : "",
                 table ? " AS chosen CROSS JOIN game ON game.id = chosen.game" : "");
    g->rows = database_prepare(a->db, select, table ? "ply" : "-1", from, which,
                               order     ? order
                               : ordered ? "game.id"
                                         : "file.seen, number");
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

static void read_entry(struct games *g, zet_entry *e) {
    sqlite3_stmt *s = g->rows;
    bool by_rules = sqlite3_column_int(s, COLUMN_BY_RULES) != 0;
    zet_text none = {"", 0}, ending = database_text(s, COLUMN_ENDING);
    *e = (zet_entry){
        .rules =
            rules_of(g, sqlite3_column_int64(s, COLUMN_RULES_WORD), database_text(s, COLUMN_RULES)),
        .event = database_text(s, COLUMN_EVENT),
        .site = database_text(s, COLUMN_SITE),
        .round = database_text(s, COLUMN_ROUND),
        .date = database_text(s, COLUMN_DATE),
        .termination = by_rules ? zet_text_of("rules") : database_text(s, COLUMN_TERMINATION),
        .reason = by_rules ? ending : none,
        .result = (zet_result)(sqlite3_column_int(s, COLUMN_RESULT) & 3),
        .plies = (uint32_t)sqlite3_column_int64(s, COLUMN_PLIES),
        .points = sqlite3_column_int64(s, COLUMN_POINTS)};
    for (int side = 0; side < 2; side++) {
        e->players[side] = database_text(s, COLUMN_NAME + side);
        e->ids[side] = database_text(s, COLUMN_KEY + side);
    }
}

/* Reads the path of the game's file. Returns false if memory runs out. */
static bool read_path(struct games *g, int64_t file) {
    if (g->file == file)
        return true;
    free(g->path);
    g->path = archive_path(g->archive, (const char *)sqlite3_column_text(g->rows, COLUMN_PATH));
    g->file = file;
    return g->path || database_no_memory(g->archive->db);
}

bool games_next(struct games *g, struct indexed_game *out) {
    sqlite3_stmt *s = g->rows;
    if (!database_row(g->archive->db, s))
        return false;
    int64_t file = sqlite3_column_int64(s, COLUMN_FILE);
    int marks = sqlite3_column_int(s, COLUMN_MARKS);
    if (!read_path(g, file))
        return false;
    *out = (struct indexed_game){.id = sqlite3_column_int64(s, COLUMN_ID),
                                 .place = {file, g->path, sqlite3_column_int(s, COLUMN_WHOLE) != 0,
                                           (uint64_t)sqlite3_column_int64(s, COLUMN_OFFSET)},
                                 .length = (uint64_t)sqlite3_column_int64(s, COLUMN_LENGTH),
                                 .at = {zet_text_of(g->path),
                                        (uint64_t)sqlite3_column_int64(s, COLUMN_NUMBER),
                                        (uint64_t)sqlite3_column_int64(s, COLUMN_LINE)},
                                 .copied = {(uint64_t)sqlite3_column_int64(s, COLUMN_MOVES),
                                            (uint32_t)sqlite3_column_int64(s, COLUMN_GIVEN), 0},
                                 .rules = database_text(s, COLUMN_RULES),
                                 .opening = (uint32_t)sqlite3_column_int64(s, COLUMN_OPENING),
                                 .valid = sqlite3_column_int(s, COLUMN_VALID) != 0,
                                 .unmarked = marks & 1,
                                 .ply = sqlite3_column_int64(s, COLUMN_PLY)};
    out->copied.tag = out->id;
    read_entry(g, &out->entry);
    return !g->archive->db->failed;
}

bool games_end(struct games *g) {
    sqlite3_finalize(g->rows);
    free(g->path);
    for (size_t i = 0; i < RULES_KEPT; i++)
        zet_rules_free(g->known[i].rules);
    return !g->archive->db->failed;
}
