#include "validators/diagrams/score_sheet.h"

#include <stdlib.h>

#include "notation/base/buffer.h"
#include "notation/base/list.h"
#include "notation/base/value.h"
#include "notation/drawing/layout.h"
#include "validators/archive/facts.h"
#include "validators/diagrams/describe.h"

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

struct page {
    struct score_sheet *sheet;
    const struct form *form;
    struct figure *f;
    double y; /* where drawing continues */
};

double zi_paper_width(enum paper paper) { return forms[paper].size.x; }

static struct point scaled(const struct page *p, double x, double y) {
    return (struct point){x * p->sheet->unit, y * p->sheet->unit};
}

/* A word in the language of the sheet. */
static struct text word(const struct page *p, const char *english) {
    return text_of(zi_word(p->sheet->language, english));
}

/* The termination of the game in the record. */
static struct text termination_word(const struct page *p, struct text termination) {
    for (size_t i = 0; zi_terminations[i]; i++)
        if (text_is(termination, zi_terminations[i]))
            return word(p, zi_reason_in_words(zi_terminations[i]));
    return termination;
}

static void put(struct page *p, double x, double y, double height, enum anchor anchor, double room,
                bool bold, struct text t) {
    double unit = p->sheet->unit;
    struct label label = {
        .text = t, .height = height * unit, .room = room * unit, .anchor = anchor, .bold = bold};
    if (t.len)
        zi_figure_text(p->f, ROLE_CAPTION, scaled(p, x, y), label);
}

static void line(struct page *p, enum role role, double x0, double y0, double x1, double y1) {
    const struct point points[2] = {scaled(p, x0, y0), scaled(p, x1, y1)};
    zi_figure_path(p->f, SHAPE_LINE, role, points, 2);
}

/* Rows. */

static struct sheet_row *add_row(struct score_sheet *s) {
    if (!zi_list_reserve(&s->row, &s->cap, s->count + 1, sizeof *s->row)) {
        s->failed = true;
        return NULL;
    }
    s->row[s->count] = (struct sheet_row){0};
    return &s->row[s->count++];
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

static double row_height(const struct page *p) { return p->form->text * 1.75; }

struct column {
    double x, number, move; /* the left edge, and the widths of the parts */
};

/* Sets a move in as many lines as necessary, or only counts them. Returns their number. */
static unsigned put_move(struct page *p, struct text t, double x, double y, double room,
                         bool draw) {
    unsigned lines = 0;
    for (; t.len; lines++) {
        struct text part = first_line(t, p->form->text, room);
        if (draw)
            put(p, x, y + lines * row_height(p), p->form->text, ANCHOR_START, room, false, part);
        t = (struct text){t.at + part.len, t.len - part.len};
    }
    return lines ? lines : 1;
}

/* The height of the row. */
static double needed(struct page *p, const struct column *c, const struct sheet_row *row) {
    unsigned lines = 1;
    for (unsigned i = 0; row->number && i < 2; i++) {
        unsigned n = put_move(p, row->move[i], 0, 0, c->move - 2, false);
        lines = n > lines ? n : lines;
    }
    return lines * row_height(p);
}

/* Draws a row and returns its height. */
static double draw_row(struct page *p, const struct column *c, double y,
                       const struct sheet_row *row) {
    char digits[DIGITS_ROOM];
    double step = row_height(p), height = p->form->text, text = y + step * 0.7;
    double high = needed(p, c, row), bottom = y + high, right = c->x + c->number + 2 * c->move;
    line(p, ROLE_GRID, c->x, bottom, right, bottom);
    for (unsigned i = 0; i < 3 && row->number; i++) {
        double x = c->x + (i ? c->number + (i - 1) * c->move : 0);
        line(p, ROLE_GRID, x, y, x, bottom);
    }
    line(p, ROLE_GRID, right, y, right, bottom);
    if (!row->number) {
        put(p, c->x + 1, text, height, ANCHOR_START, right - c->x - 2, true, row->move[0]);
        return high;
    }
    put(p, c->x + c->number - 1, text, height, ANCHOR_END, c->number - 1, false,
        digits_of(row->number, digits));
    for (unsigned i = 0; i < 2; i++)
        put_move(p, row->move[i], c->x + c->number + i * c->move + 1, text, c->move - 2, true);
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

static struct text capital(const struct page *p, const char *side, char room[24]) {
    struct writer w = {room, 24, 0};
    write_text(&w, word(p, side));
    if (*room >= 'a' && *room <= 'z')
        *room = (char)(*room - 'a' + 'A');
    return written(&w);
}

static void draw_heads(struct page *p, const struct column *c, double y) {
    const struct rules *rules = p->sheet->record->verdict->rules;
    unsigned first = first_side(p->sheet);
    char room[24];
    for (unsigned i = 0; i < 2; i++)
        put(p, c->x + c->number + i * c->move + 1, y - 1.2, p->form->text, ANCHOR_START,
            c->move - 2, true, capital(p, rules->sides[i ? !first : first], room));
    line(p, ROLE_AXIS, c->x, y, c->x + c->number + 2 * c->move, y);
}

/* Draws rows from the next one on until the column is full. */
static void draw_rows(struct page *p, const struct column *c, double top, double bottom) {
    struct score_sheet *s = p->sheet;
    for (double y = top; s->next < s->count; s->next++) {
        if (y > top && y + needed(p, c, &s->row[s->next]) > bottom)
            return;
        y += draw_row(p, c, y, &s->row[s->next]);
    }
}

/* Whether the sheet is empty and its rows fill its pages. */
static bool fills_pages(const struct score_sheet *s) { return s->empty && !s->rows; }

/* Fills the page down to `bottom` with moves, or with empty rows. The last column of an empty sheet
   is for the playout, if the game has one. */
static void draw_table(struct page *p, double bottom) {
    struct score_sheet *s = p->sheet;
    const struct form *form = p->form;
    double gap = 4,
           width = (form->size.x - 2 * form->margin - (form->columns - 1) * gap) / form->columns;
    double top = p->y + form->text * 1.8, number = form->text * 2.6;
    for (unsigned i = 0; i < form->columns && (fills_pages(s) || s->next < s->count); i++) {
        struct column c = {form->margin + i * (width + gap), number, (width - number) / 2};
        bool playout = s->page + 1 == EMPTY_PAGES && i + 1 == form->columns && has_playout(s);
        if (fills_pages(s))
            add_empty_rows(s, (uint32_t)((bottom - top) / row_height(p)) - playout, playout);
        draw_heads(p, &c, top);
        draw_rows(p, &c, top, bottom);
    }
}

/* The head of the sheet. */

/* The width of the widest field name in the language of the sheet. */
static double label_width(const struct page *p) {
    static const char *const names[] = {WORD("Event"),  WORD("Site"),  WORD("Date"),
                                        WORD("Round"),  WORD("Table"), WORD("Result"),
                                        WORD("Points"), WORD("Rules")};
    const struct rules *rules = p->sheet->record->verdict->rules;
    double widest = p->form->text * 4;
    for (size_t i = 0; i < sizeof names / sizeof *names + 2; i++) {
        struct text name = word(p, i < 2 ? rules->sides[i] : names[i - 2]);
        double width = zi_text_width(name, p->form->text * 0.85) + 2;
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void draw_field(struct page *p, double x, double width, struct text name,
                       struct text value) {
    double h = p->form->text, label = label_width(p);
    put(p, x, p->y, h * 0.85, ANCHOR_START, label - 1, false, name);
    put(p, x + label, p->y, h * 1.1, ANCHOR_START, width - label, false, value);
    line(p, ROLE_AXIS, x + label, p->y + h * 0.5, x + width, p->y + h * 0.5);
}

static void draw_title(struct page *p, const struct facts *facts) {
    struct buffer b = {0};
    double h = p->form->text * 1.7;
    buffer_add(&b, facts->rules->title, facts->variant ? " " : "", facts->variant);
    p->f->title = zi_arena_copy(&p->f->arena, buffered(&b), &p->f->failed);
    p->y += h;
    put(p, p->form->margin, p->y, h, ANCHOR_START, 0, true, buffered(&b));
    zi_buffer_end(&b, &p->f->failed);
}

/* The two columns of fields. */
struct halves {
    double left, right, width;
};

static struct halves halves_of(const struct page *p) {
    double gap = 6, width = (p->form->size.x - 2 * p->form->margin - gap) / 2;
    return (struct halves){p->form->margin, p->form->margin + width + gap, width};
}

/* Begins a line of fields. */
static struct halves next_fields(struct page *p) {
    p->y += p->form->text * 2.4;
    return halves_of(p);
}

static void draw_players(struct page *p, const struct facts *facts) {
    struct halves h = next_fields(p);
    char room[24];
    for (unsigned side = 0; side < 2; side++)
        draw_field(p, side ? h.right : h.left, h.width, capital(p, facts->rules->sides[side], room),
                   facts->players[side]);
}

/* The options of the rules that the record gives. */
static void draw_rules(struct page *p) {
    const struct entries *rules = &p->sheet->record->record->rules;
    struct buffer b = {0};
    for (size_t i = 0; i < rules->count; i++)
        buffer_add(&b, i ? ", " : "", rules->at[i].name, " ", rules->at[i].value.text);
    if (rules->count)
        draw_field(p, next_fields(p).left, p->form->size.x - 2 * p->form->margin,
                   word(p, WORD("Rules")), buffered(&b));
    zi_buffer_end(&b, &p->f->failed);
}

/* The round and table, in the right column. */
static void draw_round(struct page *p, const struct facts *facts) {
    struct halves h = halves_of(p);
    double middle = h.right + h.width / 2, width = h.width / 2 - 2;
    draw_field(p, h.right, width, word(p, WORD("Round")), facts->round);
    draw_field(p, middle + 2, width, word(p, WORD("Table")), facts->table);
}

/* Pages after the first have only the fields that identify the sheet. */
static void draw_fields(struct page *p, const struct facts *facts) {
    struct buffer date = {0};
    draw_players(p, facts);
    struct halves h = next_fields(p);
    draw_field(p, h.left, h.width, word(p, WORD("Event")), facts->event);
    if (!p->sheet->page) {
        draw_field(p, h.right, h.width, word(p, WORD("Site")), facts->site);
        next_fields(p);
        zi_words_date(&date, p->sheet->language, facts->date);
        draw_field(p, h.left, h.width, word(p, WORD("Date")), buffered(&date));
        zi_buffer_end(&date, &p->f->failed);
    }
    draw_round(p, facts);
    if (!p->sheet->page)
        draw_rules(p);
    p->y += p->form->text * 2.4 * 0.6;
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
static double put_words(struct page *p, double x, double y, double room, struct text t) {
    double h = p->form->text, indent = 0;
    while (t.len) {
        struct text part = zi_text_fitting(t, h, room - indent);
        size_t n = part.len;
        while (n < t.len && n > 0 && t.at[n] != ' ')
            n--;
        part.len = n ? n : part.len ? part.len : t.len;
        put(p, x + indent, y += h * 1.7, h, ANCHOR_START, room - indent, false, part);
        t = (struct text){t.at + part.len, t.len - part.len};
        while (t.len && *t.at == ' ')
            t = (struct text){t.at + 1, t.len - 1};
        indent = h * 1.5;
    }
    return y;
}

/* The board on the left, with reminders for writing next to it. */
static void draw_board(struct page *p, const struct facts *facts, const struct figure *board) {
    const struct form *form = p->form;
    double h = form->text, x = form->margin + form->board + 6, y = p->y + h * 2;
    double room = form->size.x - form->margin - x;
    zi_figure_append(p->f, board, scaled(p, form->margin, p->y));
    put(p, x, y, h, ANCHOR_START, room, true, word(p, WORD("How moves are written")));
    for (size_t i = 0; i < sizeof reminders / sizeof *reminders; i++) {
        struct buffer b = {0};
        if (!strstr(reminders[i].games, facts->rules->name))
            continue;
        buffer_add(&b, reminders[i].move, "   ", word(p, reminders[i].words));
        y = put_words(p, x, y, room, buffered(&b));
        zi_buffer_end(&b, &p->f->failed);
    }
    y = put_words(p, x, y, room,
                  word(p, p->sheet->empty ? WORD("The board shows the start.")
                                          : WORD("The board shows the last position.")));
    double below = p->y + (board->high.y - board->low.y) / p->sheet->unit;
    p->y = (y > below ? y : below) + h;
}

static bool has_more(const struct turns *turns) {
    for (size_t i = 0; i < turns->item_count; i++)
        if (turns->item[i].token == TOKEN_COMMENT || turns->item[i].token == TOKEN_OPEN)
            return true;
    return false;
}

static void draw_result(struct page *p, const struct facts *facts, double y) {
    const struct form *form = p->form;
    struct buffer b = {0};
    char points[DIGITS_ROOM];
    double h = form->text, left = form->margin, width = form->size.x - 2 * left;
    if (facts->result == RESULT_DRAW)
        buffer_text(&b, word(p, WORD("draw")));
    else if (facts->result != RESULT_OPEN)
        buffer_text(&b, word(p, facts->rules->sides[facts->result == RESULT_WIN_0 ? 0 : 1]));
    if (b.len && facts->termination.len) {
        buffer_string(&b, ", ");
        const char *by_rules = facts->by_rules ? p->sheet->outcome.reason : NULL;
        buffer_text(&b, by_rules ? word(p, zi_reason_in_words(by_rules))
                                 : termination_word(p, facts->termination));
    }
    p->y = y + h * 2;
    draw_field(p, left, width * 0.6, word(p, WORD("Result")), buffered(&b));
    draw_field(p, left + width * 0.65, width * 0.35, word(p, WORD("Points")),
               facts->points >= 0 ? digits_of((unsigned long long)facts->points, points) : NO_TEXT);
    p->y += h * 3.4;
    for (unsigned side = 0; side < 2; side++) {
        double x = left + side * width / 2;
        line(p, ROLE_AXIS, x, p->y, x + width / 2 - 6, p->y);
        char room[24];
        put(p, x, p->y + h, h * 0.8, ANCHOR_START, 0, false,
            capital(p, facts->rules->sides[side], room));
        put(p, x + label_width(p), p->y + h, h * 0.8, ANCHOR_START, 0, false,
            word(p, WORD("(signature)")));
    }
    zi_buffer_end(&b, &p->f->failed);
}

/* The foot of every page. */
static void draw_foot(struct page *p) {
    struct buffer b = {0};
    double h = p->form->text * 0.85, y = p->form->size.y - p->form->margin * 0.6;
    zi_words_count(&b, p->sheet->language, p->sheet->page + 1, "page %d", "page %d");
    put(p, p->form->size.x - p->form->margin, y, h, ANCHOR_END, 0, false, buffered(&b));
    if (has_more(p->sheet->record->turns))
        put(p, p->form->margin, y, h, ANCHOR_START, 0, false,
            word(p, WORD("Comments and variations are omitted.")));
    zi_buffer_end(&b, &p->f->failed);
}

/* Makes the figure a sheet of paper, on which the board has its natural size. */
static void begin_page(struct page *p, const struct figure *board) {
    struct score_sheet *s = p->sheet;
    s->unit = (board->high.x - board->low.x) / p->form->board;
    zi_figure_clear(p->f);
    p->f->high = scaled(p, p->form->size.x, p->form->size.y);
    zi_figure_rectangle(p->f, ROLE_PAPER, (struct point){0, 0}, p->f->high);
    p->y = p->form->margin;
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
    s->failed |= board->failed;
}

bool zi_score_sheet_page(struct score_sheet *s, struct figure *f) {
    struct page p = {s, &forms[s->paper], f, 0};
    struct figure board = {0};
    struct facts facts;
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
    zi_facts(&facts, s->record->record, s->record->verdict);
    begin_page(&p, &board);
    draw_title(&p, &facts);
    double foot = p.form->size.y - p.form->margin - p.form->text;
    draw_fields(&p, &facts);
    if (!s->page) {
        draw_board(&p, &facts, &board);
        double y = p.y;
        foot -= p.form->text * 8;
        draw_result(&p, &facts, foot);
        p.y = y;
    }
    draw_table(&p, foot);
    draw_foot(&p);
    s->failed |= f->failed;
    s->page++;
    zi_figure_free(&board);
    return !s->failed;
}

void zi_score_sheet_free(struct score_sheet *s) {
    free(s->row);
    zi_arena_free(&s->arena);
}
