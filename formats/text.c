/* Bare move text, one game per line; and score sheets. */
#include "formats/guess.h"
#include "formats/lines.h"
#include "formats/sheet.h"
#include "notation/base/safe_text.h"

static bool is_file(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'p'; }

/* Whether a move begins here that is not the start of another format: a cell, and a character that
   may follow it. */
static bool begins_move(struct text t) {
    size_t file = text_digits(t);
    if (!is_file(text_byte(t, file)) || !is_digit(text_byte(t, file + 1)))
        return false;
    t = text_after(t, file + 1);
    t = text_after(t, text_digits(t));
    char c = text_first(t), next = text_byte(t, 1);
    if (is_file(c))
        return is_digit(next); /* cells without a separator */
    return !t.len || (c == ',' && (next == ' ' || next == '\t')) ||
           (c && strchr("-^+.xv/!?$ \t\r\n\xE2", c)) || ((c == ':' || c == '>') && is_file(next));
}

static bool recognise(struct text head) {
    size_t digits = text_digits(head), at = digits;
    while (at < head.len && head.at[at] && strchr(".) \t", head.at[at]))
        at++;
    if (digits && at > digits)
        head = text_after(head, at);
    return begins_move(head) || text_begins(head, "%skip") || text_begins(head, "%give:");
}

static bool recognise_any(struct text head, bool *failed) {
    return recognise(head) || zi_sheet_recognise(head, failed);
}

static bool next(struct source *s, struct document *out) {
    return zi_sheet_is_here(s) ? zi_sheet_next(s, out) : zi_line_next(s, out);
}

static bool read_moves(struct record *r, const struct document *document,
                       const struct format_options *options, unsigned attempt) {
    struct guess guess;
    struct text line = zi_line_body(document);
    if (document->kept)
        return zi_sheet_read(r, document, options, attempt);
    if (!zi_guess_moves(options, line, attempt, &guess) || (attempt && !zi_line_is_text(document)))
        return false;
    if (!zi_line_begin(r, document))
        return true;
    size_t at = (size_t)(line.at - document->text.at);
    struct span span = span_at(at, at + line.len, WRITTEN_PLAIN);
    if (zi_text_meaning(line) == MEANS_NULL)
        span.as = WRITTEN_DERIVED; /* else it would be empty */
    struct node *root = zi_guess_record(r, &guess, options, at);
    zi_record_put(r, root, "moves", zi_record_scalar(r, line, span));
    zi_record_take(r, root);
    return true;
}

/* A line of text has no escapes: characters that could control a terminal or change the direction
   of text become U+FFFD. Tabs stay. */
static void write_safe(struct conversion *c, struct buffer *out, struct text moves) {
    size_t from = out->len;
    for (struct text left = moves; left.at;) {
        zi_safe_text(out, text_next_part(&left, '\t'), SAFE_REPLACEMENT);
        buffer_string(out, left.at ? "\t" : "");
    }
    if (!out->failed && !text_same(moves, (struct text){out->at + from, out->len - from}))
        zi_format_loss(c->record, PART_MOVES,
                       zi_field_offset(c->record, &c->record->field[KEY_MOVES], 0),
                       "control characters of comments");
}

static void write_moves(struct conversion *c, struct buffer *out) {
    struct text moves = c->canonical[KEY_MOVES];
    if (moves.len == 0)
        zi_format_refuse(c, "a record without moves cannot be written as a line of moves");
    if (moves.len >= RECORD_BYTES_MAX)
        zi_format_refuse(c, "the line of moves would be longer than 1 MiB");
    zi_guess_losses(c);
    write_safe(c, out, moves);
    buffer_char(out, '\n');
}

const struct format zi_format_text = {
    .name = "text",
    .about = "the moves alone, one game per line; score sheets are read too",
    .recognise = recognise_any,
    .next = next,
    .read = read_moves,
    .keys = KEY_BIT(KEY_GAME) | KEY_BIT(KEY_VARIANT) | KEY_BIT(KEY_MOVES),
    .holds = ZI_FORMAT_CAN_ALL_MOVE_TEXT,
    .writes_canonical = true,
    .one_line = true,
    .write = write_moves,
};
