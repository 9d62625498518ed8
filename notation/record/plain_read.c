/* Converts plain YAML to a tree.

   This reader accepts the subset of YAML that most records use and reads it exactly as libyaml
   does, including positions. Each function returns false or NULL as soon as it meets anything else:
   an error, an anchor, a tag, a complex key, odd indentation, a tab. libyaml then reads the whole
   document and reports any errors. So this reader may be narrower than libyaml but never wider. */
#include "notation/record/plain_read.h"

#include "notation/base/unicode.h"
#include "notation/base/wide.h"

/* libyaml accepts keys of 1,024 characters, including blanks before the colon. */
enum { DEPTH_MAX = 16, KEY_BYTES_MAX = 1000 };

/* `at` is the next byte; `end` is after the last line end, so a line end stops every scan. After
   next_content `column` is the column of `at`, or -1 after the record. */
struct plain {
    struct record *record;
    const char *text; /* the document */
    const char *at, *end;
    long column;
    unsigned depth;
};

/* How a byte affects a plain scalar: it ends it in a flow collection, or cannot begin it. `-` can
   begin one unless a blank follows. */
enum { ENDS_FLOW = 1, NO_BEGINNING = 2, BOTH = 3 };

static const unsigned char byte_kind[256] = {
    ['\n'] = BOTH,         [':'] = BOTH,         ['#'] = BOTH,         [','] = BOTH,
    ['['] = BOTH,          [']'] = BOTH,         ['{'] = BOTH,         ['}'] = BOTH,
    [' '] = NO_BEGINNING,  ['-'] = NO_BEGINNING, ['?'] = NO_BEGINNING, ['&'] = NO_BEGINNING,
    ['*'] = NO_BEGINNING,  ['!'] = NO_BEGINNING, ['|'] = NO_BEGINNING, ['>'] = NO_BEGINNING,
    ['\''] = NO_BEGINNING, ['"'] = NO_BEGINNING, ['%'] = NO_BEGINNING, ['@'] = NO_BEGINNING,
    ['`'] = NO_BEGINNING};

static bool is_any(char c, unsigned kinds) { return byte_kind[(unsigned char)c] & kinds; }

/* A space or a line end. */
static bool is_gap(char c) { return c == ' ' || c == '\n'; }

static bool begins_plain(const char *p) {
    return !is_any(*p, NO_BEGINNING) || (*p == '-' && !is_gap(p[1]));
}

/* Whether a line, which has a line end, begins with a document marker, `---` or `...`. */
static bool is_marker(const char *line) {
    char c = line[0];
    return (c == '-' || c == '.') && line[1] == c && line[2] == c && is_gap(line[3]);
}

/* Proves that the document is printable UTF-8 with LF. */

/* The length of the character at `p`, which is neither printable ASCII nor LF and which a line end
   follows; 0 if it is not UTF-8, a control character, a line end, a byte order mark or a
   noncharacter. */
static size_t printable_length(const char *p, const char *end) {
    uint32_t c;
    struct text rest = text_between(p, end), character = zi_character_next(&rest, &c);
    bool refused = character.len == 1 || c < 0xA0 || c == 0x2028 || c == 0x2029 || c == 0xFEFF ||
                   (c | 1) == 0xFFFF;
    return refused ? 0 : character.len;
}

/* Whether the text, which ends with LF, has only printable characters and LF. */
static bool is_printable(struct text t) {
    const char *p = t.at, *end = t.at + t.len;
    while ((p = find_other(p, end)) < end) {
        size_t n = printable_length(p, end);
        if (!n)
            return false;
        p += n;
    }
    return true;
}

/* Nodes. */

static struct span span_of(const struct plain *in, const char *start, const char *end,
                           enum written_as as) {
    return span_at((size_t)(start - in->text), (size_t)(end - in->text), as);
}

/* A plain scalar whose value is its text. */
static inline struct node *new_plain(struct plain *in, const char *start, const char *end) {
    return record_slice(in->record, (struct text){start, (size_t)(end - start)},
                        span_of(in, start, end, WRITTEN_PLAIN));
}

static struct node *new_collection(struct plain *in, enum node_kind kind, enum written_as as) {
    struct node *n = zi_record_collection(in->record, kind, span_of(in, in->at, in->at, as));
    return ++in->depth > DEPTH_MAX ? NULL : n;
}

/* Lines. */

/* Moves past the rest of a line, which may have only a comment. */
static bool end_line(struct plain *in) {
    const char *p = in->at;
    while (*p == ' ')
        p++;
    if (*p == '#' && p[-1] == ' ')
        p = memchr(p, '\n', (size_t)(in->end - p));
    in->at = p + 1;
    return *p == '\n';
}

/* Moves past blank lines and comment lines to the first byte of other content. */
static void skip_margin(struct plain *in) {
    const char *p = in->at;
    in->column = -1;
    while (p < in->end) {
        const char *line = p;
        while (*p == ' ')
            p++;
        if (*p == '#')
            p = memchr(p, '\n', (size_t)(in->end - p));
        else if (*p != '\n') {
            in->column = p - line;
            break;
        }
        p++;
    }
    in->at = p;
}

/* The same inside a record. in->at is at the start of a line, or only a comment is left of its
   line. False at a document marker, unless it is `...` and nothing follows. */
static bool next_content(struct plain *in) {
    skip_margin(in);
    if (in->column != 0 || !is_marker(in->at))
        return true;
    if (*in->at != '.')
        return false;
    in->at += 3;
    skip_margin(in); /* a word on the line of the marker has a column */
    return in->column < 0;
}

/* Scalars. */

/* Reads an escape, whose backslash is at `p`. Returns its end, or NULL if it is not one. */
static const char *unescape(const char *p, struct writer *w) {
    static const char names[] = "0abtnvfre \"/\\N_LP";
    static const uint16_t meanings[] = {0,   7,   8,   9,    10,   11,   12,     13,    27,
                                        ' ', '"', '/', '\\', 0x85, 0xA0, 0x2028, 0x2029};
    size_t digits = p[1] == 'x' ? 2 : p[1] == 'u' ? 4 : p[1] == 'U' ? 8 : 0;
    const char *name = memchr(names, p[1], sizeof names - 1);
    uint32_t c = name ? meanings[name - names] : 0;
    p += 2;
    for (size_t i = 0; i < digits; i++, p++) {
        unsigned digit = hex_digit(*p);
        if (digit > 15)
            return NULL;
        c = c << 4 | digit;
    }
    if ((!name && !digits) || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        return NULL;
    char room[CHARACTER_BYTES];
    write_text(w, zi_character_utf8(c, room));
    return p;
}

/* Writes what a plain or quoted scalar means: lines are folded, escapes replaced. False if an
   escape is unknown. */
static bool unfold(const char *p, const char *end, enum written_as as, struct writer *w) {
    char sign = as == WRITTEN_SINGLE_QUOTED ? '\'' : as == WRITTEN_DOUBLE_QUOTED ? '\\' : '\n';
    while (p < end) {
        const char *next = find_one_of(p, end, sign, '\n', '\n'), *last = next;
        if (next < end && *next == '\n')
            while (last > p && last[-1] == ' ')
                last--;
        write_text(w, text_between(p, last));
        p = next;
        if (p < end && *p == '\n') {
            size_t line_ends = 0;
            for (; p < end && is_gap(*p); p++)
                line_ends += *p == '\n';
            if (line_ends == 1)
                write_char(w, ' ');
            for (; line_ends > 1; line_ends--)
                write_char(w, '\n');
        } else if (p < end && sign == '\'') {
            write_char(w, '\'');
            p += 2;
        } else if (p < end && !(p = unescape(p, w))) {
            return false;
        }
    }
    return true;
}

/* A scalar whose value is not its text, which is without its quotes. An escape of two bytes can
   mean three. */
static struct node *unfolded(struct plain *in, struct text t, struct span span) {
    struct writer w = {NULL, t.len + t.len / 2, 0};
    w.at = zi_arena_alloc(&in->record->arena, w.cap);
    in->record->out_of_memory |= !w.at;
    return w.at && unfold(t.at, t.at + t.len, span.as, &w)
               ? record_slice(in->record, written(&w), span)
               : NULL;
}

/* Scans the line of a plain scalar from `p`, which is after a blank or at the scalar's start.
   Returns its end: a line end, the `#` of a comment, or a `:` before a blank. */
static const char *block_plain_line(const char *p, const char *end) {
    for (;; p++) {
        p = find_one_of(p, end, '\n', ':', '#');
        if (*p == '\n' || (*p == ':' ? is_gap(p[1]) : p[-1] == ' '))
            return p;
    }
}

/* The same in a flow collection, where `,[]{}` also end it. NULL if libyaml rejects it. */
static const char *flow_plain_line(const char *p) {
    for (;; p++) {
        while (!is_any(*p, ENDS_FLOW))
            p++;
        if (*p == ':' && !is_gap(p[1])) {
            if (p[1] == '?' || (is_any(p[1], ENDS_FLOW) && p[1] != ':' && p[1] != '#'))
                return NULL;
        } else if (*p != '#' || p[-1] == ' ') {
            return p;
        }
    }
}

static const char *trim(const char *end) {
    while (end[-1] == ' ')
        end--;
    return end;
}

/* Reads a plain scalar in block context. Lines that are indented more than the enclosing
   collection, at `column`, continue it. */
static struct node *block_plain(struct plain *in, long column) {
    const char *start = in->at, *stop = block_plain_line(start, in->end), *end = trim(stop);
    bool folded = false;
    while (*stop == '\n') {
        const char *line = stop + 1, *next = line;
        for (; next < in->end && is_gap(*next); next++)
            line = *next == '\n' ? next + 1 : line;
        if (next == in->end || next - line <= column || *next == '#')
            break;
        folded = true;
        stop = block_plain_line(next, in->end);
        end = trim(stop);
    }
    in->at = stop;
    if (*stop == ':')
        return NULL;
    return folded ? unfolded(in, text_between(start, end), span_of(in, start, end, WRITTEN_PLAIN))
                  : new_plain(in, start, end);
}

/* Reads a quoted scalar in any context. A key is on one line. */
static struct node *quoted(struct plain *in, bool key) {
    const char *start = in->at, *p = start + 1;
    char quote = *start, escape = quote == '"' ? '\\' : quote;
    bool changed = false;
    for (;; p++, changed = true) {
        p = find_one_of(p, in->end, quote, escape, '\n');
        if (p == in->end)
            return NULL;
        if (*p == '\n') {
            if (key || p + 1 == in->end || is_marker(p + 1))
                return NULL;
        } else if (*p == escape && (quote == '"' || p[1] == quote)) {
            if (*++p == '\n')
                return NULL;
        } else {
            break;
        }
    }
    in->at = p + 1;
    enum written_as as = quote == '"' ? WRITTEN_DOUBLE_QUOTED : WRITTEN_SINGLE_QUOTED;
    struct span span = span_of(in, start, in->at, as);
    struct text text = text_between(start + 1, p);
    return changed ? unfolded(in, text, span) : record_slice(in->record, text, span);
}

/* Block scalars. */

/* A scalar after `|` or `>`. */
struct block {
    const char *start;       /* its header */
    const char *first, *end; /* its first line, and the line after its last */
    bool folded;
    char chomp;       /* `-`, `+` or 0 */
    long indent;      /* of its lines */
    size_t written;   /* number of its nonblank lines */
    bool blank_first; /* the first line is blank */
};

/* Reads the header and moves in->at to the next line. `column` is that of the enclosing
   collection. */
static bool read_header(struct plain *in, struct block *b, long column) {
    const char *p = in->at;
    *b = (struct block){.start = p, .folded = *p == '>'};
    for (p++; *p == '-' || *p == '+' || is_digit(*p); p++) {
        if (is_digit(*p) ? b->indent || *p == '0' : b->chomp)
            return false;
        if (is_digit(*p))
            b->indent = column + *p - '0';
        else
            b->chomp = *p;
    }
    in->at = p;
    return end_line(in);
}

/* Without a digit in the header, the first nonblank line determines the indentation. */
static bool find_indent(const struct plain *in, struct block *b, long column) {
    const char *p = in->at;
    long indent = 0, blank = 0;
    while (p < in->end) {
        const char *line = p;
        while (*p == ' ')
            p++;
        indent = p - line;
        if (*p != '\n')
            break;
        blank = indent > blank ? indent : blank;
        indent = 0;
        p++;
    }
    b->indent = indent > column ? indent : column + 1;
    return blank <= indent;
}

/* The position after a line's indentation: a line end if the line is blank; NULL if it is not
   indented enough. */
static const char *block_line(const char *line, long indent) {
    const char *p = line;
    while (p - line < indent && *p == ' ')
        p++;
    return p - line == indent || *p == '\n' ? p : NULL;
}

static void find_end(const struct plain *in, struct block *b) {
    const char *line = in->at, *p;
    b->first = line;
    while (line < in->end && (p = block_line(line, b->indent))) {
        if (*p != '\n') {
            b->written++;
            p = memchr(p, '\n', (size_t)(in->end - p));
        } else if (line == b->first) {
            b->blank_first = true;
        }
        line = p + 1;
    }
    b->end = line;
}

/* In a folded scalar a line end becomes a blank, except beside a line that begins with one. */
static void write_block(const struct block *b, struct writer *w) {
    bool line_end = false, indented = false;
    size_t blank_lines = 0;
    for (const char *line = b->first, *next; line < b->end; line = next + 1) {
        const char *p = block_line(line, b->indent);
        next = memchr(p, '\n', (size_t)(b->end - p));
        if (p == next) {
            blank_lines++;
            continue;
        }
        bool joined = b->folded && line_end && !indented && *p != ' ';
        if (joined && !blank_lines)
            write_char(w, ' ');
        for (blank_lines += line_end && !joined; blank_lines; blank_lines--)
            write_char(w, '\n');
        indented = *p == ' ';
        write_text(w, (struct text){p, (size_t)(next - p)});
        line_end = true;
    }
    if (line_end && b->chomp != '-')
        write_char(w, '\n');
    for (; blank_lines && b->chomp == '+'; blank_lines--)
        write_char(w, '\n');
}

static struct node *block_scalar(struct plain *in, long column) {
    struct block b;
    if (!read_header(in, &b, column) || (!b.indent && !find_indent(in, &b, column)))
        return NULL;
    find_end(in, &b);
    in->at = b.end;
    struct span span = span_of(in, b.start, b.end, WRITTEN_BLOCK);
    if (b.written == 1 && !b.blank_first && b.chomp != '+') {
        const char *p = b.first + b.indent, *stop = memchr(p, '\n', (size_t)(b.end - p));
        return record_slice(in->record, (struct text){p, (size_t)(stop - p) + !b.chomp}, span);
    }
    struct writer w = {NULL, (size_t)(b.end - b.first), 0};
    w.at = zi_arena_alloc(&in->record->arena, w.cap);
    if (!w.at) {
        in->record->out_of_memory = true;
        return NULL;
    }
    write_block(&b, &w);
    return record_slice(in->record, written(&w), span);
}

/* Flow collections. */

/* Moves to the next token. False if none is left, or if it might be a document marker. */
static bool flow_gap(struct plain *in) {
    const char *p = in->at;
    for (; p < in->end && (is_gap(*p) || *p == '#'); p++)
        if (*p == '#')
            p = memchr(p, '\n', (size_t)(in->end - p));
    in->at = p;
    return p < in->end && (p[-1] != '\n' || (*p != '-' && *p != '.' && *p != '%'));
}

/* Reads a scalar that ends on its line. */
static struct node *flow_plain(struct plain *in) {
    const char *start = in->at, *stop = flow_plain_line(start);
    if (!stop)
        return NULL;
    const char *end = trim(stop);
    in->at = stop;
    return new_plain(in, start, end);
}

static struct node *flow_collection(struct plain *in);

static struct node *flow_value(struct plain *in) {
    switch (*in->at) {
    case '[':
    case '{': return flow_collection(in);
    case '"':
    case '\'': return quoted(in, false);
    default: return begins_plain(in->at) ? flow_plain(in) : NULL;
    }
}

/* Reads a key with its colon on the same line, and its value. */
static bool flow_pair(struct plain *in, struct node *mapping) {
    const char *start = in->at;
    struct node *key = NULL, *value = NULL;
    if (*start == '"' || *start == '\'')
        key = quoted(in, true);
    else if (begins_plain(start))
        key = flow_plain(in);
    if (!key)
        return false;
    while (*in->at == ' ')
        in->at++;
    if (*in->at != ':' || in->at - start > KEY_BYTES_MAX)
        return false;
    in->at++;
    if (flow_gap(in))
        value = flow_value(in);
    zi_node_add_pair(mapping, key, value);
    return value != NULL;
}

static struct node *flow_collection(struct plain *in) {
    bool mapping = *in->at == '{';
    char closer = mapping ? '}' : ']';
    struct node *n = new_collection(in, mapping ? NODE_MAPPING : NODE_SEQUENCE, WRITTEN_PLAIN);
    bool more = true;
    in->at++;
    if (!n || !flow_gap(in))
        return NULL;
    while (more && *in->at != closer) {
        if (mapping) {
            if (!flow_pair(in, n))
                return NULL;
        } else {
            struct node *item = flow_value(in);
            if (!item)
                return NULL;
            zi_node_add(n, item);
        }
        if (!flow_gap(in))
            return NULL;
        more = *in->at == ',';
        if (more) {
            in->at++;
            if (!flow_gap(in) || *in->at == closer)
                return NULL;
        }
    }
    if (*in->at++ != closer)
        return NULL;
    n->span.end = (size_t)(in->at - in->text) & SPAN_END_MAX;
    in->depth--;
    return n;
}

/* Block collections. Each function leaves `in` after its collection. A line indented too deep for
   it is left, also by the enclosing collections. zi_plain_read then refuses the document. */

/* Reads a value that begins on this line; `column` is that of the enclosing collection. */
static struct node *block_value(struct plain *in, long column) {
    struct node *n;
    switch (*in->at) {
    case '|':
    case '>': n = block_scalar(in, column); break;
    case '"':
    case '\'':
    case '[':
    case '{':
        n = flow_value(in);
        n = n && end_line(in) ? n : NULL;
        break;
    default: n = begins_plain(in->at) ? block_plain(in, column) : NULL;
    }
    return n && next_content(in) ? n : NULL;
}

static bool is_item(const char *p) { return *p == '-' && is_gap(p[1]); }

static struct node *block_sequence(struct plain *in) {
    long column = in->column;
    struct node *n = new_collection(in, NODE_SEQUENCE, WRITTEN_BLOCK);
    while (n && in->column == column && is_item(in->at)) {
        in->at++;
        while (*in->at == ' ')
            in->at++;
        struct node *item = block_value(in, column);
        if (!item)
            return NULL;
        zi_node_add(n, item);
    }
    if (!n)
        return NULL;
    n->span.end = n->last->span.end;
    in->depth--;
    return n;
}

static struct node *block_mapping(struct plain *in);

/* Reads a value that begins on a new line, indented more than the enclosing mapping. */
static struct node *nested_value(struct plain *in, long column) {
    if (is_item(in->at))
        return block_sequence(in);
    if (begins_plain(in->at) && *block_plain_line(in->at, in->end) == ':')
        return block_mapping(in);
    return block_value(in, column);
}

/* Reads the value of a key whose colon is before in->at. */
static struct node *pair_value(struct plain *in, long column) {
    const char *colon_end = in->at;
    while (*in->at == ' ')
        in->at++;
    if (*in->at != '\n' && *in->at != '#')
        return block_value(in, column);
    if (!next_content(in))
        return NULL;
    if (in->column > column)
        return nested_value(in, column);
    if (in->column == column && is_item(in->at))
        return block_sequence(in);
    return new_plain(in, colon_end, colon_end);
}

static struct node *block_key(struct plain *in) {
    const char *start = in->at;
    struct node *key = NULL;
    if (*start == '"' || *start == '\'') {
        key = quoted(in, true);
        while (*in->at == ' ')
            in->at++;
    } else if (begins_plain(start)) {
        in->at = block_plain_line(start, in->end);
        const char *end = trim(in->at);
        key = new_plain(in, start, end);
    }
    bool whole = *in->at == ':' && is_gap(in->at[1]) && in->at - start <= KEY_BYTES_MAX;
    in->at++;
    return whole ? key : NULL;
}

static struct node *block_mapping(struct plain *in) {
    long column = in->column;
    struct node *n = new_collection(in, NODE_MAPPING, WRITTEN_BLOCK);
    while (n && in->column == column) {
        struct node *key = block_key(in), *value = key ? pair_value(in, column) : NULL;
        if (!value)
            return NULL;
        zi_node_add_pair(n, key, value);
    }
    if (!n)
        return NULL;
    n->span.end = n->last->span.end;
    in->depth--;
    return n;
}

/* Moves past `%YAML 1.1`, which only a marker may follow. */
static bool skip_directive(struct plain *in) {
    static const char directive[] = "%YAML 1.1";
    if (in->column != 0 || !text_begins(text_between(in->at, in->end), directive))
        return true;
    in->at += sizeof directive - 1;
    if (!end_line(in))
        return false;
    skip_margin(in);
    return in->column == 0 && *in->at == '-' && is_marker(in->at);
}

/* Reads a document, whose `---` may be missing. Its first key is at the margin. */
static struct node *read_document(struct plain *in) {
    bool marked = false;
    if (!skip_directive(in))
        return NULL;
    if (in->column == 0 && *in->at == '-' && is_marker(in->at)) {
        in->at += 3;
        skip_margin(in); /* a value on the line of the marker has a column above 0 */
        marked = true;
    }
    if (in->column == 0 && !is_marker(in->at))
        return block_mapping(in);
    return marked && in->at == in->end ? new_plain(in, in->end, in->end) : NULL;
}

const struct node *zi_plain_read(struct record *r) {
    struct text t = r->text;
    if (!t.len || t.at[t.len - 1] != '\n' || !is_printable(t))
        return NULL;
    struct plain in = {.record = r, .text = t.at, .at = t.at, .end = t.at + t.len};
    skip_margin(&in);
    size_t start = (size_t)(in.at - t.at);
    struct node *root = read_document(&in);
    if (!root || in.column != -1) /* a line belongs to no collection */
        return NULL;
    r->start_offset = start;
    r->by_bytes = true;
    return root;
}
