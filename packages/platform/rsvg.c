/* For systems on which the program cannot start another one. */
#include "cli/rsvg.h"

#include "cli/command.h"

bool rsvg_exists(void) { return false; }

bool svg_pages_write(struct svg_pages *pages, const char *bytes, size_t size) {
    (void)pages, (void)bytes, (void)size;
    command_error("this zet cannot make PDF and PNG, because it cannot start rsvg-convert; draw "
                  "SVG, of which rsvg-convert makes them");
    return false;
}

bool svg_pages_end(struct svg_pages *pages) { return !pages->begun; }

bool svg_pages_convert(struct svg_pages *pages, const char *format, zet_write_function *write,
                       void *to) {
    (void)format, (void)write, (void)to;
    return !pages->count;
}

void svg_pages_free(struct svg_pages *pages) { (void)pages; }
