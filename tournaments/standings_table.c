/* The standings as text, CSV and JSON. */
#include "notation/base/table.h"
#include "tournaments/standings.h"

enum { NAME_COLUMNS = 32, TITLE_COLUMNS = 60 };
_Static_assert(SCORE_ONE == 10000, "parts have four digits");

/* Functions shared by all writers. */

char zi_standings_sign(const struct standings_game *g, unsigned side) {
    if (standings_is_invalid(g))
        return '?';
    if (g->result == RESULT_DRAW)
        return '=';
    if (!game_kind_is_played(g->kind))
        return g->result == result_win(side) ? '+' : '-';
    if (standings_is_open(g))
        return '*';
    return g->result == result_win(side) ? '1' : '0';
}

const char *zi_standings_result(const struct standings_game *g) {
    bool played = game_kind_is_played(g->kind);
    if (standings_is_invalid(g))
        return WORD("not valid");
    switch (g->result) {
    case RESULT_WIN_0: return played ? "1-0" : WORD("1-0 forfeit");
    case RESULT_WIN_1: return played ? "0-1" : WORD("0-1 forfeit");
    case RESULT_DRAW: return played ? "1/2-1/2" : WORD("1/2-1/2 forfeit");
    case RESULT_OPEN: break;
    }
    return standings_is_open(g) ? "*" : played ? "0-0" : WORD("0-0 forfeit");
}

const char *const zi_bye_words[] = {WORD("bye"), WORD("half-point bye"), WORD("zero-point bye")};

void zi_standings_signs(const struct standings *t, const struct standings_view *v,
                        const struct meeting **m, uint32_t row, uint32_t opponent,
                        struct buffer *out) {
    const struct meeting *end = t->meeting + 2 * t->game_count;
    for (; *m < end && (*m)->row == row && (*m)->opponent == opponent; (*m)++) {
        const struct standings_game *g = &t->game[(*m)->game];
        char sign = zi_standings_sign(g, g->player[1] == t->standing[row].player);
        buffer_add(out, value_linked(value_markup(text_between(&sign, &sign + 1)), "game",
                                     v->links ? g->page : 0));
    }
}

void zi_standings_title(const struct standings *t, struct buffer *out) {
    struct text event = standings_has_events(t) ? NO_TEXT : standings_event(t);
    event = t->title.len ? t->title : event;
    if (event.len)
        buffer_add(out, value_line(event, TITLE_COLUMNS), ": ");
    if (t->rules)
        buffer_add(out, t->rules->name, ", ");
    buffer_add(out, value_counted(t->players, " player, ", " players, "),
               value_counted(t->game_count, " game", " games"));
    if (t->unfinished)
        buffer_add(out, ", ", t->unfinished, " of them unfinished");
    if (t->invalid)
        buffer_add(out, ", ", t->invalid, t->unfinished ? " not valid" : " of them not valid");
}

void zi_standings_tie_text(const struct standings *t, enum language language, struct buffer *out) {
    for (size_t i = 0; i < t->tie_break_count; i++) {
        if (i)
            buffer_string(out, ", ");
        buffer_string(out, zi_word(language, zi_columns[COLUMN_TIE + t->tie_break[i]].words));
    }
}

/* The table of players. */

struct players {
    const struct standings *of;
    const struct standings_view *view;
    const struct column *kind[COLUMNS_MAX];
    struct table_column column[COLUMNS_MAX];
};

static void fill_player(const void *context, size_t row, struct value *cells) {
    const struct players *p = context;
    const struct standings_row *s = &p->of->standing[row];
    for (size_t i = 0; p->column[i].key; i++) {
        int64_t parts;
        if (p->kind[i]->kind == COLUMN_NAME)
            cells[i] = value_line(s->name, NAME_COLUMNS);
        else if (zi_standings_value(s, p->kind[i]->kind, &parts))
            cells[i] = value_decimal(parts, 4);
        else
            cells[i] = value_string(NULL);
    }
}

/* The results against each opponent in the order of the table. */
static void fill_cross(const void *context, size_t row, struct buffer *out) {
    const struct players *p = context;
    const struct standings *t = p->of;
    const struct meeting *m = t->meeting, *end = m + 2 * t->game_count;
    while (m < end && m->row < row)
        m++;
    for (uint32_t i = 0; i < t->players; i++) {
        buffer_char(out, ',');
        if (row == SIZE_MAX)
            zi_buffer_number(out, i + 1);
        else
            zi_standings_signs(t, p->view, &m, (uint32_t)row, i, out);
    }
}

static struct table table_of(const struct standings *t, const struct standings_view *v,
                             struct players *p) {
    *p = (struct players){.of = t, .view = v};
    size_t count = zi_standings_columns(t, p->kind);
    for (size_t i = 0; i < count; i++)
        p->column[i] =
            (struct table_column){p->kind[i]->name, zi_word(LANGUAGE_ENGLISH, p->kind[i]->heading),
                                  p->kind[i]->kind == COLUMN_NAME};
    return (struct table){.column = p->column,
                          .columns = count,
                          .rows = t->players,
                          .row = fill_player,
                          .context = p,
                          .none = "-"};
}

/* Text. */

static void write_cross(const struct standings *t, const struct standings_view *v,
                        struct buffer *out) {
    size_t players = t->players;
    const struct meeting *m = t->meeting;
    struct grid g;
    bool opened = zi_grid_open(&g, players + 2, players + 1);
    if (opened) {
        g.left[1] = true;
        grid_add(&g, "", "");
    }
    for (size_t i = 0; opened && i < players; i++)
        grid_add(&g, i + 1);
    for (uint32_t row = 0; opened && row < players; row++) {
        grid_add(&g, row + 1, value_line(t->standing[row].name, NAME_COLUMNS));
        for (uint32_t i = 0; i < players; i++) {
            size_t before = g.text.len;
            zi_standings_signs(t, v, &m, row, i, &g.text);
            if (g.text.len == before)
                buffer_char(&g.text, i == row ? '\\' : '.');
            zi_grid_end_cell(&g);
        }
    }
    zi_grid_close(&g, out);
}

struct value zi_standings_points(const struct standings_game *g) {
    return g->points < 0 ? value_string(NULL) : value_number((uint64_t)g->points);
}

static void write_games(const struct standings *t, const struct standings_round *r,
                        struct buffer *out) {
    struct grid g;
    bool opened = zi_grid_open(&g, 6, r->game_end - r->game);
    for (size_t i = r->game; opened && i < r->game_end; i++) {
        const struct standings_game *game = &t->game[t->by_round[i]];
        g.left[1] = g.left[3] = g.left[5] = true;
        grid_add(
            &g, value_line(standings_word(t, game->table), NAME_COLUMNS),
            value_line(standings_name(t, game->player[0]), NAME_COLUMNS), zi_standings_result(game),
            value_line(standings_name(t, game->player[1]), NAME_COLUMNS), zi_standings_points(game),
            value_place(standings_word(t, game->place.file), game->place.line));
    }
    zi_grid_close(&g, out);
}

/* The players who sit out the round. */
static void write_byes(const struct standings *t, const struct standings_round *r,
                       struct buffer *out) {
    for (size_t i = r->bye; i < r->bye_end; i++)
        buffer_add(out, value_line(standings_name(t, t->bye[i].player), NAME_COLUMNS), ": ",
                   zi_bye_words[t->bye[i].kind], "\n");
}

static void write_round_title(const struct standings *t, const struct standings_round *r,
                              bool events, struct buffer *out) {
    struct text event = standings_word(t, r->event), round = standings_word(t, r->round);
    if (events && event.len)
        buffer_add(out, value_line(event, TITLE_COLUMNS), ", ");
    buffer_add(out, round.len ? "round " : "without a round", value_line(round, NAME_COLUMNS),
               "\n");
}

static void write_rounds(const struct standings *t, struct buffer *out) {
    bool events = standings_has_events(t);
    for (struct standings_round r = {0}; zi_standings_next_round(t, &r);) {
        buffer_char(out, '\n');
        write_round_title(t, &r, events, out);
        write_games(t, &r, out);
        write_byes(t, &r, out);
    }
}

void zi_standings_text(const struct standings *t, const struct standings_view *v,
                       struct buffer *out) {
    zi_standings_title(t, out);
    buffer_string(out, "\n");
    if (t->tie_break_count) {
        buffer_string(out, "ties broken by ");
        zi_standings_tie_text(t, LANGUAGE_ENGLISH, out);
        buffer_char(out, '\n');
    }
    buffer_char(out, '\n');
    struct players players;
    const struct table table = table_of(t, v, &players);
    zi_table_text(&table, out);
    if (v->cross && t->players) {
        buffer_char(out, '\n');
        write_cross(t, v, out);
    }
    if (v->rounds)
        write_rounds(t, out);
}

/* CSV: one table, the standings, or the games by round and then the byes. */

static void fill_bye(const struct standings *t, const struct standings_bye *b,
                     struct value *cells) {
    cells[0] = value_text(standings_word(t, b->event));
    cells[1] = value_text(standings_word(t, b->round));
    cells[3] = value_text(standings_name(t, b->player));
    cells[5] = value_string(zi_bye_words[b->kind]);
}

enum { ROUND_COLUMNS = 10 };

static void fill_round(const void *context, size_t row, struct value *cells) {
    const struct standings *t = context;
    memset(cells, 0, ROUND_COLUMNS * sizeof *cells);
    if (row >= t->game_count) {
        fill_bye(t, &t->bye[row - t->game_count], cells);
        return;
    }
    const struct standings_game *g = &t->game[t->by_round[row]];
    cells[0] = value_text(standings_word(t, g->event));
    cells[1] = value_text(standings_word(t, g->round));
    cells[2] = value_text(standings_word(t, g->table));
    cells[3] = value_text(standings_name(t, g->player[0]));
    cells[4] = value_text(standings_name(t, g->player[1]));
    cells[5] = value_string(zi_standings_result(g));
    cells[6] = zi_standings_points(g);
    cells[7] = value_text(standings_word(t, g->place.file));
    cells[8] = value_number(g->place.line);
    cells[9] = g->recorded ? value_number(g->place.record) : value_string(NULL);
}

/* The keys of the columns; those of players are the names of their sides. */
static void name_round_columns(const char *first, const char *second,
                               struct table_column columns[ROUND_COLUMNS]) {
    static const char *const keys[ROUND_COLUMNS] = {"event",  "round",  "table", NULL,   NULL,
                                                    "result", "points", "file",  "line", "record"};
    for (size_t i = 0; i < ROUND_COLUMNS; i++)
        columns[i] = (struct table_column){.key = keys[i]};
    columns[3].key = zi_word(LANGUAGE_ENGLISH, first);
    columns[4].key = zi_word(LANGUAGE_ENGLISH, second);
}

void zi_standings_csv(const struct standings *t, const struct standings_view *v,
                      struct buffer *out) {
    struct table_column columns[ROUND_COLUMNS];
    struct players players;
    name_round_columns(zi_standings_seat_word(t, 0), zi_standings_seat_word(t, 1), columns);
    struct table table = table_of(t, v, &players);
    if (v->rounds)
        table = (struct table){.column = columns,
                               .columns = ROUND_COLUMNS,
                               .rows = t->game_count + t->bye_count,
                               .row = fill_round,
                               .context = t};
    else if (v->cross)
        table.more = fill_cross;
    zi_table_csv(&table, out);
}

/* JSON: one object, which is also accepted as claimed standings. */

static void json_cross(const struct standings *t, const struct standings_view *v,
                       struct json_out *j) {
    const struct meeting *m = t->meeting;
    zi_json_line(j);
    zi_json_key(j, "cross");
    zi_json_open(j, '[');
    for (uint32_t row = 0; row < t->players; row++) {
        zi_json_line(j);
        zi_json_open(j, '[');
        for (uint32_t i = 0; i < t->players; i++) {
            zi_json_value(j);
            buffer_char(j->to, '"');
            zi_standings_signs(t, v, &m, row, i, j->to);
            buffer_char(j->to, '"');
        }
        zi_json_close(j, ']');
    }
    zi_json_close(j, ']');
}

static void json_game(const struct standings *t, size_t row, struct json_out *j) {
    const struct standings_game *g = &t->game[t->by_round[row]];
    struct table_column columns[ROUND_COLUMNS];
    struct value fields[ROUND_COLUMNS];
    name_round_columns(zi_standings_side_word(t, g, 0), zi_standings_side_word(t, g, 1), columns);
    fill_round(t, row, fields);
    for (size_t k = 0; k < ROUND_COLUMNS; k++)
        json_members(j, columns[k].key,
                     fields[k].kind == VALUE_TEXT ? value_if_any(fields[k].text) : fields[k]);
}

static void json_bye(const struct standings *t, size_t row, struct json_out *j) {
    const struct standings_bye *b = &t->bye[row];
    json_members(j, "event", value_if_any(standings_word(t, b->event)), "round",
                 value_if_any(standings_word(t, b->round)), "name",
                 value_if_any(standings_name(t, b->player)), "bye", zi_bye_words[b->kind]);
}

/* Writes a member that is an array of objects, one per line; `write` writes their members. */
static void json_rows(const struct standings *t, const char *key, size_t rows, struct json_out *j,
                      void (*write)(const struct standings *t, size_t row, struct json_out *j)) {
    zi_json_line(j);
    zi_json_key(j, key);
    zi_json_open(j, '[');
    for (size_t row = 0; row < rows; row++) {
        zi_json_line(j);
        zi_json_open(j, '{');
        write(t, row, j);
        zi_json_close(j, '}');
    }
    zi_json_close(j, ']');
}

void zi_standings_json(const struct standings *t, const struct standings_view *v,
                       struct buffer *out) {
    struct json_out j = {.to = out};
    struct players players;
    const struct table table = table_of(t, v, &players);
    zi_json_open(&j, '{');
    json_members(&j, "game", t->rules ? t->rules->name : NULL, "players", t->players, "games",
                 t->game_count, "unfinished", t->unfinished);
    if (t->invalid)
        json_members(&j, "not_valid", t->invalid);
    json_members(&j, "left_out", v->left_out);
    zi_json_key(&j, "tie_breaks");
    zi_json_open(&j, '[');
    for (size_t i = 0; i < t->tie_break_count; i++)
        zi_json_text(&j, text_of(zi_tie_breaks[t->tie_break[i]]));
    zi_json_close(&j, ']');
    zi_json_line(&j);
    zi_json_key(&j, "standings");
    zi_table_json(&table, &j);
    if (v->cross)
        json_cross(t, v, &j);
    if (v->rounds)
        json_rows(t, "rounds", t->game_count, &j, json_game);
    if (v->rounds && t->bye_count)
        json_rows(t, "byes", t->bye_count, &j, json_bye);
    buffer_string(out, "}\n");
}
