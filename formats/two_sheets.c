#include "formats/two_sheets.h"

#include <stdlib.h>

#include "notation/base/list.h"
#include "notation/base/safe_text.h"
#include "notation/base/value.h"
#include "validators/api/rewrite.h"

bool zi_other_sheets_attach(struct other_sheets *o, struct text text, zet_error *error) {
    struct source source;
    struct document d;
    if (o->given)
        return zi_refuse(error, "with: at most one file is allowed");
    o->given = true;
    buffer_text(&o->text, text);
    struct text rest = buffered(&o->text);
    bool failed = o->text.failed;
    zi_source_open(&source, zi_text_read, &rest);
    while (!failed && o->count < SHEETS_MAX && zi_source_next(&source, &d)) {
        d.text.at = o->text.at + d.offset;
        d.too_long |= d.offset + d.text.len > o->text.len;
        failed = !zi_list_reserve(&o->at, &o->cap, o->count + 1, sizeof *o->at);
        if (!failed)
            o->at[o->count++] = d;
    }
    failed |= source.out_of_memory;
    zi_source_close(&source);
    return !failed || zi_no_memory(error);
}

void zi_other_sheets_free(struct other_sheets *o) {
    zi_buffer_free(&o->text);
    free(o->at);
}

bool zi_two_sheets_open(struct two_sheets *t, const struct other_sheets *others) {
    t->others = others;
    return !others->given || zi_judge_open(&t->other, NULL);
}

void zi_two_sheets_close(struct two_sheets *t) {
    if (t->others && t->others->given)
        zi_judge_close(&t->other);
    zi_buffer_free(&t->line);
}

/* Reads the other sheet with this one as evidence. Its moves then are evidence for this one, by
 * turn if their reading is known. */
static bool read_other(struct two_sheets *t, struct repairer *p) {
    struct record *r = &t->other.record;
    struct text here = p->judge.record.field[KEY_MOVES].text;
    t->line.len = 0;
    p->other = r->field[KEY_MOVES].text;
    if (!zi_record_readable(r, &t->other.verdict) || !here.len)
        return true;
    if (!zi_record_reading(r, &t->other.verdict, here, NULL, &t->reading))
        return false;
    t->read = t->reading.complete;
    for (size_t i = 0; t->read && t->reading.sure && i < t->reading.plies; i++)
        buffer_add(&t->line, zi_reading_turn(&t->reading, (uint32_t)i), " ");
    if (t->line.len)
        p->other = buffered(&t->line);
    return !t->line.failed;
}

bool zi_two_sheets_begin(struct two_sheets *t, struct repairer *p, size_t number) {
    const struct other_sheets *o = t->others;
    struct record *r = &t->other.record;
    p->other = NO_TEXT;
    t->why = NULL;
    t->read = false;
    if (!o->given)
        return true;
    if (number > o->count) {
        t->why = "the other file has no such record";
        return true;
    }
    zi_record_read(r, &o->at[number - 1]);
    zi_validate(t->other.validator, r, &t->other.verdict);
    if (r->broken || !t->other.verdict.positioned)
        t->why = "the other sheet cannot be read; repair its file first";
    else if (!read_other(t, p))
        return false;
    return !r->out_of_memory;
}

static void begin_message(struct buffer *out, const struct repairer *p, struct text file) {
    zi_rewrite_place(out, file, p->judge.record.start_line, 1);
}

static struct value shown(struct text t) { return value_safe(t, SAFE_LINE_ENDS); }

/* Reports the slips of the other sheet. */
static void tell_slips(const struct reading *other, const struct repairer *p, struct text file,
                       struct buffer *out) {
    for (size_t i = 0; i < other->departures; i++) {
        const struct departure *s = &other->departure[i];
        const char *has = s->written.len ? "`" : "", *should = s->read.len ? "`" : "";
        if (s->kind == DEPARTURE_FORM)
            continue;
        begin_message(out, p, file);
        buffer_string(out, "the other sheet is wrong at ");
        zi_move_said(out, PART_MOVES, s->ply);
        buffer_add(out, ": it has ", has, shown(s->written.len ? s->written : TEXT("no move")), has,
                   " for ", should, shown(s->read.len ? s->read : TEXT("nothing")), should, "\n");
    }
}

/* The first ply at which the games differ; 0: they agree up to the end of the shorter one. */
static size_t first_difference(const struct reading *a, const struct reading *b) {
    for (size_t i = 0; i < a->plies && i < b->plies; i++)
        if (!text_same(zi_reading_turn(a, (uint32_t)i), zi_reading_turn(b, (uint32_t)i)))
            return i + 1;
    return 0;
}

static bool tell_difference(const struct reading *a, const struct reading *b,
                            const struct repairer *p, struct text file, struct buffer *out) {
    size_t ply = first_difference(a, b);
    begin_message(out, p, file);
    if (ply) {
        buffer_string(out, "the sheets differ at ");
        zi_move_said(out, PART_MOVES, (uint32_t)ply);
        buffer_add(out, ": `", shown(zi_reading_turn(a, (uint32_t)ply - 1)), "` here, `",
                   shown(zi_reading_turn(b, (uint32_t)ply - 1)),
                   "` in the other; the rules allow both\n");
    } else if (a->plies != b->plies) {
        buffer_add(out, a->plies < b->plies ? "this" : "the other", " sheet ends after ");
        zi_move_said(out, PART_MOVES, a->plies < b->plies ? a->plies : b->plies);
        buffer_string(out, "; up to there the sheets agree\n");
    } else {
        buffer_add(out, "the sheets agree on all ", a->plies, " plies\n");
    }
    return ply || a->plies != b->plies;
}

/* Compares the header values that both sheets have. */
static bool tell_headers(const struct record *a, const struct record *b, const struct repairer *p,
                         struct text file, struct buffer *out) {
    static const enum key keys[] = {KEY_EVENT,  KEY_DATE,        KEY_ROUND, KEY_TABLE,
                                    KEY_RESULT, KEY_TERMINATION, KEY_POINTS};
    bool differ = false;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const struct field *x = &a->field[keys[i]], *y = &b->field[keys[i]];
        if (x->state != FIELD_GIVEN || y->state != FIELD_GIVEN || text_same(x->text, y->text))
            continue;
        begin_message(out, p, file);
        buffer_add(out, "the sheets differ in ", zi_keys[keys[i]], ": `", shown(x->text),
                   "` here, `", shown(y->text), "` in the other\n");
        differ = true;
    }
    return differ;
}

bool zi_two_sheets_compare(struct two_sheets *t, const struct repairer *p, struct text file,
                           struct buffer *messages) {
    const struct verdict *here = &p->judge.verdict, *there = &t->other.verdict;
    struct record *other = &t->other.record;
    if (!t->others->given)
        return false;
    const char *why =
        t->why              ? t->why
        : !here->positioned ? "this sheet cannot be read"
        : here->rules != there->rules || here->ruleset.variant != there->ruleset.variant
            ? "the other sheet is of another game"
            : NULL;
    if (!why && (!p->found || !p->found->complete || !t->read))
        why = "no likely reading of both sheets lets the game continue to its end";
    if (why) {
        begin_message(messages, p, file);
        buffer_add(messages, "not compared: ", why, "\n");
        return true;
    }
    tell_slips(&t->reading, p, file, messages);
    bool differ = tell_headers(&p->judge.record, other, p, file, messages);
    return tell_difference(p->found, &t->reading, p, file, messages) || differ;
}
