/* Score sheets as text: header lines, then moves, one game after another. */
#pragma once

#include "formats/formats.h"

/* Whether a stream that begins so is a sheet: lines of text and then moves, without what makes it
   YAML. *failed is set when out of memory. */
bool zi_sheet_recognise(struct text head, bool *failed);

/* Whether the stream is a sheet, which is seen by its first lines: the first one is not moves, or
   the second one continues with the game of the first. */
bool zi_sheet_is_here(struct source *s);

/* Makes a stream of which nothing is kept a sheet. False if memory runs out. */
bool zi_sheet_begin(struct source *s);

/* Whether a stream or a document keeps what sheets do. */
static inline bool kept_of_sheet(const void *kept) { return kept && *(const bool *)kept; }

/* Cuts the next game off; it must be of such a stream. */
bool zi_sheet_next(struct source *s, struct document *out);

/* As in struct format. */
bool zi_sheet_read(struct record *r, const struct document *document,
                   const struct format_options *options, unsigned attempt);

/* Makes the document one of a sheet, for zi_format_text. */
void zi_sheet_take(struct document *d);
