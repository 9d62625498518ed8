#include "cli/progress.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"

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

bool progress_show(void *context, const zet_counts *counts) {
    struct progress *p = context;
    if (!p->wanted || counts->records % PROGRESS_RECORDS)
        return true;
    double seconds = seconds_since(&p->start);
    if (seconds < p->next)
        return true;
    fprintf(stderr, "\r%llu records, %llu invalid, %.0f a second\033[K",
            (unsigned long long)counts->records, (unsigned long long)counts->invalid,
            (double)counts->records / seconds);
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
static bool write_progress(struct progress *p) {
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
    return write_progress(p);
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
        well = write_progress(p);
    }
    zet_output_free(p->line);
    zet_output_free(p->text);
    return well;
}
