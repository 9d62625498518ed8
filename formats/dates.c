#include "formats/dates.h"

#include "formats/formats.h"
#include "notation/base/map.h"
#include "notation/base/unicode.h"
#include "notation/words/values.h"

/* The names of months, folded, in the supported languages, in Polish in both cases; then the days
   of the week. */
enum { MONTHS = 12, NAMES = 48 };
static const char *const names[MONTHS + 1][NAMES] = {
    {"january", "januari", "januar", "janvier", "styczen", "stycznia"},
    {"february", "februari", "februar", "fevrier", "luty", "lutego"},
    {"march", "maart", "mrt", "mars", "marz", "marzec", "marca"},
    {"april", "avril", "kwiecien", "kwietnia"},
    {"may", "mei", "mai", "maj", "maja"},
    {"june", "juni", "juin", "czerwiec", "czerwca"},
    {"july", "juli", "juillet", "lipiec", "lipca"},
    {"august", "augustus", "aout", "sierpien", "sierpnia"},
    {"september", "septembre", "wrzesien", "wrzesnia"},
    {"october", "oktober", "octobre", "pazdziernik", "pazdziernika"},
    {"november", "novembre", "listopad", "listopada"},
    {"december", "desember", "dezember", "decembre", "grudzien", "grudnia"},
    {"monday",   "tuesday",      "wednesday", "thursday",   "friday",   "saturday", "sunday",
     "maandag",  "dinsdag",      "woensdag",  "donderdag",  "vrijdag",  "zaterdag", "zondag",
     "montag",   "dienstag",     "mittwoch",  "donnerstag", "freitag",  "samstag",  "sonnabend",
     "sonntag",  "lundi",        "mardi",     "mercredi",   "jeudi",    "vendredi", "samedi",
     "dimanche", "mandag",       "tirsdag",   "onsdag",     "torsdag",  "fredag",   "lordag",
     "sondag",   "poniedzialek", "wtorek",    "sroda",      "czwartek", "piatek",   "sobota",
     "niedziela"},
};
static struct by_letter by_letter = {.words = names[0], .count = sizeof names / sizeof **names};

static void write_date(char to[10], uint32_t year, uint32_t month, uint32_t day) {
    struct writer w = {to, 10, 0};
    const uint32_t parts[] = {year, month, day};
    for (size_t i = 0; i < 3; i++) {
        if (i)
            write_char(&w, '-');
        for (uint32_t unit = i ? 10 : 1000; unit; unit /= 10)
            write_char(&w, (char)('0' + parts[i] / unit % 10));
    }
}

/* The month, from 1, or MONTHS + 1 for a day of the week, whose name begins with the folded word;
   0: none, or several. */
static uint32_t name_of(struct text word) {
    uint32_t found = 0;
    for (size_t i = 0; word.len > 1 && zi_by_letter_next(&by_letter, word, &i);) {
        uint32_t row = (uint32_t)((i - 1) / NAMES) + 1;
        if (strncmp(by_letter.words[i - 1], word.at, word.len) != 0 ||
            (row <= MONTHS && word.len < 3) || row == found)
            continue;
        if (found && row <= MONTHS)
            return 0;
        found = found ? found : row;
    }
    return found;
}

/* Reads `10 October 2026`, `10. okt. 26`, `October 10th, 2026`. */
static enum date_form read_words(struct text t, char to[10]) {
    enum { FOLDED_MAX = 512, ORDINAL_MAX = 5 }; /* 10th, 1er */
    char room[FOLDED_MAX];
    uint32_t number[2], month = 0;
    size_t digits[2], n = 0;
    bool day = false; /* of the week */
    for (struct text left = zi_text_folded(t, room, sizeof room); left.len;) {
        size_t first = text_digits(left), length = first;
        while (text_byte(left, length) >= 'a' && left.at[length] <= 'z')
            length++;
        if (first) {
            if (n == 2 || first > 4 || (length > first && length > ORDINAL_MAX))
                return DATE_LEFT;
            digits[n] = first;
            number[n++] = text_number((struct text){left.at, first}, 10000);
        } else if (length) {
            uint32_t found = name_of((struct text){left.at, length});
            bool weekday = found > MONTHS;
            if (!found || month || (weekday && (day || n)))
                return DATE_LEFT;
            day = true;
            month = weekday ? 0 : found;
        } else if (!strchr(" .,-/", *left.at)) {
            return DATE_LEFT;
        }
        left = text_after(left, length ? length : 1);
    }
    bool year_last = n == 2 && digits[0] < 3 && (digits[1] == 4 || digits[1] == 2);
    bool year_first = n == 2 && digits[0] == 4 && digits[1] < 3;
    if (!month || !(year_last || year_first))
        return DATE_LEFT;
    uint32_t year = number[year_last] + (digits[year_last] == 2 ? 2000 : 0);
    write_date(to, year, month, number[!year_last]);
    return DATE_READ;
}

static struct text without_midnight(struct text t) {
    static const char *const midnight[] = {" 00:00", " 00:00:00", "T00:00:00", " 0:00:00"};
    for (size_t i = 0; i < sizeof midnight / sizeof *midnight; i++) {
        size_t length = strlen(midnight[i]);
        if (t.len > length && !memcmp(t.at + t.len - length, midnight[i], length))
            return (struct text){t.at, t.len - length};
    }
    return t;
}

static enum date_form read_date(struct text t, unsigned said, char to[10], char other[10]) {
    enum { LONGEST = 40 };
    uint32_t part[3] = {0};
    size_t digits[3] = {0}, n = 0;
    char between = 0;
    t = without_midnight(t);
    for (struct text left = t; left.len; n++) {
        digits[n] = text_digits(left);
        part[n] = text_number((struct text){left.at, digits[n]}, 10000);
        char next = text_byte(left, digits[n]);
        bool sign = next == '-' || next == '/' || next == '.';
        bool more = sign && n < 2 && (!between || next == between);
        if (digits[n] > 4 || (digits[n] < left.len && !more))
            return t.len < LONGEST ? read_words(t, to) : DATE_LEFT;
        between = more ? next : between;
        left = text_after(left, digits[n] + more);
    }
    if (digits[0] < 3 && (between == '.' || between == '/') && digits[2] == 2) { /* 21.11.26 */
        part[2] += 2000;
        digits[2] = 4;
    }
    bool year_first = digits[0] == 4, short_ends = digits[1] && digits[1] < 3;
    size_t end = year_first ? 2 : 0;
    if (!short_ends || !digits[end] || digits[end] > 2 || digits[2 - end] != 4)
        return DATE_LEFT;
    if (year_first) {
        write_date(to, part[0], part[1], part[2]);
        return DATE_READ;
    }
    bool day = part[0] > 12 || part[0] == part[1] || between == '.' || said == DATES_DAY_FIRST;
    bool month = part[1] > 12 || (said == DATES_MONTH_FIRST && part[0] <= 12);
    if (month && part[0] <= 12 && between != '.')
        write_date(to, part[2], part[0], part[1]);
    else
        write_date(to, part[2], part[1], part[0]);
    write_date(other, part[2], part[0], part[1]);
    return day || month ? DATE_READ : DATE_TWO_WAYS;
}

enum date_form zi_date_read(struct text t, unsigned said, char to[10], char other[10]) {
    char clear[64];
    enum date_form form = read_date(t, said, to, other);
    struct text meant = form == DATE_LEFT ? zi_value_unconfused(t, clear) : NO_TEXT;
    return meant.len ? read_date(meant, said, to, other) : form;
}
