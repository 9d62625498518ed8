#include "validators/tasks/sets.h"

#include <stdlib.h>

#include "notation/base/list.h"
#include "notation/base/value.h"

/* Of each set so many bytes are in memory, of all sets about BYTES_MOST. */
enum { PIECE_BYTES = 64 * 1024, PIECE_BYTES_LEAST = 2048, BYTES_MOST = 64 * 1024 * 1024 };

static size_t piece_bytes(const struct sets *s) {
    size_t bytes = BYTES_MOST / s->count;
    return bytes > PIECE_BYTES         ? PIECE_BYTES
           : bytes < PIECE_BYTES_LEAST ? PIECE_BYTES_LEAST
                                       : bytes;
}

static bool to_spool(struct sets *s, struct zet_task *task, uint32_t set, zet_error *error) {
    struct buffer *text = &s->at[set].text;
    if (text->failed || !zet_list_reserve(&s->piece, &s->cap, s->piece_count + 1, sizeof *s->piece))
        return zet_error_out_of_memory(error) == ZET_OK;
    if (!text->len)
        return true;
    s->piece[s->piece_count++] = (struct set_piece){s->bytes, set, (uint32_t)text->len};
    s->bytes += text->len;
    bool written = task->spool->append(task->spool->context, text->at, text->len);
    text->len = 0;
    return written || zet_refuse(error, "the temporary file for the parts could not be written");
}

/* Records of other sets since the set's last line. */
static void write_others(const struct sets *s, struct set_text *t) {
    if (t->told == s->records)
        return;
    buffer_string(&t->text, "{\"others\":");
    buffer_add(&t->text, s->records - t->told, "}\n");
    t->told = s->records;
}

static bool add(struct sets *s, struct zet_task *task, uint32_t set, struct text line,
                zet_error *error) {
    struct set_text *t = &s->at[set];
    write_others(s, t);
    buffer_add(&t->text, line, "\n");
    return (t->text.len < piece_bytes(s) && !t->text.failed) || to_spool(s, task, set, error);
}

/* The options of a first line end with "]}"; the key becomes the last of them. */
bool zet_sets_head(struct sets *s, struct zet_task *task, struct text line, zet_error *error) {
    bool added = true;
    if (!s->at && !(s->at = calloc(s->count, sizeof *s->at)))
        return zet_error_out_of_memory(error) == ZET_OK;
    for (uint32_t i = 0; i < s->count && added; i++) {
        struct buffer head = {0};
        buffer_add(&head, ((struct text){line.at, line.len - 2}), ",[\"key\",\"", i + 1, "/",
                   s->count, "\"]]}");
        added = head.failed ? zet_error_out_of_memory(error) == ZET_OK
                            : add(s, task, i, buffered(&head), error);
        zet_buffer_free(&head);
    }
    return added;
}

bool zet_sets_record(struct sets *s, struct zet_task *task, uint32_t key, struct text line,
                     zet_error *error) {
    uint32_t set = key_set_of(key, s->count);
    bool added = add(s, task, set, line, error);
    s->at[set].told = ++s->records;
    return added;
}

bool zet_sets_line(struct sets *s, struct zet_task *task, struct text line, zet_error *error) {
    for (uint32_t i = 0; i < s->count; i++)
        if (!add(s, task, i, line, error))
            return false;
    return true;
}

/* Files. */

static int by_set(const void *a, const void *b) {
    const struct set_piece *x = a, *y = b;
    if (x->set != y->set)
        return x->set < y->set ? -1 : 1;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

static const char *name_of(char room[32], uint32_t set) {
    struct writer w = {room, 31, 0};
    write_string(&w, "set-");
    write_number(&w, set + 1);
    write_string(&w, ".part");
    room[written(&w).len] = '\0';
    return room;
}

/* The file of the set whose pieces begin at *at, which goes on behind them. */
static bool write_set(struct sets *s, struct zet_task *task, uint32_t set, size_t *at,
                      zet_error *error) {
    const zet_folder *f = task->folder;
    char name[32];
    bool read = true, memory = true, wrote = f->begin(f->context, name_of(name, set));
    struct buffer text = {0};
    for (; read && wrote && memory && *at < s->piece_count && s->piece[*at].set == set; ++*at) {
        const struct set_piece *p = &s->piece[*at];
        char *to = zet_buffer_room(&text, p->length);
        memory = to != NULL;
        read = memory && task->spool->read(task->spool->context, p->offset, to, p->length);
        wrote = !read || f->write(f->context, to, p->length);
    }
    zet_buffer_free(&text);
    if (!memory)
        return zet_error_out_of_memory(error) == ZET_OK;
    if (!read)
        return zet_refuse(error, "the temporary file for the parts could not be read again");
    if (wrote && f->end(f->context))
        return true;
    zet_error_set(error, ZET_WRITE_FAILED, "the files could not be written", NULL);
    return false;
}

bool zet_sets_finish(struct sets *s, struct zet_task *task, zet_error *error) {
    const zet_folder *f = task->folder;
    char name[32];
    size_t at = 0;
    for (uint32_t i = 0; i < s->count; i++)
        if (!to_spool(s, task, i, error))
            return false;
    for (uint32_t i = 0; i < s->count && f->expect; i++)
        if (!f->expect(f->context, name_of(name, i)))
            return zet_error_set(error, ZET_WRITE_FAILED, "the files could not be written", NULL) ==
                   ZET_OK;
    qsort(s->piece, s->piece_count, sizeof *s->piece, by_set);
    for (uint32_t i = 0; i < s->count; i++)
        if (!write_set(s, task, i, &at, error))
            return false;
    return true;
}

void zet_sets_free(struct sets *s) {
    for (uint32_t i = 0; s->at && i < s->count; i++)
        zet_buffer_free(&s->at[i].text);
    free(s->at);
    free(s->piece);
}
