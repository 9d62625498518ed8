/* Sets the order of all findings, and where they begin and end. */
#include "notation/base/list.h"
#include "notation/record/record.h"

#include <stdlib.h>

/* A finding without an end extends to the end of its word, but is at most this long. */
enum { WORD_BYTES_MAX = 256 };

/* Header scalars are in the record, in its mappings, and in theirs. */
enum { HEADER_DEPTH_MAX = 2 };

static int by_place(const void *a, const void *b) {
    const struct finding *x = a, *y = b;
    size_t p = x->offset != y->offset ? x->offset : x->line;
    size_t q = x->offset != y->offset ? y->offset : y->line;
    return (p > q) - (p < q);
}

/* The end of the word at that byte; of the character if it is blank. */
static size_t word_end(struct text t, size_t at) {
    size_t end = at, most = at + size_min(t.len - at, WORD_BYTES_MAX);
    while (end < most && !is_blank(t.at[end]))
        end++;
    if (end == at && at < t.len && !is_line_end(t.at[at]))
        end++;
    while (is_continuation(text_byte(t, end)))
        end++;
    return end;
}

/* Sets the ends of findings that are moves or words. */
static void end_words(struct record *r) {
    struct text t = r->text;
    for (size_t i = 0; i < r->findings.count; i++) {
        struct finding *f = &r->findings.at[i];
        size_t at = size_min(f->offset, t.len);
        bool written =
            f->move.len && f->move.len <= t.len - at && !memcmp(t.at + at, f->move.at, f->move.len);
        f->end = written ? at + f->move.len : word_end(t, at);
    }
}

/* The end of a scalar's text, inside its quotes if the finding is. */
static size_t scalar_end(const struct record *r, const struct node *n, size_t start, size_t end,
                         size_t at) {
    bool quoted = n->span.as == WRITTEN_SINGLE_QUOTED || n->span.as == WRITTEN_DOUBLE_QUOTED;
    if (quoted)
        return at > start ? end - 1 : end;
    while (end > at && is_blank(r->text.at[end - 1]))
        end--;
    return end;
}

/* Ends findings in the header at the end of their scalars. *next: the first finding that may be in
   this mapping or after it. */
static void end_scalars(struct record *r, const struct node *mapping, unsigned depth,
                        size_t *next) {
    struct findings *f = &r->findings;
    for (const struct node *n = mapping->first; n && *next < f->count; n = n->next) {
        if (n->kind == NODE_MAPPING && depth < HEADER_DEPTH_MAX)
            end_scalars(r, n, depth + 1, next);
        if (n->kind != NODE_SCALAR || n->span.as == WRITTEN_DERIVED)
            continue;
        size_t start = zi_record_byte(r, n->span.start), end = zi_record_byte(r, n->span.end);
        while (*next < f->count && f->at[*next].offset < start)
            ++*next;
        for (size_t i = *next; i < f->count && f->at[i].offset < end; i++)
            if (f->at[i].part == PART_HEADER)
                f->at[i].end = scalar_end(r, n, start, end, f->at[i].offset);
    }
}

/* Sorts the findings and sets where they begin and end. */
static void place_findings(struct record *r) {
    struct findings *f = &r->findings;
    for (size_t i = 0; i < f->count; i++)
        f->at[i].line = i; /* at one place the earlier finding comes first */
    qsort(f->at, f->count, sizeof *f->at, by_place);
    end_words(r);
    size_t next = 0;
    if (r->is_yaml && r->root)
        end_scalars(r, r->root, 0, &next);
    struct place place = {r->text, 0, r->line, r->column};
    for (size_t i = 0; i < f->count; i++) {
        zi_place_move(&place, f->at[i].offset);
        struct place end = place;
        zi_place_move(&end, f->at[i].end);
        f->at[i].line = place.line;
        f->at[i].column = place.column;
        f->at[i].end_line = end.line;
        f->at[i].end_column = end.column;
    }
}

void zi_record_finalize(struct record *r, bool strict) {
    struct findings *f = &r->findings;
    if (f->dropped && f->count == FINDINGS_MAX) {
        size_t last = f->at[f->count - 1].offset;
        f->at[f->count - 1] =
            (struct finding){.code = FINDING_LIMIT,
                             .severity = SEVERITY_ERROR,
                             .part = PART_STREAM,
                             .sentence = "this record has more findings; the rest are omitted",
                             .offset = last};
    }
    if (!r->unseen && f->count)
        place_findings(r);
    for (size_t i = 0; strict && i < f->count; i++)
        if (f->at[i].code == FINDING_STYLE) {
            f->at[i].severity = SEVERITY_ERROR;
            f->has_error = true;
        }
}
