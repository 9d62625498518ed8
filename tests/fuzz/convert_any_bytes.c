/* Whatever the bytes are, and whatever format they are said to be: no crash, no hang; every finding
   has a place in its document and words, also where writing reports it; and what is written as
   YAML or JSON can be read, and is written again as the same bytes. A first byte below 32 says what
   the bytes are, a second what they become and what the user says; else the format is recognised.
 */
#include <stdlib.h>

#include "formats/converter.h"
#include "tests/feed.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { ATTEMPTS_MAX = 16, FIRST_SAID = 32 };

static const char *const akron_rules[] = {"touch=stay", "full-board=draw", "swap=true", NULL};
static const char *const husbao_rules[] = {"direction=cw", NULL};
static const struct format_options said[] = {{0},
                                             {.size = 8},
                                             {.game = "hogga"},
                                             {.game = "halma", .variant = "8x8"},
                                             {.game = "akron", .rules = akron_rules},
                                             {.game = "husbao"},
                                             {.game = "husbao", .variant = "bis"},
                                             {.game = "husbao", .rules = husbao_rules}};
enum { SAID = sizeof said / sizeof *said };

static void require_places(struct record *r, const struct document *d) {
    zi_record_finalize(r, false);
    for (size_t i = 0; i < r->findings.count; i++) {
        const struct finding *f = &r->findings.at[i];
        require(f->offset <= d->text.len && f->line >= d->line && f->column >= 1);
        require(f->sentence && *f->sentence);
        require((f->code == FINDING_ILLEGAL_MOVE) == (f->reason != NULL));
    }
}

/* Whether the document can be read in that attempt, and was written to c->out. */
static bool convert(struct converter *c, const struct format *from, const struct document *d,
                    unsigned attempt, bool *readable) {
    *readable = zi_converter_attempt(c, from, d, attempt);
    if (!*readable)
        return false;
    bool written = zi_converter_write(c);
    require_places(&c->record, d);
    require(!c->record.out_of_memory && !c->out.failed && !c->body.failed);
    return written;
}

/* The one for that target, opened at its first use. */
static struct converter *converter_to(struct converter *opened, const struct format *to,
                                      const struct format_options *options) {
    size_t i = 0;
    while (zi_formats[i] != to)
        i++;
    if (!opened[i].validator)
        require(zi_converter_open(&opened[i], to, options));
    opened[i].options = *options;
    return &opened[i];
}

/* Whether some moves of a sheet could not be read. They are written unchanged, but on one line,
   where they may be readable as moves. */
static bool is_unread_sheet(const struct format *from, const struct findings *f) {
    bool unread = false;
    for (size_t i = 0; i < f->count; i++)
        unread |= f->at[i].code == FINDING_SYNTAX;
    return unread && from == &zi_format_text;
}

/* What was written in a format that holds everything comes back from it. */
static void require_again(const struct converter *first) {
    static const struct format_options nothing;
    static struct converter opened[FORMATS];
    struct converter *again = converter_to(opened, first->to, &nothing);
    struct document d = {.text = buffered(&first->out), .line = 1};
    bool readable;
    if (d.text.len > RECORD_BYTES_MAX)
        return;
    require(convert(again, first->to, &d, 0, &readable));
    require(text_same(buffered(&first->out), buffered(&again->out)));
}

static void convert_stream(const struct format *from, const struct format *to,
                           const struct format_options *options, struct text bytes) {
    static struct converter opened[FORMATS];
    struct converter *c = converter_to(opened, to, options);
    struct feed feed = {bytes.at, bytes.len, bytes.len + 1};
    struct source source;
    struct document d;
    zi_source_open(&source, feed_read, &feed);
    while (from->next(&source, &d)) {
        bool readable = true;
        for (unsigned attempt = 0; attempt < ATTEMPTS_MAX && readable; attempt++)
            if (convert(c, from, &d, attempt, &readable) &&
                (to == &zi_format_zet || to == &zi_format_json) &&
                !is_unread_sheet(from, &c->record.findings))
                require_again(c);
    }
    require(!source.failed && !source.out_of_memory);
    zi_source_close(&source);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    struct text bytes = {(const char *)data, size};
    bool failed = false;
    if (size >= 2 && data[0] < FIRST_SAID)
        convert_stream(zi_formats[data[0] % FORMATS], zi_formats[data[1] % FORMATS],
                       &said[data[1] / FORMATS % SAID], (struct text){bytes.at + 2, size - 2});
    else
        convert_stream(zi_format_recognise(bytes, &failed), zi_formats[size % FORMATS], &said[0],
                       bytes);
    return 0;
}
