#include "validators/api/parts.h"

#include <stdlib.h>

#include "notation/base/list.h"
#include "validators/api/records.h"

void zi_parts_free(struct parts *p) {
    free(p->at);
    *p = (struct parts){0};
}

static void add_part(struct parts *p, struct part_seen part) {
    if (part.from >= part.to)
        return;
    p->failed |= !zi_list_reserve(&p->at, &p->cap, p->count + 1, sizeof *p->at);
    if (!p->failed)
        p->at[p->count++] = part;
}

void zi_parts_see(struct parts *p, const struct move_reader *in, enum token token) {
    static const uint8_t kinds[] = {
        [TOKEN_NUMBER] = ZET_PART_NUMBER, [TOKEN_MOVE] = ZET_PART_MOVE,
        [TOKEN_GLYPH] = ZET_PART_GLYPH,   [TOKEN_COMMENT] = ZET_PART_COMMENT,
        [TOKEN_RESULT] = ZET_PART_RESULT, [TOKEN_BAD] = 0};
    struct text t = in->text.token, glyphs = in->text.glyphs;
    const char *text = in->text.text.at;
    if (token == TOKEN_END || !kinds[token])
        return;
    size_t from = (size_t)(t.at - text);
    add_part(p,
             (struct part_seen){
                 .from = from, .to = from + t.len, .kind = kinds[token], .playout = in->playout});
    if (token != TOKEN_MOVE || !glyphs.len)
        return;
    from = (size_t)(glyphs.at - text);
    add_part(p, (struct part_seen){.from = from,
                                   .to = from + glyphs.len,
                                   .kind = ZET_PART_GLYPH,
                                   .playout = in->playout});
}

/* Converts the tokens' offsets to offsets in the document. */
static void place_tokens(struct parts *p, struct record *r) {
    for (size_t i = 0; i < p->count; i++) {
        struct part_seen *t = &p->at[i];
        const struct field *f = &r->field[t->playout ? KEY_PLAYOUT : KEY_MOVES];
        size_t last = zi_field_offset(r, f, t->from), end;
        char c = f->text.at[t->to - 1];
        t->from = last;
        last = zi_field_offset(r, f, t->to - 1);
        end = last < r->text.len && r->text.at[last] == c ? last + 1 : zi_field_offset(r, f, t->to);
        t->to = end;
    }
}

/* What to look for in the values of a record. */
struct search_for {
    struct parts *parts;
    struct record *record;
    bool tokens[2]; /* for the moves, for the playout */
};

static void add_scalar(const struct search_for *s, const struct node *n, zet_part_kind kind) {
    struct record *r = s->record;
    struct part_seen part = {.kind = (uint8_t)kind};
    if (n->kind != NODE_SCALAR || n->span.as == WRITTEN_DERIVED)
        return;
    part.from = zi_record_byte(r, n->span.start);
    part.to = zi_record_byte(r, n->span.end);
    while (n->span.as == WRITTEN_BLOCK && part.to > part.from && is_blank(r->text.at[part.to - 1]))
        part.to--;
    if (kind == ZET_PART_VALUE && n->span.as == WRITTEN_PLAIN && text_is_number(n->text))
        part.kind = ZET_PART_NUMBER;
    add_part(s->parts, part);
}

/* Adds the keys and values of a mapping, and the items of a sequence. YAML bounds their depth. */
static void add_nodes(const struct search_for *s, const struct node *n) {
    bool mapping = n->kind == NODE_MAPPING;
    for (const struct node *key = n->first, *value; key; key = value->next) {
        value = mapping ? key->next : key;
        enum key k =
            n == s->record->root && key->kind == NODE_SCALAR ? zi_key_of(key->text, 0) : KEYS;
        if (mapping)
            add_scalar(s, key, ZET_PART_KEY);
        if ((k == KEY_MOVES && s->tokens[0]) || (k == KEY_PLAYOUT && s->tokens[1]))
            continue;
        if (value->kind == NODE_SCALAR)
            add_scalar(s, value, k == KEY_RESULT ? ZET_PART_RESULT : ZET_PART_VALUE);
        else
            add_nodes(s, value);
    }
}

static int by_place(const void *a, const void *b) {
    const struct part_seen *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

void zi_parts_end(struct parts *p, struct record *r) {
    struct search_for s = {.parts = p, .record = r};
    for (size_t i = 0; i < p->count; i++)
        s.tokens[p->at[i].playout] = true;
    place_tokens(p, r);
    if (r->root)
        add_nodes(&s, r->root);
    struct yaml_comments comments = zi_record_comments(r);
    for (size_t i = 0; i < comments.count; i++)
        add_part(p, (struct part_seen){.from = comments.at[i].offset,
                                       .to = comments.at[i].offset + comments.at[i].text.len,
                                       .kind = ZET_PART_COMMENT});
    if (p->count > 1)
        qsort(p->at, p->count, sizeof *p->at, by_place);
}
