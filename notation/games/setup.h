/* A position as written: what is where and who is to move. The rules decide whether it can be
   played. */
#pragma once

#include "notation/games/move.h"

/* What a cell holds in hogga, halma and akron. In husbao a cell holds its number of stones. */
enum {
    ZI_CELL_EMPTY,
    ZI_CELL_BLACK,
    ZI_CELL_WHITE,
    ZI_CELL_BLACK_HOGGA,
    ZI_CELL_WHITE_HOGGA,
    CELL_CONTENTS
};

struct setup {
    uint8_t turn;          /* side to move: 0 black or a, 1 white or b */
    uint8_t at[CELLS_MAX]; /* indexed by cell; cells that the board does not have are 0 */
};

/* The shape of a board and what else a reader must know about the game's variant and options. */
struct board {
    uint8_t files, ranks;
    uint8_t levels; /* akron: level n (from 0) has files - n files and ranks - n ranks; else 1 */
    char direction; /* husbao: the direction that the rules fix, '+' or '-'; else 0 */
    char pieces[CELL_CONTENTS + 1]; /* the notation's letters of what cells hold, by ZI_CELL_... */
};

/* Whose half of the ranks a cell of level 1 is in, the south side's (0) or the north side's. */
static inline unsigned board_half(const struct board *board, cell c) {
    return cell_rank(c) * 2U / board->ranks;
}
