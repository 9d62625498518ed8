/* HusBao's board, and sowing in registers. */
#pragma once

#include "validators/games/rules.h"

enum { FILES = 8, RANKS = 4, PITS = 16, STONES = 48 };

/* B9: sowing that lasts this many stages is endless. */
enum { STAGES_ENDLESS = 20000 };

enum { VARIANT_BASIC, VARIANT_BIS, VARIANT_FRONT };

/* Pits are numbered in the order of clockwise sowing: A's are a2..h2 h1..a1, B's a4..h4 h3..a3. So
 * A's front is 0..7 and B's 8..15. Opposite the front pit i is the opponent's front pit 15 - i;
 * behind that is the opponent's back pit i. */
struct husbao {
    uint8_t pit[2][PITS];
    uint8_t turn;
    uint8_t variant;
    char direction;     /* the only one allowed, or 0 */
    bool counted;       /* repetitions apply (B12), so keys are needed */
    bool endless_draws; /* B9, option `endless: draw` */
    bool drawn;         /* an endless move has been played under that option */
    bool usual;         /* no option changes the moves or their endings, and wide registers exist */
    uint32_t stages_max; /* B9, option `endless: N`; 0: none */
};
_Static_assert(sizeof(struct husbao) <= POSITION_BYTES_MAX, "a position is too large");

static inline unsigned pit_owner(cell c) { return cell_rank(c) / 2; }
/* Without a branch, because the rank is unpredictable. */
static inline unsigned pit_index(cell c) {
    return cell_file(c) ^ ((PITS - 1) & (cell_rank(c) % 2 - 1));
}

/* Whether the processor supports the following functions. */
bool zi_husbao_is_wide(void);

/* Moves with more stages use memory instead. */
enum { STAGES_WIDE = 40 };

/* Like `try_play` without the key, for a `usual` position. False: *pos is unchanged, and the move
 * may be legal or not. */
bool zi_husbao_try_wide(struct husbao *pos, const struct move *m, struct attempt *attempt);
