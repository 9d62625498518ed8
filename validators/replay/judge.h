/* Reading and judging the records of a stream, one after the other. */
#pragma once

#include "validators/replay/validate.h"

/* What one thread needs. It must not move between _open and _close. */
struct judge {
    struct validator *validator;
    struct record record; /* the last record read, and its verdict */
    struct verdict verdict;
};

/* False when out of memory; it must be closed nevertheless. */
bool zi_judge_open(struct judge *j, const struct observer *observer);
void zi_judge_close(struct judge *j);

/* Reads and judges the record of a YAML document; its findings are still to be finalized. False
   if the document is only the rest of a broken record. j->record.out_of_memory is set when out of
   memory. */
bool zi_judge_read(struct judge *j, const struct document *document);

/* Makes the record that represents a stream without records: one finding says so. */
void zi_judge_empty(struct judge *j);
