#include "validators/api/pool.h"

#include <pthread.h>
#include <stdlib.h>

struct pool {
    struct zet_task *task;
    pthread_mutex_t lock;
    pthread_cond_t sent, done;
    struct batch *ring; /* `size` of them, used in turn */
    size_t size;
    size_t sent_count, taken_count, released_count; /* number of batches so far */
    bool quit;
    unsigned jobs; /* threads running, without the caller's */
    pthread_t thread[JOBS_MAX];
    struct task_worker worker[JOBS_MAX];
};

static void batch_free(struct batch *b) {
    zi_buffer_free(&b->text);
    zi_task_result_free(&b->result);
    free(b->at);
}

/* Processes the documents of a batch. A document that fails leaves nothing in the result. */
static void process(struct task_worker *w, struct batch *b) {
    struct task_result *r = &w->result, own = *r;
    *r = b->result;
    b->worker = w;
    for (size_t i = 0; i < b->count && !b->failed; i++) {
        struct document document = b->at[i];
        document.text.at = b->text.at + (size_t)document.text.at;
        struct task_document d = {&document, b->file, b->number + r->records};
        size_t out = r->out.len, messages = r->messages.len, data = r->data.len;
        if (w->task->kind->document(w, &d))
            continue;
        b->failed = true;
        r->out.len = out;
        r->messages.len = messages;
        r->data.len = data;
    }
    b->result = *r;
    *r = own;
}

/* Processes the oldest batch not taken yet. The lock is held before and after it. */
static void process_next(struct pool *p, struct task_worker *w) {
    struct batch *b = &p->ring[p->taken_count++ % p->size];
    pthread_mutex_unlock(&p->lock);
    process(w, b);
    pthread_mutex_lock(&p->lock);
    b->done = true;
}

static void *work(void *context) {
    struct task_worker *w = context;
    struct pool *p = w->pool;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!p->quit && p->taken_count == p->sent_count)
            pthread_cond_wait(&p->sent, &p->lock);
        if (p->quit)
            break;
        process_next(p, w);
        pthread_cond_signal(&p->done);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

struct pool *zi_pool_new(struct zet_task *task, unsigned jobs) {
    struct pool *p = calloc(1, sizeof *p);
    size_t size = 2 * (size_t)jobs + 1;
    if (!p || !(p->ring = calloc(size, sizeof *p->ring))) {
        free(p);
        return NULL;
    }
    p->task = task;
    p->size = size;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->sent, NULL);
    pthread_cond_init(&p->done, NULL);
    for (; p->jobs + 1 < jobs; p->jobs++) {
        struct task_worker *w = &p->worker[p->jobs];
        w->pool = p;
        if (!zi_task_worker_open(w, task) || pthread_create(&p->thread[p->jobs], NULL, work, w)) {
            zi_task_worker_close(w);
            break;
        }
    }
    if (p->jobs)
        return p;
    zi_pool_free(p);
    return NULL;
}

void zi_pool_free(struct pool *p) {
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->quit = true;
    pthread_cond_broadcast(&p->sent);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->jobs; i++) {
        pthread_join(p->thread[i], NULL);
        zi_task_worker_close(&p->worker[i]);
    }
    for (size_t i = 0; i < p->size; i++)
        batch_free(&p->ring[i]);
    pthread_cond_destroy(&p->done);
    pthread_cond_destroy(&p->sent);
    pthread_mutex_destroy(&p->lock);
    free(p->ring);
    free(p);
}

struct batch *zi_pool_batch(struct pool *p) {
    return &p->ring[p->sent_count % p->size];
}

struct batch *zi_pool_wait(struct pool *p) {
    if (p->released_count == p->sent_count)
        return NULL;
    struct batch *b = &p->ring[p->released_count % p->size];
    pthread_mutex_lock(&p->lock);
    while (!b->done)
        if (p->taken_count < p->sent_count)
            process_next(p, &p->task->worker);
        else
            pthread_cond_wait(&p->done, &p->lock);
    pthread_mutex_unlock(&p->lock);
    return b;
}

struct batch *zi_pool_send(struct pool *p) {
    pthread_mutex_lock(&p->lock);
    p->sent_count++;
    pthread_cond_signal(&p->sent);
    pthread_mutex_unlock(&p->lock);
    return p->sent_count - p->released_count == p->size ? zi_pool_wait(p) : NULL;
}

void zi_pool_release(struct pool *p, struct batch *b) {
    zi_task_result_clear(&b->result);
    b->text.len = b->count = 0;
    b->done = b->failed = b->uncertain = false;
    p->released_count++;
}

void zi_pool_reset(struct pool *p) {
    struct batch *b;
    zi_pool_release(p, zi_pool_batch(p));
    p->released_count--;
    while ((b = zi_pool_wait(p)))
        zi_pool_release(p, b);
}
