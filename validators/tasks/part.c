#include "validators/tasks/part.h"

#include "notation/base/json_out.h"
#include "notation/base/placed_text.h"
#include "notation/base/unicode.h"
#include "validators/archive/row.h"

const char *const zet_part_counts[ZET_COUNTS] = {
    [ZET_COUNT_RECORDS] = "records", [ZET_COUNT_INVALID] = "invalid",
    [ZET_COUNT_ERRORS] = "errors",   [ZET_COUNT_WARNINGS] = "warnings",
    [ZET_COUNT_NOTES] = "notes",
};

/* Larger numbers are not exact everywhere, and become hexadecimal. */
#define EXACT_MAX ((uint64_t)1 << 53)

static void write_hex(struct json_out *j, uint64_t n) {
    char digits[17] = {0};
    for (size_t i = 0; i < 16; i++)
        digits[i] = "0123456789abcdef"[n >> (60 - 4 * i) & 15];
    zet_json_open(j, '{');
    zet_json_member_text(j, "hex", text_of(digits));
    zet_json_close(j, '}');
}

static void write_number_value(struct json_out *j, uint64_t n) {
    if (n < EXACT_MAX)
        zet_json_number(j, n);
    else
        write_hex(j, n);
}

/* Bytes as base64. */
static void write_bytes(struct json_out *j, struct text t) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    zet_json_open(j, '{');
    zet_json_key(j, "base64");
    zet_json_value(j);
    buffer_char(j->to, '"');
    for (size_t i = 0; i < t.len; i += 3) {
        unsigned long word = 0;
        char four[4] = "====";
        for (size_t k = 0; k < 3; k++)
            word = word << 8 | (i + k < t.len ? (unsigned char)t.at[i + k] : 0);
        for (size_t k = 0; k < 4 && i + k <= t.len; k++)
            four[k] = digits[word >> (18 - 6 * k) & 63];
        buffer_text(j->to, (struct text){four, 4});
    }
    buffer_char(j->to, '"');
    zet_json_close(j, '}');
}

static void write_place(struct json_out *j, const char *kind, uint64_t n, unsigned columns) {
    zet_json_open(j, '{');
    zet_json_member_number(j, kind, n);
    if (columns)
        zet_json_member_number(j, "columns", columns);
    zet_json_close(j, '}');
}

static const char *const place_words[] = {[PLACE_RECORD] = "record", [PLACE_LINE] = "line"};

/* A text, or an array of texts and places. */
static void write_placed(struct json_out *j, struct text t) {
    struct placed_piece piece;
    zet_json_open(j, '[');
    while (zet_placed_next(&t, &piece))
        if (piece.is_place)
            write_place(j, place_words[piece.kind], piece.number, piece.columns);
        else
            zet_json_text(j, piece.text);
    zet_json_close(j, ']');
}

static bool is_utf8(struct text t) {
    bool ascii;
    return zet_utf8_check(t, &ascii) == t.len;
}

static void write_text_value(struct json_out *j, struct text t) {
    if (is_utf8(t))
        zet_json_text(j, t);
    else
        write_bytes(j, t);
}

static void write_row(struct json_out *j, struct text row) {
    struct row_reader rows = {.left = row};
    zet_json_open(j, '[');
    while (row_reader_has_more(&rows)) {
        struct row_item item = zet_row_read_item(&rows);
        switch (item.kind) {
        case ROW_NUMBER: write_number_value(j, item.number); break;
        case ROW_TEXT: write_text_value(j, item.text); break;
        case ROW_RECORD: write_place(j, place_words[PLACE_RECORD], item.number, 0); break;
        case ROW_LINE: write_place(j, place_words[PLACE_LINE], item.number, 0); break;
        case ROW_PLACED: write_placed(j, item.text); break;
        }
    }
    zet_json_close(j, ']');
}

static void write_counts(struct json_out *j, const struct task_result *before,
                         const struct task_result *r) {
    zet_json_key(j, "counts");
    zet_json_open(j, '{');
    for (size_t i = 0; i < ZET_COUNTS; i++)
        if (zet_part_counts[i] && r->counts[i] > before->counts[i])
            zet_json_member_number(j, zet_part_counts[i], r->counts[i] - before->counts[i]);
    zet_json_close(j, '}');
}

void zet_part_document(const struct task_result *before, struct task_result *r, bool empty) {
    struct json_out j = {.to = &r->lines};
    zet_json_open(&j, '{');
    if (r->keyed && !r->out.len && !r->messages.len)
        zet_json_member_number(&j, "key", r->key);
    zet_json_member_number(&j, "record", r->records - before->records);
    if (empty) {
        zet_json_key(&j, "empty");
        zet_json_bool(&j, true);
    }
    write_counts(&j, before, r);
    if (r->data.len) {
        zet_json_key(&j, "row");
        write_row(&j, buffered(&r->data));
    }
    if (r->out.len) {
        zet_json_key(&j, "out");
        write_placed(&j, buffered(&r->out));
    }
    if (r->messages.len) {
        zet_json_key(&j, "messages");
        write_placed(&j, buffered(&r->messages));
    }
    zet_json_close(&j, '}');
    buffer_char(&r->lines, '\n');
    r->lines.failed |= r->out.failed || r->messages.failed || r->data.failed;
    r->out.len = r->messages.len = r->data.len = 0;
    r->documents++;
    r->keyed = false;
}

bool zet_key_set_read(const char *value, struct key_set *to, zet_error *error) {
    const char *slash = strchr(value, '/');
    struct text k = {value, slash ? (size_t)(slash - value) : 0};
    struct text n = slash ? text_of(slash + 1) : NO_TEXT;
    if (!text_is_number(k) || !text_is_number(n))
        return zet_refuse(error, "must be K/N, such as 3/16");
    to->count = text_number(n, UINT32_MAX);
    to->number = text_number(k, UINT32_MAX) - 1;
    return (to->count <= KEY_SETS_MAX && to->number < to->count) ||
           zet_refuse(error, "K is a number from 1 to N, and N at most 65536");
}

bool zet_part_line_key(struct text line, uint32_t *key) {
    static const char before[] = "{\"key\":", after[] = ",\"record\":1,\"counts\":{},\"row\":[";
    enum { BEFORE = sizeof before - 1, AFTER = sizeof after - 1, DIGITS_MAX = 10 };
    size_t at = BEFORE;
    uint64_t n = 0;
    if (line.len < BEFORE || memcmp(line.at, before, BEFORE) != 0)
        return false;
    while (at < line.len && at < BEFORE + DIGITS_MAX && is_digit(line.at[at]))
        n = n * 10 + (unsigned)(line.at[at++] - '0');
    *key = (uint32_t)n;
    return at > BEFORE && n <= UINT32_MAX && line.len - at >= AFTER &&
           !memcmp(line.at + at, after, AFTER);
}

void zet_part_head(struct buffer *out, const struct zet_task *task) {
    struct json_out j = {.to = out};
    zet_json_open(&j, '{');
    zet_json_member_number(&j, "zet-part", PART_VERSION);
    zet_json_member_text(&j, "zet", text_of(zet_version()));
    zet_json_member_text(&j, "task", text_of(task->kind->name));
    zet_json_key(&j, "options");
    zet_json_open(&j, '[');
    buffer_text(out, buffered(&task->given));
    zet_json_close(&j, ']');
    zet_json_close(&j, '}');
}

static void begin(struct zet_task *task, struct buffer *out) {
    if (!task->part_begun) {
        zet_part_head(out, task);
        buffer_char(out, '\n');
    }
    task->part_begun = true;
}

static bool end_line(struct zet_task *task, struct json_out *j, zet_error *error) {
    zet_json_close(j, '}');
    buffer_char(j->to, '\n');
    return zet_task_write_made(task, j->to, error);
}

bool zet_part_stream(struct zet_task *task, zet_error *error) {
    struct buffer out = {0};
    struct json_out j = {.to = &out};
    begin(task, &out);
    zet_json_open(&j, '{');
    zet_json_key(&j, "stream");
    write_text_value(&j, task->file);
    return end_line(task, &j, error);
}

bool zet_part_stream_end(struct zet_task *task, uint64_t lines, zet_error *error) {
    struct buffer out = {0};
    struct json_out j = {.to = &out};
    zet_json_open(&j, '{');
    zet_json_member_text(&j, "end", TEXT("stream"));
    zet_json_member_number(&j, "records", task->records);
    zet_json_member_number(&j, "lines", lines);
    return end_line(task, &j, error);
}

bool zet_part_end(struct zet_task *task, zet_error *error) {
    struct buffer out = {0};
    struct json_out j = {.to = &out};
    begin(task, &out);
    zet_json_open(&j, '{');
    zet_json_member_text(&j, "end", TEXT("part"));
    zet_json_member_number(&j, "documents", task->part_documents);
    return end_line(task, &j, error);
}
