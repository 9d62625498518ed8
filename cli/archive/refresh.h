/* Updates an index from its files. */
#pragma once

#include "cli/archive/database.h"
#include "cli/archive/query.h"
#include "cli/archive/texts.h"
#include "cli/command.h"

struct refresh_options {
    const char *root; /* the archive: a directory or a file; NULL: a temporary index of the
                         command's files */
    bool positions;   /* also store positions and move-dependent data */
    unsigned gather;  /* or only the latter: ZET_GATHER_... */
    bool look_only;   /* read nothing, only count changes */
    unsigned threads; /* for reading; 0: the caller's thread */

    /* Only with a temporary index. */
    struct texts *texts;
    bool summary;              /* count valid games in it */
    const struct query *query; /* or NULL: its matches go to temp.seen */

    /* NULL, or called when the index has new games, which are removed after the call; with `soon`
       after each file. Returns false to stop reading. */
    bool (*ask)(void *context);
    void *context;
    bool soon;
};

/* Statistics of a run. */
struct refresh_counts {
    uint64_t files, changed, removed; /* all files; changed and new ones; removed ones */
    uint64_t games, invalid;          /* games read; those with an error */
};

/* Reads new and changed files. Returns false, after a message, if the index could not be updated;
   it then contains what could be read. */
bool refresh(struct database *db, const struct invocation *in, const struct refresh_options *o,
             struct refresh_counts *counts);

/* The path of a file by its name in the table `file`, which is the part after the root. The caller
   frees it; NULL if memory runs out. */
char *refresh_path(const char *root, const char *name);
