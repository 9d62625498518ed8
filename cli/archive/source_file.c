#include "cli/archive/source_file.h"

#include <time.h>

#include "cli/archive/batch.h"
#include "validators/replay/settings.h"

const char source_row_find[] =
    "SELECT id, size, modified, changed, inode, device, settings, read, hash, whole, next_offset, "
    "next_line, next_number, seen FROM file WHERE path = ?1";

struct source_row source_row_read(struct database *db, sqlite3_stmt *find, const char *name) {
    struct source_row r = {0};
    database_bind(find, 1, zet_text_of(*name ? name : "."));
    if (database_row(db, find)) {
        int64_t *const to[] = {&r.id,          &r.size,      &r.modified,    &r.changed, &r.inode,
                               &r.device,      &r.settings,  &r.read,        &r.hash,    NULL,
                               &r.next.offset, &r.next.line, &r.next.number, &r.seen};
        for (int i = 0; i < (int)(sizeof to / sizeof *to); i++)
            if (to[i])
                *to[i] = sqlite3_column_int64(find, i);
        r.whole = sqlite3_column_int(find, 9) != 0;
        sqlite3_reset(find);
    }
    return r;
}

bool source_row_write(struct database *db, const char *name, struct source_row *r) {
    bool done = database_run(
        db,
        "INSERT OR REPLACE INTO file(id, path, size, modified, changed, inode, device, "
        "settings, read, hash, whole, next_offset, next_line, next_number, seen) "
        "VALUES(nullif(%lld, 0), %Q, %lld, %lld, %lld, %lld, %lld, %lld, %lld, %lld, %d, %lld, "
        "%lld, %lld, %lld)",
        r->id, *name ? name : ".", r->size, r->modified, r->changed, r->inode, r->device,
        r->settings, r->read, r->hash, r->whole, r->next.offset, r->next.line, r->next.number,
        r->seen);
    r->id = r->id ? r->id : sqlite3_last_insert_rowid(db->db);
    return done;
}

static int64_t nanoseconds(const struct timespec *t) {
    return (int64_t)t->tv_sec * 1000000000 + t->tv_nsec;
}

bool source_is_unchanged(const struct stat *then, const struct stat *now) {
    return then->st_size == now->st_size &&
           nanoseconds(&then->st_mtim) == nanoseconds(&now->st_mtim) &&
           nanoseconds(&then->st_ctim) == nanoseconds(&now->st_ctim);
}

bool source_is_same(const struct source_row *r, const struct stat *st, int64_t settings) {
    return r->id && r->size == st->st_size && r->modified == nanoseconds(&st->st_mtim) &&
           r->changed == nanoseconds(&st->st_ctim) && r->inode == (int64_t)st->st_ino &&
           r->device == (int64_t)st->st_dev && r->settings == settings;
}

void source_set_stat(struct source_row *r, const struct stat *st, int64_t settings) {
    enum { JUST_NOW = 100000000 }; /* more than the clock resolution of any file system */
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    r->size = st->st_size;
    r->modified = nanoseconds(&st->st_mtim);
    r->changed = nanoseconds(&st->st_ctim);
    if (nanoseconds(&now) - r->changed < JUST_NOW)
        r->size = -1;
    r->inode = (int64_t)st->st_ino;
    r->device = (int64_t)st->st_dev;
    r->settings = settings;
}

enum source_state source_compare(const struct source_row *r, int descriptor, const struct stat *st,
                                 int64_t settings, struct running_hash *before) {
    struct running_hash hash;
    *before = (struct running_hash){0};
    bool same = r->id && r->settings == settings && r->inode == (int64_t)st->st_ino &&
                r->device == (int64_t)st->st_dev;
    bool grown = st->st_size > r->read && !r->whole;
    bool raced = st->st_size == r->read && r->changed == nanoseconds(&st->st_ctim);
    if (!same || (!grown && !raced) || r->next.offset > r->read || r->next.offset < 0)
        return SOURCE_OTHER;
    if (!file_hash(descriptor, 0, (uint64_t)r->next.offset, before))
        return SOURCE_FAILED;
    hash = *before;
    if (!file_hash(descriptor, (uint64_t)r->next.offset, (uint64_t)r->read, &hash))
        return SOURCE_FAILED;
    if ((int64_t)running_hash_end(&hash) != r->hash)
        return SOURCE_OTHER;
    return grown ? SOURCE_GROWN : SOURCE_TOUCHED;
}

int64_t source_settings(const zet_settings *settings) {
    uint64_t sum = 0;
    const char *key, *value;
    for (size_t i = 0; settings && (key = zet_catalogue_name(ZET_CATALOGUE_SETTINGS, NULL, i)); i++)
        if ((value = zi_settings_value(settings, key)))
            sum = batch_hash(zet_text_of(key)) ^ (batch_hash(zet_text_of(value)) + sum * 31);
    return (int64_t)sum;
}
