/* Jansson does not tell every failed allocation: its lexer drops what it has no memory for, and
   some failures have the code of a mistake in the text. malloc sets errno, which only numbers
   reset, so errno is looked at before each of them. It is looked at before each quote too, and the
   text then ends: at the end of a string Jansson stops the program if half an escape is lost. */
#include "notation/record/json_load.h"

#include <errno.h>

struct source {
    struct text rest;
    bool out_of_memory;
};

static bool in_number(char c) {
    return is_digit(c) || c == '+' || c == '-' || c == '.' || (c | 0x20) == 'e';
}

/* Hands out the next piece: all or nothing of it belongs to a number, and a quote begins one. */
static size_t next_piece(void *to, size_t cap, void *context) {
    struct source *s = context;
    size_t n = 0;
    s->out_of_memory |= errno == ENOMEM;
    if (s->out_of_memory)
        return 0;
    while (n < s->rest.len && n < cap && in_number(s->rest.at[n]) == in_number(*s->rest.at) &&
           (!n || s->rest.at[n] != '"'))
        n++;
    if (n)
        memcpy(to, s->rest.at, n);
    s->rest.at += n;
    s->rest.len -= n;
    return n;
}

json_t *zet_json_load(struct text t, size_t flags, json_error_t *error, bool *out_of_memory) {
    struct source s = {t, false};
    errno = 0;
    json_t *v = json_load_callback(next_piece, &s, flags, error);
    if (errno != ENOMEM && !s.out_of_memory)
        return v;
    *out_of_memory = true;
    json_decref(v);
    return NULL;
}
