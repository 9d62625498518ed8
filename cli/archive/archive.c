#include "cli/archive/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/archive/index_file.h"
#include "cli/config.h"
#include "cli/input.h"
#include "validators/api/records.h"
#include "validators/replay/settings.h"

enum { RECORD_MOST = 1024 * 1024 };

/* Opening. */

bool archive_open(const struct archive *a, const char *path, const struct refresh_options *o,
                  struct refresh_counts *counts) {
    struct database *db = a->db;
    struct refresh_options options = *o;
    for (int attempt = 0;; attempt++) {
        db->quiet = true;
        if (index_open(db, path, true) && refresh(db, a->in, &options, counts))
            break;
        if (!db->failed || attempt || !db->damaged)
            return false;
        database_close(db);
        if (!index_remove(db, path))
            return false;
        command_error("%s: %s; the index is built again", path, db->why);
        options.look_only = false;
    }
    db->quiet = false;
    return true;
}

/* The path of the index to query, which the caller frees; NULL if none exists. */
static char *index_of(const struct invocation *in, const struct archive_wish *wish) {
    struct stat st;
    bool one = in->argument_count == 1 && !in->files_from && strcmp(in->arguments[0], "-") != 0;
    const char *root = wish->root ? wish->root : one ? in->arguments[0] : NULL;
    char *path = wish->index ? strdup(wish->index) : root ? index_path(root) : NULL;
    if (wish->index || wish->root || !path || !lstat(path, &st))
        return path;
    free(path);
    return NULL;
}

/* Reads the files into a temporary index. */
static bool read_all(struct asking *q, const struct archive_wish *wish) {
    struct archive *a = &q->archive;
    struct refresh_counts counts;
    struct refresh_options o = wish->read;
    o.root = a->root = wish->root;
    o.positions = wish->root;
    o.texts = &a->texts;
    bool opened = index_open(a->db, NULL, wish->root) &&
                  (!o.query || database_run(a->db, "CREATE TEMP TABLE seen(game INTEGER PRIMARY "
                                                   "KEY, ply INTEGER)"));
    q->incomplete = opened && !refresh(a->db, a->in, &o, &counts);
    return opened && !a->db->failed;
}

/* Opens the index and updates it; if it cannot be used, makes a temporary one. */
static bool use_index(struct asking *q, const struct archive_wish *wish, const char *path) {
    struct archive *a = &q->archive;
    struct refresh_counts counts = {0};
    a->root = wish->root ? wish->root : a->in->arguments[0];
    const struct refresh_options o = {.root = a->root,
                                      .positions = true,
                                      .look_only = wish->no_refresh,
                                      .threads = wish->read.threads};
    if (!archive_open(a, path, &o, &counts)) {
        if (!a->db->failed)
            return false;
        command_error("%s: %s; a temporary index is used", path, a->db->why);
        database_close(a->db);
        return read_all(q, wish);
    }
    if (wish->no_refresh && counts.changed + counts.removed)
        command_error("the index is older than the archive: %llu new or changed files are not "
                      "included, and %llu removed ones are",
                      (unsigned long long)counts.changed, (unsigned long long)counts.removed);
    if (wish->verbose)
        command_error("%s: this index is used", path);
    a->db->name = "the index";
    return true;
}

/* Opens the index of the only argument and updates it; if none exists, makes a temporary one.
   Returns false, after a message, if nothing can be queried. */
static bool open_archive(struct asking *q, const struct invocation *in,
                         const struct archive_wish *wish, const char *path) {
    struct stat st;
    bool wanted = wish->index || wish->no_refresh || wish->root;
    if ((wish->index || wish->no_refresh) && !wish->root &&
        (in->argument_count != 1 || in->files_from))
        return command_error("--%s: only allowed with one directory or file that has an index",
                             wish->index ? "index" : "no-refresh"),
               false;
    if (path && wanted && lstat(path, &st))
        return command_error("%s: %s; run zet index", path, strerror(errno)), false;
    return path ? use_index(q, wish, path) : read_all(q, wish);
}

static void close_archive(struct archive *a) {
    if (!a->db)
        return; /* it was never opened */
    database_close(a->db);
    if (a->texts.descriptor >= 0)
        close(a->texts.descriptor);
    if (a->texts.spool >= 0)
        close(a->texts.spool);
    free(a->texts.at);
}

unsigned archive_threads(uint32_t jobs) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t wanted = jobs ? jobs : cores > 0 ? (uint32_t)cores : 1;
    return wanted > 1 ? wanted : 0;
}

static bool begin_asking(struct asking *q, const struct invocation *in) {
    q->archive = (struct archive){.db = &q->db, .in = in, .texts = {.descriptor = -1, .spool = -1}};
    q->progress = progress_begin(in);
    q->out = zet_output_new(progress_write_stdout, &q->progress);
    q->messages = zet_output_new(progress_write_stderr, &q->progress);
    return (q->out && q->messages) || database_no_memory(&q->db);
}

/* Removes an index that the query found damaged, and opens what replaces it. */
static bool open_again(struct asking *q, const struct archive_wish *wish, const char *path) {
    struct archive_wish again = *wish;
    again.no_refresh = false;
    database_close(&q->db);
    if (!index_remove(&q->db, path)) {
        command_error("%s: %s; a temporary index is used", path, q->db.why);
        return read_all(q, &again);
    }
    command_error("%s: %s; the index is built again", path, q->db.why);
    return use_index(q, &again, path);
}

bool asking_run(struct asking *q, const struct invocation *in, const struct archive_wish *wish,
                bool (*query)(void *context), void *context) {
    char *path = index_of(in, wish);
    bool done = begin_asking(q, in) && open_archive(q, in, wish, path) && query(context);
    if (!done && path && q->db.damaged)
        done = open_again(q, wish, path) && query(context);
    if (!done && q->db.damaged)
        command_error("%s", q->db.why);
    q->failed |= !done || q->incomplete;
    free(path);
    return done;
}

int asking_end(struct asking *q, int status) {
    bool failed = q->failed;
    if (q->messages)
        failed |= zet_output_flush(q->messages) != ZET_OK;
    if (q->out)
        failed |= zet_output_flush(q->out) != ZET_OK;
    failed |= !progress_finish(&q->progress) || q->db.failed;
    if (q->archive.db)
        close_archive(&q->archive);
    zet_output_free(q->out);
    zet_output_free(q->messages);
    return command_finish(failed ? STATUS_ERROR : status);
}

char *archive_path(const struct archive *a, const char *name) {
    return refresh_path(a->root, name ? name : "");
}

uint64_t archive_invalid(const struct archive *a) {
    return (uint64_t)database_number(a->db, 0,
                                     "SELECT count(*) FROM game WHERE valid = 0 AND length > 0");
}

uint64_t archive_records(const struct archive *a) {
    const char *valid = a->root ? "SELECT sum(games) FROM summary WHERE kind = 0"
                                : "SELECT count(*) FROM game WHERE valid AND length > 0";
    return (uint64_t)database_number(a->db, 0, valid) + archive_invalid(a);
}

/* Games. */

bool archive_game(const struct archive *a, int64_t game, struct game_place *p) {
    sqlite3_stmt *s = database_prepare(
        a->db,
        "SELECT path, line, number, offset, length, result FROM game JOIN file ON file.id = "
        "game.file WHERE game.id = %lld",
        game);
    *p = (struct game_place){0};
    if (database_row(a->db, s)) {
        p->path = archive_path(a, (const char *)sqlite3_column_text(s, 0));
        if (!p->path)
            database_no_memory(a->db);
        p->line = sqlite3_column_int64(s, 1);
        p->number = sqlite3_column_int64(s, 2);
        p->offset = sqlite3_column_int64(s, 3);
        p->length = sqlite3_column_int64(s, 4);
        p->result = (zet_result)(sqlite3_column_int(s, 5) & 3);
    }
    sqlite3_finalize(s);
    return p->path != NULL;
}

/* The text of a game's record, from the index or its file. The caller frees it. */
static char *read_text(const struct archive *a, int64_t game, const struct game_place *p,
                       size_t *length) {
    char *text = NULL;
    sqlite3_stmt *s = database_prepare(a->db, "SELECT record FROM move WHERE game = %lld", game);
    if (database_row(a->db, s)) {
        zet_text kept = database_text(s, 0);
        *length = kept.length;
        text = strndup(kept.at, kept.length);
    } else if (!a->db->failed && p->offset >= 0 && p->length > 0 && p->length <= RECORD_MOST) {
        int file = open(p->path, O_RDONLY | O_CLOEXEC);
        *length = (size_t)p->length;
        text = malloc(*length + 1);
        if (text && (file < 0 || pread(file, text, *length, (off_t)p->offset) != p->length)) {
            command_error("%s: record %lld could not be read; run zet index again", p->path,
                          (long long)p->number);
            a->db->failed = true;
        }
        if (file >= 0)
            close(file);
    } else {
        database_damaged(a->db, "the place of a game");
    }
    sqlite3_finalize(s);
    if (!text)
        database_no_memory(a->db);
    return text;
}

bool archive_replay(const struct archive *a, int64_t game, record_visitor *see, void *context) {
    struct game_place p;
    const zet_settings *settings = NULL;
    const zet_record *record;
    size_t length = 0;
    if (!archive_game(a, game, &p))
        return !a->db->failed;
    char *text = read_text(a, game, &p, &length);
    zet_reader *reader = zet_reader_new(NULL);
    bool done = text && reader && !a->db->failed && config_enter(a->in->config, p.path, &settings);
    if (done) {
        zet_reader_set(reader, "moves", "true", NULL);
        zet_reader_gather(reader, ZET_GATHER_STEPS);
        zet_reader_set_settings(reader, settings);
        done = zet_reader_open_text(reader, p.path, (zet_text){text, length}, NULL) == ZET_OK &&
               zet_reader_next(reader, &record, NULL) == ZET_OK && see(context, &p, record);
    }
    if (!done && !a->db->failed)
        database_no_memory(a->db);
    zet_reader_free(reader);
    free(text);
    free(p.path);
    return done;
}

/* Writes the texts of columns, each after its string of `before`, which ends with NULL. */
static void write_columns(zet_output *out, sqlite3_stmt *s, int column, const char *const *before) {
    for (; *before; before++) {
        zet_output_write(out, zet_text_of(*before));
        zet_output_write_safe(out, database_text(s, column++));
    }
}

uint64_t archive_report_invalid(const struct archive *a, const char *which, const char *kept,
                                zet_output *messages) {
    static const char *const fault[] = {":", ":", ": ", NULL}, *const record[] = {"; record ",
                                                                                  " (line ", NULL};
    enum { COLUMN_FAULT = 1, COLUMN_TEXT = 3, COLUMN_RECORD, COLUMN_KEPT = 6 };
    uint64_t count = 0;
    sqlite3_stmt *s = database_prepare(
        a->db,
        "SELECT path, game.line + fault.line, column, text, number, game.line, %s FROM game "
        "JOIN file ON file.id = game.file LEFT JOIN fault ON fault.game = game.id "
        "WHERE valid = 0 AND length > 0 AND (%s) ORDER BY %s",
        kept, which, a->root ? "seen, number" : "game.id");
    for (; database_row(a->db, s); count++) {
        char *path = archive_path(a, (const char *)sqlite3_column_text(s, 0));
        zet_output_write_safe(messages, zet_text_of(path));
        if (sqlite3_column_type(s, COLUMN_TEXT) != SQLITE_NULL)
            write_columns(messages, s, COLUMN_FAULT, fault);
        write_columns(messages, s, COLUMN_RECORD, record);
        zet_output_write(
            messages,
            zet_text_of(sqlite3_column_int(s, COLUMN_KEPT) ? ") is kept\n" : ") is omitted\n"));
        if (!path)
            database_no_memory(a->db);
        free(path);
    }
    sqlite3_finalize(s);
    return count;
}

/* Texts. */

/* Where the file is in the spool; NULL after a message. */
static const struct unpacked *unpacked_of(struct archive *a, const struct text_place *p) {
    struct texts *t = &a->texts;
    for (size_t i = t->count; i--;)
        if (t->at[i].file == p->file)
            return &t->at[i];
    struct input *input = input_open(p->path);
    bool added = input && texts_add(t, p->file, input, p->path);
    input_close(input);
    a->db->failed |= !added;
    return added ? &t->at[t->count - 1] : NULL;
}

/* Opens a plain file, unless the last call opened it. */
static bool open_plain(struct archive *a, const struct text_place *p) {
    struct texts *t = &a->texts;
    if (t->descriptor >= 0 && t->file == p->file)
        return true;
    if (t->descriptor >= 0)
        close(t->descriptor);
    t->descriptor = open(p->path, O_RDONLY | O_CLOEXEC);
    t->file = p->file;
    if (t->descriptor < 0)
        command_error("%s: %s", p->path, strerror(errno));
    return t->descriptor >= 0;
}

bool archive_read(struct archive *a, const struct text_place *p, char *to, size_t size) {
    const struct unpacked *u = p->whole ? unpacked_of(a, p) : NULL;
    uint64_t at = p->offset + (u && a->root ? u->begin : 0);
    if (p->whole ? !u : !open_plain(a, p)) {
        a->db->failed = true;
        return false;
    }
    while (size) {
        ssize_t n = pread(p->whole ? a->texts.spool : a->texts.descriptor, to, size, (off_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            command_error("%s: %s", p->path,
                          n ? strerror(errno) : "it was changed in the meantime");
            a->db->failed = true;
            return false;
        }
        to += n;
        at += (uint64_t)n;
        size -= (size_t)n;
    }
    return true;
}

uint64_t archive_file_end(struct archive *a, const struct text_place *p, uint64_t read,
                          uint64_t *begin) {
    const struct unpacked *u = p->whole ? unpacked_of(a, p) : NULL;
    *begin = u && !a->root ? u->begin : 0;
    return !u ? (p->whole ? 0 : read) : a->root ? u->end - u->begin : u->end;
}
