/* A self-contained page. Names are text, never markup. */
#include "notation/base/table.h"
#include "tournaments/standings.h"

static const char style[] =
    "body{font-family:sans-serif;margin:1em;color:#222;background:#fff}"
    "table{border-collapse:collapse;margin:0 0 2em}"
    "caption{text-align:left;font-weight:bold;padding:.3em 0}"
    "th,td{border:1px solid #bbb;padding:.2em .5em;text-align:right;font-variant-numeric:tabular-"
    "nums}"
    "thead th{background:#eee}"
    ".t{text-align:left;font-weight:normal;max-width:24em;overflow-wrap:break-word}"
    ".c td{text-align:center}.s{background:#ddd;print-color-adjust:exact}"
    "main{overflow-x:auto}thead th:nth-child(2),tbody .t:nth-child(2){position:sticky;left:0}"
    "tbody .t:nth-child(2){background:#fff}"
    "@media(prefers-color-scheme:dark){body,tbody .t:nth-child(2){color:#ddd;background:#222}thead "
    "th,.s{background:#444}"
    "}";

/* Words and numbers in the language of the page. */
static struct value word(const struct standings_view *v, const char *english) {
    return value_markup(text_of(zi_word(v->language, english)));
}

struct value zi_standings_html_number(enum language language, int64_t value) {
    return value_decimal_in(value, 4, zi_word(language, WORD("decimal point|.")));
}

/* A player's name; in a site, a link to the player's page. */
static struct value player(const struct standings *t, const struct standings_view *v,
                           uint32_t number) {
    return value_linked(value_isolated(standings_name(t, number)), "player",
                        v->links ? number + 1 : 0);
}

static void write_heading(const struct standings_view *v, const char *title, const char *text,
                          struct buffer *out) {
    buffer_add(out, "<th scope=\"col\" title=\"", word(v, title), "\">", word(v, text), "</th>");
}

static void write_row(const struct standings *t, const struct standings_view *v,
                      const struct standings_row *s, const struct column *const *columns,
                      size_t count, struct buffer *out) {
    buffer_string(out, "<tr>");
    for (size_t i = 0; i < count; i++) {
        int64_t number;
        if (columns[i]->kind == COLUMN_NAME)
            zi_html_cell(out, "h", player(t, v, s->player));
        else
            zi_html_cell(out, "d",
                         zi_standings_value(s, columns[i]->kind, &number)
                             ? zi_standings_html_number(v->language, number)
                             : value_string(NULL));
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
    for (unsigned pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < count; i++) {
            unsigned kind = all[i]->kind;
            bool is_first = kind == COLUMN_RANK || kind == COLUMN_NAME || kind == COLUMN_SCORE;
            if (is_first == !pass && says_something(t, kind))
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
    buffer_string(out, HTML_TABLE);
    if (t->title.len)
        buffer_add(out, value_isolated(t->title), ". ");
    if (t->tie_break_count)
        words_put(out, v->language, WORD("Standings; ties broken by %s"), buffered(&ties));
    else
        buffer_add(out, word(v, WORD("Standings")));
    zi_buffer_end(&ties, &out->failed);
    buffer_string(out, HTML_HEAD "<tr>");
    for (size_t i = 0; i < count; i++)
        write_heading(v, columns[i]->words, columns[i]->heading, out);
    buffer_string(out, "</tr>\n" HTML_BODY);
    for (size_t row = 0; row < t->players; row++)
        write_row(t, v, &t->standing[row], columns, count, out);
    buffer_string(out, HTML_END);
}

void zi_standings_html_cross(const struct standings *t, const struct standings_view *v,
                             struct buffer *out) {
    const struct meeting *m = t->meeting;
    uint32_t players = (uint32_t)t->players;
    buffer_string(out, "<table class=\"c\">\n<caption>");
    if (t->title.len)
        buffer_add(out, value_isolated(t->title), ". ");
    buffer_add(out,
               word(v, t->unplayed
                           ? WORD("Cross table: 1 won, = drawn, 0 lost, * unfinished, + and - by "
                                  "forfeit")
                           : WORD("Cross table: 1 won, = drawn, 0 lost, * unfinished")));
    if (t->invalid)
        buffer_add(out, ", ? ", word(v, WORD("not valid")));
    buffer_string(out, HTML_HEAD "<tr>");
    write_heading(v, WORD("row"), "#", out);
    zi_html_cell(out, "c", word(v, WORD("column|Name")));
    for (uint32_t i = 0; i < players; i++)
        zi_html_cell(out, "c", value_number(i + 1));
    zi_html_cell(out, "c", word(v, WORD("column|Score")));
    buffer_string(out, "</tr>\n" HTML_BODY);
    for (uint32_t row = 0; row < players; row++) {
        buffer_string(out, "<tr>");
        zi_html_cell(out, "d", value_number(row + 1));
        zi_html_cell(out, "h", player(t, v, t->standing[row].player));
        for (uint32_t i = 0; i < players; i++) {
            buffer_string(out, i == row ? "<td class=\"s\">" : "<td>");
            zi_standings_signs(t, v, &m, row, i, out);
            buffer_string(out, "</td>");
        }
        zi_html_cell(out, "d", zi_standings_html_number(v->language, t->standing[row].score));
        buffer_string(out, "</tr>\n");
    }
    buffer_string(out, HTML_END);
}

/* The columns of the rounds. Columns that are empty in all games are omitted. */
struct round_columns {
    bool table, points;
};
static const struct value nothing; /* in a column that is omitted */

static struct round_columns round_columns(const struct standings *t) {
    struct round_columns c = {false, false};
    for (size_t i = 0; i < t->game_count; i++) {
        c.table |= t->declared || standings_word(t, t->game[i].table).len > 0;
        c.points |= t->game[i].points >= 0;
    }
    return c;
}

static void begin_round(const struct standings *t, const struct standings_view *v,
                        const struct standings_round *r, struct round_columns c,
                        struct buffer *out) {
    struct text event = standings_word(t, r->event), round = standings_word(t, r->round);
    buffer_string(out, HTML_TABLE);
    if (event.len)
        buffer_add(out, value_isolated(event), ", ");
    if (round.len)
        words_put(out, v->language, WORD("round %s"), value_isolated(round));
    else
        buffer_add(out, word(v, WORD("without a round")));
    buffer_string(out, HTML_HEAD);
    html_row(out, "c c c c c", c.table ? word(v, WORD("Table")) : nothing,
             word(v, zi_standings_seat_word(t, 0)), word(v, WORD("Result")),
             word(v, zi_standings_seat_word(t, 1)), c.points ? word(v, WORD("Points")) : nothing);
    buffer_string(out, HTML_BODY);
}

/* A game of a tournament without a table has its number in the round. */
static void write_game(const struct standings *t, const struct standings_view *v,
                       const struct standings_game *g, size_t number, struct round_columns c,
                       struct buffer *out) {
    struct text table = standings_word(t, g->table);
    html_row(out, "d t d t d",
             !c.table                    ? nothing
             : table.len || !t->declared ? value_markup(table)
                                         : value_number(g->board ? g->board : number),
             player(t, v, g->player[0]),
             value_linked(word(v, zi_standings_result(g)), "game", v->links ? g->page : 0),
             player(t, v, g->player[1]), c.points ? zi_standings_points(g) : nothing);
}

/* The players who sat out the round. */
static void end_round(const struct standings *t, const struct standings_view *v,
                      const struct standings_round *r, struct round_columns c, struct buffer *out) {
    for (size_t i = r->bye; i < r->bye_end; i++)
        html_row(out, c.points ? "d t 3t" : "d t 2t", c.table ? value_string(NULL) : nothing,
                 player(t, v, t->bye[i].player), word(v, zi_bye_words[t->bye[i].kind]));
    buffer_string(out, HTML_END);
}

void zi_standings_html_rounds(const struct standings *t, const struct standings_view *v,
                              struct buffer *out) {
    const struct round_columns c = round_columns(t);
    for (struct standings_round r = {0}; zi_standings_next_round(t, &r);) {
        begin_round(t, v, &r, c, out);
        for (size_t i = r.game; i < r.game_end; i++)
            write_game(t, v, &t->game[t->by_round[i]], i - r.game + 1, c, out);
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
               "</style>\n</head>\n<body>\n<main>\n<h1>", value_isolated(buffered(&title)),
               "</h1>\n");
    zi_standings_html_table(t, v, out);
    if (v->cross && t->players)
        zi_standings_html_cross(t, v, out);
    if (v->rounds)
        zi_standings_html_rounds(t, v, out);
    if (v->left_out)
        buffer_add(out, "<p>Records omitted: ", v->left_out, "</p>\n");
    buffer_string(out, "</main>\n</body>\n</html>\n");
    zi_buffer_end(&title, &out->failed);
}
