/* HusBao's board, and sowing in registers. */
#pragma once

#include "validators/games/rules.h"

enum { FILES = 8, RANKS = 4, PITS = 16, STONES = 48 };

/* B9: sowing that has not ended after so many stages counts as endless. */
enum { STAGES_ENDLESS = 20000 };

enum { VARIANT_BASIC, VARIANT_BIS, VARIANT_FRONT };

/* A side's pits are in the order of clockwise sowing: A's a2..h2 h1..a1, B's a4..h4 h3..a3. So
   A's front is 0..7 and B's 8..15, the front pit opposite pit i is the opponent's 15 - i, and the
   back pit behind it is the opponent's i. */
struct husbao {
    uint8_t pit[2][PITS];
    uint8_t turn;
    uint8_t variant;
    char direction;     /* the only one allowed, or 0 */
    bool counted;       /* repetitions count (B12), so that keys are needed */
    bool endless_draws; /* B9, option `endless: draw` */
    bool drawn;         /* an endless move has been played under that option */
    bool usual; /* no option says what moves there are or how they end, and registers are wide */
    uint32_t stages_max; /* B9, option `endless: N`; 0: none */
};
_Static_assert(sizeof(struct husbao) <= POSITION_BYTES_MAX, "a position is too large");

static inline unsigned pit_owner(cell c) { return cell_rank(c) / 2; }
/* In which rank it is cannot be predicted: no branch. */
static inline unsigned pit_index(cell c) {
    return cell_file(c) ^ ((PITS - 1) & (cell_rank(c) % 2 - 1));
}

/* Whether this processor can do what follows. */
bool zi_husbao_is_wide(void);

/* Moves of more stages are left to memory. */
enum { STAGES_WIDE = 40 };

/* As `try_play` for a position that is `usual`, but for the key. False: nothing has been done, and
   nothing is known of the move. */
bool zi_husbao_try_wide(struct husbao *pos, const struct move *m, struct attempt *attempt);
