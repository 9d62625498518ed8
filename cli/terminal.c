#include "cli/terminal.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/result.h"

static const zet_text line_end = {"\n", 1};

/* More of a line is not kept. */
enum { LINE_KEPT_BYTES = 64 * 1024 };

void terminal_begin(struct terminal *t, bool vouched) {
    t->safe = !vouched && !result_has_file() && isatty(STDOUT_FILENO);
    t->line = t->safe ? zet_output_new(NULL, NULL) : NULL;
    t->text = t->safe ? zet_output_new(NULL, NULL) : NULL;
}

/* The line is complete, or nothing more comes. */
static void make_line_safe(struct terminal *t) {
    zet_text line = zet_output_text(t->line);
    line.length -= line.length && line.at[line.length - 1] == '\r';
    zet_output_write_safe(t->text, line);
    if (zet_output_flush(t->line) == ZET_OK)
        zet_output_clear(t->line);
}

/* The line continues: all of it but its last character, which may not be whole. */
static void make_start_safe(struct terminal *t) {
    enum { CHARACTER_BYTES = 4 };
    char last[CHARACTER_BYTES];
    zet_text line = zet_output_text(t->line), rest = {last, 0};
    do
        rest.length++;
    while (rest.length < CHARACTER_BYTES && (line.at[line.length - rest.length] & 0xC0) == 0x80);
    line.length -= rest.length;
    memcpy(last, line.at + line.length, rest.length);
    zet_output_write_safe(t->text, line);
    zet_output_clear(t->line);
    zet_output_write(t->line, rest);
}

/* What is safe by now. */
static bool write_text(struct terminal *t) {
    zet_text text = zet_output_text(t->text);
    if (zet_output_flush(t->line) != ZET_OK || zet_output_flush(t->text) != ZET_OK)
        return command_error("out of memory"), false;
    bool written = fwrite(text.at, 1, text.length, stdout) == text.length;
    zet_output_clear(t->text);
    return written;
}

bool terminal_write(struct terminal *t, const char *bytes, size_t size) {
    if (!t->safe)
        return result_write(bytes, size);
    if (!t->line || !t->text)
        return command_error("out of memory"), false;
    for (const char *end; (end = memchr(bytes, '\n', size));) {
        zet_output_write(t->line, (zet_text){bytes, (size_t)(end - bytes)});
        make_line_safe(t);
        zet_output_write(t->text, line_end);
        size -= (size_t)(end + 1 - bytes);
        bytes = end + 1;
    }
    zet_output_write(t->line, (zet_text){bytes, size});
    if (zet_output_text(t->line).length > LINE_KEPT_BYTES && zet_output_flush(t->line) == ZET_OK)
        make_start_safe(t);
    return write_text(t);
}

bool terminal_finish(struct terminal *t) {
    bool well = true;
    if (t->line && t->text) {
        make_line_safe(t);
        well = write_text(t);
    }
    zet_output_free(t->line);
    zet_output_free(t->text);
    *t = (struct terminal){0};
    return well;
}
