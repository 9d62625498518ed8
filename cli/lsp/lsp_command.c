#include <unistd.h>

#include "cli/command.h"
#include "cli/lsp/server.h"

static int serve_editor(struct invocation *in) {
    if (in->argument_count)
        return command_error("unexpected argument `%s`", in->arguments[0]);
    return server_run(STDIN_FILENO, STDOUT_FILENO);
}

const struct command command_lsp = {
    .name = "lsp",
    .about = ABOUT_LSP,
    .arguments = "",
    .help = "A language server for records: the language server protocol on standard input and\n"
            "standard output. Editors start it.\n",
    .help_end = "exit status: 0 the editor has ended it, 2 the connection broke.\n",
    .run = serve_editor,
};
