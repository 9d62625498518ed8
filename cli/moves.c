#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static const char usage[] =
    "usage: zet moves --game GAME [--variant VARIANT] [--rule KEY=VALUE]... [--position TEXT]\n"
    "\n"
    "Lists the legal moves of a position (without --position: the start position) in canonical\n"
    "form, one a line, in byte order. Where the game has ended there are none.\n";

struct lister {
    struct move_list list;
    const struct notation *notation;
};

static bool add(void *context, const struct move *m) {
    struct lister *l = context;
    struct move_list *list = &l->list;
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room - 1, 0};
    l->notation->write(&w, m);
    room[written(&w).len] = '\0';
    if (list->count == list->cap) {
        size_t cap = list->cap ? list->cap * 2 : 64;
        char **text = realloc(list->text, cap * sizeof *text);
        if (!text) {
            list->failed = true;
            return false;
        }
        list->text = text;
        list->cap = cap;
    }
    list->text[list->count] = strdup(room);
    if (!list->text[list->count]) {
        list->failed = true;
        return false;
    }
    list->count++;
    return true;
}

static int by_bytes(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

struct move_list zet_move_list(const struct ruleset *rs, const void *position) {
    struct lister l = {.notation = rs->rules->notation};
    rs->rules->moves(position, add, &l);
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

int zet_cli_moves(int argc, char **argv) {
    struct position_options options;
    struct ruleset rs;
    struct replay replay = {0};
    char **rest;
    int status = zet_cli_position_options(argc, argv, usage, &options, &rest);
    if (status >= 0)
        return status;
    if (*rest) {
        free(options.rules);
        return zet_cli_error("moves: `%s` is one argument too many", *rest);
    }
    status = zet_cli_position(&options, 1, &rs, &replay);
    if (status >= 0) {
        zet_replay_close(&replay);
        return status;
    }
    struct move_list list = {0};
    if (replay.outcome.result == RESULT_OPEN)
        list = zet_move_list(&rs, &replay.position);
    for (size_t i = 0; i < list.count; i++)
        puts(list.text[i]);
    status = list.failed ? zet_cli_error("memory is out") : STATUS_OK;
    zet_move_list_free(&list);
    zet_replay_close(&replay);
    return zet_cli_finish(status);
}
