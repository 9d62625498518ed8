/* Memory runs out: allocations fail one by one, alone or with all after them. What is asked for
   comes as it does with memory enough, or it says that memory ran out; and nothing leaks. Of the
   allocations that one chain of calls makes, the 1st, 2nd, 4th, 8th... fail: in loops the others
   are like them, and with all of them the test takes six times as long. If all tests run (ALL),
   each fails. */
#include "tests/unit/unit.h"

#include <execinfo.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

#include <zet.h>

#include "notation/base/diff.h"
#include "notation/base/likeness.h"
#include "notation/base/map.h"
#include "notation/record/change.h"
#include "notation/record/plain_read.h"
#include "notation/record/yaml.h"
#include "tests/unit/failing_memory.h"
#include "validators/reading/reading.h"
#include "validators/replay/replay.h"
#include "validators/solver/solver_stock.h"

static struct perft_stop never;

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum {
    ALLOCATIONS_MAX = 20000,
    FRAMES_MAX = 32, /* of a chain of calls */
    CHAINS_MAX = 32768
};

/* Which allocations of a run fail. */
static bool chosen[ALLOCATIONS_MAX + 1];
static size_t allocation_count;

/* The chains of calls of a run, and the allocations of each. */
static struct chain {
    uint64_t hash;
    unsigned count;
} chains[CHAINS_MAX];

static unsigned count_chain(void) {
    void *frames[FRAMES_MAX];
    uint64_t hash = 14695981039346656037U;
    int depth = backtrace(frames, FRAMES_MAX);
    for (int i = 0; i < depth; i++)
        hash = (hash ^ (uintptr_t)frames[i]) * 1099511628211U;
    size_t at = (hash ^ hash >> 32) % CHAINS_MAX;
    while (chains[at].count && chains[at].hash != hash)
        at = (at + 1) % CHAINS_MAX;
    chains[at].hash = hash;
    return ++chains[at].count;
}

static void choose_allocation(void) {
    on_allocation = NULL; /* for those of backtrace */
    assert_true(allocation_count < ALLOCATIONS_MAX);
    unsigned nth = count_chain();
    chosen[allocation_count++] = getenv("ALL") || !(nth & (nth - 1));
    on_allocation = choose_allocation;
}

/* What is tried: false when out of memory. It requires by itself that what it has is right. */
typedef bool use_function(const void *row);

/* Does the allocation with this number fail, if it is reached? */
static bool is_reached(use_function *use, const void *row, size_t n, bool *done) {
    atomic_store(&allocations_left, n);
    *done = use(row);
    bool reached = atomic_load(&allocations_left) == (lasting ? 0 : SIZE_MAX);
    atomic_store(&allocations_left, SIZE_MAX);
    return reached;
}

static void fail_each(use_function *use, const void *row) {
    bool done = false;
    assert_true(use(row));
    memset(chains, 0, sizeof chains);
    allocation_count = 0;
    on_allocation = choose_allocation;
    assert_true(use(row));
    on_allocation = NULL;
    assert_true(allocation_count > 0);
    for (unsigned mode = 0; mode < 2; mode++) {
        lasting = mode;
        for (size_t n = 0; n < allocation_count; n++)
            if (chosen[n])
                assert_true(is_reached(use, row, n, &done));
        assert_true(!is_reached(use, row, allocation_count + 1, &done) && done);
    }
    lasting = true;
}

/* Tasks. */

#define PLAYERS "players: {black: 'Anna O''Hara', white: Bj\xC3\xB6rn Berg}\ndate: 2024-05-03\n"
#define HOGGA "game: hogga\n" PLAYERS "moves: b10-b9 (d10-d9 {[a]}) k4-k5! {%csl Ra1}\n"
#define RECORDS                                                                                    \
    "# first\ngame: hogga\n" PLAYERS "position: 12/6w5/12/4w7/12/12/12/12/6b5/7b4/6b5/12/12 b\n"   \
    "result: black\nmoves: g5^i3\nplayout: g12-f11\n"                                              \
    "---\ngame: Halma\nvariant: 8x8\nresult: 1-0\nunknown: [1, {a: \"b\\n\"}]\n"                   \
    "moves: |\n  3. H4-h5 (h4-h6) a5-a4 ! {a\n  comment}\n"                                        \
    "---\ngame: husbao\n" PLAYERS "moves: [a1+x9, 1... 'h4+ 1/2-1/2']\n"                           \
    "---\ngame: akron\nrules: {size: 5}\nresult: \"*\"\nmoves: 1. a1 b2 2. c3 a1-c4\n"

#define TWICE                                                                                      \
    "game: akron\nround: 1\nplayers: {black: Ann, white: Bo}\nresult: black\n"                     \
    "termination: time\nmoves: ''\n"
#define ALIKE                                                                                      \
    "game: akron\nround: 1\nplayers: {black: Annabel, white: Annabell}\nresult: '*'\nmoves: ''\n"

#define ONE_AWAY                                                                                   \
    "game: hogga\nposition: 12/6w5/12/4w7/12/12/12/12/6b5/7b4/6b5/12/12 b\nmoves: 1. g5^i3\n"

static const struct task_row {
    const char *task, *options, *input;
} tasks[] = {
    {"validate", "", RECORDS},
    {"validate", "format=json strict", RECORDS},
    {"validate", "format=sarif", RECORDS},
    {"validate", "format=findings", "game: hogga\nmoves: [b10-b9\n...\nx: y\n---\ngame: hogga\n"},
    {"validate", "", "game: hogga\nmoves: [b10-b9\n---\n{: x\n---\n\xFF\n"},
    {"format", "", RECORDS},
    {"format", "",
     "# a\r\ngame: hogga # b\r\nplayers:\r\n  black: \"A\\x41\\u00e9\"\r\n  white: 'it''s'\r\n"
     "x-a: |\r\n  c\r\n   d\r\nmoves: |\r\n  b10-b9\r\n"},
    {"format", "",
     "# a\ngame: hogga # b\nx-a: [1, {c: d, ? [e] : f}] # g\nx-b: |\n  h\n   i\n\n  j\n"
     "x-c: >\n  k\n  l\nx-d: 'it''s\n\n  m'\nx-e: \"\\u00e9\\L\\\n  n\"\nx-f:\n- o\n-\n  - p\n"
     "  - {}\nx-f: &q r\n...\n%YAML 1.2\n--- {game: hogga, moves: [b10-b9, \"k4\\x2Dk5\"]}\n"},
    {"convert", "to=json",
     "x-a: {b: [c, 1.5, \"\\x07\"], ? [d] : 007}\ngame: hogga\nmoves: b10-b9\n"},
    {"convert", "from=json to=json",
     "{\"x-a\": [1, {\"b\": \"\\u00e9\\n\\ud83d\\ude00\"}, -1.5e3, null, true], \"game\": "
     "\"hogga\",\n"
     "\"players\": {\"black\": \"A\\\"\"}, \"moves\": [\"b10-b9\"]}"},
    {"fix", "", RECORDS},
    {"fix", "strict", RECORDS},
    {"convert", "to=json", RECORDS},
    {"convert", "to=text", RECORDS},
    {"convert", "to=csv", RECORDS},
    {"convert", "from=json",
     "{\"game\": \"hogga\", \"moves\": [\"b10-b9\", \"k4-k5\"]} {\"a\\u0041\": 1.5, \"a\\u0041\": "
     "null}"},
    {"convert", "from=text game=hogga", "1. b10-b9 k4-k5\nb10-b9 1-0\n"},
    {"convert", "",
     "Black: Ann\nWhite: Bob\n\n1. d4 e5\nDraw offered at c3\n2. c3; d6\n\nBlack resigns\n"},
    {"convert", "from=csv", "nr;black;white\n1;d4;e5\n2;c3;d6\n"},
    {"score", "table", RECORDS},
    {"score", "table cross rounds format=json", RECORDS},
    {"score", "table", TWICE "---\n" TWICE},
    {"score", "table format=yaml", TWICE "---\n" TWICE},
    {"score", "solve write", ONE_AWAY "---\n" ONE_AWAY "playout: [g12-g13]\npoints: 0\n"},
    {"convert", "to=ludii", HOGGA},
    {"convert", "to=abstractplay", HOGGA},
    {"convert", "from=csv",
     "game,moves,black,result\nhogga,b10-b9 k4-k5,\"Anna \"\"A\"\" Berg\",*\n"},
    {"validate", "",
     "game: hogga\nresult: 1-0\ntermination: time\n"
     "position: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\n"
     "moves: |\n  h5-h4 ; see \xC3\xA9 b10 \xE2\x80\x93 b9 above\n"},
    {"format", "",
     "game: hogga\nresult: 0-1\ntermination: time\n"
     "position: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\n"
     "moves: |\n  h5-h4 ; see \xC3\xA9 b10 \xE2\x80\x93 b9 above\n"},
    {"fix", "",
     "game: HOGGA\nmoves: \"3. B10-b9, k4-k5 ! \\x31/2\"\n---\ngame: husbao\nresult: 1-0\n"
     "moves: ['d1-x7', \"1/2\"]\n"},
    /* a move that has to be made out */
    {"fix", "", "game: husbao\nmoves: 1. a1+x4 ??? 2. b1-x3\n"},
    /* slips that show only later */
    {"fix", "", "game: akron\nmoves: 1. h4 d4 2. c6 g4 3. f1 e7 4. a3 e7 5. h7 g3\n"},
    {"fix", "",
     "game: hogga\nresult: black\n"
     "moves: 1. b10-b9 2. k4-k5 a13^a9 k5-k6 3. d10-e9 k6-k7 4. f10-f9 / k7-k8 a9-a8\n"},
    {"fix", "guess", "game: hogga\nmoves: 1. b10-b9 ??? 2. a13^a9 j3-k4\n"},
    /* slips of YAML */
    {"fix", "",
     "game: hogga\nevent: Club: Round 1 # a\nplayers:\n\tblack: @Anna\n  white  Bj\xC3\xB6rn\n"
     "moves: B10-b9\n"},
    /* score sheets: right, and with a move to repair; and one without a game */
    {"fix", "",
     "Spiel: Hogga\nWeiss: Ann\nErgebnis: 1-0\nGrund: aufgegeben\nZ\xC3\xBCge: |\n"
     "  1. b10-b9 k4-k5\n"},
    {"fix", "", "Spiel: Hogga\nZ\xC3\xBCge: 1. b10-b9 k4-k5 3. A13^a9\n---\nservices: {web: 1}\n"},
    /* other signs, in a record and after a slip of YAML */
    {"fix", "", "game: husbao\nmoves: |\n  #1 D1-\n"},
    {"fix", "", "game: husbao\nevent: Club: Round 1\nmoves: |\n  #1 D1-\n"},
    /* repairs as edits, a result, and a glyph that is joined */
    {"validate", "format=findings", RECORDS},
    {"validate", "format=findings", "game: akron\nmoves: d4, E5 ! 1/2\n---\nZug: 1\n"},
    {"validate", "format=findings", "game: akron\nmoves: 3. d4 e5\n"},
    {"convert", "to=text",
     "game: hogga\nmoves: |\n  b10-b9 ; a }\n  k4-k5 {b\n  c} (i4-i5 zz $1)\n"},
};

/* Number, name of 16 characters and games of a player. */
#define TRF_LINE(number, name, games)                                                              \
    "001    " number "      " name "                 " BLANKS_44 "   " games "\n"
#define BLANKS_44 "                                            "

/* Tournaments: right, with words that are none, and FIDE's report. */
static const struct tournament_row {
    struct task_row task;
    const char *file; /* a tournament, or claims where it is a sequence */
} tournaments[] = {
    {{"score", "table cross rounds", RECORDS},
     "tournament: Club\ngame: hogga\nsystem: swiss\nscoring: win=3,draw=1\n"
     "tie-breaks: [buchholz, direct-encounter, koya]\n"
     "players: [{id: ann, name: Anna O'Hara, club: Rook}, Bj\xC3\xB6rn Berg, Cas]\n"
     "rounds: [{pairings: [[ann, Bj\xC3\xB6rn Berg]], byes: [{player: Cas, bye: half}]},\n"
     "  {pairings: [{first: Cas, second: ann, result: first}, [ann, Bj\xC3\xB6rn Berg]]}]\n"},
    {{"score", "table", RECORDS},
     "tournament: Club\ngme: 1\nsystem: swis\ntie-breaks: [luck]\nscoring: x\n"
     "players: [Ann, Ann, {id: x}, [y]]\nrounds: [{pairings: [[Bob, Ann], 1], byes: [Cas]}]\n"},
    {{"score", "table format=trf", RECORDS},
     "012 Club\n042 2026/03/21\nXXR 2\n202 BH\n" TRF_LINE("1", "Anna O'Hara     ",
                                                          "2 w 1  0000 - H")
         TRF_LINE("2", "Bj\xC3\xB6rn Berg     ", "1 b 0  0000 - -") "not a line\n"},
    /* a player who lost plays on, and a round has not begun */
    {{"score", "table rounds cross format=html", RECORDS},
     "tournament: Cup\ngame: hogga\nsystem: knockout\nplayers: [Anna O'Hara, Bj\xC3\xB6rn Berg, "
     "Cas]\n"
     "rounds: [[{first: Cas, second: Anna O'Hara, result: second}],\n"
     "  [{first: Anna O'Hara, second: Cas, result: draw}], [[Bj\xC3\xB6rn Berg, Cas]]]\n"},
    /* games are missing, and players sit out a round */
    {{"score", "table format=yaml", RECORDS},
     "tournament: Club\ngame: hogga\nsystem: round-robin\nplayers: [Anna O'Hara, Bj\xC3\xB6rn "
     "Berg, Cas]\n"},
    /* two games of players in a round, twice with the same opponent */
    {{"score", "table format=csv rounds", TWICE "---\n" TWICE},
     "tournament: Club\nplayers: [Ann, Bo, Cas]\nrounds: [[[Ann, Bo], [Bo, Ann], [Ann, Cas]]]\n"},
    /* claims; names that look alike */
    {{"score", "table tie-breaks=direct-encounter", TWICE "---\n" ALIKE},
     "- {name: Ann, score: 1, wins: 5}\n- {name: Bo, x: 1}\n- {name: Cas}\n- 1\n"},
    /* a report without an error, and one with data that the format cannot hold */
    {{"score", "table format=trf", TWICE},
     "012 Club\n042 2026/03/21\nXXR 2\n162  W 3.0    D 1.0\n202 BH,XX\n300 x\n" TRF_LINE(
         "1", "Ann             ", "2 w    0000 - H") TRF_LINE("2", "Bo              ", "1 b  ")},
    {{"score", "table format=trf", TWICE},
     "tournament: Club\ngame: akron\nplayers: [{id: ann, name: Ann}, Bo]\n"
     "rounds: [{date: 2026-03-21, pairings: [[Ann, Bo]]}, {byes: [Bo, Ann]}]\n"},
    /* names in another spelling, and names of the names file */
    {{"score", "table format=csv", TWICE "---\n" TWICE},
     "tournament: Club\nsystem: round-robin\nplayers: [ANN, Berg]\n"},
    {{"score", "table", TWICE},
     "tournament: Club\nplayers: [Ann, Bo Berg]\nrounds: [[[Ann, Bo Borg]]]\n"},
};

static const char *attached; /* of the task; or NULL */

#define NAMES "- name: Berg\n  aliases: Bo\n"

static bool set_options(zet_task *task, const char *options) {
    char words[100], *value;
    zet_error error = {0};
    bool done = true;
    snprintf(words, sizeof words, "%s", options);
    for (char *word = strtok(words, " "); word && done; word = strtok(NULL, " ")) {
        if ((value = strchr(word, '=')))
            *value++ = '\0';
        zet_status status = zet_task_set(task, word, value, &error);
        if (status != ZET_OK && status != ZET_OUT_OF_MEMORY)
            fail_msg("%s: %s", word, error.message);
        done = status == ZET_OK;
    }
    return done;
}

static zet_status attach(zet_task *task) {
    zet_error error = {0};
    const char *what = attached && *attached == '-' ? "claims" : "tournament";
    if (!attached)
        return ZET_OK;
    zet_status status = zet_task_attach(task, "names", "n", zet_text_of(NAMES), &error);
    return status == ZET_OK ? zet_task_attach(task, what, "t.trf", zet_text_of(attached), &error)
                            : status;
}

/* The status of the first call that fails. */
static zet_status run_task(zet_task *task, const struct task_row *row) {
    zet_error error = {0};
    zet_status status = zet_task_check(task, &error);
    if (status == ZET_OK)
        status = zet_task_run_text(task, "name.yaml", zet_text_of(row->input), &error);
    return status == ZET_OK ? zet_task_finish(task, &error) : status;
}

/* What was written with memory enough. */
static char *expected;
static size_t expected_length;

/* Keeps what was written first; is it the same the next times? */
static bool is_expected(const zet_output *out) {
    zet_text text = zet_output_text(out);
    if (expected)
        return text.length == expected_length &&
               (!text.length || !memcmp(text.at, expected, text.length));
    expected = malloc(text.length + 1);
    assert_non_null(expected);
    if (text.length)
        memcpy(expected, text.at, text.length);
    expected_length = text.length;
    return true;
}

static void forget_expected(void) {
    assert_true(expected && expected_length > 0);
    free(expected);
    expected = NULL;
}

static bool use_task(const void *at) {
    const struct task_row *row = at;
    zet_error error = {0};
    zet_status status = ZET_OUT_OF_MEMORY;
    zet_output *out = zet_output_new(NULL, NULL);
    const zet_task_io io = {.out = out, .messages = out};
    zet_task *task = zet_task_new(row->task, &io, &error);
    if (task && out && set_options(task, row->options)) {
        status = attach(task);
        if (status == ZET_OK)
            status = run_task(task, row);
        if (status == ZET_OK || (attached && status == ZET_REFUSED)) /* a faulty tournament */
            status = zet_output_flush(out);
    }
    if (status != ZET_OK && status != ZET_OUT_OF_MEMORY)
        fail_msg("%s %s: status %d", row->task, row->options, status);
    if (status == ZET_OK && !is_expected(out))
        fail_msg("%s %s: other text than with memory enough", row->task, row->options);
    zet_output_free(out);
    zet_task_free(task);
    return status == ZET_OK;
}

static void tasks_run_out_of_memory(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(tasks); i++) {
        fail_each(use_task, &tasks[i]);
        forget_expected();
    }
    for (size_t i = 0; i < COUNT(tournaments); i++) {
        attached = tournaments[i].file;
        fail_each(use_task, &tournaments[i].task);
        forget_expected();
    }
    attached = NULL;
}

/* Diagrams of a record. */

/* Two stones of Black's fall as c4 leaves; a label stands under the number of a level. */
#define AKRON                                                                                      \
    "game: akron\nposition: 8/8/8/2bb4/2bb4/8/8/8|7/7/7/2w4/7/7/7 b\n"                             \
    "moves: c4-e5v2c4 {%csl Rc5 %cal Gd4d5}\n"
#define MANY_MOVES                                                                                 \
    "game: akron\nmoves: |\n  1. a1 b1 2. c1 d1 3. e1 f1 4. g1 h1 5. a2 b2 6. c2 d2 7. e2 f2\n"    \
    "  8. g2 h2 9. a3 b3 10. c3 d3 11. e3 f3 12. g3 h3 {[%mark a1]} (g5 {[%mark a2]}) 13. a4\n"
#define HUSBAO "game: husbao\n" PLAYERS "moves: d1-x4\n"

static const struct diagram_row {
    const char *options; /* "NAME=VALUE", with a blank between them */
    const char *record;
} drawn[] = {
    {"format=ascii", HOGGA},
    {"format=unicode", AKRON},
    {"format=unicode", HUSBAO},
    {"format=svg", HOGGA},
    {"format=svg caption=word width=100", AKRON},
    {"format=svg", HUSBAO},
    {"format=svg before=true", HUSBAO},
    {"format=svg before=true crop=b2-e5 view=pile", AKRON},
    {"format=tex", HOGGA},
    {"format=html", HOGGA},
    {"format=ascii", MANY_MOVES},
};

/* Draws all diagrams of the record. */
static zet_status draw_all(const zet_record *r, const char *words, zet_output *out,
                           zet_error *error) {
    zet_diagram_options *options = zet_diagram_options_new(error);
    char text[128], *save = NULL;
    zet_status status = options ? ZET_OK : ZET_OUT_OF_MEMORY;
    snprintf(text, sizeof text, "%s", words);
    for (char *word = strtok_r(text, " ", &save); word && status == ZET_OK;
         word = strtok_r(NULL, " ", &save)) {
        char *equals = strchr(word, '=');
        *equals = '\0';
        status = zet_diagram_options_set(options, word, equals + 1, error);
    }
    zet_diagrams *all = status == ZET_OK ? zet_diagrams_new(r, options, error) : NULL;
    const zet_diagram *diagram;
    status = status == ZET_OK && !all ? error->status : status;
    for (size_t drawn_so_far = 0; status == ZET_OK; drawn_so_far++) {
        status = zet_diagrams_next(all, drawn_so_far, &diagram, error);
        if (status == ZET_OK)
            status = zet_diagram_write(diagram, out, error);
    }
    zet_diagrams_free(all);
    zet_diagram_options_free(options);
    return status == ZET_END ? ZET_OK : status;
}

static bool use_diagram(const void *at) {
    const struct diagram_row *row = at;
    const zet_record *r;
    zet_error error = {0};
    zet_status status = ZET_OUT_OF_MEMORY;
    zet_output *out = zet_output_new(NULL, NULL);
    zet_reader *reader = zet_reader_new(&error);
    if (out && reader &&
        zet_reader_open_text(reader, "a", zet_text_of(row->record), NULL) == ZET_OK) {
        zet_reader_set(reader, "moves", "true", NULL);
        status = zet_reader_next(reader, &r, &error);
        if (status == ZET_OK)
            status = draw_all(r, row->options, out, &error);
        if (status == ZET_OK)
            status = zet_output_flush(out);
    }
    if (status != ZET_OK)
        assert_int_equal(status, ZET_OUT_OF_MEMORY);
    if (status == ZET_OK && !is_expected(out))
        fail_msg("%s: the result differs from the one with enough memory", row->options);
    zet_reader_free(reader);
    zet_output_free(out);
    return status == ZET_OK;
}

static void diagrams_run_out_of_memory(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(drawn); i++) {
        fail_each(use_diagram, &drawn[i]);
        forget_expected();
    }
}

/* The rules. MOVES.md says what is counted: 256 first moves on 16x16, 20 games of 3 plies. */

static const char many[] = "akron size=16", repeated[] = "halma 8x8 repetition=3";

static bool use_list(const void *rules) {
    struct ruleset rs;
    struct replay r = {0};
    unit_ruleset(&rs, rules);
    assert_null(unit_start(&r, &rs, NULL));
    struct move_list list = zi_move_list(&rs, &r.position, true);
    bool done = !list.failed;
    if (done)
        assert_int_equal(list.count, 256);
    zi_move_list_free(&list);
    zi_replay_close(&r);
    return done;
}

static bool use_branches(const void *rules) {
    struct ruleset rs;
    struct replay r = {0};
    struct move_list moves;
    uint64_t *counts = NULL;
    bool failed = false;
    unit_ruleset(&rs, rules);
    assert_null(zi_replay_start(&r, &rs, NULL, UNIT_PLIES, &failed));
    bool done = !failed && zi_perft_divide(&r, 2, 2, &never, &moves, &counts);
    if (done) {
        assert_int_equal(moves.count, zi_perft(&r, 1, &never));
        zi_move_list_free(&moves);
    } else {
        assert_null(counts);
    }
    free(counts);
    zi_replay_close(&r);
    return done;
}

static void the_rules_run_out_of_memory(void **state) {
    (void)state;
    fail_each(use_list, many);
    fail_each(use_branches, many);
    fail_each(use_branches, repeated);
}

/* Moves that are hard to read. */

static const struct sheet_row {
    const char *rules, *text, *other;
} sheets[] = {
    {"hogga", "/ 1. b10-b9 / illegible {x} k4-kS l... a13-\na9", ""},
    {"hogga", "b10-b9 k4-k5 b9-b8 q9q9", "i2^e2 e1-e2 b10-b9"},
    {"hogga", "b10-b9 Zz9 k4-k5 k5-k6 a13^a9 2. k6-k7 c13^c9", ""},
    {"halma 8x8", "c3-c4 f6-f5 c1^c5 f5^f6 c4-??? f6-f5 1. c5-c6", "c3-c4 f6-f5"},
    {"akron", "d4 e5 d4-c5v2d4, 7. f6 g7 2... g7 h8", ""},
    {"husbao", "%give:a4:a3 a1+x9 ??? b1-x3", ""},
};

static bool use_sheet(const void *at) {
    static const struct sheet_row *last;
    static struct reading right;
    const struct sheet_row *row = at;
    struct ruleset rs;
    struct reading r;
    struct arena arena = {0};
    unit_ruleset(&rs, row->rules);
    const struct text text = text_of(row->text);
    struct reading_purse purse = {.own = 300};
    const struct reading_source source = {.ruleset = &rs,
                                          .part = &text,
                                          .parts = 1,
                                          .notation = true,
                                          .other = text_of(row->other),
                                          .purse = &purse};
    bool done = zi_reading_find(&source, &arena, &r);
    if (row != last)
        right = r;
    last = row;
    if (done && (r.departures != right.departures || r.states != right.states ||
                 r.choices != right.choices || r.sure != right.sure))
        fail_msg("%s: the result differs from the one with enough memory", row->text);
    zi_arena_free(&arena);
    return done;
}

static void sheets_run_out_of_memory(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(sheets); i++)
        fail_each(use_sheet, &sheets[i]);
}

/* Texts. */

/* A scalar that libyaml writes, and a text that it reads. */
static bool use_yaml(const void *row) {
    struct buffer out = {0};
    bool failed = false;
    (void)row;
    zi_yaml_text(&out, TEXT("a: b\t\u202E"), false);
    if (!out.failed)
        assert_true(text_is(buffered(&out), "\"a: b\\t\\u202E\""));
    enum side_kind kind =
        zi_yaml_side_kind(TEXT("tournament: a\nplayers: [b, {c: 'd'}]\n"), &failed);
    if (!failed)
        assert_int_equal(kind, SIDE_TOURNAMENT);
    failed |= out.failed;
    zi_buffer_free(&out);
    return !failed;
}

/* A block that is longer than an allocation of the arena gets memory of its own. */
static bool use_long_block(const void *row) {
    static char text[100000];
    struct record r;
    (void)row;
    memset(text, 'x', sizeof text);
    memcpy(text, "a: |\n  b\n  c", 12);
    text[sizeof text - 1] = '\n';
    const struct document d = {.text = {text, sizeof text}, .line = 1};
    zi_record_open(&r);
    zi_record_begin(&r, &d);
    const struct node *root = zi_plain_read(&r);
    bool done = !r.out_of_memory;
    if (done)
        assert_int_equal(root->last->text.len, sizeof text - strlen("a: |\n    "));
    else
        assert_null(root);
    zi_record_close(&r);
    return done;
}

static bool use_diff(const void *row) {
    static const char *const pieces[][2] = {{"a\nb\n", "a\nc\n"}, {"x\ny\nz\n", "y\nz\n"}};
    struct diff d = {.name = {"n", 1}};
    struct buffer out = {0};
    (void)row;
    for (size_t i = 0; i < COUNT(pieces); i++) {
        zi_diff_change(&d, text_of(pieces[i][0]), text_of(pieces[i][1]), &out);
        zi_diff_same(&d, TEXT("same\n"), &out);
    }
    zi_diff_end(&d, &out);
    bool done = !out.failed;
    if (done)
        assert_true(text_is(buffered(&out), "--- n\n+++ n\n@@ -1,7 +1,6 @@\n a\n-b\n+c\n same\n"
                                            "-x\n y\n z\n same\n"));
    zi_buffer_free(&out);
    zi_diff_free(&d);
    return done;
}

static bool use_map(const void *row) {
    struct map m = {0};
    char name[16];
    (void)row;
    for (uint32_t i = 0; i < 200 && !m.failed; i++) {
        snprintf(name, sizeof name, "name %u", i);
        uint32_t number = zi_map_number(&m, text_of(name));
        if (!m.failed)
            assert_int_equal(number, i);
    }
    bool done = !m.failed;
    zi_map_free(&m);
    return done;
}

static bool use_likeness(const void *row) {
    struct arena arena = {0};
    bool failed = false;
    (void)row;
    enum likeness likeness =
        zi_names_likeness(TEXT("Bj\xC3\xB6rn Berg 2"), TEXT("berg bjorn 2"), &arena, &failed);
    assert_int_equal(likeness, failed ? NAMES_OTHER : NAMES_ALIKE);
    zi_arena_free(&arena);
    return !failed;
}

/* Two edits that touch, one apart, and one that is blocked. */
static bool use_edits(const void *row) {
    const bool *joins = row;
    struct edits first = {0}, second = {0}, both = {0};
    struct arena arena = {0};
    struct buffer out = {0};
    zi_edits_add(&first, (struct edit){.at = 0, .end = 1, .with = TEXT("x")});
    zi_edits_add(&first, (struct edit){.at = 4, .end = 5, .with = TEXT("y")});
    zi_edits_add(&second, (struct edit){.at = 1, .end = 2, .with = TEXT("z")});
    if (!*joins)
        zi_edits_add(&second, (struct edit){.at = 3, .blocked = true, .old = TEXT("old")});
    bool done = !first.failed && !second.failed;
    if (done)
        zi_edits_then(&both, &first, &second, TEXT("abcdef"), TEXT("xbcdyf"), *joins, &arena);
    done &= !both.failed;
    if (done)
        zi_edits_apply(&both, TEXT("abcdef"), &out);
    done &= !out.failed;
    if (done)
        assert_true(text_is(buffered(&out), "xzcdyf"));
    zi_edits_free(&first);
    zi_edits_free(&second);
    zi_edits_free(&both);
    zi_arena_free(&arena);
    zi_buffer_free(&out);
    return done;
}

/* A key that is set, or moves that are added after byte `from`, in a document. */
static const struct change_row {
    const char *before, *key, *value, *after;
    size_t from;
    struct change_move moves[2];
} changed[] = {
    {"game: hogga\nmoves: ''\n",
     "event",
     "A",
     "game: hogga\nevent: A\nmoves: ''\n",
     0,
     {{{NULL, 0}, 0, false}}},
    {"{moves: ''}",
     "players.black.id",
     "7",
     "{moves: '', players: {black: {id: 7}}}",
     0,
     {{{NULL, 0}, 0, false}}},
    {"rules: # a\n  b: c # d\nmoves: ''\n",
     "rules",
     "x",
     "# a\n# d\nrules: x\nmoves: ''\n",
     0,
     {{{NULL, 0}, 0, false}}},
    {"players: {a: A}\n",
     "players.a.id",
     "7",
     "players: {a: {name: A, id: 7}}\n",
     0,
     {{{NULL, 0}, 0, false}}},
    {"rules:\n  a: A # a\n  b: B\n",
     "rules.a",
     NULL,
     "rules:\n  # a\n  b: B\n",
     0,
     {{{NULL, 0}, 0, false}}},
    {"moves: 'a'\n", NULL, NULL, "moves: |\n  a\n  it's\n", 1, {{{"it's", 4}, 0, false}}},
    {"moves: 'a'\n", NULL, NULL, "moves: \"a\\n\\x7F\"\n", 1, {{{"\x7F", 1}, 0, false}}},
    {"moves: |\n  a\n",
     NULL,
     NULL,
     "moves: |\n  a {\n  } 2. b\n",
     1,
     {{{"{\n}", 3}, 0, true}, {{"b", 1}, 2, false}}},
    {"moves:\n- a # x\n- b # y\n",
     NULL,
     NULL,
     "moves:\n- a {} # x\n# y\n- c\n",
     1,
     {{{"{}", 2}, 0, true}, {{"c", 1}, 0, false}}},
    {"game: hogga\n", NULL, NULL, "game: hogga\nmoves: |\n  a\n", 0, {{{"a", 1}, 0, false}}},
};

static void change(struct changes *c, const struct change_row *row) {
    struct key_path path = zi_key_path(text_of(row->key ? row->key : ""));
    if (!row->key)
        zi_change_moves(c, KEY_MOVES, row->from, row->moves, row->moves[1].text.len ? 2 : 1);
    else if (row->value)
        zi_change_set(c, &path, text_of(row->value));
    else
        zi_change_remove(c, &path);
}

static bool use_change(const void *at) {
    const struct change_row *row = at;
    const struct document d = {.text = text_of(row->before), .line = 1};
    struct record r;
    struct buffer out = {0};
    zi_record_open(&r);
    bool done = zi_record_read(&r, &d) && !r.out_of_memory;
    if (done) {
        struct changes c = {.record = &r};
        change(&c, row);
        if (!c.failed)
            zi_edits_apply(&c.edits, r.text, &out);
        done = !c.failed && !out.failed;
        assert_false(r.out_of_memory);
        zi_changes_free(&c);
    }
    if (done && !text_is(buffered(&out), row->after))
        fail_msg("%.*s", (int)out.len, out.at);
    zi_buffer_free(&out);
    zi_record_close(&r);
    return done;
}

static bool use_long_likeness(const void *row) {
    static const char name[] = "Wolfeschlegelsteinhausenbergerdorff Welche Vor Altern";
    struct arena arena = {0};
    struct name_fold fold;
    (void)row;
    bool done = zi_name_fold(text_of(name), &arena, &fold);
    if (done)
        assert_int_equal(fold.count, sizeof name - 1);
    zi_arena_free(&arena);
    return done;
}

static void texts_run_out_of_memory(void **state) {
    (void)state;
    fail_each(use_yaml, NULL);
    fail_each(use_long_block, NULL);
    fail_each(use_diff, NULL);
    fail_each(use_map, NULL);
    fail_each(use_likeness, NULL);
    fail_each(use_long_likeness, NULL);
    for (size_t i = 0; i < COUNT(changed); i++)
        fail_each(use_change, &changed[i]);
    for (unsigned joins = 0; joins < 2; joins++)
        fail_each(use_edits, &(bool){joins});
}

/* The solver. */

static bool use_solver(const void *row) {
    (void)row;
    struct solver *solver = zi_solver_new(0);
    zi_solver_free(solver);
    return solver;
}

static bool use_stock(const void *row) {
    (void)row;
    struct solver_stock *stock = zi_solver_stock_new(2, 0);
    struct solver *solver = stock ? zi_solver_stock_take(stock) : NULL;
    if (solver)
        zi_solver_stock_give_back(stock, solver);
    zi_solver_stock_free(stock);
    return solver;
}

/* Takes a solver when there is no memory for another one. */
static void *take_without_memory(void *stock) {
    while (atomic_load(&allocations_left))
        sched_yield();
    return zi_solver_stock_take(stock);
}

static void *take(void *stock) { return zi_solver_stock_take(stock); }

/* Once memory for a second solver was lacking, all threads share the first one from then on. */
static void one_solver_is_shared(void **state) {
    (void)state;
    struct solver_stock *stock = zi_solver_stock_new(2, 0);
    struct solver *first = stock ? zi_solver_stock_take(stock) : NULL;
    assert_non_null(first);
    for (unsigned later = 0; later < 2; later++) {
        void *second;
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, later ? take : take_without_memory, stock),
                         0);
        lasting = later;
        atomic_store(&allocations_left, later ? SIZE_MAX : 0);
        while (atomic_load(&allocations_left) == 0)
            sched_yield();
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        zi_solver_stock_give_back(stock, first);
        assert_int_equal(pthread_join(thread, &second), 0);
        assert_ptr_equal(second, first);
    }
    zi_solver_stock_give_back(stock, first);
    zi_solver_stock_free(stock);
}

static void the_solver_runs_out_of_memory(void **state) {
    (void)state;
    fail_each(use_solver, NULL);
    fail_each(use_stock, NULL);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(tasks_run_out_of_memory),
        cmocka_unit_test(diagrams_run_out_of_memory),
        cmocka_unit_test(the_rules_run_out_of_memory),
        cmocka_unit_test(sheets_run_out_of_memory),
        cmocka_unit_test(texts_run_out_of_memory),
        cmocka_unit_test(the_solver_runs_out_of_memory),
        cmocka_unit_test(one_solver_is_shared),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
