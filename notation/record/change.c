#include "notation/record/change.h"

#include "notation/base/unicode.h"
#include "notation/base/value.h"
#include "notation/record/yaml.h"

enum { STEP = 2 };

/* Positions. */

static const char *line_end_of(struct text t) {
    const char *lf = memchr(t.at, '\n', t.len), *cr = memchr(t.at, '\r', t.len);
    if (lf && cr && cr + 1 == lf)
        return "\r\n";
    return cr && (!lf || cr < lf) ? "\r" : "\n";
}

/* The number of blanks at the start of a line. */
static size_t line_indent(struct text t, size_t line) {
    size_t n = 0;
    while (text_byte(t, line + n) == ' ')
        n++;
    return n;
}

static size_t start_of(struct record *r, const struct node *n) {
    return zi_record_byte(r, n->span.start);
}

static bool is_nothing(const struct node *n) { return node_is_null(n) && !n->text.len; }

/* The position after a key's colon; 0 if none exists, as in a set. */
static size_t after_colon(struct record *r, const struct node *key) {
    size_t at = zi_record_byte(r, key->span.end);
    while (at < r->text.len && (r->text.at[at] == ' ' || r->text.at[at] == '\t'))
        at++;
    return at < r->text.len && r->text.at[at] == ':' ? at + 1 : 0;
}

/* The end of a key's value, after its last nonblank byte. */
static size_t end_of_pair(struct record *r, const struct node *key) {
    const struct node *n = key->next;
    size_t colon = after_colon(r, key), end = zi_record_byte(r, n->span.end);
    if (is_nothing(n) && colon)
        return colon;
    while (n->span.as == WRITTEN_BLOCK && is_blank(r->text.at[end - 1]))
        end--;
    return end;
}

/* Collecting changes. */

/* Takes ownership of the buffer. Changes at the same position keep their order. */
static void add(struct changes *c, size_t at, size_t end, struct buffer *with) {
    struct edits *edits = &c->edits;
    struct edit new = {.at = at, .end = end};
    c->failed |= with->failed;
    new.with = zi_arena_copy(&c->arena, buffered(with), &c->failed);
    zi_buffer_free(with);
    zi_edits_add(edits, new);
    c->failed |= edits->failed;
    for (size_t i = edits->count; i-- > 1 && !edits->failed;) {
        const struct edit *before = &edits->at[i - 1];
        if (before->at < at || (before->at == at && before->end <= end))
            break;
        edits->at[i] = *before;
        edits->at[i - 1] = new;
    }
}

static void refuse(struct changes *c) {
    c->why = "the form of this record does not allow an insertion";
}

void zi_changes_free(struct changes *c) {
    zi_edits_free(&c->edits);
    zi_arena_free(&c->arena);
}

static void note(struct changes *c, struct text key) {
    if (c->changed_count < CHANGED_KEYS_MAX)
        c->changed[c->changed_count++] = key;
}

/* Whether texts are the same, except for line ends at their end. */
static bool is_same_text(struct text a, struct text b) {
    while (a.len && is_line_end(a.at[a.len - 1]))
        a.len--;
    while (b.len && is_line_end(b.at[b.len - 1]))
        b.len--;
    return text_same(a, b);
}

static bool is_same_node(const struct node *a, const struct node *b) {
    if (a->kind != b->kind || (a->kind == NODE_SCALAR && !is_same_text(a->text, b->text)))
        return false;
    const struct node *x = node_first(a), *y = node_first(b);
    for (; x && y; x = x->next, y = y->next)
        if (!is_same_node(x, y))
            return false;
    return !x && !y;
}

/* Whether the key is not in the header: its value is at the end of the moves. */
static bool is_derived(const struct node *key) { return key->span.as == WRITTEN_DERIVED; }

static const struct node *next_kept(const struct changes *c, const struct node *key) {
    for (; key; key = key->next->next) {
        bool changed = is_derived(key);
        for (size_t i = 0; key->kind == NODE_SCALAR && i < c->changed_count; i++)
            changed |= text_same(key->text, c->changed[i]);
        if (!changed)
            return key;
    }
    return NULL;
}

bool zi_changes_keep(const struct changes *c, const struct record *after) {
    if (after->broken)
        return false;
    const struct node *x = next_kept(c, c->record->root->first);
    const struct node *y = next_kept(c, after->root->first);
    while (x && y && is_same_node(x, y) && is_same_node(x->next, y->next)) {
        x = next_kept(c, x->next->next);
        y = next_kept(c, y->next->next);
    }
    return !x && !y;
}

/* Paths. */

struct key_path zi_key_path(struct text name) {
    struct key_path path = {{name}, 1};
    const char *dot = memchr(name.at, '.', name.len);
    struct text first = dot ? text_between(name.at, dot) : NO_TEXT;
    if (!text_is(first, "players") && !text_is(first, "rules"))
        return path;
    path.key[0] = first;
    for (; dot; path.count++) {
        struct text rest = {dot + 1, (size_t)(name.at + name.len - dot - 1)};
        dot = path.count + 1 < PATH_MAX_KEYS ? memchr(rest.at, '.', rest.len) : NULL;
        path.key[path.count] = dot ? (struct text){rest.at, (size_t)(dot - rest.at)} : rest;
    }
    return path;
}

static const struct node *find_key(const struct node *mapping, struct text name) {
    const struct node *key = mapping->kind == NODE_MAPPING ? mapping->first : NULL;
    while (key && (key->kind != NODE_SCALAR || is_derived(key) || !text_same(key->text, name)))
        key = key->next->next;
    return key;
}

/* Values. */

void zi_change_write_alike(struct buffer *out, enum written_as as, bool flow, struct text with) {
    char quote = as == WRITTEN_SINGLE_QUOTED ? '\'' : as == WRITTEN_DOUBLE_QUOTED ? '"' : '\0';
    bool quoted = quote != '\0';
    with.at = with.at ? with.at : "";
    for (size_t i = 0; i < with.len; i++) {
        unsigned char c = (unsigned char)with.at[i];
        quoted &= c >= ' ' && c < 0x7F && c != (unsigned char)quote && c != '\\';
    }
    if (!quoted) {
        zi_yaml_text(out, with, flow);
        return;
    }
    buffer_char(out, quote);
    buffer_text(out, with);
    buffer_char(out, quote);
}

/* Writes a value for a key in the style of another. */
static void write_value(struct buffer *out, struct text key, enum written_as as, bool flow,
                        struct text value) {
    enum key k = zi_key_of(key, 0);
    bool is_word = k < KEYS && zi_key_rows[k].kind <= KIND_DATE;
    if (text_is_small_number(value) && (is_word || as == WRITTEN_PLAIN))
        buffer_text(out, value);
    else
        zi_change_write_alike(out, as, flow, value);
}

/* Adds keys on separate lines, each in the mapping of the key before it. */
static void add_lines(struct changes *c, const struct node *after, const struct text *keys,
                      size_t count, struct text value) {
    struct record *r = c->record;
    struct text t = r->text;
    struct buffer out = {0};
    size_t key = start_of(r, after), line = text_line_start(t, key);
    size_t at = text_next_line(t, end_of_pair(r, after));
    const char *line_end = line_end_of(t);
    bool unended = !at || !is_line_end(t.at[at - 1]);
    for (size_t i = line; i < key; i++)
        if (t.at[i] != ' ')
            refuse(c);
    buffer_string(&out, unended ? line_end : "");
    for (size_t i = 0; i < count; i++) {
        buffer_chars(&out, ' ', key - line + i * STEP);
        buffer_add(&out, keys[i], ":");
        buffer_string(&out, i + 1 < count ? line_end : " ");
    }
    buffer_text(&out, value);
    buffer_string(&out, unended ? "" : line_end);
    add(c, at, at, &out);
}

/* Writes keys in brackets, quoted like the key before them. */
static void write_flow(struct buffer *out, const char *quote, const struct text *keys, size_t count,
                       struct text value) {
    for (size_t i = 0; i < count; i++)
        buffer_add(out, i ? "{" : "", quote, keys[i], quote, ": ");
    buffer_text(out, value);
    for (size_t i = 1; i < count; i++)
        buffer_char(out, '}');
}

/* The key that a new key follows: at the top level the one before the first key that comes later in
   canonical order, elsewhere the last one. */
static const struct node *key_before(const struct node *mapping, bool top, struct text name) {
    const struct node *before = NULL;
    enum key own = top ? zi_key_of(name, 0) : KEYS;
    for (const struct node *key = mapping->first; key; key = key->next->next) {
        enum key rank = key->kind == NODE_SCALAR ? zi_key_of(key->text, 0) : KEYS;
        if (is_derived(key))
            continue;
        if (before && rank > own && rank < KEYS)
            break;
        if (!before || own == KEYS || rank < own)
            before = key;
    }
    return before;
}

/* Inserts keys with a value in its written form into a mapping, after one of its keys. */
static void insert_written(struct changes *c, const struct node *mapping, const struct node *before,
                           const struct text *keys, size_t count, struct text value) {
    struct buffer out = {0};
    if (mapping->span.as == WRITTEN_BLOCK) {
        add_lines(c, before, keys, count, value);
        return;
    }
    size_t end = zi_record_byte(c->record, mapping->span.end);
    size_t at = before ? end_of_pair(c->record, before) : end - 1;
    bool quoted = before && before->span.as == WRITTEN_DOUBLE_QUOTED;
    buffer_string(&out, before ? ", " : "");
    write_flow(&out, quoted ? "\"" : "", keys, count, value);
    add(c, at, at, &out);
}

static void insert(struct changes *c, const struct node *mapping, const struct key_path *path,
                   size_t depth, struct text value) {
    const struct text *keys = path->key + depth;
    size_t count = path->count - depth;
    const struct node *before = key_before(mapping, !depth, keys[0]);
    bool json = before && before->span.as == WRITTEN_DOUBLE_QUOTED && !text_is_small_number(value);
    struct buffer text = {0};
    write_value(&text, keys[count - 1], json ? WRITTEN_DOUBLE_QUOTED : WRITTEN_PLAIN,
                mapping->span.as != WRITTEN_BLOCK, value);
    c->failed |= text.failed;
    insert_written(c, mapping, before, keys, count, buffered(&text));
    zi_buffer_free(&text);
}

/* Writes the comments from `at` to `end`, each on a line. */
static void keep_comments(struct changes *c, size_t at, size_t end, size_t indent,
                          struct buffer *out) {
    const char *line_end = line_end_of(c->record->text);
    struct yaml_comments all = zi_record_comments(c->record);
    c->failed |= c->record->out_of_memory;
    c->record->out_of_memory = false;
    for (size_t i = 0; i < all.count; i++) {
        if (all.at[i].offset < at || all.at[i].offset >= end)
            continue;
        buffer_chars(out, ' ', indent);
        buffer_add(out, all.at[i].text, line_end);
    }
}

/* Replaces a key's value by a text. Comments inside the value move before the key. */
static void replace(struct changes *c, const struct node *key, struct buffer *with) {
    struct record *r = c->record;
    const struct node *old = key->next;
    size_t from = after_colon(r, key), end = end_of_pair(r, key), start = start_of(r, key);
    bool in_place = old->kind == NODE_SCALAR && old->span.as != WRITTEN_BLOCK && !is_nothing(old);
    if (in_place && (with->failed || !memchr(with->at, '\n', with->len))) {
        add(c, start_of(r, old), end, with);
        return;
    }
    struct buffer out = {0}, kept = {0};
    size_t line = text_line_start(r->text, start);
    bool block = r->root->span.as == WRITTEN_BLOCK;
    if (block)
        end = text_line_end(r->text, end);
    keep_comments(c, from, end, start - line, &kept);
    if (!from || (kept.len && !block))
        refuse(c);
    buffer_add(&out, " ", buffered(with));
    out.failed |= with->failed;
    zi_buffer_free(with);
    add(c, line, line, &kept);
    add(c, from, end, &out);
}

/* Turns a player who was only a name, or null, into a mapping. */
static void make_mapping(struct changes *c, const struct node *key, const struct key_path *path,
                         size_t depth, struct text value) {
    struct buffer out = {0}, text = {0};
    const struct node *old = key->next;
    bool player = text_is(path->key[0], "players") && depth == 2;
    if (old->kind != NODE_SCALAR || (!player && !is_nothing(old))) {
        refuse(c);
        return;
    }
    write_value(&text, path->key[path->count - 1], WRITTEN_PLAIN, true, value);
    buffer_char(&out, '{');
    if (!is_nothing(old)) {
        buffer_string(&out, "name: ");
        zi_change_write_alike(&out, old->span.as, true, old->text);
        buffer_string(&out, ", ");
    }
    write_flow(&out, "", path->key + depth, path->count - depth, buffered(&text));
    buffer_char(&out, '}');
    out.failed |= text.failed;
    zi_buffer_free(&text);
    replace(c, key, &out);
}

void zi_change_set(struct changes *c, const struct key_path *path, struct text value) {
    note(c, path->key[0]);
    const struct node *mapping = c->record->root, *key = NULL;
    struct key_path longer = *path;
    bool flow = false;
    for (size_t i = 0; i < longer.count; i++) {
        if (mapping->kind != NODE_MAPPING) {
            make_mapping(c, key, &longer, i, value);
            return;
        }
        flow |= mapping->span.as != WRITTEN_BLOCK;
        const struct node *next = find_key(mapping, longer.key[i]);
        if (!next) {
            insert(c, mapping, &longer, i, value);
            return;
        }
        key = next;
        mapping = key->next;
        if (i == 1 && longer.count == 2 && mapping->kind == NODE_MAPPING &&
            text_is(longer.key[0], "players"))
            longer.key[longer.count++] = TEXT("name");
    }
    struct buffer out = {0};
    enum written_as as = mapping->kind == NODE_SCALAR ? mapping->span.as : WRITTEN_PLAIN;
    write_value(&out, longer.key[longer.count - 1], as, flow, value);
    replace(c, key, &out);
}

/* Removing. */

static void remove_pair(struct changes *c, const struct node *mapping, const struct node *key) {
    struct record *r = c->record;
    struct text t = r->text;
    struct buffer kept = {0};
    size_t at = start_of(r, key), end = end_of_pair(r, key), line = text_line_start(t, at);
    if (mapping->span.as == WRITTEN_BLOCK) {
        end = text_next_line(t, end);
        keep_comments(c, line, end, at - line, &kept);
        add(c, line, end, &kept);
        return;
    }
    const struct node *before = NULL;
    for (const struct node *k = mapping->first; k != key; k = k->next->next)
        before = k;
    if (before)
        at = end_of_pair(r, before);
    else if (key->next->next)
        end = start_of(r, key->next->next);
    if (memchr(t.at + at, '#', end - at))
        refuse(c);
    add(c, at, end, &kept);
}

void zi_change_remove(struct changes *c, const struct key_path *path) {
    note(c, path->key[0]);
    const struct node *mapping = c->record->root, *owner = mapping, *alone = NULL;
    for (size_t i = 0; i < path->count; i++) {
        const struct node *next = find_key(mapping, path->key[i]);
        if (!next)
            return;
        bool only = i && next == mapping->first && !next->next->next;
        if (!only) {
            owner = mapping;
            alone = next;
        }
        mapping = next->next;
    }
    remove_pair(c, owner, alone);
}

/* Moves. */

static void write_move(struct buffer *out, const struct change_move *m) {
    if (m->number)
        buffer_add(out, m->number, ". ");
    buffer_text(out, m->text);
}

/* Writes the lines of a text; all but the first are indented. Returns the width of the last. */
static size_t write_indented(struct buffer *out, struct text t, const char *line_end,
                             size_t indent) {
    size_t line = out->len;
    for (size_t i = 0; i < t.len; i++) {
        if (t.at[i] != '\n') {
            buffer_char(out, t.at[i]);
            continue;
        }
        buffer_string(out, line_end);
        line = out->len;
        buffer_chars(out, ' ', indent);
    }
    return out->failed ? 0 : zi_text_characters((struct text){out->at + line, out->len - line});
}

/* Writes moves in lines that are indented by `indent`, starting after `column` characters of a
   line; `width` is their total width. */
static void write_lines(const char *line_end, size_t indent, size_t column, size_t width,
                        const struct change_move *moves, size_t count, struct buffer *out) {
    struct buffer word = {0};
    for (size_t i = 0; i < count; i++) {
        word.len = 0;
        write_move(&word, &moves[i]);
        bool lines = word.len && memchr(word.at, '\n', word.len);
        size_t length = zi_text_characters(buffered(&word));
        bool wrap = !column || column + 1 + length > width;
        buffer_string(out, wrap && column ? line_end : "");
        buffer_chars(out, ' ', wrap ? indent : 1);
        size_t last = write_indented(out, buffered(&word), line_end, indent);
        column = lines ? last : (wrap ? indent : column + 1) + length;
    }
    out->failed |= word.failed;
    zi_buffer_free(&word);
}

/* Writes moves on one line, with a blank before each. False if a scalar written in this way cannot
   contain them. */
static bool write_joined(enum written_as as, const struct change_move *moves, size_t count,
                         struct buffer *out) {
    size_t start = out->len;
    for (size_t i = 0; i < count; i++) {
        buffer_char(out, ' ');
        write_move(out, &moves[i]);
    }
    for (size_t i = start; i < out->len && !out->failed; i++) {
        unsigned char ch = (unsigned char)out->at[i];
        if (ch < ' ' || ch == 0x7F || ch == '\\' || (as == WRITTEN_SINGLE_QUOTED && ch == '\'') ||
            (as == WRITTEN_DOUBLE_QUOTED && ch == '"') ||
            (as == WRITTEN_PLAIN && strchr(":#,[]{}&*\"'", ch)))
            return false;
    }
    return true;
}

/* Writes the whole value: the first `from` bytes of the old one, then the moves. */
static void write_whole(struct changes *c, const struct field *f, size_t from, size_t indent,
                        const struct change_move *moves, size_t count, struct buffer *out) {
    struct buffer value = {0};
    bool block = c->record->root->span.as == WRITTEN_BLOCK;
    const char *line_end = line_end_of(c->record->text);
    buffer_text(&value, (struct text){f->text.at, from});
    buffer_string(&value, from && count ? "\n" : "");
    write_lines("\n", 0, 0, CANONICAL_WIDTH - indent, moves, count, &value);
    struct text t = buffered(&value);
    if (!block || !t.len) {
        zi_change_write_alike(out, WRITTEN_DOUBLE_QUOTED, true, t);
    } else if (zi_yaml_is_literal(t)) {
        buffer_add(out, "|", line_end);
        buffer_chars(out, ' ', indent);
        write_indented(out, t, line_end, indent);
    } else {
        zi_yaml_text(out, t, false);
    }
    out->failed |= value.failed;
    zi_buffer_free(&value);
}

/* Appends the texts that follow the previous move to `item`. Returns their number. */
static size_t take_following(const struct change_move *moves, size_t count, struct buffer *item) {
    size_t n = 0;
    for (; n < count && moves[n].follows; n++)
        buffer_add(item, " ", moves[n].text);
    return n;
}

/* Removes the items of a sequence from byte `from` on and adds the moves as items. */
static void change_items(struct changes *c, const struct field *f, size_t from,
                         const struct change_move *moves, size_t count) {
    struct record *r = c->record;
    struct text t = r->text;
    size_t kept = 1;
    while (kept < f->item_count && f->item_end[kept] <= from)
        kept++;
    const struct span *last = &f->item_span[kept - 1];
    if (last->as == WRITTEN_BLOCK || f->item_end[kept - 1] != from) {
        refuse(c);
        return;
    }
    size_t start = zi_record_byte(r, last->start), at = zi_record_byte(r, last->end);
    size_t end = zi_record_byte(r, f->item_span[f->item_count - 1].end);
    size_t first = kept > 1 ? f->item_end[kept - 2] + 1 : 0;
    bool block = f->span.as == WRITTEN_BLOCK;
    size_t line = text_line_start(t, start);
    const char *line_end = line_end_of(t);
    if (block) {
        at = text_next_line(t, at);
        end = text_next_line(t, end);
    }
    bool unended = block && at && !is_line_end(t.at[at - 1]);
    struct buffer out = {0}, item = {0}, longer = {0};
    buffer_text(&item, (struct text){f->text.at + first, from - first});
    size_t i = take_following(moves, count, &item);
    if (i) {
        zi_change_write_alike(&longer, last->as, !block, buffered(&item));
        add(c, start, zi_record_byte(r, last->end), &longer);
    }
    if (block)
        keep_comments(c, at, end, line_indent(t, line), &out);
    else if (memchr(t.at + at, '#', end - at))
        refuse(c);
    while (i < count) {
        item.len = 0;
        buffer_text(&item, moves[i++].text);
        i += take_following(moves + i, count - i, &item);
        buffer_string(&out, unended ? line_end : "");
        buffer_text(&out, block ? (struct text){t.at + line, start - line} : TEXT(", "));
        zi_change_write_alike(&out, last->as, !block, buffered(&item));
        buffer_string(&out, block && !unended ? line_end : "");
    }
    out.failed |= item.failed;
    zi_buffer_free(&item);
    add(c, at, end, &out);
}

/* The end of the kept part of a scalar in the document: after byte `from` - 1 of its value; 0 if
   unknown. */
static size_t place_of_end(struct record *r, const struct field *f, size_t from) {
    size_t at = zi_field_offset(r, f, from - 1);
    return text_byte(r->text, at) == f->text.at[from - 1] ? at + 1 : 0;
}

/* Changes a text that has data before `from`. False if it must be rewritten as a whole. */
static bool change_text(struct changes *c, const struct node *key, const struct field *f,
                        size_t from, const struct change_move *moves, size_t count) {
    struct record *r = c->record;
    struct text t = r->text;
    enum written_as as = f->span.as;
    size_t at = place_of_end(r, f, from), end = end_of_pair(r, key);
    size_t line = text_line_start(t, at), indent = line_indent(t, line);
    struct buffer out = {0};
    if (as == WRITTEN_SINGLE_QUOTED || as == WRITTEN_DOUBLE_QUOTED)
        end--;
    if (!at || at > end ||
        (as == WRITTEN_PLAIN && line != text_line_start(t, start_of(r, f->node))))
        return false;
    if (as == WRITTEN_BLOCK) {
        struct text present = {t.at + line, at - line};
        bool ends = c->new_lines || memchr(present.at, ';', present.len);
        if (ends && count)
            buffer_string(&out, line_end_of(t));
        write_lines(line_end_of(t), indent, ends ? 0 : zi_text_characters(present), CANONICAL_WIDTH,
                    moves, count, &out);
    } else if (!write_joined(as, moves, count, &out)) {
        zi_buffer_free(&out);
        return false;
    }
    add(c, at, end, &out);
    return true;
}

void zi_change_moves(struct changes *c, enum key k, size_t from, const struct change_move *moves,
                     size_t count) {
    struct record *r = c->record;
    const struct field *f = &r->field[k];
    const struct node *key = find_key(r->root, text_of(zi_keys[k]));
    struct buffer out = {0};
    note(c, text_of(zi_keys[k]));
    if (!key) {
        struct text name = text_of(zi_keys[k]);
        const struct node *before = key_before(r->root, true, name);
        size_t start = start_of(r, before);
        write_whole(c, f, 0, start - text_line_start(r->text, start) + STEP, moves, count, &out);
        c->failed |= out.failed;
        insert_written(c, r->root, before, &name, 1, buffered(&out));
        zi_buffer_free(&out);
        return;
    }
    if (f->item_count && !c->whole) {
        change_items(c, f, from, moves, count);
        return;
    }
    if (from && !c->whole && change_text(c, key, f, from, moves, count))
        return;
    size_t at = start_of(r, key);
    write_whole(c, f, from, at - text_line_start(r->text, at) + STEP, moves, count, &out);
    replace(c, key, &out);
}
