#include "notation/games/grid.h"

#include <endian.h>

/* The content that `letter` means, or 0. */
static uint8_t piece_of(const char *pieces, char letter) {
    for (uint8_t i = 1; pieces[i]; i++)
        if (pieces[i] == letter)
            return i;
    return 0;
}

/* One rank of `width` cells. Moves *at past it. Returns NULL, or what is wrong at *at. */
static const char *read_rank(struct text from, size_t *at, unsigned level, unsigned rank,
                             unsigned width, const char *pieces, struct setup *to) {
    unsigned file = 0;
    while (*at < from.len) {
        char letter = from.at[*at];
        uint8_t piece = piece_of(pieces, letter);
        if (piece) {
            if (file == width)
                return "the rank has more cells than the board";
            to->at[cell_at(level, file, rank)] = piece;
            file++;
            ++*at;
            continue;
        }
        if (letter == '/' || letter == '|' || letter == ' ')
            break;
        if (!is_digit(letter))
            return "no piece has this letter";
        if (letter == '0')
            return "a number of empty cells must be at least 1";
        unsigned empty = 0;
        size_t i = *at;
        for (; i < from.len && is_digit(from.at[i]) && empty <= width; i++)
            empty = empty * 10 + (unsigned)(from.at[i] - '0');
        if (empty > width - file)
            return "the rank has more cells than the board";
        file += empty;
        *at = i;
    }
    return file < width ? "the rank has fewer cells than the board" : NULL;
}

/* The cells that the board does not have are empty too. */
bool zet_grid_level_is_empty(const struct board *board, const struct setup *s, unsigned level) {
    uint64_t any = 0, half[2];
    for (unsigned rank = 0; rank + level < board->ranks; rank++) {
        memcpy(half, s->at + cell_at(level, 0, rank), sizeof half);
        any |= half[0] | half[1];
    }
    return !any;
}

const char *zet_grid_read(struct text from, const struct board *board, const char *pieces,
                          struct setup *to, size_t *fault) {
    memset(to, 0, sizeof *to);
    *fault = 0;
    for (unsigned level = 0;; level++) {
        unsigned width = board->files - level;
        size_t begin = *fault;
        for (unsigned rank = board->ranks - level; rank-- > 0;) {
            const char *wrong = read_rank(from, fault, level, rank, width, pieces, to);
            if (wrong)
                return wrong;
            char next = *fault < from.len ? from.at[*fault] : '\0';
            if (rank > 0 && next != '/')
                return "a rank is missing";
            if (rank == 0 && next == '/')
                return "the level has more ranks than the board";
            if (rank == 0 && next != ' ' && next != '|')
                return "the player to move is missing";
            if (rank == 0 && next == '|' && level + 1 == board->levels)
                return "the board has no higher level";
            ++*fault;
        }
        if (level > 0 && zet_grid_level_is_empty(board, to, level)) {
            *fault = begin;
            return "a higher level without stones must be omitted";
        }
        if (from.at[*fault - 1] == ' ')
            break;
    }
    if (*fault + 1 != from.len ||
        (from.at[*fault] != pieces[ZET_CELL_BLACK] && from.at[*fault] != pieces[ZET_CELL_WHITE]))
        return "the player to move must be b or w, with nothing after it";
    to->turn = from.at[*fault] == pieces[ZET_CELL_WHITE];
    return NULL;
}

/* A bit for each of eight cells that is not empty, the first in the lowest; contents are below 128.
 */
static unsigned occupied(const uint8_t *at) {
    uint64_t eight;
    memcpy(&eight, at, sizeof eight);
    eight = (le64toh(eight) + 0x7F7F7F7F7F7F7F7FU) >> 7 & 0x0101010101010101U;
    return (unsigned)(eight * 0x0102040810204080U >> 56);
}

/* Writes a number of empty cells, nothing for 0, with room for two digits. */
static inline char *write_empty(char *to, unsigned empty, bool narrow) {
    static const char digits[FILES_MAX + 1][2] = {"",  "1",  "2",  "3",  "4",  "5",  "6",  "7", "8",
                                                  "9", "10", "11", "12", "13", "14", "15", "16"};
    if (narrow) {
        *to = (char)('0' + empty);
        return to + (empty > 0);
    }
    memcpy(to, digits[empty], sizeof *digits);
    return to + (empty > 0) + (empty > 9);
}

/* Needs RANK_BYTES_MAX bytes of room. A narrow rank has at most eight cells; always inlined, so
   that it is a constant. */
enum { RANK_NARROW = 8 };
static inline char *write_cells(char *to, const char *pieces, const uint8_t *at, unsigned width,
                                bool narrow) {
    unsigned file = 0, left = occupied(at);
    if (!narrow)
        left |= occupied(at + 8) << 8;
    for (left &= (1U << width) - 1; left; left &= left - 1) {
        unsigned next = (unsigned)__builtin_ctz(left);
        to = write_empty(to, next - file, narrow);
        *to++ = pieces[at[next]];
        file = next + 1;
    }
    return write_empty(to, width - file, narrow);
}

char *zet_grid_write_rank(char to[RANK_BYTES_MAX], const char *pieces, const uint8_t *at,
                          unsigned width) {
    return width <= RANK_NARROW ? write_cells(to, pieces, at, width, true)
                                : write_cells(to, pieces, at, width, false);
}

unsigned zet_grid_levels(const struct board *board, const struct setup *setup) {
    unsigned levels = board->levels;
    while (levels > 1 && zet_grid_level_is_empty(board, setup, levels - 1))
        levels--;
    return levels;
}

void zet_grid_write(struct writer *w, const struct board *board, const char *pieces,
                    const struct setup *from) {
    unsigned levels = zet_grid_levels(board, from);
    for (unsigned level = 0; level < levels; level++) {
        char room[RANKS_MAX * RANK_BYTES_MAX], *to = room;
        for (unsigned rank = board->ranks - level; rank-- > 0;) {
            const uint8_t *at = from->at + cell_at(level, 0, rank);
            to = zet_grid_write_rank(to, pieces, at, board->files - level);
            *to++ = rank ? '/' : level + 1 < levels ? '|' : ' ';
        }
        write_text(w, (struct text){room, (size_t)(to - room)});
    }
    write_char(w, pieces[from->turn ? ZET_CELL_WHITE : ZET_CELL_BLACK]);
}
