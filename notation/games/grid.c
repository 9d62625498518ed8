#include "notation/games/grid.h"

#include "notation/base/wide.h"

/* The content for `letter`, or 0. */
static uint8_t piece_of(const char *pieces, char letter) {
    for (uint8_t i = 1; pieces[i]; i++)
        if (pieces[i] == letter)
            return i;
    return 0;
}

/* Reads one rank of `width` cells and moves *at past it. Returns NULL, or the fault at *at. */
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

static bool is_empty(const struct board *board, const struct setup *s, unsigned level) {
    for (unsigned rank = 0; rank + level < board->ranks; rank++)
        for (unsigned file = 0; file + level < board->files; file++)
            if (s->at[cell_at(level, file, rank)])
                return false;
    return true;
}

const char *zi_grid_read(struct text from, const struct board *board, struct setup *to,
                         size_t *fault) {
    const char *pieces = board->pieces;
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
        if (level > 0 && is_empty(board, to, level)) {
            *fault = begin;
            return "a higher level without stones must be omitted";
        }
        if (from.at[*fault - 1] == ' ')
            break;
    }
    if (*fault + 1 != from.len ||
        (from.at[*fault] != pieces[ZI_CELL_BLACK] && from.at[*fault] != pieces[ZI_CELL_WHITE]))
        return "the player to move must be b or w, with nothing after it";
    to->turn = from.at[*fault] == pieces[ZI_CELL_WHITE];
    return NULL;
}

unsigned zi_grid_levels(const struct board *board, const struct setup *setup) {
    unsigned levels = board->levels;
    while (levels > 1 && is_empty(board, setup, levels - 1))
        levels--;
    return levels;
}

/* Writes a rank to FILES_MAX bytes and returns its length. */
static unsigned write_rank(char *to, const char *pieces, const uint8_t *at, unsigned width) {
    _Static_assert((int)FILES_MAX == (int)WIDE, "a rank is loaded as a whole");
    unsigned empty = wide_bits(wide_is(wide_load((const char *)at), ZI_CELL_EMPTY));
    unsigned ends = (~empty & ((1U << width) - 1)) | 1U << width; /* of runs of empty cells */
    char *p = to;
    for (unsigned file = 0;; file++, ends &= ends - 1) {
        unsigned end = (unsigned)__builtin_ctz(ends), run = end - file;
        if (run > 9)
            *p++ = '1';
        if (run)
            *p++ = (char)('0' + run % 10);
        if (end == width)
            return (unsigned)(p - to);
        file = end;
        *p++ = pieces[at[file]];
    }
}

/* Writes a level after `to`, with the known ranks that have not changed. Returns its end. */
static char *write_level(char *to, const struct board *board, const uint8_t *at, unsigned level,
                         struct rank_text *known) {
    for (unsigned rank = board->ranks - level; rank-- > 0;) {
        struct rank_text *k = &known[rank];
        const uint8_t *cells = at + cell_at(0, 0, rank);
        bytes16 other = wide_load((const char *)cells) ^ wide_load((const char *)k->cells);
        if (!k->length || wide_any(other != 0)) {
            k->length = write_rank(k->text, board->pieces, cells, board->files - level);
            memcpy(k->cells, cells, FILES_MAX);
        }
        memcpy(to, k->text, FILES_MAX);
        to += k->length;
        *to++ = '/';
    }
    return to;
}

void zi_grid_write_next(struct writer *w, const struct board *board, const struct setup *from,
                        struct grid_text *known) {
    char *to = w->at;
    unsigned levels = zi_grid_levels(board, from);
    for (unsigned level = 0; level < levels; level++) {
        to = write_level(to, board, from->at + cell_at(level, 0, 0), level, known->rank[level]);
        to[-1] = level + 1 < levels ? '|' : ' ';
    }
    *to++ = board->pieces[from->turn ? ZI_CELL_WHITE : ZI_CELL_BLACK];
    w->len = (size_t)(to - w->at);
}

void zi_grid_write(struct writer *w, const struct board *board, const struct setup *from) {
    struct grid_text none;
    char room[SETUP_TEXT_MAX];
    struct writer whole = {room, sizeof room, 0};
    memset(none.rank, 0, board->levels * sizeof *none.rank);
    zi_grid_write_next(&whole, board, from, &none);
    write_text(w, written(&whole));
}
