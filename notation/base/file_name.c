#include "notation/base/file_name.h"

#include "notation/base/unicode.h"

/* Names reserved by Windows, and files that zet looks for. */
static const char *const reserved[] = {
    "con",   "prn",    "aux",   "nul",   "com0", "com1",       "com2", "com3",
    "com4",  "com5",   "com6",  "com7",  "com8", "com9",       "lpt0", "lpt1",
    "lpt2",  "lpt3",   "lpt4",  "lpt5",  "lpt6", "lpt7",       "lpt8", "lpt9",
    "conin", "conout", "clock", "names", "zet",  "tournament", NULL};

static bool is_reserved(struct text name, bool *failed) {
    struct buffer folded = {0};
    zi_text_fold(&folded, name);
    bool found = text_is_one_of(buffered(&folded), reserved);
    zi_buffer_end(&folded, failed);
    return found;
}

void zi_file_name(struct buffer *out, struct text t) {
    size_t start = out->len;
    bool gap = false;
    while (t.len) {
        uint32_t c;
        struct text character = zi_character_next(&t, &c);
        bool mark = zi_character_is_mark(c) && out->len > start && !gap;
        bool kept =
            c != REPLACEMENT_CHARACTER && (mark || c == '_' || zi_character_is_alphanumeric(c));
        size_t more = character.len + (gap && out->len > start);
        if (kept && out->len - start + more > FILE_NAME_BYTES_MAX)
            break;
        if (kept && gap && out->len > start)
            buffer_char(out, '-');
        if (kept)
            buffer_text(out, character);
        gap = !kept;
    }
    struct text name = {out->at + start, out->len - start};
    if (!name.len)
        buffer_string(out, "none");
    else if (is_reserved(name, &out->failed))
        buffer_char(out, '_');
}
