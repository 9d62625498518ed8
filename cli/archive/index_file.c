#include "cli/archive/index_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "cli/replace.h"

static const char schema[] =
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;"
    "CREATE TABLE file(id INTEGER PRIMARY KEY, path TEXT NOT NULL, size INTEGER,"
    " modified INTEGER, changed INTEGER, inode INTEGER, device INTEGER, settings INTEGER,"
    " read INTEGER, hash INTEGER, whole INTEGER, next_offset INTEGER, next_line INTEGER,"
    " next_number INTEGER, seen INTEGER);"
    "CREATE TABLE word(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);"
    "CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL,"
    " folded TEXT NOT NULL, search TEXT NOT NULL);"
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

/* For people who ask with other programs. */
static const char views[] =
    "CREATE VIEW games AS SELECT game.id AS id, path, number, game.line AS line, valid,"
    " rules.text AS rules, CASE result WHEN 1 THEN 'first' WHEN 2 THEN 'second' WHEN 3 THEN 'draw' "
    "END"
    " AS result, ending.text AS ending, plies, coalesce(points, claimed) AS points,"
    " p0.name AS first_player, p0.key AS first_id, rating0 AS first_rating,"
    " p1.name AS second_player, p1.key AS second_id, rating1 AS second_rating,"
    " event.text AS event, site.text AS site, round, board, date,"
    " termination.text AS termination, first.text AS first_move FROM game"
    " JOIN file ON file.id = game.file LEFT JOIN word rules ON rules.id = game.rules"
    " LEFT JOIN word ending ON ending.id = game.ending"
    " LEFT JOIN word event ON event.id = game.event LEFT JOIN word site ON site.id = game.site"
    " LEFT JOIN word termination ON termination.id = game.termination"
    " LEFT JOIN word first ON first.id = game.first"
    " LEFT JOIN person p0 ON p0.id = player0 LEFT JOIN person p1 ON p1.id = player1"
    " WHERE length > 0;"
    "CREATE VIEW players AS SELECT game, place, name, key AS player_id, folded FROM"
    " (SELECT id AS game, 0 AS place, player0 AS person FROM game WHERE player0 > 0 UNION ALL"
    " SELECT id, 1, player1 FROM game WHERE player1 > 0 UNION ALL"
    " SELECT game, place + 2, person FROM other) AS played JOIN person ON person.id = person;"
    "CREATE VIEW positions AS SELECT printf('%016x', CASE WHEN key < 0 THEN key - "
    "(-9223372036854775807 - 1)"
    " ELSE key + (-9223372036854775807 - 1) END) AS position,"
    " move, sum(open + win0 + win1 + draw) AS games, sum(win0) AS first_won,"
    " sum(win1) AS second_won, sum(draw) AS drawn FROM tree GROUP BY key, move";

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

/* The file that the index is: a copy, which may come from elsewhere, is not believed. */
static bool home_of(const char *path, char home[64]) {
    struct stat st;
    bool known = !stat(path, &st);
    snprintf(home, 64, "%llu:%llu", known ? (unsigned long long)st.st_dev : 0,
             known ? (unsigned long long)st.st_ino : 0);
    return known;
}

static bool is_empty(struct database *d) {
    return database_number(d, 1, "SELECT count(*) FROM sqlite_schema") == 0;
}

/* Creates the tables, unless another process has done so meanwhile. */
static bool create_tables(struct database *d, const char *path, bool unique) {
    char home[64] = "";
    if (!database_run(d, path ? "PRAGMA auto_vacuum=INCREMENTAL; BEGIN IMMEDIATE"
                              : "PRAGMA journal_mode=OFF; BEGIN"))
        return false;
    if (path && !is_empty(d))
        return database_run(d, "COMMIT");
    if (path && !home_of(path, home))
        return database_refuse(d, strerror(errno));
    return database_run(d, schema) && (!path || database_run(d, "%s", views)) &&
           (!unique || database_run(d, path_index)) &&
           database_run(d,
                        "INSERT INTO meta VALUES('format', 'zet-index'), ('version', '%d'), "
                        "('home', '%q'); COMMIT",
                        INDEX_VERSION, home);
}

/* Whether it is an index of this version, made here. */
static bool check_version(struct database *d, const char *path) {
    char home[64];
    const char *why = NULL;
    if (!database_number(d, 0, "SELECT count(*) FROM sqlite_schema WHERE name = 'meta'"))
        return database_stale(d, "it is not an index of zet");
    sqlite3_stmt *s = database_prepare(d, "SELECT (SELECT value FROM meta WHERE key = 'format'), "
                                          "(SELECT value FROM meta WHERE key = 'version'), "
                                          "(SELECT value FROM meta WHERE key = 'home')");
    bool read = database_row(d, s);
    home_of(path, home);
    if (read && strcmp(database_text(s, 0).at, "zet-index") != 0)
        why = "it is not an index of zet";
    else if (read && atoi(database_text(s, 1).at) != INDEX_VERSION)
        why = "it is of another version of zet";
    else if (read && strcmp(database_text(s, 2).at, home) != 0)
        why = "it was made in another place";
    if (why)
        database_stale(d, why);
    sqlite3_finalize(s);
    return !d->failed;
}

/* Whether the tables are those that zet creates, so that using them runs nothing else. An
   interrupted run may have omitted indexes. */
static bool check_schema(struct database *d) {
    struct database own = {0};
    int64_t missing = 0;
    bool good = database_open(&own, NULL, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) &&
                database_run(&own, schema) && database_run(&own, "%s", views) &&
                database_run(&own, path_index) && index_add_indexes(&own, 0);
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

/* Whether the file can be an index of this user. SQLite would take a very short one for an empty
   database, and write there. */
static bool check_file(struct database *d, const char *path, const struct stat *st) {
    static const char magic[] = "SQLite format 3";
    char head[sizeof magic] = "";
    if (!S_ISREG(st->st_mode))
        return database_refuse(d, "it is not a regular file, and cannot be an index");
    if (whose_file(path, st, NULL) != WHOSE_OWN)
        return database_refuse(d, "it belongs to another user");
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    bool read = descriptor >= 0 && pread(descriptor, head, sizeof head, 0) >= 0;
    int error = errno;
    if (descriptor >= 0)
        close(descriptor);
    if (!read)
        return database_refuse(d, strerror(error));
    return !st->st_size || !memcmp(head, magic, sizeof magic) ||
           database_stale(d, "it is not an index of zet");
}

bool index_open(struct database *d, const char *path, bool unique) {
    struct stat st;
    bool there = path && !lstat(path, &st);
    *d = (struct database){.name = path, .quiet = d->quiet, .patient = d->patient};
    d->file = there ? st : (struct stat){0};
    if (there && !check_file(d, path, &st))
        return false;
    if (!database_open(d, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_CREATE))
        return false;
    database_run(d, SET_CACHE "; PRAGMA synchronous=NORMAL; PRAGMA temp_store=FILE; "
                              "PRAGMA secure_delete=OFF");
    if (!path || !there || !st.st_size || is_empty(d))
        create_tables(d, path, path || unique);
    return !d->failed && (!path || (check_version(d, path) && check_schema(d) && check_paths(d)));
}

/* Whether the file begins like an index, or has the name of one. */
static bool looks_like_index(int descriptor, const char *path) {
    static const char mark[] = "formatzet-index";
    enum { HEAD_BYTES = 64 * 1024 };
    const char *slash = strrchr(path, '/');
    char *head = malloc(HEAD_BYTES);
    ssize_t n = head ? pread(descriptor, head, HEAD_BYTES, 0) : -1;
    bool found = n >= 0 && (!n || !strcmp(slash ? slash + 1 : path, INDEX_NAME) ||
                            memmem(head, (size_t)n, mark, sizeof mark - 1));
    free(head);
    return found;
}

/* Removes the file and before it SQLite's journal, which must not be applied to another one. */
static bool remove_files(const char *path) {
    char journal[PATH_MAX];
    if (snprintf(journal, sizeof journal, "%s-journal", path) >= (int)sizeof journal)
        return false;
    return (!unlink(journal) || errno == ENOENT) && (!unlink(path) || errno == ENOENT);
}

bool index_remove(struct database *d, const char *path) {
    struct stat now, opened;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0)
        return errno == ENOENT;
    flock(descriptor, LOCK_EX); /* one process at a time removes this file */
    bool there = !lstat(path, &now) && !fstat(descriptor, &opened);
    bool same = there && now.st_ino == d->file.st_ino && now.st_dev == d->file.st_dev &&
                now.st_ino == opened.st_ino;
    bool done = !same || (S_ISREG(opened.st_mode) && looks_like_index(descriptor, path) &&
                          remove_files(path));
    close(descriptor);
    return done;
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
