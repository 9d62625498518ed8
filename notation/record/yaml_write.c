/* Writes a record as canonical YAML. */
#include <string.h>

#include "notation/base/unicode.h"
#include "notation/base/value.h"
#include "notation/base/wide.h"
#include "notation/record/source.h"
#include "notation/record/yaml.h"

/* Longer keys use the explicit form: YAML's own bound is 1024 characters. */
enum { KEY_BYTES_MAX = 120, STEP = 2 };

struct yaml_writer {
    struct record *record;
    struct buffer *out;
    struct yaml_comments yaml_comments;
    size_t next, last; /* the yaml_comments of the current key that are not yet written */
    bool dated;        /* the value is that of the key `date`, which is one for every reader */
    size_t enough;     /* length of `out` beyond which the form is certainly too long */
};

/* Scalars. */

/* Whether the text has a character that satisfies `is`, which printable ASCII and LF do not. */
static bool has(struct text t, bool (*is)(uint32_t c)) {
    const char *p = t.at, *end = t.at + t.len;
    for (uint32_t c; (p = find_other(p, end)) < end; p = t.at) {
        t = text_between(p, end);
        zi_character_next(&t, &c);
        if (is(c))
            return true;
    }
    return false;
}

static bool is_turn(uint32_t c) { return zi_character_turns(c); }

/* Characters that YAML cannot contain unescaped, or that change the text direction. */
static bool is_control(uint32_t c) {
    return (c < 0xA0 && c != '\t') || c == 0xFEFF || (c | 1) == 0xFFFF || is_turn(c);
}

bool zi_yaml_is_literal(struct text t) {
    return t.len && t.at[0] != ' ' && t.at[0] != '\t' && t.at[0] != '\n' && !has(t, is_control);
}

/* A letter, a digit, or a byte of a character that is certainly printable. */
static inline bool is_word_byte(char c) {
    unsigned char byte = (unsigned char)c;
    return is_letter(c) || is_digit(c) ||
           (byte >= 0x80 && byte != 0xEF && byte != 0xC2 && byte != 0xD8 && byte != 0xE2);
}

/* Whether a sign between words is plain everywhere, or a comma outside flow collections. */
static inline bool is_plain_sign(char c, bool flow) {
    switch (c) {
    case ' ':
    case '\'':
    case '(':
    case ')':
    case '+':
    case '-':
    case '.':
    case '/':
    case '^':
    case '_': return true;
    default: return c == ',' && !flow;
    }
}

/* Appends words of letters, digits and a few signs, which are plain. False, with nothing appended,
   if the text is not of this form. */
static bool write_simple(struct buffer *out, struct text t, bool flow) {
    if (!t.len || !is_word_byte(*t.at) || t.at[t.len - 1] == ' ')
        return false;
    for (size_t i = 1; i < t.len; i++)
        if (!is_word_byte(t.at[i]) && !is_plain_sign(t.at[i], flow))
            return false;
    buffer_text(out, t);
    return true;
}

/* Whether the text is digits, of that base at most, and other characters. */
static bool is_made_of(struct text t, const char *others) {
    for (size_t i = 0; i < t.len; i++)
        if (!is_digit(t.at[i]) && !(t.at[i] && strchr(others, t.at[i])))
            return false;
    return t.len > 0;
}

/* Whether a reader of YAML 1.1, which some programs still are, takes the text for something else: a
   truth value, a number such as `1_000`, `0b1`, `1:30` or `.5`, a date, `=` or `<<`. */
static bool is_old_value(struct text t) {
    static const char *const words[] = {"y", "n", "yes", "no", "on", "off", "=", "<<", NULL};
    struct text number = t.len && strchr("+-", *t.at) ? text_after(t, 1) : t;
    bool date = t.len > 7 && is_digit(*t.at) && t.at[4] == '-' && is_made_of(t, "-:. TtZz+");
    bool digits = number.len && (is_digit(*number.at) || (*number.at == '.' && number.len > 1)),
         other = is_made_of(number, "_.:eE+-") &&
                 find_one_of(number.at, text_end(number), '_', ':', '.') < text_end(number),
         based =
             text_begins(number, "0b") || text_begins(number, "0x") || text_begins(number, "0o");
    return text_in_any_case(t, words) || date || (digits && !date && (other || based));
}

/* Characters that a text of more than words has in quotes. */
static bool is_quoted(uint32_t c) { return is_control(c) || c == '\t' || c > 0xFFFF; }

/* Whether YAML reads the text, which is not empty, as itself without quotes. */
static bool is_plain(struct text t, bool flow) {
    bool spaced = *t.at == ' ' || text_end(t)[-1] == ' ',
         marked = text_begins(t, "---") || text_begins(t, "...");
    if (spaced || marked || strchr("#,[]{}&*!|>'\"%@`", *t.at) || has(t, is_quoted))
        return false;
    for (size_t i = 0; i < t.len; i++) {
        char c = t.at[i];
        bool ends = i + 1 == t.len || t.at[i + 1] == ' ';
        if (c == '\n' || (c == ':' && ends) || (c == '#' && t.at[i - 1] == ' ') ||
            (!i && ends && strchr("-?", c)) || (flow && strchr(",:?[]{}", c)))
            return false;
    }
    return true;
}

/* The letter after a backslash that stands for the character, or 0. */
static char escape_of(uint32_t c) {
    static const char escapes[] = "\0000\aa\bb\tt\nn\vv\ff\rr\033e\"\"\\\\";
    for (size_t i = 0; c < 0x80 && i < sizeof escapes - 1; i += 2)
        if ((uint32_t)escapes[i] == c)
            return escapes[i + 1];
    return c == 0x85 ? 'N' : c == 0x2028 ? 'L' : c == 0x2029 ? 'P' : '\0';
}

/* Appends the text in double quotes, with the escapes that libyaml uses. */
static void write_quoted(struct buffer *out, struct text t) {
    buffer_char(out, '"');
    while (t.len) {
        uint32_t c;
        struct text character = zi_character_next(&t, &c);
        char escape = escape_of(c);
        if (escape) {
            buffer_char(out, '\\');
            buffer_char(out, escape);
        } else if ((c < ' ' || c > '~') && is_control(c)) {
            bool small = c <= 0xFF;
            buffer_string(out, small ? "\\x" : "\\u");
            buffer_hex(out, c, small ? 2 : 4, true);
        } else {
            buffer_text(out, character);
        }
    }
    buffer_char(out, '"');
}

/* Whether no reader takes a text that begins so for something else: words that mean a value are
   shorter, or begin with another letter. */
static bool is_sure_text(struct text t) {
    char first = (char)(text_first(t) | 0x20);
    bool other = t.len > sizeof "false" - 1 || !memchr("fnoty", first, 5);
    return is_letter(first) && other;
}

/* Appends a text on one line. Plain text stays plain if YAML allows it; other text becomes plain if
   it would still be a text. */
static void write_text_in_line(struct yaml_writer *w, struct text t, enum meaning meaning,
                               bool plain, bool flow) {
    bool means_text = meaning == MEANS_TEXT;
    bool old = (!plain || means_text) && !w->dated && !is_sure_text(t) && is_old_value(t);
    bool quoted = old || !(plain || means_text);
    if (!quoted && write_simple(w->out, t, flow))
        return;
    if (!quoted && is_plain(t, flow))
        buffer_text(w->out, t);
    else
        write_quoted(w->out, t);
}

static void write_scalar(struct yaml_writer *w, const struct node *n, bool flow) {
    bool plain = n->span.as == WRITTEN_PLAIN;
    enum meaning meaning = is_sure_text(n->text) ? MEANS_TEXT : zi_text_meaning(n->text);
    if (plain && meaning == MEANS_NULL)
        buffer_string(w->out, "null");
    else if (plain && meaning == MEANS_TRUTH)
        buffer_string(w->out, (n->text.at[0] | 0x20) == 't' ? "true" : "false");
    else
        write_text_in_line(w, n->text, meaning, plain, flow);
}

void zi_yaml_text(struct buffer *out, struct text t, bool flow) {
    struct yaml_writer w = {.out = out, .dated = t.len == sizeof "2026-03-07" - 1};
    write_text_in_line(&w, t, zi_text_meaning(t), false, flow);
}

/* Writes the lines of a literal block after its key. */
static void write_literal(struct yaml_writer *w, struct text t, size_t indent) {
    while (t.len) {
        struct text line = text_next_part(&t, '\n');
        buffer_chars(w->out, ' ', line.len ? indent : 0);
        buffer_text(w->out, line);
        buffer_char(w->out, '\n');
    }
}

/* The indicator that keeps the line ends at a literal's end. */
static const char *chomping(struct text t) {
    if (t.at[t.len - 1] != '\n')
        return "|-";
    return t.at[t.len - 2] == '\n' ? "|+" : "|"; /* the first character is not a line end */
}

/* Collections on one line. */

static void write_flow(struct yaml_writer *w, const struct node *n, size_t limit);

/* Whether a key needs the explicit form. */
static bool is_complex(const struct node *key) {
    return key->kind != NODE_SCALAR || key->text.len > KEY_BYTES_MAX ||
           memchr(key->text.at, '\n', key->text.len);
}

/* Stops once the output is longer than `limit`. */
static void write_flow_items(struct yaml_writer *w, const struct node *n, size_t limit) {
    bool mapping = n->kind == NODE_MAPPING;
    for (const struct node *item = n->first; item && w->out->len <= limit; item = item->next) {
        if (item != n->first)
            buffer_string(w->out, ", ");
        if (mapping && is_complex(item))
            buffer_string(w->out, "? ");
        write_flow(w, item, limit);
        if (mapping) {
            buffer_string(w->out, is_complex(item) ? " : " : ": ");
            item = item->next;
            write_flow(w, item, limit);
        }
    }
}

static void write_flow(struct yaml_writer *w, const struct node *n, size_t limit) {
    if (n->kind == NODE_SCALAR) {
        write_scalar(w, n, true);
        return;
    }
    buffer_char(w->out, n->kind == NODE_MAPPING ? '{' : '[');
    write_flow_items(w, n, limit);
    buffer_char(w->out, n->kind == NODE_MAPPING ? '}' : ']');
}

/* Offsets are needed only for comments. */
static size_t place_of(struct yaml_writer *w, uint32_t at) {
    return w->yaml_comments.count ? zi_record_byte(w->record, at) : 0;
}

static size_t start_of(struct yaml_writer *w, const struct node *n) {
    return place_of(w, n->span.start);
}

static size_t end_of(struct yaml_writer *w, const struct node *n) {
    return place_of(w, n->span.end);
}

/* Characters from `start` to the end of the output. */
static size_t width_from(const struct buffer *out, size_t start) {
    return zi_text_characters((struct text){out->at + start, out->len - start});
}

/* Comments. */

static void write_comment(struct yaml_writer *w) {
    buffer_text(w->out, w->yaml_comments.at[w->next++].text);
}

static void write_comment_line(struct yaml_writer *w, size_t indent) {
    buffer_chars(w->out, ' ', indent);
    write_comment(w);
    buffer_char(w->out, '\n');
}

/* Writes the comments before `offset`, each on a separate line. */
static inline void write_comments_before(struct yaml_writer *w, size_t offset, size_t indent) {
    while (w->next < w->last && w->yaml_comments.at[w->next].offset < offset)
        write_comment_line(w, indent);
}

/* Whether yaml_comment `i` follows `offset` with only YAML's own signs between. */
static bool comment_follows(struct yaml_writer *w, size_t i, size_t offset) {
    if (i >= w->last || w->yaml_comments.at[i].own_line || w->yaml_comments.at[i].offset < offset)
        return false;
    size_t between = w->yaml_comments.at[i].offset - offset;
    for (size_t k = 0; k < between; k++)
        if (!strchr(" \t,:]}", w->record->text.at[offset + k]))
            return false;
    return true;
}

/* The number of yaml_comments that belong to a value on one line: those inside, and one after. */
static size_t comments_with(struct yaml_writer *w, const struct node *value) {
    size_t end, i = w->next;
    if (i == w->last)
        return 0;
    end = end_of(w, value);
    while (i < w->last && w->yaml_comments.at[i].offset < end)
        i++;
    i += comment_follows(w, i, end);
    return i - w->next;
}

/* A yaml_comment after the last item of a block is inside the block. */
static bool has_comments_inside(struct yaml_writer *w, const struct node *n) {
    if (n->span.as == WRITTEN_BLOCK)
        return comments_with(w, n) > 0;
    return w->next < w->last && w->yaml_comments.at[w->next].offset < end_of(w, n);
}

/* Whether any scalar has several lines. */
static bool has_lines(const struct node *n) {
    if (n->kind == NODE_SCALAR)
        return memchr(n->text.at, '\n', n->text.len);
    const struct node *item = n->first;
    while (item && !has_lines(item))
        item = item->next;
    return item;
}

/* Writes a blank and a collection if the collection fits on the current line, which began at
   `line`. Otherwise writes nothing and returns false. */
static bool fits_in_line(struct yaml_writer *w, const struct node *n, size_t line) {
    size_t start = w->out->len, most = line + 4 * CANONICAL_WIDTH;
    if (n->first && (has_comments_inside(w, n) || has_lines(n)))
        return false;
    buffer_char(w->out, ' ');
    write_flow(w, n, most);
    if (!n->first || width_from(w->out, line) <= CANONICAL_WIDTH)
        return true;
    w->out->len = start;
    return false;
}

static void end_line(struct yaml_writer *w, bool yaml_comment) {
    if (yaml_comment) {
        buffer_string(w->out, "  ");
        write_comment(w);
    }
    buffer_char(w->out, '\n');
}

/* Blocks. */

static void write_block(struct yaml_writer *w, const struct node *n, size_t indent);

/* Writes a scalar after its `key:` or `-`, to the end of its last line; `text` replaces its text if
   at != NULL. One yaml_comment may belong to it. */
static void write_scalar_value(struct yaml_writer *w, const struct node *n, struct text text,
                               size_t indent) {
    bool yaml_comment = comments_with(w, n) == 1;
    struct text value = text.at ? text : n->text;
    bool lines = text.at || memchr(value.at, '\n', value.len);
    buffer_char(w->out, ' ');
    if (lines && zi_yaml_is_literal(value)) {
        buffer_string(w->out, text.at ? "|" : chomping(value));
        end_line(w, yaml_comment);
        write_literal(w, value, indent);
        return;
    }
    if (text.at)
        write_text_in_line(w, text, zi_text_meaning(text), false, false);
    else
        write_scalar(w, n, false);
    end_line(w, yaml_comment);
}

/* Writes a collection after its `key:` or `-`, which ends at `head` in the document and whose line
   began at `line` in the output: on that line if it fits and need not be a block. */
static void write_collection_value(struct yaml_writer *w, const struct node *n, size_t head,
                                   size_t line, size_t indent, bool block) {
    if ((!block || !n->first) && fits_in_line(w, n, line)) {
        end_line(w, comments_with(w, n) == 1);
        return;
    }
    end_line(w, comment_follows(w, w->next, head));
    write_block(w, n, indent);
}

static void write_value(struct yaml_writer *w, const struct node *n, struct text text, size_t head,
                        size_t line, size_t indent, bool block) {
    if (n->kind == NODE_SCALAR || text.at)
        write_scalar_value(w, n, text, indent);
    else
        write_collection_value(w, n, head, line, indent, block);
}

/* Writes comments before a node, or inside a value that can have only one, on separate lines before
   the node. */
static void write_comments_ahead(struct yaml_writer *w, const struct node *first,
                                 const struct node *value, struct text text, size_t indent) {
    if (w->next == w->last)
        return;
    write_comments_before(w, start_of(w, first), indent);
    bool one = value->kind == NODE_SCALAR || !value->first || text.at;
    size_t count = one ? comments_with(w, value) : 0;
    if (count > 1)
        while (count--)
            write_comment_line(w, indent);
}

static void write_pair(struct yaml_writer *w, const struct node *key, struct text text,
                       size_t indent, bool block) {
    const struct node *value = key->next;
    write_comments_ahead(w, key, value, text, indent);
    size_t line = w->out->len;
    buffer_chars(w->out, ' ', indent);
    if (!is_complex(key)) {
        write_scalar(w, key, false);
        buffer_char(w->out, ':');
        w->dated = !indent && text_is(key->text, "date");
        write_value(w, value, text, end_of(w, key), line, indent + STEP, block);
        w->dated = false;
        return;
    }
    buffer_string(w->out, "? ");
    write_flow(w, key, SIZE_MAX);
    buffer_char(w->out, '\n');
    buffer_chars(w->out, ' ', indent);
    buffer_string(w->out, ": ");
    write_flow(w, value, SIZE_MAX);
    buffer_char(w->out, '\n');
}

/* Comments before the first scalar of an item come before its `-`. */
static void write_item(struct yaml_writer *w, const struct node *item, size_t indent) {
    const struct node *first = item;
    while (node_first(first))
        first = first->first;
    write_comments_ahead(w, first, item, NO_TEXT, indent);
    size_t line = w->out->len;
    buffer_chars(w->out, ' ', indent);
    buffer_char(w->out, '-');
    size_t head = start_of(w, item);
    write_value(w, item, NO_TEXT, head, line, indent + STEP, false);
}

static void write_block(struct yaml_writer *w, const struct node *n, size_t indent) {
    for (const struct node *item = n->first; item && w->out->len <= w->enough; item = item->next) {
        if (n->kind == NODE_MAPPING) {
            write_pair(w, item, NO_TEXT, indent, false);
            item = item->next;
        } else {
            write_item(w, item, indent);
        }
    }
    write_comments_before(w, end_of(w, n), indent);
}

/* The record. */

/* The index of the first yaml_comment that belongs after the value. */
static size_t comments_after(struct yaml_writer *w, const struct node *value) {
    w->next = 0;
    w->last = w->yaml_comments.count;
    return value ? comments_with(w, value) : 0;
}

/* Selects the yaml_comments of one key of the record: from the end of the previous value, or from
   the first key, to the end of its own value. */
static void choose_comments(struct yaml_writer *w, const struct node *key) {
    const struct node *root = w->record->root, *before = NULL;
    if (!w->yaml_comments.count)
        return;
    for (const struct node *k = root->first; k != key; k = k->next->next)
        before = k->next;
    size_t from = comments_after(w, before), to = comments_after(w, key->next);
    size_t start = start_of(w, key);
    while (!before && from < to && w->yaml_comments.at[from].offset < start)
        from++;
    w->next = from;
    w->last = to;
}

/* Writes a pair of the record and its comments. */
static void write_record_pair(struct yaml_writer *w, const struct pair *p,
                              const struct text rewritten[KEYS]) {
    choose_comments(w, p->key);
    struct text text = p->known < KEYS && !p->again ? rewritten[p->known] : NO_TEXT;
    write_pair(w, p->key, text, 0, p->known == KEY_PLAYERS);
    write_comments_before(w, SIZE_MAX, 0);
}

void zi_yaml_write(struct record *r, const struct text rewritten[KEYS], struct buffer *out) {
    struct yaml_writer w = {.record = r, .out = out, .yaml_comments = zi_record_comments(r)};
    const struct node *root = r->root;
    struct pair pairs[MAPPING_KEYS_MAX];
    size_t count = zi_record_pairs(r, pairs);
    buffer_string(out, "---\n");
    w.enough = out->len + RECORD_BYTES_MAX;
    w.last = w.yaml_comments.count;
    if (root->first)
        write_comments_before(&w, start_of(&w, root->first), 0);
    else
        buffer_string(out, "{}\n");
    for (size_t i = 0; i < count; i++)
        write_record_pair(&w, &pairs[i], rewritten);
    w.next = comments_after(&w, root->last);
    write_comments_before(&w, SIZE_MAX, 0);
    r->out_of_memory |= out->failed;
}
