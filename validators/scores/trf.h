/* TRF, FIDE's Tournament Report File: TRF16, with the lines of TRF26 and of JaVaFo for rounds,
   scoring and tie-breaks. docs/reference/tournaments.md says what of a tournament it holds. */
#pragma once

#include "validators/scores/tournament.h"

enum {
    TRF_PLAYERS_MAX = 9999,
    TRF_NAME_COLUMNS = 33,
    TRF_ROUND_COLUMN = 92,
    TRF_ROUND_COLUMNS = 10
};
