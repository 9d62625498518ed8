/* The commands of the program zet-lsp. */
#include "cli/command.h"

#define COMMANDS(X) X(lsp) X(completion)

#define DECLARE(name) extern const struct command command_##name;
COMMANDS(DECLARE)

#define ITEM(name) &command_##name,
const struct command *const commands[] = {COMMANDS(ITEM) NULL};

#define LINE(name) {NULL, &command_##name},
const struct command_line command_lines[] = {COMMANDS(LINE){NULL, NULL}};
