/* The index of an archive: an SQLite file as INDEX.md describes it, or a temporary one. */
#pragma once

#include "cli/archive/database.h"

#define INDEX_NAME ".zet-index"
enum { INDEX_VERSION = 5 };

/* Opens an index, and makes it if there is none and `create`. NULL: a temporary one. False,
   after a message, where that fails or it is no index of this version; it must be closed
   nevertheless. */
bool index_open(struct database *d, const char *path, bool create);

/* The indexes of the tables, which are made after the first games were read; so many threads sort
   beside the caller's. */
bool index_add_indexes(struct database *d, unsigned threads);

/* The value of a key of meta, to be freed; NULL if none exists, or memory ran out. */
char *index_meta(struct database *d, const char *key);
bool index_set_meta(struct database *d, const char *key, const char *value);

/* The path of the index for an argument: in a directory, or beside a file. To be freed; NULL if
   memory runs out. */
char *index_path(const char *archive);
