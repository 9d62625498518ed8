/* Concatenates documents of other streams into one stream. */
#pragma once

#include "cli/archive/archive.h"

/* The output so far. Starts zeroed except `out`. */
struct documents {
    zet_output *out;
    bool any;
    bool ended;      /* the last document ended with `...` */
    bool line_ended; /* the last byte was a line end */
    bool cr_lf;      /* the last line end was CR LF */
};

/* Appends `size` bytes of a file unchanged, or as a document with the markers that it needs.
   `unmarked`: it has no `---` in its file. Returns false after a message. */
bool documents_copy(struct documents *d, struct archive *a, const struct text_place *from,
                    uint64_t size);
bool documents_add(struct documents *d, struct archive *a, const struct text_place *from,
                   uint64_t size, bool unmarked);
