#include "validators/replay/repair.h"

#include <stdlib.h>

#include "notation/record/yaml.h"

void zet_repair_begin(struct repair *p) {
    *p = (struct repair){.at = p->at, .cap = p->cap, .playout_sound = true};
}

void zet_repair_free(struct repair *p) {
    free(p->at);
    *p = (struct repair){0};
}

/* Whether `t` is at that byte of the document. */
static bool stands_at(const struct record *r, size_t at, struct text t) {
    return at <= r->text.len && t.len <= r->text.len - at &&
           text_same((struct text){r->text.at + at, t.len}, t);
}

static void add(struct repair *p, struct record *r, struct edit e) {
    if (p->count == p->cap) {
        size_t cap = p->cap ? p->cap * 2 : 64;
        struct edit *at = realloc(p->at, cap * sizeof *at);
        if (!at) {
            r->out_of_memory = true;
            return;
        }
        p->at = at;
        p->cap = cap;
    }
    if (e.blocked)
        e.end = e.at;
    p->possible += !e.blocked;
    p->at[p->count++] = e;
}

/* Replaces a token by `with`. A token that is written literally has no blank or escape in it, so
   its last byte needs no search. */
static void replace_token(struct repair *p, const struct move_reader *in, struct text with,
                          const char *what) {
    struct record *r = in->record;
    struct text old = in->text.token;
    size_t at = zet_record_offset(r, in->field, (size_t)(old.at - in->text.text.at));
    add(p, r,
        (struct edit){.at = at,
                      .end = at + old.len,
                      .old = old,
                      .with = zet_record_keep(r, with),
                      .what = what,
                      .part = in->depth ? PART_VARIATION : in->part,
                      .ply = in->turn,
                      .blocked = !stands_at(r, at, old)});
}

static void see_number(struct repair *p, const struct move_reader *in) {
    bool dots;
    uint32_t number = move_reader_number(in, &dots);
    if (move_reader_stopped(in) || (in->text.number == number && in->text.dots == dots))
        return;
    char room[32];
    struct writer w = {room, sizeof room, 0};
    write_number(&w, number);
    write_string(&w, dots ? "..." : ".");
    replace_token(p, in, written(&w), "the move number was wrong");
}

static void see_move(struct repair *p, const struct move_reader *in) {
    const struct move *m = &in->text.move, *right = &in->canonical;
    const char *what = "this was not the canonical form";
    struct move true_one;
    p->last = in->text.token;
    p->last.len += in->text.glyphs.len;
    p->has_glyph = in->text.glyphs.len > 0;
    if (!in->played)
        return;
    if (move_is_route(m)) {
        right = m; /* the chain it means is not what was written */
    } else if (!in->agrees) {
        if (m->cut > in->effect.stages)
            return; /* the intended move is unknown */
        move_copy(&true_one, m);
        in->verdict->rules->annotate(&true_one, &in->effect);
        right = &true_one;
        what = "the annotation was wrong";
    } else if (!in->text.style && !m->annotated && right->annotated) {
        what = "the annotation was missing";
    }
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    in->text.grammar->notation->write(&w, right);
    if (w.len <= w.cap && !text_same(written(&w), in->text.token))
        replace_token(p, in, written(&w), what);
}

/* A separated glyph moves up to its move. `!` and `?` do not move up to another glyph: together
   the two have another meaning, or none. */
static void see_glyph(struct repair *p, const struct move_reader *in) {
    struct record *r = in->record;
    struct text glyph = in->text.token, last = p->last;
    bool joins = glyph.at[0] == '$' || !p->has_glyph;
    p->last = glyph;
    p->has_glyph = true;
    if (move_reader_stopped(in) || !joins)
        return;
    size_t place = zet_record_offset(r, in->field, (size_t)(glyph.at - in->text.text.at));
    size_t at = place;
    while (at && is_blank(r->text.at[at - 1]))
        at--;
    bool there = stands_at(r, place, glyph) && at >= last.len && at < place &&
                 stands_at(r, at - last.len, last);
    add(p, r,
        (struct edit){.at = there ? at : place,
                      .end = place + glyph.len,
                      .old = there ? (struct text){r->text.at + at, place + glyph.len - at} : glyph,
                      .with = glyph,
                      .what = "the glyph was separated from its move",
                      .part = in->depth ? PART_VARIATION : in->part,
                      .ply = in->turn - 1,
                      .blocked = !there});
}

void zet_repair_see(void *context, const struct move_reader *in, enum token token) {
    struct repair *p = context;
    switch (token) {
    case TOKEN_NUMBER: see_number(p, in); break;
    case TOKEN_MOVE: see_move(p, in); break;
    case TOKEN_GLYPH: see_glyph(p, in); break;
    case TOKEN_END:
        if (in->part == PART_PLAYOUT)
            p->playout_sound = !in->stopped;
        else
            p->moves_sound = !in->stopped;
        break;
    default: break;
    }
}

/* Replaces the value of a key by `with`, in the quotes that it has. */
static void replace_value(struct repair *p, struct record *r, enum key k, struct text with,
                          const char *what) {
    const struct field *f = &r->field[k];
    size_t at = zet_record_byte(r, f->span.start), end = zet_record_byte(r, f->span.end);
    if (f->span.as == WRITTEN_SINGLE_QUOTED || f->span.as == WRITTEN_DOUBLE_QUOTED)
        at++, end--;
    add(p, r,
        (struct edit){.at = at,
                      .end = end,
                      .old = f->text,
                      .with = zet_record_keep(r, with),
                      .what = what,
                      .part = PART_HEADER,
                      .blocked = end != at + f->text.len || !stands_at(r, at, f->text)});
}

static int by_place(const void *a, const void *b) {
    const struct edit *x = a, *y = b;
    return x->at != y->at ? (x->at > y->at) - (x->at < y->at)
                          : (x->end > y->end) - (x->end < y->end);
}

/* The same conditions as those of the findings, which the bound on their number may omit. */
static void check_header(struct repair *p, struct record *r, const struct verdict *v) {
    const struct field *result = &r->field[KEY_RESULT], *how = &r->field[KEY_TERMINATION];
    const struct field *points = &r->field[KEY_POINTS];
    if (v->outcome.result == RESULT_OPEN)
        return;
    const char *right =
        v->outcome.result == RESULT_DRAW ? "draw" : v->rules->sides[v->outcome.result - 1];
    bool contradicts = result->state == FIELD_GIVEN && !text_is(result->text, right);
    bool other_end = how->state == FIELD_GIVEN && !text_is(how->text, "rules");
    if (contradicts && other_end && !text_is(result->text, "*"))
        return; /* `draw` by `agreement` was signed: the moves may as well be what is wrong */
    if (contradicts)
        replace_value(p, r, KEY_RESULT, text_of(right), "the rules say another result");
    if (other_end)
        replace_value(p, r, KEY_TERMINATION, TEXT("rules"), "the rules had ended the game");
    if (points->state != FIELD_GIVEN || v->points < 0 || !p->playout_sound ||
        text_number(points->text, UINT32_MAX) == v->points)
        return;
    char room[32];
    struct writer w = {room, sizeof room, 0};
    write_number(&w, (unsigned long long)v->points);
    replace_value(p, r, KEY_POINTS, written(&w), "the points were not those of the game");
}

/* The text in the quotes that the old one has, if it can stand in them as it is. */
static void write_alike(struct buffer *out, const struct node *old, bool flow, struct text with) {
    char quote = old->span.as == WRITTEN_SINGLE_QUOTED   ? '\''
                 : old->span.as == WRITTEN_DOUBLE_QUOTED ? '"'
                                                         : '\0';
    bool quoted = quote != '\0';
    for (size_t i = 0; i < with.len; i++) {
        unsigned char c = (unsigned char)with.at[i];
        quoted &= c >= ' ' && c != 0x7F && c != (unsigned char)quote && c != '\\' && c < 0x80;
    }
    if (!quoted) {
        zet_yaml_text(out, with, flow);
        return;
    }
    buffer_char(out, quote);
    buffer_text(out, with);
    buffer_char(out, quote);
}

void zet_repair_scalar(struct repair *p, struct record *r, const struct node *scalar, bool flow,
                       struct text with, const char *what) {
    struct buffer text = {0};
    size_t at = zet_record_byte(r, scalar->span.start), end = zet_record_byte(r, scalar->span.end);
    write_alike(&text, scalar, flow, with);
    r->out_of_memory |= text.failed;
    if (!text.failed)
        add(p, r,
            (struct edit){.at = at,
                          .end = end,
                          .old = scalar->text,
                          .with = zet_record_keep(r, buffered(&text)),
                          .what = what,
                          .part = PART_HEADER,
                          .blocked = scalar->span.as == WRITTEN_BLOCK ||
                                     scalar->span.as == WRITTEN_DERIVED});
    zet_buffer_free(&text);
}

void zet_repair_sort(struct repair *p) {
    if (p->count > 1)
        qsort(p->at, p->count, sizeof *p->at, by_place);
}

void zet_repair_end(struct repair *p, struct record *r, const struct verdict *verdict) {
    if (verdict->positioned && p->moves_sound)
        check_header(p, r, verdict);
    zet_repair_sort(p);
}

void zet_repair_apply(const struct repair *p, struct text document, struct buffer *out) {
    size_t at = 0;
    for (size_t i = 0; i < p->count; i++) {
        const struct edit *e = &p->at[i];
        if (e->blocked)
            continue;
        buffer_text(out, (struct text){document.at + at, e->at - at});
        buffer_text(out, e->with);
        at = e->end;
    }
    buffer_text(out, (struct text){document.at + at, document.len - at});
}

size_t zet_repair_origin(const struct repair *p, struct repair_walk *walk, size_t offset) {
    for (; walk->edit < p->count; walk->edit++) {
        const struct edit *e = &p->at[walk->edit];
        size_t start = e->at + walk->added, within = offset - start;
        if (e->blocked)
            continue;
        if (offset < start)
            break;
        if (within < e->with.len)
            return e->at + (within < e->end - e->at ? within : e->end - e->at);
        walk->added += e->with.len - (e->end - e->at);
    }
    return offset - walk->added;
}
