#include "validators/formats/headings.h"

#include "notation/base/unicode.h"
#include "notation/words/by_letter.h"

enum { NAME_BYTES_MAX = 256 }; /* of a heading that is known */

const char *const zi_csv_headings[CSV_COLUMNS + 1] = {
#define COLUMN(name, heading, ...) heading,
#include "validators/formats/csv_columns.def"
#undef COLUMN
};

/* Its own heading, and words for it. */
enum { HEADING_WORDS = 33 };
static const char *const words_of[CSV_COLUMNS][HEADING_WORDS] = {
#define COLUMN(name, heading, ...) {heading, __VA_ARGS__},
#include "validators/formats/csv_columns.def"
#undef COLUMN
};
static struct by_letter by_letter = {.words = words_of[0],
                                     .count = sizeof words_of / sizeof **words_of};

struct text zi_heading_fold(struct buffer *room, struct text heading) {
    room->len = 0;
    if (heading.len > NAME_BYTES_MAX)
        return NO_TEXT;
    zi_text_fold(room, heading);
    struct text left = buffered(room);
    size_t length = 0;
    while (left.len && !room->failed) {
        uint32_t c;
        if (is_digit(*left.at) || (*left.at >= 'a' && *left.at <= 'z')) { /* most of them */
            room->at[length++] = *left.at++;
            left.len--;
            continue;
        }
        struct text character = zi_character_next(&left, &c);
        if (!zi_character_is_alphanumeric(c))
            continue;
        memmove(room->at + length, character.at, character.len);
        length += character.len;
    }
    return (struct text){room->at, length};
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
    return CSV_COLUMNS;
}

/* A remark in parentheses after a heading does not count. */
size_t zi_csv_column(struct text heading, struct buffer *room) {
    if (heading.len > 2 * NAME_BYTES_MAX)
        return CSV_COLUMNS; /* before its end is looked for: a line has as many as it has words */
    size_t column = column_named(zi_heading_fold(room, heading)), length = heading.len;
    while (length && heading.at[length - 1] != '(')
        length--;
    return column < CSV_COLUMNS || length < 2
               ? column
               : column_named(zi_heading_fold(room, (struct text){heading.at, length - 1}));
}
