/* TRF, FIDE's Tournament Report File: TRF16, with the lines of TRF26 and of JaVaFo for rounds,
   scoring and tie-breaks. docs/reference/tournaments.md lists what a TRF contains. */
#pragma once

#include "tournaments/tournament.h"

enum {
    TRF_PLAYERS_MAX = 9999,
    TRF_NAME_COLUMNS = 33,
    TRF_ROUND_COLUMN = 92,
    TRF_ROUND_COLUMNS = 10
};

/* The codes of the values of a round: the values that a line with the code sets (bits by enum
   scoring_value), the value written for it, and the line. */
struct trf_worth {
    const char *code;
    unsigned values;
    enum scoring_value worth;
    enum { TRF_LINE_NONE, TRF_LINE_162, TRF_LINE_XXS } line;
};
extern const struct trf_worth zi_trf_worths[]; /* ends with a row without a code */
