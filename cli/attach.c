#include "cli/attach.h"

#include <string.h>

#include "cli/input.h"
#include "cli/side_files.h"

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

bool attach_file(struct invocation *in, const char *what, const char *path, size_t most) {
    zet_error error = {0};
    if (!path)
        return true;
    side_files_add(&in->side, path, what);
    zet_output *text = zet_output_new(NULL, NULL);
    if (!text)
        return command_error("out of memory"), false;
    in->attached[in->attached_count++] = text;
    if (!read_file(path, most, text))
        return false;
    if (in->default_names && !strcmp(what, "names"))
        what = "default-names";
    if (zet_task_attach(in->task, what, path, zet_output_text(text), &error) == ZET_OK)
        return true;
    return command_error("%s", error.message), false;
}
