#include "cli/into.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/replace.h"
#include "cli/spool.h"

/* The folder that the files come into. */
struct folder {
    const char *path;
    int descriptor;
    bool force;
    char *name;              /* of the present file, with the folder's */
    struct replacement file; /* one at a time */
    size_t there;            /* files that must not be replaced */
    size_t count;
};

static bool set_name(struct folder *f, const char *name) {
    free(f->name);
    if (asprintf(&f->name, "%s/%s", f->path, name) >= 0)
        return true;
    f->name = NULL;
    return command_error("out of memory"), false;
}

/* All files that are in the way are named, and then nothing is written. */
static bool expect(void *context, const char *name) {
    enum { NAMED_MAX = 10 };
    struct folder *f = context;
    struct stat st;
    if (!f->force && fstatat(f->descriptor, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
        f->there++ < NAMED_MAX)
        command_error("%s/%s: the file exists; --force replaces it", f->path, name);
    return true;
}

static bool begin(void *context, const char *name) {
    struct folder *f = context;
    return !f->there && set_name(f, name) &&
           replace_begin_in(&f->file, f->descriptor, name, f->name,
                            f->force ? REPLACE_ANY : REPLACE_NOTHING);
}

static bool write_bytes(void *context, const char *bytes, size_t size) {
    struct folder *f = context;
    return replace_write(&f->file, bytes, size);
}

static bool end(void *context) {
    struct folder *f = context;
    bool done = replace_commit(&f->file);
    f->count += done;
    return done;
}

static int run_in(struct invocation *in, struct folder *f) {
    const zet_folder functions = {expect, begin, write_bytes, end, f};
    struct spool spool;
    int status = STATUS_ERROR;
    zet_task_set_folder(in->task, &functions);
    if (spool_open(&spool, in->task))
        status = runner_run_with(in, &(struct runner_options){.whole = true});
    spool_close(&spool);
    if (status == STATUS_ERROR && f->count)
        command_error("%s: %zu files were written before that, and are whole", f->path, f->count);
    replace_discard(&f->file);
    free(f->name);
    return status;
}

int run_into(struct invocation *in, const char *path, bool force) {
    struct folder folder = {.path = path, .force = force};
    folder.descriptor = replace_open_folder(AT_FDCWD, path, true, true);
    if (folder.descriptor < 0)
        return command_error("%s: %s", path, errno == ENOTDIR ? "not a folder" : strerror(errno));
    int status = run_in(in, &folder);
    close(folder.descriptor);
    return status;
}
