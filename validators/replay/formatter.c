#include "validators/replay/repair.h"

/* Counts characters up to the first line end, and after the last; *lines: whether there is one. */
static size_t width_of(struct text t, size_t *behind, bool *lines) {
    size_t width = 0, first = 0;
    *lines = false;
    for (size_t i = 0; i < t.len; i++) {
        if (t.at[i] == '\n') {
            first = *lines ? first : width;
            *lines = true;
            width = 0;
        } else {
            width += ((unsigned char)t.at[i] & 0xC0) != 0x80;
        }
    }
    *behind = width;
    return *lines ? first : width;
}

static bool has_word(const struct formatted_text *c) { return c->text.len > c->word; }

/* The current word; requires one. */
static struct text word_of(const struct formatted_text *c) {
    return (struct text){c->text.at + c->word + 1, c->text.len - c->word - 1};
}

/* Appends to the current word. */
static void append(struct formatted_text *c, struct text t) {
    if (t.len && !has_word(c))
        buffer_char(&c->text, ' ');
    buffer_text(&c->text, t);
}

/* Removes the line ends of a text on one line. */
static void join_lines(struct formatted_text *c) {
    char *at = c->text.at + c->word + 1, *end = c->text.at + c->text.len;
    for (; at < end; at++)
        if (is_line_end(*at)) {
            *at = ' ';
            c->comments_changed = true;
        }
}

/* Completes the word, and moves it to a new line if the current line is full. */
static void flush(struct formatted_text *c) {
    bool lines = false;
    c->word_complete = false;
    if (!has_word(c) || c->text.failed)
        return;
    if (!c->width)
        join_lines(c);
    size_t width = word_of(c).len, behind = width;
    if (c->free_text)
        width = width_of(word_of(c), &behind, &lines);
    bool full = c->width && c->column && c->column + 1 + width > c->width;
    if (c->break_wanted || full) {
        c->text.at[c->word] = '\n';
        c->column = 0;
    } else if (c->column) {
        c->column++;
    }
    c->break_wanted = c->free_text = false;
    c->column = lines ? behind : c->column + width;
    c->word = c->text.len;
}

/* Appends a token that is a separate word. */
static void append_word(struct formatted_text *c, struct text t) {
    if (c->word_complete)
        flush(c);
    append(c, t);
    c->free_text = c->word_complete = true;
}

/* Whether the turn's next move needs its number. The caller then writes it. */
static bool take_number(struct formatted_text *c, uint32_t turn, bool dots) {
    bool wanted = (!dots && c->numbered != turn) || c->number_wanted;
    c->number_wanted = false;
    c->numbered = turn;
    return wanted;
}

static void append_number(struct formatted_text *c, uint32_t turn, bool playout) {
    bool dots;
    uint32_t number = move_number(turn, playout, &dots);
    if (c->numbers_kept) {
        if (c->held.len) {
            bool second = c->held.len > 2 && text_end(c->held)[-2] == '.';
            append(c, (struct text){c->held.at, text_digits(c->held)});
            append(c, second ? TEXT("... ") : TEXT(". "));
        }
        c->held = NO_TEXT;
        return;
    }
    if (!take_number(c, turn, dots))
        return;
    char room[DIGITS_ROOM];
    append(c, digits_of(number, room));
    append(c, dots ? TEXT("... ") : TEXT(". "));
}

/* Whether the move wrongly states that it captured nothing. A canonical move never does, but such a
   move stays as written. */
static bool says_in_vain(const struct move_reader *in, struct text canonical) {
    const struct notation *notation = in->text.grammar->notation;
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    struct move shorter;
    if (in->agrees || !in->text.move.annotated)
        return false;
    move_copy(&shorter, &in->canonical);
    notation->shorten(&shorter);
    notation->write(&w, &shorter);
    return text_same(written(&w), canonical);
}

static void append_move(struct formatted_text *c, const struct move_reader *in) {
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    if (c->word_complete)
        flush(c);
    append_number(c, in->turn, in->playout);
    struct text canonical = move_reader_canonical(in, &w);
    bool in_vain = says_in_vain(in, canonical);
    append(c, in_vain ? in->text.token : canonical);
    c->free_text |= in_vain;
    append(c, in->text.glyphs);
    c->word_complete = true;
    c->has_glyph = in->text.glyphs.len > 0;
}

/* Attaches a glyph to its move, the current word. `!` and `?` are not attached to another glyph:
   together they have a different meaning, or none. */
static void append_glyph(struct formatted_text *c, struct text glyph) {
    if (glyph.at[0] == '$' || !c->has_glyph)
        append(c, glyph);
    else
        append_word(c, glyph);
    c->has_glyph = true;
}

/* With one line per text, puts a line comment in braces. */
static void append_closed_comment(struct formatted_text *c, struct text t) {
    append_word(c, TEXT("{"));
    for (size_t i = 1; i < t.len; i++)
        buffer_char(&c->text, t.at[i] == '}' ? ')' : t.at[i]);
    buffer_char(&c->text, '}');
    c->comments_changed = true;
}

/* Text directly after an unreadable token stays there: with a blank between `12` and a comment,
   `12` would be a move number. */
static void join_bad(struct formatted_text *c, struct text t) {
    c->word_complete &= c->bad_end != t.at;
}

static void append_comment(struct formatted_text *c, struct text t) {
    c->number_wanted = true;
    join_bad(c, t);
    while (t.at[0] == ';' && (t.at[t.len - 1] == ' ' || t.at[t.len - 1] == '\t'))
        t.len--;
    if (t.at[0] == ';' && !c->width) {
        append_closed_comment(c, t);
        return;
    }
    append_word(c, t);
    if (t.at[0] == ';') {
        flush(c);
        c->break_wanted = true;
    }
}

/* An opening parenthesis belongs to the word after it, a closing one to the word before it. */
static void append_open(struct formatted_text *c) {
    if (c->word_complete)
        flush(c);
    append(c, TEXT("("));
    c->number_wanted = true;
}

static void append_close(struct formatted_text *c) {
    c->number_wanted = true;
    append(c, TEXT(")"));
    c->word_complete = true;
}

/* Appends the token as written, but without the blanks at the end of an unclosed comment. */
static void append_raw(struct formatted_text *c, const struct move_reader *in, enum token token) {
    struct text t = in->text.token;
    bool glyphs = in->text.glyphs.len && in->text.glyphs.at == t.at + t.len;
    if (glyphs)
        t.len += in->text.glyphs.len;
    while (token == TOKEN_BAD && t.len && is_space(t.at[t.len - 1]))
        t.len--;
    c->has_glyph = token != TOKEN_MOVE || glyphs;
    c->number_wanted = true;
    if (c->held.len)
        append_word(c, c->held);
    c->held = NO_TEXT;
    join_bad(c, t);
    append_word(c, t);
    if (token == TOKEN_MOVE && in->text.comma)
        append(c, TEXT(","));
}

/* Keeps a number for its move. If it names the other side, a ply may be missing, and it is the only
   trace: then numbers stay as they are, unless they count plies. */
static void hold(struct formatted_text *c, const struct move_reader *in) {
    c->held = in->text.token;
    c->numbers_kept |= !in->depth && in->other_side && !in->field->item_count;
}

static void append_token(struct formatted_text *c, const struct move_reader *in, enum token token) {
    bool comma = c->comma;
    c->comma = token == TOKEN_MOVE && in->played && in->text.comma;
    switch (token) {
    case TOKEN_END: flush(c); break;
    case TOKEN_COMMENT: append_comment(c, in->text.token); break;
    case TOKEN_OPEN: append_open(c); break;
    case TOKEN_CLOSE: append_close(c); break;
    case TOKEN_NUMBER:
        if (move_reader_stopped(in))
            append_raw(c, in, token);
        else
            hold(c, in);
        break;
    case TOKEN_GLYPH: append_glyph(c, in->text.token); break;
    case TOKEN_RESULT: break; /* it is in the header */
    case TOKEN_MOVE:
        if (in->played)
            append_move(c, in);
        else
            append_raw(c, in, token);
        c->held = NO_TEXT;
        break;
    case TOKEN_BAD:
        c->faulty = true;
        if (comma)
            append(c, TEXT(","));
        append_raw(c, in, token);
        c->bad_end = in->text.token.at + in->text.token.len;
        break;
    }
}

static void begin(struct formatted_text *c, size_t width) {
    struct buffer text = c->text;
    text.len = 0;
    *c = (struct formatted_text){.text = text, .width = width, .number_wanted = true};
}

void zi_formatter_begin(struct formatter *c, size_t width) {
    begin(&c->moves, width);
    begin(&c->playout, width);
    memset(c->text, 0, sizeof c->text);
}

void zi_formatter_see(void *formatter, const struct move_reader *in, enum token token) {
    struct formatter *c = formatter;
    struct formatted_text *text = in->playout ? &c->playout : &c->moves;
    if (in->passed.at)
        text->held = in->passed;
    append_token(text, in, token);
    if (token == TOKEN_END && !(text->faulty && in->field->item_count))
        c->text[in->playout ? KEY_PLAYOUT : KEY_MOVES] =
            text->text.len ? (struct text){text->text.at + 1, text->text.len - 1} : TEXT("");
}

void zi_formatter_see_move(void *formatter, const struct move_reader *in,
                           const struct move *canonical, const struct effect *effect) {
    enum { NUMBER_ROOM = DIGITS_ROOM + 8 };
    struct formatted_text *c = &((struct formatter *)formatter)->moves;
    struct text token = in->text.token;
    char digits[DIGITS_ROOM];
    bool dots;
    (void)canonical;
    (void)effect;
    if (c->word_complete)
        flush(c);
    if (in->passed.at)
        c->held = in->passed;
    if (c->numbers_kept)
        append_number(c, in->turn, false);
    char *room = buffer_room(&c->text, token.len + NUMBER_ROOM), *at = room;
    if (!room)
        return;
    if (!has_word(c))
        *at++ = ' ';
    uint32_t number = move_number(in->turn, false, &dots);
    if (!c->numbers_kept && take_number(c, in->turn, dots)) {
        struct text n = digits_of(number, digits);
        for (size_t i = 0; i < n.len; i++)
            *at++ = n.at[i];
        memcpy(at, dots ? "... " : ".   ", 4);
        at += dots ? 4 : 2;
    }
    copy_text(at, token);
    c->text.len += (size_t)(at - room) + token.len;
    c->word_complete = true;
    c->has_glyph = c->comma = false;
    c->held = NO_TEXT;
}

bool zi_formatter_changed_comments(const struct formatter *c, const struct move_reader *in) {
    return in->playout ? c->playout.comments_changed : c->moves.comments_changed;
}

bool zi_formatter_failed(const struct formatter *c) {
    return c->moves.text.failed || c->playout.text.failed;
}

void zi_formatter_free(struct formatter *c) {
    zi_buffer_free(&c->moves.text);
    zi_buffer_free(&c->playout.text);
}
