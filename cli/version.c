#include <stdio.h>

#include "cli/command.h"
#include "cli/rsvg.h"

int command_version(void) {
    const char *name;
    printf("zet %s\n\nbuilt with:\n", zet_version());
    for (size_t i = 0; (name = zet_catalogue_name(ZET_CATALOGUE_LIBRARIES, NULL, i)); i++)
        printf("  %s %s\n", name, zet_catalogue_about(ZET_CATALOGUE_LIBRARIES, NULL, i));
    if (!rsvg_exists())
        puts("\nwithout: drawing to PDF and PNG");
    return command_finish(STATUS_OK);
}
