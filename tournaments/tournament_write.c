/* Writes a tournament file from a table, made from records alone or from another file. */
#include "notation/base/error.h"
#include "notation/base/value.h"
#include "notation/record/yaml.h"
#include "tournaments/tournament.h"

struct writing {
    const struct standings *t;
    const struct tournament *file; /* or NULL */
    struct buffer *out;
};

/* Writes a text as YAML, in a flow collection or not; an empty one only if it is required. */
static void write_block(struct buffer *out, struct text t) { zi_yaml_text(out, t, false); }
static void write_flow(struct buffer *out, struct text t) { zi_yaml_text(out, t, true); }

static struct value block(struct text t) {
    return t.len ? value_by(write_block, t) : value_string(NULL);
}

static struct value flow(struct text t) {
    return t.len ? value_by(write_flow, t) : value_string(NULL);
}

static struct value flow_or_empty(struct text t) { return t.len ? flow(t) : value_string("\"\""); }

static void write_key(struct writing *w, const char *key, struct text value) {
    if (value.len)
        buffer_add(w->out, key, ": ", block(value), "\n");
}

static struct text id_of(const struct writing *w, uint32_t player) {
    return w->file ? w->file->player[player].id : zi_people_id(&w->t->people, w->t->person[player]);
}

/* The name of a player in pairings. */
static struct text called(const struct writing *w, uint32_t player) {
    struct text id = id_of(w, player);
    return id.len ? id : w->file ? w->file->player[player].name : standings_name(w->t, player);
}

/* The system that the games fit, if no file specifies it. */
static enum system guess_system(const struct writing *w) {
    const struct standings *t = w->t;
    struct map couples = {0};
    for (size_t i = 0; i < t->game_count; i++) {
        uint32_t room[2];
        zi_map_number(&couples, couple_text(t->game[i].player, room));
    }
    size_t n = t->game_count, all = t->players * (t->players - 1), different = couples.count;
    w->out->failed |= couples.failed;
    zi_map_free(&couples);
    if (!n || (different != n && 2 * different != n))
        return SYSTEM_FREE;
    if (2 * different == all)
        return different == n ? SYSTEM_ROUND_ROBIN : SYSTEM_DOUBLE_ROUND_ROBIN;
    return different == n ? SYSTEM_SWISS : SYSTEM_FREE;
}

/* Keys of the whole tournament. */

static void write_scoring(struct writing *w) {
    const struct scoring *s = &w->t->scoring;
    struct scoring usual = *s;
    zi_scoring_complete(&usual, 0);
    usual.double_forfeit = s->forfeit_loss;
    if (!memcmp(s, &zi_scoring_default, sizeof *s))
        return;
    if (s->by_points) {
        buffer_string(w->out, "scoring: points\n");
        return;
    }
    for (size_t i = 0; i < SCORING_VALUES; i++)
        if (i <= LOSS || s->worth[i] != usual.worth[i])
            buffer_add(w->out, i ? ", " : "scoring: {", zi_scoring_names[i], ": ",
                       value_decimal(s->worth[i], 4));
    buffer_string(w->out, "}\n");
}

static void write_head(struct writing *w) {
    const struct standings *t = w->t;
    const struct tournament *file = w->file;
    struct text event = standings_event(t);
    write_key(w, "tournament", t->title.len ? t->title : event.len ? event : TEXT("Tournament"));
    write_key(w, "game", t->rules ? text_of(t->rules->name) : NO_TEXT);
    write_key(w, "event", file ? file->event : event);
    if (file) {
        write_key(w, "site", file->site);
        write_key(w, "date", file->date);
    }
    write_key(w, "system", text_of(zi_systems[file ? file->system : guess_system(w)]));
    write_scoring(w);
    for (size_t i = 0; i < t->tie_break_count; i++)
        buffer_add(w->out, i ? ", " : "tie-breaks: [", zi_tie_breaks[t->tie_break[i]]);
    buffer_string(w->out, t->tie_break_count ? "]\n" : "");
    if (file && file->rounds_planned)
        buffer_add(w->out, "number-of-rounds: ", file->rounds_planned, "\n");
    if (file) {
        write_key(w, "names", file->names_file);
        write_key(w, "comment", file->comment);
    }
}

/* Players, in their order. */

static void write_player(struct writing *w, uint32_t player) {
    const struct node *details = w->file ? w->file->player[player].details : NULL;
    struct text name = w->file ? w->file->player[player].name : standings_name(w->t, player);
    struct text id = id_of(w, player);
    if (!details && !id.len) {
        buffer_add(w->out, "  - ", block(name), "\n");
        return;
    }
    buffer_add(w->out, id.len ? "  - {id: " : "  - {", flow(id),
               id.len ? ", name: " : "name: ", flow(name));
    for (const struct node *n = details ? details->first : NULL; n; n = n->next->next) {
        bool more = n->kind == NODE_SCALAR && n->next->kind == NODE_SCALAR;
        if (more && !text_is(n->text, "id") && !text_is(n->text, "name"))
            buffer_add(w->out, ", ", flow_or_empty(n->text), ": ", flow_or_empty(n->next->text));
    }
    buffer_string(w->out, "}\n");
}

/* Rounds. */

/* Writes a game. The result of a game with a record is left to the record. */
static void write_game(struct writing *w, const struct standings_game *g) {
    static const char *const results[] = {[RESULT_WIN_0] = "first",
                                          [RESULT_WIN_1] = "second",
                                          [RESULT_DRAW] = "draw",
                                          [RESULT_OPEN] = "both"};
    struct text table = standings_word(w->t, g->table);
    bool plain = standings_is_open(g) || (g->recorded && !g->invalid);
    struct text first = called(w, g->player[0]), second = called(w, g->player[1]);
    if (plain && !table.len) {
        buffer_add(w->out, "      - [", flow(first), ", ", flow(second), "]\n");
        return;
    }
    bool absent = !game_kind_is_played(g->kind);
    buffer_add(w->out, table.len ? "      - {table: " : "      - {", flow(table),
               table.len ? ", first: " : "first: ", flow(first), ", second: ", flow(second));
    if (!plain)
        buffer_add(w->out, absent ? ", forfeit: " : ", result: ",
                   g->kind == GAME_LOST
                       ? "0-0"
                       : results[absent ? result_turned(g->result, true) : g->result]);
    buffer_string(w->out, "}\n");
}

static void write_bye(struct writing *w, const struct standings_bye *bye) {
    struct text player = called(w, bye->player);
    if (bye->kind == BYE_FULL)
        buffer_add(w->out, "      - ", block(player), "\n");
    else
        buffer_add(w->out, "      - {player: ", flow(player),
                   bye->kind == BYE_HALF ? ", bye: half}\n" : ", bye: zero}\n");
}

static void write_round(struct writing *w, const struct standings_round *r, size_t number) {
    struct text name = standings_word(w->t, r->round), date = NO_TEXT;
    char room[DIGITS_ROOM];
    if (w->file)
        date = tournament_round_date(w->file, name);
    bool named = name.len && !text_same(name, digits_of(number, room));
    buffer_add(w->out, named ? "  - round: " : "  - ", block(named ? name : NO_TEXT),
               named ? "\n    " : "", date.len ? "date: " : "", block(date),
               date.len ? "\n    " : "", r->game < r->game_end ? "pairings:\n" : "pairings: []\n");
    for (size_t i = r->game; i < r->game_end; i++)
        write_game(w, &w->t->game[w->t->by_round[i]]);
    if (r->bye < r->bye_end)
        buffer_string(w->out, "    byes:\n");
    for (size_t i = r->bye; i < r->bye_end; i++)
        write_bye(w, &w->t->bye[i]);
}

void zi_standings_yaml(const struct standings *t, const struct standings_view *v,
                       struct buffer *out) {
    struct writing w = {.t = t, .file = v->file, .out = out};
    size_t number = 0;
    if (standings_has_events(t)) {
        zi_error_set(v->error, ZET_REFUSED,
                     "a tournament file is for one event; choose it with the option event");
        return;
    }
    write_head(&w);
    buffer_string(out, t->players ? "players:\n" : "players: []\n");
    for (uint32_t i = 0; i < t->players; i++)
        write_player(&w, i);
    for (struct standings_round r = {0}; zi_standings_next_round(t, &r);) {
        buffer_string(out, number ? "" : "rounds:\n");
        write_round(&w, &r, ++number);
    }
}
