#include "notation/games/grid.h"
#include "notation/games/walk.h"

const struct notation zi_halma_notation = {.name = "halma", .pieces = " bw", WALK_NOTATION};
