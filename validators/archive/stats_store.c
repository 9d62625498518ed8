#include "validators/archive/stats_store.h"

#include <stdlib.h>

#include "validators/games/key.h"

struct text zet_stats_name_cut(struct text name, char room[STATS_NAME_BYTES]) {
    static const char dots[] = "\xE2\x80\xA6";
    size_t length = STATS_NAME_BYTES - (sizeof dots - 1);
    if (name.len <= STATS_NAME_BYTES)
        return name;
    while (length && ((unsigned char)name.at[length] & 0xC0) == 0x80)
        length--;
    memcpy(room, name.at, length);
    memcpy(room + length, dots, sizeof dots - 1);
    return (struct text){room, length + sizeof dots - 1};
}

uint32_t zet_stats_name(struct stats_names *n, struct text name, bool add) {
    char room[STATS_NAME_BYTES];
    name = zet_stats_name_cut(name, room);
    int64_t known = zet_map_find(&n->words, name);
    if (known >= 0)
        return (uint32_t)known;
    if (!add || n->bytes + name.len > STATS_NAMES_BYTES)
        return STATS_NO_NAME;
    uint32_t number = zet_map_number(&n->words, name);
    n->bytes += name.len;
    return n->words.failed ? STATS_NO_NAME : number;
}

void zet_stats_names_free(struct stats_names *n) {
    zet_map_free(&n->words);
    n->bytes = 0;
}

/* Cells. */

static size_t place_of(const struct stats_cell *at, size_t mask, uint64_t key) {
    size_t i = (size_t)key_mix(key) & mask;
    while (at[i].key && at[i].key != key)
        i = (i + 1) & mask;
    return i;
}

/* Room for one more cell; a quarter of the places stays empty. */
static bool grow_cells(struct stats_cells *c) {
    size_t places = c->at ? c->mask + 1 : 0;
    if (c->count < places / 4 * 3)
        return true;
    size_t more = places ? places * 2 : 1024;
    struct stats_cell *at = calloc(more, sizeof *at);
    if (!at) {
        c->failed = true;
        return false;
    }
    for (size_t i = 0; i < places; i++)
        if (c->at[i].key)
            at[place_of(at, more - 1, c->at[i].key)] = c->at[i];
    free(c->at);
    c->at = at;
    c->mask = more - 1;
    return true;
}

bool zet_stats_cell_add(struct stats_cells *c, uint64_t key) {
    size_t i = c->at ? place_of(c->at, c->mask, key) : 0;
    if (!c->at || !c->at[i].key) {
        if (!stats_cells_have_room(c) || !grow_cells(c))
            return false;
        i = place_of(c->at, c->mask, key);
        c->at[i].key = key;
        c->count++;
    }
    c->at[i].count++;
    return true;
}

static int by_key(const void *a, const void *b) {
    uint64_t x = ((const struct stats_cell *)a)->key, y = ((const struct stats_cell *)b)->key;
    return (x > y) - (x < y);
}

void zet_stats_cells_finalize(struct stats_cells *c) {
    size_t count = 0;
    for (size_t i = 0; c->at && !c->finalized && i <= c->mask; i++)
        if (c->at[i].key)
            c->at[count++] = c->at[i];
    if (count)
        qsort(c->at, count, sizeof *c->at, by_key);
    c->count = 0;
    for (size_t i = 0; i < count; i++)
        if (c->count && c->at[c->count - 1].key == c->at[i].key)
            c->at[c->count - 1].count += c->at[i].count;
        else
            c->at[c->count++] = c->at[i];
    c->finalized = true;
}

size_t zet_stats_cells_from(const struct stats_cells *c, uint64_t key) {
    size_t low = 0, high = c->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c->at[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void zet_stats_cells_free(struct stats_cells *c) {
    free(c->at);
    *c = (struct stats_cells){0};
}
