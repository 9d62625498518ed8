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

void zi_spoken_write(char *line, size_t length) {
    if (each_cell(line, length, false) > 1)
        each_cell(line, length, true);
}
