#include "notation/base/nearest.h"

#include "notation/base/edit_distance.h"
#include "notation/base/unicode.h"

const char *zi_nearest(struct text word, const char *const *names) {
    const char *best = NULL;
    size_t characters = 0;
    uint32_t c;
    for (struct text rest = word; rest.len; characters++)
        zi_character_next(&rest, &c);
    size_t third = characters / 3, allowed = third ? third : characters > 1;
    unsigned most = (unsigned)(allowed < EDITS_MAX ? allowed : EDITS_MAX);
    for (; *names; names++) {
        unsigned distance = zi_text_distance(word, text_of(*names), most);
        if (distance > most)
            continue;
        best = *names;
        if (!distance)
            break;
        most = distance - 1;
    }
    return best;
}
