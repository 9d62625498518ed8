/* HusBao's rules, position by position. Position texts go from row 4, B's back, to row 1, A's back.
 */
#include "tests/naive.h"
#include "tests/unit/unit.h"

#include "notation/games/cell.h"

#define NONE "0,0,0,0,0,0,0,0"

/* No sowing of c1 against the clock ever ends. */
#define ENDLESS "2,0,0,0,0,0,0,0/" NONE "/1,4,0,1,2,1,0,1/0,1,2,0,1,0,1,2 a"

/* Only a1 holds more than one stone of A, and its sowing, either way, goes round for ever. */
#define ALL_ENDLESS "2,0,0,0,0,0,0,0/" NONE "/1,0,1,0,1,0,1,0/3,1,0,1,0,1,0,1 a"

static const struct play_row rows[] = {
    /* B2, B3 */
    {"B2 the start position has two stones in each pit but the right-hand front pits", "husbao",
     NULL, "", "legal", "2,2,2,2,2,2,2,2/0,0,0,0,2,2,2,2/2,2,2,2,0,0,0,0/2,2,2,2,2,2,2,2 a"},
    {"B3 with the option B moves first", "husbao first=b", NULL, "", "legal",
     "2,2,2,2,2,2,2,2/0,0,0,0,2,2,2,2/2,2,2,2,0,0,0,0/2,2,2,2,2,2,2,2 b"},

    /* B4 */
    {"B4 A sows with the clock from h2 to h1 and g1", "husbao",
     "2,0,0,0,0,0,0,0/" NONE "/0,0,0,0,0,0,0,2/" NONE " a", "h2+", "legal",
     "2,0,0,0,0,0,0,0/" NONE "/" NONE "/0,0,0,0,0,0,1,1 b"},
    {"B4 A sows with the clock from a1 to a2 and b2", "husbao",
     "2,0,0,0,0,0,0,0/" NONE "/" NONE "/2,0,0,0,0,0,0,0 a", "a1+", "legal",
     "2,0,0,0,0,0,0,0/" NONE "/1,1,0,0,0,0,0,0/" NONE " b"},
    {"B4 A sows against the clock from a2 to a1 and b1", "husbao",
     "2,0,0,0,0,0,0,0/" NONE "/2,0,0,0,0,0,0,0/" NONE " a", "a2-", "legal",
     "2,0,0,0,0,0,0,0/" NONE "/" NONE "/1,1,0,0,0,0,0,0 b"},
    {"B4 B sows with the clock from h4 to h3 and g3", "husbao",
     "0,0,0,0,0,0,0,2/" NONE "/" NONE "/2,0,0,0,0,0,0,0 b", "h4+", "legal",
     NONE "/0,0,0,0,0,0,1,1/" NONE "/2,0,0,0,0,0,0,0 a"},
    {"B4 B sows with the clock from a3 to a4 and b4", "husbao",
     NONE "/2,0,0,0,0,0,0,0/" NONE "/2,0,0,0,0,0,0,0 b", "a3+", "legal",
     "1,1,0,0,0,0,0,0/" NONE "/" NONE "/2,0,0,0,0,0,0,0 a"},
    {"B4 B sows against the clock from a4 to a3 and b3", "husbao",
     "2,0,0,0,0,0,0,0/" NONE "/" NONE "/2,0,0,0,0,0,0,0 b", "a4-", "legal",
     NONE "/1,1,0,0,0,0,0,0/" NONE "/2,0,0,0,0,0,0,0 a"},
    {"B4 a hand of sixteen comes round to the pit it left and ends there", "husbao",
     "2,0,0,0,0,0,0,0/" NONE "/16,0,0,0,0,0,0,0/" NONE " a", "a2+", "legal",
     "2,0,0,0,0,0,0,0/" NONE "/1,1,1,1,1,1,1,1/1,1,1,1,1,1,1,1 b"},
    {"B4 nobody sows from a pit of the other player", "husbao", NULL, "d3+", "not-own-pit", NULL},
    {"B4 an empty pit has too few stones", "husbao", NULL, "h2+", "too-few-stones", NULL},
    {"B4 a single stone is too few", "husbao",
     "2,0,0,0,0,0,0,0/" NONE "/1,2,0,0,0,0,0,0/" NONE " a", "a2+", "too-few-stones", NULL},
    {"C5 the other player's pit comes before its stones", "husbao", NULL, "a3+", "not-own-pit",
     NULL},
    {"B4 with direction cw a sowing against the clock is wrong", "husbao direction=cw", NULL, "d2-",
     "wrong-direction", NULL},
    {"B4 with direction ccw a sowing with the clock is wrong", "husbao direction=ccw", NULL, "d2+",
     "wrong-direction", NULL},
    {"B4 a fixed direction need not be written", "husbao direction=ccw",
     "2,0,0,0,0,0,0,0/" NONE "/2,0,0,0,0,0,0,0/" NONE " a", "a2", "legal",
     "2,0,0,0,0,0,0,0/" NONE "/" NONE "/1,1,0,0,0,0,0,0 b"},
    {"C5 the wrong direction comes before an endless sowing", "husbao direction=cw", ENDLESS, "c1-",
     "wrong-direction", NULL},

    /* B5 */
    {"B5 a last stone in an empty front pit captures the pit opposite", "husbao",
     "2,0,5,0,0,0,0,0/0,0,3,0,0,0,0,0/2,0,0,0,0,0,0,0/" NONE " a", "a2+x3", "legal",
     "2,0,5,0,0,0,0,0/" NONE "/0,1,0,1,1,1,1,0/" NONE " b"},
    {"B5 bis takes the pit behind the captured one too", "husbao bis",
     "2,0,5,0,0,0,0,0/0,0,3,0,0,0,0,0/2,0,0,0,0,0,0,0/" NONE " a", "a2+x8", "legal",
     "2,0,0,0,0,0,0,0/" NONE "/0,1,0,1,1,1,1,1/0,0,0,0,1,1,1,1 b"},
    {"B5 in bis an empty front pit protects the one behind it", "husbao bis",
     "2,0,5,0,0,0,0,0/" NONE "/2,0,0,0,0,0,0,0/" NONE " a", "a2+", "legal",
     "2,0,5,0,0,0,0,0/" NONE "/0,1,1,0,0,0,0,0/" NONE " b"},
    {"B5 a last stone in a filled front pit captures too", "husbao",
     "2,0,0,0,0,0,0,0/0,0,1,0,0,0,0,0/2,0,1,0,0,0,0,0/" NONE " a", "a2+x1", "legal",
     "2,0,0,0,0,0,0,0/" NONE "/0,1,0,1,1,1,0,0/" NONE " b"},
    {"B5 B captures from A's front", "husbao",
     "0,0,0,0,0,0,0,2/" NONE "/0,0,0,0,0,0,3,0/2,0,0,0,0,0,0,0 b", "h4+x3", "legal",
     NONE "/0,0,1,1,1,1,0,1/" NONE "/2,0,0,0,0,0,0,0 a"},
    {"B5 B takes the pit behind too in bis", "husbao bis",
     "0,0,0,0,0,0,0,2/" NONE "/0,0,0,0,0,0,3,0/2,0,0,0,0,0,5,0 b", "h4+x8", "legal",
     "1,1,1,0,0,0,0,0/1,1,1,1,1,1,0,1/" NONE "/2,0,0,0,0,0,0,0 a"},
    {"B5 a last stone in a back pit captures nothing", "husbao",
     "0,0,0,0,0,0,2,0/0,0,0,0,0,0,5,0/0,0,0,0,0,0,0,2/" NONE " a", "h2+", "legal",
     "0,0,0,0,0,0,2,0/0,0,0,0,0,0,5,0/" NONE "/0,0,0,0,0,0,1,1 b"},
    {"B5 stones on the way capture nothing", "husbao",
     "2,0,0,0,0,0,0,0/0,4,0,0,0,0,0,0/2,0,0,0,0,0,0,0/" NONE " a", "a2+", "legal",
     "2,0,0,0,0,0,0,0/0,4,0,0,0,0,0,0/0,1,1,0,0,0,0,0/" NONE " b"},
    {"B5 B6 a move of the start position captures twice in seven stages", "husbao", NULL, "d2+x4/7",
     "legal", "2,2,2,2,2,2,2,2/0,0,0,0,0,0,2,2/3,0,3,1,0,1,2,2/3,0,3,3,0,3,3,1 b"},

    /* B6 */
    {"B6 a filled landing pit is sown on", "husbao",
     "2,0,0,0,0,0,0,0/" NONE "/2,0,2,0,0,0,0,0/" NONE " a", "a2+", "legal",
     "2,0,0,0,0,0,0,0/" NONE "/0,1,0,1,1,1,0,0/" NONE " b"},
    {"B6 an empty landing pit ends the move", "husbao",
     "2,0,0,0,0,0,0,0/" NONE "/2,1,0,0,0,0,0,0/" NONE " a", "a2+", "legal",
     "2,0,0,0,0,0,0,0/" NONE "/0,2,1,0,0,0,0,0/" NONE " b"},

    /* B7 */
    {"B7 a player to move with single stones only has lost", "husbao",
     "1,0,0,0,0,0,0,0/" NONE "/0,0,0,0,0,0,0,2/" NONE " a", "h2+", "a no-moves", NULL},
    {"B7 holds in bis too", "husbao bis", "2,0,0,0,0,0,0,0/" NONE "/1,1,0,0,0,0,0,0/" NONE " a", "",
     "b no-moves", NULL},
    {"B7 an empty front does not end a game of basic", "husbao",
     "2,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,2/2,0,0,0,0,0,0,0 a", "h2+", "legal", NULL},

    /* B8 */
    {"B8 an own front row emptied ends the game, and more stones win", "husbao front",
     NONE "/1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,2/" NONE " a", "h2+", "a front-empty",
     NONE "/1,0,0,0,0,0,0,0/" NONE "/0,0,0,0,0,0,1,1 b"},
    {"B8 fewer stones lose", "husbao front", NONE "/3,0,0,0,0,0,0,0/0,0,0,0,0,0,0,2/" NONE " a",
     "h2+", "b front-empty", NULL},
    {"B8 equal stones are a draw", "husbao front",
     "1,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,2/" NONE " a", "h2+", "draw front-empty", NULL},
    {"B8 the opponent's front row emptied ends the game", "husbao front",
     "2,0,0,0,0,0,0,0/0,0,3,0,0,0,0,0/2,0,0,0,0,0,0,0/" NONE " a", "a2+x3", "a front-empty",
     "2,0,0,0,0,0,0,0/" NONE "/0,1,0,1,1,1,1,0/" NONE " b"},
    {"B8 C4 a start position with an empty front row has ended", "husbao front",
     "3,0,0,0,0,0,0,0/" NONE "/2,0,0,0,0,0,0,0/" NONE " a", "", "b front-empty", NULL},
    {"B8 a player without a move passes", "husbao front",
     "0,2,0,0,0,0,0,0/1,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0/" NONE " a", "--", "legal",
     "0,2,0,0,0,0,0,0/1,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0/" NONE " b"},
    {"B8 a player with a move does not pass", "husbao front",
     "0,2,0,0,0,0,0,0/1,0,0,0,0,0,0,0/2,0,0,0,0,0,0,0/" NONE " a", "--", "must-not-pass", NULL},
    {"B8 when neither can move more stones win", "husbao front",
     NONE "/1,0,0,0,0,0,0,0/1,1,0,0,0,0,0,0/" NONE " a", "", "a no-moves", NULL},

    /* B9 */
    {"B9 a sowing that never ends is illegal", "husbao", ENDLESS, "c1-", "endless-sowing", NULL},
    {"B9 with endless draw it leaves the pits and draws", "husbao endless=draw", ENDLESS, "c1-",
     "draw endless", "2,0,0,0,0,0,0,0/" NONE "/1,4,0,1,2,1,0,1/0,1,2,0,1,0,1,2 b"},
    {"B9 with endless 2 it ends after two stages", "husbao endless=2", ENDLESS, "c1-", "legal",
     "2,0,0,0,0,0,0,0/" NONE "/1,4,0,1,2,1,0,1/0,1,0,1,0,1,2,2 b"},
    {"B9 with endless 3 it ends after three stages", "husbao endless=3", ENDLESS, "c1-", "legal",
     "2,0,0,0,0,0,0,0/" NONE "/1,4,0,1,2,1,0,2/0,1,0,1,0,1,0,3 b"},
    {"B9 with endless 3 a move of seven stages ends after three", "husbao endless=3", NULL, "d2+x2",
     "legal", "2,2,2,2,2,2,2,2/0,0,0,0,2,0,2,2/2,2,2,0,1,0,1,1/2,2,2,2,3,3,3,0 b"},
    {"B9 a player with none but endless moves draws", "husbao", ALL_ENDLESS, "", "draw endless",
     NULL},
    {"B9 with endless draw he may play one", "husbao endless=draw", ALL_ENDLESS, "a1+",
     "draw endless", NULL},
    {"B9 a move of 1,306 stages ends", "husbao",
     "1,1,0,3,0,2,1,3/1,1,2,1,1,0,2,1/0,2,2,1,0,0,2,1/5,4,1,2,1,4,1,2 a", "h1-x9", "legal",
     "1,1,0,3,0,2,1,3/" NONE "/0,1,0,1,6,1,0,1/3,1,8,7,2,1,1,4 b"},
    {"B9 a move of 3,344 stages ends", "husbao",
     "4,0,1,2,1,2,6,0/2,0,0,1,2,1,7,2/1,0,1,1,1,0,0,2/0,1,1,3,4,0,1,1 b", "a4+x6", "legal",
     "0,1,13,1,0,1,0,1/1,1,6,5,6,0,1,0/" NONE "/0,1,1,3,4,0,1,1 a"},

    /* B10 */
    {"B10 a move cut short ends after its stage", "husbao", ENDLESS, "c1-/2", "legal",
     "2,0,0,0,0,0,0,0/" NONE "/1,4,0,1,2,1,0,1/0,1,0,1,0,1,2,2 b"},
    {"B10 the last stage's capture is taken into the landing pit", "husbao",
     "2,0,5,0,0,0,0,0/0,0,3,0,0,0,0,0/2,0,0,0,0,0,0,0/" NONE " a", "a2+x3/1", "legal",
     "2,0,5,0,0,0,0,0/" NONE "/0,1,4,0,0,0,0,0/" NONE " b"},
    {"B10 a lost turn changes nothing but the turn", "husbao", NULL, "%skip", "legal",
     "2,2,2,2,2,2,2,2/0,0,0,0,2,2,2,2/2,2,2,2,0,0,0,0/2,2,2,2,2,2,2,2 b"},
    {"B10 stones given may be moved at once", "husbao",
     "4,0,0,0,0,0,0,0/" NONE "/2,0,0,0,0,0,0,0/" NONE " a", "%give:a4*2:e1*2 e1+", "legal",
     "2,0,0,0,0,0,0,0/" NONE "/2,0,0,0,0,0,0,0/0,0,1,1,0,0,0,0 b"},
    {"B10 the offender gives from his own pits", "husbao", NULL, "%give:e1:e2", "not-own-pit",
     NULL},
    {"B10 the receiver puts them into his own pits", "husbao", NULL, "%give:a4:a3", "not-own-pit",
     NULL},
    {"B10 nobody gives more than he has", "husbao", NULL, "%give:a4*3:e1*3", "too-few-stones",
     NULL},
    {"B10 a pit named twice gives twice", "husbao", NULL, "%give:a4,a4*2:e1*3", "too-few-stones",
     NULL},

    /* B12, C4 */
    {"B12 positions are not counted by default", "husbao", NULL, "%skip %skip %skip %skip", "legal",
     NULL},
    {"B12 with repetition 2 the second occurrence is a draw", "husbao repetition=2", NULL,
     "%skip %skip", "draw repetition", NULL},
    {"B12 a first occurrence is not a repetition", "husbao repetition=2", NULL, "d2+x4", "legal",
     NULL},
    {"C4 forty-nine stones are too many", "husbao",
     "48,0,0,0,0,0,0,0/" NONE "/1,0,0,0,0,0,0,0/" NONE " a", "", "bad-position", NULL},
};

/* Moves that take many stages, and how many. */
static const struct {
    const char *position, *move;
    uint32_t stages, loot;
} long_moves[] = {
    {"1,1,0,3,0,2,1,3/1,1,2,1,1,0,2,1/0,2,2,1,0,0,2,1/5,4,1,2,1,4,1,2 a", "h1-", 1306, 9},
    {"4,0,1,2,1,2,6,0/2,0,0,1,2,1,7,2/1,0,1,1,1,0,0,2/0,1,1,3,4,0,1,1 b", "a4+", 3344, 6},
};

static void long_moves_count_their_stages(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof long_moves / sizeof *long_moves; i++) {
        struct ruleset rs;
        struct replay replay = {0};
        struct move move = {0};
        struct effect effect = {0};
        unsigned style;
        unit_ruleset(&rs, "husbao");
        assert_null(unit_start(&replay, &rs, long_moves[i].position));
        assert_null(
            rs.rules->notation->read(text_of(long_moves[i].move), &rs.board, &move, &style));
        assert_null(rs.rules->check(&replay.position, &move));
        zi_replay_play(&replay, &move, &effect);
        assert_int_equal(effect.stages, long_moves[i].stages);
        assert_int_equal(effect.loot, long_moves[i].loot);
        move.cut = long_moves[i].stages; /* B10: as many stages as it has */
        assert_true(zi_husbao_rules.agrees(&move, &effect));
        move.cut++;
        assert_false(zi_husbao_rules.agrees(&move, &effect));
        zi_replay_close(&replay);
    }
}

/* A sowing on the board, stage by stage. */
struct sown {
    struct setup at;
    cell from; /* to sow next */
    uint32_t stages;
    bool ended;
};

static void sow_on(const struct ruleset *rs, struct sown *s, char direction) {
    struct stage stage = rs->rules->sow_stage(rs, &s->at, s->from, direction);
    s->from = stage.last;
    s->ended = !stage.goes_on;
    s->stages++;
}

static bool is_same(const struct sown *a, const struct sown *b) {
    return a->from == b->from && !memcmp(a->at.at, b->at.at, cell_at(0, 0, 4));
}

/* B9: the stages up to the end, to the first exact repetition, or to the last one allowed. */
static uint32_t stages_of(const struct ruleset *rs, const struct setup *at, cell from,
                          char direction, uint32_t last, bool *ended) {
    static struct sown now, seen, later;
    uint32_t patience = 1;
    seen = now = (struct sown){*at, from, 0, false};
    do {
        if (now.stages - seen.stages == patience) {
            patience *= 2;
            seen = now;
        }
        sow_on(rs, &now, direction);
    } while (!now.ended && !is_same(&now, &seen) && now.stages < 4 * last);
    uint32_t period = now.stages - seen.stages, stages = now.stages;
    *ended = now.ended && stages <= last;
    if (!now.ended && is_same(&now, &seen)) {
        now = later = (struct sown){*at, from, 0, false};
        while (later.stages < period || !is_same(&now, &later)) {
            if (later.stages >= period)
                sow_on(rs, &now, direction);
            sow_on(rs, &later, direction);
        }
        stages = later.stages;
    }
    return stages < last ? stages : last;
}

/* The stages sown to decide whether there is a move: none if a move of 2 to 15 stones ends with its
   first stage. Otherwise moves are sown in the order of the pits, clockwise first, up to one that
   ends. */
static uint32_t stages_ahead(const struct ruleset *rs, const struct setup *at) {
    uint32_t sum = 0;
    bool ended = false;
    for (unsigned look = 0; look < 2; look++) {
        cell pit = cell_at(0, 0, at->turn ? 3 : 1);
        for (unsigned i = 0; i < 32; i++) {
            char direction = i % 2 ? '-' : '+';
            if (at->at[pit] > 1 && (!rs->board.direction || direction == rs->board.direction)) {
                uint32_t stages = stages_of(rs, at, pit, direction, look ? 20000 : 1, &ended);
                if (!look && ended && at->at[pit] < 16)
                    return 0;
                sum += look ? stages : 0;
                if (look && ended)
                    return sum;
            }
            if (i % 2)
                pit = rs->rules->next_pit(pit, '+');
        }
    }
    return sum;
}

/* All moves of a position: the work of each, and the work to judge the position after it. */
static void try_all(const struct ruleset *rs, const struct setup *at, unsigned *endless) {
    static union position position, after;
    static struct attempt attempt;
    static struct setup setup;
    uint32_t option = rs->option[3], last = option & OPTION_WORD(0) ? 20000 : option;
    assert_string_equal(rs->rules->options[3].name, "endless");
    assert_null(rs->rules->start(&position, rs, at));
    if (rs->rules->outcome(&position).result != RESULT_OPEN)
        return;
    for (unsigned i = 0; i < 32; i++) {
        struct move m = {.kind = MOVE_SOW, .count = 1, .direction = i % 2 ? '-' : '+'};
        bool ended;
        m.cell[0] = cell_at(0, i / 4, 2 * at->turn + i / 2 % 2);
        if (at->at[m.cell[0]] < 2 || (rs->board.direction && m.direction != rs->board.direction))
            continue;
        after = position;
        attempt = (struct attempt){0};
        const struct reason *reason = rs->rules->try_play(&after, &m, &attempt);
        assert_int_equal(attempt.work, stages_of(rs, at, m.cell[0], m.direction, last, &ended));
        assert_true(!reason || (!ended && option == OPTION_WORD(0)));
        if (ended)
            assert_int_equal(attempt.effect.stages, attempt.work);
        *endless += !ended;
        if (reason || option != OPTION_WORD(0) ||
            (attempt.outcome.reason && strcmp(attempt.outcome.reason, "endless")))
            continue;
        rs->rules->describe(&after, &setup);
        assert_int_equal(attempt.ahead, stages_ahead(rs, &setup));
    }
}

/* Positions with an endless sowing. The comments give the number of stages before it repeats, the
   stages of a repetition, and the pits by which a repetition moves on. */
static const char *const endless_positions[] = {
    ENDLESS,
    ALL_ENDLESS,
    "0,0,0,0,0,0,0,2/0,0,1,0,0,0,0,0/2,0,0,0,1,2,3,0/1,2,1,2,0,1,5,1 a", /* a2+: 1 and 96, 0 pits on
                                                                          */
    "0,0,0,0,0,0,0,2/0,0,0,1,0,0,0,0/2,1,2,2,0,2,1,3/3,1,5,2,3,1,2,0 a", /* d1+: 3 and 35, 8 pits on
                                                                          */
    "0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,1/0,1,0,1,2,1,0,1/2,1,0,1,0,1,0,1 a", /* a1+: 4 and 15, 2 pits on
                                                                          */
    "0,0,0,0,0,0,0,2/0,0,0,0,0,1,0,0/1,0,2,1,0,0,4,1/2,1,0,5,2,1,0,2 a", /* h1+: 4 and 22, 4 pits on
                                                                          */
    "0,0,0,0,0,0,0,2/0,1,0,0,0,0,0,0/3,2,2,3,2,1,0,2/4,2,0,4,2,3,4,1 a", /* a2+: 5 and 1012, 0 pits
                                                                            on */
    "0,0,0,0,0,0,0,2/2,0,1,0,0,0,0,0/2,0,1,1,0,2,1,2/0,1,0,1,2,1,2,1 a", /* a2+: 7 and 162, 11 pits
                                                                            on */
    "0,0,0,0,0,0,0,2/1,0,1,0,0,0,0,0/2,0,0,3,2,1,0,1/2,0,1,2,3,0,1,3 a", /* h1+: 8 and 48, 9 pits on
                                                                          */
    "0,0,0,0,0,0,0,2/2,1,0,0,0,0,0,0/2,2,2,1,2,1,2,0/0,1,2,1,2,0,1,2 a", /* g2+: 10 and 82, 15 pits
                                                                            on */
    "0,0,0,0,0,0,0,2/0,1,1,0,1,0,2,1/0,1,0,0,0,0,1,1/1,0,2,1,0,1,0,1 a", /* c1+: 11 and 7, 1 pits on
                                                                          */
    "0,0,0,0,0,0,0,2/0,2,1,0,0,0,0,2/1,3,1,1,0,3,2,4/2,1,2,0,4,2,3,2 a", /* h1+: 14 and 5589, 6 pits
                                                                            on */
    "0,0,0,0,0,0,0,2/1,1,0,0,0,1,1,1/1,2,2,1,0,1,0,2/0,1,0,2,3,0,1,2 a", /* d1+: 15 and 33, 6 pits
                                                                            on */
    "0,0,0,0,0,0,0,2/0,0,0,1,0,0,0,0/4,3,2,2,2,3,4,1/0,1,0,1,2,4,1,2 a", /* f1+: 16 and 135, 14 pits
                                                                            on */
};

static void work_is_counted(void **state) {
    static const char *const rulesets[] = {
        "husbao",     "husbao endless=draw",       "husbao endless=300", "husbao direction=cw",
        "husbao bis", "husbao front direction=ccw"};
    enum { POSITIONS = sizeof endless_positions / sizeof *endless_positions, RANDOM = 60 };
    struct dice dice = {7};
    unsigned endless = 0;
    (void)state;
    for (size_t i = 0; i < sizeof rulesets / sizeof *rulesets; i++) {
        struct ruleset rs;
        struct naive n = {.rules = &rs};
        size_t fault;
        unit_ruleset(&rs, rulesets[i]);
        for (unsigned k = 0; k < POSITIONS + RANDOM; k++) {
            if (k >= POSITIONS)
                naive_husbao.scatter(&n, &dice);
            else
                assert_null(zi_husbao_notation.read_setup(text_of(endless_positions[k]), &rs.board,
                                                          &n.now, &fault));
            try_all(&rs, &n.now, &endless);
        }
    }
    assert_true(endless > 4 * POSITIONS);
}

/* B5: loot is written if there is some and its pits are known. */
static void loot_is_annotated(void **state) {
    static const struct {
        const char *rules, *position, *move, *annotated, *captured;
    } sown[] = {
        {"husbao", "2,0,5,0,0,0,0,0/0,0,3,0,0,0,0,0/2,0,0,0,0,0,0,0/" NONE " a", "a2+", "a2+x3",
         "c3"},
        {"husbao bis", "2,0,5,0,0,0,0,0/0,0,3,0,0,0,0,0/2,0,0,0,0,0,0,0/" NONE " a", "a2+", "a2+x8",
         "c3 c4"},
        {"husbao bis", "2,0,5,0,0,0,0,0/" NONE "/2,0,0,0,0,0,0,0/" NONE " a", "a2+", "a2+", ""},
        {"husbao", "0,0,0,0,0,0,0,2/" NONE "/0,0,0,0,0,0,3,0/2,0,0,0,0,0,0,0 b", "h4+", "h4+x3",
         "g2"},
        {"husbao", NULL, "%skip", "%skip", ""},
        {"husbao", NULL, "%give:a4*2:e1*2", "%give:a4*2:e1*2", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof sown / sizeof *sown; i++) {
        struct ruleset rs;
        struct replay r = {0};
        struct move m = {0};
        struct effect effect = {0};
        static struct setup before, after;
        char text[64], pits[64];
        struct writer w = {text, sizeof text - 1, 0}, p = {pits, sizeof pits - 1, 0};
        cell out[CAPTURES_MAX];
        unsigned style;
        unit_ruleset(&rs, sown[i].rules);
        assert_null(unit_start(&r, &rs, sown[i].position));
        assert_null(rs.rules->notation->read(text_of(sown[i].move), &rs.board, &m, &style));
        rs.rules->describe(&r.position, &before);
        zi_replay_play(&r, &m, &effect);
        rs.rules->describe(&r.position, &after);
        rs.rules->annotate(&m, &effect);
        rs.rules->notation->write(&w, &m);
        text[w.len] = '\0';
        assert_string_equal(text, sown[i].annotated);
        unsigned count = rs.rules->captures(&rs, &m, &effect, &before, &after, out);
        for (unsigned k = 0; k < count; k++) {
            write_string(&p, k ? " " : "");
            write_cell(&p, out[k]);
        }
        pits[p.len] = '\0';
        assert_string_equal(pits, sown[i].captured);
        uint32_t amount = 77;
        assert_int_equal(rs.rules->measures[1]->count(&m, &effect, &amount), m.kind == MOVE_SOW);
        assert_int_equal(amount, effect.loot);
        assert_int_equal(rs.rules->measures[0]->count(&m, &effect, &amount), m.kind == MOVE_SOW);
        assert_int_equal(amount, effect.stages);
        zi_replay_close(&r);
    }
}

static void points_are_the_winners_stones(void **state) {
    (void)state;
    struct ruleset rs;
    struct replay replay = {0};
    unit_ruleset(&rs, "husbao front");
    assert_null(unit_start(&replay, &rs, "3,0,0,0,0,0,0,1/" NONE "/2,0,0,0,0,0,0,0/" NONE " a"));
    assert_int_equal(replay.outcome.result, RESULT_WIN_1);
    assert_int_equal(rs.rules->score(&replay.position, replay.outcome.result), 4);
    zi_replay_close(&replay);
}

int main(void) {
    static const struct CMUnitTest more[] = {
        {"B9 long moves count their stages", long_moves_count_their_stages, NULL, NULL, NULL},
        {"B5 loot is annotated", loot_is_annotated, NULL, NULL, NULL},
        {"B9 the work of moves is counted", work_is_counted, NULL, NULL, NULL},
        {"B11 the points are the winner's stones", points_are_the_winners_stones, NULL, NULL, NULL},
    };
    return unit_run("husbao", rows, sizeof rows / sizeof *rows, more, sizeof more / sizeof *more);
}
