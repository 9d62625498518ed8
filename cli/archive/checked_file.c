#include "cli/archive/checked_file.h"

#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

enum { PAGE_LEAST = 512 };

/* SQLite's own file system, and the methods of its files. */
static sqlite3_vfs *base, own;
static const sqlite3_io_methods *base_methods;
static sqlite3_io_methods methods;

static uint64_t sum_of(const unsigned char *page, int size) {
    uint64_t sum = 0x9E3779B97F4A7C15ULL;
    for (int i = 0; i < size - CHECK_BYTES; i += 8) {
        uint64_t word;
        memcpy(&word, page + i, sizeof word);
        sum = (sum ^ word) * 0xD6E8FEB86659FD93ULL;
        sum ^= sum >> 32;
    }
    return sum;
}

/* SQLite reads and writes whole pages, except parts of the first one. */
static bool is_page(int size, sqlite3_int64 at) {
    return size >= PAGE_LEAST && !(size & (size - 1)) && at % size == 0;
}

static int read_page(sqlite3_file *file, void *to, int size, sqlite3_int64 at) {
    int status = base_methods->xRead(file, to, size, at);
    uint64_t sum;
    if (status != SQLITE_OK || !is_page(size, at))
        return status;
    memcpy(&sum, (char *)to + size - CHECK_BYTES, sizeof sum);
    return sum == sum_of(to, size) ? SQLITE_OK : SQLITE_IOERR_DATA;
}

/* The page's last bytes are reserved, so that they can be set in SQLite's copy. */
static int write_page(sqlite3_file *file, const void *from, int size, sqlite3_int64 at) {
    if (is_page(size, at)) {
        uint64_t sum = sum_of(from, size);
        memcpy((char *)(uintptr_t)from + size - CHECK_BYTES, &sum, sizeof sum);
    }
    return base_methods->xWrite(file, from, size, at);
}

/* Journals and temporary files are not checked: SQLite does that. */
static int open_file(sqlite3_vfs *system, const char *name, sqlite3_file *file, int flags,
                     int *out) {
    int status = base->xOpen(system, name, file, flags, out);
    if (status == SQLITE_OK && flags & SQLITE_OPEN_MAIN_DB && file->pMethods) {
        base_methods = file->pMethods;
        methods = *base_methods;
        methods.iVersion = 1; /* without mapped memory, which would not be checked */
        methods.xRead = read_page;
        methods.xWrite = write_page;
        file->pMethods = &methods;
    }
    return status;
}

const char *checked_file_system(void) {
    if (!own.zName && (base = sqlite3_vfs_find(NULL))) {
        own = *base;
        own.pNext = NULL;
        own.zName = "zet-index";
        own.xOpen = open_file;
        if (sqlite3_vfs_register(&own, 0) != SQLITE_OK)
            own.zName = NULL;
    }
    return own.zName;
}
