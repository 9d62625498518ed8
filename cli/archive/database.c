#include "cli/archive/database.h"

#include <stdarg.h>
#include <string.h>

#include "cli/command.h"

bool database_fail(struct database *d) {
    if (!d->failed)
        command_error("%s: %s", d->name, d->db ? sqlite3_errmsg(d->db) : "out of memory");
    d->failed = true;
    return false;
}

bool database_damaged(struct database *d, const char *what) {
    if (!d->failed)
        command_error("%s: the index is damaged: %s; remove the file, and run zet index again",
                      d->name, what);
    d->failed = true;
    return false;
}

bool database_no_memory(struct database *d) {
    if (!d->failed)
        command_error("out of memory");
    d->failed = true;
    return false;
}

bool database_open(struct database *d, const char *path, int flags) {
    *d = (struct database){.name = path ? path : "temporary index"};
    if (sqlite3_open_v2(path ? path : "", &d->db, flags, NULL) != SQLITE_OK)
        return database_fail(d);
    sqlite3_extended_result_codes(d->db, 1);
    sqlite3_busy_timeout(d->db, 10000);
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

zet_text database_text(sqlite3_stmt *s, int column) {
    const char *at = (const char *)sqlite3_column_text(s, column);
    return (zet_text){at ? at : "", at ? (size_t)sqlite3_column_bytes(s, column) : 0};
}

zet_text database_blob(sqlite3_stmt *s, int column) {
    const char *at = sqlite3_column_blob(s, column);
    return (zet_text){at, (size_t)sqlite3_column_bytes(s, column)};
}
