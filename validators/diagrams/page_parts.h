/* What the parts of a page share. */
#pragma once

#include "notation/base/value.h"
#include "notation/drawing/drawing.h"
#include "validators/diagrams/drawn_record.h"

/* What the address of a turn ends with: `17` of the main line, `v3` the third move in variations,
   `p2` of a playout, `g1` the first gift. */
struct address {
    char kind;       /* 0 for the main line */
    uint32_t number; /* in its kind, from 1 */
    uint32_t node;   /* its number among the turns that were played; 0: it was not */
    bool solo;       /* it is in the playout */
};

/* Where a finding is shown: at an item of one of the two texts. */
struct finding_place {
    enum { PLACE_HEADER, PLACE_MOVES, PLACE_PLAYOUT } text;
    size_t item;   /* shown after it; the one after the text's last: at the text's end */
    uint32_t turn; /* played last up to there; 0: none */
};

/* The pictures that games on boards of the same kind share: the board, and what is on its cells. */
struct page_look {
    struct ruleset ruleset;
    bool flip;
    bool occurs[LEVELS_MAX][256]; /* what is somewhere, sometime */
    bool used[ROLES];             /* roles of marks; and of the look, once it is written */
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
    uint32_t final;              /* the turn whose position the verdict has */
    struct text section;         /* the id of its section */
    struct text id;              /* what its addresses begin with, before a slash; or empty */
    unsigned number;             /* of the game in its page, from 1 */
    unsigned heading;            /* its level: 1 or 2 */
    size_t heading_at[2];        /* where that level stands in `out` */
    struct page_look *look;
    struct text look_id; /* what the ids of its pictures begin with */
    bool too_long;       /* the page would be larger than PAGE_BYTES_MAX */
};

/* Of a name that is where there is little room. */
enum {
    NAME_CHARACTERS_MAX = 60,
    PAGE_BYTES_MAX = 16 * 1024 * 1024,
    ITEM_BYTES_MIN = 48, /* that any part of a move text takes: `{}` about 50 */
    TURN_BYTES_MIN = 12  /* that a move takes beyond: `--` about 62 in all */
};

/* Marks the two strings that zi_words_count will get. */
#define WORDS(one, many) one, many

/* Appends values: strings are markup, texts that others wrote are not. */
#define page_add(p, ...) buffer_add((p)->out, __VA_ARGS__)

/* What a side is called; a letter is a capital one, as in diagrams. */
struct text zi_page_side(const struct page *p, unsigned side);

static inline const char *page_word(const struct page *p, const char *english) {
    return zi_word(p->language, english);
}

/* A word as markup. */
static inline struct value page_said(const struct page *p, const char *english) {
    return value_markup(text_of(page_word(p, english)));
}

/* A name, as value_isolated: at most NAME_CHARACTERS_MAX of it, with three dots where it is cut. */
struct value zi_page_short(struct text t);

/* The address of a turn, with the # before it; 0: of the start. */
void zi_page_address(const struct page *p, uint32_t turn);

/* What there is to say after a turn instead of who is to move, such as `black wins: goal`; no
   markup. Nothing while the game continues. */
void zi_page_ending(struct buffer *out, const struct page *p, uint32_t turn);

/* The finding in an element of this name; with `placed` its line and column, and a link to the turn
   before it. */
void zi_page_finding(const struct page *p, size_t finding, const char *element, bool placed);

/* The text of a key of the record, or nothing. */
struct text zi_page_value(const struct page *p, enum key key);

/* The name of the record's game as people write it, or what the record has in its place. */
struct text zi_page_game_name(const struct page *p);

/* A side, a result or a termination in the page's language; what else it is, as it is. */
struct text zi_page_translated(const struct page *p, struct text value);

/* The name of a player, who is a name or a mapping; or nothing. */
struct text zi_page_name(const struct node *n);

/* The name of a side's player, or nothing. */
struct text zi_page_player(const struct page *p, unsigned side);

/* Both names, `A. Player - B. Player`, or the game. Where it is no markup, marks keep the
   directions apart. */
void zi_page_players(const struct page *p, bool markup);

/* The parts: a game, its board, its moves; and the pictures that games share. */

/* Appends the game as a section; what it is about has been filled in up to `look_id`. False when
   memory runs out, or p->too_long. */
bool zi_page_game(struct page *p);

/* Appends the board with both sides; and to `data` the positions of all turns as JSON, which is to
   be in the page too. False when memory runs out, or p->too_long. */
bool zi_page_board(struct page *p, struct buffer *data);

/* Appends the moves of the record with what is between them. */
void zi_page_moves(const struct page *p);

/* Begins the diagram of a board alone: names and who is to move are around the picture. */
void zi_page_diagram(struct diagram *d, const struct ruleset *ruleset, bool flip,
                     enum language language);

/* Appends the id of what is on a cell, `z1-m0-2`: its level and its content. */
void zi_page_man_name(struct buffer *out, struct text look_id, unsigned level, unsigned content);

/* Appends the pictures of a look. The ids begin with `id`. False when memory runs out. */
bool zi_page_look(struct buffer *out, struct page_look *look, enum theme theme, struct text id);
