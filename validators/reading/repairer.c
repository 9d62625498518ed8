#include "validators/reading/repairer.h"

#include "validators/replay/signs.h"

/* Moves that the search for a reading may try: for each byte of the moves; and those of the purse,
   a part of which each record may use. */
enum { TRIES_A_BYTE = 5, PURSE = 1200000, PURSE_PART = 4 };

bool zi_repairer_open(struct repairer *p) {
    p->purse = PURSE;
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

/* The reading of the moves, where they stop at a fault. */
static const struct deciphered *decipher(struct repairer *p, struct record *r,
                                         const struct verdict *verdict) {
    uint64_t own = r->field[KEY_MOVES].text.len * TRIES_A_BYTE;
    uint64_t more = p->early && !p->again ? p->purse / PURSE_PART : 0;
    own = p->again ? own / 2 : own;
    if (r->broken ||
        !(p->other.len ? zi_validate_readable(r, verdict) : zi_validate_stopped(r, verdict)))
        return NULL;
    if (!zi_validate_decipher(p->judge.validator, r, verdict, p->other, own + more, &p->reading)) {
        r->out_of_memory = true;
        return NULL;
    }
    if (p->reading.work > own)
        p->purse -= p->reading.work - own < p->purse ? p->reading.work - own : p->purse;
    return &p->reading;
}

const struct deciphered *zi_repairer_decipher(struct repairer *p) {
    return decipher(p, &p->judge.record, &p->judge.verdict);
}

/* Whether a reading of the moves was found that repairs them. */
static bool is_known(const struct repairer *p) {
    return p->found && p->found->complete && (p->found->sure || p->guess);
}

/* Repairs what was meant, if that is sure. `verdict` gets its outcome. */
static void repair_moves(struct repairer *p, struct record *r, struct verdict *verdict,
                         struct repair *repair) {
    p->found = decipher(p, r, verdict);
    if (!is_known(p) || !zi_validate_stopped(r, verdict))
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

/* Whether the moves of the record that was judged can be read as they are, or the reading that was
   found repairs them. */
static bool is_read(const struct repairer *p, const struct record *r) {
    bool unread = r->findings.dropped > 0, beside = false; /* the moves of the game */
    for (size_t i = 0; i < r->findings.count; i++) {
        const struct finding *f = &r->findings.at[i];
        bool opens = f->offset < r->text.len && r->text.at[f->offset] == '(';
        bool swallows = f->code == FINDING_COMMENT_SWALLOWS_MOVES && r->findings.has_error;
        unread |= f->code == FINDING_SYNTAX || swallows;
        beside |= swallows || (f->code == FINDING_SYNTAX && (f->part != PART_MOVES || opens));
    }
    return !unread || (!beside && is_known(p));
}

/* Judges the record that comes of the edits `signs`. Returns whether all of it can be read. */
static bool judge_signs(struct repairer *p, struct record *r, const struct edits *signs,
                        struct repair *rest) {
    struct verdict verdict;
    p->sheet_text.len = 0;
    zi_edits_apply(signs, r->text, &p->sheet_text);
    struct document made = {.text = buffered(&p->sheet_text), .line = r->line};
    r->out_of_memory |= p->sheet_text.failed;
    if (r->out_of_memory)
        return false;
    zi_record_read(&p->sheet, &made);
    judge(p, &p->sheet, &verdict, rest, true);
    choose(p, &p->sheet, rest, true);
    r->out_of_memory |= p->sheet.out_of_memory;
    bool stopped = p->sheet.broken || zi_validate_stopped(&p->sheet, &verdict);
    return verdict.plies && is_read(p, &p->sheet) && (!stopped || is_known(p));
}

/* If the moves of a record cannot be read even with the help of the rules, gives them the signs of
   move text, and gathers the repairs of the result too. */
static void repair_signs(struct repairer *p, struct record *r, const struct verdict *verdict,
                         struct repair *repair) {
    struct repair signs = {0}, rest = {0};
    if (r->broken || is_read(p, r) || p->other.len || !zi_validate_readable(r, verdict))
        return;
    zi_repair_signs(&signs, r, &verdict->ruleset);
    struct deciphered reading = p->reading;
    const struct deciphered *found = p->found;
    p->again = true;
    bool whole = signs.edits.possible && signs.edits.possible == signs.edits.count;
    if (whole && judge_signs(p, r, &signs.edits, &rest)) {
        then_rest(&signs.edits, r, &rest.edits, buffered(&p->sheet_text));
        zi_edits_free(&repair->edits);
        *repair = signs;
        signs = (struct repair){0};
        found = NULL; /* it is not of the record as it is */
    }
    p->again = false;
    p->found = found;
    p->reading = reading;
    zi_repair_free(&signs);
    zi_repair_free(&rest);
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
    repair_signs(p, read, &p->repaired_verdict, &p->rest);
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
    repair_signs(p, r, &p->judge.verdict, &p->repair);
    bool touched = is_touched(r, p->strict);
    if (!touched) {
        struct repair was = p->style;
        p->style = p->repair;
        p->repair = was;
    }
    choose(p, r, &p->repair, touched);
    return touched;
}

static size_t count_errors(const struct record *r) {
    size_t count = r->findings.dropped;
    for (size_t i = 0; i < r->findings.count; i++)
        count += r->findings.at[i].severity == SEVERITY_ERROR;
    return count;
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
        return "with its repairs the record would have more than 1 MiB";
    struct document repaired = {.text = buffered(&p->text), .line = d->line, .offset = d->offset};
    zi_record_read(after, &repaired);
    judge(p, after, &p->repaired_verdict, &p->rest, false);
    choose(p, after, &p->rest, touched);
    before->out_of_memory |= after->out_of_memory;
    bool better = !p->rest.edits.possible && !after->broken &&
                  (before->broken || count_errors(after) <= count_errors(before));
    return better ? NULL : "the repairs would not make the record better";
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
    const struct deciphered *found = p->found;
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
    const struct record *was = p->judge.record.broken ? left : &p->judge.record;
    bool columns = touched && zi_signs_have_columns(was->field[KEY_MOVES].text);
    if (!(columns || has_wrong_form(left)) || !zi_repairer_reread(p, d))
        return made;
    *why = NULL;
    return true;
}

bool zi_repairer_is_record(const struct repairer *p) {
    const struct record *r = &p->judge.record;
    return (r->broken && !r->foreign) || r->field[KEY_GAME].state != FIELD_ABSENT ||
           p->judge.verdict.rules;
}

bool zi_repairer_read(struct repairer *p, const struct document *d, const struct repair **repair,
                      const struct repair **style) {
    const char *why;
    *repair = *style = NULL;
    if (!zi_record_read(&p->judge.record, d))
        return false;
    p->early = d->offset < EARLY_BYTES;
    bool touched = zi_repairer_judge(p), record = zi_repairer_is_record(p);
    if (record ? zi_repairer_prove(p, d, touched, &why) : zi_repairer_reread(p, d))
        *repair = &p->repair;
    if (record_is_foreign(&p->judge.record, zi_validator_has_game(p->judge.validator)))
        return false;
    if (!touched && !p->judge.record.broken && !*repair)
        *style = &p->style;
    return true;
}
