/* Documents of other streams put together to one. */
#ifndef ZET_VALIDATORS_ARCHIVE_DOCUMENT_STREAM_H
#define ZET_VALIDATORS_ARCHIVE_DOCUMENT_STREAM_H

#include "notation/base/buffer.h"

/* The documents so far. Starts zeroed. */
struct document_stream {
    bool any;
    bool ended;      /* the last document ended with `...` */
    bool line_ended; /* the last byte was a line end */
    bool cr_lf;      /* the last line end was CR LF */
};

/* Appends the markers that a document needs there, which begins with that text; and then its bytes,
   or any others, as they are. */
void zet_document_stream_begin(struct document_stream *s, struct text document, bool unmarked,
                               struct buffer *out);
void zet_document_stream_bytes(struct document_stream *s, struct text bytes, struct buffer *out);

/* Appends a document to `out` as one of a stream of YAML documents: its bytes, and before them the
   markers that it needs there. `unmarked` is that of struct document. */
void zet_document_stream_add(struct document_stream *s, struct text document, bool unmarked,
                             struct buffer *out);

#endif
