#include "formats/endings.h"

#include <strings.h>

#include "notation/words/values.h"
#include "validators/replay/words.h"

enum { PHRASE_WORDS = 4 };

size_t zi_sheet_words(struct text t, struct text *words) {
    size_t count = 0;
    struct text word;
    while ((word = zi_sheet_word(&t)).len) {
        if (count == WORDS_MAX)
            return 0;
        words[count++] = word;
    }
    return count;
}

size_t zi_sheet_column(struct text t) {
    char room[64];
    t = text_trimmed(t, " .:=,#()[]\"'");
    size_t column = zi_csv_column(t);
    struct text other = column == CSV_COLUMNS ? zi_value_unconfused(t, room) : NO_TEXT;
    return other.len ? zi_csv_column(other) : column;
}

static bool is_filler(struct text t) {
    static const char *const fillers[] = {
        "by",    "on",     "the",     "op",   "door",    "de",    "het",    "par",    "les",
        "le",    "la",     "au",      "auf",  "der",     "av",    "ved",    "durch",  "po",
        "przez", "na",     "and",     "und",  "et",      "en",    "og",     "has",    "hat",
        "har",   "a",      "ont",     "est",  "heeft",   "haben", "des",    "etter",  "i",
        "w",     "so",     "also",    "dus",  "donc",    "altså", "więc",   "aan",    "na",
        "nach",  "zich",   "since",   "is",   "zijn",    "sont",  "mutual", "wegen",  "wegens",
        "om",    "for",    "ist",     "pour", "za",      "the",   "in",     "partij", "partie",
        "game",  "partii", "partiet", "ble",  "wurde",   "was",   "were",   "of",     "van",
        "von",   "du",     "ze",      "z",    "doordat", NULL};
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
static size_t take_meaning(struct ending *e, struct text t) {
    static const char *const meanings[] = {"resigns", "wins",         "loses",      "draw",
                                           "rules",   "resignation",  "time",       "agreement",
                                           "forfeit", "adjudication", "unfinished", NULL};
    size_t length;
    const char *meant = zi_value_begins(t, meanings, &length);
    if (!meant)
        return 0;
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

static bool is_name(struct text t, struct text name) {
    struct text left = name, first = zi_sheet_word(&left);
    return t.len && (t.len == name.len || t.len == first.len) && !strncasecmp(t.at, name.at, t.len);
}

/* The side that the words name, or its player; CSV_COLUMNS: none. */
static size_t side_of(struct text t, const struct names *names) {
    size_t column = zi_sheet_column(t);
    bool letter = t.len == 1 && *t.at >= 'a', more = t.len && memchr(t.at, '(', t.len);
    if (is_side_column(column) && !letter && !more)
        return column;
    bool one = is_name(t, names->name[0]), other = is_name(t, names->name[1]);
    return one == other ? CSV_COLUMNS : names->side[other];
}

/* Takes a side, also a second one if the statement about the first is complete. */
static bool take_side(struct ending *e, size_t side) {
    bool second = e->winner < CSV_COLUMNS, lost = e->resigns || e->loses;
    if (side == CSV_COLUMNS || e->loser < CSV_COLUMNS || (second && !lost && !e->wins))
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
static size_t take_score(struct ending *e, const struct text *words, size_t count) {
    enum { SCORE_WORDS = 3 };
    enum said said;
    char room[64];
    for (size_t n = count < SCORE_WORDS ? count : SCORE_WORDS; n && !e->scored; n--) {
        struct text t = text_between(words[0].at, text_end(words[n - 1]));
        struct text inner = text_trimmed(t, "(),.;:![]"), digits = zi_value_unconfused(inner, room);
        digits = digits.len ? digits : inner;
        if (text_is(t, "*") || zi_words_read_score(inner, &said) ||
            zi_words_read_score(digits, &said)) {
            e->scored = true;
            e->said = text_is(t, "*") ? SAID_OPEN : said;
            return n;
        }
    }
    return 0;
}

/* Takes the phrase at the first of the words. Returns its number of words; 0: unknown. */
static size_t take_phrase(struct ending *e, const struct text *words, size_t count,
                          const struct names *names) {
    struct text all =
        text_between(words[0].at, text_end(words[count < PHRASE_WORDS ? count - 1 : 3]));
    struct text word = text_trimmed(words[0], "(),.;:![]-");
    bool digit = word.len && strchr("0123456789OolI*\xC2", *word.at);
    size_t n = digit || text_is(words[0], "*") ? take_score(e, words, count) : 0;
    while (all.len && strchr("([", *all.at))
        all = text_after(all, 1);
    size_t length = n ? 0 : take_meaning(e, all);
    while (length && n < count && words[n].at < all.at + length)
        n++;
    for (size_t i = 2; i && !n; i--) {
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
static void settle(struct ending *e) {
    bool open = e->winner < CSV_COLUMNS && !e->wins && !e->loses && !e->resigns;
    e->unclear = open && e->termination && strcmp(e->termination, "rules") != 0 &&
                 strcmp(e->termination, "adjudication") != 0;
    if (e->resigns)
        e->termination = "resignation";
    if ((e->resigns || e->loses) && e->winner < CSV_COLUMNS && e->loser == CSV_COLUMNS) {
        e->loser = e->winner;
        e->winner = CSV_COLUMNS;
    }
    e->resigns &= e->loser == CSV_COLUMNS && !e->scored;
}

size_t zi_ending_phrase(const struct text *words, size_t count, struct ending *out,
                        const struct names *names) {
    enum { LONGEST = 12 };
    struct ending e = {.winner = CSV_COLUMNS, .loser = CSV_COLUMNS}, before;
    size_t at = 0, n = 1;
    bool any = false;
    while (n && at < count && at < LONGEST) {
        before = e;
        n = take_phrase(&e, words + at, count - at, names);
        any |= memcmp(&before, &e, sizeof e) != 0;
        at += n;
    }
    bool alone = (e.wins || e.loses) && e.winner == CSV_COLUMNS && !e.scored && !e.termination;
    if (!any || alone)
        return 0;
    e.text = text_between(words[0].at, text_end(words[at - 1]));
    settle(&e);
    *out = e;
    return at;
}

bool zi_ending_read(struct text t, struct ending *out, const struct names *names) {
    struct text words[WORDS_MAX];
    size_t count = zi_sheet_words(t, words);
    struct ending e;
    bool whole = count && zi_ending_phrase(words, count, &e, names) == count;
    if (whole)
        *out = e;
    return whole;
}

/* Several endings. */

static size_t column_of_side(const char *side) {
    size_t i = 0;
    while (strcmp(zi_csv_headings[i], side) != 0)
        i++;
    return i;
}

size_t zi_side_moving(const struct ruleset *rs, bool second) {
    return column_of_side(zi_words_result(second ? SAID_SECOND : SAID_FIRST, rs, NULL));
}

/* The result that a phrase states; NULL: none. */
static const char *result_of(const struct ending *e, const struct ruleset *rs, bool *clash) {
    const char *scored = e->scored ? zi_words_result(e->said, rs, NULL) : NULL;
    const char *said = e->draw ? "draw" : NULL;
    if (e->winner < CSV_COLUMNS && !e->unclear)
        said = zi_csv_headings[e->winner];
    *clash |= e->loser < CSV_COLUMNS && e->loser == e->winner;
    if (e->loser < CSV_COLUMNS)
        said = zi_csv_headings[zi_side_moving(rs, e->loser == zi_side_moving(rs, false))];
    *clash |= (e->turned && e->scored && (e->said == SAID_FIRST || e->said == SAID_SECOND)) ||
              (scored && said && strcmp(scored, said) != 0);
    return scored ? scored : said;
}

/* Whether a game with this termination has a loser. */
static bool names_loser(const char *termination) {
    static const char *const words[] = {"resignation", "time", "forfeit", NULL};
    return termination && text_is_one_of(text_of(termination), words);
}

struct conclusion zi_endings_conclude(const struct ending *const *all, size_t count,
                                      const struct ruleset *rs) {
    struct conclusion c = {0};
    bool resigns = false, unclear = false;
    for (size_t i = 0; i < count; i++) {
        if (!all[i]->text.len)
            continue;
        const char *said = result_of(all[i], rs, &c.clash);
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
