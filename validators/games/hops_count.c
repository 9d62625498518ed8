/* Counting moves without building them, for perft and playouts: those that zet_hops_moves visits.
 */
#include <endian.h>

#include "notation/games/walk.h"
#include "validators/games/hops_small.h"
#include "validators/games/key.h"

/* Functions that get the kind of hops are inlined, so that it is a constant in them. */
#define INLINED static inline __attribute__((always_inline))

/* No side has more pieces (M2). */
enum { PIECES_MAX = 19, ENDS_MAX = PIECES_MAX * HOPS_CELLS + 1 };

/* The moves of one position: where each begins and ends. */
struct ends {
    unsigned count;
    uint16_t at[ENDS_MAX]; /* origin << 8 | destination; not filled where they are only counted */
};

/* Off the board in every direction a hop may lead less than a board's cells. */
enum { AROUND = HOPS_CELLS };

/* While moves are looked for. */
struct search {
    const struct hops *pos;
    uint16_t line[LINE_KINDS][LINES_MAX]; /* of long hops: all pieces, but for one in the air */
    uint32_t open[RANKS_MAX + 2];         /* cells to end on, rank - 1, bit: file + 1 (H9) */
    uint8_t fresh[AROUND + HOPS_CELLS + AROUND]; /* 1: on the board, and no hop has led there */
};

INLINED unsigned is_open(const struct search *s, unsigned at) {
    return s->open[(at >> 4) + 1] >> ((at & 15) + 1) & 1;
}

/* Adds the cell as far behind the hurdle as `from` is before it to a list of `count`, if `lands`,
   it is on the board and new. Returns their number. */
INLINED unsigned add_landing(struct search *s, unsigned from, int to_hurdle, bool lands,
                             uint8_t *out, unsigned count) {
    uint8_t *fresh = s->fresh + AROUND + (int)from + 2 * to_hurdle;
    uint8_t is_new = *fresh & lands;
    *fresh ^= is_new;
    out[count] = (uint8_t)((int)from + 2 * to_hurdle);
    return count + is_new;
}

/* Where the nearest pieces on a line are, if H7 lets a hop over them land before the next piece;
   the line's end may still be nearer. Two entries at most are added. */
INLINED unsigned find_hurdles(uint32_t line, unsigned at, int step, int8_t *out, unsigned count) {
    uint32_t ahead = (line | 0xffff0000U) >> (at + 1), behind = (line << 16 | 0xffff) << (16 - at);
    unsigned up = (unsigned)__builtin_ctz(ahead) + 1, down = (unsigned)__builtin_clz(behind) + 1;
    out[count] = (int8_t)((int)up * step);
    count += !(ahead >> up & ((1U << up) - 1));
    out[count] = (int8_t)(-(int)down * step);
    return count + !(behind << down >> (32 - down));
}

/* The landing cells of long hops from `from`. */
INLINED unsigned land_long(struct search *s, unsigned from, uint8_t out[8]) {
    unsigned f = from & 15, r = from >> 4, n = 0, hurdles;
    int8_t hurdle[9]; /* from `from` */
    hurdles = find_hurdles(s->line[LINE_RANK][r], f, 1, hurdle, 0);
    hurdles = find_hurdles(s->line[LINE_FILE][f], r, 16, hurdle, hurdles);
    hurdles = find_hurdles(s->line[LINE_RISING][f + RANKS_MAX - 1 - r], f, 17, hurdle, hurdles);
    hurdles = find_hurdles(s->line[LINE_FALLING][f + r], f, -15, hurdle, hurdles);
    for (unsigned i = 0; i < hurdles; i++) {
        uint8_t piece = s->pos->at[((int)from + hurdle[i]) & (HOPS_CELLS - 1)];
        n = add_landing(s, from, hurdle[i], piece < ZET_CELL_BLACK_HOGGA, out, n);
    }
    return n;
}

/* The landing cells of short hops (M3) from `from`. */
INLINED unsigned land_short(struct search *s, unsigned from, uint8_t out[8]) {
    unsigned n = 0;
    for (int d = 0; d < 9; d++) {
        int file = d % 3 - 1, step = (d / 3 - 1) * 16 + file;
        unsigned over = (unsigned)((int)from + step) & (HOPS_CELLS - 1);
        unsigned to = (unsigned)((int)from + 2 * step) & (HOPS_CELLS - 1);
        bool inside = (unsigned)((int)(from & 15) + 2 * file) < FILES_MAX;
        if (d != 4 && s->pos->at[over])
            n = add_landing(s, from, step, inside && !s->pos->at[to], out, n);
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
    uint8_t queue[HOPS_CELLS + 9], *fresh = s->fresh + AROUND;
    unsigned count = 1;
    add_steps(s, origin, e, counting);
    queue[0] = (uint8_t)origin;
    fresh[origin] = 0;
    for (unsigned next = 0; next < count; next++) {
        uint8_t *to = queue + count;
        unsigned n = long_hops ? land_long(s, queue[next], to) : land_short(s, queue[next], to);
        if (long_hops && next == 0 && n)
            lift(s, origin); /* from its own cell it cannot be seen */
        count += n;
        for (unsigned i = 0; i < n; i++) {
            if (!counting)
                e->at[e->count] = (uint16_t)(origin << 8 | to[i]);
            e->count += is_open(s, to[i]) & !walk_adjacent((cell)origin, to[i]);
        }
    }
    for (unsigned i = 0; i < count; i++)
        fresh[queue[i]] = 1;
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

/* All cells of the board are. */
INLINED void fill_fresh(struct search *s, unsigned files, unsigned ranks) {
    uint8_t row[FILES_MAX] = {0}, none[FILES_MAX] = {0};
    for (unsigned file = 0; file < files; file++)
        row[file] = 1;
    for (unsigned rank = 0; rank < sizeof s->fresh / FILES_MAX; rank++)
        memcpy(s->fresh + (size_t)rank * FILES_MAX, none, FILES_MAX);
    for (unsigned rank = 0; rank < ranks; rank++)
        memcpy(s->fresh + AROUND + (size_t)rank * FILES_MAX, row, FILES_MAX);
}

INLINED void all_ends(const struct hops *pos, struct ends *e, bool long_hops, bool counting) {
    struct search s;
    uint16_t own[RANKS_MAX];
    unsigned files = pos->ruleset->board.files, ranks = pos->ruleset->board.ranks;
    s.pos = pos;
    fill_fresh(&s, files, ranks);
    for (unsigned i = 0; i < LINE_KINDS * LINES_MAX && long_hops; i++)
        s.line[i / LINES_MAX][i % LINES_MAX] = (uint16_t)pos->line[i];
    for (unsigned rank = 0; rank < ranks; rank++) {
        unsigned all, mine;
        read_rank(pos, rank, &all, &mine);
        own[rank] = (uint16_t)mine;
        s.open[rank + 1] = (~(all | forbidden_cells(pos, rank)) & ((1U << files) - 1)) << 1;
    }
    s.open[0] = s.open[ranks + 1] = 0;
    for (unsigned rank = 0; rank < ranks; rank++)
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

bool zet_hops_perft(const void *position, unsigned depth, uint64_t *count) {
    const struct hops *pos = position;
    struct ends e;
    *count = depth == 1 ? zet_hops_count(pos, 0, NULL) : 0;
    if (depth == 1 || (!pos->solo && zet_hops_outcome(pos).result != RESULT_OPEN))
        return true;
    e.count = 0;
    if (!pos->one_way && !pos->forced)
        pos->long_hops ? all_ends(pos, &e, true, false) : all_ends(pos, &e, false, false);
    for (unsigned i = 0; i < e.count; i++) {
        struct hops after = *pos;
        struct effect effect = {0};
        struct move m;
        uint64_t more;
        pick_walk(&m, (cell)(e.at[i] >> 8), (cell)(e.at[i] & 255));
        zet_hops_play(&after, &m, &effect);
        if (!zet_hops_perft(&after, depth - 1, &more))
            return false;
        *count += more;
    }
    return e.count; /* 0: a pass, or other moves than these */
}

bool zet_hops_random_game(const void *position, struct random_game *game) {
    const struct hops *pos = position;
    if (!zet_hops_is_small(pos))
        return false;
    zet_hops_small_game(pos, game);
    return true;
}
