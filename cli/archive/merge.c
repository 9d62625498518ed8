/* Several segments become one: the first one, which may have a tree, and raw ones after it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/archive/segment.h"

/* The postings of one segment in their order. */
struct stream {
    const struct segment *segment;
    sqlite3_stmt *rows;
    struct bucket bucket;
    struct posting now;
    uint64_t key; /* its first bits, as many as the new segment has */
};

struct merge {
    struct database *db;
    const struct segment *from;
    size_t count;
    struct stream *stream;
    struct stream **heap; /* those that have not ended, the one with the least key first */
    size_t heap_count;
    struct segment_writer to;
    sqlite3_stmt *tree; /* of the first segment; it stands on the first row of the next position */
    bool tree_ended;
    struct arrivals here; /* at the positions whose keys begin alike */
    struct gone gone;
};

/* Postings. */

/* Whether a stream comes before another one; of equal keys the games ascend. */
static bool is_before(const struct stream *a, const struct stream *b) {
    return a->key != b->key ? a->key < b->key : a < b;
}

/* Puts the stream at that place of the heap where it belongs below. */
static void sink(struct merge *m, size_t at) {
    struct stream *s = m->heap[at];
    for (size_t next; (next = 2 * at + 1) < m->heap_count; at = next) {
        next += next + 1 < m->heap_count && is_before(m->heap[next + 1], m->heap[next]);
        if (!is_before(m->heap[next], s))
            break;
        m->heap[at] = m->heap[next];
    }
    m->heap[at] = s;
}

/* Goes to the next posting. False at the end. */
static bool stream_next(struct merge *m, struct stream *s) {
    do
        while (!bucket_next(&s->bucket, &s->now)) {
            if (s->bucket.bits.failed)
                database_damaged(m->db, "a bucket of postings cannot be read");
            if (m->db->failed || !database_row(m->db, s->rows))
                return false;
            bucket_open(&s->bucket, s->segment, s->rows);
        }
    while (gone_has(&m->gone, s->now.game));
    s->key = segment_key(&m->to.segment, s->now.key);
    return true;
}

static bool stream_open(struct merge *m, struct stream *s, const struct segment *segment) {
    s->segment = segment;
    s->rows = database_prepare(
        m->db, "SELECT id, data FROM posting WHERE id >= ?1 AND id < ?2 ORDER BY id");
    if (!s->rows)
        return false;
    sqlite3_bind_int64(s->rows, 1, segment->id << KEY_BITS_MAX);
    sqlite3_bind_int64(s->rows, 2, (segment->id + 1) << KEY_BITS_MAX);
    if (stream_next(m, s))
        m->heap[m->heap_count++] = s;
    return !m->db->failed;
}

/* Positions. */

/* Takes the games of the present row of the tree, and goes to the next one. */
static bool take_row(struct merge *m) {
    struct arrivals *here = &m->here;
    struct arrival as = {.key = tree_key_of(sqlite3_column_int64(m->tree, 0))};
    struct packed_list list = {sqlite3_column_blob(m->tree, 2),
                               (size_t)sqlite3_column_bytes(m->tree, 2),
                               sqlite3_column_int64(m->tree, 3)};
    bool damaged = false;
    size_t kept = here->count, first = kept;
    if (!arrivals_add_text(here, database_text(m->tree, 1), &as.move) ||
        !tree_list_unpack(here, m->from, &list, as, &damaged))
        return damaged ? database_damaged(m->db, "a list of games") : database_no_memory(m->db);
    for (size_t i = first; i < here->count; i++)
        if (!gone_has(&m->gone, here->at[i].game))
            here->at[kept++] = here->at[i];
    here->count = kept;
    m->tree_ended = !database_row(m->db, m->tree);
    return true;
}

static bool take_posting(struct merge *m, const struct posting *p) {
    struct arrival a = {p->game, p->key, 0, p->result};
    if (!p->whole)
        return posting_write(&m->to.postings, *p);
    return (arrivals_add_text(&m->here, zet_text_of(p->move), &a.move) &&
            arrivals_add(&m->here, a)) ||
           database_no_memory(m->db);
}

static int by_key(const void *a, const void *b) {
    const struct arrival *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->game > y->game) - (x->game < y->game);
}

/* Writes the positions whose games were taken. */
static void write_here(struct merge *m) {
    struct arrivals *here = &m->here;
    if (here->count)
        qsort(here->at, here->count, sizeof *here->at, by_key);
    for (size_t i = 0, next; i < here->count && !m->db->failed; i = next) {
        for (next = i + 1; next < here->count && here->at[next].key == here->at[i].key;)
            next++;
        segment_write_position(&m->to, &here->at[i], next - i, here->text);
    }
    here->count = here->text_used = 0;
}

/* All of it. */

static uint64_t tree_now(const struct merge *m) {
    return m->tree_ended
               ? UINT64_MAX
               : segment_key(&m->to.segment, tree_key_of(sqlite3_column_int64(m->tree, 0)));
}

static bool merge_all(struct merge *m) {
    uint64_t tree = tree_now(m);
    while ((m->heap_count || !m->tree_ended) && !m->db->failed) {
        uint64_t key = m->heap_count && m->heap[0]->key < tree ? m->heap[0]->key : tree;
        while (tree == key && !m->tree_ended && take_row(m))
            tree = tree_now(m);
        while (m->heap_count && m->heap[0]->key == key && take_posting(m, &m->heap[0]->now)) {
            if (!stream_next(m, m->heap[0]))
                m->heap[0] = m->heap[--m->heap_count];
            sink(m, 0);
        }
        write_here(m);
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
    m->tree = database_prepare(m->db, "SELECT key, move, list, open + win0 + win1 + draw FROM tree "
                                      "WHERE segment = ?1 ORDER BY key, move");
    m->stream = calloc(m->count, sizeof *m->stream);
    m->heap = calloc(m->count, sizeof *m->heap);
    if (!m->stream || !m->heap || !m->tree)
        return database_no_memory(m->db);
    sqlite3_bind_int64(m->tree, 1, m->from->id);
    for (size_t i = 0; i < m->count; i++)
        if (!stream_open(m, &m->stream[i], &m->from[i]))
            return false;
    for (size_t i = m->heap_count / 2; i-- > 0;)
        sink(m, i);
    m->tree_ended = !database_row(m->db, m->tree);
    return segment_writer_begin(&m->to);
}

static void close_all(struct merge *m) {
    for (size_t i = 0; m->stream && i < m->count; i++)
        sqlite3_finalize(m->stream[i].rows);
    sqlite3_finalize(m->tree);
    arrivals_free(&m->here);
    free(m->stream);
    free(m->heap);
    free(m->gone.at);
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

/* Makes one of segments that lie beside each other. */
static bool merge(struct database *db, const struct segment *from, size_t count, bool raw) {
    struct merge m = {.db = db, .from = from, .count = count};
    m.to = (struct segment_writer){.db = db, .segment = planned(from, count, raw)};
    bool done = gone_read(&m.gone, db) && open_all(&m) && merge_all(&m);
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
            v[4] < 0 || (*count && !v[7]) || v[5] < KEY_BITS_MIN || v[5] > KEY_BITS_MAX ||
            v[6] < 0 || v[6] > v[5])
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
    enum { REST_MOST = 100000 }; /* games whose postings of one position are quickly read */
    int64_t rest = 0;
    for (size_t i = 1; i < count; i++)
        rest += s[i].games;
    return !s[0].raw && rest <= s[0].games / 4 && rest <= REST_MOST && gone <= s[0].games / 4;
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
