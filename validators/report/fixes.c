#include "validators/report/fixes.h"

#include <stdlib.h>

#include "validators/report/suggest.h"

enum { SUGGESTIONS = 3, MESSAGE_BYTES = 160 };

void zi_fixes_begin(struct fixes *x, const struct report *report) {
    const struct edits *edits = report->repair ? report->repair : report->style;
    const struct record *r = report->record;
    *x = (struct fixes){.report = report, .safe = report->repair != NULL};
    if (!edits || !edits->possible)
        return;
    x->edits = malloc(edits->possible * sizeof *x->edits);
    x->group = malloc(edits->possible * sizeof *x->group);
    x->failed = !x->edits || !x->group;
    struct place place = {r->text, 0, r->line, r->column};
    for (size_t i = 0; !x->failed && i < edits->count; i++) {
        const struct edit *e = &edits->at[i];
        if (e->blocked)
            continue;
        zi_place_move(&place, e->at);
        struct place end = place;
        zi_place_move(&end, e->end);
        x->edits[x->count++] = (struct fix_edit){e->at,    e->end,     place.line, place.column,
                                                 end.line, end.column, e->with,    e};
    }
}

void zi_fixes_end(struct fixes *x) {
    free(x->edits);
    free(x->group);
    *x = (struct fixes){0};
}

/* The edits that are made only together, for a finding with one of them. */
static void visit_joined(struct fixes *x, enum joined joined, fix_visitor *visit, void *context) {
    const char *what = NULL;
    size_t count = 0;
    if (x->joined & 1U << joined)
        return;
    for (size_t i = 0; i < x->count; i++)
        if (x->edits[i].origin->joined == joined) {
            x->group[count++] = x->edits[i];
            what = x->edits[i].origin->what;
        }
    x->joined |= 1U << joined;
    if (count)
        visit(context, &(struct fix){x->safe, what, x->group, count});
}

static bool touches(const struct fix_edit *e, const struct finding *f) {
    return e->at == f->offset || (e->at < f->end && e->end > f->offset);
}

/* Whether the moves stop at the finding, so that their reading repairs it. */
static bool is_fault(const struct finding *f) {
    return f->part == PART_MOVES && (f->code == FINDING_SYNTAX || f->code == FINDING_ILLEGAL_MOVE ||
                                     f->code == FINDING_MOVE_AFTER_END);
}

static void visit_repairs(struct fixes *x, const struct finding *f, fix_visitor *visit,
                          void *context) {
    if (is_fault(f))
        visit_joined(x, JOINED_BY_READING, visit, context);
    while (x->next < x->count && x->edits[x->next].at < f->offset &&
           x->edits[x->next].end <= f->offset)
        x->next++;
    for (; x->next < x->count && touches(&x->edits[x->next], f); x->next++) {
        const struct edit *e = x->edits[x->next].origin;
        if (e->joined == NOT_JOINED)
            visit(context, &(struct fix){x->safe, e->what, &x->edits[x->next], 1});
        else if (e->joined != JOINED_BY_READING)
            visit_joined(x, e->joined, visit, context);
    }
}

/* Replaces the bytes of the finding by another word. */
static void visit_word(const struct finding *f, struct text word, fix_visitor *visit,
                       void *context) {
    char message[MESSAGE_BYTES + 1];
    struct writer w = {message, MESSAGE_BYTES, 0};
    struct fix_edit edit = {.at = f->offset,
                            .end = f->end,
                            .line = f->line,
                            .column = f->column,
                            .end_line = f->end_line,
                            .end_column = f->end_column,
                            .with = word};
    write_string(&w, "did you mean ");
    write_text(&w, word);
    write_string(&w, "?");
    message[written(&w).len] = '\0';
    visit(context, &(struct fix){false, message, &edit, 1});
}

/* The legal moves that an illegal one may have meant. */
static void visit_moves(struct fixes *x, const struct finding *f, fix_visitor *visit,
                        void *context) {
    const struct verdict *v = x->report->verdict;
    struct move_list list = zi_move_list(&v->ruleset, &v->fault_position, true);
    size_t count = zi_suggest(&list, v->rules->notation, &v->fault_move, f->move);
    for (size_t i = 0; i < count && i < SUGGESTIONS; i++)
        visit_word(f, text_of(list.at[i]->text), visit, context);
    x->failed |= list.failed;
    zi_move_list_free(&list);
}

/* The moves with which the rest of the game can be played, if there are several. False if they are
 * unknown, or do not apply to the text of the finding. */
static bool visit_choices(struct fixes *x, const struct finding *f, fix_visitor *visit,
                          void *context) {
    const struct reading *d = x->report->reading;
    const struct departure *slip = d && d->choices > 1 ? zi_first_departure(d) : NULL;
    struct text there = {x->report->record->text.at + f->offset, f->end - f->offset};
    if (!slip || !is_fault(f) || slip->ply != f->ply || !text_same(slip->written, there))
        return false;
    for (size_t i = 0; i < d->choices; i++)
        if (!text_same(d->choice[i], there)) /* a reading in which an earlier move is another one */
            visit_word(f, d->choice[i], visit, context);
    return true;
}

void zi_fixes_visit(struct fixes *x, const struct finding *f, fix_visitor *visit, void *context) {
    const struct verdict *v = x->report->verdict;
    struct text meant = zi_record_meant(f->detail);
    bool whole = f->end - f->offset == f->move.len; /* the text is the move as read */
    visit_joined(x, JOINED_BY_SHEET, visit, context);
    if (x->report->record->broken)
        visit_joined(x, JOINED_BY_FORM, visit, context);
    else if (x->safe || f->code == FINDING_STYLE)
        visit_repairs(x, f, visit, context);
    if (visit_choices(x, f, visit, context))
        return;
    if (f->code == FINDING_ILLEGAL_MOVE && v->has_fault && v->fault_offset == f->offset && whole)
        visit_moves(x, f, visit, context);
    else if (meant.len && *meant.at != '*')
        visit_word(f, meant, visit, context);
}
