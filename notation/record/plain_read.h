/* Reads the YAML of most records, without libyaml. */
#pragma once

#include "notation/record/record.h"

/* Reads the record's document, which may be any bytes, into the same tree as zi_yaml_read, and sets
   where the record starts in it. Spans count bytes, and r->by_bytes is set. Scalars point into the
   document if they are unchanged there and it has no CR. If the document is not plain enough,
   returns NULL and reports nothing: libyaml must read it. Returns NULL with r->out_of_memory set
   when out of memory. */
const struct node *zi_plain_read(struct record *r);
