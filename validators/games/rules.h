/* What a game's rules supply. A position is plain data of position_size bytes that memcpy copies;
   only its game looks inside. Nothing here allocates, and nothing here prints. Rulings (`H7`, `A5`)
   are those of RULES.md. */
#pragma once

#include "notation/games/look.h"
#include "notation/games/notation.h"
#include "notation/games/setup.h"
#include "notation/record/finding.h"
#include "notation/words/words.h"

/* No position of any game is larger, nor aligned more strictly than max_align_t. */
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

/* One option of a record's `rules`. Its value is one of `words` (then OPTION_WORD(index)), or,
   where max > 0, a whole number from min to max, or 0 if zero is allowed. */
struct rule_option {
    const char *name, *about;
    const char *const *words; /* ends with NULL; NULL: no words */
    uint32_t min, max;        /* max 0: no number */
    bool zero;                /* 0 is allowed below min: it turns the rule off */
    uint32_t fallback;        /* the value where the record is silent */
};

#define OPTION_WORD(index) (0x80000000U | (uint32_t)(index))
enum { OPTION_NUMBER_MAX = 999999999 };

struct rules;

/* A game with its variant and its options: what a position needs to know of its rules. */
struct ruleset {
    const struct rules *rules;
    unsigned variant;             /* index in rules->variants; 0 if none exist */
    uint32_t option[OPTIONS_MAX]; /* in the order of rules->options */
    struct board board;           /* the shape that variant and options give */
    uint8_t zone[256];            /* what the cells of level 1 are to the game, filled by board() */
};

/* What playing a move did beyond its own text. */
struct effect {
    uint32_t loot;         /* stones or men captured */
    uint32_t stages;       /* husbao: stages sown; 0 elsewhere */
    uint16_t falls;        /* akron: stones that fell */
    cell fall[LEVELS_MAX]; /* the cells that they left, lowest first */
};

/* One stage of a sowing (B4 to B6). */
struct stage {
    unsigned hand;     /* stones sown */
    cell last;         /* where the last one fell */
    cell robbed[2];    /* the opponent's pits that were emptied into it */
    unsigned taken[2]; /* the stones in them; 0: none */
    bool goes_on;      /* `last` holds stones to be sown on */
};

/* Something that moves do and statistics count. Games that have the same measure share its row. */
struct measure {
    const char *name;    /* for machines: "hops" */
    const char *words;   /* "stones captured": in means, "2.00 stones captured a move" */
    bool a_game, a_move; /* the means that are told */
    const char *longest; /* what the move with the most of it is called: "chain"; NULL: not told */
    const char *unit;    /* of the longest one: "hop"; an s makes it more */

    /* How much of it a move has done. False if this kind of move cannot do it, so that the mean
       of moves omits it. */
    bool (*count)(const struct move *m, const struct effect *effect, uint32_t *amount);
};

enum { GAME_MEASURES_MAX = 2 };

enum { LONG_SOWINGS = 64 };

/* Playing one move of a record, and what came of it. Starts zeroed; what is not said to stay is
   filled by each call of try_play that returns NULL. */
struct attempt {
    struct effect effect; /* of `fall` the first `falls` */
    struct outcome outcome;
    uint64_t key; /* where the ruleset counts repetitions (H12) */

    /* husbao: stages of all moves so far, each up to its first exact repetition (B9); and those
       sown to see whether a player has a move. They stay. */
    uint32_t work, ahead;

    /* husbao: one of these would have come to more than WORK_MAX, so that neither the move nor what
       came of it can be judged; stays. What was returned says nothing then. */
    bool exhausted;

    /* husbao: long sowings met before, also in other records: a move that comes again costs no
       time. Stays. */
    struct long_sowing {
        uint64_t from[2];       /* the pits in the order of sowing; zero: an empty entry */
        uint32_t within, bound; /* stages allowed; whether the move ends after them */
        uint64_t to[2];
        uint32_t stages, turned;
        uint32_t asked;        /* stages up to the first exact repetition, if there is one */
        uint32_t lead, period; /* stages before what is repeated, and those of it; 0: none */
    } met[LONG_SOWINGS];
};

/* Stages that the moves of one record may ask for (B9). */
enum { WORK_MAX = 20000000 };

/* Gets one legal move; the move is the callee's only during the call. False ends the listing. */
typedef bool move_visitor(void *context, const struct move *m);

struct rules {
    const char *name, *about;
    const char *title; /* the name as people write it: "HusBao" */
    const struct notation *notation;
    const struct look *look;           /* the same for all variants; its ground is bare */
    const char *sides[2];              /* as `result` and `players` name them, side 0 first */
    const char *const *variants;       /* ends with NULL; NULL: the game has none */
    bool variant_required;             /* else variants[0] is the default */
    const struct rule_option *options; /* option_count rows, at most OPTIONS_MAX */
    size_t option_count;
    const struct measure *const *measures; /* ends with NULL, at most GAME_MEASURES_MAX; or NULL */
    size_t position_size;

    /* Fills rs->board, and rs->zone if the game has any, from rs->variant and rs->option; rs->zone
       comes zeroed. */
    void (*board)(struct ruleset *rs);

    /* Optional. The value that an option's fallback means where the variant decides. */
    uint32_t (*option)(const struct ruleset *rs, size_t index);
    /* Optional. Bits of enum ground for a cell of level 1; without it the ground is bare. */
    unsigned (*ground)(const struct ruleset *rs, cell c);

    /* Fills *pos from `from`, or from the game's start position where `from` is NULL. NULL, or why
       it cannot be played (C4). `rs` must outlive the position. */
    const char *(*start)(void *pos, const struct ruleset *rs, const struct setup *from);

    /* NULL if legal, else the first rule broken in the order of C5. Does not judge whether the game
       has ended. Never changes pos, never lists all moves (but a pass must look for one). */
    const struct reason *(*check)(const void *pos, const struct move *m);

    /* Optional. Requires check(pos, m) != NULL. Which leg of a chain breaks the rule, from 1; 0:
       none alone. */
    unsigned (*fault_leg)(const void *pos, const struct move *m);

    /* Only for games whose notation has routes. Requires check(pos, m) == NULL. Turns the route
       into the canonical move from its origin to its destination. */
    void (*complete)(const void *pos, struct move *m);

    /* Requires check(pos, m) == NULL. Cannot fail. Fills *effect, which must come zeroed. */
    void (*play)(void *pos, const struct move *m, struct effect *effect);

    /* check, play, outcome and key in one, for a turn, no gift, in an open game. NULL: the move
       was legal and has been played. Else the reason; then *pos is as it was. */
    const struct reason *(*try_play)(void *pos, const struct move *m, struct attempt *attempt);

    /* Whether what `m` says of its effect is true: its annotations, where they are written, and
       that it was long enough to be cut. */
    bool (*agrees)(const struct move *m, const struct effect *effect);

    /* Gives `m` the annotations of its effect. */
    void (*annotate)(struct move *m, const struct effect *effect);

    /* Optional. Whether the played move can have changed what is on the cell; without it every move
       can. */
    bool (*changes)(const struct move *m, const struct effect *effect, cell c);

    /* Optional; without it nothing is captured. The cells whose men or stones the played move
       captured, ascending, from the boards before and after it. Returns their number. */
    unsigned (*captures)(const struct ruleset *rs, const struct move *m,
                         const struct effect *effect, const struct setup *before,
                         const struct setup *after, cell out[CAPTURES_MAX]);

    /* Optional, both or none: for games that sow. Where the next stone goes after that pit. And one
       stage on a board, whose turn is not looked at: sows the stones of `from`, two at least, and
       captures. Requires no more stones than the game has. */
    cell (*next_pit)(cell pit, char direction);
    struct stage (*sow_stage)(const struct ruleset *rs, struct setup *at, cell from,
                              char direction);

    /* Visits each legal choice once (MOVES.md, canonical moves), as canonical moves
       with their annotations, a pass where the player must pass; in no particular order. None once
       the outcome is not open. False if the visitor ended it. */
    bool (*moves)(const void *pos, move_visitor *visit, void *context);

    /* The number of moves that `moves` visits, without building them. */
    uint64_t (*count)(const void *pos);

    /* What the rules say of the position, as if the player not to move had just moved (C4);
       repetition is not judged here. */
    struct outcome (*outcome)(const void *pos);

    /* Optional. The cells of the shortest chain that won the game, from one side of the board to
       the other. Returns their number, 0 if none did. */
    unsigned (*link)(const void *pos, cell out[CELLS_MAX]);

    /* Optional. The symmetries that leave the rules as they are (symmetry.h), but for none at all;
       EXCHANGE also exchanges who moves and who wins. */
    uint32_t (*symmetries)(const struct ruleset *rs);

    unsigned (*turn)(const void *pos); /* side to move */
    void (*describe)(const void *pos, struct setup *out);
    uint64_t (*key)(
        const void *pos); /* equal keys: the same arrangement and player to move (H12) */

    /* Optional. The points that the final position itself proves (B11). Requires a won game. */
    uint32_t (*score)(const void *pos, enum result result);

    /* Optional, all or none: after a win by H11 the loser plays on alone (H13). solo gives `side`
       the move for good; solo_done says whether they have come home, solo_away how many of their
       men have not: each needs a move of its own (H14). */
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
