#include "notation/base/safe_text.h"

#include "notation/base/unicode.h"
#include "notation/base/wide.h"

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

/* Rejects controls except blanks, characters that XML forbids, and characters that end a line or
   change the direction of all following text. U+2068, U+2069 and direction marks affect nothing
   outside the text. */
static bool is_allowed(uint32_t c) {
    if (c < 0xA0)
        return (c >= ' ' && c < 0x7F) || is_blank((char)c);
    bool turns = (c >= 0x2028 && c <= 0x202E) || c == 0x2066 || c == 0x2067;
    return !turns && c != 0xFFFE && c != 0xFFFF;
}

struct text zi_drawing_character(struct text *t) {
    uint32_t c;
    struct text character = zi_character_next(t, &c);
    bool broken = character.len == 1 && c == REPLACEMENT_CHARACTER;
    return !broken && is_allowed(c) ? character : REPLACEMENT_TEXT;
}

void zi_isolated(struct buffer *out, struct text t) {
    static const char *const isolates[] = {"\u2068", "\u2069", NULL};
    buffer_string(out, isolates[0]);
    while (t.len) {
        struct text character = zi_drawing_character(&t);
        bool own = character.len == 3 && text_is_one_of(character, isolates);
        buffer_text(out, own ? TEXT("\uFFFD") : character);
    }
    buffer_string(out, isolates[1]);
}

void zi_markup(struct buffer *out, struct text t) {
    while (t.len) {
        struct text character = zi_drawing_character(&t);
        switch (*character.at) {
        case '&': buffer_string(out, "&amp;"); break;
        case '<': buffer_string(out, "&lt;"); break;
        case '>': buffer_string(out, "&gt;"); break;
        case '"': buffer_string(out, "&quot;"); break;
        case '\'': buffer_string(out, "&#39;"); break;
        default: buffer_text(out, character);
        }
    }
}

void zi_markup_json(struct buffer *out, struct text t) {
    buffer_char(out, '"');
    while (t.len) {
        struct text character = zi_drawing_character(&t);
        unsigned char c = (unsigned char)*character.at;
        if (character.len == 1 && (c < ' ' || strchr("\"\\<>&'", c))) {
            buffer_string(out, "\\u");
            buffer_hex(out, c, 4, false);
        } else {
            buffer_text(out, character);
        }
    }
    buffer_char(out, '"');
}

void zi_percent_encode(struct buffer *out, struct text t, const char *plain) {
    for (size_t i = 0; i < t.len; i++) {
        unsigned char c = (unsigned char)t.at[i];
        if (is_digit(t.at[i]) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') ||
            (c && strchr(plain, c))) {
            buffer_char(out, t.at[i]);
            continue;
        }
        buffer_char(out, '%');
        buffer_hex(out, c, 2, true);
    }
}

static bool needs_quotes(struct text t) {
    const char *end = text_end(t);
    return t.len && (is_space(t.at[0]) || is_space(end[-1]) || memchr(t.at, '\r', t.len) ||
                     find_one_of(t.at, end, ',', '"', '\n') < end);
}

/* Writes `mark` and the text as one field. A quoted field doubles its quotes. */
static void write_field(struct buffer *out, const char *mark, struct text t) {
    bool quoted = needs_quotes(t);
    buffer_string(out, quoted ? "\"" : "");
    buffer_string(out, mark);
    for (const char *quote; quoted && (quote = memchr(t.at, '"', t.len));) {
        size_t length = (size_t)(quote - t.at) + 1;
        buffer_text(out, (struct text){t.at, length});
        buffer_char(out, '"');
        t = text_after(t, length);
    }
    buffer_text(out, t);
    buffer_string(out, quoted ? "\"" : "");
}

void zi_csv_field(struct buffer *out, struct text t) { write_field(out, "", t); }

bool zi_csv_is_formula(struct text t) {
    while (t.len && *t.at == '\'')
        t = text_after(t, 1);
    if (!t.len || (unsigned char)*t.at < 0x80)
        return t.len && *t.at && strchr("=+-@\t\r\n", *t.at);
    uint32_t c;
    zi_character_next(&t, &c);
    return c == 0xFF1D || c == 0xFF0B || c == 0xFF0D ||
           c == 0xFF20; /* the same signs, full-width */
}

void zi_csv_text(struct buffer *out, struct text t) {
    struct buffer shown = {0};
    if (!zi_text_is_safe(t)) {
        zi_safe_text(&shown, t, SAFE_REPLACEMENT | SAFE_BLANKS);
        t = buffered(&shown);
    }
    write_field(out, zi_csv_is_formula(t) ? "'" : "", t);
    zi_buffer_end(&shown, &out->failed);
}
