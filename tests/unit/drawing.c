/* The writers of diagrams: what they make of numbers, of texts by people who mean ill, and of every
   kind of shape. */
#include <math.h>

#include "tests/unit/unit.h"

#include "diagrams/formats.h"
#include "notation/base/value.h"
#include "notation/record/source.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define BYTES(literal)                                                                             \
    { "" literal, sizeof(literal) - 1 }
#define REPLACED "\xEF\xBF\xBD"

static void expect_buffer(struct buffer *got, const char *expected) {
    buffer_char(got, '\0');
    assert_false(got->failed);
    assert_string_equal(got->at, expected);
    zi_buffer_free(got);
}

/* Numbers. */

static const struct number_row {
    const char *name;
    double n;
    const char *expected;
} numbers[] = {
    {"nothing", 0, "0"},
    {"a whole number has no point", 12, "12"},
    {"a whole number with zeros at its end", 4000, "4000"},
    {"tenths", 0.5, "0.5"},
    {"hundredths", 3.07, "3.07"},
    {"a zero at the end is not written", 7.10, "7.1"},
    {"what is less than half a hundredth is nothing", 0.004, "0"},
    {"nothing has no sign", -0.004, "0"},
    {"half a hundredth and more counts", 0.006, "0.01"},
    {"a number below nothing", -31.25, "-31.25"},
    {"rounding carries over", 99.999, "100"},
    {"rounding carries over below nothing", -0.999, "-1"},
    {"a large number", 123456789.75, "123456789.75"},
    {"more than can be written ends at a bound", 1e300, "1000000000000000"},
};

static void numbers_have_two_digits_at_most(void **state) {
    const struct number_row *row = *state;
    struct buffer got = {0};
    buffer_add(&got, row->n);
    expect_buffer(&got, row->expected);
}

/* Widths: the font's own, in 2048 parts of the height. */

static void widths_are_sums_of_advances(void **state) {
    static const struct {
        struct text text;
        double width, bold;
    } rows[] = {{BYTES(""), 0, 0},
                {BYTES("0"), 1303, 1425},
                {BYTES("10"), 2606, 2850},
                {BYTES("\xC5\x81"), 1151, 1315},          /* L with a stroke */
                {BYTES("a\xCC\x88"), 1255, 1382},         /* a and a combining diaeresis */
                {BYTES("\xE6\xA3\x8B"), 2252.8, 2252.8},  /* not in the font: a wide one */
                {BYTES("\xE0\xA4\x95"), 1843.2, 1843.2}}; /* nor this one, of Devanagari */
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_true(fabs(zi_text_width(rows[i].text, 2048) - rows[i].width) < 1e-6);
        assert_true(fabs(zi_text_width_bold(rows[i].text, 2048) - rows[i].bold) < 1e-6);
    }
}

/* Texts. */

static const struct text_row {
    const char *name;
    struct text text;
    const char *markup, *tex;
} texts[] = {
    {"no text", BYTES(""), "", ""},
    {"plain words", BYTES("A. Player, 2nd"), "A. Player, 2nd", "A. Player, 2nd"},
    {"an element", BYTES("</text><script>"), "&lt;/text&gt;&lt;script&gt;",
     "\\textless{}/text\\textgreater{}\\textless{}script\\textgreater{}"},
    {"the end of a CDATA section", BYTES("]]>"), "]]&gt;", "]]\\textgreater{}"},
    {"an entity", BYTES("&amp;"), "&amp;amp;", "\\&amp;"},
    {"quotes of a value", BYTES("\"x' y"), "&quot;x&#39; y", "{\\char34}x' y"},
    {"a command of TeX", BYTES("\\input{/etc/passwd}"), "\\input{/etc/passwd}",
     "\\textbackslash{}input\\{/etc/passwd\\}"},
    {"two backslashes", BYTES("\\\\"), "\\\\", "\\textbackslash{}\\textbackslash{}"},
    {"TeX's notation of bytes", BYTES("^^5cx"), "^^5cx",
     "\\textasciicircum{}\\textasciicircum{}5cx"},
    {"mathematics, parameters, a comment", BYTES("$a_1$#1%~|"), "$a_1$#1%~|",
     "{\\char36}a\\_1{\\char36}\\#1\\%\\textasciitilde{}\\textbar{}"},
    {"a hyphen stays, dashes are not made", BYTES("a-b -- c"), "a-b -- c", "a-b -\\kern0pt{}- c"},
    {"other ligatures are not made", BYTES("''``,,!`?`"), "&#39;&#39;``,,!`?`",
     "'\\kern0pt{}'`\\kern0pt{}`,\\kern0pt{},!\\kern0pt{}`?\\kern0pt{}`"},
    {"lines become blanks in TeX, so that no paragraph ends", BYTES("a\n\nb\r\tc"), "a\n\nb\r\tc",
     "a  b  c"},
    {"control characters",
     BYTES("a\x01\x1B\x7F"
           "b"),
     "a" REPLACED REPLACED REPLACED "b", "a???b"},
    {"a zero byte", BYTES("a\0b"), "a" REPLACED "b", "a?b"},
    {"control characters of two bytes", BYTES("\xC2\x85\xC2\xA0"), REPLACED "\xC2\xA0",
     "?\\zetchar{\xC2\xA0}"},
    {"letters beyond ASCII", BYTES("\xC3\xA9\xE6\xBC\xA2\xF0\x9F\x98\x80"),
     "\xC3\xA9\xE6\xBC\xA2\xF0\x9F\x98\x80",
     "\\zetchar{\xC3\xA9}\\zetchar{\xE6\xBC\xA2}\\zetchar{\xF0\x9F\x98\x80}"},
    {"right-to-left letters", BYTES("\xD7\xA9\xD7\x9C"), "\xD7\xA9\xD7\x9C",
     "\\zetchar{\xD7\xA9}\\zetchar{\xD7\x9C}"},
    {"bytes that are no UTF-8",
     BYTES("a\xFF\x80"
           "b"),
     "a" REPLACED REPLACED "b", "a??b"},
    {"a sign written too long", BYTES("\xC0\xBC"), REPLACED REPLACED, "??"},
    {"half of a surrogate pair", BYTES("\xED\xA0\x80"), REPLACED REPLACED REPLACED, "???"},
    {"a broken sequence hides no sign", BYTES("\xE2<\xF0\x9F<"),
     REPLACED "&lt;" REPLACED REPLACED "&lt;", "?\\textless{}??\\textless{}"},
    {"a sequence that the end cuts", BYTES("a\xE2\x82"), "a" REPLACED REPLACED, "a??"},
    {"no characters of XML", BYTES("\xEF\xBF\xBE\xEF\xBF\xBF"), REPLACED REPLACED, "??"},
};

static void markup_is_text(void **state) {
    const struct text_row *row = *state;
    struct buffer got = {0};
    zi_markup(&got, row->text);
    expect_buffer(&got, row->markup);
}

static void tex_is_text(void **state) {
    const struct text_row *row = *state;
    struct buffer got = {0};
    zi_tex_text(&got, row->text);
    expect_buffer(&got, row->tex);
}

/* The character that an escape of JSON or an entity stands for, or the next one as it is. */
static char *unescape(char *to, const char **from) {
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;", NULL};
    unsigned code;
    for (size_t i = 0; entities[i]; i++)
        if (!strncmp(*from, entities[i], strlen(entities[i]))) {
            *from += strlen(entities[i]);
            *to++ = "&<>\"'"[i];
            return to;
        }
    if (sscanf(*from, "\\u%4x", &code) == 1) {
        *from += 6;
        *to++ = (char)code;
        return to;
    }
    *to++ = *(*from)++;
    return to;
}

static void unescape_all(char *to, const char *from) {
    while (*from)
        to = unescape(to, &from);
    *to = '\0';
}

/* In a page a text can be JSON: it says the same as in its markup, and means nothing to HTML. */
static void json_is_text(void **state) {
    const struct text_row *row = *state;
    struct buffer got = {0};
    char plain[200], wanted[200];
    zi_markup_json(&got, row->text);
    buffer_char(&got, '\0');
    assert_false(got.failed);
    assert_true(got.len >= 3 && got.len < sizeof plain);
    assert_true(got.at[0] == '"' && got.at[got.len - 2] == '"');
    got.at[got.len - 2] = '\0';
    for (const char *c = got.at + 1; *c; c++)
        assert_true((unsigned char)*c >= ' ' && !strchr("\"<>&'", *c));
    unescape_all(plain, got.at + 1);
    unescape_all(wanted, row->markup);
    assert_string_equal(plain, wanted);
    zi_buffer_free(&got);
}

static size_t occurrences(struct text in, const char *word) {
    size_t count = 0, length = strlen(word);
    const char *at = in.at, *end = in.at + in.len;
    while ((at = memmem(at, (size_t)(end - at), word, length))) {
        at += length;
        count++;
    }
    return count;
}

/* A figure of all kinds of shapes, 100 x 110. */

static void add_text(struct figure *f, double y, struct text t, double room, bool bold) {
    zi_figure_text(f, ROLE_NAME, (struct point){0, y},
                   (struct label){.text = t,
                                  .height = 4,
                                  .room = room,
                                  .anchor = bold ? ANCHOR_MIDDLE : ANCHOR_START,
                                  .bold = bold});
}

static void add_shapes(struct figure *f) {
    const struct point bend[] = {{5, 25}, {35, 5}, {65, 45}},
                       curve[] = {{5, 55},  {25, 35}, {45, 75}, {65, 55},
                                  {70, 50}, {80, 50}, {85, 55}};
    zi_figure_rectangle(f, ROLE_PAPER, f->low, (struct point){100, 110});
    zi_figure_circle(f, ROLE_MAN_0, (struct point){15, 25}, 4);
    zi_figure_circle(f, ROLE_MAN_1, (struct point){25, 25}, 4);
    zi_figure_path(f, SHAPE_LINE, ROLE_MOVE, bend, COUNT(bend));
    zi_figure_path(f, SHAPE_POLYGON, ROLE_MOVE_HEAD, bend, COUNT(bend));
    zi_figure_path(f, SHAPE_CURVE, ROLE_ARROW, curve, COUNT(curve));
    zi_figure_clip(f, (struct point){70, 0}, (struct point){15, 15});
    zi_figure_circle(f, ROLE_SEED, (struct point){85, 15}, 10);
    zi_figure_clip_end(f);
}

static void add_figure(struct figure *f) {
    zi_figure_clear(f);
    f->low = (struct point){-5, -5};
    f->high = (struct point){95, 105};
    f->title = TEXT("Halma <\"&'>");
    f->description = TEXT("]]></desc></svg>");
    add_shapes(f);
    for (size_t i = 0; i < COUNT(texts); i++)
        add_text(f, 60 + (double)i, texts[i].text, i % 2 ? 20 : 0, i % 3 == 0);
    assert_false(f->failed);
}

/* The formats that draw figures, writer_count of them. */
static const struct drawing_format *writers[DRAWING_FORMATS];
static size_t writer_count;

static void list_writers(void) {
    for (size_t i = 0; i < DRAWING_FORMATS; i++)
        if (zi_drawing_formats[i]->draw)
            writers[writer_count++] = zi_drawing_formats[i];
}

/* The figure as a file, `count` times where that is possible. */
static struct buffer file_of(const struct drawing_format *format,
                             const struct drawing_options *options, size_t count) {
    struct buffer out = {0};
    struct drawing d;
    zi_drawing_begin(&d, format, options, &out);
    for (size_t i = 0; i < count; i++) {
        add_figure(&d.figure);
        assert_true(zi_drawing_draw(&d));
    }
    assert_true(zi_drawing_end(&d));
    assert_null(d.why);
    assert_true(out.len > 0);
    return out;
}

static void the_same_figure_gives_the_same_bytes(void **state) {
    (void)state;
    for (size_t i = 0; i < writer_count; i++) {
        const struct drawing_options options = {.theme = THEME_SCREEN, .per_page = 2};
        size_t count = writers[i]->several ? 3 : 1;
        struct buffer one = file_of(writers[i], &options, count),
                      two = file_of(writers[i], &options, count);
        assert_true(text_same(buffered(&one), buffered(&two)));
        zi_buffer_free(&one);
        zi_buffer_free(&two);
    }
}

static void formats_have_names_of_their_own(void **state) {
    (void)state;
    for (size_t i = 0; i < DRAWING_FORMATS; i++) {
        const struct drawing_format *f = zi_drawing_formats[i];
        assert_ptr_equal(zi_drawing_format_find(f->name), f);
        assert_true(*f->name && *f->about);
        assert_int_equal(!!f->add + !!f->draw + !!f->add_record, 1);
        assert_true(!f->draw || (f->unit && f->cell > 0 && f->most > 0 && f->limit > f->most));
    }
}

static void a_text_of_10_kilobytes_can_be_drawn(void **state) {
    (void)state;
    static char letters[10000];
    memset(letters, 'm', sizeof letters);
    for (size_t i = 0; i < 2 * writer_count; i++) {
        const struct drawing_options options = {.theme = THEME_PRINT};
        struct buffer out = {0};
        struct drawing d;
        zi_drawing_begin(&d, writers[i / 2], &options, &out);
        add_figure(&d.figure);
        add_text(&d.figure, 50, (struct text){letters, sizeof letters}, i % 2 ? 30 : 0, false);
        assert_true(zi_drawing_draw(&d));
        assert_true(zi_drawing_end(&d));
        zi_buffer_free(&out);
    }
}

/* What is put on the paper of another figure is there, each line of a paragraph by itself. */
static void an_appended_figure_is_whole(void **state) {
    (void)state;
    static const char *const lines[] = {"{one two}", "{three}"};
    const struct drawing_options options = {.theme = THEME_PRINT};
    struct figure part = {0};
    struct buffer out = {0};
    struct drawing d;
    zi_figure_text(
        &part, ROLE_NAME, (struct point){0, 4},
        (struct label){
            .text = TEXT("one two"), .height = 4, .room = 20, .paragraph = TEXT("one two three")});
    zi_figure_text(&part, ROLE_NAME, (struct point){0, 8},
                   (struct label){.text = TEXT("three"), .height = 4, .room = 20, .goes_on = true});
    zi_drawing_begin(&d, &zi_drawing_tex, &options, &out);
    add_figure(&d.figure);
    size_t count = d.figure.count;
    zi_figure_append(&d.figure, &part, (struct point){10, 20});
    assert_int_equal(d.figure.count, count + 2);
    assert_true(zi_drawing_draw(&d) && zi_drawing_end(&d));
    for (size_t i = 0; i < COUNT(lines); i++)
        assert_int_equal(occurrences(buffered(&out), lines[i]), 1);
    zi_buffer_free(&out);
    zi_figure_free(&part);
}

/* A paper that is hidden leaves the clips, which have its role. */
static void hidden_shapes_are_gone(void **state) {
    (void)state;
    struct figure f = {0};
    f.high = (struct point){100, 110};
    add_shapes(&f);
    size_t count = f.count;
    zi_figure_hide(&f, ROLE_PAPER);
    assert_int_equal(f.count, count - 1);
    unsigned clips = 0;
    for (size_t i = 0; i < f.count; i++) {
        bool clip = f.shape[i].kind == SHAPE_CLIP || f.shape[i].kind == SHAPE_CLIP_END;
        assert_true(clip || f.shape[i].role != ROLE_PAPER);
        clips += clip;
    }
    assert_int_equal(clips, 2);
    zi_figure_free(&f);
}

/* Sizes. */

static const struct size_row {
    const char *name;
    double width, x, y; /* of a figure of 10 x 11 cells, a cell 8 wide and the figure 120 at most */
    double low, high;   /* of the figure in place of that, its corners on the diagonal */
} sizes[] = {
    {"by the cells", 0, 80, 88, 0, 0},
    {"by the width", 50, 50, 55, 0, 0},
    {"the width may be more than most", 1000, 1000, 1100, 0, 0},
    {"a large board is as wide as most", 0, 120, 120, 0, 400},
};

static void figures_have_their_size(void **state) {
    const struct size_row *row = *state;
    struct figure f = {.low = {-5, -5}, .high = {95, 105}};
    if (row->high > 0)
        f = (struct figure){.low = {row->low, row->low}, .high = {row->high, row->high}};
    struct point size = zi_drawing_size(&f, row->width, 8, 120);
    assert_true(size.x > row->x - 1e-6 && size.x < row->x + 1e-6);
    assert_true(size.y > row->y - 1e-6 && size.y < row->y + 1e-6);
}

/* Why the figure was not drawn in that width. */
static const char *refusal(const struct drawing_format *format, double width) {
    const struct drawing_options options = {.theme = THEME_PRINT, .width = width};
    struct buffer out = {0};
    struct drawing d;
    zi_drawing_begin(&d, format, &options, &out);
    add_figure(&d.figure);
    assert_false(zi_drawing_draw(&d));
    assert_non_null(d.why);
    assert_true(zi_drawing_end(&d));
    zi_buffer_free(&out);
    return d.why;
}

static void sizes_out_of_range_are_refused(void **state) {
    (void)state;
    static const char large[] = "the diagram is too large for this format",
                      small[] = "the diagram is too small to be seen";
    for (size_t i = 0; i < writer_count; i++) {
        assert_string_equal(refusal(writers[i], writers[i]->limit + 1), large);
        assert_string_equal(refusal(writers[i], writers[i]->limit), large); /* its height */
        assert_string_equal(refusal(writers[i], 1e300), large);
        assert_string_equal(refusal(writers[i], 0.5), small);
    }
    const struct drawing_options options = {.theme = THEME_PRINT, .width = 2};
    struct buffer out = {0};
    struct drawing d;
    zi_drawing_begin(&d, &zi_drawing_svg, &options, &out);
    d.figure.high = (struct point){100, 10}; /* a strip, 0.2 high */
    assert_false(zi_drawing_draw(&d));
    assert_string_equal(d.why, small);
    assert_true(zi_drawing_end(&d));
    zi_buffer_free(&out);
}

static void a_figure_that_lacks_memory_is_not_drawn(void **state) {
    (void)state;
    for (size_t i = 0; i < writer_count; i++) {
        const struct drawing_options options = {.theme = THEME_PRINT};
        struct buffer out = {0};
        struct drawing d;
        zi_drawing_begin(&d, writers[i], &options, &out);
        add_figure(&d.figure);
        d.figure.failed = true;
        assert_false(zi_drawing_draw(&d));
        assert_string_equal(d.why, "out of memory");
        assert_true(zi_drawing_end(&d));
        assert_true(out.len == 0);
        zi_buffer_free(&out);
    }
}

static void one_diagram_is_not_followed_by_another(void **state) {
    (void)state;
    for (size_t i = 0; i < writer_count; i++) {
        const struct drawing_options options = {.theme = THEME_PRINT};
        struct buffer out = {0};
        struct drawing d;
        zi_drawing_begin(&d, writers[i], &options, &out);
        add_figure(&d.figure);
        assert_true(zi_drawing_draw(&d));
        size_t length = out.len;
        assert_true(zi_drawing_draw(&d) == writers[i]->several);
        assert_true(writers[i]->several || out.len == length);
        assert_true(zi_drawing_end(&d));
        zi_buffer_free(&out);
    }
}

/* Formats of one file a diagram, or a record, whatever the format is. */
static bool add_word(struct drawing *d, const struct diagram *diagram) {
    buffer_string(d->out, diagram->game);
    return true;
}

static bool add_record_word(struct drawing *d, const struct drawn_record *record) {
    buffer_string(d->out, record ? "" : "record ");
    return true;
}

static void a_file_has_what_its_format_holds(void **state) {
    (void)state;
    static const struct drawing_options options = {.theme = THEME_PRINT};
    static const struct diagram diagram = {.game = "game "};
    static const struct {
        struct drawing_format format;
        const char *text, *diagram_again, *record;
    } rows[] = {
        {{.add = add_word},
         "game ",
         "a file of this format holds one diagram",
         "this format shows positions, not records"},
        {{.add = add_word, .several = true},
         "game game ",
         NULL,
         "this format shows positions, not records"},
        {{.add_record = add_record_word},
         "record ",
         "this format shows records, not positions",
         "a file of this format holds one record"},
        {{.add_record = add_record_word, .several = true},
         "record record ",
         "this format shows records, not positions",
         NULL},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct drawing_format *format = &rows[i].format;
        struct buffer out = {0};
        struct drawing d;
        zi_drawing_begin(&d, format, &options, &out);
        assert_true(format->add ? zi_drawing_add(&d, &diagram) : zi_drawing_add_record(&d, NULL));
        assert_true(zi_drawing_add(&d, &diagram) == !rows[i].diagram_again);
        if (rows[i].diagram_again)
            assert_string_equal(d.why, rows[i].diagram_again);
        d.why = NULL;
        assert_true(zi_drawing_add_record(&d, NULL) == !rows[i].record);
        if (rows[i].record)
            assert_string_equal(d.why, rows[i].record);
        assert_true(zi_drawing_end(&d));
        expect_buffer(&out, rows[i].text);
    }
}

/* A drawing that ran out of memory says so at its end, too. */
static void a_file_that_lacks_memory_is_no_file(void **state) {
    (void)state;
    const struct drawing_options options = {.theme = THEME_PRINT};
    struct buffer out = {.failed = true};
    struct drawing d;
    zi_drawing_begin(&d, &zi_drawing_tex, &options, &out);
    add_figure(&d.figure);
    assert_false(zi_drawing_draw(&d));
    assert_false(zi_drawing_end(&d));
    assert_string_equal(d.why, "out of memory");
    zi_buffer_free(&out);
}

/* SVG. */

/* Holds that elements are closed in their order, and that none are there but those that the writer
   knows; a `<` or `>` that is for itself would be told as another. */
static void expect_elements(struct text svg) {
    static const char *const known[] = {"svg",    "title", "desc", "g",        "rect",
                                        "circle", "path",  "text", "clipPath", NULL};
    struct text open[8];
    size_t depth = 0;
    const char *end = svg.at + svg.len, *at = svg.at, *close;
    while ((at = memchr(at, '<', (size_t)(end - at)))) {
        close = memchr(at, '>', (size_t)(end - at));
        assert_non_null(close);
        bool ends = at[1] == '/', empty = close[-1] == '/';
        struct text name = {at + 1 + ends, strcspn(at + 1 + ends, " />")};
        assert_true(text_is_one_of(name, known));
        if (ends) {
            assert_true(depth > 0);
            assert_true(text_same(open[--depth], name));
        } else if (!empty) {
            assert_true(depth < COUNT(open));
            open[depth++] = name;
        }
        at = close;
    }
    assert_int_equal(depth, 0);
    assert_int_equal(occurrences(svg, "<"), occurrences(svg, ">"));
}

static void svg_is_well_formed(void **state) {
    (void)state;
    const struct drawing_options options = {.theme = THEME_GREY};
    struct buffer out = file_of(&zi_drawing_svg, &options, 1);
    struct text svg = buffered(&out);
    bool ascii;
    buffer_char(&out, '\0');
    svg.at = out.at;
    assert_true(zi_utf8_check(svg, &ascii) == svg.len);
    expect_elements(svg);
    assert_int_equal(occurrences(svg, "<title id="), 1);
    assert_int_equal(occurrences(svg, ">Halma &lt;&quot;&amp;&#39;&gt;</title>"), 1);
    assert_int_equal(occurrences(svg, ">]]&gt;&lt;/desc&gt;&lt;/svg&gt;</desc>"), 1);
    assert_int_equal(
        occurrences(svg, " width=\"100mm\" height=\"110mm\" viewBox=\"-5 -5 100 110\""), 1);
    assert_int_equal(occurrences(svg, "<text "), COUNT(texts) - 1); /* one is empty */
    zi_buffer_free(&out);
}

/* Everything that is shown, as it is. */
static void svg_of_a_small_figure(void **state) {
    (void)state;
    static const char expected[] =
        "<rect class=\"z-board\" x=\"0\" y=\"0.5\" width=\"10\" height=\"20.25\"/>\n"
        "<g class=\"z-man-1\">\n"
        "<circle cx=\"5\" cy=\"5\" r=\"4\"/>\n"
        "<circle cx=\"15\" cy=\"5\" r=\"4\"/>\n"
        "</g>\n"
        "<clipPath id=\"p3\"><rect x=\"1\" y=\"2\" width=\"3\" height=\"4\"/></clipPath>"
        "<g clip-path=\"url(#p3)\">\n"
        "<path class=\"z-move\" d=\"M1 2L3 4 5 6.5\"/>\n"
        "</g>\n"
        "<path class=\"z-move\" d=\"M1 2L3 4 5 6.5Z\"/>\n"
        "<path class=\"z-origin\" d=\"M1 2C3 4 5 6.5 7 8\"/>\n"
        "<text class=\"z-name\" font-size=\"4\" font-weight=\"bold\" text-anchor=\"middle\" x=\"0\""
        " y=\"9\">&lt;</text>\n";
    const struct point points[] = {{1, 2}, {3, 4}, {5, 6.5}, {7, 8}};
    struct figure f = {0};
    struct buffer got = {0};
    zi_figure_rectangle(&f, ROLE_BOARD, (struct point){0, 0.5}, (struct point){10, 20.25});
    zi_figure_circle(&f, ROLE_MAN_1, (struct point){5, 5}, 4);
    zi_figure_circle(&f, ROLE_MAN_1, (struct point){15, 5}, 4);
    zi_figure_clip(&f, (struct point){1, 2}, (struct point){3, 4});
    zi_figure_path(&f, SHAPE_LINE, ROLE_MOVE, points, 3);
    zi_figure_clip_end(&f);
    zi_figure_path(&f, SHAPE_POLYGON, ROLE_MOVE, points, 3);
    zi_figure_path(&f, SHAPE_CURVE, ROLE_ORIGIN, points, 4);
    add_text(&f, 9, TEXT("<"), 20, true);
    zi_svg_shapes(&got, &f, 0, f.count, THEME_PRINT, true, TEXT("p"));
    expect_buffer(&got, expected);
    zi_figure_free(&f);
}

/* Whoever reads an SVG measures it; it is not squeezed by guesses. */
static void no_text_is_squeezed(void **state) {
    (void)state;
    struct figure f = {0};
    struct buffer got = {0};
    add_text(&f, 9, TEXT("wide"), 1, false);
    zi_svg_shapes(&got, &f, 0, f.count, THEME_PRINT, true, TEXT("p"));
    expect_buffer(&got, "<text class=\"z-name\" font-size=\"4\" x=\"0\" y=\"9\">wide</text>\n");
    zi_figure_free(&f);
}

/* The id of the title. */
static struct text id_of(const struct buffer *svg) {
    const char *at = memmem(svg->at, svg->len, "<title id=\"", 11);
    assert_non_null(at);
    return (struct text){at + 11, strcspn(at + 11, "\"")};
}

static void other_figures_have_other_ids(void **state) {
    (void)state;
    const struct drawing_options options = {.theme = THEME_PRINT};
    struct buffer out[3] = {0};
    for (size_t i = 0; i < COUNT(out); i++) {
        struct drawing d;
        zi_drawing_begin(&d, &zi_drawing_svg, &options, &out[i]);
        add_figure(&d.figure);
        if (i == 1)
            zi_figure_circle(&d.figure, ROLE_MARK, (struct point){1, 1}, 4);
        if (i == 2)
            d.figure.title = TEXT("Akron");
        assert_true(zi_drawing_draw(&d));
        assert_true(zi_drawing_end(&d));
    }
    assert_false(text_same(id_of(&out[0]), id_of(&out[1])));
    assert_false(text_same(id_of(&out[0]), id_of(&out[2])));
    assert_false(text_same(id_of(&out[1]), id_of(&out[2])));
    for (size_t i = 0; i < COUNT(out); i++)
        zi_buffer_free(&out[i]);
}

/* A figure is labelled by the words that it has, and by no others. */
static void words_of_a_figure_label_it(void **state) {
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        const struct drawing_options options = {.theme = THEME_PRINT};
        struct buffer out = {0};
        struct drawing d;
        zi_drawing_begin(&d, &zi_drawing_svg, &options, &out);
        add_figure(&d.figure);
        d.figure.title = i & 1 ? TEXT("a") : NO_TEXT;
        d.figure.description = i & 2 ? TEXT("b") : NO_TEXT;
        assert_true(zi_drawing_draw(&d) && zi_drawing_end(&d));
        const char *at = memmem(out.at, out.len, " aria-labelledby=\"", 18);
        assert_int_equal(at != NULL, i != 0);
        assert_int_equal(occurrences(buffered(&out), "<title "), i & 1);
        assert_int_equal(occurrences(buffered(&out), "<desc "), i >> 1);
        struct text ids = at ? (struct text){at + 18, strcspn(at + 18, "\"")} : NO_TEXT;
        for (size_t count = (i & 1) + (i >> 1); count; count--) {
            char id[64];
            size_t length = strcspn(ids.at, " \"");
            snprintf(id, sizeof id, " id=\"%.*s\"", (int)length, ids.at);
            assert_int_equal(occurrences(buffered(&out), id), 1);
            assert_int_equal(ids.len - length, count > 1 ? length + 1 : 0);
            ids = (struct text){ids.at + length + 1, ids.len - length - (count > 1)};
        }
        zi_buffer_free(&out);
    }
}

static void every_class_has_a_rule(void **state) {
    (void)state;
    struct buffer styles = {0};
    zi_svg_styles(&styles, NULL);
    for (unsigned role = 0; role < ROLE_BAR; role++) { /* pages have no plots */
        char rule[160];
        snprintf(rule, sizeof rule, "\n.z-%s{fill:", zi_role_names[role]);
        assert_int_equal(occurrences(buffered(&styles), rule), 1);
    }
    for (unsigned theme = 0; theme < THEMES; theme++) {
        struct buffer palette = {0};
        zi_svg_palette(&palette, (enum theme)theme, NULL, "main", NULL);
        /* each custom property that a rule refers to has a value */
        for (const char *at = styles.at;
             (at = memmem(at, styles.len - (size_t)(at - styles.at), "var(", 4)); at += 4) {
            char property[80];
            snprintf(property, sizeof property, "%.*s:", (int)strcspn(at + 4, ")"), at + 4);
            assert_int_equal(occurrences(buffered(&palette), property), 1);
        }
        zi_buffer_free(&palette);
    }
    zi_buffer_free(&styles);
}

/* PDF and PNG are SVG documents until rsvg-convert makes them. */

static void documents_have_their_sizes(void **state) {
    (void)state;
    static const struct {
        const struct drawing_format *format;
        const char *root;
    } rows[] = {{&zi_drawing_svg, " width=\"100mm\" height=\"110mm\" viewBox=\"-5 -5 100 110\""},
                {&zi_drawing_pdf, " width=\"80mm\" height=\"88mm\" viewBox=\"-5 -5 100 110\""},
                {&zi_drawing_png, " width=\"400\" height=\"440\" viewBox=\"-5 -5 100 110\""}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct drawing_options options = {.theme = THEME_PRINT};
        struct buffer out = file_of(rows[i].format, &options, 1);
        assert_int_equal(occurrences(buffered(&out), rows[i].root), 1);
        assert_int_equal(occurrences(buffered(&out), "<svg "), 1);
        zi_buffer_free(&out);
    }
}

/* A sheet has margins of 15 mm and gaps of 6 mm. A figure is 80 by 88 mm: two fit side by side, and
   of four in two columns and two rows each has 87 by 130.5 mm. */
static void sheets_have_their_figures(void **state) {
    (void)state;
    static const struct {
        unsigned per_page;
        const char *last;
    } rows[] = {{2, "<svg x=\"65\" y=\"151.5\" width=\"80\" height=\"88\" viewBox=\"-5 -5"},
                {4, "<svg x=\"111.5\" y=\"151.5\" width=\"80\" height=\"88\" viewBox=\"-5 -5"}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct drawing_options options = {.theme = THEME_PRINT, .per_page = rows[i].per_page};
        struct buffer out = file_of(&zi_drawing_pdf, &options, rows[i].per_page);
        struct text sheet = buffered(&out);
        static const char head[] = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" "
                                   "height=\"297mm\" viewBox=\"0 0 210 297\">\n<svg x=";
        assert_memory_equal(sheet.at, head, sizeof head - 1);
        assert_int_equal(occurrences(sheet, "<svg "), rows[i].per_page + 1);
        assert_int_equal(occurrences(sheet, "</svg>"), rows[i].per_page + 1);
        assert_int_equal(occurrences(sheet, rows[i].last), 1);
        zi_buffer_free(&out);
    }
}

/* Everything that a file can hold, and no more. */
static void a_sheet_becomes_full(void **state) {
    (void)state;
    const struct drawing_options options = {.theme = THEME_PRINT, .per_page = 2};
    struct buffer out = {0};
    struct drawing d;
    zi_drawing_begin(&d, &zi_drawing_pdf, &options, &out);
    for (unsigned i = 0; i < 2; i++) {
        assert_false(zi_drawing_is_full(&d));
        add_figure(&d.figure);
        assert_true(zi_drawing_draw(&d));
    }
    assert_true(zi_drawing_is_full(&d));
    assert_false(zi_drawing_draw(&d));
    assert_true(zi_drawing_end(&d));
    zi_buffer_free(&out);
}

/* TeX. */

static void tex_is_closed(void **state) {
    (void)state;
    const struct drawing_options options = {.theme = THEME_PRINT};
    struct buffer out = file_of(&zi_drawing_tex, &options, 2);
    struct text tex = buffered(&out);
    static const char head[] = "% needs \\usepackage{tikz}\n\\begingroup\\catcode";
    assert_true(memcmp(tex.at, head, sizeof head - 1) == 0);
    assert_int_equal(occurrences(tex, "\\begin{tikzpicture}"), 2);
    assert_int_equal(occurrences(tex, "\\end{tikzpicture}\\endgroup\n"), 2);
    assert_int_equal(occurrences(tex, "\\begin{scope}"), 2);
    assert_int_equal(occurrences(tex, "\\end{scope}"), 2);
    assert_int_equal(occurrences(tex, "\\useasboundingbox (0,0) rectangle (80,88);"), 2);
    assert_int_equal(occurrences(tex, "\\input"), 0);
    /* The first line; of each picture, the end of its first line and its text. */
    assert_int_equal(occurrences(tex, "%"), 1 + 2 + 2 * occurrences(TEXT("$a_1$#1%~|"), "%"));
    assert_int_equal(occurrences(tex, "{"), occurrences(tex, "}"));
    zi_buffer_free(&out);
}

int main(void) {
    list_writers();
    const struct CMUnitTest others[] = {
        cmocka_unit_test(widths_are_sums_of_advances),
        cmocka_unit_test(formats_have_names_of_their_own),
        cmocka_unit_test(the_same_figure_gives_the_same_bytes),
        cmocka_unit_test(a_text_of_10_kilobytes_can_be_drawn),
        cmocka_unit_test(sizes_out_of_range_are_refused),
        cmocka_unit_test(a_figure_that_lacks_memory_is_not_drawn),
        cmocka_unit_test(one_diagram_is_not_followed_by_another),
        cmocka_unit_test(an_appended_figure_is_whole),
        cmocka_unit_test(hidden_shapes_are_gone),
        cmocka_unit_test(a_file_has_what_its_format_holds),
        cmocka_unit_test(a_file_that_lacks_memory_is_no_file),
        cmocka_unit_test(svg_is_well_formed),
        cmocka_unit_test(words_of_a_figure_label_it),
        cmocka_unit_test(svg_of_a_small_figure),
        cmocka_unit_test(no_text_is_squeezed),
        cmocka_unit_test(other_figures_have_other_ids),
        cmocka_unit_test(every_class_has_a_rule),
        cmocka_unit_test(documents_have_their_sizes),
        cmocka_unit_test(sheets_have_their_figures),
        cmocka_unit_test(a_sheet_becomes_full),
        cmocka_unit_test(tex_is_closed),
    };
    static struct CMUnitTest
        tests[COUNT(numbers) + 3 * COUNT(texts) + COUNT(sizes) + COUNT(others)];
    size_t count = 0;
    for (size_t i = 0; i < COUNT(numbers); i++)
        tests[count++] = (struct CMUnitTest){numbers[i].name, numbers_have_two_digits_at_most, NULL,
                                             NULL, (void *)(uintptr_t)&numbers[i]};
    static const CMUnitTestFunction as_text[] = {markup_is_text, json_is_text, tex_is_text};
    for (size_t i = 0; i < 3 * COUNT(texts); i++)
        tests[count++] = (struct CMUnitTest){texts[i / 3].name, as_text[i % 3], NULL, NULL,
                                             (void *)(uintptr_t)&texts[i / 3]};
    for (size_t i = 0; i < COUNT(sizes); i++)
        tests[count++] = (struct CMUnitTest){sizes[i].name, figures_have_their_size, NULL, NULL,
                                             (void *)(uintptr_t)&sizes[i]};
    memcpy(tests + count, others, sizeof others);
    count += COUNT(others);
    return _cmocka_run_group_tests("drawing", tests, count, NULL, NULL);
}
