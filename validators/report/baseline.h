/* A baseline: findings that are known, so that only new ones are shown. */
#ifndef ZET_VALIDATORS_REPORT_BASELINE_H
#define ZET_VALIDATORS_REPORT_BASELINE_H

#include "notation/base/map.h"
#include "validators/api/error.h"
#include "validators/archive/row.h"
#include "validators/report/report.h"

/* Findings are known by their record, their code and their text, wherever they are; of those that
   have all in common a record may have as many as it had. Starts zeroed. */
struct baseline {
    struct map keys; /* lines of the file without their counts */
    uint32_t *count; /* of each, the most that one record had */
    size_t cap;
};

void zet_baseline_free(struct baseline *b);

/* Reads a baseline. False with *error where it is none, or out of memory. */
bool zet_baseline_read(struct baseline *b, struct text name, struct text text, zet_error *error);

/* The findings of one record that have been looked at: a thread needs one, which starts zeroed. */
struct baseline_record {
    struct buffer front, key;
    struct map keys; /* of them, */
    uint32_t *count; /* and how many there were */
    size_t cap;
    bool failed; /* out of memory */
};

void zet_baseline_record_free(struct baseline_record *b);

/* Takes the known findings out of the record that was finalized; r->findings.has_error stays.
   Returns how many there were. */
size_t zet_baseline_hide(const struct baseline *known, struct baseline_record *b, struct record *r,
                         const struct report *report);

/* Rows of the findings of the level; adding them; and all as a file: the same whatever the order
   they came in. False when out of memory. */
void zet_baseline_rows(struct baseline_record *b, const struct report *report, struct buffer *rows);
bool zet_baseline_add(struct baseline *b, struct row_reader *rows);
bool zet_baseline_write(const struct baseline *b, struct buffer *out);

#endif
