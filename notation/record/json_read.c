/* Converts JSON to a tree. Jansson checks the text and reads its values but does not give their
   places, so a parallel scan of the text finds them. */
#include "notation/record/json.h"
#include "notation/record/json_load.h"

/* The position in a valid JSON text. */
struct walk {
    struct record *record;
    size_t at;
    unsigned depth;
    bool stopped;
};

static bool ends_word(char c) { return is_blank(c) || strchr(",:[]{}\"", c); }

/* The end of the token at `i`: a string, a bracket or other sign, or a word. */
static size_t token_end(struct text t, size_t i) {
    if (t.at[i] == '"') {
        for (i++; i < t.len && t.at[i] != '"'; i++)
            i += t.at[i] == '\\';
        return i < t.len ? i + 1 : t.len;
    }
    if (ends_word(t.at[i]))
        return i + 1;
    while (i < t.len && !ends_word(t.at[i]))
        i++;
    return i;
}

/* The start of the token that contains or ends at `end`; `from` < t.len. */
static size_t token_before(struct text t, size_t from, size_t end) {
    size_t i = from, next;
    while ((next = is_blank(t.at[i]) ? i + 1 : token_end(t, i)) < end)
        i = next;
    return i;
}

/* Reports Jansson's error in the text from `from` on. */
static void stop_by_parser(struct record *r, size_t from, const json_error_t *e) {
    enum finding_code code = FINDING_FORMAT;
    const char *sentence = "this is not valid JSON";
    switch (json_error_code(e)) {
    case json_error_duplicate_key:
        code = FINDING_DUPLICATE_KEY;
        sentence = NULL;
        break;
    case json_error_stack_overflow:
    case json_error_numeric_overflow:
        code = FINDING_LIMIT;
        sentence = NULL;
        break;
    default: break;
    }
    size_t at = from + (e->position > 0 ? (size_t)e->position : 0);
    if (at >= r->text.len)
        for (at = r->text.len; is_blank(r->text.at[at - 1]);)
            at--; /* there is a nonblank byte from `from` on */
    if (json_error_code(e) != json_error_premature_end_of_input)
        at = token_before(r->text, from, at);
    zi_record_stop(r, code, at, sentence, zi_record_keep(r, text_of(e->text)));
}

static json_t *parse(struct record *r, size_t from, size_t flags) {
    json_error_t e;
    const struct text rest = text_after(r->text, from);
    json_t *v =
        zi_json_load(rest, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL | flags, &e,
                     &r->out_of_memory);
    if (!v && !r->out_of_memory)
        stop_by_parser(r, from, &e);
    return v;
}

/* Moves on to the next token that is not punctuation between values. */
static void skip_signs(struct walk *w) {
    const struct text *t = &w->record->text;
    while (is_blank(t->at[w->at]) || t->at[w->at] == ',' || t->at[w->at] == ':')
        w->at++;
}

static struct node *scalar(struct walk *w, const char *value, size_t length) {
    struct record *r = w->record;
    skip_signs(w);
    struct span span = span_at(w->at, token_end(r->text, w->at), WRITTEN_PLAIN);
    struct text text = {r->text.at + span.start, span.end - span.start};
    if (value) {
        span.as = WRITTEN_DOUBLE_QUOTED;
        text = (struct text){value, length};
    }
    w->at = span.end;
    return zi_record_scalar(r, text, span);
}

static struct node *read_value(struct walk *w, const json_t *v);

/* NULL when out of memory or when reading has stopped. */
static struct node *read_collection(struct walk *w, json_t *v) {
    struct record *r = w->record;
    struct span span = span_at(w->at, w->at, WRITTEN_PLAIN);
    if (++w->depth > YAML_DEPTH_MAX) {
        w->stopped = true;
        zi_record_stop(r, FINDING_LIMIT, w->at, "the nesting is deeper than 64 levels", NO_TEXT);
        return NULL;
    }
    struct node *n =
        zi_record_collection(r, json_is_object(v) ? NODE_MAPPING : NODE_SEQUENCE, span);
    if (!n)
        return NULL;
    w->at++;
    const char *key;
    size_t length, i;
    json_t *child;
    if (json_is_object(v))
        json_object_keylen_foreach(v, key, length, child) {
            struct node *name = scalar(w, key, length), *value = read_value(w, child);
            if (!name || !value)
                return NULL;
            zi_node_add_pair(n, name, value);
        }
    else
        json_array_foreach(v, i, child) {
            struct node *item = read_value(w, child);
            if (!item)
                return NULL;
            zi_node_add(n, item);
        }
    skip_signs(w);
    w->at++;
    w->depth--;
    n->span.end = w->at & SPAN_END_MAX;
    return n;
}

static struct node *read_value(struct walk *w, const json_t *v) {
    skip_signs(w);
    if (json_is_object(v) || json_is_array(v))
        return read_collection(w, (json_t *)v);
    return scalar(w, json_string_value(v), json_string_length(v)); /* NULL: not a string */
}

struct node *zi_json_name(struct record *r) {
    size_t i = text_after_blanks(r->text, 0);
    bool ascii;
    if (text_byte(r->text, i) != '"' || zi_utf8_check(r->text, &ascii) < r->text.len)
        return NULL;
    size_t colon = text_after_blanks(r->text, token_end(r->text, i));
    if (text_byte(r->text, colon) != ':')
        return NULL;
    json_t *v = parse(r, i, JSON_DISABLE_EOF_CHECK);
    struct walk w = {.record = r, .at = i};
    struct node *name = v ? read_value(&w, v) : NULL;
    json_decref(v);
    r->start_offset = colon + 1;
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
    json_t *v = parse(r, from, 0);
    struct walk w = {.record = r, .at = from};
    const struct node *root = v ? read_value(&w, v) : NULL;
    json_decref(v);
    return w.stopped ? NULL : root;
}
