#include "cli/progress.h"

#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/compression.h"
#include "cli/files.h"
#include "cli/result.h"

enum { PROGRESS_RECORDS = 256 }; /* records per look at the clock */

static double seconds_since(const struct timespec *start) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

struct progress progress_begin(const struct invocation *in) {
    struct progress p = {.wanted = command_has_terminal(STDERR_FILENO), .next = 1};
    p.safe = !in->reports && !result_has_file() && isatty(STDOUT_FILENO);
    p.line = p.safe ? zet_output_new(NULL, NULL) : NULL;
    p.text = p.safe ? zet_output_new(NULL, NULL) : NULL;
    clock_gettime(CLOCK_MONOTONIC, &p.start);
    return p;
}

/* Results of nftw, which passes no context to its function. */
static struct {
    uint64_t bytes;
    bool unknown;
} measured;

static int measure_file(const char *path, const struct stat *st, int type, struct FTW *at) {
    if (type == FTW_F && (at->level == 0 || files_is_record(path, false))) {
        measured.unknown |=
            compression_of_name(path, NULL) != COMPRESSION_NONE || !S_ISREG(st->st_mode);
        measured.bytes += (uint64_t)st->st_size;
    }
    return 0;
}

void progress_measure(struct progress *p, const struct invocation *in) {
    enum { DESCRIPTORS = 16 };
    measured.bytes = 0;
    measured.unknown = !p->wanted || in->files_from || !in->argument_count;
    for (size_t i = 0; i < in->argument_count && !measured.unknown; i++)
        measured.unknown |= !strcmp(in->arguments[i], "-") ||
                            nftw(in->arguments[i], measure_file, DESCRIPTORS, FTW_PHYS) != 0;
    p->bytes = measured.unknown ? 0 : measured.bytes;
}

/* `, 1:02:03 left` */
static void print_left(double seconds) {
    unsigned long left = seconds < 1e6 ? (unsigned long)(seconds + 0.5) : 1000000;
    if (left >= 3600)
        fprintf(stderr, ", %lu:%02lu:%02lu left", left / 3600, left / 60 % 60, left % 60);
    else
        fprintf(stderr, ", %lu:%02lu left", left / 60, left % 60);
}

static void print_rate(const struct progress *p, double seconds, double records, double bytes) {
    fprintf(stderr, ", %.0f a second", records / seconds);
    if (p->bytes && bytes > 0 && bytes <= (double)p->bytes) {
        fprintf(stderr, ", %.0f %%", 100 * bytes / (double)p->bytes);
        print_left(seconds / bytes * ((double)p->bytes - bytes));
    }
}

bool progress_show(void *context, const zet_counts *counts) {
    struct progress *p = context;
    if (!p->wanted || counts->records % PROGRESS_RECORDS)
        return true;
    double seconds = seconds_since(&p->start);
    if (seconds < p->next)
        return true;
    fprintf(stderr, "\r%llu records, %llu invalid", (unsigned long long)counts->records,
            (unsigned long long)counts->invalid);
    print_rate(p, seconds, (double)counts->records, (double)counts->bytes);
    fputs("\033[K", stderr);
    p->shown = true;
    p->next = seconds + 0.5;
    return true;
}

void progress_end(struct progress *p) {
    if (p->shown)
        fputs("\r\033[K", stderr);
    p->shown = false;
}

/* Writing. */

/* Longer lines are written in parts. */
enum { LINE_KEPT_BYTES = 64 * 1024 };

/* The line is complete, or nothing more follows. */
static void make_line_safe(struct progress *p) {
    zet_text line = zet_output_text(p->line);
    line.length -= line.length && line.at[line.length - 1] == '\r';
    zet_output_write_safe(p->text, line);
    if (zet_output_flush(p->line) == ZET_OK)
        zet_output_clear(p->line);
}

/* The line continues: makes it safe except its last character, which may be incomplete. */
static void make_start_safe(struct progress *p) {
    enum { CHARACTER_BYTES = 4 };
    char last[CHARACTER_BYTES];
    zet_text line = zet_output_text(p->line), rest = {last, 0};
    do
        rest.length++;
    while (rest.length < CHARACTER_BYTES && (line.at[line.length - rest.length] & 0xC0) == 0x80);
    line.length -= rest.length;
    memcpy(last, line.at + line.length, rest.length);
    zet_output_write_safe(p->text, line);
    zet_output_clear(p->line);
    zet_output_write(p->line, rest);
}

/* Writes the text made safe so far. */
static bool write_text(struct progress *p) {
    zet_text text = zet_output_text(p->text);
    if (zet_output_flush(p->line) != ZET_OK || zet_output_flush(p->text) != ZET_OK)
        return command_error("out of memory"), false;
    bool written = fwrite(text.at, 1, text.length, stdout) == text.length;
    zet_output_clear(p->text);
    return written;
}

bool progress_write_stdout(void *context, const char *bytes, size_t size) {
    struct progress *p = context;
    progress_end(p);
    if (!p->safe)
        return result_write(bytes, size);
    if (!p->line || !p->text)
        return command_error("out of memory"), false;
    for (const char *end; (end = memchr(bytes, '\n', size));) {
        zet_output_write(p->line, (zet_text){bytes, (size_t)(end - bytes)});
        make_line_safe(p);
        zet_output_write(p->text, zet_text_of("\n"));
        size -= (size_t)(end + 1 - bytes);
        bytes = end + 1;
    }
    zet_output_write(p->line, (zet_text){bytes, size});
    if (zet_output_text(p->line).length > LINE_KEPT_BYTES && zet_output_flush(p->line) == ZET_OK)
        make_start_safe(p);
    return write_text(p);
}

bool progress_write_stderr(void *context, const char *bytes, size_t size) {
    progress_end(context);
    fwrite(bytes, 1, size, stderr); /* a failure cannot be reported anywhere */
    return true;
}

bool progress_finish(struct progress *p) {
    bool well = true;
    progress_end(p);
    if (p->line && p->text) {
        make_line_safe(p);
        well = write_text(p);
    }
    zet_output_free(p->line);
    zet_output_free(p->text);
    return well;
}
