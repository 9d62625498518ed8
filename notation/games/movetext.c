#include "notation/games/movetext.h"

#include "notation/games/pattern.h"

static const struct parse_error not_a_move = {FINDING_SYNTAX,
                                              "this is not a move in this game's notation"};
static const struct parse_error unclosed = {FINDING_SYNTAX, "this comment is never closed"};
static const struct parse_error lone_glyph = {FINDING_SYNTAX, "there is no move before this glyph"};
static const struct parse_error too_much = {FINDING_LIMIT,
                                            "this token takes too much work to recognize"};
static const struct parse_error no_single_move = {FINDING_SYNTAX,
                                                  "an item of this sequence must be a single move"};

enum { PATTERN_BYTES_MAX = 4096 };

/* Groups of the token pattern. */
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
    GROUP_BAD
};

#define GLYPHS "(?:[!?]{1,2}+(?:\\$[0-9]++)*+|(?:\\$[0-9]++)++)"
#define BEHIND "(?=[\\s(){};]|\\z)"

bool zet_grammar_open(struct grammar *g, const struct notation *notation) {
    char source[PATTERN_BYTES_MAX];
    struct writer w = {source, sizeof source, 0};
    g->notation = notation;
    write_string(&w, "\\s*+(?>([0-9]++)\\.(?>(\\.\\.)(?!\\.)|(?!\\.))|((?>");
    write_string(&w, notation->pattern);
    write_string(&w, "))(" GLYPHS "?+)" BEHIND "|(\\{[^}]*+\\})|(;[^\\r\\n]*+)|(" GLYPHS ")" BEHIND
                     "|(\\()|(\\))|(\\{)|([^\\s(){};]++|\\}))");
    g->token = w.len <= w.cap ? zet_pattern_new(written(&w)) : NULL;
    return g->token != NULL;
}

void zet_grammar_close(struct grammar *g) {
    zet_pattern_free(g->token);
    g->token = NULL;
}

void zet_movetext_open(struct movetext *m, const struct grammar *grammar, const struct board *board,
                       struct text text, const size_t *items, size_t item_count) {
    m->grammar = grammar;
    m->board = board;
    m->text = text;
    m->at = m->move_end = 0;
    m->items = items;
    m->item_count = item_count;
    m->item = 0;
    m->item_move = m->item_filled = false;
    m->token = (struct text){text.at, 0};
}

static enum token bad(struct movetext *m, const struct parse_error *why) {
    m->parse_error = why;
    return TOKEN_BAD;
}

/* Unsets what only some moves have. */
static void clear_move(struct move *m) {
    m->annotated = false;
    m->loot = m->cut = 0;
}

/* The token is a move that the pattern has recognized; `end` is where its glyphs end. */
static enum token accept_move(struct movetext *m, struct text move, size_t end) {
    const char *glyphs = move.at + move.len;
    m->token = move;
    m->at = m->move_end = end;
    m->glyphs = (struct text){glyphs, (size_t)(m->text.at + end - glyphs)};
    clear_move(&m->move);
    const struct parse_error *why = m->grammar->notation->read(move, m->board, &m->move, &m->style);
    return why ? bad(m, why) : TOKEN_MOVE;
}

/* Reads a plain move number at `p`. Returns what follows it, or NULL. */
static const char *plain_number(struct movetext *m, const char *p, const char *end) {
    enum { DIGITS_MAX = 9 };
    const char *start = p;
    uint32_t n = 0;
    while (p < end && is_digit(*p) && p - start < DIGITS_MAX)
        n = n * 10 + (unsigned)(*p++ - '0');
    if (p == start || end - p < 4 || *p != '.')
        return NULL;
    m->dots = p[1] == '.';
    m->number = n;
    p += m->dots ? 3 : 1;
    return p[-1] == '.' && *p != '.' ? p : NULL;
}

/* The next token of the first `end_of_text` bytes, if it is a plain number or move. False if it
   is not, or not easily seen to be; m->at is then after the blanks. */
static inline bool next_plain(struct movetext *m, size_t end_of_text, enum token *token) {
    const char *p = m->text.at + m->at, *end = m->text.at + end_of_text;
    while (p < end && is_space(*p))
        p++;
    m->at = (size_t)(p - m->text.at);
    const char *behind = NULL;
    *token =
        p < end && is_digit(*p) && (behind = plain_number(m, p, end)) ? TOKEN_NUMBER : TOKEN_MOVE;
    if (!behind) {
        clear_move(&m->move);
        behind = m->grammar->notation->plain(p, end, m->board, &m->move);
    }
    if (!behind)
        return false;
    m->token = (struct text){p, (size_t)(behind - p)};
    m->at = (size_t)(behind - m->text.at);
    if (*token == TOKEN_NUMBER)
        return true;
    m->move_end = m->at;
    m->glyphs = (struct text){behind, 0};
    m->style = 0;
    return true;
}

/* A glyph that is separated from its move: accepted if only blanks are between. */
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

/* A token of any kind, matched in the first `end_of_text` bytes of the text. */
static enum token next_of_any_kind(struct movetext *m, size_t end_of_text) {
    struct text group[GROUPS_MAX + 1], in = {m->text.at, end_of_text};
    bool limit = false;
    int n = zet_pattern_match(m->grammar->token, in, m->at, group, &limit);
    if (n < 2) {
        m->token = (struct text){m->text.at + m->at, limit ? in.len - m->at : 0};
        m->at = in.len;
        return limit ? bad(m, &too_much) : TOKEN_END;
    }
    size_t end = (size_t)(group[0].at + group[0].len - m->text.at);
    struct text token = group[n - 1];
    m->at = end;
    m->token = token;
    switch (n - 1) {
    case GROUP_NUMBER:
    case GROUP_DOTS:
        m->number = text_number(group[GROUP_NUMBER], UINT32_MAX);
        m->dots = n - 1 == GROUP_DOTS;
        m->token = (struct text){group[GROUP_NUMBER].at,
                                 (size_t)(m->text.at + end - group[GROUP_NUMBER].at)};
        return TOKEN_NUMBER;
    case GROUP_GLYPHS: return accept_move(m, group[GROUP_MOVE], end);
    case GROUP_COMMENT:
    case GROUP_LINE_COMMENT: return TOKEN_COMMENT;
    case GROUP_LONE_GLYPH: return lone(m, (size_t)(token.at - m->text.at));
    case GROUP_OPEN: return TOKEN_OPEN;
    case GROUP_CLOSE: return TOKEN_CLOSE;
    case GROUP_UNCLOSED:
        m->token = (struct text){token.at, in.len - (size_t)(token.at - m->text.at)};
        m->at = in.len;
        return bad(m, &unclosed);
    default: return bad(m, &not_a_move);
    }
}

/* The next token of the first `end_of_text` bytes. */
static inline enum token next_token(struct movetext *m, size_t end_of_text) {
    enum token token;
    return next_plain(m, end_of_text, &token) ? token : next_of_any_kind(m, end_of_text);
}

/* Moves on to the rest of an item, past the items that are done. False at an item that ends
   without a move, and m->at is then after it. */
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

/* The next token of a sequence: it lies in one item, and every item has one move. */
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
    m->item_filled |= token == TOKEN_MOVE || token == TOKEN_BAD;
    return token;
}

enum token zet_movetext_next(struct movetext *m) {
    return m->items ? next_in_items(m) : next_token(m, m->text.len);
}
