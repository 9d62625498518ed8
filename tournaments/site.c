#include "tournaments/site.h"

#include "diagrams/drawn_record.h"
#include <stdlib.h>

#include "notation/base/list.h"
#include "notation/base/safe_text.h"
#include "notation/base/table.h"

static const struct {
    const char *name, *title;
} pages[] = {{"index.html", NULL}, /* the tournament's name */
             {"standings.html", WORD("Standings")},
             {"cross.html", WORD("Cross table")},
             {"rounds.html", WORD("Rounds")}};
enum { INDEX, STANDINGS, CROSS, ROUNDS, PAGES };

struct value zi_site_word(const struct site *s, const char *english) {
    return value_markup(text_of(zi_word(s->language, english)));
}

struct text zi_site_page_name(char room[PAGE_NAME_ROOM], const char *page, size_t number) {
    struct writer w = {room, PAGE_NAME_ROOM - 1, 0};
    write_string(&w, page);
    write_char(&w, '-');
    write_number(&w, number);
    write_string(&w, ".html");
    room[written(&w).len] = '\0';
    return written(&w);
}

static bool has_page(const struct tournament *file, unsigned page) {
    return page != CROSS || file->player_count <= CROSS_MAX;
}

void zi_site_links(const struct site *s, const char *current, struct buffer *out) {
    const struct tournament *file = s->file;
    buffer_add(out, "<nav class=\"site\" aria-label=\"", zi_site_word(s, WORD("Tournament")),
               "\">\n");
    if (s->front)
        buffer_add(out, "<a href=\"../index.html\">", zi_site_word(s, WORD("Tournaments")),
                   "</a>\n");
    for (unsigned i = 0; i < PAGES; i++) {
        if (!has_page(file, i))
            continue;
        bool here = current && !strcmp(current, pages[i].name);
        buffer_add(out, "<a href=\"", pages[i].name, here ? "\" aria-current=\"page\">" : "\">",
                   pages[i].title ? zi_site_word(s, pages[i].title) : value_isolated(file->name),
                   "</a>\n");
    }
    buffer_string(out, "</nav>\n");
}

void zi_site_begin(const struct site *s, struct text title, const char *name, struct buffer *out) {
    struct buffer links = {0};
    zi_site_links(s, name, &links);
    zi_page_head(out, s->language);
    bool own = !text_same(title, s->file->name);
    buffer_add(out, value_markup(title), own ? " - " : "",
               value_markup(own ? s->file->name : NO_TEXT));
    zi_page_body(out, s->theme, buffered(&links));
    buffer_add(out, "<main>\n<h1>", value_isolated(title), "</h1>\n");
    zi_buffer_end(&links, &out->failed);
}

void zi_site_end(struct buffer *out) { buffer_string(out, "</main>\n</body>\n</html>\n"); }

/* Begins a part that may be wider than the page and then scrolls separately. */
static void open_wide(const struct site *s, const char *label, struct buffer *out) {
    buffer_add(out, "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"",
               zi_site_word(s, label), "\">\n");
}

/* The first page. */

static void write_row(const struct site *s, const char *name, struct text value,
                      struct buffer *out) {
    if (value.len)
        buffer_add(out, "<div><dt>", zi_site_word(s, name), "</dt><dd>", value_isolated(value),
                   "</dd></div>\n");
}

static void write_number_row(const struct site *s, const char *name, size_t n, struct buffer *out) {
    char room[DIGITS_ROOM];
    write_row(s, name, digits_of(n, room), out);
}

static void write_scoring(const struct site *s, struct buffer *out) {
    const struct scoring *scoring = &s->table->scoring;
    struct buffer b = {0};
    if (scoring->by_points)
        buffer_string(&b, zi_word(s->language, WORD("a win is worth its points")));
    else
        words_put(&b, s->language, WORD("win %1$s, draw %2$s, loss %3$s"),
                  zi_standings_html_number(s->language, scoring->win),
                  zi_standings_html_number(s->language, scoring->draw),
                  zi_standings_html_number(s->language, scoring->loss));
    write_row(s, WORD("scoring"), buffered(&b), out);
    b.len = 0;
    zi_standings_tie_text(s->table, s->language, &b);
    write_row(s, WORD("ties broken by"), buffered(&b), out);
    zi_buffer_end(&b, &out->failed);
}

static void write_date(const struct site *s, struct buffer *out) {
    struct buffer b = {0};
    zi_words_date(&b, s->language, s->file->date);
    write_row(s, WORD("date"), buffered(&b), out);
    zi_buffer_end(&b, &out->failed);
}

static void write_summary(const struct site *s, struct buffer *out) {
    static const char *const systems[] = {[SYSTEM_FREE] = WORD("free pairings"),
                                          [SYSTEM_ROUND_ROBIN] = WORD("round robin"),
                                          [SYSTEM_DOUBLE_ROUND_ROBIN] = WORD("double round robin"),
                                          [SYSTEM_SWISS] = WORD("Swiss system"),
                                          [SYSTEM_KNOCKOUT] = WORD("knockout")};
    const struct standings *t = s->table;
    const struct tournament *file = s->file;
    buffer_add(out, "<section class=\"record\" aria-label=\"", zi_site_word(s, WORD("Tournament")),
               "\"><dl>\n");
    write_row(s, WORD("game"), t->rules ? text_of(t->rules->title) : NO_TEXT, out);
    write_row(s, WORD("site"), file->site, out);
    write_date(s, out);
    write_row(s, WORD("system"), text_of(zi_word(s->language, systems[file->system])), out);
    write_number_row(s, WORD("players"), file->player_count, out);
    write_number_row(s, WORD("rounds"), t->rounds, out);
    write_number_row(s, WORD("games"), t->game_count, out);
    if (t->unfinished)
        write_number_row(s, WORD("of them unfinished or to come"), t->unfinished, out);
    if (t->invalid)
        write_number_row(s, WORD("not valid"), t->invalid, out);
    write_scoring(s, out);
    buffer_string(out, "</dl></section>\n");
    if (file->comment.len)
        buffer_add(out, "<p class=\"note\" dir=\"auto\">", value_markup(file->comment), "</p>\n");
}

static struct value player_link(const struct site *s, uint32_t player) {
    return value_linked(value_isolated(standings_name(s->table, player)), "player", player + 1);
}

/* The records that are not valid, or those that do not count. */
static void list_records(const struct site *s, bool not_valid, struct buffer *out) {
    bool any = false;
    for (size_t i = 0; i < s->record_count; i++) {
        const struct site_record *r = &s->record[i];
        if (not_valid ? r->valid : r->counted)
            continue;
        if (!any)
            buffer_add(
                out, "<h2>",
                zi_site_word(s, not_valid ? WORD("not valid") : WORD("Records that do not count")),
                "</h2>\n<ul>\n");
        any = true;
        buffer_add(out, "<li>", value_linked(value_isolated(r->heading), "game", (uint32_t)i + 1),
                   not_valid || !r->valid ? "" : ": ",
                   not_valid || !r->valid ? value_string(NULL)
                                          : zi_site_word(s, WORD("not a game of the tournament")),
                   "</li>\n");
    }
    buffer_string(out, any ? "</ul>\n" : "");
}

/* The page of a player. */

/* The label of a detail: common keys are translated, others are shown as in the file. */
static struct text name_of(const struct site *s, struct text key) {
    static const char *const known[] = {WORD("rating"), WORD("club"), WORD("country"), NULL};
    for (size_t i = 0; known[i]; i++)
        if (text_is(key, known[i]))
            return text_of(zi_word(s->language, known[i]));
    return key;
}

/* Writes the player's details from the file, and the row of the table. */
static void write_details(const struct site *s, uint32_t player, const struct standings_row *row,
                          struct buffer *out) {
    const struct node *details = s->file->player[player].details;
    const struct node *key = details ? details->first : NULL;
    const struct column *columns[COLUMNS_MAX];
    size_t count = zi_standings_columns(s->table, columns);
    buffer_add(out, "<section class=\"record\" aria-label=\"", zi_site_word(s, WORD("Player")),
               "\"><dl>\n");
    for (; key; key = key->next->next)
        if (key->kind == NODE_SCALAR && key->next->kind == NODE_SCALAR &&
            !text_is(key->text, "name") && !node_is_null(key->next))
            buffer_add(out, "<div><dt>", value_isolated(name_of(s, key->text)), "</dt><dd>",
                       value_isolated(key->next->text), "</dd></div>\n");
    for (size_t i = 0; i < count; i++) {
        int64_t value;
        if (zi_standings_value(row, columns[i]->kind, &value))
            buffer_add(out, "<div><dt><bdi>", zi_site_word(s, columns[i]->words),
                       "</bdi></dt><dd><bdi>", zi_standings_html_number(s->language, value),
                       "</bdi></dd></div>\n");
    }
    buffer_string(out, "</dl></section>\n");
}

static const struct value nothing; /* in a column that is omitted */

/* A row of a player's results; the rank after the round if it is known. */
static void write_result(const struct site *s, uint32_t player, uint32_t round,
                         const struct standings_game *g, const struct standings_bye *bye,
                         int64_t *score, struct buffer *out) {
    const struct standings *t = s->table;
    unsigned side = g && g->player[1] == player;
    int64_t worth = g ? zi_standings_worth(t, g, side) : zi_standings_bye_worth(t, bye);
    *score += worth;
    struct value number = value_isolated(standings_word(t, g ? g->round : bye->round));
    struct value gives = zi_standings_html_number(s->language, worth);
    struct value sum = zi_standings_html_number(s->language, *score);
    struct value rank = s->rank ? value_number(s->rank[round * t->players + player]) : nothing;
    bool to_come = g ? standings_is_open(g) && !g->invalid : bye->to_come;
    if (to_come)
        gives = sum = value_string(NULL);
    if (to_come && s->rank)
        rank = value_string(NULL);
    if (bye) {
        html_row(out, "d t3 d d d d", number, zi_site_word(s, zi_bye_words[bye->kind]), gives, sum,
                 rank, standings_has_points(t) ? value_string(NULL) : nothing);
        return;
    }
    struct buffer said = {0};
    buffer_add(&said, value_linked(zi_site_word(s, zi_standings_result(g)), "game", g->page));
    if (g->invalid && !standings_is_invalid(g))
        buffer_add(&said, " (", zi_site_word(s, WORD("not valid")), ")");
    html_row(out, "d t t d d d d d", number, player_link(s, g->player[!side]),
             zi_site_word(s, zi_standings_side_word(t, g, side)), value_text(buffered(&said)),
             gives, sum, rank, standings_has_points(t) ? zi_standings_points(g) : nothing);
    zi_buffer_end(&said, &out->failed);
}

static void write_results(const struct site *s, uint32_t player, struct buffer *out) {
    const struct standings *t = s->table;
    int64_t score = t->adjustment ? t->adjustment[player] : 0;
    uint32_t number = 0;
    open_wide(s, WORD("Results"), out);
    buffer_add(out, HTML_TABLE, zi_site_word(s, WORD("Results")), HTML_HEAD);
    html_row(out, "c c c c c c c c", zi_site_word(s, WORD("Round")),
             zi_site_word(s, WORD("Opponent")), zi_site_word(s, WORD("Side")),
             zi_site_word(s, WORD("Result")), zi_site_word(s, WORD("Gives")),
             zi_site_word(s, WORD("column|Score")),
             s->rank ? zi_site_word(s, WORD("rank")) : nothing,
             standings_has_points(t) ? zi_site_word(s, WORD("Points")) : nothing);
    buffer_string(out, HTML_BODY);
    for (struct standings_round r = {0}; zi_standings_next_round(t, &r); number++) {
        for (size_t i = r.game; i < r.game_end; i++) {
            const struct standings_game *g = &t->game[t->by_round[i]];
            if (g->player[0] == player || g->player[1] == player)
                write_result(s, player, number, g, NULL, &score, out);
        }
        for (size_t i = r.bye; i < r.bye_end; i++)
            if (t->bye[i].player == player)
                write_result(s, player, number, NULL, &t->bye[i], &score, out);
    }
    buffer_string(out, HTML_END "</div>\n");
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
        if (!any)
            buffer_add(out, "<h2>", zi_site_word(s, WORD("Findings")), "</h2>\n");
        any = true;
        buffer_add(out, "<section class=\"findings\">\n<h3>",
                   value_linked(value_isolated(r->heading), "game", g->page), "</h3>\n",
                   r->findings, "</section>\n");
    }
    if (!any)
        buffer_add(out, "<p class=\"note\">",
                   zi_site_word(s, WORD("Nothing was found in the records of these games.")),
                   "</p>\n");
}

static void write_player_page(const struct site *s, uint32_t player, struct buffer *out) {
    const struct standings *t = s->table;
    const struct standings_row *row = t->standing;
    while (row->player != player)
        row++;
    zi_site_begin(s, standings_name(t, player), NULL, out);
    write_details(s, player, row, out);
    write_results(s, player, out);
    write_findings(s, player, out);
    zi_site_end(out);
}

/* All pages. */

static void write_page(const struct site *s, unsigned page, struct buffer *out) {
    const struct standings_view view = {.links = true, .language = s->language};
    struct text title =
        pages[page].title ? text_of(zi_word(s->language, pages[page].title)) : s->file->name;
    zi_site_begin(s, title, pages[page].name, out);
    if (page == INDEX) {
        write_summary(s, out);
        open_wide(s, WORD("Standings"), out);
        zi_standings_html_table(s->table, &view, out);
        buffer_string(out, "</div>\n");
        list_records(s, true, out);
        list_records(s, false, out);
    } else {
        open_wide(s, pages[page].title, out);
        if (page == STANDINGS)
            zi_standings_html_table(s->table, &view, out);
        else if (page == CROSS)
            zi_standings_html_cross(s->table, &view, out);
        else
            zi_standings_html_rounds(s->table, &view, out);
        buffer_string(out, "</div>\n");
    }
    zi_site_end(out);
}

static bool hand_on(struct buffer *b, const char *name, site_writer *write, void *context) {
    bool done = !b->failed && write(context, name, buffered(b));
    b->len = 0;
    return done;
}

static bool write_assets(struct buffer *b, site_writer *write, void *context) {
    const char *name;
    for (size_t i = 0; (name = zi_page_asset(i, b)) != NULL; i++)
        if (!hand_on(b, name, write, context))
            return false;
    return true;
}

/* The ranks after each round, by round and player; NULL if they would take too long, or if memory
   runs out. */
static uint32_t *rank_rounds(const struct standings *t) {
    enum { RANKING_MAX = 2000000 };
    size_t rounds = 0, work = 0, number = 0;
    for (struct standings_round r = {0}; zi_standings_next_round(t, &r); rounds++)
        work += t->players + r.game_end + r.bye_end;
    uint32_t *rank = work > RANKING_MAX ? NULL : zi_list_zeroed(rounds * t->players, sizeof *rank);
    for (struct standings_round r = {0}; rank && zi_standings_next_round(t, &r); number++)
        if (!zi_standings_ranks(t, &r, rank + number * t->players)) {
            free(rank);
            return NULL;
        }
    return rank;
}

bool zi_site_write(const struct site *of, site_writer *write, void *context, bool *out_of_memory) {
    struct buffer b = {0};
    struct site whole = *of, *s = &whole;
    bool fine = write_assets(&b, write, context);
    uint32_t *rank = rank_rounds(s->table);
    whole.rank = rank;
    for (unsigned i = 0; fine && i < PAGES; i++) {
        if (!has_page(s->file, i))
            continue;
        write_page(s, i, &b);
        fine = hand_on(&b, pages[i].name, write, context);
    }
    for (uint32_t i = 0; fine && i < s->table->players; i++) {
        char room[PAGE_NAME_ROOM];
        write_player_page(s, i, &b);
        fine = hand_on(&b, zi_site_page_name(room, "player", i + 1).at, write, context);
    }
    *out_of_memory = b.failed;
    free(rank);
    zi_buffer_free(&b);
    return fine;
}

/* The page of several tournaments. */

void zi_site_entry(const struct site *s, size_t number, struct buffer *out) {
    const struct tournament *file = s->file;
    buffer_add(out, "<section class=\"record\">\n<h2><a href=\"tournament-", number,
               "/index.html\">", value_isolated(file->name), "</a></h2>\n<dl>\n");
    write_row(s, WORD("game"), file->rules ? text_of(file->rules->title) : NO_TEXT, out);
    write_row(s, WORD("site"), file->site, out);
    write_date(s, out);
    write_number_row(s, WORD("players"), file->player_count, out);
    buffer_string(out, "</dl>\n<p>");
    for (unsigned i = STANDINGS; i < PAGES; i++) {
        if (!has_page(file, i))
            continue;
        buffer_add(out, i == STANDINGS ? "" : " · ", "<a href=\"tournament-", number, "/",
                   pages[i].name, "\">", zi_site_word(s, pages[i].title), "</a>");
    }
    buffer_string(out, "</p>\n</section>\n");
}

bool zi_site_front(const struct site *s, struct text entries, site_writer *write, void *context,
                   bool *out_of_memory) {
    struct buffer b = {0};
    bool fine = write_assets(&b, write, context);
    zi_page_head(&b, s->language);
    buffer_add(&b, zi_site_word(s, WORD("Tournaments")));
    zi_page_body(&b, s->theme, NO_TEXT);
    buffer_add(&b, "<main>\n<h1>", zi_site_word(s, WORD("Tournaments")), "</h1>\n", entries);
    zi_site_end(&b);
    fine = fine && hand_on(&b, pages[INDEX].name, write, context);
    *out_of_memory = b.failed;
    zi_buffer_free(&b);
    return fine;
}
