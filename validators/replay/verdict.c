/* The fourth stage of a record: the claims of its header are compared with the proof of the
   moves. */
#include "validators/replay/verdict.h"

const char *zi_verdict_result(const struct verdict *v) {
    const char *word = outcome_word(v->rules, &v->outcome);
    return word ? word : "*";
}

/* The result at the end of the moves becomes the record's if its header has none. */
static void take_result(struct record *r, const struct proof *proof) {
    if (!proof->result)
        return;
    if (r->field[KEY_RESULT].state == FIELD_ABSENT)
        zi_record_add(r, KEY_RESULT, proof->result);
    if (proof->resigned && r->field[KEY_TERMINATION].state == FIELD_ABSENT)
        zi_record_add(r, KEY_TERMINATION, "resignation");
}

/* Adds a finding at the result: in the header, or, if the header has none, at the end of the
   moves. */
static void find_at_result(struct record *r, const struct proof *proof, enum finding_code code,
                           const char *sentence, struct text detail) {
    const struct field *f = &r->field[KEY_RESULT];
    bool at_end = proof->result && f->span.as == WRITTEN_DERIVED;
    zi_report_add(r, code, at_end ? PART_MOVES : PART_HEADER,
                  at_end ? proof->result_offset : zi_field_offset(r, f, 0), sentence, detail);
}

/* Checks the header of a game that the rules have ended. */
static void check_end(struct record *r, const struct verdict *v, const struct proof *proof) {
    const struct field *result = &r->field[KEY_RESULT], *how = &r->field[KEY_TERMINATION];
    const char *right = outcome_word(v->rules, &v->outcome);
    bool other = result->state == FIELD_GIVEN && !text_is(result->text, right);
    if (!other && (how->state != FIELD_GIVEN || text_is(how->text, "rules")))
        return;
    struct text say = record_text(r, "the rules say ", right, ", by ", v->outcome.reason);
    if (other)
        find_at_result(r, proof, FINDING_RESULT_MISMATCH, NULL, say);
    else
        zi_report_field(r, FINDING_RESULT_MISMATCH, how,
                        "the termination does not agree with the moves", say);
}

/* Checks the header of a game that the rules have not ended. */
static void check_open(struct record *r, const struct proof *proof) {
    const struct field *result = &r->field[KEY_RESULT], *how = &r->field[KEY_TERMINATION];
    if (result->state != FIELD_GIVEN || text_is(result->text, "*") || how->state == FIELD_BROKEN)
        return;
    if (how->state == FIELD_ABSENT)
        find_at_result(r, proof, FINDING_TERMINATION_MISSING, NULL, NO_TEXT);
    else if (text_is(how->text, "rules"))
        find_at_result(
            r, proof, FINDING_RESULT_MISMATCH, NULL,
            TEXT("by the rules the game is not over, and no termination says how it ended"));
    else if (text_is(how->text, "unfinished"))
        find_at_result(r, proof, FINDING_RESULT_MISMATCH, "an unfinished game has no result",
                       NO_TEXT);
}

static void check_points(struct record *r, const struct verdict *v, const struct proof *proof) {
    const struct field *f = &r->field[KEY_POINTS];
    bool known = v->points >= 0;
    if (v->outcome.result == RESULT_DRAW)
        zi_report_field(r, FINDING_POINTS_MISMATCH, f, "a drawn game gives no points", NO_TEXT);
    else if (known ? f->number != v->points : f->number < proof->least)
        zi_report_field(r, FINDING_POINTS_MISMATCH, f, NULL,
                        record_text(r, known ? "it is " : "it is at least ",
                                    (uint64_t)(known ? v->points : proof->least)));
    else if (!known)
        zi_report_field(r, FINDING_POINTS_UNPROVED, f, NULL,
                        text_of(proof->stops_early ? "the playout stops early" : ""));
}

void zi_verdict_compare(struct record *r, const struct verdict *v, const struct proof *proof) {
    if (proof->stopped)
        return;
    take_result(r, proof);
    if (v->outcome.result == RESULT_OPEN)
        check_open(r, proof);
    else
        check_end(r, v, proof);
    if (!proof->faulty && r->field[KEY_POINTS].state == FIELD_GIVEN)
        check_points(r, v, proof);
}
