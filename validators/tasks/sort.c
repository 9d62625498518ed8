/* Records in another order. */
#include <stdlib.h>

#include "notation/base/list.h"
#include "notation/base/text_order.h"
#include "notation/base/unicode.h"
#include "validators/archive/facts.h"
#include "validators/tasks/gather.h"
#include "validators/tasks/judging.h"

enum sort_key {
    SORT_GAME,
    SORT_VARIANT,
    SORT_EVENT,
    SORT_SITE,
    SORT_DATE,
    SORT_ROUND,
    SORT_TABLE,
    SORT_BLACK, /* in HusBao a */
    SORT_WHITE, /* in HusBao b */
    SORT_RESULT,
    SORT_KEYS
};
static const char *const keys[SORT_KEYS + 1] = {
    "game", "variant", "event", "site", "date", "round", "table", "black", "white", "result", NULL};
static const enum key record_keys[SORT_KEYS] = {
    [SORT_GAME] = KEY_GAME,   [SORT_VARIANT] = KEY_VARIANT, [SORT_EVENT] = KEY_EVENT,
    [SORT_SITE] = KEY_SITE,   [SORT_DATE] = KEY_DATE,       [SORT_ROUND] = KEY_ROUND,
    [SORT_TABLE] = KEY_TABLE, [SORT_RESULT] = KEY_RESULT};

struct sort_task {
    unsigned by[SORT_KEYS];
    size_t by_count;
    bool reverse;
    struct gather gather;
    struct map words;
    uint32_t *value; /* by_count words of each record */
    size_t value_cap;
    uint32_t *rank; /* of the words, at the end */
};

static bool set_by(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct sort_task *t = values;
    t->by_count = 0;
    for (const char *list = value; list;) {
        struct text word = zet_list_next(&list);
        int key = zet_option_word_index(row, word);
        if (key < 0)
            return zet_option_refuse_list(row, word, error);
        for (size_t i = 0; i < t->by_count; i++)
            if (t->by[i] == (unsigned)key)
                return zet_option_refuse_list(row, word, error);
        t->by[t->by_count++] = (unsigned)key;
    }
    return true;
}

static const zet_option options[] = {
    {"by", "KEY,...",
     "the order of records: a list of game, variant, event, site, date, round, table, black (in "
     "husbao a), white (b), result (default: date,event,round,table)",
     "--by date examples", ZET_OPTION_OWN, .words = keys, .read = set_by},
    {"reverse", NULL, "reverse the order; records without a value stay last", "--reverse examples",
     ZET_OPTION_FLAG, .offset = offsetof(struct sort_task, reverse)},
    {0}};

static bool open_task(struct zet_task *task, zet_error *error) {
    struct sort_task *t = task->state;
    static const unsigned by[] = {SORT_DATE, SORT_EVENT, SORT_ROUND, SORT_TABLE};
    if (!task->spool)
        return zet_refuse(error, "sort needs a spool");
    task->jobs = 1; /* there is nothing to compute */
    if (!t->by_count) {
        memcpy(t->by, by, sizeof by);
        t->by_count = sizeof by / sizeof *by;
    }
    return true;
}

static void close_task(struct zet_task *task) {
    struct sort_task *t = task->state;
    zet_gather_free(&t->gather);
    zet_map_free(&t->words);
    free(t->value);
    free(t->rank);
}

static struct text value_of(const struct record *r, unsigned key) {
    if (key != SORT_BLACK && key != SORT_WHITE)
        return zet_facts_value(r, record_keys[key]);
    struct text name = zet_facts_player(r, key == SORT_BLACK ? "black" : "white");
    return name.len ? name : zet_facts_player(r, key == SORT_BLACK ? "a" : "b");
}

static void write_values(struct task_worker *w, const struct record *r) {
    const struct sort_task *t = w->task->state;
    for (size_t i = 0; i < t->by_count; i++)
        zet_row_text(&w->result.data, value_of(r, t->by[i]));
}

static bool read_document(struct task_worker *w, const struct task_document *d) {
    return zet_gather_document(w, d, write_values);
}

static bool merge(struct zet_task *task, struct task_result *result, zet_error *error) {
    struct sort_task *t = task->state;
    struct row_reader rows = {.left = buffered(&result->data)};
    while (row_reader_has_more(&rows)) {
        bool is_record;
        if (!zet_gather_read(&t->gather, task, &rows, &is_record, error))
            return false;
        size_t n = t->gather.count * t->by_count;
        if (!is_record)
            continue;
        bool room = zet_list_reserve(&t->value, &t->value_cap, n, sizeof *t->value);
        for (size_t i = 0; room && i < t->by_count; i++)
            t->value[n - t->by_count + i] = zet_map_number(&t->words, zet_row_read_text(&rows));
        if (room && !t->words.failed)
            continue;
        zet_error_out_of_memory(error);
        return false;
    }
    return true;
}

/* Words in their order: what differs only in case, accents or form is parted by its bytes. */
struct word {
    struct text folded, text;
    uint32_t number;
};

static int by_word(const void *a, const void *b) {
    const struct word *x = a, *y = b;
    int order = zet_text_order(x->folded, y->folded);
    return order ? order : zet_text_order(x->text, y->text);
}

static bool rank_words(struct sort_task *t) {
    size_t count = t->words.count;
    struct word *word = calloc(count + 1, sizeof *word);
    struct arena arena = {0};
    struct buffer room = {0};
    bool failed = !word || !(t->rank = calloc(count + 1, sizeof *t->rank));
    for (size_t i = 0; i < count && !failed; i++) {
        room.len = 0;
        zet_text_fold(&room, t->words.at[i]);
        failed = room.failed;
        word[i] = (struct word){zet_arena_copy(&arena, buffered(&room), &failed), t->words.at[i],
                                (uint32_t)i};
    }
    if (!failed && count)
        qsort(word, count, sizeof *word, by_word);
    for (size_t i = 0; i < count && !failed; i++)
        t->rank[word[i].number] = word[i].text.len ? (uint32_t)i : UINT32_MAX;
    free(word);
    zet_arena_free(&arena);
    zet_buffer_free(&room);
    return !failed;
}

/* Records of the same values keep their order. */
static int by_values(const void *a, const void *b, void *context) {
    const struct sort_task *t = context;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    for (size_t i = 0; i < t->by_count; i++) {
        uint32_t m = t->rank[t->value[x * t->by_count + i]];
        uint32_t n = t->rank[t->value[y * t->by_count + i]];
        if (m != n && (m == UINT32_MAX || n == UINT32_MAX))
            return m == UINT32_MAX ? 1 : -1;
        if (m != n)
            return (m < n) != t->reverse ? -1 : 1;
    }
    return (x > y) - (x < y);
}

static bool finish(struct zet_task *task, zet_error *error) {
    struct sort_task *t = task->state;
    struct gather *g = &t->gather;
    struct document_stream stream = {0};
    uint32_t *order = calloc(g->count + 1, sizeof *order);
    bool fine = order && rank_words(t);
    if (!fine)
        zet_error_out_of_memory(error);
    for (size_t i = 0; i < g->count && fine; i++)
        order[i] = (uint32_t)i;
    if (fine && g->count)
        qsort_r(order, g->count, sizeof *order, by_values, t);
    for (size_t i = 0; i < g->count && fine; i++) {
        fine = zet_gather_add(g, task, order[i], &stream, error);
        zet_task_write(task, buffered(&g->text));
        g->text.len = 0;
    }
    free(order);
    return fine;
}

const struct task_kind zet_task_sort = {
    .name = "sort",
    .about = "puts records in another order",
    .options = options,
    .size = sizeof(struct sort_task),
    .worker_size = sizeof(struct record),
    .open = open_task,
    .close = close_task,
    .worker_open = zet_gather_worker_open,
    .worker_close = zet_gather_worker_close,
    .document = read_document,
    .merge = merge,
    .finish = finish,
};
