#include "validators/replay/replay.h"

#include <pthread.h>
#include <stdlib.h>

/* Counts of this depth and above check whether to stop; those below end soon anyway. */
enum { ASKING_DEPTH = 3 };

static bool is_stopped(struct perft_stop *stop) {
    if (stop->asked && !atomic_load(&stop->stopped) && stop->asked(stop->context))
        atomic_store(&stop->stopped, true);
    return atomic_load(&stop->stopped);
}

/* Plays a first or middle move and counts what follows it. */
static uint64_t count_after(struct replay *r, const struct move *m, unsigned depth,
                            struct perft_stop *stop) {
    union position before;
    struct effect effect = {0};
    size_t size = r->ruleset->rules->position_size, mark = zi_replay_mark(r);
    memcpy(&before, &r->position, size);
    zi_replay_play(r, m, &effect);
    uint64_t count = zi_perft(r, depth, stop);
    zi_replay_rewind(r, mark);
    memcpy(&r->position, &before, size);
    r->ply--;
    r->outcome = (struct outcome){RESULT_OPEN, NULL};
    return count;
}

struct perft {
    struct replay *replay;
    uint64_t count;
    unsigned depth; /* after the move that is visited */
    struct perft_stop *stop;
};

static bool visit(void *context, const struct move *m) {
    struct perft *p = context;
    if (p->depth >= ASKING_DEPTH - 1 && is_stopped(p->stop))
        return false;
    p->count += p->depth ? count_after(p->replay, m, p->depth, p->stop) : 1;
    return true;
}

uint64_t zi_perft(struct replay *r, unsigned depth, struct perft_stop *stop) {
    const struct rules *rules = r->ruleset->rules;
    if (depth == 0)
        return 1;
    if (r->outcome.result != RESULT_OPEN)
        return 0;
    struct perft p = {r, 0, depth - 1, stop};
    rules->moves(&r->position, visit, &p);
    return p.count;
}

/* The state shared by threads: each takes the next first move that is free. */
struct work {
    struct move_list moves;
    uint64_t *counts;
    atomic_size_t next;
    unsigned depth;
    struct perft_stop *stop;
};

struct worker {
    struct work *work;
    struct replay replay;
    pthread_t thread;
    bool started;
};

static void *work_on(void *context) {
    struct worker *w = context;
    struct work *work = w->work;
    const struct move_list *moves = &work->moves;
    for (size_t i;
         !is_stopped(work->stop) && (i = atomic_fetch_add(&work->next, 1)) < moves->count;)
        work->counts[i] = count_after(&w->replay, &moves->at[i]->move, work->depth - 1, work->stop);
    return NULL;
}

/* Counts after all first moves; the caller's thread works too if a thread cannot be started. */
static bool work_all(struct work *work, const struct replay *r, unsigned jobs) {
    struct worker *workers = calloc(jobs, sizeof *workers);
    bool ready = workers != NULL;
    for (unsigned i = 0; ready && i < jobs; i++) {
        workers[i].work = work;
        ready = zi_replay_copy(&workers[i].replay, r);
    }
    for (unsigned i = 1; ready && i < jobs; i++)
        workers[i].started = !pthread_create(&workers[i].thread, NULL, work_on, &workers[i]);
    if (ready)
        work_on(&workers[0]);
    for (unsigned i = 0; workers && i < jobs; i++) {
        if (workers[i].started)
            pthread_join(workers[i].thread, NULL);
        zi_replay_close(&workers[i].replay);
    }
    free(workers);
    return ready;
}

bool zi_perft_divide(const struct replay *r, unsigned depth, unsigned jobs, struct perft_stop *stop,
                     struct move_list *moves, uint64_t **counts) {
    struct work work = {.depth = depth, .stop = stop};
    if (r->outcome.result == RESULT_OPEN)
        work.moves = zi_move_list(r->ruleset, &r->position, true);
    size_t count = work.moves.count;
    work.counts = work.moves.failed ? NULL : calloc(count + 1, sizeof *work.counts);
    if (jobs > count)
        jobs = count ? (unsigned)count : 1;
    bool done = work.counts && work_all(&work, r, jobs);
    if (!done) {
        zi_move_list_free(&work.moves);
        free(work.counts);
        work.counts = NULL;
    }
    *moves = work.moves;
    *counts = work.counts;
    return done;
}
