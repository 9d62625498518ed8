/* Drawing with libzet_draw in a process of its own: cairo, Pango and GLib abort by themselves if
   memory runs out, and that must not take the rest along. */
#pragma once

#include "cli/command.h"

/* Where drawn files go: their bytes, and the end of each. False if that failed, which was
   reported. */
struct drawn_sink {
    bool (*write)(void *context, const char *bytes, size_t size);
    bool (*end_file)(void *context);
    void *context;
};

/* Draws something, with a canvas for PDF and PNG, and returns an exit status. */
typedef int draw_work(void *context, const zet_canvas *canvas, const struct drawn_sink *to);

/* Runs the work in a child process, which loads libzet_draw, and passes what it writes on to the
   sink in this one. Returns the work's status; STATUS_ERROR, after a message, where the library is
   not there or the process failed. Nothing that the work changes in memory is seen here. */
int draw_process_run(draw_work *work, void *context, const struct drawn_sink *to);

/* Whether there is such a library for this program: not where it is one file, or not for this
 * system. */
bool draw_process_exists(void);
