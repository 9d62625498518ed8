#include "validators/diagrams/drawn_record.h"

#include <stdlib.h>

#include "validators/diagrams/formats.h"
#include "validators/diagrams/page_board.h"
#include "validators/diagrams/page_moves.h"

/* What page_assets.S has: the script, its hash, the style sheet. Not terminated. */
extern const char zet_page_script_text[], zet_page_script_text_end[], zet_page_hash[],
    zet_page_hash_end[], zet_page_style_text[], zet_page_style_text_end[];

static void asset(const struct page *p, const char *from, const char *to) {
    buffer_text(p->out, (struct text){from, (size_t)(to - from)});
}

/* Whether the finding is in the text of the field. */
static bool stands_in(const struct finding *f, size_t from, size_t to) {
    bool in_text = f->part == PART_MOVES || f->part == PART_VARIATION || f->part == PART_PLAYOUT;
    return in_text && f->offset >= from && f->offset <= to;
}

/* Places the findings of one text; its items are those from `item` up to `end`. */
static void place_findings(struct page *p, enum key key, size_t item, size_t end) {
    struct record *r = p->record;
    const struct field *field = &r->field[key];
    uint32_t played = key == KEY_PLAYOUT ? p->turns->last : 0;
    if (field->state != FIELD_GIVEN)
        return;
    size_t from = zet_record_offset(r, field, 0);
    size_t to = zet_record_offset(r, field, field->text.len);
    for (size_t i = 0; i < r->findings.count; i++) {
        const struct finding *f = &r->findings.at[i];
        struct finding_place *place = &p->place[i];
        if (!stands_in(f, from, to) || place->text != PLACE_HEADER)
            continue;
        for (; item < end; item++) {
            const struct turn_item *at = &p->turns->item[item];
            if (at->offset + (at->text.len ? at->text.len : 1) > f->offset)
                break;
            if (at->token == TOKEN_MOVE && p->address[at->turn].node)
                played = at->turn;
        }
        place->text = key == KEY_PLAYOUT ? PLACE_PLAYOUT : PLACE_MOVES;
        place->item = item;
        place->turn = played;
    }
}

static void write_count(const struct page *p, size_t n, const char *noun, bool *any) {
    if (!n)
        return;
    page_string(p, *any ? ", " : "");
    page_number(p, n);
    page_string(p, " ");
    page_string(p, noun);
    page_string(p, n > 1 ? "s" : "");
    *any = true;
}

/* All findings, but no more than so many of those that are shown at their places too. */
enum { LISTED_MAX = 100 };

static void list_findings(const struct page *p) {
    const struct findings *findings = &p->record->findings;
    size_t placed = 0;
    page_string(p, "<ul>\n");
    for (size_t i = 0; i < findings->count; i++) {
        placed += p->place[i].text != PLACE_HEADER;
        if (placed <= LISTED_MAX || p->place[i].text == PLACE_HEADER)
            zet_page_finding(p, i, "li", true);
    }
    if (placed > LISTED_MAX) {
        page_string(p, "<li>and ");
        page_number(p, placed - LISTED_MAX);
        page_string(p, " more at their moves</li>\n");
    }
    page_string(p, "</ul>");
}

static void write_findings(const struct page *p) {
    const struct findings *findings = &p->record->findings;
    size_t count[3] = {0};
    bool any = false;
    if (!findings->count)
        return;
    for (size_t i = 0; i < findings->count; i++)
        count[findings->at[i].severity]++;
    page_string(p, "<details class=\"findings\"");
    page_string(p, findings->has_error ? " open>" : ">");
    page_string(p, "<summary>");
    page_string(p, findings->has_error ? "This record is not valid: " : "");
    for (unsigned severity = 3; severity-- > 0;)
        write_count(p, count[severity], zet_severities[severity], &any);
    write_count(p, findings->dropped, "more finding", &any);
    page_string(p, "</summary>\n");
    list_findings(p);
    page_string(p, "</details>\n");
}

/* The header of the record. */

static void write_value(const struct page *p, struct text t) {
    page_string(p, "<bdi>");
    zet_page_text(p, t);
    page_string(p, "</bdi>");
}

static void open_row(const struct page *p, const char *name) {
    page_string(p, "<div><dt>");
    page_string(p, name);
    page_string(p, "</dt><dd>");
}

static void close_row(const struct page *p) { page_string(p, "</dd></div>\n"); }

static void write_row(const struct page *p, const char *name, struct text value) {
    if (!value.len)
        return;
    open_row(p, name);
    write_value(p, value);
    close_row(p);
}

/* The name, and what else there is: `A. Player (rating 1510, club Zet)`. */
static void write_player(const struct page *p, const struct node *n) {
    bool any = false;
    write_value(p, zet_page_name(n));
    const struct node *key = n->kind == NODE_MAPPING ? n->first : NULL;
    for (; key; key = key->next->next) {
        const struct node *value = key->next;
        if (value->kind != NODE_SCALAR || text_is(key->text, "name"))
            continue;
        page_string(p, any ? ", " : " (");
        write_value(p, key->text);
        page_string(p, " ");
        write_value(p, value->text);
        any = true;
    }
    page_string(p, any ? ")" : "");
}

/* All that are named, whatever side they are said to have. */
static void write_players(const struct page *p) {
    const struct node *players = zet_node_get(p->record->root, "players");
    const struct node *side = players && players->kind == NODE_MAPPING ? players->first : NULL;
    for (; side; side = side->next->next) {
        page_string(p, "<div><dt>");
        write_value(p, side->text);
        page_string(p, "</dt><dd>");
        write_player(p, side->next);
        close_row(p);
    }
}

static void write_rules(const struct page *p) {
    const struct entries *rules = &p->record->rules;
    if (!rules->count)
        return;
    open_row(p, "rules");
    for (size_t i = 0; i < rules->count; i++) {
        page_string(p, i ? ", " : "");
        write_value(p, rules->at[i].name);
        page_string(p, ": ");
        write_value(p, rules->at[i].value.text);
    }
    close_row(p);
}

static struct text variant_of(const struct page *p) {
    const struct verdict *v = p->verdict;
    if (v->positioned && v->rules->variants)
        return text_of(v->rules->variants[v->ruleset.variant]);
    return zet_page_value(p, KEY_VARIANT);
}

static void write_details(const struct page *p) {
    static const enum key rest[] = {KEY_EVENT,  KEY_SITE,        KEY_DATE,   KEY_ROUND,  KEY_TABLE,
                                    KEY_RESULT, KEY_TERMINATION, KEY_POINTS, KEY_COMMENT};
    page_string(p, "<section class=\"record\" aria-label=\"Record\"><dl>\n");
    write_row(p, "game", zet_page_value(p, KEY_GAME));
    write_row(p, "variant", variant_of(p));
    write_rules(p);
    write_players(p);
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        write_row(p, zet_keys[rest[i]], zet_page_value(p, rest[i]));
    page_string(p, "</dl></section>\n");
}

/* `A. Player - B. Player`, or the game. Where it is no markup, marks keep the directions apart. */
static void write_heading(const struct page *p, bool markup) {
    struct text name[2] = {zet_page_player(p, 0), zet_page_player(p, 1)};
    if (!name[0].len && !name[1].len) {
        struct text game = zet_page_value(p, KEY_GAME);
        zet_page_text(p, game.len ? game : TEXT("record"));
        return;
    }
    for (unsigned side = 0; side < 2; side++) {
        struct buffer b = {0};
        zet_page_cut(&b, name[side].len ? name[side] : TEXT("?"), NAME_CHARACTERS_MAX);
        const struct page_frame *frame = markup ? p->shown->frame : NULL;
        bool linked = frame && frame->player[side].len;
        page_string(p, side ? " \xE2\x80\x93 " : "");
        if (linked) {
            page_string(p, "<a href=\"");
            buffer_text(p->out, frame->player[side]);
            page_string(p, "\">");
        }
        page_string(p, markup ? "<bdi>" : "\xE2\x81\xA8");
        zet_page_text(p, buffered(&b));
        page_string(p, markup ? "</bdi>" : "\xE2\x81\xA9");
        page_string(p, linked ? "</a>" : "");
        p->out->failed |= b.failed;
        zet_buffer_free(&b);
    }
}

/* Game, variant, event and date in a line. */
static void write_summary(const struct page *p) {
    bool named = zet_page_player(p, 0).len || zet_page_player(p, 1).len, any = false;
    struct text parts[] = {named ? zet_page_value(p, KEY_GAME) : NO_TEXT, variant_of(p),
                           zet_page_value(p, KEY_EVENT), zet_page_value(p, KEY_DATE)};
    page_string(p, "<p>");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct buffer b = {0};
        if (!parts[i].len)
            continue;
        zet_page_cut(&b, parts[i], NAME_CHARACTERS_MAX);
        page_string(p, any ? ", " : "");
        write_value(p, buffered(&b));
        any = true;
        p->out->failed |= b.failed;
        zet_buffer_free(&b);
    }
    page_string(p, "</p>\n");
}

/* The document. */

struct text zet_page_script(void) {
    return (struct text){zet_page_script_text,
                         (size_t)(zet_page_script_text_end - zet_page_script_text)};
}

void zet_page_style(struct buffer *out, enum theme theme) {
    zet_svg_styles(out, theme);
    buffer_text(out, (struct text){zet_page_style_text,
                                   (size_t)(zet_page_style_text_end - zet_page_style_text)});
}

void zet_page_head(struct buffer *out, bool scripted) {
    buffer_string(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                       "img-src data:; style-src 'self'; ");
    buffer_string(out, scripted ? "script-src 'self'; " : "");
    buffer_string(out, "base-uri 'none'; form-action 'none'\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<link rel=\"icon\" href=\"data:,\">\n"
                       "<link rel=\"stylesheet\" href=\"" PAGE_STYLE_FILE "\">\n");
    buffer_string(out, "<title>");
}

void zet_page_body(struct buffer *out, enum theme theme, struct text nav) {
    buffer_string(out, "</title>\n</head>\n<body class=\"");
    buffer_string(out, zet_themes[theme]);
    buffer_string(out, "\">\n");
    buffer_text(out, nav);
}

static void write_header(const struct page *p) {
    page_string(p, "<header>\n<h1>");
    write_heading(p, true);
    page_string(p, "</h1>\n");
    write_summary(p);
    page_string(p, "</header>\n");
}

static void write_framed_head(const struct page *p) {
    zet_page_head(p->out, true);
    write_heading(p, false);
    zet_page_body(p->out, p->options->theme, p->shown->frame->nav);
    write_header(p);
}

static void write_head(const struct page *p) {
    page_string(p, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                   "img-src data:; style-src 'unsafe-inline'; script-src 'sha256-");
    asset(p, zet_page_hash, zet_page_hash_end);
    page_string(p, "'; base-uri 'none'; form-action 'none'\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                   "<link rel=\"icon\" href=\"data:,\">\n<title>");
    write_heading(p, false);
    page_string(p, "</title>\n<style>\n");
    zet_svg_styles(p->out, p->options->theme);
    asset(p, zet_page_style_text, zet_page_style_text_end);
    if (p->options->width > 0) {
        page_string(p, ".board svg{max-width:");
        zet_drawing_number(p->out, p->options->width);
        page_string(p, "px}\n");
    }
    page_string(p, "</style>\n</head>\n<body class=\"");
    page_string(p, zet_themes[p->options->theme]);
    page_string(p, "\">\n");
    write_header(p);
}

static void write_controls(const struct page *p) {
    page_string(
        p, "<div class=\"controls\" hidden role=\"group\" aria-label=\"Step through the moves\">\n"
           "<button type=\"button\" id=\"first\" aria-keyshortcuts=\"Home\">First</button>\n"
           "<button type=\"button\" id=\"previous\" aria-keyshortcuts=\"ArrowLeft\">Previous"
           "</button>\n"
           "<button type=\"button\" id=\"next\" aria-keyshortcuts=\"ArrowRight\">Next</button>\n"
           "<button type=\"button\" id=\"last\" aria-keyshortcuts=\"End\">Last</button>\n"
           "</div>\n<p id=\"status\" aria-live=\"polite\" aria-atomic=\"true\"></p>\n"
           "<noscript><p>Without scripts this page shows the final position and the moves.</p>"
           "</noscript>\n"
           "<nav id=\"choices\" aria-label=\"Variations\" hidden></nav>\n"
           "<details id=\"words\" hidden><summary>Position in words</summary><dl></dl></details>\n"
           "<p class=\"keys\" hidden>Keys: <kbd>\xE2\x86\x90</kbd> <kbd>\xE2\x86\x92</kbd> step, "
           "<kbd>Home</kbd> <kbd>End</kbd> first and last, <kbd>\xE2\x86\x93</kbd> into a "
           "variation, <kbd>\xE2\x86\x91</kbd> out of it.</p>\n");
}

static bool write_game(struct page *p) {
    struct buffer data = {0};
    page_string(p, "<main>\n<div class=\"board\">\n");
    bool well = zet_page_board(p, &data) && !data.failed;
    write_controls(p);
    page_string(p, "</div>\n");
    zet_page_moves(p);
    page_string(p, "</main>\n");
    write_details(p);
    page_string(p, "<script type=\"application/json\" id=\"data\">");
    if (well)
        buffer_text(p->out, buffered(&data));
    page_string(p, "</script>\n");
    if (p->shown->frame) {
        page_string(p, "<script src=\"" PAGE_SCRIPT_FILE "\"></script>\n");
    } else {
        page_string(p, "<script>");
        asset(p, zet_page_script_text, zet_page_script_text_end);
        page_string(p, "</script>\n");
    }
    zet_buffer_free(&data);
    return well;
}

/* What each turn is called. */
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

/* Room for what is said of turns and findings. */
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

static bool add_record(struct drawing *d, const struct drawn_record *shown) {
    struct page p = {.out = d->out,
                     .shown = shown,
                     .record = shown->record,
                     .verdict = shown->verdict,
                     .turns = shown->turns,
                     .options = &d->options};
    bool well = prepare(&p);
    if (well) {
        if (shown->frame)
            write_framed_head(&p);
        else
            write_head(&p);
        write_findings(&p);
        if (p.address)
            well = write_game(&p);
        else
            write_details(&p);
        page_string(&p, "</body>\n</html>\n");
    }
    if (p.too_long)
        d->why = "the record has too many moves for a page: it would be larger than 16 MB";
    free(p.address);
    free(p.place);
    return well;
}

const struct drawing_format zet_drawing_html = {
    .name = "html",
    .other = "htm",
    .about = "a page to step through a record",
    .unit = "pixels",
    .limit = 100000,
    .add_record = add_record,
};
