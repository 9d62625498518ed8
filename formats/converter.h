/* Converts records, one after another: each document is read, judged and written. */
#pragma once

#include "formats/csv_table.h"
#include "validators/reading/reading.h"
#include "validators/replay/repair.h"

/* In the order of formats.def. */
enum format_number {
#define FORMAT(name) FORMAT_##name,
#include "formats/formats.def"
#undef FORMAT
    FORMATS
};
extern const struct format *const zi_formats[FORMATS];

/* The format of a stream that begins with `head` (struct format). *failed is set when out of
 * memory.
 */
const struct format *zi_format_recognise(struct text head, bool *failed);

/* It must not move between _open and _close. */
struct converter {
    struct record record; /* the last record read, and its verdict */
    struct verdict verdict;
    struct buffer out; /* the record as written */

    struct conversion conversion;
    struct format_options options;
    struct csv_claims claims;
    const struct format *to;
    struct validator *validator;
    struct observer observer;
    struct formatter formatter;
    struct buffer body;
    bool moves_only; /* the target needs see_move only */
    bool fault_lost; /* the loss after a fault has been reported */
    size_t barren;   /* number of latest records of which no attempt could replay a move */
    struct reading_purse purse; /* of the stream */
};

/* False when memory runs out; it must be closed nevertheless. The texts of the options must outlive
   it. */
bool zi_converter_open(struct converter *c, const struct format *to,
                       const struct format_options *options);
void zi_converter_close(struct converter *c);

/* Call before a stream of another format than zet's. */
void zi_converter_begin(struct converter *c);

/* Reads a document with attempt number `attempt` and judges it, including losses of the moves.
   Returns false if there is no such attempt (struct format's read). */
bool zi_converter_attempt(struct converter *c, const struct format *from,
                          const struct document *document, unsigned attempt);

/* Reads it with the first attempt that is valid by the rules, or else with the one that can be
   replayed furthest. Returns false if it is not a record. After BARREN_MAX records without a
   replayed move, the stream is probably of another format: then, if the first attempt, which fits
   best, replays no move, no others are tried. */
enum { BARREN_MAX = 100 };
bool zi_converter_read(struct converter *c, const struct format *from,
                       const struct document *document);

/* Makes the record of an empty stream, with one finding, so that the failure is not silent. */
void zi_converter_read_nothing(struct converter *c);

/* Writes the record to c->out and reports other losses; the caller finalizes the findings. Returns
   false if the record cannot be read, or the target cannot represent it. */
bool zi_converter_write(struct converter *c);

/* Whether memory ran out, so that the output is incomplete. */
bool zi_converter_failed(const struct converter *c);
