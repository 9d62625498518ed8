#include "validators/solver/solver_paths.h"

/* The cells that are `by` bits before a cell of the set. */
static inline uint64_t back(uint64_t set, int by) { return by < 0 ? set << -by : set >> by; }

/* Adds the paths in one of the four directions up the board or to the right. A step in it changes
 * the word, so cells at an even distance are in this word, and the others in the other one. A line
 * that leaves the board crosses columns or rows of the word that are not open before it could wrap
 * around. */
static void add_direction(struct solo_paths *p, unsigned word, int file, int rank) {
    unsigned other = word ^ (file ? 1U : 0) ^ (rank ? 2U : 0);
    int odd_file = word & 1, odd_rank = word >> 1 & 1, two = file + 8 * rank;
    int one = (file > 0 ? odd_file : file < 0 ? odd_file - 1 : 0) + (rank ? 8 * odd_rank : 0);
    /* By parity of the distance, at first 0 or 1: the cells that far away, at the start's bit. */
    const uint64_t here[2] = {p->open.word[word], back(p->open.word[other], one)};
    uint64_t run = here[0]; /* open up to the middle */
    for (int n = 1; n <= SOLO_LINE / 2 && run; n++) {
        uint64_t from = run & back(here[0], n * two);
        for (int k = n + 1; k < 2 * n && from; k++)
            from &= back(here[k % 2], k / 2 * two);
        int middle = n / 2 * two + (n % 2 ? one : 0);
        if (from)
            p->path[word][p->count[word]++] =
                (struct solo_path){.from = from,
                                   .by = (uint8_t)(n * two),
                                   .middle = (uint8_t)(n % 2 ? other : word),
                                   .left = (uint8_t)(middle < 0 ? -middle : 0),
                                   .right = (uint8_t)(middle < 0 ? 0 : middle)};
        run &= back(here[n % 2], n / 2 * two);
    }
}

void zi_solo_find_paths(struct solo_paths *p, unsigned word) {
    p->count[word] = 0;
    add_direction(p, word, 1, 0);
    add_direction(p, word, 0, 1);
    add_direction(p, word, 1, 1);
    add_direction(p, word, -1, 1);
    p->known |= (uint8_t)(1U << word);
}
