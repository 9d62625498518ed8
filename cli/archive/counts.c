/* Counts the games of an index. */
#include "cli/archive/counts.h"

#include <stdlib.h>
#include <string.h>

#include "cli/archive/games.h"
#include "cli/archive/rows.h"
#include "cli/list.h"

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

/* The games to count. */
static const char *which_of(const struct counting *c) {
    return c->include_invalid ? "length > 0 AND rules IS NOT NULL" : "length > 0 AND valid";
}

/* Counting. */

enum { WORDS_KEPT = 1024 };

struct counter {
    const struct counting *c;
    struct database *db;
    struct {
        int64_t id;
        char *text;
        size_t length;
    } known[WORDS_KEPT]; /* a cache of words by number */
    sqlite3_stmt *word, *file;
    zet_players *players;
    uint32_t *player; /* by person */
    size_t player_cap;
    char name[32], variant[32]; /* of the current rules */
    int64_t rules, file_id, seen;
    char *path; /* of the current file */
};

/* The grouping values of a row. */
struct keys {
    int64_t event, ending;
    zet_text year, round, player;
};

static zet_text word_of(struct counter *k, int64_t id) {
    size_t slot = (size_t)id % WORDS_KEPT;
    if (id && k->known[slot].id != id) {
        sqlite3_bind_int64(k->word, 1, id);
        zet_text text = database_row(k->db, k->word) ? database_text(k->word, 0) : zet_text_of("");
        free(k->known[slot].text);
        k->known[slot].text = malloc(text.length + 1); /* names may contain zero bytes */
        k->known[slot].length = text.length;
        k->known[slot].id = k->known[slot].text ? id : 0;
        if (k->known[slot].text)
            memcpy(k->known[slot].text, text.at, text.length);
        else
            database_no_memory(k->db);
        sqlite3_reset(k->word);
    }
    return id && k->known[slot].id ? (zet_text){k->known[slot].text, k->known[slot].length}
                                   : zet_text_of("");
}

static void set_rules(struct counter *k, int64_t rules) {
    if (k->rules == rules)
        return;
    char text[sizeof k->name + sizeof k->variant] = "";
    zet_text word = word_of(k, rules);
    memcpy(text, word.at, word.length < sizeof text ? word.length : sizeof text - 1);
    size_t length = strcspn(text, " "), next = text[length] ? length + 1 : length;
    size_t more = strcspn(text + next, " ");
    snprintf(k->name, sizeof k->name, "%.*s", (int)length, text);
    if (memchr(text + next, '=', more))
        more = 0;
    snprintf(k->variant, sizeof k->variant, "%.*s", (int)more, text + next);
    k->rules = rules;
}

/* Sets the path of a file, and its position among the files. */
static void set_file(struct counter *k, int64_t file) {
    if (k->file_id == file)
        return;
    free(k->path);
    k->path = NULL;
    sqlite3_bind_int64(k->file, 1, file);
    if (database_row(k->db, k->file)) {
        k->path = archive_path(k->c->archive, (const char *)sqlite3_column_text(k->file, 0));
        k->seen = sqlite3_column_int64(k->file, 1);
        if (!k->path)
            database_no_memory(k->db);
    }
    sqlite3_reset(k->file);
    k->file_id = file;
}

/* The archive position of a record of the current file. */
static uint64_t place_of(const struct counter *k, int64_t number) {
    const int64_t files = (1 << 20) - 1, records = (1 << 27) - 1;
    return (uint64_t)(k->seen < files ? k->seen : files) << 27 |
           (uint64_t)(number < records ? number : records);
}

/* Players. */

struct spellings {
    struct spelled *at; /* by person, then by place */
    size_t count, cap;
};

static bool add_spelled(struct counter *k, struct spellings *to, struct spelled new) {
    size_t person = (size_t) new.person;
    if (new.person <= 0)
        return true;
    if (!list_reserve(&to->at, &to->cap, person + 1, sizeof *to->at))
        return database_no_memory(k->db);
    if (person >= to->count) {
        memset(to->at + to->count, 0, (person + 1 - to->count) * sizeof *to->at);
        to->count = person + 1;
    }
    struct spelled *s = &to->at[person];
    new.games = s->games + 1;
    if (!s->games || new.place < s->place)
        *s = new;
    s->games = new.games;
    return true;
}

static int by_place(const void *a, const void *b) {
    const struct spelled *x = a, *y = b;
    return x->place != y->place ? (x->place < y->place ? -1 : 1)
                                : (x->person > y->person) - (x->person < y->person);
}

/* Finds the people in games, in the order of their first games. */
static bool find_spellings(struct counter *k, const char *which, bool others,
                           struct spellings *to) {
    size_t kept = 0;
    bool fine = true, ordered = true;
    char *sql = sqlite3_mprintf(
        "SELECT file, number, line, player0, player1 FROM game WHERE %s UNION ALL SELECT file, "
        "number, line, NULL, person FROM other JOIN game ON game.id = other.game WHERE %d AND (%s)",
        which, others, which);
    sqlite3_stmt *s = sql ? database_prepare(k->db, sql) : NULL;
    if (!sql)
        database_no_memory(k->db);
    while (fine && database_row(k->db, s)) {
        set_file(k, sqlite3_column_int64(s, 0));
        for (int side = 0; side < 2 && fine; side++)
            fine =
                add_spelled(k, to,
                            (struct spelled){.place = place_of(k, sqlite3_column_int64(s, 1)) << 1 |
                                                      (unsigned)side,
                                             .person = sqlite3_column_int64(s, 3 + side),
                                             .file = sqlite3_column_int64(s, 0),
                                             .line = sqlite3_column_int64(s, 2)});
    }
    for (size_t i = 0; i < to->count; i++)
        if (to->at[i].games) {
            ordered &= !kept || to->at[kept - 1].place <= to->at[i].place;
            to->at[kept++] = to->at[i];
        }
    to->count = kept;
    if (!ordered)
        qsort(to->at, kept, sizeof *to->at, by_place);
    sqlite3_finalize(s);
    sqlite3_free(sql);
    return !k->db->failed;
}

/* Steps to the row of a person, which is often the next one. */
static bool find_person(struct counter *k, sqlite3_stmt *s, int64_t person, int64_t *now) {
    enum { NEAR = 16 };
    if (person <= *now || person - *now > NEAR) {
        sqlite3_reset(s);
        sqlite3_bind_int64(s, 1, person);
    }
    for (*now = -1; *now < person && database_row(k->db, s);)
        *now = sqlite3_column_int64(s, 0);
    return *now == person;
}

static bool visit_persons(struct counter *k, const char *which, bool others, person_visitor *see,
                          void *context) {
    struct spellings all = {0};
    int64_t now = INT64_MAX; /* no row */
    bool fine = find_spellings(k, which, others, &all);
    sqlite3_stmt *s =
        database_prepare(k->db, "SELECT id, name, key FROM person WHERE id >= ?1 ORDER BY id");
    for (size_t i = 0; i < all.count && fine && s; i++)
        if (find_person(k, s, all.at[i].person, &now))
            fine = see(context, &all.at[i], database_text(s, 1), database_text(s, 2)) ||
                   database_no_memory(k->db);
    sqlite3_finalize(s);
    free(all.at);
    return fine && !k->db->failed;
}

static bool number_player(void *context, const struct spelled *s, zet_text name, zet_text key) {
    struct counter *k = context;
    size_t person = (size_t)s->person, cap = k->player_cap;
    if (!list_reserve(&k->player, &k->player_cap, person + 1, sizeof *k->player))
        return false;
    memset(k->player + cap, 0xFF, (k->player_cap - cap) * sizeof *k->player);
    k->player[person] = zet_players_number(k->players, name, key);
    return true;
}

/* Maps each person of the games to a player. */
static bool find_players(struct counter *k) {
    k->players = zet_players_new(k->c->names, NULL);
    return ((k->players && visit_persons(k, which_of(k->c), true, number_player, k) &&
             zet_players_join(k->players, NULL) == ZET_OK) ||
            database_no_memory(k->db));
}

static bool add_spelling(void *context, const struct spelled *s, zet_text name, zet_text key) {
    struct counter *k = context;
    set_file(k, s->file);
    const zet_spelling spelling = {name, key, s->games, zet_text_of(k->path ? k->path : ""),
                                   (uint64_t)s->line};
    return zet_players_spelled(k->players, &spelling, NULL) == ZET_OK;
}

static zet_text player_of(const struct counter *k, int64_t person) {
    uint32_t same,
        player = person > 0 && (uint64_t)person < k->player_cap ? k->player[person] : ZET_NO_PLAYER;
    return player == ZET_NO_PLAYER ? zet_text_of("") : zet_players_label(k->players, player, &same);
}

/* The group of a row in the current rules. */
static size_t group_of(struct counter *k, const struct keys *keys) {
    zet_text names[COUNT_BYS];
    for (size_t i = 0; i < k->c->by_count; i++)
        switch (k->c->by[i]) {
        case COUNT_BY_GAME: names[i] = zet_text_of(k->name); break;
        case COUNT_BY_VARIANT: names[i] = zet_text_of(k->variant); break;
        case COUNT_BY_EVENT: names[i] = word_of(k, keys->event); break;
        case COUNT_BY_ENDING: names[i] = word_of(k, keys->ending); break;
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
    enum { RULES, YEAR, KIND, VALUE, RESULT, GAMES, SUM };
    char room[24];
    sqlite3_stmt *s = database_prepare(
        k->db, "SELECT rules, year, kind, value, result, games, sum0, moves0, sum1, moves1 FROM "
               "summary ORDER BY year, rules");
    while (database_row(k->db, s)) {
        set_rules(k, sqlite3_column_int64(s, RULES));
        struct keys keys = {.year = year_of(sqlite3_column_int64(s, YEAR), room)};
        size_t group = grouped ? group_of(k, &keys) : 0;
        int64_t value = sqlite3_column_int64(s, VALUE);
        zet_tally t = {.kind = (zet_tally_kind)(sqlite3_column_int(s, KIND) & 3),
                       .game = k->name,
                       .number = (uint32_t)value,
                       .result = (zet_result)(sqlite3_column_int(s, RESULT) & 3),
                       .games = (uint64_t)sqlite3_column_int64(s, GAMES)};
        if (t.kind == ZET_TALLY_ENDING || t.kind == ZET_TALLY_FIRST)
            t.text = word_of(k, value);
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
    enum { RULES, YEAR, MEASURE, BEST, FILE_ID, NUMBER, PEAK };
    char room[24];
    sqlite3_stmt *s = database_prepare(
        k->db, "SELECT rules, year, measure, " SQL_BEST(
                   "(best >> 40)") ", peak.file, number, (SELECT CASE measure WHEN 0 THEN peak0 "
                                   "ELSE peak1 END FROM game WHERE game.file = peak.file AND "
                                   "game.number = peak.number) FROM (SELECT *, (1 << 40) - 1 - "
                                   "(best & (1 << 40) - 1) AS number FROM peak) AS peak JOIN file "
                                   "ON file.id = peak.file GROUP BY 1, 2, 3");
    while (database_row(k->db, s)) {
        set_rules(k, sqlite3_column_int64(s, RULES));
        set_file(k, sqlite3_column_int64(s, FILE_ID));
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
    COLUMN_NUMBER,
    COLUMN_RULES,
    COLUMN_RESULT,
    COLUMN_PLIES,
    COLUMN_ENDING,
    COLUMN_FIRST,
    COLUMN_LEVEL,
    COLUMN_YEAR,
    COLUMN_EVENT,
    COLUMN_ROUND,
    COLUMN_PLAYER,
    COLUMN_SUM = COLUMN_PLAYER + 2 /* sum, moves and peak of each measure */
};

/* Adds a game to a group. `side` is that of the group's player, or -1. */
static void add_game(struct counter *k, sqlite3_stmt *s, size_t group, int side) {
    zet_tally t = {.game = k->name,
                   .number = (uint32_t)sqlite3_column_int64(s, COLUMN_PLIES),
                   .result = (zet_result)(sqlite3_column_int(s, COLUMN_RESULT) & 3),
                   .games = 1};
    t.won = side >= 0 && t.result == (side ? ZET_WIN_1 : ZET_WIN_0);
    t.lost = side >= 0 && t.result == (side ? ZET_WIN_0 : ZET_WIN_1);
    zet_statistics_add(k->c->to, group, &t);
    t.kind = ZET_TALLY_ENDING;
    t.text = word_of(k, sqlite3_column_int64(s, COLUMN_ENDING));
    zet_statistics_add(k->c->to, group, &t);
    t.kind = ZET_TALLY_FIRST;
    t.text = word_of(k, sqlite3_column_int64(s, COLUMN_FIRST));
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

/* Adds the games to the total, to the groups, or to both. */
static void add_games(struct counter *k, bool total, bool grouped) {
    char *sql = sqlite3_mprintf(
        "SELECT file, number, rules, result, plies, ending, first, level, " SQL_YEAR ", event, "
        "round, player0, player1, sum0, coalesce(moves0, plies), peak0, sum1, coalesce(moves1, "
        "plies), peak1 FROM game WHERE %s",
        which_of(k->c));
    bool players = grouped && is_by(k->c, COUNT_BY_PLAYER);
    sqlite3_stmt *s = sql && (!players || find_players(k)) ? database_prepare(k->db, sql) : NULL;
    if (!sql)
        database_no_memory(k->db);
    while (database_row(k->db, s)) {
        char room[24];
        set_rules(k, sqlite3_column_int64(s, COLUMN_RULES));
        set_file(k, sqlite3_column_int64(s, COLUMN_FILE));
        struct keys keys = {.event = sqlite3_column_int64(s, COLUMN_EVENT),
                            .ending = sqlite3_column_int64(s, COLUMN_ENDING),
                            .year = year_of(sqlite3_column_int64(s, COLUMN_YEAR), room),
                            .round = database_text(s, COLUMN_ROUND)};
        if (total)
            add_game(k, s, 0, -1);
        if (grouped && !players)
            add_game(k, s, group_of(k, &keys), -1);
        for (int side = 0; players && side < 2; side++) {
            keys.player = player_of(k, sqlite3_column_int64(s, COLUMN_PLAYER + side));
            add_game(k, s, group_of(k, &keys), side);
        }
    }
    sqlite3_finalize(s);
    sqlite3_free(sql);
}

static struct counter *begin(const struct counting *c) {
    struct counter *k = calloc(1, sizeof *k);
    if (k) {
        *k = (struct counter){.c = c, .db = c->archive->db, .rules = -1, .file_id = -1};
        k->word = database_prepare(k->db, "SELECT text FROM word WHERE id = ?1");
        k->file = database_prepare(k->db, "SELECT path, seen FROM file WHERE id = ?1");
    } else {
        database_no_memory(c->archive->db);
    }
    return k;
}

static bool end(struct counter *k) {
    bool done = !k->db->failed;
    sqlite3_finalize(k->word);
    sqlite3_finalize(k->file);
    for (size_t i = 0; i < WORDS_KEPT; i++)
        free(k->known[i].text);
    free(k->player);
    free(k->path);
    free(k);
    return done;
}

bool counts_add(const struct counting *c) {
    bool total = c->archive->root && !c->include_invalid, groups = total && c->by_count;
    struct counter *k = begin(c);
    for (size_t i = 0; i < c->by_count; i++)
        groups &= c->by[i] <= COUNT_BY_VARIANT || c->by[i] == COUNT_BY_YEAR;
    for (int grouped = 0; grouped < 2 && k; grouped++)
        if (grouped ? groups : total) {
            add_summary(k, grouped);
            add_peaks(k, grouped);
        }
    if (k && (!total || (c->by_count && !groups)))
        add_games(k, !total, c->by_count && !groups);
    if (k)
        zet_players_free(k->players);
    return k && end(k);
}

bool counts_add_spellings(const struct archive *a, zet_players *to) {
    const struct counting c = {.archive = a};
    struct counter *k = begin(&c);
    if (k) {
        k->players = to;
        visit_persons(k, "1", true, add_spelling, k);
    }
    return k && end(k);
}

bool counts_visit_persons(const struct archive *a, const char *which, bool others,
                          person_visitor *see, void *context) {
    const struct counting c = {.archive = a};
    struct counter *k = begin(&c);
    if (k)
        visit_persons(k, which, others, see, context);
    return k && end(k);
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
