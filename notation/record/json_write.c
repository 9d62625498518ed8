/* Converts a tree to JSON. */
#include "notation/record/json.h"

#include "notation/base/map.h"
#include "notation/record/json_load.h"

/* Reals with more digits may be printed differently from how they are written. */
enum { FLAGS = JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15), NUMBER_BYTES_MAX = 64 };

static void lose(struct record *r, const struct node *n, const char *what, struct text detail) {
    zi_report_add(r, FINDING_LOSS, PART_HEADER, zi_record_byte(r, n->span.start), what, detail);
}

/* Whether JSON prints the number as written. */
static bool is_json_number(struct record *r, struct text t) {
    char room[NUMBER_BYTES_MAX];
    if (text_is_small_number(t))
        return true;
    json_t *v = zi_json_load(t, JSON_DECODE_ANY, NULL, &r->out_of_memory);
    size_t length = json_dumpb(v, room, sizeof room, FLAGS);
    r->out_of_memory |= v && !length; /* printing takes memory too */
    json_decref(v);
    return text_same((struct text){room, length}, t); /* a longer text cannot equal `t` */
}

static void put_text(struct json_out *j, struct text t) {
    zi_json_value(j);
    zi_json_string_short(j->to, t);
}

static void put_word(struct json_out *j, struct text t) {
    zi_json_value(j);
    buffer_text(j->to, t);
}

static void write_scalar(struct record *r, struct json_out *j, const struct node *n) {
    enum meaning meaning = n->span.as == WRITTEN_PLAIN ? zi_text_meaning(n->text) : MEANS_TEXT;
    if (meaning == MEANS_NULL) {
        put_word(j, TEXT("null"));
    } else if (meaning == MEANS_TRUTH) {
        put_word(j, (n->text.at[0] | 0x20) == 't' ? TEXT("true") : TEXT("false"));
    } else if (meaning == MEANS_TEXT) {
        put_text(j, n->text);
    } else if (is_json_number(r, n->text)) {
        put_word(j, n->text);
    } else {
        lose(r, n, "a number with this spelling becomes text in JSON", n->text);
        put_text(j, n->text);
    }
}

/* Writes a key if JSON can express it; else reports a loss. `again`: the same as an earlier key of
   the object. */
static bool write_key(struct record *r, struct json_out *j, const struct node *key, bool again) {
    if (key->kind != NODE_SCALAR) {
        lose(r, key, "a key in JSON must be a single text", NO_TEXT);
        return false;
    }
    if (memchr(key->text.at, '\0', key->text.len)) {
        lose(r, key, "a key in JSON cannot contain NUL", NO_TEXT);
        return false;
    }
    if (again) {
        lose(r, key, "JSON cannot hold a duplicate key", key->text);
        return false;
    }
    if (key->span.as == WRITTEN_PLAIN && zi_text_meaning(key->text) != MEANS_TEXT)
        lose(r, key, "a key becomes text in JSON", key->text);
    put_text(j, key->text);
    buffer_char(j->to, ':');
    j->comma = false;
    return true;
}

static void write_value(struct record *r, struct json_out *j, const struct node *n);

static void write_object(struct record *r, struct json_out *j, const struct node *n) {
    struct map met = {0};
    zi_json_open(j, '{');
    for (const struct node *key = n->first; key; key = key->next->next) {
        size_t before = met.count;
        bool again = key->kind == NODE_SCALAR && zi_map_number(&met, key->text) < before;
        if (write_key(r, j, key, again))
            write_value(r, j, key->next);
    }
    zi_json_close(j, '}');
    r->out_of_memory |= met.failed;
    zi_map_free(&met);
}

/* The tree is at most YAML_DEPTH_MAX deep. */
static void write_value(struct record *r, struct json_out *j, const struct node *n) {
    if (n->kind == NODE_SCALAR) {
        write_scalar(r, j, n);
        return;
    }
    if (n->kind == NODE_MAPPING) {
        write_object(r, j, n);
        return;
    }
    zi_json_open(j, '[');
    for (const struct node *item = n->first; item; item = item->next)
        write_value(r, j, item);
    zi_json_close(j, ']');
}

static void end_line(struct record *r, struct buffer *out) {
    buffer_char(out, '\n');
    r->out_of_memory |= out->failed;
}

void zi_json_write_node(struct record *r, const struct node *n, struct buffer *out) {
    struct json_out j = {.to = out};
    write_value(r, &j, n);
    end_line(r, out);
}

void zi_json_write(struct record *r, const struct text rewritten[KEYS], struct buffer *out) {
    struct pair pairs[MAPPING_KEYS_MAX];
    size_t count = zi_record_pairs(r, pairs);
    struct json_out j = {.to = out};
    zi_json_open(&j, '{');
    for (size_t i = 0; i < count; i++) {
        enum key known = pairs[i].known;
        if (!write_key(r, &j, pairs[i].key, pairs[i].again))
            continue;
        if (known < KEYS && rewritten[known].at)
            put_text(&j, rewritten[known]);
        else
            write_value(r, &j, pairs[i].value);
    }
    zi_json_close(&j, '}');
    end_line(r, out);
}
