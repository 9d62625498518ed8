/* The report for people: place, sentence, the line with a caret, and at the first illegal move the
   board. */
#include <inttypes.h>

#include "cli/cli.h"
#include "notation/drawing/drawing.h"

enum { WINDOW = 90, BEFORE = 60 };

static const char *const colors[] = {"\033[36m", "\033[35m", "\033[31m"}; /* by severity */

/* A byte of a record on a terminal: nothing that could steer it. */
static void print_safe(FILE *out, struct text t) {
    bool ascii;
    while (t.len) {
        size_t valid = zet_utf8_check(t, &ascii);
        for (size_t i = 0; i < valid; i++) {
            unsigned char c = (unsigned char)t.at[i];
            bool c1 = c == 0xC2 && i + 1 < valid && (unsigned char)t.at[i + 1] < 0xA0;
            fputc(c == '\t' ? ' ' : c < 0x20 || c == 0x7F || c1 ? '?' : c, out);
            i += c1;
        }
        size_t bad = valid < t.len;
        if (bad)
            fputc('?', out);
        t = (struct text){t.at + valid + bad, t.len - valid - bad};
    }
}

static bool is_continuation(char c) { return (c & 0xC0) == 0x80; }

/* The line of the document that the finding is in, with a caret under its place. */
static void print_source(FILE *out, const struct record *r, const struct finding *f) {
    const char *start = r->text.at, *end = start + r->text.len;
    if (!r->text.len || f->offset > r->text.len)
        return;
    const char *place = start + f->offset, *from = place, *to = place;
    while (from > start && !is_line_end(from[-1]) && place - from < BEFORE)
        from--;
    while (from < place && is_continuation(*from))
        from++;
    while (to < end && !is_line_end(*to) && to - from < WINDOW)
        to++;
    while (to > place && to < end && is_continuation(*to))
        to--;
    bool cut_before = from > start && !is_line_end(from[-1]);
    bool cut_behind = to < end && !is_line_end(*to);
    fprintf(out, "%6zu | %s", f->line, cut_before ? "..." : "");
    print_safe(out, (struct text){from, (size_t)(to - from)});
    fprintf(out, "%s\n       | %s", cut_behind ? "..." : "", cut_before ? "   " : "");
    for (size_t n = zet_text_columns((struct text){from, (size_t)(place - from)}); n; n--)
        fputc(' ', out);
    size_t marked = f->move.len && f->move.len < (size_t)(to - place) ? f->move.len
                    : f->move.len                                     ? (size_t)(to - place)
                                                                      : 1;
    fputc('^', out);
    while (marked-- > 1)
        fputc('~', out);
    fputc('\n', out);
}

/* The position at the first illegal move, and what may have been meant. */
static void print_fault(FILE *out, const struct verdict *v, const struct finding *f) {
    const struct rules *rules = v->ruleset.rules;
    struct setup setup;
    struct buffer board = {0};
    fprintf(out, "  ply %" PRIu32 ", %s to move:\n", f->ply,
            rules->sides[rules->turn(&v->fault_position)]);
    rules->describe(&v->fault_position, &setup);
    zet_text_board(&board, &v->ruleset, &setup, 4);
    if (board.len)
        fwrite(board.at, 1, board.len, out);
    zet_buffer_free(&board);
    zet_suggest(out, &v->ruleset, &v->fault_position, &v->fault_move, f->move);
}

static void print_finding(FILE *out, const char *file, const struct finding *f, bool color) {
    print_safe(out, text_of(file));
    fprintf(out, ":%zu:%zu: %s%s%s: %s", f->line, f->column, color ? colors[f->severity] : "",
            zet_severities[f->severity], color ? "\033[0m" : "", f->sentence);
    if (f->detail.len) {
        fputs(" (", out);
        print_safe(out, f->detail);
        fputc(')', out);
    }
    fprintf(out, " [%s%s%s]", zet_findings[f->code].code, f->reason ? "/" : "",
            f->reason ? f->reason->code : "");
}

void zet_report_invalid(FILE *out, const struct report *report, const char *fate) {
    const struct findings *findings = &report->record->findings;
    size_t i = 0;
    while (i < findings->count && findings->at[i].severity != SEVERITY_ERROR)
        i++;
    if (i < findings->count)
        print_finding(out, report->file, &findings->at[i], false);
    else /* more errors than are kept */
        print_safe(out, text_of(report->file));
    fprintf(out, "; record %zu, of line %zu, %s\n", report->number, report->record->start_line,
            fate);
}

void zet_report_text(FILE *out, const struct report *report, bool color) {
    const struct record *r = report->record;
    bool fault_shown = false;
    for (size_t i = 0; i < r->findings.count; i++) {
        const struct finding *f = &r->findings.at[i];
        print_finding(out, report->file, f, color);
        fputc('\n', out);
        print_source(out, r, f);
        if (f->reason && report->verdict->has_fault && !fault_shown &&
            f->offset == report->verdict->fault_offset) {
            print_fault(out, report->verdict, f);
            fault_shown = true;
        } else if (f->ply) {
            fprintf(out, "  ply %" PRIu32 "\n", f->ply);
        }
    }
}
