/* Ludii trials: Halma, one line per hop, and HusBao, one line per stage of a sowing. A trial states
   the effect of each line; these effects are computed here a second time and compared. */
#pragma once

#include "formats/formats.h"

/* Ludii numbers its sites from the south-west, rank by rank, as zet orders its cells. */
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

/* Whether the rules of a trial are those of the variant without M7, which Ludii's Halma lacks. */
static inline bool ludii_drops_evacuation(const struct ruleset *rs) {
    return rs->rules == &zi_halma_rules && rs->board.files < FILES_MAX;
}

/* The reason of a draw that a trial does not state: on the board only HusBao's `front` is drawn. */
const char *zi_ludii_draw(const struct ruleset *rs);

/* M3: whether the piece at `from` can hop to `to`. */
bool zi_ludii_can_hop(const struct setup *at, const struct board *board, cell from, cell to);

/* Whether the pieces occupy the camps of Ludii's Halma on a board smaller than 16x16, which are
   smaller than the yards of M2. */
bool zi_ludii_has_own_camps(const struct setup *at, const struct board *board);

/* Stones that move from one site to another. */
struct transfer {
    unsigned from, to, stones;
};
enum { TRANSFERS_MAX = UINT8_MAX + 2 };

/* The transfers of a stage of a sowing, in the order of a trial: its stones one by one, then the
   captured ones. Returns their number. */
unsigned zi_ludii_transfers(const struct ruleset *rs, cell from, char direction,
                            const struct stage *s, struct transfer out[TRANSFERS_MAX]);

/* The ranks of three players, the first of them nobody; `winner`: 0 for a draw, negative for an
   open game. */
const char *zi_ludii_rankings(long winner);

bool zi_ludii_read(struct record *r, const struct document *document,
                   const struct format_options *options, unsigned attempt);
