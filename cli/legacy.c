#include "cli/cli.h"
#include "cli/files.h"
#include <errno.h>
#include <stdarg.h>
#include <string.h>
bool files_was_read(const struct source *s, const char *path, bool out_of_memory) {
    out_of_memory |= s->out_of_memory;
    if (out_of_memory || s->failed)
        zet_cli_error("%s: %s", path, out_of_memory ? "out of memory" : strerror(errno));
    return !out_of_memory && !s->failed;
}
/* The first part of a text, of at most `most` bytes; where it can be, it ends with ASCII, so that
   no character is parted from what belongs to it. */
static size_t part_length(struct text t, size_t most) {
    if (t.len <= most)
        return t.len;
    size_t end = most;
    while (end && (unsigned char)t.at[end - 1] >= 0x80)
        end--;
    return end ? end : most;
}

/* Allocates nothing, so that a message gets out even when out of memory. */
void zet_cli_print(FILE *out, struct text t, enum safe_text how) {
    enum { PART_BYTES = 1024, GROWTH = 3 }; /* a byte becomes U+FFFD at worst */
    char room[PART_BYTES * GROWTH];
    while (t.len) {
        size_t length = part_length(t, PART_BYTES);
        struct buffer part = {.at = room, .cap = sizeof room};
        zet_safe_text(&part, (struct text){t.at, length}, how);
        fwrite(part.at, 1, part.len, out);
        t = (struct text){t.at + length, t.len - length};
    }
}

int zet_cli_error(const char *format, ...) {
    va_list args;
    va_start(args, format);
    fputs("zet: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return STATUS_ERROR;
}
bool zet_cli_out_of_memory(void) {
    zet_cli_error("out of memory");
    return false;
}
int zet_cli_finish(int status) {
    bool failed = ferror(stdout) != 0;
    failed |= fflush(stdout) != 0;
    return failed ? zet_cli_error("the output could not be written") : status;
}
static void print(FILE *out, struct buffer *b) {
    fwrite(b->at, 1, b->len, out);
    zet_buffer_free(b);
}
void legacy_report_text(FILE *out, const struct report *report, bool color) {
    struct buffer b = {0};
    zet_report_text(&b, report, color);
    print(out, &b);
}
void legacy_report_json(FILE *out, const struct report *report) {
    struct buffer b = {0};
    zet_report_json(&b, report);
    print(out, &b);
}
void legacy_report_invalid(FILE *out, const struct report *report, const char *fate) {
    struct buffer b = {0};
    zet_report_invalid(&b, report, fate);
    print(out, &b);
}
void legacy_json_string(FILE *out, struct text t) {
    struct buffer b = {0};
    zet_json_string(&b, t);
    print(out, &b);
}
