/* JSON strings. */
#include "notation/base/json_out.h"
#include "notation/base/unicode.h"
#include "notation/base/wide.h"

/* The inside of a string; `shortly`: with JSON's short escapes, and DEL as it is. */
static void escape(struct buffer *out, struct text t, bool shortly) {
    static const char shorts[] = "btn.fr"; /* from backspace on */
    const char *digits = shortly ? "0123456789ABCDEF" : "0123456789abcdef", *end = text_end(t);
    while (t.len) {
        const char *sign = find_json_sign(t.at, end);
        buffer_text(out, text_between(t.at, sign));
        t = text_between(sign, end);
        if (!t.len)
            return;
        uint32_t c;
        struct text character = zi_character_next(&t, &c);
        const char escaped[] = {
            '\\',          'u', digits[c >> 12 & 15], digits[c >> 8 & 15], digits[c >> 4 & 15],
            digits[c & 15]};
        if (shortly && c >= '\b' && c <= '\r' && c != '\v')
            buffer_text(out, (struct text){(const char[]){'\\', shorts[c - '\b']}, 2});
        else if (c == '"' || c == '\\')
            buffer_text(out, (struct text){(const char[]){'\\', (char)c}, 2});
        else if (c == 0x7F && shortly)
            buffer_char(out, '\x7F');
        else if (c < 0xA0 || zi_character_turns(c))
            buffer_text(out, (struct text){escaped, sizeof escaped});
        else
            buffer_text(out, character.len > 1 ? character : REPLACEMENT_TEXT);
    }
}

void zi_json_string_short(struct buffer *out, struct text t) {
    buffer_char(out, '"');
    escape(out, t, true);
    buffer_char(out, '"');
}

void zi_json_string(struct buffer *out, struct text t) {
    buffer_char(out, '"');
    escape(out, t, false);
    buffer_char(out, '"');
}
