#include "cli/archive/database.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/archive/checked_file.h"
#include "cli/command.h"

static bool stop(struct database *d, bool damaged, const char *why) {
    if (d->failed)
        return false;
    d->failed = true;
    d->damaged = damaged;
    snprintf(d->why, sizeof d->why, "%s", why);
    if (!damaged && !d->quiet)
        command_error("%s: %s", d->name, why);
    return false;
}

/* Whether such a failure comes from the bytes of the file. */
static bool is_damage(int code) {
    int primary = code & 0xFF;
    return primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB || primary == SQLITE_CONSTRAINT ||
           primary == SQLITE_MISMATCH || code == SQLITE_IOERR_DATA ||
           code == SQLITE_IOERR_SHORT_READ;
}

bool database_fail(struct database *d) {
    int code = d->db ? sqlite3_extended_errcode(d->db) : SQLITE_NOMEM;
    bool damaged = is_damage(code);
    return stop(d, damaged,
                damaged ? "the index is damaged"
                : d->db ? sqlite3_errmsg(d->db)
                        : "out of memory");
}

bool database_damaged(struct database *d, const char *what) {
    char why[128];
    snprintf(why, sizeof why, "the index is damaged: %s", what);
    return stop(d, true, why);
}

bool database_stale(struct database *d, const char *why) { return stop(d, true, why); }

bool database_refuse(struct database *d, const char *why) { return stop(d, false, why); }

bool database_no_memory(struct database *d) {
    if (!d->failed)
        command_error("out of memory");
    d->failed = true;
    return false;
}

/* Waits for another process that writes the file. */
static int wait_for_lock(void *context, int calls) {
    enum { WAIT_MICROSECONDS = 20000, A_SECOND = 50, TEN_SECONDS = 500 };
    const struct database *d = context;
    if (calls == A_SECOND && d->patient)
        command_error("%s: waiting for another zet, which writes the index", d->name);
    usleep(WAIT_MICROSECONDS);
    return d->patient || calls < TEN_SECONDS;
}

bool database_open(struct database *d, const char *path, int flags) {
    *d = (struct database){.name = path ? path : "temporary index",
                           .quiet = path && d->quiet,
                           .patient = d->patient,
                           .file = d->file};
    const char *system = path ? checked_file_system() : NULL;
    if (path && !system)
        return database_no_memory(d);
    if (sqlite3_open_v2(path ? path : "", &d->db, flags, system) != SQLITE_OK)
        return database_fail(d);
    int reserved = CHECK_BYTES;
    sqlite3_extended_result_codes(d->db, 1);
    sqlite3_busy_handler(d->db, wait_for_lock, d);
    if (path)
        sqlite3_file_control(d->db, NULL, SQLITE_FCNTL_RESERVE_BYTES, &reserved);
    /* The file is not trusted: its schema cannot run functions, and each cell is checked. */
    sqlite3_db_config(d->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(d->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(d->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(d->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    return database_run(d, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0");
}

void database_close(struct database *d) {
    sqlite3_close_v2(d->db);
    d->db = NULL;
}

/* The text of a format, which the caller frees with sqlite3_free. NULL after a message. */
static char *format_sql(struct database *d, const char *format, va_list values) {
    char *sql = d->failed ? NULL : sqlite3_vmprintf(format, values);
    if (!sql)
        database_no_memory(d);
    return sql;
}

static sqlite3_stmt *prepare(struct database *d, const char *format, va_list values) {
    char *sql = format_sql(d, format, values);
    sqlite3_stmt *s = NULL;
    if (sql && sqlite3_prepare_v2(d->db, sql, -1, &s, NULL) != SQLITE_OK)
        database_fail(d);
    sqlite3_free(sql);
    return s;
}

bool database_run(struct database *d, const char *format, ...) {
    va_list values;
    va_start(values, format);
    char *sql = format_sql(d, format, values);
    va_end(values);
    if (sql && sqlite3_exec(d->db, sql, NULL, NULL, NULL) != SQLITE_OK)
        database_fail(d);
    sqlite3_free(sql);
    return !d->failed;
}

sqlite3_stmt *database_prepare(struct database *d, const char *format, ...) {
    va_list values;
    va_start(values, format);
    sqlite3_stmt *s = prepare(d, format, values);
    va_end(values);
    return s;
}

int64_t database_number(struct database *d, int64_t otherwise, const char *format, ...) {
    va_list values;
    va_start(values, format);
    sqlite3_stmt *s = prepare(d, format, values);
    va_end(values);
    if (database_row(d, s) && sqlite3_column_type(s, 0) != SQLITE_NULL)
        otherwise = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return otherwise;
}

bool database_row(struct database *d, sqlite3_stmt *s) {
    int status = s && !d->failed ? sqlite3_step(s) : SQLITE_DONE;
    if (status == SQLITE_ROW)
        return true;
    if (status != SQLITE_DONE)
        database_fail(d);
    sqlite3_reset(s);
    return false;
}

bool database_step(struct database *d, sqlite3_stmt *s) {
    database_row(d, s);
    return !d->failed;
}

void database_bind(sqlite3_stmt *s, int index, zet_text text) {
    if (!s)
        return;
    if (text.length)
        sqlite3_bind_text64(s, index, text.at, text.length, SQLITE_STATIC, SQLITE_UTF8);
    else
        sqlite3_bind_null(s, index);
}

bool database_put(struct database *d, sqlite3_stmt *s, size_t count, const int64_t *numbers) {
    for (size_t i = 0; s && i < count; i++)
        sqlite3_bind_int64(s, (int)i + 1, numbers[i]);
    return database_step(d, s);
}

bool database_add_function(struct database *d, const char *name, int values,
                           void (*run)(sqlite3_context *, int, sqlite3_value **), void *context) {
    return sqlite3_create_function(d->db, name, values, SQLITE_UTF8 | SQLITE_DETERMINISTIC, context,
                                   run, NULL, NULL) == SQLITE_OK ||
           database_fail(d);
}

zet_text database_value(sqlite3_value *value) {
    const char *at = (const char *)sqlite3_value_text(value);
    return (zet_text){at ? at : "", at ? (size_t)sqlite3_value_bytes(value) : 0};
}

zet_text database_text(sqlite3_stmt *s, int column) {
    const char *at = (const char *)sqlite3_column_text(s, column);
    return (zet_text){at ? at : "", at ? (size_t)sqlite3_column_bytes(s, column) : 0};
}

zet_text database_blob(sqlite3_stmt *s, int column) {
    const char *at = sqlite3_column_blob(s, column);
    return (zet_text){at, (size_t)sqlite3_column_bytes(s, column)};
}
