/* The moves of a page: rows of the main line, with comments, variations and findings between
   them. */
#include "validators/diagrams/page_parts.h"

struct list {
    const struct page *page;
    unsigned depth;     /* open variations */
    size_t beyond;      /* open brackets that are not variations, or nest too deep */
    bool playout;       /* the text is the playout */
    bool number_wanted; /* the next move needs its number, whichever side makes it */
    uint32_t main;      /* number of the last move in the main line */
    size_t finding;     /* the next one to be placed */
};

static bool is_gift(const struct turn *turn) { return turn->move && !move_is_turn(turn->move); }

/* Returns whether a number was written. */
static bool write_number_of(struct list *l, const struct turn *turn) {
    const struct page *p = l->page;
    if (turn->dots && !l->number_wanted)
        return false;
    page_add(p, "<i>", turn->number, turn->dots ? "...</i> " : ".</i> ");
    return true;
}

/* The signs of numbered glyphs, and their meanings; records also use the first six signs. */
static const struct glyph {
    const char *number, *sign, *meaning;
} glyphs[] = {{"$1", "!", WORD("good move")},
              {"$2", "?", WORD("mistake")},
              {"$3", "!!", WORD("very good move")},
              {"$4", "??", WORD("serious mistake")},
              {"$5", "!?", WORD("interesting move")},
              {"$6", "?!", WORD("doubtful move")},
              {"$10", "=", WORD("equal position")},
              {"$13", "\xE2\x88\x9E", WORD("unclear position")},
              {"$14", "\xE2\xA9\xB2", WORD("white or a slightly better")},
              {"$15", "\xE2\xA9\xB1", WORD("black or b slightly better")},
              {"$16", "\xC2\xB1", WORD("white or a better")},
              {"$17", "\xE2\x88\x93", WORD("black or b better")},
              {"$18", "+\xE2\x88\x92", WORD("white or a winning")},
              {"$19", "\xE2\x88\x92+", WORD("black or b winning")}};

/* A glyph with its meaning, if known. */
static void write_glyph(const struct page *p, struct text t) {
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
        if (text_is(t, glyphs[i].number) || text_is(t, glyphs[i].sign)) {
            page_add(p, "<abbr title=\"", page_said(p, glyphs[i].meaning), "\">", glyphs[i].sign,
                     "</abbr>");
            return;
        }
    page_add(p, "<span>", value_markup(t), "</span>");
}

static void write_glyphs(const struct page *p, struct text t) {
    while (t.len) {
        size_t n = 1;
        if (*t.at == '$')
            while (n < t.len && is_digit(t.at[n]))
                n++;
        else if (t.len > 1 && (t.at[1] == '!' || t.at[1] == '?'))
            n = 2;
        write_glyph(p, (struct text){t.at, n});
        t = (struct text){t.at + n, t.len - n};
    }
}

/* The move, which may be broken between its cells if the line is too short. */
static void write_move(const struct page *p, const struct turn *turn) {
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    p->verdict->rules->notation->write(&w, turn->move);
    struct text rest = written(&w);
    while (rest.len) {
        size_t n = 1;
        while (n < rest.len && !strchr("^v,:", rest.at[n]))
            n++;
        page_add(p, value_markup((struct text){rest.at, n}), n < rest.len ? "<wbr>" : "");
        rest = (struct text){rest.at + n, rest.len - n};
    }
}

/* Moves in the main line have consecutive addresses, which the script sets. */
static void write_address(struct list *l, uint32_t index) {
    const struct address *a = &l->page->address[index];
    bool next = !a->kind && a->number == l->main + 1;
    if (!a->kind)
        l->main = a->number;
    if (next)
        return;
    page_add(l->page, " href=\"");
    zi_page_address(l->page, index);
    page_add(l->page, "\"");
}

/* A move with its separated glyphs up to item `end`. The style sheet takes a move directly after
   another as the second side's. */
static void write_turn(struct list *l, uint32_t index, size_t item, size_t end) {
    const struct page *p = l->page;
    const struct turn *turn = &p->turns->at[index];
    bool gift = is_gift(turn);
    l->number_wanted |= gift && !l->depth; /* it has a separate row */
    bool numbered = write_number_of(l, turn);
    l->number_wanted = gift && !l->depth;
    page_add(p, turn->played ? "<a" : "<s");
    if (gift || (turn->dots && numbered && !l->depth))
        page_add(p, gift ? " class=\"gift\"" : " class=\"second\"");
    if (turn->played)
        write_address(l, index);
    page_add(p, ">");
    if (turn->played)
        write_move(p, turn);
    else
        page_add(p, "<span class=\"unseen\">", page_said(p, WORD("not played:")), " </span>",
                 value_markup(turn_written(turn)));
    write_glyphs(p, turn_glyphs(turn));
    for (size_t i = item + 1; i < end; i++)
        write_glyphs(p, turn_item_text(&p->turns->item[i]));
    page_add(p, turn->played ? "</a>\n" : "</s>\n");
}

/* A comment without its brackets. */
static struct text inside(struct text comment) {
    const char *from = comment.at + 1, *to = comment.at + comment.len;
    if (*comment.at == '{' && to > from)
        to--;
    while (from < to && is_blank(*from))
        from++;
    while (to > from && is_blank(to[-1]))
        to--;
    return (struct text){from, (size_t)(to - from)};
}

/* A comment; its marks are drawn on the board. */
static void write_comment(const struct page *p, struct text comment) {
    struct buffer said = {0};
    zi_comment_without_marks(&said, comment);
    if (said.len || !comment.len)
        page_add(p, "<span class=\"comment\" dir=\"auto\">", value_markup(buffered(&said)),
                 "</span>\n");
    zi_buffer_end(&said, &p->out->failed);
}

static void open_variation(struct list *l) {
    const struct page *p = l->page;
    l->number_wanted = true;
    if (l->depth == VARIATION_DEPTH_MAX) {
        l->beyond++;
        page_add(p, "<span>(</span>\n");
        return;
    }
    l->depth++;
    page_add(p, "<div class=\"variation\"><span class=\"bracket\">(</span>\n");
}

static void close_variation(struct list *l) {
    const struct page *p = l->page;
    l->number_wanted = true;
    if (l->beyond || !l->depth) {
        l->beyond -= l->beyond > 0;
        page_add(p, "<span>)</span>\n");
        return;
    }
    l->depth--;
    page_add(p, "<span class=\"bracket\">)</span></div>\n");
}

/* The findings that belong to items up to `last`. */
static void write_findings(struct list *l, size_t last) {
    const struct page *p = l->page;
    for (; l->finding < p->record->findings.count; l->finding++) {
        const struct finding_place *place = &p->place[l->finding];
        if (place->text != (l->playout ? PLACE_PLAYOUT : PLACE_MOVES))
            continue;
        if (place->item > last)
            return;
        zi_page_finding(p, l->finding, "div", false);
        l->number_wanted = true;
    }
}

/* Writes an item, and the glyphs after a move; returns the item after. */
static size_t write_item(struct list *l, size_t i, size_t end) {
    const struct page *p = l->page;
    const struct turn_item *item = &p->turns->item[i];
    size_t next = i + 1;
    switch (item->token) {
    case TOKEN_MOVE:
        while (next < end && p->turns->item[next].token == TOKEN_GLYPH)
            next++;
        write_turn(l, item->turn, i, next);
        return next;
    case TOKEN_COMMENT: write_comment(p, inside(turn_item_text(item))); break;
    case TOKEN_GLYPH: write_glyphs(p, turn_item_text(item)); break;
    case TOKEN_OPEN: open_variation(l); break;
    case TOKEN_CLOSE: close_variation(l); break;
    default:
        page_add(p, "<s class=\"unread\" dir=\"auto\"><span class=\"unseen\">",
                 page_said(p, WORD("not read:")), " </span>", value_markup(turn_item_text(item)),
                 "</s>\n");
    }
    l->number_wanted = true;
    return next;
}

static void write_list(const struct page *p, bool playout, size_t from, size_t to) {
    struct list l = {.page = p, .playout = playout, .number_wanted = true};
    page_add(p, playout ? "<div class=\"line solo\">\n" : "<div class=\"line\">\n");
    /* longer pages are refused */
    for (size_t i = from; i < to && p->out->len <= PAGE_BYTES_MAX;) {
        i = write_item(&l, i, to);
        write_findings(&l, i - 1);
    }
    while (l.depth) {
        l.depth--;
        page_add(p, "</div>\n");
    }
    write_findings(&l, SIZE_MAX);
    page_add(p, "</div>\n");
}

static void write_ending(const struct page *p) {
    struct buffer b = {0};
    zi_page_ending(&b, p, p->turns->last);
    if (b.len)
        page_add(p, "<p class=\"ending\">", value_markup(buffered(&b)), "</p>\n");
    zi_buffer_end(&b, &p->out->failed);
}

void zi_page_moves(const struct page *p) {
    const struct turns *t = p->turns;
    size_t playout = 0;
    while (playout < t->item_count && !t->item[playout].playout)
        playout++;
    page_add(p, "<section class=\"moves\" tabindex=\"0\" aria-label=\"",
             page_said(p, WORD("Moves")), "\">\n<a class=\"start\" href=\"");
    zi_page_address(p, 0);
    page_add(p, "\">", page_said(p, WORD("Start")), "</a>\n");
    write_list(p, false, 0, playout);
    write_ending(p);
    if (p->record->field[KEY_PLAYOUT].state == FIELD_GIVEN) {
        page_add(p, "<h", p->heading + 1, ">", page_said(p, WORD("Playout")), "</h", p->heading + 1,
                 ">\n");
        write_list(p, true, playout, t->item_count);
    }
    page_add(p, "</section>\n");
}
