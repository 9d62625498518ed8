/* Reading and judging the records of a stream, one after the other. */
#ifndef ZET_VALIDATORS_REPLAY_JUDGE_H
#define ZET_VALIDATORS_REPLAY_JUDGE_H

#include "validators/replay/validate.h"

/* What one thread needs. It stays where it is between _open and _close. */
struct judge {
    struct validator *validator;
    struct record record; /* the one read last, and its verdict */
    struct verdict verdict;
};

/* False where memory runs out; it must be closed all the same. */
bool zet_judge_open(struct judge *j, const struct observer *observer);
void zet_judge_close(struct judge *j);

/* Reads and judges the record of a YAML document; its findings are still to be finalized. False
   where the document is only the rest of a broken record. j->record.out_of_memory is set where
   memory runs out. */
bool zet_judge_read(struct judge *j, const struct document *document);

/* Makes the record of a stream that has none: one finding says so. */
void zet_judge_empty(struct judge *j);

#endif
