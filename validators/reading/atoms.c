#include "validators/reading/atoms.h"

#include <stdlib.h>

#include "notation/base/list.h"
#include "notation/base/unicode.h"
#include "notation/games/cell.h"

/* What it costs to ignore a word. */
enum { SKIP_LIKE_MOVE = 400 };

/* How cells are written. */
enum alphabet { LETTER_FIRST, DIGIT_FIRST, DIGITS, ALPHABETS };

/* A source as characters that are easy to compare: ASCII signs for others, 127 for letters that no
   move has. */
struct flat {
    char *c;
    const char **from; /* of each character, its place in the source */
    size_t count;
};

struct scan {
    const struct reading_source *source;
    const struct board *board;
    struct arena *arena;
    struct flat flat;
    enum alphabet alphabet;
    bool sows, hops;
    size_t at;
    uint32_t line;
    struct atom *atom;
    size_t count, cap;
    bool failed;
};

enum { OTHER_LETTER = 127 };

/* The source as plain characters. */

static void flat_add(struct flat *f, char c, const char *from) {
    f->c[f->count] = c;
    f->from[f->count++] = from;
}

/* Adds a character that is not ASCII. */
static void flat_add_sign(struct flat *f, uint32_t c, const char *from) {
    bool dash = (c >= 0x2010 && c <= 0x2015) || c == 0x2212 || c == 0xFE58 || c == 0xFE63;
    bool arrow = (c >= 0x2190 && c <= 0x21FF) || (c >= 0x2794 && c <= 0x27BE) || c == 0xBB;
    bool blank = c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x3000 ||
                 c == 0xB7 || c == 0x2022;
    bool rule = c >= 0x2500 && c <= 0x257F;
    bool nothing = c == 0xFEFF || c == 0xAD || c == 0xFE0F || (c >= 0x200B && c <= 0x200F);
    const char *several = nothing ? "" : c == 0x2026 ? "..." : c == 0xBD ? "1/2" : NULL;
    for (const char *sign = several ? several : ""; *sign; sign++)
        flat_add(f, *sign, from);
    if (several)
        return;
    flat_add(f,
             dash                         ? '-'
             : arrow                      ? '>'
             : blank                      ? ' '
             : rule                       ? '|'
             : c == 0xB0                  ? '.' /* 1° */
             : c == 0xD7                  ? 'x'
             : c == 0x20E3                ? '.' /* a keycap is a number */
             : c >= 0xFF01 && c <= 0xFF5E ? (char)(c - 0xFF01 + '!')
             : c >= 0x2018 && c <= 0x201F ? '"'
                                          : OTHER_LETTER,
             from);
}

static bool flatten(struct scan *s) {
    enum { GROWTH = 2 };
    size_t bytes = 1;
    const struct reading_source *source = s->source;
    for (size_t i = 0; i < source->parts; i++)
        bytes += source->part[i].len + 1;
    s->flat.c = zi_arena_alloc(s->arena, bytes * GROWTH);
    s->flat.from = zi_arena_alloc(s->arena, bytes * GROWTH * sizeof *s->flat.from);
    if (!s->flat.c || !s->flat.from)
        return false;
    for (size_t i = 0; i < source->parts; i++) {
        struct text t = source->part[i];
        while (t.len) {
            uint32_t c;
            const char *from = t.at;
            zi_character_next(&t, &c);
            if (c < 0x80)
                flat_add(&s->flat, c == '\t' || c == '\r' ? ' ' : (char)c, from);
            else
                flat_add_sign(&s->flat, c, from);
        }
        flat_add(&s->flat, '\n', text_end(source->part[i]));
    }
    return true;
}

static char byte(const struct scan *s, size_t at) {
    return at < s->flat.count ? s->flat.c[at] : '\n';
}

static char small(const struct scan *s, size_t at) {
    char c = byte(s, at);
    return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

static bool is_word_letter(char c) { return is_letter(c) || c == OTHER_LETTER; }
static bool is_alphanumeric(char c) { return is_word_letter(c) || is_digit(c); }
static bool is_gap(char c) { return c == ' ' || c == '\n'; }

static size_t after_gap(const struct scan *s, size_t at, bool lines) {
    while (at < s->flat.count && (byte(s, at) == ' ' || (lines && byte(s, at) == '\n')))
        at++;
    return at;
}

/* The part of the source with the characters from `from` to before `to`. */
static struct text source_of(const struct scan *s, size_t from, size_t to) {
    const char *at = s->flat.from[from], *end = at;
    if (to > from) {
        const char *limit = to < s->flat.count ? s->flat.from[to] : s->flat.from[to - 1];
        end = s->flat.from[to - 1];
        do
            end++;
        while (end < limit && is_continuation(*end));
    }
    return text_between(at, end);
}

static struct atom *add(struct scan *s, enum atom_kind kind, size_t from, size_t to) {
    struct atom *a = zi_list_add(&s->atom, &s->cap, &s->count, sizeof *a);
    if (!a) {
        s->failed = true;
        s->at = s->flat.count;
        return NULL;
    }
    *a = (struct atom){.kind = kind,
                       .written = source_of(s, from, to),
                       .plain = {s->flat.c + from, to - from},
                       .line = s->line};
    s->at = to;
    return a;
}

/* Cells and moves. */

/* Reads one or two digits from `at` as a number from 1 to `most`; the longest that fits. */
static size_t read_rank(const struct scan *s, size_t at, unsigned most, unsigned *rank) {
    unsigned first = (unsigned)byte(s, at) - '0', second = (unsigned)byte(s, at + 1) - '0';
    if (first - 1 >= 9)
        return 0;
    bool two = second <= 9 && first * 10 + second <= most;
    *rank = two ? first * 10 + second - 1 : first - 1;
    return *rank < most ? 1 + two : 0;
}

/* The cell of the board, which may be seen from the other side. */
static cell seen(const struct scan *s, unsigned level, unsigned file, unsigned rank) {
    const struct board *b = s->board;
    bool turned = s->source->turned;
    return cell_at(level, turned ? b->files - 1 - level - file : file,
                   turned ? b->ranks - 1 - level - rank : rank);
}

/* The length of the cell at `at`, or 0. */
static size_t read_cell(const struct scan *s, size_t at, cell *to) {
    unsigned level = 0, file, rank = 0;
    const struct board *b = s->board;
    size_t from = at, length;
    if (s->alphabet != LETTER_FIRST) {
        bool digits = s->alphabet == DIGITS, fits = b->files < 10 && !is_digit(byte(s, at + 2));
        length = read_rank(s, at + digits, digits ? 9 : b->ranks, &rank);
        file = digits ? (unsigned)byte(s, at) - '1' : (unsigned)small(s, at + length) - 'a';
        if (!length || file >= b->files || rank >= b->ranks || (digits && !fits))
            return 0;
        *to = seen(s, 0, file, rank);
        return length + 1;
    }
    if (is_digit(byte(s, at)) && b->levels > 1) {
        length = read_rank(s, at, b->levels, &level);
        if (!length)
            return 0;
        at += length;
    }
    file = (unsigned)small(s, at) - 'a';
    if (file + level >= b->files)
        return 0;
    length = read_rank(s, at + 1, b->ranks - level, &rank);
    if (!length)
        return 0;
    *to = seen(s, level, file, rank);
    return at + 1 + length - from;
}

/* Whether a move may end before `at`. */
static bool ends_move(const struct scan *s, size_t at) {
    char c = byte(s, at), next = byte(s, at + 1);
    if (c && strchr("-^>=/+", c) && is_alphanumeric(next))
        return false;
    return !is_alphanumeric(c) && c != '_' && c != '*' && c != '%' && c != '~' && c != '\'';
}

/* What joins two cells. */
struct joint {
    size_t next; /* the next cell */
    bool route, spaced, open;
};

/* Whether a comma is between the cells of one move, as in `c3,c5,e7`: no other sign between cells
   follows the next one. */
static bool is_hop_comma(const struct scan *s, size_t at) {
    cell c;
    size_t length =
        s->hops && !s->source->notation && byte(s, at) == ',' ? read_cell(s, at + 1, &c) : 0;
    char after = byte(s, at + 1 + length);
    return length && !is_alphanumeric(after) && !(after && strchr("-^>~=/(", after));
}

/* Finds the next cell of a move, which has some already, after `at`. */
static bool find_joint(const struct scan *s, size_t at, unsigned cells, struct joint *out) {
    enum { SIGNS_MAX = 3 };
    cell c;
    *out = (struct joint){0};
    size_t from = after_gap(s, at, false), to = from;
    size_t line = after_gap(s, from, true); /* the start of the next line with text */
    if (byte(s, from) == '\n' && strchr("^->x", byte(s, line)) &&
        (byte(s, line) != '-' || byte(s, line + 1) != ' '))
        to = from = line;
    if (from == at && byte(s, at) == '(') {
        out->open = true;
        out->next = at + 1;
        size_t length = read_cell(s, at + 1, &c);
        return length && byte(s, at + 1 + length) == ')';
    }
    while (to - from < SIGNS_MAX && byte(s, to) && strchr("-^xX:>~=/.", byte(s, to)))
        to++;
    to += from == at && to == at && is_hop_comma(s, at);
    size_t next = after_gap(s, to, false);
    bool before = from > at, after = next > to || byte(s, next) == '\n';
    char sign = byte(s, from), last = byte(s, to - (to > from));
    if (to == from && before)
        return false;
    if (byte(s, next) == '\n' && to > from && strchr("-^x>", last))
        next = after_gap(s, next, true);
    if ((sign == '.' || sign == '/' || sign == ':') && (before || after)) {
        out->spaced = sign == '/' && before && after && s->hops && to - from == 1;
        if (!out->spaced || cells > 1)
            return false;
    }
    if (is_letter(sign) && to > from && before != after)
        return false;
    out->route = to - from >= 2 && sign == '.';
    out->next = next;
    return read_cell(s, next, &c) > 0;
}

static void add_cell(struct atom *a, cell c, bool fall) {
    if (a->is.cells + a->is.falls == MOVE_CELLS_MAX) {
        a->kind = ATOM_ODD;
        return;
    }
    a->is.cell[a->is.cells + a->is.falls] = c;
    if (fall)
        a->is.falls++;
    else
        a->is.cells++;
}

/* Reads `x7` and `/2` behind a sowing. */
static size_t read_count(const struct scan *s, size_t at, char sign, uint32_t *count, bool *has) {
    size_t from = after_gap(s, at, false), digits = 0;
    if (small(s, from) != sign || (sign == '/' && from > at))
        return at;
    from = after_gap(s, from + 1, false);
    while (is_digit(byte(s, from + digits)) && digits < 4)
        digits++;
    if (!digits)
        return at;
    *has = true;
    *count = text_number((struct text){s->flat.c + from, digits}, 9999);
    return from + digits;
}

static size_t read_sowing(const struct scan *s, struct atom *a, size_t at) {
    size_t sign = after_gap(s, at, false);
    bool cut = false;
    char c = byte(s, sign), next = byte(s, sign + 1);
    bool attached = sign == at || is_gap(next) || small(s, sign + 1) == 'x';
    if ((c == '+' || c == '-') && attached) {
        a->is.direction = c;
        at = sign + 1;
    }
    at = read_count(s, at, 'x', &a->is.loot, &a->is.looted);
    return read_count(s, at, '/', &a->is.cut, &cut);
}

/* Reads the cells and what follows them from `at`. Returns the end; 0: no move is there. */
static size_t read_cells(struct scan *s, size_t at, struct atom *a) {
    struct joint j;
    cell c;
    size_t length = read_cell(s, at, &c);
    if (!length)
        return 0;
    add_cell(a, c, false);
    at += length;
    if (s->sows)
        return read_sowing(s, a, at);
    while (find_joint(s, at, a->is.cells, &j)) {
        length = read_cell(s, j.next, &c);
        add_cell(a, c, false);
        a->is.route |= j.route;
        a->is.slash |= j.spaced;
        at = j.next + length + j.open;
    }
    while (s->board->levels > 1 && small(s, at) == 'v' && (length = read_cell(s, at + 1, &c))) {
        add_cell(a, c, true);
        at += 1 + length;
    }
    return at;
}

/* Reads `!?` and `$1` behind a move, and a comma. */
static void read_glyphs(struct scan *s, struct atom *a, size_t at) {
    size_t from = at;
    while (byte(s, at) == '!' || byte(s, at) == '?')
        at++;
    while (byte(s, at) == '$' && is_digit(byte(s, at + 1)))
        for (at++; is_digit(byte(s, at));)
            at++;
    if (at > from)
        a->glyphs = source_of(s, from, at);
    s->at = at + (byte(s, at) == ',' || (byte(s, at) == ';' && !s->source->notation));
}

static bool scan_move(struct scan *s) {
    cell room[MOVE_CELLS_MAX];
    struct atom a = {.is.cell = room};
    size_t at = s->at, end = read_cells(s, at, &a);
    if (!end || a.kind == ATOM_ODD || !ends_move(s, end) ||
        (at && is_alphanumeric(byte(s, at - 1))))
        return false;
    struct atom *made = add(s, ATOM_MOVE, at, end);
    if (!made)
        return true;
    a.kind = ATOM_MOVE;
    a.written = made->written;
    a.plain = made->plain;
    a.line = made->line;
    a.is.cell = zi_arena_alloc(s->arena, (size_t)(a.is.cells + a.is.falls) * sizeof *a.is.cell);
    s->failed |= !a.is.cell;
    if (a.is.cell)
        memcpy(a.is.cell, room, (size_t)(a.is.cells + a.is.falls) * sizeof *a.is.cell);
    *made = a;
    for (size_t i = at; i < end; i++)
        s->line += byte(s, i) == '\n';
    read_glyphs(s, made, end);
    return true;
}

/* Words that are moves without cells. */
static bool scan_other_move(struct scan *s) {
    const struct notation *notation = s->source->ruleset->rules->notation;
    struct text rest = {s->flat.c + s->at, s->flat.count - s->at};
    size_t length;
    bool gives;
    unsigned style, word = zi_written_word(rest, notation, &length, &gives);
    if (!word || (!gives && !ends_move(s, s->at + length)))
        return false;
    struct atom *a = add(s, ATOM_MOVE, s->at, s->at + length);
    struct move *gift = gives && a ? zi_arena_alloc(s->arena, sizeof *gift) : NULL;
    s->failed |= gives && !gift;
    if (s->failed)
        return true;
    a->is.word = (uint8_t)word;
    a->is.gift = gift;
    if (gift && notation->read(a->plain, s->board, gift, &style))
        a->kind = ATOM_ODD;
    read_glyphs(s, a, s->at);
    return true;
}

/* Numbers, times and results. */

static size_t count_digits(const struct scan *s, size_t at) {
    size_t n = 0;
    while (is_digit(byte(s, at + n)))
        n++;
    return n;
}

/* The end of a date or time at the place, or 0: `19:45`, `0:19:30`, `12.10.2026`, `2026-10-07`. */
static size_t read_time(const struct scan *s) {
    size_t at = s->at, parts = 0, digits;
    char sign = 0;
    for (; (digits = count_digits(s, at)) && digits <= 4; parts++) {
        char next = byte(s, at + digits);
        at += digits;
        if (!next || !strchr(":.-/", next) || (sign && next != sign) || !is_digit(byte(s, at + 1)))
            break;
        sign = next;
        at++;
    }
    bool whole = digits && !is_alphanumeric(byte(s, at));
    return whole && (parts >= 2 || (parts == 1 && sign == ':' && digits == 2)) ? at : 0;
}

/* The end of a result at the place, or 0. */
static size_t read_result(const struct scan *s) {
    static const char *const results[] = {"1/2-1/2", "1-0", "0-1", "1/2", "1:0", "0:1", "*"};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        size_t length = strlen(results[i]), at = s->at;
        if (at + length <= s->flat.count && !memcmp(s->flat.c + at, results[i], length) &&
            is_gap(byte(s, at + length)))
            return at + length;
    }
    return 0;
}

/* The digit that a character of a number may mean; 10: none. */
static unsigned digit_of(char c) {
    static const char alike[] = "OolI|ZSB", digits[] = "00111258";
    const char *at = c ? strchr(alike, c) : NULL;
    return is_digit(c) ? (unsigned)(c - '0') : at ? (unsigned)(digits[at - alike] - '0') : 10;
}

/* The last number of a move before the place; 0: none. */
static uint32_t last_number(const struct scan *s) {
    size_t i = s->count;
    while (i && s->atom[i - 1].kind != ATOM_NUMBER)
        i--;
    return i ? s->atom[i - 1].number : 0;
}

/* The end of the number of a move, or 0: `3.` `3)` `3...` `3:` `[3]` `#3`. Letters may replace some
   digits of the number that is due. */
static size_t read_number(const struct scan *s, uint32_t *number, bool *second) {
    enum { DIGITS_MAX = 4 };
    size_t at = s->at, digits = 0, dots = 0;
    bool open = byte(s, at) == '[', sharp = byte(s, at) == '#', alike = false;
    if (at && is_alphanumeric(byte(s, at - 1)))
        return 0;
    at += open || sharp;
    *number = 0;
    for (unsigned d; digits <= DIGITS_MAX && (d = digit_of(byte(s, at))) < 10; at++, digits++) {
        alike |= !is_digit(byte(s, at));
        *number = *number * 10 + d;
    }
    if (!digits || digits > DIGITS_MAX ||
        (alike && (*number != last_number(s) + 1 || !is_gap(byte(s, at + 1)))))
        return 0;
    if (!open && !alike && (byte(s, at) | 0x20) >= 'a' && (byte(s, at) | 0x20) <= 'b' &&
        byte(s, at + 1) == '.') {
        *second = (byte(s, at) | 0x20) == 'b'; /* `1b.` */
        return at + 2;
    }
    while (byte(s, at) == '.' && dots < 6)
        at++, dots++;
    *second = dots >= 2;
    if (dots == 1 && byte(s, at) == ')')
        at++;
    else if (!dots && !sharp && byte(s, at) && strchr(open ? "]" : "):]_", byte(s, at)))
        dots = 1, at++;
    return dots || (sharp && is_gap(byte(s, at))) ? at : 0;
}

static bool scan_number(struct scan *s) {
    uint32_t number;
    bool second;
    size_t end = s->alphabet == DIGITS ? 0 : read_time(s);
    if (end)
        return add(s, ATOM_REMARK, s->at, end);
    end = read_result(s);
    struct atom *result = end ? add(s, ATOM_WORD, s->at, end) : NULL;
    if (result)
        result->optional = true;
    if (end)
        return true;
    end = read_number(s, &number, &second);
    if (!end)
        return false;
    struct atom *a = add(s, ATOM_NUMBER, s->at, end);
    if (a) {
        a->number = number;
        a->second = second;
    }
    return true;
}

/* Signs and words. */

static size_t find(const struct scan *s, size_t at, char c, bool lines) {
    while (at < s->flat.count && byte(s, at) != c && (lines || byte(s, at) != '\n'))
        at++;
    return at < s->flat.count && byte(s, at) == c ? at : 0;
}

static size_t line_end(const struct scan *s, size_t at) {
    while (byte(s, at) != '\n')
        at++;
    return at;
}

/* Whether a move is at the place, perhaps after its number. */
static bool begins_move(const struct scan *s, size_t at) {
    cell c;
    at = after_gap(s, at, false);
    size_t digits = count_digits(s, at);
    if (digits && byte(s, at + digits) == '.')
        at = after_gap(s, at + digits + 1, false);
    size_t length = read_cell(s, at, &c);
    return length && !is_word_letter(byte(s, at + length));
}

/* A comment in braces, in brackets or to the end of the line. */
static bool scan_comment(struct scan *s) {
    char c = byte(s, s->at);
    size_t end;
    if (c == '{')
        end = find(s, s->at, '}', true);
    else if (c == '[' && byte(s, s->at + 1) == '%')
        end = find(s, s->at, ']', false);
    else if (c == ';' && s->source->notation && !begins_move(s, s->at + 1))
        end = line_end(s, s->at) - 1;
    else
        return false;
    size_t from = s->at;
    add(s, ATOM_REMARK, from, end ? end + 1 : line_end(s, from));
    for (size_t i = from; i < s->at; i++)
        s->line += byte(s, i) == '\n';
    return true;
}

static bool is_stub(const struct scan *s, size_t from, size_t to) {
    char c = small(s, from);
    bool letter = (unsigned)c - 'a' < s->board->files, digit = is_digit(c) && c != '0';
    size_t dash = from + 1;
    if (digit && is_digit(byte(s, dash)) && dash < to)
        dash++;
    bool open = dash < to && to - dash == 1 && strchr("-^", byte(s, dash));
    return (letter || digit) && (open || (letter && to - from == 1));
}

/* Parentheses: a variation, an illegible cell, moves that may be read, or a remark. */
static bool scan_parentheses(struct scan *s) {
    size_t from = s->at, at = from, depth = 0;
    if (byte(s, at) != '(')
        return false;
    do {
        depth += byte(s, at) == '(';
        depth -= byte(s, at) == ')';
        if (byte(s, at) == '{' && find(s, at, '}', true))
            at = find(s, at, '}', true);
        at++;
    } while (depth && at < s->flat.count);
    if (!depth && at - from == 3 && is_stub(s, from + 1, at - 1) && byte(s, from + 1) > '9') {
        add(s, ATOM_HIDDEN, from, at);
        return true;
    }
    bool moves = false;
    for (size_t i = from; i < at; i++)
        moves |= (i == from || !is_alphanumeric(byte(s, i - 1))) && begins_move(s, i);
    if (!s->source->notation && (depth || moves || find(s, from, '\n', true) < at))
        return false;
    struct atom *a = add(s, ATOM_REMARK, from, depth ? line_end(s, from) : at);
    if (a)
        a->optional = moves;
    for (size_t i = from; i < s->at; i++)
        s->line += byte(s, i) == '\n';
    return true;
}

/* Whether all characters may be those of a misread move, and some of a cell. *weak: it may as well
   be a number or a word. */
static bool looks_like_move(const struct scan *s, size_t from, size_t to, bool *weak) {
    enum { LONGEST = 48 };
    unsigned digits = 0, letters = 0, alike = 0, joints = 0, signs = 0, hidden = 0, other = 0;
    for (size_t i = from; i < to; i++) {
        char c = byte(s, i);
        if (is_digit(c))
            digits++;
        else if (strchr("lIOoSsBZzGq|", c) &&
                 !((unsigned)small(s, i) - 'a' < s->board->files && c != 'B'))
            alike++;
        else if ((unsigned)small(s, i) - 'a' < s->board->files)
            letters++;
        else if (strchr("-^>~/+", c))
            joints++;
        else if (strchr("xX:.vV\"'", c))
            signs++;
        else if (strchr("?_#*", c))
            hidden++;
        else
            other++;
    }
    *weak = !letters && !alike && !signs && !joints && !hidden;
    if (to - from > LONGEST || other > 1)
        return false;
    if (*weak)
        return digits == 2 && !other && (unsigned)byte(s, to - 1) - '1' < s->board->ranks;
    if (!digits && !joints && !hidden) /* `dl`, `bB` */
        return to - from == 2 && letters && alike &&
               (unsigned)small(s, from) - 'a' < s->board->files && !strchr("os", byte(s, from + 1));
    bool complete = (digits || alike || hidden) && (letters || hidden || alike);
    return complete && digits + letters + alike >= 2;
}

static size_t word_end(const struct scan *s, size_t at) {
    while (!is_gap(byte(s, at)) && !strchr("{}(),;|\"", byte(s, at)))
        at++;
    return at;
}

/* A word of signs: an illegible move, dots, a glyph, or nothing. Returns the kind. */
static enum atom_kind kind_of_signs(const struct scan *s, size_t from, size_t to) {
    unsigned dots = 0, marks = 0, hidden = 0;
    for (size_t i = from; i < to; i++) {
        char c = byte(s, i);
        dots += c == '.';
        marks += c == '!' || c == '?';
        hidden += c == '?' || c == '_' || c == '#' || c == '~';
    }
    const struct atom *last = s->count ? &s->atom[s->count - 1] : NULL;
    bool behind =
        last && last->line == s->line && (last->kind == ATOM_MOVE || last->kind == ATOM_GLYPH);
    if (dots == to - from && dots > 1)
        return ATOM_DOTS;
    if (marks == to - from && marks <= 2 && behind)
        return ATOM_GLYPH;
    if (to - from == 1 && byte(s, from) == '-' && behind)
        return ATOM_GLYPH;
    return hidden ? ATOM_HIDDEN : ATOM_WORD;
}

static void scan_word(struct scan *s) {
    size_t from = s->at, end = word_end(s, from), to = end;
    bool any = false, weak;
    if (end == from) {
        add(s, ATOM_WORD, from, from + 1);
        return;
    }
    while (to > from + 1 && strchr(".,:", byte(s, to - 1)) && is_alphanumeric(byte(s, to - 2)))
        to--;
    for (size_t i = from; i < to; i++)
        any |= is_alphanumeric(byte(s, i));
    if (!any) {
        add(s, kind_of_signs(s, from, end), from, end);
    } else if (is_stub(s, from, to) && to - from > 1) {
        add(s, ATOM_HIDDEN, from, to);
    } else if (looks_like_move(s, from, to, &weak)) {
        struct atom *a = add(s, ATOM_ODD, from, to);
        if (a)
            a->skip = SKIP_LIKE_MOVE;
        if (a)
            read_glyphs(s, a, to);
    } else {
        add(s, ATOM_REMARK, from, end);
    }
}

static void scan_all(struct scan *s) {
    while (s->at < s->flat.count && !s->failed) {
        char c = byte(s, s->at);
        if (is_gap(c)) {
            s->line += c == '\n';
            s->at++;
        } else if (!scan_comment(s) && !scan_parentheses(s) &&
                   !((digit_of(c) < 10 || c == '[' || c == '#') && scan_number(s)) &&
                   !scan_move(s) && !scan_other_move(s) && !(c == '*' && scan_number(s))) {
            scan_word(s);
        }
    }
}

/* Lines. */

static bool is_move_like(const struct atom *a) {
    return a->kind == ATOM_MOVE || a->kind == ATOM_ODD || a->kind == ATOM_HIDDEN;
}

/* Whether the remark is a word with a letter. */
static bool is_plain_word(const struct atom *a) {
    bool letter = false;
    for (size_t i = 0; i < a->plain.len; i++)
        letter |= is_word_letter(a->plain.at[i]);
    return a->kind == ATOM_REMARK && letter && a->plain.at[0] != '{' && a->plain.at[0] != '(' &&
           a->plain.at[0] != '[' && a->plain.at[0] != ';';
}

/* The last atom of the line that begins with atom `i`, plus 1. */
static size_t line_of(const struct scan *s, size_t i) {
    size_t end = i + 1;
    while (end < s->count && s->atom[end].line == s->atom[i].line)
        end++;
    return end;
}

static uint64_t hash_of(struct text t) {
    uint64_t h = 1469598103934665603U;
    for (size_t i = 0; i < t.len; i++)
        h = (h ^ (unsigned char)(is_letter(t.at[i]) ? t.at[i] | 0x20 : t.at[i])) * 1099511628211U;
    return h;
}

/* How often words occur in lines with moves, by their hashes. */
enum { WORDS_KNOWN = 512, WORDS_OF_LINE = 32, LINE_BYTES = 200 };
struct habits {
    uint32_t lines, size; /* lines with moves; words */
    struct {
        uint64_t hash;
        uint32_t times;
    } word[];
};

static uint32_t *habit(struct habits *h, struct text t, uint32_t line) {
    uint64_t hash = hash_of(t);
    for (size_t i = 0; i < 8; i++) {
        size_t at = (size_t)(hash + i) % h->size;
        if (!h->word[at].times)
            h->word[at].hash = hash;
        if (h->word[at].hash != hash)
            continue;
        h->word[at].times += line != UINT32_MAX;
        return &h->word[at].times;
    }
    return NULL;
}

static bool is_habit(struct habits *h, const struct atom *a) {
    enum { TIMES = 3, SHARE = 5 };
    const uint32_t *lines = is_plain_word(a) ? habit(h, a->plain, UINT32_MAX) : NULL;
    return lines && *lines >= TIMES && *lines * SHARE >= h->lines;
}

/* Learns the words of the lines with moves; `numbered`: only of those that have numbers, too.
   Returns the number of lines. */
static uint32_t learn_words(const struct scan *s, struct habits *h, bool numbered, bool count) {
    uint32_t lines = 0;
    for (size_t i = 0, end; i < s->count; i = end) {
        bool moves = false, number = !numbered;
        end = line_of(s, i);
        for (size_t k = i; k < end; k++) {
            moves |= is_move_like(&s->atom[k]);
            number |= s->atom[k].kind == ATOM_NUMBER;
        }
        lines += moves && number;
        for (size_t k = i; k < end && moves && number && count; k++)
            if (is_plain_word(&s->atom[k]))
                habit(h, s->atom[k].plain, s->atom[k].line);
    }
    return lines;
}

/* Where most lines have numbers, others may be sentences that recur. */
static void learn_habits(const struct scan *s, struct habits *h) {
    uint32_t lines = learn_words(s, h, false, false), numbered = learn_words(s, h, true, false);
    h->lines = learn_words(s, h, numbered * 3 >= lines * 2 && numbered, true);
}

/* What a line has. */
struct contents {
    uint32_t cells, hidden, odd, words, numbers, first_word, first_number;
};

static struct contents contents_of(const struct scan *s, struct habits *h, size_t from, size_t to) {
    struct contents c = {.first_word = UINT32_MAX};
    for (size_t i = from; i < to; i++) {
        const struct atom *a = &s->atom[i];
        c.cells += a->kind == ATOM_MOVE;
        c.hidden += a->kind == ATOM_HIDDEN || a->kind == ATOM_DOTS;
        c.odd += a->kind == ATOM_ODD && !text_is_number(a->plain);
        if (a->kind == ATOM_NUMBER) {
            c.numbers++;
            c.first_number = c.first_number ? c.first_number : a->number;
        }
        if (is_plain_word(a) && !is_habit(h, a)) {
            c.first_word = c.words++ ? c.first_word : (uint32_t)i;
        }
    }
    return c;
}

/* Makes atoms of a line remarks, except moves, which may be ignored. */
static void make_prose(struct scan *s, size_t from, size_t to) {
    for (size_t i = from; i < to; i++) {
        struct atom *a = &s->atom[i];
        if (a->kind == ATOM_MOVE)
            a->prose = true;
        else
            a->kind = ATOM_REMARK;
    }
}

/* Decides which lines, or which ends of lines, are remarks. */
static void find_prose(struct scan *s, struct habits *h) {
    enum { PROSE_WORDS = 3 };
    uint32_t lines = 0, numbered = 0;
    for (size_t i = 0, end; i < s->count; i = end) {
        end = line_of(s, i);
        struct contents c = contents_of(s, h, i, end);
        lines += c.cells > 0;
        numbered += c.cells && c.numbers;
    }
    for (size_t i = 0, end; i < s->count; i = end) {
        end = line_of(s, i);
        struct contents c = contents_of(s, h, i, end);
        bool number_first = s->atom[i].kind == ATOM_NUMBER;
        bool bare = !c.cells && !c.odd && !(c.numbers && c.hidden) && !(number_first && !c.words) &&
                    !(c.hidden && !c.words);
        bool prose = c.words >= PROSE_WORDS && c.words >= c.cells && c.numbers < 2;
        prose |=
            c.words && !c.numbers && c.words >= c.cells && numbered * 5 >= lines * 4 && numbered;
        if (bare)
            make_prose(s, i, end);
        else if (prose)
            make_prose(s, number_first ? c.first_word : i, end);
    }
}

/* The number that an atom may be although it has no dot: `3` `3-` `3/` `3_` `(3)`; 0: none. */
static uint32_t bare_number(const struct atom *a) {
    struct text t = text_trimmed(a->plain, "()");
    size_t digits = text_digits(t);
    bool kind = a->kind == ATOM_REMARK || a->kind == ATOM_ODD || a->kind == ATOM_HIDDEN;
    bool number = kind && digits && digits <= 4 &&
                  (digits == t.len || (digits + 1 == t.len && strchr("-/_", t.at[digits])));
    return number ? text_number((struct text){t.at, digits}, 9999) : 0;
}

/* Bare integers are the numbers of moves if they continue 1, 2, 3, and no others exist. */
static void find_bare_numbers(struct scan *s) {
    enum { ENOUGH = 3 };
    uint32_t due = 1, found = 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->atom[i].kind == ATOM_NUMBER)
            return;
    for (int pass = 0; pass < 2; pass++) {
        due = 1;
        for (size_t i = 0; i + 1 < s->count; i++) {
            struct atom *a = &s->atom[i];
            bool starts = !i || a[-1].line != a->line;
            uint32_t n = bare_number(a);
            if (!n || !(n == due || (n == 1 && starts)) || (starts && a[1].line != a->line))
                continue;
            due = n + 1;
            found += !pass;
            if (pass) {
                a->kind = ATOM_NUMBER;
                a->number = n;
            }
        }
        if (found < ENOUGH)
            return;
    }
}

/* Dots that are in the other column than the move: `1. d4 ...` above `1. ... e5`. */
static void find_empty_columns(struct scan *s) {
    uint32_t number = 0;
    for (size_t i = 0; i + 2 < s->count; i++) {
        struct atom *a = &s->atom[i];
        if (a->kind == ATOM_NUMBER)
            number = a->number;
        if (a->kind == ATOM_DOTS && a[1].kind == ATOM_NUMBER && a[1].number == number &&
            (a[1].second || a[2].kind == ATOM_DOTS))
            a->kind = ATOM_WORD;
    }
}

/* Integers on many lines are no moves, but clocks or the like. */
static void find_clocks(struct scan *s) {
    enum { TIMES = 3, SHARE = 5 };
    uint32_t weak = 0, moves = 0;
    for (size_t i = 0; i < s->count; i++) {
        weak += s->atom[i].kind == ATOM_ODD && text_is_number(s->atom[i].plain);
        moves += is_move_like(&s->atom[i]);
    }
    for (size_t i = 0; i < s->count && weak >= TIMES && weak * SHARE >= moves; i++)
        if (s->atom[i].kind == ATOM_ODD && text_is_number(s->atom[i].plain))
            s->atom[i].kind = ATOM_REMARK;
}

/* Joins single cells of a game with hops that a habitual word is between: `c3 to c4`. */
static void join_by_habits(struct scan *s, struct habits *h) {
    size_t to = 0;
    for (size_t i = 0; i < s->count; i++) {
        struct atom *a = &s->atom[i], *last = to ? &s->atom[to - 1] : NULL;
        bool joins = s->hops && last && last->kind == ATOM_MOVE && last->is.cells &&
                     i + 1 < s->count && is_habit(h, a) && a[1].kind == ATOM_MOVE &&
                     a[1].is.cells == 1 && last->line == a[1].line;
        cell *made =
            joins ? zi_arena_alloc(s->arena, (size_t)(last->is.cells + 1) * sizeof *made) : NULL;
        if (made) {
            memcpy(made, last->is.cell, last->is.cells * sizeof *made);
            made[last->is.cells++] = a[1].is.cell[0];
            last->is.cell = made;
            last->written = text_between(last->written.at, text_end(a[1].written));
            last->plain = text_between(last->plain.at, text_end(a[1].plain));
            last->glyphs = a[1].glyphs;
            i++;
            continue;
        }
        s->failed |= joins;
        s->atom[to++] = *a;
    }
    s->count = to;
}

/* Makes one remark of words that follow each other in a line; the words of the form are none. */
static void merge_remarks(struct scan *s, struct habits *h) {
    size_t to = 0;
    for (size_t i = 0; i < s->count; i++) {
        struct atom *a = &s->atom[i], *last = to ? &s->atom[to - 1] : NULL;
        if (a->kind == ATOM_REMARK && is_habit(h, a))
            a->kind = ATOM_WORD;
        bool comment = a->plain.at[0] == '{' || a->plain.at[0] == '(';
        if (a->kind == ATOM_REMARK && last && last->kind == ATOM_REMARK && last->line == a->line &&
            !comment && last->plain.at[0] != '{' && text_end(last->written) <= a->written.at) {
            last->written = text_between(last->written.at, text_end(a->written));
            last->plain = text_between(last->plain.at, text_end(a->plain));
            continue;
        }
        s->atom[to++] = *a;
    }
    s->count = to;
}

static void summarize(struct atoms *a) {
    enum { NUMBERS_TO_COUNT = 3 };
    uint32_t groups = 0, numbers = 0;
    for (size_t i = 0; i < a->count; i++) {
        const struct atom *at = &a->at[i];
        bool move = is_move_like(at) && !at->prose && !at->is.gift;
        a->moves += move;
        groups += move || at->kind == ATOM_DOTS;
        a->numbered |= at->kind == ATOM_NUMBER;
        numbers += at->kind == ATOM_NUMBER;
        if (at->kind == ATOM_NUMBER && at->number > a->most)
            a->most = at->number;
    }
    a->by_ply = numbers >= NUMBERS_TO_COUNT && a->most + 2 >= groups && a->most <= groups + 2 &&
                numbers * 5 >= groups * 4;
}

/* Whether a move may begin somewhere with a cell as the alphabet has it. */
static bool may_have_moves(const struct scan *s, enum alphabet alphabet) {
    for (size_t i = 0; i < s->flat.count; i++) {
        char next = byte(s, i + 1);
        bool digit = is_digit(byte(s, i));
        if (digit && (alphabet == DIGITS ? is_digit(next) : is_letter(next)))
            return true;
    }
    return false;
}

static void scan_as(struct scan *s, enum alphabet alphabet) {
    s->at = s->count = 0;
    s->line = 0;
    s->alphabet = alphabet;
    scan_all(s);
}

/* Scans with the alphabet in which most moves are found. */
static void scan_best(struct scan *s) {
    size_t found[ALPHABETS] = {0};
    for (unsigned k = 0; k < ALPHABETS; k++) {
        if (k != LETTER_FIRST && !may_have_moves(s, (enum alphabet)k))
            continue;
        scan_as(s, (enum alphabet)k);
        for (size_t i = 0; i < s->count; i++)
            found[k] += s->atom[i].kind == ATOM_MOVE;
        if (k == LETTER_FIRST && (found[k] * 2 >= s->count || (found[k] && s->board->levels > 1)))
            return;
    }
    bool digits = found[DIGITS] > 2 * found[LETTER_FIRST] && found[DIGITS] > 2 * found[DIGIT_FIRST];
    enum alphabet best = digits                                         ? DIGITS
                         : found[DIGIT_FIRST] > 2 * found[LETTER_FIRST] ? DIGIT_FIRST
                                                                        : LETTER_FIRST;
    if (best != s->alphabet)
        scan_as(s, best);
}

static struct scan scan_of(const struct reading_source *source, struct arena *arena) {
    enum written_kind kind = zi_written_kind(source->ruleset->rules->notation);
    return (struct scan){.source = source,
                         .board = &source->ruleset->board,
                         .arena = arena,
                         .sows = kind == WRITTEN_SOW,
                         .hops = kind == WRITTEN_WALK};
}

bool zi_atoms_cut(const struct reading_source *source, struct arena *arena, struct atoms *out) {
    struct scan s = scan_of(source, arena);
    size_t bytes = 0;
    *out = (struct atoms){0};
    for (size_t i = 0; i < source->parts; i++)
        bytes += source->part[i].len + 1;
    uint32_t words = bytes < LINE_BYTES ? WORDS_OF_LINE : WORDS_KNOWN;
    struct habits *habits = calloc(1, sizeof *habits + words * sizeof habits->word[0]);
    if (habits)
        habits->size = words;
    out->too_long = bytes > SOURCE_BYTES_MAX;
    s.failed = !habits || (!out->too_long && !flatten(&s));
    if (!s.failed && !out->too_long) {
        scan_best(&s);
        learn_habits(&s, habits);
        join_by_habits(&s, habits);
        find_bare_numbers(&s);
        find_empty_columns(&s);
        find_clocks(&s);
        find_prose(&s, habits);
        merge_remarks(&s, habits);
    }
    free(habits);
    out->count = s.failed ? 0 : s.count;
    out->at = zi_arena_alloc(arena, (out->count + 1) * sizeof *out->at);
    s.failed |= !out->at;
    if (!s.failed) {
        if (out->count)
            memcpy(out->at, s.atom, out->count * sizeof *out->at);
        out->at[out->count] = (struct atom){.kind = ATOM_END};
        if (source->parts)
            out->at[out->count].written =
                (struct text){text_end(source->part[source->parts - 1]), 0};
        summarize(out);
        zi_atoms_segment(out, false);
    }
    free(s.atom);
    return !s.failed;
}

void zi_atoms_segment(struct atoms *a, bool by_ply) {
    for (size_t i = 0, end; i <= a->count; i = end) {
        uint32_t moves = 0;
        const struct atom *first = &a->at[i];
        end = i + 1;
        while (end < a->count && a->at[end].kind != ATOM_NUMBER)
            end++;
        for (size_t k = i; k < end && k < a->count; k++)
            moves += is_move_like(&a->at[k]) && !a->at[k].prose && !a->at[k].is.gift;
        const struct atom *next = end < a->count ? &a->at[end] : NULL;
        enum segment s = !next && !by_ply && i && moves == 2 && first->kind == ATOM_NUMBER
                             ? SEGMENT_ENOUGH
                             : SEGMENT_OPEN;
        if (next && (first->kind == ATOM_NUMBER || !i)) {
            int64_t from = first->kind == ATOM_NUMBER ? first->number : 1;
            int64_t due = by_ply ? next->number - from
                                 : 2 * ((int64_t)next->number - from) + next->second -
                                       (first->kind == ATOM_NUMBER && first->second);
            s = due < 0 || due > 4 ? SEGMENT_OPEN
                : moves < due      ? SEGMENT_SHORT
                : moves > due      ? SEGMENT_LONG
                                   : SEGMENT_ENOUGH;
        }
        for (size_t k = i; k < end && k <= a->count; k++)
            a->at[k].segment = s;
    }
}

bool zi_reading_look(struct text line, const struct ruleset *rs, struct line_look *out) {
    struct arena arena = {0};
    struct reading_source source = {.ruleset = rs, .part = &line, .parts = 1};
    struct atoms atoms;
    *out = (struct line_look){0};
    bool cut = zi_atoms_cut(&source, &arena, &atoms);
    for (size_t i = 0; cut && i < atoms.count; i++) {
        const struct atom *a = &atoms.at[i];
        out->moves += is_move_like(a);
        out->words += is_plain_word(a);
        out->prose |= a->prose;
        if (a->kind == ATOM_NUMBER && !out->number)
            out->number = a->number;
    }
    zi_arena_free(&arena);
    return cut;
}
