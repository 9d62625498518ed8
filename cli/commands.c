#include "cli/command.h"

#define GROUP(about)
#define COMMAND(name) extern const struct command command_##name;
#define OLD_COMMAND(name) COMMAND(name)
#include "cli/commands.def"
#undef COMMAND
#undef OLD_COMMAND

#define COMMAND(name) &command_##name,
#define OLD_COMMAND(name)
const struct command *const commands[] = {
#include "cli/commands.def"
    NULL};
#undef COMMAND
#undef OLD_COMMAND

#define COMMAND(name)
#define OLD_COMMAND(name) &command_##name,
const struct command *const old_commands[] = {
#include "cli/commands.def"
    NULL};
#undef GROUP
#undef COMMAND
#undef OLD_COMMAND

#define GROUP(about) {about, NULL},
#define COMMAND(name) {NULL, &command_##name},
#define OLD_COMMAND(name)
const struct command_line command_lines[] = {
#include "cli/commands.def"
    {NULL, NULL}};
