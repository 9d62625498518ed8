#include "notation/games/grid.h"
#include "notation/games/walk.h"

const struct notation zi_hogga_notation = {.name = "hogga", .pieces = " bwBW", WALK_NOTATION};
