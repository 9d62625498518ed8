#include "notation/base/unicode.h"

#include <utf8proc.h>

/* Decodes the first character of `t`, which is not empty; *length: its bytes, 0 if invalid. */
static uint32_t decode(struct text t, size_t *length) {
    utf8proc_int32_t c = (unsigned char)*t.at;
    utf8proc_ssize_t n = 1;
    if (c >= 0x80)
        n = utf8proc_iterate((const utf8proc_uint8_t *)t.at, (utf8proc_ssize_t)t.len, &c);
    *length = n > 0 ? (size_t)n : 0;
    return n > 0 ? (uint32_t)c : REPLACEMENT_CHARACTER;
}

size_t zi_utf8_check(struct text t, bool *ascii) {
    size_t at = 0, length;
    *ascii = true;
    while (at < t.len) {
        uint64_t eight;
        while (t.len - at >= 8 && (memcpy(&eight, t.at + at, 8), !(eight & 0x8080808080808080U)))
            at += 8;
        if (at == t.len)
            break;
        decode(text_after(t, at), &length);
        if (!length)
            return at;
        *ascii &= length == 1;
        at += length;
    }
    return t.len;
}

size_t zi_text_characters(struct text t) {
    size_t count = 0, i = 0;
    uint64_t eight;
    for (; t.len - i >= sizeof eight; i += sizeof eight) {
        memcpy(&eight, t.at + i, sizeof eight);
        uint64_t begins = (~(eight >> 7) | eight >> 6) & 0x0101010101010101U;
        count += begins * 0x0101010101010101U >> 56;
    }
    for (; i < t.len; i++)
        count += !is_continuation(t.at[i]);
    return count;
}

static struct text split(struct text *t, size_t length) {
    struct text part = {t->at, length};
    *t = text_after(*t, length);
    return part;
}

struct text zi_character_next(struct text *t, uint32_t *c) {
    size_t length;
    *c = decode(*t, &length);
    return split(t, length ? length : 1);
}

static utf8proc_category_t category_of(uint32_t c) {
    return utf8proc_category((utf8proc_int32_t)c);
}

bool zi_character_is_alphanumeric(uint32_t c) {
    utf8proc_category_t category = category_of(c);
    return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO) ||
           (category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO);
}

bool zi_character_is_digit(uint32_t c) { return category_of(c) == UTF8PROC_CATEGORY_ND; }

bool zi_character_is_mark(uint32_t c) {
    utf8proc_category_t category = category_of(c);
    return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
}

/* Graphemes and columns. */

static bool is_control(uint32_t c) { return c < ' ' || (c >= 0x7F && c < 0xA0); }

struct text zi_grapheme_next(struct text *t) {
    struct text rest = *t, after;
    uint32_t c, next;
    utf8proc_int32_t state = 0;
    zi_character_next(&rest, &c);
    for (size_t i = 1; rest.len && !is_control(c) && i < GRAPHEME_CHARACTERS_MAX; i++) {
        if (c < 0x80 && (unsigned char)*rest.at < 0x80)
            break;
        after = rest;
        zi_character_next(&after, &next);
        if (is_control(next) ||
            utf8proc_grapheme_break_stateful((utf8proc_int32_t)c, (utf8proc_int32_t)next, &state))
            break;
        c = next;
        rest = after;
    }
    return split(t, (size_t)(rest.at - t->at));
}

enum { VARIATION_EMOJI = 0xFE0F, JOINER = 0x200D };

/* Follows terminals (POSIX wcwidth): spacing marks take one column, the vowels and finals of a
   decomposed Korean syllable none; an unassigned character is as wide as its block will be. */
static unsigned character_columns(uint32_t c) {
    if (is_control(c))
        return 1;
    if (c < 0x300)
        return c == 0xAD ? 0 : 1;
    if ((c >= 0x1160 && c <= 0x11FF) || (c >= 0xD7B0 && c <= 0xD7FF))
        return 0;
    switch (category_of(c)) {
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_CO: return 1;
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP: return 1;
    case UTF8PROC_CATEGORY_CN:
        return (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x1F300 && c <= 0x1FAFF) ||
                       (c >= 0x20000 && c <= 0x3FFFD)
                   ? 2
                   : 1;
    default: return (unsigned)utf8proc_charwidth((utf8proc_int32_t)c);
    }
}

static bool is_regional(uint32_t c) { return c >= 0x1F1E6 && c <= 0x1F1FF; }

static bool is_pictographic(uint32_t c) {
    return c >= 0x80 && utf8proc_get_property((utf8proc_int32_t)c)->boundclass ==
                            UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

/* An emoji takes two columns, however many characters it has. */
static size_t grapheme_columns(struct text grapheme) {
    uint32_t c;
    zi_character_next(&grapheme, &c);
    size_t columns = character_columns(c);
    bool picture = grapheme.len && (is_pictographic(c) || is_regional(c)), emoji = false;
    while (grapheme.len) {
        zi_character_next(&grapheme, &c);
        emoji |= c == VARIATION_EMOJI || (picture && (c == JOINER || character_columns(c)));
        columns += picture ? 0 : character_columns(c);
    }
    return emoji ? 2 : columns;
}

/* The length of the printable ASCII at the start of the text, without the base of a cluster. */
static size_t plain_length(struct text t) {
    size_t n = text_plain_length(t);
    return n && n < t.len && (unsigned char)t.at[n] >= 0x80 ? n - 1 : n;
}

size_t zi_text_columns(struct text t) {
    size_t columns = 0;
    while (t.len) {
        size_t plain = plain_length(t);
        columns += plain;
        split(&t, plain);
        if (t.len)
            columns += grapheme_columns(zi_grapheme_next(&t));
    }
    return columns;
}

struct text zi_text_truncate(struct text t, size_t columns) {
    struct text rest = t;
    while (rest.len) {
        struct text grapheme = zi_grapheme_next(&rest);
        size_t more = grapheme_columns(grapheme);
        if (more > columns)
            return (struct text){t.at, (size_t)(grapheme.at - t.at)};
        columns -= more;
    }
    return t;
}

void zi_text_pad(struct buffer *out, struct text t, size_t columns, bool right) {
    size_t own = zi_text_columns(t), blanks = own < columns ? columns - own : 0;
    if (right)
        buffer_chars(out, ' ', blanks);
    buffer_text(out, t);
    if (!right)
        buffer_chars(out, ' ', blanks);
}

/* ASCII. */

/* Letters and signs that do not decompose to ASCII. */
static const struct plain {
    uint16_t c;
    const char *ascii;
} plain[] = {
    {0xA1, "!"},    {0xAB, "\""},   {0xBB, "\""},  {0xBF, "?"},   {0xC6, "AE"},   {0xD0, "D"},
    {0xD7, "x"},    {0xD8, "O"},    {0xDE, "Th"},  {0xDF, "ss"},  {0xE6, "ae"},   {0xF0, "d"},
    {0xF8, "o"},    {0xFE, "th"},   {0x110, "D"},  {0x111, "d"},  {0x126, "H"},   {0x127, "h"},
    {0x131, "i"},   {0x138, "k"},   {0x141, "L"},  {0x142, "l"},  {0x14A, "N"},   {0x14B, "n"},
    {0x152, "OE"},  {0x153, "oe"},  {0x166, "T"},  {0x167, "t"},  {0x18F, "E"},   {0x259, "e"},
    {0x2BC, "'"},   {0x1E9E, "SS"}, {0x2010, "-"}, {0x2011, "-"}, {0x2012, "-"},  {0x2013, "-"},
    {0x2014, "-"},  {0x2018, "'"},  {0x2019, "'"}, {0x201A, ","}, {0x201C, "\""}, {0x201D, "\""},
    {0x201E, "\""}, {0x2039, "'"},  {0x203A, "'"}, {0x2044, "/"}, {0x2212, "-"}};

static const char *plain_of(uint32_t c) {
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (plain[i].c == c)
            return plain[i].ascii;
    return NULL;
}

/* Folding. */

struct text zi_character_utf8(uint32_t c, char room[CHARACTER_BYTES]) {
    bool whole = c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF);
    utf8proc_int32_t point = whole ? (utf8proc_int32_t)c : REPLACEMENT_CHARACTER;
    return (struct text){room, (size_t)utf8proc_encode_char(point, (utf8proc_uint8_t *)room)};
}

/* Lowercase letters of Latin alphabets that Unicode does not decompose: with a stroke, made of two
   letters, or without a dot. Searchers may not have them on their keyboard. NULL for other
   characters. */
static const char *letter_of(uint32_t c) { return c >= 0xE6 && c < 0x180 ? plain_of(c) : NULL; }

enum { EXPANSION_MAX = 32 }; /* the longest decomposition, U+FDFA's, has 18 */

static void fold_character(struct writer *out, uint32_t c) {
    utf8proc_int32_t to[EXPANSION_MAX];
    int class = UTF8PROC_BOUNDCLASS_START;
    utf8proc_ssize_t n = utf8proc_decompose_char(
        (utf8proc_int32_t)c, to, EXPANSION_MAX,
        UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK, &class);
    for (utf8proc_ssize_t i = 0; i < n && i < EXPANSION_MAX; i++) {
        char room[CHARACTER_BYTES];
        const char *letter = letter_of((uint32_t)to[i]);
        write_text(out, letter ? text_of(letter) : zi_character_utf8((uint32_t)to[i], room));
    }
}

/* Removes the first character from `t` and folds it. Skips canonical ordering, which moves only
   marks: they are omitted. */
static void fold_next(struct writer *out, struct text *t) {
    uint32_t c = (unsigned char)*t->at;
    if (c < 0x80) {
        write_char(out, (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c));
        *t = text_after(*t, 1);
    } else {
        zi_character_next(t, &c);
        fold_character(out, c);
    }
}

void zi_text_fold(struct buffer *out, struct text t) {
    while (t.len) {
        char room[EXPANSION_MAX * CHARACTER_BYTES];
        struct writer w = {room, sizeof room, 0};
        fold_next(&w, &t);
        buffer_text(out, written(&w));
    }
}

struct text zi_text_folded(struct text t, char *room, size_t size) {
    struct writer w = {room, size, 0};
    while (t.len && w.len <= size)
        fold_next(&w, &t);
    return w.len <= size ? written(&w) : NO_TEXT;
}

bool zi_character_ascii(struct buffer *out, uint32_t c) {
    enum { LETTERS_MAX = 8 };
    utf8proc_int32_t to[LETTERS_MAX];
    int class = UTF8PROC_BOUNDCLASS_START;
    if (plain_of(c)) {
        buffer_string(out, plain_of(c));
        return true;
    }
    utf8proc_ssize_t n =
        utf8proc_decompose_char((utf8proc_int32_t)c, to, LETTERS_MAX,
                                UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_STRIPMARK, &class);
    for (utf8proc_ssize_t i = 0; i < n; i++)
        if (n > LETTERS_MAX || !((to[i] >= ' ' && to[i] < 0x7F) || plain_of((uint32_t)to[i])))
            return false;
    for (utf8proc_ssize_t i = 0; i < n; i++) {
        if (to[i] < 0x7F)
            buffer_char(out, (char)to[i]);
        else
            buffer_string(out, plain_of((uint32_t)to[i]));
    }
    return n >= 0;
}

/* Deception. */

static bool is_variation(uint32_t c) {
    return (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF) ||
           (c >= 0x180B && c <= 0x180D) || c == 0x180F;
}

static bool is_tag(uint32_t c) { return c >= 0xE0020 && c <= 0xE007F; }

/* Unicode's default ignorable code points. utf8proc lacks the unassigned ones. */
static bool is_invisible(uint32_t c) {
    return utf8proc_get_property((utf8proc_int32_t)c)->ignorable || c == 0x2065 ||
           (c >= 0xFFF0 && c <= 0xFFF8) || (c >= 0xE0000 && c <= 0xE0FFF);
}

/* Whether an invisible character has a meaning after `before`. */
static bool has_meaning_after(uint32_t c, uint32_t before) {
    bool keycap = (before >= '0' && before <= '9') || before == '#' || before == '*';
    if (is_tag(c)) /* the flags of England, Scotland and Wales */
        return before == 0x1F3F4 || is_tag(before);
    if (is_variation(c) && keycap)
        return true;
    return (is_variation(c) || c == JOINER || c == JOINER - 1) && before >= 0x80 &&
           before != REPLACEMENT_CHARACTER && (before == VARIATION_EMOJI || !is_invisible(before));
}

bool zi_character_is_deceptive(uint32_t c, uint32_t before) {
    if (c < 0xA0)
        return is_control(c);
    if ((c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF))
        return true;
    if (c == 0x2028 || c == 0x2029 || (c >= 0xFFF9 && c <= 0xFFFB))
        return true;
    return is_invisible(c) && !has_meaning_after(c, before);
}
