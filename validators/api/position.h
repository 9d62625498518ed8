/* The implementation of a zet_position, as far as others need it. */
#pragma once

#include "validators/replay/replay.h"
#include "validators/zet.h"

const struct ruleset *zi_position_ruleset(const zet_position *position);
const struct replay *zi_position_replay(const zet_position *position);

/* Whether a playout has begun. */
bool zi_position_in_playout(const zet_position *position);
