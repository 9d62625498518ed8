#include "validators/games/hops.h"

#include <stdlib.h>

#include "notation/base/wide.h"
#include "notation/games/walk.h"
#include "validators/games/key.h"

/* Functions with the kind of hops as a parameter are inlined, so it is a constant in them. */
#define INLINED static inline __attribute__((always_inline))

/* Black pieces are odd. */
static inline unsigned side_of(uint8_t piece) { return ~piece & 1U; }

static bool is_hogga(uint8_t piece) { return piece >= ZI_CELL_BLACK_HOGGA; }

/* Whether a piece of the player to move is there. */
static inline bool is_own(const struct hops *pos, unsigned at) {
    return pos->at[at] && side_of(pos->at[at]) == pos->turn;
}

static inline bool in_zone(const struct hops *pos, unsigned at, enum zone zone, unsigned side) {
    return pos->ruleset->zone[at] & zone << side;
}

/* During a chain the origin is treated as empty (H7, M4). */
static inline bool is_empty(const struct hops *pos, unsigned at, unsigned origin) {
    return !pos->at[at] | (at == origin);
}

/* M11: no piece enters its own yard or leaves the opponent's. */
static bool yard_closed(const struct hops *pos, unsigned from, unsigned to) {
    unsigned side = pos->turn;
    return (in_zone(pos, to, ZONE_YARD, side) && !in_zone(pos, from, ZONE_YARD, side)) ||
           (in_zone(pos, from, ZONE_YARD, !side) && !in_zone(pos, to, ZONE_YARD, !side));
}

/* Adds a piece to a cell's lines, or removes it. */
INLINED void lines_flip(struct hops *pos, unsigned at, uint8_t piece) {
    uint64_t lines = lines_of_cell[at];
    uint32_t one = is_hogga(piece) ? LINE_HOGGA : 1;
    uint32_t file = one << line_bit(lines, LINE_RANK), rank = one << line_bit(lines, LINE_FILE);
    pos->line[line_number(lines, LINE_RANK)] ^= file;
    pos->line[line_number(lines, LINE_FILE)] ^= rank;
    pos->line[line_number(lines, LINE_RISING)] ^= file;
    pos->line[line_number(lines, LINE_FALLING)] ^= file;
}

/* The pieces strictly between two cells on a common line, as its bits; the origin is ignored. */
static unsigned pieces_between(const struct hops *pos, unsigned from, unsigned to,
                               unsigned origin) {
    uint64_t one = lines_of_cell[from], other = lines_of_cell[to], start = lines_of_cell[origin];
    unsigned kind = line_in_common(one, other) / 8, line = line_number(one, kind);
    unsigned lifted = (unsigned)(line_number(start, kind) == line) << line_bit(start, kind);
    struct gap gap = gaps[0][line_bit(one, kind) << 4 | line_bit(other, kind)];
    return (uint16_t)(pos->line[line] & gap.between & ~lifted);
}

/* NULL, or the first rule that the hop breaks: occupied, no-hurdle, uneven-hop, blocked,
   hurdle-is-hogga, yard-closed. */
static const struct reason *hop_fault(const struct hops *pos, unsigned from, unsigned to,
                                      unsigned origin) {
    int df = (int)cell_file((cell)to) - (int)cell_file((cell)from);
    int dr = (int)cell_rank((cell)to) - (int)cell_rank((cell)from);
    unsigned length = (unsigned)abs(df ? df : dr);
    if (!is_empty(pos, to, origin))
        return REASON_OF(OCCUPIED);
    if (df && dr && df != dr && df != -dr)
        return REASON_OF(NO_HURDLE);
    unsigned middle = (from + to) / 2; /* if the length is even */
    if (!pos->long_hops && (length != 2 || is_empty(pos, middle, origin)))
        return REASON_OF(NO_HURDLE);
    if (pos->long_hops) {
        unsigned pieces = pieces_between(pos, from, to, origin);
        if (!pieces)
            return REASON_OF(NO_HURDLE);
        if (length % 2 || is_empty(pos, middle, origin))
            return REASON_OF(UNEVEN_HOP);
        if (pieces & (pieces - 1))
            return REASON_OF(BLOCKED);
        if (is_hogga(pos->at[middle]))
            return REASON_OF(HURDLE_IS_HOGGA);
    }
    if (pos->one_way && yard_closed(pos, from, to))
        return REASON_OF(YARD_CLOSED);
    return NULL;
}

/* The 8 directions, and the kinds of their lines, along which the bits rise or fall. */
static const struct {
    int8_t df, dr;
    uint8_t kind;
    bool up;
} directions[8] = {{0, 1, LINE_FILE, true},     {-1, 1, LINE_FALLING, false},
                   {-1, 0, LINE_RANK, false},   {-1, -1, LINE_RISING, false},
                   {1, 1, LINE_RISING, true},   {1, 0, LINE_RANK, true},
                   {1, -1, LINE_FALLING, true}, {0, -1, LINE_FILE, false}};

static bool on_board(const struct hops *pos, int file, int rank) {
    return (unsigned)file < pos->ruleset->board.files && (unsigned)rank < pos->ruleset->board.ranks;
}

/* The distance to the hurdle of a long hop from `from` in direction `d`, which lands on an empty
   cell of the line, perhaps beyond the board; 0: no such hop. */
INLINED unsigned hurdle_distance(const struct hops *pos, unsigned from, unsigned origin,
                                 unsigned d) {
    uint64_t one = lines_of_cell[from], start = lines_of_cell[origin];
    unsigned kind = directions[d].kind, line = line_number(one, kind), bit = line_bit(one, kind);
    unsigned lifted = (unsigned)(line_number(start, kind) == line) << line_bit(start, kind);
    unsigned pieces = (uint16_t)pos->line[line] & ~lifted, length, after;
    bool up = directions[d].up;
    unsigned ahead = up ? pieces >> bit >> 1 : pieces & ((1U << bit) - 1);
    if (!ahead)
        return 0;
    length = up ? (unsigned)__builtin_ctz(ahead) + 1 : bit - 31 + (unsigned)__builtin_clz(ahead);
    if (!up && 2 * length > bit)
        return 0;
    after = up ? ahead >> length & ((1U << length) - 1)
               : ahead & ((1U << (bit - length)) - (1U << (bit - 2 * length)));
    unsigned hurdle = up ? bit + length : bit - length;
    return after || pos->line[line] >> 16 >> hurdle & 1 ? 0 : length;
}

/* The landing cell of the hop from `from` in direction `d`, or -1. */
INLINED int hop_landing(const struct hops *pos, unsigned from, unsigned origin, unsigned d,
                        bool long_hops) {
    int df = directions[d].df, dr = directions[d].dr, step = dr * 16 + df;
    int length = long_hops ? (int)hurdle_distance(pos, from, origin, d) : 1;
    int file = (int)cell_file((cell)from) + 2 * length * df;
    int rank = (int)cell_rank((cell)from) + 2 * length * dr, to = (int)from + 2 * length * step;
    if (!length || !on_board(pos, file, rank))
        return -1;
    if (!long_hops && (is_empty(pos, (unsigned)((int)from + step), origin) ||
                       !is_empty(pos, (unsigned)to, origin)))
        return -1;
    return pos->one_way && yard_closed(pos, from, (unsigned)to) ? -1 : to;
}

/* M12: whether the option forces the hop: from the own yard, forward, over an opponent's piece.
 * Requires a legal hop. */
static bool is_forced_hop(const struct hops *pos, unsigned from, unsigned to) {
    int df = (int)cell_file((cell)to) - (int)cell_file((cell)from);
    int dr = (int)cell_rank((cell)to) - (int)cell_rank((cell)from);
    bool forward = pos->turn ? df <= 0 && dr >= 0 : df >= 0 && dr <= 0;
    unsigned middle = (from + to) / 2;
    return in_zone(pos, from, ZONE_YARD, pos->turn) && forward &&
           side_of(pos->at[middle]) != pos->turn;
}

/* M12: whether a piece of the player to move has a forced hop. */
static bool must_hop(const struct hops *pos) {
    if (!pos->forced || !hops_yard(pos, pos->turn))
        return false;
    for (unsigned from = 0; from < HOPS_CELLS; from++) {
        if (!is_own(pos, from) || !in_zone(pos, from, ZONE_YARD, pos->turn))
            continue;
        for (unsigned d = 0; d < 8; d++) {
            int to = hop_landing(pos, from, from, d, pos->long_hops);
            if (to >= 0 && is_forced_hop(pos, from, (unsigned)to))
                return true;
        }
    }
    return false;
}

/* The byte order of texts of cells that have another cell after them: `c13^` is before `c5^`. */
static unsigned cell_text_order(unsigned at) {
    return cell_file((cell)at) << 4 | (cell_rank((cell)at) + 7) % 16;
}

/* The cells that hops of one piece reach, in the order found, each with the index of the previous
 * cell; node 0 is the origin. All are an even number of files and ranks from it, so they fit. */
struct reach {
    struct {
        uint8_t at, before;
    } node[HOPS_CELLS];
    unsigned count;
    bool seen[HOPS_CELLS];
};

/* The landing cells of all hops from `from` that are not in *r, in text order. */
INLINED unsigned landings(const struct hops *pos, const struct reach *r, unsigned from, bool forced,
                          uint8_t out[8], bool long_hops) {
    unsigned origin = r->node[0].at, n = 0;
    for (unsigned d = 0; d < 8; d++) {
        int to = hop_landing(pos, from, origin, d, long_hops);
        if (to < 0 || r->seen[to] || (forced && !is_forced_hop(pos, from, (unsigned)to)))
            continue;
        unsigned k = n++;
        for (; k && cell_text_order(out[k - 1]) > cell_text_order((unsigned)to); k--)
            out[k] = out[k - 1];
        out[k] = (uint8_t)to;
    }
    return n;
}

static __attribute__((noinline)) unsigned long_landings(const struct hops *pos,
                                                        const struct reach *r, unsigned from,
                                                        bool forced, uint8_t out[8]) {
    return landings(pos, r, from, forced, out, true);
}
static __attribute__((noinline)) unsigned short_landings(const struct hops *pos,
                                                         const struct reach *r, unsigned from,
                                                         bool forced, uint8_t out[8]) {
    return landings(pos, r, from, forced, out, false);
}

/* Finds the best chain to each cell: the fewest hops, then the smallest text. A breadth-first
 * search in text order finds that chain first. With `forced` the first hop must be forced (M12),
 * and a chain may return to the origin and continue from there. */
static void reach_from(const struct hops *pos, unsigned origin, bool forced, struct reach *r) {
    memset(r->seen, 0, sizeof r->seen);
    r->node[0].at = (uint8_t)origin;
    r->count = 1;
    r->seen[origin] = !forced;
    for (unsigned next = 0; next < r->count; next++) {
        uint8_t to[8];
        unsigned n = (pos->long_hops ? long_landings : short_landings)(pos, r, r->node[next].at,
                                                                       forced && next == 0, to);
        for (unsigned k = 0; k < n; k++) {
            r->seen[to[k]] = true;
            r->node[r->count].at = to[k];
            r->node[r->count++].before = (uint8_t)next;
        }
    }
}

/* Sets the cells of a walk that starts at the origin to the chain to node `n` of *r. */
static void chain_to(const struct reach *r, unsigned n, struct move *m) {
    m->count = 1;
    for (unsigned k = n; k; k = r->node[k].before)
        m->count++;
    for (unsigned i = m->count; n; n = r->node[n].before)
        m->cell[--i] = r->node[n].at;
}

/* NULL, or the first rule that a step breaks, ignoring forced hops. */
static const struct reason *step_fault(const struct hops *pos, unsigned from, unsigned to) {
    if (pos->at[to])
        return REASON_OF(OCCUPIED);
    if (pos->one_way && yard_closed(pos, from, to))
        return REASON_OF(YARD_CLOSED);
    if (in_zone(pos, to, ZONE_FORBIDDEN, pos->turn))
        return REASON_OF(FORBIDDEN_CELL);
    return NULL;
}

/* Whether a chain that reaches `to` may end there (H9, M4). */
static bool may_end(const struct hops *pos, unsigned origin, unsigned to) {
    return to != origin && !in_zone(pos, to, ZONE_FORBIDDEN, pos->turn);
}

/* The destinations of the steps of the piece on `origin` (H6, M3). Returns their number. */
static unsigned steps_from(const struct hops *pos, unsigned origin, cell out[8]) {
    unsigned n = 0;
    for (unsigned d = 0; d < 8; d++) {
        int file = (int)cell_file((cell)origin) + directions[d].df;
        int rank = (int)cell_rank((cell)origin) + directions[d].dr;
        if (!on_board(pos, file, rank))
            continue;
        out[n] = cell_at(0, (unsigned)file, (unsigned)rank);
        n += !step_fault(pos, origin, out[n]);
    }
    return n;
}

/* Visits all moves of one piece. */
static bool visit_piece(const struct hops *pos, unsigned origin, bool forced, move_visitor *visit,
                        void *context) {
    struct move m = {.kind = MOVE_WALK, .count = 2, .cell = {(cell)origin}};
    struct reach r;
    cell steps[8];
    unsigned step_count = forced ? 0 : steps_from(pos, origin, steps);
    for (unsigned i = 0; i < step_count; i++) {
        m.cell[1] = steps[i];
        if (!visit(context, &m))
            return false;
    }
    /* A hop crosses an even number of cells (H7), so no chain ends where a step does. */
    reach_from(pos, origin, forced, &r);
    for (unsigned n = 1; n < r.count; n++) {
        if (!may_end(pos, origin, r.node[n].at))
            continue;
        chain_to(&r, n, &m);
        if (!visit(context, &m))
            return false;
    }
    return true;
}

/* Forwards visits and counts them. */
struct counted {
    move_visitor *visit;
    void *context;
    size_t visits;
};

static bool visit_counted(void *context, const struct move *m) {
    struct counted *c = context;
    c->visits++;
    return c->visit(c->context, m);
}

bool zi_hops_moves(const void *position, move_visitor *visit, void *context) {
    const struct hops *pos = position;
    if (!pos->solo && zi_hops_outcome(pos).result != RESULT_OPEN)
        return true;
    bool forced = must_hop(pos);
    struct counted c = {visit, context, 0};
    for (unsigned from = 0; from < HOPS_CELLS; from++) {
        if (is_own(pos, from) && !visit_piece(pos, from, forced, visit_counted, &c))
            return false;
    }
    if (c.visits)
        return true;
    struct move pass = {.kind = MOVE_PASS};
    return visit(context, &pass);
}

static bool visit_any(void *context, const struct move *m) {
    *(bool *)context = m->kind != MOVE_PASS;
    return false;
}

/* C2. */
static const struct reason *check_pass(const struct hops *pos) {
    bool any = false;
    zi_hops_moves(pos, visit_any, &any);
    return any ? REASON_OF(MUST_NOT_PASS) : NULL;
}

static const struct reason *check_route(const struct hops *pos, const struct move *m) {
    unsigned from = move_from(m), to = move_to(m);
    bool forced = must_hop(pos);
    if (!forced && walk_adjacent((cell)from, (cell)to) && !step_fault(pos, from, to))
        return NULL;
    struct reach r;
    reach_from(pos, from, forced, &r);
    return r.seen[to] && may_end(pos, from, to) ? NULL : REASON_OF(NO_ROUTE);
}

static const struct reason *check_walk(const struct hops *pos, const struct move *m) {
    unsigned from = move_from(m), to = move_to(m);
    const struct reason *fault;
    if (m->count == 2 && walk_adjacent((cell)from, (cell)to)) {
        fault = step_fault(pos, from, to);
        return fault ? fault : must_hop(pos) ? REASON_OF(FORCED_HOP) : NULL;
    }
    for (unsigned i = 1; i < m->count; i++) {
        if ((fault = hop_fault(pos, m->cell[i - 1], m->cell[i], from)))
            return fault;
    }
    if (to == from)
        return REASON_OF(RETURNS_TO_START);
    if (in_zone(pos, to, ZONE_FORBIDDEN, pos->turn))
        return REASON_OF(FORBIDDEN_CELL);
    if (must_hop(pos) && !is_forced_hop(pos, from, m->cell[1]))
        return REASON_OF(FORCED_HOP);
    return NULL;
}

const struct reason *zi_hops_check(const void *position, const struct move *m) {
    const struct hops *pos = position;
    if (m->kind == MOVE_PASS)
        return check_pass(pos);
    if (!is_own(pos, move_from(m)))
        return pos->at[move_from(m)] ? REASON_OF(NOT_OWN_PIECE) : REASON_OF(EMPTY_ORIGIN);
    return m->kind == MOVE_ROUTE ? check_route(pos, m) : check_walk(pos, m);
}

void zi_hops_complete(const void *position, struct move *m) {
    const struct hops *pos = position;
    unsigned from = move_from(m), to = move_to(m), n = 0;
    m->kind = MOVE_WALK;
    if (walk_adjacent((cell)from, (cell)to))
        return; /* no chain ends there */
    struct reach r;
    reach_from(pos, from, must_hop(pos), &r);
    do
        n++;
    while (r.node[n].at != to);
    chain_to(&r, n, m);
}

/* Blames the pieces between two cells, without the one in the middle if `but_middle`. */
static void blame_between(const struct hops *pos, const struct move *m, unsigned leg,
                          bool but_middle, struct blame *out) {
    cell from = m->cell[leg - 1], to = m->cell[leg];
    int df = (int)cell_file(to) - (int)cell_file(from),
        dr = (int)cell_rank(to) - (int)cell_rank(from);
    int length = abs(df ? df : dr), step = dr / length * 16 + df / length;
    for (int i = 1; i < length; i++) {
        unsigned at = (unsigned)((int)from + i * step);
        if (!is_empty(pos, at, move_from(m)) && !(but_middle && 2 * i == length))
            out->at[out->count++] = (cell)at;
    }
}

/* Where the leg breaks the rule: its end, unless what it hops over is wrong. */
static void blame_leg(const struct hops *pos, const struct move *m, unsigned leg,
                      const struct reason *reason, struct blame *out) {
    cell from = m->cell[leg - 1], to = m->cell[leg];
    int df = (int)cell_file(to) - (int)cell_file(from),
        dr = (int)cell_rank(to) - (int)cell_rank(from);
    bool straight = !df || !dr || abs(df) == abs(dr), even = !((df ? df : dr) % 2);
    if (reason == REASON_OF(UNEVEN_HOP) || reason == REASON_OF(BLOCKED))
        blame_between(pos, m, leg, reason == REASON_OF(BLOCKED), out);
    else if (reason == REASON_OF(HURDLE_IS_HOGGA) ||
             (reason == REASON_OF(NO_HURDLE) && straight && even))
        out->at[out->count++] = (cell)((from + to) / 2);
    else
        out->at[out->count++] = to;
}

void zi_hops_blame(const void *position, const struct move *m, const struct reason *reason,
                   struct blame *out) {
    const struct hops *pos = position;
    bool step = m->count == 2 && walk_adjacent(move_from(m), move_to(m));
    for (unsigned i = 1; m->kind == MOVE_WALK && !step && i < m->count; i++)
        if (hop_fault(pos, m->cell[i - 1], m->cell[i], move_from(m)) == reason) {
            out->leg = m->count > 2 ? i : 0;
            blame_leg(pos, m, i, reason, out);
            return;
        }
    if (reason == REASON_OF(FORCED_HOP))
        out->at[out->count++] = m->cell[1];
}

/* A table is faster, but has 8 KiB that do not compress. */
#ifdef __OPTIMIZE_SIZE__
static uint64_t key_at(uint8_t piece, unsigned c) { return key_of((cell)c, piece); }
#else
/* Keys by content, from 1, and cell. */
static const uint64_t keys[ZI_CELL_WHITE_HOGGA][HOPS_CELLS] = {
    {KEYS_256(0, ZI_CELL_BLACK)},
    {KEYS_256(0, ZI_CELL_WHITE)},
    {KEYS_256(0, ZI_CELL_BLACK_HOGGA)},
    {KEYS_256(0, ZI_CELL_WHITE_HOGGA)},
};

static inline uint64_t key_at(uint8_t piece, unsigned c) { return keys[piece - 1][c]; }
#endif

/* The value of a side's piece on the cell in `placed`. */
static inline uint32_t placed_at(const struct hops *pos, unsigned at, unsigned side) {
    unsigned zone = (unsigned)pos->ruleset->zone[at] >> side;
    return (zone & ZONE_GOAL) + (zone & ZONE_YARD) * (PLACED_YARD / ZONE_YARD);
}

void zi_hops_place(struct hops *pos, cell c, uint8_t piece) {
    pos->at[c] = piece;
    pos->key ^= key_at(piece, c);
    lines_flip(pos, c, piece);
    pos->men[side_of(piece)]++;
    pos->placed[side_of(piece)] += placed_at(pos, c, side_of(piece));
}

/* Lifts the piece on `from`, or puts it back. */
INLINED void lift(struct hops *pos, unsigned from, uint8_t piece, bool long_hops) {
    pos->at[from] ^= piece;
    if (long_hops)
        lines_flip(pos, from, piece);
}

/* Puts a piece lifted from one cell on another. */
INLINED void put_down(struct hops *pos, unsigned from, unsigned to, uint8_t piece, bool long_hops) {
    pos->at[to] = piece;
    if (long_hops)
        lines_flip(pos, to, piece);
    pos->key ^= key_at(piece, from) ^ key_at(piece, to);
    unsigned side = pos->turn;
    pos->placed[side] += placed_at(pos, to, side) - placed_at(pos, from, side);
}

INLINED void turn_end(struct hops *pos) {
    if (pos->solo)
        return;
    pos->made[pos->turn]++;
    pos->turn = !pos->turn;
    pos->key ^= KEY_TURN;
}

void zi_hops_play(void *position, const struct move *m, struct effect *effect) {
    struct hops *pos = position;
    (void)effect;
    if (m->kind != MOVE_PASS) {
        unsigned from = move_from(m);
        uint8_t piece = pos->at[from];
        lift(pos, from, piece, pos->long_hops);
        put_down(pos, from, move_to(m), piece, pos->long_hops);
    }
    turn_end(pos);
}

/* The notation of these games has no annotations. */
bool zi_hops_agrees(const struct move *m, const struct effect *effect) {
    (void)m;
    (void)effect;
    return true;
}

void zi_hops_annotate(struct move *m, const struct effect *effect) {
    (void)m;
    (void)effect;
}

static inline struct outcome outcome(const struct hops *pos) {
    unsigned mover = !pos->turn;
    /* H11, M6; M13 requires a full yard, whoever fills it: the opponent's pieces in it are those
     * still in their own yard. */
    unsigned there =
        pos->goal_occupied ? hops_home(pos, mover) + hops_yard(pos, !mover) : hops_home(pos, mover);
    if ((hops_home(pos, mover) != 0) &
        (there == (pos->goal_occupied ? pos->goals : pos->men[mover])))
        return (struct outcome){result_win(mover), "goal"};
    if (pos->evacuation && (pos->made[mover] > pos->evacuation) & (hops_yard(pos, mover) != 0))
        return (struct outcome){result_win(!mover), "yard"}; /* M7 */
    return (struct outcome){RESULT_OPEN, NULL};
}

struct outcome zi_hops_outcome(const void *position) {
    return outcome(position);
}

/* With short hops: the kind of a leg with the given offset, files + 32 * ranks; 0: illegal. */
enum { LEG_HOP = 1, LEG_STEP = 3, LEGS = 1024 };
#define LEG_HOPS                                                                                   \
    [2] = LEG_HOP, [62] = LEG_HOP, [64] = LEG_HOP, [66] = LEG_HOP, [LEGS - 2] = LEG_HOP,           \
    [LEGS - 62] = LEG_HOP, [LEGS - 64] = LEG_HOP, [LEGS - 66] = LEG_HOP
#define LEG_STEPS                                                                                  \
    [1] = LEG_STEP, [31] = LEG_STEP, [32] = LEG_STEP, [33] = LEG_STEP, [LEGS - 1] = LEG_STEP,      \
    [LEGS - 31] = LEG_STEP, [LEGS - 32] = LEG_STEP, [LEGS - 33] = LEG_STEP
static const uint8_t legs[2][LEGS] = {{LEG_HOPS}, {LEG_HOPS, LEG_STEPS}};

/* Like leg_is_legal with short hops, and with steps if they are allowed. */
INLINED bool short_leg_is_legal(const struct hops *pos, unsigned from, unsigned to, bool may_step) {
    unsigned leg = legs[may_step][((to + (to & 0xf0)) - (from + (from & 0xf0))) % LEGS];
    return leg & ((pos->at[(from + to) / 2] != 0) | leg >> 1);
}

/* Whether the walk of a lifted piece is legal if M11 and M12 do not apply; *end: its last cell. The
 * piece is on an empty cell, so no leg ends where it begins. */
INLINED bool walk_is_legal(const struct hops *pos, const struct move *m, unsigned *end,
                           bool long_hops) {
    unsigned count = m->count, from = m->cell[0], to = from;
    uint64_t lines = lines_of_cell[from];
    bool legal = true, may_step = count == 2;
    for (unsigned i = 1; i < count; i++) {
        unsigned at = to;
        uint64_t line = lines;
        to = m->cell[i];
        lines = lines_of_cell[to];
        legal &= !pos->at[to];
        legal &= long_hops ? leg_is_legal(pos->line, gaps[may_step], line, lines)
                           : short_leg_is_legal(pos, at, to, may_step);
    }
    *end = to;
    return legal & (to != from) & !in_zone(pos, to, ZONE_FORBIDDEN, pos->turn);
}

/* Plays any move. */
static __attribute__((noinline)) const struct reason *
try_any(struct hops *pos, const struct move *m, struct attempt *attempt) {
    const struct reason *reason = zi_hops_check(pos, m);
    if (reason)
        return reason;
    zi_hops_play(pos, m, &attempt->effect);
    attempt->outcome = outcome(pos);
    attempt->key = pos->key;
    return NULL;
}

/* The same after putting back a piece that was lifted. */
static __attribute__((noinline)) const struct reason *
put_back(struct hops *pos, const struct move *m, struct attempt *attempt, uint8_t piece) {
    lift(pos, m->cell[0], piece, pos->long_hops);
    return try_any(pos, m, attempt);
}

/* The common case: a legal walk of an own piece. Requires a walk, and that nothing unusual applies.
 */
INLINED const struct reason *try_walk(struct hops *pos, const struct move *m,
                                      struct attempt *attempt, bool long_hops) {
    unsigned from = m->cell[0], to;
    uint8_t piece = pos->at[from];
    if (!is_own(pos, from))
        return try_any(pos, m, attempt);
    lift(pos, from, piece, long_hops);
    if (!walk_is_legal(pos, m, &to, long_hops))
        return put_back(pos, m, attempt, piece);
    put_down(pos, from, to, piece, long_hops);
    turn_end(pos);
    attempt->key = pos->key;
    attempt->outcome = outcome(pos);
    return NULL;
}

/* Separate functions, so that each uses few registers. */
static __attribute__((noinline)) const struct reason *
try_long(struct hops *pos, const struct move *m, struct attempt *attempt) {
    return try_walk(pos, m, attempt, true);
}
static __attribute__((noinline)) const struct reason *
try_short(struct hops *pos, const struct move *m, struct attempt *attempt) {
    return try_walk(pos, m, attempt, false);
}

const struct reason *zi_hops_try_play(void *position, const struct move *m,
                                      struct attempt *attempt) {
    struct hops *pos = position;
    attempt->effect.loot = attempt->effect.stages = 0;
    attempt->effect.falls = 0;
    if (pos->unusual | (m->kind != MOVE_WALK))
        return try_any(pos, m, attempt);
    return pos->long_hops ? try_long(pos, m, attempt) : try_short(pos, m, attempt);
}

unsigned zi_hops_turn(const void *position) { return ((const struct hops *)position)->turn; }

void zi_hops_describe_next(const void *position, struct setup *out) {
    const struct hops *pos = position;
    out->turn = pos->turn;
    memcpy(out->at, pos->at, sizeof pos->at);
}

void zi_hops_describe(const void *position, struct setup *out) {
    memset(out, 0, sizeof *out);
    zi_hops_describe_next(position, out);
}

uint64_t zi_hops_key(const void *position) { return ((const struct hops *)position)->key; }

unsigned zi_hops_ground(const struct ruleset *rs, cell c) {
    unsigned zone = rs->zone[c], ground = (cell_file(c) + cell_rank(c)) % 2 ? 0 : GROUND_DARK;
    for (unsigned side = 0; side < 2; side++) {
        if (zone & (unsigned)ZONE_YARD << side)
            ground |= (unsigned)GROUND_YARD << side;
        if (zone & (unsigned)ZONE_FORBIDDEN << side) /* H9: the opponent's dot */
            ground |= (unsigned)GROUND_DOT << !side;
    }
    return ground;
}

static bool count_hops(const struct move *m, const struct effect *effect, uint32_t *amount) {
    (void)effect;
    if (m->kind != MOVE_WALK)
        return false;
    *amount = walk_adjacent(m->cell[0], m->cell[1]) ? 0 : m->count - 1U;
    return true;
}

static const struct measure hops = {.name = "hops",
                                    .words = "hops",
                                    .a_move = true,
                                    .longest = "chain",
                                    .unit = "hop",
                                    .count = count_hops};
const struct measure *const zi_hops_measures[] = {&hops, NULL};
