/* How far a long run is: a line on standard error, where that is a terminal. */
#ifndef ZET_CLI_PROGRESS_H
#define ZET_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

struct progress {
    bool wanted; /* stderr is a terminal */
    bool shown;  /* a line is there */
    struct timespec next;
};

struct progress progress_begin(void);

/* After each record. Shows the numbers twice a second, once a run has taken more than a moment. */
void progress_show(struct progress *p, size_t records, size_t invalid);

/* Takes the line away, before anything else is written there. */
void progress_end(struct progress *p);

#endif
