/* For wheels: functions that newer versions of glibc have twice, as glibc 2.28 has them. Linked
   with --wrap for each. */
#include <pthread.h>

#define OLD(name) __asm__(".symver old_" #name "," #name "@GLIBC_2.2.5")

OLD(hypot);
OLD(pthread_create);
OLD(pthread_join);

double old_hypot(double x, double y);
int old_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *),
                       void *context);
int old_pthread_join(pthread_t thread, void **result);

double __wrap_hypot(double x, double y);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *),
                          void *context);
int __wrap_pthread_join(pthread_t thread, void **result);

double __wrap_hypot(double x, double y) { return old_hypot(x, y); }

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *),
                          void *context) {
    return old_pthread_create(thread, how, run, context);
}

int __wrap_pthread_join(pthread_t thread, void **result) {
    return old_pthread_join(thread, result);
}
