/* Merges several segments: the first, which may have a tree, and raw ones, by ranges of keys. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/archive/segment.h"

/* The approximate number of postings in a range. */
enum { RANGE_BITS_MIN = PART_BITS, RANGE_BITS_MAX = KEY_BITS_MIN, RANGE_POSTINGS = 1 << 17 };

struct merge {
    struct database *db;
    const struct segment *from;
    size_t count;
    struct gone gone;
    unsigned range_bits;
    sqlite3_stmt *buckets, *moves; /* of a segment and a range */
};

/* The keys of a range. */
struct range {
    uint64_t first, last;
};

static bool take_bucket(struct merge *m, const struct segment *s, const struct range *range,
                        struct run *to) {
    struct bucket b;
    struct posting p;
    bucket_open(&b, s, bucket_first(sqlite3_column_int64(m->buckets, 0)),
                database_blob(m->buckets, 1));
    while (bucket_next(&b, &p)) {
        struct arrival a = {p.game, p.key, MOVE_UNKNOWN, p.result};
        if (p.key < range->first || p.key > range->last || gone_has(&m->gone, p.game))
            continue;
        if (!p.whole) /* cut to the bits of the new segment, to keep the order */
            a.key = segment_key(&to->packer.segment, p.key) << (64 - to->packer.segment.key_bits);
        else if (!arrivals_add_text(&to->arrivals, zet_text_of(p.move), &a.move))
            return database_no_memory(m->db);
        if (!arrivals_add(&to->arrivals, a))
            return database_no_memory(m->db);
    }
    return !b.bits.failed || database_damaged(m->db, "a bucket of postings cannot be read");
}

/* Takes the segment's last bucket that begins before the range, and those that begin in it. */
static bool take_buckets(struct merge *m, const struct segment *s, const struct range *range,
                         struct run *to) {
    int64_t id = s->id << KEY_BITS_MAX;
    bool done = true;
    sqlite3_bind_int64(m->buckets, 1, id);
    sqlite3_bind_int64(m->buckets, 2, id | (int64_t)segment_key(s, range->first));
    sqlite3_bind_int64(m->buckets, 3, id | (int64_t)segment_key(s, range->last));
    while (done && database_row(m->db, m->buckets))
        done = take_bucket(m, s, range, to);
    sqlite3_reset(m->buckets);
    return done && !m->db->failed;
}

/* Takes the games of a tree row. */
static bool take_move(struct merge *m, struct arrivals *to) {
    struct arrival as = {.key = tree_key_of(sqlite3_column_int64(m->moves, 0))};
    zet_text data = database_blob(m->moves, 2);
    struct packed_list list = {data.at, data.length, 0};
    size_t kept = to->count, first = kept;
    bool damaged = false;
    for (int i = 0; i < 4; i++)
        list.count += sqlite3_column_int64(m->moves, 3 + i);
    if (!arrivals_add_text(to, database_text(m->moves, 1), &as.move) ||
        !tree_list_unpack(to, m->from, &list, as, &damaged))
        return damaged ? database_damaged(m->db, "a list of games") : database_no_memory(m->db);
    for (size_t i = first; i < to->count; i++)
        if (!gone_has(&m->gone, to->at[i].game))
            to->at[kept++] = to->at[i];
    to->count = kept;
    return true;
}

static bool take_tree(struct merge *m, const struct range *range, struct arrivals *to) {
    bool done = true;
    sqlite3_bind_int64(m->moves, 1, m->from->id);
    sqlite3_bind_int64(m->moves, 2, tree_key(range->first));
    sqlite3_bind_int64(m->moves, 3, tree_key(range->last));
    while (done && database_row(m->db, m->moves))
        done = take_move(m, to);
    sqlite3_reset(m->moves);
    return done && !m->db->failed;
}

static bool make_range(void *context, struct run *run, size_t number) {
    struct merge *m = context;
    uint64_t first = (uint64_t)number << (64 - m->range_bits);
    const struct range range = {first, first + (UINT64_MAX >> m->range_bits)};
    run->shared_bits = m->range_bits;
    bool done = take_tree(m, &range, &run->arrivals);
    for (size_t i = 0; i < m->count && done; i++)
        done = take_buckets(m, &m->from[i], &range, run);
    return done;
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

/* Removes the segments that were merged. */
static bool remove_old(struct merge *m) {
    for (size_t i = 0; i < m->count; i++) {
        const struct segment *s = &m->from[i];
        if (!database_run(
                m->db,
                "DELETE FROM posting WHERE id >= %lld AND id < %lld;"
                "DELETE FROM tree WHERE segment = %lld; DELETE FROM segment WHERE id = %lld;"
                "DELETE FROM gone WHERE game BETWEEN %lld AND %lld",
                (long long)(s->id << KEY_BITS_MAX), (long long)((s->id + 1) << KEY_BITS_MAX),
                (long long)s->id, (long long)s->id, (long long)s->first_game,
                (long long)s->last_game))
            return false;
    }
    return true;
}

/* Merges adjacent segments into one. */
static bool merge(struct database *db, const struct segment *from, size_t count, bool raw,
                  unsigned threads) {
    struct merge m = {.db = db, .from = from, .count = count, .range_bits = RANGE_BITS_MIN};
    uint64_t postings = 0;
    const struct segment to = planned(from, count, raw, &postings);
    while (m.range_bits < RANGE_BITS_MAX && postings >> m.range_bits > RANGE_POSTINGS)
        m.range_bits++;
    m.buckets = database_prepare(
        db, "SELECT id, data FROM posting WHERE id >= coalesce((SELECT max(id) FROM posting WHERE "
            "id >= ?1 AND id <= ?2), ?1) AND id <= ?3 ORDER BY id");
    m.moves = database_prepare(db, "SELECT key, move, list, open, win0, win1, draw FROM tree WHERE "
                                   "segment = ?1 AND key >= ?2 AND key <= ?3 ORDER BY key, move");
    bool done = gone_read(&m.gone, db, SQL_GONE) &&
                segment_write(db, &to, threads, (size_t)1 << m.range_bits, make_range, &m);
    sqlite3_finalize(m.buckets);
    sqlite3_finalize(m.moves);
    free(m.gone.at);
    return done && remove_old(&m);
}

struct segment *segments_read(struct database *db, size_t *count) {
    int64_t most = database_number(db, 0, "SELECT count(*) FROM segment");
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
    int64_t gone = database_number(db, 0, "SELECT count(*) FROM gone");
    if (db->failed || !count)
        done = !db->failed;
    else if (!first_stays(s, count, gone))
        done = merge(db, s, count, false, threads);
    else if (count > 2)
        done = merge(db, s + 1, count - 1, true, threads);
    free(s);
    return done;
}
