/* Explains findings and how to fix them. */
#pragma once

#include <stddef.h>

#include "notation/base/buffer.h"

struct explanation {
    const char *code, *reason; /* reason: NULL, or of an illegal move */
    const char *from, *to; /* formats of the conversion that reports it; NULL: judging reports it */
    const char *meaning, *remedy, *example;
};

/* The explanation of a code, or of a reason of illegal moves; NULL if none exists. */
const struct explanation *zi_explanation_of(struct text code, struct text reason);

/* Appends the address of the documentation page that explains a code or, if not NULL, a reason of
   illegal moves; nothing, if the program was compiled without the address of a website. */
void zi_explanation_address(struct buffer *out, const char *code, const char *reason);
