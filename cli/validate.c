#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/files.h"
#include "cli/progress.h"

static const char usage[] =
    "usage: zet validate [OPTION]... [FILE|DIR|-]...\n"
    "\n"
    "Judges every record of the files, of the .yaml and .yml files under the directories, or of\n"
    "standard input (-, or no argument).\n"
    "\n"
    "  --format text|json  a report to read (the default), or one JSON object a record and line\n"
    "  --strict            whatever strays from the canonical notation is an error\n"
    "  --quiet             no report, only the exit status\n"
    "  --no-color          no colour; without it colour is used on a terminal unless NO_COLOR is "
    "set\n"
    "\n"
    "exit status: 0 every record is valid, 1 some record is not, 2 usage or an unreadable file.\n";

enum format { FORMAT_TEXT, FORMAT_JSON };

struct run {
    enum format format;
    bool strict, quiet, color;
    bool had_error; /* something could not be read */
    struct validator *validator;
    struct record record;
    struct verdict verdict;

    size_t records, invalid;
    size_t findings[3]; /* by severity */

    struct progress progress;
};

enum { OUTPUT_BYTES = 64 * 1024 };

static void report(struct run *run, const char *file, size_t number) {
    struct record *r = &run->record;
    zet_record_finalize(r, run->strict);
    run->records++;
    run->invalid += r->findings.has_error;
    for (size_t i = 0; i < r->findings.count; i++)
        run->findings[r->findings.at[i].severity]++;
    struct report report = {file, number, r, &run->verdict};
    if (!run->quiet && run->format == FORMAT_JSON)
        zet_report_json(stdout, &report);
    if (!run->quiet && run->format == FORMAT_TEXT && r->findings.count) {
        zet_progress_end(&run->progress);
        zet_report_text(stdout, &report, run->color);
    }
    zet_progress_show(&run->progress, run->records, run->invalid);
}

/* A file without any record: one finding, so that nothing is silent. */
static void report_empty(struct run *run, const char *file) {
    const struct document nothing = {.text = {"", 0}, .line = 1};
    zet_record_read(&run->record, &nothing);
    zet_validate(run->validator, &run->record, &run->verdict);
    report(run, file, 1);
}

static void validate_stream(struct run *run, const char *file, int descriptor) {
    struct source source;
    struct document document;
    size_t number = 0;
    zet_source_open(&source, zet_files_read, &descriptor);
    while (!run->record.out_of_memory && zet_source_next(&source, &document)) {
        if (!zet_record_read(&run->record, &document))
            continue;
        zet_validate(run->validator, &run->record, &run->verdict);
        report(run, file, ++number);
    }
    if (!zet_files_was_read(&source, file, run->record.out_of_memory))
        run->had_error = true;
    else if (!number)
        report_empty(run, file);
    zet_source_close(&source);
}

static void validate_file(void *context, const char *path) {
    struct run *run = context;
    int descriptor = zet_files_open(path);
    if (descriptor < 0)
        run->had_error = true;
    else
        validate_stream(run, path, descriptor);
    zet_files_close(descriptor);
}

static void summarize(struct run *run) {
    zet_progress_end(&run->progress);
    if (run->quiet || run->format != FORMAT_TEXT)
        return;
    size_t errors = run->findings[SEVERITY_ERROR], warnings = run->findings[SEVERITY_WARNING];
    size_t notes = run->findings[SEVERITY_NOTE];
    printf("%zu record%s: %zu valid, %zu invalid; %zu error%s, %zu warning%s, %zu note%s\n",
           run->records, plural(run->records), run->records - run->invalid, run->invalid, errors,
           plural(errors), warnings, plural(warnings), notes, plural(notes));
}

/* An exit status, or -1 to go on. */
static int read_options(struct run *run, int argc, char **argv) {
    static const struct option long_options[] = {
        {"format", required_argument, NULL, 'f'}, {"strict", no_argument, NULL, 's'},
        {"quiet", no_argument, NULL, 'q'},        {"no-color", no_argument, NULL, 'n'},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0}};
    const char *no_color = getenv("NO_COLOR");
    run->color = isatty(STDOUT_FILENO) && !(no_color && *no_color);
    int c;
    while ((c = getopt_long(argc, argv, "hq", long_options, NULL)) != -1) {
        switch (c) {
        case 'f':
            if (strcmp(optarg, "text") && strcmp(optarg, "json"))
                return zet_cli_error("--format %s: the formats are text and json", optarg);
            run->format = strcmp(optarg, "json") ? FORMAT_TEXT : FORMAT_JSON;
            break;
        case 's': run->strict = true; break;
        case 'q': run->quiet = true; break;
        case 'n': run->color = false; break;
        case 'h': fputs(usage, stdout); return zet_cli_finish(STATUS_OK);
        default: return STATUS_ERROR; /* getopt has said why */
        }
    }
    return -1;
}

int zet_cli_validate(int argc, char **argv) {
    struct run run = {.progress = zet_progress_begin()};
    int status = read_options(&run, argc, argv);
    if (status >= 0)
        return status;
    run.validator = zet_validator_new();
    if (!run.validator)
        return zet_cli_error("memory is out");
    zet_record_open(&run.record);
    setvbuf(stdout, NULL, _IOFBF, OUTPUT_BYTES);
    if (optind == argc)
        validate_file(&run, "-");
    for (int i = optind; i < argc; i++)
        run.had_error |= !zet_files_visit(argv[i], validate_file, &run);
    summarize(&run);
    zet_record_close(&run.record);
    zet_validator_free(run.validator);
    return zet_cli_finish(run.had_error ? STATUS_ERROR : run.invalid ? STATUS_INVALID : STATUS_OK);
}
