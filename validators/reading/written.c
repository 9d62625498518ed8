#include "validators/reading/written.h"

enum { COST_BLANK_JOIN = 60, COST_SLASH_JOIN = 30, COST_ENDS = 30, COST_NO_DIRECTION = 50 };

static const struct {
    const char *word;
    enum move_kind kind;
} words[] = {{"--", MOVE_PASS}, {"swap", MOVE_SWAP}, {"%skip", MOVE_SKIP}, {"%give:", MOVE_GIVE}};

enum written_kind zi_written_kind(const struct notation *notation) {
    return notation->kinds >> MOVE_SOW & 1     ? WRITTEN_SOW
           : notation->kinds >> MOVE_PLACE & 1 ? WRITTEN_PLACE
                                               : WRITTEN_WALK;
}

unsigned zi_written_word(struct text t, const struct notation *notation, size_t *length,
                         bool *gift) {
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        size_t n = 0;
        while (words[i].word[n] && n < t.len &&
               (t.at[n] == words[i].word[n] ||
                (is_letter(t.at[n]) && (t.at[n] | 0x20) == words[i].word[n])))
            n++;
        if (words[i].word[n] || !(notation->kinds >> words[i].kind & 1))
            continue;
        *gift = words[i].kind == MOVE_GIVE;
        while (*gift && n < t.len && !is_blank(t.at[n]))
            n++;
        *length = n;
        return i + 1;
    }
    return 0;
}

static void begin_way(struct way *w, enum move_kind kind, uint32_t cost) {
    w->cost = cost;
    w->move.kind = (uint8_t)kind;
    w->move.annotated = false;
    w->move.direction = 0;
    w->move.count = w->move.givers = 0;
    w->move.loot = w->move.cut = 0;
    w->move.cell[0] = 0;
}

void zi_written_pass(struct move *m) {
    struct way way;
    begin_way(&way, MOVE_PASS, 0);
    move_copy(m, &way.move);
    m->cell[0] = 0;
}

static void set_cells(struct move *m, const struct written_move *w) {
    m->count = (uint16_t)(w->cells + w->falls);
    memcpy(m->cell, w->cell, m->count * sizeof *m->cell);
}

static size_t ways_to_sow(const struct written_move *w, const struct board *board,
                          struct way out[WAYS_MAX]) {
    char direction = w->direction ? w->direction : board->direction;
    size_t count = direction ? 1 : WAYS_MAX;
    for (size_t i = 0; i < count; i++) {
        struct move *m = &out[i].move;
        begin_way(&out[i], MOVE_SOW, direction ? 0 : COST_NO_DIRECTION);
        m->direction = direction ? direction : "+-"[i];
        set_cells(m, w);
        m->annotated = w->looted;
        m->loot = w->loot;
        m->cut = w->cut;
    }
    return count;
}

static size_t ways_to_place(const struct written_move *w, const struct written_move *next,
                            struct way out[WAYS_MAX]) {
    struct move *m = &out->move;
    if (w->cells > 2 || (w->cells == 1 && w->falls) || (next && (w->cells > 1 || next->cells > 1)))
        return 0;
    begin_way(out, w->cells == 1 && !next ? MOVE_PLACE : MOVE_RELOCATE, next ? COST_BLANK_JOIN : 0);
    set_cells(m, w);
    if (next) {
        m->count = (uint16_t)(2 + next->falls);
        memcpy(m->cell + 1, next->cell, (1U + next->falls) * sizeof(cell));
    }
    m->annotated = m->count > 2;
    return 1;
}

static size_t ways_to_walk(const struct written_move *w, const struct written_move *next,
                           struct way out[WAYS_MAX]) {
    uint32_t cost = w->slash ? COST_SLASH_JOIN : 0;
    size_t count = 0;
    if (next) {
        begin_way(out, MOVE_ROUTE, COST_BLANK_JOIN);
        move_set_route(&out->move, w->cell[0], next->cell[0]);
        return w->cells == 1 && next->cells == 1;
    }
    if (w->cells < 2)
        return 0;
    if (!w->route) {
        begin_way(&out[count], MOVE_WALK, cost);
        set_cells(&out[count++].move, w);
    }
    if (w->cells == 2) {
        begin_way(&out[count], MOVE_ROUTE, w->route ? 0 : cost + COST_ENDS);
        move_set_route(&out[count++].move, w->cell[0], w->cell[1]);
    }
    return count;
}

size_t zi_written_ways(const struct written_move *w, const struct written_move *next,
                       const struct notation *notation, const struct board *board,
                       struct way out[WAYS_MAX]) {
    if (w->gift) {
        out->cost = 0;
        move_copy(&out->move, w->gift);
        return !next;
    }
    if (w->word) {
        begin_way(out, words[w->word - 1].kind, 0);
        return !next;
    }
    if (!w->cells || (next && (!next->cells || next->gift)))
        return 0;
    switch (zi_written_kind(notation)) {
    case WRITTEN_SOW: return next ? 0 : ways_to_sow(w, board, out);
    case WRITTEN_PLACE: return ways_to_place(w, next, out);
    default: return ways_to_walk(w, next, out);
    }
}
