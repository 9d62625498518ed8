#include "cli/archive/index_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/command.h"

static const char schema[] =
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;"
    "CREATE TABLE file(id INTEGER PRIMARY KEY, path TEXT NOT NULL, size INTEGER,"
    " modified INTEGER, changed INTEGER, inode INTEGER, device INTEGER, settings INTEGER,"
    " read INTEGER, hash INTEGER, whole INTEGER, next_offset INTEGER, next_line INTEGER,"
    " next_number INTEGER, seen INTEGER);"
    "CREATE TABLE word(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);"
    "CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL,"
    " folded TEXT NOT NULL, search INTEGER NOT NULL);"
    "CREATE TABLE game(id INTEGER PRIMARY KEY, file INTEGER NOT NULL, number INTEGER, line INTEGER,"
    " offset INTEGER, length INTEGER, valid INTEGER, rules INTEGER, result INTEGER, by_rules "
    "INTEGER,"
    " ending INTEGER, plies INTEGER, points INTEGER, claimed INTEGER, given INTEGER,"
    " marks INTEGER, player0 INTEGER, player1 INTEGER, rating0,"
    " rating1, event INTEGER, site INTEGER, round, date TEXT, board, termination INTEGER,"
    " moves INTEGER, opening INTEGER, content INTEGER, final INTEGER, first INTEGER,"
    " level INTEGER, sum0 INTEGER, moves0 INTEGER, peak0 INTEGER, sum1 INTEGER, moves1 INTEGER,"
    " peak1 INTEGER);"
    "CREATE TABLE other(game INTEGER, place INTEGER, person INTEGER, PRIMARY KEY(game, place))"
    " WITHOUT ROWID;"
    "CREATE TABLE summary(year INTEGER, rules INTEGER, kind INTEGER, value INTEGER, result INTEGER,"
    " games INTEGER, plies INTEGER, sum0 INTEGER, moves0 INTEGER, sum1 INTEGER, moves1 INTEGER,"
    " PRIMARY KEY(year, rules, kind, value, result)) WITHOUT ROWID;"
    "CREATE TABLE peak(file INTEGER, year INTEGER, rules INTEGER, measure INTEGER, best INTEGER,"
    " PRIMARY KEY(file, year, rules, measure)) WITHOUT ROWID;"
    "CREATE TABLE segment(id INTEGER PRIMARY KEY, first_game INTEGER, last_game INTEGER,"
    " games INTEGER, postings INTEGER, key_bits INTEGER, rice INTEGER, raw INTEGER);"
    "CREATE TABLE posting(id INTEGER PRIMARY KEY, data BLOB);"
    "CREATE TABLE tree(segment INTEGER, key INTEGER, move TEXT, open INTEGER, win0 INTEGER,"
    " win1 INTEGER, draw INTEGER, list BLOB, PRIMARY KEY(segment, key, move)) WITHOUT ROWID;"
    "CREATE TABLE move(game INTEGER PRIMARY KEY, record TEXT);"
    "CREATE TABLE fault(game INTEGER PRIMARY KEY, line INTEGER, column INTEGER, text TEXT);"
    "CREATE TABLE gone(game INTEGER PRIMARY KEY)";

static const char indexes[] =
    "CREATE INDEX IF NOT EXISTS file_seen ON file(seen);"
    "CREATE INDEX IF NOT EXISTS person_search ON person(search, key);"
    "CREATE INDEX IF NOT EXISTS person_key ON person(key) WHERE key <> '';"
    "CREATE INDEX IF NOT EXISTS game_file ON game(file, number);"
    "CREATE INDEX IF NOT EXISTS game_player0 ON game(player0);"
    "CREATE INDEX IF NOT EXISTS game_player1 ON game(player1);"
    "CREATE INDEX IF NOT EXISTS game_event ON game(event);"
    "CREATE INDEX IF NOT EXISTS game_date ON game(date);"
    "CREATE INDEX IF NOT EXISTS game_invalid ON game(valid) WHERE valid = 0;";
#define SET_CACHE "PRAGMA cache_size=-16000"
static const char path_index[] = "CREATE UNIQUE INDEX file_path ON file(path)";

/* SQLite's threads sort data that exceeds the cache, so the cache is small. */
bool index_add_indexes(struct database *d, unsigned threads) {
    return database_run(d, "PRAGMA threads=%u; PRAGMA cache_size=-1000", threads) &&
           database_run(d, indexes) && database_run(d, SET_CACHE);
}

/* A temporary index may contain a path twice. */
static bool create_tables(struct database *d, bool temporary) {
    return database_run(d, temporary ? "PRAGMA journal_mode=OFF; BEGIN"
                                     : "PRAGMA auto_vacuum=INCREMENTAL; BEGIN IMMEDIATE") &&
           database_run(d, schema) && (temporary || database_run(d, path_index)) &&
           database_run(d,
                        "INSERT INTO meta VALUES('format', 'zet-index'), ('version', '%d'); COMMIT",
                        INDEX_VERSION);
}

/* Whether it is an index of this version. Other files are left untouched. */
static bool check_version(struct database *d) {
    bool has_meta = database_number(
        d, 0, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'meta'");
    sqlite3_stmt *s =
        has_meta ? database_prepare(d, "SELECT value FROM meta WHERE key = 'version' AND EXISTS("
                                       "SELECT 1 FROM meta WHERE key = 'format' AND value = "
                                       "'zet-index')")
                 : NULL;
    bool is_index = database_row(d, s) && sqlite3_column_type(s, 0) != SQLITE_NULL;
    zet_text version = is_index ? database_text(s, 0) : zet_text_of("");
    bool good = is_index && atoi(version.at) == INDEX_VERSION;
    if (!good && !d->failed) {
        if (is_index)
            command_error("%s: an index of format version %s, where this program has %d; remove "
                          "the file, and run zet index again",
                          d->name, version.at, INDEX_VERSION);
        else
            command_error("%s: not an index of zet", d->name);
        d->failed = true;
    }
    sqlite3_finalize(s);
    return good;
}

/* Whether the tables are those that zet creates, so that using them runs nothing else. An
   interrupted run may have omitted indexes. */
static bool check_schema(struct database *d) {
    struct database own;
    int64_t missing = 0;
    bool good = database_open(&own, NULL, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) &&
                database_run(&own, schema) && database_run(&own, path_index) &&
                index_add_indexes(&own, 0);
    sqlite3_stmt *there =
        database_prepare(d, "SELECT type, name, tbl_name, sql FROM sqlite_schema");
    sqlite3_stmt *known =
        database_prepare(&own, "SELECT 1 FROM sqlite_schema WHERE type = ?1 AND name = ?2 AND "
                               "tbl_name = ?3 AND sql IS ?4");
    if (good)
        missing =
            database_number(&own, 0, "SELECT count(*) FROM sqlite_schema WHERE type = 'table'");
    while (good && known && database_row(d, there)) {
        for (int i = 0; i < 4; i++)
            sqlite3_bind_value(known, i + 1, sqlite3_column_value(there, i));
        missing -= !strcmp(database_text(there, 0).at, "table");
        good = database_row(&own, known);
        sqlite3_reset(known);
    }
    sqlite3_finalize(there);
    sqlite3_finalize(known);
    d->failed |= own.failed;
    database_close(&own);
    return (good && !missing && !d->failed) ||
           database_damaged(d, "its tables are not those of zet");
}

/* Whether all files are in the archive. */
static bool check_paths(struct database *d) {
    return !database_number(d, 0,
                            "SELECT EXISTS(SELECT 1 FROM file WHERE typeof(path) <> 'text' OR "
                            "path LIKE '/%%' OR '/' || path || '/' LIKE '%%/../%%')") ||
           database_damaged(d, "it names a file outside of the archive");
}

/* An interrupted first run leaves no table. */
static bool is_empty(struct database *d) {
    return database_number(d, 1, "SELECT count(*) FROM sqlite_schema") == 0;
}

bool index_open(struct database *d, const char *path, bool create) {
    struct stat st;
    bool there = path && !lstat(path, &st);
    if (there && !S_ISREG(st.st_mode)) {
        *d = (struct database){.name = path, .failed = true};
        command_error("%s: it is not a regular file, and cannot be an index", path);
        return false;
    }
    there = there && st.st_size > 0;
    if (path && !there && !create) {
        *d = (struct database){.name = path, .failed = true};
        command_error("%s: %s; zet index makes it", path, strerror(ENOENT));
        return false;
    }
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (there ? 0 : SQLITE_OPEN_CREATE);
    if (!database_open(d, path, flags))
        return false;
    database_run(d, SET_CACHE "; PRAGMA synchronous=NORMAL; PRAGMA temp_store=FILE; "
                              "PRAGMA secure_delete=OFF");
    return there && !(create && is_empty(d)) ? check_version(d) && check_schema(d) && check_paths(d)
                                             : create_tables(d, !path);
}

char *index_path(const char *archive) {
    struct stat st;
    size_t size = strlen(archive) + sizeof "/" INDEX_NAME;
    char *path = malloc(size);
    bool folder = !stat(archive, &st) && S_ISDIR(st.st_mode);
    size_t length = strlen(archive);
    bool slash = folder && length && archive[length - 1] == '/';
    if (path)
        snprintf(path, size, "%s%s%s", archive, folder && !slash ? "/" : "", INDEX_NAME);
    return path;
}
