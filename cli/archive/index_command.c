#include <stdlib.h>

#include "cli/archive/export.h"
#include "cli/archive/index_file.h"
#include "cli/command.h"
#include "cli/replace.h"
#include "notation/base/option.h"

struct options {
    const char *output, *export;
    uint32_t jobs;
    bool force;
};

static int index_archive(const struct invocation *in, const char *archive, const char *path,
                         uint32_t jobs) {
    struct database db = {.patient = true};
    struct refresh_counts counts = {0};
    const struct refresh_options o = {
        .root = archive, .positions = true, .threads = archive_threads(jobs)};
    const struct options *given = in->options;
    const struct archive a = {.db = &db, .in = in, .root = archive};
    bool done = archive_open(&a, path, &o, &counts);
    if (!done && db.failed)
        command_error("%s: %s", path, db.why);
    done = done && (!given->export || archive_export(&a, given->export, given->force));
    database_close(&db);
    if (done)
        printf("%s: %llu file%s, %llu of them read, %llu removed; %llu game%s read, %llu of them "
               "not valid\n",
               path, (unsigned long long)counts.files, counts.files == 1 ? "" : "s",
               (unsigned long long)counts.changed, (unsigned long long)counts.removed,
               (unsigned long long)counts.games, counts.games == 1 ? "" : "s",
               (unsigned long long)counts.invalid);
    return command_finish(done ? STATUS_OK : STATUS_ERROR);
}

static int run_index(struct invocation *in) {
    const struct options *o = in->options;
    const char *archive = in->argument_count ? in->arguments[0] : ".";
    if (o->force && !o->export)
        return command_error("--force: only allowed with --export");
    if (in->argument_count > 1)
        return command_error("unexpected argument `%s`; an index covers one directory or file",
                             in->arguments[1]);
    char *own = o->output ? NULL : index_path(archive);
    if (!o->output && !own)
        return command_error("out of memory");
    int status = index_archive(in, archive, o->output ? o->output : own, o->jobs);
    free(own);
    return status;
}

static const zet_option options[] = {
    OUTPUT_ROW(struct options, output, "the index (default: .zet-index next to the records)",
               "zet index -o build/examples.index examples"),
    {"export", "DIR",
     "also write games, players and positions as tables for a database engine, with a schema and "
     "example queries",
     "zet index -o build/examples.index --export build/tables --force examples", ZET_OPTION_TEXT,
     .offset = offsetof(struct options, export)},
    FORCE_ROW(struct options, force,
              "zet index -o build/examples.index --export build/tables --force examples"),
    {"jobs", "N", "read with N threads; one more thread writes",
     "zet index --jobs 2 -o build/examples.index examples", ZET_OPTION_NUMBER,
     .offset = offsetof(struct options, jobs), .least = 1, .most = 64},
    {0}};

const struct command command_index = {
    .name = "index",
    .writes = true,
    .about = ABOUT_INDEX,
    .arguments = "[DIR|FILE]",
    .examples = "  zet index -o build/examples.index examples\n"
                "  zet explore --archive examples --index build/examples.index --game hogga\n",
    .help = "Write an index of the records in a directory (. without an argument) or a file: one\n"
            "SQLite file with the games, the players and every position. Later runs read only new\n"
            "and changed files; a file that has grown is read from its old end. The index is\n"
            "saved every few ten thousand games, and the next run continues from there.\n"
            "zet explore and sqlite3 can query it (cli/archive/INDEX.md describes it).\n",
    .help_end =
        "exit status: 0 the index is up to date, 2 wrong usage or a file that could not be\n"
        "read or written; then the index has what could be read.\n",
    .options = options,
    .config = true,
    .options_size = sizeof(struct options),
    .run = run_index,
};
