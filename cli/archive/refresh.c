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
#include "cli/input.h"
#include "validators/api/records.h"
#include "validators/replay/settings.h"

/* A file that is being read. */
struct open_file {
    char *path;
    struct source_row row;
    int descriptor; /* -1: it is not a file */
    struct stat st; /* when it was opened */
    int text;       /* the descriptor of its text: the file or a spool */
    uint64_t size;  /* where the text ends */
    int64_t settings;
    uint64_t line, number; /* at the start of the next piece, from 0 */
    bool failed;
    bool broken;       /* its text ends too early, which was reported */
    int64_t read_from; /* the first game read; 0: none */
};

/* A temporary index is queried whenever it has this many games. */
enum { ASK_GAMES = 20000 };

struct refreshing {
    struct database *db;
    const struct invocation *in;
    const struct refresh_options *o;
    struct refresh_counts *counts;
    sqlite3_stmt *find, *visited;
    struct rows rows;
    struct gathered gathered;
    struct pool *readers;
    int64_t seen;  /* files so far */
    int64_t asked; /* the first game not yet queried */
    bool writing;  /* a transaction is open */
    bool stopped;  /* no more games are wanted */
    bool had_error;
};

/* Converts a path of the archive to its name in the table `file`: the part after the root. */
static const char *name_of(const char *root, const char *path) {
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
        r->rows.summary = r->o->root || r->o->summary;
        r->rows.folded = r->o->root;
        r->rows.searched = r->o->query != NULL;
        return rows_begin(&r->rows, r->db);
    }
    return !r->db->failed;
}

static bool unlock(struct refreshing *r) {
    return !r->o->root || !r->writing ||
           (database_run(r->db, "PRAGMA locking_mode=NORMAL") &&
            database_number(r->db, 0, "SELECT count(*) FROM meta") > 0);
}

static bool save_next_game(struct refreshing *r) {
    return rows_flush(&r->rows) &&
           database_run(r->db, "INSERT OR REPLACE INTO meta VALUES('next_game', '%lld')",
                        r->rows.next_game);
}

/* Writes the gathered segment and commits. */
static bool save_segment(struct refreshing *r) {
    return gathered_write(&r->gathered, r->db, r->o->threads, false) && save_next_game(r) &&
           database_run(r->db, "COMMIT; BEGIN IMMEDIATE");
}

/* Queries the games of a temporary index, and removes them. */
static bool ask(struct refreshing *r) {
    if (!r->o->ask || r->stopped || !r->writing || r->rows.next_game == r->asked)
        return true;
    r->asked = r->rows.next_game;
    r->stopped = !r->o->ask(r->o->context);
    return database_run(r->db, "DELETE FROM game; DELETE FROM fault; DELETE FROM other") &&
           (!r->o->query || database_run(r->db, "DELETE FROM temp.seen"));
}

/* Files. */

static void fail(struct refreshing *r, const char *path, const char *why) {
    command_error("%s: %s", path, why);
    r->had_error = true;
}

static void close_file(struct open_file *f) {
    if (f->text >= 0 && f->text != f->descriptor)
        close(f->text);
    if (f->descriptor >= 0)
        close(f->descriptor);
    free(f->path);
    free(f);
}

/* Finishes a file: its row records how far it was read. */
static bool finish_file(struct refreshing *r, struct open_file *f) {
    struct stat now;
    struct running_hash hash = {0};
    const char *name = name_of(r->o->root, f->path);
    bool same = (f->row.whole && !r->o->root) ||
                (!fstat(f->descriptor, &now) && source_is_unchanged(&f->st, &now));
    f->failed |= f->broken;
    if (!same && !f->failed)
        fail(r, f->path, "it was changed while it was read");
    if (f->row.whole && r->o->root && !f->failed &&
        file_hash(f->descriptor, 0, (uint64_t)f->st.st_size, &hash)) {
        f->row.read = f->st.st_size;
        f->row.hash = (int64_t)running_hash_end(&hash);
    }
    source_set_stat(&f->row, &f->st, f->settings);
    if (f->failed || !same)
        f->row.size = -1;
    bool done = source_row_write(r->db, name, &f->row) &&
                (!f->read_from || rows_add_peaks(&r->rows, f->row.id, f->read_from));
    close_file(f);
    return done && (!r->o->soon || ask(r));
}

/* Batches. */

static const struct resume from_start = {0, 0, 1};

/* Sets where a second reading would resume: at the last record, unless that depends on earlier
   text. */
static void set_resume(struct open_file *f, const struct batch *b, uint64_t base) {
    if (!b->row_count || f->row.whole)
        return;
    const struct row *last = &b->row[b->row_count - 1];
    f->row.next = last->marked ? (struct resume){(int64_t)(base + last->offset),
                                                 (int64_t)(f->line + last->line - 1),
                                                 (int64_t)(f->number + last->number)}
                               : from_start;
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

/* Saves the games so far. A later run reads the rest of the file, or the whole file if a piece is
   not complete. */
static bool save_part(struct refreshing *r, struct open_file *f, const struct job *job) {
    struct source_row row = f->row;
    row.size = -1;
    row.next = (struct resume){(int64_t)job->to, (int64_t)f->line, (int64_t)f->number + 1};
    if (job->more || row.whole) {
        row.next = from_start;
        row.read = row.hash = 0;
    }
    bool done = source_row_write(r->db, name_of(r->o->root, f->path), &row) &&
                rows_add_peaks(&r->rows, f->row.id, f->read_from) && save_segment(r);
    f->read_from = r->rows.next_game;
    return done;
}

static bool write_batch(struct refreshing *r, struct open_file *f, struct job *job) {
    if (f->broken && job->last && !job->more)
        batch_drop_last(&job->batch); /* its end is missing */
    bool done = add_batch(r, f, &job->batch, job->from);
    set_resume(f, &job->batch, job->from);
    if (!job->more) {
        f->number += job->batch.row_count;
        f->line += job->lines;
    }
    if (!job->more && !f->row.whole) {
        f->row.read = (int64_t)job->to;
        f->row.hash = (int64_t)job->hash_to;
    }
    return done && (!gathered_is_full(&r->gathered) || save_part(r, f, job));
}

static void write_job(void *context, struct job *job) {
    struct refreshing *r = context;
    struct open_file *f = job->file;
    f->failed |= job->status != ZET_OK;
    if (job->status == ZET_READ_FAILED)
        fail(r, f->path, strerror(job->error));
    else if (job->status != ZET_OK)
        database_no_memory(r->db);
    bool done = !r->db->failed && (f->failed || write_batch(r, f, job));
    if (done && !r->o->root && r->rows.next_game - r->asked > ASK_GAMES)
        ask(r);
    if (!job->last || job->more)
        return;
    if (r->db->failed)
        close_file(f);
    else
        finish_file(r, f);
}

static void write_oldest(struct refreshing *r) {
    write_job(r, zi_pool_take(r->readers));
    zi_pool_done(r->readers);
}

static void write_waiting(struct refreshing *r) {
    while (!zi_pool_is_empty(r->readers))
        write_oldest(r);
}

/* Reading. */

static struct batch_wish wish_of(const struct refreshing *r, bool whole) {
    unsigned all = ZET_GATHER_STEPS | ZET_GATHER_MEASURES;
    return (struct batch_wish){.gather = r->o->positions ? all : r->o->gather,
                               .positions = r->o->positions,
                               .replays = r->o->positions && whole};
}

/* Reads a piece. This thread reads a piece that cannot be cut and is too long for the readers. */
static void read_piece(struct refreshing *r, struct job *job) {
    if (job->to - job->from > PIECE_MOST) {
        write_waiting(r);
        if (!readers_read(job, r->o->query, write_job, r)) {
            close_file(job->file); /* such a piece is the last one */
            database_no_memory(r->db);
        }
        return;
    }
    if (zi_pool_is_full(r->readers))
        write_oldest(r);
    readers_give(r->readers, job);
}

/* Reads the text of a file from the position in its row. */
static void read_pieces(struct refreshing *r, struct open_file *f, const zet_settings *settings,
                        struct running_hash before) {
    struct pieces p;
    struct job job = {
        .descriptor = f->text, .settings = settings, .wish = wish_of(r, f->row.whole), .file = f};
    if (!pieces_begin(&p, f->text, f->size, (uint64_t)f->row.next.offset, &before)) {
        database_no_memory(r->db);
        close_file(f);
        return;
    }
    if (f->row.whole)
        f->row.next = from_start;
    bool any = false;
    while (!job.last && !r->db->failed && !r->stopped && pieces_next(&p, &job.from, &job.to)) {
        any = true;
        job.last = p.at >= p.size; /* this one finishes the file */
        job.hash_to = running_hash_end(&p.hash);
        read_piece(r, &job);
    }
    if (p.failed)
        fail(r, f->path, strerror(errno ? errno : ENODATA));
    if (!job.last) {
        write_waiting(r);
        f->failed |= p.failed;
        if (!any && !p.failed && !f->row.whole)
            f->row.hash = (int64_t)running_hash_end(&p.hash);
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

/* Finds the text of a file. The text of a compressed file, or of anything that is not a regular
   file, is copied into a spool as far as it can be read. */
static bool open_text(struct refreshing *r, struct open_file *f, const char *path) {
    struct texts own = {.spool = -1}, *texts = r->o->root ? &own : r->o->texts;
    f->text = f->descriptor;
    f->size = (uint64_t)f->st.st_size;
    if (!f->row.whole)
        return r->o->root || input_note(f->descriptor, false) || database_no_memory(r->db);
    struct input *input = input_open(path);
    f->broken = !input || !texts_add(texts, f->row.id, input, f->path);
    r->had_error |= f->broken;
    input_close(input);
    if (r->o->root)
        f->text = own.spool;
    else
        f->text = f->broken ? -1 : fcntl(texts->spool, F_DUPFD_CLOEXEC, 0);
    bool there = f->text >= 0 && texts->count;
    if (there) {
        f->row.next.offset = (int64_t)texts->at[texts->count - 1].begin;
        f->size = texts->at[texts->count - 1].end;
    }
    free(own.at);
    return there;
}

/* Reads a file or, if it has grown, the part after the bytes with the hash `before`. */
static void read_file(struct refreshing *r, struct open_file *f, const char *path,
                      const zet_settings *settings, const struct running_hash *before) {
    if (!before) {
        f->row.next = from_start;
        f->row.read = f->row.hash = 0;
    }
    f->row.size = -1;
    f->row.whole = f->descriptor < 0;
    if (f->descriptor >= 0 && !is_compressed(f->descriptor, path, &f->row.whole)) {
        fail(r, path, strerror(errno));
        close_file(f);
    } else if (!begin_writing(r) ||
               (f->row.id &&
                !rows_remove(&r->rows, f->row.id, f->row.next.number, r->o->positions)) ||
               !source_row_write(r->db, name_of(r->o->root, f->path), &f->row) ||
               !open_text(r, f, path)) {
        r->had_error = true;
        close_file(f);
    } else {
        f->line = (uint64_t)f->row.next.line;
        f->number = (uint64_t)f->row.next.number - 1;
        f->read_from = r->rows.next_game; /* or a later one, after pending jobs */
        read_pieces(r, f, settings, before ? *before : (struct running_hash){0});
    }
}

/* A file with that row, which is not open yet; NULL after a message. */
static struct open_file *new_file(struct refreshing *r, const char *path, struct source_row row) {
    struct open_file *f = calloc(1, sizeof *f);
    char *copy = strdup(path);
    if (!f || !copy) {
        free(f);
        free(copy);
        database_no_memory(r->db);
        return NULL;
    }
    *f = (struct open_file){.path = copy, .row = row, .descriptor = -1, .text = -1};
    f->row.seen = r->seen;
    return f;
}

/* Returns false with errno. */
/* Opens the file, which must be the one that a directory has under the path, if any is `found`. */
static bool open_file(struct open_file *f, const char *path, const struct stat *found) {
    f->descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (f->descriptor < 0 || fstat(f->descriptor, &f->st))
        return false;
    errno = ESTALE;
    return !found || (f->st.st_dev == found->st_dev && f->st.st_ino == found->st_ino);
}

/* Checking all files. */

static void mark_seen(struct refreshing *r, const struct source_row *row) {
    if (row->seen != r->seen && begin_writing(r))
        database_run(r->db, "UPDATE file SET seen = %lld WHERE id = %lld", r->seen, row->id);
}

/* Examines a file that may have changed. */
static void look_into(struct refreshing *r, const char *path, const struct source_row *row,
                      const zet_settings *settings, const struct stat *found) {
    struct running_hash before;
    enum source_state state = SOURCE_FAILED;
    struct open_file *f = new_file(r, path, *row);
    if (!f)
        return;
    f->settings = source_settings(settings);
    if (!open_file(f, path, found) || !S_ISREG(f->st.st_mode))
        fail(r, path,
             S_ISREG(f->st.st_mode) || f->descriptor < 0 ? strerror(errno) : "not a regular file");
    else if ((state = source_compare(&f->row, f->descriptor, &f->st, f->settings, &before)) ==
             SOURCE_FAILED)
        fail(r, path, strerror(errno));
    r->counts->changed += state == SOURCE_GROWN || state == SOURCE_OTHER;
    if (state == SOURCE_FAILED || r->o->look_only || !begin_writing(r))
        close_file(f);
    else if (state == SOURCE_TOUCHED)
        finish_file(r, f);
    else
        read_file(r, f, path, settings, state == SOURCE_GROWN ? &before : NULL);
}

static void visit(void *context, const char *path, const struct stat *found) {
    struct refreshing *r = context;
    const zet_settings *settings;
    struct stat st;
    if (r->db->failed)
        return;
    if (!config_enter(r->in->config, path, &settings)) {
        r->had_error = true;
        return;
    }
    const char *name = name_of(r->o->root, path);
    struct source_row row = source_row_read(r->db, r->find, name);
    database_bind(r->visited, 1, zet_text_of(*name ? name : "."));
    database_step(r->db, r->visited);
    r->seen++;
    r->counts->files++;
    bool there = !stat(path, &st),
         same = there && source_is_same(&row, &st, source_settings(settings));
    if (!same && !r->o->look_only) { /* another process may have read it meanwhile */
        if (!begin_writing(r))
            return;
        row = source_row_read(r->db, r->find, name);
        same = there && source_is_same(&row, &st, source_settings(settings));
    }
    if (!same)
        look_into(r, path, &row, settings, found);
    else if (!r->o->look_only)
        mark_seen(r, &row);
}

/* Files of a temporary index. */

static void visit_new(void *context, const char *path, const struct stat *found) {
    struct refreshing *r = context;
    const zet_settings *settings;
    const char *name = command_stream_name(r->in, path);
    struct stat st;
    if (r->o->soon && !r->db->failed && !r->stopped)
        write_waiting(r);
    if (r->db->failed || r->stopped)
        return;
    r->seen++;
    struct open_file *f = new_file(r, name, (struct source_row){0});
    if (!f)
        return;
    r->counts->files++;
    bool done = config_enter(r->in->config, name, &settings) && begin_writing(r);
    if (done && strcmp(path, "-") && !stat(path, &st) && S_ISREG(st.st_mode) &&
        !open_file(f, path, found)) {
        fail(r, path, strerror(errno));
        done = false;
    }
    r->had_error |= !done;
    if (done)
        read_file(r, f, path, settings, NULL);
    else
        close_file(f);
}

static bool refresh_new(struct refreshing *r) {
    bool all = files_visit_all(r->in, visit_new, r);
    write_waiting(r);
    return ask(r) && (!r->writing || (rows_flush(&r->rows) && database_run(r->db, "COMMIT"))) &&
           all;
}

/* Removes the files that were not found. */
static bool remove_rest(struct refreshing *r) {
    static const char rest[] = "FROM file WHERE path NOT IN (SELECT path FROM temp.visited)";
    int64_t id, before = 0;
    r->counts->removed = (uint64_t)database_number(r->db, 0, "SELECT count(*) %s", rest);
    while (!r->o->look_only && r->counts->removed &&
           (id = database_number(r->db, 0, "SELECT id %s LIMIT 1", rest))) {
        if (id == before)
            return database_damaged(r->db, "a file that cannot be removed");
        before = id;
        if (!begin_writing(r) || !rows_remove(&r->rows, id, 0, r->o->positions) ||
            !database_run(r->db, "DELETE FROM file WHERE id = %lld", (long long)id))
            return false;
    }
    return !r->db->failed;
}

/* Whether an earlier run ended before end_writing was complete. */
static bool is_unfinished(struct refreshing *r) {
    return database_number(r->db, 0,
                           "SELECT EXISTS(SELECT 1 FROM game) AND ((SELECT count(*) FROM "
                           "segment) > 2 OR NOT EXISTS(SELECT 1 FROM sqlite_schema WHERE "
                           "name = 'game_invalid'))") > 0;
}

/* Finishes after the last file: writes the last segment, merges segments, and creates the tables'
   indexes once the gathered positions are freed. */
static bool end_writing(struct refreshing *r) {
    if (!r->writing && (r->o->look_only || !is_unfinished(r)))
        return !r->db->failed;
    if (!begin_writing(r))
        return false;
    bool done = gathered_write(&r->gathered, r->db, r->o->threads, true) && save_next_game(r);
    gathered_free(&r->gathered);
    rows_end(&r->rows);
    return done && database_run(r->db, "COMMIT; PRAGMA cache_size=-4000; BEGIN IMMEDIATE") &&
           segments_settle(r->db, r->o->threads) && index_add_indexes(r->db, r->o->threads) &&
           database_run(r->db, "COMMIT") && database_run(r->db, "PRAGMA incremental_vacuum");
}

static bool prepare(struct refreshing *r) {
    r->readers = readers_new(r->o->threads, wish_of(r, false).gather, r->o->query);
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
                                 .follow = in->follow,
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
            database_number(db, 0, "SELECT count(*) FROM meta WHERE key = 'next_game'") > 0;
        bool all = files_visit_all(&archive, visit, r);
        write_waiting(r);
        r->had_error |= !all || (all && !remove_rest(r)) || !end_writing(r) || !unlock(r);
    }
    bool done = !r->had_error && !db->failed;
    zi_pool_free(r->readers);
    rows_end(&r->rows);
    gathered_free(&r->gathered);
    sqlite3_finalize(r->find);
    sqlite3_finalize(r->visited);
    if (db->failed && !sqlite3_get_autocommit(db->db))
        sqlite3_exec(db->db, "ROLLBACK", NULL, NULL, NULL);
    free(r);
    return done;
}
