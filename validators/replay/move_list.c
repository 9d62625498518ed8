#include "validators/replay/move_list.h"

#include <stdlib.h>

#include "notation/base/list.h"

struct lister {
    struct move_list list;
    const struct notation *notation;
};

static bool list_add(struct move_list *list, struct text t) {
    if (!zet_list_reserve(&list->text, &list->cap, list->count + 1, sizeof *list->text))
        return false;
    char *copy = malloc(t.len + 1);
    if (!copy)
        return false;
    memcpy(copy, t.at, t.len);
    copy[t.len] = '\0';
    list->text[list->count++] = copy;
    return true;
}

static bool add_move(void *context, const struct move *m) {
    struct lister *l = context;
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    l->notation->write(&w, m);
    l->list.failed = !list_add(&l->list, written(&w));
    return !l->list.failed;
}

static int by_bytes(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

struct move_list zet_move_list(const struct ruleset *rs, const void *position) {
    struct lister l = {.notation = rs->rules->notation};
    rs->rules->moves(position, add_move, &l);
    if (l.list.count > 1)
        qsort(l.list.text, l.list.count, sizeof *l.list.text, by_bytes);
    return l.list;
}

void zet_move_list_free(struct move_list *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->text[i]);
    free(list->text);
    *list = (struct move_list){0};
}
