#include "cli/archive/conditions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/archive/games.h"
#include "cli/archive/rows.h"
#include "cli/command.h"
#include "notation/base/error.h"
#include "notation/base/option.h"
#include "notation/base/value.h"
#include "validators/replay/settings.h"

/* Appends why a condition is invalid; with `named` after its name and value. */
static void put_fault(const struct query_fault *fault, bool named, struct buffer *b) {
    if (named)
        buffer_add(b, condition_names[fault->condition], "");
    if (named && !fault->has_place && strlen(fault->value) <= OPTION_VALUE_SHOWN_MAX)
        buffer_add(b, " ", fault->value);
    buffer_string(b, named ? ": " : "");
    if (fault->has_place)
        buffer_add(b, "character ", fault->place + 1, ": ");
    buffer_string(b, fault->why);
}

bool condition_read(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct query **at = (void *)((char *)values + row->offset);
    struct query_fault fault;
    struct buffer why = {0};
    bool failed = false;
    unsigned c = 0;
    if (!*at && !(*at = calloc(1, sizeof **at)))
        return zi_error_out_of_memory(error), false;
    struct text kept = zi_arena_copy(&(*at)->arena, text_of(value), &failed);
    while (strcmp(condition_names[c], row->name) != 0)
        c++;
    if (!failed && query_add(*at, (enum condition)c, kept.at, &fault))
        return true;
    if (failed || (*at)->out_of_memory)
        return zi_error_out_of_memory(error), false;
    put_fault(&fault, false, &why);
    return zi_refuse_with(error, &why);
}

void condition_free(struct query *query) {
    if (query)
        query_free(query);
    free(query);
}

bool condition_ready(struct query *q) {
    struct query_fault fault;
    struct buffer why = {0};
    if (q && q->negated && query_is_empty(q))
        return command_error("--not: no condition is given"), false;
    if (q && q->variations && !query_sees_moves(q))
        return command_error("--variations: only allowed with position and move"), false;
    if (!q || query_ready(q, &fault))
        return true;
    if (!q->out_of_memory)
        put_fault(&fault, true, &why);
    buffer_char(&why, '\0');
    if (q->out_of_memory || why.failed)
        command_error("out of memory");
    else
        command_error("--%s", why.at);
    zi_buffer_free(&why);
    return false;
}

/* SQL functions. */

/* zet_fits(CONDITION, TEXT, ID): whether a condition of that kind holds for it. */
static void fits(sqlite3_context *to, int count, sqlite3_value **values) {
    enum condition kind = (enum condition)sqlite3_value_int(values[0]);
    sqlite3_result_int(to, count == 3 && query_fits_value(sqlite3_user_data(to), kind,
                                                          text_from(database_value(values[1])),
                                                          text_from(database_value(values[2]))));
}

/* zet_rules(CONDITION, RULES): whether such a condition holds for these rules, of which only the
   game may be known. */
static void rules_fit(sqlite3_context *to, int count, sqlite3_value **values) {
    const struct query *q = sqlite3_user_data(to);
    enum condition kind = (enum condition)sqlite3_value_int(values[0]);
    zet_error error = {0};
    zet_text text = database_value(values[count - 1]);
    zet_rules *rules = text.length ? rules_of_text(text.at, &error) : NULL;
    bool fit = rules && query_fits_rules(q, kind, &rules->ruleset);
    const struct text game = {text.at, strcspn(text.at, " ")};
    for (const struct condition_value *v = q->value[CONDITION_GAME]; v && !rules; v = v->next)
        fit |= kind == CONDITION_GAME && text_same(v->text, game);
    sqlite3_result_int(to, fit);
    zet_rules_free(rules);
    if (error.status == ZET_OUT_OF_MEMORY)
        sqlite3_result_error_nomem(to);
}

/* zet_side(NAME, RULES): the number of the side; -1: the game has no such side. */
static void side_of(sqlite3_context *to, int count, sqlite3_value **values) {
    const char *name = (const char *)sqlite3_value_text(values[0]), *side;
    zet_text rules = database_value(values[1]);
    char game[32];
    int found = -1;
    snprintf(game, sizeof game, "%.*s", (int)strcspn(rules.at, " "), rules.at);
    for (unsigned i = 0; name && count == 2 && i < 2; i++)
        if ((side = zet_side_name(game, i)) && !strcmp(side, name))
            found = (int)i;
    sqlite3_result_int(to, found);
}

static bool add_functions(struct conditions *c) {
    return database_add_function(c->db, "zet_fits", 3, fits, c->query) &&
           database_add_function(c->db, "zet_rules", 2, rules_fit, c->query) &&
           database_add_function(c->db, "zet_side", 2, side_of, c->query);
}

/* Sets of people and words. */

static const struct condition_value *values_of(const struct conditions *c, enum condition kind) {
    return c->query->value[kind];
}

/* Appends a range of people by their names' beginnings, or their ids, unless any may fit. */
static void append_people(struct conditions *c, enum condition kind, sqlite3_str *sql) {
    const struct query *q = c->query;
    const char *before = " AND (";
    for (const struct condition_value *v = values_of(c, kind); v; v = v->next)
        if (q->names || !v->text.len || (kind != CONDITION_ID && *v->text.at == '*'))
            return;
    for (const struct condition_value *v = values_of(c, kind); v; v = v->next, before = " OR ") {
        const char *star = memchr(v->text.at, '*', v->text.len);
        int known = (int)(star ? (size_t)(star - v->text.at) : v->text.len);
        if (kind == CONDITION_ID)
            sqlite3_str_appendf(sql, "%skey = '%.*q'", before, (int)v->text.len, v->text.at);
        else if (!star)
            sqlite3_str_appendf(sql, "%ssearch = '%.*q'", before, known, v->text.at);
        else /* no character comes after this one */
            sqlite3_str_appendf(sql, "%ssearch BETWEEN '%.*q' AND '%.*q\xF4\x8F\xBF\xBF'", before,
                                known, v->text.at, known, v->text.at);
    }
    sqlite3_str_appendall(sql, kind == CONDITION_ID ? ") AND key <> ''" : ")");
}

/* Adds to a table in temp the numbers of the people or words for which the SQL holds, of those that
   are new since the last call. Returns how many it has. */
static int64_t fill(struct conditions *c, const char *name, const char *of, const char *which) {
    database_run(c->db,
                 "CREATE TEMP TABLE IF NOT EXISTS %s(id INTEGER PRIMARY KEY); "
                 "INSERT INTO temp.%s SELECT id FROM %s WHERE id > %lld AND %s",
                 name, name, of, strcmp(of, "word") ? c->people : c->words, which);
    if (query_failed(c->query))
        database_no_memory(c->db);
    return database_number(c->db, 0, "SELECT count(*) FROM temp.%s", name);
}

/* Fills temp.fit_CONDITION. Large sets are not looked up one by one in the games' indexes: returns
   a prefix for the column. */
static const char *fill_fits(struct conditions *c, enum condition kind, bool person) {
    char name[40];
    sqlite3_str *sql = sqlite3_str_new(c->db->db);
    sqlite3_str_appendf(sql, "zet_fits(%d, %s)", (int)kind, person ? "name, key" : "text, ''");
    if (person)
        append_people(c, kind, sql);
    char *which = sqlite3_str_finish(sql);
    snprintf(name, sizeof name, "fit_%s", condition_names[kind]);
    if (!which)
        database_no_memory(c->db);
    int64_t found = which ? fill(c, name, person ? "person" : "word", which) : 0;
    sqlite3_free(which);
    int64_t all = database_number(c->db, 0, "SELECT max(id) FROM %s", person ? "person" : "word");
    bool few = found < 1000 || found < all / 20;
    c->few |= few;
    return few ? "" : "+";
}

/* The conditions. */

/* Whether the condition holds for a game without that text. */
static bool fits_none(struct conditions *c, enum condition kind) {
    return query_fits_value(c->query, kind, TEXT(""), TEXT(""));
}

/* `player0 IN temp.fit_player`, for a side or both; `of` restricts a side to the games that have
 * it. */
static void append_players(struct conditions *c, enum condition kind, sqlite3_str *sql) {
    const char *name = condition_names[kind], *plus = fill_fits(c, kind, true);
    bool either = kind == CONDITION_PLAYER || kind == CONDITION_ID, none = fits_none(c, kind);
    sqlite3_str_appendall(sql, "(");
    for (int side = 0; side < 2; side++) {
        char of[80] = "", set[40];
        if (!either) {
            snprintf(set, sizeof set, "side%d_%s", side, name);
            snprintf(of, sizeof of, "zet_side('%s', text) = %d", name, side);
            fill(c, set, "word", of);
            snprintf(of, sizeof of, " AND +game.rules IN temp.%s", set);
        }
        sqlite3_str_appendf(sql, "%s(%splayer%d IN temp.fit_%s%s)", side ? " OR " : "", plus, side,
                            name, of);
        if (none)
            sqlite3_str_appendf(sql, " OR (player%d IS NULL AND +game.rules IS NOT NULL%s)", side,
                                of);
    }
    sqlite3_str_appendall(sql, ")");
}

static void append_word(struct conditions *c, enum condition kind, sqlite3_str *sql) {
    const char *name = condition_names[kind], *plus = fill_fits(c, kind, false);
    sqlite3_str_appendf(sql, "(%sgame.%s IN temp.fit_%s%s%s%s)", plus, name, name,
                        fits_none(c, kind) ? " OR game." : "", fits_none(c, kind) ? name : "",
                        fits_none(c, kind) ? " IS NULL" : "");
}

static void append_rules(struct conditions *c, enum condition kind, sqlite3_str *sql) {
    char set[40], which[80];
    snprintf(set, sizeof set, "fit_%s", condition_names[kind]);
    snprintf(which, sizeof which, "zet_rules(%d, text)", (int)kind);
    fill(c, set, "word", which);
    sqlite3_str_appendf(sql, "(+game.rules IN temp.%s)", set);
}

static void append_result(struct conditions *c, sqlite3_str *sql) {
    const char *before = "(";
    for (const struct condition_value *v = values_of(c, CONDITION_RESULT); v; v = v->next) {
        if (text_is(v->text, "draw") || text_is(v->text, "*")) {
            sqlite3_str_appendf(sql, "%sresult = %d", before,
                                text_is(v->text, "draw") ? RESULT_DRAW : RESULT_OPEN);
        } else {
            sqlite3_str_appendf(sql,
                                "%sresult = %d + zet_side('%.*q', (SELECT text FROM word WHERE "
                                "word.id = game.rules)) AND result IN (1, 2)",
                                before, RESULT_WIN_0, (int)v->text.len, v->text.at);
        }
        before = " OR ";
    }
    sqlite3_str_appendall(sql, ")");
}

/* A date that may lie in the range. `?` sorts after digits, so a date up to `until` has it as a
   prefix, precedes it, or is unknown from the year, month or day on. */
static void append_dates(struct conditions *c, sqlite3_str *sql) {
    const struct condition_value *from = values_of(c, CONDITION_FROM);
    const struct condition_value *until = values_of(c, CONDITION_TO);
    struct text since = from ? from->text : (struct text){"", 0};
    struct text to = until ? until->text : (struct text){"", 0};
    int known_from = (int)strcspn(since.at, "?"), known_to = (int)strcspn(to.at, "?");
    sqlite3_str_appendf(sql, "(date BETWEEN '%.*q' AND '%.*q~'", known_from, since.at, known_to,
                        to.at);
    for (int known = 0; known < known_to; known = known ? known + 3 : 5)
        sqlite3_str_appendf(sql, " OR date BETWEEN '%.*q?' AND '%.*q?~'", known, to.at, known,
                            to.at);
    sqlite3_str_appendf(sql, ") AND zet_fits(%d, date, '')", CONDITION_FROM);
    c->few = true;
}

static void append_range(struct conditions *c, enum condition kind, sqlite3_str *sql) {
    static const char *const columns[] = {
        [CONDITION_PLIES] = "plies", [CONDITION_POINTS] = "coalesce(points, claimed, -1)"};
    const char *before = "(";
    for (const struct condition_value *v = values_of(c, kind); v; v = v->next, before = " OR ")
        if (kind == CONDITION_RATING)
            sqlite3_str_appendf(sql,
                                "%stypeof(rating0) = 'integer' AND rating0 BETWEEN %lld AND %lld "
                                "OR typeof(rating1) = 'integer' AND rating1 BETWEEN %lld AND %lld",
                                before, v->low, v->high, v->low, v->high);
        else
            sqlite3_str_appendf(sql, "%s+game.rules IS NOT NULL AND %s BETWEEN %lld AND %lld",
                                before, columns[kind], v->low, v->high);
    sqlite3_str_appendall(sql, ")");
}

static void append_condition(struct conditions *c, enum condition kind, sqlite3_str *sql) {
    static const char round[] = "coalesce(round, '')",
                      termination[] = "iif(by_rules, 'rules', coalesce((SELECT text FROM word "
                                      "WHERE word.id = game.termination), ''))",
                      reason[] = "iif(by_rules, coalesce((SELECT text FROM word WHERE word.id = "
                                 "game.ending), ''), '')";
    switch (kind) {
    case CONDITION_PLAYER:
    case CONDITION_BLACK:
    case CONDITION_WHITE:
    case CONDITION_A:
    case CONDITION_B:
    case CONDITION_ID: append_players(c, kind, sql); break;
    case CONDITION_EVENT:
    case CONDITION_SITE: append_word(c, kind, sql); break;
    case CONDITION_GAME:
    case CONDITION_VARIANT:
    case CONDITION_RULE: append_rules(c, kind, sql); break;
    case CONDITION_RESULT: append_result(c, sql); break;
    case CONDITION_PLIES:
    case CONDITION_POINTS:
    case CONDITION_RATING: append_range(c, kind, sql); break;
    default:
        sqlite3_str_appendf(sql, "zet_fits(%d, %s, '')", (int)kind,
                            kind == CONDITION_ROUND         ? round
                            : kind == CONDITION_TERMINATION ? termination
                                                            : reason);
    }
}

char *conditions_sql(struct conditions *c) {
    sqlite3_str *sql = sqlite3_str_new(c->db->db);
    c->few = false;
    sqlite3_str_appendall(sql, "1");
    bool dates = c->query && (values_of(c, CONDITION_FROM) || values_of(c, CONDITION_TO));
    if (c->query && add_functions(c)) {
        for (unsigned kind = 0; kind < CONDITIONS; kind++) {
            if (!values_of(c, (enum condition)kind) || kind == CONDITION_FROM ||
                kind == CONDITION_TO || kind == CONDITION_POSITION || kind == CONDITION_MOVE)
                continue;
            sqlite3_str_appendall(sql, " AND ");
            append_condition(c, (enum condition)kind, sql);
        }
        if (dates) {
            sqlite3_str_appendall(sql, " AND ");
            append_dates(c, sql);
        }
    }
    c->people = database_number(c->db, 0, "SELECT max(id) FROM person");
    c->words = database_number(c->db, 0, "SELECT max(id) FROM word");
    char *text = sqlite3_str_finish(sql);
    if (!text)
        database_no_memory(c->db);
    if (!c->db->failed)
        return text;
    sqlite3_free(text);
    return NULL;
}
