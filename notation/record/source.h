/* The bytes of a stream, split into YAML documents, and places in them. Uses constant memory: one
   document and the data read ahead. */
#pragma once

#include "notation/base/unicode.h"

/* Longer documents are skipped and reported with code `limit`. */
enum { RECORD_BYTES_MAX = 1024 * 1024 };

/* Reads at most `cap` > 0 bytes. Returns 0 at the end, -1 on failure. */
typedef long source_reader(void *context, char *to, size_t cap);

/* Reads a text in memory: the context is a struct text, reduced to the unread rest. */
source_reader zi_text_read;

struct source {
    source_reader *read;
    void *context;
    char *buffer;
    size_t cap;        /* bytes of buffer */
    size_t begin, end; /* the bytes not yet returned */
    size_t line;       /* of the byte at begin, from 1 */
    size_t column;     /* of the same byte; exceeds 1 only after _take */
    uint64_t passed;   /* bytes of the stream before begin */
    bool ended, failed, out_of_memory;
    bool returns;   /* a CR has been read */
    bool after_cr;  /* the last byte from _take was a CR, so LF does not begin a line */
    bool after_end; /* the last document ended with `...` */
    char head[256]; /* the start of a document that was too long */

    /* Set after zi_source_open: every byte of the stream is returned exactly once, see enum piece.
       The others describe the current position in such a stream. */
    bool pieces;
    bool in_line;     /* in a line of blanks or a comment */
    bool in_document; /* in a document that is too long */
    bool whole_line;  /* at the start of a line of it */
    size_t known;     /* length of its start, already scanned */
    size_t known_lines;

    /* For the format that splits the stream: its state, initially 0; its data about the stream,
       initially NULL, and the function that frees it; the user's settings. */
    struct {
        char closer; /* in JSON, the end of the collection that was entered; or 0 */
        unsigned char place;
    } own;
    void *kept;
    void (*kept_free)(void *kept);
    const void *said;
};

/* The piece returned. Without `pieces` they are all documents. With it: text between two documents
   and before the next one's byte order mark (blank lines, comments, `...`), in parts of at most
   RECORD_BYTES_MAX and a line; and the content of a document that is too long, after the document
   itself, whose text is a copy. For others the text and the mark before it are the stream's
   bytes. */
enum piece { PIECE_DOCUMENT, PIECE_BETWEEN, PIECE_OF_LONG };

/* A YAML document with the comments and directives before it. */
struct document {
    enum piece piece;
    struct text text; /* valid until the next call; only its first bytes if too_long */
    size_t mark;      /* bytes of the byte order mark before the text */
    size_t line;      /* of its first byte, from 1 */
    size_t column;    /* of that byte; 0 means 1 */
    uint64_t offset;  /* of its first byte in the stream */
    bool too_long;
    const void *kept; /* of the source */
    bool follows;     /* it depends on the document before: it is unmarked, or not a document */
    bool unmarked;    /* it follows a `...` without a `---`: not YAML, or the rest of a broken
                         document */
    bool after_end;   /* it follows a `...` */
    bool directive;   /* it has a directive, so the document before it must end with `...` */
};

/* For formats with other separators. _ahead returns the bytes read but not yet returned, valid
   until the next call; _more reads more, false at the end; _head reads until HEAD_BYTES are
   available, which identify the format, and returns them; _take returns the first `length` of them,
   valid until the next call, and counts their lines. */
enum { HEAD_BYTES = 4096 };
static inline struct text source_ahead(const struct source *s) {
    return (struct text){s->buffer ? s->buffer + s->begin : "", s->end - s->begin};
}
bool zi_source_more(struct source *s);
struct text zi_source_head(struct source *s);
struct document zi_source_take(struct source *s, size_t length);

void zi_source_open(struct source *s, source_reader *read, void *context);
void zi_source_close(struct source *s);

/* Returns the next document, or false at the end; `failed` and `out_of_memory` then say whether
   everything was read. A document ends before a line that begins with `---`, or with a line that
   begins with `...`. Blank lines and comments alone are not a document. A byte order mark before a
   document is omitted. With `pieces` set it returns pieces (enum piece). */
bool zi_source_next(struct source *s, struct document *out);

/* A place in a document. It moves forward cheaply: places requested in ascending order take one
   pass. */
struct place {
    struct text text;
    size_t offset;       /* bytes */
    size_t line, column; /* from 1; columns in characters */
};

/* Line ends are LF, CR LF and CR. */
void zi_place_move(struct place *p, size_t offset);
