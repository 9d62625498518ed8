#include "validators/archive/stats_game.h"

void zet_stats_watch_begin(struct stats_watcher *w) {
    w->game = (struct stats_game){0};
    w->first.len = 0;
}

void zet_stats_watch_free(struct stats_watcher *w) { zet_buffer_free(&w->first); }

/* Keeps the first turn's text, with the stones given before it. */
static void see_first(struct stats_watcher *w, const struct move_reader *in,
                      const struct move *canonical) {
    char room[MOVE_TEXT_MAX];
    struct writer text = {room, sizeof room, 0};
    if (w->first.len)
        buffer_char(&w->first, ' ');
    in->verdict->rules->notation->write(&text, canonical);
    buffer_text(&w->first, written(&text));
}

static void see_measures(struct stats_watcher *w, const struct move_reader *in,
                         const struct move *canonical, const struct effect *effect) {
    const struct measure *const *measures = in->verdict->rules->measures;
    for (size_t i = 0; measures && measures[i]; i++) {
        struct stats_amount *a = &w->game.amount[i];
        uint32_t amount;
        if (!measures[i]->count(canonical, effect, &amount))
            continue;
        a->moves++;
        a->sum += amount;
        if (amount > a->most) {
            a->most = amount;
            a->ply = in->turn;
        }
    }
}

static void raise_level(struct stats_watcher *w, cell c) {
    if (w->game.level <= cell_level(c))
        w->game.level = cell_level(c) + 1;
}

void zet_stats_watch_see_move(void *context, const struct move_reader *in,
                              const struct move *canonical, const struct effect *effect) {
    struct stats_watcher *w = context;
    if (in->turn == 1)
        see_first(w, in, canonical);
    see_measures(w, in, canonical, effect);
    if (in->verdict->ruleset.board.levels > 1 && canonical->count)
        raise_level(w, move_to(canonical));
}

void zet_stats_watch_see(void *context, const struct move_reader *in, enum token token) {
    if (token == TOKEN_MOVE && in->played && !in->depth && !in->playout)
        zet_stats_watch_see_move(context, in, &in->canonical, &in->effect);
}

void zet_stats_watch_end(struct stats_watcher *w, const struct record *r, const struct facts *f) {
    const struct field *position = &r->field[KEY_POSITION];
    struct setup setup;
    size_t fault;
    w->game.first = buffered(&w->first);
    w->game.has_levels = f->rules && f->ruleset->board.levels > 1;
    if (!w->game.has_levels || position->state != FIELD_GIVEN ||
        f->rules->notation->read_setup(position->text, &f->ruleset->board, &setup, &fault))
        return;
    for (unsigned c = 0; c < CELLS_MAX; c++) /* stones may be on high levels from the start */
        if (setup.at[c])
            raise_level(w, (cell)c);
}

void zet_stats_game_write(struct buffer *row, const struct stats_game *g) {
    zet_row_text(row, g->first);
    zet_row_number(row, g->has_levels ? (uint64_t)g->level + 1 : 0);
    for (size_t i = 0; i < GAME_MEASURES_MAX; i++) {
        const struct stats_amount *a = &g->amount[i];
        zet_row_number(row, a->moves);
        zet_row_number(row, a->sum);
        zet_row_number(row, a->most);
        zet_row_number(row, a->ply);
    }
}

void zet_stats_game_read(struct row_reader *row, struct stats_game *g) {
    *g = (struct stats_game){.first = zet_row_read_text(row)};
    uint64_t level = zet_row_read_number(row);
    g->has_levels = level > 0;
    g->level = level ? (uint32_t)(level - 1) : 0;
    for (size_t i = 0; i < GAME_MEASURES_MAX; i++) {
        struct stats_amount *a = &g->amount[i];
        a->moves = (uint32_t)zet_row_read_number(row);
        a->sum = zet_row_read_number(row);
        a->most = (uint32_t)zet_row_read_number(row);
        a->ply = (uint32_t)zet_row_read_number(row);
    }
}
