#include "notation/record/record.h"

const char *const zi_terminations[] = {"rules",   "resignation",  "time",       "agreement",
                                       "forfeit", "adjudication", "unfinished", NULL};

const char *const zi_keys[KEYS + 1] = {
#define KEY(name, text, kind, words, least, most, about) text,
#include "notation/record/keys.def"
#undef KEY
};

const struct key_row zi_key_rows[KEYS] = {
#define KEY(name, text, kind, words, least, most, about) {KIND_##kind, words, least, most, about},
#include "notation/record/keys.def"
#undef KEY
};

const char *const zi_player_keys[] = {"name", "id", "rating", "club", NULL};

enum key zi_key_of(struct text name, enum key next) {
    static const struct text keys[KEYS] = {
#define KEY(name, text, kind, words, least, most, about) {text, sizeof text - 1},
#include "notation/record/keys.def"
#undef KEY
    };
    if (name.len > 1 && name.at[0] == 'x' && name.at[1] == '-')
        return KEYS; /* no key begins so */
    for (unsigned i = 0; i < KEYS; i++) {
        enum key k = next + i < KEYS ? next + i : next + i - KEYS;
        if (name.len == keys[k].len && *name.at == *keys[k].at && text_same(name, keys[k]))
            return k;
    }
    return KEYS;
}
