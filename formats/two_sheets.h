/* A second sheet of each game, given to a task in addition to its stream: where the two agree,
 * where they differ, and which reading the rules allow. */
#pragma once

#include "validators/api/judging.h"
#include "validators/reading/repairer.h"

enum { SHEETS_MAX = 100000 };

/* The file of other sheets: its n-th record belongs to the n-th record of each stream. Starts
 * zeroed. */
struct other_sheets {
    struct buffer text;
    struct document *at; /* in `text` */
    size_t count, cap;
    bool given;
};

/* Copies the file. False with *error if that fails, or if there is one already. */
bool zi_other_sheets_attach(struct other_sheets *o, struct text text, zet_error *error);
void zi_other_sheets_free(struct other_sheets *o);

/* The state of one thread. Starts zeroed. */
struct two_sheets {
    const struct other_sheets *others; /* if not given, the rest is unused */
    struct judge other;
    struct reading reading; /* of the other sheet, with this one as evidence */
    bool read;              /* to its end */
    struct buffer line;     /* its moves in that reading */
    const char *why;        /* why there is no other sheet to compare with; or NULL */
};

bool zi_two_sheets_open(struct two_sheets *t, const struct other_sheets *others);
void zi_two_sheets_close(struct two_sheets *t);

/* Call before p judges that record: makes its other sheet evidence. False when out of memory. */
bool zi_two_sheets_begin(struct two_sheets *t, struct repairer *p, size_t number);

/* Call after that: reports differences. Returns whether the sheets differ or cannot be compared. */
bool zi_two_sheets_compare(struct two_sheets *t, const struct repairer *p, struct text file,
                           struct buffer *messages);
