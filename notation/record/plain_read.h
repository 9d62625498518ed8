/* The YAML that records are usually made of, read without libyaml. */
#ifndef ZET_NOTATION_RECORD_PLAIN_READ_H
#define ZET_NOTATION_RECORD_PLAIN_READ_H

#include "notation/record/record.h"

/* Reads the record's document, which may be any bytes, into the same tree as zet_yaml_read, and
   sets where the record starts in it. The spans count bytes, and r->by_bytes is set. Scalars point
   into the document where they are written there as they are read. NULL where the document is not
   plainly one that libyaml reads so, and nothing is reported: then it is for libyaml to read; or
   when memory runs out, and then r->out_of_memory is set. */
const struct node *zet_plain_read(struct record *r);

#endif
