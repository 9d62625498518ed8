/* The board of a diagram as text. */
#include "notation/drawing/text_board.h"

#include "notation/base/characters.h"
#include "notation/base/safe_text.h"
#include "notation/base/unicode.h"
#include "notation/base/value.h"
#include "notation/drawing/text_canvas.h"
#include "notation/games/cell.h"
#include "notation/games/grid.h"

/* The signs around a cell. */
enum { SIGN_LAST = 1, SIGN_MARKED = 2 };
static const char signs[][2] = {{' ', ' '}, {'[', ']'}, {'(', ')'}, {'{', '}'}};

/* The glyph of a cell, in ASCII or Unicode. */
enum glyph {
    GLYPH_EMPTY,
    GLYPH_YARD,
    GLYPH_DOT_0,
    GLYPH_DOT_1,
    GLYPH_MEN /* followed by the men, by ZI_CELL_..., less 1 */
};
static const char *const unicode_glyphs[] = {"\u00B7", ":",      "\u25AA", "\u25AB",
                                             "\u25CF", "\u25CB", "\u25C9", "\u25CE"};

/* The visible part of one level. */
struct pane {
    unsigned level;
    unsigned file, rank, files, ranks; /* the lowest, and their number */
};

struct board_text {
    const struct diagram *d;
    const struct board *board;
    struct buffer *out;
    bool unicode, bare;
    unsigned indent;
    unsigned stride; /* columns per cell: one between cells, and a glyph or a count */
    uint8_t sign[CELLS_MAX];
    bool signed_any;
    struct pane pane[LEVELS_MAX];
    unsigned panes;
    struct buffer heading; /* of a pane */
};

void zi_text_end_line(struct buffer *out) {
    while (out->len && out->at[out->len - 1] == ' ')
        out->len--;
    buffer_char(out, '\n');
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
        return b->unicode || character.len == 1 ? character : TEXT("?");
    }
    return NO_TEXT;
}

static enum glyph glyph_of(const struct diagram *d, cell c, bool bare) {
    uint8_t piece = d->setup.at[c];
    if (piece)
        return (enum glyph)(GLYPH_MEN + piece - 1);
    if (bare || cell_level(c))
        return GLYPH_EMPTY;
    unsigned ground = d->look.ground[c];
    if (ground & (GROUND_DOT | GROUND_DOT << 1))
        return ground & GROUND_DOT ? GLYPH_DOT_0 : GLYPH_DOT_1;
    return ground & (GROUND_YARD | GROUND_YARD << 1) ? GLYPH_YARD : GLYPH_EMPTY;
}

struct text zi_text_glyph(const struct diagram *d, cell c, bool unicode, bool bare, bool large) {
    unsigned glyph = glyph_of(d, c, bare);
    if (large && glyph >= GLYPH_MEN && glyph < GLYPH_MEN + 2)
        glyph += 2;
    if (unicode)
        return text_of(unicode_glyphs[glyph]);
    if (glyph < GLYPH_MEN)
        return zi_canvas_ascii(".:*o"[glyph]);
    unsigned man = glyph - GLYPH_MEN;
    char letter = d->letters[man % 2];
    return zi_canvas_ascii((char)(man < 2 ? letter : letter - 'a' + 'A'));
}

void zi_text_words(struct buffer *out, const struct diagram *d, bool unicode, const char *english,
                   struct text value) {
    struct buffer words = {0};
    zi_words_put_one(&words, d->language, english, value);
    zi_safe_text(out, buffered(&words), unicode ? SAFE_LINE : SAFE_LINE_ENDS | SAFE_ASCII);
    zi_buffer_end(&words, &out->failed);
}

void zi_text_owner(struct buffer *out, const struct diagram *d, bool unicode, unsigned rank) {
    unsigned half = d->board.ranks / 2U;
    bool front = rank + 1 == half || rank == half;
    struct buffer name = {0};
    zi_diagram_side_name(&name, d, rank >= half);
    zi_text_words(out, d, unicode, front ? WORD("%s, front row") : WORD("%s, back row"),
                  buffered(&name));
    zi_buffer_end(&name, &out->failed);
}

static void put_content(struct board_text *b, cell c) {
    unsigned count = b->d->setup.at[c];
    if (b->d->counts) {
        buffer_add(b->out, count < 10 ? " " : "", count);
        return;
    }
    struct text label = count ? NO_TEXT : short_label(b, c);
    buffer_text(b->out, label.len ? label : zi_text_glyph(b->d, c, b->unicode, b->bare, false));
}

static unsigned file_of(const struct board_text *b, const struct pane *p, unsigned i) {
    return b->d->view.flip ? p->file + p->files - 1 - i : p->file + i;
}

/* `line` counts from the top. */
static unsigned rank_of(const struct board_text *b, const struct pane *p, unsigned line) {
    return b->d->view.flip ? p->rank + line : p->rank + p->ranks - 1 - line;
}

/* Where the signs of two cells meet, they merge. */
static void put_rank(struct board_text *b, const struct pane *p, unsigned rank) {
    unsigned before = 0;
    buffer_add(b->out, rank < 9 ? " " : "", rank + 1);
    for (unsigned i = 0; i <= p->files; i++) {
        bool any = i < p->files;
        cell c = any ? cell_at(p->level, file_of(b, p, i), rank) : 0;
        unsigned sign = any ? b->sign[c] : 0;
        char left = signs[before][1], right = signs[sign][0];
        buffer_char(b->out, left == ' ' ? right : right == ' ' ? left : '|');
        before = sign;
        if (any)
            put_content(b, c);
    }
    if (!b->d->counts)
        return;
    buffer_string(b->out, "  ");
    zi_text_owner(b->out, b->d, b->unicode, rank);
}

static bool has_heading(const struct board_text *b) { return b->board->levels > 1; }

/* `level 2`, or empty. */
static struct text heading_of(struct board_text *b, const struct pane *p) {
    char digits[DIGITS_ROOM];
    b->heading.len = 0;
    if (has_heading(b))
        zi_text_words(&b->heading, b->d, b->unicode, WORD("level %s"),
                      digits_of(p->level + 1, digits));
    return buffered(&b->heading);
}

/* Includes the heading and the line of file letters. */
static unsigned pane_height(const struct board_text *b, const struct pane *p) {
    return p->ranks + 1 + has_heading(b);
}

/* Includes the column for a sign after it, and the heading; a gap of three columns precedes the
   next pane. */
static unsigned pane_width(struct board_text *b, const struct pane *p) {
    unsigned width = 2 + p->files * b->stride + 1;
    size_t heading = zi_text_columns(heading_of(b, p));
    return width > heading ? width : (unsigned)heading;
}

/* One line of a pane, counted from its top. */
static void put_pane_line(struct board_text *b, const struct pane *p, unsigned line) {
    if (has_heading(b) && line == 0) {
        buffer_text(b->out, heading_of(b, p));
        return;
    }
    line -= has_heading(b);
    if (line < p->ranks) {
        put_rank(b, p, rank_of(b, p, line));
        return;
    }
    buffer_string(b->out, "  ");
    for (unsigned i = 0; i < p->files; i++) {
        buffer_chars(b->out, ' ', b->stride - 1);
        buffer_char(b->out, (char)('a' + file_of(b, p, i)));
    }
}

static void mark(struct board_text *b, cell c, unsigned sign) {
    b->sign[c] = (uint8_t)(b->sign[c] | sign);
    b->signed_any = true;
}

static void mark_cells(struct board_text *b) {
    const struct diagram *d = b->d;
    const struct shown_move *last = d->move_count ? &d->moves[d->move_count - 1] : NULL;
    if (last && last->path_count)
        mark(b, last->path[0], SIGN_LAST);
    if (last && last->path_count && last->kind != SHOWN_SOW)
        mark(b, last->path[last->path_count - 1], SIGN_LAST);
    for (size_t i = 0; d->marks && i < d->marks->mark_count; i++)
        mark(b, d->marks->mark[i].at, SIGN_MARKED);
}

/* The number of levels up to the last with content or marks. */
static unsigned levels_shown(const struct board_text *b) {
    unsigned levels = zi_grid_levels(b->board, &b->d->setup);
    for (unsigned c = levels << 8; b->signed_any && c < CELLS_MAX; c++)
        if (b->sign[c])
            levels = cell_level((cell)c) + 1;
    return levels;
}

/* Finds the visible part of each level; it may be empty. */
static void cut_panes(struct board_text *b) {
    unsigned levels = levels_shown(b);
    for (unsigned level = 0; level < levels; level++) {
        struct pane p = {.level = level};
        for (unsigned c = level << 8; c < (level + 1) << 8; c++) {
            if (!zi_board_has(b->board, (cell)c) || !zi_diagram_shows(b->d, (cell)c))
                continue;
            unsigned file = cell_file((cell)c), rank = cell_rank((cell)c);
            p.file = p.files ? p.file : file;
            p.rank = p.files ? p.rank : rank;
            p.files = file + 1 - p.file;
            p.ranks = rank + 1 - p.rank;
        }
        if (p.files)
            b->pane[b->panes++] = p;
    }
}

/* Writes panes side by side, aligned at the bottom. */
static void put_panes(struct board_text *b, unsigned from, unsigned to) {
    struct buffer *out = b->out;
    unsigned height = 0;
    for (unsigned i = from; i < to; i++)
        if (pane_height(b, &b->pane[i]) > height)
            height = pane_height(b, &b->pane[i]);
    for (unsigned line = 0; line < height; line++) {
        size_t start = out->len;
        unsigned at = b->indent;
        for (unsigned i = from; i < to && !out->failed; i++) {
            unsigned above = height - pane_height(b, &b->pane[i]);
            size_t used = zi_text_columns((struct text){out->at + start, out->len - start});
            buffer_chars(out, ' ', at > used ? at - used : 0);
            if (line >= above)
                put_pane_line(b, &b->pane[i], line - above);
            at += pane_width(b, &b->pane[i]) + 3;
        }
        struct text whole = {out->at + start, out->len - start};
        out->len = start + zi_text_truncate(whole, TEXT_COLUMNS).len;
        zi_text_end_line(out);
    }
}

void zi_text_cells(struct buffer *out, const struct diagram *d, bool unicode, bool bare,
                   unsigned indent) {
    struct board_text b = {.d = d,
                           .board = &d->board,
                           .out = out,
                           .unicode = unicode,
                           .bare = bare,
                           .indent = indent,
                           .stride = d->counts ? 3 : 2};
    mark_cells(&b);
    cut_panes(&b);
    for (unsigned from = 0, to; from < b.panes; from = to) {
        unsigned width = indent + pane_width(&b, &b.pane[from]);
        for (to = from + 1; to < b.panes; to++) {
            width += 3 + pane_width(&b, &b.pane[to]);
            if (width > TEXT_COLUMNS)
                break;
        }
        put_panes(&b, from, to);
    }
    out->failed |= b.heading.failed;
    zi_buffer_free(&b.heading);
}
