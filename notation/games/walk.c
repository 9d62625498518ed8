#include "notation/games/walk.h"

#include "notation/games/cell.h"

static const struct parse_error off_board = {FINDING_SYNTAX, "the board has no such cell"};
static const struct parse_error too_long = {FINDING_LIMIT, "a chain has at most 256 cells"};

/* Requires `p` to be at a WALK_CELL that ends before `end`. Returns the position after it, or NULL
   if it is not on the board. */
static inline const char *read_cell(const char *p, const char *end, const struct board *board,
                                    cell *to) {
    unsigned file = (unsigned)(*p++ | 0x20) - 'a';
    unsigned rank = (unsigned)*p++ - '1';
    if (p < end && is_digit(*p))
        rank = rank * 10 + 9 + (unsigned)(*p++ - '0');
    *to = cell_at(0, file, rank);
    return file < board->files && rank < board->ranks ? p : NULL;
}

const struct parse_error *zi_walk_read(struct text from, const struct board *board, struct move *to,
                                       unsigned *style) {
    const char *p = from.at, *end = from.at + from.len;
    bool hops = false, dashes = false, others = false;
    char letters = 0x20; /* all lower-case letters have this bit */
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
            letters &= *p; /* `x`, `:` and `>` have it, `X` does not */
        }
        p++;
    }
    if (!(letters & 0x20))
        *style |= STYLE_CASE;
    bool step = to->count == 2 && walk_adjacent(to->cell[0], to->cell[1]);
    if (others || (step ? hops : dashes))
        *style |= STYLE_SEPARATOR;
    return NULL;
}

enum { CELL_BYTES_MAX = 3, TWO_CELLS_MAX = 2 * CELL_BYTES_MAX + 2 };

/* Reads the cell at `*p`, which has CELL_BYTES_MAX bytes, and moves `*p` past it. *good: it is on
   the board; not a branch here, because one for all cells of a move is enough. */
static inline __attribute__((always_inline)) cell
read_plain_cell(const char **p, const struct board *board, bool *good, bool tens) {
    unsigned file = (unsigned)*(*p)++ - 'a';
    unsigned rank = tens ? read_plain_rank(p) : (unsigned)*(*p)++ - '1';
    *good &= (file < board->files) & (rank < board->ranks);
    return cell_at(0, file, rank);
}

/* `tens`: the board has two-digit ranks; constant, since this is inlined. Requires TWO_CELLS_MAX
   bytes. A move of two cells is read without data-dependent branches. */
static inline __attribute__((always_inline)) const char *
read_plain(const char *p, const char *end, const struct board *board, struct move *to, bool tens) {
    unsigned count = 2;
    bool good = true;
    if ((unsigned)*p - 'a' >= FILES_MAX)
        return NULL; /* a number, for the most part */
    cell first = read_plain_cell(&p, board, &good, tens);
    char separator = *p++;
    cell second = read_plain_cell(&p, board, &good, tens);
    to->cell[0] = first;
    to->cell[1] = second;
    for (; *p == '^'; count++) {
        long left = end - ++p;
        if (left < CELL_BYTES_MAX || (left == CELL_BYTES_MAX && is_digit(p[CELL_BYTES_MAX - 1])) ||
            count == MOVE_CELLS_MAX)
            return NULL;
        to->cell[count] = read_plain_cell(&p, board, &good, tens);
    }
    to->kind = MOVE_WALK;
    to->count = (uint16_t)count;
    bool step = walk_adjacent(first, second) & (count == 2);
    good &= separator == "^-"[step];
    good &= (*p == ' ') | (*p == '\n');
    return good ? p : NULL;
}

/* Separate functions, so that each uses few registers. */
static __attribute__((noinline)) const char *read_tens(const char *p, const char *end,
                                                       const struct board *board, struct move *to) {
    return read_plain(p, end, board, to, true);
}
static __attribute__((noinline)) const char *
read_digits(const char *p, const char *end, const struct board *board, struct move *to) {
    return read_plain(p, end, board, to, false);
}
const char *zi_walk_plain(const char *p, const char *end, const struct board *board,
                          struct move *to) {
    if (end - p < TWO_CELLS_MAX)
        return NULL;
    return board->ranks > 9 ? read_tens(p, end, board, to) : read_digits(p, end, board, to);
}

/* The length of a separator at `p`, or 0. */
static size_t separator_length(const char *p, const char *end) {
    if (p < end && (*p == '^' || *p == 'x' || *p == 'X' || *p == ':' || *p == '>'))
        return 1;
    return dash_length(p, end);
}

/* The end of the cells after the first one, each after a separator with blanks. */
static const char *scan_spaced(const char *p, const char *end) {
    const char *last = NULL;
    for (;;) {
        const char *from = skip_tabs(p, end), *next = from + separator_length(from, end);
        const char *to = skip_tabs(next, end), *behind = cell_skip(to, end);
        if (next == from || (from == p && to == next) || !behind)
            return last;
        const char *glyphs = behind;
        behind = skip_glyphs(glyphs, end);
        bool ends = behind == end || *behind == ',' || follows_move(*behind);
        if (behind > glyphs || !ends)
            return ends ? glyphs : last;
        p = last = behind;
    }
}

const char *zi_walk_scan(const char *p, const char *end) {
    if (end - p > 1 && p[0] == '-' && p[1] == '-')
        return p + 2;
    const char *first = cell_skip(p, end), *behind = first, *next;
    if (!first)
        return NULL;
    if (end - first > 2 && first[0] == '.' && first[1] == '.')
        return cell_skip(first + 2, end);
    for (size_t n; (n = separator_length(behind, end)) && (next = cell_skip(behind + n, end));)
        behind = next;
    if (behind == first)
        while ((next = cell_skip(behind, end)))
            behind = next;
    return behind > first ? behind : scan_spaced(first, end);
}

void zi_walk_write(struct writer *w, const struct move *m) {
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

bool zi_walk_shorten(struct move *m) {
    if (m->kind != MOVE_WALK)
        return false;
    m->kind = MOVE_ROUTE;
    m->cell[1] = m->cell[m->count - 1];
    m->count = 2;
    return true;
}
