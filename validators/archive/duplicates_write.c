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

void zet_duplicate_json(struct buffer *out, const struct duplicate *d, const struct text *files) {
    static const char *const words[] = {"same", "alike", "unknown", "other"};
    bool is_copy = d->kind != DUPLICATE_NONE;
    struct value of =
        value_object("file", files[d->of.file], "record", d->of.number, "line", d->of.line);
    buffer_add(out,
               value_object("group", d->group, "file", files[d->place.file], "record",
                            d->place.number, "line", d->place.line, "plies", d->plies, "players",
                            value_list(d->names[0], d->names[1]), "date", value_if_any(d->date),
                            "event", value_if_any(d->event), "kind", kinds[d->kind], "names",
                            is_copy ? words[d->names_are] : NULL, "of",
                            is_copy ? of : value_string(NULL)),
               "\n");
}
