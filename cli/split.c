#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/attach.h"
#include "cli/new_file.h"
#include "cli/runner.h"
#include "cli/spool.h"

struct options {
    const char *into, *names;
    bool force;
};

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

static int run_into(struct invocation *in, struct folder *f) {
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

static int run(struct invocation *in) {
    const struct options *o = in->options;
    struct folder folder = {.path = o->into, .force = o->force};
    struct stat st;
    if (!o->into)
        return command_error("--into DIR is required: the folder for the files");
    if (mkdir(o->into, 0777) && errno != EEXIST)
        return command_error("%s: %s", o->into, strerror(errno));
    if (stat(o->into, &st) || !S_ISDIR(st.st_mode))
        return command_error("%s: not a folder", o->into);
    return attach_file(in, "names", o->names, NAMES_BYTES_MAX) ? run_into(in, &folder)
                                                               : STATUS_ERROR;
}

static const struct option_row options[] = {
    {"into", 0, "DIR", "the folder for the files; it is created if it does not exist", OPTION_TEXT,
     offsetof(struct options, into)},
    {"force", 0, NULL, "replace files that are there", OPTION_FLAG,
     offsetof(struct options, force)},
    NAMES_ROW(struct options, names),
    {0}};

const struct command command_split = {
    .name = "split",
    .about = "put records into files by event, player, year or game",
    .arguments = "[FILE|DIR|-]...",
    .files = true,
    .help = "Put the records of FILEs, of the .yaml and .yml files under DIRs, or of standard\n"
            "input (-, or no argument) into files in the folder of --into, with every byte of\n"
            "theirs and in their order: a file for each event, player, year or game, named after\n"
            "it. A game is in the files of both its players. Files that are there are replaced\n"
            "only with --force; without it nothing is written then. Each file comes into being as\n"
            "a whole. Records are not judged.\n",
    .help_end = "exit status: 0 all was written, 2 wrong usage, or a file could not be read or\n"
                "written.\n",
    .options = options,
    .task = "split",
    .hidden = "jobs",
    .options_size = sizeof(struct options),
    .run = run,
};
