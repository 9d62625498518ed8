/* Warnings about a tournament. Nothing is corrected. */
#include <stdlib.h>

#include "notation/base/doubles.h"
#include "notation/base/list.h"
#include "notation/base/value.h"
#include "tournaments/standings.h"

enum { NAME_COLUMNS = 60 };

/* A player in a round. */
struct seat {
    uint32_t event, round, player, opponent, game;
};

enum notice_kind { NOTICE_PAIRED_TWICE, NOTICE_TWO_GAMES, NOTICE_OPEN, NOTICE_SAME, NOTICE_NEAR };

/* A warning about a game, with a related game. */
struct notice {
    uint32_t game;
    enum notice_kind kind;
    uint32_t other;     /* game */
    uint32_t player[2]; /* SAME, NEAR: the later one first; TWO_GAMES: only the first is used */
};

struct notices {
    struct notice *at;
    size_t count, cap;
    bool failed;
};

static void add(struct notices *n, struct notice notice) {
    struct notice *to = zi_list_add(&n->at, &n->cap, &n->count, sizeof *n->at);
    n->failed |= !to;
    if (to)
        *to = notice;
}

static int by_seat(const void *a, const void *b) {
    const struct seat *x = a, *y = b;
    const uint64_t a_key[] = {x->event, x->round, x->player, x->game},
                   b_key[] = {y->event, y->round, y->player, y->game};
    return LIST_ORDER(a_key, b_key);
}

static bool is_same_round(const struct seat *a, const struct seat *b) {
    return a->event == b->event && a->round == b->round && a->player == b->player;
}

/* Checks one player's games in a round. A repeated pairing is reported once, for the player with
   the lower number. */
static void check_round(const struct seat *seat, size_t count, struct notices *out) {
    for (size_t i = 1; i < count; i++) {
        size_t same = 0;
        while (seat[same].opponent != seat[i].opponent)
            same++;
        if (same == i || seat[i].player < seat[i].opponent)
            add(out, (struct notice){.game = seat[i].game,
                                     .kind = same == i ? NOTICE_TWO_GAMES : NOTICE_PAIRED_TWICE,
                                     .other = seat[same == i ? 0 : same].game,
                                     .player = {seat[i].player, seat[i].opponent}});
    }
}

static void check_rounds(struct standings *t, struct notices *out) {
    struct seat *seat = zi_list_zeroed(2 * t->game_count, sizeof *seat);
    size_t count = 0, end;
    out->failed |= !seat;
    if (!seat)
        return;
    for (size_t i = 0; i < t->game_count; i++) {
        const struct standings_game *g = &t->game[i];
        for (unsigned side = 0; side < 2 && standings_word(t, g->round).len; side++)
            seat[count++] =
                (struct seat){g->event, g->round, g->player[side], g->player[!side], (uint32_t)i};
    }
    qsort(seat, count, sizeof *seat, by_seat);
    for (size_t i = 0; i < count; i = end) {
        end = i + 1;
        while (end < count && is_same_round(&seat[i], &seat[end]))
            end++;
        check_round(&seat[i], end - i, out);
    }
    free(seat);
}

static void check_results(const struct standings *t, struct notices *out) {
    for (size_t i = 0; i < t->game_count; i++) {
        const struct standings_game *g = &t->game[i];
        if (standings_is_open(g) && g->recorded && !g->invalid)
            add(out, (struct notice){.game = (uint32_t)i, .kind = NOTICE_OPEN});
    }
}

static struct text name_of(const void *context, uint32_t player) {
    const struct standings *t = context;
    return t->people.at[t->person[player]].name;
}

static bool are_two(const void *context, uint32_t a, uint32_t b) {
    const struct standings *t = context;
    return zi_people_are_two(&t->people, t->person[a], t->person[b]);
}

/* A name is reported at the first game of its player. */
static void check_names(const struct standings *t, struct doubles *found, struct notices *out) {
    const struct doubles_of of = {t->players, name_of, are_two, t};
    uint32_t *first = zi_list_zeroed(t->players, sizeof *first);
    for (size_t i = t->game_count; first && i-- > 0;)
        for (unsigned side = 0; side < 2; side++)
            first[t->game[i].player[side]] = (uint32_t)i;
    out->failed |= !first || !zi_doubles_find(found, &of);
    for (size_t i = 0; !out->failed && i < found->count; i++) {
        const struct double_pair *pair = &found->at[i];
        add(out, (struct notice){.game = first[pair->b],
                                 .kind = pair->same ? NOTICE_SAME : NOTICE_NEAR,
                                 .other = first[pair->a],
                                 .player = {pair->b, pair->a}});
    }
    free(first);
}

static int by_game(const void *a, const void *b) {
    const struct notice *x = a, *y = b;
    const uint64_t a_key[] = {x->game, x->kind, x->player[0], x->player[1]},
                   b_key[] = {y->game, y->kind, y->player[0], y->player[1]};
    return LIST_ORDER(a_key, b_key);
}

static struct value place(const struct standings *t, uint32_t game) {
    const struct standings_place *p = &t->game[game].place;
    return value_place(standings_word(t, p->file), p->line);
}

static struct value name(const struct standings *t, uint32_t player) {
    return value_quoted(standings_name(t, player), NAME_COLUMNS);
}

static void write_notice(const struct standings *t, const struct notice *n, struct buffer *out) {
    const struct standings_game *g = &t->game[n->game];
    buffer_add(out, place(t, n->game), ": warning: ");
    switch (n->kind) {
    case NOTICE_PAIRED_TWICE:
    case NOTICE_TWO_GAMES:
        if (n->kind == NOTICE_TWO_GAMES)
            buffer_add(out, name(t, n->player[0]), " plays twice in round ");
        else
            buffer_add(out, name(t, g->player[0]), " and ", name(t, g->player[1]),
                       " are paired twice in round ");
        buffer_add(out, value_line(standings_word(t, t->game[n->other].round), NAME_COLUMNS),
                   ", first ", place(t, n->other), "\n");
        break;
    case NOTICE_OPEN:
        buffer_add(out, "the game of ", name(t, g->player[0]), " and ", name(t, g->player[1]),
                   " has no result\n");
        break;
    case NOTICE_SAME:
    case NOTICE_NEAR:
        buffer_add(out, "the name ", name(t, n->player[0]),
                   n->kind == NOTICE_SAME ? " is another spelling of " : " looks like ",
                   name(t, n->player[1]), ", first ", place(t, n->other), "\n");
        break;
    }
}

/* Reports checks that were omitted. */
static void write_bounds(const struct doubles *found, struct buffer *out) {
    if (found->cut)
        buffer_string(out, "warning: more names look alike than are listed here\n");
    if (!found->partial)
        return;
    buffer_add(out, "warning: there are more than ", value_number(DOUBLES_COMPARED_MAX),
               " players, so that only names with a word in common were compared\n");
}

void zi_standings_check(struct standings *t, struct buffer *out) {
    struct notices notices = {0};
    struct doubles found = {0};
    check_rounds(t, &notices);
    check_results(t, &notices);
    if (!t->declared)
        check_names(t, &found, &notices);
    if (notices.count)
        qsort(notices.at, notices.count, sizeof *notices.at, by_game);
    for (size_t i = 0; i < notices.count; i++)
        write_notice(t, &notices.at[i], out);
    write_bounds(&found, out);
    t->failed |= notices.failed || out->failed;
    zi_doubles_free(&found);
    free(notices.at);
}
