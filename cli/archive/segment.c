#include "cli/archive/segment.h"

#include <stdlib.h>
#include <string.h>

#include "notation/base/list.h"
#include "validators/api/pool.h"

/* Gathering. */

void gathered_free(struct gathered *g) {
    for (size_t i = 0; i < PARTS; i++)
        free(g->part[i].at);
    free(g->text);
    free(g->result);
    *g = (struct gathered){0};
}

bool gathered_add(struct gathered *g, const struct batch *b, int64_t first_game) {
    if (!g->games)
        g->first_game = first_game;
    uint32_t base = (uint32_t)(first_game - g->first_game);
    if (!zi_list_reserve(&g->text, &g->text_cap, g->text_used + b->moves_used, 1) ||
        !zi_list_reserve(&g->result, &g->result_cap, base + b->row_count, 1))
        return false;
    for (size_t i = 0; i < b->row_count; i++)
        g->result[base + i] = b->row[i].result;
    for (size_t i = 0; i < b->reached_count; i++) {
        const struct reached *r = &b->reached[i];
        struct gathered_part *to = &g->part[r->key >> (64 - PART_BITS)];
        if (to->count == to->cap &&
            !zi_list_reserve(&to->at, &to->cap, to->count + 1, sizeof *to->at))
            return false;
        to->at[to->count++] =
            (struct reached){r->key, base + r->game, (uint32_t)g->text_used + r->move};
    }
    if (b->moves_used)
        memcpy(g->text + g->text_used, b->moves, b->moves_used);
    g->text_used += b->moves_used;
    g->count += b->reached_count;
    g->games = base + b->row_count;
    return true;
}

bool gathered_is_full(const struct gathered *g) {
    return g->count >= SEGMENT_POSITIONS || g->text_used >= SEGMENT_TEXT;
}

/* Packing. */

static int by_move(const void *a, const void *b, void *text) {
    const struct arrival *x = a, *y = b;
    int order = strcmp((char *)text + x->move, (char *)text + y->move);
    return order ? order : (x->game > y->game) - (x->game < y->game);
}

static int by_game(const void *a, const void *b) {
    const struct arrival *x = a, *y = b;
    return (x->game > y->game) - (x->game < y->game);
}

static bool pack_moves(struct packer *p, struct arrival *at, size_t count, char *text) {
    bool done = true;
    qsort_r(at, count, sizeof *at, by_move, text);
    for (size_t i = 0, next; i < count && done; i = next) {
        const char *move = text + at[i].move;
        for (next = i + 1; next < count && !strcmp(move, text + at[next].move);)
            next++;
        done = packer_add_move(p, &at[i], next - i, zet_text_of(move));
    }
    return done;
}

/* Packs the games that reached one position. */
static bool pack_position(struct packer *p, struct arrival *at, size_t count, char *text) {
    bool raw = p->segment.raw, done = true;
    if (!raw && count >= TREE_GAMES)
        return pack_moves(p, at, count, text);
    if (!raw && count > 1) /* the arrivals from a tree come first */
        qsort(at, count, sizeof *at, by_game);
    for (size_t i = 0; i < count && done; i++)
        done = packer_add(p, (struct posting){at[i].key, at[i].game, text + at[i].move,
                                              at[i].result, raw && count >= TREE_GAMES_RAW});
    return done;
}

/* Packs arrivals with the same key. Of a game's arrivals at one position the first one counts. */
static bool pack_key(struct packer *p, struct arrival *at, size_t count, char *text) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (at[i].move != MOVE_UNKNOWN && (!kept || at[kept - 1].game != at[i].game))
            at[kept++] = at[i];
        if (at[i].move == MOVE_UNKNOWN &&
            !packer_add(p, (struct posting){.key = at[i].key, .game = at[i].game}))
            return false;
    }
    return pack_position(p, at, kept, text);
}

/* Sorts arrivals by the next key bits in two stable passes, which leave few keys out of order. */

enum { PASS_BITS = 11, PASSES = 2 };

static void pass(const struct arrival *from, struct arrival *to, size_t count, unsigned shift) {
    size_t place[1 << PASS_BITS] = {0}, sum = 0;
    for (size_t i = 0; i < count; i++)
        place[from[i].key >> shift & ((1U << PASS_BITS) - 1)]++;
    for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
        size_t here = place[i];
        place[i] = sum;
        sum += here;
    }
    for (size_t i = 0; i < count; i++)
        to[place[from[i].key >> shift & ((1U << PASS_BITS) - 1)]++] = from[i];
}

static void insert(struct arrival *at, size_t count) {
    for (size_t i = 1; i < count; i++) {
        struct arrival a = at[i];
        size_t to = i;
        for (; to && at[to - 1].key > a.key; to--)
            at[to] = at[to - 1];
        at[to] = a;
    }
}

static bool sort(struct arrivals *l, unsigned shared_bits, struct arrivals *spare) {
    unsigned shift = 64 - shared_bits - PASSES * PASS_BITS;
    if (!zi_list_reserve(&spare->at, &spare->cap, l->count, sizeof *spare->at))
        return false;
    if (l->count) {
        pass(l->at, spare->at, l->count, shift);
        pass(spare->at, l->at, l->count, shift + PASS_BITS);
        insert(l->at, l->count);
    }
    return true;
}

enum { ARRIVALS_KEPT = 1 << 18 };

static void pack_run(void *spare, void *job) {
    struct run *r = job;
    struct arrivals *l = &r->arrivals;
    bool done = sort(l, r->shared_bits, spare);
    for (size_t i = 0, next; i < l->count && done; i = next) {
        for (next = i + 1; next < l->count && l->at[next].key == l->at[i].key;)
            next++;
        done = pack_key(&r->packer, &l->at[i], next - i, r->text ? r->text : l->text);
    }
    r->failed = !packer_end(&r->packer) || !done;
    l->count = l->text_used = 0;
    if (l->cap > ARRIVALS_KEPT) /* a position that most games reached */
        arrivals_free(l);
}

static void end_run(void *job) {
    struct run *r = job;
    arrivals_free(&r->arrivals);
    packer_free(&r->packer);
}

static void end_spare(void *spare) { arrivals_free(spare); }

/* Writing. */

struct writing {
    struct database *db;
    struct segment segment;
    sqlite3_stmt *bucket, *move;
};

static bool write_rows(struct writing *w, const struct run *run) {
    const struct packed_rows *p = &run->packer.rows;
    if (run->failed)
        return database_no_memory(w->db);
    for (size_t i = 0; i < p->bucket_count && !w->db->failed; i++) {
        const struct packed_bucket *b = &p->bucket[i];
        sqlite3_bind_int64(w->bucket, 1, w->segment.id << KEY_BITS_MAX | (int64_t)b->first);
        sqlite3_bind_blob64(w->bucket, 2, p->data + b->at, b->size, SQLITE_STATIC);
        database_step(w->db, w->bucket);
    }
    for (size_t i = 0; i < p->move_count && !w->db->failed; i++) {
        const struct packed_move *m = &p->move[i];
        sqlite3_bind_int64(w->move, 1, w->segment.id);
        sqlite3_bind_int64(w->move, 2, tree_key(m->key));
        sqlite3_bind_text(w->move, 3, (const char *)p->data + m->move, -1, SQLITE_STATIC);
        for (int k = 0; k < 4; k++)
            sqlite3_bind_int64(w->move, 4 + k, m->results[k]);
        sqlite3_bind_blob64(w->move, 8, p->data + m->at, m->size, SQLITE_STATIC);
        database_step(w->db, w->move);
    }
    w->segment.postings += run->packer.segment.postings;
    return !w->db->failed;
}

static bool write_oldest(struct writing *w, struct pool *pool) {
    bool done = write_rows(w, zi_pool_take(pool));
    zi_pool_done(pool);
    return done;
}

static bool write_runs(struct writing *w, unsigned threads, size_t count, run_maker *make,
                       void *context) {
    static const struct work work = {.job_size = sizeof(struct run),
                                     .own_size = sizeof(struct arrivals),
                                     .run = pack_run,
                                     .end_job = end_run,
                                     .end = end_spare};
    struct pool *pool = zi_pool_new(&work, threads);
    bool done = pool || database_no_memory(w->db);
    for (size_t i = 0; i < count && done; i++) {
        done = !zi_pool_is_full(pool) || write_oldest(w, pool);
        if (!done)
            break;
        struct run *run = zi_pool_room(pool);
        packer_begin(&run->packer, &w->segment);
        done = make(context, run, i);
        if (done)
            zi_pool_give(pool);
    }
    while (done && !zi_pool_is_empty(pool))
        done = write_oldest(w, pool);
    zi_pool_free(pool);
    return done;
}

static bool write_segment_row(struct database *db, const struct segment *s) {
    sqlite3_stmt *row = database_prepare(
        db, "INSERT INTO segment(id, first_game, last_game, games, postings, key_bits, rice, raw)"
            " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
    const int64_t values[] = {s->id,       s->first_game, s->last_game, s->games,
                              s->postings, s->key_bits,   s->rice,      s->raw};
    bool done = database_put(db, row, sizeof values / sizeof *values, values);
    sqlite3_finalize(row);
    return done;
}

bool segment_write(struct database *db, const struct segment *segment, unsigned threads,
                   size_t count, run_maker *make, void *context) {
    struct writing w = {.db = db, .segment = *segment};
    w.segment.id = database_number(db, 0, "SELECT max(id) FROM segment") + 1;
    w.bucket = database_prepare(db, "INSERT INTO posting(id, data) VALUES(?1, ?2)");
    w.move = database_prepare(db, "INSERT INTO tree(segment, key, move, open, win0, win1, draw, "
                                  "list) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
    bool done = !db->failed && write_runs(&w, threads, count, make, context);
    sqlite3_finalize(w.bucket);
    sqlite3_finalize(w.move);
    return done && write_segment_row(db, &w.segment);
}

static bool make_part(void *context, struct run *run, size_t number) {
    const struct gathered *g = context;
    const struct gathered_part *part = &g->part[number];
    struct arrivals *to = &run->arrivals;
    run->text = g->text;
    run->shared_bits = PART_BITS;
    if (!zi_list_reserve(&to->at, &to->cap, part->count, sizeof *to->at))
        return false;
    for (; to->count < part->count; to->count++) {
        const struct reached *r = &part->at[to->count];
        to->at[to->count] =
            (struct arrival){g->first_game + r->game, r->key, r->move, g->result[r->game]};
    }
    return true;
}

bool gathered_write(struct gathered *g, struct database *db, unsigned threads, bool last) {
    bool only = last && database_number(db, 1, "SELECT count(*) FROM segment") == 0;
    struct segment s = {.first_game = g->first_game,
                        .last_game = g->first_game + (int64_t)g->games - 1,
                        .games = (int64_t)g->games,
                        .key_bits = only ? segment_key_bits(g->count) : KEY_BITS_RAW,
                        .raw = !only};
    segment_pack(&s, g->count);
    bool done =
        !g->games || segment_write(db, &s, threads, PARTS, make_part, g) || database_no_memory(db);
    for (size_t i = 0; i < PARTS; i++)
        g->part[i].count = 0;
    g->count = g->games = g->text_used = 0;
    return done;
}

/* Removed games. */

bool gone_read(struct gone *g, struct database *db, const char *ids) {
    sqlite3_stmt *rows = database_prepare(db, "%s ORDER BY 1", ids);
    while (database_row(db, rows)) {
        if (zi_list_reserve(&g->at, &g->cap, g->count + 1, sizeof *g->at))
            g->at[g->count++] = sqlite3_column_int64(rows, 0);
        else
            database_no_memory(db);
    }
    sqlite3_finalize(rows);
    return !db->failed;
}

bool gone_has(const struct gone *g, int64_t game) {
    size_t low = 0, high = g->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (g->at[middle] < game)
            low = middle + 1;
        else
            high = middle;
    }
    return low < g->count && g->at[low] == game;
}
