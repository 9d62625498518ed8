#include "validators/scores/standings.h"

#include <stdlib.h>

const char *const zet_tie_breaks[TIE_BREAKS + 1] = {
    "difference", "head-to-head",   "sonneborn-berger", "points", "wins",
    "buchholz",   "buchholz-cut-1", "median-buchholz",  "koya",   NULL};
const char *const zet_tie_break_words[TIE_BREAKS] = {
    "points difference", "head-to-head",   "Sonneborn-Berger", "points", "wins",
    "Buchholz",          "Buchholz cut 1", "median Buchholz",  "Koya"};

/* Of a score: a win, a draw. */
enum { QUARTERS = 4, HALF = 2 };

bool zet_standings_has_points(const struct standings *t) {
    return t->rules && (t->rules->score || t->rules->solo);
}

static bool add_tie_break(struct standings *t, struct text word) {
    unsigned tie = 0;
    while (tie < TIE_BREAKS && !text_is(word, zet_tie_breaks[tie]))
        tie++;
    if (tie == TIE_BREAKS)
        return false;
    for (size_t i = 0; i < t->tie_break_count; i++)
        if (t->tie_break[i] == tie)
            return false;
    t->tie_break[t->tie_break_count++] = (enum tie_break)tie;
    return true;
}

bool zet_standings_tie_breaks(struct standings *t, struct text words, struct text *fault) {
    t->tie_breaks_given = true;
    t->tie_break_count = 0;
    for (;;) {
        const char *comma = memchr(words.at, ',', words.len);
        struct text word = {words.at, comma ? (size_t)(comma - words.at) : words.len};
        if (!add_tie_break(t, word)) {
            *fault = word;
            return false;
        }
        if (!comma)
            return true;
        words = (struct text){comma + 1, words.len - word.len - 1};
    }
}

static struct standings_game *new_game(struct standings *t) {
    if (t->game_count == t->game_cap) {
        size_t cap = t->game_cap ? t->game_cap * 2 : 64;
        struct standings_game *game =
            t->game_count < UINT32_MAX / 4 ? realloc(t->game, cap * sizeof *game) : NULL;
        if (!game) {
            t->failed = true;
            return NULL;
        }
        t->game = game;
        t->game_cap = cap;
    }
    return &t->game[t->game_count++];
}

const char *zet_standings_add(struct standings *t, const struct facts *f, struct text file,
                              size_t line, size_t record) {
    if (!f->rules)
        return "its game cannot be known";
    if (!f->players[0].len || !f->players[1].len)
        return "it does not name both players";
    if (text_same(f->players[0], f->players[1]))
        return "one player sits on both sides";
    t->rules = t->rules ? t->rules : f->rules;
    struct standings_game *g = new_game(t);
    if (!g)
        return NULL;
    bool won = f->result == RESULT_WIN_0 || f->result == RESULT_WIN_1;
    *g = (struct standings_game){
        .player = {zet_map_number(&t->names, f->players[0]),
                   zet_map_number(&t->names, f->players[1])},
        .event = zet_map_number(&t->words, f->event),
        .round = zet_map_number(&t->words, f->round),
        .table = zet_map_number(&t->words, f->table),
        .place = {zet_map_number(&t->words, file), (uint32_t)line, (uint32_t)record},
        .points = won ? f->points : -1,
        .result = f->result};
    t->unfinished += f->result == RESULT_OPEN;
    t->unproved += won && zet_standings_has_points(t) && f->points < 0;
    t->failed |= t->names.failed || t->words.failed;
    return NULL;
}

void zet_standings_free(struct standings *t) {
    zet_map_free(&t->names);
    zet_map_free(&t->words);
    free(t->game);
    free(t->standing);
    free(t->meeting);
    free(t->by_round);
    *t = (struct standings){0};
}

/* What a game is worth to the player of that side. */
static int64_t worth(const struct standings_game *g, unsigned side) {
    if (g->result == RESULT_DRAW)
        return HALF;
    return g->result == result_win(side) ? QUARTERS : 0;
}

static void count_game(const struct standings_game *g, struct standings_row *at) {
    if (g->result == RESULT_OPEN)
        return;
    for (unsigned side = 0; side < 2; side++) {
        struct standings_row *s = &at[g->player[side]];
        s->games++;
        s->wins += g->result == result_win(side);
        s->draws += g->result == RESULT_DRAW;
        s->losses += g->result == result_win(!side);
        s->score += worth(g, side);
        if (g->points >= 0 && g->result == result_win(side))
            s->points_for += (uint64_t)g->points;
        if (g->points >= 0 && g->result == result_win(!side))
            s->points_against += (uint64_t)g->points;
    }
}

/* What the opponents' scores are worth. */
static void count_opponents(const struct standings_game *g, struct standings_row *at) {
    if (g->result == RESULT_OPEN)
        return;
    for (unsigned side = 0; side < 2; side++) {
        struct standings_row *s = &at[g->player[side]];
        int64_t score = at[g->player[!side]].score;
        s->tie[TIE_SONNEBORN_BERGER] += score * worth(g, side) / QUARTERS;
        s->tie[TIE_BUCHHOLZ] += score;
        s->least = s->least < 0 || score < s->least ? score : s->least;
        s->most = score > s->most ? score : s->most;
        const struct standings_row *opponent = &at[g->player[!side]];
        if (2 * opponent->score >= QUARTERS * (int64_t)opponent->games)
            s->tie[TIE_KOYA] += worth(g, side);
    }
}

/* The rows by player. */
static void count(struct standings *t) {
    struct standings_row *at = t->standing;
    size_t players = t->names.count;
    for (size_t i = 0; i < players; i++)
        at[i] = (struct standings_row){
            .name = t->names.at[i], .player = (uint32_t)i, .least = -1, .most = -1};
    for (size_t i = 0; i < t->game_count; i++)
        count_game(&t->game[i], at);
    for (size_t i = 0; i < t->game_count; i++)
        count_opponents(&t->game[i], at);
    for (size_t i = 0; i < players; i++) {
        struct standings_row *s = &at[i];
        s->tie[TIE_DIFFERENCE] = QUARTERS * ((int64_t)s->points_for - (int64_t)s->points_against);
        s->tie[TIE_POINTS] = QUARTERS * (int64_t)s->points_for;
        s->tie[TIE_BUCHHOLZ_CUT_1] = s->tie[TIE_BUCHHOLZ] - (s->games ? s->least : 0);
        s->tie[TIE_BUCHHOLZ_MEDIAN] = s->tie[TIE_BUCHHOLZ_CUT_1] - (s->games > 1 ? s->most : 0);
        s->tie[TIE_WINS] = QUARTERS * (int64_t)s->wins;
        s->key = s->score;
    }
}

static int by_bytes(struct text a, struct text b) {
    size_t shorter = a.len < b.len ? a.len : b.len;
    int order = shorter ? memcmp(a.at, b.at, shorter) : 0;
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

static int by_key(const void *a, const void *b) {
    const struct standings_row *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->key != y->key)
        return x->key > y->key ? -1 : 1;
    return by_bytes(x->name, y->name);
}

/* Sorts the rows of each group by their keys; those with equal keys are a group from then on. */
static void part(struct standings *t) {
    struct standings_row *at = t->standing;
    size_t players = t->names.count;
    if (players)
        qsort(at, players, sizeof *at, by_key);
    uint32_t first = 0, group = 0;
    for (size_t i = 0; i < players; i++) {
        if (!i || at[i].group != group || at[i].key != at[first].key)
            first = (uint32_t)i;
        group = at[i].group;
        at[i].group = first;
    }
}

static void find_rows(const struct standings *t, uint32_t *row) {
    for (size_t i = 0; i < t->names.count; i++)
        row[t->standing[i].player] = (uint32_t)i;
}

/* Scores in the games among those who are tied now. */
static void count_among_tied(struct standings *t, uint32_t *row) {
    struct standings_row *at = t->standing;
    find_rows(t, row);
    for (size_t i = 0; i < t->names.count; i++) {
        bool tied = (i && at[i - 1].group == at[i].group) ||
                    (i + 1 < t->names.count && at[i + 1].group == at[i].group);
        at[i].met = tied;
    }
    for (size_t i = 0; i < t->game_count; i++) {
        const struct standings_game *g = &t->game[i];
        struct standings_row *s[2] = {&at[row[g->player[0]]], &at[row[g->player[1]]]};
        for (unsigned side = 0; side < 2 && s[0]->group == s[1]->group; side++)
            s[side]->tie[TIE_HEAD_TO_HEAD] += worth(g, side);
    }
}

static void rank(struct standings *t, uint32_t *row) {
    part(t);
    for (size_t k = 0; k < t->tie_break_count; k++) {
        enum tie_break tie = t->tie_break[k];
        if (tie == TIE_HEAD_TO_HEAD)
            count_among_tied(t, row);
        for (size_t i = 0; i < t->names.count; i++)
            t->standing[i].key = t->standing[i].tie[tie];
        part(t);
    }
    for (size_t i = 0; i < t->names.count; i++)
        t->standing[i].rank = t->standing[i].group + 1;
    find_rows(t, row);
}

static int by_meeting(const void *a, const void *b) {
    const struct meeting *x = a, *y = b;
    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    if (x->opponent != y->opponent)
        return x->opponent < y->opponent ? -1 : 1;
    return (x->game > y->game) - (x->game < y->game);
}

static void list_meetings(struct standings *t, const uint32_t *row) {
    for (size_t i = 0; i < t->game_count; i++)
        for (unsigned side = 0; side < 2; side++)
            t->meeting[2 * i + side] = (struct meeting){row[t->game[i].player[side]],
                                                        row[t->game[i].player[!side]], (uint32_t)i};
    if (t->game_count)
        qsort(t->meeting, 2 * t->game_count, sizeof *t->meeting, by_meeting);
}

/* Numbers by their value and before words, nothing after both. */
static int by_number(struct text a, struct text b) {
    bool number[2] = {text_is_number(a), text_is_number(b)};
    if (!a.len || !b.len)
        return (a.len == 0) - (b.len == 0);
    if (number[0] != number[1])
        return number[0] ? -1 : 1;
    while (number[0] && a.len > 1 && *a.at == '0')
        a.at++, a.len--;
    while (number[1] && b.len > 1 && *b.at == '0')
        b.at++, b.len--;
    if (number[0] && a.len != b.len)
        return a.len < b.len ? -1 : 1;
    return by_bytes(a, b);
}

static int by_round(const void *a, const void *b, void *context) {
    const struct standings *t = context;
    const struct standings_game *x = &t->game[*(const uint32_t *)a];
    const struct standings_game *y = &t->game[*(const uint32_t *)b];
    int order = by_bytes(standings_word(t, x->event), standings_word(t, y->event));
    order = order ? order : by_number(standings_word(t, x->round), standings_word(t, y->round));
    if (!order && x->round != y->round) /* 1 and 01 */
        order = by_bytes(standings_word(t, x->round), standings_word(t, y->round));
    order = order ? order : by_number(standings_word(t, x->table), standings_word(t, y->table));
    return order ? order : (x > y) - (x < y);
}

static void set_default_tie_breaks(struct standings *t) {
    if (t->tie_breaks_given)
        return;
    t->tie_break_count = 0;
    if (zet_standings_has_points(t) || !t->rules)
        t->tie_break[t->tie_break_count++] = TIE_DIFFERENCE;
    t->tie_break[t->tie_break_count++] = TIE_HEAD_TO_HEAD;
    t->tie_break[t->tie_break_count++] = TIE_SONNEBORN_BERGER;
}

void zet_standings_settle(struct standings *t) {
    size_t players = t->names.count, games = t->game_count;
    set_default_tie_breaks(t);
    uint32_t *row = calloc(players + 1, sizeof *row);
    t->standing = calloc(players + 1, sizeof *t->standing);
    t->meeting = calloc(2 * games + 1, sizeof *t->meeting);
    t->by_round = calloc(games + 1, sizeof *t->by_round);
    t->failed |= !row || !t->standing || !t->meeting || !t->by_round;
    if (!t->failed) {
        count(t);
        rank(t, row);
        list_meetings(t, row);
        for (size_t i = 0; i < games; i++)
            t->by_round[i] = (uint32_t)i;
        if (games)
            qsort_r(t->by_round, games, sizeof *t->by_round, by_round, t);
    }
    free(row);
}

size_t zet_standings_columns(const struct standings *t, struct column out[COLUMNS_MAX]) {
    static const struct column fixed[] = {{COLUMN_RANK, "rank", "#"},
                                          {COLUMN_NAME, "name", "Name"},
                                          {COLUMN_GAMES, "games", "G"},
                                          {COLUMN_WINS, "wins", "W"},
                                          {COLUMN_DRAWS, "draws", "D"},
                                          {COLUMN_LOSSES, "losses", "L"},
                                          {COLUMN_SCORE, "score", "Score"},
                                          {COLUMN_FOR, "points-for", "For"},
                                          {COLUMN_AGAINST, "points-against", "Against"}};
    static const char *const headings[TIE_BREAKS] = {"Diff", "H2H",    "SB",    "Points", "Wins",
                                                     "Buch", "BuchC1", "BuchM", "Koya"};
    size_t count = 0;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (i < COLUMN_FOR || zet_standings_has_points(t))
            out[count++] = fixed[i];
    for (size_t i = 0; i < t->tie_break_count; i++) {
        enum tie_break tie = t->tie_break[i];
        bool there = tie == TIE_WINS || (tie == TIE_POINTS && zet_standings_has_points(t));
        if (!there)
            out[count++] =
                (struct column){COLUMN_TIE + (unsigned)tie, zet_tie_breaks[tie], headings[tie]};
    }
    return count;
}

bool zet_standings_value(const struct standings_row *s, unsigned kind, int64_t *quarters) {
    const uint64_t whole[COLUMN_TIE] = {[COLUMN_RANK] = s->rank,
                                        [COLUMN_GAMES] = s->games,
                                        [COLUMN_WINS] = s->wins,
                                        [COLUMN_DRAWS] = s->draws,
                                        [COLUMN_LOSSES] = s->losses,
                                        [COLUMN_FOR] = s->points_for,
                                        [COLUMN_AGAINST] = s->points_against};
    if (kind == COLUMN_SCORE)
        *quarters = s->score;
    else if (kind < COLUMN_TIE)
        *quarters = QUARTERS * (int64_t)whole[kind];
    else
        *quarters = s->tie[kind - COLUMN_TIE];
    return kind != COLUMN_NAME && (kind != COLUMN_TIE + TIE_HEAD_TO_HEAD || s->met);
}
