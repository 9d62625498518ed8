#include "cli/sheets.h"

#include "cli/cli.h"

enum { PIECE_BYTES = 64 * 1024, DIGITS_MAX = 9 };

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

static bool is_numbered(const struct sheets *s) { return s->path && strchr(s->path, '%'); }

const char *sheets_judge_path(const char *path) {
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

/* The name of the present file. */
static void make_name(struct sheets *s) {
    unsigned digits;
    s->name.len = 0;
    for (const char *p = s->path; *p; p++) {
        size_t length = is_numbered(s) ? number_at(p, &digits) : 0;
        if (length) {
            char room[24];
            struct writer w = {room, sizeof room, 0};
            write_number(&w, s->count);
            if (w.len < digits)
                buffer_chars(&s->name, '0', digits - w.len);
            buffer_text(&s->name, written(&w));
            p += length - 1;
        } else {
            buffer_char(&s->name, *p);
            p += p[0] == '%' && p[1] == '%';
        }
    }
    buffer_char(&s->name, '\0');
}

/* Writes out what there is of the present file. */
static bool write_out(struct sheets *s) {
    if (!s->path) {
        fwrite(s->text.at, 1, s->text.len, stdout);
        s->text.len = 0;
        return !ferror(stdout); /* zet_cli_finish will say it */
    }
    if (!s->output.file) {
        make_name(s);
        if (s->name.failed)
            return zet_cli_out_of_memory();
        if (!new_file_open(&s->output, s->name.at, NULL))
            return false;
    }
    bool all = new_file_write(&s->output, s->text.at, s->text.len);
    s->text.len = 0;
    return all;
}

static bool complete_file(struct sheets *s) {
    bool all = write_out(s);
    if (!s->path)
        return all;
    if (all)
        return new_file_commit(&s->output);
    new_file_discard(&s->output);
    return false;
}

/* Whether the file can take one more. */
static bool has_room(struct sheets *s, bool several) {
    s->count++;
    if (s->count == 1 || several || is_numbered(s))
        return true;
    zet_cli_error("there is more than one diagram, and such a file holds one: choose it with "
                  "--record and --at, or give --output a name with %%d");
    return false;
}

static bool failed(struct sheets *s) {
    if (s->drawing.why)
        zet_cli_error("%s", s->drawing.why);
    else
        zet_cli_out_of_memory();
    return false;
}

/* The drawing is complete. */
static bool end_drawing(struct sheets *s) {
    s->drawn = false;
    return zet_drawing_end(&s->drawing) ? true : failed(s);
}

bool sheets_add(struct sheets *s, const struct diagram *diagram) {
    if (!has_room(s, s->format->several))
        return false;
    if (!s->drawn)
        zet_drawing_begin(&s->drawing, s->format, &s->options, &s->text);
    s->drawn = true;
    if (!zet_drawing_add(&s->drawing, diagram))
        return failed(s);
    if (is_numbered(s))
        return end_drawing(s) && complete_file(s);
    /* to standard output only what is complete as it is */
    bool streams = s->format->several && (s->path || !s->format->end);
    return !streams || s->text.len < PIECE_BYTES || write_out(s);
}

bool sheets_add_page(struct sheets *s, struct buffer *page) {
    if (!has_room(s, false))
        return false;
    struct buffer empty = s->text;
    s->text = *page;
    *page = empty;
    return !is_numbered(s) || complete_file(s);
}

bool sheets_end(struct sheets *s, bool keep) {
    bool all = true;
    if (s->drawn && keep)
        all = end_drawing(s);
    else if (s->drawn)
        zet_drawing_end(&s->drawing); /* what went wrong has been said */
    if (keep && all && s->count && !is_numbered(s))
        all = complete_file(s);
    new_file_discard(&s->output);
    zet_buffer_free(&s->text);
    zet_buffer_free(&s->name);
    return all;
}
