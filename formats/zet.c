/* The record itself, as YAML: read in any form, written in the canonical one. */
#include "formats/formats.h"
#include "notation/record/yaml.h"

static bool read_zet(struct record *r, const struct document *document,
                     const struct format_options *options, unsigned attempt) {
    const struct defaults *defaults = options->defaults ? *options->defaults : NULL;
    return attempt == 0 && zi_record_read(r, document) &&
           !record_is_foreign(r, (defaults && defaults->game.len) || options->game);
}

static void write_zet(struct conversion *c, struct buffer *out) {
    size_t before = out->len;
    zi_yaml_write(c->record, c->canonical, out);
    if (out->len - before > RECORD_BYTES_MAX)
        zi_format_refuse(c, "the canonical form of this record would be longer than 1 MiB");
}

const struct format zi_format_zet = {
    .name = "zet",
    .about = "the record as canonical YAML",
    .next = zi_source_next,
    .read = read_zet,
    .keys = ALL_KEYS,
    .holds = ZI_FORMAT_CAN_ALL_MOVE_TEXT,
    .holds_other_keys = true,
    .holds_comments = true,
    .writes_canonical = true,
    .write = write_zet,
};
