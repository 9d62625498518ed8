/* The ends of games as people write them in sheets and tables: `1-0`, `Schwarz gibt auf`, `remise
   (overeengekomen)`, `Ann wins on time`. */
#pragma once

#include "formats/headings.h"
#include "notation/games/movetext.h"
#include "validators/replay/signs.h"

enum { WORDS_MAX = 48 }; /* the maximum number of words in a line */

/* The players whose names phrases may contain, if the names are known. */
struct names {
    struct text name[2];
    size_t side[2]; /* their columns */
};

struct ending {
    struct text text;     /* the phrase; empty: none */
    bool scored;          /* it has a score, `said` */
    enum said said;       /* of the side named first */
    bool turned;          /* the side named first moves second */
    size_t winner, loser; /* columns of sides; CSV_COLUMNS: unknown */
    bool draw, wins, loses;
    bool resigns;            /* an unnamed side resigned */
    bool unclear;            /* it is unclear whether the side won or lost */
    const char *termination; /* or NULL */
};

/* Splits a text into words and returns their number; 0: none, or more than WORDS_MAX. */
size_t zi_sheet_words(struct text t, struct text *words);

/* The column that a heading means, even if some of its characters are confused. */
size_t zi_sheet_column(struct text t);

static inline bool is_side_column(size_t column) {
    return column == CSV_WHITE || column == CSV_BLACK || column == CSV_A || column == CSV_B;
}

/* Reads a phrase about the end from the first words. Returns the number of its words; 0: no
   phrase. */
size_t zi_ending_phrase(const struct text *words, size_t count, struct ending *out,
                        const struct names *names);

bool zi_ending_read(struct text t, struct ending *out, const struct names *names);

/* A side alone, `white (time)`, is the winner where a result is expected. */
static inline void zi_ending_names_winner(struct ending *e) {
    e->wins |= e->unclear;
    e->unclear = false;
}

/* The combined meaning of several endings of a game. */
struct conclusion {
    const char *result, *termination; /* or NULL */
    struct text at;                   /* the last phrase */
    bool clash;                       /* they contradict each other */
    bool open;                        /* somebody won, the side is unknown */
};
struct conclusion zi_endings_conclude(const struct ending *const *all, size_t count,
                                      const struct ruleset *rs);

/* The column of the side that moves first, or of the other one. */
size_t zi_side_moving(const struct ruleset *rs, bool second);
