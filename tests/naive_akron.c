/* Akron, literally (see naive.h). */
#include <stdio.h>
#include <stdlib.h>

#include "tests/naive.h"

enum { BLACK, WHITE };

/* All that a relocation depends on but its destination. */
struct leaving {
    cell from;
    bool pinned;
    unsigned falls;
    cell fall[LEVELS_MAX]; /* the cells that falling stones leave, lowest first */
    unsigned mates;
    cell mate[CELLS_MAX];  /* the other stones of its chain, before the move (A9) */
    bool after[CELLS_MAX]; /* the chain of the cell that it left, after the fall (A14) */
};

static int file_of(cell c) { return (int)cell_file(c); }
static int rank_of(cell c) { return (int)cell_rank(c); }
static int level_of(cell c) { return (int)cell_level(c); }
static unsigned color(unsigned side) { return side == BLACK ? ZI_CELL_BLACK : ZI_CELL_WHITE; }
static unsigned size_of(const struct naive *n) { return n->rules->board.files; }

static bool is_place(const struct naive *n, int level, int file, int rank) {
    int wide = (int)size_of(n) - level;
    return level >= 0 && file >= 0 && rank >= 0 && file < wide && rank < wide;
}

static bool on_board(const struct naive *n, cell c) {
    return is_place(n, level_of(c), file_of(c), rank_of(c));
}

/* Whether that is a place of the board with a stone on it. */
static bool holds_stone(const struct naive *n, int level, int file, int rank) {
    return is_place(n, level, file, rank) &&
           n->now.at[cell_at((unsigned)level, (unsigned)file, (unsigned)rank)];
}

static bool rests_on(cell upper, cell lower) { /* A3 */
    int df = file_of(lower) - file_of(upper), dr = rank_of(lower) - rank_of(upper);
    return level_of(upper) == level_of(lower) + 1 && (df == 0 || df == 1) && (dr == 0 || dr == 1);
}

static bool is_beside(cell a, cell b) {
    return level_of(a) == level_of(b) &&
           abs(file_of(a) - file_of(b)) + abs(rank_of(a) - rank_of(b)) == 1;
}

static bool touches(cell a, cell b) { /* A4, of two places that hold one color */
    return is_beside(a, b) || rests_on(a, b) || rests_on(b, a);
}

static bool is_covered(const struct naive *n, cell c) {
    return holds_stone(n, level_of(c) + 2, file_of(c) - 1, rank_of(c) - 1);
}

static bool is_cut(const struct naive *n, cell a, cell b) { /* A5 */
    if (is_covered(n, a) || is_covered(n, b))
        return true;
    if (!is_beside(a, b))
        return false;
    unsigned resting = 0;
    for (int file = file_of(a) - 1; file <= file_of(a); file++)
        for (int rank = rank_of(a) - 1; rank <= rank_of(a); rank++)
            if (holds_stone(n, level_of(a) + 1, file, rank) &&
                rests_on(cell_at(cell_level(a) + 1, (unsigned)file, (unsigned)rank), b))
                resting++;
    return resting == 2;
}

/* Lists the places that hold that color. */
static unsigned list_stones(const struct naive *n, unsigned holds, cell out[CELLS_MAX]) {
    unsigned count = 0;
    for (cell c = 0; c < size_of(n) << 8; c++)
        if (n->now.at[c] == holds)
            out[count++] = c;
    return count;
}

/* A6: the chain of the stone on `from`, both as a set and as a list that begins with it. */
static unsigned find_chain(const struct naive *n, cell from, bool in[CELLS_MAX],
                           cell queue[CELLS_MAX]) {
    cell stone[CELLS_MAX];
    unsigned stones = list_stones(n, n->now.at[from], stone), queued = 1;
    memset(in, 0, CELLS_MAX * sizeof *in);
    in[queue[0] = from] = true;
    for (unsigned i = 0; i < queued; i++)
        for (unsigned j = 0; j < stones; j++)
            if (!in[stone[j]] && touches(queue[i], stone[j]) && !is_cut(n, queue[i], stone[j]))
                in[queue[queued++] = stone[j]] = true;
    return queued;
}

static unsigned stones_on(const struct naive *n, cell c, cell *last) {
    unsigned count = 0;
    for (int file = file_of(c) - 1; file <= file_of(c); file++)
        for (int rank = rank_of(c) - 1; rank <= rank_of(c); rank++)
            if (holds_stone(n, level_of(c) + 1, file, rank)) {
                *last = cell_at(cell_level(c) + 1, (unsigned)file, (unsigned)rank);
                count++;
            }
    return count;
}

/* A10: takes the stone off and lets the others fall. */
static void accept_off(struct naive *n, const struct leaving *l) {
    cell gap = l->from;
    n->now.at[gap] = ZI_CELL_EMPTY;
    for (unsigned i = 0; i < l->falls; i++) {
        n->now.at[gap] = n->now.at[l->fall[i]];
        gap = l->fall[i];
        n->now.at[gap] = ZI_CELL_EMPTY;
    }
}

static void find_leaving(const struct naive *n, cell from, struct leaving *l) {
    bool in[CELLS_MAX];
    cell chain[CELLS_MAX];
    memset(l, 0, sizeof *l);
    l->from = from;
    l->mates = find_chain(n, from, in, chain) - 1;
    memcpy(l->mate, chain + 1, l->mates * sizeof *chain);
    cell under = from, upper = 0;
    for (unsigned resting; (resting = stones_on(n, under, &upper)) > 0; under = upper) {
        if (resting > 1) {
            l->pinned = true;
            return;
        }
        l->fall[l->falls++] = upper;
    }
    struct naive later = *n;
    accept_off(&later, l);
    later.now.at[from] = n->now.at[from]; /* counted as the mover's own */
    find_chain(&later, from, l->after, chain);
}

static bool is_falling(const struct leaving *l, cell c) {
    for (unsigned i = 0; i < l->falls; i++)
        if (l->fall[i] == c)
            return true;
    return false;
}

static const char *support_reason(const struct naive *n, const struct leaving *l, cell to) {
    bool stays = true;
    for (int i = 0; level_of(to) > 0 && i < 4; i++) {
        int file = file_of(to) + i % 2, rank = rank_of(to) + i / 2;
        if (!holds_stone(n, level_of(to) - 1, file, rank))
            return "not-supported";
        cell c = cell_at(cell_level(to) - 1, (unsigned)file, (unsigned)rank);
        stays = stays && c != l->from && !is_falling(l, c);
    }
    return stays ? NULL : "uses-falling-stone";
}

/* A9, A14 */
static bool touches_chain(const struct naive *n, const struct leaving *l, cell to) {
    bool stay = naive_word(n->rules, "touch", "stay") && l->falls > 0;
    for (unsigned i = 0; i < l->mates; i++)
        if (!is_falling(l, l->mate[i]) && touches(to, l->mate[i]) &&
            (!stay || l->after[l->mate[i]]))
            return true;
    return false;
}

static const char *relocation_reason(const struct naive *n, const struct leaving *l, cell to) {
    if (l->pinned)
        return "pinned";
    if (l->falls > 0 && (to == l->from || is_falling(l, to)))
        return "takes-falling-place";
    if (n->now.at[to])
        return "occupied";
    const char *reason = support_reason(n, l, to);
    if (reason)
        return reason;
    return touches_chain(n, l, to) ? NULL : "not-touching-chain";
}

static const char *placement_reason(const struct naive *n, cell to) { /* A7 */
    cell stone[CELLS_MAX];
    uint32_t supply;
    if (cell_level(to) > 0)
        return "not-on-board-level";
    if (n->now.at[to])
        return "occupied";
    if (naive_number(n->rules, "supply", &supply) && supply > 0 &&
        list_stones(n, color(n->now.turn), stone) >= supply)
        return "no-stones-left";
    return NULL;
}

static bool can_swap(const struct naive *n) { /* A13 */
    return naive_word(n->rules, "swap", "true") && n->now.turn == WHITE && n->turns[WHITE] == 0;
}

static const char *akron_check(const struct naive *n, const struct move *m) {
    struct leaving l;
    switch (m->kind) {
    case MOVE_SWAP: return can_swap(n) ? NULL : "no-swap";
    case MOVE_PASS: return "must-not-pass"; /* A11: who has no move has drawn */
    case MOVE_PLACE: return placement_reason(n, m->cell[0]);
    default: break;
    }
    if (!n->now.at[m->cell[0]])
        return "empty-origin";
    if (n->now.at[m->cell[0]] != color(n->now.turn))
        return "not-own-piece";
    find_leaving(n, m->cell[0], &l);
    return relocation_reason(n, &l, m->cell[1]);
}

static void akron_play(struct naive *n, const struct move *m, struct effect *effect) {
    struct leaving l;
    if (m->kind == MOVE_SWAP) {
        n->turns[WHITE]++;
        return;
    }
    if (m->kind == MOVE_PLACE)
        n->now.at[m->cell[0]] = (uint8_t)color(n->now.turn);
    if (m->kind == MOVE_RELOCATE) {
        find_leaving(n, m->cell[0], &l);
        accept_off(n, &l);
        n->now.at[m->cell[1]] = (uint8_t)color(n->now.turn);
        effect->falls = (uint16_t)l.falls;
        memcpy(effect->fall, l.fall, l.falls * sizeof *l.fall);
    }
    naive_end_turn(n);
}

static void name_of(cell c, char name[8]) {
    if (cell_level(c) > 0)
        snprintf(name, 8, "%u%c%u", cell_level(c) + 1, (char)('a' + file_of(c)), cell_rank(c) + 1);
    else
        snprintf(name, 8, "%c%u", (char)('a' + file_of(c)), cell_rank(c) + 1);
}

static void write_relocation(const struct leaving *l, cell to, char text[CHOICE_TEXT_MAX]) {
    char name[8];
    name_of(l->from, text);
    strcat(text, "-");
    name_of(to, name);
    strcat(text, name);
    for (unsigned i = 0; i < l->falls; i++) {
        name_of(l->fall[i], name);
        strcat(text, "v");
        strcat(text, name);
    }
}

static size_t akron_choices(const struct naive *n, struct choice *out, size_t cap) {
    cell stone[CELLS_MAX];
    struct leaving l;
    size_t count = 0;
    if (can_swap(n) && count++ < cap)
        strcpy(out[count - 1].text, "swap");
    for (cell to = 0; to < 256; to++)
        if (on_board(n, to) && !placement_reason(n, to) && count++ < cap)
            name_of(to, out[count - 1].text);
    unsigned stones = list_stones(n, color(n->now.turn), stone);
    for (unsigned i = 0; i < stones; i++) {
        find_leaving(n, stone[i], &l);
        for (cell to = 0; to < size_of(n) << 8; to++)
            if (on_board(n, to) && !relocation_reason(n, &l, to) && count++ < cap)
                write_relocation(&l, to, out[count - 1].text);
    }
    return count;
}

static bool is_on_side(cell c, unsigned side, unsigned line) { /* A2 */
    return !cell_level(c) && (side == BLACK ? cell_rank(c) : cell_file(c)) == line;
}

/* A12: the fewest stones that link the two sides; 0: none do. */
static unsigned fewest_in_link(const struct naive *n, unsigned side) {
    cell stone[CELLS_MAX];
    unsigned step[CELLS_MAX], stones = list_stones(n, color(side), stone);
    for (unsigned i = 0; i < stones; i++)
        step[i] = is_on_side(stone[i], side, 0);
    for (unsigned now = 1; now <= stones; now++)
        for (unsigned i = 0; i < stones; i++) {
            if (step[i] != now)
                continue;
            if (is_on_side(stone[i], side, size_of(n) - 1))
                return now;
            for (unsigned j = 0; j < stones; j++)
                if (!step[j] && touches(stone[i], stone[j]) && !is_cut(n, stone[i], stone[j]))
                    step[j] = now + 1;
        }
    return 0;
}

static bool akron_is_link(const struct naive *n, const cell *at, unsigned count) {
    unsigned side = n->now.turn;
    if (count != fewest_in_link(n, side))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (n->now.at[at[i]] != color(side) || (i == 0 && !is_on_side(at[i], side, 0)) ||
            (i && (!touches(at[i - 1], at[i]) || is_cut(n, at[i - 1], at[i]))))
            return false;
    return !count || is_on_side(at[count - 1], side, size_of(n) - 1);
}

static struct outcome akron_outcome(const struct naive *n) {
    bool full = true, placed = false;
    if (fewest_in_link(n, n->now.turn))
        return (struct outcome){result_win(n->now.turn), "connection"};
    for (cell c = 0; c < 256; c++)
        if (on_board(n, c)) {
            full = full && n->now.at[c];
            placed = placed || !placement_reason(n, c);
        }
    if (full && naive_word(n->rules, "full-board", "draw")) /* A15 */
        return (struct outcome){RESULT_DRAW, "full-board"};
    if (!placed && akron_choices(n, NULL, 0) == can_swap(n)) /* A11; a swap is neither */
        return (struct outcome){RESULT_DRAW, "no-moves"};
    return (struct outcome){RESULT_OPEN, NULL};
}

static void akron_start(struct naive *n) {
    memset(&n->now, 0, sizeof n->now);
    n->now.turn = BLACK;
}

static cell some_place(const struct naive *n, struct dice *d, unsigned level) {
    unsigned wide = size_of(n) - level;
    return cell_at(level, dice_below(d, wide), dice_below(d, wide));
}

/* A board that is filled more or less, with heaps on it. */
static void akron_scatter(struct naive *n, struct dice *d) {
    struct leaving nothing = {.from = CELLS_MAX - 1};
    cell stone[CELLS_MAX];
    uint32_t supply;
    bool limited = naive_number(n->rules, "supply", &supply) && supply > 0;
    akron_start(n);
    n->now.turn = (uint8_t)dice_below(d, 2);
    unsigned throws = dice_below(d, size_of(n) * size_of(n) * 4);
    for (unsigned i = 0; i < throws; i++) {
        unsigned level = dice_below(d, 3), side = dice_below(d, 2);
        cell to = some_place(n, d, level < size_of(n) && !dice_one_in(d, 4) ? level : 0);
        if (n->now.at[to] || support_reason(n, &nothing, to) ||
            (limited && list_stones(n, color(side), stone) >= supply))
            continue;
        n->now.at[to] = (uint8_t)color(side);
    }
}

static void akron_stray(const struct naive *n, struct dice *d, struct move *m) {
    cell stone[CELLS_MAX];
    unsigned stones = list_stones(n, color(n->now.turn), stone), kind = dice_below(d, 20);
    unsigned levels = size_of(n) < 4 ? size_of(n) : 4;
    memset(m, 0, sizeof *m);
    m->kind = kind == 0 ? MOVE_PASS : kind == 1 ? MOVE_SWAP : kind < 5 ? MOVE_PLACE : MOVE_RELOCATE;
    if (kind < 2)
        return;
    m->count = m->kind == MOVE_PLACE ? 1 : 2;
    m->cell[0] = some_place(n, d, dice_one_in(d, 3) ? dice_below(d, levels) : 0);
    if (m->kind == MOVE_PLACE)
        return;
    if (stones && !dice_one_in(d, 10))
        m->cell[0] = stone[dice_below(d, stones)];
    for (unsigned tries = 0; tries < 4;
         tries++) { /* rather a place that is not out of the question */
        m->cell[1] = some_place(n, d, dice_below(d, levels));
        struct leaving nothing = {.from = CELLS_MAX - 1};
        if (!n->now.at[m->cell[1]] && !support_reason(n, &nothing, m->cell[1]))
            break;
    }
    cell upper;
    if (dice_one_in(d, 8))
        m->cell[1] = stones_on(n, m->cell[0], &upper) && dice_one_in(d, 2) ? upper : m->cell[0];
}

static const char *const akron_reasons[] = {"empty-origin",
                                            "not-own-piece",
                                            "occupied",
                                            "not-on-board-level",
                                            "no-stones-left",
                                            "pinned",
                                            "takes-falling-place",
                                            "not-supported",
                                            "uses-falling-stone",
                                            "not-touching-chain",
                                            "no-swap",
                                            "must-not-pass",
                                            NULL};

const struct naive_game naive_akron = {
    .name = "akron",
    .reasons = akron_reasons,
    .start = akron_start,
    .check = akron_check,
    .play = akron_play,
    .outcome = akron_outcome,
    .choices = akron_choices,
    .scatter = akron_scatter,
    .stray = akron_stray,
    .is_link = akron_is_link,
};
