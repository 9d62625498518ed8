#include "diagrams/score_sheet.h"

#include <stdlib.h>

#include "diagrams/describe.h"
#include "diagrams/layout.h"
#include "notation/base/buffer.h"
#include "notation/base/list.h"
#include "notation/base/value.h"
#include "validators/replay/facts.h"

const char *const zi_papers[] = {"a4", "a5", "letter", NULL};

/* All lengths are in mm. */
static const struct form {
    struct point size;
    double margin, board, text;
    unsigned columns; /* of moves */
} forms[] = {
    [PAPER_A4] = {{210, 297}, 12, 82, 3.4, 3},
    [PAPER_A5] = {{148, 210}, 9, 62, 2.7, 2},
    [PAPER_LETTER] = {{215.9, 279.4}, 12, 82, 3.4, 3},
};

/* An empty sheet fills EMPTY_PAGES pages; with a given number of rows it has room for a playout of
   at least SOLO_ROWS_MIN moves. */
enum { EMPTY_PAGES = 2, SOLO_ROWS_MIN = 20 };

#define PLAYOUT_HEADING WORD("Playout (the loser alone)")

/* A row of the table: a number with the moves of both sides, a solo move, or a heading. */
struct sheet_row {
    uint32_t number;     /* 0: a heading, in move[0] */
    struct text move[2]; /* canonical, with glyphs; empty: no move */
};

double zi_paper_width(enum paper paper) { return forms[paper].size.x; }

static struct point scaled(const struct score_sheet *s, double x, double y) {
    return (struct point){x * s->unit, y * s->unit};
}

/* A word in the language of the sheet; and a capitalized side, which is valid until the next. */
static struct text word(const struct score_sheet *s, const char *english) {
    return text_of(zi_word(s->language, english));
}

static struct text capital(struct score_sheet *s, unsigned side) {
    struct writer w = {s->side, sizeof s->side, 0};
    write_text(&w, word(s, s->record->verdict->rules->sides[side]));
    if (*s->side >= 'a' && *s->side <= 'z')
        *s->side = (char)(*s->side - 'a' + 'A');
    return written(&w);
}

/* Returns the buffer for the next words to put, empty. */
static struct buffer *begin_words(struct score_sheet *s) {
    s->words.len = 0;
    return &s->words;
}

/* Puts a text whose lengths are in mm. */
static void put_label(struct score_sheet *s, double x, double y, struct label label) {
    label.height *= s->unit;
    label.room *= s->unit;
    if (label.text.len)
        zi_figure_text(s->f, ROLE_CAPTION, scaled(s, x, y), label);
}

static void put(struct score_sheet *s, double x, double y, double height, double room,
                struct text t) {
    put_label(s, x, y, (struct label){.text = t, .height = height, .room = room});
}

static void line(struct score_sheet *s, enum role role, double x0, double y0, double x1,
                 double y1) {
    zi_figure_line(s->f, role, scaled(s, x0, y0), scaled(s, x1, y1));
}

/* Rows. */

static struct sheet_row *add_row(struct score_sheet *s) {
    struct sheet_row *row = zi_list_add(&s->row, &s->cap, &s->count, sizeof *row);
    s->failed |= !row;
    if (row)
        *row = (struct sheet_row){0};
    return row;
}

/* Appends a move, with the stones given before it. */
static void append_move(struct score_sheet *s, struct text *to, const struct turn *turn) {
    struct buffer b = {0};
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    s->record->verdict->rules->notation->write(&w, turn->move);
    buffer_text(&b, *to);
    if (to->len)
        buffer_char(&b, ' ');
    buffer_add(&b, written(&w), turn_glyphs(turn));
    s->failed |= b.failed;
    *to = zi_arena_copy(&s->arena, buffered(&b), &s->failed);
    zi_buffer_free(&b);
}

static void gather(struct score_sheet *s) {
    const struct turns *turns = s->record->turns;
    struct sheet_row *row = NULL;
    bool playout = false, second = false, begun = false;
    for (size_t i = 1; i < turns->count && !s->failed; i++) {
        const struct turn *turn = &turns->at[i];
        if (turn->depth || !turn->played)
            continue;
        if (turn->playout && !playout) {
            playout = true;
            begun = false;
            if ((row = add_row(s)))
                row->move[0] = text_of(zi_word(s->language, PLAYOUT_HEADING));
        }
        second = !playout && turn->dots;
        if (!begun && !second && (row = add_row(s)))
            row->number = turn->number;
        if (!row)
            return;
        append_move(s, &row->move[second], turn);
        begun = !move_is_turn(turn->move); /* its turn began with given stones */
    }
}

static bool has_playout(const struct score_sheet *s) {
    return s->record->verdict->rules->solo_done != NULL;
}

/* Adds empty rows: for moves, with consecutive numbers, or for a playout. */
static void add_empty_rows(struct score_sheet *s, uint32_t count, bool playout) {
    uint32_t first = playout ? 0 : (uint32_t)s->count;
    struct sheet_row *row;
    if (playout && (row = add_row(s)))
        row->move[0] = text_of(zi_word(s->language, PLAYOUT_HEADING));
    for (uint32_t i = 1; i <= count && (row = add_row(s)); i++)
        row->number = first + i;
}

static void gather_empty(struct score_sheet *s) {
    if (!s->rows)
        return;
    add_empty_rows(s, s->rows, false);
    if (has_playout(s))
        add_empty_rows(s, s->rows / 4 > SOLO_ROWS_MIN ? s->rows / 4 : SOLO_ROWS_MIN, true);
}

/* The longest start of the text that fits; it ends before a separator, if possible. */
static struct text first_line(struct text t, double height, double room) {
    struct text fits = zi_text_fitting(t, height, room);
    if (fits.len == t.len)
        return t;
    if (!fits.len)
        fits.len = 1;
    for (size_t n = fits.len; n > 1; n--)
        if (strchr("^v,:-/ ", t.at[n]))
            return (struct text){t.at, n};
    return fits;
}

/* The table. */

static double row_height(const struct score_sheet *s) { return s->form->text * 1.75; }

struct column {
    double x, number, move; /* the left edge, and the widths of the parts */
};

/* Sets a move in as many lines as necessary, or only counts them. Returns their number. */
static unsigned put_move(struct score_sheet *s, struct text t, double x, double y, double room,
                         bool draw) {
    unsigned lines = 0;
    for (; t.len; lines++) {
        struct text part = first_line(t, s->form->text, room);
        if (draw)
            put(s, x, y + lines * row_height(s), s->form->text, room, part);
        t = text_after(t, part.len);
    }
    return lines ? lines : 1;
}

/* The height of the row. */
static double needed(struct score_sheet *s, const struct column *c, const struct sheet_row *row) {
    unsigned lines = 1;
    for (unsigned i = 0; row->number && i < 2; i++) {
        unsigned n = put_move(s, row->move[i], 0, 0, c->move - 2, false);
        lines = n > lines ? n : lines;
    }
    return lines * row_height(s);
}

/* Draws a row and returns its height. */
static double draw_row(struct score_sheet *s, const struct column *c, double y,
                       const struct sheet_row *row) {
    char digits[DIGITS_ROOM];
    double text = y + row_height(s) * 0.7, height = s->form->text;
    double high = needed(s, c, row), bottom = y + high, right = c->x + c->number + 2 * c->move;
    line(s, ROLE_GRID, c->x, bottom, right, bottom);
    for (unsigned i = 0; i < 3 && row->number; i++) {
        double x = c->x + (i ? c->number + (i - 1) * c->move : 0);
        line(s, ROLE_GRID, x, y, x, bottom);
    }
    line(s, ROLE_GRID, right, y, right, bottom);
    if (!row->number) {
        put_label(
            s, c->x + 1, text,
            (struct label){
                .text = row->move[0], .height = height, .room = right - c->x - 2, .bold = true});
        return high;
    }
    put_label(s, c->x + c->number - 1, text,
              (struct label){.text = digits_of(row->number, digits),
                             .height = height,
                             .room = c->number - 1,
                             .anchor = ANCHOR_END});
    for (unsigned i = 0; i < 2; i++)
        put_move(s, row->move[i], c->x + c->number + i * c->move + 1, text, c->move - 2, true);
    return high;
}

/* The side that moves first. */
static unsigned first_side(const struct score_sheet *s) {
    const struct turns *turns = s->record->turns;
    for (size_t i = 1; i < turns->count; i++)
        if (!turns->at[i].depth && turns->at[i].played)
            return turns->at[i].side;
    return s->setup->turn;
}

/* Draws the heads of a column, and rows from the next one on until it is full. */
static void draw_column(struct score_sheet *s, const struct column *c, double top, double bottom) {
    unsigned first = first_side(s);
    for (unsigned i = 0; i < 2; i++)
        put_label(s, c->x + c->number + i * c->move + 1, top - 1.2,
                  (struct label){.text = capital(s, i ? !first : first),
                                 .height = s->form->text,
                                 .room = c->move - 2,
                                 .bold = true});
    line(s, ROLE_AXIS, c->x, top, c->x + c->number + 2 * c->move, top);
    for (double y = top; s->next < s->count; s->next++) {
        if (y > top && y + needed(s, c, &s->row[s->next]) > bottom)
            return;
        y += draw_row(s, c, y, &s->row[s->next]);
    }
}

/* Whether the sheet is empty and its rows fill its pages. */
static bool fills_pages(const struct score_sheet *s) { return s->empty && !s->rows; }

/* Fills the page down to `bottom` with moves, or with empty rows. The last column of an empty sheet
   is for the playout, if the game has one. */
static void draw_table(struct score_sheet *s, double bottom) {
    const struct form *form = s->form;
    double gap = 4,
           width = (form->size.x - 2 * form->margin - (form->columns - 1) * gap) / form->columns;
    double top = s->y + form->text * 1.8, number = form->text * 2.6;
    for (unsigned i = 0; i < form->columns && (fills_pages(s) || s->next < s->count); i++) {
        struct column c = {form->margin + i * (width + gap), number, (width - number) / 2};
        bool playout = s->page + 1 == EMPTY_PAGES && i + 1 == form->columns && has_playout(s);
        if (fills_pages(s))
            add_empty_rows(s, (uint32_t)((bottom - top) / row_height(s)) - playout, playout);
        draw_column(s, &c, top, bottom);
    }
}

/* The head of the sheet. */

/* The width of the widest field name in the language of the sheet. */
static double label_width(const struct score_sheet *s) {
    static const char *const names[] = {WORD("Event"),  WORD("Site"),  WORD("Date"),
                                        WORD("Round"),  WORD("Table"), WORD("Result"),
                                        WORD("Points"), WORD("Rules")};
    const struct rules *rules = s->record->verdict->rules;
    double widest = s->form->text * 4;
    for (size_t i = 0; i < sizeof names / sizeof *names + 2; i++) {
        struct text name = word(s, i < 2 ? rules->sides[i] : names[i - 2]);
        double width = zi_text_width(name, s->form->text * 0.85) + 2;
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void draw_field(struct score_sheet *s, double x, double width, struct text name,
                       struct text value) {
    double h = s->form->text, label = label_width(s);
    put(s, x, s->y, h * 0.85, label - 1, name);
    put(s, x + label, s->y, h * 1.1, width - label, value);
    line(s, ROLE_AXIS, x + label, s->y + h * 0.5, x + width, s->y + h * 0.5);
}

static void draw_title(struct score_sheet *s, const struct facts *facts) {
    struct buffer *b = begin_words(s);
    double h = s->form->text * 1.7;
    buffer_add(b, facts->rules->title, facts->variant ? " " : "", facts->variant);
    s->f->title = zi_arena_copy(&s->f->arena, buffered(b), &s->f->failed);
    s->y += h;
    put_label(s, s->form->margin, s->y,
              (struct label){.text = buffered(b), .height = h, .bold = true});
}

/* Draws the fields in two columns. Pages after the first have only those that identify the
   sheet. */
static void draw_fields(struct score_sheet *s, const struct facts *facts) {
    const struct entries *rules = &s->record->record->rules;
    const double gap = 6, left = s->form->margin, step = s->form->text * 2.4;
    double all = s->form->size.x - 2 * left, width = (all - gap) / 2, right = left + width + gap;
    s->y += step;
    for (unsigned side = 0; side < 2; side++)
        draw_field(s, side ? right : left, width, capital(s, side), facts->players[side]);
    s->y += step;
    draw_field(s, left, width, word(s, WORD("Event")), facts->event);
    if (!s->page) {
        draw_field(s, right, width, word(s, WORD("Site")), facts->site);
        s->y += step;
        zi_words_date(begin_words(s), s->language, facts->date);
        draw_field(s, left, width, word(s, WORD("Date")), buffered(&s->words));
    }
    draw_field(s, right, width / 2 - 2, word(s, WORD("Round")), facts->round);
    draw_field(s, right + width / 2 + 2, width / 2 - 2, word(s, WORD("Table")), facts->table);
    if (!s->page && rules->count) {
        struct buffer *b = begin_words(s);
        for (size_t i = 0; i < rules->count; i++)
            buffer_add(b, i ? ", " : "", rules->at[i].name, " ", rules->at[i].value.text);
        s->y += step;
        draw_field(s, left, all, word(s, WORD("Rules")), buffered(b));
    }
    s->y += step * 0.6;
}

/* Reminders of how to write moves, one per line. */
static const struct reminder {
    const char *games, *move, *words;
} reminders[] = {{"hogga halma", "c3-c4", WORD("a step to a cell beside it")},
                 {"hogga halma", "c3^c5^e7", WORD("hops: every landing cell")},
                 {"hogga halma", "c3..e7", WORD("hops in short: first and last cell")},
                 {"hogga halma", "--", WORD("no move: the player passes")},
                 {"akron", "d4", WORD("a new stone on level 1")},
                 {"akron", "d4-2e5", WORD("a stone moves to level 2")},
                 {"akron", "d4-3e5v2d4", WORD("v: a stone falls from there")},
                 {"akron", "swap", WORD("the second player takes the first stone")},
                 {"husbao", "d2+", WORD("sow from d2 clockwise")},
                 {"husbao", "d2-", WORD("counterclockwise")},
                 {"husbao", "d2+x7", WORD("and 7 stones are captured")},
                 {"husbao", "%give:a4*2:e1*2", WORD("stones given before a move")}};

/* Breaks words into lines of width `room` below y; returns the y of the last line. */
static double put_words(struct score_sheet *s, double x, double y, double room, struct text t) {
    double h = s->form->text, indent = 0;
    while (t.len) {
        struct text part = zi_text_fitting(t, h, room - indent);
        size_t n = part.len;
        while (n < t.len && n > 0 && t.at[n] != ' ')
            n--;
        part.len = n ? n : part.len ? part.len : t.len;
        put(s, x + indent, y += h * 1.7, h, room - indent, part);
        t = text_after(t, part.len);
        while (t.len && *t.at == ' ')
            t = text_after(t, 1);
        indent = h * 1.5;
    }
    return y;
}

/* The board on the left, with reminders for writing next to it. */
static void draw_board(struct score_sheet *s, const struct figure *board) {
    const struct form *form = s->form;
    const char *game = s->record->verdict->rules->name;
    double h = form->text, x = form->margin + form->board + 6, y = s->y + h * 2;
    double room = form->size.x - form->margin - x;
    zi_figure_append(s->f, board, scaled(s, form->margin, s->y));
    put_label(s, x, y,
              (struct label){.text = word(s, WORD("How moves are written")),
                             .height = h,
                             .room = room,
                             .bold = true});
    for (size_t i = 0; i < sizeof reminders / sizeof *reminders; i++) {
        if (!strstr(reminders[i].games, game))
            continue;
        buffer_add(begin_words(s), reminders[i].move, "   ", word(s, reminders[i].words));
        y = put_words(s, x, y, room, buffered(&s->words));
    }
    y = put_words(s, x, y, room,
                  word(s, s->empty ? WORD("The board shows the start.")
                                   : WORD("The board shows the last position.")));
    double below = s->y + (board->high.y - board->low.y) / s->unit;
    s->y = (y > below ? y : below) + h;
}

static bool has_more(const struct turns *turns) {
    for (size_t i = 0; i < turns->item_count; i++)
        if (turns->item[i].token == TOKEN_COMMENT || turns->item[i].token == TOKEN_OPEN)
            return true;
    return false;
}

/* How the game ended. */
static void add_result(struct score_sheet *s, struct buffer *b, const struct facts *facts) {
    if (facts->result == RESULT_OPEN)
        return;
    buffer_text(b, word(s, facts->result == RESULT_DRAW
                               ? WORD("draw")
                               : facts->rules->sides[facts->result != RESULT_WIN_0]));
    if (!facts->termination.len)
        return;
    const char *reason = facts->by_rules ? s->outcome.reason : NULL;
    for (size_t i = 0; !reason && zi_terminations[i]; i++)
        if (text_is(facts->termination, zi_terminations[i]))
            reason = zi_terminations[i];
    buffer_add(b, ", ", reason ? word(s, zi_reason_in_words(reason)) : facts->termination);
}

static void draw_result(struct score_sheet *s, const struct facts *facts, double y) {
    char points[DIGITS_ROOM];
    double h = s->form->text, left = s->form->margin, width = s->form->size.x - 2 * left;
    double label = label_width(s);
    s->y = y + h * 2;
    add_result(s, begin_words(s), facts);
    draw_field(s, left, width * 0.6, word(s, WORD("Result")), buffered(&s->words));
    draw_field(s, left + width * 0.65, width * 0.35, word(s, WORD("Points")),
               facts->points >= 0 ? digits_of((unsigned long long)facts->points, points) : NO_TEXT);
    y += h * 5.4;
    for (unsigned side = 0; side < 2; side++) {
        double x = left + side * width / 2;
        line(s, ROLE_AXIS, x, y, x + width / 2 - 6, y);
        put(s, x, y + h, h * 0.8, 0, capital(s, side));
        put(s, x + label, y + h, h * 0.8, 0, word(s, WORD("(signature)")));
    }
}

/* The foot of every page. */
static void draw_foot(struct score_sheet *s) {
    const struct form *form = s->form;
    double h = form->text * 0.85, y = form->size.y - form->margin * 0.6;
    zi_words_count(begin_words(s), s->language, s->page + 1, "page %d", "page %d");
    put_label(s, form->size.x - form->margin, y,
              (struct label){.text = buffered(&s->words), .height = h, .anchor = ANCHOR_END});
    if (has_more(s->record->turns))
        put(s, form->margin, y, h, 0, word(s, WORD("Comments and variations are omitted.")));
}

static void lay_board(struct score_sheet *s, struct figure *board) {
    const struct turns *turns = s->record->turns;
    struct diagram d;
    struct marks marks = {0};
    zi_diagram_begin(&d, &s->record->verdict->ruleset);
    d.setup = *s->setup;
    d.language = s->language;
    d.view.flip = s->record->flip;
    zi_diagram_set_outcome(&d, &s->outcome);
    zi_turns_add_marks(turns, turns->last, &d.board, &marks);
    d.marks = &marks;
    zi_layout(board, &d);
}

/* Makes the figure a sheet of paper, on which the board has its natural size. */
static void draw_page(struct score_sheet *s, const struct figure *board) {
    const struct form *form = s->form;
    struct facts facts;
    double bottom = form->size.y - form->margin - form->text;
    s->unit = (board->high.x - board->low.x) / form->board;
    s->y = form->margin;
    zi_facts(&facts, s->record->record, s->record->verdict);
    zi_figure_clear(s->f);
    s->f->high = scaled(s, form->size.x, form->size.y);
    zi_figure_rectangle(s->f, ROLE_PAPER, (struct point){0, 0}, s->f->high);
    draw_title(s, &facts);
    draw_fields(s, &facts);
    if (!s->page) {
        draw_board(s, board);
        double y = s->y;
        bottom -= form->text * 8;
        draw_result(s, &facts, bottom);
        s->y = y;
    }
    draw_table(s, bottom);
    draw_foot(s);
}

bool zi_score_sheet_page(struct score_sheet *s, struct figure *f) {
    struct figure board = {0};
    s->form = &forms[s->paper];
    s->f = f;
    if (!s->page) {
        gather(s);
        s->empty = !s->count;
        if (s->empty)
            gather_empty(s);
    }
    bool more = !s->page || (fills_pages(s) ? s->page < EMPTY_PAGES : s->next < s->count);
    if (!more || s->failed)
        return false;
    lay_board(s, &board);
    draw_page(s, &board);
    s->failed |= board.failed | f->failed | s->words.failed;
    s->page++;
    zi_figure_free(&board);
    return !s->failed;
}

void zi_score_sheet_free(struct score_sheet *s) {
    free(s->row);
    zi_buffer_free(&s->words);
    zi_arena_free(&s->arena);
}
