#include "cli/archive/find.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/config.h"
#include "notation/base/error.h"
#include "notation/base/output.h"
#include "notation/base/text_order.h"
#include "notation/base/unicode.h"
#include "notation/base/value.h"
#include "validators/api/record.h"
#include "validators/replay/settings.h"

const char *const sort_keys[SORT_KEYS + 1] = {
    "game", "variant", "event", "site", "date", "round", "table", "black", "white", "result", NULL};
const char *const split_keys[] = {"event", "player", "year", "game", NULL};

enum { TEXT_MOST = 2 * 1024 * 1024 };

bool find_gathers(const struct find_options *o) {
    return o->duplicates || o->unique || o->drop_duplicates || o->sort_count || o->into;
}

/* Sets the reader's settings for the game's file. */
static bool set_reader(struct search *f, const struct indexed_game *g) {
    const zet_settings *settings;
    if (!f->reader && !(f->reader = zet_reader_new(NULL)))
        return database_no_memory(&f->q.db);
    if (f->reader_file == g->place.file)
        return true;
    if (!config_enter(f->q.archive.in->config, g->place.path, &settings)) {
        f->q.failed = true;
        return false;
    }
    zet_reader_set_settings(f->reader, settings);
    f->reader_file = g->place.file;
    return true;
}

const zet_record *find_record(struct search *f, const struct indexed_game *g) {
    size_t size = g->length < TEXT_MOST ? (size_t)g->length : TEXT_MOST;
    const zet_record *record = NULL;
    char *text = realloc(f->text, size + 1);
    if (!text) {
        database_no_memory(&f->q.db);
        return NULL;
    }
    f->text = text;
    bool read = set_reader(f, g) && archive_read(&f->q.archive, &g->place, text, size);
    query_begin(f->query);
    if (read &&
        (zet_reader_open_text(f->reader, g->place.path, (zet_text){text, size}, NULL) != ZET_OK ||
         zet_reader_next(f->reader, &record, NULL) != ZET_OK))
        database_no_memory(&f->q.db);
    return f->q.db.failed ? NULL : record;
}

/* Whether positions and moves were searched while the records were read. */
static bool is_seen(const struct search *f) { return !f->q.archive.root && f->moves; }

/* Whether the game matches; its record is read if that depends on its moves. */
static bool holds(struct search *f, struct indexed_game *g) {
    bool negated = f->o->negated;
    if (!f->moves || is_seen(f) || !g->holds)
        return !f->moves || is_seen(f) || negated;
    const zet_record *record = find_record(f, g);
    bool found =
        record && query_holds(f->query, record->record, record->verdict, &g->ply) != negated;
    g->ply = negated ? -1 : g->ply;
    return found;
}

/* Appends `FILE:LINE: record N, ply P`, or a JSON object. No ply if it is below 0. */
static void write_place(const struct indexed_game *g, bool json, zet_output *out) {
    struct buffer *b = &out->text;
    struct text path = text_of(g->place.path);
    if (json)
        buffer_add(b,
                   value_object("file", path, "record", g->number, "line", g->line, "ply",
                                g->ply >= 0 ? value_number((uint64_t)g->ply) : value_string(NULL)));
    else
        buffer_add(b, value_safe(path, SAFE_TEXT), ":", g->line, ": record ", g->number);
    if (!json && g->ply >= 0)
        buffer_add(b, ", ply ", (uint64_t)g->ply);
    buffer_char(b, '\n');
    zi_output_gathered(out);
}

bool find_write(struct search *f, const struct indexed_game *g) {
    const struct find_options *o = f->o;
    if (f->found++ < f->skip)
        return true;
    if (o->places || o->format)
        write_place(g, o->format != 0, f->q.out);
    else if (!o->count)
        return documents_add(&f->documents, &f->q.archive, &g->place, g->length, g->unmarked);
    return true;
}

/* Stores the game in temp.found, or writes it. */
static bool take(struct search *f, const struct indexed_game *g) {
    if (!find_gathers(f->o))
        return find_write(f, g);
    return database_put(&f->q.db, f->keep, 2, (int64_t[]){g->id, g->ply});
}

/* Takes a game that matches, or notes that an invalid one is omitted. */
static bool look_at(struct search *f, struct indexed_game *g) {
    const struct find_options *o = f->o;
    g->ply = is_seen(f) && !o->negated ? g->ply : -1;
    if (!holds(f, g) || f->q.db.failed)
        return !f->q.db.failed;
    if (g->valid || o->include_invalid || o->only_invalid)
        return take(f, g);
    return database_run(&f->q.db, "INSERT INTO temp.missed VALUES(%lld)", (long long)g->id);
}

static bool has_all(const struct search *f) { return f->o->limit && f->found >= f->o->limit; }

/* Whether only the invalid records that match are named. Without conditions all match. */
static bool names_missed(const struct search *f) { return f->o->count && !f->all; }

/* SQL for the games to look at: those that the header selects, or all if only their moves can tell.
 */
static char *which_of(const struct search *f, const char *header) {
    const struct find_options *o = f->o;
    const char *valid = o->only_invalid                         ? "valid = 0"
                        : o->include_invalid || names_missed(f) ? "1"
                                                                : "valid = 1";
    const char *seen = is_seen(f) ? " AND game.id IN (SELECT game FROM temp.seen)" : "";
    if (!o->negated)
        return sqlite3_mprintf("%s AND %s%s", valid, header, seen);
    return sqlite3_mprintf("%s AND NOT (%d AND coalesce(%s, 0)%s)", valid, !f->moves || is_seen(f),
                           header, seen);
}

/* Stores the games that satisfy a condition. */
static bool take_all(struct search *f, const char *which) {
    return database_run(&f->q.db,
                        "INSERT INTO temp.found SELECT id, -1 FROM game WHERE length > 0 AND (%s)",
                        which);
}

/* Counts the games that satisfy a condition, and notes the invalid ones, if those are omitted. */
static bool count_all(struct search *f, const char *which) {
    struct database *db = &f->q.db;
    bool keeps = f->o->include_invalid || f->o->only_invalid;
    f->found += (uint64_t)database_number(
        db, 0, "SELECT count(*) FROM game WHERE length > 0 AND (%s) AND (valid OR %d)", which,
        keeps);
    return !db->failed &&
           (keeps || database_run(db,
                                  "INSERT INTO temp.missed SELECT id FROM game WHERE length > 0 "
                                  "AND valid = 0 AND (%s)",
                                  which));
}

/* Visits the games that match, and sets *last to the last one visited. */
static bool go_through(struct search *f, const char *header, int64_t *last) {
    struct games games;
    struct indexed_game g;
    char *which = which_of(f, header);
    bool fine = which || database_no_memory(&f->q.db), all = f->all && find_gathers(f->o);
    const struct games_wish wish = {.which = which,
                                    .table = is_seen(f) && !f->o->negated ? "seen" : NULL,
                                    .holds = f->moves ? header : NULL,
                                    .few = f->conditions.few && !f->o->negated};
    if (fine && all) {
        fine = take_all(f, which);
    } else if (fine && f->o->count && !f->moves && !find_gathers(f->o) && !f->o->limit) {
        fine = count_all(f, which);
    } else if (fine) {
        fine = games_begin(&games, &f->q.archive, &wish);
        while (fine && !has_all(f) && games_next(&games, &g)) {
            fine = look_at(f, &g);
            *last = g.id;
        }
        fine = games_end(&games) && fine;
    }
    sqlite3_free(which);
    return fine;
}

/* Reports the invalid records; with a limit only those before the last game. */
static bool report_invalid(struct search *f, int64_t last) {
    char which[200] = "1";
    if (f->o->include_invalid || f->o->only_invalid)
        return true;
    if (names_missed(f))
        snprintf(which, sizeof which, "game.id IN temp.missed");
    else if (has_all(f))
        snprintf(which, sizeof which,
                 "(seen, number) < (SELECT seen, number FROM game g JOIN file f ON f.id = g.file "
                 "WHERE g.id = %lld)",
                 (long long)last);
    f->left_out += archive_report_invalid(&f->q.archive, which, "0", f->q.messages);
    return database_run(&f->q.db, "DELETE FROM temp.missed");
}

bool find_games(struct search *f) {
    int64_t last = 0;
    f->conditions.db = &f->q.db;
    f->conditions.query = f->query;
    char *header = conditions_sql(&f->conditions);
    bool fine = header && go_through(f, header, &last) && report_invalid(f, last);
    sqlite3_free(header);
    if (query_failed(f->query))
        database_no_memory(&f->q.db);
    fine =
        fine && zet_output_flush(f->q.messages) == ZET_OK && zet_output_flush(f->q.out) == ZET_OK;
    f->q.failed |= !fine && !f->q.db.damaged;
    return fine && !has_all(f);
}

/* Orders. */

/* Numbers come by value and before other texts; those by their characters without case and accents,
   then by their bytes. */
static int compare(void *context, int a_length, const void *a, int b_length, const void *b) {
    struct text x = {a, (size_t)a_length}, y = {b, (size_t)b_length};
    struct buffer folded[2] = {{0}};
    (void)context;
    zi_text_fold(&folded[0], x);
    zi_text_fold(&folded[1], y);
    int order = zi_text_order(buffered(&folded[0]), buffered(&folded[1]));
    zi_buffer_free(&folded[0]);
    zi_buffer_free(&folded[1]);
    return order ? order : zi_text_order(x, y);
}

/* zet_result(RULES, RESULT): the name of the side that won, or draw. */
static void find_result(sqlite3_context *to, int count, sqlite3_value **values) {
    char game[32] = "";
    const char *rules = (const char *)sqlite3_value_text(values[0]), *word = NULL;
    int result = count > 1 ? sqlite3_value_int(values[1]) : ZET_RESULT_OPEN;
    if (rules)
        snprintf(game, sizeof game, "%.*s", (int)strcspn(rules, " "), rules);
    if (result == ZET_RESULT_DRAW)
        word = "draw";
    else if (result == ZET_RESULT_WIN_0 || result == ZET_RESULT_WIN_1)
        word = zet_side_name(game, (unsigned)(result - ZET_RESULT_WIN_0));
    if (word)
        sqlite3_result_text(to, word, -1, SQLITE_STATIC);
}

void find_add_functions(struct database *db) {
    if (sqlite3_create_collation(db->db, "zet", SQLITE_UTF8, NULL, compare) != SQLITE_OK)
        database_fail(db);
    games_add_functions(db);
    database_add_function(db, "zet_result", 2, find_result, NULL);
}

/* SQL expressions of the sort keys. */
static const char *const sort_values[SORT_KEYS] = {
    "substr(rules.text, 1, instr(rules.text || ' ', ' ') - 1)",
    "zet_variant(rules.text)",
    "event.text",
    "site.text",
    "date",
    "round",
    "board",
    "p0.name",
    "p1.name",
    "zet_result(rules.text, result)"};

char *find_order(struct search *f) {
    const struct find_options *o = f->o;
    sqlite3_str *order = sqlite3_str_new(f->q.db.db);
    for (size_t i = 0; i < o->sort_count; i++) {
        const char *value = sort_values[o->sort[i]];
        sqlite3_str_appendf(order, "coalesce(%s, '') = '', cast(%s AS TEXT) COLLATE zet %s, ",
                            value, value, o->reverse ? "DESC" : "");
    }
    sqlite3_str_appendall(order, f->q.archive.root ? "file.seen, number" : "game.id");
    char *text = sqlite3_str_finish(order);
    if (!text)
        database_no_memory(&f->q.db);
    return text;
}

bool found_write(struct search *f) {
    struct games games;
    struct indexed_game g;
    if (f->o->count) {
        f->found = (uint64_t)database_number(&f->q.db, 0, "SELECT count(*) FROM temp.found");
        f->found = has_all(f) ? f->o->limit : f->found;
        return !f->q.db.failed;
    }
    char *order = find_order(f);
    bool fine =
        order && games_begin(&games, &f->q.archive,
                             &(struct games_wish){.which = "1", .order = order, .table = "found"});
    while (fine && !has_all(f) && games_next(&games, &g))
        fine = find_write(f, &g);
    if (order)
        fine = games_end(&games) && fine;
    sqlite3_free(order);
    return fine;
}
