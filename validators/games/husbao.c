#include "notation/base/wide.h"
#include "validators/games/key.h"
#include "validators/games/rules.h"

enum { FILES = 8, RANKS = 4, PITS = 16, STONES = 48 };

enum { VARIANT_BASIC, VARIANT_BIS, VARIANT_FRONT };

/* Pits are numbered in the order of clockwise sowing: A's are a2..h2 h1..a1, B's a4..h4 h3..a3. So
 * A's front is 0..7 and B's 8..15. Opposite the front pit i is the opponent's front pit 15 - i;
 * behind that is the opponent's back pit i. */
struct husbao {
    uint8_t pit[2][PITS];
    uint8_t turn;
    uint8_t variant;
    char direction;      /* the only one allowed, or 0 */
    bool counted;        /* repetitions apply (B12), so keys are needed */
    bool endless_draws;  /* B9, option `endless: draw` */
    bool drawn;          /* an endless move has been played under that option */
    uint32_t stages_max; /* B9, option `endless: N`; 0: none */
};
_Static_assert(sizeof(struct husbao) <= POSITION_BYTES_MAX, "a position is too large");

static inline unsigned pit_owner(cell c) { return cell_rank(c) / 2; }
/* Without a branch, because the rank is unpredictable. */
static inline unsigned pit_index(cell c) {
    return cell_file(c) ^ ((PITS - 1) & (cell_rank(c) % 2 - 1));
}

/* After this many stages, a move is treated as one that may be endless (B9). */
enum { STAGES_USUAL = 64 };

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
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < PITS; i++) {
            pos->pit[side][i] = from ? from->at[pit_cell(side, i)] : start_stones(side, i);
            stones += pos->pit[side][i];
        }
    pos->turn = from ? from->turn : rs->option[OPTION_FIRST] == OPTION_WORD(1); /* B3 */
    return stones > STONES ? "there are more than 48 stones" : NULL;            /* C4 */
}

/* A one in each of eight pits. */
#define EACH_PIT 0x0101010101010101U

/* 255 for each of eight pits that has stones, else 0. */
static uint64_t filled(uint64_t pits) { return ((pits + EACH_PIT * 0x7f) >> 7 & EACH_PIT) * 0xff; }

static uint64_t load_pits(const uint8_t pits[FILES]) { return load_eight((const char *)pits); }

static void store_pits(uint8_t to[FILES], uint64_t pits) {
    pits = htole64(pits);
    memcpy(to, &pits, sizeof pits);
}

/* The budget of stages. */
struct meter {
    uint32_t left;
    bool exhausted; /* it was exceeded */
};

#define UNMETERED (&(struct meter){.left = UINT32_MAX})

/* The state or the result of a sowing: the own pits, and what each of them can capture (B5). They
 * are in the order of sowing: by their numbers with the clock, else the last one first. */
struct sowing {
    uint8_t own[PITS], prey[PITS];
    unsigned at; /* the pit to sow from */
    uint32_t loot, stages;
    bool endless; /* B9 */
};

/* The move has ended (B6): its last stone fell into an empty pit and captured nothing. */
static inline bool sowing_ended(const struct sowing *s) { return s->own[s->at] == 1; }

static bool front_is_empty(const uint8_t *pits, unsigned side) {
    return !load_pits(pits + side * FILES);
}

/* What each front pit of the player to move can capture: the stones of the pit opposite, in `bis`
 * with those of the pit behind that. */
static inline uint64_t prey_of(const struct husbao *pos) {
    const uint8_t *other = pos->pit[!pos->turn];
    uint64_t prey = __builtin_bswap64(load_pits(other + !pos->turn * FILES));
    return pos->variant != VARIANT_BIS
               ? prey
               : prey + (load_pits(other + pos->turn * FILES) & filled(prey));
}

/* sown[N][PITS - 1 - P] on: what sowing N stones from pit P adds to each pit. */
#define PIT(n, i) ((n) + PITS - 1 - (i)) / PITS
#define LAP(n)                                                                                     \
    PIT(n, 0), PIT(n, 1), PIT(n, 2), PIT(n, 3), PIT(n, 4), PIT(n, 5), PIT(n, 6), PIT(n, 7),        \
        PIT(n, 8), PIT(n, 9), PIT(n, 10), PIT(n, 11), PIT(n, 12), PIT(n, 13), PIT(n, 14),          \
        PIT(n, 15)
#define HAND(n)                                                                                    \
    { LAP(n), LAP(n) }
#define HANDS(n)                                                                                   \
    HAND(n), HAND(n + 1), HAND(n + 2), HAND(n + 3), HAND(n + 4), HAND(n + 5), HAND(n + 6),         \
        HAND(n + 7)
static const uint8_t sown[STONES + 1][2 * PITS] = {HANDS(0),  HANDS(8),  HANDS(16), HANDS(24),
                                                   HANDS(32), HANDS(40), HAND(48)};

/* Adds to eight pits; no pit can have more than all stones. */
static inline void add_stones(uint8_t to[FILES], const uint8_t more[FILES]) {
    uint64_t sum, add;
    memcpy(&sum, to, sizeof sum);
    memcpy(&add, more, sizeof add);
    sum += add;
    memcpy(to, &sum, sizeof sum);
}

/* One stage (B4, B5). Requires more than one stone in the hand. */
static inline void sow_stage(struct sowing *s) {
    unsigned hand = s->own[s->at];
    const uint8_t *more = &sown[hand][PITS - 1 - s->at];
    s->own[s->at] = 0;
    add_stones(s->own, more);
    add_stones(s->own + FILES, more + FILES);
    s->at = (s->at + hand) % PITS;
    s->stages++;
    unsigned captured = s->prey[s->at];
    if (captured) {
        s->loot += captured;
        s->own[s->at] = (uint8_t)(s->own[s->at] + captured);
        s->prey[s->at] = 0;
    }
}

/* Sows until the move ends, or up to that stage. */
static inline void sow_to(struct sowing *s, uint32_t stage) {
    while (s->stages < stage && !sowing_ended(s))
        sow_stage(s);
}

/* Such a state repeats forever. */
static bool is_same(const struct sowing *a, const struct sowing *b) {
    return a->at == b->at && !memcmp(a->own, b->own, sizeof a->own) &&
           !memcmp(a->prey, b->prey, sizeof a->prey);
}

/* Sows a move from its start up to stage `last`, skipping whole periods. Returns the stages up to
 * the first repetition. */
static uint32_t sow_periods(struct sowing *s, uint32_t last, uint32_t period) {
    struct sowing lead = *s, later = lead;
    for (sow_to(&later, period); !is_same(&lead, &later); sow_stage(&later))
        sow_stage(&lead);
    uint32_t rounds = last > lead.stages ? (last - lead.stages) / period : 0;
    sow_to(s, last - rounds * period);
    s->stages = last;
    return lead.stages + period < last ? lead.stages + period : last;
}

/* Sows a move that may be endless, from its start up to stage `last`. Returns the stages up to
 * the first exact repetition, if there is one; if there are more than `left`, *s is meaningless.
 * Brent's method finds a repetition in at most three times as many stages. */
static uint32_t sow_long(struct sowing *s, uint32_t last, uint32_t left) {
    struct sowing now = *s, seen = now;
    uint32_t most = last < left ? last : left, patience = 1;
    while (!sowing_ended(&now) && now.stages / 3 <= most) {
        sow_stage(&now);
        uint32_t since = now.stages - seen.stages;
        if (is_same(&now, &seen))
            return sow_periods(s, last, since);
        if (since == patience) {
            patience *= 2;
            seen = now;
        }
    }
    sow_to(s, most);
    return sowing_ended(s) ? s->stages : last;
}

/* Copies the order of sowing to the order of numbers, or back. */
static inline void order_pits(uint8_t to[PITS], const uint8_t from[PITS], bool clockwise) {
    uint64_t low = load_pits(from), high = load_pits(from + FILES);
    store_pits(to, clockwise ? low : __builtin_bswap64(high));
    store_pits(to + FILES, clockwise ? high : __builtin_bswap64(low));
}

static inline void begin(const struct husbao *pos, unsigned from, bool clockwise,
                         struct sowing *s) {
    uint64_t prey = prey_of(pos);
    bool second = pos->turn == clockwise;
    order_pits(s->own, pos->pit[pos->turn], clockwise);
    memset(s->prey, 0, sizeof s->prey);
    store_pits(s->prey + second * FILES, clockwise ? prey : __builtin_bswap64(prey));
    s->at = clockwise ? from : PITS - 1 - from;
    s->loot = s->stages = 0;
}

/* The whole move, cut after `cut` stages at the latest (B10; 0: not cut). Each lap puts a stone
 * into every pit and no pit can have more than all, so a move finally lands in each of its pits, or
 * ends: no move is endless while the opponent's front has stones. */
static void sow(const struct husbao *pos, unsigned from, char direction, uint32_t cut,
                struct meter *meter, struct sowing *s) {
    uint32_t bound = pos->stages_max ? pos->stages_max : STAGES_ENDLESS;
    bool bounded = pos->stages_max || (cut && cut <= bound);
    uint32_t last = cut && cut < bound ? cut : bound;
    begin(pos, from, direction == '+', s);
    sow_to(s, last < STAGES_USUAL ? last : STAGES_USUAL);
    uint32_t asked = s->stages; /* up to the first exact repetition (B9) */
    if (!sowing_ended(s) && s->stages < last) {
        begin(pos, from, direction == '+', s);
        asked = sow_long(s, last, meter->left);
    }
    meter->exhausted |= meter->left < asked;
    meter->left -= meter->left < asked ? meter->left : asked;
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
    if (reason || !endless_is_illegal(pos))
        return reason;
    struct sowing s;
    sow(pos, pit_index(m->cell[0]), m->direction, m->cut, UNMETERED, &s);
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

/* Blames the pit of a gift. */
static void blame(const void *position, const struct move *m, const struct reason *reason,
                  struct blame *out) {
    const struct husbao *pos = position;
    uint64_t taken[PITS] = {0};
    for (unsigned i = 0; m->kind == MOVE_GIVE && i < m->count; i++) {
        unsigned pit = pit_index(m->cell[i]);
        bool gives = i < m->givers, own = pit_owner(m->cell[i]) == (gives ? !pos->turn : pos->turn);
        taken[pit] += gives ? m->stones[i] : 0;
        bool wrong = reason == REASON_OF(NOT_OWN_PIT)
                         ? !own
                         : gives && taken[pit] > pos->pit[!pos->turn][pit];
        if (wrong) {
            out->at[out->count++] = m->cell[i];
            return;
        }
    }
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

static void play_sown(struct husbao *pos, bool clockwise, const struct sowing *s,
                      struct effect *effect) {
    if (s->endless) {
        pos->drawn = true; /* B9: the pits stay as they were */
        return;
    }
    uint8_t left[PITS], *other = pos->pit[!pos->turn];
    uint8_t *front = other + !pos->turn * FILES, *behind = other + pos->turn * FILES;
    order_pits(left, s->prey, clockwise);
    uint64_t gone = filled(prey_of(pos) ^ load_pits(left + pos->turn * FILES));
    order_pits(pos->pit[pos->turn], s->own, clockwise);
    store_pits(front, load_pits(front) & ~__builtin_bswap64(gone));
    if (pos->variant == VARIANT_BIS)
        store_pits(behind, load_pits(behind) & ~gone);
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
        sow(pos, pit_index(m->cell[0]), m->direction, m->cut, UNMETERED, &s);
        play_sown(pos, m->direction == '+', &s, effect);
    }
    pos->turn = !pos->turn;
}

/* Whether the first stage of a move ends it (B6): its last stone falls into an empty pit and
 * captures nothing. */
static bool some_move_ends_at_once(const struct husbao *pos) {
    struct sowing s;
    begin(pos, 0, true, &s);
    bool plus = direction_allowed(pos, '+'), minus = direction_allowed(pos, '-');
    for (unsigned i = 0; i < PITS; i++) {
        unsigned hand = s.own[i], with = (i + hand) % PITS, against = (i - hand) % PITS;
        if (hand > 1 && hand < PITS &&
            ((plus && !(s.own[with] | s.prey[with])) ||
             (minus && !(s.own[against] | s.prey[against]))))
            return true;
    }
    return false;
}

/* Whether a move of the player to move ends. */
static bool some_move_is_finite(const struct husbao *pos, struct meter *meter) {
    for (unsigned i = 0; i < PITS; i++)
        for (const char *direction = "+-"; *direction; direction++) {
            if (pos->pit[pos->turn][i] < 2 || !direction_allowed(pos, *direction))
                continue;
            struct sowing s;
            sow(pos, i, *direction, 0, meter, &s);
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
    sow(pos, from, direction, 0, UNMETERED, &s);
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
    if (!has_pit(pos, pos->turn)) /* B8 */
        return visit(context, &(struct move){.kind = MOVE_PASS});
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

static void describe_next(const void *position, struct setup *out) {
    const struct husbao *pos = position;
    out->turn = pos->turn;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < PITS; i++)
            out->at[pit_cell(side, i)] = pos->pit[side][i];
}

static void describe(const void *position, struct setup *out) {
    memset(out, 0, sizeof *out);
    describe_next(position, out);
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

static const struct reason *try_play(void *position, const struct move *m,
                                     struct attempt *attempt) {
    struct husbao *pos = position;
    struct meter meter = {WORK_MAX - attempt->work, false};
    struct meter ahead = {WORK_MAX - attempt->ahead, false};
    struct husbao before = *pos;
    const struct reason *reason = m->kind == MOVE_SOW ? check_start(pos, m) : check(pos, m);
    if (reason)
        return reason;
    attempt->effect.loot = attempt->effect.stages = 0;
    attempt->effect.falls = 0;
    if (m->kind == MOVE_SOW) {
        struct sowing s;
        sow(pos, pit_index(m->cell[0]), m->direction, m->cut, &meter, &s);
        if (!meter.exhausted && s.endless && endless_is_illegal(pos))
            reason = REASON_OF(ENDLESS_SOWING);
        else if (!meter.exhausted)
            play_sown(pos, m->direction == '+', &s, &attempt->effect);
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
    struct stage stage = {.hand = at->at[from], .last = from};
    unsigned side = pit_owner(from);
    at->at[from] = 0;
    for (unsigned i = 0; i < stage.hand; i++)
        at->at[stage.last = next_pit(stage.last, direction)]++;
    unsigned pit = pit_index(stage.last);
    stage.robbed[0] = pit_cell(!side, PITS - 1 - pit); /* the front pit, then the one behind it */
    stage.robbed[1] = pit_cell(!side, pit);
    if (pit_is_front(side, pit))
        stage.taken[0] = at->at[stage.robbed[0]];
    if (stage.taken[0] && rs->variant == VARIANT_BIS)
        stage.taken[1] = at->at[stage.robbed[1]];
    for (unsigned i = 0; i < 2; i++) {
        at->at[stage.robbed[i]] = (uint8_t)(at->at[stage.robbed[i]] - stage.taken[i]);
        at->at[stage.last] = (uint8_t)(at->at[stage.last] + stage.taken[i]);
    }
    stage.goes_on = at->at[stage.last] > 1;
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
    .blame = blame,
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
    .describe_next = describe_next,
    .key = key,
    .score = score,
};
