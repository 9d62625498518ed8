#include "notation/base/diff.h"

#include "notation/base/value.h"

#include <stdlib.h>

/* Longer hunks are cut. */
enum { HUNK_BYTES_MAX = 1024 * 1024 };

void zi_diff_free(struct diff *d) {
    zi_buffer_free(&d->old);
    zi_buffer_free(&d->new);
    zi_buffer_free(&d->hunk);
    *d = (struct diff){0};
}

/* The length of the first `count` lines. */
static size_t lines_length(struct text t, size_t count) {
    struct text rest = t;
    for (; count && rest.len; count--)
        zi_diff_line(&rest);
    return t.len - rest.len;
}

/* Hunks. */

/* Writes the number of the first line, after `before` lines, and the line count. */
static void write_range(struct buffer *out, char sign, uint64_t before, uint64_t count) {
    buffer_char(out, sign);
    zi_buffer_number(out, count ? before + 1 : before);
    if (count == 1)
        return;
    buffer_add(out, ",", count);
}

static void write_heading(struct diff *d, struct buffer *out) {
    if (d->begun)
        return;
    d->begun = true;
    /* after a name with a blank, patch needs a tab */
    const char *end = memchr(d->name.at, ' ', d->name.len) ? "\t\n" : "\n";
    buffer_add(out, "--- ", d->name, end, "+++ ", d->name, end);
}

/* Removes the first `at` bytes of the hunk; `lines` unchanged lines remain. */
static void keep_from(struct diff *d, size_t at, size_t lines) {
    d->hunk.len -= at;
    if (d->hunk.len)
        memmove(d->hunk.at, d->hunk.at + at, d->hunk.len);
    d->lead = lines;
}

/* Ends the hunk with at most three unchanged lines at each end. If it starts with fewer, though not
   at the start of the streams, it ends with no more: programs that apply hunks take the side with
   less context for an end of the file. The remaining lines go to the next hunk. */
static void close_hunk(struct diff *d, bool cut, struct buffer *out) {
    bool at_front = !d->old_start && !d->new_start;
    size_t most = d->lead < DIFF_CONTEXT && !at_front ? d->lead : DIFF_CONTEXT;
    size_t trail = d->trail < most ? d->trail : most;
    size_t dropped = cut && d->lead > trail ? d->lead - trail : 0; /* lines at the front */
    size_t end = d->trail > trail ? d->trail_at[trail] : d->hunk.len;
    size_t rest = d->trail - trail, kept = rest < DIFF_CONTEXT ? rest : DIFF_CONTEXT;
    size_t front = lines_length(buffered(&d->hunk), dropped);
    uint64_t old_before = d->old_start + dropped, new_before = d->new_start + dropped;
    write_heading(d, out);
    buffer_string(out, "@@ ");
    write_range(out, '-', old_before, d->old_line - rest - old_before);
    buffer_char(out, ' ');
    write_range(out, '+', new_before, d->new_line - rest - new_before);
    buffer_add(out, " @@\n", ((struct text){d->hunk.at + front, end - front}));
    keep_from(d, kept ? d->trail_at[d->trail - kept] : d->hunk.len, kept);
    d->trail = 0;
    d->open = false;
}

/* Appends a line, which is not empty, with its sign. */
static void write_line(struct buffer *b, char sign, struct text line) {
    buffer_char(b, sign);
    buffer_text(b, line);
    if (line.at[line.len - 1] != '\n')
        buffer_string(b, "\n\\ No newline at end of file\n");
}

static void add_changed(struct diff *d, char sign, struct text line, struct buffer *out) {
    if (d->open && d->hunk.len > HUNK_BYTES_MAX)
        close_hunk(d, true, out);
    if (!d->open) {
        d->open = true;
        d->old_start = d->old_line - d->lead;
        d->new_start = d->new_line - d->lead;
    }
    write_line(&d->hunk, sign, line);
    d->trail = 0;
    d->old_line += sign == '-';
    d->new_line += sign == '+';
}

static void add_same(struct diff *d, struct text line, struct buffer *out) {
    if (d->open)
        d->trail_at[d->trail++] = d->hunk.len;
    else if (d->lead == DIFF_CONTEXT)
        keep_from(d, lines_length(buffered(&d->hunk), 1), d->lead - 1);
    d->lead += !d->open;
    write_line(&d->hunk, ' ', line);
    d->old_line++;
    d->new_line++;
    if (d->open && d->trail > DIFF_GAP_MAX)
        close_hunk(d, false, out);
}

/* Adds whole unchanged lines. */
static void pass_lines(struct diff *d, struct text t, struct buffer *out) {
    while (t.len && d->open)
        add_same(d, zi_diff_line(&t), out);
    size_t lines = zi_diff_lines(t), left = lines < DIFF_CONTEXT ? 0 : lines - DIFF_CONTEXT;
    size_t skipped = lines_length(t, left); /* they are not in any hunk's context */
    d->old_line += left;
    d->new_line += left;
    t = text_after(t, skipped);
    while (t.len)
        add_same(d, zi_diff_line(&t), out);
}

/* Comparing. */

static void compare(struct diff *d, struct buffer *out) {
    struct text old = buffered(&d->old), new = buffered(&d->new);
    size_t old_count = zi_diff_lines(old), new_count = zi_diff_lines(new), i = 0, k = 0;
    bool *changed = malloc(old_count + new_count + 1);
    if (!changed || !zi_diff_compare(old, new, changed, changed + old_count)) {
        out->failed = true;
        free(changed);
        return;
    }
    const bool *new_changed = changed + old_count;
    while (i < old_count || k < new_count) {
        if (i < old_count && changed[i]) {
            add_changed(d, '-', zi_diff_line(&old), out);
            i++;
        } else if (new_changed[k]) { /* an unchanged old line has a matching new line */
            add_changed(d, '+', zi_diff_line(&new), out);
            k++;
        } else {
            add_same(d, zi_diff_line(&old), out);
            zi_diff_line(&new);
            i++, k++;
        }
    }
    free(changed);
}

static bool is_at_line_start(const struct buffer *b) {
    return !b->len || b->at[b->len - 1] == '\n';
}

/* Compares the collected pieces if both streams are at the start of a line or at their end. */
static void release(struct diff *d, bool ended, struct buffer *out) {
    if (!d->old.len && !d->new.len)
        return;
    if (!ended && (!is_at_line_start(&d->old) || !is_at_line_start(&d->new))) {
        d->line_too_long |= d->old.len > DIFF_LINE_MAX || d->new.len > DIFF_LINE_MAX;
        return;
    }
    if (text_same(buffered(&d->old), buffered(&d->new)))
        pass_lines(d, buffered(&d->old), out);
    else
        compare(d, out);
    d->old.len = d->new.len = 0;
}

static void check_memory(const struct diff *d, struct buffer *out) {
    out->failed |= d->old.failed || d->new.failed || d->hunk.failed;
}

void zi_diff_change(struct diff *d, struct text old, struct text new, struct buffer *out) {
    if (d->line_too_long || out->failed)
        return;
    buffer_text(&d->old, old);
    buffer_text(&d->new, new);
    check_memory(d, out);
    if (!out->failed)
        release(d, false, out);
    check_memory(d, out);
}

void zi_diff_same(struct diff *d, struct text both, struct buffer *out) {
    if (d->old.len || d->new.len) {
        /* the collected pieces include the text up to the first line end */
        size_t held = lines_length(both, 1);
        struct text line = {both.at, held};
        zi_diff_change(d, line, line, out);
        both = text_after(both, held);
        if (d->old.len || d->new.len)
            return; /* the line does not end here, or it is too long */
    }
    size_t whole = both.len;
    while (whole && both.at[whole - 1] != '\n')
        whole--;
    if (out->failed)
        return;
    pass_lines(d, (struct text){both.at, whole}, out);
    struct text rest = text_after(both, whole);
    if (rest.len)
        zi_diff_change(d, rest, rest, out);
    check_memory(d, out);
}

void zi_diff_end(struct diff *d, struct buffer *out) {
    if (!out->failed)
        release(d, true, out);
    if (!out->failed && d->open)
        close_hunk(d, false, out);
    check_memory(d, out);
    struct diff next = {.name = d->name, .old = d->old, .new = d->new, .hunk = d->hunk};
    next.old.len = next.new.len = next.hunk.len = 0;
    *d = next;
}
