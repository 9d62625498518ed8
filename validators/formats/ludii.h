/* Trials of Ludii: Halma, a line a hop, and HusBao, a line a stage of the sowing. A trial says what
   each line did, so that what its lines mean is formulated here a second time and held against
   them. */
#pragma once

#include "validators/formats/formats.h"

/* Ludii numbers its sites from the south-west, rank by rank; a cell of zet's is the same place. */
static inline unsigned ludii_site(cell c, const struct board *board) {
    return cell_rank(c) * board->files + cell_file(c);
}

/* Requires a site of the board. */
static inline cell ludii_cell(unsigned site, const struct board *board) {
    return cell_at(0, site % board->files, site / board->files);
}

/* Player 1 moves first: White in halma, A in husbao. Players are counted from 1, sides from 0. */
static inline unsigned ludii_side(const struct rules *rules, unsigned player) {
    return rules == &zi_halma_rules ? player == 1 : player == 2;
}
static inline unsigned ludii_player(const struct rules *rules, unsigned side) {
    return (rules == &zi_halma_rules) == side ? 1 : 2;
}

/* Whether the rules of a trial are the variant's own but for this: Ludii's Halma knows no M7. */
static inline bool ludii_drops_evacuation(const struct ruleset *rs) {
    return rs->rules == &zi_halma_rules && rs->board.files < FILES_MAX;
}

/* What ends a drawn trial that does not say it: on the board only HusBao's `front` is drawn. */
const char *zi_ludii_draw(const struct ruleset *rs);

/* M3: whether the piece at `from` can hop to `to`. */
bool zi_ludii_can_hop(const struct setup *at, const struct board *board, cell from, cell to);

/* Whether the pieces are the camps of Ludii's own Halma on a board smaller than 16x16, which are
   smaller than the yards of M2. */
bool zi_ludii_has_own_camps(const struct setup *at, const struct board *board);

/* Stones that go from one site to another. */
struct transfer {
    unsigned from, to, stones;
};
enum { TRANSFERS_MAX = UINT8_MAX + 2 };

/* What a stage of a sowing moves, in the order of a trial: its stones one by one, and then those
   that are captured. Returns how many there are. */
unsigned zi_ludii_transfers(const struct ruleset *rs, cell from, char direction,
                            const struct stage *s, struct transfer out[TRANSFERS_MAX]);

/* The ranks of three players, the first of them nobody; `winner`: 0 for a draw, below it for a game
   that is open. */
const char *zi_ludii_rankings(long winner);

bool zi_ludii_read(struct record *r, const struct document *document,
                   const struct format_options *options, unsigned attempt);
