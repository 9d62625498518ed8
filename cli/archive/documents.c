#include "cli/archive/documents.h"

#include <stdlib.h>
#include <string.h>

enum { PART_BYTES = 1024 * 1024 };

/* The beginning of a document, before its first key. */
enum start { OPENS_BARE, OPENS_MARKED, OPENS_WITH_DIRECTIVE };

static bool ends_line(char c) { return c == '\n' || c == '\r'; }
static bool is_gap(char c) { return c == ' ' || c == '\t' || ends_line(c); }

/* Whether a line of that length is the marker. */
static bool is_marker(const char *line, size_t length, const char *marker) {
    return length >= 3 && !memcmp(line, marker, 3) && (length == 3 || is_gap(line[3]));
}

static enum start start_of(zet_text t) {
    enum start opening = OPENS_BARE;
    for (size_t at = 0; at < t.length;) {
        size_t end = at, text = at;
        while (end < t.length && !ends_line(t.at[end]))
            end++;
        while (text < end && (t.at[text] == ' ' || t.at[text] == '\t'))
            text++;
        if (t.at[at] == '%')
            opening = OPENS_WITH_DIRECTIVE;
        else if (text < end && t.at[text] != '#')
            return opening == OPENS_BARE && is_marker(t.at + at, end - at, "---") ? OPENS_MARKED
                                                                                  : opening;
        at = end + 1;
    }
    return opening;
}

/* Whether the last line is the marker `...`. */
static bool is_ended(zet_text t) {
    size_t end = t.length;
    while (end && ends_line(t.at[end - 1]))
        end--;
    size_t at = end;
    while (at && !ends_line(t.at[at - 1]))
        at--;
    return is_marker(t.at + at, end - at, "...");
}

static void begin_documents(struct documents *d, zet_text head, bool unmarked) {
    enum start opening = start_of(head);
    const char *line_end = d->cr_lf ? "\r\n" : "\n";
    unmarked &= opening == OPENS_BARE;
    if (d->any && !d->line_ended)
        command_put(d->out, line_end, NULL);
    if (d->any && !d->ended && (opening == OPENS_WITH_DIRECTIVE || unmarked))
        command_put(d->out, "...", line_end, NULL);
    if (d->any && opening == OPENS_BARE && !unmarked)
        command_put(d->out, "---", line_end, NULL);
    d->any = true;
    d->ended = false;
}

static void write_bytes(struct documents *d, zet_text bytes) {
    zet_output_write(d->out, bytes);
    if (!bytes.length)
        return;
    const char *lf = memrchr(bytes.at, '\n', bytes.length);
    if (lf)
        d->cr_lf = lf > bytes.at && lf[-1] == '\r';
    d->ended |= is_ended(bytes);
    d->line_ended = ends_line(bytes.at[bytes.length - 1]);
}

/* The part of a buffer to process: up to the last line end, if there is more to read. */
static size_t part_of(const char *part, size_t length, bool more) {
    const char *lf = more ? memrchr(part, '\n', length) : NULL;
    return lf ? (size_t)(lf + 1 - part) : length;
}

static bool copy(struct documents *d, struct archive *a, struct text_place p, uint64_t size,
                 const bool *unmarked) {
    size_t room = size < PART_BYTES ? (size_t)size : PART_BYTES;
    char *part = malloc(room + 1);
    bool done = part || database_no_memory(a->db);
    for (bool first = true; done && size; first = false) {
        size_t wanted = size < room ? (size_t)size : room;
        done = archive_read(a, &p, part, wanted);
        if (!done)
            break;
        size_t length = part_of(part, wanted, wanted < size);
        if (first && unmarked)
            begin_documents(d, (zet_text){part, length}, *unmarked);
        write_bytes(d, (zet_text){part, length});
        p.offset += length;
        size -= length;
    }
    free(part);
    return done;
}

bool documents_copy(struct documents *d, struct archive *a, const struct text_place *from,
                    uint64_t size) {
    return copy(d, a, *from, size, NULL);
}

bool documents_add(struct documents *d, struct archive *a, const struct text_place *from,
                   uint64_t size, bool unmarked) {
    return copy(d, a, *from, size, &unmarked);
}
