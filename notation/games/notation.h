/* What a game's notation supplies. */
#pragma once

#include "notation/base/text.h"
#include "notation/games/setup.h"
#include "notation/record/finding.h"

/* How a readable move text departs from the canonical form. */
enum style {
    STYLE_CASE = 1,      /* upper-case letters */
    STYLE_SEPARATOR = 2, /* `-` for a hop, `x` `:` `>` for either, `^` for a step */
    STYLE_LEVEL = 4,     /* akron: `1d4` for `d4` */
    STYLE_GLYPH = 8,     /* a glyph with a space before it */
    STYLE_DASH = 16,     /* an en dash, an em dash or a minus sign for `-` */
    STYLE_BLANK = 32,    /* blanks around a separator */
    STYLE_JOINED = 64,   /* cells without a separator between them */
    STYLE_COMMA = 128,   /* a comma after a move */
    STYLE_NUMBER = 256,  /* `1)` or `1` for `1.`, and dots that are separated from the number */
    STYLE_RESULT = 512   /* a result at the end of the text */
};

/* For patterns: what is read as `-`, in UTF-8; and blanks around a separator, on one side at least.
 */
#define PATTERN_DASH "(?>-|\\xE2\\x80[\\x93\\x94]|\\xE2\\x88\\x92)"
#define PATTERN_SPACED(separator) "(?>[ \\t]++" separator "[ \\t]*+|" separator "[ \\t]++)"

/* Why text that has a move's form is not a move. A static object; NULL if it is a move. */
struct parse_error {
    enum finding_code code; /* FINDING_SYNTAX or FINDING_LIMIT */
    const char *sentence;
};

/* Bytes; no text of a position is longer. */
enum { SETUP_TEXT_MAX = RANKS_MAX * (LEVELS_MAX + 1) / 2 * (FILES_MAX + 1) };

/* Bytes; no canonical text of a move is longer: a cell takes 6 with what separates it, a pit of a
   gift 16. */
enum { MOVE_TEXT_MAX = 4096 };

/* What follows a move: glyphs, a comma, or what PATTERN_BEHIND says. */
#define PATTERN_GLYPHS "(?:[!?]{1,2}+(?:\\$[0-9]++)*+|(?:\\$[0-9]++)++)"
#define PATTERN_BEHIND "(?=[\\s(){};]|\\z)"
#define PATTERN_AFTER "(?=" PATTERN_GLYPHS "?+(?>,|" PATTERN_BEHIND "))"

struct notation {
    const char *name;

    /* Cells hold counts of stones, and each side has half of the ranks; otherwise cells hold
       pieces. */
    bool counts;

    /* PCRE2 source of one move, without glyphs; no capturing groups, nothing that can match the
       empty text, possessive where it repeats. It has lower-case letters and is matched without
       regard to case; what follows a move is checked elsewhere. `pattern` has the canonical form
       and those that are as quickly read, and matches no part of what `other_pattern` would read
       as one move. `other_pattern` has all lenient forms; each cell behind blanks is followed by
       PATTERN_AFTER in it, so that a long text in which the last one is not a cell costs no more
       than its length. */
    const char *pattern, *other_pattern;

    /* What is expected where no move can be read: a syntax error. */
    struct parse_error expected;

    /* The moves that there are: bits by enum move_kind. */
    uint16_t kinds;

    /* The letters of the two sides in position texts, side 0 first: "bw", "ab". */
    char sides[3];

    /* Requires that `from` matches a pattern as a whole, with its dashes written as `-` and without
       its blanks. Fills *to; *style gets the bits of enum style that are the game's. A cell that
       the board lacks, or a husbao direction that neither text nor rules give, is a syntax error.
     */
    const struct parse_error *(*read)(struct text from, const struct board *board, struct move *to,
                                      unsigned *style);

    /* The common case, without a match: if a canonical move without glyphs begins at `p` and a
       blank follows it before `end`, `plain` fills *to as `read` would, except `loot` and `cut` if
       it has neither, and returns the move's end. NULL if that is not so, or not easily seen. Any
       bytes may be at `p`. No such move is a gift or a route, has a cut, has a blank in it or ends
       with a dot, as numbers do. */
    const char *(*plain)(const char *p, const char *end, const struct board *board,
                         struct move *to);

    /* The canonical form of `m`, annotations included. */
    void (*write)(struct writer *w, const struct move *m);

    /* Removes the optional parts of a canonical move: the cells of a chain between its ends, and
       annotations. False, with the move unchanged, if it has none. An annotated move has some. */
    bool (*shorten)(struct move *m);

    /* The letters of what cells hold, by ZI_CELL_...; empty: counts. */
    char pieces[CELL_CONTENTS + 1];

    /* Position text, surrounding blanks not allowed. On failure *fault is the byte offset of the
       fault in `from` and the sentence says what is wrong there; NULL if nothing is. */
    const char *(*read_setup)(struct text from, const struct board *board, struct setup *to,
                              size_t *fault);
    void (*write_setup)(struct writer *w, const struct board *board, const struct setup *from);
};

/* A rank of one or two digits, from 0, for `plain` readers; `*p` is moved past it; two bytes
   must be there. Without a branch, because two digits cannot be predicted. UINT32_MAX if it does
   not begin with 1 to 9. */
static inline unsigned read_plain_rank(const char **p) {
    unsigned first = (unsigned)**p - '1', digit = (unsigned)(*p)[1] - '0', two = digit <= 9;
    *p += 1 + two;
    unsigned rank = first + ((first * 9 + 9 + digit) & (0U - two));
    return first < 9 ? rank : UINT32_MAX;
}

#define GAME(name) extern const struct notation zi_##name##_notation;
#include "notation/games/games.def"
#undef GAME
