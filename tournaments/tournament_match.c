/* Compares the games of a tournament with its file. */
#include <stdlib.h>

#include "notation/base/list.h"
#include "notation/base/text_order.h"
#include "notation/base/value.h"
#include "tournaments/tournament.h"
#include "validators/games/ruleset.h"

enum { NAME_COLUMNS = 60, MISSING_NAMED_MAX = 1000, POINTS_NAMED_MAX = 20 };
#define NO_GAME UINT32_MAX

const char *const zi_systems[] = {"free",  "round-robin", "double-round-robin",
                                  "swiss", "knockout",    NULL};

void zi_tournament_fault(struct tournament *t, uint32_t line, const struct value *values,
                         size_t count) {
    if (++t->error_count > TOURNAMENT_ERRORS_MAX)
        return;
    buffer_place(&t->errors, t->file, line, "error");
    zi_buffer_add(&t->errors, values, count);
    buffer_char(&t->errors, '\n');
}

/* Identifying players. */

static int64_t find_listed(const struct tournament *t, struct text name, struct text id,
                           struct tournament_scratch *scratch) {
    uint32_t listed =
        t->people ? zi_names_file_find(t->people, name, id, &scratch->room) : NAMES_NOBODY;
    scratch->failed |= scratch->room.failed;
    for (size_t i = 0; listed != NAMES_NOBODY && i < t->player_count; i++)
        if (t->player[i].listed == listed)
            return (int64_t)i;
    return -1;
}

int64_t zi_tournament_find(const struct tournament *t, struct text name, struct text id,
                           struct tournament_scratch *scratch) {
    const struct text words[] = {id, name};
    struct name_fold fold;
    for (unsigned i = 0; i < 2; i++) {
        int64_t number = words[i].len ? zi_map_find(&t->names, words[i]) : -1;
        if (number >= 0 && t->by_name[number] != TOURNAMENT_NAMESAKES)
            return t->by_name[number];
    }
    int64_t found = find_listed(t, name, id, scratch);
    zi_arena_reset(&scratch->arena);
    if (found >= 0 || !name.len)
        return found;
    scratch->failed |= !zi_name_fold(name, &scratch->arena, &fold);
    for (size_t i = 0; !scratch->failed && i < t->player_count; i++) {
        if (!zi_name_same(&fold, &t->player[i].fold))
            continue;
        if (found >= 0)
            return -1; /* ambiguous */
        found = (int64_t)i;
    }
    return found;
}

/* Checks of the file alone. */

/* Assigns the player a seat in the round, at that line. */
static void take_seat(struct tournament *t, uint32_t *seat, uint32_t player, uint32_t line,
                      bool once) {
    if (seat[player] && once)
        tournament_fault(t, line, tournament_quoted(t->player[player].name),
                         " has a place in this round already");
    seat[player] = line;
}

/* Checks that nobody has two seats in a round; `seat` has the line of each player's seat. */
static void check_seats(struct tournament *t, uint32_t *seat) {
    size_t p = 0, b = 0;
    for (uint32_t round = 0; round < t->round_count; round++) {
        memset(seat, 0, t->player_count * sizeof *seat);
        for (; p < t->pairing_count && t->pairing[p].round == round; p++)
            for (unsigned side = 0; side < 2; side++)
                take_seat(t, seat, t->pairing[p].player[side], t->pairing[p].line,
                          t->system != SYSTEM_FREE);
        for (; b < t->bye_count && t->bye[b].round == round; b++)
            take_seat(t, seat, t->bye[b].player, t->bye[b].line, true);
    }
}

struct couple {
    uint32_t a, b; /* a < b; in a double round robin the side that moves first is a */
    uint32_t line;
};

static int by_couple(const void *a, const void *b) {
    const struct couple *x = a, *y = b;
    const uint64_t a_key[] = {x->a, x->b, x->line}, b_key[] = {y->a, y->b, y->line};
    return LIST_ORDER(a_key, b_key);
}

/* The player of the pairing, 0 or 1, who moves first if `side` does. */
static bool first_of(const struct tournament_pairing *p, unsigned side) {
    return p->by_side && side;
}

/* `first` of the two moves first. */
static struct couple couple_of(const struct tournament *t, const uint32_t player[2], bool first,
                               uint32_t line) {
    bool swap = t->system == SYSTEM_DOUBLE_ROUND_ROBIN ? first : player[0] > player[1];
    return (struct couple){player[swap], player[!swap], line};
}

/* Whether the two meet in a pairing. A game that one or both forfeit is no meeting. Before the
   games are matched (`table` is NULL), only a result in the file makes a meeting. */
static bool is_meeting(const struct tournament_pairing *p, const struct standings *table) {
    const struct standings_game *g = table && p->game != NO_GAME ? &table->game[p->game] : NULL;
    return (table || p->decided) && game_kind_is_played(g ? g->kind : p->kind);
}

/* Checks that no two players meet more often than the system allows. `tell` reports
   the second meeting. */
static void
check_repeats(struct tournament *t, const struct standings *table, struct couple *couple,
              void (*tell)(void *context, uint32_t line, uint32_t player, const char *why),
              void *context) {
    const unsigned first = zi_rules_first(t->rules);
    static const char *const why[] = {
        [SYSTEM_ROUND_ROBIN] = " meets the same player twice, which a round robin does not have",
        [SYSTEM_DOUBLE_ROUND_ROBIN] =
            " meets the same player twice with the same side, which a double round robin does not "
            "have",
        [SYSTEM_SWISS] = " meets the same player twice, which a Swiss tournament does not have"};
    size_t count = 0;
    if (t->system == SYSTEM_FREE || t->system == SYSTEM_KNOCKOUT)
        return;
    for (size_t i = 0; i < t->pairing_count; i++)
        if (is_meeting(&t->pairing[i], table))
            couple[count++] = couple_of(t, t->pairing[i].player, first_of(&t->pairing[i], first),
                                        t->pairing[i].line);
    qsort(couple, count, sizeof *couple, by_couple);
    for (size_t i = 1; i < count; i++)
        if (couple[i].a == couple[i - 1].a && couple[i].b == couple[i - 1].b)
            tell(context, couple[i].line, couple[i].a, why[t->system]);
}

static void fault_repeat(void *context, uint32_t line, uint32_t player, const char *why) {
    struct tournament *t = context;
    tournament_fault(t, line, tournament_quoted(t->player[player].name), why);
}

void zi_tournament_check_rounds(struct tournament *t) {
    uint32_t *seat = zi_list_zeroed(t->player_count, sizeof *seat);
    struct couple *couple = zi_list_zeroed(t->pairing_count, sizeof *couple);
    t->failed |= !seat || !couple;
    if (!t->failed) {
        check_seats(t, seat);
        check_repeats(t, NULL, couple, fault_repeat, t);
    }
    free(seat);
    free(couple);
}

/* The table. */

/* Whether the tournament began before the rules of FIDE for unplayed rounds of March 2026. */
static bool is_before_2026(const struct tournament *t) {
    struct text date = t->date;
    for (size_t i = 0; i < t->round_count && !date.len; i++)
        date = t->round[i].date;
    return date.len == 10 && is_digit(*date.at) && text_order(date, TEXT("2026-03-01")) < 0;
}

void zi_tournament_begin(struct tournament *t, struct standings *table,
                         const struct names_file *people) {
    struct buffer room = {0};
    struct text word;
    const char *why;
    t->people = people;
    for (size_t i = 0; i < t->player_count; i++) {
        struct tournament_player *p = &t->player[i];
        zi_people_number(&table->people, p->name, p->is_namesake ? p->id : NO_TEXT, true);
        p->listed = people ? zi_names_file_find(people, p->name, p->id, &room) : NAMES_NOBODY;
    }
    for (size_t i = 0; i < t->round_count; i++)
        zi_map_number(&table->listed_rounds, t->round[i].name);
    table->failed |= table->people.failed || table->listed_rounds.failed || room.failed;
    zi_buffer_free(&room);
    table->rules = table->rules ? table->rules : t->rules;
    table->declared = true;
    table->swiss = t->system == SYSTEM_SWISS;
    table->title = t->name;
    table->adjustment = t->adjustment;
    table->rules_2024 = is_before_2026(t);
    table->round_robin = t->system == SYSTEM_ROUND_ROBIN || t->system == SYSTEM_DOUBLE_ROUND_ROBIN;
    table->rounds_planned = t->rounds_planned;
    if (t->scoring.len && !table->scoring_given)
        table->scoring_given = zi_scoring_read(&table->scoring, t->scoring, &why, &word);
    if (t->tie_breaks.len && !table->tie_breaks_given)
        zi_standings_tie_breaks(table, t->tie_breaks, &word);
}

/* The opponent of this player in the only pairing that the round and the table of a record fit; -1
   if there is none, or if the record names neither. */
static int64_t paired_with(const struct tournament *t, const struct facts *f, uint32_t player) {
    int64_t found = -1;
    for (size_t i = 0; i < t->pairing_count && (f->round.len || f->table.len); i++) {
        const struct tournament_pairing *p = &t->pairing[i];
        bool second = p->player[1] == player;
        if ((p->player[0] != player && !second) ||
            (f->round.len && zi_text_order_loose(f->round, t->round[p->round].name)) ||
            (f->table.len && p->table.len && zi_text_order_loose(f->table, p->table)))
            continue;
        if (found >= 0)
            return -1;
        found = p->player[!second];
    }
    return found;
}

/* The only player whose name is like this one; -1 if there is none. */
static int64_t find_like(const struct tournament *t, struct text name,
                         struct tournament_scratch *scratch) {
    struct name_fold fold;
    int64_t found = -1;
    zi_arena_reset(&scratch->arena);
    scratch->failed |= !zi_name_fold(name, &scratch->arena, &fold);
    for (size_t i = 0; !scratch->failed && i < t->player_count; i++) {
        if (!zi_name_near(&fold, &t->player[i].fold))
            continue;
        if (found >= 0)
            return -1;
        found = (int64_t)i;
    }
    return found;
}

static struct text name_in_records(const struct tournament *t, int64_t player) {
    const struct tournament_player *p = player < 0 ? NULL : &t->player[player];
    return !p ? NO_TEXT : p->is_namesake ? p->id : p->name;
}

const char *zi_tournament_add(struct tournament *t, struct standings *table, const struct facts *f,
                              const struct standings_place *place,
                              struct tournament_scratch *scratch, struct text *name,
                              struct text *meant) {
    struct facts known = *f;
    int64_t player[2] = {-1, -1};
    unsigned unknown = 0, lost = 0;
    *name = NO_TEXT;
    for (unsigned side = 0; side < 2 && f->rules; side++) {
        if (!f->players[side].len && !f->ids[side].len)
            continue;
        player[side] = zi_tournament_find(t, f->players[side], f->ids[side], scratch);
        if (player[side] < 0 && !unknown++) {
            lost = side;
            *name = f->players[side].len ? f->players[side] : f->ids[side];
        }
    }
    if (unknown == 1 && player[!lost] >= 0 && meant)
        player[lost] = paired_with(t, f, (uint32_t)player[!lost]);
    if (unknown && meant)
        *meant = name_in_records(t, player[lost] < 0 ? find_like(t, *name, scratch) : player[lost]);
    table->failed |= scratch->failed;
    if (unknown && player[lost] < 0)
        return " is not a player of the tournament file";
    for (unsigned side = 0; side < 2; side++)
        if (player[side] >= 0) {
            known.players[side] = t->player[player[side]].name;
            known.ids[side] =
                t->player[player[side]].is_namesake ? t->player[player[side]].id : NO_TEXT;
        }
    const char *why = zi_standings_add(table, &known, place);
    if (why || !table->game_count)
        return why;
    struct standings_game *g = &table->game[table->game_count - 1];
    g->guessed = unknown > 0;
    if (!f->valid) {
        g->result = RESULT_OPEN;
        g->kind = GAME_PLAYED;
        g->points = -1;
        g->invalid = true;
    }
    return NULL;
}

/* Matching. */

struct matching {
    struct tournament *t;
    struct standings *table;
    struct buffer *out;
    size_t errors;
    struct map couples; /* pairs of players, the lower number first */
    uint32_t *first;    /* by couple: its first pairing, from 1; 0: none */
    uint32_t *next;     /* by pairing: the next pairing of the same two */
    uint32_t event;     /* among the table's words */
};

/* A message at a place. */
#define error_at(m, place, ...) say(m, place, "error", VALUES(__VA_ARGS__))
#define warning_at(m, place, ...) say(m, place, "warning", VALUES(__VA_ARGS__))
static void say(struct matching *m, struct value place, const char *severity,
                const struct value *values, size_t count) {
    buffer_add(m->out, place, ": ", severity, ": ");
    zi_buffer_add(m->out, values, count);
    buffer_char(m->out, '\n');
    m->errors += *severity == 'e';
}

static struct value at_game(const struct matching *m, uint32_t game) {
    const struct standings_place *p = &m->table->game[game].place;
    return value_place(standings_word(m->table, p->file), p->line);
}

static struct value at_line(const struct matching *m, uint32_t line) {
    return value_place(m->t->file, line);
}

static struct value name(const struct matching *m, uint32_t player) {
    return value_quoted(m->t->player[player].name, NAME_COLUMNS);
}

static struct value round_name(const struct matching *m, uint32_t round) {
    return value_line(m->t->round[round].name, NAME_COLUMNS);
}

/* The name of the round among the table's words. */
static uint32_t round_word(const struct matching *m, size_t round) {
    return zi_map_number(&m->table->words, m->t->round[round].name);
}

/* A warning about a record that names another event, or none. */
static void warn_foreign(struct matching *m, uint32_t game, struct value place, const char *before,
                         const char *after) {
    struct text event = standings_word(m->table, m->table->game[game].event);
    warning_at(m, at_game(m, game), event.len ? "the event is " : "there is no event",
               event.len ? value_quoted(event, NAME_COLUMNS) : value_string(NULL), before, place,
               after);
}

static uint32_t first_pairing(const struct matching *m, const struct standings_game *g) {
    uint32_t room[2];
    int64_t couple = zi_map_find(&m->couples, couple_text(g->player, room));
    return couple < 0 ? 0 : m->first[couple];
}

static bool index_pairings(struct matching *m) {
    const struct tournament *t = m->t;
    m->first = zi_list_zeroed(t->pairing_count, sizeof *m->first);
    m->next = zi_list_zeroed(t->pairing_count, sizeof *m->next);
    for (size_t i = t->pairing_count; m->first && m->next && i-- > 0;) {
        uint32_t room[2];
        uint32_t couple = zi_map_number(&m->couples, couple_text(t->pairing[i].player, room));
        m->next[i] = m->first[couple];
        m->first[couple] = (uint32_t)i + 1;
    }
    return m->first && m->next && !m->couples.failed;
}

/* How well a pairing of the same players fits a game. */
enum { FITS_OTHER_ROUND = 1, FITS_OTHER_SIDES, FITS };

static unsigned fit(const struct matching *m, const struct standings_game *g,
                    const struct tournament_pairing *p) {
    struct text round = standings_word(m->table, g->round);
    if (round.len && zi_text_order_loose(round, m->t->round[p->round].name))
        return FITS_OTHER_ROUND;
    return p->player[first_of(p, g->first)] == g->player[0] ? FITS : FITS_OTHER_SIDES;
}

/* Assigns to the game the first pairing without a record that fits exactly this well. */
static void match_game(struct matching *m, uint32_t game, unsigned fits) {
    struct standings_game *g = &m->table->game[game];
    for (uint32_t i = first_pairing(m, g); i; i = m->next[i - 1]) {
        struct tournament_pairing *p = &m->t->pairing[i - 1];
        if (p->game != NO_GAME || fit(m, g, p) != fits)
            continue;
        p->game = game;
        g->pairing = i;
        if (fits == FITS_OTHER_ROUND)
            error_at(m, at_game(m, game), name(m, g->player[0]), " and ", name(m, g->player[1]),
                     " are paired in round ", round_name(m, p->round), " (", at_line(m, p->line),
                     "), but the record says round ",
                     value_line(standings_word(m->table, g->round), NAME_COLUMNS),
                     "; correct one of them");
        else if (fits == FITS_OTHER_SIDES)
            error_at(m, at_game(m, game), name(m, g->player[0]), " is ",
                     zi_word(LANGUAGE_ENGLISH, zi_standings_side_word(m->table, g, 0)),
                     " here, but ",
                     zi_word(LANGUAGE_ENGLISH, zi_standings_side_word(m->table, g, 1)),
                     " in the pairing (", at_line(m, p->line), "); correct one of them");
        g->round = round_word(m, p->round);
        if (!standings_word(m->table, g->table).len)
            g->table = zi_map_number(&m->table->words, p->table);
        return;
    }
}

/* Pairings of the same players that a game is compared with that remains. */
enum { SEEN_MAX = 64 };

/* Refuses a game that remains: it appears twice, or was not paired. */
static void refuse_game(struct matching *m, uint32_t game) {
    struct standings_game *g = &m->table->game[game];
    struct text round = standings_word(m->table, g->round);
    const struct tournament_pairing *same = NULL; /* each of them has a record */
    uint32_t i = first_pairing(m, g);
    for (unsigned best = 0, seen = 0; i && best < FITS && seen < SEEN_MAX; seen++) {
        const struct tournament_pairing *p = &m->t->pairing[i - 1];
        unsigned fits = fit(m, g, p);
        same = fits > best ? p : same;
        best = fits > best ? fits : best;
        i = m->next[i - 1];
    }
    g->omitted = true;
    if (g->foreign)
        warn_foreign(m, game, value_string(NULL), "",
                     ", and no pairing without a record fits; the record is omitted");
    else if (same)
        error_at(m, at_game(m, game), "the game of ", name(m, g->player[0]), " and ",
                 name(m, g->player[1]), " in round ", round_name(m, same->round),
                 " appears twice, first ", at_game(m, same->game),
                 "; remove one of the records; this one is omitted");
    else
        error_at(m, at_game(m, game), name(m, g->player[0]), " and ", name(m, g->player[1]),
                 " are not paired", round.len ? " in round " : "", value_line(round, NAME_COLUMNS),
                 "; correct the names of the record, or the pairings of ",
                 value_line(m->t->file, UINT32_MAX), "; the record is omitted");
}

/* Adopts a record of another event if it fits a pairing that has no record. */
static void adopt_game(struct matching *m, uint32_t game) {
    struct standings_game *g = &m->table->game[game];
    match_game(m, game, FITS);
    if (!g->pairing)
        return;
    warn_foreign(m, game, at_line(m, m->t->pairing[g->pairing - 1].line), ", but the pairing (",
                 ") fits; the record is used");
    g->event = m->event;
}

static void match_games(struct matching *m) {
    struct standings *table = m->table;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned fits = FITS; fits; fits--)
            for (size_t i = 0; i < table->game_count; i++) {
                const struct standings_game *g = &table->game[i];
                if (!g->pairing && !g->foreign && g->guessed == pass)
                    match_game(m, (uint32_t)i, fits);
            }
    for (size_t i = 0; i < table->game_count; i++)
        if (table->game[i].foreign)
            adopt_game(m, (uint32_t)i);
    for (size_t i = 0; i < table->game_count; i++)
        if (!table->game[i].pairing)
            refuse_game(m, (uint32_t)i);
}

/* The result in the order of the pairing, or the other way round. */
static enum result turned(enum result result, const struct standings_game *g,
                          const struct tournament_pairing *p) {
    return result_turned(result, g->player[0] != p->player[0]);
}

/* Compares the result of a game in the file with that of its record. */
static void decide(struct matching *m, const struct tournament_pairing *p) {
    struct standings_game *g = &m->table->game[p->game];
    enum result result = turned(p->result, g, p);
    if (!p->decided)
        return;
    if (standings_is_open(g)) {
        g->result = result;
        g->kind = p->kind;
    }
    if (g->result == result && (g->kind == p->kind || result == RESULT_DRAW))
        return; /* the file has no word for a draw by forfeit */
    struct standings_game said = {.result = result, .kind = p->kind};
    error_at(m, at_game(m, p->game), "the result is ", zi_standings_result(g), " here, but ",
             zi_standings_result(&said), " in the pairing (", at_line(m, p->line),
             "); correct one of them; the record counts");
}

/* Adds a game without a record. */
static void add_unrecorded(struct matching *m, const struct tournament_pairing *p, uint32_t board) {
    struct standings *table = m->table;
    const unsigned side = zi_rules_first(table->rules);
    const bool first = first_of(p, side);
    struct standings_game g = {.player = {p->player[first], p->player[!first]},
                               .first = side,
                               .event = m->event,
                               .round = round_word(m, p->round),
                               .table = zi_map_number(&table->words, p->table),
                               .place = {zi_map_number(&table->words, m->t->file), p->line, 0},
                               .points = -1,
                               .board = board,
                               .result = result_turned(p->decided ? p->result : RESULT_OPEN, first),
                               .kind = p->decided ? p->kind : GAME_PLAYED};
    zi_standings_add_game(table, &g);
}

static void report_missing(struct matching *m, const struct tournament_pairing *p) {
    error_at(m, at_line(m, p->line), "there is no record of the game of ", name(m, p->player[0]),
             " and ", name(m, p->player[1]), " in round ", round_name(m, p->round),
             "; add it, or say here how it ended with `result` or `forfeit`");
}

/* Reports rounds without any results yet in one line. */
static void report_to_come(struct matching *m) {
    struct tournament *t = m->t;
    for (uint32_t r = 0; r < t->round_count; r++)
        if (!t->round[r].is_begun && t->round[r].pairings)
            warning_at(
                m, at_line(m, t->round[r].line), "round ", round_name(m, r),
                " has no records and no results yet: ",
                value_counted(t->round[r].pairings, " game is to come", " games are to come"));
}

/* Checks that players who have lost do not play again. */
static void check_knockout(struct matching *m) {
    struct tournament *t = m->t;
    uint32_t *lost = zi_list_zeroed(t->player_count, sizeof *lost); /* pairing + 1 */
    m->table->failed |= !lost;
    for (size_t i = 0; lost && i < t->pairing_count; i++) {
        const struct tournament_pairing *p = &t->pairing[i];
        const struct standings_game *g = p->game == NO_GAME ? NULL : &m->table->game[p->game];
        enum result result = g ? turned(g->result, g, p) : p->result;
        enum game_kind kind = g ? g->kind : p->kind;
        for (unsigned side = 0; side < 2; side++) {
            uint32_t player = p->player[side];
            const struct tournament_pairing *of = lost[player] ? &t->pairing[lost[player] - 1] : p;
            if (of->round != p->round)
                error_at(m, at_line(m, p->line), name(m, player), " lost in round ",
                         round_name(m, of->round), " (", at_line(m, of->line),
                         ") and cannot play on in a knockout");
            if (result == result_win(!side) || kind == GAME_DOUBLE_FORFEIT)
                lost[player] = (uint32_t)i + 1;
        }
    }
    free(lost);
}

/* Marks the rounds that have begun: one of their games has ended, everybody has a bye, or a later
   round has begun. The others are to come. */
static void find_begun(struct matching *m) {
    struct tournament *t = m->t;
    size_t byes = 0;
    for (size_t i = 0; i < t->bye_count; i++) {
        byes = i && t->bye[i - 1].round == t->bye[i].round ? byes + 1 : 1;
        t->round[t->bye[i].round].is_begun |= byes == t->player_count;
    }
    for (size_t i = 0; i < t->pairing_count; i++)
        t->round[t->pairing[i].round].is_begun |=
            t->pairing[i].decided || t->pairing[i].game != NO_GAME;
    for (size_t i = t->round_count; i-- > 1;)
        t->round[i - 1].is_begun |= t->round[i].is_begun;
}

static void report_repeat(void *context, uint32_t line, uint32_t player, const char *why) {
    struct matching *m = context;
    error_at(m, at_line(m, line), name(m, player), why);
}

static void add_rest(struct matching *m, struct couple *couple) {
    struct tournament *t = m->t;
    uint32_t board = 0;
    find_begun(m);
    for (size_t i = 0; i < t->pairing_count; i++) {
        const struct tournament_pairing *p = &t->pairing[i];
        board = i && p->round == p[-1].round ? board + 1 : 1;
        if (p->game != NO_GAME) {
            m->table->game[p->game].board = board;
            decide(m, p);
            continue;
        }
        if (!p->decided && t->round[p->round].is_begun)
            report_missing(m, p);
        add_unrecorded(m, p, board);
    }
    if (t->system == SYSTEM_KNOCKOUT)
        check_knockout(m);
    check_repeats(t, m->table, couple, report_repeat, m);
    report_to_come(m);
}

static void add_bye(struct matching *m, uint32_t player, size_t round, enum bye_kind kind) {
    zi_standings_add_bye(m->table, &(struct standings_bye){.player = player,
                                                           .event = m->event,
                                                           .round = round_word(m, round),
                                                           .to_come = !m->t->round[round].is_begun,
                                                           .kind = kind});
}

/* Adds byes. In a Swiss tournament, players without a pairing in a begun round get a zero-point
   bye, as if they had requested it. */
static void add_byes(struct matching *m) {
    struct tournament *t = m->t;
    size_t p = 0, b = 0;
    bool *seated = zi_list_zeroed(t->player_count, sizeof *seated);
    m->table->failed |= !seated;
    for (uint32_t r = 0; seated && r < t->round_count; r++) {
        bool begun = t->round[r].is_begun;
        memset(seated, 0, t->player_count * sizeof *seated);
        for (; p < t->pairing_count && t->pairing[p].round == r; p++)
            seated[t->pairing[p].player[0]] = seated[t->pairing[p].player[1]] = true;
        for (; b < t->bye_count && t->bye[b].round == r; b++) {
            seated[t->bye[b].player] = true;
            add_bye(m, t->bye[b].player, r, t->bye[b].kind);
        }
        for (uint32_t i = 0; i < t->player_count && begun && t->system == SYSTEM_SWISS; i++)
            if (!seated[i])
                add_bye(m, i, r, BYE_ZERO);
    }
    free(seated);
}

/* Removes omitted games. */
static void drop_games(struct matching *m) {
    struct standings *table = m->table;
    size_t kept = 0;
    for (size_t i = 0; i < table->game_count; i++)
        if (!table->game[i].omitted)
            table->game[kept++] = table->game[i];
    table->dropped += table->game_count - kept;
    table->game_count = kept;
}

/* Without rounds in the file: checks that all players meet each other as often as the system
   requires. */
static void check_everybody(struct matching *m, struct couple *couple) {
    struct tournament *t = m->t;
    struct standings *table = m->table;
    size_t missing = 0, at = 0, count = table->game_count;
    bool twice = t->system == SYSTEM_DOUBLE_ROUND_ROBIN;
    for (size_t i = 0; i < count; i++)
        couple[i] = couple_of(t, table->game[i].player, 0, (uint32_t)i);
    qsort(couple, count, sizeof *couple, by_couple);
    for (size_t i = 1, met = count; i <= count; i++) {
        bool same =
            met < count && couple[i - 1].a == couple[met].a && couple[i - 1].b == couple[met].b;
        struct standings_game *g = &table->game[couple[i - 1].line];
        if (game_kind_is_played(g->kind) && same) {
            error_at(m, at_game(m, couple[i - 1].line), name(m, g->player[0]), " and ",
                     name(m, g->player[1]),
                     twice ? " have met with these sides already, " : " have met already, ",
                     at_game(m, couple[met].line),
                     "; remove one of the records, or correct it; this one is omitted");
            g->omitted = true;
        } else if (game_kind_is_played(g->kind)) {
            met = i - 1;
        }
    }
    for (uint32_t a = 0; a < t->player_count; a++)
        for (uint32_t b = twice ? 0 : a; b < t->player_count; b++) {
            while (at < count && (couple[at].a < a || (couple[at].a == a && couple[at].b < b)))
                at++;
            bool there = at < count && couple[at].a == a && couple[at].b == b;
            if (there || a == b || ++missing > MISSING_NAMED_MAX)
                continue;
            error_at(m, at_line(m, t->player[b].line), "there is no record of the game of ",
                     name(m, a), " and ", name(m, b),
                     twice ? ", in which the first moves first" : "");
        }
    if (missing > MISSING_NAMED_MAX)
        error_at(m, at_line(m, 1), "more games are missing than are listed here");
}

size_t zi_tournament_match(struct tournament *t, struct standings *table, struct buffer *out) {
    struct matching m = {.t = t, .table = table, .out = out};
    size_t couples = table->game_count > t->pairing_count ? table->game_count : t->pairing_count;
    struct couple *couple = zi_list_zeroed(couples, sizeof *couple);
    bool fine = couple && index_pairings(&m);
    size_t own = 0;
    while (own < table->game_count && table->game[own].foreign)
        own++;
    m.event =
        own < table->game_count ? table->game[own].event : zi_map_number(&table->words, t->event);
    if (fine && t->round_count) {
        match_games(&m);
        add_rest(&m, couple);
    } else if (fine && table->round_robin) {
        check_everybody(&m, couple);
    }
    if (fine) {
        add_byes(&m);
        drop_games(&m);
    }
    table->failed |= !fine || table->words.failed || out->failed;
    zi_map_free(&m.couples);
    free(m.first);
    free(m.next);
    free(couple);
    return m.errors;
}

size_t zi_tournament_check_points(struct tournament *t, const struct standings *table,
                                  struct buffer *out) {
    size_t errors = 0;
    for (size_t i = 0; t->claimed && i < table->players; i++) {
        const struct standings_row *row = &table->standing[i];
        struct text claimed = t->claimed[row->player];
        int64_t parts, coming = row->score;
        for (size_t b = 0; b < table->bye_count; b++) { /* may be in it */
            struct standings_bye bye = table->bye[b];
            bye.to_come = false;
            if (bye.player == row->player && table->bye[b].to_come)
                coming += zi_standings_bye_worth(table, &bye);
        }
        if (!claimed.len || !zi_score_read(claimed, &parts) || parts == row->score ||
            parts == coming || ++errors > POINTS_NAMED_MAX)
            continue;
        buffer_place(out, t->file, t->player[row->player].line, "error");
        buffer_add(out, value_quoted(t->player[row->player].name, NAME_COLUMNS), " has ",
                   value_decimal(parts, 4), " points here, but the rounds give ",
                   value_decimal(row->score, 4), "; correct one of them; the rounds count\n");
    }
    if (errors > POINTS_NAMED_MAX)
        buffer_add(out, "error: the points of ", errors - POINTS_NAMED_MAX,
                   " more players are not what the rounds give\n");
    return errors;
}
