#include "notation/base/characters.h"

#include "notation/base/unicode.h"

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
