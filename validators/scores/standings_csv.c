/* RFC 4180, one table: the standings, or the games by round. */
#include "notation/base/csv_out.h"
#include "notation/base/value.h"
#include "validators/scores/standings.h"

static void write_row(const struct standings *t, const struct column *columns, size_t count,
                      uint32_t row, struct buffer *out) {
    const struct standings_row *s = &t->standing[row];
    for (size_t i = 0; i < count; i++) {
        int64_t value;
        if (i)
            buffer_char(out, ',');
        if (columns[i].kind == COLUMN_NAME)
            zet_csv_text(out, s->name);
        else if (zet_standings_value(s, columns[i].kind, &value))
            zet_standings_number(out, value);
    }
}

static void write_standings(const struct standings *t, bool cross, struct buffer *out) {
    struct column columns[COLUMNS_MAX];
    size_t count = zet_standings_columns(t, columns);
    uint32_t players = (uint32_t)t->players;
    const struct meeting *m = t->meeting;
    for (size_t i = 0; i < count; i++)
        buffer_add(out, i ? "," : "", columns[i].name);
    for (uint32_t i = 0; cross && i < players; i++)
        buffer_add(out, ",", i + 1);
    buffer_string(out, "\r\n");
    for (uint32_t row = 0; row < players; row++) {
        write_row(t, columns, count, row, out);
        for (uint32_t i = 0; cross && i < players; i++) {
            buffer_char(out, ',');
            zet_standings_signs(t, &m, row, i, out);
        }
        buffer_string(out, "\r\n");
    }
}

static void write_bye(const struct standings *t, const struct standings_bye *b,
                      struct buffer *out) {
    const struct text fields[] = {standings_word(t, b->event),
                                  standings_word(t, b->round),
                                  NO_TEXT,
                                  standings_name(t, b->player),
                                  NO_TEXT,
                                  text_of(zet_bye_words[b->kind])};
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
        zet_csv_text(out, fields[k]);
        buffer_char(out, ',');
    }
    buffer_string(out, ",,,\r\n");
}

static void write_rounds(const struct standings *t, struct buffer *out) {
    buffer_string(out, "event,round,table,");
    for (unsigned seat = 0; seat < 2; seat++)
        buffer_add(out, zet_word(LANGUAGE_ENGLISH, zet_standings_seat_word(t, seat)), ",");
    buffer_string(out, "result,points,file,line,record\r\n");
    for (size_t i = 0; i < t->game_count; i++) {
        const struct standings_game *g = &t->game[t->by_round[i]];
        const struct text fields[] = {
            standings_word(t, g->event),     standings_word(t, g->round),
            standings_word(t, g->table),     standings_name(t, g->player[0]),
            standings_name(t, g->player[1]), text_of(zet_standings_result(g))};
        for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
            zet_csv_text(out, fields[k]);
            buffer_char(out, ',');
        }
        if (g->points >= 0)
            zet_buffer_number(out, (unsigned long long)g->points);
        buffer_char(out, ',');
        zet_csv_text(out, standings_word(t, g->place.file));
        buffer_add(out, ",", g->place.line, ",");
        if (g->recorded)
            zet_buffer_number(out, g->place.record);
        buffer_string(out, "\r\n");
    }
    for (size_t i = 0; i < t->bye_count; i++)
        write_bye(t, &t->bye[i], out);
}

void zet_standings_csv(const struct standings *t, const struct standings_view *v,
                       struct buffer *out) {
    if (v->rounds)
        write_rounds(t, out);
    else
        write_standings(t, v->cross, out);
}
