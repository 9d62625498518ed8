#include "notation/games/move.h"

#include "notation/words/words.h"

const char *zi_move_note(const struct move *m) {
    switch (m->kind) {
    case MOVE_SWAP: return WORD("swapped");
    case MOVE_SKIP: return WORD("lost the turn");
    case MOVE_PASS: return WORD("passed");
    default: return NULL;
    }
}

size_t zi_move_choice(const struct move *m, uint64_t word[MOVE_CHOICE_WORDS_MAX]) {
    size_t count = 1;
    word[0] = (uint64_t)m->kind << 60;
    switch (m->kind) {
    case MOVE_GIVE:
        word[0] |= m->givers;
        for (unsigned i = 0; i < m->count; i++)
            word[count++] = (uint64_t)m->cell[i] << 32 | m->stones[i];
        break;
    case MOVE_SOW:
        word[0] |= (uint64_t)m->cell[0] << 48 | (uint64_t)(m->direction == '-') << 32 | m->cut;
        break;
    case MOVE_WALK:
    case MOVE_ROUTE:
    case MOVE_PLACE:
    case MOVE_RELOCATE: word[0] |= (uint64_t)move_from(m) << 48 | (uint64_t)move_to(m) << 32; break;
    default: break;
    }
    return count;
}
