#include "cli/archive/refresh.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/archive/index_file.h"
#include "cli/archive/readers.h"
#include "cli/archive/rows.h"
#include "cli/archive/segment.h"
#include "cli/archive/source_file.h"
#include "cli/config.h"
#include "cli/files.h"
#include "cli/input.h"

/* A file that is being read. */
struct open_file {
    char *path;
    struct source_row row;
    int descriptor;
    struct stat st; /* when it was opened */
    int64_t settings;
    uint64_t line, number; /* at the start of the next piece, from 0 */
    bool failed;
    bool spooled;      /* its text is in the spool */
    int64_t read_from; /* the first game read; 0: none */
};

/* A temporary index is queried whenever it has this many games. */
enum { ASK_GAMES = 20000 };

struct refreshing {
    struct database *db;
    const struct invocation *in;
    const struct refresh_options *o;
    struct refresh_counts *counts;
    sqlite3_stmt *find, *mark, *visited;
    struct rows rows;
    struct gathered gathered;
    struct workers *readers;
    uint64_t expected; /* postings of the whole archive */
    int64_t seen;      /* files so far */
    int64_t asked;     /* the first game not yet queried */
    bool writing;      /* a transaction is open */
    bool stopped;      /* no more games are wanted */
    bool had_error;
};

const char *refresh_name(const char *root, const char *path) {
    size_t length = root ? strlen(root) : 0;
    while (length > 1 && root[length - 1] == '/')
        length--;
    if (!root || strncmp(path, root, length))
        return path;
    path += length;
    while (*path == '/')
        path++;
    return path;
}

char *refresh_path(const char *root, const char *name) {
    if (!root)
        return strdup(name);
    size_t size = strlen(root) + strlen(name) + 2;
    char *path = malloc(size);
    size_t length = strlen(root);
    bool file = !strcmp(name, ".");
    if (path)
        snprintf(path, size, "%s%s%s", root, file || root[length - 1] == '/' ? "" : "/",
                 file ? "" : name);
    return path;
}

/* Transactions. */

/* An index file stays locked between transactions, so that only one process updates it at a
   time. */
static bool begin_writing(struct refreshing *r) {
    const char *begin =
        r->o->root ? "BEGIN IMMEDIATE; PRAGMA locking_mode=EXCLUSIVE" : "BEGIN IMMEDIATE";
    if (!r->writing && database_run(r->db, begin)) {
        r->writing = true;
        r->rows.summary = r->o->root != NULL;
        r->rows.searched = r->o->search != NULL;
        return rows_begin(&r->rows, r->db);
    }
    return !r->db->failed;
}

static bool unlock(struct refreshing *r) {
    return !r->o->root || !r->writing ||
           (database_run(r->db, "PRAGMA locking_mode=NORMAL") &&
            database_number(r->db, "SELECT count(*) FROM meta", 0) > 0);
}

static bool save_next_game(struct refreshing *r) {
    char value[24];
    snprintf(value, sizeof value, "%lld", (long long)r->rows.next_game);
    return rows_flush(&r->rows) && index_set_meta(r->db, "next_game", value);
}

/* Writes the gathered segment and commits. */
static bool save_segment(struct refreshing *r) {
    return gathered_write(&r->gathered, r->db, r->o->threads, r->expected, false) &&
           save_next_game(r) && database_run(r->db, "COMMIT; BEGIN IMMEDIATE");
}

/* Queries the games of a temporary index, and removes them. */
static bool ask(struct refreshing *r) {
    if (!r->o->ask || r->stopped || !r->writing || r->rows.next_game == r->asked)
        return true;
    r->asked = r->rows.next_game;
    r->stopped = !r->o->ask(r->o->context);
    return database_run(r->db, "DELETE FROM game; DELETE FROM fault; DELETE FROM other") &&
           (!r->o->search || database_run(r->db, "DELETE FROM temp.seen"));
}

/* Files. */

static void fail(struct refreshing *r, const char *path, const char *why) {
    command_error("%s: %s", path, why);
    r->had_error = true;
}

static void close_file(struct open_file *f) {
    if (!f)
        return;
    if (f->descriptor >= 0)
        close(f->descriptor);
    free(f->path);
    free(f);
}

/* Finishes a file: its row records how far it was read. */
static bool finish_file(struct refreshing *r, struct open_file *f) {
    struct stat now;
    const char *name = refresh_name(r->o->root, f->path);
    bool same = f->spooled || (!fstat(f->descriptor, &now) && source_is_unchanged(&f->st, &now));
    if (!same && !f->failed)
        fail(r, f->path, "it was changed while it was read");
    source_set_stat(&f->row, &f->st, f->settings);
    if (f->failed || !same)
        f->row.size = -1;
    bool done = source_row_write(r->db, name, &f->row) &&
                (!f->read_from || rows_add_peaks(&r->rows, f->row.id, f->read_from));
    close_file(f);
    return done && (!r->o->soon || ask(r));
}

/* Batches. */

/* Sets where a second reading would resume: at the last record, unless that depends on earlier
   text. */
static void set_resume(struct open_file *f, const struct batch *b, uint64_t base) {
    if (!b->row_count)
        return;
    const struct row *last = &b->row[b->row_count - 1];
    f->row.next = last->marked ? (struct resume){(int64_t)(base + last->offset),
                                                 (int64_t)(f->line + last->line - 1),
                                                 (int64_t)(f->number + last->number)}
                               : (struct resume){0, 0, 1};
}

static bool add_batch(struct refreshing *r, struct open_file *f, const struct batch *b,
                      uint64_t base) {
    struct rows_from from = {f->row.id, f->line, f->number, base};
    int64_t first = r->rows.next_game;
    for (size_t i = 0; i < b->row_count; i++)
        r->counts->invalid += !b->row[i].valid;
    r->counts->games += b->row_count;
    return rows_add(&r->rows, b, &from) &&
           (!r->o->positions || gathered_add(&r->gathered, b, first) || database_no_memory(r->db));
}

static bool write_job(struct refreshing *r, struct job *job) {
    struct open_file *f = job->file;
    bool done = true;
    f->failed |= job->status != ZET_OK;
    if (job->status == ZET_READ_FAILED)
        fail(r, f->path, strerror(job->error));
    else if (job->status != ZET_OK)
        database_no_memory(r->db);
    if (!f->failed) {
        done = add_batch(r, f, &job->batch, job->from);
        set_resume(f, &job->batch, job->from);
        f->number += job->batch.row_count;
        f->line += job->lines;
        f->row.read = (int64_t)job->to;
        f->row.hash = (int64_t)job->hash_to;
    }
    if (done && gathered_is_full(&r->gathered) && !f->failed) {
        struct source_row row = f->row;
        row.size = -1;
        row.next = (struct resume){(int64_t)job->to, (int64_t)f->line, (int64_t)f->number + 1};
        done = source_row_write(r->db, refresh_name(r->o->root, f->path), &row) &&
               rows_add_peaks(&r->rows, f->row.id, f->read_from) && save_segment(r);
        f->read_from = r->rows.next_game;
    }
    if (done && !r->o->root && r->rows.next_game - r->asked > ASK_GAMES)
        done = ask(r);
    if (job->last && !r->db->failed)
        done = finish_file(r, f) && done;
    else if (job->last)
        close_file(f);
    return done;
}

static void write_oldest(struct refreshing *r) {
    write_job(r, workers_take(r->readers));
    workers_done(r->readers);
}

static void write_waiting(struct refreshing *r) {
    while (!workers_are_empty(r->readers))
        write_oldest(r);
}

/* Reading. */

/* A stream or an overlong piece that cannot be cut. It is read in batches of its own. */
struct long_stream {
    struct input *input; /* NULL: a piece */
    int descriptor;
    uint64_t at, to;
};

static long read_long(void *context, char *to, size_t size) {
    struct long_stream *s = context;
    uint64_t left = s->to - s->at;
    ssize_t got = s->input ? input_read(s->input, to, size)
                  : left ? pread(s->descriptor, to, left < size ? (size_t)left : size, (off_t)s->at)
                         : 0;
    s->at += got > 0 ? (uint64_t)got : 0;
    return got;
}

static bool batch_is_full(const struct batch *b) {
    return b->text_used + b->moves_used > PIECE_MOST || b->reached_count > PIECE_MOST / 8 ||
           b->row_count > PIECE_MOST / 128;
}

static void write_batch(struct refreshing *r, struct open_file *f, struct batch *batch,
                        uint64_t base) {
    if (add_batch(r, f, batch, base)) {
        set_resume(f, batch, base);
        if (gathered_is_full(&r->gathered)) {
            struct source_row row = {.id = f->row.id, .size = -1, .next = {0, 0, 1}};
            source_row_write(r->db, refresh_name(r->o->root, f->path), &row);
            save_segment(r);
        }
        if (!r->o->root && r->rows.next_game - r->asked > ASK_GAMES)
            ask(r);
    }
    batch_clear(batch);
}

static zet_status read_batches(struct refreshing *r, struct open_file *f, struct long_stream *s,
                               zet_reader *reader, const struct batch_wish *wish) {
    struct batch batch = {0};
    const zet_record *record;
    zet_error error = {0};
    zet_output *scratch = zet_output_new(NULL, NULL);
    uint64_t base = s->at;
    zet_status status = scratch && zet_reader_open(reader, f->path, read_long, s, &error) == ZET_OK
                            ? ZET_OK
                            : ZET_OUT_OF_MEMORY;
    while (status == ZET_OK && !r->db->failed) {
        status = zet_reader_next(reader, &record, &error);
        batch_close_last(&batch, zet_reader_rest_end(reader),
                         status == ZET_OK ? zet_record_offset(record) : s->at - base);
        if (status != ZET_OUT_OF_MEMORY && (status != ZET_OK || batch_is_full(&batch)))
            write_batch(r, f, &batch, base);
        if (status == ZET_OK && !batch_add(&batch, record, wish, scratch))
            status = ZET_OUT_OF_MEMORY;
    }
    zet_output_free(scratch);
    batch_free(&batch);
    return status;
}

static struct batch_wish wish_of(const struct refreshing *r) {
    unsigned all = ZET_GATHER_STEPS | ZET_GATHER_MEASURES;
    return (struct batch_wish){.gather = r->o->positions ? all : r->o->gather,
                               .positions = r->o->positions};
}

static void read_long_stream(struct refreshing *r, struct open_file *f, struct long_stream *s,
                             const zet_settings *settings) {
    struct batch_wish wish = wish_of(r);
    wish.replays = wish.positions && f->row.whole;
    zet_reader *reader = zet_reader_new(NULL);
    zet_status status = ZET_OUT_OF_MEMORY;
    if (r->o->search)
        wish.search = zet_search_copy(r->o->search, NULL);
    if (reader && (wish.search || !r->o->search)) {
        zet_reader_set_search(reader, wish.search);
        zet_reader_gather(reader, wish.gather);
        zet_reader_set_settings(reader, settings);
        status = read_batches(r, f, s, reader, &wish);
    }
    f->failed |= status != ZET_END;
    if (status == ZET_OUT_OF_MEMORY)
        database_no_memory(r->db);
    else if (status != ZET_END && !r->db->failed) {
        const char *fault = s->input ? input_fault(s->input) : NULL;
        fail(r, f->path, fault ? fault : strerror(errno));
    }
    zet_reader_free(reader);
    zet_search_free(wish.search);
}

/* Reads a compressed file as a whole. */
static void read_whole(struct refreshing *r, struct open_file *f, const zet_settings *settings) {
    struct long_stream s = {.input = input_open(f->path)};
    struct running_hash hash = {0};
    write_waiting(r);
    f->row.whole = true;
    f->failed = !s.input;
    r->had_error |= !s.input;
    if (s.input)
        read_long_stream(r, f, &s, settings);
    input_close(s.input);
    if (!f->failed && file_hash(f->descriptor, 0, (uint64_t)f->st.st_size, &hash)) {
        f->row.read = f->st.st_size;
        f->row.hash = (int64_t)running_hash_end(&hash);
    } else {
        f->row.read = f->row.hash = 0;
    }
    f->row.next = (struct resume){0, 0, 1};
    finish_file(r, f);
}

/* Reads the pieces of a plain file from the position in its row. */
static void read_pieces(struct refreshing *r, struct open_file *f, const zet_settings *settings,
                        const struct running_hash *before) {
    struct pieces p;
    struct job job = {
        .descriptor = f->descriptor, .settings = settings, .wish = wish_of(r), .file = f};
    uint64_t from, to, size = (uint64_t)f->st.st_size;
    if (!pieces_begin(&p, f->descriptor, size, (uint64_t)f->row.next.offset, before)) {
        database_no_memory(r->db);
        close_file(f);
        return;
    }
    bool any = false, given = false, more = pieces_next(&p, &from, &to);
    while (more && !r->db->failed && !r->stopped) {
        any = true;
        job.from = from;
        job.to = to;
        job.last = p.at >= size;
        job.hash_to = running_hash_end(&p.hash);
        if (to - from > PIECE_MOST) {
            struct long_stream s = {.descriptor = f->descriptor, .at = from, .to = to};
            write_waiting(r);
            read_long_stream(r, f, &s, settings);
            f->row.read = f->failed ? f->row.read : (int64_t)to;
            f->row.hash = f->failed ? f->row.hash : (int64_t)job.hash_to;
            break;
        }
        if (workers_are_full(r->readers))
            write_oldest(r);
        readers_give(r->readers, &job);
        given = job.last; /* the last job finishes the file */
        more = !given && pieces_next(&p, &from, &to);
    }
    if (p.failed)
        fail(r, f->path, strerror(errno ? errno : ENODATA));
    if (!given) {
        write_waiting(r);
        f->failed |= p.failed;
        f->row.hash = any || p.failed ? f->row.hash : (int64_t)running_hash_end(&p.hash);
        finish_file(r, f);
    }
    pieces_end(&p);
}

/* Whether the file begins like a compressed one. False, with errno, if it cannot be read. */
static bool is_compressed(int descriptor, const char *path, bool *compressed) {
    unsigned char head[8];
    bool open;
    ssize_t got = pread(descriptor, head, sizeof head, 0);
    *compressed = got > 0 && (compression_of_bytes(head, (size_t)got, &open) != COMPRESSION_NONE ||
                              compression_of_name(path, NULL) != COMPRESSION_NONE);
    return got >= 0;
}

static void read_file(struct refreshing *r, struct open_file *f, const zet_settings *settings,
                      const struct running_hash *before, bool grown) {
    bool compressed;
    if (!grown) {
        f->row.next = (struct resume){0, 0, 1};
        f->row.read = f->row.hash = 0;
    }
    f->row.size = -1;
    if (!is_compressed(f->descriptor, f->path, &compressed)) {
        fail(r, f->path, strerror(errno));
        close_file(f);
        return;
    }
    f->row.whole = compressed;
    if (!begin_writing(r) ||
        (f->row.id && !rows_remove(&r->rows, f->row.id, f->row.next.number, r->o->positions)) ||
        !source_row_write(r->db, refresh_name(r->o->root, f->path), &f->row)) {
        close_file(f);
        return;
    }
    f->line = (uint64_t)f->row.next.line;
    f->number = (uint64_t)f->row.next.number - 1;
    f->read_from = r->rows.next_game; /* or a later one, after pending jobs */
    if (compressed)
        read_whole(r, f, settings);
    else
        read_pieces(r, f, settings, before);
}

/* Checking all files. */

static bool mark_seen(struct refreshing *r, const struct source_row *row) {
    if (row->seen == r->seen || !begin_writing(r))
        return !r->db->failed;
    if (!r->mark)
        r->mark = database_prepare(r->db, "UPDATE file SET seen = ?1 WHERE id = ?2");
    if (!r->mark)
        return false;
    sqlite3_bind_int64(r->mark, 1, r->seen);
    sqlite3_bind_int64(r->mark, 2, row->id);
    return database_step(r->db, r->mark);
}

static struct open_file *open_file(struct refreshing *r, const char *path,
                                   const struct source_row *row) {
    struct open_file *f = calloc(1, sizeof *f);
    if (!f || !(f->path = strdup(path))) {
        free(f);
        database_no_memory(r->db);
        return NULL;
    }
    f->row = *row;
    f->row.seen = r->seen;
    f->descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (f->descriptor >= 0 && !fstat(f->descriptor, &f->st) && S_ISREG(f->st.st_mode))
        return f;
    fail(r, path, f->descriptor < 0 ? strerror(errno) : "not a regular file");
    close_file(f);
    return NULL;
}

/* Examines a file that may have changed. */
static void look_into(struct refreshing *r, const char *path, const struct source_row *row,
                      const zet_settings *settings) {
    struct running_hash before;
    struct open_file *f = open_file(r, path, row);
    if (!f)
        return;
    f->settings = source_settings(settings);
    switch (source_compare(&f->row, f->descriptor, &f->st, f->settings, &before)) {
    case SOURCE_FAILED:
        fail(r, path, strerror(errno));
        close_file(f);
        break;
    case SOURCE_SAME:
    case SOURCE_TOUCHED:
        if (r->o->look_only || !begin_writing(r))
            close_file(f);
        else
            finish_file(r, f);
        break;
    case SOURCE_GROWN:
        r->counts->changed++;
        if (r->o->look_only)
            close_file(f);
        else
            read_file(r, f, settings, &before, true);
        break;
    case SOURCE_OTHER:
        before = (struct running_hash){0};
        r->counts->changed++;
        if (r->o->look_only)
            close_file(f);
        else
            read_file(r, f, settings, &before, false);
        break;
    }
}

static void visit(void *context, const char *path) {
    struct refreshing *r = context;
    const zet_settings *settings;
    struct stat st;
    if (r->db->failed)
        return;
    if (!config_enter(r->in->config, path, &settings)) {
        r->had_error = true;
        return;
    }
    const char *name = refresh_name(r->o->root, path);
    struct source_row row = source_row_read(r->db, r->find, name);
    database_bind(r->visited, 1, zet_text_of(*name ? name : "."));
    database_step(r->db, r->visited);
    r->seen++;
    r->counts->files++;
    bool there = !stat(path, &st);
    if (!there || !source_is_same(&row, &st, source_settings(settings))) {
        if (!r->o->look_only && !r->writing) { /* another process may have read it meanwhile */
            if (!begin_writing(r))
                return;
            row = source_row_read(r->db, r->find, name);
        }
        if (!there || !source_is_same(&row, &st, source_settings(settings))) {
            look_into(r, path, &row, settings);
            return;
        }
    }
    if (!r->o->look_only)
        mark_seen(r, &row);
}

/* Files of a temporary index. */

/* Opens a plain file. Compressed files and non-files are copied into the spool. */
static bool open_new(struct refreshing *r, struct open_file *f, const char *path) {
    bool compressed = true;
    if (strcmp(path, "-") && !stat(path, &f->st) && S_ISREG(f->st.st_mode)) {
        f->descriptor = open(path, O_RDONLY | O_CLOEXEC);
        if (f->descriptor < 0 || fstat(f->descriptor, &f->st) ||
            !is_compressed(f->descriptor, path, &compressed)) {
            fail(r, path, strerror(errno));
            return false;
        }
    }
    f->row.whole = f->spooled = compressed;
    if (!source_row_write(r->db, f->path, &f->row) || !compressed)
        return !r->db->failed && (input_note(f->descriptor, false) || database_no_memory(r->db));
    if (f->descriptor >= 0)
        close(f->descriptor);
    struct input *input = input_open(path);
    bool done = input && texts_add(r->o->texts, f->row.id, input, f->path);
    input_close(input);
    r->had_error |= !done;
    f->descriptor = done ? fcntl(r->o->texts->spool, F_DUPFD_CLOEXEC, 0) : -1;
    if (!done || f->descriptor < 0)
        return false;
    const struct unpacked *u = &r->o->texts->at[r->o->texts->count - 1];
    f->row.next.offset = (int64_t)u->begin;
    f->st.st_size = (off_t)u->end;
    return true;
}

static void visit_new(void *context, const char *path) {
    struct refreshing *r = context;
    const zet_settings *settings;
    const struct running_hash none = {0};
    const char *name = command_stream_name(r->in, path);
    if (r->db->failed || r->stopped)
        return;
    if (r->o->soon)
        write_waiting(r);
    if (r->stopped)
        return;
    struct open_file *f = calloc(1, sizeof *f);
    if (!f || !(f->path = strdup(name))) {
        free(f);
        database_no_memory(r->db);
        return;
    }
    f->descriptor = -1;
    f->row = (struct source_row){.seen = ++r->seen, .next = {0, 0, 1}};
    r->counts->files++;
    if (!config_enter(r->in->config, name, &settings) || !begin_writing(r) ||
        !open_new(r, f, path)) {
        r->had_error = true;
        close_file(f);
        return;
    }
    read_pieces(r, f, settings, &none);
}

static bool refresh_new(struct refreshing *r) {
    bool all = files_visit_all(r->in, visit_new, r);
    write_waiting(r);
    return ask(r) && (!r->writing || database_run(r->db, "COMMIT")) && all;
}

/* Removes the files that were not found. */
static bool remove_rest(struct refreshing *r) {
    static const char rest[] = "FROM file WHERE path NOT IN (SELECT path FROM temp.visited)";
    char sql[120];
    int64_t id, before = 0;
    snprintf(sql, sizeof sql, "SELECT count(*) %s", rest);
    r->counts->removed = (uint64_t)database_number(r->db, sql, 0);
    snprintf(sql, sizeof sql, "SELECT id %s LIMIT 1", rest);
    while (!r->o->look_only && r->counts->removed && (id = database_number(r->db, sql, 0))) {
        char removal[80];
        if (id == before)
            return database_damaged(r->db, "a file that cannot be removed");
        before = id;
        snprintf(removal, sizeof removal, "DELETE FROM file WHERE id = %lld", (long long)id);
        if (!begin_writing(r) || !rows_remove(&r->rows, id, 0, r->o->positions) ||
            !database_run(r->db, removal))
            return false;
    }
    return !r->db->failed;
}

/* Whether an earlier run ended before end_writing was complete. */
static bool is_unfinished(struct refreshing *r) {
    return database_number(r->db,
                           "SELECT EXISTS(SELECT 1 FROM game) AND ((SELECT count(*) FROM "
                           "segment) > 2 OR NOT EXISTS(SELECT 1 FROM sqlite_schema WHERE "
                           "name = 'game_invalid'))",
                           0) > 0;
}

/* Finishes after the last file: writes the last segment, merges segments, and creates the tables'
   indexes once the gathered positions are freed. */
static bool end_writing(struct refreshing *r) {
    if (!r->writing && (r->o->look_only || !is_unfinished(r)))
        return !r->db->failed;
    if (!begin_writing(r))
        return false;
    bool done =
        gathered_write(&r->gathered, r->db, r->o->threads, r->expected, true) && save_next_game(r);
    gathered_free(&r->gathered);
    rows_end(&r->rows);
    return done && database_run(r->db, "COMMIT; PRAGMA cache_size=-4000; BEGIN IMMEDIATE") &&
           segments_settle(r->db, r->o->threads) && index_add_indexes(r->db, r->o->threads) &&
           database_run(r->db, "COMMIT") && database_run(r->db, "PRAGMA incremental_vacuum");
}

static void estimate(void *context, const char *path) {
    struct refreshing *r = context;
    struct stat st;
    if (!stat(path, &st))
        r->expected += (uint64_t)st.st_size / 12;
}

static bool prepare(struct refreshing *r) {
    r->readers = readers_new(r->o->threads, wish_of(r).gather, r->o->search);
    r->asked = 1;
    if (!r->o->root)
        return r->readers;
    r->find = database_prepare(r->db, source_row_find);
    bool done = database_run(r->db, "CREATE TEMP TABLE IF NOT EXISTS visited(path TEXT PRIMARY "
                                    "KEY); DELETE FROM temp.visited");
    r->visited = database_prepare(r->db, "INSERT OR IGNORE INTO temp.visited VALUES(?1)");
    return done && r->find && r->visited && r->readers;
}

bool refresh(struct database *db, const struct invocation *in, const struct refresh_options *o,
             struct refresh_counts *counts) {
    char *roots[] = {(char *)(uintptr_t)o->root, NULL};
    struct invocation archive = {.command = in->command,
                                 .config = in->config,
                                 .side = in->side,
                                 .arguments = roots,
                                 .argument_count = 1};
    struct refreshing *r = calloc(1, sizeof *r);
    if (!r)
        return database_no_memory(db);
    *r = (struct refreshing){.db = db, .in = in, .o = o, .counts = counts};
    *counts = (struct refresh_counts){0};
    r->had_error = !prepare(r);
    if (!r->had_error && !o->root) {
        bool done = refresh_new(r);
        r->had_error |= !done;
    } else if (!r->had_error) {
        /* An archive that once had games may have lost all of its files. */
        archive.may_be_empty =
            database_number(db, "SELECT count(*) FROM meta WHERE key = 'next_game'", 0) > 0;
        if (database_number(db, "SELECT count(*) FROM file", 0) == 0 && !archive.may_be_empty)
            files_visit_all(&archive, estimate, r);
        bool all = files_visit_all(&archive, visit, r);
        write_waiting(r);
        r->had_error |= !all || (all && !remove_rest(r)) || !end_writing(r) || !unlock(r);
    }
    bool done = !r->had_error && !db->failed;
    workers_free(r->readers);
    rows_end(&r->rows);
    gathered_free(&r->gathered);
    sqlite3_finalize(r->find);
    sqlite3_finalize(r->mark);
    sqlite3_finalize(r->visited);
    if (db->failed && !sqlite3_get_autocommit(db->db))
        sqlite3_exec(db->db, "ROLLBACK", NULL, NULL, NULL);
    free(r);
    return done;
}
