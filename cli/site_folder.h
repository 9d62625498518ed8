/* The folder of the pages of a tournament. Its file zet-site.txt lists the pages that zet wrote: of
   these only the next run replaces and removes any. While pages come to their places .zet-site
   lists them, for the next run where this one was interrupted. */
#pragma once

#include "cli/replace.h"

/* Starts zeroed. What goes wrong is said on stderr. */
struct site_folder {
    const char *path; /* as given, which must stay */
    bool force;       /* other files of the names of pages are replaced too */
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

/* One page at a time is begun, written and ended. It comes beside its place. The name has no `/`
   and is no other page's. False after a message. */
bool site_folder_begin(struct site_folder *f, const char *name);
bool site_folder_write(struct site_folder *f, const char *bytes, size_t size);
bool site_folder_end(struct site_folder *f);

/* Puts the pages in their places, and removes those that zet wrote before and not now. Where that
   fails new pages go again. False after a message. */
bool site_folder_commit(struct site_folder *f);

/* Leaves no trace of pages that are not in their places. */
void site_folder_close(struct site_folder *f);
