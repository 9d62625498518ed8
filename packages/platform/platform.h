/* The sources are written for POSIX with what Linux and the BSDs add to it. This header adds to
   Windows (mingw-w64) and WASI (wasi-libc) what they lack of that; the compiler includes it before
   every source. The folders below include/ have headers that are missing, or that go on with
   files.h: files, folders and signals, which the program alone uses. windows.c, wasi.c and sort.c
   have the functions. */
#ifndef ZET_PLATFORM_H
#define ZET_PLATFORM_H

#include <stddef.h>
#include <string.h>
#include <sys/types.h>

void qsort_r(void *base, size_t count, size_t size,
             int (*compare)(const void *a, const void *b, void *context), void *context);

#define CLOCK_BOOTTIME CLOCK_MONOTONIC

#ifdef _WIN32
char *strndup(const char *text, size_t most);
char *stpcpy(char *to, const char *from);
void *memrchr(const void *bytes, int byte, size_t size);
void *memmem(const void *bytes, size_t size, const void *part, size_t part_size);
char *strcasestr(const char *text, const char *part);

/* main of every program is called with its arguments as UTF-8. */
#define main(...) platform_main(__VA_ARGS__)
int platform_main(int argc, char **argv);
#endif

#endif
