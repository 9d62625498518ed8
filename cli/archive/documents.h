/* Documents of other streams put together to one. */
#pragma once

#include "cli/archive/archive.h"

/* The documents so far. Starts zeroed but for `out`. */
struct documents {
    zet_output *out;
    bool any;
    bool ended;      /* the last document ended with `...` */
    bool line_ended; /* the last byte was a line end */
    bool cr_lf;      /* the last line end was CR LF */
};

/* Appends so many bytes of a file as they are, or as a document, with the markers that it needs
   there. `unmarked`: it has no `---` where it stands. False after a message. */
bool documents_copy(struct documents *d, struct archive *a, const struct text_place *from,
                    uint64_t size);
bool documents_add(struct documents *d, struct archive *a, const struct text_place *from,
                   uint64_t size, bool unmarked);
