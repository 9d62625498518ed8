#include "diagrams/draw/black.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* The bytes of the old file from `from` on are in the new one from `to` on. */
struct join {
    size_t from, to;
};

/* A PDF that is being rewritten. */
struct rewriting {
    const char *pdf;
    size_t length, done; /* size in bytes, and bytes rewritten */
    GString *out;
    GArray *joins;
};

/* The next occurrence of the bytes; the end if there is none. */
static size_t find(const struct rewriting *r, size_t from, const char *what) {
    const char *at = memmem(r->pdf + from, r->length - from, what, strlen(what));
    return at ? (size_t)(at - r->pdf) : r->length;
}

static bool begins(const struct rewriting *r, size_t at, const char *what) {
    size_t length = strlen(what);
    return r->length - at >= length && !memcmp(r->pdf + at, what, length);
}

static void copy_to(struct rewriting *r, size_t to) {
    g_string_append_len(r->out, r->pdf + r->done, (gssize)(to - r->done));
    r->done = to;
}

/* Omits the bytes up to `to` from the new file. */
static void skip_to(struct rewriting *r, size_t to) {
    struct join join = {to, r->out->len};
    r->done = to;
    g_array_append_val(r->joins, join);
}

/* Decompresses the data at `from` to a terminated text; *taken is the number of bytes used. NULL if
   it is not compressed data. */
static char *unpack(const char *from, size_t length, size_t *taken) {
    for (uLongf room = 65536;; room *= 2) {
        char *to = g_malloc(room);
        uLongf size = room - 1;
        uLong used = length;
        int status = uncompress2((Bytef *)to, &size, (const Bytef *)from, &used);
        *taken = used;
        to[size] = '\0';
        if (status == Z_OK && !memchr(to, '\0', size))
            return to;
        g_free(to);
        if (status != Z_BUF_ERROR || size < room - 1)
            return NULL;
    }
}

/* The drawing of a page with `x g` for `x x x rg`. */
static char *blacken(const char *drawing) {
    GRegex *gray = g_regex_new("(?<!\\S)(\\S++)\\s+\\1\\s+\\1\\s+(?:r(?=g\\s)|R(?=G\\s))",
                               G_REGEX_RAW, 0, NULL);
    char *black = g_regex_replace(gray, drawing, -1, 0, "\\1 ", 0, NULL);
    g_regex_unref(gray);
    return black;
}

/* Rewrites the drawing of a page at `data`. The next object, with that number, contains its
   length. */
static bool rewrite_page(struct rewriting *r, size_t data, unsigned long length_object) {
    size_t taken;
    char *drawing = unpack(r->pdf + data, r->length - data, &taken);
    char *black = drawing ? blacken(drawing) : NULL;
    uLongf size = black ? compressBound(strlen(black)) : 0;
    Bytef *packed = g_malloc(size + 1);
    bool well = black && compress(packed, &size, (const Bytef *)black, strlen(black)) == Z_OK;
    char *head = g_strdup_printf("\nendstream\nendobj\n%lu 0 obj\n   ", length_object);
    well = well && begins(r, data + taken, head);
    if (well) {
        copy_to(r, data);
        g_string_append_len(r->out, (const char *)packed, (gssize)size);
        skip_to(r, data + taken);
        copy_to(r, r->done + strlen(head));
        g_string_append_printf(r->out, "%lu", size);
        skip_to(r, find(r, r->done, "\nendobj\n"));
    }
    g_free(head);
    g_free(packed);
    g_free(black);
    g_free(drawing);
    return well;
}

/* Fonts have more between `Length` and `stream`. */
static bool rewrite_pages(struct rewriting *r) {
    static const char begin[] = "<< /Length ",
                      page[] = " 0 R\n   /Filter /FlateDecode\n>>\nstream\n";
    bool well = true;
    for (size_t at = 0; well && (at = find(r, at, begin)) < r->length;) {
        char *end;
        unsigned long length_object = strtoul(r->pdf + at + strlen(begin), &end, 10);
        at = (size_t)(end - r->pdf);
        if (begins(r, at, page))
            well = rewrite_page(r, at + strlen(page), length_object);
        at = r->done > at ? r->done : at;
    }
    return well;
}

/* Converts an offset of the old file to one of the new file. */
static size_t moved(const GArray *joins, size_t place) {
    guint low = 0; /* the last join known to precede it */
    for (guint high = joins->len; high - low > 1;) {
        guint middle = low + (high - low) / 2;
        if (g_array_index(joins, struct join, middle).from <= place)
            low = middle;
        else
            high = middle;
    }
    const struct join *join = &g_array_index(joins, struct join, low);
    return place - join->from + join->to;
}

/* Rewrites the table of object offsets: each is ten digits, then ten bytes that stay. */
static bool rewrite_table(struct rewriting *r) {
    size_t start = find(r, r->done, "\nxref\n0 ") + 1, trailer = find(r, r->done, "trailer\n");
    if (trailer == r->length)
        return false;
    for (size_t next; (next = find(r, start, "\nxref\n0 ")) < trailer;)
        start = next + 1; /* the last one */
    copy_to(r, start);
    size_t table = r->out->len;
    copy_to(r, find(r, start, " f \n") + 4);
    while (r->done < trailer) {
        g_string_append_printf(r->out, "%010zu",
                               moved(r->joins, strtoul(r->pdf + r->done, NULL, 10)));
        r->done += 10;
        copy_to(r, r->done + 10);
    }
    copy_to(r, find(r, trailer, "startxref\n"));
    g_string_append_printf(r->out, "startxref\n%zu\n%%%%EOF\n", table);
    return true;
}

GString *zi_pdf_black(const char *pdf, size_t length) {
    struct rewriting r = {pdf, length, 0, g_string_new(NULL),
                          g_array_new(FALSE, FALSE, sizeof(struct join))};
    skip_to(&r, 0);
    bool well = rewrite_pages(&r) && rewrite_table(&r);
    g_array_free(r.joins, TRUE);
    if (!well)
        g_string_free(r.out, TRUE);
    return well ? r.out : NULL;
}
