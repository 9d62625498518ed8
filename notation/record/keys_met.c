#include "notation/record/keys_met.h"

static bool stands_before(const struct node *mapping, const struct node *key) {
    for (const struct node *k = mapping->first; k != key; k = k->next->next)
        if (k->kind == NODE_SCALAR && text_same(k->text, key->text))
            return true;
    return false;
}

/* Sets the key's bit; whether it was set. */
static bool set_bit(struct keys_met *met, struct text key) {
    uint32_t front = 0, back = 0;
    if (key.len >= sizeof front) {
        memcpy(&front, key.at, sizeof front);
        memcpy(&back, key.at + key.len - sizeof back, sizeof back);
    } else {
        memcpy(&front, key.at, key.len);
    }
    uint32_t hash = (front * 0x9E3779B1U ^ (back + (uint32_t)key.len)) * 0x85EBCA6BU >> 24;
    uint64_t bit = (uint64_t)1 << hash % 64, *word = &met->bits[hash / 64];
    bool was_set = *word & bit;
    *word |= bit;
    return was_set;
}

static void fill_map(struct keys_met *met, const struct node *mapping, const struct node *key) {
    for (const struct node *k = mapping->first; k != key; k = k->next->next)
        if (k->kind == NODE_SCALAR)
            zet_map_number(&met->map, k->text);
}

bool zet_keys_met(struct keys_met *met, const struct node *mapping, const struct node *key) {
    size_t number = met->number++;
    if (number == KEYS_BY_BITS)
        fill_map(met, mapping, key);
    if (key->kind != NODE_SCALAR)
        return false;
    if (number < KEYS_BY_BITS)
        return set_bit(met, key->text) && stands_before(mapping, key);
    size_t before = met->map.count;
    return zet_map_number(&met->map, key->text) < before;
}

void zet_keys_met_free(struct keys_met *met) { zet_map_free(&met->map); }
