/* The index of an archive: an SQLite file as described in INDEX.md, or a temporary one. */
#pragma once

#include "cli/archive/database.h"

#define INDEX_NAME ".zet-index"
enum { INDEX_VERSION = 6 };

/* Opens an index, or creates a missing or empty one. A NULL path opens a temporary one, and with
   `unique` one in which no path occurs twice. Returns false on failure and, with d->damaged, if the
   file is not an index that this program made here for this user; it must be closed in any case. */
bool index_open(struct database *d, const char *path, bool unique);

/* Removes an index that index_open or a query found damaged, so that it can be made again. Returns
   false if the file may not be an index, or cannot be removed. */
bool index_remove(struct database *d, const char *path);

/* Creates the indexes of the tables, after the first games were read. `threads` extra threads
   sort. */
bool index_add_indexes(struct database *d, unsigned threads);

/* The path of the index for an argument: in a directory, or next to a file. The caller frees it;
   NULL if memory runs out. */
char *index_path(const char *archive);
