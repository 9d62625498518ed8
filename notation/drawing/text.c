/* The plain text formats: the board, followed by a description of the rest. */
#include "notation/base/value.h"
#include "notation/drawing/drawing.h"
#include "notation/drawing/text_board.h"

#include "notation/base/safe_text.h"
#include "notation/base/unicode.h"
#include "notation/games/cell.h"

/* Lines of words, wrapped at TEXT_COLUMNS. */
struct paragraph {
    struct buffer *out;
    bool unicode;
    size_t limit;   /* columns per line */
    size_t column;  /* the next column on the current line */
    size_t hanging; /* blanks before lines after the first */
    size_t gap;     /* blanks before the next word, except at the start of a line */
};

static void new_line(struct paragraph *l) {
    buffer_char(l->out, '\n');
    buffer_chars(l->out, ' ', l->hanging);
    l->column = l->hanging;
    l->gap = 0;
}

/* The part of a long word that fits: it breaks anywhere, or before a cell of a chain or of falling
   stones. */
static size_t fitting(struct text word, size_t room) {
    size_t end = 0, chain = 0, used = 0;
    for (struct text rest = word; rest.len;) {
        used += zi_text_columns(zi_grapheme_next(&rest));
        if (used > room)
            break;
        end = word.len - rest.len;
        if (rest.len && (*rest.at == '^' || (*rest.at == 'v' && is_digit(rest.at[-1]))))
            chain = end;
    }
    return end < word.len && chain ? chain : end;
}

/* Adds one word as written; it may contain blanks. */
static void add_clean_word(struct paragraph *l, struct text word) {
    size_t columns = zi_text_columns(word), most = l->limit - l->hanging;
    if (l->column + l->gap + columns > l->limit && (columns <= most || l->gap))
        new_line(l);
    buffer_chars(l->out, ' ', l->gap);
    l->column += l->gap;
    for (size_t length; (length = fitting(word, l->limit - l->column)) < word.len;) {
        buffer_text(l->out, (struct text){word.at, length});
        word = (struct text){word.at + length, word.len - length};
        new_line(l);
    }
    buffer_text(l->out, word);
    l->column += zi_text_columns(word);
    l->gap = 0;
}

/* Adds one item: it is broken only if it is longer than a line. */
static void add_item(struct paragraph *l, struct text item, unsigned gap) {
    struct buffer clean = {0};
    zi_safe_text(&clean, item, l->unicode ? SAFE_LINE : SAFE_LINE_ENDS | SAFE_ASCII);
    while (clean.len && clean.at[clean.len - 1] == ' ')
        clean.len--;
    if (clean.len) {
        l->gap = gap;
        add_clean_word(l, buffered(&clean));
    }
    zi_buffer_end(&clean, &l->out->failed);
}

/* Adds words separated by blanks. */
static void add_words(struct paragraph *l, struct text t) {
    while (t.len) {
        size_t length = 0;
        while (length < t.len && !is_blank(t.at[length]))
            length++;
        if (length)
            add_item(l, (struct text){t.at, length}, l->column > l->hanging);
        length += length < t.len;
        t = (struct text){t.at + length, t.len - length};
    }
}

static struct paragraph begin_paragraph(struct buffer *out, bool unicode, unsigned hanging) {
    return (struct paragraph){
        .out = out, .unicode = unicode, .limit = TEXT_COLUMNS, .hanging = hanging};
}

/* Ends the last line unless it is empty. */
static void end_paragraph(struct paragraph *l) {
    if (l->column)
        buffer_char(l->out, '\n');
}

/* Writes the line of a side, with a mark if it is to move. */
static void write_side(struct buffer *out, const struct diagram *d, bool unicode, unsigned side) {
    struct arena arena = {0};
    struct buffer reason = {0};
    struct paragraph l = begin_paragraph(out, unicode, 2);
    bool open = d->ending == ENDING_OPEN, moves = open && d->setup.turn == side;
    bool failed = false;
    buffer_string(out, moves ? "> " : "  ");
    l.column = l.hanging;
    add_words(&l, zi_diagram_side(d, side, &arena, &failed));
    if (moves || d->ending == ending_win(side)) {
        buffer_char(&reason, '(');
        if (moves)
            buffer_string(&reason, diagram_word(d, WORD("to move")));
        else
            zi_diagram_outcome(&reason, d);
        buffer_char(&reason, ')');
        if (moves)
            add_item(&l, buffered(&reason), 1);
        else
            add_words(&l, buffered(&reason));
    }
    end_paragraph(&l);
    out->failed |= failed | reason.failed;
    zi_buffer_free(&reason);
    zi_arena_free(&arena);
}

/* Starts the items of a move with its number, if several moves are shown. */
static void number_item(struct buffer *item, const struct shown_move *m) {
    item->len = 0;
    if (m->number)
        buffer_add(item, m->number, ": ");
}

static void write_moves(struct buffer *out, const struct diagram *d, bool unicode) {
    struct paragraph l = begin_paragraph(out, unicode, 2);
    struct buffer item = {0};
    for (size_t i = 0; i < d->move_count; i++) {
        number_item(&item, &d->moves[i]);
        if (d->moves[i].number)
            buffer_text(&item, d->moves[i].text);
        else
            words_put(&item, d->language, WORD("last move: %s"), d->moves[i].text);
        add_item(&l, buffered(&item), i ? 2 : 0);
    }
    end_paragraph(&l);
    zi_buffer_end(&item, &out->failed);
}

/* `heading: c3, d4`, or with moves `heading: 1: c3, d4 2: e5`; the first entry adds the heading. */
struct list {
    struct paragraph lines;
    struct buffer entry; /* the next entry */
    const char *heading;
};

static struct list begin_list(struct buffer *out, const struct diagram *d, bool unicode,
                              const char *heading) {
    struct list list = {.lines = begin_paragraph(out, unicode, 2),
                        .heading = diagram_word(d, heading)};
    list.lines.limit--; /* a comma may follow */
    return list;
}

/* `first`: of its move, or of the list. */
static void add_entry(struct list *list, bool first) {
    struct paragraph *l = &list->lines;
    bool begun = l->column > 0;
    if (!begun) {
        add_item(l, text_of(list->heading), 0);
    } else if (!first) {
        buffer_char(l->out, ',');
        l->column++;
    }
    add_item(l, buffered(&list->entry), begun && first ? 2 : 1);
    list->entry.len = 0;
}

static void end_list(struct list *list) {
    end_paragraph(&list->lines);
    list->lines.out->failed |= list->entry.failed;
    zi_buffer_free(&list->entry);
}

/* Lists the cells that stones fell from, or the cells of captures. */
static void write_cells(struct buffer *out, const struct diagram *d, bool unicode, bool falls) {
    struct list list = begin_list(out, d, unicode, falls ? WORD("falls:") : WORD("captured:"));
    for (size_t i = 0; i < d->move_count; i++) {
        const struct shown_move *m = &d->moves[i];
        const cell *cells = falls ? m->falls : m->captured;
        for (size_t k = 0; k < (falls ? m->fall_count : m->captured_count); k++) {
            if (k == 0)
                number_item(&list.entry, m);
            buffer_cell(&list.entry, cells[k]);
            add_entry(&list, k == 0);
        }
    }
    end_list(&list);
}

/* Lists marks on cells only if the board does not show their kind. */
static void write_marks(struct buffer *out, const struct diagram *d, bool unicode) {
    const struct marks *marks = d->marks;
    struct list marked = begin_list(out, d, unicode, WORD("marked:"));
    for (size_t i = 0; d->view.compact && i < marks->mark_count; i++) {
        buffer_cell(&marked.entry, marks->mark[i].at);
        add_entry(&marked, i == 0);
    }
    end_list(&marked);
    struct list arrows = begin_list(out, d, unicode, WORD("arrows:"));
    for (size_t i = 0; i < marks->arrow_count; i++) {
        buffer_cell(&arrows.entry, marks->arrow[i].from);
        buffer_char(&arrows.entry, '-');
        buffer_cell(&arrows.entry, marks->arrow[i].to);
        add_entry(&arrows, i == 0);
    }
    end_list(&arrows);
    struct list labels = begin_list(out, d, unicode, WORD("labels:"));
    for (size_t i = 0; i < marks->label_count; i++) {
        buffer_cell(&labels.entry, marks->label[i].at);
        buffer_add(&labels.entry, "=", marks->label[i].text);
        add_entry(&labels, i == 0);
    }
    end_list(&labels);
}

/* Writes the meanings of the signs on the board, and the items that do not fit on it. */
static void write_notes(struct buffer *out, const struct diagram *d, bool unicode,
                        const struct text_notes *notes) {
    struct paragraph l = begin_paragraph(out, unicode, 2);
    struct buffer item = {0};
    for (enum text_sign sign = 0; sign < TEXT_SIGNS; sign++) {
        if (!(notes->signs & 1U << sign))
            continue;
        item.len = 0;
        zi_text_sign(&item, sign, unicode);
        buffer_add(&item, " ", diagram_word(d, zi_text_sign_meaning(sign)));
        add_item(&l, buffered(&item), l.column ? 3 : 0);
    }
    end_paragraph(&l);
    l = begin_paragraph(out, unicode, 2);
    if (notes->covered.len) {
        add_words(&l, text_of(diagram_word(d, WORD("covered:"))));
        add_words(&l, buffered(&notes->covered));
    }
    end_paragraph(&l);
    l = begin_paragraph(out, unicode, 2);
    add_words(&l, buffered(&notes->below));
    end_paragraph(&l);
    zi_buffer_end(&item, &out->failed);
}

static void write_end(struct buffer *out, const struct diagram *d, bool unicode) {
    struct arena arena = {0};
    bool failed = false;
    if (d->ending == ENDING_DRAW) {
        zi_diagram_outcome(out, d);
        buffer_char(out, '\n');
    }
    struct paragraph l = begin_paragraph(out, unicode, 0);
    add_words(&l, zi_diagram_caption(d, &arena, &failed));
    end_paragraph(&l);
    out->failed |= failed;
    zi_arena_free(&arena);
}

static bool add(struct drawing *drawing, const struct diagram *d, bool unicode) {
    struct buffer *out = drawing->out;
    struct text_notes notes = {0};
    unsigned south = d->look.south;
    if (drawing->diagrams)
        buffer_char(out, '\n');
    write_side(out, d, unicode, d->view.flip ? south : !south);
    if (d->view.compact)
        zi_text_cells(out, d, unicode, false, 0);
    else
        zi_text_lattice(out, d, unicode, 0, &notes);
    write_side(out, d, unicode, d->view.flip ? !south : south);
    write_moves(out, d, unicode);
    write_cells(out, d, unicode, true);
    write_cells(out, d, unicode, false);
    if (d->marks)
        write_marks(out, d, unicode);
    write_notes(out, d, unicode, &notes);
    write_end(out, d, unicode);
    zi_buffer_free(&notes.below);
    zi_buffer_free(&notes.covered);
    return !out->failed;
}

static bool add_ascii(struct drawing *drawing, const struct diagram *d) {
    return add(drawing, d, false);
}

static bool add_unicode(struct drawing *drawing, const struct diagram *d) {
    return add(drawing, d, true);
}

const struct drawing_format zi_drawing_ascii = {
    .name = "ascii",
    .about = "plain text of at most 79 columns, 7-bit",
    .several = true,
    .add = add_ascii,
};

const struct drawing_format zi_drawing_unicode = {
    .name = "unicode",
    .about = "plain text of at most 79 columns, in UTF-8",
    .several = true,
    .add = add_unicode,
};
