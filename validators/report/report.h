/* Reports of one record: for people, and for machines. */
#ifndef ZET_VALIDATORS_REPORT_REPORT_H
#define ZET_VALIDATORS_REPORT_REPORT_H

#include "notation/base/buffer.h"
#include "validators/replay/validate.h"

/* A record that was judged and finalized. */
struct report {
    struct text file; /* the name of its stream */
    size_t number;    /* of the record in it, from 1 */
    const struct record *record;
    const struct verdict *verdict;
};

/* One object and a line end (NOTATION.md, the report). */
void zet_report_json(struct buffer *out, const struct report *report);

/* All findings with their lines, and the board at the first illegal move; with terminal colors
   on request. */
void zet_report_text(struct buffer *out, const struct report *report, bool color);

/* In a line the first error of a record that is not valid, and what becomes of the record: `is left
   out`. */
void zet_report_invalid(struct buffer *out, const struct report *report, const char *fate);

#endif
