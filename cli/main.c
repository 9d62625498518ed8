#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"

static void print_usage(FILE *out) {
    fputs("usage: zet COMMAND [OPTION]... [ARGUMENT]...\n"
          "\n"
          "Check, convert, draw and count game records of Hogga, Halma, Akron and HusBao.\n",
          out);
    for (const struct command_line *l = command_lines; l->heading || l->command; l++)
        if (l->heading)
            fprintf(out, "\n%s\n", l->heading);
        else
            fprintf(out, "  %-10s %s\n", l->command->name, l->command->about);
    fputs("\n`zet help COMMAND` describes a command. `zet --version` prints the version.\n", out);
}

static int help_of(const struct command *command) {
    char name[32], option[] = "--help", *arguments[] = {NULL, name, option, NULL};
    if (!command->program)
        return command_help(command);
    snprintf(name, sizeof name, "%s", command->name);
    return command->replace(command->program, arguments);
}

/* `zet help [COMMAND]` */
static int help(int argc, char **argv) {
    if (argc > 1)
        return command_error("help: unexpected argument `%s`", argv[1]);
    if (argc == 1) {
        const struct command *command = command_named(argv[0]);
        return command ? help_of(command) : STATUS_ERROR;
    }
    print_usage(stdout);
    command_print_options("options of all commands", command_all_options);
    command_print_options("options of the commands that read files", command_file_options);
    printf("\n%s", command_files_help);
    command_print_options("options of the commands that write a result", command_output_options);
    return command_finish(STATUS_OK);
}

/* Makes sure that descriptors 0 to 2 are open, so that files opened later do not take their
   numbers. A closed stream then reads as empty, and cannot be written. */
static bool open_descriptors(void) {
    int descriptor;
    do
        descriptor = open("/dev/null", O_RDONLY);
    while (descriptor >= 0 && descriptor <= STDERR_FILENO);
    if (descriptor >= 0) {
        close(descriptor); /* no data can be lost there */
        return true;
    }
    command_error("/dev/null: %s", strerror(errno)); /* printed only if stderr is open */
    return false;
}

/* Large blocks are returned to the system when freed and grow without being copied. Otherwise glibc
   keeps the holes of grown buffers. Allocations per record are smaller. */
static void return_large_blocks(void) {
#ifdef M_MMAP_THRESHOLD
    mallopt(M_MMAP_THRESHOLD, 1024 * 1024);
#endif
}

int main(int argc, char **argv) {
    return_large_blocks();
    signal(SIGXFSZ, SIG_IGN); /* writing then fails with a message instead */
    if (!open_descriptors())
        return STATUS_ERROR;
    if (argc < 2) {
        print_usage(stderr);
        return STATUS_ERROR;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help"))
        return help(argc - 2, argv + 2);
    if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V"))
        return command_version();
    const struct command *command = command_named(argv[1]);
    if (!command)
        return STATUS_ERROR;
    return command->program ? command->replace(command->program, argv)
                            : command_run(command, argc - 1, argv + 1, NULL);
}
