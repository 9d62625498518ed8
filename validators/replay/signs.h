/* Words among the moves of sheets that are not moves. */
#pragma once

#include "notation/base/text.h"

/* The next blank-separated word of *left, which is moved past it; empty at the end. */
struct text zi_sheet_word(struct text *left);

/* Whether a word is before the numbers of moves, or above them: `Zug`, `Nr.`. */
bool zi_sign_counts(struct text word);

/* Whether the word is `19:30`, `0:19:30`. */
bool zi_sign_is_time(struct text word);
