#include "cli/archive/posting.h"
#include "cli/list.h"

#include <stdlib.h>
#include <string.h>

/* Three cells of so many bytes fill a page of SQLite's. */
enum { BUCKET_BYTES = 1340, COUNT_BITS = 32, RESULT_BITS = 2 };

unsigned bits_of(uint64_t value) { return value ? 64 - (unsigned)__builtin_clzll(value) : 0; }

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
    struct bit_writer head = {.used = 0};
    unsigned char count[COUNT_BITS / 8 + BITS_SLACK] = {0};
    if (!w->count)
        return true;
    head.at = count;
    bits_put(&head, w->count, COUNT_BITS);
    memcpy(w->bits.at, count, COUNT_BITS / 8);
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
    size_t wanted = (w->bits.used + bits + 7) / 8 + BITS_SLACK;
    if (w->bits.at && wanted <= w->room)
        return true;
    size_t room = w->room ? w->room * 2 : (size_t)2 * BUCKET_BYTES;
    while (room < wanted)
        room *= 2;
    unsigned char *at = realloc(w->bits.at, room);
    if (!at)
        return database_no_memory(w->db);
    memset(at + w->room, 0, room - w->room);
    w->bits.at = at;
    w->room = room;
    return true;
}

/* In a raw segment a bit says whether the rest of the key, the result and the move follow. */
static void put_rest(struct posting_writer *w, const struct posting *p, size_t move) {
    bits_put(&w->bits, p->whole, 1);
    if (!p->whole)
        return;
    bits_put(&w->bits, p->key, 64 - w->segment->key_bits);
    bits_put(&w->bits, p->result, RESULT_BITS);
    for (size_t i = 0; i <= move; i++)
        bits_put(&w->bits, (unsigned char)p->move[i], 8);
}

bool posting_write(struct posting_writer *w, struct posting p) {
    const struct segment *s = w->segment;
    uint64_t key = segment_key(s, p.key);
    unsigned game = game_bits(s);
    size_t move = s->raw && p.whole ? strlen(p.move) : 0;
    p.whole &= move < MOVE_BYTES;
    size_t rest = !s->raw ? 0 : p.whole ? 64 + RESULT_BITS + 8 * (move + 1) : 1;
    size_t size = bits_rice_size(key - w->last, s->rice) + game + rest;
    bool full = w->bits.used + size > (size_t)BUCKET_BYTES * 8;
    if (w->count && key != w->last && full && !flush(w))
        return false;
    if (!w->count) {
        w->first = w->last = key;
        w->bits.used = COUNT_BITS;
        size = bits_rice_size(0, s->rice) + game + rest;
    }
    if (!reserve(w, size))
        return false;
    bits_put_rice(&w->bits, key - w->last, s->rice);
    bits_put(&w->bits, (uint64_t)(p.game - s->first_game), game);
    if (s->raw)
        put_rest(w, &p, move);
    w->last = key;
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

void bucket_open(struct bucket *b, const struct segment *s, sqlite3_stmt *row) {
    b->segment = s;
    b->last = (uint64_t)sqlite3_column_int64(row, 0) & ((UINT64_C(1) << KEY_BITS_MAX) - 1);
    b->bits = (struct bit_reader){.at = sqlite3_column_blob(row, 1),
                                  .size = (size_t)sqlite3_column_bytes(row, 1) * 8};
    b->left = (unsigned)bits_get(&b->bits, COUNT_BITS);
}

static void get_rest(struct bucket *b, struct posting *p) {
    size_t length = 0;
    p->key |= bits_get(&b->bits, 64 - b->segment->key_bits);
    p->result = (uint8_t)bits_get(&b->bits, RESULT_BITS);
    while ((b->move[length] = (char)bits_get(&b->bits, 8)) && length + 1 < MOVE_BYTES)
        length++;
    b->bits.failed |= b->move[length] != 0;
    p->move = b->move;
}

bool bucket_next(struct bucket *b, struct posting *out) {
    const struct segment *s = b->segment;
    if (!b->left || b->bits.failed)
        return false;
    uint64_t gap = bits_get_rice(&b->bits, s->rice);
    int64_t game = (int64_t)bits_get(&b->bits, game_bits(s));
    b->bits.failed |=
        gap >> s->key_bits || (b->last + gap) >> s->key_bits || game > s->last_game - s->first_game;
    if (b->bits.failed)
        return false;
    b->last += gap;
    b->left--;
    *out = (struct posting){.key = b->last << (64 - s->key_bits), .game = s->first_game + game};
    out->whole = s->raw && bits_get(&b->bits, 1);
    if (out->whole)
        get_rest(b, out);
    return !b->bits.failed;
}

/* Lists. */

bool arrivals_add_text(struct arrivals *l, zet_text text, uint32_t *at) {
    if (l->text_used + text.length >= UINT32_MAX ||
        !list_reserve(&l->text, &l->text_cap, l->text_used + text.length + 1, 1))
        return false;
    *at = (uint32_t)l->text_used;
    memcpy(l->text + *at, text.at, text.length);
    l->text[*at + text.length] = '\0';
    l->text_used += text.length + 1;
    return true;
}

bool arrivals_add(struct arrivals *l, struct arrival a) {
    if (!list_reserve(&l->at, &l->cap, l->count + 1, sizeof *l->at))
        return false;
    l->at[l->count++] = a;
    return true;
}

void arrivals_free(struct arrivals *l) {
    free(l->at);
    free(l->text);
    *l = (struct arrivals){0};
}

enum { LIST_HEAD = 1 };

unsigned char *tree_list_pack(const struct arrival *at, size_t count, int64_t first_game,
                              size_t *size) {
    uint64_t range = count ? (uint64_t)(at[count - 1].game - first_game) : 0;
    uint64_t gap = count ? range / count : 0;
    unsigned rice = gap < 2 ? 0 : bits_of(gap) - 1;
    size_t bits = 0;
    int64_t last = first_game;
    for (size_t i = 0; i < count; last = at[i++].game)
        bits += bits_rice_size((uint64_t)(at[i].game - last), rice) + RESULT_BITS;
    *size = LIST_HEAD + (bits + 7) / 8;
    unsigned char *data = calloc(1, *size + BITS_SLACK);
    if (!data)
        return NULL;
    data[0] = (unsigned char)rice;
    struct bit_writer w = {data + LIST_HEAD, 0};
    last = first_game;
    for (size_t i = 0; i < count; last = at[i++].game) {
        bits_put_rice(&w, (uint64_t)(at[i].game - last), rice);
        bits_put(&w, at[i].result, RESULT_BITS);
    }
    return data;
}

bool tree_list_unpack(struct arrivals *l, const struct segment *s, const struct packed_list *in,
                      struct arrival as, bool *damaged) {
    const unsigned char *at = in->data;
    as.game = s->first_game;
    *damaged = !in->size || at[0] > GAME_BITS_MAX;
    if (*damaged)
        return false;
    struct bit_reader r = {.at = at + LIST_HEAD, .size = (in->size - LIST_HEAD) * 8};
    for (int64_t i = 0; i < in->count; i++) {
        uint64_t gap = bits_get_rice(&r, at[0]);
        as.result = (uint8_t)bits_get(&r, RESULT_BITS);
        *damaged = r.failed || (i && !gap) || gap > (uint64_t)(s->last_game - as.game);
        as.game += (int64_t)gap;
        if (*damaged || !arrivals_add(l, as))
            return false;
    }
    return true;
}
