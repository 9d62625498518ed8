#include "validators/diagrams/page_parts.h"

#include "notation/base/characters.h"
#include "validators/diagrams/describe.h"

void zet_page_text(const struct page *p, struct text t) { zet_markup(p->out, t); }

void zet_page_value_text(const struct page *p, struct text t) {
    page_string(p, "<bdi>");
    zet_page_text(p, t);
    page_string(p, "</bdi>");
}

void zet_page_cut(struct buffer *out, struct text t, unsigned characters) {
    while (t.len && characters--)
        buffer_text(out, zet_drawing_character(&t));
    if (t.len)
        buffer_string(out, "...");
}

/* Words about turns. */

void zet_page_address(const struct page *p, uint32_t turn) {
    const struct address *a = &p->address[turn];
    buffer_text(p->out, p->id);
    page_string(p, p->id.len ? "/" : "");
    if (a->kind)
        buffer_char(p->out, a->kind);
    page_number(p, a->number);
}

struct text zet_page_value(const struct page *p, enum key key) {
    const struct field *f = &p->record->field[key];
    return f->state == FIELD_GIVEN ? f->text : NO_TEXT;
}

/* What the record says of the end of a game that no rule has ended. */
static void write_claim(struct buffer *out, const struct page *p) {
    struct text result = zet_page_value(p, KEY_RESULT), how = zet_page_value(p, KEY_TERMINATION);
    struct buffer said = {0};
    bool known = result.len && !text_is(result, "*");
    if (known)
        zet_page_cut(&said, zet_page_translated(p, result), NAME_CHARACTERS_MAX);
    buffer_string(&said, known && how.len ? ", " : "");
    zet_page_cut(&said, zet_page_translated(p, how), NAME_CHARACTERS_MAX);
    if (known)
        zet_words_put_one(out, p->language, WORD("result: %s"), buffered(&said));
    else
        buffer_text(out, buffered(&said));
    out->failed |= said.failed;
    zet_buffer_free(&said);
}

struct text zet_page_translated(const struct page *p, struct text value) {
    static const char *const words[] = {"black", "white", "draw", NULL};
    for (size_t i = 0; words[i]; i++)
        if (text_is(value, words[i]))
            return text_of(page_word(p, words[i]));
    for (size_t i = 0; zet_terminations[i]; i++)
        if (text_is(value, zet_terminations[i]))
            return text_of(page_word(p, zet_reason_in_words(zet_terminations[i])));
    return value;
}

void zet_page_ending(struct buffer *out, const struct page *p, uint32_t turn) {
    const struct outcome *outcome = &p->turns->at[turn].result->outcome;
    if (outcome->result == RESULT_OPEN) {
        if (turn == p->turns->last && !p->record->findings.has_error)
            write_claim(out, p);
        return;
    }
    const char *side = p->verdict->rules->sides[outcome->result == RESULT_WIN_1];
    const struct text values[] = {text_of(page_word(p, side)),
                                  text_of(page_word(p, zet_reason_in_words(outcome->reason)))};
    if (outcome->result == RESULT_DRAW)
        zet_words_put_one(out, p->language, WORD("draw: %s"), values[1]);
    else
        zet_words_put(out, p->language, WORD("%1$s wins: %2$s"), values, 2);
}

/* Findings. */

void zet_page_finding(const struct page *p, size_t finding, const char *element, bool placed) {
    const struct finding *f = &p->record->findings.at[finding];
    const struct finding_place *place = p->place ? &p->place[finding] : NULL;
    const char *severity = zet_severities[f->severity];
    buffer_char(p->out, '<');
    page_string(p, element);
    page_string(p, " class=\"finding ");
    page_string(p, severity);
    page_string(p, "\"><strong>");
    page_string(p, severity);
    page_string(p, "</strong> ");
    if (placed) {
        page_number(p, f->line);
        buffer_char(p->out, ':');
        page_number(p, f->column);
        page_string(p, ": ");
    }
    zet_page_text(p, text_of(f->sentence));
    if (f->detail.len) {
        page_string(p, " (<span dir=\"auto\">");
        zet_page_text(p, f->detail);
        page_string(p, "</span>)");
    }
    page_string(p, " <code>");
    page_string(p, zet_findings[f->code].code);
    page_string(p, f->reason ? "/" : "");
    page_string(p, f->reason ? f->reason->code : "");
    page_string(p, "</code>");
    if (placed && p->address && place && place->text != PLACE_HEADER) {
        page_string(p, " <a href=\"#");
        zet_page_address(p, place->turn);
        page_string(p, "\">");
        page_say(p, WORD("go to its place"));
        page_string(p, "</a>");
    }
    page_string(p, "</");
    page_string(p, element);
    page_string(p, ">\n");
}

void zet_page_findings(struct buffer *out, struct record *r, size_t most, enum language language) {
    const struct page page = {.out = out, .record = r, .language = language};
    size_t count = r->findings.count;
    if (!count)
        return;
    buffer_string(out, "<ul>\n");
    for (size_t i = 0; i < count && i < most; i++)
        zet_page_finding(&page, i, "li", true);
    if (count > most) {
        buffer_string(out, "<li>");
        zet_words_count(out, language, count - most, WORDS("and %d more", "and %d more"));
        buffer_string(out, "</li>\n");
    }
    buffer_string(out, "</ul>\n");
}

/* The name of a player, who is a name or a mapping. */
struct text zet_page_name(const struct node *n) {
    if (n->kind == NODE_MAPPING)
        return zet_node_text(n, "name");
    return n->kind == NODE_SCALAR && !node_is_null(n) ? n->text : NO_TEXT;
}

struct text zet_page_player(const struct page *p, unsigned side) {
    const struct rules *rules = p->verdict->rules;
    const struct node *players = zet_node_get(p->record->root, "players");
    const struct node *n = rules ? zet_node_get(players, rules->sides[side]) : NULL;
    return n ? zet_page_name(n) : NO_TEXT;
}

static void write_isolated(const struct page *p, struct text t) {
    struct buffer b = {0};
    zet_isolated(&b, t);
    zet_page_text(p, buffered(&b));
    p->out->failed |= b.failed;
    zet_buffer_free(&b);
}

/* With three dots where it is long, and a link to the player's page. */
static void write_player(const struct page *p, unsigned side, bool markup) {
    const struct page_frame *frame = markup ? p->shown->frame : NULL;
    struct text name = zet_page_player(p, side);
    bool linked = frame && frame->player[side].len;
    struct buffer b = {0};
    zet_page_cut(&b, name.len ? name : TEXT("?"), NAME_CHARACTERS_MAX);
    if (linked) {
        page_string(p, "<a href=\"");
        buffer_text(p->out, frame->player[side]);
        page_string(p, "\">");
    }
    if (markup)
        zet_page_value_text(p, buffered(&b));
    else
        write_isolated(p, buffered(&b));
    page_string(p, linked ? "</a>" : "");
    p->out->failed |= b.failed;
    zet_buffer_free(&b);
}

struct text zet_page_game_name(const struct page *p) {
    return p->verdict->rules ? text_of(p->verdict->rules->title) : zet_page_value(p, KEY_GAME);
}

void zet_page_players(const struct page *p, bool markup) {
    if (!zet_page_player(p, 0).len && !zet_page_player(p, 1).len) {
        struct text game = zet_page_game_name(p);
        zet_page_text(p, game.len ? game : text_of(page_word(p, WORD("record"))));
        return;
    }
    unsigned first = p->shown->frame ? p->shown->frame->first : 0;
    write_player(p, first, markup);
    page_string(p, " \xE2\x80\x93 ");
    write_player(p, !first, markup);
}
