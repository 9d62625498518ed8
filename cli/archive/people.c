#include "cli/archive/people.h"

#include <stdlib.h>

#include "cli/archive/games.h"
#include "notation/base/error.h"

/* Visits the rows of a statement. */
static bool visit_rows(const struct archive *a, sqlite3_stmt *s, person_visitor *see,
                       void *context) {
    enum { ID, NAME, KEY, GAMES, PATH, LINE };
    bool fine = true;
    while (fine && database_row(a->db, s)) {
        char *path = archive_path(a, (const char *)sqlite3_column_text(s, PATH));
        const struct spelling found = {sqlite3_column_int64(s, ID),
                                       text_from(database_text(s, NAME)),
                                       text_from(database_text(s, KEY)),
                                       text_of(path ? path : ""),
                                       (uint64_t)sqlite3_column_int64(s, GAMES),
                                       (uint64_t)sqlite3_column_int64(s, LINE)};
        fine = (path && see(context, &found)) || database_no_memory(a->db);
        free(path);
    }
    sqlite3_finalize(s);
    return fine && !a->db->failed;
}

/* A file that was read again has the highest ids, wherever it is. */
static bool ids_are_in_order(const struct archive *a) {
    return database_number(a->db, 0,
                           "SELECT NOT EXISTS(SELECT 1 FROM (SELECT low, lag(high) OVER (ORDER BY "
                           "seen) AS before FROM (SELECT file, min(id) AS low, max(id) AS high "
                           "FROM game GROUP BY file) AS of JOIN file ON file.id = of.file) WHERE "
                           "low < before)") > 0;
}

/* Visits everybody, if the games have their ids in the order of the archive. */
static bool visit_everybody(const struct archive *a, person_visitor *see, void *context) {
    return visit_rows(
        a,
        database_prepare(
            a->db,
            "SELECT person.id, name, key, games, path, line FROM (SELECT person, sum(n) AS games, "
            "min(place) AS place FROM (SELECT player0 AS person, count(*) AS n, min(id) << 1 AS "
            "place FROM game WHERE player0 > 0 GROUP BY player0 UNION ALL SELECT player1, "
            "count(*), min(id) << 1 | 1 FROM game WHERE player1 > 0 GROUP BY player1 UNION ALL "
            "SELECT person, count(*), min(game) << 1 | 1 FROM other GROUP BY person) GROUP BY "
            "person) AS found JOIN person ON person.id = found.person JOIN game ON game.id = place "
            ">> 1 JOIN file ON file.id = game.file ORDER BY place, person.id"),
        see, context);
}

bool people_visit(const struct archive *a, const char *which, const char *who, bool others,
                  person_visitor *see, void *context) {
    if (!which && ids_are_in_order(a))
        return visit_everybody(a, see, context);
    which = which ? which : "1";
    return visit_rows(
        a,
        database_prepare(
            a->db,
            "SELECT person.id, name, key, games, path, line FROM (SELECT person, count(*) AS "
            "games, min(place) AS place, file, line FROM (SELECT player0 AS person, " SQL_PLACE
            " << 1 AS place, file, line FROM game JOIN file ON file.id = file WHERE %s UNION ALL "
            "SELECT player1, " SQL_PLACE " << 1 | 1, file, line FROM game JOIN file ON file.id = "
            "file WHERE %s UNION ALL SELECT person, " SQL_PLACE " << 1 | 1, file, line FROM other "
            "JOIN game ON game.id = other.game JOIN file ON file.id = file WHERE %d AND (%s)) "
            "WHERE person > 0 GROUP BY person) AS found JOIN person ON person.id = found.person "
            "JOIN file ON file.id = found.file WHERE %s ORDER BY place, person.id",
            which, which, others, which, who),
        see, context);
}

static bool number_person(void *people, const struct spelling *found) {
    zi_people_number(people, found->name, found->key, true);
    return !((struct people *)people)->failed;
}

/* zet_label(NAME, ID) */
static void label_of(sqlite3_context *to, int count, sqlite3_value **values) {
    struct people *p = sqlite3_user_data(to);
    uint32_t number = zi_people_number(p, text_from(database_value(values[0])),
                                       text_from(database_value(values[count - 1])), false);
    if (number != PEOPLE_NOBODY)
        sqlite3_result_text(to, p->label[number].at, (int)p->label[number].len, SQLITE_STATIC);
}

bool people_number(const struct archive *a, const char *which, struct people *p) {
    if (!people_visit(a, which, "1", true, number_person, p))
        return false;
    zi_people_join(p);
    zi_people_make_labels(p);
    return p->failed ? database_no_memory(a->db)
                     : database_add_function(a->db, "zet_label", 2, label_of, p);
}
