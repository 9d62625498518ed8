/* Counts the games of an index: SQL selects, joins, groups and sorts them; what the games of one
   group have in common is summed here. */
#include "cli/archive/stats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/archive/games.h"
#include "cli/archive/people.h"
#include "notation/base/error.h"
#include "notation/base/list.h"
#include "notation/base/map.h"
#include "notation/base/output.h"
#include "notation/base/text_order.h"
#include "validators/replay/judge.h"

/* SQL: what games are grouped by, and its name, where k is that. */
static const struct {
    const char *key, *name;
} keys[STATS_BYS] = {
    [STATS_BY_GAME] = {"coalesce(rules, 0)", "(SELECT substr(text, 1, instr(text || ' ', ' ') - 1) "
                                             "FROM word WHERE id = k%d)"},
    [STATS_BY_VARIANT] = {"coalesce(rules, 0)",
                          "(SELECT zet_variant(text) FROM word WHERE id = k%d)"},
    [STATS_BY_EVENT] = {"coalesce(event, 0)", "(SELECT text FROM word WHERE id = k%d)"},
    [STATS_BY_YEAR] = {SQL_YEAR, "nullif(k%d, 0)"},
    [STATS_BY_PLAYER] = {"coalesce(iif(side, player1, player0), 0)",
                         "(SELECT zet_label(name, key) FROM person WHERE id = k%d)"},
    [STATS_BY_ENDING] = {"coalesce(ending, 0)", "(SELECT text FROM word WHERE id = k%d)"},
    [STATS_BY_ROUND] = {"coalesce(round, '')", "k%d"},
};

/* A count: the key combines kind, game, value and result, from the top bit down. */
enum { RESULT_BITS = 2, VALUE_BITS = 32, GAME_BITS = 4 };
struct cell {
    uint64_t key, games;
};

struct counter {
    const struct archive *archive;
    const struct stats_wish *wish;
    struct database *db;
    struct people people;
    struct map texts; /* of words */
    uint32_t *word;   /* by id: the number in `texts` + 1, or 0 */
    size_t words;
    struct cell *cell; /* of the group; the first `summed` are sorted and unique */
    size_t cells, cell_cap, summed;
    struct stats_item *item;
    size_t item_cap;
    struct stats_group group;
    struct buffer paths; /* of the group's peaks */
    size_t groups;
    sqlite3_stmt *names, *path; /* of a group; of a file */
    char *which;                /* SQL for the games to count */
    bool grouped, from_summary; /* of the rows that are read */
};

static bool by_player(const struct stats_wish *w) {
    bool found = false;
    for (size_t i = 0; i < w->by_count; i++)
        found |= w->by[i] == STATS_BY_PLAYER;
    return found;
}

/* SQL functions. */

/* zet_rank(KEY, NAME): the place of a game in the catalog, or of a variant in its game; else 0. */
static void rank_of(sqlite3_context *to, int count, sqlite3_value **values) {
    int by = sqlite3_value_int(values[0]);
    const char *name = (const char *)sqlite3_value_text(values[1]);
    size_t i = 0, place = 0;
    if (by == STATS_BY_GAME)
        while (i < zi_game_count && name && strcmp(name, zi_games[i]->name) != 0)
            i++;
    for (; by == STATS_BY_VARIANT && i < zi_game_count && count; i++) {
        const char *const *variants = zi_games[i]->variants;
        place = 0;
        while (variants && variants[place] && name && strcmp(name, variants[place]) != 0)
            place++;
        if (variants && variants[place])
            break;
    }
    sqlite3_result_int64(to, (int64_t)(i * GAMES_MAX + place));
}

/* zet_short(TEXT): cut after 253 bytes; then it ends with dots. */
static void shorten(sqlite3_context *to, int count, sqlite3_value **values) {
    static const char dots[] = "\xE2\x80\xA6";
    enum { BYTES = 256, DOTS = sizeof dots - 1 };
    zet_text text = database_value(values[count - 1]);
    char room[BYTES];
    size_t cut = BYTES - DOTS;
    if (text.length > BYTES) {
        while (cut && ((unsigned char)text.at[cut] & 0xC0) == 0x80)
            cut--;
        memcpy(room, text.at, cut);
        memcpy(room + cut, dots, DOTS);
        text = (zet_text){room, cut + DOTS};
    }
    sqlite3_result_text(to, text.at, (int)text.length, SQLITE_TRANSIENT);
}

static int compare(void *context, int a_length, const void *a, int b_length, const void *b) {
    (void)context;
    return zi_text_order((struct text){a, (size_t)a_length}, (struct text){b, (size_t)b_length});
}

static bool add_functions(struct counter *c) {
    games_add_functions(c->db);
    database_add_function(c->db, "zet_rank", 2, rank_of, NULL);
    database_add_function(c->db, "zet_short", 1, shorten, NULL);
    return sqlite3_create_collation(c->db->db, "zet_order", SQLITE_UTF8, NULL, compare) ==
               SQLITE_OK ||
           database_fail(c->db);
}

/* The group. */

/* The text of a word of the index. */
static struct text word_text(struct counter *c, uint32_t id) {
    if (id >= c->words)
        return TEXT("");
    if (!c->word[id]) {
        sqlite3_stmt *s =
            database_prepare(c->db, "SELECT zet_short(text) FROM word WHERE id = %u", id);
        if (database_row(c->db, s))
            c->word[id] = zi_map_number(&c->texts, text_from(database_text(s, 0))) + 1;
        sqlite3_finalize(s);
    }
    return c->word[id] ? c->texts.at[c->word[id] - 1] : TEXT("");
}

/* The game of rules, which are a word. */
static unsigned game_of(struct counter *c, uint32_t rules) {
    struct text text = word_text(c, rules);
    unsigned i = 0;
    for (; i + 1 < zi_game_count; i++) {
        size_t length = strlen(zi_games[i]->name);
        if (text.len >= length && !memcmp(text.at, zi_games[i]->name, length) &&
            (text.len == length || text.at[length] == ' '))
            break;
    }
    return i;
}

static int by_key(const void *a, const void *b) {
    uint64_t x = ((const struct cell *)a)->key, y = ((const struct cell *)b)->key;
    return (x > y) - (x < y);
}

/* Merges cells with equal keys. */
static void sum_cells(struct counter *c) {
    size_t count = c->cells;
    if (count)
        qsort(c->cell, count, sizeof *c->cell, by_key);
    c->cells = 0;
    for (size_t i = 0; i < count; i++)
        if (c->cells && c->cell[c->cells - 1].key == c->cell[i].key)
            c->cell[c->cells - 1].games += c->cell[i].games;
        else
            c->cell[c->cells++] = c->cell[i];
    c->summed = c->cells;
}

/* Adds games with one value of a kind. */
static void add(struct counter *c, enum counted_kind kind, unsigned game, uint32_t value,
                unsigned result, uint64_t games) {
    enum { CELLS_LEAST = 1 << 16 }; /* cells are collected before they are summed */
    uint64_t key = (uint64_t)kind << GAME_BITS | (kind == COUNTED_FIRST_MOVES ? game : 0);
    key = (key << VALUE_BITS | value) << RESULT_BITS | (kind == COUNTED_LENGTHS ? 0 : result);
    if (c->cells >= CELLS_LEAST && c->cells >= 2 * c->summed)
        sum_cells(c);
    if (kind == COUNTED_ENDINGS) {
        c->group.rules |= 1U << game;
        c->group.all.games += games;
        c->group.all.result[result] += games;
    }
    c->group.plies += kind == COUNTED_LENGTHS ? value * games : 0;
    if (zi_list_reserve(&c->cell, &c->cell_cap, c->cells + 1, sizeof *c->cell))
        c->cell[c->cells++] = (struct cell){key, games};
    else
        database_no_memory(c->db);
}

static struct stats_measured *measured(struct counter *c, unsigned game, size_t index) {
    const struct measure *const *of = zi_games[game]->measures;
    for (size_t i = 0; of && i <= index && of[i]; i++)
        for (size_t k = 0; i == index && k < c->group.measures; k++)
            if (c->group.measured[k].measure == of[i])
                return &c->group.measured[k];
    return NULL;
}

/* Adds the amounts of a measure, from columns with its sum and moves. */
static void add_amount(struct counter *c, sqlite3_stmt *s, int column, unsigned game, size_t index,
                       uint64_t games) {
    struct stats_measured *m = measured(c, game, index);
    if (m) {
        m->games += games;
        m->sum += (uint64_t)sqlite3_column_int64(s, column);
        m->moves += (uint64_t)sqlite3_column_int64(s, column + 1);
    }
}

/* Notes the most of a measure in one move, in a record of which columns have the file, its place
   and the number. */
static void add_peak(struct counter *c, sqlite3_stmt *s, int column, unsigned game, size_t index,
                     uint32_t most, int64_t ply) {
    struct stats_measured *m = measured(c, game, index);
    int64_t number = sqlite3_column_int64(s, column + 2);
    uint64_t order = (uint64_t)sqlite3_column_int64(s, column + 1) << 32 | (uint32_t)number;
    if (m && (most > m->peak.most || (most && most == m->peak.most && order < m->peak.order))) {
        m->peak.most = most;
        m->peak.order = order;
        m->peak.file = sqlite3_column_int64(s, column);
        m->peak.number = number;
        m->peak.ply = ply;
    }
}

/* Columns: of a game, and of a row of summary or peak, whose kinds come after those of summary. */
enum { PART, RULES, FILE_ID, SEEN, NUMBER, RESULT, PLIES, ENDING, FIRST, LEVEL, AMOUNTS };
enum { SIDE = AMOUNTS + 3 * MEASURES_KEPT };
enum { KIND = RESULT + 1, VALUE, GAMES, SUMS };

static void add_game(struct counter *c, sqlite3_stmt *s) {
    unsigned game = game_of(c, (uint32_t)sqlite3_column_int64(s, RULES));
    unsigned result = (unsigned)sqlite3_column_int(s, RESULT) & 3;
    for (int kind = 0; kind < COUNTED_KINDS; kind++)
        if (kind != COUNTED_LEVELS || sqlite3_column_type(s, LEVEL) != SQLITE_NULL)
            add(c, (enum counted_kind)kind, game, (uint32_t)sqlite3_column_int64(s, PLIES + kind),
                result, 1);
    for (int i = 0; i < MEASURES_KEPT; i++) {
        int64_t peak = sqlite3_column_int64(s, AMOUNTS + 3 * i + 2);
        add_amount(c, s, AMOUNTS + 3 * i, game, (size_t)i, 1);
        add_peak(c, s, FILE_ID, game, (size_t)i, (uint32_t)(peak >> 16), peak & 0xFFFF);
    }
    unsigned won = sqlite3_column_int(s, SIDE) ? RESULT_WIN_1 : RESULT_WIN_0;
    c->group.won += result == won;
    c->group.lost += result == (won ^ RESULT_WIN_0 ^ RESULT_WIN_1);
}

static void add_summary(struct counter *c, sqlite3_stmt *s) {
    unsigned game = game_of(c, (uint32_t)sqlite3_column_int64(s, RULES));
    unsigned kind = (unsigned)sqlite3_column_int(s, KIND);
    uint32_t value = (uint32_t)sqlite3_column_int64(s, VALUE);
    uint64_t games = (uint64_t)sqlite3_column_int64(s, GAMES);
    if (kind >= COUNTED_KINDS) {
        add_peak(c, s, FILE_ID, game, kind - COUNTED_KINDS, value, 0);
        return;
    }
    add(c, (enum counted_kind)kind, game, value, (unsigned)sqlite3_column_int(s, RESULT) & 3,
        games);
    for (int i = 0; i < MEASURES_KEPT && kind == COUNTED_ENDINGS; i++)
        add_amount(c, s, SUMS + 2 * i, game, (size_t)i, games);
}

/* The measures of all games, each once. */
static void begin_group(struct counter *c) {
    c->group = (struct stats_group){.total = !c->grouped};
    for (size_t i = 0; i < zi_game_count; i++)
        for (size_t k = 0; zi_games[i]->measures && zi_games[i]->measures[k]; k++)
            if (!measured(c, (unsigned)i, k) && c->group.measures < STATS_MEASURES_MAX)
                c->group.measured[c->group.measures++].measure = zi_games[i]->measures[k];
    c->cells = c->summed = 0;
}

static int by_games(const void *a, const void *b) {
    const struct stats_item *x = a, *y = b;
    if (x->games != y->games)
        return x->games > y->games ? -1 : 1;
    int order = zi_text_order(x->text, y->text);
    return order ? order : (x->game > y->game) - (x->game < y->game);
}

/* Makes items of the cells. */
static bool list_items(struct counter *c) {
    struct stats_group *g = &c->group;
    size_t count = 0;
    sum_cells(c);
    if (!zi_list_reserve(&c->item, &c->item_cap, c->cells + 1, sizeof *c->item))
        return database_no_memory(c->db);
    for (size_t i = 0; i < c->cells; i++) {
        uint64_t key = c->cell[i].key >> RESULT_BITS;
        unsigned kind = (unsigned)(key >> VALUE_BITS >> GAME_BITS);
        if (!i || key != c->cell[i - 1].key >> RESULT_BITS) {
            g->item[kind] = g->count[kind]++ ? g->item[kind] : &c->item[count];
            c->item[count++] = (struct stats_item){
                .number = (uint32_t)key, .game = key >> VALUE_BITS & ((1U << GAME_BITS) - 1)};
            if (kind == COUNTED_ENDINGS || kind == COUNTED_FIRST_MOVES)
                c->item[count - 1].text = word_text(c, (uint32_t)key);
        }
        c->item[count - 1].games += c->cell[i].games;
        c->item[count - 1].result[c->cell[i].key & 3] += c->cell[i].games;
    }
    for (int kind = COUNTED_ENDINGS; kind <= COUNTED_FIRST_MOVES; kind++)
        if (g->count[kind])
            qsort(g->item[kind], g->count[kind], sizeof *g->item[kind], by_games);
    return !c->db->failed;
}

/* Completes the peaks: the file, and the ply, which the table peak does not have. Index files have
   an index for that; a temporary one gets it. */
static bool find_peaks(struct counter *c) {
    struct buffer *paths = &c->paths;
    struct stats_measured *m = c->group.measured;
    size_t end[STATS_MEASURES_MAX + 1] = {0};
    paths->len = 0;
    for (size_t i = 0; i < c->group.measures; i++, m++) {
        unsigned game = 0, index = 0;
        while (m->peak.most && !m->peak.ply && measured(c, game, index) != m) {
            index = (index + 1) % MEASURES_KEPT;
            game += !index;
        }
        if (m->peak.most && !m->peak.ply &&
            database_run(c->db, "CREATE INDEX IF NOT EXISTS game_file ON game(file, number)"))
            m->peak.ply =
                database_number(c->db, 0,
                                "SELECT peak%u & 65535 FROM game WHERE file = %lld AND number = "
                                "%lld",
                                index, m->peak.file, m->peak.number);
        sqlite3_bind_int64(c->path, 1, m->peak.file);
        char *path = m->peak.most && database_row(c->db, c->path)
                         ? archive_path(c->archive, database_text(c->path, 0).at)
                         : NULL;
        buffer_string(paths, path ? path : "");
        sqlite3_reset(c->path);
        free(path);
        end[i + 1] = paths->len;
    }
    for (size_t i = 0; i < c->group.measures; i++)
        c->group.measured[i].peak.path = (struct text){paths->at + end[i], end[i + 1] - end[i]};
    return (!paths->failed || database_no_memory(c->db)) && !c->db->failed;
}

/* Writes the group `part`. */
static bool end_group(struct counter *c, int64_t part, zet_output *out) {
    if (c->grouped) {
        sqlite3_bind_int64(c->names, 1, part);
        database_row(c->db, c->names);
        for (size_t i = 0; i < c->wish->by_count; i++)
            c->group.name[i] = text_from(database_text(c->names, (int)i));
    }
    bool fine = list_items(c) && find_peaks(c);
    if (fine)
        stats_write_group(c->wish, c->groups, c->grouped ? (size_t)part - 1 : 0, &c->group,
                          &out->text);
    sqlite3_reset(c->names);
    return fine && (zi_output_gathered(out) == ZET_OK || database_no_memory(c->db));
}

/* The SQL. */

/* The key at that index. */
static const char *key_of(const struct counter *c, size_t i) {
    enum stats_by by = c->wish->by[i];
    return !c->from_summary ? keys[by].key : by == STATS_BY_YEAR ? "year" : "rules";
}

/* Appends the tables of a query and the condition on their rows; with `parts` also the groups. */
static void append_from(const struct counter *c, sqlite3_str *sql, const char *tables, bool parts) {
    bool sides = c->grouped && !c->from_summary && by_player(c->wish);
    sqlite3_str_appendf(sql, " FROM %s%s%s WHERE %s", tables,
                        sides ? " CROSS JOIN (SELECT 0 AS side UNION ALL SELECT 1)" : "",
                        c->grouped && parts ? " CROSS JOIN temp.part" : "",
                        c->from_summary ? "1" : c->which);
    for (size_t i = 0; i < c->wish->by_count && c->grouped && parts; i++)
        sqlite3_str_appendf(sql, " AND k%d = %s", (int)i, key_of(c, i));
}

/* Runs the SQL, which it frees. */
static bool run_query(struct counter *c, sqlite3_str *sql) {
    char *text = sqlite3_str_finish(sql);
    bool done = text ? database_run(c->db, "%s", text) : database_no_memory(c->db);
    sqlite3_free(text);
    return done;
}

/* Makes the table of the groups: their keys, names and numbers, in the order of their names. */
static bool make_parts(struct counter *c, const char *tables) {
    sqlite3_str *sql = sqlite3_str_new(c->db->db);
    int count = (int)c->wish->by_count;
    sqlite3_str_appendall(sql,
                          "DROP TABLE IF EXISTS temp.part; CREATE TEMP TABLE part AS SELECT *, "
                          "dense_rank() OVER (ORDER BY ");
    for (int i = 0; i < count; i++)
        sqlite3_str_appendf(sql, "%szet_rank(%d, n%d), n%d COLLATE zet_order", i ? ", " : "",
                            (int)c->wish->by[i], i, i);
    sqlite3_str_appendall(sql, ") AS part FROM (SELECT *");
    for (int i = 0; i < count; i++) {
        sqlite3_str_appendall(sql, ", zet_short(");
        sqlite3_str_appendf(sql, keys[c->wish->by[i]].name, i);
        sqlite3_str_appendf(sql, ") AS n%d", i);
    }
    sqlite3_str_appendall(sql, " FROM (SELECT DISTINCT ");
    for (int i = 0; i < count; i++)
        sqlite3_str_appendf(sql, "%s%s AS k%d", i ? ", " : "", key_of(c, (size_t)i), i);
    append_from(c, sql, tables, false);
    sqlite3_str_appendall(sql, ")); CREATE INDEX temp.part_number ON part(part); "
                               "CREATE INDEX temp.part_keys ON part(");
    for (int i = 0; i < count; i++)
        sqlite3_str_appendf(sql, "k%d, ", i);
    sqlite3_str_appendall(sql, "part)");
    if (!run_query(c, sql))
        return false;
    c->groups = (size_t)database_number(c->db, 0, "SELECT max(part) FROM temp.part");
    sql = sqlite3_str_new(c->db->db);
    for (int i = 0; i < count; i++)
        sqlite3_str_appendf(sql, "%s n%d", i ? "," : "SELECT", i);
    char *names = sqlite3_str_finish(sql);
    c->names = database_prepare(c->db, "%s FROM temp.part WHERE part = ?1 LIMIT 1", names);
    sqlite3_free(names);
    return c->names;
}

/* The rows to add, by group. */
static sqlite3_stmt *select_rows(struct counter *c) {
    static const char game[] = "game CROSS JOIN file ON file.id = game.file";
    const char *part = c->grouped ? "part" : "0";
    sqlite3_str *sql = sqlite3_str_new(c->db->db);
    if (c->from_summary) {
        sqlite3_str_appendf(sql,
                            "SELECT %s, rules, 0, 0, 0, result, kind, value, games, sum0, moves0, "
                            "sum1, moves1",
                            part);
        append_from(c, sql, "summary", true);
        sqlite3_str_appendf(sql,
                            " UNION ALL SELECT %s, rules, file, seen, (1 << 40) - 1 - (best & (1 "
                            "<< 40) - 1), 0, %d + measure, best >> 40, 0, 0, 0, 0, 0",
                            part, COUNTED_KINDS);
        append_from(c, sql, "peak CROSS JOIN file ON file.id = file", true);
    } else {
        sqlite3_str_appendf(sql,
                            "SELECT %s, game.rules, file.id, seen, number, result, plies, ending, "
                            "first, level, sum0, coalesce(moves0, plies), peak0, sum1, "
                            "coalesce(moves1, plies), peak1, %s",
                            part, c->grouped && by_player(c->wish) ? "side" : "0");
        append_from(c, sql, game, true);
    }
    sqlite3_str_appendall(sql, c->grouped ? " ORDER BY 1" : "");
    char *text = sqlite3_str_finish(sql);
    sqlite3_stmt *s = text ? database_prepare(c->db, "%s", text) : NULL;
    if (!text)
        database_no_memory(c->db);
    sqlite3_free(text);
    return s;
}

/* Chooses where the rows of the total or of the groups come from: those of the table summary can
   only be grouped by rules and year. */
static void set_source(struct counter *c, bool grouped) {
    c->grouped = grouped;
    c->from_summary = !c->wish->which && !c->wish->include_invalid;
    for (size_t i = 0; i < c->wish->by_count && grouped; i++)
        c->from_summary &= c->wish->by[i] <= STATS_BY_VARIANT || c->wish->by[i] == STATS_BY_YEAR;
}

/* Counts and writes the total, or the groups. */
static bool write_groups(struct counter *c, zet_output *out) {
    int64_t part = c->grouped;
    bool fine = true;
    sqlite3_stmt *s = select_rows(c);
    begin_group(c);
    while (fine && database_row(c->db, s)) {
        if (sqlite3_column_int64(s, PART) != part) {
            fine = end_group(c, part, out);
            part = sqlite3_column_int64(s, PART);
            begin_group(c);
        }
        if (c->from_summary)
            add_summary(c, s);
        else
            add_game(c, s);
    }
    sqlite3_finalize(s);
    return fine && !c->db->failed && end_group(c, part, out);
}

static bool write_all(struct counter *c, zet_output *out) {
    static const char games[] = "game";
    set_source(c, true);
    if (c->wish->by_count && !make_parts(c, c->from_summary ? "summary" : games))
        return false;
    stats_begin(c->wish, &out->text);
    set_source(c, false);
    if (!write_groups(c, out))
        return false;
    uint64_t counted = c->group.all.games;
    set_source(c, true);
    if (c->groups && !write_groups(c, out))
        return false;
    stats_end(c->wish, counted, &out->text);
    return zi_output_gathered(out) == ZET_OK || database_no_memory(c->db);
}

bool stats_write(const struct archive *a, const struct stats_wish *wish, zet_output *out) {
    struct counter c = {.archive = a, .wish = wish, .db = a->db, .people.file = wish->names};
    c.which = sqlite3_mprintf("length > 0 AND %s AND (%s)",
                              wish->include_invalid ? "game.rules IS NOT NULL" : "valid",
                              wish->which ? wish->which : "1");
    c.words = (size_t)database_number(c.db, 0, "SELECT max(id) FROM word") + 1;
    c.word = calloc(c.words, sizeof *c.word);
    bool fine = (c.which && c.word) || database_no_memory(c.db);
    c.path = database_prepare(c.db, "SELECT path FROM file WHERE id = ?1");
    fine = fine && c.path && add_functions(&c) &&
           (!by_player(wish) || people_number(a, c.which, &c.people)) && write_all(&c, out);
    sqlite3_finalize(c.names);
    sqlite3_finalize(c.path);
    sqlite3_free(c.which);
    zi_people_free(&c.people);
    zi_map_free(&c.texts);
    zi_buffer_free(&c.paths);
    free(c.word);
    free(c.cell);
    free(c.item);
    return fine && !c.db->failed;
}
