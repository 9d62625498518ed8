#include "validators/reading/repairer.h"

/* The most bytes of a reading with its comment. */
enum { READING_MAX = 2 * MOVE_TEXT_MAX };

/* Descriptions of departures. */
static const char *const departure_words[] = {
    [DEPARTURE_FORM] = "this was not the canonical form",
    [DEPARTURE_CONFUSED] = "the move could not be played as it was written",
    [DEPARTURE_ILLEGIBLE] = "the move could not be read",
    [DEPARTURE_MISSING] = "a move was missing",
    [DEPARTURE_EXTRA] = "this was not a move of the game",
    [DEPARTURE_SWAPPED] = "two moves were in the wrong order",
    [DEPARTURE_NUMBER] = "the move number was wrong",
    [DEPARTURE_EFFECT] = "the annotation was wrong",
    [DEPARTURE_REMARK] = "this was a remark"};

/* Writes the comment that marks a guess and contains the original text. */
static void write_mark(struct writer *w, struct text old) {
    write_string(w, old.len ? " {guess for `" : " {guess for a missing move");
    for (size_t i = 0; i < old.len; i++)
        write_char(w, old.at[i] == '}' || old.at[i] == '{' ? '|' : old.at[i]);
    write_string(w, old.len ? "`}" : "}");
}

/* Removes a blank with a word: the one before it, or at the start of a line those after it. */
static void remove_blank(const struct record *r, struct edit *e) {
    size_t start = e->at;
    while (start && is_blank(r->text.at[start - 1]) && !is_line_end(r->text.at[start - 1]))
        start--;
    if (start && !is_line_end(r->text.at[start - 1])) {
        e->at -= start < e->at;
        return;
    }
    while (e->end < r->text.len && r->text.at[e->end] == ' ')
        e->end++;
}

/* The edit for a departure, including the blank that is added or removed with a word. */
static struct edit edit_of(struct record *r, const struct departure *slip, bool sure) {
    const struct field *f = &r->field[KEY_MOVES];
    struct text old = slip->written;
    struct edit e = zi_repair_edit(r, f, old, NO_TEXT, departure_words[slip->kind]);
    if (e.blocked && memchr(old.at, '\n', old.len)) { /* lines are indented there */
        e.end = zi_field_offset(r, f, (size_t)(text_end(old) - f->text.at) - 1) + 1;
        e.blocked = r->text.at[e.at] != *old.at || r->text.at[e.end - 1] != text_end(old)[-1];
        e.old = e.blocked ? old : (struct text){r->text.at + e.at, e.end - e.at};
    }
    char room[READING_MAX];
    struct writer w = {room, sizeof room, 0};
    write_text(&w, slip->read);
    if (!sure && slip->read.len && slip->kind != DEPARTURE_FORM)
        write_mark(&w, e.old);
    write_string(&w, old.len ? "" : " "); /* before a word */
    e.with = zi_record_keep(r, written(&w));
    if (!e.with.len && !e.blocked)
        remove_blank(r, &e);
    e.ply = slip->ply;
    e.joined = JOINED_BY_READING;
    e.blocked |= w.len > w.cap || (f->item_count && (!old.len || !e.with.len));
    return e;
}

/* The place from which the reading is used, and not the move text that could be read: its first
   departure, or the first fault. */
static size_t first_place(struct record *r, const struct reading *reading) {
    const struct departure *first = zi_first_departure(reading);
    const struct field *f = &r->field[KEY_MOVES];
    size_t at = first ? zi_field_offset(r, f, (size_t)(first->written.at - f->text.at)) : SIZE_MAX;
    for (size_t i = 0; i < r->findings.count; i++) {
        const struct finding *finding = &r->findings.at[i];
        bool here = finding->part == PART_MOVES || finding->part == PART_VARIATION;
        bool fault = here && finding->severity == SEVERITY_ERROR;
        if (fault && finding->offset < at)
            at = finding->offset;
    }
    for (size_t i = 0; i < reading->departures; i++) {
        struct text old = reading->departure[i].written;
        size_t from = zi_field_offset(r, f, (size_t)(old.at - f->text.at));
        if (from < at && from + old.len > at)
            at = from;
    }
    return at;
}

/* The edit that replaces all moves, whose order changes, by one line. */
static struct edit edit_of_all(struct record *r, const struct reading *reading) {
    const struct field *f = &r->field[KEY_MOVES];
    struct text old = text_trimmed(f->text, BLANK_MARKS);
    struct buffer moves = {0};
    zi_reading_write(reading, UINT32_MAX, &moves);
    for (size_t i = 0; i < moves.len; i++)
        moves.at[i] = moves.at[i] == '\n' ? ' ' : moves.at[i];
    struct text with = text_trimmed(buffered(&moves), BLANK_MARKS);
    size_t at = zi_field_offset(r, f, (size_t)(old.at - f->text.at));
    size_t end = zi_field_offset(r, f, (size_t)(text_end(old) - f->text.at) - 1) + 1;
    struct edit edit = {.at = at,
                        .end = end,
                        .old = {r->text.at + at, end - at},
                        .with = zi_record_keep(r, with),
                        .what = "the moves were in columns",
                        .part = PART_MOVES,
                        .joined = JOINED_BY_READING,
                        .blocked = f->item_count || r->text.at[at] != *old.at ||
                                   r->text.at[end - 1] != text_end(old)[-1]};
    r->out_of_memory |= moves.failed;
    zi_buffer_free(&moves);
    return edit;
}

void zi_repair_read(struct repair *p, struct record *r, const struct reading *reading) {
    struct edits *edits = &p->edits;
    size_t kept = 0, first = reading->form == FORM_COLUMNS ? 0 : first_place(r, reading);
    for (size_t k = 0; k < edits->count; k++)
        if (edits->at[k].part != PART_MOVES || edits->at[k].at < first)
            edits->at[kept++] = edits->at[k];
        else
            edits->possible -= !edits->at[k].blocked;
    edits->count = kept;
    if (reading->form == FORM_COLUMNS)
        zi_repair_add(p, r, edit_of_all(r, reading));
    for (size_t i = 0; i < reading->departures && reading->form != FORM_COLUMNS; i++) {
        struct edit edit = edit_of(r, &reading->departure[i], reading->sure);
        if (edit.at + 1 >= first) /* it may begin with the blank before */
            zi_repair_add(p, r, edit);
    }
    p->moves_sound = true;
}
