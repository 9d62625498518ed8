/* Selects candidate games through the index. */
#include <string.h>

#include "cli/archive/find.h"
#include "cli/archive/rows.h"
#include "validators/api/archive.h"

/* zet_fits(CONDITION, TEXT, ID): whether the search's conditions of that kind hold for it. */
static void fits(sqlite3_context *to, int count, sqlite3_value **values) {
    struct finding *f = sqlite3_user_data(to);
    zet_text text[3] = {{0}};
    for (int i = 0; i < count && i < 3; i++) {
        text[i].at = (const char *)sqlite3_value_text(values[i]);
        text[i] = text[i].at ? (zet_text){text[i].at, (size_t)sqlite3_value_bytes(values[i])}
                             : zet_text_of("");
    }
    sqlite3_result_int(to, zet_search_fits(f->search, text[0].at, text[1], text[2]));
}

/* Whether the condition's values are whole names or ids. */
static bool are_whole(const struct finding *f, const char *condition, bool id) {
    zet_text value;
    for (size_t i = 0; (value = zet_search_value(f->search, condition, i)).at; i++)
        if (!value.length || (!id && memchr(value.at, '*', value.length)))
            return false;
    return !f->names;
}

/* Appends an indexed condition on ids or names, if the values are whole. */
static void append_persons(struct finding *f, const char *condition, sqlite3_str *sql) {
    zet_text value;
    bool id = !strcmp(condition, "id");
    zet_output *scratch = zet_output_new(NULL, NULL);
    if (!scratch)
        database_no_memory(&f->q.db);
    bool whole = scratch && are_whole(f, condition, id);
    if (whole)
        sqlite3_str_appendall(sql, id ? " AND key <> '' AND key IN (''" : " AND search IN (-1");
    for (size_t i = 0; whole && (value = zet_search_value(f->search, condition, i)).at; i++)
        if (id)
            sqlite3_str_appendf(sql, ", %Q", value.at);
        else
            sqlite3_str_appendf(sql, ", %llu", (unsigned long long)rows_name_hash(value, scratch));
    sqlite3_str_appendall(sql, whole ? ")" : "");
    zet_output_free(scratch);
}

/* Fills temp.narrow_CONDITION with the numbers of the people or words that satisfy the condition.
   Returns how many there are. */
static int64_t fill(struct finding *f, const char *condition, bool person) {
    sqlite3_str *sql = sqlite3_str_new(f->q.db.db);
    sqlite3_str_appendf(sql,
                        "CREATE TEMP TABLE narrow_%s(id INTEGER PRIMARY KEY);"
                        "INSERT INTO temp.narrow_%s SELECT id FROM %s WHERE zet_fits('%s', %s)",
                        condition, condition, person ? "person" : "word", condition,
                        person ? "name, key" : "text, ''");
    if (person)
        append_persons(f, condition, sql);
    char *text = sqlite3_str_finish(sql);
    if (!text)
        database_no_memory(&f->q.db);
    else if (database_run(&f->q.db, "%s", text) && zet_search_status(f->search) != ZET_OK)
        database_no_memory(&f->q.db);
    sqlite3_free(text);
    return sqlite3_changes(f->q.db.db);
}

/* Appends a condition on dates that may lie in the range. `?` sorts after digits, so a date up to
   `until` has it as a prefix, precedes it, or is unknown from the year, month or day on. */
static void append_dates(struct finding *f, sqlite3_str *which) {
    zet_text since = zet_search_value(f->search, "since", 0);
    zet_text until = zet_search_value(f->search, "until", 0);
    int from = since.at ? (int)strcspn(since.at, "?") : 0;
    int to = until.at ? (int)strcspn(until.at, "?") : 0;
    sqlite3_str_appendf(which, " AND (date BETWEEN '%.*q' AND '%.*q~'", from,
                        since.at ? since.at : "", to, until.at ? until.at : "");
    for (int known = 0; known < to; known = known ? known + 3 : 5)
        sqlite3_str_appendf(which, " OR date BETWEEN '%.*q?' AND '%.*q?~'", known, until.at, known,
                            until.at);
    sqlite3_str_appendall(which, ")");
    f->narrowed = true;
}

/* Large numbers of people or words are not looked up one by one in the games' indexes. */
static void append_numbers(struct finding *f, sqlite3_str *which, const char *condition,
                           bool person) {
    int64_t found = fill(f, condition, person);
    int64_t all = database_number(
        &f->q.db, 0, person ? "SELECT max(id) FROM person" : "SELECT max(id) FROM word");
    bool few = found < 1000 || found < all / 20;
    const char *no_index = few ? "" : "+";
    f->narrowed |= few;
    if (person)
        sqlite3_str_appendf(which,
                            " AND (%splayer0 IN temp.narrow_%s OR %splayer1 IN temp.narrow_%s)",
                            no_index, condition, no_index, condition);
    else
        sqlite3_str_appendf(which, " AND %sgame.event IN temp.narrow_%s", no_index, condition);
}

char *find_which(struct finding *f) {
    static const char *const conditions[] = {"player", "black", "white", "a", "b", "id", "event"};
    enum { PERSONS = 6 };
    const struct find_options *o = f->o;
    sqlite3_str *which = sqlite3_str_new(f->q.db.db);
    bool narrow = f->q.archive.root && !o->negated && !o->only_invalid && !o->include_invalid;
    sqlite3_str_appendall(which, o->only_invalid      ? "valid = 0"
                                 : o->include_invalid ? "1"
                                                      : "valid = 1");
    if (narrow && sqlite3_create_function(f->q.db.db, "zet_fits", 3, SQLITE_UTF8, f, fits, NULL,
                                          NULL) != SQLITE_OK)
        database_fail(&f->q.db);
    for (size_t i = 0; narrow && i < sizeof conditions / sizeof *conditions; i++)
        if (!f->q.db.failed && zet_search_value(f->search, conditions[i], 0).at)
            append_numbers(f, which, conditions[i], i < PERSONS);
    if (narrow &&
        (zet_search_value(f->search, "since", 0).at || zet_search_value(f->search, "until", 0).at))
        append_dates(f, which);
    char *text = sqlite3_str_finish(which);
    if (!text)
        database_no_memory(&f->q.db);
    return text;
}
