#include "notation/games/grid.h"

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

static void write_rank(struct writer *w, const char *pieces, const uint8_t *at, unsigned width) {
    unsigned empty = 0;
    for (unsigned file = 0; file <= width; file++) {
        uint8_t piece = file < width ? at[file] : ZI_CELL_EMPTY;
        if (empty > 9 && (piece || file == width))
            write_char(w, '1');
        if (empty && (piece || file == width))
            write_char(w, (char)('0' + empty % 10));
        empty = piece ? 0 : empty + 1;
        if (piece)
            write_char(w, pieces[piece]);
    }
}

/* Copies the text of a rank, which is written only if it is not the known one. */
static void copy_rank(struct writer *w, const char *pieces, const uint8_t *at, unsigned width,
                      struct grid_text *known, unsigned level, unsigned rank) {
    uint8_t *length = &known->length[level][rank], *cells = known->cells[level][rank];
    char *text = known->text[level][rank];
    if (!*length || memcmp(cells, at, FILES_MAX) != 0) {
        struct writer one = {text, FILES_MAX, 0};
        write_rank(&one, pieces, at, width);
        memcpy(cells, at, FILES_MAX);
        *length = (uint8_t)one.len;
    }
    memcpy(w->at + w->len, text, FILES_MAX);
    w->len += *length;
}

void zi_grid_write_next(struct writer *w, const struct board *board, const struct setup *from,
                        struct grid_text *known) {
    const char *pieces = board->pieces;
    unsigned levels = zi_grid_levels(board, from);
    for (unsigned level = 0; level < levels; level++)
        for (unsigned rank = board->ranks - level; rank-- > 0;) {
            const uint8_t *at = from->at + cell_at(level, 0, rank);
            if (known)
                copy_rank(w, pieces, at, board->files - level, known, level, rank);
            else
                write_rank(w, pieces, at, board->files - level);
            write_char(w, rank ? '/' : level + 1 < levels ? '|' : ' ');
        }
    write_char(w, pieces[from->turn ? ZI_CELL_WHITE : ZI_CELL_BLACK]);
}

void zi_grid_write(struct writer *w, const struct board *board, const struct setup *from) {
    zi_grid_write_next(w, board, from, NULL);
}
