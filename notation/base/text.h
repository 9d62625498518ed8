/* Slices: text that others own. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* For functions that other files call for every move: gcc inlines them at link time, when it sees
   all files. clang does not link this way, and warns. */
#ifdef __clang__
#define LINK_INLINE
#else
#define LINK_INLINE inline
#endif

/* `len` bytes at `at`, not terminated. `at` may be NULL when len is 0. */
struct text {
    const char *at;
    size_t len;
};

#define TEXT(literal) ((struct text){"" literal, sizeof(literal) - 1})

#define NO_TEXT ((struct text){NULL, 0})

static inline struct text text_of(const char *terminated) {
    return (struct text){terminated, strlen(terminated)};
}

static inline bool text_same(struct text a, struct text b) {
    return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

/* Compares bytes like strcmp: below 0, 0 or above. */
static inline int text_order(struct text a, struct text b) {
    size_t shorter = a.len < b.len ? a.len : b.len;
    int order = shorter ? memcmp(a.at, b.at, shorter) : 0;
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

/* A byte of a UTF-8 character after its first. */
static inline bool is_continuation(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

/* The length of the byte order mark at the start of a text: 3 or 0. */
static inline size_t text_mark(struct text t) {
    return t.len >= 3 && !memcmp(t.at, "\xEF\xBB\xBF", 3) ? 3 : 0;
}

static inline struct text text_between(const char *from, const char *to) {
    return (struct text){from, (size_t)(to - from)};
}

/* The pointer of an empty text may be NULL. C does not define NULL + 0. */
static inline const char *text_end(struct text t) { return t.len ? t.at + t.len : t.at; }

/* The first byte, or 0 if the text is empty. */
static inline char text_first(struct text t) { return t.len ? *t.at : '\0'; }

static inline bool text_is(struct text a, const char *terminated) {
    return text_first(a) == *terminated && text_same(a, text_of(terminated));
}

/* The byte at an offset; 0 after the end. */
static inline char text_byte(struct text t, size_t at) { return at < t.len ? t.at[at] : '\0'; }

/* The text without its first `count` bytes. It must have that many. */
static inline struct text text_after(struct text t, size_t count) {
    return count ? (struct text){t.at + count, t.len - count} : t;
}

static inline bool text_begins(struct text t, const char *terminated) {
    size_t length = strlen(terminated);
    return t.len >= length && !memcmp(t.at, terminated, length);
}

/* `words` ends with NULL. */
static inline bool text_is_one_of(struct text t, const char *const *words) {
    while (*words && !text_is(t, *words))
        words++;
    return *words != NULL;
}

/* Returns the entry of `words` (ends with NULL) that equals the text, ignoring the case of ASCII
   letters; or NULL. */
static inline const char *text_in_any_case(struct text t, const char *const *words) {
    for (; *words; words++) {
        size_t i = 0;
        if (t.len && (*t.at ^ **words) & ~0x20) /* rejects most words */
            continue;
        for (; i < t.len && (*words)[i]; i++) {
            char a = t.at[i], b = (*words)[i];
            bool letter = (a | 0x20) >= 'a' && (a | 0x20) <= 'z';
            if (a != b && !(letter && (a ^ b) == 0x20))
                break;
        }
        if (i == t.len && !(*words)[i])
            return *words;
    }
    return NULL;
}

static inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
static inline bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }
static inline bool is_line_end(char c) { return c == '\n' || c == '\r'; }
static inline bool is_blank(char c) { return c == ' ' || c == '\t' || is_line_end(c); }

/* PCRE2's white space. */
static inline bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* The length of the printable ASCII at the start of the text. */
static inline size_t text_plain_length(struct text t) {
    size_t n = 0;
    while (n < t.len && t.at[n] >= ' ' && t.at[n] < 0x7F)
        n++;
    return n;
}

/* The offset of the first byte from `at` on that is not blank. */
static inline size_t text_after_blanks(struct text t, size_t at) {
    while (at < t.len && is_blank(t.at[at]))
        at++;
    return at;
}

/* The end of the line that contains the byte at `at`, without its line end; and the start of the
   next line. */
static inline size_t text_line_end(struct text t, size_t at) {
    while (at < t.len && !is_line_end(t.at[at]))
        at++;
    return at;
}
static inline size_t text_next_line(struct text t, size_t at) {
    at = text_line_end(t, at);
    bool cr_lf = at + 1 < t.len && t.at[at] == '\r' && t.at[at + 1] == '\n';
    return at < t.len ? at + 1 + cr_lf : at;
}
static inline size_t text_line_start(struct text t, size_t at) {
    while (at && !is_line_end(t.at[at - 1]))
        at--;
    return at;
}

#define BLANK_MARKS " \t\r\n"
#define SPACE_MARKS BLANK_MARKS "\v\f"

/* Removes the characters of `marks`, which has no letters, from both ends. */
static inline struct text text_trimmed(struct text t, const char *marks) {
    while (t.len && *t.at && !is_letter(*t.at) && strchr(marks, *t.at))
        t = (struct text){t.at + 1, t.len - 1};
    while (t.len && t.at[t.len - 1] && !is_letter(t.at[t.len - 1]) &&
           strchr(marks, t.at[t.len - 1]))
        t.len--;
    return t;
}

/* Removes the text up to a separator from *rest and returns it; *rest ends as NO_TEXT. */
static inline struct text text_next_part(struct text *rest, char separator) {
    const char *at = rest->len ? memchr(rest->at, separator, rest->len) : NULL;
    struct text part = {rest->at, at ? (size_t)(at - rest->at) : rest->len};
    *rest = at ? (struct text){at + 1, rest->len - part.len - 1} : NO_TEXT;
    return part;
}

/* The value of a hexadecimal digit in either case; 16 for any other character. */
static inline unsigned hex_digit(char c) {
    return is_digit(c)                              ? (unsigned)(c - '0')
           : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (unsigned)((c | 0x20) - 'a' + 10)
                                                    : 16;
}

/* Whether the text is a whole number: one or more digits. */
static inline bool text_is_number(struct text t) {
    for (size_t i = 0; i < t.len; i++)
        if (!is_digit(t.at[i]))
            return false;
    return t.len > 0;
}

/* Whether it is a whole number of at most nine digits without leading zeros. */
static inline bool text_is_small_number(struct text t) {
    return t.len < 10 && text_is_number(t) && (t.len == 1 || *t.at != '0');
}

/* The number of digits at the start. */
static inline size_t text_digits(struct text t) {
    size_t n = 0;
    while (is_digit(text_byte(t, n)))
        n++;
    return n;
}

/* The number that the digits form, at most `most`. */
static inline uint32_t text_number(struct text digits, uint32_t most) {
    uint64_t n = 0;
    for (size_t i = 0; i < digits.len && n < most; i++)
        n = n * 10 + (unsigned)(digits.at[i] - '0');
    return n < most ? (uint32_t)n : most;
}

/* Text being written. Writes at most `cap` bytes to `at`; `len` counts the bytes of the whole text,
   so `len > cap` means that it was cut, as with snprintf. Never terminates. */
struct writer {
    char *at;
    size_t cap;
    size_t len;
};

/* Copies a text, usually a move. */
static inline void copy_text(char *to, struct text t) {
    if (t.len - 4 > 4) {
        memcpy(to, t.at, t.len);
        return;
    }
    memcpy(to, t.at, 4);
    memcpy(to + t.len - 4, t.at + t.len - 4, 4);
}

static inline void write_char(struct writer *w, char c) {
    if (w->len < w->cap)
        w->at[w->len] = c;
    w->len++;
}

static inline void write_text(struct writer *w, struct text t) {
    size_t room = w->len < w->cap ? w->cap - w->len : 0, fitting = t.len < room ? t.len : room;
    if (fitting)
        copy_text(w->at + w->len, (struct text){t.at, fitting});
    w->len += t.len;
}

static inline void write_string(struct writer *w, const char *terminated) {
    write_text(w, text_of(terminated));
}

enum { DIGITS_ROOM = 24 };

/* Formats a decimal number without leading zeros at the end of `room`. */
static inline struct text digits_of(unsigned long long n, char room[DIGITS_ROOM]) {
    size_t k = DIGITS_ROOM;
    do
        room[--k] = (char)('0' + n % 10);
    while (n /= 10);
    return (struct text){room + k, DIGITS_ROOM - k};
}

static inline void write_number(struct writer *w, unsigned long long n) {
    char room[DIGITS_ROOM];
    write_text(w, digits_of(n, room));
}

/* The written text, as far as it fit. */
static inline struct text written(const struct writer *w) {
    return (struct text){w->at, w->len < w->cap ? w->len : w->cap};
}
