/* What the writers of tables share, and the one for people. */
#include <stdlib.h>

#include "notation/base/safe_text.h"
#include "notation/base/unicode.h"
#include "notation/base/value.h"
#include "validators/scores/standings.h"

enum { NAME_COLUMNS = 32, TITLE_COLUMNS = 60 };

void zet_standings_number(struct buffer *out, int64_t parts) {
    _Static_assert(SCORE_ONE == 10000, "four digits");
    zet_buffer_decimal(out, parts, 4);
}

char zet_standings_sign(const struct standings_game *g, unsigned side) {
    if (standings_is_invalid(g))
        return '?';
    if (g->result == RESULT_DRAW)
        return '=';
    if (g->kind != GAME_PLAYED)
        return g->result == result_win(side) ? '+' : '-';
    if (g->result == RESULT_OPEN)
        return '*';
    return g->result == result_win(side) ? '1' : '0';
}

const char *zet_standings_result(const struct standings_game *g) {
    bool played = g->kind == GAME_PLAYED;
    if (standings_is_invalid(g))
        return WORD("not valid");
    switch (g->result) {
    case RESULT_WIN_0: return played ? "1-0" : WORD("1-0 forfeit");
    case RESULT_WIN_1: return played ? "0-1" : WORD("0-1 forfeit");
    case RESULT_DRAW: return played ? "1/2-1/2" : WORD("1/2-1/2 forfeit");
    case RESULT_OPEN: break;
    }
    return played ? "*" : WORD("0-0 forfeit");
}

const char *const zet_bye_words[] = {WORD("bye"), WORD("half-point bye"), WORD("zero-point bye")};

void zet_standings_signs(const struct standings *t, const struct meeting **m, uint32_t row,
                         uint32_t opponent, struct buffer *out) {
    const struct meeting *end = t->meeting + 2 * t->game_count;
    for (; *m < end && (*m)->row == row && (*m)->opponent == opponent; (*m)++) {
        const struct standings_game *g = &t->game[(*m)->game];
        unsigned side = g->player[1] == t->standing[row].player;
        buffer_char(out, zet_standings_sign(g, side));
    }
}

static void count_of(struct buffer *out, size_t n, const char *one, const char *many) {
    buffer_add(out, n, n == 1 ? one : many);
}

void zet_standings_title(const struct standings *t, struct buffer *out) {
    bool same = t->game_count > 0;
    for (size_t i = 1; i < t->game_count; i++)
        same &= t->game[i].event == t->game[0].event;
    struct text event = same ? standings_word(t, t->game[0].event) : NO_TEXT;
    event = t->title.len ? t->title : event;
    if (event.len)
        buffer_add(out, value_line(event, TITLE_COLUMNS), ": ");
    if (t->rules)
        buffer_add(out, t->rules->name, ", ");
    count_of(out, t->players, " player, ", " players, ");
    count_of(out, t->game_count, " game", " games");
    if (t->unfinished)
        buffer_add(out, ", ", t->unfinished, " of them unfinished");
    if (t->invalid)
        buffer_add(out, ", ", t->invalid, t->unfinished ? " not valid" : " of them not valid");
}

void zet_standings_tie_text(const struct standings *t, enum language language, struct buffer *out) {
    for (size_t i = 0; i < t->tie_break_count; i++) {
        if (i)
            buffer_string(out, ", ");
        buffer_string(out, zet_word(language, zet_tie_break_words[t->tie_break[i]]));
    }
}

/* A grid of texts that become columns of one width. */
struct grid {
    struct buffer text;
    size_t *end; /* of each cell in the text */
    size_t cells, columns;
    size_t *width;
    bool *left; /* aligned so, by column */
};

static bool open_grid(struct grid *g, size_t columns, size_t rows) {
    *g = (struct grid){.columns = columns,
                       .end = calloc(columns * rows + 1, sizeof *g->end),
                       .width = calloc(columns + 1, sizeof *g->width),
                       .left = calloc(columns + 1, sizeof *g->left)};
    return g->end && g->width && g->left;
}

/* The cell's text has been appended. */
static void end_cell(struct grid *g) {
    size_t start = g->cells ? g->end[g->cells - 1] : 0, column = g->cells % g->columns;
    if (g->text.failed)
        return;
    struct text text = {g->text.at ? g->text.at + start : "", g->text.len - start};
    size_t width = zet_text_columns(text);
    g->width[column] = width > g->width[column] ? width : g->width[column];
    g->end[g->cells++] = g->text.len;
}

static void add_cell(struct grid *g, const char *text) {
    buffer_string(&g->text, text);
    end_cell(g);
}

static void write_grid(const struct grid *g, struct buffer *out) {
    size_t pending = 0; /* blanks that are not written at the end of a line */
    for (size_t i = 0; i < g->cells; i++) {
        size_t start = i ? g->end[i - 1] : 0, column = i % g->columns;
        struct text text = {g->text.at ? g->text.at + start : "", g->end[i] - start};
        size_t padding = g->width[column] - zet_text_columns(text);
        pending += g->left[column] ? 0 : padding;
        if (text.len)
            buffer_chars(out, ' ', pending);
        buffer_text(out, text);
        pending = (text.len ? 0 : pending) + 2 + (g->left[column] ? padding : 0);
        if (column + 1 == g->columns) {
            buffer_char(out, '\n');
            pending = 0;
        }
    }
}

static void close_grid(struct grid *g, struct buffer *out) {
    out->failed |= g->text.failed || !g->end || !g->width || !g->left;
    if (!out->failed)
        write_grid(g, out);
    zet_buffer_free(&g->text);
    free(g->end);
    free(g->width);
    free(g->left);
}

static void add_value(struct grid *g, const struct standings_row *s, unsigned kind) {
    int64_t value;
    if (kind == COLUMN_NAME)
        zet_safe_line(&g->text, s->name, NAME_COLUMNS);
    else if (zet_standings_value(s, kind, &value))
        zet_standings_number(&g->text, value);
    else
        buffer_char(&g->text, '-');
    end_cell(g);
}

static void write_standings(const struct standings *t, struct buffer *out) {
    struct column columns[COLUMNS_MAX];
    size_t count = zet_standings_columns(t, columns);
    struct grid g;
    bool fine = open_grid(&g, count, t->players + 1);
    for (size_t i = 0; fine && i < count; i++) {
        g.left[i] = columns[i].kind == COLUMN_NAME;
        add_cell(&g, zet_word(LANGUAGE_ENGLISH, columns[i].heading));
    }
    for (size_t row = 0; fine && row < t->players; row++)
        for (size_t i = 0; i < count; i++)
            add_value(&g, &t->standing[row], columns[i].kind);
    close_grid(&g, out);
}

static void write_cross(const struct standings *t, struct buffer *out) {
    size_t players = t->players;
    const struct meeting *m = t->meeting;
    struct grid g;
    bool fine = open_grid(&g, players + 2, players + 1);
    if (fine) {
        g.left[1] = true;
        add_cell(&g, "");
        add_cell(&g, "");
    }
    for (size_t i = 0; fine && i < players; i++) {
        zet_buffer_number(&g.text, i + 1);
        end_cell(&g);
    }
    for (uint32_t row = 0; fine && row < players; row++) {
        zet_buffer_number(&g.text, row + 1);
        end_cell(&g);
        add_value(&g, &t->standing[row], COLUMN_NAME);
        for (uint32_t i = 0; i < players; i++) {
            size_t before = g.text.len;
            zet_standings_signs(t, &m, row, i, &g.text);
            if (g.text.len == before)
                buffer_char(&g.text, i == row ? '\\' : '.');
            end_cell(&g);
        }
    }
    close_grid(&g, out);
}

static void write_games(const struct standings *t, const struct standings_round *r,
                        struct buffer *out) {
    enum { COLUMNS = 6 };
    struct grid g;
    bool fine = open_grid(&g, COLUMNS, r->game_end - r->game);
    for (size_t i = r->game; fine && i < r->game_end; i++) {
        const struct standings_game *game = &t->game[t->by_round[i]];
        g.left[1] = g.left[3] = g.left[5] = true;
        zet_safe_line(&g.text, standings_word(t, game->table), NAME_COLUMNS);
        end_cell(&g);
        zet_safe_line(&g.text, standings_name(t, game->player[0]), NAME_COLUMNS);
        end_cell(&g);
        add_cell(&g, zet_standings_result(game));
        zet_safe_line(&g.text, standings_name(t, game->player[1]), NAME_COLUMNS);
        end_cell(&g);
        if (game->points >= 0)
            zet_buffer_number(&g.text, (unsigned long long)game->points);
        end_cell(&g);
        buffer_add(&g.text, value_line(standings_word(t, game->place.file), UINT32_MAX), ":",
                   game->place.line);
        end_cell(&g);
    }
    close_grid(&g, out);
}

/* Who sits out the round. */
static void write_byes(const struct standings *t, const struct standings_round *r,
                       struct buffer *out) {
    for (size_t i = r->bye; i < r->bye_end; i++)
        buffer_add(out, value_line(standings_name(t, t->bye[i].player), NAME_COLUMNS), ": ",
                   zet_bye_words[t->bye[i].kind], "\n");
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
    bool events = false;
    for (size_t i = 1; i < t->game_count; i++)
        events |= t->game[i].event != t->game[0].event;
    for (struct standings_round r = {0}; zet_standings_next_round(t, &r);) {
        buffer_char(out, '\n');
        write_round_title(t, &r, events, out);
        write_games(t, &r, out);
        write_byes(t, &r, out);
    }
}

void zet_standings_text(const struct standings *t, const struct standings_view *v,
                        struct buffer *out) {
    zet_standings_title(t, out);
    buffer_string(out, "\n");
    if (t->tie_break_count) {
        buffer_string(out, "ties broken by ");
        zet_standings_tie_text(t, LANGUAGE_ENGLISH, out);
        buffer_char(out, '\n');
    }
    buffer_char(out, '\n');
    write_standings(t, out);
    if (v->cross && t->players) {
        buffer_char(out, '\n');
        write_cross(t, out);
    }
    if (v->rounds)
        write_rounds(t, out);
}
