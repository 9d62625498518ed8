/* Unicode properties of text: characters, graphemes, terminal columns, folding. The only user of
   utf8proc.

   Text may be any bytes: each byte that is not part of well-formed UTF-8 is treated as one U+FFFD.
   All functions take linear time, have no state, and can be called from any thread. */
#pragma once

#include "notation/base/buffer.h"

enum { REPLACEMENT_CHARACTER = 0xFFFD };

/* U+FFFD in UTF-8. */
#define REPLACEMENT_TEXT TEXT("\xEF\xBF\xBD")

/* The offset of the first byte of `t` that is not UTF-8, or t.len. *ascii: all bytes before it are
   below 0x80. */
size_t zi_utf8_check(struct text t, bool *ascii);

/* The number of characters in UTF-8 text. */
size_t zi_text_characters(struct text t);

/* Removes the first character from `t`, which is not empty, and returns its bytes. *c is its code
   point. A byte that is not UTF-8 is removed alone; *c is then U+FFFD. */
struct text zi_character_next(struct text *t, uint32_t *c);

/* Removes the first grapheme cluster from `t`, which is not empty, and returns its bytes: one
   character to the reader, such as an accented letter, a flag, or an emoji of several people. A
   control character is always alone. A cluster is broken after GRAPHEME_CHARACTERS_MAX characters,
   more than any language needs, so every grapheme fits on a line. */
enum { GRAPHEME_CHARACTERS_MAX = 16 };
struct text zi_grapheme_next(struct text *t);

/* The width of the text in terminal columns: 2 for wide characters and emoji, 0 for combining and
   invisible ones, else 1. A control character or broken byte takes 1, the width of its
   replacement. */
size_t zi_text_columns(struct text t);

/* The longest prefix of `t` that has at most `columns` columns and does not split a grapheme. */
struct text zi_text_truncate(struct text t, size_t columns);

/* Appends the text, padded with blanks to `columns` columns; `right`: the blanks come first. */
void zi_text_pad(struct buffer *out, struct text t, size_t columns, bool right);

/* Appends the text folded for comparison without case, accents and forms of characters, in any
   script: compatibility decomposition, without marks, case folded; Latin letters without a
   decomposition become similar ASCII letters, such as l for `ł`. The result is UTF-8. */
void zi_text_fold(struct buffer *out, struct text t);

/* The same in `room`; NO_TEXT if it does not fit. */
struct text zi_text_folded(struct text t, char *room, size_t size);

/* Appends a character in ASCII: a Latin letter without its marks, a ligature as its letters, ASCII
   quotes and dashes, and nothing for a combining mark. Appends nothing and returns false if it has
   no such form. */
bool zi_character_ascii(struct buffer *out, uint32_t c);

/* Encodes a code point as UTF-8; a surrogate or a value above U+10FFFF becomes U+FFFD. */
enum { CHARACTER_BYTES = 4 };
struct text zi_character_utf8(uint32_t c, char room[CHARACTER_BYTES]);

/* Whether the character changes the direction of the text around it, or separates lines without
   being a control. Output for programs escapes it. */
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

/* Whether the character must not reach a terminal or a page unchanged: it is a control, breaks the
   line, changes the direction of the text around it, is a noncharacter, or is invisible and
   meaningless after `before`, the character before it (0 at the start). Joiners, variation
   selectors and tags are allowed where a script or an emoji uses them: after a non-ASCII character;
   a variation selector also after a digit, `#` and `*`. */
bool zi_character_is_deceptive(uint32_t c, uint32_t before);
