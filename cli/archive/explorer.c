#include "cli/archive/explorer.h"

#include <stdlib.h>
#include <string.h>

#include "cli/archive/segment.h"
#include "cli/list.h"

/* Moves. */

void explored_free(struct explored *e) {
    for (size_t i = 0; i < e->count; i++)
        free(e->at[i].move);
    free(e->at);
    *e = (struct explored){0};
}

/* The move's entry; NULL where memory runs out. */
static struct explored_move *entry_of(struct explored *e, zet_text move) {
    for (size_t i = 0; i < e->count; i++)
        if (strlen(e->at[i].move) == move.length &&
            (!move.length || !memcmp(e->at[i].move, move.at, move.length)))
            return &e->at[i];
    if (!list_reserve(&e->at, &e->cap, e->count + 1, sizeof *e->at))
        return NULL;
    struct explored_move *m = &e->at[e->count];
    *m = (struct explored_move){.move = move.length ? strndup(move.at, move.length) : strdup("")};
    e->count += m->move != NULL;
    return m->move ? m : NULL;
}

static void add_game(struct explored_move *m, int64_t game, unsigned result) {
    m->results[result & 3]++;
    if (m->games < EXAMPLES)
        m->example[m->games] = game;
    m->games++;
}

/* Trees. */

/* Whether any game of the segment was removed. */
static bool has_gone(struct database *db, const struct segment *s) {
    char sql[120];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM gone WHERE game BETWEEN %lld AND %lld",
             (long long)s->first_game, (long long)s->last_game);
    return database_number(db, sql, 0) > 0;
}

/* Adds the games of a list; with `gone` those that are still there. */
static bool add_list(struct database *db, struct explored_move *m, const struct tree_list *list,
                     sqlite3_stmt *gone) {
    for (size_t i = 0; i < list->count && !db->failed; i++) {
        sqlite3_bind_int64(gone, 1, list->at[i].game);
        if (database_row(db, gone))
            sqlite3_reset(gone);
        else
            add_game(m, list->at[i].game, list->at[i].result);
    }
    return !db->failed;
}

/* Adds a row of the tree as its sums say. */
static void add_sums(struct explored_move *m, sqlite3_stmt *row, const struct tree_list *first) {
    for (size_t i = 0; i < first->count && m->games + i < EXAMPLES; i++)
        m->example[m->games + i] = first->at[i].game;
    for (int i = 0; i < 4; i++) {
        m->results[i] += (uint64_t)sqlite3_column_int64(row, 2 + i);
        m->games += (uint64_t)sqlite3_column_int64(row, 2 + i);
    }
}

static bool add_row(struct database *db, const struct segment *s, sqlite3_stmt *row,
                    sqlite3_stmt *gone, struct explored *out) {
    struct tree_list list = {0};
    bool damaged = false;
    int64_t count = 0;
    struct explored_move *m = entry_of(out, database_text(row, 0));
    for (int i = 0; i < 4; i++)
        count =
            sqlite3_column_int64(row, 2 + i) < 0 ? -1 : count + sqlite3_column_int64(row, 2 + i);
    struct packed_list packed = {sqlite3_column_blob(row, 1), (size_t)sqlite3_column_bytes(row, 1),
                                 gone || count < EXAMPLES ? count : EXAMPLES};
    bool read = m && count >= 0 && tree_list_unpack(&list, s, &packed, &damaged);
    if (damaged || count < 0)
        database_damaged(db, "a list of games");
    else if (!read)
        database_no_memory(db);
    else if (gone)
        add_list(db, m, &list, gone);
    else
        add_sums(m, row, &list);
    free(list.at);
    return !db->failed;
}

/* *there: the position is in the segment's tree. */
static bool add_tree(struct database *db, const struct segment *s, uint64_t key,
                     struct explored *out, bool *there) {
    sqlite3_stmt *gone =
        has_gone(db, s) ? database_prepare(db, "SELECT 1 FROM gone WHERE game = ?1") : NULL;
    sqlite3_stmt *rows = database_prepare(db, "SELECT move, list, open, win0, win1, draw FROM tree "
                                              "WHERE segment = ?1 AND key = ?2");
    if (rows) {
        sqlite3_bind_int64(rows, 1, s->id);
        sqlite3_bind_int64(rows, 2, tree_key(key));
    }
    for (*there = false; database_row(db, rows); *there = true)
        add_row(db, s, rows, gone, out);
    sqlite3_finalize(rows);
    sqlite3_finalize(gone);
    return !db->failed;
}

/* Postings. */

struct search {
    struct database *db;
    const struct segment *segment;
    uint64_t key;
    struct explored *out;
    int64_t game;
    bool tree; /* the position is in the segment's tree too */
};

static bool has_game(const struct tree_list *l, int64_t game) {
    for (size_t i = 0; i < l->count; i++)
        if (l->at[i].game == game)
            return true;
    return false;
}

/* Whether the game is in the segment's tree with that move, and so was added: its posting is of
   another position with these bits. */
static bool is_in_tree(const struct search *s, zet_text move) {
    struct tree_list list = {0};
    bool damaged = false;
    sqlite3_stmt *row = database_prepare(s->db, "SELECT list, open + win0 + win1 + draw FROM tree "
                                                "WHERE segment = ?1 AND key = ?2 AND move = ?3");
    sqlite3_bind_int64(row, 1, s->segment->id);
    sqlite3_bind_int64(row, 2, tree_key(s->key));
    sqlite3_bind_text64(row, 3, move.at, move.length, SQLITE_STATIC, SQLITE_UTF8);
    if (database_row(s->db, row)) {
        struct packed_list packed = {sqlite3_column_blob(row, 0),
                                     (size_t)sqlite3_column_bytes(row, 0),
                                     sqlite3_column_int64(row, 1)};
        if (!tree_list_unpack(&list, s->segment, &packed, &damaged))
            damaged ? database_damaged(s->db, "a list of games") : database_no_memory(s->db);
    }
    sqlite3_finalize(row);
    bool found = has_game(&list, s->game);
    free(list.at);
    return found || s->db->failed;
}

/* Finds the first arrival of a game at the position, and the move that follows it. */
static bool find_arrival(void *context, const struct game_place *place, const zet_record *record) {
    struct search *s = context;
    zet_step step;
    size_t i = 0;
    bool more = zet_record_is_valid(record);
    while (more && (more = zet_record_step(record, i, &step)) && step.position != s->key)
        i++;
    if (!more || (s->tree && is_in_tree(s, step.move)))
        return true;
    struct explored_move *m = entry_of(s->out, step.move);
    if (m)
        add_game(m, s->game, (unsigned)place->result);
    return m != NULL;
}

/* The postings of a segment that was made of others may have a position of its tree: a game each
   of those that had no other one there. */
static bool add_postings(const struct archive *a, const struct segment *s, uint64_t key, bool tree,
                         struct explored *out) {
    uint64_t wanted = segment_key(s, key);
    sqlite3_stmt *row = database_prepare(
        a->db, "SELECT id, data FROM posting WHERE id <= ?1 AND id >= ?2 ORDER BY id DESC LIMIT 1");
    if (row) {
        sqlite3_bind_int64(row, 1, s->id << KEY_BITS_MAX | (int64_t)wanted);
        sqlite3_bind_int64(row, 2, s->id << KEY_BITS_MAX);
    }
    if (database_row(a->db, row)) {
        struct bucket b = bucket_open(s, row);
        struct posting p;
        struct search search = {.db = a->db, .segment = s, .key = key, .out = out, .tree = tree};
        struct tree_list seen = {0}; /* a game may have several positions with these bits */
        while (!a->db->failed && bucket_next(&b, &p) && p.key <= wanted) {
            if (p.key != wanted || has_game(&seen, p.game))
                continue;
            search.game = p.game;
            if (!tree_list_add(&seen, (struct tree_game){.game = p.game}))
                database_no_memory(a->db);
            else if (!archive_replay(a, p.game, find_arrival, &search))
                break;
        }
        free(seen.at);
        if (b.bits.failed)
            database_damaged(a->db, "a bucket of postings cannot be read");
    }
    sqlite3_finalize(row);
    return !a->db->failed;
}

static int by_games(const void *a, const void *b) {
    const struct explored_move *x = a, *y = b;
    if (x->games != y->games)
        return x->games < y->games ? 1 : -1;
    return strcmp(x->move, y->move);
}

bool explore(const struct archive *a, uint64_t key, struct explored *out) {
    size_t count, kept = 0;
    struct segment *s = segments_read(a->db, &count);
    bool there;
    for (size_t i = 0; i < count && !a->db->failed; i++)
        if (add_tree(a->db, &s[i], key, out, &there))
            add_postings(a, &s[i], key, there, out);
    free(s);
    for (size_t i = 0; i < out->count; i++) {
        if (!out->at[i].games) { /* all of them were removed */
            free(out->at[i].move);
            continue;
        }
        for (unsigned k = 0; k < 4; k++)
            out->results[k] += out->at[i].results[k];
        out->games += out->at[i].games;
        out->at[kept++] = out->at[i];
    }
    out->count = kept;
    if (out->count)
        qsort(out->at, out->count, sizeof *out->at, by_games);
    return !a->db->failed;
}
