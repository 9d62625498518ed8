/* The report for machines: section 5 of the notation, one object a record and line. */
#include <inttypes.h>

#include "cli/cli.h"

/* The inside of a JSON string. Bytes that are no UTF-8 (a file name can have them) become U+FFFD.
 */
static void print_escaped(FILE *out, struct text t) {
    while (t.len) {
        bool ascii;
        size_t valid = zet_utf8_check(t, &ascii);
        for (size_t i = 0; i < valid; i++) {
            unsigned char c = (unsigned char)t.at[i];
            if (c == '"' || c == '\\')
                fputc('\\', out);
            if (c < 0x20 || c == 0x7F)
                fprintf(out, "\\u%04x", c);
            else
                fputc(c, out);
        }
        t = (struct text){t.at + valid, t.len - valid};
        if (t.len) {
            fputs("\xEF\xBF\xBD", out);
            t = (struct text){t.at + 1, t.len - 1};
        }
    }
}

void zet_report_json_string(FILE *out, struct text t) {
    fputc('"', out);
    print_escaped(out, t);
    fputc('"', out);
}

static void print_string_or_null(FILE *out, const char *s) {
    if (s)
        zet_report_json_string(out, text_of(s));
    else
        fputs("null", out);
}

static void print_number_or_null(FILE *out, bool is_null, uint64_t n) {
    if (is_null)
        fputs("null", out);
    else
        fprintf(out, "%" PRIu64, n);
}

static void print_finding(FILE *out, const struct finding *f) {
    fprintf(out, "{\"severity\":\"%s\",\"code\":\"%s\",\"reason\":", zet_severities[f->severity],
            zet_findings[f->code].code);
    print_string_or_null(out, f->reason ? f->reason->code : NULL);
    fprintf(out, ",\"part\":\"%s\",\"line\":%zu,\"column\":%zu,\"ply\":", zet_parts[f->part],
            f->line, f->column);
    print_number_or_null(out, f->ply == 0, f->ply);
    fputs(",\"move\":", out);
    if (f->move.len)
        zet_report_json_string(out, f->move);
    else
        fputs("null", out);
    fputs(",\"message\":\"", out);
    print_escaped(out, text_of(f->sentence));
    if (f->detail.len) {
        fputs(" (", out);
        print_escaped(out, f->detail);
        fputc(')', out);
    }
    fputs("\"}", out);
}

static void print_position(FILE *out, const struct verdict *v) {
    if (!v->positioned) {
        fputs("null", out);
        return;
    }
    char room[CELLS_MAX];
    struct setup setup;
    struct writer w = {room, sizeof room, 0};
    v->rules->describe(&v->position, &setup);
    v->rules->notation->write_setup(&w, &v->ruleset.board, &setup);
    zet_report_json_string(out, written(&w));
}

static const char *result_word(const struct verdict *v) {
    switch (v->outcome.result) {
    case RESULT_WIN_0: return v->rules->sides[0];
    case RESULT_WIN_1: return v->rules->sides[1];
    case RESULT_DRAW: return "draw";
    case RESULT_OPEN: break;
    }
    return "*";
}

void zet_report_json(FILE *out, const struct report *report) {
    const struct record *r = report->record;
    const struct verdict *v = report->verdict;
    fputs("{\"file\":", out);
    zet_report_json_string(out, text_of(report->file));
    fprintf(out, ",\"record\":%zu,\"line\":%zu,\"game\":", report->number, r->start_line);
    print_string_or_null(out, v->rules ? v->rules->name : NULL);
    fprintf(out, ",\"valid\":%s,\"plies\":%" PRIu32 ",\"outcome\":{\"result\":\"%s\",\"reason\":",
            r->findings.has_error ? "false" : "true", v->plies, result_word(v));
    print_string_or_null(out, v->outcome.reason);
    fputs("},\"points\":", out);
    print_number_or_null(out, v->points < 0, (uint64_t)v->points);
    fputs(",\"position\":", out);
    print_position(out, v);
    fputs(",\"findings\":[", out);
    for (size_t i = 0; i < r->findings.count; i++) {
        if (i)
            fputc(',', out);
        print_finding(out, &r->findings.at[i]);
    }
    fputs("]}\n", out);
}
