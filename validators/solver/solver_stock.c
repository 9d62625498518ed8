#include "validators/solver/solver_stock.h"

#include <pthread.h>
#include <stdlib.h>

struct solver_stock {
    pthread_mutex_t lock;
    pthread_cond_t back;
    struct solver *free[SOLVER_STOCK_MAX];
    unsigned free_count, made, most;
    size_t memory;
};

struct solver_stock *zi_solver_stock_new(unsigned count, size_t memory) {
    struct solver_stock *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->most = count < 1 ? 1 : count > SOLVER_STOCK_MAX ? SOLVER_STOCK_MAX : count;
    s->memory = memory;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->back, NULL);
    return s;
}

void zi_solver_stock_free(struct solver_stock *s) {
    if (!s)
        return;
    while (s->free_count)
        zi_solver_free(s->free[--s->free_count]);
    pthread_cond_destroy(&s->back);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

struct solver *zi_solver_stock_take(struct solver_stock *s) {
    struct solver *solver = NULL;
    pthread_mutex_lock(&s->lock);
    if (!s->free_count && s->made < s->most) {
        solver = zi_solver_new(s->memory);
        if (solver)
            s->made++;
        else
            s->most = s->made; /* memory for more is lacking */
    }
    while (!solver && s->made && !s->free_count)
        pthread_cond_wait(&s->back, &s->lock);
    if (!solver && s->free_count)
        solver = s->free[--s->free_count];
    pthread_mutex_unlock(&s->lock);
    return solver;
}

void zi_solver_stock_give_back(struct solver_stock *s, struct solver *solver) {
    pthread_mutex_lock(&s->lock);
    s->free[s->free_count++] = solver;
    pthread_cond_signal(&s->back);
    pthread_mutex_unlock(&s->lock);
}
