#include "cli/into.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/new_file.h"
#include "cli/spool.h"

/* The folder that the files come into. */
struct folder {
    const char *path;
    bool force;
    char *name;           /* of the present file, with the folder's */
    struct new_file file; /* one at a time */
    size_t there;         /* files that must not be replaced */
    size_t count;
};

static bool set_name(struct folder *f, const char *name) {
    free(f->name);
    f->name = malloc(strlen(f->path) + strlen(name) + 2);
    if (!f->name)
        return command_error("out of memory"), false;
    sprintf(f->name, "%s/%s", f->path, name);
    return true;
}

/* All files that are in the way are named, and then nothing is written. */
static bool expect(void *context, const char *name) {
    enum { NAMED_MAX = 10 };
    struct folder *f = context;
    struct stat st;
    if (!set_name(f, name))
        return false;
    if (!f->force && lstat(f->name, &st) == 0 && f->there++ < NAMED_MAX)
        command_error("%s: the file exists; --force replaces it", f->name);
    return true;
}

static bool begin(void *context, const char *name) {
    struct folder *f = context;
    return !f->there && set_name(f, name) && new_file_open(&f->file, f->name);
}

static bool write_bytes(void *context, const char *bytes, size_t size) {
    struct folder *f = context;
    return new_file_write(&f->file, bytes, size);
}

static bool end(void *context) {
    struct folder *f = context;
    f->count++;
    return new_file_commit(&f->file);
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
    new_file_discard(&f->file);
    free(f->name);
    return status;
}

int run_into(struct invocation *in, const char *path, bool force) {
    struct folder folder = {.path = path, .force = force};
    struct stat st;
    if (mkdir(path, 0777) && errno != EEXIST)
        return command_error("%s: %s", path, strerror(errno));
    if (stat(path, &st) || !S_ISDIR(st.st_mode))
        return command_error("%s: not a folder", path);
    return run_in(in, &folder);
}
