/* A file without a name as the spool of a task. */
#ifndef ZET_CLI_SPOOL_H
#define ZET_CLI_SPOOL_H

#include <zet.h>

struct spool {
    int descriptor;
    zet_spool functions;
};

/* Opens the spool and gives it to the task. False, after a message, where that fails. */
bool spool_open(struct spool *s, zet_task *task);
void spool_close(struct spool *s);

#endif
