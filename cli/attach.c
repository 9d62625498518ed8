#include "cli/command.h"

#include <string.h>

#include "cli/input.h"
#include "notation/base/error.h"

static bool read_file(const char *path, size_t most, zet_output *to) {
    char room[64 * 1024];
    size_t total = 0;
    long n = 0;
    struct input *input = input_open_beside(path);
    if (!input)
        return false;
    while (total < most && (n = input_read(input, room, sizeof room)) > 0) {
        zet_output_write(to, (zet_text){room, (size_t)n});
        total += (size_t)n;
    }
    bool read = n >= 0 && zet_output_flush(to) == ZET_OK;
    if (!read)
        command_error("%s: %s", path, n < 0 ? input_fault(input) : "out of memory");
    input_close(input);
    return read;
}

static bool attach_read(struct invocation *in, const char *path, size_t most, zet_text *text) {
    side_files_add(&in->side, path);
    zet_output *out = zet_output_new(NULL, NULL);
    if (!out)
        return command_error("out of memory"), false;
    in->attached[in->attached_count++] = out;
    bool done = read_file(path, most, out);
    *text = zet_output_text(out);
    return done;
}

bool attach_file(struct invocation *in, const char *what, const char *path, size_t most) {
    zet_error error = {0};
    zet_text text;
    if (!path)
        return true;
    if (!attach_read(in, path, most, &text))
        return false;
    if (!strcmp(what, "names") && !command_has(in, "names")) /* but zet.yaml names it */
        what = "default-names";
    if (zet_task_attach(in->task, what, path, text, &error) == ZET_OK)
        return true;
    return command_error("%s", error.message), false;
}

bool attach_names(struct invocation *in, const char *path, struct names_file *names) {
    zet_error error = {0};
    zet_text text;
    *names = (struct names_file){0};
    if (!path)
        return true;
    if (!attach_read(in, path, NAMES_BYTES_MAX, &text))
        return false;
    if (zi_names_file_read(names, text_of(path), text_from(text), &error))
        return true;
    zi_names_file_free(names);
    return command_error("%s", error.message), false;
}
