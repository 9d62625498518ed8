/* An archive with its index: an index file, or a temporary index of the command's files. */
#pragma once

#include "cli/archive/database.h"
#include "cli/archive/refresh.h"
#include "cli/progress.h"
#include "notation/base/option.h"

struct archive {
    struct database *db;
    const struct invocation *in;
    const char *root; /* NULL: the index is temporary and contains full paths */
    struct texts texts;
};

/* What a query needs. */
struct archive_wish {
    const char *root;            /* the archive, whose index is needed; NULL: the command's files */
    const char *index;           /* the index file; NULL: the one next to the records, if any */
    bool no_refresh, verbose;    /* answer from an outdated index, with a message; name the index */
    struct refresh_options read; /* for a temporary index; `threads` for any */
};

/* The path of a file by its name in the index, which the caller frees. NULL if out of memory. */
char *archive_path(const struct archive *a, const char *name);

/* The number of records, and of invalid ones. */
uint64_t archive_records(const struct archive *a);
uint64_t archive_invalid(const struct archive *a);

/* The state of a querying command: the archive, standard output and messages. Starts zeroed. */
struct asking {
    struct archive archive;
    struct database db;
    struct progress progress;
    zet_output *out, *messages;
    bool failed;     /* after a message */
    bool incomplete; /* some file could not be read, which was reported */
};

/* Opens everything and queries it, again if the index turns out to be damaged: then it has been
   made again, or a temporary one is used. `query` returns false after a message. Returns false if
   nothing was queried or the query failed; asking_end must always be called. */
bool asking_run(struct asking *q, const struct invocation *in, const struct archive_wish *wish,
                bool (*query)(void *context), void *context);

/* Returns the exit status: `status` if nothing failed. */
int asking_end(struct asking *q, int status);

/* The number of threads for the option --jobs; `jobs` is 0 if it was not given. */
unsigned archive_threads(uint32_t jobs);

/* The options of commands that query an archive, with these members. */
#define ARCHIVE_ROWS(type, command)                                                                \
    {"index",                                                                                      \
     "FILE",                                                                                       \
     "the index, if `zet index --output` wrote it to another place",                               \
     "zet index -o build/examples.index examples; zet " command                                    \
     " --index build/examples.index examples",                                                     \
     ZET_OPTION_TEXT,                                                                              \
     .offset = offsetof(type, index)},                                                             \
        {"no-refresh",                                                                             \
         NULL,                                                                                     \
         "answer from an index that is older than the archive, with a message",                    \
         "zet index -o build/examples.index examples; zet " command                                \
         " --index build/examples.index --no-refresh examples",                                    \
         ZET_OPTION_FLAG,                                                                          \
         .offset = offsetof(type, no_refresh)},                                                    \
        {"jobs",                                                                                   \
         "N",                                                                                      \
         "read with N threads (default: the number of CPUs)",                                      \
         "zet " command " --jobs 2 examples",                                                      \
         ZET_OPTION_NUMBER,                                                                        \
         .offset = offsetof(type, jobs),                                                           \
         .least = 1,                                                                               \
         .most = 256},                                                                             \
    {                                                                                              \
        "verbose", NULL, "print the name of the index on standard error",                          \
            "zet index -o build/examples.index examples; zet " command                             \
            " --index build/examples.index --verbose examples",                                    \
            ZET_OPTION_FLAG, .offset = offsetof(type, verbose)                                     \
    }

/* The location of a game. */
struct game_place {
    char *path;
    int64_t line, number, offset, length;
    zet_result result;
};

/* Finds a game; the caller frees place->path. False if not found, with a message on failure. */
bool archive_game(const struct archive *a, int64_t game, struct game_place *place);

/* Calls `see` with the replayed record of a game. Returns false, after a message, on failure. */
typedef bool record_visitor(void *context, const struct game_place *place,
                            const zet_record *record);
bool archive_replay(const struct archive *a, int64_t game, record_visitor *see, void *context);

/* Reports, in order, the errors of the invalid records selected by `which` (SQL on game), and
   whether they are kept, as `kept` (likewise) says, or omitted. Returns their number. */
uint64_t archive_report_invalid(const struct archive *a, const char *which, const char *kept,
                                zet_output *messages);

/* Opens the index at the path and updates it. One that is damaged, or was not made here by this
   program, is made again, with a message. Returns false, with the reason in db->why unless it was
   reported, if it cannot be used. */
bool archive_open(const struct archive *a, const char *path, const struct refresh_options *o,
                  struct refresh_counts *counts);

/* Reads bytes of an archive file, at the offsets of its games. Returns false after a message. */
struct text_place {
    int64_t file;
    const char *path;
    bool whole;
    uint64_t offset;
};
bool archive_read(struct archive *a, const struct text_place *p, char *to, size_t size);

/* The end of a file in these offsets, which start at 0 or at *begin. */
uint64_t archive_file_end(struct archive *a, const struct text_place *p, uint64_t read,
                          uint64_t *begin);
