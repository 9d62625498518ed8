/* Makes unambiguous repairs. */
#include "formats/reread.h"
#include "formats/stream_options.h"
#include "formats/two_sheets.h"
#include "notation/base/option.h"
#include "notation/base/safe_text.h"
#include "notation/base/value.h"
#include "validators/api/rewrite.h"

struct fix_task {
    struct rewrite rewrite;
    bool strict, guess;
    struct naming naming;
    struct other_sheets others;

    /* Of the current stream. */
    struct rewrite_piece last; /* that was merged */
    const char *line_end;      /* the last one seen */
    const struct format *looks_like;
    uint64_t valid_before;
};

struct fixing {
    struct repairer repairer;
    const struct naming *naming;
    struct two_sheets sheets;
    struct rereading sheet;
    struct buffer room; /* of zi_names_file_find */
    bool clash;         /* the names file maps both players to one person */
};

static struct fix_task *state_of(struct zet_task *task) { return task->state; }

static const zet_option options[] = {
    REWRITE_OPTION(struct fix_task),
    {"strict", NULL, "rewrite all departures from the canonical notation, in valid records too",
     "--strict examples/bad.yaml", ZET_OPTION_FLAG, .offset = offsetof(struct fix_task, strict)},
    {"guess", NULL,
     "where several readings of unclear moves are possible, write the most likely one and mark it "
     "with a comment",
     "--guess examples/bad.yaml", ZET_OPTION_FLAG, .offset = offsetof(struct fix_task, guess)},
    {0}};

static void fix_close(struct zet_task *task) {
    zi_rewrite_free(&state_of(task)->rewrite);
    zi_names_file_free(&state_of(task)->naming.file);
    zi_other_sheets_free(&state_of(task)->others);
}

static bool fix_attach(struct zet_task *task, const char *what, struct text name,
                       struct text text) {
    if (!strcmp(what, "with"))
        return zi_other_sheets_attach(&state_of(task)->others, text, &task->error);
    return zi_naming_attach(&state_of(task)->naming, task, what, name, text);
}

static bool is_flow(const struct node *n) { return n->span.as != WRITTEN_BLOCK; }

/* A player whose name is in the record. */
struct named {
    const struct node *name;
    struct text canonical; /* its spelling in the names file, else as written */
    bool flow;
};

/* Reads the name of a player; false if there is none. */
static bool read_name(struct fixing *f, struct record *r, const struct node *player,
                      struct named *out) {
    const struct names_file *names = &f->naming->file;
    bool mapping = player->kind == NODE_MAPPING;
    const struct node *name = mapping ? zi_node_get(player, "name") : player;
    struct text id = mapping ? zi_node_text(player, "id") : NO_TEXT;
    if (!name || name->kind != NODE_SCALAR || !name->text.len || node_is_null(name))
        return false;
    uint32_t person = zi_names_file_find(names, name->text, id, &f->room);
    r->out_of_memory |= f->room.failed;
    *out = (struct named){name, person == NAMES_NOBODY ? name->text : names->at[person].name,
                          mapping && is_flow(player)};
    return true;
}

static bool is_private(const struct node *key) {
    return key->kind == NODE_SCALAR && key->text.len >= 2 && !memcmp(key->text.at, "x-", 2);
}

/* Repairs the names in a judged record, unless players with different names would get the same one;
 * `context` is the struct fixing. */
static void repair_names(void *context, struct record *r, struct repair *repair) {
    struct fixing *f = context;
    struct named at[MAPPING_KEYS_MAX];
    size_t count = 0;
    const struct node *players = r->root ? zi_node_get(r->root, "players") : NULL;
    if (!players || players->kind != NODE_MAPPING)
        return;
    for (const struct node *key = players->first; key && count < MAPPING_KEYS_MAX;
         key = key->next->next)
        count += !is_private(key) && read_name(f, r, key->next, &at[count]);
    f->clash = false;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            f->clash |= text_same(at[i].canonical, at[k].canonical) &&
                        !text_same(at[i].name->text, at[k].name->text);
    for (size_t i = 0; i < count && !f->clash; i++)
        if (!text_same(at[i].canonical, at[i].name->text))
            zi_repair_scalar(repair, r, at[i].name,
                             at[i].flow || is_flow(r->root) || is_flow(players), at[i].canonical,
                             "the name is not the canonical one");
    zi_edits_sort(&repair->edits);
}

static bool fix_worker_open(struct task_worker *w) {
    struct fixing *f = w->state;
    const struct fix_task *o = w->task->state;
    bool opened = zi_rereading_open(&f->sheet, &f->repairer, w);
    f->naming = &o->naming;
    f->repairer.strict = o->strict;
    f->repairer.guess = o->guess;
    f->repairer.more = o->naming.given ? repair_names : NULL;
    f->repairer.context = f;
    return zi_two_sheets_open(&f->sheets, &o->others) && opened;
}

static void fix_worker_close(struct task_worker *w) {
    struct fixing *f = w->state;
    zi_rereading_close(&f->sheet, &f->repairer);
    zi_two_sheets_close(&f->sheets);
    zi_buffer_free(&f->room);
}

/* Messages. */

static const char *repaired_word(const struct fix_task *o) {
    return o->rewrite.output == REWRITE_TEXT ? "repaired: " : "would be repaired: ";
}

static void list_repair(const struct fix_task *o, const struct edit *e, struct buffer *out) {
    if (e->joined == JOINED_BY_SHEET) {
        buffer_add(out, repaired_word(o), e->what, "\n");
        return;
    }
    buffer_add(out, e->blocked ? "not repaired: " : repaired_word(o), e->what, " (`",
               value_safe(e->old, SAFE_LINE_ENDS), "` -> `", value_safe(e->with, SAFE_LINE_ENDS),
               e->ply ? "`), " : "`)");
    if (e->ply)
        zi_move_said(out, e->part, e->ply);
    buffer_string(
        out, e->blocked ? ": the text is quoted or escaped there, so it must be changed by hand\n"
                        : "\n");
}

/* Lists up to FINDINGS_MAX repairs of a record. */
static void list_repairs(struct task_worker *w, const struct task_document *d) {
    const struct repairer *f = &((struct fixing *)w->state)->repairer;
    struct buffer *out = &w->result.messages;
    struct place place = {f->judge.record.text, 0, f->judge.record.line, 1};
    for (size_t i = 0; i < f->repair.edits.count; i++) {
        const struct edit *e = &f->repair.edits.at[i];
        zi_place_move(&place, e->at);
        zi_rewrite_place(out, d->file, place.line, place.column);
        if (i == FINDINGS_MAX) {
            buffer_add(out, "and ", f->repair.edits.count - i, " more repairs from here on\n");
            return;
        }
        list_repair(w->task->state, e, out);
    }
}

static void keep_errors(struct findings *f) {
    size_t kept = 0;
    for (size_t i = 0; i < f->count; i++)
        if (f->at[i].severity == SEVERITY_ERROR)
            f->at[kept++] = f->at[i];
    f->count = kept;
    f->dropped = 0;
}

/* Changes the places of findings in the repaired record to those in the original record. */
static void trace_back(struct repairer *f) {
    struct record *r = &f->repaired;
    struct verdict *v = &f->repaired_verdict;
    struct edits_walk walk = {0};
    bool has_fault = v->has_fault;
    for (size_t i = 0; i < r->findings.count; i++) {
        struct finding *finding = &r->findings.at[i];
        bool at_fault = has_fault && finding->offset == v->fault_offset;
        finding->offset = zi_edits_origin(&f->repair.edits, &walk, finding->offset);
        if (at_fault && finding->reason) {
            v->fault_offset = finding->offset;
            has_fault = false;
        }
    }
    const struct node *root = r->root;
    r->text = f->judge.record.text;
    r->root = NULL; /* its places refer to the repaired text */
    zi_record_finalize(r, f->strict);
    r->root = root;
}

/* Reports errors, and counts the record as invalid if it has errors or its names clash. */
static void report_errors(struct task_worker *w, const struct task_document *d, bool repaired,
                          bool clash) {
    struct repairer *f = &((struct fixing *)w->state)->repairer;
    struct record *r = repaired ? &f->repaired : &f->judge.record;
    keep_errors(&r->findings);
    w->result.records++;
    w->result.counts.records++;
    w->result.counts.invalid += r->findings.count > 0 || clash;
    if (!r->findings.count)
        return;
    if (repaired)
        trace_back(f);
    const struct report report =
        report_of(d, r, repaired ? &f->repaired_verdict : &f->judge.verdict);
    zi_report_text(&w->result.messages, &report, false);
}

/* The line ending of the text: that of its last complete line. */
static const char *line_end_of(struct text t) {
    const char *lf = t.len ? memrchr(t.at, '\n', t.len) : NULL;
    if (lf)
        return lf > t.at && lf[-1] == '\r' ? "\r\n" : "\n";
    return t.len && memchr(t.at, '\r', t.len) ? "\r" : NULL;
}

/* Records what the end of the stream needs to know about its last record. */
static void note_end(struct rewrite_piece *p, const struct document *d, bool touched) {
    struct text t = d->text;
    p->line_end = line_end_of(t);
    p->ends_open = touched && (!t.len || !is_line_end(t.at[t.len - 1]));
    struct place end = {t, 0, d->line, 1};
    if (p->ends_open)
        zi_place_move(&end, t.len);
    p->end_line = end.line;
    p->end_column = end.column;
}

/* Reports that the names are unchanged. */
static void report_clash(struct task_worker *w, const struct task_document *d) {
    const struct repairer *f = &((struct fixing *)w->state)->repairer;
    zi_rewrite_place(&w->result.messages, d->file, f->judge.record.start_line, 1);
    buffer_string(&w->result.messages,
                  "not renamed: the names file gives both players the same name\n");
}

/* Reports slips in variations. */
static void report_variations(struct task_worker *w, const struct task_document *d) {
    const struct fixing *fixing = w->state;
    const struct findings *all = &fixing->repairer.judge.record.findings;
    for (size_t i = 0; i < all->count; i++) {
        const struct finding *f = &all->at[i];
        bool slip = f->code == FINDING_SYNTAX || f->code == FINDING_ILLEGAL_MOVE;
        if (slip && (f->part == PART_VARIATION || f->part == PART_PLAYOUT)) {
            zi_rewrite_place(&w->result.messages, d->file, f->line, f->column);
            buffer_string(&w->result.messages, "not repaired: moves in variations and playouts are "
                                               "left as they are\n");
            return;
        }
    }
}

/* Repairs a sheet, which is then a valid record. */
static void fix_sheet(struct task_worker *w, const struct task_document *d,
                      const struct document *document, struct rewrite_piece *piece) {
    list_repairs(w, d);
    w->result.counts.records++;
    piece->changed = true;
    note_end(piece, document, false);
}

/* Repairs a record that was read. If memory runs out, the record or the repaired one shows it. */
static void fix_record(struct task_worker *w, const struct task_document *d,
                       const struct document *document, struct rewrite_piece *piece) {
    struct fixing *fixing = w->state;
    struct repairer *f = &fixing->repairer;
    struct record *r = &f->judge.record;
    const char *why;
    fixing->clash = false;
    f->early = document->offset < EARLY_BYTES;
    r->out_of_memory |= !zi_two_sheets_begin(&fixing->sheets, f, d->number);
    if (r->out_of_memory)
        return;
    bool touched = zi_repairer_judge(f);
    bool differ = zi_two_sheets_compare(&fixing->sheets, f, d->file, &w->result.messages);
    bool clash = fixing->clash;
    piece->changed = zi_repairer_prove(f, document, touched, &why);
    if (r->out_of_memory)
        return;
    if (piece->changed && f->repair.edits.at[0].joined == JOINED_BY_SHEET) {
        w->result.records++;
        fix_sheet(w, d, document, piece);
        return;
    }
    if (why) {
        zi_rewrite_place(&w->result.messages, d->file, r->start_line, 1);
        buffer_add(&w->result.messages, "not repaired: ", why, "\n");
    } else {
        list_repairs(w, d);
    }
    if (clash)
        report_clash(w, d);
    report_variations(w, d);
    note_end(piece, document, touched && piece->changed);
    report_errors(w, d, piece->changed, clash || differ);
}

static bool fix_document(struct task_worker *w, const struct task_document *d) {
    static const struct document nothing = {.text = {"", 0}, .line = 1};
    struct repairer *f = &((struct fixing *)w->state)->repairer;
    const struct document *document = d->document ? d->document : &nothing;
    struct rewrite_piece piece = {0};
    size_t said = w->result.messages.len;
    if (document->piece == PIECE_DOCUMENT && zi_record_read(&f->judge.record, document)) {
        if (zi_judging_is_record(&f->judge.record, w, d)) {
            fix_record(w, d, document, &piece);
        } else if (zi_repairer_reread(f, document)) {
            w->result.messages.len = said;
            w->result.records += f->judge.record.foreign;
            fix_sheet(w, d, document, &piece);
        } else {
            zi_task_count_other(&w->result, &f->judge.record);
        }
        if (f->judge.record.out_of_memory || f->repaired.out_of_memory)
            return false;
    }
    zi_rewrite_append(&w->result.data, piece, document, buffered(&f->text));
    return true;
}

static bool fix_merge_piece(struct zet_task *task, const struct rewrite_piece *p, struct text old,
                            struct text new) {
    struct fix_task *t = task->state;
    t->last = *p;
    if (p->line_end)
        t->line_end = p->line_end;
    return zi_rewrite_piece(&t->rewrite, task, p, old, new);
}

static bool fix_merge(struct zet_task *task, struct task_result *result) {
    return zi_rewrite_each(task, &result->data, fix_merge_piece);
}

static uint64_t valid_records(const struct zet_task *task) {
    return task->counts.records - task->counts.invalid;
}

static bool fix_begin_stream(struct zet_task *task, struct source *source) {
    struct fix_task *t = task->state;
    t->last.ends_open = false;
    t->line_end = "\n";
    t->looks_like = source ? zi_stream_recognise(source) : NULL;
    t->valid_before = valid_records(task);
    return zi_rewrite_begin(&t->rewrite, task, source);
}

/* Adds the line end missing at the end of the stream. */
static bool end_line(struct zet_task *task) {
    struct fix_task *t = task->state;
    zi_rewrite_place(zi_task_messages(task), task->file, t->last.end_line, t->last.end_column);
    buffer_add(zi_task_messages(task), repaired_word(t), "the last line had no line end\n");
    return zi_rewrite_change(&t->rewrite, task, NO_TEXT, text_of(t->line_end));
}

static bool fix_end_stream(struct zet_task *task) {
    struct fix_task *t = task->state;
    if ((t->last.ends_open && !end_line(task)) || !zi_rewrite_end(&t->rewrite, task))
        return false;
    if (t->valid_before == valid_records(task))
        zi_stream_hint(task, t->looks_like, NULL);
    return true;
}

const struct task_kind zi_task_fix = {
    .name = "fix",
    .about = "repairs records that are not valid, if only one reading is possible",
    .options = options,
    .size = sizeof(struct fix_task),
    .worker_size = sizeof(struct fixing),
    .close = fix_close,
    .worker_open = fix_worker_open,
    .worker_close = fix_worker_close,
    .stream_begin = fix_begin_stream,
    .stream_end = fix_end_stream,
    .document = fix_document,
    .merge = fix_merge,
    .attach = fix_attach,
};
