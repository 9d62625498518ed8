#include "validators/replay/repair.h"

#include "notation/record/change.h"
#include "notation/record/yaml.h"
void zi_repair_begin(struct repair *p) {
    *p = (struct repair){.edits = {.at = p->edits.at, .cap = p->edits.cap}, .playout_sound = true};
}

void zi_repair_free(struct repair *p) { zi_edits_free(&p->edits); }

/* Whether `t` is at that byte of the document. */
static bool stands_at(const struct record *r, size_t at, struct text t) {
    return at <= r->text.len && t.len <= r->text.len - at &&
           text_same((struct text){r->text.at + at, t.len}, t);
}

void zi_repair_add(struct repair *p, struct record *r, struct edit e) {
    zi_edits_add(&p->edits, e);
    r->out_of_memory |= p->edits.failed;
}

struct edit zi_repair_edit(struct record *r, const struct field *f, struct text old,
                           struct text with, const char *what) {
    size_t at = zi_field_offset(r, f, (size_t)(old.at - f->text.at));
    return (struct edit){.at = at,
                         .end = at + old.len,
                         .old = old,
                         .with = with,
                         .what = what,
                         .part = PART_MOVES,
                         .blocked = !stands_at(r, at, old)};
}

/* Adds an edit at a token of the moves. */
static void add_here(struct repair *p, const struct move_reader *in, uint32_t ply, struct edit e) {
    e.part = in->depth ? PART_VARIATION : in->part;
    e.ply = ply;
    zi_repair_add(p, in->record, e);
}

/* Replaces a token by `with`. */
static void replace_token(struct repair *p, const struct move_reader *in, struct text with,
                          const char *what) {
    struct text kept = zi_record_keep(in->record, with);
    add_here(p, in, in->turn, zi_repair_edit(in->record, in->field, in->text.token, kept, what));
}

static void see_number(struct repair *p, const struct move_reader *in) {
    bool dots;
    uint32_t number = move_reader_number(in, &dots);
    bool right = in->text.number == number && in->text.dots == dots;
    if (move_reader_stopped(in) || (right && !in->text.style) || in->other_side)
        return; /* the only trace of a missing ply may be a number that names the other side */
    char room[32];
    struct writer w = {room, sizeof room, 0};
    write_number(&w, number);
    write_string(&w, dots ? "..." : ".");
    replace_token(p, in, written(&w),
                  right ? "this was not the canonical form" : "the move number was wrong");
}

/* Removes a comma. A blank stays between the moves. */
static void remove_comma(struct repair *p, const struct move_reader *in) {
    struct text comma = {text_end(p->last), 1};
    bool apart = text_end(comma) >= text_end(in->text.text) || is_blank(*text_end(comma));
    add_here(p, in, in->turn,
             zi_repair_edit(in->record, in->field, comma, apart ? TEXT("") : TEXT(" "),
                            "a comma followed the move"));
}

/* The start of the removal of a sequence item that is only a result: the end of the previous item.
   SIZE_MAX if something else is between them. */
static size_t item_before(struct record *r, const struct field *f, size_t item) {
    if (!item)
        return SIZE_MAX;
    size_t from = zi_record_byte(r, f->item_span[item - 1].end);
    size_t to = zi_record_byte(r, f->item_span[item].start);
    for (size_t i = from; i < to; i++)
        if (!is_blank(r->text.at[i]) && r->text.at[i] != '-' && r->text.at[i] != ',')
            return SIZE_MAX;
    return from;
}

static void see_result(struct repair *p, const struct move_reader *in) {
    struct record *r = in->record;
    const struct field *f = in->field;
    struct text token = in->text.token;
    size_t place = in->result_offset, at = place, end = place + token.len;
    bool there = stands_at(r, place, token);
    size_t items = f->item_count;
    if (items && token.at == f->text.at + (items > 1 ? f->item_end[items - 2] + 1 : 0)) {
        at = item_before(r, f, items - 1);
        there &= at != SIZE_MAX;
        end = zi_record_byte(r, f->item_span[items - 1].end);
    }
    while (there && is_blank(r->text.at[at - 1]))
        at--;
    if (!there)
        at = place;
    p->result = (struct edit){.at = at,
                              .end = end,
                              .old = there ? (struct text){r->text.at + at, end - at} : token,
                              .with = TEXT(""),
                              .what = "the result was at the end of the moves",
                              .part = in->part,
                              .blocked = !there};
}

static void see_move(struct repair *p, const struct move_reader *in) {
    const struct move *m = &in->text.move, *right = &in->canonical;
    const char *what = "this was not the canonical form";
    struct move true_one;
    p->last = in->text.token;
    p->last.len += in->text.glyphs.len;
    p->has_glyph = in->text.glyphs.len > 0;
    if (!in->played || in->as_written)
        return;
    if (move_is_route(m)) {
        right = m; /* the intended chain differs from the written one */
    } else if (!in->agrees) {
        if (m->cut > in->effect.stages || !in->depth)
            return; /* the intended move is unknown, or the reading decides */
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
    if (in->text.comma)
        remove_comma(p, in);
}

/* Attaches a separated glyph to its move. `!` and `?` are not attached to another glyph: together
   they have a different meaning, or none. */
static void see_glyph(struct repair *p, const struct move_reader *in) {
    struct record *r = in->record;
    struct text glyph = in->text.token, last = p->last;
    bool joins = glyph.at[0] == '$' || !p->has_glyph;
    p->last = glyph;
    p->has_glyph = true;
    if (move_reader_stopped(in) || !joins)
        return;
    size_t place = zi_field_offset(r, in->field, (size_t)(glyph.at - in->text.text.at));
    size_t at = place;
    while (is_blank(r->text.at[at - 1])) /* it stops at the key at the latest */
        at--;
    bool there = stands_at(r, place, glyph) && stands_at(r, at - last.len, last);
    size_t end = place + glyph.len;
    struct text old = there ? (struct text){r->text.at + at, end - at} : glyph;
    add_here(p, in, in->turn - 1,
             (struct edit){there ? at : place, end, old, glyph,
                           "the glyph was separated from its move", .blocked = !there});
}

void zi_repair_see(void *context, const struct move_reader *in, enum token token) {
    struct repair *p = context;
    switch (token) {
    case TOKEN_NUMBER: see_number(p, in); break;
    case TOKEN_MOVE: see_move(p, in); break;
    case TOKEN_GLYPH: see_glyph(p, in); break;
    case TOKEN_RESULT: see_result(p, in); break;
    case TOKEN_END:
        if (in->part == PART_PLAYOUT)
            p->playout_sound = !in->stopped;
        else
            p->moves_sound = !in->stopped;
        break;
    default: break;
    }
}

void zi_repair_see_move(void *context, const struct move_reader *in, const struct move *canonical,
                        const struct effect *effect) {
    struct repair *p = context;
    (void)canonical;
    (void)effect;
    p->last = in->text.token;
    p->has_glyph = false;
}

/* Replaces a value by `with`, keeping its quotes. */
static void replace_value(struct repair *p, struct record *r, const struct field *f,
                          struct text with, const char *what) {
    struct text old = f->said.at ? f->said : f->text;
    size_t at = zi_record_byte(r, f->span.start), end = zi_record_byte(r, f->span.end);
    if (f->span.as == WRITTEN_SINGLE_QUOTED || f->span.as == WRITTEN_DOUBLE_QUOTED)
        at++, end--;
    zi_repair_add(p, r,
                  (struct edit){.at = at,
                                .end = end,
                                .old = old,
                                .with = zi_record_keep(r, with),
                                .what = what,
                                .part = PART_HEADER,
                                .blocked = end != at + old.len || !stands_at(r, at, old)});
}

/* Replaces a word by its canonical form. */
static void restate(struct repair *p, struct record *r, const struct field *f) {
    if (f->state == FIELD_GIVEN && f->said.at)
        replace_value(p, r, f, f->text, "this was not the canonical form");
}

/* Whether the value comes from the end of the moves instead of the header. */
static bool is_derived(const struct field *f) {
    return f->state == FIELD_GIVEN && f->span.as == WRITTEN_DERIVED;
}

/* An edit that adds a key to the header. */
static struct edit insert_key(struct record *r, enum key k, struct text value) {
    const struct key_path path = {{text_of(zi_keys[k])}, 1};
    struct changes c = {.record = r};
    zi_change_set(&c, &path, value);
    struct edit edit = {.blocked = true};
    if (!c.why && c.edits.count)
        edit = c.edits.at[0];
    edit.with = zi_record_keep(r, edit.with);
    edit.old = TEXT("");
    edit.what = "the result was not in the header";
    edit.part = PART_HEADER;
    r->out_of_memory |= c.failed;
    zi_changes_free(&c);
    return edit;
}

/* Moves the result at the end of the moves into the header, unless it is there already; as `right`
   if a rule decided otherwise (NULL: none did). Makes both edits or none; none if there is no such
   result. */
static void move_result(struct repair *p, struct record *r, const char *right) {
    const struct field *result = &r->field[KEY_RESULT], *how = &r->field[KEY_TERMINATION];
    bool blocked = p->result.blocked;
    struct edit first = {.old = NO_TEXT}, second = first;
    if (is_derived(result))
        first = insert_key(r, KEY_RESULT, right ? text_of(right) : result->text);
    if (is_derived(how))
        second = insert_key(r, KEY_TERMINATION, how->text);
    blocked |= first.blocked || second.blocked;
    struct edit *const edits[] = {&first, &second, &p->result};
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        if (!edits[i]->what)
            continue;
        edits[i]->blocked = blocked;
        edits[i]->joined = JOINED_BY_RESULT;
        zi_repair_add(p, r, *edits[i]);
    }
}

/* Repeats the conditions of the findings, because findings beyond a limit are dropped. */
static void check_header(struct repair *p, struct record *r, const struct verdict *v) {
    const char *decided = NULL;
    const struct field *result = &r->field[KEY_RESULT], *how = &r->field[KEY_TERMINATION];
    const struct field *points = &r->field[KEY_POINTS];
    if (v->outcome.result == RESULT_OPEN) {
        restate(p, r, result);
        restate(p, r, how);
        move_result(p, r, NULL);
        return;
    }
    const char *right = outcome_word(v->rules, &v->outcome);
    bool contradicts = result->state == FIELD_GIVEN && !text_is(result->text, right);
    bool other_end = how->state == FIELD_GIVEN && !text_is(how->text, "rules");
    bool signed_so = contradicts && other_end && !text_is(result->text, "*");
    bool corrected = contradicts && !signed_so && !is_derived(result);
    if (corrected)
        replace_value(p, r, result, text_of(right), "the rules give another result");
    else if (!is_derived(result))
        restate(p, r, result);
    if (other_end && !signed_so)
        replace_value(p, r, how, TEXT("rules"), "the rules had ended the game");
    else
        restate(p, r, how);
    if (contradicts && !signed_so)
        decided = right;
    move_result(p, r, decided);
    if (signed_so)
        return; /* `draw` by `agreement` was signed: the moves may be wrong instead */
    if (points->state != FIELD_GIVEN || v->points < 0 || !p->playout_sound ||
        points->number == v->points)
        return;
    char room[32];
    struct writer w = {room, sizeof room, 0};
    write_number(&w, (unsigned long long)v->points);
    replace_value(p, r, points, written(&w), "the points were not those of the game");
}

void zi_repair_scalar(struct repair *p, struct record *r, const struct node *scalar, bool flow,
                      struct text with, const char *what) {
    struct buffer text = {0};
    size_t at = zi_record_byte(r, scalar->span.start), end = zi_record_byte(r, scalar->span.end);
    zi_change_write_alike(&text, scalar->span.as, flow, with);
    zi_repair_add(p, r,
                  (struct edit){.at = at,
                                .end = end,
                                .old = scalar->text,
                                .with = zi_record_take_buffer(r, &text),
                                .what = what,
                                .part = PART_HEADER,
                                .blocked = scalar->span.as == WRITTEN_BLOCK});
}

void zi_repair_end(struct repair *p, struct record *r, const struct verdict *verdict) {
    restate(p, r, &r->field[KEY_GAME]);
    restate(p, r, &r->field[KEY_VARIANT]);
    for (size_t i = 0; i < r->rules.count; i++)
        restate(p, r, &r->rules.at[i].value);
    if (verdict->positioned && p->moves_sound) {
        check_header(p, r, verdict);
    } else {
        restate(p, r, &r->field[KEY_RESULT]);
        restate(p, r, &r->field[KEY_TERMINATION]);
    }
    zi_edits_sort(&p->edits);
}

void zi_repair_form(struct repair *p, struct record *r) {
    struct yaml_slips slips = {0};
    if (r->broken && r->findings.count && r->findings.at[0].code == FINDING_YAML)
        slips = zi_yaml_slips(r);
    for (size_t i = 0; i < slips.count; i++) {
        const struct yaml_slip *s = &slips.at[i];
        zi_repair_add(p, r,
                      (struct edit){.at = s->at,
                                    .end = s->end,
                                    .old = {r->text.at + s->at, s->end - s->at},
                                    .with = s->with,
                                    .what = s->was,
                                    .part = PART_STREAM,
                                    .joined = JOINED_BY_FORM});
    }
}

void zi_repair_whole(struct repair *p, struct record *r, struct text with) {
    zi_repair_begin(p);
    zi_repair_add(p, r,
                  (struct edit){.end = r->text.len,
                                .old = r->text,
                                .with = zi_record_keep(r, with),
                                .what = "the keys were not written as in a record",
                                .part = PART_STREAM,
                                .joined = JOINED_BY_SHEET});
}
