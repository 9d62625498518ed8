#include <getopt.h>

#include "cli/cli.h"
#include "cli/files.h"
#include "cli/rewrite.h"
#include "validators/replay/repair.h"

static const char usage[] =
    "usage: zet fix [OPTION]... [FILE|DIR|-]...\n"
    "\n"
    "Repairs what can be repaired without guessing in the records of the files, of the .yaml and "
    ".yml\n"
    "files under the directories, or of standard input (-, or no argument): wrong move numbers, "
    "missing\n"
    "or wrong annotations, lenient notation, a result, a termination or points that the rules "
    "decide,\n"
    "and a missing line end at the end of the file. An illegal move is never repaired. Only "
    "records\n"
    "with an error or a wrong move number are touched, and in these only what is repaired. The "
    "repairs\n"
    "and the errors that are left are listed on standard error.\n"
    "\n"
    "  --diff      print what would change as a unified diff (the default)\n"
    "  --in-place  change the files\n"
    "  --check     print the names of the files that would change\n"
    "  --strict    repair whatever strays from the canonical notation, in valid records too\n"
    "  --quiet     no list of repairs and errors\n"
    "\n"
    "exit status: 0 every record is valid then, 1 some record is not, or --check named a file,\n"
    "2 usage, or a file that could not be read or written.\n";

struct fix {
    struct rewriter rewriter;
    bool strict, quiet;
    bool invalid; /* some record has errors that are left */
    struct validator *validator;
    struct observer observer;
    struct repair repair, rest; /* rest: what would still be repaired after the repairs */
    struct record record, repaired;
    struct verdict verdict, repaired_verdict;
    struct buffer text; /* of the repaired record */

    /* Of the present file. */
    size_t number;        /* of the record, from 1 */
    bool end_wanted;      /* the last record is being repaired and has no line end */
    uint64_t end;         /* where it ends */
    struct place place;   /* the same */
    const char *line_end; /* the last one that was seen */
};

static void print_place(const char *file, const struct place *place) {
    zet_cli_print(stderr, text_of(file), SAFE_LINE_ENDS);
    fprintf(stderr, ":%zu:%zu: ", place->line, place->column);
}

static void list_repairs(const struct fix *fix, const char *file) {
    struct place place = {fix->record.text, 0, fix->record.line, 1};
    for (size_t i = 0; i < fix->repair.count; i++) {
        const struct edit *e = &fix->repair.at[i];
        zet_place_move(&place, e->at);
        print_place(file, &place);
        fprintf(stderr, "%s: %s (`", e->blocked ? "not repaired" : "repaired", e->what);
        zet_cli_print(stderr, e->old, SAFE_LINE_ENDS);
        fputs("` -> `", stderr);
        zet_cli_print(stderr, e->with, SAFE_LINE_ENDS);
        fputs("`)", stderr);
        if (e->ply)
            fprintf(stderr, ", ply %u", (unsigned)e->ply);
        fputs(e->blocked ? ": it is not written there as plain text\n" : "\n", stderr);
    }
}

/* Judges a record and gathers its repairs. */
static void judge(struct fix *fix, struct record *r, struct verdict *verdict,
                  struct repair *repair) {
    fix->observer = (struct observer){zet_repair_see, repair};
    zet_validator_observe(fix->validator, &fix->observer);
    zet_repair_begin(repair);
    zet_validate(fix->validator, r, verdict);
    zet_repair_end(repair, r, verdict);
    zet_record_finalize(r, fix->strict);
}

/* Whether a record is repaired at all: one that is valid stays as it is. */
static bool is_touched(const struct fix *fix, const struct record *r) {
    bool number = false;
    for (size_t i = 0; i < r->findings.count; i++)
        number |= r->findings.at[i].code == FINDING_MOVE_NUMBER;
    return !r->broken && (fix->strict || r->findings.has_error || number);
}

static size_t count_errors(const struct record *r) {
    size_t count = r->findings.dropped;
    for (size_t i = 0; i < r->findings.count; i++)
        count += r->findings.at[i].severity == SEVERITY_ERROR;
    return count;
}

/* Makes the repairs in memory and judges what comes out. NULL, or why they are not to be made. */
static const char *repair_record(struct fix *fix, const struct document *d) {
    struct record *before = &fix->record, *after = &fix->repaired;
    enum { MARK_AND_LINE_END = 5 };
    fix->text.len = 0;
    zet_repair_apply(&fix->repair, d->text, &fix->text);
    before->out_of_memory |= fix->text.failed;
    if (before->out_of_memory)
        return "memory is out";
    if (fix->text.len > RECORD_BYTES_MAX - MARK_AND_LINE_END && fix->text.len > d->text.len)
        return "with its repairs the record would be longer than 1 MiB";
    struct document repaired = {.text = buffered(&fix->text), .line = d->line, .offset = d->offset};
    zet_record_read(after, &repaired);
    judge(fix, after, &fix->repaired_verdict, &fix->rest);
    before->out_of_memory |= after->out_of_memory;
    bool better =
        !fix->rest.possible && !after->broken && count_errors(after) <= count_errors(before);
    return better ? NULL : "the repairs would not make the record better";
}

static void keep_errors(struct findings *f) {
    size_t kept = 0;
    for (size_t i = 0; i < f->count; i++)
        if (f->at[i].severity == SEVERITY_ERROR)
            f->at[kept++] = f->at[i];
    f->count = kept;
    f->dropped = 0;
}

/* The places of what is left in the repaired record become those of the record as it was. */
static void trace_back(struct fix *fix) {
    struct record *r = &fix->repaired;
    struct verdict *v = &fix->repaired_verdict;
    struct repair_walk walk = {0};
    bool has_fault = v->has_fault;
    for (size_t i = 0; i < r->findings.count; i++) {
        struct finding *f = &r->findings.at[i];
        bool at_fault = has_fault && f->offset == v->fault_offset;
        f->offset = zet_repair_origin(&fix->repair, &walk, f->offset);
        if (at_fault && f->reason) {
            v->fault_offset = f->offset;
            has_fault = false;
        }
    }
    r->text = fix->record.text;
    zet_record_finalize(r, fix->strict);
}

static void report_errors(struct fix *fix, const char *file, bool repaired) {
    struct record *r = repaired ? &fix->repaired : &fix->record;
    keep_errors(&r->findings);
    fix->invalid |= r->findings.count > 0;
    if (fix->quiet || !r->findings.count)
        return;
    if (repaired)
        trace_back(fix);
    struct report report = {text_of(file), fix->number, r,
                            repaired ? &fix->repaired_verdict : &fix->verdict};
    legacy_report_text(stderr, &report, false);
}

/* What the end of the file needs to know of its last record. */
static void note_end(struct fix *fix, const struct document *d, bool touched) {
    struct text t = d->text;
    char last = t.len ? t.at[t.len - 1] : '\0';
    const char *lf = memrchr(t.at, '\n', t.len);
    if (lf)
        fix->line_end = lf > t.at && lf[-1] == '\r' ? "\r\n" : "\n";
    else if (memrchr(t.at, '\r', t.len))
        fix->line_end = "\r";
    fix->end = d->offset + t.len;
    fix->end_wanted = touched && last != '\n' && last != '\r';
    if (!fix->end_wanted)
        return;
    fix->place = (struct place){t, 0, d->line, 1};
    zet_place_move(&fix->place, t.len);
}

static void fix_document(void *context, struct rewriting *w, const struct document *d) {
    struct fix *fix = context;
    struct record *r = &fix->record;
    fix->end_wanted = false;
    if (!zet_record_read(r, d))
        return;
    fix->number++;
    judge(fix, r, &fix->verdict, &fix->repair);
    bool touched = is_touched(fix, r);
    bool wanted = touched && fix->repair.possible;
    const char *why = wanted ? repair_record(fix, d) : NULL;
    bool repaired = wanted && !why;
    if (r->out_of_memory) {
        rewrite_fail(w, "memory is out");
        return;
    }
    if (why)
        zet_cli_error("%s:%zu: not repaired: %s", w->name, r->start_line, why);
    else if (touched && !fix->quiet)
        list_repairs(fix, w->name);
    for (size_t i = 0; repaired && i < fix->repair.count; i++) {
        const struct edit *e = &fix->repair.at[i];
        if (!e->blocked)
            rewrite_replace(w, d->offset + e->at, d->offset + e->end, e->with);
    }
    note_end(fix, d, touched);
    report_errors(fix, w->name, repaired);
}

/* The end of a file; one without any record is an error. */
static void end_file(void *context, struct rewriting *w) {
    struct fix *fix = context;
    if (!fix->number) {
        const struct document nothing = {.text = {"", 0}, .line = 1};
        fix_document(fix, w, &nothing);
    }
    if (!fix->end_wanted || fix->end != w->size)
        return;
    rewrite_replace(w, w->size, w->size, text_of(fix->line_end));
    if (fix->quiet)
        return;
    print_place(w->name, &fix->place);
    fputs("repaired: the last line had no line end\n", stderr);
}

static void fix_file(void *context, const char *path) {
    struct fix *fix = context;
    fix->number = 0;
    fix->end_wanted = false;
    fix->line_end = "\n";
    rewrite_file(&fix->rewriter, path);
}

/* An exit status, or -1 to go on. */
static int read_options(struct fix *fix, int argc, char **argv) {
    static const struct option long_options[] = {{"diff", no_argument, NULL, 'd'},
                                                 {"in-place", no_argument, NULL, 'i'},
                                                 {"check", no_argument, NULL, 'c'},
                                                 {"strict", no_argument, NULL, 's'},
                                                 {"quiet", no_argument, NULL, 'q'},
                                                 {"help", no_argument, NULL, 'h'},
                                                 {NULL, 0, NULL, 0}};
    int c;
    while ((c = getopt_long(argc, argv, "hq", long_options, NULL)) != -1) {
        switch (c) {
        case 'd': fix->rewriter.mode = REWRITE_DIFF; break;
        case 'i': fix->rewriter.mode = REWRITE_IN_PLACE; break;
        case 'c': fix->rewriter.mode = REWRITE_CHECK; break;
        case 's': fix->strict = true; break;
        case 'q': fix->quiet = true; break;
        case 'h': fputs(usage, stdout); return zet_cli_finish(STATUS_OK);
        default: return STATUS_ERROR; /* getopt has said why */
        }
    }
    return -1;
}

int zet_cli_fix(int argc, char **argv) {
    struct fix fix = {
        .rewriter = {.mode = REWRITE_DIFF, .document = fix_document, .end = end_file}};
    int status = read_options(&fix, argc, argv);
    if (status >= 0)
        return status;
    fix.rewriter.context = &fix;
    fix.validator = zet_validator_new();
    if (!fix.validator)
        return zet_cli_error("memory is out");
    zet_record_open(&fix.record);
    zet_record_open(&fix.repaired);
    if (optind == argc)
        fix_file(&fix, "-");
    for (int i = optind; i < argc; i++)
        fix.rewriter.had_error |= !files_visit(argv[i], fix_file, &fix);
    zet_record_close(&fix.record);
    zet_record_close(&fix.repaired);
    zet_repair_free(&fix.repair);
    zet_repair_free(&fix.rest);
    zet_buffer_free(&fix.text);
    zet_validator_free(fix.validator);
    bool named = fix.rewriter.mode == REWRITE_CHECK && fix.rewriter.changed;
    return zet_cli_finish(fix.rewriter.had_error ? STATUS_ERROR
                          : fix.invalid || named ? STATUS_INVALID
                                                 : STATUS_OK);
}
