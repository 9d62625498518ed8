/* The standings of a tournament, from the facts of its games. */
#pragma once

#include "notation/base/buffer.h"
#include "notation/base/map.h"
#include "notation/base/value.h"
#include "notation/words/words.h"
#include "validators/archive/facts.h"
#include "validators/archive/people.h"
#include "validators/zet.h"

/* What separates players of the same score: each is applied to those who are tied so far. */
enum tie_break {
#define TIE_BREAK(id, ...) TIE_##id,
#include "validators/scores/columns.def"
    TIE_BREAKS
};
extern const char *const zi_tie_breaks[TIE_BREAKS + 1]; /* names; ends with NULL */

/* Scores and tie-breaks are counted in such parts, so that products of two decimals are whole. */
enum { SCORE_ONE = 10000, SCORE_CENT = 100, SCORE_WORTH_MAX = 100 };

/* What a round is worth, in parts: by name, or in the order of the names. */
enum scoring_value { WIN, DRAW, LOSS, FORFEIT_WIN, FORFEIT_LOSS, BYE, HALF_BYE, ZERO_BYE };
enum { SCORING_VALUES = ZERO_BYE + 1 };
extern const char *const zi_scoring_names[SCORING_VALUES + 1]; /* ends with NULL */
struct scoring {
    union {
        struct {
            int64_t win, draw, loss, forfeit_win, forfeit_loss;
            int64_t bye, half_bye, zero_bye; /* the pairing gives the first; others are asked for */
        };
        int64_t worth[SCORING_VALUES];
    };
    bool by_points; /* a win is worth the points that its record proves instead */
};
extern const struct scoring zi_scoring_default; /* 1, 1/2, 0 */

/* Reads `1-0.5-0`, `1-½-0`, `3-1-0`, `points`, or a list such as `win=3,draw=1,bye=1`. False, with
 *why and *fault, if it is not one of them. What a list does not name follows from the rest. */
bool zi_scoring_read(struct scoring *s, struct text value, const char **why, struct text *fault);

/* What the values that were not given are: the set has a bit for each that was, by its name. */
void zi_scoring_complete(struct scoring *s, unsigned given);

/* `3`, `-12`, `2.5`, `2½`, `1/2`: in parts. At most four decimals. */
bool zi_score_read(struct text t, int64_t *parts);

/* Where a record is. */
struct standings_place {
    uint32_t file; /* number in the table's words */
    uint32_t line, record;
};

/* How a game came about. */
enum game_kind {
    GAME_PLAYED,
    GAME_FORFEIT,       /* one player was not there; the result says who, or is a draw */
    GAME_DOUBLE_FORFEIT /* neither was; the result is open */
};

struct standings_game {
    uint32_t player[2];           /* the one who moves first, then the other: seat 0, seat 1 */
    uint32_t event, round, table; /* numbers in the table's words */
    struct standings_place place;
    int64_t points;     /* of the winner; -1: none that are proved */
    enum result result; /* by seat; OPEN: unfinished, and not scored */
    unsigned first;     /* the side of seat 0 */
    enum game_kind kind;
    bool recorded; /* there is a record of it, at `place`; else `place` is in a tournament file */
    bool invalid;  /* of a tournament: its record is not valid, and counts for nobody */
    bool foreign;  /* of a tournament: its record names another event, or none */
    bool omitted;  /* of a tournament: it is none of its games */
    uint32_t pairing; /* of a tournament, from 1; 0: none */
    uint32_t page;    /* of a site: its number; 0: none */
};

/* A round that a player sits out. */
enum bye_kind { BYE_FULL, BYE_HALF, BYE_ZERO };
struct standings_bye {
    uint32_t player, event, round; /* numbers as in a game */
    enum bye_kind kind;
    uint32_t number; /* in the order in which they came; zi_standings_add_bye sets it */
};

/* A row of the table. Scores and tie-breaks are in parts. */
struct standings_row {
    struct text name;
    uint32_t player, rank;
    uint32_t games, wins, draws, losses; /* of games that were played and finished */
    uint32_t unplayed;                   /* byes and forfeits */
    uint64_t points_for, points_against;
    int64_t score;
    int64_t tie[TIE_BREAKS];
    bool met;     /* they were tied when head-to-head was asked for */
    bool met_all; /* the same of direct encounter */

    uint32_t group; /* while the rows are sorted: the first row of those tied with them */
    int64_t key;
};

/* A game from one player's side. */
struct meeting {
    uint32_t row, opponent; /* rows of the table */
    uint32_t game;
};

/* Starts zeroed. */
struct standings {
    const struct rules *rules; /* NULL until a game has come */
    struct people people;      /* players, who are persons; its `file` is set by the caller */
    struct map words;          /* events, rounds, tables, files */
    struct standings_game *game;
    size_t game_count, game_cap;
    struct standings_bye *bye;
    size_t bye_count, bye_cap;
    size_t unfinished, invalid; /* games */
    size_t unproved;            /* wins of a game with points that have none */
    enum tie_break tie_break[TIE_BREAKS];
    size_t tie_break_count;
    bool tie_breaks_given; /* else they are the game's default */
    struct scoring scoring;
    bool scoring_given; /* else it is 1, 1/2, 0 */
    bool round_robin;   /* forfeits are games like others, and byes are nothing */
    bool declared;      /* a file says who plays, so that no name is looked at twice */
    struct text title;  /* of a tournament; else it is that of the games' event */
    size_t dropped;     /* games that a tournament file omitted */
    bool failed;        /* memory ran out */

    /* Once finalized. Games and byes then have the numbers of players. */
    size_t players;
    uint32_t *person;               /* by player: the number among the people */
    struct standings_row *standing; /* `players` rows, by rank, then by name in byte order */
    struct meeting *meeting;        /* two a game, by row, opponent and game */
    uint32_t *by_round;             /* the games by event, round, table; the byes are so, too */
    uint32_t rounds;                /* how many there are */
    uint32_t rounds_planned;        /* set before, where more are known to come; else 0 */
    uint32_t unplayed;              /* byes, and sides of forfeits */
    unsigned first;                 /* the side that moves first in the games, */
    bool first_varies;              /* but not in all of them */
};

/* The name of a player, which tells them from the others. */
static inline struct text standings_name(const struct standings *t, uint32_t player) {
    return t->people.label[t->person[player]];
}

/* Reads `difference,head-to-head`. False, with *fault at the word that is not one, or appears
 * twice. */
bool zi_standings_tie_breaks(struct standings *t, struct text words, struct text *fault);

/* Takes a game of the table's kind, the first one's. NULL, or why it is omitted. The facts need
   not stay. */
const char *zi_standings_add(struct standings *t, const struct facts *f, struct text file,
                             size_t line, size_t record);

/* Adds a game or a bye that no record tells of. */
void zi_standings_add_game(struct standings *t, const struct standings_game *g);
void zi_standings_add_bye(struct standings *t, const struct standings_bye *bye);

/* A round of a settled table: its games in by_round, and its byes. */
struct standings_round {
    uint32_t event, round; /* numbers as in a game */
    size_t game, game_end;
    size_t bye, bye_end;
};

/* Continues to the next round, from one that is zeroed to the first. False after the last. */
bool zi_standings_next_round(const struct standings *t, struct standings_round *r);

/* Makes the standings. t->failed is set when memory runs out. */
void zi_standings_settle(struct standings *t);

void zi_standings_free(struct standings *t);

/* Whether the game gives points (H13, B11). */
static inline bool standings_has_points(const struct standings *t) {
    return t->rules && (t->rules->score || t->rules->solo);
}

/* The name of the side that a seat of the game has, or of both seats' column; `first` and `second`
   where nobody has said the game, or where the column has both sides. For zi_word. */
const char *zi_standings_side_word(const struct standings *t, const struct standings_game *g,
                                   unsigned seat);
const char *zi_standings_seat_word(const struct standings *t, unsigned seat);

static inline struct text standings_word(const struct standings *t, uint32_t number) {
    return t->words.at[number];
}

/* What looks wrong, as lines `FILE:LINE: warning: ...`: pairings and players twice in a round,
   games without a result, names that look like others. For a finalized table. */
void zi_standings_check(struct standings *t, struct buffer *out);

/* Compares the standings with those that the first document of a text claims. Each difference is a
   line `FILE:LINE: error: ...`; *count is raised by their number. False when memory runs out. */
bool zi_standings_claims(struct standings *t, struct text text, struct text file,
                         struct buffer *out, uint64_t *count);

/* The columns of the standings. */
enum column_kind {
#define COLUMN(id, ...) COLUMN_##id,
#include "validators/scores/columns.def"
    COLUMN_TIE /* and one for each tie-break after it */
};
enum { COLUMNS_MAX = COLUMN_TIE + TIE_BREAKS };
struct column {
    unsigned kind;
    const char *name;            /* for machines, and in claims */
    const char *heading, *words; /* short and long; for zi_word */
    const char *code;            /* FIDE's, of tie-breaks that have one */
};
extern const struct column zi_columns[COLUMNS_MAX]; /* by kind */

/* The columns that this table has; returns how many. */
size_t zi_standings_columns(const struct standings *t, const struct column *out[COLUMNS_MAX]);

/* The value of any column but the name, in parts. False if it has none. */
bool zi_standings_value(const struct standings_row *s, unsigned kind, int64_t *quarters);

/* Players of a cross table, which has as many columns. */
enum { CROSS_MAX = 1000 };

struct tournament;
struct standings_view {
    enum language language;        /* of HTML */
    const struct tournament *file; /* or NULL */
    struct buffer *messages;       /* of trf and yaml: what is lost */
    zet_error *error;              /* likewise: why nothing can be written */
    bool cross, rounds;
    bool links;      /* of HTML: to the pages of players and games, player-1.html and game-1.html */
    size_t left_out; /* records */
};

/* Without an end. */
static inline bool standings_is_open(const struct standings_game *g) {
    return g->result == RESULT_OPEN && g->kind == GAME_PLAYED;
}
static inline bool standings_is_invalid(const struct standings_game *g) {
    return g->invalid && standings_is_open(g);
}

/* The sign of a game's result for the player of that seat: `1`, `=`, `0`, `*`; of a forfeit `+`
   and `-`; `?` where the record is not valid. */
char zi_standings_sign(const struct standings_game *g, unsigned seat);

/* Who moves first on the left: `1-0`, `1/2-1/2`, `0-1`, `*`; `1-0 forfeit`, `1/2-1/2 forfeit`, `0-1
 * forfeit`, `0-0 forfeit` */
const char *zi_standings_result(const struct standings_game *g);

/* Takes the row's results against that opponent off *m: signs in the order of the games, where the
   view has links with those of the games' pages. */
void zi_standings_signs(const struct standings *t, const struct standings_view *v,
                        const struct meeting **m, uint32_t row, uint32_t opponent,
                        struct buffer *out);

/* "Open Hogga: hogga, 8 players, 28 games, 1 of them unfinished", cut to what is read. */
void zi_standings_title(const struct standings *t, struct buffer *out);
/* "points difference, head-to-head" */
void zi_standings_tie_text(const struct standings *t, enum language language, struct buffer *out);

/* The writers of a finalized table. */
typedef void standings_writer(const struct standings *t, const struct standings_view *v,
                              struct buffer *out);
#define FORMAT(name, writer) standings_writer writer;
#include "validators/scores/formats.def"
#undef FORMAT

/* The parts of it, as markup. */
void zi_standings_html_table(const struct standings *t, const struct standings_view *v,
                             struct buffer *out);
void zi_standings_html_cross(const struct standings *t, const struct standings_view *v,
                             struct buffer *out);
void zi_standings_html_rounds(const struct standings *t, const struct standings_view *v,
                              struct buffer *out);

/* A number of parts as readers of that language write it; the points of a game, if it has any. */
struct value zi_standings_html_number(enum language language, int64_t value);
struct value zi_standings_points(const struct standings_game *g);

/* `bye`, `half-point bye`, `zero-point bye`; for zi_word */
extern const char *const zi_bye_words[];

/* What a game is worth to the player of that seat, in parts; 0 of an unfinished one. */
int64_t zi_standings_worth(const struct standings *t, const struct standings_game *g,
                           unsigned seat);

/* The same of a bye; in a round robin it is nothing. */
int64_t zi_standings_bye_worth(const struct standings *t, const struct standings_bye *bye);

/* Fills in the scores and those tie-breaks that do not depend on who is tied, with the rows by
   player: count.c. False when memory runs out. */
bool zi_standings_count(struct standings *t);

/* Puts the key of direct encounter into the rows, the more the better among those who are tied.
   The meetings must be listed by the present rows. False when memory runs out. */
bool zi_standings_direct(struct standings *t);

/* Orders rounds by event, then by number, as qsort does; by their numbers in the table's words. */
int zi_standings_round_order(const struct standings *t, uint32_t event_a, uint32_t round_a,
                             uint32_t event_b, uint32_t round_b);
