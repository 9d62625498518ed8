/* The reports for machines: one JSON object per line, one per record, as described in REPORT.md. */
#include "notation/base/value.h"
#include "validators/replay/judge.h"
#include "validators/report/fixes.h"

static void write_identity(struct json_out *j, const struct identity *id) {
    const struct value players[] = {
        value_string(id->player[0].side), value_if_any(id->player[0].name),
        value_string(id->player[1].side), value_if_any(id->player[1].name)};
    size_t sides = id->player[1].side ? 2 : id->player[0].side ? 1 : 0;
    bool any = id->player[0].name.len || id->player[1].name.len;
    json_members(j, "event", value_if_any(id->event), "round", value_if_any(id->round), "table",
                 value_if_any(id->table), "players",
                 any ? value_object_of(players, 2 * sides) : value_string(NULL));
}

/* The output of findings; `fixes` may be NULL. */
struct finding_writer {
    struct json_out *json;
    struct fixes *fixes;
};

/* `base`: the offset of the document. */
static void write_edits(struct json_out *j, const struct fix_edit *edits, size_t count,
                        uint64_t base) {
    zi_json_key(j, "edits");
    zi_json_open(j, '[');
    for (size_t i = 0; i < count; i++)
        zi_json_put(j, &value_object("line", edits[i].line, "column", edits[i].column, "end_line",
                                     edits[i].end_line, "end_column", edits[i].end_column, "offset",
                                     base + edits[i].at, "end_offset", base + edits[i].end, "text",
                                     edits[i].with));
    zi_json_close(j, ']');
}

static void write_fix(void *context, const struct fix *fix) {
    const struct finding_writer *w = context;
    zi_json_open(w->json, '{');
    json_members(w->json, "safe", fix->safe, "message", fix->message);
    write_edits(w->json, fix->edits, fix->count, w->fixes->report->offset);
    zi_json_close(w->json, '}');
}

/* Writes the end of the finding, and its fixes. */
static void write_extent(struct finding_writer *w, const struct finding *f) {
    uint64_t base = w->fixes->report->offset;
    json_members(w->json, "end_line", f->end_line, "end_column", f->end_column, "offset",
                 base + f->offset, "end_offset", base + f->end);
    zi_json_key(w->json, "fixes");
    zi_json_open(w->json, '[');
    zi_fixes_visit(w->fixes, f, write_fix, w);
    zi_json_close(w->json, ']');
}

static void write_finding(void *context, struct buffer *out, const struct report *report,
                          const struct finding *f) {
    struct finding_writer *w = context;
    struct buffer message = zi_report_message(out, f);
    (void)report;
    zi_json_open(w->json, '{');
    json_members(w->json, "severity", zi_severities[f->severity], "code", zi_findings[f->code].code,
                 "reason", f->reason ? f->reason->code : NULL, "part", zi_parts[f->part], "line",
                 f->line, "column", f->column, "ply", value_unless_0(f->ply), "move",
                 value_if_any(f->move), "message", buffered(&message));
    zi_buffer_free(&message);
    if (w->fixes)
        write_extent(w, f);
    zi_json_close(w->json, '}');
}

static void write_findings(struct json_out *j, const struct report *report, struct fixes *fixes) {
    struct finding_writer w = {j, fixes};
    zi_json_key(j, "findings");
    zi_json_open(j, '[');
    zi_report_each(j->to, report, write_finding, &w);
    zi_json_close(j, ']');
}

/* Writes the members that both reports share, up to the findings. */
static void write_record(struct json_out *j, const struct report *report) {
    const struct record *r = report->record;
    const struct verdict *v = report->verdict;
    char room[SETUP_TEXT_MAX];
    json_members(j, "file", report->file, "record", report->number, "line", r->start_line, "game",
                 v->rules ? v->rules->name : NULL, "valid", value_bool(!r->findings.has_error),
                 "plies", v->plies, "outcome",
                 value_object("result", zi_verdict_result(v), "reason", v->outcome.reason),
                 "points", v->points < 0 ? value_string(NULL) : value_number((uint64_t)v->points),
                 "position",
                 v->positioned ? zi_position_text(&v->ruleset, &v->position, room) : NO_TEXT);
}

void zi_report_json(struct buffer *out, const struct report *report) {
    struct json_out j = {.to = out};
    const struct identity id = zi_identity(report->record, report->verdict);
    zi_json_open(&j, '{');
    write_record(&j, report);
    write_findings(&j, report, NULL);
    write_identity(&j, &id);
    zi_json_close(&j, '}');
    buffer_char(out, '\n');
}

void zi_report_findings(struct buffer *out, const struct report *report) {
    struct json_out j = {.to = out};
    struct fixes fixes;
    const struct record *r = report->record;
    const struct identity id = zi_identity(r, report->verdict);
    zi_fixes_begin(&fixes, report);
    zi_json_open(&j, '{');
    json_members(&j, "version", value_number(FINDINGS_VERSION));
    write_record(&j, report);
    json_members(&j, "offset", report->offset, "end_offset", report->offset + r->text.len, "date",
                 value_if_any(zi_facts_value(r, KEY_DATE)));
    write_identity(&j, &id);
    write_findings(&j, report, &fixes);
    write_edits(&j, fixes.edits, fixes.safe ? fixes.count : 0, report->offset);
    zi_json_close(&j, '}');
    buffer_char(out, '\n');
    out->failed |= fixes.failed;
    zi_fixes_end(&fixes);
}
