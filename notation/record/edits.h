/* Edits of a text that leave all other bytes unchanged. */
#pragma once

#include "notation/base/arena.h"
#include "notation/base/buffer.h"
#include "notation/record/finding.h"

/* Replaces the bytes from `at` up to but excluding `end` by `with`. The members after `with` are
   for repairs only. */
struct edit {
    size_t at, end; /* equal if it is blocked */
    struct text old, with;
    const char *what; /* static: the fault */
    enum part part;
    uint32_t ply; /* from 1; 0 if it does not apply */
    bool blocked; /* it cannot be made: the document lacks this exact text */
    enum joined { /* made with all others of the record with this value, or not at all */
                  NOT_JOINED,
                  JOINED_BY_RESULT,
                  JOINED_BY_FORM,
                  JOINED_BY_SHEET, /* the one edit of zi_repair_whole */
                  JOINED_BY_READING
    } joined;
};

/* Starts zeroed; ends with zi_edits_free. All functions but zi_edits_add need the edits in order of
   position. */
struct edits {
    struct edit *at;
    size_t count, cap;
    size_t possible; /* the number that are not blocked */
    bool failed;     /* out of memory */
};

void zi_edits_add(struct edits *list, struct edit e);
void zi_edits_sort(struct edits *list);
void zi_edits_free(struct edits *list);

/* Appends the text with the possible edits applied. */
void zi_edits_apply(const struct edits *list, struct text text, struct buffer *out);

/* Combines the edits `first` of a text with the edits `second` of `between`, the result of the
   first, in *out, which starts zeroed. None of `first` is blocked. Copies texts into the arena.
   `joins`: adjacent edits are merged; otherwise `text` is the original text, which provides the old
   texts of edits. */
void zi_edits_then(struct edits *out, const struct edits *first, const struct edits *second,
                   struct text text, struct text between, bool joins, struct arena *arena);

/* Maps byte `offset` of the edited text back to the original. Calls for one text must ascend;
   `walk` starts zeroed. */
struct edits_walk {
    size_t edit;  /* earlier edits are done */
    size_t added; /* bytes that they added to the text, modulo 2^64 */
};
size_t zi_edits_origin(const struct edits *list, struct edits_walk *walk, size_t offset);
