/* The notation of Breakthrough: `d2-d3`, and `d2xe3` for a move that captures. That a move captures
   may be left unsaid (`d2-e3`), as falls and loot may elsewhere. */
#include "notation/games/cell.h"
#include "notation/games/grid.h"

#define BREAKTHROUGH_CELL "[a-z][0-9]++"
#define BREAKTHROUGH_PATTERN "(?>" BREAKTHROUGH_CELL "[-x]" BREAKTHROUGH_CELL "|--)"
#define BREAKTHROUGH_OTHER_PATTERN                                                                 \
    "(?>" BREAKTHROUGH_CELL "(?>x|" PATTERN_DASH ")" BREAKTHROUGH_CELL                             \
    "|" PATTERN_DASH PATTERN_DASH ")"

enum { CELL_BYTES = 2, MOVE_BYTES = 2 * CELL_BYTES + 1 };

static const struct parse_error off_board = {FINDING_SYNTAX, "the board has no such cell"};

/* Requires a letter and a digit at *p. */
static bool read_cell(const char **p, const char *end, const struct board *board, cell *to) {
    const char *begin = *p;
    while (++*p < end && is_digit(**p))
        ;
    return zi_cell_read((struct text){begin, (size_t)(*p - begin)}, board, to);
}

static const struct parse_error *read_move(struct text from, const struct board *board,
                                           struct move *to, unsigned *style) {
    const char *p = from.at, *end = from.at + from.len;
    *style = 0;
    to->annotated = false;
    to->count = 0;
    if (*p == '-') {
        to->kind = MOVE_PASS;
        return NULL;
    }
    for (size_t i = 0; i < from.len; i++)
        if (from.at[i] >= 'A' && from.at[i] <= 'Z')
            *style = STYLE_CASE;
    to->kind = MOVE_WALK;
    to->count = 2;
    if (!read_cell(&p, end, board, &to->cell[0]))
        return &off_board;
    to->annotated = *p++ != '-';
    return read_cell(&p, end, board, &to->cell[1]) ? NULL : &off_board;
}

static const char *read_plain(const char *p, const char *end, const struct board *board,
                              struct move *to) {
    if (end - p <= MOVE_BYTES || (p[CELL_BYTES] != '-' && p[CELL_BYTES] != 'x') ||
        (p[MOVE_BYTES] != ' ' && p[MOVE_BYTES] != '\n'))
        return NULL;
    for (unsigned i = 0; i < 2; i++) {
        const char *at = p + i * (CELL_BYTES + 1);
        unsigned file = (unsigned)at[0] - 'a', rank = (unsigned)at[1] - '1';
        if (file >= board->files || rank >= board->ranks)
            return NULL;
        to->cell[i] = cell_at(0, file, rank);
    }
    to->kind = MOVE_WALK;
    to->count = 2;
    to->annotated = p[CELL_BYTES] == 'x';
    return p + MOVE_BYTES;
}

static void write_move(struct writer *w, const struct move *m) {
    if (m->kind == MOVE_PASS) {
        write_string(w, "--");
        return;
    }
    write_cell(w, m->cell[0]);
    write_char(w, m->annotated ? 'x' : '-');
    write_cell(w, m->cell[1]);
}

static bool shorten(struct move *m) {
    bool captures = m->annotated;
    m->annotated = false;
    return captures;
}

const struct notation zi_breakthrough_notation = {
    .name = "breakthrough",
    .pattern = BREAKTHROUGH_PATTERN,
    .other_pattern = BREAKTHROUGH_OTHER_PATTERN,
    .expected = {FINDING_SYNTAX, "expected a move here, such as `d2-d3`, `d2xe3` or `--`"},
    .kinds = 1 << MOVE_WALK | 1 << MOVE_PASS,
    .sides = "bw",
    .read = read_move,
    .plain = read_plain,
    .write = write_move,
    .shorten = shorten,
    .pieces = " bw",
    .read_setup = zi_grid_read,
    .write_setup = zi_grid_write,
};
