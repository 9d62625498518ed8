#include "validators/scores/words.h"

#include <stdlib.h>

enum { FIRST_SLOTS = 64, WORDS_MAX = 1 << 30 };

/* FNV-1a, with its high bits mixed into the low ones. */
static uint64_t hash_of(struct text t) {
    uint64_t h = 0xcbf29ce484222325U;
    for (size_t i = 0; i < t.len; i++)
        h = (h ^ (unsigned char)t.at[i]) * 0x100000001b3U;
    return h ^ h >> 32;
}

static size_t slot_of(const struct words *w, struct text t) {
    size_t slot = hash_of(t) & w->mask;
    while (w->slots[slot] && !text_same(w->at[w->slots[slot] - 1], t))
        slot = (slot + 1) & w->mask;
    return slot;
}

/* At least half of the slots stay empty. */
static bool grow(struct words *w) {
    size_t slots = w->slots ? (w->mask + 1) * 2 : FIRST_SLOTS, cap = slots / 2;
    struct text *at = realloc(w->at, cap * sizeof *at);
    if (!at)
        return false;
    w->at = at;
    uint32_t *new = calloc(slots, sizeof *new);
    if (!new)
        return false;
    free(w->slots);
    w->slots = new;
    w->mask = slots - 1;
    w->cap = cap;
    for (size_t i = 0; i < w->count; i++)
        w->slots[slot_of(w, w->at[i])] = (uint32_t)i + 1;
    return true;
}

uint32_t zet_words_number(struct words *w, struct text t) {
    w->failed |= w->count == w->cap && (w->count >= WORDS_MAX || !grow(w));
    if (w->failed)
        return 0;
    size_t slot = slot_of(w, t);
    if (!w->slots[slot]) {
        struct text copy = zet_arena_copy(&w->arena, t, &w->failed);
        if (w->failed)
            return 0;
        w->at[w->count++] = copy;
        w->slots[slot] = (uint32_t)w->count;
    }
    return w->slots[slot] - 1;
}

int64_t zet_words_find(const struct words *w, struct text t) {
    return w->slots ? (int64_t)w->slots[slot_of(w, t)] - 1 : -1;
}

void zet_words_free(struct words *w) {
    free(w->at);
    free(w->slots);
    zet_arena_free(&w->arena);
    *w = (struct words){0};
}
