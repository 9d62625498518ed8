#include "cli/archive/export.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/archive/games.h"
#include "cli/archive/rows.h"
#include "cli/replace.h"
#include "notation/base/list.h"

#define ASSET(name, ...) static const char asset_##name[] = {__VA_ARGS__};
#include "cli/archive/engine.def"
#include "validators/api/records.h"
#undef ASSET

/* SELECTs for the tables, in the column order of schema.sql. */
static const char games[] =
    "SELECT game.id, path, number, line, valid, coalesce(rules.text, ''), result, by_rules, "
    "coalesce(ending.text, ''), plies, coalesce(points, claimed), coalesce(p0.name, ''), "
    "coalesce(p0.key, ''), coalesce(p1.name, ''), coalesce(p1.key, ''), coalesce(rating0, ''), "
    "coalesce(rating1, ''), coalesce(event.text, ''), coalesce(site.text, ''), "
    "coalesce(round, ''), coalesce(board, ''), coalesce(date, ''), " SQL_YEAR ", "
    "coalesce(termination.text, ''), coalesce(first.text, ''), printf('%016x', moves), "
    "printf('%016x', content) FROM game CROSS JOIN file ON file.id = game.file " SQL_TEXTS
    "WHERE length > 0 ORDER BY game.id";
static const char players[] =
    "SELECT game.id, place, name, key, folded FROM (SELECT id, 0 AS place, player0 AS person FROM "
    "game WHERE player0 > 0 UNION ALL SELECT id, 1, player1 FROM game WHERE player1 > 0 UNION ALL "
    "SELECT game, place + 2, person FROM other) AS game JOIN person ON person.id = person";

struct exporting {
    const struct archive *archive;
    struct folder folder;
    zet_output *out;
    int64_t game;
    struct came { /* at a position */
        uint64_t key;
        size_t step;
    } * came;
    size_t count, cap;
};

static void write_escaped(zet_output *out, zet_text text) {
    static const char special[] = "\t\n\r\\", *const escapes[] = {"\\t", "\\n", "\\r", "\\\\"};
    size_t from = 0;
    for (size_t i = 0; i < text.length; i++) {
        const char *found = text.at[i] ? strchr(special, text.at[i]) : "";
        if (!found)
            continue;
        zet_output_write(out, (zet_text){text.at + from, i - from});
        zet_output_write(out, zet_text_of(*found ? escapes[found - special] : "\\0"));
        from = i + 1;
    }
    zet_output_write(out, (zet_text){text.at + from, text.length - from});
}

static bool write_rows(struct exporting *x, const char *sql) {
    sqlite3_stmt *s = database_prepare(x->archive->db, "%s", sql);
    while (database_row(x->archive->db, s))
        for (int i = 0, n = sqlite3_column_count(s); i < n; i++) {
            if (sqlite3_column_type(s, i) == SQLITE_NULL)
                zet_output_write(x->out, zet_text_of("\\N"));
            write_escaped(x->out, database_text(s, i));
            zet_output_write(x->out, zet_text_of(i + 1 < n ? "\t" : "\n"));
        }
    sqlite3_finalize(s);
    return !x->archive->db->failed;
}

static int by_key(const void *a, const void *b) {
    const struct came *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->step > y->step) - (x->step < y->step);
}

/* Writes the positions of a game, each once, with the move after its first visit. */
static bool write_positions(void *context, const struct game_place *place,
                            const zet_record *record) {
    struct exporting *x = context;
    zet_step step;
    for (x->count = 0; zet_record_step(record, x->count, &step); x->count++) {
        if (!zi_list_reserve(&x->came, &x->cap, x->count + 1, sizeof *x->came))
            return false;
        x->came[x->count] = (struct came){step.position, x->count};
    }
    if (x->count)
        qsort(x->came, x->count, sizeof *x->came, by_key);
    for (size_t i = 0; i < x->count; i++) {
        char line[80];
        if ((i && x->came[i].key == x->came[i - 1].key) ||
            !zet_record_step(record, x->came[i].step, &step))
            continue;
        snprintf(line, sizeof line, "%016llx\t%lld\t%zu\t%d\t", (unsigned long long)step.position,
                 (long long)x->game, x->came[i].step, (int)place->result);
        zet_output_write(x->out, zet_text_of(line));
        zet_output_write(x->out, step.move);
        zet_output_write(x->out, zet_text_of("\n"));
    }
    return true;
}

static bool replay_all(struct exporting *x) {
    struct database *db = x->archive->db;
    sqlite3_stmt *s = database_prepare(db, "SELECT id FROM game WHERE valid ORDER BY id");
    bool fine = s;
    while (fine && database_row(db, s)) {
        x->game = sqlite3_column_int64(s, 0);
        fine = archive_replay(x->archive, x->game, write_positions, x);
    }
    sqlite3_finalize(s);
    return fine && !db->failed;
}

static bool write_file(struct exporting *x, size_t number, const char *name) {
    bool done = folder_begin(&x->folder, name);
    if (done && number < 2)
        done = write_rows(x, number ? players : games);
    else if (done && number == 2)
        done = replay_all(x);
    else if (done)
        zet_output_write(x->out, number == 3 ? (zet_text){asset_schema, sizeof asset_schema}
                                             : (zet_text){asset_engine, sizeof asset_engine});
    return zet_output_flush(x->out) == ZET_OK && done && folder_end(&x->folder);
}

bool archive_export(const struct archive *a, const char *folder, bool force) {
    static const char *const names[] = {"game.tsv", "player.tsv", "position.tsv", "schema.sql",
                                        "engine.sql"};
    enum { NAMES = sizeof names / sizeof *names };
    struct exporting x = {.archive = a, .folder = {.set = {.folder = -1}}};
    bool fine = folder_open(&x.folder, folder, force);
    x.out = zet_output_new(folder_write, &x.folder);
    if (!x.out)
        fine = database_no_memory(a->db);
    for (size_t i = 0; fine && i < NAMES; i++)
        folder_expect(&x.folder, names[i]);
    fine = fine && !x.folder.there;
    for (size_t i = 0; fine && i < NAMES; i++)
        fine = write_file(&x, i, names[i]);
    zet_output_free(x.out);
    free(x.came);
    return folder_close(&x.folder, fine);
}
