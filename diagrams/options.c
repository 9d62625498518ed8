#include "diagrams/options.h"

#include <stdlib.h>

#include "diagrams/diagram_file.h"
#include "notation/base/option.h"
#include "notation/base/safe_text.h"
#include "notation/base/unicode.h"
#include "notation/games/cell.h"
#include "notation/games/marks.h"
#include "validators/replay/replay.h"

/* Values. */

/* A whole number from 1 to `most`, or 0. */
static uint32_t number_in(struct text t, uint32_t most) {
    uint64_t n;
    return zi_option_number(t, 1, most, &n, NULL) ? (uint32_t)n : 0;
}

/* Keeps a text, which must be UTF-8. */
static bool set_text(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct zet_diagram_options *o = values;
    bool ascii, failed = false;
    struct text t = text_of(value);
    if (zi_utf8_check(t, &ascii) < t.len)
        return zi_refuse(error, "this is not UTF-8");
    *(struct text *)((char *)values + row->offset) = zi_arena_copy(&o->arena, t, &failed);
    return !failed || zi_no_memory(error);
}

/* Refuses a comma-separated list whose last part is missing. */
static bool check_list(struct text t, zet_error *error) {
    return (t.len && t.at[t.len - 1] != ',') || zi_refuse(error, "something is missing at the end");
}

static bool set_list(const zet_option *row, void *values, const char *value, zet_error *error) {
    return check_list(text_of(value), error) && set_text(row, values, value, error);
}

/* Positions. */

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static bool set_plies(struct zet_diagram_options *o, const char *value, zet_error *error) {
    struct text rest = text_of(value);
    o->at = AT_PLIES;
    o->ply_count = 0;
    if (!check_list(rest, error))
        return false;
    while (rest.len) {
        struct text part = text_next_part(&rest, ',');
        if (!text_is_number(part))
            return zi_refuse(error, "must be start, final, every:K, or plies such as 0,10,20");
        if (o->ply_count == PLIES_ASKED_MAX)
            return zi_refuse(error, "at most 4096 plies");
        o->plies[o->ply_count++] = text_number(part, UINT32_MAX);
    }
    qsort(o->plies, o->ply_count, sizeof *o->plies, by_number);
    size_t kept = 1;
    for (size_t i = 1; i < o->ply_count; i++)
        if (o->plies[i] != o->plies[kept - 1])
            o->plies[kept++] = o->plies[i];
    o->ply_count = kept;
    return true;
}

static bool set_at(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct zet_diagram_options *o = values;
    (void)row;
    if (!strcmp(value, "final")) {
        o->at = AT_FINAL;
    } else if (!strcmp(value, "start")) {
        o->at = AT_START;
    } else if (!strncmp(value, "every:", 6)) {
        o->at = AT_EVERY;
        o->plies[0] = number_in(text_of(value + 6), PLIES_MAX);
        return o->plies[0] || zi_refuse(error, "the step must be a whole number, at least 1");
    } else {
        return set_plies(o, value, error);
    }
    return true;
}

/* Each range is a figure, so the order matters. */
static bool set_moves(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct zet_diagram_options *o = values;
    (void)row;
    struct text rest = text_of(value), from = text_next_part(&rest, '-');
    struct ply_range range = {number_in(from, PLIES_MAX), number_in(rest, PLIES_MAX)};
    if (!range.from || !range.to || range.to < range.from)
        return zi_refuse(error, "must be two plies, such as 5-8");
    if (o->range_count == RANGES_MAX)
        return zi_refuse(error, "at most 256 of them");
    if (o->range_count && range.from <= o->ranges[o->range_count - 1].to)
        return zi_refuse(error, "these moves begin before the end of the moves given before");
    o->ranges[o->range_count++] = range;
    return true;
}

/* Appearance. */

static bool set_format(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct zet_diagram_options *o = values;
    o->format = zi_drawing_format_find(value);
    return o->format || zi_option_refuse_word(row, error);
}

static const char *const views[] = {"board", "levels", "pile", NULL};

/* A font name, which must be safe inside quotes in every format. */
static bool set_font(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct zet_diagram_options *o = values;
    (void)row;
    struct text t = text_of(value);
    for (size_t i = 0; i < t.len; i++)
        if (!is_digit(t.at[i]) && !is_letter(t.at[i]) && t.at[i] != ' ' && t.at[i] != '-')
            return zi_refuse(error, "a font's name has letters, digits, blanks and hyphens");
    if (!t.len || t.len > FONT_BYTES_MAX)
        return zi_refuse(error, "a font's name has 1 to 60 letters");
    memcpy(o->drawing.font, t.at, t.len);
    o->drawing.font[t.len] = '\0';
    return true;
}

/* `RRGGBB` */
static bool read_color(struct text t, uint32_t *color) {
    *color = 0;
    for (size_t i = 0; i < t.len; i++) {
        unsigned digit = hex_digit(t.at[i]);
        if (digit > 15)
            return false;
        *color = *color * 16 + digit;
    }
    return t.len == 6;
}

static bool set_color(struct drawing_options *d, struct text part, zet_error *error) {
    struct text rest = part, name = text_next_part(&rest, '=');
    struct recolored *to = &d->recolored[d->recolored_count];
    unsigned role = 0;
    while (role < ROLES && !text_is(name, zi_role_names[role]))
        role++;
    if (role == ROLES)
        return zi_refuse(error, "there is no such part; docs/reference/diagrams.md lists the "
                                "parts, such as man-1 and cell-dark");
    if (!read_color(rest, &to->color))
        return zi_refuse(error, "a color is six hexadecimal digits, such as edge=5B4222");
    to->role = (enum role)role;
    return ++d->recolored_count < RECOLORED_MAX || zi_refuse(error, "too many colors");
}

static bool set_colors(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct zet_diagram_options *o = values;
    (void)row;
    struct text rest = text_of(value);
    o->drawing.recolored_count = 0;
    if (!check_list(rest, error))
        return false;
    while (rest.len)
        if (!set_color(&o->drawing, text_next_part(&rest, ','), error))
            return false;
    return true;
}

/* The address of the folder as an attribute value: special characters are written as `%XX`. */
static bool set_assets(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct zet_diagram_options *o = values;
    struct buffer b = {0};
    bool kept, failed = false;
    if (!*value || *value == '/' || strpbrk(value, ":\\"))
        return zi_refuse(error, "must be a folder beside the page, such as assets");
    zi_percent_encode(&b, text_of(value), "-_.~/");
    buffer_string(&b, value[strlen(value) - 1] == '/' ? "" : "/");
    o->drawing.assets = zi_arena_copy(&o->arena, buffered(&b), &failed);
    kept = !failed && !b.failed;
    zi_buffer_free(&b);
    if (!kept)
        zi_error_out_of_memory(error);
    return kept && set_text(row, values, value, error);
}

static bool set_fragment(const zet_option *row, void *values, const char *value, zet_error *error) {
    size_t length =
        strspn(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
    if (!*value || value[length] || length > 64 ||
        !strchr("abcdefghijklmnopqrstuvwxyz", *value | 0x20))
        return zi_refuse(error,
                         "must be a name of at most 64 letters, digits, - and _, which begins "
                         "with a letter");
    return set_text(row, values, value, error);
}

static bool set_lang(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct zet_diagram_options *o = values;
    return zi_language_read(text_of(value), &o->drawing.language) ||
           zi_option_refuse_word(row, error);
}

static const char *format_word(size_t index) {
    return index < DRAWING_FORMATS ? zi_drawing_formats[index]->name : NULL;
}

static const char *language_word(size_t index) {
    return index < LANGUAGES ? zi_language_tags[index] : NULL;
}

#define IN(member) offsetof(struct zet_diagram_options, member)

const zet_option zi_diagram_option_rows[] = {
    {"at", "WHERE",
     "the positions to draw: final (the default), start, PLY, PLY,PLY,... (0 is the start), or "
     "every:K (the start and every K-th ply); of a page: the position that it opens with (default: "
     "start)",
     "--at 10 examples/hogga.yaml", ZET_OPTION_OWN, .read = set_at},
    {"moves", "FROM-TO",
     "the position after ply TO, or the one of --at, with the moves from ply FROM on numbered "
     "(HusBao: a board for each move); each further --moves adds a figure",
     "--moves 5-8 examples/hogga.yaml", ZET_OPTION_OWN, .read = set_moves},
    {"illegal", NULL,
     "draw only the first illegal move of each record, with the game, the move and the reason "
     "below "
     "it, for the arbiter's file",
     "--illegal examples/open/round-1.yaml", ZET_OPTION_FLAG, .offset = IN(illegal)},
    {"split", "N", "with --moves: at most N moves in a figure, and as many figures as needed",
     "--moves 1-8 --split 4 examples/hogga.yaml", ZET_OPTION_NUMBER, .offset = IN(split),
     .least = 1, .most = MOVES_SHOWN_MAX},
    {"number-from", "N", "with --moves: the number of the first move (default: its ply)",
     "--moves 5-8 --number-from 1 examples/hogga.yaml", ZET_OPTION_NUMBER,
     .offset = IN(number_from), .least = 1, .most = 999999},
    {"before", NULL, "draw the position before the last move next to it",
     "--before --format svg examples/hogga.yaml", ZET_OPTION_FLAG, .offset = IN(before)},
    {"format", "FORMAT", "the format; see the list below",
     "--format svg -o build/%d.svg --force examples/hogga.yaml", ZET_OPTION_OWN,
     .word = format_word, .read = set_format},
    {"theme", "THEME",
     "the colors: print (the default), screen (the default of a page), grey or dark",
     "--theme dark -o build/%d.svg --force examples/hogga.yaml", ZET_OPTION_WORD,
     .offset = IN(drawing.theme), .words = zi_themes},
    {"width", "N", "the width of the figure, in the unit of the format",
     "--format svg --width 400 examples/hogga.yaml", ZET_OPTION_DECIMAL,
     .offset = IN(drawing.width), .most = 100000},
    {"cell", "MM", "the width of a cell in mm, instead of --width",
     "--format svg --cell 6 examples/hogga.yaml", ZET_OPTION_DECIMAL, .offset = IN(drawing.cell),
     .most = 1000},
    {"lang", "LANG", "the language of all words: en (the default), nl, nb, pl, de or fr",
     "--lang de examples/hogga.yaml", ZET_OPTION_OWN, .word = language_word, .read = set_lang},
    {"no-coordinates", NULL, "draw no coordinates",
     "--format svg --no-coordinates examples/hogga.yaml", ZET_OPTION_FLAG,
     .offset = IN(view.no_coordinates)},
    {"no-names", NULL, "draw neither sides nor names",
     "--format svg --no-names examples/hogga.yaml", ZET_OPTION_FLAG, .offset = IN(view.no_names)},
    {"no-turn", NULL, "draw no line with the player to move or the winner",
     "--format svg --no-turn examples/hogga.yaml", ZET_OPTION_FLAG, .offset = IN(view.no_turn)},
    {"flip", NULL, "turn the board by 180 degrees", "--flip examples/hogga.yaml", ZET_OPTION_FLAG,
     .offset = IN(view.flip)},
    {"compact", NULL, "ascii, unicode: one glyph for each cell, without lines between cells",
     "--format ascii --compact examples/hogga.yaml", ZET_OPTION_FLAG, .offset = IN(view.compact)},
    {"crop", "A1-F6", "draw only this part of the board", "--crop a1-e5 examples/hogga.yaml",
     ZET_OPTION_OWN, .offset = IN(crop), .read = set_text},
    {"view", "VIEW",
     "levels: add a small grid of each level; pile: draw the stones as a camera sees them; board "
     "(the default): the board alone",
     "--view levels examples/akron.yaml", ZET_OPTION_WORD, .offset = IN(beside), .words = views},
    {"mark", "C3,D4,...", "draw frames around cells", "--mark c3,d4 examples/hogga.yaml",
     ZET_OPTION_OWN, .offset = IN(marks[0]), .read = set_list},
    {"cross", "C3,D4,...", "draw crosses on cells, or in their stones",
     "--cross c3,d4 examples/hogga.yaml", ZET_OPTION_OWN, .offset = IN(marks[1]), .read = set_list},
    {"square", "C3,D4,...", "draw squares on cells", "--square c3,d4 examples/hogga.yaml",
     ZET_OPTION_OWN, .offset = IN(marks[2]), .read = set_list},
    {"triangle", "C3,D4,...", "draw triangles on cells", "--triangle c3,d4 examples/hogga.yaml",
     ZET_OPTION_OWN, .offset = IN(marks[3]), .read = set_list},
    {"fill", "C3,D4,...", "draw cells with a darker background", "--fill c3,d4 examples/hogga.yaml",
     ZET_OPTION_OWN, .offset = IN(marks[4]), .read = set_list},
    {"arrow", "C3-E5,...", "draw arrows from cell to cell", "--arrow c3-e5 examples/hogga.yaml",
     ZET_OPTION_OWN, .offset = IN(marks[5]), .read = set_list},
    {"label", "E5=A,...", "write letters on cells", "--label e5=A examples/hogga.yaml",
     ZET_OPTION_OWN, .offset = IN(marks[6]), .read = set_list},
    {"transparent", NULL, "svg, png: leave the background transparent",
     "--format svg --transparent examples/hogga.yaml", ZET_OPTION_FLAG,
     .offset = IN(drawing.transparent)},
    {"font", "NAME", "svg, pdf, png: the font of all text",
     "--font \"DejaVu Serif\" -o build/%d.svg --force examples/hogga.yaml", ZET_OPTION_OWN, 0,
     .read = set_font},
    {"colors", "PART=RRGGBB,...",
     "replace the colors of parts, such as cell-dark=DDBB88,edge=000000",
     "--colors edge=5B4222 -o build/%d.svg --force examples/hogga.yaml", ZET_OPTION_OWN, 0,
     .read = set_colors},
    {"caption", "TEXT",
     "the text below the figure; %d is replaced by the ply and %m by the last move",
     "--caption \"After ply %d: %m\" examples/hogga.yaml", ZET_OPTION_OWN, .offset = IN(caption),
     .read = set_text},
    {"figure", "N", "the number of the first figure; each further figure has the next number",
     "--figure 3 examples/hogga.yaml", ZET_OPTION_NUMBER, .offset = IN(figure), .least = 1,
     .most = 999999999},
    {"assets", "DIR", "html: write style and script to files in DIR, which is next to the page",
     "--format html --assets assets -o build/hogga.html --force examples/hogga.yaml",
     ZET_OPTION_OWN, .offset = IN(assets), .read = set_assets},
    {"fragment", "NAME",
     "html: write only the part to put into another page; its ids begin with NAME",
     "--format html --fragment game1 examples/hogga.yaml", ZET_OPTION_OWN,
     .offset = IN(drawing.fragment), .read = set_fragment},
    {"per-page", "N", "pdf: the number of figures on each page",
     "--format pdf --output /dev/null --per-page 4 examples/hogga.yaml", ZET_OPTION_NUMBER,
     .offset = IN(drawing.per_page), .least = 1, .most = PER_PAGE_MAX},
    {0}};
#undef IN

/* Defaults. */

const struct drawing_format *zi_diagram_drawing_format(const struct zet_diagram_options *o) {
    return o->format ? o->format : zi_drawing_format_find("unicode");
}

struct drawing_options zi_diagram_options_drawing(const struct zet_diagram_options *o) {
    struct drawing_options drawing = o->drawing;
    if (drawing.theme == THEMES)
        drawing.theme = zi_diagram_drawing_format(o)->add_record ? THEME_SCREEN : THEME_PRINT;
    if (!drawing.per_page)
        drawing.per_page = 1;
    return drawing;
}

enum at zi_diagram_options_at(const struct zet_diagram_options *o) {
    if (o->range_count)
        return AT_MOVES;
    if (o->at != AT_DEFAULT)
        return o->at;
    return zi_diagram_drawing_format(o)->add_record ? AT_START : AT_FINAL;
}

/* Options for a board. */

/* Refuses the value of an option because of a part of it. */
static bool refuse(const char *option, const struct mark_fault *fault, const char *game,
                   zet_error *error) {
    struct buffer b = {0};
    buffer_text(&b, fault->value);
    buffer_char(&b, '\0');
    if (b.failed)
        zi_error_out_of_memory(error);
    else
        zi_error_set(error, ZET_REFUSED, option, fault->value.at ? " " : "", b.at, ": ",
                     fault->cell ? "the board of " : fault->why, fault->cell ? game : "",
                     fault->cell ? " has no such cell" : "");
    zi_buffer_free(&b);
    return false;
}

static bool read_crop(struct text value, const struct board *board, struct view *view,
                      struct mark_fault *fault) {
    cell a, b;
    if (!zi_marks_read_pair(value, board, &a, &b, fault))
        return false;
    if (cell_level(a) || cell_level(b)) {
        *fault = (struct mark_fault){value, "its corners must be cells of level 1", false};
        return false;
    }
    unsigned west = cell_file(a), east = cell_file(b), south = cell_rank(a), north = cell_rank(b);
    view->low = cell_at(0, west < east ? west : east, south < north ? south : north);
    view->high = cell_at(0, west < east ? east : west, south < north ? north : south);
    view->cropped = true;
    return true;
}

bool zi_diagram_options_marks(const struct zet_diagram_options *o, const struct board *board,
                              const char *game, struct marks *marks, struct view *view,
                              zet_error *error) {
    static const char *const kinds[MARK_LISTS] = {"mark", "cross", "square", "triangle",
                                                  "fill", "arrow", "label"};
    struct mark_fault fault;
    *view = o->view;
    view->levels = o->beside == VIEW_LEVELS;
    view->pile = o->beside == VIEW_PILE;
    marks->mark_count = marks->arrow_count = marks->label_count = 0;
    for (size_t i = 0; i < MARK_LISTS; i++)
        if (o->marks[i].len && !zi_marks_read(marks, text_of(kinds[i]), o->marks[i], board, &fault))
            return refuse(kinds[i], &fault, game, error);
    return !o->crop.len || read_crop(o->crop, board, view, &fault) ||
           refuse("crop", &fault, game, error);
}

/* The interface. */

zet_diagram_options *zet_diagram_options_new(zet_error *error) {
    zet_diagram_options *o = zi_zeroed(sizeof *o, error);
    if (o)
        o->drawing.theme = THEMES;
    return o;
}

void zet_diagram_options_free(zet_diagram_options *o) {
    if (o)
        zi_arena_free(&o->arena);
    free(o);
}

zet_status zet_diagram_options_set(zet_diagram_options *o, const char *option, const char *value,
                                   zet_error *error) {
    const zet_diagram_options before = *o;
    const zet_option *row = zi_option_find(zi_diagram_option_rows, option);
    if (!row)
        return zi_error_set(error, ZET_REFUSED, "diagrams have no option ", option);
    zet_status status = zi_option_set(row, o, value, error);
    if (status != ZET_OK) {
        const struct arena arena = o->arena;
        *o = before;
        o->arena = arena;
    }
    return status;
}

const char *zi_diagram_options_format(const zet_diagram_options *o) {
    return o->format ? o->format->name : NULL;
}

bool zi_diagram_options_illegal(const zet_diagram_options *o) { return o->illegal; }

zet_text zi_diagram_options_assets(const zet_diagram_options *o) {
    return (zet_text){o->assets.at, o->assets.len};
}

static bool has_marks(const zet_diagram_options *o) {
    bool any = false;
    for (size_t i = 0; i < MARK_LISTS; i++)
        any |= o->marks[i].len > 0;
    return any;
}

static bool has_too_many_moves(const zet_diagram_options *o) {
    for (size_t i = 0; i < o->range_count && !o->split; i++)
        if (o->ranges[i].to - o->ranges[i].from >= MOVES_SHOWN_MAX)
            return true;
    return false;
}

static const char *fault_of(const zet_diagram_options *o, bool record) {
    const struct drawing_format *format = zi_diagram_drawing_format(o);
    bool page = format->add_record != NULL;
    if (!record && (o->at != AT_DEFAULT || o->range_count || o->before || o->illegal))
        return "`at`, `moves`, `illegal` and `before` are for records, not for a single position";
    if (o->illegal && (page || o->at != AT_DEFAULT || o->range_count || o->before))
        return "`illegal` draws one position: no `at`, `moves` or `before`, and no page";
    if (!record && page)
        return "format html is only for records";
    if (page && (o->range_count || o->at == AT_EVERY || o->ply_count > 1 || has_marks(o) ||
                 o->crop.len || o->beside || o->before))
        return "a page shows every position whole: no `moves`, `mark`, `arrow`, `label`, `crop` or "
               "`view`, and `at` names one position";
    if ((o->drawing.assets.len || o->drawing.fragment.len) && !page)
        return "`assets` and `fragment` are for html";
    if (o->drawing.assets.len && o->drawing.fragment.len)
        return "a fragment has neither style nor script: its page links the files of `assets`";
    if (o->range_count && (o->at == AT_EVERY || (o->at == AT_PLIES && o->ply_count > 1)))
        return "with `moves`, `at` names one position";
    if (o->range_count > 1 && o->at != AT_DEFAULT)
        return "`at` can be used with only one `moves`";
    if (o->split && o->at != AT_DEFAULT)
        return "`at` cannot be used with `split`";
    if ((o->split || o->number_from) && !o->range_count)
        return "`split` and `number-from` require `moves`";
    if (has_too_many_moves(o))
        return "more than 1000 moves in a figure; `split` makes more figures of them";
    if (o->drawing.per_page && !format->pages)
        return "`per-page` is only for pdf";
    if ((o->drawing.cell > 0 || o->view.no_coordinates || o->view.no_names || o->view.no_turn ||
         o->drawing.transparent || *o->drawing.font || o->drawing.recolored_count) &&
        !format->draw)
        return "`cell`, `no-coordinates`, `no-names`, `no-turn`, `transparent`, `font` and "
               "`colors` "
               "are for drawings: svg, pdf, png and tex";
    if (*o->drawing.font && !strcmp(format->name, "tex"))
        return "`font` is not for tex: the document says what its fonts are";
    if (o->drawing.cell > 0 && o->drawing.width > 0)
        return "`cell` and `width` cannot be used together";
    if (format->unit && o->view.compact)
        return "`compact` is for text: ascii and unicode";
    if (!format->unit && (o->drawing.width > 0 || o->drawing.theme != THEMES))
        return "a diagram in text has neither width nor theme";
    return NULL;
}

zet_status zet_diagram_options_check(const zet_diagram_options *o, bool record, zet_error *error) {
    const char *why = fault_of(o, record);
    return why ? zi_error_set(error, ZET_REFUSED, why) : ZET_OK;
}

const char *zi_diagram_format_of(const char *file) {
    const char *dot = strrchr(file, '.');
    for (size_t i = 0; dot && i < DRAWING_FORMATS; i++) {
        const struct drawing_format *f = zi_drawing_formats[i];
        if (text_in_any_case(text_of(dot + 1), (const char *const[]){f->name, f->other, NULL}))
            return f->name;
    }
    return NULL;
}

bool zet_diagram_format_is(const char *format, zet_format_trait trait) {
    const struct drawing_format *f = zi_drawing_format_find(format);
    if (!f)
        return false;
    switch (trait) {
    case ZET_FORMAT_SEVERAL: return f->several || f->pages;
    case ZET_FORMAT_STREAMS: return f->several && !f->end;
    case ZET_FORMAT_CONVERTED: return f->converted;
    }
    return false;
}
