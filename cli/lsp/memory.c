#include "cli/lsp/memory.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/command.h"
#include "notation/base/list.h"

static zet_error error;

static void *get(size_t size) { return memory_got(malloc(size)); }

void memory_begin(void) { json_set_alloc_funcs(get, free); }

void memory_lost(void) {
    fputs("zet lsp: out of memory\n", stderr);
    exit(STATUS_ERROR);
}

void *memory_got(void *allocated) {
    if (!allocated)
        memory_lost();
    return allocated;
}

void memory_reserve(void *list, size_t *cap, size_t count, size_t size) {
    if (!zi_list_reserve(list, cap, count, size))
        memory_lost();
}

zet_output *memory_output(void) { return memory_got(zet_output_new(NULL, NULL)); }

zet_text memory_text(zet_output *output) {
    if (zet_output_flush(output) != ZET_OK)
        memory_lost();
    return zet_output_text(output);
}

zet_error *memory_error(void) {
    if (error.status == ZET_OUT_OF_MEMORY)
        memory_lost();
    error.status = ZET_OK;
    return &error;
}

const char *memory_error_message(void) { return error.message; }
