#include "validators/draw/black.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct bytes {
    char *at;
    size_t length, room;
    bool failed;
};

static void append(struct bytes *b, const void *from, size_t length) {
    if (b->room - b->length < length) {
        size_t room = (b->length + length) * 2;
        char *at = b->failed ? NULL : realloc(b->at, room);
        if (!at) {
            b->failed = true;
            return;
        }
        b->at = at;
        b->room = room;
    }
    memcpy(b->at + b->length, from, length);
    b->length += length;
}

static void append_text(struct bytes *b, const char *text) { append(b, text, strlen(text)); }

/* A number with at least so many digits. */
static void append_number(struct bytes *b, size_t n, unsigned digits) {
    char room[24];
    size_t at = sizeof room;
    for (; n || digits; n /= 10) {
        room[--at] = (char)('0' + n % 10);
        digits -= digits > 0;
    }
    append(b, room + at, sizeof room - at);
}

static bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r'; }

/* The drawing of a page with `x x x rg` as `x g`. */
static void blacken(struct bytes *to, const struct bytes *from) {
    size_t begin[4] = {0}, end[4] = {0}, count = 0; /* of the last tokens, in `to` */
    for (size_t i = 0; i < from->length && !to->failed;) {
        if (is_blank(from->at[i])) {
            append(to, from->at + i++, 1);
            continue;
        }
        size_t first = i;
        while (i < from->length && !is_blank(from->at[i]))
            i++;
        memmove(begin, begin + 1, 3 * sizeof *begin);
        memmove(end, end + 1, 3 * sizeof *end);
        begin[3] = to->length;
        append(to, from->at + first, i - first);
        end[3] = to->length;
        bool fill = i - first == 2 && !memcmp(from->at + first, "rg", 2);
        bool line = i - first == 2 && !memcmp(from->at + first, "RG", 2);
        size_t length = end[0] - begin[0];
        if (++count < 4 || (!fill && !line) || to->failed || end[1] - begin[1] != length ||
            end[2] - begin[2] != length || memcmp(to->at + begin[0], to->at + begin[1], length) ||
            memcmp(to->at + begin[0], to->at + begin[2], length))
            continue;
        to->length = end[0];
        append_text(to, fill ? " g" : " G");
        count = 0;
    }
}

/* Unpacks what begins there. Returns how many bytes it took; 0: it is no such data. */
static size_t unpack(struct bytes *to, const char *from, size_t length) {
    z_stream z = {.next_in = (Bytef *)(uintptr_t)from, .avail_in = (uInt)length};
    char room[16384];
    int status = inflateInit(&z);
    while (status == Z_OK) {
        z.next_out = (Bytef *)room;
        z.avail_out = sizeof room;
        status = inflate(&z, Z_NO_FLUSH);
        append(to, room, sizeof room - z.avail_out);
    }
    size_t taken = status == Z_STREAM_END ? z.total_in : 0;
    inflateEnd(&z);
    return taken;
}

static void pack(struct bytes *to, const struct bytes *from) {
    uLongf length = compressBound(from->length);
    Bytef *packed = malloc(length);
    if (!packed || compress(packed, &length, (const Bytef *)from->at, from->length) != Z_OK)
        to->failed = true;
    else
        append(to, packed, length);
    free(packed);
}

/* A PDF on its way. */
struct rewriting {
    const char *at, *end;
    struct bytes out;
    size_t *offset; /* of each object, by number */
    unsigned objects, resized;
    size_t size; /* of the stream whose length object `resized` says; 0: none */
};

static const char *find(const struct rewriting *r, const char *from, const char *what) {
    return memmem(from, (size_t)(r->end - from), what, strlen(what));
}

static bool begins(const struct rewriting *r, const char *what) {
    size_t length = strlen(what);
    return (size_t)(r->end - r->at) >= length && !memcmp(r->at, what, length);
}

static void copy_to(struct rewriting *r, const char *to) {
    append(&r->out, r->at, (size_t)(to - r->at));
    r->at = to;
}

/* The drawing of a page, whose length the next object says. */
static bool rewrite_page(struct rewriting *r, const char *data) {
    struct bytes drawing = {0}, black = {0};
    copy_to(r, data);
    size_t taken = unpack(&drawing, data, (size_t)(r->end - data)), before = r->out.length;
    blacken(&black, &drawing);
    pack(&r->out, &black);
    r->size = r->out.length - before;
    r->at = data + taken;
    bool well = taken && !drawing.failed && !black.failed;
    free(drawing.at);
    free(black.at);
    return well;
}

/* Where the object ends that begins here. A stream's end is where its length object follows. */
static const char *object_end(const struct rewriting *r, unsigned length_object) {
    static const char end_of_stream[] = "\nendstream\nendobj\n";
    struct bytes follower = {0};
    const char *end;
    if (!length_object) {
        end = find(r, r->at, "\nendobj\n");
        return end ? end + 8 : NULL;
    }
    append_text(&follower, end_of_stream);
    append_number(&follower, length_object, 1);
    append(&follower, " 0 obj\n", sizeof " 0 obj\n"); /* and its end */
    end = follower.failed ? NULL : find(r, r->at, follower.at);
    free(follower.at);
    return end ? end + sizeof end_of_stream - 1 : NULL;
}

static bool rewrite_object(struct rewriting *r) {
    unsigned number = (unsigned)strtoul(r->at, NULL, 10), length_object = 0;
    if (number >= r->objects)
        return false;
    r->offset[number] = r->out.length;
    const char *head = find(r, r->at, "obj\n");
    const char *end = object_end(r, 0);
    if (!head || !end)
        return false;
    const char *stream = memmem(r->at, (size_t)(end - r->at), "stream\n", 7);
    if (r->size && number == r->resized) {
        append_number(&r->out, number, 1);
        append_text(&r->out, " 0 obj\n   ");
        append_number(&r->out, r->size, 1);
        append_text(&r->out, "\nendobj\n");
        r->at = end;
        r->size = 0;
        return true;
    }
    if (stream) {
        const char *length = find(r, head, "/Length ");
        length_object = length && length < stream ? (unsigned)strtoul(length + 8, NULL, 10) : 0;
        /* fonts have more in their heads */
        static const char page[] = " 0 R\n   /Filter /FlateDecode\n>>\nstream\n";
        char *number_end = NULL;
        bool plain = !strncmp(head + 4, "<< /Length ", 11) &&
                     strtoul(head + 15, &number_end, 10) == length_object &&
                     !strncmp(number_end, page, strlen(page));
        if (plain) {
            r->resized = length_object;
            if (!rewrite_page(r, number_end + strlen(page)))
                return false;
        }
        end = object_end(r, length_object);
    }
    if (!end)
        return false;
    copy_to(r, end);
    return true;
}

static bool rewrite_table(struct rewriting *r) {
    size_t table = r->out.length;
    const char *trailer = find(r, r->at, "trailer\n"), *start = find(r, r->at, "startxref\n");
    if (!trailer || !start || trailer > start)
        return false;
    append_text(&r->out, "xref\n0 ");
    append_number(&r->out, r->objects, 1);
    append_text(&r->out, "\n0000000000 65535 f \n");
    for (unsigned i = 1; i < r->objects; i++) {
        append_number(&r->out, r->offset[i], 10);
        append_text(&r->out, " 00000 n \n");
    }
    r->at = trailer;
    copy_to(r, start);
    append_text(&r->out, "startxref\n");
    append_number(&r->out, table, 1);
    append_text(&r->out, "\n%%EOF\n");
    return true;
}

char *zi_pdf_black(const char *pdf, size_t *length) {
    struct rewriting r = {.at = pdf, .end = pdf + *length};
    const char *table = memmem(pdf, *length, "\nxref\n0 ", 8), *first = find(&r, pdf, "0 obj\n");
    bool well = table && first;
    for (const char *next = table; next; next = find(&r, next + 1, "\nxref\n0 "))
        table = next; /* the last one */
    r.objects = table ? (unsigned)strtoul(table + 8, NULL, 10) : 0;
    r.offset = well ? calloc(r.objects + 1U, sizeof *r.offset) : NULL;
    while (first && first > pdf && first[-1] != '\n')
        first--;
    if (r.offset)
        copy_to(&r, first);
    while (r.offset && well && r.at < r.end && !begins(&r, "xref\n"))
        well = rewrite_object(&r);
    well = r.offset && well && rewrite_table(&r) && !r.out.failed;
    free(r.offset);
    if (!well) {
        free(r.out.at);
        return NULL;
    }
    *length = r.out.length;
    return r.out.at;
}
