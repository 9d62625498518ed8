/* Declarations shared by the parts of a page. */
#pragma once

#include "diagrams/drawing.h"
#include "diagrams/drawn_record.h"
#include "notation/base/value.h"

/* The end of a turn's address: `17` of the main line, `v3` the third move in variations, `p2` of a
   playout, `g1` the first gift. */
struct address {
    char kind;       /* 0 for the main line */
    uint32_t number; /* in its kind, from 1 */
    uint32_t node;   /* its number among the turns played; 0: not played */
    bool solo;       /* in the playout */
};

/* Where a finding is shown: at an item of one of the two texts. */
struct finding_place {
    enum { PLACE_HEADER, PLACE_MOVES, PLACE_PLAYOUT } text;
    size_t item; /* the finding is shown after it; one past the last item: at the end of the text */
    uint32_t turn; /* the last turn played up to there; 0: none */
};

/* The pictures shared by games on the same kind of board: the board and the contents of cells. */
struct page_look {
    struct page_look *next; /* on the page */
    char id[96];            /* the prefix of its ids, terminated: `z1-`, or `NAME-z1-` */
    struct ruleset ruleset;
    bool flip;
    bool occurs[LEVELS_MAX][256]; /* contents that occur in any position */
    bool used[ROLES];             /* roles of marks, and of the look after it was written */
};

/* One game of a page. */
struct page {
    struct buffer *out;
    struct record *record;
    const struct verdict *verdict;
    const struct turns *turns;
    const struct drawn_record *shown;
    const struct drawing_options *options;
    enum language language;
    struct address *address;     /* by turn */
    struct finding_place *place; /* by finding */
    uint32_t final;              /* the turn that leads to the verdict's position */
    struct text section;         /* the id of its section */
    struct text id;              /* the prefix of its addresses, before a slash; or empty */
    unsigned number;             /* of the game in the page, from 1 */
    unsigned heading;            /* its level: 1 or 2 */
    size_t heading_at[2];        /* offsets of that level in `out` */
    struct page_look *look;
    bool too_long; /* the page would be larger than PAGE_BYTES_MAX */
};

/* NAME_CHARACTERS_MAX is for names in narrow places. */
enum {
    NAME_CHARACTERS_MAX = 60,
    PAGE_BYTES_MAX = 16 * 1024 * 1024,
    ITEM_BYTES_MIN = 48, /* minimum size of a part of a move text: `{}` takes about 50 */
    TURN_BYTES_MIN = 12  /* more for a move: `--` takes about 62 in all */
};

/* Marks the two strings passed to zi_words_count. */
#define WORDS(one, many) one, many

/* Appends values: strings are markup; text from records is escaped. */
#define page_add(p, ...) buffer_add((p)->out, __VA_ARGS__)

/* The name of a side; a single letter is capitalized, as in diagrams. */
struct text zi_page_side(const struct page *p, unsigned side);

static inline const char *page_word(const struct page *p, const char *english) {
    return zi_word(p->language, english);
}

/* A word as markup. */
static inline struct value page_said(const struct page *p, const char *english) {
    return value_markup(text_of(page_word(p, english)));
}

/* A name, as value_isolated: at most NAME_CHARACTERS_MAX characters, with three dots if it is
   cut. */
struct value zi_page_short(struct text t);

/* The address of a turn, with the # before it; 0: of the start. */
void zi_page_address(const struct page *p, uint32_t turn);

/* Appends the end of the game after a turn, such as `black wins: goal`, without markup; nothing
   while the game continues. */
void zi_page_ending(struct buffer *out, const struct page *p, uint32_t turn);

/* Appends the finding in an element of this name; with `placed`, also its line and column and a
   link to the turn before it. */
void zi_page_finding(const struct page *p, size_t finding, const char *element, bool placed);

/* The text of a key of the record, or nothing. */
struct text zi_page_value(const struct page *p, enum key key);

/* The display name of the record's game, or the record's own text if the game is unknown. */
struct text zi_page_game_name(const struct page *p);

/* A side, result or termination in the page's language; any other text unchanged. */
struct text zi_page_translated(const struct page *p, struct text value);

/* The name of a player node, which is a scalar or a mapping; or nothing. */
struct text zi_page_name(const struct node *n);

/* The name of a side's player, or nothing. */
struct text zi_page_player(const struct page *p, unsigned side);

/* Appends both names, `A. Player - B. Player`, or the game. Without markup, Unicode marks isolate
   their directions. */
void zi_page_players(const struct page *p, bool markup);

/* The parts: a game, its board, its moves; and the pictures that games share. */

/* Appends the game as a section; the caller has filled in *p up to `look`. Returns false when
   memory runs out, or if p->too_long. */
bool zi_page_game(struct page *p);

/* Appends the board with both sides; and to `data` the positions of all turns as JSON, which the
   page must include. Returns false when memory runs out, or if p->too_long. */
bool zi_page_board(struct page *p, struct buffer *data);

/* Appends the pictures of a look. False when memory runs out. */
bool zi_page_look(struct buffer *out, struct page_look *look, enum theme theme);
