#include "cli/archive/readers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/archive/pieces.h"
#include "cli/command.h"

/* State of one reading thread. */
struct reading {
    zet_reader *reader;
    bool searches;
    struct query query; /* if so */
    struct observer observer;
    zet_output *scratch;
};

/* Reading. */

/* Counts lines as zet_record_line does. Starts zeroed. */
struct line_count {
    uint64_t lines;
    bool after_cr;
};

static void count_lines(struct line_count *c, const char *bytes, size_t size) {
    const char *end = bytes + size;
    if (!memchr(bytes, '\r', size)) {
        const char *at = bytes;
        c->lines -= c->after_cr && size && *bytes == '\n';
        for (; (at = memchr(at, '\n', (size_t)(end - at))); at++)
            c->lines++;
        c->after_cr = c->after_cr && !size;
        return;
    }
    for (; bytes < end; bytes++) {
        c->lines += *bytes == '\r' || (*bytes == '\n' && !c->after_cr);
        c->after_cr = *bytes == '\r';
    }
}

struct piece_reader {
    struct job *job;
    uint64_t at;
    struct line_count lines;
};

static long read_piece(void *context, char *to, size_t size) {
    struct piece_reader *p = context;
    uint64_t left = p->job->to - p->at;
    ssize_t got;
    if (!left)
        return 0;
    do
        got = pread(p->job->descriptor, to, left < size ? (size_t)left : size, (off_t)p->at);
    while (got < 0 && errno == EINTR);
    if (got <= 0) { /* the file has become shorter since it was cut */
        p->job->error = got ? errno : ENODATA;
        return -1;
    }
    count_lines(&p->lines, to, (size_t)got);
    p->at += (uint64_t)got;
    return got;
}

static bool batch_is_full(const struct batch *b) {
    return b->text_used + b->moves_used > PIECE_MOST || b->reached_count > PIECE_MOST / 8 ||
           b->row_count > PIECE_MOST / 128;
}

/* Reads a job into one batch, or passes full ones to `take`. */
static void read_batches(struct reading *t, struct job *job,
                         void (*take)(void *context, struct job *job), void *context) {
    struct piece_reader piece = {.job = job, .at = job->from};
    const zet_record *record;
    zet_error error = {0};
    job->wish.query = t->searches ? &t->query : NULL;
    zet_reader_set_settings(t->reader, job->settings);
    job->status = ZET_OUT_OF_MEMORY;
    if (zet_reader_open(t->reader, "", read_piece, &piece, &error) != ZET_OK)
        return;
    while (query_begin(&t->query),
           (job->status = zet_reader_next(t->reader, &record, &error)) == ZET_OK) {
        batch_close_last(&job->batch, zet_reader_rest_end(t->reader), zet_record_offset(record));
        if (take && batch_is_full(&job->batch)) {
            job->more = true;
            take(context, job);
            job->more = false;
            batch_clear(&job->batch);
        }
        if ((zet_record_document(record).length || !job->from) &&
            !batch_add(&job->batch, record, &job->wish, t->scratch)) {
            job->status = ZET_OUT_OF_MEMORY;
            return;
        }
    }
    batch_close_last(&job->batch, zet_reader_rest_end(t->reader), job->to - job->from);
    job->status = job->status == ZET_END ? ZET_OK : job->status;
    job->lines = piece.lines.lines;
}

static void read_job(void *own, void *job) { read_batches(own, job, NULL, NULL); }

/* Threads. */

struct reading_of {
    unsigned gather;
    const struct query *query; /* or NULL */
};

static bool begin_reading(void *own, void *context) {
    struct reading *t = own;
    const struct reading_of *of = context;
    t->reader = zet_reader_new(NULL);
    t->scratch = zet_output_new(NULL, NULL);
    t->searches = of->query;
    if (!t->reader || !t->scratch || (t->searches && !query_copy(&t->query, of->query)))
        return false;
    t->observer = query_observer(&t->query);
    zi_reader_watch(t->reader, t->searches ? &t->observer : NULL);
    zet_reader_gather(t->reader, of->gather);
    return true;
}

static void end_reading(void *own) {
    struct reading *t = own;
    zet_reader_free(t->reader);
    query_free(&t->query);
    zet_output_free(t->scratch);
}

static void end_job(void *job) { batch_free(&((struct job *)job)->batch); }

struct pool *readers_new(unsigned threads, unsigned gather, const struct query *query) {
    struct reading_of of = {gather, query};
    const struct work work = {.job_size = sizeof(struct job),
                              .own_size = sizeof(struct reading),
                              .begin = begin_reading,
                              .run = read_job,
                              .end_job = end_job,
                              .end = end_reading,
                              .context = &of};
    struct pool *pool = zi_pool_new(&work, threads);
    if (!pool)
        command_error("out of memory");
    return pool;
}

bool readers_read(struct job *job, const struct query *query,
                  void (*take)(void *context, struct job *job), void *context) {
    struct reading_of of = {job->wish.gather, query};
    struct reading own = {0};
    bool done = begin_reading(&own, &of);
    if (done) {
        read_batches(&own, job, take, context);
        take(context, job);
    }
    batch_free(&job->batch);
    end_reading(&own);
    return done;
}

void readers_give(struct pool *w, const struct job *job) {
    struct job *to = zi_pool_room(w);
    struct batch batch = to->batch;
    batch_clear(&batch);
    *to = *job;
    to->batch = batch;
    zi_pool_give(w);
}
