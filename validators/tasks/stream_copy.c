#include "validators/tasks/stream_copy.h"

/* More than all documents that are on their way through the workers. */
enum { PENDING_BYTES_MAX = 64 * 1024 * 1024 };

static long read_through(void *context, char *to, size_t size) {
    struct stream_copy *c = context;
    long n = c->read(c->context, to, size);
    if (c->start > c->pending.len / 2) {
        c->pending.len -= c->start;
        memmove(c->pending.at, c->pending.at + c->start, c->pending.len);
        c->start = 0;
    }
    if (n > 0 && !c->lost)
        buffer_text(&c->pending, (struct text){to, (size_t)n});
    if (c->pending.len > PENDING_BYTES_MAX || c->pending.failed) {
        c->lost = true;
        zet_buffer_free(&c->pending);
        c->start = 0;
    }
    return n;
}

void zet_stream_copy_begin(struct stream_copy *c, struct source *source, zet_output *to) {
    c->to = to;
    c->begin = 0;
    c->pending.len = c->start = 0;
    c->lost = false;
    if (!to)
        return;
    c->read = source->read;
    c->context = source->context;
    source->read = read_through;
    source->context = c;
}

/* Takes bytes off the front. */
static void drop(struct stream_copy *c, size_t length) {
    c->start += length;
    c->begin += length;
}

static size_t bytes_before(const struct stream_copy *c, uint64_t at) {
    uint64_t length = at > c->begin ? at - c->begin : 0;
    size_t held = c->pending.len - c->start;
    return length < held ? (size_t)length : held;
}

void zet_stream_copy_advance(struct stream_copy *c, uint64_t at) {
    size_t length = bytes_before(c, at);
    if (!c->to || c->lost || !length)
        return;
    zet_output_write(c->to, text_to((struct text){c->pending.at + c->start, length}));
    drop(c, length);
}

void zet_stream_copy_replace(struct stream_copy *c, uint64_t at, uint64_t end, struct text with) {
    if (!c->to || c->lost)
        return;
    zet_stream_copy_advance(c, at);
    drop(c, bytes_before(c, end));
    zet_output_write(c->to, text_to(with));
}

void zet_stream_copy_free(struct stream_copy *c) { zet_buffer_free(&c->pending); }
