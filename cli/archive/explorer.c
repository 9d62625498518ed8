#include "cli/archive/explorer.h"

#include <stdlib.h>
#include <string.h>

#include "cli/archive/segment.h"
#include "notation/base/list.h"
#include "validators/api/records.h"

/* A queried position: the given one or an image of it. */
enum { ASKED_MOST = 16 };
struct asked {
    uint64_t key;
    size_t image;
    bool is_image, exchanged;
};

/* A game's move at one of several positions. */
struct came {
    int64_t game;
    uint32_t move; /* index in the answer */
    uint8_t asked, result;
};

struct exploring {
    const struct archive *archive;
    struct database *db;
    const zet_position *position;
    struct explored *out;
    struct asked asked[ASKED_MOST];
    size_t count, now;    /* the number of these; the current one */
    struct came *arrival; /* used for several positions */
    size_t arrivals, arrival_cap;
    struct gone gone, chosen;
    bool chooses; /* only the games in `chosen` */
    zet_output *move;
};

/* Moves. */

void explored_free(struct explored *e) {
    for (size_t i = 0; i < e->count; i++)
        free(e->at[i].move);
    free(e->at);
    *e = (struct explored){0};
}

/* The entry for a move of the current position; NULL if memory runs out. */
static struct explored_move *entry_of(struct exploring *x, zet_text move) {
    const struct asked *now = &x->asked[x->now];
    struct explored *e = x->out;
    if (now->is_image && move.length) {
        zet_output_clear(x->move);
        if (zet_position_image_move(x->position, now->image, move, x->move, NULL) == ZET_OK)
            move = zet_output_text(x->move);
    }
    for (size_t i = 0; i < e->count; i++)
        if (strlen(e->at[i].move) == move.length &&
            (!move.length || !memcmp(e->at[i].move, move.at, move.length)))
            return &e->at[i];
    if (!zi_list_reserve(&e->at, &e->cap, e->count + 1, sizeof *e->at))
        return NULL;
    struct explored_move *m = &e->at[e->count];
    *m = (struct explored_move){.move = move.length ? strndup(move.at, move.length) : strdup("")};
    e->count += m->move != NULL;
    return m->move ? m : NULL;
}

/* Keeps the games with the lowest ids as examples. */
static void add_example(struct explored_move *m, int64_t game) {
    for (size_t i = 0; i < EXAMPLES && game; i++)
        if (!m->example[i] || game < m->example[i]) {
            int64_t other = m->example[i];
            m->example[i] = game;
            game = other;
        }
}

static void count_game(struct explored_move *m, int64_t game, unsigned result) {
    m->results[result & 3]++;
    m->games++;
    add_example(m, game);
}

/* Whether the game was removed, or is not one of those asked for. */
static bool is_left_out(const struct exploring *x, int64_t game) {
    return gone_has(&x->gone, game) || (x->chooses && !gone_has(&x->chosen, game));
}

/* Counts the game, or stores it if it may have reached another of the positions earlier. */
static bool add_game(struct exploring *x, struct explored_move *m, int64_t game, unsigned result) {
    if (x->asked[x->now].exchanged && (result == ZET_RESULT_WIN_0 || result == ZET_RESULT_WIN_1))
        result = result == ZET_RESULT_WIN_0 ? ZET_RESULT_WIN_1 : ZET_RESULT_WIN_0;
    if (x->count == 1) {
        count_game(m, game, result);
        return true;
    }
    if (!zi_list_reserve(&x->arrival, &x->arrival_cap, x->arrivals + 1, sizeof *x->arrival))
        return database_no_memory(x->db);
    x->arrival[x->arrivals++] =
        (struct came){game, (uint32_t)(m - x->out->at), (uint8_t)x->now, (uint8_t)result};
    return true;
}

/* Trees. */

/* Adds the games of a list that have not been removed. */
static void add_list(struct exploring *x, struct explored_move *m, const struct arrivals *list) {
    for (size_t i = 0; i < list->count && !x->db->failed; i++)
        if (!is_left_out(x, list->at[i].game))
            add_game(x, m, list->at[i].game, list->at[i].result);
}

/* Adds a tree row by its sums. */
static void add_sums(struct explored_move *m, sqlite3_stmt *row, const struct arrivals *first) {
    for (size_t i = 0; i < first->count && i < EXAMPLES; i++)
        add_example(m, first->at[i].game);
    for (int i = 0; i < 4; i++) {
        m->results[i] += (uint64_t)sqlite3_column_int64(row, 2 + i);
        m->games += (uint64_t)sqlite3_column_int64(row, 2 + i);
    }
}

/* Reads the list of a tree row, or only the first games. */
static bool read_list(struct exploring *x, const struct segment *s, sqlite3_stmt *row, bool all,
                      struct arrivals *list) {
    bool damaged = false;
    int64_t count = 0;
    for (int i = 0; i < 4; i++)
        count = count < 0 || sqlite3_column_int64(row, 2 + i) < 0
                    ? -1
                    : count + sqlite3_column_int64(row, 2 + i);
    struct packed_list packed = {sqlite3_column_blob(row, 1), (size_t)sqlite3_column_bytes(row, 1),
                                 all || count < EXAMPLES ? count : EXAMPLES};
    bool read = count >= 0 && tree_list_unpack(list, s, &packed, (struct arrival){0}, &damaged);
    return read || (damaged || count < 0 ? database_damaged(x->db, "a list of games")
                                         : database_no_memory(x->db));
}

/* Adds the games of the position from the segment's tree. */
static bool add_tree(struct exploring *x, const struct segment *s) {
    struct database *db = x->db;
    bool each = x->gone.count || x->chooses || x->count > 1;
    sqlite3_stmt *rows = database_prepare(db,
                                          "SELECT move, list, open, win0, win1, draw FROM tree "
                                          "WHERE segment = %lld AND key = %lld",
                                          s->id, tree_key(x->asked[x->now].key));
    while (database_row(db, rows)) {
        struct explored_move *m = entry_of(x, database_text(rows, 0));
        struct arrivals list = {0};
        if (!m)
            database_no_memory(db);
        else if (read_list(x, s, rows, each, &list) && each)
            add_list(x, m, &list);
        else if (!db->failed)
            add_sums(m, rows, &list);
        arrivals_free(&list);
    }
    sqlite3_finalize(rows);
    return !db->failed;
}

/* Postings. */

struct search {
    struct exploring *exploring;
    const struct segment *segment;
    uint64_t key;
    int64_t game;
    struct arrivals seen; /* a game may have several positions with these bits */
};

static bool has_game(const struct arrivals *l, int64_t game) {
    for (size_t i = 0; i < l->count; i++)
        if (l->at[i].game == game)
            return true;
    return false;
}

/* Whether the game is in the segment's tree with that move and was already added: its posting then
   belongs to another position with these bits. */
static bool is_in_tree(const struct search *s, zet_text move) {
    struct database *db = s->exploring->db;
    struct arrivals list = {0};
    sqlite3_stmt *row =
        database_prepare(db,
                         "SELECT move, list, open, win0, win1, draw FROM tree "
                         "WHERE segment = %lld AND key = %lld AND move = '%.*q'",
                         s->segment->id, tree_key(s->key), (int)move.length, move.at);
    if (database_row(db, row))
        read_list(s->exploring, s->segment, row, true, &list);
    sqlite3_finalize(row);
    bool found = has_game(&list, s->game);
    arrivals_free(&list);
    return found || db->failed;
}

/* Finds a game's first visit to the position, and the next move. */
static bool find_arrival(void *context, const struct game_place *place, const zet_record *record) {
    struct search *s = context;
    zet_step step;
    size_t i = 0;
    bool more = zet_record_is_valid(record);
    while (more && (more = zet_record_step(record, i, &step)) && step.position != s->key)
        i++;
    if (!more || is_in_tree(s, step.move))
        return true;
    struct explored_move *m = entry_of(s->exploring, step.move);
    return m && add_game(s->exploring, m, s->game, (unsigned)place->result);
}

/* Adds a game from a bucket if its position has this key; the first bits are equal. */
static bool add_posting(struct search *s, const struct posting *p) {
    struct exploring *x = s->exploring;
    if ((p->whole && p->key != s->key) || is_left_out(x, p->game))
        return true;
    if (!arrivals_add(&s->seen, (struct arrival){.game = p->game}))
        return database_no_memory(x->db);
    s->game = p->game;
    if (!p->whole)
        return archive_replay(x->archive, p->game, find_arrival, s);
    struct explored_move *m = entry_of(x, zet_text_of(p->move));
    return m ? add_game(x, m, p->game, p->result) : database_no_memory(x->db);
}

/* A merged segment may have postings of a position in its tree: one game from each source segment
   that had no other one there. Postings with whole keys come first. */
static bool add_postings(struct exploring *x, const struct segment *s) {
    struct database *db = x->db;
    struct search search = {.exploring = x, .segment = s, .key = x->asked[x->now].key};
    uint64_t wanted = segment_key(s, search.key);
    sqlite3_stmt *row = database_prepare(
        db, "SELECT id, data FROM posting WHERE id <= %lld AND id >= %lld ORDER BY id DESC LIMIT 1",
        s->id << KEY_BITS_MAX | (int64_t)wanted, s->id << KEY_BITS_MAX);
    bool fine = database_row(db, row);
    for (int whole = s->raw; fine && whole >= 0; whole--) {
        struct bucket b;
        struct posting p;
        bucket_open(&b, s, bucket_first(sqlite3_column_int64(row, 0)), database_blob(row, 1));
        while (fine && bucket_next(&b, &p) && segment_key(s, p.key) <= wanted)
            if (segment_key(s, p.key) == wanted && p.whole == whole &&
                (p.whole || !has_game(&search.seen, p.game)))
                fine = add_posting(&search, &p) && !db->failed;
        if (b.bits.failed)
            fine = database_damaged(db, "a bucket of postings cannot be read");
    }
    arrivals_free(&search.seen);
    sqlite3_finalize(row);
    return !db->failed;
}

static int by_games(const void *a, const void *b) {
    const struct explored_move *x = a, *y = b;
    if (x->games != y->games)
        return x->games < y->games ? 1 : -1;
    return strcmp(x->move, y->move);
}

/* Games that reached several of the positions. */

static int by_game(const void *a, const void *b) {
    const struct came *x = a, *y = b;
    return x->game != y->game ? (x->game < y->game ? -1 : 1) : x->asked - y->asked;
}

struct first_arrival {
    const struct exploring *exploring;
    unsigned asked;
};

static bool find_first(void *context, const struct game_place *place, const zet_record *record) {
    struct first_arrival *f = context;
    zet_step step;
    (void)place;
    for (size_t i = 0; zet_record_step(record, i, &step); i++)
        for (f->asked = 0; f->asked < f->exploring->count; f->asked++)
            if (f->exploring->asked[f->asked].key == step.position)
                return true;
    return true;
}

static bool count_arrivals(struct exploring *x) {
    if (x->arrivals)
        qsort(x->arrival, x->arrivals, sizeof *x->arrival, by_game);
    for (size_t i = 0, next; i < x->arrivals; i = next) {
        struct first_arrival first = {x, x->arrival[i].asked};
        for (next = i + 1; next < x->arrivals && x->arrival[next].game == x->arrival[i].game;)
            next++;
        if (next > i + 1 && !archive_replay(x->archive, x->arrival[i].game, find_first, &first))
            return false;
        for (size_t k = i; k < next; k++)
            if (x->arrival[k].asked == first.asked)
                count_game(&x->out->at[x->arrival[k].move], x->arrival[k].game,
                           x->arrival[k].result);
    }
    return true;
}

/* Adds the distinct images of the position. */
static bool add_images(struct exploring *x) {
    zet_error error = {0};
    zet_position *image;
    bool exchanged;
    for (size_t i = 0; (image = zet_position_image(x->position, i, &exchanged, &error)); i++) {
        struct asked new = {zet_position_key(image), i, true, exchanged};
        size_t k = 0;
        zet_position_free(image);
        while (k < x->count && x->asked[k].key != new.key)
            k++;
        if (k == x->count && k < ASKED_MOST)
            x->asked[x->count++] = new;
    }
    return error.status == ZET_OK || database_no_memory(x->db);
}

static bool look_up(struct exploring *x) {
    size_t count;
    struct segment *s = segments_read(x->db, &count);
    for (x->now = 0; x->now < x->count; x->now++)
        for (size_t i = 0; i < count && !x->db->failed; i++)
            if (add_tree(x, &s[i]))
                add_postings(x, &s[i]);
    free(s);
    return !x->db->failed && count_arrivals(x);
}

bool explore(const struct archive *a, const zet_position *position, bool symmetric,
             const char *which, struct explored *out) {
    size_t kept = 0;
    struct exploring x = {.archive = a,
                          .db = a->db,
                          .position = position,
                          .out = out,
                          .asked = {{.key = zet_position_key(position)}},
                          .count = 1,
                          .move = zet_output_new(NULL, NULL)};
    bool done = (x.move || database_no_memory(a->db)) && (!symmetric || add_images(&x));
    char *ids = which ? sqlite3_mprintf("SELECT id FROM game WHERE valid AND (%s)", which) : NULL;
    x.chooses = which;
    if (which && !ids)
        done = database_no_memory(a->db);
    done = done && gone_read(&x.gone, a->db, SQL_GONE) &&
           (!which || gone_read(&x.chosen, a->db, ids)) && look_up(&x);
    sqlite3_free(ids);
    zet_output_free(x.move);
    free(x.gone.at);
    free(x.chosen.at);
    free(x.arrival);
    for (size_t i = 0; i < out->count; i++) {
        if (!out->at[i].games) { /* all of its games were removed */
            free(out->at[i].move);
            continue;
        }
        for (unsigned k = 0; k < 4; k++)
            out->results[k] += out->at[i].results[k];
        out->games += out->at[i].games;
        out->at[kept++] = out->at[i];
    }
    out->count = kept;
    if (out->count)
        qsort(out->at, out->count, sizeof *out->at, by_games);
    return done && !a->db->failed;
}
