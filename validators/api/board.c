/* Boards and their contents. */
#include "notation/base/error.h"
#include "notation/games/cell.h"
#include "validators/api/position.h"
#include "validators/games/hops.h"
#include "validators/replay/settings.h"

_Static_assert((int)ZET_CELLS_MAX == (int)CELLS_MAX, "cells are the same inside");

/* Boards. */

zet_board zet_rules_board(const zet_rules *rules) {
    const struct board *b = &rules->ruleset.board;
    return (zet_board){b->files, b->ranks, b->levels, rules->ruleset.rules->notation->counts};
}

static bool has_cell(const zet_rules *rules, zet_cell c) {
    return c < CELLS_MAX && zi_board_has(&rules->ruleset.board, c);
}

unsigned zet_rules_zones(const zet_rules *rules, zet_cell c, unsigned side) {
    if (!has_cell(rules, c) || side > 1)
        return 0;
    unsigned zones = rules->ruleset.zone[c] >> side;
    return (zones & ZONE_YARD ? (unsigned)ZET_ZONE_CAMP : 0) |
           (zones & ZONE_GOAL ? (unsigned)ZET_ZONE_GOAL : 0);
}

zet_cell zet_rules_cell(const zet_rules *rules, zet_text name) {
    cell c;
    return zi_cell_read(text_from(name), &rules->ruleset.board, &c) ? c : ZET_NO_CELL;
}

const char *zet_cell_name(zet_cell c, char name[ZET_CELL_NAME_SIZE]) {
    struct writer w = {name, ZET_CELL_NAME_SIZE - 1, 0};
    if (c < CELLS_MAX)
        write_cell(&w, c);
    name[written(&w).len] = '\0';
    return name;
}

/* Contents. */

/* The number of levels from the stone at `c` up through all stones that rest on it. */
static unsigned height_at(const struct board *board, const struct setup *s, cell c) {
    bool in[2][FILES_MAX][RANKS_MAX] = {{{false}}};
    unsigned level = cell_level(c), height = 1;
    in[0][cell_file(c)][cell_rank(c)] = true;
    for (bool found = true; found && ++level < board->levels; height += found) {
        bool(*below)[RANKS_MAX] = in[(height + 1) % 2], (*above)[RANKS_MAX] = in[height % 2];
        found = false;
        for (unsigned file = 0; file + level < board->files; file++)
            for (unsigned rank = 0; rank + level < board->ranks; rank++) {
                above[file][rank] = s->at[cell_at(level, file, rank)] &&
                                    (below[file][rank] || below[file + 1][rank] ||
                                     below[file][rank + 1] || below[file + 1][rank + 1]);
                found |= above[file][rank];
            }
    }
    return height;
}

static zet_content content_of(const struct ruleset *rs, const struct setup *s, cell c) {
    uint8_t what = s->at[c];
    zet_content out = {.cell = c};
    if (rs->rules->notation->counts)
        out.side = board_half(&rs->board, c);
    if (!what)
        return out;
    out.height = rs->board.levels > 1 ? height_at(&rs->board, s, c) : 1;
    if (rs->rules->notation->counts) {
        out.piece = ZET_PIECE_STONES;
        out.count = what;
    } else {
        bool hogga = what == ZI_CELL_BLACK_HOGGA || what == ZI_CELL_WHITE_HOGGA;
        out.piece = hogga ? ZET_PIECE_HOGGA : ZET_PIECE_MAN;
        out.side = what == ZI_CELL_WHITE || what == ZI_CELL_WHITE_HOGGA;
        out.count = 1;
    }
    return out;
}

zet_content zet_position_at(const zet_position *p, zet_cell c) {
    const struct ruleset *rs = zi_position_ruleset(p);
    struct setup setup;
    if (!has_cell(zet_position_rules(p), c))
        return (zet_content){.cell = c};
    rs->rules->describe(&zi_position_replay(p)->position, &setup);
    return content_of(rs, &setup, c);
}

size_t zet_position_contents(const zet_position *p, zet_content *out, size_t most) {
    const struct ruleset *rs = zi_position_ruleset(p);
    struct setup setup;
    size_t count = 0;
    rs->rules->describe(&zi_position_replay(p)->position, &setup);
    for (unsigned level = 0; level < rs->board.levels; level++)
        for (unsigned rank = 0; rank + level < rs->board.ranks; rank++)
            for (unsigned file = 0; file + level < rs->board.files; file++) {
                cell c = cell_at(level, file, rank);
                if (setup.at[c] && count++ < most)
                    out[count - 1] = content_of(rs, &setup, c);
            }
    return count;
}

/* Equality. */

uint64_t zet_position_key(const zet_position *p) {
    const struct replay *r = zi_position_replay(p);
    return zet_position_rules(p)->key ^ r->ruleset->rules->key(&r->position);
}

bool zet_position_equals(const zet_position *p, const zet_position *other) {
    const struct replay *a = zi_position_replay(p), *b = zi_position_replay(other);
    struct setup x, y;
    if (strcmp(zet_rules_text(zet_position_rules(p)), zet_rules_text(zet_position_rules(other))))
        return false;
    a->ruleset->rules->describe(&a->position, &x);
    b->ruleset->rules->describe(&b->position, &y);
    return x.turn == y.turn && !memcmp(x.at, y.at, sizeof x.at);
}
