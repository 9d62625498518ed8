#include "formats/spoken.h"

#include "notation/base/unicode.h"
#include "validators/replay/endings.h"

enum { NUMBERS = 16, LETTERS = 8, WORDS = 6 };

/* In English, Dutch, German, French, Norwegian, Polish; folded. */
static const char *const numbers[NUMBERS][WORDS + 1] = {
    {"one", "een", "eins", "un", "en", "jeden"},
    {"two", "twee", "zwei", "deux", "to", "dwa"},
    {"three", "drie", "drei", "trois", "tre", "trzy"},
    {"four", "vier", "vier", "quatre", "fire", "cztery"},
    {"five", "vijf", "funf", "cinq", "fem", "piec"},
    {"six", "zes", "sechs", "six", "seks", "szesc"},
    {"seven", "zeven", "sieben", "sept", "sju", "siedem"},
    {"eight", "acht", "acht", "huit", "atte", "osiem"},
    {"nine", "negen", "neun", "neuf", "ni", "dziewiec"},
    {"ten", "tien", "zehn", "dix", "ti", "dziesiec"},
    {"eleven", "elf", "elf", "onze", "elleve", "jedenascie"},
    {"twelve", "twaalf", "zwolf", "douze", "tolv", "dwanascie"},
    {"thirteen", "dertien", "dreizehn", "treize", "tretten", "trzynascie"},
    {"fourteen", "veertien", "vierzehn", "quatorze", "fjorten", "czternascie"},
    {"fifteen", "vijftien", "funfzehn", "quinze", "femten", "pietnascie"},
    {"sixteen", "zestien", "sechzehn", "seize", "seksten", "szesnascie"},
};

static const char *const letters[LETTERS][WORDS + 1] = {
    {"alpha", "alfa", "anton", "anna", "adam"},
    {"bravo", "berta", "bernard", "bernhard", "barbara"},
    {"charlie", "cornelis", "casar", "celine", "cezar"},
    {"delta", "dirk", "dora", "david", "dorota"},
    {"echo", "eduard", "emil", "edward", "ewa"},
    {"foxtrot", "ferdinand", "friedrich", "fredrik"},
    {"golf", "gerard", "gustav", "gustaw"},
    {"hotel", "hendrik", "heinrich", "harald", "henryk"},
};

/* The row with the word, from 1; 0: none. */
static unsigned find(const char *const (*rows)[WORDS + 1], unsigned count, struct text word) {
    char room[64];
    struct text t = zi_text_folded(text_trimmed(word, ".,;:()"), room, sizeof room);
    for (unsigned i = 0; i < count; i++)
        if (text_is_one_of(t, rows[i]))
            return i + 1;
    return 0;
}

/* The file that a word names, as a letter; 0: none. */
static char file_of(struct text word) {
    unsigned letter = word.len > 1 ? find(letters, LETTERS, word) : 0;
    bool single = word.len == 1 && is_letter(*word.at) && (*word.at | 0x20) <= 'p';
    return single ? (char)(*word.at | 0x20) : letter ? (char)('a' + letter - 1) : '\0';
}

/* The sign of a direction of a sowing that a word names; 0: none. */
static char direction_of(struct text word) {
    static const char *const plus[] = {"plus", "pluss", "cw", "clockwise", NULL},
                             *const minus[] = {
                                 "minus",         "min", "moins", "ccw", "counterclockwise",
                                 "anticlockwise", NULL};
    struct text t = text_trimmed(word, ".,;:()");
    return text_in_any_case(t, plus) ? '+' : text_in_any_case(t, minus) ? '-' : '\0';
}

/* Goes through the cells of a line and returns their number. */
static unsigned each_cell(char *line, size_t length, bool write) {
    unsigned count = 0;
    struct text left = {line, length}, word, last = NO_TEXT;
    while ((word = text_next_word(&left)).len) {
        char file = last.len && last.len < 16 && word.len < 24 ? file_of(last) : '\0';
        unsigned rank = file ? find(numbers, NUMBERS, word) : 0;
        size_t from = rank ? (size_t)(last.at - line) : 0, to = (size_t)(text_end(word) - line);
        bool comma = word.at[word.len - 1] == ',';
        bool pit = last.len == 2 && is_letter(*last.at) && is_digit(last.at[1]);
        char sign = pit ? direction_of(word) : '\0';
        count += sign ? 2 : rank > 0;
        if (sign && write) {
            memset(line + (last.at + 2 - line), ' ', (size_t)(text_end(word) - last.at - 2));
            line[last.at + 2 - line] = sign;
            line[last.at + 3 - line] = comma ? ',' : ' ';
        }
        last = rank ? (struct text){line + from, 2} : word;
        if (!rank || !write)
            continue;
        memset(line + from, ' ', to - from);
        line[from++] = file;
        if (rank > 9)
            line[from++] = '1';
        line[from++] = (char)('0' + rank % 10);
        if (comma)
            line[from] = ',';
    }
    return count;
}

/* Whether a letter stands alone there, with a blank and a number after it: `c 13`, or `x 2` of a
   sowing. Returns the length of the number. */
static size_t spaced_number(struct text t, size_t at) {
    char before = at ? t.at[at - 1] : ' ', letter = (char)(text_byte(t, at) | 0x20);
    struct text after = text_after(t, at < t.len ? at + 1 : at);
    size_t digits = text_first(after) == ' ' ? text_digits(text_after(after, 1)) : 0;
    bool level = is_digit(before) && (at < 2 || !is_digit(t.at[at - 2])); /* `2e 5` */
    bool alone = !is_letter(before) && (level || !is_digit(before)) && before > 0;
    bool ends = !is_letter(text_byte(after, digits + 1)) && text_byte(after, digits + 1) >= 0;
    bool file = letter >= 'a' && letter <= 'p', loot = letter == 'x' && strchr("+-", before);
    return alone && ends && digits < 3 && (file || loot) ? digits : 0;
}

/* Closes the cells of a line whose letters and numbers all stand apart. */
static void close_cells(char *line, size_t length) {
    struct text t = {line, length};
    unsigned count = 0, others = 0;
    size_t digits;
    for (size_t i = 0; i < length; i++) {
        digits = spaced_number(t, i);
        count += digits > 0;
        others += !digits && is_letter(line[i]);
        if (is_letter(line[i]) && is_digit(text_byte(t, i + 1)))
            return;
    }
    for (size_t i = 0; i < length && (count > 1 || !others); i++)
        if ((digits = spaced_number(t, i)) > 0 && is_blank(i ? line[i - 1] : ' ')) {
            line[i + 1] = line[i];
            line[i] = ' ';
        } else if (digits) {
            memmove(line + i + 1, line + i + 2, digits);
            line[i + 1 + digits] = ' ';
        }
}

void zi_spoken_write(char *line, size_t length) {
    close_cells(line, length);
    if (each_cell(line, length, false) > 1)
        each_cell(line, length, true);
}
