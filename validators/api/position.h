/* The inside of a zet_position, as far as others need it. */
#ifndef ZET_VALIDATORS_API_POSITION_H
#define ZET_VALIDATORS_API_POSITION_H

#include "validators/replay/replay.h"
#include "validators/zet.h"

const struct ruleset *zet_position_ruleset(const zet_position *position);
const struct replay *zet_position_replay(const zet_position *position);

#endif
