/* Hogga and Halma, literally (see naive.h). */
#include <stdio.h>
#include <stdlib.h>

#include "tests/naive.h"

enum { BLACK, WHITE, NOBODY, BOARD_CELLS = FILES_MAX * RANKS_MAX };

/* The canonical text of the way to each cell; empty where there is not one. */
struct ways {
    struct choice to[BOARD_CELLS];
};

static int file_of(cell c) { return (int)cell_file(c); }
static int rank_of(cell c) { return (int)cell_rank(c); }
static bool is_hogga(const struct naive *n) { return strcmp(n->rules->rules->name, "hogga") == 0; }

static bool on_board(const struct naive *n, cell c) {
    return cell_level(c) == 0 && cell_file(c) < n->rules->board.files &&
           cell_rank(c) < n->rules->board.ranks;
}

static void name_of(cell c, char name[8]) {
    snprintf(name, 8, "%c%u", (char)('a' + file_of(c)), cell_rank(c) + 1);
}

static unsigned owner(unsigned holds) {
    switch (holds) {
    case ZI_CELL_BLACK:
    case ZI_CELL_BLACK_HOGGA: return BLACK;
    case ZI_CELL_WHITE:
    case ZI_CELL_WHITE_HOGGA: return WHITE;
    default: return NOBODY;
    }
}

/* Hogga's corners and colors (H2, H4). */

static bool in_blacks_corner(cell c) { return file_of(c) <= 5 && rank_of(c) >= 9; }
static bool in_whites_corner(cell c) { return file_of(c) >= 6 && rank_of(c) <= 3; }
static bool is_dark(cell c) { return (file_of(c) + 1 + rank_of(c) + 1) % 2 == 0; }

static bool dotted_for(unsigned side, cell c) {
    return (in_blacks_corner(c) || in_whites_corner(c)) && is_dark(c) == (side == BLACK);
}

/* Halma's yards (M2). */

static bool in_yard(const struct naive *n, unsigned side, cell c) {
    static const int eight[] = {4, 3, 2, 1, 0}, ten[] = {5, 4, 3, 2, 1, 0},
                     sixteen[] = {5, 5, 4, 3, 2, 0};
    const int *wide = naive_variant(n->rules, "8x8")     ? eight
                      : naive_variant(n->rules, "10x10") ? ten
                                                         : sixteen;
    int size = n->rules->board.files;
    int row = side == WHITE ? rank_of(c) : size - 1 - rank_of(c);
    int column = side == WHITE ? size - 1 - file_of(c) : file_of(c);
    for (int i = 0; wide[i]; i++)
        if (row == i)
            return column < wide[i];
    return false;
}

static bool is_goal(const struct naive *n, unsigned side, cell c) {
    if (is_hogga(n))
        return dotted_for(side, c) && (side == BLACK ? in_whites_corner(c) : in_blacks_corner(c));
    return in_yard(n, !side, c);
}

/* H7, M4: the piece that moves is off its origin. */
static unsigned stands(const struct naive *n, cell origin, cell c) {
    return c == origin ? ZI_CELL_EMPTY : n->now.at[c];
}

static bool yard_closes(const struct naive *n, cell from, cell to) { /* M11 */
    unsigned me = n->now.turn;
    if (is_hogga(n) || !naive_word(n->rules, "yards", "one-way"))
        return false;
    return (!in_yard(n, me, from) && in_yard(n, me, to)) ||
           (in_yard(n, !me, from) && !in_yard(n, !me, to));
}

static int sign(int x) { return (x > 0) - (x < 0); }

static cell midpoint(cell from, cell to) {
    return cell_at(0, (cell_file(from) + cell_file(to)) / 2, (cell_rank(from) + cell_rank(to)) / 2);
}

/* H7, M3, M10. Why a piece that set out from `origin` cannot hop from one cell to another. */
static const char *hop_reason(const struct naive *n, cell origin, cell from, cell to) {
    if (stands(n, origin, to))
        return "occupied";
    int df = file_of(to) - file_of(from), dr = rank_of(to) - rank_of(from);
    if ((df == 0 && dr == 0) || (df != 0 && dr != 0 && abs(df) != abs(dr)))
        return "no-hurdle";
    int distance = abs(df) > abs(dr) ? abs(df) : abs(dr), pieces = 0;
    for (int i = 1; i < distance; i++)
        if (stands(n, origin,
                   cell_at(0, (unsigned)(file_of(from) + i * sign(df)),
                           (unsigned)(rank_of(from) + i * sign(dr)))))
            pieces++;
    if (pieces == 0)
        return "no-hurdle";
    if (!is_hogga(n) && !naive_word(n->rules, "hops", "long") && distance != 2)
        return "no-hurdle";
    unsigned hurdle = distance % 2 ? ZI_CELL_EMPTY : stands(n, origin, midpoint(from, to));
    if (!hurdle)
        return "uneven-hop";
    if (pieces > 1)
        return "blocked";
    if (hurdle == ZI_CELL_BLACK_HOGGA || hurdle == ZI_CELL_WHITE_HOGGA)
        return "hurdle-is-hogga";
    return yard_closes(n, from, to) ? "yard-closed" : NULL;
}

static bool is_adjacent(cell a, cell b) {
    return a != b && abs(file_of(a) - file_of(b)) <= 1 && abs(rank_of(a) - rank_of(b)) <= 1;
}

static const char *step_reason(const struct naive *n, cell from, cell to) {
    if (n->now.at[to])
        return "occupied";
    return yard_closes(n, from, to) ? "yard-closed" : NULL;
}

static bool is_forward_hop(const struct naive *n, cell from, cell to) { /* M12 */
    unsigned me = n->now.turn;
    if (owner(n->now.at[from]) != me || !in_yard(n, me, from) || hop_reason(n, from, from, to))
        return false;
    int north = sign(rank_of(to) - rank_of(from)), west = sign(file_of(from) - file_of(to));
    if (me == BLACK) {
        north = -north;
        west = -west;
    }
    return north >= 0 && west >= 0 && owner(n->now.at[midpoint(from, to)]) == !me;
}

static bool must_hop_forward(const struct naive *n) {
    if (is_hogga(n) || !naive_word(n->rules, "forced", "forward"))
        return false;
    for (cell from = 0; from < BOARD_CELLS; from++)
        for (cell to = 0; owner(n->now.at[from]) == n->now.turn && to < BOARD_CELLS; to++)
            if (on_board(n, to) && is_forward_hop(n, from, to))
                return true;
    return false;
}

/* H6, H9: may a turn end here? */
static bool may_end(const struct naive *n, cell c) {
    return !is_hogga(n) || !dotted_for(!n->now.turn, c);
}

static void extend(struct choice *best, const char *way, cell to) {
    char name[8], text[CHOICE_TEXT_MAX + 16];
    name_of(to, name);
    snprintf(text, sizeof text, "%s^%s", way, name);
    if (strlen(text) >= CHOICE_TEXT_MAX)
        abort();
    if (!best->text[0] || strcmp(text, best->text) < 0)
        memcpy(best->text, text, strlen(text) + 1);
}

/* All chains from `from`, shortest first, of equally short ones the text that is smallest. The
   origin is a cell like any other once the piece has left it: after a first hop that was forced
   it may go on from there in any direction. */
static void find_chains(const struct naive *n, cell from, bool forced, struct ways *ways) {
    int hops[BOARD_CELLS] = {0};
    bool grows = true;
    for (int hop = 1; grows; hop++) {
        grows = false;
        for (cell at = 0; at < BOARD_CELLS; at++) {
            char way[CHOICE_TEXT_MAX];
            if (hop == 1 ? at != from : hops[at] != hop - 1)
                continue;
            name_of(from, way);
            if (hop > 1)
                memcpy(way, ways->to[at].text, sizeof way);
            for (cell to = 0; to < BOARD_CELLS; to++) {
                if (!on_board(n, to) || (hops[to] && hops[to] < hop))
                    continue;
                if (hop_reason(n, from, at, to) ||
                    (hop == 1 && forced && !is_forward_hop(n, from, to)))
                    continue;
                hops[to] = hop;
                extend(&ways->to[to], way, to);
                grows = true;
            }
        }
    }
}

/* Every legal choice of one own piece. */
static void find_ways(const struct naive *n, cell from, struct ways *ways) {
    bool forced = must_hop_forward(n);
    char name[8];
    for (cell to = 0; to < BOARD_CELLS; to++)
        ways->to[to].text[0] = 0;
    find_chains(n, from, forced, ways);
    for (cell to = 0; to < BOARD_CELLS; to++) {
        char *text = ways->to[to].text;
        if (on_board(n, to) && is_adjacent(from, to) && !step_reason(n, from, to) && !forced) {
            name_of(from, text);
            name_of(to, name);
            strcat(text, "-");
            strcat(text, name);
        }
        if (to == from || !may_end(n, to))
            text[0] = 0;
    }
}

static size_t hops_choices(const struct naive *n, struct choice *out, size_t cap) {
    struct ways ways;
    size_t count = 0;
    for (cell from = 0; from < BOARD_CELLS; from++) {
        if (!on_board(n, from) || owner(n->now.at[from]) != n->now.turn)
            continue;
        find_ways(n, from, &ways);
        for (cell to = 0; to < BOARD_CELLS; to++)
            if (ways.to[to].text[0] && count++ < cap)
                out[count - 1] = ways.to[to];
    }
    if (count == 0 && count++ < cap) /* C2 */
        strcpy(out->text, "--");
    return count;
}

static bool must_pass(const struct naive *n) {
    struct choice only;
    hops_choices(n, &only, 1);
    return strcmp(only.text, "--") == 0;
}

static const char *walk_reason(const struct naive *n, const struct move *m) {
    cell from = move_from(m), to = move_to(m);
    bool step = m->count == 2 && is_adjacent(from, to);
    const char *reason = step ? step_reason(n, from, to) : NULL;
    for (unsigned i = 1; !step && !reason && i < m->count; i++)
        reason = hop_reason(n, from, m->cell[i - 1], m->cell[i]);
    if (reason)
        return reason;
    if (from == to)
        return "returns-to-start";
    if (!may_end(n, to))
        return "forbidden-cell";
    if (must_hop_forward(n) && (step || !is_forward_hop(n, from, m->cell[1])))
        return "forced-hop";
    return NULL;
}

static const char *hops_check(const struct naive *n, const struct move *m) {
    if (m->kind == MOVE_PASS)
        return must_pass(n) ? NULL : "must-not-pass";
    if (!n->now.at[move_from(m)])
        return "empty-origin";
    if (owner(n->now.at[move_from(m)]) != n->now.turn)
        return "not-own-piece";
    if (m->kind == MOVE_WALK)
        return walk_reason(n, m);
    struct ways ways;
    find_ways(n, move_from(m), &ways);
    return ways.to[move_to(m)].text[0] ? NULL : "no-route";
}

static void hops_play(struct naive *n, const struct move *m, struct effect *effect) {
    (void)effect;
    if (m->kind != MOVE_PASS) {
        n->now.at[move_to(m)] = n->now.at[move_from(m)];
        n->now.at[move_from(m)] = ZI_CELL_EMPTY;
    }
    naive_end_turn(n);
}

/* Whether the side has a piece, and all of them on its goal. */
static bool is_home(const struct naive *n, unsigned side) {
    unsigned pieces = 0;
    for (cell c = 0; c < BOARD_CELLS; c++)
        if (owner(n->now.at[c]) == side) {
            pieces++;
            if (!is_goal(n, side, c))
                return false;
        }
    return pieces > 0;
}

/* H13. Who has no piece has nothing left to bring home. */
static bool hogga_home(const struct naive *n, unsigned side) {
    for (cell c = 0; c < BOARD_CELLS; c++)
        if (owner(n->now.at[c]) == side)
            return is_home(n, side);
    return true;
}

static struct outcome hogga_outcome(const struct naive *n) {
    unsigned mover = !n->now.turn;
    if (is_home(n, mover)) /* H11 */
        return (struct outcome){result_win(mover), "goal"};
    return (struct outcome){RESULT_OPEN, NULL};
}

/* M13: the opponent's yard is full, with a piece of the side's in it. */
static bool occupies_goal(const struct naive *n, unsigned side) {
    bool own = false;
    for (cell c = 0; c < BOARD_CELLS; c++)
        if (on_board(n, c) && is_goal(n, side, c)) {
            if (!n->now.at[c])
                return false;
            own |= owner(n->now.at[c]) == side;
        }
    return own;
}

/* M7. The limit in moves, 0 for none. */
static uint32_t evacuation(const struct naive *n) {
    uint32_t limit;
    if (naive_number(n->rules, "evacuation", &limit))
        return limit;
    return naive_variant(n->rules, "8x8") ? 30 : naive_variant(n->rules, "10x10") ? 50 : 0;
}

static struct outcome halma_outcome(const struct naive *n) {
    unsigned mover = !n->now.turn;
    uint32_t limit = evacuation(n);
    bool home =
        naive_word(n->rules, "goal", "occupied") ? occupies_goal(n, mover) : is_home(n, mover);
    if (home)
        return (struct outcome){result_win(mover), "goal"};
    for (cell c = 0; c < BOARD_CELLS; c++)
        if (limit && n->turns[mover] > limit && owner(n->now.at[c]) == mover &&
            in_yard(n, mover, c))
            return (struct outcome){result_win(!mover), "yard"};
    return (struct outcome){RESULT_OPEN, NULL};
}

static void hogga_start(struct naive *n) { /* H3, H5 */
    memset(&n->now, 0, sizeof n->now);
    n->now.turn = BLACK;
    for (cell c = 0; c < BOARD_CELLS; c++) {
        if (!on_board(n, c))
            continue;
        if (in_blacks_corner(c) && is_dark(c))
            n->now.at[c] = rank_of(c) == 9 ? ZI_CELL_BLACK_HOGGA : ZI_CELL_BLACK;
        if (in_whites_corner(c) && !is_dark(c))
            n->now.at[c] = rank_of(c) == 3 ? ZI_CELL_WHITE_HOGGA : ZI_CELL_WHITE;
    }
}

static void halma_start(struct naive *n) { /* M2 */
    memset(&n->now, 0, sizeof n->now);
    n->now.turn = naive_word(n->rules, "first", "black") ? BLACK : WHITE;
    for (cell c = 0; c < BOARD_CELLS; c++)
        if (on_board(n, c))
            n->now.at[c] = in_yard(n, BLACK, c)   ? ZI_CELL_BLACK
                           : in_yard(n, WHITE, c) ? ZI_CELL_WHITE
                                                  : ZI_CELL_EMPTY;
}

static cell some_cell(const struct naive *n, struct dice *d) {
    return cell_at(0, dice_below(d, n->rules->board.files), dice_below(d, n->rules->board.ranks));
}

/* A few pieces or all of them, most of them near the goal, or in one heap so that there are
 * hurdles. */
static void hops_scatter(struct naive *n, struct dice *d) {
    unsigned pieces[2] = {0, 0}, full = 0, goal_share = dice_below(d, 5);
    hogga_start(n);
    if (!is_hogga(n))
        halma_start(n);
    for (cell c = 0; c < BOARD_CELLS; c++)
        full += owner(n->now.at[c]) == BLACK;
    memset(n->now.at, 0, sizeof n->now.at);
    n->now.turn = (uint8_t)dice_below(d, 2);
    for (unsigned side = BLACK; side <= WHITE; side++) {
        unsigned wanted = dice_one_in(d, 3) ? full : dice_below(d, full + 1);
        for (unsigned tries = 0; pieces[side] < wanted && tries < 5000; tries++) {
            cell c = some_cell(n, d);
            if (n->now.at[c] || (goal_share && !is_goal(n, side, c) && tries % (goal_share * 20)))
                continue;
            bool hogga = is_hogga(n) && pieces[side] < 3;
            n->now.at[c] = (uint8_t)(hogga ? (side ? ZI_CELL_WHITE_HOGGA : ZI_CELL_BLACK_HOGGA)
                                           : (side ? ZI_CELL_WHITE : ZI_CELL_BLACK));
            pieces[side]++;
        }
    }
}

/* Where the next leg of a strayed chain goes: mostly a hop that is right, else any cell in line. */
static cell stray_leg(const struct naive *n, struct dice *d, cell origin, cell from) {
    cell right[BOARD_CELLS];
    size_t count = 0;
    for (cell to = 0; to < BOARD_CELLS; to++)
        if (on_board(n, to) && !hop_reason(n, origin, from, to))
            right[count++] = to;
    if (count && !dice_one_in(d, 4))
        return right[dice_below(d, count)];
    for (unsigned tries = 0; tries < 50; tries++) {
        cell to = some_cell(n, d);
        int df = abs(file_of(to) - file_of(from)), dr = abs(rank_of(to) - rank_of(from));
        if (df == 0 || dr == 0 || df == dr)
            return to;
    }
    return some_cell(n, d);
}

static void hops_stray(const struct naive *n, struct dice *d, struct move *m) {
    memset(m, 0, sizeof *m);
    unsigned kind = dice_below(d, 32);
    if (kind == 0) {
        m->kind = MOVE_PASS;
        return;
    }
    m->kind = kind < 4 ? MOVE_ROUTE : MOVE_WALK;
    m->cell[0] = some_cell(n, d);
    for (unsigned tries = 0; !dice_one_in(d, 20) && tries < 200; tries++) {
        m->cell[0] = some_cell(n, d);
        if (owner(n->now.at[m->cell[0]]) == n->now.turn)
            break;
    }
    unsigned legs = m->kind == MOVE_ROUTE || dice_one_in(d, 3) ? 1 : 1 + dice_below(d, 5);
    m->count = 1;
    while (legs--) {
        cell from = m->cell[m->count - 1];
        m->cell[m->count++] =
            dice_one_in(d, 8) ? some_cell(n, d) : stray_leg(n, d, m->cell[0], from);
    }
    if (m->count > 1 && dice_one_in(d, 6)) /* a step that may be none */
        m->cell[1] = cell_at(0, (cell_file(m->cell[0]) + dice_below(d, 2)) % n->rules->board.files,
                             (cell_rank(m->cell[0]) + dice_below(d, 2)) % n->rules->board.ranks);
    if (m->kind == MOVE_WALK && dice_one_in(d, 8)) {
        m->cell[m->count] = m->cell[dice_below(d, m->count)];
        m->count++;
    }
}

static const char *const hogga_reasons[] = {"empty-origin",    "not-own-piece",    "occupied",
                                            "no-hurdle",       "uneven-hop",       "blocked",
                                            "hurdle-is-hogga", "returns-to-start", "forbidden-cell",
                                            "no-route",        "must-not-pass",    NULL};

const struct naive_game naive_hogga = {
    .name = "hogga",
    .reasons = hogga_reasons,
    .start = hogga_start,
    .check = hops_check,
    .play = hops_play,
    .outcome = hogga_outcome,
    .choices = hops_choices,
    .scatter = hops_scatter,
    .stray = hops_stray,
    .home = hogga_home,
};

static const char *const halma_reasons[] = {
    "empty-origin", "not-own-piece",    "occupied",   "no-hurdle", "uneven-hop",    "blocked",
    "yard-closed",  "returns-to-start", "forced-hop", "no-route",  "must-not-pass", NULL};

const struct naive_game naive_halma = {
    .name = "halma",
    .reasons = halma_reasons,
    .start = halma_start,
    .check = hops_check,
    .play = hops_play,
    .outcome = halma_outcome,
    .choices = hops_choices,
    .scatter = hops_scatter,
    .stray = hops_stray,
};
