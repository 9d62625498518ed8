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
    bool force;
    struct replace_set set;
    struct replacement *now; /* the present file */
    size_t there;            /* files that must not be replaced */
};

/* All files that are in the way are named, and then nothing is written. */
static bool expect(void *context, const char *name) {
    enum { NAMED_MAX = 10 };
    struct folder *f = context;
    struct stat st;
    if (!f->force && fstatat(f->set.folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
        f->there++ < NAMED_MAX)
        command_error("%s/%s: the file exists; --force replaces it", f->path, name);
    return true;
}

static bool begin(void *context, const char *name) {
    struct folder *f = context;
    char *path = NULL;
    if (f->there)
        return false;
    if (asprintf(&path, "%s/%s", f->path, name) < 0)
        return command_error("out of memory"), false;
    f->now = replace_set_begin_in(&f->set, name, path, f->force ? REPLACE_ANY : REPLACE_NOTHING);
    free(path);
    return f->now;
}

static bool write_bytes(void *context, const char *bytes, size_t size) {
    return replace_write(((struct folder *)context)->now, bytes, size);
}

static bool end(void *context) { return replace_set_end(&((struct folder *)context)->set, false); }

static int run_in(struct invocation *in, struct folder *f) {
    const zet_folder functions = {expect, begin, write_bytes, end, f};
    struct spool spool;
    int status = STATUS_ERROR;
    zet_task_set_folder(in->task, &functions);
    if (spool_open(&spool, in->task))
        status = runner_run_with(in, &(struct runner_options){.whole = true});
    spool_close(&spool);
    if (status != STATUS_ERROR && !replace_set_commit(&f->set))
        status = STATUS_ERROR;
    if (status == STATUS_ERROR && f->set.placed)
        command_error("%s: %zu files were written before that, and are whole", f->path,
                      f->set.placed);
    replace_set_discard(&f->set);
    return status;
}

int run_into(struct invocation *in, const char *path, bool force) {
    struct folder folder = {.path = path, .force = force};
    folder.set.folder = replace_open_folder(AT_FDCWD, path, true, true);
    if (folder.set.folder < 0)
        return command_error("%s: %s", path, errno == ENOTDIR ? "not a folder" : strerror(errno));
    int status = run_in(in, &folder);
    close(folder.set.folder);
    return status;
}
