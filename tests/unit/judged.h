/* Records with their verdicts and canonical forms, and whether two of them are judged alike. */
#pragma once

#include "tests/unit/unit.h"

#include "notation/record/yaml.h"
#include "validators/replay/repair.h"

/* One record and what is said of it. */
struct judged {
    struct record record;
    struct verdict verdict;
    struct formatter formatter;
    struct buffer text; /* its canonical form */
};

/* The program that includes this makes and frees it. */
static struct validator *validator;

static size_t moves_seen;

static inline void see_move(void *context, const struct move_reader *in,
                            const struct move *canonical, const struct effect *effect) {
    moves_seen++;
    zi_formatter_see_move(context, in, canonical, effect);
}

/* False where the document is no record that could be written. */
static inline bool judge(struct judged *j, const struct document *d) {
    if (!zi_record_read(&j->record, d) || j->record.broken)
        return false;
    const struct observer observer = {
        .see = zi_formatter_see, .context = &j->formatter, .see_move = see_move};
    zi_formatter_begin(&j->formatter, CANONICAL_TEXT_WIDTH);
    zi_validator_observe(validator, &observer);
    zi_validate(validator, &j->record, &j->verdict);
    zi_validator_observe(validator, NULL);
    j->text.len = 0;
    zi_yaml_write(&j->record, j->formatter.text, &j->text);
    zi_record_finalize(&j->record, false);
    assert_false(j->record.out_of_memory || j->text.failed);
    return true;
}

static inline void forget(struct judged *j) {
    zi_record_close(&j->record);
    zi_formatter_free(&j->formatter);
    zi_buffer_free(&j->text);
}

static inline bool is_about_form(const struct finding *f) {
    return f->code == FINDING_STYLE || f->code == FINDING_MOVE_NUMBER;
}

/* How many findings of the record are like `f`. A result at the end of the moves goes into the
   header, and what is wrong with it goes with it. */
static inline size_t count_like(const struct record *r, const struct finding *f) {
    size_t count = 0;
    for (size_t i = 0; i < r->findings.count; i++) {
        const struct finding *g = &r->findings.at[i];
        count += g->code == f->code && g->reason == f->reason && g->ply == f->ply &&
                 (g->part == f->part || f->code == FINDING_RESULT_MISMATCH ||
                  f->code == FINDING_TERMINATION_MISSING);
    }
    return count;
}

static inline void require_same_findings(const struct record *a, const struct record *b,
                                         const char *file) {
    for (size_t i = 0; i < a->findings.count; i++) {
        const struct finding *f = &a->findings.at[i];
        if (!is_about_form(f) && count_like(a, f) != count_like(b, f))
            fail_msg("%s: line %zu: the canonical form has another number of `%s`", file, f->line,
                     zi_findings[f->code].code);
    }
}

static inline void require_same_verdict(const struct judged *a, const struct judged *b,
                                        const char *file) {
    const struct verdict *v = &a->verdict, *w = &b->verdict;
    struct setup one, other;
    memset(&one, 0, sizeof one);
    memset(&other, 0, sizeof other);
    if (v->positioned)
        v->rules->describe(&v->position, &one);
    if (w->positioned)
        w->rules->describe(&w->position, &other);
    bool same = v->rules == w->rules && v->plies == w->plies && v->points == w->points &&
                v->outcome.result == w->outcome.result && v->outcome.reason == w->outcome.reason &&
                v->positioned == w->positioned && !memcmp(&one, &other, sizeof one);
    if (!same)
        fail_msg("%s: line %zu: the canonical form has another verdict", file,
                 a->record.start_line);
    require_same_findings(&a->record, &b->record, file);
    require_same_findings(&b->record, &a->record, file);
}
