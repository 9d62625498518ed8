/* What a game's notation supplies. */
#ifndef ZET_NOTATION_GAMES_NOTATION_H
#define ZET_NOTATION_GAMES_NOTATION_H

#include "notation/base/text.h"
#include "notation/games/setup.h"
#include "notation/record/finding.h"

/* In what a move text strays from the canonical form though it can be read. */
enum style {
    STYLE_CASE = 1,      /* upper-case letters */
    STYLE_SEPARATOR = 2, /* `-` for a hop, `x` `:` `>` for either, `^` for a step */
    STYLE_LEVEL = 4,     /* akron: `1d4` for `d4` */
    STYLE_GLYPH = 8      /* a glyph with a space before it */
};

/* Why text that has a move's form is not one. A static object; NULL where it is one. */
struct parse_error {
    enum finding_code code; /* FINDING_SYNTAX or FINDING_LIMIT */
    const char *sentence;
};

/* Bytes; no canonical text of a move is longer: a cell takes 6 with what separates it, a pit of a
   gift 16. */
enum { MOVE_TEXT_MAX = 4096 };

struct notation {
    const char *name;

    /* Cells hold counts of stones, each side has half of the ranks; else they hold pieces. */
    bool counts;

    /* PCRE2 source of one move as the lenient reader takes it, without glyphs; no capturing groups,
       nothing that can match the empty text, possessive where it repeats. It has lower-case letters
       and is matched without regard to case; what follows a move is checked elsewhere. */
    const char *pattern;

    /* The letters of the two sides in position texts, side 0 first: "bw", "ab". */
    char sides[3];

    /* Requires that the whole of `from` matches `pattern`. Fills *to; *style gets the bits of enum
       style. A cell that the board lacks, or a husbao direction that neither text nor rules give,
       is a syntax error. */
    const struct parse_error *(*read)(struct text from, const struct board *board, struct move *to,
                                      unsigned *style);

    /* The common case, without a match: where a canonical move without glyphs begins at `p` and a
       blank follows it before `end`, `plain` fills *to as `read` would, but for `loot` and `cut`
       where it has neither, and returns the move's end; NULL where that is not so, or not easily
       seen. Any bytes may stand at `p`. */
    const char *(*plain)(const char *p, const char *end, const struct board *board,
                         struct move *to);

    /* The canonical form of `m`, annotations included. */
    void (*write)(struct writer *w, const struct move *m);

    /* Leaves out of a canonical move what may be left out: the cells of a chain between its ends,
       annotations. False, and nothing done, where there is nothing of that kind. */
    bool (*shorten)(struct move *m);

    /* Position text, surrounding blanks not allowed. On failure *fault is the byte offset of the
       fault in `from` and the sentence says what is wrong there; NULL where all is well. */
    const char *(*read_setup)(struct text from, const struct board *board, struct setup *to,
                              size_t *fault);
    void (*write_setup)(struct writer *w, const struct board *board, const struct setup *from);
};

/* A rank of one or two digits, from 0, for `plain` readers; `*p` is moved after it, two bytes must
   be there. No branch: whether a rank has two digits cannot be foreseen. UINT32_MAX where it does
   not begin with 1 to 9. */
static inline unsigned read_plain_rank(const char **p) {
    unsigned first = (unsigned)**p - '1', digit = (unsigned)(*p)[1] - '0', two = digit <= 9;
    *p += 1 + two;
    unsigned rank = first + ((first * 9 + 9 + digit) & (0U - two));
    return first < 9 ? rank : UINT32_MAX;
}

#define GAME(name) extern const struct notation zet_##name##_notation;
#include "notation/games/games.def"
#undef GAME

#endif
