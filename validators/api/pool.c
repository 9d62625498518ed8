#include "validators/api/pool.h"

#include <pthread.h>
#include <stdlib.h>

/* Enough jobs to keep each thread busy while the caller uses results. */
enum { JOBS_A_THREAD = 3 };

struct worker {
    struct pool *pool;
    void *own;
    pthread_t thread;
};

struct pool {
    struct work work;
    char *job; /* a ring */
    bool *done;
    size_t size, first, count;
    size_t begun; /* jobs from `first` on that a thread has started */
    struct worker *worker;
    unsigned threads;
    void *caller; /* as in struct work; without threads the only worker's own */
    bool stop;
    pthread_mutex_t lock;
    pthread_cond_t given, finished;
};

static void *job_at(const struct pool *p, size_t number) {
    return p->job + (p->first + number) % p->size * p->work.job_size;
}

/* Does the next job that no thread has started. The lock is held before and after it. */
static void do_next(struct pool *p, void *own) {
    size_t number = (p->first + p->begun) % p->size;
    void *job = job_at(p, p->begun++);
    pthread_mutex_unlock(&p->lock);
    p->work.run(own, job);
    pthread_mutex_lock(&p->lock);
    p->done[number] = true;
}

static void *work(void *context) {
    struct worker *me = context;
    struct pool *p = me->pool;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!p->stop && p->begun == p->count)
            pthread_cond_wait(&p->given, &p->lock);
        if (p->stop)
            break;
        do_next(p, me->own);
        pthread_cond_signal(&p->finished);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static void end_own(struct pool *p, void *own) {
    if (own && p->work.end)
        p->work.end(own);
    free(own);
}

/* Makes a worker's own structure; NULL when out of memory. */
static void *make_own(struct pool *p) {
    void *own = calloc(1, p->work.own_size + 1);
    if (own && (!p->work.begin || p->work.begin(own, p->work.context)))
        return own;
    end_own(p, own);
    return NULL;
}

static bool start(struct pool *p, struct worker *w) {
    *w = (struct worker){.pool = p, .own = make_own(p)};
    if (w->own && !pthread_create(&w->thread, NULL, work, w))
        return true;
    end_own(p, w->own);
    return false;
}

struct pool *zi_pool_new(const struct work *what, unsigned threads) {
    struct pool *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->work = *what;
    p->size = threads ? ((size_t)threads + (what->caller != NULL)) * JOBS_A_THREAD : 1;
    p->job = calloc(p->size, what->job_size);
    p->done = calloc(p->size, sizeof *p->done);
    p->worker = calloc(threads + 1U, sizeof *p->worker);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->given, NULL);
    pthread_cond_init(&p->finished, NULL);
    bool room = p->job && p->done && p->worker;
    p->caller = room && !threads ? make_own(p) : what->caller;
    while (room && p->threads < threads && start(p, &p->worker[p->threads]))
        p->threads++;
    if (room && (threads ? p->threads > 0 : p->caller != NULL))
        return p;
    zi_pool_free(p);
    return NULL;
}

void zi_pool_free(struct pool *p) {
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->stop = true;
    pthread_cond_broadcast(&p->given);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->threads; i++) {
        pthread_join(p->worker[i].thread, NULL);
        end_own(p, p->worker[i].own);
    }
    if (p->caller != p->work.caller)
        end_own(p, p->caller);
    for (size_t i = 0; p->job && i < p->size; i++)
        p->work.end_job(job_at(p, i));
    pthread_cond_destroy(&p->finished);
    pthread_cond_destroy(&p->given);
    pthread_mutex_destroy(&p->lock);
    free(p->job);
    free(p->done);
    free(p->worker);
    free(p);
}

bool zi_pool_is_full(const struct pool *p) { return p->count == p->size; }
bool zi_pool_is_empty(const struct pool *p) { return !p->count; }

void *zi_pool_room(struct pool *p) { return job_at(p, p->count); }

void zi_pool_give(struct pool *p) {
    pthread_mutex_lock(&p->lock);
    p->done[(p->first + p->count++) % p->size] = false;
    pthread_cond_signal(&p->given);
    pthread_mutex_unlock(&p->lock);
}

void *zi_pool_take(struct pool *p) {
    pthread_mutex_lock(&p->lock);
    while (!p->done[p->first])
        if (p->caller && p->begun < p->count)
            do_next(p, p->caller);
        else
            pthread_cond_wait(&p->finished, &p->lock);
    pthread_mutex_unlock(&p->lock);
    return job_at(p, 0);
}

void zi_pool_done(struct pool *p) {
    pthread_mutex_lock(&p->lock);
    p->first = (p->first + 1) % p->size;
    p->count--;
    p->begun--;
    pthread_mutex_unlock(&p->lock);
}
