/* The ends of games as people write them, in records, sheets, tables and pairings: `1-0`, `+:-`,
   `Schwarz gibt auf`, `remise (overeengekomen)`, `Ann wins on time`. The words are in values.def.
 */
#pragma once

#include "notation/base/text.h"
#include "notation/games/movetext.h"
#include "validators/games/ruleset.h"

/* The sides that phrases name. */
enum side_word { SIDE_BLACK, SIDE_WHITE, SIDE_A, SIDE_B, SIDE_WORDS };
extern const char *const zi_side_words[SIDE_WORDS + 1]; /* ends with NULL */

/* The side that a word means in the languages of readers; SIDE_WORDS: none. */
enum side_word zi_side_meant(struct text t);

/* The players whose names phrases may contain, if the names are known. */
struct names {
    struct text name[2];
    enum side_word side[2];
};

struct said_ending {
    struct text text;             /* the phrase; empty: none */
    bool scored;                  /* it has a score, `said` */
    enum said said;               /* of the side named first */
    bool turned;                  /* the side named first moves second */
    enum side_word winner, loser; /* SIDE_WORDS: unknown */
    bool draw, wins, loses;
    bool resigns;            /* an unnamed side resigned */
    bool unclear;            /* it is unclear whether the side won or lost */
    const char *termination; /* or NULL */
};

/* Reads a phrase about the end from the first of `count` words. Returns the number of its words; 0:
   no phrase. */
size_t zi_ending_phrase(const struct text *words, size_t count, struct said_ending *out,
                        const struct names *names);

bool zi_ending_read(struct text t, struct said_ending *out, const struct names *names);

/* Whether it says only that the game ended as games do: `Normal`. */
bool zi_ending_is_usual(struct text t);

/* A side alone, `white (time)`, is the winner where a result is expected. */
static inline void zi_ending_names_winner(struct said_ending *e) {
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

/* `sides`: who moves first is first; NULL: that is unknown. */
struct conclusion zi_endings_conclude(const struct said_ending *const *all, size_t count,
                                      const char *const sides[2]);

/* Both for the value of a key `result`. False if it has no meaning. */
bool zi_ending_of_value(struct text t, const struct names *names, const char *const sides[2],
                        struct conclusion *out);

/* Puts the names of the sides into `sides`, as the above take them. NULL where the record's own
   position `start` has the other side to move. */
void zi_sides_moving(const struct ruleset *rs, const struct setup *start, const char *sides[2]);

/* The value of the key `result` for a score; NULL if it depends on an unknown side. `said` must not
   be SAID_RESIGNS. */
const char *zi_said_result(enum said said, const char *const sides[2]);

/* The next blank-separated word of *left, which is moved past it; empty at the end. */
static inline struct text text_next_word(struct text *left) {
    size_t from = text_after_blanks(*left, 0), to = from;
    while (to < left->len && !is_blank(left->at[to]))
        to++;
    struct text word = {left->at + from, to - from};
    *left = text_after(*left, to);
    return word;
}

/* Splits a text into words and returns their number; 0: none, or more than ENDING_WORDS_MAX. */
enum { ENDING_WORDS_MAX = 48 };
size_t zi_ending_words(struct text t, struct text words[ENDING_WORDS_MAX]);

/* Words among the moves of sheets that are not moves. */

/* The next blank-separated word of *left, which is moved past it; empty at the end. */
struct text zi_sheet_word(struct text *left);

/* Whether a word is before the numbers of moves, or above them: `Zug`, `Nr.`. */
bool zi_sign_counts(struct text word);

/* Whether the word is `19:30`, `0:19:30`. */
bool zi_sign_is_time(struct text word);
