#include <stdio.h>

#include "cli/command.h"

static int list(void) {
    const char *name;
    for (size_t i = 0; (name = zet_catalogue_name(ZET_SCHEMAS, NULL, i)); i++)
        printf("%-10s %s\n", name, zet_catalogue_about(ZET_SCHEMAS, NULL, i));
    return command_finish(STATUS_OK);
}

static int run(struct invocation *in) {
    zet_error error = {0};
    if (!in->argument_count)
        return list();
    if (in->argument_count > 1)
        return command_error("expected one argument, the name of a schema");
    zet_output *out = zet_output_new(NULL, NULL);
    bool written = out && zet_schema(in->arguments[0], out, &error) == ZET_OK &&
                   zet_output_flush(out) == ZET_OK;
    if (written)
        fwrite(zet_output_text(out).at, 1, zet_output_text(out).length, stdout);
    zet_output_free(out);
    if (written)
        return command_finish(STATUS_OK);
    return command_error("%s", *error.message ? error.message : "out of memory");
}

const struct command command_schema = {
    .name = "schema",
    .about = "print the JSON Schema of a record, or of the findings for tools",
    .arguments = "[NAME]",
    .help =
        "Print a JSON Schema, which editors and other programs check and complete texts by. It\n"
        "says what the keys of a record can hold, not whether its moves are legal. Without an\n"
        "argument, list the schemas.\n",
    .list_name = "schemas",
    .list = ZET_SCHEMAS,
    .help_end = "exit status: 0 it was printed, 2 there is no such schema.\n",
    .run = run,
};
