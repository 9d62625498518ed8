/* Jansson does not report every failed allocation: its lexer drops data that it has no memory for,
   and some failures have the error code of a fault in the text. malloc sets errno, which only
   numbers reset, so errno is checked before each number. It is also checked before each quote, and
   the text then ends: at the end of a string Jansson aborts if half an escape was lost.

   The lexer keeps a token in a buffer of 16 bytes that doubles. If it must grow for the quote that
   ends a string and cannot, Jansson looks for that quote after the buffer. To prevent this, one
   character of such a string is passed as an escape, so that the buffer grows before the quote. */
#include "notation/record/json_load.h"

#include <errno.h>
#include <stdlib.h>

#include "notation/base/unicode.h"

enum { TOKEN_BUFFER = 16, ESCAPE_BYTES = 6 };

struct source {
    struct text rest;
    bool out_of_memory;
    bool in_string;     /* the next quote that is not escaped ends a string */
    size_t room;        /* size of the lexer's buffer after the strings so far */
    const char *change; /* the next character to be written as an escape, or NULL */
    size_t more;        /* bytes that escapes added to the input */
};

static bool in_number(char c) {
    return is_digit(c) || c == '+' || c == '-' || c == '.' || (c | 0x20) == 'e';
}

/* The length of a character in a string, not a quote, that one escape can express; else 0. */
static size_t changeable(struct text t, uint32_t *c) {
    size_t length = zi_character_next(&t, c).len;
    bool is_text = *c >= ' ' && *c < 0x10000 && !(length == 1 && *c >= 0x80);
    return is_text && *c != '\\' ? length : 0;
}

/* Looks ahead at a string, starting at its quote: whether the buffer would grow for its closing
   quote. */
static void look_ahead(struct source *s, struct text t) {
    size_t length = 1, change = 0, digits_end = 0;
    uint32_t c;
    for (; length < t.len && t.at[length] != '"'; length++) {
        if (!change && length >= digits_end && changeable(text_after(t, length), &c))
            change = length;
        if (t.at[length] == '\\') {
            length++;
            digits_end = length < t.len && t.at[length] == 'u' ? length + ESCAPE_BYTES - 1 : 0;
        }
    }
    for (; s->room < length + 1; s->room *= 2)
        ;
    if (s->room > length + 1 || length >= t.len)
        return;
    s->room *= 2;
    if (change)
        s->change = t.at + change;
    else
        free(malloc(s->room)); /* without any memory at least this fails and sets errno */
}

/* Returns a character as an escape. */
static size_t put_change(struct source *s, char *to) {
    static const char digits[] = "0123456789abcdef";
    uint32_t c;
    size_t length = changeable(s->rest, &c);
    const char escape[ESCAPE_BYTES] = {
        '\\', 'u', digits[c >> 12 & 15], digits[c >> 8 & 15], digits[c >> 4 & 15], digits[c & 15]};
    memcpy(to, escape, sizeof escape);
    s->more += sizeof escape - length;
    s->rest.at += length;
    s->rest.len -= length;
    return sizeof escape;
}

/* Whether a quote at the start of the rest is escaped, inside a string with an opening quote. */
static bool is_escaped(const struct source *s) {
    const char *p = s->rest.at;
    while (p[-1] == '\\')
        p--;
    return (s->rest.at - p) % 2;
}

/* Returns the next piece: inside a number or without numbers; a quote starts a new piece. */
static size_t next_piece(void *to, size_t cap, void *context) {
    struct source *s = context;
    size_t n = 0;
    if (s->rest.len && *s->rest.at == '"' && !(s->in_string && is_escaped(s))) {
        s->in_string = !s->in_string;
        if (s->in_string)
            look_ahead(s, s->rest);
    }
    s->out_of_memory |= errno == ENOMEM;
    if (s->out_of_memory)
        return 0;
    if (s->rest.len && s->rest.at == s->change)
        return put_change(s, to);
    while (n < s->rest.len && n < cap && in_number(s->rest.at[n]) == in_number(*s->rest.at) &&
           (!n || s->rest.at[n] != '"') && s->rest.at + n != s->change)
        n++;
    if (n)
        memcpy(to, s->rest.at, n);
    s->rest.at += n;
    s->rest.len -= n;
    return n;
}

json_t *zi_json_load(struct text t, size_t flags, json_error_t *error, bool *out_of_memory) {
    struct source s = {.rest = t, .room = TOKEN_BUFFER};
    errno = 0;
    json_t *v = json_load_callback(next_piece, &s, flags, error);
    if (error) /* it is after all escapes in the input */
        error->position -= (int)s.more;
    if (errno != ENOMEM && !s.out_of_memory)
        return v;
    *out_of_memory = true;
    json_decref(v);
    return NULL;
}
