/* The turns of a record as a tree: its shape worked by hand, its positions held against those of
   the reading, for every record of the corpus and of the findings. */
#include "tests/unit/unit.h"

#include <glob.h>

#include "notation/games/cell.h"
#include "tests/feed.h"
#include "validators/replay/judge.h"
#include "validators/replay/move_reader.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A turn a word: its depth as dots, `<` and what it follows (0: the start), the move, `?` where it
   was not played, and `=` and why the game has ended. */
static const struct tree_row {
    const char *name, *record, *turns;
} rows[] = {
    {"no moves at all", "game: hogga\n", ""},
    {"an empty text", "game: hogga\nmoves: ''\n", ""},
    {"a line", "game: hogga\nmoves: b10-b9 k4-k5 b9-b8\n", "<0b10-b9 <1k4-k5 <2b9-b8"},
    {"a chain gets its cells", "game: hogga\nmoves: a13..a9\n", "<0a13^a9"},
    {"a variation follows what its move's turn follows",
     "game: hogga\nmoves: b10-b9 k4-k5 (i4-i5 b9-b8) d10-d9\n",
     "<0b10-b9 <1k4-k5 .<1i4-i5 .<3b9-b8 <2d10-d9"},
    {"a variation of the first move", "game: hogga\nmoves: b10-b9 (d10-d9 k4-k5) k4-k5\n",
     "<0b10-b9 .<0d10-d9 .<2k4-k5 <1k4-k5"},
    {"two variations of one move, the second with one of its own",
     "game: hogga\nmoves: b10-b9 (d10-d9) (f10-f9 k4-k5 (i4-i5)) k4-k5\n",
     "<0b10-b9 .<0d10-d9 .<0f10-f9 .<3k4-k5 ..<3i4-i5 <1k4-k5"},
    {"a variation opens with one", "game: hogga\nmoves: b10-b9 (d10-d9 (f10-f9) k4-k5)\n",
     "<0b10-b9 .<0d10-d9 ..<0f10-f9 .<2k4-k5"},
    {"behind an illegal move nothing is played", "game: hogga\nmoves: b10-b9 k4-k6 b9-b8\n",
     "<0b10-b9 <1k4-k6? <1b9-b8?"},
    {"an illegal variation stops only itself",
     "game: hogga\nmoves: b10-b9 k4-k5 (k4-k6 b9-b8) b9-b8\n",
     "<0b10-b9 <1k4-k5 .<1k4-k6? .<1b9-b8? <2b9-b8"},
    /* a1 with 3: a2 3, b2 3, c2 3; 3 on: d2 3, e2 1, f2 1 and f3's 2; 3 on: g2 1, h2 1, h1 3; 3 on:
       g1 3, f1 3, e1 3; 3 on: d1 3, c1 3, b1 3; 3 on: a1 1, a2 4, b2 4; 4 on: c2 1, d2 4, e2 2,
       f2 1: two stones of loot. */
    {"a gift is of the turn behind it, and its variation goes before both",
     "game: husbao\nmoves: '%give:a4:a1 a1+ (d1-) b1+'\n", "<0%give:a4:a1 <1a1+x2 .<0d1-x4 <2b1+?"},
    {"two gifts, whose variation goes before both",
     "game: husbao\nmoves: '%give:a4:a1 %give:b4:a1 %skip (%skip) %skip'\n",
     "<0%give:a4:a1 <1%give:b4:a1 <2%skip .<0%skip <3%skip"},
    /* c1 with 2: b1 and a1, which was empty; b has single stones only. Or d1 1, e1 1; 2 on: f1, g1
       1; 2 on: h1 1, h2, which was empty: h3 is captured, all that b had in front. */
    {"one move ends the game for another reason than its variation",
     "game: husbao\nvariant: front\nposition: "
     "0,0,0,0,0,0,1,1/0,0,0,0,0,0,0,1/1,1,1,1,1,1,0,0/0,0,2,1,1,0,1,1 a\nmoves: c1+ (c1-)\n",
     "<0c1+=no-moves .<0c1-x1=front-empty"},
};

static char *tree_text(const struct turns *t, const struct ruleset *rs, char *room) {
    struct writer w = {room, UNIT_TEXT_MAX - 1, 0};
    for (size_t i = 1; i < t->count; i++) {
        const struct turn *turn = &t->at[i];
        if (i > 1)
            write_char(&w, ' ');
        for (unsigned d = 0; d < turn->depth; d++)
            write_char(&w, '.');
        write_char(&w, '<');
        write_number(&w, turn->before);
        if (turn->played)
            rs->rules->notation->write(&w, turn->move);
        else
            write_text(&w, turn_written(turn));
        if (!turn->played)
            write_char(&w, '?');
        else if (turn->result->outcome.reason) {
            write_char(&w, '=');
            write_string(&w, turn->result->outcome.reason);
        }
    }
    room[written(&w).len] = '\0';
    return room;
}

/* What the reading itself sees, a second way. */
struct seen {
    struct turns turns;
    uint64_t *key; /* of the position after each turn played, in their order */
    size_t count, cap;
};

static void require_result(const struct turn *turn, const struct move_reader *in) {
    const struct outcome *outcome = &in->branches->replay.outcome;
    const struct effect *effect = &turn->result->effect;
    assert_int_equal(turn->result->outcome.result, in->playout ? RESULT_OPEN : outcome->result);
    assert_ptr_equal(turn->result->outcome.reason, in->playout ? NULL : outcome->reason);
    assert_true(effect->loot == in->effect.loot && effect->stages == in->effect.stages);
    assert_int_equal(effect->falls, in->effect.falls);
    assert_memory_equal(effect->fall, in->effect.fall, effect->falls * sizeof *effect->fall);
}

static void see(void *context, const struct move_reader *in, enum token token) {
    struct seen *s = context;
    zi_turns_see(&s->turns, in, token);
    if (token != TOKEN_MOVE || !in->played)
        return;
    if (s->count == s->cap) {
        s->cap = s->cap ? s->cap * 2 : 256;
        s->key = realloc(s->key, s->cap * sizeof *s->key);
        assert_non_null(s->key);
    }
    const struct replay *r = &in->branches->replay;
    s->key[s->count++] = r->ruleset->rules->key(&r->position);
    require_result(&s->turns.at[s->turns.count - 1], in);
}

/* Walks twice: over all, and over the main line. Returns the turns walked. */
static size_t compare(const struct seen *s, const struct verdict *v, const struct record *r) {
    static struct turns_walk walk;
    size_t walked = 0, main_line = 0, main_walked = 0;
    zi_turns_start(&walk, &s->turns, v, r);
    while (zi_turns_next(&walk, false)) {
        assert_true(walked < s->count);
        assert_true(v->rules->key(walk.after) == s->key[walked]);
        const struct turn *turn = &s->turns.at[walk.turn];
        assert_true(turn->before < walk.turn);
        assert_int_equal(v->rules->turn(walk.before), turn->side);
        bool gift = !move_is_turn(turn->move);
        main_line += turn->part == PART_MOVES && turn->depth == 0 && !gift;
        walked++;
    }
    assert_int_equal(walked, s->count);
    zi_turns_start(&walk, &s->turns, v, r);
    while (zi_turns_next(&walk, true))
        main_walked += move_is_turn(s->turns.at[walk.turn].move);
    assert_int_equal(main_walked, main_line);
    assert_int_equal(main_line, v->plies);
    return walked;
}

static size_t each_record(source_reader *read, void *from, const struct tree_row *row) {
    struct source source;
    struct document document;
    static struct record record;
    static struct verdict verdict;
    struct seen seen = {0};
    struct observer observer = {.see = see, .context = &seen};
    struct validator *validator = zi_validator_new();
    size_t turns = 0;
    assert_non_null(validator);
    zi_validator_observe(validator, &observer);
    zi_record_open(&record);
    zi_source_open(&source, read, from);
    while (zi_source_next(&source, &document)) {
        char room[UNIT_TEXT_MAX];
        if (!zi_record_read(&record, &document))
            continue;
        seen.count = 0;
        zi_turns_begin(&seen.turns);
        zi_validate(validator, &record, &verdict);
        assert_false(seen.turns.failed);
        if (row)
            assert_string_equal(tree_text(&seen.turns, &verdict.ruleset, room), row->turns);
        if (verdict.positioned)
            turns += compare(&seen, &verdict, &record);
    }
    zi_source_close(&source);
    zi_record_close(&record);
    zi_turns_free(&seen.turns);
    zi_validator_free(validator);
    free(seen.key);
    return turns;
}

/* The details of each turn: `INDEX MOVE GLYPHS`, its number, ply, side, part, depth and offset, and
   the marks of its position. Then the items, and the last turns of main line and playout. */
static const struct detail_row {
    const char *record, *turns;
} details[] = {
    {"game: akron\nrules: {size: 5}\nmoves: |\n  {[%mark e5]} a1!? b2 {[%mark a1]} "
     "(c3$7 {[%mark b2,b3]} zz) {[%mark c3] [%clk 1]} d4 ! (e4) e4 1/2\n",
     "0  e5\n1 a1 !? 1. 1 a moves 0@53\n2 b2  1... 2 b moves 0@58 a1,c3\n"
     "3 c3 $7 1... 2 b variation 1@75 b2,b3\n4 d4  2. 3 a moves 0@122\n"
     "5 e4  2. 3 a variation 1@128\n6 e4  2... 4 b moves 0@132\n"
     "{[%mark e5]}@40 a1@53#1 b2@58#2 {[%mark a1]}@61 (@74 c3@75#3 {[%mark b2,b3]}@80 zz@96 )@98 "
     "{[%mark c3] [%clk 1]}@100 d4@122#4 !@125 (@127 e4@128#5 )@130 e4@132#6 last 6 0"},
    {"game: hogga\nposition: 12/6w5/12/4w7/12/12/12/12/6b5/7b4/6b5/12/12 b\n"
     "moves: g5^i3\nplayout: g12-f11 {a} (g12-g11) {b}\n",
     "0 \n1 g5^i3  1. 1 a moves 0@75\n2 g12-f11  1. 1 b playout playout 0@90\n"
     "3 g12-g11  1. 1 b variation playout 1@103\n"
     "g5^i3@75#1 g12-f11@90#2p {a}@98p (@102p g12-g11@103#3p )@110p {b}@112p last 1 2"},
    {"game: husbao\nmoves: '%give:a4:a1! %give:b4:a1 %skip (%skip) d1+ d1-'\n",
     "0 \n1 %give:a4:a1 ! 1. 1 a moves 0@21\n2 %give:b4:a1  1. 1 a moves 0@34\n"
     "3 %skip  1. 1 a moves 0@46\n4 %skip  1. 1 a variation 1@53\n"
     "5 d1+ ? 1... 2 a moves 0@60\n6 d1- ? 2. 3 a moves 0@64\n"
     "%give:a4:a1@21#1 %give:b4:a1@34#2 %skip@46#3 (@52 %skip@53#4 )@58 d1+@60#5 d1-@64#6 last 3 "
     "0"},
};

static void put_marks(struct writer *w, const struct turns *t, uint32_t turn,
                      const struct board *board) {
    static struct marks marks;
    marks.mark_count = marks.arrow_count = marks.label_count = 0;
    zi_turns_add_marks(t, turn, board, &marks);
    for (size_t i = 0; i < marks.mark_count; i++) {
        write_char(w, i ? ',' : ' ');
        write_cell(w, marks.mark[i].at);
    }
}

static void put_turn(struct writer *w, const struct turn *turn) {
    write_text(w, turn_written(turn));
    write_char(w, ' ');
    write_text(w, turn_glyphs(turn));
    write_string(w, turn->played ? " " : "? ");
    write_number(w, turn->number);
    write_string(w, turn->dots ? "... " : ". ");
    write_number(w, turn->ply);
    write_string(w, turn->side ? " b " : " a ");
    write_string(w, zi_parts[turn->part]);
    write_string(w, turn->playout ? " playout " : " ");
    write_number(w, turn->depth);
    write_char(w, '@');
    write_number(w, turn->offset);
}

static void turns_have_details(void **state) {
    static struct record record;
    static struct verdict verdict;
    struct turns turns = {0};
    const struct observer observer = {.see = zi_turns_see, .context = &turns};
    struct validator *validator = zi_validator_new();
    (void)state;
    zi_validator_observe(validator, &observer);
    zi_record_open(&record);
    for (size_t i = 0; i < COUNT(details); i++) {
        char got[UNIT_TEXT_MAX];
        struct writer w = {got, sizeof got - 1, 0};
        const struct document d = {.text = text_of(details[i].record), .line = 1};
        assert_true(zi_record_read(&record, &d));
        zi_turns_begin(&turns);
        zi_validate(validator, &record, &verdict);
        for (uint32_t k = 0; k < turns.count; k++) {
            write_number(&w, k);
            write_char(&w, ' ');
            if (k)
                put_turn(&w, &turns.at[k]);
            put_marks(&w, &turns, k, &verdict.ruleset.board);
            write_char(&w, '\n');
        }
        for (size_t k = 0; k < turns.item_count; k++) {
            write_text(&w, turn_item_text(&turns.item[k]));
            write_char(&w, '@');
            write_number(&w, turns.item[k].offset);
            if (turns.item[k].token == TOKEN_MOVE) {
                write_char(&w, '#');
                write_number(&w, turns.item[k].turn);
            }
            write_string(&w, turns.item[k].playout ? "p " : " ");
        }
        write_string(&w, "last ");
        write_number(&w, turns.last);
        write_char(&w, ' ');
        write_number(&w, turns.playout_last);
        got[written(&w).len] = '\0';
        assert_string_equal(got, details[i].turns);
    }
    zi_record_close(&record);
    zi_turns_free(&turns);
    zi_validator_free(validator);
}

/* Items of a variation that nests too deep follow the last turn of the enclosing line. */
static void turns_nest_32_deep(void **state) {
    struct judge j;
    struct turns turns = {0};
    const struct observer observer = {.see = zi_turns_see, .context = &turns};
    char text[400];
    struct writer w = {text, sizeof text - 1, 0};
    (void)state;
    write_string(&w, "game: akron\nmoves: a1");
    for (unsigned depth = 1; depth <= 32; depth++)
        write_string(&w, " (b1");
    write_string(&w, " (c1) d1");
    const struct document d = {.text = written(&w), .line = 1};
    memset(&j, 0, sizeof j);
    assert_true(zi_judge_open(&j, &observer));
    zi_turns_begin(&turns);
    assert_true(zi_judge_read(&j, &d));
    assert_int_equal(turns.count, 36);
    for (unsigned i = 1; i < turns.count; i++) {
        assert_int_equal(turns.at[i].played, i <= 33);
        assert_int_equal(turns.at[i].before, i <= 33 ? 0 : 33);
        assert_int_equal(turns.at[i].depth, i <= 33 ? i - 1 : 32);
    }
    zi_judge_close(&j);
    zi_turns_free(&turns);
}

static long read_stream(void *context, char *to, size_t cap) {
    return (long)fread(to, 1, cap, context);
}

static void tree(void **state) {
    const struct tree_row *row = *state;
    struct feed feed = {row->record, strlen(row->record), 65536};
    each_record(feed_read, &feed, row);
}

static void positions_of_every_record(void **state) {
    glob_t files;
    size_t turns = 0;
    (void)state;
    assert_int_equal(glob("corpus/*/*.yaml", 0, NULL, &files), 0);
    assert_int_equal(glob("tests/findings/*.yaml", GLOB_APPEND, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        FILE *in = fopen(files.gl_pathv[i], "r");
        assert_non_null(in);
        turns += each_record(read_stream, in, NULL);
        fclose(in);
    }
    globfree(&files);
    assert_true(turns > 5000);
}

int main(void) {
    struct CMUnitTest tests[COUNT(rows) + 3] = {
        {"positions of every record", positions_of_every_record, NULL, NULL, NULL},
        {"turns have details", turns_have_details, NULL, NULL, NULL},
        {"turns nest 32 deep", turns_nest_32_deep, NULL, NULL, NULL}};
    for (size_t i = 0; i < COUNT(rows); i++)
        tests[i + 3] = (struct CMUnitTest){
            .name = rows[i].name, .test_func = tree, .initial_state = (void *)(uintptr_t)&rows[i]};
    return unit_run("turns", NULL, 0, tests, COUNT(tests));
}
