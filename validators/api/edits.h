/* The edits that have made one text of another. */
#pragma once

#include "notation/base/buffer.h"

/* `with` takes the place of the bytes from `from` to before `to` of the first text. */
struct edit_made {
    size_t from, to;
    struct buffer with;
};

/* In the order of their places; they do not touch. Starts zeroed. */
struct edits {
    struct edit_made *at;
    size_t count, cap;
};

/* One more edit, of the text that the edits so far have made. False, with nothing changed, where
   memory runs out. */
bool zi_edits_add(struct edits *e, size_t from, size_t to, struct text with);

/* Makes *to, which starts zeroed, the same edits. False where memory runs out. */
bool zi_edits_copy(struct edits *to, const struct edits *from);
void zi_edits_free(struct edits *e);
