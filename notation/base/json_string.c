/* JSON strings. */
#include "notation/base/json_out.h"
#include "notation/base/unicode.h"
#include "notation/base/wide.h"

/* `shortly`: uses JSON's short escapes. */
static void put_character(struct buffer *out, struct text character, uint32_t c, bool shortly) {
    static const char shorts[] = "btn.fr"; /* starts with backspace */
    bool named = shortly && c >= '\b' && c <= '\r' && c != '\v';
    if (named || c == '"' || c == '\\') {
        buffer_char(out, '\\');
        buffer_char(out, named ? shorts[c - '\b'] : (char)c);
    } else if (c < 0xA0 || zi_character_turns(c)) {
        buffer_string(out, "\\u");
        buffer_hex(out, c, 4, shortly);
    } else {
        bool broken = character.len == 1 && c == REPLACEMENT_CHARACTER;
        buffer_text(out, broken ? REPLACEMENT_TEXT : character);
    }
}

static void put_string(struct buffer *out, struct text t, bool shortly) {
    const char *end = text_end(t);
    buffer_char(out, '"');
    while (t.len) {
        const char *sign = find_json_sign(t.at, end);
        buffer_text(out, text_between(t.at, sign));
        t = text_between(sign, end);
        if (!t.len)
            break;
        uint32_t c;
        struct text character = zi_character_next(&t, &c);
        put_character(out, character, c, shortly);
    }
    buffer_char(out, '"');
}

void zi_json_string(struct buffer *out, struct text t) { put_string(out, t, false); }

void zi_json_string_short(struct buffer *out, struct text t) { put_string(out, t, true); }
