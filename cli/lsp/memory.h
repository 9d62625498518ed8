/* Out of memory, the server ends with a message, and the editor starts another. */
#pragma once

#include <stdbool.h>
#include <zet.h>

/* Makes Jansson's allocations end the server too. */
void memory_begin(void);

_Noreturn void memory_lost(void);

/* Returns the result of an allocation. */
void *memory_got(void *allocated);

/* Makes room in a list, as zi_list_reserve does. */
void memory_reserve(void *list, size_t *cap, size_t count, size_t size);

/* An output in memory, and its text, which is complete. */
zet_output *memory_output(void);
zet_text memory_text(zet_output *output);

/* For functions of the library to report errors in, valid until the next call. Ends the server if
   the last one reported that memory ran out. */
zet_error *memory_error(void);

/* The message of the last error. */
const char *memory_error_message(void);
