/* What can be done about findings: the edits of zet fix, and words that may have been meant. */
#pragma once

#include "validators/report/report.h"

/* Bytes of the document, the end not included, and a text in their place. */
struct fix_edit {
    size_t at, end;
    size_t line, column, end_line, end_column;
    struct text with;
    const struct edit *origin; /* of zet fix; or NULL */
};

/* Edits that belong together; the order is that of their places. `safe`: zet fix makes them too;
   else a person has to choose. The texts are valid during the visit. */
struct fix {
    bool safe;
    const char *message;
    const struct fix_edit *edits;
    size_t count;
};

/* The edits of one record. Starts zeroed. */
struct fixes {
    const struct report *report;
    struct fix_edit *edits; /* of report->repair, without those that are blocked */
    struct fix_edit *group; /* room for those that are made together */
    size_t count;
    bool safe;       /* zet fix makes them; else they write style notes in the canonical form */
    size_t next;     /* the first one that may belong to the next finding */
    unsigned joined; /* bits of enum joined: those belong to a finding before */
    bool failed;     /* out of memory */
};

void zi_fixes_begin(struct fixes *x, const struct report *report);
void zi_fixes_end(struct fixes *x);

/* Calls `visit` for each fix of a finding of the record. The calls for one record must be in the
   order of the findings; an edit belongs to the first finding that it touches. */
typedef void fix_visitor(void *context, const struct fix *fix);
void zi_fixes_visit(struct fixes *x, const struct finding *f, fix_visitor *visit, void *context);
