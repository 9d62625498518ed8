/* Rows of tables, beside what libcsv reads byte by byte; and where tables are cut. */
#include <csv.h>

#include "formats/csv_table.h"
#include "tests/feed.h"
#include "tests/unit/unit.h"

enum { TEXTS = 60000, BYTES_MAX = 260, ROWS_MAX = BYTES_MAX, COLUMNS = 6, SEEDS = 1 };

/* The six columns of a table without headings. */
static const enum csv_column columns[COLUMNS] = {CSV_RECORD, CSV_PLY,      CSV_PLAYER,
                                                 CSV_MOVE,   CSV_CAPTURED, CSV_POSITION};

/* What libcsv says of a text. */
static struct told {
    size_t rows, column, fields[ROWS_MAX];
    char value[ROWS_MAX][COLUMNS][BYTES_MAX];
    size_t length[ROWS_MAX][COLUMNS];
    bool faulty;
} told;

static void tell_field(void *content, size_t length, void *context) {
    struct told *t = context;
    if (t->column < COLUMNS) {
        memcpy(t->value[t->rows][t->column], content, length);
        t->length[t->rows][t->column] = length;
    }
    t->column++;
}

static void tell_row(int end, void *context) {
    struct told *t = context;
    (void)end;
    t->fields[t->rows++] = t->column;
    t->column = 0;
}

static void tell(struct text text) {
    struct csv_parser p;
    memset(&told, 0, sizeof told);
    csv_init(&p, CSV_STRICT | CSV_STRICT_FINI);
    told.faulty = csv_parse(&p, text.at, text.len, tell_field, tell_row, &told) != text.len ||
                  csv_fini(&p, tell_field, tell_row, &told) != 0;
    csv_free(&p);
}

static uint64_t state = SEEDS;
static unsigned below(unsigned n) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (unsigned)(state >> 33) % n;
}

/* A text of the pieces that tables are made of, right and wrong ones. */
static struct text invent(char room[BYTES_MAX]) {
    static const char *const pieces[] = {"a",
                                         "1",
                                         "2,",
                                         ",",
                                         ",,",
                                         "\n",
                                         "\r\n",
                                         "\r",
                                         " ",
                                         "\t",
                                         "\"",
                                         "\"\"",
                                         "\"b\"",
                                         ",\"c,d\"",
                                         "long word in a field",
                                         "1,1,white,a1-a2,,8/8 w\n",
                                         "1,2,a,b2+,3,\"2,2,2,0/0,0,0,12/3,0,3,1/1,1,1,1 b\"\n",
                                         "\"e \"\"f\"\" g\"",
                                         "\"h\ni\"",
                                         "\n\n",
                                         ", j ,",
                                         "\xC5\x81"};
    enum { PIECES = sizeof pieces / sizeof *pieces };
    size_t most = 1 + below(BYTES_MAX - 1), length = 0;
    bool right = below(2);
    while (length < most) {
        const char *piece = right && below(8) ? pieces[14 + below(3)] : pieces[below(PIECES)];
        size_t more = strlen(piece);
        if (length + more > most)
            break;
        memcpy(room + length, piece, more);
        length += more;
    }
    return (struct text){room, length};
}

static void expect_rows(struct text text) {
    const struct document d = {.text = text, .line = 1};
    struct csv_rows rows;
    tell(text);
    zi_csv_rows_open(&rows, &d);
    size_t row = 0;
    for (; zi_csv_rows_next(&rows); row++) {
        assert_true(row < told.rows);
        assert_int_equal(rows.count, told.fields[row]);
        size_t filled = 0;
        for (size_t i = 0; i < COLUMNS; i++) {
            const struct csv_value *v = &rows.value[columns[i]];
            struct text own = {told.value[row][i], told.length[row][i]};
            filled = own.len ? i + 1 : filled;
            assert_true(text_same(v->text, own));
            assert_true(!own.len || v->doubled ||
                        text_same(own, (struct text){text.at + v->place, own.len}));
        }
        assert_true(rows.count > COLUMNS || rows.filled == filled);
    }
    assert_int_equal(rows.faulty, told.faulty);
    assert_true(told.faulty ? row <= told.rows : row == told.rows);
    zi_csv_rows_close(&rows);
}

static void test_rows(void **unused) {
    char room[BYTES_MAX];
    (void)unused;
    for (size_t i = 0; i < TEXTS; i++)
        expect_rows(invent(room));
}

/* A table without faults is cut where the number of the record changes. */
static void expect_cuts(struct text text, size_t step) {
    struct feed feed = {text.at, text.len, step};
    struct source source;
    struct document d;
    size_t row = 0, passed = 0;
    zi_source_open(&source, feed_read, &feed);
    const struct csv_table *t = zi_csv_table(&source);
    if (t->separator != ',' || t->named) { /* a text by chance that is another table */
        zi_source_close(&source);
        return;
    }
    while (zi_csv_next(&source, &d)) {
        size_t first = row;
        struct text own = {told.value[first][0], told.length[first][0]};
        while (row < told.rows &&
               text_same(own, (struct text){told.value[row][0], told.length[row][0]}))
            row++;
        assert_true(row > first);
        assert_true(d.offset >= passed);
        passed = d.offset + d.text.len;
        struct csv_rows rows;
        zi_csv_rows_open(&rows, &d);
        size_t count = 0;
        while (zi_csv_rows_next(&rows))
            count++;
        assert_int_equal(count, row - first);
        zi_csv_rows_close(&rows);
    }
    assert_int_equal(row, told.rows);
    zi_source_close(&source);
}

static void test_cuts(void **unused) {
    char room[BYTES_MAX];
    (void)unused;
    for (size_t i = 0, cut = 0; i < TEXTS; i++) {
        struct text text = invent(room);
        bool failed = false;
        tell(text);
        if (told.faulty || zi_csv_recognise(text, &failed))
            continue;
        assert_false(failed);
        expect_cuts(text, 1 + cut++ % 100);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_cuts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
