/* Splits the games found into files by event, player, year or game. */
#include <stdlib.h>
#include <string.h>

#include "cli/archive/find.h"
#include "cli/replace.h"
#include "notation/base/error.h"
#include "notation/base/file_name.h"
#include "notation/base/output.h"
#include "notation/base/unicode.h"
#include "tournaments/people.h"

/* Groups are rows of temp.part; the first is for records without a value. Groups of players are
   numbered by player, from 2. */
struct splitting {
    struct search *f;
    struct people players;
    sqlite3_stmt *member;
    struct folder folder;
    zet_output *name, *folded;
};

/* SQL: the value of a game; NULL: its players. */
static const char *const values[] = {
    [SPLIT_EVENT] = "coalesce(event.text, '')",
    [SPLIT_YEAR] = "iif(date GLOB '[0-9][0-9][0-9][0-9]*', substr(date, 1, 4), '')",
    [SPLIT_GAME] = "coalesce(substr(rules.text, 1, instr(rules.text || ' ', ' ') - 1), '')",
    [SPLIT_PLAYER] = NULL};

static bool add_member(struct splitting *s, int64_t group, int64_t game) {
    return database_put(&s->f->q.db, s->member, 2, (int64_t[]){group, game});
}

static bool add_players(struct splitting *s, const struct indexed_game *g) {
    bool any = false;
    for (int side = 0; side < 2; side++) {
        uint32_t player = zi_people_number(&s->players, g->players[side], g->ids[side], true);
        if (player == PEOPLE_NOBODY)
            continue;
        any = true;
        if (!add_member(s, (int64_t)player + 2, g->id))
            return false;
    }
    return any || add_member(s, 1, g->id);
}

/* Merges the groups of players who are the same person, under the person's name. */
static bool join_players(struct splitting *s) {
    struct database *db = &s->f->q.db;
    struct people *p = &s->players;
    if (!p->failed) {
        zi_people_join(p);
        zi_people_make_labels(p);
    }
    if (p->failed)
        return database_no_memory(db);
    sqlite3_stmt *name = database_prepare(db, "INSERT OR IGNORE INTO temp.part VALUES(?1, ?2)");
    sqlite3_stmt *join = database_prepare(db, "UPDATE temp.member SET part = ?1 WHERE part = ?2");
    for (uint32_t i = 0; i < p->keys.count && name && join; i++) {
        uint32_t same = p->at[i].same;
        sqlite3_bind_int64(name, 1, (int64_t)same + 2);
        database_bind(name, 2, text_to(p->label[i]));
        sqlite3_bind_int64(join, 1, (int64_t)same + 2);
        sqlite3_bind_int64(join, 2, (int64_t)i + 2);
        if (!database_step(db, name) || (same != i && !database_step(db, join)))
            break;
    }
    sqlite3_finalize(name);
    sqlite3_finalize(join);
    return !db->failed;
}

static bool gather_players(struct splitting *s, const char *order) {
    struct games games;
    struct indexed_game g;
    bool fine = games_begin(&games, &s->f->q.archive,
                            &(struct games_wish){.which = "1", .order = order, .table = "found"});
    while (fine && games_next(&games, &g))
        fine = add_players(s, &g);
    return games_end(&games) && fine && join_players(s);
}

static bool gather_values(struct splitting *s, const char *order) {
    struct database *db = &s->f->q.db;
    return database_run(
        db,
        "INSERT INTO temp.member(text, game) SELECT %s, game.id FROM temp.found CROSS JOIN game ON "
        "game.id = found.game CROSS JOIN file ON file.id = file " SQL_TEXTS
        "WHERE length > 0 ORDER "
        "BY %s; INSERT OR IGNORE INTO temp.part(text) SELECT text FROM temp.member ORDER BY id; "
        "UPDATE temp.member SET part = (SELECT id FROM temp.part WHERE part.text = member.text)",
        values[s->f->o->split], order);
}

static bool gather(struct splitting *s) {
    char *order = find_order(s->f);
    bool done = order && (s->f->o->split == SPLIT_PLAYER ? gather_players(s, order)
                                                         : gather_values(s, order));
    sqlite3_free(order);
    return done && database_run(&s->f->q.db, "CREATE INDEX temp.member_part ON member(part, id)");
}

/* Whether the name is new, ignoring case and accents; it is then taken. */
static bool take(struct splitting *s, sqlite3_stmt *taken) {
    zet_output_clear(s->folded);
    zi_text_fold(&s->folded->text, text_from(zet_output_text(s->name)));
    database_bind(taken, 1, zet_output_text(s->folded));
    return database_step(&s->f->q.db, taken) && sqlite3_changes(s->f->q.db.db) > 0;
}

/* Makes the names of the groups' files. A name that is taken gets the least number that makes it
   unique. */
static bool make_names(struct splitting *s) {
    struct database *db = &s->f->q.db;
    sqlite3_stmt *rows = database_prepare(
        db,
        "SELECT id, text FROM temp.part WHERE id IN (SELECT part FROM temp.member) ORDER BY id");
    sqlite3_stmt *taken = database_prepare(db, "INSERT OR IGNORE INTO temp.taken VALUES(?1)");
    sqlite3_stmt *next = database_prepare(db, "INSERT INTO temp.numbered VALUES(?1, 2) ON CONFLICT "
                                              "DO UPDATE SET number = number + 1 RETURNING number");
    sqlite3_stmt *add = database_prepare(db, "INSERT INTO temp.name VALUES(?1, ?2)");
    while (add && taken && database_row(db, rows)) {
        zet_output_clear(s->name);
        zi_file_name(&s->name->text, text_from(database_text(rows, 1)));
        char room[24],
            *base = strndup(zet_output_text(s->name).at, zet_output_text(s->name).length);
        database_bind(next, 1, zet_text_of(base));
        while (base && !take(s, taken) && database_row(db, next)) {
            snprintf(room, sizeof room, "-%u", (unsigned)sqlite3_column_int64(next, 0));
            sqlite3_reset(next);
            zet_output_clear(s->name);
            zet_output_write(s->name, zet_text_of(base));
            zet_output_write(s->name, zet_text_of(room));
        }
        free(base);
        zet_output_write(s->name, zet_text_of(".yaml"));
        sqlite3_bind_int64(add, 1, sqlite3_column_int64(rows, 0));
        database_bind(add, 2, zet_output_text(s->name));
        if (zet_output_flush(s->name) != ZET_OK || !base || !database_step(db, add))
            database_no_memory(db);
    }
    sqlite3_finalize(rows);
    sqlite3_finalize(taken);
    sqlite3_finalize(next);
    sqlite3_finalize(add);
    return !db->failed;
}

static bool write_part(struct splitting *s, int64_t part) {
    struct search *f = s->f;
    struct games games;
    struct indexed_game g;
    struct documents documents = {.out = zet_output_new(folder_write, &s->folder)};
    char which[40];
    snprintf(which, sizeof which, "part = %lld", (long long)part);
    bool fine =
        documents.out &&
        games_begin(&games, &f->q.archive,
                    &(struct games_wish){.which = which, .order = "chosen.id", .table = "member"});
    int64_t before = 0; /* a person may be on both sides */
    while (fine && games_next(&games, &g)) {
        if (g.id != before)
            fine = documents_add(&documents, &f->q.archive, &g.place, g.length, g.unmarked);
        before = g.id;
    }
    if (documents.out)
        fine = games_end(&games) && fine;
    if (!documents.out || zet_output_flush(documents.out) == ZET_OUT_OF_MEMORY)
        database_no_memory(&f->q.db);
    fine = fine && !f->q.db.failed && zet_output_flush(documents.out) == ZET_OK;
    zet_output_free(documents.out);
    return fine;
}

/* All names are announced before the first file is written. */
static bool write_parts(struct splitting *s) {
    struct database *db = &s->f->q.db;
    bool fine = true;
    sqlite3_stmt *rows = database_prepare(db, "SELECT part, text FROM temp.name ORDER BY part");
    while (database_row(db, rows))
        folder_expect(&s->folder, (const char *)sqlite3_column_text(rows, 1));
    while (fine && !s->folder.there && database_row(db, rows))
        fine = folder_begin(&s->folder, (const char *)sqlite3_column_text(rows, 1)) &&
               write_part(s, sqlite3_column_int64(rows, 0)) && folder_end(&s->folder);
    sqlite3_finalize(rows);
    return fine && !s->folder.there && !db->failed;
}

bool found_split(struct search *f) {
    struct splitting s = {.f = f, .folder = {.set = {.folder = -1}}};
    struct database *db = &f->q.db;
    bool fine =
        folder_open(&s.folder, f->o->into, f->q.archive.in->force) &&
        database_run(
            db,
            "CREATE TEMP TABLE part(id INTEGER PRIMARY KEY, text UNIQUE);"
            "CREATE TEMP TABLE member(id INTEGER PRIMARY KEY, part, game, text, ply DEFAULT -1);"
            "CREATE TEMP TABLE taken(text PRIMARY KEY) WITHOUT ROWID;"
            "CREATE TEMP TABLE numbered(text PRIMARY KEY, number);"
            "CREATE TEMP TABLE name(part INTEGER PRIMARY KEY, text);"
            "INSERT INTO temp.part VALUES(1, '')");
    if (fine) {
        s.member = database_prepare(db, "INSERT INTO temp.member(part, game) VALUES(?1, ?2)");
        s.players.file = f->names;
        s.name = zet_output_new(NULL, NULL);
        s.folded = zet_output_new(NULL, NULL);
        fine = (s.name && s.folded) || database_no_memory(db);
    }
    fine = fine && !db->failed && database_run(db, "BEGIN") && gather(&s) && make_names(&s) &&
           database_run(db, "COMMIT") && write_parts(&s);
    sqlite3_finalize(s.member);
    zi_people_free(&s.players);
    zet_output_free(s.name);
    zet_output_free(s.folded);
    return folder_close(&s.folder, fine);
}
