/* Merges several segments: the first, which may have a tree, and raw ones. Rows are read in key
   ranges; threads build the new rows of a range, which are written in order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/archive/segment.h"
#include "cli/archive/workers.h"

/* The approximate number of postings in a range. */
enum { RANGE_BITS_MIN = PART_BITS, RANGE_BITS_MAX = KEY_BITS_MIN, RANGE_POSTINGS = 1 << 18 };

struct merge {
    struct database *db;
    const struct segment *from;
    size_t count;
    struct segment_writer to;
    struct gone gone;
    unsigned range_bits;

    /* Next rows. */
    sqlite3_stmt **rows; /* postings of each segment; NULL at the end */
    sqlite3_stmt *tree;  /* of the first segment; likewise */
    struct packed_rows
        *last; /* the last bucket of each segment, which may reach into the next range */
};

/* The postings of one segment in order. */
struct stream {
    const struct segment *segment;
    const struct packed_rows *rows;
    size_t next; /* index of a row */
    struct bucket bucket;
    struct posting now;
    uint64_t key; /* its first bits, as many as the new segment uses */
};

/* A range of keys. */
struct range {
    const struct merge *merge;
    uint64_t first, last;
    struct packed_rows *rows; /* of each segment; the first has the tree, too */

    struct stream *stream;
    struct stream **heap; /* unfinished streams, the one with the least key first */
    size_t heap_count, tree_next;
    struct arrivals here; /* arrivals at positions with the same first key bits */
    struct packer to;
    const char *damaged; /* or NULL */
    bool no_memory;
};

static bool fail(struct range *r, const char *damaged) {
    r->damaged = damaged;
    r->no_memory |= !damaged;
    return false;
}

static bool is_fine(const struct range *r) { return !r->damaged && !r->no_memory; }

/* Postings. */

/* Whether a stream comes before another. With equal keys, earlier segments come first. */
static bool is_before(const struct stream *a, const struct stream *b) {
    return a->key != b->key ? a->key < b->key : a < b;
}

/* Moves the stream at that index of the heap down to its place. */
static void sink(struct range *r, size_t at) {
    struct stream *s = r->heap[at];
    for (size_t next; (next = 2 * at + 1) < r->heap_count; at = next) {
        next += next + 1 < r->heap_count && is_before(r->heap[next + 1], r->heap[next]);
        if (!is_before(r->heap[next], s))
            break;
        r->heap[at] = r->heap[next];
    }
    r->heap[at] = s;
}

/* Steps to the next posting. Returns false at the end of the rows. */
static bool go_on(struct range *r, struct stream *s) {
    while (!bucket_next(&s->bucket, &s->now)) {
        if (s->bucket.bits.failed)
            return fail(r, "a bucket of postings cannot be read");
        if (s->next == s->rows->bucket_count)
            return false;
        const struct packed_bucket *b = &s->rows->bucket[s->next++];
        bucket_open(&s->bucket, s->segment, b->first,
                    (zet_text){(const char *)s->rows->data + b->at, b->size});
    }
    return true;
}

/* Steps to the next posting of the range. Returns false at its end. */
static bool stream_next(struct range *r, struct stream *s) {
    do
        if (!go_on(r, s))
            return false;
    while (s->now.key < r->first || gone_has(&r->merge->gone, s->now.game));
    s->key = segment_key(&r->to.segment, s->now.key);
    return s->now.key <= r->last;
}

/* Positions. */

/* Takes the games of the current tree row, and steps to the next row. */
static bool take_row(struct range *r) {
    struct arrivals *here = &r->here;
    const struct packed_rows *tree = &r->rows[0];
    const struct packed_move *row = &tree->move[r->tree_next++];
    struct arrival as = {.key = row->key};
    struct packed_list list = {tree->data + row->at, row->size, 0};
    bool damaged = false;
    size_t kept = here->count, first = kept;
    for (int i = 0; i < 4; i++)
        list.count += row->results[i];
    if (!arrivals_add_text(here, zet_text_of((const char *)tree->data + row->move), &as.move) ||
        !tree_list_unpack(here, r->merge->from, &list, as, &damaged))
        return fail(r, damaged ? "a list of games" : NULL);
    for (size_t i = first; i < here->count; i++)
        if (!gone_has(&r->merge->gone, here->at[i].game))
            here->at[kept++] = here->at[i];
    here->count = kept;
    return true;
}

static bool take_posting(struct range *r, const struct posting *p) {
    struct arrival a = {p->game, p->key, 0, p->result};
    bool done = p->whole ? arrivals_add_text(&r->here, zet_text_of(p->move), &a.move) &&
                               arrivals_add(&r->here, a)
                         : packer_add(&r->to, *p);
    return done || fail(r, NULL);
}

static int by_key(const void *a, const void *b) {
    const struct arrival *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->game > y->game) - (x->game < y->game);
}

/* Packs the positions whose games were taken. */
static void pack_here(struct range *r) {
    struct arrivals *here = &r->here;
    if (here->count)
        qsort(here->at, here->count, sizeof *here->at, by_key);
    for (size_t i = 0, next; i < here->count && is_fine(r); i = next) {
        for (next = i + 1; next < here->count && here->at[next].key == here->at[i].key;)
            next++;
        if (!segment_pack_position(&r->to, &here->at[i], next - i, here->text))
            fail(r, NULL);
    }
    here->count = here->text_used = 0;
}

/* Ranges. */

static uint64_t tree_now(const struct range *r) {
    const struct packed_rows *tree = &r->rows[0];
    return r->tree_next == tree->move_count
               ? UINT64_MAX
               : segment_key(&r->to.segment, tree->move[r->tree_next].key);
}

static void open_streams(struct range *r) {
    r->heap_count = r->tree_next = 0;
    for (size_t i = 0; i < r->merge->count; i++) {
        struct stream *s = &r->stream[i];
        *s = (struct stream){.segment = &r->merge->from[i], .rows = &r->rows[i]};
        if (stream_next(r, s))
            r->heap[r->heap_count++] = s;
    }
    for (size_t i = r->heap_count / 2; i-- > 0;)
        sink(r, i);
}

/* Frees the rows and arrivals, which are large for a position that most games reached. */
static void forget_rows(struct range *r) {
    for (size_t i = 0; r->rows && i < r->merge->count; i++)
        packed_rows_free(&r->rows[i]);
    arrivals_free(&r->here);
}

static void merge_range(void *own, void *job) {
    struct range *r = job;
    (void)own;
    open_streams(r);
    uint64_t tree = tree_now(r);
    while ((r->heap_count || tree != UINT64_MAX) && is_fine(r)) {
        uint64_t key = r->heap_count && r->heap[0]->key < tree ? r->heap[0]->key : tree;
        while (tree == key && tree != UINT64_MAX && take_row(r))
            tree = tree_now(r);
        while (r->heap_count && r->heap[0]->key == key && take_posting(r, &r->heap[0]->now)) {
            if (!stream_next(r, r->heap[0]))
                r->heap[0] = r->heap[--r->heap_count];
            sink(r, 0);
        }
        pack_here(r);
    }
    if (!packer_end(&r->to))
        fail(r, NULL);
    forget_rows(r);
}

static void end_range(void *job) {
    struct range *r = job;
    forget_rows(r);
    free(r->rows);
    free(r->stream);
    free(r->heap);
    packer_free(&r->to);
}

/* Reading rows. */

/* Steps to the next row. At the end, frees the statement and sets *s to NULL. */
static void next_row(struct merge *m, sqlite3_stmt **s) {
    if (database_row(m->db, *s))
        return;
    sqlite3_finalize(*s);
    *s = NULL;
}

/* Reads the segment's last bucket before the range, and the buckets that begin in it. */
static bool read_buckets(struct merge *m, size_t segment, uint64_t last, struct packed_rows *to) {
    sqlite3_stmt **s = &m->rows[segment];
    struct packed_rows *before = &m->last[segment];
    uint64_t end = segment_key(&m->from[segment], last), first;
    bool done = true;
    if (before->bucket_count)
        done = packed_add_bucket(to, before->bucket[0].first,
                                 (zet_text){(const char *)before->data, before->used});
    for (; done && *s; next_row(m, s)) {
        first = bucket_first(sqlite3_column_int64(*s, 0));
        if (first > end)
            break;
        done = packed_add_bucket(to, first, database_blob(*s, 1));
    }
    if (done && to->bucket_count) {
        const struct packed_bucket *b = &to->bucket[to->bucket_count - 1];
        packed_rows_free(before);
        done = packed_add_bucket(before, b->first,
                                 (zet_text){(const char *)to->data + b->at, b->size});
    }
    return done;
}

static bool read_moves(struct merge *m, uint64_t last, struct packed_rows *to) {
    bool done = true;
    for (; done && m->tree; next_row(m, &m->tree)) {
        struct packed_move row = {.key = tree_key_of(sqlite3_column_int64(m->tree, 0))};
        if (row.key > last)
            break;
        for (int i = 0; i < 4; i++)
            row.results[i] = sqlite3_column_int64(m->tree, 3 + i);
        done = packed_add_move(to, row, database_text(m->tree, 1), database_blob(m->tree, 2));
    }
    return done;
}

static bool make_range(void *context, void *job, size_t number) {
    struct merge *m = context;
    struct range *r = job;
    r->merge = m;
    r->first = (uint64_t)number << (64 - m->range_bits);
    r->last = r->first + (UINT64_MAX >> m->range_bits);
    if (!r->rows) {
        r->rows = calloc(m->count, sizeof *r->rows);
        r->stream = calloc(m->count, sizeof *r->stream);
        r->heap = calloc(m->count, sizeof *r->heap);
    }
    bool done = r->rows && r->stream && r->heap;
    for (size_t i = 0; i < m->count && done; i++)
        done = read_buckets(m, i, r->last, &r->rows[i]);
    packer_begin(&r->to, &m->to.segment);
    return ((done && read_moves(m, r->last, &r->rows[0])) || database_no_memory(m->db)) &&
           !m->db->failed;
}

static bool write_range(void *context, const void *job) {
    struct merge *m = context;
    const struct range *r = job;
    if (r->damaged)
        return database_damaged(m->db, r->damaged);
    return r->no_memory ? database_no_memory(m->db) : segment_write(&m->to, &r->to);
}

static bool merge_all(struct merge *m, unsigned threads) {
    const struct work work = {
        .job_size = sizeof(struct range), .run = merge_range, .end_job = end_range};
    const struct work_steps steps = {make_range, write_range, m};
    return workers_do(&work, threads, (size_t)1 << m->range_bits, &steps);
}

static struct segment planned(const struct segment *from, size_t count, bool raw,
                              uint64_t *postings) {
    struct segment s = {
        .first_game = from[0].first_game, .last_game = from[count - 1].last_game, .raw = raw};
    unsigned most = KEY_BITS_MAX;
    for (size_t i = 0; i < count; i++) {
        *postings += (uint64_t)from[i].postings;
        most = from[i].key_bits < most ? from[i].key_bits : most;
        s.games += from[i].games;
    }
    unsigned wanted = segment_key_bits(*postings);
    s.key_bits = wanted < most ? wanted : most;
    segment_pack(&s, *postings);
    return s;
}

static bool open_segment(struct merge *m, size_t number) {
    int64_t id = m->from[number].id;
    sqlite3_stmt **s = &m->rows[number];
    *s = database_prepare(m->db,
                          "SELECT id, data FROM posting WHERE id >= ?1 AND id < ?2 ORDER BY id");
    if (!*s)
        return false;
    sqlite3_bind_int64(*s, 1, id << KEY_BITS_MAX);
    sqlite3_bind_int64(*s, 2, (id + 1) << KEY_BITS_MAX);
    next_row(m, s);
    return !m->db->failed;
}

static bool open_all(struct merge *m) {
    m->tree = database_prepare(m->db, "SELECT key, move, list, open, win0, win1, draw FROM tree "
                                      "WHERE segment = ?1 ORDER BY key, move");
    m->rows = calloc(m->count, sizeof *m->rows);
    m->last = calloc(m->count, sizeof *m->last);
    if (!m->rows || !m->last || !m->tree)
        return database_no_memory(m->db);
    sqlite3_bind_int64(m->tree, 1, m->from->id);
    next_row(m, &m->tree);
    for (size_t i = 0; i < m->count && !m->db->failed; i++)
        open_segment(m, i);
    return segment_writer_begin(&m->to);
}

static void close_all(struct merge *m) {
    for (size_t i = 0; i < m->count; i++) {
        if (m->rows)
            sqlite3_finalize(m->rows[i]);
        if (m->last)
            packed_rows_free(&m->last[i]);
    }
    sqlite3_finalize(m->tree);
    free(m->rows);
    free(m->last);
    free(m->gone.at);
}

/* Removes the segments that were merged. */
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

/* Merges adjacent segments into one. */
static bool merge(struct database *db, const struct segment *from, size_t count, bool raw,
                  unsigned threads) {
    struct merge m = {.db = db, .from = from, .count = count, .range_bits = RANGE_BITS_MIN};
    uint64_t postings = 0;
    m.to = (struct segment_writer){.db = db, .segment = planned(from, count, raw, &postings)};
    while (m.range_bits < RANGE_BITS_MAX && postings >> m.range_bits > RANGE_POSTINGS)
        m.range_bits++;
    bool done = gone_read(&m.gone, db) && open_all(&m) && merge_all(&m, threads);
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

/* Whether the first and largest segment stays while the others are merged. */
static bool first_stays(const struct segment *s, size_t count, int64_t gone) {
    enum { REST_MOST = 100000 }; /* their postings of one position are read quickly */
    int64_t rest = 0;
    for (size_t i = 1; i < count; i++)
        rest += s[i].games;
    return !s[0].raw && rest <= s[0].games / 4 && rest <= REST_MOST && gone <= s[0].games / 4;
}

bool segments_settle(struct database *db, unsigned threads) {
    size_t count;
    bool done = true;
    struct segment *s = segments_read(db, &count);
    int64_t gone = database_number(db, "SELECT count(*) FROM gone", 0);
    if (db->failed || !count)
        done = !db->failed;
    else if (!first_stays(s, count, gone))
        done = merge(db, s, count, false, threads);
    else if (count > 2)
        done = merge(db, s + 1, count - 1, true, threads);
    free(s);
    return done;
}
