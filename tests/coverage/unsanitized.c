/* In place of what AddressSanitizer offers to tests, for programs that are built without it: the
   functions of the C library's allocator, seen and counted. They are weak, for tests that have such
   functions of their own (tests/unit/failing_memory.h). And an _exit that writes the profile, which
   the process that draws would end without. */
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef void malloc_hook(const volatile void *at, size_t size);
typedef void free_hook(const volatile void *at);

int __sanitizer_install_malloc_and_free_hooks(malloc_hook *on_malloc, free_hook *on_free);
size_t __sanitizer_get_current_allocated_bytes(void);

/* The C library's own. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void __libc_free(void *p);

int __llvm_profile_write_file(void) __attribute__((weak));

static malloc_hook *_Atomic taken;
static free_hook *_Atomic freed;
static atomic_size_t allocated;

int __sanitizer_install_malloc_and_free_hooks(malloc_hook *on_malloc, free_hook *on_free) {
    taken = on_malloc;
    freed = on_free;
    return 1;
}

size_t __sanitizer_get_current_allocated_bytes(void) { return allocated; }

static void *take(void *p, size_t size) {
    malloc_hook *hook = taken;
    if (p)
        allocated += malloc_usable_size(p);
    if (p && hook)
        hook(p, size);
    return p;
}

static void give(void *p) {
    free_hook *hook = freed;
    if (p)
        allocated -= malloc_usable_size(p);
    if (p && hook)
        hook(p);
}

__attribute__((weak)) void *malloc(size_t size) { return take(__libc_malloc(size), size); }

__attribute__((weak)) void *calloc(size_t n, size_t size) {
    return take(__libc_calloc(n, size), n * size);
}

__attribute__((weak)) void free(void *p) {
    give(p);
    __libc_free(p);
}

/* Where it fails, p is as it was. */
__attribute__((weak)) void *realloc(void *p, size_t size) {
    size_t before = p ? malloc_usable_size(p) : 0;
    void *grown = __libc_realloc(p, size);
    free_hook *hook = freed;
    if (!grown && size)
        return NULL;
    allocated -= before;
    if (before && hook)
        hook(p);
    return take(grown, size);
}

void _exit(int status) {
    if (__llvm_profile_write_file)
        __llvm_profile_write_file();
    syscall(SYS_exit_group, status);
    __builtin_unreachable();
}
