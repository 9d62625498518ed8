/* The standings of a tournament, from the facts of its games. */
#ifndef ZET_CLI_TABLE_H
#define ZET_CLI_TABLE_H

#include "cli/scores/facts.h"
#include "cli/scores/words.h"
#include "notation/buffer.h"

/* What parts players of the same score: each is applied to those who are tied so far. */
enum tie_break {
    TIE_DIFFERENCE,       /* points for less points against */
    TIE_HEAD_TO_HEAD,     /* score in the games among those tied */
    TIE_SONNEBORN_BERGER, /* scores of the opponents beaten, and half of those drawn with */
    TIE_POINTS,           /* points for */
    TIE_WINS,
    TIE_BUCHHOLZ, /* scores of all opponents */
    TIE_BREAKS
};
extern const char *const zet_tie_breaks[TIE_BREAKS + 1]; /* ends with NULL */
extern const char *const zet_tie_break_words[TIE_BREAKS];

/* Where a record stands. */
struct table_place {
    uint32_t file; /* number in the table's words */
    uint32_t line, record;
};

struct table_game {
    uint32_t player[2];           /* side 0 first */
    uint32_t event, round, table; /* numbers in the table's words */
    struct table_place place;
    int64_t points;     /* of the winner; -1: none that are proved */
    enum result result; /* OPEN: unfinished, and not scored */
};

/* A row of the table. Scores and tie-breaks are in quarters, which are all whole. */
struct standing {
    struct text name;
    uint32_t player, rank;
    uint32_t games, wins, draws, losses; /* of finished games */
    uint64_t points_for, points_against;
    int64_t score;
    int64_t tie[TIE_BREAKS];
    bool met; /* he was tied when head-to-head was asked for */

    uint32_t group; /* while the rows are sorted: the first row of those tied with him */
    int64_t key;
};

/* A game from one player's side. */
struct meeting {
    uint32_t row, opponent; /* rows of the table */
    uint32_t game;
};

/* Starts zeroed, but for what zet_table_begin sets. */
struct table {
    const struct rules *rules; /* NULL until a game has come */
    struct words names, words; /* players; events, rounds, tables, files */
    struct table_game *game;
    size_t game_count, game_cap;
    size_t unfinished;
    size_t unproved; /* wins of a game with points that have none */
    enum tie_break tie_break[TIE_BREAKS];
    size_t tie_break_count;
    bool tie_breaks_given; /* else they are the game's default */
    bool failed;           /* memory was out */

    /* Once settled. */
    struct standing *standing; /* names.count rows, by rank, then by name in byte order */
    struct meeting *meeting;   /* two a game, by row, opponent and game */
    uint32_t *by_round;        /* the games by event, round, table */
};

/* Reads `difference,head-to-head`. False, with *fault at the word that is none, or stands there
   twice. */
bool zet_table_tie_breaks(struct table *t, struct text words, struct text *fault);

/* Takes a game of the table's kind, the first one's. NULL, or why it is left out. The facts need
   not stay. */
const char *zet_table_add(struct table *t, const struct facts *f, struct text file, size_t line,
                          size_t record);

/* Makes the standings. t->failed is set when memory is out. */
void zet_table_settle(struct table *t);

void zet_table_free(struct table *t);

/* Whether the game gives points (H13, B11). */
bool zet_table_has_points(const struct table *t);

static inline struct text table_word(const struct table *t, uint32_t number) {
    return t->words.at[number];
}

/* What looks wrong, as lines `FILE:LINE: warning: ...`: pairings and players twice in a round,
   games without a result, names that look like others. For a settled table. */
void zet_table_check(struct table *t, struct buffer *out);

/* How many names are compared with each other at most, and how many pairs are named; beyond that
   only names that are the same but for their spelling are looked for. */
enum { NAMES_COMPARED_MAX = 5000, PAIRS_NAMED_MAX = 1000 };

/* Compares the standings with those that a document claims, which `r` is used to read. Each
   difference is a line `FILE:LINE: error: ...`; returns how many there are. */
size_t zet_table_claims(struct table *t, struct record *r, const struct document *document,
                        struct text file, struct buffer *out);

/* The columns of the standings. */
enum column_kind {
    COLUMN_RANK,
    COLUMN_NAME,
    COLUMN_GAMES,
    COLUMN_WINS,
    COLUMN_DRAWS,
    COLUMN_LOSSES,
    COLUMN_SCORE,
    COLUMN_FOR,
    COLUMN_AGAINST,
    COLUMN_TIE /* and one for each tie-break behind it */
};
enum { COLUMNS_MAX = COLUMN_TIE + TIE_BREAKS };
struct column {
    unsigned kind;       /* COLUMN_TIE + a tie-break, too */
    const char *name;    /* for machines, and in claims */
    const char *heading; /* short */
};

/* The columns that this table has; returns how many. */
size_t zet_table_columns(const struct table *t, struct column out[COLUMNS_MAX]);

/* The value of any column but the name, in quarters. False where it has none. */
bool zet_table_value(const struct standing *s, unsigned kind, int64_t *quarters);

/* `2.5` */
void zet_table_quarters(struct buffer *out, int64_t quarters);

/* Players of a cross table, which has as many columns. */
enum { CROSS_MAX = 1000 };

struct table_view {
    bool cross, rounds;
    size_t left_out; /* records */
};

/* The sign of a game's result for the player of that side: `1`, `=`, `0`, `*`. */
char zet_table_sign(const struct table_game *g, unsigned side);

/* `1-0`, `1/2-1/2`, `0-1`, `*` */
const char *zet_table_result(const struct table_game *g);

/* Takes the row's results against that opponent off *m: signs in the order of the games. */
void zet_table_signs(const struct table *t, const struct meeting **m, uint32_t row,
                     uint32_t opponent, struct buffer *out);

/* "Open Hogga: hogga, 8 players, 28 games, 1 of them unfinished", cut to what is read. */
void zet_table_title(const struct table *t, struct buffer *out);
/* "points difference, head-to-head" */
void zet_table_tie_text(const struct table *t, struct buffer *out);

/* The writers of a settled table. */
void zet_table_text(const struct table *t, const struct table_view *v, struct buffer *out);
void zet_table_csv(const struct table *t, const struct table_view *v, struct buffer *out);
void zet_table_json(const struct table *t, const struct table_view *v, struct buffer *out);
void zet_table_html(const struct table *t, const struct table_view *v, struct buffer *out);

/* Appends a text in one line, with nothing that could steer a terminal or turn the order of what
   stands around it, cut with `...` behind `most` columns. Returns its columns. */
unsigned zet_table_line(struct buffer *out, struct text t, unsigned most);

#endif
