#include "notation/games/cell.h"

bool zi_board_has(const struct board *board, cell c) {
    unsigned level = cell_level(c);
    return level < board->levels && cell_file(c) + level < board->files &&
           cell_rank(c) + level < board->ranks;
}

/* The number at *at, which is moved past it; 0 if none exists or it is beyond any board. */
static unsigned read_number(struct text from, size_t *at) {
    size_t begin = *at;
    while (*at < from.len && is_digit(from.at[*at]))
        ++*at;
    uint32_t n = text_number((struct text){from.at + begin, *at - begin}, RANKS_MAX + 1);
    return *at > begin && from.at[begin] != '0' && n <= RANKS_MAX ? n : 0;
}

bool zi_cell_read(struct text from, const struct board *board, cell *to) {
    size_t at = 0;
    unsigned level = 1;
    if (from.len && is_digit(from.at[0]))
        level = read_number(from, &at);
    if (!level || at == from.len)
        return false;
    unsigned file = (unsigned)(from.at[at++] | 0x20) - 'a';
    unsigned rank = read_number(from, &at);
    if (!rank || file >= FILES_MAX || at < from.len)
        return false;
    *to = cell_at(level - 1, file, rank - 1);
    return zi_board_has(board, *to);
}
