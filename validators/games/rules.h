/* The interface of a game's rules. A position is plain data of position_size bytes that memcpy
 * copies; only its game looks inside. Nothing here allocates or prints. Rulings (`H7`, `A5`) are
 * those of RULES.md. */
#pragma once

#include "notation/games/notation.h"
#include "notation/words/words.h"

/* No position of any game is larger, or needs more than max_align_t's alignment. */
enum { POSITION_BYTES_MAX = 4096, OPTIONS_MAX = 8, CAPTURES_MAX = 256 };

enum result { RESULT_OPEN, RESULT_WIN_0, RESULT_WIN_1, RESULT_DRAW };

static inline enum result result_win(unsigned side) { return side ? RESULT_WIN_1 : RESULT_WIN_0; }

/* The result with the sides exchanged. */
static inline enum result result_turned(enum result result, bool turn) {
    return !turn                    ? result
           : result == RESULT_WIN_0 ? RESULT_WIN_1
           : result == RESULT_WIN_1 ? RESULT_WIN_0
                                    : result;
}

struct outcome {
    enum result result;
    const char *reason; /* static: "goal", "no-moves", ...; NULL while the game is open */
};

/* One option of a record's `rules`. Its value is one of `words` (then OPTION_WORD(index)) or, if
 * max > 0, a whole number from min to max, or 0 if zero is allowed. */
struct rule_option {
    const char *name, *about;
    const char *const *words; /* ends with NULL; NULL: no words */
    uint32_t min, max;        /* max 0: no numbers */
    bool zero;                /* 0 is allowed below min: it turns the rule off */
    uint32_t fallback;        /* the default value */
};

#define OPTION_WORD(index) (0x80000000U | (uint32_t)(index))
enum { OPTION_NUMBER_MAX = 999999999 };

struct rules;

/* A game with its variant and options: all that a position needs to know of its rules. */
struct ruleset {
    const struct rules *rules;
    unsigned variant;             /* index in rules->variants; 0 if none exist */
    uint32_t option[OPTIONS_MAX]; /* in the order of rules->options */
    struct board board;           /* the shape given by the variant and the options */
    uint8_t zone[256];            /* the game's meaning of the cells of level 1, set by board() */
};

/* The effect of a move beyond its own text. */
struct effect {
    uint32_t loot;         /* stones or men captured */
    uint32_t stages;       /* husbao: stages sown; 0 elsewhere */
    uint16_t falls;        /* akron: stones that fell */
    cell fall[LEVELS_MAX]; /* the cells they left, lowest first */
};

/* One stage of a sowing (B4 to B6). */
struct stage {
    unsigned hand;     /* stones sown */
    cell last;         /* pit of the last one */
    cell robbed[2];    /* the opponent's pits emptied into it */
    unsigned taken[2]; /* the stones in them; 0: no pit */
    bool goes_on;      /* the stones in `last` are sown next */
};

/* Something that moves do and that statistics count. Games with the same measure share its row. */
struct measure {
    const char *name;    /* for machines: "hops" */
    const char *words;   /* "stones captured": in means, "2.00 stones captured a move" */
    bool a_game, a_move; /* the means to report */
    const char *longest; /* name of the move with the highest value: "chain"; NULL: not reported */
    const char *unit;    /* of the longest one: "hop"; the plural adds an s */

    /* Sets the amount for a move. False if this kind of move cannot do it, so that the mean of
     * moves omits it. */
    bool (*count)(const struct move *m, const struct effect *effect, uint32_t *amount);
};

enum { GAME_MEASURES_MAX = 2 };

/* The result of playing one move of a record. Starts zeroed. Each call of try_play that returns
 * NULL sets all members except those said to persist. */
struct attempt {
    struct effect effect; /* with the first `falls` entries of `fall` */
    struct outcome outcome;
    uint64_t key; /* if the ruleset counts repetitions (H12) */

    /* husbao: stages of all moves so far, each up to its first exact repetition (B9); and stages
     * sown to see whether a player has a move. They persist. */
    uint32_t work, ahead;

    /* husbao: one of these would have exceeded WORK_MAX, so neither the move nor its result can be
     * judged; persists. The return value is then meaningless. */
    bool exhausted;
};

/* B9: a sowing of this many stages is endless; the most that the moves of one record may need. */
enum { STAGES_ENDLESS = 20000, WORK_MAX = 20000000 };

/* Receives one legal move, which is valid only during the call. False ends the listing. */
typedef bool move_visitor(void *context, const struct move *m);

/* Where a move breaks a rule. */
enum { BLAMED_MAX = 16 };
struct blame {
    unsigned leg; /* of a chain, from 1; 0: no leg alone */
    unsigned count;
    cell at[BLAMED_MAX]; /* the cells at fault, which diagrams cross out */
};

struct rules {
    const char *name, *about;
    const char *title; /* the name as people write it: "HusBao" */
    const struct notation *notation;
    const struct look *look;           /* the same for all variants, with bare ground */
    const char *sides[2];              /* the keys in `result` and `players`, side 0 first */
    const char *const *variants;       /* ends with NULL; NULL: none */
    bool variant_required;             /* else variants[0] is the default */
    const struct rule_option *options; /* option_count rows, at most OPTIONS_MAX */
    size_t option_count;
    const struct measure *const *measures; /* ends with NULL, at most GAME_MEASURES_MAX; or NULL */
    size_t position_size;

    /* Sets rs->board, and rs->zone if the game uses it, from rs->variant and rs->option; rs->zone
     * starts zeroed. */
    void (*board)(struct ruleset *rs);

    /* Optional. The value of an option's fallback if the variant decides it. */
    uint32_t (*option)(const struct ruleset *rs, size_t index);
    /* Optional. Bits of enum ground for a cell of level 1; without it the ground is bare. */
    unsigned (*ground)(const struct ruleset *rs, cell c);

    /* Sets *pos from `from`, or to the game's start position if `from` is NULL. Returns NULL, or
     * why it cannot be played (C4). `rs` must outlive the position. */
    const char *(*start)(void *pos, const struct ruleset *rs, const struct setup *from);

    /* NULL if legal, else the first rule broken in the order of C5. Ignores whether the game has
     * ended. Never changes pos, never lists all moves (but a pass must look for one). */
    const struct reason *(*check)(const void *pos, const struct move *m);

    /* Optional. Requires check(pos, m) == reason. Where the move breaks the rule, if that is
     * neither its origin nor its end, for which it may leave *out as it is, zeroed. */
    void (*blame)(const void *pos, const struct move *m, const struct reason *reason,
                  struct blame *out);

    /* Only for games whose notation has routes. Requires check(pos, m) == NULL. Replaces the route
     * by the canonical move from its origin to its destination. */
    void (*complete)(const void *pos, struct move *m);

    /* Requires check(pos, m) == NULL. Cannot fail. Fills *effect, which must be zeroed. */
    void (*play)(void *pos, const struct move *m, struct effect *effect);

    /* Combines check, play, outcome and key for a turn, not a gift, in an open game. NULL: the move
     * was legal and has been played. Otherwise returns the reason, and *pos is unchanged. */
    const struct reason *(*try_play)(void *pos, const struct move *m, struct attempt *attempt);

    /* Whether the effect stated by `m` is correct: its annotations, if written, and that it was
     * long enough to be cut. */
    bool (*agrees)(const struct move *m, const struct effect *effect);

    /* Sets the annotations of `m` from its effect. */
    void (*annotate)(struct move *m, const struct effect *effect);

    /* Optional; without it, nothing is captured. The cells whose men or stones the played move
     * captured, ascending, given the boards before and after it. Returns their number. */
    unsigned (*captures)(const struct ruleset *rs, const struct move *m,
                         const struct effect *effect, const struct setup *before,
                         const struct setup *after, cell out[CAPTURES_MAX]);

    /* Optional, both or none: for games that sow. next_pit is the pit after that one. sow_stage
     * plays one stage on a board, ignoring its turn: sows the stones of `from`, at least two, and
     * captures. The board must not have more stones than the game. */
    cell (*next_pit)(cell pit, char direction);
    struct stage (*sow_stage)(const struct ruleset *rs, struct setup *at, cell from,
                              char direction);

    /* Visits each legal choice once (MOVES.md, canonical moves), as canonical moves with their
     * annotations, a pass if the player must pass; in no particular order. Visits none once the
     * outcome is not open. False if the visitor ended it. */
    bool (*moves)(const void *pos, move_visitor *visit, void *context);

    /* The outcome of the position by the rules, as if the player not to move had just moved (C4).
     * Ignores repetition. */
    struct outcome (*outcome)(const void *pos);

    /* Optional. The cells of the shortest chain that won the game, from one side of the board to
     * the other. Returns their number, 0 if no chain did. */
    unsigned (*link)(const void *pos, cell out[CELLS_MAX]);

    /* Optional. The symmetries that preserve the rules (symmetry.h), except the identity; EXCHANGE
     * also exchanges the mover and the winner. */
    uint32_t (*symmetries)(const struct ruleset *rs);

    unsigned (*turn)(const void *pos); /* side to move */
    void (*describe)(const void *pos, struct setup *out);

    /* The same if *out describes another position of the game, in fewer steps. Or NULL. */
    void (*describe_next)(const void *pos, struct setup *out);
    uint64_t (*key)(
        const void *pos); /* equal keys: the same arrangement and player to move (H12) */

    /* Optional. The points that the final position itself proves (B11). Requires a won game. */
    uint32_t (*score)(const void *pos, enum result result);

    /* Optional, all or none: after a win by H11 the loser plays on alone (H13). solo gives `side`
     * all further turns. solo_done: whether all men are home. solo_away: how many men are not; each
     * needs at least one move (H14). */
    void (*solo)(void *pos, unsigned side);
    bool (*solo_done)(const void *pos);
    uint32_t (*solo_away)(const void *pos);
};

/* The catalogue of reasons (reasons.def). */
enum reason_index {
#define REASON(name, code, sentence) REASON_##name,
#include "validators/games/reasons.def"
#undef REASON
    REASONS
};
extern const struct reason zi_reasons[REASONS];
#define REASON_OF(name) (&zi_reasons[REASON_##name])

/* The games, in the order of games.def. */
extern const struct rules *const zi_games[];
extern const size_t zi_game_count;
#define GAME(name) extern const struct rules zi_##name##_rules;
#include "notation/games/games.def"
#undef GAME
