/* The YAML that most records consist of, read without libyaml. */
#pragma once

#include "notation/record/record.h"

/* Reads the record's document, which may be any bytes, into the same tree as zi_yaml_read, and
   sets where the record starts in it. The spans count bytes, and r->by_bytes is set. Scalars point
   into the document if they are written there as they are read and it has no CR. NULL with nothing
   reported if the document is not plain enough: libyaml must read it. NULL with r->out_of_memory
   set when out of memory. */
const struct node *zi_plain_read(struct record *r);
