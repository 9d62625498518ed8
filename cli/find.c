#include "cli/find.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cli/files.h"

enum { OUTPUT_BYTES = 64 * 1024 };

/* How a document begins, before its first key. */
enum opening { OPENS_BARE, OPENS_MARKED, OPENS_WITH_DIRECTIVE };

static enum opening opening_of(struct text t) {
    enum opening opening = OPENS_BARE;
    for (size_t at = 0; at < t.len;) {
        size_t end = at, text = at;
        while (end < t.len && !is_line_end(t.at[end]))
            end++;
        while (text < end && (t.at[text] == ' ' || t.at[text] == '\t'))
            text++;
        if (t.at[at] == '%')
            opening = OPENS_WITH_DIRECTIVE;
        else if (text < end && t.at[text] != '#')
            return opening == OPENS_BARE && end - at >= 3 && !memcmp(t.at + at, "---", 3) &&
                           (end - at == 3 || is_blank(t.at[at + 3]))
                       ? OPENS_MARKED
                       : opening;
        at = end + 1;
    }
    return opening;
}

/* Whether the last line is the marker `...`. */
static bool is_ended(struct text t) {
    size_t end = t.len;
    while (end && is_line_end(t.at[end - 1]))
        end--;
    size_t at = end;
    while (at && !is_line_end(t.at[at - 1]))
        at--;
    return end - at >= 3 && !memcmp(t.at + at, "...", 3) &&
           (end - at == 3 || is_blank(t.at[at + 3]));
}

void zet_find_write(struct find_stream *s, const struct document *document) {
    struct text t = document->text;
    enum opening opening = opening_of(t);
    bool unmarked = document->unmarked && opening == OPENS_BARE;
    if (s->any && !s->line_ended)
        fputc('\n', stdout);
    if (s->any && !s->ended && (opening == OPENS_WITH_DIRECTIVE || unmarked))
        fputs("...\n", stdout);
    if (s->any && opening == OPENS_BARE && !unmarked)
        fputs("---\n", stdout);
    fwrite(t.at, 1, t.len, stdout);
    s->any = true;
    s->ended = is_ended(t);
    s->line_ended = t.len && is_line_end(t.at[t.len - 1]);
}

static void print_place(const struct find *f, const char *file, size_t number, int64_t ply) {
    size_t line = f->record.start_line;
    if (f->o.output == FIND_JSON) {
        fputs("{\"file\":", stdout);
        legacy_json_string(stdout, text_of(file));
        printf(",\"record\":%zu,\"line\":%zu,\"ply\":", number, line);
        if (ply < 0)
            puts("null}");
        else
            printf("%" PRId64 "}\n", ply);
        return;
    }
    zet_cli_print(stdout, text_of(file), SAFE_TEXT);
    printf(":%zu: record %zu", line, number);
    if (ply >= 0)
        printf(", ply %" PRId64, ply);
    putchar('\n');
}

/* A record that is looked for. */
static void take(struct find *f, const char *file, size_t number, const struct facts *facts,
                 const struct document *document, int64_t ply) {
    if (f->o.duplicates) {
        struct duplicate_place place = {(uint32_t)f->file_count - 1, (uint32_t)number,
                                        f->record.start_line};
        f->record.out_of_memory |= !zet_duplicates_add(f->duplicates, facts, place);
        return;
    }
    f->found++;
    if (f->o.output == FIND_PLACES || f->o.output == FIND_JSON)
        print_place(f, file, number, ply);
    f->written = f->o.output == FIND_RECORDS;
    if (f->written)
        zet_find_write(&f->out, document);
}

static void leave_out(struct find *f, const char *file, size_t number) {
    const struct report report = {text_of(file), number, &f->record, &f->verdict};
    f->left_out++;
    legacy_report_invalid(stderr, &report, "is left out");
}

static void search_record(struct find *f, const char *file, size_t number,
                          const struct document *document) {
    const struct find_options *o = &f->o;
    struct facts facts;
    int64_t ply;
    zet_query_begin(&f->o.query);
    if (f->duplicates)
        zet_duplicates_begin(f->duplicates);
    zet_validate(f->validator, &f->record, &f->verdict);
    zet_record_finalize(&f->record, false);
    zet_facts(&facts, &f->record, &f->verdict);
    f->written = false;
    if (!facts.valid && !o->include_invalid && !o->only_invalid)
        leave_out(f, file, number);
    else if (facts.valid && o->only_invalid)
        return;
    else if (!zet_query_holds(&f->o.query, &facts, &f->record, &f->verdict, &ply))
        return;
    else if (document->too_long && o->output == FIND_RECORDS && !o->duplicates)
        leave_out(f, file, number);
    else
        take(f, file, number, &facts, document, ply);
}

static bool is_done(const struct find *f) {
    return f->record.out_of_memory || (!f->o.duplicates && f->found >= f->o.limit) ||
           ferror(stdout);
}

static void search_stream(struct find *f, const char *file, source_reader *read, void *context) {
    struct source source;
    struct document document;
    size_t number = 0;
    zet_source_open(&source, read, context);
    f->written = false;
    while (!f->record.out_of_memory && zet_source_next(&source, &document)) {
        if (zet_record_read(&f->record, &document)) {
            if (is_done(f))
                break;
            search_record(f, file, ++number, &document);
        } else if (f->written) { /* the rest of a broken record */
            zet_find_write(&f->out, &document);
        }
    }
    f->had_error |= !files_was_read(&source, file, f->record.out_of_memory);
    zet_source_close(&source);
}

/* Reads from a descriptor, and keeps what was read. */
struct spooling {
    int from, to;
};

static long read_and_keep(void *context, char *to, size_t cap) {
    const struct spooling *s = context;
    int from = s->from;
    long n = files_read(&from, to, cap);
    for (long kept = 0; kept < n;) {
        ssize_t more = write(s->to, to + kept, (size_t)(n - kept));
        if (more < 0 && errno != EINTR)
            return -1;
        kept += more > 0 ? more : 0;
    }
    return n;
}

static void search_file(void *context, const char *path) {
    struct find *f = context;
    if (is_done(f))
        return;
    int descriptor = files_open(path);
    bool fine = descriptor >= 0;
    if (fine && f->o.duplicates)
        fine = zet_find_keep_file(f, path, descriptor);
    f->had_error |= !fine;
    if (fine && f->o.duplicates && f->files[f->file_count - 1].spool >= 0) {
        struct spooling both = {descriptor, f->files[f->file_count - 1].spool};
        search_stream(f, path, read_and_keep, &both);
    } else if (fine) {
        search_stream(f, path, files_read, &descriptor);
    }
    files_close(descriptor);
}

static void see(void *context, const struct move_reader *in, enum token token) {
    struct find *f = context;
    zet_query_see(&f->o.query, in, token);
    if (f->duplicates)
        zet_duplicates_see(f->duplicates, in, token);
}

static void summarize(const struct find *f) {
    if (f->o.output == FIND_COUNT)
        printf("%" PRIu64 "\n", f->found);
    if (f->left_out && !f->o.include_invalid && !f->o.only_invalid)
        zet_cli_error(f->left_out == 1
                          ? "%" PRIu64 " record was left out; --include-invalid keeps it"
                          : "%" PRIu64 " records were left out; --include-invalid keeps them",
                      f->left_out);
}

static int search(struct find *f, int argc, char **argv) {
    const struct query *q = &f->o.query;
    const struct observer observer = {see, f};
    f->validator = zet_validator_new();
    if (f->o.duplicates)
        f->duplicates = zet_duplicates_new(f->o.min_plies);
    if (!f->validator || (f->o.duplicates && !f->duplicates))
        return zet_cli_error("memory is out");
    if (f->duplicates || q->value[CONDITION_POSITION] || q->value[CONDITION_MOVE])
        zet_validator_observe(f->validator, &observer);
    setvbuf(stdout, NULL, _IOFBF, OUTPUT_BYTES);
    if (optind == argc)
        search_file(f, "-");
    for (int i = optind; i < argc; i++)
        f->had_error |= !files_visit(argv[i], search_file, f);
    if (f->duplicates && !f->had_error)
        zet_find_duplicates(f);
    summarize(f);
    return f->had_error ? STATUS_ERROR : f->left_out ? STATUS_INVALID : STATUS_OK;
}

int zet_cli_find(int argc, char **argv) {
    static struct find f;
    int status = zet_find_options(argc, argv, &f.o);
    if (status >= 0) {
        zet_query_free(&f.o.query);
        return status;
    }
    zet_record_open(&f.record);
    status = search(&f, argc, argv);
    zet_record_close(&f.record);
    zet_validator_free(f.validator);
    zet_duplicates_free(f.duplicates);
    zet_find_forget_files(&f);
    zet_query_free(&f.o.query);
    return zet_cli_finish(status);
}
