#include "notation/walk.h"

static const struct misread off_board = {FINDING_SYNTAX, "the board has no such cell"};
static const struct misread too_long = {FINDING_LIMIT, "a chain has at most 256 cells"};

/* Requires `p` to be at a cell of WALK_CELL that ends before `end`. Returns what follows it, or NULL where the
   board lacks the cell. */
static inline const char *read_cell(const char *p, const char *end, const struct board *board,
                                    cell *to) {
    unsigned file = (unsigned)(*p++ | 0x20) - 'a';
    unsigned rank = (unsigned)*p++ - '1';
    if (p < end && *p >= '0' && *p <= '9')
        rank = rank * 10 + 9 + (unsigned)(*p++ - '0');
    *to = cell_at(0, file, rank);
    return file < board->files && rank < board->ranks ? p : NULL;
}

const struct misread *zet_walk_read(struct text from, const struct board *board, struct move *to,
                                    unsigned *style) {
    const char *p = from.at, *end = from.at + from.len;
    bool hops = false, dashes = false, others = false;
    char letters = 0x20; /* lower-case letters all have this bit */
    *style = 0;
    to->annotated = false;
    to->count = 0;
    if (*p == '-') {
        to->kind = MOVE_PASS;
        return NULL;
    }
    to->kind = MOVE_WALK;
    for (;;) {
        cell c;
        letters &= *p;
        p = read_cell(p, end, board, &c);
        if (!p)
            return &off_board;
        if (to->count == MOVE_CELLS_MAX)
            return &too_long;
        to->cell[to->count++] = c;
        if (p == end)
            break;
        if (*p == '.') {
            to->kind = MOVE_ROUTE;
            p++;
        } else if (*p == '^') {
            hops = true;
        } else if (*p == '-') {
            dashes = true;
        } else {
            others = true;
            letters &= (char)(*p | (*p != 'X') << 5);
        }
        p++;
    }
    if (!(letters & 0x20))
        *style |= STYLE_CASE;
    if (to->kind == MOVE_WALK) {
        bool step = to->count == 2 && walk_adjacent(to->cell[0], to->cell[1]);
        if (others || (step ? hops : dashes))
            *style |= STYLE_SEPARATOR;
    }
    return NULL;
}

static void write_cell(struct writer *w, cell c) {
    write_char(w, (char)('a' + cell_file(c)));
    write_number(w, cell_rank(c) + 1);
}

void zet_walk_write(struct writer *w, const struct move *m) {
    if (m->kind == MOVE_PASS) {
        write_string(w, "--");
        return;
    }
    bool step = m->count == 2 && walk_adjacent(m->cell[0], m->cell[1]);
    const char *separator = m->kind == MOVE_ROUTE ? ".." : step ? "-" : "^";
    for (size_t i = 0; i < m->count; i++) {
        if (i)
            write_string(w, separator);
        write_cell(w, m->cell[i]);
    }
}

/* The content that `letter` stands for, or 0. */
static uint8_t piece_of(const char *pieces, char letter) {
    for (uint8_t i = 1; pieces[i]; i++)
        if (pieces[i] == letter)
            return i;
    return 0;
}

const char *zet_walk_read_setup(struct text from, const struct board *board, const char *pieces,
                                struct setup *to, size_t *fault) {
    size_t i = 0;
    memset(to, 0, sizeof *to);
    for (unsigned rank = board->ranks; rank-- > 0;) {
        unsigned file = 0;
        for (; i < from.len && from.at[i] != '/' && from.at[i] != ' '; i++) {
            *fault = i;
            unsigned empty = 0;
            for (; i < from.len && from.at[i] >= '0' && from.at[i] <= '9' && empty <= FILES_MAX;
                 i++)
                empty = empty * 10 + (unsigned)(from.at[i] - '0');
            uint8_t piece = i > *fault ? 0 : piece_of(pieces, from.at[i]);
            if (i > *fault)
                i--;
            else if (!piece)
                return "no piece has this letter";
            if (!piece && (empty == 0 || from.at[*fault] == '0'))
                return "a number of empty cells is at least 1";
            if (file + (piece ? 1 : empty) > board->files)
                return "the rank has more cells than the board";
            if (piece)
                to->at[cell_at(0, file, rank)] = piece;
            file += piece ? 1 : empty;
        }
        *fault = i;
        if (file < board->files)
            return "the rank has fewer cells than the board";
        if (i == from.len || from.at[i] != (rank ? '/' : ' '))
            return rank ? "a rank is missing" : "the player to move is missing";
        i++;
    }
    *fault = i;
    if (i + 1 != from.len ||
        (from.at[i] != pieces[HOLDS_BLACK] && from.at[i] != pieces[HOLDS_WHITE]))
        return "the player to move is b or w, and nothing stands behind it";
    to->turn = from.at[i] == pieces[HOLDS_WHITE];
    return NULL;
}

void zet_walk_write_setup(struct writer *w, const struct board *board, const char *pieces,
                          const struct setup *from) {
    for (unsigned rank = board->ranks; rank-- > 0;) {
        unsigned empty = 0;
        for (unsigned file = 0; file < board->files; file++) {
            uint8_t piece = from->at[cell_at(0, file, rank)];
            if (piece && empty)
                write_number(w, empty);
            empty = piece ? 0 : empty + 1;
            if (piece)
                write_char(w, pieces[piece]);
        }
        if (empty)
            write_number(w, empty);
        write_char(w, rank ? '/' : ' ');
    }
    write_char(w, pieces[from->turn ? HOLDS_WHITE : HOLDS_BLACK]);
}
