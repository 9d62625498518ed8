/* JSON strings. */
#include "notation/base/json_out.h"
#include "notation/base/unicode.h"
#include "notation/base/wide.h"

/* Bytes that stand for themselves in a string. */
static size_t plain_length(struct text t) {
    size_t n = 0;
    while (n < t.len && t.at[n] >= ' ' && t.at[n] < 0x7F && t.at[n] != '"' && t.at[n] != '\\')
        n++;
    return n;
}

/* `digits`: of hexadecimal numbers. */
static void escape_byte(struct buffer *out, unsigned char c, const char *digits) {
    const char control[] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
    const char quoted[] = {'\\', (char)c};
    if (c == '"' || c == '\\')
        buffer_text(out, (struct text){quoted, sizeof quoted});
    else
        buffer_text(out, (struct text){control, sizeof control});
}

void zet_json_escape(struct buffer *out, struct text t) {
    while (t.len) {
        size_t plain = plain_length(t);
        buffer_text(out, (struct text){t.at, plain});
        t = (struct text){t.at + plain, t.len - plain};
        if (!t.len)
            return;
        uint32_t c;
        struct text character = zet_character_next(&t, &c);
        if (c < 0x80)
            escape_byte(out, (unsigned char)c, "0123456789abcdef");
        else
            buffer_text(out, character.len > 1 ? character : REPLACEMENT_TEXT);
    }
}

void zet_json_string_short(struct buffer *out, struct text t) {
    static const char shorts[] = "btnvfr"; /* from backspace on */
    buffer_char(out, '"');
    for (const char *p = t.at, *end = p + t.len;; p++) {
        const char *sign = find_json_sign(p, end);
        buffer_text(out, (struct text){p, (size_t)(sign - p)});
        if (sign == end)
            break;
        char c = *(p = sign);
        if (c >= '\b' && c <= '\r' && c != '\v') {
            buffer_char(out, '\\');
            buffer_char(out, shorts[c - '\b']);
        } else {
            escape_byte(out, (unsigned char)c, "0123456789ABCDEF");
        }
    }
    buffer_char(out, '"');
}

void zet_json_string(struct buffer *out, struct text t) {
    buffer_char(out, '"');
    zet_json_escape(out, t);
    buffer_char(out, '"');
}
