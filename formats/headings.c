#include "formats/headings.h"

#include "notation/base/map.h"
#include "notation/base/unicode.h"
#include "notation/words/values.h"

const char *const zi_csv_headings[CSV_COLUMNS + 1] = {
#define COLUMN(name, heading, ...) heading,
#include "formats/csv_columns.def"
#undef COLUMN
};

/* Its own heading, and words for it. */
enum { HEADING_WORDS = 33 };
static const char *const words_of[CSV_COLUMNS][HEADING_WORDS] = {
#define COLUMN(name, heading, ...) {heading, __VA_ARGS__},
#include "formats/csv_columns.def"
#undef COLUMN
};
static struct by_letter by_letter = {.words = words_of[0],
                                     .count = sizeof words_of / sizeof **words_of};

struct text zi_heading_fold(struct text heading, char room[HEADING_ROOM]) {
    struct text left =
        heading.len > HEADING_BYTES_MAX ? NO_TEXT : zi_text_folded(heading, room, HEADING_ROOM);
    struct writer w = {room, HEADING_ROOM, 0}; /* never overtakes `left` */
    while (left.len) {
        uint32_t c = (unsigned char)*left.at;
        struct text character = {left.at, 1};
        if (c < 0x80) /* most of them */
            left = text_after(left, 1);
        else
            character = zi_character_next(&left, &c);
        for (size_t i = 0; i < character.len && zi_character_is_alphanumeric(c); i++)
            write_char(&w, character.at[i]);
    }
    return written(&w);
}

/* Whether the folded heading is the column's own, in which `_` does not count. */
static bool is_own(struct text name, const char *heading) {
    size_t i = 0;
    for (; *heading; heading++)
        if (*heading != '_' && (i == name.len || name.at[i++] != *heading))
            return false;
    return i == name.len;
}

static size_t column_named(struct text name) {
    for (size_t i = 0; zi_by_letter_next(&by_letter, name, &i);) {
        const char *word = by_letter.words[i - 1];
        if ((i - 1) % HEADING_WORDS ? text_is(name, word) : is_own(name, word))
            return (i - 1) / HEADING_WORDS;
    }
    for (size_t i = 0; i < CSV_COLUMNS; i++) /* `a_id` without its sign is in no list */
        if (is_own(name, zi_csv_headings[i]))
            return i;
    return CSV_COLUMNS;
}

/* The column of a heading that has a word more: `Joueur blanc`, `Round No.`. */
static size_t column_in_words(struct text heading) {
    static const char *const number[] = {"no", "nr", "n", "number", "nummer", "numer", NULL},
                             *const other[] = {
                                 "name",     "naam",   "nom",     "navn",  "player",   "speler",
                                 "spieler",  "joueur", "spiller", "gracz", "zawodnik", "with",
                                 "mit",      "met",    "avec",    "med",   "played",   "gespielt",
                                 "gespeeld", "am",     "on",      "de",    "final",    "partij",
                                 "gry",      NULL};
    enum { WORDS_MOST = 3 };
    char room[HEADING_ROOM];
    size_t column = CSV_COLUMNS, words = 0;
    bool numbered = false;
    while (heading.len && words++ < WORDS_MOST) {
        size_t end = 0;
        while (end < heading.len && !strchr(" _.#-", heading.at[end]))
            end++;
        struct text word = zi_heading_fold((struct text){heading.at, end}, room);
        heading = text_after(heading, end + (end < heading.len));
        numbered |= text_is_one_of(word, number);
        if (!word.len || text_is_one_of(word, other) || text_is_one_of(word, number))
            continue;
        if (column < CSV_COLUMNS || (column = column_named(word)) == CSV_COLUMNS)
            return CSV_COLUMNS;
    }
    bool counts = column == CSV_ROUND || column == CSV_TABLE;
    return heading.len || (numbered && !counts) ? CSV_COLUMNS : column;
}

/* A remark in parentheses after a heading does not count. */
size_t zi_csv_column(struct text heading) {
    char room[HEADING_ROOM];
    if (heading.len > 2 * HEADING_BYTES_MAX)
        return CSV_COLUMNS; /* before its end is looked for: a line has as many as it has words */
    size_t column = column_named(zi_heading_fold(heading, room)), length = heading.len;
    while (length && heading.at[length - 1] != '(')
        length--;
    if (column == CSV_COLUMNS && length > 1)
        column = column_named(zi_heading_fold((struct text){heading.at, length - 1}, room));
    bool words = column == CSV_COLUMNS &&
                 (memchr(heading.at, ' ', heading.len) || memchr(heading.at, '-', heading.len));
    return words ? column_in_words(heading) : column;
}

size_t zi_sheet_column(struct text t) {
    char room[64];
    t = text_trimmed(t, " .:=,#()[]\"'");
    size_t column = zi_csv_column(t);
    struct text other = column == CSV_COLUMNS ? zi_value_unconfused(t, room) : NO_TEXT;
    return other.len ? zi_csv_column(other) : column;
}

size_t zi_side_column(const char *side) {
    size_t i = 0;
    while (i < CSV_COLUMNS && strcmp(zi_csv_headings[i], side) != 0)
        i++;
    return i;
}

enum side_word zi_column_side(size_t column) {
    static const enum csv_column columns[SIDE_WORDS] = {CSV_BLACK, CSV_WHITE, CSV_A, CSV_B};
    enum side_word side = SIDE_BLACK;
    while (side < SIDE_WORDS && columns[side] != column)
        side++;
    return side;
}
