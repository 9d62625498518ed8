/* Lines from a person at a terminal, edited with libedit; elsewhere lines as they come. */
#pragma once

#include <stdbool.h>

#include "cli/line_reader.h"

/* Takes a completion. */
typedef void line_offer(void *to, const char *text);

/* What the editor asks its user for. */
struct line_user {
    void *context;

    /* The text before the line; asked again each second. Valid until the next call. */
    const char *(*prompt)(void *context);

    /* Calls `offer` with each text that the word may become which begins with `word`; `before` is
       the line up to it. */
    void (*complete)(void *context, const char *before, const char *word, line_offer *offer,
                     void *to);
};

/* Whether there is somebody to talk with: standard input and output are a terminal. */
bool line_editor_is_terminal(void);

/* The version of libedit; NULL if lines are not edited. */
const char *line_editor_version(void);

/* There is one at a time. False after a message. `user` must stay. */
bool line_editor_open(const struct line_user *user);
void line_editor_close(void);

/* The next line, terminated and without its end, in *line; valid until the next call. A signal that
   ends the program does so from here, when the terminal is as it was. */
enum line_end line_editor_read(const char **line);
