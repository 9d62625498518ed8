/* The folder of the pages of a tournament. Its file zet-site.txt lists the pages that zet wrote: of
   these only the next run replaces and removes any. While pages come to their places .zet-site
   lists them, for the next run where this one was interrupted. */
#pragma once

#include <zet.h>

#include "cli/replace.h"

/* Starts zeroed. What goes wrong is said on stderr. */
struct site_folder {
    const char *path; /* as given, which must stay */
    bool force;       /* other files of the names of pages are replaced too */
    bool complete;    /* the first page was begun, which comes only where nothing is missing */
    bool made;        /* there was none */
    bool has_list, has_journal;
    char *list, *journal; /* as they were read, in lines */
    const char **page;    /* the pages that zet wrote, in these, in the order of bytes */
    size_t page_count;
    struct replace_set new; /* the pages in the making; its folder is -1 where it is not open */
};

/* Checks that the pages can come into this folder: there is none, an empty one, or one with pages
   of zet's; with `force` any. False after a message. */
bool site_folder_open(struct site_folder *f, const char *path, bool force);

/* Takes pages, which come beside their places. What fails is said. */
zet_folder site_folder_pages(struct site_folder *f);

/* Puts the pages in their places, and removes those that zet wrote before and not now. Where that
   fails new pages go again. False after a message. */
bool site_folder_commit(struct site_folder *f);

/* Leaves no trace of pages that are not in their places. */
void site_folder_close(struct site_folder *f);
