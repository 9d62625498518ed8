#include "notation/games/walk.h"

#include "notation/games/cell.h"

static const struct parse_error off_board = {FINDING_SYNTAX, "the board has no such cell"};
static const struct parse_error too_long = {FINDING_LIMIT, "a chain has at most 256 cells"};

/* Requires `p` to be at a cell of WALK_CELL that ends before `end`. Returns what follows it, or
   NULL if the board lacks the cell. */
static inline const char *read_cell(const char *p, const char *end, const struct board *board,
                                    cell *to) {
    unsigned file = (unsigned)(*p++ | 0x20) - 'a';
    unsigned rank = (unsigned)*p++ - '1';
    if (p < end && is_digit(*p))
        rank = rank * 10 + 9 + (unsigned)(*p++ - '0');
    *to = cell_at(0, file, rank);
    return file < board->files && rank < board->ranks ? p : NULL;
}

const struct parse_error *zet_walk_read(struct text from, const struct board *board,
                                        struct move *to, unsigned *style) {
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
        if ((unsigned)(*p | 0x20) - 'a' < FILES_MAX) {
            *style |= STYLE_JOINED;
            continue;
        }
        if (*p == '.') {
            to->kind = MOVE_ROUTE;
            p++;
        } else if (*p == '^') {
            hops = true;
        } else if (*p == '-') {
            dashes = true;
        } else {
            others = true;
            letters &= *p; /* `x`, `:` and `>` have it, `X` has not */
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

/* `tens`: the board has ranks of two digits; inlined, so that it is a constant. */
static inline __attribute__((always_inline)) const char *
read_plain(const char *p, const char *end, const struct board *board, struct move *to, bool tens) {
    enum { CELL_BYTES_MAX = 3 };
    char separator = '^';
    unsigned count = 0;
    for (;;) {
        if (end - p <= CELL_BYTES_MAX || count == MOVE_CELLS_MAX)
            return NULL;
        unsigned file = (unsigned)*p++ - 'a';
        unsigned rank = tens ? read_plain_rank(&p) : (unsigned)*p++ - '1';
        if (file >= board->files || rank >= board->ranks)
            return NULL;
        to->cell[count++] = cell_at(0, file, rank);
        if (*p != separator && (*p != '-' || count > 1))
            break;
        separator = *p++;
    }
    to->kind = MOVE_WALK;
    to->count = (uint16_t)count;
    bool step = count == 2 && walk_adjacent(to->cell[0], to->cell[1]);
    bool plain = count > 1 && step == (separator == '-') && (*p == ' ' || *p == '\n');
    return plain ? p : NULL;
}

const char *zet_walk_plain(const char *p, const char *end, const struct board *board,
                           struct move *to) {
    return board->ranks > 9 ? read_plain(p, end, board, to, true)
                            : read_plain(p, end, board, to, false);
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

bool zet_walk_shorten(struct move *m) {
    if (m->kind != MOVE_WALK)
        return false;
    m->kind = MOVE_ROUTE;
    m->cell[1] = m->cell[m->count - 1];
    m->count = 2;
    return true;
}
