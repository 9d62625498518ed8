#include "diagrams/describe.h"

#include "diagrams/text_board.h"

static void begin(struct diagram *d, const struct ruleset *rs) {
    const struct rules *rules = rs->rules;
    *d = (struct diagram){.game = rules->title,
                          .variant = rules->variants ? rules->variants[rs->variant] : NULL,
                          .sides = {rules->sides[0], rules->sides[1]},
                          .letters = {rules->notation->sides[0], rules->notation->sides[1]},
                          .counts = rules->notation->counts,
                          .board = rs->board,
                          .look = *rules->look};
}

void zi_diagram_begin(struct diagram *d, const struct ruleset *rs) {
    begin(d, rs);
    if (!rs->rules->ground)
        return;
    for (unsigned rank = 0; rank < rs->board.ranks; rank++)
        for (unsigned file = 0; file < rs->board.files; file++) {
            cell c = cell_at(0, file, rank);
            d->look.ground[c] = (uint8_t)rs->rules->ground(rs, c);
        }
}

const char *zi_reason_in_words(const char *reason) {
    static const struct {
        const char *reason, *words;
    } words[] = {{"no-moves", WORD("no moves left")},
                 {"full-board", WORD("the board is full")},
                 {"front-empty", WORD("a front row is empty")},
                 {"endless", WORD("the sowing never ends")},
                 {"goal", WORD("all men are home")},
                 {"yard", WORD("a man still in its own yard")},
                 {"connection", WORD("the sides are linked")},
                 {"repetition", WORD("the same position again")},
                 {"rules", WORD("by the rules")},
                 {"resignation", WORD("the opponent resigned")},
                 {"time", WORD("out of time")},
                 {"agreement", WORD("by agreement")},
                 {"forfeit", WORD("by forfeit")},
                 {"adjudication", WORD("by adjudication")},
                 {"unfinished", WORD("unfinished")}};
    for (size_t i = 0; reason && i < sizeof words / sizeof *words; i++)
        if (!strcmp(reason, words[i].reason))
            return words[i].words;
    return reason;
}

void zi_diagram_set_outcome(struct diagram *d, const struct outcome *outcome) {
    static const enum ending endings[] = {[RESULT_OPEN] = ENDING_OPEN,
                                          [RESULT_WIN_0] = ENDING_WIN_0,
                                          [RESULT_WIN_1] = ENDING_WIN_1,
                                          [RESULT_DRAW] = ENDING_DRAW};
    d->ending = endings[outcome->result];
    d->reason = zi_reason_in_words(outcome->reason);
}

void zi_diagram_set_chain(struct diagram *d, const struct ruleset *rs, const void *position,
                          cell room[CELLS_MAX]) {
    d->chain = room;
    d->chain_count = rs->rules->link ? rs->rules->link(position, room) : 0;
}

/* Shown moves. */

/* Copies the cells; none if memory runs out. */
static void keep_cells(const cell **to, size_t *to_count, const cell *cells, size_t count,
                       struct arena *a, bool *failed) {
    cell *kept = count ? zi_arena_alloc(a, count * sizeof *kept) : NULL;
    *failed |= count && !kept;
    if (kept)
        memcpy(kept, cells, count * sizeof *kept);
    *to = kept;
    *to_count = kept ? count : 0;
}

/* Shows the path of the stones, at most once around, and the ends of the stages. */
static void show_sowing(struct shown_move *out, const struct ruleset *rs, const struct turn *turn,
                        const struct setup *before, struct arena *a, bool *failed) {
    const struct move *m = turn->move;
    char direction = m->direction ? m->direction : rs->board.direction;
    unsigned around = rs->board.files * 2U, sown = 0, count = 0;
    uint32_t stages = turn->result->effect.stages; /* 0: endless (B9) */
    cell ends[STAGES_SHOWN_MAX], path[2 * FILES_MAX + 1] = {move_from(m)};
    struct setup at = *before;
    struct stage s = {.last = path[0], .goes_on = true};
    for (; s.goes_on && count < STAGES_SHOWN_MAX && (!stages || count < stages); count++) {
        cell from = s.last;
        s = rs->rules->sow_stage(rs, &at, from, direction);
        ends[count] = s.last;
        for (unsigned hand = (s.hand - 1) % around + 1; hand && sown < around; hand--) {
            from = rs->rules->next_pit(from, direction);
            path[++sown] = from;
        }
    }
    keep_cells(&out->path, &out->path_count, path, sown + 1, a, failed);
    keep_cells(&out->ends, &out->end_count, ends, count, a, failed);
    out->stages = turn->result->effect.stages;
}

static enum shown_kind kind_of(const struct ruleset *rs, const struct move *m) {
    unsigned cells = move_path(m);
    if (cells < 2)
        return !cells ? SHOWN_NOTHING : rs->rules->notation->counts ? SHOWN_SOW : SHOWN_PLACE;
    return rs->board.levels > 1 ? SHOWN_RELOCATE : SHOWN_WALK;
}

bool zi_shown_move(struct shown_move *out, const struct ruleset *rs, const struct turn *turn,
                   const struct setup *before, const struct setup *after, struct arena *a) {
    const struct move *m = turn->move;
    const struct effect *effect = &turn->result->effect;
    cell captured[CAPTURES_MAX];
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    bool failed = false;
    rs->rules->notation->write(&w, m);
    *out = (struct shown_move){.kind = kind_of(rs, m),
                               .side = turn->side,
                               .text = zi_arena_copy(a, written(&w), &failed),
                               .note = zi_move_note(m)};
    if (out->kind == SHOWN_SOW) {
        show_sowing(out, rs, turn, before, a, &failed);
    } else if (out->kind != SHOWN_NOTHING) {
        out->path = m->cell;
        out->path_count = move_path(m);
    }
    keep_cells(&out->falls, &out->fall_count, effect->fall, effect->falls, a, &failed);
    size_t count =
        rs->rules->captures ? rs->rules->captures(rs, m, effect, before, after, captured) : 0;
    keep_cells(&out->captured, &out->captured_count, captured, count, a, &failed);
    return !failed;
}

void zi_text_board(struct buffer *out, const struct ruleset *rs, const struct setup *setup,
                   unsigned indent) {
    struct diagram d;
    begin(&d, rs);
    d.setup = *setup;
    zi_text_cells(out, &d, false, true, indent);
}

bool zi_shown_fault(struct shown_move *out, const struct verdict *v, struct arena *a) {
    const struct move *m = &v->fault_move;
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    bool failed = false;
    v->rules->notation->write(&w, m);
    *out = (struct shown_move){.kind = kind_of(&v->ruleset, m),
                               .side = (uint8_t)v->rules->turn(&v->fault_position),
                               .text = zi_arena_copy(a, written(&w), &failed),
                               .path = m->cell,
                               .path_count = move_path(m),
                               .faulty = true,
                               .guilty = v->fault.at,
                               .guilty_count = v->fault.count};
    return !failed;
}

/* Widens a part of the board to contain a cell and its neighbors. */
static void view_around(struct view *view, const struct board *b, cell c) {
    unsigned file = cell_file(c), rank = cell_rank(c), over = cell_level(c) > 0;
    unsigned west = file ? file - 1 : 0, south = rank ? rank - 1 : 0;
    unsigned east = file + 1 + over, north = rank + 1 + over;
    east = east < b->files ? east : b->files - 1U;
    north = north < b->ranks ? north : b->ranks - 1U;
    if (view->cropped) {
        unsigned low_file = cell_file(view->low), low_rank = cell_rank(view->low);
        unsigned high_file = cell_file(view->high), high_rank = cell_rank(view->high);
        west = west < low_file ? west : low_file;
        south = south < low_rank ? south : low_rank;
        east = east > high_file ? east : high_file;
        north = north > high_rank ? north : high_rank;
    }
    view->low = cell_at(0, west, south);
    view->high = cell_at(0, east, north);
    view->cropped = true;
}

void zi_text_fault(struct buffer *out, const struct verdict *v, unsigned indent) {
    struct diagram d;
    struct shown_move shown;
    struct arena arena = {0};
    struct text_notes notes = {0};
    zi_diagram_begin(&d, &v->ruleset);
    v->rules->describe(&v->fault_position, &d.setup);
    out->failed |= !zi_shown_fault(&shown, v, &arena);
    d.moves = &shown;
    d.move_count = 1;
    for (size_t i = 0; i < shown.path_count && !d.counts; i++)
        view_around(&d.view, &d.board, shown.path[i]);
    for (size_t i = 0; i < shown.guilty_count && !d.counts; i++)
        view_around(&d.view, &d.board, shown.guilty[i]);
    zi_text_lattice(out, &d, false, indent, &notes);
    zi_buffer_free(&notes.below);
    zi_buffer_free(&notes.covered);
    zi_arena_free(&arena);
}
