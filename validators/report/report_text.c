/* The report for people: place, sentence, the line with a caret, and the board at the first illegal
 * move. */
#include "diagrams/describe.h"
#include "notation/base/safe_text.h"
#include "notation/base/unicode.h"
#include "notation/base/value.h"
#include "validators/report/report.h"
#include "validators/report/suggest.h"

enum { WINDOW = 90, BEFORE = 60, SUGGESTIONS_MAX = 8 };

static struct value safe(struct text t) { return value_safe(t, SAFE_TEXT); }

/* Prints blanks as wide as the printed text. */
static void print_blanks(struct buffer *out, struct text t) {
    struct buffer b = {0};
    buffer_add(&b, safe(t));
    buffer_chars(out, ' ', zi_text_columns(buffered(&b)));
    out->failed |= b.failed;
    zi_buffer_free(&b);
}

/* The part of a line shown around a place. */
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

/* Prints the finding's line with a caret under its place. */
static void print_source(struct buffer *out, const struct report *report, const struct finding *f) {
    const struct record *r = report->record;
    if (!r->text.len || f->offset > r->text.len)
        return;
    char room[24];
    struct writer line = {room, sizeof room, 0};
    write_number(&line, f->line);
    struct excerpt e = excerpt_at(r->text, f->offset);
    size_t shown = (size_t)(e.to - e.place), marked = f->move.len ? f->move.len : 1;
    zi_text_pad(out, written(&line), 6, true);
    buffer_add(out, e.cut_before ? " | ..." : " | ",
               safe((struct text){e.from, (size_t)(e.to - e.from)}),
               e.cut_after ? "...\n       | " : "\n       | ", e.cut_before ? "   " : "");
    print_blanks(out, (struct text){e.from, (size_t)(e.place - e.from)});
    if (f->move.len && marked > shown)
        marked = shown;
    buffer_char(out, '^');
    buffer_chars(out, '~', marked ? marked - 1 : 0);
    buffer_char(out, '\n');
}

/* Prints the legal moves that may have been meant. */
static void print_suggestions(struct buffer *out, const struct verdict *v,
                              const struct finding *f) {
    struct move_list list = zi_move_list(&v->ruleset, &v->fault_position, true);
    size_t count = zi_suggest(&list, v->rules->notation, &v->fault_move, f->move);
    for (size_t i = 0; i < count && i < SUGGESTIONS_MAX; i++)
        buffer_add(out, i ? ", " : "  did you mean ", list.at[i]->text);
    if (count > SUGGESTIONS_MAX)
        buffer_add(out, " or ", count - SUGGESTIONS_MAX, " more");
    if (count)
        buffer_string(out, "?\n");
    out->failed |= list.failed;
    zi_move_list_free(&list);
}

static void print_ply(struct buffer *out, enum part part, uint32_t ply) {
    buffer_string(out, "  ");
    zi_move_said(out, part, ply);
}

/* Prints the position at the first illegal move, and suggestions. */
static void print_fault(struct buffer *out, const struct verdict *v, const struct finding *f) {
    const struct rules *rules = v->ruleset.rules;
    print_ply(out, f->part, f->ply);
    buffer_add(out, ", ", rules->sides[rules->turn(&v->fault_position)], " to move:\n");
    zi_text_fault(out, v, 4);
    print_suggestions(out, v, f);
}

/* Prints one slip of the reading: the text, and its meaning. */
static void print_slip(struct buffer *out, const struct departure *slip) {
    print_ply(out, PART_MOVES, slip->ply);
    buffer_string(out, ": ");
    if (slip->kind == DEPARTURE_MISSING)
        buffer_add(out, "a move is missing, `", slip->read, "`");
    else if (slip->kind == DEPARTURE_EXTRA)
        buffer_add(out, "`", slip->written, "` is not a move of the game");
    else
        buffer_add(out, "`", slip->written, "` is `", slip->read, "`");
    buffer_char(out, '\n');
}

static void print_choices(struct buffer *out, const struct reading *d) {
    const struct departure *slip = zi_first_departure(d);
    print_ply(out, PART_MOVES, slip->ply);
    buffer_string(out, ": ");
    for (size_t i = 0; i < d->choices; i++)
        buffer_add(out, i ? ", `" : "`", d->choice[i], "`");
    bool more = d->choices == CHOICES_MAX && d->readings > CHOICES_MAX;
    buffer_add(out, more ? " and others" : "", " let the game continue to its end\n");
}

/* Prints all slips of the moves if a reading explains them, so that later moves can be played. */
static void print_reading(struct buffer *out, const struct reading *d) {
    const struct departure *slip = d && d->complete ? zi_first_departure(d) : NULL;
    if (!slip || d->plies <= slip->ply)
        return;
    if (d->choices > 1) {
        print_choices(out, d);
        return;
    }
    uint32_t others = d->plies - slip->ply;
    buffer_add(out, "  with this reading the other ", others, others == 1 ? " ply" : " plies",
               " can be played", d->sure ? ":\n" : ", but others are nearly as likely:\n");
    for (; slip < d->departure + d->departures; slip++)
        if (slip->kind != DEPARTURE_FORM)
            print_slip(out, slip);
}

void zi_report_invalid(struct buffer *out, const struct report *report, const char *fate) {
    const struct findings *findings = &report->record->findings;
    size_t i = 0;
    while (i < findings->count && findings->at[i].severity != SEVERITY_ERROR)
        i++;
    if (i < findings->count)
        zi_report_line(out, report, &findings->at[i], false);
    else /* more errors than are stored */
        buffer_add(out, safe(report->file));
    buffer_add(out, "; record ", report->number, " (line ", report->record->start_line, ") ", fate,
               "\n");
}

/* Prints one of the names of a game, cut to NAME_COLUMNS. */
static void print_name(struct buffer *out, const char *before, struct text name) {
    enum { NAME_COLUMNS = 40 };
    struct buffer safe = {0};
    zi_safe_text(&safe, name, SAFE_LINE);
    struct text shown = zi_text_truncate(buffered(&safe), NAME_COLUMNS);
    buffer_add(out, before, shown, shown.len < safe.len ? "..." : "");
    out->failed |= safe.failed;
    zi_buffer_free(&safe);
}

/* Prints the line before the findings that identifies the record's game, if the record does. */
static void print_identity(struct buffer *out, const struct report *report) {
    const struct identity id = zi_identity(report->record, report->verdict);
    const struct text values[] = {id.event, id.round, id.table, id.player[0].name,
                                  id.player[1].name};
    const char *const words[] = {"", "round ", "table ", id.player[0].side, id.player[1].side};
    bool any = false;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        if (!values[i].len)
            continue;
        if (!any)
            buffer_add(out, safe(report->file), ":", report->record->start_line, ": record ",
                       report->number);
        buffer_add(out, any ? ", " : ": ", words[i]);
        print_name(out, i < 3 ? "" : " ", values[i]);
        any = true;
    }
    if (any)
        buffer_char(out, '\n');
}

/* Whether the finding is due to a repetition that ended the game (H12). */
static bool is_of_repetition(const struct verdict *v, const struct finding *f) {
    return v->repetition.count &&
           ((f->code == FINDING_MOVE_AFTER_END && f->part == PART_MOVES) ||
            f->code == FINDING_RESULT_MISMATCH || f->code == FINDING_POINTS_MISMATCH);
}

/* Prints the position that ended the game, and its earlier occurrences. */
static void print_repetition(struct buffer *out, const struct verdict *v) {
    const struct rules *rules = v->rules;
    struct setup setup;
    bool several = v->repetition.count - (v->repetition.ply[0] == 0) > 1;
    buffer_add(out, "  the same position occurred ", v->repetition.count, " times: ");
    for (uint32_t i = 0; i < v->repetition.count && i < REPETITIONS_SHOWN; i++) {
        bool last = i + 1 == v->repetition.count;
        const char *after = i && v->repetition.ply[i - 1] ? ""
                            : several                     ? "after plies "
                                                          : "after ply ";
        buffer_add(out,
                   !i     ? ""
                   : last ? " and "
                          : ", ",
                   v->repetition.ply[i] ? after : "at the start",
                   value_unless_0(v->repetition.ply[i]));
    }
    buffer_add(out, v->repetition.count > REPETITIONS_SHOWN ? ", ...; " : "; ",
               rules->sides[rules->turn(&v->position)], " to move:\n");
    rules->describe(&v->position, &setup);
    zi_text_board(out, &v->ruleset, &setup, 4);
}

/* Prints the number of findings below the level. */
static void print_hidden(struct buffer *out, const size_t hidden[2]) {
    static const char *const names[] = {" note", " warning"};
    bool any = false;
    for (size_t severity = 2; severity-- > 0;) {
        if (!hidden[severity])
            continue;
        buffer_add(out, any ? ", " : "  not shown: ", hidden[severity], names[severity],
                   hidden[severity] == 1 ? "" : "s");
        any = true;
    }
    if (any)
        buffer_char(out, '\n');
}

/* The state of a report being printed. */
struct shown {
    const struct finding *last; /* of the findings shown */
    size_t hidden[2];           /* below the level, by severity */
    bool color, any, fault, repetition, reading;
};

static void print_one(void *context, struct buffer *out, const struct report *report,
                      const struct finding *f) {
    const struct verdict *v = report->verdict;
    struct shown *shown = context;
    if (!shown->any)
        print_identity(out, report);
    shown->any = true;
    zi_report_line(out, report, f, shown->color);
    buffer_char(out, '\n');
    print_source(out, report, f);
    if (f->reason && v->has_fault && !shown->fault && f->offset == v->fault_offset) {
        print_fault(out, v, f);
        shown->fault = true;
    } else if (f->ply) {
        print_ply(out, f->part, f->ply);
        buffer_char(out, '\n');
    }
    if (!shown->reading && f->part == PART_MOVES && f->severity == SEVERITY_ERROR && f->ply) {
        print_reading(out, report->reading);
        shown->reading = true;
    }
    if (!shown->repetition && is_of_repetition(v, f)) {
        print_repetition(out, v);
        shown->repetition = true;
    }
    if (f == shown->last)
        print_hidden(out, shown->hidden);
}

void zi_report_text(struct buffer *out, const struct report *report, bool color) {
    const struct findings *findings = &report->record->findings;
    struct shown shown = {.color = color};
    for (size_t i = 0; i < findings->count; i++) {
        if (findings->at[i].severity < report->level)
            shown.hidden[findings->at[i].severity]++;
        else
            shown.last = &findings->at[i];
    }
    zi_report_each(out, report, print_one, &shown);
}
