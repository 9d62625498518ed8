/* What glibc declares and wasi-libc lacks. It is included before every source. */
#ifndef ZET_NPM_ZET_WASM_H
#define ZET_NPM_ZET_WASM_H

#include <stddef.h>

void qsort_r(void *base, size_t count, size_t size,
             int (*compare)(const void *a, const void *b, void *context), void *context);

#endif
