/* Finds copies among the records found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/archive/find.h"
#include "cli/archive/people.h"
#include "cli/list.h"
#include "notation/base/error.h"
#include "validators/api/archive.h"

/* A record that may be a copy or have copies. */
struct candidate {
    int64_t game;
    uint64_t key;
    uint32_t opening, plies;
    uint32_t number; /* index in archive order */
};

struct comparing {
    struct finding *f;
    zet_copies *copies;
    struct candidate *at; /* sorted by opening, plies and key, once numbered */
    size_t count, cap;
    uint32_t min_plies;
    uint32_t longer; /* number of the replayed record */
};

static bool add_candidate(struct comparing *c, struct candidate new) {
    if (c->count == UINT32_MAX || !list_reserve(&c->at, &c->cap, c->count + 1, sizeof *c->at))
        return database_no_memory(&c->f->q.db);
    c->at[c->count++] = new;
    return true;
}

/* Adds to temp.near the games that may have copies: others have the same opening or, if shorter
   than an opening, the same moves. */
static bool choose_candidates(struct comparing *c) {
    return database_run(
        &c->f->q.db,
        "INSERT INTO temp.near(game) SELECT game FROM (SELECT found.game, count(*) OVER "
        "(PARTITION BY %s) AS alike FROM temp.found CROSS JOIN game ON game.id = found.game "
        "WHERE plies > 0) WHERE alike > 1",
        c->min_plies < FIND_PLIES ? "1" : "coalesce(opening, moves)");
}

static bool meet(void *copies, const struct spelling *found) {
    const zet_entry entry = {.players = {text_to(found->name)}, .ids = {text_to(found->key)}};
    return zet_copies_meet(copies, &entry, NULL) == ZET_OK;
}

/* Registers the people whose ids occur in temp.near. A person with several names goes by the first
   one, even if its game is not a candidate. */
static bool meet_all(struct comparing *c) {
    struct database *db = &c->f->q.db;
    return database_run(db, "CREATE TEMP TABLE met(key TEXT PRIMARY KEY) WITHOUT ROWID; INSERT "
                            "INTO met SELECT DISTINCT key FROM temp.near JOIN game ON game.id = "
                            "near.game JOIN person ON person.id IN (player0, player1) WHERE "
                            "key <> ''") &&
           (!database_number(db, 0, "SELECT EXISTS(SELECT 1 FROM temp.met)") ||
            people_visit(&c->f->q.archive, "game.id IN (SELECT game FROM temp.found) AND plies > 0",
                         "key IN temp.met", false, meet, c->copies));
}

static bool add_all(struct comparing *c) {
    struct games games;
    struct indexed_game g;
    zet_error error = {0};
    bool fine =
        games_begin(&games, &c->f->q.archive, &(struct games_wish){.which = "1", .table = "near"});
    while (fine && games_next(&games, &g)) {
        uint32_t opening = c->min_plies < FIND_PLIES ? 1 : g.opening;
        fine = add_candidate(c, (struct candidate){g.id, g.copied.line_key, opening, g.entry.plies,
                                                   (uint32_t)c->count}) &&
               (zet_copies_add(c->copies, &g.entry, &g.copied, &error) == ZET_OK ||
                database_no_memory(&c->f->q.db));
    }
    return games_end(&games) && fine;
}

/* Truncated copies. */

static int by_line(const void *a, const void *b) {
    const struct candidate *x = a, *y = b;
    if (x->opening != y->opening)
        return x->opening < y->opening ? -1 : 1;
    if (x->plies != y->plies)
        return x->plies < y->plies ? -1 : 1;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* The first candidate not ordered before `wanted`. */
static size_t find(const struct comparing *c, struct candidate wanted) {
    size_t low = 0, high = c->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (by_line(&c->at[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct line {
    struct comparing *c;
    uint32_t opening, plies;
};

static void see_line(const struct line *line, uint32_t plies, uint64_t key) {
    struct comparing *c = line->c;
    if (plies < c->min_plies || plies >= line->plies)
        return;
    size_t i = find(c, (struct candidate){.key = key, .opening = line->opening, .plies = plies});
    if (i < c->count && c->at[i].opening == line->opening && c->at[i].plies == plies &&
        c->at[i].key == key)
        zet_copies_extend(c->copies, c->at[i].number, c->longer);
}

/* Whether a candidate with that opening has fewer plies. */
static bool may_extend(const struct comparing *c, uint32_t opening, uint32_t plies) {
    size_t i = opening ? find(c, (struct candidate){.opening = opening}) : c->count;
    return i < c->count && c->at[i].opening == opening && c->at[i].plies < plies;
}

static bool find_truncated(struct comparing *c) {
    struct games games;
    struct indexed_game g;
    struct finding *f = c->f;
    if (c->count)
        qsort(c->at, c->count, sizeof *c->at, by_line);
    bool fine =
        games_begin(&games, &f->q.archive, &(struct games_wish){.which = "1", .table = "near"});
    for (c->longer = 0; fine && games_next(&games, &g); c->longer++) {
        struct line line = {c, c->min_plies < FIND_PLIES ? 1 : g.opening, g.entry.plies};
        if (!may_extend(c, line.opening, line.plies))
            continue;
        const zet_record *record = find_record(f, &g);
        zet_step step;
        fine = record;
        for (uint32_t i = 0; fine && zet_record_step(record, i, &step); i++)
            see_line(&line, i, step.line);
    }
    return games_end(&games) && fine;
}

/* Output. */

/* Gets the place of a game in *to, and its path, which the caller frees. NULL if the game does not
   exist, or on failure. */
static char *place_of(struct finding *f, sqlite3_stmt *find, int64_t game, zet_place *to) {
    char *path = NULL;
    *to = (zet_place){.file = zet_text_of("")};
    sqlite3_bind_int64(find, 1, game);
    if (!game || !database_row(&f->q.db, find))
        return NULL;
    if ((path = archive_path(&f->q.archive, (const char *)sqlite3_column_text(find, 0))))
        *to = (zet_place){zet_text_of(path), (uint64_t)sqlite3_column_int64(find, 1),
                          (uint64_t)sqlite3_column_int64(find, 2)};
    else
        database_no_memory(&f->q.db);
    sqlite3_reset(find);
    return path;
}

static bool write_groups(struct comparing *c) {
    const struct find_options *o = c->f->o;
    struct finding *f = c->f;
    zet_copy copy;
    sqlite3_stmt *find = database_prepare(
        &f->q.db, "SELECT path, number, line FROM game JOIN file ON file.id = game.file WHERE "
                  "game.id = ?1");
    bool fine = find;
    while (fine && zet_copies_next(c->copies, &copy) && (!o->limit || copy.group <= o->limit)) {
        zet_place place, of;
        char *path = place_of(f, find, copy.tag, &place);
        char *of_path = place_of(f, find, copy.of, &of);
        fine = !f->q.db.failed;
        if (fine)
            zet_copy_write(&copy, &place, &of, o->format != 0, f->q.out);
        free(path);
        free(of_path);
    }
    sqlite3_finalize(find);
    fine = fine && zet_output_flush(f->q.out) == ZET_OK;
    return fine;
}

/* Removes the games not chosen from temp.found. */
static bool drop(struct comparing *c) {
    struct database *db = &c->f->q.db;
    if (zet_copies_choose(c->copies, (zet_keep)c->f->o->keep, NULL) != ZET_OK)
        return database_no_memory(db);
    sqlite3_stmt *gone = database_prepare(db, "INSERT INTO temp.dropped VALUES(?1)");
    for (size_t i = 0; i < c->count && gone; i++)
        if (zet_copies_is_dropped(c->copies, c->at[i].number))
            database_put(db, gone, 1, &c->at[i].game);
    sqlite3_finalize(gone);
    return !db->failed && database_run(db, "DELETE FROM temp.found WHERE game IN temp.dropped");
}

/* Copies the bytes of a file from *at to the next record, without a byte order mark at the end. */
static bool copy_between(struct finding *f, struct text_place *at, uint64_t to, bool record) {
    char mark[3] = "";
    uint64_t end = to;
    if (record && to >= at->offset + sizeof mark) {
        struct text_place before = *at;
        before.offset = to - sizeof mark;
        if (!archive_read(&f->q.archive, &before, mark, sizeof mark))
            return false;
        end -= memcmp(mark, "\xEF\xBB\xBF", sizeof mark) ? 0 : sizeof mark;
    }
    bool done = documents_copy(&f->documents, &f->q.archive, at, end - at->offset);
    at->offset = to;
    return done;
}

static bool copy_file(struct finding *f, struct text_place *at, uint64_t read) {
    struct database *db = &f->q.db;
    uint64_t begin, end = archive_file_end(&f->q.archive, at, read, &begin);
    at->offset = begin;
    sqlite3_stmt *rows = database_prepare(
        db, "SELECT offset, length, marks, EXISTS(SELECT 1 FROM temp.dropped WHERE dropped.game = "
            "game.id) FROM game WHERE file = ?1 AND length > 0 ORDER BY number");
    if (rows)
        sqlite3_bind_int64(rows, 1, at->file);
    bool fine = rows && !db->failed;
    while (fine && database_row(db, rows)) {
        uint64_t length = (uint64_t)sqlite3_column_int64(rows, 1);
        fine = copy_between(f, at, (uint64_t)sqlite3_column_int64(rows, 0), true);
        if (fine && !sqlite3_column_int(rows, 3))
            fine = documents_add(&f->documents, &f->q.archive, at, length,
                                 sqlite3_column_int(rows, 2) & 1);
        at->offset += length;
    }
    sqlite3_finalize(rows);
    return fine && !db->failed && copy_between(f, at, end, false);
}

/* Copies the whole input without the dropped records. */
static bool copy_all(struct finding *f) {
    struct database *db = &f->q.db;
    bool fine = database_run(db, "CREATE INDEX IF NOT EXISTS game_file ON game(file, number)");
    sqlite3_stmt *rows =
        fine ? database_prepare(db, "SELECT id, path, whole, read FROM file ORDER BY seen") : NULL;
    while (fine && database_row(db, rows)) {
        char *path = archive_path(&f->q.archive, (const char *)sqlite3_column_text(rows, 1));
        struct text_place at = {sqlite3_column_int64(rows, 0), path,
                                sqlite3_column_int(rows, 2) != 0, 0};
        fine = path ? copy_file(f, &at, (uint64_t)sqlite3_column_int64(rows, 3))
                    : database_no_memory(db);
        free(path);
    }
    sqlite3_finalize(rows);
    return fine && !db->failed;
}

bool found_copies(struct finding *f) {
    const struct find_options *o = f->o;
    struct comparing c = {.f = f, .min_plies = o->min_plies ? o->min_plies : FIND_PLIES};
    c.copies = zet_copies_new(c.min_plies, f->names, NULL);
    bool fine =
        (c.copies || database_no_memory(&f->q.db)) &&
        database_run(&f->q.db, "CREATE TEMP TABLE near(game INTEGER PRIMARY KEY, ply DEFAULT -1);"
                               "CREATE TEMP TABLE dropped(game INTEGER PRIMARY KEY)") &&
        choose_candidates(&c) && meet_all(&c) && add_all(&c) && find_truncated(&c) &&
        (zet_copies_group(c.copies, NULL) == ZET_OK || database_no_memory(&f->q.db));
    fine = fine && (o->duplicates ? write_groups(&c) : drop(&c));
    if (fine && zet_copies_status(c.copies) != ZET_OK)
        fine = database_no_memory(&f->q.db);
    zet_copies_free(c.copies);
    free(c.at);
    return fine && (o->duplicates || (o->drop_duplicates ? copy_all(f)
                                      : o->into          ? found_split(f)
                                                         : found_write(f)));
}
