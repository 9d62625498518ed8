#include <stdarg.h>
#include <string.h>

#include "cli/cli.h"

static const char usage[] =
    "usage: zet COMMAND [OPTION]... [ARGUMENT]...\n"
    "\n"
    "Checks, converts, draws and counts game records of Hogga, Halma, Akron and HusBao.\n"
    "\n"
    "commands:\n"
    "  validate   judge records, and say what is wrong with them and where\n"
    "  convert    turn records into another format, or others' records into zet's\n"
    "  fmt        rewrite records in canonical form\n"
    "  fix        repair what can be repaired without guessing\n"
    "  diagram    draw positions, and pages to step through a record\n"
    "  score      prove the points of records, and make the standings of a tournament\n"
    "  stats      count results, lengths, endings and first moves of many games\n"
    "  find       search records, and find those that stand there twice\n"
    "  moves      list the legal moves of a position\n"
    "  perft      count the move sequences from a position\n"
    "\n"
    "`zet COMMAND --help` tells more. `zet --version` tells the version.\n";

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {{"validate", zet_cli_validate}, {"convert", zet_cli_convert},
                {"fmt", zet_cli_fmt},           {"fix", zet_cli_fix},
                {"diagram", zet_cli_diagram},   {"score", zet_cli_score},
                {"stats", zet_cli_stats},       {"find", zet_cli_find},
                {"moves", zet_cli_moves},       {"perft", zet_cli_perft}};

int zet_cli_error(const char *format, ...) {
    va_list args;
    va_start(args, format);
    fputs("zet: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return STATUS_ERROR;
}

bool zet_cli_out_of_memory(void) {
    zet_cli_error("memory is out");
    return false;
}

int zet_cli_finish(int status) {
    bool failed = ferror(stdout) != 0;
    failed |= fflush(stdout) != 0;
    return failed ? zet_cli_error("the output could not be written") : status;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fputs(usage, stderr);
        return STATUS_ERROR;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
        fputs(usage, stdout);
        return zet_cli_finish(STATUS_OK);
    }
    if (!strcmp(argv[1], "--version")) {
        puts("zet " ZET_VERSION);
        return zet_cli_finish(STATUS_OK);
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(argv[1], commands[i].name))
            return commands[i].run(argc - 1, argv + 1);
    return zet_cli_error("there is no command `%s`; `zet --help` lists them", argv[1]);
}
