/* Statistics: hand-made records with every number worked by hand; random games of all rules held
   against a second, naive count; and that bars are as long as what they show. */
#include "tests/unit/unit.h"

#include "notation/base/buffer.h"
#include "notation/base/value.h"
#include "tests/feed.h"
#include "tests/naive.h"
#include "validators/api/archive.h"
#include "validators/archive/stats_write.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* What a game of a record is called by a key. */
static zet_text name_by(const zet_record *r, enum stats_by by, unsigned side) {
    zet_text ending = {0}, date = zet_record_value(r, "date");
    switch (by) {
    case STATS_BY_GAME: return zet_text_of(zet_record_game(r));
    case STATS_BY_VARIANT: return zet_text_of(zet_record_variant(r));
    case STATS_BY_YEAR: return (zet_text){date.at, date.length < 4 ? 0 : 4};
    case STATS_BY_PLAYER: return zet_record_player(r, side);
    case STATS_BY_ENDING: zet_record_result(r, &ending); return ending;
    default: return zet_record_value(r, zi_stats_by[by]);
    }
}

/* Counts one record, as those do that have a row for it. */
static void count_record(struct stats *s, const zet_record *r, size_t group, unsigned side) {
    zet_text ending;
    zet_amount amount;
    zet_result result = zet_record_result(r, &ending),
               won = side ? ZET_RESULT_WIN_1 : ZET_RESULT_WIN_0;
    zet_tally t = {.game = zet_record_game(r), .result = result, .games = 1};
    t.number = zet_record_plies(r);
    zi_stats_add(s, group, &t);
    t.kind = ZET_TALLY_FIRST;
    t.text = zet_record_first_move(r);
    zi_stats_add(s, group, &t);
    t.kind = ZET_TALLY_LEVEL;
    t.number = (uint32_t)zet_record_level(r);
    if (zet_record_level(r) >= 0)
        zi_stats_add(s, group, &t);
    t.kind = ZET_TALLY_ENDING;
    t.text = ending;
    t.won = result == won;
    t.lost = result == (side ? ZET_RESULT_WIN_0 : ZET_RESULT_WIN_1);
    zi_stats_add(s, group, &t);
    for (size_t i = 0; zet_record_amount(r, i, &amount); i++)
        zi_stats_measured(s, group,
                          &(zet_measured){t.game, i, 1, amount, zet_text_of("stream.yaml"),
                                          zet_record_number(r), zet_record_number(r)});
}

/* Counts a stream of records, all of which must be valid. */
static void count_stream(struct stats *s, const struct stats *options, const char *text) {
    const zet_record *r;
    zet_reader *reader = zet_reader_new(NULL);
    *s = *options;
    assert_true(zi_stats_open(s) &&
                zet_reader_open_text(reader, "-", zet_text_of(text), NULL) == ZET_OK);
    zet_reader_gather(reader, ZET_GATHER_MEASURES);
    while (zet_reader_next(reader, &r, NULL) == ZET_OK) {
        zet_finding f;
        if (!zet_record_document(r).length)
            continue;
        if (!zet_record_is_valid(r) && zet_record_finding_at(r, 0, &f))
            fail_msg("record %zu: %.*s", zet_record_number(r), (int)f.message.length, f.message.at);
        count_record(s, r, STATS_TOTAL, 0);
        s->records++;
        for (unsigned side = 0; s->by_count && side < (zi_stats_is_by(s, STATS_BY_PLAYER) ? 2 : 1);
             side++) {
            struct text names[STATS_BYS];
            for (size_t i = 0; i < s->by_count; i++) {
                zet_text name = name_by(r, s->by[i], side);
                names[i] = (struct text){name.at, name.length};
            }
            count_record(s, r, zi_stats_group(s, names), side);
        }
    }
    zet_reader_free(reader);
    assert_true(zi_stats_finalize(s));
}

/* The report with all first moves. */
static void report_of(const struct stats *options, const char *records, char *out, size_t cap) {
    struct stats s;
    struct buffer b = {0};
    count_stream(&s, options, records);
    assert_true(zi_stats_text(&s, SIZE_MAX, &b));
    assert_true(b.len < cap);
    memcpy(out, b.at, b.len);
    out[b.len] = '\0';
    zi_buffer_free(&b);
    zi_stats_close(&s);
}

/* By hand. */

static const struct hand_row {
    const char *name, *by, *records;
    const char *lines[8]; /* what the report must contain */
} hand[] = {
    {"no games: zeros",
     "",
     "",
     {"all games: 0 games\n", "white 0, black 0, draws 0 of 0 finished; unfinished 0\n",
      "plies        none\n", "endings      none\n", "0 records: 0 counted"}},
    /* 1/3, 1/3, 1/3: 33.33 each, which is 99.99 in all, and stays so. The unfinished game is no
       part of the percentages. Plies 0, 1, 2, 3: mean 1.5, median 1.5. */
    {"the percentages are of the finished games",
     "game",
     "game: hogga\nmoves: ''\nresult: white\ntermination: forfeit\n---\n"
     "game: hogga\nmoves: b10-b9\nresult: black\ntermination: time\n---\n"
     "game: hogga\nmoves: b10-b9 k4-k5\nresult: draw\ntermination: agreement\n---\n"
     "game: hogga\nmoves: d10-d9 k4-k5 b10-b9\n",
     {"hogga: 4 games\n",
      "white 1 (33.33 %), black 1 (33.33 %), draws 1 (33.33 %) of 3 finished; unfinished 1\n",
      "plies        fewest 0, most 3, mean 1.5, median 1.5\n",
      "endings      agreement 1, forfeit 1, time 1, unknown 1\n",
      "b10-b9                2     50.00 %           0           1           1           0\n",
      "d10-d9                1     25.00 %           0           0           0           1\n",
      "(none)                1     25.00 %           1           0           0           0\n"}},
    {"all drawn",
     "game",
     "game: akron\nmoves: d4\nresult: draw\ntermination: agreement\n---\n"
     "game: akron\nmoves: d4 e5\nresult: draw\ntermination: adjudication\n",
     {"white 0 (0.00 %), black 0 (0.00 %), draws 2 (100.00 %) of 2 finished; unfinished 0\n",
      "mean 1.5, median 1.5\n", "endings      adjudication 1, agreement 1\n",
      "highest of a game: level 1: 2\n"}},
    /* A hop of each side, two steps; the variation has another hop. */
    {"hops of the main line only; a route counts as its chain",
     "game",
     "game: hogga\nmoves: a13..a9 h1^h5 (i4-i5 c13^g13) b10-b9 k4-k5\n",
     {"0.50 hops a move\n", "longest      chain 1 hop (stream.yaml:1, ply 1)\n", "a13^a9  "}},
    /* h1 over g2, a8 over b7, and a step. */
    {"halma: both sides' hops",
     "game,variant",
     "game: halma\nvariant: 8x8\nmoves: h1^f3 a8^c6 f3-e4\n",
     {"halma 8x8: 1 game\n", "0.67 hops a move\n",
      "longest      chain 1 hop (stream.yaml:1, ply 1)\n"}},
    /* a1 with 3: a2 3, b2 3, c2 3; 3 on: d2 3, e2 1, f2 1 and f3's 2; 3 on: g2 1, h2 1, h1 3; 3 on:
       g1 3, f1 3, e1 3; 3 on: d1 3, c1 3, b1 3; 3 on: a1 1, a2 4, b2 4; 4 on: c2 1, d2 4, e2 2,
       f2 1: two stones in seven stages. */
    {"husbao: stones and stages of a move with a gift before it",
     "game,variant",
     "game: husbao\nmoves: '%give:a4:a1 a1+ (d1-)'\n",
     {"husbao basic: 1 game\n", "a 0, b 0, draws 0 of 0 finished; unfinished 1\n",
      "2.00 stones captured a game, 2.00 stones captured a move, 7.00 stages a move\n",
      "longest      sowing 7 stages (stream.yaml:1, ply 1)\n", "%give:a4:a1 a1+x2  "}},
    /* a3 goes up on the four stones; the stone of the second record comes down from there. */
    {"akron: the highest level, the start position's too",
     "game",
     "game: akron\nrules: {size: 4}\nmoves: a1 b1 a2 b2 a3 d4 a3-2a1\n---\n"
     "game: akron\nrules: {size: 4}\nposition: 4/4/bw2/bw2|3/3/b2 b\nmoves: 2a1-a3\n---\n"
     "game: akron\nrules: {size: 4}\nmoves: ''\n",
     {"akron: 3 games\n", "0.00 falls a game\n", "highest of a game: no stone: 1, level 2: 2\n"}},
    {"players win and lose; a name that is missing has a group of its own",
     "player",
     "game: akron\nplayers: {black: Zoë, white: Bo}\nmoves: ''\nresult: black\n"
     "termination: resignation\n---\n"
     "game: halma\nvariant: 8x8\nplayers: {black: Bo, white: Zoë}\nmoves: ''\nresult: black\n"
     "termination: time\n---\n"
     "game: husbao\nplayers: {a: Zoë}\nmoves: ''\nresult: draw\ntermination: agreement\n",
     {"all games: 3 games\n  results      white/b 0 (0.00 %), black/a 2 (66.67 %), draws 1 (33.33 "
      "%)",
      "Bo: 2 games\n  player       won 1 (50.00 %), lost 1 (50.00 %)\n",
      "Zoë: 3 games\n  player       won 1 (33.33 %), lost 1 (33.33 %)\n",
      "(no player): 1 game\n  player       won 0 (0.00 %), lost 0 (0.00 %)\n  results      a 0"}},
    {"combinations, in the order of their numbers, games and names",
     "round,variant",
     "game: halma\nvariant: 16x16\nround: 10\nmoves: ''\n---\n"
     "game: halma\nvariant: 8x8\nround: 10\nmoves: ''\n---\n"
     "game: hogga\nround: 2\nmoves: ''\n---\ngame: hogga\nmoves: ''\n",
     {"round 2; (no variant): 1 game", "round 10; 8x8: 1 game", "round 10; 16x16: 1 game",
      "(no round); (no variant): 1 game"}},
    {"a year is that of the date, as far as it is known",
     "year",
     "game: hogga\ndate: 2009-07-??\nmoves: ''\n---\ngame: hogga\ndate: 1999-04-30\nmoves: "
     "''\n---\n"
     "game: hogga\nmoves: ''\n",
     {"1999: 1 game", "2009: 1 game", "(no year): 1 game"}},
    {"what a terminal would obey is not obeyed",
     "event",
     "game: hogga\nevent: \"a\\e[31m\\nb\"\nmoves: ''\n",
     {"a\xEF\xBF\xBD[31m b: 1 game"}},
};

static void read_by(struct stats *o, const char *by) {
    char words[80];
    snprintf(words, sizeof words, "%s", by);
    for (char *word = strtok(words, ","); word; word = strtok(NULL, ",")) {
        enum stats_by key = STATS_BY_GAME;
        while (strcmp(zi_stats_by[key], word) != 0)
            key++;
        o->by[o->by_count++] = key;
    }
}

static void a_hand_made_row(void **state) {
    const struct hand_row *row = *state;
    struct stats options = {0};
    static char report[16384];
    read_by(&options, row->by);
    report_of(&options, row->records, report, sizeof report);
    const char *from = report;
    for (size_t i = 0; i < COUNT(row->lines) && row->lines[i]; i++) {
        const char *found = strstr(from, row->lines[i]);
        if (!found)
            fail_msg("`%s` is not, or not there, in:\n%s", row->lines[i], report);
        from = found;
    }
}

/* Half of a last digit is rounded up; nothing is made to fit. */
static void ratios(void **state) {
    static const struct {
        uint64_t n, base;
        unsigned digits;
        const char *text;
    } rows[] = {{1, 3, 1, "0.3"},       {2, 3, 1, "0.7"},   {1, 8, 2, "0.13"},
                {1, 4, 1, "0.3"},       {1, 1, 1, "1.0"},   {0, 1, 2, "0.00"},
                {999, 1000, 2, "1.00"}, {19, 20, 1, "1.0"}, {94, 100, 1, "0.9"},
                {7, 2, 0, "4"},         {5, 100, 1, "0.1"}, {200, 3, 1, "66.7"}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct buffer b = {0};
        zi_buffer_ratio(&b, rows[i].n, rows[i].base, rows[i].digits);
        buffer_char(&b, '\0');
        assert_string_equal(b.at, rows[i].text);
        zi_buffer_free(&b);
    }
    /* The Halma source's games: 52.9596, 46.8741 and 0.1663 per cent. */
    static const uint64_t games[] = {20068, 17762, 63};
    static const char *const percent[] = {"52.96", "46.87", "0.17"};
    for (size_t i = 0; i < 3; i++) {
        struct buffer b = {0};
        buffer_add(&b, stats_percent(games[i], 37893));
        buffer_char(&b, '\0');
        assert_string_equal(b.at, percent[i]);
        zi_buffer_free(&b);
    }
}

/* Random games. */

enum { GAMES = 400, KEY_BYTES = 200, PLIES = 60 };

struct game {
    char key[STATS_BYS][KEY_BYTES]; /* empty: none; the player's of one side: see player */
    char player[2][KEY_BYTES];
    enum result result;
    unsigned rules;
    uint32_t plies, level;
    bool levels, counts;
    char first[CHOICE_TEXT_MAX];
    uint64_t walks, hops, sowings, stones, stages, falls;
    uint32_t chain, sowing;
};

struct random {
    struct dice dice;
    struct ruleset ruleset;
    struct replay replay;
    struct naive naive;
    const struct naive_game *rules;
    struct buffer out;
};

struct choosing {
    struct dice *dice;
    unsigned seen;
    struct move move;
};

static bool choose(void *context, const struct move *m) {
    struct choosing *c = context;
    if (dice_one_in(c->dice, ++c->seen))
        c->move = *m;
    return true;
}

static void note_level(struct game *g, const struct naive *n) {
    for (unsigned c = 0; g->levels && c < CELLS_MAX; c++)
        if (n->now.at[c] && g->level < cell_level((cell)c) + 1)
            g->level = cell_level((cell)c) + 1;
}

static uint32_t count_char(const char *text, char c) {
    uint32_t n = 0;
    for (; *text; text++)
        n += *text == c;
    return n;
}

/* Plays a random move; what it did is read off its text and the naive rules. */
static void play_one(struct random *r, struct game *g, bool counted) {
    static struct choosing c;
    char text[CHOICE_TEXT_MAX];
    struct writer w = {text, sizeof text - 1, 0};
    struct effect effect = {0}, naive = {0};
    c = (struct choosing){.dice = &r->dice};
    r->ruleset.rules->moves(&r->replay.position, choose, &c);
    r->ruleset.rules->notation->write(&w, &c.move);
    text[written(&w).len] = '\0';
    zi_replay_play(&r->replay, &c.move, &effect);
    r->rules->play(&r->naive, &c.move, &naive);
    if (!counted)
        return;
    if (!g->plies++)
        memcpy(g->first, text, sizeof text);
    buffer_char(&r->out, ' ');
    buffer_string(&r->out, text);
    note_level(g, &r->naive);
    if (strcmp(text, "--") == 0)
        return;
    if (g->counts) {
        const char *loot = strchr(text, 'x');
        g->sowings++;
        g->stones += loot ? (uint64_t)atoi(loot + 1) : 0;
        g->stages += naive.stages;
        g->sowing = naive.stages > g->sowing ? naive.stages : g->sowing;
    } else if (g->levels) {
        g->falls += count_char(text, 'v');
    } else {
        uint32_t hops = count_char(text, '^');
        g->walks++;
        g->hops += hops;
        g->chain = hops > g->chain ? hops : g->chain;
    }
}

static void restart(struct random *r, const struct setup *from) {
    bool failed = false;
    assert_null(zi_replay_start(&r->replay, &r->ruleset, from, PLIES, &failed));
    r->naive = (struct naive){.rules = &r->ruleset};
    if (from)
        r->naive.now = *from;
    else
        r->rules->start(&r->naive);
}

/* Some games begin in the middle. */
static void begin_in_the_middle(struct random *r, struct game *g) {
    static struct setup setup;
    char text[UNIT_TEXT_MAX];
    unsigned plies = dice_below(&r->dice, 30);
    while (plies-- && r->replay.outcome.result == RESULT_OPEN)
        play_one(r, g, false);
    if (r->replay.outcome.result != RESULT_OPEN) {
        restart(r, NULL);
        return;
    }
    unit_position_text(&r->replay, text);
    r->ruleset.rules->describe(&r->replay.position, &setup);
    restart(r, &setup);
    buffer_string(&r->out, "\nposition: \"");
    buffer_string(&r->out, text);
    buffer_string(&r->out, "\"");
    note_level(g, &r->naive);
}

/* A name, or none. */
static void name(struct random *r, char to[KEY_BYTES], const char *key, const char *stem,
                 unsigned most) {
    unsigned n = dice_below(&r->dice, most + 1);
    to[0] = '\0';
    if (!n)
        return;
    snprintf(to, KEY_BYTES, "%s%u", stem, n);
    buffer_string(&r->out, key);
    buffer_string(&r->out, to);
}

static void write_players(struct random *r, struct game *g) {
    const char *const *sides = r->ruleset.rules->sides;
    buffer_string(&r->out, "\nplayers:");
    for (unsigned side = 0; side < 2; side++) {
        char key[20];
        snprintf(key, sizeof key, "\n  %s: ", sides[side]);
        name(r, g->player[side], key, "P ", 5);
    }
    if (!*g->player[0] && !*g->player[1])
        buffer_string(&r->out, " {}");
}

static void write_header(struct random *r, struct game *g) {
    char date[KEY_BYTES];
    name(r, g->key[STATS_BY_EVENT], "\nevent: ", "Open ", 3);
    name(r, g->key[STATS_BY_ROUND], "\nround: ", "", 12);
    name(r, date, "\ndate: ", "200", 4);
    if (*date)
        buffer_string(&r->out, "-05-??");
    snprintf(g->key[STATS_BY_YEAR], KEY_BYTES, "%s", date);
    write_players(r, g);
}

/* How a game ends that its rules have not ended. */
static void write_end(struct random *r, struct game *g) {
    static const char *const how[] = {"resignation", "time", "agreement", "adjudication"};
    char *ending = g->key[STATS_BY_ENDING];
    const char *said = "draw";
    g->result = r->replay.outcome.result;
    if (g->result != RESULT_OPEN) {
        snprintf(ending, KEY_BYTES, "%s", r->replay.outcome.reason);
        return;
    }
    unsigned n = dice_below(&r->dice, 6);
    if (n < 4) {
        g->result = n == 2 ? RESULT_DRAW : result_win(dice_below(&r->dice, 2));
        if (g->result != RESULT_DRAW)
            said = r->ruleset.rules->sides[g->result - RESULT_WIN_0];
        buffer_string(&r->out, "\nresult: ");
        buffer_string(&r->out, said);
    }
    snprintf(ending, KEY_BYTES, "%s", n < 4 ? how[n] : n == 4 ? "unfinished" : "unknown");
    if (n < 5) {
        buffer_string(&r->out, "\ntermination: ");
        buffer_string(&r->out, ending);
    }
}

static const struct {
    const char *rules;
    const struct naive_game *naive;
} kinds[] = {{"hogga", &naive_hogga},        {"halma 8x8", &naive_halma},
             {"halma 10x10", &naive_halma},  {"halma 8x8 hops=long", &naive_halma},
             {"akron size=4", &naive_akron}, {"akron", &naive_akron},
             {"husbao", &naive_husbao},      {"husbao bis", &naive_husbao},
             {"husbao front", &naive_husbao}};

static void write_rules(struct random *r, const char *rules) {
    char words[80];
    snprintf(words, sizeof words, "%s", rules);
    for (char *word = strtok(words, " "); (word = strtok(NULL, " "));) {
        char *value = strchr(word, '=');
        buffer_string(&r->out, value ? "\nrules: {" : "\nvariant: ");
        if (value)
            *value = ':';
        for (; *word; word++) {
            buffer_char(&r->out, *word);
            if (*word == ':')
                buffer_char(&r->out, ' ');
        }
        if (value)
            buffer_char(&r->out, '}');
    }
}

static void write_game(struct random *r, struct game *g) {
    size_t kind = dice_below(&r->dice, COUNT(kinds));
    unsigned plies = dice_below(&r->dice, PLIES);
    *g = (struct game){0};
    unit_ruleset(&r->ruleset, kinds[kind].rules);
    r->rules = kinds[kind].naive;
    const struct rules *rules = r->ruleset.rules;
    while (zi_games[g->rules] != rules)
        g->rules++;
    g->levels = r->ruleset.board.levels > 1;
    g->counts = rules->notation->counts;
    snprintf(g->key[STATS_BY_GAME], KEY_BYTES, "%s", rules->name);
    if (rules->variants)
        snprintf(g->key[STATS_BY_VARIANT], KEY_BYTES, "%s", rules->variants[r->ruleset.variant]);
    buffer_string(&r->out, "---\ngame: ");
    buffer_string(&r->out, rules->name);
    write_rules(r, kinds[kind].rules);
    write_header(r, g);
    restart(r, NULL);
    if (dice_one_in(&r->dice, 4))
        begin_in_the_middle(r, g);
    buffer_string(&r->out, "\nmoves: >-\n ");
    while (g->plies < plies && r->replay.outcome.result == RESULT_OPEN)
        play_one(r, g, true);
    write_end(r, g);
    buffer_char(&r->out, '\n');
}

/* The same once more, group by group. A seat is a game with one of its sides. */

struct seats {
    const struct game *game;
    const struct stats *stats;
    size_t group;
};

/* Whether the game, with that side's player, belongs to the group. */
static bool belongs(const struct seats *in, const struct game *g, unsigned side) {
    const struct stats *o = in->stats;
    if (in->group == STATS_TOTAL)
        return side == 0;
    for (size_t i = 0; i < o->by_count; i++) {
        const char *key = o->by[i] == STATS_BY_PLAYER ? g->player[side] : g->key[o->by[i]];
        if (!text_is(zi_stats_group_name(in->stats, in->group, i), key))
            return false;
    }
    return side == 0 || zi_stats_is_by(in->stats, STATS_BY_PLAYER);
}

static int by_size(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

struct want_sum {
    const char *name;
    bool moves_known, most_known;
    uint64_t games, moves, sum, most, number;
};

static void add_sum(struct want_sum *w, bool has, uint64_t moves, uint64_t sum, uint64_t most,
                    size_t game) {
    if (!has)
        return;
    w->games++;
    w->moves += moves;
    w->sum += sum;
    if (most > w->most) {
        w->most = most;
        w->number = game + 1;
    }
}

static const struct stats_sum *sum_named(const struct stats *s, const struct stats_group *g,
                                         const char *name) {
    size_t i = 0;
    while (i < s->measure_count && strcmp(s->measure[i]->name, name))
        i++;
    assert_true(i < s->measure_count);
    return &g->sum[i];
}

static void compare_sum(const struct stats *s, const struct stats_group *g,
                        const struct want_sum *want) {
    const struct stats_sum *sum = sum_named(s, g, want->name);
    assert_int_equal(sum->games, want->games);
    assert_int_equal(sum->sum, want->sum);
    if (want->moves_known)
        assert_int_equal(sum->moves, want->moves);
    if (!want->most_known)
        return;
    assert_int_equal(sum->most.most, want->most);
    assert_int_equal(sum->most.number, want->number);
}

static void compare_sums(const struct seats *in) {
    struct want_sum sums[] = {{.name = "hops", .moves_known = true, .most_known = true},
                              {.name = "falls"},
                              {.name = "captured", .moves_known = true},
                              {.name = "stages", .moves_known = true, .most_known = true}};
    const struct stats_group *g = &in->stats->group[in->group];
    struct stats_group want = {.fewest = UINT32_MAX};
    for (size_t i = 0; i < GAMES; i++)
        for (unsigned side = 0; side < 2; side++) {
            const struct game *one = &in->game[i];
            if (!belongs(in, one, side))
                continue;
            want.games++;
            want.result[one->result]++;
            want.won += one->result == (side ? RESULT_WIN_1 : RESULT_WIN_0);
            want.lost += one->result == (side ? RESULT_WIN_0 : RESULT_WIN_1);
            want.plies += one->plies;
            want.most = one->plies > want.most ? one->plies : want.most;
            want.fewest = one->plies < want.fewest ? one->plies : want.fewest;
            bool walks = !one->counts && !one->levels;
            add_sum(&sums[0], walks, one->walks, one->hops, one->chain, i);
            add_sum(&sums[1], one->levels, 0, one->falls, 0, i);
            add_sum(&sums[2], one->counts, one->sowings, one->stones, 0, i);
            add_sum(&sums[3], one->counts, one->sowings, one->stages, one->sowing, i);
        }
    assert_int_equal(g->games, want.games);
    assert_memory_equal(g->result, want.result, sizeof want.result);
    if (in->group != STATS_TOTAL && zi_stats_is_by(in->stats, STATS_BY_PLAYER)) {
        assert_int_equal(g->won, want.won);
        assert_int_equal(g->lost, want.lost);
    }
    assert_int_equal(g->plies, want.plies);
    assert_int_equal(g->fewest, want.fewest);
    assert_int_equal(g->most, want.most);
    for (size_t i = 0; i < COUNT(sums); i++)
        compare_sum(in->stats, g, &sums[i]);
}

static void compare_median(struct stats *s, const struct seats *in) {
    static uint32_t plies[2 * GAMES];
    size_t n = 0;
    uint64_t twice = 0;
    for (size_t i = 0; i < GAMES; i++)
        for (unsigned side = 0; side < 2; side++)
            if (belongs(in, &in->game[i], side))
                plies[n++] = in->game[i].plies;
    qsort(plies, n, sizeof *plies, by_size);
    assert_true(n > 0 && zi_stats_median(s, in->group, &twice));
    assert_int_equal(twice, n % 2 ? 2 * plies[n / 2] : plies[n / 2] + plies[n / 2 - 1]);
}

/* Whether a game has the value that the item counts. */
static bool has_value(const struct game *g, enum stats_kind kind, const struct stats_item *item) {
    switch (kind) {
    case STATS_LENGTHS: return g->plies == item->number;
    case STATS_LEVELS: return g->levels && g->level == item->number;
    case STATS_ENDINGS: return text_is(item->text, g->key[STATS_BY_ENDING]);
    case STATS_FIRST_MOVES: return text_is(item->text, g->first) && g->rules == item->rules;
    default: return false;
    }
}

static void compare_items(struct stats *s, const struct seats *in, enum stats_kind kind) {
    size_t count;
    const struct stats_item *item = zi_stats_items(s, in->group, kind, &count);
    uint64_t games = 0, before = UINT64_MAX;
    for (size_t i = 0; i < count; i++) {
        uint64_t result[4] = {0}, all = 0;
        for (size_t k = 0; k < GAMES; k++)
            for (unsigned side = 0; side < 2; side++)
                if (belongs(in, &in->game[k], side) && has_value(&in->game[k], kind, &item[i])) {
                    result[in->game[k].result]++;
                    all++;
                }
        assert_int_equal(item[i].games, all);
        if (kind != STATS_LENGTHS)
            assert_memory_equal(item[i].result, result, sizeof result);
        if (kind == STATS_ENDINGS || kind == STATS_FIRST_MOVES)
            assert_true(all <= before);
        before = all;
        games += all;
    }
    const struct stats_group *g = &s->group[in->group];
    assert_int_equal(games, kind == STATS_LEVELS ? sum_named(s, g, "falls")->games : g->games);
}

/* Each game must be in some group. */
static void compare_groups(struct stats *s, const struct game *games) {
    uint64_t seats = 0;
    for (size_t group = STATS_TOTAL; group < s->group_count; group++) {
        struct seats in = {games, s, group};
        compare_sums(&in);
        compare_median(s, &in);
        for (unsigned kind = 0; kind < STATS_KINDS; kind++)
            compare_items(s, &in, (enum stats_kind)kind);
        seats += group == STATS_TOTAL ? 0 : s->group[group].games;
    }
    unsigned sides = zi_stats_is_by(s, STATS_BY_PLAYER) ? 2 : 1;
    assert_int_equal(seats, s->by_count ? sides * GAMES : 0);
}

static struct game games[GAMES];

static struct text random_stream(uint64_t seed, struct random *r) {
    *r = (struct random){.dice = {seed}};
    for (size_t i = 0; i < GAMES; i++)
        write_game(r, &games[i]);
    buffer_char(&r->out, '\0');
    assert_false(r->out.failed);
    zi_replay_close(&r->replay);
    return buffered(&r->out);
}

static void random_games(void **state) {
    static const char *const by[] = {"",       "game",  "game,variant", "event",           "year",
                                     "player", "round", "ending",       "player,game,year"};
    static struct random r;
    (void)state;
    const char *text = random_stream(7, &r).at;
    for (size_t i = 0; i < COUNT(by); i++) {
        struct stats options = {0};
        struct stats s;
        read_by(&options, by[i]);
        count_stream(&s, &options, text);
        compare_groups(&s, games);
        zi_stats_close(&s);
    }
    zi_buffer_free(&r.out);
}

/* A long name is cut between characters. */
static void long_names(void **state) {
    static char long_name[1000], record[1200];
    struct stats options = {.by = {STATS_BY_EVENT}, .by_count = 1};
    struct stats s;
    (void)state;
    for (size_t i = 0; i + 2 < sizeof long_name; i += 2)
        memcpy(long_name + i, "\xC3\xA9", 2);
    snprintf(record, sizeof record, "game: hogga\nevent: x%s\nmoves: ''\n", long_name);
    count_stream(&s, &options, record);
    struct text t = zi_stats_group_name(&s, STATS_FIRST_GROUP, 0);
    bool ascii;
    assert_true(t.len <= STATS_NAME_BYTES && t.len > STATS_NAME_BYTES - 3);
    assert_int_equal(zi_utf8_check(t, &ascii), t.len);
    assert_memory_equal(t.at + t.len - 3, "\xE2\x80\xA6", 3);
    zi_stats_close(&s);
}

int main(void) {
    const struct CMUnitTest more[] = {cmocka_unit_test(ratios), cmocka_unit_test(random_games),

                                      cmocka_unit_test(long_names)};
    struct CMUnitTest tests[COUNT(hand) + COUNT(more)] = {0};
    for (size_t i = 0; i < COUNT(hand); i++) {
        tests[i].name = hand[i].name;
        tests[i].test_func = a_hand_made_row;
        tests[i].initial_state = (void *)(uintptr_t)&hand[i];
    }
    memcpy(tests + COUNT(hand), more, sizeof more);
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
