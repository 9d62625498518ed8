/* What every game of the list owes: its rules against a second, literal formulation (naive.h), its
   notation against itself, its position against what may not change. All of it by random play from
   fixed seeds, for many combinations of variant and options. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "notation/games/movetext.h"
#include "tests/naive.h"
#include "validators/games/rules.h"
#include "validators/games/ruleset.h"

/* The second argument, which divides the numbers of games and plies. */
static unsigned share = 1;

/* Divides the numbers of games, unless all tests run (ALL). */
static unsigned fewer = 4;

enum {
    PLIES_MAX = 200,    /* of one game */
    CHOICES_MAX = 8192, /* of one position */
    STRAYS = 20,        /* strayed moves at every ply */
    GAMES_MAX = 16,
    ANSWERED_MAX = 100, /* moves of a position whose answers are counted */
    KEYS_MAX = 300,     /* positions of a combination that are held against each other */
    LOG_MAX = 4096,     /* bytes of game text in a failure */
    TEXT_MAX = 4096     /* bytes of a position's or a move's text */
};

/* A game, its variant, its options, in this order; and how many games of it are played. A game is a
   few hundred times dearer in one game than in another, and these numbers even that out. */
struct row {
    const char *what;
    unsigned games;
};

static const struct row chosen[] = {
    {"hogga", 6},
    {"hogga repetition=0", 1},
    {"halma 8x8", 20},
    {"halma 8x8 first=black evacuation=3", 60},
    {"halma 8x8 evacuation=0 repetition=3", 6},
    {"halma 8x8 hops=long", 14},
    {"halma 8x8 yards=one-way", 14},
    {"halma 8x8 forced=forward", 14},
    {"halma 8x8 goal=occupied evacuation=0", 6},
    {"halma 8x8 hops=long yards=one-way forced=forward goal=occupied", 8},
    {"halma 8x8 yards=one-way forced=forward first=black", 12},
    {"halma 10x10", 6},
    {"halma 10x10 hops=long forced=forward evacuation=10", 14},
    {"halma 16x16", 2},
    {"halma 16x16 hops=long yards=one-way forced=forward evacuation=20", 2},
    {"akron", 4},
    {"akron size=3", 200},
    {"akron size=3 supply=2 swap=true", 80},
    {"akron size=4", 120},
    {"akron size=4 touch=stay full-board=draw", 150},
    {"akron size=5 supply=9", 8},
    {"akron size=5 touch=stay swap=true", 40},
    {"akron size=6 full-board=draw supply=30", 14},
    {"akron touch=stay", 4},
    {"akron size=9 touch=stay repetition=3", 2},
    {"akron size=16 supply=9", 1},
    {"husbao", 70},
    {"husbao bis", 200},
    {"husbao front", 140},
    {"husbao basic first=b direction=cw", 60},
    {"husbao bis direction=ccw repetition=3", 150},
    {"husbao front direction=cw first=b", 150},
    {"husbao front direction=ccw", 150},
    {"husbao basic endless=draw", 60},
    {"husbao bis endless=5", 150},
    {"husbao front endless=draw", 150},
    {"husbao front endless=300", 150},
};

enum { CHOSEN = sizeof chosen / sizeof *chosen, ROWS_MAX = CHOSEN + 64, GAMES_USUAL = 20 };

/* The chosen ones, then every game and variant of the catalogue by its default rules that is not
   among them. */
static struct row rows[ROWS_MAX];
static size_t row_count;

static bool has_row(const char *what) {
    for (size_t i = 0; i < row_count; i++)
        if (strcmp(rows[i].what, what) == 0)
            return true;
    return false;
}

static void add_row(const struct rules *rules, const char *variant) {
    static char text[ROWS_MAX][64];
    const struct naive_game *naive = naive_find(rules->name);
    unsigned games = naive && naive->games ? naive->games : GAMES_USUAL;
    char *what = text[row_count];
    snprintf(what, sizeof *text, "%s%s%s", rules->name, variant ? " " : "", variant ? variant : "");
    if (!has_row(what) && row_count < ROWS_MAX)
        rows[row_count++] = (struct row){what, games};
}

static void fill_rows(void) {
    memcpy(rows, chosen, sizeof chosen);
    row_count = CHOSEN;
    for (size_t g = 0; g < zi_game_count; g++) {
        const struct rules *rules = zi_games[g];
        if (!rules->variant_required)
            add_row(rules, NULL);
        for (size_t v = !rules->variant_required; rules->variants && rules->variants[v]; v++)
            add_row(rules, rules->variants[v]);
    }
}

/* One random game at one ply. */
struct walk {
    const struct row *row;
    struct ruleset rules;
    const struct naive_game *game;
    struct dice dice;
    uint64_t seed;
    unsigned number, ply;
    bool alone;     /* one side plays on alone (H13): turns do not change */
    bool scattered; /* whether it began anywhere but at the start position */
    struct naive naive;
    alignas(max_align_t) unsigned char position[POSITION_BYTES_MAX];
    size_t legal_count;
    struct setup first;
    struct writer log;
    char log_text[LOG_MAX];
};

/* Too large for a stack; the legal moves of the walk's position and their texts. */
static struct move legal[CHOICES_MAX];
static struct choice legal_text[CHOICES_MAX], naive_text[CHOICES_MAX];
static struct walk the_walk;

/* Rows to rulesets. */

static void read_row(struct walk *w) {
    char text[128];
    snprintf(text, sizeof text, "%s", w->row->what);
    char *word = strtok(text, " ");
    const struct rules *rules = zi_game_find(text_of(word));
    w->game = naive_find(word);
    if (!rules || !w->game)
        fail_msg("there is no game %s, or no naive one", word);
    zi_ruleset_init(&w->rules, rules, 0);
    while ((word = strtok(NULL, " "))) {
        char *value = strchr(word, '=');
        int variant = zi_variant_find(rules, text_of(word));
        const char *fault = NULL;
        if (value)
            fault = zi_ruleset_set(&w->rules, (struct text){word, (size_t)(value - word)},
                                   text_of(value + 1));
        else if (variant < 0)
            fault = "there is no such variant";
        else
            zi_ruleset_init(&w->rules, rules, (unsigned)variant);
        if (fault)
            fail_msg("%s: %s", word, fault);
    }
}

/* Failures. */

static const char *setup_text(const struct walk *w, const struct setup *s, char text[TEXT_MAX]) {
    struct writer to = {text, TEXT_MAX - 1, 0};
    w->rules.rules->notation->write_setup(&to, &w->rules.board, s);
    text[written(&to).len] = 0;
    return text;
}

static const char *move_text(const struct walk *w, const struct move *m, char text[TEXT_MAX]) {
    struct writer to = {text, TEXT_MAX - 1, 0};
    w->rules.rules->notation->write(&to, m);
    text[written(&to).len] = 0;
    return text;
}

static void broken(const struct walk *w, const struct move *m, const char *format, ...) {
    char what[2 * TEXT_MAX], from[TEXT_MAX], now[TEXT_MAX], move[TEXT_MAX] = "(none)";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (m)
        move_text(w, m, move);
    fail_msg("%s\n  rules: %s, game %u, ply %u\n  begun: %s\n  moves: %.*s\n  now:   %s\n"
             "  move:  %s",
             what, w->row->what, w->number, w->ply, setup_text(w, &w->first, from),
             (int)written(&w->log).len, w->log_text, setup_text(w, &w->naive.now, now), move);
}

/* Walking. */

static bool collect(void *context, const struct move *m) {
    struct walk *w = context;
    if (w->legal_count < CHOICES_MAX)
        legal[w->legal_count] = *m;
    w->legal_count++;
    return true;
}

static void list_legal(struct walk *w) {
    w->legal_count = 0;
    if (!w->rules.rules->moves(w->position, collect, w))
        broken(w, NULL, "the listing says that its visitor ended it");
    if (w->legal_count > CHOICES_MAX)
        broken(w, NULL, "%zu moves are more than the test holds", w->legal_count);
}

/* In every other game somewhere else than at the start position. */
static void begin(struct walk *w) {
    const struct rules *rules = w->rules.rules;
    memset(&w->naive, 0, sizeof w->naive);
    w->naive.rules = &w->rules;
    w->ply = 0;
    w->log = (struct writer){w->log_text, sizeof w->log_text, 0};
    w->scattered = w->number % 2;
    if (w->scattered)
        w->game->scatter(&w->naive, &w->dice);
    else
        w->game->start(&w->naive);
    w->first = w->naive.now;
    memset(w->position, 0, sizeof w->position);
    const char *fault = rules->start(w->position, &w->rules, w->scattered ? &w->naive.now : NULL);
    if (fault)
        broken(w, NULL, "start refuses the position: %s", fault);
}

static void play(struct walk *w, const struct move *m) {
    char text[TEXT_MAX];
    struct effect effect = {0};
    w->rules.rules->play(w->position, m, &effect);
    effect = (struct effect){0};
    w->game->play(&w->naive, m, &effect);
    write_string(&w->log, move_text(w, m, text));
    write_char(&w->log, ' ');
    w->ply++;
}

/* Mostly any move. Now and then one that ends the game, if there is one: chance alone seldom finds
   the end. */
static const struct move *choose(struct walk *w) {
    unsigned first = dice_below(&w->dice, w->legal_count);
    if (!w->scattered || !dice_one_in(&w->dice, 6))
        return &legal[first];
    for (size_t i = 0; i < w->legal_count && i < 100; i++) {
        struct naive next = w->naive;
        struct effect effect = {0};
        const struct move *m = &legal[(first + i) % w->legal_count];
        w->game->play(&next, m, &effect);
        if (w->game->outcome(&next).result != RESULT_OPEN)
            return m;
    }
    return &legal[first];
}

/* A skip, stones given or a shortened move, as a record may hold them: not listed, but playable. */
static bool play_stray(struct walk *w) {
    struct move m;
    w->game->stray(&w->naive, &w->dice, &m);
    if (w->game->check(&w->naive, &m) || w->rules.rules->check(w->position, &m))
        return false;
    play(w, &m);
    return true;
}

typedef void ply_visitor(struct walk *w);

/* Whether another game is played. At least two are, because only every other game begins from a
   different position. */
static bool is_due(const struct walk *w) {
    return w->number * fewer * share < w->row->games || (share * fewer > 1 && w->number < 2);
}

/* Plays the row's games and visits every position of them, the ends included. */
static void walk_games(void **state, uint64_t salt, ply_visitor *visit) {
    unsigned plies = PLIES_MAX / share;
    struct walk *w = &the_walk;
    memset(w, 0, sizeof *w);
    w->row = *state;
    read_row(w);
    w->seed = salt << 32 | (uint64_t)(w->row - rows);
    w->dice.state = w->seed;
    for (w->number = 0; is_due(w); w->number++) {
        begin(w);
        while (w->ply < plies) {
            list_legal(w);
            visit(w);
            if (w->game->outcome(&w->naive).result != RESULT_OPEN)
                break;
            if (dice_one_in(&w->dice, 10) && play_stray(w))
                continue;
            if (w->legal_count == 0)
                broken(w, NULL, "an open game has no move");
            play(w, choose(w));
        }
    }
}

/* 1: the rules agree with the naive ones. */

static int compare_choices(const void *a, const void *b) {
    return strcmp(((const struct choice *)a)->text, ((const struct choice *)b)->text);
}

static void expect_outcome(const struct walk *w) {
    struct outcome naive = w->game->outcome(&w->naive);
    struct outcome real = w->rules.rules->outcome(w->position);
    const char *reasons[2] = {naive.reason ? naive.reason : "none",
                              real.reason ? real.reason : "none"};
    if (real.result != naive.result || strcmp(reasons[0], reasons[1]) != 0)
        broken(w, NULL, "the outcome is %d (%s), the naive one is %d (%s)", (int)real.result,
               reasons[1], (int)naive.result, reasons[0]);
    if (w->rules.rules->turn(w->position) != w->naive.now.turn)
        broken(w, NULL, "the wrong side is to move");
    cell chain[CELLS_MAX];
    if (w->rules.rules->link &&
        !w->game->is_link(&w->naive, chain, w->rules.rules->link(w->position, chain)))
        broken(w, NULL, "the chain is not the shortest that links the sides");
    if (!w->rules.rules->score || (real.result != RESULT_WIN_0 && real.result != RESULT_WIN_1))
        return;
    uint32_t score = w->rules.rules->score(w->position, real.result);
    if (score != w->game->score(&w->naive, real.result))
        broken(w, NULL, "the score is %" PRIu32 ", the naive one is %" PRIu32, score,
               w->game->score(&w->naive, real.result));
}

static void expect_same_choices(const struct walk *w) {
    size_t open = w->game->outcome(&w->naive).result == RESULT_OPEN;
    size_t naive = open ? w->game->choices(&w->naive, naive_text, CHOICES_MAX) : 0;
    if (naive > CHOICES_MAX)
        broken(w, NULL, "%zu naive moves are more than the test holds", naive);
    for (size_t i = 0; i < w->legal_count; i++) {
        char text[TEXT_MAX];
        snprintf(legal_text[i].text, CHOICE_TEXT_MAX, "%.*s", CHOICE_TEXT_MAX - 1,
                 move_text(w, &legal[i], text));
    }
    qsort(legal_text, w->legal_count, sizeof *legal_text, compare_choices);
    qsort(naive_text, naive, sizeof *naive_text, compare_choices);
    for (size_t i = 0; i < naive || i < w->legal_count; i++) {
        const char *real = i < w->legal_count ? legal_text[i].text : "nothing";
        const char *other = i < naive ? naive_text[i].text : "nothing";
        if (strcmp(real, other) != 0)
            broken(w, NULL, "%zu moves, %zu naive ones; the first to differ are %s and naively %s",
                   w->legal_count, naive, real, other);
    }
}

/* All at once is the same as one after the other: `position` is what play made of the walk's, with
   that effect; and what is refused changes nothing. */
static void expect_same_attempt(const struct walk *w, const struct move *m, const void *position,
                                const struct effect *effect) {
    const struct rules *rules = w->rules.rules;
    alignas(max_align_t) unsigned char tried[POSITION_BYTES_MAX];
    struct attempt attempt = {.work = 0};
    memcpy(tried, w->position, rules->position_size);
    const struct reason *reason = rules->try_play(tried, m, &attempt);
    if (reason || attempt.exhausted)
        broken(w, m, "a legal move is not played: %s", reason ? reason->code : "exhausted");
    if (memcmp(tried, position, rules->position_size) != 0)
        broken(w, m, "try_play leads to another position than play");
    const struct effect *e = &attempt.effect;
    if (e->loot != effect->loot || e->stages != effect->stages || e->falls != effect->falls ||
        memcmp(e->fall, effect->fall, e->falls * sizeof *e->fall) != 0)
        broken(w, m, "try_play has another effect than play");
    struct outcome outcome = rules->outcome(position);
    if (attempt.outcome.result != outcome.result || attempt.outcome.reason != outcome.reason)
        broken(w, m, "try_play gives another outcome");
    if (zi_ruleset_repetition(&w->rules) && attempt.key != rules->key(position))
        broken(w, m, "try_play gives another key");
}

static void expect_refused_attempt(const struct walk *w, const struct move *m,
                                   const struct reason *reason) {
    const struct rules *rules = w->rules.rules;
    alignas(max_align_t) unsigned char tried[POSITION_BYTES_MAX];
    struct attempt attempt = {.work = 0};
    memcpy(tried, w->position, rules->position_size);
    if (rules->try_play(tried, m, &attempt) != reason)
        broken(w, m, "try_play gives another reason than check, %s", reason->code);
    if (memcmp(tried, w->position, rules->position_size) != 0)
        broken(w, m, "try_play has changed the position");
}

static void expect_same_play(const struct walk *w, const struct move *m) {
    const struct rules *rules = w->rules.rules;
    const struct reason *reason = rules->check(w->position, m);
    if (reason)
        broken(w, m, "a legal move is refused: %s", reason->code);
    alignas(max_align_t) unsigned char position[POSITION_BYTES_MAX];
    struct effect real = {0}, other = {0};
    struct naive naive = w->naive;
    struct setup after;
    memcpy(position, w->position, rules->position_size);
    rules->play(position, m, &real);
    w->game->play(&naive, m, &other);
    rules->describe(position, &after);
    char text[2][TEXT_MAX];
    if (after.turn != naive.now.turn || memcmp(after.at, naive.now.at, sizeof after.at) != 0)
        broken(w, m, "the move leads to %s, naively to %s", setup_text(w, &after, text[0]),
               setup_text(w, &naive.now, text[1]));
    bool same = real.loot == other.loot && real.falls == other.falls &&
                memcmp(real.fall, other.fall, real.falls * sizeof *real.fall) == 0;
    if (!same || real.stages != other.stages)
        broken(w, m,
               "loot %" PRIu32 ", stages %" PRIu32 ", falls %u; naively %" PRIu32 ", %" PRIu32
               ", %u",
               real.loot, real.stages, real.falls, other.loot, other.stages, other.falls);
    if (move_is_turn(m))
        expect_same_attempt(w, m, position, &real);
}

static bool stop_at_last(void *context, const struct move *m) {
    (void)m;
    return --*(size_t *)context > 0;
}

/* A visitor that has had enough is not called again, and the listing says so. */
static void expect_stop(struct walk *w) {
    size_t left = 1 + dice_below(&w->dice, w->legal_count);
    if (w->rules.rules->moves(w->position, stop_at_last, &left) || left > 0)
        broken(w, NULL, "the listing does not stop when its visitor does");
}

static void visit_agreement(struct walk *w) {
    struct setup now;
    char text[TEXT_MAX];
    w->rules.rules->describe(w->position, &now);
    if (now.turn != w->naive.now.turn || memcmp(now.at, w->naive.now.at, sizeof now.at) != 0)
        broken(w, NULL, "the position is described as %s", setup_text(w, &now, text));
    expect_outcome(w);
    expect_same_choices(w);
    if (w->legal_count > 0)
        expect_stop(w);
    for (size_t i = 0; i < w->legal_count; i++) {
        expect_same_play(w, &legal[i]);
        struct move shorter = legal[i];
        if (w->rules.rules->notation->shorten(&shorter))
            expect_same_play(w, &shorter);
    }
}

static void test_agreement(void **state) { walk_games(state, 1, visit_agreement); }

/* 2: what is no legal move is refused for the same reason. */

static bool is_among(const char *const *words, const char *word) {
    while (*words && strcmp(*words, word) != 0)
        words++;
    return *words;
}

static void expect_same_refusals(const struct walk *w, struct dice *d) {
    const struct rules *rules = w->rules.rules;
    unsigned char before[POSITION_BYTES_MAX];
    for (unsigned i = 0; i < STRAYS; i++) {
        struct move m;
        w->game->stray(&w->naive, d, &m);
        memcpy(before, w->position, rules->position_size);
        const struct reason *reason = rules->check(w->position, &m);
        if (memcmp(before, w->position, rules->position_size) != 0)
            broken(w, &m, "check has changed the position");
        const char *real = reason ? reason->code : "legal";
        const char *naive = w->game->check(&w->naive, &m);
        if (strcmp(real, naive ? naive : "legal") != 0)
            broken(w, &m, "the move is %s, naively %s", real, naive ? naive : "legal");
        if (reason && !is_among(w->game->reasons, real))
            broken(w, &m, "%s is not among the reasons of the game", real);
        if (reason && move_is_turn(&m))
            expect_refused_attempt(w, &m, reason);
        if (!naive && !w->alone)
            expect_same_play(w, &m);
    }
}

static void visit_strays(struct walk *w) {
    if (w->game->outcome(&w->naive).result == RESULT_OPEN)
        expect_same_refusals(w, &w->dice);
}

static void test_strays(void **state) { walk_games(state, 2, visit_strays); }

/* 3: what is written is read back. */

/* By the fields that the kind of move has; what is in the others is nobody's business. */
static bool same_move(const struct move *a, const struct move *b) {
    size_t cells = a->count * sizeof *a->cell, stones = a->count * sizeof *a->stones;
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case MOVE_SWAP:
    case MOVE_SKIP:
    case MOVE_PASS: return true;
    case MOVE_GIVE:
        return a->count == b->count && a->givers == b->givers &&
               memcmp(a->cell, b->cell, cells) == 0 && memcmp(a->stones, b->stones, stones) == 0;
    case MOVE_SOW:
        return a->cell[0] == b->cell[0] && a->direction == b->direction && a->loot == b->loot &&
               a->cut == b->cut && (a->loot == 0 || b->annotated);
    default:
        return a->count == b->count && memcmp(a->cell, b->cell, cells) == 0 &&
               (a->kind != MOVE_RELOCATE || a->count == 2 || b->annotated);
    }
}

static void expect_read_back(const struct walk *w, const struct move *m) {
    char text[TEXT_MAX], again[TEXT_MAX];
    unsigned style = 0;
    struct move back;
    memset(&back, 0, sizeof back);
    move_text(w, m, text);
    const struct parse_error *fault =
        w->rules.rules->notation->read(text_of(text), &w->rules.board, &back, &style);
    if (fault)
        broken(w, m, "the move is not read back: %s", fault->sentence);
    if (style)
        broken(w, m, "the move is read back with style %u", style);
    if (!same_move(m, &back))
        broken(w, m, "the move is read back as %s", move_text(w, &back, again));
}

/* The quick reader: it takes a move that a blank follows as the full reader does, or leaves it; and
   takes nothing that is one byte shorter, longer or other. */
static void expect_read_plainly(struct walk *w, const struct move *m) {
    static const char others[] = "a1-^9v2x+h.0";
    const struct notation *notation = w->rules.rules->notation;
    char text[TEXT_MAX + 8], again[TEXT_MAX];
    struct move back = {.annotated = false};
    size_t length = strlen(move_text(w, m, text));
    memcpy(text + length, " d4 d4", 7);
    const char *end = notation->plain(text, text + length + 6, &w->rules.board, &back);
    if (end && (end != text + length || !same_move(m, &back)))
        broken(w, m, "the move is read plainly as %s", move_text(w, &back, again));
    /* stray by a byte: what is still taken must be the canonical text of what it is taken for */
    size_t at = dice_below(&w->dice, (unsigned)length);
    text[at] = others[dice_below(&w->dice, sizeof others - 1)];
    back = (struct move){.annotated = false};
    end = notation->plain(text, text + length + 6, &w->rules.board, &back);
    if (!end)
        return;
    move_text(w, &back, again);
    if ((size_t)(end - text) != strlen(again) || memcmp(text, again, strlen(again)) != 0)
        broken(w, m, "strayed text is read plainly as %s", again);
}

static void expect_setup_back(const struct walk *w) {
    const struct rules *rules = w->rules.rules;
    char text[TEXT_MAX], again[TEXT_MAX];
    struct setup now, back;
    size_t offset = 0;
    rules->describe(w->position, &now);
    memset(&back, 0xff, sizeof back);
    const char *fault = rules->notation->read_setup(text_of(setup_text(w, &now, text)),
                                                    &w->rules.board, &back, &offset);
    if (fault)
        broken(w, NULL, "its text is not read back: %s at %zu", fault, offset);
    if (now.turn != back.turn || memcmp(now.at, back.at, sizeof now.at) != 0)
        broken(w, NULL, "its text is read back as %s", setup_text(w, &back, again));
    alignas(max_align_t) unsigned char position[POSITION_BYTES_MAX] = {0};
    fault = rules->start(position, &w->rules, &now);
    if (fault)
        broken(w, NULL, "a position that play led to cannot be played: %s", fault);
    rules->describe(position, &back);
    if (now.turn != back.turn || memcmp(now.at, back.at, sizeof now.at) != 0)
        broken(w, NULL, "it starts as %s", setup_text(w, &back, again));
    if (rules->key(position) != rules->key(w->position))
        broken(w, NULL, "the key depends on more than pieces and turn");
}

static void visit_texts(struct walk *w) {
    expect_setup_back(w);
    for (size_t i = 0; i < w->legal_count; i++) {
        expect_read_back(w, &legal[i]);
        expect_read_plainly(w, &legal[i]);
    }
    struct move m;
    w->game->stray(&w->naive, &w->dice, &m);
    if (!w->game->check(&w->naive, &m))
        expect_read_back(w, &m);
}

static void test_texts(void **state) { walk_games(state, 3, visit_texts); }

/* 4: nothing gets lost, keys are the positions', and both count the same sequences. */

/* Pieces of each kind; in husbao all stones. */
struct census {
    uint32_t kind[UINT8_MAX + 1];
};

static void accept_census(const struct walk *w, const struct setup *s, struct census *to) {
    memset(to, 0, sizeof *to);
    bool stones = w->rules.rules->notation->counts;
    for (size_t c = 0; c < CELLS_MAX; c++)
        if (stones)
            to->kind[0] += s->at[c];
        else if (s->at[c])
            to->kind[s->at[c]]++;
}

static void expect_conserved(const struct walk *w, const struct move *m) {
    const struct rules *rules = w->rules.rules;
    struct census before, after;
    struct setup now;
    struct effect effect = {0};
    alignas(max_align_t) unsigned char position[POSITION_BYTES_MAX];
    rules->describe(w->position, &now);
    accept_census(w, &now, &before);
    if (m->kind == MOVE_PLACE)
        before.kind[now.turn ? ZI_CELL_WHITE : ZI_CELL_BLACK]++;
    memcpy(position, w->position, rules->position_size);
    rules->play(position, m, &effect);
    struct setup played;
    rules->describe(position, &played);
    accept_census(w, &played, &after);
    if (!rules->notation->counts) {
        cell captured[CAPTURES_MAX];
        unsigned count =
            rules->captures ? rules->captures(&w->rules, m, &effect, &now, &played, captured) : 0;
        for (unsigned i = 0; i < count; i++)
            before.kind[now.at[captured[i]]]--;
    }
    if (memcmp(&before, &after, sizeof before) != 0)
        broken(w, m, "pieces come or go");
}

static struct setup seen[KEYS_MAX];
static uint64_t seen_key[KEYS_MAX];
static size_t seen_count;

static void expect_own_key(const struct walk *w) {
    struct setup now;
    char text[TEXT_MAX];
    w->rules.rules->describe(w->position, &now);
    uint64_t key = w->rules.rules->key(w->position);
    for (size_t i = 0; i < seen_count; i++) {
        bool same = seen[i].turn == now.turn && memcmp(seen[i].at, now.at, sizeof now.at) == 0;
        if (same != (key == seen_key[i]))
            broken(w, NULL, "%s key as %s", same ? "not the same" : "the same",
                   setup_text(w, &seen[i], text));
    }
    size_t place = seen_count < KEYS_MAX ? seen_count++ : w->ply % KEYS_MAX;
    seen[place] = now;
    seen_key[place] = key;
}

static void visit_invariants(struct walk *w) {
    expect_own_key(w);
    for (size_t i = 0; i < w->legal_count; i++)
        expect_conserved(w, &legal[i]);
}

static void test_invariants(void **state) {
    seen_count = 0;
    walk_games(state, 4, visit_invariants);
}

static bool count_one(void *context, const struct move *m) {
    (void)m;
    ++*(size_t *)context;
    return true;
}

/* The moves after a move, counted by either rules. */
static void expect_same_count(const struct walk *w, const struct move *m) {
    const struct rules *rules = w->rules.rules;
    alignas(max_align_t) unsigned char position[POSITION_BYTES_MAX];
    struct effect effect = {0};
    size_t real = 0, naive = 0;
    memcpy(position, w->position, rules->position_size);
    rules->play(position, m, &effect);
    rules->moves(position, count_one, &real);
    struct naive next = w->naive;
    effect = (struct effect){0};
    w->game->play(&next, m, &effect);
    if (w->game->outcome(&next).result == RESULT_OPEN)
        naive = w->game->choices(&next, NULL, 0);
    if (real != naive)
        broken(w, m, "the move has %zu answers, naively %zu", real, naive);
}

static void test_two_plies(void **state) {
    struct walk *w = &the_walk;
    memset(w, 0, sizeof *w);
    w->row = *state;
    read_row(w);
    w->dice.state = (uint64_t)(w->row - rows);
    for (w->number = 0; w->number < 2; w->number++) {
        begin(w);
        list_legal(w);
        size_t stride = 1 + share * w->legal_count / ANSWERED_MAX;
        for (size_t i = 0; i < w->legal_count; i += stride)
            expect_same_count(w, &legal[i]);
    }
}

/* 5: what others ask of a move, without knowing the game, is true of the boards before and after.
 */

static void expect_captures(const struct walk *w, const struct move *m, const struct effect *effect,
                            const struct setup *before, const struct setup *after) {
    const struct rules *rules = w->rules.rules;
    cell captured[CAPTURES_MAX];
    uint32_t count = 0, sum = 0;
    if (rules->captures)
        count = rules->captures(&w->rules, m, effect, before, after, captured);
    for (unsigned i = 0; i < count; i++) {
        if (i && captured[i - 1] >= captured[i])
            broken(w, m, "the cells captured are not in their order");
        if (!before->at[captured[i]] || before->at[captured[i]] == after->at[captured[i]])
            broken(w, m, "what was captured is still there, or never was");
        sum += rules->notation->counts ? before->at[captured[i]] : 1U;
    }
    if (sum != effect->loot)
        broken(w, m, "the cells captured held %" PRIu32 ", %" PRIu32 " are captured", sum,
               effect->loot);
}

static void expect_true_changes(const struct walk *w, const struct move *m,
                                const struct setup *before, const struct setup *after) {
    bool changed = memcmp(before->at, after->at, sizeof before->at) != 0;
    if (changed && zi_move_note(m))
        broken(w, m, "the move is said to leave no trace: %s", zi_move_note(m));
    if (!move_path(m) && move_is_turn(m) && !zi_move_note(m))
        broken(w, m, "the move goes along no cells, and nothing is said of it");
    if (move_path(m) && (m->cell[0] != move_from(m) || m->cell[move_path(m) - 1] != move_to(m)))
        broken(w, m, "the ends of the path are not those of the move");
}

/* A move agrees with what it does as it is listed and with less said; from that the game makes the
   listed one again. */
static void expect_annotations(const struct walk *w, const struct move *m,
                               const struct effect *effect) {
    const struct rules *rules = w->rules.rules;
    char listed[TEXT_MAX], again[TEXT_MAX];
    struct move shorter = *m;
    if (!rules->agrees(m, effect))
        broken(w, m, "a listed move does not agree with its effect");
    if (!rules->notation->shorten(&shorter))
        return;
    if (!rules->agrees(&shorter, effect))
        broken(w, &shorter, "a move that says less does not agree with its effect");
    if (move_is_route(&shorter))
        rules->complete(w->position, &shorter);
    rules->annotate(&shorter, effect);
    if (strcmp(move_text(w, m, listed), move_text(w, &shorter, again)) != 0)
        broken(w, m, "it comes back as %s", again);
}

static void visit_effects(struct walk *w) {
    const struct rules *rules = w->rules.rules;
    struct setup before, after;
    rules->describe(w->position, &before);
    for (size_t i = 0; i < w->legal_count; i++) {
        alignas(max_align_t) unsigned char position[POSITION_BYTES_MAX];
        struct effect effect = {0};
        memcpy(position, w->position, rules->position_size);
        rules->play(position, &legal[i], &effect);
        rules->describe(position, &after);
        expect_captures(w, &legal[i], &effect, &before, &after);
        expect_true_changes(w, &legal[i], &before, &after);
        expect_annotations(w, &legal[i], &effect);
    }
}

static void test_effects(void **state) { walk_games(state, 6, visit_effects); }

/* 6: who plays on alone moves by the rules of the game, and is home when he is home (H13). */

static void solo_ply(struct walk *w, unsigned side) {
    struct setup now;
    char text[TEXT_MAX];
    struct move m;
    unsigned style = 0;
    w->rules.rules->describe(w->position, &now);
    if (now.turn != side || memcmp(now.at, w->naive.now.at, sizeof now.at) != 0)
        broken(w, NULL, "the solo's position is described as %s", setup_text(w, &now, text));
    if (w->rules.rules->solo_done(w->position) != w->game->home(&w->naive, side))
        broken(w, NULL, "the solo is %s", w->game->home(&w->naive, side) ? "done" : "not done");
    expect_same_refusals(w, &w->dice);
    size_t count = w->game->choices(&w->naive, naive_text, CHOICES_MAX);
    const char *any = naive_text[dice_below(&w->dice, count)].text;
    if (w->rules.rules->notation->read(text_of(any), &w->rules.board, &m, &style))
        broken(w, NULL, "%s cannot be read", any);
    const struct reason *reason = w->rules.rules->check(w->position, &m);
    if (reason)
        broken(w, &m, "a solo move is refused: %s", reason->code);
    play(w, &m);
    w->naive.now.turn = (uint8_t)side;
}

static void test_solo(void **state) {
    struct walk *w = &the_walk;
    memset(w, 0, sizeof *w);
    w->row = *state;
    read_row(w);
    w->alone = true;
    w->dice.state = (uint64_t)(w->row - rows);
    for (w->number = 0; is_due(w); w->number++) {
        begin(w);
        unsigned side = dice_below(&w->dice, 2);
        w->rules.rules->solo(w->position, side);
        w->naive.now.turn = (uint8_t)side;
        while (w->ply < PLIES_MAX / 4 / share)
            solo_ply(w, side);
    }
}

/* Whether the game of a row, its first word, has a playout (H13). */
static bool has_solo(const char *what) {
    const struct rules *rules = zi_game_find((struct text){what, strcspn(what, " ")});
    return rules && rules->solo;
}

/* What a game of the catalogue owes at all, before it is played. */

static void expect_rules(const struct rules *rules) {
    const struct notation *n = rules->notation;
    assert_true(rules->board && rules->start && rules->check && rules->play && rules->try_play &&
                rules->agrees && rules->annotate && rules->moves && rules->outcome && rules->turn &&
                rules->describe && rules->key);
    assert_true(rules->look && rules->sides[0] && rules->sides[1]);
    assert_true(!rules->solo == !rules->solo_done);
    assert_true(rules->position_size && rules->position_size <= POSITION_BYTES_MAX);
    assert_true(rules->option_count <= OPTIONS_MAX);
    assert_true(!rules->variant_required || rules->variants);
    assert_true(n->pattern && n->read && n->plain && n->write && n->shorten && n->read_setup &&
                n->write_setup && strlen(n->sides) == 2);
    assert_string_equal(n->name, rules->name);
}

/* Who can read `a1..b2` must be able to say by which cells the chain goes. */
static void expect_completion(const struct rules *rules) {
    static const char route[] = "a1..b2";
    struct grammar grammar;
    struct movetext text;
    struct ruleset rs;
    zi_ruleset_init(&rs, rules, 0);
    zi_grammar_open(&grammar, rules->notation);
    zi_movetext_open(&text, &grammar, &rs.board, text_of(route), NULL, 0);
    bool reads = zi_movetext_next(&text) == TOKEN_MOVE && move_is_route(&text.move);
    zi_grammar_close(&grammar);
    if (reads && !rules->complete)
        fail_msg("%s reads routes (%s), but its rules have no `complete`", rules->name, route);
}

static void test_owed(void **state) {
    const struct rules *rules = *state;
    if (!naive_find(rules->name))
        fail_msg("%s has no second set of rules: naive_%s", rules->name, rules->name);
    assert_string_equal(naive_find(rules->name)->name, rules->name);
    expect_rules(rules);
    expect_completion(rules);
}

int main(int argc, char **argv) {
    static const struct {
        const char *sentence;
        CMUnitTestFunction function;
    } properties[] = {
        {"moves, play and outcome are those of the literal rules", test_agreement},
        {"a strayed move is refused for the reason that C5 names first", test_strays},
        {"what is written is read back as it was", test_texts},
        {"no piece comes or goes and equal keys are equal positions", test_invariants},
        {"what is asked of a move is true of the boards", test_effects},
        {"who plays on alone moves by the rules and comes home", test_solo},
        {"two plies deep there are as many moves as by the literal rules", test_two_plies},
    };
    enum { PROPERTIES = sizeof properties / sizeof *properties };
    static char names[PROPERTIES * ROWS_MAX][160];
    static struct CMUnitTest tests[PROPERTIES * ROWS_MAX + GAMES_MAX];
    size_t t = 0;
    fill_rows();
    for (size_t g = 0; g < zi_game_count; g++)
        tests[t++] = (struct CMUnitTest){zi_games[g]->name, test_owed, NULL, NULL,
                                         (void *)(uintptr_t)zi_games[g]};
    for (size_t p = 0; p < PROPERTIES; p++)
        for (size_t r = 0; r < row_count; r++) {
            if (properties[p].function == test_solo && !has_solo(rows[r].what))
                continue;
            snprintf(names[t], sizeof names[t], "%s: %s", rows[r].what, properties[p].sentence);
            tests[t].name = names[t];
            tests[t].test_func = properties[p].function;
            tests[t++].initial_state = (void *)(uintptr_t)&rows[r];
        }
    if (getenv("ALL") || argc > 2)
        fewer = 1;
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    if (argc > 2)
        share = (unsigned)strtoul(argv[2], NULL, 10);
    return _cmocka_run_group_tests("contract", tests, t, NULL, NULL);
}
