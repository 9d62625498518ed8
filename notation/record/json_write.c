/* From a tree to JSON. */
#include "notation/record/json.h"
#include "notation/record/json_load.h"

/* Reals with more digits than this may be printed differently from how they are written. */
enum { FLAGS = JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15), NUMBER_BYTES_MAX = 64 };

static void lose(struct record *r, const struct node *n, const char *what, struct text detail) {
    zet_report_add(r, FINDING_LOSS, PART_HEADER, zet_record_byte(r, n->span.start), what, detail);
}

/* All texts of a record are UTF-8. */
static json_t *string_of(struct text t) { return json_stringn_nocheck(t.at ? t.at : "", t.len); }

/* Whether the text is the decimal form of a number that is surely small enough. */
static bool is_common_integer(struct text t) {
    enum { DIGITS_MAX = 9 };
    return t.len <= DIGITS_MAX && text_is_number(t) && (t.at[0] != '0' || t.len == 1);
}

/* The number, if JSON prints it as it is written; else NULL. */
static json_t *number_of(struct record *r, struct text t) {
    char room[NUMBER_BYTES_MAX];
    if (t.len > sizeof room)
        return NULL;
    json_t *v = zet_json_load(t, JSON_DECODE_ANY, NULL, &r->out_of_memory);
    size_t length = json_dumpb(v, room, sizeof room, FLAGS);
    if (length <= sizeof room && text_same((struct text){room, length}, t))
        return v;
    json_decref(v);
    return NULL;
}

static json_t *scalar_of(struct record *r, const struct node *n) {
    enum meaning meaning = n->span.as == WRITTEN_PLAIN ? zet_text_meaning(n->text) : MEANS_TEXT;
    if (meaning == MEANS_NULL)
        return json_null();
    if (meaning == MEANS_TRUTH)
        return json_boolean((n->text.at[0] | 0x20) == 't');
    if (meaning == MEANS_TEXT)
        return string_of(n->text);
    if (is_common_integer(n->text))
        return json_integer(text_number(n->text, UINT32_MAX));
    json_t *number = number_of(r, n->text);
    if (number)
        return number;
    lose(r, n, "a number with this spelling becomes text in JSON", n->text);
    return string_of(n->text);
}

/* Whether a key of the tree can be a key of `object`; if not, this is reported. */
static bool is_new_key(struct record *r, const json_t *object, const struct node *key) {
    if (key->kind != NODE_SCALAR) {
        lose(r, key, "a key in JSON must be a single text", NO_TEXT);
        return false;
    }
    if (memchr(key->text.at, '\0', key->text.len)) {
        lose(r, key, "a key in JSON cannot contain NUL", NO_TEXT);
        return false;
    }
    if (json_object_getn(object, key->text.at, key->text.len)) {
        lose(r, key, "JSON cannot hold a duplicate key", key->text);
        return false;
    }
    if (key->span.as == WRITTEN_PLAIN && zet_text_meaning(key->text) != MEANS_TEXT)
        lose(r, key, "a key becomes text in JSON", key->text);
    return true;
}

static json_t *value_of(struct record *r, const struct node *n);

static json_t *object_of(struct record *r, const struct node *n) {
    json_t *object = json_object();
    for (const struct node *key = n->first; key; key = key->next->next)
        if (is_new_key(r, object, key) &&
            json_object_setn_new_nocheck(object, key->text.at, key->text.len,
                                         value_of(r, key->next)))
            r->out_of_memory = true;
    return object;
}

/* The tree is at most YAML_DEPTH_MAX deep. NULL when out of memory. */
static json_t *value_of(struct record *r, const struct node *n) {
    if (n->kind == NODE_SCALAR)
        return scalar_of(r, n);
    if (n->kind == NODE_MAPPING)
        return object_of(r, n);
    json_t *array = json_array();
    for (const struct node *item = n->first; item; item = item->next)
        if (json_array_append_new(array, value_of(r, item)))
            r->out_of_memory = true;
    return array;
}

static int append(const char *data, size_t size, void *context) {
    struct buffer *out = context;
    buffer_text(out, (struct text){data, size});
    return out->failed ? -1 : 0;
}

static void write_line(struct record *r, json_t *v, struct buffer *out) {
    if (!v || json_dump_callback(v, append, out, FLAGS))
        r->out_of_memory = true;
    json_decref(v);
    buffer_char(out, '\n');
}

void zet_json_write_node(struct record *r, const struct node *n, struct buffer *out) {
    write_line(r, value_of(r, n), out);
}

void zet_json_write(struct record *r, const struct text rewritten[KEYS], struct buffer *out) {
    struct pair pairs[MAPPING_KEYS_MAX];
    size_t count = zet_record_pairs(r, pairs);
    json_t *object = json_object();
    for (size_t i = 0; i < count; i++) {
        const struct node *key = pairs[i].key;
        enum key known = pairs[i].known;
        if (!is_new_key(r, object, key))
            continue;
        json_t *value = known < KEYS && rewritten[known].at ? string_of(rewritten[known])
                                                            : value_of(r, pairs[i].value);
        if (json_object_setn_new_nocheck(object, key->text.at, key->text.len, value))
            r->out_of_memory = true;
    }
    write_line(r, object, out);
}
