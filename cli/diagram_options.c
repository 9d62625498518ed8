#include "cli/diagram_options.h"

#include <getopt.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/sheets.h"
#include "notation/games/cell.h"
#include "notation/record/source.h"

static const char usage[] =
    "usage: zet diagram [OPTION]... [FILE|-]\n"
    "       zet diagram [OPTION]... --game GAME [--variant VARIANT] [--rule KEY=VALUE]...\n"
    "                   [--position TEXT]\n"
    "\n"
    "Draws positions of the records of a file or of standard input, or one position. A record "
    "that\n"
    "is not valid is drawn up to its fault, which is reported.\n"
    "\n"
    "which positions:\n"
    "  --record N           of the N-th record only; without it, of each\n"
    "  --at WHERE           final (the default), start, PLY, PLY,PLY,... (0 is the start), or\n"
    "                       every:K (the start and every K-th ply); of a page: where it opens\n"
    "                       (the default is start)\n"
    "  --moves FROM-TO      after ply TO, with the moves from ply FROM on numbered\n"
    "\n"
    "how:\n"
    "  --format FORMAT      see below; else as --output's name ends; else unicode where the\n"
    "                       terminal can show it, or ascii\n"
    "  --theme THEME        print (the default), screen, or grey; of a page screen\n"
    "  --width N            of the figure, in the format's unit\n"
    "  --flip               turn the board by 180 degrees\n"
    "  --crop A1-F6         only that part of the board\n"
    "  --levels             beside a board with levels, a small grid of each\n"
    "  --mark C3,D4         rings around cells\n"
    "  --arrow C3-E5,...    arrows\n"
    "  --label E5=A,...     letters on cells\n"
    "  --caption TEXT       below the figure\n"
    "  --figure N           its number; the next ones count on\n"
    "  --output FILE        instead of standard output; with %d or %03d in the name a file each\n"
    "  --per-page N         pdf: so many figures on each page\n"
    "\n"
    "formats:\n";

static const char usage_end[] =
    "  html      a page to step through a record (width in pixels)\n"
    "\n"
    "exit status: 0 all is drawn, 1 some record is not valid, 2 wrong usage or a file that could\n"
    "not be read or written; then no half-written file is left.\n";

static int print_usage(void) {
    fputs(usage, stdout);
    for (size_t i = 0; i < DRAWING_FORMATS; i++) {
        const struct drawing_format *f = zet_drawing_formats[i];
        printf("  %-9s %s%s%s%s\n", f->name, f->about, f->unit ? " (width in " : "",
               f->unit ? f->unit : "", f->unit ? ")" : "");
    }
    fputs(usage_end, stdout);
    return zet_cli_finish(STATUS_OK);
}

/* A whole number from 1 to `most`, or 0. */
static uint32_t number_in(struct text t, uint32_t most) {
    uint32_t n = text_is_number(t) ? text_number(t, most + 1) : 0;
    return n <= most ? n : 0;
}

/* Cuts the text up to the next `separator` off *rest. */
static struct text next_part(struct text *rest, char separator) {
    const char *end = memchr(rest->at, separator, rest->len);
    size_t length = end ? (size_t)(end - rest->at) : rest->len;
    struct text part = {rest->at, length};
    size_t cut = length + (end != NULL);
    *rest = (struct text){rest->at + cut, rest->len - cut};
    return part;
}

/* Whether a list of things ends where it should. */
static bool is_list(const char *option, const char *written) {
    size_t length = strlen(written);
    if (length && written[length - 1] != ',')
        return true;
    zet_cli_error("%s %s: something is missing at the end", option, written);
    return false;
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static int read_plies(struct diagram_options *o, const char *written) {
    struct text rest = text_of(written);
    o->at = AT_PLIES;
    o->ply_count = 0;
    if (!is_list("--at", written))
        return STATUS_ERROR;
    do {
        struct text part = next_part(&rest, ',');
        if (!text_is_number(part))
            return zet_cli_error("--at %s: it is start, final, every:K, or plies such as 0,10,20",
                                 written);
        if (o->ply_count == PLIES_ASKED_MAX)
            return zet_cli_error("--at: more than %d plies", PLIES_ASKED_MAX);
        o->plies[o->ply_count++] = text_number(part, UINT32_MAX);
    } while (rest.len);
    qsort(o->plies, o->ply_count, sizeof *o->plies, by_number);
    size_t kept = 1;
    for (size_t i = 1; i < o->ply_count; i++)
        if (o->plies[i] != o->plies[kept - 1])
            o->plies[kept++] = o->plies[i];
    o->ply_count = kept;
    return -1;
}

static int read_at(struct diagram_options *o, const char *written) {
    if (!strcmp(written, "final")) {
        o->at = AT_FINAL;
    } else if (!strcmp(written, "start")) {
        o->at = AT_START;
    } else if (!strncmp(written, "every:", 6)) {
        o->at = AT_EVERY;
        o->plies[0] = number_in(text_of(written + 6), PLIES_MAX);
        if (!o->plies[0])
            return zet_cli_error("--at %s: the step is a number from 1 on", written);
    } else {
        return read_plies(o, written);
    }
    return -1;
}

static int read_moves(struct diagram_options *o, const char *written) {
    struct text rest = text_of(written), from = next_part(&rest, '-');
    o->at = AT_MOVES;
    o->from = number_in(from, PLIES_MAX);
    o->to = number_in(rest, PLIES_MAX);
    if (!o->from || !o->to || o->to < o->from)
        return zet_cli_error("--moves %s: it is two plies, such as 5-8", written);
    return -1;
}

static int read_format(struct diagram_options *o, const char *name) {
    o->html = !strcmp(name, "html");
    for (size_t i = 0; i < DRAWING_FORMATS; i++)
        if (!strcmp(zet_drawing_formats[i]->name, name))
            o->format = zet_drawing_formats[i];
    if (o->html || o->format)
        return -1;
    return zet_cli_error("--format %s: zet does not know this format; `zet diagram --help` lists "
                         "them",
                         name);
}

static int read_theme(struct diagram_options *o, const char *name) {
    for (unsigned i = 0; i < THEMES; i++)
        if (!strcmp(zet_themes[i], name)) {
            o->drawing.theme = (enum theme)i;
            return -1;
        }
    return zet_cli_error("--theme %s: the themes are print, screen and grey", name);
}

/* A number that may have a point; no sign, no exponent. */
static int read_width(struct diagram_options *o, const char *written) {
    char *end;
    o->drawing.width = strtod(written, &end);
    bool plain = strspn(written, "0123456789.") == strlen(written);
    if (!plain || *end || !*written || !(o->drawing.width > 0) || o->drawing.width > 100000)
        return zet_cli_error("--width %s: it is a number above 0", written);
    return -1;
}

static int read_number(const char *option, const char *written, uint32_t most, uint32_t *to) {
    *to = number_in(text_of(written), most);
    return *to ? -1 : zet_cli_error("%s %s: it is a number from 1 to %u", option, written, most);
}

static int check_text(const char *option, const char *written) {
    bool ascii;
    struct text t = text_of(written);
    if (zet_utf8_check(t, &ascii) < t.len)
        return zet_cli_error("%s: this is no UTF-8", option);
    return -1;
}

enum long_option {
    OPTION_RECORD = 256,
    OPTION_AT,
    OPTION_MOVES,
    OPTION_FORMAT,
    OPTION_THEME,
    OPTION_WIDTH,
    OPTION_FLIP,
    OPTION_CROP,
    OPTION_LEVELS,
    OPTION_MARK,
    OPTION_ARROW,
    OPTION_LABEL,
    OPTION_CAPTION,
    OPTION_FIGURE,
    OPTION_OUTPUT,
    OPTION_PER_PAGE,
    OPTION_GAME,
    OPTION_VARIANT,
    OPTION_RULE,
    OPTION_POSITION,
    OPTION_NO_COLOR
};

/* What the options said, before it is judged together. */
struct said {
    bool at, moves, theme, per_page;
};

static int accept_option(struct diagram_options *o, struct said *said, int option,
                         const char *value) {
    switch (option) {
    case OPTION_RECORD: return read_number("--record", value, UINT32_MAX - 1, &o->record);
    case OPTION_AT: said->at = true; return read_at(o, value);
    case OPTION_MOVES: said->moves = true; return read_moves(o, value);
    case OPTION_FORMAT: return read_format(o, value);
    case OPTION_THEME: said->theme = true; return read_theme(o, value);
    case OPTION_WIDTH: return read_width(o, value);
    case OPTION_FLIP: o->flip = true; return -1;
    case OPTION_CROP: o->crop = value; return -1;
    case OPTION_LEVELS: o->levels = true; return -1;
    case OPTION_MARK: o->mark = value; return is_list("--mark", value) ? -1 : STATUS_ERROR;
    case OPTION_ARROW: o->arrow = value; return is_list("--arrow", value) ? -1 : STATUS_ERROR;
    case OPTION_LABEL:
        o->label = value;
        return is_list("--label", value) ? check_text("--label", value) : STATUS_ERROR;
    case OPTION_CAPTION: o->caption = value; return check_text("--caption", value);
    case OPTION_FIGURE: return read_number("--figure", value, 999999999, &o->figure);
    case OPTION_OUTPUT: o->output = value; return -1;
    case OPTION_PER_PAGE:
        said->per_page = true;
        return read_number("--per-page", value, PER_PAGE_MAX, &o->drawing.per_page);
    case OPTION_GAME: o->position.game = value; return -1;
    case OPTION_VARIANT: o->position.variant = value; return -1;
    case OPTION_RULE: o->position.rules[o->position.rule_count++] = value; return -1;
    case OPTION_POSITION: o->position.position = value; return -1;
    case OPTION_NO_COLOR: o->color = false; return -1;
    case 'h': return print_usage();
    default: return STATUS_ERROR; /* getopt has said why */
    }
}

/* The format that nobody has named. */
static int choose_format(struct diagram_options *o) {
    const char *ending = o->output ? strrchr(o->output, '.') : NULL;
    if (ending && !strchr(ending, '/')) {
        o->html = !strcmp(ending, ".html");
        for (size_t i = 0; i < DRAWING_FORMATS; i++)
            if (!strcmp(zet_drawing_formats[i]->name, ending + 1))
                o->format = zet_drawing_formats[i];
    }
    if (o->html || o->format)
        return -1;
    if (o->output && strcmp(o->output, "/dev/stdout") != 0 &&
        (!ending || strcmp(ending, ".txt") != 0))
        return zet_cli_error("--output %s: the name does not say the format; --format does",
                             o->output);
    setlocale(LC_CTYPE, "");
    o->format = strcmp(nl_langinfo(CODESET), "UTF-8") ? &zet_drawing_ascii : &zet_drawing_unicode;
    setlocale(LC_CTYPE, "C");
    return -1;
}

static bool is_binary(const struct drawing_format *f) {
    return f == &zet_drawing_pdf || f == &zet_drawing_png;
}

/* What does not go together. */
static int judge(const struct diagram_options *o, const struct said *said) {
    bool position = o->position.game || o->position.position;
    const char *why = o->output ? sheets_judge_path(o->output) : NULL;
    if (why)
        return zet_cli_error("--output %s: %s", o->output, why);
    if (o->output && !*o->output)
        return zet_cli_error("--output: the name is empty");
    if (said->at && said->moves)
        return zet_cli_error("--at and --moves both say which position");
    if (position && (o->file || said->at || said->moves || o->record))
        return zet_cli_error("--game and --position draw a position of their own: no file, no "
                             "--record, --at or --moves with them");
    if (!position && (o->position.variant || o->position.rule_count))
        return zet_cli_error("--variant and --rule go with --game");
    if (position && o->html)
        return zet_cli_error("--format html is for records");
    if (o->html && (said->moves || o->mark || o->arrow || o->label || o->crop || o->levels ||
                    o->at == AT_EVERY || o->ply_count > 1))
        return zet_cli_error("a page shows every position whole: no --moves, --mark, --arrow, "
                             "--label, --crop or --levels, and --at names one position");
    if (said->per_page && o->format != &zet_drawing_pdf)
        return zet_cli_error("--per-page is for pdf");
    if (said->per_page && o->output && strchr(o->output, '%'))
        return zet_cli_error("--per-page puts diagrams into one file, %%d each into its own");
    if (o->format && !o->format->unit && (o->drawing.width > 0 || said->theme))
        return zet_cli_error("%s has neither width nor theme", o->format->name);
    if (o->format && is_binary(o->format) && !o->output && isatty(STDOUT_FILENO))
        return zet_cli_error("a terminal does not show %s; --output names a file", o->format->name);
    return -1;
}

int zet_diagram_options(int argc, char **argv, struct diagram_options *o) {
    static const struct option long_options[] = {
        {"record", required_argument, NULL, OPTION_RECORD},
        {"at", required_argument, NULL, OPTION_AT},
        {"moves", required_argument, NULL, OPTION_MOVES},
        {"format", required_argument, NULL, OPTION_FORMAT},
        {"theme", required_argument, NULL, OPTION_THEME},
        {"width", required_argument, NULL, OPTION_WIDTH},
        {"flip", no_argument, NULL, OPTION_FLIP},
        {"crop", required_argument, NULL, OPTION_CROP},
        {"levels", no_argument, NULL, OPTION_LEVELS},
        {"mark", required_argument, NULL, OPTION_MARK},
        {"arrow", required_argument, NULL, OPTION_ARROW},
        {"label", required_argument, NULL, OPTION_LABEL},
        {"caption", required_argument, NULL, OPTION_CAPTION},
        {"figure", required_argument, NULL, OPTION_FIGURE},
        {"output", required_argument, NULL, OPTION_OUTPUT},
        {"per-page", required_argument, NULL, OPTION_PER_PAGE},
        {"game", required_argument, NULL, OPTION_GAME},
        {"variant", required_argument, NULL, OPTION_VARIANT},
        {"rule", required_argument, NULL, OPTION_RULE},
        {"position", required_argument, NULL, OPTION_POSITION},
        {"no-color", no_argument, NULL, OPTION_NO_COLOR},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0}};
    const char *no_color = getenv("NO_COLOR");
    struct said said = {0};
    o->position.rules = calloc((size_t)argc, sizeof *o->position.rules);
    if (!o->position.rules)
        return zet_cli_error("memory is out");
    o->color = isatty(STDERR_FILENO) && !(no_color && *no_color);
    o->drawing.per_page = 1;
    int c, status = -1;
    while (status < 0 && (c = getopt_long(argc, argv, "h", long_options, NULL)) != -1)
        status = accept_option(o, &said, c, optarg);
    if (status < 0 && argc - optind > 1)
        status = zet_cli_error("diagram: `%s` is one argument too many", argv[optind + 1]);
    if (status < 0) {
        o->file = argv[optind];
        o->has_position = o->position.game || o->position.position;
        if (!o->format && !o->html)
            status = choose_format(o);
    }
    if (status < 0)
        status = judge(o, &said);
    if (o->html && !said.theme)
        o->drawing.theme = THEME_SCREEN;
    if (o->html && !said.at)
        o->at = AT_START;
    if (status >= 0)
        free(o->position.rules);
    return status;
}

/* A cell, or a message. */
static bool read_cell(const char *option, struct text written, const struct ruleset *rs, cell *to) {
    if (zet_cell_read(written, &rs->board, to))
        return true;
    zet_cli_error("%s %.*s: the board of %s has no such cell", option, (int)written.len, written.at,
                  rs->rules->name);
    return false;
}

static bool is_too_many(const char *option, size_t count) {
    if (count < MARKS_MAX)
        return false;
    zet_cli_error("%s: more than %d", option, MARKS_MAX);
    return true;
}

/* `c3-e5` */
static bool read_pair(const char *option, struct text written, const struct ruleset *rs, cell *from,
                      cell *to) {
    struct text rest = written, first = next_part(&rest, '-');
    if (first.len == written.len) {
        zet_cli_error("%s %.*s: it is two cells, such as c3-e5", option, (int)written.len,
                      written.at);
        return false;
    }
    return read_cell(option, first, rs, from) && read_cell(option, rest, rs, to);
}

static bool read_label(struct text written, const struct ruleset *rs, struct marked_label *to) {
    struct text rest = written, at = next_part(&rest, '=');
    if (at.len == written.len || !rest.len || rest.len > LABEL_BYTES_MAX) {
        zet_cli_error("--label %.*s: it is a cell and up to %d bytes of text, such as e5=A",
                      (int)written.len, written.at, LABEL_BYTES_MAX);
        return false;
    }
    *to = (struct marked_label){0};
    memcpy(to->text, rest.at, rest.len);
    return read_cell("--label", at, rs, &to->at);
}

static bool read_crop(const char *written, const struct ruleset *rs, struct view *view) {
    cell a, b;
    if (!read_pair("--crop", text_of(written), rs, &a, &b))
        return false;
    if (cell_level(a) || cell_level(b)) {
        zet_cli_error("--crop %s: its corners are cells of level 1", written);
        return false;
    }
    unsigned west = cell_file(a), east = cell_file(b), south = cell_rank(a), north = cell_rank(b);
    view->low = cell_at(0, west < east ? west : east, south < north ? south : north);
    view->high = cell_at(0, west < east ? east : west, south < north ? north : south);
    view->cropped = true;
    return true;
}

bool zet_diagram_marks(const struct diagram_options *o, const struct ruleset *rs,
                       struct marks *marks, struct view *view) {
    *view = (struct view){.flip = o->flip, .levels = o->levels};
    marks->mark_count = marks->arrow_count = marks->label_count = 0;
    struct text rest = o->mark ? text_of(o->mark) : NO_TEXT;
    while (rest.len)
        if (is_too_many("--mark", marks->mark_count) ||
            !read_cell("--mark", next_part(&rest, ','), rs, &marks->mark[marks->mark_count++]))
            return false;
    rest = o->arrow ? text_of(o->arrow) : NO_TEXT;
    while (rest.len) {
        struct marked_arrow *a = &marks->arrow[marks->arrow_count];
        if (is_too_many("--arrow", marks->arrow_count++) ||
            !read_pair("--arrow", next_part(&rest, ','), rs, &a->from, &a->to))
            return false;
    }
    rest = o->label ? text_of(o->label) : NO_TEXT;
    while (rest.len)
        if (is_too_many("--label", marks->label_count) ||
            !read_label(next_part(&rest, ','), rs, &marks->label[marks->label_count++]))
            return false;
    return !o->crop || read_crop(o->crop, rs, view);
}
