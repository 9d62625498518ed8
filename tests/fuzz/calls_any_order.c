/* Calls of zet.h in whatever order the bytes say, on objects that live and die in between. What
   holds of each call by itself must hold after any others: a move that is taken back leaves the
   position that was there, a refused one changes nothing, copies are independent, a task that was
   finished refuses to go on. */
#include "notation/base/output.h"
#include "tests/fuzz/program.h"
#include "validators/api/records.h"

enum { SLOTS = 4, CALLS_MAX = 400, PLIES_MOST = 60, TEXT_SIZE = 4096 };

/* The bytes that are left; 0 after the last one. */
struct tape {
    const unsigned char *at;
    size_t left;
};

static unsigned next(struct tape *t) {
    if (!t->left)
        return 0;
    t->left--;
    return *t->at++;
}

struct world {
    struct tape tape;
    zet_rules *rules[SLOTS];
    zet_position *position[SLOTS]; /* of the rules in the same slot */
    zet_moves *moves[SLOTS];       /* of the position in the same slot, at some time */
    zet_reader *reader;
    const zet_record *record;
    zet_walk *walk;
    zet_diagram_options *options;
    zet_task *task;
    zet_task_io io;
    bool finished;
    zet_output *out;
};

static const char records[] =
    "game: hogga\nplayers: {black: Ann, white: Bob}\nmoves: |\n  1. b10-b9 {[%arrow a1-b2]} k4-k5 "
    "(1... k4-j5)\n  2. b9-b8 k5-k6 {x} 3. zz\n---\ngame: akron\nmoves: 1. d4 e4 2. d5 e5 3. 2d4\n"
    "---\ngame: husbao\nrules: {first: b}\nmoves: \"a4- b1+\"\n---\nno: record\n---\ngame: halma\n"
    "variant: 8x8\nresult: white\ntermination: resignation\nmoves: 1. h4-h5 a5-a4\n--- [\n";

static void drop_position(struct world *w, unsigned slot) {
    zet_moves_free(w->moves[slot]);
    zet_position_free(w->position[slot]);
    w->moves[slot] = NULL;
    w->position[slot] = NULL;
}

static void new_rules(struct world *w, unsigned slot) {
    static const char *const games[][3] = {
        {"hogga", NULL, NULL},     {"halma", "8x8", NULL}, {"halma", NULL, "evacuation=3"},
        {"akron", NULL, "size=3"}, {"akron", NULL, NULL},  {"husbao", "front", NULL},
        {"husbao", NULL, NULL},    {"chess", NULL, NULL},  {"hogga", "8x8", NULL}};
    const char *const *game = games[next(&w->tape) % (sizeof games / sizeof *games)];
    const char *options[] = {game[2], NULL};
    zet_error error;
    drop_position(w, slot);
    zet_rules_free(w->rules[slot]);
    w->rules[slot] = zet_rules_new(game[0], game[1], options, &error);
    if (!w->rules[slot])
        require_message(error.status, &error);
}

static void new_position(struct world *w, unsigned slot) {
    drop_position(w, slot);
    if (w->rules[slot])
        w->position[slot] = zet_position_new(w->rules[slot], (zet_text){NULL, 0}, NULL);
    require(!w->rules[slot] || w->position[slot]);
}

static void keep_text(zet_position *p, char *to) {
    zet_text_copy_safe(zet_position_text(p), to, TEXT_SIZE);
}

/* Plays, and now and then takes it back at once. */
static void play(struct world *w, unsigned slot) {
    zet_position *p = w->position[slot];
    zet_moves *moves = w->moves[slot];
    char before[TEXT_SIZE], after[TEXT_SIZE];
    zet_move move = {0};
    unsigned how = next(&w->tape), index = next(&w->tape);
    if (!p || zet_position_ply(p) >= PLIES_MOST)
        return;
    const size_t ply = zet_position_ply(p);
    const uint64_t key = zet_position_key(p);
    size_t count = moves ? zet_moves_count(moves) : 0;
    zet_text text = zet_text_of(how & 4 ? "a1" : "");
    if (count) {
        require(zet_moves_at(moves, index % count, &move));
        text = move.text;
    }
    keep_text(p, before);
    zet_error error;
    zet_status status = how & 1 && count ? zet_position_play_move(p, &move, NULL, &error)
                                         : zet_position_play(p, text, NULL, &error);
    keep_text(p, after);
    if (status != ZET_OK) {
        require_message(status, &error);
        require(strcmp(before, after) == 0 && zet_position_ply(p) == ply);
        require(zet_position_key(p) == key);
        return;
    }
    require(zet_position_ply(p) == ply + 1);
    if (how & 2) {
        require(zet_position_undo(p));
        keep_text(p, after);
        require(strcmp(before, after) == 0 && zet_position_key(p) == key);
        require(zet_position_ply(p) == ply);
    }
}

static void take_back(struct world *w, unsigned slot) {
    zet_position *p = w->position[slot];
    const size_t ply = p ? zet_position_ply(p) : 0;
    if (p)
        require(zet_position_undo(p) == (ply > 0) && zet_position_ply(p) <= ply);
}

static void list_moves(struct world *w, unsigned slot) {
    uint64_t count;
    zet_moves_free(w->moves[slot]);
    w->moves[slot] = w->position[slot] ? zet_moves_new(w->position[slot], true, NULL) : NULL;
    if (w->moves[slot] &&
        zet_position_perft(w->position[slot], 1, 1, NULL, NULL, &count, NULL) == ZET_OK)
        require(count == zet_moves_count(w->moves[slot]));
}

/* A copy is equal, and what happens to it leaves the other alone. */
static void copy(struct world *w, unsigned slot) {
    zet_position *p = w->position[slot];
    char before[TEXT_SIZE], after[TEXT_SIZE];
    if (!p)
        return;
    keep_text(p, before);
    zet_position *other = zet_position_copy_new(p, NULL);
    require(other && zet_position_equals(p, other));
    require(zet_position_key(p) == zet_position_key(other));
    while (zet_position_undo(other))
        ;
    require(zet_position_ply(other) == 0);
    keep_text(p, after);
    require(strcmp(before, after) == 0);
    if (next(&w->tape) & 1) {
        drop_position(w, slot);
        w->position[slot] = other;
    } else {
        zet_position_free(other);
    }
}

static void ask(struct world *w, unsigned slot) {
    zet_position *p = w->position[slot];
    zet_error error;
    zet_move move;
    if (!p)
        return;
    zet_position_last_move(p);
    for (size_t i = 0; i <= zet_position_ply(p); i++)
        require(zet_position_move_at(p, i, &move) == (i < zet_position_ply(p)));
    zet_content content[8];
    zet_position_contents(p, content, next(&w->tape) % 9);
    zet_position_at(p, (zet_cell)(next(&w->tape) << 8 | next(&w->tape)));
    zet_position_board(p, 1, w->out);
    zet_moves_free(zet_moves_similar_new(p, zet_text_of("b10-b8"), 3, NULL));
    if (next(&w->tape) % 8 == 0 && zet_position_begin_playout(p, &error) != ZET_OK)
        require_message(error.status, &error);
}

/* Reading. */

static void drop_record(struct world *w) {
    zet_walk_free(w->walk);
    w->walk = NULL;
    w->record = NULL;
}

static void open_reader(struct world *w) {
    drop_record(w);
    zet_reader_set(w->reader, "strict", next(&w->tape) & 1 ? "true" : "false", NULL);
    require(zet_reader_open_text(w->reader, "games", zet_text_of(records), NULL) == ZET_OK);
}

static void read_record(struct world *w) {
    unsigned keep = next(&w->tape);
    drop_record(w);
    zet_reader_set(w->reader, "moves", keep & 1 ? "true" : "false", NULL);
    zet_status status = zet_reader_next(w->reader, &w->record, NULL);
    require(status == ZET_OK || status == ZET_END || status == ZET_REFUSED);
    if (status != ZET_OK)
        w->record = NULL;
    else if (keep & 1)
        w->walk = zet_walk_new(w->record, NULL);
    if (w->walk)
        require(zet_record_game(w->record) != NULL);
}

static void ask_record(struct world *w) {
    zet_finding f;
    zet_step step;
    if (!w->record)
        return;
    for (size_t i = 0; i < zet_record_finding_count(w->record); i++)
        require(zet_record_finding_at(w->record, i, &f));
    zet_record_report_json(w->record, w->out);
    for (size_t i = 0; zet_record_step(w->record, i, &step); i++)
        require(!step.move.length == !zet_record_step(w->record, i + 1, &(zet_step){0}));
    zet_rules_free(zet_record_rules_new(w->record, NULL));
    zet_diagrams *all = zet_diagrams_new(w->record, w->options, NULL);
    const zet_diagram *diagram;
    while (all && zet_diagrams_next(all, 0, &diagram, NULL) == ZET_OK)
        zet_diagram_write(diagram, w->out, NULL);
    zet_diagrams_free(all);
}

static void step(struct world *w) {
    zet_ply ply;
    zet_move move;
    if (!w->walk)
        return;
    bool more = zet_walk_next(w->walk, &ply);
    zet_walk_position(w->walk);
    zet_walk_key(w->walk);
    require(zet_walk_move(w->walk, &move) || !more);
}

/* Tasks. */

static void new_task(struct world *w) {
    static const char *const names[] = {"validate", "format", "fix",
                                        "convert",  "score",  "no such task"};
    zet_task_free(w->task);
    w->task = zet_task_new(names[next(&w->tape) % (sizeof names / sizeof *names)], &w->io, NULL);
    w->finished = false;
    if (!w->task)
        return;
    w->io.out = next(&w->tape) & 1 ? w->out : NULL;
    w->io.messages = next(&w->tape) & 1 ? w->out : NULL;
}

static void use_task(struct world *w) {
    static const char *const settings[][2] = {
        {"format", "json"}, {"to", "json"},    {"from", "csv"},   {"strict", "true"},
        {"jobs", "2"},      {"table", "true"}, {"names", "true"}, {"quiet", "true"}};
    zet_error error = {0};
    zet_status status = ZET_OK;
    unsigned what = next(&w->tape), which = next(&w->tape) % 8;
    if (!w->task)
        return;
    switch (what % 5) {
    case 0: status = zet_task_set(w->task, settings[which][0], settings[which][1], &error); break;
    case 1: status = zet_task_check(w->task, &error); break;
    case 2: status = zet_task_run_text(w->task, "games", zet_text_of(records), &error); break;
    case 3: status = zet_task_finish(w->task, &error); break;
    default: require(zet_task_counts(w->task) != NULL);
    }
    if (w->finished && (what % 5 == 2 || what % 5 == 3))
        require(status != ZET_OK);
    w->finished |= what % 5 == 3;
    if (status != ZET_OK)
        require_message(status, &error);
}

static void call(struct world *w) {
    unsigned what = next(&w->tape), slot = what / 16 % SLOTS;
    switch (what % 16) {
    case 0: new_rules(w, slot); break;
    case 1: new_position(w, slot); break;
    case 2: list_moves(w, slot); break;
    case 3: copy(w, slot); break;
    case 4: ask(w, slot); break;
    case 5: take_back(w, slot); break;
    case 6: open_reader(w); break;
    case 7: read_record(w); break;
    case 8: ask_record(w); break;
    case 9: step(w); break;
    case 10: new_task(w); break;
    case 11: use_task(w); break;
    case 12: zet_output_clear(w->out); break;
    default: play(w, slot);
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    struct world w = {.tape = {data, size}};
    w.reader = zet_reader_new(NULL);
    w.options = zet_diagram_options_new(NULL);
    w.out = zet_output_new(NULL, NULL);
    require(w.reader && w.options && w.out);
    require(zet_diagram_options_set(w.options, "at", "every:1", NULL) == ZET_OK);
    for (unsigned i = 0; i < SLOTS; i++) {
        new_rules(&w, i);
        new_position(&w, i);
    }
    for (unsigned i = 0; i < CALLS_MAX && w.tape.left; i++)
        call(&w);
    zet_task_free(w.task);
    drop_record(&w);
    zet_reader_free(w.reader);
    for (unsigned i = 0; i < SLOTS; i++) {
        drop_position(&w, i);
        zet_rules_free(w.rules[i]);
    }
    zet_diagram_options_free(w.options);
    zet_output_free(w.out);
    return 0;
}
