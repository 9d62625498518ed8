/* The plain text formats: the board, followed by a description of the rest. */
#include "diagrams/drawing.h"
#include "diagrams/text_board.h"
#include "notation/base/value.h"

#include "notation/base/safe_text.h"
#include "notation/base/unicode.h"
#include "notation/games/cell.h"

/* The text of a diagram: paragraphs of words, wrapped at TEXT_COLUMNS. */
struct lines {
    struct buffer *out;
    const struct diagram *d;
    bool unicode;
    size_t limit;       /* columns per line */
    size_t column;      /* the next column on the current line; 0: the paragraph is empty */
    size_t hanging;     /* blanks before lines after the first */
    size_t gap;         /* blanks before the next word, except at the start of a line */
    struct buffer item; /* the next one */
    struct arena arena;
};

static void new_line(struct lines *l) {
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
static void add_clean_word(struct lines *l, struct text word) {
    size_t columns = zi_text_columns(word), most = l->limit - l->hanging;
    if (l->column + l->gap + columns > l->limit && (columns <= most || l->gap))
        new_line(l);
    buffer_chars(l->out, ' ', l->gap);
    l->column += l->gap;
    for (size_t length; (length = fitting(word, l->limit - l->column)) < word.len;) {
        buffer_text(l->out, (struct text){word.at, length});
        word = text_after(word, length);
        new_line(l);
    }
    buffer_text(l->out, word);
    l->column += zi_text_columns(word);
    l->gap = 0;
}

/* Adds one text: it is broken only if it is longer than a line. */
static void add_text(struct lines *l, struct text item, unsigned gap) {
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

/* Adds the item, and empties it. */
static void add_item(struct lines *l, unsigned gap) {
    add_text(l, buffered(&l->item), gap);
    l->item.len = 0;
}

/* Adds words separated by blanks. */
static void add_words(struct lines *l, struct text t) {
    while (t.len) {
        size_t length = 0;
        while (length < t.len && !is_blank(t.at[length]))
            length++;
        if (length)
            add_text(l, (struct text){t.at, length}, l->column > l->hanging);
        length += length < t.len;
        t = text_after(t, length);
    }
}

/* Ends the last paragraph unless it is empty. */
static void end_paragraph(struct lines *l) {
    if (l->column)
        buffer_char(l->out, '\n');
    l->column = 0;
}

/* Adds the state of a side: whether it is to move or has won, and its stones. */
static void add_state(struct buffer *out, const struct diagram *d, unsigned side) {
    unsigned stones = 0;
    for (cell c = 0; d->counts && c < 256; c++)
        stones +=
            zi_board_has(&d->board, c) && board_half(&d->board, c) == side ? d->setup.at[c] : 0;
    if (d->ending == ENDING_OPEN && d->setup.turn == side)
        buffer_string(out, diagram_word(d, WORD("to move")));
    else if (d->ending == ending_win(side))
        zi_diagram_outcome(out, d);
    if (d->counts) {
        buffer_string(out, out->len ? ", " : "");
        zi_words_count(out, d->language, stones, "%d stone", "%d stones");
    }
}

/* Writes the line of a side, with a mark if it is to move. */
static void write_side(struct lines *l, unsigned side) {
    const struct diagram *d = l->d;
    bool moves = d->ending == ENDING_OPEN && d->setup.turn == side;
    struct buffer state = {0};
    buffer_string(l->out, moves ? "> " : "  ");
    l->column = l->hanging;
    add_words(l, zi_diagram_side(d, side, &l->arena, &l->out->failed));
    add_state(&state, d, side);
    if (state.len)
        buffer_add(&l->item, "(", buffered(&state), ")");
    add_words(l, buffered(&l->item));
    l->item.len = 0;
    end_paragraph(l);
    zi_buffer_end(&state, &l->out->failed);
}

/* The text beside a board: the name and the state of each side, in the characters of the
   format. */
struct beside {
    struct buffer side[2][2];
    size_t columns;
};

static struct beside beside_board(struct lines *l) {
    struct beside b = {0};
    for (unsigned side = 0; side < 2; side++) {
        struct buffer state = {0};
        add_state(&state, l->d, side);
        const struct text said[2] = {zi_diagram_side(l->d, side, &l->arena, &l->out->failed),
                                     buffered(&state)};
        for (unsigned i = 0; i < 2; i++) {
            struct buffer *to = &b.side[side][i];
            zi_safe_text(to, said[i], l->unicode ? SAFE_LINE : SAFE_LINE_ENDS | SAFE_ASCII);
            while (to->len && to->at[to->len - 1] == ' ')
                to->len--;
            size_t columns = zi_text_columns(buffered(to));
            b.columns = columns > b.columns ? columns : b.columns;
        }
        zi_buffer_end(&state, &l->out->failed);
    }
    return b;
}

static struct text take_line(struct text *rest) {
    struct text line = {rest->at, text_line_end(*rest, 0)};
    *rest = text_after(*rest, text_next_line(*rest, 0));
    return line;
}

/* Writes a board with the side in the north beside its first lines and the other one beside its
   last ones, before that of the files; or with their lines around it if there is no room. */
static void write_board(struct lines *l, struct text board, unsigned north) {
    struct beside b = beside_board(l);
    size_t lines = 0, wide = 0, line = 0;
    for (struct text rest = board; rest.len; lines++) {
        size_t columns = zi_text_columns(take_line(&rest));
        wide = columns > wide ? columns : wide;
    }
    bool fits =
        !l->d->view.compact && !l->d->strip && lines > 6 && wide + 3 + b.columns <= TEXT_COLUMNS;
    if (!fits)
        write_side(l, north);
    for (; board.len; line++) {
        struct text t = take_line(&board), said = NO_TEXT;
        if (fits && line < 2)
            said = buffered(&b.side[north][line]);
        else if (fits && line + 3 == lines && b.side[!north][1].len)
            said = buffered(&b.side[!north][0]);
        else if (fits && line + 2 == lines)
            said = buffered(&b.side[!north][b.side[!north][1].len > 0]);
        buffer_text(l->out, t);
        if (said.len)
            buffer_chars(l->out, ' ', wide + 3 - zi_text_columns(t));
        buffer_text(l->out, said);
        buffer_char(l->out, '\n');
    }
    if (!fits)
        write_side(l, !north);
    for (unsigned i = 0; i < 4; i++)
        zi_buffer_end(&b.side[i / 2][i % 2], &l->out->failed);
}

/* Starts the items of a move with its number, if several moves are shown. */
static void number_item(struct lines *l, const struct shown_move *m) {
    if (m->number)
        buffer_add(&l->item, m->number, ": ");
}

static void write_moves(struct lines *l) {
    const struct diagram *d = l->d;
    for (size_t i = 0; i < d->move_count && !d->strip; i++) {
        if (!zi_diagram_shows_move(d, &d->moves[i]))
            continue;
        number_item(l, &d->moves[i]);
        if (d->moves[i].number)
            buffer_text(&l->item, d->moves[i].text);
        else
            words_put(&l->item, d->language,
                      d->moves[i].faulty ? WORD("illegal move: %s") : WORD("last move: %s"),
                      d->moves[i].text);
        add_item(l, l->column ? 2 : 0);
    }
    end_paragraph(l);
}

/* `heading: c3, d4`, or with moves `heading: 1: c3, d4 2: e5`; the first entry adds the heading.
   `first`: of its move, or of the list. */
static void add_entry(struct lines *l, const char *heading, bool first) {
    bool begun = l->column > 0;
    l->limit = TEXT_COLUMNS - 1; /* a comma may follow */
    if (!begun) {
        add_text(l, text_of(diagram_word(l->d, heading)), 0);
    } else if (!first) {
        buffer_char(l->out, ',');
        l->column++;
    }
    add_item(l, begun && first ? 2 : 1);
    l->limit = TEXT_COLUMNS;
}

/* Lists the cells from and to which stones fell, or the cells of captures. */
static void write_cells(struct lines *l, bool falls) {
    for (size_t i = 0; i < l->d->move_count && !l->d->strip; i++) {
        const struct shown_move *m = &l->d->moves[i];
        const cell *cells = falls ? m->falls : m->captured;
        for (size_t k = 0;
             zi_diagram_shows_move(l->d, m) && k < (falls ? m->fall_count : m->captured_count);
             k++) {
            if (k == 0)
                number_item(l, m);
            buffer_cell(&l->item, cells[k]);
            buffer_string(&l->item, falls ? "-" : "");
            if (falls)
                buffer_cell(&l->item, k ? cells[k - 1] : m->path[0]);
            add_entry(l, falls ? WORD("falls:") : WORD("captured:"), k == 0);
        }
    }
    end_paragraph(l);
}

/* Lists marks on cells only if the board does not show their kind. */
static void write_marks(struct lines *l, const struct marks *marks) {
    for (size_t i = 0; l->d->view.compact && i < marks->mark_count; i++) {
        buffer_cell(&l->item, marks->mark[i].at);
        add_entry(l, WORD("marked:"), i == 0);
    }
    end_paragraph(l);
    for (size_t i = 0; i < marks->arrow_count; i++) {
        buffer_cell(&l->item, marks->arrow[i].from);
        buffer_char(&l->item, '-');
        buffer_cell(&l->item, marks->arrow[i].to);
        add_entry(l, WORD("arrows:"), i == 0);
    }
    end_paragraph(l);
    for (size_t i = 0; i < marks->label_count; i++) {
        buffer_cell(&l->item, marks->label[i].at);
        buffer_add(&l->item, "=", marks->label[i].text);
        add_entry(l, WORD("labels:"), i == 0);
    }
    end_paragraph(l);
}

/* Adds `b black`, `B, W Hogga's` or `* o dots` to the legend. */
static void add_meaning(struct lines *l, struct text first, struct text second, const char *word) {
    buffer_add(&l->item, first, second.len ? " " : "", second, " ", diagram_word(l->d, word));
    add_item(l, l->column ? 3 : 0);
}

/* Writes the meanings of the men and the dots that are on the board. */
static void add_men(struct lines *l) {
    struct diagram d = *l->d;
    bool large = false, dots = false;
    for (cell c = 0; c < 256; c++) {
        large |= zi_board_has(&d.board, c) && d.setup.at[c] > ZI_CELL_WHITE;
        dots |= d.look.ground[c] & (GROUND_DOT | GROUND_DOT << 1);
    }
    d.look.ground[0] = GROUND_DOT;
    d.look.ground[1] = GROUND_DOT << 1;
    struct text glyph[6];
    for (cell i = 0; i < 6; i++) {
        d.setup.at[i % 2] = (uint8_t)(i < 4 ? ZI_CELL_BLACK + i : 0);
        glyph[i] = zi_text_glyph(&d, i % 2, l->unicode, false, false);
    }
    add_meaning(l, glyph[0], NO_TEXT, d.sides[0]);
    add_meaning(l, glyph[1], NO_TEXT, d.sides[1]);
    if (large)
        add_meaning(l, glyph[2], glyph[3], WORD("Hogga's"));
    if (dots)
        add_meaning(l, glyph[4], glyph[5], WORD("dots"));
}

/* Writes the meanings of the signs on the board, and the items that do not fit on it. */
static void write_notes(struct lines *l, const struct text_notes *notes) {
    if (!l->d->counts)
        add_men(l);
    for (enum text_sign sign = 0; sign < TEXT_SIGNS; sign++) {
        if (!(notes->signs & 1U << sign))
            continue;
        zi_text_sign(&l->item, sign, l->unicode);
        buffer_add(&l->item, " ", diagram_word(l->d, zi_text_sign_meaning(sign)));
        add_item(l, l->column ? 3 : 0);
    }
    end_paragraph(l);
    if (notes->covered.len)
        add_words(l, text_of(diagram_word(l->d, WORD("covered:"))));
    add_words(l, buffered(&notes->covered));
    end_paragraph(l);
    add_words(l, buffered(&notes->below));
    end_paragraph(l);
}

static bool add(struct drawing *drawing, const struct diagram *d, bool unicode) {
    struct buffer *out = drawing->out;
    struct lines l = {.out = out, .d = d, .unicode = unicode, .limit = TEXT_COLUMNS, .hanging = 2};
    struct text_notes notes = {0};
    struct buffer board = {0};
    if (drawing->diagrams)
        buffer_char(out, '\n');
    if (d->view.compact)
        zi_text_cells(&board, d, unicode, false, 0);
    else
        zi_text_lattice(&board, d, unicode, 0, &notes);
    write_board(&l, buffered(&board), d->view.flip ? d->look.south : !d->look.south);
    if (d->board.levels > 1 && (d->view.levels || d->view.pile) && !d->view.compact)
        zi_text_cells(out, d, unicode, false, 0);
    zi_buffer_end(&board, &out->failed);
    write_moves(&l);
    write_cells(&l, true);
    write_cells(&l, false);
    if (d->marks)
        write_marks(&l, d->marks);
    write_notes(&l, &notes);
    if (d->ending == ENDING_DRAW) {
        zi_diagram_outcome(out, d);
        buffer_char(out, '\n');
    }
    l.hanging = 0;
    struct text caption = zi_diagram_caption(d, &l.arena, &out->failed);
    while (caption.len) {
        add_words(&l, text_next_part(&caption, '\n'));
        end_paragraph(&l);
    }
    zi_arena_free(&l.arena);
    zi_buffer_end(&l.item, &out->failed);
    zi_buffer_end(&notes.below, &out->failed);
    zi_buffer_end(&notes.covered, &out->failed);
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
