#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

enum { PROGRESS_RECORDS = 256 }; /* the clock is asked once for so many */

static bool is_later(const struct timespec *a, const struct timespec *b) {
    return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

struct progress progress_begin(void) {
    struct progress p = {.wanted = isatty(STDERR_FILENO) != 0};
    clock_gettime(CLOCK_MONOTONIC, &p.next);
    p.next.tv_sec++;
    return p;
}

void progress_show(struct progress *p, size_t records, size_t invalid) {
    struct timespec now;
    if (!p->wanted || records % PROGRESS_RECORDS)
        return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!is_later(&now, &p->next))
        return;
    fprintf(stderr, "\r%zu records, %zu invalid", records, invalid);
    p->shown = true;
    p->next = now;
    p->next.tv_nsec += 500000000;
    if (p->next.tv_nsec >= 1000000000) {
        p->next.tv_nsec -= 1000000000;
        p->next.tv_sec++;
    }
}

void progress_end(struct progress *p) {
    if (p->shown)
        fputs("\r\033[K", stderr);
    p->shown = false;
}
