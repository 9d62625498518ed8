#include "validators/diagrams/options.h"

#include <stdlib.h>

#include "notation/base/unicode.h"
#include "notation/games/cell.h"
#include "validators/replay/replay.h"

/* Values. */

static bool set_flag(const char *value, bool *to, zet_error *error) {
    *to = !strcmp(value, "true");
    return *to || !strcmp(value, "false") || zet_refuse(error, "it is true or false");
}

/* A whole number from 1 to `most`, or 0. */
static uint32_t number_in(struct text t, uint32_t most) {
    uint32_t n = text_is_number(t) ? text_number(t, most + 1) : 0;
    return n <= most ? n : 0;
}

static bool set_number(const char *value, uint32_t most, uint32_t *to, zet_error *error) {
    char room[24];
    struct writer w = {room, sizeof room - 1, 0};
    *to = number_in(text_of(value), most);
    if (*to)
        return true;
    write_number(&w, most);
    room[written(&w).len] = '\0';
    return zet_refuse(error, "must be a whole number from 1 to ", room);
}

/* Keeps a text, which must be UTF-8. */
static bool set_text(struct zet_diagram_options *o, const char *value, struct text *to,
                     zet_error *error) {
    bool ascii, failed = false;
    struct text t = text_of(value);
    if (zet_utf8_check(t, &ascii) < t.len)
        return zet_refuse(error, "this is not UTF-8");
    *to = zet_arena_copy(&o->arena, t, &failed);
    if (failed)
        zet_error_out_of_memory(error);
    return !failed;
}

/* Keeps a list of things with commas between them. */
static bool set_list(struct zet_diagram_options *o, const char *value, struct text *to,
                     zet_error *error) {
    size_t length = strlen(value);
    if (!length || value[length - 1] == ',')
        return zet_refuse(error, "something is missing at the end");
    return set_text(o, value, to, error);
}

/* Removes the text up to the next `separator` from *rest, and returns it. */
static struct text next_part(struct text *rest, char separator) {
    const char *end = memchr(rest->at, separator, rest->len);
    size_t length = end ? (size_t)(end - rest->at) : rest->len;
    struct text part = {rest->at, length};
    size_t cut = length + (end != NULL);
    *rest = (struct text){rest->at + cut, rest->len - cut};
    return part;
}

/* Which positions. */

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static bool set_plies(struct zet_diagram_options *o, const char *value, zet_error *error) {
    struct text rest = text_of(value);
    o->at = AT_PLIES;
    o->ply_count = 0;
    if (!rest.len || rest.at[rest.len - 1] == ',')
        return zet_refuse(error, "something is missing at the end");
    do {
        struct text part = next_part(&rest, ',');
        if (!text_is_number(part))
            return zet_refuse(error, "must be start, final, every:K, or plies such as 0,10,20");
        if (o->ply_count == PLIES_ASKED_MAX)
            return zet_refuse(error, "at most 4096 plies");
        o->plies[o->ply_count++] = text_number(part, UINT32_MAX);
    } while (rest.len);
    qsort(o->plies, o->ply_count, sizeof *o->plies, by_number);
    size_t kept = 1;
    for (size_t i = 1; i < o->ply_count; i++)
        if (o->plies[i] != o->plies[kept - 1])
            o->plies[kept++] = o->plies[i];
    o->ply_count = kept;
    return true;
}

static bool set_at(struct zet_diagram_options *o, const char *value, zet_error *error) {
    if (!strcmp(value, "final")) {
        o->at = AT_FINAL;
    } else if (!strcmp(value, "start")) {
        o->at = AT_START;
    } else if (!strncmp(value, "every:", 6)) {
        o->at = AT_EVERY;
        o->plies[0] = number_in(text_of(value + 6), PLIES_MAX);
        return o->plies[0] || zet_refuse(error, "the step is a whole number from 1 on");
    } else {
        return set_plies(o, value, error);
    }
    return true;
}

/* Each one is a figure, so that the order is theirs. */
static bool set_moves(struct zet_diagram_options *o, const char *value, zet_error *error) {
    struct text rest = text_of(value), from = next_part(&rest, '-');
    struct ply_range range = {number_in(from, PLIES_MAX), number_in(rest, PLIES_MAX)};
    if (!range.from || !range.to || range.to < range.from)
        return zet_refuse(error, "must be two plies, such as 5-8");
    if (o->range_count == RANGES_MAX)
        return zet_refuse(error, "at most 256 of them");
    if (o->range_count && range.from <= o->ranges[o->range_count - 1].to)
        return zet_refuse(error, "these moves begin before the end of the moves given before");
    o->ranges[o->range_count++] = range;
    return true;
}

static bool set_split(struct zet_diagram_options *o, const char *value, zet_error *error) {
    return set_number(value, MOVES_SHOWN_MAX, &o->split, error);
}

static bool set_number_from(struct zet_diagram_options *o, const char *value, zet_error *error) {
    return set_number(value, 999999, &o->number_from, error);
}

/* How they look. */

static bool set_format(struct zet_diagram_options *o, const char *value, zet_error *error) {
    o->format = zet_drawing_format_find(value);
    return o->format || zet_refuse(error, "there is no such format");
}

static bool set_theme(struct zet_diagram_options *o, const char *value, zet_error *error) {
    for (unsigned i = 0; i < THEMES; i++)
        if (!strcmp(zet_themes[i], value)) {
            o->drawing.theme = (enum theme)i;
            return o->theme_said = true;
        }
    return zet_refuse(error, "the themes are print, screen, grey and dark");
}

/* A number that may have a point; no sign, no exponent, whatever the locale. */
static bool read_decimal(const char *value, double *to) {
    double unit = 1;
    bool digits = false, point = false;
    for (*to = 0; *value; value++) {
        if (*value == '.' && !point) {
            point = true;
            continue;
        }
        if (!is_digit(*value) || *to > 1e9)
            return false;
        digits = true;
        unit = point ? unit / 10 : unit;
        *to = point ? *to + (*value - '0') * unit : *to * 10 + (*value - '0');
    }
    return digits;
}

static bool set_width(struct zet_diagram_options *o, const char *value, zet_error *error) {
    const double most = 100000;
    double *width = &o->drawing.width;
    bool read = read_decimal(value, width);
    return (read && *width > 0 && *width <= most) ||
           zet_refuse(error, "must be a number above 0, at most 100000");
}

static bool set_cell(struct zet_diagram_options *o, const char *value, zet_error *error) {
    const double most = 1000;
    double *width = &o->drawing.cell;
    bool read = read_decimal(value, width);
    return (read && *width > 0 && *width <= most) ||
           zet_refuse(error, "must be a number above 0, at most 1000");
}

static bool set_gray(struct zet_diagram_options *o, const char *value, zet_error *error) {
    bool gray;
    if (!set_flag(value, &gray, error))
        return false;
    return !gray || set_theme(o, zet_themes[THEME_GREY], error);
}

static bool set_no_coordinates(struct zet_diagram_options *o, const char *value, zet_error *error) {
    return set_flag(value, &o->no_coordinates, error);
}

static bool set_no_names(struct zet_diagram_options *o, const char *value, zet_error *error) {
    return set_flag(value, &o->no_names, error);
}

static bool set_no_turn(struct zet_diagram_options *o, const char *value, zet_error *error) {
    return set_flag(value, &o->no_turn, error);
}

static bool set_flip(struct zet_diagram_options *o, const char *value, zet_error *error) {
    return set_flag(value, &o->flip, error);
}

static bool set_crop(struct zet_diagram_options *o, const char *value, zet_error *error) {
    return set_text(o, value, &o->crop, error);
}

static bool set_levels(struct zet_diagram_options *o, const char *value, zet_error *error) {
    return set_flag(value, &o->levels, error);
}

static bool set_view(struct zet_diagram_options *o, const char *value, zet_error *error) {
    o->side = !strcmp(value, "side");
    o->levels = !strcmp(value, "levels");
    return o->side || o->levels || !strcmp(value, "board") ||
           zet_refuse(error, "must be board, levels or side");
}

static bool set_mark(struct zet_diagram_options *o, const char *value, zet_error *error) {
    return set_list(o, value, &o->mark, error);
}

static bool set_cross(struct zet_diagram_options *o, const char *value, zet_error *error) {
    return set_list(o, value, &o->cross, error);
}

static bool set_square(struct zet_diagram_options *o, const char *value, zet_error *error) {
    return set_list(o, value, &o->square, error);
}

static bool set_triangle(struct zet_diagram_options *o, const char *value, zet_error *error) {
    return set_list(o, value, &o->triangle, error);
}

static bool set_fill(struct zet_diagram_options *o, const char *value, zet_error *error) {
    return set_list(o, value, &o->fill, error);
}

static bool set_before(struct zet_diagram_options *o, const char *value, zet_error *error) {
    return set_flag(value, &o->before, error);
}

static bool set_transparent(struct zet_diagram_options *o, const char *value, zet_error *error) {
    return set_flag(value, &o->drawing.transparent, error);
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* A name, which may stand between quotes wherever a format puts it. */
static bool set_font(struct zet_diagram_options *o, const char *value, zet_error *error) {
    struct text t = text_of(value);
    for (size_t i = 0; i < t.len; i++)
        if (!is_digit(t.at[i]) && !is_letter(t.at[i]) && t.at[i] != ' ' && t.at[i] != '-')
            return zet_refuse(error, "a font's name has letters, digits, blanks and hyphens");
    if (!t.len || t.len > FONT_BYTES_MAX)
        return zet_refuse(error, "a font's name has 1 to 60 letters");
    memcpy(o->drawing.font, t.at, t.len);
    o->drawing.font[t.len] = '\0';
    return true;
}

/* `RRGGBB` */
static bool read_color(struct text t, uint32_t *color) {
    *color = 0;
    for (size_t i = 0; i < t.len; i++) {
        char c = t.at[i] >= 'A' && t.at[i] <= 'F' ? (char)(t.at[i] - 'A' + 'a') : t.at[i];
        if (!is_digit(c) && (c < 'a' || c > 'f'))
            return false;
        *color = *color * 16 + (uint32_t)(is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    return t.len == 6;
}

static bool set_color(struct drawing_options *d, struct text part, zet_error *error) {
    struct text rest = part, name = next_part(&rest, '=');
    struct recolored *to = &d->recolored[d->recolored_count];
    unsigned role = 0;
    while (role < ROLES && !text_is(name, zet_role_names[role]))
        role++;
    if (role == ROLES)
        return zet_refuse(error,
                          "there is no such part; man-1, cell-dark and so on are the classes "
                          "of a page's drawing (DIAGRAMS.md lists them)");
    if (!read_color(rest, &to->color))
        return zet_refuse(error, "a color is six hexadecimal digits, such as edge=5B4222");
    to->role = (enum role)role;
    return ++d->recolored_count < RECOLORED_MAX || zet_refuse(error, "too many colors");
}

static bool set_colors(struct zet_diagram_options *o, const char *value, zet_error *error) {
    struct text rest = text_of(value);
    o->drawing.recolored_count = 0;
    if (!rest.len || rest.at[rest.len - 1] == ',')
        return zet_refuse(error, "something is missing at the end");
    while (rest.len)
        if (!set_color(&o->drawing, next_part(&rest, ','), error))
            return false;
    return true;
}

static bool set_arrow(struct zet_diagram_options *o, const char *value, zet_error *error) {
    return set_list(o, value, &o->arrow, error);
}

static bool set_label(struct zet_diagram_options *o, const char *value, zet_error *error) {
    return set_list(o, value, &o->label, error);
}

static bool set_caption(struct zet_diagram_options *o, const char *value, zet_error *error) {
    return set_text(o, value, &o->caption, error);
}

static bool set_figure(struct zet_diagram_options *o, const char *value, zet_error *error) {
    return set_number(value, 999999999, &o->figure, error);
}

static bool set_per_page(struct zet_diagram_options *o, const char *value, zet_error *error) {
    o->per_page_said = true;
    return set_number(value, PER_PAGE_MAX, &o->drawing.per_page, error);
}

static bool set_sheet(struct zet_diagram_options *o, const char *value, zet_error *error) {
    for (unsigned i = 0; zet_papers[i]; i++)
        if (value && !strcmp(value, zet_papers[i])) {
            o->sheet = PAPER_A4 + i;
            return true;
        }
    return zet_refuse(error, "must be a4, a5 or letter");
}

static bool set_rows(struct zet_diagram_options *o, const char *value, zet_error *error) {
    return set_number(value, SHEET_ROWS_MAX, &o->rows, error);
}

/* The address of the folder as an attribute's value: what is not plain is written as `%XX`. */
static bool set_assets(struct zet_diagram_options *o, const char *value, zet_error *error) {
    static const char digits[] = "0123456789ABCDEF";
    struct buffer b = {0};
    bool kept, failed = false;
    if (!*value || *value == '/' || strpbrk(value, ":\\"))
        return zet_refuse(error, "must be a folder beside the page, such as assets");
    for (const char *c = value; *c; c++) {
        unsigned char byte = (unsigned char)*c, letter = byte | 0x20;
        bool plain = is_digit(*c) || (letter >= 'a' && letter <= 'z') || strchr("-_.~/", *c);
        if (plain) {
            buffer_char(&b, *c);
            continue;
        }
        buffer_char(&b, '%');
        buffer_char(&b, digits[byte >> 4]);
        buffer_char(&b, digits[byte & 15]);
    }
    buffer_string(&b, value[strlen(value) - 1] == '/' ? "" : "/");
    o->drawing.assets = zet_arena_copy(&o->arena, buffered(&b), &failed);
    kept = !failed && !b.failed;
    zet_buffer_free(&b);
    if (!kept)
        zet_error_out_of_memory(error);
    return kept && set_text(o, value, &o->assets, error);
}

static bool set_fragment(struct zet_diagram_options *o, const char *value, zet_error *error) {
    size_t length =
        strspn(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
    if (!*value || value[length] || length > 64 ||
        !strchr("abcdefghijklmnopqrstuvwxyz", *value | 0x20))
        return zet_refuse(error,
                          "must be a name of at most 64 letters, digits, - and _, which begins "
                          "with a letter");
    return set_text(o, value, &o->drawing.fragment, error);
}

static bool set_lang(struct zet_diagram_options *o, const char *value, zet_error *error) {
    return zet_language_read(text_of(value), &o->drawing.language) ||
           zet_refuse(error, "the languages are ", zet_language_list);
}

const struct diagram_option zet_diagram_option_rows[] = {
    {"at", "WHERE",
     "which positions of a record: final (the default), start, PLY, PLY,PLY,... (0 is the start), "
     "or every:K (the start and every K-th ply); of a page: where it opens (the default is start)",
     set_at},
    {"moves", "FROM-TO",
     "the position after ply TO, or that of --at, with the moves from ply FROM on numbered; each "
     "further --moves is another figure",
     set_moves},
    {"split", "N", "with --moves: at most N moves in a figure, and as many figures as needed",
     set_split},
    {"number-from", "N", "with --moves: the number of its first move; without it, its ply",
     set_number_from},
    {"before", NULL, "draw the position before the last move beside it", set_before},
    {"format", "FORMAT", "see below", set_format},
    {"theme", "THEME", "print (the default), screen, grey or dark; the default of a page is screen",
     set_theme},
    {"width", "N", "width of the figure, in the format's unit", set_width},
    {"cell", "MM", "width of a cell in mm, whatever is beside the board; instead of --width",
     set_cell},
    {"lang", "LANG", "language of all words: en (the default), nl, nb, pl, de or fr", set_lang},
    {"gray", NULL, "the same as --theme grey", set_gray},
    {"no-coordinates", NULL, "a drawing without coordinates", set_no_coordinates},
    {"no-names", NULL, "a drawing without sides and names", set_no_names},
    {"no-turn", NULL, "a drawing without the line that says who is to move or who won",
     set_no_turn},
    {"flip", NULL, "turn the board by 180 degrees", set_flip},
    {"crop", "A1-F6", "only that part of the board", set_crop},
    {"levels", NULL, "beside a board with levels, a small grid of each", set_levels},
    {"view", "VIEW",
     "beside a board with levels: levels, a small grid of each, or side, the levels drawn apart",
     set_view},
    {"mark", "C3,D4,...", "frames around cells", set_mark},
    {"cross", "C3,D4,...", "crosses on cells or in their stones", set_cross},
    {"square", "C3,D4,...", "squares", set_square},
    {"triangle", "C3,D4,...", "triangles", set_triangle},
    {"fill", "C3,D4,...", "a darker ground of cells", set_fill},
    {"arrow", "C3-E5,...", "arrows from cell to cell", set_arrow},
    {"label", "E5=A,...", "letters on cells", set_label},
    {"transparent", NULL, "svg, png: no ground behind the figure", set_transparent},
    {"font", "NAME", "svg, pdf, png, emf: the font of the texts", set_font},
    {"colors", "PART=RRGGBB,...", "other colors of parts, such as cell-dark=DDBB88,edge=000000",
     set_colors},
    {"caption", "TEXT", "text below the figure; in it, %d is the ply and %m the last move",
     set_caption},
    {"figure", "N", "its number; the next ones count on", set_figure},
    {"sheet", "PAPER", "score sheets instead, on a4, a5 or letter", set_sheet},
    {"rows", "N", "the number of numbered rows on an empty sheet", set_rows},
    {"assets", "DIR", "html: style and script are files in DIR, which is beside the page",
     set_assets},
    {"fragment", "NAME", "html: only the part to put into another page; its ids begin with NAME",
     set_fragment},
    {"per-page", "N", "pdf: the number of figures on each page", set_per_page},
    {0}};

/* What is usual. */

const struct drawing_format *zet_diagram_drawing_format(const struct zet_diagram_options *o) {
    return o->format ? o->format : &zet_drawing_unicode;
}

struct drawing_options zet_diagram_options_drawing(const struct zet_diagram_options *o) {
    struct drawing_options drawing = o->drawing;
    if (!o->theme_said && zet_diagram_drawing_format(o)->add_record)
        drawing.theme = THEME_SCREEN;
    if (!drawing.per_page)
        drawing.per_page = 1;
    return drawing;
}

enum at zet_diagram_options_at(const struct zet_diagram_options *o) {
    if (o->range_count)
        return AT_MOVES;
    if (o->at != AT_DEFAULT)
        return o->at;
    return zet_diagram_drawing_format(o)->add_record ? AT_START : AT_FINAL;
}

/* For a board. */

struct reader {
    const struct board *board;
    const char *game;
    zet_error *error;
};

/* Refuses the value of an option, or a part of it. */
static bool refuse(const struct reader *r, const char *option, struct text value,
                   const char *before_game, const char *after_game) {
    struct buffer b = {0};
    buffer_text(&b, value);
    buffer_char(&b, '\0');
    if (b.failed)
        zet_error_out_of_memory(r->error);
    else
        zet_error_set(r->error, ZET_REFUSED, option, " ", b.at, ": ", before_game,
                      after_game ? r->game : "", after_game ? after_game : "", NULL);
    zet_buffer_free(&b);
    return false;
}

static bool read_cell(const struct reader *r, const char *option, struct text value, cell *to) {
    return zet_cell_read(value, r->board, to) ||
           refuse(r, option, value, "the board of ", " has no such cell");
}

/* `c3-e5` */
static bool read_pair(const struct reader *r, const char *option, struct text value, cell *from,
                      cell *to) {
    struct text rest = value, first = next_part(&rest, '-');
    if (first.len == value.len)
        return refuse(r, option, value, "must be two cells, such as c3-e5", NULL);
    return read_cell(r, option, first, from) && read_cell(r, option, rest, to);
}

static bool read_label(const struct reader *r, struct text value, struct marked_label *to) {
    struct text rest = value, at = next_part(&rest, '=');
    if (at.len == value.len || !rest.len || rest.len > LABEL_BYTES_MAX)
        return refuse(r, "label", value, "must be a cell and at most 8 bytes of text, such as e5=A",
                      NULL);
    *to = (struct marked_label){0};
    memcpy(to->text, rest.at, rest.len);
    return read_cell(r, "label", at, &to->at);
}

static bool read_crop(const struct reader *r, struct text value, struct view *view) {
    cell a, b;
    if (!read_pair(r, "crop", value, &a, &b))
        return false;
    if (cell_level(a) || cell_level(b))
        return refuse(r, "crop", value, "its corners are cells of level 1", NULL);
    unsigned west = cell_file(a), east = cell_file(b), south = cell_rank(a), north = cell_rank(b);
    view->low = cell_at(0, west < east ? west : east, south < north ? south : north);
    view->high = cell_at(0, west < east ? east : west, south < north ? north : south);
    view->cropped = true;
    return true;
}

static bool has_room(const struct reader *r, const char *option, size_t count) {
    return count < MARKS_MAX || zet_refuse(r->error, option, ": more than 256");
}

static bool read_marks(const struct reader *r, const char *option, struct text list,
                       enum mark_kind kind, struct marks *marks) {
    while (list.len) {
        struct text value = next_part(&list, ',');
        struct marked_cell *m = &marks->mark[marks->mark_count];
        if (!has_room(r, option, marks->mark_count) || !read_cell(r, option, value, &m->at))
            return false;
        if (kind == MARK_FILL && cell_level(m->at))
            return refuse(r, option, value, "a filled cell is one of level 1", NULL);
        m->kind = kind;
        marks->mark_count++;
    }
    return true;
}

static bool read_arrows(const struct reader *r, struct text list, struct marks *marks) {
    while (list.len) {
        struct marked_arrow *a = &marks->arrow[marks->arrow_count];
        if (!has_room(r, "arrow", marks->arrow_count++) ||
            !read_pair(r, "arrow", next_part(&list, ','), &a->from, &a->to))
            return false;
    }
    return true;
}

static bool read_labels(const struct reader *r, struct text list, struct marks *marks) {
    while (list.len)
        if (!has_room(r, "label", marks->label_count) ||
            !read_label(r, next_part(&list, ','), &marks->label[marks->label_count++]))
            return false;
    return true;
}

bool zet_diagram_options_marks(const struct zet_diagram_options *o, const struct board *board,
                               const char *game, struct marks *marks, struct view *view,
                               zet_error *error) {
    const struct reader r = {board, game, error};
    *view = (struct view){.flip = o->flip,
                          .no_coordinates = o->no_coordinates,
                          .no_names = o->no_names,
                          .no_turn = o->no_turn,
                          .levels = o->levels,
                          .side = o->side};
    marks->mark_count = marks->arrow_count = marks->label_count = 0;
    return read_marks(&r, "mark", o->mark, MARK_FRAME, marks) &&
           read_marks(&r, "cross", o->cross, MARK_CROSS, marks) &&
           read_marks(&r, "square", o->square, MARK_SQUARE, marks) &&
           read_marks(&r, "triangle", o->triangle, MARK_TRIANGLE, marks) &&
           read_marks(&r, "fill", o->fill, MARK_FILL, marks) && read_arrows(&r, o->arrow, marks) &&
           read_labels(&r, o->label, marks) && (!o->crop.len || read_crop(&r, o->crop, view));
}

/* The interface. */

zet_diagram_options *zet_diagram_options_new(zet_error *error) {
    zet_diagram_options *o = calloc(1, sizeof *o);
    if (!o)
        zet_error_out_of_memory(error);
    return o;
}

void zet_diagram_options_free(zet_diagram_options *o) {
    if (o)
        zet_arena_free(&o->arena);
    free(o);
}

zet_status zet_diagram_options_set(zet_diagram_options *o, const char *option, const char *value,
                                   zet_error *error) {
    zet_error why = {0};
    const zet_diagram_options before = *o;
    for (const struct diagram_option *row = zet_diagram_option_rows; row->name; row++) {
        if (strcmp(row->name, option) != 0)
            continue;
        if (row->argument && !value)
            return zet_error_set(error, ZET_REFUSED, option, ": its value is missing", NULL);
        if (row->set(o, value ? value : "true", &why))
            return ZET_OK;
        const struct arena arena = o->arena;
        *o = before;
        o->arena = arena;
        return zet_error_set(error, why.status, option, " ", value ? value : "", ": ", why.message,
                             NULL);
    }
    return zet_error_set(error, ZET_REFUSED, "diagrams have no option ", option, NULL);
}

const char *zet_diagram_options_format(const zet_diagram_options *o) {
    return o->format ? o->format->name : NULL;
}

zet_text zet_diagram_options_assets(const zet_diagram_options *o) {
    return (zet_text){o->assets.at, o->assets.len};
}

static bool has_marks(const zet_diagram_options *o) {
    return o->mark.len || o->cross.len || o->square.len || o->triangle.len || o->fill.len ||
           o->arrow.len || o->label.len;
}

static bool has_too_many_moves(const zet_diagram_options *o) {
    for (size_t i = 0; i < o->range_count && !o->split; i++)
        if (o->ranges[i].to - o->ranges[i].from >= MOVES_SHOWN_MAX)
            return true;
    return false;
}

static const char *fault_of(const zet_diagram_options *o, bool record) {
    const struct drawing_format *format = zet_diagram_drawing_format(o);
    bool page = format->add_record != NULL;
    if (!record && (o->at != AT_DEFAULT || o->range_count || o->before))
        return "`at`, `moves` and `before` are for records, not for a position of its own";
    if (!record && page)
        return "format html is only for records";
    if (page && (o->range_count || o->at == AT_EVERY || o->ply_count > 1 || has_marks(o) ||
                 o->crop.len || o->levels || o->side || o->before))
        return "a page shows every position whole: no `moves`, `mark`, `arrow`, `label`, `crop` or "
               "`levels`, and `at` names one position";
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
    if (o->per_page_said && !format->pages)
        return "`per-page` is only for pdf";
    if ((o->drawing.cell > 0 || o->no_coordinates || o->no_names || o->no_turn || o->side ||
         o->before || o->drawing.transparent || *o->drawing.font || o->drawing.recolored_count) &&
        !format->draw)
        return "`cell`, `no-coordinates`, `no-names`, `no-turn`, `view side`, `before`, "
               "`transparent`, `font` and `colors` are for drawings: svg, pdf, png, emf and tex";
    if (*o->drawing.font && !strcmp(format->name, "tex"))
        return "`font` is not for tex: the document says what its fonts are";
    if (o->drawing.cell > 0 && o->drawing.width > 0)
        return "`cell` and `width` both say how large the drawing is";
    if (!format->unit && (o->drawing.width > 0 || o->theme_said))
        return "a diagram in text has neither width nor theme";
    return NULL;
}

zet_status zet_diagram_options_check(const zet_diagram_options *o, bool record, zet_error *error) {
    const char *why = fault_of(o, record);
    return why ? zet_error_set(error, ZET_REFUSED, why, NULL) : ZET_OK;
}

static char lower(char c) { return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

/* Whether a file's ending is the word, in whatever case. */
static bool is_ending(const char *ending, const char *word) {
    while (*word && lower(*ending) == *word) {
        ending++;
        word++;
    }
    return !*word && !*ending;
}

const char *zet_diagram_format_of(const char *file) {
    const char *dot = strrchr(file, '.');
    for (size_t i = 0; dot && i < DRAWING_FORMATS; i++) {
        const struct drawing_format *f = zet_drawing_formats[i];
        if (is_ending(dot + 1, f->name) || (f->other && is_ending(dot + 1, f->other)))
            return f->name;
    }
    return NULL;
}

bool zet_diagram_format_is(const char *format, zet_format_trait trait) {
    const struct drawing_format *f = zet_drawing_format_find(format);
    if (!f)
        return false;
    switch (trait) {
    case ZET_FORMAT_SEVERAL: return f->several;
    case ZET_FORMAT_STREAMS: return f->several && !f->end;
    case ZET_FORMAT_BINARY: return f->binary;
    case ZET_FORMAT_CANVAS: return f->canvas;
    }
    return false;
}
