/* Memory that ran out anywhere in the server. What is made without it may be wrong, so that nothing
   is sent any more: the server ends, and the editor starts another. The state is the process's. */
#pragma once

#include <stdbool.h>
#include <zet.h>

/* Looks after the allocations of Jansson. */
void memory_begin(void);

/* What an allocation gave. */
void *memory_got(void *allocated);

/* Where a function of the library says why it failed; until the next call. */
zet_error *memory_error(void);

/* What it said at the last call. */
const char *memory_error_message(void);

/* It has run out. */
void memory_lost(void);

/* Whether it ever has. */
bool memory_failed(void);
