/* The page of an illegal move, for the arbiter's file. */
#pragma once

#include "diagrams/diagram.h"
#include "validators/report/report.h"

/* The words below the position at a record's illegal move, lines with a line end between them: the
   game, the move as people say it, why it is illegal, the place in the file. They live in `a`. */
struct text zi_protest_text(const struct diagram *d, const struct report *report, struct arena *a,
                            bool *failed);
