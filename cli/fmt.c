#include "cli/runner.h"
#include "notation/base/option.h"

struct options {
    struct rewrite_options rewrite;
};

static int format_records(struct invocation *in) {
    const struct options *o = in->options;
    return runner_rewrite(in, &o->rewrite, "text", false);
}

static const zet_option options[] = {
    REWRITE_ROWS(struct options, rewrite, "print what would change as a unified diff", "fmt"), {0}};

const struct command command_fmt = {
    .name = "fmt",
    .writes = true,
    .about = "rewrite records in canonical form",
    .arguments = "[FILE|DIR|-]...",
    .output = true,
    .files = true,
    .examples = "  zet fmt --diff examples/hogga.yaml\n"
                "  zet fmt --check examples\n",
    .help =
        "Rewrite every record in canonical form: keys in their order, moves with their numbers\n"
        "and annotations, lines of at most 80 characters. Comments, variations, unknown keys and\n"
        "x- keys stay; so do line ends that are all CR LF. A record that cannot be read or has\n"
        "more than 1 MiB, and moves that cannot be played, stay as they were written.\n"
        "\n"
        "Without --check, --diff or --in-place the new text goes to standard output.\n",
    .help_end =
        "exit status: 0 every record is in canonical form, 1 some record could not be read,\n"
        "or --check printed a name, 2 wrong usage, or a file could not be read or written.\n",
    .options = options,
    .task = "format",
    .hidden = (const char *const[]){"output", NULL},
    .options_size = sizeof(struct options),
    .run = format_records,
};
