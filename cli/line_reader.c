#include "cli/line_reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/list.h"

static struct {
    char *line;
    size_t cap;
    char room[256 * 1024]; /* `at` to `filled` are unread */
    size_t at, filled;
    bool failed;
} in;

/* Reads available bytes into the buffer. Returns false at the end of the input or on failure. */
static bool read_more(void) {
    ssize_t n;
    do
        n = read(STDIN_FILENO, in.room, sizeof in.room);
    while (n < 0 && errno == EINTR);
    in.at = 0;
    in.filled = n > 0 ? (size_t)n : 0;
    in.failed = n < 0;
    return n > 0;
}

static int next_byte(void) {
    return in.at < in.filled || read_more() ? (unsigned char)in.room[in.at++] : EOF;
}

bool line_reader_is_ready(void) { return memchr(in.room + in.at, '\n', in.filled - in.at) != NULL; }

enum line_end line_reader_read(const char **line) {
    size_t length = 0;
    int c;
    bool bad = false, no_room = false, any = false;
    while ((c = next_byte()) != EOF && c != '\n') {
        any = true;
        bad |= c == 0 || length >= LINE_BYTES_MAX;
        if (bad)
            continue;
        bad = no_room = !list_reserve(&in.line, &in.cap, length + 2, 1);
        if (!bad)
            in.line[length++] = (char)c;
    }
    if (c == EOF && in.failed)
        return LINE_FAILED;
    if (c == EOF && !any)
        return LINE_ENDED;
    if (bad)
        return no_room ? LINE_NO_ROOM : LINE_BAD;
    if (length && in.line[length - 1] == '\r')
        length--;
    if (length)
        in.line[length] = '\0';
    *line = length ? in.line : "";
    return LINE_READ;
}

void line_reader_close(void) {
    free(in.line);
    memset(&in, 0, sizeof in);
}
