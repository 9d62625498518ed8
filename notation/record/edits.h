/* Edits of a text, which leave its other bytes as they are. */
#pragma once

#include "notation/base/arena.h"
#include "notation/base/buffer.h"
#include "notation/record/finding.h"

/* `with` takes the place of the bytes from `at` to before `end`. What is after it is only said of
   repairs. */
struct edit {
    size_t at, end; /* `end` is `at` where it is blocked */
    struct text old, with;
    const char *what; /* static: what was wrong */
    enum part part;
    uint32_t ply; /* from 1; 0 if it does not apply */
    bool blocked; /* it cannot be made: the text is not there byte for byte */
    enum joined { /* it is made with all others of the record that are joined so, or not at all */
                  NOT_JOINED,
                  JOINED_BY_RESULT,
                  JOINED_BY_FORM,
                  JOINED_BY_SHEET, /* the one edit of zi_repair_whole */
                  JOINED_BY_READING
    } joined;
};

/* Starts zeroed, ends with zi_edits_free. All but zi_edits_add want them in the order of their
   places. */
struct edits {
    struct edit *at;
    size_t count, cap;
    size_t possible; /* how many are not blocked */
    bool failed;     /* memory ran out */
};

void zi_edits_add(struct edits *list, struct edit e);
void zi_edits_sort(struct edits *list);
void zi_edits_free(struct edits *list);

/* Appends the text with the edits that are possible. */
void zi_edits_apply(const struct edits *list, struct text text, struct buffer *out);

/* Makes *out, which starts zeroed, the edits `first` of a text and then those of `second`, which
   are of `between`, what the first ones make of it. Texts are copied into the arena. `joins`: those
   that touch become one; otherwise `text` is the first text, for the old texts of edits. */
void zi_edits_then(struct edits *out, const struct edits *first, const struct edits *second,
                   struct text text, struct text between, bool joins, struct arena *arena);

/* Where byte `offset` of the text with the edits was before. The calls for one text must ascend;
   `walk` starts zeroed. */
struct edits_walk {
    size_t edit;  /* the edits before it are done */
    size_t added; /* bytes by which they made the text longer, modulo 2^64 */
};
size_t zi_edits_origin(const struct edits *list, struct edits_walk *walk, size_t offset);
