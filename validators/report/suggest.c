/* Finds legal moves that an illegal one may have meant. */
#include "validators/report/suggest.h"

#include <string.h>

#include "notation/base/likeness.h"

enum { TEXT_MAX = 128 };

/* The first cell in the text. */
static struct text origin_of(struct text t) {
    size_t level = text_digits(t), file = level;
    file += text_byte(t, file) >= 'a' && t.at[file] <= 'z';
    return (struct text){t.at, file + text_digits(text_after(t, file))};
}

/* An illegal move: as written, and in canonical form. */
struct wanted {
    struct text written, canonical;
};

static bool is_near(struct text t, const struct wanted *w) {
    return zi_text_distance(t, w->canonical, 1) <= 1 || zi_text_distance(t, w->written, 1) <= 1;
}

static bool has_origin(struct text t, const struct wanted *w) {
    struct text origin = origin_of(w->canonical);
    return origin.len && text_same(origin_of(t), origin);
}

/* Moves the items that `is_wanted` accepts to `*front`, in order. */
static void bring_forward(struct move_list *list, size_t *front, const struct wanted *w,
                          bool (*is_wanted)(struct text t, const struct wanted *w)) {
    for (size_t i = *front; i < list->count; i++) {
        struct listed_move *move = list->at[i];
        if (!is_wanted(text_of(move->text), w))
            continue;
        memmove(list->at + *front + 1, list->at + *front, (i - *front) * sizeof *list->at);
        list->at[(*front)++] = move;
    }
}

size_t zi_suggest(struct move_list *legal, const struct notation *notation, const struct move *move,
                  struct text written_as) {
    char room[TEXT_MAX];
    struct writer w = {room, TEXT_MAX - 1, 0};
    size_t count = 0;
    notation->write(&w, move);
    if (written_as.len > TEXT_MAX - 1)
        written_as.len = TEXT_MAX - 1;
    const struct wanted wanted = {written_as, written(&w)};
    bring_forward(legal, &count, &wanted, is_near);
    bring_forward(legal, &count, &wanted, has_origin);
    return count;
}
