/* Parts of records: tokens to color. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/lsp/memory.h"
#include "cli/lsp/server.h"
#include "validators/api/records.h"

/* Token types that editors color, as in server.c, by zet_part_kind. */
enum token_type { PROPERTY, STRING, NUMBER, MEMBER, VARIABLE, OPERATOR, COMMENT };
static const int token_types[] = {PROPERTY, STRING, NUMBER, MEMBER, VARIABLE, OPERATOR, COMMENT};

struct tokens {
    struct server *server;
    struct file_place place;
    size_t line, units; /* where the last token begins */
    const char *before;
};

/* Writes a token on one line. */
static void write_token(struct tokens *t, const struct file *f, size_t from, size_t to, int type) {
    char numbers[128];
    file_go_on(f, &t->place, from);
    size_t line = t->place.line, units = t->place.units;
    file_go_on(f, &t->place, to);
    snprintf(numbers, sizeof numbers, "%zu,%zu,%zu,%d,0", line - t->line,
             line == t->line ? units - t->units : units, t->place.units - units, type);
    command_put(t->server->written, t->before, numbers, NULL);
    t->before = ",";
    t->line = line;
    t->units = units;
}

static bool write_tokens(void *context, struct file *f, const zet_record *record, size_t base) {
    struct tokens *t = context;
    zet_part part;
    for (size_t i = 0; zi_record_part(record, i, &part); i++) {
        size_t from = base + (size_t)part.offset, end = base + (size_t)part.end_offset;
        while (from < end) {
            size_t to = from;
            while (to < end && f->text[to] != '\n' && f->text[to] != '\r')
                to++;
            if (to > from)
                write_token(t, f, from, to, token_types[part.kind]);
            for (from = to; from < end && strchr(" \t\r\n", f->text[from]);)
                from++;
        }
    }
    return true;
}

json_t *answer_tokens(struct server *s, struct file *f, const json_t *params) {
    struct tokens t = {.server = s, .before = "{\"data\":["};
    (void)params;
    s->written = memory_got(zet_output_new(NULL, NULL));
    if (s->written && file_visit(f, s->reader, write_tokens, &t))
        command_put(s->written, *t.before == ',' ? "" : t.before, "]}", NULL);
    else
        memory_lost();
    return NULL;
}
