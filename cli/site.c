#include <stdlib.h>
#include <string.h>

#include "cli/attach.h"
#include "cli/runner.h"
#include "cli/site_folder.h"

/* More than that is too long in any case. */
enum { TOURNAMENT_BYTES_MAX = 2 * 1024 * 1024 };

struct options {
    bool force;
    const char *names;
};

struct site {
    struct site_folder folder;
    bool complete; /* the first page is there, which comes only where nothing is missing */
};

static bool begin(void *context, const char *name) {
    struct site *s = context;
    s->complete |= !strcmp(name, "index.html");
    return site_folder_begin(&s->folder, name);
}

static bool write_bytes(void *context, const char *bytes, size_t size) {
    return site_folder_write(&((struct site *)context)->folder, bytes, size);
}

static bool end(void *context) { return site_folder_end(&((struct site *)context)->folder); }

static int make_site(struct invocation *in, const char *tournament, struct site *s) {
    const struct runner_options how = {.whole = true};
    const zet_folder files = {NULL, begin, write_bytes, end, s};
    char *folder = in->argument_count ? NULL : folder_of(tournament);
    char *folders[] = {folder, NULL};
    if (!in->argument_count && !folder)
        return command_error("out of memory");
    if (folder) {
        in->arguments = folders;
        in->argument_count = 1;
    }
    zet_task_set_folder(in->task, &files);
    int status = runner_run_with(in, &how);
    if (status != STATUS_ERROR && s->complete && !site_folder_commit(&s->folder))
        status = STATUS_ERROR;
    free(folder);
    return status;
}

static int run(struct invocation *in) {
    const struct options *o = in->options;
    struct site site = {.complete = false};
    if (in->argument_count < 2)
        return command_error("it needs a tournament file and the folder of the pages; `zet help "
                             "site` says more");
    const char *tournament = in->arguments[0], *path = in->arguments[1];
    in->arguments += 2;
    in->argument_count -= 2;
    int status = STATUS_ERROR;
    if (site_folder_open(&site.folder, path, o->force) &&
        attach_file(in, "tournament", tournament, TOURNAMENT_BYTES_MAX) &&
        attach_file(in, "names", o->names, NAMES_BYTES_MAX))
        status = make_site(in, tournament, &site);
    site_folder_close(&site.folder);
    return status;
}

static const struct option_row options[] = {
    {"force", 0, NULL,
     "also into a folder with other files, of which only those of the same name go", OPTION_FLAG,
     offsetof(struct options, force)},
    NAMES_ROW(struct options, names),
    {0}};

const struct command command_site = {
    .name = "site",
    .writes = true,
    .about = "make the pages of a tournament",
    .arguments = "TOURNAMENT DIR [FILE|DIR|-]...",
    .files = true,
    .help =
        "Make a folder of static pages from a tournament file and its records: standings, cross\n"
        "table, rounds, a page of each player with their findings, and a page of each game to\n"
        "step through. The pages need no server, and nothing from elsewhere. Without FILE the\n"
        "records are those in the folder of TOURNAMENT. DIR is made. In a site that is there the\n"
        "pages are replaced that its zet-site.txt lists, and removed if they are none any more.\n",
    .help_end =
        "exit status: 0 all is well, 1 some record is not valid, or does not agree with the\n"
        "tournament file, or that file has errors (then there is no site), 2 wrong usage, or a\n"
        "file that could not be read or written.\n",
    .options = options,
    .task = "site",
    .options_size = sizeof(struct options),
    .run = run,
};
