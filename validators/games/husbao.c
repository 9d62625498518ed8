#include "validators/games/key.h"
#include "validators/games/rules.h"

/* B1. B9: sowing that has not ended after STAGES_ENDLESS stages counts as endless. */
enum { FILES = 8, RANKS = 4, PITS = 16, STONES = 48, STAGES_ENDLESS = 20000 };

enum { VARIANT_BASIC, VARIANT_BIS, VARIANT_FRONT };
static const char *const variants[] = {"basic", "bis", "front", NULL};

enum { OPTION_REPETITION, OPTION_FIRST, OPTION_DIRECTION, OPTION_ENDLESS };
enum { DIRECTION_FREE, DIRECTION_CW, DIRECTION_CCW };
enum { ENDLESS_ILLEGAL, ENDLESS_DRAW };

static const char *const first_words[] = {"a", "b", NULL};
static const char *const direction_words[] = {"free", "cw", "ccw", NULL};
static const char *const endless_words[] = {"illegal", "draw", NULL};

static const struct rule_option options[] = {
    [OPTION_REPETITION] = {"repetition", NULL, 2, OPTION_NUMBER_MAX, true, 0},
    [OPTION_FIRST] = {"first", first_words, 0, 0, false, OPTION_WORD(0)},
    [OPTION_DIRECTION] = {"direction", direction_words, 0, 0, false, OPTION_WORD(DIRECTION_FREE)},
    [OPTION_ENDLESS] = {"endless", endless_words, 1, OPTION_NUMBER_MAX, false,
                        OPTION_WORD(ENDLESS_ILLEGAL)},
};

/* A side's pits stand in the order of sowing with the clock: A's a2..h2 h1..a1, B's a4..h4 h3..a3.
   So A's front is 0..7 and B's 8..15, the front pit opposite pit i is the opponent's 15 - i, and
   the pit after that one is his i. */
struct husbao {
    uint8_t pit[2][PITS];
    uint8_t turn;
    uint8_t variant;
    char direction;      /* the only one allowed, or 0 */
    bool endless_draws;  /* B9, option `endless: draw` */
    bool drawn;          /* an endless move has been played under that option */
    uint32_t stages_max; /* B9, option `endless: N`; 0: none */
};
_Static_assert(sizeof(struct husbao) <= POSITION_BYTES_MAX, "a position is too large");

static unsigned pit_owner(cell c) { return cell_rank(c) / 2; }
static unsigned pit_index(cell c) {
    return cell_rank(c) % 2 ? cell_file(c) : PITS - 1 - cell_file(c);
}
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

/* B2: two in each pit, but none in the four front pits at each player's own right hand. */
static uint8_t start_stones(unsigned side, unsigned i) {
    return pit_is_front(side, i) && i % FILES >= FILES / 2 ? 0 : 2;
}

static const char *start(void *position, const struct ruleset *rs, const struct setup *from) {
    struct husbao *pos = position;
    unsigned stones = 0;
    memset(pos, 0, sizeof *pos);
    pos->variant = (uint8_t)rs->variant;
    pos->direction = rs->board.direction;
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

/* A sowing under way, or what it came to. */
struct sowing {
    uint8_t pit[2][PITS];
    unsigned side, at; /* whose move; the pit that the next stage sows from */
    unsigned step;     /* from pit to pit, modulo PITS */
    bool bis;
    bool ended;   /* by B6 */
    bool endless; /* B9 */
    uint32_t loot, stages;
};

static bool front_is_empty(const uint8_t *pits, unsigned side) {
    static const uint8_t none[FILES];
    return memcmp(pits + side * FILES, none, FILES) == 0;
}

/* Requires more than one stone in the pit to sow from. */
static void sow_stage(struct sowing *s) {
    uint8_t *own = s->pit[s->side], *other = s->pit[!s->side];
    unsigned at = s->at, captured = 0;
    unsigned hand = own[at];
    own[at] = 0;
    for (; hand; hand--) { /* B4 */
        at = (at + s->step) % PITS;
        own[at]++;
    }
    if (pit_is_front(s->side, at) && other[PITS - 1 - at]) { /* B5 */
        captured = other[PITS - 1 - at];
        other[PITS - 1 - at] = 0;
        if (s->bis) {
            captured += other[at];
            other[at] = 0;
        }
        own[at] = (uint8_t)(own[at] + captured);
        s->loot += captured;
    }
    s->at = at;
    s->stages++;
    s->ended = own[at] == 1; /* B6: it was empty, and nothing was captured */
}

/* A side's pits in the order of sowing, a byte each, the pit to sow from in the lowest. */
struct ring {
    uint64_t low, high;
};
#define EACH_PIT 0x0101010101010101U

/* A stage that captures nothing. Returns the stones sown, which is how far the ring has turned. */
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

/* The stages that are left once there is nothing to capture. From then on all pits are alike, so a
   ring that returns, turned or not, will return for ever (Brent's method finds it): an unbounded
   move is given up, from a bounded one whole rounds are skipped. */
static void sow_rest(struct sowing *s, uint32_t last, bool bounded) {
    if (s->ended || s->stages >= last)
        return;
    uint8_t *own = s->pit[s->side];
    struct ring now = {0, 0};
    for (unsigned i = 0; i < PITS / 2; i++) {
        now.low |= (uint64_t)own[(s->at + s->step * i) % PITS] << i * 8;
        now.high |= (uint64_t)own[(s->at + s->step * (i + PITS / 2)) % PITS] << i * 8;
    }
    struct ring seen = now;
    uint32_t since = 0, patience = 1;      /* stages since `seen`; when to take a new one */
    uint32_t turned = 0, turned_since = 0; /* pits, modulo PITS */
    while (!s->ended && s->stages < last) {
        unsigned sown = ring_stage(&now);
        turned += sown;
        turned_since += sown;
        since++;
        s->stages++;
        s->ended = (now.low & 0xff) == 1; /* B6 */
        if (now.low == seen.low && now.high == seen.high) {
            if (!bounded)
                break;
            uint32_t rounds = (last - s->stages) / since;
            s->stages += rounds * since;
            turned += rounds * turned_since;
        } else if (since == patience) {
            patience *= 2;
            since = turned_since = 0;
            seen = now;
        }
    }
    s->at = (s->at + s->step * turned) % PITS;
    for (unsigned i = 0; i < PITS / 2; i++) {
        own[(s->at + s->step * i) % PITS] = (uint8_t)(now.low >> i * 8);
        own[(s->at + s->step * (i + PITS / 2)) % PITS] = (uint8_t)(now.high >> i * 8);
    }
}

/* The whole move, `cut` after that many stages at the latest (B10; 0: not cut). Each lap puts a
   stone into every pit and no pit can hold more than all, so that a move lands in each of its pits
   in the end, or ends: while the opponent's front holds stones no move goes on for ever. */
static struct sowing sow(const struct husbao *pos, unsigned from, char direction, uint32_t cut) {
    struct sowing s = {.side = pos->turn, .at = from, .step = direction == '+' ? 1 : PITS - 1};
    uint32_t bound = pos->stages_max ? pos->stages_max : STAGES_ENDLESS;
    bool bounded = pos->stages_max || (cut && cut <= bound);
    uint32_t last = cut && cut < bound ? cut : bound;
    memcpy(s.pit, pos->pit, sizeof s.pit);
    s.bis = pos->variant == VARIANT_BIS;
    while (!s.ended && s.stages < last && !front_is_empty(s.pit[!s.side], !s.side))
        sow_stage(&s);
    sow_rest(&s, last, bounded);
    s.endless = !s.ended && !bounded;
    return s;
}

/* B4, B7: a pit to move from, whether or not its sowing ends. */
static bool has_pit(const struct husbao *pos, unsigned side) {
    for (unsigned i = 0; i < PITS; i++)
        if (pos->pit[side][i] > 1)
            return true;
    return false;
}

static bool direction_allowed(const struct husbao *pos, char direction) {
    return !pos->direction || direction == pos->direction;
}

/* B9: under `illegal` alone a move can be too long to be played. */
static bool endless_is_illegal(const struct husbao *pos) {
    return !pos->endless_draws && !pos->stages_max;
}

static const struct reason *check_sow(const struct husbao *pos, const struct move *m) {
    unsigned from = pit_index(m->cell[0]);
    if (pit_owner(m->cell[0]) != pos->turn)
        return REASON_OF(NOT_OWN_PIT);
    if (pos->pit[pos->turn][from] < 2)
        return REASON_OF(TOO_FEW_STONES);
    if (!direction_allowed(pos, m->direction))
        return REASON_OF(WRONG_DIRECTION);
    if (endless_is_illegal(pos) && sow(pos, from, m->direction, m->cut).endless)
        return REASON_OF(ENDLESS_SOWING);
    return NULL;
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

static void play(void *position, const struct move *m, struct effect *effect) {
    struct husbao *pos = position;
    if (m->kind == MOVE_GIVE) { /* the turn stays */
        play_give(pos, m);
        return;
    }
    if (m->kind == MOVE_SOW) {
        struct sowing s = sow(pos, pit_index(m->cell[0]), m->direction, m->cut);
        if (s.endless) {
            pos->drawn = true; /* B9: the pits stay as they were */
        } else {
            memcpy(pos->pit, s.pit, sizeof pos->pit);
            effect->loot = s.loot;
            effect->stages = s.stages;
        }
    }
    pos->turn = !pos->turn;
}

/* Whether the first stage ends the move (B6): its last stone falls into an empty pit and captures
   nothing. */
static bool ends_at_once(const struct husbao *pos, unsigned from, char direction) {
    const uint8_t *own = pos->pit[pos->turn], *other = pos->pit[!pos->turn];
    unsigned hand = own[from];
    unsigned at = (direction == '+' ? from + hand : from - hand) % PITS;
    return hand < PITS && !own[at] && !(pit_is_front(pos->turn, at) && other[PITS - 1 - at]);
}

/* Whether some move of the player to move passes `test`. */
static bool any_move(const struct husbao *pos,
                     bool (*test)(const struct husbao *, unsigned from, char direction)) {
    for (unsigned i = 0; i < PITS; i++)
        if (pos->pit[pos->turn][i] > 1 && ((direction_allowed(pos, '+') && test(pos, i, '+')) ||
                                           (direction_allowed(pos, '-') && test(pos, i, '-'))))
            return true;
    return false;
}

static bool is_finite(const struct husbao *pos, unsigned from, char direction) {
    return !sow(pos, from, direction, 0).endless;
}

/* B9: some move of the player to move can be played; requires has_pit. Most positions have one that
   takes no simulation. */
static bool has_move(const struct husbao *pos) {
    return !endless_is_illegal(pos) || any_move(pos, ends_at_once) || any_move(pos, is_finite);
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

static struct outcome outcome(const void *position) {
    const struct husbao *pos = position;
    struct outcome open = {RESULT_OPEN, NULL}, endless = {RESULT_DRAW, "endless"};
    if (pos->drawn)
        return endless;
    if (pos->variant == VARIANT_FRONT &&
        (front_is_empty(pos->pit[0], 0) || front_is_empty(pos->pit[1], 1)))
        return more_stones(pos, "front-empty");
    if (!has_pit(pos, pos->turn)) {
        if (pos->variant != VARIANT_FRONT) /* B7 */
            return (struct outcome){result_win(!pos->turn), "no-moves"};
        return has_pit(pos, !pos->turn) ? open : more_stones(pos, "no-moves");
    }
    return has_move(pos) ? open : endless;
}

static bool visit_sow(const struct husbao *pos, struct move *m, unsigned from, char direction,
                      move_visitor *visit, void *context) {
    struct sowing s = sow(pos, from, direction, 0);
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
    uint64_t words[sizeof pos->pit / sizeof(uint64_t)];
    uint64_t k = pos->turn ? KEY_TURN : 0;
    memcpy(words, pos->pit, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        k = key_mix(k ^ words[i]);
    return k;
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

const struct rules zet_husbao_rules = {
    .name = "husbao",
    .notation = &zet_husbao_notation,
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
    .moves = moves,
    .outcome = outcome,
    .turn = turn,
    .describe = describe,
    .key = key,
    .score = score,
};
