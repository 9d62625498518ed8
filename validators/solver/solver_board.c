#include "validators/solver/solver_board.h"

#include <stdlib.h>

#include "notation/games/walk.h"
#include "validators/games/key.h"

/* Tally: the low 16 bits are the sum of each man's cost for his cheaper half of the goal. Above
 * them are counts of men for whom the other half costs 1 more, or at least 2 more: first the men
 * who prefer the even half, then the others. */
enum { TALLY_EVEN_1 = 16, TALLY_EVEN_2 = 24, TALLY_ODD_1 = 32, TALLY_ODD_2 = 40 };

/* The cost of a cell without a way home; twelve of them must fit in the tally. */
enum { COST_NEVER = 255 };

static inline void flip(struct solo_board *b, unsigned at) { solo_lines_flip(b->line, at); }

/* The places that a hop from `place` may cross if a pawn is there (H7). */
static uint16_t hurdles_of(unsigned occupied, int place) {
    unsigned out = 0;
    for (int hurdle = 0; hurdle < SOLO_LINE; hurdle++) {
        int to = 2 * hurdle - place, low = place < to ? place + 1 : to,
            high = place < to ? to : place - 1;
        if (hurdle == place || to < 0 || to >= SOLO_LINE)
            continue;
        unsigned path = ((2U << high) - (1U << low)) & ~(1U << hurdle);
        if (!(occupied & path))
            out |= 1U << hurdle;
    }
    return (uint16_t)out;
}

void zi_solo_prepare(struct solo_ground *g) {
    for (int place = 0; place < SOLO_LINE; place++)
        for (unsigned occupied = 0; occupied < 1U << SOLO_LINE; occupied++)
            g->hurdles[occupied][place] = hurdles_of(occupied, place);
    for (unsigned kind = 0; kind < 2; kind++)
        for (unsigned at = 0; at < HOPS_CELLS; at++)
            g->zobrist[kind][at] = key_of(at, kind + 1);
}

static bool on_board(const struct board *board, int file, int rank) {
    return file >= 0 && file < board->files && rank >= 0 && rank < board->ranks;
}

/* Used while the costs are computed. */
struct relaxed {
    const struct board *board;
    bool standing[HOPS_CELLS]; /* a man of the winner */
    bool own[HOPS_CELLS];      /* an own pawn at the start */
    bool hurdle[HOPS_CELLS];   /* may be hopped over, now or later */
    uint8_t group[HOPS_CELLS]; /* cells between which chains may lead; 0: none yet */
};

/* Gives the group of `first` to all cells that chains may reach from there. */
static void flood(struct relaxed *r, unsigned first, uint8_t group) {
    uint8_t queue[HOPS_CELLS];
    unsigned count = 0;
    queue[count++] = (uint8_t)first;
    r->group[first] = group;
    for (unsigned i = 0; i < count; i++)
        for (int d = 0; d < 9; d++) {
            int df = d % 3 - 1, dr = d / 3 - 1, by = dr * 16 + df, from = queue[i];
            int file = (int)cell_file((cell)from), rank = (int)cell_rank((cell)from);
            for (int n = 1; by && on_board(r->board, file + 2 * n * df, rank + 2 * n * dr); n++) {
                bool clear = r->hurdle[from + n * by] && !r->standing[from + 2 * n * by];
                for (int k = 1; k < 2 * n && clear; k++)
                    clear = k == n || !r->standing[from + k * by];
                int to = from + 2 * n * by;
                if (!clear || r->group[to])
                    continue;
                r->group[to] = group;
                queue[count++] = (uint8_t)to;
            }
        }
}

/* Whether one move connects the cells in the relaxed game. Requires cells without men of the
 * winner. */
static bool is_edge(const struct relaxed *r, unsigned from, unsigned to) {
    return walk_adjacent((cell)from, (cell)to) || r->group[from] == r->group[to];
}

/* Computes the costs of all cells for the goal cells in one half, by searching back from these. */
static void fill_costs(const struct solo_ground *g, const struct relaxed *r, unsigned half,
                       uint8_t cost[HOPS_CELLS]) {
    uint8_t queue[HOPS_CELLS];
    unsigned count = 0;
    memset(cost, COST_NEVER, HOPS_CELLS);
    for (unsigned at = 0; at < HOPS_CELLS; at++)
        if (g->goal[at] && !r->standing[at] && cell_file((cell)at) % 2 == half) {
            cost[at] = 0;
            queue[count++] = (uint8_t)at;
        }
    for (unsigned i = 0; i < count; i++) {
        unsigned to = queue[i];
        if (!g->end[to])
            continue;
        for (unsigned from = 0; from < HOPS_CELLS; from++)
            if (r->group[from] && cost[from] == COST_NEVER && is_edge(r, from, to)) {
                cost[from] = (uint8_t)(cost[to] + 1);
                queue[count++] = (uint8_t)from;
            }
    }
}

/* Marks the cells that men of this kind may ever reach from where they are. */
static void spread(const struct solo_ground *g, const struct relaxed *r, const struct solo_men *men,
                   unsigned kind, bool reached[HOPS_CELLS]) {
    uint8_t queue[HOPS_CELLS];
    bool seen[HOPS_CELLS] = {false};
    unsigned count = 0;
    for (unsigned i = kind ? g->pawns : 0; i < (kind ? g->men : g->pawns); i++) {
        queue[count++] = men->cell[i];
        seen[men->cell[i]] = true;
    }
    for (unsigned i = 0; i < count; i++) {
        reached[queue[i]] = true;
        for (unsigned to = 0; to < HOPS_CELLS; to++)
            if (r->group[to] && !seen[to] && g->end[to] && is_edge(r, queue[i], to)) {
                seen[to] = true;
                queue[count++] = (uint8_t)to;
            }
    }
}

static uint64_t weight_of(uint8_t even, uint8_t odd) {
    unsigned more = even < odd ? odd - even : even - odd;
    uint64_t weight = even < odd ? even : odd;
    if (more)
        weight += (uint64_t)1 << (even < odd ? (more == 1 ? TALLY_EVEN_1 : TALLY_EVEN_2)
                                             : (more == 1 ? TALLY_ODD_1 : TALLY_ODD_2));
    return weight;
}

/* Finds where hops of men of this kind may ever lead. An own pawn is a hurdle only for another man,
 * and only where it may end a turn or stood at the start. */
static void fill_groups(const struct solo_ground *g, struct relaxed *r, const struct solo_board *b,
                        unsigned kind) {
    bool other = kind ? g->pawns > 0 : g->pawns > 1;
    uint8_t group = 0;
    for (unsigned at = 0; at < HOPS_CELLS; at++) {
        r->hurdle[at] =
            r->standing[at] ? b->at[at] == SOLO_PAWN : other && (g->end[at] || r->own[at]);
        r->group[at] = 0;
    }
    for (unsigned rank = 0; rank < r->board->ranks; rank++)
        for (unsigned file = 0; file < r->board->files; file++) {
            unsigned at = cell_at(0, file, rank);
            if (!r->group[at] && !r->standing[at])
                flood(r, at, ++group);
        }
}

/* Fills the tables that depend on costs. */
static void fill_weights(struct solo_ground *g, struct relaxed *r, const struct solo_board *b,
                         const struct solo_men *men) {
    bool reached[HOPS_CELLS] = {false};
    for (unsigned kind = 0; kind < 2; kind++) {
        fill_groups(g, r, b, kind);
        spread(g, r, men, kind, reached);
        for (unsigned half = 0; half < 2; half++)
            fill_costs(g, r, half, g->cost[kind][half]);
        for (unsigned at = 0; at < HOPS_CELLS; at++)
            g->weight[kind][at] = weight_of(g->cost[kind][0][at], g->cost[kind][1][at]);
    }
    memset(g->capacity, 0, sizeof g->capacity);
    for (unsigned at = 0; at < HOPS_CELLS; at++)
        if (g->goal[at] && reached[at])
            g->capacity[cell_file((cell)at) % 2]++;
}

/* King's steps to the nearest goal cell. */
static void fill_distances(struct solo_ground *g) {
    for (int at = 0; at < HOPS_CELLS; at++) {
        int best = RANKS_MAX;
        for (int to = 0; to < HOPS_CELLS; to++) {
            int df = abs(at % 16 - to % 16), dr = abs(at / 16 - to / 16);
            int steps = df > dr ? df : dr;
            if (g->goal[to] && steps < best)
                best = steps;
        }
        g->distance[at] = (uint8_t)best;
    }
}

/* Puts the winner's men on an empty board and lists the loser's. */
static void accept_men(struct solo_ground *g, struct solo_board *b, struct relaxed *r,
                       const struct hops *pos, struct solo_men *men) {
    uint8_t pawn = pos->turn ? ZI_CELL_WHITE : ZI_CELL_BLACK;
    uint8_t hogga = pos->turn ? ZI_CELL_WHITE_HOGGA : ZI_CELL_BLACK_HOGGA;
    memset(men, 255, sizeof *men);
    g->pawns = 0;
    for (unsigned at = 0; at < HOPS_CELLS; at++) {
        if (!on_board(r->board, (int)cell_file((cell)at), (int)cell_rank((cell)at)))
            continue;
        r->own[at] = pos->at[at] == pawn;
        r->standing[at] = pos->at[at] && pos->at[at] != pawn && pos->at[at] != hogga;
        if (r->own[at])
            men->cell[g->pawns++] = (uint8_t)at;
        if (r->standing[at])
            b->at[at] = pos->at[at] >= ZI_CELL_BLACK_HOGGA ? SOLO_HOGGA : SOLO_PAWN;
        else
            flip(b, at);
    }
    g->men = g->pawns;
    for (unsigned at = 0; at < HOPS_CELLS; at++)
        if (pos->at[at] == hogga)
            men->cell[g->men++] = (uint8_t)at;
}

void zi_solo_place(const struct solo_ground *g, struct solo_board *b, const struct solo_men *men) {
    for (unsigned i = 0; i < g->men && b->men.cell[i] != 255; i++) {
        b->at[b->men.cell[i]] = SOLO_EMPTY;
        flip(b, b->men.cell[i]);
    }
    b->men = *men;
    b->hash = b->tally = 0;
    for (unsigned i = 0; i < g->men; i++) {
        unsigned kind = i >= g->pawns, at = men->cell[i];
        b->at[at] = kind ? SOLO_HOGGA : SOLO_PAWN;
        flip(b, at);
        b->hash ^= g->zobrist[kind][at];
        b->tally += g->weight[kind][at];
    }
}

void zi_solo_move_men(const struct solo_ground *g, struct solo_men *men, unsigned from,
                      unsigned to) {
    uint8_t *man = men->cell;
    unsigned i = 0;
    while (man[i] != from)
        i++;
    unsigned first = i < g->pawns ? 0 : g->pawns, end = i < g->pawns ? g->pawns : g->men;
    for (; i + 1 < end && man[i + 1] < to; i++)
        man[i] = man[i + 1];
    for (; i > first && man[i - 1] > to; i--)
        man[i] = man[i - 1];
    man[i] = (uint8_t)to;
}

void zi_solo_move(const struct solo_ground *g, struct solo_board *b, unsigned from, unsigned to) {
    b->tally = solo_tally(g, b, from, to);
    b->hash = solo_hash(g, b, from, to);
    b->at[to] = b->at[from];
    b->at[from] = SOLO_EMPTY;
    flip(b, from);
    flip(b, to);
    zi_solo_move_men(g, &b->men, from, to);
}

static const int8_t step[8] = {-17, -16, -15, -1, 1, 15, 16, 17};

/* Adds the landing cells of hops from a cell, which must be empty in *b, that have not been seen.
 * Returns their number. */
static inline unsigned hops(const struct solo_ground *g, const struct solo_board *b, unsigned from,
                            uint8_t *out, struct solo_cells *seen) {
    unsigned count = 0;
    for (unsigned kind = 0; kind < LINE_KINDS; kind++) {
        unsigned place = solo_place_of(from, kind);
        unsigned occupied = b->line[kind][solo_line_of(from, kind)] & ((1U << SOLO_LINE) - 1);
        for (unsigned over = g->hurdles[occupied][place] & occupied; over;) {
            unsigned hurdle = 31U - (unsigned)__builtin_clz(over);
            int by = (int)hurdle - (int)place;
            over &= ~(1U << hurdle);
            unsigned to = solo_along(from, kind, 2 * by);
            if (solo_cells_has(seen, to) || b->at[solo_along(from, kind, by)] == SOLO_HOGGA)
                continue;
            solo_cells_add(seen, to);
            out[count++] = (uint8_t)to;
        }
    }
    return count;
}

/* Adds the landing cells of all chains from queue[0], which must be empty in *b, to the queue. */
static unsigned chains(const struct solo_ground *g, const struct solo_board *b, uint8_t *queue,
                       struct solo_cells *seen) {
    unsigned count = 1;
    for (unsigned i = 0; i < count; i++)
        count += hops(g, b, queue[i], queue + count, seen);
    return count;
}

unsigned zi_solo_destinations(const struct solo_ground *g, struct solo_board *b, unsigned from,
                              uint8_t out[SOLO_DESTINATIONS]) {
    uint8_t queue[SOLO_DESTINATIONS];
    struct solo_cells seen = {0};
    unsigned count = 0;
    queue[0] = (uint8_t)from;
    solo_cells_add(&seen, from);
    flip(b, from);
    unsigned landings = chains(g, b, queue, &seen);
    for (unsigned i = 1; i < landings; i++)
        if (g->end[queue[i]])
            out[count++] = queue[i];
    for (unsigned d = 0; d < 8; d++) {
        unsigned to = from + (unsigned)(int)step[d];
        if (to >= HOPS_CELLS || b->line[LINE_RANK][to / 16] >> to % 16 & 1 ||
            solo_cells_has(&seen, to) || !g->end[to])
            continue;
        out[count++] = (uint8_t)to;
    }
    flip(b, from);
    return count;
}

/* Adds the cells of a hop except the first. */
static void add_hop(struct solo_way *way, unsigned from, unsigned to) {
    int files = (int)cell_file((cell)to) - (int)cell_file((cell)from);
    int ranks = (int)cell_rank((cell)to) - (int)cell_rank((cell)from);
    int length = abs(files) > abs(ranks) ? abs(files) : abs(ranks);
    int step_by = ((int)to - (int)from) / length;
    for (int i = 1; i <= length; i++)
        solo_cells_add(2 * i == length ? &way->over : &way->clear,
                       (unsigned)((int)from + i * step_by));
}

void zi_solo_find_way(const struct solo_ground *g, struct solo_board *b, unsigned from, unsigned to,
                      struct solo_way *way) {
    uint8_t queue[SOLO_DESTINATIONS], before[SOLO_DESTINATIONS];
    struct solo_cells seen = {0};
    unsigned count = 1;
    *way = (struct solo_way){.over = {{0}}};
    if (solo_cells_has(&g->beside[from], to))
        return;
    queue[0] = (uint8_t)from;
    solo_cells_add(&seen, from);
    flip(b, from);
    for (unsigned i = 0; !solo_cells_has(&seen, to); i++) {
        unsigned landings = hops(g, b, queue[i], queue + count, &seen);
        memset(before + count, (int)i, landings);
        count += landings;
    }
    flip(b, from);
    unsigned at = 0;
    while (queue[at] != to)
        at++;
    for (; at; at = before[at])
        add_hop(way, queue[before[at]], queue[at]);
}

/* Empties the cell, or puts a pawn there. */
static void toggle_pawn(struct solo_board *b, unsigned at) {
    b->at[at] = b->at[at] ? SOLO_EMPTY : SOLO_PAWN;
    flip(b, at);
}

/* Finds where the last man may come from. The board has the winner's men; all goal cells but one
 * are taken too, by pawns in the best case. A hop can be reversed. */
static void fill_last(struct solo_ground *g, struct solo_board *b) {
    for (unsigned i = 0; i < g->goals; i++)
        toggle_pawn(b, g->goal_cell[i]);
    for (unsigned i = 0; i < g->goals; i++) {
        uint8_t queue[SOLO_DESTINATIONS] = {g->goal_cell[i]};
        struct solo_cells *from = &g->last[i];
        toggle_pawn(b, queue[0]);
        *from = (struct solo_cells){0};
        solo_cells_add(from, queue[0]);
        chains(g, b, queue, from);
        solo_cells_join(from, &g->beside[queue[0]]);
        toggle_pawn(b, queue[0]);
    }
    for (unsigned i = 0; i < g->goals; i++)
        toggle_pawn(b, g->goal_cell[i]);
}

/* Fills the sets of cells that depend on the costs. */
static void fill_stops(struct solo_ground *g) {
    memset(g->within, 0, sizeof g->within);
    for (unsigned at = 0; at < HOPS_CELLS; at++)
        for (unsigned kind = 0; kind < 2 && g->end[at]; kind++)
            for (unsigned moves = 0; moves < SOLO_WITHIN; moves++)
                if (moves == SOLO_WITHIN - 1 || solo_least(g, kind, at) <= moves)
                    solo_cells_add(&g->within[kind][moves], at);
}

static void fill_beside(struct solo_ground *g, const struct board *board) {
    memset(g->beside, 0, sizeof g->beside);
    for (unsigned at = 0; at < HOPS_CELLS; at++)
        for (unsigned d = 0; d < 8; d++) {
            unsigned to = at + (unsigned)(int)step[d];
            if (to < HOPS_CELLS &&
                on_board(board, (int)cell_file((cell)to), (int)cell_rank((cell)to)))
                solo_cells_add(&g->beside[at], to);
        }
}

/* Fills the tables that depend only on the winner's men. */
static void fill_standing(struct solo_ground *g, struct solo_board *b, const struct board *board) {
    g->open = g->winner_pawns = (struct solo_cells){0};
    g->goals = 0;
    g->free_goals = (struct solo_cells){0};
    for (unsigned at = 0; at < HOPS_CELLS; at++) {
        if (!b->at[at] && on_board(board, (int)cell_file((cell)at), (int)cell_rank((cell)at)))
            solo_cells_add(&g->open, at);
        if (b->at[at] == SOLO_PAWN)
            solo_cells_add(&g->winner_pawns, at);
        if (!g->goal[at] || b->at[at])
            continue;
        g->goal_index[at] = g->goals;
        g->goal_cell[g->goals++] = (uint8_t)at;
        solo_cells_add(&g->free_goals, at);
    }
    fill_last(g, b);
}

void zi_solo_begin(struct solo_ground *g, struct solo_board *b, const struct hops *pos) {
    const uint8_t *zone = pos->ruleset->zone;
    struct relaxed r = {.board = &pos->ruleset->board};
    struct solo_men men;
    memset(b, 0, sizeof *b);
    memset(&b->men, 255, sizeof b->men);
    memset(b->line, 255, sizeof b->line); /* cells off the board are occupied */
    for (unsigned at = 0; at < HOPS_CELLS; at++) {
        g->goal[at] = zone[at] & (unsigned)ZONE_GOAL << pos->turn;
        g->end[at] = !(zone[at] & (unsigned)ZONE_FORBIDDEN << pos->turn);
    }
    accept_men(g, b, &r, pos, &men);
    fill_beside(g, r.board);
    fill_standing(g, b, r.board);
    fill_weights(g, &r, b, &men);
    fill_stops(g);
    fill_distances(g);
    zi_solo_place(g, b, &men);
}

static inline unsigned tally_part(uint64_t tally, unsigned shift) { return tally >> shift & 255; }

/* Men beyond a half's capacity must go to the other half; those who lose least go first. */
static unsigned surplus(uint64_t tally, unsigned cheap, unsigned dear, unsigned capacity) {
    unsigned by_one = tally_part(tally, cheap), men = by_one + tally_part(tally, dear);
    if (men <= capacity)
        return 0;
    unsigned over = men - capacity;
    return over > by_one ? 2 * over - by_one : over;
}

unsigned zi_solo_bound(const struct solo_ground *g, uint64_t tally) {
    return (unsigned)(tally & 0xffff) + surplus(tally, TALLY_EVEN_1, TALLY_EVEN_2, g->capacity[0]) +
           surplus(tally, TALLY_ODD_1, TALLY_ODD_2, g->capacity[1]);
}

bool zi_solo_is_crowded(const struct solo_ground *g, uint64_t tally) {
    return zi_solo_bound(g, tally) != (tally & 0xffff);
}

bool zi_solo_feasible(const struct solo_ground *g, const struct solo_board *b) {
    unsigned even = 0, odd = 0;
    for (unsigned i = 0; i < g->men; i++) {
        const uint8_t(*cost)[HOPS_CELLS] = g->cost[i >= g->pawns];
        unsigned at = b->men.cell[i];
        bool to_even = cost[0][at] != COST_NEVER, to_odd = cost[1][at] != COST_NEVER;
        if (!to_even && !to_odd)
            return false;
        even += !to_odd;
        odd += !to_even;
    }
    return even <= g->capacity[0] && odd <= g->capacity[1] &&
           g->men <= g->capacity[0] + g->capacity[1];
}
