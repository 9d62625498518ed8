/* What a page to step through a record shows. The page is a format of diagrams (formats.def): one
   HTML file that needs nothing beside itself. The same input gives the same bytes. */
#ifndef ZET_VALIDATORS_DIAGRAMS_DRAWN_RECORD_H
#define ZET_VALIDATORS_DIAGRAMS_DRAWN_RECORD_H

#include "notation/drawing/diagram.h"
#include "validators/replay/turns.h"

/* A record as a whole: judged and finalized, with its turns. Where the verdict has no position
   there is no board, only what the record says and the findings. */
struct drawn_record {
    struct record *record;
    const struct verdict *verdict;
    const struct turns *turns;
    bool flip;           /* the board is turned by 180 degrees */
    uint32_t first;      /* turns of the main line played where the page opens; the last where there
                            are fewer */
    struct text caption; /* or empty */
};

#endif
