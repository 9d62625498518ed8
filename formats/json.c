/* Records as JSON: the same keys and values as in YAML. */
#include "notation/record/json.h"
#include "formats/formats.h"

/* What follows the character that the text begins with, and blanks; NO_TEXT if it begins
   otherwise. */
static struct text behind(struct text t, char c) {
    bool begins = text_first(t) == c;
    return begins ? text_trimmed(text_after(t, 1), BLANK_MARKS) : NO_TEXT;
}

static bool recognise(struct text head, bool *failed) {
    (void)failed;
    if (text_first(head) == '[')
        head = behind(head, '[');
    return text_first(behind(head, '{')) == '"';
}

static bool next(struct source *s, struct document *out) { return zi_json_next(s, out, false); }

static bool read_json(struct record *r, const struct document *document,
                      const struct format_options *options, unsigned attempt) {
    (void)options;
    if (attempt)
        return false;
    zi_record_begin(r, document);
    if (document->too_long)
        zi_record_stop(r, FINDING_LIMIT, 0, "a record in JSON must have at most 16 MiB", NO_TEXT);
    else
        zi_record_take(r, zi_json_read(r));
    return true;
}

static void write_json(struct conversion *c, struct buffer *out) {
    zi_json_write(c->record, c->canonical, out);
}

const struct format zi_format_json = {
    .name = "json",
    .about = "zet's records as JSON, one object per line",
    .recognise = recognise,
    .next = next,
    .read = read_json,
    .keys = ALL_KEYS,
    .holds = ZI_FORMAT_CAN_ALL_MOVE_TEXT,
    .holds_other_keys = true,
    .writes_canonical = true,
    .write = write_json,
};
