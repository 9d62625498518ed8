/* Counts the games of an index. */
#include "cli/archive/counts.h"

#include <stdlib.h>
#include <string.h>

#include "cli/archive/games.h"
#include "cli/archive/rows.h"
#include "validators/api/archive.h"

/* Packs the maximum of a measure above its game's place, inverted, so that the greatest value is
   the first game with the maximum. */
enum { PLACE_BITS = 47 };
#define SQL_BEST(most) "max(" most " << 47 | ((1 << 47) - 1 - " SQL_PLACE "))"

static bool is_by(const struct counting *c, enum count_by by) {
    for (size_t i = 0; i < c->by_count; i++)
        if (c->by[i] == by)
            return true;
    return false;
}

/* People. */

/* Visits the rows of a statement: a name, its key, its games, and its first game's path and line.
 */
static bool visit_rows(const struct archive *a, sqlite3_stmt *s, person_visitor *see,
                       void *context) {
    bool fine = true;
    while (fine && database_row(a->db, s)) {
        char *path = archive_path(a, (const char *)sqlite3_column_text(s, 3));
        const zet_spelling found = {
            database_text(s, 0), database_text(s, 1), (uint64_t)sqlite3_column_int64(s, 2),
            zet_text_of(path ? path : ""), (uint64_t)sqlite3_column_int64(s, 4)};
        fine = (path && see(context, &found)) || database_no_memory(a->db);
        free(path);
    }
    sqlite3_finalize(s);
    return fine && !a->db->failed;
}

bool counts_visit_persons(const struct archive *a, const char *which, const char *who, bool others,
                          person_visitor *see, void *context) {
    sqlite3_stmt *s = database_prepare(
        a->db,
        "SELECT name, key, games, path, line FROM (SELECT person, count(*) AS games, min(place) AS "
        "place, file, line FROM (SELECT player0 AS person, " SQL_PLACE " << 1 AS place, file, line "
        "FROM game JOIN file ON file.id = file WHERE %s UNION ALL SELECT player1, " SQL_PLACE
        " << 1 | 1, file, line FROM game JOIN file ON file.id = file WHERE %s UNION ALL SELECT "
        "person, " SQL_PLACE " << 1 | 1, file, line FROM other JOIN game ON game.id = other.game "
        "JOIN file ON file.id = file WHERE %d AND (%s)) WHERE person > 0 GROUP BY person) AS found "
        "JOIN person ON person.id = found.person JOIN file ON file.id = found.file WHERE %s "
        "ORDER BY place, person.id",
        which, which, others, which, who);
    return visit_rows(a, s, see, context);
}

/* The same for everybody, if the games have their ids in the order of the archive. */
static bool visit_everybody(const struct archive *a, person_visitor *see, void *context) {
    return visit_rows(
        a,
        database_prepare(
            a->db,
            "SELECT name, key, games, path, line FROM (SELECT person, sum(n) AS games, min(place) "
            "AS place FROM (SELECT player0 AS person, count(*) AS n, min(id) << 1 AS place FROM "
            "game WHERE player0 > 0 GROUP BY player0 UNION ALL SELECT player1, count(*), min(id) "
            "<< 1 | 1 FROM game WHERE player1 > 0 GROUP BY player1 UNION ALL SELECT person, "
            "count(*), min(game) << 1 | 1 FROM other GROUP BY person) GROUP BY person) AS found "
            "JOIN person ON person.id = found.person JOIN game ON game.id = place >> 1 JOIN file "
            "ON file.id = game.file ORDER BY place, person.id"),
        see, context);
}

/* A file that was read again has the highest ids, wherever it is. */
static bool ids_are_in_order(const struct archive *a) {
    return database_number(a->db, 0,
                           "SELECT NOT EXISTS(SELECT 1 FROM (SELECT low, lag(high) OVER (ORDER BY "
                           "seen) AS before FROM (SELECT file, min(id) AS low, max(id) AS high "
                           "FROM game GROUP BY file) AS of JOIN file ON file.id = of.file) WHERE "
                           "low < before)") > 0;
}

static bool add_spelling(void *players, const zet_spelling *found) {
    return zet_players_spelled(players, found, NULL) == ZET_OK;
}

bool counts_add_spellings(const struct archive *a, zet_players *to) {
    return ids_are_in_order(a) ? visit_everybody(a, add_spelling, to)
                               : counts_visit_persons(a, "1", "1", true, add_spelling, to);
}

static bool number_player(void *players, const zet_spelling *found) {
    zet_players_number(players, found->name, found->id);
    return true;
}

/* Counting. */

struct counter {
    const struct counting *c;
    char *which; /* SQL for the games to count */
    struct database *db;
    zet_players *players;
    char name[32], variant[32]; /* of the current rules */
    int64_t rules, file, seen;
    char *path; /* of the current file */
};

/* The grouping values of a row. */
struct keys {
    zet_text event, ending, year, round, player;
};

/* Sets the rules of a row, from the columns of their number and their text. */
static void set_rules(struct counter *k, sqlite3_stmt *s, int number, int column) {
    if (k->rules == sqlite3_column_int64(s, number))
        return;
    const char *text = database_text(s, column).at;
    size_t length = strcspn(text, " "), next = text[length] ? length + 1 : length;
    size_t more = strcspn(text + next, " ");
    snprintf(k->name, sizeof k->name, "%.*s", (int)length, text);
    if (memchr(text + next, '=', more))
        more = 0;
    snprintf(k->variant, sizeof k->variant, "%.*s", (int)more, text + next);
    k->rules = sqlite3_column_int64(s, number);
}

/* Sets the file of a row, from the columns of its number, its path and its position. */
static void set_file(struct counter *k, sqlite3_stmt *s, int number, int column) {
    if (k->file == sqlite3_column_int64(s, number))
        return;
    free(k->path);
    k->path = archive_path(k->c->archive, (const char *)sqlite3_column_text(s, column));
    k->seen = sqlite3_column_int64(s, column + 1);
    k->file = sqlite3_column_int64(s, number);
    if (!k->path)
        database_no_memory(k->db);
}

/* The archive position of a record of the current file. */
static uint64_t place_of(const struct counter *k, int64_t number) {
    const int64_t files = (1 << 20) - 1, records = (1 << 27) - 1;
    return (uint64_t)(k->seen < files ? k->seen : files) << 27 |
           (uint64_t)(number < records ? number : records);
}

/* The label of a player, from the columns of the name and the id. */
static zet_text player_of(const struct counter *k, sqlite3_stmt *s, int name, int id) {
    uint32_t same,
        player = zet_players_number(k->players, database_text(s, name), database_text(s, id));
    return player == ZET_NO_PLAYER ? zet_text_of("") : zet_players_label(k->players, player, &same);
}

/* The group of a row in the current rules. */
static size_t group_of(struct counter *k, const struct keys *keys) {
    zet_text names[COUNT_BYS];
    for (size_t i = 0; i < k->c->by_count; i++)
        switch (k->c->by[i]) {
        case COUNT_BY_GAME: names[i] = zet_text_of(k->name); break;
        case COUNT_BY_VARIANT: names[i] = zet_text_of(k->variant); break;
        case COUNT_BY_EVENT: names[i] = keys->event; break;
        case COUNT_BY_ENDING: names[i] = keys->ending; break;
        case COUNT_BY_ROUND: names[i] = keys->round; break;
        case COUNT_BY_PLAYER: names[i] = keys->player; break;
        default: names[i] = keys->year; break;
        }
    return zet_statistics_group(k->c->to, names);
}

/* Adds a measure of games of the current file. */
static void add_measure(struct counter *k, size_t group, zet_measured m, int64_t number) {
    zet_measure measure;
    m.game = k->name;
    m.file = zet_text_of(k->path ? k->path : "");
    m.number = (uint64_t)number;
    m.order = place_of(k, number);
    if (zet_measure_at(k->name, m.measure, &measure))
        zet_statistics_measure(k->c->to, group, &m);
}

/* The sum and the moves of a measure, from two columns. */
static zet_amount amount_of(sqlite3_stmt *s, int column) {
    return (zet_amount){.sum = (uint64_t)sqlite3_column_int64(s, column),
                        .moves = (uint64_t)sqlite3_column_int64(s, column + 1)};
}

static zet_text year_of(int64_t year, char room[24]) {
    snprintf(room, 24, "%lld", (long long)year);
    return zet_text_of(year ? room : "");
}

/* Adds the total or the groups from the summary, which can only group by year. */
static void add_summary(struct counter *k, bool grouped) {
    enum { RULES, YEAR, KIND, VALUE, RESULT, GAMES, SUM, NAMES = SUM + 2 * MEASURES_KEPT, WORD };
    char room[24];
    sqlite3_stmt *s = database_prepare(
        k->db,
        "SELECT summary.rules, year, kind, value, result, games, sum0, moves0, sum1, moves1, "
        "rules.text, word.text FROM summary LEFT JOIN word rules ON rules.id = summary.rules "
        "LEFT JOIN word ON word.id = value ORDER BY year, summary.rules");
    while (database_row(k->db, s)) {
        set_rules(k, s, RULES, NAMES);
        struct keys keys = {.year = year_of(sqlite3_column_int64(s, YEAR), room)};
        size_t group = grouped ? group_of(k, &keys) : 0;
        zet_tally t = {.kind = (zet_tally_kind)(sqlite3_column_int(s, KIND) & 3),
                       .game = k->name,
                       .number = (uint32_t)sqlite3_column_int64(s, VALUE),
                       .result = (zet_result)(sqlite3_column_int(s, RESULT) & 3),
                       .games = (uint64_t)sqlite3_column_int64(s, GAMES)};
        if (t.kind == ZET_TALLY_ENDING || t.kind == ZET_TALLY_FIRST)
            t.text = database_text(s, WORD);
        zet_statistics_add(k->c->to, group, &t);
        for (size_t i = 0; i < MEASURES_KEPT && t.kind == ZET_TALLY_ENDING; i++)
            add_measure(k, group,
                        (zet_measured){.measure = i,
                                       .games = t.games,
                                       .amount = amount_of(s, SUM + 2 * (int)i)},
                        0);
    }
    sqlite3_finalize(s);
}

/* Likewise adds the maxima per move. */
static void add_peaks(struct counter *k, bool grouped) {
    enum { RULES, YEAR, MEASURE, BEST, FILE_ID, NUMBER, PEAK, NAMES, PATH };
    char room[24];
    sqlite3_stmt *s = database_prepare(
        k->db, "SELECT rules, year, measure, " SQL_BEST(
                   "(best >> 40)") ", peak.file, number, (SELECT CASE measure WHEN 0 THEN peak0 "
                                   "ELSE peak1 END FROM game WHERE game.file = peak.file AND "
                                   "game.number = peak.number), text, path, seen FROM (SELECT *, "
                                   "(1 << 40) - 1 - (best & (1 << 40) - 1) AS number FROM peak) AS "
                                   "peak JOIN file ON file.id = peak.file LEFT JOIN word ON "
                                   "word.id = rules GROUP BY 1, 2, 3");
    while (database_row(k->db, s)) {
        set_rules(k, s, RULES, NAMES);
        set_file(k, s, FILE_ID, PATH);
        struct keys keys = {.year = year_of(sqlite3_column_int64(s, YEAR), room)};
        zet_measured m = {.measure = sqlite3_column_int(s, MEASURE) & 1,
                          .amount.most = (uint32_t)(sqlite3_column_int64(s, BEST) >> PLACE_BITS),
                          .amount.ply = (uint32_t)sqlite3_column_int(s, PEAK) & 0xFFFF};
        add_measure(k, grouped ? group_of(k, &keys) : 0, m, sqlite3_column_int64(s, NUMBER));
    }
    sqlite3_finalize(s);
}

/* The columns of a game. */
enum {
    COLUMN_FILE,
    COLUMN_PATH,
    COLUMN_NUMBER = COLUMN_PATH + 2,
    COLUMN_RULES,
    COLUMN_RULES_TEXT,
    COLUMN_RESULT,
    COLUMN_PLIES,
    COLUMN_ENDING,
    COLUMN_FIRST,
    COLUMN_LEVEL,
    COLUMN_YEAR,
    COLUMN_EVENT,
    COLUMN_ROUND,
    COLUMN_NAME,
    COLUMN_ID = COLUMN_NAME + 2,
    COLUMN_SUM = COLUMN_ID + 2 /* sum, moves and peak of each measure */
};

/* Adds a game to a group. `side` is that of the group's player, or -1. */
static void add_game(struct counter *k, sqlite3_stmt *s, size_t group, int side) {
    zet_tally t = {.game = k->name,
                   .number = (uint32_t)sqlite3_column_int64(s, COLUMN_PLIES),
                   .result = (zet_result)(sqlite3_column_int(s, COLUMN_RESULT) & 3),
                   .games = 1};
    t.won = side >= 0 && t.result == (side ? ZET_RESULT_WIN_1 : ZET_RESULT_WIN_0);
    t.lost = side >= 0 && t.result == (side ? ZET_RESULT_WIN_0 : ZET_RESULT_WIN_1);
    zet_statistics_add(k->c->to, group, &t);
    t.kind = ZET_TALLY_ENDING;
    t.text = database_text(s, COLUMN_ENDING);
    zet_statistics_add(k->c->to, group, &t);
    t.kind = ZET_TALLY_FIRST;
    t.text = database_text(s, COLUMN_FIRST);
    zet_statistics_add(k->c->to, group, &t);
    t.kind = ZET_TALLY_LEVEL;
    t.number = (uint32_t)sqlite3_column_int64(s, COLUMN_LEVEL);
    if (sqlite3_column_type(s, COLUMN_LEVEL) != SQLITE_NULL)
        zet_statistics_add(k->c->to, group, &t);
    for (size_t i = 0; i < MEASURES_KEPT; i++) {
        int column = COLUMN_SUM + 3 * (int)i;
        int64_t peak = sqlite3_column_int64(s, column + 2);
        zet_measured m = {.measure = i, .games = 1, .amount = amount_of(s, column)};
        m.amount.most = (uint32_t)(peak >> 16);
        m.amount.ply = (uint32_t)peak & 0xFFFF;
        add_measure(k, group, m, sqlite3_column_int64(s, COLUMN_NUMBER));
    }
}

/* Numbers the players of the games. */
static bool find_players(struct counter *k) {
    k->players = zet_players_new(k->c->names, NULL);
    return (k->players || database_no_memory(k->db)) &&
           counts_visit_persons(k->c->archive, k->which, "1", true, number_player, k->players) &&
           (zet_players_join(k->players, NULL) == ZET_OK || database_no_memory(k->db));
}

/* Adds the games to the total, to the groups, or to both. */
static void add_games(struct counter *k, bool total, bool grouped) {
    bool players = grouped && is_by(k->c, COUNT_BY_PLAYER);
    if (players && !find_players(k))
        return;
    sqlite3_stmt *s = database_prepare(
        k->db,
        "SELECT file, path, seen, number, game.rules, rules.text, result, plies, ending.text, "
        "first.text, level, " SQL_YEAR ", event.text, round, p0.name, p1.name, p0.key, p1.key, "
        "sum0, coalesce(moves0, plies), peak0, sum1, coalesce(moves1, plies), peak1 "
        "FROM game CROSS JOIN file ON file.id = file " SQL_TEXTS "WHERE %s",
        k->which);
    while (database_row(k->db, s)) {
        char room[24];
        set_rules(k, s, COLUMN_RULES, COLUMN_RULES_TEXT);
        set_file(k, s, COLUMN_FILE, COLUMN_PATH);
        struct keys keys = {.event = database_text(s, COLUMN_EVENT),
                            .ending = database_text(s, COLUMN_ENDING),
                            .year = year_of(sqlite3_column_int64(s, COLUMN_YEAR), room),
                            .round = database_text(s, COLUMN_ROUND)};
        if (total)
            add_game(k, s, 0, -1);
        if (grouped && !players)
            add_game(k, s, group_of(k, &keys), -1);
        for (int side = 0; players && side < 2; side++) {
            keys.player = player_of(k, s, COLUMN_NAME + side, COLUMN_ID + side);
            add_game(k, s, group_of(k, &keys), side);
        }
    }
    sqlite3_finalize(s);
}

bool counts_add(const struct counting *c) {
    bool total = c->archive->root && !c->include_invalid && !c->which,
         groups = total && c->by_count;
    struct counter k = {.c = c, .db = c->archive->db, .rules = -1, .file = -1};
    k.which = sqlite3_mprintf("length > 0 AND %s AND (%s)",
                              c->include_invalid ? "game.rules IS NOT NULL" : "valid",
                              c->which ? c->which : "1");
    if (!k.which)
        return database_no_memory(k.db);
    for (size_t i = 0; i < c->by_count; i++)
        groups &= c->by[i] <= COUNT_BY_VARIANT || c->by[i] == COUNT_BY_YEAR;
    for (int grouped = 0; grouped < 2; grouped++)
        if (grouped ? groups : total) {
            add_summary(&k, grouped);
            add_peaks(&k, grouped);
        }
    if (!total || (c->by_count && !groups))
        add_games(&k, !total, c->by_count && !groups);
    zet_players_free(k.players);
    sqlite3_free(k.which);
    free(k.path);
    return !k.db->failed;
}

uint64_t counts_invalid(const struct archive *a) {
    return (uint64_t)database_number(a->db, 0,
                                     "SELECT count(*) FROM game WHERE valid = 0 AND length > 0");
}

uint64_t counts_records(const struct archive *a) {
    const char *valid = a->root ? "SELECT sum(games) FROM summary WHERE kind = 0"
                                : "SELECT count(*) FROM game WHERE valid AND length > 0";
    return (uint64_t)database_number(a->db, 0, valid) + counts_invalid(a);
}
