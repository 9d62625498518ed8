/* In place of what AddressSanitizer offers to tests, for programs that are built without it. Tests
   of the use of memory say nothing there. */
#include <stddef.h>

int __sanitizer_install_malloc_and_free_hooks(void (*taken)(const volatile void *, size_t),
                                              void (*freed)(const volatile void *));
size_t __sanitizer_get_current_allocated_bytes(void);

int __sanitizer_install_malloc_and_free_hooks(void (*taken)(const volatile void *, size_t),
                                              void (*freed)(const volatile void *)) {
    (void)taken, (void)freed;
    return 1;
}

size_t __sanitizer_get_current_allocated_bytes(void) { return 0; }
