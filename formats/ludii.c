#include "formats/ludii.h"

enum { VARIANT_FRONT = 2 };

const char *zi_ludii_draw(const struct ruleset *rs) {
    bool front = rs->rules == &zi_husbao_rules && rs->variant == VARIANT_FRONT;
    return front ? "rules" : "adjudication";
}

bool zi_ludii_can_hop(const struct setup *at, const struct board *board, cell from, cell to) {
    int df = (int)cell_file(to) - (int)cell_file(from);
    int dr = (int)cell_rank(to) - (int)cell_rank(from);
    bool leap = (df == 2 || df == 0 || df == -2) && (dr == 2 || dr == 0 || dr == -2) && from != to;
    return leap && cell_file(to) < board->files && cell_rank(to) < board->ranks && !at->at[to] &&
           at->at[(from + to) / 2];
}

unsigned zi_ludii_transfers(const struct ruleset *rs, cell from, char direction,
                            const struct stage *s, struct transfer out[TRANSFERS_MAX]) {
    const struct board *board = &rs->board;
    unsigned count = 0;
    cell pit = from;
    for (; count < s->hand; count++) {
        pit = rs->rules->next_pit(pit, direction);
        out[count] = (struct transfer){ludii_site(from, board), ludii_site(pit, board), 1};
    }
    for (unsigned i = 0; i < 2; i++)
        if (s->taken[i])
            out[count++] = (struct transfer){ludii_site(s->robbed[i], board),
                                             ludii_site(s->last, board), s->taken[i]};
    return count;
}

const char *zi_ludii_rankings(long winner) {
    static const char *const rankings[] = {"0.0,1.5,1.5", "0.0,1.0,2.0", "0.0,2.0,1.0"};
    return winner < 0 ? "0.0,0.0,0.0" : rankings[winner];
}

/* Ludii's camps are the cells within `reach` orthogonal steps of a corner, without the two tips. On
   16x16 these are the yards of M2. */
static bool is_in_camp(unsigned across, unsigned up, unsigned reach) {
    return across + up <= reach && across < reach && up < reach;
}

bool zi_ludii_has_own_camps(const struct setup *at, const struct board *board) {
    unsigned size = board->files, reach = 1 + size / 4;
    if (size == FILES_MAX)
        return false;
    for (unsigned file = 0; file < size; file++)
        for (unsigned rank = 0; rank < size; rank++) {
            bool south_east = is_in_camp(size - 1 - file, rank, reach);
            bool north_west = is_in_camp(file, size - 1 - rank, reach);
            uint8_t piece = south_east ? ZI_CELL_WHITE : north_west ? ZI_CELL_BLACK : ZI_CELL_EMPTY;
            if (at->at[cell_at(0, file, rank)] != piece)
                return false;
        }
    return true;
}
