/* The interface of a game's notation. */
#pragma once

#include "notation/base/text.h"
#include "notation/games/setup.h"
#include "notation/record/finding.h"

/* How readable move text departs from the canonical form. */
enum style {
    STYLE_CASE = 1,      /* upper-case letters */
    STYLE_SEPARATOR = 2, /* `-` for a hop, `x` `:` `>` for either, `^` for a step */
    STYLE_LEVEL = 4,     /* akron: `1d4` for `d4` */
    STYLE_GLYPH = 8,     /* a glyph with a space before it */
    STYLE_DASH = 16,     /* an en dash, an em dash or a minus sign for `-` */
    STYLE_BLANK = 32,    /* blanks around a separator */
    STYLE_JOINED = 64,   /* cells without a separator between them */
    STYLE_COMMA = 128,   /* a comma after a move */
    STYLE_NUMBER = 256,  /* `1)` or `1` for `1.`, and dots separated from the number */
    STYLE_RESULT = 512   /* a result at the end of the text */
};

/* For patterns: the dashes read as `-`, in UTF-8; and a separator with blanks on at least one
   side. */
#define PATTERN_DASH "(?>-|\\xE2\\x80[\\x93\\x94]|\\xE2\\x88\\x92)"
#define PATTERN_SPACED(separator) "(?>[ \\t]++" separator "[ \\t]*+|" separator "[ \\t]++)"

/* The length of PATTERN_DASH at `p`, or 0. */
static inline size_t dash_length(const char *p, const char *end) {
    if (p == end || (*p != '-' && *p != '\xE2'))
        return 0;
    bool long_dash =
        end - p > 2 && (!memcmp(p, "\xE2\x80\x93", 3) || !memcmp(p, "\xE2\x80\x94", 3) ||
                        !memcmp(p, "\xE2\x88\x92", 3));
    return *p == '-' ? 1 : long_dash ? 3 : 0;
}

/* For `scan`: moves past [ \t]; moves past the glyphs at `p`, if any; and whether PATTERN_BEHIND is
   at a byte. */
static inline const char *skip_tabs(const char *p, const char *end) {
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    return p;
}
static inline const char *skip_glyphs(const char *p, const char *end) {
    for (const char *most = p + 2; p < end && p < most && (*p == '!' || *p == '?');)
        p++;
    while (end - p > 1 && *p == '$' && is_digit(p[1]))
        for (p++; p < end && is_digit(*p);)
            p++;
    return p;
}
static inline bool follows_move(char c) {
    return is_space(c) || c == '(' || c == ')' || c == '{' || c == '}' || c == ';';
}

/* Why text in the form of a move is not a move. A static object; NULL if it is a move. */
struct parse_error {
    enum finding_code code; /* FINDING_SYNTAX or FINDING_LIMIT */
    const char *sentence;
};

/* The maximum length of a position text, in bytes. */
enum { SETUP_TEXT_MAX = RANKS_MAX * (LEVELS_MAX + 1) / 2 * (FILES_MAX + 1) };

/* The maximum length of a canonical move, in bytes: a cell takes 6 with its separator, a pit of a
   gift 16. */
enum { MOVE_TEXT_MAX = 4096 };

/* The text after a move: glyphs, a comma, or PATTERN_BEHIND. */
#define PATTERN_GLYPHS "(?:[!?]{1,2}+(?:\\$[0-9]++)*+|(?:\\$[0-9]++)++)"
#define PATTERN_BEHIND "(?=[\\s(){};]|\\z)"
#define PATTERN_AFTER "(?=" PATTERN_GLYPHS "?+(?>,|" PATTERN_BEHIND "))"

struct notation {
    const char *name;

    /* Cells contain counts of stones, and each side has half of the ranks; otherwise cells contain
       pieces. */
    bool counts;

    /* PCRE2 source of one move, without glyphs; no capturing groups, never matches the empty text,
       repeats are possessive. It is in lower case and matched case-insensitively; other code checks
       what follows a move. `pattern` has the canonical form and forms that are as fast to read, and
       never matches just a part of a move of `other_pattern`. `other_pattern` has all lenient
       forms; in it, PATTERN_AFTER follows each cell after blanks, so a long text whose last cell is
       not a cell takes only linear time. */
    const char *pattern, *other_pattern;

    /* The syntax error reported where no move can be read. */
    struct parse_error expected;

    /* The kinds of moves in the game: bits by enum move_kind. */
    uint16_t kinds;

    /* The letters of the two sides in position texts, side 0 first: "bw", "ab". */
    char sides[3];

    /* Requires that `from` matches a pattern as a whole, with its dashes as `-` and its blanks
       removed. Fills *to; sets the game's bits of enum style in *style. A cell that is not on the
       board, or a husbao direction that neither text nor rules give, is a syntax error. */
    const struct parse_error *(*read)(struct text from, const struct board *board, struct move *to,
                                      unsigned *style);

    /* The fast path without a pattern: if a canonical move without glyphs begins at `p` and a blank
       follows it before `end`, `plain` fills *to like `read`, except an absent `loot` or `cut`, and
       returns the move's end. NULL if not, or if not easily seen. Any bytes may be at `p`. Such a
       move is not a gift or a route, and has no cut, no blank and no dot at its end, unlike
       numbers. */
    const char *(*plain)(const char *p, const char *end, const struct board *board,
                         struct move *to);

    /* The end of the move that one of the patterns matches at `p`, usually; if a glyph, a comma or
       PATTERN_BEHIND follows there, it is exactly that. NULL: none, or it is not easily seen. Not a
       member of each notation. */
    const char *(*scan)(const char *p, const char *end);

    /* Writes the canonical form of `m`, including annotations. */
    void (*write)(struct writer *w, const struct move *m);

    /* Removes the optional parts of a canonical move: the inner cells of a chain, and annotations.
       False, with the move unchanged, if it has none. An annotated move has some. */
    bool (*shorten)(struct move *m);

    /* The letters of cell contents, by ZI_CELL_...; empty: counts. */
    char pieces[CELL_CONTENTS + 1];

    /* Reads a position text without surrounding blanks. On failure *fault is the byte offset of the
       fault in `from`, and the sentence describes it; NULL on success. */
    const char *(*read_setup)(struct text from, const struct board *board, struct setup *to,
                              size_t *fault);
    void (*write_setup)(struct writer *w, const struct board *board, const struct setup *from);
    bool is_grid; /* it is zi_grid_write */
};

/* Reads a rank of one or two digits, from 0, for `plain` readers and moves `*p` past it; requires
   two bytes there. It has no branch, because the digit count is unpredictable. UINT32_MAX if it
   does not begin with 1 to 9. */
static inline unsigned read_plain_rank(const char **p) {
    unsigned first = (unsigned)**p - '1', digit = (unsigned)(*p)[1] - '0', two = digit <= 9;
    *p += 1 + two;
    unsigned rank = first + ((first * 9 + 9 + digit) & (0U - two));
    return first < 9 ? rank : UINT32_MAX;
}

#define GAME(name) extern const struct notation zi_##name##_notation;
#include "notation/games/games.def"
#undef GAME
