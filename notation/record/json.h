/* JSON, to and from a tree. The implementation of this header is the only user of Jansson. */
#pragma once

#include "notation/base/json_out.h"
#include "notation/record/record.h"

/* A longer value of a stream is skipped and reported with code `limit`. */
enum { JSON_BYTES_MAX = 16 * 1024 * 1024 };

/* Returns the next value of a stream of JSON values, which follow each other with or without
   blanks between them; of an array, or with `by_name` of an object whose first value is an object
   and whose first key is neither `header` nor `game`, each item. A member of such an object is
   handed out with its key. False at the end. Text that is not JSON is handed out unchanged, so that
   reading it fails: a broken value up to where its brackets close, or to the first line that begins
   with `{`, whichever comes first. If a comma or a closing bracket is missing between values, an
   empty document is handed out. */
bool zi_json_next(struct source *s, struct document *out, bool by_name);

/* If the record's document is a member of an object, returns its key and sets r->start_offset to
   its value; otherwise NULL. */
struct node *zi_json_name(struct record *r);

/* Reads the record's document from r->start_offset on, and moves that to the value's first byte.
   The tree is in the record's arena, its places are bytes. NULL if that fails; the cause is
   reported. */
const struct node *zi_json_read(struct record *r);

/* Appends the record as an object in a line, keys in their order. A text of `moves` or `playout` in
   `rewritten` (at != NULL) takes the place of the record's own. What JSON cannot hold is reported
   as a loss. Requires a record that is not broken; r->out_of_memory is set when memory runs out. */
void zi_json_write(struct record *r, const struct text rewritten[KEYS], struct buffer *out);

/* The same of any tree whose places are the record's. */
void zi_json_write_node(struct record *r, const struct node *n, struct buffer *out);
