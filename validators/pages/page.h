/* A page to step through a record: one HTML file that needs nothing beside itself. */
#ifndef ZET_VALIDATORS_PAGES_PAGE_H
#define ZET_VALIDATORS_PAGES_PAGE_H

#include "notation/base/buffer.h"
#include "notation/drawing/diagram.h"

struct page_options {
    enum theme theme;
    struct view view;    /* without the small grids */
    double width;        /* of the board at most, in pixels; 0: as the window has room */
    uint32_t first;      /* turns of the main line played where the page opens; the last where there
                            are fewer */
    struct text caption; /* or empty */
};

/* Appends the page. The record is judged and finalized, the turns are its own. Where the verdict
   has no position there is no board, only what the record says and the findings. False when memory
   is out. The same input gives the same bytes. */
bool zet_page_write(struct buffer *out, struct record *r, const struct verdict *v,
                    const struct turns *t, const struct page_options *o);

#endif
