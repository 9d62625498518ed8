#include "cli/archive/counts.h"

#include <stdlib.h>
#include <string.h>

#include "cli/archive/games.h"
#include "cli/archive/rows.h"

/* The most of a measure before the place of its game, so that the greatest one is the first with
   the most. */
enum { PLACE_BITS = 47 };
#define SQL_BEST(most) "max(" most " << 47 | ((1 << 47) - 1 - " SQL_PLACE "))"

/* The keys that a group has in SQL, besides its rules. */
enum { KEY_EVENT, KEY_YEAR, KEY_PLAYER, KEY_ENDING, KEY_ROUND, KEYS, KEY_RULES = KEYS };
static const int key_of[COUNT_BYS] = {
    [COUNT_BY_GAME] = KEY_RULES, [COUNT_BY_VARIANT] = KEY_RULES, [COUNT_BY_EVENT] = KEY_EVENT,
    [COUNT_BY_YEAR] = KEY_YEAR,  [COUNT_BY_PLAYER] = KEY_PLAYER, [COUNT_BY_ENDING] = KEY_ENDING,
    [COUNT_BY_ROUND] = KEY_ROUND};
static const char *const key_sql[KEYS] = {"coalesce(event, 0)", SQL_YEAR, "player",
                                          "coalesce(ending, 0)", "round"};

static bool is_by(const struct counting *c, int key) {
    for (size_t i = 0; i < c->by_count; i++)
        if (key_of[c->by[i]] == key)
            return true;
    return false;
}

/* The games that count. */
static const char *which_of(const struct counting *c) {
    return c->include_invalid ? "length > 0 AND rules IS NOT NULL" : "length > 0 AND valid";
}

/* Players. */

/* Fills temp.spelled with the persons of games, the number of their games, and where they first
   are. */
static bool find_spellings(const struct archive *a, const char *which) {
    bool ordered = games_are_in_order(a);
    const char *place = ordered ? "game.id" : SQL_PLACE;
    const char *join = ordered ? "" : "JOIN file ON file.id = game.file";
    char *sql = sqlite3_mprintf(
        "CREATE TEMP TABLE spelled AS SELECT person, min(place) AS place, game, sum(games) AS "
        "games "
        "FROM (SELECT player0 AS person, min(%s << 1) AS place, game.id AS game, count(*) AS games "
        "FROM game %s WHERE player0 > 0 AND %s GROUP BY player0 "
        "UNION ALL SELECT player1, min(%s << 1 | 1), game.id, count(*) FROM game %s "
        "WHERE player1 > 0 AND %s GROUP BY player1 "
        "UNION ALL SELECT person, min(%s << 1 | 1), game.id, count(*) FROM other JOIN game ON "
        "game.id = other.game %s WHERE %s GROUP BY person) GROUP BY person",
        place, join, which, place, join, which, place, join, which);
    bool done = sql ? database_run(a->db, sql) : database_no_memory(a->db);
    sqlite3_free(sql);
    return done;
}

/* Makes temp.who: who each of the persons of the games is, and the name of that one. */
static bool find_players(const struct counting *c) {
    struct database *db = c->archive->db;
    uint32_t same;
    zet_players *players = zet_players_new(c->names, NULL);
    bool done = (players || database_no_memory(db)) && find_spellings(c->archive, which_of(c)) &&
                database_run(db, "CREATE TEMP TABLE who(person INTEGER PRIMARY KEY, player INTEGER,"
                                 " label TEXT)");
    sqlite3_stmt *s = done ? database_prepare(db, "SELECT person, name, key FROM temp.spelled JOIN "
                                                  "person ON person.id = person ORDER BY place")
                           : NULL;
    sqlite3_stmt *add = database_prepare(db, "INSERT INTO temp.who VALUES(?1, ?2, NULL)");
    sqlite3_stmt *join =
        database_prepare(db, "UPDATE temp.who SET player = ?2, label = ?3 WHERE person = ?1");
    while (database_row(db, s)) {
        sqlite3_bind_int64(add, 1, sqlite3_column_int64(s, 0));
        sqlite3_bind_int64(add, 2,
                           zet_players_number(players, database_text(s, 1), database_text(s, 2)));
        database_step(db, add);
    }
    sqlite3_finalize(s);
    if (done && zet_players_join(players, NULL) != ZET_OK)
        database_no_memory(db);
    s = done ? database_prepare(db, "SELECT person, player FROM temp.who") : NULL;
    while (database_row(db, s)) {
        zet_text label = zet_players_label(players, (uint32_t)sqlite3_column_int64(s, 1), &same);
        sqlite3_bind_int64(join, 1, sqlite3_column_int64(s, 0));
        sqlite3_bind_int64(join, 2, (int64_t)same + 1); /* 0: nobody */
        database_bind(join, 3, label);
        database_step(db, join);
    }
    sqlite3_finalize(s);
    sqlite3_finalize(add);
    sqlite3_finalize(join);
    zet_players_free(players);
    return !db->failed;
}

bool counts_add_spellings(const struct archive *a, zet_players *to) {
    struct database *db = a->db;
    bool done = find_spellings(a, "1");
    sqlite3_stmt *s =
        done ? database_prepare(db, "SELECT name, key, spelled.games, path, line FROM temp.spelled "
                                    "JOIN person ON person.id = person JOIN game ON game.id = game "
                                    "JOIN file ON file.id = game.file ORDER BY place")
             : NULL;
    while (database_row(db, s)) {
        char *path = archive_path(a, (const char *)sqlite3_column_text(s, 3));
        const zet_spelling spelling = {database_text(s, 0), database_text(s, 1),
                                       (uint64_t)sqlite3_column_int64(s, 2), zet_text_of(path),
                                       (uint64_t)sqlite3_column_int64(s, 4)};
        if (!path || zet_players_spelled(to, &spelling, NULL) != ZET_OK)
            database_no_memory(db);
        free(path);
    }
    sqlite3_finalize(s);
    return !db->failed;
}

/* Questions. */

/* The keys of the groups as a list in SQL, of those that the summary has where `summed`. */
static void append_keys(sqlite3_str *sql, const struct counting *c, bool grouped, bool summed) {
    for (int i = 0; i < KEYS; i++)
        sqlite3_str_appendf(sql, "%s, ",
                            !grouped || !is_by(c, i) ? "0"
                            : summed                 ? "year"
                                                     : key_sql[i]);
    sqlite3_str_appendall(sql, "rules, ");
}

/* The games, of players twice. */
static void append_games(sqlite3_str *sql, const struct counting *c, bool grouped) {
    const char *which = which_of(c);
    if (grouped && is_by(c, KEY_PLAYER))
        sqlite3_str_appendf(
            sql,
            "(SELECT game.*, player, result = 1 AS won, result = 2 AS lost FROM game LEFT JOIN "
            "temp.who ON person = player0 WHERE %s UNION ALL SELECT game.*, player, result = 2, "
            "result = 1 FROM game LEFT JOIN temp.who ON person = player1 WHERE %s) AS game",
            which, which);
    else
        sqlite3_str_appendf(sql, "(SELECT *, 0 AS won, 0 AS lost FROM game WHERE %s) AS game",
                            which);
}

/* Groups, rules, kind, value, result, games, plies, sum and moves of each measure, won, lost. */
static void append_tallies(sqlite3_str *sql, const struct counting *c, bool grouped) {
    for (int kind = 0; kind < COUNTED_KINDS; kind++) {
        sqlite3_str_appendall(sql, kind ? " UNION ALL SELECT " : "SELECT ");
        append_keys(sql, c, grouped, false);
        sqlite3_str_appendf(
            sql,
            "%d, coalesce(%s, 0), %s, count(*), sum(sum0), sum(coalesce(moves0, plies)), "
            "sum(sum1), sum(coalesce(moves1, plies)), sum(won), sum(lost) FROM ",
            kind, counted_columns[kind], kind == ZET_TALLY_PLIES ? "0" : "result");
        append_games(sql, c, grouped);
        sqlite3_str_appendf(sql, "%s GROUP BY 1, 2, 3, 4, 5, 6, 8, 9",
                            kind == ZET_TALLY_LEVEL ? " WHERE level IS NOT NULL" : "");
    }
}

/* Groups, rules, measure, the best one, its game. */
static void append_peaks(sqlite3_str *sql, const struct counting *c, bool grouped) {
    for (int i = 0; i < MEASURES_KEPT; i++) {
        sqlite3_str_appendall(sql, i ? " UNION ALL SELECT " : "SELECT ");
        append_keys(sql, c, grouped, false);
        sqlite3_str_appendf(sql, i ? "1, " SQL_BEST("(peak1 >> 16)") ", game.id FROM "
                                   : "0, " SQL_BEST("(peak0 >> 16)") ", game.id FROM ");
        append_games(sql, c, grouped);
        sqlite3_str_appendf(sql,
                            " JOIN file ON file.id = game.file WHERE peak%d > 0 "
                            "GROUP BY 1, 2, 3, 4, 5, 6",
                            i);
    }
}

/* The same of the summary, which has the years only. */
static void append_summed(sqlite3_str *sql, const struct counting *c, bool grouped, bool peaks) {
    sqlite3_str_appendall(sql, "SELECT ");
    append_keys(sql, c, grouped, true);
    sqlite3_str_appendall(
        sql,
        peaks ? "measure, " SQL_BEST(
                    "(best >> 40)") ", (SELECT id FROM game WHERE game.file = "
                                    "peak.file AND game.number = peak.number) FROM (SELECT *, (1 "
                                    "<< 40) - 1 - "
                                    "(best & (1 << 40) - 1) AS number FROM peak) AS peak JOIN file "
                                    "ON "
                                    "file.id = peak.file GROUP BY 1, 2, 3, 4, 5, 6, 7"
              : "kind, value, result, sum(games), sum(sum0), sum(moves0), sum(sum1), sum(moves1), "
                "0, 0 FROM summary GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9");
}

static sqlite3_stmt *ask(const struct counting *c, bool grouped, bool peaks) {
    struct database *db = c->archive->db;
    sqlite3_str *sql = sqlite3_str_new(db->db);
    bool summed = c->archive->root && !c->include_invalid;
    for (int i = 0; i < KEYS; i++)
        summed &= !grouped || i == KEY_YEAR || !is_by(c, i);
    if (summed)
        append_summed(sql, c, grouped, peaks);
    else if (peaks)
        append_peaks(sql, c, grouped);
    else
        append_tallies(sql, c, grouped);
    sqlite3_str_appendall(sql, " ORDER BY 1, 2, 3, 4, 5, 6");
    char *text = sqlite3_str_finish(sql);
    sqlite3_stmt *s = text ? database_prepare(db, text) : NULL;
    if (!text)
        database_no_memory(db);
    sqlite3_free(text);
    return s;
}

/* Answers. */

enum { COLUMN_KIND = KEY_RULES + 1, COLUMN_VALUE, COLUMN_RESULT, COLUMN_GAMES, COLUMN_SUM };
enum { COLUMN_WON = COLUMN_SUM + 2 * MEASURES_KEPT, COLUMN_BEST = COLUMN_VALUE, COLUMN_GAME };

struct answer {
    const struct counting *c;
    struct database *db;
    sqlite3_stmt *rows, *word, *label, *game;
    bool grouped;
    size_t group;
    int64_t key[KEYS + 1]; /* of the group; the round has none */
    char *round;
    char name[32], variant[32]; /* of the game that the rules are of */
    int64_t rules;
};

static zet_text text_of(const struct answer *a, sqlite3_stmt *s, int64_t number) {
    sqlite3_reset(s);
    sqlite3_bind_int64(s, 1, number);
    return database_row(a->db, s) ? database_text(s, 0) : zet_text_of("");
}

static void read_rules(struct answer *a, int64_t rules) {
    zet_text text = text_of(a, a->word, rules);
    size_t length = strcspn(text.at, " "), next = text.at[length] ? length + 1 : length;
    size_t more = strcspn(text.at + next, " ");
    snprintf(a->name, sizeof a->name, "%.*s", (int)length, text.at);
    if (memchr(text.at + next, '=', more))
        more = 0;
    snprintf(a->variant, sizeof a->variant, "%.*s", (int)more, text.at + next);
    a->rules = rules;
}

static zet_text name_by(struct answer *a, enum count_by by, char room[24]) {
    int key = key_of[by];
    switch (by) {
    case COUNT_BY_GAME: return zet_text_of(a->name);
    case COUNT_BY_VARIANT: return zet_text_of(a->variant);
    case COUNT_BY_ROUND: return zet_text_of(a->round);
    case COUNT_BY_PLAYER: return text_of(a, a->label, a->key[key]);
    case COUNT_BY_YEAR:
        snprintf(room, 24, "%lld", (long long)a->key[key]);
        return zet_text_of(a->key[key] ? room : "");
    default: return text_of(a, a->word, a->key[key]);
    }
}

/* The group of the current row. */
static bool enter_group(struct answer *a) {
    zet_text names[COUNT_BYS];
    char room[24], *kept[COUNT_BYS] = {NULL};
    const char *round = (const char *)sqlite3_column_text(a->rows, KEY_ROUND);
    bool same = a->group && !strcmp(a->round, round ? round : "");
    int64_t rules = sqlite3_column_int64(a->rows, KEY_RULES);
    if (rules != a->rules)
        read_rules(a, rules);
    for (int i = 0; i <= KEYS; i++) {
        int64_t key = i == KEY_RULES && !is_by(a->c, i) ? 0 : sqlite3_column_int64(a->rows, i);
        same &= a->key[i] == key;
        a->key[i] = key;
    }
    if (!a->grouped || same)
        return true;
    free(a->round);
    a->round = strdup(round ? round : "");
    bool fine = a->round;
    for (size_t i = 0; i < a->c->by_count && fine; i++) {
        zet_text name = name_by(a, a->c->by[i], room);
        kept[i] = malloc(name.length + 1); /* a name may have zero bytes */
        fine = kept[i];
        if (fine)
            memcpy(kept[i], name.at, name.length);
        names[i] = (zet_text){kept[i], name.length};
    }
    if (fine)
        a->group = zet_statistics_group(a->c->to, names);
    for (size_t i = 0; i < a->c->by_count; i++)
        free(kept[i]);
    return fine || database_no_memory(a->db);
}

static void add_measure(struct answer *a, zet_measured m) {
    zet_measure measure;
    m.game = a->name;
    if (zet_measure_at(a->name, m.measure, &measure))
        zet_statistics_measure(a->c->to, a->group, &m);
}

static void add_tally(struct answer *a) {
    sqlite3_stmt *s = a->rows;
    int64_t value = sqlite3_column_int64(s, COLUMN_VALUE);
    zet_tally t = {.kind = (zet_tally_kind)(sqlite3_column_int(s, COLUMN_KIND) & 3),
                   .game = a->name,
                   .result = (zet_result)(sqlite3_column_int(s, COLUMN_RESULT) & 3),
                   .games = (uint64_t)sqlite3_column_int64(s, COLUMN_GAMES),
                   .won = (uint64_t)sqlite3_column_int64(s, COLUMN_WON),
                   .lost = (uint64_t)sqlite3_column_int64(s, COLUMN_WON + 1)};
    if (t.kind == ZET_TALLY_ENDING || t.kind == ZET_TALLY_FIRST)
        t.text = value ? text_of(a, a->word, value) : zet_text_of("");
    else
        t.number = (uint32_t)value;
    zet_statistics_add(a->c->to, a->group, &t);
    for (int i = 0; i < MEASURES_KEPT && t.kind == ZET_TALLY_ENDING; i++)
        add_measure(
            a, (zet_measured){
                   .measure = (size_t)i,
                   .games = t.games,
                   .amount = {.sum = (uint64_t)sqlite3_column_int64(s, COLUMN_SUM + 2 * i),
                              .moves = (uint64_t)sqlite3_column_int64(s, COLUMN_SUM + 2 * i + 1)}});
}

static void add_peak(struct answer *a) {
    int measure = sqlite3_column_int(a->rows, COLUMN_KIND) & 1;
    uint64_t best = (uint64_t)sqlite3_column_int64(a->rows, COLUMN_BEST);
    sqlite3_reset(a->game);
    sqlite3_bind_int64(a->game, 1, sqlite3_column_int64(a->rows, COLUMN_GAME));
    if (!database_row(a->db, a->game))
        return;
    char *path = archive_path(a->c->archive, (const char *)sqlite3_column_text(a->game, 0));
    add_measure(a,
                (zet_measured){
                    .measure = (size_t)measure,
                    .amount = {.most = (uint32_t)(best >> PLACE_BITS),
                               .ply = (uint32_t)sqlite3_column_int(a->game, 2 + measure) & 0xFFFF},
                    .file = zet_text_of(path),
                    .number = (uint64_t)sqlite3_column_int64(a->game, 1),
                    .order = ~best & ((UINT64_C(1) << PLACE_BITS) - 1)});
    if (!path)
        database_no_memory(a->db);
    free(path);
}

static bool add_all(const struct counting *c, bool grouped, bool peaks) {
    struct database *db = c->archive->db;
    struct answer a = {.c = c, .db = db, .grouped = grouped, .rules = -1};
    a.rows = ask(c, grouped, peaks);
    a.word = database_prepare(db, "SELECT text FROM word WHERE id = ?1");
    a.game = database_prepare(db, "SELECT path, number, peak0, peak1 FROM game JOIN file ON "
                                  "file.id = file WHERE game.id = ?1");
    if (grouped && is_by(c, KEY_PLAYER))
        a.label = database_prepare(db, "SELECT label FROM temp.who WHERE player = ?1");
    while (a.word && database_row(db, a.rows) && enter_group(&a))
        if (peaks)
            add_peak(&a);
        else
            add_tally(&a);
    sqlite3_finalize(a.rows);
    sqlite3_finalize(a.word);
    sqlite3_finalize(a.label);
    sqlite3_finalize(a.game);
    free(a.round);
    return !db->failed;
}

uint64_t counts_invalid(const struct archive *a) {
    return (uint64_t)database_number(a->db,
                                     "SELECT count(*) FROM game WHERE valid = 0 AND length > 0", 0);
}

uint64_t counts_records(const struct archive *a) {
    const char *valid = a->root ? "SELECT sum(games) FROM summary WHERE kind = 0"
                                : "SELECT count(*) FROM game WHERE valid AND length > 0";
    return (uint64_t)database_number(a->db, valid, 0) + counts_invalid(a);
}

bool counts_add(const struct counting *c) {
    struct database *db = c->archive->db;
    if (is_by(c, KEY_PLAYER) &&
        (!find_players(c) || !database_run(db, "CREATE INDEX temp.who_player ON who(player)")))
        return false;
    return add_all(c, false, false) && add_all(c, false, true) &&
           (!c->by_count || (add_all(c, true, false) && add_all(c, true, true)));
}
