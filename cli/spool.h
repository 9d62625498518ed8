/* Files without a name, for text that is read again: under TMPDIR or /tmp. */
#ifndef ZET_CLI_SPOOL_H
#define ZET_CLI_SPOOL_H

#include <stdbool.h>
#include <zet.h>

struct spool {
    int descriptor;
    zet_spool functions;
};

/* Opens the spool and gives it to the task. False, after a message, where that fails. */
bool spool_open(struct spool *s, zet_task *task);
void spool_close(struct spool *s);

/* Such a file: its descriptor, or -1 after a message. */
int spool_file(void);

/* Writes all of it; false with errno. */
bool spool_write(int descriptor, const void *bytes, size_t size);

#endif
