/* TikZ pictures for LaTeX documents. */
#include "diagrams/drawing.h"
#include "notation/base/value.h"

/* Texts are set at this size, which every font has, and scaled. */
#define TEXT_MM (10 * 25.4 / 72.27)

struct tex {
    struct buffer *out;
    const struct figure *figure;
    enum theme theme;
    double scale; /* mm */
    unsigned paragraphs;
};

/* The replacement for a character that is special in TeX; NULL for others. */
static const char *escape(char c) {
    switch (c) {
    case '\\': return "\\textbackslash{}";
    case '^': return "\\textasciicircum{}";
    case '~': return "\\textasciitilde{}";
    case '<': return "\\textless{}";
    case '>': return "\\textgreater{}";
    case '|': return "\\textbar{}";
    case '"': return "{\\char34}";
    case '{': return "\\{";
    case '}': return "\\}";
    case '$': return "{\\char36}"; /* its command may require a missing font */
    case '&': return "\\&";
    case '#': return "\\#";
    case '_': return "\\_";
    case '%': return "\\%";
    case '\t':
    case '\n':
    case '\r': return " ";
    default: return NULL;
    }
}

/* Whether TeX turns the two characters into one. */
static bool is_ligature(char c, char next) {
    if (c == next)
        return c == '-' || c == '\'' || c == '`' || c == ',';
    return next == '`' && (c == '!' || c == '?');
}

void zi_tex_text(struct buffer *out, struct text t) {
    while (t.len) {
        struct text character = zi_drawing_character(&t);
        const char *escaped = character.len == 1 ? escape(*character.at) : NULL;
        if (text_is(character, "\xEF\xBF\xBD")) /* few TeX fonts have it */
            character = TEXT("?");
        if (escaped) {
            buffer_string(out, escaped);
        } else if (character.len > 1) {
            buffer_string(out, "\\zetchar{");
            buffer_add(out, character, "}");
        } else {
            buffer_text(out, character);
        }
        /* Empty braces would do, except in LuaTeX. */
        if (t.len && is_ligature(*character.at, *t.at))
            buffer_string(out, "\\kern0pt{}");
    }
}

/* `(x,y)` */
static void write_point(const struct tex *w, struct point p) {
    buffer_add(w->out, "(", (p.x - w->figure->low.x) * w->scale, ",",
               (p.y - w->figure->low.y) * w->scale, ")");
}

/* Colors and styles. */

/* `,key=zetRRGGBB` */
static void write_color_key(struct buffer *out, const char *key, uint32_t color) {
    buffer_add(out, ",", key, "=zet");
    buffer_hex(out, color, 6, true);
}

struct colors {
    size_t count;
    uint32_t color[2 * ROLES];
};

static void define_color(const struct tex *w, struct colors *known, uint32_t color) {
    for (size_t i = 0; i < known->count; i++)
        if (known->color[i] == color)
            return;
    if (color == NO_COLOR)
        return;
    known->color[known->count++] = color;
    buffer_string(w->out, "\\definecolor{zet");
    buffer_hex(w->out, color, 6, true);
    unsigned level = color & 255, parts = level * 1000 / 255;
    if (color == level * 0x010101U) { /* printed with black ink alone */
        buffer_string(w->out, level == 255 ? "}{gray}{1" : "}{gray}{0.");
        for (unsigned ten = level == 255 ? 0 : 100; ten; ten /= 10)
            buffer_add(w->out, parts / ten % 10);
    } else {
        buffer_string(w->out, "}{HTML}{");
        buffer_hex(w->out, color, 6, true);
    }
    buffer_string(w->out, "}\n");
}

static void define_style(const struct tex *w, enum role role) {
    const struct paint as = zi_figure_paint(w->figure, w->theme, role), *p = &as;
    buffer_add(w->out, "\\tikzset{zet ", zi_role_names[role], "/.style={zet shape");
    if (p->fill != NO_COLOR)
        write_color_key(w->out, "fill", p->fill);
    if (p->stroke != NO_COLOR) {
        write_color_key(w->out, "draw", p->stroke);
        buffer_add(w->out, ",line width=", p->width * w->scale, "mm");
    }
    if (p->stroke != NO_COLOR && p->dash > 0)
        buffer_add(w->out, ",dash pattern=on ", p->dash * w->scale, "mm off ", p->dash * w->scale,
                   "mm");
    buffer_string(w->out, "}}\n");
}

/* Defines the styles of the figure's shapes; a text needs only a color. */
static void define_styles(const struct tex *w) {
    struct colors colors = {0};
    bool shapes[ROLES] = {false}, texts[ROLES] = {false};
    for (size_t i = 0; i < w->figure->count; i++) {
        const struct shape *s = &w->figure->shape[i];
        if (s->kind == SHAPE_TEXT)
            texts[s->role] = true;
        else if (s->kind != SHAPE_CLIP && s->kind != SHAPE_CLIP_END)
            shapes[s->role] = true;
    }
    for (unsigned role = 0; role < ROLES; role++) {
        const struct paint p = zi_figure_paint(w->figure, w->theme, (enum role)role);
        if (shapes[role] || texts[role])
            define_color(w, &colors, p.fill);
        if (shapes[role])
            define_color(w, &colors, p.stroke);
    }
    for (unsigned role = 0; role < ROLES; role++)
        if (shapes[role])
            define_style(w, (enum role)role);
}

/* Shapes. */

/* TeX breaks a paragraph by its own font; a second paragraph follows below it. */
static void write_text_shape(struct tex *w, const struct shape *s) {
    static const char *const anchors[] = {
        [ANCHOR_START] = "base west", [ANCHOR_MIDDLE] = "base", [ANCHOR_END] = "base east"};
    double scale = s->height * w->scale / TEXT_MM;
    uint32_t color = zi_figure_paint(w->figure, w->theme, s->role).fill;
    bool paragraph = s->paragraph.len > 0, further = paragraph && w->paragraphs++;
    if (s->goes_on)
        return;
    if (paragraph)
        buffer_string(w->out, "\\csname pgf@relevantforpicturesizetrue\\endcsname\n");
    buffer_add(w->out, "\\node[zet text,scale=", scale,
               ",anchor=", further ? "north west" : anchors[s->anchor]);
    write_color_key(w->out, "text", color);
    if (paragraph)
        buffer_add(w->out, ",align=left,text width=", s->room / scale * w->scale,
                   "mm] (zet paragraph) at ");
    else
        buffer_string(w->out, "] at ");
    if (further)
        buffer_string(w->out, "([yshift=-1mm]zet paragraph.south west)");
    else
        write_point(w, s->at);
    buffer_string(w->out, " {");
    if (s->bold)
        buffer_string(w->out, "\\bfseries ");
    zi_tex_text(w->out, paragraph ? s->paragraph : s->text);
    buffer_string(w->out, "};\n");
}

static void write_rectangle(const struct tex *w, const struct shape *s) {
    write_point(w, s->at);
    buffer_string(w->out, " rectangle ");
    write_point(w, (struct point){s->at.x + s->size.x, s->at.y + s->size.y});
    buffer_string(w->out, ";\n");
}

static void write_path(const struct tex *w, const struct shape *s) {
    const struct point *p = w->figure->point + s->first;
    write_point(w, p[0]);
    if (s->kind == SHAPE_CURVE) {
        for (size_t i = 1; i + 2 < s->points; i += 3) {
            buffer_string(w->out, " .. controls ");
            write_point(w, p[i]);
            buffer_string(w->out, " and ");
            write_point(w, p[i + 1]);
            buffer_string(w->out, " .. ");
            write_point(w, p[i + 2]);
        }
    } else {
        for (size_t i = 1; i < s->points; i++) {
            buffer_string(w->out, "--");
            write_point(w, p[i]);
        }
    }
    buffer_string(w->out, s->kind == SHAPE_POLYGON ? "--cycle;\n" : ";\n");
}

static void write_shape(struct tex *w, const struct shape *s) {
    switch (s->kind) {
    case SHAPE_TEXT: write_text_shape(w, s); return;
    case SHAPE_CLIP:
        buffer_string(w->out, "\\begin{scope}\\clip ");
        write_rectangle(w, s);
        return;
    case SHAPE_CLIP_END: buffer_string(w->out, "\\end{scope}\n"); return;
    default: break;
    }
    buffer_add(w->out, "\\path[zet ", zi_role_names[s->role], "] ");
    if (s->kind == SHAPE_RECTANGLE) {
        write_rectangle(w, s);
    } else if (s->kind == SHAPE_CIRCLE) {
        write_point(w, s->at);
        buffer_add(w->out, " circle[radius=", s->size.x * w->scale, "mm];\n");
    } else {
        write_path(w, s);
    }
}

/* Babel's languages redefine characters that TikZ needs literally: up to the end of the group they
   are literal. A blank line would begin a paragraph. */
static void write_sober(struct buffer *out) {
    buffer_string(out, "\\begingroup");
    for (const char *sign = "!\"'*+,-./:;<=>?@|"; *sign; sign++) {
        buffer_string(out, "\\catcode`\\");
        buffer_char(out, *sign);
        buffer_string(out, "12 "); /* without =, which may be redefined */
    }
    buffer_string(out, "%\n");
}

static bool draw(struct drawing *d, struct point size) {
    const struct figure *f = &d->figure;
    struct tex w = {d->out, f, d->options.theme, size.x / (f->high.x - f->low.x), 0};
    double bottom = f->body > 0 ? f->body : f->high.y;
    buffer_string(d->out, d->diagrams ? "\n" : "% needs \\usepackage{tikz}\n");
    write_sober(d->out);
    buffer_string(d->out, "\\begin{tikzpicture}[x=1mm,y=-1mm]\n"
                          "\\tikzset{zet shape/.style={line cap=round,line join=round},\n"
                          "  zet text/.style={inner sep=0pt,outer sep=0pt,\n"
                          "    font=\\normalfont\\sffamily\\fontsize{10}{12}\\selectfont}}\n"
                          /* XeTeX and LuaTeX have all letters; pdfTeX stops at letters that were
                             not declared */
                          "\\def\\zetchar#1{\\ifdefined\\Umathchar#1\\else\n"
                          "  \\ifcsname u8:\\detokenize{#1}\\endcsname#1\\else?\\fi\\fi}\n");
    define_styles(&w);
    buffer_string(d->out, "\\useasboundingbox ");
    write_rectangle(
        &w, &(struct shape){.at = f->low, .size = {f->high.x - f->low.x, bottom - f->low.y}});
    for (size_t i = 0; i < f->count; i++)
        write_shape(&w, &f->shape[i]);
    buffer_string(d->out, "\\end{tikzpicture}\\endgroup\n");
    return true;
}

const struct drawing_format zi_drawing_tex = {
    .name = "tex",
    .about = "TikZ pictures for LaTeX; scripts other than Latin want LuaLaTeX or XeLaTeX",
    .unit = "mm",
    .several = true,
    .sets_itself = true,
    .cell = 8,
    .most = 120,
    .points = 72 / 25.4,
    .limit = 5000,
    .draw = draw,
    .lay_out = zi_drawing_lay_out,
};
