/* The smaller and the larger of two sizes. */
#pragma once

#include <stddef.h>

static inline size_t size_min(size_t a, size_t b) { return a < b ? a : b; }
static inline size_t size_max(size_t a, size_t b) { return a > b ? a : b; }
