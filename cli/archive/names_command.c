#include "cli/archive/names.h"
#include "cli/command.h"
#include "cli/replace.h"
#include "notation/base/option.h"

static const char *const formats[] = {"text", "json", "yaml", "players", NULL};

struct options {
    const char *names, *output, *index;
    unsigned format;
    uint32_t jobs;
    bool force, no_refresh, verbose;
};

struct naming {
    const struct options *o;
    struct names_file names;
    struct asking asking;
    zet_output *made; /* the names file of --output */
    bool invalid;
};

/* Writes the list of names. */
static bool list(void *context) {
    struct naming *n = context;
    struct asking *q = &n->asking;
    const char *format = n->o->output ? "yaml" : formats[n->o->format];
    n->invalid = archive_report_invalid(&q->archive, "marks & 4", "0", q->messages) > 0;
    return !q->db.failed && names_write(&q->archive, n->o->names ? &n->names : NULL, format,
                                        n->made ? n->made : q->out);
}

static bool write_file(const char *path, bool force, zet_output *made) {
    struct replacement file = {0};
    zet_text text = zet_output_text(made);
    return replace_begin(&file, path, force ? REPLACE_ANY : REPLACE_NOTHING) &&
           replace_write(&file, text.at, text.length) && replace_commit(&file);
}

static int run_names(struct invocation *in) {
    const struct options *o = in->options;
    const struct archive_wish wish = {.index = o->index,
                                      .no_refresh = o->no_refresh,
                                      .verbose = o->verbose,
                                      .read.threads = archive_threads(o->jobs)};
    struct naming n = {.o = o};
    if (o->force && !o->output)
        return command_error("--force: only allowed with --output");
    if ((o->output && !replace_check(o->output, o->force ? REPLACE_ANY : REPLACE_NOTHING)) ||
        !attach_names(in, o->names, &n.names))
        return STATUS_ERROR;
    n.made = o->output ? zet_output_new(NULL, NULL) : NULL;
    bool done = (!o->output || n.made || (command_error("out of memory"), false)) &&
                asking_run(&n.asking, in, &wish, list, &n);
    n.asking.failed |=
        !done || (o->output && !n.asking.failed && !write_file(o->output, o->force, n.made));
    zet_output_free(n.made);
    zi_names_file_free(&n.names);
    return asking_end(&n.asking, n.invalid ? STATUS_INVALID : STATUS_OK);
}

static const zet_option options[] = {
    {"format", "FORMAT",
     "text (the default); json: one JSON object; yaml: a names file with the people that the "
     "given file lacks; players: only their names, one per line",
     "zet names --format players examples", ZET_OPTION_WORD,
     .offset = offsetof(struct options, format), .words = formats},
    NAMES_ROW(struct options, names, "names"),
    OUTPUT_ROW(struct options, output,
               "write a names file with the people who are not in the file of --names",
               "zet names -o build/names.yaml --force examples"),
    FORCE_ROW(struct options, force, "zet names -o build/names.yaml --force examples"),
    ARCHIVE_ROWS(struct options, "names"),
    {0}};

const struct command command_names = {
    .name = "names",
    .writes = true,
    .about = ABOUT_NAMES,
    .arguments = "[FILE|DIR|-]...",
    .files = true,
    .examples = "  zet names examples/club\n"
                "  zet names -o build/names.yaml --force examples/club\n",
    .help =
        "List the players with the number of games for each spelling of their names, and the\n"
        "names that are likely the same person. Records are read, but not judged. If zet index\n"
        "has made an index of a directory or file, it is used.\n",
    .help_end = "exit status: 0 all records were read, 1 some record could not be read, 2 wrong\n"
                "usage or a file that could not be read or written.\n",
    .options = options,
    .config = true,
    .options_size = sizeof(struct options),
    .run = run_names,
};
