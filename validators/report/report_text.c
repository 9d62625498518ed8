/* The report for people: place, sentence, the line with a caret, and at the first illegal move the
   board. */
#include "notation/base/safe_text.h"
#include "notation/base/unicode.h"
#include "validators/diagrams/describe.h"
#include "validators/report/report.h"
#include "validators/report/suggest.h"

enum { WINDOW = 90, BEFORE = 60, SUGGESTIONS_MAX = 8 };

static const char *const colors[] = {"\033[36m", "\033[35m", "\033[31m"}; /* by severity */

static bool is_continuation(char c) { return (c & 0xC0) == 0x80; }

static void print_safe(struct buffer *out, struct text t) { zet_safe_text(out, t, SAFE_TEXT); }

/* Blanks as wide as the text is when it is printed. */
static void print_blanks(struct buffer *out, struct text t) {
    struct buffer b = {0};
    print_safe(&b, t);
    buffer_chars(out, ' ', zet_text_columns(buffered(&b)));
    out->failed |= b.failed;
    zet_buffer_free(&b);
}

/* A number on the right of a column. */
static void print_column(struct buffer *out, size_t n, size_t columns) {
    char room[24];
    struct writer w = {room, sizeof room, 0};
    write_number(&w, n);
    buffer_chars(out, ' ', w.len < columns ? columns - w.len : 0);
    buffer_text(out, written(&w));
}

/* The part of a line that is shown around a place. */
struct excerpt {
    const char *from, *place, *to;
    bool cut_before, cut_after;
};

static struct excerpt excerpt_at(struct text document, size_t offset) {
    const char *start = document.at, *end = start + document.len;
    const char *place = start + offset, *from = place, *to = place;
    while (from > start && !is_line_end(from[-1]) && place - from < BEFORE)
        from--;
    while (from < place && is_continuation(*from))
        from++;
    while (to < end && !is_line_end(*to) && to - from < WINDOW)
        to++;
    while (to > place && to < end && is_continuation(*to))
        to--;
    return (struct excerpt){.from = from,
                            .place = place,
                            .to = to,
                            .cut_before = from > start && !is_line_end(from[-1]),
                            .cut_after = to < end && !is_line_end(*to)};
}

/* The line of the document that the finding is in, with a caret under its place. */
static void print_source(struct buffer *out, const struct record *r, const struct finding *f) {
    if (!r->text.len || f->offset > r->text.len)
        return;
    struct excerpt e = excerpt_at(r->text, f->offset);
    size_t shown = (size_t)(e.to - e.place), marked = f->move.len ? f->move.len : 1;
    print_column(out, f->line, 6);
    buffer_string(out, e.cut_before ? " | ..." : " | ");
    print_safe(out, (struct text){e.from, (size_t)(e.to - e.from)});
    buffer_string(out, e.cut_after ? "...\n       | " : "\n       | ");
    buffer_string(out, e.cut_before ? "   " : "");
    print_blanks(out, (struct text){e.from, (size_t)(e.place - e.from)});
    if (f->move.len && marked > shown)
        marked = shown;
    buffer_char(out, '^');
    buffer_chars(out, '~', marked ? marked - 1 : 0);
    buffer_char(out, '\n');
}

/* The legal moves that may have been meant. */
static void print_suggestions(struct buffer *out, const struct verdict *v,
                              const struct finding *f) {
    struct move_list list = zet_move_list(&v->ruleset, &v->fault_position);
    size_t count = zet_suggest(&list, v->rules->notation, &v->fault_move, f->move);
    for (size_t i = 0; i < count && i < SUGGESTIONS_MAX; i++) {
        buffer_string(out, i ? ", " : "  did you mean ");
        buffer_string(out, list.text[i]);
    }
    if (count > SUGGESTIONS_MAX) {
        buffer_string(out, " or ");
        zet_buffer_number(out, count - SUGGESTIONS_MAX);
        buffer_string(out, " more");
    }
    if (count)
        buffer_string(out, "?\n");
    out->failed |= list.failed;
    zet_move_list_free(&list);
}

static void print_ply(struct buffer *out, uint32_t ply) {
    buffer_string(out, "  ply ");
    zet_buffer_number(out, ply);
}

/* The position at the first illegal move, and what may have been meant. */
static void print_fault(struct buffer *out, const struct verdict *v, const struct finding *f) {
    const struct rules *rules = v->ruleset.rules;
    struct setup setup;
    print_ply(out, f->ply);
    buffer_string(out, ", ");
    buffer_string(out, rules->sides[rules->turn(&v->fault_position)]);
    buffer_string(out, " to move:\n");
    rules->describe(&v->fault_position, &setup);
    zet_text_board(out, &v->ruleset, &setup, 4);
    print_suggestions(out, v, f);
}

static void print_place(struct buffer *out, const struct report *report, const struct finding *f) {
    print_safe(out, report->file);
    buffer_char(out, ':');
    zet_buffer_number(out, f->line);
    buffer_char(out, ':');
    zet_buffer_number(out, f->column);
    buffer_string(out, ": ");
}

static void print_finding(struct buffer *out, const struct report *report, const struct finding *f,
                          bool color) {
    print_place(out, report, f);
    buffer_string(out, color ? colors[f->severity] : "");
    buffer_string(out, zet_severities[f->severity]);
    buffer_string(out, color ? "\033[0m: " : ": ");
    buffer_string(out, f->sentence);
    if (f->detail.len) {
        buffer_string(out, " (");
        print_safe(out, f->detail);
        buffer_char(out, ')');
    }
    buffer_string(out, " [");
    buffer_string(out, zet_findings[f->code].code);
    if (f->reason) {
        buffer_char(out, '/');
        buffer_string(out, f->reason->code);
    }
    buffer_char(out, ']');
}

void zet_report_invalid(struct buffer *out, const struct report *report, const char *fate) {
    const struct findings *findings = &report->record->findings;
    size_t i = 0;
    while (i < findings->count && findings->at[i].severity != SEVERITY_ERROR)
        i++;
    if (i < findings->count)
        print_finding(out, report, &findings->at[i], false);
    else /* more errors than are kept */
        print_safe(out, report->file);
    buffer_string(out, "; record ");
    zet_buffer_number(out, report->number);
    buffer_string(out, " (line ");
    zet_buffer_number(out, report->record->start_line);
    buffer_string(out, ") ");
    buffer_string(out, fate);
    buffer_char(out, '\n');
}

void zet_report_text(struct buffer *out, const struct report *report, bool color) {
    const struct record *r = report->record;
    bool fault_shown = false;
    for (size_t i = 0; i < r->findings.count; i++) {
        const struct finding *f = &r->findings.at[i];
        print_finding(out, report, f, color);
        buffer_char(out, '\n');
        print_source(out, r, f);
        if (f->reason && report->verdict->has_fault && !fault_shown &&
            f->offset == report->verdict->fault_offset) {
            print_fault(out, report->verdict, f);
            fault_shown = true;
        } else if (f->ply) {
            print_ply(out, f->ply);
            buffer_char(out, '\n');
        }
    }
}
