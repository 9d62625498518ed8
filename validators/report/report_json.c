/* The report for machines: section 5 of the notation, one object a record and line. */
#include "notation/record/json.h"
#include "validators/report/report.h"

static void add_string(struct buffer *out, const char *key, const char *s) {
    buffer_string(out, key);
    if (s)
        zet_json_string(out, text_of(s));
    else
        buffer_string(out, "null");
}

static void add_number(struct buffer *out, const char *key, uint64_t n) {
    buffer_string(out, key);
    zet_buffer_number(out, n);
}

static void add_number_unless(struct buffer *out, const char *key, bool is_null, uint64_t n) {
    if (is_null)
        add_string(out, key, NULL);
    else
        add_number(out, key, n);
}

static void add_message(struct buffer *out, const struct finding *f) {
    struct buffer message = {0};
    zet_finding_message(&message, f);
    buffer_string(out, ",\"message\":");
    zet_json_string(out, buffered(&message));
    out->failed |= message.failed;
    zet_buffer_free(&message);
}

static void add_finding(struct buffer *out, const struct finding *f) {
    add_string(out, "{\"severity\":", zet_severities[f->severity]);
    add_string(out, ",\"code\":", zet_findings[f->code].code);
    add_string(out, ",\"reason\":", f->reason ? f->reason->code : NULL);
    add_string(out, ",\"part\":", zet_parts[f->part]);
    add_number(out, ",\"line\":", f->line);
    add_number(out, ",\"column\":", f->column);
    add_number_unless(out, ",\"ply\":", f->ply == 0, f->ply);
    buffer_string(out, ",\"move\":");
    if (f->move.len)
        zet_json_string(out, f->move);
    else
        buffer_string(out, "null");
    add_message(out, f);
    buffer_char(out, '}');
}

static void add_position(struct buffer *out, const struct verdict *v) {
    buffer_string(out, ",\"position\":");
    if (!v->positioned) {
        buffer_string(out, "null");
        return;
    }
    char room[CELLS_MAX];
    zet_json_string(out, zet_verdict_position(v, room));
}

void zet_report_json(struct buffer *out, const struct report *report) {
    const struct record *r = report->record;
    const struct verdict *v = report->verdict;
    buffer_string(out, "{\"file\":");
    zet_json_string(out, report->file);
    add_number(out, ",\"record\":", report->number);
    add_number(out, ",\"line\":", r->start_line);
    add_string(out, ",\"game\":", v->rules ? v->rules->name : NULL);
    buffer_string(out, r->findings.has_error ? ",\"valid\":false" : ",\"valid\":true");
    add_number(out, ",\"plies\":", v->plies);
    add_string(out, ",\"outcome\":{\"result\":", zet_verdict_result(v));
    add_string(out, ",\"reason\":", v->outcome.reason);
    add_number_unless(out, "},\"points\":", v->points < 0, (uint64_t)v->points);
    add_position(out, v);
    buffer_string(out, ",\"findings\":[");
    for (size_t i = 0; i < r->findings.count; i++) {
        if (i)
            buffer_char(out, ',');
        add_finding(out, &r->findings.at[i]);
    }
    buffer_string(out, "]}\n");
}
