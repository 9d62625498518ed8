/* Moves as data. */
#include "validators/api/moves.h"

#include "notation/base/error.h"
#include "notation/games/cell.h"

static const zet_move_kind kinds[] = {
    [MOVE_WALK] = ZET_MOVE_WALK,   [MOVE_ROUTE] = ZET_MOVE_WALK,
    [MOVE_PLACE] = ZET_MOVE_PLACE, [MOVE_RELOCATE] = ZET_MOVE_RELOCATE,
    [MOVE_SWAP] = ZET_MOVE_SWAP,   [MOVE_SOW] = ZET_MOVE_SOW,
    [MOVE_SKIP] = ZET_MOVE_SKIP,   [MOVE_GIVE] = ZET_MOVE_GIVE,
    [MOVE_PASS] = ZET_MOVE_PASS};

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
    if (from->kind == ZET_MOVE_WALK && !from->path_count)
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
