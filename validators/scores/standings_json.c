/* One object, which can be claimed standings too. */
#include "notation/record/json.h"
#include "validators/scores/standings.h"

/* Names of columns and options have hyphens, keys of JSON underscores. */
static void write_key(struct buffer *out, const char *key) {
    buffer_char(out, '"');
    for (; *key; key++)
        buffer_char(out, *key == '-' ? '_' : *key);
    buffer_string(out, "\":");
}

static void write_count(struct buffer *out, const char *key, size_t n) {
    buffer_char(out, ',');
    write_key(out, key);
    zet_buffer_number(out, n);
}

static void write_row(const struct standings_row *s, const struct column *columns, size_t count,
                      struct buffer *out) {
    buffer_char(out, '{');
    for (size_t i = 0; i < count; i++) {
        int64_t value;
        if (i)
            buffer_char(out, ',');
        write_key(out, columns[i].name);
        if (columns[i].kind == COLUMN_NAME)
            zet_json_string(out, s->name);
        else if (zet_standings_value(s, columns[i].kind, &value))
            zet_standings_number(out, value);
        else
            buffer_string(out, "null");
    }
    buffer_char(out, '}');
}

static void write_standings(const struct standings *t, struct buffer *out) {
    struct column columns[COLUMNS_MAX];
    size_t count = zet_standings_columns(t, columns);
    buffer_string(out, ",\n\"standings\":[");
    for (size_t row = 0; row < t->players; row++) {
        buffer_string(out, row ? ",\n" : "\n");
        write_row(&t->standing[row], columns, count, out);
    }
    buffer_char(out, ']');
}

static void write_cross(const struct standings *t, struct buffer *out) {
    const struct meeting *m = t->meeting;
    uint32_t players = (uint32_t)t->players;
    buffer_string(out, ",\n\"cross\":[");
    for (uint32_t row = 0; row < players; row++) {
        buffer_string(out, row ? ",\n[" : "\n[");
        for (uint32_t i = 0; i < players; i++) {
            buffer_string(out, i ? ",\"" : "\"");
            zet_standings_signs(t, &m, row, i, out);
            buffer_char(out, '"');
        }
        buffer_char(out, ']');
    }
    buffer_char(out, ']');
}

static void write_text_or_null(struct buffer *out, const char *key, struct text t) {
    write_key(out, key);
    if (t.len)
        zet_json_string(out, t);
    else
        buffer_string(out, "null");
    buffer_char(out, ',');
}

static void write_game(const struct standings *t, const struct standings_game *g,
                       struct buffer *out) {
    buffer_char(out, '{');
    write_text_or_null(out, "event", standings_word(t, g->event));
    write_text_or_null(out, "round", standings_word(t, g->round));
    write_text_or_null(out, "table", standings_word(t, g->table));
    for (unsigned seat = 0; seat < 2; seat++)
        write_text_or_null(out, zet_word(LANGUAGE_ENGLISH, zet_standings_side_word(t, g, seat)),
                           standings_name(t, g->player[seat]));
    write_text_or_null(out, "result", text_of(zet_standings_result(g)));
    write_key(out, "points");
    if (g->points >= 0)
        zet_buffer_number(out, (unsigned long long)g->points);
    else
        buffer_string(out, "null");
    buffer_char(out, ',');
    write_key(out, "file");
    zet_json_string(out, standings_word(t, g->place.file));
    write_count(out, "line", g->place.line);
    if (g->recorded)
        write_count(out, "record", g->place.record);
    else
        buffer_string(out, ",\"record\":null");
    buffer_char(out, '}');
}

static void write_byes(const struct standings *t, struct buffer *out) {
    buffer_string(out, ",\n\"byes\":[");
    for (size_t i = 0; i < t->bye_count; i++) {
        const struct standings_bye *b = &t->bye[i];
        buffer_string(out, i ? ",\n{" : "\n{");
        write_text_or_null(out, "event", standings_word(t, b->event));
        write_text_or_null(out, "round", standings_word(t, b->round));
        write_text_or_null(out, "name", standings_name(t, b->player));
        write_key(out, "bye");
        zet_json_string(out, text_of(zet_bye_words[b->kind]));
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

static void write_rounds(const struct standings *t, struct buffer *out) {
    buffer_string(out, ",\n\"rounds\":[");
    for (size_t i = 0; i < t->game_count; i++) {
        buffer_string(out, i ? ",\n" : "\n");
        write_game(t, &t->game[t->by_round[i]], out);
    }
    buffer_char(out, ']');
    if (t->bye_count)
        write_byes(t, out);
}

void zet_standings_json(const struct standings *t, const struct standings_view *v,
                        struct buffer *out) {
    buffer_string(out, "{\"game\":");
    if (t->rules)
        zet_json_string(out, text_of(t->rules->name));
    else
        buffer_string(out, "null");
    write_count(out, "players", t->players);
    write_count(out, "games", t->game_count);
    write_count(out, "unfinished", t->unfinished);
    if (t->invalid)
        write_count(out, "not_valid", t->invalid);
    write_count(out, "left_out", v->left_out);
    buffer_string(out, ",\"tie_breaks\":[");
    for (size_t i = 0; i < t->tie_break_count; i++) {
        buffer_string(out, i ? "," : "");
        zet_json_string(out, text_of(zet_tie_breaks[t->tie_break[i]]));
    }
    buffer_char(out, ']');
    write_standings(t, out);
    if (v->cross)
        write_cross(t, out);
    if (v->rounds)
        write_rounds(t, out);
    buffer_string(out, "}\n");
}
