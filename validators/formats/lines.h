/* What the formats share whose documents are lines. */
#pragma once

#include "validators/formats/formats.h"

/* Where the line ends that begins `from` bytes ahead, its line end (LF, CR LF or CR) included;
   `from` at the end of the stream. A line of more than RECORD_BYTES_MAX comes in pieces. */
size_t zi_line_end(struct source *s, size_t from);

/* Drops `length` bytes, and what is left of the line that they end in. Unless it is one already,
 *out becomes the document, too long, that begins with them. */
void zi_line_drop(struct source *s, size_t length, struct document *out);

/* The length of the byte order mark at the front of what is at this offset of the stream. */
size_t zi_line_mark(struct text t, uint64_t offset);

/* Leaves it out of the document. */
void zi_line_unmark(struct document *d);

/* Cuts the next line off that is not blank. */
bool zi_line_next(struct source *s, struct document *out);

/* The document without blanks and line ends at both ends. */
struct text zi_line_body(const struct document *document);

/* Whether the document is UTF-8 and not too long. */
bool zi_line_is_text(const struct document *document);

/* Begins a record whose spans count bytes. False if the document is no text: then the record
   says why. */
bool zi_line_begin(struct record *r, const struct document *document);

/* The same for a document that zi_line_is_text is true of. */
void zi_line_begin_text(struct record *r, const struct document *document);

/* Puts plain signs in place of the blanks and hyphens of typesetting, and leaves out signs without
   width, except in comments in braces. Each line keeps its length: blanks fill it. */
void zi_line_plain(char *text, size_t length);
