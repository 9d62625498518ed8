/* Jansson does not tell every failed allocation: its lexer drops what it has no memory for, and
   some failures have the code of a mistake in the text. malloc sets errno, which only numbers
   reset, so errno is looked at before each of them. It is looked at before each quote too, and the
   text then ends: at the end of a string Jansson stops the program if half an escape is lost.

   The lexer keeps a token in a buffer of 16 bytes that doubles. Where it had to grow for the quote
   that ends a string and could not, Jansson would look for that quote after the buffer. So that it
   never grows there, one character of such a string is handed out as an escape: the buffer grows
   before the quote. */
#include "notation/record/json_load.h"

#include <errno.h>
#include <stdlib.h>

#include "notation/base/unicode.h"

enum { TOKEN_BUFFER = 16, ESCAPE_BYTES = 6 };

struct source {
    struct text rest;
    bool out_of_memory;
    bool in_string;     /* the next quote that is not escaped ends a string */
    size_t room;        /* what strings have made of the lexer's buffer */
    const char *change; /* the character that is next to be an escape, or NULL */
    size_t more;        /* bytes that escapes added to what was handed out */
};

static bool in_number(char c) {
    return is_digit(c) || c == '+' || c == '-' || c == '.' || (c | 0x20) == 'e';
}

/* The length of a character of the string, no quote, that can be written as one escape, or 0. */
static size_t changeable(struct text t, uint32_t *c) {
    size_t length = zi_character_next(&t, c).len;
    bool is_text = *c >= ' ' && *c < 0x10000 && !(length == 1 && *c >= 0x80);
    return is_text && *c != '\\' ? length : 0;
}

/* Looks ahead at a string, whose quote `t` begins with: whether the buffer would grow for the quote
   that ends it. */
static void look_ahead(struct source *s, struct text t) {
    size_t length = 1, change = 0, digits_end = 0;
    uint32_t c;
    for (; length < t.len && t.at[length] != '"'; length++) {
        if (!change && length >= digits_end &&
            changeable((struct text){t.at + length, t.len - length}, &c))
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
        free(malloc(s->room)); /* at least if there is no memory at all, it is told */
}

/* Returns a character as an escape. */
static size_t put_change(struct source *s, char *to) {
    static const char digits[] = "0123456789abcdef";
    uint32_t c;
    size_t length = changeable(s->rest, &c);
    const char escape[ESCAPE_BYTES] = {
        '\\', 'u', digits[c >> 12 & 15], digits[c >> 8 & 15], digits[c >> 4 & 15], digits[c & 15]};
    memcpy(to, escape, sizeof escape);
    s->change = NULL;
    s->more += sizeof escape - length;
    s->rest.at += length;
    s->rest.len -= length;
    return sizeof escape;
}

/* Whether a quote at the beginning of the rest is escaped within a string, which began with one. */
static bool is_escaped(const struct source *s) {
    const char *p = s->rest.at;
    while (p[-1] == '\\')
        p--;
    return (s->rest.at - p) % 2;
}

/* Returns the next piece: all or nothing of it belongs to a number, and a quote begins one. */
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
    if (error) /* which is after every escape that was handed out */
        error->position -= (int)s.more;
    if (errno != ENOMEM && !s.out_of_memory)
        return v;
    *out_of_memory = true;
    json_decref(v);
    return NULL;
}
