#include "cli/archive/posting.h"
#include "notation/base/list.h"

#include <stdlib.h>
#include <string.h>

/* Three cells of this size fill a page of SQLite. */
enum { BUCKET_BYTES = 1340, COUNT_BITS = 32, RESULT_BITS = 2 };

unsigned bits_of(uint64_t value) { return value ? 64 - (unsigned)__builtin_clzll(value) : 0; }

unsigned segment_key_bits(uint64_t postings) {
    unsigned bits = bits_of(postings) + 3;
    return bits < KEY_BITS_MIN ? KEY_BITS_MIN : bits > KEY_BITS_MAX ? KEY_BITS_MAX : bits;
}

void segment_pack(struct segment *s, uint64_t postings) {
    /* a step of 0.7 times the mean gap takes the fewest bits */
    double gap = 0.7 * (double)(UINT64_C(1) << s->key_bits) / (double)(postings ? postings : 1);
    s->rice = gap < 2 ? 0 : bits_of((uint64_t)gap) - 1;
}

static unsigned game_bits(const struct segment *s) {
    return bits_of((uint64_t)(s->last_game - s->first_game));
}

/* Rows. */

static void packed_rows_free(struct packed_rows *p) {
    free(p->bucket);
    free(p->move);
    free(p->data);
    *p = (struct packed_rows){0};
}

/* Copies bytes, and sets *at to their offset. */
static bool add_data(struct packed_rows *p, zet_text data, size_t *at) {
    if (!zi_list_reserve(&p->data, &p->cap, p->used + data.length + 1, 1))
        return false;
    *at = p->used;
    if (data.length)
        memcpy(p->data + p->used, data.at, data.length);
    p->used += data.length;
    return true;
}

static bool packed_add_bucket(struct packed_rows *p, uint64_t first, zet_text data) {
    struct packed_bucket row = {.first = first, .size = data.length};
    if (!zi_list_reserve(&p->bucket, &p->bucket_cap, p->bucket_count + 1, sizeof *p->bucket) ||
        !add_data(p, data, &row.at))
        return false;
    p->bucket[p->bucket_count++] = row;
    return true;
}

static bool packed_add_move(struct packed_rows *p, struct packed_move row, zet_text move,
                            zet_text list) {
    row.size = list.length;
    if (!zi_list_reserve(&p->move, &p->move_cap, p->move_count + 1, sizeof *p->move) ||
        !add_data(p, list, &row.at) || !add_data(p, move, &row.move))
        return false;
    p->data[p->used++] = '\0';
    p->move[p->move_count++] = row;
    return true;
}

/* Postings. */

static bool flush(struct packer *w) {
    struct bit_writer head = {.used = 0};
    unsigned char count[COUNT_BITS / 8 + BITS_SLACK] = {0};
    if (!w->count)
        return true;
    head.at = count;
    bits_put(&head, w->count, COUNT_BITS);
    memcpy(w->bits.at, count, COUNT_BITS / 8);
    size_t size = (w->bits.used + 7) / 8;
    bool done = packed_add_bucket(&w->rows, w->first, (zet_text){(const char *)w->bits.at, size});
    memset(w->bits.at, 0, size);
    w->count = 0;
    return done;
}

/* Makes room for that many more bits. */
static bool reserve(struct packer *w, size_t bits) {
    size_t wanted = (w->bits.used + bits + 7) / 8 + BITS_SLACK;
    if (w->bits.at && wanted <= w->room)
        return true;
    size_t room = w->room ? w->room * 2 : (size_t)2 * BUCKET_BYTES;
    while (room < wanted)
        room *= 2;
    unsigned char *at = realloc(w->bits.at, room);
    if (!at)
        return false;
    memset(at + w->room, 0, room - w->room);
    w->bits.at = at;
    w->room = room;
    return true;
}

/* In a raw segment a bit shows whether the rest of the key, the result and the move follow. */
static void put_rest(struct packer *w, const struct posting *p, size_t move) {
    bits_put(&w->bits, p->whole, 1);
    if (!p->whole)
        return;
    bits_put(&w->bits, p->key, 64 - w->segment.key_bits);
    bits_put(&w->bits, p->result, RESULT_BITS);
    for (size_t i = 0; i <= move; i++)
        bits_put(&w->bits, (unsigned char)p->move[i], 8);
}

bool packer_add(struct packer *w, struct posting p) {
    const struct segment *s = &w->segment;
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
    w->segment.postings++;
    return true;
}

bool packer_end(struct packer *w) { return flush(w); }

void packer_begin(struct packer *w, const struct segment *segment) {
    w->rows.bucket_count = w->rows.move_count = w->rows.used = 0;
    w->segment = *segment;
    w->segment.postings = 0;
}

void packer_free(struct packer *w) {
    packed_rows_free(&w->rows);
    free(w->bits.at);
}

void bucket_open(struct bucket *b, const struct segment *s, uint64_t first, zet_text data) {
    b->segment = s;
    b->last = first;
    b->bits = (struct bit_reader){.at = (const unsigned char *)data.at, .size = data.length * 8};
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
        !zi_list_reserve(&l->text, &l->text_cap, l->text_used + text.length + 1, 1))
        return false;
    *at = (uint32_t)l->text_used;
    memcpy(l->text + *at, text.at, text.length);
    l->text[*at + text.length] = '\0';
    l->text_used += text.length + 1;
    return true;
}

bool arrivals_add(struct arrivals *l, struct arrival a) {
    if (!zi_list_reserve(&l->at, &l->cap, l->count + 1, sizeof *l->at))
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

static size_t list_bits(const struct arrival *at, size_t count, int64_t last, unsigned rice) {
    size_t bits = 0;
    for (size_t i = 0; i < count; last = at[i++].game)
        bits += bits_rice_size((uint64_t)(at[i].game - last), rice) + RESULT_BITS;
    return bits;
}

bool packer_add_move(struct packer *p, const struct arrival *at, size_t count, zet_text move) {
    int64_t last = p->segment.first_game;
    uint64_t range = count ? (uint64_t)(at[count - 1].game - last) : 0;
    uint64_t gap = count ? range / count : 0;
    unsigned rice = gap < 2 ? 0 : bits_of(gap) - 1;
    size_t size = LIST_HEAD + (list_bits(at, count, last, rice) + 7) / 8;
    struct packed_move row = {.key = at->key};
    unsigned char *data = calloc(1, size + BITS_SLACK);
    if (!data)
        return false;
    data[0] = (unsigned char)rice;
    struct bit_writer w = {data + LIST_HEAD, 0};
    for (size_t i = 0; i < count; last = at[i++].game) {
        bits_put_rice(&w, (uint64_t)(at[i].game - last), rice);
        bits_put(&w, at[i].result, RESULT_BITS);
        row.results[at[i].result & 3]++;
    }
    bool done = packed_add_move(&p->rows, row, move, (zet_text){(const char *)data, size});
    p->segment.postings += (int64_t)count;
    free(data);
    return done;
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
