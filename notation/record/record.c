#include "notation/record/record.h"

#include <stdlib.h>

#include "notation/base/likeness.h"
#include "notation/base/list.h"
#include "notation/words/values.h"

void zi_record_open(struct record *r) { *r = (struct record){0}; }

void zi_record_close(struct record *r) {
    zi_arena_free(&r->arena);
    free(r->findings.at);
    r->findings = (struct findings){0};
}

size_t zi_record_byte(struct record *r, size_t chars) {
    if (r->by_bytes)
        return size_min(chars, r->text.len);
    if (chars < r->mark.chars)
        r->mark.chars = r->mark.bytes = 0;
    size_t bytes = r->mark.bytes, left = chars - r->mark.chars;
    while (left && bytes < r->text.len) {
        left -= !is_continuation(r->text.at[bytes]);
        bytes++;
    }
    while (is_continuation(text_byte(r->text, bytes)))
        bytes++;
    r->mark.bytes = bytes;
    r->mark.chars = chars - left;
    return bytes;
}

/* Whether `p` points into the text. */
static bool is_within(const char *p, struct text t) {
    return (uintptr_t)p - (uintptr_t)t.at < t.len;
}

size_t zi_field_offset(struct record *r, const struct field *f, size_t at) {
    if (r->unseen)
        return 0;
    const struct span *span = &f->span;
    struct text value = f->text;
    if (f->item_count) {
        size_t low = 0, high = f->item_count - 1;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (at <= f->item_end[middle])
                high = middle;
            else
                low = middle + 1;
        }
        size_t start = low ? f->item_end[low - 1] + 1 : 0;
        span = &f->item_span[low];
        value = (struct text){f->text.at + start, f->item_end[low] - start};
        at = at > start ? at - start : 0;
    }
    bool as_written = span->as != WRITTEN_DERIVED && at < value.len && !is_blank(value.at[at]) &&
                      is_within(value.at, r->text);
    if (as_written)
        return (size_t)(value.at + at - r->text.at);
    if (r->cursor.span != span || at < r->cursor.at.value) {
        r->cursor.span = span;
        r->cursor.at = (struct locator){.raw = zi_record_byte(r, span->start)};
        r->cursor.end = zi_record_byte(r, span->end);
    }
    zi_locate((struct text){r->text.at, r->cursor.end}, span->as, value, &r->cursor.at, at);
    return r->cursor.at.raw;
}

struct finding *zi_report_add(struct record *r, enum finding_code code, enum part part,
                              size_t offset, const char *sentence, struct text detail) {
    struct findings *f = &r->findings;
    enum severity severity = zi_findings[code].severity;
    f->has_error |= severity == SEVERITY_ERROR;
    if (f->count >= FINDINGS_MAX) {
        f->dropped++;
        f->has_error = true; /* the limit is reported as an error */
        return NULL;
    }
    if (!zi_list_reserve(&f->at, &f->cap, f->count + 1, sizeof *f->at)) {
        r->out_of_memory = true;
        return NULL;
    }
    struct finding *added = memset(&f->at[f->count++], 0, sizeof *added);
    added->code = code;
    added->severity = severity;
    added->part = part;
    added->sentence = sentence ? sentence : zi_findings[code].sentence;
    added->detail = detail;
    added->offset = offset;
    return added;
}

void zi_report_field(struct record *r, enum finding_code code, const struct field *f,
                     const char *sentence, struct text detail) {
    zi_report_add(r, code, PART_HEADER, zi_field_offset(r, f, 0), sentence, detail);
}

void zi_record_stop(struct record *r, enum finding_code code, size_t offset, const char *sentence,
                    struct text detail) {
    r->findings.count = 0; /* nothing else is checked in an unreadable record */
    zi_report_add(r, code, PART_STREAM, offset, sentence, detail);
    r->broken = true;
    r->root = NULL;
    memset(r->field, 0, sizeof r->field);
    r->rules = r->players = (struct entries){0};
}

struct text zi_record_keep(struct record *r, struct text t) {
    return zi_arena_copy(&r->arena, t, &r->out_of_memory);
}

struct text zi_record_take_buffer(struct record *r, struct buffer *b) {
    struct text kept = b->failed ? NO_TEXT : zi_record_keep(r, buffered(b));
    r->out_of_memory |= b->failed;
    zi_buffer_free(b);
    return kept;
}

struct text zi_record_text(struct record *r, const struct value *values, size_t count) {
    struct buffer b = {0};
    zi_buffer_add(&b, values, count);
    return zi_record_take_buffer(r, &b);
}

static const struct text before_meant = {"did you mean `", 14}, after_meant = {"`?", 2};

struct text zi_record_did_you_mean(struct record *r, struct text word, const char *const *names) {
    const char *nearest = r->unseen ? NULL : zi_nearest(word, names);
    return nearest ? record_text(r, before_meant, nearest, after_meant) : NO_TEXT;
}

struct text zi_record_choices(struct record *r, struct text word, const char *const *names,
                              const char *before) {
    struct text near = zi_record_did_you_mean(r, word, names);
    if (near.len || r->unseen)
        return near;
    struct buffer b = {0};
    buffer_string(&b, before);
    for (size_t i = 0; names[i]; i++)
        buffer_add(&b, !i ? "" : names[i + 1] ? ", " : " and ", names[i]);
    return zi_record_take_buffer(r, &b);
}

struct text zi_record_meant(struct text detail) {
    size_t around = before_meant.len + after_meant.len;
    if (detail.len <= around ||
        !text_same((struct text){detail.at, before_meant.len}, before_meant))
        return NO_TEXT;
    return (struct text){detail.at + before_meant.len, detail.len - around};
}

struct node *zi_record_scalar(struct record *r, struct text text, struct span span) {
    struct text copy = zi_record_keep(r, text);
    return copy.at ? record_slice(r, copy, span) : NULL;
}

struct node *zi_record_collection(struct record *r, enum node_kind kind, struct span span) {
    struct node *n = record_slice(r, NO_TEXT, span);
    if (n) {
        n->first = n->last = NULL;
        n->kind = kind & 7;
    }
    return n;
}

struct node *zi_record_copy(struct record *r, const struct node *n) {
    struct node *c = record_slice(r, NO_TEXT, n->span);
    if (c) {
        *c = *n;
        c->next = NULL;
    }
    return c;
}

void zi_record_put(struct record *r, struct node *mapping, const char *key, struct node *value) {
    if (!value)
        return;
    struct span span = span_at(value->span.start, value->span.start, WRITTEN_DERIVED);
    zi_node_add_pair(mapping, zi_record_scalar(r, text_of(key), span), value);
}

void zi_record_restate(struct record *r, struct field *f, const char *canonical) {
    f->said = f->text;
    f->text = f->node->text = text_of(canonical);
    zi_report_field(r, FINDING_STYLE, f, "this is not the canonical spelling of the value",
                    record_text(r, "canonical: ", canonical));
}

bool zi_record_take_word(struct record *r, struct field *f, const char *const *words) {
    const char *word = zi_value_meant(f->text, words);
    if (word)
        zi_record_restate(r, f, word);
    return word != NULL;
}

void zi_record_add(struct record *r, enum key k, const char *value) {
    struct field *f = &r->field[k];
    r->keys_repeat = true; /* it can be present without a value */
    const struct node *last = r->root->last ? r->root->last : r->root;
    size_t end = last->span.end;
    struct node *n = zi_record_scalar(r, text_of(value), span_at(end, end, WRITTEN_DERIVED));
    if (!n)
        return;
    zi_record_put(r, (struct node *)r->root, zi_keys[k], n);
    *f = (struct field){.state = FIELD_GIVEN, .text = n->text, .node = n};
    f->key = f->span = r->field[KEY_MOVES].key;
    f->span.as = WRITTEN_DERIVED;
}

/* The keys are nearly sorted, so few of them move. */
size_t zi_record_pairs(const struct record *r, struct pair out[MAPPING_KEYS_MAX]) {
    size_t count = 0;
    enum key next = 0;
    for (const struct node *key = r->root ? r->root->first : NULL; key; key = key->next->next) {
        struct pair p = {.key = key, .value = key->next, .known = KEYS};
        if (key->kind == NODE_SCALAR)
            p.known = zi_key_of(key->text, next);
        if (p.known < KEYS)
            next = p.known + 1;
        size_t i = count++;
        for (; i && out[i - 1].known > p.known; i--)
            out[i] = out[i - 1];
        for (size_t k = r->keys_repeat ? i : 0;
             k-- > 0 && out[k].known == p.known && key->kind == NODE_SCALAR;)
            p.again |= out[k].key->kind == NODE_SCALAR && text_same(out[k].key->text, key->text);
        out[i] = p;
    }
    return count;
}

/* A scan of the bytes between the scalars, where every `#` begins a comment. */
struct comment_walk {
    struct record *record;
    struct yaml_comment *found;
    size_t count, cap, at; /* at: bytes of the document passed */
};

static void add_comment(struct comment_walk *w, size_t at) {
    struct record *r = w->record;
    size_t end = text_line_end(r->text, at), before = at;
    w->at = end;
    while (r->text.at[end - 1] == ' ' || r->text.at[end - 1] == '\t')
        end--;
    while (before && (r->text.at[before - 1] == ' ' || r->text.at[before - 1] == '\t'))
        before--;
    if (!zi_list_reserve(&w->found, &w->cap, w->count + 1, sizeof *w->found)) {
        r->out_of_memory = true;
        return;
    }
    w->found[w->count++] =
        (struct yaml_comment){.text = {r->text.at + at, end - at},
                              .offset = at,
                              .own_line = before == 0 || is_line_end(r->text.at[before - 1])};
}

static void walk_gap(struct comment_walk *w, size_t end) {
    const char *text = w->record->text.at, *mark;
    while (w->at < end && (mark = memchr(text + w->at, '#', end - w->at)))
        add_comment(w, (size_t)(mark - text));
    w->at = size_max(w->at, end);
}

static void walk_node(struct comment_walk *w, const struct node *n) {
    struct record *r = w->record;
    size_t start = zi_record_byte(r, n->span.start);
    walk_gap(w, start);
    for (const struct node *child = node_first(n); child; child = child->next)
        walk_node(w, child);
    if (n->kind != NODE_SCALAR)
        return;
    if (n->span.as == WRITTEN_BLOCK)
        walk_gap(w, text_line_end(r->text, start)); /* its header */
    size_t end = zi_record_byte(r, n->span.end);
    w->at = size_max(w->at, end);
}

struct yaml_comments zi_record_comments(struct record *r) {
    struct comment_walk w = {.record = r};
    if (!r->root || !r->is_yaml || !memchr(r->text.at, '#', r->text.len))
        return (struct yaml_comments){0};
    walk_node(&w, r->root);
    walk_gap(&w, r->text.len);
    const void *kept =
        zi_record_keep(r, (struct text){(const char *)w.found, w.count * sizeof *w.found}).at;
    free(w.found);
    return (struct yaml_comments){kept, kept ? w.count : 0};
}
