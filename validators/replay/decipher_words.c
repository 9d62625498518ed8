#include "validators/replay/decipher_words.h"

/* The digit that a character of a number may stand for; -1: none. */
static int digit_like(char c) {
    static const char likes[] = "0Oo1IlI|i2Zz5Ss8B";
    static const char digits[] = "00011111122255588";
    const char *found = c ? strchr(likes, c) : NULL;
    return is_digit(c) ? c - '0' : found ? digits[found - likes] - '0' : -1;
}

/* Whether the word is a number that is followed by a sign, some of whose digits may be letters. */
static bool read_number(struct word *w) {
    size_t length = w->text.len;
    uint32_t number = 0;
    while (length && memchr(".,):;", w->text.at[length - 1], 5))
        length--;
    if (!length || length == w->text.len || length > 4)
        return false;
    for (size_t i = 0; i < length; i++) {
        int digit = digit_like(w->text.at[i]);
        if (digit < 0)
            return false;
        number = number * 10 + (uint32_t)digit;
    }
    w->kind = WORD_NUMBER;
    w->number = number;
    w->dots = w->text.len - length >= 3;
    return true;
}

/* Whether all characters are among those. */
static bool has_only(struct text t, const char *characters) {
    for (size_t i = 0; i < t.len; i++)
        if (!strchr(characters, t.at[i]))
            return false;
    return t.len > 0;
}

/* What cannot be read as a token. */
static void classify(struct word *w) {
    if (read_number(w))
        return;
    w->kind = WORD_UNREAD;
    if (has_only(w->text, "/|,:\\"))
        w->kind = WORD_NOISE;
    else if (has_only(w->text, "?_.-*#!") || text_is(w->text, "\xE2\x80\xA6") ||
             text_is(w->text, "(?)"))
        w->kind = WORD_BLANK;
}

static const struct move *keep_move(const struct move *m, struct arena *arena) {
    struct move *kept = zet_arena_alloc(arena, move_size(m));
    if (kept)
        memcpy(kept, m, move_size(m));
    return kept;
}

bool zet_word_read(struct grammar *grammar, const struct board *board, struct text text,
                   struct move *to) {
    struct movetext m;
    zet_movetext_open(&m, grammar, board, text, NULL, 0);
    if (zet_movetext_next(&m) != TOKEN_MOVE || m.token.at != text.at || m.at != text.len)
        return false;
    move_copy(to, &m.move);
    return move_is_turn(to);
}

/* A move in pieces: the words from `first` on, joined without what is between them. */
static bool join(struct grammar *grammar, const struct board *board, struct words *words,
                 size_t first, struct arena *arena) {
    enum { PIECES_MAX = 4, JOINED_MAX = 256 };
    char room[JOINED_MAX];
    struct writer w = {room, sizeof room, 0};
    struct word *at = words->at + first;
    struct move move;
    for (size_t i = first; i < words->count && i < first + PIECES_MAX; i++) {
        const struct word *piece = &words->at[i];
        if (piece->kind == WORD_NUMBER || piece->kind == WORD_GIFT)
            break;
        if (piece->kind != WORD_NOISE)
            write_text(&w, piece->text);
        if (i == first || piece->kind == WORD_NOISE || w.len > w.cap ||
            !zet_word_read(grammar, board, written(&w), &move))
            continue;
        at->joined = keep_move(&move, arena);
        at->joined_last = (uint32_t)i;
        return at->joined != NULL;
    }
    return true;
}

/* The word of the token read last. False when out of memory. */
static bool take(const struct movetext *m, enum token token, struct word *w, struct arena *arena) {
    *w = (struct word){.text = m->token, .end = m->at};
    switch (token) {
    case TOKEN_NUMBER:
        w->kind = WORD_NUMBER;
        w->number = m->number;
        w->dots = m->dots;
        return true;
    case TOKEN_MOVE:
        w->kind = move_is_turn(&m->move) ? WORD_MOVE : WORD_GIFT;
        w->move = keep_move(&m->move, arena);
        return w->move != NULL;
    case TOKEN_GLYPH: w->kind = WORD_GLYPH; return true;
    default:
        w->foreign = true;
        classify(w);
        return true;
    }
}

/* Words are gathered until the text ends. */
static bool gather(struct movetext *m, struct words *out, struct arena *arena) {
    unsigned depth = 0;
    for (enum token token; (token = zet_movetext_next(m)) != TOKEN_END && token != TOKEN_RESULT;) {
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

bool zet_words_cut(struct grammar *grammar, const struct board *board, struct text text,
                   const size_t *items, size_t item_count, struct arena *arena, struct words *out) {
    struct movetext m;
    size_t most = text.len / 2 + 1 < WORDS_MAX ? text.len / 2 + 1 : WORDS_MAX;
    *out = (struct words){.at = zet_arena_alloc(arena, most * sizeof *out->at)};
    if (!out->at)
        return false;
    zet_movetext_open(&m, grammar, board, text, items, item_count);
    if (!gather(&m, out, arena))
        return false;
    for (size_t i = 0; i < out->count; i++)
        if (out->at[i].kind == WORD_UNREAD && !items && !join(grammar, board, out, i, arena))
            return false;
    return true;
}
