#include "notation/base/map.h"

#include <stdlib.h>

#include "notation/base/list.h"

enum { FIRST_SLOTS = 64 };

/* FNV-1a, with its high bits mixed into the low ones. */
uint64_t zi_hash(struct text t) {
    uint64_t h = 0xcbf29ce484222325U;
    for (size_t i = 0; i < t.len; i++)
        h = (h ^ (unsigned char)t.at[i]) * 0x100000001b3U;
    return h ^ h >> 32;
}

int64_t zi_index_next(const struct index *index, uint64_t hash, size_t *at) {
    if (!index->slot)
        return -1;
    *at = *at == INDEX_START ? hash & index->mask : (*at + 1) & index->mask;
    for (; index->slot[*at]; *at = (*at + 1) & index->mask)
        if (index->hash[*at] == (uint32_t)hash)
            return (int64_t)index->slot[*at] - 1;
    return -1;
}

static void insert(struct index *index, uint32_t hash, uint32_t slot) {
    size_t at = hash & index->mask;
    while (index->slot[at])
        at = (at + 1) & index->mask;
    index->slot[at] = slot;
    index->hash[at] = hash;
}

static bool grow(struct index *index) {
    size_t slots = index->slot ? (index->mask + 1) * 2 : FIRST_SLOTS;
    struct index larger = {.slot = calloc(slots, sizeof *larger.slot),
                           .hash = calloc(slots, sizeof *larger.hash),
                           .mask = slots - 1,
                           .count = index->count};
    if (!larger.slot || !larger.hash) {
        zi_index_free(&larger);
        return false;
    }
    for (size_t i = 0; index->slot && i <= index->mask; i++)
        if (index->slot[i])
            insert(&larger, index->hash[i], index->slot[i]);
    zi_index_free(index);
    *index = larger;
    return true;
}

bool zi_index_add(struct index *index, uint64_t hash, uint32_t number) {
    size_t slots = index->slot ? index->mask + 1 : 0;
    if (index->count >= INDEX_ITEMS_MAX || (index->count + 1 > slots - slots / 3 && !grow(index)))
        return false;
    insert(index, (uint32_t)hash, number + 1);
    index->count++;
    return true;
}

void zi_index_free(struct index *index) {
    free(index->slot);
    free(index->hash);
    *index = (struct index){0};
}

static int64_t find(const struct map *m, struct text t, uint64_t hash) {
    size_t at = INDEX_START;
    int64_t number;
    while ((number = zi_index_next(&m->index, hash, &at)) >= 0 && !text_same(m->at[number], t))
        ;
    return number;
}

int64_t zi_map_find(const struct map *m, struct text t) { return find(m, t, zi_hash(t)); }

uint32_t zi_map_number(struct map *m, struct text t) {
    uint64_t hash = zi_hash(t);
    int64_t known = find(m, t, hash);
    if (known >= 0 || m->failed)
        return known >= 0 ? (uint32_t)known : 0;
    m->failed = !zi_list_reserve(&m->at, &m->cap, m->count + 1, sizeof *m->at);
    struct text copy = m->failed ? NO_TEXT : zi_arena_copy(&m->arena, t, &m->failed);
    m->failed = m->failed || !zi_index_add(&m->index, hash, (uint32_t)m->count);
    if (m->failed)
        return 0;
    m->at[m->count] = copy;
    return (uint32_t)m->count++;
}

void zi_map_free(struct map *m) {
    free(m->at);
    zi_index_free(&m->index);
    zi_arena_free(&m->arena);
    *m = (struct map){0};
}

/* The list for the first two characters, in any case. */
static size_t list_of(struct text t) {
    size_t second = t.len > 1 ? (unsigned char)t.at[1] % BY_LETTER_KINDS : 0;
    return (unsigned char)*t.at % BY_LETTER_KINDS * BY_LETTER_KINDS + second;
}

/* Threads that do this at once store the same data. */
static void list_words(struct by_letter *l) {
    uint16_t first[BY_LETTER_LISTS] = {0};
    for (size_t i = l->count; i--;) {
        if (!l->words[i])
            continue;
        uint16_t *to = &first[list_of(text_of(l->words[i]))];
        atomic_store_explicit(&l->next[i], *to, memory_order_relaxed);
        *to = (uint16_t)(i + 1);
    }
    for (size_t i = 0; i < BY_LETTER_LISTS; i++)
        atomic_store_explicit(&l->first[i], first[i], memory_order_relaxed);
    atomic_store_explicit(&l->made, true, memory_order_release);
}

bool zi_by_letter_next(struct by_letter *l, struct text t, size_t *next) {
    if (!atomic_load_explicit(&l->made, memory_order_acquire))
        list_words(l);
    if (t.len)
        *next = atomic_load_explicit(*next ? &l->next[*next - 1] : &l->first[list_of(t)],
                                     memory_order_relaxed);
    return t.len && *next;
}
