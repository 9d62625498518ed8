#include "formats/csv_table.h"

#include <stdlib.h>
#include <strings.h>

#include "formats/lines.h"
#include "formats/sheet_lines.h"
#include "notation/base/list.h"
#include "notation/base/unicode.h"
#include "notation/base/value.h"
#include "notation/base/wide.h"
#include "validators/replay/endings.h"

enum {
    KEY_BYTES = 4096,
    NAME_SHOWN_MAX = 60,
    PREFIX_BYTES = 256,
    UNKNOWN_MAX = 20 /* headings that are reported one by one */
};

static const char separators[] = {',', ';', '\t', '|'};
enum { RECOGNISED = 3 }; /* without `|`, which sheets have between columns */

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
    return known ? NULL
                 : "there is no such key; docs/spec/TABLES.md lists the keys, and x-NAME keeps any "
                   "other column";
}

/* Fields of rows. */

static void read_field(struct csv_rows *rows, const struct csv_parse *p, struct text value);

/* Without `field` the context is the rows. */
static void open_parse(struct csv_parse *p, size_t at, char separator,
                       void (*field)(void *context, const struct csv_parse *p, struct text value),
                       void *context) {
    zi_buffer_free(&p->copy);
    *p = (struct csv_parse){
        .at = at, .from = at, .separator = separator, .field = field, .context = context};
}

/* Copies a field, each pair of whose quotes is one quote. */
static struct text without_pairs(struct csv_parse *p, struct text value) {
    p->copy.len = 0;
    while (value.len) {
        const char *quote = memchr(value.at, '"', value.len);
        size_t length = quote ? (size_t)(quote - value.at) + 1 : value.len;
        buffer_text(&p->copy, (struct text){value.at, length});
        value = text_after(value, length + (quote != NULL));
    }
    return buffered(&p->copy);
}

/* Ends the present field before p->at. `of_rows`: read_field takes it, not p->field. */
static inline __attribute__((always_inline)) void end_field(struct csv_parse *p, struct text t,
                                                            bool ends_row, bool of_rows) {
    struct text value = {t.at + p->start, p->end - p->start};
    value = p->doubled ? without_pairs(p, value) : value;
    if (of_rows)
        read_field(p->context, p, value);
    else
        p->field(p->context, p, value);
    p->column = ends_row ? 0 : p->column + 1;
    p->state = ends_row ? CSV_AT_ROW : CSV_AT_FIELD;
    p->ended = ends_row;
}

static void begin_field(struct csv_parse *p, bool quoted) {
    p->quoted = quoted;
    p->doubled = false;
    p->at += quoted;
    p->start = p->end = p->at;
    p->state = quoted ? CSV_IN_QUOTES : CSV_IN_PLAIN;
}

/* The first byte that ends a field without quotes or is wrong in it; or `end`. */
static inline const char *find_sign(const char *p, const char *end, char separator) {
    for (; end - p >= WIDE; p += WIDE) {
        bytes16 v = wide_load(p), found = wide_is(v, separator) | wide_is(v, '\n') |
                                          wide_is(v, '\r') | wide_is(v, '"');
        if (wide_any(found))
            return p + wide_first(found);
    }
    while (p < end && *p != separator && !is_line_end(*p) && *p != '"')
        p++;
    return p;
}

/* Moves past a field without quotes. */
static inline void skip_plain(struct csv_parse *p, struct text t, size_t to) {
    const char *stop = find_sign(t.at + p->at, t.at + to, p->separator);
    size_t end = p->at = (size_t)(stop - t.at);
    while (end > p->end && (t.at[end - 1] == ' ' || t.at[end - 1] == '\t'))
        end--;
    p->end = end;
}

/* Moves past the quote that may end a field, or to `to`. */
static void skip_quoted(struct csv_parse *p, struct text t, size_t to) {
    const char *quote = memchr(t.at + p->at, '"', to - p->at);
    p->end = quote ? (size_t)(quote - t.at) : to;
    p->at = p->end + (quote != NULL);
    p->state = quote ? CSV_BEHIND_QUOTE : CSV_IN_QUOTES;
}

/* Takes what follows a field: false if nothing that ends it. */
static inline bool take_end(struct csv_parse *p, struct text t, size_t to) {
    char c = t.at[p->at];
    if (c != p->separator && !is_line_end(c))
        return false;
    end_field(p, t, c != p->separator, !p->field);
    p->at++;
    if (c == '\r' && p->at < to && t.at[p->at] == '\n' && c != p->separator)
        p->at++;
    p->from = p->at;
    return true;
}

/* Reads a part of a field, or a blank between them. False if the quotes are wrong. */
static bool parse_part(struct csv_parse *p, struct text t, size_t to) {
    char c = t.at[p->at];
    bool blank = (c == ' ' || c == '\t') && c != p->separator;
    switch (p->state) {
    case CSV_AT_ROW:
    case CSV_AT_FIELD:
        if (p->state == CSV_AT_ROW && is_line_end(c))
            p->from = ++p->at; /* an empty row */
        else if (blank)
            p->at++;
        else
            begin_field(p, c == '"');
        return true;
    case CSV_IN_PLAIN: skip_plain(p, t, to); return p->at == to || take_end(p, t, to);
    case CSV_IN_QUOTES: skip_quoted(p, t, to); return true;
    default:
        if (c == '"' && p->at == p->end + 1) {
            p->doubled = true;
            p->at++;
            p->state = CSV_IN_QUOTES;
            return true;
        }
        p->at += blank;
        return blank || take_end(p, t, to);
    }
}

/* Reads a field without quotes or leading blanks whose end is in the text, as most fields are.
   False, with nothing read, if another one follows. */
static inline __attribute__((always_inline)) bool parse_plain(struct csv_parse *p, struct text t,
                                                              size_t to, bool of_rows) {
    const char *start = t.at + p->at, *limit = t.at + to,
               *sign = find_sign(start, limit, p->separator);
    if (p->state > CSV_AT_FIELD || sign == limit || *sign == '"' || *start == ' ' ||
        *start == '\t' ||
        (is_line_end(*sign) && (*sign == '\r' || (sign == start && p->state == CSV_AT_ROW))))
        return false;
    const char *end = sign;
    while (end > start && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    p->quoted = p->doubled = false;
    p->start = p->at;
    p->end = (size_t)(end - t.at);
    p->at = (size_t)(sign - t.at);
    end_field(p, t, *sign == '\n', of_rows);
    p->from = ++p->at;
    return true;
}

/* Reads a text from p->at to `to`, or to the end of a row. False if the quotes are wrong. */
static inline __attribute__((always_inline)) bool parse_for(struct csv_parse *p, struct text t,
                                                            size_t to, bool of_rows) {
    p->ended = false;
    while (p->at < to && !p->ended)
        if (!parse_plain(p, t, to, of_rows) && !parse_part(p, t, to))
            return false;
    return true;
}

static bool parse(struct csv_parse *p, struct text t, size_t to) {
    return parse_for(p, t, to, false);
}

/* Reads what is open at the end of a text. */
static bool parse_end(struct csv_parse *p, struct text t) {
    p->ended = false;
    if (p->state == CSV_AT_FIELD)
        begin_field(p, false);
    if (p->state != CSV_AT_ROW && p->state != CSV_IN_QUOTES)
        end_field(p, t, true, !p->field);
    return p->state != CSV_IN_QUOTES;
}

/* The first row, as it is with one separator. */
struct first_row {
    const struct format_options *said;
    struct csv_table *table; /* becomes known */
    size_t cap;
    bool failed;
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

/* The column of a heading: a known one, a new extra one, CSV_LEFT_OUT or CSV_UNKNOWN. */
static uint8_t classify(struct first_row *f, struct text heading) {
    const struct format_options *said = f->said;
    struct csv_table *t = f->table;
    char room[HEADING_ROOM], own[HEADING_ROOM];
    struct text name = zi_heading_fold(heading, room);
    size_t column = CSV_COLUMNS;
    for (size_t i = 0; name.len && said && i < said->map_count; i++) {
        const struct csv_map *map = &said->maps[i];
        if (!text_same(name,
                       zi_heading_fold((struct text){map->heading, map->heading_length}, own)))
            continue;
        if (!*map->key)
            return CSV_LEFT_OUT;
        for (column = 0; column < CSV_COLUMNS && strcmp(map->key, zi_csv_headings[column]);)
            column++;
        if (column == CSV_COLUMNS)
            return add_extra(t, map->key);
    }
    if (column == CSV_COLUMNS)
        column = zi_csv_column(heading);
    if (column == CSV_COLUMNS || t->has[column])
        return CSV_UNKNOWN;
    t->has[column] = true;
    return (uint8_t)column;
}

/* Takes a field of the row after the headings, which can show that an unknown column has moves or
   endings. */
static void see_data(void *context, const struct csv_parse *p, struct text value) {
    struct first_row *f = context;
    struct csv_table *t = f->table;
    struct said_ending e;
    uint8_t *of = p->column < t->count ? &t->of[p->column] : NULL;
    t->scored |= of && is_side_column(*of) && zi_sheet_is_move(value, &f->failed);
    if (!of || *of != CSV_UNKNOWN)
        return;
    bool ends =
        !t->has[CSV_TERMINATION] && zi_ending_read(value, &e, &(struct names){0}) && e.termination;
    if (!t->has[CSV_MOVES] && zi_sheet_is_moves(value, &f->failed))
        *of = CSV_MOVES;
    else if (ends)
        *of = CSV_TERMINATION;
    if (*of != CSV_UNKNOWN)
        t->has[*of] = true;
}

static void see_heading(void *context, const struct csv_parse *p, struct text heading) {
    struct first_row *f = context;
    struct csv_table *t = f->table;
    if (!zi_list_reserve(&t->of, &f->cap, p->column + 1, sizeof *t->of)) {
        f->failed = true;
        return;
    }
    t->of[t->count] = classify(f, heading);
    t->known += t->of[t->count++] != CSV_UNKNOWN;
}

/* Reads the row that begins `from` bytes ahead. Returns where it ends. */
static size_t read_first(struct source *s, size_t from, struct first_row *f, bool data) {
    struct csv_parse p = {0};
    size_t at = from, end = from;
    open_parse(&p, from, f->table->separator, data ? see_data : see_heading, f);
    for (bool right = true; right && !p.ended && at - from <= RECORD_BYTES_MAX; at = end) {
        end = zi_line_end(s, at);
        right =
            end > at ? parse(&p, source_ahead(s), end) : parse_end(&p, source_ahead(s)) && p.ended;
    }
    f->failed |= p.copy.failed;
    zi_buffer_free(&p.copy);
    return at;
}

/* A line `sep=X`, which some spreadsheets write. */
static bool is_separator_line(struct text line) {
    return line.len >= 5 && !strncasecmp(line.at, "sep=", 4) &&
           (line.len == 5 || is_line_end(line.at[5]));
}

/* The length of such a line, if it is next; *separator is then X. 0: the next line is another. */
static size_t separator_line(struct source *s, size_t from, char *separator) {
    size_t end = zi_line_end(s, from);
    struct text line = {source_ahead(s).at + from, end - from};
    if (!is_separator_line(line) || memchr("\"\r\n", line.at[4], 3))
        return 0;
    *separator = line.at[4];
    return line.len;
}

static void free_table(void *kept) {
    free(((struct csv_table *)kept)->of);
    free(kept);
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
static bool names_columns(const struct csv_table *t, const struct format_options *said) {
    bool sure = t->known > 1 || t->count == 1 || t->has[CSV_MOVE] || t->has[CSV_MOVES] ||
                t->has[CSV_PLY] || (said && said->map_count);
    return t->known && sure;
}

/* Reads the first row with a separator. */
static struct csv_table try_separator(struct source *s, size_t from, char separator, bool *failed) {
    struct csv_table t = {.separator = separator};
    struct first_row f = {.said = s->said, .table = &t};
    size_t end = read_first(s, from, &f, false);
    t.start = s->passed + from;
    t.end = s->passed + end;
    size_t first = zi_line_end(s, from);
    t.crlf = first >= 2 && !memcmp(source_ahead(s).at + first - 2, "\r\n", 2);
    t.named = names_columns(&t, s->said);
    t.games = t.named && has_games(&t);
    t.known = t.named ? t.known : 0;
    *failed |= f.failed;
    return t;
}

/* Whether a table is more likely the right one. Without known headings the one of six columns is.
 */
static bool is_better(const struct csv_table *a, const struct csv_table *b) {
    if (a->known != b->known)
        return a->known > b->known;
    return a->known ? a->count > b->count : a->count == PLAIN_COLUMNS && b->count != PLAIN_COLUMNS;
}

/* Keeps one of two tables. */
static void choose(struct csv_table *kept, const struct csv_table *other, bool other_is_better) {
    uint8_t *unused = other_is_better ? kept->of : other->of;
    if (other_is_better)
        *kept = *other;
    free(unused);
}

/* The table whose first row is `from` bytes ahead, with the separator `said` or, if that is 0,
   the one that fits best. */
static struct csv_table best_table(struct source *s, size_t from, char said, bool *failed) {
    struct csv_table best = try_separator(s, from, said ? said : separators[0], failed);
    for (size_t i = 1; i < sizeof separators && !said && !*failed; i++) {
        struct csv_table t = try_separator(s, from, separators[i], failed);
        bool better = is_better(&t, &best);
        bool as_good = t.known && t.known == best.known && t.count > 1 && best.count > 1;
        bool guessed = as_good || (!better && best.guessed);
        choose(&best, &t, better);
        best.guessed = guessed;
    }
    return best;
}

/* Whether a line has one cell at most, such as a title. */
static bool is_title(struct text line) {
    line = text_trimmed(line, BLANK_MARKS ",;|\"");
    for (size_t i = 0; i < line.len; i++)
        if (line.at[i] && strchr(";\t|", line.at[i]))
            return false;
    return true;
}

/* Replaces a table without known headings by the table of games below a title, if one is there. */
static void skip_title(struct source *s, size_t from, struct csv_table *best, bool *failed) {
    enum { TITLE_LINES = 4 };
    for (unsigned i = 0; !best->known && i < TITLE_LINES && !*failed; i++) {
        size_t end = zi_line_end(s, from);
        if (end == from || !is_title((struct text){source_ahead(s).at + from, end - from}))
            return;
        struct csv_table t = best_table(s, end, '\0', failed);
        choose(best, &t, t.known > 2 && t.has[CSV_MOVES]);
        from = end;
    }
}

/* In a table of turns a column of games numbers them. */
static void number_games(struct csv_table *t) {
    for (size_t i = 0; i < t->count && !t->games && !t->has[CSV_RECORD]; i++)
        if (t->of[i] == CSV_GAME) {
            t->of[i] = CSV_RECORD;
            t->has[CSV_RECORD] = true;
        }
}

/* False if memory runs out. */
static bool find_table(struct source *s, struct csv_table *best) {
    size_t from = zi_line_mark(source_ahead(s), s->passed);
    char said = '\0';
    size_t line = separator_line(s, from, &said);
    struct first_row data = {.table = best};
    *best = best_table(s, from + line, said, &data.failed);
    if (!said)
        skip_title(s, from, best, &data.failed);
    if (best->known && best->games && !(best->has[CSV_MOVES] && best->has[CSV_TERMINATION]))
        read_first(s, (size_t)(best->end - s->passed), &data, true);
    if (best->known)
        number_games(best);
    best->scored |= !best->known && best->count != PLAIN_COLUMNS;
    return !data.failed && (best->known || make_plain(best));
}

const struct csv_table *zi_csv_table(struct source *s) {
    if (!s->kept) {
        zi_line_end(s, 0); /* so that the first line is there */
        s->kept = calloc(1, sizeof(struct csv_table));
        s->kept_free = free_table;
        s->out_of_memory |= !s->kept || !find_table(s, s->kept);
    }
    return s->out_of_memory ? NULL : s->kept;
}

const struct csv_table *zi_csv_table_of(const struct document *d) {
    const struct csv_table *t = d->kept;
    return t && !t->sheet ? t : &plain;
}

bool zi_csv_recognise(struct text head, bool *failed) {
    struct csv_table t = {0};
    struct first_row f = {.table = &t};
    size_t most = 0;
    struct text line = {head.at, text_line_end(head, 0)};
    for (size_t i = 0; i < RECOGNISED && !is_separator_line(head); i++) {
        struct csv_parse p = {0};
        t.known = t.count = 0;
        memset(t.has, 0, sizeof t.has);
        open_parse(&p, 0, separators[i], see_heading, &f);
        if (parse(&p, line, line.len))
            parse_end(&p, line);
        zi_buffer_free(&p.copy);
        most = t.known > most ? t.known : most;
    }
    free(t.of);
    *failed |= f.failed;
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

/* Cutting. */

/* The part of a record's file and number that is compared. */
struct cut_key {
    bool given;
    size_t length;
    char at[KEY_BYTES];
};

struct cutter {
    struct csv_parse parse;
    const struct csv_table *table;
    size_t prefix; /* length of what the rows of the document begin with up to their number; 0:
                      unknown */
    char begins[PREFIX_BYTES];
    bool filled;             /* some field of the row is not empty */
    struct cut_key key, own; /* of the row; of the document */
};

static void cut_field(void *context, const struct csv_parse *p, struct text value) {
    struct cutter *c = context;
    uint8_t of = p->column < c->table->count ? c->table->of[p->column] : CSV_UNKNOWN;
    c->filled |= value.len > 0;
    if (of != CSV_RECORD && of != CSV_FILE)
        return;
    struct writer w = {c->key.at, KEY_BYTES, c->key.given ? c->key.length : 0};
    if (w.len)
        write_char(&w, '\n');
    write_text(&w, value);
    c->key.length = written(&w).len;
    c->key.given = true;
}

/* Leaves the present row; the next one begins at `at`. */
static void restart(struct cutter *c, size_t at) {
    open_parse(&c->parse, at, c->table->separator, cut_field, c);
}

enum fed { FED_NOTHING, FED_ROW, FED_FAULT };

/* Reads the line that ends at `end`, or at the end of the stream what is open there. A faulty row
   ends with its line. */
static enum fed feed(struct cutter *c, struct text ahead, size_t end) {
    bool right = true, last = c->parse.at == end, ended = false;
    if (!c->parse.column)
        c->key.given = c->filled = false;
    do {
        right = last ? parse_end(&c->parse, ahead) : parse(&c->parse, ahead, end);
        ended |= c->parse.ended;
    } while (right && c->parse.at < end);
    if (!right)
        restart(c, end);
    return !right ? FED_FAULT : ended ? FED_ROW : FED_NOTHING;
}

/* Whether the row just read is one of the document, whose first number of a record is its own. */
static bool belongs(struct cutter *c) {
    if (c->key.given && !c->own.given)
        c->own = c->key;
    return !c->key.given ||
           (c->key.length == c->own.length && !memcmp(c->key.at, c->own.at, c->key.length));
}

/* Whether the document has its first row with this one. A game is a row that is not empty. */
static bool is_complete(const struct cutter *c, enum fed fed) {
    if (c->table->games)
        return fed == FED_FAULT || c->filled;
    /* else whose row it is cannot be seen */
    return fed == FED_FAULT && !c->own.given && c->table->has[CSV_RECORD];
}

/* Keeps what the document's first row begins with, if it has no quotes. */
static void keep_prefix(struct cutter *c, struct text row) {
    const struct csv_table *t = c->table;
    size_t last = t->count, length = 0;
    while (last && t->of[last - 1] != CSV_RECORD && t->of[last - 1] != CSV_FILE)
        last--;
    for (struct text left = row; last && left.len; last--) {
        const char *sign = find_sign(left.at, text_end(left), t->separator);
        if (sign == text_end(left) || *sign != t->separator)
            return;
        length = (size_t)(sign - row.at) + 1;
        left = text_after(row, length);
    }
    if (length > PREFIX_BYTES)
        return;
    memcpy(c->begins, row.at, length);
    c->prefix = length;
}

/* Whether the next row, which starts with this line, is certainly one of the document. */
static bool is_next_row(const struct cutter *c, struct text line) {
    return c->prefix && c->parse.state == CSV_AT_ROW && line.len > c->prefix &&
           !memcmp(line.at, c->begins, c->prefix) && is_line_end(line.at[line.len - 1]) &&
           !memchr(line.at, '"', line.len);
}

static bool cut(struct cutter *c, struct source *s, struct document *out) {
    /* bytes that were read; those of whole rows of the document */
    size_t at = c->parse.at, rows = at;
    bool any = false, last = false;
    while (!last) {
        size_t from = at;
        at = zi_line_end(s, from);
        struct text line = {source_ahead(s).at + from, at - from};
        if (is_next_row(c, line) && at <= RECORD_BYTES_MAX) {
            rows = c->parse.at = c->parse.from = at;
            any = true;
            continue;
        }
        enum fed fed = feed(c, source_ahead(s), at);
        last = at == from;
        if (fed != FED_NOTHING) {
            if (!c->table->games && !belongs(c))
                break;
            if (!c->table->games && !c->prefix && fed == FED_ROW && c->own.given)
                keep_prefix(c, line);
            any |= !c->table->games || fed == FED_FAULT || c->filled;
        }
        if (fed != FED_NOTHING || last)
            rows = at;
        if (fed != FED_NOTHING && is_complete(c, fed))
            break;
        if (at > RECORD_BYTES_MAX && (fed == FED_NOTHING || !c->table->games)) {
            zi_line_drop(s, at, out);
            restart(c, 0);
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
    struct cutter c; /* the texts of its keys are not set */
    c.table = zi_csv_table(s);
    c.parse = (struct csv_parse){0};
    c.prefix = 0;
    c.filled = c.key.given = c.own.given = false;
    *out = (struct document){0};
    if (!c.table)
        return false;
    restart(&c, c.table->end > s->passed ? (size_t)(c.table->end - s->passed) : 0);
    bool found;
    do /* a DOS file ends with ^Z */
        found = cut(&c, s, out);
    while (found && out->text.len && !text_trimmed(out->text, BLANK_MARKS "\032").len);
    out->kept = c.table;
    s->out_of_memory |= c.parse.copy.failed;
    zi_buffer_free(&c.parse.copy);
    return found;
}

/* Rows. */

/* Whether a column is of no use in its table. */
static bool is_unfit(const struct csv_table *t, uint8_t column) {
    if (column == CSV_LEFT_OUT)
        return false;
    bool of_turns = column <= CSV_CAPTURED || column == CSV_POSITION || column == CSV_FILE;
    bool of_games = column == CSV_RECORD || column > CSV_CAPTURED;
    return column == CSV_UNKNOWN || !(t->games ? of_games : of_turns);
}

/* Reports a heading of no use. */
static void report_heading(struct csv_rows *rows, size_t place, struct text heading) {
    struct record *r = rows->record;
    uint32_t c;
    for (struct text left = heading; left.len;) {
        zi_character_next(&left, &c);
        if ((c >= 0x80 && c < 0xC0) || c == REPLACEMENT_CHARACTER) {
            zi_report_add(r, FINDING_FORMAT, PART_HEADER, place,
                          "this heading is in another code page; save the table as UTF-8",
                          zi_text_truncate(heading, NAME_SHOWN_MAX));
            return;
        }
    }
    if (rows->unknown++ == UNKNOWN_MAX)
        zi_report_add(r, FINDING_UNKNOWN_KEY, PART_HEADER, place,
                      "zet does not know this column and some of those after it", NO_TEXT);
    if (rows->unknown <= UNKNOWN_MAX)
        zi_report_add(r, FINDING_UNKNOWN_KEY, PART_HEADER, place,
                      "zet does not know this column, or it is given twice",
                      record_text(r, zi_text_truncate(heading, NAME_SHOWN_MAX),
                                  "; --map HEADING=KEY reads it"));
}

static inline __attribute__((always_inline)) void
read_field(struct csv_rows *rows, const struct csv_parse *p, struct text value) {
    const struct csv_table *t = rows->table;
    uint8_t of = p->column < t->count ? t->of[p->column] : CSV_LEFT_OUT;
    rows->place = p->column ? rows->place : p->start;
    rows->count = p->column + 1;
    rows->filled = value.len ? rows->count : rows->filled;
    if (rows->heading && rows->record && is_unfit(t, of))
        report_heading(rows, p->start, value);
    if (rows->heading || of >= CSV_LEFT_OUT)
        return;
    struct csv_value *v = of < CSV_COLUMNS ? &rows->value[of] : &rows->extra[of - CSV_COLUMNS];
    v->text = p->doubled ? zi_arena_copy(&rows->room, value, &rows->failed) : value;
    v->place = p->start;
    v->doubled = p->doubled;
    v->quoted = p->quoted;
    v->made = false;
    if (of == CSV_MOVES)
        zi_line_plain((char *)v->text.at, v->text.len);
}

/* Reads to the end of a row. */
static void read_row(struct csv_rows *rows) {
    struct csv_parse *p = &rows->parse;
    bool right = parse_for(p, rows->text, rows->text.len, true);
    if (right && !p->ended) {
        rows->ended = true;
        right = parse_end(p, rows->text);
    }
    rows->faulty = !right;
    rows->ended |= rows->faulty;
    rows->failed |= p->copy.failed;
    rows->field = p->from;
}

void zi_csv_rows_open(struct csv_rows *rows, const struct document *d) {
    const struct csv_table *t = zi_csv_table_of(d);
    *rows = (struct csv_rows){.table = t, .text = d->text};
    bool first = d->offset < t->end;
    uint64_t start = first && t->start > d->offset ? t->start - d->offset : 0;
    rows->field = start < d->text.len ? (size_t)start : d->text.len;
    rows->heading = first && t->named;
    open_parse(&rows->parse, rows->field, t->separator, NULL, rows);
}

void zi_csv_rows_close(struct csv_rows *rows) {
    zi_buffer_free(&rows->parse.copy);
    zi_arena_free(&rows->room);
}

bool zi_csv_rows_next(struct csv_rows *rows) {
    while (!rows->ended) {
        zi_arena_reset(&rows->room);
        rows->filled = 0;
        for (size_t i = 0; i < rows->table->count; i++)
            if (rows->table->of[i] < CSV_COLUMNS)
                rows->value[rows->table->of[i]] = (struct csv_value){0};
        memset(rows->extra, 0, rows->table->extra_count * sizeof *rows->extra);
        read_row(rows);
        bool heading = rows->heading, whole = rows->parse.ended;
        rows->heading &= !whole;
        if (whole && !heading && (rows->filled || !rows->table->games))
            return true;
    }
    return false;
}

void zi_csv_begin(struct record *r, const struct document *d) {
    const struct csv_table *t = zi_csv_table_of(d);
    struct csv_rows rows;
    zi_line_begin_text(r, d);
    if (d->offset >= t->end)
        return;
    zi_csv_rows_open(&rows, d);
    if (t->guessed)
        zi_report_add(r, FINDING_AMBIGUOUS, PART_HEADER, rows.field,
                      "the columns can be separated in two ways; a first line sep=; (or sep=, or "
                      "sep= and a tab) says which one is right",
                      NO_TEXT);
    rows.record = r;
    r->out_of_memory |= rows.failed;
    if (rows.heading)
        read_row(&rows);
    zi_csv_rows_close(&rows);
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
