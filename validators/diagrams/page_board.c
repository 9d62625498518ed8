/* The board of a page: its men as they stand at the end, the marks of every move, and all positions
   as differences. */
#include "validators/diagrams/page_board.h"

#include <stdlib.h>

#include "notation/drawing/layout.h"
#include "notation/games/cell.h"
#include "validators/diagrams/describe.h"

struct scene {
    struct page *page;
    struct buffer *data;
    struct diagram diagram;
    struct figure figure;
    struct arena arena; /* of one turn */
    bool failed;
    size_t shapes, points; /* of the board alone */

    cell cells[CELLS_MAX]; /* of the board; lower levels first */
    size_t cell_count;
    bool occurs[LEVELS_MAX][256]; /* what is somewhere, sometime */

    unsigned mover; /* whose move it is at the end; 2: nobody's */
    struct turns_walk walk;
    struct setup before, after;
    struct setup line[VARIATION_DEPTH_MAX + 1]; /* after the turn played last, by depth */
};

static void collect_cells(struct scene *s) {
    const struct board *board = &s->page->verdict->ruleset.board;
    for (unsigned level = 0; level < board->levels; level++)
        for (unsigned rank = 0; rank + level < board->ranks; rank++)
            for (unsigned file = 0; file + level < board->files; file++)
                s->cells[s->cell_count++] = cell_at(level, file, rank);
}

/* Takes everything but the board off the figure again. */
static void clear(struct scene *s) {
    s->figure.count = s->shapes;
    s->figure.point_count = s->points;
}

/* Writes what has been laid beside the board, and takes it off. */
static void write_shapes(struct scene *s) {
    zet_svg_shapes(s->page->out, &s->figure, s->shapes, s->figure.count, s->page->options->theme,
                   true, TEXT("c"));
    clear(s);
}

/* `m0-2`: the man of a level with that content. */
static void write_man_name(struct buffer *out, unsigned level, unsigned content) {
    buffer_char(out, 'm');
    zet_buffer_number(out, level);
    buffer_char(out, '-');
    zet_buffer_number(out, content);
}

static void write_attribute(struct buffer *out, const char *name, double n) {
    buffer_string(out, name);
    zet_drawing_number(out, n);
    buffer_char(out, '"');
}

/* A <use> for every cell, whatever it holds; the script changes only what they point to. */
static void write_men(struct scene *s) {
    struct buffer *out = s->page->out;
    buffer_string(out, "<g id=\"men\">\n");
    for (size_t i = 0; i < s->cell_count; i++) {
        cell c = s->cells[i];
        struct point at = zet_layout_centre(&s->diagram, c);
        buffer_string(out, "<use data-cell=\"");
        buffer_cell(out, c);
        buffer_string(out, "\" href=\"#");
        write_man_name(out, cell_level(c), s->after.at[c]);
        write_attribute(out, "\" x=\"", at.x);
        write_attribute(out, " y=\"", at.y);
        buffer_string(out, "/>\n");
    }
    buffer_string(out, "</g>\n");
}

static void write_symbols(struct scene *s) {
    struct buffer *out = s->page->out;
    buffer_string(out, "<defs>\n");
    for (unsigned level = 0; level < LEVELS_MAX; level++)
        for (unsigned content = 0; content < 256; content++) {
            if (!s->occurs[level][content])
                continue;
            buffer_string(out, "<g id=\"");
            write_man_name(out, level, content);
            buffer_string(out, "\">");
            zet_layout_content(&s->figure, &s->diagram, level, (uint8_t)content);
            write_shapes(s);
            buffer_string(out, "</g>\n");
        }
    buffer_string(out, "</defs>\n");
}

static void see_contents(struct scene *s) {
    for (size_t i = 0; i < s->cell_count; i++)
        s->occurs[cell_level(s->cells[i])][s->after.at[s->cells[i]]] = true;
}

/* A string of JSON that may stand in HTML. Only words of zet's own and single-line values are
   written so, but nothing is taken on trust. */
static void write_json(struct buffer *out, struct text t) {
    static const char digits[] = "0123456789abcdef";
    buffer_char(out, '"');
    while (t.len) {
        struct text character = zet_drawing_character(&t);
        unsigned char c = (unsigned char)*character.at;
        if (character.len == 1 && (c < ' ' || strchr("\"\\<>&'", c))) {
            buffer_string(out, "\\u00");
            buffer_char(out, digits[c >> 4]);
            buffer_char(out, digits[c & 15]);
        } else {
            buffer_text(out, character);
        }
    }
    buffer_char(out, '"');
}

typedef void say(struct buffer *out, const struct page *p, uint32_t turn);

static void write_said(struct scene *s, say *words, uint32_t turn) {
    struct buffer b = {0};
    words(&b, s->page, turn);
    if (b.len)
        write_json(s->data, buffered(&b));
    else
        buffer_char(s->data, '0');
    s->data->failed |= b.failed;
    zet_buffer_free(&b);
}

/* Whether a playout is complete after its turn. */
static bool is_home(const struct scene *s, uint32_t index) {
    return s->page->address[index].solo && s->page->verdict->rules->solo_done(s->walk.after);
}

/* Whose move it is after a turn; 2: nobody's. */
static unsigned mover_behind(const struct scene *s, uint32_t index) {
    bool open = s->page->turns->at[index].outcome.result == RESULT_OPEN && !is_home(s, index);
    return open ? s->page->verdict->rules->turn(s->walk.after) : 2;
}

/* [before, label, mover, ending, cell, content, cell, content, ...] */
static void write_node(struct scene *s) {
    uint32_t index = s->walk.turn;
    struct buffer *out = s->data;
    buffer_string(out, index ? ",\n[" : "[");
    zet_buffer_number(out, s->page->address[s->page->turns->at[index].before].node);
    buffer_char(out, ',');
    write_said(s, zet_page_label, index);
    buffer_char(out, ',');
    unsigned mover = mover_behind(s, index);
    if (index == s->page->final)
        s->mover = mover;
    zet_buffer_number(out, mover);
    buffer_char(out, ',');
    if (is_home(s, index))
        write_json(out, TEXT("the playout is complete"));
    else
        write_said(s, zet_page_ending, index);
    for (size_t i = 0; i < s->cell_count; i++) {
        cell c = s->cells[i];
        if (index ? s->before.at[c] == s->after.at[c] : !s->after.at[c])
            continue;
        buffer_char(out, ',');
        zet_buffer_number(out, i);
        buffer_char(out, ',');
        zet_buffer_number(out, s->after.at[c]);
    }
    buffer_char(out, ']');
}

static void write_group(struct scene *s, bool shown) {
    buffer_string(s->page->out, shown ? "<g class=\"now\">" : "<g>");
}

/* The marks of one move. */
static void write_marks(struct scene *s, struct shown_move *shown) {
    const struct page *p = s->page;
    write_group(s, s->walk.turn == p->final);
    if (s->walk.turn) {
        const struct turn *turn = &p->turns->at[s->walk.turn];
        zet_arena_reset(&s->arena);
        s->failed |=
            !zet_shown_move(shown, &p->verdict->ruleset, turn, &s->before, &s->after, &s->arena);
        s->diagram.setup = s->after;
        zet_diagram_set_outcome(&s->diagram, &turn->outcome);
        s->diagram.moves = shown;
        s->diagram.move_count = 1;
        zet_layout_moves(&s->figure, &s->diagram);
        write_shapes(s);
        s->diagram.move_count = 0;
    }
    buffer_string(p->out, "</g>\n");
}

/* Goes through all turns: their marks into the page, their positions into the data. */
static void write_turns(struct scene *s) {
    const struct page *p = s->page;
    const struct rules *rules = p->verdict->rules;
    struct shown_move shown;
    zet_turns_start(&s->walk, p->turns, p->verdict, p->record);
    do {
        const struct turn *turn = &p->turns->at[s->walk.turn];
        const struct turn *before = &p->turns->at[turn->before];
        rules->describe(s->walk.after, &s->after);
        /* The walk keeps what was before a whole turn, not what was after a gift. */
        if (before->move && !move_is_turn(before->move))
            s->before = s->line[turn->depth];
        else
            rules->describe(s->walk.before, &s->before);
        s->line[turn->depth] = s->after;
        see_contents(s);
        write_marks(s, &shown);
        write_node(s);
        s->page->too_long = p->out->len + s->data->len > PAGE_BYTES_MAX;
    } while (!s->page->too_long && zet_turns_next(&s->walk, false));
}

static void write_data(struct scene *s) {
    const struct rules *rules = s->page->verdict->rules;
    struct buffer *out = s->data;
    const struct board *board = &s->page->verdict->ruleset.board;
    buffer_string(out, "{\"sides\":[");
    for (unsigned side = 0; side < 2; side++) {
        buffer_string(out, side ? "," : "");
        write_json(out, text_of(rules->sides[side]));
    }
    buffer_string(out, "],\"owners\":[");
    for (size_t i = 0; i < s->cell_count && rules->notation->counts; i++) {
        buffer_string(out, i ? "," : "");
        zet_buffer_number(out, board_half(board, s->cells[i]));
    }
    buffer_string(out, "],\"first\":");
    uint32_t first = 0;
    for (uint32_t i = 0; i < s->page->turns->count; i++) {
        const struct address *a = &s->page->address[i];
        if (a->node && !a->kind && a->number <= s->page->shown->first)
            first = a->node;
    }
    zet_buffer_number(out, first);
    buffer_string(out, ",\"nodes\":[\n");
}

static void open_svg(struct scene *s) {
    struct buffer *out = s->page->out;
    const struct figure *f = &s->figure;
    write_attribute(out, "<svg viewBox=\"", f->low.x);
    out->len -= !out->failed;
    buffer_char(out, ' ');
    zet_drawing_number(out, f->low.y);
    buffer_char(out, ' ');
    zet_drawing_number(out, f->high.x - f->low.x);
    buffer_char(out, ' ');
    zet_drawing_number(out, f->high.y - f->low.y);
    buffer_string(out, "\" role=\"img\" aria-label=\"Board\" aria-describedby=\"status\">\n");
}

static void write_movers(struct scene *s) {
    buffer_string(s->page->out, "<g id=\"movers\">\n");
    for (unsigned side = 0; side < 2; side++) {
        write_group(s, s->mover == side);
        zet_layout_mover(&s->figure, &s->diagram, side);
        write_shapes(s);
        buffer_string(s->page->out, "</g>\n");
    }
    buffer_string(s->page->out, "</g>\n");
}

static void write_scene(struct scene *s) {
    const struct page *p = s->page;
    zet_layout_board(&s->figure, &s->diagram);
    s->shapes = s->figure.count;
    s->points = s->figure.point_count;
    collect_cells(s);
    write_data(s);
    open_svg(s);
    zet_svg_shapes(p->out, &s->figure, 0, s->shapes, p->options->theme, true, TEXT("b"));
    p->verdict->rules->describe(&p->verdict->position, &s->after);
    write_men(s);
    buffer_string(p->out, "<g id=\"marks\">\n");
    write_turns(s);
    buffer_string(p->out, "</g>\n");
    write_movers(s);
    write_symbols(s);
    buffer_string(p->out, "</svg>\n");
    buffer_string(s->data, "\n]}\n");
}

bool zet_page_board(struct page *p, struct buffer *data) {
    struct scene *s = calloc(1, sizeof *s);
    struct buffer name[2] = {0};
    if (!s)
        return false;
    s->page = p;
    s->data = data;
    zet_diagram_begin(&s->diagram, &p->verdict->ruleset);
    s->diagram.view.flip = p->shown->flip;
    s->diagram.caption = p->shown->caption;
    for (unsigned side = 0; side < 2; side++) {
        zet_page_cut(&name[side], zet_page_player(p, side), NAME_CHARACTERS_MAX);
        s->diagram.players[side] = buffered(&name[side]);
    }
    write_scene(s);
    bool well =
        !s->failed && !p->too_long && !s->figure.failed && !name[0].failed && !name[1].failed;
    for (unsigned side = 0; side < 2; side++)
        zet_buffer_free(&name[side]);
    zet_figure_free(&s->figure);
    zet_arena_free(&s->arena);
    free(s);
    return well;
}
