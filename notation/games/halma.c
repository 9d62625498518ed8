#include "notation/games/grid.h"
#include "notation/games/walk.h"

const struct notation zet_halma_notation = {
    .name = "halma",
    .pattern = WALK_PATTERN,
    .other_pattern = WALK_OTHER_PATTERN,
    .expected = WALK_EXPECTED,
    .kinds = 1 << MOVE_WALK | 1 << MOVE_ROUTE | 1 << MOVE_PASS,
    .sides = "bw",
    .read = zet_walk_read,
    .plain = zet_walk_plain,
    .write = zet_walk_write,
    .shorten = zet_walk_shorten,
    .pieces = " bw",
    .read_setup = zet_grid_read,
    .write_setup = zet_grid_write,
};
