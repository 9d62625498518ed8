/* Fixes for findings: the edits of zet fix, and suggested words. */
#pragma once

#include "validators/report/report.h"

/* Replaces bytes from `at` up to `end` (exclusive) of the document by `with`. */
struct fix_edit {
    size_t at, end;
    size_t line, column, end_line, end_column;
    struct text with;
    const struct edit *origin; /* of zet fix; or NULL */
};

/* Edits that belong together, in the order of their places. `safe`: zet fix makes them too; else a
 * person has to choose. The texts are valid during the visit. */
struct fix {
    bool safe;
    const char *message;
    const struct fix_edit *edits;
    size_t count;
};

/* The edits of one record. Starts zeroed. */
struct fixes {
    const struct report *report;
    struct fix_edit *edits; /* of report->repair, without blocked ones */
    struct fix_edit *group; /* scratch for edits made together */
    size_t count;
    bool safe;       /* zet fix makes them; else they convert style notes to the canonical form */
    size_t next;     /* the first one that may belong to the next finding */
    unsigned joined; /* bits of enum joined: these belong to an earlier finding */
    bool failed;     /* out of memory */
};

void zi_fixes_begin(struct fixes *x, const struct report *report);
void zi_fixes_end(struct fixes *x);

/* Calls `visit` for each fix of a finding. Call it for the findings of a record in order: an edit
 * belongs to the first finding that it touches. */
typedef void fix_visitor(void *context, const struct fix *fix);
void zi_fixes_visit(struct fixes *x, const struct finding *f, fix_visitor *visit, void *context);
