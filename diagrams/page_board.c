/* The board of a page: its pictures, the men at the end, and for the script the effects of all
   turns. */
#include "diagrams/page_parts.h"

#include <stdlib.h>

#include "diagrams/describe.h"
#include "diagrams/geometry.h"
#include "diagrams/layout.h"
#include "notation/base/value.h"
#include "notation/games/cell.h"

/* The pictures. */

/* Begins the diagram of the board only: names and the side to move are outside the picture. */
static void begin_diagram(struct diagram *d, const struct ruleset *ruleset, bool flip,
                          enum language language) {
    zi_diagram_begin(d, ruleset);
    d->language = language;
    d->view.flip = flip;
    d->view.no_names = d->view.no_turn = true;
}

/* Appends the id of a cell's content, `z1-m0-2`: its level and its content. */
static void write_man_name(struct buffer *out, struct text id, unsigned level, unsigned content) {
    buffer_add(out, id, "m", level, "-", content);
}

/* The order in which the shapes of a board are written: shapes with the same style are adjacent,
   and coordinates are separate. */
enum { PARTS = 7 }; /* the page draws the paper */

static unsigned part_of(const struct shape *shape) {
    switch (shape->role) {
    case ROLE_PAPER: return PARTS;
    case ROLE_BOARD:
    case ROLE_HALF_DARK:
    case ROLE_HALF_LIGHT: return 0;
    case ROLE_CELL_DARK: return 1;
    case ROLE_CELL_LIGHT:
    case ROLE_PIT: return 2;
    case ROLE_DOT_0: return 3;
    case ROLE_DOT_1: return 4;
    case ROLE_COORDINATE: return 6;
    default: return 5;
    }
}

/* Sorts the shapes in that order and returns the index of the first coordinate. Sets *well to false
   if memory runs out. */
static size_t sort_parts(struct figure *f, bool *well) {
    struct shape *sorted = malloc((f->count + 1) * sizeof *sorted);
    size_t count = 0, coordinates = 0;
    if (!sorted) {
        *well = false;
        return 0;
    }
    for (unsigned part = 0; part < PARTS; part++) {
        coordinates = count;
        for (size_t i = 0; i < f->count; i++)
            if (part_of(&f->shape[i]) == part)
                sorted[count++] = f->shape[i];
    }
    memcpy(f->shape, sorted, count * sizeof *sorted);
    f->count = count;
    free(sorted);
    return coordinates;
}

static void see_roles(struct page_look *look, const struct figure *f) {
    for (size_t i = 0; i < f->count; i++)
        look->used[f->shape[i].role] = true;
}

/* The end of the row of equal shapes that begins at `from`. */
static size_t row_end(const struct figure *f, size_t from, size_t to) {
    const struct shape *first = &f->shape[from];
    size_t end = from + 1;
    while (end < to && f->shape[end].role == first->role && f->shape[end].at.y == first->at.y &&
           !memcmp(&f->shape[end].size, &first->size, sizeof first->size))
        end++;
    return end;
}

/* The first shape of an earlier row that is the same but for its height; `from` if there is none.
 */
static size_t same_row(const struct figure *f, size_t from, size_t end) {
    size_t count = end - from;
    for (size_t row = 0; row + count <= from; row++) {
        const struct shape *a = &f->shape[row], *b = &f->shape[from];
        size_t same = 0;
        while (same < count && a[same].role == b->role && a[same].at.x == b[same].at.x &&
               a[same].at.y == a->at.y && !memcmp(&a[same].size, &b->size, sizeof b->size))
            same++;
        if (same == count && row_end(f, row, from) == row + count)
            return row;
    }
    return from;
}

/* The shapes from `from` up to `to`. Long rows that repeat are written once. */
static void write_part(struct buffer *out, const struct figure *f, size_t from, size_t to,
                       enum theme theme, struct text id, const char *part) {
    enum { ROW_MIN = 3 };
    buffer_add(out, "<g id=\"", id, part, "\">\n");
    for (size_t i = from, end, row; i < to; i = end) {
        for (end = row_end(f, i, to); end < to && end - i < ROW_MIN;) {
            size_t next = row_end(f, end, to);
            if (next - end >= ROW_MIN)
                break;
            end = next;
        }
        bool is_row = end == row_end(f, i, to) && end - i >= ROW_MIN && !f->shape[i].points &&
                      f->shape[i].kind != SHAPE_TEXT;
        row = is_row ? same_row(f, i, end) : i;
        if (row < i) {
            buffer_add(out, "<use href=\"#", id, "r", row, "\" y=\"",
                       f->shape[i].at.y - f->shape[row].at.y, "\"/>\n");
            continue;
        }
        if (is_row)
            buffer_add(out, "<g id=\"", id, "r", i, "\">");
        zi_svg_shapes(out, f, i, end, theme, true, id);
        buffer_string(out, is_row ? "</g>\n" : "");
    }
    buffer_string(out, "</g>\n");
}

static void write_contents(struct buffer *out, struct page_look *look, const struct diagram *d,
                           struct figure *f, enum theme theme, struct text id) {
    for (unsigned level = 0; level < LEVELS_MAX; level++)
        for (unsigned content = 0; content < 256; content++) {
            if (!look->occurs[level][content])
                continue;
            buffer_string(out, "<g id=\"");
            write_man_name(out, id, level, content);
            buffer_string(out, "\">");
            zi_figure_clear(f);
            zi_layout_content(f, d, level, (uint8_t)content);
            see_roles(look, f);
            zi_svg_shapes(out, f, 0, f->count, theme, true, id);
            out->failed |= f->failed;
            buffer_string(out, "</g>\n");
        }
}

bool zi_page_look(struct buffer *out, struct page_look *look, enum theme theme) {
    const struct text id = text_of(look->id);
    struct diagram *d = calloc(1, sizeof *d);
    struct figure f = {0};
    bool well = d != NULL;
    if (!well)
        return false;
    begin_diagram(d, &look->ruleset, look->flip, LANGUAGE_ENGLISH);
    zi_layout_board(&f, d);
    see_roles(look, &f);
    size_t coordinates = sort_parts(&f, &well);
    write_part(out, &f, 0, coordinates, theme, id, "g");
    write_part(out, &f, coordinates, f.count, theme, id, "c");
    write_contents(out, look, d, &f, theme, id);
    well &= !f.failed;
    zi_figure_free(&f);
    free(d);
    return well;
}

/* The turns. */

/* The maximum number of stages of a sowing that the script shows one by one. */
enum { STAGES_MOVED_MAX = STAGES_SHOWN_MAX };

/* How the script animates a turn. */
enum way { WAY_PLACE, WAY_WALK, WAY_RELOCATE, WAY_SOW };

struct scene {
    struct page *page;
    struct buffer *data;
    struct buffer note, notes; /* what only some turns have: of one, and of all */
    struct diagram diagram;
    struct marks marks; /* of the comments on the position */
    struct figure figure;
    struct arena arena; /* of one turn */
    bool failed;

    cell cells[CELLS_MAX]; /* of the board; lower levels first */
    size_t cell_count;
    uint16_t index[CELLS_MAX]; /* of a cell in `cells` */
    cell chain[CELLS_MAX];     /* the winning chain */
    cell ring[2][CELLS_MAX];   /* the pits of each side, in the direction + */
    size_t ring_count[2];

    unsigned mover; /* the side to move at the end; 2: none */
    struct turns_walk walk;
    struct setup before, after;
    struct setup told; /* the result of applying the way of a turn to `before` */
    struct setup line[VARIATION_DEPTH_MAX + 1]; /* after the last turn played, by depth */
};

/* Collects the cells, and the rings of pits. */
static void collect_cells(struct scene *s) {
    const struct board *board = &s->page->verdict->ruleset.board;
    for (cell c = 0; c < board->levels << 8; c++)
        if (zi_board_has(board, c)) {
            s->index[c] = (uint16_t)s->cell_count;
            s->cells[s->cell_count++] = c;
        }
    for (unsigned side = 0; side < 2 && s->diagram.counts; side++) {
        cell first = cell_at(0, 0, side ? board->ranks - 1U : 0), c = first;
        do {
            s->ring[side][s->ring_count[side]++] = c;
            c = s->page->verdict->rules->next_pit(c, '+');
        } while (c != first);
    }
}

/* The men at the end of the game, for readers without scripts; the script replaces them. */
static void write_men(struct scene *s) {
    struct buffer *out = s->page->out;
    buffer_string(out, "<g class=\"men\">\n");
    for (size_t i = 0; i < s->cell_count; i++) {
        cell c = s->cells[i];
        struct point at = zi_layout_center(&s->diagram, c);
        if (!s->after.at[c])
            continue;
        buffer_string(out, "<use href=\"#");
        write_man_name(out, text_of(s->page->look->id), cell_level(c), s->after.at[c]);
        buffer_add(out, "\" x=\"", at.x, "\" y=\"", at.y, "\"/>\n");
    }
    buffer_string(out, "</g>\n");
}

/* The turns as data. */

/* The differences between two positions: cell, content, ...; each after a comma. */
static void write_changes(struct scene *s, const struct setup *from, const struct setup *to) {
    for (size_t i = 0; i < s->cell_count; i++) {
        cell c = s->cells[i];
        if (from ? from->at[c] == to->at[c] : !to->at[c])
            continue;
        buffer_add(s->data, ",", i, ",", to->at[c]);
    }
}

/* Whether a playout is complete after its turn. */
static bool is_home(const struct scene *s, uint32_t index) {
    return s->page->address[index].solo && s->page->verdict->rules->solo_done(s->walk.after);
}

/* The side to move after a turn; 2: none. */
static unsigned mover_behind(const struct scene *s, uint32_t index) {
    bool open =
        s->page->turns->at[index].result->outcome.result == RESULT_OPEN && !is_home(s, index);
    return open ? s->page->verdict->rules->turn(s->walk.after) : 2;
}

/* Writes the words for the end of the game, or 0. Returns whether there are words. */
static bool write_ending(struct scene *s, uint32_t index) {
    struct buffer b = {0};
    if (is_home(s, index))
        buffer_string(&b, page_word(s->page, WORD("the playout is complete")));
    else
        zi_page_ending(&b, s->page, index);
    if (b.len)
        zi_markup_json(s->data, buffered(&b));
    else
        buffer_char(s->data, '0');
    s->data->failed |= b.failed;
    bool any = b.len > 0;
    zi_buffer_free(&b);
    return any;
}

/* The board without the captures of its last stage. */
static struct setup without_captures(const struct setup *at, const struct stage *stage) {
    struct setup told = *at;
    for (unsigned i = 0; i < 2 && stage->taken[i]; i++) {
        told.at[stage->robbed[i]] = (uint8_t)stage->taken[i];
        told.at[stage->last] = (uint8_t)(told.at[stage->last] - stage->taken[i]);
    }
    return told;
}

/* The pit where a sowing begins, its direction in the ring, and for each stage the cells that
   differ from a plain sowing of one stone per pit; or how many stages have none:
   [pit, 1, [cell, content, ...], 3, ...] */
static void write_sowing(struct scene *s, const struct turn *turn) {
    const struct ruleset *rs = &s->page->verdict->ruleset;
    char direction = turn->move->direction ? turn->move->direction : rs->board.direction;
    cell from = move_from(turn->move);
    buffer_add(s->data, s->index[from], direction == '-' ? ",-1" : ",1");
    uint32_t plain = 0;
    for (uint32_t i = 0; i < turn->result->effect.stages && i < STAGES_MOVED_MAX; i++) {
        struct stage stage = rs->rules->sow_stage(rs, &s->told, from, direction);
        struct setup told = without_captures(&s->told, &stage);
        from = stage.last;
        plain++;
        if (!stage.taken[0])
            continue;
        if (plain > 1)
            buffer_add(s->data, ",", plain - 1);
        plain = 0;
        buffer_string(s->data, ",[");
        size_t begin = s->data->len;
        write_changes(s, &told, &s->told);
        if (s->data->len > begin && !s->data->failed)
            s->data->at[begin] = ' '; /* replaces its comma */
        buffer_char(s->data, ']');
    }
    if (plain)
        buffer_add(s->data, ",", plain);
}

/* The cells of a path, and the cells that stones fall from, the first to the path's first cell. */
static void write_path(struct scene *s, const struct turn *turn, unsigned count) {
    const struct move *m = turn->move;
    cell empty = m->cell[0];
    for (unsigned i = 0; i < count; i++)
        buffer_add(s->data, i ? "," : "", s->index[m->cell[i]]);
    s->told.at[m->cell[count - 1]] =
        count == 1 ? (uint8_t)(ZI_CELL_BLACK + turn->side) : s->before.at[empty];
    for (unsigned i = 0; i < turn->result->effect.falls; i++) {
        cell from = turn->result->effect.fall[i];
        buffer_add(s->data, ",", s->index[from]);
        s->told.at[empty] = s->before.at[from];
        empty = from;
    }
    if (count > 1)
        s->told.at[empty] = 0;
}

/* Writes how the script animates a turn, and its cells; 0: no animation. */
static enum way write_way(struct scene *s, const struct turn *turn) {
    unsigned count = turn->move ? move_path(turn->move) : 0;
    bool sows = count == 1 && s->page->verdict->rules->notation->counts;
    s->told = s->before;
    if (!count) {
        buffer_char(s->data, '0');
        return WAY_PLACE;
    }
    buffer_char(s->data, '[');
    if (sows)
        write_sowing(s, turn);
    else
        write_path(s, turn, count);
    buffer_char(s->data, ']');
    return sows                                         ? WAY_SOW
           : count == 1                                 ? WAY_PLACE
           : s->page->verdict->ruleset.board.levels > 1 ? WAY_RELOCATE
                                                        : WAY_WALK;
}

/* What only some turns have, for the script: the winning chain, the marks of the comments on the
   position, and the first illegal move, in the position in which it was made. */

static void write_cells(struct scene *s, const char *key, const cell *cells, size_t count) {
    buffer_string(&s->note, key);
    for (size_t i = 0; i < count; i++)
        buffer_add(&s->note, i ? "," : "", s->index[cells[i]]);
    buffer_char(&s->note, ']');
}

static void write_mark(struct buffer *out, bool *any, const char *kind, cell at) {
    buffer_add(out, *any ? ",[\"" : ",\"marks\":[[\"", kind, "\",\"");
    buffer_cell(out, at);
    *any = true;
}

static void write_marks(struct scene *s) {
    static const char *const kinds[] = {"mark", "fill", "cross", "square", "triangle"};
    struct buffer *out = &s->note;
    struct marks *m = &s->marks;
    bool any = false;
    m->mark_count = m->arrow_count = m->label_count = 0;
    zi_turns_add_marks(s->page->turns, s->walk.turn, &s->diagram.board, m);
    for (size_t i = 0; i < m->mark_count; i++) {
        write_mark(out, &any, kinds[m->mark[i].kind], m->mark[i].at);
        buffer_string(out, "\"]");
    }
    for (size_t i = 0; i < m->arrow_count; i++) {
        write_mark(out, &any, "arrow", m->arrow[i].from);
        buffer_char(out, '-');
        buffer_cell(out, m->arrow[i].to);
        buffer_string(out, "\"]");
    }
    for (size_t i = 0; i < m->label_count; i++) {
        write_mark(out, &any, "label", m->label[i].at);
        buffer_string(out, "\",");
        zi_markup_json(out, text_of(m->label[i].text));
        buffer_char(out, ']');
    }
    buffer_string(out, any ? "]" : "");
}

static void write_fault(struct scene *s) {
    const struct verdict *v = s->page->verdict;
    const struct turns *t = s->page->turns;
    struct shown_move fault;
    uint32_t i = 1;
    while (v->has_fault && i < t->count && t->at[i].offset != v->fault_offset)
        i++;
    if (!v->has_fault || i == t->count || t->at[i].before != s->walk.turn)
        return;
    s->failed |= !zi_shown_fault(&fault, v, &s->arena);
    write_cells(s, ",\"fault\":{\"path\":[", fault.path, fault.path_count);
    write_cells(s, ",\"guilty\":[", fault.guilty, fault.guilty_count);
    buffer_string(&s->note, zi_shown_fault_has_target(&fault, &s->after) ? ",\"target\":1}" : "}");
}

static void write_note(struct scene *s) {
    const struct turn *turn = &s->page->turns->at[s->walk.turn];
    bool first = !s->notes.len;
    s->note.len = 0;
    if (s->walk.turn && turn->result->outcome.result != RESULT_OPEN) {
        zi_diagram_set_chain(&s->diagram, &s->page->verdict->ruleset, s->walk.after, s->chain);
        if (s->diagram.chain_count)
            write_cells(s, ",\"chain\":[", s->chain, s->diagram.chain_count);
    }
    write_marks(s);
    write_fault(s);
    if (s->note.len)
        buffer_add(&s->notes, first ? "\"" : ",\n\"", s->page->address[s->walk.turn].node, "\":{",
                   text_after(buffered(&s->note), 1), "}");
    s->failed |= s->note.failed;
}

/* Whether the way of the turn accounts for all its changes. */
static bool is_told(const struct scene *s) {
    for (size_t i = 0; i < s->cell_count; i++)
        if (s->told.at[s->cells[i]] != s->after.at[s->cells[i]])
            return false;
    return true;
}

/* Writes the previous turn, the number, and words for the end. The script's defaults are omitted:
   the previous turn is the last one written, its number is the next, and there is no end. */
static bool write_more(struct scene *s, uint32_t index) {
    const struct page *p = s->page;
    const struct turn *turn = &p->turns->at[index];
    uint32_t before = p->address[turn->before].node;
    unsigned long long number = index ? turn->number : 0, next = turn->dots ? 0 : 1;
    size_t begin = s->data->len;
    buffer_add(s->data, ",", before, ",", number, ",");
    bool ends = write_ending(s, index);
    if (turn->before)
        next += p->turns->at[turn->before].number;
    if (ends || !index || before + 1 != p->address[index].node || number != next)
        return true;
    s->data->len = begin;
    return false;
}

/* [flags, before, number, ending, way, cell, content, ...] (zet-board.js) */
static void write_node(struct scene *s) {
    enum { DOTS = 1, SIDE = 2, SOLO = 4, MOVER_SHIFT = 3, WAY_SHIFT = 5, MORE = 128, TOLD = 256 };
    uint32_t index = s->walk.turn;
    const struct turn *turn = &s->page->turns->at[index];
    struct buffer *out = s->data, way = {0}, more = {0};
    unsigned mover = mover_behind(s, index);
    if (index == s->page->final)
        s->mover = mover;
    s->data = &way;
    enum way kind = write_way(s, turn);
    s->data = &more;
    bool has_more = write_more(s, index);
    s->data = out;
    bool told = index && is_told(s);
    buffer_add(out, index ? ",\n[" : "[",
               (index && turn->dots ? DOTS : 0U) | (index && turn->side ? SIDE : 0U) |
                   (s->page->address[index].solo ? SOLO : 0U) | mover << MOVER_SHIFT |
                   (unsigned)kind << WAY_SHIFT | (has_more ? MORE : 0U) | (told ? TOLD : 0U),
               buffered(&more), ",", buffered(&way));
    if (!told)
        write_changes(s, index ? &s->before : NULL, &s->after);
    buffer_char(out, ']');
    zi_buffer_end(&way, &out->failed);
    zi_buffer_end(&more, &out->failed);
}

/* Adds the roles of what the script draws. */
static void see_script(const struct scene *s) {
#define BIT(role) (1ULL << ROLE_##role)
    const bool counts = s->diagram.counts, levels = s->diagram.board.levels > 1;
    unsigned long long roles = BIT(MOVE) | BIT(MOVE_HEAD) | BIT(ORIGIN);
    roles |= counts ? BIT(STAGE_END) | BIT(LANDING_NUMBER) | BIT(CAPTURED) : 0;
    roles |= levels ? BIT(ON_MAN_0) | BIT(ON_MAN_1) | BIT(CHAIN) : 0;
    roles |= !counts && !levels ? BIT(LANDING) | BIT(LANDING_NUMBER) | BIT(LABEL_GROUND) : 0;
    roles |= s->page->verdict->has_fault ? BIT(ATTEMPT) | BIT(FAULT) : 0;
    roles |= s->page->turns->marked_count
                 ? BIT(SIGN) | BIT(SIGN_ON_0) | BIT(SIGN_ON_1) | BIT(ON_MAN_0) | BIT(ON_MAN_1) |
                       BIT(LABEL) | BIT(LABEL_GROUND)
                 : 0;
    for (unsigned role = 0; role < ROLES; role++)
        s->page->look->used[role] |= roles >> role & 1;
#undef BIT
}

/* Writes all turns. */
static void write_turns(struct scene *s) {
    const struct page *p = s->page;
    const struct rules *rules = p->verdict->rules;
    zi_turns_start(&s->walk, p->turns, p->verdict, p->record);
    do {
        const struct turn *turn = &p->turns->at[s->walk.turn];
        const struct turn *before = &p->turns->at[turn->before];
        rules->describe(s->walk.after, &s->after);
        /* The walk keeps the position before a whole turn, not that after a gift. */
        if (before->move && !move_is_turn(before->move))
            s->before = s->line[turn->depth];
        else
            rules->describe(s->walk.before, &s->before);
        s->line[turn->depth] = s->after;
        for (size_t i = 0; i < s->cell_count; i++)
            p->look->occurs[cell_level(s->cells[i])][s->after.at[s->cells[i]]] = true;
        write_note(s);
        write_node(s);
        s->page->too_long = p->out->len + s->notes.len + s->data->len > PAGE_BYTES_MAX;
    } while (!s->page->too_long && zi_turns_next(&s->walk, false));
    see_script(s);
}

static void write_words(struct scene *s, const char *key, const struct text *words, size_t count) {
    buffer_string(s->data, key);
    for (size_t i = 0; i < count; i++) {
        buffer_string(s->data, i ? "," : "");
        zi_markup_json(s->data, words[i]);
    }
    buffer_char(s->data, ']');
}

/* The names of groups in the position in words: by side of pits, or by content of cells. */
static void write_groups(struct scene *s) {
    const struct rules *rules = s->page->verdict->rules;
    struct text side[2], words[5] = {NO_TEXT};
    struct buffer b[2] = {{0}, {0}};
    for (unsigned i = 0; i < 2; i++) {
        side[i] = zi_page_side(s->page, i);
        words_put(&b[i], s->page->language,
                  rules->notation->counts ? WORD("pits of %s") : WORD("Hogga's of %s"), side[i]);
        words[rules->notation->counts ? i : ZI_CELL_BLACK + i] = side[i];
        words[rules->notation->counts ? i : ZI_CELL_BLACK_HOGGA + i] = buffered(&b[i]);
        s->data->failed |= b[i].failed;
    }
    write_words(s, "\"sides\":[", side, 2);
    write_words(s, ",\"groups\":[", words, rules->notation->counts ? 2 : 5);
    zi_buffer_free(&b[0]);
    zi_buffer_free(&b[1]);
}

static void write_ring(struct scene *s, unsigned side) {
    for (size_t i = 0; i < s->ring_count[side]; i++)
        buffer_add(s->data, i ? "," : "[", s->index[s->ring[side][i]]);
    buffer_char(s->data, ']');
}

/* The geometry of cells: the place of a1, and the steps east, north and up a level. */
static void write_places(struct scene *s) {
    const struct board *board = &s->page->verdict->ruleset.board;
    struct point a = zi_layout_center(&s->diagram, cell_at(0, 0, 0)),
                 b = zi_layout_center(&s->diagram, cell_at(0, 1, 0)),
                 c = zi_layout_center(&s->diagram, cell_at(0, 0, 1)),
                 d = board->levels > 1 ? zi_layout_center(&s->diagram, cell_at(1, 0, 0)) : a;
    buffer_add(s->data, ",\"at\":[", a.x, ",", a.y, ",", b.x - a.x, ",", c.y - a.y, ",", d.x - a.x,
               ",", d.y - a.y, "]");
}

/* The radius of the content of cells, by level. */
static void write_radii(struct scene *s) {
    for (unsigned level = 0; level < s->diagram.board.levels; level++)
        buffer_add(s->data, level ? "," : ",\"radii\":[", zi_geometry_radius(&s->diagram, level));
    buffer_char(s->data, ']');
}

/* The dots of the ground, a sign for each cell of level 1: `-`, or the kind of its dot. */
static void write_dots(struct scene *s) {
    const uint8_t *ground = s->diagram.look.ground;
    bool any = false;
    for (size_t i = 0; i < s->cell_count; i++)
        any |= (ground[s->cells[i]] & (GROUND_DOT | GROUND_DOT << 1)) != 0;
    buffer_string(s->data, any ? ",\"dots\":\"" : "");
    for (size_t i = 0; any && i < s->cell_count && !cell_level(s->cells[i]); i++) {
        unsigned g = ground[s->cells[i]];
        buffer_char(s->data, g & GROUND_DOT ? '0' : g & GROUND_DOT << 1 ? '1' : '-');
    }
    buffer_string(s->data, any ? "\"" : "");
}

/* The turn of the main line at which the page opens. */
static uint32_t first_node(const struct page *p) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < p->turns->count; i++) {
        const struct address *a = &p->address[i];
        if (a->node && !a->kind && a->number <= p->shown->first)
            first = a->node;
    }
    return first;
}

static void write_data(struct scene *s) {
    const struct rules *rules = s->page->verdict->rules;
    const struct board *board = &s->page->verdict->ruleset.board;
    const char *sides = rules->notation->sides;
    const unsigned numbers[] = {board->files, board->ranks, board->levels};
    struct buffer *out = s->data;
    const struct text men[] = {TEXT("-"), {sides, 1}, {sides + 1, 1}, TEXT("B"), TEXT("W")};
    const struct text letters[] = {{sides, 1}, {sides + 1, 1}};
    buffer_char(out, '{');
    write_groups(s);
    write_words(s, ",\"men\":[", men, 5);
    write_words(s, ",\"letters\":[", letters, 2);
    for (size_t i = 0; i < 3; i++)
        buffer_add(out, i ? "," : ",\"board\":[", numbers[i]);
    buffer_char(out, ']');
    if (rules->notation->counts) {
        buffer_add(out, ",\"counts\":1,\"half\":", board->ranks / 2U, ",\"rings\":[");
        write_ring(s, 0);
        buffer_char(out, ',');
        write_ring(s, 1);
        buffer_char(out, ']');
    }
    write_places(s);
    write_radii(s);
    write_dots(s);
    buffer_string(out, ",\"look\":");
    zi_markup_json(out, text_of(s->page->look->id));
    buffer_add(out, ",\"first\":", first_node(s->page), ",\"nodes\":[\n");
}

/* The picture. */

static void open_svg(struct scene *s) {
    const struct figure *f = &s->figure;
    page_add(s->page, "<svg class=\"picture\" viewBox=\"", f->low.x, " ", f->low.y, " ",
             f->high.x - f->low.x, " ", f->high.y - f->low.y);
    page_add(s->page, "\" role=\"img\" aria-label=\"", page_said(s->page, WORD("Board")),
             "\" aria-describedby=\"", s->page->section, "-status\">\n");
}

static void write_use(const struct page *p, const char *name, const char *part) {
    page_add(p, "<use class=\"", name, "\" href=\"#", p->look->id, part, "\"/>\n");
}

/* The line of a side: its man, its name, and whether it is to move. */
static void write_side(struct scene *s, unsigned side) {
    const struct page *p = s->page;
    struct text name = zi_page_player(p, side);
    bool failed = false;
    s->diagram.players[side] = NO_TEXT;
    page_add(p, "<p class=\"side",
             (side != s->diagram.look.south) != s->diagram.view.flip ? " north" : " south",
             s->mover == side ? " now" : "", "\" data-side=\"", side, "\">");
    if (!p->verdict->rules->notation->counts) {
        page_add(p, "<svg viewBox=\"-5 -5 10 10\" aria-hidden=\"true\"><use href=\"#");
        write_man_name(p->out, text_of(p->look->id), 0, ZI_CELL_BLACK + side);
        page_add(p, "\"/></svg> ");
        p->look->occurs[0][ZI_CELL_BLACK + side] = true;
    }
    page_add(p, value_markup(zi_diagram_side(&s->diagram, side, &s->arena, &failed)));
    if (name.len)
        page_add(p, ": ", zi_page_short(name));
    page_add(p, " <span class=\"turn\">", page_said(p, WORD("to move")), "</span></p>\n");
    s->failed |= failed;
}

static void write_scene(struct scene *s) {
    const struct page *p = s->page;
    unsigned south = s->diagram.look.south;
    collect_cells(s);
    write_data(s);
    write_turns(s);
    buffer_add(s->data, "\n],\"notes\":{", buffered(&s->notes), "}}\n");
    zi_layout_board(&s->figure, &s->diagram);
    p->verdict->rules->describe(&p->verdict->position, &s->after);
    page_add(p, "<div class=\"table\">\n");
    write_side(s, s->diagram.view.flip ? south : !south);
    open_svg(s);
    write_use(p, "ground", "g");
    write_use(p, "coordinates", "c");
    write_men(s);
    page_add(p, "<g class=\"marks\"></g>\n</svg>\n");
    write_side(s, s->diagram.view.flip ? !south : south);
    page_add(p, "</div>\n");
}

bool zi_page_board(struct page *p, struct buffer *data) {
    struct scene *s = calloc(1, sizeof *s);
    if (!s)
        return false;
    s->page = p;
    s->data = data;
    begin_diagram(&s->diagram, &p->verdict->ruleset, p->shown->flip, p->language);
    write_scene(s);
    bool well = !s->failed && !p->too_long && !s->figure.failed && !data->failed;
    zi_figure_free(&s->figure);
    zi_arena_free(&s->arena);
    zi_buffer_free(&s->note);
    zi_buffer_end(&s->notes, &data->failed);
    free(s);
    return well;
}
