/* Out-of-memory handling of the server. Answers made without memory may be wrong, so nothing more
   is sent: the server ends, and the editor starts another. The state is global to the process. */
#pragma once

#include <stdbool.h>
#include <zet.h>

/* Watches Jansson's allocations. */
void memory_begin(void);

/* Checks the result of an allocation and returns it. */
void *memory_got(void *allocated);

/* For functions of the library to report errors in; valid until the next call. */
zet_error *memory_error(void);

/* The message of the last such error. */
const char *memory_error_message(void);

/* Records that memory ran out. */
void memory_lost(void);

/* Whether memory ever ran out. */
bool memory_failed(void);
