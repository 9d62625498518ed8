/* The index of an archive: an SQLite file as described in INDEX.md, or a temporary one. */
#pragma once

#include "cli/archive/database.h"

#define INDEX_NAME ".zet-index"
enum { INDEX_VERSION = 5 };

/* Opens an index; with `create` creates a missing one. A NULL path opens a temporary one. Returns
   false, after a message, on failure or if it is not an index of this version; it must be closed in
   any case. */
bool index_open(struct database *d, const char *path, bool create);

/* Creates the indexes of the tables, after the first games were read. `threads` extra threads
   sort. */
bool index_add_indexes(struct database *d, unsigned threads);

/* The path of the index for an argument: in a directory, or next to a file. The caller frees it;
   NULL if memory runs out. */
char *index_path(const char *archive);
