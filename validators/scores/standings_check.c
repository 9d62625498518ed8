/* What looks wrong in a tournament. Nothing is put right. */
#include <stdlib.h>

#include "notation/base/list.h"
#include "notation/base/value.h"
#include "validators/archive/doubles.h"
#include "validators/scores/standings.h"

enum { NAME_COLUMNS = 60 };

/* A player in a round. */
struct seat {
    uint32_t event, round, player, opponent, game;
};

enum notice_kind { NOTICE_PAIRED_TWICE, NOTICE_TWO_GAMES, NOTICE_OPEN, NOTICE_SAME, NOTICE_NEAR };

/* A warning: at a game, in the light of another one. */
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
    if (!zet_list_reserve(&n->at, &n->cap, n->count + 1, sizeof *n->at)) {
        n->failed = true;
        return;
    }
    n->at[n->count++] = notice;
}

static int by_seat(const void *a, const void *b) {
    const struct seat *x = a, *y = b;
    if (x->event != y->event)
        return x->event < y->event ? -1 : 1;
    if (x->round != y->round)
        return x->round < y->round ? -1 : 1;
    if (x->player != y->player)
        return x->player < y->player ? -1 : 1;
    return (x->game > y->game) - (x->game < y->game);
}

static bool is_same_round(const struct seat *a, const struct seat *b) {
    return a->event == b->event && a->round == b->round && a->player == b->player;
}

/* One player's games of a round. A pairing that comes again is told once, of the player with the
   lower number. */
static void check_round(const struct seat *seat, size_t count, struct notices *out) {
    for (size_t i = 1; i < count; i++) {
        size_t same = 0;
        while (seat[same].opponent != seat[i].opponent)
            same++;
        struct notice n = {.game = seat[i].game, .player = {seat[i].player, seat[i].opponent}};
        if (same == i) {
            n.kind = NOTICE_TWO_GAMES;
            n.other = seat[0].game;
            add(out, n);
        } else if (seat[i].player < seat[i].opponent) {
            n.kind = NOTICE_PAIRED_TWICE;
            n.other = seat[same].game;
            add(out, n);
        }
    }
}

static void check_rounds(struct standings *t, struct notices *out) {
    struct seat *seat = calloc(2 * t->game_count + 1, sizeof *seat);
    size_t count = 0, end;
    out->failed |= !seat;
    for (size_t i = 0; seat && i < t->game_count; i++) {
        const struct standings_game *g = &t->game[i];
        for (unsigned side = 0; side < 2 && standings_word(t, g->round).len; side++)
            seat[count++] =
                (struct seat){g->event, g->round, g->player[side], g->player[!side], (uint32_t)i};
    }
    if (count)
        qsort(seat, count, sizeof *seat, by_seat);
    for (size_t i = 0; i < count; i = end) {
        end = i + 1;
        while (end < count && is_same_round(&seat[i], &seat[end]))
            end++;
        check_round(&seat[i], end - i, out);
    }
    free(seat);
}

static bool is_open(const struct standings_game *g) {
    return g->result == RESULT_OPEN && g->kind == GAME_PLAYED && g->recorded && !g->invalid;
}

static void check_results(const struct standings *t, struct notices *out) {
    for (size_t i = 0; i < t->game_count; i++)
        if (is_open(&t->game[i]))
            add(out, (struct notice){.game = (uint32_t)i, .kind = NOTICE_OPEN});
}

/* A name is told of where its player comes first. */
static void add_names(const uint32_t *first, enum notice_kind kind, uint32_t a, uint32_t b,
                      struct notices *out) {
    uint32_t earlier = a < b ? a : b, later = a < b ? b : a;
    add(out, (struct notice){first[later], kind, first[earlier], {later, earlier}});
}

static struct text name_of(const void *context, uint32_t player) {
    const struct standings *t = context;
    return t->people.at[t->person[player]].name;
}

static bool are_two(const void *context, uint32_t a, uint32_t b) {
    const struct standings *t = context;
    return zet_people_are_two(&t->people, t->person[a], t->person[b]);
}

/* The first game of each player; NULL when memory runs out. */
static uint32_t *first_games(const struct standings *t) {
    uint32_t *first = calloc(t->players + 1, sizeof *first);
    for (size_t i = t->game_count; first && i-- > 0;)
        for (unsigned side = 0; side < 2; side++)
            first[t->game[i].player[side]] = (uint32_t)i;
    return first;
}

static void check_names(const struct standings *t, struct doubles *found, struct notices *out) {
    const struct doubles_of of = {t->players, name_of, are_two, t};
    uint32_t *first = first_games(t);
    out->failed |= !first || !zet_doubles_find(found, &of);
    for (size_t i = 0; !out->failed && i < found->count; i++) {
        const struct double_pair *pair = &found->at[i];
        add_names(first, pair->same ? NOTICE_SAME : NOTICE_NEAR, pair->a, pair->b, out);
    }
    free(first);
}

static int by_game(const void *a, const void *b) {
    const struct notice *x = a, *y = b;
    if (x->game != y->game)
        return x->game < y->game ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    for (unsigned i = 0; i < 2; i++)
        if (x->player[i] != y->player[i])
            return x->player[i] < y->player[i] ? -1 : 1;
    return 0;
}

static void write_place(const struct standings *t, uint32_t game, struct buffer *out) {
    const struct standings_place *place = &t->game[game].place;
    buffer_add(out, value_line(standings_word(t, place->file), UINT32_MAX), ":", place->line);
}

static void write_name(const struct standings *t, uint32_t player, struct buffer *out) {
    buffer_add(out, "`", value_line(standings_name(t, player), NAME_COLUMNS), "`");
}

static void write_round(const struct standings *t, uint32_t game, struct buffer *out) {
    buffer_add(out, " in round ", value_line(standings_word(t, t->game[game].round), NAME_COLUMNS),
               ", first ");
    write_place(t, game, out);
}

static void write_notice(const struct standings *t, const struct notice *n, struct buffer *out) {
    const struct standings_game *g = &t->game[n->game];
    write_place(t, n->game, out);
    buffer_string(out, ": warning: ");
    switch (n->kind) {
    case NOTICE_PAIRED_TWICE:
        write_name(t, g->player[0], out);
        buffer_string(out, " and ");
        write_name(t, g->player[1], out);
        buffer_string(out, " are paired twice");
        write_round(t, n->other, out);
        break;
    case NOTICE_TWO_GAMES:
        write_name(t, n->player[0], out);
        buffer_string(out, " plays twice");
        write_round(t, n->other, out);
        break;
    case NOTICE_OPEN:
        buffer_string(out, "the game of ");
        write_name(t, g->player[0], out);
        buffer_string(out, " and ");
        write_name(t, g->player[1], out);
        buffer_string(out, " has no result");
        break;
    case NOTICE_SAME:
    case NOTICE_NEAR:
        buffer_string(out, "the name ");
        write_name(t, n->player[0], out);
        buffer_string(out, n->kind == NOTICE_SAME ? " is another spelling of " : " looks like ");
        write_name(t, n->player[1], out);
        buffer_string(out, ", first ");
        write_place(t, n->other, out);
        break;
    }
    buffer_char(out, '\n');
}

/* What was not looked at is said. */
static void write_bounds(const struct doubles *found, struct buffer *out) {
    if (found->cut)
        buffer_string(out, "warning: more names look alike than are listed here\n");
    if (!found->partial)
        return;
    buffer_add(out, "warning: there are more than ", value_number(DOUBLES_COMPARED_MAX),
               " players, so that only names with a word in common were compared\n");
}

void zet_standings_check(struct standings *t, struct buffer *out) {
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
    zet_doubles_free(&found);
    free(notices.at);
}
