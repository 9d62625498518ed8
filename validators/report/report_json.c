/* The reports for machines: one object a record and line, as the notation's document has it. */
#include "notation/base/json_out.h"
#include "notation/base/placed_text.h"
#include "validators/archive/facts.h"
#include "validators/report/fixes.h"

static void write_word_or_null(struct json_out *j, const char *key, const char *s) {
    zet_json_key(j, key);
    zet_json_text_or_null(j, s ? text_of(s) : NO_TEXT);
}

static void write_message(struct json_out *j, const struct finding *f) {
    zet_json_key(j, "message");
    zet_json_value(j);
    buffer_char(j->to, '"');
    zet_json_escape(j->to, text_of(f->sentence));
    if (f->detail.len) {
        buffer_string(j->to, " (");
        zet_json_escape(j->to, f->detail);
        buffer_char(j->to, ')');
    }
    buffer_char(j->to, '"');
}

static void write_place(struct json_out *j, const char *key, enum place_kind kind, size_t n,
                        bool placed) {
    zet_json_key(j, key);
    zet_json_value(j);
    zet_place_number(j->to, kind, n, 0, placed);
}

/* The members of a finding. */
static void write_members(struct json_out *j, const struct finding *f, bool placed) {
    zet_json_member_text(j, "severity", text_of(zet_severities[f->severity]));
    zet_json_member_text(j, "code", text_of(zet_findings[f->code].code));
    write_word_or_null(j, "reason", f->reason ? f->reason->code : NULL);
    zet_json_member_text(j, "part", text_of(zet_parts[f->part]));
    write_place(j, "line", PLACE_LINE, f->line, placed);
    zet_json_member_number(j, "column", f->column);
    zet_json_key(j, "ply");
    if (f->ply)
        zet_json_number(j, f->ply);
    else
        zet_json_null(j);
    zet_json_key(j, "move");
    zet_json_text_or_null(j, f->move.len ? f->move : NO_TEXT);
    write_message(j, f);
}

static void write_position(struct json_out *j, const struct verdict *v) {
    char room[CELLS_MAX];
    zet_json_key(j, "position");
    zet_json_text_or_null(j, v->positioned ? zet_verdict_position(v, room) : NO_TEXT);
}

static void write_outcome(struct json_out *j, const struct verdict *v) {
    zet_json_key(j, "outcome");
    zet_json_open(j, '{');
    zet_json_member_text(j, "result", text_of(zet_verdict_result(v)));
    write_word_or_null(j, "reason", v->outcome.reason);
    zet_json_close(j, '}');
    zet_json_key(j, "points");
    if (v->points < 0)
        zet_json_null(j);
    else
        zet_json_number(j, (uint64_t)v->points);
}

static struct text text_or_none(struct text t) { return t.len ? t : NO_TEXT; }

static void write_identity(struct json_out *j, const struct identity *id) {
    const struct text values[] = {id->event, id->round, id->table};
    static const char *const keys[] = {"event", "round", "table"};
    for (size_t i = 0; i < 3; i++) {
        zet_json_key(j, keys[i]);
        zet_json_text_or_null(j, text_or_none(values[i]));
    }
    zet_json_key(j, "players");
    if (!id->player[0].name.len && !id->player[1].name.len) {
        zet_json_null(j);
        return;
    }
    zet_json_open(j, '{');
    for (size_t i = 0; i < 2 && id->player[i].side; i++) {
        zet_json_key(j, id->player[i].side);
        zet_json_text_or_null(j, text_or_none(id->player[i].name));
    }
    zet_json_close(j, '}');
}

/* What a fix is written to: `base` is the offset of the document. */
struct fix_writer {
    struct json_out *json;
    uint64_t base;
};

static void write_extent_places(struct json_out *j, uint64_t from, uint64_t to, size_t end_line,
                                size_t end_column) {
    zet_json_member_number(j, "end_line", end_line);
    zet_json_member_number(j, "end_column", end_column);
    zet_json_member_number(j, "offset", from);
    zet_json_member_number(j, "end_offset", to);
}

static void write_edit(struct json_out *j, const struct fix_edit *e, uint64_t base) {
    zet_json_open(j, '{');
    zet_json_member_number(j, "line", e->line);
    zet_json_member_number(j, "column", e->column);
    write_extent_places(j, base + e->at, base + e->end, e->end_line, e->end_column);
    zet_json_member_text(j, "text", e->with);
    zet_json_close(j, '}');
}

static void write_edits(struct json_out *j, const struct fix_edit *edits, size_t count,
                        uint64_t base) {
    zet_json_key(j, "edits");
    zet_json_open(j, '[');
    for (size_t i = 0; i < count; i++)
        write_edit(j, &edits[i], base);
    zet_json_close(j, ']');
}

static void write_fix(void *context, const struct fix *fix) {
    const struct fix_writer *w = context;
    zet_json_open(w->json, '{');
    zet_json_key(w->json, "safe");
    zet_json_bool(w->json, fix->safe);
    zet_json_member_text(w->json, "message", text_of(fix->message));
    write_edits(w->json, fix->edits, fix->count, w->base);
    zet_json_close(w->json, '}');
}

/* Where the finding ends, and what can be done about it. */
static void write_extent(struct json_out *j, const struct finding *f, struct fixes *fixes) {
    struct fix_writer w = {j, fixes->report->offset};
    write_extent_places(j, w.base + f->offset, w.base + f->end, f->end_line, f->end_column);
    zet_json_key(j, "fixes");
    zet_json_open(j, '[');
    zet_fixes_visit(fixes, f, write_fix, &w);
    zet_json_close(j, ']');
}

/* Where findings are written to, with what `fixes` has where it is not NULL. */
struct finding_writer {
    struct json_out *json;
    struct fixes *fixes;
};

static void write_finding(void *context, struct buffer *out, const struct report *report,
                          const struct finding *f) {
    const struct finding_writer *w = context;
    (void)out;
    zet_json_open(w->json, '{');
    write_members(w->json, f, report->placed);
    if (w->fixes)
        write_extent(w->json, f, w->fixes);
    zet_json_close(w->json, '}');
}

static void write_findings(struct json_out *j, const struct report *report, struct fixes *fixes) {
    struct finding_writer w = {j, fixes};
    zet_json_key(j, "findings");
    zet_json_open(j, '[');
    zet_report_each(j->to, report, write_finding, &w);
    zet_json_close(j, ']');
}

/* What both reports have: until the findings. */
static void write_record(struct json_out *j, const struct report *report) {
    const struct record *r = report->record;
    const struct verdict *v = report->verdict;
    zet_json_member_text(j, "file", report->file);
    write_place(j, "record", PLACE_RECORD, report->number, report->placed);
    write_place(j, "line", PLACE_LINE, r->start_line, report->placed);
    write_word_or_null(j, "game", v->rules ? v->rules->name : NULL);
    zet_json_key(j, "valid");
    zet_json_bool(j, !r->findings.has_error);
    zet_json_member_number(j, "plies", v->plies);
    write_outcome(j, v);
    write_position(j, v);
}

void zet_report_json(struct buffer *out, const struct report *report) {
    struct json_out j = {.to = out};
    const struct identity id = zet_identity(report->record, report->verdict);
    zet_json_open(&j, '{');
    write_record(&j, report);
    write_findings(&j, report, NULL);
    write_identity(&j, &id);
    zet_json_close(&j, '}');
    buffer_char(out, '\n');
}

void zet_report_findings(struct buffer *out, const struct report *report) {
    struct json_out j = {.to = out};
    struct fixes fixes;
    const struct record *r = report->record;
    const struct identity id = zet_identity(r, report->verdict);
    zet_fixes_begin(&fixes, report);
    zet_json_open(&j, '{');
    zet_json_member_number(&j, "version", FINDINGS_VERSION);
    write_record(&j, report);
    zet_json_member_number(&j, "offset", report->offset);
    zet_json_member_number(&j, "end_offset", report->offset + r->text.len);
    zet_json_key(&j, "date");
    zet_json_text_or_null(&j, text_or_none(zet_facts_value(r, KEY_DATE)));
    write_identity(&j, &id);
    write_findings(&j, report, &fixes);
    write_edits(&j, fixes.edits, fixes.count, report->offset);
    zet_json_close(&j, '}');
    buffer_char(out, '\n');
    out->failed |= fixes.failed;
    zet_fixes_end(&fixes);
}
