/* An SQLite database that remains usable after a failure: the first failure is reported, and all
   later calls do nothing. */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <zet.h>

struct database {
    sqlite3 *db;
    const char *name; /* in messages */
    bool failed;      /* after a message, unless `why` is to be reported */
    bool quiet;       /* a failure is not reported, but stored in `why` */
    bool patient;     /* waits for another process as long as that writes */
    bool damaged;     /* the file must be made again; this is never reported */
    char why[256];
    struct stat file; /* the file when it was opened; zeroed if it was new */
};

/* `d` starts zeroed, except `quiet` and `patient`. Opens the file, or a temporary database if
   `path` is NULL. Returns false, after a message, on failure; the database must be closed in any
   case. */
bool database_open(struct database *d, const char *path, int flags);
void database_close(struct database *d);

/* Reports why the last call failed. Returns false. */
bool database_fail(struct database *d);

/* Stores that the file is damaged. Returns false. */
bool database_damaged(struct database *d, const char *what);

/* Stores why the file must be made again although it is not damaged. Returns false. */
bool database_stale(struct database *d, const char *why);

/* Reports or stores another failure. Returns false. */
bool database_refuse(struct database *d, const char *why);

/* Reports that memory ran out. Returns false. */
bool database_no_memory(struct database *d);

/* Statements are formats with the conversions of sqlite3_mprintf. */

/* Runs statements without a result. */
bool database_run(struct database *d, const char *format, ...);

/* Returns NULL, after a message, on failure. */
sqlite3_stmt *database_prepare(struct database *d, const char *format, ...);

/* Steps to the next row. Returns false at the end and, after a message, on failure; then the
   statement can be run again. */
bool database_row(struct database *d, sqlite3_stmt *s);

/* Runs a statement without a result again. */
bool database_step(struct database *d, sqlite3_stmt *s);

/* The first column of the first row, or `otherwise` if there are no rows. */
int64_t database_number(struct database *d, int64_t otherwise, const char *format, ...);

/* Binds a text, or NULL if it is empty. It must stay valid until the statement has run. */
void database_bind(sqlite3_stmt *s, int index, zet_text text);

/* Runs a statement that returns no rows again. The numbers are its first parameters. */
bool database_put(struct database *d, sqlite3_stmt *s, size_t count, const int64_t *numbers);

/* Adds an SQL function, whose result depends only on its values. Returns false, after a message, on
   failure. */
bool database_add_function(struct database *d, const char *name, int values,
                           void (*run)(sqlite3_context *to, int count, sqlite3_value **values),
                           void *context);

/* A value of such a function; valid until it returns. */
zet_text database_value(sqlite3_value *value);

/* A column as a text or as bytes; valid until the next row. */
zet_text database_text(sqlite3_stmt *s, int column);
zet_text database_blob(sqlite3_stmt *s, int column);
