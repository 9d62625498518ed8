/* Slips that make a record invalid YAML although the intent is clear: each with an edit that fixes
   it. */
#pragma once

#include "notation/record/record.h"

/* Replaces bytes of the document by a text. */
struct yaml_slip {
    size_t at, end;
    struct text with;
    const char *was;  /* static: the fault */
    const char *what; /* static: the remedy; NULL: the parser's message for that line is better */
};

/* At most FINDINGS_MAX, in order of position; empty if there are more. */
struct yaml_slips {
    const struct yaml_slip *at; /* in the record's arena */
    size_t count;
};

/* Finds the slips of a valid UTF-8 document from its lines alone; the caller must check that the
   edited text is readable. Sets r->out_of_memory when out of memory. */
struct yaml_slips zi_yaml_slips(struct record *r);
