#include "notation/games/cell.h"
#include "notation/games/notation.h"

/* Wider than the board, so that a pit outside the board gets its own message. */
#define PIT "[a-z][0-9]++"
#define PILE PIT "(?>\\*[0-9]++)?+"
#define PILES PILE "(?>," PILE ")*+"

enum { NUMBER_MAX = 999999999, PIT_STONES_MAX = 48 };

static const struct parse_error off_board = {FINDING_SYNTAX, "the board has no such pit"};
static const struct parse_error no_direction = {FINDING_SYNTAX,
                                                "the direction, + or -, is missing"};
static const struct parse_error no_stage = {FINDING_SYNTAX, "the earliest cut is after stage 1"};
static const struct parse_error no_stones = {FINDING_SYNTAX,
                                             "a pit must give or receive at least one stone"};
static const struct parse_error uneven = {FINDING_SYNTAX,
                                          "the numbers of stones given and received must be equal"};
static const struct parse_error too_many = {FINDING_LIMIT, "a gift names at most 64 pits"};

static bool has_upper(struct text t) {
    for (size_t i = 0; i < t.len; i++)
        if (is_letter(t.at[i]) && !(t.at[i] & 0x20))
            return true;
    return false;
}

/* Requires a digit at *p. Saturates. */
static uint32_t read_number(const char **p, const char *end) {
    uint32_t n = 0;
    for (; *p < end && is_digit(**p); ++*p) {
        uint32_t digit = (uint32_t)(**p - '0');
        n = n > (NUMBER_MAX - digit) / 10 ? NUMBER_MAX : n * 10 + digit;
    }
    return n;
}

/* Requires a letter and a digit at *p. */
static bool read_pit(const char **p, const char *end, const struct board *board, cell *to) {
    unsigned file = (unsigned)(*(*p)++ | 0x20) - 'a';
    uint32_t rank = read_number(p, end);
    if (file >= board->files || rank == 0 || rank > board->ranks)
        return false;
    *to = cell_at(0, file, rank - 1);
    return true;
}

/* `p` points after `%give:`. */
static const struct parse_error *read_give(const char *p, const char *end,
                                           const struct board *board, struct move *to) {
    uint64_t given = 0, received = 0;
    to->kind = MOVE_GIVE;
    for (;;) {
        cell pit;
        if (!read_pit(&p, end, board, &pit))
            return &off_board;
        uint32_t stones = 1;
        if (p < end && *p == '*') {
            p++;
            stones = read_number(&p, end);
        }
        if (stones == 0)
            return &no_stones;
        if (to->count == GIVE_PITS_MAX)
            return &too_many;
        to->cell[to->count] = pit;
        to->stones[to->count++] = stones;
        *(to->givers ? &received : &given) += stones;
        if (p == end)
            return given == received ? NULL : &uneven;
        if (*p++ == ':')
            to->givers = to->count;
    }
}

static const struct parse_error *read_sowing(const char *p, const char *end,
                                             const struct board *board, struct move *to) {
    to->kind = MOVE_SOW;
    to->count = 1;
    to->direction = board->direction;
    if (!read_pit(&p, end, board, &to->cell[0]))
        return &off_board;
    if (p < end && (*p == '+' || *p == '-'))
        to->direction = *p++;
    if (!to->direction)
        return &no_direction;
    if (p < end && *p != '/') {
        p++;
        to->annotated = true;
        to->loot = read_number(&p, end);
    }
    if (p < end) {
        p++;
        to->cut = read_number(&p, end);
        if (to->cut == 0)
            return &no_stage;
    }
    return NULL;
}

static const struct parse_error *read_move(struct text from, const struct board *board,
                                           struct move *to, unsigned *style) {
    const char *p = from.at, *end = from.at + from.len;
    *style = has_upper(from) ? STYLE_CASE : 0;
    to->annotated = false;
    to->count = to->givers = 0;
    to->loot = to->cut = 0;
    if (*p == '-') {
        to->kind = MOVE_PASS;
        return NULL;
    }
    if (*p != '%')
        return read_sowing(p, end, board, to);
    if ((p[1] | 0x20) == 'g')
        return read_give(p + sizeof "%give:" - 1, end, board, to);
    to->kind = MOVE_SKIP;
    return NULL;
}

/* Reads a pit, a direction, and optionally loot of one or two digits. */
static const char *read_plain(const char *p, const char *end, const struct board *board,
                              struct move *to) {
    enum { MOVE_BYTES_MAX = 6 };
    if (end - p <= MOVE_BYTES_MAX)
        return NULL;
    unsigned file = (unsigned)*p - 'a', rank = (unsigned)p[1] - '1';
    if (file >= board->files || rank >= board->ranks || (p[2] != '+' && p[2] != '-'))
        return NULL;
    to->kind = MOVE_SOW;
    to->count = 1;
    to->cell[0] = cell_at(0, file, rank);
    to->direction = p[2];
    to->annotated = p[3] == 'x';
    p += 3;
    if (to->annotated) {
        to->loot = (unsigned)p[1] - '0';
        if (to->loot - 1 >= 9)
            return NULL;
        p += 2;
        if (is_digit(*p))
            to->loot = to->loot * 10 + (unsigned)(*p++ - '0');
    }
    return *p == ' ' || *p == '\n' ? p : NULL;
}

static void write_give(struct writer *w, const struct move *m) {
    write_string(w, "%give");
    for (unsigned i = 0; i < m->count; i++) {
        write_char(w, i == 0 || i == m->givers ? ':' : ',');
        write_cell(w, m->cell[i]);
        if (m->stones[i] > 1) {
            write_char(w, '*');
            write_number(w, m->stones[i]);
        }
    }
}

static void write_move(struct writer *w, const struct move *m) {
    if (m->kind == MOVE_PASS) {
        write_string(w, "--");
        return;
    }
    if (m->kind == MOVE_SKIP) {
        write_string(w, "%skip");
        return;
    }
    if (m->kind == MOVE_GIVE) {
        write_give(w, m);
        return;
    }
    write_cell(w, m->cell[0]);
    write_char(w, m->direction);
    if (m->annotated && m->loot) {
        write_char(w, 'x');
        write_number(w, m->loot);
    }
    if (m->cut) {
        write_char(w, '/');
        write_number(w, m->cut);
    }
}

static bool shorten(struct move *m) {
    bool loot = m->kind == MOVE_SOW && m->annotated;
    m->annotated = false;
    return loot;
}

static const char *read_count(struct text from, size_t *at, uint8_t *to) {
    const char *p = from.at + *at, *end = from.at + from.len;
    if (p == end || !is_digit(*p))
        return "a number of stones is missing";
    if (*p == '0' && p + 1 < end && is_digit(p[1]))
        return "a number of stones cannot begin with 0";
    uint32_t stones = read_number(&p, end);
    if (stones > PIT_STONES_MAX)
        return "a pit holds at most 48 stones";
    *to = (uint8_t)stones;
    *at = (size_t)(p - from.at);
    return NULL;
}

static const char *read_setup(struct text from, const struct board *board, struct setup *to,
                              size_t *fault) {
    memset(to, 0, sizeof *to);
    *fault = 0;
    for (unsigned rank = board->ranks; rank-- > 0;)
        for (unsigned file = 0; file < board->files; file++) {
            const char *wrong = read_count(from, fault, &to->at[cell_at(0, file, rank)]);
            if (wrong)
                return wrong;
            bool last = file + 1 == board->files;
            char next = *fault < from.len ? from.at[*fault] : '\0';
            if (!last && next != ',')
                return "the row has fewer pits than the board, or no comma between them";
            if (last && next == ',')
                return "the row has more pits than the board";
            if (last && rank && next != '/')
                return "a row is missing";
            if (last && !rank && next == '/')
                return "there are more rows than on the board";
            if (last && !rank && next != ' ')
                return "the player to move is missing";
            ++*fault;
        }
    if (*fault + 1 != from.len || (from.at[*fault] != 'a' && from.at[*fault] != 'b'))
        return "the player to move must be a or b, with nothing after it";
    to->turn = from.at[*fault] == 'b';
    return NULL;
}

static void write_setup(struct writer *w, const struct board *board, const struct setup *from) {
    for (unsigned rank = board->ranks; rank-- > 0;) {
        for (unsigned file = 0; file < board->files; file++) {
            if (file)
                write_char(w, ',');
            write_number(w, from->at[cell_at(0, file, rank)]);
        }
        write_char(w, rank ? '/' : ' ');
    }
    write_char(w, from->turn ? 'b' : 'a');
}

/* The end of `sign` and a number after it at `p`; `p` if they are not there. */
static const char *scan_number(const char *p, const char *end, char sign) {
    if (end - p < 2 || (*p | 0x20) != sign || !is_digit(p[1]))
        return p;
    for (p++; p < end && is_digit(*p);)
        p++;
    return p;
}

static const char *scan(const char *p, const char *end) {
    if (end - p > 1 && p[0] == '-' && p[1] == '-')
        return p + 2;
    if (p == end || !is_letter(*p))
        return NULL;
    const char *pit = scan_number(p, end, (char)(*p | 0x20));
    if (pit == p)
        return NULL;
    pit += pit < end && *pit == '+' ? 1 : dash_length(pit, end);
    return scan_number(scan_number(pit, end, 'x'), end, '/');
}

const struct notation zi_husbao_notation = {
    .name = "husbao",
    .counts = true,
    .pattern = "(?>--|%skip|%give:" PILES ":" PILES "|" PIT "[-+]?+(?>x[0-9]++)?+(?>/[0-9]++)?+)",
    .other_pattern = "(?>" PATTERN_DASH PATTERN_DASH "|%skip|%give:" PILES ":" PILES "|" PIT
                     "(?>\\+|" PATTERN_DASH ")?+(?>x[0-9]++)?+(?>/[0-9]++)?+)",
    .expected = {FINDING_SYNTAX, "expected a move here, such as `d2+`, `d2-x7` or `--`"},
    .kinds = 1 << MOVE_SOW | 1 << MOVE_SKIP | 1 << MOVE_GIVE | 1 << MOVE_PASS,
    .sides = "ab",
    .read = read_move,
    .plain = read_plain,
    .scan = scan,
    .write = write_move,
    .shorten = shorten,
    .read_setup = read_setup,
    .write_setup = write_setup,
};
