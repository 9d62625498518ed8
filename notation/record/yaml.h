/* YAML, to and from a tree. The implementation of this header is the only user of libyaml. */
#pragma once

#include "notation/base/buffer.h"
#include "notation/record/record.h"

/* Reads the record's document, which is valid UTF-8, into a tree in its arena, and sets where
   the record starts in it. NULL if that fails; the cause is reported. */
const struct node *zi_yaml_read(struct record *r);

/* What a document is that has no record. */
enum side_kind { SIDE_NONE, SIDE_NAMES, SIDE_TOURNAMENT };

/* By the beginning of a text, which may break off. *failed is set when memory runs out. */
enum side_kind zi_yaml_side_kind(struct text head, bool *failed);

/* Characters in a line of the canonical form, and those available to a text of moves. */
enum { CANONICAL_WIDTH = 80, CANONICAL_TEXT_WIDTH = CANONICAL_WIDTH - 2 };

/* Appends the record in its canonical form, from `---` to a line end: ordered keys, nested
   collections on one line if they fit and otherwise in blocks; its YAML comments stay with their
   keys. A text of `moves` or `playout` in `rewritten` (at != NULL), lines without the last line
   end, takes the place of the record's own. What is longer than RECORD_BYTES_MAX may break off
   after that. Requires a record that is not broken; r->out_of_memory is set when memory runs out.
 */
void zi_yaml_write(struct record *r, const struct text rewritten[KEYS], struct buffer *out);

/* Appends a text as a scalar on one line, plain where that is still a text; with `flow` so that it
   can stand in brackets. out->failed is set when memory runs out. */
void zi_yaml_text(struct buffer *out, struct text t, bool flow);

/* Whether the text can be a literal block: lines of printable characters, the first of which shows
   the indentation. */
bool zi_yaml_is_literal(struct text t);
