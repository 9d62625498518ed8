#include "notation/record/edits.h"

#include <stdlib.h>

#include "notation/base/list.h"
#include "notation/base/value.h"

void zi_edits_add(struct edits *list, struct edit e) {
    if (!zi_list_reserve(&list->at, &list->cap, list->count + 1, sizeof *list->at)) {
        list->failed = true;
        return;
    }
    if (e.blocked)
        e.end = e.at;
    list->possible += !e.blocked;
    list->at[list->count++] = e;
}

static int by_place(const void *a, const void *b) {
    const struct edit *x = a, *y = b;
    size_t p = x->at != y->at ? x->at : x->end, q = x->at != y->at ? y->at : y->end;
    return (p > q) - (p < q);
}

void zi_edits_sort(struct edits *list) {
    if (list->count)
        qsort(list->at, list->count, sizeof *list->at, by_place);
}

void zi_edits_free(struct edits *list) {
    free(list->at);
    *list = (struct edits){0};
}

void zi_edits_apply(const struct edits *list, struct text text, struct buffer *out) {
    size_t at = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct edit *e = &list->at[i];
        if (e->blocked)
            continue;
        buffer_add(out, ((struct text){text.at + at, e->at - at}), e->with);
        at = e->end;
    }
    buffer_text(out, text_after(text, at));
}

/* Two lists being combined. */
struct then {
    struct edits *out;
    const struct edits *first, *second;
    struct text text, between;
    bool joins;
    struct arena *arena;
    size_t i, k;  /* the next edits */
    size_t added; /* bytes that the first i edits added to the text, modulo 2^64 */
};

static size_t start_of(const struct then *t) { return t->first->at[t->i].at + t->added; }

static size_t end_of(const struct then *t) { return start_of(t) + t->first->at[t->i].with.len; }

/* Moves past the next edit of the first list. */
static void pass_first(struct then *t) {
    const struct edit *e = &t->first->at[t->i++];
    t->added += e->with.len - (e->end - e->at);
}

/* Concatenates two texts in the arena. */
static struct text keep(struct then *t, struct text a, struct text b) {
    char *at = zi_arena_alloc(t->arena, a.len + b.len);
    t->out->failed |= !at;
    if (!at)
        return NO_TEXT;
    struct writer w = {at, a.len + b.len, 0};
    write_text(&w, a);
    write_text(&w, b);
    return written(&w);
}

static void put(struct then *t, struct edit e) {
    struct edits *out = t->out;
    struct edit *last = out->count ? &out->at[out->count - 1] : NULL;
    if (t->joins && e.at == e.end && !e.with.len)
        return;
    if (t->joins && last && last->end == e.at) {
        last->end = e.end;
        last->with = keep(t, last->with, e.with);
        return;
    }
    e.with = keep(t, e.with, NO_TEXT);
    if (!t->joins)
        e.old =
            e.blocked ? keep(t, e.old, NO_TEXT) : (struct text){t->text.at + e.at, e.end - e.at};
    zi_edits_add(out, e);
}

/* Merges the next edits that touch or overlap each other into one. */
static void put_both(struct then *t) {
    struct edit e = t->first->at[t->i];
    struct buffer with = {0};
    size_t at = start_of(t), end = end_of(t), second = t->second->at[t->k].at;
    at = size_min(at, second);
    e.at = size_min(e.at, at - t->added);
    for (bool more = true; more;) {
        more = false;
        for (; t->i < t->first->count && (start_of(t) < end || start_of(t) == at); more = true) {
            end = size_max(end, end_of(t));
            pass_first(t);
        }
        for (; t->k < t->second->count && t->second->at[t->k].at <= end; more = true) {
            const struct edit *s = &t->second->at[t->k++];
            if (s->blocked)
                continue;
            buffer_text(&with, (struct text){t->between.at + at, s->at - at});
            buffer_text(&with, s->with);
            at = s->end;
            end = size_max(end, at);
        }
    }
    buffer_text(&with, (struct text){t->between.at + at, end - at});
    e.end = end - t->added;
    e.with = buffered(&with);
    t->out->failed |= with.failed;
    put(t, e);
    zi_buffer_free(&with);
}

void zi_edits_then(struct edits *out, const struct edits *first, const struct edits *second,
                   struct text text, struct text between, bool joins, struct arena *arena) {
    struct then t = {.out = out,
                     .first = first,
                     .second = second,
                     .text = text,
                     .between = between,
                     .joins = joins,
                     .arena = arena};
    while (!out->failed && (t.i < first->count || t.k < second->count)) {
        const struct edit *s = t.k < second->count ? &second->at[t.k] : NULL;
        if (!s || (t.i < first->count && end_of(&t) < s->at)) {
            put(&t, first->at[t.i]);
            pass_first(&t);
        } else if (t.i == first->count || s->blocked || s->end < start_of(&t)) {
            struct edit e = *s;
            e.at -= t.added;
            e.end -= t.added;
            if (s->blocked && t.i < first->count) /* it may be inside the next edit of `first` */
                e.at = e.end = size_min(e.at, first->at[t.i].at);
            put(&t, e);
            t.k++;
        } else {
            put_both(&t);
        }
    }
}

size_t zi_edits_origin(const struct edits *list, struct edits_walk *walk, size_t offset) {
    for (; walk->edit < list->count; walk->edit++) {
        const struct edit *e = &list->at[walk->edit];
        size_t start = e->at + walk->added, within = offset - start;
        if (e->blocked)
            continue;
        if (offset < start)
            break;
        if (within < e->with.len)
            return e->at + size_min(within, e->end - e->at);
        walk->added += e->with.len - (e->end - e->at);
    }
    return offset - walk->added;
}
