#include "validators/replay/replay.h"

#include <stdlib.h>

#include "notation/base/list.h"

struct lister {
    struct move_list list;
    const struct notation *notation;
    bool texts;
};

struct listed_move *zi_listed_move(const struct move *m, struct text text) {
    size_t size = offsetof(struct listed_move, move) + move_size(m);
    struct listed_move *listed = malloc(size + text.len + 1);
    if (!listed)
        return NULL;
    char *copy = (char *)listed + size;
    memcpy(copy, text.at, text.len);
    copy[text.len] = '\0';
    listed->text = copy;
    move_copy(&listed->move, m);
    return listed;
}

static bool add_move(void *context, const struct move *m) {
    struct lister *l = context;
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    if (l->texts)
        l->notation->write(&w, m);
    struct move_list *list = &l->list;
    struct listed_move *listed = NULL;
    if (zi_list_reserve(&list->at, &list->cap, list->count + 1, sizeof *list->at))
        listed = zi_listed_move(m, written(&w));
    if (listed)
        list->at[list->count++] = listed;
    list->failed = !listed;
    return listed;
}

static int by_bytes(const void *a, const void *b) {
    const struct listed_move *const *x = a, *const *y = b;
    return strcmp((*x)->text, (*y)->text);
}

struct move_list zi_move_list(const struct ruleset *rs, const void *position, bool texts) {
    struct lister l = {.notation = rs->rules->notation, .texts = texts};
    rs->rules->moves(position, add_move, &l);
    if (texts && l.list.count > 1)
        qsort(l.list.at, l.list.count, sizeof *l.list.at, by_bytes);
    return l.list;
}

void zi_move_list_free(struct move_list *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->at[i]);
    free(list->at);
    *list = (struct move_list){0};
}
