#include "cli/archive/segment.h"

#include <stdlib.h>
#include <string.h>

#include "cli/list.h"

/* Gathering. */

void gathered_free(struct gathered *g) {
    free(g->at);
    free(g->spare);
    free(g->text);
    free(g->result);
    arrivals_free(&g->position);
    *g = (struct gathered){0};
}

bool gathered_add(struct gathered *g, const struct batch *b, int64_t first_game) {
    if (!g->games)
        g->first_game = first_game;
    uint32_t base = (uint32_t)(first_game - g->first_game);
    if (!list_reserve(&g->at, &g->cap, g->count + b->reached_count, sizeof *g->at) ||
        !list_reserve(&g->text, &g->text_cap, g->text_used + b->moves_used, 1) ||
        !list_reserve(&g->result, &g->result_cap, base + b->row_count, 1))
        return false;
    for (size_t i = 0; i < b->row_count; i++)
        g->result[base + i] = b->row[i].result;
    for (size_t i = 0; i < b->reached_count; i++) {
        const struct reached *r = &b->reached[i];
        g->at[g->count++] =
            (struct reached){r->key, base + r->game, (uint32_t)g->text_used + r->move};
    }
    if (b->moves_used)
        memcpy(g->text + g->text_used, b->moves, b->moves_used);
    g->text_used += b->moves_used;
    g->games = base + b->row_count;
    return true;
}

bool gathered_is_full(const struct gathered *g) {
    return g->count >= SEGMENT_POSITIONS || g->text_used >= SEGMENT_TEXT;
}

/* Sorting: by the first bits of the keys in three passes, which leave few that are not in their
   order; stable, so that a game's first arrival at a position stays the first. */

enum { PASS_BITS = 11, PASSES = 3 };

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

static bool sort(struct gathered *g) {
    if (!g->count)
        return true; /* no game is valid */
    if (!list_reserve(&g->spare, &g->spare_cap, g->count, sizeof *g->spare))
        return false;
    struct reached *from = g->at, *spare = g->spare;
    for (unsigned i = 0; i < PASSES; i++) {
        pass(from, spare, g->count, 64 - PASSES * PASS_BITS + i * PASS_BITS);
        struct reached *other = from;
        from = spare;
        spare = other;
    }
    memcpy(g->at, g->spare, g->count * sizeof *g->at); /* after an odd number of passes */
    insert(g->at, g->count);
    return true;
}

/* Writing. */

/* Leaves of the arrivals at one position the first of each game. Returns how many. */
static size_t first_arrivals(struct reached *at, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!kept || at[kept - 1].game != at[i].game)
            at[kept++] = at[i];
    return kept;
}

/* Takes the arrivals at one position out of those that were gathered, and writes them. */
static bool write_reached(struct gathered *g, struct segment_writer *w, const struct reached *at,
                          size_t count) {
    struct arrivals *to = &g->position;
    to->count = 0;
    for (size_t i = 0; i < count; i++)
        if (!arrivals_add(to, (struct arrival){g->first_game + at[i].game, at[i].key, at[i].move,
                                               g->result[at[i].game]}))
            return database_no_memory(w->db);
    return segment_write_position(w, to->at, count, g->text);
}

static bool write_all(struct gathered *g, struct segment_writer *w) {
    for (size_t i = 0, next; i < g->count && !w->db->failed; i = next) {
        struct reached *at = &g->at[i];
        for (next = i + 1; next < g->count && g->at[next].key == at->key;)
            next++;
        size_t count = next > i + 1 ? first_arrivals(at, next - i) : 1;
        if (count == 1)
            posting_write(&w->postings,
                          (struct posting){.key = at->key, .game = g->first_game + at->game});
        else
            write_reached(g, w, at, count);
    }
    return !w->db->failed;
}

bool gathered_write(struct gathered *g, struct database *db, uint64_t expected, bool last) {
    bool only = last && database_number(db, "SELECT count(*) FROM segment", 1) == 0;
    struct segment_writer w = {
        .db = db,
        .segment = {.first_game = g->first_game,
                    .last_game = g->first_game + (int64_t)g->games - 1,
                    .games = (int64_t)g->games,
                    .raw = !only},
    };
    bool done = true;
    if (g->games) {
        uint64_t most = expected > g->count && !only ? expected : g->count;
        w.segment.key_bits = segment_key_bits(most);
        segment_pack(&w.segment, g->count);
        done = (sort(g) || database_no_memory(db)) && segment_writer_begin(&w) && write_all(g, &w);
        done = segment_writer_end(&w) && done;
    }
    g->count = g->games = g->text_used = 0;
    return done;
}

/* Rows. */

bool segment_writer_begin(struct segment_writer *w) {
    w->segment.id = database_number(w->db, "SELECT max(id) FROM segment", 0) + 1;
    w->postings = (struct posting_writer){.db = w->db, .segment = &w->segment};
    w->move = database_prepare(w->db,
                               "INSERT INTO tree(segment, key, move, open, win0, win1, draw, list) "
                               "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
    return w->move != NULL;
}

/* The games that continued with one move. */
static bool write_move(struct segment_writer *w, const struct arrival *at, size_t count,
                       const char *move) {
    size_t size;
    int64_t results[4] = {0};
    unsigned char *list = tree_list_pack(at, count, w->segment.first_game, &size);
    if (!list)
        return database_no_memory(w->db);
    for (size_t i = 0; i < count; i++)
        results[at[i].result & 3]++;
    sqlite3_bind_int64(w->move, 1, w->segment.id);
    sqlite3_bind_int64(w->move, 2, tree_key(at->key));
    sqlite3_bind_text(w->move, 3, move, -1, SQLITE_STATIC);
    for (int i = 0; i < 4; i++)
        sqlite3_bind_int64(w->move, 4 + i, results[i]);
    sqlite3_bind_blob64(w->move, 8, list, size, SQLITE_STATIC);
    bool done = database_step(w->db, w->move);
    sqlite3_clear_bindings(w->move);
    w->segment.postings += (int64_t)count;
    free(list);
    return done;
}

static int by_move(const void *a, const void *b, void *text) {
    const struct arrival *x = a, *y = b;
    int order = strcmp((char *)text + x->move, (char *)text + y->move);
    return order ? order : (x->game > y->game) - (x->game < y->game);
}

bool segment_write_position(struct segment_writer *w, struct arrival *at, size_t count,
                            char *text) {
    bool raw = w->segment.raw, tree = !raw && count >= TREE_GAMES;
    for (size_t i = 0; i < count && !tree && !w->db->failed; i++)
        posting_write(&w->postings, (struct posting){at[i].key, at[i].game, text + at[i].move,
                                                     at[i].result, raw && count >= TREE_GAMES_RAW});
    if (tree)
        qsort_r(at, count, sizeof *at, by_move, text);
    for (size_t i = 0, next; i < count && tree && !w->db->failed; i = next) {
        const char *move = text + at[i].move;
        for (next = i + 1; next < count && !strcmp(move, text + at[next].move);)
            next++;
        write_move(w, &at[i], next - i, move);
    }
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
    bool done = w->postings.db && posting_writer_end(&w->postings); /* it was begun */
    sqlite3_finalize(w->move);
    return done && !w->db->failed && write_row(w);
}

/* Games that were removed. */

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
