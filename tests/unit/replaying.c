/* Replaying a record allocates nothing; and what records may ask of the sowing (B9). */
#include "tests/unit/unit.h"

#include "notation/record/record.h"
#include "tests/feed.h"
#include "tests/naive.h"
#include "validators/replay/judge.h"

/* Of the sanitizer that the tests are built with. */
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, size_t),
                                              void (*on_free)(const volatile void *));

static volatile size_t allocations; /* malloc changes it, which compilers do not expect */

static void count_allocation(const volatile void *at, size_t size) {
    (void)at;
    (void)size;
    allocations++;
}

static void ignore_free(const volatile void *at) { (void)at; }

enum { RECORD_MAX = 1 << 20 };

/* A record in the making. */
struct text_room {
    char at[RECORD_MAX];
    struct writer w;
};

static struct text_room room;

static void begin(const char *header) {
    room.w = (struct writer){room.at, sizeof room.at, 0};
    write_string(&room.w, header);
}

static struct record record;
static struct verdict verdict;

/* Reads the record and judges it; the allocations of judging alone. */
static size_t judge(struct validator *v) {
    struct feed feed = {room.at, room.w.len, room.w.len};
    struct source source;
    struct document document;
    assert_true(room.w.len <= sizeof room.at);
    zi_source_open(&source, feed_read, &feed);
    assert_true(zi_source_next(&source, &document));
    assert_true(zi_record_read(&record, &document));
    size_t before = allocations;
    zi_validate(v, &record, &verdict);
    size_t after = allocations;
    zi_record_finalize(&record, false);
    zi_source_close(&source);
    return after - before;
}

static unsigned found(enum finding_code code) {
    unsigned n = 0;
    for (size_t i = 0; i < record.findings.count; i++)
        n += record.findings.at[i].code == code;
    return n;
}

/* A random game of so many plies at most, as move text without numbers. */
static void write_game(const char *rules, unsigned plies, const char *between) {
    struct ruleset rs;
    struct replay replay = {0};
    struct dice dice = {plies};
    unit_ruleset(&rs, rules);
    assert_null(unit_start(&replay, &rs, NULL));
    for (unsigned i = 0; i < plies && replay.outcome.result == RESULT_OPEN; i++) {
        struct move m;
        struct effect effect = {0};
        unit_random_move(&replay, dice_next(&dice), &m);
        if (m.kind == MOVE_WALK)
            m.kind = MOVE_ROUTE;
        if (move_is_route(&m))
            rs.rules->complete(&replay.position, &m);
        rs.rules->notation->write(&room.w, &m);
        write_string(&room.w, between);
        zi_replay_play(&replay, &m, &effect);
    }
    zi_replay_close(&replay);
}

/* With two lengths of game, so that a cost a ply would show. The first record of a game may open
   its patterns and make room for its positions. */
static void replaying_allocates_nothing(void **state) {
    static const char *const headers[][2] = {
        {"hogga", "game: hogga\nmoves: >\n  "},
        {"halma 8x8", "game: halma\nvariant: 8x8\nmoves: >\n  "},
        {"halma 16x16 repetition=3",
         "game: halma\nvariant: 16x16\nrules: {repetition: 3}\nmoves: >\n  "},
        {"akron", "game: akron\nmoves: >\n  "},
        {"husbao", "game: husbao\nmoves: >\n  "},
        {"husbao bis repetition=3",
         "game: husbao\nvariant: bis\nrules: {repetition: 3}\nmoves: >\n  "}};
    static const char *const betweens[] = {" ", " {a comment} ", "! "};
    (void)state;
    struct validator *v = zi_validator_new();
    assert_non_null(v);
    zi_record_open(&record);
    for (size_t g = 0; g < sizeof headers / sizeof *headers; g++)
        for (size_t b = 0; b < sizeof betweens / sizeof *betweens; b++)
            for (unsigned plies = 400; plies > 1; plies /= 20) {
                begin(headers[g][1]);
                write_game(headers[g][0], plies, betweens[b]);
                write_string(&room.w, "\n");
                judge(v);
                assert_int_equal(record.findings.count, 0);
                assert_true(verdict.plies > 0);
                assert_int_equal(judge(v), 0);
            }
    zi_record_close(&record);
    zi_validator_free(v);
    size_t before = allocations;
    void *volatile one = malloc(1); /* the counter counts */
    free(one);
    assert_int_equal(allocations, before + 1);
}

/* A variation begins before the move that it replaces, whatever is between them: the same stone can
   be placed, which it cannot after that move. */
static void a_variation_replaces_the_move_before_it(void **state) {
    static const char *const betweens[] = {
        "",  " ",     "\n  ", " {a} ", "{b2}{}",   " ;a\n  ", " ;\n  {a}",
        "!", "?! $3", " !!",  " 2. ",  " 2. {a} ", "(b2) ",   " (c1 a2) {a} (b2 c3 (c3 d4)) "};
    (void)state;
    struct validator *v = zi_validator_new();
    assert_non_null(v);
    zi_record_open(&record);
    for (size_t i = 0; i <= sizeof betweens / sizeof *betweens; i++) {
        bool control = i == sizeof betweens / sizeof *betweens;
        begin("game: akron\nmoves: |\n  1. a1 b2");
        write_string(&room.w, control ? " b2" : betweens[i]);
        write_string(&room.w, control ? "\n" : "(b2 c3) c3 d3\n");
        judge(v);
        assert_int_equal(record.findings.has_error, control);
        assert_int_equal(verdict.plies, control ? 2 : 4);
    }
    zi_record_close(&record);
    zi_validator_free(v);
}

/* B9. A's c1 with the clock does not end within 20,000 stages, as the literal rules confirm; a2
   against the clock ends at once: its last stone falls into the empty b1. */
#define ENDLESS_AT "2,0,3,3,2,2,2,0/0,0,0,0,0,0,0,0/3,2,1,2,3,2,3,2/1,2,2,3,0,3,4,1 a"

static void the_position_is_as_said(void **state) {
    (void)state;
    struct ruleset rs;
    struct naive n = {.rules = &rs};
    struct move m = {.kind = MOVE_SOW, .count = 1, .direction = '+', .cell = {cell_at(0, 2, 0)}};
    size_t fault;
    unit_ruleset(&rs, "husbao");
    assert_null(rs.rules->notation->read_setup(TEXT(ENDLESS_AT), &rs.board, &n.now, &fault));
    assert_string_equal(naive_husbao.check(&n, &m), "endless-sowing");
    m.cell[0] = cell_at(0, 0, 1);
    m.direction = '-';
    assert_null(naive_husbao.check(&n, &m));
}

/* A record of so many variations, each with the endless move. */
static void write_hostile(const char *rules, unsigned variations) {
    begin("game: husbao\nposition: " ENDLESS_AT "\n");
    write_string(&room.w, rules);
    write_string(&room.w, "moves: |\n  a2-\n");
    for (unsigned i = 0; i < variations; i++)
        write_string(&room.w, "  (c1+)\n");
}

/* 1,000 variations of 20,000 stages are what a record may ask for; the rest is not judged, and that
   is said once. It does not matter what was judged before. */
static void a_record_has_a_budget(void **state) {
    static const char *const rules[] = {"", "rules: {endless: 999999999}\n",
                                        "rules: {endless: draw}\n"};
    (void)state;
    zi_record_open(&record);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct validator *v = zi_validator_new();
        size_t offset = 0;
        assert_non_null(v);
        for (unsigned round = 0; round < 3; round++) {
            write_hostile(rules[i], 100000);
            judge(v);
            assert_int_equal(found(FINDING_LIMIT), 1);
            const struct finding *last = &record.findings.at[record.findings.count - 1];
            assert_int_equal(last->code, FINDING_LIMIT);
            assert_true(round == 0 || last->offset == offset);
            offset = last->offset;
        }
        zi_validator_free(v);
    }
    zi_record_close(&record);
}

static void less_than_the_budget_is_judged(void **state) {
    (void)state;
    struct validator *v = zi_validator_new();
    assert_non_null(v);
    zi_record_open(&record);
    write_hostile("", 990);
    judge(v);
    assert_int_equal(found(FINDING_LIMIT), 0);
    assert_int_equal(found(FINDING_ILLEGAL_MOVE), 990);
    zi_record_close(&record);
    zi_validator_free(v);
}

/* Where a move goes round for ever, `endless: N` is worked out by whole rounds; the literal rules
   sow N stages. */
static void a_bounded_move_ends_where_it_should(void **state) {
    (void)state;
    struct dice dice = {3};
    struct ruleset plain, rs;
    unsigned compared = 0;
    unit_ruleset(&plain, "husbao");
    while (compared < 12) {
        char words[64];
        struct naive n = {.rules = &plain};
        struct move m;
        struct effect real = {0}, literal = {0};
        union position position;
        static struct setup after;
        memset(&n.now, 0, sizeof n.now);
        naive_husbao.scatter(&n, &dice);
        naive_husbao.stray(&n, &dice, &m);
        if (m.kind != MOVE_SOW || m.cut || !naive_husbao.check(&n, &m) ||
            strcmp(naive_husbao.check(&n, &m), "endless-sowing") != 0)
            continue;
        snprintf(words, sizeof words, "husbao endless=%u", 20001 + dice_below(&dice, 30000));
        unit_ruleset(&rs, words);
        n.rules = &rs;
        assert_null(rs.rules->start(&position, &rs, &n.now));
        rs.rules->play(&position, &m, &real);
        naive_husbao.play(&n, &m, &literal);
        rs.rules->describe(&position, &after);
        assert_memory_equal(after.at, n.now.at, sizeof after.at);
        assert_int_equal(real.stages, literal.stages);
        assert_int_equal(real.loot, literal.loot);
        compared++;
    }
}

#define OVER "position: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\nmoves: h5-h4\n"

/* H11: Black's last piece reaches its goal. H14: White's last piece needs at least one move. */
static const struct {
    const char *text;
    bool positioned;
    uint32_t plies;
    enum finding_code code; /* one finding of it, and no other error; FINDING_STYLE: none */
} few[] = {
    {"game: hogga\nmoves: b10-b9 k4-k5\n", true, 2, FINDING_STYLE},
    {"game: hogga\nposition: 12 b\nmoves: b10-b9\n", false, 0, FINDING_BAD_POSITION},
    {"game: hogga\n" OVER, true, 1, FINDING_STYLE},
    {"game: hogga\nposition: 12/12/12/12/12/12/WWWW8/12/b11/12/12/12/12 b\nmoves: b10-b9\n", false,
     0, FINDING_BAD_POSITION},
    {"game: hogga\npoints: 0\n" OVER, true, 1, FINDING_POINTS_MISMATCH},
    {"game: hogga\npoints: 1\n" OVER, true, 1, FINDING_POINTS_UNPROVED},
    {"game: hogga\nposition: 12 b\n", false, 0, FINDING_BAD_POSITION},
};

/* Records are judged one after another, each as if it were alone. */
static void records_do_not_count_for_the_next(void **state) {
    (void)state;
    struct validator *v = zi_validator_new();
    assert_non_null(v);
    zi_record_open(&record);
    for (size_t i = 0; i < sizeof few / sizeof *few; i++) {
        begin(few[i].text);
        judge(v);
        assert_int_equal(verdict.positioned, few[i].positioned);
        assert_int_equal(verdict.plies, few[i].plies);
        assert_int_equal(verdict.outcome.result != RESULT_OPEN, few[i].plies == 1);
        assert_int_equal(found(few[i].code), few[i].code != FINDING_STYLE);
    }
    zi_record_close(&record);
    zi_validator_free(v);
}

/* The form of moves and gifts is judged after a fault, too. */
static void forms_are_judged_after_a_fault(void **state) {
    (void)state;
    struct validator *v = zi_validator_new();
    assert_non_null(v);
    zi_record_open(&record);
    begin("game: husbao\nmoves: zz %give:A4:a3 H4+ d1-x3\n");
    judge(v);
    assert_int_equal(found(FINDING_SYNTAX), 1);
    assert_int_equal(found(FINDING_STYLE), 2);
    zi_record_close(&record);
    zi_validator_free(v);
}

int main(void) {
    assert_true(__sanitizer_install_malloc_and_free_hooks(count_allocation, ignore_free));
    static const struct CMUnitTest tests[] = {
        {"replaying allocates nothing", replaying_allocates_nothing, NULL, NULL, NULL},
        {"a variation replaces the move before it", a_variation_replaces_the_move_before_it, NULL,
         NULL, NULL},
        {"the position has an endless move and a short one", the_position_is_as_said, NULL, NULL,
         NULL},
        {"a record has a budget of stages, and is told once", a_record_has_a_budget, NULL, NULL,
         NULL},
        {"what needs less than the budget is judged", less_than_the_budget_is_judged, NULL, NULL,
         NULL},
        {"records do not count for the next", records_do_not_count_for_the_next, NULL, NULL, NULL},
        {"forms are judged after a fault", forms_are_judged_after_a_fault, NULL, NULL, NULL},
        {"a bounded move ends where the literal rules end it", a_bounded_move_ends_where_it_should,
         NULL, NULL, NULL},
    };
    return cmocka_run_group_tests_name("replaying", tests, NULL, NULL);
}
