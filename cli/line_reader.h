/* Reads lines of a script from standard input. */
#ifndef ZET_CLI_LINE_READER_H
#define ZET_CLI_LINE_READER_H

#include <stdbool.h>

enum line_end {
    LINE_READ,
    LINE_STOPPED, /* Ctrl-C: the line is discarded */
    LINE_BAD,     /* it is too long or contains a byte 0: the line is discarded */
    LINE_NO_ROOM, /* out of memory: the line is discarded */
    LINE_ENDED,   /* the input has ended, or Ctrl-D was pressed */
    LINE_FAILED   /* reading failed, with errno */
};

enum { LINE_BYTES_MAX = 64 * 1024 };

/* Reads the next line into *line, terminated, without its line end. Valid until the next call. */
enum line_end line_reader_read(const char **line);

/* Whether the next line of a script is already in memory, so that reading does not block. */
bool line_reader_is_ready(void);

void line_reader_close(void);

#endif
