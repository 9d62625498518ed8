#include "validators/replay/replay.h"

#include <assert.h>
#include <stdlib.h>

/* A slot is the number of a position in the path, from 1, with the generation that it belongs to
   above it; slots of other generations are empty. So a reset clears the slots only when the
   generations are used up. */
enum { NUMBER_BITS = 17, GENERATIONS = 1 << (32 - NUMBER_BITS) };
_Static_assert(PLIES_MAX + 1 < 1 << NUMBER_BITS, "a slot must hold the number of a position");

static uint32_t slot_of(const struct history *h, size_t number) {
    return (uint32_t)(h->generation << NUMBER_BITS | number);
}

/* The number in a slot; 0 if it is empty. */
static uint32_t number_at(const struct history *h, size_t i) {
    uint32_t slot = h->slots[i];
    return slot >> NUMBER_BITS == h->generation ? slot & ((1U << NUMBER_BITS) - 1) : 0;
}

/* At least twice as many slots as positions, so that a search ends soon. */
static bool history_reset(struct history *h, size_t plies) {
    size_t slots = 16;
    while (slots < 2 * (plies + 1))
        slots *= 2;
    if (slots > h->cap) {
        free(h->slots);
        free(h->path);
        h->slots = calloc(slots, sizeof *h->slots);
        h->path = malloc(slots / 2 * sizeof *h->path);
        h->cap = h->slots && h->path ? slots : 0;
        h->generation = 0;
        if (!h->cap)
            return false;
    }
    if (++h->generation == GENERATIONS) {
        memset(h->slots, 0, h->cap * sizeof *h->slots);
        h->generation = 1;
    }
    h->mask = slots - 1;
    h->length = 0;
    return true;
}

/* Counts one more occurrence and returns their number. */
static inline uint32_t history_push(struct history *h, uint64_t key) {
    size_t i = (size_t)(key & h->mask);
    assert(h->length <= h->mask / 2);
    for (uint32_t number; (number = number_at(h, i)); i = (i + 1) & h->mask) {
        struct passed *first = &h->path[number - 1];
        if (first->key == key) {
            h->path[h->length++].key = key;
            return ++first->count;
        }
    }
    h->path[h->length++] = (struct passed){key, 1};
    h->slots[i] = slot_of(h, h->length);
    return 1;
}

/* Forgets the position counted last. */
static void history_pop(struct history *h) {
    uint64_t key = h->path[--h->length].key;
    size_t i = (size_t)(key & h->mask);
    while (h->path[number_at(h, i) - 1].key != key)
        i = (i + 1) & h->mask;
    struct passed *first = &h->path[number_at(h, i) - 1];
    if (--first->count == 0)
        h->slots[i] = 0; /* the newest slot: no search goes beyond it */
}

size_t zi_replay_mark(const struct replay *r) { return r->history.length; }

void zi_replay_rewind(struct replay *r, size_t mark) {
    while (r->repetition && r->history.length > mark)
        history_pop(&r->history);
}

void zi_replay_again(struct replay *r) {
    if (r->repetition)
        history_push(&r->history, r->ruleset->rules->key(&r->position));
}

uint32_t zi_replay_occurrences(const struct replay *r, uint32_t *plies, uint32_t most) {
    const struct history *h = &r->history;
    uint32_t count = 0;
    if (!r->repetition) /* the history is that of another game */
        return 0;
    for (size_t i = 0; i < h->length; i++) {
        if (h->path[i].key != h->path[h->length - 1].key)
            continue;
        if (count < most)
            plies[count] = (uint32_t)i;
        count++;
    }
    return count;
}

/* H12, after the rules' own outcome. */
static inline void count_position(struct replay *r, uint64_t key) {
    uint32_t count = history_push(&r->history, key);
    if (count >= r->repetition && r->outcome.result == RESULT_OPEN)
        r->outcome = (struct outcome){RESULT_DRAW, REPETITION};
}

/* Applies the rules' outcome, then H12. */
static void judge(struct replay *r) {
    const struct rules *rules = r->ruleset->rules;
    r->outcome = rules->outcome(&r->position);
    if (r->repetition)
        count_position(r, rules->key(&r->position));
}

/* As the rules' start. Copies the game's start position if it was made before. */
static const char *start(struct replay *r, const struct ruleset *rs, const struct setup *from) {
    struct opening *o = from ? NULL : r->opening;
    size_t size = rs->rules->position_size;
    if (o && o->at == rs && zi_ruleset_same(&o->ruleset, rs)) {
        memcpy(&r->position, &o->position, size);
        return NULL;
    }
    const char *fault = rs->rules->start(&r->position, rs, from);
    if (o) { /* this position can always be played */
        o->at = rs;
        o->ruleset = *rs;
        memcpy(&o->position, &r->position, size);
    }
    return fault;
}

const char *zi_replay_start(struct replay *r, const struct ruleset *rs, const struct setup *from,
                            size_t plies, bool *failed) {
    r->ruleset = rs;
    r->ply = 0;
    r->repetition = zi_ruleset_repetition(rs);
    r->outcome = (struct outcome){RESULT_OPEN, NULL};
    r->attempt.work = r->attempt.ahead = 0;
    r->attempt.exhausted = false;
    const char *fault = start(r, rs, from);
    if (fault)
        return fault;
    if (r->repetition && !history_reset(&r->history, plies < PLIES_MAX ? plies : PLIES_MAX)) {
        *failed = true;
        return NULL;
    }
    judge(r);
    return NULL;
}

bool zi_replay_copy(struct replay *to, const struct replay *from) {
    struct history history = {0};
    *to = *from;
    to->history = history;
    if (!from->repetition)
        return true;
    if (!history_reset(&to->history, from->history.mask / 2))
        return false;
    for (size_t i = 0; i < from->history.length; i++)
        history_push(&to->history, from->history.path[i].key);
    return true;
}

void zi_replay_close(struct replay *r) {
    free(r->history.slots);
    free(r->history.path);
    r->history = (struct history){0};
}

void zi_replay_play(struct replay *r, const struct move *m, struct effect *effect) {
    r->ruleset->rules->play(&r->position, m, effect);
    if (!move_is_turn(m))
        return;
    r->ply++;
    judge(r);
}

LINK_INLINE const struct reason *zi_replay_try(struct replay *r, const struct move *m) {
    const struct reason *reason = r->ruleset->rules->try_play(&r->position, m, &r->attempt);
    if (reason || r->attempt.exhausted)
        return reason;
    r->ply++;
    r->outcome = r->attempt.outcome;
    if (r->repetition)
        count_position(r, r->attempt.key);
    return NULL;
}
