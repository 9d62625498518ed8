#include "validators/replay/endings.h"

#include "notation/words/values.h"

/* Whether a character separates words: a blank, a line of a table, or a column separator. */
static bool is_apart(struct text t, size_t at, bool before) {
    char c = t.at[at], next = at + 1 < t.len ? t.at[at + 1] : ' ';
    bool digits = c == ',' && (at > 0 || before);
    for (size_t i = 0; i < at && digits; i++)
        digits = is_digit(t.at[i]);
    return is_blank(c) || c == '|' || (c == ';' && !is_blank(next)) || (digits && !is_blank(next));
}

struct text zi_sheet_word(struct text *left) {
    size_t length = 0;
    while (left->len && is_apart(*left, 0, true))
        *left = text_after(*left, 1);
    while (length < left->len && !is_apart(*left, length, false))
        length++;
    struct text word = {left->at, length};
    *left = text_after(*left, length);
    return word;
}

bool zi_sign_is_time(struct text t) {
    size_t colons = 0;
    bool others = false;
    for (size_t i = 0; i < t.len; i++) {
        colons += t.at[i] == ':';
        others |= t.at[i] != ':' && !is_digit(t.at[i]);
    }
    return colons && colons < 3 && !others && is_digit(*t.at) && is_digit(t.at[t.len - 1]) &&
           t.at[t.len - 3] == ':';
}

bool zi_sign_counts(struct text t) {
    static const char *const counters[] = {"nr",    "no",   "n\302\260", "lp",   "zug", "zet",
                                           "trekk", "ruch", "coup",      "move", NULL};
    return text_in_any_case(text_trimmed(t, ".:#"), counters) != NULL;
}
