/* The implementation of a zet_output: a buffer that functions of the library append to. */
#pragma once

#include "notation/base/buffer.h"
#include "validators/zet.h"

struct zet_output {
    struct buffer text;
    zet_write_function *write; /* or NULL */
    void *context;
    bool write_failed;
};

/* Call this after appending to o->text: writes the text if there is enough of it. Returns the same
 * as zet_output_flush. */
zet_status zi_output_gathered(zet_output *o);
