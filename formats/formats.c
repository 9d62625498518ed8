#include "formats/formats.h"

void zi_format_loss(struct record *r, enum part part, size_t offset, const char *what) {
    zi_report_add(r, FINDING_LOSS, part, offset, NULL, zi_record_keep(r, text_of(what)));
}

void zi_format_lose_key(struct conversion *c, enum key key, const char *what) {
    zi_format_loss(c->record, PART_HEADER,
                   zi_record_byte(c->record, c->record->field[key].key.start), what);
}

void zi_format_lose_token(const struct move_reader *in, const char *what) {
    size_t at = (size_t)(in->text.token.at - in->text.text.at);
    zi_format_loss(in->record, in->depth ? PART_VARIATION : in->part,
                   zi_field_offset(in->record, in->field, at), what);
}

void zi_format_refuse(struct conversion *c, const char *why) {
    struct record *r = c->record;
    const struct field *moves = &r->field[KEY_MOVES];
    size_t at =
        moves->state == FIELD_ABSENT ? r->start_offset : zi_record_byte(r, moves->key.start);
    zi_report_add(r, FINDING_FORMAT, PART_MOVES, at, why, NO_TEXT);
    c->refused = true;
}
