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
    CUT_LOST = 400 /* legal moves are not cut short */
};

static char small_letter(char c) { return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c; }

static bool is_joint(char c) {
    static const bool joints[256] = {['-'] = 1, ['^'] = 1, ['x'] = 1, [':'] = 1, ['>'] = 1,
                                     ['~'] = 1, ['='] = 1, ['/'] = 1, ['.'] = 1};
    return joints[(unsigned char)c];
}

/* Whether a written sign of the other kind looks like the intended character. */
static bool is_sign_like(char written, char meant) {
    static const char *const like[128] = {
        ['1'] = "lIi|!", ['0'] = "OoQD", ['5'] = "Ss", ['8'] = "B",  ['2'] = "Zz",
        ['6'] = "Gb",    ['9'] = "gq",   ['7'] = "T?", ['4'] = "A",  ['b'] = "6",
        ['g'] = "9",     ['l'] = "1",    ['o'] = "0",  ['i'] = "1",  ['d'] = "0",
        ['e'] = "3",     ['a'] = "4",    ['c'] = "(",  ['+'] = "tT", ['-'] = "_~"};
    const char *signs = like[(unsigned char)meant & 127];
    return signs && strchr(signs, written);
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

/* The characters of short moves: digits, files and signs. */
static unsigned meant_index(char c) {
    return is_digit(c)    ? (unsigned)(c - '0')
           : is_letter(c) ? (unsigned)(10 + (c - 'a') % 16)
           : c == '-'     ? 26
           : c == '^'     ? 27
                          : 28;
}

static uint32_t replace(struct near_word *w, size_t i, char meant, bool visible) {
    uint16_t *known = &w->replace[i][meant_index(meant)]; /* plus 1; 0: not known */
    if (!*known)
        *known = (uint16_t)(replace_cost(w->c[i], meant, visible) + 1);
    return *known - 1U;
}

/* Adds the row of the weighted edit distance for one more intended character. */
static void add_row(struct near_word *w, char meant, bool visible) {
    size_t k = w->rows++;
    const uint16_t *last = w->row[k], *before = k ? w->row[k - 1] : last;
    uint16_t *row = w->row[k + 1];
    uint32_t insert = insert_cost(meant, visible), smallest;
    w->meant[k] = meant;
    smallest = row[0] = (uint16_t)(last[0] + insert);
    for (size_t i = 0; i < w->len; i++) {
        uint32_t cost = last[i] + replace(w, i, meant, visible);
        cost = least(cost, last[i + 1] + insert);
        cost = least(cost, row[i] + w->extra[i]);
        if (i && k && w->small[i] == w->meant[k - 1] && w->small[i - 1] == meant)
            cost = least(cost, before[i - 1] + swap_cost(w->c[i - 1], w->c[i], visible));
        if (i && meant == 'd' && w->c[i - 1] == 'c' && w->c[i] == 'l')
            cost = least(cost, last[i - 1] + ALIKE);
        row[i + 1] = (uint16_t)cost;
        smallest = least(smallest, cost);
    }
    w->least[k + 1] = (uint16_t)smallest;
}

/* The weighted edit distance. The rows of the characters with which the last move began as well
   are known; too far is every move with a beginning that is. */
static uint32_t distance(struct near_word *w, struct text m, bool visible) {
    size_t k = 0;
    if (m.len > NEAR_SHORT_MAX)
        return COST_NEAR_MOST + 1;
    while (k < w->rows && k < m.len && w->meant[k] == m.at[k])
        k++;
    for (w->rows = k; w->rows < m.len;) {
        size_t at = w->rows;
        if (at && w->least[at] > COST_NEAR_MOST && w->least[at - 1] > COST_NEAR_MOST)
            return COST_NEAR_MOST + 1;
        add_row(w, m.at[at], visible);
    }
    size_t gap = w->len > m.len ? w->len - m.len : m.len - w->len;
    return w->row[m.len][w->len] + (visible && gap > 2 ? (uint32_t)(gap - 2) * SLIP : 0);
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

/* Prepares the text of the atom that is compared with the short forms of moves. */
static void prepare(struct near *n, bool walks) {
    struct near_word *w = &n->word[walks];
    struct text t = n->a->plain;
    if (n->next)
        t = text_between(t.at, text_end(n->next->plain));
    for (size_t i = 2; i + 1 < t.len; i++) {
        char c = small_letter(t.at[i]);
        if (walks && c == 'v')
            t.len = i;
        if (!walks && ((c == 'x' && is_digit(t.at[i + 1])) || c == '/'))
            t.len = i;
    }
    w->len = shortened(t, walks, w->c).len;
    w->ready = true;
    w->rows = w->row[0][0] = w->least[0] = 0;
    memset(w->replace, 0, w->len * sizeof *w->replace);
    for (size_t i = 0; i < w->len; i++) {
        w->small[i] = small_letter(w->c[i]);
        w->extra[i] = (uint16_t)insert_cost(w->c[i], n->visible);
        w->row[0][i + 1] = (uint16_t)(w->row[0][i] + w->extra[i]);
    }
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

void zi_near_begin(struct near *n, const struct atom *a, const struct atom *next) {
    n->a = a;
    n->next = next;
    n->visible = a->kind == ATOM_ODD;
    n->word[0].ready = n->word[1].ready = false;
}

uint32_t zi_near(struct near *n, const struct move *m, struct text short_text) {
    const struct atom *a = n->a;
    unsigned path = move_path(m);
    uint32_t effect = cost_of_effect(a, m);
    bool same_turn = a->kind == ATOM_MOVE && !n->next && path > 1 && a->is.cells > 1;
    if (!path)
        return COST_NEAR_MOST + 1;
    if (same_turn && a->is.cell[0] == move_from(m) && a->is.cell[a->is.cells - 1] == move_to(m))
        return OTHER_WAY + effect;
    if (same_turn && a->is.cell[0] == move_to(m) && a->is.cell[a->is.cells - 1] == move_from(m))
        return INTERCHANGED + effect;
    if (!n->word[path > 1].ready)
        prepare(n, path > 1);
    uint32_t cost = distance(&n->word[path > 1], short_text, n->visible);
    return (n->visible ? COST_VISIBLE : 0) + cost + effect;
}
