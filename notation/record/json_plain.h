/* The JSON that most records consist of, read without Jansson. */
#pragma once

#include "notation/record/record.h"

/* Reads the value at `from` of the record's document, which is UTF-8, into the same tree as Jansson
   gives; scalars point into the document where they are written as they are read. NULL with nothing
   reported if the rest of the document is not one value with blanks behind it, or not plain enough:
   Jansson must read it. NULL with r->out_of_memory set when out of memory. */
const struct node *zet_json_plain(struct record *r, size_t from);

/* The same with Jansson alone: it reads whatever is JSON, and reports what is wrong with the rest.
   `from` is where the value begins. */
const struct node *zet_json_read_fully(struct record *r, size_t from);
