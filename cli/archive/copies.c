/* Finds copies among the records found: the same moves from the same start by the same rules, or
   only the first part of them. SQL selects those that may have copies. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/archive/find.h"
#include "cli/archive/people.h"
#include "notation/base/error.h"
#include "notation/base/likeness.h"
#include "notation/base/list.h"
#include "notation/base/map.h"
#include "notation/base/output.h"
#include "notation/base/value.h"
#include "validators/games/key.h"

#define NONE UINT32_MAX

/* Longer names are cut. The names of a record are compared with at most this many earlier ones of
   its line of play. */
enum { NAME_BYTES_MAX = 128, COMPARED = 16 };

/* The relation of a record to another one of its group. SAME: the same moves, and no different
   names; SPELLING: similar names; OTHERS: different players; TRUNCATED: the other one begins with
   its moves. */
enum kind { KIND_NONE, KIND_SAME, KIND_SPELLING, KIND_OTHERS, KIND_TRUNCATED };

/* One record. `line` is the index of the first record with the same line of play. */
struct game {
    uint64_t key; /* of its line */
    int64_t id;
    uint32_t plies;
    uint32_t person[2];   /* numbers of people */
    uint32_t date, event; /* of words */
    uint32_t given;
    bool dropped; /* another record of its game was chosen */
    uint32_t line;
    uint32_t same; /* the next record of the line */
    uint32_t next; /* the next record of the group */

    /* Only for a line's first record. */
    uint32_t parent;    /* a record that continues from it, or NONE */
    uint32_t continued; /* how many continue from it */
    uint32_t last;      /* of the line; after joining, of the group */
    uint32_t root;      /* the line that its group is named by */
};

struct copies {
    struct search *f;
    uint32_t min_plies;
    struct game *games;
    size_t count, cap;
    struct index lines; /* the first records of lines by their keys */
    struct people people;
    struct map words;      /* dates and events */
    struct arena scratch;  /* of zi_names_likeness */
    bool failed;           /* memory ran out */
    uint32_t *group_begin; /* the first record of each, including single records */
    size_t group_count;
};

/* Names. */

/* Cuts only between characters. */
static struct text cut_name(struct text name) {
    if (name.len <= NAME_BYTES_MAX)
        return name;
    name.len = NAME_BYTES_MAX;
    while (name.len && ((unsigned char)name.at[name.len] & 0xC0) == 0x80)
        name.len--;
    return name;
}

static struct text name_of(const struct copies *d, uint32_t person) {
    return person == PEOPLE_NOBODY ? (struct text){"", 0} : d->people.at[person].name;
}

static enum likeness compare_persons(struct copies *d, uint32_t a, uint32_t b) {
    if (a == b)
        return NAMES_SAME;
    if (a == PEOPLE_NOBODY || b == PEOPLE_NOBODY)
        return NAMES_UNKNOWN;
    if (zi_people_are_two(&d->people, a, b))
        return NAMES_OTHER;
    return zi_names_likeness(name_of(d, a), name_of(d, b), &d->scratch, &d->failed);
}

static enum likeness compare_names(struct copies *d, const struct game *a, const struct game *b) {
    enum likeness worst = NAMES_SAME;
    for (unsigned side = 0; side < 2 && worst != NAMES_OTHER; side++) {
        enum likeness l = compare_persons(d, a->person[side], b->person[side]);
        worst = l > worst ? l : worst;
    }
    return worst;
}

/* The lines of play. */

/* Adds to temp.near the games that may have copies: others have the same opening or, if shorter
   than an opening, the same moves. `longer`: it has more moves than another one of those. */
static bool choose_candidates(const struct copies *d) {
    return database_run(
        &d->f->q.db,
        "CREATE TEMP TABLE near(game INTEGER PRIMARY KEY, longer, ply DEFAULT -1);"
        "INSERT INTO temp.near(game, longer) SELECT game, longer FROM (SELECT found.game, count(*) "
        "OVER alike AS copies, plies > min(plies) OVER alike AS longer FROM temp.found CROSS JOIN "
        "game ON game.id = found.game WHERE plies > 0 WINDOW alike AS (PARTITION BY %s)) WHERE "
        "copies > 1",
        d->min_plies < FIND_PLIES ? "1" : "coalesce(opening, moves)");
}

static bool meet(void *context, const struct spelling *found) {
    struct copies *d = context;
    zi_people_number(&d->people, cut_name(found->name), cut_name(found->key), true);
    return !d->people.failed;
}

/* Registers the people whose ids occur in temp.near. A person with several names goes by the first
   one, even if its game is not a candidate. */
static bool meet_all(struct copies *d) {
    struct database *db = &d->f->q.db;
    return database_run(db, "CREATE TEMP TABLE met(key TEXT PRIMARY KEY) WITHOUT ROWID; INSERT "
                            "INTO met SELECT DISTINCT key FROM temp.near JOIN game ON game.id = "
                            "near.game JOIN person ON person.id IN (player0, player1) WHERE "
                            "key <> ''") &&
           (!database_number(db, 0, "SELECT EXISTS(SELECT 1 FROM temp.met)") ||
            people_visit(&d->f->q.archive, "game.id IN (SELECT game FROM temp.found) AND plies > 0",
                         "key IN temp.met", false, meet, d));
}

/* The first record of the line, or -1. */
static int64_t find_line(const struct copies *d, uint64_t key) {
    size_t at = INDEX_START;
    int64_t i;
    while ((i = zi_index_next(&d->lines, key, &at)) >= 0 && d->games[i].key != key)
        ;
    return i;
}

/* Adds the record of a row. False if memory runs out. */
static bool add_row(struct copies *d, sqlite3_stmt *s) {
    enum { ID, MOVES, PLIES, GIVEN, DATE, EVENT, NAMES };
    struct game g = {.key = (uint64_t)sqlite3_column_int64(s, MOVES),
                     .id = sqlite3_column_int64(s, ID),
                     .plies = (uint32_t)sqlite3_column_int64(s, PLIES),
                     .given = (uint32_t)sqlite3_column_int64(s, GIVEN),
                     .date = zi_map_number(&d->words, text_from(database_text(s, DATE))),
                     .event =
                         zi_map_number(&d->words, cut_name(text_from(database_text(s, EVENT)))),
                     .same = NONE,
                     .parent = NONE};
    int64_t line = find_line(d, g.key);
    uint32_t index = (uint32_t)d->count;
    for (int side = 0; side < 2; side++)
        g.person[side] =
            zi_people_number(&d->people, cut_name(text_from(database_text(s, NAMES + 2 * side))),
                             cut_name(text_from(database_text(s, NAMES + 2 * side + 1))), true);
    g.line = line < 0 ? index : (uint32_t)line;
    if (d->people.failed || d->words.failed || d->count >= INDEX_ITEMS_MAX ||
        !zi_list_reserve(&d->games, &d->cap, d->count + 1, sizeof *d->games) ||
        (line < 0 && !zi_index_add(&d->lines, g.key, index)))
        return false;
    d->games[d->count++] = g;
    if (line >= 0)
        d->games[d->games[line].last].same = index;
    d->games[g.line].last = index;
    return true;
}

static bool add_all(struct copies *d) {
    struct archive *a = &d->f->q.archive;
    sqlite3_stmt *s = database_prepare(
        a->db,
        "SELECT game.id, moves, plies, given, date, event.text, p0.name, p0.key, p1.name, p1.key "
        "FROM temp.near CROSS JOIN game ON game.id = near.game CROSS JOIN file ON file.id = file "
        "LEFT JOIN word event ON event.id = game.event LEFT JOIN person p0 ON p0.id = player0 "
        "LEFT JOIN person p1 ON p1.id = player1 ORDER BY %s",
        a->root ? "seen, number" : "game.id");
    bool fine = s;
    while (fine && database_row(a->db, s))
        fine = add_row(d, s) || database_no_memory(a->db);
    sqlite3_finalize(s);
    return fine && !a->db->failed;
}

/* Notes that the game continues from a line. */
static void extend(struct copies *d, struct game *line, uint32_t longer) {
    const struct game *present = &d->games[longer];
    line->continued++;
    if (line->parent == NONE ||
        compare_names(d, line, present) < compare_names(d, line, &d->games[line->parent]))
        line->parent = longer;
}

/* Replays the games that have more moves than another one with the same opening, and notes the
   lines that they continue. */
static bool find_truncated(struct copies *d) {
    struct games games;
    struct indexed_game g;
    struct search *f = d->f;
    uint32_t longer = 0;
    bool fine = games_begin(&games, &f->q.archive,
                            &(struct games_wish){.which = "1", .table = "near", .holds = "longer"});
    for (; fine && games_next(&games, &g); longer++) {
        const zet_record *record = g.holds ? find_record(f, &g) : NULL;
        zet_step step;
        fine = !g.holds || record;
        for (uint32_t i = d->min_plies;
             record && i < d->games[longer].plies && zet_record_step(record, i, &step); i++) {
            int64_t line = find_line(d, step.line);
            if (line >= 0 && d->games[line].plies == i)
                extend(d, &d->games[line], longer);
        }
    }
    return games_end(&games) && fine;
}

/* The line at the end of the chain of parents, which get longer, so the chain ends. Stores it in
 * every line on the way. */
static uint32_t find_root(struct copies *d, uint32_t line) {
    uint32_t root = line;
    while (d->games[root].root == NONE && d->games[root].parent != NONE)
        root = d->games[d->games[root].parent].line;
    if (d->games[root].root != NONE)
        root = d->games[root].root;
    while (d->games[line].root == NONE) {
        uint32_t parent = d->games[line].parent;
        d->games[line].root = root;
        if (parent == NONE)
            break;
        line = d->games[parent].line;
    }
    return root;
}

/* Adds the record to its group, after the first record of the group's line. */
static void join_group(struct copies *d, uint32_t index) {
    uint32_t root = find_root(d, d->games[index].line);
    struct game *first = &d->games[root];
    if (first->last == NONE) {
        first->last = root;
        d->group_begin[d->group_count++] = root;
    }
    if (index == root)
        return;
    d->games[first->last].next = index;
    first->last = index;
}

static bool join_groups(struct copies *d) {
    d->group_begin = calloc(d->count + 1, sizeof *d->group_begin);
    if (!d->group_begin || d->failed)
        return false;
    for (size_t i = 0; i < d->count; i++)
        d->games[i].root = d->games[i].next = d->games[i].last = NONE;
    for (size_t i = 0; i < d->count; i++)
        join_group(d, (uint32_t)i);
    return true;
}

/* The record that this one is a copy of; not for the first of a group. For a line's first record,
 * the record that continues it. Otherwise the earlier record of the line whose names agree best, or
 * the first of equally good ones. */
static const struct game *original_of(struct copies *d, const struct game *g, enum kind *kind,
                                      enum likeness *names_are) {
    static const enum kind kinds[] = {[NAMES_SAME] = KIND_SAME,
                                      [NAMES_ALIKE] = KIND_SPELLING,
                                      [NAMES_UNKNOWN] = KIND_SAME,
                                      [NAMES_OTHER] = KIND_OTHERS};
    const struct game *other = &d->games[g->line], *best = other;
    if (other == g) {
        best = &d->games[g->parent];
        *kind = KIND_TRUNCATED;
        *names_are = compare_names(d, g, best);
        return best;
    }
    *names_are = compare_names(d, g, best);
    for (unsigned i = 1; i < COMPARED && *names_are != NAMES_SAME; i++) {
        other = &d->games[other->same];
        if (other == g)
            break;
        enum likeness l = compare_names(d, g, other);
        if (l < *names_are) {
            *names_are = l;
            best = other;
        }
    }
    *kind = kinds[*names_are];
    return best;
}

/* Choosing. */

/* The record of a game to keep: the one with the most moves, and of those the one with the largest
   zet_record_given; the one of the latest date, and of those the last; the first. */
enum keep { KEEP_COMPLETE, KEEP_NEWEST, KEEP_FIRST };

/* The records of a group that belong to one game. */
struct chosen {
    struct game names; /* a copy of the first one, with people added from later ones */
    uint32_t best;     /* so far */
};

/* In a long group, only this many games are compared with each record by name; the others only if
 * the players are the same. */
enum { CHOSEN_COMPARED = 64 };

struct choice {
    struct copies *d;
    enum keep keep;
    struct chosen *at;
    size_t count, cap;
    struct index pairs; /* of games by their two people */
    bool failed;
};

/* Whether both dates are complete and differ. */
static bool dates_differ(const struct copies *d, const struct game *a, const struct game *b) {
    struct text x = d->words.at[a->date], y = d->words.at[b->date];
    return x.len && y.len && !memchr(x.at, '?', x.len) && !memchr(y.at, '?', y.len) &&
           !text_same(x, y);
}

static bool is_one_game(const struct choice *c, const struct game *a, const struct game *b) {
    bool is_short = a->plies < c->d->min_plies || b->plies < c->d->min_plies;
    return !is_short || !dates_differ(c->d, a, b);
}

static uint64_t hash_pair(const struct game *g) {
    return key_mix((uint64_t)g->person[0] << 32 | g->person[1]);
}

/* The game that the record belongs to: one with the same players, else the one with the most
 * similar names, or NULL. */
static struct chosen *find_chosen(struct choice *c, const struct game *g) {
    struct chosen *best = NULL;
    enum likeness best_is = NAMES_OTHER;
    size_t at = INDEX_START;
    int64_t i;
    while ((i = zi_index_next(&c->pairs, hash_pair(g), &at)) >= 0) {
        struct chosen *same = &c->at[i];
        if (same->names.person[0] == g->person[0] && same->names.person[1] == g->person[1] &&
            is_one_game(c, g, &same->names))
            return same;
    }
    for (size_t k = 0; k < c->count && k < CHOSEN_COMPARED; k++) {
        enum likeness l = compare_names(c->d, g, &c->at[k].names);
        if (l < best_is && is_one_game(c, g, &c->at[k].names)) {
            best_is = l;
            best = &c->at[k];
        }
    }
    return best;
}

/* Compares dates as texts; unknown parts come first. */
static int by_date(struct text a, struct text b) {
    for (size_t i = 0; i < a.len && i < b.len; i++) {
        unsigned char x = a.at[i] == '?' ? 0 : (unsigned char)a.at[i];
        unsigned char y = b.at[i] == '?' ? 0 : (unsigned char)b.at[i];
        if (x != y)
            return x < y ? -1 : 1;
    }
    return (a.len > b.len) - (a.len < b.len);
}

/* Whether record `a` is kept rather than `b`. */
static bool is_better(const struct choice *c, uint32_t a, uint32_t b) {
    const struct game *x = &c->d->games[a], *y = &c->d->games[b];
    if (c->keep == KEEP_COMPLETE && x->plies != y->plies)
        return x->plies > y->plies;
    if (c->keep == KEEP_COMPLETE && x->given != y->given)
        return x->given > y->given;
    int order =
        c->keep == KEEP_NEWEST ? by_date(c->d->words.at[x->date], c->d->words.at[y->date]) : 0;
    if (order)
        return order > 0;
    return c->keep == KEEP_NEWEST ? a > b : a < b;
}

static void choose(struct choice *c, uint32_t index) {
    struct game *g = &c->d->games[index];
    struct chosen *chosen = find_chosen(c, g);
    if (!chosen) {
        c->failed |= !zi_list_reserve(&c->at, &c->cap, c->count + 1, sizeof *c->at) ||
                     !zi_index_add(&c->pairs, hash_pair(g), (uint32_t)c->count);
        if (!c->failed)
            c->at[c->count++] = (struct chosen){*g, index};
        return;
    }
    for (unsigned side = 0; side < 2; side++)
        if (chosen->names.person[side] == PEOPLE_NOBODY)
            chosen->names.person[side] = g->person[side];
    bool better = is_better(c, index, chosen->best);
    c->d->games[better ? chosen->best : index].dropped = 1;
    chosen->best = better ? index : chosen->best;
}

/* Chooses one record of each game. Records of a group belong to one game unless their players
   differ, or they are short and their dates differ. */
static bool choose_all(struct copies *d, enum keep keep) {
    struct choice c = {.d = d, .keep = keep};
    for (size_t i = 0; i < d->group_count && !c.failed; i++) {
        uint32_t first = d->group_begin[i];
        if (d->games[first].next == NONE)
            continue;
        c.count = 0;
        zi_index_free(&c.pairs);
        for (uint32_t at = first; at != NONE && !c.failed; at = d->games[at].next)
            choose(&c, at);
    }
    free(c.at);
    zi_index_free(&c.pairs);
    return !c.failed && !d->failed;
}

/* Output. */

/* The place of a game, whose path the caller frees; NULL if it does not exist, or on failure. */
static char *place_of(struct copies *d, sqlite3_stmt *find, int64_t game, uint64_t *number,
                      uint64_t *line) {
    struct database *db = &d->f->q.db;
    sqlite3_bind_int64(find, 1, game);
    if (!game || !database_row(db, find))
        return NULL;
    char *path = archive_path(&d->f->q.archive, (const char *)sqlite3_column_text(find, 0));
    *number = (uint64_t)sqlite3_column_int64(find, 1);
    *line = (uint64_t)sqlite3_column_int64(find, 2);
    if (!path)
        database_no_memory(db);
    sqlite3_reset(find);
    return path;
}

/* A record of the report. */
struct copy {
    const struct game *game, *of; /* the record that it copies; NULL: the first of its group */
    enum kind kind;
    enum likeness names_are;
    size_t group; /* from 1 */
    struct {
        struct text path;
        uint64_t number, line;
    } place, original;
};

static struct value shown_name(struct text name) {
    return value_safe(name.len ? name : TEXT("?"), SAFE_LINE_ENDS);
}

static void put_text(const struct copies *c, const struct copy *d, struct buffer *out) {
    static const char *const kinds[] = {[KIND_SAME] = "same",
                                        [KIND_SPELLING] = "spelling",
                                        [KIND_OTHERS] = "same moves, different players",
                                        [KIND_TRUNCATED] = "truncated"};
    struct text event = c->words.at[d->game->event], date = c->words.at[d->game->date];
    bool truncated = d->kind == KIND_TRUNCATED;
    uint32_t continued = c->games[d->game->line].continued;
    if (!d->of)
        buffer_add(out, d->group > 1 ? "\ngroup " : "group ", d->group, "\n");
    buffer_add(out, "  ", value_safe(d->place.path, SAFE_TEXT), ":", d->place.line, ": record ",
               d->place.number, ", ", value_counted(d->game->plies, " ply, ", " plies, "),
               shown_name(name_of(c, d->game->person[0])), " - ",
               shown_name(name_of(c, d->game->person[1])), event.len ? ", " : "",
               value_safe(event, SAFE_LINE_ENDS), date.len ? ", " : "",
               value_safe(date, SAFE_LINE_ENDS));
    if (d->of)
        buffer_add(out, ": ", kinds[d->kind],
                   truncated && d->names_are == NAMES_OTHER ? ", other players (" : " (",
                   value_safe(d->original.path, SAFE_TEXT), ":", d->original.line, ")");
    if (truncated && continued > 1)
        buffer_add(out, "; ", continued, " records continue from here");
    buffer_char(out, '\n');
}

static void put_json(const struct copies *c, const struct copy *d, struct buffer *out) {
    static const char *const kinds[] = {NULL, "same", "spelling", "same moves, different players",
                                        "truncated"};
    static const char *const words[] = {"same", "alike", "unknown", "other"};
    struct value original = value_object("file", d->original.path, "record", d->original.number,
                                         "line", d->original.line);
    buffer_add(out,
               value_object(
                   "group", d->group, "file", d->place.path, "record", d->place.number, "line",
                   d->place.line, "plies", d->game->plies, "players",
                   value_list(name_of(c, d->game->person[0]), name_of(c, d->game->person[1])),
                   "date", value_if_any(c->words.at[d->game->date]), "event",
                   value_if_any(c->words.at[d->game->event]), "kind", kinds[d->kind], "names",
                   d->of ? words[d->names_are] : NULL, "of", d->of ? original : value_string(NULL)),
               "\n");
}

/* Writes a record of a group. */
static bool write_copy(struct copies *c, sqlite3_stmt *find, size_t group, uint32_t at,
                       bool first) {
    struct search *f = c->f;
    struct copy d = {.game = &c->games[at], .group = group};
    if (!first)
        d.of = original_of(c, d.game, &d.kind, &d.names_are);
    char *path = place_of(c, find, d.game->id, &d.place.number, &d.place.line);
    char *of = place_of(c, find, d.of ? d.of->id : 0, &d.original.number, &d.original.line);
    d.place.path = text_of(path ? path : "");
    d.original.path = text_of(of ? of : "");
    if (f->o->format)
        put_json(c, &d, &f->q.out->text);
    else
        put_text(c, &d, &f->q.out->text);
    zi_output_gathered(f->q.out);
    free(path);
    free(of);
    return !f->q.db.failed;
}

/* Writes the groups of two or more records in the order of their first records, the record with the
   most moves before the others. */
static bool write_groups(struct copies *c) {
    struct search *f = c->f;
    sqlite3_stmt *find = database_prepare(
        &f->q.db, "SELECT path, number, line FROM game JOIN file ON file.id = game.file WHERE "
                  "game.id = ?1");
    bool fine = find;
    for (size_t i = 0, group = 0; i < c->group_count && fine; i++) {
        uint32_t first = c->group_begin[i];
        if (c->games[first].next == NONE)
            continue;
        if (f->o->limit && group == f->o->limit)
            break;
        group++;
        for (uint32_t at = first; at != NONE && fine; at = c->games[at].next)
            fine = write_copy(c, find, group, at, at == first);
    }
    sqlite3_finalize(find);
    return fine && zet_output_flush(f->q.out) == ZET_OK;
}

/* Removes the games not chosen from temp.found. */
static bool drop(struct copies *d) {
    struct database *db = &d->f->q.db;
    if (!choose_all(d, d->f->o->keep))
        return database_no_memory(db);
    sqlite3_stmt *gone = database_prepare(db, "INSERT INTO temp.dropped VALUES(?1)");
    for (size_t i = 0; i < d->count && gone; i++)
        if (d->games[i].dropped)
            database_put(db, gone, 1, &d->games[i].id);
    sqlite3_finalize(gone);
    return !db->failed && database_run(db, "DELETE FROM temp.found WHERE game IN temp.dropped");
}

/* Copies the bytes of a file from *at to the next record, without a byte order mark at the end. */
static bool copy_between(struct search *f, struct text_place *at, uint64_t to, bool record) {
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

static bool copy_file(struct search *f, struct text_place *at, uint64_t read) {
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
static bool copy_all(struct search *f) {
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

bool found_copies(struct search *f) {
    const struct find_options *o = f->o;
    struct copies c = {
        .f = f, .min_plies = o->min_plies ? o->min_plies : FIND_PLIES, .people.file = f->names};
    bool fine = database_run(&f->q.db, "CREATE TEMP TABLE dropped(game INTEGER PRIMARY KEY)") &&
                choose_candidates(&c) && meet_all(&c) && add_all(&c) && find_truncated(&c) &&
                (join_groups(&c) || database_no_memory(&f->q.db));
    fine = fine && (o->duplicates ? write_groups(&c) : drop(&c));
    if (fine && c.failed)
        fine = database_no_memory(&f->q.db);
    free(c.games);
    zi_index_free(&c.lines);
    zi_people_free(&c.people);
    zi_map_free(&c.words);
    zi_arena_free(&c.scratch);
    free(c.group_begin);
    return fine && (o->duplicates || (o->drop_duplicates ? copy_all(f)
                                      : o->into          ? found_split(f)
                                                         : found_write(f)));
}
