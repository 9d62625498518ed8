/* Reads lines: at a terminal with libedit, otherwise unedited. */
#pragma once

#include <stdbool.h>

#include "cli/line_reader.h"

/* Receives a completion. */
typedef void line_offer(void *to, const char *text);

/* What the editor asks of its user. */
struct line_user {
    void *context;

    /* The prompt, asked for again each second. Valid until the next call. */
    const char *(*prompt)(void *context);

    /* Calls `offer` with each completion of `word`; `before` is the line up to the word. */
    void (*complete)(void *context, const char *before, const char *word, line_offer *offer,
                     void *to);
};

/* Whether standard input and output are a terminal. */
bool line_editor_is_terminal(void);

/* The version of libedit; NULL if lines are not edited. */
const char *line_editor_version(void);

/* Opens the only line editor. Returns false after a message. `user` must stay valid. */
bool line_editor_open(const struct line_user *user);
void line_editor_close(void);

/* Reads the next line into *line, terminated and without its line end; valid until the next call. A
   signal that ends the program takes effect here, after the terminal is restored. */
enum line_end line_editor_read(const char **line);
