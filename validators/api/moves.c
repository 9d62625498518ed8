/* Moves and their events as data. */
#include "validators/api/moves.h"

#include "notation/base/error.h"
#include "notation/games/cell.h"

/* Moves. */

static const zet_move_kind kinds[] = {
    [MOVE_WALK] = ZET_WALK,         [MOVE_ROUTE] = ZET_WALK, [MOVE_PLACE] = ZET_PLACE,
    [MOVE_RELOCATE] = ZET_RELOCATE, [MOVE_SWAP] = ZET_SWAP,  [MOVE_SOW] = ZET_SOW,
    [MOVE_SKIP] = ZET_SKIP,         [MOVE_GIVE] = ZET_GIVE,  [MOVE_PASS] = ZET_PASS};

void zi_move_write(zet_move *out, const struct move *m, unsigned side, struct text text) {
    size_t path = move_path(m);
    *out = (zet_move){.kind = kinds[m->kind],
                      .side = side,
                      .text = text_to(text),
                      .from = path && m->kind != MOVE_PLACE ? move_from(m) : ZET_NO_CELL,
                      .to = path && m->kind != MOVE_SOW ? move_to(m) : ZET_NO_CELL,
                      .path = m->cell,
                      .path_count = path};
    if (m->kind == MOVE_RELOCATE) {
        out->falls = m->cell + 2;
        out->fall_count = m->count - 2U;
    } else if (m->kind == MOVE_SOW) {
        out->captured = m->loot;
        out->direction = m->direction;
        out->cut = m->cut;
    }
}

/* Whether it has the cells that a move of its kind needs. */
static bool has_cells(const struct move *m) {
    switch (m->kind) {
    case MOVE_WALK: return m->count > 1;
    case MOVE_ROUTE:
    case MOVE_RELOCATE: return m->count == 2;
    case MOVE_PLACE:
    case MOVE_SOW: return m->count == 1;
    default: return m->count == 0;
    }
}

/* Takes the path, or else the two ends. */
static bool read_cells(struct move *m, const zet_move *from, const struct board *board) {
    const zet_cell ends[] = {from->from, from->to};
    const zet_cell *path = from->path_count ? from->path : ends;
    size_t count = from->path_count ? from->path_count : 2;
    for (size_t i = 0; i < count && m->count < MOVE_CELLS_MAX; i++) {
        bool absent = path == ends && path[i] == ZET_NO_CELL;
        if (!absent && (path[i] >= CELLS_MAX || !zi_board_has(board, path[i])))
            return false;
        if (!absent)
            m->cell[m->count++] = path[i];
    }
    return count <= MOVE_CELLS_MAX;
}

bool zi_move_read(struct move *m, const zet_move *from, const struct ruleset *rs,
                  zet_error *error) {
    unsigned kind = MOVE_WALK;
    while (kind <= MOVE_PASS && kinds[kind] != from->kind)
        kind++;
    if (from->kind == ZET_WALK && !from->path_count)
        kind = MOVE_ROUTE;
    if (kind == MOVE_GIVE || kind > MOVE_PASS || !(rs->rules->notation->kinds >> kind & 1))
        return zi_refuse(error, kind == MOVE_GIVE ? "stones are given as text"
                                                  : "the game has no moves of this kind");
    *m = (struct move){.kind = (uint8_t)kind};
    bool has_path = kind != MOVE_SWAP && kind != MOVE_PASS && kind != MOVE_SKIP;
    if (has_path && !read_cells(m, from, &rs->board))
        return zi_refuse(error, "the board does not have these cells");
    if (!has_cells(m))
        return zi_refuse(error, "a move of this kind has another number of cells");
    if (kind != MOVE_SOW)
        return true;
    m->direction = from->direction ? from->direction : rs->board.direction;
    m->cut = from->cut;
    if (m->direction != '+' && m->direction != '-')
        return zi_refuse(error, "a sowing has the direction '+' or '-'");
    return true;
}

/* Events. */

void zi_setup_give(struct setup *at, const struct move *m) {
    for (unsigned i = 0; i < m->count; i++) {
        uint8_t *pit = &at->at[m->cell[i]];
        *pit = (uint8_t)(i < m->givers ? *pit - m->stones[i] : *pit + m->stones[i]);
    }
}

static void trace_gift(const struct move *m, zet_event_function *event, void *context) {
    for (unsigned i = 0; i < m->count; i++) {
        zet_event gives = {ZET_EVENT_TAKE, m->cell[i], ZET_NO_CELL, m->stones[i]};
        zet_event gets = {ZET_EVENT_GIVE, ZET_NO_CELL, m->cell[i], m->stones[i]};
        if (!event(context, i < m->givers ? &gives : &gets))
            return;
    }
}

static void trace_sowing(const struct ruleset *rs, const struct move *m, uint32_t stages,
                         const struct setup *before, zet_event_function *event, void *context) {
    struct setup at = *before;
    cell from = move_from(m);
    for (; stages; stages--) {
        struct stage s = rs->rules->sow_stage(rs, &at, from, m->direction);
        if (!event(context, &(zet_event){ZET_EVENT_SOW, from, s.last, s.hand}))
            return;
        from = s.last;
        for (unsigned i = 0; i < 2; i++)
            if (s.taken[i] &&
                !event(context, &(zet_event){ZET_EVENT_CAPTURE, s.robbed[i], from, s.taken[i]}))
                return;
    }
}

static void trace_path(const struct move *m, const struct effect *effect, zet_event_function *event,
                       void *context) {
    unsigned count = move_path(m);
    for (unsigned i = 1; i < count; i++)
        if (!event(context, &(zet_event){ZET_EVENT_GO, m->cell[i - 1], m->cell[i], 1}))
            return;
    cell empty = count ? move_from(m) : 0;
    for (unsigned i = 0; i < effect->falls; i++) {
        if (!event(context, &(zet_event){ZET_EVENT_FALL, effect->fall[i], empty, 1}))
            return;
        empty = effect->fall[i];
    }
}

void zi_trace(const struct ruleset *rs, const struct move *m, const struct effect *effect,
              const struct setup *before, zet_event_function *event, void *context) {
    if (m->kind == MOVE_GIVE)
        trace_gift(m, event, context);
    else if (m->kind == MOVE_SOW)
        trace_sowing(rs, m, effect->stages, before, event, context);
    else if (m->kind == MOVE_PLACE)
        event(context, &(zet_event){ZET_EVENT_PLACE, ZET_NO_CELL, move_to(m), 1});
    else
        trace_path(m, effect, event, context);
}
