/* Standings: small tables worked by hand, and large ones beside a second, naive computation. */
#include "tests/unit/unit.h"

#include <jansson.h>

#include "tournaments/tournament.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Tables worked by hand. */

static const struct hand_row {
    const char *name; /* a sentence */
    const char *game;
    const char *games; /* "A 1-0 B 12; A = B; A * B": the winner's points last, where there are */
    const char *tie_breaks; /* NULL: the default */
    const char *expected;   /* rank, name and score of each row */
} hands[] = {
    {"no games", "hogga", "", NULL, ""},
    {"one game", "hogga", "A 1-0 B 5", NULL, "1 A 1, 2 B 0"},
    {"one game, won by the second player", "hogga", "A 0-1 B 5", NULL, "1 B 1, 2 A 0"},
    {"one drawn game", "halma", "B = A", NULL, "1 A 0.5, 1 B 0.5"},
    {"all drawn", "hogga", "C = B; A = C; B = A", NULL, "1 A 1, 1 B 1, 1 C 1"},
    {"two of the same rank, and the next has the third", "hogga", "A = B; A 1-0 C 4; B 1-0 C 4",
     NULL, "1 A 1.5, 1 B 1.5, 3 C 0"},
    {"a game that has no end counts for nobody", "hogga", "A 1-0 B; A * C", "head-to-head",
     "1 A 1, 2 B 0, 2 C 0"},
    {"only unfinished games", "akron", "A * B", NULL, "1 A 0, 1 B 0"},
    {"who withdrew stands with what he has", "halma", "A 1-0 B; B 1-0 C; C 1-0 B; B 1-0 C", "wins",
     "1 B 2, 2 A 1, 2 C 1"},

    {"the difference of points", "hogga", "A 1-0 C 3; B 1-0 C 10; A = B", "difference",
     "1 B 1.5, 2 A 1.5, 3 C 0"},
    {"points against count in the difference", "husbao",
     "A 1-0 C 30; D 1-0 A 29; B 1-0 C 20; D 1-0 B 18", "difference", "1 D 2, 2 B 1, 3 A 1, 4 C 0"},
    /* both 2 ahead: 5 - 3 and 4 - 2 */
    {"points for part what the difference does not", "hogga",
     "A 1-0 C 4; D 1-0 A 2; B 1-0 C 5; D 1-0 B 3", "difference,points",
     "1 D 2, 2 B 1, 3 A 1, 4 C 0"},
    {"wins", "halma", "A = C; A = D; B 1-0 C; D 1-0 B", "wins", "1 D 1.5, 2 B 1, 3 A 1, 4 C 0.5"},
    {"without a tie-break that parts them they share the rank", "halma",
     "A = C; A = D; B 1-0 C; D 1-0 B", "difference", "1 D 1.5, 2 A 1, 2 B 1, 4 C 0.5"},

    {"head-to-head of two", "halma", "Z 1-0 Y; C 1-0 Z; Y 1-0 D; C 1-0 D", "head-to-head",
     "1 C 2, 2 Z 1, 3 Y 1, 4 D 0"},
    {"who has not met is not parted by head-to-head", "halma", "A 1-0 C; B 1-0 D", "head-to-head",
     "1 A 1, 1 B 1, 3 C 0, 3 D 0"},
    {"three that beat each other in a ring", "halma", "A 1-0 B; B 1-0 C; C 1-0 A", NULL,
     "1 A 1, 1 B 1, 1 C 1"},
    /* among r, q and p: r 2, q and p half a point each; their games with X do not count there */
    {"head-to-head of three goes by the games among exactly them", "halma",
     "r 1-0 q; r 1-0 p; q = p; q 1-0 X; q = X; p 1-0 X; p = X; X 1-0 r; X 1-0 r", "head-to-head",
     "1 X 3, 2 r 2, 3 p 2, 3 q 2"},
    /* among A, B and C each won once; then A, with a difference of 7, is parted off: B and C are
       not looked at again */
    {"a tie-break is applied once, to those tied when its turn comes", "hogga",
     "B 1-0 C 1; C 1-0 A 1; A 1-0 B 8", "head-to-head,difference", "1 A 1, 2 C 1, 3 B 1"},
    /* A, y and z beat each other in a ring; the difference parts A off, then z's game with y counts
     */
    {"head-to-head behind the difference is of those whom it left tied", "hogga",
     "z 1-0 y; y 1-0 A; A 1-0 z; A 1-0 M 10; y 1-0 M 3; z 1-0 M 3", "difference,head-to-head",
     "1 A 2, 2 z 2, 3 y 2, 4 M 0"},

    /* b beat C, who has 2; a beat D, who has nothing */
    {"Sonneborn-Berger", "halma", "b 1-0 C; a 1-0 D; C 1-0 D; C 1-0 E", "sonneborn-berger",
     "1 C 2, 2 b 1, 3 a 1, 4 D 0, 4 E 0"},
    /* b drew with C (2) and D (1.5), which makes 1.75; a drew with C and E (0.5): 1.25 */
    {"Sonneborn-Berger takes half of those drawn with", "halma",
     "b = C; b = D; a = C; a = E; C 1-0 E; D 1-0 E", "sonneborn-berger",
     "1 C 2, 2 D 1.5, 3 b 1, 4 a 1, 5 E 0.5"},
    /* x met P (3) and Q (0), y met R (2) and S (1.5): y has more, without the lowest x has */
    {"Buchholz cut 1 leaves the lowest opponent out", "halma",
     "P 1-0 x; x 1-0 Q; P 1-0 Q; P 1-0 Q; R 1-0 y; y 1-0 S; R 1-0 S; S 1-0 T; S = T",
     "buchholz-cut-1", "1 P 3, 2 R 2, 3 S 1.5, 4 x 1, 5 y 1, 6 T 0.5, 7 Q 0"},
    /* black moves first in Halma, b second in HusBao */
    {"games with Black", "halma", "A = B; C = A; C = D", "black-games",
     "1 C 1, 2 A 1, 3 B 0.5, 3 D 0.5"},
    {"games with b", "husbao", "A = B; C = A; C = D", "black-games",
     "1 A 1, 2 C 1, 3 B 0.5, 3 D 0.5"},
    {"games won with Black", "halma", "A 1-0 B; B 0-1 C; C = D; A = D", "black-wins",
     "1 A 1.5, 2 C 1.5, 3 D 1, 4 B 0"},
    {"games as the second player", "halma", "A = B; C = A; D = C; D = E", "second-games",
     "1 A 1, 1 C 1, 3 D 1, 4 B 0.5, 4 E 0.5"},
    /* b lost to C, who has 2, a to D, who has 1 */
    {"Buchholz", "halma", "C 1-0 b; D 1-0 a; C 1-0 D", "buchholz", "1 C 2, 2 D 1, 3 b 0, 4 a 0"},

    /* Direct encounter: FIDE Handbook, C.07, article 6. */
    {"direct encounter of players who have all met", "halma",
     "c 1-0 a; b 1-0 c; b = a; a 1-0 X; a = X; c 1-0 X; c 0-1 X; b 0-1 X", "direct-encounter",
     "1 X 2.5, 2 c 2, 3 a 2, 4 b 1.5"},
    /* A has 2 against B and C, who have not met: each could have 1 */
    {"who is first whatever the missing game gives is ranked", "halma",
     "A 1-0 B; A 1-0 C; X 1-0 A; B 1-0 X; B 1-0 Y; C 1-0 X; C 1-0 Y", "direct-encounter",
     "1 A 2, 2 B 2, 2 C 2, 4 X 1, 5 Y 0"},
    /* C has met neither and could win both games */
    {"who could be overtaken is not ranked", "halma",
     "A 1-0 B; A 1-0 X; B 1-0 X; B 1-0 Y; C 1-0 X; C 1-0 Y", "direct-encounter",
     "1 A 2, 1 B 2, 1 C 2, 4 X 0, 4 Y 0"},
    /* A has 2 against D; C has 1 and could have 2 */
    {"to be reached is to be overtaken", "halma",
     "A 1-0 D; A 1-0 D; C = D; C = D; C 1-0 X; D 1-0 X", "direct-encounter",
     "1 A 2, 1 C 2, 1 D 2, 4 X 0"},
    /* 3 against A; C could have 2, and A 1 */
    {"players who have met three times have one game less to come", "halma",
     "B 1-0 A; B 1-0 A; B 1-0 A; A 1-0 X; A 1-0 Y; A 1-0 Z; C 1-0 X; C 1-0 Y; C 1-0 Z",
     "direct-encounter", "1 B 3, 2 A 3, 2 C 3, 4 X 0, 4 Y 0, 4 Z 0"},
    /* A has 2; B and C 1.5; D, whom A has not met, 0. Then B, C and D have met: 1.5, 1.5, 0 */
    {"those who are left are compared among themselves", "halma",
     "A 1-0 B; A 1-0 C; B 1-0 D; C 1-0 D; B = C; A 1-0 W; A 1-0 X; B 1-0 W; B 1-0 X; B = Y; "
     "C 1-0 W; C 1-0 X; C = Y; D 1-0 W; D 1-0 X; D 1-0 Y; D 1-0 Z",
     "direct-encounter", "1 A 4, 2 B 4, 2 C 4, 4 D 4, 5 Y 1, 6 W 0, 6 X 0, 6 Z 0"},
    /* C could win two, and reach A */
    {"an unfinished game is a missing one", "halma",
     "A 1-0 B; A 1-0 B; B * C; B 1-0 X; B 1-0 X; C 1-0 X; C 1-0 X", "direct-encounter",
     "1 A 2, 1 B 2, 1 C 2, 4 X 0"},
};

static enum result result_of(const char *word) {
    return !strcmp(word, "1-0")   ? RESULT_WIN_0
           : !strcmp(word, "0-1") ? RESULT_WIN_1
           : !strcmp(word, "=")   ? RESULT_DRAW
                                  : RESULT_OPEN;
}

static void add_game(struct standings *t, const struct facts *f) {
    assert_null(zi_standings_add(
        t, f, &(struct standings_place){zi_map_number(&t->words, TEXT("games.yaml")), 1, 1}));
    assert_false(t->failed);
}

static void set_tie_breaks(struct standings *t, const char *list) {
    struct text fault;
    if (list)
        assert_true(zi_standings_tie_breaks(t, text_of(list), &fault));
}

static void add_hand_games(struct standings *t, const struct hand_row *row) {
    char games[1000], *rest = games, *one;
    snprintf(games, sizeof games, "%s", row->games);
    while ((one = strsep(&rest, ";"))) {
        char first[20], result[20], second[20];
        long long points = -1;
        int fields = sscanf(one, "%19s %19s %19s %lld", first, result, second, &points);
        if (fields < 3)
            continue;
        struct facts f = {.rules = zi_game_find(text_of(row->game)),
                          .players = {text_of(first), text_of(second)},
                          .result = result_of(result),
                          .points = points};
        add_game(t, &f);
    }
}

static void a_table_worked_by_hand(void **state) {
    const struct hand_row *row = *state;
    struct standings t = {0};
    struct buffer got = {0};
    set_tie_breaks(&t, row->tie_breaks);
    add_hand_games(&t, row);
    zi_standings_settle(&t);
    assert_false(t.failed);
    for (size_t i = 0; i < t.players; i++) {
        buffer_string(&got, i ? ", " : "");
        zi_buffer_number(&got, t.standing[i].rank);
        buffer_char(&got, ' ');
        buffer_text(&got, t.standing[i].name);
        buffer_char(&got, ' ');
        buffer_add(&got, value_decimal(t.standing[i].score, 4));
    }
    buffer_char(&got, '\0');
    assert_string_equal(got.at, row->expected);
    zi_buffer_free(&got);
    zi_standings_free(&t);
}

static void a_drawn_game_is_worth_a_quarter_to_sonneborn_berger(void **state) {
    (void)state;
    struct standings t = {0};
    struct buffer got = {0};
    const struct hand_row row = {.game = "halma", .games = "A = B"};
    add_hand_games(&t, &row);
    zi_standings_settle(&t);
    buffer_add(&got, value_decimal(t.standing[0].tie[TIE_SONNEBORN_BERGER], 4));
    buffer_char(&got, ' ');
    buffer_add(&got, value_decimal(-17500, 4));
    buffer_char(&got, '\0');
    assert_string_equal(got.at, "0.25 -1.75");
    zi_buffer_free(&got);
    zi_standings_free(&t);
}

static void games_that_no_table_has(void **state) {
    (void)state;
    struct standings t = {0};
    struct facts f = {.rules = &zi_hogga_rules, .points = -1};
    assert_non_null(zi_standings_add(&t, &f, &(struct standings_place){0, 1, 1}));
    f.players[0] = TEXT("A");
    assert_non_null(zi_standings_add(&t, &f, &(struct standings_place){0, 1, 1}));
    f.players[1] = TEXT("A");
    assert_non_null(zi_standings_add(&t, &f, &(struct standings_place){0, 1, 1}));
    f.players[1] = TEXT("a");
    assert_null(zi_standings_add(&t, &f, &(struct standings_place){0, 1, 1}));
    assert_int_equal(t.game_count, 1);
    zi_standings_settle(&t);
    assert_int_equal(t.players, 2);
    zi_standings_free(&t);
}

/* Two players who have met are two people. Otherwise a name without an id belongs to the person who
   has that name and an id. */
static void a_name_that_met_its_id(void **state) {
    const struct text ids[] = {TEXT("7"), NO_TEXT};
    (void)state;
    for (unsigned side = 0; side < 2; side++) {
        struct standings t = {0};
        struct facts f = {.rules = &zi_hogga_rules,
                          .players = {TEXT("Ann"), TEXT("Ann")},
                          .ids = {ids[side], ids[!side]},
                          .points = -1};
        add_game(&t, &f);
        zi_standings_settle(&t);
        assert_int_equal(t.players, 2);
        zi_standings_free(&t);
    }
}

/* Else it is theirs, also in a game before the one with the id. */
static void a_name_that_is_known_later(void **state) {
    struct standings t = {0};
    const struct facts games[] = {{.players = {TEXT("Ann"), TEXT("Bo")}},
                                  {.players = {TEXT("Ann"), TEXT("Cy")}, .ids = {TEXT("7")}}};
    (void)state;
    for (size_t i = 0; i < COUNT(games); i++) {
        struct facts f = games[i];
        f.rules = &zi_halma_rules;
        f.result = RESULT_WIN_0;
        add_game(&t, &f);
    }
    zi_standings_settle(&t);
    assert_int_equal(t.players, 3);
    assert_true(text_is(t.standing[0].name, "Ann"));
    assert_int_equal(t.standing[0].wins, 2);
    zi_standings_free(&t);
}

static void wins_without_proved_points_are_counted(void **state) {
    static const struct {
        const struct rules *rules;
        enum result result;
        const char *termination;
        int points, count;
    } rows[] = {{&zi_hogga_rules, RESULT_WIN_0, "", -1, 1},
                {&zi_hogga_rules, RESULT_WIN_1, "", -1, 1},
                {&zi_husbao_rules, RESULT_WIN_1, "time", -1, 1},
                {&zi_hogga_rules, RESULT_WIN_0, "", 0, 0},
                {&zi_hogga_rules, RESULT_WIN_0, "", 1, 0},
                {&zi_hogga_rules, RESULT_WIN_0, "forfeit", -1, 0},
                {&zi_hogga_rules, RESULT_DRAW, "", -1, 0},
                {&zi_hogga_rules, RESULT_OPEN, "", -1, 0},
                {&zi_halma_rules, RESULT_WIN_0, "", -1, 0}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct standings t = {0};
        struct facts f = {.rules = rows[i].rules,
                          .players = {TEXT("A"), TEXT("B")},
                          .result = rows[i].result,
                          .termination = text_of(rows[i].termination),
                          .points = rows[i].points};
        add_game(&t, &f);
        assert_int_equal(t.unproved, rows[i].count);
        zi_standings_free(&t);
    }
}

static void tie_breaks_that_are_none(void **state) {
    (void)state;
    static const char *const lists[] = {
        "", "nonsense", "wins,", "wins,wins", "wins,,points", "Wins", "difference head-to-head"};
    for (size_t i = 0; i < COUNT(lists); i++) {
        struct standings t = {0};
        struct text fault;
        assert_false(zi_standings_tie_breaks(&t, text_of(lists[i]), &fault));
    }
}

static void the_last_tie_breaks_apply(void **state) {
    struct standings t = {0};
    (void)state;
    set_tie_breaks(&t, "wins,koya");
    set_tie_breaks(&t, "koya,buchholz");
    zi_standings_settle(&t);
    assert_int_equal(t.tie_break_count, 2);
    assert_int_equal(t.tie_break[0], TIE_KOYA);
    assert_int_equal(t.tie_break[1], TIE_BUCHHOLZ);
    zi_standings_free(&t);
}

/* The word `forfeit` makes a game without a move a forfeit. A game with a move was played. */
static void a_forfeit_has_no_move(void **state) {
    static const struct {
        const char *termination;
        uint32_t plies;
        enum result result;
        enum game_kind kind;
    } rows[] = {
        {"forfeit", 0, RESULT_WIN_0, GAME_FORFEIT},       {"forfeit", 0, RESULT_DRAW, GAME_FORFEIT},
        {"forfeit", 0, RESULT_OPEN, GAME_DOUBLE_FORFEIT}, {"forfeit", 1, RESULT_WIN_0, GAME_PLAYED},
        {"time", 0, RESULT_WIN_0, GAME_PLAYED},           {"", 0, RESULT_OPEN, GAME_PLAYED}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct standings t = {0};
        add_game(&t, &(struct facts){.rules = &zi_halma_rules,
                                     .players = {TEXT("A"), TEXT("B")},
                                     .plies = rows[i].plies,
                                     .result = rows[i].result,
                                     .termination = text_of(rows[i].termination)});
        assert_int_equal(t.game[0].kind, rows[i].kind);
        zi_standings_free(&t);
    }
}

/* Each player has beaten all later ones twice. Both games of a pair are in one round. */
static void a_large_table(void **state) {
    enum { PLAYERS = 96 };
    struct standings t = {0};
    char name[PLAYERS][16], round[16];
    (void)state;
    set_tie_breaks(&t, "buchholz,progressive,direct-encounter");
    for (int i = 0; i < PLAYERS; i++)
        snprintf(name[i], sizeof name[i], "P%02d", i);
    for (int i = 0; i < 2 * PLAYERS * PLAYERS; i++) {
        int one = i / PLAYERS % PLAYERS, other = i % PLAYERS;
        struct facts f = {.rules = &zi_halma_rules,
                          .players = {text_of(name[one]), text_of(name[other])},
                          .round = text_of(round),
                          .result = RESULT_WIN_0};
        snprintf(round, sizeof round, "%d", (one + other) % PLAYERS);
        if (one < other)
            add_game(&t, &f);
    }
    zi_standings_settle(&t);
    assert_false(t.failed);
    assert_int_equal(t.players, PLAYERS);
    for (int i = 0; i < PLAYERS; i++) {
        const struct standings_row *s = &t.standing[i];
        int64_t score = 2 * (PLAYERS - 1 - i), all = 2 * PLAYERS * (PLAYERS - 1) - 2 * score;
        assert_true(text_is(s->name, name[i]));
        assert_int_equal(s->rank, i + 1);
        assert_int_equal(s->score, SCORE_ONE * score);
        assert_int_equal(s->tie[TIE_BUCHHOLZ], SCORE_ONE * all);
        assert_int_equal(t.meeting[2 * (PLAYERS - 1) * i].row, i);
    }
    zi_standings_free(&t);
}

/* The second computation: by names and decimal numbers, each value from its definition. */

enum { NAIVE_GAMES = 400, NAIVE_PLAYERS = 64 };

struct naive_game {
    char first[8], second[8];
    double first_gets; /* -1: unfinished */
    int points;        /* of the winner, -1: none */
};

struct naive {
    struct naive_game game[NAIVE_GAMES];
    int games;
    char name[NAIVE_PLAYERS][8];
    int players;
    const char *tie_breaks[8];

    char order[NAIVE_PLAYERS][8]; /* what comes out */
    int rank[NAIVE_PLAYERS], placed;
};

/* What the player got out of a game; -1 where it was not his, or had no end. */
static double naive_got(const struct naive_game *g, const char *name) {
    if (g->first_gets < 0)
        return -1;
    return !strcmp(g->first, name)    ? g->first_gets
           : !strcmp(g->second, name) ? 1 - g->first_gets
                                      : -1;
}

static const char *naive_opponent(const struct naive_game *g, const char *name) {
    return strcmp(g->first, name) ? g->first : g->second;
}

static double naive_score(const struct naive *n, const char *name) {
    double score = 0;
    for (int i = 0; i < n->games; i++)
        if (naive_got(&n->game[i], name) >= 0)
            score += naive_got(&n->game[i], name);
    return score;
}

/* How often he got that much. */
static int naive_times(const struct naive *n, const char *name, double much) {
    int times = 0;
    for (int i = 0; i < n->games; i++)
        times += naive_got(&n->game[i], name) == much;
    return times;
}

/* The winners' points in the games that he won (1) or lost (0). */
static int naive_points(const struct naive *n, const char *name, double much) {
    int points = 0;
    for (int i = 0; i < n->games; i++)
        if (naive_got(&n->game[i], name) == much && n->game[i].points > 0)
            points += n->game[i].points;
    return points;
}

static double naive_among(const struct naive *n, const char *name, char (*group)[8], int count) {
    double score = 0;
    for (int i = 0; i < n->games; i++)
        for (int k = 0; k < count; k++)
            if (naive_got(&n->game[i], name) >= 0 && strcmp(group[k], name) &&
                !strcmp(group[k], naive_opponent(&n->game[i], name)))
                score += naive_got(&n->game[i], name);
    return score;
}

static double naive_opponents(const struct naive *n, const char *name, bool all) {
    double sum = 0;
    for (int i = 0; i < n->games; i++) {
        double got = naive_got(&n->game[i], name);
        if (got >= 0)
            sum += (all ? 1 : got) * naive_score(n, naive_opponent(&n->game[i], name));
    }
    return sum;
}

static int by_double(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The opponents' scores in a row, without so many at both ends. */
static double naive_cut(const struct naive *n, const char *name, int low, int high) {
    double score[NAIVE_GAMES], sum = 0;
    int count = 0;
    for (int i = 0; i < n->games; i++)
        if (naive_got(&n->game[i], name) >= 0)
            score[count++] = naive_score(n, naive_opponent(&n->game[i], name));
    qsort(score, (size_t)count, sizeof *score, by_double);
    for (int i = low; i < count - high; i++)
        sum += score[i];
    return sum;
}

/* What was got from those who won at least half of what they played for. */
static double naive_koya(const struct naive *n, const char *name) {
    double sum = 0;
    for (int i = 0; i < n->games; i++) {
        const char *other = naive_opponent(&n->game[i], name);
        double finished =
            naive_times(n, other, 0) + naive_times(n, other, 0.5) + naive_times(n, other, 1);
        if (naive_got(&n->game[i], name) >= 0 && naive_score(n, other) / finished >= 0.5)
            sum += naive_got(&n->game[i], name);
    }
    return sum;
}

static double naive_value(const struct naive *n, const char *tie, const char *name,
                          char (*group)[8], int count) {
    if (!strcmp(tie, "score"))
        return naive_score(n, name);
    if (!strcmp(tie, "difference"))
        return naive_points(n, name, 1) - naive_points(n, name, 0);
    if (!strcmp(tie, "points"))
        return naive_points(n, name, 1);
    if (!strcmp(tie, "wins"))
        return naive_times(n, name, 1);
    if (!strcmp(tie, "head-to-head"))
        return naive_among(n, name, group, count);
    if (!strcmp(tie, "koya"))
        return naive_koya(n, name);
    if (!strcmp(tie, "buchholz-cut-1"))
        return naive_cut(n, name, 1, 0);
    if (!strcmp(tie, "median-buchholz"))
        return naive_cut(n, name, 1, 1);
    assert_true(!strcmp(tie, "sonneborn-berger") || !strcmp(tie, "buchholz"));
    return naive_opponents(n, name, !strcmp(tie, "buchholz"));
}

/* Places a group of players who are tied so far: those with the most first, and so on. */
static void naive_place(struct naive *n, const char *const *tie, char (*group)[8], int count) {
    if (!*tie) {
        int rank = n->placed + 1;
        for (int done = 0; done < count; done++) {
            int next = -1;
            for (int k = 0; k < count; k++)
                if (*group[k] && (next < 0 || strcmp(group[k], group[next]) < 0))
                    next = k;
            n->rank[n->placed] = rank;
            strcpy(n->order[n->placed++], group[next]);
            *group[next] = '\0';
        }
        return;
    }
    double value[NAIVE_PLAYERS], limit = 1e9;
    for (int k = 0; k < count; k++)
        value[k] = naive_value(n, *tie, group[k], group, count);
    for (int left = count; left;) {
        char same[NAIVE_PLAYERS][8];
        double most = -1e9;
        int sames = 0;
        for (int k = 0; k < count; k++)
            if (value[k] < limit && value[k] > most)
                most = value[k];
        for (int k = 0; k < count; k++)
            if (value[k] == most)
                strcpy(same[sames++], group[k]);
        naive_place(n, tie + 1, same, sames);
        left -= sames;
        limit = most;
    }
}

/* Tournaments. */

static uint64_t chance(uint64_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed >> 11;
}

static void play(struct naive *n, int a, int b, uint64_t *seed) {
    struct naive_game *g = &n->game[n->games++];
    uint64_t what = chance(seed) % 10;
    bool swap = chance(seed) % 2;
    strcpy(g->first, n->name[swap ? b : a]);
    strcpy(g->second, n->name[swap ? a : b]);
    g->first_gets = what < 4 ? 1 : what < 7 ? 0 : what < 9 ? 0.5 : -1;
    /* few different points, so that there are ties; some wins off the board have none */
    g->points = what < 7 && chance(seed) % 8 ? (int)(chance(seed) % 4) + 1 : -1;
}

static bool have_met(const struct naive *n, int a, int b) {
    for (int i = 0; i < n->games; i++)
        if ((!strcmp(n->game[i].first, n->name[a]) && !strcmp(n->game[i].second, n->name[b])) ||
            (!strcmp(n->game[i].first, n->name[b]) && !strcmp(n->game[i].second, n->name[a])))
            return true;
    return false;
}

static void name_players(struct naive *n, int players, uint64_t *seed) {
    n->players = players;
    for (int i = 0; i < players; i++)
        snprintf(n->name[i], sizeof n->name[i], "%c%02d", (int)('A' + chance(seed) % 3), i % 100);
}

/* A round of a Swiss: from the top down each is paired with the nearest whom he has not met. Who
   finds nobody sits out, and who withdrew is not paired. */
static void swiss_round(struct naive *n, int round, uint64_t *seed) {
    bool busy[NAIVE_PLAYERS] = {false};
    double score[NAIVE_PLAYERS];
    for (int i = 0; i < n->players; i++) {
        score[i] = naive_score(n, n->name[i]);
        busy[i] = i % 20 == 7 && round >= 4;
    }
    for (;;) {
        int a = -1, b = -1;
        for (int i = 0; i < n->players; i++)
            if (!busy[i] && (a < 0 || score[i] > score[a]))
                a = i;
        if (a < 0)
            return;
        busy[a] = true;
        for (int i = 0; i < n->players; i++)
            if (!busy[i] && !have_met(n, a, i) && (b < 0 || score[i] > score[b]))
                b = i;
        if (b < 0)
            continue;
        busy[b] = true;
        play(n, a, b, seed);
    }
}

static void make_swiss(struct naive *n, uint64_t *seed) {
    name_players(n, 64, seed);
    for (int round = 1; round <= 7; round++)
        swiss_round(n, round, seed);
}

static void make_round_robin(struct naive *n, uint64_t *seed) {
    name_players(n, 16, seed);
    for (int a = 0; a < n->players; a++)
        for (int b = 0; b < a; b++)
            play(n, a, b, seed);
}

static void expect_row(const struct naive *n, const struct standings_row *s, int row) {
    char name[16];
    snprintf(name, sizeof name, "%.*s", (int)s->name.len, s->name.at);
    assert_string_equal(name, n->order[row]);
    assert_int_equal(s->rank, n->rank[row]);
    assert_int_equal(s->wins, naive_times(n, name, 1));
    assert_int_equal(s->draws, naive_times(n, name, 0.5));
    assert_int_equal(s->losses, naive_times(n, name, 0));
    assert_int_equal(s->games, s->wins + s->draws + s->losses);
    assert_int_equal(s->points_for, naive_points(n, name, 1));
    assert_int_equal(s->points_against, naive_points(n, name, 0));
    assert_true((double)s->score == SCORE_ONE * naive_score(n, name));
    assert_true((double)s->tie[TIE_SONNEBORN_BERGER] ==
                SCORE_ONE * naive_opponents(n, name, false));
    assert_true((double)s->tie[TIE_BUCHHOLZ] == SCORE_ONE * naive_opponents(n, name, true));
}

/* The signs of a cross table, beside the games in their order. */
static void expect_cross(const struct naive *n, const struct standings *t) {
    const struct standings_view view = {0};
    const struct meeting *m = t->meeting;
    for (int row = 0; row < n->placed; row++)
        for (int column = 0; column < n->placed; column++) {
            char expected[NAIVE_GAMES + 1] = "";
            struct buffer got = {0};
            for (int i = 0; i < n->games; i++) {
                const struct naive_game *g = &n->game[i];
                bool first = !strcmp(g->first, n->order[row]);
                if (strcmp(first ? g->second : g->first, n->order[column]) ||
                    strcmp(first ? g->first : g->second, n->order[row]))
                    continue;
                double gets = first ? g->first_gets : 1 - g->first_gets;
                strcat(expected, g->first_gets < 0 ? "*" : gets == 1 ? "1" : gets == 0 ? "0" : "=");
            }
            zi_standings_signs(t, &view, &m, (uint32_t)row, (uint32_t)column, &got);
            buffer_char(&got, '\0');
            assert_string_equal(got.at, expected);
            zi_buffer_free(&got);
        }
}

static void compare(struct naive *n, const struct rules *rules, const char *tie_breaks) {
    struct standings t = {0};
    char group[NAIVE_PLAYERS][8];
    set_tie_breaks(&t, tie_breaks);
    for (int i = 0; i < n->games; i++) {
        const struct naive_game *g = &n->game[i];
        struct facts f = {.rules = rules,
                          .players = {text_of(g->first), text_of(g->second)},
                          .result = g->first_gets < 0      ? RESULT_OPEN
                                    : g->first_gets == 0.5 ? RESULT_DRAW
                                    : g->first_gets == 1   ? RESULT_WIN_0
                                                           : RESULT_WIN_1,
                          .points = g->points};
        add_game(&t, &f);
    }
    zi_standings_settle(&t);
    assert_false(t.failed);
    memcpy(group, n->name, sizeof group);
    n->placed = 0;
    naive_place(n, n->tie_breaks, group, n->players);
    assert_int_equal(t.players, n->placed);
    for (int row = 0; row < n->placed; row++)
        expect_row(n, &t.standing[row], row);
    expect_cross(n, &t);
    zi_standings_free(&t);
}

static const struct order_row {
    const char *list; /* NULL: the default */
    const char *each[8];
} orders[] = {
    {NULL, {"score", "difference", "head-to-head", "sonneborn-berger"}},
    {"head-to-head", {"score", "head-to-head"}},
    {"sonneborn-berger,head-to-head", {"score", "sonneborn-berger", "head-to-head"}},
    {"wins,points,buchholz", {"score", "wins", "points", "buchholz"}},
    {"buchholz-cut-1,koya", {"score", "buchholz-cut-1", "koya"}},
    {"median-buchholz,wins", {"score", "median-buchholz", "wins"}},
    {"koya,median-buchholz", {"score", "koya", "median-buchholz"}},
    {"buchholz,head-to-head,difference", {"score", "buchholz", "head-to-head", "difference"}},
};

static void compare_tournaments(void (*make)(struct naive *n, uint64_t *seed),
                                const struct rules *rules) {
    enum { SEEDS = 4 };
    for (uint64_t start = 1; start <= SEEDS; start++)
        for (size_t i = 0; i < COUNT(orders); i++) {
            static struct naive n;
            uint64_t seed = start * 0x9e3779b97f4a7c15U;
            memset(&n, 0, sizeof n);
            memcpy(n.tie_breaks, orders[i].each, sizeof n.tie_breaks);
            make(&n, &seed);
            compare(&n, rules, orders[i].list);
        }
}

static void swiss_tables_agree_with_a_naive_computation(void **state) {
    (void)state;
    compare_tournaments(make_swiss, &zi_hogga_rules);
    compare_tournaments(make_swiss, &zi_husbao_rules);
}

static void round_robin_tables_agree_with_a_naive_computation(void **state) {
    (void)state;
    compare_tournaments(make_round_robin, &zi_hogga_rules);
    compare_tournaments(make_round_robin, &zi_husbao_rules);
}

/* Tournaments for which FIDE's checker computed the same values. */

#define PUBLISHED "corpus/conformance/tournaments.jsonl"

struct published {
    struct tournament file;
    struct standings table;
    zet_error error;
    struct buffer messages, written;
};

static void open_published(struct published *p, struct text text) {
    *p = (struct published){0};
    assert_true(zi_tournament_read(&p->file, text, TEXT("t.trf")));
    assert_int_equal(p->file.error_count, 0);
    zi_tournament_begin(&p->file, &p->table, NULL);
    assert_int_equal(zi_tournament_match(&p->file, &p->table, &p->messages), 0);
    zi_standings_settle(&p->table);
    assert_false(p->table.failed);
}

static void write_published(struct published *p, standings_writer *write) {
    const struct standings_view view = {
        .file = &p->file, .messages = &p->messages, .error = &p->error};
    write(&p->table, &view, &p->written);
    assert_int_equal(p->error.status, ZET_OK);
    assert_false(p->written.failed);
}

static void close_published(struct published *p) {
    zi_standings_free(&p->table);
    zi_tournament_free(&p->file);
    zi_buffer_free(&p->messages);
    zi_buffer_free(&p->written);
}

static double number_of(const json_t *from, const char *key) {
    return json_number_value(json_object_get(from, key));
}

static void expect_published(const struct standings *t, const json_t *player) {
    const struct standings_row *s = t->standing;
    size_t i = 0;
    while (i < t->players &&
           !text_is(s[i].name, json_string_value(json_object_get(player, "name"))))
        i++;
    assert_true(i < t->players);
    assert_int_equal(s[i].rank, (int)number_of(player, "rank"));
    assert_true((double)s[i].score == SCORE_ONE * number_of(player, "score"));
    for (unsigned tie = 0; tie < TIE_BREAKS; tie++)
        if (json_object_get(player, zi_tie_breaks[tie]))
            assert_true((double)s[i].tie[tie] == SCORE_ONE * number_of(player, zi_tie_breaks[tie]));
}

/* Each is read, ranked and written again: unchanged, and as a tournament file that leads to the
   same report. */
static void published_tournaments(void **state) {
    FILE *in = fopen(PUBLISHED, "r");
    json_t *line, *player;
    size_t i, count = 0;
    (void)state;
    assert_non_null(in);
    for (; (line = json_loadf(in, JSON_DISABLE_EOF_CHECK, NULL)); count++) {
        const char *trf = json_string_value(json_object_get(line, "trf"));
        struct published p, again;
        open_published(&p, text_of(trf));
        assert_int_equal(p.table.players, json_array_size(json_object_get(line, "players")));
        json_array_foreach(json_object_get(line, "players"), i, player)
            expect_published(&p.table, player);
        write_published(&p, zi_standings_trf);
        if (!text_is(buffered(&p.written), trf))
            fail_msg("%.*s\nnot %s", (int)p.written.len, p.written.at, trf);
        p.written.len = 0;
        write_published(&p, zi_standings_yaml);
        open_published(&again, buffered(&p.written));
        write_published(&again, zi_standings_trf);
        assert_true(text_is(buffered(&again.written), trf));
        close_published(&again);
        close_published(&p);
        json_decref(line);
    }
    assert_int_equal(count, 20);
    fclose(in);
}

int main(void) {
    static const struct CMUnitTest single[] = {
        cmocka_unit_test(a_drawn_game_is_worth_a_quarter_to_sonneborn_berger),
        cmocka_unit_test(games_that_no_table_has),
        cmocka_unit_test(a_name_that_met_its_id),
        cmocka_unit_test(a_name_that_is_known_later),
        cmocka_unit_test(wins_without_proved_points_are_counted),
        cmocka_unit_test(published_tournaments),
        cmocka_unit_test(tie_breaks_that_are_none),
        cmocka_unit_test(the_last_tie_breaks_apply),
        cmocka_unit_test(a_large_table),
        cmocka_unit_test(a_forfeit_has_no_move),
        cmocka_unit_test(swiss_tables_agree_with_a_naive_computation),
        cmocka_unit_test(round_robin_tables_agree_with_a_naive_computation),
    };
    static struct CMUnitTest tests[COUNT(hands) + COUNT(single)];
    size_t count = 0;
    for (size_t i = 0; i < COUNT(hands); i++)
        tests[count++] = (struct CMUnitTest){.name = hands[i].name,
                                             .test_func = a_table_worked_by_hand,
                                             .initial_state = (void *)(uintptr_t)&hands[i]};
    for (size_t i = 0; i < COUNT(single); i++)
        tests[count++] = single[i];
    return _cmocka_run_group_tests("table", tests, count, NULL, NULL);
}
