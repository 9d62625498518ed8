#include "validators/reading/decipher_words.h"

/* The digit that a character of a number may mean; -1: none. Before a comma `l2` is a cell. */
static int digit_like(char c, bool dot) {
    static const char capitals[] = "OI|ZSB", small[] = "olizs", of_capitals[] = "011258",
                      of_small[] = "01125";
    const char *capital = strchr(capitals, c), *other = dot ? strchr(small, c) : NULL;
    return is_digit(c) ? c - '0'
           : !c        ? -1
           : capital   ? of_capitals[capital - capitals] - '0'
           : other     ? of_small[other - small] - '0'
                       : -1;
}

/* Whether the word is a number followed by a sign. Letters may replace some of its digits. */
static bool read_number(struct word *w) {
    size_t length = w->text.len;
    uint32_t number = 0;
    while (length && memchr(".,):;-/]", w->text.at[length - 1], 8))
        length--;
    if (!length || length == w->text.len || length > 4)
        return false;
    for (size_t i = 0; i < length; i++) {
        int digit = digit_like(w->text.at[i], w->text.at[length] == '.');
        if (digit < 0)
            return false;
        number = number * 10 + (uint32_t)digit;
    }
    w->kind = WORD_NUMBER;
    w->number = number;
    w->dots = w->text.len - length >= 3;
    return true;
}

/* Whether the text has only these characters, which are no letters. */
static bool has_only(struct text t, const char *marks) {
    return t.len && !text_trimmed(t, marks).len;
}

/* Whether the word is a remark such as `illegible`: letters that are not a move. */
static bool is_remark(struct text t) {
    enum { SHORTEST = 5 };
    size_t i = 0;
    while (i < t.len && is_letter(t.at[i]))
        i++;
    return i == t.len && i >= SHORTEST;
}

/* Classifies a word that is not a token. */
static void classify(struct word *w) {
    if (read_number(w))
        return;
    w->kind = WORD_UNREAD;
    if (has_only(w->text, "/|,:\\") || is_remark(w->text))
        w->kind = WORD_NOISE;
    else if (has_only(w->text, "?_.-*#!") || text_is(w->text, "\xE2\x80\xA6") ||
             text_is(w->text, "(?)"))
        w->kind = WORD_BLANK;
}

const struct move *zi_word_keep(const struct move *m, struct arena *arena) {
    size_t size = move_size(m);
    struct move *kept = zi_arena_alloc(arena, size + sizeof *m->cell);
    if (!kept)
        return NULL;
    memcpy(kept, m, size);
    memset((char *)kept + size, 0, sizeof *m->cell); /* rules read the first cell of any move */
    return kept;
}

bool zi_word_read(struct grammar *grammar, const struct board *board, struct text text,
                  struct move *to) {
    struct movetext m;
    zi_movetext_open(&m, grammar, board, text, NULL, 0);
    if (zi_movetext_next(&m) != TOKEN_MOVE || m.token.at != text.at || m.at != text.len)
        return false;
    move_copy(to, &m.move);
    return move_is_turn(to);
}

/* Pieces of a move: a move continues if a line ends before or after a separator. */

static bool is_separator(char c) { return c && strchr("-^x:>", c); }

/* Whether the word ends in a separator, or is one. Typographic dashes end in one of three bytes. */
static bool goes_on(const struct word *w) {
    struct text t = w->text;
    bool dash = t.len >= 3 && (t.at[t.len - 3] == '\xE2' && t.at[t.len - 2] == '\x80');
    bool pass = text_is(t, "--");
    return !pass && (dash || is_separator(t.at[t.len - 1]));
}

static bool begins_late(const struct word *w) {
    return w->foreign && (is_separator(w->text.at[0]) || w->text.at[0] == '\xE2') &&
           !text_is(w->text, "--");
}

/* Appends the text with `-` for typographic dashes and without a final comma. */
static void write_piece(struct writer *w, struct text t) {
    for (size_t i = 0; i < t.len; i++) {
        bool dash = t.len - i >= 3 && t.at[i] == '\xE2';
        if (t.at[i] != ' ' && (t.at[i] != ',' || i + 1 < t.len))
            write_char(w, dash ? '-' : t.at[i]);
        i += dash ? 2 : 0;
    }
}

/* Replaces the last of these words by all of them if together they are a move. *failed: out of
   memory. */
static bool join(struct grammar *grammar, const struct board *board, const struct word *first,
                 struct word *last, struct arena *arena, bool *failed) {
    enum { JOINED_MAX = 256 };
    char room[JOINED_MAX];
    struct writer w = {room, sizeof room, 0};
    struct move move;
    for (const struct word *at = first; at <= last; at++)
        write_piece(&w, at->text);
    if (w.len > w.cap || !zi_word_read(grammar, board, written(&w), &move))
        return false;
    *last = (struct word){.text = text_between(first->text.at, text_end(last->text)),
                          .kind = WORD_MOVE,
                          .foreign = true,
                          .comma = last->comma,
                          .move = zi_word_keep(&move, arena)};
    if (last->text.at[last->text.len - 1] == ',') {
        last->comma = true;
        last->text.len--;
    }
    *failed = !last->move;
    return true;
}

static bool join_pieces(struct grammar *grammar, const struct board *board, struct words *words,
                        struct arena *arena) {
    struct word *kept = words->at, *end = words->at + words->count;
    bool failed = false;
    for (struct word *first = words->at; first < end && !failed; first++) {
        struct word *last = first;
        while (last + 1 < end && last[1].kind != WORD_NUMBER &&
               (goes_on(last) || begins_late(last + 1)))
            last++;
        if (last > first && first->kind != WORD_NUMBER &&
            join(grammar, board, first, last, arena, &failed))
            first = last;
        *kept++ = *first;
    }
    words->count = (size_t)(kept - words->at);
    return !failed;
}

/* Makes the word of the last token read. False when out of memory. */
static bool take(const struct movetext *m, enum token token, struct word *w, struct arena *arena) {
    *w = (struct word){.text = m->token};
    switch (token) {
    case TOKEN_NUMBER:
        w->kind = WORD_NUMBER;
        w->number = m->number;
        w->dots = m->dots;
        return true;
    case TOKEN_MOVE:
        w->kind = move_is_turn(&m->move) ? WORD_MOVE : WORD_GIFT;
        w->comma = m->comma && !m->glyphs.len;
        w->move = zi_word_keep(&m->move, arena);
        return w->move != NULL;
    case TOKEN_GLYPH: w->kind = WORD_GLYPH; return true;
    default:
        w->foreign = true;
        classify(w);
        return true;
    }
}

/* Collects words until the text ends. */
static bool gather(struct movetext *m, struct words *out, struct arena *arena) {
    unsigned depth = 0;
    for (enum token token; (token = zi_movetext_next(m)) != TOKEN_END && token != TOKEN_RESULT;) {
        struct word *last = out->count ? &out->at[out->count - 1] : NULL;
        bool sign = token == TOKEN_CLOSE || (token == TOKEN_BAD && has_only(m->token, "-/]"));
        if (sign && !depth && last && last->kind == WORD_NUMBER &&
            last->text.at + last->text.len == m->token.at) { /* `1.)` */
            last->text.len += m->token.len;
            last->foreign = true;
            continue;
        }
        depth += token == TOKEN_OPEN;
        depth -= token == TOKEN_CLOSE && depth;
        if (depth || token == TOKEN_OPEN || token == TOKEN_CLOSE || token == TOKEN_COMMENT)
            continue;
        out->too_many = out->count == WORDS_MAX;
        if (out->too_many)
            return true;
        if (!take(m, token, &out->at[out->count++], arena))
            return false;
    }
    return !m->out_of_memory;
}

bool zi_words_cut(struct grammar *grammar, const struct board *board, struct text text,
                  const size_t *items, size_t item_count, struct arena *arena, struct words *out) {
    struct movetext m;
    size_t most = text.len < WORDS_MAX ? text.len : WORDS_MAX;
    *out = (struct words){.at = zi_arena_alloc(arena, most * sizeof *out->at)};
    if (!out->at)
        return false;
    zi_movetext_open(&m, grammar, board, text, items, item_count);
    if (!gather(&m, out, arena))
        return false;
    return items || join_pieces(grammar, board, out, arena);
}
