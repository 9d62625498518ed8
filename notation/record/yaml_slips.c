
#include <stdlib.h>

#include "notation/base/list.h"
#include "notation/record/yaml.h"
#include "notation/words/values.h"

/* What a line belongs to. */
enum within {
    WITHIN_RECORD,  /* its keys */
    WITHIN_VALUE,   /* a value that may continue */
    WITHIN_ENTRIES, /* the players or the rules */
    WITHIN_BLOCK    /* a text in lines of its own */
};

struct line {
    size_t start, text, end, next; /* `text`: after the blanks; `end`: before those at its end */
    size_t spaces;                 /* columns of the blanks */
    bool tab;                      /* not all of these are spaces */
};

/* The key that a line begins with. */
struct key_of_line {
    struct text word;
    enum key known; /* KEYS: none of the record's keys */
    size_t value;   /* where its value begins */
    bool side;      /* a player */
    bool clear;     /* there is a `: ` */
};

struct slips {
    struct record *r;
    struct text t;
    struct yaml_slip *at;
    size_t count, cap;
    bool too_many;

    enum within within;
    enum key key;      /* of the record, the last one */
    bool started;      /* a key has been there */
    bool empty;        /* nothing is after that key on its line */
    size_t base;       /* columns of the record's keys */
    size_t inner;      /* columns of the entries, or of the block; 0: none yet */
    size_t nested_key; /* columns below which the last entry's own keys cannot be; 0: it has none */
};

static void add(struct slips *s, size_t at, size_t end, struct text with, const char *was,
                const char *what) {
    s->too_many |= s->count == FINDINGS_MAX;
    if (!zi_list_reserve(&s->at, &s->cap, s->count + 1, sizeof *s->at)) {
        s->r->out_of_memory = true;
        return;
    }
    s->at[s->count++] = (struct yaml_slip){at, end, zi_record_keep(s->r, with), was, what};
}

/* Lines. */

/* In UTF-8 another byte follows \xC2. */
static bool is_no_break_space(struct text t, size_t at) {
    return t.at[at] == '\xC2' && t.at[at + 1] == '\xA0';
}

static struct line line_at(struct text t, size_t start) {
    struct line l = {.start = start, .text = start};
    l.end = text_line_end(t, start);
    l.next = text_next_line(t, start);
    for (; l.text < l.end; l.spaces++) {
        bool wide = is_no_break_space(t, l.text);
        if (!wide && t.at[l.text] != ' ' && t.at[l.text] != '\t')
            break;
        l.tab |= t.at[l.text] != ' ';
        l.text += wide ? 2 : 1;
    }
    while (l.end > l.text && is_blank(t.at[l.end - 1]))
        l.end--;
    return l;
}

static bool is_empty(struct text t, const struct line *l) {
    return l->text == l->end || t.at[l->text] == '#';
}

static enum key_kind kind_of(enum key known) {
    return known == KEYS ? KIND_TEXT : zi_key_rows[known].kind;
}

static bool is_side(struct text t) {
    static const char *const sides[] = {"black", "white", "a", "b", NULL};
    return text_is_one_of(t, sides);
}

/* The key of the line, with or without its colon; without one it has to be a word of records. */
static bool read_key(struct text t, const struct line *l, bool entries, struct key_of_line *k) {
    size_t at = l->text;
    while (at < l->end &&
           (is_letter(t.at[at]) ||
            (at > l->text && (t.at[at] == '-' || t.at[at] == '_' || is_digit(t.at[at])))))
        at++;
    k->word = (struct text){t.at + l->text, at - l->text};
    k->known = zi_key_of(k->word, 0);
    k->side = entries && is_side(k->word);
    bool word = k->known != KEYS || k->side;
    size_t after = at;
    while (after < l->end && t.at[after] == ' ')
        after++;
    bool colon = after < l->end && t.at[after] == ':';
    k->clear = colon && (after + 1 == l->end || is_blank(t.at[after + 1]));
    k->value = after + colon;
    while (k->value < l->end && is_blank(t.at[k->value]))
        k->value++;
    return k->word.len && (k->clear || (word && (colon || after > at || at == l->end)));
}

/* The columns of the next line that is indented with spaces alone by more than `least`, up to a key
   of the record; 2 more if none exists. */
static size_t find_indent(const struct slips *s, size_t from, size_t least) {
    struct key_of_line k;
    for (size_t at = from; at < s->t.len;) {
        struct line l = line_at(s->t, at);
        at = l.next;
        if (l.text == l.end)
            continue;
        if (!l.tab && l.spaces > least)
            return l.spaces;
        if (read_key(s->t, &l, false, &k) && (!l.tab || k.known != KEYS))
            break;
    }
    return least + 2;
}

static void indent(struct slips *s, const struct line *l, size_t columns) {
    static const char spaces[] = "                                ";
    size_t most = sizeof spaces - 1;
    add(s, l->start, l->text, (struct text){spaces, columns < most ? columns : most},
        l->tab ? "the line was indented with a tab"
               : "the line was not indented like those that it belongs to",
        l->tab ? "a tab cannot indent; use spaces"
               : "indent this line like the lines that it belongs to");
}

/* Values. */

/* The value without a comment after it. */
static struct text without_comment(struct text v) {
    for (size_t i = 0; i < v.len; i++)
        if (v.at[i] == '#' && (!i || is_blank(v.at[i - 1])))
            v.len = i;
    while (v.len && is_blank(v.at[v.len - 1]))
        v.len--;
    return v;
}

/* The offset of the quote that closes the value; 0: no quote closes it. */
static size_t closing_quote(struct text v) {
    for (size_t i = 1; i < v.len; i++) {
        if (v.at[0] == '"' && v.at[i] == '\\')
            i++;
        else if (v.at[0] == '\'' && v.at[i] == '\'' && i + 1 < v.len && v.at[i + 1] == '\'')
            i++;
        else if (v.at[i] == v.at[0])
            return i;
    }
    return 0;
}

/* Whether it is what stands before a block of text. */
static bool is_block_sign(struct text v) {
    v = without_comment(v);
    for (size_t i = 1; i < v.len; i++)
        if (!strchr("+-123456789", v.at[i]))
            return false;
    return v.len && (v.at[0] == '|' || v.at[0] == '>');
}

/* Whether the value can stand there without quotes, or continues in the next line. */
static bool is_sound(struct text v, bool goes_on) {
    if (!v.len || v.at[0] == '#' || is_block_sign(v))
        return true;
    if (v.at[0] == '"' || v.at[0] == '\'') {
        size_t close = closing_quote(v);
        return close ? without_comment(text_after(v, close)).len == 1 : goes_on;
    }
    v = without_comment(v);
    if (v.at[0] == '{' || v.at[0] == '[')
        return goes_on || v.at[v.len - 1] == (v.at[0] == '{' ? '}' : ']');
    bool sign = strchr("-?", v.at[0]) && (v.len == 1 || is_blank(v.at[1]));
    if (sign || strchr("*&@`%!|>,]}", v.at[0]) || v.at[v.len - 1] == ':')
        return false;
    for (size_t i = 0; i < v.len; i++) /* the last byte is not a colon */
        if (v.at[i] == ':' && is_blank(v.at[i + 1]))
            return false;
    return true;
}

static void quote(struct slips *s, size_t at, struct text v) {
    struct buffer b = {0};
    bool is_quoted = v.at[0] == '"' || v.at[0] == '\'';
    v = is_quoted ? v : without_comment(v);
    zi_yaml_text(&b, zi_value_unquoted(v), false);
    s->r->out_of_memory |= b.failed;
    add(s, at, at + v.len, buffered(&b), "the value was not quoted", NULL);
    zi_buffer_free(&b);
}

/* Whether the next line is indented further than that and begins no key. */
static bool goes_on(const struct slips *s, const struct line *l, size_t columns) {
    struct key_of_line k;
    struct line next = line_at(s->t, l->next);
    return next.text < next.end && next.spaces > columns &&
           !(read_key(s->t, &next, true, &k) && k.clear);
}

/* Returns the value after a key. Adds slips for a missing `: ` and for missing quotes. */
static struct text see_value(struct slips *s, const struct line *l, const struct key_of_line *k) {
    size_t word = (size_t)(k->word.at - s->t.at) + k->word.len;
    struct text v = {s->t.at + k->value, l->end - k->value};
    bool equals = !k->clear && v.len && v.at[0] == '=';
    if (!k->clear) {
        size_t value = k->value + equals;
        while (value < l->end && is_blank(s->t.at[value]))
            value++;
        v = (struct text){s->t.at + value, l->end - value};
        add(s, word, v.len ? value : l->end, v.len ? TEXT(": ") : TEXT(":"),
            "the `: ` after the key was missing", "this line has no `: ` after its key; write it");
    }
    bool single = kind_of(k->known) != KIND_TEXT;
    bool brackets = v.len && (v.at[0] == '[' || v.at[0] == '{');
    if (!(single && brackets) && !is_sound(v, goes_on(s, l, l->spaces)))
        quote(s, (size_t)(v.at - s->t.at), v);
    return v;
}

/* A text in lines of its own that is not marked as one, and that YAML may not take for a text. */
static bool needs_sign(const struct slips *s, const struct line *l) {
    struct key_of_line k;
    for (size_t at = l->next; at < s->t.len;) {
        struct line next = line_at(s->t, at);
        at = next.next;
        if ((next.tab || next.spaces <= s->base) && read_key(s->t, &next, false, &k))
            break;
        struct text v = {s->t.at + next.text, next.end - next.text};
        if (!is_sound(v, false))
            return v.at[0] != '-' && v.at[0] != '"' && v.at[0] != '\'';
    }
    return false;
}

static void see_key(struct slips *s, const struct line *l, const struct key_of_line *k) {
    struct text v = see_value(s, l, k);
    enum key_kind kind = kind_of(k->known);
    size_t at = (size_t)(v.at - s->t.at);
    s->key = k->known;
    s->started = true;
    s->empty = !without_comment(v).len;
    s->inner = s->nested_key = 0;
    s->within = is_block_sign(v)                   ? WITHIN_BLOCK
                : s->empty && kind == KIND_ENTRIES ? WITHIN_ENTRIES
                                                   : WITHIN_VALUE;
    if (kind == KIND_MOVES && s->empty && needs_sign(s, l)) {
        add(s, at, at, v.len ? TEXT("| ") : TEXT(" |"),
            "the sign `|` before a text of several lines was missing",
            "write ` |` after the key, so that the lines below it are one text");
        s->within = WITHIN_BLOCK;
    }
}

/* A player, an option of the rules, or a key of a player. */
static void see_entry(struct slips *s, const struct line *l) {
    struct key_of_line k;
    bool players = s->key == KEY_PLAYERS;
    bool found = read_key(s->t, l, players, &k);
    if (!s->inner)
        s->inner = l->tab ? find_indent(s, l->next, s->base) : l->spaces;
    bool entry = found && (players ? k.side : !s->nested_key);
    size_t columns = entry || !s->nested_key ? s->inner : s->nested_key;
    if (l->tab || (entry && l->spaces != columns))
        indent(s, l, columns);
    if (!found)
        return;
    see_value(s, l, &k);
    if (entry)
        s->nested_key = k.value == l->end ? s->inner + 2 : 0;
}

/* A line of a text in lines. */
static void see_text(struct slips *s, const struct line *l) {
    if (!s->inner)
        s->inner = l->tab || l->spaces <= s->base ? find_indent(s, l->next, s->base) : l->spaces;
    size_t spaces = 0;
    while (s->t.at[l->start + spaces] == ' ')
        spaces++;
    if (spaces < s->inner)
        indent(s, l, s->inner);
}

/* Whether the line begins a key of the record, which ends what was before it. */
static bool begins_key(const struct slips *s, const struct line *l, struct key_of_line *k) {
    if (!read_key(s->t, l, false, k))
        return false;
    if (!s->started || (!l->tab && l->spaces == s->base))
        return true;
    bool ends =
        s->within == WITHIN_BLOCK ? l->spaces < s->inner : s->within == WITHIN_VALUE && !s->empty;
    return ends && k->clear && k->known != KEYS;
}

static void see_line(struct slips *s, const struct line *l) {
    struct key_of_line k;
    if (begins_key(s, l, &k)) {
        if (!s->started)
            s->base = l->tab ? 0 : l->spaces;
        if (l->tab || l->spaces != s->base)
            indent(s, l, s->base);
        see_key(s, l, &k);
        return;
    }
    bool moves = kind_of(s->key) == KIND_MOVES;
    bool item = s->t.at[l->text] == '-' && l->text + 1 < l->end && s->t.at[l->text + 1] == ' ';
    if (s->within == WITHIN_ENTRIES && (l->tab || l->spaces > s->base))
        see_entry(s, l);
    else if (s->within == WITHIN_BLOCK || (moves && !item && (l->tab || l->spaces <= s->base)))
        see_text(s, l);
}

/* Whether the line has only dashes, three or more: `----` may part two records, and is no text. */
static bool is_rule(struct text line) { return line.len > 2 && !text_trimmed(line, "-").len; }

struct yaml_slips zi_yaml_slips(struct record *r) {
    struct slips s = {.r = r, .t = r->text, .key = KEYS};
    for (size_t at = 0; at < s.t.len && !s.too_many && !r->out_of_memory;) {
        struct line l = line_at(s.t, at);
        struct text line = {s.t.at + at, l.end - at};
        at = l.next;
        if (text_begins(line, "...") && (line.len == 3 || is_blank(line.at[3])))
            break; /* the end of the document */
        if (text_begins(line, "```"))
            add(&s, l.start, l.next, TEXT(""), "the record was between code fences",
                "remove the code fences");
        else if (!is_empty(s.t, &l) && *line.at != '%' && !is_rule(line))
            see_line(&s, &l);
    }
    s.count = s.too_many ? 0 : s.count;
    const void *kept =
        zi_record_keep(r, (struct text){(const char *)s.at, s.count * sizeof *s.at}).at;
    free(s.at);
    return (struct yaml_slips){kept, kept ? s.count : 0};
}
