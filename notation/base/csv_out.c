#include "notation/base/csv_out.h"

#include "notation/base/unicode.h"
#include "notation/base/wide.h"

static bool needs_quotes(struct text t) {
    if (!t.len)
        return false;
    if (is_space(t.at[0]) || is_space(t.at[t.len - 1]))
        return true;
    const char *p = t.at, *end = p + t.len;
    bytes16 found = {0};
    for (; end - p >= WIDE; p += WIDE) {
        bytes16 v = wide_load(p);
        found |= wide_is(v, ',') | wide_is(v, '"') | wide_is(v, '\n') | wide_is(v, '\r');
    }
    bool any = wide_any(found);
    for (; p < end; p++)
        any |= *p == ',' || *p == '"' || is_line_end(*p);
    return any;
}

/* The text with each quote doubled. */
static void double_quotes(struct buffer *out, struct text t) {
    while (t.len) {
        const char *quote = memchr(t.at, '"', t.len);
        size_t length = quote ? (size_t)(quote - t.at) + 1 : t.len;
        buffer_text(out, (struct text){t.at, length});
        if (quote)
            buffer_char(out, '"');
        t = (struct text){t.at + length, t.len - length};
    }
}

void zi_csv_field(struct buffer *out, struct text t) {
    if (!needs_quotes(t)) {
        buffer_text(out, t);
        return;
    }
    buffer_char(out, '"');
    double_quotes(out, t);
    buffer_char(out, '"');
}

/* What may be more than it looks like: all that is not printable ASCII. */
static bool is_plain(struct text t) {
    for (size_t i = 0; i < t.len; i++)
        if (t.at[i] < ' ' || (unsigned char)t.at[i] >= 0x7F)
            return false; /* also a byte of other characters */
    return true;
}

/* Whether the character is written as U+FFFD: what steers a terminal or turns the direction of the
   text. Tabs and line ends are part of a field. */
static bool is_replaced(struct text character, uint32_t c, uint32_t before) {
    bool broken = character.len == 1 && c == REPLACEMENT_CHARACTER;
    bool blank = c == '\t' || c == '\n' || c == '\r';
    return broken || (!blank && zi_character_is_deceptive(c, before));
}

static void replace_deceptive(struct buffer *out, struct text t) {
    uint32_t before = 0;
    while (t.len) {
        uint32_t c;
        struct text character = zi_character_next(&t, &c);
        bool replaced = is_replaced(character, c, before);
        buffer_text(out, replaced ? REPLACEMENT_TEXT : character);
        before = replaced ? REPLACEMENT_CHARACTER : c;
    }
}

bool zi_csv_is_formula(struct text t) {
    while (t.len && *t.at == '\'')
        t = (struct text){t.at + 1, t.len - 1};
    return t.len && *t.at && strchr("=+-@\t\r\n", *t.at);
}

bool zi_csv_holds(struct text t) {
    uint32_t before = 0;
    if (is_plain(t))
        return true;
    while (t.len) {
        uint32_t c;
        struct text character = zi_character_next(&t, &c);
        if (is_replaced(character, c, before))
            return false;
        before = c;
    }
    return true;
}

static void write_unless_formula(struct buffer *out, struct text t) {
    if (!zi_csv_is_formula(t)) {
        zi_csv_field(out, t);
        return;
    }
    bool quoted = needs_quotes(t);
    buffer_string(out, quoted ? "\"'" : "'");
    double_quotes(out, t);
    if (quoted)
        buffer_char(out, '"');
}

void zi_csv_text(struct buffer *out, struct text t) {
    struct buffer shown = {0};
    if (is_plain(t)) {
        write_unless_formula(out, t);
        return;
    }
    replace_deceptive(&shown, t);
    write_unless_formula(out, buffered(&shown));
    out->failed |= shown.failed;
    zi_buffer_free(&shown);
}
