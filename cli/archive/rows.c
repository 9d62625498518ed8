#include "cli/archive/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Words and persons. */

static int64_t look_up(struct rows *r, struct word_cache *c, const zet_text *part, int parts) {
    for (int i = 0; i < parts; i++) {
        sqlite3_bind_text64(c->find, i + 1, part[i].at, part[i].length, SQLITE_STATIC, SQLITE_UTF8);
        sqlite3_bind_text64(c->add, i + 1, part[i].at, part[i].length, SQLITE_STATIC, SQLITE_UTF8);
    }
    int64_t id = 0;
    if (database_row(r->db, c->find)) {
        id = sqlite3_column_int64(c->find, 0);
        sqlite3_reset(c->find);
    } else if (!r->db->failed && database_step(r->db, c->add)) {
        id = sqlite3_last_insert_rowid(r->db->db);
    }
    return id;
}

/* The number of a text, or of a person's name and id; `folded` is of persons. */
static int64_t number_of(struct rows *r, struct word_cache *c, zet_text text, zet_text key,
                         zet_text folded) {
    struct word_known *k = &c->known[(batch_hash(text) ^ batch_hash(key) * 3) % WORDS_CACHED];
    size_t length = text.length + key.length;
    if (k->text && k->length == length && k->split == text.length &&
        !memcmp(k->text, text.at, text.length) &&
        !memcmp(k->text + text.length, key.at, key.length))
        return k->id;
    bool person = c == &r->person;
    const zet_text part[] = {text, key, folded};
    int64_t id = look_up(r, c, part, person ? 3 : 1);
    free(k->text);
    *k = (struct word_known){malloc(length + 1), length, text.length, id};
    if (k->text) {
        memcpy(k->text, text.at, text.length);
        memcpy(k->text + text.length, key.at, key.length);
    }
    return id;
}

static zet_text text_of(const struct batch *b, struct row_span span) {
    return (zet_text){b->text + span.at, span.length};
}

static void bind_word(struct rows *r, int index, zet_text text) {
    if (text.length)
        sqlite3_bind_int64(r->game, index,
                           number_of(r, &r->word, text, zet_text_of(""), zet_text_of("")));
    else
        sqlite3_bind_null(r->game, index);
}

/* A whole number as itself, so that numbers are in their order; what else there is as text. */
static void bind_number_or_text(sqlite3_stmt *s, int index, zet_text text) {
    char digits[24];
    int64_t value = 0;
    bool number = text.length && text.length < 16;
    for (size_t i = 0; i < text.length && number; i++) {
        number = text.at[i] >= '0' && text.at[i] <= '9';
        value = value * 10 + (text.at[i] - '0');
    }
    snprintf(digits, sizeof digits, "%lld", (long long)value);
    if (number && strlen(digits) == text.length)
        sqlite3_bind_int64(s, index, value);
    else
        database_bind(s, index, text);
}

/* Games. */

enum {
    GAME_ID = 1,
    GAME_FILE,
    GAME_NUMBER,
    GAME_LINE,
    GAME_OFFSET,
    GAME_LENGTH,
    GAME_VALID,
    GAME_RULES,
    GAME_RESULT,
    GAME_BY_RULES,
    GAME_ENDING,
    GAME_PLIES,
    GAME_POINTS,
    GAME_CLAIMED,
    GAME_GIVEN,
    GAME_MARKS,
    GAME_PLAYER,
    GAME_RATING = GAME_PLAYER + 2,
    GAME_EVENT = GAME_RATING + 2,
    GAME_SITE,
    GAME_ROUND,
    GAME_DATE,
    GAME_BOARD,
    GAME_TERMINATION,
    GAME_MOVES,
    GAME_OPENING,
    GAME_CONTENT,
    GAME_FINAL,
    GAME_MEASURE,
    GAME_COLUMNS = GAME_MEASURE + MEASURES_KEPT - 1
};

static const char insert_game[] =
    "INSERT INTO game(id, file, number, line, offset, length, valid, rules, result, by_rules, "
    "ending, plies, points, claimed, given, marks, player0, player1, rating0, rating1, event, "
    "site, round, date, board, "
    "termination, moves, opening, content, final, measure0, measure1, measure2, measure3) "
    "VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19,?20,?21,?22,?23,"
    "?24,?25,?26,?27,?28,?29,?30,?31,?32,?33,?34)";

bool rows_begin(struct rows *r, struct database *db) {
    r->db = db;
    r->next_game = database_number(db, "SELECT value FROM meta WHERE key = 'next_game'", 1);
    r->game = database_prepare(db, insert_game);
    r->move = database_prepare(db, "INSERT INTO move VALUES(?1, ?2)");
    r->fault = database_prepare(db, "INSERT INTO fault VALUES(?1, ?2, ?3, ?4)");
    r->word.find = database_prepare(db, "SELECT id FROM word WHERE text = ?1");
    r->word.add = database_prepare(db, "INSERT INTO word(text) VALUES(?1)");
    r->person.find = database_prepare(
        db, "SELECT id FROM person WHERE name = ?1 AND key = ?2 AND ?3 IS NOT NULL");
    r->person.add =
        database_prepare(db, "INSERT INTO person(name, key, folded) VALUES(?1, ?2, ?3)");
    r->count = database_prepare(
        db, "INSERT INTO summary VALUES(?1, ?2, ?3, ?4, 1, ?5) ON CONFLICT DO UPDATE SET "
            "games = games + 1, plies = plies + excluded.plies");
    return !db->failed;
}

static void end_cache(struct word_cache *c) {
    sqlite3_finalize(c->find);
    sqlite3_finalize(c->add);
    for (size_t i = 0; i < WORDS_CACHED; i++)
        free(c->known[i].text);
}

void rows_end(struct rows *r) {
    sqlite3_finalize(r->game);
    sqlite3_finalize(r->move);
    sqlite3_finalize(r->fault);
    sqlite3_finalize(r->count);
    end_cache(&r->word);
    end_cache(&r->person);
}

static void bind_players(struct rows *r, const struct batch *b, const struct row *row) {
    for (unsigned side = 0; side < 2; side++) {
        zet_text name = text_of(b, row->text[ROW_NAME + side]);
        zet_text key = text_of(b, row->text[ROW_ID + side]);
        int at = GAME_PLAYER + (int)side;
        if (name.length || key.length)
            sqlite3_bind_int64(
                r->game, at,
                number_of(r, &r->person, name, key, text_of(b, row->text[ROW_FOLDED + side])));
        else
            sqlite3_bind_null(r->game, at);
        bind_number_or_text(r->game, GAME_RATING + (int)side,
                            text_of(b, row->text[ROW_RATING + side]));
    }
}

static void bind_texts(struct rows *r, const struct batch *b, const struct row *row) {
    bind_word(r, GAME_RULES, text_of(b, row->text[ROW_RULES]));
    bind_word(r, GAME_ENDING, text_of(b, row->text[ROW_ENDING]));
    bind_word(r, GAME_EVENT, text_of(b, row->text[ROW_EVENT]));
    bind_word(r, GAME_SITE, text_of(b, row->text[ROW_SITE]));
    bind_word(r, GAME_TERMINATION, text_of(b, row->text[ROW_TERMINATION]));
    bind_number_or_text(r->game, GAME_ROUND, text_of(b, row->text[ROW_ROUND]));
    bind_number_or_text(r->game, GAME_BOARD, text_of(b, row->text[ROW_TABLE]));
    database_bind(r->game, GAME_DATE, text_of(b, row->text[ROW_DATE]));
}

/* 0 as NULL, which takes no room. */
static void bind_some(sqlite3_stmt *s, int index, int64_t value) {
    if (value)
        sqlite3_bind_int64(s, index, value);
    else
        sqlite3_bind_null(s, index);
}

static void bind_points(sqlite3_stmt *s, int index, int64_t points) {
    if (points < 0)
        sqlite3_bind_null(s, index);
    else
        sqlite3_bind_int64(s, index, points);
}

static void bind_numbers(struct rows *r, const struct row *row, const struct rows_from *from) {
    sqlite3_stmt *s = r->game;
    sqlite3_bind_int64(s, GAME_ID, r->next_game);
    sqlite3_bind_int64(s, GAME_FILE, from->file);
    sqlite3_bind_int64(s, GAME_NUMBER, (int64_t)(from->number + row->number));
    sqlite3_bind_int64(s, GAME_LINE, (int64_t)(from->line + row->line));
    sqlite3_bind_int64(s, GAME_OFFSET, (int64_t)(from->offset + row->offset));
    sqlite3_bind_int64(s, GAME_LENGTH, (int64_t)row->length);
    sqlite3_bind_int64(s, GAME_VALID, row->valid);
    sqlite3_bind_int64(s, GAME_RESULT, row->result);
    sqlite3_bind_int64(s, GAME_BY_RULES, row->by_rules);
    sqlite3_bind_int64(s, GAME_PLIES, row->plies);
    bind_points(s, GAME_POINTS, row->points);
    bind_points(s, GAME_CLAIMED, row->claimed);
    sqlite3_bind_int64(s, GAME_GIVEN, row->given);
    bind_some(s, GAME_MARKS, row->unmarked | row->too_long << 1);
    bind_some(s, GAME_MOVES, (int64_t)row->line_key);
    bind_some(s, GAME_OPENING, row->opening);
    sqlite3_bind_int64(s, GAME_CONTENT, (int64_t)row->content);
    bind_some(s, GAME_FINAL, (int64_t)row->final_key);
    for (int i = 0; i < MEASURES_KEPT; i++)
        bind_some(s, GAME_MEASURE + i, (int64_t)row->measure[i]);
}

/* The year that a date begins with. */
static zet_text year_of(zet_text date) {
    return date.length >= 4 ? (zet_text){date.at, 4} : zet_text_of("");
}

static bool count_game(struct rows *r, const struct batch *b, const struct row *row) {
    sqlite3_stmt *s = r->count;
    zet_text none = {"", 0};
    zet_text year = year_of(text_of(b, row->text[ROW_DATE]));
    sqlite3_bind_text64(s, 1, year.at, year.length, SQLITE_STATIC, SQLITE_UTF8);
    sqlite3_bind_int64(s, 2, number_of(r, &r->word, text_of(b, row->text[ROW_RULES]), none, none));
    sqlite3_bind_int64(s, 3, row->result);
    sqlite3_bind_int64(s, 4, number_of(r, &r->word, text_of(b, row->text[ROW_ENDING]), none, none));
    sqlite3_bind_int64(s, 5, row->plies);
    return database_step(r->db, s);
}

static bool keep_fault(struct rows *r, const struct row *row, zet_text fault) {
    if (row->valid || !fault.length)
        return true;
    sqlite3_bind_int64(r->fault, 1, r->next_game);
    sqlite3_bind_int64(r->fault, 2, row->fault_line);
    sqlite3_bind_int64(r->fault, 3, row->fault_column);
    database_bind(r->fault, 4, fault);
    return database_step(r->db, r->fault);
}

static bool keep_move(struct rows *r, zet_text record) {
    if (!record.length)
        return true;
    sqlite3_bind_int64(r->move, 1, r->next_game);
    database_bind(r->move, 2, record);
    return database_step(r->db, r->move);
}

bool rows_add(struct rows *r, const struct batch *b, const struct rows_from *from) {
    for (size_t i = 0; i < b->row_count && !r->db->failed; i++) {
        const struct row *row = &b->row[i];
        bind_numbers(r, row, from);
        bind_texts(r, b, row);
        bind_players(r, b, row);
        if (!database_step(r->db, r->game) ||
            (r->summary && row->valid && !count_game(r, b, row)) ||
            !keep_fault(r, row, text_of(b, row->text[ROW_FAULT])) ||
            !keep_move(r, text_of(b, row->text[ROW_REPLAY])))
            return false;
        r->next_game++;
    }
    return !r->db->failed;
}

bool rows_remove(struct rows *r, int64_t file, int64_t number, bool positions) {
    char which[100], sql[1000];
    snprintf(which, sizeof which, "FROM game WHERE file = %lld AND number >= %lld", (long long)file,
             (long long)number);
    snprintf(sql, sizeof sql,
             "INSERT INTO summary SELECT coalesce(substr(date, 1, 4), ''), rules, result, ending,"
             " -count(*), -sum(plies) %s AND valid GROUP BY 1, 2, 3, 4 ON CONFLICT DO UPDATE SET"
             " games = games + excluded.games, plies = plies + excluded.plies;"
             "DELETE FROM summary WHERE games = 0;"
             "%s%s%s;"
             "DELETE FROM move WHERE game IN (SELECT id %s);"
             "DELETE FROM fault WHERE game IN (SELECT id %s); DELETE %s",
             which, positions ? "INSERT INTO gone SELECT id " : "", positions ? which : "",
             positions ? " AND valid" : "", which, which, which);
    return database_run(r->db, sql);
}
