/* Queries: texts, dates and positions worked by hand; and in random games, variations included,
   positions and moves found a second way: written down and compared text by text. */
#include "tests/unit/unit.h"

#include "cli/archive/query.h"

#include "notation/games/walk.h"
#include "tests/feed.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static uint64_t draw(uint64_t *state) {
    uint64_t x = *state += 0x9e3779b97f4a7c15U;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
    x = (x ^ x >> 27) * 0x94d049bb133111ebU;
    return x ^ x >> 31;
}

/* Texts. */

static const struct {
    const char *pattern, *text;
    bool fits, fits_with_one;
} texts[] = {
    {"", "", true, true},
    {"", "a", false, false},
    {"*", "", true, true},
    {"Jansen", "jANSEN", true, true},
    {"Jansen", "Jansen ", false, false},
    {"*sen", "Jansen", true, true},
    {"*sen", "Jansens", false, false},
    {"J*n*n", "Jansen", true, true},
    {"J*n*n*n", "Jansen", false, false},
    {"**", "x", true, true},
    {"Żół*", "Żółć", true, true},
    {"żół*", "Żółć", false, false},
    {"J?nsen", "Jansen", false, true},
    {"J?nsen", "J?nsen", true, true},
    {"?", "", false, false},
    {"*aab", "aaaab", true, true},
    {"@", "`", false, false},
    {"[", "{", false, false},
};

/* By the definition. */
static bool naive_fits(const char *p, const char *t, bool one) {
    if (!*p)
        return !*t;
    if (*p == '*')
        return naive_fits(p + 1, t, one) || (*t && naive_fits(p, t + 1, one));
    return *t && (*p == *t || (one && *p == '?')) && naive_fits(p + 1, t + 1, one);
}

static void texts_fit(void **state) {
    uint64_t seed = 1;
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++)
        for (unsigned one = 0; one < 2; one++)
            if (zi_glob_fits(text_of(texts[i].pattern), text_of(texts[i].text), one) !=
                (one ? texts[i].fits_with_one : texts[i].fits))
                fail_msg("%s %s", texts[i].pattern, texts[i].text);
    for (unsigned n = 0; n < 200000; n++) {
        char p[9] = "", t[9] = "";
        for (size_t i = draw(&seed) % 8; i--;)
            p[i] = "ab*?"[draw(&seed) % 4];
        for (size_t i = draw(&seed) % 8; i--;)
            t[i] = "ab"[draw(&seed) % 2];
        for (unsigned one = 0; one < 2; one++)
            assert_int_equal(zi_glob_fits(text_of(p), text_of(t), one), naive_fits(p, t, one));
    }
}

/* Pattern and text are folded alike, in any script: pairs that only case, accents or the form of
   characters part, and pairs that something else does. */
static const struct {
    const char *pattern, *text;
    bool fits;
} folded[] = {
    {"żół*", "ŻÓŁĆ", true},       {"ZOŁC", "Żółć", true},     {"zolc", "Żółć", true},
    {"łukasz", "Lukasz", true},   {"muller", "Müller", true}, {"MÜLLER", "mu\xCC\x88ller", true},
    {"σοφία", "ΣΟΦΙΑ", true},     {"сергеи", "СЕРГЕЙ", true}, {"strasse", "Straße", true},
    {"*ÉNÉ", "René", true},       {"Ａｎｎａ", "anna", true}, {"jansén", "JANSEN", true},
    {"jansen", "Jansens", false}, {"\xFF", "\xFE", true}, /* bytes that are no text are all one
                                                             character */
    {"x", "\xFF", false},
};

static void texts_fit_folded(void **state) {
    struct arena arena = {0};
    struct buffer room = {0};
    (void)state;
    for (size_t i = 0; i < COUNT(folded); i++) {
        struct text pattern;
        assert_true(zi_glob_fold(text_of(folded[i].pattern), &arena, &pattern));
        if (zi_glob_text_fits(pattern, text_of(folded[i].text), &room) != folded[i].fits)
            fail_msg("%s %s", folded[i].pattern, folded[i].text);
    }
    zi_buffer_free(&room);
    zi_arena_free(&arena);
}

/* Dates. */

static const struct {
    const char *date;
    int64_t from, to;
    bool can;
} dates[] = {
    {"2009-04-30", 20090430, 20090430, true},
    {"2009-04-30", 20090501, 20091231, false},
    {"2009-04-??", 20090430, 20090501, true},
    {"2009-04-??", 20090501, 20090531, false},
    {"2009-?\?-??", 20081231, 20090101, true},
    {"2009-?\?-15", 20090316, 20090414, false},
    {"2009-?\?-15", 20090316, 20090415, true},
    {"2009-?\?-31", 20090401, 20090430, false},
    {"???\?-02-29", 20090101, 20111231, false},
    {"???\?-02-29", 20090101, 20120229, true},
    {"???\?-02-29", 18970101, 19040228, false}, /* 1900 is no leap year */
    {"???\?-02-29", 18970101, 19040229, true},
    {"????"
     "-?\?"
     "-?\?",
     20090101, 20090101, true},
    {"", 0, 99991231, false},
    {"2009-04-3", 0, 99991231, false},
    {"2009-xx-01", 0, 99991231, false},
};

static unsigned month_length(unsigned y, unsigned m) {
    if (m == 2)
        return y % 4 ? 28 : y % 100 ? 29 : y % 400 ? 28 : 29;
    return m == 4 || m == 6 || m == 9 || m == 11 ? 30 : 31;
}

/* Whether some day of the range is written as the date has it. */
static bool naive_can(const char *date, int64_t from, int64_t to) {
    for (unsigned y = (unsigned)(from / 10000); y <= (unsigned)(to / 10000); y++)
        for (unsigned m = 1; m <= 12; m++)
            for (unsigned d = 1; d <= month_length(y, m); d++) {
                char written_out[32];
                int64_t day = y * 10000 + m * 100 + d;
                snprintf(written_out, sizeof written_out, "%04u-%02u-%02u", y, m, d);
                bool fits = day >= from && day <= to;
                for (unsigned i = 0; i < 10; i++)
                    fits &= date[i] == '?' || date[i] == written_out[i];
                if (fits)
                    return true;
            }
    return false;
}

static void dates_can_lie_in_a_range(void **state) {
    uint64_t seed = 2;
    (void)state;
    for (size_t i = 0; i < COUNT(dates); i++)
        if (query_date(text_of(dates[i].date), dates[i].from, dates[i].to) != dates[i].can)
            fail_msg("%s", dates[i].date);
    for (unsigned n = 0; n < 3000; n++) {
        char date[32];
        unsigned y = 1896 + (unsigned)(draw(&seed) % 12), m = 1 + (unsigned)(draw(&seed) % 12);
        unsigned d = 1 + (unsigned)(draw(&seed) % month_length(y, m));
        snprintf(date, sizeof date, "%04u-%02u-%02u", y, m, d);
        unsigned unknown = (unsigned)(draw(&seed) % 8);
        if (unknown & 1)
            memcpy(date, "????", 4);
        if (unknown & 2)
            memcpy(date + 5, "?\?", 2);
        if (unknown & 4)
            memcpy(date + 8, "?\?", 2);
        int64_t end[2];
        for (unsigned i = 0; i < 2; i++) {
            y = 1895 + (unsigned)(draw(&seed) % 14);
            m = 1 + (unsigned)(draw(&seed) % 12);
            end[i] = y * 10000 + m * 100 + 1 + (unsigned)(draw(&seed) % month_length(y, m));
        }
        if (end[0] > end[1])
            continue;
        assert_int_equal(query_date(text_of(date), end[0], end[1]),
                         naive_can(date, end[0], end[1]));
    }
}

/* Positions that fit a board, or what is wrong and at which byte, from 0. */
static const struct {
    const char *game, *pattern, *why; /* why NULL: it fits */
    size_t fault;
} patterns[] = {
    {"halma 8x8", "bbbb4/bbb5/bb6/b7/7w/6ww/5www/4wwww w", NULL, 0},
    {"halma 8x8", "*/*/*/*/*/*/*/* ?", NULL, 0},
    {"halma 8x8", "*b/b*/3*3/8*/?*?/*8/2?*/????bbbb b", NULL, 0},
    {"halma 8x8", "*/*/*/*/*/*/* ?", "a rank is missing", 13},
    {"halma 8x8", "*/*/*/*/*/*/*/*/* ?", "the level has more ranks than the board", 15},
    {"halma 8x8", "*/*/*/*/**/*/*/* ?", "a rank can have only one `*`", 9},
    {"halma 8x8", "*/*/*/*/????????\?/*/*/* ?", "the rank has more cells than the board", 16},
    {"halma 8x8", "*/*/*/9*/*/*/*/* ?", "the rank has more cells than the board", 6},
    {"halma 8x8", "*/*/*/*/*/*/*/*", "the player to move is missing", 15},
    {"halma 8x8", "*/*/*/*/*/*/*/* a", "the player to move must be b or w, with nothing after it",
     16},
    {"halma 8x8", "*/*/*/*/*/*/*/* ??", "the player to move must be b or w, with nothing after it",
     16},
    {"halma 8x8", "*/*/*/*/*/*/*/*|* ?", "the board has no higher level", 15},
    {"halma 8x8", "*/*/*/*/*/*/*/B* ?", "no piece has this letter", 14},
    {"hogga", "*/*/*/*/*/*/*/*/*/*/*/*/B* ?", NULL, 0},
    {"hogga", "", "the rank has fewer cells than the board", 0},
    {"akron size=4", "*/*/*/*|* ?", NULL, 0},
    {"akron size=4", "*/*/*/*|*/*/*|* ?", NULL, 0},
    {"akron size=4", "*/*/*/*|*/*/*|*/*|* b", NULL, 0},
    {"akron size=4", "*/*/*/*|*/*/*|*/*|*|* b", "the board has no higher level", 19},
    {"akron size=4", "4/4/4/4|* b", NULL, 0},
    {"akron size=4", "4/4/4/4|3/3/3 b", "a higher level without stones must be omitted", 8},
    {"akron size=4", "*/*/*/*|*/4/3 b", "the rank has more cells than the board", 10},
    {"husbao", "*/*/*/* ?", NULL, 0},
    {"husbao", "?,?,?,?,?,?,?,?/1,*/*,1/0,*,12 a", NULL, 0},
    {"husbao", "2?,*/*/*/* ?", "`?` can stand for the number of a pit only", 1},
    {"husbao", "??,*/*/*/* ?", "`?` can stand for the number of a pit only", 0},
    {"husbao", "2*/*/*/* ?", "`*` can stand for whole pits only", 1},
    {"husbao", "1,1,1,1,1,1,1,1,*/*/*/* ?", "the row has no pits left that `*` could stand for",
     16},
    {"husbao", "49,*/*/*/* ?", "a pit holds at most 48 stones", 0},
    {"husbao", "*/*/* ?", "a row is missing", 5},
};

static void patterns_fit_boards(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(patterns); i++) {
        struct arena arena = {0};
        struct ruleset rs;
        const char *why = NULL;
        size_t fault = 0;
        unit_ruleset(&rs, patterns[i].game);
        const struct pattern_fit *fit =
            pattern_fit(&arena, text_of(patterns[i].pattern), &rs, &why, &fault);
        if ((fit != NULL) != !patterns[i].why ||
            (why && (fault != patterns[i].fault || strcmp(why, patterns[i].why) != 0)))
            fail_msg("%s: %s at %zu", patterns[i].pattern, why, fault);
        zi_arena_free(&arena);
    }
}

static void long_patterns_fit_nothing(void **state) {
    static const char *const bytes[] = {"?",  "*", "/", "|",  " ",   "*/",
                                        "*|", "9", ",", "*,", "\xff"};
    static const char *const games[] = {"hogga", "halma 16x16", "akron size=16", "husbao"};
    char pattern[5000];
    (void)state;
    for (size_t i = 0; i < COUNT(bytes); i++)
        for (size_t length = 0; length < sizeof pattern; length += length < 10 ? 1 : 997)
            for (size_t g = 0; g < COUNT(games); g++) {
                struct arena arena = {0};
                struct ruleset rs;
                const char *why = NULL;
                size_t fault = 0;
                for (size_t k = 0; k < length; k++)
                    pattern[k] = bytes[i][k % strlen(bytes[i])];
                unit_ruleset(&rs, games[g]);
                assert_null(pattern_fit(&arena, (struct text){pattern, length}, &rs, &why, &fault));
                assert_non_null(why);
                assert_true(fault <= length);
                zi_arena_free(&arena);
            }
}

/* Random games. */

enum { SPOTS_MAX = 600, CELLS = 2048, GAME_PLIES = 40, RECORD_BYTES = 60000 };

/* What is in a position, cell by cell: a letter or a number each. */
struct picture {
    char cell[CELLS][4];
    size_t count;
    char turn;
};

struct spot {
    uint32_t ply;
    bool variation;
    char move[UNIT_TEXT_MAX];
    struct picture picture;
};

struct game {
    struct ruleset rs;
    uint64_t seed;
    char text[RECORD_BYTES];
    size_t length;
    struct spot spot[SPOTS_MAX]; /* [0]: the start */
    size_t count;
};

static void say(struct game *g, const char *text) {
    size_t n = strlen(text);
    assert_true(g->length + n < RECORD_BYTES);
    memcpy(g->text + g->length, text, n + 1);
    g->length += n;
}

static size_t cells_below(const struct board *b, unsigned level) {
    size_t cells = 0;
    while (level--)
        cells += (size_t)(b->files - level) * (b->ranks - level);
    return cells;
}

/* From the position's text: numbers of empty cells become dots; levels that are not written, too.
 */
static void accept_picture(struct picture *p, const struct ruleset *rs, const void *position) {
    static struct setup setup;
    char text[UNIT_TEXT_MAX];
    struct writer w = {text, sizeof text, 0};
    rs->rules->describe(position, &setup);
    rs->rules->notation->write_setup(&w, &rs->board, &setup);
    text[w.len] = '\0';
    p->count = 0;
    memset(p->cell, 0, sizeof p->cell);
    const char *at = text;
    for (; *at != ' '; at++) {
        if (*at == '/' || *at == '|' || *at == ',')
            continue;
        if (!is_digit(*at)) {
            p->cell[p->count++][0] = *at;
        } else if (rs->rules->notation->counts) {
            p->cell[p->count][0] = *at;
            if (is_digit(at[1]))
                p->cell[p->count][1] = *++at;
            p->count++;
        } else {
            int n = atoi(at);
            at += n > 9;
            while (n--)
                p->cell[p->count++][0] = '.';
        }
    }
    p->turn = at[1];
    size_t cells = cells_below(&rs->board, rs->board.levels);
    assert_true(cells < CELLS);
    while (p->count < cells)
        p->cell[p->count++][0] = '.';
}

struct choice {
    uint64_t *seed, seen;
    struct move move;
};

static bool choose(void *context, const struct move *m) {
    struct choice *c = context;
    if (draw(c->seed) % ++c->seen == 0)
        c->move = *m;
    return true;
}

/* Plays and writes a random move; false where the game is over. */
static bool play(struct game *g, union position *position, uint32_t ply, bool variation) {
    const struct rules *rules = g->rs.rules;
    struct choice c = {.seed = &g->seed};
    struct effect effect = {0};
    if (rules->outcome(position).result != RESULT_OPEN || g->count == SPOTS_MAX)
        return false;
    rules->moves(position, choose, &c);
    assert_true(c.seen > 0);
    struct spot *s = &g->spot[g->count++];
    struct writer w = {s->move, sizeof s->move - 1, 0};
    rules->notation->write(&w, &c.move);
    s->move[w.len] = '\0';
    s->ply = ply;
    s->variation = variation;
    rules->play(position, &c.move, &effect);
    accept_picture(&s->picture, &g->rs, position);
    say(g, " ");
    say(g, s->move);
    return true;
}

static void make_game(struct game *g, const char *game, const char *header, uint64_t seed) {
    union position now, before, aside;
    unit_ruleset(&g->rs, game);
    g->seed = seed;
    g->length = 0;
    g->count = 1;
    say(g, header);
    say(g, "moves: >\n ");
    g->rs.rules->start(&now, &g->rs, NULL);
    g->spot[0] = (struct spot){0};
    accept_picture(&g->spot[0].picture, &g->rs, &now);
    for (uint32_t ply = 1; ply <= GAME_PLIES; ply++) {
        before = now;
        if (!play(g, &now, ply, false))
            break;
        if (draw(&g->seed) % 4)
            continue;
        say(g, " (");
        aside = before;
        play(g, &aside, ply, true);
        union position deeper = aside;
        if (play(g, &aside, ply + 1, true) && draw(&g->seed) % 2) {
            say(g, " (");
            play(g, &deeper, ply + 1, true);
            say(g, ")");
            play(g, &aside, ply + 2, true);
        }
        say(g, ")");
    }
    say(g, "\n");
}

static bool is_bare(const struct game *g, const struct picture *p, unsigned level) {
    for (size_t i = cells_below(&g->rs.board, level); i < cells_below(&g->rs.board, level + 1); i++)
        if (p->cell[i][0] != '.')
            return false;
    return true;
}

/* Makes holes in a picture, and sometimes one of all from the level *open (from 0) on: not above a
   bare level, which is not written. */
static void make_holes(struct game *g, struct picture *p, unsigned of_hundred, unsigned *open) {
    *open = 0;
    for (size_t i = 0; i < p->count; i++)
        if (draw(&g->seed) % 100 < of_hundred)
            strcpy(p->cell[i], "?");
    if (draw(&g->seed) % 3 == 0)
        p->turn = '?';
    for (unsigned level = 1; level < g->rs.board.levels; level++)
        if (is_bare(g, p, level)) /* nothing is above it either */
            for (size_t i = cells_below(&g->rs.board, level); i < p->count; i++)
                strcpy(p->cell[i], ".");
    if (g->rs.board.levels == 1 || draw(&g->seed) % 2)
        return;
    *open = 1 + (unsigned)(draw(&g->seed) % (g->rs.board.levels - 1U));
    while (*open > 1 && is_bare(g, p, *open - 1))
        --*open;
    for (size_t i = cells_below(&g->rs.board, *open); i < p->count; i++)
        strcpy(p->cell[i], "?");
}

static void write_rank(const struct game *g, struct writer *w, const char (*cells)[4],
                       size_t width) {
    unsigned empty = 0, holes = 0;
    for (size_t i = 0; i < width; i++)
        holes += cells[i][0] == '?';
    if (holes == width && g->seed % 2) {
        write_char(w, '*');
        return;
    }
    for (size_t i = 0; i < width; i++) {
        bool counts = g->rs.rules->notation->counts;
        if (!counts && cells[i][0] == '.') {
            empty++;
        } else {
            if (empty)
                write_number(w, empty);
            empty = 0;
            if (counts && i)
                write_char(w, ',');
            write_string(w, cells[i]);
        }
    }
    if (empty)
        write_number(w, empty);
}

static void write_pattern(const struct game *g, const struct picture *p, unsigned open,
                          char text[UNIT_TEXT_MAX]) {
    struct writer w = {text, UNIT_TEXT_MAX - 1, 0};
    const struct board *b = &g->rs.board;
    size_t at = 0, written_to = p->count;
    while (!open && written_to && p->cell[written_to - 1][0] == '.')
        written_to--;
    for (unsigned level = 0; level < b->levels; level++) {
        if (level && (open ? level >= open : at >= written_to))
            break;
        if (level)
            write_char(&w, '|');
        for (unsigned rank = 0; rank + level < b->ranks; rank++) {
            if (rank)
                write_char(&w, '/');
            write_rank(g, &w, p->cell + at, b->files - level);
            at += b->files - level;
        }
    }
    write_string(&w, open ? "|* " : " ");
    write_char(&w, p->turn);
    assert_true(w.len < UNIT_TEXT_MAX);
    text[w.len] = '\0';
}

static bool picture_fits(const struct picture *pattern, const struct picture *p) {
    if (pattern->turn != '?' && pattern->turn != p->turn)
        return false;
    for (size_t i = 0; i < p->count; i++)
        if (strcmp(pattern->cell[i], "?") != 0 && strcmp(pattern->cell[i], p->cell[i]) != 0)
            return false;
    return true;
}

/* The move without what may be omitted, or as `from..to`. */
static void shorten(const char *move, char out[UNIT_TEXT_MAX]) {
    snprintf(out, UNIT_TEXT_MAX, "%s", move);
    char *cut = strpbrk(out, "xv"), *last = NULL;
    if (cut && *cut == 'x')
        memmove(cut, cut + strcspn(cut, "/"), strlen(cut + strcspn(cut, "/")) + 1);
    else if (cut)
        *cut = '\0';
    for (char *p = out; *p; p++)
        if (*p == '^' || *p == '-')
            last = p;
    if (!last || last == out || cut)
        return;
    char to[16];
    snprintf(to, sizeof to, "%s", last + 1);
    sprintf(out + strcspn(out, "-^"), "..%s", to);
}

static bool move_fits(const struct game *g, const char *pattern, const char *move) {
    char other[UNIT_TEXT_MAX];
    shorten(move, other);
    bool walks = g->rs.rules->notation->plain == zi_walk_plain, route = walks && strcmp(move, "--");
    bool cut = !walks && strpbrk(move, "xv") && strcmp(move, "swap") != 0;
    return naive_fits(pattern, move, true) || ((route || cut) && naive_fits(pattern, other, true));
}

/* What the query says of the record: the ply, or -1. */
static int64_t search(struct game *g, enum condition c, const char *value, bool variations) {
    static struct query q;
    static struct record record;
    static struct verdict verdict;
    struct query_fault fault = {0};
    struct feed feed = {g->text, g->length, 65536};
    struct source source;
    struct document document;
    struct validator *validator = zi_validator_new();
    const struct observer observer = query_observer(&q);
    int64_t ply = -1;
    assert_non_null(validator);
    q.variations = variations;
    if (!query_add(&q, c, value, &fault) || !query_ready(&q, &fault))
        fail_msg("%s: %s at %zu", value, fault.why, fault.place);
    zi_validator_observe(validator, &observer);
    zi_record_open(&record);
    zi_source_open(&source, feed_read, &feed);
    assert_true(zi_source_next(&source, &document));
    assert_true(zi_record_read(&record, &document));
    query_begin(&q);
    zi_validate(validator, &record, &verdict);
    zi_record_finalize(&record, false);
    if (record.findings.has_error)
        fail_msg("%s", g->text);
    bool holds = query_holds(&q, &record, &verdict, &ply);
    assert_int_equal(holds, ply >= 0);
    zi_source_close(&source);
    zi_record_close(&record);
    zi_validator_free(validator);
    query_free(&q);
    return ply;
}

static int64_t naive_search(const struct game *g, const struct picture *pattern, const char *move,
                            bool variations) {
    for (size_t i = 0; i < g->count; i++) {
        const struct spot *s = &g->spot[i];
        if (s->variation && !variations)
            continue;
        if (pattern ? picture_fits(pattern, &s->picture) : i > 0 && move_fits(g, move, s->move))
            return s->ply;
    }
    return -1;
}

static const struct random_row {
    const char *name, *game, *header;
} random_rows[] = {
    {"hogga, as text by text", "hogga repetition=0", "game: hogga\nrules: {repetition: 0}\n"},
    {"halma 8x8, as text by text", "halma 8x8", "game: halma\nvariant: 8x8\n"},
    {"halma 16x16 with long hops, as text by text", "halma 16x16 hops=long",
     "game: halma\nvariant: 16x16\nrules: {hops: long}\n"},
    {"akron, as text by text", "akron", "game: akron\n"},
    {"akron of size 4, as text by text", "akron size=4 repetition=0",
     "game: akron\nrules: {size: 4, repetition: 0}\n"},
    {"akron of size 3 with swap, as text by text", "akron size=3 swap=true repetition=0",
     "game: akron\nrules: {size: 3, swap: true, repetition: 0}\n"},
    {"husbao, as text by text", "husbao", "game: husbao\n"},
    {"husbao front, as text by text", "husbao front", "game: husbao\nvariant: front\n"},
};

static void random_games(void **state) {
    const struct random_row *row = *state;
    static struct game g;
    static struct picture pattern;
    size_t found = 0, missed = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        make_game(&g, row->game, row->header, seed);
        for (unsigned n = 0; n < 24; n++) {
            char text[UNIT_TEXT_MAX], move[UNIT_TEXT_MAX];
            bool variations = n % 2;
            unsigned open;
            const struct spot *s = &g.spot[draw(&g.seed) % g.count];
            pattern = s->picture;
            make_holes(&g, &pattern, n < 4 ? 0 : 30 + n * 3, &open);
            write_pattern(&g, &pattern, open, text);
            int64_t ply = search(&g, CONDITION_POSITION, text, variations);
            assert_int_equal(ply, naive_search(&g, &pattern, NULL, variations));
            *(ply < 0 ? &missed : &found) += 1;
            if (s == g.spot)
                continue;
            if (n % 3 == 0)
                shorten(s->move, move);
            else
                snprintf(move, sizeof move, "%s", s->move);
            for (char *p = move; *p && n % 4; p++)
                if (draw(&g.seed) % 4 == 0)
                    *p = "?*"[draw(&g.seed) % 2];
            ply = search(&g, CONDITION_MOVE, move, variations);
            assert_int_equal(ply, naive_search(&g, NULL, move, variations));
            *(ply < 0 ? &missed : &found) += 1;
        }
    }
    assert_true(found > 100 && missed > 5);
}

int main(void) {
    static const struct CMUnitTest by_hand[] = {
        {"texts fit", texts_fit, NULL, NULL, NULL},
        {"texts fit folded", texts_fit_folded, NULL, NULL, NULL},
        {"dates can lie in a range", dates_can_lie_in_a_range, NULL, NULL, NULL},
        {"patterns fit boards", patterns_fit_boards, NULL, NULL, NULL},
        {"long patterns fit nothing", long_patterns_fit_nothing, NULL, NULL, NULL},
    };
    struct CMUnitTest tests[COUNT(by_hand) + COUNT(random_rows)];
    memcpy(tests, by_hand, sizeof by_hand);
    for (size_t i = 0; i < COUNT(random_rows); i++)
        tests[COUNT(by_hand) + i] =
            (struct CMUnitTest){.name = random_rows[i].name,
                                .test_func = random_games,
                                .initial_state = (void *)(uintptr_t)&random_rows[i]};
    return unit_run("query", NULL, 0, tests, COUNT(tests));
}
