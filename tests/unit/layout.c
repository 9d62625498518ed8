/* The layout of diagrams: grounds, places and decorations worked by hand; and of random positions
   of every game, that nothing is off the paper and no text lies on another. */
#include "tests/unit/unit.h"

#include <math.h>

#include "diagrams/describe.h"
#include "diagrams/figure.h"
#include "diagrams/formats.h"
#include "diagrams/layout.h"
#include "notation/games/cell.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static cell cell_of(const struct ruleset *rs, const char *name) {
    cell c = 0;
    assert_true(zi_cell_read(text_of(name), &rs->board, &c));
    return c;
}

/* Grounds. */

static unsigned count_ground(const struct ruleset *rs, unsigned bit) {
    unsigned count = 0;
    for (unsigned rank = 0; rank < rs->board.ranks; rank++)
        for (unsigned file = 0; file < rs->board.files; file++)
            count += (rs->rules->ground(rs, cell_at(0, file, rank)) & bit) != 0;
    return count;
}

static bool has_ground(const struct ruleset *rs, const char *name, unsigned bit) {
    return rs->rules->ground(rs, cell_of(rs, name)) & bit;
}

/* H2, H4: half of 156 cells are dark, a1 among them; each corner of 24 has a black dot on its 12
   dark cells and a white dot on its 12 light ones. */
static void the_ground_of_hogga(void **state) {
    struct ruleset rs;
    (void)state;
    unit_ruleset(&rs, "hogga");
    assert_int_equal(count_ground(&rs, GROUND_DARK), 78);
    assert_int_equal(count_ground(&rs, GROUND_DOT), 24);
    assert_int_equal(count_ground(&rs, GROUND_DOT << 1), 24);
    assert_int_equal(count_ground(&rs, GROUND_YARD | GROUND_YARD << 1), 0);
    assert_true(has_ground(&rs, "a1", GROUND_DARK));
    assert_true(has_ground(&rs, "b10", GROUND_DOT)); /* black's Hogga begins on a black dot */
    assert_true(has_ground(&rs, "g4", GROUND_DOT << 1));
    assert_true(has_ground(&rs, "h4", GROUND_DOT)); /* and goes to the black dots down there */
    assert_false(has_ground(&rs, "g10", GROUND_DOT | GROUND_DOT << 1));
    assert_false(has_ground(&rs, "f4", GROUND_DOT | GROUND_DOT << 1));
}

/* M2: yards of 10, 15 and 19; White's in the south-east. */
static void the_yards_of_halma(void **state) {
    static const struct {
        const char *rules;
        unsigned yard;
        const char *in, *out; /* of White's yard, at its edge */
    } boards[] = {{"halma 8x8", 10, "h4", "h5"},
                  {"halma 10x10", 15, "j5", "j6"},
                  {"halma 16x16", 19, "o5", "n5"}};
    (void)state;
    for (size_t i = 0; i < COUNT(boards); i++) {
        struct ruleset rs;
        unit_ruleset(&rs, boards[i].rules);
        assert_int_equal(count_ground(&rs, GROUND_YARD), boards[i].yard);
        assert_int_equal(count_ground(&rs, GROUND_YARD << 1), boards[i].yard);
        assert_true(has_ground(&rs, boards[i].in, GROUND_YARD << 1));
        assert_false(has_ground(&rs, boards[i].out, GROUND_YARD | GROUND_YARD << 1));
        assert_true(has_ground(&rs, "a8", GROUND_YARD) == (rs.board.ranks < 16));
    }
}

/* Places. A cell is 10 wide, a pit's 16 high; the board's corner up and left is the origin. */

static const struct place_row {
    const char *name, *rules, *cell;
    bool flip;
    const char *low, *high; /* of the crop, or NULL */
    double x, y;
} places[] = {
    {"a1 is down and left", "halma 8x8", "a1", false, NULL, NULL, 5, 75},
    {"turned, it is up and right", "halma 8x8", "a1", true, NULL, NULL, 75, 5},
    {"l13 is up and right", "hogga", "l13", false, NULL, NULL, 115, 5},
    {"of a crop only what is shown counts", "halma 8x8", "d4", false, "c3", "e6", 15, 25},
    {"and turned", "halma 8x8", "d4", true, "c3", "e6", 15, 15},
    {"2a1 is over the crossing of a1 and b2", "akron", "2a1", false, NULL, NULL, 10, 70},
    {"3a1 is straight above b2", "akron", "3a1", false, NULL, NULL, 15, 65},
    {"8a1 is in the middle", "akron", "8a1", false, NULL, NULL, 40, 40},
    {"turned, the middle stays", "akron", "8a1", true, NULL, NULL, 40, 40},
    {"2a1 turned", "akron", "2a1", true, NULL, NULL, 70, 10},
    {"a pit", "husbao", "b2", false, NULL, NULL, 15, 40},
};

static void crop(struct diagram *d, const struct ruleset *rs, const char *low, const char *high) {
    d->view.cropped = true;
    d->view.low = cell_of(rs, low);
    d->view.high = cell_of(rs, high);
}

static void place(void **state) {
    const struct place_row *row = *state;
    struct ruleset rs;
    unit_ruleset(&rs, row->rules);
    struct diagram d;
    zi_diagram_begin(&d, &rs);
    d.view.flip = row->flip;
    if (row->low)
        crop(&d, &rs, row->low, row->high);
    struct point at = zi_layout_center(&d, cell_of(&rs, row->cell));
    assert_true(fabs(at.x - row->x) < 1e-9 && fabs(at.y - row->y) < 1e-9);
}

/* Which cells a crop of b2-d5 shows; of higher levels by their center. */
static void a_crop_shows_stones_by_their_center(void **state) {
    static const struct {
        const char *cell;
        bool shown;
    } cells[] = {{"b2", true},  {"d5", true},   {"a2", false},  {"e5", false}, {"b1", false},
                 {"2b2", true}, {"2a2", false}, {"2d4", false}, {"2c4", true}, {"3a1", true},
                 {"3b3", true}, {"3c3", true},  {"3d3", false}, {"3c4", true}, {"3c5", false}};
    struct ruleset rs;
    (void)state;
    unit_ruleset(&rs, "akron");
    struct diagram d;
    zi_diagram_begin(&d, &rs);
    crop(&d, &rs, "b2", "d5");
    for (size_t i = 0; i < COUNT(cells); i++)
        if (zi_diagram_shows(&d, cell_of(&rs, cells[i].cell)) != cells[i].shown)
            fail_msg("%s", cells[i].cell);
}

/* Moves: how many shapes of a role there are. */

static const struct move_row {
    const char *name, *rules, *position, *moves; /* the last of the moves is shown */
    struct {
        enum role role;
        unsigned count;
    } roles[5];
} moves[] = {
    {"a step is an arrow from a ring",
     "hogga",
     NULL,
     "b10-b9",
     {{ROLE_MOVE_HEAD, 1}, {ROLE_ORIGIN, 1}, {ROLE_LANDING, 0}}},
    /* a piece on either side of the stone that is hopped over */
    {"a hop has no landing cell but its last",
     "halma 8x8",
     "8/8/8/8/8/8/1b6/b7 b",
     "a1^c3",
     {{ROLE_MOVE, 2}, {ROLE_MOVE_HEAD, 1}, {ROLE_LANDING, 0}}},
    {"a chain of two has one, without a number",
     "halma 8x8",
     "8/8/8/8/3b4/8/1b6/b7 b",
     "a1^c3^e5",
     {{ROLE_MOVE, 4}, {ROLE_LANDING, 1}, {ROLE_LANDING_NUMBER, 0}}},
    /* a1 over b1 to c1, over d2 to e3, over e4 to e5 */
    {"each landing cell but the last has a number",
     "halma 8x8",
     "8/8/8/8/4b3/8/3b4/bb6 b",
     "a1^c1^e3^e5",
     {{ROLE_MOVE_HEAD, 1}, {ROLE_LANDING, 2}, {ROLE_LANDING_NUMBER, 2}}},
    {"a placement has its sign on the stone",
     "akron",
     NULL,
     "d4 e5",
     {{ROLE_MOVE, 0}, {ROLE_ON_MAN_1, 1}, {ROLE_ON_MAN_0, 0}}},
    {"what was moved has an arrow, what fell a sign on it, and rings where they were",
     "akron",
     "8/8/8/2bb4/2bb4/8/8/8|7/7/7/2w4/7/7/7 b",
     "c4-e5v2c4",
     {{ROLE_MOVE_HEAD, 1}, {ROLE_ON_MAN_1, 1}, {ROLE_ORIGIN, 2}}},
    /* d1-: f1, h2 with h3's two, e2 with e3's two, b2, b1, e1, and so on: more than once around;
       a cross is two lines */
    {"captured pits are crossed out",
     "husbao",
     NULL,
     "d1-x4",
     {{ROLE_CAPTURED, 4}, {ROLE_ORIGIN, 1}, {ROLE_MOVE, 16}, {ROLE_MOVE_HEAD, 16}}},
};

static unsigned count_role(const struct figure *f, enum role role) {
    unsigned count = 0;
    for (size_t i = 0; i < f->count; i++)
        count += f->shape[i].role == role;
    return count;
}

/* Plays, and shows the last move. */
struct shown {
    struct ruleset rs;
    struct replay replay;
    struct move move;
    struct turn turn;
    struct turn_result result;
    struct shown_move last;
    struct setup before;
    struct diagram diagram;
    struct arena arena;
};

static void show(struct shown *s, const struct move *m) {
    const struct rules *rules = s->rs.rules;
    s->result = (struct turn_result){0};
    rules->describe(&s->replay.position, &s->before);
    s->turn.side = (uint8_t)rules->turn(&s->replay.position);
    move_copy(&s->move, m);
    zi_replay_play(&s->replay, m, &s->result.effect);
    rules->annotate(&s->move, &s->result.effect);
    s->turn.move = &s->move;
    s->turn.result = &s->result;
    zi_arena_reset(&s->arena);
    zi_diagram_begin(&s->diagram, &s->rs);
    rules->describe(&s->replay.position, &s->diagram.setup);
    assert_true(
        zi_shown_move(&s->last, &s->rs, &s->turn, &s->before, &s->diagram.setup, &s->arena));
    zi_diagram_set_outcome(&s->diagram, &s->replay.outcome);
    s->diagram.moves = &s->last;
    s->diagram.move_count = 1;
}

/* `low` and `high` are those of the crop, or NULL. */
static void count_shapes(const struct move_row *row, const char *low, const char *high) {
    static struct shown s;
    static struct movetext text;
    struct figure f = {0};
    struct grammar grammar;
    s = (struct shown){0};
    unit_ruleset(&s.rs, row->rules);
    assert_null(unit_start(&s.replay, &s.rs, row->position));
    zi_grammar_open(&grammar, s.rs.rules->notation);
    zi_movetext_open(&text, &grammar, &s.rs.board, text_of(row->moves), NULL, 0);
    while (zi_movetext_next(&text) == TOKEN_MOVE) {
        assert_null(s.rs.rules->check(&s.replay.position, &text.move));
        show(&s, &text.move);
    }
    if (low)
        crop(&s.diagram, &s.rs, low, high);
    zi_layout(&f, &s.diagram);
    for (size_t i = 0; i < COUNT(row->roles); i++)
        if (row->roles[i].role && count_role(&f, row->roles[i].role) != row->roles[i].count)
            fail_msg("role %d: %u", row->roles[i].role, count_role(&f, row->roles[i].role));
    zi_figure_free(&f);
    zi_grammar_close(&grammar);
    zi_replay_close(&s.replay);
    zi_arena_free(&s.arena);
}

static void decoration(void **state) { count_shapes(*state, NULL, NULL); }

static void a_crop_hides_a_move_elsewhere(void **state) {
    static const struct move_row row = {
        NULL,
        "akron",
        "8/8/8/2bb4/2bb4/8/8/8|7/7/7/2w4/7/7/7 b",
        "c4-e5v2c4",
        {{ROLE_ON_MAN_0, 0}, {ROLE_ON_MAN_1, 0}, {ROLE_ORIGIN, 0}, {ROLE_MOVE, 0}}};
    (void)state;
    count_shapes(&row, "a1", "b2");
}

/* Words. */

static void titles_and_words(void **state) {
    struct shown s = {0};
    struct figure f = {0};
    (void)state;
    unit_ruleset(&s.rs, "halma 8x8");
    assert_null(unit_start(&s.replay, &s.rs, "8/8/8/8/8/8/1w6/b6b b"));
    struct move step = {
        .kind = MOVE_WALK, .count = 2, .cell = {cell_at(0, 0, 0), cell_at(0, 0, 1)}};
    show(&s, &step);
    s.diagram.ply = 1;
    s.diagram.has_ply = true;
    s.diagram.caption = TEXT("as it is");
    s.diagram.figure = 7;
    zi_layout(&f, &s.diagram);
    assert_false(f.failed);
    assert_true(text_is(f.title, "Halma 8x8, position after ply 1, White to move"));
    assert_true(text_is(f.description, "last move: a1-a2; black on h1, a2; white on b2"));
    bool captioned = false;
    for (size_t i = 0; i < f.count; i++)
        captioned |= text_is(f.shape[i].text, "Figure 7: as it is");
    assert_true(captioned);
    zi_figure_free(&f);
    zi_replay_close(&s.replay);
    zi_arena_free(&s.arena);
}

/* Bidi_Class R or AL, and the signs that begin something of that direction. */
static void names_have_their_direction(void **state) {
    static const struct {
        const char *name;
        bool left; /* it runs to the left, or begins to */
    } rows[] = {{"Anna", false},
                {"\u05D0", true},              /* Hebrew */
                {"Anna \u05BE", true},         /* its first sign of that class */
                {"\u0561\u0580\u0587", false}, /* Armenian, to the end of its block */
                {"\u058F", false},             /* its sign of a currency */
                {"\u0410\u0430", false},       /* Cyrillic */
                {"\u0627", true},              /* Arabic */
                {"\u0710", true},              /* Syriac */
                {"\u07CA", true},              /* N'Ko, at the end of what has two bytes */
                {"\u0800", true},              /* Samaritan */
                {"\u08A0", true},              /* Arabic, the last one of that row */
                {"\u0905", false},             /* Devanagari */
                {"\uF900", false},             /* a Chinese character */
                {"\uFB1D", true},              /* Hebrew */
                {"\uFEFC", true},              /* Arabic */
                {"\uFF21", false},             /* a wide A */
                {"a\u200Eb", false},           /* a mark from left to right */
                {"a\u200Fb", true},
                {"a\u202Bb", true},
                {"a\u202Eb", true},
                {"a\u2067b", true}};
    (void)state;
    for (size_t i = 0; i < 2 * COUNT(rows); i++) {
        struct arena arena = {0};
        struct ruleset rs;
        struct diagram d;
        bool failed = false;
        unit_ruleset(&rs, "hogga");
        zi_diagram_begin(&d, &rs);
        d.view.isolate = i % 2;
        d.players[0] = text_of(rows[i / 2].name);
        struct text side = zi_diagram_side(&d, 0, &arena, &failed);
        bool isolated = memmem(side.at, side.len, "\u2068", 3) != NULL;
        if (failed || isolated != (i % 2 && rows[i / 2].left))
            fail_msg("`%s`: %d", rows[i / 2].name, isolated);
        zi_arena_free(&arena);
    }
}

/* In every language, with a capital of ASCII. */
static void sides_have_names(void **state) {
    (void)state;
    for (unsigned language = 0; language < LANGUAGES; language++)
        for (size_t game = 0; game < 2 * zi_game_count; game++) {
            struct ruleset rs;
            struct diagram d;
            struct buffer b = {0};
            zi_ruleset_init(&rs, zi_games[game / 2], 0);
            zi_diagram_begin(&d, &rs);
            d.language = (enum language)language;
            const char *word = diagram_word(&d, rs.rules->sides[game % 2]);
            zi_diagram_side_name(&b, &d, game % 2);
            assert_int_equal(b.len, strlen(word));
            assert_true(*b.at >= 'A' && *b.at <= 'Z');
            assert_int_equal(*b.at & ~32, *word & ~32);
            assert_memory_equal(b.at + 1, word + 1, b.len - 1);
            zi_buffer_free(&b);
        }
}

static bool has_text(const struct figure *f, const char *text) {
    for (size_t i = 0; i < f->count; i++)
        if (text_is(f->shape[i].text, text))
            return true;
    return false;
}

/* How a game ended is after the names, or if none exist below the board. */
static void endings_are_told(void **state) {
    static const struct {
        enum ending ending;
        const char *reason, *title, *note, *below;
    } rows[] = {
        {ENDING_OPEN, NULL, "Black to move", "to move", NULL},
        {ENDING_WIN_0, NULL, "Black has won", "wins", "Black wins"},
        {ENDING_WIN_1, "out of time", "White has won: out of time", "wins: out of time",
         "White wins: out of time"},
        {ENDING_DRAW, NULL, "draw", "draw", "draw"},
        {ENDING_DRAW, "by agreement", "draw: by agreement", "draw: by agreement",
         "draw: by agreement"},
    };
    (void)state;
    for (size_t i = 0; i < 2 * COUNT(rows); i++) {
        struct ruleset rs;
        struct diagram d;
        struct figure f = {0};
        char title[64];
        const char *told = i % 2 ? rows[i / 2].below : rows[i / 2].note;
        unit_ruleset(&rs, "hogga");
        zi_diagram_begin(&d, &rs);
        d.ending = rows[i / 2].ending;
        d.reason = rows[i / 2].reason;
        d.view.no_names = i % 2;
        zi_layout(&f, &d);
        snprintf(title, sizeof title, "Hogga, position, %s", rows[i / 2].title);
        assert_true(text_is(f.title, title));
        assert_true(!told || has_text(&f, told));
        assert_int_equal(count_role(&f, ROLE_NAME), told ? (i % 2 ? 1 : 3) : 0);
        assert_int_equal(count_role(&f, ROLE_MOVER), i == 0);
        zi_figure_free(&f);
    }
}

/* A board that a page goes on with has no lines below it. */
static void a_board_alone_says_nothing_below(void **state) {
    struct ruleset rs;
    struct diagram d;
    struct figure f = {0};
    (void)state;
    unit_ruleset(&rs, "halma 8x8");
    zi_diagram_begin(&d, &rs);
    d.players[0] = TEXT("Wolfeschlegelsteinhausenbergerdorff the Elder of the Old Town");
    zi_layout_board(&f, &d);
    assert_int_equal(count_role(&f, ROLE_NAME), 2);
    struct point high = f.high;
    zi_layout(&f, &d);
    assert_int_equal(count_role(&f, ROLE_NAME), 2 + 2); /* `to move`, and the whole name */
    assert_true(f.high.y > high.y);
    zi_figure_free(&f);
}

/* Lines. */

/* Many words, each of a letter with so many signs above it, or of so many letters. */
static struct text many_words(char *room, size_t size, unsigned letters, unsigned signs) {
    struct writer w = {room, size, 0};
    for (unsigned word = 0; w.len + letters + 2 * signs + 1 <= size; word++) {
        if (word)
            write_char(&w, ' ');
        for (unsigned i = 0; i < letters; i++)
            write_char(&w, (char)('a' + word % 26));
        for (unsigned i = 0; i < signs; i++)
            write_text(&w, TEXT("\xCC\x88"));
    }
    return written(&w);
}

/* The lines in their order are the caption, and none with more than a word is wider than its room;
   none but the last has room for the word after it, if it is not too long to be measured. */
static void expect_lines(const struct figure *f, const struct diagram *d, const char *what) {
    const struct text whole = d->caption;
    size_t at = 0;
    bool full = true;
    for (size_t i = 0; i < f->count; i++) {
        const struct shape *s = &f->shape[i];
        if (s->role != ROLE_CAPTION)
            continue;
        struct text t = s->text;
        if (t.len > whole.len - at || memcmp(t.at, whole.at + at, t.len))
            fail_msg("%s: the line at byte %zu is not the caption's", what, at);
        if (memchr(t.at, ' ', t.len) && zi_text_width(t, s->height) > s->room + 1e-9)
            fail_msg("%s: the line at byte %zu is too wide", what, at);
        at += t.len;
        const char *next = at < whole.len ? memchr(whole.at + at + 1, ' ', whole.len - at - 1) : 0;
        size_t more = next ? (size_t)(next - whole.at) - at : whole.len - at;
        full = t.len + more > 4096 ||
               zi_text_width(t, s->height) +
                       zi_text_width((struct text){whole.at + at, more}, s->height) >
                   s->room;
        if (at < whole.len && !full)
            fail_msg("%s: the line that ends at byte %zu has room for more", what, at);
        at += at < whole.len && whole.at[at] == ' ';
    }
    assert_int_equal(at, whole.len);
}

static void lines_hold_the_whole_caption(void **state) {
    static const struct {
        unsigned letters, signs;
        size_t size;
    } rows[] = {{5, 0, 600}, {1, 0, 5000}, {4090, 0, 9000}, {5000, 0, 11000}, {1, 150, 20000}};
    static char room[20000];
    (void)state;
    for (size_t i = 0; i < 2 * COUNT(rows); i++) {
        struct ruleset rs;
        struct diagram d;
        struct figure f = {0};
        char what[64];
        unit_ruleset(&rs, "halma 8x8");
        zi_diagram_begin(&d, &rs);
        d.caption = many_words(room, rows[i / 2].size, rows[i / 2].letters, rows[i / 2].signs);
        d.view.no_names = d.view.no_coordinates = i & 1; /* and narrow, with high letters */
        d.view.cropped = i & 1;
        d.view.least = i & 1 ? 20 : 0;
        zi_layout(&f, &d);
        snprintf(what, sizeof what, "%u letters, %u signs, %zu", rows[i / 2].letters,
                 rows[i / 2].signs, i % 2);
        expect_lines(&f, &d, what);
        zi_figure_free(&f);
    }
}

/* Random positions. */

struct box {
    struct point low, high;
};

static void widen(struct box *b, struct point p, double by) {
    b->low = (struct point){fmin(b->low.x, p.x - by), fmin(b->low.y, p.y - by)};
    b->high = (struct point){fmax(b->high.x, p.x + by), fmax(b->high.y, p.y + by)};
}

/* What a shape takes at most. Letters go a quarter of their height below the baseline. */
static struct box box_of(const struct figure *f, const struct shape *s) {
    struct box b = {s->at, s->at};
    double width = zi_text_width(s->text, s->height);
    double left = s->anchor == ANCHOR_END ? width : s->anchor == ANCHOR_MIDDLE ? width / 2 : 0;
    switch (s->kind) {
    case SHAPE_RECTANGLE:
    case SHAPE_CLIP: widen(&b, (struct point){s->at.x + s->size.x, s->at.y + s->size.y}, 0); break;
    case SHAPE_CIRCLE: widen(&b, s->at, s->size.x); break;
    case SHAPE_TEXT:
        widen(&b, (struct point){s->at.x - left, s->at.y - s->height * 0.75}, 0);
        widen(&b, (struct point){s->at.x - left + width, s->at.y + s->height * 0.22}, 0);
        break;
    case SHAPE_LINE:
    case SHAPE_POLYGON:
    case SHAPE_CURVE:
        for (size_t i = 0; i < s->points; i++)
            widen(&b, f->point[s->first + i], 0);
        break;
    case SHAPE_CLIP_END: break;
    }
    return b;
}

static bool is_apart(const struct box *a, const struct box *b) {
    return a->high.x <= b->low.x || b->high.x <= a->low.x || a->high.y <= b->low.y ||
           b->high.y <= a->low.y;
}

static bool must_be_read(const struct shape *s) {
    return s->role == ROLE_COORDINATE || s->role == ROLE_NAME || s->role == ROLE_CAPTION ||
           s->role == ROLE_COUNT;
}

static void clip_to(struct box *b, const struct box *clip) {
    b->low.x = fmax(b->low.x, clip->low.x);
    b->low.y = fmax(b->low.y, clip->low.y);
    b->high.x = fmin(b->high.x, clip->high.x);
    b->high.y = fmin(b->high.y, clip->high.y);
}

/* The stone that a text is in: of those straight above one another the highest that is drawn before
   it, since another one hides it. */
static const struct shape *stone_of(const struct figure *f, const struct shape *text) {
    const struct shape *found = NULL;
    double y = text->at.y - 0.36 * text->height, near = 4.6;
    for (const struct shape *s = f->shape; s < text; s++) {
        bool stone = s->kind == SHAPE_CIRCLE && (s->role == ROLE_MAN_0 || s->role == ROLE_MAN_1);
        if (stone && fabs(s->at.x - text->at.x) < 1e-6 && fabs(s->at.y - y) <= near) {
            near = fabs(s->at.y - y);
            found = s;
        }
    }
    return found;
}

/* A text in a stone stays in it; whoever draws a text has a color for it, and none to fill what is
   no area. */
static void inspect_shape(const struct figure *f, const struct shape *s, const char *what) {
    bool line = s->kind == SHAPE_LINE || s->kind == SHAPE_CURVE;
    for (unsigned theme = 0; theme < THEMES; theme++) {
        bool filled = zi_theme_paint((enum theme)theme, s->role).fill != NO_COLOR;
        if ((s->kind == SHAPE_TEXT && !filled) || (line && filled))
            fail_msg("%s: a shape of role %d cannot have its color", what, s->role);
    }
    if (s->kind != SHAPE_TEXT || (s->role != ROLE_ON_MAN_0 && s->role != ROLE_ON_MAN_1))
        return;
    const struct shape *stone = stone_of(f, s);
    assert_non_null(stone);
    double half = zi_text_width_bold(s->text, s->height) / 2, high = 0.36 * s->height,
           off = fabs(s->at.y - high - stone->at.y);
    if (hypot(half, off + high) > stone->size.x * 1.08) /* the corners of letters are round */
        fail_msg("%s: `%.*s` is larger than its stone", what, (int)s->text.len, s->text.at);
}

static void inspect(const struct figure *f, double least, const char *what) {
    static struct box texts[4096];
    struct box clip = {f->low, f->high};
    size_t count = 0;
    bool clipped = false;
    assert_false(f->failed);
    for (size_t i = 0; i < f->count; i++) {
        const struct shape *s = &f->shape[i];
        struct box b = box_of(f, s);
        if (s->kind == SHAPE_CLIP)
            clip = b;
        if (s->kind == SHAPE_CLIP || s->kind == SHAPE_CLIP_END)
            clipped = s->kind == SHAPE_CLIP;
        if (s->kind == SHAPE_CLIP_END)
            continue;
        if (clipped)
            clip_to(&b, &clip);
        inspect_shape(f, s, what);
        if (s->kind == SHAPE_TEXT && s->height < least)
            fail_msg("%s: `%.*s` is too low", what, (int)s->text.len, s->text.at);
        if (b.low.x < f->low.x - 1e-6 || b.low.y < f->low.y - 1e-6 || b.high.x > f->high.x + 1e-6 ||
            b.high.y > f->high.y + 1e-6)
            fail_msg("%s: a shape of role %d is off the paper (%g,%g to %g,%g): %g,%g to %g,%g "
                     "`%.*s`",
                     what, s->role, f->low.x, f->low.y, f->high.x, f->high.y, b.low.x, b.low.y,
                     b.high.x, b.high.y, (int)s->text.len, s->text.at);
        if (s->kind != SHAPE_TEXT || !must_be_read(s))
            continue;
        for (size_t k = 0; k < count; k++)
            if (!is_apart(&texts[k], &b))
                fail_msg("%s: `%.*s` of height %g at %g,%g lies on the text from %g,%g to %g,%g",
                         what, (int)s->text.len, s->text.at, s->height, s->at.x, s->at.y,
                         texts[k].low.x, texts[k].low.y, texts[k].high.x, texts[k].high.y);
        assert_true(count < COUNT(texts));
        texts[count++] = b;
    }
}

static uint64_t seed;

static unsigned pick(unsigned count) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    return (unsigned)(seed >> 33) % count;
}

struct choice {
    struct move move;
    unsigned seen;
};

static bool choose(void *context, const struct move *m) {
    struct choice *c = context;
    if (pick(++c->seen) == 0)
        move_copy(&c->move, m);
    return true;
}

static void inspect_views(struct shown *s, struct figure *f, const char *what) {
    static const char long_name[] = "Wolfeschlegelsteinhausenbergerdorff the Elder of the Old Town";
    struct diagram *d = &s->diagram;
    d->players[0] = pick(2) ? text_of(long_name) : TEXT("Li");
    d->players[1] = pick(2) ? TEXT("") : text_of(long_name);
    d->caption = pick(2)
                     ? TEXT("A caption that says at some length what there is to be seen, and "
                            "why it matters; itisoneverylongwordattheendoftherestofthelineshere")
                     : NO_TEXT;
    d->figure = pick(20);
    d->view = (struct view){.flip = pick(2),
                            .levels = pick(2),
                            .pile = pick(3) == 0,
                            .stacked = pick(2),
                            .no_coordinates = !pick(5),
                            .no_names = !pick(5),
                            .no_turn = !pick(5),
                            .least = pick(2) ? pick(140) / 10.0 : 0};
    zi_layout(f, d);
    inspect(f, d->view.least, what);
    unsigned file = pick(s->rs.board.files), rank = pick(s->rs.board.ranks);
    d->view.cropped = true;
    d->view.low = cell_at(0, file, rank);
    d->view.high =
        cell_at(0, file + pick(s->rs.board.files - file), rank + pick(s->rs.board.ranks - rank));
    zi_layout(f, d);
    inspect(f, d->view.least, what);
}

static cell pick_cell(const struct board *b) {
    unsigned level = pick(2) ? 0 : pick(b->levels);
    return cell_at(level, pick(b->files - level), pick(b->ranks - level));
}

static void require_numbers(const struct figure *f, const char *what) {
    assert_false(f->failed);
    for (size_t i = 0; i < f->count; i++) {
        const struct shape *s = &f->shape[i];
        if (!isfinite(s->at.x) || !isfinite(s->at.y) || !isfinite(s->size.x) ||
            !isfinite(s->size.y) || !isfinite(s->height))
            fail_msg("%s: a shape of role %d is nowhere", what, s->role);
    }
}

/* What an author adds can be anywhere, whatever is there, with the position before, or without the
   move. */
static void inspect_additions(struct shown *s, struct figure *f, const char *what) {
    static const char *const labels[] = {"A", "7", "12", "xyz", "\xC3\x89", "WWWWWWWW", ".", "b1"};
    static struct marks marks;
    const struct board *b = &s->rs.board;
    struct diagram *d = &s->diagram;
    marks.mark_count = pick(8);
    marks.arrow_count = pick(5);
    marks.label_count = pick(8);
    for (size_t i = 0; i < marks.mark_count; i++)
        marks.mark[i] = (struct marked_cell){(enum mark_kind)pick(MARK_TRIANGLE + 1), pick_cell(b)};
    for (size_t i = 0; i < marks.arrow_count; i++)
        marks.arrow[i] = (struct marked_arrow){pick_cell(b), pick_cell(b)};
    for (size_t i = 0; i < marks.label_count; i++) {
        marks.label[i].at = pick_cell(b);
        snprintf(marks.label[i].text, sizeof marks.label[i].text, "%s",
                 labels[pick(COUNT(labels))]);
    }
    d->marks = &marks;
    d->before = pick(3) ? NULL : &s->before;
    d->move_count = d->moves && pick(4) > 0;
    d->view = (struct view){.flip = pick(2),
                            .levels = pick(2),
                            .pile = pick(3) == 0,
                            .stacked = pick(2),
                            .no_coordinates = !pick(3),
                            .least = pick(3) ? 0 : pick(100) / 10.0};
    zi_layout(f, d);
    require_numbers(f, what);
    inspect(f, d->view.least, what);
    d->view.cropped = true;
    d->view.low = cell_at(0, pick(b->files), pick(b->ranks));
    d->view.high = d->view.low;
    zi_layout(f, d);
    require_numbers(f, what);
    inspect(f, d->view.least, what);
}

static void inspect_game(const char *rules, struct figure *f) {
    static struct shown s;
    s = (struct shown){0};
    unit_ruleset(&s.rs, rules);
    assert_null(unit_start(&s.replay, &s.rs, NULL));
    for (unsigned ply = 0; ply < 120 && s.replay.outcome.result == RESULT_OPEN; ply++) {
        static struct choice choice;
        choice = (struct choice){0};
        s.rs.rules->moves(&s.replay.position, choose, &choice);
        show(&s, &choice.move);
        inspect_views(&s, f, rules);
        inspect_additions(&s, f, rules);
    }
    zi_replay_close(&s.replay);
    zi_arena_free(&s.arena);
}

/* Stones on all levels, each on four others. */
static void build_tower(struct setup *setup, const struct board *b, unsigned of_ten) {
    memset(setup->at, 0, sizeof setup->at);
    for (unsigned level = 0; level < b->levels; level++)
        for (unsigned rank = 0; rank + level < b->ranks; rank++)
            for (unsigned file = 0; file + level < b->files; file++) {
                bool rests = true;
                for (unsigned i = 0; level && i < 4; i++)
                    rests &= setup->at[cell_at(level - 1, file + i % 2, rank + i / 2)] != 0;
                if (rests && pick(10) < of_ten)
                    setup->at[cell_at(level, file, rank)] =
                        (uint8_t)(ZI_CELL_BLACK + pick(ZI_CELL_WHITE));
            }
}

static void inspect_towers(const char *rules, struct figure *f) {
    static struct shown s;
    s = (struct shown){0};
    unit_ruleset(&s.rs, rules);
    for (unsigned i = 0; i < 60; i++) {
        zi_diagram_begin(&s.diagram, &s.rs);
        build_tower(&s.diagram.setup, &s.rs.board, 8 + pick(3));
        s.before = s.diagram.setup;
        inspect_views(&s, f, rules);
        s.diagram.moves = NULL;
        inspect_additions(&s, f, rules);
    }
}

/* Every game with its variants, and the smallest and largest boards there are. */
static void nothing_overlaps(void **state) {
    static const char *const none[] = {"", NULL};
    struct figure f = {0};
    (void)state;
    seed = 1;
    for (size_t game = 0; game < zi_game_count; game++) {
        const struct rules *rules = zi_games[game];
        const char *const *variants = rules->variants ? rules->variants : none;
        for (size_t i = 0; variants[i]; i++) {
            char words[64];
            snprintf(words, sizeof words, "%s %s", rules->name, variants[i]);
            inspect_game(words, &f);
        }
    }
    inspect_game("akron size=3", &f);
    inspect_game("akron size=16", &f);
    inspect_towers("akron size=4", &f);
    inspect_towers("akron", &f);
    inspect_towers("akron size=16", &f);
    zi_figure_free(&f);
}

/* Small sheets of levels, as grids and as a pile, beside the board and below it, of the whole
   board and of its parts, with letters of every height. */
static void sheets_have_room(void **state) {
    static const char *const crops[][2] = {{"a1", "p16"}, {"a1", "a1"},   {"p16", "p16"},
                                           {"j8", "k9"},  {"j10", "j10"}, {"h1", "h16"},
                                           {"a9", "p10"}, {"m11", "p12"}, {"l10", "p10"}};
    struct ruleset rs;
    struct diagram d;
    struct figure f = {0};
    (void)state;
    seed = 1;
    unit_ruleset(&rs, "akron size=16");
    zi_diagram_begin(&d, &rs);
    build_tower(&d.setup, &rs.board, 9);
    for (size_t i = 0; i < COUNT(crops) * 16; i++)
        for (double least = 0; least < 15; least += 0.7) {
            char what[64];
            d.view = (struct view){.flip = i & 1,
                                   .pile = i & 2,
                                   .levels = true,
                                   .stacked = i & 4,
                                   .no_names = i & 8,
                                   .least = least};
            crop(&d, &rs, crops[i / 16][0], crops[i / 16][1]);
            snprintf(what, sizeof what, "%s-%s, %zu, %g", crops[i / 16][0], crops[i / 16][1],
                     i % 16, least);
            zi_layout(&f, &d);
            inspect(&f, least, what);
        }
    zi_figure_free(&f);
}

/* Sizes. */

/* No text is under 5.5 pt in the drawing, and it has the width that is asked for; or it says that
   the width is too small, as it does for all that are smaller. */
static void expect_legible(const struct drawing_format *format, struct diagram *d, double width,
                           double cell_width, bool *refused) {
    struct buffer out = {0};
    struct drawing drawing;
    struct drawing_options options = {
        .theme = THEME_PRINT, .width = width, .cell = cell_width, .transparent = true};
    zi_drawing_begin(&drawing, format, &options, &out);
    bool well = zi_drawing_lay_out(&drawing, d);
    struct figure *f = &drawing.figure;
    double own = f->high.x - f->low.x;
    double size = cell_width > 0 ? own / 10 * cell_width * 72 / 25.4 : width * format->points;
    assert_true(!well || !*refused || cell_width > 0);
    *refused = !well;
    for (size_t i = 0; well && i < f->count; i++) {
        assert_true(f->shape[i].role != ROLE_PAPER);
        if (f->shape[i].kind == SHAPE_TEXT && f->shape[i].height * size / own < 5.49)
            fail_msg("%s: %g pt", format->name, f->shape[i].height * size / own);
    }
    if (well)
        inspect(f, 0, format->name);
    else
        assert_false(zi_drawing_add(&drawing, d));
    assert_true(well ||
                !strcmp(drawing.why, "the width is too small for letters that can be read"));
    zi_drawing_end(&drawing);
    zi_buffer_free(&out);
}

static void letters_can_be_read(void **state) {
    static const struct drawing_format *const formats[] = {&zi_drawing_svg, &zi_drawing_tex};
    (void)state;
    seed = 1;
    for (size_t i = 0; i < COUNT(formats) * 6; i++) {
        struct ruleset rs;
        struct diagram d;
        struct setup before;
        bool refused = false;
        unit_ruleset(&rs, i % 2 ? "akron" : "hogga");
        zi_diagram_begin(&d, &rs);
        build_tower(&d.setup, &rs.board, 9);
        before = d.setup;
        d.view.levels = i / 2 % 3 == 0;
        d.view.pile = i / 2 % 3 == 1;
        d.before = i / 2 % 3 == 2 ? &before : NULL;
        for (double width = 300; width > 1; width *= 0.9)
            expect_legible(formats[i / 6], &d, width, 0, &refused);
        assert_true(refused);
        for (double width = 12; width > 0.2; width *= 0.8)
            expect_legible(formats[i / 6], &d, 0, width, &refused);
        assert_true(refused);
    }
}

/* What an author adds to a tower: b2 is the middle of what 2a1, 2b1, 2a2 and 2b2 rest on, and 3a1
   stands straight above it. */

static const struct addition_row {
    const char *name, *cell;
    int kind;          /* of a mark, or -1 */
    const char *label; /* or NULL */
    double least;
    enum role role; /* of what is drawn there; ROLES: whatever there is */
    unsigned count;
    const char *said; /* below the board, or NULL */
} additions[] = {
    {"a stone with a frame has a ring in it", "c3", MARK_FRAME, NULL, 0, ROLE_SIGN_ON_0, 1, NULL},
    {"so has one that others cover in part", "b1", MARK_FRAME, NULL, 0, ROLE_SIGN_ON_0, 1, NULL},
    {"and one with a number, around it", "2b2", MARK_FRAME, NULL, 0, ROLE_SIGN_ON_1, 1, NULL},
    {"a frame that a large number leaves no room is said", "2b2", MARK_FRAME, NULL, 6,
     ROLE_SIGN_ON_1, 0, "mark at 2b2"},
    {"so is one that a label leaves none", "2b2", MARK_FRAME, "A", 0, ROLE_SIGN_ON_1, 0,
     "mark at 2b2"},
    {"the frame of a covered stone is said", "b2", MARK_FRAME, NULL, 0, ROLES, 0, "mark at b2"},
    {"a cross leaves a level's number free", "2b2", MARK_CROSS, NULL, 0, ROLE_SIGN_ON_1, 4, NULL},
    {"a cross without room is said", "2b2", MARK_CROSS, NULL, 6, ROLE_SIGN_ON_1, 0, "cross at 2b2"},
    {"a covered cross is said", "b2", MARK_CROSS, NULL, 0, ROLES, 0, "cross at b2"},
    {"a square is around a number", "2b2", MARK_SQUARE, NULL, 0, ROLE_SIGN_ON_1, 1, NULL},
    {"a square without room is said", "2b2", MARK_SQUARE, NULL, 6, ROLE_SIGN_ON_1, 0,
     "square at 2b2"},
    {"so is a triangle, and then there is no number", "2b2", MARK_TRIANGLE, NULL, 6, ROLE_SIGN_ON_1,
     0, "triangle at 2b2"},
    {"a triangle is around a number", "2b2", MARK_TRIANGLE, NULL, 0, ROLE_SIGN_ON_1, 1, NULL},
    {"but not around one that is broad", "10a1", MARK_TRIANGLE, NULL, 0, ROLE_SIGN_ON_1, 0,
     "triangle at 10a1"},
    {"an empty cell has the corners of a frame", "h8", MARK_FRAME, NULL, 0, ROLE_MARK, 4, NULL},
    {"an empty place above others has them, too", "2c3", MARK_FRAME, NULL, 0, ROLE_MARK, 4, NULL},
    {"a label is below the number of a level", "2b2", -1, "A", 0, ROLE_ON_MAN_1, 2, NULL},
    {"a number there is said", "2b2", -1, "7", 0, ROLE_ON_MAN_1, 1, "7 at 2b2"},
    {"so is a label that is too broad", "2b2", -1, "WWWWWWWW", 0, ROLE_ON_MAN_1, 1,
     "WWWWWWWW at 2b2"},
    {"or too high beside the number", "2b2", -1, "A", 6, ROLE_ON_MAN_1, 1, "A at 2b2"},
    {"the label of a covered stone is said", "b2", -1, "A", 0, ROLES, 0, "A at b2"},
    {"a label that takes no width is drawn", "h8", -1, "\xCC\x88", 0, ROLE_LABEL, 1, NULL},
};

static unsigned count_ends(const struct figure *f, struct text end) {
    unsigned count = 0;
    for (size_t i = 0; i < f->count; i++) {
        struct text t = f->shape[i].text;
        count += t.len >= end.len && !memcmp(t.at + t.len - end.len, end.at, end.len);
    }
    return count;
}

/* Shapes of the role within the stone or the cell. */
static unsigned count_near(const struct figure *f, enum role role, struct point at) {
    unsigned count = 0;
    for (size_t i = 0; i < f->count; i++) {
        const struct shape *s = &f->shape[i];
        struct point p = s->points ? f->point[s->first] : s->at;
        count += s->role == role && hypot(p.x - at.x, p.y - at.y) < 6.6;
    }
    return count;
}

static void mark_one(const struct addition_row *row, cell at, struct marks *marks) {
    *marks = (struct marks){0};
    if (row->label) {
        marks->label_count = 1;
        marks->label[0].at = at;
        snprintf(marks->label[0].text, sizeof marks->label[0].text, "%s", row->label);
    }
    if (row->kind >= 0) {
        marks->mark_count = 1;
        marks->mark[0] = (struct marked_cell){(enum mark_kind)row->kind, at};
    }
}

static void addition(void **state) {
    const struct addition_row *row = *state;
    static struct marks marks;
    struct figure f = {0};
    struct ruleset rs;
    struct diagram d;
    size_t fault = 0;
    bool high = !strncmp(row->cell, "10", 2);
    unit_ruleset(&rs, high ? "akron size=16" : "akron");
    zi_diagram_begin(&d, &rs);
    cell at = cell_of(&rs, row->cell);
    if (high)
        d.setup.at[at] = ZI_CELL_WHITE; /* what it rests on is not looked at */
    else
        assert_null(rs.rules->notation->read_setup(
            TEXT("8/8/8/8/8/bbb5/bbb5/bbb5|7/7/7/7/7/bw5/bb5|6/6/6/6/6/w5 b"), &rs.board, &d.setup,
            &fault));
    mark_one(row, at, &marks);
    d.marks = &marks;
    d.view.least = row->least;
    zi_layout(&f, &d);
    inspect(&f, row->least, row->name);
    char said[16];
    snprintf(said, sizeof said, " at %s", row->cell);
    assert_int_equal(count_ends(&f, text_of(said)), row->said != NULL);
    assert_int_equal(count_ends(&f, text_of(row->said ? row->said : said)), row->said != NULL);
    if (row->role != ROLES)
        assert_int_equal(count_near(&f, row->role, zi_layout_center(&d, at)), row->count);
    zi_figure_free(&f);
}

static const struct CMUnitTest others[] = {
    cmocka_unit_test(the_ground_of_hogga),
    cmocka_unit_test(the_yards_of_halma),
    cmocka_unit_test(a_crop_shows_stones_by_their_center),
    cmocka_unit_test(a_crop_hides_a_move_elsewhere),
    cmocka_unit_test(titles_and_words),
    cmocka_unit_test(names_have_their_direction),
    cmocka_unit_test(sides_have_names),
    cmocka_unit_test(endings_are_told),
    cmocka_unit_test(a_board_alone_says_nothing_below),
    cmocka_unit_test(lines_hold_the_whole_caption),
    cmocka_unit_test(nothing_overlaps),
    cmocka_unit_test(sheets_have_room),
    cmocka_unit_test(letters_can_be_read),
};

int main(void) {
    struct CMUnitTest tests[COUNT(places) + COUNT(moves) + COUNT(additions) + COUNT(others)];
    size_t count = 0;
    for (size_t i = 0; i < COUNT(places); i++)
        tests[count++] = (struct CMUnitTest){.name = places[i].name,
                                             .test_func = place,
                                             .initial_state = (void *)(uintptr_t)&places[i]};
    for (size_t i = 0; i < COUNT(moves); i++)
        tests[count++] = (struct CMUnitTest){.name = moves[i].name,
                                             .test_func = decoration,
                                             .initial_state = (void *)(uintptr_t)&moves[i]};
    for (size_t i = 0; i < COUNT(additions); i++)
        tests[count++] = (struct CMUnitTest){.name = additions[i].name,
                                             .test_func = addition,
                                             .initial_state = (void *)(uintptr_t)&additions[i]};
    memcpy(tests + count, others, sizeof others);
    return unit_run("layout", NULL, 0, tests, COUNT(tests));
}
