/* The board of a diagram as compact text: a pane for each level, on a canvas. */
#include "diagrams/text_board.h"

#include <stdlib.h>

#include "notation/base/safe_text.h"
#include "notation/base/unicode.h"
#include "notation/base/value.h"
#include "notation/games/cell.h"
#include "notation/games/grid.h"

/* The visible part of one level, and its place on the canvas. */
struct pane {
    unsigned level;
    unsigned file, rank, files, ranks; /* the lowest, and their number */
    unsigned width;  /* with the column for a sign after it, and at least its heading */
    unsigned height; /* with the heading and the line of file letters */
};

enum { GAP = 3 }; /* columns between panes */

struct board_text {
    const struct diagram *d;
    struct text_canvas *canvas;
    bool bare;
    unsigned stride; /* columns per cell: one between cells, and a glyph or a count */
    struct buffer word;
};

struct text zi_text_glyph(const struct diagram *d, cell c, bool unicode, bool bare, bool large) {
    static const char *const men[] = {"\u25CF", "\u25CB"}, /* all signs are in WGL4 */
        *const grounds[] = {"\u00B7", ":", "\u25AA", "\u25AB"};
    unsigned man = d->setup.at[c], ground = bare || cell_level(c) ? 0 : d->look.ground[c];
    if (man) {
        char letter = d->letters[(man - 1) % 2];
        bool big = large || man > ZI_CELL_WHITE;
        return unicode && !big ? text_of(men[man - 1])
                               : zi_canvas_ascii((char)(big ? letter - 'a' + 'A' : letter));
    }
    unsigned kind = ground & GROUND_DOT                         ? 2
                    : ground & GROUND_DOT << 1                  ? 3
                    : ground & (GROUND_YARD | GROUND_YARD << 1) ? 1
                                                                : 0;
    return unicode ? text_of(grounds[kind]) : zi_canvas_ascii(".:*o"[kind]);
}

/* Appends words of zet with a value, in the format's characters. */
static void add_words(struct buffer *out, const struct diagram *d, bool unicode,
                      const char *english, struct text value) {
    struct buffer words = {0};
    words_put(&words, d->language, english, value);
    zi_safe_text(out, buffered(&words), unicode ? SAFE_LINE : SAFE_LINE_ENDS | SAFE_ASCII);
    zi_buffer_end(&words, &out->failed);
}

void zi_text_owner(struct buffer *out, const struct diagram *d, bool unicode, unsigned rank) {
    unsigned half = d->board.ranks / 2U;
    bool front = rank + 1 == half || rank == half;
    struct buffer name = {0};
    zi_diagram_side_name(&name, d, rank >= half);
    add_words(out, d, unicode, front ? WORD("%s, front row") : WORD("%s, back row"),
              buffered(&name));
    zi_buffer_end(&name, &out->failed);
}

/* Puts the word on the canvas and empties it. */
static void put_word(struct board_text *b, unsigned column, unsigned line) {
    zi_canvas_put(b->canvas, (int)column, (int)line, buffered(&b->word), 0);
    b->word.len = 0;
}

/* The author's label of a cell if it is one column wide; else an empty text. */
static struct text short_label(const struct board_text *b, cell c) {
    const struct marks *marks = b->d->marks;
    for (size_t i = 0; marks && i < marks->label_count; i++) {
        struct text t = text_of(marks->label[i].text);
        if (marks->label[i].at != c || !t.len)
            continue;
        struct text character = zi_drawing_character(&t);
        if (t.len || zi_text_columns(character) != 1 || is_blank(*character.at))
            continue;
        return b->canvas->unicode || character.len == 1 ? character : TEXT("?");
    }
    return NO_TEXT;
}

static const struct shown_move *last_move(const struct diagram *d) {
    const struct shown_move *last = d->move_count ? &d->moves[d->move_count - 1] : NULL;
    return last && last->path_count ? last : NULL;
}

/* The signs around a cell: of the ends of the last move, of the author's marks, of both; of a cell
   where the move breaks a rule, and of the target of such a move. */
static const char *signs_of(const struct diagram *d, cell c) {
    static const char *const signs[] = {NULL, "[]", "()", "{}"};
    const struct shown_move *last = last_move(d);
    bool marked = false;
    for (size_t i = 0; last && i < last->guilty_count; i++)
        if (last->guilty[i] == c)
            return "xx";
    if (last && last->faulty && zi_shown_fault_has_target(last, &d->setup) &&
        last->path[last->path_count - 1] == c)
        return signs[2];
    bool end = last && (last->path[0] == c ||
                        (last->kind != SHOWN_SOW && last->path[last->path_count - 1] == c));
    for (size_t i = 0; d->marks && i < d->marks->mark_count; i++)
        marked |= d->marks->mark[i].at == c;
    return signs[end + 2 * marked];
}

/* Where the signs of two cells meet, they merge; a cross stays. */
static void put_sign(struct board_text *b, unsigned column, unsigned line, char sign) {
    const struct text cross = b->canvas->unicode ? TEXT("\u00D7") : TEXT("x");
    struct canvas_spot *s = canvas_spot(b->canvas, (int)column, (int)line);
    bool crossed = s && s->text.len && !memcmp(s->text.at, cross.at, cross.len);
    if (s && !crossed)
        s->text = canvas_sign(sign == 'x'   ? cross
                              : s->text.len ? TEXT("|")
                                            : (struct text){&sign, 1});
}

/* `column`: the column before the content of the cell. */
static void put_cell(struct board_text *b, cell c, unsigned column, unsigned line) {
    const struct diagram *d = b->d;
    unsigned content = d->setup.at[c];
    const char *signs = signs_of(d, c);
    struct text label = content || d->counts ? NO_TEXT : short_label(b, c);
    if (d->counts)
        buffer_add(&b->word, content < 10 ? " " : "", content);
    else
        buffer_text(&b->word,
                    label.len ? label : zi_text_glyph(d, c, b->canvas->unicode, b->bare, false));
    put_word(b, column + 1, line);
    for (unsigned i = 0; signs && i < 2; i++)
        put_sign(b, column + i * b->stride, line, signs[i]);
}

static bool has_heading(const struct board_text *b) { return b->d->board.levels > 1; }

/* Adds `level 2`. */
static void add_heading(struct board_text *b, unsigned level) {
    char digits[DIGITS_ROOM];
    if (has_heading(b))
        add_words(&b->word, b->d, b->canvas->unicode, WORD("level %s"),
                  digits_of(level + 1, digits));
}

static unsigned file_of(const struct board_text *b, const struct pane *p, unsigned x) {
    return b->d->view.flip ? p->file + p->files - 1 - x : p->file + x;
}

/* `y` counts from the top. */
static void put_rank(struct board_text *b, const struct pane *p, unsigned y, unsigned column,
                     unsigned line) {
    unsigned rank = b->d->view.flip ? p->rank + y : p->rank + p->ranks - 1 - y;
    buffer_add(&b->word, rank < 9 ? " " : "", rank + 1);
    put_word(b, column, line);
    for (unsigned x = 0; x < p->files; x++)
        put_cell(b, cell_at(p->level, file_of(b, p, x), rank), column + 2 + x * b->stride, line);
    if (b->d->counts)
        zi_text_owner(&b->word, b->d, b->canvas->unicode, rank);
    put_word(b, column + 2 + p->files * b->stride + 3, line);
}

static void put_pane(struct board_text *b, const struct pane *p, unsigned column, unsigned line) {
    add_heading(b, p->level);
    put_word(b, column, line);
    line += has_heading(b);
    for (unsigned y = 0; y < p->ranks; y++)
        put_rank(b, p, y, column, line++);
    for (unsigned x = 0; x < p->files; x++) {
        buffer_char(&b->word, (char)('a' + file_of(b, p, x)));
        put_word(b, column + 1 + (x + 1) * b->stride, line);
    }
}

/* The number of levels up to the last with content or marks. */
static unsigned levels_shown(const struct diagram *d) {
    const struct shown_move *last = last_move(d);
    unsigned levels = zi_grid_levels(&d->board, &d->setup);
    for (unsigned c = levels << 8; (last || d->marks) && c < CELLS_MAX; c++)
        if (signs_of(d, (cell)c))
            levels = cell_level((cell)c) + 1;
    return levels;
}

/* Finds the visible part of a level; it may be empty. */
static struct pane find_pane(struct board_text *b, unsigned level) {
    struct pane p = {.level = level};
    for (unsigned c = level << 8; c < (level + 1) << 8; c++) {
        if (!zi_board_has(&b->d->board, (cell)c) || !zi_diagram_shows(b->d, (cell)c))
            continue;
        unsigned file = cell_file((cell)c), rank = cell_rank((cell)c);
        p.file = p.files ? p.file : file;
        p.rank = p.files ? p.rank : rank;
        p.files = file + 1 - p.file;
        p.ranks = rank + 1 - p.rank;
    }
    add_heading(b, level);
    p.height = p.ranks + 1 + has_heading(b);
    p.width = 2 + p.files * b->stride + 1;
    size_t heading = zi_text_columns(buffered(&b->word));
    p.width = p.width > heading ? p.width : (unsigned)heading;
    b->word.len = 0;
    return p;
}

/* Writes panes side by side, aligned at the bottom. */
static void write_panes(struct buffer *out, struct board_text *b, const struct pane *pane,
                        unsigned count, unsigned column) {
    unsigned height = 0;
    memset(b->canvas->spot, 0, sizeof b->canvas->spot);
    for (unsigned i = 0; i < count; i++)
        height = pane[i].height > height ? pane[i].height : height;
    for (unsigned i = 0; i < count; i++) {
        put_pane(b, &pane[i], column, height - pane[i].height);
        column += pane[i].width + GAP;
    }
    for (int line = 0; line < (int)height; line++)
        zi_canvas_write(out, b->canvas, line);
}

/* Writes all levels: from the lowest side by side, or as a pile from the highest, one above the
   other, each stone over the middle of the four that carry it. */
static void write_levels(struct buffer *out, struct board_text *b, unsigned levels,
                         unsigned indent) {
    const bool pile = b->d->view.pile;
    struct pane pane[LEVELS_MAX];
    unsigned count = 0, width = indent;
    for (unsigned i = 0; i < levels; i++) {
        struct pane p = find_pane(b, pile ? levels - 1 - i : i);
        if (!p.files)
            continue;
        if (count && (pile || width + p.width > TEXT_COLUMNS)) {
            write_panes(out, b, pane, count, indent);
            count = 0;
            width = indent;
        }
        pane[count++] = p;
        width += p.width + GAP;
        if (pile)
            indent = p.level;
    }
    if (count)
        write_panes(out, b, pane, count, indent);
}

void zi_text_cells(struct buffer *out, const struct diagram *d, bool unicode, bool bare,
                   unsigned indent) {
    struct text_canvas *canvas = malloc(sizeof *canvas);
    struct board_text b = {.d = d, .canvas = canvas, .bare = bare, .stride = d->counts ? 3 : 2};
    out->failed |= !canvas;
    if (canvas) {
        canvas->unicode = unicode;
        write_levels(out, &b, levels_shown(d), indent);
    }
    free(canvas);
    zi_buffer_end(&b.word, &out->failed);
}
