#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"

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

struct session {
    enum format format;
    bool strict, quiet, color;
    bool trouble; /* something could not be read */
    struct validator *validator;
    struct record record;
    struct verdict verdict;

    size_t records, invalid;
    size_t findings[3]; /* by severity */

    bool progress; /* stderr is a terminal */
    bool shown;    /* a progress line stands there */
    struct timespec next_progress;
};

enum { PROGRESS_RECORDS = 256, OUTPUT_BYTES = 64 * 1024 };

static bool is_later(const struct timespec *a, const struct timespec *b) {
    return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

/* Twice a second, on a terminal, when a run takes more than a moment. */
static void show_progress(struct session *s) {
    struct timespec now;
    if (!s->progress || s->records % PROGRESS_RECORDS)
        return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!is_later(&now, &s->next_progress))
        return;
    fprintf(stderr, "\r%zu records, %zu invalid", s->records, s->invalid);
    s->shown = true;
    s->next_progress = now;
    s->next_progress.tv_nsec += 500000000;
    if (s->next_progress.tv_nsec >= 1000000000) {
        s->next_progress.tv_nsec -= 1000000000;
        s->next_progress.tv_sec++;
    }
}

static void end_progress(struct session *s) {
    if (s->shown)
        fputs("\r\033[K", stderr);
    s->shown = false;
}

static void report(struct session *s, const char *file, size_t number) {
    struct record *r = &s->record;
    zet_record_settle(r, s->strict);
    s->records++;
    s->invalid += r->findings.has_error;
    for (size_t i = 0; i < r->findings.count; i++)
        s->findings[r->findings.at[i].severity]++;
    struct report report = {file, number, r, &s->verdict};
    if (!s->quiet && s->format == FORMAT_JSON)
        zet_report_json(stdout, &report);
    if (!s->quiet && s->format == FORMAT_TEXT && r->findings.count) {
        end_progress(s);
        zet_report_text(stdout, &report, s->color);
    }
    show_progress(s);
}

static long read_file(void *context, char *to, size_t cap) {
    ssize_t n;
    do
        n = read(*(int *)context, to, cap);
    while (n < 0 && errno == EINTR);
    return (long)n;
}

/* A file without any record: one finding, so that nothing is silent. */
static void report_empty(struct session *s, const char *file) {
    const struct document nothing = {.text = {"", 0}, .line = 1};
    zet_record_read(&s->record, &nothing);
    zet_validate(s->validator, &s->record, &s->verdict);
    report(s, file, 1);
}

static void validate_stream(struct session *s, const char *file, int descriptor) {
    struct source source;
    struct document document;
    size_t number = 0;
    zet_source_open(&source, read_file, &descriptor);
    bool broken = false;
    while (!s->record.out_of_memory && zet_source_next(&source, &document)) {
        if (document.unmarked && broken)
            continue; /* reading goes on at the next `---` */
        zet_record_read(&s->record, &document);
        zet_validate(s->validator, &s->record, &s->verdict);
        report(s, file, ++number);
        broken = s->record.broken;
    }
    bool memory = source.out_of_memory || s->record.out_of_memory;
    if (memory || source.failed) {
        zet_cli_trouble("%s: %s", file, memory ? "memory is out" : strerror(errno));
        s->trouble = true;
    } else if (!number) {
        report_empty(s, file);
    }
    zet_source_close(&source);
}

static void validate_file(struct session *s, const char *path) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        zet_cli_trouble("%s: %s", path, strerror(errno));
        s->trouble = true;
        return;
    }
    validate_stream(s, path, descriptor);
    close(descriptor);
}

static bool is_record_file(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && (!strcmp(dot, ".yaml") || !strcmp(dot, ".yml"));
}

static int by_name(const FTSENT **a, const FTSENT **b) {
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Every record file under a directory, in the order of the names. */
static void validate_directory(struct session *s, char *path) {
    char *roots[] = {path, NULL};
    size_t files = 0;
    FTS *tree = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, by_name);
    FTSENT *entry;
    bool failed = !tree;
    while (tree && (errno = 0, entry = fts_read(tree))) {
        if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR || entry->fts_info == FTS_NS) {
            zet_cli_trouble("%s: %s", entry->fts_path, strerror(entry->fts_errno));
            s->trouble = true;
        } else if (entry->fts_info != FTS_D && entry->fts_info != FTS_DP &&
                   entry->fts_info != FTS_DC && is_record_file(entry->fts_name)) {
            validate_file(s, entry->fts_path);
            files++;
        }
    }
    failed |= errno != 0;
    if (tree)
        fts_close(tree);
    if (failed)
        zet_cli_trouble("%s: %s", path, strerror(errno));
    else if (!files && !s->trouble)
        zet_cli_trouble("%s: there is no .yaml or .yml file in this directory", path);
    s->trouble |= failed || !files;
}

static void validate_path(struct session *s, char *path) {
    struct stat st;
    if (!strcmp(path, "-"))
        validate_stream(s, "-", STDIN_FILENO);
    else if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        validate_directory(s, path);
    else
        validate_file(s, path);
}

static const char *plural(size_t n) { return n == 1 ? "" : "s"; }

static void summarize(struct session *s) {
    end_progress(s);
    if (s->quiet || s->format != FORMAT_TEXT)
        return;
    size_t errors = s->findings[SEVERITY_ERROR], warnings = s->findings[SEVERITY_WARNING];
    size_t notes = s->findings[SEVERITY_NOTE];
    printf("%zu record%s: %zu valid, %zu invalid; %zu error%s, %zu warning%s, %zu note%s\n",
           s->records, plural(s->records), s->records - s->invalid, s->invalid, errors,
           plural(errors), warnings, plural(warnings), notes, plural(notes));
}

/* An exit status, or -1 to go on. */
static int read_options(struct session *s, int argc, char **argv) {
    static const struct option long_options[] = {
        {"format", required_argument, NULL, 'f'}, {"strict", no_argument, NULL, 's'},
        {"quiet", no_argument, NULL, 'q'},        {"no-color", no_argument, NULL, 'n'},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0}};
    const char *no_color = getenv("NO_COLOR");
    s->color = isatty(STDOUT_FILENO) && !(no_color && *no_color);
    int c;
    while ((c = getopt_long(argc, argv, "hq", long_options, NULL)) != -1) {
        switch (c) {
        case 'f':
            if (strcmp(optarg, "text") && strcmp(optarg, "json"))
                return zet_cli_trouble("--format %s: the formats are text and json", optarg);
            s->format = strcmp(optarg, "json") ? FORMAT_TEXT : FORMAT_JSON;
            break;
        case 's': s->strict = true; break;
        case 'q': s->quiet = true; break;
        case 'n': s->color = false; break;
        case 'h': fputs(usage, stdout); return zet_cli_finish(STATUS_OK);
        default: return STATUS_TROUBLE; /* getopt has said why */
        }
    }
    return -1;
}

int zet_cli_validate(int argc, char **argv) {
    static char standard_input[] = "-";
    struct session s = {.progress = isatty(STDERR_FILENO) != 0};
    int status = read_options(&s, argc, argv);
    if (status >= 0)
        return status;
    s.validator = zet_validator_new();
    if (!s.validator)
        return zet_cli_trouble("memory is out");
    zet_record_open(&s.record);
    setvbuf(stdout, NULL, _IOFBF, OUTPUT_BYTES);
    clock_gettime(CLOCK_MONOTONIC, &s.next_progress);
    s.next_progress.tv_sec++;
    if (optind == argc)
        validate_path(&s, standard_input);
    for (int i = optind; i < argc; i++)
        validate_path(&s, argv[i]);
    summarize(&s);
    zet_record_close(&s.record);
    zet_validator_free(s.validator);
    return zet_cli_finish(s.trouble ? STATUS_TROUBLE : s.invalid ? STATUS_INVALID : STATUS_OK);
}
