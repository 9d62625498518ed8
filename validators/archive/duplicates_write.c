#include "validators/archive/duplicates_write.h"

#include "notation/base/json_out.h"
#include "notation/base/safe_text.h"
#include "notation/base/value.h"

static const char *const kinds[] = {
    [DUPLICATE_NONE] = NULL,
    [DUPLICATE_SAME] = "same",
    [DUPLICATE_SPELLING] = "spelling",
    [DUPLICATE_OTHERS] = "same moves, different players",
    [DUPLICATE_TRUNCATED] = "truncated",
};

static void write_place(struct buffer *out, const struct duplicate_place *place,
                        const struct text *files) {
    buffer_add(out, value_safe(files[place->file], SAFE_TEXT), ":", place->line);
}

static void write_name(struct buffer *out, struct text name) {
    zet_safe_text(out, name.len ? name : TEXT("?"), SAFE_LINE_ENDS);
}

void zet_duplicate_text(struct buffer *out, const struct duplicate *d, const struct text *files) {
    bool truncated = d->kind == DUPLICATE_TRUNCATED;
    if (d->kind == DUPLICATE_NONE)
        buffer_add(out, d->group > 1 ? "\ngroup " : "group ", d->group, "\n");
    buffer_string(out, "  ");
    write_place(out, &d->place, files);
    buffer_add(out, ": record ", d->place.number, ", ", d->plies,
               d->plies == 1 ? " ply, " : " plies, ");
    write_name(out, d->names[0]);
    buffer_string(out, " - ");
    write_name(out, d->names[1]);
    if (d->event.len)
        buffer_add(out, ", ", value_safe(d->event, SAFE_LINE_ENDS));
    if (d->date.len)
        buffer_add(out, ", ", value_safe(d->date, SAFE_LINE_ENDS));
    if (d->kind != DUPLICATE_NONE) {
        buffer_add(out, ": ", kinds[d->kind],
                   truncated && d->names_are == NAMES_OTHER ? ", other players (" : " (");
        write_place(out, &d->of, files);
        buffer_char(out, ')');
    }
    if (truncated && d->continued > 1)
        buffer_add(out, "; ", d->continued, " records go on from here");
    buffer_char(out, '\n');
}

static void write_json_place(struct json_out *j, const struct duplicate_place *place,
                             const struct text *files) {
    zet_json_member_text(j, "file", files[place->file]);
    zet_json_member_number(j, "record", place->number);
    zet_json_member_number(j, "line", place->line);
}

void zet_duplicate_json(struct buffer *out, const struct duplicate *d, const struct text *files) {
    static const char *const words[] = {"same", "alike", "unknown", "other"};
    struct json_out j = {.to = out};
    bool is_copy = d->kind != DUPLICATE_NONE;
    zet_json_open(&j, '{');
    zet_json_member_number(&j, "group", d->group);
    write_json_place(&j, &d->place, files);
    zet_json_member_number(&j, "plies", d->plies);
    zet_json_key(&j, "players");
    zet_json_open(&j, '[');
    zet_json_text(&j, d->names[0]);
    zet_json_text(&j, d->names[1]);
    zet_json_close(&j, ']');
    zet_json_key(&j, "date");
    zet_json_text_or_null(&j, d->date.len ? d->date : NO_TEXT);
    zet_json_key(&j, "event");
    zet_json_text_or_null(&j, d->event.len ? d->event : NO_TEXT);
    zet_json_key(&j, "kind");
    zet_json_text_or_null(&j, is_copy ? text_of(kinds[d->kind]) : NO_TEXT);
    zet_json_key(&j, "names");
    zet_json_text_or_null(&j, is_copy ? text_of(words[d->names_are]) : NO_TEXT);
    zet_json_key(&j, "of");
    if (is_copy) {
        zet_json_open(&j, '{');
        write_json_place(&j, &d->of, files);
        zet_json_close(&j, '}');
    } else {
        zet_json_null(&j);
    }
    zet_json_close(&j, '}');
    buffer_char(out, '\n');
}
