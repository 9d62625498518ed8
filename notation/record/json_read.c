/* Converts JSON to a tree (RFC 8259), in one pass. Numbers stay as they are written; a reader that
   stores them would lose those beyond 64 bits, which are refused. */
#include "notation/base/map.h"
#include "notation/base/unicode.h"
#include "notation/base/wide.h"
#include "notation/record/json.h"

/* Keys that are compared one by one; more are looked up. */
enum { KEYS_COMPARED = 16 };

enum { REAL_DIGITS_MAX = 309, POWER_MAX = 100000000 };

/* `at` is the next byte. Once `stopped`, the cause is reported. */
struct reader {
    struct record *record;
    const char *at, *end;
    unsigned depth;
    bool stopped;
};

static void *stop(struct reader *in, enum finding_code code, const char *at, const char *sentence,
                  const char *detail) {
    struct record *r = in->record;
    if (!in->stopped && !r->out_of_memory)
        zi_record_stop(r, code, (size_t)(at - r->text.at), sentence,
                       detail ? text_of(detail) : NO_TEXT);
    in->stopped = true;
    return NULL;
}

/* At the end of the text the place is after its last byte that is not blank. */
static void *refuse(struct reader *in, const char *at, const char *detail) {
    if (at == in->end)
        while (is_blank(at[-1])) /* the value's first byte is not blank */
            at--;
    return stop(in, FINDING_FORMAT, at, "this is not valid JSON", detail);
}

static struct span span_of(const struct reader *in, const char *start, enum written_as as) {
    const char *text = in->record->text.at;
    return span_at((size_t)(start - text), (size_t)(in->at - text), as);
}

/* The next byte that is not blank; NUL at the end, which no token begins with. */
static char peek(struct reader *in) {
    while (in->at < in->end && is_blank(*in->at))
        in->at++;
    return in->at < in->end ? *in->at : '\0';
}

/* Strings. */

/* Four hexadecimal digits, or a number above 0xFFFF. */
static uint32_t four_digits(const char *p, const char *end) {
    uint32_t c = 0;
    for (size_t i = 0; i < 4; i++) {
        unsigned digit = end - p > (long)i ? hex_digit(p[i]) : 16;
        c = digit > 15 ? 0x10000 : c << 4 | digit;
    }
    return c;
}

/* Reads `\uXXXX` or a pair of them, and moves *p past it. False if it is not one. */
static bool code_escape(const char **p, const char *end, struct writer *w) {
    char room[CHARACTER_BYTES];
    const char *next = *p + 6;
    uint32_t c = four_digits(*p + 2, end), low;
    if (c > 0xFFFF || c >> 10 == 0xDC00 >> 10)
        return false;
    if (c >> 10 == 0xD800 >> 10) {
        low = end - next > 5 && next[0] == '\\' && next[1] == 'u' ? four_digits(next + 2, end) : 0;
        if (low >> 10 != 0xDC00 >> 10)
            return false;
        c = 0x10000 + ((c & 0x3FF) << 10) + (low & 0x3FF);
        next += 6;
    }
    *p = next;
    write_text(w, zi_character_utf8(c, room));
    return true;
}

/* Reads the escape whose backslash is at *p. */
static bool escape(const char **p, const char *end, struct writer *w) {
    static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char c = end - *p > 1 ? (*p)[1] : '\0';
    const char *name = c ? strchr(names, c) : NULL;
    if (c == 'u')
        return code_escape(p, end, w);
    if (!name)
        return false;
    write_char(w, meanings[name - names]);
    *p += 2;
    return true;
}

/* Copies a string's value from its first escape on. The value is not longer than its text. */
static struct text unescaped(struct reader *in, const char *start, const char *p) {
    const char *close = p;
    while ((close = find_one_of(close, in->end, '"', '\\', '"')) < in->end && *close == '\\')
        close += 2;
    struct writer w = {NULL, (size_t)(close - start), 0};
    w.at = zi_arena_alloc(&in->record->arena, w.cap);
    in->record->out_of_memory |= !w.at;
    if (!w.at)
        return NO_TEXT;
    write_text(&w, text_between(start, p));
    while (p < in->end && *p != '"' && (unsigned char)*p >= ' ') {
        const char *from = p;
        if (*p == '\\' && !escape(&p, in->end, &w)) {
            refuse(in, p, "JSON does not have this escape, or half of a pair is missing");
            return NO_TEXT;
        }
        if (p > from)
            continue;
        p = find_json_sign(p, in->end);
        p += p == from; /* a character that is not ASCII, or DEL */
        write_text(&w, text_between(from, p));
    }
    in->at = p;
    return written(&w);
}

/* Reads a string, which begins here. */
static struct node *string(struct reader *in) {
    const char *start = in->at, *p = start + 1;
    do
        p = find_json_sign(p, in->end);
    while (p < in->end && *p != '"' && *p != '\\' && (unsigned char)*p > ' ' && p++);
    struct text value = text_between(start + 1, p);
    in->at = p;
    if (p < in->end && *p == '\\')
        value = unescaped(in, start + 1, p);
    if (in->stopped || in->record->out_of_memory)
        return NULL;
    if (in->at == in->end)
        return refuse(in, in->at, "this text is never closed");
    if (is_line_end(*in->at))
        return refuse(in, start, "this text is not closed before its line ends");
    if (*in->at != '"')
        return refuse(in, in->at, "a control character in a text must be an escape");
    in->at++;
    return record_slice(in->record, value, span_of(in, start, WRITTEN_DOUBLE_QUOTED));
}

/* Numbers and words. */

/* Whether a number has more than 64 bits, or a real has at least 310 digits before its point. */
static bool is_too_large(struct text t, bool real) {
    size_t sign = *t.at == '-', digits = text_digits(text_after(t, sign)), e = sign;
    if (!real) {
        struct text most = sign ? TEXT("9223372036854775808") : TEXT("9223372036854775807");
        return digits > most.len ||
               (digits == most.len && text_order(text_after(t, sign), most) > 0);
    }
    bool zero = true;
    for (; e < t.len && (t.at[e] | 0x20) != 'e'; e++)
        zero &= t.at[e] == '0' || t.at[e] == '.';
    bool negative = text_byte(t, e + 1) == '-';
    size_t first = e + 1 + (negative || text_byte(t, e + 1) == '+');
    size_t power = first < t.len ? text_number(text_after(t, first), POWER_MAX) : 0;
    return !zero &&
           (negative ? digits > REAL_DIGITS_MAX + power : digits + power > REAL_DIGITS_MAX);
}

/* The offset after the digits at `i`; 0 if none is there. */
static size_t skip_digits(struct text t, size_t i) {
    size_t digits = i < t.len ? text_digits(text_after(t, i)) : 0;
    return digits ? i + digits : 0;
}

enum json_number zi_json_number(struct text t) {
    size_t start = text_first(t) == '-', i = skip_digits(t, start);
    bool real = false;
    if (!i || (i > start + 1 && t.at[start] == '0'))
        return JSON_NO_NUMBER;
    if (text_byte(t, i) == '.') {
        i = skip_digits(t, i + 1);
        real = true;
    }
    if (i && (text_byte(t, i) | 0x20) == 'e') {
        i = skip_digits(t, i + 1 + (text_byte(t, i + 1) == '-' || text_byte(t, i + 1) == '+'));
        real = true;
    }
    if (!i || i < t.len)
        return JSON_NO_NUMBER;
    return is_too_large(t, real) ? JSON_TOO_LARGE : real ? JSON_REAL : JSON_INTEGER;
}

static bool ends_word(char c) { return is_blank(c) || strchr(",:[]{}\"", c); }

/* Reads a number or a word, which begins here. */
static struct node *word(struct reader *in) {
    static const char *const words[] = {"null", "true", "false", NULL};
    const char *start = in->at;
    while (in->at < in->end && !ends_word(*in->at))
        in->at++;
    struct text t = text_between(start, in->at);
    if (!t.len)
        return refuse(in, start, "a value is expected here");
    enum json_number number = text_is_one_of(t, words) ? JSON_INTEGER : zi_json_number(t);
    if (number == JSON_NO_NUMBER)
        return refuse(in, start, "this is not a number, and a text must be in quotes");
    if (number == JSON_TOO_LARGE)
        return stop(in, FINDING_LIMIT, start, NULL, "this number is too large");
    return record_slice(in->record, t, span_of(in, start, WRITTEN_PLAIN));
}

/* Collections. */

static struct node *value(struct reader *in);

/* Whether the object has the key. `map` has its keys once they are many. */
static bool is_repeated(struct reader *in, const struct node *object, struct map *map, size_t count,
                        const struct node *key) {
    if (count < KEYS_COMPARED)
        return zi_node_find(object, key->text);
    if (!map->count)
        for (const struct node *k = object->first; k; k = k->next->next)
            zi_map_number(map, k->text);
    size_t before = map->count;
    bool repeated = zi_map_number(map, key->text) < before;
    in->record->out_of_memory |= map->failed;
    return repeated;
}

/* Reads the members of an object up to its bracket. */
static void members(struct reader *in, struct node *object, struct map *map) {
    for (size_t count = 0;; count++) {
        if (peek(in) != '"') {
            refuse(in, in->at, "a key in quotes is expected here");
            return;
        }
        struct node *key = string(in);
        if (key && is_repeated(in, object, map, count, key))
            stop(in, FINDING_DUPLICATE_KEY, in->record->text.at + key->span.start, NULL,
                 "the object has this key twice");
        if (key && !in->stopped && peek(in) != ':')
            refuse(in, in->at, "a colon is expected after a key");
        if (!key || in->stopped)
            return;
        in->at++;
        struct node *member = value(in);
        zi_node_add_pair(object, key, member);
        if (!member || peek(in) != ',')
            return;
        in->at++;
    }
}

static void items(struct reader *in, struct node *array) {
    for (struct node *item;;) {
        item = value(in);
        zi_node_add(array, item);
        if (!item || peek(in) != ',')
            return;
        in->at++;
    }
}

static struct node *collection(struct reader *in, bool object) {
    const char *start = in->at;
    char closer = object ? '}' : ']';
    struct map map = {0};
    struct node *n = zi_record_collection(in->record, object ? NODE_MAPPING : NODE_SEQUENCE,
                                          span_of(in, start, WRITTEN_PLAIN));
    if (!n)
        return NULL;
    if (++in->depth > YAML_DEPTH_MAX)
        return stop(in, FINDING_LIMIT, start, "the nesting is deeper than 64 levels", NULL);
    in->at++;
    if (peek(in) == closer) {
        /* it is empty */
    } else if (object) {
        members(in, n, &map);
        zi_map_free(&map);
    } else {
        items(in, n);
    }
    if (in->stopped || in->record->out_of_memory)
        return NULL;
    if (peek(in) != closer)
        return refuse(in, in->at, "a comma or a closing bracket is expected here");
    in->at++;
    in->depth--;
    n->span.end = (size_t)(in->at - in->record->text.at) & SPAN_END_MAX;
    return n;
}

/* Reads a value. NULL if reading has stopped. */
static struct node *value(struct reader *in) {
    char c = peek(in);
    return c == '"' ? string(in) : c == '{' || c == '[' ? collection(in, c == '{') : word(in);
}

static struct reader reader_at(struct record *r, size_t from) {
    return (struct reader){.record = r, .at = r->text.at + from, .end = r->text.at + r->text.len};
}

struct node *zi_json_name(struct record *r) {
    size_t i = text_after_blanks(r->text, 0);
    bool ascii;
    if (text_byte(r->text, i) != '"' || zi_utf8_check(r->text, &ascii) < r->text.len)
        return NULL;
    struct reader in = reader_at(r, i);
    struct node *name = string(&in);
    if (!name || peek(&in) != ':')
        return NULL;
    r->start_offset = (size_t)(in.at + 1 - r->text.at);
    return name;
}

const struct node *zi_json_read(struct record *r) {
    bool ascii;
    r->by_bytes = true;
    if (!zi_record_check_utf8(r, &ascii))
        return NULL;
    size_t from = r->start_offset = text_after_blanks(r->text, r->start_offset);
    if (from == r->text.len) {
        zi_record_stop(r, FINDING_FORMAT, 0,
                       "a value, a comma or a closing bracket is missing here", NO_TEXT);
        return NULL;
    }
    struct reader in = reader_at(r, from);
    const struct node *root = value(&in);
    peek(&in);
    if (root && in.at < in.end)
        return refuse(&in, in.at, "something follows the value");
    return in.stopped ? NULL : root;
}
