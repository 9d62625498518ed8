/* The inside of a zet_rules. */
#ifndef ZET_VALIDATORS_API_RULES_H
#define ZET_VALIDATORS_API_RULES_H

#include "notation/games/movetext.h"
#include "validators/games/ruleset.h"
#include "validators/zet.h"

struct zet_rules {
    struct ruleset ruleset;
    struct grammar grammar;
};

#endif
