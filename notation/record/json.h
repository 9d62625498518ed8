/* JSON, to and from a tree. */
#pragma once

#include "notation/base/json_out.h"
#include "notation/record/record.h"

/* Longer values in a stream are skipped and reported with code `limit`. */
enum { JSON_BYTES_MAX = 16 * 1024 * 1024 };

/* Returns the next value of a stream of JSON values, with or without blanks between them. Returns
   each item of an array and, with `by_name`, each member, with its key, of an object whose first
   value is an object and whose first key is neither `header` nor `game`. False at the end. Text
   that is not JSON is returned unchanged, so reading it fails: a broken value extends up to where
   its brackets close or to the first line that begins with `{`, whichever comes first. If a comma
   or a closing bracket is missing between values, an empty document is returned. */
bool zi_json_next(struct source *s, struct document *out, bool by_name);

/* If the record's document is a member of an object, returns its key and sets r->start_offset to
   its value; else NULL. */
struct node *zi_json_name(struct record *r);

/* Reads the record's document from r->start_offset on, and moves that to the value's first byte.
   The tree is in the record's arena; its spans count bytes. NULL on failure, with the cause
   reported. */
const struct node *zi_json_read(struct record *r);

/* What the whole text is. TOO_LARGE: an integer of more than 64 bits, or a real that no double
 * holds.
 */
enum json_number { JSON_NO_NUMBER, JSON_INTEGER, JSON_REAL, JSON_TOO_LARGE };
enum json_number zi_json_number(struct text t);

/* Appends the record as a one-line object, with its keys in order. A text of `moves` or `playout`
   in `rewritten` (at != NULL) replaces the record's own. Data that JSON cannot express is reported
   as a loss. Requires a record that is not broken; sets r->out_of_memory when out of memory. */
void zi_json_write(struct record *r, const struct text rewritten[KEYS], struct buffer *out);

/* The same for any tree whose spans refer to the record. */
void zi_json_write_node(struct record *r, const struct node *n, struct buffer *out);
