/* The folder of a tournament's pages. Its file zet-site.txt lists the pages that zet wrote. The
   next run removes only these and, without --force, replaces only these. While pages are placed,
   .zet-site lists them, for the next run in case this one is interrupted. */
#pragma once

#include <zet.h>

#include "cli/replace.h"

/* Starts zeroed. Errors are reported on stderr. */
struct site_folder {
    const char *path; /* as given, must stay valid */
    bool force;       /* also replace other files with the names of pages */
    bool complete;    /* the first page was begun, which requires that nothing is missing */
    bool made;        /* the folder is new */
    bool has_list, has_journal;
    char *list, *journal; /* their contents, split into lines */
    const char **page;    /* pages that zet wrote, pointing into these, in byte order */
    size_t page_count;
    struct replace_set new; /* the new pages; its folder is -1 if not open */
};

/* Checks that the folder is missing, empty or a folder of zet's pages; with `force` any will do.
   Returns false after a message. */
bool site_folder_open(struct site_folder *f, const char *path, bool force);

/* Receives pages and writes them next to their final places. Reports failures. */
zet_folder site_folder_pages(struct site_folder *f);

/* Places the pages and removes older pages of zet that were not rewritten. On failure removes new
   pages again. Returns false after a message. */
bool site_folder_commit(struct site_folder *f);

/* Removes the pages that were not placed. */
void site_folder_close(struct site_folder *f);
