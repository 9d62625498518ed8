/* The page of a player. */
#include "notation/base/value.h"
#include "notation/drawing/characters.h"
#include "validators/site/site.h"

static void write_row(struct buffer *out, struct text name, struct text value) {
    buffer_string(out, "<div><dt>");
    zet_site_text(out, name);
    buffer_string(out, "</dt><dd>");
    zet_site_text(out, value);
    buffer_string(out, "</dd></div>\n");
}

static void write_value_row(const struct site *s, const struct standings_row *row,
                            const struct column *column, struct buffer *out) {
    struct buffer b = {0};
    int64_t value;
    if (zet_standings_value(row, column->kind, &value)) {
        zet_standings_html_number(s->language, value, &b);
        write_row(out, text_of(zet_word(s->language, zet_standings_column_words(column))),
                  buffered(&b));
    }
    out->failed |= b.failed;
    zet_buffer_free(&b);
}

/* What is known of players in most files has words; others are called as in the file. */
static struct text name_of(const struct site *s, struct text key) {
    static const char *const known[] = {WORD("rating"), WORD("club"), WORD("country"), NULL};
    for (size_t i = 0; known[i]; i++)
        if (text_is(key, known[i]))
            return text_of(zet_word(s->language, known[i]));
    return key;
}

/* What the file says of the player, and the row of the table. */
static void write_details(const struct site *s, uint32_t player, const struct standings_row *row,
                          struct buffer *out) {
    const struct node *details = s->file->player[player].details;
    const struct node *key = details ? details->first : NULL;
    struct column columns[COLUMNS_MAX];
    size_t count = zet_standings_columns(s->table, columns);
    buffer_string(out, "<section class=\"record\" aria-label=\"");
    zet_site_say(s, WORD("Player"), out);
    buffer_string(out, "\"><dl>\n");
    for (; key; key = key->next->next)
        if (key->kind == NODE_SCALAR && key->next->kind == NODE_SCALAR &&
            !text_is(key->text, "name") && !node_is_null(key->next))
            write_row(out, name_of(s, key->text), key->next->text);
    for (size_t i = 0; i < count; i++)
        write_value_row(s, row, &columns[i], out);
    buffer_string(out, "</dl></section>\n");
}

static void write_number_cell(const struct site *s, int64_t parts, struct buffer *out) {
    buffer_string(out, "<td>");
    zet_standings_html_number(s->language, parts, out);
    buffer_string(out, "</td>");
}

static void begin_line(struct buffer *out, struct text round) {
    buffer_string(out, "<tr><td>");
    zet_site_text(out, round);
    buffer_string(out, "</td>");
}

static void write_game(const struct site *s, const struct standings_game *g, unsigned side,
                       int64_t score, struct buffer *out) {
    const struct standings *t = s->table;
    uint32_t opponent = g->player[!side];
    begin_line(out, standings_word(t, g->round));
    buffer_add(out, "<td class=\"t\"><a href=\"player-", opponent + 1, ".html\">");
    zet_site_text(out, standings_name(t, opponent));
    buffer_string(out, "</a></td><td class=\"t\">");
    zet_site_say(s, zet_standings_side_word(t, g, side), out);
    buffer_string(out, "</td><td>");
    if (g->page)
        buffer_add(out, "<a href=\"game-", g->page, ".html\">");
    zet_site_say(s, zet_standings_result(g), out);
    buffer_string(out, g->page ? "</a></td>" : "</td>");
    write_number_cell(s, zet_standings_worth(t, g, side), out);
    write_number_cell(s, score, out);
    buffer_string(out, "<td>");
    if (g->points >= 0)
        zet_buffer_number(out, (unsigned long long)g->points);
    buffer_string(out, "</td></tr>\n");
}

static void write_bye(const struct site *s, const struct standings_bye *bye, int64_t score,
                      struct buffer *out) {
    begin_line(out, standings_word(s->table, bye->round));
    buffer_string(out, "<td class=\"t\" colspan=\"3\">");
    zet_site_say(s, zet_bye_words[bye->kind], out);
    buffer_string(out, "</td>");
    write_number_cell(s, zet_standings_bye_worth(s->table, bye), out);
    write_number_cell(s, score, out);
    buffer_string(out, "<td></td></tr>\n");
}

/* The byes of the player that come before a round, or all that are left; the first is *next. */
static void write_byes(const struct site *s, uint32_t player, const struct standings_game *before,
                       size_t *next, int64_t *score, struct buffer *out) {
    const struct standings *t = s->table;
    for (; *next < t->bye_count; ++*next) {
        const struct standings_bye *bye = &t->bye[*next];
        if (bye->player != player)
            continue;
        if (before && zet_standings_round_order(
                          standings_word(t, bye->event), standings_word(t, bye->round),
                          standings_word(t, before->event), standings_word(t, before->round)) > 0)
            return;
        *score += zet_standings_bye_worth(t, bye);
        write_bye(s, bye, *score, out);
    }
}

static void write_results_head(const struct site *s, struct buffer *out) {
    static const char *const headings[] = {WORD("Round"),  WORD("Opponent"), WORD("Side"),
                                           WORD("Result"), WORD("Gives"),    WORD("column|Score"),
                                           WORD("Points")};
    buffer_string(out, "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"");
    zet_site_say(s, WORD("Results"), out);
    buffer_string(out, "\">\n<table>\n<caption>");
    zet_site_say(s, WORD("Results"), out);
    buffer_string(out, "</caption>\n<thead>\n<tr>");
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
        buffer_string(out, "<th scope=\"col\">");
        zet_site_say(s, headings[i], out);
        buffer_string(out, "</th>");
    }
    buffer_string(out, "</tr>\n</thead>\n<tbody>\n");
}

static void write_results(const struct site *s, uint32_t player, struct buffer *out) {
    const struct standings *t = s->table;
    int64_t score = 0;
    size_t bye = 0;
    write_results_head(s, out);
    for (size_t i = 0; i < t->game_count; i++) {
        const struct standings_game *g = &t->game[t->by_round[i]];
        if (g->player[0] != player && g->player[1] != player)
            continue;
        unsigned side = g->player[1] == player;
        write_byes(s, player, g, &bye, &score, out);
        score += zet_standings_worth(t, g, side);
        write_game(s, g, side, score, out);
    }
    write_byes(s, player, NULL, &bye, &score, out);
    buffer_string(out, "</tbody>\n</table>\n</div>\n");
}

/* The findings of the player's games. */
static void write_findings(const struct site *s, uint32_t player, struct buffer *out) {
    const struct standings *t = s->table;
    bool any = false;
    for (size_t i = 0; i < t->game_count; i++) {
        const struct standings_game *g = &t->game[t->by_round[i]];
        const struct site_record *r = g->page ? &s->record[g->page - 1] : NULL;
        bool own = g->player[0] == player || g->player[1] == player;
        if (!own || !r || !r->findings.len)
            continue;
        if (!any) {
            buffer_string(out, "<h2>");
            zet_site_say(s, WORD("Findings"), out);
            buffer_string(out, "</h2>\n");
        }
        any = true;
        buffer_add(out, "<section class=\"findings\">\n<h3><a href=\"game-", g->page, ".html\">");
        zet_site_text(out, r->heading);
        buffer_add(out, "</a></h3>\n", r->findings, "</section>\n");
    }
    if (any)
        return;
    buffer_string(out, "<p class=\"note\">");
    zet_site_say(s, WORD("Nothing was found in the records of these games."), out);
    buffer_string(out, "</p>\n");
}

void zet_site_player(const struct site *s, uint32_t player, struct buffer *out) {
    const struct standings *t = s->table;
    const struct standings_row *row = t->standing;
    while (row->player != player)
        row++;
    zet_site_begin(s, standings_name(t, player), NULL, out);
    write_details(s, player, row, out);
    write_results(s, player, out);
    write_findings(s, player, out);
    zet_site_end(out);
}
