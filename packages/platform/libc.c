/* Functions that the C libraries of WASI and Windows lack. */
#include <stdlib.h>
#include <string.h>

static _Thread_local int (*compare_now)(const void *a, const void *b, void *context);
static _Thread_local void *context_now;

static int compare(const void *a, const void *b) { return compare_now(a, b, context_now); }

/* Restores the previous comparison afterwards, because a comparison may itself sort. */
void qsort_r(void *base, size_t count, size_t size,
             int (*compare_with)(const void *a, const void *b, void *context), void *context) {
    int (*compare_before)(const void *, const void *, void *) = compare_now;
    void *context_before = context_now;
    compare_now = compare_with;
    context_now = context;
    qsort(base, count, size, compare);
    compare_now = compare_before;
    context_now = context_before;
}

#ifdef _WIN32
char *strndup(const char *text, size_t most) {
    size_t length = strnlen(text, most);
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

char *stpcpy(char *to, const char *from) {
    size_t length = strlen(from);
    return (char *)memcpy(to, from, length + 1) + length;
}

void *memrchr(const void *bytes, int byte, size_t size) {
    const unsigned char *at = bytes;
    while (size--)
        if (at[size] == (unsigned char)byte)
            return (void *)(at + size);
    return NULL;
}

void *memmem(const void *bytes, size_t size, const void *part, size_t part_size) {
    const char *at = bytes, *first = part, *end = at + size;
    if (!part_size)
        return (void *)at;
    while ((size_t)(end - at) >= part_size &&
           (at = memchr(at, *first, (size_t)(end - at) - part_size + 1))) {
        if (!memcmp(at, part, part_size))
            return (void *)at;
        at++;
    }
    return NULL;
}

char *strcasestr(const char *text, const char *part) {
    size_t length = strlen(part);
    for (; *text; text++)
        if (!_strnicmp(text, part, length))
            return (char *)text;
    return length ? NULL : (char *)text;
}
#endif
