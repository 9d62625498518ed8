/* The list of schemas. */
#ifndef ZET_VALIDATORS_API_SCHEMA_H
#define ZET_VALIDATORS_API_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>

/* The schema of that number, from 0. False past the end. */
bool zet_schema_at(size_t index, const char **name, const char **about);

#endif
