#include "notation/games/cell.h"

bool zi_board_has(const struct board *board, cell c) {
    unsigned level = cell_level(c);
    return level < board->levels && cell_file(c) + level < board->files &&
           cell_rank(c) + level < board->ranks;
}

/* Reads the number at *p and moves *p past it; 0 if none exists or it exceeds every board. */
static unsigned read_number(const char **p, const char *end) {
    const char *begin = *p;
    while (*p < end && is_digit(**p))
        ++*p;
    uint32_t n = text_number(text_between(begin, *p), UINT32_MAX);
    return *p > begin && *begin != '0' && n <= RANKS_MAX ? n : 0;
}

bool zi_cell_next(const char **p, const char *end, const struct board *board, cell *to) {
    unsigned level = *p < end && is_digit(**p) ? read_number(p, end) : 1;
    if (!level || *p == end)
        return false;
    unsigned file = (unsigned)(*(*p)++ | 0x20) - 'a', rank = read_number(p, end);
    if (!rank || file >= FILES_MAX)
        return false;
    *to = cell_at(level - 1, file, rank - 1);
    return zi_board_has(board, *to);
}

bool zi_cell_read(struct text from, const struct board *board, cell *to) {
    const char *p = from.at, *end = p + from.len;
    return zi_cell_next(&p, end, board, to) && p == end;
}
