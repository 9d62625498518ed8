/* The literal rules (naive.h) play the conformance suite. Of each ruling they give the findings of
   its moves, the outcome, the points, the position and the legal moves; of each record of the
   corpus the number of plies, the outcome and the position. */
#include "tests/unit/unit.h"

#include <jansson.h>

#include "tests/naive.h"

#define RULINGS "corpus/conformance/rulings.jsonl"
#define RECORDS "corpus/conformance/records.jsonl"

enum { CASES_MAX = 2000, PLAYED_MAX = 3000, SAYING_MAX = 8192, CHOICES_MAX = 2000 };

static const struct naive_game *const games[] = {&naive_hogga, &naive_halma, &naive_akron,
                                                 &naive_husbao};

/* One case on its way, and what is said of it. */
struct room {
    const json_t *suite_case;
    struct ruleset rules;
    const struct naive_game *game;
    struct naive naive;
    struct setup met[PLAYED_MAX]; /* every position since the start (H12) */
    unsigned ply, solo_moves;
    struct outcome outcome;
    char said[SAYING_MAX];
};

static struct room room;
static struct choice choices[CHOICES_MAX];

static const char *string_of(const json_t *from, const char *key) {
    return json_string_value(json_object_get(from, key));
}

static void say(struct room *r, const char *format, ...) {
    size_t used = strlen(r->said);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->said + used, sizeof r->said - used, format, arguments);
    va_end(arguments);
}

static void open_rules(struct room *r) {
    const char *name = string_of(r->suite_case, "game"),
               *variant = string_of(r->suite_case, "variant"), *key;
    const struct rules *rules = zi_game_find(text_of(name));
    json_t *value;
    assert_non_null(rules);
    zi_ruleset_init(&r->rules, rules,
                    variant ? (unsigned)zi_variant_find(rules, text_of(variant)) : 0);
    json_object_foreach(json_object_get(r->suite_case, "rules"), key, value) {
        char number[32];
        const char *word = json_string_value(value);
        snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        if (!word)
            word = json_is_integer(value) ? number : json_is_true(value) ? "true" : "false";
        assert_null(zi_ruleset_set(&r->rules, text_of(key), text_of(word)));
    }
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        if (strcmp(games[i]->name, name) == 0)
            r->game = games[i];
    assert_non_null(r->game);
}

static unsigned pieces_of(const struct setup *s, unsigned a, unsigned b) {
    unsigned pieces = 0;
    for (unsigned c = 0; c < CELLS_MAX; c++)
        pieces += s->at[c] == a || s->at[c] == b;
    return pieces;
}

static bool is_supported(const struct setup *s, cell c) { /* A3 */
    for (unsigned i = 0; cell_level(c) > 0 && i < 4; i++)
        if (!s->at[cell_at(cell_level(c) - 1, cell_file(c) + i % 2, cell_rank(c) + i / 2)])
            return false;
    return true;
}

/* C4. Whether the game has so many pieces, and none that hangs in the air. */
static bool is_allowed(const struct room *r, const struct setup *s) {
    struct naive start = {.rules = &r->rules};
    uint32_t supply = 0, stones = 0;
    for (unsigned c = 0; c < CELLS_MAX; c++) {
        stones += s->at[c];
        if (r->game == &naive_akron && s->at[c] && !is_supported(s, (cell)c))
            return false;
    }
    if (r->game == &naive_husbao)
        return stones <= 48;
    r->game->start(&start);
    bool limited =
        r->game != &naive_akron || (naive_number(&r->rules, "supply", &supply) && supply > 0);
    for (unsigned side = 0; limited && side < 2; side++) {
        unsigned pawn = side ? ZI_CELL_WHITE : ZI_CELL_BLACK;
        unsigned hogga = side ? ZI_CELL_WHITE_HOGGA : ZI_CELL_BLACK_HOGGA;
        unsigned most = supply ? supply : pieces_of(&start.now, pawn, hogga);
        if (pieces_of(s, pawn, hogga) > most || pieces_of(s, hogga, hogga) > 3)
            return false;
    }
    return true;
}

/* H12 and its kin; what the rules say of a position comes first. */
static void judge(struct room *r) {
    uint32_t limit = 0;
    unsigned times = 1;
    r->outcome = r->game->outcome(&r->naive);
    assert_true(r->ply < PLAYED_MAX);
    r->met[r->ply] = r->naive.now;
    for (unsigned i = 0; i < r->ply; i++)
        times += memcmp(&r->met[i], &r->naive.now, sizeof r->naive.now) == 0;
    if (r->outcome.result == RESULT_OPEN && naive_number(&r->rules, "repetition", &limit) &&
        limit && times >= limit)
        r->outcome = (struct outcome){RESULT_DRAW, "repetition"};
}

/* One move of the main line or of the playout. False when nothing after it is played. */
static bool play(struct room *r, const struct move *m, bool solo) {
    struct effect effect = {0};
    bool give = m->kind == MOVE_GIVE;
    unsigned turn = r->naive.now.turn, ply = (solo ? r->solo_moves : r->ply) + 1;
    if (solo ? r->game->home(&r->naive, turn) : r->outcome.result != RESULT_OPEN) {
        say(r, "move-after-end@%u; ", ply);
        return false;
    }
    const char *reason = r->game->check(&r->naive, m);
    if (reason) {
        say(r, "illegal-move/%s@%u; ", reason, ply);
        return false;
    }
    r->game->play(&r->naive, m, &effect);
    if (!r->rules.rules->agrees(m, &effect))
        say(r, "annotation-mismatch@%u; ", ply);
    if (solo) {
        r->solo_moves++;
        r->naive.now.turn = (uint8_t)turn;
    } else if (!give) {
        r->ply++;
        judge(r);
    }
    return true;
}

/* False when nothing after this text is played. */
static bool play_text(struct room *r, struct grammar *grammar, const char *moves, bool solo) {
    static struct movetext text;
    struct naive before_gift = r->naive;
    bool gift = false;
    unsigned depth = 0; /* of variations, which are not played */
    zi_movetext_open(&text, grammar, &r->rules.board, text_of(moves), NULL, 0);
    for (;;) {
        enum token token = zi_movetext_next(&text);
        if (token == TOKEN_END)
            return true;
        depth += token == TOKEN_OPEN;
        depth -= token == TOKEN_CLOSE;
        if (token == TOKEN_BAD)
            return false;
        if (token != TOKEN_MOVE || depth)
            continue;
        if (text.move.kind == MOVE_GIVE)
            before_gift = r->naive;
        if (!play(r, &text.move, solo)) {
            if (gift)
                r->naive = before_gift;
            return false;
        }
        gift = text.move.kind == MOVE_GIVE;
    }
}

static int by_text(const void *a, const void *b) {
    return strcmp(((const struct choice *)a)->text, ((const struct choice *)b)->text);
}

static void say_moves(struct room *r) {
    size_t count =
        r->outcome.result == RESULT_OPEN ? r->game->choices(&r->naive, choices, CHOICES_MAX) : 0;
    assert_true(count <= CHOICES_MAX);
    qsort(choices, count, sizeof *choices, by_text);
    say(r, "moves");
    for (size_t i = 0; i < count; i++)
        say(r, " %s", choices[i].text);
}

static const char *result_word(const struct room *r) {
    switch (r->outcome.result) {
    case RESULT_OPEN: return "*";
    case RESULT_DRAW: return "draw";
    default: return r->rules.rules->sides[r->outcome.result - RESULT_WIN_0];
    }
}

/* H13, B11. Points, or -1. */
static int64_t points_of(const struct room *r, bool played, bool solo) {
    if (r->outcome.result == RESULT_OPEN || r->outcome.result == RESULT_DRAW || !played)
        return -1;
    if (r->game->score)
        return r->game->score(&r->naive, r->outcome.result);
    return solo && r->game->home(&r->naive, r->naive.now.turn) ? (int64_t)r->solo_moves : -1;
}

static void write_position(const struct room *r, char to[UNIT_TEXT_MAX]) {
    struct writer w = {to, UNIT_TEXT_MAX - 1, 0};
    r->rules.rules->notation->write_setup(&w, &r->rules.board, &r->naive.now);
    to[written(&w).len] = '\0';
}

static void say_end(struct room *r, int64_t points) {
    char position[UNIT_TEXT_MAX];
    write_position(r, position);
    say(r, "%u plies; %s %s; points %lld; %s; ", r->ply, result_word(r),
        r->outcome.reason ? r->outcome.reason : "-", (long long)points, position);
}

/* What the literal rules say of the case. */
static void run_case(struct room *r) {
    const char *position = string_of(r->suite_case, "position");
    const char *playout = string_of(r->suite_case, "playout");
    struct grammar grammar;
    size_t fault = 0;
    r->naive.rules = &r->rules;
    r->game->start(&r->naive);
    if (position)
        assert_null(r->rules.rules->notation->read_setup(text_of(position), &r->rules.board,
                                                         &r->naive.now, &fault));
    if (!is_allowed(r, &r->naive.now)) {
        say(r, "bad-position; ");
        return;
    }
    judge(r);
    zi_grammar_open(&grammar, r->rules.rules->notation);
    bool played = play_text(r, &grammar, string_of(r->suite_case, "moves"), false);
    bool solo = playout && played && r->game->home && r->outcome.result != RESULT_OPEN &&
                r->outcome.result != RESULT_DRAW;
    if (solo) {
        r->naive.now.turn = r->outcome.result == RESULT_WIN_0;
        played = play_text(r, &grammar, playout, true);
    }
    zi_grammar_close(&grammar);
    say_end(r, points_of(r, played, solo));
    if (json_is_array(json_object_get(json_object_get(r->suite_case, "expect"), "moves")))
        say_moves(r);
}

/* The same words from the case. What the header claims is not for the rules of a game. */
static void say_expected(struct room *r) {
    const json_t *expect = json_object_get(r->suite_case, "expect"), *item;
    const json_t *outcome = json_object_get(expect, "outcome"),
                 *points = json_object_get(expect, "points");
    const char *position = string_of(expect, "position"), *reason = string_of(outcome, "reason");
    size_t i;
    json_array_foreach(json_object_get(expect, "findings"), i, item) {
        const char *code = string_of(item, "code"), *why = string_of(item, "reason");
        const json_t *ply = json_object_get(item, "ply");
        if (strncmp(code, "points-", 7) == 0 || strcmp(code, "result-mismatch") == 0 ||
            strcmp(code, "termination-missing") == 0)
            continue;
        say(r, "%s%s%s", code, why ? "/" : "", why ? why : "");
        if (json_is_integer(ply))
            say(r, "@%lld", (long long)json_integer_value(ply));
        say(r, "; ");
    }
    if (!position)
        return;
    say(r, "%lld plies; %s %s; points %lld; %s; ",
        (long long)json_integer_value(json_object_get(expect, "plies")),
        string_of(outcome, "result"), reason ? reason : "-",
        json_is_integer(points) ? (long long)json_integer_value(points) : -1LL, position);
    if (json_is_array(json_object_get(expect, "moves")))
        say(r, "moves");
    json_array_foreach(json_object_get(expect, "moves"), i, item)
        say(r, " %s", json_string_value(item));
}

/* A cmocka test: *state is a case. */
static void test_case(void **state) {
    static char found[SAYING_MAX];
    struct room *r = &room;
    memset(r, 0, sizeof *r);
    r->suite_case = *state;
    open_rules(r);
    run_case(r);
    memcpy(found, r->said, sizeof found);
    r->said[0] = '\0';
    say_expected(r);
    assert_string_equal(found, r->said);
}

/* A cmocka test: *state is a record, which has `fields` and one report. */
static void test_record(void **state) {
    struct room *r = &room;
    char found[UNIT_TEXT_MAX], expected[UNIT_TEXT_MAX];
    const json_t *report = json_array_get(json_object_get(*state, "expect"), 0);
    const json_t *outcome = json_object_get(report, "outcome");
    const char *reason = string_of(outcome, "reason");
    memset(r, 0, sizeof *r);
    r->suite_case = json_object_get(*state, "fields");
    open_rules(r);
    run_case(r);
    write_position(r, found);
    snprintf(expected, sizeof expected, "%s", string_of(report, "position"));
    assert_string_equal(found, expected);
    snprintf(found, sizeof found, "%u plies, %s %s", r->ply, result_word(r),
             r->outcome.reason ? r->outcome.reason : "-");
    snprintf(expected, sizeof expected, "%lld plies, %s %s",
             (long long)json_integer_value(json_object_get(report, "plies")),
             string_of(outcome, "result"), reason ? reason : "-");
    assert_string_equal(found, expected);
}

/* Whether the rules can say what the record comes to: its header hides nothing, it has moves. */
static bool is_played(const json_t *record) {
    const json_t *report = json_array_get(json_object_get(record, "expect"), 0), *item;
    size_t i;
    json_array_foreach(json_object_get(report, "findings"), i,
                       item) if (strcmp(string_of(item, "code"), "bad-value") == 0) return false;
    return string_of(json_object_get(record, "fields"), "moves") != NULL;
}

static struct CMUnitTest tests[CASES_MAX];
static json_t *cases[CASES_MAX];
static size_t count;

/* A test for each line of the file. */
static bool load(const char *path, CMUnitTestFunction test, bool records) {
    FILE *in = fopen(path, "r");
    char *line = NULL;
    size_t cap = 0, before = count;
    while (in && count < CASES_MAX && getline(&line, &cap, in) > 0) {
        json_t *one = json_loads(line, 0, NULL);
        if (!one || !string_of(one, "id") || (records && !is_played(one))) {
            json_decref(one);
            continue;
        }
        tests[count] = (struct CMUnitTest){string_of(one, "id"), test, NULL, NULL, one};
        cases[count++] = one;
    }
    free(line);
    if (in)
        fclose(in);
    return count >= before + 100;
}

int main(void) {
    bool loaded = load(RULINGS, test_case, false) && load(RECORDS, test_record, true);
    int failed = _cmocka_run_group_tests("conformance", tests, count, NULL, NULL);
    for (size_t i = 0; i < count; i++)
        json_decref(cases[i]);
    return !loaded || failed;
}
