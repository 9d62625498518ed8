/* Counting moves without building them, for perft and playouts: those that zet_hops_moves visits.
 */
#include <endian.h>

#include "notation/games/walk.h"
#include "validators/games/hops_small.h"
#include "validators/games/key.h"

/* Functions that get the kind of hops are inlined, so that it is a constant in them. */
#define INLINED static inline __attribute__((always_inline))

/* No side has more pieces (M2). */
enum { PIECES_MAX = 19, ENDS_MAX = PIECES_MAX * HOPS_CELLS };

/* The moves of one position: where each begins and ends. */
struct ends {
    unsigned count;
    uint16_t at[ENDS_MAX]; /* origin << 8 | destination; not filled where they are only counted */
};

/* While moves are looked for. */
struct search {
    const struct hops *pos;
    unsigned files, ranks;
    uint16_t line[LINE_KINDS][LINES_MAX]; /* of long hops: pos->line, but for a piece in the air */
    uint32_t open[RANKS_MAX + 2];         /* cells to end on, rank - 1, bit: file + 1 (H9) */
    unsigned origin;
    uint16_t seen[RANKS_MAX]; /* bit: file */
};

INLINED bool is_open(const struct search *s, unsigned at) {
    return s->open[(at >> 4) + 1] >> ((at & 15) + 1) & 1;
}

/* H7: how far a hop over the nearest of the cells ahead leads, or 0. `ahead` has the next cell in
   its lowest bit, and is full where the line ends. */
INLINED unsigned hop_up(uint64_t ahead) {
    unsigned half = (unsigned)__builtin_ctzll(ahead) + 1;
    return ahead >> half & (((uint64_t)1 << half) - 1) ? 0 : 2 * half;
}

/* The same with the next cell in the highest bit. */
INLINED unsigned hop_down(uint64_t ahead) {
    unsigned half = (unsigned)__builtin_clzll(ahead) + 1;
    return ahead << half >> (64 - half) ? 0 : 2 * half;
}

/* A landing cell `length` cells on, each of them by `file` and `rank`, if the board has it, it
   is new, and what was hopped over is not a Hogga. */
INLINED bool is_landing(struct search *s, unsigned from, unsigned length, int file, int rank,
                        unsigned *to) {
    int n = (int)length;
    unsigned f = (unsigned)((int)(from & 15) + n * file),
             r = (unsigned)((int)(from >> 4) + n * rank);
    if (!length || f >= s->files || r >= s->ranks || s->seen[r] >> f & 1)
        return false;
    *to = r << 4 | f;
    return s->pos->at[(from + *to) / 2] < ZET_CELL_BLACK_HOGGA;
}

/* The landing cells of long hops from `from`. */
INLINED unsigned land_long(struct search *s, unsigned from, uint8_t out[8]) {
    static const int8_t file[LINE_KINDS] = {1, 0, 1, 1}, rank[LINE_KINDS] = {0, 1, 1, -1};
    unsigned f = from & 15, r = from >> 4, n = 0, to;
    const unsigned number[LINE_KINDS] = {r, f, f + RANKS_MAX - 1 - r, f + r};
    for (unsigned kind = 0; kind < LINE_KINDS; kind++) {
        uint64_t line = s->line[kind][number[kind]];
        unsigned at = kind == LINE_FILE ? r : f;
        if (is_landing(s, from, hop_up((line | ~(uint64_t)0xffff) >> (at + 1)), file[kind],
                       rank[kind], &to))
            out[n++] = (uint8_t)to;
        if (is_landing(s, from, hop_down((line << 16 | 0xffff) << (48 - at)), -file[kind],
                       -rank[kind], &to))
            out[n++] = (uint8_t)to;
    }
    return n;
}

/* The landing cells of short hops (M3) from `from`. */
INLINED unsigned land_short(struct search *s, unsigned from, uint8_t out[8]) {
    unsigned n = 0, to;
    for (int d = 0; d < 9; d++) {
        unsigned over = from + (unsigned)((d / 3 - 1) * 16 + d % 3 - 1);
        if (d == 4 || !s->pos->at[over & 255] ||
            !is_landing(s, from, 2, d % 3 - 1, d / 3 - 1, &to) || s->pos->at[to])
            continue;
        out[n++] = (uint8_t)to;
    }
    return n;
}

/* A piece goes into the air, or comes back. */
INLINED void lift(struct search *s, unsigned at) {
    unsigned f = at & 15, r = at >> 4;
    s->line[LINE_RANK][r] ^= (uint16_t)(1U << f);
    s->line[LINE_FILE][f] ^= (uint16_t)(1U << r);
    s->line[LINE_RISING][f + RANKS_MAX - 1 - r] ^= (uint16_t)(1U << f);
    s->line[LINE_FALLING][f + r] ^= (uint16_t)(1U << f);
}

/* The steps of the piece on `origin` (H6, M3). */
INLINED void add_steps(struct search *s, unsigned origin, struct ends *e, bool counting) {
    enum { BITS_OF_3 = 0xe994 }; /* how many bits 0 to 7 have, two bits each */
    for (unsigned row = 0; row < 3; row++) {
        unsigned rank = (origin >> 4) + row, cells = s->open[rank] >> (origin & 15) & 7;
        if (counting) {
            e->count += (unsigned)BITS_OF_3 >> 2 * cells & 3;
            continue;
        }
        for (; cells; cells &= cells - 1)
            e->at[e->count++] = (uint16_t)(origin << 8 | ((rank - 1) << 4) |
                                           ((origin & 15) + (unsigned)__builtin_ctz(cells) - 1));
    }
}

/* The moves of the piece on `origin`: steps, then chains to other cells (H8, M4). */
INLINED void piece_ends(struct search *s, unsigned origin, struct ends *e, bool long_hops,
                        bool counting) {
    uint8_t queue[HOPS_CELLS + 8];
    unsigned count = 1;
    add_steps(s, origin, e, counting);
    s->origin = origin;
    memset(s->seen, 0, sizeof s->seen);
    s->seen[origin >> 4] = (uint16_t)(1U << (origin & 15));
    queue[0] = (uint8_t)origin;
    for (unsigned next = 0; next < count; next++) {
        uint8_t *to = queue + count;
        unsigned n = long_hops ? land_long(s, queue[next], to) : land_short(s, queue[next], to);
        if (long_hops && next == 0 && n)
            lift(s, origin); /* from its own cell it cannot be seen */
        count += n;
        for (unsigned i = 0; i < n; i++) {
            s->seen[to[i] >> 4] |= (uint16_t)(1U << (to[i] & 15));
            if (!is_open(s, to[i]) || walk_adjacent((cell)origin, to[i]))
                continue;
            if (!counting)
                e->at[e->count] = (uint16_t)(origin << 8 | to[i]);
            e->count++;
        }
    }
    if (long_hops && count > 1)
        lift(s, origin);
}

/* A bit for each of eight bytes' lowest bits. */
INLINED uint64_t gather(uint64_t bytes) {
    return (bytes & 0x0101010101010101U) * 0x0102040810204080U >> 56;
}

/* The pieces of a rank: all of them, and those of the player to move. Black ones are odd. */
INLINED void read_rank(const struct hops *pos, unsigned rank, unsigned *all, unsigned *own) {
    uint64_t half[2];
    *all = *own = 0;
    memcpy(half, pos->at + rank * 16, sizeof half);
    for (unsigned i = 0; i < 2; i++) {
        uint64_t w = le64toh(half[i]);
        if (!w)
            continue;
        unsigned odd = (unsigned)gather(w), any = odd | (unsigned)gather(w >> 1 | w >> 2);
        *all |= any << i * 8;
        *own |= (pos->turn ? any & ~odd : odd) << i * 8;
    }
}

/* H9: the dotted cells of a rank where the player to move may not end. */
INLINED unsigned forbidden_cells(const struct hops *pos, unsigned rank) {
    unsigned cells = 0, shift = pos->turn ? 5 : 4; /* of ZONE_FORBIDDEN */
    uint64_t half[2];
    memcpy(half, pos->ruleset->zone + rank * 16, sizeof half);
    for (unsigned i = 0; i < 2; i++)
        if (half[i])
            cells |= (unsigned)gather(le64toh(half[i]) >> shift) << i * 8;
    return cells;
}

INLINED void all_ends(const struct hops *pos, struct ends *e, bool long_hops, bool counting) {
    struct search s;
    uint16_t own[RANKS_MAX];
    s.pos = pos;
    s.files = pos->ruleset->board.files;
    s.ranks = pos->ruleset->board.ranks;
    if (long_hops)
        memcpy(s.line, pos->line, sizeof s.line);
    for (unsigned rank = 0; rank < s.ranks; rank++) {
        unsigned all, mine;
        read_rank(pos, rank, &all, &mine);
        own[rank] = (uint16_t)mine;
        s.open[rank + 1] = (~(all | forbidden_cells(pos, rank)) & ((1U << s.files) - 1)) << 1;
    }
    s.open[0] = s.open[s.ranks + 1] = 0;
    for (unsigned rank = 0; rank < s.ranks; rank++)
        for (unsigned left = own[rank]; left; left &= left - 1)
            piece_ends(&s, rank << 4 | (unsigned)__builtin_ctz(left), e, long_hops, counting);
}

static void pick_walk(struct move *pick, cell from, cell to) {
    pick->kind = MOVE_WALK;
    pick->annotated = false;
    pick->count = 2;
    pick->cell[0] = from;
    pick->cell[1] = to;
}

static unsigned count_ends(const struct hops *pos, uint64_t draw, struct move *pick) {
    struct ends e;
    e.count = 0;
    if (pos->long_hops)
        pick ? all_ends(pos, &e, true, false) : all_ends(pos, &e, true, true);
    else
        pick ? all_ends(pos, &e, false, false) : all_ends(pos, &e, false, true);
    if (pick && e.count) {
        unsigned end = e.at[key_below(draw, e.count)];
        pick_walk(pick, (cell)(end >> 8), (cell)(end & 255));
    }
    return e.count;
}

/* Visits until the wanted one. */
struct visits {
    uint64_t count, wanted;
    struct move *pick;
};

static bool visit(void *context, const struct move *m) {
    struct visits *v = context;
    if (v->count++ != v->wanted)
        return true;
    move_copy(v->pick, m);
    return false;
}

/* M11 and M12 ask more of a hop than where it leads. */
static uint64_t count_visits(const struct hops *pos, uint64_t draw, struct move *pick) {
    struct visits v = {0, UINT64_MAX, pick};
    zet_hops_moves(pos, visit, &v);
    uint64_t count = v.count;
    if (pick) { /* there is a pass at least */
        v = (struct visits){0, key_below(draw, count), pick};
        zet_hops_moves(pos, visit, &v);
    }
    return count;
}

uint64_t zet_hops_count(const void *position, uint64_t draw, struct move *pick) {
    const struct hops *pos = position;
    if (!pos->solo && zet_hops_outcome(pos).result != RESULT_OPEN)
        return 0;
    if (pos->one_way || pos->forced)
        return count_visits(pos, draw, pick);
    unsigned count = zet_hops_is_small(pos) ? zet_hops_small_count(pos, draw, pick)
                                            : count_ends(pos, draw, pick);
    if (count)
        return count;
    if (pick) {
        pick->kind = MOVE_PASS; /* C2 */
        pick->annotated = false;
        pick->count = 0;
    }
    return 1;
}

bool zet_hops_random_game(const void *position, struct random_game *game) {
    const struct hops *pos = position;
    if (!zet_hops_is_small(pos))
        return false;
    zet_hops_small_game(pos, game);
    return true;
}
