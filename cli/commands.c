#include "cli/command.h"

#define GROUP(about)
#define COMMAND(name) extern const struct command command_##name;
#include "cli/commands.def"
#undef COMMAND

#define COMMAND(name) &command_##name,
const struct command *const commands[] = {
#include "cli/commands.def"
    NULL};
#undef COMMAND
#undef GROUP

#define GROUP(about) {about, NULL},
#define COMMAND(name) {NULL, &command_##name},
const struct command_line command_lines[] = {
#include "cli/commands.def"
    {NULL, NULL}};
