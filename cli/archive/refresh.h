/* Bringing an index up to date with its files. */
#pragma once

#include "cli/archive/database.h"
#include "cli/archive/texts.h"
#include "cli/command.h"

struct refresh_options {
    const char *root; /* the archive: a directory or a file; NULL: the files of the command come
                         into a temporary index */
    bool positions;   /* these are kept too, and what depends on moves, */
    unsigned gather;  /* or that alone: ZET_GATHER_... */
    bool look_only;   /* nothing is read: what has changed is counted */
    unsigned threads; /* that read; 0: the caller's */

    /* Of a temporary index: as in struct archive_wish. */
    struct texts *texts;
    const zet_search *search; /* or NULL: the games that it holds for come into temp.seen */
    bool (*ask)(void *context);
    void *context;
    bool soon;
};

/* What was found. */
struct refresh_counts {
    uint64_t files, changed, removed; /* files; changed: new ones too */
    uint64_t games, invalid;          /* read; of them with an error */
};

/* Reads what is new and what has changed. False, after a message, where the index could not be
   brought up to date; then it has what could be read. */
bool refresh(struct database *db, const struct invocation *in, const struct refresh_options *o,
             struct refresh_counts *counts);

/* What a path of the archive is called in the table `file`: what comes after the root; and the path
   for that, to be freed; NULL if memory runs out. */
const char *refresh_name(const char *root, const char *path);
char *refresh_path(const char *root, const char *name);
