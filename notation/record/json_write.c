/* Converts a tree to JSON. */
#include "notation/record/json.h"

#include "notation/base/map.h"

/* A real of so many digits is the same after it was stored as a double. Those with larger exponents
   may not be. Exponents are written for powers from DIGITS_MAX on, and below -POINT_ZEROS_MAX. */
enum { DIGITS_MAX = 15, EXPONENT_MAX = 307, POINT_ZEROS_MAX = 4 };

static void lose(struct record *r, const struct node *n, const char *what, struct text detail) {
    zi_report_add(r, FINDING_LOSS, PART_HEADER, zi_record_byte(r, n->span.start), what, detail);
}

/* The digits of a number from `at` on, without zeros that only show its size. */
static size_t digits_between(struct text t, size_t from, size_t to) {
    size_t first = from, count = 0;
    while (first < to && (t.at[first] == '0' || t.at[first] == '.'))
        first++;
    for (size_t i = first; i < to; i++)
        count += t.at[i] != '.';
    return count;
}

/* Whether programs that store a real as a double write it in the same way again: `0.5`, `1e20`,
   but not `.5`, `0.50` and `1E+20`. */
static bool is_usual_real(struct text t) {
    size_t sign = *t.at == '-', point = sign + text_digits(text_after(t, sign)), end = t.len;
    const char *e = memchr(t.at, 'e', t.len);
    if (e)
        end = (size_t)(e - t.at);
    bool whole = end - point == 2 && t.at[point + 1] == '0'; /* such as `1.0` */
    if (memchr(t.at, 'E', t.len) || digits_between(t, sign, whole ? point : end) > DIGITS_MAX)
        return false;
    if (t.at[point] == '.' && t.at[end - 1] == '0' && (e || !whole))
        return false;
    if (!e) {
        bool small = t.at[sign] == '0' && end - point > POINT_ZEROS_MAX &&
                     !memcmp(t.at + point + 1, "0000", POINT_ZEROS_MAX);
        return !small && point - sign <= DIGITS_MAX;
    }
    bool negative = e[1] == '-';
    struct text power = text_after(t, end + 1 + negative);
    uint32_t n = text_number(power, EXPONENT_MAX + 1);
    return is_digit(*power.at) && *power.at != '0' && point == sign + 1 && t.at[sign] != '0' &&
           n <= EXPONENT_MAX && n >= (negative ? POINT_ZEROS_MAX + 1 : DIGITS_MAX);
}

/* Whether JSON has the number as it is written. */
static bool is_json_number(struct text t) {
    if (text_is_small_number(t))
        return true;
    enum json_number kind = zi_json_number(t);
    return kind == JSON_REAL ? is_usual_real(t) : kind == JSON_INTEGER && !text_is(t, "-0");
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
    } else if (is_json_number(n->text)) {
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
