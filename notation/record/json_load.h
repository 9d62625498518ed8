/* Parsing JSON with Jansson. */
#pragma once

#include <jansson.h>

#include "notation/base/text.h"

/* Like json_loadb, but sets *out_of_memory and returns NULL if an allocation failed. */
json_t *zi_json_load(struct text t, size_t flags, json_error_t *error, bool *out_of_memory);
