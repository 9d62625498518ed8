/* The standings of a tournament, from the facts of its games. */
#pragma once

#include "notation/base/buffer.h"
#include "notation/base/map.h"
#include "notation/base/value.h"
#include "notation/words/words.h"
#include "tournaments/people.h"
#include "validators/replay/judge.h"
#include "validators/zet.h"

/* Tie-breaks, which separate players with the same score: each applies to those still tied. */
enum tie_break {
#define TIE_BREAK(id, ...) TIE_##id,
#include "tournaments/columns.def"
    TIE_BREAKS
};
extern const char *const zi_tie_breaks[TIE_BREAKS + 1]; /* names; ends with NULL */

/* The unit of scores and tie-breaks: 1/SCORE_ONE, so that products of two decimals are integers. */
enum { SCORE_ONE = 10000, SCORE_CENT = 100, SCORE_WORTH_MAX = 100 };

/* The values of a round, in parts: by name, or in the order of the names. */
enum scoring_value {
    WIN,
    DRAW,
    LOSS,
    FORFEIT_WIN,
    FORFEIT_LOSS,
    BYE,
    HALF_BYE,
    ZERO_BYE,
    DOUBLE_FORFEIT /* of each of two players who were absent */
};
enum { SCORING_VALUES = DOUBLE_FORFEIT + 1 };
extern const char *const zi_scoring_names[SCORING_VALUES + 1]; /* ends with NULL */
struct scoring {
    union {
        struct {
            int64_t win, draw, loss, forfeit_win, forfeit_loss;
            int64_t bye, half_bye, zero_bye; /* the pairing gives the first; others are asked for */
            int64_t double_forfeit;
        };
        int64_t worth[SCORING_VALUES];
    };
    bool by_points; /* a win is worth the points that its record proves */
};
extern const struct scoring zi_scoring_default; /* 1, 1/2, 0 */

/* Reads `1-0.5-0`, `1-½-0`, `3-1-0`, `points`, or a list such as `win=3,draw=1,bye=1`. Returns
   false, with *why and *fault, if it is none of them. Values that a list omits are derived from the
   others. */
bool zi_scoring_read(struct scoring *s, struct text value, const char **why, struct text *fault);

/* Derives the values that were not given; `given` has bit N if the value of name N was. */
void zi_scoring_complete(struct scoring *s, unsigned given);

/* Reads `3`, `-12`, `2.5`, `2½` or `1/2` into parts. At most four decimals. */
bool zi_score_read(struct text t, int64_t *parts);

/* Where a record is. */
struct standings_place {
    uint32_t file; /* number in the table's words */
    uint32_t line, record;
};

/* How a game was decided. */
enum game_kind {
    GAME_PLAYED,
    GAME_LOST,          /* played, and both lost; the result is open */
    GAME_FORFEIT,       /* one player was absent, the loser by the result; or a draw */
    GAME_DOUBLE_FORFEIT /* both were absent; the result is open */
};
static inline bool game_kind_is_played(enum game_kind kind) { return kind <= GAME_LOST; }

struct standings_game {
    uint32_t player[2];           /* seat 0, who moves first, and seat 1 */
    uint32_t event, round, table; /* numbers in the table's words */
    struct standings_place place;
    int64_t points;     /* of the winner; -1: not proved */
    enum result result; /* by seat; OPEN: unfinished, and not scored */
    unsigned first;     /* the side of seat 0 */
    enum game_kind kind;
    bool recorded;    /* its record is at `place`; else `place` is in a tournament file */
    bool invalid;     /* in a tournament: its record is invalid, and scores for nobody */
    bool foreign;     /* in a tournament: its record names another event, or none */
    bool guessed;     /* in a tournament: the round and the table tell who a player is */
    bool omitted;     /* in a tournament: it is not one of its games */
    uint32_t pairing; /* in a tournament, from 1; 0: none */
    uint32_t board;   /* in a tournament: the place of its pairing in the round, from 1; 0: none */
    uint32_t page;    /* in a site: its number; 0: none */
};

/* A round that a player sits out. */
enum bye_kind { BYE_FULL, BYE_HALF, BYE_ZERO };
struct standings_bye {
    uint32_t player, event, round; /* numbers as in a game */
    enum bye_kind kind;
    bool to_come;    /* its round has not begun; it counts for nothing */
    uint32_t number; /* in the order of adding; zi_standings_add_bye sets it */
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
    bool met;     /* the row was tied when head-to-head was applied */
    bool met_all; /* the same for direct encounter */

    uint32_t group; /* during sorting: the first of the rows tied with this one */
    int64_t key;
};

/* A game from one player's side. */
struct meeting {
    uint32_t row, opponent; /* rows of the table */
    uint32_t game;
};

/* Starts zeroed. */
struct standings {
    const struct rules *rules; /* NULL until a game was added */
    struct people people;      /* the players; the caller sets its `file` */
    struct map words;          /* events, rounds, tables, files */
    struct map listed_rounds;  /* names of rounds in a file, in their order */
    struct standings_game *game;
    size_t game_count, game_cap;
    struct standings_bye *bye;
    size_t bye_count, bye_cap;
    size_t unfinished, invalid; /* games */
    size_t unproved;            /* wins without proved points, in a game with points */
    enum tie_break tie_break[TIE_BREAKS];
    size_t tie_break_count;
    bool tie_breaks_given; /* else the game's default applies */
    struct scoring scoring;
    bool scoring_given; /* else it is 1, 1/2, 0 */
    bool round_robin;   /* forfeits are games like others, and byes score nothing */
    bool swiss;         /* of a tournament file */
    bool declared;      /* a file lists the players, so names are not checked for similarity */
    bool rules_2024;    /* of FIDE: unplayed rounds before March 2026 */
    const int64_t *adjustment; /* by player: parts beside the results; or NULL */
    struct text title;         /* of a tournament; else the event of the games is used */
    size_t dropped;            /* games omitted because of a tournament file */
    bool failed;               /* memory ran out */

    /* Once finalized. Games and byes then have the numbers of players. */
    size_t players;
    uint32_t *person;               /* by player: the number among the people */
    struct standings_row *standing; /* `players` rows, by rank, then by name in byte order */
    struct meeting *meeting;        /* two per game, by row, opponent and game */
    uint32_t *by_round;             /* the games by event, round, table; `bye` has the same order */
    uint32_t rounds;                /* rounds found */
    uint32_t rounds_planned;        /* set by the caller if more are planned; else 0 */
    uint32_t unplayed;              /* byes, and sides of forfeits */
    unsigned first;                 /* the side that moves first in the first game, */
    bool first_varies;              /* but not in all of them */
};

/* The unique name of a player. */
static inline struct text standings_name(const struct standings *t, uint32_t player) {
    return t->people.label[t->person[player]];
}

/* Reads `difference,head-to-head`. Returns false, with *fault at the word that is unknown or
   repeated. */
bool zi_standings_tie_breaks(struct standings *t, struct text words, struct text *fault);

/* Adds a game if it is of the same kind as the first. Returns NULL, or why it is omitted. The facts
   may be freed afterwards. */
const char *zi_standings_add(struct standings *t, const struct facts *f,
                             const struct standings_place *place);

/* Adds a game or a bye that has no record. */
void zi_standings_add_game(struct standings *t, const struct standings_game *g);
void zi_standings_add_bye(struct standings *t, const struct standings_bye *bye);

/* A round of a settled table: its games in by_round, and its byes. */
struct standings_round {
    uint32_t event, round; /* numbers as in a game */
    size_t game, game_end;
    size_t bye, bye_end;
};

/* Advances to the next round; a zeroed one to the first. Returns false after the last. */
bool zi_standings_next_round(const struct standings *t, struct standings_round *r);

/* Removes the games and byes of later rounds. Returns false if there is no such round. */
bool zi_standings_until(struct standings *t, struct text round);

/* Makes the standings. t->failed is set when memory runs out. */
void zi_standings_settle(struct standings *t);

/* The ranks after that round, by player. Returns false when memory runs out. */
bool zi_standings_ranks(const struct standings *t, const struct standings_round *r, uint32_t *rank);

void zi_standings_free(struct standings *t);

/* Whether the game gives points (H13, B11). */
static inline bool standings_has_points(const struct standings *t) {
    return t->rules && (t->rules->score || t->rules->solo);
}

/* The name of the side of a seat, in a game or in a whole column; `first` or `second` if the game
   is unknown, or if the column has both sides. For zi_word. */
const char *zi_standings_side_word(const struct standings *t, const struct standings_game *g,
                                   unsigned seat);
const char *zi_standings_seat_word(const struct standings *t, unsigned seat);

static inline struct text standings_word(const struct standings *t, uint32_t number) {
    return t->words.at[number];
}

/* The event of the first game, and whether others are of another event. */
static inline struct text standings_event(const struct standings *t) {
    return t->game_count ? standings_word(t, t->game[0].event) : NO_TEXT;
}
static inline bool standings_has_events(const struct standings *t) {
    size_t i = 1;
    while (i < t->game_count && t->game[i].event == t->game[0].event)
        i++;
    return i < t->game_count;
}

/* Appends warnings as lines `FILE:LINE: warning: ...`: pairings or players that appear twice in a
   round, games without a result, similar names. Requires a finalized table. */
void zi_standings_check(struct standings *t, struct buffer *out);

/* Compares the standings with those that the first document of a text claims. Each difference is a
   line `FILE:LINE: error: ...`; their number is added to *count. False when memory runs out. */
bool zi_standings_claims(struct standings *t, struct text text, struct text file,
                         struct buffer *out, uint64_t *count);

/* The columns of the standings. */
enum column_kind {
#define COLUMN(id, ...) COLUMN_##id,
#include "tournaments/columns.def"
    COLUMN_TIE /* and the tie-breaks after it */
};
enum { COLUMNS_MAX = COLUMN_TIE + TIE_BREAKS };
struct column {
    unsigned kind;
    const char *name;            /* for machines, and in claims */
    const char *heading, *words; /* short and long; for zi_word */
    const char *code;            /* FIDE's, of tie-breaks that have one */
};
extern const struct column zi_columns[COLUMNS_MAX]; /* by kind */

/* Lists the columns of this table and returns their number. */
size_t zi_standings_columns(const struct standings *t, const struct column *out[COLUMNS_MAX]);

/* The value of any column but the name, in parts. False if it has none. */
bool zi_standings_value(const struct standings_row *s, unsigned kind, int64_t *quarters);

/* The maximum number of players, and so of columns, in a cross table. */
enum { CROSS_MAX = 1000 };

struct tournament;
struct standings_view {
    enum language language;        /* of HTML */
    const struct tournament *file; /* or NULL */
    struct buffer *messages;       /* for trf and yaml: losses */
    zet_error *error;              /* likewise: why nothing can be written */
    bool cross, rounds;
    bool links;      /* in HTML: to the pages of players and games, player-1.html and game-1.html */
    size_t left_out; /* records */
};

/* The game is unfinished. */
static inline bool standings_is_open(const struct standings_game *g) {
    return g->result == RESULT_OPEN && g->kind == GAME_PLAYED;
}
static inline bool standings_is_invalid(const struct standings_game *g) {
    return g->invalid && standings_is_open(g);
}

/* The sign of a game's result for the player of that seat: `1`, `=`, `0`, `*`; `+` or `-` for a
   forfeit; `?` if the record is invalid. */
char zi_standings_sign(const struct standings_game *g, unsigned seat);

/* The result, with the player who moves first on the left: `1-0`, `1/2-1/2`, `0-1`, `*`; `1-0
   forfeit`, `1/2-1/2 forfeit`, `0-1 forfeit`, `0-0 forfeit` */
const char *zi_standings_result(const struct standings_game *g);

/* Appends the row's results against that opponent and moves *m past them: signs in the order of the
   games, with links to the games' pages if the view has links. */
void zi_standings_signs(const struct standings *t, const struct standings_view *v,
                        const struct meeting **m, uint32_t row, uint32_t opponent,
                        struct buffer *out);

/* "Open Hogga: hogga, 8 players, 28 games, 1 of them unfinished", with overlong names cut. */
void zi_standings_title(const struct standings *t, struct buffer *out);
/* "points difference, head-to-head" */
void zi_standings_tie_text(const struct standings *t, enum language language, struct buffer *out);

/* The writers of a finalized table. */
typedef void standings_writer(const struct standings *t, const struct standings_view *v,
                              struct buffer *out);
#define FORMAT(name, writer) standings_writer writer;
#include "tournaments/formats.def"
#undef FORMAT

/* Parts of the HTML page, as markup. */
void zi_standings_html_table(const struct standings *t, const struct standings_view *v,
                             struct buffer *out);
void zi_standings_html_cross(const struct standings *t, const struct standings_view *v,
                             struct buffer *out);
void zi_standings_html_rounds(const struct standings *t, const struct standings_view *v,
                              struct buffer *out);

/* A number in parts in the notation of that language; the points of a game, if it has any. */
struct value zi_standings_html_number(enum language language, int64_t value);
struct value zi_standings_points(const struct standings_game *g);

/* `bye`, `half-point bye`, `zero-point bye`; for zi_word */
extern const char *const zi_bye_words[];

/* What a game is worth to the player of that seat, in parts; 0 if it is unfinished. */
int64_t zi_standings_worth(const struct standings *t, const struct standings_game *g,
                           unsigned seat);

/* The same for a bye; 0 in a round robin. */
int64_t zi_standings_bye_worth(const struct standings *t, const struct standings_bye *bye);

/* Fills in the scores and those tie-breaks that do not depend on who is tied, with the rows by
   player (standings_count.c). False when memory runs out. */
bool zi_standings_count(struct standings *t);

/* Sets the key of direct encounter in the rows: among tied players, higher is better. The meetings
   must be in the order of the current rows. False when memory runs out. */
bool zi_standings_direct(struct standings *t);

/* Orders rounds by event, then by number, as qsort does; by their numbers in the table's words. */
int zi_standings_round_order(const struct standings *t, uint32_t event_a, uint32_t round_a,
                             uint32_t event_b, uint32_t round_b);
