/* A second sheet of each game, which a task is given beside its stream: what the two sheets agree
   on, where they differ, and which reading the rules allow. */
#pragma once

#include "validators/replay/repairer.h"
#include "validators/tasks/task.h"

enum { SHEETS_MAX = 100000 };

/* The file of the other sheets, its n-th record for the n-th record of each stream. Starts zeroed.
 */
struct other_sheets {
    struct buffer text;
    struct document *at; /* in `text` */
    size_t count, cap;
    bool given;
};

/* Takes a copy of the file. False with *error where that fails, or there was one before. */
bool zi_other_sheets_attach(struct other_sheets *o, struct text text, zet_error *error);
void zi_other_sheets_free(struct other_sheets *o);

/* What one thread needs. Starts zeroed. */
struct two_sheets {
    const struct other_sheets *others; /* not given: the rest is not used */
    struct judge other;
    struct deciphered reading; /* of the other sheet, by what this one says */
    bool read;                 /* to its end */
    struct buffer line;        /* its moves by that */
    const char *why;           /* there is no other sheet to compare with; or NULL */
};

bool zi_two_sheets_open(struct two_sheets *t, const struct other_sheets *others);
void zi_two_sheets_close(struct two_sheets *t);

/* Before p judges the record of that number: its other sheet becomes evidence. False when out of
   memory. */
bool zi_two_sheets_begin(struct two_sheets *t, struct repairer *p, size_t number);

/* After that: says what the sheets differ in. Whether neither is wrong by the rules. */
bool zi_two_sheets_compare(struct two_sheets *t, const struct repairer *p, struct text file,
                           struct buffer *messages);
