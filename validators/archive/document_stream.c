#include "validators/archive/document_stream.h"

/* How a document begins, before its first key. */
enum opening { OPENS_BARE, OPENS_MARKED, OPENS_WITH_DIRECTIVE };

static enum opening opening_of(struct text t) {
    enum opening opening = OPENS_BARE;
    for (size_t at = 0; at < t.len;) {
        size_t end = at, text = at;
        while (end < t.len && !is_line_end(t.at[end]))
            end++;
        while (text < end && (t.at[text] == ' ' || t.at[text] == '\t'))
            text++;
        if (t.at[at] == '%')
            opening = OPENS_WITH_DIRECTIVE;
        else if (text < end && t.at[text] != '#')
            return opening == OPENS_BARE && end - at >= 3 && !memcmp(t.at + at, "---", 3) &&
                           (end - at == 3 || is_blank(t.at[at + 3]))
                       ? OPENS_MARKED
                       : opening;
        at = end + 1;
    }
    return opening;
}

/* Whether the last line is the marker `...`. */
static bool is_ended(struct text t) {
    size_t end = t.len;
    while (end && is_line_end(t.at[end - 1]))
        end--;
    size_t at = end;
    while (at && !is_line_end(t.at[at - 1]))
        at--;
    return end - at >= 3 && !memcmp(t.at + at, "...", 3) &&
           (end - at == 3 || is_blank(t.at[at + 3]));
}

static void end_line(const struct document_stream *s, struct buffer *out) {
    buffer_string(out, s->cr_lf ? "\r\n" : "\n");
}

void zet_document_stream_begin(struct document_stream *s, struct text document, bool unmarked,
                               struct buffer *out) {
    enum opening opening = opening_of(document);
    unmarked &= opening == OPENS_BARE;
    if (s->any && !s->line_ended)
        end_line(s, out);
    if (s->any && !s->ended && (opening == OPENS_WITH_DIRECTIVE || unmarked)) {
        buffer_string(out, "...");
        end_line(s, out);
    }
    if (s->any && opening == OPENS_BARE && !unmarked) {
        buffer_string(out, "---");
        end_line(s, out);
    }
    s->any = true;
    s->ended = false;
}

void zet_document_stream_bytes(struct document_stream *s, struct text bytes, struct buffer *out) {
    buffer_text(out, bytes);
    if (!bytes.len)
        return;
    const char *lf = memrchr(bytes.at, '\n', bytes.len);
    if (lf)
        s->cr_lf = lf > bytes.at && lf[-1] == '\r';
    s->ended |= is_ended(bytes);
    s->line_ended = is_line_end(bytes.at[bytes.len - 1]);
}

void zet_document_stream_add(struct document_stream *s, struct text document, bool unmarked,
                             struct buffer *out) {
    zet_document_stream_begin(s, document, unmarked, out);
    zet_document_stream_bytes(s, document, out);
}
