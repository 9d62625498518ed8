#include "notation/record/json.h"
#include "notation/record/source.h"

void zet_json_string(struct buffer *out, struct text t) {
    static const char digits[] = "0123456789abcdef";
    buffer_char(out, '"');
    while (t.len) {
        bool ascii;
        size_t valid = zet_utf8_check(t, &ascii);
        for (size_t i = 0; i < valid; i++) {
            unsigned char c = (unsigned char)t.at[i];
            if (c == '"' || c == '\\')
                buffer_char(out, '\\');
            if (c < ' ' || c == 0x7F) {
                buffer_string(out, "\\u00");
                buffer_char(out, digits[c >> 4]);
                buffer_char(out, digits[c & 15]);
            } else {
                buffer_char(out, t.at[i]);
            }
        }
        t = (struct text){t.at + valid, t.len - valid};
        if (t.len) {
            buffer_string(out, "\xEF\xBF\xBD");
            t = (struct text){t.at + 1, t.len - 1};
        }
    }
    buffer_char(out, '"');
}
