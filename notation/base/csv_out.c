#include "notation/base/csv_out.h"

#include "notation/base/safe_text.h"
#include "notation/base/wide.h"

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
    return t.len && *t.at && strchr("=+-@\t\r\n", *t.at);
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
