#include "validators/api/edits.h"
#include "notation/base/list.h"

#include <stdlib.h>

void zi_edits_free(struct edits *e) {
    while (e->count)
        zi_buffer_free(&e->at[--e->count].with);
    free(e->at);
    *e = (struct edits){0};
}

bool zi_edits_copy(struct edits *to, const struct edits *from) {
    bool made = zi_list_reserve(&to->at, &to->cap, from->count + 1, sizeof *to->at);
    for (size_t i = 0; made && i < from->count; i++) {
        const struct edit_made *e = &from->at[i];
        to->at[to->count++] = (struct edit_made){.from = e->from, .to = e->to};
        buffer_text(&to->at[i].with, buffered(&e->with));
        made = !to->at[i].with.failed;
    }
    return made;
}

bool zi_edits_add(struct edits *e, size_t from, size_t to, struct text with) {
    struct edit_made new = {0};
    size_t first = 0, after, added = 0; /* bytes by which the text became longer, modulo 2^64 */
    if (!zi_list_reserve(&e->at, &e->cap, e->count + 1, sizeof *e->at))
        return false;
    for (; first < e->count; first++) {
        const struct edit_made *old = &e->at[first];
        if (old->from + added + old->with.len >= from)
            break;
        added += old->with.len - (old->to - old->from);
    }
    new.from = from - added;
    size_t begins = added, ends = added;
    for (after = first; after < e->count && e->at[after].from + ends <= to; after++) {
        const struct edit_made *old = &e->at[after];
        begins = ends;
        ends += old->with.len - (old->to - old->from);
    }
    new.to = to - ends;
    if (after > first) { /* it takes the edits that it touches into itself */
        const struct edit_made *one = &e->at[first], *last = &e->at[after - 1];
        size_t start = one->from + added, end = last->from + begins + last->with.len;
        if (start < from) {
            new.from = one->from;
            buffer_text(&new.with, (struct text){one->with.at, from - start});
        }
        buffer_text(&new.with, with);
        if (end > to) {
            new.to = last->to;
            buffer_text(&new.with,
                        (struct text){last->with.at + last->with.len - (end - to), end - to});
        }
    } else {
        buffer_text(&new.with, with);
    }
    if (new.with.failed) {
        zi_buffer_free(&new.with);
        return false;
    }
    for (size_t i = first; i < after; i++)
        zi_buffer_free(&e->at[i].with);
    bool kept = new.with.len || new.from < new.to;
    memmove(e->at + first + kept, e->at + after, (e->count - after) * sizeof *e->at);
    e->count = e->count - (after - first) + kept;
    if (kept)
        e->at[first] = new;
    else
        zi_buffer_free(&new.with);
    return true;
}
