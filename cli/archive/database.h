/* An SQLite database that stays usable after a failure: the first one is said, and everything later
   does nothing. */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <zet.h>

struct database {
    sqlite3 *db;
    const char *name; /* in messages */
    bool failed;      /* and said */
};

/* Opens the file, or with NULL a temporary database. False, after a message, where that fails; it
   must be closed nevertheless. */
bool database_open(struct database *d, const char *path, int flags);
void database_close(struct database *d);

/* Says why the last call failed. Returns false. */
bool database_fail(struct database *d);

/* Says that the file is not as it should be. Returns false. */
bool database_damaged(struct database *d, const char *what);

/* Says that memory ran out. Returns false. */
bool database_no_memory(struct database *d);

/* Runs statements without a result. */
bool database_run(struct database *d, const char *sql);

/* NULL, after a message, where that fails. */
sqlite3_stmt *database_prepare(struct database *d, const char *sql);

/* The next row: true. At the end, and on failure, which is said: false, and the statement can be
   run again. */
bool database_row(struct database *d, sqlite3_stmt *s);

/* Runs a statement without a result once more. */
bool database_step(struct database *d, sqlite3_stmt *s);

/* The first column of the first row; `otherwise` if none exists. */
int64_t database_number(struct database *d, const char *sql, int64_t otherwise);

/* Binds a text, NULL if it is empty. It must stay until the statement has run. */
void database_bind(sqlite3_stmt *s, int index, zet_text text);

/* A column as a text or as bytes; valid until the next row. */
zet_text database_text(sqlite3_stmt *s, int column);
zet_text database_blob(sqlite3_stmt *s, int column);
