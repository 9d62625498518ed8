#include "validators/scores/score_write.h"

#include "notation/base/value.h"

/* The edits of one record in the making. */
struct edits {
    struct score_writer *writer;
    struct record *record;
    const struct score *score;
    const char *line_end;
    const char *why; /* not NULL: it cannot be done */
};

bool zet_score_writer_open(struct score_writer *w) {
    zet_record_open(&w->written);
    w->validator = zet_validator_new();
    return w->validator != NULL;
}

void zet_score_writer_close(struct score_writer *w) {
    if (w->validator)
        zet_record_close(&w->written);
    zet_validator_free(w->validator);
    zet_buffer_free(&w->text);
    for (size_t i = 0; i < 2; i++)
        zet_buffer_free(&w->with[i]);
}

static const char *line_end_of(struct text t) {
    const char *lf = memchr(t.at, '\n', t.len), *cr = memchr(t.at, '\r', t.len);
    if (lf && cr && cr + 1 == lf)
        return "\r\n";
    return cr && (!lf || cr < lf) ? "\r" : "\n";
}

static size_t line_start(struct text t, size_t at) {
    while (at && !is_line_end(t.at[at - 1]))
        at--;
    return at;
}

/* Behind the end of the line that ends at or after `at`; `at` where a line starts there. */
static size_t next_line(struct text t, size_t at) {
    if (at && is_line_end(t.at[at - 1]))
        return at;
    while (at < t.len && !is_line_end(t.at[at]))
        at++;
    if (at + 1 < t.len && t.at[at] == '\r' && t.at[at + 1] == '\n')
        return at + 2;
    return at < t.len ? at + 1 : at;
}

static size_t end_of(struct record *r, const struct span *span) {
    return zet_record_byte(r, span->end);
}

/* Where the lines of a value end: after its last line that is not blank, as libyaml takes the
   blank ones after a block into it. */
static size_t lines_end(struct record *r, const struct span *span) {
    size_t start = zet_record_byte(r, span->start), end = end_of(r, span);
    while (span->as == WRITTEN_BLOCK && end > start && is_blank(r->text.at[end - 1]))
        end--;
    return next_line(r->text, end);
}

static struct buffer *add_edit(struct edits *e, size_t at, size_t end) {
    struct score_writer *w = e->writer;
    struct buffer *text = &w->with[w->count];
    text->len = 0;
    w->at[w->count++] = (struct edit){.at = at, .end = end};
    return text;
}

/* Before whole lines: what is there may lack its line end, and keeps lacking it. */
static void begin_lines(const struct edits *e, size_t at, struct buffer *out) {
    struct text t = e->record->text;
    if (at && !is_line_end(t.at[at - 1]))
        buffer_string(out, e->line_end);
}

static void end_lines(const struct edits *e, size_t at, struct buffer *out) {
    struct text t = e->record->text;
    size_t length = strlen(e->line_end);
    if (at && !is_line_end(t.at[at - 1]) && out->len >= length)
        out->len -= length;
}

/* Takes the next move off a list. */
static struct text accept_move(struct text *found) {
    const char *end = memchr(found->at, '\n', found->len);
    struct text move = {found->at, end ? (size_t)(end - found->at) : found->len};
    size_t taken = move.len + (end ? 1 : 0);
    *found = (struct text){found->at + taken, found->len - taken};
    return move;
}

/* The moves that were found, numbered: in lines, each after an indentation, or after a blank each
   where there is not one. */
static void write_found(const struct edits *e, const char *indentation, size_t blanks,
                        struct buffer *out) {
    enum { WIDTH = 80 };
    struct text found = e->score->found;
    size_t column = 0;
    for (unsigned number = e->score->played + 1; found.len; number++) {
        struct text move = accept_move(&found);
        size_t start = out->len;
        buffer_add(out, number, ". ");
        size_t length = out->len - start + move.len;
        out->len = start;
        bool wrap = indentation && column && column + 1 + length > WIDTH;
        if (wrap)
            buffer_string(out, e->line_end);
        if (indentation && (wrap || !column)) {
            buffer_text(out, (struct text){indentation, blanks});
            column = blanks + length;
        } else {
            buffer_char(out, ' ');
            column += 1 + length;
        }
        buffer_add(out, number, ". ", move);
    }
    if (indentation)
        buffer_string(out, e->line_end);
}

/* In the quotes that an item of the sequence has. */
static void write_item(struct buffer *out, char quote, struct text move) {
    if (quote)
        buffer_char(out, quote);
    buffer_text(out, move);
    if (quote)
        buffer_char(out, quote);
}

static void extend_sequence(struct edits *e, const struct field *f) {
    struct record *r = e->record;
    const struct span *last = f->item_count ? &f->item_span[f->item_count - 1] : NULL;
    struct text t = r->text, found = e->score->found;
    if (!last || last->as == WRITTEN_BLOCK) {
        e->why = "not written: the playout is not a sequence that could be continued";
        return;
    }
    size_t start = zet_record_byte(r, last->start), end = end_of(r, last);
    char quote = last->as == WRITTEN_PLAIN ? '\0' : t.at[start];
    bool block = f->span.as == WRITTEN_BLOCK;
    size_t line = line_start(t, start), at = block ? next_line(t, end) : end;
    struct buffer *out = add_edit(e, at, at);
    if (block)
        begin_lines(e, at, out);
    while (found.len) {
        buffer_text(out, block ? (struct text){t.at + line, start - line} : TEXT(", "));
        write_item(out, quote, accept_move(&found));
        buffer_string(out, block ? e->line_end : "");
    }
    if (block)
        end_lines(e, at, out);
}

/* The lines of a literal or folded text go on as its last one begins. */
static void extend_block(struct edits *e, const struct field *f) {
    struct record *r = e->record;
    struct text t = r->text;
    size_t at = lines_end(r, &f->span), blanks = 0;
    size_t header = zet_record_byte(r, f->span.start), line = at;
    while (line > header && (line == at || is_line_end(t.at[line])))
        line = line_start(t, line - 1);
    if (line <= header) {
        e->why = "not written: the playout has no line that could be continued";
        return;
    }
    while (line + blanks < t.len && t.at[line + blanks] == ' ')
        blanks++;
    struct buffer *out = add_edit(e, at, at);
    begin_lines(e, at, out);
    write_found(e, t.at + line, blanks, out);
    end_lines(e, at, out);
}

static void extend_playout(struct edits *e, const struct field *f) {
    size_t end = end_of(e->record, &f->span);
    if (f->item_span) {
        extend_sequence(e, f);
        return;
    }
    switch (f->span.as) {
    case WRITTEN_BLOCK: extend_block(e, f); break;
    case WRITTEN_SINGLE_QUOTED:
    case WRITTEN_DOUBLE_QUOTED: write_found(e, NULL, 0, add_edit(e, end - 1, end - 1)); break;
    case WRITTEN_PLAIN:
    case WRITTEN_DERIVED: write_found(e, NULL, 0, add_edit(e, end, end)); break;
    }
}

static void write_key(struct buffer *out, bool quoted, const char *key) {
    buffer_add(out, quoted ? "\"" : "", key, quoted ? "\": " : ": ");
}

/* New keys in a mapping in brackets, which stand where the one before them does. */
static void add_to_flow(struct edits *e, size_t at, bool quoted, bool playout, bool points) {
    struct buffer *out = add_edit(e, at, at);
    if (playout) {
        buffer_string(out, ", ");
        write_key(out, quoted, "playout");
        buffer_char(out, '"');
        size_t start = out->len;
        write_found(e, NULL, 0, out);
        memmove(out->at + start, out->at + start + 1, out->len - start - 1); /* the first blank */
        out->len--;
        buffer_char(out, '"');
    }
    if (points) {
        buffer_string(out, ", ");
        write_key(out, quoted, "points");
        zet_buffer_number(out, (unsigned long long)e->score->points);
    }
}

/* New keys in lines of their own. */
static void add_lines(struct edits *e, size_t at, struct text indentation, bool playout,
                      bool points) {
    struct buffer inner = {0};
    struct buffer *out = add_edit(e, at, at);
    const struct score_writer *w = e->writer;
    bool follows = w->count == 2 && w->at[0].at == at; /* the edit before has begun the line */
    if (!follows || !w->with[0].len)
        begin_lines(e, at, out);
    else if (at && !is_line_end(e->record->text.at[at - 1]))
        buffer_string(out, e->line_end);
    if (playout) {
        buffer_add(&inner, indentation, "  ");
        buffer_text(out, indentation);
        write_key(out, false, "playout");
        buffer_add(out, "|", e->line_end);
        if (!inner.failed)
            write_found(e, inner.at, inner.len, out);
    }
    if (points) {
        buffer_text(out, indentation);
        write_key(out, false, "points");
        buffer_add(out, (unsigned long long)e->score->points, e->line_end);
    }
    end_lines(e, at, out);
    out->failed |= inner.failed;
    zet_buffer_free(&inner);
}

/* Behind the playout, or where there is not one, the moves. */
static void add_keys(struct edits *e, bool playout, bool points) {
    struct record *r = e->record;
    struct text t = r->text;
    const struct field *f = &r->field[KEY_PLAYOUT];
    f = f->state == FIELD_GIVEN ? f : &r->field[KEY_MOVES];
    size_t key = zet_record_byte(r, f->key.start), line = line_start(t, key);
    const struct span *last = f->item_count ? &f->item_span[f->item_count - 1] : NULL;
    bool quoted = t.at[key] == '"' || t.at[key] == '\'';
    if (r->root->span.as != WRITTEN_BLOCK) {
        add_to_flow(e, end_of(r, &f->span), quoted, playout, points);
        return;
    }
    for (size_t i = line; i < key; i++)
        if (t.at[i] != ' ') {
            e->why = "not written: the keys of this record are not on lines of their own";
            return;
        }
    bool items = f->item_count && f->span.as == WRITTEN_BLOCK;
    add_lines(e, lines_end(r, items ? last : &f->span), (struct text){t.at + line, key - line},
              playout, points);
}

static void replace_points(struct edits *e, const struct field *f) {
    struct record *r = e->record;
    size_t at = zet_record_byte(r, f->span.start), end = end_of(r, &f->span);
    e->writer->replaced = text_number(f->text, UINT32_MAX);
    zet_buffer_number(add_edit(e, at, end), (unsigned long long)e->score->points);
}

/* What is to be written. Points that are there stay where nothing proves that they are wrong: the
   loser need not have taken the shortest way. */
static void plan(struct edits *e) {
    struct record *r = e->record;
    const struct score *s = e->score;
    const struct field *points = &r->field[KEY_POINTS], *playout = &r->field[KEY_PLAYOUT];
    bool searched = s->kind == SCORE_BRACKET, given = points->state == FIELD_GIVEN;
    int64_t claim = given ? (int64_t)text_number(points->text, UINT32_MAX) : -1;
    if (searched && given && claim > s->points) {
        e->why = "not written: the record claims more points than the shortest playout "
                 "gives, and they may have been played";
        return;
    }
    bool replace = given && claim != s->points;
    bool new_playout = searched && playout->state != FIELD_GIVEN;
    if (new_playout && zet_node_get(r->root, "playout")) {
        e->why = "not written: there is a key `playout` without a value";
        return;
    }
    if (searched && s->found.len && !new_playout)
        extend_playout(e, playout);
    if (e->why)
        return;
    if (replace)
        replace_points(e, points);
    if (new_playout || !given)
        add_keys(e, new_playout, !given);
}

/* But for line ends at the end of a text. */
static bool is_same_text(struct text a, struct text b) {
    while (a.len && is_line_end(a.at[a.len - 1]))
        a.len--;
    while (b.len && is_line_end(b.at[b.len - 1]))
        b.len--;
    return text_same(a, b);
}

static bool is_same_node(const struct node *a, const struct node *b) {
    if (a->kind != b->kind || (a->kind == NODE_SCALAR && !is_same_text(a->text, b->text)))
        return false;
    const struct node *x = node_first(a), *y = node_first(b);
    for (; x && y; x = x->next, y = y->next)
        if (!is_same_node(x, y))
            return false;
    return !x && !y;
}

static const struct node *next_other(const struct node *key) {
    while (key && key->kind == NODE_SCALAR &&
           (text_is(key->text, "points") || text_is(key->text, "playout")))
        key = key->next->next;
    return key;
}

/* Whether all but points and playout has stayed. */
static bool is_same_record(const struct node *before, const struct node *after) {
    const struct node *x = next_other(before->first), *y = next_other(after->first);
    while (x && y && is_same_node(x, y) && is_same_node(x->next, y->next)) {
        x = next_other(x->next->next);
        y = next_other(y->next->next);
    }
    return !x && !y;
}

/* Whether the record as it will be is valid, and proves its points. */
static bool is_proved(struct edits *e, const struct document *d) {
    struct score_writer *w = e->writer;
    struct record *r = &w->written;
    int64_t points = e->score->points;
    struct document document = {.text = buffered(&w->text), .line = d->line, .offset = d->offset};
    zet_record_read(r, &document);
    zet_validate(w->validator, r, &w->verdict);
    e->record->out_of_memory |= r->out_of_memory;
    return !r->broken && !r->findings.has_error && w->verdict.points == points &&
           r->field[KEY_POINTS].state == FIELD_GIVEN &&
           text_number(r->field[KEY_POINTS].text, UINT32_MAX) == points &&
           is_same_record(e->record->root, r->root);
}

static void order(struct score_writer *w) {
    if (w->count == 2 && w->at[1].at < w->at[0].at) {
        struct edit other = w->at[0];
        w->at[0] = w->at[1];
        w->at[1] = other;
    }
}

/* Makes the edits in memory and judges what comes out. */
static void prove(struct edits *e, const struct document *d) {
    enum { MARK_AND_LINE_END = 5 };
    struct score_writer *w = e->writer;
    for (size_t i = 0; i < w->count; i++) {
        w->at[i].with = buffered(&w->with[i]);
        e->record->out_of_memory |= w->with[i].failed;
    }
    order(w);
    struct repair repair = {.at = w->at, .count = w->count};
    w->text.len = 0;
    zet_repair_apply(&repair, d->text, &w->text);
    e->record->out_of_memory |= w->text.failed;
    if (e->record->out_of_memory)
        return;
    if (w->text.len > RECORD_BYTES_MAX - MARK_AND_LINE_END)
        e->why = "not written: the record would be longer than 1 MiB";
    else if (!is_proved(e, d))
        e->why = "not written: the record is written in a way that it cannot be inserted into";
}

const char *zet_score_write(struct score_writer *w, struct record *r, const struct document *d,
                            const struct score *score) {
    struct edits e = {.writer = w, .record = r, .score = score, .line_end = line_end_of(d->text)};
    w->count = 0;
    w->replaced = -1;
    if (score->points < 0)
        return NULL;
    plan(&e);
    if (!e.why && w->count)
        prove(&e, d);
    if (e.why)
        w->count = 0;
    return e.why;
}
