/* The values of results. */
#include "tournaments/standings.h"

const struct scoring zi_scoring_default = {.win = SCORE_ONE,
                                           .draw = SCORE_ONE / 2,
                                           .forfeit_win = SCORE_ONE,
                                           .bye = SCORE_ONE,
                                           .half_bye = SCORE_ONE / 2};

const char *const zi_scoring_names[SCORING_VALUES + 1] = {
    "win", "draw",     "loss",     "forfeit-win",    "forfeit-loss",
    "bye", "half-bye", "zero-bye", "double-forfeit", NULL};
enum { DIGITS_MAX = 12 };

/* Removes a fraction sign from the end and returns its value; 0: none. */
static int64_t take_fraction(struct text *t) {
    static const char *const signs[] = {"\xC2\xBC", "\xC2\xBD", "\xC2\xBE"};
    for (size_t i = 0; i < 3; i++)
        if (t->len >= 2 && !memcmp(t->at + t->len - 2, signs[i], 2)) {
            t->len -= 2;
            return SCORE_ONE / 4 * (int64_t)(i + 1);
        }
    return 0;
}

bool zi_score_read(struct text t, int64_t *parts) {
    bool minus = t.len && *t.at == '-', point = false;
    if (t.len && (minus || *t.at == '+'))
        t = text_after(t, 1);
    if (text_is(t, "1/2"))
        t = TEXT("0.5");
    int64_t fraction = take_fraction(&t), whole = 0, unit = SCORE_ONE;
    if (!t.len && !fraction)
        return false;
    for (size_t i = 0; i < t.len; i++) {
        int digit = t.at[i] - '0';
        if (t.at[i] == '.' && !point && !fraction && i + 1 < t.len) {
            point = true;
            continue;
        }
        unit /= point ? 10 : 1;
        if (!is_digit(t.at[i]) || (!point && i >= DIGITS_MAX) || (!unit && digit))
            return false;
        whole = whole * (point ? 1 : 10) + (point ? unit : SCORE_ONE) * digit;
    }
    *parts = (whole + fraction) * (minus ? -1 : 1);
    return true;
}

void zi_scoring_complete(struct scoring *s, unsigned given) {
    const int64_t usual[SCORING_VALUES] = {
        [FORFEIT_WIN] = s->win, [BYE] = s->win, [HALF_BYE] = s->draw};
    for (unsigned i = FORFEIT_WIN; i < SCORING_VALUES; i++)
        if (!(given & 1U << i))
            s->worth[i] = i == DOUBLE_FORFEIT ? s->forfeit_loss : usual[i];
}

/* Reads the value of a round: at most two decimals, so that products are integers. */
static bool read_worth(struct text t, int64_t *parts) {
    return zi_score_read(t, parts) && *parts >= 0 && *parts % SCORE_CENT == 0 &&
           *parts <= (int64_t)SCORE_WORTH_MAX * SCORE_ONE;
}

/* Reads `3-1-0`. Also returns false if it is anything else. */
static bool read_triple(struct scoring *s, struct text value) {
    for (unsigned name = WIN; name <= LOSS; name++) {
        int64_t parts;
        struct text part = text_next_part(&value, '-');
        if (!read_worth(part, &parts) || (name < LOSS) != (value.at != NULL))
            return false;
        s->worth[name] = parts;
    }
    zi_scoring_complete(s, 0);
    return true;
}

static bool read_list(struct scoring *s, struct text value, const char **why, struct text *fault) {
    unsigned given = 0;
    while (value.at) {
        struct text item = text_next_part(&value, ','), rest = item;
        struct text name = text_next_part(&rest, '=');
        int64_t parts;
        unsigned known = 0;
        while (known < SCORING_VALUES && !text_is(name, zi_scoring_names[known]))
            known++;
        *fault = item;
        *why = known == SCORING_VALUES ? "is not a value of a scoring"
               : given & 1U << known   ? "appears twice"
                                       : "is not a value from 0 to 100 with at most two decimals";
        if (known == SCORING_VALUES || given & 1U << known || !read_worth(rest, &parts))
            return false;
        s->worth[known] = parts;
        given |= 1U << known;
    }
    zi_scoring_complete(s, given);
    return true;
}

bool zi_scoring_read(struct scoring *s, struct text value, const char **why, struct text *fault) {
    *s = zi_scoring_default;
    if (text_is(value, "points")) {
        *s = (struct scoring){.by_points = true};
        return true;
    }
    if (value.len && memchr(value.at, '=', value.len))
        return read_list(s, value, why, fault);
    *fault = value;
    *why = "is not a scoring; write `points`, `1-0.5-0` or `win=3,draw=1`";
    return read_triple(s, value);
}
