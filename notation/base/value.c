#include "notation/base/value.h"

#include "notation/base/safe_text.h"

/* Appends n / base with `digits` decimals, rounded half up; base > 0. */
static void add_ratio(struct buffer *b, uint64_t n, uint64_t base, unsigned digits) {
    uint64_t scale = 1, whole = n / base, rest = n % base;
    for (unsigned i = 0; i < digits; i++)
        scale *= 10;
    uint64_t part = (2 * rest * scale + base) / (2 * base);
    if (part == scale) {
        whole++;
        part = 0;
    }
    zi_buffer_number(b, whole);
    if (digits)
        buffer_char(b, '.');
    while (scale > 1) {
        scale /= 10;
        buffer_char(b, (char)('0' + part / scale % 10));
    }
}

void zi_buffer_decimal(struct buffer *b, int64_t parts, unsigned digits) {
    uint64_t n = parts < 0 ? 0 - (uint64_t)parts : (uint64_t)parts, one = 1;
    while (digits--)
        one *= 10;
    if (parts < 0)
        buffer_char(b, '-');
    zi_buffer_number(b, n / one);
    uint64_t rest = n % one;
    if (rest)
        buffer_char(b, '.');
    for (uint64_t place = one / 10; rest; rest %= place, place /= 10)
        buffer_char(b, (char)('0' + rest / place));
}

static void add_padded(struct buffer *b, const struct value *v) {
    char room[DIGITS_ROOM];
    struct text digits = digits_of(v->n, room);
    buffer_chars(b, ' ', digits.len < v->how ? v->how - digits.len : 1);
    buffer_text(b, digits);
}

static void add_decimal(struct buffer *b, const struct value *v) {
    size_t from = b->len;
    zi_buffer_decimal(b, (int64_t)v->n, v->how);
    for (; v->after && from < b->len; from++)
        if (b->at[from] == '.')
            b->at[from] = *v->after;
}

static void add_markup(struct buffer *b, const struct value *v) {
    uint32_t number = v->how >> 1;
    if (number)
        buffer_add(b, "<a href=\"", v->page, "-", number, ".html\">");
    buffer_string(b, v->how & 1 ? "<bdi>" : "");
    zi_markup(b, v->text);
    buffer_string(b, v->how & 1 ? "</bdi>" : "");
    buffer_string(b, number ? "</a>" : "");
}

/* Appends a stand-alone JSON value. */
static void add_json(struct buffer *b, const struct value *v) {
    struct json_out j = {.to = b};
    zi_json_put(&j, v);
}

static void add(struct buffer *b, const struct value *v) {
    switch (v->kind) {
    case VALUE_NONE: break;
    case VALUE_TEXT: buffer_text(b, v->text); break;
    case VALUE_SAFE: zi_safe_text(b, v->text, (enum safe_text)v->how); break;
    case VALUE_LINE: zi_safe_line(b, v->text, v->how); break;
    case VALUE_MARKUP: add_markup(b, v); break;
    case VALUE_QUOTED:
        buffer_char(b, '`');
        zi_safe_line(b, v->text, v->how);
        buffer_char(b, '`');
        break;
    case VALUE_PLACE:
        zi_safe_line(b, v->text, UINT32_MAX);
        buffer_char(b, ':');
        zi_buffer_number(b, v->how);
        break;
    case VALUE_NUMBER: zi_buffer_number(b, v->n); break;
    case VALUE_PADDED: add_padded(b, v); break;
    case VALUE_COUNTED:
        zi_buffer_number(b, v->n);
        buffer_string(b, v->after);
        break;
    case VALUE_DECIMAL: add_decimal(b, v); break;
    case VALUE_RATIO:
        if (v->base)
            add_ratio(b, v->n, v->base, v->how);
        break;
    case VALUE_WRITTEN: buffer_text(b, v->text); break;
    case VALUE_BY: v->write(b, v->text); break;
    case VALUE_BOOL:
    case VALUE_LIST:
    case VALUE_OBJECT: add_json(b, v); break;
    }
}

void zi_buffer_add(struct buffer *b, const struct value *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        add(b, &values[i]);
}

bool zi_value_is_none(const struct value *v) {
    switch (v->kind) {
    case VALUE_NONE: return true;
    case VALUE_TEXT:
    case VALUE_SAFE:
    case VALUE_LINE:
    case VALUE_QUOTED:
    case VALUE_PLACE:
    case VALUE_MARKUP: return !v->text.at;
    case VALUE_RATIO: return !v->base;
    default: return false;
    }
}

static void write_all(struct json_out *j, const struct value *v) {
    for (size_t i = 0; i < v->list.count; i++)
        zi_json_put(j, &v->list.at[i]);
}

void zi_json_put(struct json_out *j, const struct value *v) {
    if (zi_value_is_none(v)) {
        zi_json_value(j);
        buffer_string(j->to, "null");
        return;
    }
    switch (v->kind) {
    case VALUE_TEXT:
    case VALUE_SAFE:
    case VALUE_LINE:
    case VALUE_QUOTED:
    case VALUE_PLACE:
    case VALUE_MARKUP: zi_json_text(j, v->text); break;
    case VALUE_PADDED:
    case VALUE_COUNTED:
        zi_json_value(j);
        zi_buffer_number(j->to, v->n);
        break;
    case VALUE_DECIMAL:
        zi_json_value(j);
        zi_buffer_decimal(j->to, (int64_t)v->n, v->how);
        break;
    case VALUE_BOOL:
        zi_json_value(j);
        buffer_string(j->to, v->n ? "true" : "false");
        break;
    case VALUE_LIST:
        zi_json_open(j, '[');
        write_all(j, v);
        zi_json_close(j, ']');
        break;
    case VALUE_OBJECT:
        zi_json_open(j, '{');
        zi_json_members(j, v->list.at, v->list.count);
        zi_json_close(j, '}');
        break;
    default: zi_json_value(j); add(j->to, v);
    }
}

void zi_json_members(struct json_out *j, const struct value *values, size_t count) {
    for (size_t i = 0; i + 1 < count; i += 2) {
        zi_json_value(j);
        zi_json_string(j->to, values[i].text);
        buffer_char(j->to, ':');
        j->comma = false;
        zi_json_put(j, &values[i + 1]);
    }
}
