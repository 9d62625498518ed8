/* Whatever the bytes are: each record is drawn, and no more comes out than should. All is UTF-8
   without controls; text has 7 bits and 79 columns; an SVG has only the elements that it is made
   of, a page its own two scripts, TeX braces that close and no command that a record brought. A
   first byte below 32 and a second say how it is drawn; else the number of bytes does. */
#include "diagrams/describe.h"
#include "diagrams/drawn_record.h"
#include "diagrams/formats.h"
#include "tests/feed.h"
#include "validators/replay/judge.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { OPTION_BYTES = 2, FIRST_SAID = 32, SHOWN_MAX = 8, COLUMNS_MAX = 79, DRAWN_MAX = 2 };

/* One record, and how it is drawn. */
struct drawn {
    struct validator *validator;
    struct record record;
    struct verdict verdict;
    struct turns turns;
    struct turns_walk walk;
    struct setup before, after;
    struct shown_move shown[SHOWN_MAX];
    size_t shown_count;
    struct arena arena; /* of the shown moves of one record */
    struct marks marks;
    struct buffer out;
    bool flip, crop, levels, numbered;
    enum theme theme;
};

/* Takes one character of UTF-8 off the text; dies where there is not one. */
static unsigned accept_character(struct text *t) {
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned first = (unsigned char)*t->at, length = 1, code = first;
    if (first >= 0x80) {
        require(first >= 0xC2 && first < 0xF5);
        length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        code = first & (0x7FU >> length);
    }
    require(t->len >= length);
    for (unsigned i = 1; i < length; i++) {
        require(((unsigned char)t->at[i] & 0xC0) == 0x80);
        code = code << 6 | ((unsigned char)t->at[i] & 0x3F);
    }
    require(code >= least[length] && code <= 0x10FFFF && !(code >= 0xD800 && code < 0xE000));
    t->at += length;
    t->len -= length;
    return code;
}

static void require_characters(struct text t) {
    while (t.len) {
        unsigned c = accept_character(&t);
        require((c >= ' ' && c < 0x7F) || c >= 0xA0 || c == '\t' || c == '\n' || c == '\r');
        require(c != 0xFFFE && c != 0xFFFF);
    }
}

static void require_lines(struct text t, bool ascii) {
    size_t column = 0;
    for (size_t i = 0; i < t.len; i++) {
        char c = t.at[i];
        require(c == '\n' || (unsigned char)c >= ' ');
        require(!ascii || (unsigned char)c < 0x7F);
        require(c != '\n' || i == 0 || t.at[i - 1] != ' ');
        column = c == '\n' ? 0 : column + (((unsigned char)c & 0xC0) != 0x80);
        require(column <= COLUMNS_MAX);
    }
}

static bool begins(struct text t, const char *word) {
    size_t length = strlen(word);
    return t.len >= length && !memcmp(t.at, word, length);
}

static size_t occurrences(struct text t, const char *word) {
    size_t count = 0;
    const char *at = t.at, *end = t.at + t.len;
    while (at && at < end && (at = memmem(at, (size_t)(end - at), word, strlen(word)))) {
        count++;
        at++;
    }
    return count;
}

static void require_elements(struct text t) {
    static const char *const elements[] = {
        "<svg ", "</svg>",  "<title ", "</title>",   "<desc ",      "</desc>", "<g ",    "</g>",
        "<rect", "<circle", "<path",   "<clipPath ", "</clipPath>", "<text",   "</text>"};
    const char *end = t.at + t.len;
    while ((t.at = memchr(t.at, '<', (size_t)(end - t.at)))) {
        bool known = false;
        t.len = (size_t)(end - t.at);
        for (size_t i = 0; i < sizeof elements / sizeof *elements && !known; i++)
            known = begins(t, elements[i]);
        require(known);
        t.at++;
    }
}

/* Everything that a record may bring is a letter to TeX. */
static void require_tame(struct text t) {
    long depth = 0;
    require(!occurrences(t, "\\input") && !occurrences(t, "\\write") && !occurrences(t, "^^"));
    for (size_t i = 0; i < t.len; i++) {
        if (t.at[i] == '\\')
            i++;
        else if (t.at[i] == '{' || t.at[i] == '}')
            depth += t.at[i] == '{' ? 1 : -1;
        require(depth >= 0);
    }
    require(depth == 0);
}

static void require_right(struct text t, const struct drawing_format *format) {
    require_characters(t);
    if (format == &zi_drawing_svg || format->converted)
        require_elements(t);
    else if (format == &zi_drawing_tex)
        require_tame(t);
    else
        require_lines(t, format == &zi_drawing_ascii);
}

static void draw_as(struct drawn *w, const struct diagram *diagram,
                    const struct drawing_format *format) {
    struct drawing_options options = {.theme = w->theme};
    struct drawing drawing;
    w->out.len = 0;
    zi_drawing_begin(&drawing, format, &options, &w->out);
    bool drawn = zi_drawing_add(&drawing, diagram);
    require(drawn);
    require(zi_drawing_end(&drawing) && !w->out.failed);
    require_right(buffered(&w->out), format);
}

/* Some text of the record. */
static struct text words_of(const struct drawn *w, enum key key) {
    const struct field *f = &w->record.field[key];
    return f->state == FIELD_GIVEN ? f->text : NO_TEXT;
}

static void draw(struct drawn *w, uint32_t ply) {
    const struct rules *rules = w->verdict.rules;
    const struct outcome outcome = rules->outcome(w->walk.after);
    struct diagram d;
    zi_diagram_begin(&d, &w->verdict.ruleset);
    zi_diagram_set_outcome(&d, &outcome);
    d.setup = w->after;
    d.moves = w->shown;
    d.move_count = w->shown_count;
    d.marks = &w->marks;
    d.view = (struct view){.flip = w->flip, .levels = w->levels};
    d.caption = words_of(w, KEY_COMMENT);
    d.figure = d.ply = ply;
    d.has_ply = true;
    if (w->crop)
        d.view = (struct view){
            .flip = w->flip, .cropped = true, .low = cell_at(0, 1, 0), .high = cell_at(0, 2, 2)};
    for (size_t i = 0; i < w->record.players.count && i < 2; i++)
        d.players[i] = w->record.players.at[i].value.text;
    for (size_t i = 0; i < DRAWING_FORMATS; i++) {
        const struct drawing_format *format = zi_drawing_formats[i];
        if (!format->add_record)
            draw_as(w, &d, format);
    }
}

/* Keeps the last moves, numbered, or the last one alone. */
static void show_move(struct drawn *w, uint32_t ply) {
    if (!w->numbered)
        w->shown_count = 0;
    if (w->shown_count == SHOWN_MAX) {
        memmove(w->shown, w->shown + 1, (SHOWN_MAX - 1) * sizeof *w->shown);
        w->shown_count--;
    }
    struct shown_move *m = &w->shown[w->shown_count++];
    require(zi_shown_move(m, &w->verdict.ruleset, &w->turns.at[w->walk.turn], &w->before, &w->after,
                          &w->arena));
    m->number = w->numbered ? ply : 0;
}

/* What can be marked on every board. */
static void mark(struct drawn *w) {
    struct text label = words_of(w, KEY_EVENT);
    w->marks = (struct marks){.mark_count = 1, .arrow_count = 1};
    w->marks.mark[0].at = cell_at(0, 2, 2);
    w->marks.mark[0].kind = (enum mark_kind)(label.len % (MARK_TRIANGLE + 1));
    w->marks.arrow[0] = (struct marked_arrow){cell_at(0, 0, 0), cell_at(0, 2, 1)};
    if (!label.len || label.len > LABEL_BYTES_MAX)
        return;
    w->marks.label_count = 1;
    w->marks.label[0].at = cell_at(0, 1, 1);
    memcpy(w->marks.label[0].text, label.at, label.len);
}

static void draw_record(struct drawn *w) {
    uint32_t ply = 0, left = DRAWN_MAX, last = w->verdict.plies;
    mark(w);
    zi_arena_reset(&w->arena);
    w->shown_count = 0;
    zi_turns_start(&w->walk, &w->turns, &w->verdict, &w->record);
    w->verdict.rules->describe(w->walk.after, &w->after);
    draw(w, 0);
    while (zi_turns_next(&w->walk, true)) {
        w->before = w->after;
        w->verdict.rules->describe(w->walk.after, &w->after);
        if (!move_is_turn(w->turns.at[w->walk.turn].move))
            continue;
        show_move(w, ++ply);
        if (ply == last || (ply % 7 == 1 && left && left--))
            draw(w, ply);
    }
    require(ply == last);
}

static void draw_page(struct drawn *w, size_t first) {
    const struct drawn_record record = {.record = &w->record,
                                        .verdict = &w->verdict,
                                        .turns = &w->turns,
                                        .flip = w->flip,
                                        .first = (uint32_t)first,
                                        .caption = words_of(w, KEY_COMMENT)};
    const struct drawing_options options = {.theme = w->theme};
    struct drawing drawing;
    w->out.len = 0;
    zi_drawing_begin(&drawing, &zi_drawing_html, &options, &w->out);
    require(zi_drawing_add_record(&drawing, &record));
    require(zi_drawing_end(&drawing));
    struct text page = buffered(&w->out);
    require(!w->out.failed);
    require_characters(page);
    size_t scripts = occurrences(page, "<script");
    require(scripts == occurrences(page, "</script"));
    require(scripts == (w->verdict.positioned ? 3 : 0)); /* the game, the words, the program */
}

static void draw_document(struct drawn *w, const struct document *d) {
    if (!zi_record_read(&w->record, d))
        return;
    zi_turns_begin(&w->turns);
    zi_validate(w->validator, &w->record, &w->verdict);
    zi_record_finalize(&w->record, false);
    require(!w->turns.failed && !w->record.out_of_memory);
    draw_page(w, d->text.len % 50);
    if (w->verdict.positioned)
        draw_record(w);
}

static void choose(struct drawn *w, unsigned flags, unsigned more) {
    w->flip = flags & 1;
    w->crop = flags & 2;
    w->levels = flags & 4;
    w->numbered = flags & 8;
    w->theme = (enum theme)(more % THEMES);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static struct drawn w;
    static struct observer observer = {.see = zi_turns_see, .context = &w.turns};
    if (!w.validator) {
        w.validator = zi_validator_new();
        zi_validator_observe(w.validator, &observer);
        zi_record_open(&w.record);
    }
    bool said = size >= OPTION_BYTES && data[0] < FIRST_SAID;
    size_t begin = said ? OPTION_BYTES : 0;
    if (said)
        choose(&w, data[0], data[1]);
    else
        choose(&w, (unsigned)size, (unsigned)size / 16);
    struct feed feed = {(const char *)data + begin, size - begin, size + 1};
    struct source source;
    struct document d;
    zi_source_open(&source, feed_read, &feed);
    while (zi_source_next(&source, &d))
        draw_document(&w, &d);
    zi_source_close(&source);
    return 0;
}
