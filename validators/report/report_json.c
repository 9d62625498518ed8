/* The report for machines: one object a record and line, as the notation's document has it. */
#include "notation/base/json_out.h"
#include "notation/base/placed_text.h"
#include "validators/report/report.h"

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

static void write_finding(struct json_out *j, const struct finding *f, bool placed) {
    zet_json_open(j, '{');
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
    zet_json_close(j, '}');
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

/* The findings of the level. Each piece has the comma before it. */
static void write_findings(struct json_out *j, const struct report *report) {
    const struct findings *findings = &report->record->findings;
    zet_json_key(j, "findings");
    zet_json_open(j, '[');
    for (size_t i = 0; i < findings->count; i++) {
        size_t from = j->to->len;
        if (findings->at[i].severity < report->level)
            continue;
        write_finding(j, &findings->at[i], report->placed);
        if (report->pieces)
            report_piece_add(report->pieces, from, j->to->len);
    }
    zet_json_close(j, ']');
}

void zet_report_json(struct buffer *out, const struct report *report) {
    const struct record *r = report->record;
    const struct verdict *v = report->verdict;
    struct json_out j = {.to = out};
    zet_json_open(&j, '{');
    zet_json_member_text(&j, "file", report->file);
    write_place(&j, "record", PLACE_RECORD, report->number, report->placed);
    write_place(&j, "line", PLACE_LINE, r->start_line, report->placed);
    write_word_or_null(&j, "game", v->rules ? v->rules->name : NULL);
    zet_json_key(&j, "valid");
    zet_json_bool(&j, !r->findings.has_error);
    zet_json_member_number(&j, "plies", v->plies);
    write_outcome(&j, v);
    write_position(&j, v);
    write_findings(&j, report);
    const struct identity id = zet_identity(r, v);
    write_identity(&j, &id);
    zet_json_close(&j, '}');
    buffer_char(out, '\n');
}
