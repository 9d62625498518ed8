#include "cli/archive/segment_writer.h"

#include <stdlib.h>

bool segment_writer_begin(struct segment_writer *w) {
    w->segment.id = database_number(w->db, "SELECT max(id) FROM segment", 0) + 1;
    w->postings = (struct posting_writer){.db = w->db, .segment = &w->segment};
    w->move = database_prepare(w->db,
                               "INSERT INTO tree(segment, key, move, open, win0, win1, draw, list) "
                               "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
    return w->move != NULL;
}

bool segment_write_move(struct segment_writer *w, uint64_t key, zet_text move,
                        const struct tree_list *games) {
    size_t size;
    int64_t results[4] = {0};
    unsigned char *list = tree_list_pack(games, w->segment.first_game, &size);
    if (!list)
        return database_no_memory(w->db);
    for (size_t i = 0; i < games->count; i++)
        results[games->at[i].result & 3]++;
    sqlite3_bind_int64(w->move, 1, w->segment.id);
    sqlite3_bind_int64(w->move, 2, tree_key(key));
    sqlite3_bind_text64(w->move, 3, move.at, move.length, SQLITE_STATIC, SQLITE_UTF8);
    for (int i = 0; i < 4; i++)
        sqlite3_bind_int64(w->move, 4 + i, results[i]);
    sqlite3_bind_blob64(w->move, 8, list, size, SQLITE_STATIC);
    bool done = database_step(w->db, w->move);
    sqlite3_clear_bindings(w->move);
    w->segment.postings += (int64_t)games->count;
    free(list);
    return done;
}

bool segment_write_game(struct segment_writer *w, uint64_t key, int64_t game) {
    return posting_write(&w->postings, (struct posting){segment_key(&w->segment, key), game});
}

bool segment_write_posting(struct segment_writer *w, struct posting p) {
    return posting_write(&w->postings, p);
}

static bool write_row(struct segment_writer *w) {
    const struct segment *s = &w->segment;
    sqlite3_stmt *row = database_prepare(
        w->db,
        "INSERT INTO segment(id, first_game, last_game, games, postings, key_bits, rice, raw)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
    const int64_t values[] = {s->id,       s->first_game, s->last_game, s->games,
                              s->postings, s->key_bits,   s->rice,      s->raw};
    for (int i = 0; row && i < 8; i++)
        sqlite3_bind_int64(row, i + 1, values[i]);
    bool done = row && database_step(w->db, row);
    sqlite3_finalize(row);
    return done;
}

bool segment_writer_end(struct segment_writer *w) {
    bool done = w->postings.db && posting_writer_end(&w->postings); /* it was begun */
    sqlite3_finalize(w->move);
    free(w->list.at);
    return done && !w->db->failed && write_row(w);
}
