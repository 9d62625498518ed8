#include "validators/games/husbao.h"

#include "notation/base/wide.h"

/* Processors that can pick any sixteen of sixteen bytes at once; an index with its highest bit set
   picks 0. */
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

bool zet_husbao_is_wide(void) {
#if !HAS_WIDE
    return false;
#elif defined __x86_64__
    return __builtin_cpu_supports("avx2");
#else
    return true;
#endif
}

#if HAS_WIDE

typedef int8_t signed16 __attribute__((vector_size(PITS)));

/* 0xFF where the byte of `a` is greater, else 0. Both are below 128. */
static inline WIDE_CODE bytes16 greater(bytes16 a, bytes16 b) {
    return (bytes16)((signed16)a > (signed16)b);
}

static inline bytes16 load(const uint8_t *from) {
    bytes16 v;
    memcpy(&v, from, sizeof v);
    return v;
}

#define UP_8(i) (i), (i) + 1, (i) + 2, (i) + 3, (i) + 4, (i) + 5, (i) + 6, (i) + 7
#define DOWN_8(i) (i), (i)-1, (i)-2, (i)-3, (i)-4, (i)-5, (i)-6, (i)-7
#define NONE 0x80
#define NONE_8 NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE

/* The pits with the clock, twice, and against it. */
static _Alignas(64) const uint8_t order[2][2 * PITS] = {
    {UP_8(0), UP_8(8), UP_8(0), UP_8(8)},
    {DOWN_8(15), DOWN_8(7), DOWN_8(15), DOWN_8(7)},
};
/* From pit `from` on, with the clock (0) or against it (1). Which is not predictable: no branch. */
static inline bytes16 onward(unsigned from, unsigned against) {
    return load(order[against] + ((from ^ (0U - against)) % PITS));
}
/* Where the pits are in that order. */
static inline bytes16 backward(unsigned from, unsigned against) {
    return load(order[against] + (!against - 1U - from) % PITS);
}

/* By own pit, the front pit opposite. */
static const bytes16 opposite[2] = {{DOWN_8(15), NONE_8}, {NONE_8, DOWN_8(7)}};
static const bytes16 opposite_all = {DOWN_8(15), DOWN_8(7)};

/* A pit gets a stone if more than so many are sown from the first pit; in the second lap, if more
   than a lap on. */
static const bytes16 before = {15, UP_8(0), 8, 9, 10, 11, 12, 13, 14};
/* All pits where they are, but for the first: that one is emptied. */
static const bytes16 turn = {NONE, 1, 2, 3, 4, 5, 6, 7, UP_8(8)};

/* One side's pits and what can be captured from each of them. Of a sowing: from the pit on that is
   sown from, in the order of sowing; what that pit holds is in the hand, not in `own`. */
struct pits {
    bytes16 own, prey;
};

/* `other` has what the other side holds. In `bis` a front pit is captured with the one behind it or
   not at all. */
static inline WIDE_CODE struct pits pits_of(unsigned side, bytes16 own, bytes16 other, bool bis) {
    bytes16 prey = pick(other, opposite[side]);
    if (bis)
        prey += other & (bytes16)(prey != 0);
    return (struct pits){own, prey};
}

/* Sows until the move ends. Each stage turns the pits so that the last pit sown becomes the first.
   Returns the stages, in each byte of *by the stones sown, modulo 256; 0 if there are more than
   STAGES_WIDE. */
static inline WIDE_CODE unsigned sow(struct pits *pits, unsigned from, unsigned against,
                                     bytes16 *by) {
    bytes16 start = onward(from, against);
    bytes16 own = pick(pits->own, start), prey = pick(pits->prey, start);
    bytes16 hand = pick(own, wide_all(0)), sown = wide_all(0);
    unsigned stages = 0;
    own = pick(own, turn);
    for (unsigned stones; (stones = hand[0]) != 1; stages++) {
        if (stages == STAGES_WIDE)
            return 0;
        bytes16 last = pick(own + prey, hand), to = turn + hand; /* B5: a duty */
        if (stones > PITS) {
            bytes16 laps = greater(hand - wide_all(PITS), before);
            if (stones > 2 * PITS)
                laps += greater(hand - wide_all(2 * PITS), before);
            own -= laps;
            last -= pick(laps, hand);
        }
        own = pick(own - greater(hand, before), to);
        prey = pick(prey, to);
        sown += hand;
        hand = last + wide_all(1);
    }
    *pits = (struct pits){own + (bytes16){1}, prey};
    *by = sown;
    return stages;
}

/* Whether the first stage of some move ends it (B6): the last of 2 to 15 stones falls into a pit
   that is empty, and has nothing to capture opposite. */
static inline WIDE_CODE bool some_move_ends_at_once(struct pits pits) {
    bytes16 holding = pits.own | pits.prey, index = onward(0, 0);
    bytes16 with = pick(holding, index + pits.own);
    bytes16 against = pick(holding, (index - pits.own) & wide_all(PITS - 1));
    bytes16 some = greater(pits.own, wide_all(1)) & greater(wide_all(PITS), pits.own);
    return wide_any(some & ((bytes16)(with == 0) | (bytes16)(against == 0)));
}

/* The stages that are sown to find a move that ends: of the first move only, if it does. 0: that is
   not known. */
static WIDE_CODE unsigned stages_of_first_move(struct pits pits) {
    unsigned starts = wide_bits(greater(pits.own, wide_all(1)));
    bytes16 by;
    return starts ? sow(&pits, (unsigned)__builtin_ctz(starts), 0, &by) : 0;
}

/* B8: whether both sides hold stones in their front pits, or need none there. */
static inline WIDE_CODE bool fronts_hold(const struct husbao *pos, bytes16 own, bytes16 other) {
    unsigned side = pos->turn;
    return pos->variant != VARIANT_FRONT ||
           (wide_any(pick(own, opposite[!side])) && wide_any(pick(other, opposite[side])));
}

/* The sum of the bytes, which is below 256. */
static inline unsigned sum(bytes16 v) {
    uint64_t half[2];
    memcpy(half, &v, sizeof half);
    return (unsigned)((half[0] + half[1]) * 0x0101010101010101U >> 56);
}

WIDE_CODE bool zet_husbao_play_wide(struct husbao *pos, unsigned pit, bool clockwise,
                                    struct attempt *attempt) {
    unsigned side = pos->turn, against = !clockwise, work = 0;
    bool bis = pos->variant == VARIANT_BIS;
    bytes16 own = load(pos->pit[side]), other = load(pos->pit[!side]), by;
    struct pits before_it = pits_of(side, own, other, bis), after = before_it;
    unsigned stages = sow(&after, pit, against, &by);
    if (!stages)
        return false;
    bytes16 to = (backward(pit, against) - by) & wide_all(PITS - 1);
    bytes16 taken = before_it.prey - pick(after.prey, to), gone = (bytes16)(taken != 0);
    own = pick(after.own, to);
    other &= ~pick(gone, opposite_all);
    if (bis)
        other &= ~gone;
    struct pits next = pits_of(!side, other, own, bis);
    if (!fronts_hold(pos, own, other) ||
        (!some_move_ends_at_once(next) && !(work = stages_of_first_move(next))))
        return false;
    memcpy(pos->pit[side], &own, sizeof own);
    memcpy(pos->pit[!side], &other, sizeof other);
    pos->turn = !side;
    attempt->effect.loot = sum(taken);
    attempt->effect.stages = stages;
    attempt->work += stages + work;
    return true;
}

#else

bool zet_husbao_play_wide(struct husbao *pos, unsigned pit, bool clockwise,
                          struct attempt *attempt) {
    (void)pos, (void)pit, (void)clockwise, (void)attempt;
    return false;
}

#endif
