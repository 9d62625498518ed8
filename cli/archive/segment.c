#include "cli/archive/segment.h"

#include <stdlib.h>
#include <string.h>

#include "cli/archive/segment_writer.h"
#include "cli/list.h"

/* Gathering. */

void gathered_free(struct gathered *g) {
    free(g->at);
    free(g->spare);
    free(g->text);
    free(g->result);
    *g = (struct gathered){0};
}

bool gathered_add(struct gathered *g, const struct batch *b, int64_t first_game) {
    if (!g->games)
        g->first_game = first_game;
    uint32_t base = (uint32_t)(first_game - g->first_game);
    if (!list_reserve(&g->at, &g->cap, g->count + b->reached_count, sizeof *g->at) ||
        !list_reserve(&g->text, &g->text_cap, g->text_used + b->text_used, 1) ||
        !list_reserve(&g->result, &g->result_cap, base + b->row_count, 1))
        return false;
    for (size_t i = 0; i < b->row_count; i++)
        g->result[base + i] = b->row[i].result;
    for (size_t i = 0; i < b->reached_count; i++) {
        struct reached r = b->reached[i];
        const char *move = b->text + r.move;
        size_t length = strlen(move) + 1;
        memcpy(g->text + g->text_used, move, length);
        g->at[g->count++] = (struct reached){r.key, base + r.game, (uint32_t)g->text_used};
        g->text_used += length;
    }
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
    struct reached *spare = realloc(g->spare, g->count * sizeof *spare);
    if (!spare)
        return false;
    struct reached *from = g->at;
    g->spare = spare;
    for (unsigned i = 0; i < PASSES; i++) {
        pass(from, spare, g->count, 64 - PASSES * PASS_BITS + i * PASS_BITS);
        struct reached *other = from;
        from = spare;
        spare = other;
    }
    memcpy(g->at, g->spare, g->count * sizeof *g->at); /* after an odd number of passes */
    insert(g->at, g->count);
    free(g->spare);
    g->spare = NULL;
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

static int by_move(const void *a, const void *b, void *context) {
    const struct reached *x = a, *y = b;
    const char *texts = context;
    int order = strcmp(texts + x->move, texts + y->move);
    return order ? order : (x->game > y->game) - (x->game < y->game);
}

/* Writes what was played from one position, a row a move. */
static bool write_position(struct gathered *g, struct segment_writer *w, size_t from,
                           size_t count) {
    struct tree_list *list = &w->list;
    qsort_r(g->at + from, count, sizeof *g->at, by_move, g->text);
    for (size_t i = from; i < from + count;) {
        const char *move = g->text + g->at[i].move;
        list->count = 0;
        for (; i < from + count && !strcmp(move, g->text + g->at[i].move); i++) {
            uint32_t game = g->at[i].game;
            if (!tree_list_add(list, (struct tree_game){g->first_game + game, g->result[game]}))
                return database_no_memory(w->db);
        }
        if (!segment_write_move(w, g->at[from].key, zet_text_of(move), list))
            return false;
    }
    return true;
}

static bool write_all(struct gathered *g, struct segment_writer *w) {
    for (size_t i = 0, next; i < g->count && !w->db->failed; i = next) {
        uint64_t key = g->at[i].key;
        for (next = i; next < g->count && g->at[next].key == key;)
            next++;
        size_t count = first_arrivals(g->at + i, next - i);
        if (count >= (w->segment.raw ? TREE_GAMES_RAW : TREE_GAMES))
            write_position(g, w, i, count);
        else
            for (size_t k = i; k < i + count; k++)
                segment_write_game(w, key, g->first_game + g->at[k].game);
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
