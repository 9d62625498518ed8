#include "cli/rsvg.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/filter.h"

#define PROGRAM "rsvg-convert"
#define MISSING                                                                                    \
    "PDF and PNG are made by the program " PROGRAM                                                 \
    ", which is not installed (Debian: apt install "                                               \
    "librsvg2-bin; Homebrew: brew install librsvg)"

enum { ARGUMENTS = 7, PATH_BYTES = 24, CHUNK = 64 * 1024 };

bool rsvg_exists(void) { return true; }

static bool fail_drawing(const char *why) { return command_error("drawing: %s", why), false; }

/* Each document is an open file. */
static void allow_many_files(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static bool begin_page(struct svg_pages *p) {
    if (p->count == p->cap) {
        size_t cap = p->cap ? 2 * p->cap : 16;
        FILE **at = realloc(p->at, cap * sizeof *at);
        if (!at)
            return fail_drawing("out of memory");
        p->at = at;
        p->cap = cap;
    }
    if (!p->count)
        allow_many_files();
    p->at[p->count] = tmpfile();
    if (!p->at[p->count])
        return fail_drawing(strerror(errno));
    p->count++;
    p->begun = true;
    return true;
}

bool svg_pages_write(struct svg_pages *p, const char *bytes, size_t size) {
    if (!p->begun && !begin_page(p))
        return false;
    return fwrite(bytes, 1, size, p->at[p->count - 1]) == size || fail_drawing(strerror(errno));
}

bool svg_pages_end(struct svg_pages *p) {
    bool well = !p->begun || fflush(p->at[p->count - 1]) == 0 || fail_drawing(strerror(errno));
    if (p->begun)
        rewind(p->at[p->count - 1]);
    p->begun = false;
    return well;
}

void svg_pages_free(struct svg_pages *p) {
    for (size_t i = 0; i < p->count; i++)
        fclose(p->at[i]);
    free(p->at);
    *p = (struct svg_pages){0};
}

/* Runs the program and hands on what it writes. Reads the rest, too, if that fails: the program
   would report that it cannot write. */
static bool run_program(const char *const *words, zet_write_function *write, void *to) {
    char chunk[CHUNK];
    struct packed nothing = {0};
    size_t made;
    bool passed, written = true;
    setenv("SOURCE_DATE_EPOCH", "0", false); /* the date in a PDF: the same input, the same bytes */
    struct filter *f = filter_new(words, environ);
    if (!f)
        return command_error("%s", errno == ENOENT ? MISSING : strerror(errno)), false;
    while ((passed = filter_pass(f, &nothing, true, chunk, sizeof chunk, &made)) && made)
        written = written && write(to, chunk, made);
    filter_free(f);
    if (!passed)
        command_error(PROGRAM " failed");
    return passed && written;
}

bool svg_pages_convert(struct svg_pages *p, const char *format, zet_write_function *write,
                       void *to) {
    const char *const first[] = {PROGRAM, "--format", format, "--dpi-x", "96", "--dpi-y", "96"};
    const char **arguments = malloc((ARGUMENTS + p->count + 1) * sizeof *arguments);
    char(*paths)[PATH_BYTES] = malloc((p->count + 1) * sizeof *paths);
    bool well = arguments && paths ? svg_pages_end(p) : fail_drawing("out of memory");
    for (size_t i = 0; well && i < ARGUMENTS; i++)
        arguments[i] = first[i];
    for (size_t i = 0; well && i < p->count; i++) {
        snprintf(paths[i], sizeof *paths, "/dev/fd/%d", fileno(p->at[i]));
        arguments[ARGUMENTS + i] = paths[i];
    }
    if (well) {
        arguments[ARGUMENTS + p->count] = NULL;
        well = run_program(arguments, write, to);
    }
    free(arguments);
    free(paths);
    svg_pages_free(p);
    return well;
}
