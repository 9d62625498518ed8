#include "cli/command.h"

#include <string.h>

#include "cli/replace.h"

static struct replacement file;

bool result_has_file(void) { return file.path; }

bool result_write(const char *bytes, size_t size) {
    return file.path ? replace_write(&file, bytes, size) : fwrite(bytes, 1, size, stdout) == size;
}

bool result_begin(struct invocation *in) {
    if (in->output && !strcmp(in->output, "-"))
        in->output = NULL; /* standard output */
    return !in->output ||
           replace_begin(&file, in->output, in->force ? REPLACE_ANY : REPLACE_NOTHING);
}

int result_end(int status) {
    if (file.path && status != STATUS_ERROR && !replace_commit(&file))
        status = STATUS_ERROR;
    replace_discard(&file);
    return status;
}
