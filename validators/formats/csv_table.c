#include "validators/formats/csv_table.h"

#include <csv.h>
#include <stdlib.h>
#include <strings.h>

#include "notation/base/list.h"
#include "notation/base/value.h"
#include "validators/formats/endings.h"
#include "validators/formats/lines.h"
#include "validators/formats/sheet_lines.h"

enum {
    KEY_BYTES = 4096, /* of a file's name and a record's number, as far as they are compared */
    BLOCK_BYTES = 4096,
    NAME_SHOWN_MAX = 60,
    UNKNOWN_MAX = 20 /* headings that are reported one by one */
};

static const char separators[] = {',', ';', '\t'};

/* The six columns of turns, in the order that they have without a heading. */
static uint8_t plain_of[] = {CSV_RECORD, CSV_PLY, CSV_PLAYER, CSV_MOVE, CSV_CAPTURED, CSV_POSITION};
enum { PLAIN_COLUMNS = sizeof plain_of };

static const struct csv_table plain = {.separator = ',',
                                       .count = PLAIN_COLUMNS,
                                       .of = plain_of,
                                       .has = {[CSV_RECORD] = true,
                                               [CSV_PLY] = true,
                                               [CSV_PLAYER] = true,
                                               [CSV_MOVE] = true,
                                               [CSV_CAPTURED] = true,
                                               [CSV_POSITION] = true}};

const char *zi_csv_map(const char *text, struct csv_map *out) {
    const char *equals = strrchr(text, '=');
    if (!equals || equals == text)
        return "the value must be HEADING=KEY, such as Wit=white";
    *out = (struct csv_map){text, (size_t)(equals - text), equals + 1};
    bool known = !*out->key || (!strncmp(out->key, "x-", 2) && out->key[2]);
    for (size_t i = 0; i < CSV_COLUMNS; i++)
        known |= !strcmp(out->key, zi_csv_headings[i]);
    return known
               ? NULL
               : "there is no such column; docs/spec/TABLES.md lists them, and x-... is any other";
}

/* The first row, as it is with one separator. */
struct first_row {
    const struct format_options *said;
    struct csv_table *table; /* becomes known */
    struct buffer folded;
    size_t cap, known;
    size_t field; /* of a row of data, whose fields say what columns without a known heading are */
    bool data, ended, failed;
};

static uint8_t add_extra(struct csv_table *t, const char *key) {
    for (size_t i = 0; i < t->extra_count; i++)
        if (!strcmp(t->extra[i], key))
            return CSV_UNKNOWN;
    if (t->extra_count == CSV_EXTRAS_MAX)
        return CSV_UNKNOWN;
    t->extra[t->extra_count] = key;
    return (uint8_t)(CSV_COLUMNS + t->extra_count++);
}

/* What a heading is. */
static uint8_t classify(struct first_row *f, struct text heading) {
    const struct format_options *said = f->said;
    struct csv_table *t = f->table;
    struct text name = zi_heading_fold(&f->folded, heading);
    size_t column = CSV_COLUMNS;
    for (size_t i = 0; name.len && said && i < said->map_count; i++) {
        const struct csv_map *map = &said->maps[i];
        struct buffer own = {0};
        bool same = text_same(
            name, zi_heading_fold(&own, (struct text){map->heading, map->heading_length}));
        f->failed |= own.failed;
        zi_buffer_free(&own);
        if (!same)
            continue;
        if (!*map->key)
            return CSV_LEFT_OUT;
        for (column = 0; column < CSV_COLUMNS && strcmp(map->key, zi_csv_headings[column]);)
            column++;
        if (column == CSV_COLUMNS)
            return add_extra(t, map->key);
    }
    if (column == CSV_COLUMNS)
        column = zi_csv_column(heading, &f->folded);
    if (column == CSV_COLUMNS || t->has[column])
        return CSV_UNKNOWN;
    t->has[column] = true;
    return (uint8_t)column;
}

/* A column of moves shows what it is, and so does one of endings. */
static void see_data(struct first_row *f, struct text value) {
    struct csv_table *t = f->table;
    struct lexicon words = {0};
    struct ending e;
    uint8_t *of = f->field < t->count ? &t->of[f->field++] : NULL;
    t->scored |= of && is_side_column(*of) && zi_sheet_is_move(value);
    if (!of || *of != CSV_UNKNOWN)
        return;
    bool ends = !t->has[CSV_TERMINATION] && zi_ending_read(value, &e, &words) && e.termination;
    if (!t->has[CSV_MOVES] && zi_sheet_is_moves(value))
        *of = CSV_MOVES;
    else if (ends)
        *of = CSV_TERMINATION;
    if (*of != CSV_UNKNOWN)
        t->has[*of] = true;
    f->failed |= words.room.failed;
    zi_buffer_free(&words.room);
}

static void first_field(void *content, size_t length, void *context) {
    struct first_row *f = context;
    struct csv_table *t = f->table;
    if (f->data) {
        see_data(f, (struct text){content, length});
        return;
    }
    if (!zi_list_reserve(&t->of, &f->cap, t->count + 1, sizeof *t->of)) {
        f->failed = true;
        return;
    }
    uint8_t column = classify(f, (struct text){content, length});
    f->known += column != CSV_UNKNOWN;
    t->of[t->count++] = column;
}

static void first_end(int end, void *context) {
    (void)end;
    ((struct first_row *)context)->ended = true;
}

static void open_parser(struct csv_parser *p, char separator) {
    csv_init(p, CSV_STRICT | CSV_STRICT_FINI);
    csv_set_blk_size(p, BLOCK_BYTES);
    csv_set_delim(p, (unsigned char)separator);
}

/* Reads the row that begins `from` bytes ahead. Returns where it ends. */
static size_t read_first(struct source *s, size_t from, struct first_row *f) {
    struct csv_parser parser;
    size_t at = from;
    bool right = true;
    open_parser(&parser, f->table->separator);
    while (!f->ended && right && at - from <= RECORD_BYTES_MAX) {
        size_t end = zi_line_end(s, at), length = end - at;
        const char *line = source_ahead(s).at + at;
        if (length)
            right = csv_parse(&parser, line, length, first_field, first_end, f) == length;
        else
            right = csv_fini(&parser, first_field, first_end, f) == 0;
        at = end;
        if (!length)
            break;
    }
    csv_free(&parser);
    f->failed |= f->folded.failed;
    zi_buffer_free(&f->folded);
    return at;
}

/* The length of a line `sep=X`, which some spreadsheets write; *separator is X. 0: there is none.
 */
static size_t separator_line(struct source *s, size_t from, char *separator) {
    size_t end = zi_line_end(s, from);
    struct text line = {source_ahead(s).at + from, end - from};
    size_t body = line.len;
    while (body && is_line_end(line.at[body - 1]))
        body--;
    if (body != 5 || strncasecmp(line.at, "sep=", 4) != 0 || line.at[4] == '"')
        return 0;
    *separator = line.at[4];
    return line.len;
}

static void free_table(void *kept) {
    struct csv_table *t = kept;
    free(t->of);
    free(t);
}

/* Whether a row with headings has turns or games. */
static bool has_games(const struct csv_table *t) {
    bool turns = t->has[CSV_PLY] || t->has[CSV_PLAYER] || t->has[CSV_CAPTURED];
    return !t->has[CSV_MOVE] && (t->has[CSV_MOVES] || !turns);
}

/* A row without a heading that is known: the six columns of turns. */
static bool make_plain(struct csv_table *t) {
    uint8_t *of = realloc(t->of, PLAIN_COLUMNS);
    if (!of)
        return false;
    memcpy(of, plain_of, sizeof plain_of);
    t->of = of;
    t->count = PLAIN_COLUMNS;
    memcpy(t->has, plain.has, sizeof plain.has);
    t->named = t->games = false;
    t->end = t->start;
    return true;
}

/* Whether the first row has headings: a single known word can be a value of a row of turns. */
static bool names_columns(const struct first_row *f) {
    const struct csv_table *t = f->table;
    bool sure = f->known > 1 || t->count == 1 || t->has[CSV_MOVE] || t->has[CSV_MOVES] ||
                t->has[CSV_PLY] || (f->said && f->said->map_count);
    return f->known && sure;
}

/* Reads the first row with a separator. NULL if memory runs out. */
static struct csv_table *try_separator(struct source *s, size_t from, char separator,
                                       size_t *known) {
    struct csv_table *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->separator = separator;
    struct first_row f = {.said = s->said, .table = t};
    size_t end = read_first(s, from, &f);
    t->start = s->passed + from;
    t->end = s->passed + end;
    size_t first = zi_line_end(s, from);
    t->crlf = first >= 2 && !memcmp(source_ahead(s).at + first - 2, "\r\n", 2);
    t->named = names_columns(&f);
    t->games = t->named && has_games(t);
    *known = t->named ? f.known : 0;
    if (!f.failed)
        return t;
    free_table(t);
    return NULL;
}

/* Whether a table is more likely the right one. Without known headings the one of six columns is.
 */
static bool is_better(const struct csv_table *a, size_t known, const struct csv_table *b,
                      size_t known_b) {
    if (known != known_b)
        return known > known_b;
    return known ? a->count > b->count : a->count == PLAIN_COLUMNS && b->count != PLAIN_COLUMNS;
}

static struct csv_table *find_table(struct source *s) {
    size_t from = zi_line_mark(source_ahead(s), s->passed), most = 0;
    char said;
    size_t line = separator_line(s, from, &said);
    struct csv_table *best = NULL;
    for (size_t i = 0; i < (line ? 1 : sizeof separators); i++) {
        size_t known;
        struct csv_table *t = try_separator(s, from + line, line ? said : separators[i], &known);
        if (!t) {
            if (best)
                free_table(best);
            return NULL;
        }
        bool better = !best || is_better(t, known, best, most);
        bool as_good = best && known && known == most && t->count > 1 && best->count > 1;
        struct csv_table *worse = better ? best : t;
        if (better) {
            best = t;
            most = known;
        }
        best->guessed = as_good || (!better && best->guessed);
        if (worse)
            free_table(worse);
    }
    struct first_row data = {.table = best, .data = true};
    if (most && best->games && !(best->has[CSV_MOVES] && best->has[CSV_TERMINATION]))
        read_first(s, (size_t)(best->end - s->passed), &data);
    best->scored |= !most && best->count != PLAIN_COLUMNS;
    if (!data.failed && (most || make_plain(best)))
        return best;
    free_table(best);
    return NULL;
}

const struct csv_table *zi_csv_table(struct source *s) {
    if (!s->kept) {
        zi_line_end(s, 0); /* so that the first line is there */
        s->kept = find_table(s);
        s->kept_free = free_table;
        s->out_of_memory |= !s->kept;
    }
    return s->kept;
}

const struct csv_table *zi_csv_table_of(const struct document *d) {
    const struct csv_table *t = d->kept;
    return t && !t->sheet ? t : &plain;
}

static bool is_separator_line(struct text line) {
    return line.len >= 5 && !strncasecmp(line.at, "sep=", 4) &&
           (line.len == 5 || is_line_end(line.at[5]));
}

bool zi_csv_recognise(struct text head) {
    struct csv_table t = {0};
    struct first_row f = {.table = &t};
    size_t most = 0;
    struct text line = {head.at, 0};
    while (line.len < head.len && !is_line_end(head.at[line.len]))
        line.len++;
    for (size_t i = 0; i < sizeof separators && !is_separator_line(head); i++) {
        struct csv_parser parser;
        f.known = t.count = 0;
        memset(t.has, 0, sizeof t.has);
        open_parser(&parser, separators[i]);
        if (csv_parse(&parser, line.at, line.len, first_field, first_end, &f) == line.len)
            csv_fini(&parser, first_field, first_end, &f);
        csv_free(&parser);
        most = f.known > most ? f.known : most;
    }
    free(t.of);
    zi_buffer_free(&f.folded);
    return most >= 2 || is_separator_line(head);
}

void zi_csv_crlf(struct buffer *out, struct text rows) {
    bool quoted = false;
    for (size_t i = 0; i < rows.len; i++) {
        quoted ^= rows.at[i] == '"';
        if (rows.at[i] == '\n' && !quoted)
            buffer_char(out, '\r');
        buffer_char(out, rows.at[i]);
    }
}

bool zi_csv_begin(struct record *r, const struct document *d) {
    if (zi_line_begin(r, d))
        return true;
    for (size_t i = 0; i < r->findings.count; i++)
        if (r->findings.at[i].code == FINDING_ENCODING)
            r->findings.at[i].detail =
                text_of("save the table as CSV UTF-8, or as Unicode text, which is UTF-16");
    return false;
}

bool zi_csv_no_room(struct record *r, const struct document *d) {
    zi_csv_begin(r, d);
    r->out_of_memory = true;
    return true;
}

/* Cutting. */

struct cutter {
    struct csv_parser parser;
    const struct csv_table *table;
    size_t column;       /* of the present row so far */
    char key[KEY_BYTES]; /* of the row */
    size_t key_length;
    bool has_key, row_ended;
    bool filled; /* some field is not empty */

    /* The number of the document's record. */
    char own[KEY_BYTES];
    size_t own_length;
    bool has_own;
};

static void cut_field(void *content, size_t length, void *context) {
    struct cutter *c = context;
    size_t column = c->column++;
    c->filled |= length > 0;
    uint8_t of = column < c->table->count ? c->table->of[column] : CSV_UNKNOWN;
    if (of != CSV_RECORD && of != CSV_FILE)
        return;
    struct writer w = {c->key, KEY_BYTES, c->has_key ? c->key_length : 0};
    if (w.len)
        write_char(&w, '\n');
    write_text(&w, (struct text){content, length});
    c->key_length = written(&w).len;
    c->has_key = true;
}

static void cut_row(int end, void *context) {
    struct cutter *c = context;
    (void)end;
    c->column = 0;
    c->row_ended = true;
}

/* Leaves the present row. */
static void restart(struct cutter *c) {
    csv_free(&c->parser);
    open_parser(&c->parser, c->table->separator);
    c->column = 0;
}

enum fed { FED_NOTHING, FED_ROW, FED_FAULT };

/* Reads a line, or at the end of the stream what is open there. A faulty row ends with its line. */
static enum fed feed(struct cutter *c, struct text line) {
    if (!c->column)
        c->has_key = c->filled = false;
    c->row_ended = false;
    bool right = line.len
                     ? csv_parse(&c->parser, line.at, line.len, cut_field, cut_row, c) == line.len
                     : csv_fini(&c->parser, cut_field, cut_row, c) == 0;
    if (right)
        return c->row_ended ? FED_ROW : FED_NOTHING;
    restart(c);
    return FED_FAULT;
}

/* Whether the row just read is one of the document, whose first number of a record is its own. */
static bool belongs(struct cutter *c) {
    if (!c->has_key)
        return true;
    if (c->has_own)
        return text_same((struct text){c->key, c->key_length},
                         (struct text){c->own, c->own_length});
    memcpy(c->own, c->key, c->key_length);
    c->own_length = c->key_length;
    c->has_own = true;
    return true;
}

/* Whether the document has its first row with this one. A game is a row that is not empty. */
static bool is_complete(const struct cutter *c, enum fed fed) {
    if (c->table->games)
        return fed == FED_FAULT || c->filled;
    /* else whose row it is cannot be seen */
    return fed == FED_FAULT && !c->has_own && c->table->has[CSV_RECORD];
}

static bool cut(struct cutter *c, struct source *s, struct document *out) {
    /* bytes that were read; those of whole rows of the document */
    size_t at = c->table->end > s->passed ? (size_t)(c->table->end - s->passed) : 0, rows = at;
    bool any = false, last = false;
    while (!last) {
        size_t from = at;
        at = zi_line_end(s, from);
        enum fed fed = feed(c, (struct text){source_ahead(s).at + from, at - from});
        last = at == from;
        if (fed != FED_NOTHING) {
            if (!c->table->games && !belongs(c))
                break;
            any |= !c->table->games || fed == FED_FAULT || c->filled;
        }
        if (fed != FED_NOTHING || last)
            rows = at;
        if (fed != FED_NOTHING && is_complete(c, fed))
            break;
        if (at > RECORD_BYTES_MAX && (fed == FED_NOTHING || !c->table->games)) {
            if (fed == FED_NOTHING)
                restart(c);
            zi_line_drop(s, at, out);
            if (c->table->games)
                return true;
            at = rows = 0;
        }
    }
    struct document rest = zi_source_take(s, rows);
    zi_line_unmark(&rest);
    if (!out->too_long)
        *out = rest;
    return any || out->too_long;
}

bool zi_csv_next(struct source *s, struct document *out) {
    struct cutter c = {.table = zi_csv_table(s)};
    *out = (struct document){0};
    if (!c.table)
        return false;
    open_parser(&c.parser, c.table->separator);
    bool found = cut(&c, s, out);
    out->kept = c.table;
    csv_free(&c.parser);
    return found;
}

/* Rows. */

/* Where the content of the present field starts. */
static size_t content_start(const struct csv_rows *rows) {
    size_t at = rows->field;
    while (at < rows->at && is_blank(rows->text.at[at]))
        at++;
    return at + (at < rows->at && rows->text.at[at] == '"');
}

/* Whether a column is of no use in its table. */
static bool is_unfit(const struct csv_table *t, uint8_t column) {
    if (column == CSV_LEFT_OUT)
        return false;
    bool of_turns = column <= CSV_CAPTURED || column == CSV_POSITION || column == CSV_FILE;
    bool of_games = column == CSV_RECORD || column > CSV_CAPTURED;
    return column == CSV_UNKNOWN || !(t->games ? of_games : of_turns);
}

static void report_heading(struct csv_rows *rows, struct text heading, size_t place) {
    struct record *r = rows->record;
    if (rows->unknown++ == UNKNOWN_MAX) {
        zi_report_add(r, FINDING_UNKNOWN_KEY, PART_HEADER, place,
                      "zet does not know this column and some of those after it", NO_TEXT);
        return;
    }
    if (rows->unknown <= UNKNOWN_MAX)
        zi_report_add(r, FINDING_UNKNOWN_KEY, PART_HEADER, place,
                      "zet does not know this column, or it is given twice",
                      record_text(r, zi_text_truncate(heading, NAME_SHOWN_MAX),
                                  "; --map says what a column is"));
}

static void read_field(void *content, size_t length, void *context) {
    struct csv_rows *rows = context;
    const struct csv_table *t = rows->table;
    struct csv_value v = {{content, length}, .place = content_start(rows)};
    v.quoted = v.place > rows->field && rows->text.at[v.place - 1] == '"';
    if (!rows->column)
        rows->place = v.place;
    size_t column = rows->column++;
    uint8_t of = column < t->count ? t->of[column] : CSV_LEFT_OUT;
    struct text raw = {rows->text.at + v.place, length};
    rows->field = rows->at + 1;
    if (length)
        rows->filled = rows->column;
    bool wanted = rows->heading ? rows->record && is_unfit(t, of) : of < CSV_LEFT_OUT;
    if (!wanted)
        return;
    v.doubled =
        v.text.at != raw.at && (length > rows->text.len - v.place || !text_same(raw, v.text));
    if (!v.doubled)
        v.text = raw;
    else if (rows->record)
        v.text = zi_record_keep(rows->record, v.text);
    else
        v.text = raw.at ? (struct text){raw.at, 0} : NO_TEXT;
    if (of == CSV_MOVES && !rows->heading)
        zi_line_plain((char *)v.text.at, v.text.len);
    if (rows->heading)
        report_heading(rows, v.text, v.place);
    else if (of < CSV_COLUMNS)
        rows->value[of] = v;
    else
        rows->extra[of - CSV_COLUMNS] = v;
}

static void read_row(int end, void *context) {
    struct csv_rows *rows = context;
    (void)end;
    rows->count = rows->column;
    rows->column = 0;
    rows->field = rows->at + 1;
    rows->row_ended = true;
}

bool zi_csv_rows_open(struct csv_rows *rows, const struct document *d, struct record *r) {
    const struct csv_table *t = zi_csv_table_of(d);
    *rows = (struct csv_rows){.table = t, .record = r, .text = d->text};
    rows->parser = malloc(sizeof *rows->parser);
    if (!rows->parser)
        return false;
    open_parser(rows->parser, t->separator);
    if (d->offset >= t->end)
        return true;
    uint64_t start = t->start > d->offset ? t->start - d->offset : 0;
    rows->at = rows->field = start < d->text.len ? (size_t)start : d->text.len;
    rows->heading = t->named;
    if (t->guessed && r)
        zi_report_add(r, FINDING_AMBIGUOUS, PART_HEADER, rows->at,
                      "the columns can be separated in two ways; a first line sep=; (or sep=, or "
                      "sep= and a tab) says which one is right",
                      NO_TEXT);
    return true;
}

void zi_csv_rows_close(struct csv_rows *rows) {
    if (rows->parser)
        csv_free(rows->parser);
    free(rows->parser);
    rows->parser = NULL;
}

static void forget_row(struct csv_rows *rows) {
    rows->filled = 0;
    memset(rows->value, 0, sizeof rows->value);
    memset(rows->extra, 0, rows->table->extra_count * sizeof *rows->extra);
}

bool zi_csv_rows_next(struct csv_rows *rows) {
    while (!rows->ended) {
        rows->row_ended = false;
        forget_row(rows);
        for (; rows->at < rows->text.len && !rows->row_ended && !rows->faulty; rows->at++)
            rows->faulty = csv_parse(rows->parser, rows->text.at + rows->at, 1, read_field,
                                     read_row, rows) != 1;
        if (!rows->row_ended && !rows->faulty) {
            rows->ended = true;
            rows->faulty = csv_fini(rows->parser, read_field, read_row, rows) != 0;
        }
        rows->ended |= rows->faulty;
        bool heading = rows->heading;
        rows->heading &= !rows->row_ended;
        if (rows->row_ended && !heading && (rows->filled || !rows->table->games))
            return true;
    }
    return false;
}

struct node *zi_csv_scalar(struct record *r, const struct csv_value *v, struct text text,
                           enum written_as as) {
    bool doubled = v->doubled && v->place;
    size_t end = v->place + v->text.len * (doubled ? 2 : 1);
    struct span span = span_at(v->place - doubled, end < r->text.len ? end : r->text.len,
                               doubled   ? WRITTEN_DOUBLED
                               : v->made ? WRITTEN_DERIVED
                                         : as);
    return zi_record_scalar(r, text, span);
}
