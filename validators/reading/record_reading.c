#include "validators/reading/record_reading.h"

bool zi_record_readable(const struct record *r, const struct verdict *verdict) {
    enum { BYTES_MAX = 64 << 10 };
    const struct field *moves = &r->field[KEY_MOVES];
    return verdict->positioned && moves->state == FIELD_GIVEN && moves->text.len <= BYTES_MAX;
}

bool zi_record_stopped(const struct record *r, const struct verdict *verdict) {
    bool stopped = false;
    for (size_t i = 0; i < r->findings.count && !stopped; i++) {
        const struct finding *f = &r->findings.at[i];
        stopped = f->part == PART_MOVES &&
                  (f->code == FINDING_SYNTAX || f->code == FINDING_ILLEGAL_MOVE ||
                   f->code == FINDING_MOVE_AFTER_END || f->code == FINDING_ANNOTATION_MISMATCH);
    }
    return stopped && zi_record_readable(r, verdict);
}

bool zi_record_reading(struct record *r, const struct verdict *verdict, struct text other,
                       struct reading_purse *purse, struct reading *out) {
    const struct field *moves = &r->field[KEY_MOVES], *result = &r->field[KEY_RESULT];
    const struct field *how = &r->field[KEY_TERMINATION], *position = &r->field[KEY_POSITION];
    struct setup start;
    size_t fault;
    struct reading_source source = {.ruleset = &verdict->ruleset,
                                    .part = &moves->text,
                                    .parts = 1,
                                    .notation = true,
                                    .items = moves->item_count > 0,
                                    .other = other,
                                    .purse = purse};
    bool ending = how->state == FIELD_GIVEN;
    if (result->state == FIELD_GIVEN)
        source.result = result->text;
    source.by_rules = ending && text_is(how->text, "rules");
    source.ended_otherwise = ending && !source.by_rules;
    if (position->state == FIELD_GIVEN &&
        !verdict->rules->notation->read_setup(position->text, &verdict->ruleset.board, &start,
                                              &fault))
        source.start = &start;
    return zi_reading_find(&source, &r->arena, out);
}

struct text zi_reading_turn(const struct reading *r, uint32_t turn) {
    size_t i = 0;
    while (i < r->items &&
           (r->item[i].kind != ITEM_MOVE || r->item[i].gift || r->item[i].ply != turn + 1))
        i++;
    return i < r->items ? r->item[i].text : NO_TEXT;
}
