/* Fails allocations of the program that it is preloaded into. FAULT_AT=N fails the Nth one, from 1,
   and with FAULT_LASTING all later ones too. FAULT_COUNT=FILE writes how many there were,
   FAULT_WHERE=FILE the calls that led to the Nth one. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static atomic_ulong *count; /* shared with children */
static unsigned long fault_at;
static bool lasting, ready;
static int where = -1;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t size);

static void write_calls(int to) {
    void *calls[40];
    backtrace_symbols_fd(calls, backtrace(calls, 40), to);
    close(to);
}

static void write_count(void) {
    char text[32];
    const char *file = getenv("FAULT_COUNT");
    int to = file && ready ? open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    if (to < 0)
        return;
    int n = snprintf(text, sizeof text, "%lu\n", atomic_load(count));
    if (write(to, text, (size_t)n) < 0)
        _exit(3);
    close(to);
}

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("FAULT_AT");
    fault_at = at ? strtoul(at, NULL, 10) : 0;
    const char *file = getenv("FAULT_WHERE");
    if (file) {
        void *call;
        backtrace(&call, 1); /* which allocates when it is called first */
        where = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    }
    lasting = getenv("FAULT_LASTING") != NULL;
    atexit(write_count);
    count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ready = count != MAP_FAILED;
}

static bool fails(void) {
    if (!ready)
        return false;
    unsigned long n = atomic_fetch_add(count, 1) + 1;
    if (!fault_at || (lasting ? n < fault_at : n != fault_at))
        return false;
    if (where >= 0 && n == fault_at)
        write_calls(where);
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return fails() ? NULL : __libc_calloc(n, size); }
void *realloc(void *p, size_t size) { return fails() ? NULL : __libc_realloc(p, size); }
