/* Moves as diagrams show them, worked by hand: what is drawn on the board, what has no room there
   and is said below it, and what of both a page draws that changes a board in place. */
#include "tests/unit/unit.h"

#include <math.h>

#include "diagrams/describe.h"
#include "diagrams/layout.h"
#include "notation/games/cell.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { MOVES_MAX = 2, PATH_MAX = 32 };

#define EMPTY8 "8/8/8/8/8/8/8/8 b"

/* b2 is the middle of what 2a1, 2b1, 2a2 and 2b2 rest on, and 3a1 stands straight above it. */
#define TOWER "8/8/8/8/8/bbb5/bbb5/bbb5|7/7/7/7/7/bw5/bb5|6/6/6/6/6/w5 b"
#define PITS "3,3,3,3,3,3,3,3/3,3,3,3,3,3,3,3/3,3,3,3,3,3,3,3/3,3,3,3,3,3,3,3 b"

static const struct move_row {
    const char *name, *rules, *position;
    struct {
        enum shown_kind kind;
        const char *path, *falls, *ends; /* cells, or NULL */
        uint32_t number, stages;
    } moves[MOVES_MAX];
    size_t count;
    double least;
    const char *crop;  /* both corners, or NULL */
    const char *label; /* the cell of an `A`, or NULL */
    const char *said;  /* below the board; or NULL */
    const char *on[3]; /* texts on the board that are there once */
    struct {
        enum role role;
        unsigned count; /* of its shapes that are no texts */
    } roles[3];
} rows[] = {
    {"numbers of hops are listed as far as a list holds them", "halma 8x8", EMPTY8,
     .moves = {{.kind = SHOWN_WALK, .path = "a1 c1 a1 c1 a1 c1 a1 c1 a1 c1 a1 c1 a1 c1 a1 c1"}},
     .count = 1, .on = {"1,3,5,7,9\u2026", "2,4,6,8\u2026"}, .roles = {{ROLE_LANDING, 0}}},
    {"an order that has no room is told below; a man on a landing cell is drawn whole", "halma 8x8",
     "8/8/8/8/8/2b5/8/8 b", .moves = {{.kind = SHOWN_WALK, .path = "a1 c1 c3 e3"}}, .count = 1,
     .least = 11, .said = "move", .roles = {{ROLE_LANDING, 1}}},
    {"of several moves the one that comes back is said with its number", "halma 8x8", EMPTY8,
     .moves = {{.kind = SHOWN_WALK, .path = "a1 c1 a1 c1 e1", .number = 3},
               {.kind = SHOWN_WALK, .path = "h8 h7", .number = 4}},
     .count = 2, .said = "3. move", .on = {"3", "4"},
     .roles = {{ROLE_BADGE, 2}, {ROLE_LANDING, 2}, {ROLE_MOVE_HEAD, 5}}},
    {"a placement is marked on its stone", "akron", TOWER,
     .moves = {{.kind = SHOWN_PLACE, .path = "c1"}}, .count = 1, .roles = {{ROLE_ON_MAN_0, 1}}},
    {"but on no stone that is covered", "akron", TOWER,
     .moves = {{.kind = SHOWN_PLACE, .path = "b2"}}, .count = 1, .roles = {{ROLE_ON_MAN_0, 0}}},
    {"before the move its mark is on the empty place", "akron", TOWER,
     .moves = {{.kind = SHOWN_PLACE, .path = "2c3"}}, .count = 1, .roles = {{ROLE_ON_MAN_1, 1}}},
    {"a crop shows what falls in it", "akron", TOWER,
     .moves = {{.kind = SHOWN_RELOCATE, .path = "h1 h8", .falls = "2b2"}}, .count = 1,
     .crop = "a1 c3", .said = "2b2 fell to h1", .roles = {{ROLE_ON_MAN_1, 0}, {ROLE_MOVE_HEAD, 2}}},
    {"a stone has its number", "akron", TOWER,
     .moves = {{.kind = SHOWN_PLACE, .path = "c1", .number = 1}}, .count = 1, .on = {"1"},
     .roles = {{ROLE_ON_MAN_0, 0}}},
    {"the number of a covered stone is said", "akron", TOWER,
     .moves = {{.kind = SHOWN_PLACE, .path = "b2", .number = 1}}, .count = 1, .said = "1 at b2"},
    {"a number is in a badge", "halma 8x8", EMPTY8,
     .moves = {{.kind = SHOWN_WALK, .path = "a1 b2", .number = 1}}, .count = 1, .on = {"1"},
     .roles = {{ROLE_BADGE, 1}}},
    {"a number that is larger than a badge is said", "halma 8x8", EMPTY8,
     .moves = {{.kind = SHOWN_WALK, .path = "a1 b2", .number = 1}}, .count = 1, .least = 7,
     .said = "1 at b2", .roles = {{ROLE_BADGE, 0}}},
    {"moves that end on one cell share a badge", "halma 8x8", EMPTY8,
     .moves = {{.kind = SHOWN_WALK, .path = "a1 b2", .number = 1},
               {.kind = SHOWN_WALK, .path = "c3 b2", .number = 2}},
     .count = 2, .on = {"1, 2"}, .roles = {{ROLE_BADGE, 1}}},
    {"a move without a number has none there", "halma 8x8", EMPTY8,
     .moves = {{.kind = SHOWN_WALK, .path = "a1 b2", .number = 5},
               {.kind = SHOWN_WALK, .path = "c3 b2"}},
     .count = 2, .on = {"5"}, .roles = {{ROLE_BADGE, 1}}},
    {"a move that leaves no trace hides no label", "halma 8x8", EMPTY8,
     .moves = {{SHOWN_NOTHING, NULL, .number = 1},
               {.kind = SHOWN_WALK, .path = "c3 d3", .number = 2}},
     .count = 2, .label = "a1", .on = {"A", "2"}, .roles = {{ROLE_BADGE, 1}}},
    {"the number of a move hides a label, which is said", "halma 8x8", EMPTY8,
     .moves = {{.kind = SHOWN_WALK, .path = "c3 d3", .number = 2}}, .count = 1, .label = "d3",
     .said = "A at d3", .on = {"2"}},
    {"a sowing is a hop from pit to pit, and a ring at its end", "husbao", PITS,
     .moves = {{.kind = SHOWN_SOW, .path = "d2 e2 f2 g2", .ends = "g2", .stages = 1}}, .count = 1,
     .roles = {{ROLE_MOVE_HEAD, 3}, {ROLE_ORIGIN, 1}, {ROLE_STAGE_END, 1}}},
    {"a sowing that no stage is known of has no ring", "husbao", PITS,
     .moves = {{.kind = SHOWN_SOW, .path = "d2 e2 f2 g2"}}, .count = 1,
     .roles = {{ROLE_MOVE_HEAD, 3}, {ROLE_ORIGIN, 1}, {ROLE_STAGE_END, 0}}},
    {"stages that are too many are said", "husbao", PITS,
     .moves = {{.kind = SHOWN_SOW, .path = "d2 e2 f2 g2", .ends = "g2 b2", .stages = 40}},
     .count = 1, .said = "stages end at g2, b2, \u2026", .roles = {{ROLE_STAGE_END, 0}}},
    {"stages are numbered beside their pits", "husbao", PITS,
     .moves = {{.kind = SHOWN_SOW, .path = "d2 e2 f2 g2", .ends = "g2 b2 g2", .stages = 3}},
     .count = 1, .on = {"1,3", "2"}, .roles = {{ROLE_STAGE_END, 1}}},
};

/* The cells at the words of `s`; returns how many. */
static size_t read_cells(const struct board *board, const char *s, cell *out) {
    size_t count = 0;
    for (size_t length; s && *(s += strspn(s, " ")); s += length) {
        length = strcspn(s, " ");
        assert_true(count < PATH_MAX);
        assert_true(zi_cell_read((struct text){s, length}, board, &out[count++]));
    }
    return count;
}

static void read_moves(const struct move_row *row, const struct board *board,
                       struct shown_move *to) {
    static cell cells[MOVES_MAX][3][PATH_MAX];
    for (size_t i = 0; i < row->count; i++) {
        cell(*c)[PATH_MAX] = cells[i];
        to[i] = (struct shown_move){.kind = row->moves[i].kind,
                                    .number = row->moves[i].number,
                                    .text = TEXT("move"),
                                    .path = c[0],
                                    .falls = c[1],
                                    .ends = c[2],
                                    .stages = row->moves[i].stages};
        to[i].path_count = read_cells(board, row->moves[i].path, c[0]);
        to[i].fall_count = read_cells(board, row->moves[i].falls, c[1]);
        to[i].end_count = read_cells(board, row->moves[i].ends, c[2]);
    }
}

static unsigned count_shapes(const struct figure *f, enum role role) {
    unsigned count = 0;
    for (size_t i = 0; i < f->count; i++)
        count += f->shape[i].role == role && f->shape[i].kind != SHAPE_TEXT;
    return count;
}

/* On the board, or below it. */
static unsigned count_texts(const struct figure *f, bool below, const char *text) {
    unsigned count = 0;
    for (size_t i = 0; i < f->count; i++) {
        const struct shape *s = &f->shape[i];
        count += s->kind == SHAPE_TEXT && (s->role == ROLE_NAME) == below &&
                 (!text || text_is(s->text, text));
    }
    return count;
}

static void expect_shapes(const struct figure *f, const struct move_row *row) {
    assert_false(f->failed);
    for (size_t i = 0; i < COUNT(row->roles); i++)
        if (row->roles[i].role && count_shapes(f, row->roles[i].role) != row->roles[i].count)
            fail_msg("role %d: %u", row->roles[i].role, count_shapes(f, row->roles[i].role));
}

static void moves_are_shown(void **state) {
    const struct move_row *row = *state;
    static struct diagram d;
    static struct marks marks;
    struct shown_move moves[MOVES_MAX];
    struct ruleset rs;
    struct figure f = {0};
    cell corners[PATH_MAX];
    size_t fault = 0;
    unit_ruleset(&rs, row->rules);
    zi_diagram_begin(&d, &rs);
    assert_null(
        rs.rules->notation->read_setup(text_of(row->position), &rs.board, &d.setup, &fault));
    read_moves(row, &rs.board, moves);
    d.moves = moves;
    d.move_count = row->count;
    d.view = (struct view){.no_coordinates = true,
                           .no_names = true,
                           .no_turn = true,
                           .least = row->least,
                           .cropped = row->crop != NULL};
    if (row->crop) {
        assert_int_equal(read_cells(&rs.board, row->crop, corners), 2);
        d.view.low = corners[0];
        d.view.high = corners[1];
    }
    if (row->label) {
        marks = (struct marks){.label_count = 1, .label = {{.text = "A"}}};
        read_cells(&rs.board, row->label, corners);
        marks.label[0].at = corners[0];
        d.marks = &marks;
    }
    zi_layout(&f, &d);
    expect_shapes(&f, row);
    assert_int_equal(count_texts(&f, true, NULL), row->said != NULL);
    assert_int_equal(count_texts(&f, true, row->said), row->said != NULL);
    for (size_t i = 0; i < COUNT(row->on) && row->on[i]; i++)
        assert_int_equal(count_texts(&f, false, row->on[i]), 1);
    zi_figure_free(&f);
}

int main(void) {
    static struct CMUnitTest tests[COUNT(rows)];
    for (size_t i = 0; i < COUNT(rows); i++)
        tests[i] = (struct CMUnitTest){.name = rows[i].name,
                                       .test_func = moves_are_shown,
                                       .initial_state = (void *)(uintptr_t)&rows[i]};
    return unit_run("drawn_moves", NULL, 0, tests, COUNT(tests));
}
