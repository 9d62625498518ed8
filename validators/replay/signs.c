#include "validators/replay/signs.h"

#include "notation/words/values.h"
#include "validators/replay/endings.h"

/* Words. */

/* Whether a character separates words: a blank, a line of a table, or a column separator. */
static bool is_apart(struct text t, size_t at, bool before) {
    char c = t.at[at], next = at + 1 < t.len ? t.at[at + 1] : ' ';
    bool digits = c == ',' && (at > 0 || before);
    for (size_t i = 0; i < at && digits; i++)
        digits = is_digit(t.at[i]);
    return is_blank(c) || c == '|' || (c == ';' && !is_blank(next)) || (digits && !is_blank(next));
}

struct text zi_sheet_word(struct text *left) {
    size_t length = 0;
    while (left->len && is_apart(*left, 0, true))
        *left = text_after(*left, 1);
    while (length < left->len && !is_apart(*left, length, false))
        length++;
    struct text word = {left->at, length};
    *left = text_after(*left, length);
    return word;
}

static bool is_file(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'p'; }

/* A cell, with digits that a reader of handwriting may take for letters unless `strict`. */
static size_t cell_length(struct text t, bool strict) {
    size_t i = t.len > 1 && is_digit(*t.at) && is_file(t.at[1]), from;
    if (!is_file(t.at[i]))
        return 0;
    for (from = ++i; i < t.len && i < from + 2 && t.at[i]; i++)
        if (!is_digit(t.at[i]) && (strict || !strchr("lIOoSB|", t.at[i])))
            break;
    return i > from ? i : 0;
}

bool zi_sign_made_of(struct text t, const char *marks) {
    for (size_t i = 0; i < t.len; i++)
        if ((unsigned char)t.at[i] < 0x80 && (!t.at[i] || !strchr(marks, t.at[i])))
            return false;
    return true;
}

bool zi_sign_is_time(struct text t) {
    size_t colons = 0;
    bool others = false;
    for (size_t i = 0; i < t.len; i++) {
        colons += t.at[i] == ':';
        others |= t.at[i] != ':' && !is_digit(t.at[i]);
    }
    return colons && colons < 3 && !others && is_digit(*t.at) && is_digit(t.at[t.len - 1]) &&
           t.at[t.len - 3] == ':';
}

/* The number of a move at the beginning of a word: `12.`, `#12`, `[12]`, `12b.`, `12°`. */
struct label {
    size_t open, digits, length; /* of the sign before it, the number, all; 0: not a label */
    char side;                   /* 'a', 'b', or 0 */
    uint32_t number;             /* 0: some of its digits are letters */
};

static size_t closing_length(struct text t, size_t from) {
    size_t end = from;
    while (end < t.len && t.at[end] && strchr(".):,]_", t.at[end]))
        end++;
    if (t.len - end > 1 && t.at[end] == '\xC2' && memchr("\xB0\xBA", t.at[end + 1], 2)) /* ° º */
        end += 2;
    return end + (end == from && end + 1 == t.len && memchr("/-", t.at[end], 2)) - from;
}

static struct label label_of(struct text t) {
    struct label l = {.open = t.len && memchr("#[(", *t.at, 3)};
    size_t digits = l.open, likely = digits;
    while (digits < t.len && is_digit(t.at[digits]))
        digits++;
    while (likely < t.len && t.at[likely] && strchr("0123456789IlOo", t.at[likely]))
        likely++;
    size_t end = likely, closed;
    if (end < t.len && (t.at[end] == 'a' || t.at[end] == 'b') && closing_length(t, end + 1))
        l.side = t.at[end++];
    closed = closing_length(t, end);
    l.digits = likely - l.open;
    bool sure = likely == digits, open = !l.open || *t.at == '#' || closed;
    if (zi_sign_is_time(t) || !l.digits || l.digits > 4 || !open ||
        (!closed && (!sure || end < t.len)))
        return (struct label){0};
    l.length = end + closed;
    l.number = sure ? text_number((struct text){t.at + l.open, l.digits}, UINT32_MAX) : 0;
    return l;
}

/* `x4`, apart from its move. */
static bool is_loot(struct text t) {
    bool digits = t.len > 1 && *t.at == 'x';
    for (size_t i = 1; i < t.len; i++)
        digits &= is_digit(t.at[i]);
    return digits;
}

enum looks zi_looks(struct text t, uint32_t *number) {
    *number = 0;
    if (zi_sign_is_time(text_trimmed(t, "()[]")))
        return LOOKS_NEUTRAL;
    struct label label = label_of(t);
    *number = label.side == 'b' ? 0 : label.number;
    t = text_trimmed(text_after(t, label.length), "(");
    if (!t.len)
        return label.length ? LOOKS_NUMBER : LOOKS_NEUTRAL;
    if (*t.at == '%')
        return LOOKS_MOVE;
    if (is_loot(text_trimmed(t, "()")) || zi_sign_made_of(t, "-^xX:>./,?!*~)"))
        return LOOKS_NEUTRAL;
    size_t sure = cell_length(t, true), likely = sure ? sure : cell_length(t, false);
    struct text rest = text_after(t, likely);
    bool goes_on =
        !rest.len || !is_file(*rest.at) || cell_length(rest, false) || strchr("xXvV", *rest.at);
    if (!likely || !goes_on ||
        !zi_sign_made_of(rest,
                         "abcdefghijklmnopABCDEFGHIJKLMNOPxXvVlS0123456789-^:>.,;!?*/+=~|#$%()"))
        return LOOKS_WORD;
    return sure ? LOOKS_MOVE : LOOKS_LIKE_MOVE;
}

static bool is_move(struct text word) {
    uint32_t number;
    return zi_looks(word, &number) >= LOOKS_LIKE_MOVE;
}

bool zi_sign_counts(struct text t) {
    static const char *const counters[] = {"nr",    "no",   "n\302\260", "lp",   "zug", "zet",
                                           "trekk", "ruch", "coup",      "move", NULL};
    return text_in_any_case(text_trimmed(t, ".:#"), counters) != NULL;
}

/* Whether the label, a word or its first letter, is that of the side. */
static bool is_of_side(struct text label, const char *side) {
    static const char *const letters[][2] = {{"black", "bsznc"}, {"white", "wbh"}};
    const char *const words[] = {side, NULL};
    struct text t = {label.at, label.len - (label.len > 0)};
    if (!t.len || label.at[t.len] != ':')
        return false;
    for (size_t i = 0; i < 2 && t.len == 1; i++)
        if (!strcmp(letters[i][0], side) && is_letter(*t.at) && strchr(letters[i][1], *t.at | 0x20))
            return true;
    return zi_value_meant(t, words);
}

bool zi_sign_names_side(struct text word) {
    return is_of_side(word, "black") || is_of_side(word, "white") || is_of_side(word, "a") ||
           is_of_side(word, "b");
}

/* Signs. */

/* Something in moves that move text does not have. */
struct sign {
    size_t length;    /* 0: no sign */
    struct text with; /* replaces it */
    size_t at;        /* the place of `with` in it, in bytes */
    bool joins;       /* `with` directly follows the word before */
    bool remark;      /* becomes a comment */
};

static struct sign nothing(size_t length) {
    return (struct sign){.length = length, .with = TEXT(" ")};
}

/* An arrow between two cells, the lines of tables. */
static struct sign plain_sign(struct text t) {
    static const char *const arrows[] = {"\xE2\x86\x92", "\xE2\x87\x92", "\xE2\x9E\x94",
                                         "\xE2\x9E\x9D", NULL};
    struct text sign = {t.at, t.len < 3 || *t.at == '|' ? 1 : 3};
    bool box = t.len > 2 && *t.at == '\xE2' && (t.at[1] == '\x94' || t.at[1] == '\x95');
    const char *next = text_end(sign) + (text_byte(t, 3) == ' ');
    if (text_is_one_of(sign, arrows) && next < text_end(t) && (is_digit(*next) || is_file(*next)))
        return (struct sign){.length = sign.len, .with = TEXT("-")};
    return nothing(*t.at == '|' || box ? sign.len : 0);
}

/* A number in another form than `12.`, `12)`, `12...` or `12`. The second player's is left out. */
static struct sign number_sign(struct text word) {
    struct label l = label_of(word);
    size_t end = l.open + l.digits;
    struct text close = {word.at + end, l.length - end};
    bool usual =
        !l.number || (!l.open && !l.side && (!text_trimmed(close, ".").len || text_is(close, ")")));
    if (!l.length || usual)
        return (struct sign){0};
    if (l.side == 'b')
        return nothing(l.length);
    struct text number = {word.at + l.open, l.digits};
    return (struct sign){.length = l.length, .with = number, .at = l.open};
}

/* `(x4)` after its move, `(illegible)`, `(3)`, and a remark. */
static struct sign parenthesis(struct text t) {
    enum { LONGEST = 80 };
    static const char *const illegible[] = {"???", NULL};
    const char *close = memchr(t.at, ')', t.len < LONGEST ? t.len : LONGEST);
    if (!close)
        return (struct sign){0};
    struct text inner = text_between(t.at + 1, close), left = inner, word;
    size_t length = inner.len + 2;
    bool numbers = label_of((struct text){t.at, length}).length == length, moves = false;
    if (is_loot(inner))
        return (struct sign){.length = length, .with = inner, .joins = true};
    if (numbers)
        return number_sign((struct text){t.at, length});
    if (zi_value_meant(inner, illegible))
        return (struct sign){.length = inner.len > 2 ? length : 0, .with = TEXT("???")};
    while ((word = zi_sheet_word(&left)).len)
        moves |= is_move(word) || *word.at == '%' || memchr(word.at, '(', word.len) ||
                 memchr(word.at, '{', word.len) || !memcmp("--", word.at, word.len < 2 ? 1 : 2);
    return (struct sign){.length = moves || !inner.len ? 0 : length, .remark = true};
}

/* Whether a `;` or `,` separates two columns, or ends a pair before the next number. */
static bool parts_columns(struct text t, char before) {
    uint32_t number;
    struct text left = text_after(t, 1);
    if (is_blank(before) || !left.len)
        return false;
    if (!is_blank(*left.at))
        return *t.at == ';' || is_digit(before);
    zi_looks(zi_sheet_word(&left), &number);
    return *t.at == ';' && number;
}

/* Whether the word contains the separator of a move between two cells. */
static bool is_whole_move(struct text word) {
    for (size_t i = 1; i + 1 < word.len; i++)
        if (strchr("-^xX:>+", word.at[i]))
            return is_digit(word.at[word.len - 1]) || word.at[word.len - 1] == '+';
    return false;
}

/* The word before the place; with `line`, on its line. */
static struct text word_before(struct text from, size_t at, bool line) {
    size_t end = at, start;
    while (end && is_blank(from.at[end - 1]) && !(line && is_line_end(from.at[end - 1])))
        end--;
    for (start = end; start && !is_blank(from.at[start - 1]);)
        start--;
    return (struct text){from.at + start, end - start};
}

static bool is_number(struct text word) { return word.len && label_of(word).length == word.len; }

/* A dash before the moves of a line, as lists have it, after a number, or between two whole moves;
   or `/`. */
static struct sign dash_at(struct text from, size_t at) {
    struct text left = text_after(from, at), word = zi_sheet_word(&left);
    struct text before = word_before(from, at, true), after = zi_sheet_word(&left);
    bool dash = text_is(word, "-") || text_is(word, "/") || text_is(word, "\xE2\x80\x93") ||
                text_is(word, "\xE2\x80\x94");
    bool between = is_whole_move(before) && is_whole_move(after);
    bool counted = is_number(before) && is_move(after);
    return nothing(dash && (!before.len || between || counted) ? word.len : 0);
}

/* Dots, of three points, that stand alone beside a number or between the two moves of one. */
static struct sign dots_at(struct text from, size_t at) {
    struct text left = text_after(from, at), word = zi_sheet_word(&left), rest = left;
    struct text before = word_before(from, at, false), after = zi_sheet_word(&rest), last;
    struct text number = word_before(from, (size_t)(before.at - from.at), false);
    bool dots = word.len > 1 && (!text_trimmed(word, ".").len || text_is(word, "\xE2\x80\xA6"));
    bool beside = !after.len || is_number(after) || is_number(before);
    last = zi_sheet_word(&rest);
    bool between = is_number(number) && is_move(after) && (!last.len || is_number(last));
    return nothing(dots && (beside || between) ? word.len : 0);
}

/* Whether a word is a remark: neither a move, even an unclear one, nor a word that means a move or
   the end of the game. */
static bool is_said(struct text word) {
    static const char *const moves[] = {"swap", "pass", "pas", "passe", "passt", "skip", NULL},
                             *const values[] = {"???",  "resigns", "resignation", "black", "white",
                                                "draw", "wins",    "loses",       "time",  NULL};
    struct text t = text_trimmed(word, ".,;:!?'\"()[]");
    uint32_t number;
    size_t letters = 0;
    for (size_t i = 0; i < t.len; i++) {
        bool letter = is_letter(t.at[i]) || ((unsigned char)t.at[i] >= 0xC3 && t.at[i] != '\xE2');
        if (!letter && !is_continuation(t.at[i]) && t.at[i] != '-' && t.at[i] != '\'')
            return false;
        letters += letter;
    }
    return letters > 1 && (letters > 2 || !is_file(*t.at)) &&
           zi_looks(word, &number) == LOOKS_WORD && !text_in_any_case(t, moves) &&
           !zi_value_meant(t, values);
}

/* The number of parentheses that the word opens minus the number that it closes. */
static int opened_by(struct text word) {
    int opened = 0;
    for (size_t i = 0; i < word.len; i++)
        opened += (word.at[i] == '(') - (word.at[i] == ')');
    return opened;
}

/* Remarks and times on one line, with both parentheses of each pair. */
static struct sign remark_at(struct text t) {
    enum { LONGEST = 200 };
    size_t line = 0, length = 0;
    int depth = 0;
    while (line < t.len && line < LONGEST && !is_line_end(t.at[line]))
        line++;
    struct text left = {t.at, line}, word;
    while ((word = zi_sheet_word(&left)).len && (left.len || line < LONGEST) &&
           (is_said(word) || zi_sign_is_time(text_trimmed(word, "[]"))) &&
           (depth += opened_by(word)) >= 0)
        length = depth ? length : (size_t)(text_end(word) - t.at);
    return (struct sign){.length = length, .remark = true};
}

/* The state of replacing the signs of moves. */
struct signs {
    struct text from;
    char *to;
    const char *side[2];    /* who moves first is first */
    bool second;            /* the second side is to move */
    bool changed, contrary; /* a label is not that of the side to move */
};

/* The sign at the beginning of a word. */
static struct sign word_sign(struct signs *s, size_t at) {
    struct text left = text_after(s->from, at), rest = left, word = zi_sheet_word(&left),
                next = zi_sheet_word(&left);
    uint32_t number;
    struct sign sign = number_sign(word);
    bool counts = zi_sign_counts(word) && zi_looks(next, &number) >= LOOKS_NUMBER && number;
    bool names = is_move(next) && zi_sign_names_side(word),
         side = names && is_of_side(word, s->side[s->second]);
    s->contrary |= names && !side;
    s->second ^= is_move(word) || text_is(word, "???") || text_is(word, "--");
    if (counts || side)
        return nothing(word.len);
    return sign.length ? sign : remark_at(rest);
}

static struct sign sign_at(struct signs *s, size_t at) {
    struct text t = text_after(s->from, at);
    char before = at ? s->from.at[at - 1] : ' ';
    struct sign sign = {0};
    switch (*t.at) {
    case '(': return parenthesis(t);
    case '.': return is_blank(before) ? dots_at(s->from, at) : sign;
    case ';':
    case ',': return nothing(parts_columns(t, before));
    case '|':
    case '\xE2':
        sign = is_blank(before) ? dots_at(s->from, at) : sign;
        sign = sign.length ? sign : plain_sign(t);
        break;
    case '-':
    case '/': break;
    default: return is_blank(before) && !is_blank(*t.at) ? word_sign(s, at) : sign;
    }
    return sign.length || !is_blank(before) ? sign : dash_at(s->from, at);
}

/* Turns the remark into a comment: braces replace its parentheses, or the blanks around it. */
static bool write_remark(struct signs *s, size_t start, size_t end) {
    bool closed = s->from.at[start] == '(';
    size_t open = start - !closed, close = end - closed;
    if (!closed && (!start || close == s->from.len || !is_blank(s->to[open])))
        return false;
    s->to[open] = '{';
    s->to[close] = '}';
    return true;
}

/* Returns the end of the sign; `at` if it was not replaced. */
static size_t write_sign(struct signs *s, size_t at, const struct sign *sign) {
    size_t start = at, end = at + sign->length, dot = at + sign->at + sign->with.len;
    if (sign->remark)
        return write_remark(s, at, end) ? end : at;
    while (sign->joins && start && s->to[start - 1] == ' ')
        start--;
    memset(s->to + start, ' ', end - start);
    memcpy(s->to + start + sign->at, sign->with.at, sign->with.len);
    if (is_digit(text_first(sign->with)) && dot < end)
        s->to[dot] = '.';
    return end;
}

static void write_signs(struct signs *s) {
    struct text from = s->from;
    memcpy(s->to, from.at, from.len);
    for (size_t i = 0; i < from.len; i++) {
        const char *close = from.at[i] == '{' ? memchr(from.at + i, '}', from.len - i) : NULL;
        if (from.at[i] == '{' && !close)
            return;
        i = close ? (size_t)(close - from.at) : i;
        struct sign sign = sign_at(s, i);
        size_t end = sign.length ? write_sign(s, i, &sign) : i;
        s->changed |= end > i;
        i = end > i ? end - 1 : i;
    }
}

bool zi_signs_plain(struct text from, char *to, const struct ruleset *rs) {
    const struct signs plain = {.from = from, .to = to, .side = {"", ""}};
    struct signs s = plain;
    if (rs) {
        zi_sides_moving(rs, NULL, s.side);
    }
    write_signs(&s);
    if (s.contrary) {
        s = plain; /* all labels stay */
        write_signs(&s);
    }
    return s.changed;
}

bool zi_signs_have_columns(struct text moves) {
    struct text all = moves, word;
    uint32_t number, last = 0, least = UINT32_MAX, most = 0;
    uint64_t count = 0, sum = 0;
    bool jumps = false, falls = false; /* on one line; at the next one */
    while ((word = zi_sheet_word(&moves)).len) {
        bool begins = !word_before(all, (size_t)(word.at - all.at), true).len;
        zi_looks(word, &number);
        if (!number)
            continue;
        falls |= begins && number < last;
        jumps |= last && !begins && !falls && number > last + 1;
        least = number < least ? number : least;
        most = number > most ? number : most;
        count++;
        sum += number;
        last = number;
    }
    return jumps && falls && count == (uint64_t)most - least + 1 &&
           2 * sum == count * ((uint64_t)least + most);
}
