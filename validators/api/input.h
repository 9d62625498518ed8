/* Text in memory as a stream. */
#pragma once

#include "validators/zet.h"

/* A zet_read_function; the context is a zet_text, of which the rest is left. */
long zet_input_read(void *context, char *to, size_t size);
