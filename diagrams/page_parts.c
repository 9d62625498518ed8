#include "diagrams/page_parts.h"

#include "diagrams/describe.h"
#include "notation/base/safe_text.h"

static void cut(struct buffer *out, struct text t) {
    for (unsigned left = NAME_CHARACTERS_MAX; t.len && left--;)
        buffer_text(out, zi_drawing_character(&t));
    buffer_string(out, t.len ? "..." : "");
}

static void write_short(struct buffer *out, struct text t) {
    struct buffer b = {0};
    cut(&b, t);
    buffer_add(out, value_isolated(buffered(&b)));
    zi_buffer_end(&b, &out->failed);
}

struct value zi_page_short(struct text t) {
    return value_by(write_short, t);
}

/* Words about turns. */

void zi_page_address(const struct page *p, uint32_t turn) {
    const struct address *a = &p->address[turn];
    const struct text kind = {&a->kind, a->kind != 0};
    page_add(p, "#", p->id, p->id.len ? "/" : "", kind, a->number);
}

struct text zi_page_value(const struct page *p, enum key key) {
    const struct field *f = &p->record->field[key];
    return f->state == FIELD_GIVEN ? f->text : NO_TEXT;
}

/* The end that the record claims for a game that no rule has ended. */
static void write_claim(struct buffer *out, const struct page *p) {
    struct text result = zi_page_value(p, KEY_RESULT), how = zi_page_value(p, KEY_TERMINATION);
    struct buffer said = {0};
    bool known = result.len && !text_is(result, "*");
    if (known)
        cut(&said, zi_page_translated(p, result));
    buffer_string(&said, known && how.len ? ", " : "");
    cut(&said, zi_page_translated(p, how));
    if (known)
        words_put(out, p->language, WORD("result: %s"), buffered(&said));
    else
        buffer_text(out, buffered(&said));
    zi_buffer_end(&said, &out->failed);
}

struct text zi_page_translated(const struct page *p, struct text value) {
    static const char *const words[] = {"black", "white", "draw", NULL};
    for (size_t i = 0; words[i]; i++)
        if (text_is(value, words[i]))
            return text_of(page_word(p, words[i]));
    for (size_t i = 0; zi_terminations[i]; i++)
        if (text_is(value, zi_terminations[i]))
            return text_of(page_word(p, zi_reason_in_words(zi_terminations[i])));
    return value;
}

struct text zi_page_side(const struct page *p, unsigned side) {
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const char *name = p->verdict->rules->sides[side];
    return name[1] ? text_of(page_word(p, name)) : (struct text){capitals + (*name - 'a'), 1};
}

void zi_page_ending(struct buffer *out, const struct page *p, uint32_t turn) {
    const struct outcome *outcome = &p->turns->at[turn].result->outcome;
    if (outcome->result == RESULT_OPEN) {
        if (turn == p->turns->last && !p->record->findings.has_error)
            write_claim(out, p);
        return;
    }
    const char *reason = page_word(p, zi_reason_in_words(outcome->reason));
    if (outcome->result == RESULT_DRAW)
        words_put(out, p->language, WORD("draw: %s"), reason);
    else
        words_put(out, p->language, WORD("%1$s wins: %2$s"),
                  zi_page_side(p, outcome->result == RESULT_WIN_1), reason);
}

/* Findings. */

void zi_page_finding(const struct page *p, size_t finding, const char *element, bool placed) {
    const struct finding *f = &p->record->findings.at[finding];
    const struct finding_place *place = p->place ? &p->place[finding] : NULL;
    const char *severity = zi_severities[f->severity];
    page_add(p, "<", element, " class=\"finding ", severity, "\"><strong>", severity, "</strong> ");
    if (placed)
        page_add(p, f->line, ":", f->column, ": ");
    page_add(p, value_markup(text_of(f->sentence)));
    if (f->detail.len)
        page_add(p, " (<span dir=\"auto\">", value_markup(f->detail), "</span>)");
    page_add(p, " <code>", zi_findings[f->code].code, f->reason ? "/" : "",
             f->reason ? f->reason->code : "", "</code>");
    if (placed && p->address && place && place->text != PLACE_HEADER) {
        page_add(p, " <a href=\"");
        zi_page_address(p, place->turn);
        page_add(p, "\">", page_said(p, WORD("go to its place")), "</a>");
    }
    page_add(p, "</", element, ">\n");
}

void zi_page_findings(struct buffer *out, struct record *r, size_t most, enum language language) {
    const struct page page = {.out = out, .record = r, .language = language};
    size_t count = r->findings.count;
    if (!count)
        return;
    buffer_string(out, "<ul>\n");
    for (size_t i = 0; i < count && i < most; i++)
        zi_page_finding(&page, i, "li", true);
    if (count > most) {
        buffer_string(out, "<li>");
        zi_words_count(out, language, count - most, WORDS("and %d more", "and %d more"));
        buffer_string(out, "</li>\n");
    }
    buffer_string(out, "</ul>\n");
}

/* The name of a player node, which is a scalar or a mapping. */
struct text zi_page_name(const struct node *n) {
    if (n->kind == NODE_MAPPING)
        return zi_node_text(n, "name");
    return n->kind == NODE_SCALAR && !node_is_null(n) ? n->text : NO_TEXT;
}

struct text zi_page_player(const struct page *p, unsigned side) {
    const struct rules *rules = p->verdict->rules;
    const struct node *players = zi_node_get(p->record->root, "players");
    const struct node *n = rules ? zi_node_get(players, rules->sides[side]) : NULL;
    return n ? zi_page_name(n) : NO_TEXT;
}

/* Without markup, Unicode marks isolate its direction. */
static void write_plain(struct buffer *out, struct text t) {
    struct buffer short_name = {0}, isolated = {0};
    cut(&short_name, t);
    zi_isolated(&isolated, buffered(&short_name));
    zi_markup(out, buffered(&isolated));
    zi_buffer_end(&short_name, &out->failed);
    zi_buffer_end(&isolated, &out->failed);
}

/* The name, cut with three dots if it is long, with a link to the player's page. */
static void write_player(const struct page *p, unsigned side, bool markup) {
    const struct page_frame *frame = markup ? p->shown->frame : NULL;
    struct text name = zi_page_player(p, side), shown = name.len ? name : TEXT("?");
    bool linked = frame && frame->player[side].len;
    if (linked)
        page_add(p, "<a href=\"", frame->player[side], "\">");
    page_add(p, markup ? zi_page_short(shown) : value_by(write_plain, shown), linked ? "</a>" : "");
}

struct text zi_page_game_name(const struct page *p) {
    return p->verdict->rules ? text_of(p->verdict->rules->title) : zi_page_value(p, KEY_GAME);
}

void zi_page_players(const struct page *p, bool markup) {
    if (!zi_page_player(p, 0).len && !zi_page_player(p, 1).len) {
        struct text game = zi_page_game_name(p);
        page_add(p, game.len ? value_markup(game) : page_said(p, WORD("record")));
        return;
    }
    unsigned first = p->shown->frame ? p->shown->frame->first : 0;
    write_player(p, first, markup);
    page_add(p, " \xE2\x80\x93 ");
    write_player(p, !first, markup);
}
