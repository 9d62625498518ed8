#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/files.h"
#include "validators/formats/converter.h"

enum { HEAD_BYTES = 4096, OUTPUT_BYTES = 64 * 1024 };

static const char usage[] =
    "usage: zet convert [--from FORMAT] [--to FORMAT] [OPTION]... [FILE|DIR|-]...\n"
    "\n"
    "Converts the records of the files, of the .yaml and .yml files under the directories, or of\n"
    "standard input (-, or no argument), and writes them to standard output. What is wrong with\n"
    "them, and what the target cannot hold, goes to standard error.\n"
    "\n"
    "  --from FORMAT       what to read; without it the format is recognised by the first bytes\n"
    "  --to FORMAT         what to write (default: zet)\n"
    "  --no-loss           what the target cannot hold is an error, and its record is not written\n"
    "  --game GAME, --variant VARIANT, --rule KEY=VALUE...\n"
    "                      what the source does not say itself (text, csv, kiba, agsteiner, "
    "ludii)\n"
    "  --size N            the size of an Akron board that the source does not tell rightly\n"
    "  --report text|json|none\n"
    "                      how findings are told (default: text)\n"
    "  --no-color          no colour in them\n"
    "\n"
    "formats:\n";

static const char usage_end[] =
    "\n"
    "exit status: 0 all is converted, 1 some record has an error, 2 usage or an unreadable file.\n";

enum report_format { REPORT_TEXT, REPORT_JSON, REPORT_NONE };

struct run {
    const struct format *from, *to; /* from: NULL where it is to be recognised */
    struct format_options options;
    bool no_loss, color;
    enum report_format report;

    struct converter converter;
    bool invalid, had_error;
};

/* Notes are of no interest here: the reader is liberal. With --no-loss a loss is an error. Returns
   whether anything was lost. */
static bool filter_findings(struct run *run) {
    struct findings *f = &run->converter.record.findings;
    size_t kept = 0;
    bool lost = false;
    for (size_t i = 0; i < f->count; i++) {
        lost |= f->at[i].code == FINDING_LOSS;
        if (run->no_loss && f->at[i].code == FINDING_LOSS)
            f->at[i].severity = SEVERITY_ERROR;
        if (f->at[i].severity != SEVERITY_NOTE)
            f->at[kept++] = f->at[i];
    }
    f->count = kept;
    f->has_error |= run->no_loss && lost;
    return lost;
}

static void convert_document(struct run *run, const char *file, size_t number) {
    struct converter *c = &run->converter;
    struct record *r = &c->record;
    bool written = zet_converter_write(c);
    zet_record_finalize(r, false);
    bool lost = filter_findings(run);
    if (written && !(lost && run->no_loss)) {
        if (!c->written++ && run->to->heading)
            fputs(run->to->heading, stdout);
        fwrite(c->out.at, 1, c->out.len, stdout);
    }
    run->invalid |= r->findings.has_error;
    struct report report = {text_of(file), number, r, &c->verdict};
    if (run->report == REPORT_JSON)
        legacy_report_json(stderr, &report);
    else if (run->report == REPORT_TEXT && r->findings.count)
        legacy_report_text(stderr, &report, run->color);
}

static const struct format *recognise(struct source *s) {
    struct text head;
    do
        head = source_ahead(s);
    while (head.len < HEAD_BYTES && zet_source_more(s));
    head = source_ahead(s);
    const char *p = head.at, *end = head.at + head.len;
    if (end - p >= 3 && !strncmp(p, "\xEF\xBB\xBF", 3))
        p += 3;
    while (p < end && (*p == ' ' || (*p >= '\t' && *p <= '\r')))
        p++;
    head = (struct text){p, (size_t)(end - p)};
    head.len = head.len < HEAD_BYTES ? head.len : HEAD_BYTES;
    return zet_format_recognise(head);
}

/* A file without any record: one finding, so that nothing is silent. */
static void report_empty(struct run *run, const char *file) {
    const struct document nothing = {.text = {"", 0}, .line = 1};
    struct converter *c = &run->converter;
    zet_record_begin(&c->record, &nothing);
    zet_record_stop(&c->record, FINDING_FORMAT, 0, "there is no record here", NO_TEXT);
    zet_validate(c->validator, &c->record, &c->verdict);
    convert_document(run, file, 1);
}

static void convert_stream(struct run *run, const char *file, int descriptor) {
    struct source source;
    struct document document;
    struct converter *c = &run->converter;
    size_t number = 0;
    zet_source_open(&source, files_read, &descriptor);
    const struct format *from = run->from ? run->from : recognise(&source);
    while (!c->record.out_of_memory && !c->out.failed && from->next(&source, &document))
        if (zet_converter_read(c, from, &document))
            convert_document(run, file, ++number);
    if (!files_was_read(&source, file, c->record.out_of_memory || c->out.failed))
        run->had_error = true;
    else if (!number)
        report_empty(run, file);
    zet_source_close(&source);
}

static void convert_file(void *context, const char *path) {
    struct run *run = context;
    int descriptor = files_open(path);
    if (descriptor < 0)
        run->had_error = true;
    else
        convert_stream(run, path, descriptor);
    files_close(descriptor);
}

/* NULL, with a message, where there is no such format. */
static const struct format *format_named(const char *option, const char *name) {
    for (size_t i = 0; i < FORMATS; i++)
        if (!strcmp(zet_formats[i]->name, name))
            return zet_formats[i];
    zet_cli_error("%s %s: zet does not know this format; `zet convert --help` lists them", option,
                  name);
    return NULL;
}

static int print_usage(void) {
    fputs(usage, stdout);
    for (size_t i = FORMATS; i-- > 0;)
        printf("  %-13s %s\n", zet_formats[i]->name, zet_formats[i]->about);
    fputs(usage_end, stdout);
    return zet_cli_finish(STATUS_OK);
}

/* Whether a game is known, and its variant and rules with it, as far as they are said. */
static int check_options(const struct format_options *o) {
    if (o->variant && !o->game)
        return zet_cli_error("--variant %s: --game is missing", o->variant);
    if (o->rules[0] && !o->game)
        return zet_cli_error("--rule %s: --game is missing", o->rules[0]);
    if (!o->game)
        return -1;
    struct position_options position = {.game = o->game, .variant = o->variant};
    const struct rules *rules = zet_game_find(text_of(o->game));
    if (rules && !o->variant && rules->variant_required)
        position.variant = rules->variants[0];
    while (o->rules[position.rule_count])
        position.rule_count++;
    position.rules = calloc(position.rule_count + 1, sizeof *position.rules);
    if (!position.rules)
        return zet_cli_error("memory is out");
    memcpy(position.rules, o->rules, position.rule_count * sizeof *position.rules);
    struct ruleset rs;
    struct replay replay = {0};
    int status = zet_cli_position(&position, 1, &rs, &replay);
    zet_replay_close(&replay);
    return status;
}

/* An exit status, or -1 to go on. `rules` has room for all arguments. */
static int read_options(struct run *run, int argc, char **argv, const char **rules) {
    static const struct option long_options[] = {{"from", required_argument, NULL, 'f'},
                                                 {"to", required_argument, NULL, 't'},
                                                 {"no-loss", no_argument, NULL, 'l'},
                                                 {"game", required_argument, NULL, 'g'},
                                                 {"variant", required_argument, NULL, 'v'},
                                                 {"rule", required_argument, NULL, 'r'},
                                                 {"size", required_argument, NULL, 's'},
                                                 {"report", required_argument, NULL, 'p'},
                                                 {"no-color", no_argument, NULL, 'n'},
                                                 {"help", no_argument, NULL, 'h'},
                                                 {NULL, 0, NULL, 0}};
    const char *no_color = getenv("NO_COLOR");
    struct format_options *o = &run->options;
    size_t rule_count = 0;
    run->color = isatty(STDERR_FILENO) && !(no_color && *no_color);
    run->to = &zet_format_zet;
    o->rules = rules;
    int c;
    while ((c = getopt_long(argc, argv, "h", long_options, NULL)) != -1) {
        switch (c) {
        case 'f':
            if (!(run->from = format_named("--from", optarg)))
                return STATUS_ERROR;
            break;
        case 't':
            if (!(run->to = format_named("--to", optarg)))
                return STATUS_ERROR;
            break;
        case 'l': run->no_loss = true; break;
        case 'g': o->game = optarg; break;
        case 'v': o->variant = optarg; break;
        case 'r': rules[rule_count++] = optarg; break;
        case 's':
            o->size = text_is_number(text_of(optarg)) ? text_number(text_of(optarg), 99) : 0;
            if (o->size < 3 || o->size > 16)
                return zet_cli_error("--size %s: a board has 3 to 16 files", optarg);
            break;
        case 'p':
            if (strcmp(optarg, "text") && strcmp(optarg, "json") && strcmp(optarg, "none"))
                return zet_cli_error("--report %s: it is text, json or none", optarg);
            run->report = *optarg == 't' ? REPORT_TEXT : *optarg == 'j' ? REPORT_JSON : REPORT_NONE;
            break;
        case 'n': run->color = false; break;
        case 'h': return print_usage();
        default: return STATUS_ERROR; /* getopt has said why */
        }
    }
    return check_options(o);
}

int zet_cli_convert(int argc, char **argv) {
    struct run run = {.report = REPORT_TEXT};
    const char **rules = calloc((size_t)argc + 1, sizeof *rules);
    if (!rules)
        return zet_cli_error("memory is out");
    int status = read_options(&run, argc, argv, rules);
    if (status >= 0) {
        free(rules);
        return status;
    }
    setvbuf(stdout, NULL, _IOFBF, OUTPUT_BYTES);
    if (zet_converter_open(&run.converter, run.to, &run.options)) {
        if (optind == argc)
            convert_file(&run, "-");
        for (int i = optind; i < argc; i++)
            run.had_error |= !files_visit(argv[i], convert_file, &run);
    } else {
        run.had_error = true;
        zet_cli_error("memory is out");
    }
    zet_converter_close(&run.converter);
    free(rules);
    return zet_cli_finish(run.had_error ? STATUS_ERROR : run.invalid ? STATUS_INVALID : STATUS_OK);
}
