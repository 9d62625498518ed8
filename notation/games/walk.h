/* Shared by the notations of hogga and halma: steps, chains, routes. */
#pragma once

#include "notation/games/grid.h"

/* zi_walk_read rejects ranks that no board has. */
#define WALK_CELL "[a-p][1-9][0-9]?+"
#define WALK_SEPARATOR "(?>[-^x:>]|" PATTERN_DASH ")"
#define WALK_DOTS "\\.\\."
#define WALK_PATTERN "(?>" WALK_CELL "(?:(?:[-^x:>]" WALK_CELL ")++|\\.\\." WALK_CELL ")|--)"
#define WALK_OTHER_PATTERN                                                                         \
    "(?>" WALK_CELL "(?>(?:" WALK_SEPARATOR WALK_CELL ")++|" WALK_DOTS WALK_CELL "|(?:" WALK_CELL  \
    ")++|(?:" PATTERN_SPACED(WALK_SEPARATOR) WALK_CELL PATTERN_AFTER                               \
        ")++|" PATTERN_SPACED(WALK_DOTS) WALK_CELL ")|" PATTERN_DASH PATTERN_DASH ")"

/* See read, plain, scan, write and shorten of struct notation. */
const struct parse_error *zi_walk_read(struct text from, const struct board *board, struct move *to,
                                       unsigned *style);
const char *zi_walk_plain(const char *p, const char *end, const struct board *board,
                          struct move *to);
const char *zi_walk_scan(const char *p, const char *end);
void zi_walk_write(struct writer *w, const struct move *m);
bool zi_walk_shorten(struct move *m);

/* The other members that both notations share. */
#define WALK_NOTATION                                                                              \
    .pattern = WALK_PATTERN, .other_pattern = WALK_OTHER_PATTERN,                                  \
    .expected = {FINDING_SYNTAX, "expected a move here, such as `c3-c4`, `c3^c5^e7` or `--`"},     \
    .kinds = 1 << MOVE_WALK | 1 << MOVE_ROUTE | 1 << MOVE_PASS, .sides = "bw",                     \
    .read = zi_walk_read, .plain = zi_walk_plain, .scan = zi_walk_scan, .write = zi_walk_write,    \
    .shorten = zi_walk_shorten, .read_setup = zi_grid_read, .write_setup = zi_grid_write,          \
    .is_grid = true

/* Whether the two cells are adjacent in one of the 8 directions. Always inlined, because it runs
   for every move that is read. */
static inline __attribute__((always_inline)) bool walk_adjacent(cell a, cell b) {
    unsigned df = cell_file(a) - cell_file(b) + 1, dr = cell_rank(a) - cell_rank(b) + 1;
    return (df <= 2) & (dr <= 2) & (a != b);
}
