#include "notation/notation.h"

#define AKRON_NUMBER "(?:1[0-6]|[1-9](?![0-9]))"
#define AKRON_CELL AKRON_NUMBER "?[a-p]" AKRON_NUMBER
#define AKRON_PATTERN "(?>--|swap|" AKRON_CELL "(?:-" AKRON_CELL "(?:v" AKRON_CELL ")*+)?+)"

static const char pieces[] = " bw"; /* by HOLDS_... */

static const struct misread off_board = {FINDING_SYNTAX, "the board has no such cell"};
static const struct misread too_long = {FINDING_LIMIT, "a move has at most 256 cells"};

/* Moves *p behind the number that stands there, which ends before `end`; 0 where there is none. */
static unsigned read_number(const char **p, const char *end) {
    unsigned n = 0;
    for (; *p < end && **p >= '0' && **p <= '9'; ++*p)
        n = n * 10 + (unsigned)(**p - '0');
    return n;
}

/* Requires `*p` to be at a cell of AKRON_CELL that ends before `end`. Moves it behind; false
   where the board has no such cell. */
static bool read_cell(const char **p, const char *end, const struct board *board, cell *to,
                      unsigned *style) {
    unsigned level = read_number(p, end);
    if (level == 1)
        *style |= STYLE_LEVEL;
    if (level > 0)
        level--;
    if (**p < 'a')
        *style |= STYLE_CASE;
    unsigned file = (unsigned)(*(*p)++ | 0x20) - 'a';
    unsigned rank = read_number(p, end) - 1;
    *to = cell_at(level, file, rank);
    return level < board->levels && file + level < board->files && rank + level < board->ranks;
}

static const struct misread *read_move(struct text from, const struct board *board, struct move *to,
                                       unsigned *style) {
    const char *p = from.at, *end = from.at + from.len;
    *style = 0;
    to->annotated = false;
    to->count = 0;
    if (*p == '-') {
        to->kind = MOVE_PASS;
        return NULL;
    }
    if ((*p | 0x20) == 's') {
        to->kind = MOVE_SWAP;
        for (; p < end; p++)
            if (*p < 'a')
                *style |= STYLE_CASE;
        return NULL;
    }
    to->kind = MOVE_PLACE;
    for (;;) {
        if (to->count == MOVE_CELLS_MAX)
            return &too_long;
        if (!read_cell(&p, end, board, &to->cell[to->count++], style))
            return &off_board;
        if (p == end)
            return NULL;
        if (*p == '-') {
            to->kind = MOVE_RELOCATE;
        } else {
            to->annotated = true;
            if (*p < 'a')
                *style |= STYLE_CASE;
        }
        p++;
    }
}

static void write_cell(struct writer *w, cell c) {
    if (cell_level(c) > 0)
        write_number(w, cell_level(c) + 1);
    write_char(w, (char)('a' + cell_file(c)));
    write_number(w, cell_rank(c) + 1);
}

static void write_move(struct writer *w, const struct move *m) {
    if (m->kind == MOVE_PASS) {
        write_string(w, "--");
        return;
    }
    if (m->kind == MOVE_SWAP) {
        write_string(w, "swap");
        return;
    }
    for (size_t i = 0; i < m->count; i++) {
        if (i)
            write_char(w, i == 1 ? '-' : 'v');
        write_cell(w, m->cell[i]);
    }
}

/* One rank of `width` cells. Moves *at behind it; NULL, or what is wrong at *at. */
static const char *read_rank(struct text from, size_t *at, unsigned level, unsigned rank,
                             unsigned width, struct setup *to) {
    unsigned file = 0;
    while (*at < from.len) {
        char letter = from.at[*at];
        if (letter == pieces[HOLDS_BLACK] || letter == pieces[HOLDS_WHITE]) {
            if (file == width)
                return "the rank has more cells than the board";
            to->at[cell_at(level, file, rank)] =
                letter == pieces[HOLDS_BLACK] ? HOLDS_BLACK : HOLDS_WHITE;
            file++;
            ++*at;
            continue;
        }
        if (letter == '/' || letter == '|' || letter == ' ')
            break;
        if (letter < '0' || letter > '9')
            return "no stone has this letter";
        if (letter == '0')
            return "a number of empty cells is at least 1";
        unsigned empty = 0;
        size_t i = *at;
        for (; i < from.len && from.at[i] >= '0' && from.at[i] <= '9' && empty <= width; i++)
            empty = empty * 10 + (unsigned)(from.at[i] - '0');
        if (empty > width - file)
            return "the rank has more cells than the board";
        file += empty;
        *at = i;
    }
    return file < width ? "the rank has fewer cells than the board" : NULL;
}

static bool level_is_empty(const struct setup *s, unsigned level, unsigned width) {
    for (unsigned rank = 0; rank < width; rank++)
        for (unsigned file = 0; file < width; file++)
            if (s->at[cell_at(level, file, rank)] != HOLDS_NOTHING)
                return false;
    return true;
}

static const char *read_setup(struct text from, const struct board *board, struct setup *to,
                              size_t *fault) {
    memset(to, 0, sizeof *to);
    *fault = 0;
    for (unsigned level = 0;; level++) {
        unsigned width = board->files - level;
        size_t begin = *fault;
        for (unsigned rank = width; rank-- > 0;) {
            const char *wrong = read_rank(from, fault, level, rank, width, to);
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
        if (level > 0 && level_is_empty(to, level, width)) {
            *fault = begin;
            return "a higher level without stones is not written";
        }
        if (from.at[*fault - 1] == ' ')
            break;
    }
    if (*fault + 1 != from.len ||
        (from.at[*fault] != pieces[HOLDS_BLACK] && from.at[*fault] != pieces[HOLDS_WHITE]))
        return "the player to move is b or w, and nothing stands behind it";
    to->turn = from.at[*fault] == pieces[HOLDS_WHITE];
    return NULL;
}

static void write_rank(struct writer *w, const struct setup *from, unsigned level, unsigned rank,
                       unsigned width) {
    unsigned empty = 0;
    for (unsigned file = 0; file < width; file++) {
        uint8_t piece = from->at[cell_at(level, file, rank)];
        if (piece == HOLDS_NOTHING) {
            empty++;
            continue;
        }
        if (empty)
            write_number(w, empty);
        empty = 0;
        write_char(w, pieces[piece]);
    }
    if (empty)
        write_number(w, empty);
}

static void write_setup(struct writer *w, const struct board *board, const struct setup *from) {
    unsigned levels = board->levels;
    while (levels > 1 && level_is_empty(from, levels - 1, board->files - levels + 1))
        levels--;
    for (unsigned level = 0; level < levels; level++) {
        unsigned width = board->files - level;
        if (level)
            write_char(w, '|');
        for (unsigned rank = width; rank-- > 0;) {
            write_rank(w, from, level, rank, width);
            if (rank)
                write_char(w, '/');
        }
    }
    write_char(w, ' ');
    write_char(w, pieces[from->turn ? HOLDS_WHITE : HOLDS_BLACK]);
}

const struct notation zet_akron_notation = {
    .name = "akron",
    .pattern = AKRON_PATTERN,
    .sides = "bw",
    .read = read_move,
    .write = write_move,
    .read_setup = read_setup,
    .write_setup = write_setup,
};
