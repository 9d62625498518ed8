#include "tournaments/standings.h"

#include <stdlib.h>

#include "notation/base/list.h"
#include "notation/base/text_order.h"
#include "validators/games/ruleset.h"

const char *const zi_tie_breaks[TIE_BREAKS + 1] = {
#define TIE_BREAK(id, name, ...) name,
#include "tournaments/columns.def"
    NULL};
const struct column zi_columns[COLUMNS_MAX] = {
#define COLUMN(id, name, heading, words) {COLUMN_##id, name, heading, words, NULL},
#define TIE_BREAK(id, name, heading, words, code)                                                  \
    {COLUMN_TIE + (unsigned)TIE_##id, name, heading, words, code},
#include "tournaments/columns.def"
};

static bool add_tie_break(struct standings *t, struct text word) {
    unsigned tie = 0;
    if (text_is(word, "points")) /* the name before version 1 */
        word = text_of(zi_tie_breaks[TIE_POINTS_FOR]);
    while (tie < TIE_BREAKS && !text_is(word, zi_tie_breaks[tie]))
        tie++;
    if (tie == TIE_BREAKS)
        return false;
    for (size_t i = 0; i < t->tie_break_count; i++)
        if (t->tie_break[i] == tie)
            return false;
    t->tie_break[t->tie_break_count++] = (enum tie_break)tie;
    return true;
}

bool zi_standings_tie_breaks(struct standings *t, struct text words, struct text *fault) {
    t->tie_breaks_given = true;
    t->tie_break_count = 0;
    do {
        struct text word = text_next_part(&words, ',');
        if (!add_tie_break(t, word)) {
            *fault = word;
            return false;
        }
    } while (words.at);
    return true;
}

static struct standings_game *new_game(struct standings *t) {
    struct standings_game *g = zi_list_add(&t->game, &t->game_cap, &t->game_count, sizeof *t->game);
    t->failed |= !g;
    return g;
}

const char *zi_standings_add(struct standings *t, const struct facts *f,
                             const struct standings_place *place) {
    if (!f->rules)
        return "the game of the record is not known";
    for (unsigned side = 0; side < 2; side++)
        if (!f->players[side].len && !f->ids[side].len)
            return "it does not name both players";
    if (zi_people_is_one(&t->people, f->players, f->ids))
        return "both sides have the same player";
    t->rules = t->rules ? t->rules : f->rules;
    struct standings_game *g = new_game(t);
    if (!g)
        return NULL;
    bool won = f->result == RESULT_WIN_0 || f->result == RESULT_WIN_1;
    bool forfeit = !f->plies && text_is(f->termination, "forfeit");
    uint32_t side[2];
    for (unsigned i = 0; i < 2; i++)
        side[i] = zi_people_number(&t->people, f->players[i], f->ids[i], true);
    *g = (struct standings_game){.player = {side[f->first], side[!f->first]},
                                 .first = f->first,
                                 .event = zi_map_number(&t->words, f->event),
                                 .round = zi_map_number(&t->words, f->round),
                                 .table = zi_map_number(&t->words, f->table),
                                 .place = *place,
                                 .points = won ? f->points : -1,
                                 .result = result_turned(f->result, f->first),
                                 .kind = !forfeit                   ? GAME_PLAYED
                                         : f->result == RESULT_OPEN ? GAME_DOUBLE_FORFEIT
                                                                    : GAME_FORFEIT,
                                 .recorded = true};
    t->unproved += won && !forfeit && standings_has_points(t) && f->points < 0;
    t->failed |= t->people.failed || t->words.failed;
    return NULL;
}

void zi_standings_add_game(struct standings *t, const struct standings_game *g) {
    struct standings_game *to = new_game(t);
    if (to)
        *to = *g;
}

void zi_standings_add_bye(struct standings *t, const struct standings_bye *bye) {
    struct standings_bye *to = zi_list_add(&t->bye, &t->bye_cap, &t->bye_count, sizeof *t->bye);
    t->failed |= !to;
    if (!to)
        return;
    *to = *bye;
    to->number = (uint32_t)t->bye_count;
}

void zi_standings_free(struct standings *t) {
    zi_people_free(&t->people);
    free(t->person);
    zi_map_free(&t->words);
    zi_map_free(&t->listed_rounds);
    free(t->game);
    free(t->bye);
    free(t->standing);
    free(t->meeting);
    free(t->by_round);
}

static int by_key(const void *a, const void *b) {
    const struct standings_row *x = a, *y = b;
    int order = (x->group > y->group) - (x->group < y->group);
    order = order ? order : (x->key < y->key) - (x->key > y->key);
    return order ? order : text_order(x->name, y->name);
}

/* Sorts the rows of each group by key; rows with equal keys then form a group. */
static void part(struct standings *t) {
    struct standings_row *at = t->standing;
    uint32_t first = 0, group = 0;
    qsort(at, t->players, sizeof *at, by_key);
    for (size_t i = 0; i < t->players; i++) {
        if (at[i].group != group || at[i].key != at[first].key)
            first = (uint32_t)i;
        group = at[i].group;
        at[i].group = first;
    }
}

static void find_rows(const struct standings *t, uint32_t *row) {
    for (size_t i = 0; i < t->players; i++)
        row[t->standing[i].player] = (uint32_t)i;
}

/* Counts the scores in the games among the players who are still tied. */
static void count_among_tied(struct standings *t, uint32_t *row) {
    struct standings_row *at = t->standing;
    find_rows(t, row);
    for (size_t i = 0; i < t->players; i++) {
        at[i].met = at[i].group < i || (i + 1 < t->players && at[i + 1].group == at[i].group);
    }
    for (size_t i = 0; i < t->game_count; i++) {
        const struct standings_game *g = &t->game[i];
        struct standings_row *s[2] = {&at[row[g->player[0]]], &at[row[g->player[1]]]};
        for (unsigned side = 0; side < 2 && s[0]->group == s[1]->group; side++)
            s[side]->tie[TIE_HEAD_TO_HEAD] += zi_standings_worth(t, g, side);
    }
}

static int by_meeting(const void *a, const void *b) {
    const struct meeting *x = a, *y = b;
    const uint64_t a_key[] = {x->row, x->opponent, x->game},
                   b_key[] = {y->row, y->opponent, y->game};
    return LIST_ORDER(a_key, b_key);
}

static void list_meetings(struct standings *t, const uint32_t *row) {
    for (size_t i = 0; i < t->game_count; i++)
        for (unsigned side = 0; side < 2; side++)
            t->meeting[2 * i + side] = (struct meeting){row[t->game[i].player[side]],
                                                        row[t->game[i].player[!side]], (uint32_t)i};
    qsort(t->meeting, 2 * t->game_count, sizeof *t->meeting, by_meeting);
}

static bool apply(struct standings *t, enum tie_break tie, uint32_t *row) {
    if (tie == TIE_HEAD_TO_HEAD)
        count_among_tied(t, row);
    if (tie == TIE_DIRECT_ENCOUNTER) {
        find_rows(t, row);
        list_meetings(t, row);
        if (!zi_standings_direct(t))
            return false;
    } else {
        for (size_t i = 0; i < t->players; i++)
            t->standing[i].key = t->standing[i].tie[tie];
    }
    part(t);
    return true;
}

/* False when memory runs out. */
static bool rank(struct standings *t, uint32_t *row) {
    part(t);
    for (size_t k = 0; k < t->tie_break_count; k++)
        if (!apply(t, t->tie_break[k], row))
            return false;
    for (size_t i = 0; i < t->players; i++)
        t->standing[i].rank = t->standing[i].group + 1;
    find_rows(t, row);
    return true;
}

/* The number of the game's table, or else its place in the list of pairings; the last if neither is
   known. */
static uint32_t board_of(const struct standings *t, const struct standings_game *g) {
    struct text table = standings_word(t, g->table);
    return text_is_number(table) ? text_number(table, UINT32_MAX)
           : g->board            ? g->board
                                 : UINT32_MAX;
}

static int by_round(const void *a, const void *b, void *context) {
    const struct standings *t = context;
    const struct standings_game *x = &t->game[*(const uint32_t *)a];
    const struct standings_game *y = &t->game[*(const uint32_t *)b];
    int order = zi_standings_round_order(t, x->event, x->round, y->event, y->round);
    uint32_t board = board_of(t, x), other = board_of(t, y);
    order = order ? order : (board > other) - (board < other);
    order = order ? order
                  : zi_text_order_loose(standings_word(t, x->table), standings_word(t, y->table));
    return order ? order : (x > y) - (x < y);
}

static int bye_by_round(const void *a, const void *b, void *context) {
    const struct standings *t = context;
    const struct standings_bye *x = a, *y = b;
    int order = zi_standings_round_order(t, x->event, x->round, y->event, y->round);
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

static void sort_by_round(struct standings *t) {
    for (size_t i = 0; i < t->game_count; i++)
        t->by_round[i] = (uint32_t)i;
    qsort_r(t->by_round, t->game_count, sizeof *t->by_round, by_round, t);
    if (t->bye_count)
        qsort_r(t->bye, t->bye_count, sizeof *t->bye, bye_by_round, t);
}

static void find_first(struct standings *t) {
    t->first = t->game_count ? t->game[0].first : zi_rules_first(t->rules);
    for (size_t i = 1; i < t->game_count; i++)
        t->first_varies |= t->game[i].first != t->first;
}

/* Those of a tournament file are in TRF, too. */
static void set_default_tie_breaks(struct standings *t) {
    enum tie_break *to = t->tie_break;
    if (t->tie_breaks_given)
        return;
    if (!t->declared && (standings_has_points(t) || !t->rules))
        *to++ = TIE_DIFFERENCE;
    if (t->swiss) {
        *to++ = TIE_BUCHHOLZ_CUT_1;
        *to++ = TIE_BUCHHOLZ;
    } else {
        *to++ = t->declared ? TIE_DIRECT_ENCOUNTER : TIE_HEAD_TO_HEAD;
    }
    *to++ = TIE_SONNEBORN_BERGER;
    t->tie_break_count = (size_t)(to - t->tie_break);
}

/* Identifies the people. Two players who have met are two people. */
static void identify_people(struct standings *t) {
    struct people *p = &t->people;
    zi_people_join(p);
    for (size_t i = 0; i < t->game_count; i++) {
        const uint32_t *player = t->game[i].player;
        if (p->at[player[0]].same == p->at[player[1]].same)
            zi_people_part(p, player[0], player[1]);
    }
    zi_people_make_labels(p);
    t->failed |= p->failed;
}

/* Numbers the players. */
static void number_players(struct standings *t, uint32_t *number) {
    const struct person *person = t->people.at;
    for (uint32_t i = 0; i < t->people.keys.count; i++)
        if (person[i].same == i) {
            number[i] = (uint32_t)t->players;
            t->person[t->players++] = i;
        }
    for (size_t i = 0; i < t->game_count; i++)
        for (unsigned side = 0; side < 2; side++) {
            uint32_t *player = &t->game[i].player[side];
            *player = number[person[*player].same];
        }
    for (size_t i = 0; i < t->bye_count; i++)
        t->bye[i].player = number[person[t->bye[i].player].same];
}

static void find_players(struct standings *t) {
    size_t people = t->people.keys.count;
    uint32_t *number = zi_list_zeroed(people, sizeof *number);
    t->person = zi_list_zeroed(people, sizeof *t->person);
    t->failed |= !number || !t->person;
    if (!t->failed)
        identify_people(t);
    if (!t->failed)
        number_players(t, number);
    free(number);
}

/* Makes the table of the games and byes. */
static void make_table(struct standings *t) {
    uint32_t *row = zi_list_zeroed(t->players, sizeof *row);
    t->standing = zi_list_zeroed(t->players, sizeof *t->standing);
    t->meeting = zi_list_zeroed(2 * t->game_count, sizeof *t->meeting);
    t->by_round = zi_list_zeroed(t->game_count, sizeof *t->by_round);
    t->failed |= !row || !t->standing || !t->meeting || !t->by_round;
    if (!t->failed)
        sort_by_round(t);
    t->failed = t->failed || !zi_standings_count(t) || !rank(t, row);
    if (!t->failed)
        list_meetings(t, row);
    free(row);
}

void zi_standings_settle(struct standings *t) {
    set_default_tie_breaks(t);
    find_first(t);
    find_players(t);
    if (!t->scoring_given)
        t->scoring = zi_scoring_default;
    for (size_t i = 0; i < t->game_count; i++) {
        t->invalid += standings_is_invalid(&t->game[i]);
        t->unfinished += standings_is_open(&t->game[i]) && !t->game[i].invalid;
    }
    make_table(t);
}

bool zi_standings_ranks(const struct standings *t, const struct standings_round *r,
                        uint32_t *rank) {
    struct standings part = *t;
    part.game_count = r->game_end;
    part.bye_count = r->bye_end;
    part.rounds = part.unplayed = 0;
    part.game = zi_list_zeroed(part.game_count, sizeof *part.game);
    part.failed = !part.game;
    for (size_t i = 0; part.game && i < part.game_count; i++)
        part.game[i] = t->game[t->by_round[i]];
    make_table(&part);
    for (size_t i = 0; !part.failed && i < part.players; i++)
        rank[part.standing[i].player] = part.standing[i].rank;
    free(part.game);
    free(part.standing);
    free(part.meeting);
    free(part.by_round);
    return !part.failed;
}

bool zi_standings_until(struct standings *t, struct text round) {
    const uint32_t none = (uint32_t)t->words.count;
    uint32_t last = none;
    size_t games = 0, byes = 0;
    for (uint32_t i = 0; i < t->game_count + t->bye_count && last == none; i++) {
        uint32_t word = i < t->game_count ? t->game[i].round : t->bye[i - t->game_count].round;
        last = zi_text_order_loose(standings_word(t, word), round) ? none : word;
    }
    for (size_t i = 0; i < t->game_count && last < none; i++)
        if (zi_standings_round_order(t, 0, t->game[i].round, 0, last) <= 0)
            t->game[games++] = t->game[i];
    for (size_t i = 0; i < t->bye_count && last < none; i++)
        if (zi_standings_round_order(t, 0, t->bye[i].round, 0, last) <= 0)
            t->bye[byes++] = t->bye[i];
    t->game_count = games;
    t->bye_count = byes;
    return last < none;
}

size_t zi_standings_columns(const struct standings *t, const struct column *out[COLUMNS_MAX]) {
    size_t count = 0;
    for (unsigned kind = 0; kind < COLUMN_TIE; kind++) {
        bool points = kind == COLUMN_POINTS_FOR || kind == COLUMN_POINTS_AGAINST;
        if (points ? standings_has_points(t) : kind != COLUMN_UNPLAYED || t->unplayed)
            out[count++] = &zi_columns[kind];
    }
    for (size_t i = 0; i < t->tie_break_count; i++) {
        const struct column *tie = &zi_columns[COLUMN_TIE + t->tie_break[i]];
        bool there = false; /* already */
        for (size_t k = 0; k < count; k++)
            there |= !strcmp(out[k]->name, tie->name);
        if (!there)
            out[count++] = tie;
    }
    return count;
}

bool zi_standings_value(const struct standings_row *s, unsigned kind, int64_t *value) {
    const uint64_t whole[COLUMN_TIE] = {[COLUMN_RANK] = s->rank,
                                        [COLUMN_GAMES] = s->games,
                                        [COLUMN_GAMES_WON] = s->wins,
                                        [COLUMN_DRAWS] = s->draws,
                                        [COLUMN_LOSSES] = s->losses,
                                        [COLUMN_UNPLAYED] = s->unplayed,
                                        [COLUMN_POINTS_FOR] = s->points_for,
                                        [COLUMN_POINTS_AGAINST] = s->points_against};
    if (kind == COLUMN_SCORE)
        *value = s->score;
    else if (kind < COLUMN_TIE)
        *value = SCORE_ONE * (int64_t)whole[kind];
    else
        *value = s->tie[kind - COLUMN_TIE];
    if (kind == COLUMN_TIE + TIE_HEAD_TO_HEAD)
        return s->met;
    return kind != COLUMN_NAME && (kind != COLUMN_TIE + TIE_DIRECT_ENCOUNTER || s->met_all);
}
