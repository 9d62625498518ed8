/* The board of a diagram as text on a lattice. */
#include "diagrams/text_board.h"

#include <limits.h>
#include <stdlib.h>

#include "notation/base/safe_text.h"
#include "notation/base/unicode.h"
#include "notation/base/value.h"
#include "notation/games/cell.h"
#include "notation/games/grid.h"

/* The position of the first cell; and how far the visible part extends beyond the middle of its
   first and last cells. */
enum { LEFT = 5, TOP = 2, BESIDE = 3, BESIDE_PIT = 4 };

enum { LABEL_COLUMNS = 2, HEADING_LINES = 1, BOARDS_ACROSS = 2 }; /* before a board on the page */

struct lattice {
    const struct diagram *d;
    struct text_canvas *canvas;
    struct text_notes *notes;
    struct buffer word; /* the word being placed */
};

struct place {
    int column, line;
};

/* The columns of a pit. Those of a strip have no space for paths between them. */
static int pit_columns(const struct diagram *d) { return d->strip ? 4 : 6; }

/* The signs on both sides of a marked cell. */
static const struct {
    const char *ascii[2], *unicode[2], *meaning;
} signs[TEXT_SIGNS] = {
    [SIGN_FRAME] = {{"{", "}"}, {"{", "}"}, WORD("marked")},
    [SIGN_FILL] = {{"%", "%"}, {"\u2592", "\u2592"}, WORD("filled")},
    [SIGN_CROSS] = {{"X", "X"}, {"X", "X"}, WORD("cross")},
    [SIGN_SQUARE] = {{"#", "#"}, {"\u25A1", "\u25A1"}, WORD("square")},
    [SIGN_TRIANGLE] = {{"/", "\\"}, {"/", "\\"}, WORD("triangle")},
    [SIGN_START] = {{"@", "@"}, {"\u25CA", "\u25CA"}, WORD("sign|start")},
    [SIGN_LANDING] = {{"+", NULL}, {"+", NULL}, WORD("landing")},
    [SIGN_PLACED] = {{"(", ")"}, {"(", ")"}, WORD("placed")},
    [SIGN_END] = {{"[", "]"}, {"[", "]"}, WORD("sign|end")},
    [SIGN_STAGE] = {{"1, 2", NULL}, {"1, 2", NULL}, WORD("ends of stages")},
    [SIGN_CAPTURED] = {{"x", "x"}, {"\u00D7", "\u00D7"}, WORD("captured")},
    [SIGN_FELL] = {{"!", NULL}, {"\u25BC", NULL}, WORD("fell")},
    [SIGN_CHAIN] = {{"B, W", NULL}, {"B, W", NULL}, WORD("winning chain")},
    [SIGN_FAULT] = {{"x", "x"}, {"\u00D7", "\u00D7"}, WORD("breaks a rule")},
    [SIGN_TARGET] = {{"(", ")"}, {"(", ")"}, WORD("target")},
};

static struct text half_sign(const struct lattice *l, enum text_sign sign, unsigned half) {
    return text_of(l->canvas->unicode ? signs[sign].unicode[half] : signs[sign].ascii[half]);
}

void zi_text_sign(struct buffer *out, enum text_sign sign, bool unicode) {
    const char *const *halves = unicode ? signs[sign].unicode : signs[sign].ascii;
    buffer_string(out, halves[0]);
    if (halves[1] && strcmp(halves[0], halves[1]) != 0)
        buffer_add(out, " ", halves[1]);
}

const char *zi_text_sign_meaning(enum text_sign sign) { return signs[sign].meaning; }

/* Notes that a sign is on the board, if the cell is visible. */
static void use(struct lattice *l, enum text_sign sign, cell c) {
    if (zi_diagram_shows(l->d, c))
        l->notes->signs |= 1U << sign;
}

/* Places. */

/* The first of the two lines between the sides' rows of pits is after the front row. */
static struct place place_of(const struct lattice *l, cell c) {
    const struct board *b = &l->d->board;
    unsigned x = cell_file(c) * 2 + cell_level(c), y = cell_rank(c) * 2 + cell_level(c);
    x = l->d->view.flip ? 2U * (b->files - 1U) - x : x;
    y = l->d->view.flip ? y : 2U * (b->ranks - 1U) - y;
    if (l->d->counts)
        return (struct place){(int)(LEFT + pit_columns(l->d) / 2 * (int)x),
                              (int)(TOP + y + (y >= b->ranks ? 2 : 0))};
    return (struct place){(int)(LEFT + 2 * x), (int)(TOP + y)};
}

static struct canvas_spot *spot_at(const struct lattice *l, struct place at) {
    return canvas_spot(l->canvas, at.column, at.line);
}

static bool is_free(const struct lattice *l, int column, int line) {
    const struct canvas_spot *s = canvas_spot(l->canvas, column, line);
    return s && !s->text.len;
}

static bool is_own(const struct lattice *l, int column, int line, cell c) {
    const struct canvas_spot *s = canvas_spot(l->canvas, column, line);
    return s && s->text.len && s->owner == c + 1U;
}

static void put(const struct lattice *l, int column, int line, struct text t, cell c) {
    zi_canvas_put(l->canvas, column, line, t, (uint16_t)(c + 1U));
}

/* Words on the board, of characters one column wide. */

static size_t columns_of(struct text t) {
    size_t columns = 0;
    while (t.len) {
        struct text character = zi_grapheme_next(&t);
        if (zi_text_columns(character) != 1 || is_blank(*character.at) ||
            character.len > CANVAS_BYTES)
            return SIZE_MAX;
        columns++;
    }
    return columns;
}

/* Whether `columns` spots are free, and one more on each side. */
static bool has_room(const struct lattice *l, int column, int line, int columns, cell c) {
    for (int i = 0; i < columns; i++)
        if (!is_free(l, column + i, line))
            return false;
    return (is_free(l, column - 1, line) || is_own(l, column - 1, line, c)) &&
           (is_free(l, column + columns, line) || is_own(l, column + columns, line, c));
}

/* Whether a label of a pit is above it: away from its side's other row. */
static int pit_outside(const struct lattice *l, cell c) {
    unsigned rank = cell_rank(c), half = l->d->board.ranks / 2U;
    bool front = rank + 1 == half || rank == half;
    bool north = (rank >= half) != l->d->view.flip;
    return front == north ? 1 : -1;
}

static void say_below(struct lattice *l, struct text t, cell c) {
    struct buffer said = {0};
    if (l->d->strip && l->d->move_count)
        buffer_add(&said, l->d->strip, ": ");
    buffer_text(&said, t);
    if (zi_diagram_shows(l->d, c))
        zi_diagram_say_at(&l->notes->below, l->d, buffered(&said), c);
    zi_buffer_end(&said, &l->notes->below.failed);
}

/* The first column after the content of a cell, or before it (step -1). */
static int column_beside(const struct lattice *l, cell c, int step) {
    struct place at = place_of(l, c);
    do
        at.column += step;
    while (is_own(l, at.column, at.line, c));
    return at.column;
}

/* Puts a word next to the content of a cell: after or before it; for a pit outside its row. If it
   does not fit, it is listed below the board. */
static void put_beside(struct lattice *l, cell c, struct text t, bool before) {
    struct place at = place_of(l, c);
    size_t columns = columns_of(t);
    int width = columns > 5 ? 6 : (int)columns;
    if (l->d->counts) {
        int line = at.line + pit_outside(l, c), column = at.column + 1 - width / 2;
        if (width <= 5 && has_room(l, column, line, width, c))
            put(l, column, line, t, c);
        else
            say_below(l, t, c);
        return;
    }
    for (int i = 0; i < 2 && width <= 3; i++) {
        bool left = (i == 0) == before;
        int column = left ? column_beside(l, c, -1) - width + 1 : column_beside(l, c, 1);
        if (!has_room(l, column, at.line, width, c))
            continue;
        put(l, column, at.line, t, c);
        return;
    }
    say_below(l, t, c);
}

/* The content of the board. */

/* Puts a stone or an empty cell of a higher level with its level before it, as in `2d4`. */
static void put_glyph(struct lattice *l, cell c, struct text glyph) {
    struct place at = place_of(l, c);
    char digits[DIGITS_ROOM];
    struct text level = cell_level(c) ? digits_of(cell_level(c) + 1U, digits) : NO_TEXT;
    put(l, at.column - (int)level.len, at.line, level, c);
    put(l, at.column, at.line, glyph, c);
    for (int i = 0; i <= (int)level.len; i++)
        if (canvas_spot(l->canvas, at.column - i, at.line))
            canvas_spot(l->canvas, at.column - i, at.line)->man = l->d->setup.at[c];
}

static void put_pit(struct lattice *l, cell c) {
    struct place at = place_of(l, c);
    unsigned count = l->d->setup.at[c];
    const char pit[] = {'(', (char)(count > 9 ? '0' + count / 10 % 10 : ' '),
                        (char)(count ? '0' + count % 10 : ' '), ')'};
    put(l, at.column - 1, at.line, (struct text){pit, sizeof pit}, c);
}

static void put_man(struct lattice *l, cell c) {
    const struct diagram *d = l->d;
    bool unicode = l->canvas->unicode, chain = false;
    for (size_t i = 0; i < d->chain_count; i++)
        chain |= d->chain[i] == c;
    if (d->counts) {
        put_pit(l, c);
        return;
    }
    bool yard = d->look.ground[c % 256U] & (GROUND_YARD | GROUND_YARD << 1); /* shown by edges */
    struct text glyph = zi_text_glyph(d, c, unicode, yard, chain);
    if (!d->setup.at[c]) {
        if (!cell_level(c))
            spot_at(l, place_of(l, c))->ground = canvas_sign(glyph);
        return;
    }
    if (chain)
        use(l, SIGN_CHAIN, c);
    if (!zi_diagram_is_covered(l->d, c)) {
        put_glyph(l, c, glyph);
    } else if (zi_diagram_shows(d, c)) {
        buffer_string(&l->notes->covered, l->notes->covered.len ? ", " : "");
        buffer_text(&l->notes->covered, glyph);
        buffer_char(&l->notes->covered, ' ');
        buffer_cell(&l->notes->covered, c);
    }
}

static void put_men(struct lattice *l) {
    const struct board *b = &l->d->board;
    unsigned levels = l->d->counts ? 1 : zi_grid_levels(b, &l->d->setup);
    for (cell c = 0; c < levels << 8; c++)
        if (zi_board_has(b, c))
            put_man(l, c);
}

/* Puts a sign on both sides of a cell's content. On a pit it replaces the brackets, unless another
   sign has done so. */
static void put_pair(struct lattice *l, cell c, enum text_sign sign) {
    struct place at = place_of(l, c);
    int low = at.column - 1, high, most = 2 + (cell_level(c) > 8);
    if (l->d->counts && canvas_spot(l->canvas, low, at.line)->text.at[0] == '(') {
        high = at.column + 2;
    } else {
        low = column_beside(l, c, -1);
        high = column_beside(l, c, 1);
        if (zi_diagram_is_covered(l->d, c) || !is_free(l, low, at.line) ||
            !is_free(l, high, at.line) ||
            (!l->d->counts && (at.column - low > most || high - at.column > most))) {
            say_below(l, text_of(diagram_word(l->d, signs[sign].meaning)), c);
            return;
        }
    }
    put(l, low, at.line, half_sign(l, sign, 0), c);
    put(l, high, at.line, half_sign(l, sign, 1), c);
    use(l, sign, c);
}

/* The edges of yards, and of corners with dots. */

static bool is_home(const struct lattice *l, unsigned file, unsigned rank) {
    const struct board *b = &l->d->board;
    unsigned home = (GROUND_DOT | GROUND_YARD) * 3U;
    return file < b->files && rank < b->ranks && l->d->look.ground[cell_at(0, file, rank)] & home;
}

static void put_edge(struct lattice *l, struct place a, struct place b) {
    bool along = a.line == b.line;
    struct place from = {(a.column + b.column) / 2 - (along ? 0 : 2),
                         (a.line + b.line) / 2 - (along ? 1 : 0)};
    unsigned forth = along ? SOUTH : EAST, back = along ? NORTH : WEST;
    int spots = along ? 3 : 5;
    for (int i = 0; i < spots; i++) {
        struct canvas_spot *s = spot_at(l, from);
        if (s)
            s->edges |= (uint8_t)((i ? 1U << back : 0) | (i + 1 < spots ? 1U << forth : 0));
        from.column += along ? 0 : 1;
        from.line += along ? 1 : 0;
    }
}

static void put_edges(struct lattice *l) {
    const struct board *b = &l->d->board;
    for (unsigned rank = 0; rank < b->ranks; rank++)
        for (unsigned file = 0; file < b->files; file++)
            for (unsigned next = 0; next < 2; next++) {
                unsigned to_file = file + !next, to_rank = rank + next;
                if (to_file < b->files && to_rank < b->ranks &&
                    is_home(l, file, rank) != is_home(l, to_file, to_rank))
                    put_edge(l, place_of(l, cell_at(0, file, rank)),
                             place_of(l, cell_at(0, to_file, to_rank)));
            }
}

/* Lines between cells: in one of eight directions, or in two with a corner. */

enum { TRAIL_MAX = CANVAS_COLUMNS + CANVAS_LINES };
struct trail {
    struct {
        struct place at;
        uint8_t bits, out; /* the line on it, and its next direction */
        bool node;
    } spot[TRAIL_MAX];
    unsigned count;
};

static int sign_of(int n) { return (n > 0) - (n < 0); }

static unsigned direction_to(int columns, int lines) {
    static const uint8_t directions[3][3] = {
        {NORTH_WEST, NORTH, NORTH_EAST}, {WEST, EAST, EAST}, {SOUTH_WEST, SOUTH, SOUTH_EAST}};
    return directions[sign_of(lines) + 1][sign_of(columns) + 1];
}

static void add_spot(struct trail *t, struct place at, unsigned in, unsigned out, bool node) {
    if (t->count == TRAIL_MAX)
        return;
    t->spot[t->count].at = at;
    t->spot[t->count].bits = (uint8_t)((in < DIRECTIONS ? 1U << ((in + 4) % 8) : 0) |
                                       (out < DIRECTIONS ? 1U << out : 0));
    t->spot[t->count].out = (uint8_t)(out < DIRECTIONS ? out : in);
    t->spot[t->count++].node = node;
}

/* Follows a direction from an existing spot and sets that spot's way out. */
static void follow(struct trail *t, struct place *at, unsigned direction, int steps) {
    for (int i = 0; i < steps; i++) {
        t->spot[t->count - 1].bits |= (uint8_t)(1U << direction);
        t->spot[t->count - 1].out = (uint8_t)direction;
        if (!direction_lines(direction)) {
            struct place half = {at->column + direction_columns(direction) / 2, at->line};
            add_spot(t, half, direction, direction, false);
        }
        at->column += direction_columns(direction);
        at->line += direction_lines(direction);
        add_spot(t, *at, direction, DIRECTIONS, true);
    }
}

/* A straight and a diagonal part, or `square`: two straight ones; `swapped`: the second comes
   first. */
static struct trail find_trail(struct place from, struct place to, bool square, bool swapped) {
    struct trail t = {.count = 0};
    int columns = to.column - from.column, lines = to.line - from.line;
    int x = abs(columns) / 2, y = abs(lines), slant = square ? 0 : x < y ? x : y;
    const int steps[2] = {slant && y > x ? y - slant : x - slant, slant ? slant : y};
    const unsigned ways[2] = {slant && y > x ? direction_to(0, lines) : direction_to(columns, 0),
                              direction_to(slant ? columns : 0, lines)};
    add_spot(&t, from, DIRECTIONS, DIRECTIONS, true);
    follow(&t, &from, ways[swapped], steps[swapped]);
    follow(&t, &from, ways[!swapped], steps[!swapped]);
    return t;
}

/* How much of a trail men hide. On a board with levels UINT_MAX if a hidden part turns or slants:
   the line would go on in another column. */
static unsigned hidden(const struct lattice *l, const struct trail *t) {
    unsigned count = 0;
    for (unsigned i = 1; i + 1 < t->count; i++) {
        const struct canvas_spot *s = spot_at(l, t->spot[i].at);
        unsigned bits = t->spot[i].bits;
        if (!s || !s->man)
            continue;
        if (l->d->board.levels > 1 && bits != (1U << EAST | 1U << WEST) &&
            bits != (1U << NORTH | 1U << SOUTH))
            return UINT_MAX;
        count++;
    }
    return count;
}

/* Chooses the trail that crosses the fewest men; without spots if each would go on elsewhere. */
static struct trail trail_between(const struct lattice *l, cell from, cell to) {
    struct trail best = {.count = 0};
    unsigned least = UINT_MAX, first = l->d->counts ? 2 : 0;
    unsigned end = l->d->counts || l->d->board.levels > 1 ? 4 : 2;
    for (unsigned way = first; way < end; way++) {
        struct trail t = find_trail(place_of(l, from), place_of(l, to), way & 2, way & 1);
        unsigned crossed = hidden(l, &t);
        if (crossed >= least)
            continue;
        least = crossed;
        best = t;
    }
    return best;
}

/* Puts a head on the last free spot before the end. */
static bool put_head(const struct lattice *l, const struct trail *t) {
    for (unsigned i = t->count; i-- > 2;) { /* spot i - 1 */
        struct canvas_spot *s = spot_at(l, t->spot[i - 1].at);
        if (!s || s->text.len || s->landing)
            continue;
        s->text = canvas_sign(zi_canvas_head(l->canvas, t->spot[i - 1].out));
        s->owner = 0;
        return true;
    }
    return false;
}

/* Moves. */

/* Whether the move's text lists its landings and cell `i` is one without a man. */
static bool is_landing(const struct lattice *l, const struct shown_move *m, size_t i) {
    return i && i + 1 < m->path_count && !l->d->setup.at[m->path[i]];
}

static void put_start(struct lattice *l, const struct shown_move *m) {
    if (l->d->setup.at[m->path[0]])
        return;
    put_glyph(l, m->path[0], half_sign(l, SIGN_START, 0));
    use(l, SIGN_START, m->path[0]);
}

/* Puts the numbers of the moves numbered on the cell of move `i`, unless an earlier move did. */
static void put_move_numbers(struct lattice *l, size_t i) {
    const struct diagram *d = l->d;
    const struct shown_move *m = &d->moves[i];
    cell c = zi_shown_move_end(m);
    bool from_east = shown_move_is_line(m) &&
                     place_of(l, m->path[m->path_count - 2]).column > place_of(l, c).column;
    l->word.len = 0;
    if (zi_diagram_numbers(&l->word, d, i, ","))
        put_beside(l, c, buffered(&l->word), from_east);
}

/* Numbers the hops of a move without a number where it first lands on an empty cell. */
static void number_hops(struct lattice *l, const struct shown_move *m) {
    for (size_t i = 1; i + 1 < m->path_count; i++) {
        size_t first = 1;
        while (m->path[first] != m->path[i])
            first++;
        char digits[DIGITS_ROOM];
        if (first == i && is_landing(l, m, i) && zi_diagram_shows(l->d, m->path[i]))
            put_beside(l, m->path[i], digits_of(i, digits), false);
    }
}

/* Puts an empty cell of a higher level where a line ends. */
static void put_target(struct lattice *l, cell c) {
    if (cell_level(c) && spot_at(l, place_of(l, c)) && !spot_at(l, place_of(l, c))->text.len)
        put_glyph(l, c, zi_text_glyph(l->d, c, l->canvas->unicode, false, false));
}

static void put_line(struct lattice *l, const struct shown_move *m) {
    for (size_t i = 0; i + 1 < m->path_count; i++) {
        struct trail t = trail_between(l, m->path[i], m->path[i + 1]);
        for (unsigned k = 0; k < t.count; k++) {
            struct canvas_spot *s = spot_at(l, t.spot[k].at);
            bool last = k + 1 == t.count;
            if (s && (!last || is_landing(l, m, i + 1)))
                *(m->faulty ? &s->dashes : &s->lines) |= t.spot[k].bits;
            if (s && last && is_landing(l, m, i + 1)) {
                s->landing = true;
                use(l, SIGN_LANDING, m->path[i + 1]);
            }
        }
    }
}

static void put_heads(struct lattice *l, const struct shown_move *m) {
    for (size_t i = 0; i + 1 < m->path_count; i++) {
        bool last = i + 2 == m->path_count;
        struct trail t = trail_between(l, m->path[i], m->path[i + 1]);
        if (last || m->number)
            put_head(l, &t);
    }
}

/* Puts a sowing: the gaps that it passes, and its turns at the ends of the rows. */
static void put_sowing(struct lattice *l, const struct shown_move *m) {
    for (size_t i = 0; i + 1 < m->path_count; i++) {
        struct trail t = trail_between(l, m->path[i], m->path[i + 1]);
        for (unsigned k = 1; k + 1 < t.count; k++)
            if (spot_at(l, t.spot[k].at))
                spot_at(l, t.spot[k].at)->lines |= t.spot[k].bits;
        put_head(l, &t);
    }
}

/* Puts the ends of a sowing's stages: all their numbers next to a pit. */
static void put_stages(struct lattice *l, const struct shown_move *m) {
    for (size_t i = 0; i < m->end_count && m->end_count > 1; i++) {
        l->word.len = 0;
        if (!zi_shown_stages(&l->word, m, i))
            continue;
        put_beside(l, m->ends[i], buffered(&l->word), false);
        use(l, SIGN_STAGE, m->ends[i]);
    }
}

/* Shows the direction of a strip's sowing beside the pit where it starts. */
static void put_first_head(struct lattice *l, const struct shown_move *m) {
    struct place from = place_of(l, m->path[0]), to = place_of(l, m->path[1]);
    unsigned direction = direction_to(to.column - from.column, to.line - from.line);
    struct canvas_spot *s =
        spot_at(l, (struct place){from.column + (direction == WEST ? -1 : 2), from.line});
    if (s)
        s->text = canvas_sign(zi_canvas_head(l->canvas, direction));
}

static void put_sowing_ends(struct lattice *l, const struct shown_move *m) {
    put_pair(l, m->path[0], SIGN_START);
    for (size_t i = 0; i < m->captured_count; i++)
        put_pair(l, m->captured[i], SIGN_CAPTURED);
    if (m->end_count && m->end_count == m->stages)
        put_pair(l, m->ends[m->end_count - 1], SIGN_END);
    if (l->d->strip)
        put_first_head(l, m);
    else
        put_stages(l, m);
}

/* Puts fallen stones where they are now. */
static void put_falls(struct lattice *l, const struct shown_move *m) {
    for (size_t i = 0; i < m->fall_count; i++) {
        cell c = i ? m->falls[i - 1] : m->path[0];
        if (!l->d->setup.at[c] || zi_diagram_is_covered(l->d, c))
            continue;
        put_beside(l, c, half_sign(l, SIGN_FELL, 0), false);
        use(l, SIGN_FELL, c);
    }
}

/* Puts a move that was not played: its path, the cells where it breaks the rule, its empty end. */
static void put_fault(struct lattice *l, const struct shown_move *m) {
    cell end = m->path_count ? m->path[m->path_count - 1] : 0;
    if (shown_move_is_line(m)) {
        put_target(l, end);
        put_line(l, m);
    }
    for (size_t i = 0; i < m->guilty_count; i++) {
        put_target(l, m->guilty[i]);
        put_pair(l, m->guilty[i], SIGN_FAULT);
    }
    if (zi_shown_fault_has_target(m, &l->d->setup))
        put_pair(l, end, SIGN_TARGET);
}

static void put_moves(struct lattice *l) {
    const struct diagram *d = l->d;
    for (size_t i = 0; i < d->move_count; i++) {
        const struct shown_move *m = &d->moves[i];
        if (m->faulty) {
            put_fault(l, m);
        } else if (shown_move_is_line(m)) {
            put_target(l, m->path[m->path_count - 1]);
            put_start(l, m);
            put_line(l, m);
            put_falls(l, m);
        } else if (m->kind == SHOWN_SOW && m->path_count) {
            put_sowing_ends(l, m);
        } else if (m->path_count && !m->number) {
            put_target(l, m->path[0]);
            put_pair(l, m->path[0], SIGN_PLACED);
        }
    }
    for (size_t i = 0; i < d->move_count; i++)
        if (d->moves[i].number && d->moves[i].path_count)
            put_move_numbers(l, i);
        else if (shown_move_is_line(&d->moves[i]))
            number_hops(l, &d->moves[i]);
    for (size_t i = 0; i < d->move_count; i++)
        if (shown_move_is_line(&d->moves[i]))
            put_heads(l, &d->moves[i]);
        else if (d->moves[i].kind == SHOWN_SOW && !d->moves[i].faulty && !d->strip)
            put_sowing(l, &d->moves[i]);
}

/* The author's additions. */

static void put_marks(struct lattice *l, const struct marks *marks) {
    for (size_t i = 0; i < marks->mark_count; i++) {
        cell c = marks->mark[i].at;
        if (!zi_diagram_shows(l->d, c))
            continue;
        put_target(l, c);
        put_pair(l, c, (enum text_sign)(SIGN_FRAME + marks->mark[i].kind));
    }
}

/* A one-letter label replaces the ground of an empty cell. */
static void put_labels(struct lattice *l, const struct marks *marks) {
    for (size_t i = 0; i < marks->label_count; i++) {
        cell c = marks->label[i].at;
        struct text t = text_of(marks->label[i].text);
        struct canvas_spot *s = spot_at(l, place_of(l, c));
        bool plain = t.len && columns_of(t) <= 3;
        for (size_t k = 0; k < t.len; k++)
            plain &= l->canvas->unicode || (t.at[k] > ' ' && t.at[k] < 0x7F);
        if (!zi_diagram_shows(l->d, c) || zi_diagram_is_covered(l->d, c) || !plain)
            continue;
        if (!l->d->counts && !s->text.len && columns_of(t) == 1)
            put(l, place_of(l, c).column, place_of(l, c).line, t, c);
        else
            put_beside(l, c, t, false);
    }
}

static void put_arrows(struct lattice *l, const struct marks *marks) {
    for (size_t i = 0; i < marks->arrow_count; i++) {
        cell from = marks->arrow[i].from, to = marks->arrow[i].to;
        if (!zi_diagram_shows_arrow(l->d, &marks->arrow[i]))
            continue;
        put_target(l, from);
        put_target(l, to);
        struct trail t = trail_between(l, from, to);
        for (unsigned k = 1; k + 1 < t.count; k++) {
            struct canvas_spot *s = spot_at(l, t.spot[k].at);
            if (s && (t.spot[k].node || l->d->counts))
                s->dashes |= t.spot[k].bits;
        }
        put_head(l, &t);
    }
}

/* Lines of text. */

/* The visible part of the board: its first and last cells on the canvas. */
struct window {
    struct place low, high;
    bool west, east, north, south; /* the board continues on that side */
    int beside, torn; /* columns to the end of the part, and to the sign that it continues */
    int step;         /* lines between these signs */
    unsigned columns;
};

/* The part between two cells, the lowest and the highest one. */
static struct window part_of(const struct lattice *l, cell low, cell high) {
    bool flip = l->d->view.flip;
    struct place a = place_of(l, flip ? high : low), z = place_of(l, flip ? low : high);
    return (struct window){.low = {a.column, z.line}, .high = {z.column, a.line}};
}

static struct window window_of(const struct lattice *l) {
    const struct view *view = &l->d->view;
    cell last = cell_at(0, l->d->board.files - 1U, l->d->board.ranks - 1U);
    struct window all = part_of(l, 0, last), w = all;
    if (view->cropped)
        w = part_of(l, view->low, view->high);
    w.west = w.low.column > all.low.column;
    w.east = w.high.column < all.high.column;
    w.north = w.low.line > all.low.line;
    w.south = w.high.line < all.high.line;
    w.beside = l->d->counts && !l->d->strip ? BESIDE_PIT : BESIDE;
    w.step = l->d->strip ? 2 : 1;
    w.torn = l->d->counts ? w.beside : BESIDE - 1;
    w.columns = (unsigned)(LABEL_COLUMNS + w.high.column - w.low.column + 2 * w.beside + 1);
    return w;
}

/* Whether the edge of the visible part is torn at a position. */
static bool is_torn(const struct window *w, struct place at) {
    bool beside = (at.line - TOP) % w->step == 0;
    return (w->west && beside && at.column == w->low.column - w->torn) ||
           (w->east && beside && at.column == w->high.column + w->torn) ||
           (((w->north && at.line == w->low.line - 1) ||
             (w->south && at.line == w->high.line + 1)) &&
            (at.column - w->low.column) % 2 == 0);
}

/* The visible character at a position, or a blank; beyond the sides it omits other cells'
   characters. It lives as long as *s. */
static struct text seen(const struct lattice *l, const struct window *w, struct place at,
                        struct canvas_spot *s) {
    const struct canvas_spot *on_board = spot_at(l, at);
    *s = on_board ? *on_board : (struct canvas_spot){0};
    if (s->text.len && s->owner && !zi_diagram_shows(l->d, (cell)(s->owner - 1U)))
        s->text.len = 0;
    if (at.line < w->low.line || at.line > w->high.line)
        s->ground.len = 0;
    struct text t = zi_canvas_seen(l->canvas, s);
    return *t.at == ' ' && is_torn(w, at) ? TEXT("~") : t;
}

/* Puts the visible part on the page, with its ranks and files; `owners`: and the owners of rows of
   counts. Its first line is the one before the board. */
static void put_board(struct text_canvas *page, struct lattice *l, const struct window *w, int left,
                      bool owners) {
    const struct board *b = &l->d->board;
    struct place from = {w->low.column - w->beside, w->low.line - 1},
                 to = {w->high.column + w->beside, w->high.line + 1}, at = from;
    int first = left + LABEL_COLUMNS - from.column, top = HEADING_LINES - from.line;
    for (; at.line <= to.line; at.line++)
        for (at.column = from.column; at.column <= to.column; at.column++) {
            struct canvas_spot spot;
            zi_canvas_put(page, first + at.column, top + at.line, seen(l, w, at, &spot), 0);
        }
    for (unsigned rank = 0; rank < b->ranks; rank++) {
        int line = place_of(l, cell_at(0, 0, rank)).line;
        if (line < w->low.line || line > w->high.line)
            continue;
        l->word.len = 0;
        buffer_add(&l->word, rank < 9 ? " " : "", rank + 1);
        zi_canvas_put(page, left, top + line, buffered(&l->word), 0);
        l->word.len = 0;
        if (owners)
            zi_text_owner(&l->word, l->d, page->unicode, rank);
        zi_canvas_put(page, left + (int)w->columns + 1, top + line, buffered(&l->word), 0);
    }
    for (unsigned file = 0; file < b->files; file++) {
        int column = place_of(l, cell_at(0, file, 0)).column + (l->d->counts ? 1 : 0);
        if (column >= w->low.column && column <= w->high.column + 1)
            zi_canvas_put(page, first + column, top + to.line + 1,
                          zi_canvas_ascii((char)('a' + file)), 0);
    }
}

/* Puts the line that separates the sides' pits. */
static void put_divider(struct lattice *l) {
    const struct board *b = &l->d->board;
    struct place north = place_of(l, cell_at(0, 0, l->d->view.flip ? 0 : b->ranks - 1U));
    for (int column = LEFT - 1; column < LEFT + pit_columns(l->d) * b->files - 2; column++)
        canvas_spot(l->canvas, column, north.line + b->ranks)->ground =
            canvas_sign(l->canvas->unicode ? TEXT("\u2550") : TEXT("="));
}

/* Whether a line of the page is written: rows of pits have no blank lines around them, and in a
   strip none between them. `line`: after the first line of the board. */
static bool is_written(const struct text_canvas *page, const struct diagram *d,
                       const struct window *w, int line) {
    int lines = w->high.line - w->low.line, middle = TOP + d->board.ranks - w->low.line;
    if (!d->counts)
        return (line >= 0 || w->north) && (line <= lines || w->south);
    return !zi_canvas_is_blank(page, line + 1 + HEADING_LINES) ||
           (!d->strip && line >= 0 && line <= lines && abs(line - middle) != 1);
}

/* Writes boards side by side, with headings if there are any. */
static void write_boards(struct buffer *out, struct text_canvas *page, struct lattice *boards,
                         size_t count, unsigned indent, const struct buffer *headings) {
    const struct diagram *d = boards->d;
    struct window w = window_of(boards);
    int lines = w.high.line - w.low.line;
    memset(page->spot, 0, sizeof page->spot);
    for (size_t i = 0; i < count; i++) {
        int left = (int)(indent + i * (w.columns + 3));
        if (headings)
            zi_canvas_put(page, left + LABEL_COLUMNS + w.beside - d->counts, 0,
                          buffered(&headings[i]), 0);
        put_board(page, &boards[i], &w, left, d->counts && !d->strip && i + 1 == count);
    }
    if (headings)
        zi_canvas_write(out, page, 0);
    for (int line = -1; line <= lines + 1; line++)
        if (is_written(page, d, &w, line))
            zi_canvas_write(out, page, line + 1 + HEADING_LINES);
    zi_canvas_write(out, page, lines + 2 + 1 + HEADING_LINES);
}

static void fill(struct lattice *l) {
    if (l->d->counts)
        put_divider(l);
    else
        put_edges(l);
    put_men(l);
    if (l->d->marks)
        put_marks(l, l->d->marks);
    put_moves(l);
    if (l->d->marks) {
        put_labels(l, l->d->marks);
        put_arrows(l, l->d->marks);
    }
}

/* Writes positions `first` up to but excluding `end` side by side. */
static void write_row(struct buffer *out, const struct diagram *d, struct text_canvas *canvas,
                      size_t first, size_t end, unsigned indent, struct text_notes *notes) {
    struct diagram frame[BOARDS_ACROSS];
    struct lattice boards[BOARDS_ACROSS];
    struct buffer heading[BOARDS_ACROSS] = {{0}};
    for (size_t i = first; i < end; i++) {
        struct lattice *l = &boards[i - first];
        struct buffer words = {0};
        frame[i - first] = zi_diagram_frame(d, i);
        *l = (struct lattice){.d = &frame[i - first], .canvas = &canvas[i - first], .notes = notes};
        memset(l->canvas->spot, 0, sizeof l->canvas->spot);
        fill(l);
        zi_diagram_heading(&words, d, i);
        zi_safe_text(&heading[i - first], buffered(&words),
                     l->canvas->unicode ? SAFE_LINE : SAFE_LINE_ENDS | SAFE_ASCII);
        zi_buffer_end(&words, &out->failed);
    }
    write_boards(out, &canvas[BOARDS_ACROSS], boards, end - first, indent,
                 d->before_count ? heading : NULL);
    for (size_t i = 0; i < end - first; i++) {
        zi_buffer_end(&boards[i].word, &out->failed);
        zi_buffer_end(&heading[i], &out->failed);
    }
}

void zi_text_lattice(struct buffer *out, const struct diagram *d, bool unicode, unsigned indent,
                     struct text_notes *notes) {
    const struct lattice plain = {.d = d};
    size_t count = d->before_count + 1, across = BOARDS_ACROSS;
    if (indent + 2 * window_of(&plain).columns + 3 > TEXT_COLUMNS)
        across = 1;
    struct text_canvas *canvas = calloc(BOARDS_ACROSS + 1, sizeof *canvas);
    out->failed |= !canvas;
    for (size_t i = 0; canvas && i <= BOARDS_ACROSS; i++)
        canvas[i].unicode = unicode;
    for (size_t i = 0; canvas && i < count; i += across) {
        if (i && d->strip)
            buffer_char(out, '\n');
        write_row(out, d, canvas, i, i + across < count ? i + across : count, indent, notes);
    }
    out->failed |= notes->below.failed | notes->covered.failed;
    free(canvas);
}
