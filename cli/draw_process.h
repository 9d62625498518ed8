/* Drawing with libzet_draw in a process of its own: cairo, Pango and GLib abort by themselves if
   memory runs out, and that must not take the rest along. */
#pragma once

#include <stdbool.h>
#include <zet.h>

/* Draws something, with a canvas for PDF and PNG, and returns an exit status. */
typedef int draw_work(void *context, const zet_canvas *canvas);

/* Runs the work in a child process, which loads libzet_draw. Returns the work's status;
   STATUS_ERROR, after a message, where the library is not there or the process failed. Nothing that
   the work changes in memory is seen here. Signals end the child first, and a fault of the library
   leaves no temporary file. */
int draw_process_run(draw_work *work, void *context);

/* Whether there is such a library for this program: not where it is one file, or not for this
 * system. */
bool draw_process_exists(void);
