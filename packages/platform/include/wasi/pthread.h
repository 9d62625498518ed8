/* WebAssembly here has one thread: none can be begun, and nothing is ever locked. */
#ifndef ZET_PLATFORM_PTHREAD_H
#define ZET_PLATFORM_PTHREAD_H

#include <errno.h>

#include <sys/types.h>

#define pthread_t int
#define pthread_mutex_t int
#define pthread_cond_t int

static inline int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *),
                                 void *context) {
    (void)thread, (void)attributes, (void)start, (void)context;
    return EAGAIN;
}

static inline int pthread_join(pthread_t thread, void **result) {
    (void)thread, (void)result;
    return EINVAL;
}

#define ZET_NO_LOCK(name, type)                                                                    \
    static inline int name(type *lock) {                                                           \
        (void)lock;                                                                                \
        return 0;                                                                                  \
    }
ZET_NO_LOCK(pthread_mutex_lock, pthread_mutex_t)
ZET_NO_LOCK(pthread_mutex_unlock, pthread_mutex_t)
ZET_NO_LOCK(pthread_mutex_destroy, pthread_mutex_t)
ZET_NO_LOCK(pthread_cond_signal, pthread_cond_t)
ZET_NO_LOCK(pthread_cond_broadcast, pthread_cond_t)
ZET_NO_LOCK(pthread_cond_destroy, pthread_cond_t)
#undef ZET_NO_LOCK

static inline int pthread_mutex_init(pthread_mutex_t *lock, const void *attributes) {
    (void)attributes;
    *lock = 0;
    return 0;
}

static inline int pthread_cond_init(pthread_cond_t *condition, const void *attributes) {
    (void)attributes;
    *condition = 0;
    return 0;
}

static inline int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *lock) {
    (void)condition, (void)lock;
    return 0;
}

#endif
