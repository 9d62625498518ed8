#include "notation/base/safe_text.h"

#include "notation/base/unicode.h"

static bool is_safe(struct text character, uint32_t c, uint32_t before) {
    bool broken = character.len == 1 && c == REPLACEMENT_CHARACTER;
    return !broken && !zi_character_is_deceptive(c, before);
}

bool zi_text_is_safe(struct text t) {
    uint32_t c = 0, before;
    while (t.len) {
        size_t plain = text_plain_length(t);
        before = plain ? (unsigned char)t.at[plain - 1] : c;
        t = text_after(t, plain);
        if (!t.len)
            break;
        struct text character = zi_character_next(&t, &c);
        if (!is_blank(*character.at) && !is_safe(character, c, before))
            return false;
    }
    return true;
}

/* False if a character has no ASCII form. */
static bool append(struct buffer *out, struct text character, uint32_t c, enum safe_text how) {
    if (how & SAFE_ASCII)
        return zi_character_ascii(out, c);
    buffer_text(out, character);
    return true;
}

void zi_safe_text(struct buffer *out, struct text t, enum safe_text how) {
    uint32_t before = 0;
    while (t.len) {
        size_t plain = text_plain_length(t);
        if (plain) {
            buffer_text(out, (struct text){t.at, plain});
            before = (unsigned char)t.at[plain - 1];
            t = text_after(t, plain);
            continue;
        }
        uint32_t c;
        struct text character = zi_character_next(&t, &c);
        bool line_end = is_line_end(*character.at);
        if ((how & SAFE_BLANKS) && (c == '\t' || line_end)) {
            buffer_text(out, character);
        } else if (c == '\t' || (line_end && (how & SAFE_LINE_ENDS))) {
            buffer_char(out, ' ');
        } else if (is_safe(character, c, before) && append(out, character, c, how)) {
            /* appended */
        } else {
            buffer_text(out, how & SAFE_REPLACEMENT ? REPLACEMENT_TEXT : TEXT("?"));
            c = REPLACEMENT_CHARACTER;
        }
        before = c;
    }
}

/* The last start of a character at or before byte `at`. */
static size_t character_start(struct text t, size_t at) {
    at = at < t.len ? at : t.len;
    for (unsigned i = 0; i < 3 && at < t.len && at && is_continuation(t.at[at]); i++)
        at--;
    return at;
}

size_t zi_safe_line(struct buffer *out, struct text t, size_t most) {
    static const char cut[] = "...";
    const size_t dots = sizeof cut - 1;
    enum { COLUMN_BYTES = 64 }; /* no legitimate grapheme has more */
    size_t start = out->len, looked = t.len;
    if (most < t.len / COLUMN_BYTES) /* so that a long name costs no more than its visible part */
        looked = character_start(t, (most + 1) * COLUMN_BYTES);
    zi_safe_text(out, (struct text){t.at, looked}, SAFE_LINE);
    if (out->failed || !t.len)
        return 0;
    struct text line = {out->at + start, out->len - start};
    struct text fitting = most < line.len ? zi_text_truncate(line, most) : line;
    if (fitting.len == line.len && looked == t.len)
        return zi_text_columns(line);
    fitting = zi_text_truncate(line, most - dots);
    out->len = start + fitting.len;
    size_t columns = zi_text_columns(fitting);
    buffer_string(out, cut);
    return columns + dots;
}
