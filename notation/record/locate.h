/* From a byte of a YAML scalar's value back to the byte of the document that it was written
   with. */
#pragma once

#include "notation/base/text.h"

/* How a scalar was written, as far as its places depend on it. DERIVED: it was made from the
   bytes there. DOUBLED: after a byte of its own, with each `"` twice. */
enum written_as {
    WRITTEN_PLAIN,
    WRITTEN_SINGLE_QUOTED,
    WRITTEN_DOUBLE_QUOTED,
    WRITTEN_BLOCK,
    WRITTEN_DERIVED,
    WRITTEN_DOUBLED
};

/* How far one scalar has been walked. Starts as {.raw = where the scalar starts in the
   document}. */
struct locator {
    bool started;
    size_t value, raw; /* bytes of the value that are passed, and the place in the document */
};

/* Moves *l on so that `raw` is the place of value byte `target`, which is not before l->value;
   for a target beyond the value, its end. Value and document agree byte for byte except for blanks
   and escapes. */
void zi_locate(struct text document, enum written_as as, struct text value, struct locator *l,
               size_t target);
