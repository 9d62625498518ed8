/* For systems without libedit: the terminal edits the line. */
#include "cli/line_editor.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/line_reader.h"

static const struct line_user *user;

bool line_editor_is_terminal(void) { return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO); }

const char *line_editor_version(void) { return NULL; }

bool line_editor_open(const struct line_user *its_user) {
    user = line_editor_is_terminal() ? its_user : NULL;
    return true;
}

void line_editor_close(void) { line_reader_close(); }

enum line_end line_editor_read(const char **line) {
    if (user)
        fputs(user->prompt(user->context), stdout);
    fflush(stdout);
    return line_reader_read(line);
}
