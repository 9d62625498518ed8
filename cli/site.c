#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/runner.h"
#include "cli/site_folder.h"
#include "notation/base/option.h"

struct options {
    bool force;
    const char *names;
};

static int make_site(struct invocation *in, const char *tournament, struct site_folder *s) {
    const struct runner_options how = {.whole = true};
    const zet_folder pages = site_folder_pages(s);
    char *folder = in->argument_count ? NULL : folder_of(tournament);
    char *folders[] = {folder, NULL};
    if (!in->argument_count && !folder)
        return command_error("out of memory");
    if (folder) {
        in->arguments = folders;
        in->argument_count = 1;
    }
    in->io.folder = &pages;
    int status = runner_run(in, &how);
    if (status != STATUS_ERROR && s->complete && !site_folder_commit(s))
        status = STATUS_ERROR;
    free(folder);
    return status;
}

static int make_one(struct invocation *in, const char *tournament, const char *path) {
    const struct options *o = in->options;
    struct site_folder site;
    int status = STATUS_ERROR;
    if (site_folder_open(&site, path, o->force) &&
        attach_file(in, "tournament", tournament, TOURNAMENT_BYTES_MAX) &&
        attach_file(in, "names", o->names, NAMES_BYTES_MAX))
        status = make_site(in, tournament, &site);
    site_folder_close(&site);
    return status;
}

/* A site for several tournaments has a front page. */
static void prepare_part(struct invocation *in) { zet_task_set(in->task, "front", "true", NULL); }

/* Makes a site with the same options. A task makes one site, so each part needs its own. */
static int make_part(const struct invocation *in, char *tournament, const char *path,
                     size_t number) {
    char part[PATH_MAX];
    size_t options = (size_t)(in->arguments - in->argv);
    if (snprintf(part, sizeof part, "%s/tournament-%zu", path, number) >= (int)sizeof part)
        return command_error("%s: the name is too long", path);
    char **argv = calloc(options + 3, sizeof *argv);
    if (!argv)
        return command_error("out of memory");
    memcpy(argv, in->argv, options * sizeof *argv);
    argv[options] = tournament;
    argv[options + 1] = part;
    int status = command_run(in->command, (int)options + 2, argv, prepare_part);
    free(argv);
    return status;
}

/* Makes a site folder for each of several tournaments, and a front page. */
static int make_several(struct invocation *in, size_t count) {
    const struct options *o = in->options;
    char **tournament = in->arguments;
    struct site_folder site;
    int status = STATUS_ERROR;
    if (in->argument_count > count + 1)
        return command_error("with several tournaments, the records are those in their folders");
    bool opened = site_folder_open(&site, tournament[count], o->force);
    bool made = opened && mkdir(tournament[count], 0777) == 0;
    if (opened) {
        status = STATUS_OK;
        for (size_t i = 0; i < count && status != STATUS_ERROR; i++) {
            int part = make_part(in, tournament[i], tournament[count], i + 1);
            status = part == STATUS_OK ? status : part;
        }
        for (size_t i = 0; i < count && status != STATUS_ERROR; i++)
            if (!attach_file(in, "front", tournament[i], TOURNAMENT_BYTES_MAX))
                status = STATUS_ERROR;
        static char *no_records[] = {"/dev/null", NULL};
        in->arguments = no_records;
        in->argument_count = 1;
        int front = status == STATUS_ERROR ? status : make_site(in, NULL, &site);
        status = front == STATUS_OK ? status : front;
    }
    site_folder_close(&site);
    if (made && status == STATUS_ERROR)
        rmdir(tournament[count]); /* only removes an empty folder */
    return status;
}

static bool is_file(const char *path) {
    struct stat st;
    return !stat(path, &st) && S_ISREG(st.st_mode);
}

static int write_site(struct invocation *in) {
    if (in->argument_count < 2)
        return command_error(
            "a tournament file and a folder for the pages are required; see `zet help site`");
    size_t count = 1;
    while (count + 1 < in->argument_count && is_file(in->arguments[count]))
        count++;
    if (count > 1)
        return make_several(in, count);
    const char *tournament = in->arguments[0], *path = in->arguments[1];
    in->arguments += 2;
    in->argument_count -= 2;
    return make_one(in, tournament, path);
}

static const zet_option options[] = {
    {"force", NULL,
     "write into a folder with other files, too; files with the same names are replaced",
     "zet site --force examples/club/tournament.yaml build/club-site", ZET_OPTION_FLAG,
     .offset = offsetof(struct options, force)},
    NAMES_ROW(struct options, names, "site examples/club/tournament.yaml build/club"),
    {0}};

const struct command command_site = {
    .name = "site",
    .writes = true,
    .about = "make the pages of a tournament",
    .arguments = "TOURNAMENT... DIR [FILE|DIR|-]...",
    .files = true,
    .shared = "zet site %.*s examples/club/tournament.yaml build/club",
    .examples = "  zet site examples/club/tournament.yaml build/club\n"
                "  zet site --lang de examples/club/tournament.yaml build/club\n",
    .help =
        "Make a folder of static pages from a tournament file and its records: standings, cross\n"
        "table, rounds, a page of each player with their findings, and a page of each game to\n"
        "step through. The pages need no server and load nothing from elsewhere. Without FILE the\n"
        "records are those in the folder of TOURNAMENT. DIR is created. If it contains a site, "
        "the\n"
        "pages that its zet-site.txt lists are replaced or removed. With several TOURNAMENTs, "
        "each\n"
        "gets a folder in DIR, and DIR gets a page with links to them; their records are those in\n"
        "their folders.\n",
    .help_end = "exit status: 0 no error was found, 1 some record is not valid, or does not agree "
                "with the\ntournament file, 2 wrong usage, a file that could not be read or "
                "written, or errors in\nthe tournament file (then there is no site).\n",
    .options = options,
    .task = "site",
    .hidden = (const char *const[]){"front", NULL},
    .options_size = sizeof(struct options),
    .run = write_site,
};
