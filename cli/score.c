#include "cli/score.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/files.h"

static const char usage[] =
    "usage: zet score [OPTION]... [FILE|DIR|-]...\n"
    "       zet score --table [OPTION]... [FILE|DIR|-]...\n"
    "\n"
    "Tells the score of each record and how it comes about, or makes the standings of a "
    "tournament\n"
    "from the records of its games. Records that are not valid are named and left out.\n"
    "\n"
    "  --format text|json  a report to read (the default), or one JSON object a record and line\n"
    "  --solve             hogga: search the shortest line home where the playout lacks it\n"
    "  --limit SECONDS     the longest search for a record; 10 without it\n"
    "  --seed N            of the search's choice among equals\n"
    "  --write             put points that are proved into the records of the files\n"
    "  --include-invalid   keep records that are not valid, as far as they can be replayed\n"
    "  --no-color          no colour; without it colour is used on a terminal unless NO_COLOR is "
    "set\n"
    "\n"
    "with --table:\n"
    "  --format text|csv|json|html\n"
    "  --tie-breaks LIST   difference, head-to-head, sonneborn-berger, points, wins, buchholz, in "
    "the\n"
    "                      order in which they part players of the same score\n"
    "  --cross             a cross table, too\n"
    "  --rounds            the games by round, too (csv: instead)\n"
    "  --game GAME         only the records of this game\n"
    "  --event EVENT       only those of this event\n"
    "  --claims FILE       standings in YAML or JSON to compare with\n"
    "  --include-invalid   keep records that are not valid\n"
    "\n"
    "exit status: 0 all is well, 1 some record is not valid, or a claim is wrong, or --write could "
    "not\n"
    "write something, 2 usage, or a file that could not be read or written.\n";

enum { SOLVER_BYTES = 64 * 1024 * 1024, OUTPUT_BYTES = 64 * 1024, SECONDS = 10 };

static bool is_expired(void *context) {
    const struct score_run *run = context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const struct timespec *end = &run->deadline;
    return now.tv_sec != end->tv_sec ? now.tv_sec > end->tv_sec : now.tv_nsec >= end->tv_nsec;
}

static void set_deadline(struct score_run *run) {
    enum { NANOSECONDS = 1000000000 };
    time_t whole = (time_t)run->options.seconds;
    clock_gettime(CLOCK_MONOTONIC, &run->deadline);
    run->deadline.tv_sec += whole;
    run->deadline.tv_nsec += (long)((run->options.seconds - (double)whole) * NANOSECONDS);
    if (run->deadline.tv_nsec >= NANOSECONDS) {
        run->deadline.tv_nsec -= NANOSECONDS;
        run->deadline.tv_sec++;
    }
}

void zet_score_judge(struct score_run *run, struct scorer *scorer) {
    run->observer = (struct observer){zet_scorer_see, scorer};
    zet_validator_observe(run->validator, scorer ? &run->observer : NULL);
    if (scorer)
        zet_scorer_begin(scorer);
    zet_validate(run->validator, &run->record, &run->verdict);
    zet_record_finalize(&run->record, false);
    zet_facts(&run->facts, &run->record, &run->verdict);
}

bool zet_score_only_points(const struct record *r) {
    bool points = r->findings.dropped == 0;
    for (size_t i = 0; i < r->findings.count; i++) {
        const struct finding *f = &r->findings.at[i];
        points &= f->severity != SEVERITY_ERROR || f->code == FINDING_POINTS_MISMATCH;
    }
    return points;
}

static void write_line(struct score_run *run, FILE *to) {
    if (run->out.failed)
        run->record.out_of_memory = true;
    else if (run->out.len)
        fwrite(run->out.at, 1, run->out.len, to);
    run->out.len = 0;
}

static void begin_line(struct score_run *run, const char *file, size_t line) {
    run->out.len = 0;
    zet_table_line(&run->out, text_of(file), UINT32_MAX);
    buffer_char(&run->out, ':');
    zet_buffer_number(&run->out, line);
    buffer_string(&run->out, ": ");
}

void zet_score_say(struct score_run *run, const char *file, size_t line, const char *severity,
                   const char *words) {
    begin_line(run, file, line);
    buffer_string(&run->out, severity);
    buffer_string(&run->out, ": ");
    buffer_string(&run->out, words);
    buffer_char(&run->out, '\n');
    write_line(run, stderr);
}

static void report_error(struct score_run *run, const char *file, const char *fate) {
    const struct report report = {text_of(file), run->number, &run->record, &run->verdict};
    legacy_report_invalid(stderr, &report, fate);
}

void zet_score_leave_out(struct score_run *run, const char *file) {
    bool kept = run->options.include_invalid;
    run->invalid = true;
    run->left_out += !kept;
    report_error(run, file, kept ? "is kept" : "is left out");
}

/* Moves with their numbers, in lines that begin with two blanks. */
static void print_playout(struct buffer *out, struct text playout) {
    enum { WIDTH = 80, MARGIN = 2 };
    size_t column = 0;
    while (playout.len) {
        const char *dot = memchr(playout.at, '.', playout.len);
        size_t number = dot ? (size_t)(dot - playout.at) + 2 : playout.len;
        const char *blank =
            number < playout.len ? memchr(playout.at + number, ' ', playout.len - number) : NULL;
        size_t length = blank ? (size_t)(blank - playout.at) : playout.len;
        if (column && column + 1 + length > WIDTH) {
            buffer_char(out, '\n');
            column = 0;
        }
        if (column)
            buffer_char(out, ' ');
        else
            buffer_chars(out, ' ', MARGIN);
        column += (column ? 1 : MARGIN) + length;
        buffer_text(out, (struct text){playout.at, length});
        length += blank ? 1 : 0;
        playout = (struct text){playout.at + length, playout.len - length};
    }
    buffer_char(out, '\n');
}

static void report(struct score_run *run, const char *file, const struct score *score) {
    bool color = run->options.color;
    if (run->options.format == SCORE_JSON) {
        run->out.len = 0;
        zet_score_json(&run->out, text_of(file), run->number, &run->facts, score);
        write_line(run, stdout);
        return;
    }
    run->out.len = 0;
    buffer_string(&run->out, color ? "\033[1m" : "");
    zet_table_line(&run->out, text_of(file), UINT32_MAX);
    buffer_char(&run->out, ':');
    zet_buffer_number(&run->out, run->record.start_line);
    buffer_string(&run->out, color ? ":\033[0m " : ": ");
    zet_score_text(&run->out, &run->facts, score);
    buffer_char(&run->out, '\n');
    if (score->found.len)
        print_playout(&run->out, score->playout);
    write_line(run, stdout);
}

/* What is wrong with the points that a record claims, where --write does not put them right. */
static void report_wrong(struct score_run *run, const char *file) {
    run->wrong++;
    run->invalid = true;
    report_error(run, file, "is scored with the true points");
}

static void write_score(struct score_run *run, struct rewriting *w, const struct document *d,
                        const char *file, const struct score *score) {
    size_t before = run->changed;
    const char *why = w ? zet_score_write(run, w, d, score) : NULL;
    if (why) {
        run->invalid = true;
        zet_score_say(run, file, run->record.start_line, "warning", why);
    }
    if (run->record.findings.has_error && run->changed == before)
        report_wrong(run, file);
}

static void score_record(struct score_run *run, struct rewriting *w, const struct document *d,
                         const char *file) {
    struct record *r = &run->record;
    struct score score;
    run->number++;
    run->records++;
    zet_score_judge(run, &run->scorer);
    bool points = zet_score_only_points(r);
    if (!points) {
        zet_score_leave_out(run, file);
        if (!run->options.include_invalid)
            return;
    }
    const struct solver_limits limits = {
        .expired = is_expired, .context = run, .seed = run->options.seed};
    set_deadline(run);
    zet_score(&run->scorer, &run->facts, &run->verdict, run->solver, &limits, &score);
    report(run, file, &score);
    if (points)
        write_score(run, w, d, file, &score);
    r->out_of_memory |= run->scorer.failed;
}

/* A file without any record: one error, so that nothing is silent. */
static void score_empty(struct score_run *run, const char *file) {
    const struct document nothing = {.text = {"", 0}, .line = 1};
    zet_record_read(&run->record, &nothing);
    score_record(run, NULL, &nothing, file);
}

static void score_file(void *context, const char *path) {
    struct score_run *run = context;
    struct source source;
    struct document document;
    int descriptor = files_open(path);
    run->number = 0;
    if (descriptor < 0) {
        run->had_error = true;
        return;
    }
    zet_source_open(&source, files_read, &descriptor);
    while (!run->record.out_of_memory && zet_source_next(&source, &document))
        if (zet_record_read(&run->record, &document))
            score_record(run, NULL, &document, path);
    if (!files_was_read(&source, path, run->record.out_of_memory))
        run->had_error = true;
    else if (!run->number)
        score_empty(run, path);
    zet_source_close(&source);
    files_close(descriptor);
}

static void write_document(void *context, struct rewriting *w, const struct document *d) {
    struct score_run *run = context;
    if (!zet_record_read(&run->record, d))
        return;
    score_record(run, w, d, w->name);
    if (run->record.out_of_memory)
        rewrite_fail(w, "memory is out");
}

static void end_file(void *context, struct rewriting *w) {
    struct score_run *run = context;
    if (!run->number)
        score_empty(run, w->name);
}

static void write_file(void *context, const char *path) {
    struct score_run *run = context;
    run->number = 0;
    rewrite_file(&run->rewriter, path);
}

static void summarize(const struct score_run *run) {
    if (run->options.format != SCORE_TEXT)
        return;
    printf("%zu record%s: %zu scored, %zu left out as not valid", run->records,
           plural(run->records), run->records - run->left_out, run->left_out);
    if (run->wrong)
        printf(", %zu with wrong points", run->wrong);
    if (run->options.write)
        printf(", %zu changed", run->changed);
    putchar('\n');
}

static int score_all(struct score_run *run, int count, char **arguments) {
    file_visitor *visit = run->options.write ? write_file : score_file;
    run->rewriter = (struct rewriter){
        .mode = REWRITE_IN_PLACE, .document = write_document, .end = end_file, .context = run};
    run->solver = run->options.solve ? zet_solver_new(SOLVER_BYTES) : NULL;
    if (run->options.solve && !run->solver)
        return zet_cli_error("memory is out");
    if (!count)
        visit(run, "-");
    for (int i = 0; i < count; i++)
        run->had_error |= !files_visit(arguments[i], visit, run);
    run->had_error |= run->rewriter.had_error;
    summarize(run);
    zet_solver_free(run->solver);
    return run->had_error ? STATUS_ERROR : run->invalid ? STATUS_INVALID : STATUS_OK;
}

/* The options. */

static int read_format(struct score_options *o, const char *name) {
    static const char *const names[] = {"text", "json", "csv", "html"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i])) {
            o->format = (enum score_format)i;
            return -1;
        }
    return zet_cli_error("--format %s: the formats are text and json, and csv and html of tables",
                         name);
}

static int read_limit(struct score_options *o, const char *text) {
    char *end;
    errno = 0;
    o->seconds = strtod(text, &end);
    bool number = end > text && !*end && !errno && strspn(text, "0123456789.") == strlen(text);
    if (!number || o->seconds > 1e6)
        return zet_cli_error("--limit %s: this is no number of seconds, up to 1000000", text);
    return -1;
}

static int read_seed(struct score_options *o, const char *text) {
    char *end;
    errno = 0;
    o->seed = strtoull(text, &end, 10);
    if (!is_digit(*text) || *end || errno)
        return zet_cli_error("--seed %s: this is no whole number", text);
    return -1;
}

static int read_game(struct score_options *o, const char *name) {
    o->game = zet_game_find(text_of(name));
    return o->game ? -1 : zet_cli_error("--game %s: zet does not know this game", name);
}

static int read_tie_breaks(struct score_run *run, const char *list) {
    struct text fault;
    if (zet_standings_tie_breaks(&run->table, text_of(list), &fault))
        return -1;
    return zet_cli_error("--tie-breaks: `%.*s` is none, or stands there twice; there are "
                         "difference, head-to-head, sonneborn-berger, points, wins and buchholz",
                         (int)fault.len, fault.at);
}

static const struct option long_options[] = {{"format", required_argument, NULL, 'f'},
                                             {"solve", no_argument, NULL, 's'},
                                             {"limit", required_argument, NULL, 'l'},
                                             {"seed", required_argument, NULL, 'e'},
                                             {"write", no_argument, NULL, 'w'},
                                             {"include-invalid", no_argument, NULL, 'i'},
                                             {"no-color", no_argument, NULL, 'n'},
                                             {"table", no_argument, NULL, 't'},
                                             {"tie-breaks", required_argument, NULL, 'b'},
                                             {"cross", no_argument, NULL, 'c'},
                                             {"rounds", no_argument, NULL, 'r'},
                                             {"game", required_argument, NULL, 'g'},
                                             {"event", required_argument, NULL, 'v'},
                                             {"claims", required_argument, NULL, 'm'},
                                             {"help", no_argument, NULL, 'h'},
                                             {NULL, 0, NULL, 0}};

/* An exit status, or -1 to go on. */
static int read_option(struct score_run *run, int c) {
    struct score_options *o = &run->options;
    switch (c) {
    case 'f': return read_format(o, optarg);
    case 's': o->solve = true; break;
    case 'l': return read_limit(o, optarg);
    case 'e': return read_seed(o, optarg);
    case 'w': o->write = true; break;
    case 'i': o->include_invalid = true; break;
    case 'n': o->color = false; break;
    case 't': o->table = true; break;
    case 'b': return read_tie_breaks(run, optarg);
    case 'c': o->view.cross = true; break;
    case 'r': o->view.rounds = true; break;
    case 'g': return read_game(o, optarg);
    case 'v': o->event = optarg; break;
    case 'm': o->claims = optarg; break;
    case 'h': fputs(usage, stdout); return zet_cli_finish(STATUS_OK);
    default: return STATUS_ERROR; /* getopt has said why */
    }
    return -1;
}

/* Whether the options go together. */
static int check_options(const struct score_options *o) {
    if (!o->table && o->standings_option)
        return zet_cli_error("--%s goes only with --table", o->standings_option);
    if (o->table && o->score_option)
        return zet_cli_error("--%s does not go with --table", o->score_option);
    if (!o->table && o->format != SCORE_TEXT && o->format != SCORE_JSON)
        return zet_cli_error("this format goes only with --table");
    if (o->format == SCORE_CSV && o->view.cross && o->view.rounds)
        return zet_cli_error("a CSV file is one table: --cross or --rounds");
    return -1;
}

static int read_options(struct score_run *run, int argc, char **argv) {
    struct score_options *o = &run->options;
    const char *no_color = getenv("NO_COLOR");
    o->color = isatty(STDOUT_FILENO) && !(no_color && *no_color);
    o->seconds = SECONDS;
    int c, index;
    while ((c = getopt_long(argc, argv, "h", long_options, &index)) != -1) {
        int status = read_option(run, c);
        if (status >= 0)
            return status;
        if (strchr("bcrgvm", c))
            o->standings_option = long_options[index].name;
        if (strchr("slew", c))
            o->score_option = long_options[index].name;
    }
    return check_options(o);
}

int zet_cli_score(int argc, char **argv) {
    struct score_run run = {0};
    int status = read_options(&run, argc, argv);
    if (status >= 0)
        return status;
    run.validator = zet_validator_new();
    if (!run.validator)
        return zet_cli_error("memory is out");
    zet_record_open(&run.record);
    zet_record_open(&run.written);
    setvbuf(stdout, NULL, _IOFBF, OUTPUT_BYTES);
    status = run.options.table ? zet_score_standings(&run, argc - optind, argv + optind)
                               : score_all(&run, argc - optind, argv + optind);
    zet_record_close(&run.record);
    zet_record_close(&run.written);
    zet_scorer_free(&run.scorer);
    zet_buffer_free(&run.out);
    zet_buffer_free(&run.text);
    zet_standings_free(&run.table);
    zet_validator_free(run.validator);
    return zet_cli_finish(status);
}
