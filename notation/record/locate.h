/* Maps bytes of a YAML scalar's value back to the bytes of the document. */
#pragma once

#include "notation/base/text.h"

/* How a scalar was written, as far as its offsets depend on it. DERIVED: it was computed from the
   bytes there. DOUBLED: it follows one extra byte, with each `"` doubled. */
enum written_as {
    WRITTEN_PLAIN,
    WRITTEN_SINGLE_QUOTED,
    WRITTEN_DOUBLE_QUOTED,
    WRITTEN_BLOCK,
    WRITTEN_DERIVED,
    WRITTEN_DOUBLED
};

/* The progress through one scalar. Starts as {.raw = the scalar's start in the document}. */
struct locator {
    bool started;
    size_t value, raw; /* bytes of the value passed, and the offset in the document */
};

/* Advances *l so that `raw` is the offset of value byte `target`, which is not before l->value; of
   the value's end if `target` is beyond it. Value and document agree byte for byte except for
   blanks and escapes. */
void zi_locate(struct text document, enum written_as as, struct text value, struct locator *l,
               size_t target);
