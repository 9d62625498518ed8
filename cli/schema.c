/* The old command that prints the files of schemas/. */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"

#define ASSET(name, ...) static const unsigned char asset_##name[] = {__VA_ARGS__};
#include "cli/schemas.def"
#undef ASSET

static int run(struct invocation *in) {
    static const struct {
        const char *name;
        const unsigned char *at;
        size_t length;
    } schemas[] = {{"record", asset_record, sizeof asset_record},
                   {"findings", asset_findings, sizeof asset_findings},
                   {"settings", asset_settings, sizeof asset_settings}};
    if (in->argument_count == 1)
        for (size_t i = 0; i < sizeof schemas / sizeof *schemas; i++)
            if (!strcmp(in->arguments[0], schemas[i].name)) {
                fwrite(schemas[i].at, 1, schemas[i].length, stdout);
                return command_finish(STATUS_OK);
            }
    return command_error("expected one argument: record, findings or settings");
}

const struct command command_schema = {
    .name = "schema",
    .now = "the files *.schema.json in share/zet",
    .arguments = "NAME",
    .help = "",
    .help_end = "",
    .run = run,
};
