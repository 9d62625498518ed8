/* The reader of moves: what a text is read as, and what becomes a question. The moves were checked
   by hand with the rules. */
#include "tests/unit/unit.h"

#include "validators/reading/reading.h"

static const struct row {
    const char *name, *rules, *text;
    bool notation, sure;
    const char *moves; /* the reading; NULL: not compared */
} rows[] = {
    {"canonical text", "hogga", "1. b10-b9 k4-k5\n2. a13^a9 h1^h5", true, true,
     "1. b10-b9 k4-k5\n2. a13^a9 h1^h5\n"},
    {"a remark between moves", "akron", "1. d4 e5\nDraw offered\n2. d5 e4", false, true,
     "1. d4 e5 {Draw offered}\n2. d5 e4\n"},
    {"a remark behind a number", "akron", "1. d4 e5\n2. d5 e4 Black offers a draw\n3. d6 e3", false,
     true, "1. d4 e5\n2. d5 e4 {Black offers a draw}\n3. d6 e3\n"},
    {"a time and a page", "akron", "1. d4 e5\n19:45\n- 2 -\n2. d5 e4", false, true, NULL},
    {"digits first", "hogga", "1. 10b-9b 4k-5k\n2. 13a-9a 1h-5h", false, true,
     "1. b10-b9 k4-k5\n2. a13^a9 h1^h5\n"},
    {"a word between cells", "hogga", "1. b10 to b9 k4 to k5\n2. a13 to a9 h1 to h5", false, true,
     "1. b10-b9 k4-k5\n2. a13^a9 h1^h5\n"},
    {"numbers that count plies", "akron", "1. d4\n2. e5\n3. c3\n4. d6", false, true,
     "1. d4 e5\n2. c3 d6\n"},
    {"columns", "akron", "1. d4 e5   3. d5 e4\n2. c3 d6   4. c4 f6", false, true,
     "1. d4 e5\n2. c3 d6\n3. d5 e4\n4. c4 f6\n"},
    {"a letter for a digit", "akron", "1. d4 eS 2. c3 d6", true, true, "1. d4 e5\n2. c3 d6\n"},
    {"a digit for a letter", "akron", "1. d4 e5 2. 95 d6", true, true, "1. d4 e5\n2. g5 d6\n"},
    {"the same move twice", "hogga", "1. b10-b9 k4-k5 k4-k5 2. a13^a9 h1^h5", true, true,
     "1. b10-b9 k4-k5\n2. a13^a9 h1^h5\n"},
    {"two interchanged moves", "hogga", "1. k4-k5 b10-b9 2. a13^a9 h1^h5 3. a9-a8 h5-h6", true,
     true, "1. b10-b9 k4-k5\n2. a13^a9 h1^h5\n3. a9-a8 h5-h6\n"},
    {"dots between the moves of a pair", "akron", "1. d4 ... e5 2. c3 d6", true, true,
     "1. d4 e5\n2. c3 d6\n"},
    {"dots for a move", "akron", "1. d4 ... 2. e5 c3", true, false, NULL},
    {"a stub", "akron", "1. d4 4- 2. e5 c3", true, false, NULL},
    {"a stub of a letter", "akron", "1. d4 (e) 2. e5 c3", true, false, NULL},
    {"a missing ply", "akron", "1. d4 2. e5 c3", true, false, NULL},
    {"an odd word between placements", "akron", "d4 d10e5 c3", true, false, NULL},
    {"no direction", "husbao", "1. d2", true, false, NULL},
    {"wrong loot that nothing confirms", "husbao", "1. d2+x5", true, false, NULL},
    {"two sheets in disorder", "akron", "1. d4 e5 7. c3", true, false, NULL},
};

static void read_row(const struct row *row, struct arena *arena, struct reading *out,
                     struct buffer *moves) {
    struct ruleset rs;
    const struct text text = text_of(row->text);
    unit_ruleset(&rs, row->rules);
    const struct reading_source source = {
        .ruleset = &rs, .part = &text, .parts = 1, .notation = row->notation};
    assert_true(zi_reading_find(&source, arena, out));
    zi_reading_write(out, UINT32_MAX, moves);
}

static void texts_are_read(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct arena arena = {0};
        struct buffer moves = {0};
        struct reading r;
        read_row(&rows[i], &arena, &r, &moves);
        if (r.sure != rows[i].sure || (r.sure && r.why) || (!r.sure && !r.why) ||
            (rows[i].moves && !text_is(buffered(&moves), rows[i].moves)))
            fail_msg("%s: sure %d, %s\n%.*s", rows[i].name, r.sure, r.why ? r.why : "",
                     (int)moves.len, moves.at);
        zi_buffer_free(&moves);
        zi_arena_free(&arena);
    }
}

/* A question names its place, its turn and the likely moves. */
static void questions_name_their_place(void **state) {
    static const struct row row = {NULL, "akron", "1. d4 ... 2. e5 c3", true, false, NULL};
    struct arena arena = {0};
    struct buffer moves = {0};
    struct reading r;
    (void)state;
    read_row(&row, &arena, &r, &moves);
    assert_true(text_is(r.place, "..."));
    assert_int_equal(r.ply, 2);
    assert_int_equal(r.choices, CHOICES_MAX);
    zi_buffer_free(&moves);
    zi_arena_free(&arena);
}

/* What a line has, by its characters. */
static void lines_are_looked_at(void **state) {
    struct ruleset rs;
    struct line_look look;
    (void)state;
    unit_ruleset(&rs, "akron");
    assert_true(zi_reading_look(TEXT("12. d4 e5-2e5"), &rs, &look));
    assert_int_equal(look.moves, 2);
    assert_int_equal(look.number, 12);
    assert_false(look.prose);
    assert_true(zi_reading_look(TEXT("White thinks that d4 was better"), &rs, &look));
    assert_true(look.prose);
    assert_true(zi_reading_look(TEXT("Round 3"), &rs, &look));
    assert_int_equal(look.moves, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(texts_are_read),
                                       cmocka_unit_test(questions_name_their_place),
                                       cmocka_unit_test(lines_are_looked_at)};
    return cmocka_run_group_tests_name("reader", tests, NULL, NULL);
}
