#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/command.h"

enum { PROGRESS_RECORDS = 256 }; /* the clock is asked once for so many */

static bool is_later(const struct timespec *a, const struct timespec *b) {
    return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

struct progress progress_begin(void) {
    struct progress p = {.wanted = command_has_terminal(STDERR_FILENO)};
    clock_gettime(CLOCK_MONOTONIC, &p.next);
    p.next.tv_sec++;
    return p;
}

bool progress_show(void *context, const zet_task *task) {
    struct progress *p = context;
    struct timespec now;
    unsigned long long records = zet_task_count(task, ZET_COUNT_RECORDS);
    unsigned long long invalid = zet_task_count(task, ZET_COUNT_INVALID);
    if (!p->wanted || records % PROGRESS_RECORDS)
        return true;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!is_later(&now, &p->next))
        return true;
    fprintf(stderr, "\r%llu records, %llu invalid", records, invalid);
    p->shown = true;
    p->next = now;
    p->next.tv_nsec += 500000000;
    if (p->next.tv_nsec >= 1000000000) {
        p->next.tv_nsec -= 1000000000;
        p->next.tv_sec++;
    }
    return true;
}

void progress_end(struct progress *p) {
    if (p->shown)
        fputs("\r\033[K", stderr);
    p->shown = false;
}

bool progress_write_stdout(void *context, const char *bytes, size_t size) {
    progress_end(context);
    return fwrite(bytes, 1, size, stdout) == size;
}

bool progress_write_stderr(void *context, const char *bytes, size_t size) {
    progress_end(context);
    fwrite(bytes, 1, size, stderr); /* there is no place to report a failure */
    return true;
}
