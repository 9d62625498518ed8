/* Fails allocations of the program that it is preloaded into. FAULT_AT=N fails the Nth one, from 1,
   and with FAULT_LASTING all later ones too. FAULT_COUNT=FILE writes how many there were. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_ulong count;
static unsigned long fault_at;
static bool lasting, ready;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t size);

static void write_count(void) {
    char text[32];
    const char *file = getenv("FAULT_COUNT");
    int to = file ? open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    if (to < 0)
        return;
    int n = snprintf(text, sizeof text, "%lu\n", atomic_load(&count));
    if (write(to, text, (size_t)n) < 0)
        _exit(3);
    close(to);
}

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("FAULT_AT");
    fault_at = at ? strtoul(at, NULL, 10) : 0;
    lasting = getenv("FAULT_LASTING") != NULL;
    atexit(write_count);
    atomic_store(&count, 0);
    ready = true;
}

static bool fails(void) {
    if (!ready)
        return false;
    unsigned long n = atomic_fetch_add(&count, 1) + 1;
    if (!fault_at || (lasting ? n < fault_at : n != fault_at))
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return fails() ? NULL : __libc_calloc(n, size); }
void *realloc(void *p, size_t size) { return fails() ? NULL : __libc_realloc(p, size); }
