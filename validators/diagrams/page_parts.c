#include "validators/diagrams/page_parts.h"

#include "notation/drawing/characters.h"

void zet_page_text(const struct page *p, struct text t) { zet_markup(p->out, t); }

void zet_page_cut(struct buffer *out, struct text t, unsigned characters) {
    while (t.len && characters--)
        buffer_text(out, zet_drawing_character(&t));
    if (t.len)
        buffer_string(out, "...");
}

/* Words about turns. */

void zet_page_address(const struct page *p, uint32_t turn) {
    const struct address *a = &p->address[turn];
    if (a->kind)
        buffer_char(p->out, a->kind);
    page_number(p, a->number);
}

void zet_page_label(struct buffer *out, const struct page *p, uint32_t turn) {
    const struct turn *at = &p->turns->at[turn];
    if (!turn) {
        buffer_string(out, "start position");
        return;
    }
    if (p->address[turn].solo)
        buffer_string(out, "playout ");
    zet_buffer_number(out, at->number);
    buffer_string(out, at->dots ? "... " : ". ");
    buffer_string(out, p->verdict->rules->sides[at->side]);
}

struct text zet_page_value(const struct page *p, enum key key) {
    const struct field *f = &p->record->field[key];
    return f->state == FIELD_GIVEN ? f->text : NO_TEXT;
}

/* What the record says of the end of a game that no rule has ended. */
static void write_claim(struct buffer *out, const struct page *p) {
    struct text result = zet_page_value(p, KEY_RESULT), how = zet_page_value(p, KEY_TERMINATION);
    bool known = result.len && !text_is(result, "*");
    if (!known && !how.len)
        return;
    buffer_string(out, known ? "result: " : "");
    zet_page_cut(out, known ? result : NO_TEXT, NAME_CHARACTERS_MAX);
    buffer_string(out, known && how.len ? ", " : "");
    zet_page_cut(out, how, NAME_CHARACTERS_MAX);
}

void zet_page_ending(struct buffer *out, const struct page *p, uint32_t turn) {
    const struct outcome *outcome = &p->turns->at[turn].outcome;
    if (outcome->result == RESULT_OPEN) {
        if (turn == p->turns->last && !p->record->findings.has_error)
            write_claim(out, p);
        return;
    }
    if (outcome->result == RESULT_DRAW) {
        buffer_string(out, "draw: ");
    } else {
        buffer_string(out, p->verdict->rules->sides[outcome->result == RESULT_WIN_1]);
        buffer_string(out, " wins: ");
    }
    buffer_string(out, outcome->reason);
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
        page_string(p, "\">go to its place</a>");
    }
    page_string(p, "</");
    page_string(p, element);
    page_string(p, ">\n");
}

void zet_page_findings(struct buffer *out, struct record *r, size_t most) {
    const struct page page = {.out = out, .record = r};
    size_t count = r->findings.count;
    if (!count)
        return;
    buffer_string(out, "<ul>\n");
    for (size_t i = 0; i < count && i < most; i++)
        zet_page_finding(&page, i, "li", true);
    if (count > most) {
        buffer_string(out, "<li>and ");
        zet_buffer_number(out, count - most);
        buffer_string(out, " more</li>\n");
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
