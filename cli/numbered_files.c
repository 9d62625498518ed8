#include "cli/numbered_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"

enum { DIGITS_MAX = 9, NUMBER_BYTES = 24 };

/* Finds `%d` or `%03d`: returns its length in bytes and sets the number of digits. 0: not found. */
static size_t number_at(const char *p, unsigned *digits) {
    size_t length = 1;
    *digits = 1;
    if (p[0] != '%')
        return 0;
    if (p[1] == '0' && p[2] >= '1' && p[2] <= '0' + DIGITS_MAX) {
        *digits = (unsigned)(p[2] - '0');
        length = 3;
    }
    return p[length] == 'd' ? length + 1 : 0;
}

bool numbered_files_named(const char *path) { return path && strchr(path, '%'); }

const char *numbered_files_check(const char *path) {
    unsigned numbers = 0, digits;
    for (const char *p = path; *p; p++) {
        if (*p != '%')
            continue;
        size_t length = p[1] == '%' ? 2 : number_at(p, &digits);
        if (!length)
            return "a `%` in a file's name begins %d or %03d, or is written %%";
        numbers += p[1] != '%';
        p += length - 1;
    }
    if (numbers > 1)
        return "a file name can have only one number";
    return numbers || !strchr(path, '%') ? NULL : "a name with %% needs a number, too";
}

/* Files. */

/* Sets the name of the current file. */
static bool make_name(struct numbered_files *f) {
    size_t used = 0;
    unsigned digits;
    free(f->name);
    f->name = malloc(strlen(f->path) + NUMBER_BYTES);
    if (!f->name)
        return command_error("out of memory"), false;
    for (const char *p = f->path; *p; p++) {
        size_t length = numbered_files_named(f->path) ? number_at(p, &digits) : 0;
        if (length) {
            used += (size_t)snprintf(f->name + used, NUMBER_BYTES, "%0*zu", (int)digits, f->count);
            p += length - 1;
        } else {
            f->name[used++] = *p;
            p += p[0] == '%' && p[1] == '%';
        }
    }
    f->name[used] = '\0';
    return true;
}

/* Writes to the current file. */
static bool write_file(void *files, const char *bytes, size_t size) {
    struct numbered_files *f = files;
    if (!f->path) {
        fwrite(bytes, 1, size, stdout);
        f->failed |= ferror(stdout) != 0; /* command_finish reports it */
        return !f->failed;
    }
    if (!f->now) {
        f->count++;
        f->now = make_name(f)
                     ? replace_set_begin(&f->set, f->name, f->force ? REPLACE_ANY : REPLACE_NOTHING)
                     : NULL;
    }
    f->failed |= !f->now || !replace_write(f->now, bytes, size);
    return !f->failed;
}

bool numbered_files_write(void *files, const char *bytes, size_t size) {
    struct numbered_files *f = files;
    if (!f->format)
        return write_file(f, bytes, size);
    f->failed |= !svg_pages_write(&f->pages, bytes, size);
    return !f->failed;
}

bool numbered_files_end_page(struct numbered_files *f) {
    f->failed |= !svg_pages_end(&f->pages);
    return !f->failed;
}

bool numbered_files_end(struct numbered_files *f) {
    if (f->pages.count && !f->failed)
        f->failed = !svg_pages_convert(&f->pages, f->format, write_file, f);
    if (f->now)
        f->failed |= !replace_set_end(&f->set, false);
    f->now = NULL;
    return !f->failed;
}

/* Places the files unless one failed; with `keep` false removes them. Returns false, after a
   message, on failure. */
static bool end_files(struct numbered_files *f, bool keep) {
    if (keep && numbered_files_end(f))
        f->failed = !replace_set_commit(&f->set);
    replace_set_discard(&f->set);
    svg_pages_free(&f->pages);
    free(f->name);
    f->name = NULL;
    return !f->failed;
}

int numbered_files_draw(struct numbered_files *f, const char *format) {
    f->format = zet_diagram_format_is(format, ZET_FORMAT_CONVERTED) ? format : NULL;
    int status = f->work(f->context, f);
    return command_finish(end_files(f, status != STATUS_ERROR) ? status : STATUS_ERROR);
}
