#include "cli/archive/workers.h"

#include <pthread.h>
#include <stdlib.h>

#include "cli/command.h"

/* Enough jobs to keep each thread busy while the caller uses results. */
enum { JOBS_A_THREAD = 3, THREADS_MAX = 64 };

struct worker {
    struct workers *workers;
    void *own;
    pthread_t thread;
    bool started;
};

struct workers {
    struct work work;
    char *job; /* a ring */
    bool *done;
    size_t size, first, count;
    size_t begun; /* jobs from `first` on that threads have started */
    struct worker *worker;
    unsigned threads;
    bool stop;
    pthread_mutex_t lock;
    pthread_cond_t given, finished;
};

static void *job_at(const struct workers *w, size_t number) {
    return w->job + (w->first + number) % w->size * w->work.job_size;
}

static void *work(void *context) {
    struct worker *me = context;
    struct workers *w = me->workers;
    pthread_mutex_lock(&w->lock);
    for (;;) {
        while (!w->stop && w->begun == w->count)
            pthread_cond_wait(&w->given, &w->lock);
        if (w->stop)
            break;
        size_t number = (w->first + w->begun) % w->size;
        void *job = job_at(w, w->begun++);
        pthread_mutex_unlock(&w->lock);
        w->work.run(me->own, job);
        pthread_mutex_lock(&w->lock);
        w->done[number] = true;
        pthread_cond_signal(&w->finished);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

static bool start(struct workers *w, struct worker *me) {
    me->workers = w;
    me->own = calloc(1, w->work.own_size + 1);
    if (!me->own || (w->work.begin && !w->work.begin(me->own, w->work.context)))
        return false;
    me->started = w->threads && !pthread_create(&me->thread, NULL, work, me);
    return me->started || !w->threads;
}

struct workers *workers_new(const struct work *what, unsigned threads) {
    struct workers *w = calloc(1, sizeof *w);
    bool done = w != NULL;
    if (w) {
        w->work = *what;
        w->threads = threads > THREADS_MAX ? THREADS_MAX : threads;
        w->size = threads ? (size_t)w->threads * JOBS_A_THREAD : 1;
        w->job = calloc(w->size, what->job_size);
        w->done = calloc(w->size, sizeof *w->done);
        w->worker = calloc(w->threads + 1, sizeof *w->worker);
        pthread_mutex_init(&w->lock, NULL);
        pthread_cond_init(&w->given, NULL);
        pthread_cond_init(&w->finished, NULL);
        done = w->job && w->done && w->worker;
    }
    for (unsigned i = 0; done && i < (w->threads ? w->threads : 1); i++)
        done = start(w, &w->worker[i]);
    if (done)
        return w;
    workers_free(w);
    command_error("out of memory");
    return NULL;
}

void workers_free(struct workers *w) {
    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    w->stop = true;
    pthread_cond_broadcast(&w->given);
    pthread_mutex_unlock(&w->lock);
    for (unsigned i = 0; w->worker && i <= w->threads; i++) {
        if (w->worker[i].started)
            pthread_join(w->worker[i].thread, NULL);
        if (w->worker[i].own && w->work.end)
            w->work.end(w->worker[i].own);
        free(w->worker[i].own);
    }
    for (size_t i = 0; w->job && i < w->size; i++)
        w->work.end_job(job_at(w, i));
    free(w->job);
    free(w->done);
    free(w->worker);
    free(w);
}

bool workers_are_full(const struct workers *w) { return w->count == w->size; }
bool workers_are_empty(const struct workers *w) { return !w->count; }

void *workers_room(struct workers *w) { return job_at(w, w->count); }

void workers_give(struct workers *w) {
    pthread_mutex_lock(&w->lock);
    w->done[(w->first + w->count++) % w->size] = false;
    pthread_cond_signal(&w->given);
    pthread_mutex_unlock(&w->lock);
}

void *workers_take(struct workers *w) {
    if (!w->threads) {
        w->work.run(w->worker[0].own, job_at(w, 0));
        return job_at(w, 0);
    }
    pthread_mutex_lock(&w->lock);
    while (!w->done[w->first])
        pthread_cond_wait(&w->finished, &w->lock);
    pthread_mutex_unlock(&w->lock);
    return job_at(w, 0);
}

void workers_done(struct workers *w) {
    pthread_mutex_lock(&w->lock);
    w->first = (w->first + 1) % w->size;
    w->count--;
    w->begun -= w->begun > 0;
    pthread_mutex_unlock(&w->lock);
}
