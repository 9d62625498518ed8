/* A self-contained page. Names are text, never markup. */
#include "notation/base/value.h"
#include "validators/scores/standings.h"

static const char style[] =
    "body{font-family:sans-serif;margin:1em;color:#222;background:#fff}"
    "table{border-collapse:collapse;margin:0 0 2em}"
    "caption{text-align:left;font-weight:bold;padding:.3em 0}"
    "th,td{border:1px solid #bbb;padding:.2em .5em;text-align:right;font-variant-numeric:tabular-"
    "nums}"
    "thead th{background:#eee}"
    ".t{text-align:left;font-weight:normal;max-width:24em;overflow-wrap:break-word}"
    ".c td{text-align:center}.s{background:#ddd}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#222}thead th,.s{background:#444}"
    "}";

/* Words and numbers in the language of the page. */
static struct value word(const struct standings_view *v, const char *english) {
    return value_markup(text_of(zi_word(v->language, english)));
}

struct value zi_standings_html_number(enum language language, int64_t value) {
    return value_decimal_in(value, 4, zi_word(language, WORD("decimal point|.")));
}

/* A player's name; in a site, a link to the player's page. */
static void write_player(const struct standings *t, const struct standings_view *v, uint32_t player,
                         const char *before, const char *after, struct buffer *out) {
    buffer_string(out, before);
    if (v->links)
        buffer_add(out, "<a href=\"player-", player + 1, ".html\">");
    buffer_add(out, value_isolated(standings_name(t, player)), v->links ? "</a>" : "", after);
}

static void write_name_cell(const struct standings *t, const struct standings_view *v,
                            uint32_t player, struct buffer *out) {
    write_player(t, v, player, "<th class=\"t\" scope=\"row\">", "</th>", out);
}

static void write_heading(const struct standings_view *v, const char *title, const char *text,
                          struct buffer *out) {
    buffer_string(out, "<th scope=\"col\"");
    if (title)
        buffer_add(out, " title=\"", word(v, title), "\"");
    buffer_add(out, ">", word(v, text), "</th>");
}

#define TABLE_HEAD "</caption>\n<thead>\n<tr>"
#define TABLE_BODY "</tr>\n</thead>\n<tbody>\n"
#define TABLE_END "</tbody>\n</table>\n"

static void write_row(const struct standings *t, const struct standings_view *v,
                      const struct standings_row *s, const struct column *const *columns,
                      size_t count, struct buffer *out) {
    buffer_string(out, "<tr>");
    for (size_t i = 0; i < count; i++) {
        int64_t value;
        if (columns[i]->kind == COLUMN_NAME)
            write_name_cell(t, v, s->player, out);
        else if (zi_standings_value(s, columns[i]->kind, &value))
            buffer_add(out, "<td>", zi_standings_html_number(v->language, value), "</td>");
        else
            buffer_string(out, "<td></td>");
    }
    buffer_string(out, "</tr>\n");
}

/* Whether the column has information; points are omitted if nobody has any. */
static bool says_something(const struct standings *t, unsigned kind) {
    bool points = kind == COLUMN_POINTS_FOR || kind == COLUMN_POINTS_AGAINST ||
                  kind == COLUMN_TIE + TIE_DIFFERENCE;
    for (size_t row = 0; row < t->players; row++) {
        int64_t value;
        if (kind == COLUMN_NAME ||
            (zi_standings_value(&t->standing[row], kind, &value) && (value || !points)))
            return true;
    }
    return !t->players;
}

/* The columns in the order for small screens: rank, name and score first, empty ones omitted. */
static size_t columns_of(const struct standings *t, const struct column *out[COLUMNS_MAX]) {
    const struct column *all[COLUMNS_MAX];
    size_t count = zi_standings_columns(t, all), n = 0;
    for (unsigned first = 1; first < 2; first--)
        for (size_t i = 0; i < count; i++) {
            unsigned kind = all[i]->kind;
            bool is_first = kind == COLUMN_RANK || kind == COLUMN_NAME || kind == COLUMN_SCORE;
            if (is_first == (first != 0) && says_something(t, kind))
                out[n++] = all[i];
        }
    return n;
}

void zi_standings_html_table(const struct standings *t, const struct standings_view *v,
                             struct buffer *out) {
    const struct column *columns[COLUMNS_MAX];
    size_t count = columns_of(t, columns);
    struct buffer ties = {0};
    zi_standings_tie_text(t, v->language, &ties);
    buffer_string(out, "<table>\n<caption>");
    if (t->tie_break_count)
        words_put(out, v->language, WORD("Standings; ties broken by %s"), buffered(&ties));
    else
        buffer_add(out, word(v, WORD("Standings")));
    zi_buffer_end(&ties, &out->failed);
    buffer_string(out, TABLE_HEAD);
    for (size_t i = 0; i < count; i++)
        write_heading(v, columns[i]->words, columns[i]->heading, out);
    buffer_string(out, TABLE_BODY);
    for (size_t row = 0; row < t->players; row++)
        write_row(t, v, &t->standing[row], columns, count, out);
    buffer_string(out, TABLE_END);
}

void zi_standings_html_cross(const struct standings *t, const struct standings_view *v,
                             struct buffer *out) {
    const struct meeting *m = t->meeting;
    uint32_t players = (uint32_t)t->players;
    buffer_add(out, "<table class=\"c\">\n<caption>",
               word(v, t->unplayed
                           ? WORD("Cross table: 1 won, = drawn, 0 lost, * unfinished, + and - by "
                                  "forfeit")
                           : WORD("Cross table: 1 won, = drawn, 0 lost, * unfinished")));
    if (t->invalid)
        buffer_add(out, ", ? ", word(v, WORD("not valid")));
    buffer_string(out, TABLE_HEAD);
    write_heading(v, WORD("row"), "#", out);
    write_heading(v, NULL, WORD("column|Name"), out);
    for (uint32_t i = 0; i < players; i++)
        buffer_add(out, "<th scope=\"col\">", i + 1, "</th>");
    buffer_string(out, TABLE_BODY);
    for (uint32_t row = 0; row < players; row++) {
        buffer_add(out, "<tr><td>", row + 1, "</td>");
        write_name_cell(t, v, t->standing[row].player, out);
        for (uint32_t i = 0; i < players; i++) {
            buffer_string(out, i == row ? "<td class=\"s\">" : "<td>");
            zi_standings_signs(t, v, &m, row, i, out);
            buffer_string(out, "</td>");
        }
        buffer_string(out, "</tr>\n");
    }
    buffer_string(out, TABLE_END);
}

/* The columns of the rounds. Columns that are empty in all games are omitted. */
struct round_columns {
    bool table, points;
};

static struct round_columns round_columns(const struct standings *t) {
    struct round_columns c = {false, false};
    for (size_t i = 0; i < t->game_count; i++) {
        c.table |= standings_word(t, t->game[i].table).len > 0;
        c.points |= t->game[i].points >= 0;
    }
    return c;
}

static void begin_round(const struct standings *t, const struct standings_view *v,
                        const struct standings_round *r, struct round_columns c,
                        struct buffer *out) {
    struct text event = standings_word(t, r->event), round = standings_word(t, r->round);
    buffer_string(out, "<table>\n<caption>");
    if (event.len)
        buffer_add(out, value_isolated(event), ", ");
    if (round.len)
        words_put(out, v->language, WORD("round %s"), value_isolated(round));
    else
        buffer_add(out, word(v, WORD("without a round")));
    buffer_string(out, TABLE_HEAD);
    if (c.table)
        write_heading(v, NULL, WORD("Table"), out);
    write_heading(v, NULL, zi_standings_seat_word(t, 0), out);
    write_heading(v, NULL, WORD("Result"), out);
    write_heading(v, NULL, zi_standings_seat_word(t, 1), out);
    if (c.points)
        write_heading(v, NULL, WORD("Points"), out);
    buffer_string(out, TABLE_BODY);
}

static void write_game(const struct standings *t, const struct standings_view *v,
                       const struct standings_game *g, struct round_columns c, struct buffer *out) {
    buffer_add(out, c.table ? "<tr><td>" : "<tr>", value_markup(standings_word(t, g->table)),
               c.table ? "</td>" : "");
    write_player(t, v, g->player[0], "<td class=\"t\">", "</td><td>", out);
    if (v->links && g->page)
        buffer_add(out, "<a href=\"game-", g->page, ".html\">");
    buffer_add(out, word(v, zi_standings_result(g)), v->links && g->page ? "</a>" : "");
    write_player(t, v, g->player[1], "</td><td class=\"t\">", "</td>", out);
    if (c.points)
        buffer_add(out, "<td>", zi_standings_points(g), "</td>");
    buffer_string(out, "</tr>\n");
}

/* The players who sat out the round. */
static void end_round(const struct standings *t, const struct standings_view *v,
                      const struct standings_round *r, struct round_columns c, struct buffer *out) {
    for (size_t i = r->bye; i < r->bye_end; i++) {
        write_player(t, v, t->bye[i].player,
                     c.table ? "<tr><td></td><td class=\"t\">" : "<tr><td class=\"t\">", "</td>",
                     out);
        buffer_add(out, "<td colspan=\"", c.points ? "3" : "2", "\" class=\"t\">",
                   word(v, zi_bye_words[t->bye[i].kind]), "</td></tr>\n");
    }
    buffer_string(out, TABLE_END);
}

void zi_standings_html_rounds(const struct standings *t, const struct standings_view *v,
                              struct buffer *out) {
    const struct round_columns c = round_columns(t);
    for (struct standings_round r = {0}; zi_standings_next_round(t, &r);) {
        begin_round(t, v, &r, c, out);
        for (size_t i = r.game; i < r.game_end; i++)
            write_game(t, v, &t->game[t->by_round[i]], c, out);
        end_round(t, v, &r, c, out);
    }
}

void zi_standings_html(const struct standings *t, const struct standings_view *v,
                       struct buffer *out) {
    struct buffer title = {0};
    zi_standings_title(t, &title);
    buffer_string(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                       "style-src 'unsafe-inline'\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<title>");
    buffer_add(out, value_markup(buffered(&title)), "</title>\n<style>", style,
               "</style>\n</head>\n<body>\n<h1>", value_isolated(buffered(&title)), "</h1>\n");
    zi_standings_html_table(t, v, out);
    if (v->cross && t->players)
        zi_standings_html_cross(t, v, out);
    if (v->rounds)
        zi_standings_html_rounds(t, v, out);
    if (v->left_out)
        buffer_add(out, "<p>Records omitted: ", v->left_out, "</p>\n");
    buffer_string(out, "</body>\n</html>\n");
    zi_buffer_end(&title, &out->failed);
}
