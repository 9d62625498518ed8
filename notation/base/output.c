#include "notation/base/output.h"

#include <stdlib.h>

#include "notation/base/json_out.h"
#include "notation/base/safe_text.h"

enum { GATHERED_BYTES = 64 * 1024 };

zet_text zet_text_of(const char *terminated) {
    return (zet_text){terminated, terminated ? strlen(terminated) : 0};
}

zet_output *zet_output_new(zet_write_function *write, void *context) {
    zet_output *o = calloc(1, sizeof *o);
    if (o) {
        o->write = write;
        o->context = context;
    }
    return o;
}

void zet_output_free(zet_output *o) {
    if (o)
        zi_buffer_free(&o->text);
    free(o);
}

zet_text zet_output_text(const zet_output *o) { return (zet_text){o->text.at, o->text.len}; }

void zet_output_clear(zet_output *o) {
    o->text.len = 0;
    o->text.failed = o->write_failed = false;
}

/* Writes the text if it has at least `least` bytes. */
static zet_status hand_over(zet_output *o, size_t least) {
    if (o->text.failed)
        return ZET_OUT_OF_MEMORY;
    if (o->write && (o->write_failed || o->text.len >= least)) {
        o->write_failed =
            o->write_failed || (o->text.len && !o->write(o->context, o->text.at, o->text.len));
        o->text.len = 0;
    }
    return o->write_failed ? ZET_WRITE_FAILED : ZET_OK;
}

zet_status zet_output_flush(zet_output *o) { return hand_over(o, 0); }
zet_status zi_output_gathered(zet_output *o) { return hand_over(o, GATHERED_BYTES); }

void zet_output_write(zet_output *o, zet_text text) {
    buffer_text(&o->text, (struct text){text.at, text.length});
    zi_output_gathered(o);
}

void zet_output_write_json(zet_output *o, zet_text text) {
    zi_json_string(&o->text, (struct text){text.length ? text.at : "", text.length});
    zi_output_gathered(o);
}

void zet_output_write_safe(zet_output *o, zet_text text) {
    zi_safe_text(&o->text, (struct text){text.at, text.length}, SAFE_TEXT);
    zi_output_gathered(o);
}
