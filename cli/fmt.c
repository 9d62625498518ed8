#include <getopt.h>

#include "cli/cli.h"
#include "cli/files.h"
#include "cli/rewrite.h"
#include "notation/record/yaml.h"
#include "validators/replay/formatter.h"

static const char usage[] =
    "usage: zet fmt [OPTION]... [FILE|DIR|-]...\n"
    "\n"
    "Rewrites the records of the files, of the .yaml and .yml files under the directories, or of\n"
    "standard input (-, or no argument) in canonical form: keys in their order, moves with their\n"
    "numbers and annotations, lines of at most 80 characters. Comments, variations, unknown keys\n"
    "and x- keys stay. What cannot be read, and moves that cannot be played, stay as they were\n"
    "written.\n"
    "\n"
    "  --check     print the names of the files that would change\n"
    "  --diff      print what would change as a unified diff\n"
    "  --in-place  change the files\n"
    "\n"
    "Without one of these the new text goes to standard output.\n"
    "\n"
    "exit status: 0 all is in canonical form, 1 some record could not be read, or --check named a\n"
    "file, 2 usage, or a file that could not be read or written.\n";

enum { GAP_BYTES_MAX = 1024 * 1024 };

struct fmt {
    struct rewriter rewriter;
    struct validator *validator;
    struct formatter formatter;
    struct observer observer;
    struct record record;
    struct verdict verdict;
    struct buffer text, gap;
    bool unread; /* some record */

    /* Of the present file. */
    size_t number;
    uint64_t end;   /* of the document before */
    bool formatted; /* that was rewritten, and has lost its `...` */
};

static void see(void *context, const struct move_reader *in, enum token token) {
    struct fmt *f = context;
    zet_formatter_see(&f->formatter, in, token);
}

/* What is between two documents, where the first was rewritten: blank lines and `...` go,
   comments stay. With `ended` a `...` ends the document before. */
static void format_gap(struct fmt *f, struct rewriting *w, uint64_t end, bool ended) {
    f->gap.len = f->text.len = 0;
    if (!f->formatted || end - f->end > GAP_BYTES_MAX || !rewrite_original(w, f->end, end, &f->gap))
        return;
    for (const char *p = f->gap.at, *stop = p + f->gap.len; p < stop;) {
        const char *line = p;
        while (p < stop && *p != '\n' && *p != '\r')
            p++;
        const char *mark = line;
        while (mark < p && (*mark == ' ' || *mark == '\t'))
            mark++;
        if (mark < p && *mark == '#') {
            buffer_text(&f->text, (struct text){mark, (size_t)(p - mark)});
            buffer_char(&f->text, '\n');
        }
        p++;
    }
    if (ended)
        buffer_string(&f->text, "...\n");
    rewrite_replace(w, f->end, end, buffered(&f->text));
}

/* Reports a record that stays as it is. */
static void report_unread(struct fmt *f, const char *name) {
    zet_validate(f->validator, &f->record, &f->verdict);
    zet_record_finalize(&f->record, false);
    struct report report = {text_of(name), f->number, &f->record, &f->verdict};
    legacy_report_text(stderr, &report, false);
    f->unread = true;
}

/* Where the byte order mark before a document begins; the document's own start if it has none. */
static uint64_t mark_before(struct fmt *f, struct rewriting *w, const struct document *d) {
    enum { MARK_BYTES = 3 };
    uint64_t start = d->offset - MARK_BYTES;
    f->gap.len = 0;
    bool room = d->offset >= f->end + MARK_BYTES;
    return room && !f->formatted && rewrite_original(w, start, d->offset, &f->gap) &&
                   text_same(buffered(&f->gap), TEXT("\xEF\xBB\xBF"))
               ? start
               : d->offset;
}

static void format_document(void *context, struct rewriting *w, const struct document *d) {
    struct fmt *f = context;
    struct record *r = &f->record;
    uint64_t start = mark_before(f, w, d);
    format_gap(f, w, d->offset, d->unmarked);
    f->end = d->offset + d->text.len;
    f->formatted = false;
    if (!zet_record_read(r, d))
        return;
    f->number++;
    if (r->broken) {
        report_unread(f, w->name);
        return;
    }
    zet_formatter_begin(&f->formatter, CANONICAL_TEXT_WIDTH);
    zet_validate(f->validator, r, &f->verdict);
    f->text.len = 0;
    zet_yaml_write(r, f->formatter.text, &f->text);
    if (r->out_of_memory) {
        rewrite_fail(w, "memory is out");
        return;
    }
    if (f->text.len > RECORD_BYTES_MAX) {
        zet_record_stop(r, FINDING_LIMIT, r->start_offset,
                        "in canonical form this record has more than 1 MiB", NO_TEXT);
        report_unread(f, w->name);
        return;
    }
    rewrite_replace(w, start, f->end, buffered(&f->text));
    f->formatted = true;
}

static void format_end(void *context, struct rewriting *w) {
    struct fmt *f = context;
    format_gap(f, w, w->size, false);
    if (f->number)
        return;
    const struct document nothing = {.text = {"", 0}, .line = 1};
    f->number = 1;
    zet_record_read(&f->record, &nothing);
    report_unread(f, w->name);
}

static void format_file(void *context, const char *path) {
    struct fmt *f = context;
    f->number = 0;
    f->end = 0;
    f->formatted = false;
    rewrite_file(&f->rewriter, path);
}

/* An exit status, or -1 to go on. */
static int read_options(struct fmt *f, int argc, char **argv) {
    static const struct option long_options[] = {{"check", no_argument, NULL, 'c'},
                                                 {"diff", no_argument, NULL, 'd'},
                                                 {"in-place", no_argument, NULL, 'i'},
                                                 {"help", no_argument, NULL, 'h'},
                                                 {NULL, 0, NULL, 0}};
    int c;
    while ((c = getopt_long(argc, argv, "h", long_options, NULL)) != -1) {
        switch (c) {
        case 'c': f->rewriter.mode = REWRITE_CHECK; break;
        case 'd': f->rewriter.mode = REWRITE_DIFF; break;
        case 'i': f->rewriter.mode = REWRITE_IN_PLACE; break;
        case 'h': fputs(usage, stdout); return zet_cli_finish(STATUS_OK);
        default: return STATUS_ERROR; /* getopt has said why */
        }
    }
    return -1;
}

int zet_cli_fmt(int argc, char **argv) {
    struct fmt f = {
        .rewriter = {.mode = REWRITE_TO_STDOUT, .document = format_document, .end = format_end}};
    int status = read_options(&f, argc, argv);
    if (status >= 0)
        return status;
    f.validator = zet_validator_new();
    if (!f.validator)
        return zet_cli_error("memory is out");
    f.rewriter.context = &f;
    f.observer = (struct observer){see, &f};
    zet_validator_observe(f.validator, &f.observer);
    zet_record_open(&f.record);
    if (optind == argc)
        format_file(&f, "-");
    for (int i = optind; i < argc; i++)
        f.rewriter.had_error |= !files_visit(argv[i], format_file, &f);
    zet_record_close(&f.record);
    zet_validator_free(f.validator);
    zet_formatter_free(&f.formatter);
    zet_buffer_free(&f.text);
    zet_buffer_free(&f.gap);
    bool named = f.rewriter.mode == REWRITE_CHECK && f.rewriter.changed;
    return zet_cli_finish(f.rewriter.had_error ? STATUS_ERROR
                          : f.unread || named  ? STATUS_INVALID
                                               : STATUS_OK);
}
