/* Bare move text, one game per line; and score sheets. */
#include "notation/base/safe_text.h"
#include "validators/formats/guess.h"
#include "validators/formats/lines.h"
#include "validators/formats/sheet.h"

/* Whether a move begins here that is not the start of another format: a cell, and a character that
   may follow it. */
static bool begins_move(const char *p, const char *end) {
    while (p < end && is_digit(*p))
        p++;
    if (p == end || (*p | 0x20) < 'a' || (*p | 0x20) > 'p' || end - p < 2 || !is_digit(p[1]))
        return false;
    p++;
    while (p < end && is_digit(*p))
        p++;
    if (end - p > 1 && ((*p | 0x20) >= 'a' && (*p | 0x20) <= 'p'))
        return is_digit(p[1]); /* cells without a separator */
    if (end - p > 1 && *p == ',' && (p[1] == ' ' || p[1] == '\t'))
        return true;
    return p == end || (*p && strchr("-^+.xv/!?$ \t\r\n\xE2", *p)) ||
           ((*p == ':' || *p == '>') && end - p > 1 && (p[1] | 0x20) >= 'a' &&
            (p[1] | 0x20) <= 'p');
}

static bool begins_with(struct text t, const char *word) {
    size_t len = strlen(word);
    return t.len >= len && memcmp(t.at, word, len) == 0;
}

static bool recognise(struct text head) {
    const char *p = head.at, *end = head.at + head.len;
    while (p < end && is_digit(*p))
        p++;
    if (p > head.at && p < end && strchr(".) \t", *p)) {
        while (p < end && (*p == '.' || *p == ')' || *p == ' ' || *p == '\t'))
            p++;
        head = (struct text){p, (size_t)(end - p)};
    }
    return begins_move(head.at, end) || begins_with(head, "%skip") || begins_with(head, "%give:");
}

static bool recognise_any(struct text head) { return recognise(head) || zi_sheet_recognise(head); }

static bool next(struct source *s, struct document *out) {
    return zi_sheet_is_here(s) ? zi_sheet_next(s, out) : zi_line_next(s, out);
}

static bool read(struct record *r, const struct document *document,
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
    for (size_t at = 0, end; at < moves.len; at = end) {
        for (end = at; end < moves.len && moves.at[end] != '\t';)
            end++;
        zi_safe_text(out, (struct text){moves.at + at, end - at}, SAFE_REPLACEMENT);
        if (end < moves.len)
            buffer_char(out, moves.at[end++]);
    }
    if (!out->failed && !text_same(moves, (struct text){out->at + from, out->len - from}))
        zi_format_loss(c->record, PART_MOVES,
                       zi_field_offset(c->record, &c->record->field[KEY_MOVES], 0),
                       "control characters of comments");
}

static void write(struct conversion *c, struct buffer *out) {
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
    .read = read,
    .keys = KEY_BIT(KEY_GAME) | KEY_BIT(KEY_VARIANT) | KEY_BIT(KEY_MOVES),
    .holds = ZI_FORMAT_CAN_ALL_MOVE_TEXT,
    .writes_canonical = true,
    .one_line = true,
    .write = write,
};
