/* One game of a page. */
#include "diagrams/page_parts.h"

#include <stdlib.h>

/* Whether the finding is in the text of the field. */
static bool stands_in(const struct finding *f, size_t from, size_t to) {
    bool in_text = f->part == PART_MOVES || f->part == PART_VARIATION || f->part == PART_PLAYOUT;
    return in_text && f->offset >= from && f->offset <= to;
}

/* Places the findings of one text, whose items are those from `item` up to `end`. */
static void place_findings(struct page *p, enum key key, size_t item, size_t end) {
    struct record *r = p->record;
    const struct field *field = &r->field[key];
    uint32_t played = key == KEY_PLAYOUT ? p->turns->last : 0;
    if (field->state != FIELD_GIVEN)
        return;
    size_t from = zi_field_offset(r, field, 0);
    size_t to = zi_field_offset(r, field, field->text.len);
    for (size_t i = 0; i < r->findings.count; i++) {
        const struct finding *f = &r->findings.at[i];
        struct finding_place *place = &p->place[i];
        if (!stands_in(f, from, to) || place->text != PLACE_HEADER)
            continue;
        for (; item < end; item++) {
            const struct turn_item *at = &p->turns->item[item];
            if (at->offset + (at->length ? at->length : 1) > f->offset)
                break;
            if (at->token == TOKEN_MOVE && p->address[at->turn].node)
                played = at->turn;
        }
        place->text = key == KEY_PLAYOUT ? PLACE_PLAYOUT : PLACE_MOVES;
        place->item = item;
        place->turn = played;
    }
}

/* The names of severities. The findings themselves are always in English. */
static const struct {
    const char *one, *many;
} counts[] = {[SEVERITY_NOTE] = {WORDS("%d note", "%d notes")},
              [SEVERITY_WARNING] = {WORDS("%d warning", "%d warnings")},
              [SEVERITY_ERROR] = {WORDS("%d error", "%d errors")}};

static void write_count(const struct page *p, size_t n, const char *one, const char *many,
                        bool *any) {
    if (!n)
        return;
    page_add(p, *any ? ", " : "");
    zi_words_count(p->out, p->language, n, one, many);
    *any = true;
}

/* The maximum number of listed findings among those that are also shown at their places. */
enum { LISTED_MAX = 100 };

static void list_findings(const struct page *p) {
    const struct findings *findings = &p->record->findings;
    size_t placed = 0;
    page_add(p, "<ul>\n");
    for (size_t i = 0; i < findings->count; i++) {
        placed += p->place[i].text != PLACE_HEADER;
        if (placed <= LISTED_MAX || p->place[i].text == PLACE_HEADER)
            zi_page_finding(p, i, "li", true);
    }
    if (placed > LISTED_MAX) {
        page_add(p, "<li>");
        zi_words_count(p->out, p->language, placed - LISTED_MAX,
                       WORDS("and %d more at its move", "and %d more at their moves"));
        page_add(p, "</li>\n");
    }
    page_add(p, "</ul>");
}

static void write_findings(const struct page *p) {
    const struct findings *findings = &p->record->findings;
    size_t count[3] = {0};
    bool any = false;
    if (!findings->count)
        return;
    for (size_t i = 0; i < findings->count; i++)
        count[findings->at[i].severity]++;
    page_add(p, "<details class=\"findings\"", findings->has_error ? " open>" : ">", "<summary>");
    if (findings->has_error)
        page_add(p, page_said(p, WORD("This record is not valid:")), " ");
    for (unsigned severity = 3; severity-- > 0;)
        write_count(p, count[severity], counts[severity].one, counts[severity].many, &any);
    write_count(p, findings->dropped, WORDS("%d more finding", "%d more findings"), &any);
    page_add(p, "</summary>\n");
    list_findings(p);
    page_add(p, "</details>\n");
}

/* The header of the record. */

static void write_row(const struct page *p, const char *name, struct text value) {
    if (value.len)
        page_add(p, "<div><dt>", page_said(p, name), "</dt><dd>", value_isolated(value),
                 "</dd></div>\n");
}

/* The name and other details: `A. Player (rating 1510, club Zet)`. */
static void write_player(const struct page *p, const struct node *n) {
    bool any = false;
    page_add(p, value_isolated(zi_page_name(n)));
    const struct node *key = n->kind == NODE_MAPPING ? n->first : NULL;
    for (; key; key = key->next->next) {
        const struct node *value = key->next;
        if (value->kind != NODE_SCALAR || text_is(key->text, "name"))
            continue;
        page_add(p, any ? ", " : " (", value_isolated(key->text), " ", value_isolated(value->text));
        any = true;
    }
    page_add(p, any ? ")" : "");
}

/* All named players, whatever their side. */
static void write_players(const struct page *p) {
    const struct node *players = zi_node_get(p->record->root, "players");
    const struct node *side = players && players->kind == NODE_MAPPING ? players->first : NULL;
    for (; side; side = side->next->next) {
        page_add(p, "<div><dt>", value_isolated(zi_page_translated(p, side->text)), "</dt><dd>");
        write_player(p, side->next);
        page_add(p, "</dd></div>\n");
    }
}

static void write_rules(const struct page *p) {
    const struct entries *rules = &p->record->rules;
    if (!rules->count)
        return;
    page_add(p, "<div><dt>", page_said(p, WORD("rules")), "</dt><dd>");
    for (size_t i = 0; i < rules->count; i++)
        page_add(p, i ? ", " : "", value_isolated(rules->at[i].name), ": ",
                 value_isolated(rules->at[i].value.text));
    page_add(p, "</dd></div>\n");
}

static struct text variant_of(const struct page *p) {
    const struct verdict *v = p->verdict;
    if (v->positioned && v->rules->variants)
        return text_of(v->rules->variants[v->ruleset.variant]);
    return zi_page_value(p, KEY_VARIANT);
}

/* The keys shown after the players. Values are shown as written, except words of the notation. */
static void write_details(const struct page *p) {
    static const struct {
        enum key key;
        const char *name;
    } rest[] = {{KEY_EVENT, WORD("event")},
                {KEY_SITE, WORD("site")},
                {KEY_DATE, WORD("date")},
                {KEY_ROUND, WORD("round")},
                {KEY_TABLE, WORD("table")},
                {KEY_RESULT, WORD("result")},
                {KEY_TERMINATION, WORD("termination")},
                {KEY_POINTS, WORD("points")},
                {KEY_COMMENT, WORD("comment")}};
    struct buffer date = {0};
    zi_words_date(&date, p->language, zi_page_value(p, KEY_DATE));
    page_add(p, "<div class=\"record\"><dl>\n");
    write_row(p, WORD("game"), zi_page_game_name(p));
    write_row(p, WORD("variant"), variant_of(p));
    write_rules(p);
    write_players(p);
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) {
        struct text value = zi_page_value(p, rest[i].key);
        bool word = rest[i].key == KEY_RESULT || rest[i].key == KEY_TERMINATION;
        write_row(p, rest[i].name,
                  word                      ? zi_page_translated(p, value)
                  : rest[i].key == KEY_DATE ? buffered(&date)
                                            : value);
    }
    page_add(p, "</dl></div>\n");
    zi_buffer_end(&date, &p->out->failed);
}

/* Game, variant, event and date in one line. */
static void write_summary(const struct page *p) {
    bool named = zi_page_player(p, 0).len || zi_page_player(p, 1).len, any = false;
    struct buffer date = {0};
    zi_words_date(&date, p->language, zi_page_value(p, KEY_DATE));
    struct text parts[] = {named ? zi_page_game_name(p) : NO_TEXT, variant_of(p),
                           zi_page_value(p, KEY_EVENT), buffered(&date)};
    page_add(p, "<p>");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].len)
            page_add(p, any ? ", " : "", zi_page_short(parts[i]));
        any |= parts[i].len > 0;
    }
    page_add(p, "</p>\n");
    zi_buffer_end(&date, &p->out->failed);
}

static void write_header(struct page *p) {
    page_add(p, "<header>\n<h");
    p->heading_at[0] = p->out->len;
    page_add(p, p->heading, ">");
    zi_page_players(p, true);
    page_add(p, "</h");
    p->heading_at[1] = p->out->len;
    page_add(p, p->heading, ">\n");
    write_summary(p);
    page_add(p, "</header>\n");
}

/* The unchanged record as a data URL, which needs no script. */
static void write_download(const struct page *p) {
    struct text t = p->record->text;
    if (!t.len)
        return;
    page_add(p, "<a class=\"download\" download=\"record");
    if (p->number > 1)
        page_add(p, "-", p->number);
    page_add(p, ".yaml\" href=\"data:application/yaml;charset=utf-8,");
    zi_percent_encode(p->out, t, "-_.~!*(),;:@/?=+$^");
    page_add(p, "\">", page_said(p, WORD("Download the record")), "</a>\n");
}

/* The moves: rows of the main line, with comments, variations and findings between them. */

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
        t = text_after(t, n);
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
        rest = text_after(rest, n);
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
static void write_placed(struct list *l, size_t last) {
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
        write_placed(&l, i - 1);
    }
    while (l.depth) {
        l.depth--;
        page_add(p, "</div>\n");
    }
    write_placed(&l, SIZE_MAX);
    page_add(p, "</div>\n");
}

static void write_ending(const struct page *p) {
    struct buffer b = {0};
    zi_page_ending(&b, p, p->turns->last);
    if (b.len)
        page_add(p, "<p class=\"ending\">", value_markup(buffered(&b)), "</p>\n");
    zi_buffer_end(&b, &p->out->failed);
}

static void write_moves(const struct page *p) {
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

/* The whole game. */

/* JSON, escaped so that no text ends the element. */
static void write_data(const struct page *p, struct text json) {
    while (json.len) {
        const char *end = memchr(json.at, '<', json.len);
        size_t plain = end ? (size_t)(end - json.at) : json.len;
        buffer_text(p->out, (struct text){json.at, plain});
        if (plain < json.len)
            buffer_string(p->out, "\\u003c");
        plain += plain < json.len;
        json = text_after(json, plain);
    }
}

static bool write_game(struct page *p) {
    struct buffer data = {0};
    page_add(p, "<div class=\"panes\">\n<div class=\"board\">\n");
    bool well = zi_page_board(p, &data) && !data.failed;
    if (p->shown->caption.len)
        page_add(p, "<p class=\"caption\" dir=\"auto\">", value_markup(p->shown->caption),
                 "</p>\n");
    /* the script places buttons around the status */
    page_add(
        p, "<p class=\"status\" id=\"", p->section,
        "-status\" aria-live=\"polite\" aria-atomic=\"true\"></p>\n<noscript><p>",
        page_said(p, WORD("Without scripts this page shows the final position and the moves.")),
        "</p></noscript>\n</div>\n");
    write_moves(p);
    page_add(p, "</div>\n<div class=\"tools\">\n");
    write_download(p);
    page_add(p, "<span class=\"told\" role=\"status\"></span>\n</div>\n");
    write_details(p);
    page_add(p, "<script type=\"application/json\" class=\"data\">");
    if (well)
        write_data(p, buffered(&data));
    page_add(p, "</script>\n");
    zi_buffer_free(&data);
    return well;
}

/* Assigns the addresses of turns. */
static void number_turns(struct page *p) {
    const struct turns *t = p->turns;
    uint32_t nodes = 0, variation = 0, gifts = 0;
    for (size_t i = 0; i < t->item_count; i++) {
        const struct turn_item *item = &t->item[i];
        if (item->token != TOKEN_MOVE || item->turn >= t->count)
            continue;
        const struct turn *turn = &t->at[item->turn];
        struct address *a = &p->address[item->turn];
        bool gift = turn->move && !move_is_turn(turn->move);
        a->solo = item->playout;
        a->kind = gift ? 'g' : turn->depth ? 'v' : item->playout ? 'p' : 0;
        a->number = gift ? ++gifts : turn->depth ? ++variation : turn->ply;
        a->node = turn->played ? ++nodes : 0;
    }
}

/* Allocates the tables of turns and findings. */
static bool prepare(struct page *p) {
    const struct turns *t = p->turns;
    size_t playout = 0, findings = p->record->findings.count;
    p->place = calloc(findings + 1, sizeof *p->place);
    if (!p->place || !p->verdict->positioned || !t->count)
        return p->place != NULL;
    p->address = calloc(t->count, sizeof *p->address);
    if (!p->address)
        return false;
    number_turns(p);
    p->final = t->playout_last ? t->playout_last : t->last;
    while (playout < t->item_count && !t->item[playout].playout)
        playout++;
    place_findings(p, KEY_MOVES, 0, playout);
    place_findings(p, KEY_PLAYOUT, playout, t->item_count);
    return true;
}

bool zi_page_game(struct page *p) {
    bool well = prepare(p);
    if (well) {
        page_add(p, "<section class=\"game\" id=\"", p->section, "\">\n");
        write_header(p);
        write_findings(p);
        if (p->address)
            well = write_game(p);
        else
            write_details(p);
        page_add(p, "</section>\n");
    }
    free(p->address);
    free(p->place);
    return well && !p->out->failed;
}
