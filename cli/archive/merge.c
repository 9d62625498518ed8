/* Several segments become one. The postings come from buckets, and from positions of the trees that
   have too few games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/archive/segment.h"
#include "cli/archive/segment_writer.h"

/* The postings of one segment in their order. */
struct stream {
    const struct segment *segment;
    sqlite3_stmt *rows;
    struct bucket bucket;
    struct posting now; /* its key has as many bits as those of the new segment */
    bool ended;
};

/* The rows of one position of all trees, in the order of their moves. */
struct position {
    uint64_t key;
    bool ended; /* there are no more */
    struct position_move {
        char *move;
        struct tree_list games;
    } * at;
    size_t count, cap;
    size_t games;
};

struct merge {
    struct database *db;
    const struct segment *from;
    size_t count;
    struct stream *stream;
    struct segment_writer to;
    sqlite3_stmt *tree; /* of all these segments; it stands on the first row of the next position */
    bool tree_ended;
    struct position position;
    int64_t *gone; /* games that are no more, ascending */
    size_t gone_count;
};

/* Games that were removed. */

static bool read_gone(struct merge *m) {
    int64_t count = database_number(m->db, "SELECT count(*) FROM gone", 0);
    sqlite3_stmt *rows = database_prepare(m->db, "SELECT game FROM gone ORDER BY game");
    m->gone = malloc((size_t)(count + 1) * sizeof *m->gone);
    if (!m->gone)
        database_no_memory(m->db);
    while (m->gone && (int64_t)m->gone_count < count && database_row(m->db, rows))
        m->gone[m->gone_count++] = sqlite3_column_int64(rows, 0);
    sqlite3_finalize(rows);
    return !m->db->failed;
}

static int by_number(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static bool is_gone(const struct merge *m, int64_t game) {
    return m->gone_count && bsearch(&game, m->gone, m->gone_count, sizeof game, by_number);
}

/* Postings. */

static void stream_next(struct merge *m, struct stream *s) {
    do {
        while (!bucket_next(&s->bucket, &s->now)) {
            if (s->bucket.bits.failed)
                database_damaged(m->db, "a bucket of postings cannot be read");
            if (m->db->failed || !database_row(m->db, s->rows)) {
                s->ended = true;
                return;
            }
            s->bucket = bucket_open(s->segment, s->rows);
        }
        s->now.key >>= s->segment->key_bits - m->to.segment.key_bits;
    } while (is_gone(m, s->now.game));
}

static bool stream_open(struct merge *m, struct stream *s, const struct segment *segment) {
    *s = (struct stream){.segment = segment};
    s->bucket.segment = segment;
    s->rows = database_prepare(
        m->db, "SELECT id, data FROM posting WHERE id >= ?1 AND id < ?2 ORDER BY id");
    if (!s->rows)
        return false;
    sqlite3_bind_int64(s->rows, 1, segment->id << KEY_BITS_MAX);
    sqlite3_bind_int64(s->rows, 2, (segment->id + 1) << KEY_BITS_MAX);
    stream_next(m, s);
    return !m->db->failed;
}

/* The stream with the least posting; NULL where all have ended. Few streams, so that they are gone
   through. */
static struct stream *least_stream(struct merge *m) {
    struct stream *least = NULL;
    for (size_t i = 0; i < m->count; i++)
        if (!m->stream[i].ended && (!least || m->stream[i].now.key < least->now.key))
            least = &m->stream[i];
    return least;
}

/* Positions of the trees. */

static const struct segment *segment_numbered(const struct merge *m, int64_t id) {
    for (size_t i = 0; i < m->count; i++)
        if (m->from[i].id == id)
            return &m->from[i];
    return NULL;
}

/* Another move of the position; NULL where memory runs out. */
static struct position_move *add_move(struct position *p, zet_text move) {
    if (p->count == p->cap) {
        size_t cap = p->cap ? p->cap * 2 : 64;
        struct position_move *at = realloc(p->at, cap * sizeof *at);
        if (!at)
            return NULL;
        memset(at + p->cap, 0, (cap - p->cap) * sizeof *at);
        p->at = at;
        p->cap = cap;
    }
    struct position_move *added = &p->at[p->count];
    added->move = strndup(move.at, move.length);
    added->games.count = 0;
    p->count += added->move != NULL;
    return added->move ? added : NULL;
}

/* Takes the games of the present row of the trees. */
static bool take_row(struct merge *m) {
    struct position *p = &m->position;
    const struct segment *s = segment_numbered(m, sqlite3_column_int64(m->tree, 0));
    zet_text move = database_text(m->tree, 2);
    struct position_move *to = p->count ? &p->at[p->count - 1] : NULL;
    struct packed_list list = {sqlite3_column_blob(m->tree, 3),
                               (size_t)sqlite3_column_bytes(m->tree, 3),
                               sqlite3_column_int64(m->tree, 4)};
    bool damaged = false;
    if (!s)
        return true;
    if (!to || strlen(to->move) != move.length || memcmp(to->move, move.at, move.length))
        to = add_move(p, move);
    size_t old = to ? to->games.count : 0, kept = old;
    if (!to || !tree_list_unpack(&to->games, s, &list, &damaged))
        return damaged ? database_damaged(m->db, "a list of games") : database_no_memory(m->db);
    for (size_t i = old; i < to->games.count; i++)
        if (!is_gone(m, to->games.at[i].game))
            to->games.at[kept++] = to->games.at[i];
    to->games.count = kept;
    p->games += kept - old;
    return true;
}

static void forget_position(struct position *p) {
    for (size_t i = 0; i < p->count; i++)
        free(p->at[i].move);
    p->count = p->games = 0;
}

/* Goes to the next position that any game is left of. */
static bool next_position(struct merge *m) {
    struct position *p = &m->position;
    do {
        forget_position(p);
        p->ended = m->tree_ended;
        if (p->ended)
            return !m->db->failed;
        int64_t key = sqlite3_column_int64(m->tree, 1);
        p->key = tree_key_of(key);
        do
            if (!take_row(m))
                return false;
        while (!(m->tree_ended = !database_row(m->db, m->tree)) &&
               sqlite3_column_int64(m->tree, 1) == key);
    } while (!p->games && !m->db->failed);
    return !m->db->failed;
}

static bool write_position(struct merge *m) {
    struct position *p = &m->position;
    bool tree = p->games >= (m->to.segment.raw ? TREE_GAMES_RAW : TREE_GAMES);
    for (size_t i = 0; i < p->count && !m->db->failed; i++) {
        const struct tree_list *games = &p->at[i].games;
        if (tree && games->count)
            segment_write_move(&m->to, p->key, zet_text_of(p->at[i].move), games);
        for (size_t k = 0; !tree && k < games->count; k++)
            segment_write_game(&m->to, p->key, games->at[k].game);
    }
    return next_position(m);
}

/* All of it. */

static bool merge_all(struct merge *m) {
    struct stream *least = least_stream(m);
    while ((least || !m->position.ended) && !m->db->failed) {
        uint64_t key = segment_key(&m->to.segment, m->position.key);
        if (!m->position.ended && (!least || key <= least->now.key)) {
            write_position(m);
        } else {
            segment_write_posting(&m->to, least->now);
            stream_next(m, least);
            least = least_stream(m);
        }
    }
    return !m->db->failed;
}

static struct segment planned(const struct segment *from, size_t count, bool raw) {
    struct segment s = {
        .first_game = from[0].first_game, .last_game = from[count - 1].last_game, .raw = raw};
    uint64_t postings = 0;
    unsigned most = KEY_BITS_MAX;
    for (size_t i = 0; i < count; i++) {
        postings += (uint64_t)from[i].postings;
        most = from[i].key_bits < most ? from[i].key_bits : most;
        s.games += from[i].games;
    }
    unsigned wanted = segment_key_bits(postings);
    s.key_bits = wanted < most ? wanted : most;
    segment_pack(&s, postings);
    return s;
}

static bool open_all(struct merge *m) {
    m->tree = database_prepare(
        m->db, "SELECT segment, key, move, list, open + win0 + win1 + draw FROM tree "
               "WHERE segment IN (SELECT id FROM merging) ORDER BY key, move, segment");
    m->stream = calloc(m->count, sizeof *m->stream);
    if (!m->stream)
        return database_no_memory(m->db);
    for (size_t i = 0; i < m->count; i++)
        if (!stream_open(m, &m->stream[i], &m->from[i]))
            return false;
    m->tree_ended = !database_row(m->db, m->tree);
    return segment_writer_begin(&m->to) && next_position(m);
}

static void close_all(struct merge *m) {
    for (size_t i = 0; m->stream && i < m->count; i++)
        sqlite3_finalize(m->stream[i].rows);
    sqlite3_finalize(m->tree);
    forget_position(&m->position);
    for (size_t i = 0; i < m->position.cap; i++)
        free(m->position.at[i].games.at);
    free(m->position.at);
    free(m->stream);
    free(m->gone);
}

/* Removes what has become part of the new segment. */
static bool remove_old(struct merge *m) {
    char sql[300];
    for (size_t i = 0; i < m->count; i++) {
        const struct segment *s = &m->from[i];
        snprintf(sql, sizeof sql,
                 "DELETE FROM posting WHERE id >= %lld AND id < %lld;"
                 "DELETE FROM tree WHERE segment = %lld; DELETE FROM segment WHERE id = %lld;"
                 "DELETE FROM gone WHERE game BETWEEN %lld AND %lld",
                 (long long)(s->id << KEY_BITS_MAX), (long long)((s->id + 1) << KEY_BITS_MAX),
                 (long long)s->id, (long long)s->id, (long long)s->first_game,
                 (long long)s->last_game);
        if (!database_run(m->db, sql))
            return false;
    }
    return true;
}

static bool list_merged(struct merge *m) {
    char sql[80];
    bool done = database_run(m->db, "CREATE TEMP TABLE IF NOT EXISTS merging(id INTEGER);"
                                    "DELETE FROM temp.merging");
    for (size_t i = 0; i < m->count && done; i++) {
        snprintf(sql, sizeof sql, "INSERT INTO temp.merging VALUES(%lld)",
                 (long long)m->from[i].id);
        done = database_run(m->db, sql);
    }
    return done;
}

/* Makes one of segments that lie beside each other. */
static bool merge(struct database *db, const struct segment *from, size_t count, bool raw) {
    struct merge m = {.db = db, .from = from, .count = count};
    m.to = (struct segment_writer){.db = db, .segment = planned(from, count, raw)};
    bool done = read_gone(&m) && list_merged(&m) && open_all(&m) && merge_all(&m);
    close_all(&m);
    done = segment_writer_end(&m.to) && done;
    return done && remove_old(&m);
}

struct segment *segments_read(struct database *db, size_t *count) {
    int64_t most = database_number(db, "SELECT count(*) FROM segment", 0);
    struct segment *s = calloc((size_t)most + 1, sizeof *s);
    sqlite3_stmt *rows = database_prepare(
        db, "SELECT id, first_game, last_game, games, postings, key_bits, rice, raw FROM segment "
            "ORDER BY first_game");
    *count = 0;
    if (!s)
        database_no_memory(db);
    while (s && (int64_t)*count < most && database_row(db, rows)) {
        int64_t v[8];
        for (int i = 0; i < 8; i++)
            v[i] = sqlite3_column_int64(rows, i);
        if (v[0] < 1 || v[0] >= SEGMENT_MAX || v[1] < 0 || v[2] < v[1] || v[2] >> GAME_BITS_MAX ||
            v[4] < 0 || v[5] < KEY_BITS_MIN || v[5] > KEY_BITS_MAX || v[6] < 0 || v[6] > v[5])
            database_damaged(db, "a row of segment");
        s[(*count)++] = (struct segment){.id = v[0],
                                         .first_game = v[1],
                                         .last_game = v[2],
                                         .games = v[3],
                                         .postings = v[4],
                                         .key_bits = (unsigned)v[5],
                                         .rice = (unsigned)v[6],
                                         .raw = v[7] != 0};
    }
    sqlite3_finalize(rows);
    return s;
}

/* Whether the first segment, with most games, is left as it is when the others become one. */
static bool first_stays(const struct segment *s, size_t count, int64_t gone) {
    int64_t rest = 0;
    for (size_t i = 1; i < count; i++)
        rest += s[i].games;
    return !s[0].raw && rest <= s[0].games / 4 && gone <= s[0].games / 4;
}

bool segments_settle(struct database *db) {
    size_t count;
    bool done = true;
    struct segment *s = segments_read(db, &count);
    int64_t gone = database_number(db, "SELECT count(*) FROM gone", 0);
    if (db->failed || !count)
        done = !db->failed;
    else if (!first_stays(s, count, gone))
        done = merge(db, s, count, false);
    else if (count > 2)
        done = merge(db, s + 1, count - 1, true);
    free(s);
    return done;
}
