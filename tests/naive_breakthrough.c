/* Breakthrough a second time, a cell after the other on the setup. */
#include <stdio.h>

#include "tests/naive.h"

enum { SIZE = 8 };

static uint8_t man_of(unsigned side) { return side ? ZI_CELL_WHITE : ZI_CELL_BLACK; }

static void start(struct naive *n) {
    memset(&n->now, 0, sizeof n->now);
    n->now.turn = 1;
    for (unsigned file = 0; file < SIZE; file++) {
        n->now.at[cell_at(0, file, 0)] = n->now.at[cell_at(0, file, 1)] = ZI_CELL_WHITE;
        n->now.at[cell_at(0, file, 6)] = n->now.at[cell_at(0, file, 7)] = ZI_CELL_BLACK;
    }
}

/* The cell in front of `from`, `aside` files to the east; false where the board ends. */
static bool in_front(cell from, unsigned side, int aside, cell *to) {
    int file = (int)cell_file(from) + aside, rank = (int)cell_rank(from) + (side ? 1 : -1);
    if (file < 0 || file >= SIZE || rank < 0 || rank >= SIZE)
        return false;
    *to = cell_at(0, (unsigned)file, (unsigned)rank);
    return true;
}

static const char *check(const struct naive *n, const struct move *m) {
    unsigned side = n->now.turn;
    cell to;
    if (m->kind == MOVE_PASS)
        return "must-not-pass";
    if (n->now.at[m->cell[0]] == ZI_CELL_EMPTY)
        return "empty-origin";
    if (n->now.at[m->cell[0]] != man_of(side))
        return "not-own-piece";
    for (int aside = -1; aside <= 1; aside++) {
        if (!in_front(m->cell[0], side, aside, &to) || to != m->cell[1])
            continue;
        if (n->now.at[to] == ZI_CELL_EMPTY)
            return NULL;
        return aside && n->now.at[to] == man_of(!side) ? NULL : "occupied";
    }
    return "no-route";
}

static void play(struct naive *n, const struct move *m, struct effect *effect) {
    if (n->now.at[m->cell[1]] != ZI_CELL_EMPTY)
        effect->loot = 1;
    n->now.at[m->cell[1]] = n->now.at[m->cell[0]];
    n->now.at[m->cell[0]] = ZI_CELL_EMPTY;
    naive_end_turn(n);
}

/* Whether the side has a man on the last rank, or has taken all. */
static const char *win_of(const struct naive *n, unsigned side) {
    unsigned others = 0;
    for (unsigned rank = 0; rank < SIZE; rank++)
        for (unsigned file = 0; file < SIZE; file++) {
            uint8_t at = n->now.at[cell_at(0, file, rank)];
            if (at == man_of(side) && rank == (side ? SIZE - 1 : 0))
                return "goal";
            others += at == man_of(!side);
        }
    return others ? NULL : "no-moves";
}

static struct outcome outcome(const struct naive *n) {
    unsigned mover = !n->now.turn;
    const char *reason = win_of(n, mover);
    if (reason)
        return (struct outcome){result_win(mover), reason};
    reason = win_of(n, !mover);
    return reason ? (struct outcome){result_win(!mover), reason}
                  : (struct outcome){RESULT_OPEN, NULL};
}

static size_t choices(const struct naive *n, struct choice *out, size_t cap) {
    size_t count = 0;
    struct move m = {.kind = MOVE_WALK, .count = 2};
    for (unsigned rank = 0; rank < SIZE; rank++)
        for (unsigned file = 0; file < SIZE; file++)
            for (int aside = -1; aside <= 1; aside++) {
                m.cell[0] = cell_at(0, file, rank);
                if (!in_front(m.cell[0], n->now.turn, aside, &m.cell[1]) || check(n, &m))
                    continue;
                if (count < cap)
                    snprintf(out[count].text, CHOICE_TEXT_MAX, "%c%u%c%c%u", 'a' + (int)file,
                             rank + 1, n->now.at[m.cell[1]] ? 'x' : '-',
                             'a' + (int)cell_file(m.cell[1]), cell_rank(m.cell[1]) + 1);
                count++;
            }
    return count;
}

/* A few men anywhere but on their last rank. */
static void scatter(struct naive *n, struct dice *d) {
    memset(&n->now, 0, sizeof n->now);
    n->now.turn = (uint8_t)dice_below(d, 2);
    for (unsigned side = 0; side < 2; side++)
        for (unsigned men = 1 + dice_below(d, 10); men;) {
            unsigned rank = dice_below(d, SIZE - 1) + (side ? 0 : 1);
            cell c = cell_at(0, dice_below(d, SIZE), rank);
            if (n->now.at[c])
                continue;
            n->now.at[c] = man_of(side);
            men--;
        }
}

static void stray(const struct naive *n, struct dice *d, struct move *m) {
    (void)n;
    *m = (struct move){.kind = MOVE_WALK, .count = 2};
    if (dice_one_in(d, 20)) {
        *m = (struct move){.kind = MOVE_PASS};
        return;
    }
    m->cell[0] = cell_at(0, dice_below(d, SIZE), dice_below(d, SIZE));
    if (!dice_one_in(d, 2) ||
        !in_front(m->cell[0], n->now.turn, (int)dice_below(d, 3) - 1, &m->cell[1]))
        m->cell[1] = cell_at(0, dice_below(d, SIZE), dice_below(d, SIZE));
}

static const char *const reasons[] = {"empty-origin", "not-own-piece", "no-route",
                                      "occupied",     "must-not-pass", NULL};

const struct naive_game naive_breakthrough = {
    .name = "breakthrough",
    .games = 40,
    .perft = {22, 484, 11132, 256036},
    .reasons = reasons,
    .start = start,
    .check = check,
    .play = play,
    .outcome = outcome,
    .choices = choices,
    .scatter = scatter,
    .stray = stray,
};
