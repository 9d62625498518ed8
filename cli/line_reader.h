/* Lines of a script, as they come from standard input. */
#ifndef ZET_CLI_LINE_READER_H
#define ZET_CLI_LINE_READER_H

#include <stdbool.h>

enum line_end {
    LINE_READ,
    LINE_STOPPED, /* Ctrl-C: the line is given up */
    LINE_BAD,     /* it is too long, or holds a byte 0: the line is given up */
    LINE_NO_ROOM, /* memory has run out for it: the line is given up */
    LINE_ENDED,   /* the input has ended, or Ctrl-D */
    LINE_FAILED   /* reading has failed, with errno */
};

enum { LINE_BYTES_MAX = 64 * 1024 };

/* The next line, terminated and without its end, in *line; valid until the next call. */
enum line_end line_reader_read(const char **line);

/* Whether the next line of a script has been read already, so that nothing is waited for. */
bool line_reader_is_ready(void);

void line_reader_close(void);

#endif
