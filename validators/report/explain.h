/* What findings mean, and what to do about them. */
#pragma once

#include <stddef.h>

#include "notation/base/text.h"

struct explanation {
    const char *code, *reason; /* reason: NULL, or of an illegal move */
    const char *from, *to;     /* formats of the conversion that finds it; NULL: judging does */
    const char *meaning, *remedy, *example;
};

/* The explanation of a code, or of a reason of illegal moves; NULL if none exists. */
const struct explanation *zi_explanation_of(struct text code, struct text reason);
