/* A file system for SQLite that checks each page of an index: its last CHECK_BYTES bytes are a sum
   of the others. SQLite alone notices only damage of its own structure. */
#pragma once

#include <stdbool.h>

enum { CHECK_BYTES = 8 };

/* Its name, for sqlite3_open_v2; NULL if memory runs out. A page whose sum is wrong is
   SQLITE_IOERR_DATA. */
const char *checked_file_system(void);
