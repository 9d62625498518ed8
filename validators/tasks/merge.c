/* Joining parts (part.h): the rows and texts of all parts are handed to the task that wrote them,
   as its workers would. What parts say is not trusted. */
#include <stdlib.h>

#include "notation/base/placed_text.h"
#include "notation/base/safe_text.h"
#include "notation/base/unicode.h"
#include "notation/record/json_load.h"
#include "validators/archive/row.h"
#include "validators/tasks/sets.h"

enum { LINE_BYTES_MAX = 64 * 1024 * 1024 };

/* Numbers of records and lines in parts are at most so large, so that sums do not overflow. */
#define PLACE_MAX ((uint64_t)1 << 53)

struct merge {
    zet_task *task;     /* that the parts are of; NULL: there was none yet */
    struct buffer head; /* the first line of every part */
    char *key;          /* of the task, where the parts do not say it; or NULL */
    struct key_set set; /* of the task's keys */
    bool set_is_of_parts;
    struct sets sets; /* that parts are split into instead; count 0: they are joined */
    bool color, json; /* json: the parts' texts are JSON */
    bool again;       /* the second reading */

    /* The present part. */
    bool in_part, in_stream;
    bool had_stream;
    bool is_empty;               /* the piece */
    uint64_t documents, records; /* so far; of the stream */

    /* The present stream of the task, of which the part may hold a piece only. */
    bool open;
    struct buffer name;
    uint64_t records_before, lines_before; /* in earlier pieces */
    struct task_result result;
    struct task_result empty; /* of the first piece without a record */
    bool has_empty;

    struct buffer safe; /* scratch */

    /* What the task is to get. */
    struct attached {
        const char *what;
        struct text name, text;
    } attached[2];
    size_t attached_count;
};

static bool set_key(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct merge *m = values;
    (void)row;
    free(m->key);
    m->key = strdup(value);
    if (m->key && !zet_key_set_read(value, &m->set, error))
        return false;
    return m->key || zet_error_out_of_memory(error) == ZET_OK;
}

static const zet_option options[] = {
    {"color", NULL, "color tables for a terminal", NULL, ZET_OPTION_FLAG,
     .offset = offsetof(struct merge, color)},
    {"key", "K/N", "write only the groups of set K of N of find --duplicates", NULL, ZET_OPTION_OWN,
     .read = set_key},
    {"split", "N", "split parts of find --duplicates by key into set-1.part to set-N.part", NULL,
     ZET_OPTION_NUMBER, .offset = offsetof(struct merge, sets.count), .least = 1,
     .most = KEY_SETS_MAX},
    {0}};

static void close_task(struct zet_task *task) {
    struct merge *m = task->state;
    zet_task_free(m->task);
    free(m->key);
    zet_sets_free(&m->sets);
    zet_buffer_free(&m->head);
    zet_buffer_free(&m->name);
    zet_buffer_free(&m->safe);
    zet_task_result_free(&m->result);
    zet_task_result_free(&m->empty);
}

static bool attach(struct zet_task *task, const char *what, struct text name, struct text text,
                   zet_error *error) {
    static const char *const known[] = {"claims", "names"};
    struct merge *m = task->state;
    size_t i = 0;
    while (i < 2 && strcmp(known[i], what) != 0)
        i++;
    if (i == 2 || m->attached_count == 2)
        return zet_refuse(error, "merge takes no ", what);
    m->attached[m->attached_count++] = (struct attached){known[i], name, text};
    return true;
}

/* Values. */

static struct text text_of_json(const json_t *v) {
    return json_is_string(v) ? (struct text){json_string_value(v), json_string_length(v)} : NO_TEXT;
}

static bool read_count(const json_t *v, uint64_t *to) {
    *to = json_is_integer(v) && json_integer_value(v) >= 0 ? (uint64_t)json_integer_value(v) : 0;
    return json_is_integer(v) && json_integer_value(v) >= 0 && *to < PLACE_MAX;
}

static int digit_of(char c) {
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (is_digit(c))
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static bool read_base64(struct buffer *out, struct text t) {
    if (t.len % 4)
        return false;
    for (; t.len; t = (struct text){t.at + 4, t.len - 4}) {
        unsigned long word = 0;
        size_t count = t.len > 4 || t.at[3] != '=' ? 4 : t.at[2] != '=' ? 3 : 2;
        for (size_t k = 0; k < 4; k++) {
            int digit = k < count ? digit_of(t.at[k]) : 0;
            if (digit < 0)
                return false;
            word = word << 6 | (unsigned long)digit;
        }
        for (size_t k = 0; k + 1 < count; k++)
            buffer_char(out, (char)(word >> (16 - 8 * k) & 0xFF));
    }
    return true;
}

static bool read_hex(const json_t *v, uint64_t *to) {
    struct text t = text_of_json(v);
    *to = 0;
    for (size_t i = 0; i < t.len; i++) {
        const char *digit = t.at[i] ? strchr("0123456789abcdef", t.at[i]) : NULL;
        if (!digit)
            return false;
        *to = *to << 4 | (uint64_t)(digit - "0123456789abcdef");
    }
    return t.len == 16;
}

/* {"record": N} or {"line": N} as a number of the whole stream. */
static bool read_place(const struct merge *m, const json_t *v, enum row_kind *kind, uint64_t *n) {
    const json_t *record = json_object_get(v, "record"), *line = json_object_get(v, "line");
    *kind = record ? ROW_RECORD : ROW_LINE;
    if (!read_count(record ? record : line, n))
        return false;
    *n += record ? m->records_before : m->lines_before;
    return true;
}

/* Whether the text is as tasks write it: nothing in it steers a terminal. */
static bool is_clean(struct merge *m, struct text t, bool json) {
    for (size_t i = 0; json && i < t.len; i++)
        if (((unsigned char)t.at[i] < ' ' && t.at[i] != '\n') || t.at[i] == 0x7F)
            return false;
    while (t.len && !json) {
        const char *end = memchr(t.at, '\n', t.len);
        struct text line = {t.at, end ? (size_t)(end - t.at) : t.len};
        m->safe.len = 0;
        zet_safe_text(&m->safe, line, SAFE_TEXT);
        if (!text_same(buffered(&m->safe), line))
            return false;
        size_t length = line.len + (end != NULL);
        t = (struct text){t.at + length, t.len - length};
    }
    return true;
}

/* An array of texts and places. */
static bool read_placed(struct merge *m, const json_t *v, bool json, struct buffer *out) {
    enum row_kind kind;
    uint64_t n, columns;
    for (size_t i = 0; i < json_array_size(v); i++) {
        const json_t *piece = json_array_get(v, i);
        const json_t *width = json_object_get(piece, "columns");
        if (json_is_string(piece)) {
            if (!is_clean(m, text_of_json(piece), json))
                return false;
            buffer_text(out, text_of_json(piece));
        } else if (!read_place(m, piece, &kind, &n)) {
            return false;
        } else {
            columns = 0;
            if (width && (!read_count(width, &columns) || columns > 9))
                return false;
            zet_place_number(out, kind == ROW_RECORD ? PLACE_RECORD : PLACE_LINE, n,
                             (unsigned)columns, false);
        }
    }
    return json_is_array(v);
}

static bool read_item(struct merge *m, const json_t *v, struct buffer *row) {
    enum row_kind kind;
    uint64_t n;
    struct buffer text = {0};
    bool read = true;
    if (json_is_string(v)) {
        zet_row_text(row, text_of_json(v));
    } else if (json_is_integer(v)) {
        read = read_count(v, &n);
        zet_row_number(row, n);
    } else if (json_is_array(v)) {
        read = read_placed(m, v, false, &text);
        zet_row_text(row, buffered(&text));
    } else if (json_object_get(v, "hex")) {
        read = read_hex(json_object_get(v, "hex"), &n);
        zet_row_number(row, n);
    } else if (json_object_get(v, "base64")) {
        read = read_base64(&text, text_of_json(json_object_get(v, "base64")));
        zet_row_text(row, buffered(&text));
    } else {
        read = read_place(m, v, &kind, &n);
        zet_row_number(row, n);
    }
    row->failed |= text.failed;
    zet_buffer_free(&text);
    return read;
}

/* Streams. */

static bool hand_on(struct merge *m, struct task_result *r, zet_error *error) {
    if (m->again) {
        r->out.len = r->messages.len = 0;
        memset(r->counts, 0, sizeof r->counts);
    }
    return zet_task_take(m->task, r, error);
}

static bool close_stream(struct merge *m, zet_error *error) {
    zet_task *task = m->task;
    if (!m->open)
        return true;
    if (!task->records && m->has_empty && !hand_on(m, &m->empty, error))
        return false;
    m->open = m->has_empty = false;
    zet_task_result_clear(&m->empty);
    return !task->kind->stream_end || task->kind->stream_end(task, error);
}

/* Standard input of parts that follow each other is one stream; each file is one of its own. */
static bool begin_stream(struct merge *m, const json_t *name_value, zet_error *error) {
    zet_task *task = m->task;
    struct buffer name = {0};
    const json_t *bytes = json_object_get(name_value, "base64");
    bool named = json_is_string(name_value);
    if (named)
        buffer_text(&name, text_of_json(name_value));
    else
        named = bytes && read_base64(&name, text_of_json(bytes));
    bool first = !m->had_stream;
    m->in_stream = m->had_stream = true;
    m->is_empty = false;
    m->records = 0;
    if (!named || name.failed) {
        bool failed = name.failed;
        zet_buffer_free(&name);
        if (failed)
            return zet_error_out_of_memory(error) == ZET_OK;
        return zet_refuse(error, "the stream has no name");
    }
    if (first && m->open && text_is(buffered(&name), "-") && text_is(buffered(&m->name), "-")) {
        zet_buffer_free(&name);
        return true;
    }
    if (!close_stream(m, error)) {
        zet_buffer_free(&name);
        return false;
    }
    zet_buffer_free(&m->name);
    m->name = name;
    m->records_before = m->lines_before = 0;
    m->open = true;
    task->file = buffered(&m->name);
    task->records = 0;
    return !task->kind->stream_begin || task->kind->stream_begin(task, NULL, error);
}

/* Lines. */

static const char no_line[] = "this is no line of a part";

/* Makes the task that the first part is of. */
static bool make_task(struct zet_task *own, const json_t *head, zet_error *error) {
    struct merge *m = own->state;
    struct text name = text_of_json(json_object_get(head, "task"));
    const json_t *list = json_object_get(head, "options");
    if (!name.at || strlen(name.at) != name.len || !strcmp(name.at, "merge") ||
        !json_is_array(list))
        return zet_refuse(error, no_line);
    m->task = zet_task_new(name.at, error);
    for (size_t i = 0; m->task && i < json_array_size(list); i++) {
        struct text option = text_of_json(json_array_get(json_array_get(list, i), 0));
        struct text value = text_of_json(json_array_get(json_array_get(list, i), 1));
        if (!option.at || !value.at || strlen(option.at) != option.len ||
            strlen(value.at) != value.len)
            return zet_refuse(error, no_line);
        m->json |= text_is(option, "format") && text_is(value, "json");
        if (text_is(option, "key") && (m->key || m->sets.count))
            return zet_refuse(error, m->key ? "key" : "split",
                              ": the parts were made with a key already");
        m->set_is_of_parts |= text_is(option, "key");
        if (zet_task_set(m->task, option.at, value.at, error) != ZET_OK ||
            (text_is(option, "key") && !zet_key_set_read(value.at, &m->set, error)))
            return false;
    }
    for (size_t i = 0; m->task && i < m->attached_count; i++) {
        const struct attached *a = &m->attached[i];
        bool names = !strcmp(a->what, "names");
        const char *what = names && own->default_names ? "default-names" : a->what;
        if (zet_task_attach(m->task, what, a->name.at, text_to(a->text), error) != ZET_OK)
            return false;
    }
    if (!m->task)
        return false;
    if (m->key && strcmp(name.at, "find") != 0)
        return zet_refuse(error, "key: only parts of find --duplicates have keys");
    const char *key = m->sets.count ? "1/1" : m->key; /* which find takes with duplicates only */
    if (m->sets.count && strcmp(name.at, "find") != 0)
        return zet_refuse(error, "split: only parts of find --duplicates have keys");
    if (key && zet_task_set(m->task, "key", key, error) != ZET_OK)
        return false;
    m->task->partial = true; /* for checks of options only */
    if (m->color)
        zet_task_set(m->task, "color", "true", NULL);
    if (zet_task_check(m->task, error) != ZET_OK)
        return false;
    m->task->partial = false;
    m->task->merged = true;
    return true;
}

static bool begin_part(struct zet_task *own, const json_t *head, struct text line,
                       zet_error *error) {
    struct merge *m = own->state;
    struct text version = text_of_json(json_object_get(head, "zet"));
    const json_t *format = json_object_get(head, "zet-part");
    if (m->in_part)
        return zet_refuse(error, "a part begins where another has not ended; a part is whole when "
                                 "its last line says so");
    if (!json_is_integer(format) || json_integer_value(format) != PART_VERSION ||
        !text_is(version, zet_version()))
        return zet_refuse(error, "another version of zet made the part; this is zet ",
                          zet_version());
    if (line.len < 2 || memcmp(line.at + line.len - 2, "]}", 2) != 0)
        return zet_refuse(error, no_line);
    if (m->task && !text_same(line, buffered(&m->head)))
        return zet_refuse(error, "the part was made with other options than the first one");
    m->in_part = true;
    m->in_stream = m->had_stream = false;
    m->documents = 0;
    if (m->task)
        return true;
    buffer_text(&m->head, line);
    if (m->head.failed)
        return zet_error_out_of_memory(error) == ZET_OK;
    return make_task(own, head, error);
}

static bool end(struct merge *m, const json_t *line, zet_error *error) {
    uint64_t records, lines, documents;
    if (text_is(text_of_json(json_object_get(line, "end")), "part")) {
        if (!read_count(json_object_get(line, "documents"), &documents) || m->in_stream)
            return zet_refuse(error, no_line);
        m->in_part = false;
        return documents == m->documents ||
               zet_refuse(error, "the part does not have as many documents as its last line says");
    }
    if (!m->in_stream || !read_count(json_object_get(line, "records"), &records) ||
        !read_count(json_object_get(line, "lines"), &lines))
        return zet_refuse(error, no_line);
    if (records != m->records)
        return zet_refuse(error, "the stream does not have as many records as its last line says");
    m->in_stream = false;
    m->records_before += m->is_empty ? 0 : records;
    m->lines_before += lines;
    if (m->records_before >= PLACE_MAX || m->lines_before >= PLACE_MAX)
        return zet_refuse(error, no_line);
    return true;
}

static bool read_counts(const json_t *v, uint64_t *counts) {
    uint64_t n;
    for (size_t i = 0; i < ZET_COUNTS; i++) {
        const json_t *count = zet_part_counts[i] ? json_object_get(v, zet_part_counts[i]) : NULL;
        if (count && !read_count(count, &n))
            return false;
        counts[i] = count ? n : 0;
    }
    return true;
}

/* What one document contributes. */
static bool add_document(struct merge *m, const json_t *line, zet_error *error) {
    struct task_result *r = &m->result;
    uint64_t records, number;
    const json_t *row = json_object_get(line, "row"), *out = json_object_get(line, "out");
    const json_t *key = json_object_get(line, "key");
    const json_t *messages = json_object_get(line, "messages");
    bool read = m->in_stream && read_count(json_object_get(line, "record"), &records) &&
                records <= 1 && read_counts(json_object_get(line, "counts"), r->counts);
    for (size_t i = 0; read && i < json_array_size(row); i++)
        read = read_item(m, json_array_get(row, i), &r->data);
    read = read && (!out || read_placed(m, out, m->json, &r->out)) &&
           (!messages || read_placed(m, messages, false, &r->messages));
    if (!read)
        return m->safe.failed ? (zet_error_out_of_memory(error), false)
                              : zet_refuse(error, no_line);
    if (key && (!read_count(key, &number) || number > UINT32_MAX))
        return zet_refuse(error, no_line);
    r->keyed = key != NULL;
    r->key = key ? (uint32_t)number : 0;
    m->documents++;
    m->records += records;
    r->records = (size_t)records;
    if (json_is_true(json_object_get(line, "empty"))) {
        m->is_empty = true;
        if (!m->has_empty) {
            struct task_result kept = m->empty;
            m->empty = *r;
            *r = kept;
            m->has_empty = true;
        }
        zet_task_result_clear(r);
        return true;
    }
    return hand_on(m, r, error);
}

/* Counts records that nothing else is told of. */
static bool pass_over(struct merge *m, uint64_t records, zet_error *error) {
    m->documents += records;
    m->records += records;
    if (m->records >= PLACE_MAX)
        return zet_refuse(error, no_line);
    m->task->records += (size_t)records;
    m->task->counts[ZET_COUNT_RECORDS] += m->again ? 0 : records;
    return true;
}

/* In a part that was split by key: records of other sets between the lines. */
static bool add_others(struct merge *m, const json_t *count, zet_error *error) {
    uint64_t records;
    if (!m->in_stream || !m->set_is_of_parts || !read_count(count, &records))
        return zet_refuse(error, no_line);
    return pass_over(m, records, error);
}

/* A document's line, of which no more is needed than what all sets have. */
static bool count_document(struct merge *m, const json_t *line, zet_error *error) {
    uint64_t records;
    if (!m->in_stream || !read_count(json_object_get(line, "record"), &records) || records > 1)
        return zet_refuse(error, no_line);
    m->documents++;
    m->records += records;
    return true;
}

/* A line of another set, which is not read. */
static bool is_foreign(const struct merge *m, struct text line) {
    uint32_t key;
    return m->in_stream && m->set.count && zet_part_line_key(line, &key) &&
           key_set_of(key, m->set.count) != m->set.number;
}

static bool add_line(struct zet_task *own, struct text t, zet_error *error) {
    struct merge *m = own->state;
    uint32_t key;
    if (is_foreign(m, t))
        return m->set_is_of_parts
                   ? zet_refuse(error, "the record is of another set of keys than the part")
                   : pass_over(m, 1, error);
    if (m->sets.count && m->in_stream && zet_part_line_key(t, &key)) {
        m->documents++;
        m->records++;
        return zet_sets_record(&m->sets, own, key, t, error);
    }
    bool out_of_memory = false, added;
    json_t *line = zet_json_load(t, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL, &out_of_memory);
    const json_t *stream = json_object_get(line, "stream");
    if (out_of_memory) {
        zet_error_out_of_memory(error);
        added = false;
    } else if (json_object_get(line, "zet-part")) {
        added = begin_part(own, line, t, error);
    } else if (!m->in_part || !json_is_object(line)) {
        added = zet_refuse(error, no_line);
    } else if (stream) {
        added = !m->in_stream ? begin_stream(m, stream, error) : zet_refuse(error, no_line);
    } else if (json_object_get(line, "end")) {
        added = end(m, line, error);
    } else if (json_object_get(line, "others")) {
        added = add_others(m, json_object_get(line, "others"), error);
    } else {
        added = m->sets.count ? count_document(m, line, error) : add_document(m, line, error);
    }
    bool is_head = json_object_get(line, "zet-part") != NULL;
    json_decref(line);
    return added && (!m->sets.count || (is_head ? zet_sets_head(&m->sets, own, t, error)
                                                : zet_sets_line(&m->sets, own, t, error)));
}

/* The functions of the kind. */

static bool open_task(struct zet_task *task, zet_error *error) {
    const struct merge *m = task->state;
    if (m->sets.count && m->key)
        return zet_refuse(error, "split: key is not allowed with it");
    if (m->sets.count && m->attached_count && !task->default_names)
        return zet_refuse(error, "split: names and claims are given where a set is merged");
    if (!m->sets.count && task->folder)
        return zet_refuse(error, "into: only allowed with split");
    if (m->sets.count && (!task->spool || !task->folder))
        return zet_refuse(error, "split: into is missing, the folder for the files");
    return true;
}

/* Cuts a line off. */
static bool next(struct zet_task *task, struct source *source, struct document *out) {
    (void)task;
    size_t seen = 0;
    for (;;) {
        struct text ahead = source_ahead(source);
        const char *end = seen < ahead.len ? memchr(ahead.at + seen, '\n', ahead.len - seen) : NULL;
        size_t length = end ? (size_t)(end - ahead.at) + 1 : ahead.len;
        bool more = !end && length <= LINE_BYTES_MAX && zet_source_more(source);
        if (more) {
            seen = length;
            continue;
        }
        if (!length || source->failed || source->out_of_memory)
            return false;
        *out = zet_source_take(source, length);
        return true;
    }
}

static bool keep_line(struct task_worker *w, const struct task_document *d) {
    struct text line = d->document ? d->document->text : NO_TEXT;
    w->result.records++;
    zet_row_number(&w->result.data, d->number);
    zet_row_text(&w->result.data, line);
    return true;
}

static void copy_counts(struct zet_task *task) {
    const struct merge *m = task->state;
    for (size_t i = 0; m->task && i < ZET_COUNTS; i++)
        if (i != ZET_COUNT_BYTES)
            task->counts[i] = m->task->counts[i];
}

static bool add_lines(struct zet_task *task, struct task_result *result, zet_error *error) {
    struct merge *m = task->state;
    struct row_reader rows = {.left = buffered(&result->data)};
    while (row_reader_has_more(&rows)) {
        uint64_t number = zet_row_read_number(&rows);
        struct text line = zet_row_read_text(&rows);
        char room[24];
        struct writer w = {room, sizeof room - 1, 0};
        zet_error why = {0};
        write_number(&w, number);
        room[written(&w).len] = '\0';
        if (!line.len)
            return zet_refuse(error, "the file is empty; expected a part of a result");
        if (m->task) {
            m->task->out = task->out;
            m->task->messages = task->messages;
        }
        bool whole = line.at[line.len - 1] == '\n';
        line.len -= whole;
        if (whole ? add_line(task, line, &why)
                  : zet_refuse(&why, "the line has no end; was the part written to its end?"))
            continue;
        if (why.status != ZET_REFUSED)
            *error = why;
        else
            zet_error_set(error, ZET_REFUSED, "line ", room, ": ", why.message, NULL);
        return false;
    }
    copy_counts(task);
    task->done = m->task && !m->again && m->task->done;
    return true;
}

static bool stream_end(struct zet_task *task, zet_error *error) {
    struct merge *m = task->state;
    return task->done || !m->in_part ||
           zet_refuse(error, "the part ends early: it was not written to its end");
}

static unsigned passes(const struct zet_task *task) {
    return ((const struct merge *)task->state)->sets.count ? 1 : 2;
}

static bool next_pass(struct zet_task *task, zet_error *error) {
    struct merge *m = task->state;
    if (!m->task)
        return zet_refuse(error, "no part is given");
    if (!close_stream(m, error))
        return false;
    task->done = zet_task_passes(m->task) < 2;
    m->again = true;
    m->in_part = m->in_stream = false;
    return task->done || zet_task_next_pass(m->task, error) == ZET_OK;
}

static bool finish(struct zet_task *task, zet_error *error) {
    struct merge *m = task->state;
    if (!m->task)
        return zet_refuse(error, "no part is given");
    if (m->sets.count)
        return zet_sets_finish(&m->sets, task, error);
    m->task->out = task->out;
    m->task->messages = task->messages;
    m->task->canvas = task->canvas;
    bool done = close_stream(m, error) && zet_task_finish(m->task, error) == ZET_OK;
    copy_counts(task);
    return done;
}

const struct task_kind zet_task_merge = {
    .name = "merge",
    .about = "joins parts of a result into what one run over everything writes",
    .options = options,
    .size = sizeof(struct merge),
    .open = open_task,
    .close = close_task,
    .attach = attach,
    .next = next,
    .document = keep_line,
    .merge = add_lines,
    .stream_end = stream_end,
    .finish = finish,
    .passes = passes,
    .next_pass = next_pass,
};
