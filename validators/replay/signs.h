/* Moves as people write them: with signs, numbers, labels, clocks and remarks that move text does
   not have. */
#pragma once

#include "validators/games/ruleset.h"

/* What a word is, by its characters. */
enum looks { LOOKS_WORD, LOOKS_NEUTRAL, LOOKS_NUMBER, LOOKS_LIKE_MOVE, LOOKS_MOVE };

/* *number becomes that of a move with which the word begins, or 0. */
enum looks zi_looks(struct text word, uint32_t *number);

/* The next blank-separated word of *left, which is moved past it; empty at the end. */
struct text zi_sheet_word(struct text *left);

/* Whether the text has no other ASCII characters. */
bool zi_sign_made_of(struct text t, const char *marks);

/* Whether a word is before the numbers of moves, or above them: `Zug`, `Nr.`. */
bool zi_sign_counts(struct text word);

/* Whether the word is that of a side before its move, such as `Black:`. */
bool zi_sign_names_side(struct text word);

/* Whether the word is `19:30`, `0:19:30`. */
bool zi_sign_is_time(struct text word);

/* Writes moves with the signs of move text in place of others, and remarks as comments: as long as
   they were, so that each move stays at its place. False if nothing changes. `rs`: of the game, or
   NULL. */
bool zi_signs_plain(struct text from, char *to, const struct ruleset *rs);

/* Whether the lines of moves have two columns: without a gap in all, the numbers jump in a line and
   fall in a later one. */
bool zi_signs_have_columns(struct text moves);
