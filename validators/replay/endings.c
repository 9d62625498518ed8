#include "validators/replay/endings.h"

#include <strings.h>

#include "notation/base/unicode.h"
#include "notation/words/values.h"

enum { PHRASE_WORDS = 4 };

const char *const zi_side_words[SIDE_WORDS + 1] = {"black", "white", "a", "b", NULL};

size_t zi_ending_words(struct text t, struct text words[ENDING_WORDS_MAX]) {
    size_t count = 0;
    struct text word;
    while ((word = text_next_word(&t)).len) {
        if (count == ENDING_WORDS_MAX)
            return 0;
        words[count++] = word;
    }
    return count;
}

enum side_word zi_side_meant(struct text t) {
    const char *meant = zi_value_meant(text_trimmed(t, " .:=,#()[]\"'"), zi_side_words);
    enum side_word side = SIDE_BLACK;
    while (side < SIDE_WORDS && (!meant || strcmp(meant, zi_side_words[side]) != 0))
        side++;
    return side;
}

/* Scores. A game without play has `+` for who was there. */
static const struct {
    const char *score;
    enum said said;
    bool forfeit;
} scores[] = {
    {"1-0", SAID_FIRST, false},    {"0-1", SAID_SECOND, false},   {"1/2", SAID_DRAW, false},
    {"0.5", SAID_DRAW, false},     {"1/2-1/2", SAID_DRAW, false}, {"0.5-0.5", SAID_DRAW, false},
    {"0,5-0,5", SAID_DRAW, false}, {"+--", SAID_FIRST, true},     {"--+", SAID_SECOND, true},
    {"+/-", SAID_FIRST, true},     {"-/+", SAID_SECOND, true},    {"---", SAID_OPEN, true},
    {"-/-", SAID_OPEN, true},      {"0-0", SAID_OPEN, true},      {"1-0f", SAID_FIRST, true},
    {"0f-1", SAID_SECOND, true},   {"0-1f", SAID_SECOND, true},   {"1f-0", SAID_FIRST, true},
    {"1-0ff", SAID_FIRST, true},   {"0-1ff", SAID_SECOND, true},  {"1f-0f", SAID_FIRST, true},
    {"0f-0f", SAID_OPEN, true},    {"0-0f", SAID_OPEN, true},     {"*", SAID_OPEN, false},
};

/* A score without blanks, with plain digits, and `-` for other dashes and colons, in `room`. */
static struct text plain_score(struct text t, char room[64]) {
    enum { LONGEST = 24 };
    struct text left = t.len > LONGEST ? NO_TEXT : zi_text_folded(t, room, 64);
    struct writer w = {room, 64, 0}; /* never overtakes `left` */
    uint32_t c;
    while (left.len) {
        struct text one = zi_character_next(&left, &c);
        bool dash = c == ':' || (c >= 0x2010 && c <= 0x2015) || c == 0x2212;
        for (size_t i = 0; i < one.len && !dash && c != ' ' && c != 0x2044; i++)
            write_char(&w, one.at[i]);
        if (dash || c == 0x2044) /* the slash of a fraction */
            write_char(&w, dash ? '-' : '/');
    }
    return written(&w);
}

static bool read_score(struct text t, struct said_ending *e) {
    char room[64];
    struct text score = text_is(t, "---") ? NO_TEXT : plain_score(t, room); /* that is a line */
    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++)
        if (text_is(score, scores[i].score)) {
            e->scored = true;
            e->said = scores[i].said;
            e->termination = scores[i].forfeit ? "forfeit" : e->termination;
            return true;
        }
    return false;
}

void zi_sides_moving(const struct ruleset *rs, const struct setup *start, const char *sides[2]) {
    unsigned first = zi_ruleset_first(rs);
    bool known = !start || start->turn == first;
    sides[0] = known ? rs->rules->sides[first] : NULL;
    sides[1] = known ? rs->rules->sides[!first] : NULL;
}

const char *zi_said_result(enum said said, const char *const sides[2]) {
    return said == SAID_DRAW ? "draw" : said == SAID_OPEN ? "*" : sides[said == SAID_SECOND];
}

static bool is_filler(struct text t) {
    static const char *const fillers[] = {
        "ik",    "ich",    "jeg",    "je",     "by",    "on",     "the",     "op",   "door",
        "de",    "het",    "par",    "les",    "le",    "la",     "au",      "auf",  "der",
        "av",    "ved",    "durch",  "po",     "przez", "na",     "and",     "und",  "et",
        "en",    "og",     "has",    "hat",    "har",   "a",      "ont",     "est",  "heeft",
        "haben", "des",    "etter",  "i",      "w",     "so",     "also",    "dus",  "donc",
        "altså", "więc",   "aan",    "na",     "nach",  "zich",   "since",   "is",   "zijn",
        "sont",  "mutual", "wegen",  "wegens", "om",    "for",    "ist",     "pour", "za",
        "the",   "in",     "partij", "partie", "game",  "partii", "partiet", "ble",  "wurde",
        "was",   "were",   "of",     "van",    "von",   "du",     "ze",      "z",    "doordat",
        NULL};
    return !t.len || text_in_any_case(t, fillers);
}

/* Whether the name of the player who resigned or lost follows this word. */
static bool names_doer(struct text t) {
    static const char *const words[] = {"by", "door", "par", "des", "du",    "durch", "av",
                                        "of", "van",  "von", "der", "przez", NULL};
    return text_in_any_case(t, words) != NULL;
}

/* Takes the longest known words at the start of the text. Returns their number of bytes; 0:
   none. */
static size_t take_meaning(struct said_ending *e, struct text t) {
    /* who did not come has lost */
    static const char *const absent[] = {"did not show up",
                                         "did not come",
                                         "didn't show up",
                                         "no show",
                                         "no-show",
                                         "absent",
                                         "absente",
                                         "niet gekomen",
                                         "niet verschenen",
                                         "niet komen opdagen",
                                         "afwezig",
                                         "nicht erschienen",
                                         "nicht angetreten",
                                         "ikke m\303\270tt",
                                         "m\303\270tte ikke",
                                         "kom ikke",
                                         "nieobecny",
                                         "nieobecna",
                                         "nie przyszed\305\202",
                                         "nie przysz\305\202a",
                                         NULL};
    static const char *const meanings[] = {"resigns", "wins",         "loses",      "draw",
                                           "rules",   "resignation",  "time",       "agreement",
                                           "forfeit", "adjudication", "unfinished", NULL};
    size_t length;
    const char *meant = zi_value_begins(t, meanings, &length);
    if (!meant)
        return 0;
    e->loses |= text_in_any_case((struct text){t.at, length}, absent) != NULL;
    if (!strcmp(meant, "draw"))
        e->draw = true;
    else if (!strcmp(meant, "resigns"))
        e->resigns = true;
    else if (!strcmp(meant, "loses"))
        e->loses = true;
    else if (!strcmp(meant, "wins"))
        e->wins = true;
    else
        e->termination = meant;
    return length;
}

/* Whether the text is some words of the name in their order. */
static bool is_name(struct text t, struct text name) {
    for (size_t at = 0; t.len > 1 && at + t.len <= name.len; at++) {
        char before = at ? name.at[at - 1] : ' ', after = text_byte(name, at + t.len);
        if (strchr(" ,.", before) && (!after || strchr(" ,.", after)) &&
            !strncasecmp(t.at, name.at + at, t.len))
            return true;
    }
    return false;
}

/* The side that the words name, or its player; SIDE_WORDS: none. */
static enum side_word side_of(struct text t, const struct names *names) {
    char room[64];
    enum side_word side = zi_side_meant(t);
    struct text clear = side == SIDE_WORDS ? zi_value_unconfused(t, room) : NO_TEXT;
    side = clear.len ? zi_side_meant(clear) : side;
    bool letter = t.len == 1 && *t.at >= 'a', more = t.len && memchr(t.at, '(', t.len);
    if (side < SIDE_WORDS && !letter && !more)
        return side;
    bool one = is_name(t, names->name[0]), other = is_name(t, names->name[1]);
    return one == other ? SIDE_WORDS : names->side[other];
}

/* Takes a side, also a second one if the statement about the first is complete. */
static bool take_side(struct said_ending *e, enum side_word side) {
    bool second = e->winner < SIDE_WORDS, lost = e->resigns || e->loses;
    if (side == SIDE_WORDS || e->loser < SIDE_WORDS || (second && !lost && !e->wins))
        return false;
    if (second && lost)
        e->loser = e->winner;
    if (second && !lost)
        e->loser = side;
    else
        e->winner = side;
    return true;
}

/* Takes a score. Returns its number of words; 0: not a score, or a second one. */
static size_t take_score(struct said_ending *e, const struct text *words, size_t count) {
    enum { SCORE_WORDS = 3 };
    char room[64];
    for (size_t n = count < SCORE_WORDS ? count : SCORE_WORDS; n && !e->scored; n--) {
        struct text t = text_between(words[0].at, text_end(words[n - 1]));
        struct text inner = text_trimmed(t, "(),.;![]"), digits = zi_value_unconfused(inner, room);
        if (read_score(inner, e) || (digits.len && read_score(digits, e)))
            return n;
    }
    return 0;
}

/* Takes the phrase at the first of the words. Returns its number of words; 0: unknown. */
static size_t take_phrase(struct said_ending *e, const struct text *words, size_t count,
                          const struct names *names) {
    struct text all =
        text_between(words[0].at, text_end(words[count < PHRASE_WORDS ? count - 1 : 3]));
    struct text word = text_trimmed(words[0], "(),.;:![]-");
    char first = text_first(text_trimmed(words[0], "(["));
    size_t n = first && strchr("01OolI*+-\xC2\xE2\xEF", first) ? take_score(e, words, count) : 0;
    while (all.len && strchr("([", *all.at))
        all = text_after(all, 1);
    size_t length = n ? 0 : take_meaning(e, all);
    while (length && n < count && words[n].at < all.at + length)
        n++;
    for (size_t i = PHRASE_WORDS; i && !n; i--) {
        struct text t = i > count ? NO_TEXT : text_between(words[0].at, text_end(words[i - 1]));
        if (t.len && take_side(e, side_of(text_trimmed(t, "(),.;:![]"), names)))
            n = i;
    }
    if (n)
        return n;
    e->resigns |= e->termination && !strcmp(e->termination, "resignation") && names_doer(word);
    return is_filler(word);
}

/* The side named with `resigns` or `loses` is the loser. */
static void settle(struct said_ending *e) {
    bool open = e->winner < SIDE_WORDS && !e->wins && !e->loses && !e->resigns;
    e->unclear = open && e->termination && strcmp(e->termination, "rules") != 0 &&
                 strcmp(e->termination, "adjudication") != 0;
    if (e->resigns)
        e->termination = "resignation";
    if ((e->resigns || e->loses) && e->winner < SIDE_WORDS && e->loser == SIDE_WORDS) {
        e->loser = e->winner;
        e->winner = SIDE_WORDS;
    }
    e->resigns &= e->loser == SIDE_WORDS && !e->scored;
}

size_t zi_ending_phrase(const struct text *words, size_t count, struct said_ending *out,
                        const struct names *names) {
    enum { LONGEST = 12 };
    struct said_ending e = {.winner = SIDE_WORDS, .loser = SIDE_WORDS}, before;
    size_t at = 0, n = 1;
    bool any = false;
    while (n && at < count && at < LONGEST) {
        before = e;
        n = take_phrase(&e, words + at, count - at, names);
        any |= memcmp(&before, &e, sizeof e) != 0;
        at += n;
    }
    bool alone = (e.wins || e.loses) && e.winner == SIDE_WORDS && !e.scored && !e.termination;
    if (!any || alone)
        return 0;
    e.text = text_between(words[0].at, text_end(words[at - 1]));
    settle(&e);
    *out = e;
    return at;
}

bool zi_ending_is_usual(struct text t) {
    static const char *const usual[] = {"usual", NULL};
    size_t length;
    return zi_value_begins(t, usual, &length) && length == t.len;
}

bool zi_ending_read(struct text t, struct said_ending *out, const struct names *names) {
    struct text words[ENDING_WORDS_MAX];
    size_t count = zi_ending_words(t, words);
    struct said_ending e;
    bool whole = count && zi_ending_phrase(words, count, &e, names) == count;
    if (whole)
        *out = e;
    return whole;
}

/* Several endings. */

/* The result that a phrase states; NULL: none. */
static const char *result_of(const struct said_ending *e, const char *const sides[2], bool *clash) {
    const char *scored = e->scored ? zi_said_result(e->said, sides) : NULL;
    const char *said = e->draw ? "draw" : NULL;
    if (e->winner < SIDE_WORDS && !e->unclear)
        said = zi_side_words[e->winner];
    *clash |= e->loser < SIDE_WORDS && e->loser == e->winner;
    if (e->loser < SIDE_WORDS && sides[0])
        said = sides[!strcmp(zi_side_words[e->loser], sides[0])];
    bool decided = e->said == SAID_FIRST || e->said == SAID_SECOND;
    *clash |= (e->scored && decided && (e->turned || !scored)) ||
              (scored && said && strcmp(scored, said) != 0);
    return scored ? scored : said;
}

/* Whether a game with this termination has a loser. */
static bool names_loser(const char *termination) {
    static const char *const words[] = {"resignation", "time", "forfeit", NULL};
    return termination && text_is_one_of(text_of(termination), words);
}

struct conclusion zi_endings_conclude(const struct said_ending *const *all, size_t count,
                                      const char *const sides[2]) {
    struct conclusion c = {0};
    bool resigns = false, unclear = false;
    for (size_t i = 0; i < count; i++) {
        if (!all[i]->text.len)
            continue;
        const char *said = result_of(all[i], sides, &c.clash);
        c.clash |= said && c.result && strcmp(said, c.result) != 0;
        c.at = all[i]->text;
        c.result = said ? said : c.result;
        c.termination = all[i]->termination ? all[i]->termination : c.termination;
        resigns |= all[i]->resigns;
        unclear |= all[i]->unclear;
    }
    if (!c.result && c.termination && !strcmp(c.termination, "agreement"))
        c.result = "draw";
    c.open = !c.result && (resigns || unclear || names_loser(c.termination));
    return c;
}

bool zi_ending_of_value(struct text t, const struct names *names, const char *const sides[2],
                        struct conclusion *out) {
    struct said_ending e;
    const struct said_ending *const all[] = {&e};
    if (!zi_ending_read(t, &e, names))
        return false;
    zi_ending_names_winner(&e);
    *out = zi_endings_conclude(all, 1, sides);
    return out->result && !out->clash && !out->open;
}
