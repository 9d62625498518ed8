#include "notation/base/characters.h"

#include "notation/base/unicode.h"

/* U+2028 and U+2029, which end a line, and what turns the direction of all that follows. Isolates
   that end by themselves, and marks, turn nothing outside of the text. */
static bool is_turn(struct text character) {
    static const char *const turns[] = {"\u2028", "\u2029", "\u202A", "\u202B", "\u202C",
                                        "\u202D", "\u202E", "\u2066", "\u2067", NULL};
    return *character.at == '\xE2' && text_is_one_of(character, turns);
}

/* No control but a blank, a character of XML, and nothing that reorders what is around it. */
static bool is_allowed(struct text character) {
    static const char *const last_two[] = {"\xEF\xBF\xBE", "\xEF\xBF\xBF", NULL};
    unsigned char first = (unsigned char)character.at[0];
    if (character.len == 1)
        return (first >= ' ' && first < 0x7F) || is_blank(character.at[0]);
    return !(first == 0xC2 && (unsigned char)character.at[1] < 0xA0) &&
           !text_is_one_of(character, last_two) && !is_turn(character);
}

struct text zi_drawing_character(struct text *t) {
    unsigned char first = (unsigned char)*t->at;
    size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    struct text character = {t->at, length < t->len ? length : t->len};
    bool ascii, whole = zi_utf8_check(character, &ascii) == character.len;
    if (!whole) /* no sign after it is taken for a part of it */
        character.len = 1;
    t->at += character.len;
    t->len -= character.len;
    return whole && is_allowed(character) ? character : TEXT("\xEF\xBF\xBD");
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
    static const char digits[] = "0123456789abcdef";
    buffer_char(out, '"');
    while (t.len) {
        struct text character = zi_drawing_character(&t);
        unsigned char c = (unsigned char)*character.at;
        if (character.len == 1 && (c < ' ' || strchr("\"\\<>&'", c))) {
            buffer_string(out, "\\u00");
            buffer_char(out, digits[c >> 4]);
            buffer_char(out, digits[c & 15]);
        } else {
            buffer_text(out, character);
        }
    }
    buffer_char(out, '"');
}

void zi_drawing_color(struct buffer *out, uint32_t color, const char *digits) {
    for (int shift = 20; shift >= 0; shift -= 4)
        buffer_char(out, digits[color >> shift & 15]);
}

void zi_percent_encode(struct buffer *out, struct text t, const char *plain) {
    static const char digits[] = "0123456789ABCDEF";
    for (size_t i = 0; i < t.len; i++) {
        unsigned char c = (unsigned char)t.at[i];
        if (is_digit(t.at[i]) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') ||
            (c && strchr(plain, c))) {
            buffer_char(out, t.at[i]);
            continue;
        }
        buffer_char(out, '%');
        buffer_char(out, digits[c >> 4]);
        buffer_char(out, digits[c & 15]);
    }
}
