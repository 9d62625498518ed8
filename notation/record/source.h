/* The bytes of a stream, cut into YAML documents, and the places in them. Constant memory: one
   document and what was read ahead of it. */
#pragma once

#include "notation/base/unicode.h"

/* A longer document is skipped and reported with code `limit`. */
enum { RECORD_BYTES_MAX = 1024 * 1024 };

/* Reads at most `cap` > 0 bytes. 0 at the end, -1 when reading failed. */
typedef long source_reader(void *context, char *to, size_t cap);

/* Of a text in memory: the context is a struct text, of which the rest is left. */
source_reader zi_text_read;

struct source {
    source_reader *read;
    void *context;
    char *buffer;
    size_t cap;        /* bytes of buffer */
    size_t begin, end; /* the bytes not yet handed out */
    size_t line;       /* of the byte at begin, from 1 */
    size_t column;     /* of the same; only _take goes beyond the first */
    uint64_t passed;   /* bytes of the stream before begin */
    bool ended, failed, out_of_memory;
    bool returns;   /* some CR has been read */
    bool after_cr;  /* _take handed out a CR last, so that LF begins no line */
    bool after_end; /* the last document ended with `...` */
    char head[256]; /* the start of a document that was too long */

    /* Set after zi_source_open: every byte of the stream is handed out exactly once, see enum
       piece. The rest is what such a stream is in the middle of. */
    bool pieces;
    bool in_line;     /* of blanks or a comment */
    bool in_document; /* too long, */
    bool whole_line;  /* at the start of a line of it, */
    size_t known;     /* whose first bytes have been looked at, */
    size_t known_lines;

    /* For the format that cuts the stream: a state, 0 at its start; what it keeps of the stream,
       NULL at its start, and who frees that; what the user says of it. */
    uint64_t own;
    void *kept;
    void (*kept_free)(void *kept);
    const void *said;
};

/* What is handed out. Without `pieces` only documents are. With them: what is between two documents
   and before the next one's byte order mark (blank lines, comments, `...`), in parts of at most
   RECORD_BYTES_MAX and a line; and what a document that is too long consists of, after it was
   handed out itself, of which the text is a copy. Elsewhere the text and the mark before it are the
   stream's bytes. */
enum piece { PIECE_DOCUMENT, PIECE_BETWEEN, PIECE_OF_LONG };

/* One YAML document with the comments and directives before it. */
struct document {
    enum piece piece;
    struct text text; /* valid until the next call; where too_long only its first bytes */
    size_t mark;      /* bytes of a byte order mark before the text */
    size_t line;      /* of its first byte, from 1 */
    size_t column;    /* of the same; 0 counts as 1 */
    uint64_t offset;  /* of its first byte in the stream */
    bool too_long;
    const void *kept; /* the source's */
    bool follows;   /* its fate depends on the document before: it is unmarked, or not a document */
    bool unmarked;  /* it comes after a `...` but has no `---`: not YAML, or the rest of a broken
                       document */
    bool after_end; /* it comes after a `...` */
    bool directive; /* it has a directive, so that a document before it must end with `...` */
};

/* For formats that are cut otherwise. _ahead are the bytes that were read but not handed out,
   valid until the next call; _more reads further, false if there is nothing more; _head
   reads until the first HEAD_BYTES are there, which show the format, and has these; _take hands out
   the first `length` of them, which stay valid until the next call, and counts their lines. */
enum { HEAD_BYTES = 4096 };
static inline struct text source_ahead(const struct source *s) {
    return (struct text){s->buffer ? s->buffer + s->begin : "", s->end - s->begin};
}
bool zi_source_more(struct source *s);
struct text zi_source_head(struct source *s);
struct document zi_source_take(struct source *s, size_t length);

void zi_source_open(struct source *s, source_reader *read, void *context);
void zi_source_close(struct source *s);

/* The next document, or false at the end; then `failed` and `out_of_memory` say whether all was
   read. A document ends before a line that begins with `---`, or with a line that begins with
   `...`. Blank lines and comments alone are not a document. A byte order mark before a document is
   omitted. With `pieces` set it hands out pieces (enum piece). */
bool zi_source_next(struct source *s, struct document *out);

/* A place in a document. Moves forward cheaply, so places requested in ascending order cost one
   walk. */
struct place {
    struct text text;
    size_t offset;       /* bytes */
    size_t line, column; /* from 1; columns in characters */
};

/* Line ends are LF, CR LF and CR. */
void zi_place_move(struct place *p, size_t offset);
