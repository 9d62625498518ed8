#include "cli/archive/posting.h"
#include "cli/list.h"

#include <stdlib.h>
#include <string.h>

/* Three cells of so many bytes fill a page of SQLite's. */
enum { BUCKET_BYTES = 1340, COUNT_BITS = 32 };

unsigned bits_of(uint64_t value) {
    unsigned bits = 0;
    for (; value; value >>= 1)
        bits++;
    return bits;
}

unsigned segment_key_bits(uint64_t postings) {
    unsigned bits = bits_of(postings) + 3;
    return bits < KEY_BITS_MIN ? KEY_BITS_MIN : bits > KEY_BITS_MAX ? KEY_BITS_MAX : bits;
}

void segment_pack(struct segment *s, uint64_t postings) {
    /* 0.7 of the mean gap is the step that takes the least bits. */
    double gap = 0.7 * (double)(UINT64_C(1) << s->key_bits) / (double)(postings ? postings : 1);
    s->rice = gap < 2 ? 0 : bits_of((uint64_t)gap) - 1;
}

static unsigned game_bits(const struct segment *s) {
    return bits_of((uint64_t)(s->last_game - s->first_game));
}

static bool flush(struct posting_writer *w) {
    struct bit_writer head = {w->bits.at, w->room * 8, 0};
    if (!w->count)
        return true;
    bits_put(&head, w->count, COUNT_BITS);
    if (!w->insert)
        w->insert = database_prepare(w->db, "INSERT INTO posting(id, data) VALUES(?1, ?2)");
    if (!w->insert)
        return false;
    size_t size = (w->bits.used + 7) / 8;
    sqlite3_bind_int64(w->insert, 1, w->segment->id << KEY_BITS_MAX | (int64_t)w->first);
    sqlite3_bind_blob64(w->insert, 2, w->bits.at, size, SQLITE_STATIC);
    bool done = database_step(w->db, w->insert);
    memset(w->bits.at, 0, size);
    w->count = 0;
    return done;
}

/* Room for that many bits more. */
static bool reserve(struct posting_writer *w, size_t bits) {
    size_t wanted = (w->bits.used + bits + 7) / 8;
    if (w->bits.at && wanted <= w->room)
        return true;
    size_t room = w->room ? w->room * 2 : (size_t)2 * BUCKET_BYTES;
    unsigned char *at = realloc(w->bits.at, room);
    if (!at)
        return database_no_memory(w->db);
    memset(at + w->room, 0, room - w->room);
    w->bits.at = at;
    w->room = room;
    return true;
}

bool posting_write(struct posting_writer *w, struct posting p) {
    const struct segment *s = w->segment;
    size_t size = bits_rice_size(p.key - w->last, s->rice) + game_bits(s);
    bool full = w->bits.used + size > (size_t)BUCKET_BYTES * 8;
    if (w->count && p.key != w->last && full && !flush(w))
        return false;
    if (!w->count) {
        w->first = w->last = p.key;
        w->bits.used = COUNT_BITS;
        size = bits_rice_size(0, s->rice) + game_bits(s);
    }
    if (!reserve(w, size))
        return false;
    bits_put_rice(&w->bits, p.key - w->last, s->rice);
    bits_put(&w->bits, (uint64_t)(p.game - s->first_game), game_bits(s));
    w->last = p.key;
    w->count++;
    w->segment->postings++;
    return true;
}

bool posting_writer_end(struct posting_writer *w) {
    bool done = flush(w);
    sqlite3_finalize(w->insert);
    free(w->bits.at);
    *w = (struct posting_writer){.db = w->db, .segment = w->segment};
    return done && !w->db->failed;
}

struct bucket bucket_open(const struct segment *s, sqlite3_stmt *row) {
    uint64_t first = (uint64_t)sqlite3_column_int64(row, 0) & ((UINT64_C(1) << KEY_BITS_MAX) - 1);
    struct bucket b = {.segment = s, .last = first};
    b.bits = (struct bit_reader){.at = sqlite3_column_blob(row, 1),
                                 .size = (size_t)sqlite3_column_bytes(row, 1) * 8};
    b.left = (unsigned)bits_get(&b.bits, COUNT_BITS);
    return b;
}

bool bucket_next(struct bucket *b, struct posting *out) {
    if (!b->left || b->bits.failed)
        return false;
    uint64_t gap = bits_get_rice(&b->bits, b->segment->rice);
    int64_t game = (int64_t)bits_get(&b->bits, game_bits(b->segment));
    b->bits.failed |= gap >> b->segment->key_bits || (b->last + gap) >> b->segment->key_bits ||
                      game > b->segment->last_game - b->segment->first_game;
    if (b->bits.failed)
        return false;
    b->last += gap;
    b->left--;
    *out = (struct posting){b->last, b->segment->first_game + game};
    return true;
}

/* Lists. */

bool tree_list_add(struct tree_list *l, struct tree_game game) {
    if (!list_reserve(&l->at, &l->cap, l->count + 1, sizeof *l->at))
        return false;
    l->at[l->count++] = game;
    return true;
}

enum { LIST_HEAD = 1, RESULT_BITS = 2 };

static size_t list_bits(const struct tree_list *l, int64_t first_game, unsigned rice) {
    size_t bits = 0;
    int64_t last = first_game;
    for (size_t i = 0; i < l->count; last = l->at[i++].game)
        bits += bits_rice_size((uint64_t)(l->at[i].game - last), rice) + RESULT_BITS;
    return bits;
}

unsigned char *tree_list_pack(const struct tree_list *l, int64_t first_game, size_t *size) {
    uint64_t range = l->count ? (uint64_t)(l->at[l->count - 1].game - first_game) : 0;
    uint64_t gap = l->count ? range / l->count : 0;
    unsigned rice = gap < 2 ? 0 : bits_of(gap) - 1;
    size_t bits = list_bits(l, first_game, rice);
    *size = LIST_HEAD + (bits + 7) / 8;
    unsigned char *data = calloc(1, *size);
    if (!data)
        return NULL;
    data[0] = (unsigned char)rice;
    struct bit_writer w = {data + LIST_HEAD, bits, 0};
    int64_t last = first_game;
    for (size_t i = 0; i < l->count; last = l->at[i++].game) {
        bits_put_rice(&w, (uint64_t)(l->at[i].game - last), rice);
        bits_put(&w, l->at[i].result, RESULT_BITS);
    }
    return data;
}

bool tree_list_unpack(struct tree_list *l, const struct segment *s, const struct packed_list *in,
                      bool *damaged) {
    const unsigned char *at = in->data;
    int64_t last = s->first_game;
    *damaged = !in->size || at[0] > GAME_BITS_MAX;
    if (*damaged)
        return false;
    struct bit_reader r = {.at = at + LIST_HEAD, .size = (in->size - LIST_HEAD) * 8};
    for (int64_t i = 0; i < in->count; i++) {
        uint64_t gap = bits_get_rice(&r, at[0]);
        uint8_t result = (uint8_t)bits_get(&r, RESULT_BITS);
        *damaged = r.failed || (i && !gap) || gap > (uint64_t)(s->last_game - last);
        last += (int64_t)gap;
        if (*damaged || !tree_list_add(l, (struct tree_game){last, result}))
            return false;
    }
    return true;
}
