#include "validators/games/husbao.h"

#include "notation/base/wide.h"

/* For processors that can select any sixteen of sixteen bytes at once; an index with its top bit
 * set selects 0. */
#if defined __x86_64__ && defined __GNUC__
#define HAS_WIDE 1
#define WIDE_CODE __attribute__((target("avx2")))
typedef char chars16 __attribute__((vector_size(PITS)));
static inline WIDE_CODE bytes16 pick(bytes16 from, bytes16 index) {
    return (bytes16)__builtin_ia32_pshufb128((chars16)from, (chars16)index);
}
#elif defined __aarch64__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#include <arm_neon.h>
#define HAS_WIDE 1
#define WIDE_CODE
static inline bytes16 pick(bytes16 from, bytes16 index) {
    return (bytes16)vqtbl1q_u8((uint8x16_t)from, (uint8x16_t)(index & wide_all(0x8f)));
}
#else
#define HAS_WIDE 0
#endif

bool zi_husbao_is_wide(void) {
#if !HAS_WIDE
    return false;
#elif defined __x86_64__
    return __builtin_cpu_supports("avx2");
#else
    return true;
#endif
}

#if HAS_WIDE

/* Keeps return values in registers. */
#define INLINED static inline WIDE_CODE __attribute__((always_inline))

typedef int8_t signed16 __attribute__((vector_size(PITS)));

/* 0xFF where the byte of `a` is greater, else 0. Both are below 128. */
INLINED bytes16 greater(bytes16 a, bytes16 b) { return (bytes16)((signed16)a > (signed16)b); }

static inline bytes16 load(const uint8_t *from) {
    bytes16 v;
    memcpy(&v, from, sizeof v);
    return v;
}

#define UP_8(i) (i), (i) + 1, (i) + 2, (i) + 3, (i) + 4, (i) + 5, (i) + 6, (i) + 7
#define DOWN_8(i) (i), (i)-1, (i)-2, (i)-3, (i)-4, (i)-5, (i)-6, (i)-7
#define NONE 0x80
#define NONE_8 NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE

/* The pits clockwise, twice, and counterclockwise. */
static _Alignas(64) const uint8_t order[2][2 * PITS] = {
    {UP_8(0), UP_8(8), UP_8(0), UP_8(8)},
    {DOWN_8(15), DOWN_8(7), DOWN_8(15), DOWN_8(7)},
};
/* The order from pit `from` on, clockwise (0) or counterclockwise (1). Without a branch, because
 * the direction is unpredictable. */
static inline bytes16 onward(unsigned from, unsigned against) {
    return load(order[against] + ((from ^ (0U - against)) % PITS));
}
/* The places of the pits in that order. */
static inline bytes16 backward(unsigned from, unsigned against) {
    return load(order[against] + (!against - 1U - from) % PITS);
}

/* By own pit: the opposite front pit. */
static const bytes16 opposite[2] = {{DOWN_8(15), NONE_8}, {NONE_8, DOWN_8(7)}};
static const bytes16 opposite_all = {DOWN_8(15), DOWN_8(7)};

/* A pit gets a stone if the first pit sows more stones than this; in the second lap, more than a
 * lap further. */
static const bytes16 before = {15, UP_8(0), 8, 9, 10, 11, 12, 13, 14};
/* Selects all pits unchanged, but empties the first. */
static const bytes16 turn = {NONE, 1, 2, 3, 4, 5, 6, 7, UP_8(8)};

/* One side's pits and what can be captured from each of them. */
struct pits {
    bytes16 own, prey;
};

/* `other` is the other side's pits. In `bis` a front pit is captured together with the one behind
 * it or not at all. */
INLINED struct pits pits_of(unsigned side, bytes16 own, bytes16 other, bool bis) {
    bytes16 prey = pick(other, opposite[side]);
    if (bis)
        prey += other & (bytes16)(prey != 0);
    return (struct pits){own, prey};
}

/* The state of a sowing. The pits are in the order of sowing, starting with the one to sow from;
 * its stones are in the hand, not in `own`. The hand is 1 if the move has ended (B6). */
struct hand {
    struct pits pits;
    bytes16 stones; /* the same in each byte */
};

INLINED struct hand take_up(struct pits pits, unsigned from, unsigned against) {
    bytes16 from_here = onward(from, against), own = pick(pits.own, from_here);
    return (struct hand){{pick(own, turn), pick(pits.prey, from_here)}, pick(own, wide_all(0))};
}

/* B4 to B6. Requires more than one stone in the hand; `stones` is the same number. */
INLINED void sow_stage(struct hand *h, unsigned stones) {
    bytes16 own = h->pits.own, hand = h->stones, to = turn + hand;
    bytes16 last = pick(own + h->pits.prey, hand);
    if (stones > PITS) {
        bytes16 laps = greater(hand - wide_all(PITS), before);
        if (stones > 2 * PITS)
            laps += greater(hand - wide_all(2 * PITS), before);
        own -= laps;
        last -= pick(laps, hand);
    }
    h->pits.own = pick(own - greater(hand, before), to);
    h->pits.prey = pick(h->pits.prey, to);
    h->stones = last + wide_all(1);
}

/* Sows the whole move. Returns the stages, with the stones modulo 256 in each byte of *sown; 0 if
 * there are more than STAGES_WIDE. */
INLINED unsigned sow(struct hand *h, bytes16 *sown) {
    struct hand now = *h;
    bytes16 all = wide_all(0);
    unsigned stages = 0;
    for (unsigned stones; (stones = now.stones[0]) != 1; stages++) {
        if (stages == STAGES_WIDE)
            return 0;
        all += now.stones;
        sow_stage(&now, stones);
    }
    *h = now;
    *sown = all;
    return stages;
}

/* Finds the pits whose moves end with their first stage (B6), clockwise and counterclockwise: the
 * last of 2 to 15 stones falls into an empty pit that has nothing to capture opposite. */
INLINED void find_short_moves(struct pits pits, bytes16 ends[2]) {
    bytes16 holding = pits.own | pits.prey, index = onward(0, 0);
    bytes16 with = pick(holding, index + pits.own);
    bytes16 against = pick(holding, (index - pits.own) & wide_all(PITS - 1));
    bytes16 some = greater(pits.own, wide_all(1)) & greater(wide_all(PITS), pits.own);
    ends[0] = some & (bytes16)(with == 0);
    ends[1] = some & (bytes16)(against == 0);
}

/* Returns the stages of the first of these moves; 0 if none exists or its end is unknown. */
static WIDE_CODE __attribute__((noinline)) unsigned sow_first_move(struct pits pits) {
    unsigned starts = wide_bits(greater(pits.own, wide_all(1)));
    if (!starts)
        return 0;
    struct hand h = take_up(pits, (unsigned)__builtin_ctz(starts), 0);
    bytes16 sown;
    return sow(&h, &sown);
}

/* The stages needed to show that a move exists: none if one ends with its first stage, else those
 * of the first move if it ends. False: unknown. */
INLINED bool find_move(struct pits pits, unsigned *stages) {
    bytes16 ends[2];
    *stages = 0;
    find_short_moves(pits, ends);
    return wide_any(ends[0] | ends[1]) || (*stages = sow_first_move(pits));
}

/* A completely sown move. */
struct sown {
    bytes16 own, other; /* the pits after it */
    bytes16 taken;      /* stones that each own pit has captured */
    unsigned stages;    /* 0: its end is unknown */
};

INLINED struct sown sow_move(const struct husbao *pos, unsigned pit, unsigned against) {
    bool bis = pos->variant == VARIANT_BIS;
    bytes16 other = load(pos->pit[!pos->turn]), by;
    struct pits pits = pits_of(pos->turn, load(pos->pit[pos->turn]), other, bis);
    struct hand h = take_up(pits, pit, against);
    struct sown s = {.stages = sow(&h, &by)};
    if (!s.stages)
        return s;
    bytes16 to = (backward(pit, against) - by) & wide_all(PITS - 1);
    s.own = pick(h.pits.own + (bytes16){1}, to);
    s.taken = pits.prey - pick(h.pits.prey, to);
    bytes16 gone = (bytes16)(s.taken != 0);
    s.other = other & ~pick(gone, opposite_all);
    if (bis)
        s.other &= ~gone;
    return s;
}

INLINED void set_pits(struct husbao *pos, const struct sown *s) {
    memcpy(pos->pit[pos->turn], &s->own, sizeof s->own);
    memcpy(pos->pit[!pos->turn], &s->other, sizeof s->other);
    pos->turn = !pos->turn;
}

/* B8: whether both sides have stones in their front pits, or need none there. */
INLINED bool fronts_hold(const struct husbao *pos, const struct sown *s) {
    bytes16 front = pick(s->own, opposite[!pos->turn]);
    bytes16 other = pick(s->other, opposite[pos->turn]);
    return pos->variant != VARIANT_FRONT ||
           (wide_any((bytes16)(front != 0)) && wide_any((bytes16)(other != 0)));
}

/* The sum of the bytes, which is below 256. */
static inline unsigned sum(bytes16 v) {
    uint64_t half[2];
    memcpy(half, &v, sizeof half);
    return (unsigned)((half[0] + half[1]) * 0x0101010101010101U >> 56);
}

WIDE_CODE bool zi_husbao_try_wide(struct husbao *pos, const struct move *m,
                                  struct attempt *attempt) {
    unsigned pit = pit_index(m->cell[0]), work;
    if (m->kind != MOVE_SOW || m->cut || attempt->work > WORK_MAX - STAGES_WIDE ||
        attempt->ahead > WORK_MAX - STAGES_WIDE || pit_owner(m->cell[0]) != pos->turn ||
        pos->pit[pos->turn][pit] < 2)
        return false;
    struct sown s = sow_move(pos, pit, m->direction != '+');
    if (!s.stages || !fronts_hold(pos, &s) ||
        !find_move(pits_of(!pos->turn, s.other, s.own, pos->variant == VARIANT_BIS), &work))
        return false;
    set_pits(pos, &s);
    attempt->effect.loot = sum(s.taken);
    attempt->effect.stages = s.stages;
    attempt->effect.falls = 0;
    attempt->outcome = (struct outcome){RESULT_OPEN, NULL};
    attempt->work += s.stages;
    attempt->ahead += work;
    return true;
}

#else

bool zi_husbao_try_wide(struct husbao *pos, const struct move *m, struct attempt *attempt) {
    (void)pos, (void)m, (void)attempt;
    return false;
}

#endif
