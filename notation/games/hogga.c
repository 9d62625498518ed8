#include "notation/games/grid.h"
#include "notation/games/walk.h"

const struct notation zi_hogga_notation = {
    .name = "hogga",
    .pattern = WALK_PATTERN,
    .other_pattern = WALK_OTHER_PATTERN,
    .expected = WALK_EXPECTED,
    .kinds = 1 << MOVE_WALK | 1 << MOVE_ROUTE | 1 << MOVE_PASS,
    .sides = "bw",
    .read = zi_walk_read,
    .plain = zi_walk_plain,
    .write = zi_walk_write,
    .shorten = zi_walk_shorten,
    .pieces = " bwBW",
    .read_setup = zi_grid_read,
    .write_setup = zi_grid_write,
};
