#include "cli/lsp/memory.h"

#include <jansson.h>
#include <stdlib.h>

static bool failed;
static zet_error error;

static void *get(size_t size) { return memory_got(malloc(size)); }

void memory_begin(void) { json_set_alloc_funcs(get, free); }

void memory_lost(void) { failed = true; }

void *memory_got(void *allocated) {
    failed |= !allocated;
    return allocated;
}

zet_error *memory_error(void) {
    failed |= error.status == ZET_OUT_OF_MEMORY;
    error.status = ZET_OK;
    return &error;
}

const char *memory_error_message(void) { return error.message; }

bool memory_failed(void) {
    memory_error();
    return failed;
}
