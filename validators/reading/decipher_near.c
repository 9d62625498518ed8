#include "validators/reading/decipher_near.h"

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c; }

static bool is_separator(char c) {
    static const bool separators[256] = {['-'] = 1, ['^'] = 1, ['x'] = 1, [':'] = 1, ['>'] = 1,
                                         ['~'] = 1, ['*'] = 1, ['='] = 1, ['_'] = 1, ['.'] = 1};
    return separators[(unsigned char)c];
}

/* Whether the written character looks like the intended one. */
static bool looks_like(char written, char meant) {
    static const char meanings[256][3] = {
        ['l'] = "1", ['I'] = "1",  ['i'] = "1", ['|'] = "1", ['!'] = "1", ['1'] = "li", ['O'] = "0",
        ['o'] = "0", ['Q'] = "0",  ['D'] = "0", ['0'] = "o", ['S'] = "5", ['s'] = "5",  ['5'] = "s",
        ['B'] = "8", ['8'] = "b",  ['Z'] = "2", ['z'] = "2", ['G'] = "6", ['b'] = "6",  ['6'] = "b",
        ['g'] = "9", ['q'] = "9",  ['9'] = "g", ['T'] = "7", ['7'] = "t", ['A'] = "4",  ['x'] = "^",
        ['"'] = "^", ['\''] = "^", ['`'] = "^", ['^'] = "x"};
    const char *meaning = meanings[(unsigned char)written];
    return meaning[0] == meant || meaning[1] == meant;
}

static unsigned replace_cost(char written, char meant) {
    if (written == meant)
        return 0;
    if (looks_like(written, meant))
        return COST_CONFUSED;
    if (lower(written) == meant)
        return COST_CASE;
    if (written == '?' || written == '_')
        return COST_HIDDEN;
    if (is_separator(written) && is_separator(meant))
        return COST_SEPARATOR;
    if (is_digit(written) != is_digit(meant) || is_letter(written) != is_letter(meant))
        return COST_KIND;
    int apart = lower(written) - meant;
    return apart == 1 || apart == -1 ? COST_NEIGHBOR : COST_REPLACED;
}

/* Whether two written characters look like the intended one. */
static bool is_pair(char first, char second, char meant) {
    return (first == 'c' && second == 'l' && meant == 'd') ||
           (first == 'r' && second == 'n' && meant == 'm');
}

/* The cost of a character that is in only one of the texts. */
static unsigned insert_cost(char c) { return is_separator(c) ? 2 * COST_SEPARATOR : COST_INSERTED; }

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

/* Computes the next row of the table: the costs of all prefixes of `meant` for one more character
   of `written`. */
static unsigned next_row(struct text written, struct text meant, size_t i, const unsigned *before,
                         const unsigned *last, unsigned *row) {
    char c = written.at[i];
    row[0] = last[0] + insert_cost(c);
    unsigned smallest = row[0];
    for (size_t k = 0; k < meant.len; k++) {
        unsigned cost = last[k] + replace_cost(c, meant.at[k]);
        cost = least(cost, last[k + 1] + insert_cost(c));
        cost = least(cost, row[k] + insert_cost(meant.at[k]));
        if (i && k && c == meant.at[k - 1] && written.at[i - 1] == meant.at[k])
            cost = least(cost, before[k - 1] + COST_INSERTED);
        if (i && is_pair(written.at[i - 1], c, meant.at[k]))
            cost = least(cost, before[k] + COST_CONFUSED);
        row[k + 1] = cost;
        smallest = least(smallest, cost);
    }
    return smallest;
}

unsigned zi_near_cost(struct text written, struct text meant, unsigned most) {
    unsigned rows[3][NEAR_BYTES_MAX + 1], *before = rows[0], *last = rows[1], *row = rows[2];
    if (written.len > NEAR_BYTES_MAX || meant.len > NEAR_BYTES_MAX)
        return most + 1;
    last[0] = 0;
    for (size_t k = 0; k < meant.len; k++)
        last[k + 1] = last[k] + insert_cost(meant.at[k]);
    for (size_t i = 0; i < written.len; i++) {
        if (next_row(written, meant, i, before, last, row) > most)
            return most + 1;
        unsigned *freed = before;
        before = last;
        last = row;
        row = freed;
    }
    return last[meant.len] > most ? most + 1 : last[meant.len];
}
