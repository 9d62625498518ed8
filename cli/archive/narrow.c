/* Which games of an index are worth a look. */
#include "cli/archive/find.h"

/* Fills temp.narrow_CONDITION with the numbers of those rows that the condition holds for. */
static bool fill(struct finding *f, const char *condition, bool person) {
    char *sql = sqlite3_mprintf("CREATE TEMP TABLE narrow_%s(id INTEGER PRIMARY KEY)", condition);
    char *into = sqlite3_mprintf("INSERT INTO temp.narrow_%s VALUES(?1)", condition);
    bool fine = sql && into && database_run(&f->db, sql);
    sqlite3_stmt *add = fine ? database_prepare(&f->db, into) : NULL;
    sqlite3_stmt *rows =
        fine ? database_prepare(&f->db, person ? "SELECT id, name, key FROM person"
                                               : "SELECT id, text, '' FROM word WHERE id IN "
                                                 "(SELECT DISTINCT event FROM game)")
             : NULL;
    while (add && database_row(&f->db, rows))
        if (zet_search_fits(f->search, condition, database_text(rows, 1), database_text(rows, 2))) {
            sqlite3_bind_int64(add, 1, sqlite3_column_int64(rows, 0));
            database_step(&f->db, add);
        }
    sqlite3_finalize(rows);
    sqlite3_finalize(add);
    if (!sql || !into)
        database_no_memory(&f->db);
    sqlite3_free(sql);
    sqlite3_free(into);
    return !f->db.failed;
}

bool find_narrows(const struct finding *f) {
    const struct find_options *o = f->o;
    return f->archive.root && !o->negated && !o->only_invalid && !o->include_invalid;
}

char *find_which(struct finding *f) {
    static const char *const players[] = {"player", "black", "white", "a", "b", "id"};
    const struct find_options *o = f->o;
    sqlite3_str *which = sqlite3_str_new(f->db.db);
    bool fine = true, narrow = find_narrows(f);
    sqlite3_str_appendall(which, o->only_invalid      ? "valid = 0"
                                 : o->include_invalid ? "1"
                                                      : "valid = 1");
    for (size_t i = 0; narrow && i < sizeof players / sizeof *players && fine; i++)
        if (zet_search_has(f->search, players[i])) {
            fine = fill(f, players[i], true);
            sqlite3_str_appendf(which,
                                " AND (player0 IN temp.narrow_%s OR player1 IN temp.narrow_%s)",
                                players[i], players[i]);
        }
    if (narrow && fine && zet_search_has(f->search, "event")) {
        fine = fill(f, "event", false);
        sqlite3_str_appendall(which, " AND game.event IN temp.narrow_event");
    }
    char *text = sqlite3_str_finish(which);
    if (!text)
        database_no_memory(&f->db);
    return text;
}
