/* Memory that runs out on purpose. The allocations of the library go through the functions below:
   by ld's --wrap where a sanitizer has malloc for itself, else in place of libc's, so that those of
   other libraries fail too. */
#pragma once

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* So many allocations succeed, then one fails, and with `lasting` all after it. */
static atomic_size_t allocations_left = SIZE_MAX;
static bool lasting = true;

/* Is told of each allocation, if set. */
static void (*on_allocation)(void);

static bool may_allocate(void) {
    if (on_allocation)
        on_allocation();
    size_t left = atomic_load(&allocations_left);
    do
        if (left == SIZE_MAX)
            return true;
    while ((left || !lasting) &&
           !atomic_compare_exchange_weak(&allocations_left, &left, left ? left - 1 : SIZE_MAX));
    if (!left)
        errno = ENOMEM;
    return left > 0;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *at, size_t size);
char *__real_strdup(const char *s);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *at, size_t size);
char *__wrap_strdup(const char *s);

#if defined __has_feature
#define HAS_SANITIZER __has_feature(address_sanitizer)
#elif defined __SANITIZE_ADDRESS__
#define HAS_SANITIZER 1
#else
#define HAS_SANITIZER 0
#endif

#if HAS_SANITIZER

void *__wrap_malloc(size_t size) { return may_allocate() ? __real_malloc(size) : NULL; }
void *__wrap_calloc(size_t count, size_t size) {
    return may_allocate() ? __real_calloc(count, size) : NULL;
}
void *__wrap_realloc(void *at, size_t size) {
    return may_allocate() ? __real_realloc(at, size) : NULL;
}
char *__wrap_strdup(const char *s) { return may_allocate() ? __real_strdup(s) : NULL; }

#else

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *at, size_t size);
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *at, size_t size);

void *malloc(size_t size) { return may_allocate() ? __libc_malloc(size) : NULL; }
void *calloc(size_t count, size_t size) {
    return may_allocate() ? __libc_calloc(count, size) : NULL;
}
void *realloc(void *at, size_t size) { return may_allocate() ? __libc_realloc(at, size) : NULL; }

void *__wrap_malloc(size_t size) { return __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return __real_calloc(count, size); }
void *__wrap_realloc(void *at, size_t size) { return __real_realloc(at, size); }
char *__wrap_strdup(const char *s) { return __real_strdup(s); }

#endif
