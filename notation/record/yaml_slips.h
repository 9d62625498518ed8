/* Slips in the form of a record that YAML cannot read, where it is clear what was meant: an edit of
   the text for each. */
#pragma once

#include "notation/record/record.h"

/* Bytes of the document and the text for them. */
struct yaml_slip {
    size_t at, end;
    struct text with;
    const char *was;  /* static: what was wrong */
    const char *what; /* static: what to do; NULL: the parser's words for that line are better */
};

/* At most FINDINGS_MAX, in the order of their places, and none where there are more. */
struct yaml_slips {
    struct yaml_slip *at; /* in the record's arena */
    size_t count;
};

/* The slips of a document that is valid UTF-8, by its lines alone: whether the text can be read
   after these edits is for the caller to find out. r->out_of_memory is set when out of memory. */
struct yaml_slips zi_yaml_slips(struct record *r);
