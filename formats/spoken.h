/* Cells as people say them: `c three`, `dora vier`. */
#pragma once

#include "notation/base/text.h"

/* Writes `c3` in place of such cells in a line that has several; blanks fill the rest. */
void zi_spoken_write(char *line, size_t length);
