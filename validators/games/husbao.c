#include "validators/games/husbao.h"

#include <endian.h>

#include "validators/games/key.h"

/* After STAGES_USUAL, a move is treated as one that may be endless (B9). */
enum { STAGES_USUAL = 64, STAGES_LONG = 1000 };

static const char *const variants[] = {"basic", "bis", "front", NULL};

enum { OPTION_REPETITION, OPTION_FIRST, OPTION_DIRECTION, OPTION_ENDLESS };
enum { DIRECTION_FREE, DIRECTION_CW, DIRECTION_CCW };
enum { ENDLESS_ILLEGAL, ENDLESS_DRAW };

static const char *const first_words[] = {"a", "b", NULL};
static const char *const direction_words[] = {"free", "cw", "ccw", NULL};
static const char *const endless_words[] = {"illegal", "draw", NULL};

static const struct rule_option options[] = {
    [OPTION_REPETITION] =
        {"repetition", "the game is drawn when a position occurs this many times; 0: never (B12)",
         NULL, 2, OPTION_NUMBER_MAX, true, 0},
    [OPTION_FIRST] = {"first", "the side that moves first", .words = first_words,
                      .fallback = OPTION_WORD(0)},
    [OPTION_DIRECTION] = {"direction",
                          "the direction of every sowing; free: the player chooses (B4)",
                          .words = direction_words, .fallback = OPTION_WORD(DIRECTION_FREE)},
    [OPTION_ENDLESS] = {"endless",
                        "illegal: a sowing that never ends is illegal; draw: it draws the game; a "
                        "number N: every move ends after at most N stages (B9)",
                        endless_words, 1, OPTION_NUMBER_MAX, false, OPTION_WORD(ENDLESS_ILLEGAL)},
};

static cell pit_cell(unsigned side, unsigned i) {
    return i < FILES ? cell_at(0, i, side * 2 + 1) : cell_at(0, PITS - 1 - i, side * 2);
}
static bool pit_is_front(unsigned side, unsigned i) { return i / FILES == side; }

static void board(struct ruleset *rs) {
    static const char signs[] = {[DIRECTION_FREE] = 0, [DIRECTION_CW] = '+', [DIRECTION_CCW] = '-'};
    uint32_t direction = rs->option[OPTION_DIRECTION] - OPTION_WORD(0);
    rs->board =
        (struct board){.files = FILES, .ranks = RANKS, .levels = 1, .direction = signs[direction]};
}

/* B2: two in each pit, but none in the four front pits to the right of each player. */
static uint8_t start_stones(unsigned side, unsigned i) {
    return pit_is_front(side, i) && i % FILES >= FILES / 2 ? 0 : 2;
}

/* B9: only with `illegal` can a move be too long to be played. */
static bool endless_is_illegal(const struct husbao *pos) {
    return !pos->endless_draws && !pos->stages_max;
}

static const char *start(void *position, const struct ruleset *rs, const struct setup *from) {
    struct husbao *pos = position;
    unsigned stones = 0;
    memset(pos, 0, sizeof *pos);
    pos->variant = (uint8_t)rs->variant;
    pos->direction = rs->board.direction;
    pos->counted = rs->option[OPTION_REPETITION] > 0;
    pos->endless_draws = rs->option[OPTION_ENDLESS] == OPTION_WORD(ENDLESS_DRAW);
    if (rs->option[OPTION_ENDLESS] <= OPTION_NUMBER_MAX)
        pos->stages_max = rs->option[OPTION_ENDLESS];
    pos->usual = !pos->direction && endless_is_illegal(pos) && zi_husbao_is_wide();
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < PITS; i++) {
            pos->pit[side][i] = from ? from->at[pit_cell(side, i)] : start_stones(side, i);
            stones += pos->pit[side][i];
        }
    pos->turn = from ? from->turn : rs->option[OPTION_FIRST] == OPTION_WORD(1); /* B3 */
    return stones > STONES ? "there are more than 48 stones" : NULL;            /* C4 */
}

/* A side's pits, as a vector and one by one. */
typedef uint8_t pits_vector __attribute__((vector_size(PITS)));
union pits {
    pits_vector all;
    uint8_t at[PITS];
};

/* The budget of stages. */
struct meter {
    uint32_t left;
    bool exhausted;          /* it was exceeded */
    struct long_sowing *met; /* LONG_SOWINGS sowings to remember; or NULL */
};

#define UNMETERED (&(struct meter){.left = UINT32_MAX})

/* The state or the result of a sowing. */
struct sowing {
    union pits own, other;
    unsigned side, at; /* the mover; the pit that the next stage sows from */
    unsigned hand;     /* stones to sow, which replaces own.at[at] */
    bool clockwise;
    bool bis;
    bool endless; /* B9 */
    uint32_t loot, stages;
};

/* The move has ended (B6): its last stone fell into an empty pit and captured nothing. */
static bool sowing_ended(const struct sowing *s) { return s->hand == 1; }

static uint64_t front_of(const uint8_t *pits, unsigned side) {
    uint64_t front;
    memcpy(&front, pits + side * FILES, sizeof front);
    return front;
}

static bool front_is_empty(const uint8_t *pits, unsigned side) { return !front_of(pits, side); }

#define EACH_PIT 0x0101010101010101U

/* Row n: the stones per pit when n are sown into sixteen pits from the first one on, repeated, so
 * that the 16 bytes from 16 - p on are rotated by p pits. */
#define SOWN(n, i) ((n) > (i)) + ((n) > (i) + PITS) + ((n) > (i) + 2 * PITS)
#define SOWN_4(n, i) SOWN(n, i), SOWN(n, (i) + 1), SOWN(n, (i) + 2), SOWN(n, (i) + 3)
#define SOWN_16(n) SOWN_4(n, 0), SOWN_4(n, 4), SOWN_4(n, 8), SOWN_4(n, 12)
#define ROW(n)                                                                                     \
    { SOWN_16(n), SOWN_16(n) }
#define ROWS_8(n)                                                                                  \
    ROW(n), ROW((n) + 1), ROW((n) + 2), ROW((n) + 3), ROW((n) + 4), ROW((n) + 5), ROW((n) + 6),    \
        ROW((n) + 7)
static _Alignas(64) const uint8_t additions[STONES + 1][2 * PITS] = {
    ROWS_8(0), ROWS_8(8), ROWS_8(16), ROWS_8(24), ROWS_8(32), ROWS_8(40), ROW(48)};

/* The 16 bytes from 15 - p on keep all pits but p. */
#define ALL_8 255, 255, 255, 255, 255, 255, 255, 255
static const uint8_t all_but[2 * PITS] = {ALL_8, ALL_8 & 0, ALL_8, ALL_8};

/* Requires more than one stone in the hand. */
static inline void sow_stage(struct sowing *s, bool clockwise) {
    pits_vector keep, add;
    unsigned at = s->at, last = (clockwise ? at + s->hand : at - s->hand) % PITS;
    unsigned first = clockwise ? at + 1 : last;
    memcpy(&keep, all_but + (PITS - 1) - at, sizeof keep);
    memcpy(&add, additions[s->hand] + (0U - first) % PITS, sizeof add);
    s->own.all = (s->own.all & keep) + add; /* B4 */
    s->at = last;
    s->hand = s->own.at[last];
    s->stages++;
}

/* Captures by B5 after a stage. Returns the stones taken from the opponent's front. */
static inline unsigned capture(struct sowing *s) {
    unsigned opposite = PITS - 1 - s->at, captured;
    if (!pit_is_front(s->side, s->at) || !(captured = s->other.at[opposite]))
        return 0;
    s->other.at[opposite] = 0;
    s->hand += captured;
    s->loot += captured;
    if (s->bis) {
        s->hand += s->other.at[s->at];
        s->loot += s->other.at[s->at];
        s->other.at[s->at] = 0;
    }
    return captured;
}

/* Sows up to `last` stages, until the move ends or the opponent's front stays empty for a while. */
static inline void sow_stages(struct sowing *s, uint32_t last, bool clockwise) {
    unsigned left = (unsigned)(front_of(s->other.at, !s->side) * EACH_PIT >> 56); /* front stones */
    uint32_t usual = last < STAGES_USUAL ? last : STAGES_USUAL;
    while (!sowing_ended(s) && s->stages < (left ? last : usual)) {
        sow_stage(s, clockwise);
        left -= capture(s);
    }
}

/* A side's pits in the order of sowing, one byte each; the lowest byte is the pit to sow from. */
struct ring {
    uint64_t low, high;
};

/* A stage without a capture. Returns the stones sown, which is the ring's rotation. */
static unsigned ring_stage(struct ring *r) {
    unsigned hand = r->low & 0xff, laps = hand / PITS, rest = hand % PITS, shift = rest % 8 * 8;
    uint64_t low = r->low - hand + EACH_PIT * laps, high = r->high + EACH_PIT * laps;
    low += rest < 7 ? EACH_PIT << 8 & (((uint64_t)1 << (rest + 1) * 8) - 1) : EACH_PIT << 8;
    high += rest < 8 ? 0 : EACH_PIT >> (PITS - 1 - rest) * 8;
    uint64_t near = rest < 8 ? low : high, far = rest < 8 ? high : low;
    r->low = near >> shift | far << 1 << (63 - shift);
    r->high = far >> shift | near << 1 << (63 - shift);
    return hand;
}

/* The pit that many pits further in the order of sowing. */
static unsigned pit_onward(const struct sowing *s, unsigned by) {
    return (s->clockwise ? s->at + by : s->at - by) % PITS;
}

static struct ring ring_of(const struct sowing *s) {
    struct ring r = {s->hand, 0};
    for (unsigned i = 1; i < PITS / 2; i++)
        r.low |= (uint64_t)s->own.at[pit_onward(s, i)] << i * 8;
    for (unsigned i = 0; i < PITS / 2; i++)
        r.high |= (uint64_t)s->own.at[pit_onward(s, i + PITS / 2)] << i * 8;
    return r;
}

/* How often a ring rotated by that many pits must repeat to be exactly the same. */
static uint32_t turns_until_exact(uint32_t turned) {
    uint32_t times = 1;
    while (turned * times % PITS)
        times *= 2;
    return times;
}

/* Plays that many stages. Returns how many pits the ring has rotated. */
static uint32_t ring_stages(struct ring *r, uint32_t count) {
    uint32_t turned = 0;
    for (uint32_t i = 0; i < count; i++)
        turned += ring_stage(r);
    return turned;
}

static bool is_same_ring(const struct ring *a, const struct ring *b) {
    return a->low == b->low && a->high == b->high;
}

/* The number of stages before the ring repeats with that period. */
static uint32_t ring_lead(struct ring r, uint32_t period) {
    struct ring later = r;
    uint32_t lead = 0;
    ring_stages(&later, period);
    for (; !is_same_ring(&r, &later); lead++) {
        ring_stage(&r);
        ring_stage(&later);
    }
    return lead;
}

/* Finds the stage that ends the sowing, in s->stages, or the repetition of a ring, rotated or not:
 * in s->lead and *period, which is 0 if neither occurs in the first `most` stages. Nothing more can
 * be captured and all pits are alike, so a ring that repeats once repeats forever. Brent's method
 * finds it in at most three times as many stages. */
static void ring_search(const struct ring *start, uint32_t most, struct long_sowing *s,
                        uint32_t *period) {
    struct ring r = *start, seen = r;
    uint32_t since = 0, patience = 1; /* stages since `seen`; when to replace it */
    uint64_t left = 3 * ((uint64_t)most + 1);
    for (s->stages = *period = 0; (r.low & 0xff) != 1 && left; left--) { /* B6 */
        ring_stage(&r);
        s->stages++;
        since++;
        if (is_same_ring(&r, &seen)) {
            *period = since;
            s->lead = ring_lead(*start, since);
            return;
        }
        if (since == patience) {
            patience *= 2;
            since = 0;
            seen = r;
        }
    }
}

/* Continues from *r for at most `within` stages. An unbounded move that repeats is stopped after
 * its first repetition; a bounded one skips whole periods. */
static struct long_sowing ring_follow(struct ring *r, uint32_t within, bool bounded,
                                      struct meter *meter) {
    struct long_sowing s = {.from = {r->low, r->high}, .within = within, .bound = bounded};
    uint32_t most = within < meter->left ? within : meter->left, period;
    ring_search(r, most, &s, &period);
    s.stages = period || s.stages > within ? within : s.stages;
    uint32_t sown = s.stages;
    s.asked = s.stages;
    if (period) {
        struct ring round = *r;
        ring_stages(&round, s.lead);
        uint32_t turned = ring_stages(&round, period);
        s.period = period * turns_until_exact(turned);
        s.asked = s.lead + s.period < within ? s.lead + s.period : within;
        s.stages = bounded ? within : s.asked;
        uint32_t rounds = s.stages > s.lead ? (s.stages - s.lead) / period : 0;
        s.turned = rounds * turned;
        sown = s.stages - rounds * period;
    }
    if (s.asked > meter->left)
        meter->exhausted = true;
    else
        s.turned += ring_stages(r, sown);
    s.to[0] = r->low;
    s.to[1] = r->high;
    return s;
}

/* The entry for a long sowing from there. */
static struct long_sowing *sowing_entry(const struct meter *meter, const struct ring *r,
                                        uint32_t within) {
    return &meter->met[key_mix(key_mix(r->low ^ within) ^ r->high) % LONG_SOWINGS];
}

/* Whether the entry is that sowing, as one condition. */
static bool is_known(const struct long_sowing *known, const struct ring *r, uint32_t within,
                     bool bounded) {
    return !((known->from[0] ^ r->low) | (known->from[1] ^ r->high) | (known->within ^ within) |
             (known->bound ^ bounded));
}

/* Like ring_follow, using remembered sowings if possible. */
static struct long_sowing ring_end(struct ring *r, uint32_t within, bool bounded,
                                   struct meter *meter) {
    struct long_sowing *known = meter->met ? sowing_entry(meter, r, within) : NULL, s;
    if (known && is_known(known, r, within, bounded) && known->asked <= meter->left) {
        r->low = known->to[0];
        r->high = known->to[1];
        s = *known;
    } else {
        s = ring_follow(r, within, bounded, meter);
        if (known && s.asked > STAGES_LONG && !meter->exhausted)
            *known = s;
    }
    return s;
}

/* Plays the remaining stages once nothing can be captured. Returns how they continued. */
static struct long_sowing sow_rest(struct sowing *s, uint32_t last, bool bounded,
                                   struct meter *meter) {
    struct ring r = ring_of(s);
    struct long_sowing rest = ring_end(&r, last - s->stages, bounded, meter);
    s->stages += rest.stages;
    s->hand = r.low & 0xff;
    s->at = pit_onward(s, rest.turned);
    for (unsigned i = 0; i < PITS / 2; i++) {
        s->own.at[pit_onward(s, i)] = (uint8_t)(r.low >> i * 8);
        s->own.at[pit_onward(s, i + PITS / 2)] = (uint8_t)(r.high >> i * 8);
    }
    return rest;
}

static inline void begin(struct sowing *s, const struct husbao *pos, unsigned from,
                         char direction) {
    memcpy(&s->own, pos->pit[pos->turn], sizeof s->own);
    memcpy(&s->other, pos->pit[!pos->turn], sizeof s->other);
    s->side = pos->turn;
    s->at = from;
    s->hand = s->own.at[from];
    s->clockwise = direction == '+';
    s->bis = pos->variant == VARIANT_BIS;
    s->loot = s->stages = 0;
}

static bool is_same_place(struct sowing a, struct sowing b) {
    a.own.at[a.at] = (uint8_t)a.hand;
    b.own.at[b.at] = (uint8_t)b.hand;
    return a.at == b.at && !memcmp(&a.own, &b.own, sizeof a.own) &&
           !memcmp(&a.other, &b.other, sizeof a.other);
}

/* The stages of a move before its position repeats with that period, at most `most`. */
static uint32_t lead_of(const struct husbao *pos, unsigned from, char direction, uint32_t period,
                        uint32_t most) {
    struct sowing s, later;
    begin(&s, pos, from, direction);
    for (later = s; later.stages < period;) {
        sow_stage(&later, later.clockwise);
        capture(&later);
    }
    while (s.stages < most && !is_same_place(s, later)) {
        sow_stage(&s, s.clockwise);
        capture(&s);
        sow_stage(&later, later.clockwise);
        capture(&later);
    }
    return s.stages;
}

/* The whole move, cut after `cut` stages at the latest (B10; 0: not cut). Each lap puts a stone
 * into every pit and no pit can have more than all, so a move finally lands in each of its pits, or
 * ends: no move is endless while the opponent's front has stones. */
static inline void sow(struct sowing *s, const struct husbao *pos, unsigned from, char direction,
                       uint32_t cut, struct meter *meter) {
    uint32_t bound = pos->stages_max ? pos->stages_max : STAGES_ENDLESS;
    bool bounded = pos->stages_max || (cut && cut <= bound);
    uint32_t last = cut && cut < bound ? cut : bound;
    begin(s, pos, from, direction);
    if (s->clockwise)
        sow_stages(s, last, true);
    else
        sow_stages(s, last, false);
    uint32_t asked = s->stages; /* up to the first exact repetition (B9) */
    if (!sowing_ended(s) && s->stages < last) {
        uint32_t before = s->stages;
        struct long_sowing rest = sow_rest(s, last, bounded, meter);
        asked += rest.asked;
        if (rest.period && !rest.lead) {
            asked = lead_of(pos, from, direction, rest.period, before) + rest.period;
            asked = asked < last ? asked : last;
        }
    }
    meter->exhausted |= meter->left < asked;
    meter->left -= meter->left < asked ? meter->left : asked;
    s->own.at[s->at] = (uint8_t)s->hand;
    s->endless = !sowing_ended(s) && !bounded;
}

/* B4, B7: whether there is a pit to move from, even if its sowing is endless. */
static bool has_pit(const struct husbao *pos, unsigned side) {
    uint64_t half[2];
    memcpy(half, pos->pit[side], sizeof half);
    return ((half[0] + EACH_PIT * 0x7e) | (half[1] + EACH_PIT * 0x7e)) & EACH_PIT * 0x80;
}

static bool direction_allowed(const struct husbao *pos, char direction) {
    return !pos->direction || direction == pos->direction;
}

/* All checks of a move before sowing. */
static inline const struct reason *check_start(const struct husbao *pos, const struct move *m) {
    if (pit_owner(m->cell[0]) != pos->turn)
        return REASON_OF(NOT_OWN_PIT);
    if (pos->pit[pos->turn][pit_index(m->cell[0])] < 2)
        return REASON_OF(TOO_FEW_STONES);
    return direction_allowed(pos, m->direction) ? NULL : REASON_OF(WRONG_DIRECTION);
}

static const struct reason *check_sow(const struct husbao *pos, const struct move *m) {
    const struct reason *reason = check_start(pos, m);
    struct sowing s;
    if (reason || !endless_is_illegal(pos))
        return reason;
    sow(&s, pos, pit_index(m->cell[0]), m->direction, m->cut, UNMETERED);
    return s.endless ? REASON_OF(ENDLESS_SOWING) : NULL;
}

/* B10: the offender, who is not to move, gives; the player to move receives. */
static const struct reason *check_give(const struct husbao *pos, const struct move *m) {
    uint64_t taken[PITS] = {0};
    for (unsigned i = 0; i < m->count; i++)
        if (pit_owner(m->cell[i]) != (i < m->givers ? !pos->turn : pos->turn))
            return REASON_OF(NOT_OWN_PIT);
    for (unsigned i = 0; i < m->givers; i++) {
        unsigned pit = pit_index(m->cell[i]);
        taken[pit] += m->stones[i];
        if (taken[pit] > pos->pit[!pos->turn][pit])
            return REASON_OF(TOO_FEW_STONES);
    }
    return NULL;
}

static const struct reason *check(const void *position, const struct move *m) {
    const struct husbao *pos = position;
    switch (m->kind) {
    case MOVE_SKIP: return NULL;
    case MOVE_GIVE: return check_give(pos, m);
    case MOVE_PASS: return has_pit(pos, pos->turn) ? REASON_OF(MUST_NOT_PASS) : NULL; /* C2, B8 */
    default: return check_sow(pos, m);
    }
}

static void play_give(struct husbao *pos, const struct move *m) {
    for (unsigned i = 0; i < m->count; i++) {
        uint8_t *pit = &pos->pit[pit_owner(m->cell[i])][pit_index(m->cell[i])];
        *pit = (uint8_t)(i < m->givers ? *pit - m->stones[i] : *pit + m->stones[i]);
    }
}

static inline void play_sown(struct husbao *pos, const struct sowing *s, struct effect *effect) {
    if (s->endless) {
        pos->drawn = true; /* B9: the pits stay as they were */
        return;
    }
    memcpy(pos->pit[pos->turn], &s->own, sizeof s->own);
    memcpy(pos->pit[!pos->turn], &s->other, sizeof s->other);
    effect->loot = s->loot;
    effect->stages = s->stages;
}

static void play(void *position, const struct move *m, struct effect *effect) {
    struct husbao *pos = position;
    if (m->kind == MOVE_GIVE) { /* the turn stays */
        play_give(pos, m);
        return;
    }
    if (m->kind == MOVE_SOW) {
        struct sowing s;
        sow(&s, pos, pit_index(m->cell[0]), m->direction, m->cut, UNMETERED);
        play_sown(pos, &s, effect);
    }
    pos->turn = !pos->turn;
}

/* One bit for each empty pit. */
static inline uint32_t empty_pits(const union pits *pits) {
    static const pits_vector bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    pits_vector empty = (pits_vector)(pits->all == 0) & bits;
    uint64_t half[2];
    memcpy(half, &empty, sizeof half);
    return (uint32_t)(half[0] * EACH_PIT >> 56 | half[1] * EACH_PIT >> 56 << FILES);
}

/* Whether the first stage of a move ends it (B6): its last stone falls into an empty pit and
 * captures nothing. Which pits these are is unpredictable, so they are checked in groups without a
 * branch. */
static bool some_move_ends_at_once(const struct husbao *pos) {
    const uint8_t *own = pos->pit[pos->turn], *other = pos->pit[!pos->turn];
    union pits holding = {.all = {0}}; /* the pit has stones, or can capture some */
    uint64_t facing = __builtin_bswap64(front_of(other, !pos->turn));
    pits_vector all;
    memcpy(holding.at + pos->turn * FILES, &facing, sizeof facing);
    memcpy(&all, own, sizeof all);
    holding.all |= all;
    enum { GROUP = 8, TWO_TO_FIFTEEN = 0xFFFC };
    uint64_t empty = empty_pits(&holding), hit = 0;
    uint64_t plus = direction_allowed(pos, '+') ? empty : 0;
    uint64_t minus = direction_allowed(pos, '-') ? empty : 0;
    for (unsigned start = 0; start < PITS && !(hit & 1); start += GROUP)
        for (unsigned i = start; i < start + GROUP; i++) {
            unsigned hand = own[i];
            hit |= (uint64_t)TWO_TO_FIFTEEN >> hand &
                   (plus >> ((i + hand) % PITS) | minus >> ((i - hand) % PITS));
        }
    return hit & 1;
}

/* Whether a move of the player to move ends. */
static bool some_move_is_finite(const struct husbao *pos, struct meter *meter) {
    struct sowing s;
    for (unsigned i = 0; i < PITS; i++)
        for (const char *direction = "+-"; *direction; direction++) {
            if (pos->pit[pos->turn][i] < 2 || !direction_allowed(pos, *direction))
                continue;
            sow(&s, pos, i, *direction, 0, meter);
            if (!s.endless || meter->exhausted)
                return true;
        }
    return false;
}

/* B9: whether the player to move has a move; requires has_pit. Most positions have one that needs
 * no simulation. */
static inline bool has_move(const struct husbao *pos, struct meter *meter) {
    return !endless_is_illegal(pos) || some_move_ends_at_once(pos) ||
           some_move_is_finite(pos, meter);
}

static unsigned count_stones(const struct husbao *pos, unsigned side) {
    unsigned stones = 0;
    for (unsigned i = 0; i < PITS; i++)
        stones += pos->pit[side][i];
    return stones;
}

/* B8 */
static struct outcome more_stones(const struct husbao *pos, const char *reason) {
    unsigned a = count_stones(pos, 0), b = count_stones(pos, 1);
    return (struct outcome){a == b ? RESULT_DRAW : result_win(b > a), reason};
}

/* The outcome, except that a player with only endless moves (B9) is reported as open. */
static inline struct outcome judge_pits(const struct husbao *pos) {
    struct outcome open = {RESULT_OPEN, NULL};
    if (pos->drawn)
        return (struct outcome){RESULT_DRAW, "endless"};
    if (pos->variant == VARIANT_FRONT &&
        (front_is_empty(pos->pit[0], 0) || front_is_empty(pos->pit[1], 1)))
        return more_stones(pos, "front-empty");
    if (!has_pit(pos, pos->turn)) {
        if (pos->variant != VARIANT_FRONT) /* B7 */
            return (struct outcome){result_win(!pos->turn), "no-moves"};
        return has_pit(pos, !pos->turn) ? open : more_stones(pos, "no-moves");
    }
    return open;
}

static inline struct outcome judge(const struct husbao *pos, struct meter *meter) {
    struct outcome o = judge_pits(pos);
    if (o.result != RESULT_OPEN || !has_pit(pos, pos->turn) || has_move(pos, meter))
        return o;
    return (struct outcome){RESULT_DRAW, "endless"};
}

static struct outcome outcome(const void *position) { return judge(position, UNMETERED); }

static bool visit_sow(const struct husbao *pos, struct move *m, unsigned from, char direction,
                      move_visitor *visit, void *context) {
    struct sowing s;
    sow(&s, pos, from, direction, 0, UNMETERED);
    if (s.endless && endless_is_illegal(pos))
        return true;
    m->cell[0] = pit_cell(pos->turn, from);
    m->direction = direction;
    m->loot = s.endless ? 0 : s.loot;
    m->annotated = m->loot > 0;
    return visit(context, m);
}

static bool moves(const void *position, move_visitor *visit, void *context) {
    const struct husbao *pos = position;
    struct move m = {.kind = MOVE_SOW, .count = 1};
    if (outcome(pos).result != RESULT_OPEN)
        return true;
    if (!has_pit(pos, pos->turn)) { /* B8 */
        m.kind = MOVE_PASS;
        m.count = 0;
        return visit(context, &m);
    }
    for (unsigned i = 0; i < PITS; i++) {
        if (pos->pit[pos->turn][i] < 2)
            continue;
        if ((direction_allowed(pos, '+') && !visit_sow(pos, &m, i, '+', visit, context)) ||
            (direction_allowed(pos, '-') && !visit_sow(pos, &m, i, '-', visit, context)))
            return false;
    }
    return true;
}

static unsigned turn(const void *position) { return ((const struct husbao *)position)->turn; }

static void describe(const void *position, struct setup *out) {
    const struct husbao *pos = position;
    memset(out, 0, sizeof *out);
    out->turn = pos->turn;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < PITS; i++)
            out->at[pit_cell(side, i)] = pos->pit[side][i];
}

static uint64_t key(const void *position) {
    const struct husbao *pos = position;
    uint64_t k = pos->turn ? KEY_TURN : 0;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < PITS; i++)
            if (pos->pit[side][i])
                k ^= key_of(pit_cell(side, i), pos->pit[side][i]);
    return k;
}

static __attribute__((noinline)) const struct reason *
try_any(struct husbao *pos, const struct move *m, struct attempt *attempt) {
    struct meter meter = {WORK_MAX - attempt->work, false, attempt->met};
    struct meter ahead = {WORK_MAX - attempt->ahead, false, attempt->met};
    struct husbao before = *pos;
    const struct reason *reason = m->kind == MOVE_SOW ? check_start(pos, m) : check(pos, m);
    if (reason)
        return reason;
    attempt->effect.loot = attempt->effect.stages = 0;
    attempt->effect.falls = 0;
    if (m->kind == MOVE_SOW) {
        struct sowing s;
        sow(&s, pos, pit_index(m->cell[0]), m->direction, m->cut, &meter);
        if (!meter.exhausted && s.endless && endless_is_illegal(pos))
            reason = REASON_OF(ENDLESS_SOWING);
        else if (!meter.exhausted)
            play_sown(pos, &s, &attempt->effect);
    }
    if (!reason && !meter.exhausted) {
        pos->turn = !pos->turn;
        attempt->outcome = judge(pos, &ahead);
        if (pos->counted)
            attempt->key = key(pos);
    }
    attempt->work = WORK_MAX - meter.left;
    attempt->ahead = WORK_MAX - ahead.left;
    attempt->exhausted = meter.exhausted || ahead.exhausted;
    if (attempt->exhausted)
        *pos = before;
    return reason;
}

/* Most moves of most records need only registers. */
static bool try_usual(struct husbao *pos, const struct move *m, struct attempt *attempt) {
    if (!pos->usual || !zi_husbao_try_wide(pos, m, attempt))
        return false;
    if (pos->counted)
        attempt->key = key(pos);
    return true;
}

static const struct reason *try_play(void *position, const struct move *m,
                                     struct attempt *attempt) {
    return try_usual(position, m, attempt) ? NULL : try_any(position, m, attempt);
}

static bool agrees(const struct move *m, const struct effect *effect) {
    return m->cut <= effect->stages && (!m->annotated || m->loot == effect->loot);
}

static void annotate(struct move *m, const struct effect *effect) {
    if (m->kind != MOVE_SOW)
        return;
    m->loot = effect->loot;
    m->annotated = effect->loot > 0;
}

/* B5: the opponent's pits that the move emptied; the mover's own pits are sown. */
static unsigned captures(const struct ruleset *rs, const struct move *m,
                         const struct effect *effect, const struct setup *before,
                         const struct setup *after, cell out[CAPTURES_MAX]) {
    unsigned count = 0;
    (void)rs;
    if (m->kind != MOVE_SOW || !effect->loot)
        return 0;
    for (unsigned rank = 0; rank < RANKS; rank++)
        for (unsigned file = 0; file < FILES; file++) {
            cell c = cell_at(0, file, rank);
            if (pit_owner(c) != before->turn && before->at[c] && !after->at[c])
                out[count++] = c;
        }
    return count;
}

static cell next_pit(cell pit, char direction) {
    return pit_cell(pit_owner(pit), (pit_index(pit) + (direction == '+' ? 1 : PITS - 1)) % PITS);
}

static struct stage sow_stage_on_board(const struct ruleset *rs, struct setup *at, cell from,
                                       char direction) {
    unsigned side = pit_owner(from);
    struct sowing s = {.side = side,
                       .at = pit_index(from),
                       .hand = at->at[from],
                       .bis = rs->variant == VARIANT_BIS};
    struct stage stage = {.hand = s.hand};
    for (unsigned i = 0; i < PITS; i++) {
        s.own.at[i] = at->at[pit_cell(side, i)];
        s.other.at[i] = at->at[pit_cell(!side, i)];
    }
    sow_stage(&s, direction == '+');
    union pits other = s.other;
    capture(&s);
    s.own.at[s.at] = (uint8_t)s.hand;
    stage.goes_on = !sowing_ended(&s);
    stage.last = pit_cell(side, s.at);
    for (unsigned i = 0; i < 2; i++) { /* the front pit, then the one behind it */
        unsigned pit = i ? s.at : PITS - 1 - s.at;
        stage.robbed[i] = pit_cell(!side, pit);
        stage.taken[i] = (unsigned)(other.at[pit] - s.other.at[pit]);
    }
    for (unsigned i = 0; i < PITS; i++) {
        at->at[pit_cell(side, i)] = s.own.at[i];
        at->at[pit_cell(!side, i)] = s.other.at[i];
    }
    return stage;
}

/* B11 */
static uint32_t score(const void *position, enum result result) {
    return count_stones(position, result == RESULT_WIN_1);
}

static bool count_captured(const struct move *m, const struct effect *effect, uint32_t *amount) {
    *amount = effect->loot;
    return m->kind == MOVE_SOW;
}

static bool count_stages(const struct move *m, const struct effect *effect, uint32_t *amount) {
    *amount = effect->stages;
    return m->kind == MOVE_SOW;
}

static const struct measure captured = {.name = "captured",
                                        .words = "stones captured",
                                        .a_game = true,
                                        .a_move = true,
                                        .count = count_captured};
static const struct measure stages = {.name = "stages",
                                      .words = "stages",
                                      .a_move = true,
                                      .longest = "sowing",
                                      .unit = "stage",
                                      .count = count_stages};
static const struct measure *const measures[] = {&stages, &captured, NULL};

static const struct look look = {.cells = LOOK_PITS, .south = 0};

const struct rules zi_husbao_rules = {
    .name = "husbao",
    .title = "HusBao",
    .about = "a mancala game on four rows of eight pits",
    .notation = &zi_husbao_notation,
    .look = &look,
    .sides = {"a", "b"},
    .variants = variants,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .measures = measures,
    .position_size = sizeof(struct husbao),
    .board = board,
    .start = start,
    .check = check,
    .play = play,
    .try_play = try_play,
    .agrees = agrees,
    .annotate = annotate,
    .captures = captures,
    .next_pit = next_pit,
    .sow_stage = sow_stage_on_board,
    .moves = moves,
    .outcome = outcome,
    .turn = turn,
    .describe = describe,
    .key = key,
    .score = score,
};
