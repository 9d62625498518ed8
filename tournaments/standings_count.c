/* Scores and tie-breaks. Unplayed rounds follow the FIDE Handbook, C.07, article 16, as of March
   2026. */
#include <stdlib.h>

#include "notation/base/list.h"
#include "notation/base/text_order.h"
#include "tournaments/standings.h"

#define NOBODY UINT32_MAX

static const char *const seat_words[] = {WORD("side|first"), WORD("side|second")};

const char *zi_standings_side_word(const struct standings *t, const struct standings_game *g,
                                   unsigned seat) {
    return t->rules ? t->rules->sides[seat ^ g->first] : seat_words[seat];
}

const char *zi_standings_seat_word(const struct standings *t, unsigned seat) {
    return t->rules && !t->first_varies ? t->rules->sides[seat ^ t->first] : seat_words[seat];
}

int zi_standings_round_order(const struct standings *t, uint32_t event_a, uint32_t round_a,
                             uint32_t event_b, uint32_t round_b) {
    struct text a = standings_word(t, round_a), b = standings_word(t, round_b);
    int order = text_order(standings_word(t, event_a), standings_word(t, event_b));
    int64_t x = zi_map_find(&t->listed_rounds, a), y = zi_map_find(&t->listed_rounds, b);
    if (!order && x >= 0 && y >= 0)
        return (x > y) - (x < y);
    order = order ? order : zi_text_order_loose(a, b);
    return order ? order : text_order(a, b); /* 01 and 1 */
}

bool zi_standings_next_round(const struct standings *t, struct standings_round *r) {
    size_t game = r->game_end, bye = r->bye_end;
    bool games = game < t->game_count, byes = bye < t->bye_count;
    const struct standings_game *g = games ? &t->game[t->by_round[game]] : NULL;
    const struct standings_bye *b = byes ? &t->bye[bye] : NULL;
    if (!games && !byes)
        return false;
    bool bye_first =
        !games || (byes && zi_standings_round_order(t, b->event, b->round, g->event, g->round) < 0);
    *r = (struct standings_round){.event = bye_first ? b->event : g->event,
                                  .round = bye_first ? b->round : g->round,
                                  .game = game,
                                  .game_end = game,
                                  .bye = bye,
                                  .bye_end = bye};
    for (; r->game_end < t->game_count; r->game_end++) {
        g = &t->game[t->by_round[r->game_end]];
        if (g->event != r->event || g->round != r->round)
            break;
    }
    for (; r->bye_end < t->bye_count; r->bye_end++) {
        b = &t->bye[r->bye_end];
        if (b->event != r->event || b->round != r->round)
            break;
    }
    return true;
}

/* A scored round of one player. */
struct sitting {
    uint32_t player, opponent; /* NOBODY in a bye */
    uint32_t round;            /* from 0, in the order of the rounds */
    int64_t points;            /* the points scored */
    enum {
        SITTING_PLAYED,
        SITTING_FORFEIT_WIN, /* or a draw */
        SITTING_FORFEIT_LOSS,
        SITTING_BYE,
        SITTING_REQUESTED, /* a requested bye */
        SITTING_REST       /* a bye in a round robin, which scores nothing */
    } kind;
};

struct counting {
    struct standings *t;
    struct standings_row *at; /* by player */
    uint32_t *round;          /* round numbers of the games, then of the byes */
    struct sitting *sitting;  /* by player, then by round */
    size_t count;
    size_t *first;     /* index of each player's first sitting; one extra at the end */
    int64_t *adjusted; /* scores adjusted for opponents */
    int64_t *part;     /* scratch: contributions of one player's opponents */
};

int64_t zi_standings_worth(const struct standings *t, const struct standings_game *g,
                           unsigned side) {
    const struct scoring *s = &t->scoring;
    bool won = g->result == result_win(side);
    if (g->kind == GAME_DOUBLE_FORFEIT)
        return s->double_forfeit;
    if (g->kind == GAME_FORFEIT)
        return won ? s->forfeit_win : g->result == RESULT_DRAW ? s->draw : s->forfeit_loss;
    if (standings_is_open(g))
        return 0;
    if (won && s->by_points)
        return g->points > 0 ? SCORE_ONE * g->points : 0;
    return won ? s->win : g->result == RESULT_DRAW ? s->draw : s->loss;
}

int64_t zi_standings_bye_worth(const struct standings *t, const struct standings_bye *bye) {
    const struct scoring *s = &t->scoring;
    if (bye->to_come)
        return 0;
    if (bye->kind == BYE_FULL)
        return t->round_robin ? 0 : s->bye;
    return bye->kind == BYE_HALF ? s->half_bye : s->zero_bye;
}

static bool is_counted(const struct standings_game *g) { return !standings_is_open(g); }

static void number_rounds(struct counting *c) {
    const struct standings *t = c->t;
    struct standings_round r = {0};
    for (uint32_t number = 0; zi_standings_next_round(t, &r); number++) {
        for (size_t i = r.game; i < r.game_end; i++)
            c->round[t->by_round[i]] = number;
        for (size_t i = r.bye; i < r.bye_end; i++)
            c->round[t->game_count + i] = number;
    }
}

/* The sittings. */

static void add_sitting(struct counting *c, const struct sitting *e) {
    struct standings_row *s = &c->at[e->player];
    c->sitting[c->count++] = *e;
    s->score += e->points;
    c->t->rounds = e->round >= c->t->rounds ? e->round + 1 : c->t->rounds;
}

static void enter_game(struct counting *c, size_t i) {
    struct standings *t = c->t;
    const struct standings_game *g = &t->game[i];
    bool played = game_kind_is_played(g->kind);
    for (unsigned side = 0; side < 2 && is_counted(g); side++) {
        struct standings_row *s = &c->at[g->player[side]];
        bool won = g->result == result_win(side), draw = g->result == RESULT_DRAW;
        add_sitting(c, &(struct sitting){.player = g->player[side],
                                         .opponent = g->player[!side],
                                         .round = c->round[i],
                                         .points = zi_standings_worth(t, g, side),
                                         .kind = played || t->round_robin ? SITTING_PLAYED
                                                 : won || draw            ? SITTING_FORFEIT_WIN
                                                                          : SITTING_FORFEIT_LOSS});
        s->games += played;
        s->unplayed += !played;
        t->unplayed += !played;
        s->wins += played && won;
        s->draws += played && draw;
        s->losses += played && !won && !draw;
        s->points_for += g->points > 0 && won ? (uint64_t)g->points : 0;
        s->points_against += g->points > 0 && !won ? (uint64_t)g->points : 0;
        s->tie[TIE_WINS] += won ? SCORE_ONE : 0;
        const char *word = zi_standings_side_word(t, g, side);
        bool black = !strcmp(word, "black") || !strcmp(word, "b");
        s->tie[TIE_BLACK_GAMES] += black && played ? SCORE_ONE : 0;
        s->tie[TIE_BLACK_WINS] += black && played && won ? SCORE_ONE : 0;
        s->tie[TIE_SECOND_GAMES] += side == 1 && played ? SCORE_ONE : 0;
    }
}

static void enter_bye(struct counting *c, size_t i) {
    struct standings *t = c->t;
    const struct scoring *s = &t->scoring;
    const struct standings_bye *bye = &t->bye[i];
    int64_t points = zi_standings_bye_worth(t, bye);
    bool rest = t->round_robin && bye->kind == BYE_FULL;
    add_sitting(c, &(struct sitting){.player = bye->player,
                                     .opponent = NOBODY,
                                     .round = c->round[t->game_count + i],
                                     .points = points,
                                     .kind = t->round_robin          ? SITTING_REST
                                             : bye->kind == BYE_FULL ? SITTING_BYE
                                                                     : SITTING_REQUESTED});
    c->at[bye->player].unplayed++;
    t->unplayed++;
    if (!rest && points >= s->win && !s->by_points)
        c->at[bye->player].tie[TIE_WINS] += SCORE_ONE;
}

static int by_player(const void *a, const void *b) {
    const struct sitting *x = a, *y = b;
    const uint64_t a_key[] = {x->player, x->round}, b_key[] = {y->player, y->round};
    return LIST_ORDER(a_key, b_key);
}

static void enter_all(struct counting *c) {
    struct standings *t = c->t;
    for (size_t i = 0; i < t->game_count; i++)
        enter_game(c, i);
    for (size_t i = 0; i < t->bye_count; i++)
        if (!t->bye[i].to_come)
            enter_bye(c, i);
    qsort(c->sitting, c->count, sizeof *c->sitting, by_player);
    size_t i = 0;
    for (size_t player = 0; player <= t->players; player++) {
        while (i < c->count && c->sitting[i].player < player)
            i++;
        c->first[player] = i;
    }
}

/* Tie-breaks from opponents' scores. */

static bool is_voluntary(const struct sitting *e) {
    return e->kind == SITTING_REQUESTED || e->kind == SITTING_FORFEIT_LOSS;
}

/* The score of a player adjusted for opponents (16.3): a requested bye counts as a draw if only
   such byes and forfeits follow it. */
static int64_t adjust(const struct counting *c, size_t player) {
    int64_t score = c->at[player].score;
    for (size_t i = c->first[player + 1]; i-- > c->first[player] && is_voluntary(&c->sitting[i]);)
        if (c->sitting[i].kind == SITTING_REQUESTED)
            score += c->t->scoring.draw - c->sitting[i].points;
    return score;
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

/* The score of the opponent in this round. In an unplayed round it is that of a dummy with the
   player's own score (16.4). In tournaments since March 2026 it is limited to the score of the
   scheduled opponent, or else to draws in all rounds. */
static int64_t opponent_score(const struct counting *c, const struct sitting *e) {
    const struct standings *t = c->t;
    int64_t own = c->at[e->player].score;
    uint32_t rounds = t->rounds > t->rounds_planned ? t->rounds : t->rounds_planned;
    if (e->kind == SITTING_PLAYED)
        return c->adjusted[e->opponent];
    if (t->rules_2024)
        return own;
    if (e->opponent != NOBODY)
        return least(own, c->adjusted[e->opponent]);
    return t->scoring.by_points ? own : least(own, t->scoring.draw * rounds);
}

static int64_t add_up(int64_t sum, int64_t more) {
    int64_t both;
    return __builtin_add_overflow(sum, more, &both) ? INT64_MAX : both;
}

static int64_t multiply(int64_t score, int64_t points) {
    int64_t product;
    bool over = __builtin_mul_overflow(score / SCORE_CENT, points / SCORE_CENT, &product);
    return over ? INT64_MAX : product;
}

/* Whether the player scored at least half of the maximum. */
static bool is_upper_half(const struct counting *c, uint32_t player) {
    const struct standings_row *s = &c->at[player];
    int64_t rounds = 0;
    for (size_t i = c->first[player]; i < c->first[player + 1]; i++)
        rounds += c->sitting[i].kind != SITTING_REST;
    if (c->t->scoring.by_points)
        return 2 * (int64_t)s->wins + s->draws >= (int64_t)s->games;
    return 2 * s->score >= c->t->scoring.win * rounds;
}

static int by_value(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int64_t sum_of(const int64_t *at, size_t from, size_t end) {
    int64_t sum = 0;
    for (size_t i = from; i < end; i++)
        sum = add_up(sum, at[i]);
    return sum;
}

/* Computes the Buchholz numbers. Cuts apply first to voluntary unplayed rounds, lowest first
   (16.5); c->part starts with their `voluntary` contributions. */
static void count_buchholz(const struct counting *c, struct standings_row *s, size_t count,
                           size_t voluntary) {
    int64_t *part = c->part;
    s->tie[TIE_BUCHHOLZ] = sum_of(part, 0, count);
    qsort(part, voluntary, sizeof *part, by_value);
    qsort(part + voluntary, count - voluntary, sizeof *part, by_value);
    for (size_t cut = 2; cut > 0; cut--) { /* sorts only what follows the cut */
        size_t from = cut < count ? cut : count;
        qsort(part + from, count - from, sizeof *part, by_value);
        s->tie[cut == 1 ? TIE_BUCHHOLZ_CUT_1 : TIE_BUCHHOLZ_CUT_2] = sum_of(part, from, count);
        s->tie[cut == 1 ? TIE_BUCHHOLZ_MEDIAN : TIE_BUCHHOLZ_MEDIAN_2] =
            sum_of(part, from, from + cut < count ? count - cut : from);
    }
}

static void count_player(struct counting *c, size_t player) {
    struct standings *t = c->t;
    struct standings_row *s = &c->at[player];
    size_t count = 0, voluntary = 0;
    for (unsigned pass = 0; pass < 2; pass++)
        for (size_t i = c->first[player]; i < c->first[player + 1]; i++) {
            const struct sitting *e = &c->sitting[i];
            if (e->kind == SITTING_REST || is_voluntary(e) != !pass)
                continue;
            int64_t score = opponent_score(c, e);
            c->part[count++] = score;
            voluntary += !pass;
            s->tie[TIE_SONNEBORN_BERGER] =
                add_up(s->tie[TIE_SONNEBORN_BERGER], multiply(score, e->points));
            if (e->kind == SITTING_PLAYED && is_upper_half(c, e->opponent))
                s->tie[TIE_KOYA] += e->points;
        }
    for (size_t i = c->first[player]; i < c->first[player + 1]; i++)
        s->tie[TIE_PROGRESSIVE] = add_up(s->tie[TIE_PROGRESSIVE],
                                         c->sitting[i].points * (t->rounds - c->sitting[i].round));
    count_buchholz(c, s, count, voluntary);
    s->tie[TIE_DIFFERENCE] = SCORE_ONE * ((int64_t)s->points_for - (int64_t)s->points_against);
    s->tie[TIE_POINTS_FOR] = SCORE_ONE * (int64_t)s->points_for;
    s->tie[TIE_GAMES_WON] = SCORE_ONE * (int64_t)s->wins;
    s->key = s->score;
}

bool zi_standings_count(struct standings *t) {
    size_t players = t->players, most = 2 * t->game_count + t->bye_count;
    struct arena arena = {0};
    struct counting c = {.t = t,
                         .at = t->standing,
                         .round = zi_arena_alloc(&arena, most * sizeof *c.round),
                         .sitting = zi_arena_alloc(&arena, most * sizeof *c.sitting),
                         .first = zi_arena_alloc(&arena, (players + 1) * sizeof *c.first),
                         .adjusted = zi_arena_alloc(&arena, players * sizeof *c.adjusted),
                         .part = zi_arena_alloc(&arena, most * sizeof *c.part)};
    bool fine = c.round && c.sitting && c.first && c.adjusted && c.part;
    if (fine) {
        for (size_t i = 0; i < players; i++)
            c.at[i] = (struct standings_row){.name = standings_name(t, (uint32_t)i),
                                             .player = (uint32_t)i,
                                             .score = t->adjustment ? t->adjustment[i] : 0};
        number_rounds(&c);
        enter_all(&c);
        for (size_t i = 0; i < players; i++)
            c.adjusted[i] = adjust(&c, i);
        for (size_t i = 0; i < players; i++)
            count_player(&c, i);
    }
    zi_arena_free(&arena);
    return fine;
}
