/* Conversion of records, one after the other: a document is read, judged and written. */
#pragma once

#include "validators/formats/formats.h"
#include "validators/replay/formatter.h"

/* In the order of formats.def. */
enum format_number {
#define FORMAT(name) FORMAT_##name,
#include "validators/formats/formats.def"
#undef FORMAT
    FORMATS
};
extern const struct format *const zi_formats[FORMATS];

/* The format of a stream that begins with `head` (struct format). */
const struct format *zi_format_recognise(struct text head);

/* Stays where it is between _open and _close. */
struct converter {
    struct record record; /* the one read last, and its verdict */
    struct verdict verdict;
    struct buffer out; /* what was written of it */

    struct conversion conversion;
    struct format_options options;
    struct grammars grammars;
    struct replay replay;
    const struct format *to;
    struct validator *validator;
    struct observer observer;
    struct formatter formatter;
    struct buffer body;
    bool fault_lost; /* what is after a fault has been reported */
    size_t barren;   /* records read last, of which no way of reading could replay a move */
};

/* False when memory runs out; it must be closed all the same. The texts of
   the options must stay. */
bool zi_converter_open(struct converter *c, const struct format *to,
                       const struct format_options *options);
void zi_converter_close(struct converter *c);

/* Reads a document in the way of that number and judges it, what the moves lose included. False
   if there is no such way (struct format's read). */
bool zi_converter_attempt(struct converter *c, const struct format *from,
                          const struct document *document, unsigned attempt);

/* Reads it in the first way that the rules find valid, else in the one that can be replayed
   furthest. False if it is no record. After BARREN_MAX records of which no move could be
   replayed it does not look for another way where the first one, which fits best, replays no move
   either: the stream is of another format. */
enum { BARREN_MAX = 1000 };
bool zi_converter_read(struct converter *c, const struct format *from,
                       const struct document *document);

/* Makes the record of a stream without any: one finding, so that nothing is silent. */
void zi_converter_read_nothing(struct converter *c);

/* Writes the record to c->out and reports what else is lost; the findings are still to be
   finalized. False if the record cannot be read, or the target cannot hold it. */
bool zi_converter_write(struct converter *c);

/* Whether memory ran out, so that the output is not whole. */
bool zi_converter_failed(const struct converter *c);
