/* The data of a page with fewer bytes: what came before is written as a reference to it. */
#ifndef ZET_VALIDATORS_DIAGRAMS_PAGE_PACK_H
#define ZET_VALIDATORS_DIAGRAMS_PAGE_PACK_H

#include "notation/base/buffer.h"

/* Appends JSON packed as page.js unpacks it: the length of the JSON, a blank, and then literal
   characters and references to earlier text. A reference is a letter of PACK_LEADS for the length
   and two digits for the distance back; the last letter is followed by two more digits, the length.
   Lengths count from PACK_LEAST. Within the JSON's strings characters beyond ASCII and those of
   PACK_LEADS are escaped; outside of them there must be none. The result has no `<`. */
void zet_page_pack(struct buffer *out, struct text json);

#define PACK_LEADS "ABCDEFGHIJKLMNOPQRSTUVWXYZ!#$%()*+/;=?@^_`~"
enum {
    PACK_LEAST = 4,
    PACK_BASE = 93, /* digits: from ! to ~, without < */
    PACK_WINDOW = PACK_BASE * PACK_BASE - 1
};

#endif
