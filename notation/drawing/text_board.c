/* The board of a diagram as text. */
#include "notation/drawing/text_board.h"

#include "notation/base/safe_text.h"
#include "notation/base/unicode.h"
#include "notation/base/value.h"
#include "notation/drawing/characters.h"
#include "notation/drawing/text_canvas.h"
#include "notation/games/grid.h"

/* What is around a cell. */
enum { SIGN_LAST = 1, SIGN_MARKED = 2 };
static const char signs[][2] = {{' ', ' '}, {'[', ']'}, {'(', ')'}, {'{', '}'}};

/* What one cell shows, in ASCII and otherwise. */
enum glyph {
    GLYPH_EMPTY,
    GLYPH_YARD,
    GLYPH_DOT_0,
    GLYPH_DOT_1,
    GLYPH_MEN /* and from here on by ZET_CELL_..., less 1 */
};
static const char *const unicode_glyphs[] = {"\u00B7", ":",      "\u25AA", "\u25AB",
                                             "\u25CF", "\u25CB", "\u25C9", "\u25CE"};

/* The part of one level that is shown. */
struct pane {
    unsigned level;
    unsigned file, rank, files, ranks; /* the lowest, and how many */
    struct buffer heading;             /* `level 2`; or empty */
};

struct board_text {
    const struct diagram *d;
    const struct board *board;
    bool unicode, bare;
    unsigned indent;
    unsigned stride; /* columns from cell to cell: one between them, and a glyph or a count */
    uint8_t sign[CELLS_MAX];
    bool signed_any;
    struct pane pane[LEVELS_MAX];
    unsigned panes;
    char column[TEXT_COLUMNS];       /* of one line: a character of ASCII, nothing, or OTHER */
    struct text other[TEXT_COLUMNS]; /* the character, where `column` is OTHER */
    struct buffer owner;             /* of the row of counts */
};
enum { OTHER = 1 };

static void put(struct board_text *b, unsigned column, struct text character) {
    if (column >= TEXT_COLUMNS)
        return;
    b->column[column] = OTHER;
    b->other[column] = character;
}

static void put_words(struct board_text *b, unsigned column, struct text words) {
    for (; words.len; column++) {
        struct text character = zet_grapheme_next(&words);
        if (!is_blank(*character.at))
            put(b, column, character);
    }
}

/* What is blank stays so, that no line ends with a blank. */
static void append_char(struct board_text *b, unsigned column, char c) {
    if (column < TEXT_COLUMNS && c != ' ')
        b->column[column] = c;
}

/* The last digit is in `column`. */
static void append_number(struct board_text *b, unsigned column, unsigned n) {
    do
        append_char(b, column--, (char)('0' + n % 10));
    while (n /= 10);
}

/* Where two signs meet, they are one. */
static void append_sign(struct board_text *b, unsigned column, char sign) {
    if (sign != ' ')
        append_char(b, column, column < TEXT_COLUMNS && b->column[column] ? '|' : sign);
}

static void end_line(struct board_text *b, struct buffer *out) {
    unsigned used = TEXT_COLUMNS, done = 0;
    while (used && !b->column[used - 1])
        used--;
    for (unsigned i = 0; i < used; i++) {
        if (!b->column[i])
            b->column[i] = ' ';
        if (b->column[i] != OTHER)
            continue;
        buffer_add(out, ((struct text){b->column + done, i - done}), b->other[i]);
        done = i + 1;
    }
    buffer_text(out, (struct text){b->column + done, used - done});
    buffer_char(out, '\n');
    memset(b->column, 0, sizeof b->column);
}

/* The author's label of a cell, where it takes one column; else nothing. */
static struct text short_label(const struct board_text *b, cell c) {
    const struct marks *marks = b->d->marks;
    for (size_t i = 0; marks && i < marks->label_count; i++) {
        struct text t = text_of(marks->label[i].text);
        if (marks->label[i].at != c || !t.len)
            continue;
        struct text character = zet_drawing_character(&t);
        if (t.len || zet_text_columns(character) != 1 || is_blank(*character.at))
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

struct text zet_text_glyph(const struct diagram *d, cell c, bool unicode, bool bare, bool large) {
    unsigned glyph = glyph_of(d, c, bare);
    if (large && glyph >= GLYPH_MEN && glyph < GLYPH_MEN + 2)
        glyph += 2;
    if (unicode)
        return text_of(unicode_glyphs[glyph]);
    if (glyph < GLYPH_MEN)
        return zet_canvas_ascii(".:*o"[glyph]);
    unsigned man = glyph - GLYPH_MEN;
    char letter = d->letters[man % 2];
    return zet_canvas_ascii((char)(man < 2 ? letter : letter - 'a' + 'A'));
}

void zet_text_words(struct buffer *out, const struct diagram *d, bool unicode, const char *english,
                    struct text value) {
    struct buffer words = {0};
    zet_words_put_one(&words, d->language, english, value);
    zet_safe_text(out, buffered(&words), unicode ? SAFE_LINE : SAFE_LINE_ENDS | SAFE_ASCII);
    out->failed |= words.failed;
    zet_buffer_free(&words);
}

void zet_text_owner(struct buffer *out, const struct diagram *d, bool unicode, unsigned rank) {
    unsigned half = d->board.ranks / 2U;
    bool front = rank + 1 == half || rank == half;
    struct buffer name = {0};
    zet_diagram_side_name(&name, d, rank >= half);
    zet_text_words(out, d, unicode, front ? WORD("%s, front row") : WORD("%s, back row"),
                   buffered(&name));
    out->failed |= name.failed;
    zet_buffer_free(&name);
}

static void append_glyph(struct board_text *b, unsigned column, cell c) {
    struct text label = b->d->setup.at[c] ? NO_TEXT : short_label(b, c);
    put(b, column, label.len ? label : zet_text_glyph(b->d, c, b->unicode, b->bare, false));
}

static unsigned file_of(const struct board_text *b, const struct pane *p, unsigned i) {
    return b->d->view.flip ? p->file + p->files - 1 - i : p->file + i;
}

/* `line` counts from the top. */
static unsigned rank_of(const struct board_text *b, const struct pane *p, unsigned line) {
    return b->d->view.flip ? p->rank + line : p->rank + p->ranks - 1 - line;
}

static void append_rank(struct board_text *b, const struct pane *p, unsigned at, unsigned rank) {
    bool counts = b->d->counts;
    append_number(b, at + 1, rank + 1);
    for (unsigned i = 0; i < p->files; i++) {
        cell c = cell_at(p->level, file_of(b, p, i), rank);
        unsigned before = at + 2 + i * b->stride, behind = before + b->stride;
        if (counts)
            append_number(b, behind - 1, b->d->setup.at[c]);
        else
            append_glyph(b, behind - 1, c);
        append_sign(b, before, signs[b->sign[c]][0]);
        append_sign(b, behind, signs[b->sign[c]][1]);
    }
    if (!counts)
        return;
    b->owner.len = 0;
    zet_text_owner(&b->owner, b->d, b->unicode, rank);
    put_words(b, at + 5 + p->files * b->stride, buffered(&b->owner));
}

static bool has_heading(const struct board_text *b) { return b->board->levels > 1; }

/* With its heading and the letters of the files. */
static unsigned pane_height(const struct board_text *b, const struct pane *p) {
    return p->ranks + 1 + has_heading(b);
}

/* With room for a sign after it, and for a heading; a gap of three columns separates it from the
   next. */
static unsigned pane_width(const struct board_text *b, const struct pane *p) {
    unsigned width = 2 + p->files * b->stride + 1;
    size_t heading = zet_text_columns(buffered(&p->heading));
    return width > heading ? width : (unsigned)heading;
}

/* One line of a pane, counted from its top. */
static void append_pane_line(struct board_text *b, const struct pane *p, unsigned at,
                             unsigned line) {
    if (has_heading(b) && line == 0) {
        put_words(b, at, buffered(&p->heading));
        return;
    }
    line -= has_heading(b);
    if (line < p->ranks) {
        append_rank(b, p, at, rank_of(b, p, line));
        return;
    }
    for (unsigned i = 0; i < p->files; i++)
        append_char(b, at + 1 + (i + 1) * b->stride, (char)('a' + file_of(b, p, i)));
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

/* Those that hold something, or have something marked on them. */
static unsigned levels_shown(const struct board_text *b) {
    unsigned levels = zet_grid_levels(b->board, &b->d->setup);
    for (unsigned c = levels << 8; b->signed_any && c < CELLS_MAX; c++)
        if (b->sign[c])
            levels = cell_level((cell)c) + 1;
    return levels;
}

/* The shown part of each level; of some there may be nothing. */
static void cut_panes(struct board_text *b) {
    unsigned levels = levels_shown(b);
    for (unsigned level = 0; level < levels; level++) {
        struct pane p = {.level = level};
        for (unsigned rank = 0; rank + level < b->board->ranks; rank++)
            for (unsigned file = 0; file + level < b->board->files; file++) {
                if (!zet_diagram_shows(b->d, cell_at(level, file, rank)))
                    continue;
                if (!p.files) {
                    p.file = file;
                    p.rank = rank;
                }
                p.files = file + 1 - p.file;
                p.ranks = rank + 1 - p.rank;
            }
        if (!p.files)
            continue;
        char room[8];
        struct writer number = {room, sizeof room, 0};
        write_number(&number, level + 1);
        if (has_heading(b))
            zet_text_words(&p.heading, b->d, b->unicode, WORD("level %s"), written(&number));
        b->pane[b->panes++] = p;
    }
}

/* Panes side by side, aligned at the bottom. */
static void write_panes(struct board_text *b, struct buffer *out, unsigned from, unsigned to) {
    unsigned height = 0;
    for (unsigned i = from; i < to; i++)
        if (pane_height(b, &b->pane[i]) > height)
            height = pane_height(b, &b->pane[i]);
    for (unsigned line = 0; line < height; line++) {
        unsigned at = b->indent;
        for (unsigned i = from; i < to; i++) {
            unsigned above = height - pane_height(b, &b->pane[i]);
            if (line >= above)
                append_pane_line(b, &b->pane[i], at, line - above);
            at += pane_width(b, &b->pane[i]) + 3;
        }
        end_line(b, out);
    }
}

void zet_text_cells(struct buffer *out, const struct diagram *d, bool unicode, bool bare,
                    unsigned indent) {
    struct board_text b = {.d = d,
                           .board = &d->board,
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
        write_panes(&b, out, from, to);
    }
    for (unsigned i = 0; i < b.panes; i++) {
        out->failed |= b.pane[i].heading.failed;
        zet_buffer_free(&b.pane[i].heading);
    }
    out->failed |= b.owner.failed;
    zet_buffer_free(&b.owner);
}
