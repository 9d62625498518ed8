#include "cli/sheets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"

enum { PIECE_BYTES = 64 * 1024, DIGITS_MAX = 9, NUMBER_BYTES = 24 };

/* The place of `%d` or `%03d`: its length in bytes, and how many digits it asks for. 0: none. */
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

static bool is_numbered(const char *path) { return path && strchr(path, '%'); }

const char *sheets_check_path(const char *path) {
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
        return "a file's name has one number";
    return numbers || !strchr(path, '%') ? NULL : "a name with %% needs a number, too";
}

/* Files. */

/* Sets the name of the present file. */
static bool make_name(struct sheet_files *f) {
    size_t used = 0;
    unsigned digits;
    free(f->name);
    f->name = malloc(strlen(f->path) + NUMBER_BYTES);
    if (!f->name)
        return command_error("out of memory"), false;
    for (const char *p = f->path; *p; p++) {
        size_t length = is_numbered(f->path) ? number_at(p, &digits) : 0;
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

static bool write_bytes(void *context, const char *bytes, size_t size) {
    struct sheet_files *f = context;
    if (!f->path) {
        fwrite(bytes, 1, size, stdout);
        f->failed |= ferror(stdout) != 0; /* command_finish will report it */
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

static bool end_file(void *context) {
    struct sheet_files *f = context;
    if (f->now)
        f->failed |= !replace_set_end(&f->set, false);
    f->now = NULL;
    return !f->failed;
}

struct drawn_sink sheet_files_sink(struct sheet_files *files) {
    return (struct drawn_sink){write_bytes, end_file, files};
}

bool sheet_files_end(struct sheet_files *f, bool keep) {
    if (keep && end_file(f))
        f->failed = !replace_set_commit(&f->set);
    replace_set_discard(&f->set);
    free(f->name);
    f->name = NULL;
    return !f->failed;
}

/* Diagrams. */

/* Hands on what there is of the present file. */
static bool hand_on(struct sheets *s) {
    zet_text text = zet_output_text(s->out);
    bool handed = !text.length || s->to->write(s->to->context, text.at, text.length);
    zet_output_clear(s->out);
    return handed;
}

static bool fail(const zet_error *error) {
    command_error("%s", error->message);
    return false;
}

static bool begin_file(struct sheets *s) {
    zet_error error = {0};
    if (!s->out && !(s->out = zet_output_new(NULL, NULL)))
        return command_error("out of memory"), false;
    if (!s->file)
        s->file = zet_diagram_file_new(s->options, s->canvas, s->out, &error);
    return s->file || fail(&error);
}

static bool complete_file(struct sheets *s) {
    zet_error error = {0};
    bool ended = zet_diagram_file_end(s->file, &error) == ZET_OK;
    zet_diagram_file_free(s->file);
    s->file = NULL;
    if (!ended)
        return fail(&error);
    return hand_on(s) && s->to->end_file(s->to->context);
}

bool sheets_add(struct sheets *s, const zet_diagram *diagram) {
    zet_error error = {0};
    bool several = zet_diagram_format_is(s->format, ZET_FORMAT_SEVERAL);
    bool numbered = is_numbered(s->path);
    if (s->count++ && !several && !numbered) {
        command_error("%s", s->too_many);
        return false;
    }
    if (!begin_file(s))
        return false;
    if (zet_diagram_file_add(s->file, diagram, &error) != ZET_OK)
        return fail(&error);
    if (numbered)
        return complete_file(s);
    /* to standard output only what is complete as it is */
    bool streams = several && (s->path || zet_diagram_format_is(s->format, ZET_FORMAT_STREAMS));
    return !streams || zet_output_text(s->out).length < PIECE_BYTES || hand_on(s);
}

bool sheets_end(struct sheets *s, bool keep) {
    bool all = true;
    if (s->file && keep)
        all = complete_file(s);
    zet_diagram_file_free(s->file);
    zet_output_free(s->out);
    return all;
}
