#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/files.h"
#include "cli/formats/formats.h"
#include "notation/yaml.h"
#include "validators/canon.h"

/* In the order in which a stream is recognised; what no other takes is zet's own. */
static const struct format *const formats[] = {
    &zet_format_abstractplay, &zet_format_json,      &zet_format_ludii, &zet_format_csv,
    &zet_format_kiba,         &zet_format_agsteiner, &zet_format_text,  &zet_format_zet};
enum { FORMATS = sizeof formats / sizeof *formats, HEAD_BYTES = 4096, OUTPUT_BYTES = 64 * 1024 };

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

    struct validator *validator;
    struct record record;
    struct verdict verdict;
    struct conversion conversion;
    struct canon canon;
    struct buffer body, out;
    struct observer observer;

    bool fault_lost; /* of the present record: what stands behind a fault */
    size_t written;  /* records */
    bool invalid, trouble;
};

/* Reports a loss at the token read last. */
static void lose(struct run *run, const struct reading *in, const char *what) {
    size_t at = (size_t)(in->text.token.at - in->text.text.at);
    zet_format_loss(&run->record, in->depth ? PART_VARIATION : in->part,
                    zet_record_offset(&run->record, in->field, at), what);
}

/* What the moves lose on the way to the target. */
static void see_losses(struct run *run, const struct reading *in, enum token token) {
    static const struct {
        unsigned holds;
        const char *what;
    } losses[] = {
        [TOKEN_COMMENT] = {HOLDS_COMMENTS, "a comment"},
        [TOKEN_OPEN] = {HOLDS_VARIATIONS, "a variation"},
        [TOKEN_GLYPH] = {HOLDS_GLYPHS, "a glyph"},
        [TOKEN_BAD] = {HOLDS_FAULTS, "the moves from here on"},
        [TOKEN_MOVE] = {HOLDS_FAULTS, "the moves from here on"},
        [TOKEN_CLOSE] = {0, NULL},
    };
    unsigned holds = run->to->holds;
    if (token == TOKEN_END || holds == HOLDS_ALL_MOVE_TEXT ||
        (in->depth > (token == TOKEN_OPEN) && !(holds & HOLDS_VARIATIONS)))
        return; /* a variation is lost as a whole */
    unsigned needs = losses[token].holds;
    if (needs == HOLDS_FAULTS && (in->played || run->fault_lost))
        needs = 0; /* one mistake, one loss */
    run->fault_lost |= needs == HOLDS_FAULTS;
    if (needs & ~holds)
        lose(run, in, losses[token].what);
    if (token != TOKEN_MOVE || !in->played)
        return;
    const struct move *m = &in->canonical;
    if (!(holds & HOLDS_PENALTIES) && (m->kind == MOVE_SKIP || m->kind == MOVE_GIVE || m->cut))
        lose(run, in, "a penalty");
    if (!(holds & HOLDS_GLYPHS) && in->text.glyphs.len)
        lose(run, in, "a glyph");
}

static void see(void *context, const struct reading *in, enum token token) {
    struct run *run = context;
    struct conversion *c = &run->conversion;
    if (!in->playout || run->to->keys & KEY_BIT(KEY_PLAYOUT))
        see_losses(run, in, token);
    if (run->to->see)
        run->to->see(c, in, token);
    if (!run->to->writes_canonical)
        return;
    zet_canon_see(&run->canon, in, token);
    if (token == TOKEN_END && zet_canon_changed_comments(&run->canon, in))
        zet_format_loss(c->record, in->part, zet_record_offset(c->record, in->field, 0),
                        "the line ends of comments");
}

/* What the keys lose. */
static void judge_keys(struct run *run) {
    struct record *r = &run->record;
    const struct format *to = run->to;
    struct pair pairs[MAPPING_KEYS_MAX];
    size_t count = zet_record_pairs(r, pairs);
    for (size_t i = 0; i < count; i++) {
        bool known = pairs[i].known < KEYS, all = to->keys == ALL_KEYS;
        bool held = known ? to->keys & KEY_BIT(pairs[i].known) : to->holds_other_keys;
        if (held && (all || !pairs[i].again))
            continue;
        size_t at = zet_record_byte(r, pairs[i].key->span.start);
        struct finding *f = zet_record_find(r, FINDING_LOSS, PART_HEADER, at, NULL, NO_TEXT);
        if (f && pairs[i].key->kind == NODE_SCALAR)
            f->detail = pairs[i].key->text;
    }
    struct remarks remarks = {0};
    if (!to->holds_remarks)
        remarks = zet_record_remarks(r);
    for (size_t i = 0; i < remarks.count; i++)
        zet_format_loss(r, PART_HEADER, remarks.at[i].offset, "a YAML comment");
}

/* Reads and judges a document in one of the ways in which it can be read. False where there is no
   such way. */
static bool attempt(struct run *run, const struct format *from, const struct document *document,
                    unsigned number) {
    struct conversion *c = &run->conversion;
    if (!from->read(&run->record, document, &run->options, number))
        return false;
    c->number = run->written + 1;
    if (run->to->state_size)
        memset(c->state, 0, run->to->state_size);
    c->refused = run->fault_lost = false;
    run->body.len = 0;
    zet_canon_begin(&run->canon, run->to->one_line ? 0 : CANONICAL_TEXT_WIDTH);
    zet_validate(run->validator, &run->record, &run->verdict);
    return true;
}

/* The first reading that is valid, else the one that can be replayed furthest. */
static bool read_document(struct run *run, const struct format *from,
                          const struct document *document) {
    unsigned best = 0, number = 0;
    uint32_t plies = 0;
    if (!attempt(run, from, document, 0))
        return false;
    while (run->record.findings.has_error && !run->record.out_of_memory) {
        if (number == 0 || run->verdict.plies > plies) {
            best = number;
            plies = run->verdict.plies;
        }
        if (!attempt(run, from, document, ++number)) {
            if (best + 1 != number)
                attempt(run, from, document, best);
            break;
        }
    }
    return true;
}

/* Notes are of no interest here: the reader is liberal. With --no-loss a loss is an error. Returns
   whether anything was lost. */
static bool sift_findings(struct run *run) {
    struct findings *f = &run->record.findings;
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
    struct record *r = &run->record;
    struct conversion *c = &run->conversion;
    run->out.len = 0;
    if (!r->broken) {
        judge_keys(run);
        memcpy(c->canonical, run->canon.text, sizeof c->canonical);
        run->to->write(c, &run->out);
    }
    zet_record_settle(r, false);
    bool lost = sift_findings(run);
    if (!r->broken && !c->refused && !(lost && run->no_loss)) {
        if (!run->written++ && run->to->heading)
            fputs(run->to->heading, stdout);
        fwrite(run->out.at, 1, run->out.len, stdout);
    }
    run->invalid |= r->findings.has_error;
    struct report report = {file, number, r, &run->verdict};
    if (run->report == REPORT_JSON)
        zet_report_json(stderr, &report);
    else if (run->report == REPORT_TEXT && r->findings.count)
        zet_report_text(stderr, &report, run->color);
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
    size_t i = 0;
    while (!formats[i]->recognise(head))
        i++;
    return formats[i];
}

/* A file without any record: one finding, so that nothing is silent. */
static void report_empty(struct run *run, const char *file) {
    const struct document nothing = {.text = {"", 0}, .line = 1};
    zet_record_begin(&run->record, &nothing);
    zet_record_stop(&run->record, FINDING_FORMAT, 0, "there is no record here", NO_TEXT);
    zet_validate(run->validator, &run->record, &run->verdict);
    convert_document(run, file, 1);
}

static void convert_stream(struct run *run, const char *file, int descriptor) {
    struct source source;
    struct document document;
    size_t number = 0;
    zet_source_open(&source, zet_files_read, &descriptor);
    const struct format *said = run->from;
    if (!said)
        run->from = recognise(&source);
    while (!run->record.out_of_memory && !run->out.failed && run->from->next(&source, &document))
        if (read_document(run, run->from, &document))
            convert_document(run, file, ++number);
    bool memory = source.out_of_memory || run->record.out_of_memory || run->out.failed;
    if (memory || source.failed) {
        zet_cli_trouble("%s: %s", file, memory ? "memory is out" : strerror(errno));
        run->trouble = true;
    } else if (!number) {
        report_empty(run, file);
    }
    zet_source_close(&source);
    run->from = said;
}

static void convert_file(void *context, const char *path) {
    struct run *run = context;
    int descriptor = zet_files_open(path);
    if (descriptor < 0)
        run->trouble = true;
    else
        convert_stream(run, path, descriptor);
    zet_files_close(descriptor);
}

/* NULL, with a message, where there is no such format. */
static const struct format *format_named(const char *option, const char *name) {
    for (size_t i = 0; i < FORMATS; i++)
        if (!strcmp(formats[i]->name, name))
            return formats[i];
    zet_cli_trouble("%s %s: zet does not know this format; `zet convert --help` lists them", option,
                    name);
    return NULL;
}

static int print_usage(void) {
    fputs(usage, stdout);
    for (size_t i = FORMATS; i-- > 0;)
        printf("  %-13s %s\n", formats[i]->name, formats[i]->about);
    fputs(usage_end, stdout);
    return zet_cli_finish(STATUS_OK);
}

/* Whether a game is known, and its variant and rules with it, as far as they are said. */
static int judge_options(const struct format_options *o) {
    if (o->variant && !o->game)
        return zet_cli_trouble("--variant %s: --game is missing", o->variant);
    if (o->rules[0] && !o->game)
        return zet_cli_trouble("--rule %s: --game is missing", o->rules[0]);
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
        return zet_cli_trouble("memory is out");
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
                return STATUS_TROUBLE;
            break;
        case 't':
            if (!(run->to = format_named("--to", optarg)))
                return STATUS_TROUBLE;
            break;
        case 'l': run->no_loss = true; break;
        case 'g': o->game = optarg; break;
        case 'v': o->variant = optarg; break;
        case 'r': rules[rule_count++] = optarg; break;
        case 's':
            o->size = text_is_number(text_of(optarg)) ? text_number(text_of(optarg), 99) : 0;
            if (o->size < 3 || o->size > 16)
                return zet_cli_trouble("--size %s: a board has 3 to 16 files", optarg);
            break;
        case 'p':
            if (strcmp(optarg, "text") && strcmp(optarg, "json") && strcmp(optarg, "none"))
                return zet_cli_trouble("--report %s: it is text, json or none", optarg);
            run->report = *optarg == 't' ? REPORT_TEXT : *optarg == 'j' ? REPORT_JSON : REPORT_NONE;
            break;
        case 'n': run->color = false; break;
        case 'h': return print_usage();
        default: return STATUS_TROUBLE; /* getopt has said why */
        }
    }
    return judge_options(o);
}

/* Everything that a run holds. False when memory is out. */
static bool open_run(struct run *run) {
    run->validator = zet_validator_new();
    run->conversion = (struct conversion){.options = &run->options,
                                          .record = &run->record,
                                          .verdict = &run->verdict,
                                          .body = &run->body,
                                          .state = calloc(1, run->to->state_size + 1)};
    run->observer = (struct observer){see, run};
    zet_record_open(&run->record);
    if (!run->validator || !run->conversion.state)
        return false;
    zet_validator_observe(run->validator, &run->observer);
    return true;
}

static void close_run(struct run *run) {
    zet_record_close(&run->record);
    zet_validator_free(run->validator);
    zet_canon_free(&run->canon);
    zet_buffer_free(&run->body);
    zet_buffer_free(&run->out);
    free(run->conversion.state);
}

int zet_cli_convert(int argc, char **argv) {
    struct run run = {.report = REPORT_TEXT};
    const char **rules = calloc((size_t)argc + 1, sizeof *rules);
    if (!rules)
        return zet_cli_trouble("memory is out");
    int status = read_options(&run, argc, argv, rules);
    if (status >= 0) {
        free(rules);
        return status;
    }
    setvbuf(stdout, NULL, _IOFBF, OUTPUT_BYTES);
    if (open_run(&run)) {
        if (optind == argc)
            convert_file(&run, "-");
        for (int i = optind; i < argc; i++)
            run.trouble |= !zet_files_visit(argv[i], convert_file, &run);
    } else {
        run.trouble = true;
        zet_cli_trouble("memory is out");
    }
    close_run(&run);
    free(rules);
    return zet_cli_finish(run.trouble ? STATUS_TROUBLE : run.invalid ? STATUS_INVALID : STATUS_OK);
}
