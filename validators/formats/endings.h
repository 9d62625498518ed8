/* How games ended, as people write it in sheets and tables: `1-0`, `Schwarz gibt auf`, `remise
   (overeengekomen)`, `Ann wins on time`. */
#pragma once

#include "notation/games/movetext.h"
#include "validators/formats/headings.h"
#include "validators/replay/signs.h"

enum { WORDS_MAX = 48 }; /* of a line that is read */

/* What words mean in the present text, and room for their folded forms. */
struct lexicon {
    struct buffer room;
    struct text name[2]; /* of the players, where they are known */
    size_t side[2];      /* their columns */
};

struct ending {
    struct text text;     /* the phrase; empty: there is not one */
    bool scored;          /* with a score, which is `said` */
    enum said said;       /* of the one named first */
    bool turned;          /* the one named first moves second */
    size_t winner, loser; /* columns of sides; CSV_COLUMNS: not said */
    bool draw, wins, loses;
    bool resigns;            /* and nobody says who */
    bool unclear;            /* whether the side has won or lost */
    const char *termination; /* or NULL */
};

/* The words of a text; 0: it has none or more than WORDS_MAX. */
size_t zi_sheet_words(struct text t, struct text *words);

/* The column that a heading means, also where characters of it are confused. */
size_t zi_sheet_column(struct text t, struct lexicon *l);

static inline bool is_side_column(size_t column) {
    return column == CSV_WHITE || column == CSV_BLACK || column == CSV_A || column == CSV_B;
}

/* Reads what the first words say of the end. Returns how many they are; 0: they say nothing. */
size_t zi_ending_phrase(const struct text *words, size_t count, struct ending *out,
                        struct lexicon *l);

/* Reads a phrase as a whole. */
bool zi_ending_read(struct text t, struct ending *out, struct lexicon *l);

/* A side alone, `white (time)`, is the winner where a result is asked for. */
static inline void zi_ending_names_winner(struct ending *e) {
    e->wins |= e->unclear;
    e->unclear = false;
}

/* What several endings say together of a game. */
struct conclusion {
    const char *result, *termination; /* or NULL */
    struct text at;                   /* the last phrase */
    bool clash;                       /* they contradict each other */
    bool open;                        /* somebody won, and nobody says who */
};
struct conclusion zi_endings_conclude(const struct ending *const *all, size_t count,
                                      const struct ruleset *rs);

/* The column of the side that moves first, or of the other one. */
size_t zi_side_moving(const struct ruleset *rs, bool second);
