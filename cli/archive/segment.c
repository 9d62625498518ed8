#include "cli/archive/segment.h"

#include <stdlib.h>
#include <string.h>

#include "cli/archive/workers.h"
#include "cli/list.h"

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
    if (!list_reserve(&g->text, &g->text_cap, g->text_used + b->moves_used, 1) ||
        !list_reserve(&g->result, &g->result_cap, base + b->row_count, 1))
        return false;
    for (size_t i = 0; i < b->row_count; i++)
        g->result[base + i] = b->row[i].result;
    for (size_t i = 0; i < b->reached_count; i++) {
        const struct reached *r = &b->reached[i];
        struct gathered_part *to = &g->part[r->key >> (64 - PART_BITS)];
        if (to->count == to->cap && !list_reserve(&to->at, &to->cap, to->count + 1, sizeof *to->at))
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

bool segment_pack_position(struct packer *p, struct arrival *at, size_t count, char *text) {
    bool raw = p->segment.raw, done = true;
    if (!raw && count >= TREE_GAMES)
        return pack_moves(p, at, count, text);
    for (size_t i = 0; i < count && done; i++)
        done = packer_add(p, (struct posting){at[i].key, at[i].game, text + at[i].move,
                                              at[i].result, raw && count >= TREE_GAMES_RAW});
    return done;
}

/* Sorts a part by the next key bits in two stable passes, which leave few keys out of order. A
   game's first arrival at a position remains the first. */

enum { PASS_BITS = 11, PASSES = 2 };

static void pass(const struct reached *from, struct reached *to, size_t count, unsigned shift) {
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

static void insert(struct reached *at, size_t count) {
    for (size_t i = 1; i < count; i++) {
        struct reached r = at[i];
        size_t to = i;
        for (; to && at[to - 1].key > r.key; to--)
            at[to] = at[to - 1];
        at[to] = r;
    }
}

static bool sort(struct gathered_part *p, struct gathered_part *spare) {
    unsigned shift = 64 - PART_BITS - PASSES * PASS_BITS;
    if (!p->count)
        return true;
    if (!list_reserve(&spare->at, &spare->cap, p->count, sizeof *spare->at))
        return false;
    pass(p->at, spare->at, p->count, shift);
    pass(spare->at, p->at, p->count, shift + PASS_BITS);
    insert(p->at, p->count);
    return true;
}

/* Parts of the gathered positions, which threads pack. */

struct part_job {
    const struct gathered *from;
    struct gathered_part *part, spare;
    struct packer packer;
    struct arrivals position; /* the one to pack */
    bool failed;              /* memory ran out */
};

/* Keeps each game's first arrival at one position. Returns their number. */
static size_t first_arrivals(struct reached *at, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!kept || at[kept - 1].game != at[i].game)
            at[kept++] = at[i];
    return kept;
}

/* Packs the arrivals at one position. */
static bool pack_reached(struct part_job *j, const struct reached *at, size_t count) {
    const struct gathered *g = j->from;
    struct arrivals *to = &j->position;
    if (count == 1)
        return packer_add(&j->packer,
                          (struct posting){.key = at->key, .game = g->first_game + at->game});
    to->count = 0;
    for (size_t i = 0; i < count; i++)
        if (!arrivals_add(to, (struct arrival){g->first_game + at[i].game, at[i].key, at[i].move,
                                               g->result[at[i].game]}))
            return false;
    return segment_pack_position(&j->packer, to->at, count, g->text);
}

static void pack_part(void *own, void *job) {
    struct part_job *j = job;
    struct gathered_part *p = j->part;
    (void)own;
    bool done = sort(p, &j->spare);
    for (size_t i = 0, next; i < p->count && done; i = next) {
        struct reached *at = &p->at[i];
        for (next = i + 1; next < p->count && p->at[next].key == at->key;)
            next++;
        done = pack_reached(j, at, next > i + 1 ? first_arrivals(at, next - i) : 1);
    }
    j->failed = !packer_end(&j->packer) || !done;
}

static void end_part(void *job) {
    struct part_job *j = job;
    free(j->spare.at);
    arrivals_free(&j->position);
    packer_free(&j->packer);
}

struct writing {
    struct gathered *from;
    struct segment_writer to;
};

static bool make_part(void *context, void *job, size_t number) {
    struct writing *w = context;
    struct part_job *j = job;
    j->from = w->from;
    j->part = &w->from->part[number];
    packer_begin(&j->packer, &w->to.segment);
    return true;
}

static bool write_part(void *context, const void *job) {
    struct writing *w = context;
    const struct part_job *j = job;
    return j->failed ? database_no_memory(w->to.db) : segment_write(&w->to, &j->packer);
}

bool gathered_write(struct gathered *g, struct database *db, unsigned threads, uint64_t expected,
                    bool last) {
    static const struct work work = {
        .job_size = sizeof(struct part_job), .run = pack_part, .end_job = end_part};
    bool only = last && database_number(db, "SELECT count(*) FROM segment", 1) == 0, done = true;
    struct writing w = {.from = g,
                        .to = {.db = db,
                               .segment = {.first_game = g->first_game,
                                           .last_game = g->first_game + (int64_t)g->games - 1,
                                           .games = (int64_t)g->games,
                                           .raw = !only}}};
    const struct work_steps steps = {make_part, write_part, &w};
    if (g->games) {
        uint64_t most = expected > g->count && !only ? expected : g->count;
        w.to.segment.key_bits = segment_key_bits(most);
        segment_pack(&w.to.segment, g->count);
        done = segment_writer_begin(&w.to) && workers_do(&work, threads, PARTS, &steps);
        done = segment_writer_end(&w.to) && done;
    }
    for (size_t i = 0; i < PARTS; i++)
        g->part[i].count = 0;
    g->count = g->games = g->text_used = 0;
    return done;
}

/* Rows. */

bool segment_writer_begin(struct segment_writer *w) {
    w->segment.id = database_number(w->db, "SELECT max(id) FROM segment", 0) + 1;
    w->bucket = database_prepare(w->db, "INSERT INTO posting(id, data) VALUES(?1, ?2)");
    w->move = database_prepare(w->db,
                               "INSERT INTO tree(segment, key, move, open, win0, win1, draw, list) "
                               "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
    return w->move != NULL;
}

bool segment_write(struct segment_writer *w, const struct packer *part) {
    const struct packed_rows *p = &part->rows;
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
    w->segment.postings += part->segment.postings;
    return !w->db->failed;
}

static bool write_row(struct segment_writer *w) {
    const struct segment *s = &w->segment;
    sqlite3_stmt *row = database_prepare(
        w->db,
        "INSERT INTO segment(id, first_game, last_game, games, postings, key_bits, rice, raw)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
    const int64_t values[] = {s->id,       s->first_game, s->last_game, s->games,
                              s->postings, s->key_bits,   s->rice,      s->raw};
    for (int i = 0; row && i < 8; i++)
        sqlite3_bind_int64(row, i + 1, values[i]);
    bool done = row && database_step(w->db, row);
    sqlite3_finalize(row);
    return done;
}

bool segment_writer_end(struct segment_writer *w) {
    sqlite3_finalize(w->bucket);
    sqlite3_finalize(w->move);
    return !w->db->failed && write_row(w);
}

/* Removed games. */

bool gone_read(struct gone *g, struct database *db) {
    sqlite3_stmt *rows = database_prepare(db, "SELECT game FROM gone ORDER BY game");
    while (database_row(db, rows)) {
        if (list_reserve(&g->at, &g->cap, g->count + 1, sizeof *g->at))
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
