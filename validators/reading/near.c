#include "validators/reading/near.h"

#include "notation/games/cell.h"

enum {
    SLIP = 200,       /* a change of a legible text, for each character */
    ALIKE = 30,       /* characters that look alike */
    NEIGHBOR = 100,   /* the next file or rank */
    REPLACED = 160,   /* another character of the same kind */
    OTHER_KIND = 260, /* of a visible fault: a digit for a letter */
    HIDDEN = 30,
    ONE_MORE = 140, /* a character inserted, missing, or two swapped */
    DIGIT_FIRST_CELL = 50,
    SIGN = 10,
    INTERCHANGED = 250,
    OTHER_WAY = 230,
    WRONG_LOOT = 300,
    WRONG_FALLS = 250,
    CUT_LOST = 400, /* legal moves are not cut short */
    NEAR_BYTES = 48
};

static char small_letter(char c) { return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c; }

static bool is_joint(char c) {
    static const bool joints[256] = {['-'] = 1, ['^'] = 1, ['x'] = 1, [':'] = 1, ['>'] = 1,
                                     ['~'] = 1, ['='] = 1, ['/'] = 1, ['.'] = 1};
    return joints[(unsigned char)c];
}

/* Whether a written sign of the other kind looks like the intended character. */
static bool is_sign_like(char written, char meant) {
    static const char *const pairs[] = {"1lIi|!", "0OoQD", "5Ss", "8B", "2Zz", "6Gb", "9gq",
                                        "7T?",    "4A",    "b6",  "g9", "l1",  "o0",  "i1",
                                        "d0",     "e3",    "a4",  "c(", "+tT", "-_~"};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i][0] == meant && strchr(pairs[i] + 1, written))
            return true;
    return false;
}

const char *zi_near_alike(char c) {
    static const char alike[] = "38adcehb1756";
    static const char *const others[] = {"8", "3", "d", "a", "e", "c",
                                         "b", "h", "7", "1", "6", "5"};
    const char *at = c ? strchr(alike, c) : NULL;
    return at ? others[at - alike] : "";
}

/* Whether two characters of the same kind look alike. */
static bool is_alike(char a, char b) { return *zi_near_alike(a) == b; }

static uint32_t replace_cost(char written, char meant, bool visible) {
    char w = small_letter(written);
    bool digit = is_digit(w), letter = is_letter(w);
    if (written == meant || w == meant)
        return 0;
    if (is_joint(w) && is_joint(meant))
        return (w == '-') != (meant == '-') && meant == '+' ? SLIP + REPLACED : SIGN;
    if (digit && is_digit(meant))
        return SLIP + (is_alike(w, meant)                 ? ALIKE
                       : w - meant == 1 || meant - w == 1 ? NEIGHBOR
                                                          : REPLACED);
    bool file = letter && w <= 'p';
    if (file && is_letter(meant) && !(visible && is_sign_like(written, meant)))
        return SLIP + (is_alike(w, meant)                 ? ALIKE
                       : w - meant == 1 || meant - w == 1 ? NEIGHBOR
                                                          : REPLACED);
    if (is_sign_like(written, meant))
        return ALIKE;
    if (strchr("?_#*", written))
        return HIDDEN;
    if ((w == '+' || w == '-') && (meant == '+' || meant == '-'))
        return SLIP + REPLACED;
    return OTHER_KIND + (visible ? 0 : SLIP);
}

static uint32_t insert_cost(char c, bool visible) {
    return is_joint(c) ? SIGN : visible ? ONE_MORE : SLIP + ONE_MORE;
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* The cost of two characters that are exchanged. */
static uint32_t swap_cost(char first, char second, bool visible) {
    bool one_cell = is_digit(first) && is_letter(second);
    return visible ? (one_cell ? DIGIT_FIRST_CELL : ONE_MORE) : SLIP + ONE_MORE;
}

/* The weighted edit distance. */
static uint32_t distance(struct text w, struct text m, bool visible) {
    uint32_t rows[3][NEAR_BYTES + 1], *before = rows[0], *last = rows[1], *row = rows[2];
    if (w.len > NEAR_BYTES || m.len > NEAR_BYTES)
        return COST_NEAR_MOST + 1;
    last[0] = 0;
    for (size_t k = 0; k < m.len; k++)
        last[k + 1] = last[k] + insert_cost(m.at[k], visible);
    for (size_t i = 0; i < w.len; i++) {
        uint32_t smallest = row[0] = last[0] + insert_cost(w.at[i], visible);
        for (size_t k = 0; k < m.len; k++) {
            uint32_t cost = last[k] + replace_cost(w.at[i], m.at[k], visible);
            cost = least(cost, last[k + 1] + insert_cost(w.at[i], visible));
            cost = least(cost, row[k] + insert_cost(m.at[k], visible));
            if (i && k && small_letter(w.at[i]) == m.at[k - 1] &&
                small_letter(w.at[i - 1]) == m.at[k])
                cost = least(cost, before[k - 1] + swap_cost(w.at[i - 1], w.at[i], visible));
            if (i && w.at[i - 1] == 'c' && w.at[i] == 'l' && m.at[k] == 'd')
                cost = least(cost, before[k] + ALIKE);
            row[k + 1] = cost;
            smallest = least(smallest, cost);
        }
        if (smallest > COST_NEAR_MOST)
            return smallest;
        uint32_t *freed = before;
        before = last;
        last = row;
        row = freed;
    }
    uint32_t gap = w.len > m.len ? (uint32_t)(w.len - m.len) : (uint32_t)(m.len - w.len);
    return last[m.len] + (visible && gap > 2 ? (gap - 2) * SLIP : 0);
}

/* The written text without the inner cells of a chain, blanks and annotations. */
static struct text shortened(struct text t, bool walks, char room[NEAR_BYTES]) {
    size_t first = t.len, last = 0;
    struct writer w = {room, NEAR_BYTES, 0};
    for (size_t i = 1; i + 1 < t.len && walks; i++)
        if (is_joint(small_letter(t.at[i])) || t.at[i] == '(' || t.at[i] == ' ') {
            first = first < i ? first : i;
            last = i;
        }
    for (size_t i = 0; i < t.len; i++) {
        bool inner = walks && i > first && i < last;
        if (t.at[i] != ' ' && t.at[i] != '\n' && t.at[i] != ')' && !inner)
            write_char(&w, t.at[i]);
    }
    return written(&w);
}

/* The text of the atom that is compared with the short form of a move. */
static struct text compared(const struct atom *a, const struct atom *next, const struct move *m,
                            char room[NEAR_BYTES]) {
    bool walks = move_path(m) > 1;
    struct text t = a->plain;
    if (next)
        t = text_between(t.at, text_end(next->plain));
    for (size_t i = 2; i + 1 < t.len; i++) {
        char c = small_letter(t.at[i]);
        if (walks && c == 'v')
            t.len = i;
        if (!walks && ((c == 'x' && is_digit(t.at[i + 1])) || c == '/'))
            t.len = i;
    }
    return shortened(t, walks, room);
}

/* The cost of annotations that the move does not have. */
static uint32_t cost_of_effect(const struct atom *a, const struct move *m) {
    if (a->kind != ATOM_MOVE)
        return 0;
    if (a->is.cut)
        return CUT_LOST;
    if (a->is.looted && move_path(m) == 1)
        return (m->annotated ? m->loot : 0) != a->is.loot ? WRONG_LOOT : 0;
    bool falls = move_path(m) == 2 && a->is.falls &&
                 (m->count != a->is.falls + 2 ||
                  memcmp(m->cell + 2, a->is.cell + a->is.cells, a->is.falls * sizeof *a->is.cell));
    return falls ? WRONG_FALLS : 0;
}

static unsigned coordinates_apart(cell a, cell b) {
    return (unsigned)(cell_file(a) != cell_file(b)) + (cell_rank(a) != cell_rank(b)) +
           (cell_level(a) != cell_level(b));
}

bool zi_near_may(const struct atom *a, const struct move *m) {
    unsigned path = move_path(m);
    if (a->kind != ATOM_MOVE || !a->is.cells || !path)
        return path > 0;
    if ((a->is.cells == 1) != (path == 1))
        return false;
    cell from = a->is.cell[0], to = a->is.cell[a->is.cells - 1];
    return coordinates_apart(from, move_from(m)) + coordinates_apart(to, move_to(m)) <=
               1 + (path == 1) ||
           (from == move_to(m) && to == move_from(m));
}

uint32_t zi_near(const struct atom *a, const struct atom *next, const struct move *m,
                 struct text short_text) {
    char room[NEAR_BYTES];
    bool visible = a->kind == ATOM_ODD;
    unsigned path = move_path(m);
    uint32_t effect = cost_of_effect(a, m);
    bool same_turn = a->kind == ATOM_MOVE && !next && path > 1 && a->is.cells > 1;
    if (!path)
        return COST_NEAR_MOST + 1;
    if (same_turn && a->is.cell[0] == move_from(m) && a->is.cell[a->is.cells - 1] == move_to(m))
        return OTHER_WAY + effect;
    if (same_turn && a->is.cell[0] == move_to(m) && a->is.cell[a->is.cells - 1] == move_from(m))
        return INTERCHANGED + effect;
    uint32_t cost = distance(compared(a, next, m, room), short_text, visible);
    return (visible ? COST_VISIBLE : 0) + cost + effect;
}
