#include "cli/result.h"

#include <string.h>

#include "cli/replace.h"

static struct replacement file;

bool result_has_file(void) { return file.path; }

bool result_write(const char *bytes, size_t size) {
    return file.path ? replace_write(&file, bytes, size) : fwrite(bytes, 1, size, stdout) == size;
}

int result_run(struct invocation *in, command_runner *run) {
    if (in->output && !strcmp(in->output, "-"))
        in->output = NULL; /* standard output */
    if (!in->output)
        return run(in);
    if (!replace_begin(&file, in->output, in->force ? REPLACE_ANY : REPLACE_NOTHING))
        return STATUS_ERROR;
    int status = run(in);
    if (status != STATUS_ERROR && !replace_commit(&file))
        status = STATUS_ERROR;
    replace_discard(&file);
    return status;
}
