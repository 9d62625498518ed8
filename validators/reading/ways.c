#include "validators/reading/atoms.h"

#include <stdlib.h>

size_t zi_atom_ways(const struct atom *a, const struct atom *next, const struct ruleset *rs,
                    struct way out[WAYS_MAX]) {
    if (a->kind != ATOM_MOVE ||
        (next && (next->kind != ATOM_MOVE || next->line != a->line || a->glyphs.len)))
        return 0;
    return zi_written_ways(&a->is, next ? &next->is : NULL, rs->rules->notation, &rs->board, out);
}

/* The atoms from a number to the next one. */
struct pair {
    size_t from, to;
    uint64_t order;
};

static int compare_pairs(const void *a, const void *b) {
    const struct pair *x = a, *y = b;
    return (x->order > y->order) - (x->order < y->order);
}

/* Splits the atoms at their numbers. False if some number is missing, or all are in order. */
static bool find_pairs(const struct atoms *from, struct pair *pair, size_t *count,
                       uint8_t seen[ATOMS_MAX / 2]) {
    uint32_t most = 0;
    bool ordered = true;
    *count = 0;
    for (size_t i = 0; i < from->count; i++) {
        const struct atom *a = &from->at[i];
        if (a->kind != ATOM_NUMBER)
            continue;
        if (*count)
            pair[*count - 1].to = i;
        if (a->number >= ATOMS_MAX / 2 || seen[a->number] > 1)
            return false;
        uint64_t order = (uint64_t)a->number << 1 | (a->second || seen[a->number]);
        ordered &= !*count || order > pair[*count - 1].order;
        most = most < a->number ? a->number : most;
        seen[a->number]++;
        pair[(*count)++] = (struct pair){i, from->count, order};
    }
    for (uint32_t n = 1; n <= most; n++)
        ordered |= !seen[n];
    return !ordered && *count;
}

bool zi_atoms_sort(const struct atoms *from, struct arena *arena, struct atoms *out, bool *failed) {
    size_t count, filled = 0;
    struct pair *pair = zi_arena_alloc(arena, (from->count + 1) * sizeof *pair);
    uint8_t *seen = zi_arena_alloc(arena, ATOMS_MAX / 2);
    *out = *from;
    out->at = zi_arena_alloc(arena, (from->count + 1) * sizeof *out->at);
    *failed = !pair || !seen || !out->at;
    if (*failed)
        return false;
    memset(seen, 0, ATOMS_MAX / 2);
    if (!find_pairs(from, pair, &count, seen))
        return false;
    qsort(pair, count, sizeof *pair, compare_pairs);
    size_t first = pair[0].from;
    for (size_t i = 0; i < count; i++)
        first = first < pair[i].from ? first : pair[i].from;
    memcpy(out->at, from->at, first * sizeof *out->at);
    filled = first;
    for (size_t i = 0; i < count; i++) {
        size_t size = pair[i].to - pair[i].from;
        memcpy(out->at + filled, from->at + pair[i].from, size * sizeof *out->at);
        if (pair[i].order & 1)
            out->at[filled].second = true;
        filled += size;
    }
    out->at[filled] = from->at[from->count];
    zi_atoms_segment(out, false);
    return true;
}
