/* The inside of a zet_output: a buffer that functions of the library append to. */
#pragma once

#include "notation/base/buffer.h"
#include "validators/zet.h"

struct zet_output {
    struct buffer text;
    zet_write_function *write; /* or NULL */
    void *context;
    bool write_failed;
};

/* To be called after appending to o->text: hands it over where it is enough. As
   zet_output_flush. */
zet_status zi_output_gathered(zet_output *o);
