/* Splits a stream of JSON values into documents. */
#include "notation/base/list.h"
#include "notation/base/wide.h"
#include "notation/record/json.h"

/* Deeper nesting is not treated as JSON here; reading the value fails on it too. */
enum { DEPTH_MAX = YAML_DEPTH_MAX + 1 };

/* Longer keys are ignored when deciding whether an object contains records by name. */
enum { NAME_BYTES_MAX = 64 * 1024 };

/* Where a stream of JSON values continues: inside a collection before its first item, after a
   comma, after an item, or after something broken. */
enum json_place { JSON_FIRST, JSON_NEXT, JSON_AFTER, JSON_LOST };

/* The next expected token in a value. */
enum expect { VALUE, VALUE_OR_END, KEY_TEXT, KEY_OR_END, COLON, BEHIND, WORD, STRING, ESCAPE };

/* The scan of one value. Once its syntax is broken it only follows strings and brackets. */
struct scan {
    enum expect expect;
    bool is_key; /* the string is a key */
    bool broken;
    bool line_start;
    size_t depth;
    size_t at, dropped; /* bytes scanned, and how many of them have left the source's buffer */
    size_t brace_line;  /* position of the first later line that begins with `{`; 0: none */
    bool object[DEPTH_MAX + 1]; /* by depth */
};

enum step { GOES_ON, ENDS_BEHIND, ENDS_BEFORE, BREAKS };

static bool is_word(char c) {
    char low = (char)(c | 0x20);
    return is_digit(c) || c == '-' || c == '+' || c == '.' || (low >= 'a' && low <= 'z');
}

static enum step end_value(struct scan *n) {
    n->expect = BEHIND;
    return n->depth ? GOES_ON : ENDS_BEHIND;
}

static enum step close_bracket(struct scan *n) {
    n->depth--;
    return end_value(n);
}

static enum step begin_string(struct scan *n, bool is_key) {
    n->is_key = is_key;
    n->expect = STRING;
    return GOES_ON;
}

static enum step begin_value(struct scan *n, char c) {
    if (c == '"')
        return begin_string(n, false);
    if (is_word(c)) {
        n->expect = WORD;
        return GOES_ON;
    }
    if ((c != '{' && c != '[') || n->depth == DEPTH_MAX)
        return BREAKS;
    n->object[++n->depth] = c == '{';
    n->expect = c == '{' ? KEY_OR_END : VALUE_OR_END;
    return GOES_ON;
}

/* A step inside a string. */
static enum step step_string(struct scan *n, char c) {
    if (is_line_end(c))
        return BREAKS;
    if (n->expect == ESCAPE)
        n->expect = STRING;
    else if (c == '\\')
        n->expect = ESCAPE;
    else if (c == '"' && n->is_key)
        n->expect = COLON;
    else if (c == '"')
        return end_value(n);
    return GOES_ON;
}

static enum step step_behind(struct scan *n, char c) {
    bool object = n->object[n->depth];
    if (c == (object ? '}' : ']'))
        return close_bracket(n);
    n->expect = object ? KEY_TEXT : VALUE;
    return c == ',' ? GOES_ON : BREAKS;
}

static enum step step_sound(struct scan *n, char c) {
    if (n->expect == STRING || n->expect == ESCAPE)
        return step_string(n, c);
    if (n->expect == WORD) {
        if (is_word(c))
            return GOES_ON;
        if (!n->depth)
            return ENDS_BEFORE;
        n->expect = BEHIND;
    }
    if (is_blank(c))
        return GOES_ON;
    switch (n->expect) {
    case VALUE_OR_END: return c == ']' ? close_bracket(n) : begin_value(n, c);
    case VALUE: return begin_value(n, c);
    case KEY_OR_END:
        if (c == '}')
            return close_bracket(n);
        return c == '"' ? begin_string(n, true) : BREAKS;
    case KEY_TEXT: return c == '"' ? begin_string(n, true) : BREAKS;
    case COLON: n->expect = VALUE; return c == ':' ? GOES_ON : BREAKS;
    default: return step_behind(n, c);
    }
}

static enum step step_broken(struct scan *n, char c) {
    if (n->expect == STRING || n->expect == ESCAPE) {
        if (n->expect == ESCAPE && !is_line_end(c))
            n->expect = STRING;
        else if (c == '\\')
            n->expect = ESCAPE;
        else if (c == '"' || is_line_end(c))
            n->expect = BEHIND;
        return GOES_ON;
    }
    bool opens = c == '{' || c == '[', closes = c == '}' || c == ']';
    if (n->at && ((n->line_start && c == '{') ||
                  (!n->depth && (opens || closes || c == ',' || is_line_end(c)))))
        return ENDS_BEFORE;
    if (c == '"')
        n->expect = STRING;
    n->depth += opens;
    if (!closes || !n->depth)
        return GOES_ON;
    return --n->depth ? GOES_ON : ENDS_BEHIND;
}

static enum step step(struct scan *n, char c) {
    if (!n->broken) {
        if (n->line_start && c == '{' && !n->brace_line && !n->dropped)
            n->brace_line = n->at;
        enum step sound = step_sound(n, c);
        if (sound != BREAKS)
            return sound;
        n->broken = true;
        if (n->brace_line)
            return BREAKS;
        if (n->expect != STRING && n->expect != ESCAPE)
            n->expect = BEHIND;
    }
    return step_broken(n, c);
}

/* Scans the bytes read so far; true at the end of the value. *length is its length so far. */
static bool scan_ahead(struct scan *n, struct text ahead, size_t *length) {
    const char *end = ahead.at + ahead.len;
    for (; n->at - n->dropped < ahead.len; n->at++) {
        const char *p = ahead.at + (n->at - n->dropped);
        if (n->expect == STRING && !n->broken) {
            p = find_json_sign(p, end);
            n->at = (size_t)(p - ahead.at) + n->dropped;
            if (p == end)
                return false;
        }
        char c = *p;
        enum step s = step(n, c);
        if (s != GOES_ON) {
            *length = s == BREAKS ? n->brace_line : n->at + (s == ENDS_BEHIND);
            return true;
        }
        n->line_start = is_line_end(c);
    }
    return false;
}

/* Returns the start of a value that is too long and drops the rest. */
static void cut_long(struct source *s, struct scan *n, struct document *out) {
    memcpy(s->head, source_ahead(s).at, sizeof s->head);
    *out = (struct document){
        .text = {s->head, sizeof s->head}, .line = s->line, .offset = s->passed, .too_long = true};
    size_t length;
    n->brace_line = 0;
    do {
        zi_source_take(s, n->at - n->dropped);
        n->dropped = n->at;
        if (!zi_source_more(s))
            return;
    } while (!scan_ahead(n, source_ahead(s), &length));
    zi_source_take(s, length - n->dropped);
}

/* Cuts off the value that begins here, or the text in its place. */
static void cut_value(struct source *s, struct document *out) {
    struct scan n = {.expect = s->own.closer == '}' ? KEY_TEXT : VALUE};
    size_t length;
    s->own.place = JSON_AFTER;
    while (!scan_ahead(&n, source_ahead(s), &length)) {
        if (n.at > JSON_BYTES_MAX) {
            cut_long(s, &n, out);
            s->own.place = JSON_LOST;
            return;
        }
        if (!zi_source_more(s)) {
            n.broken |= n.depth || n.expect != WORD;
            length = n.brace_line ? n.brace_line : n.at; /* words have no line ends */
            break;
        }
    }
    if (n.broken)
        s->own.place = JSON_LOST;
    *out = zi_source_take(s, length);
}

/* False at the end of the stream. */
static bool skip_blanks(struct source *s) {
    if (!s->passed) {
        while (source_ahead(s).len < 3 && zi_source_more(s))
            continue;
        zi_source_take(s, text_mark(source_ahead(s)));
    }
    do {
        struct text ahead = source_ahead(s);
        size_t i = text_after_blanks(ahead, 0);
        zi_source_take(s, i);
        if (i < ahead.len)
            return true;
    } while (zi_source_more(s));
    return false;
}

/* The offset after the string at `i`, or t.len. */
static size_t skip_string(struct text t, size_t i) {
    for (i++; i < t.len && t.at[i] != '"'; i++)
        i += t.at[i] == '\\';
    return size_min(i + 1, t.len);
}

/* Whether the object that begins here contains records by name. */
static bool is_named(struct source *s) {
    for (;;) {
        struct text t = source_ahead(s);
        t.len = size_min(t.len, NAME_BYTES_MAX);
        size_t i = text_after_blanks(t, 1), from = i;
        if (i < t.len && t.at[i] != '"')
            return false;
        i = skip_string(t, i);
        struct text key = {t.at + from, i - from};
        if (text_is(key, "\"header\"") || text_is(key, "\"game\""))
            return false;
        i = text_after_blanks(t, i);
        if (i < t.len && t.at[i] != ':')
            return false;
        i = text_after_blanks(t, i + 1);
        if (i < t.len)
            return t.at[i] == '{';
        if (t.len == NAME_BYTES_MAX || !zi_source_more(s))
            return false;
    }
}

static void accept_byte(struct source *s, unsigned char place) {
    zi_source_take(s, 1);
    s->own.place = place;
}

/* Consumes the brackets and commas between the values, as long as they are correct. */
static bool accept_between(struct source *s, char c, bool by_name) {
    unsigned char place = s->own.place;
    if (!s->own.closer) {
        if (c != '[' && (c != '{' || !by_name || !is_named(s)))
            return false;
        s->own.closer = c == '[' ? ']' : '}';
        accept_byte(s, JSON_FIRST);
        return true;
    }
    if (c == ',' && (place == JSON_AFTER || place == JSON_LOST)) {
        accept_byte(s, JSON_NEXT);
        return true;
    }
    if (c != s->own.closer || place == JSON_NEXT)
        return false;
    s->own.closer = 0;
    accept_byte(s, JSON_FIRST);
    return true;
}

bool zi_json_next(struct source *s, struct document *out, bool by_name) {
    while (skip_blanks(s)) {
        char c = *source_ahead(s).at;
        if (accept_between(s, c, by_name))
            continue;
        if (s->own.closer && c == s->own.closer) { /* after a comma */
            s->own.closer = 0;
            *out = zi_source_take(s, 1);
        } else if (s->own.closer && s->own.place == JSON_AFTER) {
            s->own.place = JSON_LOST;
            *out = zi_source_take(s, 0);
        } else {
            cut_value(s, out);
        }
        return true;
    }
    bool open = s->own.closer && s->own.place != JSON_LOST;
    s->own.closer = 0;
    if (!open || s->failed || s->out_of_memory)
        return false;
    *out = zi_source_take(s, 0);
    return true;
}
