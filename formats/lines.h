/* Functions shared by the formats whose documents are lines. */
#pragma once

#include "formats/formats.h"

/* The end of the line that begins `from` bytes ahead, its line end (LF, CR LF or CR) included;
   `from` at the end of the stream. A line longer than RECORD_BYTES_MAX is returned in pieces. */
size_t zi_line_end(struct source *s, size_t from);

/* Drops `length` bytes and the rest of the line in which they end. Unless *out is already an
   overlong document, it becomes one that begins with them. */
void zi_line_drop(struct source *s, size_t length, struct document *out);

/* The length of the byte order mark at the start of text at this offset of the stream. */
size_t zi_line_mark(struct text t, uint64_t offset);

/* Removes it from the document. */
void zi_line_unmark(struct document *d);

/* Cuts off the next nonblank line. */
bool zi_line_next(struct source *s, struct document *out);

/* The document without blanks and line ends at both ends. */
struct text zi_line_body(const struct document *document);

/* Whether the document is UTF-8 and not too long. */
bool zi_line_is_text(const struct document *document);

/* Begins a record whose spans count bytes. Returns false if the document is not text; then the
   record has a finding. */
bool zi_line_begin(struct record *r, const struct document *document);

/* The same for a document for which zi_line_is_text is true. */
void zi_line_begin_text(struct record *r, const struct document *document);

/* Replaces typographic spaces and hyphens by plain ones, and removes zero-width characters, except
   in comments in braces. Each line keeps its length: it is padded with blanks. */
void zi_line_plain(char *text, size_t length);
