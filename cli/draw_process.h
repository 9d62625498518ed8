/* Runs libzet_draw in a separate process: cairo, Pango and GLib abort when memory runs out, and
   that must not end the main program. */
#pragma once

#include <stdbool.h>
#include <zet.h>

/* Draws something, on a canvas for PDF and PNG. Returns an exit status. */
typedef int draw_work(void *context, const zet_canvas *canvas);

/* Runs the work in a child process, which loads libzet_draw. Returns the work's status, or
   STATUS_ERROR after a message if the library is missing or the process failed. The parent does not
   see memory changes of the work. Signals end the child first, and a crash of the library leaves no
   temporary file. */
int draw_process_run(draw_work *work, void *context);

/* Whether this build can have the library: single-file builds and some systems cannot. */
bool draw_process_exists(void);
