/* Which lines of two texts differ: Myers' algorithm in linear space ("An O(ND) difference algorithm
   and its variations", 1986) over the lines that both texts have, with a bound on its work. */
#include <stdlib.h>

#include "notation/base/diff.h"
#include "notation/base/list.h"
#include "notation/base/map.h"

/* Edits that the search goes at most, for texts of few and of many lines. */
enum { COST_MIN = 32, COST_MAX = 1024, WORK = 16 * 1024 * 1024 };

/* The lines of one text. A line's class is the number of the first line, of both texts, that is the
   same. */
struct lines {
    size_t count;
    uint32_t *class;
    bool *changed;

    /* Of these, the ones that the other text has too. */
    size_t kept;
    uint32_t *kept_class, *kept_line;
};

struct comparison {
    struct lines old, new;
    struct {
        struct text *text; /* by class */
        size_t count, cap;
        struct index by_hash;
    } class;
    long cost_max;
    long *forward, *backward; /* by diagonal: how far the old text was gone */
};

size_t zi_diff_lines(struct text t) {
    size_t count = 0;
    for (const char *p = t.at, *end = t.at + t.len, *nl; p < end; p = nl + 1, count++)
        if (!(nl = memchr(p, '\n', (size_t)(end - p))))
            nl = end - 1;
    return count;
}

/* Classes. */

/* The class of a line, in *class. False when out of memory. */
static bool class_of(struct comparison *c, struct text line, uint32_t *class) {
    uint64_t hash = zi_hash(line);
    size_t at = INDEX_START, count = c->class.count;
    int64_t known;
    while ((known = zi_index_next(&c->class.by_hash, hash, &at)) >= 0)
        if (text_same(c->class.text[known], line)) {
            *class = (uint32_t)known;
            return true;
        }
    if (!zi_list_reserve(&c->class.text, &c->class.cap, count + 1, sizeof line) ||
        !zi_index_add(&c->class.by_hash, hash, (uint32_t)count))
        return false;
    *class = (uint32_t)count;
    c->class.text[c->class.count++] = line;
    return true;
}

static bool classify(struct comparison *c, struct text t, struct lines *lines) {
    const char *p = t.at;
    for (size_t i = 0; i < lines->count; i++) {
        size_t left = (size_t)(t.at + t.len - p);
        const char *nl = memchr(p, '\n', left);
        struct text line = {p, nl ? (size_t)(nl - p) + 1 : left};
        if (!class_of(c, line, &lines->class[i]))
            return false;
        p += line.len;
    }
    return true;
}

static bool lines_open(struct lines *lines, struct text t, bool *changed) {
    lines->count = zi_diff_lines(t);
    lines->changed = changed;
    size_t room = lines->count + 1;
    lines->class = malloc(room * sizeof *lines->class);
    lines->kept_class = malloc(room * sizeof *lines->kept_class);
    lines->kept_line = malloc(room * sizeof *lines->kept_line);
    return lines->class && lines->kept_class && lines->kept_line && t.len <= UINT32_MAX / 2;
}

static void lines_close(struct lines *lines) {
    free(lines->class);
    free(lines->kept_class);
    free(lines->kept_line);
}

/* Keeps the lines that the other text, of `seen` classes, has too. All lines count as changed until
   they are found in both. */
static void keep(struct lines *lines, const bool *seen) {
    for (size_t i = 0; i < lines->count; i++) {
        lines->changed[i] = true;
        if (!seen[lines->class[i]])
            continue;
        lines->kept_class[lines->kept] = lines->class[i];
        lines->kept_line[lines->kept++] = (uint32_t)i;
    }
}

static bool keep_common(struct comparison *c) {
    bool *in_old = calloc(c->class.count + 1, 1), *in_new = calloc(c->class.count + 1, 1);
    bool done = in_old && in_new;
    for (size_t i = 0; done && i < c->old.count; i++)
        in_old[c->old.class[i]] = true;
    for (size_t i = 0; done && i < c->new.count; i++)
        in_new[c->new.class[i]] = true;
    if (done) {
        keep(&c->old, in_new);
        keep(&c->new, in_old);
    }
    free(in_old);
    free(in_new);
    return done;
}

/* The search. */

/* A part of both texts' kept lines. */
struct box {
    long old, old_end, new, new_end;
};

/* A place on the way from the front of a box to its end. */
struct point {
    long old, new;
};

static bool is_same(const struct comparison *c, long old, long new) {
    return c->old.kept_class[old] == c->new.kept_class[new];
}

/* Where the ways of `cost` edits from the front, of those up to `cost`, have come furthest. */
static struct point furthest(const struct comparison *c, const struct box *b, long cost) {
    const long *way = c->forward + c->cost_max + 1;
    struct point best = {b->old, b->new};
    for (long k = -cost; k <= cost; k += 2) {
        long old = way[k] < b->old_end ? way[k] : b->old_end, new = old - (b->old - b->new) - k;
        if (new >= b->new &&new <= b->new_end && old + new > best.old + best.new)
            best = (struct point){old, new};
    }
    return best;
}

/* One more edit on all ways from the front. True if one meets a way from the end. A way that is
   k diagonals off has omitted k lines of one text, so that it is never before the box. They meet
   within the box: a way leaves it from a place at its edge, on the next diagonal towards the end,
   where it has met whatever is on that diagonal an edit earlier. */
static bool go_forward(struct comparison *c, const struct box *b, long cost, struct point *meets) {
    long *way = c->forward + c->cost_max + 1, *other = c->backward + c->cost_max + 1;
    long shift = b->old - b->new, delta = (b->old_end - b->new_end) - shift;
    for (long k = -cost; k <= cost; k += 2) {
        bool down = k == -cost || (k != cost && way[k - 1] < way[k + 1]);
        long old = cost == 0 ? b->old : down ? way[k + 1] : way[k - 1] + 1;
        long new = old - shift - k;
        while (old < b->old_end && new < b->new_end && is_same(c, old, new))
            old++, new ++;
        way[k] = old;
        long back = delta - k; /* the same diagonal, as those from the end are counted */
        if ((delta & 1) && back > -cost && back < cost && old >= other[back]) {
            *meets = (struct point){old, new};
            return true;
        }
    }
    return false;
}

static bool go_backward(struct comparison *c, const struct box *b, long cost, struct point *meets) {
    long *way = c->backward + c->cost_max + 1, *other = c->forward + c->cost_max + 1;
    long shift = b->old_end - b->new_end, delta = shift - (b->old - b->new);
    for (long k = -cost; k <= cost; k += 2) {
        bool up = k == -cost || (k != cost && way[k - 1] > way[k + 1]);
        long old = cost == 0 ? b->old_end : up ? way[k + 1] : way[k - 1] - 1;
        long new = old - shift + k;
        while (old > b->old && new > b->new &&is_same(c, old - 1, new - 1))
            old--, new --;
        way[k] = old;
        long front = delta - k;
        if (!(delta & 1) && front >= -cost && front <= cost && old <= other[front]) {
            *meets = (struct point){old, new};
            return true;
        }
    }
    return false;
}

/* A place where the box can be cut in two: on a shortest way or, where that is too costly, where
   the ways from the front have come furthest. */
static struct point split(struct comparison *c, const struct box *b) {
    struct point meets;
    for (long cost = 0; cost <= c->cost_max; cost++)
        if (go_forward(c, b, cost, &meets) || go_backward(c, b, cost, &meets))
            return meets;
    return furthest(c, b, c->cost_max);
}

static void match(struct comparison *c, long old, long new) {
    c->old.changed[c->old.kept_line[old]] = false;
    c->new.changed[c->new.kept_line[new]] = false;
}

/* Each cut leaves a first part that is found within the bound, so this nests only as deep as that
   bound can be halved. */
static void search(struct comparison *c, struct box b) {
    for (;;) {
        while (b.old < b.old_end && b.new < b.new_end &&is_same(c, b.old, b.new))
            match(c, b.old++, b.new ++);
        while (b.old < b.old_end && b.new < b.new_end &&is_same(c, b.old_end - 1, b.new_end - 1))
            match(c, --b.old_end, --b.new_end);
        if (b.old == b.old_end || b.new == b.new_end)
            return;
        struct point at = split(c, &b);
        bool front = at.old == b.old && at.new == b.new;
        if (front || (at.old == b.old_end && at.new == b.new_end))
            return;
        search(c, (struct box){b.old, at.old, b.new, at.new});
        b.old = at.old;
        b.new = at.new;
    }
}

/* Sliding: of several places where the same change can be, the last one, but one beside a change of
   the other text where there is such a place. */

/* After the changed lines at `at`. */
static size_t skip_changed(const struct lines *lines, size_t at) {
    while (at < lines->count && lines->changed[at])
        at++;
    return at;
}

/* Slides the group [*start, *end) of `a` down as far as it goes. `at` is where the other text is
   after the same number of unchanged lines, before a group there. */
static void slide(struct lines *a, const struct lines *b, size_t *start, size_t *end, size_t *at) {
    size_t first = *start, beside = skip_changed(b, *at) > *at ? *start : SIZE_MAX;
    size_t from = *start, to = *end, other = *at;
    while (to < a->count && a->class[from] == a->class[to]) { /* a->changed[to] is false */
        from++, to++;
        other = skip_changed(b, other) + 1;
        if (skip_changed(b, other) > other)
            beside = from;
        if (to < a->count && a->changed[to])
            break; /* it has come to the next group */
    }
    size_t best = beside == SIZE_MAX ? from : beside, length = *end - *start;
    for (size_t i = first; i < best; i++) {
        a->changed[i] = false;
        a->changed[i + length] = true;
        *at = skip_changed(b, *at) + 1;
    }
    *start = best;
    *end = best + length;
}

static void slide_all(struct lines *a, const struct lines *b) {
    size_t i = 0, at = 0;
    while (i < a->count) {
        if (!a->changed[i]) {
            i++;
            at = skip_changed(b, at) + 1;
            continue;
        }
        size_t start = i, end = skip_changed(a, i);
        slide(a, b, &start, &end, &at);
        i = skip_changed(a, end);
    }
}

static bool compare(struct comparison *c, struct text old, struct text new) {
    if (!classify(c, old, &c->old) || !classify(c, new, &c->new) || !keep_common(c))
        return false;
    size_t kept = c->old.kept + c->new.kept + 1;
    long cost = (long)(WORK / kept);
    c->cost_max = cost < COST_MIN ? COST_MIN : cost > COST_MAX ? COST_MAX : cost;
    size_t room = (size_t)(2 * c->cost_max + 3);
    c->forward = calloc(room, sizeof *c->forward);
    c->backward = calloc(room, sizeof *c->backward);
    if (!c->forward || !c->backward)
        return false;
    search(c, (struct box){0, (long)c->old.kept, 0, (long)c->new.kept});
    slide_all(&c->old, &c->new);
    slide_all(&c->new, &c->old);
    return true;
}

bool zi_diff_compare(struct text old, struct text new, bool *old_changed, bool *new_changed) {
    struct comparison c = {0};
    bool opened = lines_open(&c.old, old, old_changed);
    opened &= lines_open(&c.new, new, new_changed);
    bool done = opened && compare(&c, old, new);
    lines_close(&c.old);
    lines_close(&c.new);
    free(c.class.text);
    zi_index_free(&c.class.by_hash);
    free(c.forward);
    free(c.backward);
    return done;
}
