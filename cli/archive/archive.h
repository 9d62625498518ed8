/* An archive with its index: an index file, or a temporary one of the files of a command. */
#pragma once

#include "cli/archive/database.h"
#include "cli/archive/texts.h"
#include "cli/progress.h"

struct archive {
    struct database *db;
    const struct invocation *in;
    const char *root; /* NULL: the index is temporary, and its paths are whole */
    struct texts texts;
};

/* What a question needs. */
struct archive_wish {
    const char *index; /* the file of the index; NULL: beside the records, if it exists */
    bool no_refresh;   /* answer from an index that is older than the archive, and say so */
    unsigned gather;   /* ZET_GATHER_...: what depends on the moves */
    unsigned threads;
    const zet_search *search; /* or NULL; of a temporary index: struct refresh_options */

    /* Or NULL. Of a temporary index: called when there are games that it has not been called for,
       which are then removed. After each file where `soon`. False ends the reading. */
    bool (*ask)(void *context);
    void *context;
    bool soon;
};

/* Opens the index of the one argument, and brings it up to date; if none exists, makes a
   temporary one. False, after a message, where that fails; *broken is then whether there is nothing
   to ask. It must be closed nevertheless. */
bool archive_open(struct archive *a, struct database *db, const struct invocation *in,
                  const struct archive_wish *wish, bool *broken);
void archive_close(struct archive *a);

/* The path of a file that the index calls so; to be freed. NULL if memory runs out. */
char *archive_path(const struct archive *a, const char *name);

/* What a command asks with: the archive, standard output and messages. Starts zeroed. */
struct asking {
    struct archive archive;
    struct database db;
    struct progress progress;
    zet_output *out, *messages;
    bool failed; /* after a message */
};

/* Opens all. False if nothing can be asked; it must be ended nevertheless. */
bool asking_begin(struct asking *q, const struct invocation *in, const struct archive_wish *wish);

/* Returns the exit status, which is `status` where nothing failed. */
int asking_end(struct asking *q, int status);

/* The threads for an option --jobs, which is 0 if it was not given. */
unsigned archive_threads(uint32_t jobs);

/* The options of commands that ask an archive. */
#define ARCHIVE_ROWS(type, index_member, refresh_member, jobs_member, command)                     \
    {"index",                                                                                      \
     "FILE",                                                                                       \
     "the index, if `zet index --output` wrote it to another place",                               \
     "zet index -o build/examples.index examples; zet " command                                    \
     " --index build/examples.index examples",                                                     \
     ZET_OPTION_TEXT,                                                                              \
     .offset = offsetof(type, index_member)},                                                      \
        {"no-refresh",                                                                             \
         NULL,                                                                                     \
         "answer from an index that is older than the archive, with a message",                    \
         "zet index -o build/examples.index examples; zet " command                                \
         " --index build/examples.index --no-refresh examples",                                    \
         ZET_OPTION_FLAG,                                                                          \
         .offset = offsetof(type, refresh_member)},                                                \
    {                                                                                              \
        "jobs", "N", "read with N threads (default: the number of CPUs)",                          \
            "zet " command " --jobs 2 examples", ZET_OPTION_NUMBER,                                \
            .offset = offsetof(type, jobs_member), .least = 1, .most = 256                         \
    }

/* Where a game is. */
struct game_place {
    char *path;
    int64_t line, number, offset, length;
    zet_result result;
};

/* False, with a message only where something failed, if there is no such game. To be freed. */
bool archive_game(const struct archive *a, int64_t game, struct game_place *place);

/* Calls `see` with the replayed record of a game. False, after a message, where that fails. */
typedef bool record_visitor(void *context, const struct game_place *place,
                            const zet_record *record);
bool archive_replay(const struct archive *a, int64_t game, record_visitor *see, void *context);

/* Says, in their order, what is wrong with the records that are not valid and that `which` (SQL on
   game) selects, and what becomes of them: they are kept where `kept` (likewise) holds, else left
   out. Returns how many there are. */
uint64_t archive_report_invalid(const struct archive *a, const char *which, const char *kept,
                                zet_output *messages);

/* Brings an index file up to date, or says what it does not have. */
bool archive_refresh(const struct archive *a, const struct archive_wish *wish);

/* Reads bytes of a file of the archive, by the offsets that its games have. False, after a message.
 */
struct text_place {
    int64_t file;
    const char *path;
    bool whole;
    uint64_t offset;
};
bool archive_read(struct archive *a, const struct text_place *p, char *to, size_t size);

/* Bytes that a file has in those offsets: from 0, or from *begin. */
uint64_t archive_file_end(struct archive *a, const struct text_place *p, uint64_t read,
                          uint64_t *begin);
