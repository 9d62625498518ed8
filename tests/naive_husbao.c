/* HusBao, literally (see naive.h). */
#include <stdio.h>

#include "tests/naive.h"

enum { FILES = 8, PITS_OF_ONE = 16, STAGES_OF_ENDLESS = 20000, STONES_ALL = 48 };

/* One player's pits, clockwise (MOVES.md, cells). */
static const char *const clockwise[2][PITS_OF_ONE] = {
    {"a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "h1", "g1", "f1", "e1", "d1", "c1", "b1",
     "a1"},
    {"a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "h3", "g3", "f3", "e3", "d3", "c3", "b3",
     "a3"},
};

/* What a sowing came to. */
struct sowing {
    struct setup left; /* the pits afterwards; the turn has not changed */
    uint32_t loot, stages;
    bool endless;
};

static cell pit_named(const char *name) {
    return cell_at(0, (unsigned)(name[0] - 'a'), (unsigned)(name[1] - '1'));
}

static cell pit_after(unsigned side, cell pit, char direction) {
    unsigned i = 0;
    while (pit_named(clockwise[side][i]) != pit)
        i++;
    i = direction == '+' ? i + 1 : i + PITS_OF_ONE - 1;
    return pit_named(clockwise[side][i % PITS_OF_ONE]);
}

static unsigned owner(cell pit) { return cell_rank(pit) >= 2; }
static bool is_front(cell pit) { return cell_rank(pit) == 1 || cell_rank(pit) == 2; }

static cell opposite_front(cell pit) {
    return cell_at(0, cell_file(pit), cell_rank(pit) == 1 ? 2 : 1);
}
static cell behind(cell front) {
    return cell_at(0, cell_file(front), cell_rank(front) == 1 ? 0 : 3);
}

/* Whether every move ends after so many stages (B9), so that none is endless. */
static bool ends_by_rule(const struct naive *n) {
    uint32_t limit;
    return naive_number(n->rules, "endless", &limit) && limit;
}

/* B4 to B6, B9, B10. `cut`: end after so many stages at the latest, 0 for never. */
static struct sowing sow(const struct naive *n, cell pit, char direction, uint32_t cut) {
    struct sowing s = {.left = n->now};
    unsigned side = owner(pit), hand = s.left.at[pit];
    s.left.at[pit] = 0;
    for (;;) {
        bool held = false;
        for (; hand; hand--) {
            pit = pit_after(side, pit, direction);
            held = s.left.at[pit] > 0;
            s.left.at[pit]++;
        }
        s.stages++;
        cell front = opposite_front(pit);
        unsigned captured = 0;
        if (is_front(pit) && s.left.at[front]) { /* B5 */
            captured = s.left.at[front];
            s.left.at[front] = 0;
            if (naive_variant(n->rules, "bis")) {
                captured += s.left.at[behind(front)];
                s.left.at[behind(front)] = 0;
            }
        }
        s.left.at[pit] = (uint8_t)(s.left.at[pit] + captured);
        s.loot += captured;
        if ((!held && !captured) || (cut && s.stages == cut))
            return s;
        if (s.stages == STAGES_OF_ENDLESS && !ends_by_rule(n)) {
            s.endless = true;
            return s;
        }
        hand = s.left.at[pit];
        s.left.at[pit] = 0;
    }
}

/* The stage after which the record and the rules cut a move off, 0 for none (B9, B10). */
static uint32_t cut_after(const struct naive *n, uint32_t penalty) {
    uint32_t limit;
    if (!naive_number(n->rules, "endless", &limit) || limit == 0)
        return penalty;
    return penalty && penalty < limit ? penalty : limit;
}

static bool wrong_direction(const struct naive *n, char direction) {
    return (naive_word(n->rules, "direction", "cw") && direction != '+') ||
           (naive_word(n->rules, "direction", "ccw") && direction != '-');
}

static const char *sow_reason(const struct naive *n, cell pit, char direction, uint32_t penalty) {
    if (owner(pit) != n->now.turn)
        return "not-own-pit";
    if (n->now.at[pit] < 2)
        return "too-few-stones";
    if (wrong_direction(n, direction))
        return "wrong-direction";
    if (naive_word(n->rules, "endless", "illegal") &&
        sow(n, pit, direction, cut_after(n, penalty)).endless)
        return "endless-sowing";
    return NULL;
}

static bool has_two(const struct naive *n, unsigned side) {
    for (unsigned i = 0; i < PITS_OF_ONE; i++)
        if (n->now.at[pit_named(clockwise[side][i])] > 1)
            return true;
    return false;
}

static const char *give_reason(const struct naive *n, const struct move *m) { /* B10 */
    for (unsigned i = 0; i < m->count; i++)
        if (owner(m->cell[i]) != (i < m->givers ? !n->now.turn : n->now.turn))
            return "not-own-pit";
    for (unsigned i = 0; i < m->givers; i++) {
        uint64_t wanted = 0;
        for (unsigned j = 0; j < m->givers; j++)
            if (m->cell[j] == m->cell[i])
                wanted += m->stones[j];
        if (wanted > n->now.at[m->cell[i]])
            return "too-few-stones";
    }
    return NULL;
}

static const char *husbao_check(const struct naive *n, const struct move *m) {
    switch (m->kind) {
    case MOVE_SKIP: return NULL;
    case MOVE_GIVE: return give_reason(n, m);
    case MOVE_PASS: /* B7, B8 */
        return naive_variant(n->rules, "front") && !has_two(n, n->now.turn) ? NULL
                                                                            : "must-not-pass";
    default: return sow_reason(n, m->cell[0], m->direction, m->cut);
    }
}

static void husbao_play(struct naive *n, const struct move *m, struct effect *effect) {
    if (m->kind == MOVE_GIVE) {
        for (unsigned i = 0; i < m->count; i++) {
            unsigned held = n->now.at[m->cell[i]];
            held = i < m->givers ? held - m->stones[i] : held + m->stones[i];
            n->now.at[m->cell[i]] = (uint8_t)held;
        }
        return;
    }
    if (m->kind == MOVE_SOW) {
        struct sowing s = sow(n, m->cell[0], m->direction, cut_after(n, m->cut));
        n->drawn = s.endless;
        if (!s.endless) { /* B9: an endless move leaves the pits as they were */
            n->now = s.left;
            effect->loot = s.loot;
            effect->stages = s.stages;
        }
    }
    naive_end_turn(n);
}

static unsigned stones_of(const struct naive *n, unsigned side) {
    unsigned stones = 0;
    for (unsigned i = 0; i < PITS_OF_ONE; i++)
        stones += n->now.at[pit_named(clockwise[side][i])];
    return stones;
}

static struct outcome by_stones(const struct naive *n, const char *reason) {
    unsigned a = stones_of(n, 0), b = stones_of(n, 1);
    return (struct outcome){a > b ? RESULT_WIN_0 : b > a ? RESULT_WIN_1 : RESULT_DRAW, reason};
}

static bool front_row_empty(const struct naive *n, unsigned side) {
    for (unsigned file = 0; file < FILES; file++)
        if (n->now.at[cell_at(0, file, side ? 2 : 1)])
            return false;
    return true;
}

static size_t list_sowings(const struct naive *n, struct choice *out, size_t cap) {
    static const char directions[] = "+-";
    size_t count = 0;
    for (unsigned i = 0; i < PITS_OF_ONE; i++)
        for (const char *direction = directions; *direction; direction++) {
            const char *name = clockwise[n->now.turn][i];
            if (sow_reason(n, pit_named(name), *direction, 0) || count++ >= cap)
                continue;
            struct sowing s = sow(n, pit_named(name), *direction, cut_after(n, 0));
            int len = snprintf(out[count - 1].text, CHOICE_TEXT_MAX, "%s%c", name, *direction);
            if (s.loot && !s.endless)
                snprintf(out[count - 1].text + len, CHOICE_TEXT_MAX - 10, "x%u", s.loot);
        }
    return count;
}

static struct outcome husbao_outcome(const struct naive *n) {
    unsigned me = n->now.turn;
    if (n->drawn)
        return (struct outcome){RESULT_DRAW, "endless"};
    if (naive_variant(n->rules, "front")) { /* B8 */
        if (front_row_empty(n, 0) || front_row_empty(n, 1))
            return by_stones(n, "front-empty");
        if (!has_two(n, 0) && !has_two(n, 1))
            return by_stones(n, "no-moves");
    } else if (!has_two(n, me)) { /* B7 */
        return (struct outcome){result_win(!me), "no-moves"};
    }
    if (has_two(n, me) && list_sowings(n, NULL, 0) == 0) /* B9 */
        return (struct outcome){RESULT_DRAW, "endless"};
    return (struct outcome){RESULT_OPEN, NULL};
}

static size_t husbao_choices(const struct naive *n, struct choice *out, size_t cap) {
    size_t count = list_sowings(n, out, cap);
    if (count == 0 && count++ < cap)
        strcpy(out->text, "--");
    return count;
}

static void husbao_start(struct naive *n) { /* B2, B3 */
    memset(&n->now, 0, sizeof n->now);
    n->now.turn = naive_word(n->rules, "first", "b");
    for (unsigned file = 0; file < FILES; file++) {
        n->now.at[cell_at(0, file, 0)] = n->now.at[cell_at(0, file, 3)] = 2;
        n->now.at[cell_at(0, file, 1)] = file < 4 ? 2 : 0; /* A looks north, B looks south */
        n->now.at[cell_at(0, file, 2)] = file < 4 ? 0 : 2;
    }
}

static void husbao_scatter(struct naive *n, struct dice *d) {
    unsigned stones = dice_one_in(d, 2) ? STONES_ALL : dice_below(d, STONES_ALL + 1);
    unsigned heaps = 1 + dice_below(d, 6), mine = dice_below(d, 5);
    memset(&n->now, 0, sizeof n->now);
    n->now.turn = (uint8_t)dice_below(d, 2);
    while (stones) {
        unsigned heap = 1 + dice_below(d, heaps < stones ? heaps : stones);
        unsigned side = dice_below(d, 4) < mine ? 1 : 0;
        cell pit = pit_named(clockwise[side][dice_below(d, PITS_OF_ONE)]);
        n->now.at[pit] = (uint8_t)(n->now.at[pit] + heap);
        stones -= heap;
    }
}

static cell some_pit(struct dice *d, unsigned side) {
    return pit_named(clockwise[side][dice_below(d, PITS_OF_ONE)]);
}

static void stray_give(const struct naive *n, struct dice *d, struct move *m) {
    unsigned me = n->now.turn;
    uint32_t sum = 0;
    m->givers = (uint16_t)(1 + dice_below(d, 3));
    for (unsigned i = 0; i < m->givers; i++) {
        m->cell[i] = some_pit(d, dice_one_in(d, 12) ? me : !me);
        m->stones[i] = 1 + dice_below(d, 3);
        sum += m->stones[i];
    }
    for (m->count = m->givers; sum; m->count++) {
        m->cell[m->count] = some_pit(d, dice_one_in(d, 12) ? !me : me);
        m->stones[m->count] = 1 + dice_below(d, sum);
        sum -= m->stones[m->count];
    }
}

static void husbao_stray(const struct naive *n, struct dice *d, struct move *m) {
    memset(m, 0, sizeof *m);
    switch (dice_below(d, 16)) {
    case 0: m->kind = MOVE_PASS; return;
    case 1: m->kind = MOVE_SKIP; return;
    case 2:
    case 3:
        m->kind = MOVE_GIVE;
        stray_give(n, d, m);
        return;
    default: break;
    }
    m->kind = MOVE_SOW;
    m->count = 1;
    m->cell[0] = some_pit(d, dice_one_in(d, 8) ? !n->now.turn : n->now.turn);
    m->direction = dice_one_in(d, 2) ? '+' : '-';
    if (dice_one_in(d, 3))
        m->cut = 1 + dice_below(d, dice_one_in(d, 4) ? 1000 : 8);
}

static uint32_t husbao_score(const struct naive *n, enum result result) {
    return stones_of(n, result == RESULT_WIN_1);
}

static const char *const husbao_reasons[] = {"not-own-pit",    "too-few-stones", "wrong-direction",
                                             "endless-sowing", "must-not-pass",  NULL};

const struct naive_game naive_husbao = {
    .name = "husbao",
    .reasons = husbao_reasons,
    .start = husbao_start,
    .check = husbao_check,
    .play = husbao_play,
    .outcome = husbao_outcome,
    .choices = husbao_choices,
    .scatter = husbao_scatter,
    .stray = husbao_stray,
    .score = husbao_score,
};
