#include "notation/record/json_plain.h"

#include "notation/base/wide.h"
#include "notation/record/keys_met.h"

struct reader {
    struct record *record;
    const char *p, *end; /* what is still to be read */
    unsigned depth;
};

static size_t place_of(const struct reader *in, const char *p) {
    return (size_t)(p - in->record->text.at);
}

static void skip_blanks(struct reader *in) {
    while (in->p < in->end && is_blank(*in->p))
        in->p++;
}

/* Skips blanks, and one byte if it is `c`. */
static bool skip(struct reader *in, char c) {
    skip_blanks(in);
    if (in->p == in->end || *in->p != c)
        return false;
    in->p++;
    return true;
}

static struct node *slice(struct reader *in, const char *from, struct text text,
                          enum written_as as) {
    struct record *r = in->record;
    return node_slice(&r->arena, text, span_at(place_of(in, from), place_of(in, in->p), as),
                      &r->out_of_memory);
}

/* Writes what the escape at in->p means and moves past it. False where it is none, or NUL, or half
   a character. */
static bool read_escape(struct reader *in, struct writer *to) {
    static const char escapes[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    enum { UNICODE_BYTES = 6 };
    char c = in->p[1]; /* there is one, because the string ends behind it */
    const char *known = c ? strchr(escapes, c) : NULL;
    if (known) {
        write_char(to, meant[known - escapes]);
        in->p += 2;
        return true;
    }
    if (c != 'u' || in->end - in->p < UNICODE_BYTES)
        return false;
    uint32_t code = 0;
    for (unsigned i = 2; i < UNICODE_BYTES; i++) {
        unsigned digit = hex_digit(in->p[i]);
        if (digit > 15)
            return false;
        code = code << 4 | digit;
    }
    in->p += UNICODE_BYTES;
    return code && write_utf8(to, code);
}

/* The quote that ends the string from `p` on, or NULL. */
static const char *find_quote(const char *p, const char *end) {
    while ((p = find_json_sign(p, end)) < end && *p == '\\') {
        if (end - p < 2)
            return NULL;
        p += 2;
    }
    return p < end && *p == '"' ? p : NULL;
}

/* The string from `from` on, whose first escape is at in->p. No escape is shorter than what it
   means. */
static struct node *read_escaped(struct reader *in, const char *from) {
    struct record *r = in->record;
    const char *quote = find_quote(in->p, in->end);
    if (!quote)
        return NULL;
    size_t most = (size_t)(quote - from);
    struct writer w = {zet_arena_alloc(&r->arena, most), most, 0};
    if (!w.at) {
        r->out_of_memory = true;
        return NULL;
    }
    write_text(&w, (struct text){from, (size_t)(in->p - from)});
    while (in->p < quote) {
        if (!read_escape(in, &w))
            return NULL;
        const char *next = find_json_sign(in->p, quote);
        write_text(&w, (struct text){in->p, (size_t)(next - in->p)});
        in->p = next;
    }
    in->p = quote + 1;
    return slice(in, from - 1, written(&w), WRITTEN_DOUBLE_QUOTED);
}

/* Requires a quote at in->p. */
static struct node *read_string(struct reader *in) {
    const char *from = in->p + 1;
    in->p = find_json_sign(from, in->end);
    if (in->p == in->end || (*in->p != '"' && *in->p != '\\'))
        return NULL;
    if (*in->p == '\\')
        return read_escaped(in, from);
    struct text text = {from, (size_t)(in->p - from)};
    in->p++;
    return slice(in, from - 1, text, WRITTEN_DOUBLE_QUOTED);
}

static size_t skip_digits(struct reader *in) {
    const char *from = in->p;
    while (in->p < in->end && is_digit(*in->p))
        in->p++;
    return (size_t)(in->p - from);
}

/* Moves past a number that is neither large nor with an exponent. */
static bool read_number(struct reader *in) {
    enum { NUMBER_BYTES_MAX = 15 };
    const char *from = in->p;
    in->p += *in->p == '-';
    bool zero = in->p < in->end && *in->p == '0';
    size_t digits = skip_digits(in);
    if (!digits || (zero && digits > 1))
        return false;
    if (in->p < in->end && *in->p == '.') {
        in->p++;
        if (!skip_digits(in))
            return false;
    }
    return in->p - from <= NUMBER_BYTES_MAX;
}

static bool read_word(struct reader *in, struct text word) {
    bool same = (size_t)(in->end - in->p) >= word.len && !memcmp(in->p, word.at, word.len);
    in->p += same ? word.len : 0;
    return same;
}

static struct node *read_value(struct reader *in);

/* A member of an object, and its value. */
static bool read_member(struct reader *in, struct node *object, struct keys_met *met) {
    skip_blanks(in);
    struct node *key = in->p < in->end && *in->p == '"' ? read_string(in) : NULL;
    if (!key)
        return false;
    zet_node_add(object, key);
    if (zet_keys_met(met, object, key) || met->map.failed || !skip(in, ':'))
        return false;
    struct node *value = read_value(in);
    zet_node_add(object, value);
    return value;
}

static bool read_members(struct reader *in, struct node *object) {
    struct keys_met met = {0};
    bool sound = true;
    do
        sound = read_member(in, object, &met);
    while (sound && skip(in, ','));
    in->record->out_of_memory |= met.map.failed;
    zet_keys_met_free(&met);
    return sound && skip(in, '}');
}

static bool read_items(struct reader *in, struct node *array) {
    struct node *item;
    do
        zet_node_add(array, item = read_value(in));
    while (item && skip(in, ','));
    return item && skip(in, ']');
}

/* Requires an opening bracket at in->p. */
static struct node *read_collection(struct reader *in) {
    bool object = *in->p == '{';
    struct span span = span_at(place_of(in, in->p++), 0, WRITTEN_PLAIN);
    struct node *n = zet_record_collection(in->record, object ? NODE_MAPPING : NODE_SEQUENCE, span);
    if (!n || in->depth == YAML_DEPTH_MAX)
        return NULL;
    in->depth++;
    if (!skip(in, object ? '}' : ']') && !(object ? read_members(in, n) : read_items(in, n)))
        return NULL;
    in->depth--;
    n->span.end = place_of(in, in->p) & SPAN_END_MAX;
    return n;
}

/* NULL where it is not plain, or memory runs out. */
static struct node *read_value(struct reader *in) {
    skip_blanks(in);
    const char *from = in->p;
    bool read = false;
    if (in->p == in->end)
        return NULL;
    switch (*in->p) {
    case '"': return read_string(in);
    case '{':
    case '[': return read_collection(in);
    case 't': read = read_word(in, TEXT("true")); break;
    case 'f': read = read_word(in, TEXT("false")); break;
    case 'n': read = read_word(in, TEXT("null")); break;
    default: read = read_number(in); break;
    }
    return read ? slice(in, from, (struct text){from, (size_t)(in->p - from)}, WRITTEN_PLAIN)
                : NULL;
}

const struct node *zet_json_plain(struct record *r, size_t from) {
    struct reader in = {r, r->text.at + from, r->text.at + r->text.len, 0};
    const struct node *root = read_value(&in);
    skip_blanks(&in);
    return root && in.p == in.end ? root : NULL;
}
