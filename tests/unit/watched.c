/* Observers of the moves of a record: they do not change its findings, and they see the same moves
   when they are called for each token and when they are called for each plain move. Also the
   findings about moves. */
#include <glob.h>

#include "tests/unit/unit.h"

#include "validators/replay/repair.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* All results of one record. */
struct watched {
    struct record record;
    struct verdict verdict;
    struct formatter formatter;
    struct repair repair;
    size_t plain_moves; /* those seen by see_move */
    struct buffer found, formatted, repaired;
};

enum { BY_NOBODY, BY_TOKEN, BY_MOVE };

static struct validator *validator;

static void see(void *context, const struct move_reader *in, enum token token) {
    struct watched *w = context;
    zi_formatter_see(&w->formatter, in, token);
    zi_repair_see(&w->repair, in, token);
}

static void see_move(void *context, const struct move_reader *in, const struct move *canonical,
                     const struct effect *effect) {
    struct watched *w = context;
    w->plain_moves++;
    zi_formatter_see_move(&w->formatter, in, canonical, effect);
    zi_repair_see_move(&w->repair, in, canonical, effect);
}

static void put_number(struct buffer *out, uint64_t number, char after) {
    char room[24];
    snprintf(room, sizeof room, "%llu%c", (unsigned long long)number, after);
    buffer_string(out, room);
}

static void put_position(struct buffer *out, const struct verdict *v, const union position *at) {
    static struct setup setup;
    char room[UNIT_TEXT_MAX];
    struct writer position = {room, sizeof room, 0};
    v->rules->describe(at, &setup);
    v->rules->notation->write_setup(&position, &v->ruleset.board, &setup);
    buffer_text(out, written(&position));
}

/* A line for each finding, `LINE:COLUMN PLY PART MESSAGE|MOVE`; the plies, the outcome, the points
   (plus 1) and the last position; and the first illegal move, if there is one, with
   its offset and its position. */
static void put_found(struct watched *w) {
    struct record *r = &w->record;
    struct buffer *out = &w->found;
    const struct verdict *v = &w->verdict;
    for (size_t i = 0; i < r->findings.count; i++) {
        const struct finding *f = &r->findings.at[i];
        put_number(out, f->line, ':');
        put_number(out, f->column, ' ');
        put_number(out, f->ply, ' ');
        buffer_string(out, zi_parts[f->part]);
        buffer_char(out, ' ');
        zi_finding_message(out, f);
        buffer_char(out, '|');
        buffer_text(out, f->move);
        buffer_char(out, '\n');
    }
    put_number(out, v->plies, ' ');
    buffer_string(out, v->rules ? zi_verdict_result(v) : "?");
    buffer_char(out, ' ');
    put_number(out, (uint64_t)(v->points + 1), ' ');
    if (v->positioned)
        put_position(out, v, &v->position);
    if (!v->has_fault)
        return;
    buffer_string(out, "\nat ");
    put_number(out, v->fault_offset, ' ');
    char room[MOVE_TEXT_MAX];
    struct writer move = {room, sizeof room, 0};
    v->rules->notation->write(&move, &v->fault_move);
    buffer_text(out, written(&move));
    buffer_char(out, ' ');
    put_position(out, v, &v->fault_position);
}

static void put_made(struct watched *w) {
    w->formatted.len = w->repaired.len = 0;
    buffer_text(&w->formatted, w->formatter.text[KEY_MOVES]);
    buffer_char(&w->formatted, '\n');
    buffer_text(&w->formatted, w->formatter.text[KEY_PLAYOUT]);
    for (size_t i = 0; i < w->repair.edits.count; i++) {
        const struct edit *e = &w->repair.edits.at[i];
        put_number(&w->repaired, e->at, '-');
        put_number(&w->repaired, e->end, ' ');
        put_number(&w->repaired, e->ply, e->blocked ? '!' : ' ');
        buffer_text(&w->repaired, e->with);
        buffer_string(&w->repaired, e->what);
        buffer_char(&w->repaired, '\n');
    }
}

/* False if the document cannot be read. */
static bool watch(struct watched *w, const struct document *d, unsigned how) {
    const struct observer observer = {
        .see = see, .context = w, .see_move = how == BY_MOVE ? see_move : NULL};
    if (!zi_record_read(&w->record, d))
        return false;
    zi_formatter_begin(&w->formatter, 40);
    zi_repair_begin(&w->repair);
    zi_validator_observe(validator, how == BY_NOBODY ? NULL : &observer);
    zi_validate(validator, &w->record, &w->verdict);
    zi_validator_observe(validator, NULL);
    if (how != BY_NOBODY) {
        zi_repair_end(&w->repair, &w->record, &w->verdict);
        put_made(w);
    }
    w->found.len = 0;
    zi_record_finalize(&w->record, false);
    put_found(w);
    assert_false(w->record.out_of_memory || w->found.failed || zi_formatter_failed(&w->formatter));
    return true;
}

static void forget(struct watched *w) {
    zi_record_close(&w->record);
    zi_formatter_free(&w->formatter);
    zi_repair_free(&w->repair);
    zi_buffer_free(&w->found);
    zi_buffer_free(&w->formatted);
    zi_buffer_free(&w->repaired);
}

static struct watched alone, by_token, by_move;

static void require_same(const char *file, size_t line, const struct buffer *a,
                         const struct buffer *b) {
    if (!text_same(buffered(a), buffered(b)))
        fail_msg("%s: line %zu:\n%.*s\nor\n%.*s", file, line, (int)a->len, a->at, (int)b->len,
                 b->at);
}

static void compare(const char *file, const struct document *d) {
    if (!watch(&alone, d, BY_NOBODY))
        return;
    watch(&by_token, d, BY_TOKEN);
    watch(&by_move, d, BY_MOVE);
    require_same(file, d->line, &alone.found, &by_token.found);
    require_same(file, d->line, &alone.found, &by_move.found);
    require_same(file, d->line, &by_token.formatted, &by_move.formatted);
    require_same(file, d->line, &by_token.repaired, &by_move.repaired);
}

static long read_stream(void *context, char *to, size_t cap) {
    return (long)fread(to, 1, cap, context);
}

static void observers_change_no_finding(void **state) {
    glob_t files;
    size_t records = 0;
    (void)state;
    assert_int_equal(glob("corpus/*/*.yaml", 0, NULL, &files), 0);
    assert_int_equal(glob("tests/findings/*.yaml", GLOB_APPEND, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        struct source source;
        struct document d;
        FILE *in = fopen(files.gl_pathv[i], "r");
        assert_non_null(in);
        zi_source_open(&source, read_stream, in);
        for (; zi_source_next(&source, &d); records++)
            compare(files.gl_pathv[i], &d);
        zi_source_close(&source);
        fclose(in);
    }
    globfree(&files);
    assert_true(records > 500 && by_move.plain_moves > 1000);
}

#define AKRON "game: akron\nrules: {size: 5}\nmoves: "
#define EMPTY "5/5/5/5/5 b"
#define ONE "5/5/5/5/b4 w"
#define TWO "5/5/5/1w3/b4 b"
#define CAPITALS "^B9^A9^B9^A9"
#define SMALL "^b9^a9^b9^a9"
#define TEN "(g12-g11)(g12-g11)(g12-g11)(g12-g11)(g12-g11)"
#define HOGGA "b1b1b7/1b1b1b6/b1b1b7/1B1B1B6/12/12/12/12/12/6W1W1W1/7w1w1w/6w1w1w1/7w1w1w b"
#define SOWN "2,2,2,2,2,2,2,2/0,0,0,0,2,2,2,2/2,2,2,2,0,0,0,0/2,2,2,2,2,2,2,2 a"
/* A has sown h1 and g1 and holds two stones; B has no pit of two: B7, B11. */
#define LAST                                                                                       \
    "game: husbao\n"                                                                               \
    "position: 1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,0 a\n"
/* H11, H14: Black comes home with the first move; White's two men need a move. */
#define HOME "game: hogga\nposition: 12/6w5/12/4w7/12/12/12/12/6b5/7b4/6b5/12/12 b\n"
#define REST "/12/12/12/12/12/7b4/6b1b3/12/12 w"

/* Findings and verdicts, worked out by hand. */
static const struct row {
    const char *name, *record, *found;
} rows[] = {
    {"nothing", AKRON "a1 b2\n", "2 * 0 " TWO},

    /* Forms. A finding quotes a canonical form of at most 53 bytes, also for an illegal move. */
    {"a form of 53 bytes", "game: hogga\nmoves: B9^A9" CAPITALS CAPITALS CAPITALS CAPITALS "\n",
     "2:8 1 moves the canonical form has lower-case letters (canonical: b9^a9" SMALL SMALL SMALL
         SMALL ")|B9^A9" CAPITALS CAPITALS CAPITALS CAPITALS "\n"
     "2:8 1 moves the cell where the move starts is empty (b9)|B9^A9" CAPITALS CAPITALS CAPITALS
         CAPITALS "\n"
     "0 * 0 " HOGGA "\nat 19 b9^a9" SMALL SMALL SMALL SMALL " " HOGGA},
    {"a form of 54 bytes", "game: hogga\nmoves: B9^A10" CAPITALS CAPITALS CAPITALS CAPITALS "\n",
     "2:8 1 moves the canonical form has lower-case letters|B9^A10" CAPITALS CAPITALS CAPITALS
         CAPITALS "\n"
     "2:8 1 moves the cell where the move starts is empty (b9)|B9^A10" CAPITALS CAPITALS CAPITALS
         CAPITALS "\n"
     "0 * 0 " HOGGA "\nat 19 b9^a10" SMALL SMALL SMALL SMALL " " HOGGA},
    {"a form of a move after the end", HOME "moves: g5^i3 G12-f11\n",
     "3:14 2 moves the canonical form has lower-case letters (canonical: g12-f11)|G12-f11\n"
     "3:14 2 moves the game has already ended (goal)|G12-f11\n"
     "1 black 0 12/6w5/12/4w7" REST},
    {"forms of numbers and of the result", AKRON "1) a1 1 ... b2 *\n",
     "3:8 1 moves the canonical form of a move number is `12.` or `12...` (canonical: 1.)|\n"
     "3:14 2 moves the canonical form of a move number is `12.` or `12...` (canonical: 1...)|\n"
     "3:23 0 moves the canonical form has the result in the header|\n"
     "2 * 0 " TWO},
    {"a result in a variation has no form", AKRON "a1 (b2 *\n",
     "3:11 2 moves this variation is never closed|(\n1 * 0 " ONE},

    /* Glyphs, gifts. */
    {"glyphs have the ply of their gift and of their move",
     "game: husbao\nmoves: '%give:a4:a1 ! %skip !'\n",
     "2:21 1 moves a glyph must be directly after its move|!\n"
     "2:29 1 moves a glyph must be directly after its move|!\n"
     "1 * 0 1,2,2,2,2,2,2,2/0,0,0,0,2,2,2,2/2,2,2,2,0,0,0,0/3,2,2,2,2,2,2,2 b"},
    {"two gifts whose move cannot be read are taken back",
     "game: husbao\nmoves: '%give:a4:a1 %give:b4:a1 zz'\n",
     "2:33 1 moves expected a move here, such as `d2+`, `d2-x7` or `--`|zz\n0 * 0 " SOWN},
    {"two gifts whose move is illegal are taken back",
     "game: husbao\nmoves: '%give:a4:a1 %give:b4:a1 a4+'\n",
     "2:33 1 moves the pit belongs to the other player|a4+\n0 * 0 " SOWN "\nat 45 a4+ "
     "1,1,2,2,2,2,2,2/0,0,0,0,2,2,2,2/2,2,2,2,0,0,0,0/4,2,2,2,2,2,2,2 a"},
    {"a variation goes before two gifts, where a1 has one stone",
     "game: husbao\nposition: 2,2,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,2/1,0,0,0,0,0,0,0 a\n"
     "moves: '%give:a4:a1 %give:b4:a1 %skip (a1+)'\n",
     "3:40 1 variation the pit holds too few stones|a1+\n"
     "1 a 6 1,1,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,2/3,0,0,0,0,0,0,0 b\n"
     "at 128 a1+ 2,2,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,2/1,0,0,0,0,0,0,0 a"},
    {"a gift at the end of a variation", "game: husbao\nmoves: '%skip (%give:a4:a1) %skip'\n",
     "2:16 1 variation no move follows the stones given|%give:a4:a1\n2 * 0 " SOWN},
    {"a gift after the end", LAST "moves: h2+ %give:h1:a4 a4+\n",
     "3:12 2 moves the game has already ended (no-moves)|%give:h1:a4\n"
     "1 a 3 1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,1,1 b"},
    {"a gift after a fault", "game: husbao\nmoves: 'zz %give:a4:a1'\n",
     "2:9 1 moves expected a move here, such as `d2+`, `d2-x7` or `--`|zz\n0 * 0 " SOWN},

    /* Annotations. d1- lays d1's stones in seven stages (repair.c), h2+ in one. */
    {"a cut after seven stages", "game: husbao\nmoves: d1-/8\n",
     "2:8 1 moves the annotation does not match what the move does (it ends by itself after 7 "
     "stages)|d1-/8\n"
     "1 * 0 2,2,2,2,2,2,2,2/0,0,0,0,0,2,2,0/3,0,3,3,0,1,1,1/3,0,3,1,0,1,4,4 b"},
    {"a cut after one stage", LAST "moves: h2+/2\n",
     "3:8 1 moves the annotation does not match what the move does (it ends by itself after 1 "
     "stage)|h2+/2\n"
     "1 a 3 1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,1,1 b"},
    {"a cut at the only stage", LAST "moves: h2+/1\n",
     "1 a 3 1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,1,1 b"},

    /* Variations. */
    {"a variation at the start", AKRON "(zz) a1\n",
     "3:8 1 moves a variation must be after the move that it replaces|(\n"
     "3:9 1 variation expected a move here, such as `d4`, `d4-2e5` or `--`|zz\n0 * 0 " EMPTY},
    {"a variation of the first move", AKRON "a1 (zz) b2\n",
     "3:12 1 variation expected a move here, such as `d4`, `d4-2e5` or `--`|zz\n2 * 0 " TWO},
    {"a variation after a fault", AKRON "a1 b2 zz (c3 d3) c3\n",
     "3:14 3 moves expected a move here, such as `d4`, `d4-2e5` or `--`|zz\n2 * 0 " TWO},
    {"a comment after a fault", AKRON "|\n  a1 a1 {[%mark z9]} ; b2\n",
     "4:6 2 moves a cell where the move lands is occupied|a1\n"
     "1 * 0 " ONE "\nat 43 a1 " ONE},
    {"variations of a playout", HOME "moves: g5^i3\nplayout: g12-f11" TEN TEN "\n",
     "1 black 2 12/12/5w6/4w7" REST},
    {"the first of two illegal moves", AKRON "a1 (a1-a2 b1) b2 (a2-a3 b1)\n",
     "3:12 1 variation the cell where the move starts is empty (a1)|a1-a2\n"
     "3:26 2 variation the cell where the move starts is empty (a2)|a2-a3\n"
     "2 * 0 " TWO "\nat 40 a1-a2 " EMPTY},
    {"an illegal move of a playout before the moves",
     HOME "playout: g12-g9\nmoves: g5^i3 (g5-e5)\n",
     "3:10 1 playout there is nothing to hop over|g12-g9\n"
     "4:15 1 variation there is nothing to hop over|g5-e5\n"
     "1 black 0 12/6w5/12/4w7" REST "\nat 77 g12^g9 12/6w5/12/4w7" REST},
    {"an illegal move of a playout after the moves", HOME "moves: g5^i3 (g5-e5)\nplayout: g12-g9\n",
     "3:15 1 variation there is nothing to hop over|g5-e5\n"
     "4:10 1 playout there is nothing to hop over|g12-g9\n"
     "1 black 0 12/6w5/12/4w7" REST "\nat 82 g5^e5 12/6w5/12/4w7/12/12/12/12/6b5/7b4/6b5/12/12 b"},
    {"a faulty hop", "game: hogga\nmoves: a13^a9^a5\n",
     "2:8 1 moves there is nothing to hop over (on the way a9^a5)|a13^a9^a5\n"
     "0 * 0 " HOGGA "\nat 19 a13^a9^a5 " HOGGA},
};

static void what_is_found(void **state) {
    const struct row *row = *state;
    const struct document d = {.text = text_of(row->record), .line = 1};
    compare(row->name, &d);
    buffer_char(&alone.found, '\0');
    assert_string_equal(alone.found.at, row->found);
}

/* Each mark of a comment has at most 256 cells, however many the others have. */
static void each_mark_is_judged_alone(void **state) {
    (void)state;
    for (unsigned cells = 255; cells < 258; cells++) {
        char text[4096];
        struct writer w = {text, sizeof text - 1, 0};
        write_string(&w, AKRON "|\n  a1 {[%mark a1][%mark a1");
        for (unsigned i = 1; i < cells; i++)
            write_string(&w, ",b2");
        write_string(&w, "][%arrow a1-b2] [%label a1=x]}\n");
        text[written(&w).len] = '\0';
        const struct document d = {.text = text_of(text), .line = 1};
        compare("marks", &d);
        buffer_char(&alone.found, '\0');
        assert_string_equal(alone.found.at, cells <= 256
                                                ? "1 * 0 " ONE
                                                : "4:17 2 moves more than 256|\n1 * 0 " ONE);
    }
}

/* Variations of the first move, 32 deep. A variation in the last of them is not read, and ends it.
   The first one opens in column 11, each other one four columns later. */
static void variations_nest_32_deep(void **state) {
    static const struct {
        const char *end;
        bool closed;
        const char *found;
    } cases[] = {
        {" (c1 C2 zz) D1 zz", true,
         "3:139 2 variation variations nest at most 32 levels deep|(\n"
         "3:150 2 variation the canonical form has lower-case letters (canonical: d1)|D1\n"
         "3:153 3 variation expected a move here, such as `d4`, `d4-2e5` or `--`|zz\n2 * 0 " TWO},
        {" (c1", false, "3:139 2 variation variations nest at most 32 levels deep|(\n1 * 0 " ONE},
        {" (c1)", false,
         "3:11 2 moves this variation is never closed|(\n"
         "3:139 2 variation variations nest at most 32 levels deep|(\n1 * 0 " ONE},
        {" c1", true, "2 * 0 " TWO},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[400];
        struct writer w = {text, sizeof text - 1, 0};
        write_string(&w, AKRON "a1");
        for (unsigned depth = 1; depth <= 32; depth++)
            write_string(&w, " (b1");
        write_string(&w, cases[i].end);
        for (unsigned depth = 1; depth <= 32 && cases[i].closed; depth++)
            write_char(&w, ')');
        write_string(&w, cases[i].closed ? " b2\n" : "\n");
        text[written(&w).len] = '\0';
        const struct document d = {.text = text_of(text), .line = 1};
        compare("variations", &d);
        buffer_char(&alone.found, '\0');
        assert_string_equal(alone.found.at, cases[i].found);
    }
}

/* Nothing is left of the previous record, even if the new one has no game or is not a record. */
static void nothing_is_left_of_the_record_before(void **state) {
    static const char *const records[] = {"{",
                                          "game: chess\nmoves: d4\n",
                                          "x: 1\n",
                                          "game: akron\nposition: 8\nmoves: d4\n",
                                          "game: akron\n",
                                          "game: akron\nmoves: ''\n"};
    (void)state;
    for (size_t i = 0; i < COUNT(records); i++) {
        struct verdict *v = &alone.verdict;
        const struct document d = {.text = text_of(records[i]), .line = 1};
        v->rules = zi_games[0];
        v->positioned = v->has_fault = true;
        v->plies = v->repetition.count = 7;
        v->points = 7;
        v->outcome = (struct outcome){RESULT_WIN_1, "goal"};
        assert_true(zi_record_read(&alone.record, &d));
        zi_validate(validator, &alone.record, v);
        assert_int_equal(v->rules != NULL, i >= 3);
        assert_int_equal(v->positioned, i >= 4);
        assert_true(!v->has_fault && !v->plies && !v->repetition.count && v->points == -1);
        assert_true(v->outcome.result == RESULT_OPEN && !v->outcome.reason);
    }
}

int main(void) {
    static struct CMUnitTest tests[COUNT(rows) + 4];
    for (size_t i = 0; i < COUNT(rows); i++)
        tests[i] = (struct CMUnitTest){rows[i].name, what_is_found, NULL, NULL,
                                       (void *)(uintptr_t)&rows[i]};
    tests[COUNT(rows)] = (struct CMUnitTest)cmocka_unit_test(observers_change_no_finding);
    tests[COUNT(rows) + 1] = (struct CMUnitTest)cmocka_unit_test(each_mark_is_judged_alone);
    tests[COUNT(rows) + 2] = (struct CMUnitTest)cmocka_unit_test(variations_nest_32_deep);
    tests[COUNT(rows) + 3] =
        (struct CMUnitTest)cmocka_unit_test(nothing_is_left_of_the_record_before);
    validator = zi_validator_new();
    int failed = _cmocka_run_group_tests("watched", tests, COUNT(tests), NULL, NULL);
    zi_validator_free(validator);
    forget(&alone);
    forget(&by_token);
    forget(&by_move);
    return failed;
}
