#include "validators/reading/repairer.h"

bool zi_repairer_open(struct repairer *p) {
    p->purse.left = PURSE_FULL;
    return zi_judge_open(&p->judge, NULL);
}

void zi_repairer_close(struct repairer *p) {
    zi_judge_close(&p->judge);
    zi_record_close(&p->repaired);
    zi_record_close(&p->sheet);
    zi_repair_free(&p->repair);
    zi_repair_free(&p->style);
    zi_repair_free(&p->rest);
    zi_buffer_free(&p->text);
    zi_buffer_free(&p->sheet_text);
}

/* Whether a record is repaired at all: one that is valid stays as it is. */
static bool is_touched(const struct record *r, bool strict) {
    bool number = false;
    for (size_t i = 0; i < r->findings.count; i++)
        number |= r->findings.at[i].code == FINDING_MOVE_NUMBER;
    return !r->broken && (strict || r->findings.has_error || number);
}

/* The reading of the moves, where they have a fault. */
static const struct reading *find(struct repairer *p, struct record *r,
                                  const struct verdict *verdict) {
    struct reading_purse empty = {0}, *purse = p->early ? &p->purse : &empty;
    if (r->broken ||
        !(p->other.len ? zi_record_readable(r, verdict) : zi_record_stopped(r, verdict)))
        return NULL;
    zi_purse_begin(purse, r->field[KEY_MOVES].text.len);
    if (!zi_record_reading(r, verdict, p->other, purse, &p->reading)) {
        r->out_of_memory = true;
        return NULL;
    }
    return &p->reading;
}

const struct reading *zi_repairer_find(struct repairer *p) {
    return find(p, &p->judge.record, &p->judge.verdict);
}

/* Whether a reading of the moves was found that repairs them. */
static bool is_known(const struct repairer *p) {
    return p->found && p->found->complete && (p->found->sure || p->guess);
}

/* Repairs what was meant, if that is sure. `verdict` gets its outcome. */
static void repair_moves(struct repairer *p, struct record *r, struct verdict *verdict,
                         struct repair *repair) {
    p->found = find(p, r, verdict);
    if (!is_known(p) || !zi_record_stopped(r, verdict))
        return;
    zi_repair_read(repair, r, p->found);
    verdict->outcome = p->found->outcome;
    verdict->points = -1;
}

/* Judges a record that was read, and gathers its repairs. */
static void judge(struct repairer *p, struct record *r, struct verdict *verdict,
                  struct repair *repair, bool guessing) {
    p->observer =
        (struct observer){.see = zi_repair_see, .context = repair, .see_move = zi_repair_see_move};
    zi_validator_observe(p->judge.validator, &p->observer);
    zi_repair_begin(repair);
    p->found = guessing ? NULL : p->found;
    zi_validate(p->judge.validator, r, verdict);
    struct verdict read = *verdict;
    if (guessing)
        repair_moves(p, r, &read, repair);
    zi_repair_end(repair, r, &read);
    zi_record_finalize(r, p->strict);
}

/* All repairs, or only those of `more` in a record that is not touched otherwise. */
static void choose(struct repairer *p, struct record *r, struct repair *repair, bool touched) {
    if (!touched)
        zi_repair_begin(repair);
    if (p->more && !r->broken)
        p->more(p->context, r, repair);
}

/* Adds the edits `after` of the document `between`, which is that of `r` with the first ones. */
static void then_rest(struct edits *first, struct record *r, const struct edits *after,
                      struct text between) {
    struct edits both = {0};
    zi_edits_then(&both, first, after, r->text, between, false, &r->arena);
    r->out_of_memory |= both.failed;
    zi_edits_free(first);
    *first = both;
}

/* Makes a record of a document that YAML cannot read, and gathers the repairs of that too. None
   where it is still none. */
static bool repair_form(struct repairer *p, struct record *r) {
    struct record *read = &p->repaired;
    zi_repair_form(&p->repair, r);
    p->text.len = 0;
    if (p->repair.edits.possible)
        zi_edits_apply(&p->repair.edits, r->text, &p->text);
    r->out_of_memory |= p->text.failed;
    if (r->out_of_memory || !p->text.len)
        return false;
    struct document repaired = {.text = buffered(&p->text), .line = r->line};
    zi_record_read(read, &repaired);
    judge(p, read, &p->repaired_verdict, &p->rest, true);
    p->found = NULL; /* it is not of the record as it is */
    bool touched = is_touched(read, p->strict);
    choose(p, read, &p->rest, touched);
    if (read->broken)
        zi_repair_begin(&p->repair);
    else
        then_rest(&p->repair.edits, r, &p->rest.edits, repaired.text);
    r->out_of_memory |= read->out_of_memory;
    return touched;
}

bool zi_repairer_judge(struct repairer *p) {
    struct record *r = &p->judge.record;
    zi_repair_begin(&p->style);
    judge(p, r, &p->judge.verdict, &p->repair, true);
    if (r->broken)
        return repair_form(p, r);
    bool touched = is_touched(r, p->strict);
    if (!touched) {
        struct repair was = p->style;
        p->style = p->repair;
        p->repair = was;
    }
    choose(p, r, &p->repair, touched);
    return touched;
}

/* NULL, or why the repairs are not to be made. */
static const char *prove(struct repairer *p, const struct document *d, bool touched) {
    struct record *before = &p->judge.record, *after = &p->repaired;
    enum { MARK_AND_LINE_END = 5 };
    p->text.len = 0;
    zi_edits_apply(&p->repair.edits, d->text, &p->text);
    before->out_of_memory |= p->text.failed;
    if (before->out_of_memory)
        return NULL;
    if (p->text.len > RECORD_BYTES_MAX - MARK_AND_LINE_END && p->text.len > d->text.len)
        return "the repaired record would have more than 1 MiB";
    struct document repaired = {.text = buffered(&p->text), .line = d->line, .offset = d->offset};
    zi_record_read(after, &repaired);
    judge(p, after, &p->repaired_verdict, &p->rest, false);
    choose(p, after, &p->rest, touched);
    before->out_of_memory |= after->out_of_memory;
    if (after->broken || after->findings.has_error)
        return "the record would stay invalid";
    return p->rest.edits.possible ? "the repairs would not make the record better" : NULL;
}

/* Whether the record cannot be read, or something before its moves is wrong. */
static bool has_wrong_form(const struct record *r) {
    bool wrong = r->broken || (r->findings.has_error && r->field[KEY_MOVES].item_count);
    for (size_t i = 0; i < r->findings.count; i++)
        wrong |=
            r->findings.at[i].severity == SEVERITY_ERROR && r->findings.at[i].part == PART_HEADER;
    return wrong;
}

/* Judges the record that a sheet becomes. Its moves may have to be repaired. */
static bool is_valid_sheet(struct repairer *p, const struct document *d, bool repairing) {
    struct verdict verdict;
    struct document sheet = {
        .text = buffered(&p->sheet_text), .line = d->line, .offset = d->offset};
    zi_record_read(&p->sheet, &sheet);
    judge(p, &p->sheet, &verdict, &p->rest, repairing);
    choose(p, &p->sheet, &p->rest, is_touched(&p->sheet, p->strict));
    return !p->sheet.findings.has_error && !p->rest.edits.possible;
}

bool zi_repairer_reread(struct repairer *p, const struct document *d) {
    struct record *r = &p->judge.record;
    struct text sheet;
    const struct reading *found = p->found;
    if (!p->reread || d->offset >= SHEET_BYTES ||
        !p->reread(p->sheets, d, &sheet, &r->out_of_memory))
        return false;
    p->sheet_text.len = 0;
    buffer_text(&p->sheet_text, sheet);
    bool valid = !p->sheet_text.failed && is_valid_sheet(p, d, true);
    found = p->found ? NULL : found; /* what was found is of the sheet now */
    if (p->rest.edits.possible) {
        p->sheet_text.len = 0;
        zi_edits_apply(&p->rest.edits, sheet, &p->sheet_text);
        valid = !p->sheet_text.failed && is_valid_sheet(p, d, false);
    }
    p->found = found;
    r->out_of_memory |= p->sheet.out_of_memory || p->sheet_text.failed;
    if (!valid || r->out_of_memory)
        return false;
    zi_repair_whole(&p->repair, r, buffered(&p->sheet_text));
    p->text.len = 0;
    buffer_text(&p->text, buffered(&p->sheet_text));
    r->out_of_memory |= p->text.failed;
    return true;
}

bool zi_repairer_prove(struct repairer *p, const struct document *d, bool touched,
                       const char **why) {
    bool wanted = p->repair.edits.possible > 0;
    *why = wanted && !p->judge.record.out_of_memory ? prove(p, d, touched) : NULL;
    bool made = wanted && !*why;
    const struct record *left = made ? &p->repaired : &p->judge.record;
    if (!has_wrong_form(left) || !zi_repairer_reread(p, d))
        return made;
    *why = NULL;
    return true;
}

bool zi_repairer_is_record(const struct repairer *p) {
    const struct record *r = &p->judge.record;
    return (r->broken && !r->foreign) || r->field[KEY_GAME].state != FIELD_ABSENT ||
           p->judge.verdict.rules;
}

bool zi_repairer_read(struct repairer *p, const struct document *d, const struct edits **repair,
                      const struct edits **style) {
    const char *why;
    *repair = *style = NULL;
    if (!zi_record_read(&p->judge.record, d))
        return false;
    p->early = d->offset < EARLY_BYTES;
    bool touched = zi_repairer_judge(p), record = zi_repairer_is_record(p);
    if (record ? zi_repairer_prove(p, d, touched, &why) : zi_repairer_reread(p, d))
        *repair = &p->repair.edits;
    if (record_is_foreign(&p->judge.record, zi_validator_has_game(p->judge.validator)))
        return false;
    if (!touched && !p->judge.record.broken && !*repair)
        *style = &p->style.edits;
    return true;
}
