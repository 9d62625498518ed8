#include "cli/command.h"
#include "cli/runner.h"
#include "notation/base/option.h"

/* Upper bound on the size of the other sheets. */
enum { SHEETS_BYTES_MAX = 16 * 1024 * 1024 };

struct options {
    struct rewrite_options rewrite;
    bool quiet;
    const char *names, *with;
};

static int fix_records(struct invocation *in) {
    const struct options *o = in->options;
    /* only an explicit option changes names, not a zet.yaml that happens to apply */
    const char *names = command_has(in, "names") ? o->names : NULL;
    bool attached = attach_file(in, "names", names, NAMES_BYTES_MAX) &&
                    attach_file(in, "with", o->with, SHEETS_BYTES_MAX);
    return attached ? runner_rewrite(in, &o->rewrite, "diff", o->quiet) : STATUS_ERROR;
}

static const zet_option options[] = {
    REWRITE_ROWS(struct options, rewrite, "print what would change as a unified diff (the default)",
                 "fix"),
    {"quiet", NULL, "do not list repairs and errors", "zet fix -q examples/bad.yaml",
     ZET_OPTION_FLAG, .offset = offsetof(struct options, quiet), .letter = 'q'},
    NAMES_ROW(struct options, names, "fix"),
    {"with", "FILE",
     "compare each game with its other sheet, the record of the same number in FILE",
     "zet fix --with examples/hogga.yaml examples/hogga.yaml", ZET_OPTION_TEXT,
     .offset = offsetof(struct options, with)},
    {0}};

const struct command command_fix = {
    .name = "fix",
    .writes = true,
    .about = "repair records that are not valid, if only one reading is possible",
    .arguments = "[FILE|DIR|-]...",
    .output = true,
    .files = true,
    .examples = "  zet fix examples/bad.yaml\n"
                "  zet fix --check examples\n",
    .help =
        "Repair the records where there is only one way to read them: wrong move numbers,\n"
        "annotations that are missing or wrong, lenient notation, a result, a termination or\n"
        "points that the rules decide, moves that have one reading with which the rest of the\n"
        "game can be played, slips of YAML such as tabs and missing quotes, and a missing line\n"
        "end at the end of the file. A result with a termination that both contradict the moves\n"
        "is never repaired. Only records with an error or a wrong move number are changed, and\n"
        "only in the places that are repaired. With --with the moves of each game are compared\n"
        "with those of its other sheet, which helps to read them. With --names the names of\n"
        "players become the canonical ones of the file, in valid records too. The repairs and the\n"
        "errors that are left are listed on standard error.\n",
    .help_end =
        "exit status: 0 every record is valid after the repairs, 1 some record is not,\n"
        "a renaming was refused, two sheets differ, or --check printed a name, 2 wrong usage,\n"
        "or a file could not be read or written.\n",
    .options = options,
    .task = "fix",
    .hidden = (const char *const[]){"output", NULL},
    .options_size = sizeof(struct options),
    .run = fix_records,
};
