#include "notation/words/by_letter.h"

/* The list for the first two characters, in any case. */
static size_t list_of(struct text t) {
    size_t second = t.len > 1 ? (unsigned char)t.at[1] % LETTERS : 0;
    return (unsigned char)*t.at % LETTERS * LETTERS + second;
}

/* Threads that do this at once store the same data. */
static void make(struct by_letter *l) {
    uint16_t first[LISTS] = {0};
    for (size_t i = l->count; i--;) {
        if (!l->words[i])
            continue;
        uint16_t *to = &first[list_of(text_of(l->words[i]))];
        atomic_store_explicit(&l->next[i], *to, memory_order_relaxed);
        *to = (uint16_t)(i + 1);
    }
    for (size_t i = 0; i < LISTS; i++)
        atomic_store_explicit(&l->first[i], first[i], memory_order_relaxed);
    atomic_store_explicit(&l->made, true, memory_order_release);
}

bool zi_by_letter_next(struct by_letter *l, struct text t, size_t *next) {
    if (!atomic_load_explicit(&l->made, memory_order_acquire))
        make(l);
    if (t.len)
        *next = atomic_load_explicit(*next ? &l->next[*next - 1] : &l->first[list_of(t)],
                                     memory_order_relaxed);
    return t.len && *next;
}
