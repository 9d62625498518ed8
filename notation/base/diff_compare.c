/* Finds the lines that differ: Myers' greedy algorithm ("An O(ND) difference algorithm and its
   variations", 1986), restarted when the number of edits makes it too expensive. */
#include <stdlib.h>

#include "notation/base/diff.h"

/* Edits between two restarts, for texts with many and with few lines. */
enum { EDITS_MIN = 32, EDITS_MOST = 512, WORK = 16 * 1024 * 1024 };

/* The lines of one text. */
struct lines {
    struct text *line;
    long count;
    bool *changed;
};

/* A position between the lines of both texts, reached with `edits` edits. */
struct point {
    long old, new, edits;
};

struct comparison {
    struct lines old, new;
    struct point from; /* everything before it has been compared */
    long most;         /* edits */
    long *way;         /* one row per number of edits; see row_of */
};

size_t zi_diff_lines(struct text t) {
    size_t count = 0;
    for (; t.len; count++)
        zi_diff_line(&t);
    return count;
}

struct text zi_diff_line(struct text *t) {
    const char *nl = memchr(t->at, '\n', t->len);
    struct text line = {t->at, nl ? (size_t)(nl - t->at) + 1 : t->len};
    *t = text_after(*t, line.len);
    return line;
}

static bool split(struct lines *lines, struct text t, bool *changed) {
    size_t count = zi_diff_lines(t);
    lines->line = malloc((count + 1) * sizeof *lines->line);
    lines->changed = changed;
    for (; lines->line && t.len; lines->count++) {
        lines->line[lines->count] = zi_diff_line(&t);
        changed[lines->count] = true;
    }
    return lines->line != NULL;
}

/* Row `edits` has the furthest old position on each diagonal k = -edits, 2 - edits, ..., edits, at
   index (k + edits) / 2; k is the number of lines omitted minus the number of lines added. */
static long *row_of(const struct comparison *c, long edits) {
    return c->way + edits * (edits + 1) / 2;
}

/* Whether the best path to cell `i` of the row after `before` adds a line of the new text. */
static bool is_added(const long *before, long edits, long i) {
    return i == 0 || (i < edits && before[i - 1] < before[i]);
}

static bool is_same(const struct comparison *c, long old, long new) {
    return old < c->old.count && new < c->new.count &&text_same(c->old.line[old], c->new.line[new]);
}

static bool is_end(const struct comparison *c, struct point at) {
    return at.old == c->old.count && at.new == c->new.count;
}

/* Adds one edit to all paths. *best: the position furthest along both texts together. */
static void go_on(struct comparison *c, long edits, struct point *best) {
    long *row = row_of(c, edits), *before = edits ? row_of(c, edits - 1) : NULL;
    for (long i = 0; i <= edits; i++) {
        long old = c->from.old;
        if (before)
            old = is_added(before, edits, i) ? before[i] : before[i - 1] + 1;
        long new = old - (c->from.old - c->from.new) - (2 * i - edits);
        for (; is_same(c, old, new); old++)
            new ++;
        row[i] = old;
        if (old <= c->old.count && new <= c->new.count && old + new > best->old + best->new)
            *best = (struct point){old, new, edits};
    }
}

/* Marks the unchanged lines on the path to a position. */
static void match_back(struct comparison *c, struct point at) {
    for (;; at.edits--) {
        long diagonal = (at.old - c->from.old) - (at.new - c->from.new);
        long i = (diagonal + at.edits) / 2;
        const long *before = at.edits ? row_of(c, at.edits - 1) : NULL;
        bool added = before && is_added(before, at.edits, i);
        long old = !before ? c->from.old : added ? before[i] : before[i - 1] + 1;
        while (at.old > old) {
            c->old.changed[--at.old] = false;
            c->new.changed[--at.new] = false;
        }
        if (!before)
            return;
        at.old -= !added;
        at.new -= added;
    }
}

/* Compares up to the end or, if that needs too many edits, up to the furthest position that the
   maximum reaches. */
static void compare(struct comparison *c) {
    struct point best = c->from;
    for (long edits = 0; edits <= c->most && !is_end(c, best); edits++)
        go_on(c, edits, &best);
    match_back(c, best);
    c->from = (struct point){best.old, best.new, 0};
}

bool zi_diff_compare(struct text old, struct text new, bool *old_changed, bool *new_changed) {
    struct comparison c = {0};
    bool done = split(&c.old, old, old_changed) && split(&c.new, new, new_changed);
    long lines = c.old.count + c.new.count, cost = WORK / (lines + 1);
    c.most = cost < EDITS_MIN ? EDITS_MIN : cost > EDITS_MOST ? EDITS_MOST : cost;
    c.most = c.most < lines ? c.most : lines;
    c.way = malloc((size_t)((c.most + 1) * (c.most + 2) / 2) * sizeof *c.way);
    done &= c.way != NULL;
    while (done && !is_end(&c, c.from))
        compare(&c);
    free(c.old.line);
    free(c.new.line);
    free(c.way);
    return done;
}
