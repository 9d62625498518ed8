#include "notation/base/wide.h"
#include "notation/games/cell.h"
#include "notation/games/grid.h"

/* read_cell rejects levels, files and ranks that no board has. */
#define AKRON_CELL "(?:[1-9][0-9]?+)?+[a-p][1-9][0-9]?+"
#define AKRON_FALLS "(?:v" AKRON_CELL ")*+"
/* Two cells without a `-`: the middle digits are the first rank and the second level. */
#define AKRON_JOINED "(?:[1-9][0-9]?+)?+[a-p][1-9][0-9]{0,3}+[a-p][1-9][0-9]?+"
#define AKRON_PATTERN                                                                              \
    "(?>" AKRON_CELL "(?>-" AKRON_CELL AKRON_FALLS "|(?![ \\t]++" PATTERN_DASH "(?!-)))|swap|--)"
#define AKRON_OTHER_PATTERN                                                                        \
    "(?>" AKRON_CELL                                                                               \
    "(?>" PATTERN_SPACED(PATTERN_DASH) "|" PATTERN_DASH ")" AKRON_CELL AKRON_FALLS                 \
                                       "|" AKRON_JOINED AKRON_FALLS "|" AKRON_CELL                 \
                                       "|swap|" PATTERN_DASH PATTERN_DASH ")"

static const struct parse_error off_board = {FINDING_SYNTAX, "the board has no such cell"};
static const struct parse_error too_long = {FINDING_LIMIT, "a move has at most 256 cells"};
static const struct parse_error two_readings = {
    FINDING_SYNTAX, "these cells can be read in two ways; write `-` between them"};

static const char *skip_digits(const char *p, const char *end) {
    while (p < end && is_digit(*p))
        p++;
    return p;
}

/* Requires `*p` to be at an AKRON_CELL that ends before `end`. Moves *p past it; false if it is not
   on the board. */
static bool read_cell(const char **p, const char *end, const struct board *board, cell *to,
                      unsigned *style) {
    const char *file = skip_digits(*p, end);
    if (file - *p == 1 && **p == '1')
        *style |= STYLE_LEVEL;
    if (*file < 'a')
        *style |= STYLE_CASE;
    return zi_cell_next(p, end, board, to);
}

/* The start of the second cell of a relocation without `-`; the end if no cell follows. *readings:
   the number of readings with both cells on the board. If there are none, returns the start of the
   first cell. */
static const char *find_joint(struct text from, const struct board *board, unsigned *readings) {
    enum { RANK_DIGITS_MAX = 2 };
    const char *end = from.at + from.len, *rank = skip_digits(from.at, end) + 1, *joint = from.at;
    const char *behind = skip_digits(rank, end);
    cell to;
    unsigned style;
    *readings = 0;
    if (behind == end || (unsigned)(*behind | 0x20) - 'a' >= FILES_MAX)
        return end;
    for (unsigned digits = 1; digits <= RANK_DIGITS_MAX && rank + digits <= behind; digits++) {
        const char *first = from.at, *second = rank + digits;
        if (*second == '0' || !read_cell(&first, second, board, &to, &style) ||
            !read_cell(&second, end, board, &to, &style))
            continue;
        joint = rank + digits;
        ++*readings;
    }
    return joint;
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
    if ((*p | 0x20) == 's') {
        to->kind = MOVE_SWAP;
        for (; p < end; p++)
            if (*p < 'a')
                *style |= STYLE_CASE;
        return NULL;
    }
    unsigned readings;
    const char *joint = find_joint(from, board, &readings);
    if (readings > 1)
        return &two_readings;
    to->kind = MOVE_PLACE;
    for (;;) {
        if (to->count == MOVE_CELLS_MAX)
            return &too_long;
        const char *behind = to->count ? end : joint;
        if (!read_cell(&p, behind, board, &to->cell[to->count++], style))
            return &off_board;
        if (p == end)
            return NULL;
        if (p == joint) {
            to->kind = MOVE_RELOCATE;
            *style |= STYLE_JOINED;
            continue;
        }
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

/* Reads a cell of a plain move at `*p` and moves `*p` past it; requires four bytes before `end`.
   `tens`: the board has two-digit ranks; constant, since this is inlined. It has no branches,
   because the cells of a move are unpredictable. */
static inline __attribute__((always_inline)) bool
read_plain_cell(const char **p, const struct board *board, cell *to, bool tens) {
    unsigned level = (unsigned)**p - '2' + 1, numbered = level - 1 < 8;
    level &= 0U - numbered; /* level 1 has no number */
    *p += numbered;
    unsigned file = (unsigned)*(*p)++ - 'a';
    unsigned rank = tens ? read_plain_rank(p) : (unsigned)*(*p)++ - '1';
    *to = cell_at(level, file, rank);
    return (rank < board->ranks) & (file + level < board->files) & (rank + level < board->ranks);
}

static inline __attribute__((always_inline)) const char *
read_plain_move(const char *p, const char *end, const struct board *board, struct move *to,
                bool tens) {
    enum { CELL_BYTES_MAX = 4 };
    unsigned count = 0;
    for (;; p++) {
        if (end - p <= CELL_BYTES_MAX || count == MOVE_CELLS_MAX ||
            !read_plain_cell(&p, board, &to->cell[count++], tens))
            return NULL;
        if (*p != (count == 1 ? '-' : 'v'))
            break;
    }
    if (count == 1 && *p == ' ' && (end - p < 2 || (signed char)p[1] <= '-'))
        return NULL; /* `-` may follow, or another dash, whose bytes are not ASCII */
    to->kind = count == 1 ? MOVE_PLACE : MOVE_RELOCATE;
    to->count = (uint16_t)count;
    to->annotated = count > 2;
    return *p == ' ' || *p == '\n' ? p : NULL;
}

/* Reads the most common moves, `d4` or `d4-e5` on level 1, on a board with one-digit ranks; NULL if
   it is another. Requires eight bytes. It does not branch on which of the two it is, because that
   is unpredictable. */
static inline const char *read_ground_move(const char *p, const struct board *board,
                                           struct move *to) {
    /* Files and ranks become numbers from 1; the dash becomes 0. */
    uint64_t parts = load_eight(p) ^ (0x3060U | (uint64_t)'-' << 16 | (uint64_t)0x3060U << 24);
    unsigned file = (uint8_t)parts - 1U, rank = (uint8_t)(parts >> 8) - 1U;
    unsigned to_file = (uint8_t)(parts >> 24) - 1U, to_rank = (uint8_t)(parts >> 32) - 1U;
    bool relocates = !(uint8_t)(parts >> 16), places = !relocates;
    const char *behind = p + 2 + (relocates ? 3 : 0);
    bool good = (file < board->files) & (rank < board->ranks) &
                (places | ((to_file < board->files) & (to_rank < board->ranks)));
    good &= (*behind == '\n') | ((*behind == ' ') & (relocates | ((signed char)behind[1] > '-')));
    to->cell[0] = cell_at(0, file, rank);
    to->cell[1] = cell_at(0, to_file, to_rank);
    to->kind = relocates ? MOVE_RELOCATE : MOVE_PLACE;
    to->count = (uint16_t)(1 + relocates);
    return good ? behind : NULL;
}

/* Not inlined, so that the common case needs no stack. */
static __attribute__((noinline)) const char *
read_other_move(const char *p, const char *end, const struct board *board, struct move *to) {
    return board->ranks > 9 ? read_plain_move(p, end, board, to, true)
                            : read_plain_move(p, end, board, to, false);
}

static const char *read_plain(const char *p, const char *end, const struct board *board,
                              struct move *to) {
    bool readable = (board->ranks <= 9) & (end - p >= 8);
    const char *behind = readable ? read_ground_move(p, board, to) : NULL;
    bool number = readable && *p < 'a' && p[1] < 'a';
    return behind || number ? behind : read_other_move(p, end, board, to);
}

/* The end of an AKRON_CELL at `p`, or NULL. */
static const char *scan_cell(const char *p, const char *end) {
    if (p < end && *p >= '1' && *p <= '9')
        p += 1 + (end - p > 1 && is_digit(p[1]));
    return cell_skip(p, end);
}

/* The end of AKRON_FALLS at `p`. */
static const char *scan_falls(const char *p, const char *end) {
    for (const char *next; p < end && (*p | 0x20) == 'v' && (next = scan_cell(p + 1, end));)
        p = next;
    return p;
}

static const char *scan(const char *p, const char *end) {
    if (end - p > 1 && p[0] == '-' && p[1] == '-')
        return p + 2;
    const char *first = scan_cell(p, end);
    if (!first || first == end || is_letter(*first) || is_digit(*first))
        return first == end ? first : NULL;
    const char *dash = skip_tabs(first, end), *next = dash + dash_length(dash, end);
    if (next == dash || (dash > first && next < end && *next == '-'))
        return first;
    const char *second = scan_cell(dash > first ? skip_tabs(next, end) : next, end);
    return second ? scan_falls(second, end) : NULL;
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

static bool shorten(struct move *m) {
    bool falls = m->kind == MOVE_RELOCATE && m->annotated;
    if (falls)
        m->count = 2;
    m->annotated = false;
    return falls;
}

const struct notation zi_akron_notation = {
    .name = "akron",
    .pattern = AKRON_PATTERN,
    .other_pattern = AKRON_OTHER_PATTERN,
    .expected = {FINDING_SYNTAX, "expected a move here, such as `d4`, `d4-2e5` or `--`"},
    .kinds = 1 << MOVE_PLACE | 1 << MOVE_RELOCATE | 1 << MOVE_SWAP | 1 << MOVE_PASS,
    .sides = "bw",
    .read = read_move,
    .plain = read_plain,
    .scan = scan,
    .write = write_move,
    .shorten = shorten,
    .pieces = " bw",
    .read_setup = zi_grid_read,
    .write_setup = zi_grid_write,
    .is_grid = true,
};
