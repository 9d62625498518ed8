#include "notation/games/grid.h"
#include "notation/games/walk.h"

static const char pieces[] = " bw"; /* by ZET_CELL_... */

static const char *read_setup(struct text from, const struct board *board, struct setup *to,
                              size_t *fault) {
    return zet_grid_read(from, board, pieces, to, fault);
}

static void write_setup(struct writer *w, const struct board *board, const struct setup *from) {
    zet_grid_write(w, board, pieces, from);
}

const struct notation zet_halma_notation = {
    .name = "halma",
    .pattern = WALK_PATTERN,
    .other_pattern = WALK_OTHER_PATTERN,
    .expected = WALK_EXPECTED,
    .kinds = 1 << MOVE_WALK | 1 << MOVE_ROUTE | 1 << MOVE_PASS,
    .sides = "bw",
    .read = zet_walk_read,
    .plain = zet_walk_plain,
    .scan = zet_walk_scan,
    .write = zet_walk_write,
    .shorten = zet_walk_shorten,
    .read_setup = read_setup,
    .write_setup = write_setup,
};
