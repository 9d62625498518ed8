/* For programs that cannot load the library for PDF and PNG. */
#include "cli/draw_process.h"

#include "cli/command.h"

bool draw_process_exists(void) { return false; }

int draw_process_run(draw_work *work, void *context) {
    (void)work, (void)context;
    return command_error("this zet cannot draw PDF and PNG: they are drawn by a library that it "
                         "cannot load; SVG, TikZ and pages need none");
}
