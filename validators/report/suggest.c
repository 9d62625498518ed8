/* Which legal moves an illegal one may have been meant for. */
#include "validators/report/suggest.h"

#include <string.h>

#include "notation/base/edit_distance.h"

enum { TEXT_MAX = 128 };

/* The length of the text's first cell. */
static size_t origin_length(const char *text) {
    size_t n = strspn(text, "0123456789");
    if (text[n] >= 'a' && text[n] <= 'z')
        n++;
    return n + strspn(text + n, "0123456789");
}

/* An illegal move: as it was written, and in canonical form. */
struct wanted {
    char written[TEXT_MAX], canonical[TEXT_MAX];
    bool differ;   /* the two */
    size_t origin; /* the length of the first cell of `canonical` */
};

static bool is_near(const char *text, const struct wanted *w) {
    return zi_text_distance(text_of(text), text_of(w->canonical), 1) <= 1 ||
           (w->differ && zi_text_distance(text_of(text), text_of(w->written), 1) <= 1);
}

static bool has_origin(const char *text, const struct wanted *w) {
    size_t n = w->origin;
    return n && !strncmp(text, w->canonical, n) && origin_length(text) == n;
}

/* Moves what `is_wanted` accepts to `*front`, in order. */
static void bring_forward(struct move_list *list, size_t *front, const struct wanted *w,
                          bool (*is_wanted)(const char *text, const struct wanted *w)) {
    for (size_t i = *front; i < list->count; i++) {
        struct listed_move *move = list->at[i];
        if (!is_wanted(move->text, w))
            continue;
        memmove(list->at + *front + 1, list->at + *front, (i - *front) * sizeof *list->at);
        list->at[(*front)++] = move;
    }
}

size_t zi_suggest(struct move_list *legal, const struct notation *notation, const struct move *move,
                  struct text written_as) {
    struct wanted wanted;
    struct writer w = {wanted.canonical, TEXT_MAX - 1, 0};
    notation->write(&w, move);
    wanted.canonical[written(&w).len] = '\0';
    w = (struct writer){wanted.written, TEXT_MAX - 1, 0};
    write_text(&w, written_as);
    wanted.written[written(&w).len] = '\0';
    wanted.origin = origin_length(wanted.canonical);
    wanted.differ = strcmp(wanted.written, wanted.canonical) != 0;
    size_t count = 0;
    bring_forward(legal, &count, &wanted, is_near);
    bring_forward(legal, &count, &wanted, has_origin);
    return count;
}
