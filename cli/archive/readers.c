#include "cli/archive/readers.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"

/* Each thread has work while the caller writes what it has done. */
enum { JOBS_A_THREAD = 3, THREADS_MAX = 64 };

/* What one thread reads with. */
struct reading_thread {
    struct readers *readers;
    zet_reader *reader;
    zet_search *search; /* or NULL */
    zet_output *scratch;
    pthread_t thread;
    bool started;
};

struct readers {
    struct job *job; /* a ring */
    bool *done;
    size_t size, first, count;
    size_t begun; /* jobs from `first` on that a thread has */
    struct reading_thread *thread;
    unsigned threads;
    bool stop;
    unsigned gather;
    const zet_search *search;
    pthread_mutex_t lock;
    pthread_cond_t given, finished;
};

/* Reading. */

void line_count_add(struct line_count *c, const char *bytes, size_t size) {
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
    if (got <= 0) { /* the file was longer when it was cut */
        p->job->error = got ? errno : ENODATA;
        return -1;
    }
    line_count_add(&p->lines, to, (size_t)got);
    p->at += (uint64_t)got;
    return got;
}

static void read_job(struct reading_thread *t, struct job *job) {
    struct piece_reader piece = {.job = job, .at = job->from};
    const zet_record *record;
    zet_error error = {0};
    job->wish.search = t->search;
    zet_reader_set_settings(t->reader, job->settings);
    job->status = ZET_OUT_OF_MEMORY;
    if (zet_reader_open(t->reader, "", read_piece, &piece, &error) != ZET_OK)
        return;
    while ((job->status = zet_reader_next(t->reader, &record, &error)) == ZET_OK) {
        batch_close_last(&job->batch, zet_reader_rest_end(t->reader), zet_record_offset(record));
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

/* Threads. */

static void *work(void *context) {
    struct reading_thread *t = context;
    struct readers *r = t->readers;
    pthread_mutex_lock(&r->lock);
    for (;;) {
        while (!r->stop && r->begun == r->count)
            pthread_cond_wait(&r->given, &r->lock);
        if (r->stop)
            break;
        size_t number = (r->first + r->begun++) % r->size;
        pthread_mutex_unlock(&r->lock);
        read_job(t, &r->job[number]);
        pthread_mutex_lock(&r->lock);
        r->done[number] = true;
        pthread_cond_signal(&r->finished);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

static bool start(struct readers *r, struct reading_thread *t, bool thread) {
    t->readers = r;
    t->reader = zet_reader_new(NULL);
    t->scratch = zet_output_new(NULL, NULL);
    if (r->search)
        t->search = zet_search_copy(r->search, NULL);
    if (!t->reader || !t->scratch || (r->search && !t->search))
        return false;
    zet_reader_set_search(t->reader, t->search);
    zet_reader_gather(t->reader, r->gather);
    t->started = thread && !pthread_create(&t->thread, NULL, work, t);
    return t->started || !thread;
}

struct readers *readers_new(unsigned threads, unsigned gather, const zet_search *search) {
    struct readers *r = calloc(1, sizeof *r);
    bool done = r != NULL;
    if (r) {
        r->gather = gather;
        r->search = search;
        r->threads = threads > THREADS_MAX ? THREADS_MAX : threads;
        r->size = threads ? (size_t)r->threads * JOBS_A_THREAD : 1;
        r->job = calloc(r->size, sizeof *r->job);
        r->done = calloc(r->size, sizeof *r->done);
        r->thread = calloc(r->threads + 1, sizeof *r->thread);
        pthread_mutex_init(&r->lock, NULL);
        pthread_cond_init(&r->given, NULL);
        pthread_cond_init(&r->finished, NULL);
        done = r->job && r->done && r->thread;
    }
    for (unsigned i = 0; done && i < (r->threads ? r->threads : 1); i++)
        done = start(r, &r->thread[i], r->threads > 0);
    if (done)
        return r;
    readers_free(r);
    command_error("out of memory");
    return NULL;
}

void readers_free(struct readers *r) {
    if (!r)
        return;
    pthread_mutex_lock(&r->lock);
    r->stop = true;
    pthread_cond_broadcast(&r->given);
    pthread_mutex_unlock(&r->lock);
    for (unsigned i = 0; r->thread && i <= r->threads; i++) {
        if (r->thread[i].started)
            pthread_join(r->thread[i].thread, NULL);
        zet_reader_free(r->thread[i].reader);
        zet_search_free(r->thread[i].search);
        zet_output_free(r->thread[i].scratch);
    }
    for (size_t i = 0; r->job && i < r->size; i++)
        batch_free(&r->job[i].batch);
    free(r->job);
    free(r->done);
    free(r->thread);
    free(r);
}

bool readers_are_full(const struct readers *r) { return r->count == r->size; }
bool readers_are_empty(const struct readers *r) { return !r->count; }

void readers_give(struct readers *r, const struct job *job) {
    size_t number = (r->first + r->count) % r->size;
    struct batch batch = r->job[number].batch;
    batch_clear(&batch);
    r->job[number] = *job;
    r->job[number].batch = batch;
    r->done[number] = false;
    pthread_mutex_lock(&r->lock);
    r->count++;
    pthread_cond_signal(&r->given);
    pthread_mutex_unlock(&r->lock);
}

struct job *readers_take(struct readers *r) {
    if (!r->threads) {
        read_job(&r->thread[0], &r->job[r->first]);
        return &r->job[r->first];
    }
    pthread_mutex_lock(&r->lock);
    while (!r->done[r->first])
        pthread_cond_wait(&r->finished, &r->lock);
    pthread_mutex_unlock(&r->lock);
    return &r->job[r->first];
}

void readers_done(struct readers *r) {
    pthread_mutex_lock(&r->lock);
    r->first = (r->first + 1) % r->size;
    r->count--;
    r->begun -= r->begun > 0;
    pthread_mutex_unlock(&r->lock);
}
