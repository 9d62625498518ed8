#include "notation/base/nearest.h"

static unsigned edit_distance(struct text a, struct text b) {
    enum { LONG = 32 };
    unsigned row[LONG + 1];
    if (a.len > LONG || b.len > LONG)
        return LONG + 1;
    for (unsigned j = 0; j <= b.len; j++)
        row[j] = j;
    for (unsigned i = 1; i <= a.len; i++) {
        unsigned diagonal = row[0];
        row[0] = i;
        for (unsigned j = 1; j <= b.len; j++) {
            unsigned change = diagonal + (a.at[i - 1] != b.at[j - 1]);
            unsigned least = row[j - 1] < row[j] ? row[j - 1] : row[j];
            diagonal = row[j];
            row[j] = change < least + 1 ? change : least + 1;
        }
    }
    return row[b.len];
}

const char *zet_nearest(struct text word, const char *const *names) {
    const char *best = *names;
    unsigned least = edit_distance(word, text_of(best));
    for (; *names; names++) {
        unsigned distance = edit_distance(word, text_of(*names));
        if (distance < least) {
            least = distance;
            best = *names;
        }
    }
    return best;
}
