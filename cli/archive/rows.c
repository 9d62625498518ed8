#include "cli/archive/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/base/error.h"
#include "notation/base/list.h"
#include "notation/base/output.h"
#include "notation/base/unicode.h"

/* Words and people. */

static void bind_text(const struct word_cache *c, int index, zet_text text) {
    sqlite3_bind_text64(c->find, index, text.at, text.length, SQLITE_STATIC, SQLITE_UTF8);
    sqlite3_bind_text64(c->add, index, text.at, text.length, SQLITE_STATIC, SQLITE_UTF8);
}

/* Adds a person. A temporary index is not searched by names. */
static bool add_person(struct rows *r, zet_text name) {
    zet_output_clear(r->scratch);
    bool done = !r->folded || zet_fold_name(name, r->scratch, NULL) == ZET_OK;
    zet_text folded = zet_output_text(r->scratch);
    sqlite3_bind_text64(r->person.add, 4, folded.at ? folded.at : "", folded.length, SQLITE_STATIC,
                        SQLITE_UTF8);
    return done ? database_step(r->db, r->person.add) : database_no_memory(r->db);
}

/* Looks up or adds the number of a text that is not in the cache. */
static int64_t look_up(struct rows *r, struct word_cache *c, zet_text text, zet_text key) {
    bool person = c == &r->person, added;
    bind_text(c, 1, text);
    if (person) {
        zet_output_clear(r->search);
        zi_text_fold(&r->search->text, text_from(text));
        zet_text search = zet_output_text(r->search);
        bind_text(c, 2, key);
        bind_text(c, 3, search.at ? search : zet_text_of(""));
    }
    if (!c->complete && database_row(r->db, c->find)) {
        int64_t id = sqlite3_column_int64(c->find, 0);
        sqlite3_reset(c->find);
        return id;
    }
    added = !r->db->failed && (person ? add_person(r, text) : database_step(r->db, c->add));
    return added ? sqlite3_last_insert_rowid(r->db->db) : 0;
}

/* The cache: a hash table that grows up to a limit. */

enum { KNOWN_LEAST = 256, KNOWN_MOST = 1 << 20, KNOWN_TEXT = 32 << 20 };

/* The slot of a text, or a free one. */
static struct word_known *slot_of(struct word_cache *c, uint32_t hash, zet_text text,
                                  zet_text key) {
    for (size_t i = hash;; i++) {
        struct word_known *k = &c->known[i % c->size];
        const char *at = c->text + k->at;
        if (!k->id ||
            (k->hash == hash && k->split == text.length && k->length == text.length + key.length &&
             !memcmp(at, text.at, text.length) && !memcmp(at + text.length, key.at, key.length)))
            return k;
    }
}

static bool grow(struct word_cache *c) {
    struct word_known *old = c->known;
    size_t count = c->size, size = count ? count * 2 : KNOWN_LEAST;
    struct word_known *known = calloc(size, sizeof *known);
    if (!known)
        return false;
    for (size_t i = 0; i < count; i++)
        if (old[i].id) {
            size_t to = old[i].hash % size;
            while (known[to].id)
                to = (to + 1) % size;
            known[to] = old[i];
        }
    free(old);
    c->known = known;
    c->size = size;
    return true;
}

/* Once the cache is incomplete, people are found through an index. */
static bool is_incomplete(struct rows *r, struct word_cache *c) {
    bool was_complete = c->complete;
    c->complete = false;
    return !was_complete || c != &r->person ||
           database_run(r->db, "CREATE INDEX IF NOT EXISTS person_search ON person(search, key)");
}

static bool remember(struct rows *r, struct word_cache *c, uint32_t hash, zet_text text,
                     zet_text key, int64_t id) {
    size_t length = text.length + key.length;
    bool full = c->count * 2 >= c->size;
    if ((full && c->size >= KNOWN_MOST) || c->text_used + length > KNOWN_TEXT ||
        length > UINT16_MAX || id > UINT32_MAX)
        return is_incomplete(r, c);
    if ((full && !grow(c)) || !zi_list_reserve(&c->text, &c->text_cap, c->text_used + length, 1))
        return database_no_memory(r->db);
    struct word_known *k = slot_of(c, hash, zet_text_of(""), zet_text_of(""));
    *k = (struct word_known){hash, (uint32_t)c->text_used, (uint16_t)length, (uint16_t)text.length,
                             (uint32_t)id};
    memcpy(c->text + k->at, text.at, text.length);
    memcpy(c->text + k->at + text.length, key.at, key.length);
    c->text_used += length;
    c->count++;
    return true;
}

/* The number of a text, or of a person's name and id. */
static int64_t number_of(struct rows *r, struct word_cache *c, zet_text text, zet_text key) {
    uint32_t hash = (uint32_t)((batch_hash(text) + batch_hash(key) * 3) >> 32);
    const struct word_known *k = slot_of(c, hash, text, key);
    if (k->id)
        return k->id;
    int64_t id = look_up(r, c, text, key);
    return id && remember(r, c, hash, text, key, id) ? id : 0;
}

static int64_t word_of(struct rows *r, zet_text text) {
    return text.length ? number_of(r, &r->word, text, zet_text_of("")) : 0;
}

static zet_text span_text(const struct batch *b, struct row_span span) {
    return (zet_text){b->text + span.at, span.length};
}

/* Binds 0 as NULL, which takes no space. */
static void bind_some(sqlite3_stmt *s, int index, int64_t value) {
    if (value)
        sqlite3_bind_int64(s, index, value);
    else
        sqlite3_bind_null(s, index);
}

/* Binds whole numbers as integers, for numeric order, and other values as text. */
static void bind_number_or_text(sqlite3_stmt *s, int index, zet_text text) {
    int64_t value = 0;
    bool number = text.length && text.length < 16 && (*text.at != '0' || text.length == 1);
    for (size_t i = 0; i < text.length && number; i++) {
        number = text.at[i] >= '0' && text.at[i] <= '9';
        value = value * 10 + (text.at[i] - '0');
    }
    if (number)
        sqlite3_bind_int64(s, index, value);
    else
        database_bind(s, index, text);
}

/* Games. */

/* The columns are in the order of bind_game. */
static const char insert_game[] = "INSERT INTO game VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,"
                                  "?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";

/* The column of each kind. */
static const char *const counted_columns[COUNTED_KINDS] = {"plies", "ending", "first", "level"};

/* For rows that already exist. */
#define ADD_SUMS                                                                                   \
    "ON CONFLICT DO UPDATE SET games = games + excluded.games, plies = plies + excluded.plies, "   \
    "sum0 = sum0 + excluded.sum0, moves0 = moves0 + excluded.moves0, "                             \
    "sum1 = sum1 + excluded.sum1, moves1 = moves1 + excluded.moves1"

static bool begin_cache(struct rows *r, struct word_cache *c, const char *table) {
    c->complete = true;
    return (grow(c) || database_no_memory(r->db)) &&
           (!database_number(r->db, 0, "SELECT EXISTS(SELECT 1 FROM %s)", table) ||
            is_incomplete(r, c));
}

bool rows_begin(struct rows *r, struct database *db) {
    r->db = db;
    r->next_game = database_number(db, 1, "SELECT value FROM meta WHERE key = 'next_game'");
    r->game = database_prepare(db, insert_game);
    r->move = database_prepare(db, "INSERT INTO move VALUES(?1, ?2)");
    r->fault = database_prepare(db, "INSERT INTO fault VALUES(?1, ?2, ?3, ?4)");
    r->word.find = database_prepare(db, "SELECT id FROM word WHERE text = ?1");
    r->word.add = database_prepare(db, "INSERT INTO word(text) VALUES(?1)");
    r->person.find =
        database_prepare(db, "SELECT id FROM person WHERE search = ?3 AND key = ?2 AND name = ?1");
    r->person.add = database_prepare(
        db, "INSERT INTO person(name, key, search, folded) VALUES(?1, ?2, ?3, ?4)");
    if (r->searched)
        r->seen = database_prepare(db, "INSERT INTO temp.seen VALUES(?1, ?2)");
    r->scratch = zet_output_new(NULL, NULL);
    r->search = zet_output_new(NULL, NULL);
    if (!r->scratch || !r->search)
        return database_no_memory(db);
    if (!begin_cache(r, &r->word, "word") || !begin_cache(r, &r->person, "person"))
        return false;
    r->other = database_prepare(db, "INSERT INTO other VALUES(?1, ?2, ?3)");
    r->count = database_prepare(
        db, "INSERT INTO summary VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) " ADD_SUMS);
    return !db->failed;
}

static void end_cache(struct word_cache *c) {
    sqlite3_finalize(c->find);
    sqlite3_finalize(c->add);
    free(c->known);
    free(c->text);
}

void rows_end(struct rows *r) {
    sqlite3_finalize(r->game);
    sqlite3_finalize(r->move);
    sqlite3_finalize(r->fault);
    sqlite3_finalize(r->other);
    sqlite3_finalize(r->count);
    sqlite3_finalize(r->seen);
    end_cache(&r->word);
    end_cache(&r->person);
    zet_output_free(r->scratch);
    zet_output_free(r->search);
    memset(r, 0, sizeof *r);
}

static void bind_number(sqlite3_stmt *s, int index, int64_t value) {
    if (value < 0)
        sqlite3_bind_null(s, index);
    else
        sqlite3_bind_int64(s, index, value);
}

/* Words and people are NULL if absent. */
static void bind_game(struct rows *r, const struct batch *b, const struct row *row,
                      const struct rows_from *from) {
    sqlite3_stmt *s = r->game;
    int at = 1;
    const int64_t place[] = {
        r->next_game,
        from->file,
        (int64_t)(from->number + row->number),
        (int64_t)(from->line + row->line),
        (int64_t)(from->offset + row->offset),
        (int64_t)row->length,
        row->valid,
    };
    for (size_t i = 0; i < sizeof place / sizeof *place; i++)
        sqlite3_bind_int64(s, at++, place[i]);
    bind_some(s, at++, word_of(r, span_text(b, row->text[ROW_RULES])));
    sqlite3_bind_int64(s, at++, row->result);
    sqlite3_bind_int64(s, at++, row->by_rules);
    bind_some(s, at++, word_of(r, span_text(b, row->text[ROW_ENDING])));
    sqlite3_bind_int64(s, at++, row->plies);
    bind_number(s, at++, row->points);
    bind_number(s, at++, row->claimed);
    sqlite3_bind_int64(s, at++, row->given);
    bind_some(s, at++, row->unmarked | row->too_long << 1 | row->broken << 2);
    for (unsigned side = 0; side < 2; side++) {
        zet_text name = span_text(b, row->text[ROW_NAME + side]);
        zet_text key = span_text(b, row->text[ROW_ID + side]);
        bind_some(s, at++, name.length || key.length ? number_of(r, &r->person, name, key) : 0);
    }
    for (unsigned side = 0; side < 2; side++)
        bind_number_or_text(s, at++, span_text(b, row->text[ROW_RATING + side]));
    bind_some(s, at++, word_of(r, span_text(b, row->text[ROW_EVENT])));
    bind_some(s, at++, word_of(r, span_text(b, row->text[ROW_SITE])));
    bind_number_or_text(s, at++, span_text(b, row->text[ROW_ROUND]));
    database_bind(s, at++, span_text(b, row->text[ROW_DATE]));
    bind_number_or_text(s, at++, span_text(b, row->text[ROW_TABLE]));
    bind_some(s, at++, word_of(r, span_text(b, row->text[ROW_TERMINATION])));
    bind_some(s, at++, (int64_t)row->line_key);
    bind_some(s, at++, row->opening);
    sqlite3_bind_int64(s, at++, (int64_t)row->content);
    bind_some(s, at++, (int64_t)row->final_key);
    bind_some(s, at++, word_of(r, span_text(b, row->text[ROW_FIRST])));
    bind_number(s, at++, row->level);
    for (int i = 0; i < MEASURES_KEPT; i++) {
        const zet_amount *a = &row->amount[i];
        bind_some(s, at++, (int64_t)a->sum);
        bind_number(s, at++, a->moves == row->plies ? -1 : (int64_t)a->moves);
        bind_some(s, at++, (int64_t)a->most << 16 | a->ply);
    }
}

/* The summary. */

static bool write_counted(struct rows *r, const struct counted *c) {
    int64_t columns[COUNTED_KEYS + COUNTED_SUMS];
    memcpy(columns, c->key, sizeof c->key);
    memcpy(columns + COUNTED_KEYS, c->sum, sizeof c->sum);
    return database_put(r->db, r->count, COUNTED_KEYS + COUNTED_SUMS, columns);
}

bool rows_flush(struct rows *r) {
    for (size_t i = 0; i < COUNTED; i++) {
        if (r->counted[i].sum[0] && !write_counted(r, &r->counted[i]))
            return false;
        r->counted[i].sum[0] = 0;
    }
    return !r->db->failed;
}

static bool count(struct rows *r, const struct counted *new) {
    zet_text key = {(const char *)new->key, sizeof new->key};
    struct counted *c = &r->counted[batch_hash(key) % COUNTED];
    if (c->sum[0] && memcmp(c->key, new->key, sizeof c->key)) {
        if (!write_counted(r, c))
            return false;
        c->sum[0] = 0;
    }
    if (!c->sum[0])
        *c = (struct counted){0};
    memcpy(c->key, new->key, sizeof c->key);
    for (size_t i = 0; i < COUNTED_SUMS; i++)
        c->sum[i] += new->sum[i];
    return true;
}

/* The year at the beginning of a date. */
static int64_t year_of(zet_text date) {
    int64_t year = 0;
    for (size_t i = 0; i < 4; i++) {
        if (i >= date.length || date.at[i] < '0' || date.at[i] > '9')
            return 0;
        year = year * 10 + (date.at[i] - '0');
    }
    return year;
}

/* Counts a valid game. */
static bool count_game(struct rows *r, const struct batch *b, const struct row *row) {
    const int64_t values[COUNTED_KINDS] = {
        row->plies, word_of(r, span_text(b, row->text[ROW_ENDING])),
        word_of(r, span_text(b, row->text[ROW_FIRST])), row->level};
    struct counted c = {.key = {year_of(span_text(b, row->text[ROW_DATE])),
                                word_of(r, span_text(b, row->text[ROW_RULES]))},
                        .sum = {1, row->plies}};
    for (size_t i = 0; i < MEASURES_KEPT; i++) {
        c.sum[2 + 2 * i] = (int64_t)row->amount[i].sum;
        c.sum[3 + 2 * i] = (int64_t)row->amount[i].moves;
    }
    for (int kind = 0; kind < COUNTED_KINDS; kind++) {
        c.key[2] = kind;
        c.key[3] = values[kind];
        c.key[4] = kind == COUNTED_LENGTHS ? 0 : row->result;
        if ((kind != COUNTED_LEVELS || row->level >= 0) && !count(r, &c))
            return false;
    }
    return true;
}

bool rows_add_peaks(struct rows *r, int64_t file, int64_t from) {
    for (int i = 0; i < MEASURES_KEPT && r->summary; i++)
        database_run(
            r->db,
            "INSERT INTO peak SELECT file, " SQL_YEAR ", rules, %d, "
            "max(peak%d >> 16 << 40 | (1 << 40) - 1 - number) FROM game WHERE %sfile = %lld AND "
            "%sid >= %lld AND valid AND peak%d > 0 GROUP BY 2, 3 ON CONFLICT DO UPDATE SET "
            "best = max(best, excluded.best)",
            i, i, from ? "+" : "", (long long)file, from ? "" : "+", (long long)from, i);
    return !r->db->failed;
}

static bool keep_fault(struct rows *r, const struct row *row, zet_text fault) {
    const int64_t place[] = {r->next_game, row->fault_line, row->fault_column};
    database_bind(r->fault, 4, fault);
    return row->valid || !fault.length || database_put(r->db, r->fault, 3, place);
}

static bool keep_others(struct rows *r, const struct batch *b, size_t row, size_t *next) {
    for (int place = 0; *next < b->other_count && b->other[*next].game == row; place++, ++*next) {
        const struct other_player *o = &b->other[*next];
        int64_t person = number_of(r, &r->person, span_text(b, o->name), span_text(b, o->id));
        if (!database_put(r->db, r->other, 3, (int64_t[]){r->next_game, place, person}))
            return false;
    }
    return true;
}

static bool keep_found(struct rows *r, const struct row *row) {
    return !row->found || database_put(r->db, r->seen, 2, (int64_t[]){r->next_game, row->ply});
}

static bool keep_move(struct rows *r, zet_text record) {
    database_bind(r->move, 2, record);
    return !record.length || database_put(r->db, r->move, 1, &r->next_game);
}

bool rows_add(struct rows *r, const struct batch *b, const struct rows_from *from) {
    size_t other = 0;
    for (size_t i = 0; i < b->row_count && !r->db->failed; i++) {
        const struct row *row = &b->row[i];
        bind_game(r, b, row, from);
        if (!database_step(r->db, r->game) ||
            (r->summary && row->valid && !count_game(r, b, row)) || !keep_others(r, b, i, &other) ||
            !keep_fault(r, row, span_text(b, row->text[ROW_FAULT])) || !keep_found(r, row) ||
            !keep_move(r, span_text(b, row->text[ROW_REPLAY])))
            return false;
        r->next_game++;
    }
    return !r->db->failed;
}

/* Subtracts the games selected by `which` from `summary`. */
static bool discount(struct rows *r, const char *which) {
    bool done = rows_flush(r);
    for (int kind = 0; kind < COUNTED_KINDS && done; kind++) {
        const char *column = counted_columns[kind];
        done = database_run(
            r->db,
            "INSERT INTO summary SELECT year, rules, %d, value, result, -games, -plies, "
            "-sum0, -moves0, -sum1, -moves1 FROM (SELECT " SQL_YEAR " AS year, rules, "
            "coalesce(%s, 0) AS value, %s AS result, count(*) AS games, sum(plies) AS plies, "
            "coalesce(sum(sum0), 0) AS sum0, sum(coalesce(moves0, plies)) AS moves0, "
            "coalesce(sum(sum1), 0) AS sum1, sum(coalesce(moves1, plies)) AS moves1 "
            "%s AND valid AND (%d OR level >= 0) GROUP BY 1, 2, 3, 4) WHERE 1 " ADD_SUMS,
            kind, column, kind == COUNTED_LENGTHS ? "0" : "result", which, kind != COUNTED_LEVELS);
    }
    return done && database_run(r->db, "DELETE FROM summary WHERE games = 0");
}

bool rows_remove(struct rows *r, int64_t file, int64_t number, bool positions) {
    char which[100];
    snprintf(which, sizeof which, "FROM game WHERE file = %lld AND number >= %lld", (long long)file,
             (long long)number);
    bool peaks = database_number(r->db, 0,
                                 "SELECT count(*) FROM peak WHERE file = %lld AND (1 << 40) - 1 - "
                                 "(best & (1 << 40) - 1) >= %lld",
                                 (long long)file, (long long)number) > 0;
    return discount(r, which) &&
           database_run(r->db,
                        "DELETE FROM peak WHERE %d AND file = %lld;"
                        "%s%s%s;"
                        "DELETE FROM move WHERE game IN (SELECT id %s);"
                        "DELETE FROM other WHERE game IN (SELECT id %s);"
                        "DELETE FROM fault WHERE game IN (SELECT id %s); DELETE %s",
                        peaks, (long long)file, positions ? "INSERT INTO gone SELECT id " : "",
                        positions ? which : "", positions ? " AND valid" : "", which, which, which,
                        which) &&
           (!peaks || rows_add_peaks(r, file, 0));
}
