/* What Unicode says of text: characters, graphemes, columns on a terminal, folding. The only user
   of utf8proc.

   Text may be any bytes: a byte that is not part of well-formed UTF-8 counts as one U+FFFD. All
   functions take linear time, keep no state, and can be called from any thread. */
#pragma once

#include "notation/base/buffer.h"

enum { REPLACEMENT_CHARACTER = 0xFFFD };

/* U+FFFD in UTF-8. */
#define REPLACEMENT_TEXT TEXT("\xEF\xBF\xBD")

/* The offset of the first byte that is not UTF-8 in `t`, or t.len. *ascii: whether all bytes before
   it are below 0x80. */
size_t zi_utf8_check(struct text t, bool *ascii);

/* How many characters begin in UTF-8 text. */
size_t zi_text_characters(struct text t);

/* Removes the first character from `t`, which is not empty, and returns its bytes. *c is its code
   point; for a byte that is not UTF-8, which is removed alone, U+FFFD. */
struct text zi_character_next(struct text *t, uint32_t *c);

/* Removes the first grapheme cluster from `t`, which is not empty, and returns its bytes: what a
   reader sees as one character, such as a letter with its accents, a flag, or an emoji of several
   people. A control character is always alone. What continues for more than GRAPHEME_CHARACTERS_MAX
   characters, as no language's does, is broken there, so that every grapheme fits on a line. */
enum { GRAPHEME_CHARACTERS_MAX = 16 };
struct text zi_grapheme_next(struct text *t);

/* The columns that the text takes on a terminal: 2 for wide characters and emoji, 0 for combining
   and invisible ones, else 1. A control character or a broken byte counts 1, as what is shown in
   its place. */
size_t zi_text_columns(struct text t);

/* The longest beginning of `t` of at most `columns` columns that does not end within a grapheme. */
struct text zi_text_truncate(struct text t, size_t columns);

/* Appends the text with blanks after it, or before it where `right`, up to `columns` columns. */
void zi_text_pad(struct buffer *out, struct text t, size_t columns, bool right);

/* Appends the text as it is compared where case, accents and the form of a character do not matter,
   in any script: compatibility decomposition, without marks, case folded; Latin letters that have
   no decomposition as those that stand for them, such as l for `ł`. The result is UTF-8. */
void zi_text_fold(struct buffer *out, struct text t);

/* Appends a character in ASCII: a Latin letter without its marks, ligatures as their letters,
   quotes and dashes as those of ASCII, and nothing for a combining mark. False if it has no such
   form; then nothing is appended. */
bool zi_character_ascii(struct buffer *out, uint32_t c);

/* A code point in UTF-8; U+FFFD in the place of a surrogate, and of one above U+10FFFF. */
enum { CHARACTER_BYTES = 4 };
struct text zi_character_utf8(uint32_t c, char room[CHARACTER_BYTES]);

/* Whether the character turns the direction of the text around it, or separates lines without being
   a control. What is written for programs holds it escaped. */
static inline bool zi_character_turns(uint32_t c) {
    return c == 0x61C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);
}

/* Letters and numbers of any kind. */
bool zi_character_is_alphanumeric(uint32_t c);

/* Decimal digits of any script. */
bool zi_character_is_digit(uint32_t c);

/* Combining marks. */
bool zi_character_is_mark(uint32_t c);

/* Whether the character must not reach a terminal or a page as it is: it is a control, breaks the
   line, turns the direction of the text around it, is a noncharacter, or is invisible and means
   nothing after `before`. `before`: the character before it, 0 at the start. Joiners, variation
   selectors and tags are kept where a script or an emoji uses them: after a character that is not
   ASCII, a variation selector also after a digit, `#` and `*`. */
bool zi_character_is_deceptive(uint32_t c, uint32_t before);
