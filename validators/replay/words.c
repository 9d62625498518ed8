#include "validators/replay/words.h"

#include "validators/games/ruleset.h"

/* Scores and their meanings. */
static const struct {
    const char *score;
    enum said said;
} scores[] = {
    {"1-0", SAID_FIRST},    {"0-1", SAID_SECOND},    {"1/2", SAID_DRAW},
    {"1/2-1/2", SAID_DRAW}, {"\xC2\xBD", SAID_DRAW}, {"\xC2\xBD-\xC2\xBD", SAID_DRAW},
    {"0.5-0.5", SAID_DRAW},
};

/* The beginning of a score without blanks, with `-` for other dashes and colons, in `room`, which
   is longer than any score. */
static struct text plain_score(struct text t, char room[16]) {
    struct writer w = {room, 16, 0};
    for (size_t i = 0; i < t.len; i++) {
        struct text rest = text_after(t, i);
        bool dash = text_begins(rest, "\xE2\x80\x93") || text_begins(rest, "\xE2\x80\x94") ||
                    text_begins(rest, "\xE2\x88\x92");
        if (t.at[i] != ' ')
            write_char(&w, dash || t.at[i] == ':' ? '-' : t.at[i]);
        i += dash ? 2 : 0;
    }
    return written(&w);
}

/* The side that moves first by the rules; -1 if the record's own position differs. */
static int first_side(const struct ruleset *rs, const struct setup *start) {
    unsigned first = zi_ruleset_first(rs);
    return start && start->turn != first ? -1 : (int)first;
}

const char *zi_words_result(enum said said, const struct ruleset *rs, const struct setup *start) {
    if (said == SAID_DRAW)
        return "draw";
    if (said == SAID_OPEN)
        return "*";
    int first = first_side(rs, start);
    return first < 0 ? NULL : rs->rules->sides[(said == SAID_SECOND) ^ first];
}

bool zi_words_read_score(struct text t, enum said *said) {
    char room[16];
    struct text score = plain_score(t, room);
    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++) {
        *said = scores[i].said;
        if (text_is(score, scores[i].score))
            return true;
    }
    return false;
}
