#include "cli/archive/query.h"

#include "notation/base/unicode.h"
#include "notation/record/record.h"

enum { DAY_FIRST = 0, DAY_LAST = 99991231 };

const char *const condition_names[CONDITIONS] = {
    "player", "black", "white",  "a",      "b",           "id",     "event", "site",
    "round",  "since", "until",  "result", "termination", "reason", "game",  "variant",
    "rule",   "plies", "points", "rating", "position",    "move"};

/* Days. */

static int64_t day_of(unsigned year, unsigned month, unsigned day) {
    return year * 10000 + month * 100 + day;
}

/* The digits from `at` to `end`; -1 for `??`; -2 for anything else. */
static int date_part(struct text date, size_t at, size_t end) {
    struct text part = {date.at + at, end - at};
    if (text_is_number(part))
        return (int)text_number(part, 9999);
    for (size_t i = at; i < end; i++)
        if (date.at[i] != '?')
            return -2;
    return -1;
}

bool query_date(struct text date, int64_t from, int64_t to) {
    enum { LEAP_GAP = 8 }; /* years from one 29 February to the next, at most */
    if (date.len != 10)
        return false;
    int year = date_part(date, 0, 4), month = date_part(date, 5, 7), day = date_part(date, 8, 10);
    if (year < -1 || month < -1 || day < -1 || month == 0 || month > 12 || day == 0)
        return false;
    unsigned first = year < 0 ? (unsigned)(from / 10000) : (unsigned)year;
    unsigned last = year < 0 ? first + LEAP_GAP : first, months = month < 0 ? 12 : (unsigned)month;
    for (unsigned y = first; y <= last; y++)
        for (unsigned m = month < 0 ? 1 : months; m <= months; m++)
            for (unsigned d = day < 0 ? 1 : (unsigned)day; d <= month_days(y, m); d++) {
                int64_t now = day_of(y, m, d);
                if (now >= from && now <= to)
                    return true;
                if (day >= 0)
                    break;
            }
    return false;
}

/* `2009`, `2009-06` or `2009-06-30`; an omitted part, or `??`, is the first or last possible. */
static bool read_day(struct text t, bool last, int64_t *to) {
    bool whole = t.len == 10 && t.at[7] == '-', months = t.len == 7 || whole;
    if ((t.len != 4 && !months) || (months && t.at[4] != '-'))
        return false;
    int year = date_part(t, 0, 4), month = months ? date_part(t, 5, 7) : -1;
    int day = whole ? date_part(t, 8, 10) : -1;
    if (year < 0 || month < -1 || month == 0 || month > 12 || day < -1 || day == 0)
        return false;
    if (month < 0 && day >= 0)
        return false;
    unsigned m = month < 0 ? (last ? 12 : 1) : (unsigned)month, end = month_days((unsigned)year, m);
    unsigned d = day < 0 ? (last ? end : 1) : (unsigned)day;
    *to = day_of((unsigned)year, m, d);
    return d <= end;
}

/* Adding conditions: each returns NULL, or why the value is invalid. */

static const char *read_range(struct condition_value *v) {
    const char *dash = memchr(v->text.at, '-', v->text.len);
    struct text low = v->text, high = v->text;
    if (dash) {
        low.len = (size_t)(dash - low.at);
        high = (struct text){dash + 1, v->text.len - low.len - 1};
    }
    bool numbers = (text_is_number(low) || !low.len) && (text_is_number(high) || !high.len);
    if (!numbers || (!low.len && !high.len))
        return "the value must be a number or a range, such as 40, 40-80, -20 or 100-";
    v->low = low.len ? text_number(low, UINT32_MAX) : 0;
    v->high = high.len ? text_number(high, UINT32_MAX) : INT64_MAX;
    return v->low > v->high ? "the range ends before it begins" : NULL;
}

static const char *check_result(struct text t) {
    bool known = text_is(t, "draw") || text_is(t, "*");
    for (size_t i = 0; i < zi_game_count; i++)
        for (unsigned side = 0; side < 2; side++)
            known |= text_is(t, zi_games[i]->sides[side]);
    return known ? NULL : "a result must be black, white, a, b, draw or *";
}

static const char *check_termination(struct text t) {
    static const char *const words[] = {"rules",   "resignation",  "time",       "agreement",
                                        "forfeit", "adjudication", "unfinished", "",
                                        NULL};
    return text_is_one_of(t, words) ? NULL
                                    : "a termination is rules, resignation, time, agreement, "
                                      "forfeit, adjudication or unfinished";
}

static const char *check_move(struct text t) {
    for (size_t i = 0; i < t.len; i++)
        if (t.at[i] <= ' ' || t.at[i] > '~')
            return "a move must consist of ASCII characters without blanks";
    return t.len ? NULL
                 : "the value must be a move in its canonical form, with ? for a character and * "
                   "for any text";
}

static const char *fold_text(struct query *q, struct condition_value *v) {
    if (!zi_glob_fold(v->text, &q->arena, &v->text))
        q->out_of_memory = true;
    return NULL;
}

static const char *check_value(struct query *q, enum condition c, struct condition_value *v) {
    bool again = q->value[c] != NULL;
    switch (c) {
    case CONDITION_PLAYER:
    case CONDITION_BLACK:
    case CONDITION_WHITE:
    case CONDITION_A:
    case CONDITION_B:
    case CONDITION_EVENT:
    case CONDITION_SITE:
    case CONDITION_ROUND: return fold_text(q, v);
    case CONDITION_FROM:
    case CONDITION_TO:
        if (again)
            return "a range of dates must have one beginning and one end";
        return read_day(v->text, c == CONDITION_TO, c == CONDITION_TO ? &v->high : &v->low)
                   ? NULL
                   : "a date must be YYYY, YYYY-MM or YYYY-MM-DD and exist in the calendar";
    case CONDITION_RESULT: return check_result(v->text);
    case CONDITION_TERMINATION: return check_termination(v->text);
    case CONDITION_GAME: return zi_game_find(v->text) ? NULL : "zet does not know this game";
    case CONDITION_RULE:
        return memchr(v->text.at, '=', v->text.len) ? NULL : "a rule must be KEY=VALUE";
    case CONDITION_PLIES:
    case CONDITION_POINTS:
    case CONDITION_RATING: return read_range(v);
    case CONDITION_MOVE: return check_move(v->text);
    default: return NULL;
    }
}

static bool is_wrong(struct query_fault *fault, enum condition c, const char *value,
                     const char *why) {
    *fault = (struct query_fault){.condition = c, .value = value, .why = why};
    return false;
}

bool query_add(struct query *q, enum condition c, const char *value, struct query_fault *fault) {
    struct condition_value *v = zi_arena_alloc(&q->arena, sizeof *v);
    *fault = (struct query_fault){0};
    if (!v) {
        q->out_of_memory = true;
        return false;
    }
    *v = (struct condition_value){
        .given = text_of(value), .text = text_of(value), .low = DAY_FIRST, .high = DAY_LAST};
    const char *why = c != CONDITION_POSITION && v->text.len > CONDITION_BYTES_MAX
                          ? "a value must have at most 1000 bytes"
                          : check_value(q, c, v);
    if (why)
        return is_wrong(fault, c, value, why);
    struct condition_value **end = &q->value[c];
    while (*end)
        end = &(*end)->next;
    *end = v;
    return !q->out_of_memory;
}

/* Games, variants, rules. */

static bool is_given(const struct query *q, enum condition c, const char *word) {
    for (const struct condition_value *v = q->value[c]; v; v = v->next)
        if (text_is(v->text, word))
            return true;
    return !q->value[c];
}

static struct text key_of_rule(struct text rule) {
    return (struct text){rule.at, (size_t)((const char *)memchr(rule.at, '=', rule.len) - rule.at)};
}

static struct text value_of_rule(struct text rule) {
    size_t key = key_of_rule(rule).len + 1;
    return text_after(rule, key);
}

/* Whether the game has that option with the ruleset's value. */
static bool rule_holds(const struct ruleset *rs, struct text rule) {
    struct ruleset other = *rs;
    if (zi_ruleset_set(&other, key_of_rule(rule), value_of_rule(rule)))
        return false;
    for (size_t i = 0; i < rs->rules->option_count; i++)
        if (zi_ruleset_option(&other, i) != zi_ruleset_option(rs, i))
            return false;
    return true;
}

static bool rules_hold(const struct query *q, const struct ruleset *rs, const char *only) {
    for (const struct condition_value *v = q->value[CONDITION_RULE]; v; v = v->next) {
        struct text key = key_of_rule(v->text);
        bool holds = only && !text_is(key, only);
        for (const struct condition_value *o = q->value[CONDITION_RULE]; o && !holds; o = o->next)
            holds = text_same(key_of_rule(o->text), key) && rule_holds(rs, o->text);
        if (!holds)
            return false;
    }
    return true;
}

/* Checks that a requested game has the variant. */
static const char *check_variant(const struct query *q, struct text name) {
    for (size_t i = 0; i < zi_game_count; i++)
        if (is_given(q, CONDITION_GAME, zi_games[i]->name) &&
            zi_variant_find(zi_games[i], name) >= 0)
            return NULL;
    return q->value[CONDITION_GAME] ? "the game has no such variant" : "no game has such a variant";
}

/* Checks that a requested game has the option with such a value. */
static const char *check_rule(const struct query *q, struct text rule) {
    const char *why = NULL, *other = NULL;
    for (size_t i = 0; i < zi_game_count; i++) {
        struct ruleset rs;
        if (!is_given(q, CONDITION_GAME, zi_games[i]->name))
            continue;
        zi_ruleset_init(&rs, zi_games[i], 0);
        if (!(other = zi_ruleset_set(&rs, key_of_rule(rule), value_of_rule(rule))))
            return NULL;
        for (size_t k = 0; k < zi_games[i]->option_count; k++)
            if (text_is(key_of_rule(rule), zi_games[i]->options[k].name))
                why = other;
    }
    return why ? why : other;
}

/* Positions. */

/* The option that sets the board's size. */
static const struct rule_option *size_option(const struct rules *rules) {
    for (size_t i = 0; i < rules->option_count; i++)
        if (!strcmp(rules->options[i].name, "size"))
            return &rules->options[i];
    return NULL;
}

static bool same_board(const struct board *a, const struct board *b) {
    return a->files == b->files && a->ranks == b->ranks && a->levels == b->levels;
}

static struct pattern_fit *fit_for(const struct condition_value *v, const struct ruleset *rs) {
    for (struct pattern_fit *fit = v->fits; fit; fit = fit->next)
        if (fit->rules == rs->rules && same_board(&fit->board, &rs->board))
            return fit;
    return NULL;
}

/* Tries one board. Keeps the fault farthest in the text: that board was the most likely one. */
static void try_board(struct query *q, struct condition_value *v, const struct ruleset *rs,
                      struct query_fault *fault) {
    const char *why;
    size_t place;
    if (!rules_hold(q, rs, "size") || fit_for(v, rs))
        return;
    struct pattern_fit *fit = pattern_fit(&q->arena, v->text, rs, &why, &place);
    if (fit) {
        fit->next = v->fits;
        v->fits = fit;
    } else if (!why) {
        q->out_of_memory = true;
    } else if (!fault->why || place > fault->place) {
        *fault = (struct query_fault){CONDITION_POSITION, v->text.at, why, true, place};
    }
}

static void try_game(struct query *q, struct condition_value *v, const struct rules *rules,
                     struct query_fault *fault) {
    const struct rule_option *size = size_option(rules);
    for (unsigned i = 0; i == 0 || (rules->variants && rules->variants[i]); i++) {
        struct ruleset rs;
        if (rules->variants ? !is_given(q, CONDITION_VARIANT, rules->variants[i])
                            : q->value[CONDITION_VARIANT] != NULL)
            continue;
        zi_ruleset_init(&rs, rules, i);
        for (uint32_t n = size ? size->min : 0; n <= (size ? size->max : 0); n++) {
            char room[16];
            struct writer w = {room, sizeof room, 0};
            write_number(&w, n);
            if (size)
                zi_ruleset_set(&rs, TEXT("size"), written(&w));
            try_board(q, v, &rs, fault);
        }
    }
}

static bool find_boards(struct query *q, struct condition_value *v, struct query_fault *fault) {
    *fault = (struct query_fault){0};
    for (size_t i = 0; i < zi_game_count; i++)
        if (is_given(q, CONDITION_GAME, zi_games[i]->name))
            try_game(q, v, zi_games[i], fault);
    if (!v->fits && !fault->why)
        return is_wrong(fault, CONDITION_POSITION, v->text.at,
                        "no game has that variant together with these rules");
    return v->fits != NULL;
}

bool query_ready(struct query *q, struct query_fault *fault) {
    const struct condition_value *from = q->value[CONDITION_FROM], *to = q->value[CONDITION_TO];
    const char *why;
    if (from && to && from->low > to->high)
        return is_wrong(fault, CONDITION_TO, to->text.at, "the range ends before it begins");
    for (struct condition_value *v = q->value[CONDITION_VARIANT]; v; v = v->next)
        if ((why = check_variant(q, v->text)))
            return is_wrong(fault, CONDITION_VARIANT, v->text.at, why);
    for (struct condition_value *v = q->value[CONDITION_RULE]; v; v = v->next)
        if ((why = check_rule(q, v->text)))
            return is_wrong(fault, CONDITION_RULE, v->text.at, why);
    for (struct condition_value *v = q->value[CONDITION_POSITION]; v; v = v->next)
        if (!find_boards(q, v, fault))
            return false;
    return !q->out_of_memory;
}

bool query_is_empty(const struct query *q) {
    for (unsigned c = 0; c < CONDITIONS; c++)
        if (q->value[c])
            return false;
    return true;
}

void query_free(struct query *q) {
    zi_arena_free(&q->arena);
    zi_buffer_free(&q->folded);
    *q = (struct query){0};
}

bool query_copy(struct query *to, const struct query *from) {
    struct query_fault fault;
    to->negated = from->negated;
    to->variations = from->variations;
    to->names = from->names;
    for (unsigned c = 0; c < CONDITIONS; c++)
        for (const struct condition_value *v = from->value[c]; v; v = v->next)
            if (!query_add(to, (enum condition)c, v->given.at, &fault))
                return false;
    return query_ready(to, &fault);
}

bool query_failed(const struct query *q) { return q->folded.failed || q->out_of_memory; }

/* Observing a record's moves. */

struct observer query_observer(struct query *q) {
    return (struct observer){.see = query_see, .see_move = query_see_move, .context = q};
}

void query_begin(struct query *q) { q->position_found = q->move_found = false; }

/* Whether a pattern matches the position. *described: q->setup is the position. */
static bool holds(struct query *q, const struct move_reader *in, const struct pattern_fit *fit,
                  bool *described) {
    const struct rules *rules = in->verdict->rules;
    const union position *position = &in->branches->replay.position;
    if (!fit || (!fit->any_turn && rules->turn(position) != fit->turn))
        return false;
    if (!*described)
        rules->describe(position, &q->setup);
    *described = true;
    return pattern_holds(fit, &q->setup);
}

static void look_at_position(struct query *q, const struct move_reader *in) {
    bool described = false;
    for (const struct condition_value *v = q->value[CONDITION_POSITION]; v && !q->position_found;
         v = v->next)
        if (holds(q, in, fit_for(v, &in->verdict->ruleset), &described)) {
            q->position_found = true;
            q->position_ply = in->turn;
        }
}

/* Compares the move's text in all forms of the notation, including shortened ones. */
static bool move_fits(const struct condition_value *v, const struct notation *notation,
                      const struct move *m) {
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    struct move other;
    notation->write(&w, m);
    if (zi_glob_fits(v->text, written(&w), true))
        return true;
    move_copy(&other, m);
    if (!notation->shorten(&other))
        return false;
    w.len = 0;
    notation->write(&w, &other);
    return zi_glob_fits(v->text, written(&w), true);
}

static void look_at_move(struct query *q, const struct move_reader *in, const struct move *m) {
    const struct notation *notation = in->verdict->rules->notation;
    for (struct condition_value *v = q->value[CONDITION_MOVE]; v && !q->move_found; v = v->next)
        if (move_fits(v, notation, m)) {
            q->move_found = true;
            q->move_ply = in->turn;
        }
}

void query_see(void *context, const struct move_reader *in, enum token token) {
    struct query *q = context;
    if (token == TOKEN_MOVE && in->played && !in->playout && (!in->depth || q->variations))
        query_see_move(q, in, &in->canonical, NULL);
}

void query_see_move(void *context, const struct move_reader *in, const struct move *canonical,
                    const struct effect *effect) {
    struct query *q = context;
    (void)effect;
    if (!q->move_found && q->value[CONDITION_MOVE])
        look_at_move(q, in, canonical);
    if (move_is_turn(canonical) && !q->position_found && q->value[CONDITION_POSITION])
        look_at_position(q, in);
}

/* Whether a pattern matches at the start. */
static bool holds_at_start(struct query *q, const struct record *r, const struct verdict *v) {
    const struct field *f = &r->field[KEY_POSITION];
    bool described = false;
    for (const struct condition_value *c = q->value[CONDITION_POSITION]; c; c = c->next) {
        const struct pattern_fit *fit = fit_for(c, &v->ruleset);
        if (!fit)
            continue;
        if (!described && f->state == FIELD_GIVEN) {
            size_t fault;
            v->rules->notation->read_setup(f->text, &v->ruleset.board, &q->setup, &fault);
        } else if (!described) {
            union position start;
            v->rules->start(&start, &v->ruleset, NULL);
            v->rules->describe(&start, &q->setup);
        }
        described = true;
        if ((fit->any_turn || q->setup.turn == fit->turn) && pattern_holds(fit, &q->setup))
            return true;
    }
    return false;
}

/* Facts of a game. */

/* Whether the player has that name: the name in the record, or another name of that person. */
static bool is_called(struct query *q, struct text pattern, struct text name, struct text id) {
    if (zi_glob_text_fits(pattern, name, &q->folded))
        return true;
    uint32_t person = q->names ? zi_names_file_find(q->names, name, id, &q->folded) : NAMES_NOBODY;
    return person != NAMES_NOBODY &&
           (zi_glob_text_fits(pattern, q->names->at[person].name, &q->folded) ||
            zi_names_file_find(q->names, pattern, NO_TEXT, &q->folded) == person);
}

/* Whether the player has that id: the record's, or for a person of the names file any of that
 * person's ids. */
static bool has_id(struct query *q, struct text wanted, struct text name, struct text id) {
    uint32_t person =
        q->names ? zi_names_file_find(q->names, NO_TEXT, wanted, &q->folded) : NAMES_NOBODY;
    return text_same(id, wanted) ||
           (person != NAMES_NOBODY && zi_names_file_find(q->names, name, id, &q->folded) == person);
}

/* Whether the date can be between the two ends. */
static bool dates_hold(const struct query *q, struct text date) {
    const struct condition_value *from = q->value[CONDITION_FROM], *to = q->value[CONDITION_TO];
    return query_date(date, from ? from->low : DAY_FIRST, to ? to->high : DAY_LAST);
}

bool query_fits_value(struct query *q, enum condition c, struct text text, struct text id) {
    bool fits = (c == CONDITION_FROM || c == CONDITION_TO) && dates_hold(q, text);
    for (const struct condition_value *v = q->value[c]; v && !fits; v = v->next)
        switch (c) {
        case CONDITION_EVENT:
        case CONDITION_SITE:
        case CONDITION_ROUND: fits = zi_glob_text_fits(v->text, text, &q->folded); break;
        case CONDITION_TERMINATION: fits = text_same(v->text, text); break;
        case CONDITION_REASON: fits = zi_glob_fits(v->text, text, false); break;
        case CONDITION_ID: fits = has_id(q, v->text, text, id); break;
        case CONDITION_FROM:
        case CONDITION_TO: return false;
        default: fits = is_called(q, v->text, text, id);
        }
    return fits;
}

bool query_fits_rules(const struct query *q, enum condition c, const struct ruleset *rs) {
    const char *name = c == CONDITION_GAME    ? rs->rules->name
                       : !rs->rules->variants ? ""
                                              : rs->rules->variants[rs->variant];
    return c == CONDITION_RULE ? rules_hold(q, rs, NULL) : is_given(q, c, name);
}

bool query_sees_moves(const struct query *q) {
    return q->value[CONDITION_POSITION] || q->value[CONDITION_MOVE];
}

bool query_holds(struct query *q, const struct record *r, const struct verdict *v, int64_t *ply) {
    if (v->rules && v->positioned && q->value[CONDITION_POSITION] && holds_at_start(q, r, v)) {
        q->position_found = true;
        q->position_ply = 0;
    }
    *ply = q->position_found ? (int64_t)q->position_ply : q->move_found ? (int64_t)q->move_ply : -1;
    return (q->position_found || !q->value[CONDITION_POSITION]) &&
           (q->move_found || !q->value[CONDITION_MOVE]);
}
