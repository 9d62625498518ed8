#include "notation/games/movetext.h"

#include "notation/base/wide.h"
#include "notation/games/pattern.h"

static const struct parse_error unclosed = {FINDING_SYNTAX, "this comment is never closed"};
static const struct parse_error lone_glyph = {FINDING_SYNTAX, "there is no move before this glyph"};
static const struct parse_error too_much = {FINDING_LIMIT,
                                            "this token takes too much work to recognize"};
static const struct parse_error no_single_move = {FINDING_SYNTAX,
                                                  "an item of this sequence must be a single move"};

/* Errors for the most common mistakes. */
static const struct parse_error too_long = {FINDING_LIMIT, "a move has at most 4,096 bytes"};
static const struct parse_error lone_number = {FINDING_SYNTAX,
                                               "a move was expected after this number"};
static const struct parse_error lone_dots = {
    FINDING_SYNTAX, "a move number was expected before these dots, as in `12...`"};
static const struct parse_error lone_comma = {FINDING_SYNTAX,
                                              "a move was expected directly before this comma"};
static const struct parse_error lone_dash = {
    FINDING_SYNTAX, "a cell was expected on each side of this separator; a pass is `--`"};
static const struct parse_error early_result = {
    FINDING_SYNTAX, "a move was expected here; a result is read only at the very end of the moves"};

enum { PATTERN_BYTES_MAX = 4096, TAIL = 16 };

/* Groups of the token pattern, and of the pattern of other forms. */
enum {
    GROUP_NUMBER = 1,
    GROUP_DOTS,
    GROUP_MOVE,
    GROUP_GLYPHS,
    GROUP_COMMENT,
    GROUP_LINE_COMMENT,
    GROUP_LONE_GLYPH,
    GROUP_OPEN,
    GROUP_CLOSE,
    GROUP_UNCLOSED,
    GROUP_BAD /* its first byte; see bad_token */
};
enum { OTHER_RESULT = 1, OTHER_NUMBER, OTHER_DOTS, OTHER_MOVE, OTHER_GLYPHS, OTHER_COMMA };

#define HALF "(?>1/2|\\xC2\\xBD)"
#define SCORE_DASH "[ \\t]*+" PATTERN_DASH "[ \\t]*+"
#define RESULT "(?>1" SCORE_DASH "0|0" SCORE_DASH "1|" HALF "(?>" SCORE_DASH HALF ")?+|\\*|resigns)"
/* `1)` and `1` are numbers if something that has a number can follow. */
#define NUMBERED "(?=\\s*+(?>[a-z%{;]|[0-9]++[a-z]|" PATTERN_DASH PATTERN_DASH "))"

void zi_grammar_open(struct grammar *g, const struct notation *notation) {
    *g = (struct grammar){.notation = notation};
}

struct pattern *zi_grammar_token(struct grammar *g) {
    char source[PATTERN_BYTES_MAX];
    struct writer w = {source, sizeof source, 0};
    if (g->token)
        return g->token;
    write_string(&w,
                 "\\s*+(?>([0-9]++)\\.(?>(\\.\\.)(?!\\.)|(?!\\s*+\\.\\.\\.(?!\\.))(?!\\.))|((?>");
    write_string(&w, g->notation->pattern);
    write_string(&w, "))(" PATTERN_GLYPHS "?+)" PATTERN_BEHIND
                     "|(\\{[^}]*+\\})|(;[^\\r\\n]*+)|(" PATTERN_GLYPHS ")" PATTERN_BEHIND
                     "|(\\()|(\\))|(\\{)|([^\\s(){};]|\\}))");
    g->token = zi_pattern_new(written(&w));
    return g->token;
}

/* Opens the pattern of rare forms, which takes long to compile. */
static struct pattern *open_other(struct grammar *g) {
    char source[PATTERN_BYTES_MAX];
    struct writer w = {source, sizeof source, 0};
    if (g->other)
        return g->other;
    write_string(&w, "\\s*+(?>(" RESULT ")(?=\\s*+\\z)"
                     "|([0-9]++)(?>(?>[.)]?+\\s++|\\))(\\.\\.\\.)(?!\\.)"
                     "|\\)" NUMBERED "|(?=\\s)" NUMBERED ")"
                     "|((?>");
    write_string(&w, g->notation->other_pattern);
    write_string(&w, "))(" PATTERN_GLYPHS "?+)(?>(,)|" PATTERN_BEHIND "))");
    g->other = zi_pattern_new(written(&w));
    return g->other;
}

void zi_grammar_close(struct grammar *g) {
    zi_pattern_free(g->token);
    zi_pattern_free(g->other);
    g->token = g->other = NULL;
}

void zi_movetext_open(struct movetext *m, struct grammar *grammar, const struct board *board,
                      struct text text, const size_t *items, size_t item_count) {
    m->grammar = grammar;
    m->board = board;
    m->text = text;
    m->at = m->move_end = 0;
    m->items = items;
    m->item_count = item_count;
    m->item = 0;
    m->item_move = m->item_filled = m->comma = m->plain = m->out_of_memory = false;
    m->style = 0;
    m->token = (struct text){text.at, 0};
}

static enum token bad(struct movetext *m, const struct parse_error *why) {
    m->parse_error = why;
    return TOKEN_BAD;
}

/* Clears the members that only some moves set. */
static void clear_move(struct move *m) {
    m->annotated = false;
    m->loot = m->cut = 0;
}

/* Reads a move that the pattern matched, including its dashes and blanks. */
static const struct parse_error *read_move(const struct movetext *m, struct text move,
                                           struct move *to, unsigned *style) {
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    unsigned other = 0;
    size_t usual = 0;
    while (usual < move.len && (signed char)move.at[usual] > ' ')
        usual++;
    for (size_t i = usual < move.len ? 0 : move.len; i < move.len; i++) {
        char c = move.at[i];
        if (c == ' ' || c == '\t') {
            other |= STYLE_BLANK;
        } else if (c & 0x80) {
            other |= STYLE_DASH;
            i += 2;
            write_char(&w, '-');
        } else {
            write_char(&w, c);
        }
    }
    if (other && w.len > w.cap)
        return &too_long;
    const struct parse_error *why =
        m->grammar->notation->read(other ? written(&w) : move, m->board, to, style);
    *style |= other;
    return why;
}

/* Accepts a move that the pattern matched; `end` is the end of its glyphs. */
static enum token accept_move(struct movetext *m, struct text move, size_t end) {
    const char *glyphs = move.at + move.len;
    m->token = move;
    m->move_end = end;
    m->glyphs = (struct text){glyphs, (size_t)(m->text.at + end - glyphs)};
    clear_move(&m->move);
    const struct parse_error *why = read_move(m, move, &m->move, &m->style);
    if (m->comma)
        m->style |= STYLE_COMMA;
    return why ? bad(m, why) : TOKEN_MOVE;
}

/* The meaning of a text that the pattern of results matched. */
static enum said said_by(struct text t) {
    switch (t.at[0]) {
    case '*': return SAID_OPEN;
    case '0': return SAID_SECOND;
    case '1': return t.at[1] == '/' ? SAID_DRAW : SAID_FIRST;
    default: return (t.at[0] | 0x20) == 'r' ? SAID_RESIGNS : SAID_DRAW;
    }
}

/* The error for unreadable text, if one is more specific than `expected`. */
static const struct parse_error *why_bad(const struct movetext *m, struct text t) {
    static const char *const results[] = {
        "1-0", "0-1", "1/2", "1/2-1/2", "\xC2\xBD", "\xC2\xBD-\xC2\xBD", "*", "resigns", NULL};
    static const char *const dashes[] = {
        "-", "\xE2\x80\x93", "\xE2\x80\x94", "\xE2\x88\x92", "^", "..", NULL};
    if (text_is_number(t))
        return &lone_number;
    if (t.at[0] == ',')
        return &lone_comma;
    if (text_is(t, "..."))
        return &lone_dots;
    if (text_is_one_of(t, dashes))
        return &lone_dash;
    return text_is_one_of(t, results) ? &early_result : &m->grammar->notation->expected;
}

static inline const char *skip_blanks(const char *p, const char *end) {
    while (p < end && is_space(*p))
        p++;
    return p;
}

/* The same, optimized for one blank or line end. */
static inline const char *skip_separator(const char *p, const char *end) {
    bool one = end - p > 1 && ((*p == ' ') | (*p == '\n')) && (signed char)p[1] > ' ';
    return one ? p + 1 : skip_blanks(p, end);
}

/* Accepts the plain token from `p` to `end`. */
static inline void accept_plain(struct movetext *m, const char *p, const char *end) {
    m->token = (struct text){p, (size_t)(end - p)};
    m->at = (size_t)(end - m->text.at);
    m->style = 0;
    m->comma = false;
    m->plain = true;
}

/* As notation->plain, in the last bytes of the text, which end like a line. */
static __attribute__((noinline)) const char *plain_near_end(struct movetext *m, const char *p,
                                                            const char *end) {
    char tail[2 * TAIL];
    memset(tail, '\n', sizeof tail);
    memcpy(tail, p, (size_t)(end - p));
    const char *behind = m->grammar->notation->plain(tail, tail + sizeof tail, m->board, &m->move);
    return behind && behind - tail <= end - p ? p + (behind - tail) : NULL;
}

/* Reads a plain move at `p`; false if none is there. */
static inline bool plain_move(struct movetext *m, const char *p) {
    const char *end = m->text.at + m->text.len; /* a plain move does not cross a line end */
    clear_move(&m->move);
    const char *behind = end - p < TAIL ? plain_near_end(m, p, end)
                                        : m->grammar->notation->plain(p, end, m->board, &m->move);
    if (!behind)
        return false;
    accept_plain(m, p, behind);
    m->move_end = m->at;
    m->glyphs = (struct text){behind, 0};
    return true;
}

/* Moves past blanks, and reads the next token if it is easily seen to be a plain move. */
static inline bool next_plain(struct movetext *m, size_t end_of_text, enum token *token) {
    const char *end = m->text.at + end_of_text, *p = skip_blanks(m->text.at + m->at, end);
    m->at = (size_t)(p - m->text.at);
    *token = TOKEN_MOVE;
    return p < end && plain_move(m, p);
}

/* Reads the next token of the first `end_of_text` bytes if it is a parenthesis or a comment. */
static bool next_mark(struct movetext *m, size_t end_of_text, enum token *token) {
    const char *p = m->text.at + m->at, *end = m->text.at + end_of_text, *behind = p;
    switch (p < end ? *p : '\0') {
    case '(': *token = TOKEN_OPEN; break;
    case ')': *token = TOKEN_CLOSE; break;
    case ';':
        *token = TOKEN_COMMENT;
        behind = find_one_of(p, end, '\n', '\r', '\n') - 1;
        break;
    case '{':
        *token = TOKEN_COMMENT;
        if (!(behind = memchr(p, '}', (size_t)(end - p))))
            return false;
        break;
    default: return false;
    }
    accept_plain(m, p, behind + 1);
    m->plain = false;
    return true;
}

void zi_due_write(struct due *due, uint32_t number) {
    struct writer w = {due->text, sizeof due->text, 0};
    write_number(&w, number);
    write_char(&w, '.');
    due->word = load_eight(due->text);
    due->length = (unsigned)w.len;
    due->number = number;
}

/* The blank after the expected number; NULL if it is not at `p`, or if dots may follow after
   blanks. */
static inline const char *due_number(const char *p, const char *end, const struct due *due) {
    enum { DOTS = 2, BEHIND = 2, WORD = sizeof due->text };
    if (end - p < WORD + BEHIND + (due->dots ? DOTS : 0) || !is_digit(*p))
        return NULL;
    uint64_t other = load_eight(p) ^ due->word;
    const char *behind = p + due->length;
    bool same = !(other << (WORD - due->length) * 8);
    if (due->dots) {
        same &= (behind[0] == '.') & (behind[1] == '.');
        behind += DOTS;
    }
    bool is_due = same & ((*behind == ' ') | (*behind == '\n')) & (behind[1] > '.');
    return is_due ? behind : NULL;
}

/* The same in a sequence: reads the whole next item, after a finished one. */
static bool next_plain_item(struct movetext *m) {
    const size_t *end = m->items + m->item;
    if (!m->item_filled || m->item + 1 >= m->item_count || m->at != end[0] || m->at + 1 >= end[1])
        return false;
    if (!plain_move(m, m->text.at + m->at + 1))
        return false;
    m->item++;
    m->item_move = move_is_turn(&m->move);
    return true;
}

LINK_INLINE bool zi_movetext_next_plain(struct movetext *m, const struct due *due) {
    m->due.at = NULL;
    if (m->items)
        return next_plain_item(m);
    const char *end = m->text.at + m->text.len, *p = skip_separator(m->text.at + m->at, end);
    const char *behind = due ? due_number(p, end, due) : NULL;
    if (behind) {
        m->due = text_between(p, behind);
        p = behind + 1;
    }
    m->at = (size_t)(p - m->text.at);
    return p < end && plain_move(m, p);
}

/* Accepts a glyph separated from its move if only blanks are between them. */
static enum token lone(struct movetext *m, size_t start) {
    bool behind_move = m->move_end > 0;
    for (size_t i = m->move_end; i < start && behind_move; i++)
        behind_move = is_space(m->text.at[i]);
    if (!behind_move)
        return bad(m, &lone_glyph);
    m->move_end = m->at;
    m->style = STYLE_GLYPH;
    return TOKEN_GLYPH;
}

/* Accepts a number, given its groups `number` and `dots`, that ends before `end`. */
static enum token accept_number(struct movetext *m, struct text number, bool dots, size_t end) {
    m->number = text_number(number, UINT32_MAX);
    m->dots = dots;
    m->token = (struct text){number.at, (size_t)(m->text.at + end - number.at)};
    return TOKEN_NUMBER;
}

/* Matches one of the two patterns at `at`, like zi_pattern_match. */
static int match(struct movetext *m, struct pattern *(*open)(struct grammar *), struct text in,
                 size_t at, struct text group[GROUPS_MAX + 1], enum pattern_status *status) {
    const struct pattern *pattern = open(m->grammar);
    *status = PATTERN_OUT_OF_MEMORY;
    int n = pattern ? zi_pattern_match(pattern, in, at, group, status) : 0;
    m->out_of_memory |= *status == PATTERN_OUT_OF_MEMORY;
    return n;
}

/* The unreadable text that begins with `first`, which GROUP_BAD matched. It is measured only after
   all forms failed, because each form may match a small part of it. */
static struct text bad_token(struct text in, struct text first) {
    static const char others[] = {'(', ')', '{', '}', ';'};
    const char *end = first.at + 1;
    while (*first.at != '}' && end < in.at + in.len && !is_space(*end) &&
           !memchr(others, *end, sizeof others))
        end++;
    return (struct text){first.at, (size_t)(end - first.at)};
}

/* Reads a token in a form that only `other` has; if none matches, the bad token begins with
   `first`. */
static enum token next_of_other_form(struct movetext *m, struct text in, size_t at,
                                     struct text first) {
    struct text group[GROUPS_MAX + 1];
    enum pattern_status status;
    int n = match(m, open_other, in, at, group, &status);
    if (n < 2) {
        struct text token = bad_token(in, first);
        m->token = token;
        m->at = (size_t)(token.at + token.len - m->text.at);
        return bad(m, status == PATTERN_NO_MATCH ? why_bad(m, token) : &too_much);
    }
    m->at = (size_t)(group[0].at + group[0].len - m->text.at);
    m->token = group[n - 1];
    switch (n - 1) {
    case OTHER_NUMBER:
    case OTHER_DOTS:
        m->style = STYLE_NUMBER;
        return accept_number(m, group[OTHER_NUMBER], n - 1 == OTHER_DOTS, m->at);
    case OTHER_RESULT:
        if (in.len < m->text.len)
            return bad(m, &early_result);
        m->said = said_by(m->token);
        m->style = STYLE_RESULT;
        return TOKEN_RESULT;
    case OTHER_COMMA:
        m->comma = true;
        return accept_move(m, group[OTHER_MOVE], (size_t)(m->token.at - m->text.at));
    default: return accept_move(m, group[OTHER_MOVE], m->at);
    }
}

/* Matches a token in the first `end_of_text` bytes; it is not a parenthesis or a closed comment. */
static enum token next_of_any_kind(struct movetext *m, size_t end_of_text) {
    struct text group[GROUPS_MAX + 1], in = {m->text.at, end_of_text};
    enum pattern_status status = PATTERN_NO_MATCH;
    size_t start = m->at;
    int n = start < in.len ? match(m, zi_grammar_token, in, start, group, &status) : 0;
    m->style = 0;
    m->comma = m->plain = false;
    if (n < 2) {
        bool end = status == PATTERN_NO_MATCH;
        m->token = (struct text){m->text.at + m->at, end ? 0 : in.len - m->at};
        m->at = in.len;
        return end ? TOKEN_END : bad(m, &too_much);
    }
    size_t end = (size_t)(group[0].at + group[0].len - m->text.at);
    struct text token = group[n - 1];
    m->at = end;
    m->token = token;
    switch (n - 1) {
    case GROUP_NUMBER:
    case GROUP_DOTS: return accept_number(m, group[GROUP_NUMBER], n - 1 == GROUP_DOTS, end);
    case GROUP_GLYPHS: return accept_move(m, group[GROUP_MOVE], end);
    case GROUP_LONE_GLYPH: return lone(m, (size_t)(token.at - m->text.at));
    case GROUP_UNCLOSED:
        m->token = (struct text){token.at, in.len - (size_t)(token.at - m->text.at)};
        m->at = in.len;
        return bad(m, &unclosed);
    default: return next_of_other_form(m, in, start, token);
    }
}

/* Whether exactly three dots are at `p`. */
static bool has_dots(const char *p, const char *end) {
    return end - p > 2 && p[0] == '.' && p[1] == '.' && p[2] == '.' &&
           (end - p == 3 || p[3] != '.');
}

/* NUMBERED: whether something with a number is at `p`, after blanks. */
static bool is_numbered(const char *p, const char *end) {
    size_t first = dash_length(p, end);
    if (first)
        return dash_length(p + first, end);
    if (p < end && (*p == '%' || *p == '{' || *p == ';'))
        return true;
    while (p < end && is_digit(*p))
        p++;
    return p < end && is_letter(*p);
}

/* The end of the number whose digits end at `p`, in any form. NULL if no number can easily be
   recognized there. */
static const char *number_end(const char *p, const char *end, bool *dots, unsigned *style) {
    bool dot = p < end && *p == '.', closed = p < end && *p == ')';
    const char *next = p + (dot || closed), *behind = skip_blanks(next, end);
    *style = dot && !has_dots(behind, end) ? 0 : STYLE_NUMBER;
    *dots = has_dots(behind, end) && (closed || behind > next);
    if (*dots)
        return behind + 3;
    if (dot && has_dots(p, end)) {
        *dots = true;
        *style = 0;
        behind = skip_blanks(p + 3, end);
        return behind == end || *behind != '.' ? p + 3 : NULL;
    }
    if (dot)
        return behind == end || *behind != '.' ? next : NULL;
    return (closed || behind > p) && is_numbered(behind, end) ? next : NULL;
}

/* Reads the next token as the patterns do, if it is a number or a move that is easily seen. */
static bool next_usual(struct movetext *m, size_t end_of_text, enum token *token) {
    const char *p = m->text.at + m->at, *end = m->text.at + end_of_text, *sign = p;
    while (sign < end && is_digit(*sign))
        sign++;
    bool dots = false;
    unsigned style = 0;
    const char *behind = sign > p ? number_end(sign, end, &dots, &style) : NULL;
    if (behind) {
        m->style = style;
        m->comma = m->plain = false;
        m->at = (size_t)(behind - m->text.at);
        *token = accept_number(m, text_between(p, sign), dots, m->at);
        return true;
    }
    const char *move =
        p < end && m->grammar->notation->scan ? m->grammar->notation->scan(p, end) : NULL;
    behind = move ? skip_glyphs(move, end) : NULL;
    bool comma = move && behind < end && *behind == ',';
    if (!move)
        behind = skip_glyphs(p, end);
    if (behind == p || (behind < end && !comma && !follows_move(*behind)))
        return false;
    m->style = 0;
    m->plain = false;
    m->comma = comma;
    if (!move) {
        m->at = (size_t)(behind - m->text.at);
        m->token = text_between(p, behind);
        *token = lone(m, (size_t)(p - m->text.at));
        return true;
    }
    m->at = (size_t)(behind - m->text.at) + comma;
    *token = accept_move(m, text_between(p, move), m->at - comma);
    return true;
}

/* Reads a result in its usual form at the end of the text. */
static bool next_result(struct movetext *m, size_t end_of_text, enum token *token) {
    static const char *const usual[] = {"*", "1-0", "0-1", "1/2", "1/2-1/2", "resigns", NULL};
    enum { LONGEST = sizeof "1/2-1/2" - 1 };
    struct text rest = text_after(m->text, m->at);
    while (rest.len && is_space(rest.at[rest.len - 1]))
        rest.len--;
    if (end_of_text < m->text.len || rest.len > LONGEST || !text_is_one_of(rest, usual))
        return false;
    accept_plain(m, rest.at, text_end(rest));
    m->plain = false;
    m->style = STYLE_RESULT;
    m->said = said_by(rest);
    *token = TOKEN_RESULT;
    return true;
}

/* Reads the next token of the first `end_of_text` bytes, which is not plain; blanks are skipped. */
static inline enum token next_unplain(struct movetext *m, size_t end_of_text) {
    enum token token;
    bool known = next_mark(m, end_of_text, &token) || next_usual(m, end_of_text, &token) ||
                 next_result(m, end_of_text, &token);
    return known ? token : next_of_any_kind(m, end_of_text);
}

/* Reads the next token of the first `end_of_text` bytes. */
static inline enum token next_token(struct movetext *m, size_t end_of_text) {
    enum token token;
    return next_plain(m, end_of_text, &token) ? token : next_unplain(m, end_of_text);
}

/* Moves on to the rest of an item, past finished items. False at an item that ends without a move;
   m->at is then after it. */
static bool find_item(struct movetext *m) {
    for (; m->item < m->item_count; m->item++) {
        while (m->at < m->items[m->item] && is_space(m->text.at[m->at]))
            m->at++;
        if (m->at < m->items[m->item])
            return true;
        bool filled = m->item_filled;
        m->item_filled = m->item_move = false;
        if (!filled) {
            m->item++;
            return false;
        }
    }
    return true;
}

/* Reads the next token of a sequence: it is within one item, and every item has one move. */
static enum token next_in_items(struct movetext *m) {
    if (!find_item(m)) {
        m->token = (struct text){m->text.at + m->at, 0};
        return bad(m, &no_single_move);
    }
    enum token token = next_token(m, m->item < m->item_count ? m->items[m->item] : m->text.len);
    bool is_turn = token == TOKEN_MOVE && move_is_turn(&m->move);
    if (token == TOKEN_OPEN || token == TOKEN_CLOSE || (is_turn && m->item_move))
        token = bad(m, &no_single_move);
    m->item_move |= is_turn || token == TOKEN_BAD;
    m->item_filled |= token == TOKEN_MOVE || token == TOKEN_RESULT || token == TOKEN_BAD;
    return token;
}

enum token zi_movetext_next(struct movetext *m) {
    return m->items ? next_in_items(m) : next_token(m, m->text.len);
}

enum token zi_movetext_next_unplain(struct movetext *m) {
    return m->items ? next_in_items(m) : next_unplain(m, m->text.len);
}

static bool is_move_but_no_pass(const struct movetext *m, struct text written) {
    struct move move;
    unsigned style;
    if (*written.at == '-' || *written.at == '\xE2')
        return false;
    clear_move(&move);
    return !read_move(m, written, &move, &style);
}

/* Matches a token of a comment at `*at` and moves past it. True if it is a move but not a pass. */
static bool matches_move(struct movetext *m, struct text comment, size_t *at) {
    struct text group[GROUPS_MAX + 1], token = {comment.at + comment.len, 0};
    enum pattern_status status;
    int n = match(m, zi_grammar_token, comment, *at, group, &status), kind = n - 1;
    bool found = kind == GROUP_GLYPHS && is_move_but_no_pass(m, group[GROUP_MOVE]);
    if (kind == GROUP_BAD) {
        struct text first = group[GROUP_BAD];
        n = match(m, open_other, comment, *at, group, &status);
        found = n > OTHER_MOVE && is_move_but_no_pass(m, group[OTHER_MOVE]);
        token = n > OTHER_MOVE ? group[0] : bad_token(comment, first);
    } else if (kind > 0 && kind != GROUP_UNCLOSED) {
        token = group[0];
    }
    *at = (size_t)(token.at + token.len - comment.at);
    return found;
}

/* The length of a word at `at` that is certainly not a move: without digits, and not `swap`. */
static size_t word_length(struct text comment, size_t at) {
    if (!is_letter(comment.at[at]) || (comment.at[at] | 0x20) == 's')
        return 0;
    struct text word = bad_token(comment, (struct text){comment.at + at, 1});
    bool likely = false;
    for (size_t i = 0; i < word.len && !likely; i++)
        likely = is_digit(word.at[i]);
    return likely ? 0 : word.len;
}

bool zi_movetext_comment_has_move(struct movetext *m) {
    struct text comment = m->token;
    if (text_first(comment) != ';')
        return false;
    for (size_t at = 1, word;; at += word) {
        /* the pattern would treat the rest as a comment */
        while (at < comment.len && (comment.at[at] == ';' || is_space(comment.at[at])))
            at++;
        if (at == comment.len)
            return false;
        word = word_length(comment, at);
        if (!word && matches_move(m, comment, &at))
            return true;
    }
}
