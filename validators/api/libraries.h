/* The libraries that zet uses. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The compiler and the libraries, with their versions. False past the end. */
bool zi_library_at(size_t index, const char **name, const char **version);
