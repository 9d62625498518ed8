/* YAML, to and from a tree. Only its implementation uses libyaml. */
#pragma once

#include "notation/base/buffer.h"
#include "notation/record/record.h"

/* Reads the record's document, which is valid UTF-8, into a tree in its arena, and sets where the
   record starts in it. NULL on failure, with the cause reported. */
const struct node *zi_yaml_read(struct record *r);

/* The kind of a document without a record. */
enum side_kind { SIDE_NONE, SIDE_NAMES, SIDE_TOURNAMENT };

/* Judges by the beginning of a text, which may be incomplete. Sets *failed when out of memory. */
enum side_kind zi_yaml_side_kind(struct text head, bool *failed);

/* Characters per line of the canonical form, and those available to a text of moves. */
enum { CANONICAL_WIDTH = 80, CANONICAL_TEXT_WIDTH = CANONICAL_WIDTH - 2 };

/* Appends the record in canonical form, from `---` to a line end: ordered keys, nested collections
   on one line if they fit and otherwise in blocks; YAML comments stay with their keys. A text of
   `moves` or `playout` in `rewritten` (at != NULL), lines without the last line end, replaces the
   record's own. Output may stop anywhere after RECORD_BYTES_MAX. Requires a record that is not
   broken; sets r->out_of_memory when out of memory. */
void zi_yaml_write(struct record *r, const struct text rewritten[KEYS], struct buffer *out);

/* Appends a text as a one-line scalar, plain if that is still a text; `flow`: it must be valid in
   brackets. Sets out->failed when out of memory. */
void zi_yaml_text(struct buffer *out, struct text t, bool flow);

/* Whether the text can be a literal block: printable lines, the first of which shows the
   indentation. */
bool zi_yaml_is_literal(struct text t);

/* Slips that make a record invalid YAML although the intent is clear: each with an edit that fixes
 * it. */

/* Replaces bytes of the document by a text. */
struct yaml_slip {
    size_t at, end;
    struct text with;
    const char *was;  /* static: the fault */
    const char *what; /* static: the remedy; NULL: the parser's message for that line is better */
};

/* At most FINDINGS_MAX, in order of position; empty if there are more. */
struct yaml_slips {
    const struct yaml_slip *at; /* in the record's arena */
    size_t count;
};

/* Finds the slips of a valid UTF-8 document from its lines alone; the caller must check that the
   edited text is readable. Sets r->out_of_memory when out of memory. */
struct yaml_slips zi_yaml_slips(struct record *r);
